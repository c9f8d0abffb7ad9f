//! Scripts of the results: two files with five hits.

use super::{Script, listed, notice, popup, scripts};
use crate::app::{App, Effect, fixture};

/// What the selected row is called.
fn row(app: &App, _: &[Effect]) -> String {
    let node = app.results.selected();
    node.map_or("none".to_owned(), |node| node.name.clone())
}

/// How many rows there are.
fn rows(app: &App, _: &[Effect]) -> String {
    app.results.position().1.to_string()
}

fn view(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.results.view())
}

/// What the rows answer.
fn asked(app: &App, _: &[Effect]) -> String {
    app.asked_words()
}

fn only(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.only())
}

fn marked(app: &App, _: &[Effect]) -> String {
    app.marks.len().to_string()
}

/// An app that asks for no more hits than there are, so that there may be others.
fn cut() -> App {
    let mut app = fixture::app(100, 18);
    app.options.limit = 5;
    app.asking.limit = 5;
    app
}

/// How many hits are asked for.
fn limit(app: &App, _: &[Effect]) -> String {
    app.asking.limit.to_string()
}

pub(super) const SCRIPTS: &[Script] = scripts! {
    "next-row": "segment<tab>", "j" => row, "src/indexer/merge_policy.rs";
    "previous-row": "segment<tab>", "k" => row, "write_postings";
    "next-page": "segment<tab>g", "<pagedown>" => row, "no_merge";
    "previous-page": "segment<tab>G", "<pageup>" => row, "src/indexer/merger.rs";
    "first-row": "segment<tab>", "g" => row, "src/indexer/merger.rs";
    "last-row": "segment<tab>", "G" => row, "no_merge";
    "open-row": "segment<tab>gh", "l" => rows, "8";
    "close-row": "segment<tab>g", "h" => rows, "4";
    "toggle-row": "segment<tab>g", "o" => rows, "4";
    "open-all": "segment<tab>gH", "L" => rows, "8";
    "close-all": "segment<tab>g", "H" => rows, "4";
    "next-sibling": "segment<tab>g", "}" => row, "src/indexer/merge_policy.rs";
    "previous-sibling": "segment<tab>G", "{" => row, "compute_merge_candidates";
    "parent-row": "segment<tab>", "[[" => row, "IndexMerger";
    "next-parent": "segment<tab>gj", "]]" => row, "src/indexer/merge_policy.rs";
    "next-hit": "segment<tab>", "n" => row, "compute_merge_candidates";
    "previous-hit": "segment<tab>", "N" => row, "write_postings";
    "next-hit": "segment<tab>G", "n" => notice, "that was the last hit; this is the first";
    "previous-hit": "segment<tab>g", "N" => notice, "that was the first hit; this is the last";
    "next-sibling": "segment<tab>G", "}" => notice, "this is the last one here";
    "previous-sibling": "segment<tab>g", "{" => notice, "this is the first one here";
    "parent-row": "segment<tab>g", "[[" => notice, "nothing is above it";
    "next-parent": "segment<tab>G", "]]" => notice, "nothing follows what it is in";
    "next-sibling": "segment<tab>r", "}" => notice, "a list by rank has no branches";
    "next-hit": in listed, "<tab>", "n" => notice, "there is no hit: nothing is asked";
    "more-hits": "segment<tab>", "+" => notice, "these are all there are";
    "toggle-view": "segment<tab>", "r" => view, "Ranked";
    "other-members": "segment<tab>", "S" => rows, "10";
    "more-like-this": "segment<tab>", "m" => asked, "like IndexMerger › write";
    "who-touches-this": "segment<tab>", "c" => asked, "who touches IndexMerger › write";
    "same-kind": "segment<tab>", "s" => only, "Some(Method)";
    "more-hits": in cut, "segment<tab>", "+" => limit, "105";
    "mark": "segment<tab>", "x" => marked, "1";
    "bookmark": "segment<tab>", "b" => bookmarks, "write";
    "bookmarks": "segment<tab>b", "B" => popup, "bookmarks";
    "export": "segment<tab>", "X" => popup, "export";
    "back": "segment<tab>m", "<c-o>" => asked, "segment";
    "forward": "segment<tab><tab>Si1<c-o>", "<a-o>" => names, "IndexMerger › open";
    "forward": "segment<tab>m<c-o>", "<a-o>" => asked, "like IndexMerger › write";
};

/// The names of what the code pane shows.
fn names(app: &App, _: &[Effect]) -> String {
    app.code.names().join(" › ")
}

/// The names of what has a bookmark.
fn bookmarks(app: &App, _: &[Effect]) -> String {
    let marks = app.remembered.session.bookmarks.iter();
    let names = marks.filter_map(|mark| mark.names.last().cloned());
    names.collect::<Vec<_>>().join(" ")
}
