//! The status line: what the index is doing, or what there is to say once, and a few keys.

use super::Canvas;
use super::pen;
use super::theme::Role;
use crate::app::{App, Area, Arrangement, Stage, Tone, shown};

const DOT: &str = " · ";
/// Cells of the sign and the space behind it.
const SIGN: usize = 2;

pub(super) const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The spinner as it stands now.
pub(super) fn spinner(app: &App) -> &'static str {
    SPINNER[app.spinner() % SPINNER.len()]
}

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let area = app.layout().status;
    if area.is_empty() {
        return;
    }
    let parts = left(app);
    let told: u16 = parts.iter().map(|(text, _)| pen::width(text)).sum();
    if app.layout().arrangement != Arrangement::Bare {
        keys(app, canvas, told);
    }
    for_each_styled(canvas, parts, app);
}

fn for_each_styled(canvas: &mut Canvas<'_>, parts: Vec<(String, Role)>, app: &App) {
    let styled: Vec<_> = parts
        .into_iter()
        .map(|(text, role)| (text, canvas.style(role)))
        .collect();
    let mut pen = canvas.pen(app.layout().status, 0);
    for (text, style) in styled {
        pen.put(&text, style);
    }
}

/// The sign of the index always; what there is to say once hides the rest of its state, but for
/// the first words where both fit.
fn left(app: &App) -> Vec<(String, Role)> {
    let mut parts = vec![sign(app)];
    let mut state = app.status_line().into_iter();
    match said(app) {
        Some(said) => {
            let cells = |text: &str| usize::from(pen::width(text));
            let room = usize::from(app.layout().status.width);
            let first = state.next().filter(|first| {
                let told = [&*first.text, DOT, &*said.0];
                SIGN + told.into_iter().map(cells).sum::<usize>() <= room
            });
            if let Some(first) = first {
                parts.push((first.text, role(first.tone)));
                parts.push((DOT.to_owned(), Role::Faint));
            }
            parts.push(said);
        }
        None => {
            for (at, part) in state.enumerate() {
                if at > 0 {
                    parts.push((DOT.to_owned(), Role::Faint));
                }
                parts.push((part.text, role(part.tone)));
            }
            if let stale @ 1.. = app.stale_hits() {
                let says = match stale {
                    1 => " · 1 hit changed since indexed".to_owned(),
                    count => format!(" · {count} hits changed since indexed"),
                };
                parts.push((says, Role::Warning));
            }
        }
    }
    parts
}

/// What there is to say before the state of the index.
fn said(app: &App) -> Option<(String, Role)> {
    if !app.prefix().is_empty() {
        let pressed = shown(app.prefix());
        let says = format!("{pressed} … one more key; Esc forgets it");
        return Some((says, Role::Accent));
    }
    if let Some(notice) = app.notice() {
        return Some((notice.text.clone(), role(notice.tone)));
    }
    if let Some(error) = app.error() {
        return Some((error.to_owned(), Role::Error));
    }
    let hint = app.hint().map(|hint| (hint.to_owned(), Role::Warning));
    hint.or_else(|| Some((app.also_searching()?, Role::Text)))
}

/// How the index is, in one cell.
fn sign(app: &App) -> (String, Role) {
    let (sign, role) = match app.index().stage {
        _ if app.is_indexing() => (spinner(app), Role::Accent),
        Stage::Failed(_) => ("✗", Role::Error),
        Stage::Cancelled => ("■", Role::Warning),
        Stage::Changed => ("●", Role::Warning),
        _ => ("●", Role::Good),
    };
    (format!("{sign} "), role)
}

pub(super) fn role(tone: Tone) -> Role {
    match tone {
        Tone::Plain => Role::Text,
        Tone::Faint => Role::Faint,
        Tone::Good => Role::Good,
        Tone::Warning => Role::Warning,
        Tone::Error => Role::Error,
    }
}

/// Key hints at the right end, as many as fit beside what is told; help goes last.
fn keys(app: &App, canvas: &mut Canvas<'_>, told: u16) {
    let area = app.layout().status;
    let mut room = area.width.saturating_sub(told + 2);
    if let Some(says) = app.welcome() {
        welcome(&says, canvas, area, room);
        return;
    }
    let hints = app.keymap().hints(app.focus());
    let cells = |(key, word): &(String, &str)| pen::width(key) + pen::width(word) + 3;
    let mut fitting: Vec<_> = Vec::new();
    for hint in hints.iter().rev() {
        if cells(hint) > room {
            break;
        }
        room -= cells(hint);
        fitting.push(hint);
    }
    let taken: u16 = fitting.iter().map(|hint| cells(hint)).sum();
    let (key_style, faint) = (canvas.style(Role::Key), canvas.style(Role::Faint));
    let mut pen = canvas.pen(area, 0);
    pen.space(area.width.saturating_sub(taken));
    for (key, word) in fitting.into_iter().rev() {
        pen.space(2);
        pen.put(key, key_style).put(" ", faint).put(word, faint);
    }
}

/// The hint for newcomers, where the keys else stand.
fn welcome(says: &str, canvas: &mut Canvas<'_>, area: Area, room: u16) {
    let cells = pen::width(says);
    if cells <= room {
        let style = canvas.style(Role::Accent);
        let mut pen = canvas.pen(area, 0);
        pen.space(area.width.saturating_sub(cells));
        pen.put(says, style);
    }
}
