//! Copying through the terminal itself (OSC 52), which works over SSH and inside tmux.

use super::TerminalError;
use std::io::{self, Write};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Puts text on the clipboard of the terminal's user. A terminal that does not know how ignores it
/// silently; there is no answer to wait for.
pub fn copy(text: &str) -> Result<(), TerminalError> {
    let mut out = io::stdout().lock();
    write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
    out.flush()?;
    Ok(())
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let packed = (0..3).fold(0_u32, |packed, at| {
            packed << 8 | u32::from(group.get(at).copied().unwrap_or(0))
        });
        for at in 0..4 {
            if at <= group.len() {
                let index = packed >> (18 - 6 * at) & 63;
                text.push(char::from(ALPHABET[index as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(base64(text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn the_vectors_of_rfc_4648() {
        check("", "");
        check("f", "Zg==");
        check("fo", "Zm8=");
        check("foo", "Zm9v");
        check("foob", "Zm9vYg==");
        check("fooba", "Zm9vYmE=");
        check("foobar", "Zm9vYmFy");
    }

    #[test]
    fn all_of_the_alphabet() {
        check("größe.rs:12 →?>~", "Z3LDtsOfZS5yczoxMiDihpI/Pn4=");
    }
}
