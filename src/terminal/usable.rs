//! Checks that the terminal can show the explorer, and that it still exists.
//!
//! The explorer calls [`usable()`] before it takes the screen.

use anyhow::{Result, bail, ensure};
use std::io::{self, IsTerminal};

/// Values of `TERM` without cursor control, as set by Emacs' shell and many CI runners.
const PRINTING_TERMINALS: [&str; 2] = ["dumb", "unknown"];

/// Returns an error if the explorer cannot be shown: standard input or output is not a terminal, or its
/// type can only print lines.
pub fn usable() -> Result<()> {
    for (name, is_terminal) in [
        ("input", io::stdin().is_terminal()),
        ("output", io::stdout().is_terminal()),
    ] {
        ensure!(
            is_terminal,
            "the explorer needs a terminal, and standard {name} is not one; in pipes and scripts use \
             `smriti-tui search QUERY`"
        );
    }
    let term = std::env::var_os("TERM").unwrap_or_default();
    check_type(&term.to_string_lossy(), cfg!(unix))
}

/// Returns true if the terminal no longer exists: its window was closed, or the connection lost. (Other
/// operations then fail in many ways; reading the modes always does.)
pub fn is_gone() -> bool {
    !io::stdin().is_terminal()
}

/// Checks a terminal type, which is required on Unix only.
fn check_type(term: &str, is_required: bool) -> Result<()> {
    if term.is_empty() && is_required {
        bail!(
            "the explorer needs the type of the terminal, and TERM is not set; set it \
             (`TERM=xterm-256color smriti-tui`), or use `smriti-tui search QUERY`"
        );
    }
    ensure!(
        !PRINTING_TERMINALS.contains(&term),
        "the explorer draws on the whole screen, and a terminal with TERM={term} only prints lines; use \
         `smriti-tui search QUERY` here"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the error for a terminal type on Unix.
    fn check(term: &str, expected: Option<&str>) {
        let error = check_type(term, true).err().map(|error| error.to_string());
        match expected {
            None => assert_eq!(error, None, "{term}"),
            Some(part) => {
                let error = error.expect(term);
                assert!(error.contains(part), "{term}: {error}");
                assert!(
                    error.contains("`smriti-tui search QUERY`"),
                    "{term}: {error}"
                );
            }
        }
    }

    #[test]
    fn a_terminal_that_only_prints_is_refused_with_an_alternative() {
        check("xterm-256color", None);
        check("linux", None);
        check("vt100", None);
        check("dumb", Some("TERM=dumb"));
        check("unknown", Some("TERM=unknown"));
        check("", Some("TERM is not set"));
    }

    #[test]
    fn terminal_types_are_optional_beyond_unix() {
        assert!(check_type("", false).is_ok());
        assert!(check_type("dumb", false).is_err());
    }
}
