//! Keys in, effects and models out.

mod late;
mod tree_pane;

use super::fixture::{answer, app, drive, fresh, hits, settle};
use super::*;
use crate::corpus::{Location, SourcePath};
use crate::search::{Mode, Query};
use crossterm::event::{KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

fn press(app: &mut App, c: char) -> Vec<Effect> {
    app.update(Event::Key(KeyEvent::from(crossterm::event::KeyCode::Char(
        c,
    ))))
}

fn asked(effects: &[Effect]) -> Option<(crate::ticket::Ticket, &Query)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Search { ticket, query, .. } => Some((*ticket, query)),
        _ => None,
    })
}

fn opens(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Open { path, .. } => Some(path.as_str()),
            _ => None,
        })
        .collect()
}

fn edit(path: &str, line: u32, column: u32) -> Vec<Effect> {
    let path = SourcePath::new(path);
    vec![Effect::Edit(Location { path, line, column })]
}

#[test]
fn every_edit_asks_under_a_new_ticket() {
    let mut app = app(120, 30);
    let first = press(&mut app, 'a');
    let second = press(&mut app, 'b');
    let (one, two) = (asked(&first).unwrap(), asked(&second).unwrap());
    assert!(two.0 > one.0);
    assert_eq!(two.1.text, "ab");
}

#[test]
fn keys_that_only_move_ask_nothing() {
    let mut app = app(120, 30);
    drive(&mut app, "ab");
    let left = crossterm::event::KeyCode::Left;
    assert_eq!(app.update(Event::Key(KeyEvent::from(left))), []);
}

#[test]
fn a_stale_answer_is_dropped() {
    let mut app = app(120, 30);
    let first = press(&mut app, 'a');
    let (ticket, query) = asked(&first).unwrap();
    press(&mut app, 'b');
    app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    assert!(app.trees.results.hits().is_empty());
}

#[test]
fn old_hits_stay_until_new_ones_come() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    press(&mut app, 'x');
    assert_eq!(app.trees.results.hits().len(), 5);
    assert!(app.is_busy());
}

#[test]
fn an_empty_query_clears_and_takes_no_late_answer() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = asked(&effects).unwrap();
    drive(&mut app, "<bs>");
    app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    assert!(app.trees.results.hits().is_empty() && app.reading.code.path().is_none());
}

#[test]
fn a_new_generation_asks_the_same_again() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<down>");
    let before = app.trees.results.selected().map(|node| node.id);
    let effects = app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    assert_eq!(asked(&effects).unwrap().1.text, "merge");
    assert_eq!(app.trees.results.hits().len(), 5, "the old hits stay");
    settle(&mut app, effects);
    assert_eq!(app.trees.results.selected().map(|node| node.id), before);
    let same = app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    assert_eq!(same, []);
}

#[test]
fn the_model_coming_asks_again_but_not_for_keywords() {
    let check = |keys: &str, asks: bool| {
        let mut app = app(120, 30);
        app.indexing.index.model = ModelState::Loading;
        drive(&mut app, keys);
        let effects = app.update(Event::Index(fresh()));
        assert_eq!(asked(&effects).is_some(), asks, "{keys}");
    };
    check("merge", true);
    check("merge<a-m>", false);
    check("", false);
}

#[test]
fn commits_do_not_keep_a_slow_question_from_its_answer() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'm');
    let (ticket, query) = asked(&effects).unwrap();
    for generation in 4..20 {
        let effects = app.update(Event::Index(IndexStatus {
            stage: Stage::Reading,
            generation,
            ..fresh()
        }));
        assert_eq!(asked(&effects), None, "at {generation}");
    }
    let effects = app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    assert_eq!(app.trees.results.hits().len(), 5, "the answer is shown");
    let (again, query) = asked(&effects).expect("asked once more");
    assert!(again > ticket && app.inquiry.asking.repeated);
    let effects = app.update(Event::Answered {
        ticket: again,
        answer: Ok(answer(query, hits())),
    });
    assert_eq!(asked(&effects), None, "but once");
}

#[test]
fn a_question_typed_over_is_not_asked_once_more_for_the_one_before() {
    let mut app = app(120, 30);
    press(&mut app, 'm');
    app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    let effects = press(&mut app, 'e');
    let (ticket, query) = asked(&effects).unwrap();
    let effects = app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    assert_eq!(asked(&effects), None);
    assert!(!app.is_asking());
}

#[test]
fn modes_go_round_and_ask() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    let key = KeyEvent::new(crossterm::event::KeyCode::Char('m'), KeyModifiers::ALT);
    let effects = app.update(Event::Key(key));
    assert_eq!(asked(&effects).unwrap().1.mode, Mode::Keywords);
}

#[test]
fn a_document_is_opened_once() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = asked(&effects).unwrap();
    let found = app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    assert_eq!(opens(&found), ["src/indexer/merger.rs"]);
    settle(&mut app, found);
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
fn after_the_editor_documents_are_read_again() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    let effects = app.update(Event::EditorReturned(Ok(())));
    assert_eq!(opens(&effects), ["src/indexer/merger.rs"]);
    assert!(
        matches!(app.reading.code.showing(), Showing::Page(..)),
        "shown until then"
    );
    app.update(Event::EditorReturned(Err(
        "editor: vim was not found; set $EDITOR".into(),
    )));
    assert!(app.notice().unwrap().text.contains("vim was not found"));
}

#[test]
fn a_document_read_before_an_edit_is_dropped_and_asked_for_again() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = asked(&effects).unwrap();
    let before = app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    let after = app.update(Event::EditorReturned(Ok(())));
    assert_eq!(opens(&after), ["src/indexer/merger.rs"]);
    settle(&mut app, before);
    assert!(matches!(app.reading.code.showing(), Showing::Opening));
    settle(&mut app, after);
    assert!(matches!(app.reading.code.showing(), Showing::Page(..)));
}

#[test]
fn a_directory_has_no_line_to_edit() {
    let mut app = fixture::app(120, 30);
    assert_eq!(drive(&mut app, "segment kind:module<enter>"), []);
    let notice = app.notice().expect("a sentence");
    assert!(notice.text.contains("a directory is selected"));
}

#[test]
fn what_no_editor_opens_goes_to_its_own_program() {
    let view = || vec![Effect::View(SourcePath::new("docs/guide.pdf"))];
    for keys in [
        "merge heading:guide<enter>",
        "merge heading:guide<tab><tab>j<enter>",
    ] {
        let mut app = fixture::app(120, 30);
        assert_eq!(drive(&mut app, keys), view(), "{keys}");
    }
}

#[test]
fn a_jump_leads_into_another_document_and_esc_back() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "segment<tab><tab>c");
    drive(&mut app, "1");
    assert_eq!(
        app.code().path().unwrap().as_str(),
        "src/indexer/merge_policy.rs"
    );
    assert_eq!(
        app.code().cursor_location().unwrap().line,
        3,
        "where it is used"
    );
    let edited = drive(&mut app, "<tab><tab><enter>");
    assert_eq!(
        edited,
        edit("src/indexer/merger.rs", 37, 27),
        "what is selected"
    );
    drive(&mut app, "<tab><esc>");
    assert_eq!(app.focus(), Focus::Code);
    assert_eq!(app.code().path().unwrap().as_str(), "src/indexer/merger.rs");
    drive(&mut app, "<esc>");
    assert_eq!(app.focus(), Focus::Results);
}

#[test]
fn another_result_ends_the_jumps() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "segment<tab><tab>c1nn");
    assert_eq!(app.code().jumped_from(), None);
    drive(&mut app, "<esc>");
    assert_eq!(app.focus(), Focus::Results);
}

#[test]
fn peeking_ends_with_the_focus() {
    let mut app = fixture::app(120, 30);
    let width = |app: &App| app.layout().code.width;
    let beside = width(&app);
    drive(&mut app, "segment<tab>p");
    assert_eq!((app.focus(), width(&app)), (Focus::Code, 118));
    drive(&mut app, "<esc>");
    assert_eq!((app.focus(), width(&app)), (Focus::Results, beside));
    drive(&mut app, "pp");
    assert_eq!((app.focus(), width(&app)), (Focus::Results, beside));
    drive(&mut app, "p<tab>");
    assert_eq!((app.focus(), width(&app)), (Focus::Prompt, beside));
}

#[test]
fn enter_edits_the_matched_line() {
    let path = "src/indexer/merger.rs";
    let check = |keys: &str, expected: Vec<Effect>| {
        assert_eq!(drive(&mut app(120, 30), keys), expected, "{keys}");
    };
    check("merged<enter>", edit(path, 37, 20));
    check("merged<tab><enter>", edit(path, 37, 20));
    // In the code it is the cursor's line.
    check("merged<tab><tab>jj<enter>", edit(path, 39, 1));
    // Nothing matches: the line of the name, not the top of its docs.
    check("qqq<enter>", edit(path, 42, 1));
    // What holds hits: the line of its own name.
    check("merged<tab>[[<enter>", edit(path, 18, 1));
    check("<enter>", Vec::new());
}

#[test]
fn enter_before_the_document_is_there_edits_the_name() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = asked(&effects).unwrap();
    app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, hits())),
    });
    assert_eq!(
        drive(&mut app, "<enter>"),
        edit("src/indexer/merger.rs", 42, 1)
    );
}

#[test]
fn every_printable_key_types_in_the_prompt() {
    let mut app = app(120, 30);
    let printable = "q?/:ynR[]{}<>+-= é日";
    for c in printable.chars() {
        press(&mut app, c);
    }
    assert_eq!(app.inquiry.prompt.text(), printable);
    assert!(app.screen.popup.is_none());
}

#[test]
fn q_quits_outside_the_prompt_and_escape_never_does() {
    let mut app = app(120, 30);
    assert_eq!(drive(&mut app, "<tab><tab><esc><esc><esc><esc>"), []);
    assert_eq!(app.screen.focus, Focus::Prompt);
    assert_eq!(drive(&mut app, "<tab>q"), [Effect::Quit]);
}

#[test]
fn control_c_stops_the_indexing_and_then_quits() {
    let mut app = app(120, 30);
    app.update(Event::Index(IndexStatus {
        stage: Stage::Embedding,
        ..fresh()
    }));
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelIndexing]);
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
    app.update(Event::Index(fresh()));
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit], "nothing runs");
}

#[test]
fn control_c_stops_the_search_then_the_indexing_and_then_quits() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    app.update(Event::Index(IndexStatus {
        stage: Stage::Embedding,
        ..fresh()
    }));
    let effects = press(&mut app, 'x');
    let (ticket, query) = asked(&effects).unwrap();
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelSearch]);
    assert!(!app.is_asking() && app.error().is_some());
    app.update(Event::Answered {
        ticket,
        answer: Ok(answer(query, Vec::new())),
    });
    assert_eq!(app.trees.results.hits().len(), 5, "it comes too late");
    let effects = app.update(Event::Index(IndexStatus {
        stage: Stage::Embedding,
        generation: 4,
        ..fresh()
    }));
    assert_eq!(asked(&effects), None, "what was stopped stays so");
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelIndexing]);
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
}

#[test]
fn a_question_that_is_taken_back_is_not_looked_for_any_further() {
    for keys in ["<c-u>", "<bs>"] {
        let mut app = app(120, 30);
        press(&mut app, 'm');
        assert_eq!(drive(&mut app, keys), [Effect::CancelSearch], "{keys}");
        assert!(!app.is_asking());
        assert_eq!(drive(&mut app, keys), [], "once");
    }
}

#[test]
fn copies_place_and_code() {
    let mut app = app(120, 30);
    let effects = drive(&mut app, "merged<tab>y");
    assert_eq!(effects, [Effect::Copy("src/indexer/merger.rs:37".into())]);
    let [Effect::Copy(code)] = &drive(&mut app, "Y")[..] else {
        panic!("no code");
    };
    assert!(code.starts_with("    /// Writes the merged segment"));
}

#[test]
fn keys_of_the_world() {
    let mut app = app(120, 30);
    let effects = drive(&mut app, "<c-z><c-l><f2><tab>R");
    assert_eq!(
        effects,
        [
            Effect::Suspend,
            Effect::Redraw,
            Effect::CaptureMouse(false),
            Effect::Reindex
        ]
    );
}

#[test]
fn control_z_says_that_it_is_stopping_until_it_is_back() {
    let mut app = app(100, 30);
    assert_eq!(drive(&mut app, "<c-z>"), [Effect::Suspend]);
    let said = app.notice().map(|notice| notice.text.clone());
    assert_eq!(said.as_deref(), Some("stopping …"));
    app.update(Event::Resumed);
    assert_eq!(app.notice(), None);
}

#[test]
fn the_help_takes_keys_until_it_is_closed() {
    let mut app = app(120, 30);
    drive(&mut app, "<tab>?q<tab>");
    let Some(Popup::Help(help)) = &app.screen.popup else {
        panic!("the help stays");
    };
    assert_eq!(help.search(), "q");
    assert_eq!(
        drive(&mut app, "<c-c>"),
        [Effect::Quit],
        "always within reach"
    );
    drive(&mut app, "<esc>");
    assert!(app.screen.popup.is_none());
    assert_eq!(app.screen.focus, Focus::Results);
}

#[test]
fn the_mouse_scrolls_what_is_under_it_and_selects_on_a_click() {
    let mut app = app(100, 16);
    drive(&mut app, "merge");
    let mouse = |kind, column, row| {
        Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    };
    app.update(mouse(MouseEventKind::ScrollDown, 60, 6));
    assert_eq!(app.reading.code.position().0, 3);
    assert_eq!(app.screen.focus, Focus::Prompt);
    app.update(mouse(MouseEventKind::Down(MouseButton::Left), 5, 4));
    assert_eq!(app.screen.focus, Focus::Results);
    assert_eq!(
        app.trees.results.selected().unwrap().name,
        "estimate_total_num_tokens"
    );
    app.update(mouse(MouseEventKind::Down(MouseButton::Left), 60, 5));
    assert_eq!(app.screen.focus, Focus::Code);
}

#[test]
fn a_failed_search_is_said_and_the_old_hits_stay() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    let effects = press(&mut app, 'x');
    app.update(Event::Answered {
        ticket: asked(&effects).unwrap().0,
        answer: Err("the model is still loading; try keywords with Alt-m".into()),
    });
    assert!(app.error().unwrap().contains("still loading"));
    assert_eq!(app.trees.results.hits().len(), 5);
}

#[test]
fn keys_that_were_begun_end_with_a_paste_or_a_click() {
    let mouse = |kind| {
        Event::Mouse(MouseEvent {
            kind,
            column: 5,
            row: 4,
            modifiers: KeyModifiers::NONE,
        })
    };
    let check = |event: Event, stays: bool| {
        let mut app = app(120, 30);
        drive(&mut app, "merge<tab><tab>");
        app.screen.prefix = vec![Key::parse("g").unwrap()];
        app.update(event.clone());
        assert_eq!(!app.prefix().is_empty(), stays, "{event:?}");
    };
    check(Event::Paste("x".into()), false);
    check(mouse(MouseEventKind::Down(MouseButton::Left)), false);
    check(mouse(MouseEventKind::ScrollDown), false);
    check(Event::DoubleClick { column: 5, row: 4 }, false);
    check(mouse(MouseEventKind::Moved), true);
    check(Event::Tick, true);
}

#[test]
fn a_paste_goes_to_the_prompt_from_anywhere() {
    let mut app = app(120, 30);
    drive(&mut app, "<tab>");
    let effects = app.update(Event::Paste("how are\nsegments".into()));
    assert_eq!(asked(&effects).unwrap().1.text, "how are segments");
    assert_eq!(app.screen.focus, Focus::Prompt);
}

#[test]
fn terminate_leaves() {
    assert_eq!(app(80, 24).update(Event::Terminate), [Effect::Quit]);
}
