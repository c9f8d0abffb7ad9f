//! Through the terminal: the escape sequence OSC 52, and how it gets past what stands between.

use super::choice::programs;
use super::{ClipboardError, TerminalError};
use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use std::io::Write;

/// Bytes of text in one sequence. The smallest limit of the terminals in use is 100 000 bytes for
/// all of it (hterm's); longer ones are cut or ignored without a word.
const LONGEST: usize = 74_994;

/// Longer strings are cut by GNU screen.
const SCREEN_PIECE: usize = 512;

/// What stands between us and the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Around {
    /// Nothing that changes what is written.
    Nothing,
    /// tmux, which hears the sequence itself (`set-clipboard on`), and passes on what is wrapped
    /// (`allow-passthrough on`).
    Tmux,
    /// GNU screen, which passes on what is wrapped.
    Screen,
}

/// Writes the sequence. A terminal that does not know it ignores it silently; there is no answer to
/// wait for.
pub(super) fn send(text: &str, around: Around, out: &mut impl Write) -> Result<(), ClipboardError> {
    if text.len() > LONGEST {
        return Err(ClipboardError::TooLong {
            length: text.len(),
            limit: LONGEST,
            programs: programs(),
        });
    }
    out.write_all(&sequence(text, around))
        .and_then(|()| out.flush())
        .map_err(|error| TerminalError::Io(error).into())
}

fn sequence(text: &str, around: Around) -> Vec<u8> {
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    match around {
        Around::Nothing => plain.into_bytes(),
        // Both: which of the two settings is on cannot be told, and twice the same does no harm.
        Around::Tmux => {
            let wrapped = plain.replace('\x1b', "\x1b\x1b");
            format!("{plain}\x1bPtmux;{wrapped}\x1b\\").into_bytes()
        }
        Around::Screen => {
            let pieces = plain.as_bytes().chunks(SCREEN_PIECE);
            let wrapped = pieces.flat_map(|piece| [&b"\x1bP"[..], piece, b"\x1b\\"]);
            wrapped.flatten().copied().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tmux_is_told_and_passes_it_on() {
        let sent = String::from_utf8(sequence("foo", Around::Tmux)).unwrap();
        assert_eq!(
            sent,
            "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\"
        );
    }

    #[test]
    fn screen_gets_it_in_pieces_that_join_to_the_whole() {
        let text = "x".repeat(2_000);
        let sent = String::from_utf8(sequence(&text, Around::Screen)).unwrap();
        let pieces: Vec<&str> = sent
            .split_terminator("\x1b\\")
            .map(|piece| piece.strip_prefix("\x1bP").unwrap())
            .collect();
        assert!(pieces.iter().all(|piece| piece.len() <= SCREEN_PIECE));
        assert_eq!(
            pieces.concat().into_bytes(),
            sequence(&text, Around::Nothing)
        );
    }

    #[test]
    fn what_a_terminal_would_cut_is_refused() {
        let mut out = Vec::new();
        assert!(send(&"x".repeat(LONGEST), Around::Nothing, &mut out).is_ok());
        assert!(out.len() <= 100_000);
        out.clear();
        let error = send(&"x".repeat(LONGEST + 1), Around::Nothing, &mut out).unwrap_err();
        assert!(error.to_string().contains("74995 bytes"), "{error}");
        assert!(out.is_empty(), "nothing of it is sent");
    }
}
