//! Glyphs to fragments: text without a wide gap on one baseline, with its words apart.

use super::content::Glyph;
use super::font::UNKNOWN;
use super::normal;

/// Ems between two glyphs from which they are no longer one fragment: wider than a word space
/// gets in justified text, narrower than the gutter between columns.
const GAP: f32 = 1.0;
/// Ems between two glyphs from which a space lies between them. Kerning stays below a tenth, TeX
/// shrinks a word space to about a fifth.
const SPACE: f32 = 0.16;
/// Ems that a space character must leave white to be one: some are painted only to be stretched.
const ZERO: f32 = 0.05;

/// How many characters stand out, and how.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Tally {
    /// Characters without spaces.
    pub(super) chars: u32,
    /// Of them bold.
    pub(super) bold: u32,
    /// Of them monospaced.
    pub(super) mono: u32,
}

impl Tally {
    /// Both together.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            chars: self.chars + other.chars,
            bold: self.bold + other.bold,
            mono: self.mono + other.mono,
        }
    }

    /// Whether as good as all of it is bold.
    pub(super) fn is_bold(self) -> bool {
        self.chars > 0 && self.bold * 10 >= self.chars * 9
    }

    /// Whether as good as all of it is monospaced.
    pub(super) fn is_mono(self) -> bool {
        self.chars > 0 && self.mono * 10 >= self.chars * 8
    }
}

/// Text on one baseline without a wide gap; coordinates as a glyph's.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    /// Its words, a space between them.
    pub(super) text: String,
    /// Left end.
    pub(super) x0: f32,
    /// Right end.
    pub(super) x1: f32,
    /// Baseline.
    pub(super) y: f32,
    /// The size of most of it.
    pub(super) size: f32,
    /// Width of its first word.
    pub(super) first: f32,
    /// Its place in the order of painting.
    pub(super) order: u32,
    /// Its styles.
    pub(super) tally: Tally,
}

impl Fragment {
    /// Where its capitals end, about.
    pub(super) fn top(&self) -> f32 {
        self.y - 0.7 * self.size
    }

    /// Where its descenders end, about.
    pub(super) fn bottom(&self) -> f32 {
        self.y + 0.2 * self.size
    }
}

/// The fragments of glyphs of one direction, in the order of painting.
pub(super) fn fragments(glyphs: &[Glyph]) -> Vec<Fragment> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut open: Option<Open> = None;
    for (at, glyph) in glyphs.iter().enumerate() {
        if is_blank(glyph) {
            continue;
        }
        match &mut open {
            Some(open) if open.goes_on_with(glyph) => open.take(glyph),
            _ => {
                found.extend(
                    glyphs
                        .get(start..at)
                        .and_then(|glyphs| finish(glyphs, start, open.as_ref())),
                );
                start = at;
                open = Some(Open {
                    y: glyph.y,
                    size: glyph.size,
                    end: glyph.x + glyph.width,
                });
            }
        }
    }
    found.extend(
        glyphs
            .get(start..)
            .and_then(|glyphs| finish(glyphs, start, open.as_ref())),
    );
    found
}

/// A fragment being collected: its main baseline and size, and where its last glyph ends.
struct Open {
    y: f32,
    size: f32,
    end: f32,
}

impl Open {
    fn goes_on_with(&self, glyph: &Glyph) -> bool {
        let em = self.size.max(glyph.size);
        let off = (glyph.y - self.y).abs();
        let is_script = self.size.min(glyph.size) < 0.87 * em && off < 0.6 * em;
        let gap = glyph.x - self.end;
        (off < 0.15 * em || is_script) && gap > -0.7 * em && gap < GAP * em
    }

    fn take(&mut self, glyph: &Glyph) {
        self.end = glyph.x + glyph.width;
        if glyph.size > self.size * 1.1 {
            self.y = glyph.y;
            self.size = glyph.size;
        }
    }
}

fn is_blank(glyph: &Glyph) -> bool {
    glyph.text.chars().all(char::is_whitespace)
}

fn finish(glyphs: &[Glyph], start: usize, open: Option<&Open>) -> Option<Fragment> {
    let first = glyphs.iter().find(|glyph| !is_blank(glyph))?;
    let spacing = letter_spacing(glyphs);
    let mut writer = Writer {
        text: String::new(),
        tally: Tally::default(),
        first: None,
    };
    let mut end = first.x;
    let mut is_spaced = false;
    let mut accent: Option<&Glyph> = None;
    for glyph in glyphs {
        if is_blank(glyph) {
            is_spaced = true;
            continue;
        }
        let space = match glyph.style.mono {
            true => 0.4 * glyph.width.max(0.3 * glyph.size),
            false => SPACE * glyph.size + spacing,
        };
        let gap = glyph.x - end;
        if (gap > space || (is_spaced && gap > ZERO * glyph.size)) && !writer.text.is_empty() {
            writer.space(end - first.x);
        }
        is_spaced = false;
        match accent.take() {
            Some(mark) if overlaps(mark, glyph) => writer.compose(glyph, mark),
            Some(mark) => {
                writer.push(mark);
                writer.push(glyph);
            }
            None if normal::is_accent(&glyph.text) => accent = Some(glyph),
            None => writer.push(glyph),
        }
        end = end.max(glyph.x + glyph.width);
    }
    if let Some(mark) = accent {
        writer.push(mark);
    }
    let text = writer.text.trim_end().to_owned();
    (!text.is_empty()).then(|| Fragment {
        text,
        x0: first.x,
        x1: end,
        y: open.map_or(first.y, |open| open.y),
        size: common_size(glyphs),
        first: writer.first.unwrap_or(end - first.x),
        order: u32::try_from(start).unwrap_or(u32::MAX),
        tally: writer.tally,
    })
}

struct Writer {
    text: String,
    tally: Tally,
    first: Option<f32>,
}

impl Writer {
    fn space(&mut self, width: f32) {
        self.first.get_or_insert(width);
        self.text.push(' ');
    }

    fn push(&mut self, glyph: &Glyph) {
        self.text
            .extend(glyph.text.chars().flat_map(normal::characters));
        self.count(glyph);
    }

    fn compose(&mut self, glyph: &Glyph, mark: &Glyph) {
        self.text.extend(normal::composed(&glyph.text, &mark.text));
        self.count(glyph);
    }

    fn count(&mut self, glyph: &Glyph) {
        let chars = u32::try_from(glyph.text.chars().count()).unwrap_or(1);
        self.tally.chars += chars;
        self.tally.bold += if glyph.style.bold { chars } else { 0 };
        self.tally.mono += if glyph.style.mono { chars } else { 0 };
    }
}

/// TeX's older fonts paint an accent and then, below it, the letter.
fn overlaps(mark: &Glyph, letter: &Glyph) -> bool {
    let middle = mark.x + mark.width / 2.0;
    middle > letter.x - 0.1 * letter.size && middle < letter.x + letter.width + 0.1 * letter.size
}

/// What letters are spaced out by: the median gap, where there is enough to tell.
fn letter_spacing(glyphs: &[Glyph]) -> f32 {
    let pairs = glyphs.iter().zip(glyphs.iter().skip(1));
    let mut gaps: Vec<f32> = pairs
        .filter(|(left, right)| !is_blank(left) && !is_blank(right))
        .map(|(left, right)| (right.x - left.x - left.width) / right.size.max(1.0))
        .collect();
    if gaps.len() < 6 {
        return 0.0;
    }
    let middle = gaps.len() / 2;
    let (_, median, _) = gaps.select_nth_unstable_by(middle, f32::total_cmp);
    let size = glyphs.first().map_or(0.0, |glyph| glyph.size);
    if *median > 0.05 { *median * size } else { 0.0 }
}

fn common_size(glyphs: &[Glyph]) -> f32 {
    let mut sizes: Vec<f32> = glyphs
        .iter()
        .filter(|glyph| !is_blank(glyph))
        .map(|glyph| glyph.size)
        .collect();
    sizes.sort_unstable_by(f32::total_cmp);
    // The largest size that at least half of them have: footnote marks and exponents do not count.
    sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
}

/// How many of the glyphs cannot be read, in hundredths.
pub(super) fn unreadable(glyphs: &[Glyph]) -> usize {
    let shown = glyphs.iter().filter(|glyph| !is_blank(glyph));
    let (bad, all) = shown.fold((0, 0), |(bad, all), glyph| {
        let is_bad = glyph
            .text
            .chars()
            .all(|char| char == UNKNOWN || normal::is_private(char) || char.is_control());
        (bad + usize::from(is_bad), all + 1)
    });
    bad * 100 / all.max(1)
}
