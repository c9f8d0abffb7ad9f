//! Search history: queries are kept if the user looked at their results.

use super::*;
use crate::app::Event;
use crate::app::attention::READ;
use crate::app::fixture::{app, drive, run_until_idle};

fn wait(app: &mut App, ticks: u32) {
    for _ in 0..ticks {
        let effects = app.update(Event::Tick);
        run_until_idle(app, effects);
    }
}

/// The questions that are remembered after these keys, each followed by so many ticks.
fn check(steps: &[(&str, u32)], expected: &[&str]) {
    let mut app = app(120, 30);
    for (keys, ticks) in steps {
        drive(&mut app, keys);
        wait(&mut app, *ticks);
    }
    let history = app.remembered.session.history.iter();
    let texts: Vec<&str> = history.map(|it| it.text.as_str()).collect();
    assert_eq!(texts, expected, "{steps:?}");
}

#[test]
fn a_question_is_remembered_whose_hits_are_there_for_a_second() {
    check(&[("merge", READ - 1)], &[]);
    check(&[("merge", READ)], &["merge"]);
    check(&[("merge", READ - 1), ("s", READ - 1)], &[]);
    check(&[("merge ", READ)], &["merge"]);
    check(&[("zzz", READ)], &[]);
    check(&[("merge", READ), ("<c-u>post", READ)], &["merge", "post"]);
}

#[test]
fn what_was_only_the_beginning_is_not_remembered() {
    check(&[("merge", READ), (" all", READ)], &["merge all"]);
    check(&[("merge", READ), (" all<down>", 0)], &["merge all"]);
    check(
        &[("merge<down>", READ), (" all", READ)],
        &["merge", "merge all"],
    );
    // It was known before.
    let again = ("<c-u>merge", READ);
    let steps = [("merge<down>", 0), ("<c-u>post", READ), again, ("s", READ)];
    check(&steps, &["post", "merge", "merges"]);
}

#[test]
fn a_question_is_remembered_that_is_left_for_another() {
    check(&[("merge<tab>m", 0)], &["merge"]);
    check(&[("merge<enter>", 0)], &["merge"]);
    check(&[("merge<c-u>", 0)], &[]);
}

#[test]
fn ticks_are_wanted_until_hits_are_read() {
    let mut app = app(120, 30);
    assert!(!app.is_busy());
    drive(&mut app, "merge");
    assert!(app.is_busy());
    wait(&mut app, READ);
    assert!(!app.is_busy());
}
