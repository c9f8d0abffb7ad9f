//! Lists to choose from: filtering, selection and choice.

use super::content::split_location;
use super::model::MATCHED_AT_ONCE;
use super::*;
use crate::app::keymap::{Action, Step};
use crate::app::results::Listing;
use crate::corpus::SourcePath;

#[test]
fn line_and_column_follow_the_path() {
    let check = |typed: &str, path: &str, place| assert_eq!(split_location(typed), (path, place));
    check("src/a.rs", "src/a.rs", None);
    check("src/a.rs:", "src/a.rs", None);
    check("src/a.rs:12", "src/a.rs", Some((12, 1)));
    check("src/a.rs:12:", "src/a.rs", Some((12, 1)));
    check("src/a.rs:12:7 ", "src/a.rs", Some((12, 7)));
    check("a::b", "a::b", None);
    check("a:b:3", "a:b", Some((3, 1)));
    check("a:0", "a", Some((1, 1)));
    check("a:99999999999", "a", Some((u32::MAX, 1)));
    check(":+3", ":+3", None);
    check("", "", None);
}

/// A list of `count` files; the last but one is called best.
fn files(count: usize) -> Popup {
    let path = |at: usize| {
        if at + 2 == count {
            SourcePath::new("zz/best.rs")
        } else {
            SourcePath::new(&format!("a/b{:02}/e{at:06}/s/t.rs", at % 50))
        }
    };
    let mut paths: Vec<SourcePath> = (0..count).map(path).collect();
    paths.sort();
    let mut picker = Popup::new(
        "files",
        Content::Files(FileItems::new(Listing::from_sorted(paths.into()), &[])),
    );
    picker.set_height(20);
    picker
}

fn best() -> KeyOutcome {
    KeyOutcome::Chosen(ItemAction::File(
        SourcePath::new("zz/best.rs"),
        Some((7, 1)),
    ))
}

/// Sets the requested numbers of lines; returns the last outcome.
fn count_lines(picker: &mut Popup, lines: impl Fn(&str) -> u32) -> KeyOutcome {
    let wanted = picker.wanted_lines().into_iter();
    let replies = wanted.map(|path| {
        let lines = lines(path.as_str());
        picker.set_line_count(path, lines)
    });
    replies.last().unwrap_or(KeyOutcome::Taken)
}

fn of_paths(paths: &[&str], recent: &[&str]) -> Popup {
    let of = |paths: &[&str]| paths.iter().map(|path| SourcePath::new(path)).collect();
    let listed: Vec<SourcePath> = of(paths);
    let mut picker = Popup::new(
        "files",
        Content::Files(FileItems::new(
            Listing::from_sorted(listed.into()),
            &of(recent),
        )),
    );
    picker.set_height(20);
    picker
}

fn texts(picker: &Popup) -> Vec<&str> {
    picker.visible().map(|row| row.text).collect()
}

#[test]
fn a_file_with_the_typed_line_precedes_one_without() {
    let mut picker = of_paths(&["examples/walk.rs", "src/ignore/walk.rs"], &[]);
    picker.paste("walk.rs");
    assert_eq!(picker.wanted_lines().len(), 0, "no line was typed");
    assert_eq!(texts(&picker)[0], "examples/walk.rs");
    picker.paste(":100");
    let lines = |path: &str| if path.starts_with("src") { 2_000 } else { 64 };
    count_lines(&mut picker, lines);
    assert_eq!(texts(&picker), ["src/ignore/walk.rs", "examples/walk.rs"]);
    assert_eq!(picker.wanted_lines().len(), 0, "each is counted once");
}

#[test]
fn recently_opened_files_come_first() {
    let mut picker = of_paths(
        &["a.rs", "b.rs", "c.rs", "d.rs"],
        &["d.rs", "gone.rs", "b.rs"],
    );
    assert_eq!(texts(&picker), ["b.rs", "d.rs", "a.rs", "c.rs"]);
    picker.paste("rs");
    assert_eq!(texts(&picker), ["b.rs", "d.rs", "a.rs", "c.rs"]);
    let listing = Listing::from_sorted(["d.rs", "e.rs"].map(SourcePath::new).into());
    picker.set_files(&listing, &[SourcePath::new("d.rs")]);
    assert_eq!(texts(&picker), ["d.rs", "e.rs"]);
}

#[test]
fn matching_is_limited_per_frame() {
    let mut picker = files(100_000);
    picker.paste("best:7");
    assert_eq!(
        picker.counts().0,
        MATCHED_AT_ONCE,
        "of the first, each matches"
    );
    // The best of all items is chosen, not the best one at the time of the key.
    assert_eq!(picker.act(Action::Choose), KeyOutcome::Taken);
    let mut frames = 1;
    let reply = loop {
        frames += 1;
        match picker.continue_matching() {
            KeyOutcome::Taken if picker.is_matching() => {}
            reply => break reply,
        }
    };
    assert_eq!(frames, 100_000_usize.div_ceil(MATCHED_AT_ONCE));
    assert_eq!(
        reply,
        KeyOutcome::Taken,
        "the lines of the best are not known"
    );
    assert_eq!(count_lines(&mut picker, |_| 9), best());
}

#[test]
fn typing_cancels_a_pending_choice_and_keeps_the_selection() {
    let mut picker = files(20_000);
    picker.paste("best");
    picker.act(Action::Choose);
    picker.act(Action::Results(Step::Next));
    let selected = picker.selected();
    assert!(picker.is_matching() && selected.is_some());
    while picker.is_matching() {
        assert_eq!(picker.continue_matching(), KeyOutcome::Taken);
        assert_eq!(picker.selected(), selected);
    }
    let first = picker.visible().next().map(|row| row.text);
    assert_eq!(first, Some("zz/best.rs"));
}

fn picker(texts: &[&str]) -> Popup {
    let item = |text: &&str| ListItem {
        text: (*text).to_owned(),
        note: String::new(),
        choice: ItemAction::Action(Action::Quit),
    };
    let mut picker = Popup::new("files", Content::Items(texts.iter().map(item).collect()));
    picker.set_height(5);
    picker
}

fn check(texts: &[&str], typed: &str, expected: &[&str]) {
    let mut picker = picker(texts);
    picker.paste(typed);
    let found: Vec<&str> = picker.visible().map(|row| row.text).collect();
    assert_eq!(found, expected, "{typed}");
}

#[test]
fn best_match_is_first_and_others_are_hidden() {
    let texts = ["src/app/mod.rs", "src/app/popup/mod.rs", "src/ui/pen.rs"];
    check(&texts, "", &texts);
    check(&texts, "popup", &["src/app/popup/mod.rs"]);
    check(&texts, "pen", &["src/ui/pen.rs"]);
    check(&texts, "zzz", &[]);
}

#[test]
fn matching_characters_are_counted_in_characters() {
    let mut picker = picker(&["größe_messen"]);
    picker.paste("messen");
    let matched: Vec<u32> = picker
        .visible()
        .flat_map(|row| row.matched_chars.to_vec())
        .collect();
    assert_eq!(matched, [6, 7, 8, 9, 10, 11]);
}

#[test]
fn the_selection_stays_in_view_and_within_the_list() {
    let mut picker = picker(&["a", "b", "c", "d", "e", "f"]);
    for _ in 0..9 {
        picker.act(Action::Results(Step::Next));
    }
    let selected: Vec<_> = picker.visible().filter(|row| row.is_selected).collect();
    assert_eq!(selected.len(), 1);
    assert_eq!(selected[0].text, "f");
    picker.paste("zzz");
    assert_eq!(picker.act(Action::Choose), KeyOutcome::Taken);
}
