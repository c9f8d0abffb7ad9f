//! Detection of a light or dark terminal background by OSC 11, with a short timeout.
//!
//! Principal type: [`Probe`]. Invariant: text typed meanwhile is kept, and no part of a reply is
//! taken for typed text; [`super::owed`] swallows a reply that arrives after the timeout.

use super::TerminalError;
use super::typed::keys;
use crossterm::event::Event;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Timeout of the reply. The input reader swallows a later one.
const TIMEOUT: Duration = Duration::from_millis(30);

/// Extension of the timeout once a reply has begun.
const TIMEOUT_EXTENSION: Duration = Duration::from_millis(100);

/// Requests for the background color and for the device attributes. Every terminal answers the second,
/// which ends the wait for one that does not know the first.
const REQUESTS: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// Maximum length of a reply in bytes; real ones have a few dozen.
const MAX_REPLY_BYTES: usize = 1024;

/// Brightness of the background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Background {
    /// Dark text is readable.
    Light,
    /// Light text is readable.
    Dark,
}

/// Result of the detection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probe {
    /// Background according to the terminal, or else to the environment; none if both are silent.
    pub background: Option<Background>,
    /// True if a reply is still expected, which the input reader must swallow.
    pub is_owed: bool,
    /// Keys typed meanwhile.
    pub typed: Vec<Event>,
}

/// Detects the background. Requires raw mode, and that nothing else reads the input yet. If keys are
/// pending already, only the environment (`COLORFGBG`) is used.
pub fn background() -> Result<Probe, TerminalError> {
    let variable = std::env::var("COLORFGBG").ok();
    let fallback = variable.as_deref().and_then(of_environment);
    let reply = request()?;
    Ok(Probe {
        background: reply.background.or(fallback),
        is_owed: reply.is_owed,
        typed: keys(&reply.typed),
    })
}

/// Parsed reply, possibly incomplete.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Reply {
    background: Option<Background>,
    is_owed: bool,
    typed: Vec<u8>,
}

#[cfg(unix)]
fn request() -> Result<Reply, TerminalError> {
    let input = io::stdin();
    if is_ready(&input, Duration::ZERO)? {
        return Ok(Reply::default());
    }
    let mut out = io::stdout().lock();
    out.write_all(REQUESTS)?;
    out.flush()?;
    let until = Instant::now() + TIMEOUT;
    let mut reply = Vec::new();
    loop {
        if let Some(probe) = parse_complete(&reply) {
            return Ok(probe);
        }
        // Half a reply would reach the input reader as typed text.
        let until = match position(&reply, b"\x1b") {
            Some(_) => until + TIMEOUT_EXTENSION,
            None => until,
        };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || reply.len() > MAX_REPLY_BYTES || !is_ready(&input, left)? {
            return Ok(parse_partial(&reply));
        }
        let mut bytes = [0; 256];
        let count = nix::unistd::read(&input, &mut bytes).map_err(io::Error::from)?;
        if count == 0 {
            return Ok(parse_partial(&reply));
        }
        reply.extend_from_slice(bytes.get(..count).unwrap_or_default());
    }
}

/// Uses only the environment on this platform.
#[cfg(not(unix))]
fn request() -> Result<Reply, TerminalError> {
    Ok(Reply::default())
}

#[cfg(unix)]
fn is_ready(input: &impl std::os::fd::AsFd, within: Duration) -> io::Result<bool> {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    // Rounded up, so that the last millisecond does not become a busy loop.
    let within = within
        .as_millis()
        .saturating_add(u128::from(!within.is_zero()));
    let within = PollTimeout::try_from(within).unwrap_or(PollTimeout::MAX);
    let mut waited = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    Ok(poll(&mut waited, within)? > 0)
}

/// Parses a reply that contains the answer to the second request; none before that.
fn parse_complete(reply: &[u8]) -> Option<Reply> {
    let (before, after) = without(reply, b"\x1b[?", |byte| byte == b'c')?;
    let mut typed = before;
    typed.extend_from_slice(&after);
    Some(Reply {
        is_owed: false,
        ..first_answer(&typed)
    })
}

/// Parses a reply at the timeout; the rest is still expected.
fn parse_partial(reply: &[u8]) -> Reply {
    let mut probe = first_answer(reply);
    // The input reader swallows the rest of a reply; its beginning is not typed text either.
    if let Some(begun) = position(&probe.typed, b"\x1b") {
        probe.typed.truncate(begun);
    }
    probe.is_owed = true;
    probe
}

/// Parses the answer to the first request; the remaining bytes were typed.
fn first_answer(reply: &[u8]) -> Reply {
    match without(reply, b"\x1b]11;", |byte| byte == 0x07 || byte == b'\\') {
        None => Reply {
            typed: reply.to_vec(),
            ..Reply::default()
        },
        Some((before, after)) => {
            let answer = reply.get(before.len()..reply.len() - after.len());
            let text = String::from_utf8_lossy(answer.unwrap_or_default());
            Reply {
                background: text.split_once("rgb").and_then(|(_, rgb)| of_color(rgb)),
                typed: [before, after].concat(),
                is_owed: false,
            }
        }
    }
}

/// Returns the bytes before and after a sequence; none without a complete one.
fn without(bytes: &[u8], begins: &[u8], ends: impl Fn(u8) -> bool) -> Option<(Vec<u8>, Vec<u8>)> {
    let start = position(bytes, begins)?;
    let (before, sequence) = bytes.split_at_checked(start)?;
    let (_, body) = sequence.split_at_checked(begins.len())?;
    let length = body.iter().position(|byte| ends(*byte))?;
    let (_, after) = body.split_at_checked(length + 1)?;
    Some((before.to_vec(), after.to_vec()))
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// Parses `:1e1e/1e1e/2e2e` or `a:1e1e/1e1e/2e2e/ffff`, with one to four digits each, as in X11.
fn of_color(rgb: &str) -> Option<Background> {
    let (_, channels) = rgb.split_once(':')?;
    let mut channels = channels.split('/').map(|channel| {
        let digits: String = channel
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .take(4)
            .collect();
        let maximum = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)? - 1;
        let value = u32::from_str_radix(&digits, 16).ok()?;
        Some(f64::from(value) / f64::from(maximum))
    });
    let (red, green, blue) = (channels.next()??, channels.next()??, channels.next()??);
    // Luma of ITU-R BT.709 on encoded values: precise enough for light or dark.
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    Some(match luma > 0.5 {
        true => Background::Light,
        false => Background::Dark,
    })
}

/// Parses `15;0` or `15;default;0`: the last number is the background among the 16 colors, of which 7
/// and those above 8 are light.
fn of_environment(variable: &str) -> Option<Background> {
    let color: u8 = variable.rsplit(';').next()?.trim().parse().ok()?;
    match color {
        7 | 9..=15 => Some(Background::Light),
        0..=6 | 8 => Some(Background::Dark),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Background::{Dark, Light};
    use proptest::prelude::*;

    fn check(reply: &str, background: Option<Background>, typed: &str) {
        let probe = parse_complete(reply.as_bytes()).expect("a complete reply");
        assert_eq!(probe.background, background, "{reply:?}");
        assert_eq!(probe.typed, typed.as_bytes(), "{reply:?}");
        assert!(!probe.is_owed);
    }

    #[test]
    fn replies_of_different_terminals_are_parsed() {
        check(
            "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?62;4c",
            Some(Dark),
            "",
        );
        check("\x1b]11;rgb:ffff/ffff/dddd\x07\x1b[?1;2c", Some(Light), "");
        check("\x1b]11;rgba:fd/f6/e3/ff\x07\x1b[?6c", Some(Light), "");
        check("\x1b]11;rgb:0/0/0\x07\x1b[?6c", Some(Dark), "");
        check("\x1b[?6c", None, "");
        check("\x1b]11;nonsense\x07\x1b[?6c", None, "");
    }

    #[test]
    fn keys_typed_meanwhile_are_kept() {
        check("a\x1b]11;rgb:0/0/0\x07b\x1b[?6cc", Some(Dark), "abc");
        check("\x1b[A\x1b[?6c", None, "\x1b[A");
    }

    #[test]
    fn an_incomplete_reply_is_still_expected() {
        for (reply, background, typed) in [
            ("", None, ""),
            ("x\x1b]11;rgb:ff", None, "x"),
            ("\x1b]11;rgb:ff/ff/ff\x07", Some(Light), ""),
            ("\x1b]11;rgb:ff/ff/ff\x07y\x1b[?6", Some(Light), "y"),
        ] {
            assert_eq!(parse_complete(reply.as_bytes()), None, "{reply:?}");
            let probe = parse_partial(reply.as_bytes());
            assert_eq!(probe.background, background, "{reply:?}");
            assert_eq!(probe.typed, typed.as_bytes(), "{reply:?}");
            assert!(probe.is_owed);
        }
    }

    #[test]
    fn the_environment_names_one_of_sixteen_colors() {
        for (variable, expected) in [
            ("15;0", Some(Dark)),
            ("0;15", Some(Light)),
            ("0;default;7", Some(Light)),
            ("12;8", Some(Dark)),
            ("default;default", None),
            ("", None),
            ("0;256", None),
        ] {
            assert_eq!(of_environment(variable), expected, "{variable}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_parse_without_adding_keys(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let probe = parse_complete(&bytes).unwrap_or_else(|| parse_partial(&bytes));
            prop_assert!(probe.typed.len() <= bytes.len());
        }
    }
}
