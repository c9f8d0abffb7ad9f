//! Opening a hit in six kinds of editors: their arguments, the screen, and signals in the meantime.

use super::explorer::{ENTER, leave, started};
use super::project::{BURROW_LINE, BURROW_QUERY, BURROW_TEXT, Project};
use super::session::{DEADLINE, Session, body};
use nix::sys::signal::Signal;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Instant;

/// An editor that records its arguments and ends.
const RECORDS: &str = r#"#!/bin/sh
printf '%s\n' "$@" > "$RECORD.part"
mv "$RECORD.part" "$RECORD"
"#;

/// An editor in the terminal that waits for a line.
const HAS_THE_SCREEN: &str = r#"#!/bin/sh
printf 'the editor has the screen\n'
read -r line
printf '%s\n' "$@" > "$RECORD"
"#;

/// An editor that saves a backup when it is terminated, as editors do.
const SAVES: &str = r#"#!/bin/sh
trap 'echo saved > "$RECORD"; exit 1' TERM HUP
printf 'the editor has the screen\n'
read -r line
"#;

/// An editor that ignores signals, and records that it still runs.
const STAYS: &str = r#"#!/bin/sh
trap '' TERM HUP
printf 'the editor has the screen\n'
read -r line
echo stays > "$RECORD"
"#;

/// An editor that inserts two lines at the top.
const EDITS: &str = r#"#!/bin/sh
printf 'the editor has the screen\n'
read -r line
{ printf '// One.\n// Two.\n'; cat "$2"; } > "$2.part"
mv "$2.part" "$2"
"#;

pub(crate) fn install(project: &Project, name: &str, script: &str) -> PathBuf {
    let editor = project.path().join(name);
    fs::write(&editor, script).expect("an editor");
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).expect("an executable");
    editor
}

/// The file of the hit, as an argument of an editor.
fn file(project: &Project) -> String {
    let file = project.root().join("src/burrow.rs");
    let file = file.canonicalize().expect("the file is there");
    file.display().to_string()
}

/// Checks that an editor in the terminal gets the screen, and that the explorer then returns to the same
/// location.
fn check_in_terminal(name: &str, expected: impl Fn(&str) -> String) {
    let project = Project::new();
    let editor = install(&project, name, HAS_THE_SCREEN);
    let record = project.path().join("record");
    let variables = [
        ("EDITOR", &*editor.to_string_lossy()),
        ("RECORD", &*record.to_string_lossy()),
    ];
    let mut session = started(&project, &variables);
    let before = session.body();
    session.press(ENTER);
    session.wait_for("the editor", |screen| {
        screen.contents().contains("the editor has the screen") && !screen.alternate_screen()
    });
    session.press(ENTER);
    session.wait_for("the same place", |screen| {
        screen.alternate_screen() && body(screen) == before
    });
    let record = fs::read_to_string(&record).expect("the editor was called");
    assert_eq!(record, expected(&file(&project)), "{name}");
    leave(session);
}

/// Checks that an editor with a window is started next to the explorer, whose screen stays.
fn check_elsewhere(name: &str, expected: impl Fn(&str) -> String) {
    let project = Project::new();
    let editor = install(&project, name, RECORDS);
    let record = project.path().join("record");
    let variables = [
        ("EDITOR", &*editor.to_string_lossy()),
        ("RECORD", &*record.to_string_lossy()),
    ];
    let mut session = started(&project, &variables);
    session.press(ENTER);
    wait_for_file(&mut session, &record);
    let written = fs::read_to_string(&record).expect("the editor was called");
    assert_eq!(written, expected(&file(&project)), "{name}");
    session.wait_for("the screen stays", |screen| {
        screen.alternate_screen() && screen.contents().contains(BURROW_TEXT)
    });
    leave(session);
}

/// Each key produces a frame, so that waiting always ends.
fn wait_for_file(session: &mut Session, record: &std::path::Path) {
    let deadline = Instant::now() + DEADLINE;
    while !record.exists() {
        assert!(
            Instant::now() < deadline,
            "the editor was not called\n{}",
            session.contents()
        );
        session.press("x");
        session.wait_for("the key", |screen| screen.contents().contains("filterx"));
        session.press("\x7f");
        session.wait_for("the key", |screen| !screen.contents().contains("filterx"));
    }
}

/// An explorer with an open editor that runs the script, and the file in which it records.
fn editing(project: &Project, script: &str) -> (Session, PathBuf) {
    let editor = install(project, "vim", script);
    let record = project.path().join("record");
    let variables = [
        ("EDITOR", &*editor.to_string_lossy()),
        ("RECORD", &*record.to_string_lossy()),
    ];
    let mut session = started(project, &variables);
    session.press(ENTER);
    session.wait_for("the editor", |screen| {
        screen.contents().contains("the editor has the screen") && !screen.alternate_screen()
    });
    (session, record)
}

/// An explorer that is terminated while an editor has the terminal ends, and the editor with it.
#[test]
fn termination_reaches_the_editor() {
    for (signal, called) in [(Signal::SIGTERM, "Terminated"), (Signal::SIGHUP, "Hangup")] {
        let project = Project::new();
        let (session, record) = editing(&project, SAVES);
        session.send_signal(signal);
        assert_eq!(session.wait_for_signal(), called);
        let record = fs::read_to_string(&record).expect("the editor was told");
        assert_eq!(record, "saved\n");

        let mut session = Session::start(&project, &[], 40, 120);
        session.wait_for("the place it was left at", |screen| {
            let text = screen.contents();
            text.contains(BURROW_QUERY) && text.contains(BURROW_TEXT)
        });
        leave(session);
    }
}

/// It is not killed, because it may have unsaved text.
#[test]
fn editor_that_ignores_termination_keeps_running() {
    let project = Project::new();
    let (mut session, record) = editing(&project, STAYS);
    session.send_signal(Signal::SIGTERM);
    let ended = session.wait_for_signal_alone();
    assert_eq!(ended, "Terminated");
    session.press(ENTER);
    // Reading the terminal ends when no process has it open.
    session.wait_for_signal();
    let record = fs::read_to_string(&record).expect("the editor stayed");
    assert_eq!(record, "stays\n");
}

#[test]
fn interrupt_reaches_only_the_editor() {
    let project = Project::new();
    let (mut session, _) = editing(&project, HAS_THE_SCREEN);
    session.send_signal(Signal::SIGINT);
    session.press(ENTER);
    session.wait_for("the explorer", |screen| {
        screen.alternate_screen() && screen.contents().contains(BURROW_TEXT)
    });
    leave(session);
}

#[test]
fn changes_during_an_editor_are_shown_after_it() {
    let project = Project::new();
    let (mut session, _) = editing(&project, EDITS);
    session.resize(30, 100);
    session.press(ENTER);
    session.wait_for("the same code, further down, in the new size", |screen| {
        let rows: Vec<String> = screen.rows(0, 100).collect();
        let line = format!("{} ", BURROW_LINE + 2);
        screen.alternate_screen()
            && rows.len() == 30
            && rows
                .first()
                .is_some_and(|row| row.trim_end().chars().count() > 90)
            && rows
                .iter()
                .any(|row| row.contains("let nocturnal = self") && row.contains(&line))
    });
    leave(session);
}

#[test]
fn editor_with_plus_line() {
    check_in_terminal("nano", |file| format!("+{BURROW_LINE}\n{file}\n"));
}

#[test]
fn editor_with_file_line_column() {
    // The column of the first word.
    check_in_terminal("hx", |file| format!("{file}:{BURROW_LINE}:13\n"));
}

#[test]
fn unknown_editor_gets_the_file() {
    check_in_terminal("my-editor", |file| format!("{file}\n"));
}

#[test]
fn windowed_editor_with_goto() {
    check_elsewhere("code", |file| format!("-g\n{file}:{BURROW_LINE}:13\n"));
}

#[test]
fn windowed_editor_with_long_option() {
    check_elsewhere("idea", |file| format!("--line\n{BURROW_LINE}\n{file}\n"));
}

#[test]
fn windowed_editor_with_line_and_column() {
    check_elsewhere("kate", |file| {
        format!("-l\n{BURROW_LINE}\n-c\n13\n{file}\n")
    });
}

#[test]
fn configured_editor_template_wins() {
    let project = Project::new();
    let editor = install(&project, "vim", HAS_THE_SCREEN);
    let record = project.path().join("record");
    project.configure(&format!(
        "[editor]\ncommand = \"'{}' --at {{line}}:{{column}} {{file}}\"\n",
        editor.display()
    ));
    let variables = [
        ("EDITOR", "/nowhere/nano"),
        ("RECORD", &record.to_string_lossy()),
    ];
    let mut session = started(&project, &variables);
    session.press(ENTER);
    session.wait_for_text("the editor has the screen");
    session.press(ENTER);
    session.wait_for("the explorer", vt100::Screen::alternate_screen);
    let written = fs::read_to_string(&record).expect("the editor was called");
    assert_eq!(
        written,
        format!("--at\n{BURROW_LINE}:13\n{}\n", file(&project))
    );
    leave(session);
}

#[test]
fn parent_neovim_opens_the_file() {
    let project = Project::new();
    let folder = project.path().join("bin");
    fs::create_dir_all(&folder).expect("a folder");
    let nvim = install(&project, "bin/nvim", RECORDS);
    let record = project.path().join("record");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", nvim.parent().expect("a folder").display());
    let variables = [
        ("NVIM", "/run/user/1/nvim.sock"),
        ("EDITOR", "vi"),
        ("PATH", &*path),
        ("RECORD", &*record.to_string_lossy()),
    ];
    let mut session = started(&project, &variables);
    session.press(ENTER);
    wait_for_file(&mut session, &record);
    let written = fs::read_to_string(&record).expect("nvim was called");
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(
        lines[..3],
        ["--server", "/run/user/1/nvim.sock", "--remote-expr"]
    );
    assert!(
        lines[3].contains(&format!("setcursorcharpos({BURROW_LINE}, 13)")),
        "{written}"
    );
    leave(session);
}

/// An editor next to the explorer empties a file and writes it slowly.
#[test]
fn a_slow_save_keeps_the_selection() {
    let project = Project::new();
    let file = project.root().join("src/burrow.rs");
    let text = fs::read_to_string(&file).expect("the file");
    let mut session = started(&project, &[]);
    session.press("\tk");
    let on = |screen: &vt100::Screen, name: &str| {
        let rows: Vec<String> = screen.rows(0, 120).collect();
        rows.iter()
            .any(|row| row.contains("▌") && row.contains(&format!("● {name} ")))
    };
    session.wait_for("the row above", |screen| on(screen, "admit"));
    fs::write(&file, "").expect("an empty file");
    session.wait_for("another hit", |screen| {
        !screen.contents().contains("● admit")
    });
    fs::write(&file, text).expect("the same again");
    session.wait_for("the same row", |screen| on(screen, "admit"));
    leave(session);
}
