//! The review of changes in a git repository.

use super::commands::code;
use super::explorer::{TAB, leave};
use super::project::Project;
use super::session::Session;
use std::process::Command;

fn git(project: &Project, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(project.root()).args(arguments);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
        command.env(format!("{name}_NAME"), "a");
        command.env(format!("{name}_EMAIL"), "a@b");
    }
    let output = command.output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

#[test]
fn a_change_is_read_to_its_end_with_its_old_text() {
    let project = Project::new();
    project.write(
        "src/one.rs",
        "fn one() -> u8 {\n    let seeds = 1;\n    seeds\n}\n",
    );
    project.write("src/two.rs", "fn two() {}\n");
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "first"]);
    project.write(
        "src/one.rs",
        "fn one() -> u8 {\n    let seeds = 7;\n    seeds\n}\n",
    );
    std::fs::remove_file(project.root().join("src/two.rs")).expect("a file");
    project.index();
    let mut session = Session::start(&project, &[], 30, 120);
    session.wait_for_text("warren");
    // A change of the index's state ends a notice.
    session.wait_for_text("● ");
    session.press(TAB);
    session.press("]c");
    session.wait_for_text("Change 1 of 1 in src/one.rs");
    session.wait_for_text("+1 -1");
    session.press("d");
    session.wait_for_text("let seeds = 1;");
    session.wait_for_text("let seeds = 7;");
    session.press("]c");
    session.wait_for_text("- fn two() {}");
    session.press("]c");
    session.wait_for_text("This was the last change");
    leave(session);
}

/// A function that others use, and the same without it: the first user is where it was.
fn without_a_used_function() -> Project {
    let project = Project::new();
    let users =
        "def user(y):\n    return helper(y)\n\n\ndef other(z):\n    return user(z) + helper(z)\n";
    project.write(
        "a.py",
        &format!("def helper(x):\n    return x + 1\n\n\n{users}"),
    );
    project.write(
        "b.py",
        "from a import helper\n\n\ndef away(q):\n    return helper(q)\n",
    );
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "first"]);
    project.write("a.py", users);
    project.index();
    project
}

#[test]
fn deleted_code_has_an_id_by_which_its_users_are_found() {
    let project = without_a_used_function();
    let found = project.run(&["search", "--json", "in:changed"]);
    let found: serde_json::Value = serde_json::from_slice(&found.stdout).expect("JSON");
    let id = found["hits"][0]["id"].as_str().expect("an id");
    for target in ["in:changed", id] {
        let impact = project.run(&["impact", "--depth", "1", target]);
        let printed = String::from_utf8_lossy(&impact.stdout);
        assert_eq!(code(&impact), 0, "{printed}");
        for user in ["function user", "function other", "function away"] {
            assert!(printed.contains(user), "{target}: {user}: {printed}");
        }
    }
    let unknown = project.run(&["impact", "00000000000000ff"]);
    assert_eq!(code(&unknown), 1);
}

#[test]
fn references_to_deleted_code_are_listed() {
    let project = without_a_used_function();
    let mut session = Session::start(&project, &[], 30, 120);
    session.wait_for_text("warren");
    session.wait_for_text("● ");
    session.press("in:changed");
    session.wait_for_text("deleted");
    session.press(TAB);
    session.press("G");
    session.press("gr");
    session.wait_for_text("away");
    session.wait_for_text("other");
    leave(session);
}

#[test]
fn a_changed_line_end_is_named_beside_the_old_line() {
    let project = Project::new();
    project.write("src/a.rs", "fn one() {\n    two();\n}\n");
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "first"]);
    project.write("src/a.rs", "fn one() {\r\n    two();\r\n}\r\n");
    let found = project.run(&["search", "in:changed"]);
    let warning = String::from_utf8_lossy(&found.stderr);
    assert!(
        warning.contains("src/a.rs differs in the ends of lines only"),
        "{warning}"
    );
    let mut session = Session::start(&project, &[], 30, 120);
    session.wait_for_text("warren");
    session.wait_for_text("● ");
    session.press(TAB);
    session.press("]c");
    session.wait_for_text("Change 1 of 1 in src/a.rs");
    session.press("d");
    session.wait_for_text("two();  (LF, now CRLF)");
    leave(session);
}
