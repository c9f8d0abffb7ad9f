//! Reports of the terminal among the bytes of its input: they are no keys, and crossterm would swallow the keys after
//! an unknown one.
//!
//! Principal type: [`ReportFilter`]. Invariant: no typed key and no byte of a paste is lost or
//! reordered; keys that only resemble a report are passed on once nothing follows them.

use super::background::{Background, from_color};
use std::time::Duration;

/// Time after which the rest of a report does not come any more, and the keys that resemble one were typed.
pub(super) const REST_TIMEOUT: Duration = Duration::from_millis(50);

/// Number of timeouts after which the rest of a color report is given up: it cannot be typed input.
const COLOR_TIMEOUTS: usize = 40;

/// Maximum length of a report in bytes.
const MAX_REPORT: usize = 4_096;

const PASTE: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";
const COLOR: &[u8] = b"\x1b]11;";

/// Filter that takes reports out of the input.
#[derive(Debug, Default)]
pub(super) struct ReportFilter {
    /// The beginning of a report or of the end of a paste.
    held: Vec<u8>,
    is_paste: bool,
    timeouts: usize,
}

/// Beginning of the input.
enum Part {
    /// This number of bytes is keys, or a paste.
    Keys(usize),
    /// This number of bytes is a report.
    Report(usize),
    /// A report or the end of a paste without its end.
    Begun,
}

impl ReportFilter {
    /// Returns the bytes without reports, and the background that was reported last.
    pub(super) fn pass(&mut self, bytes: &[u8]) -> (Vec<u8>, Option<Background>) {
        self.held.extend_from_slice(bytes);
        self.timeouts = 0;
        let (mut keys, mut background) = (Vec::new(), None);
        while !self.held.is_empty() {
            let end = match self.first() {
                Part::Begun => break,
                Part::Keys(end) => {
                    keys.extend_from_slice(&self.held[..end]);
                    end
                }
                Part::Report(end) => {
                    background = reported(&self.held[..end]).or(background);
                    end
                }
            };
            self.held.drain(..end);
        }
        (keys, background)
    }

    /// Returns the end of a paste that has no end.
    pub(super) fn end_paste(&mut self) -> Vec<u8> {
        self.is_paste = false;
        let held = std::mem::take(&mut self.held);
        [&held, PASTE_END].concat()
    }

    /// True if bytes are held back that [`Self::release`] returns.
    pub(super) const fn is_holding(&self) -> bool {
        !self.held.is_empty() && !self.is_paste
    }

    /// Returns the bytes that were typed, after a timeout.
    pub(super) fn release(&mut self) -> Vec<u8> {
        self.timeouts += 1;
        if self.held.starts_with(COLOR) && self.timeouts < COLOR_TIMEOUTS {
            return Vec::new();
        }
        let held = std::mem::take(&mut self.held);
        // crossterm would swallow the keys after an incomplete sequence.
        match held.get(1) {
            Some(b'[') => Vec::new(),
            _ if held.starts_with(COLOR) => Vec::new(),
            _ => held,
        }
    }

    fn first(&mut self) -> Part {
        let held = &self.held;
        if self.is_paste {
            let end = held
                .windows(PASTE_END.len())
                .position(|bytes| bytes == PASTE_END);
            if let Some(end) = end {
                self.is_paste = false;
                return Part::Keys(end + PASTE_END.len());
            }
            let mut tail = held.len().saturating_sub(PASTE_END.len())..held.len();
            let begin = tail.find(|from| PASTE_END.starts_with(&held[*from..]));
            return match begin.unwrap_or(held.len()) {
                0 => Part::Begun,
                end => Part::Keys(end),
            };
        }
        match (held[0], held.get(1)) {
            (0x1b, Some(b'[')) => {
                let part = control_sequence(held);
                self.is_paste = held.starts_with(PASTE);
                part
            }
            (0x1b, Some(b']' | b'P' | b'X' | b'^' | b'_')) => string(held),
            (0x1b, _) => Part::Keys(held.len().min(2)),
            _ => Part::Keys(
                held.iter()
                    .position(|byte| *byte == 0x1b)
                    .unwrap_or(held.len()),
            ),
        }
    }
}

/// A sequence that begins with `ESC [`: a report, which has a private prefix, or a key. Only keys and mouse events, which
/// begin with `<`, are passed on.
fn control_sequence(held: &[u8]) -> Part {
    let is_private = matches!(held.get(2), Some(b'?' | b'>' | b'='));
    let end = held
        .iter()
        .skip(2)
        .position(|byte| !matches!(byte, 0x20..=0x3f));
    match end.map(|end| end + 2) {
        None if held.len() < MAX_REPORT => Part::Begun,
        None => Part::Report(held.len()),
        // A key interrupts the sequence.
        Some(end) if !matches!(held[end], 0x40..=0x7e) => Part::Report(end),
        Some(end) if is_private => Part::Report(end + 1),
        Some(end) => Part::Keys(end + 1),
    }
}

/// A string up to ST or BEL, or Alt with a letter and the keys after it.
fn string(held: &[u8]) -> Part {
    let is_color = held.starts_with(COLOR);
    let ends =
        |it: &u8| *it < b' ' || is_color && !it.is_ascii_hexdigit() && !b";:/rg".contains(it);
    let end = held.iter().skip(2).position(ends);
    match end.map(|end| (end + 2, &held[end + 2..])) {
        None if held.len() < MAX_REPORT => Part::Begun,
        Some((_, [0x1b])) => Part::Begun,
        Some((end, [0x07, ..])) => Part::Report(end + 1),
        Some((end, [0x1b, b'\\', ..])) => Part::Report(end + 2),
        Some((end, _)) if is_color => Part::Report(end),
        _ => Part::Keys(2),
    }
}

/// The background of a report: the answer to OSC 11, or the color scheme of mode 2031.
fn reported(report: &[u8]) -> Option<Background> {
    match report {
        b"\x1b[?997;1n" => return Some(Background::Dark),
        b"\x1b[?997;2n" => return Some(Background::Light),
        _ => {}
    }
    let color = std::str::from_utf8(report.strip_prefix(COLOR)?).ok()?;
    from_color(color.strip_prefix("rgb")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Background::{Dark, Light};
    use proptest::prelude::*;

    /// Checks the keys that pass, and the background, of input that arrives in these pieces.
    #[track_caller]
    fn check(pieces: &[&str], keys: &str, background: Option<Background>) {
        let mut filter = ReportFilter::default();
        let (mut passed, mut seen) = (Vec::new(), None);
        for piece in pieces {
            let (keys, background) = filter.pass(piece.as_bytes());
            passed.extend(keys);
            seen = background.or(seen);
            if filter.is_holding() {
                passed.extend(filter.release());
            }
        }
        assert_eq!(
            (String::from_utf8(passed).unwrap().as_str(), seen),
            (keys, background),
            "{pieces:?}"
        );
        for _ in 0..COLOR_TIMEOUTS {
            assert!(filter.release().is_empty());
        }
        assert!(!filter.is_holding());
    }

    #[test]
    fn reports_are_no_keys() {
        check(&["a\x1b[?997;1nbc"], "abc", Some(Dark));
        check(&["\x1b[?997;2n"], "", Some(Light));
        check(&["\x1b[?2031;1$yabc"], "abc", None);
        check(&["\x1b[?1u\x1b[>1;10;0cabc"], "abc", None);
        check(&["\x1bP>|program 1\x1b\\abc"], "abc", None);
        check(&["a\x1b]11;rgb:ffff/ffff/ffff\x07b"], "ab", Some(Light));
        check(&["\x1b]11;rgba:1e/1e/2e/ff\x1b\\"], "", Some(Dark));
        check(&["\x1b]11;\x07"], "", None);
        check(&["\x1b]52;c;YQ==\x07q"], "q", None);
    }

    #[test]
    fn a_color_may_arrive_in_pieces() {
        check(&["\x1b]11;rgb:ff", "ff/ffff/ffff\x1b\\x"], "x", Some(Light));
        check(&["\x1b]11;", "rgb:0/0/0", "\x07"], "", Some(Dark));
        check(&["\x1b]11;rgb:0/0/0\x1b", "\\x"], "x", Some(Dark));
        check(&["\x1b]11;rgb:ff"], "", None);
        check(&["\x1b]11;rgb:ff", "hello"], "hello", None);
        check(&["\x1b]11;rgb:ff", "\x03"], "\x03", None);
        check(&["\x1b]11;rgb:ff", "\x1b[A"], "\x1b[A", None);
    }

    #[test]
    fn an_incomplete_report_does_not_keep_the_keys() {
        check(&["\x1b[?997;1", "abc"], "abc", None);
        check(&["\x1b[?997;\x03"], "\x03", None);
        check(&["\x1b[", "A"], "A", None);
        check(&["\x1b[?99\x1b[Ab"], "\x1b[Ab", None);
    }

    #[test]
    fn keys_are_passed_on() {
        for keys in [
            "\x1b",
            "\x1b\x1b",
            "\x1bx",
            "\x1b[A",
            "\x1b[1;5Cq",
            "\x1b[<0;3;4M",
            "\x1bOP",
            "\x1b[[A",
            "é\x03",
            "\x1b]",
            "\x1b]x",
            "\x1b]1",
            "\x1bPq",
            "1;rgb:",
        ] {
            check(&[keys], keys, None);
        }
    }

    #[test]
    fn a_paste_is_not_read() {
        let paste = "\x1b[200~a\x1b[?997;1n \x1b]11;rgb:0/0/0\x07\x1b[201~";
        check(&[paste], paste, None);
        check(
            &["\x1b[200~a\x1b[?", "25h\x1b[20", "1~\x1b[?997;1nb"],
            "\x1b[200~a\x1b[?25h\x1b[201~b",
            Some(Dark),
        );
    }

    proptest! {
        #[test]
        fn reports_leave_the_keys_around_them(before in "[a-z]{0,4}", code in "[?>=][0-9;]{0,6}\\$?[a-z]", after in "[a-z]{0,4}") {
            let (keys, _) = ReportFilter::default().pass(format!("{before}\x1b[{code}{after}").as_bytes());
            prop_assert_eq!(String::from_utf8(keys).unwrap(), before + &after);
        }
    }
}
