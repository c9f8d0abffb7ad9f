//! Documents that are opened, in the code pane and in an editor.

use super::*;
use crate::protocol::Reply;

#[test]
fn a_document_is_opened_once() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = sent_query(&effects).unwrap();
    let found = app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert_eq!(opens(&found), ["src/indexer/merger.rs"]);
    run_until_idle(&mut app, found);
    assert_eq!(drive(&mut app, "<down><down><down><up><up><up>"), []);
    drive(&mut app, "<tab>");
    let keys = ["j", "n", "N", "k"].map(|key| press(&mut app, key.chars().next().unwrap()));
    let opened: Vec<_> = keys.iter().map(|effects| opens(effects)).collect();
    assert!(
        opened.iter().all(|opened| opened.is_empty()),
        "both are kept: {opened:?}"
    );
}

#[test]
fn a_text_is_found_in_a_document_that_arrives_later() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = sent_query(&effects).unwrap();
    let reply = Reply::Answered(Ok(answer(query, hits())));
    let found = app.update(Event::Reply(ticket, reply));
    fixture::press(&mut app, "<tab><tab>/estimate");
    assert!(matches!(app.code.content, CodeContent::Opening));
    run_until_idle(&mut app, found);
    let popup = app.screen.popup.as_ref().expect("the text to find");
    assert_eq!(popup.line.text(), "estimate");
    let page = app.code.page().expect("a document");
    let line = app.code.cursor_line().expect("a line");
    assert!(page.line(line).contains("estimate"));
    assert_eq!(app.prompt.text(), "a", "no prompt takes the text");
}

#[test]
fn after_the_editor_documents_are_read_again() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    let effects = app.update(Event::EditorReturned(Ok(())));
    assert_eq!(opens(&effects), ["src/indexer/merger.rs"]);
    assert!(
        matches!(app.code.content, CodeContent::Page(..)),
        "shown until then"
    );
    app.update(Event::EditorReturned(Err(
        "editor: vim was not found; set $EDITOR".into(),
    )));
    assert!(fixture::notice(&app).contains("vim was not found"));
}

#[test]
fn documents_are_read_again_after_every_new_generation() {
    // A follower gets no report of the end, and embedding may take long.
    for stage in [
        Activity::UpToDate,
        Activity::Following,
        Activity::Running(Stage::Embedding),
    ] {
        let mut app = app(120, 30);
        drive(&mut app, "merge");
        let mut moved_to = |generation| {
            let stage = stage.clone();
            let status = IndexStatus {
                stage,
                generation,
                ..fixture::fresh()
            };
            opens(&app.update(Event::Index(status))).len()
        };
        assert_eq!((moved_to(3), moved_to(4)), (0, 1), "{stage:?}");
    }
}

#[test]
fn rescan_in_a_follower_reloads_documents_and_names_the_writer() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    let message = |app: &App| fixture::notice(app).to_owned();
    assert_eq!(opens(&press(&mut app, 'R')).len(), 0);
    assert_eq!(message(&app), "Rescanning for changes …");
    let stage = Activity::Following;
    app.update(Event::Index(IndexStatus {
        stage,
        ..fixture::fresh()
    }));
    assert_eq!(opens(&press(&mut app, 'R')), ["src/indexer/merger.rs"]);
    assert!(message(&app).starts_with("Another smriti-tui process indexes"));
}

#[test]
fn a_document_read_before_an_edit_is_requested_again() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = sent_query(&effects).unwrap();
    let before = app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    let after = app.update(Event::EditorReturned(Ok(())));
    assert_eq!(opens(&after), ["src/indexer/merger.rs"]);
    run_until_idle(&mut app, before);
    assert!(matches!(app.code.content, CodeContent::Opening));
    run_until_idle(&mut app, after);
    assert!(matches!(app.code.content, CodeContent::Page(..)));
}

#[test]
fn a_directory_has_no_line_to_edit() {
    let mut app = fixture::app(120, 30);
    assert_eq!(drive(&mut app, "segment kind:module<enter>"), []);
    let notice = app.screen.notice.as_ref().expect("a sentence");
    assert!(notice.text.contains("a directory is selected"));
}

#[test]
fn documents_open_in_their_viewer() {
    for keys in [
        "merge heading:guide<enter>",
        "merge heading:guide<tab><tab>j<enter>",
    ] {
        let mut app = fixture::app(120, 30);
        let effects = drive(&mut app, keys);
        let [Effect::Edit(location)] = &effects[..] else {
            panic!("{keys}: {effects:?}");
        };
        assert_eq!(location.path.as_str(), "docs/guide.pdf", "{keys}");
    }
}

#[test]
fn enter_edits_the_matched_line() {
    let path = "src/indexer/merger.rs";
    let check = |keys: &str, expected: Vec<Effect>| {
        assert_eq!(drive(&mut app(120, 30), keys), expected, "{keys}");
    };
    check("merged<enter>", edit(path, 37, 20));
    check("merged<tab><enter>", edit(path, 37, 20));
    // In the code pane, the cursor: the line is shorter.
    check("merged<tab><tab>jj<enter>", edit(path, 39, 7));
    // Nothing matches: the line of the name, not the top of its docs.
    check("qqq<enter>", edit(path, 42, 1));
    // A parent of hits: the line of its name.
    check("merged<tab>[[<enter>", edit(path, 18, 1));
    check("<enter>", Vec::new());
}

#[test]
fn enter_opens_the_pasted_line() {
    let mut app = app(120, 30);
    let trace = "thread 'main' panicked at src/indexer/merger.rs:45:13:\nno room";
    let effects = app.update(Event::Paste(trace.to_owned()));
    let (ticket, query) = sent_query(&effects).unwrap();
    assert_eq!(query.text, trace);
    let mut found = hits();
    found[0].explanation.located_at = Some((45, 13));
    let effects = app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, found))),
    ));
    let pasted = || edit("src/indexer/merger.rs", 45, 13);
    assert_eq!(drive(&mut app, "<enter>"), pasted(), "before it is read");
    run_until_idle(&mut app, effects);
    assert_eq!(app.code.matched_line(), Some(45));
    assert_eq!(drive(&mut app, "<enter>"), pasted());
    assert_eq!(drive(&mut app, "<tab><tab><enter>"), pasted());
}

#[test]
fn enter_edits_the_line_of_the_name_before_the_document_is_read() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = sent_query(&effects).unwrap();
    app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert_eq!(
        drive(&mut app, "<enter>"),
        edit("src/indexer/merger.rs", 42, 1)
    );
}

#[test]
fn a_match_in_the_file_is_never_under_the_line_that_it_is_typed_in() {
    for find in ["segment", "serializer", "}", "write", "u"] {
        let mut app = app(100, 15);
        drive(&mut app, &format!("segment<tab><tab>f/{find}"));
        let code = app.screen.layout.area(crate::app::Focus::Code);
        let typed = app.popup_area().y - 1..app.popup_area().y + 2;
        let row = code.y + u16::try_from(app.code.cursor_y()).unwrap();
        assert!(!typed.contains(&row), "{find}: row {row} of {typed:?}");
        drive(&mut app, "<enter>n");
        let (top, rows) = app.code.position();
        let (y, height) = (app.code.cursor_y(), usize::from(code.height));
        assert!(y >= 3 || top == 0, "{find}: lines above");
        assert!(
            y + 3 < height || top + height == rows,
            "{find}: lines below"
        );
    }
}

#[test]
fn a_file_is_opened_at_the_same_line_twice() {
    let mut app = fixture::browsing(120, 30);
    for keys in ["<c-t>merger.rs:10<esc>", "<c-t>merger.rs:10<enter>"] {
        drive(&mut app, keys);
        assert!(app.screen.popup.as_ref().is_none(), "{keys}");
    }
}
