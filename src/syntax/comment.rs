//! Text of comments and docstrings without comment markers, in any language.
//!
//! Contract of [`uncommented()`]: it knows the markers of all languages and needs no tree, so it works on any
//! part of a text. Summaries, context and exports show docs through it.

/// Block comments and multi-line strings: start, end, and whether lines may begin with `*`. Longest first.
const BLOCKS: &[(&str, &str, bool)] = &[
    ("\"\"\"", "\"\"\"", false),
    ("'''", "'''", false),
    ("/**", "*/", true),
    ("/*!", "*/", true),
    ("/*", "*/", true),
    ("(**", "*)", true),
    ("(*", "*)", true),
    ("{-|", "-}", false),
    ("{-", "-}", false),
    ("--[[", "]]", false),
    ("#=", "=#", false),
    ("<!--", "-->", false),
    ("=begin", "=end", false),
    ("\"", "\"", false),
    ("'", "'", false),
];
/// Starts of line comments, longest first. `#` also starts attributes and directives.
const LINES: &[&str] = &[
    "///", "//!", "//", "-- |", "-- ^", "---", "--", "##", "#'", "#:", ";;;", ";;", ";", "%%", "%",
];
/// Attributes of Elixir whose value is a docstring.
const ATTRIBUTES: &[&str] = &["@moduledoc", "@typedoc", "@shortdoc", "@doc"];

/// Returns the text of comments and docstrings without comment markers and common indentation. Lines of code
/// between them become empty.
pub fn uncommented(text: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim().trim_start_matches('\u{feff}');
        let Some((end, starred, first)) = block(line) else {
            out.push(line_comment(line));
            continue;
        };
        let mut inside = vec![first];
        while inside.last().is_some_and(|last| !last.contains(end))
            && let Some(next) = lines.next()
        {
            inside.push(next);
        }
        if let Some(last) = inside.last_mut()
            && let Some((text, _)) = last.split_once(end)
        {
            *last = text.trim_end();
        }
        if starred {
            inside
                .iter_mut()
                .skip(1)
                .for_each(|line| *line = unstarred(line));
        }
        out.extend(dedented(inside));
        out.push("");
    }
    out.join("\n")
}

/// The end of the block that a line opens, whether its lines may begin with `*`, and its first line.
fn block(line: &str) -> Option<(&'static str, bool, &str)> {
    let string = string(line);
    BLOCKS.iter().find_map(|(start, end, starred)| {
        let line = match start.starts_with(['"', '\'']) {
            true => string,
            false => line,
        };
        Some((*end, *starred, line.strip_prefix(start)?.trim()))
    })
}

/// A line from the opening quotes of its string, without `@doc ~S` or a prefix such as `r`.
fn string(line: &str) -> &str {
    let attribute = ATTRIBUTES.iter().find_map(|name| line.strip_prefix(name));
    let value = attribute.map_or(line, |value| {
        value.trim_start().trim_start_matches(['~', 'S', 's'])
    });
    value.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B', 'f', 'F', '@'])
}

fn line_comment(line: &str) -> &str {
    let is_code =
        |rest: &&str| rest.starts_with(|it: char| it.is_alphanumeric() || "![".contains(it));
    let text = LINES.iter().find_map(|mark| line.strip_prefix(mark));
    let text = text.or_else(|| line.strip_prefix('#').filter(|rest| !is_code(rest)));
    text.map_or("", |text| text.strip_prefix(' ').unwrap_or(text))
}

/// `text` of ` * text`, but not `*emphasis*` of `*emphasis*`.
fn unstarred(line: &str) -> &str {
    match line.trim_start().strip_prefix('*') {
        Some(rest) if rest.is_empty() || rest.starts_with(['*', '/', '\t']) => {
            rest.trim_matches('*')
        }
        Some(rest) => rest.strip_prefix(' ').unwrap_or(line),
        None => line,
    }
}

/// Lines without the common indentation of all but the first.
fn dedented(lines: Vec<&str>) -> impl Iterator<Item = &str> {
    let inner = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let indent = inner.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len());
    let indent = indent.min().unwrap_or(0);
    lines
        .into_iter()
        .enumerate()
        .map(move |(index, line)| match index {
            0 => line,
            _ => line.get(indent..).unwrap_or_default().trim_end(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = uncommented(text);
        let lines = found.lines().filter(|line| !line.is_empty());
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{text:?}");
    }

    #[test]
    fn comments_lose_their_marks() {
        check("/// Merges.\n/// Fast.", &["Merges.", "Fast."]);
        check("//! Merges.", &["Merges."]);
        check("/** Merges. */", &["Merges."]);
        check(
            "/**\n * Merges *all*.\n *   - a\n *\n * *Fast.*\n */",
            &["Merges *all*.", "  - a", "*Fast.*"],
        );
        check("/* Merges.\n   Fast. */", &["Merges.", "Fast."]);
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
    fn docstrings_lose_their_quotes() {
        check(
            "\"\"\"Merges.\n\n    Fast:\n      a\n    \"\"\"",
            &["Merges.", "Fast:", "  a"],
        );
        check("r'''Merges.'''", &["Merges."]);
        check("@moduledoc \"\"\"\n  Merges.\n  \"\"\"", &["Merges."]);
        check("@doc ~S\"\"\"\n  Merges.\n  \"\"\"", &["Merges."]);
        check("@doc \"Merges.\"", &["Merges."]);
        check("@doc false", &[]);
    }

    #[test]
    fn code_is_dropped() {
        check("#!/bin/sh\n# a\n\"\"\"Merges.\"\"\"", &["a", "Merges."]);
        check("#pragma once\n#include <a>\n// Merges.", &["Merges."]);
        check("#![allow(x)]\nlet x = 1;", &[]);
    }
}
