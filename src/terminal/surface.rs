//! Capabilities of the terminal according to the environment: colors, Unicode, and room for the explorer.

use crate::config::ColorDepth;
use anyhow::{Result, bail, ensure};
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Capabilities of the terminal according to the environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// Number of colors to use.
    pub colors: ColorDepth,
    /// True if characters beyond ASCII are displayed.
    pub is_unicode: bool,
}

/// Reads the capabilities from the environment; works without a terminal.
pub fn shows() -> Capabilities {
    let variable = |name: &str| std::env::var_os(name);
    Capabilities {
        colors: colors(&variable),
        is_unicode: is_unicode(&variable),
    }
}

/// Returns a variable's text in lower case; empty if unset.
fn text(variable: &dyn Fn(&str) -> Option<OsString>, name: &str) -> String {
    let value = variable(name).unwrap_or_default();
    value.to_string_lossy().to_ascii_lowercase()
}

/// Number of colors: none with `NO_COLOR` (no-color.org) or on a dumb terminal; 24-bit by `COLORTERM` or
/// the terminal's name; 16 on consoles and very old terminals; otherwise 256, as in xterm and all later
/// terminals.
fn colors(variable: &dyn Fn(&str) -> Option<OsString>) -> ColorDepth {
    let (term, colorterm) = (text(variable, "TERM"), text(variable, "COLORTERM"));
    if !text(variable, "NO_COLOR").is_empty() || term == "dumb" {
        return ColorDepth::None;
    }
    let has_all = ["truecolor", "24bit"].contains(&colorterm.as_str());
    if has_all || term.ends_with("-direct") || !text(variable, "WT_SESSION").is_empty() {
        return ColorDepth::True;
    }
    let sixteen = ["linux", "ansi", "cygwin", "vt100", "vt102", "vt220"];
    if sixteen.contains(&term.as_str()) || term.ends_with("-16color") {
        return ColorDepth::Sixteen;
    }
    ColorDepth::Indexed
}

/// Returns true if the locale is UTF-8 or unset. False on the Linux console: its font has only 512
/// characters and lacks the explorer's.
fn is_unicode(variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    let term = text(variable, "TERM");
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .map(|name| text(variable, name))
        .into_iter()
        .find(|locale| !locale.is_empty());
    let is_utf8 = locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"));
    is_utf8 && !["linux", "dumb"].contains(&term.as_str())
}

/// Identity of the terminal program: its name and type.
pub fn identity() -> String {
    let value = |name| std::env::var(name).unwrap_or_default();
    let words = format!("{} {}", value("TERM_PROGRAM"), value("TERM"));
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

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

    /// Parses an environment: `TERM=xterm LANG=C`.
    fn environment(text: &str) -> impl Fn(&str) -> Option<OsString> {
        move |wanted| {
            let mut pairs = text.split(' ').filter_map(|pair| pair.split_once('='));
            let (_, value) = pairs.find(|(name, _)| *name == wanted)?;
            Some(value.into())
        }
    }

    #[test]
    fn the_environment_determines_the_number_of_colors() {
        let check =
            |text: &str, expected| assert_eq!(colors(&environment(text)), expected, "{text}");
        check("TERM=xterm-256color COLORTERM=truecolor", ColorDepth::True);
        check("TERM=xterm-256color COLORTERM=24bit", ColorDepth::True);
        check("TERM=xterm-direct", ColorDepth::True);
        check("WT_SESSION=1", ColorDepth::True);
        check("TERM=xterm-256color", ColorDepth::Indexed);
        check("TERM=xterm", ColorDepth::Indexed);
        check("TERM=screen COLORTERM=1", ColorDepth::Indexed);
        check("", ColorDepth::Indexed);
        check("TERM=linux", ColorDepth::Sixteen);
        check("TERM=xterm-16color", ColorDepth::Sixteen);
        check("TERM=dumb", ColorDepth::None);
        check(
            "TERM=xterm COLORTERM=truecolor NO_COLOR=1",
            ColorDepth::None,
        );
        check("TERM=xterm COLORTERM=truecolor NO_COLOR=", ColorDepth::True);
    }

    #[test]
    fn the_locale_determines_the_characters() {
        let check = |text: &str, expected| {
            assert_eq!(is_unicode(&environment(text)), expected, "{text}");
        };
        check("", true);
        check("LANG=de_DE.UTF-8", true);
        check("LANG=C.utf8", true);
        check("LANG=C", false);
        check("LANG=de_DE.ISO-8859-1", false);
        check("LC_ALL=C LANG=de_DE.UTF-8", false);
        check("LC_ALL= LC_CTYPE=en_US.UTF-8 LANG=C", true);
        check("TERM=linux LANG=de_DE.UTF-8", false);
        check("TERM=dumb LANG=de_DE.UTF-8", false);
    }
}

#[cfg(test)]
mod usable_tests {
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
