//! Checks of the terminal and the environment.
//!
//! [`all()`] returns the outcomes. They need neither a repository nor a configuration.

use super::check::Check;
use crate::cli::color::variable;
use crate::config::ColorDepth;
use crate::terminal::shows;
use std::io::{self, IsTerminal};

/// Programs between this one and the terminal, by environment variables.
const INTERMEDIARIES: &[(&[&str], &str)] = &[
    (
        &["TMUX"],
        "tmux: it passes copied text to the terminal, unless set-clipboard is off",
    ),
    (&["STY"], "GNU screen"),
    (&["ZELLIJ"], "zellij"),
    (
        &["SSH_CONNECTION", "SSH_TTY"],
        "SSH: the terminal copies text to the clipboard of your machine",
    ),
    (
        &["NVIM"],
        "a terminal inside Neovim: files open in that Neovim",
    ),
];

/// The outcomes by area.
pub(super) fn all() -> Vec<(&'static str, Vec<Check>)> {
    let shows = shows();
    let terminal = terminal(&variable("TERM"), &variable("TERM_PROGRAM"));
    vec![
        ("terminal", vec![terminal]),
        ("size", vec![size()]),
        ("colors", vec![colors(shows.colors)]),
        ("characters", vec![characters(shows.is_unicode)]),
        ("between", intermediaries()),
    ]
}

fn intermediaries() -> Vec<Check> {
    let mut found = Vec::new();
    for (names, text) in INTERMEDIARIES {
        if names.iter().any(|name| !variable(name).is_empty()) {
            found.push(Check::note(*text, ""));
        }
    }
    found
}

fn size() -> Check {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        let message = "not a terminal, so its size is unknown";
        return Check::note(message, "run this in a terminal");
    }
    match crossterm::terminal::size() {
        Ok((width, height)) if width < 20 || height < 6 => Check::note(
            format!("{width} columns, {height} rows: too small to show much"),
            "use at least 20 columns and 6 rows",
        ),
        Ok((width, height)) => Check::good(format!("{width} columns, {height} rows")),
        Err(error) => Check::problem(
            format!("the terminal does not report its size: {error}"),
            "use another terminal",
        ),
    }
}

/// Color depth of the explorer.
fn colors(colors: ColorDepth) -> Check {
    let advice = "if the terminal supports more, set COLORTERM=truecolor";
    match colors {
        ColorDepth::None => Check::note("none: NO_COLOR is set, or the terminal is dumb", ""),
        ColorDepth::Sixteen => Check::note("16, the terminal's own", advice),
        ColorDepth::Indexed => Check::note("256 (from the environment)", advice),
        ColorDepth::True => Check::good("16 million"),
    }
}

/// Use of non-ASCII characters.
fn characters(is_unicode: bool) -> Check {
    if is_unicode {
        return Check::good("Unicode");
    }
    Check::note(
        "ASCII only: neither the locale nor the console supports Unicode",
        "set LANG=C.UTF-8 if the terminal supports Unicode, or set ui.ascii in the configuration",
    )
}

fn terminal(term: &str, program: &str) -> Check {
    match (term, program) {
        ("", _) => Check::problem(
            "TERM is not set",
            "set it to the type of the terminal, such as TERM=xterm-256color",
        ),
        ("dumb", _) => Check::problem(
            "TERM is dumb: this terminal cannot show the explorer",
            "use another terminal, or `smriti-tui search` without one",
        ),
        (term, "") => Check::good(format!("TERM={term}")),
        (term, program) => Check::good(format!("TERM={term}, {program}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::Severity;
    use super::*;

    fn check(outcome: &Check, state: Severity, message: &str) {
        assert_eq!(outcome.state, state, "{outcome:?}");
        assert!(outcome.message.contains(message), "{outcome:?}");
    }

    #[test]
    fn a_terminal_that_cannot_be_drawn_on_is_a_problem() {
        check(&terminal("", ""), Severity::Problem, "not set");
        check(&terminal("dumb", ""), Severity::Problem, "dumb");
        check(&terminal("xterm", "x"), Severity::Good, "TERM=xterm, x");
    }

    #[test]
    fn colors_and_characters_are_those_of_the_explorer() {
        check(&colors(ColorDepth::None), Severity::Note, "NO_COLOR");
        check(&colors(ColorDepth::Sixteen), Severity::Note, "16, ");
        check(&colors(ColorDepth::Indexed), Severity::Note, "256");
        check(&colors(ColorDepth::True), Severity::Good, "16 million");
        check(&characters(true), Severity::Good, "Unicode");
        check(&characters(false), Severity::Note, "ASCII only");
    }
}
