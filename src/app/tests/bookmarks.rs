//! Bookmarks, and their chunks after edits.

use crate::app::fixture::{self, app, browsing, drive, merger, press, run_until_idle};
use crate::app::marks::{bookmark_of as made, find, row_of};
use crate::app::{App, CodeContent, Effect, Event, Page, ResultsContent, Tone};
use crate::chunk::{ChunkTree, Limits};
use crate::context::{OpenDocument, OpenStep};
use crate::corpus::{Document, SourcePath, Text};
use crate::protocol::{BrowseReply, RecorderReply, Reply, Request};
use crate::search::DocumentOutline;
use crate::session::{Bookmark, Change, Mark};
use std::sync::Arc;

fn bookmark_of(chunk: usize) -> Bookmark {
    let tree = merger().tree;
    let chunk = &tree.chunks[chunk];
    Bookmark {
        path: tree.path().clone(),
        chunk: chunk.id.0,
        names: chunk.names.clone(),
        line: chunk.name_at.0,
        hash: chunk.hash,
        body: 0,
        note: String::new(),
    }
}

/// Checks the chunk that a bookmark of `write` leads to after a change of the bookmark.
fn check(change: impl Fn(&mut Bookmark), expected: Option<&str>) {
    let mut mark = bookmark_of(8);
    change(&mut mark);
    let tree = merger().tree;
    let found = find(&tree, &mark).map(|at| tree.chunks[at].name.as_str());
    assert_eq!(found, expected);
}

#[test]
fn a_bookmark_is_found_by_id_then_text_then_name() {
    check(|_| {}, Some("write"));
    check(|mark| mark.hash = 1, Some("write"));
    check(|mark| mark.chunk = 1, Some("write"));
    check(
        |mark| (mark.chunk, mark.names) = (1, vec!["renamed".into()]),
        Some("write"),
    );
    check(
        |mark| (mark.chunk, mark.hash, mark.line) = (1, 1, 9_999),
        Some("write"),
    );
    check(
        |mark| (mark.chunk, mark.hash, mark.names) = (1, 1, vec!["renamed".into()]),
        None,
    );
    check(
        |mark| (mark.chunk, mark.hash, mark.names) = (1, 0, Vec::new()),
        None,
    );
}

fn page(path: &str, text: &str) -> Page {
    let document = Document::new(SourcePath::new(path), Text::from(text));
    let tree = Arc::new(ChunkTree::of(document, &Limits::default()));
    Page::new(Arc::new(OpenDocument::new(tree, OpenStep::Whole)))
}

/// Checks the line, if any, that a bookmark opens after a change of its file. The bookmark is on the first
/// declaration of `line`.
fn check_edited(path: &str, (before, line): (&str, u32), after: &str, expected: Option<u32>) {
    let (before, after) = (page(path, before), page(path, after));
    let mut chunks = before.chunks().iter().skip(1);
    let marked = chunks.find(|it| it.name_at.0 == line);
    let mark = made(&before, marked.expect("a declaration"));
    let found = find(&after.document.tree, &mark);
    let found = found.map(|at| after.chunks()[at].name_at.0);
    assert_eq!(found, expected, "{after:?}", after = after.line(1));
}

#[test]
fn bookmark_keeps_its_text_when_a_namesake_is_inserted_above() {
    let int = "int area(int a) {\n  return a * a;\n}\n";
    let double = "double area(double w, double h) { return w * h; }\n";
    let check = |after: &str, line| check_edited("a.cpp", (int, 1), after, Some(line));
    check(int, 1);
    check(&format!("{double}{int}"), 2);
    check(&format!("{int}{double}"), 1);
    // The edited text determines the position among equal chunks.
    check(&format!("{}{double}", int.replace("a * a", "a + a")), 1);
    // The text of a declaration with members is not known.
    let class = |name: &str| {
        format!("if {name}:\n    class A:\n        def {name}(self):\n            pass\n")
    };
    let both = format!("{}{}", class("x"), class("y"));
    check_edited("a.py", (&class("y"), 2), &both, Some(6));
}

#[test]
fn a_bookmark_is_found_under_another_name() {
    let cart = "class Cart:\n    def total(self, n):\n        return self.total(n - 1)\n\n    def tax(self):\n        return 1\n";
    let check = |line, after: &str, expected| check_edited("a.py", (cart, line), after, expected);
    check(2, &cart.replace("total", "sum"), Some(2));
    check(1, &cart.replace("Cart", "Basket"), Some(1));
    check(2, &cart.replace("Cart", "Basket"), Some(2));
    check(
        2,
        &format!("# more\n{}", cart.replace("total", "sum")),
        Some(3),
    );
    // Another member on that line is not the bookmark's chunk.
    check(
        2,
        "class Cart:\n    def tax(self):\n        return 1\n",
        None,
    );
    check(
        5,
        &cart.replace(
            "tax(self):\n        return 1",
            "vat(self):\n        return 2",
        ),
        None,
    );
}

/// Locations in the list of bookmarks.
fn places(app: &App) -> Vec<String> {
    let marks = app.session.stored.bookmarks.iter();
    marks
        .map(|mark| format!("{}:{}", mark.path, mark.line))
        .collect()
}

#[test]
fn bookmark_follows_moved_code_once_the_document_is_read() {
    let mut app = app(120, 30);
    let text = "def tax(x):\n    return x\n";
    let before = page("a.py", text);
    let mark = made(&before, &before.chunks()[1]);
    app.apply_change(Change::BookmarkAdded(mark));
    let open = |app: &mut App, text: &str| {
        let after = page("a.py", text);
        let path = SourcePath::new("a.py");
        let ticket = app.documents.request(&path);
        app.update(Event::Reply(
            ticket,
            Reply::Opened(path, Ok(Arc::clone(&after.document))),
        ));
        places(app)
    };
    assert_eq!(open(&mut app, text), ["a.py:1"]);
    assert_eq!(
        open(&mut app, &format!("# one\n# two\n\n{text}")),
        ["a.py:4"]
    );
}

#[test]
fn marks_have_the_lines_of_the_document_that_was_read_last() {
    let mut app = app(120, 30);
    let text = "def tax(x):\n    return x\n\n\ndef sum(x):\n    return x\n";
    for chunk in &page("a.py", text).chunks()[1..] {
        app.apply_change(Change::MarkAdded(Mark {
            path: SourcePath::new("a.py"),
            chunk: chunk.id.0,
            hash: chunk.hash,
            line: chunk.name_at.0,
            at: None,
            kind: chunk.kind.name().to_owned(),
            names: chunk.names.clone(),
            is_directory: false,
            deleted: None,
        }));
    }
    let mut lines_after = |text: &str| {
        let path = SourcePath::new("a.py");
        let ticket = app.documents.request(&path);
        let document = Arc::clone(&page("a.py", text).document);
        app.update(Event::Reply(ticket, Reply::Opened(path, Ok(document))));
        let marks = app.session.marks().iter();
        marks.map(|mark| mark.line).collect::<Vec<u32>>()
    };
    assert_eq!(lines_after(text), [1, 5]);
    assert_eq!(lines_after(&format!("# one\n\n{text}")), [3, 7]);
}

#[test]
fn a_bookmark_of_a_deleted_chunk_opens_its_line() {
    let mut app = browsing(120, 30);
    let mark = Bookmark {
        chunk: 1,
        hash: 1,
        names: vec!["merger.rs".into(), "elsewhere".into()],
        ..bookmark_of(8)
    };
    app.apply_change(Change::BookmarkAdded(mark));
    app.visit_bookmark(1);
    let effects = std::mem::take(&mut app.effects);
    run_until_idle(&mut app, effects);
    let notice = fixture::notice(&app);
    assert!(notice.contains("elsewhere is no longer in"), "{notice}");
    assert_eq!(app.code.cursor_location().map(|it| it.line), Some(42));
}

#[test]
fn bookmark_of_a_header_opens_its_declaration() {
    let tree = merger().tree;
    let check = |chunk: usize, row: usize| {
        assert_eq!(row_of(&tree, chunk), tree.chunks[row].id, "{chunk}");
    };
    check(5, 4);
    check(8, 8);
    // Imports have no row.
    check(1, 0);
    check(99, 0);
}

#[test]
fn bookmark_of_a_header_piece_opens_its_line_in_the_declaration() {
    let fields: String = (0..400)
        .map(|at| format!("    field_{at:03} = 'a value of some length'\n"))
        .collect();
    let text = format!("class Task:\n{fields}\n    def run(self):\n        pass\n");
    let document = Document::new(SourcePath::new("task.py"), Text::from(&*text));
    let tree = Arc::new(ChunkTree::of(document, &Limits::default()));
    let part = tree.chunks.iter().rfind(|it| it.name == "Task#3");
    let part = part.expect("a head in parts");
    let class = tree.chunks.iter().find(|it| it.name == "Task");
    let class = class.expect("a class").id;
    let mark = Bookmark {
        path: tree.path().clone(),
        chunk: part.id.0,
        names: part.names.clone(),
        line: part.name_at.0,
        hash: part.hash,
        body: 0,
        note: String::new(),
    };
    let mut app = fixture::blank();
    app.update(Event::Resize(120, 30));
    let mut waiting = app.update(Event::Index(fixture::fresh()));
    app.apply_change(Change::BookmarkAdded(mark.clone()));
    app.visit_bookmark(mark.chunk);
    waiting.append(&mut app.effects);
    while let Some(effect) = waiting.pop() {
        let event = match effect {
            Effect::Send(ticket, Request::Open(path, _)) => Event::Reply(
                ticket,
                Reply::Opened(
                    path,
                    Ok(Arc::new(OpenDocument::new(
                        Arc::clone(&tree),
                        OpenStep::Whole,
                    ))),
                ),
            ),
            Effect::Send(ticket, Request::List(request)) => {
                for path in request.outlines {
                    let outline = Some(Arc::new(DocumentOutline::of(&tree)));
                    let answer = BrowseReply::Outline(path, outline);
                    waiting.extend(app.update(Event::Reply(ticket, Reply::Listed(answer))));
                }
                if request.files.is_none() {
                    continue;
                }
                let files = Arc::from([tree.path().clone()]);
                let answer = BrowseReply::Files(Ok(files));
                Event::Reply(ticket, Reply::Listed(answer))
            }
            _ => continue,
        };
        waiting.extend(app.update(event));
    }
    assert_eq!(app.results.selected().map(|node| node.id), Some(class));
    let place = app.code.cursor_location().expect("a line");
    assert_eq!(place.line, mark.line);
    assert!(mark.line > 50, "{}", mark.line);
}

#[test]
fn a_bookmark_is_set_listed_visited_and_removed() {
    let mut app = app(120, 30);
    drive(&mut app, "segment<tab>b");
    let marked = app.results.selected().map(|node| node.id);
    assert!(marked.is_some_and(|id| app.session.is_bookmarked(id)));
    let mark = &app.session.stored.bookmarks[0];
    assert_eq!(
        (mark.names.last().unwrap().as_str(), mark.line),
        ("write", 42)
    );
    assert!(mark.note.contains("fn write"), "{}", mark.note);
    drive(&mut app, "GB<enter>");
    assert_eq!(&app.search.content, &ResultsContent::Browse);
    drive(&mut app, "<c-o>");
    assert!(matches!(app.search.content, ResultsContent::Query(_)));
    drive(&mut app, "Nb");
    let rest = app.session.stored.bookmarks.len();
    drive(&mut app, "b");
    assert_ne!(app.session.stored.bookmarks.len(), rest);
}

#[test]
fn a_failure_to_save_the_session_is_shown() {
    let mut app = app(120, 30);
    let why = "session: no room".to_owned();
    app.update(Event::Recorded(RecorderReply::Failed(why.clone())));
    let notice = app
        .screen
        .notice
        .as_ref()
        .map(|it| (it.tone, it.text.clone()));
    assert_eq!(notice, Some((Tone::Warning, why)));
}

/// An app with a hit in `merge_policy.rs` and a request to go to `write` in `merger.rs`, and the effects of
/// the request.
fn setting_out() -> (App, Vec<Effect>) {
    let mut app = browsing(120, 30);
    app.apply_change(Change::BookmarkAdded(bookmark_of(8)));
    drive(&mut app, "segment<tab>G");
    assert_eq!(shown(&app), "src/indexer/merge_policy.rs");
    app.visit_bookmark(bookmark_of(8).chunk);
    let effects = std::mem::take(&mut app.effects);
    (app, effects)
}

fn shown(app: &App) -> &str {
    app.code.path().map_or("", SourcePath::as_str)
}

#[test]
fn bookmark_opens_its_document_at_the_current_location() {
    let (_, effects) = setting_out();
    let [Effect::Send(_, Request::Open(path, near))] = &effects[..] else {
        panic!("one document: {effects:?}");
    };
    assert_eq!((path.as_str(), *near), ("src/indexer/merger.rs", 42));
}

#[test]
fn movement_cancels_a_pending_visit_of_a_bookmark() {
    for keys in ["k", "<tab>j", "<esc>x", "<esc><c-u>"] {
        let (mut app, effects) = setting_out();
        press(&mut app, keys);
        let content = app.search.content.clone();
        run_until_idle(&mut app, effects);
        drive(&mut app, "<tab>");
        assert!(app.navigation.destination.is_none(), "{keys}");
        assert_eq!(app.search.content, content, "{keys}");
    }
}

#[test]
fn help_does_not_cancel_a_pending_visit_of_a_bookmark() {
    let (mut app, effects) = setting_out();
    drive(&mut app, "?<esc>");
    run_until_idle(&mut app, effects);
    assert_eq!(shown(&app), "src/indexer/merger.rs");
    assert_eq!(&app.search.content, &ResultsContent::Browse);
}

#[test]
fn file_changes_do_not_cancel_a_pending_visit_of_a_bookmark() {
    let (mut app, before) = setting_out();
    let after = app.update(Event::EditorReturned(Ok(())));
    run_until_idle(&mut app, before);
    assert_ne!(
        &app.search.content,
        &ResultsContent::Browse,
        "perhaps as it was"
    );
    run_until_idle(&mut app, after);
    assert_eq!(shown(&app), "src/indexer/merger.rs");
    assert_eq!(&app.search.content, &ResultsContent::Browse);
}

#[test]
fn document_is_requested_again_after_a_missing_bookmark() {
    let mut app = app(120, 30);
    let mark = Bookmark {
        path: SourcePath::new("src/gone.rs"),
        ..bookmark_of(8)
    };
    app.apply_change(Change::BookmarkAdded(mark));
    drive(&mut app, "segment<tab>");
    app.documents.clear();
    press(&mut app, "G");
    assert!(matches!(app.code.content, CodeContent::Opening));
    app.visit_bookmark(bookmark_of(8).chunk);
    let effects = std::mem::take(&mut app.effects);
    run_until_idle(&mut app, effects);
    assert!(matches!(app.code.content, CodeContent::Page(..)));
}

#[test]
fn bookmark_in_a_deleted_file_is_reported() {
    let mut app = app(120, 30);
    let mark = Bookmark {
        path: SourcePath::new("src/gone.rs"),
        ..bookmark_of(8)
    };
    app.apply_change(Change::BookmarkAdded(mark));
    drive(&mut app, "<tab>B<enter>");
    let notice = app.screen.notice.as_ref().map(|notice| notice.text.clone());
    assert!(notice.is_some_and(|it| it.contains("src/gone.rs")));
}
