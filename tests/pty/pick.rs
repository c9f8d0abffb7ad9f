//! `--pick`: locations for scripts and for key bindings of shells.

use super::commands::code;
use super::project::{BURROW_QUERY, BURROW_TEXT, Project};
use super::session::Session;

use std::process::Command;

const CTRL_C: &str = "\x03";
const ENTER: &str = "\r";

/// Runs the explorer in a command substitution, whose output is not the terminal.
fn pick(keys: &str) -> String {
    let project = Project::new();
    project.index();
    let script = format!(
        "chosen=$(\"$0\" --pick '{BURROW_QUERY}'); printf 'status %s, chosen %s\\n' $? \"$chosen\""
    );
    let mut session = Session::start_in_shell(&project, &script, 30, 110);
    session.wait_for_text(BURROW_TEXT);
    session.press(keys);
    let (_, contents) = session.end();
    contents
}

#[test]
fn the_chosen_location_is_printed() {
    let contents = pick(ENTER);
    assert!(contents.contains("status 0, chosen src/"), "{contents}");
}

#[test]
fn leaving_without_a_choice_is_status_130() {
    let contents = pick(CTRL_C);
    assert!(contents.contains("status 130, chosen"), "{contents}");
}

#[test]
fn bash_inserts_the_locations_as_words() {
    let project = Project::new();
    let output = project.run(&["keys", "--shell", "bash"]);
    assert_eq!(code(&output), 0);
    let script = String::from_utf8_lossy(&output.stdout);
    let check = "smriti-tui() { printf 'src/a b.rs:3\\nc.rs:1\\n'; }; READLINE_LINE='ls  -l'; READLINE_POINT=3; \
                 __smriti_tui_pick; printf '%s|%s' \"$READLINE_LINE\" $READLINE_POINT";
    let output = Command::new("bash")
        .args(["-c", &format!("{script}\n{check}")])
        .output()
        .expect("bash");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, "ls src/a\\ b.rs:3 c.rs:1  -l|24", "{output:?}");
}

#[test]
fn zsh_runs_the_explorer_where_it_can_read_the_terminal() {
    let project = Project::new();
    project.index();
    let output = project.run(&["keys", "--shell", "zsh"]);
    assert_eq!(code(&output), 0);
    let script = String::from_utf8_lossy(&output.stdout);
    assert!(!script.contains("<("), "{script}");
    if Command::new("zsh").arg("--version").output().is_err() {
        return;
    }
    let shell = "PATH=\"$(dirname \"$0\"):$PATH\" exec zsh -f -i";
    let mut session = Session::start_in_shell(&project, shell, 30, 110);
    session.press("eval \"$(smriti-tui keys --shell zsh)\"; echo re''ady\r");
    session.wait_for_text("ready");
    session.press("echo pick''ed \x18\x14");
    session.wait_for_text("Search code");
    session.press(BURROW_QUERY);
    session.wait_for_text(BURROW_TEXT);
    session.press(ENTER);
    session.wait_for_text("pick''ed src/");
    session.press("\rexit\r");
    let (_, contents) = session.end();
    assert!(contents.contains("picked src/"), "{contents}");
}
