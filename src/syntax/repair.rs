//! Repair of missing and surplus brackets in broken code, by indentation.
//!
//! After a missing bracket, a parser takes the following code for a part of the open block. In formatted
//! code, the line of a closing bracket has the indentation of the line that opens it.
//!
//! [`balance_brackets()`] returns a text with the same offsets. `parse` tries it if the tree of a text has
//! errors, and keeps the better outline.

use super::edit::with_bytes;
use tree_sitter::Tree;

/// A bracket in the parsed text.
struct Bracket {
    at: usize,
    mark: u8,
    /// Indentation of its line, in bytes.
    indent: usize,
    /// True if it is first on its line.
    begins_line: bool,
}

/// Replacement of one byte.
type Edit = (usize, u8);

/// Maximum number of replacements. Each may read the rest of the text; code with more errors is not
/// repairable.
const MAX_EDITS: usize = 200;

/// Maximum number of bytes of a repaired text. Most longer ones are generated, or end at the limit of parsing,
/// and parsing them again takes up to a second.
const MAX_LEN: usize = 256 << 10;

/// The text with all brackets in pairs and unchanged offsets: a missing closing bracket replaces white space,
/// and a space replaces a bracket without a counterpart. None if all brackets are in pairs, or the text is too
/// long.
///
/// Indentation is that of `original`, in which no macros are hidden.
pub(super) fn balance_brackets(text: &str, original: &str, tree: &Tree) -> Option<String> {
    if text.len() > MAX_LEN {
        return None;
    }
    let bytes = text.as_bytes();
    let edits = edits(bytes, &brackets(bytes, original.as_bytes(), tree));
    if edits.is_empty() || edits.len() > MAX_EDITS {
        return None;
    }
    Some(with_bytes(text, edits).into_owned())
}

/// The brackets of a tree, in order.
fn brackets(text: &[u8], original: &[u8], tree: &Tree) -> Vec<Bracket> {
    let mut found = Vec::new();
    // The last line, and the byte up to which it was read: each byte is read once.
    let (mut start, mut indentation, mut read) = (0, indent(original), 0);
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let at = node.start_byte();
        let mark = text.get(at).copied().unwrap_or_default();
        if b"{}()[]".contains(&mark) && !node.is_named() && node.byte_range().len() == 1 {
            let between = text.get(read..at).unwrap_or_default();
            if let Some(last_break) = between.iter().rposition(|byte| *byte == b'\n') {
                start = read + last_break + 1;
                indentation = indent(original.get(start..).unwrap_or_default());
            }
            read = at;
            found.push(Bracket {
                at,
                mark,
                indent: indentation,
                begins_line: at == start + indentation,
            });
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

fn indent(line: &[u8]) -> usize {
    line.iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

fn edits(text: &[u8], brackets: &[Bracket]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut open: Vec<&Bracket> = Vec::new();
    for bracket in brackets {
        if edits.len() > MAX_EDITS {
            return edits;
        }
        let opening = match bracket.mark {
            b'}' => b'{',
            b')' => b'(',
            b']' => b'[',
            _ => {
                open.push(bracket);
                continue;
            }
        };
        let is_block = opening == b'{';
        // Scopes that cannot end here were not closed.
        while edits.len() <= MAX_EDITS
            && let Some(unclosed) = open.pop_if(|last| {
                let ends_here =
                    last.mark == opening && (!bracket.begins_line || last.indent <= bracket.indent);
                !ends_here && (is_block || last.mark == opening && last.mark != b'{')
            })
        {
            close(text, unclosed, bracket.at, &mut edits);
        }
        let closed = open.pop_if(|last| {
            let is_aligned = !bracket.begins_line || last.indent == bracket.indent;
            last.mark == opening && (!is_block || is_aligned)
        });
        if closed.is_none() {
            edits.push((bracket.at, b' '));
        }
    }
    for unclosed in open.into_iter().rev().take(MAX_EDITS + 1) {
        close(text, unclosed, text.len(), &mut edits);
    }
    edits
}

/// Closes a block before the first following line with at most its own indentation, or removes another
/// bracket.
fn close(text: &[u8], unclosed: &Bracket, end: usize, edits: &mut Vec<Edit>) {
    if unclosed.mark != b'{' {
        return edits.push((unclosed.at, b' '));
    }
    let after = text.get(unclosed.at..end).unwrap_or_default();
    let mut start = unclosed.at;
    let mut after_blank = false;
    for (number, line) in after.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let indent = indent(line);
        let is_blank = line.trim_ascii().is_empty();
        let is_directive = line.get(indent) == Some(&b'#');
        if number > 0 && !is_blank && !is_directive && indent <= unclosed.indent {
            let is_on_line_before = after_blank || indent == 0;
            return edits.push((start - usize::from(is_on_line_before), b'}'));
        }
        after_blank = is_blank;
        start += line.len();
    }
    if text
        .get(end.wrapping_sub(1))
        .is_some_and(u8::is_ascii_whitespace)
    {
        edits.push((end - 1, b'}'));
    }
}
