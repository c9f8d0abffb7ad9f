//! Titles of the panes, and the line between them.

use super::canvas::Canvas;
use super::pen::{self, Pen};
use super::status;
use super::theme::Role;
use crate::app::{
    Action, App, Arrangement, CALLED_BY, CALLS, ClickAction, CodeAction, counted, grouped,
};
use crate::search::Hit;
use ratatui::layout::Rect;
use std::time::Duration;

/// Draws the lines between the panes.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let layout = &app.screen.layout;
    for panes in layout.panes.windows(2) {
        let area = panes[0].area;
        if layout.arrangement != Arrangement::Columns {
            continue;
        }
        let line = Rect::new(area.right(), area.y, 1, area.height);
        for row in 0..line.height {
            canvas.pen(line, row).put("│", Role::Border);
        }
        bar(canvas, line, false);
    }
}

/// Draws the title of the results.
pub(super) fn results_title(app: &App, area: Rect, canvas: &mut Canvas<'_>, is_focused: bool) {
    let (mut pen, role) = bar(canvas, area, is_focused);
    let height = area.height.into();
    let words = results_words(app);
    let title = pen::width(&words);
    put_position(&mut pen, role, height, app.results.position(), title);
    pen.put(&words, role);
    if app.search.content.has_target() {
        let space = if words.is_empty() { "" } else { " · " };
        let subject = subject(app, pen.room().saturating_sub(pen::width(space)));
        pen.put(space, role).put(&subject, role);
    }
}

/// Paints the title bar above an area; returns a pen after the sign of the focus, which is visible
/// without colors, and the role of the text.
pub(super) fn bar<'a>(
    canvas: &'a mut Canvas<'_>,
    below: Rect,
    is_focused: bool,
) -> (Pen<'a>, Role) {
    let area = Rect::new(below.x, below.y - 1, below.width, 1);
    let (role, sign) = if is_focused {
        (Role::PaneTitleFocused, "▸ ")
    } else {
        (Role::PaneTitle, " ")
    };
    let ground = canvas.theme.style(role);
    let mut pen = canvas.pen(area, 0);
    pen.background(ground);
    pen.put(sign, role);
    (pen, role)
}

/// Writes the scroll position of a long pane at the end of its title: `12–40/96`. The first `title` cells stay
/// free for the title.
fn put_position(
    pen: &mut Pen<'_>,
    role: Role,
    height: usize,
    (top, rows): (usize, usize),
    title: u16,
) {
    if rows > height {
        let last = (top + height).min(rows);
        let words = format!("{}–{last}/{rows} ", top + 1);
        let cells = pen::width(&words);
        if pen.room() > cells.saturating_add(title.max(cells)) {
            pen.put_at_end(&[(words, role)]);
        }
    }
}

/// Title of the results: their number, active kind filter, number of marks, and the subject of the query.
fn results_words(app: &App) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(app.results.listing().map(|_| "repository".to_owned()));
    // Without an index there is nothing to count.
    if app.index.generation > 0 || !app.results.hits().is_empty() {
        words.push(answer_words(app));
    }
    let is_ordered = app
        .results
        .answer()
        .is_some_and(|answer| answer.ordered > 0);
    if app.results.is_ranked() && !is_ordered {
        words.push("by rank".to_owned());
    }
    if app.filter.is_active() {
        words.push(format!("filter {}", app.filter.text().trim()));
    }
    words.extend(app.search.only.map(|kind| format!("kind:{}", kind.name())));
    let marked = app.session.marks().len();
    words.extend((marked > 0).then(|| format!("{marked} marked")));
    words.retain(|word| !word.is_empty());
    if words.is_empty() && !app.search.content.has_target() {
        return "results".to_owned();
    }
    words.join(" · ")
}

/// The subject of the query, which is last in the title because it may be long: the breadcrumb of several steps, or
/// the description. If it does not fit, the first names are cut.
fn subject(app: &App, room: u16) -> String {
    let described = app.describe_query();
    let start = described.find(" › ").unwrap_or(described.len());
    let words = described[..start].rfind(' ').map_or(0, |space| space + 1);
    let (words, name) = described.split_at(words);
    let trail = app.breadcrumb();
    let whole = format!("{words}{}", trail.as_deref().unwrap_or(name));
    if pen::width(&whole) <= room {
        return whole;
    }
    if let Some(trail) = trail {
        let steps = counted(trail.matches([CALLED_BY, CALLS]).count(), "step", "steps");
        let start = format!("{steps} · ");
        let (cut, end) = pen::end_of(&trail, room.saturating_sub(pen::width(&start)));
        return format!("{start}{cut}{end}");
    }
    match name.rsplit_once(" › ") {
        Some((_, last)) if pen::width(words) + pen::width(last) < room => {
            format!("{words}…{last}")
        }
        Some((_, last)) => format!("{words}{last}"),
        None => whole,
    }
}

/// Number of results and how long they took; a spinner when the answer is slow.
fn answer_words(app: &App) -> String {
    if app.search.is_slow() {
        return searching(app);
    }
    let results = &app.results;
    let (shown, all) = app.filtered_rows();
    let Some(answer) = results.answer() else {
        return match results.listing() {
            Some(_) if app.filter.is_active() => of_all(shown, all, "file", "files"),
            Some(listing) => counted(listing.len(), "file", "files"),
            None if app.error().is_some() => "0 results".to_owned(),
            None => String::new(),
        };
    };
    let mut words = match answer.hits.len() {
        hits if answer.ordered == hits && hits > 0 && app.search.content.has_target() => {
            path_words(&answer.hits)
        }
        hits if answer.ordered > 0 && !app.filter.is_active() => {
            let others = counted(hits - answer.ordered, "other result", "other results");
            let frames = counted(answer.ordered, "frame", "frames");
            format!("{frames} of a trace · {others}")
        }
        _ if app.filter.is_active() => of_all(shown, all, "result", "results"),
        shown if let Some(totals) = answer.totals => {
            let mut words = format!(
                "{} in {}",
                counted(totals.lines, "matching line", "matching lines"),
                counted(totals.chunks, "chunk", "chunks")
            );
            if totals.unread > 0 {
                words += &format!(
                    " · {} not searched",
                    counted(totals.unread, "file", "files")
                );
            }
            if results.has_more() {
                words += &format!(" · first {}", grouped(shown));
            }
            words
        }
        1 if results.has_more() => "first result".to_owned(),
        hits if results.has_more() => format!("first {} results", grouped(hits)),
        hits => counted(hits, "result", "results"),
    };
    if answer.is_weak() {
        words.insert_str(0, "weak matches · ");
    }
    match app.search.partial {
        Some(percent) => words += &format!(" from {percent}% of the files"),
        None if app.index.ended_early() => words.push_str(" (index incomplete)"),
        None => {}
    }
    if app.search.is_growing {
        words += &format!(" so far · {}", searching(app));
    } else if app.search.is_stopped() && app.error().is_none() {
        words.push_str(" so far · stopped");
    }
    // First, as the end of the line may be cut.
    if app.search.has_newer {
        words = format!("newer results: {} · {words}", app.key_of(Action::Reindex));
    }
    match &app.search.content {
        content if content.has_relations() => words,
        _ => format!("{words} · {}", milliseconds(answer.took)),
    }
}

/// A spinner, and the progress of a search over several steps.
fn searching(app: &App) -> String {
    let followed = match app.search.followed {
        0 => String::new(),
        all => format!(
            " · {} followed",
            counted(all, "declaration", "declarations")
        ),
    };
    format!("{} searching{followed}", status::spinner(app))
}

/// The numbers of steps of the paths in a list, each of which ends at the last hit: `4 and 2 steps`.
fn path_words(hits: &[Hit]) -> String {
    let place = |hit: &Hit| (hit.record.id, hit.explanation.located_at);
    let end = hits.last().map(place);
    let paths = hits.split_inclusive(|hit| Some(place(hit)) == end);
    let steps: Vec<usize> = paths.map(|path| path.len() - 1).collect();
    match steps[..] {
        [steps] => counted(steps, "step", "steps"),
        _ => {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            format!("{} steps", steps.join(" and "))
        }
    }
}

/// `12 of 80 results`.
fn of_all(shown: usize, all: usize, one: &str, many: &str) -> String {
    format!("{} of {}", grouped(shown), counted(all, one, many))
}

fn milliseconds(took: Duration) -> String {
    let tenths = took.as_micros() / 100;
    match tenths {
        0..100 => format!("{}.{} ms", tenths / 10, tenths % 10),
        100..10_000 => format!("{} ms", tenths / 10),
        _ => format!("{}.{} s", tenths / 10_000, tenths / 1_000 % 10),
    }
}

/// `src/indexer/merger.rs › IndexMerger › write`, and notes about it.
pub(super) fn code_title(app: &App, area: Rect, canvas: &mut Canvas<'_>, is_focused: bool) {
    let (mut pen, role) = bar(canvas, area, is_focused);
    let code = &app.code;
    let Some(path) = code.path() else {
        pen.put(
            if app.shows_map() && app.map.is_known() {
                "map"
            } else {
                "code"
            },
            role,
        );
        return;
    };
    let height = usize::from(area.height).saturating_sub(code.summary.len());
    put_position(&mut pen, role, height, code.position(), 0);
    let mut notes = String::new();
    if let Some(page) = code.page_number() {
        notes += &format!(" · page {page}");
    }
    if code.is_changed() {
        notes += " · changed since indexed";
    } else if let Some(zoom) = code.zoom_name() {
        notes += &format!(" · {zoom}");
    }
    // The location takes precedence over the notes.
    let room = pen.room();
    let crumbs_room = room.saturating_sub(pen::width(&notes)).max(room / 2);
    let crumbs = crumbs(path.as_str(), &code.names(), crumbs_room);
    let start = pen.column();
    pen.put_within(&crumbs, role, room - crumbs_room);
    pen.put(&notes, role);
    // A click on the file shows all of it, on an enclosing scope that one.
    let mut x = start;
    let steps: Vec<&str> = crumbs.split(STEP).collect();
    for (at, step) in steps.iter().enumerate().take(steps.len().saturating_sub(1)) {
        let zoom = match at {
            0 => CodeAction::WholeFile,
            _ => CodeAction::Parent,
        };
        let width = pen::width(step);
        canvas.target(
            (x, area.y - 1),
            width,
            ClickAction::Perform(Action::Code(zoom)),
        );
        x += width + pen::width(STEP);
    }
}

/// Between the steps of a breadcrumb.
const STEP: &str = " › ";

/// `src/indexer/merger.rs › IndexMerger › write`. If it does not fit, the directory is cut at its start, then the
/// names in the middle become `…`. A last name that is still too long leaves a quarter of the room to the file.
fn crumbs(path: &str, names: &[String], room: u16) -> String {
    let mut steps = Vec::new();
    for name in names {
        if !name.is_empty() {
            steps.push(format!(" › {name}"));
        }
    }
    let file_name = path.rfind('/').map_or(path, |slash| &path[slash..]);
    let file = pen::width(file_name).saturating_add(1);
    let whole = steps.concat();
    let after = match steps.as_slice() {
        [_, .., last] if file.saturating_add(pen::width(&whole)) > room => format!(" › …{last}"),
        _ => whole,
    };
    let kept = room
        .saturating_sub(pen::width(&after))
        .max(file.min(room / 4));
    let (cut, end) = pen::end_of(path, kept);
    format!("{cut}{end}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, app, drive, fresh, press};
    use crate::app::{Activity, Event, IndexStatus, Stage, StageProgress};
    use crate::protocol::Reply;
    use crate::search::{Query, Totals};
    use std::sync::Arc;

    #[test]
    fn a_hit_whose_copies_fill_the_limit_is_the_first_result() {
        let mut app = app(120, 30);
        press(&mut app, "m");
        let mut found = fixture::hits();
        found.truncate(1);
        let mut answer = fixture::answer(&Query::default(), found);
        Arc::make_mut(&mut answer).has_more = true;
        app.update(Event::Reply(
            fixture::first_ticket(),
            Reply::Answered(Ok(answer)),
        ));
        let words = answer_words(&app);
        assert!(words.starts_with("first result · "), "{words}");
    }

    #[test]
    fn a_list_that_grows_says_how_far_it_is() {
        let mut app = app(120, 30);
        drive(&mut app, "merged<tab>c");
        app.search.is_growing = true;
        let words = answer_words(&app);
        assert_eq!(words, "1 result so far · ⠋ searching");
        app.search.followed = 1_200;
        let words = answer_words(&app);
        assert_eq!(
            words,
            "1 result so far · ⠋ searching · 1,200 declarations followed"
        );
        drive(&mut app, "<c-c>");
        assert_eq!(answer_words(&app), "1 result so far · stopped");
    }

    #[test]
    fn a_literal_answer_counts_all_matching_lines() {
        let mut app = app(120, 30);
        drive(&mut app, "merge");
        let mut answer = app.results.answer().cloned().expect("an answer");
        Arc::make_mut(&mut answer).totals = Some(Totals {
            lines: 1_146,
            chunks: 425,
            files: 90,
            unread: 3,
        });
        app.results.set_answer(answer, true, true);
        let words = answer_words(&app);
        let all = "1,146 matching lines in 425 chunks · 3 files not searched · first 5 · ";
        assert!(words.starts_with(all), "{words}");
    }

    #[test]
    fn a_long_location_is_cut_at_its_start_and_in_its_middle() {
        let names = ["IndexMerger".to_owned(), String::new(), "write".to_owned()];
        let check = |room, expected: &str| {
            assert_eq!(crumbs("src/merge/merger.rs", &names, room), expected);
        };
        check(80, "src/merge/merger.rs › IndexMerger › write");
        check(36, "…rge/merger.rs › IndexMerger › write");
        check(33, "…/merger.rs › IndexMerger › write");
        check(24, "…e/merger.rs › … › write");
        let title = "keeps the file name beside a title of many words".to_owned();
        let names = ["a suite".to_owned(), title.clone()];
        let crumbs = crumbs("test/merge/merger.test.ts", &names, 40);
        assert_eq!(crumbs, format!("…r.test.ts › … › {title}"));
    }

    /// Checks if an answer is marked as incomplete at the end of this stage.
    fn check(ended: Activity, last: Stage, expected: bool) {
        let mut app = app(120, 30);
        drive(&mut app, "merge");
        app.update(Event::Index(IndexStatus {
            stage: ended,
            works: vec![StageProgress {
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
        let message = words.starts_with("5 results (index incomplete) · ");
        assert_eq!(message, expected, "{words}");
    }

    #[test]
    fn results_of_an_incomplete_index_are_marked() {
        let full = || Activity::Failed("index: no storage space".to_owned());
        check(full(), Stage::Reading, true);
        check(Activity::Cancelled, Stage::Walking, true);
        check(full(), Stage::Embedding, false);
        check(Activity::UpToDate, Stage::Reading, false);
    }
}
