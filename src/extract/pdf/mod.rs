//! PDF to text: glyphs by their places to lines, columns, paragraphs and headings.
//!
//! A PDF says where each glyph is painted and nothing of words, order or structure (unless it is
//! tagged, and few are), so all of that is inferred here, step by step: `content` runs the pages
//! for their glyphs (with `font`), `fragment` joins them to text on a baseline, `furniture` drops
//! running headers and page numbers, `region` finds columns and reading order, `line`, `table` and
//! `passage` (with `marker`) make paragraphs, items, rows and code, `heading` (with `label` and
//! `outline`) finds headings and their levels, `writer` writes it all down.

mod content;
mod font;
mod fragment;
mod furniture;
mod heading;
mod label;
mod line;
mod marker;
mod normal;
mod outline;
mod passage;
mod region;
mod table;
#[cfg(test)]
mod tests;
mod writer;

use std::collections::{BTreeMap, HashMap};

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::{Limits, Refusal};
use crate::corpus::Block;
use content::Glyph;
use font::Faces;
use fragment::Fragment;
use furniture::Paper;
use line::Line;
use passage::{Body, Passage};

/// Glyphs of a page that are read; the densest maps have some ten thousand.
const GLYPHS_A_PAGE: usize = 1_000_000;
/// Of a page's characters, in hundredths, how many may be unreadable before the page counts as
/// having no text: its font does not say what its glyphs mean.
const UNREADABLE: usize = 40;
/// Letters a page of text has at least; with fewer, and something painted, it is a picture.
const LETTERS: usize = 12;

/// The text of a PDF and its blocks.
///
/// # Errors
/// [`Refusal::Encrypted`] where it needs a password, [`Refusal::Scanned`] where its pages are
/// painted but (as good as) without text, [`Refusal::TooLong`] past `limits.text` bytes,
/// [`Refusal::Malformed`] where it cannot be read at all.
pub(super) fn read(raw: &[u8], limits: &Limits) -> Result<(String, Vec<Block>), Refusal> {
    let pdf = Pdf::new(raw.to_vec()).map_err(refusal)?;
    let sheets = sheets(&pdf, limits)?;
    arranged(sheets, &outline::titles(&pdf), limits)
}

/// Upright fragments of a page, and the lines of text that runs in other directions.
type Read = (Paper, Vec<Vec<Line>>);

/// What the pages say, put in order; `titles` is the outline.
fn arranged(
    sheets: Vec<Read>,
    titles: &HashMap<String, u8>,
    limits: &Limits,
) -> Result<(String, Vec<Block>), Refusal> {
    let (mut papers, asides): (Vec<Paper>, Vec<Vec<Vec<Line>>>) = sheets.into_iter().unzip();
    let body = size_of(&papers);
    furniture::drop(&mut papers, body);
    let regions: Vec<Vec<Vec<Line>>> = papers
        .into_iter()
        .map(|paper| {
            region::regions(paper.fragments)
                .into_iter()
                .map(line::lines)
                .collect()
        })
        .collect();
    let body = Body::of(regions.iter().flatten().map(Vec::as_slice));
    let mut passages: Vec<Vec<Passage>> = Vec::new();
    for (page, (regions, asides)) in (1..).zip(regions.iter().zip(&asides)) {
        passages.extend(
            regions
                .iter()
                .map(|lines| passage::passages(lines, page, &body)),
        );
        let aside = asides
            .iter()
            .flat_map(|lines| passage::passages(lines, page, &body));
        passages.push(
            aside
                .map(|passage| Passage {
                    is_aside: true,
                    ..passage
                })
                .collect(),
        );
    }
    let words = writer::Words::of(passages.iter().flatten());
    let passages = label::with_labels(writer::joined(passages), &body);
    let levels = heading::levels(&passages, &body, titles);
    writer::write(&passages, &levels, &words, limits)
}

fn refusal(error: LoadPdfError) -> Refusal {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refusal::Encrypted,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => Refusal::Encrypted,
        LoadPdfError::Decryption(_) => Refusal::Malformed("its encryption is damaged".to_owned()),
        LoadPdfError::Invalid => Refusal::Malformed("it has no readable pages".to_owned()),
    }
}

/// Every page of the document.
fn sheets(pdf: &Pdf, limits: &Limits) -> Result<Vec<Read>, Refusal> {
    let mut faces = Faces::new();
    let mut sheets = Vec::new();
    let (mut bytes, mut pictures) = (0, 0);
    for page in pdf.pages().iter() {
        let sheet = content::show(page, &mut faces, GLYPHS_A_PAGE);
        let is_text = fragment::unreadable(&sheet.glyphs) < UNREADABLE;
        let glyphs = if is_text { sheet.glyphs } else { Vec::new() };
        let is_picture = glyphs.len() < LETTERS && (sheet.is_painted || !is_text);
        pictures += usize::from(is_picture);
        bytes += glyphs.iter().map(|glyph| glyph.text.len()).sum::<usize>();
        if bytes > limits.text {
            return Err(Refusal::TooLong {
                limit: limits.text as u64,
            });
        }
        sheets.push(by_direction(glyphs, sheet.height));
    }
    let is_scanned = pictures * 10 > sheets.len() * 9 && bytes < LETTERS * sheets.len() * 4;
    match is_scanned {
        true => Err(Refusal::Scanned),
        false => Ok(sheets),
    }
}

/// The direction that most glyphs run in is the page's; a page may be turned as a whole.
fn by_direction(glyphs: Vec<Glyph>, height: f32) -> Read {
    let mut directions: BTreeMap<i16, Vec<Glyph>> = BTreeMap::new();
    for glyph in glyphs {
        directions.entry(glyph.angle).or_default().push(glyph);
    }
    let main = directions
        .iter()
        .max_by_key(|(_, glyphs)| glyphs.len())
        .map(|(angle, _)| *angle);
    let mut paper = Paper {
        fragments: Vec::new(),
        height,
    };
    let mut asides = Vec::new();
    for (angle, glyphs) in directions {
        let fragments = fragment::fragments(&glyphs);
        match Some(angle) == main {
            true => paper = upright(fragments, angle, height),
            false => asides.push(line::lines(fragments)),
        }
    }
    (paper, asides)
}

/// A page read in its main direction. A turned one has its text somewhere else than from 0 to its
/// height; furniture is looked for where the text begins and ends.
fn upright(mut fragments: Vec<Fragment>, angle: i16, height: f32) -> Paper {
    if angle == 0 {
        return Paper { fragments, height };
    }
    let top = fragments.iter().map(Fragment::top).fold(f32::MAX, f32::min);
    let bottom = fragments
        .iter()
        .map(Fragment::bottom)
        .fold(f32::MIN, f32::max);
    for fragment in &mut fragments {
        fragment.y -= top;
    }
    Paper {
        fragments,
        height: bottom - top,
    }
}

/// The size of most characters, in points.
fn size_of(papers: &[Paper]) -> f32 {
    let mut sizes: BTreeMap<i32, u64> = BTreeMap::new();
    for fragment in papers.iter().flat_map(|paper| &paper.fragments) {
        *sizes
            .entry((fragment.size * 2.0).round() as i32)
            .or_default() += u64::from(fragment.tally.chars);
    }
    sizes
        .into_iter()
        .max_by_key(|(_, chars)| *chars)
        .map_or(10.0, |(size, _)| size as f32 / 2.0)
}
