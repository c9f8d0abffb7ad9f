//! Answers for people: `path:line: kind name  score` (where there is one), and the line that matched.

use super::args::Color;
use super::context::surroundings;
use super::formats::from_here;
use super::search::Shown;
use crate::chunk::{Kind, qualified_name};
use crate::corpus::is_invisible;
use crate::search::Answer;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

/// Heading of hits that hardly answer.
const WEAK: &str = "Weak matches: no result fits the query well";
/// Longer lines are cut.
const WIDTH: usize = 160;
/// Characters of a row of text.
const MEASURE: usize = 96;
/// True if output is colored.
static COLOR: OnceLock<bool> = OnceLock::new();

/// Writes an answer. Without one there is no snapshot yet.
pub(super) fn write(
    out: &mut impl Write,
    root: &Path,
    answer: Option<&Answer>,
    shown: &[Shown<'_>],
) -> io::Result<()> {
    let colour = coloured();
    if answer.is_some_and(Answer::is_weak) {
        super::complain(WEAK);
    }
    for hit in shown {
        out.write_all(lines(root, hit, colour).as_bytes())?;
    }
    let hint = answer.and_then(|answer| answer.query.hint.as_deref());
    if let Some(hint) = hint {
        super::complain(hint);
    }
    if let Some(sentence) = answer.and_then(Answer::also_searching) {
        super::complain(&sentence);
    }
    Ok(())
}

/// Returns true if output is colored: on a terminal, unless `NO_COLOR` is set and not empty
/// (<https://no-color.org>).
pub(super) fn coloured() -> bool {
    *COLOR.get_or_init(|| {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        io::stdout().is_terminal() && !no_color
    })
}

/// Applies `--color`, once at the start.
pub(super) fn set_color(color: Color) {
    match color {
        Color::Auto => {}
        Color::Always => _ = COLOR.set(true),
        Color::Never => _ = COLOR.set(false),
    }
}

/// Text in a style of the terminal: `1` bold, `2` dim, `36` cyan.
pub(super) fn paint(colour: bool, code: &str, text: &str) -> String {
    match colour {
        true => format!("\x1b[{code}m{text}\x1b[0m"),
        false => text.to_owned(),
    }
}

fn lines(root: &Path, shown: &Shown<'_>, colour: bool) -> String {
    let record = &shown.hit.record;
    let paint = |code: &str, text: &str| paint(colour, code, text);
    let place = match record.is_directory() {
        true => format!("{}/", path(&from_here(root, record.path.as_str()))),
        false => format!(
            "{}:{}:",
            path(&from_here(root, record.path.as_str())),
            shown.at.0
        ),
    };
    let explanation = &shown.hit.explanation;
    let name = match name_of(shown).as_str() {
        "" => String::new(),
        name => format!(" {}", paint("1", &safe(name))),
    };
    let page = match record.page {
        0 => String::new(),
        page => format!("  page {page}"),
    };
    // Filters alone score nothing.
    let score = match explanation.signals.is_empty() {
        true => String::new(),
        false => paint("2", &format!("  {:.3}", shown.hit.score)),
    };
    let kind = record.kind.name();
    let copy = match shown.hit.explanation.same_text {
        true => "  the same text",
        false => "",
    };
    let mut text = format!("{} {kind}{name}{page}{score}{copy}\n", paint("36", &place));
    if record.is_summary() {
        for row in rows(&record.summary) {
            let _ = writeln!(text, "    {}", safe(&row));
        }
    } else if !shown.near.is_empty() {
        for (number, line) in &shown.near {
            let sign = if *number == shown.at.0 { ':' } else { '-' };
            let _ = writeln!(text, "    {number}{sign} {}", safe(line));
        }
    } else if let Some(line) = matched_line(shown) {
        let _ = writeln!(text, "    {}", safe(line));
    } else if shown.changed {
        text.push_str("    (changed since it was indexed)\n");
    }
    let copies = shown.hit.locations.iter();
    let copies: Vec<String> = copies
        .map(|(copy, line)| format!("{}:{line}", path(&from_here(root, copy.as_str()))))
        .collect();
    if !copies.is_empty() {
        let _ = writeln!(text, "    also: {}", copies.join(", "));
    }
    let around = surroundings(&shown.around);
    for line in around.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// The name of a hit behind those of its classes: `Cache.insert`. Headings and summaries have their
/// own alone.
pub(super) fn name_of(shown: &Shown<'_>) -> String {
    let record = &shown.hit.record;
    let is_alone = record.kind == Kind::Section || record.is_summary();
    match &shown.hit.explanation.found_as {
        Some(found) if is_alone => found.clone(),
        Some(found) => {
            // A run of items has the name of its first one.
            let is_first = record.kind == Kind::Items && !record.name.is_empty();
            let owners = record.names.len() - usize::from(is_first);
            let mut names = record.names.get(..owners).unwrap_or_default().to_vec();
            names.push(found.clone());
            qualified_name(&names, record.kind)
        }
        None if is_alone || record.name.is_empty() => record.name.clone(),
        None => qualified_name(&record.names, record.kind),
    }
}

/// A text in rows that people read easily.
fn rows(text: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= MEASURE => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

/// The line that matched, without its indentation.
fn matched_line<'a>(shown: &'a Shown<'_>) -> Option<&'a str> {
    let offset = shown.at.0.checked_sub(shown.lines.0)?;
    let text = without_mark(shown.text.as_deref()?);
    text.lines()
        .nth(usize::try_from(offset).ok()?)
        .map(str::trim)
}

/// Text without the byte order mark that a file may begin with: it is no part of what is written.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Text from a repository with everything that could steer the terminal escaped, and cut to
/// [`WIDTH`].
pub(super) fn safe(text: &str) -> String {
    let cut: String = text.chars().take(WIDTH).collect();
    let mark = if cut.len() < text.len() { "…" } else { "" };
    escaped(&cut.replace('\t', " "), "") + mark
}

/// The same for a path, and all of it: one that is cut leads nowhere.
pub(super) fn path(text: &str) -> String {
    escaped(text, "")
}

/// Code with its lines and its tabs, and everything else that could steer the terminal escaped.
pub(super) fn code(text: &str) -> String {
    escaped(&without_mark(text).replace("\r\n", "\n"), "\n\t")
}

/// The same for whole sentences, which may have several lines.
pub(super) fn harmless(text: &str) -> String {
    escaped(text, "\n")
}

/// The same for a page with code: lines and tabs stay.
pub(super) fn harmless_code(text: &str) -> String {
    escaped(text, "\n\t")
}

fn escaped(text: &str, kept: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match steers(letter) && !kept.contains(letter) {
            true => safe.extend(letter.escape_unicode()),
            false => safe.push(letter),
        }
    }
    safe
}

/// Returns true for a character that could control the terminal, be invisible, or change how others look.
pub(super) fn steers(letter: char) -> bool {
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
    fn sentences_keep_their_lines_only() {
        assert_eq!(harmless("a\nb\x1b[31m\r"), "a\nb\\u{1b}[31m\\u{d}");
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
