//! All checks and their page.
//!
//! Principal type: [`Diagnosis`].

use super::check::{Check, Severity};
use super::{environment, project};
use crate::cli::output::{EXIT_ERROR, EXIT_OK, print_object};
use crate::pages::{Style, escape_lines};
use crate::project::{Overrides, Project};
use crate::syntax::Language;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// An outcome in its area.
#[derive(Serialize, JsonSchema)]
struct Finding {
    /// Checked area: `terminal`, `editor`, `model`, …
    area: &'static str,
    #[serde(flatten)]
    outcome: Check,
}

/// A language and its grammar.
#[derive(Serialize, JsonSchema)]
struct GrammarInfo {
    name: &'static str,
    extensions: Vec<&'static str>,
    file_names: Vec<&'static str>,
    /// Version of the interface between tree-sitter and the grammar.
    abi: usize,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Diagnosis {
    /// Version of smriti-tui.
    version: &'static str,
    /// True if there is no problem.
    ok: bool,
    findings: Vec<Finding>,
    grammars: Vec<GrammarInfo>,
}

/// Exit status 0, or 2 if there is a problem.
pub(crate) fn run(
    choices: &Overrides,
    directory: Option<&Path>,
    json: bool,
    style: &Style,
) -> anyhow::Result<u8> {
    let diagnosis = diagnose(choices, directory);
    print_object(&diagnosis, json, |diagnosis| page(diagnosis, style))?;
    Ok(if diagnosis.ok { EXIT_OK } else { EXIT_ERROR })
}

fn diagnose(choices: &Overrides, directory: Option<&Path>) -> Diagnosis {
    let mut areas = environment::all();
    match Project::open(choices, directory) {
        Ok(project) => areas.extend(project::all(&project)),
        Err(error) => {
            let unchecked = "editor, clipboard, model and index were not checked";
            let outcomes = vec![Check::error(&error), Check::note(unchecked, "")];
            areas.push(("project", outcomes));
        }
    }
    let mut diagnosis = Diagnosis {
        version: env!("CARGO_PKG_VERSION"),
        ok: true,
        findings: Vec::new(),
        grammars: Vec::new(),
    };
    for (area, outcomes) in areas {
        for outcome in outcomes {
            diagnosis.ok &= outcome.state != Severity::Problem;
            diagnosis.findings.push(Finding { area, outcome });
        }
    }
    for language in Language::all() {
        diagnosis.grammars.push(GrammarInfo {
            name: language.name(),
            extensions: language.extensions().collect(),
            file_names: language.file_names().collect(),
            abi: language.abi(),
        });
    }
    diagnosis
}

/// A line for each finding with its advice below it, then the languages.
fn page(diagnosis: &Diagnosis, style: &Style) -> String {
    let mut page = format!("smriti-tui {}\n\n", diagnosis.version);
    let mut problems = 0;
    // Writing to a string does not fail.
    for Finding { area, outcome } in &diagnosis.findings {
        let (sign, color) = match outcome.state {
            Severity::Good => ("ok     ", "32"),
            Severity::Note => ("note   ", "33"),
            Severity::Problem => ("PROBLEM", "31"),
        };
        problems += usize::from(outcome.state == Severity::Problem);
        let (sign, message) = (style.paint(color, sign), escape_lines(&outcome.message));
        let _ = writeln!(page, "{sign}  {area:<10} {message}");
        if let Some(advice) = &outcome.advice {
            let _ = writeln!(page, "{:9}{:10} {}", "", "→", escape_lines(advice));
        }
    }
    let _ = writeln!(page, "\n{} languages", diagnosis.grammars.len());
    for grammar in &diagnosis.grammars {
        let _ = write!(page, "  {:<14} ABI {} ", grammar.name, grammar.abi);
        page.extend(
            grammar
                .extensions
                .iter()
                .map(|ending| format!(" .{ending}")),
        );
        page.extend(grammar.file_names.iter().map(|name| format!(" {name}")));
        page.push('\n');
    }
    page + &match problems {
        0 => "\neverything works\n".to_owned(),
        1 => "\n1 problem\n".to_owned(),
        count => format!("\n{count} problems\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_follows_its_problem() {
        let error = anyhow::anyhow!("no editor is set; set $EDITOR");
        let finding = |area, outcome| Finding { area, outcome };
        let diagnosis = Diagnosis {
            version: "1",
            ok: false,
            findings: vec![
                finding("terminal", Check::good("xterm")),
                finding("editor", Check::error(&error)),
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
        assert_eq!(page(&diagnosis, &Style::plain(Path::new(""))), expected);
    }
}
