//! Several repositories in one explorer.

use super::editors::install;
use super::explorer::{ENTER, TAB, leave};
use super::project::Project;
use super::session::Session;
use std::fs;

/// Two repositories with a file of the same path.
fn two() -> Project {
    let project = Project::empty();
    for (place, name) in [("one", "feed_wombat"), ("two", "feed_numbat")] {
        project.write(&format!("{place}/.git/HEAD"), "ref: refs/heads/main\n");
        let text = format!("/// Feeds one animal.\npub fn {name}() -> u8 {{\n    7\n}}\n");
        project.write(&format!("{place}/src/feed.rs"), &text);
    }
    project
}

#[test]
fn the_explorer_searches_two_repositories_and_opens_the_file_of_the_right_one() {
    let project = two();
    let output = project.run(&["index", "one", "two"]);
    assert!(output.status.success(), "{output:?}");
    let record = project.home().join("record");
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$RECORD\"\n";
    let editor = install(&project, "vim", script);
    let variables = [
        ("EDITOR", editor.to_str().expect("UTF-8")),
        ("RECORD", record.to_str().expect("UTF-8")),
    ];
    let mut session = Session::start_with(&project, &["one", "two"], &variables, 30, 120);
    session.wait_for_text("one/");
    session.press("feed");
    session.wait_for("results of both", |screen| {
        let text = screen.contents();
        text.contains("feed_wombat") && text.contains("feed_numbat")
    });
    session.press(" repo:two");
    session.wait_for("results of one", |screen| {
        let text = screen.contents();
        !text.contains("feed_wombat") && text.contains("feed_numbat")
    });
    session.press(TAB);
    session.press(ENTER);
    let expected = project.root().join("two/src/feed.rs");
    session.wait_for("the editor ended", |_| record.exists());
    let opened = fs::read_to_string(&record).expect("arguments");
    assert!(
        opened
            .lines()
            .any(|line| line.ends_with(expected.to_str().expect("UTF-8"))),
        "{opened}"
    );
    session.wait_for_text("feed_numbat");
    leave(session);
}

#[test]
fn progress_before_a_search_names_the_repository() {
    let project = two();
    let script = "\"$0\" search --wait --dir one --dir two feed";
    let mut session = Session::start_in_shell(&project, script, 30, 110);
    session.wait_for_bytes(b"one: scanning for changes");
    session.wait_for_bytes(b"two: scanning for changes");
    let (status, contents) = session.end();
    assert_eq!(status, 0, "{contents}");
}
