//! The review of changes in a git repository.

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
