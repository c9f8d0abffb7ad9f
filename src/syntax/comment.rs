//! Text of comments and docstrings without their marks.
//!
//! Principal type: [`CommentMarks`], a part of a language's row. Contract: it needs no tree, so it works on any
//! part of a text. Summaries, context and exports show docs through it.

/// Marks of comments, and of strings that are docs.
#[derive(Clone, Copy)]
pub(super) struct CommentMarks {
    /// Starts of line comments, longest first. A `#` before a letter, `!` or `[` starts code.
    pub(super) lines: &'static [&'static str],
    /// Starts and ends of block comments, longest first. If the end begins with `*`, so may the lines.
    pub(super) blocks: &'static [(&'static str, &'static str)],
    /// Marks before the quotes of a docstring: `r`, `@doc`. None in a language without docstrings.
    pub(super) docstrings: Option<&'static [&'static str]>,
}

/// Quotes of docstrings, longest first.
const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];

impl CommentMarks {
    /// Marks of C and its relatives.
    pub(super) const SLASHES: Self = Self {
        lines: &["///", "//!", "//"],
        blocks: &[("/**", "*/"), ("/*!", "*/"), ("/*", "*/")],
        docstrings: None,
    };

    /// Marks of shells and scripts.
    pub(super) const HASH: Self = Self {
        lines: &["##", "#'", "#:", "#"],
        blocks: &[],
        docstrings: None,
    };

    /// The text of comments and docstrings without marks and common indentation. Lines of code between them
    /// become empty.
    pub(super) fn removed_from(&self, text: &str) -> String {
        let mut out: Vec<&str> = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let line = line.trim().trim_start_matches('\u{feff}');
            let Some((end, first)) = self.block(line) else {
                out.push(self.line(line));
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
    fn block<'t>(&self, line: &'t str) -> Option<(&'static str, &'t str)> {
        for (start, end) in self.blocks {
            if let Some(text) = line.strip_prefix(start) {
                return Some((end, text.trim()));
            }
        }
        let marks = self.docstrings?;
        let mut string = line;
        while let Some(rest) = marks.iter().find_map(|mark| string.strip_prefix(mark)) {
            string = rest.trim_start();
        }
        let quotes = QUOTES.iter().find(|quotes| string.starts_with(**quotes))?;
        Some((quotes, string.strip_prefix(quotes)?.trim()))
    }

    /// The text of a line comment; empty for code.
    fn line<'t>(&self, line: &'t str) -> &'t str {
        let marks = self.lines.iter();
        let mut marked = marks.filter_map(|mark| Some((*mark, line.strip_prefix(mark)?)));
        match marked.next() {
            Some(("#", text)) if is_code(text) => "",
            Some((_, text)) => text.strip_prefix(' ').unwrap_or(text),
            None => "",
        }
    }
}

/// Returns true if the text after a `#` is code: an attribute or a directive.
fn is_code(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphanumeric() || "![".contains(first))
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
    use super::*;
    use crate::syntax::Language;

    const PYTHON: CommentMarks = CommentMarks {
        docstrings: Some(&["r"]),
        ..CommentMarks::HASH
    };

    fn check(marks: CommentMarks, text: &str, expected: &[&str]) {
        let found = marks.removed_from(text);
        let lines = found.lines().filter(|line| !line.is_empty());
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{text:?}");
    }

    /// Checks docs in a language, if it has a row.
    fn check_in(language: &str, text: &str, expected: &[&str]) {
        if let Some(language) = Language::tested(language) {
            check(language.row().comments, text, expected);
        }
    }

    #[test]
    fn comments_lose_their_marks() {
        let check = |text, expected: &[&str]| check(CommentMarks::SLASHES, text, expected);
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
        check_in("bash", "# Merges.", &["Merges."]);
        check_in("haskell", "-- | Merges.", &["Merges."]);
        check_in("haskell", "{-| Merges.\n-}", &["Merges."]);
        check_in("html", "<!-- Merges. -->", &["Merges."]);
        check_in("lua", "--[[ Merges. ]]", &["Merges."]);
        check_in("ocaml", "(** Merges. *)", &["Merges."]);
        check_in("ruby", "=begin\nMerges.\n=end", &["Merges."]);
    }

    #[test]
    fn docstrings_lose_their_quotes() {
        check(
            PYTHON,
            "\"\"\"Merges.\n\n    Fast:\n      a\n    \"\"\"",
            &["Merges.", "Fast:", "  a"],
        );
        check_in("python", "r'''Merges.'''", &["Merges."]);
        for text in [
            "@moduledoc \"\"\"\n  Merges.\n  \"\"\"",
            "@doc ~S\"\"\"\n  Merges.\n  \"\"\"",
            "@doc \"Merges.\"",
        ] {
            check_in("elixir", text, &["Merges."]);
        }
        check_in("elixir", "@doc false", &[]);
    }

    #[test]
    fn code_is_dropped() {
        let script = "#!/bin/sh\n# a\n\"\"\"Merges.\"\"\"";
        check(PYTHON, script, &["a", "Merges."]);
        let c = "#pragma once\n#include <a>\n// Merges.";
        check(CommentMarks::SLASHES, c, &["Merges."]);
        check(CommentMarks::SLASHES, "#![allow(x)]\nlet x = 1;", &[]);
    }
}
