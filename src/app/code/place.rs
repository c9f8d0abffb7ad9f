//! Locations in the code pane for the editor and the clipboard, and the text that is shown.

use super::rows::Level;
use super::{Code, Page, Row, Showing};
use crate::chunk::{Chunk, ChunkId};
use crate::context::around;
use crate::corpus::Location;
use std::sync::Arc;

impl Code {
    /// Location that Enter opens for the selected hit: the matched line, else the line of its name.
    pub(crate) fn hit_location(&self) -> Option<Location> {
        let host = self.subject.as_ref().filter(|it| !it.is_directory)?;
        let (line, column) = self.home();
        Some(Location {
            path: host.path.clone(),
            line,
            column,
        })
    }

    /// The text of the hit as it is now; none before its document is there, and where it changed.
    pub(crate) fn hit_text(&self) -> Option<String> {
        let (page, leaf) = self.shown()?;
        let chunk = page.chunks().get(leaf)?;
        Some(page.document().tree.text(chunk).into_owned())
    }

    /// The document that is shown, and which of its chunks the hit is.
    pub(crate) fn shown(&self) -> Option<(&Arc<Page>, usize)> {
        match &self.showing {
            Showing::Page(page, Some(leaf)) => Some((page, *leaf)),
            _ => None,
        }
    }

    /// Returns true for prose, which is read rather than called.
    pub(crate) fn is_prose(&self) -> bool {
        matches!(&self.showing, Showing::Page(page, _) if page.is_prose())
    }

    /// The chunk that the selected row shows: the hit, or what it is in.
    pub(super) fn about(&self) -> Option<(&Page, usize)> {
        let (page, leaf) = self.shown()?;
        Some((page, self.subject.as_ref()?.focus(page, leaf)))
    }

    /// The declaration that the cursor is in: the selected one around the cursor, or below it the
    /// innermost.
    pub(crate) fn at_cursor(&self) -> Option<&Chunk> {
        let (page, about) = self.about()?;
        let line = self.cursor_line()?;
        let holds = |chunk: &Chunk| {
            let (first, last) = page.own_lines(chunk);
            first <= line && line <= last
        };
        let about = page.chunks().get(about)?;
        if self.level() == 0 {
            return Some(about);
        }
        let innermost = page.chunks().iter().rposition(holds)?;
        page.chunks()
            .get(around::subject(&page.document().tree, innermost))
    }

    /// The text of the cursor's line.
    pub(crate) fn cursor_text(&self) -> Option<String> {
        let (page, _) = self.shown()?;
        Some(page.line(self.cursor_line()?).into_owned())
    }

    /// Returns the location for the editor from the code pane: the line of the cursor.
    pub(crate) fn cursor_location(&self) -> Option<Location> {
        let subject = self.subject.as_ref().filter(|it| !it.is_directory)?;
        let home = self.home();
        let line = self.cursor_line().unwrap_or(home.0);
        Some(Location {
            path: subject.path.clone(),
            line,
            column: if line == home.0 { home.1 } else { 1 },
        })
    }

    /// Location that Enter opens for a declaration that contains hits: the current line of its
    /// name.
    pub(crate) fn node_location(&self, node: ChunkId) -> Option<Location> {
        let Showing::Page(page, Some(leaf)) = &self.showing else {
            return None;
        };
        let chain = page.chain(*leaf);
        let mut chunks = chain.iter().filter_map(|index| page.chunks().get(*index));
        let chunk = chunks.find(|chunk| chunk.id == node)?;
        Some(Location {
            path: self.subject.as_ref()?.path.clone(),
            line: chunk.name_at.0,
            column: chunk.name_at.1,
        })
    }

    /// The text of what is shown: the hit, or what holds it at the level zoomed to, with nothing
    /// folded.
    pub(crate) fn text(&self) -> Option<String> {
        if self.is_directory() {
            return Some(self.subject.as_ref()?.summary.clone());
        }
        let Showing::Page(page, anchor) = &self.showing else {
            return None;
        };
        let tree = &page.document().tree;
        let level = anchor.and_then(|_| self.levels.get(self.level()));
        let text_of = |index: &usize| {
            let chunk = page.chunks().get(*index)?;
            Some(page.text(chunk))
        };
        match level {
            Some(Level::Whole(index) | Level::Skeleton(index)) => text_of(index),
            Some(Level::Type(members)) => {
                let texts: Vec<String> = members.iter().filter_map(text_of).collect();
                Some(texts.join("\n"))
            }
            Some(Level::Outline | Level::File) => {
                let text = &tree.document.text;
                Some(text.slice(0..text.len()).into_owned())
            }
            None => Some(self.shown_text()),
        }
    }

    /// The lines in the rows.
    fn shown_text(&self) -> String {
        let Showing::Page(page, _) = &self.showing else {
            return String::new();
        };
        let rows = self.rows.iter().filter(|row| row.starts());
        let lines = rows.filter_map(|row| match row {
            Row::Line(line) | Row::Part(line, _) => Some(page.line(*line)),
            _ => None,
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The line that is looked at, as far as it is known.
    pub(crate) fn near(&self) -> u32 {
        self.cursor_line().unwrap_or(self.home().0)
    }

    /// 1-based line and column at which the hit is shown first.
    pub(super) fn home(&self) -> (u32, u32) {
        let named = match (&self.showing, &self.subject) {
            (Showing::Page(page, Some(leaf)), _) => page.chunks().get(*leaf).map(|it| it.name_at),
            (_, Some(subject)) => subject.goal.or(Some(subject.name_at)),
            _ => None,
        };
        self.matched.or(named).unwrap_or((1, 1))
    }
}
