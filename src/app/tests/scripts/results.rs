//! Scripts of the results: two files with five hits.

use super::{Script, listed, notice, popup, scripts};
use crate::app::{App, Effect, Event, fixture};
use crate::corpus::SourcePath;
use crate::protocol::Reply;

/// Name of the selected row.
fn row(app: &App, _: &[Effect]) -> String {
    let node = app.results.selected();
    node.map_or("none".to_owned(), |node| node.name.clone())
}

/// Number of rows.
fn rows(app: &App, _: &[Effect]) -> String {
    app.results.position().1.to_string()
}

fn view(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.results.view)
}

/// Query of the rows.
pub(super) fn query(app: &App, _: &[Effect]) -> String {
    app.describe_query()
}

fn only(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.search.only)
}

fn marked(app: &App, _: &[Effect]) -> String {
    app.session.marks().len().to_string()
}

/// An app with a limit below the number of hits.
fn cut() -> App {
    let mut app = fixture::app(100, 15);
    app.options.limit = 5;
    app.search.limit = 5;
    app
}

/// An app whose best result has copies in two other files.
fn copied() -> App {
    let mut app = fixture::app(100, 15);
    fixture::press(&mut app, "m");
    let mut found = fixture::hits();
    let copy = |line| (SourcePath::new("src/copy.rs"), line);
    found[0].locations = vec![copy(3), copy(9)];
    let answer = fixture::answer(&Default::default(), found);
    app.update(Event::Reply(
        fixture::first_ticket(),
        Reply::Answered(Ok(answer)),
    ));
    app
}

/// Requested number of hits.
fn limit(app: &App, _: &[Effect]) -> String {
    app.search.limit.to_string()
}

pub(super) const SCRIPTS: &[Script] = scripts! {
    "next-row": "segment<tab>", "j" => row, "src/indexer/merge_policy.rs";
    "previous-row": "segment<tab>", "k" => row, "write_postings";
    "next-page": "segment<tab>gg", "<pagedown>" => row, "no_merge";
    "previous-page": "segment<tab>G", "<pageup>" => row, "src/indexer/merger.rs";
    "first-row": "segment<tab>", "gg" => row, "src/indexer/merger.rs";
    "last-row": "segment<tab>", "G" => row, "no_merge";
    "open-row": "segment<tab>ggh", "l" => rows, "8";
    "close-row": "segment<tab>gg", "h" => rows, "4";
    "toggle-row": "segment<tab>gg", "<space>" => rows, "4";
    "open-all": "segment<tab>ggH", "L" => rows, "8";
    "close-all": "segment<tab>gg", "H" => rows, "4";
    "next-sibling": "segment<tab>gg", "}" => row, "src/indexer/merge_policy.rs";
    "previous-sibling": "segment<tab>G", "{" => row, "compute_merge_candidates";
    "parent-row": "segment<tab>", "[[" => row, "IndexMerger";
    "next-parent": "segment<tab>ggj", "]]" => row, "src/indexer/merge_policy.rs";
    "next-result": "segment<tab>", "n" => row, "write_postings";
    "previous-result": "segment<tab>nn", "N" => row, "write_postings";
    "next-by-position": "segment<tab>", "J" => row, "compute_merge_candidates";
    "previous-by-position": "segment<tab>", "K" => row, "write_postings";
    "next-by-position": "segment<tab>G", "J" => notice, "Wrapped to the first result";
    "previous-by-position": "segment<tab>gg", "K" => notice, "Wrapped to the last result";
    "next-sibling": "segment<tab>G", "}" => notice, "Last sibling";
    "previous-sibling": "segment<tab>gg", "{" => notice, "First sibling";
    "parent-row": "segment<tab>gg", "[[" => notice, "No parent";
    "next-parent": "segment<tab>G", "]]" => notice, "No next sibling of the parent";
    "next-sibling": "segment<tab>r", "}" => notice, "A ranked list has no branches";
    "next-by-position": in listed, "<tab>", "J" => notice, "No results: type a query";
    "more-results": "segment<tab>", "+" => notice, "All results are shown";
    "toggle-view": "segment<tab>", "r" => view, "Ranked";
    "other-members": "segment<tab>", "S" => rows, "10";
    "similar-code": "segment<tab>", "m" => query, "code similar to IndexMerger › write";
    "references": "segment<tab>", "c" => query, "references to IndexMerger › write";
    "callees": "segment<tab>", "gC" => query, "calls of IndexMerger › write";
    "path-start": "segment<tab>", "gp" => notice, "The path starts at IndexMerger › write; gP lists the path to the selection";
    "path": "segment<tab>gpk", "gP" => query, "path from IndexMerger › write to IndexMerger › write_postings";
    "tests": "segment<tab>", "gt" => query, "tests that reach IndexMerger › write";
    "copies": in copied, "<tab>", "=" => popup, "copies";
    "copies": "segment<tab>", "=" => notice, "The selected result has no copies";
    "same-kind": "segment<tab>", "s" => only, "Some(Method)";
    "more-results": in cut, "segment<tab>", "+" => limit, "105";
    "mark": "segment<tab>", "x" => marked, "1";
    "mark": "segment<tab>", "x" => row, "src/indexer/merge_policy.rs";
    "preview-down": "segment<tab>", "<c-d>" => top, "4";
    "preview-up": "segment<tab><c-d>", "<c-u>" => top, "0";
    "preview-down": "segment", "<s-down>" => top, "4";
    "preview-up": "segment<s-down>", "<s-up>" => top, "0";
    "bookmark": "segment<tab>", "b" => bookmarks, "write";
    "bookmarks": "segment<tab>b", "B" => popup, "bookmarks";
    "marks": "segment<tab>xx", "M" => popup, "marks";
    "filter": "segment<tab>", "&" => popup, "filter";
    "filter-or-prompt": "segment<tab>m", "/" => popup, "filter";
    "clear-marks": "segment<tab>xx", "<a-x>" => marked, "0";
    "export": "segment<tab>", "X" => popup, "export";
    "back": "segment<tab>m", "<c-o>" => query, "segment";
    "forward": "segment<tab>cj<c-o>", "<a-o>" => names, "compute_merge_candidates";
    "forward": "segment<tab>m<c-o>", "<a-o>" => query, "code similar to IndexMerger › write";
};

/// The first visible row of the code.
fn top(app: &App, _: &[Effect]) -> String {
    app.code.position().0.to_string()
}

/// The names of the chunks in the code pane.
fn names(app: &App, _: &[Effect]) -> String {
    app.code.names().join(" › ")
}

/// The names of the chunks with a bookmark.
fn bookmarks(app: &App, _: &[Effect]) -> String {
    let marks = app.session.stored.bookmarks.iter();
    let names = marks.filter_map(|mark| mark.names.last().cloned());
    names.collect::<Vec<_>>().join(" ")
}
