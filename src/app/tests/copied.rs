//! Outcome of copying to the clipboard.

use crate::app::fixture::{self, drive};
use crate::app::{Event, Tone};

fn check(outcome: Result<&str, &str>, expected: (Tone, &str)) {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "merged<tab>y");
    app.update(Event::Copied(
        outcome.map(str::to_owned).map_err(str::to_owned),
    ));
    let notice = app.screen.notice.as_ref().expect("a notice");
    assert_eq!((notice.tone, notice.text.as_str()), expected);
}

#[test]
fn the_notice_names_the_program_that_copied() {
    check(
        Ok("wl-copy"),
        (Tone::Good, "Copied src/indexer/merger.rs:37 (wl-copy)"),
    );
    check(
        Err("clipboard: xclip ended with exit status: 1"),
        (Tone::Error, "clipboard: xclip ended with exit status: 1"),
    );
}

#[test]
fn a_late_copy_does_not_restore_the_notice() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "merged<tab>yj");
    app.update(Event::Copied(Ok("wl-copy".to_owned())));
    assert!(app.screen.notice.as_ref().is_none());
}
