//! Checks of the terminal and the environment.

use super::Finding;
use crate::config::Colours;
use crate::terminal::{Shows, shows};
use std::io::{self, IsTerminal};

/// The terminal, its colours, its characters, and what stands between.
pub(super) fn terminal() -> Vec<Finding> {
    let text = |name| {
        let value = std::env::var_os(name).unwrap_or_default();
        value.to_string_lossy().into_owned()
    };
    let Shows {
        colours: has,
        is_unicode,
    } = shows();
    let mut findings = vec![
        said(&text("TERM"), &text("TERM_PROGRAM")),
        size(),
        colours(has),
        characters(is_unicode),
    ];
    let is_set = |names: &[&'static str]| names.iter().any(|name| !text(name).is_empty());
    let between = BETWEEN.iter().filter(|(names, _)| is_set(names));
    findings.extend(between.map(|(_, says)| Finding::note("between", *says, "")));
    findings
}

fn size() -> Finding {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        let says = "not a terminal, so its size is unknown";
        return Finding::note("size", says, "run this in the terminal itself");
    }
    match crossterm::terminal::size() {
        Ok((width, height)) if width < 20 || height < 6 => Finding::note(
            "size",
            format!("{width} columns, {height} rows: little is shown"),
            "20 columns and 6 rows are the least of use",
        ),
        Ok((width, height)) => Finding::good("size", format!("{width} columns, {height} rows")),
        Err(error) => Finding::problem(
            "size",
            format!("the terminal does not tell its size: {error}"),
            "use another terminal",
        ),
    }
}

/// Color depth of the explorer.
fn colours(colours: Colours) -> Finding {
    let few = |says| {
        let advice = "where the terminal can show more, set COLORTERM=truecolor";
        Finding::note("colours", says, advice)
    };
    match colours {
        Colours::None => {
            let says = "none: NO_COLOR is set, or the terminal is dumb";
            Finding::note("colours", says, "")
        }
        Colours::Sixteen => few("16, the terminal's own"),
        Colours::Indexed => few("256 (from the environment)"),
        Colours::True => Finding::good("colours", "16 million"),
    }
}

/// Use of non-ASCII characters.
fn characters(is_unicode: bool) -> Finding {
    match is_unicode {
        true => Finding::good("characters", "Unicode"),
        false => Finding::note(
            "characters",
            "ASCII alone: neither the locale nor the console has others",
            "set LANG=C.UTF-8 where the terminal shows more, or ui.ascii in the configuration",
        ),
    }
}

fn said(term: &str, program: &str) -> Finding {
    match (term, program) {
        ("", _) => Finding::problem(
            "terminal",
            "TERM is not set",
            "set it to what the terminal is, for instance TERM=xterm-256color",
        ),
        ("dumb", _) => Finding::problem(
            "terminal",
            "TERM is dumb: this terminal cannot be drawn on",
            "use another terminal, or `smriti-tui search` without one",
        ),
        (term, "") => Finding::good("terminal", format!("TERM={term}")),
        (term, program) => Finding::good("terminal", format!("TERM={term}, {program}")),
    }
}

/// Programs between this one and the terminal, by environment variables.
const BETWEEN: &[(&[&str], &str)] = &[
    (
        &["TMUX"],
        "tmux: it sends copied text on to the terminal, unless set-clipboard is off",
    ),
    (&["STY"], "GNU screen"),
    (&["ZELLIJ"], "zellij"),
    (
        &["SSH_CONNECTION", "SSH_TTY"],
        "SSH: text is copied to the clipboard in front of you, by the terminal",
    ),
    (
        &["NVIM"],
        "a terminal inside Neovim: files open in that Neovim",
    ),
];

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    fn check(finding: &Finding, state: State, says: &str) {
        assert_eq!(finding.state, state, "{finding:?}");
        assert!(finding.says.contains(says), "{finding:?}");
    }

    #[test]
    fn a_terminal_that_cannot_be_drawn_on_is_a_problem() {
        check(&said("", ""), State::Problem, "not set");
        check(&said("dumb", ""), State::Problem, "dumb");
        check(&said("xterm", "x"), State::Good, "TERM=xterm, x");
    }

    #[test]
    fn colours_and_characters_are_those_the_explorer_draws_with() {
        check(&colours(Colours::None), State::Note, "NO_COLOR");
        check(&colours(Colours::Sixteen), State::Note, "16, ");
        check(&colours(Colours::Indexed), State::Note, "256");
        check(&colours(Colours::True), State::Good, "16 million");
        check(&characters(true), State::Good, "Unicode");
        check(&characters(false), State::Note, "ASCII alone");
    }
}
