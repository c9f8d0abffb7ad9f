//! Text of comments and docstrings without their marks, which are in a language's row.
//!
//! Contract of [`uncommented()`]: it needs no tree, so it works on any part of a text. Summaries, context and
//! exports show docs through it.

use super::row::LanguageRow;

/// Quotes of docstrings, longest first.
const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];

/// Returns the text of comments and docstrings without marks and common indentation. Lines of code between them
/// become empty.
pub(super) fn uncommented(text: &str, row: &LanguageRow) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim().trim_start_matches('\u{feff}');
        let Some((end, first)) = block(line, row) else {
            out.push(line_text(line, row));
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
        if end.starts_with('*') {
            for line in inside.iter_mut().skip(1) {
                *line = unstarred(line);
            }
        }
        out.extend(dedented(inside));
        out.push("");
    }
    out.join("\n")
}

/// The end of the block that a line opens, and the text of its first line.
fn block<'t>(line: &'t str, row: &LanguageRow) -> Option<(&'static str, &'t str)> {
    for (start, end) in row.block_comments {
        if let Some(text) = line.strip_prefix(start) {
            return Some((end, text.trim()));
        }
    }
    let marks = row.docstring_marks?;
    let mut string = line;
    while let Some(rest) = marks.iter().find_map(|mark| string.strip_prefix(mark)) {
        string = rest.trim_start();
    }
    let quotes = QUOTES.iter().find(|quotes| string.starts_with(**quotes))?;
    Some((quotes, string.strip_prefix(quotes)?.trim()))
}

/// The text of a line comment; empty for code.
fn line_text<'t>(line: &'t str, row: &LanguageRow) -> &'t str {
    let marks = row.line_comments.iter();
    let mut marked = marks.filter_map(|mark| Some((*mark, line.strip_prefix(mark)?)));
    match marked.next() {
        // An attribute or a directive.
        Some(("#", text)) if text.starts_with(['!', '[']) => "",
        Some((_, text)) => text.strip_prefix(' ').unwrap_or(text),
        None => "",
    }
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
fn dedented(mut lines: Vec<&str>) -> Vec<&str> {
    let indented = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let indents = indented.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len());
    let indent = indents.min().unwrap_or(0);
    for line in lines.iter_mut().skip(1) {
        *line = line.get(indent..).unwrap_or_default().trim_end();
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::syntax::Language;

    /// Checks docs in a language, if it has a row.
    fn check(language: &str, text: &str, expected: &[&str]) {
        let Some(language) = Language::tested(language) else {
            return;
        };
        let found = language.uncommented(text);
        let lines = found.lines().filter(|line| !line.is_empty());
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{text:?}");
    }

    #[test]
    fn comments_lose_their_marks() {
        let check = |text, expected: &[&str]| check("c", text, expected);
        check("/// Merges.\n/// Fast.", &["Merges.", "Fast."]);
        check("//! Merges.", &["Merges."]);
        check("/** Merges. */", &["Merges."]);
        check(
            "/**\n * Merges *all*.\n *   - a\n *\n * *Fast.*\n */",
            &["Merges *all*.", "  - a", "*Fast.*"],
        );
        check("/* Merges.\n   Fast. */", &["Merges.", "Fast."]);
    }

    #[test]
    fn comments_have_the_marks_of_their_language() {
        check("bash", "# Merges.", &["Merges."]);
        check("bash", "#Merges.\n#2 of them.", &["Merges.", "2 of them."]);
        check("haskell", "-- | Merges.", &["Merges."]);
        check("haskell", "{-| Merges.\n-}", &["Merges."]);
        check("html", "<!-- Merges. -->", &["Merges."]);
        check("lua", "--[[ Merges. ]]", &["Merges."]);
        check("ocaml", "(** Merges. *)", &["Merges."]);
        check("ruby", "=begin\nMerges.\n=end", &["Merges."]);
    }

    #[test]
    fn docstrings_lose_their_quotes() {
        check(
            "python",
            "\"\"\"Merges.\n\n    Fast:\n      a\n    \"\"\"",
            &["Merges.", "Fast:", "  a"],
        );
        check("python", "r'''Merges.'''", &["Merges."]);
        for text in [
            "@moduledoc \"\"\"\n  Merges.\n  \"\"\"",
            "@doc ~S\"\"\"\n  Merges.\n  \"\"\"",
            "@doc \"Merges.\"",
        ] {
            check("elixir", text, &["Merges."]);
        }
        check("elixir", "@doc false", &[]);
        check("ruby", "desc 'merge',\n  'Merges.'", &["Merges."]);
    }

    #[test]
    fn code_is_dropped() {
        let script = "#!/bin/sh\n# a\n\"\"\"Merges.\"\"\"";
        check("python", script, &["a", "Merges."]);
        let c = "#pragma once\n#include <a>\n// Merges.";
        check("c", c, &["Merges."]);
        check("c", "#![allow(x)]\nlet x = 1;", &[]);
    }
}
