//! A chunk's context for people.
//!
//! [`context()`] is the page of a chunk, [`surroundings()`] its part below the chunk, which hits have too.

use super::style::Style;
use super::text::{code, safe};
use crate::answers::{
    Around, ContextObject, PARTS, Passage, RelationObject, RelationsObject, Surroundings,
};
use std::fmt::Write;
use std::path::Path;

// Writing to a string does not fail.

/// A chunk with its context: the output of `context`.
pub(crate) fn context(object: &ContextObject, style: &Style) -> String {
    context_parts(object, style).concat()
}

/// The location of a chunk, its code, and its context.
pub(crate) fn context_parts(object: &ContextObject, style: &Style) -> [String; 3] {
    let root = Path::new(&object.root);
    let mut heading = String::new();
    for symbol in &object.symbols {
        let location = style.location(root, &object.chunk.path, &format!(":{}:", symbol.line));
        let _ = writeln!(heading, "{location} {}", safe(&symbol.qualified_name));
    }
    heading.push_str(&location(root, &object.chunk, style));
    let mut around = String::new();
    if object.changed {
        around.push_str("(changed since it was indexed)\n");
    }
    around.push_str(&surroundings(root, &object.around, style));
    if object.fresh == Some(false) {
        around.push_str("(the index is not up to date yet)\n");
    }
    [heading, text(&object.chunk), around]
}

/// The context of a chunk, each part under its title.
pub(crate) fn surroundings(root: &Path, around: &Surroundings, style: &Style) -> String {
    let mut page = String::new();
    for (_, title, field) in PARTS {
        let title =
            |count: &str| format!("\n{}\n", style.paint("1", &format!("── {title}{count}")));
        let passages: Vec<&Passage> = match around.get(field) {
            None => Vec::new(),
            Some(Around::Passage(passage)) => vec![passage],
            Some(Around::Passages(passages)) => passages.iter().collect(),
            Some(Around::Near { before, after }) => before.iter().chain(after).collect(),
            Some(Around::Signatures(passages)) => {
                page.push_str(&title(""));
                for passage in passages {
                    page.push_str(&signature(passage, style));
                }
                Vec::new()
            }
            Some(Around::Relations(relations)) => {
                let count = match relations.found.len() {
                    listed if listed == relations.total => format!(" ({listed})"),
                    listed => format!(" ({listed} of {})", relations.total),
                };
                let of = match relations.of.as_slice() {
                    [] => String::new(),
                    names => format!(" of {}", safe(&names.join(", "))),
                };
                page.push_str(&title(&(of + &count)));
                page.push_str(&references(root, relations, style));
                Vec::new()
            }
        };
        for passage in passages {
            page.push_str(&title(""));
            page.push_str(&location(root, passage, style));
            page.push_str(&text(passage));
        }
    }
    page
}

/// `src/a.rs:12-30: method Merger.merge`
fn location(root: &Path, passage: &Passage, style: &Style) -> String {
    let (first, last) = (passage.start_line, passage.end_line);
    let lines = if first == last {
        format!(":{first}:")
    } else {
        format!(":{first}-{last}:")
    };
    let mut page = style.location(root, &passage.path, &lines);
    if let Some(kind) = passage.kind {
        let _ = write!(page, " {kind} {}", safe(&passage.qualified_name));
        page.truncate(page.trim_end().len());
    }
    page + "\n"
}

/// The lines of a passage.
fn text(passage: &Passage) -> String {
    let text = code(&passage.text);
    match text.trim_end() {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

fn signature(passage: &Passage, style: &Style) -> String {
    let lines = format!("{}-{}", passage.start_line, passage.end_line);
    let lines = style.paint("2", &format!("{lines:>11}"));
    format!("{lines}  {}\n", safe(&passage.text))
}

/// `src/a.rs:12: method merge  certain`, then the line.
pub(super) fn reference(root: &Path, relation: &RelationObject, style: &Style) -> String {
    let chunk = &relation.chunk;
    let location = style.location(root, &chunk.path, &format!(":{}:", relation.line));
    let certainty = style.paint("2", relation.certainty);
    let (kind, name) = (chunk.kind.unwrap_or_default(), safe(&chunk.name));
    format!(
        "{location} {kind} {name}  {certainty}\n    {}\n",
        safe(&chunk.text)
    )
}

/// Adds references, each with its own steps below it.
fn add_tree(page: &mut String, root: &Path, rows: &[RelationObject], depth: usize, style: &Style) {
    let indent = "  ".repeat(depth);
    for row in rows {
        let cycle = if row.is_cycle { " (above)" } else { "" };
        let text = reference(root, row, style);
        for (number, line) in text.lines().enumerate() {
            let cycle = if number == 0 { cycle } else { "" };
            let _ = writeln!(page, "{indent}{line}{cycle}");
        }
        add_tree(page, root, &row.steps, depth + 1, style);
    }
}

fn references(root: &Path, relations: &RelationsObject, style: &Style) -> String {
    let mut page = String::new();
    add_tree(&mut page, root, &relations.found, 0, style);
    if relations.is_cut {
        page.push_str("(a limit was reached: not all steps are listed)\n");
    }
    if !relations.unresolved.is_empty() {
        let names = relations.unresolved.join(", ");
        let _ = writeln!(page, "not in the repository: {}", safe(&names));
    }
    for files in &relations.unread {
        let _ = writeln!(page, "not read: {}", safe(files));
    }
    page
}
