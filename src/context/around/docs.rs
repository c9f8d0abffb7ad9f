//! What a declaration says of itself, for reading.

use crate::chunk::{Chunk, ChunkTree};

/// A longer signature is cut, in characters.
const LONGEST_SIGNATURE: usize = 400;

/// What docs stand between that are one string or one comment, longest first.
const BLOCKS: &[(&str, &str)] = &[
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("\"", "\""),
    ("'", "'"),
    ("/**", "*/"),
    ("/*!", "*/"),
    ("/*", "*/"),
    ("(**", "*)"),
    ("(*", "*)"),
    ("{-|", "-}"),
    ("{-", "-}"),
    ("--[[", "]]"),
    ("#=", "=#"),
    ("<!--", "-->"),
];
/// What each line of other comments begins with, longest first.
const LINES: &[&str] = &[
    "///", "//!", "//", "---", "-- |", "--", "##", "#'", "#", ";;;", ";;", ";", "%%", "%",
];
/// What stands before the quotes of a string: `r"""…`.
const STRING_MARKS: [char; 8] = ['r', 'R', 'u', 'U', 'b', 'B', 'f', 'F'];

/// A chunk's signature on one line; its name, or its first line, where it has none.
pub fn signature_line(tree: &ChunkTree, chunk: &Chunk) -> String {
    let signature = tree.document.text.slice(chunk.signature.clone());
    let line = match (signature.trim(), chunk.name.as_str()) {
        ("", "") => {
            let text = tree.text(chunk);
            let first = text.lines().find(|line| !line.trim().is_empty());
            return one_line(first.unwrap_or_default());
        }
        ("", name) => name,
        (signature, _) => signature,
    };
    one_line(line)
}

fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_SIGNATURE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// A chunk's docs without the marks of comments and strings; none where it has no docs.
pub fn docstring(tree: &ChunkTree, chunk: &Chunk) -> Option<String> {
    let docs = tree.document.text.slice(chunk.docs.clone());
    let text = unmarked(docs.trim());
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn unmarked(docs: &str) -> String {
    let string = docs.trim_start_matches(STRING_MARKS);
    let docs = match string.starts_with(['"', '\'']) {
        true => string,
        false => docs,
    };
    let block = BLOCKS.iter().find_map(|(open, close)| {
        let inside = docs.strip_prefix(open)?;
        Some((*open, inside.strip_suffix(close).unwrap_or(inside)))
    });
    match block {
        Some((open, inside)) => {
            let is_starred = open.starts_with("/*") || open.starts_with("(*");
            let lines = inside.lines().enumerate();
            dedented(lines.map(|(place, line)| match place {
                0 => line.trim(),
                _ if is_starred => unstarred(line),
                _ => line,
            }))
        }
        None => {
            let lines = docs.lines().map(|line| {
                let line = line.trim();
                let text = LINES.iter().find_map(|mark| line.strip_prefix(mark));
                text.map_or(line, |text| text.strip_prefix(' ').unwrap_or(text))
            });
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

/// `text` of ` * text`, but not `*emphasis*` of `*emphasis*`.
fn unstarred(line: &str) -> &str {
    let rest = line.trim_start().strip_prefix('*');
    match rest {
        Some(text) if text.is_empty() => text,
        Some(text) => text.strip_prefix(' ').unwrap_or(line),
        None => line,
    }
}

/// Lines without the indentation that all but the first have in common.
fn dedented<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let mut lines: Vec<&str> = lines.map(str::trim_end).collect();
    let inner = lines.iter().skip(1).filter(|line| !line.is_empty());
    let margin = inner.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len());
    let margin = margin.min().unwrap_or(0);
    for line in lines.iter_mut().skip(1) {
        *line = line.get(margin..).unwrap_or_default();
    }
    lines.join("\n")
}
