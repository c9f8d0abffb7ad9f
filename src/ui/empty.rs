//! Text of panes without content: the reason, and what to do.
//!
//! [`results()`] and [`code()`] return it for the two panes.

use super::canvas::Canvas;
use super::theme::Role;
use crate::app::{Action, Activity, App, Editing, MapLine, counted, wrap};
use ratatui::layout::Rect;

/// Draws sentences in a pane, wrapped between words, from its second row if it is high enough.
pub(super) fn draw_sentences(canvas: &mut Canvas<'_>, area: Rect, sentences: &[(Role, String)]) {
    let indent = 2.min(area.width / 10);
    let room = usize::from(area.width.saturating_sub(indent + 1));
    let lines = sentences.iter().flat_map(|(role, text)| {
        let rows = wrap(text, room).into_iter();
        rows.map(move |row| (&text[row], *role))
    });
    let lines: Vec<_> = lines.collect();
    let first = u16::from(usize::from(area.height) > lines.len());
    for (row, (text, role)) in (first..area.height).zip(lines) {
        canvas.pen(area, row).space(indent).put(text, role);
    }
}

/// A title and the text below it.
fn titled(title: &str, text: impl IntoIterator<Item = String>) -> Vec<(Role, String)> {
    let lines = text.into_iter().map(|line| (Role::Text, line));
    [(Role::Title, title.to_owned())]
        .into_iter()
        .chain(lines)
        .collect()
}

/// Text of the results pane without results.
pub(super) fn results(app: &App) -> Vec<(Role, String)> {
    if let Some(error) = app.error() {
        return vec![(Role::Error, error.to_owned())];
    }
    if app.filter.is_active() && !app.search.is_running() {
        let all = app.key_of(Action::Escape) + " shows all rows again.";
        let title = format!("Nothing matches the filter {}.", app.filter.text().trim());
        return titled(&title, [String::new(), all]);
    }
    let index = &app.index;
    if index.stage == Activity::UpToDate && index.leaves == 0 {
        let page = app.key_of(Action::Index);
        let left_out = match (&index.ignored, index.skipped) {
            (Some(rule), _) => format!("Ignored: {rule}."),
            (None, 0) => "New files appear at once.".to_owned(),
            (None, count) => {
                let skipped = counted(count, "file was", "files were");
                format!("{skipped} skipped; {page} outside the prompt shows why.")
            }
        };
        let none = ["No text files found.".to_owned(), String::new()];
        let mut lines = titled("Nothing to search here:", none);
        lines.push((Role::Faint, left_out));
        return lines;
    }
    if app.prompt.is_empty()
        && let Some(error) = app.browsing.list_error.as_deref()
    {
        return failed(app, "The files cannot be listed:", error);
    }
    if let (Activity::Failed(why), 0) = (&index.stage, index.generation) {
        return failed(app, "No index:", why);
    }
    if app.prompt.is_empty() && !app.search.content.has_target() {
        return match (&index.stage, index.generation) {
            (Activity::Failed(why), _) => vec![(Role::Error, why.clone())],
            (_, 0) => titled(
                "Reading the repository …",
                ["Type to search; results appear as they are found.".to_owned()],
            ),
            _ => vec![(Role::Faint, "Listing files …".to_owned())],
        };
    }
    if app.search.is_running() || index.generation == 0 {
        let text = match index.generation {
            0 => "Indexing …  first results in a moment",
            _ => "Searching …",
        };
        return vec![(Role::Faint, text.to_owned())];
    }
    if app.search.content.has_target() {
        no_relations(app)
    } else {
        no_hits(app)
    }
}

/// Text for an error that only a retry can resolve.
fn failed(app: &App, title: &str, why: &str) -> Vec<(Role, String)> {
    let again = app.key_of(Action::Reindex) + " tries again.";
    let mut lines = titled(title, [String::new(), again]);
    lines.insert(1, (Role::Error, why.to_owned()));
    lines
}

/// Note while files that are not indexed yet may contain more results.
fn incomplete(app: &App) -> Option<String> {
    let note = match app.index.stage {
        Activity::UpToDate => return None,
        Activity::Following => "Another smriti-tui process updates the index.",
        _ => "Indexing is not complete.",
    };
    Some(note.to_owned())
}

/// Text if a row has no relations or similar code any more, or none of the filtered kind.
fn no_relations(app: &App) -> Vec<(Role, String)> {
    let message = format!("No {} found.", app.describe_query());
    let only = app.search.only.map(|kind| {
        let (kind, all) = (kind.name(), app.key_of(Action::SameKind));
        format!("Filter kind:{kind} is active; {all} removes it.")
    });
    let back = app.key_of(Action::Escape) + " goes back.";
    let lines = [Some(String::new()), only, incomplete(app), Some(back)];
    titled(&message, lines.into_iter().flatten())
}

fn no_hits(app: &App) -> Vec<(Role, String)> {
    let query = &app.prompt.query;
    let is_filtered =
        !query.filters.is_empty() || !query.phrases.is_empty() || !query.excluded.is_empty();
    let filters = is_filtered.then(|| "Try removing a filter.".to_owned());
    let as_text = is_filtered.then(|| app.key_of(Action::AsText) + " searches it as text.");
    let regex = query.looks_like_regex().then(|| {
        let key = app.key_of(Action::RegexMode);
        format!("It looks like a regular expression: {key} searches it as one.")
    });
    let totals = app.results.answer().and_then(|answer| answer.totals);
    let unread = totals.map_or(0, |totals| totals.unread);
    let unread = (unread > 0).then(|| {
        let files = counted(unread, "file was", "files were");
        let page = app.key_of(Action::Index);
        format!("{files} not searched; {page} outside the prompt shows why.")
    });
    let mode = app.key_of(Action::NextMode) + " changes the search mode.";
    let over = app.key_of(Action::Prompt(Editing::Clear)) + " clears the query.";
    let lines = [
        Some(String::new()),
        unread,
        regex,
        filters,
        incomplete(app),
        as_text,
        Some(mode),
        Some(over),
    ];
    titled(&none_title(app), lines.into_iter().flatten())
}

/// The title without results: for a review, that nothing changed.
fn none_title(app: &App) -> String {
    let query = &app.prompt.query;
    match query.changed_base() {
        _ if app.search.partial.is_some() => "No results so far.".to_owned(),
        Some(base) if query.words.is_empty() && query.filters.len() == 1 => {
            format!("No changes since {}.", base.as_deref().unwrap_or("HEAD"))
        }
        _ => "No results.".to_owned(),
    }
}

/// Draws the code pane without a selection: the map.
pub(super) fn code(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    if !app.shows_map() {
        return;
    }
    let map = &app.map;
    if let Some(why) = &map.error {
        return draw_sentences(canvas, area, &[(Role::Error, why.clone())]);
    }
    if !map.is_known() {
        if app.index.is_indexing() {
            let text = "The map of the repository follows when it is indexed.".to_owned();
            draw_sentences(canvas, area, &[(Role::Faint, text)]);
        }
        return;
    }
    let mut y = 0;
    for row in map.summary_rows(area) {
        if y < area.height {
            canvas.pen(area, y).space(1).put(row, Role::Text);
        }
        y += 1;
    }
    let lines = map.lines();
    let is_focused = app.screen.focus.is_code();
    for (at, y) in map
        .visible((area.height.saturating_sub(y)).into())
        .zip(y..area.height)
    {
        let mut pen = canvas.pen(area, y);
        match &lines[at] {
            MapLine::Blank => {}
            MapLine::Title(title) => {
                pen.space(1).put(title, Role::Title);
            }
            MapLine::Row(row) => {
                let is_selected = is_focused && at == map.selected();
                pen.put(if is_selected { "▌" } else { " " }, Role::Accent);
                pen.space(1).put(
                    &row.name,
                    if is_selected { Role::Title } else { Role::Text },
                );
                pen.space(2).put(&row.note, Role::Faint);
            }
        }
    }
}
