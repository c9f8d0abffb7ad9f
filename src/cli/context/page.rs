//! A chunk's surroundings for people.

use super::expand::{ContextObject, Passage, RelationsObject};
use crate::cli::plain;
use std::fmt::Write;

/// Writing to a string does not fail.
pub(super) fn page(object: &ContextObject) -> String {
    let mut page = Page {
        text: String::new(),
        colour: plain::coloured(),
    };
    page.place(&object.chunk);
    page.code(&object.chunk);
    if object.changed {
        page.text.push_str("(changed since it was indexed)\n");
    }
    let passages = [
        ("parent", &object.parent_context),
        ("header", &object.context_header),
        ("neighbours", &object.neighbours_context),
    ];
    for (title, passages) in passages {
        for passage in passages.iter().flatten() {
            page.title(title);
            page.place(passage);
            page.code(passage);
        }
    }
    if let Some(siblings) = &object.siblings_context {
        page.title("siblings");
        for sibling in siblings {
            page.line(sibling);
        }
    }
    let relations = [
        ("imports", &object.imports_context),
        ("callers", &object.callers_context),
        ("callees", &object.callees_context),
    ];
    for (title, relations) in relations {
        if let Some(relations) = relations {
            page.relations(title, relations);
        }
    }
    let rest = [
        ("skeleton", &object.skeleton_context),
        ("file", &object.file_context),
    ];
    for (title, passage) in rest {
        if let Some(passage) = passage {
            page.title(title);
            page.place(passage);
            page.code(passage);
        }
    }
    if object.fresh == Some(false) {
        page.text.push_str("(the index is not up to date yet)\n");
    }
    page.text
}

struct Page {
    text: String,
    colour: bool,
}

impl Page {
    fn title(&mut self, title: &str) {
        let title = plain::paint(self.colour, "1", &format!("── {title}"));
        let _ = writeln!(self.text, "\n{title}");
    }

    /// `src/a.rs:12-30: method merge`
    fn place(&mut self, passage: &Passage) {
        let (first, last) = (passage.start_line, passage.end_line);
        let place = format!("{}:{first}-{last}:", plain::path(&passage.path));
        let name = match passage.kind {
            Some(kind) => format!(" {kind} {}", plain::safe(&passage.name)),
            None => String::new(),
        };
        let place = plain::paint(self.colour, "36", &place);
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
        let lines = plain::paint(self.colour, "2", &format!("{lines:>11}"));
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
            let place = plain::paint(self.colour, "36", &place);
            let certainty = plain::paint(self.colour, "2", relation.certainty);
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
