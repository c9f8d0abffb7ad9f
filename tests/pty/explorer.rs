//! The explorer in use.

use super::editors::install;
use super::project::{BURROW_LINE, BURROW_QUERY, BURROW_TEXT, Project};
use super::session::{Session, body};
use nix::sys::signal::Signal;
use std::fs;

pub(crate) const ENTER: &str = "\r";
const CTRL_C: &str = "\x03";
const CTRL_Z: &str = "\x1a";
pub(crate) const TAB: &str = "\t";

/// An editor that records its arguments, shows a message, and waits for a line.
const EDITOR: &str = r#"#!/bin/sh
printf '%s\n' "$@" > "$RECORD"
printf 'the editor has the screen\n'
read -r line
printf '%s\n' "$line" >> "$RECORD"
"#;

/// Commands at a shell's prompt: start the explorer (`$0`), and resume it when it is suspended.
const UNDER_JOB_CONTROL: &str = r#"
set -m
"$0"
printf 'the shell has the screen\n'
read -r line
fg > /dev/null
"#;

/// Starts, searches, and waits until the hit and its code are shown and everything is indexed.
pub(crate) fn started(project: &Project, variables: &[(&str, &str)]) -> Session {
    let mut session = Session::start(project, variables, 40, 120);
    search(&mut session);
    session
}

fn search(session: &mut Session) {
    session.wait_for_text("warren");
    session.press(BURROW_QUERY);
    session.wait_for("the hit beside its code", |screen| {
        let text = screen.contents();
        text.contains("burrow.rs") && text.contains("census") && text.contains(BURROW_TEXT)
    });
    session.wait_for("everything indexed", |screen| {
        let text = screen.contents();
        let works = ["Loading", "Indexing", "Embedding", "Building"];
        // Maintenance has only a spinner in place of the dot.
        let is_quiet = text.lines().last().is_some_and(|line| line.contains('●'));
        is_quiet && text.contains(" chunks") && !works.iter().any(|word| text.contains(word))
    });
    // Only semantic search finds it.
    session.wait_for_text("column_after");
}

/// `q` quits outside the prompt, in any state.
pub(crate) fn leave(mut session: Session) {
    session.press(TAB);
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
}

#[test]
fn hit_opens_in_the_editor_and_the_selection_is_kept() {
    let project = Project::new();
    let editor = install(&project, "vim", EDITOR);
    let record = project.path().join("record");
    let (editor, record) = (editor.to_string_lossy(), record.to_string_lossy());

    let mut session = started(&project, &[("EDITOR", &editor), ("RECORD", &record)]);
    let before = session.body();
    session.press(ENTER);
    session.wait_for("the editor", |screen| {
        screen.contents().contains("the editor has the screen") && !screen.alternate_screen()
    });
    // Keys now go to the editor, not to the prompt.
    session.press("qqq");
    session.press(ENTER);
    session.wait_for("the same place", |screen| {
        screen.alternate_screen() && body(screen) == before
    });

    let record = fs::read_to_string(&*record).expect("the editor was called");
    let file = project.root().join("src/burrow.rs");
    let file = file.canonicalize().expect("the file is there");
    let expected = format!("+{BURROW_LINE}\n{}\nqqq\n", file.display());
    assert_eq!(record, expected);

    leave(session);
}

/// As on the command line.
#[test]
fn exact_search_says_how_many_files_were_not_searched() {
    let project = Project::new();
    project.write("a.py", "def f():\n    pass\n");
    project.write(".env", "quokka=1\n");
    project.index();
    let mut session = Session::start(&project, &[], 40, 120);
    session.wait_for_text("a.py");
    session.press("\"quokka\"");
    session.wait_for_text("1 file was not searched");
    leave(session);
}

#[test]
fn a_missing_editor_is_reported() {
    let project = Project::new();
    let mut session = started(&project, &[("EDITOR", "/nowhere/vim")]);
    session.press(ENTER);
    session.wait_for_text("/nowhere/vim");
    session.wait_for_text(BURROW_TEXT);
    leave(session);
}

#[test]
fn ctrl_c_reaches_only_the_editor() {
    let project = Project::new();
    let editor = install(&project, "vim", EDITOR);
    let record = project.path().join("record");
    let (editor, record) = (editor.to_string_lossy(), record.to_string_lossy());

    let mut session = started(&project, &[("EDITOR", &editor), ("RECORD", &record)]);
    session.press(ENTER);
    session.wait_for("the editor", |screen| {
        screen.contents().contains("the editor has the screen") && !screen.alternate_screen()
    });
    session.press(CTRL_C);
    session.wait_for("what became of it, in the same place", |screen| {
        let text = screen.contents();
        screen.alternate_screen() && text.contains("SIGINT") && text.contains(BURROW_TEXT)
    });
    leave(session);
}

#[test]
fn a_right_click_opens_a_menu() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    // The third button at column 10 of the fourth row: the first hit below its file.
    session.press("\x1b[<2;10;4M\x1b[<2;10;4m");
    session.wait_for_text("similar-code: Find similar code");
    session.press("\x1b");
    // A key that follows too soon would make one of both, as Alt does.
    session.wait_for("the closed menu", |screen| {
        let text = screen.contents();
        text.contains(BURROW_TEXT) && !text.contains("similar-code:")
    });
    leave(session);
}

#[test]
fn resize_changes_the_layout() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    for (rows, columns) in [(24, 60), (10, 40), (30, 140)] {
        session.resize(rows, columns);
        session.wait_for("the prompt and the status line", |screen| {
            let lines: Vec<String> = screen.rows(0, columns).collect();
            let bottom = &lines[lines.len() - 3..];
            lines.iter().any(|line| line.contains(BURROW_QUERY))
                && bottom.iter().any(|line| line.contains(" chunks"))
        });
    }
    leave(session);
}

#[test]
fn second_start_uses_the_index() {
    let project = Project::new();
    let session = project.run(&["index"]);
    assert!(session.status.success());
    let session = started(&project, &[]);
    leave(session);
}

#[test]
fn ctrl_c_quits_when_nothing_runs() {
    let project = Project::new();
    // Otherwise the query may be repeated for the last commit.
    assert!(project.run(&["index"]).status.success());
    let mut session = started(&project, &[]);
    session.press(CTRL_C);
    assert_eq!(session.wait_for_end(), 0);
}

/// The parent process sees the signal, on a restored terminal.
#[test]
fn a_signal_releases_the_terminal_and_ends_the_explorer() {
    for (signal, called) in [
        (Signal::SIGTERM, "Terminated"),
        (Signal::SIGHUP, "Hangup"),
        (Signal::SIGINT, "Interrupt"),
    ] {
        let project = Project::new();
        let mut session = Session::start(&project, &[], 24, 80);
        session.wait_for("the first frame", |screen| {
            screen.alternate_screen() && screen.contents().contains("Search code")
        });
        session.send_signal(signal);
        assert_eq!(session.wait_for_signal(), called);
    }
}

#[test]
fn ctrl_z_suspends_and_fg_resumes() {
    let project = Project::new();
    let mut session = Session::start_in_shell(&project, UNDER_JOB_CONTROL, 40, 120);
    search(&mut session);
    let before = session.body();
    session.press(CTRL_Z);
    session.wait_for("the shell", |screen| {
        screen.contents().contains("the shell has the screen") && !screen.alternate_screen()
    });
    session.press(ENTER);
    session.wait_for("the same place", |screen| {
        screen.alternate_screen() && body(screen) == before
    });
    leave(session);
}

#[test]
fn without_a_terminal_search_is_suggested() {
    let project = Project::new();
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("smriti-tui search"), "{stderr}");
    assert!(output.stdout.is_empty());
}

/// A terminal of this type, or of none, gets a message and no screen.
#[test]
fn on_a_dumb_terminal_search_is_suggested() {
    let project = Project::new();
    for script in ["TERM=dumb exec \"$0\"", "unset TERM; exec \"$0\""] {
        let session = Session::start_in_shell(&project, script, 24, 200);
        let (code, contents) = session.end();
        assert_eq!(code, 2, "{script}: {contents}");
        assert!(contents.contains("`smriti-tui search QUERY`"), "{contents}");
        assert!(contents.contains("TERM"), "{contents}");
    }
}

/// Input and output must be a terminal.
#[test]
fn a_pipe_as_input_or_output_is_reported() {
    let project = Project::new();
    for (script, end) in [("\"$0\" | cat", "output"), ("true | \"$0\"", "input")] {
        let session = Session::start_in_shell(&project, script, 24, 200);
        let (_, contents) = session.end();
        assert!(contents.contains(&format!("standard {end}")), "{contents}");
        assert!(contents.contains("`smriti-tui search QUERY`"), "{contents}");
    }
}

#[test]
fn unusable_index_directory_is_replaced_and_reported() {
    let project = Project::new();
    let cache = project.path().join("home/cache");
    fs::write(cache, "no folder").expect("a file where a folder should be");
    let mut session = Session::start(&project, &[], 30, 110);
    session.wait_for_text("home/cache: Not a directory");
    session.press(BURROW_QUERY);
    session.wait_for_text(BURROW_TEXT);
}
