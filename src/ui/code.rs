//! The code pane: visible rows only, highlighted, with matches of the query marked.
//!
//! [`draw()`] asks [`Code`] for the rows in view. Invariant: the work depends on the size of the pane, not of
//! the file.

use super::canvas::Canvas;
use super::empty;
use super::old;
use super::pen::{self, Pen};
use super::theme::{Role, Theme};
use crate::app::{
    App, Code, CodeContent, Focus, Glyph, LabelTarget, Labels, Page, Row, RowSegment, SegmentText,
    cells, columns, counted, rows, table_rows, units,
};
use crate::chunk::{Chunk, Role as ChunkRole};
use crate::corpus::LineChange;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::HashMap;
use std::ops::Range;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    let code = &app.code;
    let area = summary(code, canvas, area);
    match &code.content {
        CodeContent::Nothing => empty::code(app, canvas, area),
        CodeContent::Opening => {
            empty::draw_sentences(canvas, area, &[(Role::Faint, "Opening …".to_owned())])
        }
        CodeContent::Failed(why) => {
            empty::draw_sentences(canvas, area, &[(Role::Error, why.clone())])
        }
        CodeContent::Directory => {}
        CodeContent::Deleted(..) => {
            for (y, row) in (0..area.height).zip(code.visible()) {
                old::deleted(code, canvas, area, y, row);
            }
        }
        CodeContent::Page(page, _) => {
            let half = if code.is_beside() { area.width / 2 } else { 0 };
            // A blank cell stays before the cursor's mark.
            let before = columns(area, 0, half.saturating_sub(1));
            let labels = label_bytes(app, page);
            let mut pane = Pane {
                canvas,
                area: columns(area, half, area.width - half),
                code,
                page,
                gutter: page.gutter(),
                marked: app.session.bookmarked_lines(page),
                is_focused: app.screen.focus == Focus::Code,
                cursor: code.cursor_bytes(),
                labels: &labels,
            };
            for (y, (row, cursor)) in (0..area.height).zip(code.visible()) {
                if half > 0 {
                    old::left(code, page, pane.canvas, before, (y, row));
                }
                pane.row(y, row, cursor);
            }
        }
    }
}

/// Draws the summary above the document; returns the remaining area.
fn summary(code: &Code, canvas: &mut Canvas<'_>, area: Rect) -> Rect {
    let mut taken = 0;
    for (y, row) in (0..area.height).zip(&code.summary) {
        canvas.pen(area, y).space(1).put(row, Role::Text);
        taken = y + 1;
    }
    rows(area, taken, area.height - taken)
}

struct Pane<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    area: Rect,
    code: &'a Code,
    page: &'a Page,
    /// Digits of the highest line number.
    gutter: usize,
    /// Lines with a bookmark.
    marked: Vec<u32>,
    is_focused: bool,
    /// Line of the cursor, its byte, and the bytes of the name around it.
    cursor: Option<(u32, usize, Range<usize>)>,
    labels: &'a HashMap<usize, char>,
}

/// The letters of labels by the bytes of the document that they cover: the first two characters of a name.
fn label_bytes(app: &App, page: &Page) -> HashMap<usize, char> {
    let mut bytes = HashMap::new();
    let labels = app.screen.labels.iter().flat_map(Labels::shown);
    for (letters, target) in labels {
        if let LabelTarget::Name(line, from) = target {
            let text = page.line(line);
            let rest = text.get(from..).unwrap_or_default();
            for ((at, _), letter) in rest.char_indices().zip(letters) {
                bytes.insert(page.bytes(line).start + from + at, letter);
            }
        }
    }
    bytes
}

impl Pane<'_, '_> {
    fn row(&mut self, y: u16, row: Row, cursor: bool) {
        match row {
            Row::Line(line) | Row::Part(line, _) | Row::Cells(line, _) => {
                self.line(y, line, row, cursor);
            }
            Row::Fold(chunk, _) | Row::Parent(chunk) => {
                if let Some(chunk) = self.page.chunks().get(chunk) {
                    let note = match row {
                        Row::Fold(_, lines) => format!("  ({lines} lines)"),
                        _ => format!("  ({})", members(self.page, chunk)),
                    };
                    self.folded(y, chunk, &note, cursor);
                }
            }
            Row::Old(..) if self.code.is_beside() => {
                let blank = " ".repeat(self.gutter);
                self.start(y, &blank, Role::LineNumber, (" ", None), cursor);
            }
            Row::Old(number, _) => {
                let mark = format!("{:>width$}", "-", width = self.gutter);
                let code = self.code;
                let mut pen = self.start(y, &mark, Role::Error, (" ", None), cursor);
                old::text(code, &mut pen, number, Role::Error);
            }
            Row::Gap => {
                let number = format!("{:>width$}", "…", width = self.gutter);
                self.start(y, &number, Role::LineNumber, (" ", None), cursor);
            }
        }
    }

    /// Draws marker, number, change since git's HEAD, and the bar beside the hit.
    fn start(
        &mut self,
        y: u16,
        number: &str,
        role: Role,
        (bar, change): (&str, Option<LineChange>),
        cursor: bool,
    ) -> Pen<'_> {
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

    /// Draws a row of a line.
    fn line(&mut self, y: u16, line: u32, row: Row, cursor: bool) {
        let (page, code, theme) = (self.page, self.code, self.canvas.theme);
        let labels = self.labels;
        let is_hit = code
            .hit_lines()
            .is_some_and(|(first, last)| (first..=last).contains(&line));
        let is_around = !is_hit && code.hit_lines().is_some() && code.level() == 0;
        let number = match row {
            Row::Part(_, (1.., _)) | Row::Cells(_, 1..) => " ".repeat(self.gutter),
            _ => format!("{line:>width$}", width = self.gutter),
        };
        let role = number_role(code.matched_line() == Some(line));
        let bar = if self.marked.contains(&line) {
            "◆"
        } else if is_hit {
            "│"
        } else {
            " "
        };
        let shift = match row {
            Row::Line(_) => code.shift(line),
            _ => 0,
        };
        let segments = self.segments(line, row, shift);
        let at = self
            .cursor
            .clone()
            .filter(|(at, ..)| *at == line && self.is_focused);
        let mut pen = self.start(y, &number, role, (bar, code.change(page, line)), cursor);
        // The beginning is out of view; `shift` is a multiple of tab stops.
        let hidden = if shift > 0 && !page.bytes(line).is_empty() {
            shift + 1
        } else {
            0
        };
        let left = pen.column();
        pen.put(if hidden > 0 { "…" } else { "" }, Role::Faint);
        let mut text = TextOfLine {
            code,
            page,
            theme,
            is_hit,
            is_around,
            hidden,
            column: 0,
            cursor: at.map(|(_, byte, name)| (byte, name)),
            start: page.bytes(line).start,
            added: code.added_words(line),
            labels,
        };
        for segment in segments {
            let x = u16::try_from(segment.at.saturating_sub(shift)).unwrap_or(u16::MAX);
            pen.move_to(left.saturating_add(x));
            text.column = segment.at.max(text.column);
            match segment.text {
                SegmentText::Bytes(bytes) => text.put(&mut pen, bytes),
                SegmentText::Drawn(drawn) => {
                    let hidden = hidden.saturating_sub(text.column);
                    let shown: String = drawn.chars().skip(hidden).collect();
                    pen.put(&shown, Role::Faint);
                }
            }
        }
    }

    /// The parts of a row that are visible at this horizontal scroll position.
    fn segments(&self, line: u32, row: Row, shift: usize) -> Vec<RowSegment> {
        let (nth, cells) = match row {
            Row::Cells(_, nth) => (nth, self.code.cells(self.page)),
            _ => (0, usize::MAX),
        };
        if let Some(rows) = table_rows(self.page, line, cells) {
            return rows.into_iter().nth(nth).unwrap_or_default();
        }
        let mut bytes = self.page.bytes(line);
        if let Row::Part(_, (from, to)) = row {
            let part = bytes.start + from as usize..bytes.start + to as usize;
            bytes = self.page.without_final_space(part);
        }
        // A row shows at most `width` characters; the rest of a minified line is not examined.
        let width = usize::from(self.area.width);
        bytes.end = bytes.end.min(bytes.start + (shift + width) * 8);
        let text = SegmentText::Bytes(bytes);
        vec![RowSegment { at: 0, text }]
    }

    fn folded(&mut self, y: u16, chunk: &Chunk, note: &str, cursor: bool) {
        let number = format!("{:>width$}", chunk.name_at.0, width = self.gutter);
        let title = self.page.title(chunk);
        // The hit itself may be folded in the outline around it.
        let (first, last) = self.page.own_lines(chunk);
        let hit = self.code.hit_lines();
        let role = number_role(hit.is_some_and(|(from, to)| first <= from && to <= last));
        let mut pen = self.start(y, &number, role, ("▸", None), cursor);
        pen.put_within(&title, Role::Fold, pen::width(note));
        pen.put(note, Role::Faint);
    }
}

fn number_role(is_hit: bool) -> Role {
    if is_hit {
        Role::LineNumberHit
    } else {
        Role::LineNumber
    }
}

/// The text of one row.
struct TextOfLine<'a> {
    code: &'a Code,
    page: &'a Page,
    theme: &'a Theme,
    is_hit: bool,
    /// True for lines around the hit.
    is_around: bool,
    /// Cells at the beginning that are out of view.
    hidden: usize,
    /// Cells before the next text, counted only while it is out of view.
    column: usize,
    /// Byte of the cursor, and the bytes of the name around it.
    cursor: Option<(usize, Range<usize>)>,
    /// First byte of the line.
    start: usize,
    /// Words of the line that the compared commit does not have.
    added: &'a [Range<u32>],
    labels: &'a HashMap<usize, char>,
}

impl TextOfLine<'_> {
    fn put(&mut self, pen: &mut Pen<'_>, mut bytes: Range<usize>) {
        let (page, code, theme) = (self.page, self.code, self.theme);
        let spans = page.spans(bytes.clone());
        let marks = page.marks(bytes.clone());
        for chunk in page.raw(bytes.clone()).utf8_chunks() {
            let start = bytes.start;
            let mut matches = Vec::new();
            if self.is_hit {
                matches = code.query_ranges(chunk.valid());
            }
            if let Some(found) = code.found() {
                matches.extend(found.ranges(chunk.valid()));
            }
            for (at, unit) in units(chunk.valid()) {
                let instead = Page::mark_at(marks, start + at);
                if self.column < self.hidden {
                    self.column += match instead {
                        Some(instead) => cells(instead),
                        None => Glyph::of(unit).cells(self.column),
                    };
                    continue;
                }
                let mut style = match Page::role_at(spans, start + at) {
                    _ if self.is_around => theme.style(Role::Faint),
                    Some(role) => theme.code(role),
                    None => Style::new(),
                };
                if matches.iter().any(|range| range.contains(&at)) {
                    style = style.patch(theme.style(Role::Match));
                }
                let left = pen.column();
                if let Some(letter) = self.labels.get(&(start + at)) {
                    let width = Glyph::of(unit).cells(0).saturating_sub(1);
                    pen.put(letter.encode_utf8(&mut [0; 4]), Role::Chip);
                    pen.space(u16::try_from(width).unwrap_or_default());
                    continue;
                }
                let continues = match instead {
                    Some(instead) => pen.put_text(instead, style),
                    None => pen.put_unit(unit, style),
                };
                self.mark_cursor(pen, left, start + at);
                self.mark_added(pen, left, start + at);
                if !continues {
                    return;
                }
            }
            if !chunk.invalid().is_empty() {
                pen.put_text("\u{fffd}", theme.style(Role::Escaped));
            }
            bytes.start += chunk.valid().len() + chunk.invalid().len();
        }
    }
}

impl TextOfLine<'_> {
    /// Underlines a new word in the cells from a column on.
    fn mark_added(&self, pen: &mut Pen<'_>, left: u16, byte: usize) {
        let at = byte.saturating_sub(self.start) as u32;
        if self.added.iter().any(|word| word.contains(&at)) {
            pen.toggle(left, Modifier::UNDERLINED);
        }
    }

    /// Marks the cursor, and the name around it, in the cells from a column on.
    fn mark_cursor(&self, pen: &mut Pen<'_>, left: u16, byte: usize) {
        match &self.cursor {
            Some((at, _)) if *at == byte => pen.toggle(left, Modifier::REVERSED),
            Some((_, name)) if name.contains(&byte) => pen.toggle(left, Modifier::UNDERLINED),
            _ => {}
        }
    }
}

/// `12 members folded`, or `3 parts folded` for a chunk that is too long for one leaf.
fn members(page: &Page, chunk: &Chunk) -> String {
    let (mut pieces, mut members) = (0, 0);
    for child in page.document.tree.children(chunk) {
        match child.role {
            ChunkRole::Header | ChunkRole::Gap => {}
            ChunkRole::Piece => pieces += 1,
            ChunkRole::Parent | ChunkRole::Body => members += 1,
        }
    }
    match members {
        0 if pieces > 0 => counted(pieces, "part", "parts") + " folded",
        _ => counted(members, "member", "members") + " folded",
    }
}
