//! Completion of filters, and the counts of the chips.

use crate::app::fixture::{self, app, drive, press};
use crate::app::{App, Effect, Event, ResultsContent};
use crate::config::Preset;
use crate::protocol::{Reply, Request};
use crate::search::{Field, Filter, Offer};
use crossterm::event::{KeyCode, KeyEvent};
use std::collections::HashMap;

/// Checks the prompt and the completions after keys; the selected completion is in brackets.
fn check(keys: &str, text: &str, completions: &str) {
    let mut app = app(120, 30);
    drive(&mut app, keys);
    assert_eq!(app.prompt.text(), text, "{keys}");
    let rows = app.completion().map(|it| {
        let rows = it.visible().map(|(offer, selected)| {
            if selected {
                format!("[{}]", offer.value)
            } else {
                offer.value.clone()
            }
        });
        rows.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(rows.unwrap_or_default(), completions, "{keys}");
}

#[test]
fn a_filter_is_completed_by_tab() {
    check("merge lang:", "merge lang:", "rust markdown python");
    check("merge lang:m", "merge lang:m", "markdown");
    check("lang:<tab>", "lang:rust ", "");
    check("lang:<down><down><tab>x", "lang:markdown x", "");
    check("lang:<down><down><down><up><enter>", "lang:markdown ", "");
    check("-lang:p<tab>", "-lang:python ", "");
}

#[test]
fn enter_chooses_a_completion_only_if_one_is_marked() {
    check("lang:<down>", "lang:", "[rust] markdown python");
    check("lang:<up>", "lang:", "[rust] markdown python");
    check("lang:<down><enter>", "lang:rust ", "");
}

#[test]
fn completion_uses_the_keys_of_the_preset() {
    let mut app = fixture::with_keys(Preset::Emacs);
    app.update(Event::Index(fixture::fresh()));
    drive(&mut app, "lang:<c-n><c-n>");
    let selected = |app: &App| app.completion().map(|it| it.position().0);
    assert_eq!(selected(&app), Some(2));
    drive(&mut app, "<c-p>");
    assert_eq!(selected(&app), Some(1));
    drive(&mut app, "<c-g>");
    assert_eq!(selected(&app), None, "it is closed");
    drive(&mut app, "<a-x><c-n>");
    let mut actions = fixture::picker(&app).visible();
    assert!(
        actions.nth(1).is_some_and(|row| row.is_selected),
        "in lists"
    );
}

#[test]
fn completion_of_a_directory_closes_until_its_path_is_continued() {
    check("path:<tab>", "path:src/", "");
    check("path:sr", "path:sr", "src/");
    check("path:<tab>x<bs>", "path:src/", "");
    check("path:s", "path:s", "src/ tests/");
}

#[test]
fn escape_closes_the_list_until_another_filter_is_typed() {
    check("lang:<esc>", "lang:", "");
    check("lang:<esc>m", "lang:m", "");
    check(
        "lang:<esc>rust lang:",
        "lang:rust lang:",
        "rust markdown python",
    );
}

#[test]
fn no_completion_outside_a_filter() {
    check("merge", "merge", "");
    check("lang:rust", "lang:rust", "");
    check("path:tests", "path:tests", "");
    check("lang:zzz", "lang:zzz", "");
    check("path:src/<tab>", "path:src/", "");
    check("lang:m merge<left><left>", "lang:m merge", "");
    check("lang:m m<left><left>", "lang:m m", "markdown");
}

#[test]
fn tab_changes_focus_without_a_completion() {
    let mut app = app(120, 30);
    drive(&mut app, "lang:rust <tab>");
    assert_eq!(app.screen.focus, crate::app::Focus::Results);
    assert!(app.completion().is_none());
}

/// Checks the words and filters of the query that is sent; `browse` if none is.
fn check_query(keys: &str, expected: &str) {
    let mut app = app(120, 30);
    drive(&mut app, keys);
    let query_text = match &app.search.content {
        ResultsContent::Query(query) => {
            let filters = query.filters.iter().map(Filter::written);
            let parts = std::iter::once(query.words.clone()).chain(filters);
            parts.collect::<Vec<_>>().join(" ")
        }
        ResultsContent::Browse => "browse".to_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(query_text.trim(), expected, "{keys}");
}

#[test]
fn incomplete_filter_does_not_narrow_results() {
    check_query("merge lang:p", "merge");
    check_query("merge lang:python", "merge lang:python");
    check_query("merge lang:p<esc>", "merge lang:p");
    check_query("merge lang:p all", "merge all lang:p");
    check_query("merge kind:meth", "merge");
    check_query("merge kind:method", "merge kind:method");
    check_query("merge in:te", "merge");
    check_query("merge lang:klingon", "merge lang:klingon");
    check_query("merge path:sr", "merge path:sr");
    check_query("lang:", "browse");
    check_query("lang:p", "browse");
    check_query("lang:p<tab>", "lang:python");
}

#[test]
fn invalid_pattern_shows_the_reason_instead_of_results() {
    for (keys, rest) in [("merge /[/", "x"), ("<a-m><a-m><a-m><a-m>fn (me", ")")] {
        let mut app = app(120, 30);
        drive(&mut app, keys);
        assert!(app.results.is_empty() && !app.is_browsing(), "{keys}");
        assert!(app.error().is_some(), "{keys}");
        assert_eq!(app.code.path(), None, "{keys}");
        drive(&mut app, rest);
        assert_eq!(app.error(), None, "{keys}");
        assert_eq!(app.results.hits().len(), 5, "{keys}");
    }
}

#[test]
fn chips_show_counts() {
    let mut app = app(120, 30);
    drive(&mut app, "merge lang:rust -path:tests");
    let filters = app.prompt.query.filters.clone();
    let counts: Vec<_> = filters
        .iter()
        .map(|it| app.completion.count_of(it))
        .collect();
    assert_eq!(counts, [Some(300), Some(120)]);
}

#[test]
fn incomplete_filter_does_not_change_the_counts_of_others() {
    let mut app = app(120, 30);
    drive(&mut app, "lang:rust kind:meth");
    let filters = app.prompt.query.filters.clone();
    let counts: Vec<_> = filters
        .iter()
        .map(|it| app.completion.count_of(it))
        .collect();
    assert_eq!(counts, [Some(300), None]);
}

#[test]
fn counts_are_upper_bounds_with_a_phrase_or_a_pattern() {
    let check = |keys: &str, words: &str| {
        let mut app = app(120, 30);
        drive(&mut app, keys);
        let filter = &app.prompt.query.filters[0];
        let count = app.completion.count_of(filter).expect("a count");
        assert_eq!(app.prompt.counted_words(count), words, "{keys}");
    };
    check("merge lang:rust", "300");
    check("lang:rust \"merge segments\"", "≤ 300");
    check("lang:rust /merge_\\w+/", "≤ 300");
    check("<a-m><a-m><a-m><a-m>lang:rust merge", "≤ 300");
}

#[test]
fn late_values_are_not_listed_for_another_filter() {
    let mut app = app(120, 30);
    drive(&mut app, "lang:z path:");
    let effects = app.update(Event::Key(KeyEvent::from(KeyCode::Char('z'))));
    let ticket = effects.iter().rev().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Count(_, _)) => Some(*ticket),
        _ => None,
    });
    let field = |app: &App| {
        app.completion
            .typing
            .as_ref()
            .map(|typing| typing.filter.field)
    };
    assert_eq!(field(&app), Some(Field::Path));
    press(&mut app, "<left><left><left><left><left><left><left>");
    assert_eq!(field(&app), Some(Field::Language));
    let offer = Offer {
        value: "src/".to_owned(),
        count: 280,
    };
    app.update(Event::Reply(
        ticket.expect("a request for counts"),
        Reply::Counted(Some(vec![offer]), vec![1, 2]),
    ));
    assert!(app.completion().is_none(), "a path is not a language");
}

/// Checks the error and the suggestion for the first filter, of which `count` matches are reported.
fn check_unknown(keys: &str, count: Option<usize>, expected: Option<(&str, Option<&str>)>) {
    let mut app = app(120, 30);
    drive(&mut app, keys);
    let filter = app.prompt.query.filters[0].clone();
    if let Some(count) = count {
        app.completion.chips = HashMap::from([(filter.written(), count)]);
    }
    let unknown = app.unknown(&filter).map(|it| (it.what, it.nearest));
    assert_eq!(unknown, expected, "{keys}");
}

#[test]
fn a_value_is_unknown_once_typing_cannot_complete_it() {
    let python = Some(("language", Some("python")));
    check_unknown("merge lang:pyhton ", None, python);
    check_unknown("merge lang:pyhton", None, python);
    check_unknown("merge lang:pyth", None, None);
    check_unknown("merge lang:pyth ", Some(0), python);
    check_unknown("kind:metho", None, None);
    check_unknown("kind:metho ", None, Some(("kind", Some("method"))));
    check_unknown("lang:rust ", Some(0), None);
}

#[test]
fn an_extension_without_files_is_unknown() {
    check_unknown("lang:rsut ", Some(0), Some(("language", Some("rust"))));
    check_unknown("lang:rsut ", Some(3), None);
    check_unknown("lang:conf ", Some(0), Some(("language", None)));
    check_unknown("lang:rst sym:merge ", Some(0), None);
}
