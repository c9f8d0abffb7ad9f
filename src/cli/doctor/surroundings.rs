//! What the terminal and the environment say of themselves.

use super::Finding;
use std::io::{self, IsTerminal};

/// The terminal, its colours, its characters, and what stands between.
pub(super) fn terminal() -> Vec<Finding> {
    let said = Said::of_process();
    let mut findings = vec![said.terminal(), size(), said.colours(), said.characters()];
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

/// What the environment says.
#[derive(Clone, Default)]
struct Said {
    term: String,
    program: String,
    colour_term: String,
    no_colour: String,
    /// The locale that decides about characters.
    locale: String,
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
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(text);
        Self {
            term: text("TERM"),
            program: text("TERM_PROGRAM"),
            colour_term: text("COLORTERM"),
            no_colour: text("NO_COLOR"),
            locale: locale
                .into_iter()
                .find(|value| !value.is_empty())
                .unwrap_or_default(),
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

    fn colours(&self) -> Finding {
        if !self.no_colour.is_empty() {
            return Finding::note("colours", "none, because NO_COLOR is set", "");
        }
        let colours = match (self.colour_term.as_str(), self.term.as_str()) {
            ("truecolor" | "24bit", _) => "16 million",
            (_, term) if term.contains("256color") => "256",
            _ => "16",
        };
        match colours {
            "16 million" => Finding::good("colours", "16 million (COLORTERM)"),
            few => Finding::note(
                "colours",
                format!("{few}, as far as the environment tells"),
                "the default theme needs no more; for the others set COLORTERM=truecolor where the \
                 terminal can show it",
            ),
        }
    }

    fn characters(&self) -> Finding {
        let locale = self.locale.to_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") {
            return Finding::good("characters", format!("UTF-8 ({})", self.locale));
        }
        let says = match self.locale.as_str() {
            "" => "no locale is set, so borders and bars may look wrong".to_owned(),
            other => format!("the locale {other} is not UTF-8, so borders and bars may look wrong"),
        };
        Finding::note("characters", says, "set LANG=C.UTF-8")
    }

    /// What stands between the program and the terminal.
    fn between(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.is_in_tmux {
            let advice = "`set -g set-clipboard on` lets copied text through to the terminal";
            findings.push(Finding::note("between", "tmux", advice));
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
    fn colours_are_those_the_environment_tells() {
        let mut said = Said {
            term: "xterm-256color".to_owned(),
            ..Said::default()
        };
        check(&said.colours(), State::Note, "256");
        said.colour_term = "truecolor".to_owned();
        check(&said.colours(), State::Good, "16 million");
        said.no_colour = "1".to_owned();
        check(&said.colours(), State::Note, "NO_COLOR");
    }

    #[test]
    fn characters_are_those_of_the_locale() {
        let with = |locale: &str| Said {
            locale: locale.to_owned(),
            ..Said::default()
        };
        check(&with("de_DE.UTF-8").characters(), State::Good, "de_DE");
        check(&with("C.utf8").characters(), State::Good, "C.utf8");
        check(&with("C").characters(), State::Note, "not UTF-8");
        check(&with("").characters(), State::Note, "no locale");
    }
}
