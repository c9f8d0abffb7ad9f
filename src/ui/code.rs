//! The code pane: visible rows only, highlighted, with matches of the query marked.

pub(super) mod lit;

use super::pen;
use super::theme::Role;
use super::{Canvas, empty};
use crate::app::{App, Area, Code, CodeContent, Focus, Glyph, Page, Row, cells, counted, units};
use crate::chunk::{Chunk, Role as ChunkRole};
use crate::corpus::LineChange;
use ratatui::style::Style;
use std::ops::Range;

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let area = app.screen.layout.code;
    if area.is_empty() {
        return;
    }
    let code = &app.code;
    let area = summary(code, canvas, area);
    match &code.showing {
        CodeContent::Nothing => empty::code(app, canvas, area),
        CodeContent::Opening => {
            empty::draw_sentences(canvas, area, &[(Role::Faint, "opening …".to_owned())])
        }
        CodeContent::Failed(why) => {
            empty::draw_sentences(canvas, area, &[(Role::Error, why.clone())])
        }
        CodeContent::Directory => {}
        CodeContent::Page(page, _) => {
            let mut pane = Pane {
                canvas,
                area,
                code,
                page,
                gutter: page.gutter(),
                marked: app.bookmarked_lines(page),
                is_focused: app.screen.focus == Focus::Code,
            };
            for (y, (row, cursor)) in (0..area.height).zip(code.visible()) {
                pane.row(y, row, cursor);
            }
        }
    }
}

/// Draws the summary above the document; returns the remaining area.
fn summary(code: &Code, canvas: &mut Canvas<'_>, area: Area) -> Area {
    let mut taken = 0;
    for (y, row) in (0..area.height).zip(&code.summary) {
        canvas.pen(area, y).space(1).put(row, Role::Text);
        taken = y + 1;
    }
    area.rows(taken, area.height - taken)
}

struct Pane<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    area: Area,
    code: &'a Code,
    page: &'a Page,
    /// Digits of the highest line number.
    gutter: usize,
    /// Lines with a bookmark.
    marked: Vec<u32>,
    is_focused: bool,
}

impl Pane<'_, '_> {
    fn row(&mut self, y: u16, row: Row, cursor: bool) {
        match row {
            Row::Line(line) => self.line(y, line, None, cursor),
            Row::Part(line, bytes) => self.line(y, line, Some(bytes), cursor),
            Row::Fold(chunk, _) | Row::Parent(chunk) => {
                if let Some(chunk) = self.page.chunks().get(chunk) {
                    let note = match row {
                        Row::Fold(_, lines) => format!("  ({lines} lines)"),
                        _ => format!("  ({})", members(self.page, chunk)),
                    };
                    self.folded(y, chunk, &note, cursor);
                }
            }
            Row::Gap => {
                let number = format!("{:>width$}", "…", width = self.gutter);
                self.start(y, &number, Role::LineNumber, (" ", None), cursor);
            }
        }
    }

    /// Marker, number, change since git's HEAD, and the bar beside the hit.
    fn start(
        &mut self,
        y: u16,
        number: &str,
        role: Role,
        (bar, change): (&str, Option<LineChange>),
        cursor: bool,
    ) -> super::Pen<'_> {
        let theme = self.canvas.theme;
        let mut pen = self.canvas.pen(self.area, y);
        if cursor && self.is_focused {
            pen.background(theme.style(Role::CursorLine));
        }
        pen.put(if cursor { "▌" } else { " " }, Role::Hit);
        pen.put(number, role);
        match change {
            Some(LineChange::Added) => pen.put("▎", Role::Good),
            Some(LineChange::Modified) => pen.put("▎", Role::Accent),
            Some(LineChange::Deleted) => pen.put("▁", Role::Error),
            None => pen.space(1),
        };
        pen.put(bar, Role::LineNumberHit).space(1);
        pen.fresh_start();
        pen
    }

    /// A line, or the part of it between two bytes.
    fn line(&mut self, y: u16, line: u32, part: Option<(u32, u32)>, cursor: bool) {
        let (page, code, theme) = (self.page, self.code, self.canvas.theme);
        let is_hit = code
            .hit_lines()
            .is_some_and(|(first, last)| (first..=last).contains(&line));
        let is_around = !is_hit && code.hit_lines().is_some() && code.level() == 0;
        let number = match part {
            Some((from, _)) if from > 0 => " ".repeat(self.gutter),
            _ => format!("{line:>width$}", width = self.gutter),
        };
        let role = match code.matched_line() == Some(line) {
            true => Role::LineNumberHit,
            false => Role::LineNumber,
        };
        let bar = match (self.marked.contains(&line), is_hit) {
            (true, _) => "◆",
            (false, true) => "│",
            (false, false) => " ",
        };
        let shift = match part {
            None => code.shift(),
            Some(_) => 0,
        };
        let mut bytes = self.bytes(line, part, shift);
        let mut pen = self.start(y, &number, role, (bar, page.change(line)), cursor);
        // The beginning is out of view; `shift` is a multiple of tab stops.
        let hidden = match shift > 0 && !bytes.is_empty() {
            true => shift + 1,
            false => 0,
        };
        pen.put(if hidden > 0 { "…" } else { "" }, Role::Faint);
        let mut column = 0;
        let spans = page.spans(bytes.clone());
        let marks = page.marks(bytes.clone());
        for chunk in page.raw(bytes.clone()).utf8_chunks() {
            let start = bytes.start;
            let mut words = match is_hit {
                true => lit::ranges_in(code, chunk.valid()),
                false => Vec::new(),
            };
            let found = code.found().into_iter();
            words.extend(found.flat_map(|it| it.ranges(chunk.valid())));
            for (at, unit) in units(chunk.valid()) {
                let instead = Page::mark_at(marks, start + at);
                if column < hidden {
                    column += instead.map_or_else(|| Glyph::of(unit).cells(column), cells);
                    continue;
                }
                let mut style = match Page::role_at(spans, start + at) {
                    _ if is_around => theme.style(Role::Faint),
                    Some(role) => theme.code(role),
                    None => Style::new(),
                };
                if words.iter().any(|range| range.contains(&at)) {
                    style = style.patch(theme.style(Role::Match));
                }
                let goes_on = match instead {
                    Some(instead) => pen.put_text(instead, style),
                    None => pen.put_unit(unit, style),
                };
                if !goes_on {
                    return;
                }
            }
            if !chunk.invalid().is_empty() {
                pen.put_text("\u{fffd}", theme.style(Role::Escaped));
            }
            bytes.start += chunk.valid().len() + chunk.invalid().len();
        }
    }

    /// Byte range of a line, or of a part of it, that is visible at this horizontal scroll
    /// position.
    fn bytes(&self, line: u32, part: Option<(u32, u32)>, shift: usize) -> Range<usize> {
        let mut bytes = self.page.bytes(line);
        if let Some((from, to)) = part {
            bytes = bytes.start + from as usize..bytes.start + to as usize;
            // A part ends after the space at which it was broken, for which there may be no cell.
            let shown = self.page.raw(bytes.clone()).trim_ascii_end().len();
            bytes.end = bytes.start + shown;
        }
        // A row shows at most `width` characters; the rest of a minified line is not examined.
        let width = usize::from(self.area.width);
        bytes.end = bytes.end.min(bytes.start + (shift + width) * 8);
        bytes
    }

    fn folded(&mut self, y: u16, chunk: &Chunk, note: &str, cursor: bool) {
        let number = format!("{:>width$}", chunk.name_at.0, width = self.gutter);
        let title = self.page.title(chunk);
        // The hit itself may be folded in the skeleton around it.
        let (first, last) = self.page.own_lines(chunk);
        let hit = self.code.hit_lines();
        let role = match hit.is_some_and(|(from, to)| first <= from && to <= last) {
            true => Role::LineNumberHit,
            false => Role::LineNumber,
        };
        let mut pen = self.start(y, &number, role, ("▸", None), cursor);
        pen.put_within(&title, Role::Fold, pen::width(note));
        pen.put(note, Role::Faint);
    }
}

/// `12 members folded`, or `3 parts folded` for a chunk that is too long for one leaf.
fn members(page: &Page, chunk: &Chunk) -> String {
    let roles = chunk
        .children
        .iter()
        .filter_map(|child| page.chunks().get(*child))
        .map(|child| child.role);
    let (pieces, others): (Vec<_>, Vec<_>) = roles
        .filter(|role| !matches!(role, ChunkRole::Header | ChunkRole::Gap))
        .partition(|role| *role == ChunkRole::Piece);
    match (pieces.len(), others.len()) {
        (0, count) => counted(count, "member", "members") + " folded",
        (count, _) => counted(count, "part", "parts") + " folded",
    }
}
