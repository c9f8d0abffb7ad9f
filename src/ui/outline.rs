//! The frame around the panes, with the title in its top and the panes' titles in its rules.

use super::code::crumbs;
use super::pen::{self, Pen};
use super::theme::Role;
use super::{Canvas, status};
use crate::app::{App, Area, Arrangement, Focus, Question, View, counted, grouped};
use ratatui::widgets::Borders;
use std::time::Duration;

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let layout = &app.screen.layout;
    if layout.arrangement == Arrangement::Bare {
        return;
    }
    canvas.frame(layout.screen, Borders::ALL, Role::Border);
    let bottom = layout.screen.height - 1;
    let middle = (layout.arrangement == Arrangement::Columns).then(|| layout.code.x - 1);
    rule(canvas, layout.screen, 2, middle.map(|x| (x, '┬')));
    rule(canvas, layout.screen, bottom - 2, middle.map(|x| (x, '┴')));
    match middle {
        Some(x) => {
            for y in layout.results.y..layout.results.y + layout.results.height {
                put(canvas, x, y, '│');
            }
        }
        None => rule(canvas, layout.screen, layout.code.y - 1, None),
    }
    let focused = match app.screen.focus {
        Focus::Prompt => Area::new(1, 1, layout.screen.width - 2, 1),
        Focus::Results => layout.results,
        Focus::Code => layout.code,
    };
    emphasize(canvas, focused);
    title(app, canvas);
    results_title(app, canvas);
    code_title(app, canvas);
}

/// Draws the lines around a pane in the color of the focus.
fn emphasize(canvas: &mut Canvas<'_>, pane: Area) {
    let style = canvas.theme.style(Role::BorderFocused);
    for y in pane.y - 1..=pane.y + pane.height {
        for x in pane.x - 1..=pane.x + pane.width {
            if !pane.contains(x, y)
                && let Some(cell) = canvas.buffer.cell_mut((x, y))
            {
                cell.set_style(style);
            }
        }
    }
}

/// A line across the screen, with a joint where it meets the one between the panes.
fn rule(canvas: &mut Canvas<'_>, screen: Area, y: u16, joint: Option<(u16, char)>) {
    let (first, last) = (0, screen.width - 1);
    (first..=last).for_each(|x| put(canvas, x, y, '─'));
    for (x, sign) in [(first, '├'), (last, '┤')].into_iter().chain(joint) {
        put(canvas, x, y, sign);
    }
}

fn put(canvas: &mut Canvas<'_>, x: u16, y: u16, c: char) {
    let style = canvas.theme.style(Role::Border);
    if let Some(cell) = canvas.buffer.cell_mut((x, y)) {
        cell.set_char(c).set_style(style);
    }
}

/// `┌ smriti ─ tantivy ─ main ────── 41 hits · 3.1 ms ┐`
fn title(app: &App, canvas: &mut Canvas<'_>) {
    let options = &app.options;
    let told = answer_words(app);
    let told_width = pen::width(&told) + 2;
    let mut pen = canvas.pen(app.screen.layout.title, 0);
    let fits = pen.room() > told_width + 16;
    let right = pen.column() + pen.room().saturating_sub(told_width);
    if fits {
        pen.reserve(told_width + 1);
    }
    pen.put(" smriti ", Role::Accent).put("─", Role::Border);
    pen.put(&format!(" {} ", options.root_name), Role::Title);
    let commit = options.head.commit.as_ref();
    let commit = commit.map(|commit| commit.chars().take(8).collect());
    if let Some(head) = options.head.branch.clone().or(commit) {
        pen.put("─", Role::Border);
        pen.put(&format!(" {head} "), Role::Faint);
    }
    if fits && !told.is_empty() {
        let mut pen = canvas.pen(app.screen.layout.title, 0);
        pen.move_to(right);
        pen.put(&format!(" {told} "), Role::Faint);
    }
}

/// Hits and how long they took; a spinner when the answer is slow.
fn answer_words(app: &App) -> String {
    if app.is_waiting() {
        return format!("{} searching", status::spinner(app));
    }
    let results = &app.results;
    let Some(answer) = results.answer() else {
        return match results.listing() {
            Some(listing) => counted(listing.len(), "file", "files"),
            None if app.error().is_some() => "0 hits".to_owned(),
            None => String::new(),
        };
    };
    let hits = match answer.hits.len() {
        1 if results.is_cut() => "first result".to_owned(),
        hits if results.is_cut() => format!("first {} results", grouped(hits)),
        hits => counted(hits, "hit", "hits"),
    };
    let hits = match answer.is_weak() {
        true => format!("weak matches · {hits}"),
        false => hits,
    };
    let hits = match app.index.ended_early() {
        true => hits + " (index incomplete)",
        false => hits,
    };
    match app.question() {
        Question::Related(..) => hits,
        _ => format!("{hits} · {}", milliseconds(answer.took)),
    }
}

fn milliseconds(took: Duration) -> String {
    let tenths = took.as_micros() / 100;
    match tenths {
        0..100 => format!("{}.{} ms", tenths / 10, tenths % 10),
        100..10_000 => format!("{} ms", tenths / 10),
        _ => format!("{}.{} s", tenths / 10_000, tenths / 1_000 % 10),
    }
}

fn results_title(app: &App, canvas: &mut Canvas<'_>) {
    let area = app.screen.layout.results;
    if area.is_empty() {
        return;
    }
    let (role, sign) = focused(app, Focus::Results);
    let mut pen = pane_pen(canvas, area);
    pen.put(sign, role).put(&results_words(app), role);
    let position_in = app.results.position();
    position(canvas, area, area.height.into(), position_in);
}

/// Title of the results: the query, active kind filter, number of marks, and number of better
/// results above.
fn results_words(app: &App) -> String {
    let mut words = match app.question() {
        _ if app.results.listing().is_some() => "repository".to_owned(),
        Question::Browse | Question::Query(_) => "results".to_owned(),
        Question::Like(_) | Question::Related(..) => app.asked_words(),
    };
    if app.results.view() == View::Ranked && app.results.answer().is_some() {
        words.push_str(" by rank");
    }
    if let Some(kind) = app.only() {
        words.push_str(&format!(" · kind:{}", kind.name()));
    }
    match app.marks.len() {
        0 => {}
        marked => words.push_str(&format!(" · {marked} marked")),
    }
    let news = app.results.news();
    for (sign, count) in [('↑', news.above), ('↓', news.below)] {
        if count > 0 {
            words.push_str(&format!(" · {sign} {count} new"));
        }
    }
    format!("{words} ")
}

/// `src/indexer/merger.rs › IndexMerger › write`, and what is to be said of it.
fn code_title(app: &App, canvas: &mut Canvas<'_>) {
    let code = &app.code;
    let area = app.screen.layout.code;
    let (role, sign) = focused(app, Focus::Code);
    let mut pen = pane_pen(canvas, area);
    let Some(path) = code.path() else {
        pen.put(sign, role).put("code ", role);
        return;
    };
    let mut notes: Vec<(String, Role)> = Vec::new();
    notes.extend(
        code.page_number()
            .map(|page| (format!("page {page}"), role)),
    );
    match (code.is_changed(), code.width_name()) {
        (true, _) => notes.push(("changed since indexed".to_owned(), Role::Warning)),
        (false, Some(width)) => notes.push((width.to_owned(), Role::Faint)),
        (false, None) => {}
    }
    let notes_width: u16 = notes.iter().map(|(note, _)| pen::width(note) + 3).sum();
    // What is to be said of a place is worth less than the place.
    let room = pen.room().saturating_sub(pen::width(sign) + 1);
    let place = room.saturating_sub(notes_width).max(pen.room() / 2);
    let crumbs = crumbs(path.as_str(), code.names(), place.min(room));
    pen.put(sign, role).put(&crumbs, role);
    for (note, role) in &notes {
        pen.put(" · ", Role::Faint).put(note, *role);
    }
    pen.put(" ", role);
    let height = usize::from(area.height).saturating_sub(code.summary().len());
    position(canvas, area, height, code.position());
}

/// Draws the scroll position of a long pane in the rule below it: `12–40/96`.
fn position(canvas: &mut Canvas<'_>, area: Area, height: usize, (top, rows): (usize, usize)) {
    if rows <= height {
        return;
    }
    let last = (top + height).min(rows);
    let words = format!(" {}–{last}/{rows} ", top + 1);
    let below = Area {
        y: area.y + area.height,
        height: 1,
        ..area
    };
    let mut pen = canvas.pen(below, 0);
    let width = pen::width(&words) + 1;
    if pen.room() > width {
        pen.space(pen.room() - width).put(&words, Role::Faint);
    }
}

/// Sign before the title of a pane, and its role: the focus is visible without colors.
fn focused(app: &App, pane: Focus) -> (Role, &'static str) {
    match app.screen.focus == pane {
        true => (Role::Accent, "▸ "),
        false => (Role::Faint, " "),
    }
}

/// A pen on the rule above a pane.
fn pane_pen<'a>(canvas: &'a mut Canvas<'_>, pane: Area) -> Pen<'a> {
    let rule = Area {
        y: pane.y - 1,
        height: 1,
        ..pane
    };
    canvas.pen(rule, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, app, drive, fresh, press};
    use crate::app::{Event, IndexStatus, Stage, State, Work};
    use crate::corpus::SourcePath;
    use crate::protocol::Reply;
    use crate::search::Query;

    #[test]
    fn one_hit_that_stands_for_all_that_were_asked_for_is_the_first() {
        let mut app = app(120, 30);
        press(&mut app, "m");
        let mut found = fixture::hits();
        found.truncate(1);
        let copy = |line| (SourcePath::new("src/copy.rs"), line);
        found[0].locations = (1..=100).map(copy).collect();
        app.update(Event::Reply(
            fixture::first_ticket(),
            Reply::Answered(Ok(fixture::answer(&Query::default(), found))),
        ));
        let words = answer_words(&app);
        assert!(words.starts_with("first result · "), "{words}");
    }

    /// Checks if an answer is marked as incomplete at the end of this stage.
    fn check(ended: State, last: Stage, expected: bool) {
        let mut app = app(120, 30);
        drive(&mut app, "merge");
        app.update(Event::Index(IndexStatus {
            stage: ended,
            works: vec![Work {
                stage: last,
                done: 6,
                all: 820,
                seconds: 1,
                is_running: false,
                pace: None,
            }],
            ..fresh()
        }));
        let words = answer_words(&app);
        let says = words.starts_with("5 hits (index incomplete) · ");
        assert_eq!(says, expected, "{words}");
    }

    #[test]
    fn an_answer_of_an_incomplete_index_says_so() {
        let full = || State::Failed("index: no storage space".to_owned());
        check(full(), Stage::Reading, true);
        check(State::Cancelled, Stage::Walking, true);
        check(full(), Stage::Embedding, false);
        check(State::Fresh, Stage::Reading, false);
    }
}
