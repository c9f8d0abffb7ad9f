//! Whether the explorer can be shown at all, what to use where it cannot, and when it can no more.

use super::TerminalError;
use std::io::{self, IsTerminal};

/// What `TERM` is set to where nothing can be drawn: by Emacs' shell and by many runners of jobs.
const CANNOT_DRAW: [&str; 2] = ["dumb", "unknown"];

/// An error where the explorer cannot be shown: standard input or output is none of a terminal, or
/// it is one that only prints.
pub fn usable() -> Result<(), TerminalError> {
    if !io::stdin().is_terminal() {
        return Err(TerminalError::NotATerminal("input"));
    }
    if !io::stdout().is_terminal() {
        return Err(TerminalError::NotATerminal("output"));
    }
    let term = std::env::var_os("TERM").unwrap_or_default();
    draws(&term.to_string_lossy(), cfg!(unix))
}

/// Whether the terminal that was there is no more: its window was closed, or the line cut. (What fails
/// by that fails in many ways; asking for the modes of one that is gone always does.)
pub fn is_gone() -> bool {
    !io::stdin().is_terminal()
}

/// By its type, which Unix says and others need not.
fn draws(term: &str, is_said: bool) -> Result<(), TerminalError> {
    match term {
        "" if is_said => Err(TerminalError::Nameless),
        term if CANNOT_DRAW.contains(&term) => Err(TerminalError::Dumb(term.to_owned())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a type on Unix; nothing where it can be drawn on.
    fn check(term: &str, says: Option<&str>) {
        let said = draws(term, true).err().map(|error| error.to_string());
        match says {
            None => assert_eq!(said, None, "{term}"),
            Some(says) => {
                let said = said.expect(term);
                assert!(said.contains(says), "{term}: {said}");
                assert!(said.contains("`smriti-tui search QUERY`"), "{term}: {said}");
            }
        }
    }

    #[test]
    fn a_terminal_that_only_prints_is_refused_with_what_to_use() {
        check("xterm-256color", None);
        check("linux", None);
        check("vt100", None);
        check("dumb", Some("TERM=dumb"));
        check("unknown", Some("TERM=unknown"));
        check("", Some("TERM is not set"));
    }

    #[test]
    fn where_terminals_have_no_types_none_is_needed() {
        assert!(draws("", false).is_ok());
        assert!(draws("dumb", false).is_err());
    }
}
