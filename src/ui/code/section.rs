//! The rows of sections below a hit: what is beside it, what it imports, who calls it.

use super::super::pen;
use super::super::theme::Role;
use super::Pane;
use crate::app::{Reference, Topic, grouped};
use crate::context::Certainty;

impl Pane<'_, '_> {
    /// `├ callers (2) ───────`
    pub(super) fn section_title(&mut self, y: u16, topic: Topic, cursor: bool) {
        let title = self.code.section_title(topic);
        let blank = " ".repeat(self.gutter);
        let mut pen = self.start(y, &blank, Role::LineNumber, "├", cursor);
        pen.put(&title, Role::Accent).space(1);
        let line = "─".repeat(pen.room().into());
        pen.put(&line, Role::Border);
    }

    /// `1 │ segment_updater.rs:142  merge  likely`, or `1 │  19  pub fn open(…)` for what is in the
    /// same document.
    pub(super) fn link(&mut self, y: u16, link: &Reference, digit: u8, cursor: bool) {
        let key = match digit {
            0 => " ".repeat(self.gutter),
            digit => format!("{digit:>width$}", width = self.gutter),
        };
        let gutter = self.gutter;
        let mut pen = self.start(y, &key, Role::Key, "│", cursor);
        if !link.signature.is_empty() {
            pen.put(
                &format!("{:>gutter$}  ", link.relation.at.0),
                Role::LineNumber,
            );
            pen.put(link.signature.trim_start(), Role::Name);
            return;
        }
        let line = format!(":{}", link.relation.at.0);
        // Names matter as much as paths, and of a path its end does.
        let room = (pen.room() / 2).saturating_sub(pen::width(&line));
        let (cut, kept) = pen::end_of(link.relation.path.as_str(), room);
        pen.put(cut, Role::Faint).put(kept, Role::Faint);
        pen.put(&line, Role::LineNumber).space(2);
        let doubt = match link.relation.certainty {
            Certainty::Certain => String::new(),
            certainty => format!("  {}", certainty.name()),
        };
        // A name says something without its end, a certainty nothing.
        pen.put_within(&names(link), Role::Name, pen::width(&doubt));
        pen.put(&doubt, Role::Faint);
    }

    /// `│ … 41 more; Enter shows them`
    pub(super) fn more(&mut self, y: u16, topic: Topic, cursor: bool) {
        let Some((more, comes)) = self.code.more(topic) else {
            return;
        };
        let (more_words, key) = (grouped(more), &self.key);
        let says = match comes < more {
            true => format!("… {more_words} more; {key} shows {comes} of them"),
            false => format!("… {more_words} more; {key} shows them"),
        };
        self.said(y, &says, cursor);
    }

    pub(super) fn note(&mut self, y: u16, topic: Topic, cursor: bool) {
        if let Some(note) = self.code.note(topic) {
            self.said(y, &note, cursor);
        }
    }

    /// A row of a section that leads nowhere.
    fn said(&mut self, y: u16, says: &str, cursor: bool) {
        let blank = " ".repeat(self.gutter);
        let mut pen = self.start(y, &blank, Role::LineNumber, "│", cursor);
        pen.put(says, Role::Faint);
    }
}

/// Names below the file; of a file itself, what it is called by.
fn names(link: &Reference) -> String {
    let below = link.relation.names.get(1..).unwrap_or_default();
    let named: Vec<&str> = below
        .iter()
        .map(String::as_str)
        .filter(|name| !name.is_empty())
        .collect();
    match named.is_empty() {
        true => link.relation.name.clone(),
        false => named.join(" › "),
    }
}
