//! Positions in a settings file: the line of an offset, and the key at a byte range.

use std::ops::Range;
use toml::de::{DeTable, DeValue};

pub(super) fn line_at(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count()
}

/// Dotted key at a byte range, or whose value contains it.
pub(super) fn key_at(text: &str, at: &Range<usize>) -> Option<String> {
    let document = DeTable::parse(text).ok()?;
    let mut names = Vec::new();
    find_key(document.get_ref(), at, &mut names).then(|| names.join("."))
}

/// The parser limits nesting, so the recursion is bounded.
fn find_key(table: &DeTable<'_>, at: &Range<usize>, names: &mut Vec<String>) -> bool {
    let contains = |span: Range<usize>| span.start <= at.start && at.end <= span.end;
    for (key, value) in table.iter() {
        names.push(key.get_ref().to_string());
        let is_in_value = match value.get_ref() {
            DeValue::Table(inner) => find_key(inner, at, names),
            _ => contains(value.span()),
        };
        if is_in_value || contains(key.span()) {
            return true;
        }
        names.pop();
    }
    false
}
