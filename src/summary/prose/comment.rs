//! The lines of comments and docstrings without their marks.

/// Lines that are looked at.
const MOST_LINES: usize = 300;

/// A mark that opens a comment or string of several lines, and what closes it. Longest first.
struct Block {
    open: &'static str,
    close: &'static str,
    /// Whether its lines may begin with `*`.
    starred: bool,
}

const fn block(open: &'static str, close: &'static str, starred: bool) -> Block {
    Block {
        open,
        close,
        starred,
    }
}

const BLOCKS: &[Block] = &[
    block("\"\"\"", "\"\"\"", false),
    block("'''", "'''", false),
    block("/**", "*/", true),
    block("/*!", "*/", true),
    block("/*", "*/", true),
    block("(**", "*)", true),
    block("(*", "*)", true),
    block("{-|", "-}", false),
    block("{-", "-}", false),
    block("--[[", "]]", false),
    block("#=", "=#", false),
    block("<!--", "-->", false),
    block("=begin", "=end", false),
    block("\"", "\"", false),
    block("'", "'", false),
];

/// What lines of other comments begin with, longest first.
const LINES: &[&str] = &[
    "///", "//!", "//", "-- |", "-- ^", "---", "--", "##", "#'", "#:", "#", ";;;", ";;", ";", "%%",
    "%", "dnl ", "REM ",
];
/// What begins with `#` and is no comment: of C, Rust, Swift.
const CODE: &[&str] = &[
    "#include",
    "#define",
    "#if",
    "#else",
    "#elif",
    "#endif",
    "#pragma",
    "#undef",
    "#import",
    "#error",
    "#[",
    "#![",
    "#line",
    "#nullable",
];
/// Attributes whose value is the docs: of Elixir.
const ATTRIBUTES: &[&str] = &["@moduledoc", "@typedoc", "@shortdoc", "@doc"];

/// The lines of what may be several comments of several kinds, without their marks. What is no
/// comment is an empty line.
pub(super) fn uncommented(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut open: Option<&Block> = None;
    for line in text.lines().take(MOST_LINES) {
        let line = line.trim_end();
        match open {
            Some(block) => {
                let inside = line.split_once(block.close).map(|(inside, _)| inside);
                lines.push(match block.starred {
                    true => unstarred(inside.unwrap_or(line)),
                    false => inside.unwrap_or(line),
                });
                if inside.is_some() {
                    open = None;
                    lines.push("");
                }
            }
            None => open = opened(line, &mut lines),
        }
    }
    match summary_of(&lines) {
        Some(summary) => summary,
        None => lines,
    }
}

/// Reads a line outside of blocks; the block that it opens and does not close, if any.
fn opened<'t>(line: &'t str, lines: &mut Vec<&'t str>) -> Option<&'static Block> {
    let line = line.trim_start().trim_start_matches('\u{feff}');
    let string = value(line);
    let block = BLOCKS.iter().find_map(|block| {
        let is_string = block.open.starts_with(['"', '\'']);
        let inside = if is_string { string } else { line }.strip_prefix(block.open)?;
        Some((block, inside))
    });
    let is_code = CODE.iter().any(|code| line.starts_with(code));
    match block {
        Some((block, inside)) => match inside.split_once(block.close) {
            Some((inside, _)) => {
                lines.extend([inside, ""]);
                None
            }
            None => {
                lines.push(inside);
                Some(block)
            }
        },
        _ if is_code => {
            lines.push("");
            None
        }
        None => {
            let text = LINES.iter().find_map(|mark| line.strip_prefix(mark));
            lines.push(text.map_or("", |text| text.strip_prefix(' ').unwrap_or(text)));
            None
        }
    }
}

/// What a line says behind `@doc`, `#[doc =` and the letters before a string's quotes.
fn value(line: &str) -> &str {
    let attribute = ATTRIBUTES.iter().find_map(|name| line.strip_prefix(name));
    let value = match attribute {
        Some(value) => value.trim_start().trim_start_matches(['~', 'S', 's']),
        None => line,
    };
    let string = value.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B', 'f', 'F', '@']);
    match string.starts_with(['"', '\'']) {
        true => string,
        false => value,
    }
}

/// `text` of ` * text`, but not `*emphasis*` of `*emphasis*`.
fn unstarred(line: &str) -> &str {
    let Some(text) = line.trim_start().strip_prefix('*') else {
        return line;
    };
    match text.strip_prefix(' ') {
        Some(text) => text,
        None if text.is_empty() || text.starts_with(['*', '/', '\t']) => text.trim_matches('*'),
        None => line,
    }
}

/// What XML docs say between `<summary>` and its end.
fn summary_of<'t>(lines: &[&'t str]) -> Option<Vec<&'t str>> {
    let from = lines.iter().position(|line| line.contains("<summary>"))?;
    let rest = lines.get(from..)?;
    let to = rest.iter().position(|line| line.contains("</summary>"));
    let inside = rest.get(..=to.unwrap_or(rest.len().saturating_sub(1)))?;
    Some(inside.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut lines = uncommented(text);
        lines.retain(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        assert_eq!(lines, expected, "{text:?}");
    }

    #[test]
    fn every_comment_is_without_its_marks() {
        check("/// Merges.\n/// Fast.", &["Merges.", "Fast."]);
        check("//! Merges.", &["Merges."]);
        check("/** Merges. */", &["Merges."]);
        check(
            "/**\n * Merges *all*.\n *\n * Fast.\n */",
            &["Merges *all*.", "Fast."],
        );
        check("# Merges.", &["Merges."]);
        check("-- | Merges.", &["Merges."]);
        check("{-| Merges.\n-}", &["Merges."]);
        check("(** Merges. *)", &["Merges."]);
        check("--[[ Merges. ]]", &["Merges."]);
        check("=begin\nMerges.\n=end", &["Merges."]);
        check("<!-- Merges. -->", &["Merges."]);
        check(";; Merges.", &["Merges."]);
    }

    #[test]
    fn every_docstring_is_without_its_quotes() {
        check(
            "\"\"\"Merges.\n\n    Fast.\n    \"\"\"",
            &["Merges.", "Fast."],
        );
        check("r'''Merges.'''", &["Merges."]);
        check("@moduledoc \"\"\"\n  Merges.\n  \"\"\"", &["Merges."]);
        check("@doc ~S\"\"\"\n  Merges.\n  \"\"\"", &["Merges."]);
        check("@doc \"Merges.\"", &["Merges."]);
        check("@doc false", &[]);
    }

    #[test]
    fn several_comments_are_all_read() {
        check(
            "# -*- coding: utf-8 -*-\n\"\"\"Merges.\"\"\"",
            &["-*- coding: utf-8 -*-", "Merges."],
        );
        check("#pragma once\n#include <a>\n// Merges.", &["Merges."]);
        check(
            "/// <summary>\n/// Merges.\n/// </summary>\n/// <param name=\"a\">It.</param>",
            &["<summary>", "Merges.", "</summary>"],
        );
        check("let x = 1;", &[]);
    }
}
