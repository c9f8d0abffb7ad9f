//! Clipboard access through the terminal: the escape sequence OSC 52, wrapped for multiplexers.
//!
//! Principal type: [`Multiplexer`]. Contract: a text that terminals would cut is an error; whether the
//! terminal accepts the sequence is unknown.

use super::program::program_names;
use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use std::io::Write;

/// Maximum length of the text in bytes. The smallest limit of a terminal in use is 100,000 bytes for the
/// whole sequence (hterm); longer ones are cut or ignored without an error.
const MAX_BYTES: usize = 74_994;

/// Maximum length of a string in GNU screen, in bytes; longer ones are cut.
const SCREEN_MAX_BYTES: usize = 512;

/// Multiplexer between this process and the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Multiplexer {
    /// No multiplexer.
    None,
    /// tmux, which interprets the sequence (`set-clipboard on`) and forwards wrapped ones
    /// (`allow-passthrough on`).
    Tmux,
    /// GNU screen, which forwards wrapped sequences.
    Screen,
}

/// Writes the sequence. There is no reply; terminals that do not support it ignore it.
pub(super) fn send(text: &str, multiplexer: Multiplexer, out: &mut impl Write) -> Result<()> {
    ensure!(
        text.len() <= MAX_BYTES,
        "clipboard: {} bytes exceed the terminal's limit of {MAX_BYTES}; copy less, or install one of {}",
        text.len(),
        program_names()
    );
    out.write_all(&sequence(text, multiplexer))
        .and_then(|()| out.flush())
        .context("cannot write to the terminal")
}

fn sequence(text: &str, multiplexer: Multiplexer) -> Vec<u8> {
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    match multiplexer {
        Multiplexer::None => plain.into_bytes(),
        // It is unknown which of the two settings is on, so both forms are sent; copying twice is harmless.
        Multiplexer::Tmux => {
            let wrapped = plain.replace('\x1b', "\x1b\x1b");
            format!("{plain}\x1bPtmux;{wrapped}\x1b\\").into_bytes()
        }
        Multiplexer::Screen => {
            let mut wrapped = Vec::new();
            for piece in plain.as_bytes().chunks(SCREEN_MAX_BYTES) {
                wrapped.extend([&b"\x1bP"[..], piece, b"\x1b\\"].concat());
            }
            wrapped
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tmux_gets_the_sequence_plain_and_wrapped() {
        let sent = String::from_utf8(sequence("foo", Multiplexer::Tmux)).unwrap();
        assert_eq!(
            sent,
            "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\"
        );
    }

    #[test]
    fn screen_gets_the_sequence_in_pieces() {
        let text = "x".repeat(2_000);
        let sent = String::from_utf8(sequence(&text, Multiplexer::Screen)).unwrap();
        let pieces: Vec<&str> = sent
            .split_terminator("\x1b\\")
            .map(|piece| piece.strip_prefix("\x1bP").unwrap())
            .collect();
        assert!(pieces.iter().all(|piece| piece.len() <= SCREEN_MAX_BYTES));
        assert_eq!(
            pieces.concat().into_bytes(),
            sequence(&text, Multiplexer::None)
        );
    }

    #[test]
    fn text_beyond_the_limit_is_refused() {
        let mut out = Vec::new();
        assert!(send(&"x".repeat(MAX_BYTES), Multiplexer::None, &mut out).is_ok());
        assert!(out.len() <= 100_000);
        out.clear();
        let error = send(&"x".repeat(MAX_BYTES + 1), Multiplexer::None, &mut out).unwrap_err();
        assert!(error.to_string().contains("74995 bytes"), "{error}");
        assert!(out.is_empty(), "nothing of it is sent");
    }
}
