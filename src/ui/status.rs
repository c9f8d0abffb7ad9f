//! The status line: the state of the index, or a message, and a few keys.
//!
//! [`draw()`] gives a message or an error precedence over keys.

use super::canvas::Canvas;
use super::pen;
use super::theme::Role;
use crate::app::{Activity, App, ClickAction, Tone, WatchMethod, cells, counted, shown};

const DOT: &str = " · ";
/// Width of the sign and the space after it.
const SIGN: usize = 2;

pub(super) const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The current frame of the spinner.
pub(super) fn spinner(app: &App) -> &'static str {
    SPINNER[app.screen.spinner % SPINNER.len()]
}

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let area = app.screen.layout.status;
    if area.is_empty() {
        return;
    }
    let parts = left(app);
    let width: u16 = parts.iter().map(|(text, _)| pen::width(text)).sum();
    // A message or an error is shown in full, the state of the index in at least a quarter of the width.
    let is_whole = message(app).is_some() || matches!(app.index.stage, Activity::Failed(_));
    let reserved = if is_whole { width + 2 } else { area.width / 4 };
    let taken = keys(app, canvas, area.width.saturating_sub(reserved));
    let mut pen = canvas.pen(area, 0);
    if taken > 0 {
        pen.reserve(taken + 2);
    }
    for (text, role) in parts {
        pen.put(&text, role);
    }
}

/// The sign of the index, then a message or the state of the index; both if the first words fit.
fn left(app: &App) -> Vec<(String, Role)> {
    let mut parts = vec![sign(app)];
    let mut state = app.status_line().into_iter();
    match message(app) {
        Some(notice) => {
            let room = usize::from(app.screen.layout.status.width);
            if let Some(first) = state.next()
                && SIGN + cells(&first.text) + cells(DOT) + cells(&notice.0) <= room
            {
                parts.push((first.text, role(first.tone)));
                parts.push((DOT.to_owned(), Role::Faint));
            }
            parts.push(notice);
        }
        None => {
            for (nth, part) in state.enumerate() {
                if nth > 0 {
                    parts.push((DOT.to_owned(), Role::Faint));
                }
                parts.push((part.text, role(part.tone)));
            }
            if let stale @ 1.. = app.staleness.count_changed(app.results.hits()) {
                let stale = counted(stale, "result", "results");
                parts.push((format!(" · {stale} changed since indexed"), Role::Warning));
            }
        }
    }
    parts
}

/// Message that precedes the state of the index.
fn message(app: &App) -> Option<(String, Role)> {
    if !app.screen.prefix.is_empty() {
        let pressed = shown(&app.screen.prefix);
        let text = format!("{pressed} …  (Esc cancels)");
        return Some((text, Role::Accent));
    }
    if let Some(notice) = &app.screen.notice {
        return Some((notice.text.clone(), role(notice.tone)));
    }
    if let Some(error) = app.error() {
        return Some((error.to_owned(), Role::Error));
    }
    if let Some(hint) = app.hint() {
        return Some((hint.to_owned(), Role::Warning));
    }
    Some((app.also_searching()?, Role::Text))
}

/// State of the index in one cell.
fn sign(app: &App) -> (String, Role) {
    let (sign, role) = match app.index.stage {
        _ if app.index.is_indexing() => (spinner(app), Role::Accent),
        Activity::Failed(_) => ("✗", Role::Error),
        Activity::Cancelled => ("■", Role::Warning),
        Activity::Changed => ("●", Role::Warning),
        // Between two scans changes are unknown.
        _ if matches!(app.index.watching, WatchMethod::Polling(_)) => ("●", Role::Warning),
        _ => ("●", Role::Good),
    };
    (format!("{sign} "), role)
}

pub(super) fn role(tone: Tone) -> Role {
    match tone {
        Tone::Plain => Role::Text,
        Tone::Faint => Role::Faint,
        Tone::Accent => Role::Accent,
        Tone::Good => Role::Good,
        Tone::Warning => Role::Warning,
        Tone::Error => Role::Error,
    }
}

/// Draws the keys that matter now at the right end, as many as there is room for. Returns the cells
/// they take.
fn keys(app: &App, canvas: &mut Canvas<'_>, room: u16) -> u16 {
    let area = app.screen.layout.status;
    let mut parts: Vec<(String, Role)> = Vec::new();
    let mut targets = Vec::new();
    let mut taken = 0;
    for (action, key, word) in app.footer() {
        let dot = if parts.is_empty() { "" } else { DOT };
        let cells = pen::width(dot) + pen::width(&key) + 1 + pen::width(word);
        if taken + cells > room {
            break;
        }
        targets.push((taken + pen::width(dot), cells - pen::width(dot), action));
        taken += cells;
        parts.extend([(dot.to_owned(), Role::Faint), (key, Role::Key)]);
        parts.push((format!(" {word}"), Role::Faint));
    }
    let before = area.width.saturating_sub(taken);
    for (start, width, action) in targets {
        let cell = (area.x + before + start, area.y);
        canvas.target(cell, width, ClickAction::Perform(action));
    }
    let mut pen = canvas.pen(area, 0);
    pen.space(before);
    for (text, role) in parts {
        pen.put(&text, role);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Event, fixture};

    #[test]
    fn polling_never_shows_the_sign_of_an_index_that_is_up_to_date() {
        let role = |watching| {
            let mut app = fixture::app(80, 24);
            let mut status = fixture::fresh();
            status.watching = watching;
            app.update(Event::Index(status));
            sign(&app).1
        };
        assert!(matches!(role(WatchMethod::Live), Role::Good));
        let polling = WatchMethod::Polling("no more watches".to_owned());
        assert!(matches!(role(polling), Role::Warning));
    }
}
