use super::*;
use crate::app::fixture;
use crate::app::keymap::CodeAction;
use crate::chunk::{ChunkId, Kind, Role};
use crate::search::{Hit, Mode, Query};
use std::sync::Arc;

fn page() -> DocumentState {
    DocumentState::Read(Page::new(Arc::new(fixture::merger())))
}

/// The pane on `IndexMerger::write`, in a window of 60 rows.
fn code() -> Code {
    let mut code = Code::default();
    code.set_size(100, 12);
    let hit = fixture::hits().remove(0);
    let query = Query::parse("merged", Mode::Hybrid);
    code.show(&hit, hit.record.id, &query, None);
    code.take(&page());
    code
}

/// Runs of rows as text: `37-52` lines, `^18` the parent, `>26` a fold, `~` a gap.
fn shown(code: &Code) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut run: Option<(u32, u32)> = None;
    let flush = |run: &mut Option<(u32, u32)>, parts: &mut Vec<String>| {
        if let Some((first, last)) = run.take() {
            parts.push(format!("{first}-{last}"));
        }
    };
    for row in &code.rows {
        match (*row, &mut run) {
            (Row::Line(line), Some((_, last))) if *last + 1 == line => *last = line,
            (Row::Line(line), _) => {
                flush(&mut run, &mut parts);
                run = Some((line, line));
            }
            (other, _) => {
                flush(&mut run, &mut parts);
                let line = code.line_of(&other).unwrap_or(0);
                parts.push(match other {
                    Row::Parent(_) => format!("^{line}"),
                    Row::Fold(..) => format!(">{line}"),
                    _ => "~".to_owned(),
                });
            }
        }
    }
    flush(&mut run, &mut parts);
    parts.join(" ")
}

fn check(actions: &[CodeAction], expected: &str) {
    let mut code = code();
    for action in actions {
        code.perform(*action);
    }
    assert_eq!(shown(&code), expected);
}

#[test]
fn the_hit_alone_with_its_parent_folded_above() {
    check(&[], "^18 37-51");
}

#[test]
fn zoom_levels_are_match_enclosing_scope_and_file() {
    check(&[CodeAction::ZoomOut], "18-18 >19 >27 37-52");
    check(&[CodeAction::ZoomOut, CodeAction::ZoomOut], "1-52");
    check(
        &[
            CodeAction::ZoomOut,
            CodeAction::ZoomOut,
            CodeAction::ZoomOut,
            CodeAction::ZoomIn,
        ],
        "18-18 >19 >27 37-52",
    );
    check(&[CodeAction::WholeFile], "1-52");
    check(&[CodeAction::WholeFile, CodeAction::WholeFile], "^18 37-51");
}

#[test]
fn a_summary_without_room_takes_no_row() {
    let hit = fixture::overview().remove(1);
    for (height, expected) in [(3, 0), (5, 0), (6, 2), (12, 2)] {
        let mut code = Code::default();
        code.set_size(100, height);
        code.show(&hit, hit.ancestors[0].id, &Query::default(), None);
        code.take(&page());
        assert_eq!(code.summary.len(), expected, "{height} rows");
    }
}

#[test]
fn the_parent_opens_in_place() {
    check(&[CodeAction::Parent], "18-18 ~ 37-51");
    check(&[CodeAction::Parent, CodeAction::Parent], "^18 37-51");
}

#[test]
fn a_top_level_declaration_shows_the_first_lines_of_its_file() {
    let mut code = Code::default();
    code.set_size(100, 8);
    let hit = fixture::hits().remove(3);
    code.show(&hit, hit.record.id, &Query::default(), None);
    code.take(&page());
    assert_eq!(shown(&code), "11-18");
    code.perform(CodeAction::Parent);
    assert_eq!(shown(&code), "1-1 ~ 12-17");
}

#[test]
fn first_piece_of_a_method_is_shown_in_the_scope_of_the_method() {
    let text = "class Task {\n\n  run() {\n    a();\n    b();\n  }\n}\n";
    let cuts = [
        (0, Kind::File, Role::Parent, "task.js", 1, 7),
        (1, Kind::Class, Role::Parent, "Task", 1, 7),
        (2, Kind::Method, Role::Parent, "run", 3, 6),
        (3, Kind::Method, Role::Piece, "run#1", 3, 4),
        (3, Kind::Method, Role::Piece, "run#2", 5, 6),
    ];
    for (piece, expected) in [(3, "^1 3-4"), (4, "^3 5-6")] {
        let document = fixture::document("task.js", text, &cuts);
        let hit = fixture::hit(&document, piece, 0.5, fixture::ranks(None, None));
        let mut code = Code::default();
        code.set_size(100, 3);
        code.show(&hit, hit.record.id, &Query::default(), None);
        code.take(&DocumentState::Read(Page::new(Arc::new(document))));
        assert_eq!(shown(&code), expected);
    }
}

#[test]
fn neighbors_change_by_ten_lines_per_step() {
    check(&[CodeAction::Wider], "^18 27-52");
    check(&[CodeAction::Wider, CodeAction::Wider], "17-52");
    check(
        &[CodeAction::Wider, CodeAction::Wider, CodeAction::Narrower],
        "^18 27-52",
    );
    // At the start of the file nothing is added, so nothing is removed.
    let most = [CodeAction::Wider; 9];
    check(&most, "1-52");
    check(&[&most[..], &[CodeAction::Narrower]].concat(), "7-52");
}

#[test]
fn folds_open_under_the_cursor() {
    let outline = [CodeAction::ZoomOut, CodeAction::First, CodeAction::Down];
    check(
        &[&outline[..], &[CodeAction::Fold]].concat(),
        "18-25 >27 37-52",
    );
    check(
        &[&outline[..], &[CodeAction::Fold, CodeAction::Fold]].concat(),
        "18-18 >19 >27 37-52",
    );
}

#[test]
fn closing_folds_the_innermost_scope_first() {
    let close = CodeAction::CloseFold;
    check(&[close], "^18 >42");
    check(&[close, CodeAction::OpenFold], "^18 37-51");
    let outline = CodeAction::ZoomOut;
    check(&[outline, close], "18-18 >19 >27 >42 52-52");
    check(&[outline, close, close], ">18");
    check(
        &[outline, close, close, CodeAction::OpenFold],
        "18-18 >19 >27 >42 52-52",
    );
    check(&[CodeAction::OpenFold], "^18 37-51");
}

#[test]
fn the_cursor_starts_on_the_matched_line_and_keeps_its_line() {
    let mut code = code();
    assert_eq!(code.hit_location().unwrap().line, 37);
    assert_eq!(code.hit_location().unwrap().column, 20);
    for action in [
        CodeAction::Down,
        CodeAction::ZoomOut,
        CodeAction::ZoomOut,
        CodeAction::ZoomIn,
        CodeAction::Parent,
    ] {
        code.perform(action);
        assert_eq!(code.cursor_location().unwrap().line, 38, "{action:?}");
    }
}

#[test]
fn cursor_starts_at_the_name_without_a_matched_line() {
    let mut code = code();
    let hit = fixture::hits().remove(0);
    code.show(
        &hit,
        hit.record.id,
        &Query::parse("nowhere", Mode::Semantic),
        None,
    );
    assert_eq!(code.hit_location().unwrap().line, 42);
}

#[test]
fn cursor_follows_the_match_while_typing() {
    let hit = fixture::hits().remove(0);
    let find = |code: &mut Code, text: &str| {
        code.show(&hit, hit.record.id, &Query::parse(text, Mode::Hybrid), None);
        code.cursor_location().unwrap().line
    };
    let mut code = code();
    assert_eq!(find(&mut code, "postings"), 48);
    assert_eq!(find(&mut code, "merged"), 37);
    code.perform(CodeAction::Down);
    assert_eq!(find(&mut code, "postings"), 38, "it was moved by hand");
}

#[test]
fn a_document_read_again_keeps_width_and_place() {
    let mut code = code();
    for action in [CodeAction::ZoomOut, CodeAction::Down, CodeAction::Down] {
        code.perform(action);
    }
    let before = (shown(&code), code.cursor, code.viewport);
    code.take(&page());
    assert_eq!((shown(&code), code.cursor, code.viewport), before);
}

/// The document of the hits, two lines further down.
fn moved() -> DocumentState {
    let text = format!("// one\n// two\n{}", fixture::MERGER);
    let cuts = [
        (0, Kind::File, Role::Parent, "merger.rs", 1, 54),
        (1, Kind::Impl, Role::Parent, "IndexMerger", 20, 54),
        (2, Kind::Method, Role::Body, "write", 39, 54),
    ];
    let moved = fixture::document("src/indexer/merger.rs", &text, &cuts);
    DocumentState::Read(Page::new(Arc::new(moved)))
}

#[test]
fn cursor_follows_moved_code() {
    let mut code = code();
    code.perform(CodeAction::Down);
    code.take(&moved());
    assert_eq!(shown(&code), "^20 39-53");
    assert_eq!(code.cursor_location().unwrap().line, 40);
}

#[test]
fn a_located_hit_moves_once_whether_index_or_document_is_read_first() {
    let hit = fixture::hits().remove(0);
    let mut later = hit.clone();
    later.record.lines = (hit.record.lines.0 + 2, hit.record.lines.1 + 2);
    for is_indexed_first in [false, true] {
        let mut code = code();
        let show = |code: &mut Code, hit: &Hit, line| {
            code.show(hit, hit.record.id, &Query::default(), Some((line, 1)));
        };
        show(&mut code, &hit, 40);
        if is_indexed_first {
            show(&mut code, &later, 42);
        }
        code.take(&moved());
        show(&mut code, &later, 42);
        assert_eq!(
            code.cursor_location().unwrap().line,
            42,
            "{is_indexed_first}"
        );
    }
}

#[test]
fn a_hit_that_changed_shows_the_lines_it_was_on() {
    let mut code = Code::default();
    code.set_size(100, 10);
    let mut hit = fixture::hits().remove(0);
    let id = ChunkId(1);
    hit.record.id = id;
    hit.record.hash = 1;
    hit.record.lines = (50, 90);
    code.show(&hit, id, &Query::default(), None);
    code.take(&page());
    assert!(code.is_changed());
    assert_eq!(shown(&code), "43-52");
    assert_eq!(code.hit_location().unwrap().line, 42);
}

#[test]
fn an_empty_document_is_shown() {
    let empty = fixture::document(
        "empty.rs",
        "",
        &[
            (0, Kind::File, Role::Parent, "empty.rs", 1, 1),
            (1, Kind::Lines, Role::Body, "", 1, 1),
        ],
    );
    let hit = fixture::hit(&empty, 1, 0.5, fixture::ranks(None, None));
    let mut code = Code::default();
    code.set_size(100, 5);
    code.show(&hit, hit.record.id, &Query::default(), None);
    code.take(&DocumentState::Read(Page::new(Arc::new(empty))));
    for action in [
        CodeAction::Down,
        CodeAction::ZoomOut,
        CodeAction::Fold,
        CodeAction::Wider,
        CodeAction::Last,
    ] {
        code.perform(action);
    }
    assert_eq!(shown(&code), "1-1");
}

mod opening;
mod wrapping;

#[test]
fn byte_order_mark_is_not_part_of_the_first_line() {
    let cuts = [
        (0, Kind::File, Role::Parent, "a.cs", 1, 2),
        (1, Kind::Lines, Role::Body, "a.cs", 1, 2),
    ];
    let page = Page::new(Arc::new(fixture::document(
        "a.cs",
        "\u{feff}using A;\r\n\u{feff}b\n",
        &cuts,
    )));
    assert_eq!(page.line(1), "using A;");
    assert_eq!(page.line(2), "\u{feff}b", "elsewhere it hides");
    assert_eq!(page.text((1, 2)), "using A;\r\n\u{feff}b\n");
    let only = Page::new(Arc::new(fixture::document("b.cs", "\u{feff}", &cuts)));
    assert_eq!(only.line(1), "");
    assert_eq!(only.text((1, 1)), "\n");
}

/// Types a text to find, and returns the line of the cursor and the zoom level.
fn found(code: &mut Code, text: &str) -> (u32, usize) {
    code.find(text);
    (code.cursor_line().unwrap_or(0), code.level())
}

#[test]
fn find_moves_as_it_is_typed_and_returns_when_canceled() {
    let mut code = code();
    code.begin_find();
    let start = (code.cursor_line().unwrap(), code.level());
    assert_eq!(found(&mut code, "fieldnorms"), (44, 0));
    assert_eq!(found(&mut code, "fieldnorms_"), (45, 0));
    assert_eq!(found(&mut code, "estimate"), (13, 2), "in the whole file");
    assert_eq!(found(&mut code, "FIELDNORMS"), start, "capitals count");
    assert_eq!(found(&mut code, ""), start);
    found(&mut code, "max_doc");
    code.cancel_find();
    assert_eq!((code.cursor_line().unwrap(), code.level()), start);
    assert!(code.found().is_none());
}

#[test]
fn matches_of_the_query_are_next_without_a_text_to_find() {
    let next = CodeAction::NextMatch;
    let mut code = code();
    let hit = fixture::hits().remove(0);
    let query = Query::parse("mapping", Mode::Hybrid);
    code.show(&hit, hit.record.id, &query, None);
    // Lines 30 and 33 are not in the hit, so the word is not highlighted there.
    for (action, line, count) in [
        (next, 46, (2, 3)),
        (next, 48, (3, 3)),
        (next, 43, (1, 3)),
        (CodeAction::PreviousMatch, 48, (3, 3)),
    ] {
        assert_eq!(code.perform(action), None);
        let seen = (code.cursor_line(), code.match_count());
        assert_eq!(seen, (Some(line), count));
    }
    code.begin_find();
    assert!(!code.find("nowhere"));
    assert_eq!(code.match_count(), (0, 0));
    assert!(code.find("max_doc"));
    assert_eq!(code.match_count(), (2, 2), "lines 10 and 50");
    code.show(&hit, hit.record.id, &Query::default(), None);
    code.cancel_find();
    assert_eq!(code.perform(next), Some("No search in this file yet"));
}

#[test]
fn the_name_to_find_is_at_the_match_or_else_the_rarest_of_the_line() {
    let mut code = code();
    let find = |code: &mut Code| {
        code.perform(CodeAction::FindName);
        let name = code.found_name().to_owned();
        (name, code.cursor_line(), code.match_count())
    };
    // `Some` and `extract_fieldnorms_serializer` occur only there; `serializer` occurs on 6 lines.
    code.go_to_line(45);
    let rarest = ("fieldnorms".to_owned(), Some(46), (3, 3));
    assert_eq!(find(&mut code), rarest);
    code.begin_find();
    code.find("serializer.extract");
    assert_eq!((code.found_name(), code.cursor_line()), ("", Some(45)));
    let at_match = ("serializer".to_owned(), Some(48), (5, 6));
    assert_eq!(find(&mut code), at_match);
}

/// The pane on two lines, of which the second is long: `zebra` is 311 bytes from its start.
fn long_line(query: &str) -> Code {
    let text = format!("short = 1\nlong = \"{}\", zebra, x\n", "x".repeat(300));
    let cuts = [
        (0, Kind::File, Role::Parent, "a.py", 1, 2),
        (1, Kind::Lines, Role::Body, "", 1, 2),
    ];
    let document = fixture::document("a.py", &text, &cuts);
    let hit = fixture::hit(&document, 1, 0.5, fixture::ranks(None, None));
    let mut code = Code::default();
    code.set_size(60, 10);
    let query = Query::parse(query, Mode::Hybrid);
    code.show(&hit, hit.record.id, &query, None);
    code.take(&DocumentState::Read(Page::new(Arc::new(document))));
    code
}

#[test]
fn a_found_match_is_within_the_width() {
    let mut code = long_line("short");
    let shifts = |code: &Code| (code.shift(1), code.shift(2));
    assert_eq!(shifts(&code), (0, 0));
    code.begin_find();
    code.find("long");
    assert_eq!(shifts(&code), (0, 0), "it is in view");
    code.find("zebra");
    // A room of 52 cells.
    assert_eq!(shifts(&code), (0, 268));
    code.perform(CodeAction::ScrollRight);
    assert_eq!(shifts(&code), (8, 268), "the cursor stays in view");
    code.perform(CodeAction::ScrollLeft);
    assert_eq!(shifts(&code), (0, 268));
    for _ in 0..25 {
        code.perform(CodeAction::ScrollRight);
    }
    code.perform(CodeAction::NextMatch);
    assert_eq!(shifts(&code), (0, 268), "after scrolling");
    code.cancel_find();
    assert_eq!(shifts(&code), (0, 0));
}

#[test]
fn only_names_in_view_have_labels() {
    // A room of 52 cells: `zebra` and `x` are far to the right, but for a shift.
    let mut code = long_line("short");
    assert_eq!(code.visible_names(), [(1, 0), (2, 0), (2, 8)]);
    code.begin_find();
    code.find("zebra");
    assert_eq!(code.visible_names(), [(2, 311), (1, 0)]);
    code.cancel_find();
    code.perform(CodeAction::Wrap);
    assert_eq!(code.visible_names(), [(1, 0), (2, 0), (2, 8), (2, 311)]);
    // The end of the line is below the pane.
    code.set_size(60, 4);
    assert_eq!(code.visible_names(), [(1, 0), (2, 0), (2, 8)]);
    code.set_size(11, 4);
    code.perform(CodeAction::Wrap);
    assert_eq!(
        code.visible_names(),
        [(1, 0), (2, 0)],
        "the ends of both are cut"
    );
    code.set_size(10, 4);
    assert_eq!(
        code.visible_names(),
        [],
        "no room for two letters and an ellipsis"
    );
}

#[test]
fn the_match_of_a_hit_is_within_the_width() {
    let mut code = long_line("zebra");
    assert_eq!((code.shift(1), code.shift(2)), (0, 268));
    // The whole word `zebra` ends at cell 316.
    for (room, shift) in [(316, 4), (317, 0), (312, 8), (8, 308), (4, 308)] {
        code.set_size(room + 8, 10);
        assert_eq!(code.shift(2), shift, "in {room} cells");
    }
    code.set_size(60, 10);
    code.perform(CodeAction::Wrap);
    let row = code.rows[code.cursor];
    let holds = matches!(row, Row::Part(2, (from, to)) if (from..to).contains(&311));
    assert!(holds, "{row:?}");
    assert_eq!(code.shift(2), 0);
}

#[test]
fn brackets_match_in_both_directions() {
    let mut code = code();
    code.perform(CodeAction::WholeFile);
    for (from, to) in [(42, 51), (51, 42), (45, 47), (47, 45), (52, 18)] {
        code.go_to_line(from);
        code.perform(CodeAction::MatchingBracket);
        assert_eq!(code.cursor_line(), Some(to), "from {from}");
    }
}
