//! The session that one run saves for the next.

use super::project::{BURROW_QUERY, BURROW_TEXT, Project};
use super::session::Session;
use nix::sys::signal::Signal;
use std::fs;

const CTRL_R: &str = "\x12";
const CTRL_T: &str = "\x14";

fn start(project: &Project) -> Session {
    let mut session = Session::start(project, &[], 30, 110);
    session.wait_for_text("warren");
    session
}

fn wait_for_hit(session: &mut Session) {
    session.wait_for("the hit, from all files, beside its code", |screen| {
        let text = screen.contents();
        text.contains(BURROW_QUERY)
            && text.contains(BURROW_TEXT)
            && !text.contains("% of the files")
    });
}

/// Searches, marks the result, and shows the list by rank.
fn searched(project: &Project) -> Session {
    let mut session = start(project);
    session.press(BURROW_QUERY);
    wait_for_hit(&mut session);
    session.press("\t");
    session.press("b");
    session.wait_for_text("Bookmark set");
    session.press("r");
    session.wait_for("a list by rank", |screen| {
        screen.contents().contains(" 1 ●")
    });
    session
}

/// The next run restores the session, and typing replaces the restored query.
fn check_again(project: &Project) {
    let mut session = start(project);
    wait_for_hit(&mut session);
    session.wait_for("the list by rank, with its mark", |screen| {
        let text = screen.contents();
        text.contains(" 1 ●") && text.contains('◆')
    });
    session.press("census");
    session.wait_for("only what was typed", |screen| {
        let text = screen.contents();
        text.contains("> census") && !text.contains(BURROW_QUERY)
    });
    session.press(CTRL_R);
    session.wait_for("the question of the run before", |screen| {
        let text = screen.contents();
        text.contains("search history") && text.contains(BURROW_QUERY)
    });
}

#[test]
fn session_is_restored() {
    let project = Project::new();
    let mut session = searched(&project);
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
    check_again(&project);
}

#[test]
fn terminated_run_saves_the_session() {
    let project = Project::new();
    let session = searched(&project);
    session.send_signal(Signal::SIGTERM);
    session.wait_for_signal();
    check_again(&project);
}

/// Closing the window saves the position too, completely.
#[test]
fn closed_terminal_saves_the_session() {
    let project = Project::new();
    let session = searched(&project);
    assert_eq!(session.hang_up(), "Hangup");
    let states = project.path().join("home/state/smriti-tui");
    for entry in fs::read_dir(&states).expect("the states").flatten() {
        let path = entry.path();
        let expected = ["json", "lock"].map(std::ffi::OsStr::new);
        let is_expected = path.extension().is_some_and(|it| expected.contains(&it));
        assert!(is_expected, "{}", path.display());
    }
    check_again(&project);
}

#[test]
fn a_fresh_start_keeps_the_marks_only() {
    let project = Project::new();
    let mut session = searched(&project);
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
    let mut session = Session::start_in_shell(&project, "exec \"$0\" --fresh", 30, 110);
    session.wait_for_text("Search code: describe");
    session.wait_for("everything indexed", |screen| {
        let text = screen.contents();
        let last = text.lines().last();
        last.is_some_and(|line| line.contains('●') && line.contains(" chunks"))
    });
    session.press("\tB");
    session.wait_for_text("bookmarks");
}

#[test]
fn a_damaged_session_is_kept_with_a_notice() {
    let project = Project::new();
    let mut session = searched(&project);
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
    let states = project.path().join("home/state/smriti-tui");
    let is_session = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "json");
    let files = fs::read_dir(&states).expect("the states").flatten();
    let file = files
        .map(|it| it.path())
        .find(is_session)
        .expect("a session");
    fs::write(&file, "{ this is none").expect("damage");
    let mut session = start(&project);
    session.wait_for_text("was damaged");
    assert!(file.with_extension("damaged.json").exists());
}

#[test]
fn a_file_is_chosen_by_its_path() {
    let project = Project::new();
    let mut session = start(&project);
    session.wait_for_text("5 files");
    session.press(CTRL_T);
    session.press("burrow");
    session.wait_for_text("1/");
    session.press("\r");
    session.wait_for_text("//! Where wombats live.");
}

#[test]
fn marks_survive_a_restart() {
    let project = Project::new();
    let mut session = start(&project);
    session.press(BURROW_QUERY);
    wait_for_hit(&mut session);
    session.press("\t");
    session.press("x");
    session.wait_for_text("1 marked");
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
    let mut session = start(&project);
    session.wait_for_text("1 marked");
}
