//! Text of a repository, escaped so that it cannot control a terminal.

use crate::corpus::is_invisible;

/// Longer lines are cut.
const WIDTH: usize = 160;
/// Characters that are shown before a match in a line that is cut at its start.
const LEAD: usize = 40;

/// Text without the byte order mark that a file may begin with: it is not part of the content.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Text from a repository with everything that could steer the terminal escaped, and cut to
/// [`WIDTH`].
pub(crate) fn safe(text: &str) -> String {
    let cut: String = text.chars().take(WIDTH).collect();
    let mark = if cut.len() < text.len() { "…" } else { "" };
    escaped(&cut.replace('\t', " "), "") + mark
}

/// As [`safe`] for a line without the space around it; a long one is shown from shortly before a 1-based column.
pub(crate) fn safe_at(line: &str, column: u32) -> String {
    let before = (column as usize).saturating_sub(LEAD);
    if before < WIDTH - 2 * LEAD || line.trim().chars().nth(WIDTH).is_none() {
        return safe(line.trim());
    }
    let rest: String = line.trim_end().chars().skip(before).collect();
    format!("…{}", safe(&rest))
}

/// Escapes a path. It is never cut: a part of a path is useless.
pub(crate) fn path(text: &str) -> String {
    escaped(text, "")
}

/// The first names of a list, and the number of the others: `a, b and 3 more`.
pub(crate) fn first_names(mut names: Vec<String>, most: usize) -> String {
    let more = names.len().saturating_sub(most);
    names.truncate(most);
    let named = names.join(", ");
    match more {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Code with its lines and its tabs, and everything else that could steer the terminal escaped.
pub(crate) fn code(text: &str) -> String {
    escaped(&without_mark(text).replace("\r\n", "\n"), "\n\t")
}

/// Escapes text of whole sentences, which may have several lines.
pub(crate) fn escape_lines(text: &str) -> String {
    escaped(text, "\n")
}

/// Escapes a page with code: lines and tabs stay.
pub(crate) fn escape_code(text: &str) -> String {
    escaped(text, "\n\t")
}

fn escaped(text: &str, kept: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_unsafe(letter) && !kept.contains(letter) {
            safe.extend(letter.escape_unicode());
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// Returns true for a character that could control the terminal, be invisible, or change how others look.
pub(crate) fn is_unsafe(letter: char) -> bool {
    letter.is_control() || is_invisible(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(safe(text), expected);
    }

    #[test]
    fn text_cannot_steer_the_terminal() {
        check("fn main() {}", "fn main() {}");
        check("a\tb", "a b");
        check("\x1b]0;owned\x07", "\\u{1b}]0;owned\\u{7}");
        check("\u{9b}31m", "\\u{9b}31m");
        check("a\u{202e}b", "a\\u{202e}b");
        for hidden in [
            '\u{61c}',
            '\u{ad}',
            '\u{2028}',
            '\u{2029}',
            '\u{fff9}',
            '\u{e0041}',
        ] {
            check(&hidden.to_string(), &hidden.escape_unicode().to_string());
        }
        check("naïve 漢字", "naïve 漢字");
    }

    #[test]
    fn a_long_line_is_shown_from_before_its_match() {
        let (before, after) = ("a ".repeat(200), " b".repeat(200));
        let line = format!("  {before}match{after}\n");
        let shown = safe_at(&line, 403);
        assert!(shown.starts_with("…"), "{shown}");
        assert!(
            shown.ends_with("…") && shown.contains("a match b"),
            "{shown}"
        );
        assert_eq!(safe_at(&line, 3), safe(line.trim()));
        let fits = format!("{}match", "a ".repeat(70));
        assert_eq!(safe_at(&fits, 141), fits);
    }

    #[test]
    fn sentences_keep_their_lines_only() {
        assert_eq!(escape_lines("a\nb\x1b[31m\r"), "a\nb\\u{1b}[31m\\u{d}");
    }

    #[test]
    fn code_keeps_its_shape_only() {
        assert_eq!(code("a\r\n\tb\x1b[31m\r"), "a\n\tb\\u{1b}[31m\\u{d}");
    }

    #[test]
    fn a_byte_order_mark_at_the_head_is_not_shown() {
        assert_eq!(code("\u{feff}using A;\n"), "using A;\n");
        assert_eq!(code("a\u{feff}b"), "a\\u{feff}b", "elsewhere it hides");
    }

    #[test]
    fn paths_are_escaped_and_never_cut() {
        let long = "deep/".repeat(WIDTH);
        assert_eq!(path(&long), long);
        assert_eq!(path("a\nb\t\u{1b}[31m.rs"), "a\\u{a}b\\u{9}\\u{1b}[31m.rs");
    }

    #[test]
    fn long_lines_are_cut() {
        let cut = safe(&"é".repeat(WIDTH + 1));
        assert_eq!(cut.chars().count(), WIDTH + 1);
        assert!(cut.ends_with('…'));
    }
}
