//! Whether the terminal is light or dark: asked of it (OSC 11), within a moment.

use super::TerminalError;
use super::typed::keys;
use crossterm::event::Event;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long the answer may take. One that comes later is swallowed by the reader.
const PATIENCE: Duration = Duration::from_millis(30);

/// How much longer the rest of one that has begun may take.
const PATIENCE_FOR_THE_REST: Duration = Duration::from_millis(100);

/// "What is your background?", then "What are you?": every terminal answers the second, so that one
/// that does not know the first is not waited for.
const QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// A reply is a few dozen bytes; more is not one.
const LONGEST_REPLY: usize = 1024;

/// What text stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Background {
    /// Dark text on it is read well.
    Light,
    /// Light text on it is read well.
    Dark,
}

/// What came of asking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probe {
    /// What the terminal, or else the environment, says; none when neither does.
    pub background: Option<Background>,
    /// The answer is still to come: the reader has to swallow it.
    pub is_owed: bool,
    /// What was typed meanwhile.
    pub typed: Vec<Event>,
}

/// Asks. To be called with the screen taken, and before anything reads the input. Someone who types
/// already is not disturbed: then the environment (`COLORFGBG`) has to do.
pub fn background() -> Result<Probe, TerminalError> {
    let said = std::env::var("COLORFGBG").ok();
    let told = said.as_deref().and_then(of_environment);
    let reply = ask()?;
    Ok(Probe {
        background: reply.background.or(told),
        is_owed: reply.is_owed,
        typed: keys(&reply.typed),
    })
}

/// What was read of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Reply {
    background: Option<Background>,
    is_owed: bool,
    typed: Vec<u8>,
}

#[cfg(unix)]
fn ask() -> Result<Reply, TerminalError> {
    let input = io::stdin();
    if is_ready(&input, Duration::ZERO)? {
        return Ok(Reply::default());
    }
    let mut out = io::stdout().lock();
    out.write_all(QUESTION)?;
    out.flush()?;
    let until = Instant::now() + PATIENCE;
    let mut reply = Vec::new();
    loop {
        if let Some(probe) = whole(&reply) {
            return Ok(probe);
        }
        // Half an answer would be typed text to the reader.
        let until = match position(&reply, b"\x1b") {
            Some(_) => until + PATIENCE_FOR_THE_REST,
            None => until,
        };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || reply.len() > LONGEST_REPLY || !is_ready(&input, left)? {
            return Ok(cut_short(&reply));
        }
        let mut bytes = [0; 256];
        let count = nix::unistd::read(&input, &mut bytes).map_err(io::Error::from)?;
        if count == 0 {
            return Ok(cut_short(&reply));
        }
        reply.extend_from_slice(bytes.get(..count).unwrap_or_default());
    }
}

/// Only the environment is asked here.
#[cfg(not(unix))]
fn ask() -> Result<Reply, TerminalError> {
    Ok(Reply::default())
}

#[cfg(unix)]
fn is_ready(input: &impl std::os::fd::AsFd, within: Duration) -> io::Result<bool> {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    // Rounded up, so that the last millisecond does not become a loop.
    let within = within
        .as_millis()
        .saturating_add(u128::from(!within.is_zero()));
    let within = PollTimeout::try_from(within).unwrap_or(PollTimeout::MAX);
    let mut waited = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    Ok(poll(&mut waited, within)? > 0)
}

/// The probe, once the answer to the second question is there.
fn whole(reply: &[u8]) -> Option<Reply> {
    let (before, after) = without(reply, b"\x1b[?", |byte| byte == b'c')?;
    let mut typed = before;
    typed.extend_from_slice(&after);
    Some(Reply {
        is_owed: false,
        ..first_answer(&typed)
    })
}

/// The probe when time is over: what was answered so far, and that something is owed.
fn cut_short(reply: &[u8]) -> Reply {
    let mut probe = first_answer(reply);
    // A reply that has begun goes on in front of the reader: its beginning is not typed text.
    if let Some(begun) = position(&probe.typed, b"\x1b") {
        probe.typed.truncate(begun);
    }
    probe.is_owed = true;
    probe
}

/// What the answer to the first question says, and what is left without it.
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
                background: text.split_once("rgb").and_then(|(_, rgb)| of_colour(rgb)),
                typed: [before, after].concat(),
                is_owed: false,
            }
        }
    }
}

/// What stands before and after a sequence, from its beginning to its end; none without one.
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

/// `:1e1e/1e1e/2e2e` or `a:1e1e/1e1e/2e2e/ffff`, with one to four digits each, as X11 writes colours.
fn of_colour(rgb: &str) -> Option<Background> {
    let (_, channels) = rgb.split_once(':')?;
    let mut channels = channels.split('/').map(|channel| {
        let digits: String = channel
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .take(4)
            .collect();
        let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)? - 1;
        let value = u32::from_str_radix(&digits, 16).ok()?;
        Some(f64::from(value) / f64::from(most))
    });
    let (red, green, blue) = (channels.next()??, channels.next()??, channels.next()??);
    // Luma of ITU-R BT.709, of the encoded values: near enough to tell day from night.
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    Some(match luma > 0.5 {
        true => Background::Light,
        false => Background::Dark,
    })
}

/// `15;0`, or `15;default;0`: the last is the background, one of the 16 colours, of which 7 and those
/// above 8 are light.
fn of_environment(said: &str) -> Option<Background> {
    let colour: u8 = said.rsplit(';').next()?.trim().parse().ok()?;
    match colour {
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
        let probe = whole(reply.as_bytes()).expect("the reply is whole");
        assert_eq!(probe.background, background, "{reply:?}");
        assert_eq!(probe.typed, typed.as_bytes(), "{reply:?}");
        assert!(!probe.is_owed);
    }

    #[test]
    fn terminals_answer_in_their_own_ways() {
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
    fn what_was_typed_meanwhile_is_kept() {
        check("a\x1b]11;rgb:0/0/0\x07b\x1b[?6cc", Some(Dark), "abc");
        check("\x1b[A\x1b[?6c", None, "\x1b[A");
    }

    #[test]
    fn an_answer_that_is_not_whole_is_owed() {
        for (reply, background, typed) in [
            ("", None, ""),
            ("x\x1b]11;rgb:ff", None, "x"),
            ("\x1b]11;rgb:ff/ff/ff\x07", Some(Light), ""),
            ("\x1b]11;rgb:ff/ff/ff\x07y\x1b[?6", Some(Light), "y"),
        ] {
            assert_eq!(whole(reply.as_bytes()), None, "{reply:?}");
            let probe = cut_short(reply.as_bytes());
            assert_eq!(probe.background, background, "{reply:?}");
            assert_eq!(probe.typed, typed.as_bytes(), "{reply:?}");
            assert!(probe.is_owed);
        }
    }

    #[test]
    fn the_environment_names_one_of_sixteen_colours() {
        for (said, expected) in [
            ("15;0", Some(Dark)),
            ("0;15", Some(Light)),
            ("0;default;7", Some(Light)),
            ("12;8", Some(Dark)),
            ("default;default", None),
            ("", None),
            ("0;256", None),
        ] {
            assert_eq!(of_environment(said), expected, "{said}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_reply(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let probe = whole(&bytes).unwrap_or_else(|| cut_short(&bytes));
            prop_assert!(probe.typed.len() <= bytes.len());
        }
    }
}
