//! What the terminal and the environment say of themselves.

use super::Finding;
use crate::config::Colours;
use crate::terminal::{Shows, shows};
use std::io::{self, IsTerminal};

/// The terminal, its colours, its characters, and what stands between.
pub(super) fn terminal() -> Vec<Finding> {
    let said = Said::of_process();
    let Shows {
        colours: has,
        is_unicode,
    } = shows();
    let mut findings = vec![
        said.terminal(),
        size(),
        colours(has),
        characters(is_unicode),
    ];
    findings.extend(said.between());
    findings
}

fn size() -> Finding {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        let says = "input or output is no terminal here, so its size is not known";
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

/// What colours the explorer draws with.
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
        Colours::Indexed => few("256, as far as the environment tells"),
        Colours::True => Finding::good("colours", "16 million"),
    }
}

/// Whether it draws with more than ASCII.
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

/// What the environment says of what stands between.
#[derive(Clone, Default)]
struct Said {
    term: String,
    program: String,
    is_in_tmux: bool,
    is_in_screen: bool,
    is_in_zellij: bool,
    is_over_ssh: bool,
    is_in_neovim: bool,
}

impl Said {
    fn of_process() -> Self {
        let text = |name| {
            let value = std::env::var_os(name).unwrap_or_default();
            value.to_string_lossy().into_owned()
        };
        Self {
            term: text("TERM"),
            program: text("TERM_PROGRAM"),
            is_in_tmux: !text("TMUX").is_empty(),
            is_in_screen: !text("STY").is_empty(),
            is_in_zellij: !text("ZELLIJ").is_empty(),
            is_over_ssh: !text("SSH_CONNECTION").is_empty() || !text("SSH_TTY").is_empty(),
            is_in_neovim: !text("NVIM").is_empty(),
        }
    }

    fn terminal(&self) -> Finding {
        let program = match self.program.as_str() {
            "" => String::new(),
            program => format!(", {program}"),
        };
        match self.term.as_str() {
            "" => Finding::problem(
                "terminal",
                "TERM is not set",
                "set it to what the terminal is, for instance TERM=xterm-256color",
            ),
            "dumb" => Finding::problem(
                "terminal",
                "TERM is dumb: this terminal cannot be drawn on",
                "use another terminal, or `smriti-tui search` without one",
            ),
            term => Finding::good("terminal", format!("TERM={term}{program}")),
        }
    }

    /// What stands between the program and the terminal.
    fn between(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.is_in_tmux {
            let says = "tmux: it sends copied text on to the terminal, unless set-clipboard is off";
            findings.push(Finding::note("between", says, ""));
        }
        if self.is_in_screen {
            findings.push(Finding::note("between", "GNU screen", ""));
        }
        if self.is_in_zellij {
            findings.push(Finding::note("between", "zellij", ""));
        }
        if self.is_over_ssh {
            let says = "SSH: text is copied to the clipboard in front of you, by the terminal";
            findings.push(Finding::note("between", says, ""));
        }
        if self.is_in_neovim {
            let says = "a terminal inside Neovim: files open in that Neovim";
            findings.push(Finding::note("between", says, ""));
        }
        findings
    }
}

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
        let with = |term: &str| Said {
            term: term.to_owned(),
            ..Said::default()
        };
        check(&with("").terminal(), State::Problem, "not set");
        check(&with("dumb").terminal(), State::Problem, "dumb");
        check(&with("xterm").terminal(), State::Good, "TERM=xterm");
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
