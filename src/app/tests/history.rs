//! Search history: a query is kept if the user did something with its results.

use crate::app::fixture::{app, drive};

/// The search history after these keys.
fn check(keys: &str, expected: &[&str]) {
    let mut app = app(120, 30);
    drive(&mut app, keys);
    let history = app.session.stored.history.iter();
    let texts: Vec<&str> = history.map(|it| it.text.as_str()).collect();
    assert_eq!(texts, expected, "{keys}");
}

#[test]
fn a_query_is_kept_once_its_results_are_used() {
    check("merge", &[]);
    check("merge<c-u>", &[]);
    check("merge <down>", &["merge"]);
    check("merge<tab>m", &["merge"]);
    check("merge<enter>", &["merge"]);
    check("zzz<down>", &[]);
    check("merge<down> all<down>", &["merge", "merge all"]);
}
