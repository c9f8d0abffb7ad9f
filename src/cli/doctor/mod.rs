//! `smriti-tui doctor`: what this terminal, this machine and this repository let the program do, and
//! what to do where they do not.

mod project;
mod surroundings;

use super::{DONE, WRONG, json, plain};
use crate::project::{Choices, Project};
use crate::syntax::Language;
use serde::Serialize;
use std::path::Path;

/// Outcome of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// As it should be.
    Good,
    /// Worth knowing; it works all the same.
    Note,
    /// It keeps something from working.
    Problem,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Finding {
    /// Checked area: `terminal`, `editor`, `model`, …
    area: &'static str,
    state: State,
    /// Finding, as one sentence.
    says: String,
    /// Advice; null if there is nothing to do.
    advice: Option<String>,
}

impl Finding {
    fn good(area: &'static str, says: impl Into<String>) -> Self {
        Self {
            area,
            state: State::Good,
            says: says.into(),
            advice: None,
        }
    }

    fn note(area: &'static str, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            area,
            state: State::Note,
            says: says.into(),
            advice: Some(advice.into()).filter(|advice| !advice.is_empty()),
        }
    }

    fn problem(area: &'static str, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            state: State::Problem,
            ..Self::note(area, says, advice)
        }
    }

    /// A sentence that says what to do itself, behind its last semicolon.
    fn told(area: &'static str, sentence: &str) -> Self {
        let (says, advice) = sentence.rsplit_once("; ").unwrap_or((sentence, ""));
        Self::problem(area, says, advice)
    }
}

/// A language and the grammar it is parsed with.
#[derive(Serialize)]
struct Grammar {
    name: &'static str,
    extensions: Vec<&'static str>,
    file_names: Vec<&'static str>,
    /// The version of the interface between tree-sitter and the grammar.
    abi: usize,
}

#[derive(Serialize)]
struct Diagnosis {
    version: &'static str,
    /// True if there is no problem.
    ok: bool,
    findings: Vec<Finding>,
    grammars: Vec<Grammar>,
}

/// Looks, and says what it found: exit code 0, or 2 where there is a problem.
pub(super) fn run(choices: &Choices, directory: Option<&Path>, json: bool) -> anyhow::Result<u8> {
    let diagnosis = diagnose(choices, directory);
    let page = match json {
        true => json::to_text(&diagnosis)? + "\n",
        false => page(&diagnosis, plain::coloured()),
    };
    super::print(page.as_bytes())?;
    Ok(match diagnosis.ok {
        true => DONE,
        false => WRONG,
    })
}

fn diagnose(choices: &Choices, directory: Option<&Path>) -> Diagnosis {
    let mut findings = surroundings::terminal();
    match Project::open(choices, directory) {
        Ok(project) => findings.extend(project::all(&project)),
        Err(error) => {
            findings.push(Finding::told("project", &super::sentence(&error)));
            let says = "editor, clipboard, model and index were not looked at";
            findings.push(Finding::note("project", says, ""));
        }
    }
    let grammars = Language::all().map(|language| Grammar {
        name: language.name(),
        extensions: language.extensions().collect(),
        file_names: language.file_names().collect(),
        abi: language.abi(),
    });
    Diagnosis {
        version: env!("CARGO_PKG_VERSION"),
        ok: findings.iter().all(|it| it.state != State::Problem),
        findings,
        grammars: grammars.collect(),
    }
}

/// For people: a line a finding, what to do below it, then the languages.
fn page(diagnosis: &Diagnosis, colour: bool) -> String {
    let mut page = format!("smriti-tui {}\n\n", diagnosis.version);
    for finding in &diagnosis.findings {
        let (sign, style) = match finding.state {
            State::Good => ("ok     ", "32"),
            State::Note => ("note   ", "33"),
            State::Problem => ("PROBLEM", "31"),
        };
        page.push_str(&format!(
            "{}  {:<10} {}\n",
            plain::paint(colour, style, sign),
            finding.area,
            plain::harmless(&finding.says)
        ));
        if let Some(advice) = &finding.advice {
            let advice = plain::harmless(advice);
            page.push_str(&format!("{:9}{:10} {advice}\n", "", "→".trim_end()));
        }
    }
    page.push_str(&format!("\n{} languages\n", diagnosis.grammars.len()));
    for grammar in &diagnosis.grammars {
        let endings = grammar.extensions.iter().map(|it| format!(".{it}"));
        let names = grammar.file_names.iter().map(ToString::to_string);
        let files: Vec<String> = endings.chain(names).collect();
        let row = format!(
            "  {:<14} ABI {}  {}",
            grammar.name,
            grammar.abi,
            files.join(" ")
        );
        page.push_str(row.trim_end());
        page.push('\n');
    }
    let problems = diagnosis.findings.iter();
    let problems = problems.filter(|it| it.state == State::Problem).count();
    page.push_str(&match problems {
        0 => "\neverything works\n".to_owned(),
        1 => "\n1 problem\n".to_owned(),
        count => format!("\n{count} problems\n"),
    });
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_do_stands_below_what_is_wrong() {
        let diagnosis = Diagnosis {
            version: "1",
            ok: false,
            findings: vec![
                Finding::good("terminal", "xterm"),
                Finding::told("editor", "no editor is set; set $EDITOR"),
            ],
            grammars: Vec::new(),
        };
        let expected = "\
smriti-tui 1

ok       terminal   xterm
PROBLEM  editor     no editor is set
         →          set $EDITOR

0 languages

1 problem
";
        assert_eq!(page(&diagnosis, false), expected);
    }
}
