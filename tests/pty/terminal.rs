//! Events of a terminal: resizes, pastes, replies, suspension, hang-up.

use super::explorer::{TAB, leave, started};
use super::project::{BURROW_QUERY, BURROW_TEXT, Project};
use super::session::Session;
use nix::sys::signal::Signal;
use std::fs;

#[test]
fn many_resizes_end_in_the_last_layout() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    for step in 0..200_u16 {
        session.resize(3 + step * 7 % 60, 5 + step * 13 % 200);
    }
    session.resize(24, 120);
    session.wait_for("the last layout", |screen| {
        let rows: Vec<String> = screen.rows(0, 120).collect();
        rows.last()
            .is_some_and(|row| row.trim_end().ends_with("Ctrl-C quit"))
            && screen.contents().contains(BURROW_QUERY)
            && screen.contents().contains(BURROW_TEXT)
    });
    leave(session);
}

#[test]
fn a_tiny_terminal_still_searches() {
    let project = Project::new();
    let mut session = Session::start(&project, &[], 6, 20);
    session.press(BURROW_QUERY);
    session.wait_for("a hit", |screen| screen.contents().contains("census"));
    leave(session);
}

#[test]
fn a_paste_is_one_query_and_runs_nothing() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    // Ctrl-U, then text that contains keys: Enter, Ctrl-C, Tab, `q`.
    session.press("\x15");
    session.press("\x1b[200~nocturnal\r\x03\tfilter q\x1b[201~");
    session.wait_for("the text as one line", |screen| {
        screen.alternate_screen() && screen.contents().contains("nocturnal")
    });
    session.wait_for_text(BURROW_TEXT);
    leave(session);
}

#[test]
fn a_paste_without_its_end_does_not_keep_the_keys() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    session.press("\x15\x1b[200~wombat ");
    session.wait_for_text("> wombat ");
    session.press("warren");
    session.wait_for_text("> wombat warren ");
    leave(session);
}

#[test]
fn stop_and_continue_keep_the_screen() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    for _ in 0..3 {
        session.send_signal(Signal::SIGSTOP);
        session.send_signal(Signal::SIGCONT);
    }
    session.press("x");
    session.wait_for("it goes on", |screen| {
        screen.alternate_screen() && screen.contents().contains("filterx")
    });
    leave(session);
}

/// Answers a query for the background like a light terminal.
fn answer(session: &mut Session, with: &str) {
    session.wait_for_bytes(b"\x1b]11;?");
    session.press(with);
}

const TRUE_COLOR: (&str, &str) = ("COLORTERM", "truecolor");
const AUTO: &str = "[ui]\ntheme = \"auto\"\nlight = \"night\"\ndark = \"terminal\"\n";

#[test]
fn the_reply_of_the_terminal_selects_the_theme_and_is_not_typed() {
    let project = Project::new();
    project.configure(AUTO);
    let mut session = Session::start(&project, &[TRUE_COLOR], 30, 100);
    answer(&mut session, "\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    session.press("nocturnal");
    session.wait_for(
        "the query alone, in the theme for a light terminal",
        |screen| {
            let ground = screen.cell(10, 10).map(|cell| cell.bgcolor());
            screen.rows(0, 100).any(|row| row.contains("> nocturnal "))
                && ground != Some(vt100::Color::Default)
        },
    );
    leave(session);
}

#[test]
fn a_light_terminal_gets_the_theme_for_it() {
    let project = Project::new();
    project.configure(AUTO);
    for (stderr, is_colored) in [("0;15", true), ("15;0", false)] {
        let mut session = Session::start(&project, &[TRUE_COLOR, ("COLORFGBG", stderr)], 30, 100);
        session.wait_for(stderr, |screen| {
            let ground = screen.cell(10, 10).map(|cell| cell.bgcolor());
            screen.contents().contains("warren")
                && is_colored == (ground != Some(vt100::Color::Default))
        });
        leave(session);
    }
}

#[test]
fn a_late_reply_of_the_terminal_is_not_typed() {
    let project = Project::new();
    project.configure(AUTO);
    let mut session = Session::start(&project, &[TRUE_COLOR], 30, 100);
    session.wait_for_bytes(b"\x1b]11;?");
    session.press("noc");
    session.wait_for_text("> noc");
    session.press("\x1b]11;rgb:ffff/ffff/ffff\x07");
    session.press("turnal");
    session.wait_for("the query alone", |screen| {
        screen.rows(0, 100).any(|row| row.contains("> nocturnal "))
    });
    leave(session);
}

#[test]
fn reports_that_were_not_requested_do_not_swallow_keys() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    session.press("\x15");
    // A color scheme, an answer to DECRQM, the same cut off, and attributes of the terminal.
    for (report, key) in [
        ("\x1b[?997;1n", "noc"),
        ("\x1b[?2026;2$y", "tur"),
        ("\x1b[?997;", "\x1b[Dn\x05"),
        ("\x1b[>41;354;0c", "al"),
    ] {
        session.press(report);
        session.press(key);
    }
    session.wait_for_text("> noctunral ");
    session.press("\x1b[?997;1n");
    // Ctrl-C ends it.
    leave(session);
}

#[test]
fn a_change_of_the_color_scheme_switches_the_theme() {
    let project = Project::new();
    project.configure(AUTO);
    let mut session = Session::start(&project, &[TRUE_COLOR], 30, 100);
    session.wait_for_bytes(b"\x1b[?2031h");
    for (report, is_light) in [("\x1b[?997;2n", true), ("\x1b[?997;1n", false)] {
        session.press(report);
        session.wait_for(report, |screen| {
            let ground = screen.cell(10, 10).map(|cell| cell.bgcolor());
            is_light == (ground != Some(vt100::Color::Default))
        });
    }
    leave(session);
}

#[test]
fn configured_clipboard_program_is_used() {
    let project = Project::new();
    let copied = project.path().join("copied");
    project.configure(&format!(
        "[clipboard]\ncommand = \"sh -c 'cat > {}'\"\n",
        copied.display()
    ));
    let mut session = started(&project, &[]);
    session.press(TAB);
    session.press("y");
    session.wait_for_text(" (sh");
    let text = fs::read_to_string(&copied).expect("something was copied");
    assert_eq!(text, "src/burrow.rs:22");
    leave(session);
}

#[test]
fn text_is_copied_through_the_terminal() {
    let project = Project::new();
    project.configure("[clipboard]\nmethod = \"terminal\"\n");
    let mut session = started(&project, &[]);
    session.press(TAB);
    session.press("y");
    // src/burrow.rs:22
    session.wait_for_bytes(b"\x1b]52;c;c3JjL2J1cnJvdy5yczoyMg==\x07");
    leave(session);
}

#[test]
fn the_index_page_lists_skipped_files_and_rebuilds() {
    let project = Project::new();
    project.write("logo.bin", "a\0b");
    let mut session = started(&project, &[]);
    session.press(TAB);
    session.press("I");
    session.wait_for("what was left out", |screen| {
        let text = screen.contents();
        text.contains("logo.bin") && text.contains("NUL bytes") && text.contains("5 files")
    });
    session.press("\x1br");
    session.wait_for_text("again to delete");
    session.press("\x1br");
    session.wait_for("indexes every", |screen| {
        let text = screen.contents();
        text.contains("✓ keywords    6/6 files") && text.contains("5 files")
    });
    session.press("\x1b");
    session.wait_for("no page", |screen| !screen.contents().contains("skipped"));
    leave(session);
}

#[test]
fn terminal_modes_left_by_an_editor_are_reset() {
    let project = Project::new();
    let script = "EDITOR='sh -c \"stty raw -echo\"' \"$0\" --fresh; stty -a";
    let mut session = Session::start_in_shell(&project, script, 30, 120);
    session.press(BURROW_QUERY);
    session.wait_for_text(BURROW_TEXT);
    session.press("\r");
    session.press("x");
    session.wait_for("it goes on", |screen| {
        screen.alternate_screen() && screen.contents().contains(&format!("{BURROW_QUERY}x"))
    });
    session.press(TAB);
    session.press("q");
    session.wait_for_text(" icanon");
}
#[test]
fn a_typed_paste_is_one_line() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    session.press("\x15");
    session.press("nocturnal\rfilter\r");
    session.wait_for("the text as one line", |screen| {
        screen.alternate_screen() && screen.contents().contains("> nocturnal filter ")
    });
    leave(session);
}

/// A terminal without bracketed paste types a paste, faster than it can be read.
#[test]
fn quick_typing_leaves_no_stale_query() {
    let project = Project::new();
    let mut session = started(&project, &[]);
    session.press(&"a paste ".repeat(400));
    session.wait_for_text("a paste a paste");
    session.press("\x15");
    session.press("no such thing");
    session.wait_for("the last question", |screen| {
        let rows: Vec<String> = screen.rows(0, 120).collect();
        rows.first()
            .is_some_and(|row| row.contains("> no such thing "))
    });
    leave(session);
}
