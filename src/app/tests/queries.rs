//! Queries, and the answers that are accepted.

use super::super::fixture;
use super::*;
use crate::app::ResultsContent;
use crate::corpus::Head;
use crate::protocol::Reply;

#[test]
fn every_edit_sends_a_query_with_a_new_ticket() {
    let mut app = app(120, 30);
    let first = press(&mut app, 'a');
    let second = press(&mut app, 'b');
    let (one, two) = (sent_query(&first).unwrap(), sent_query(&second).unwrap());
    assert!(two.0 > one.0);
    assert_eq!(two.1.text, "ab");
}

#[test]
fn cursor_movements_send_no_query() {
    let mut app = app(120, 30);
    drive(&mut app, "ab");
    let left = crossterm::event::KeyCode::Left;
    assert_eq!(app.update(Event::Key(KeyEvent::from(left))), []);
}

#[test]
fn a_stale_answer_is_dropped() {
    let mut app = app(120, 30);
    let first = press(&mut app, 'a');
    let (ticket, query) = sent_query(&first).unwrap();
    press(&mut app, 'b');
    app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert!(app.results.hits().is_empty());
}

#[test]
fn old_results_stay_until_the_answer_arrives() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    press(&mut app, 'x');
    assert_eq!(app.results.hits().len(), 5);
    assert!(app.is_busy());
}

#[test]
fn empty_query_clears_results_and_drops_late_answers() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'a');
    let (ticket, query) = sent_query(&effects).unwrap();
    drive(&mut app, "<bs>");
    app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert!(app.results.hits().is_empty() && app.code.path().is_none());
}

/// A commit changes what differs from git's HEAD, although no file and no generation changes.
#[test]
fn a_list_of_changes_is_repeated_when_head_moves() {
    let repeated = |query: &str, commit: &str| {
        let mut app = app(120, 30);
        drive(&mut app, query);
        let head = Head {
            commit: Some(commit.to_owned()),
            ..app.options.head.clone()
        };
        let effects = app.update(Event::Index(IndexStatus {
            head: Some(head),
            ..fresh()
        }));
        sent_query(&effects).map(|(_, query)| query.text.clone())
    };
    assert_eq!(repeated("in:changed", "a").as_deref(), Some("in:changed"));
    assert_eq!(
        repeated("in:changed:v1 x", "a").as_deref(),
        Some("in:changed:v1 x")
    );
    assert_eq!(repeated("merge", "a"), None);
}

#[test]
fn lists_about_deleted_code_are_requested_with_the_query_that_has_it() {
    for keys in ["c", "gr", "gI", "gt"] {
        let mut app = app(120, 30);
        let effects = press(&mut app, 'a');
        let (ticket, query) = sent_query(&effects).unwrap();
        let mut hits = hits();
        hits.truncate(1);
        hits[0].deleted = Some("fn old() {}".into());
        let answered = Reply::Answered(Ok(answer(query, hits)));
        app.update(Event::Reply(ticket, answered));
        drive(&mut app, &format!("<tab>{keys}"));
        let target = match &app.search.content {
            ResultsContent::Related(_, target) | ResultsContent::Walked(_, (target, _)) => target,
            other => panic!("{keys}: {other:?}"),
        };
        assert_eq!(target.deleted_in.as_deref(), Some("a"), "{keys}");
    }
}

#[test]
fn a_new_generation_repeats_the_query() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<down>");
    let before = app.results.selected().map(|node| node.id);
    let effects = app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    assert_eq!(sent_query(&effects).unwrap().1.text, "merge");
    assert_eq!(app.results.hits().len(), 5, "the old hits stay");
    run_until_idle(&mut app, effects);
    assert_eq!(app.results.selected().map(|node| node.id), before);
    let same = app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    assert_eq!(same, []);
}

#[test]
fn ranks_stay_while_files_are_read_once_the_user_has_moved() {
    let reading = |generation, done| {
        Event::Index(IndexStatus {
            stage: Activity::Running(Stage::Reading),
            files: (done, 80),
            walked: 100,
            generation,
            ..fresh()
        })
    };
    let done = || {
        Event::Index(IndexStatus {
            generation: 6,
            ..fresh()
        })
    };
    let mut app = app(120, 30);
    app.update(reading(4, 0));
    drive(&mut app, "merge");
    assert_eq!(app.search.partial, Some(20));
    let effects = app.update(reading(5, 40));
    assert!(sent_query(&effects).is_some(), "nothing is selected");
    run_until_idle(&mut app, effects);
    assert_eq!(app.search.partial, Some(60));
    drive(&mut app, "<down>");
    assert_eq!(sent_query(&app.update(reading(6, 70))), None);
    assert_eq!(sent_query(&app.update(done())), None);
    assert_eq!((app.search.partial, app.search.has_newer), (Some(60), true));
    drive(&mut app, "<tab>R");
    assert_eq!((app.search.partial, app.search.has_newer), (None, false));
}

#[test]
fn loaded_model_repeats_the_query_except_in_keyword_mode() {
    let check = |keys: &str, is_sent: bool| {
        let mut app = app(120, 30);
        app.index.model = ModelState::Loading;
        drive(&mut app, keys);
        let effects = app.update(Event::Index(fresh()));
        assert_eq!(sent_query(&effects).is_some(), is_sent, "{keys}");
    };
    check("merge", true);
    check("merge<a-m>", false);
    check("", false);
}

#[test]
fn commits_do_not_interrupt_a_slow_query() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'm');
    let (ticket, query) = sent_query(&effects).unwrap();
    for generation in 4..20 {
        let effects = app.update(Event::Index(IndexStatus {
            stage: Activity::Running(Stage::Reading),
            generation,
            ..fresh()
        }));
        assert_eq!(sent_query(&effects), None, "at {generation}");
    }
    let effects = app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert_eq!(app.results.hits().len(), 5, "the answer is shown");
    let (again, query) = sent_query(&effects).expect("a second query");
    assert!(again > ticket && app.search.is_repetition);
    let effects = app.update(Event::Reply(
        again,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert_eq!(sent_query(&effects), None, "but once");
}

#[test]
fn ctrl_c_quits_while_a_query_is_only_repeated() {
    let mut app = app(120, 30);
    let effects = press(&mut app, 'm');
    let (ticket, query) = sent_query(&effects).unwrap();
    app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    let effects = app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    assert!(sent_query(&effects).is_some(), "a repetition");
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
}

#[test]
fn a_new_query_is_not_repeated_for_the_previous_one() {
    let mut app = app(120, 30);
    press(&mut app, 'm');
    app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    let effects = press(&mut app, 'e');
    let (ticket, query) = sent_query(&effects).unwrap();
    let effects = app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    assert_eq!(sent_query(&effects), None);
    assert!(!app.search.is_running());
}

#[test]
fn switching_modes_repeats_the_query() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    let key = KeyEvent::new(crossterm::event::KeyCode::Char('m'), KeyModifiers::ALT);
    let effects = app.update(Event::Key(key));
    assert_eq!(sent_query(&effects).unwrap().1.mode, Mode::Keywords);
}

#[test]
fn control_c_stops_the_search_then_the_indexing_and_then_quits() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Embedding),
        ..fresh()
    }));
    let effects = press(&mut app, 'x');
    let (ticket, query) = sent_query(&effects).unwrap();
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelSearch]);
    assert!(!app.search.is_running() && app.error().is_some());
    app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, Vec::new()))),
    ));
    assert_eq!(app.results.hits().len(), 5, "it comes too late");
    let effects = app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Embedding),
        generation: 4,
        ..fresh()
    }));
    assert_eq!(sent_query(&effects), None, "what was stopped stays so");
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelIndexing]);
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
}

#[test]
fn clearing_the_prompt_cancels_the_search() {
    for keys in ["<c-u>", "<bs>"] {
        let mut app = app(120, 30);
        press(&mut app, 'm');
        assert_eq!(drive(&mut app, keys), [Effect::CancelSearch], "{keys}");
        assert!(!app.search.is_running());
        assert_eq!(drive(&mut app, keys), [], "once");
    }
}

#[test]
fn a_failed_search_is_reported_and_old_results_stay() {
    let mut app = app(120, 30);
    drive(&mut app, "merge");
    let effects = press(&mut app, 'x');
    app.update(Event::Reply(
        sent_query(&effects).unwrap().0,
        Reply::Answered(Err(
            "the model is still loading; try keywords with Alt-m".into()
        )),
    ));
    assert!(app.error().unwrap().contains("still loading"));
    assert_eq!(app.results.hits().len(), 5);
}

#[test]
fn old_results_are_cleared_if_a_filter_is_refused() {
    let mut app = app(120, 30);
    drive(&mut app, "merge kind:fo");
    let effects = press(&mut app, 'o');
    let refused = Reply::Answered(Err("Unknown kind \"foo\".".into()));
    app.update(Event::Reply(sent_query(&effects).unwrap().0, refused));
    assert_eq!(app.error(), Some("Unknown kind \"foo\"."));
    assert!(app.results.hits().is_empty());
}

#[test]
fn a_repeated_failure_is_shown_again() {
    let mut app = app(120, 30);
    let gone = || {
        Event::Index(IndexStatus {
            stage: Activity::Failed("/r: no such directory".to_owned()),
            ..fixture::fresh()
        })
    };
    app.update(gone());
    drive(&mut app, "<tab>R");
    assert!(
        app.screen.notice.as_ref().is_some(),
        "it is being looked for"
    );
    app.update(gone());
    assert_eq!(app.screen.notice.as_ref(), None);
}

#[test]
fn escape_in_vim_leaves_the_prompt_and_keeps_the_query() {
    let mut app = fixture::with_keys(crate::config::Preset::Vim);
    app.update(Event::Index(fresh()));
    let check = |app: &mut App, keys: &str, focus: Focus, text: &str| {
        drive(app, keys);
        assert_eq!(
            (app.screen.focus, app.prompt.text()),
            (focus, text),
            "{keys}"
        );
    };
    check(&mut app, "merge<esc>", Focus::Results, "merge");
    check(&mut app, "j", Focus::Results, "merge");
    check(&mut app, "<esc>", Focus::Prompt, "merge");
    // A completion adds no entry to the history.
    check(&mut app, " lang:", Focus::Prompt, "merge lang:");
    assert!(app.completion().is_some());
    check(&mut app, "<esc>", Focus::Results, "merge lang:");
    check(&mut app, ":<esc>", Focus::Results, "merge lang:");
    assert!(
        app.screen.popup.as_ref().is_none(),
        "lists are closed by it"
    );
}

/// An app with the first answer to a query with a typo, after these keys, and the query. The effects of the
/// keys are dropped.
fn mistyped(keys: &str) -> (App, crate::protocol::Ticket, Query) {
    let mut app = app(120, 30);
    drive(&mut app, "mreg");
    let effects = press(&mut app, 'e');
    let (ticket, query) = sent_query(&effects).unwrap();
    let query = query.clone();
    app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(&query, hits()))),
    ));
    fixture::press(&mut app, keys);
    (app, ticket, query)
}

#[test]
fn a_corrected_answer_selects_its_best_hit() {
    let (mut app, ticket, query) = mistyped("");
    assert!(!app.search.is_running(), "no answer is expected");
    fixture::corrected(&mut app, ticket, &query);
    let best = app.results.hits()[0].record.id;
    assert_eq!(app.results.selected().map(|node| node.id), Some(best));
    assert!(!app.search.is_running());
}

#[test]
fn a_corrected_answer_keeps_a_selection_that_was_moved() {
    let (mut app, ticket, query) = mistyped("<down>");
    let selected = app.results.selected().map(|node| node.id);
    fixture::corrected(&mut app, ticket, &query);
    assert_eq!(
        app.also_searching().as_deref(),
        Some("also searching for \"merge\"")
    );
    assert_eq!(app.results.selected().map(|node| node.id), selected);
    let best = app.results.hits()[0].record.id;
    assert_ne!(selected, Some(best));
}

#[test]
fn a_corrected_answer_to_another_query_is_dropped() {
    for keys in ["s", "<c-u>", "<tab>m", "<a-m>"] {
        let (mut app, ticket, query) = mistyped(keys);
        let before = app.results.hits().to_vec();
        fixture::corrected(&mut app, ticket, &query);
        assert_eq!(app.results.hits(), before, "{keys}");
        assert_eq!(app.also_searching(), None, "{keys}");
    }
}
