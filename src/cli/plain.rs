//! Text for people: styles, links and paths of the terminal, and the hits of a search:
//! `path:line: kind name  score` (if there is one), then the line that matched.
//!
//! [`answer()`] is the page of `search`; the other functions style and escape text for all commands.
//!
//! Invariant: text of a repository is escaped, so that it cannot control the terminal.

use super::args::Color;
use super::context::surroundings;
use super::search::ShownHit;
use crate::app::wrap;
use crate::chunk::{Kind, qualified_name};
use crate::corpus::is_invisible;
use crate::search::Answer;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// Heading of weak matches.
const WEAK: &str = "Weak matches: no result fits the query well";
/// Longer lines are cut.
const WIDTH: usize = 160;
/// Cells of a row of text.
const TEXT_WIDTH: usize = 96;
/// True if output is colored. Unset, as in tests: not colored.
static COLOR: OnceLock<bool> = OnceLock::new();
/// Beginning of links to files; none if the terminal has no links.
static LINKS: OnceLock<Option<String>> = OnceLock::new();

/// Terminals with links (OSC 8), by a part of an environment variable; an empty part is any value.
const WITH_LINKS: [(&str, &[&str]); 6] = [
    ("VTE_VERSION", &[""]),
    ("KITTY_WINDOW_ID", &[""]),
    ("WT_SESSION", &[""]),
    ("KONSOLE_VERSION", &[""]),
    (
        "TERM",
        &["kitty", "alacritty", "foot", "ghostty", "wezterm"],
    ),
    (
        "TERM_PROGRAM",
        &["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"],
    ),
];

/// The page of an answer, which is none before the first snapshot; warnings go to standard error.
pub(super) fn answer(root: &Path, answer: Option<&Answer>, shown: &[ShownHit<'_>]) -> String {
    let weak = answer.filter(|it| it.is_weak()).map(|_| WEAK.to_owned());
    let hint = answer.and_then(|answer| answer.query.hint.clone());
    let also = answer.and_then(Answer::also_searching);
    let warnings = [weak, hint, also].into_iter().flatten();
    warnings.for_each(|sentence| super::print_error(&sentence));
    shown.iter().map(|hit| lines(root, hit)).collect()
}

/// Applies `--color`, once at the start: `auto` is colored on a terminal unless `NO_COLOR` is set and not empty
/// (<https://no-color.org>). Colored output has links on the terminals that have them.
pub(super) fn set_color(color: Color) {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_colored = match color {
        Color::Auto => io::stdout().is_terminal() && variable("NO_COLOR").is_empty(),
        Color::Always => true,
        Color::Never => false,
    };
    let _ = COLOR.set(is_colored);
    let has_links = WITH_LINKS.iter().any(|(name, parts)| {
        let value = variable(name);
        !value.is_empty() && parts.iter().any(|part| value.contains(part))
    });
    // Over SSH the host name shows the terminal that the file is on another machine.
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let start = format!("file://{}", host.trim());
    let _ = LINKS.set((is_colored && has_links).then_some(start));
}

/// Text in a style of the terminal: `1` bold, `2` dim, `36` cyan.
pub(super) fn paint(code: &str, text: &str) -> String {
    match COLOR.get() {
        Some(true) => format!("\x1b[{code}m{text}\x1b[0m"),
        _ => text.to_owned(),
    }
}

/// `src/a.rs:12:`, relative to the current directory, as a link to the file if the terminal supports links.
pub(super) fn location(root: &Path, file: &str, suffix: &str) -> String {
    let text = paint(
        "36",
        &format!("{}{suffix}", path(&relative_to_here(root, file))),
    );
    match LINKS.get() {
        Some(Some(start)) => link(start, &root.join(file), &text),
        _ => text,
    }
}

/// A hyperlink of the terminal: OSC 8 with the address percent-encoded.
fn link(start: &str, file: &Path, text: &str) -> String {
    let mut address = start.to_owned();
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => address.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => address.push(char::from(*byte)),
            // Writing to a string does not fail.
            byte => _ = write!(address, "%{byte:02X}"),
        }
    }
    format!("\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\")
}

/// A path of the repository, relative to the current directory.
pub(super) fn relative_to_here(root: &Path, path: &str) -> String {
    static CURRENT_DIRECTORY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let here = CURRENT_DIRECTORY.get_or_init(|| std::env::current_dir().ok()?.canonicalize().ok());
    match here {
        Some(here) => relative(here, &root.join(path)),
        None => path.to_owned(),
    }
}

/// `path` as seen from the directory `here`, which is `.`; both are absolute.
fn relative(here: &Path, path: &Path) -> String {
    let shared = here.components().zip(path.components());
    let shared = shared.take_while(|(one, other)| one == other).count();
    let up = here.components().skip(shared).map(|_| Component::ParentDir);
    let down = path.components().skip(shared);
    let relative: PathBuf = up.chain(down).collect();
    match relative.as_os_str().is_empty() {
        true => ".".to_owned(),
        false => relative.to_string_lossy().into_owned(),
    }
}

fn lines(root: &Path, shown: &ShownHit<'_>) -> String {
    let record = &shown.hit.record;
    let file = record.path.as_str();
    let explanation = &shown.hit.explanation;
    let location_of_hit = match record.is_directory() {
        true => location(root, file, "/"),
        false => location(root, file, &format!(":{}:", shown.at.0)),
    };
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
        false => paint("2", &format!("  {:.3}", shown.hit.score())),
    };
    let kind = record.kind.name();
    let copy = match explanation.same_text {
        true => "  the same text",
        false => "",
    };
    let mut text = format!("{location_of_hit} {kind}{name}{page}{score}{copy}\n");
    if record.is_summary() {
        let summary: Vec<&str> = record.summary.split_whitespace().collect();
        let summary = summary.join(" ");
        for row in wrap(&summary, TEXT_WIDTH) {
            let _ = writeln!(text, "    {}", safe(summary[row].trim()));
        }
    } else if !shown.near.is_empty() {
        for (number, line) in &shown.near {
            let sign = if *number == shown.at.0 { ':' } else { '-' };
            let _ = writeln!(text, "    {number}{sign} {}", safe(line));
        }
    } else if let Some(line) = shown.line() {
        let _ = writeln!(text, "    {}", safe(without_mark(line).trim()));
    } else if shown.changed {
        text.push_str("    (changed since it was indexed)\n");
    }
    let copies = shown.hit.locations.iter();
    let copies = copies.map(|(copy, line)| location(root, copy.as_str(), &format!(":{line}")));
    let copies: Vec<String> = copies.collect();
    if !copies.is_empty() {
        let _ = writeln!(text, "    also: {}", copies.join(", "));
    }
    for line in surroundings(root, &shown.around).lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// The qualified name of a hit: `Cache.insert`. For a heading or a summary, only its own name.
pub(super) fn name_of(shown: &ShownHit<'_>) -> String {
    let record = &shown.hit.record;
    let is_alone = record.kind == Kind::Section || record.is_summary();
    match &shown.hit.explanation.found_as {
        Some(found) if is_alone => found.clone(),
        None if is_alone || record.name.is_empty() => record.name.clone(),
        _ => qualified_name(&shown.hit.names(), record.kind),
    }
}

/// Text without the byte order mark that a file may begin with: it is not part of the content.
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

/// Escapes a path. It is never cut: a part of a path is useless.
pub(super) fn path(text: &str) -> String {
    escaped(text, "")
}

/// Code with its lines and its tabs, and everything else that could steer the terminal escaped.
pub(super) fn code(text: &str) -> String {
    escaped(&without_mark(text).replace("\r\n", "\n"), "\n\t")
}

/// Escapes text of whole sentences, which may have several lines.
pub(super) fn escape_lines(text: &str) -> String {
    escaped(text, "\n")
}

/// Escapes a page with code: lines and tabs stay.
pub(super) fn escape_code(text: &str) -> String {
    escaped(text, "\n\t")
}

fn escaped(text: &str, kept: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_unsafe(letter) && !kept.contains(letter) {
            true => safe.extend(letter.escape_unicode()),
            false => safe.push(letter),
        }
    }
    safe
}

/// Returns true for a character that could control the terminal, be invisible, or change how others look.
pub(super) fn is_unsafe(letter: char) -> bool {
    letter.is_control() || is_invisible(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_current_directory() {
        let check = |here: &str, path: &str, expected: &str| {
            assert_eq!(relative(Path::new(here), Path::new(path)), expected);
        };
        check("/a", "/a/src/b.rs", "src/b.rs");
        check("/a", "/a/.", ".");
        check("/a/src", "/a/src/b.rs", "b.rs");
        check("/a/src/deep", "/a/b.rs", "../../b.rs");
        check("/other", "/a/b.rs", "../a/b.rs");
    }

    #[test]
    fn a_link_has_a_percent_encoded_address() {
        let found = link("file://host", Path::new("/a b/\u{e9}.rs"), "é.rs:3:");
        let expected = "\x1b]8;;file://host/a%20b/%C3%A9.rs\x1b\\é.rs:3:\x1b]8;;\x1b\\";
        assert_eq!(found, expected);
    }

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
