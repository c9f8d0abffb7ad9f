//! A chunk's surroundings for people.

use super::ContextObject;
use super::expand::{Around, ORDER, Passage, RelationsObject, SIBLINGS, Surroundings};
use crate::cli::plain;
use std::fmt::Write;

/// Writing to a string does not fail.
pub(in crate::cli) fn page(object: &ContextObject) -> String {
    let mut page = Page {
        text: String::new(),
        color: plain::coloured(),
    };
    page.place(&object.chunk);
    page.code(&object.chunk);
    if object.changed {
        page.text.push_str("(changed since it was indexed)\n");
    }
    page.surroundings(&object.around);
    if object.fresh == Some(false) {
        page.text.push_str("(the index is not up to date yet)\n");
    }
    page.text
}

/// The context of a hit.
pub(in crate::cli) fn surroundings(around: &Surroundings) -> String {
    let mut page = Page {
        text: String::new(),
        color: plain::coloured(),
    };
    page.surroundings(around);
    page.text
}

struct Page {
    text: String,
    color: bool,
}

impl Page {
    fn surroundings(&mut self, around: &Surroundings) {
        for (title, name) in ORDER {
            match around.get(name) {
                None => {}
                Some(Around::Passages(passages)) if name == SIBLINGS => {
                    self.title(title);
                    passages.iter().for_each(|sibling| self.line(sibling));
                }
                Some(Around::Passages(passages)) => {
                    passages.iter().for_each(|it| self.passage(title, it));
                }
                Some(Around::Near { before, after }) => {
                    let sides = before.iter().chain(after);
                    sides.for_each(|it| self.passage(title, it));
                }
                Some(Around::Passage(passage)) => self.passage(title, passage),
                Some(Around::Relations(relations)) => self.relations(title, relations),
            }
        }
    }

    fn title(&mut self, title: &str) {
        let title = plain::paint(self.color, "1", &format!("── {title}"));
        let _ = writeln!(self.text, "\n{title}");
    }

    fn passage(&mut self, title: &str, passage: &Passage) {
        self.title(title);
        self.place(passage);
        self.code(passage);
    }

    /// `src/a.rs:12-30: method merge`
    fn place(&mut self, passage: &Passage) {
        let (first, last) = (passage.start_line, passage.end_line);
        let place = format!("{}:{first}-{last}:", plain::path(&passage.path));
        let name = match passage.kind {
            Some(kind) => format!(" {kind} {}", plain::safe(&passage.name)),
            None => String::new(),
        };
        let place = plain::paint(self.color, "36", &place);
        let _ = writeln!(self.text, "{place}{}", name.trim_end());
    }

    fn code(&mut self, passage: &Passage) {
        let code = plain::code(&passage.text);
        let code = code.trim_end();
        if !code.is_empty() {
            let _ = writeln!(self.text, "{code}");
        }
    }

    fn line(&mut self, passage: &Passage) {
        let lines = format!("{}-{}", passage.start_line, passage.end_line);
        let lines = plain::paint(self.color, "2", &format!("{lines:>11}"));
        let _ = writeln!(self.text, "{lines}  {}", plain::safe(&passage.text));
    }

    fn relations(&mut self, title: &str, relations: &RelationsObject) {
        let listed = relations.found.len();
        match listed == relations.total {
            true => self.title(&format!("{title} ({listed})")),
            false => self.title(&format!("{title} ({listed} of {})", relations.total)),
        }
        for relation in &relations.found {
            let chunk = &relation.chunk;
            let place = format!("{}:{}:", plain::path(&chunk.path), relation.line);
            let place = plain::paint(self.color, "36", &place);
            let certainty = plain::paint(self.color, "2", relation.certainty);
            let kind = chunk.kind.unwrap_or_default();
            let name = plain::safe(&chunk.name);
            let _ = writeln!(self.text, "{place} {kind} {name}  {certainty}");
            let _ = writeln!(self.text, "    {}", plain::safe(&chunk.text));
        }
        if !relations.unresolved.is_empty() {
            let names = relations.unresolved.join(", ");
            let _ = writeln!(self.text, "not in the repository: {}", plain::safe(&names));
        }
    }
}
