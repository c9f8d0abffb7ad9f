//! The page of a file's declarations.

use super::style::Style;
use super::text::safe;
use crate::answers::{FileObject, OutlineNode};
use crate::app::counted;
use std::fmt::Write;
use std::path::Path;

/// A line of an outline.
pub(crate) struct OutlineRow {
    /// 0 for the file, 1 for its declarations, 2 for their members, and so on.
    pub(crate) level: usize,
    /// Names of the declarations around it: `Session.get`.
    pub(crate) owner: String,
    /// Line of its declaration.
    pub(crate) line: u32,
    pub(crate) text: String,
}

/// A file with its language and its length, then its declarations, each followed by its members.
pub(crate) fn outline(root: &Path, file: &FileObject, style: &Style) -> String {
    let rows = outline_rows(root, file, style).into_iter();
    rows.map(|row| row.text).collect()
}

/// The lines of [`outline()`].
pub(crate) fn outline_rows(root: &Path, file: &FileObject, style: &Style) -> Vec<OutlineRow> {
    let language = file
        .language
        .map_or(String::new(), |name| format!("{name}, "));
    let lines = counted(file.line_count as usize, "line", "lines");
    let mut about = format!("  {language}{lines}");
    if let Some(line) = file.unparsed_from {
        let _ = write!(
            about,
            ", not parsed from line {line}: too long, or takes too long"
        );
    }
    about += &unparsed(&file.unparsed);
    let mut rows = vec![OutlineRow {
        level: 0,
        owner: String::new(),
        line: 1,
        text: style.location(root, &file.path, "") + &style.paint("2", &about) + "\n",
    }];
    add_rows(&file.children, (1, ""), style, &mut rows);
    rows
}

/// `, not parsed: lines 3, 12-14`.
fn unparsed(lines: &[(u32, u32)]) -> String {
    const SHOWN: usize = 5;
    if lines.is_empty() {
        return String::new();
    }
    let shown = lines.iter().take(SHOWN).map(|(first, last)| match last {
        last if last == first => first.to_string(),
        last => format!("{first}-{last}"),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = match lines.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more places"),
    };
    format!(", not parsed: lines {shown}{more}")
}

/// `   12-30     method fn merge(&self)`, indented by the level of the declaration, with the names around it.
fn add_rows(
    nodes: &[OutlineNode],
    (level, owner): (usize, &str),
    style: &Style,
    rows: &mut Vec<OutlineRow>,
) {
    for node in nodes {
        let lines = if node.start_line == node.end_line {
            node.start_line.to_string()
        } else {
            format!("{}-{}", node.start_line, node.end_line)
        };
        let text = node.signature.as_deref().unwrap_or(&node.name);
        let kind = if has_kind(text, node) {
            String::new()
        } else {
            style.paint("2", node.kind) + " "
        };
        let text = format!(
            "{} {:indent$}{kind}{}\n",
            style.paint("2", &format!("{lines:>11}")),
            "",
            style.paint("1", &safe(text)),
            indent = level * 2,
        );
        rows.push(OutlineRow {
            level,
            owner: owner.to_owned(),
            line: node.start_line,
            text,
        });
        let own = match owner {
            "" => safe(&node.name),
            _ => format!("{owner}.{}", safe(&node.name)),
        };
        add_rows(&node.children, (level + 1, &own), style, rows);
    }
}

/// Returns true if the signature contains the kind before the name, as `pub struct Cache` does.
fn has_kind(text: &str, node: &OutlineNode) -> bool {
    let before = text.find(&node.name).and_then(|at| text.get(..at));
    let mut words = before
        .unwrap_or_default()
        .split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == node.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &'static str, name: &str, signature: Option<&str>, expected: &str) {
        let node = OutlineNode {
            id: String::new(),
            kind,
            name: name.to_owned(),
            signature: signature.map(str::to_owned),
            start_line: 3,
            end_line: 7,
            children: Vec::new(),
        };
        let mut rows = Vec::new();
        add_rows(&[node], (0, ""), &Style::plain(Path::new("")), &mut rows);
        assert_eq!(rows[0].text.trim(), format!("3-7 {expected}"));
    }

    #[test]
    fn a_kind_in_the_signature_is_shown_once() {
        check("class", "Cache", Some("class Cache"), "class Cache");
        let shared = "pub(crate) struct Cache<'a>";
        check("struct", "Cache", Some(shared), shared);
        check(
            "impl",
            "Cache",
            Some("impl Drop for Cache"),
            "impl Drop for Cache",
        );
        check(
            "method",
            "drop",
            Some("fn drop(&mut self)"),
            "method fn drop(&mut self)",
        );
        check(
            "function",
            "class",
            Some("int class(int x)"),
            "function int class(int x)",
        );
        check("function", "f", Some("f(class x)"), "function f(class x)");
        check("section", "Caching", None, "section Caching");
        check(
            "class",
            "Classes",
            Some("subclass Classes"),
            "class subclass Classes",
        );
    }
}
