//! `doctor`, the completions and the manual page.

use super::commands::{code, stderr};
use super::project::Project;
use serde_json::Value;

fn diagnosed(project: &Project, variables: &[(&str, &str)]) -> (i32, Value) {
    let mut command = project.command(&["doctor", "--json"]);
    command.envs(variables.iter().copied());
    let output = command.output().expect("it runs");
    let object = serde_json::from_slice(&output.stdout).expect("an object");
    (code(&output), object)
}

/// Finding of an area: its state and message.
fn finding(diagnosis: &Value, area: &str) -> (String, String) {
    let findings = diagnosis["findings"].as_array().expect("findings");
    let finding = findings.iter().find(|it| it["area"] == area);
    let text = |field: &str| {
        let value = finding.and_then(|it| it[field].as_str());
        value.unwrap_or_default().to_owned()
    };
    (text("state"), text("message"))
}

#[test]
fn doctor_reports_no_problem() {
    let project = Project::indexed();
    let (code, diagnosis) = diagnosed(&project, &[("EDITOR", "sh -c")]);
    assert_eq!(code, 0, "{diagnosis}");
    assert_eq!(diagnosis["ok"], true);
    let (state, message) = finding(&diagnosis, "editor");
    let root = project.root().canonicalize().expect("it is there");
    assert_eq!(state, "good");
    let line = format!(
        "sh -c {}/README.md ($EDITOR, in this terminal)",
        root.display()
    );
    assert_eq!(message, line);
    let (_, index) = finding(&diagnosis, "index");
    assert!(
        index.contains("5 files") && index.contains("100% with vectors"),
        "{index}"
    );
    let (_, model) = finding(&diagnosis, "model");
    assert!(model.contains("dimensions, loaded in"), "{model}");
    let grammars = diagnosis["grammars"].as_array().expect("languages");
    let rust = grammars
        .iter()
        .find(|it| it["name"] == "rust")
        .expect("it is known");
    assert_eq!(rust["extensions"][0], "rs");
    assert!(rust["abi"].as_u64() >= Some(13));
}

#[test]
fn problems_have_advice() {
    let project = Project::new();
    let (code, diagnosis) = diagnosed(&project, &[("EDITOR", "/nowhere/vim"), ("TERM", "dumb")]);
    assert_eq!(code, 2, "{diagnosis}");
    assert_eq!(finding(&diagnosis, "terminal").0, "problem");
    let (state, message) = finding(&diagnosis, "editor");
    assert_eq!(state, "problem");
    assert!(
        message.contains("$EDITOR") && message.contains("/nowhere/vim +1"),
        "{message}"
    );
    let problems = diagnosis["findings"].as_array().expect("findings").iter();
    for problem in problems.filter(|it| it["state"] == "problem") {
        assert!(problem["advice"].is_string(), "{problem}");
    }
}

#[test]
fn doctor_shows_the_editor_command() {
    let project = Project::empty();
    let message = |project: &Project| {
        let (_, diagnosis) = diagnosed(project, &[("EDITOR", "sh -c")]);
        finding(&diagnosis, "editor")
    };
    let (state, nothing) = message(&project);
    assert_eq!(state, "note");
    assert!(!nothing.contains("README"), "{nothing}");
    project.write("logo.docx", "no document, but called so");
    project.write("notes.txt", "Nothing is indexed here.\n");
    let (state, line) = message(&project);
    assert_eq!(state, "good");
    assert!(line.contains("/notes.txt ("), "{line}");
}

#[test]
fn a_broken_configuration_is_one_of_the_findings() {
    let project = Project::new();
    project.configure("[ui]\ntheem = 1\n");
    let (code, diagnosis) = diagnosed(&project, &[]);
    assert_eq!(code, 2);
    let (state, message) = finding(&diagnosis, "project");
    assert_eq!(state, "problem");
    assert!(
        message.contains("config.toml, line 2, key ui.theem"),
        "{message}"
    );
}

#[test]
fn doctor_prints_a_page() {
    let project = Project::new();
    let mut command = project.command(&["doctor"]);
    let output = command.env("EDITOR", "sh").output().expect("it runs");
    let page = String::from_utf8_lossy(&output.stdout);
    assert!(page.contains("\nok       editor     sh /"), "{page}");
    assert!(page.contains("  rust           ABI "), "{page}");
    assert!(page.ends_with("everything works\n"), "{page}");
}

#[test]
fn completions_and_manual_page_are_printed() {
    let project = Project::new();
    for (shell, message) in [
        ("bash", "complete -F _smriti__tui"),
        ("zsh", "#compdef smriti-tui"),
        ("fish", "complete -c smriti-tui"),
    ] {
        let output = project.run(&["completions", shell]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let script = String::from_utf8_lossy(&output.stdout);
        assert!(script.contains(message), "{shell}: {script}");
        assert!(script.contains("model-backend"), "{shell}");
        assert!(
            !script.contains("signals"),
            "hidden commands stay hidden in {shell}"
        );
    }
    let page = project.run(&["man"]);
    let page = String::from_utf8_lossy(&page.stdout).into_owned();
    assert!(page.contains(".TH smriti-tui 1"), "{page}");
    for command in ["INDEX", "SEARCH", "DOCTOR", "COMPLETIONS"] {
        assert!(
            page.contains(&format!("\n.SH {command}\n.SS SYNOPSIS")),
            "{page}"
        );
    }
}
