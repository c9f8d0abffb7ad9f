//! Lines to passages: paragraphs, list items, rows of tables and code.

use std::collections::HashMap;

use super::fragment::Tally;
use super::line::Line;
use super::marker;
use super::table;

/// What lines make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Running text, or a heading.
    Prose,
    /// An item of a list.
    Item,
    /// A row of a table.
    Row,
    /// Monospaced lines.
    Code,
}

/// Lines that belong together.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    /// 1-based.
    pub(super) page: u32,
    /// What it is.
    pub(super) kind: Kind,
    /// Its lines as text, downwards; cells of rows are parted already.
    pub(super) lines: Vec<String>,
    /// The size of its first line, in points.
    pub(super) size: f32,
    /// Its styles.
    pub(super) tally: Tally,
    /// Lines of white above it; large where a region begins.
    pub(super) above: f32,
    /// Whether its last line reaches the right edge, so that it may go on elsewhere.
    pub(super) is_full: bool,
    /// Whether it ends in a number that stands by itself, as a line of a table of contents does.
    pub(super) has_page: bool,
    /// Whether it is set apart from the flow of text, as turned text is.
    pub(super) is_aside: bool,
}

impl Passage {
    /// The first characters.
    pub(super) fn head(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }

    /// The last characters.
    pub(super) fn tail(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }
}

/// What most of a document's text looks like.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    /// The size of most characters, in points.
    pub(super) size: f32,
    /// Whether most are bold, so that bold says nothing.
    pub(super) is_bold: bool,
    /// Baseline to baseline within a paragraph, in points, by size in half points.
    pub(super) leading: HashMap<i32, f32>,
}

/// Leading over size where a document does not tell.
const LEADING: f32 = 1.2;

impl Body {
    /// Measures regions of lines.
    pub(super) fn of<'l>(regions: impl Iterator<Item = &'l [Line]>) -> Self {
        let mut sizes: HashMap<i32, (u64, u64)> = HashMap::new();
        let mut steps: HashMap<i32, Vec<f32>> = HashMap::new();
        for lines in regions {
            for line in lines {
                let (chars, bold) = sizes.entry(key(line.size)).or_default();
                *chars += u64::from(line.tally.chars);
                *bold += u64::from(line.tally.bold);
            }
            for (above, below) in lines.iter().zip(lines.iter().skip(1)) {
                let step = below.y - above.y;
                let is_near = step > 0.8 * below.size && step < 2.6 * below.size;
                if is_near && key(above.size) == key(below.size) {
                    steps.entry(key(below.size)).or_default().push(step);
                }
            }
        }
        let leading = steps
            .into_iter()
            .filter(|(_, steps)| steps.len() > 2)
            .filter_map(|(size, mut steps)| {
                steps.sort_unstable_by(f32::total_cmp);
                // Gaps between paragraphs are counted too, but most steps of a text lie within them.
                steps.get(steps.len() / 3).map(|step| (size, *step))
            });
        let most = sizes
            .iter()
            .max_by_key(|(size, (chars, _))| (*chars, **size));
        Self {
            size: most.map_or(10.0, |(size, _)| *size as f32 / 2.0),
            is_bold: most.is_some_and(|(_, (chars, bold))| bold * 2 > *chars),
            leading: leading.collect(),
        }
    }

    /// Baseline to baseline in text of a size, in points.
    pub(super) fn leading(&self, size: f32) -> f32 {
        self.leading
            .get(&key(size))
            .copied()
            .unwrap_or(LEADING * size)
    }

    /// Whether a line looks like a heading's: larger, or bold where the body is not.
    pub(super) fn is_outstanding(&self, line: &Line) -> bool {
        !line.tally.is_mono()
            && (line.size > self.size * 1.08 || (line.tally.is_bold() && !self.is_bold))
    }
}

fn key(size: f32) -> i32 {
    (size * 2.0).round() as i32
}

/// The passages of a region.
pub(super) fn passages(lines: &[Line], page: u32, body: &Body) -> Vec<Passage> {
    let rights = rights(lines, body);
    let rows = table::rows(lines, body);
    let widest = lines.iter().map(|line| line.x1).fold(f32::MIN, f32::max);
    let mut found: Vec<Open> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let above = at.checked_sub(1).and_then(|at| lines.get(at));
        let next = lines.get(at + 1);
        let right = rights.get(at.saturating_sub(1)).copied().unwrap_or(line.x1);
        let is_row = rows.get(at).copied().unwrap_or(false);
        match (found.last_mut(), above) {
            (Some(open), Some(above))
                if open.goes_on(above, line, next, is_row, (right, widest), body) =>
            {
                open.take(line)
            }
            _ => {
                let white = above.map_or(9.0, |above| {
                    (line.y - above.y) / body.leading(line.size) - 1.0
                });
                found.push(Open::new(line, is_row, page, white));
            }
        }
    }
    let mut rest = lines;
    let closed = found.into_iter().map(|open| {
        let (own, others) = rest.split_at_checked(open.count).unwrap_or((rest, &[]));
        rest = others;
        let from = lines.len() - others.len() - own.len();
        let right = rights
            .get(from + own.len().saturating_sub(1))
            .copied()
            .unwrap_or(0.0);
        open.close(own, right)
    });
    closed.collect()
}

/// The right edge that each line is set to: that of the lines of its looks around it.
fn rights(lines: &[Line], body: &Body) -> Vec<f32> {
    let mut rights: Vec<f32> = Vec::with_capacity(lines.len());
    let mut start = 0;
    for end in 1..=lines.len() {
        let is_apart = match (lines.get(end - 1), lines.get(end)) {
            (Some(above), Some(line)) => is_apart(above, line, body) || differ(above, line),
            _ => true,
        };
        if is_apart {
            let group = lines.get(start..end).unwrap_or_default();
            let right = group.iter().map(|line| line.x1).fold(f32::MIN, f32::max);
            rights.extend(group.iter().map(|_| right));
            start = end;
        }
    }
    rights
}

/// Whether more white than between the lines of a paragraph lies between two lines.
fn is_apart(above: &Line, line: &Line, body: &Body) -> bool {
    let size = above.size.max(line.size);
    let step = line.y - above.y;
    step > body.leading(size) + 0.28 * size || step < 0.0
}

/// Whether two lines look different.
fn differ(a: &Line, b: &Line) -> bool {
    let flips = |a: u32, chars_a: u32, b: u32, chars_b: u32| {
        let (a, b) = (
            a as f32 / chars_a.max(1) as f32,
            b as f32 / chars_b.max(1) as f32,
        );
        (a > 0.85 && b < 0.35) || (b > 0.85 && a < 0.35)
    };
    let (ta, tb) = (a.tally, b.tally);
    (a.size - b.size).abs() > 0.07 * a.size.max(b.size)
        || flips(ta.bold, ta.chars, tb.bold, tb.chars)
        || flips(ta.mono, ta.chars, tb.mono, tb.chars)
}

/// A passage being collected.
struct Open {
    kind: Kind,
    page: u32,
    above: f32,
    count: usize,
    size: f32,
    /// Left end of its first line, and of its second.
    first: f32,
    second: Option<f32>,
}

impl Open {
    fn new(line: &Line, is_row: bool, page: u32, above: f32) -> Self {
        let kind = match () {
            () if is_row => Kind::Row,
            () if line.tally.is_mono() => Kind::Code,
            () if marker::is_item(line) => Kind::Item,
            () => Kind::Prose,
        };
        Self {
            kind,
            page,
            above,
            count: 1,
            size: line.size,
            first: line.x0,
            second: None,
        }
    }

    fn take(&mut self, line: &Line) {
        self.count += 1;
        self.second.get_or_insert(line.x0);
    }

    fn goes_on(
        &self,
        above: &Line,
        line: &Line,
        next: Option<&Line>,
        is_row: bool,
        (right, widest): (f32, f32),
        body: &Body,
    ) -> bool {
        match self.kind {
            Kind::Row => return !is_row && table::is_continued(above, line, body),
            _ if is_row => return false,
            Kind::Code => {
                let step = line.y - above.y;
                return line.tally.is_mono()
                    && !differ(above, line)
                    && step > 0.0
                    && step < 2.4 * body.leading(line.size);
            }
            _ => {}
        }
        if line.tally.is_mono() != above.tally.is_mono() && differ(above, line) {
            return false;
        }
        if is_apart(above, line, body) {
            return false;
        }
        let em = line.size;
        let is_running_on = above.x1 > widest - 1.5 * em && begins_lower(line);
        if differ(above, line) && !is_running_on {
            return false;
        }
        if body.is_outstanding(line) {
            let is_larger = line.size > body.size * 1.08;
            let breaks = has_room(above, line, right.max(widest)) && !is_larger && !is_running_on;
            return !breaks
                && (!marker::is_item(line) && !marker::is_numbered(line) || is_running_on);
        }
        if marker::is_bulleted(line)
            || (marker::is_item(line) && (self.kind == Kind::Item || !is_running_on))
        {
            return false;
        }
        let is_sentence_end = ends_sentence(above);
        if has_room(above, line, right) && (is_sentence_end || !begins_lower(line)) {
            return false;
        }
        !self.is_indented_anew(line, next, is_sentence_end)
    }

    /// Whether a line begins a paragraph by its left end: indented where the lines above are not,
    /// or hanging out where they are indented.
    fn is_indented_anew(&self, line: &Line, next: Option<&Line>, is_sentence_end: bool) -> bool {
        let em = line.size;
        let is_at = |x: f32, y: f32| (x - y).abs() < 0.6 * em;
        match self.second {
            // Hanging: the first line stuck out, and so does this one.
            Some(second) if second > self.first + 0.7 * em => is_at(line.x0, self.first),
            Some(second) => {
                line.x0 > second + 0.7 * em && line.x0 < second + 6.0 * em && is_sentence_end
            }
            None if self.kind == Kind::Item => line.x0 < self.first - 0.7 * em,
            None => {
                let returns = next.is_some_and(|next| is_at(next.x0, self.first));
                line.x0 > self.first + 0.7 * em && returns && is_sentence_end
            }
        }
    }

    fn close(self, lines: &[Line], right: f32) -> Passage {
        let tally = lines
            .iter()
            .fold(Tally::default(), |tally, line| tally.plus(line.tally));
        let texts = match self.kind {
            Kind::Code => code(lines),
            Kind::Row => vec![table::row(lines)],
            Kind::Prose | Kind::Item => lines.iter().map(Line::text).collect(),
        };
        let is_full = lines
            .last()
            .is_some_and(|line| line.x1 > right - 1.5 * line.size);
        Passage {
            page: self.page,
            kind: self.kind,
            lines: texts,
            size: self.size,
            tally,
            above: self.above,
            is_full,
            has_page: lines.last().is_some_and(has_page),
            is_aside: false,
        }
    }
}

/// Code keeps its indentation and its empty lines.
fn code(lines: &[Line]) -> Vec<String> {
    let left = lines.iter().map(|line| line.x0).fold(f32::MAX, f32::min);
    let width = |line: &Line| {
        let widths = line
            .cells
            .iter()
            .map(|cell| (cell.x1 - cell.x0) / cell.text.chars().count().max(1) as f32);
        widths.fold(0.0, f32::max)
    };
    let steps = lines
        .iter()
        .zip(lines.iter().skip(1))
        .map(|(above, line)| line.y - above.y);
    let step = steps.clone().fold(f32::MAX, f32::min);
    let mut steps = std::iter::once(step).chain(steps);
    let mut texts = Vec::new();
    for line in lines {
        if steps.next().is_some_and(|white| white > 1.6 * step) {
            texts.push(String::new());
        }
        texts.push(line.aligned(left, width(line)));
    }
    texts
}

/// Whether the first word of a line would have fit on the line above, so that the break is meant.
fn has_room(above: &Line, line: &Line, right: f32) -> bool {
    above.x1 + 0.95 * line.size + line.first < right
}

/// Whether a line ends in a number that white sets off.
fn has_page(line: &Line) -> bool {
    let last = line.cells.last().filter(|_| line.cells.len() > 1);
    last.is_some_and(|cell| {
        cell.text.len() < 6
            && cell
                .text
                .chars()
                .all(|char| char.is_ascii_digit() || "ivxl".contains(char))
    })
}

fn begins_lower(line: &Line) -> bool {
    line.cells
        .first()
        .and_then(|cell| cell.text.chars().next())
        .is_some_and(char::is_lowercase)
}

fn ends_sentence(line: &Line) -> bool {
    let text = line.cells.last().map_or("", |cell| cell.text.as_str());
    let last = text
        .chars()
        .rev()
        .find(|char| !matches!(char, '"' | '”' | '’' | '\'' | ')' | ']'));
    matches!(last, Some('.' | '!' | '?' | ':' | ';' | '。' | '！' | '？'))
}
