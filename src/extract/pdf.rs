//! PDF to Markdown: unpdf converts the pages, `cleanup` corrects their headings.
//!
//! [`read()`] runs only in the child process.

use super::refusal::Refusal;
use super::{block, cleanup};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use unpdf::model::{Block, InlineContent, OutlineItem, Page, Paragraph, TextRun, TextStyle};
use unpdf::parser::backend::RawBackend;
use unpdf::parser::{LayoutAnalyzer, TextLine};
use unpdf::render::{CleanupOptions, to_markdown};
use unpdf::{ErrorKind, PageMarkerStyle, ParseOptions, PdfParser, RenderOptions};

/// Minimum number of pages that begin with the same line if it is a running header.
const REPEATED: usize = 3;

/// Converts a PDF to Markdown with a comment `<!-- page N -->` before each page.
///
/// # Errors
/// [`Refusal::Encrypted`] if it requires a password, [`Refusal::Scanned`] if its pages are images,
/// [`Refusal::Malformed`] if it cannot be parsed.
pub(super) fn read(raw: &[u8]) -> Result<String, Refusal> {
    // ISO 32000-1, annex H: up to 1,024 bytes may precede the header.
    let head = raw.get(..raw.len().min(1_024)).unwrap_or_default();
    if !head.windows(5).any(|bytes| bytes == b"%PDF-") {
        return Err(Refusal::Malformed("not a PDF".to_owned()));
    }
    let options = ParseOptions::new()
        .lenient()
        .with_resources(false)
        .sequential();
    let mut document = PdfParser::from_bytes_with_options(raw, options)
        .and_then(|parser| parser.parse())
        .map_err(refusal)?;
    let has_text = document.pages.iter().any(|page| !page.elements.is_empty());
    if document.extraction_quality.is_scan_pdf || (!has_text && !document.pages.is_empty()) {
        return Err(Refusal::Scanned);
    }
    let lines = lines(raw, &document.pages);
    split_headings(&mut document.pages, &lines);
    rank_headings(&mut document.pages, &lines);
    cut_running_headers(&mut document.pages, &lines);
    document.pages.iter_mut().for_each(set_plain);
    // `hyphens` joins words: it keeps the hyphens of compounds.
    let unpdf_cleanup = CleanupOptions {
        fix_hyphenation: false,
        ..CleanupOptions::standard()
    };
    let options = RenderOptions {
        page_markers: PageMarkerStyle::Comment,
        escape_special_chars: false,
        cleanup: Some(unpdf_cleanup),
        ..RenderOptions::default()
    };
    let markdown = to_markdown(&document, &options).map_err(refusal)?;
    let mut outline = HashMap::new();
    if let Some(found) = &document.outline {
        add_titles(&found.items, 1, &mut outline);
    }
    Ok(cleanup::clean_up(&markdown, &outline))
}

fn refusal(error: unpdf::Error) -> Refusal {
    match error.kind() {
        ErrorKind::Encrypted | ErrorKind::InvalidPassword => Refusal::Encrypted,
        _ => Refusal::Malformed(error.to_string()),
    }
}

/// Weight of a heading: its font size in half points, and whether it is in capitals and bold.
type Weight = (i32, bool, bool);

/// A line of a page.
struct Line {
    text: String,
    weight: Weight,
    /// Height on the page in points.
    y: i32,
}

/// The lines of each page from top to bottom; none if they cannot be read.
fn lines(raw: &[u8], pages: &[Page]) -> Vec<Vec<Line>> {
    let Ok(backend) = RawBackend::load_bytes(raw) else {
        return Vec::new();
    };
    let analyzer = LayoutAnalyzer::new(&backend);
    let line = |line: TextLine| Line {
        text: line.text().split_whitespace().collect::<Vec<_>>().join(" "),
        weight: (
            (line.font_size * 2.0).round() as i32,
            line.is_uppercase(),
            line.is_bold(),
        ),
        y: line.y.round() as i32,
    };
    let mut of_pages = Vec::with_capacity(pages.len());
    for page in pages {
        let spans = analyzer.extract_page_spans(page.number).unwrap_or_default();
        let lines = analyzer.group_spans_into_lines_pub(spans);
        let mut lines: Vec<Line> = lines.into_iter().map(line).collect();
        lines.sort_by_key(|line| Reverse(line.y));
        of_pages.push(lines);
    }
    of_pages
}

/// Splits headings in which unpdf joined lines of different sizes, or lines far from each other: a title and the heading
/// below it.
fn split_headings(pages: &mut [Page], lines: &[Vec<Line>]) {
    for (page, lines) in pages.iter_mut().zip(lines) {
        let mut elements = Vec::with_capacity(page.elements.len());
        for mut element in std::mem::take(&mut page.elements) {
            let heading =
                paragraph(&mut element).filter(|heading| heading.style.heading_level.is_some());
            let parts =
                heading.map_or_else(Vec::new, |heading| titles(&heading.plain_text(), lines));
            if parts.len() < 2 {
                elements.push(element);
            } else {
                let heading = |title| Block::Paragraph(Paragraph::heading(title, 1));
                elements.extend(parts.into_iter().map(heading));
            }
        }
        page.elements = elements;
    }
}

/// The titles of which the text of a heading consists.
fn titles(text: &str, lines: &[Line]) -> Vec<String> {
    let text = block::letters(text);
    let mut rest = text.as_str();
    let mut titles: Vec<String> = Vec::new();
    let mut above: Option<&Line> = None;
    for line in lines {
        let letters = block::letters(&line.text);
        // A line without letters above a heading, such as the end of code, does not belong to the heading.
        if letters.is_empty() && titles.is_empty() {
            continue;
        }
        let Some(after) = rest.strip_prefix(&letters) else {
            // The lines of a heading follow each other.
            (rest, above) = (&text, None);
            titles.clear();
            continue;
        };
        match (above, titles.last_mut()) {
            (Some(above), Some(title)) if !is_apart(above, line) => {
                *title += " ";
                *title += &line.text;
            }
            _ => titles.push(line.text.clone()),
        }
        (rest, above) = (after, Some(line));
        if rest.is_empty() {
            return titles;
        }
    }
    Vec::new()
}

/// Returns true for two lines of different sizes, or with a gap between them that is larger than between the lines of a
/// title.
fn is_apart(above: &Line, line: &Line) -> bool {
    let size = above.weight.0;
    size.abs_diff(line.weight.0) > 1 || (above.y - line.y) * 4 > size * 3
}

/// Gives headings of one size and weight one level in the whole document: unpdf ranks them page by page.
fn rank_headings(pages: &mut [Page], lines: &[Vec<Line>]) {
    let mut sizes: HashMap<i32, usize> = HashMap::new();
    for line in lines.iter().flatten() {
        *sizes.entry(line.weight.0).or_default() += line.text.len();
    }
    let of_text = sizes
        .into_iter()
        .max_by_key(|(size, bytes)| (*bytes, *size));
    let of_text = of_text.map_or(0, |(size, _)| size);
    // Where the size tells nothing, capitals do; a larger heading may be an abbreviation.
    let weight = |&Line {
                      weight: (size, is_upper, is_bold),
                      ..
                  }: &Line| { (size, is_upper && size <= of_text, is_bold) };
    let mut headings: Vec<(&mut u8, Weight)> = Vec::new();
    for (page, lines) in pages.iter_mut().zip(lines) {
        for paragraph in page.elements.iter_mut().filter_map(paragraph) {
            let text = block::letters(&paragraph.plain_text());
            let begin = lines.iter().find(|line| {
                let line = block::letters(&line.text);
                !line.is_empty() && text.starts_with(&line)
            });
            headings.extend(
                paragraph
                    .style
                    .heading_level
                    .as_mut()
                    .zip(begin.map(weight)),
            );
        }
    }
    let ranks: BTreeSet<_> = headings
        .iter()
        .map(|(_, weight)| Reverse(*weight))
        .collect();
    for (level, weight) in headings {
        let larger = ranks.range(..Reverse(weight)).count();
        *level = u8::try_from(larger + 1)
            .unwrap_or(u8::MAX)
            .min(block::MAX_LEVEL);
    }
}

fn paragraph(block: &mut Block) -> Option<&mut Paragraph> {
    match block {
        Block::Paragraph(paragraph) => Some(paragraph),
        _ => None,
    }
}

/// Removes the running header of a page from the paragraph below it: some programs leave little space between.
fn cut_running_headers(pages: &mut [Page], lines: &[Vec<Line>]) {
    let first = |lines: &'_ Vec<Line>| lines.first().map(|line| (line.text.clone(), line.y));
    let mut counts: HashMap<_, usize> = HashMap::new();
    for line in lines.iter().filter_map(first) {
        *counts.entry(line).or_default() += 1;
    }
    counts.retain(|_, count| *count >= REPEATED);
    let repeated: HashSet<_> = counts.into_keys().map(|(text, _)| text).collect();
    for (page, lines) in pages.iter_mut().zip(lines) {
        let Some(line) = lines.first().filter(|line| repeated.contains(&line.text)) else {
            continue;
        };
        let Some(paragraph) = page.elements.first_mut().and_then(paragraph) else {
            continue;
        };
        if paragraph.plain_text() == line.text && paragraph.style.heading_level.is_none() {
            page.elements.remove(0);
        } else if let Some(InlineContent::Text(run)) = paragraph.content.first_mut()
            && let Some(rest) = run.text.strip_prefix(line.text.as_str())
            && rest.starts_with(' ')
        {
            run.text = rest.trim_start().to_owned();
        }
    }
}

/// Takes emphasis and links off the text of a page, and puts the addresses of the links below it.
fn set_plain(page: &mut Page) {
    let mut elements = Vec::with_capacity(page.elements.len());
    for mut element in std::mem::take(&mut page.elements) {
        let mut addresses = match &mut element {
            Block::Paragraph(paragraph) => {
                let style = &paragraph.style;
                let is_text = style.heading_level.is_none() && style.list_info.is_none();
                take_marks(paragraph, is_text)
            }
            Block::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                let paragraphs = cells.flat_map(|cell| &mut cell.content);
                let addresses = paragraphs.flat_map(|paragraph| take_marks(paragraph, false));
                addresses.collect()
            }
            _ => Vec::new(),
        };
        addresses.dedup();
        elements.push(element);
        let below = addresses.into_iter().map(Paragraph::with_text);
        elements.extend(below.map(Block::Paragraph));
    }
    page.elements = elements;
}

/// Takes emphasis and links off a paragraph, and returns the addresses of the links that are not part of its text. Text
/// that is wholly bold stays so: it may be a heading.
fn take_marks(paragraph: &mut Paragraph, is_text: bool) -> Vec<String> {
    let mut plain = TextRun::bold("");
    let mut addresses = Vec::new();
    for inline in paragraph.content.drain(..) {
        let (text, style) = match inline {
            InlineContent::Text(run) => (run.text, run.style),
            InlineContent::Link {
                text, url, style, ..
            } => {
                addresses.push(url);
                (text, style)
            }
            InlineContent::LineBreak => (" ".to_owned(), TextStyle::default()),
            InlineContent::Image { .. } => continue,
        };
        plain.style.bold &= style.bold || !text.contains(char::is_alphanumeric);
        plain.text.push_str(&text);
    }
    let addresses = addresses.iter();
    let addresses = addresses.filter_map(|address| block::hidden_address(address, &plain.text));
    let addresses = addresses.collect();
    plain.style.bold &= is_text && plain.text.contains(char::is_alphanumeric);
    if is_text && !plain.style.bold {
        plain.text = block::literal(&plain.text);
    }
    paragraph.content.push(InlineContent::Text(plain));
    addresses
}

/// Adds the titles of an outline with their levels; the first occurrence of a title wins.
fn add_titles(items: &[OutlineItem], level: u8, titles: &mut HashMap<String, u8>) {
    for item in items {
        titles
            .entry(block::comparable(&item.title))
            .or_insert(level);
        if level < block::MAX_LEVEL {
            add_titles(&item.children, level + 1, titles);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_code_is_no_part_of_the_heading_below() {
        let line = |text: &str, size, y| Line {
            text: text.to_owned(),
            weight: (size, false, false),
            y,
        };
        let lines = [
            line("x {", 16, 720),
            line("};", 16, 710),
            line("Code", 28, 680),
            line("four", 28, 664),
        ];
        assert_eq!(titles("Code four", &lines), ["Code four"]);
    }

    #[test]
    fn emphasis_and_links_are_no_part_of_the_text() {
        let mut paragraph = Paragraph::with_text("# See ");
        paragraph.content.push(InlineContent::Link {
            text: "the page".to_owned(),
            url: "https://a.org/?b=1&c=2".to_owned(),
            title: None,
            style: TextStyle::default(),
        });
        paragraph.add_run(TextRun::bold("!"));
        assert_eq!(take_marks(&mut paragraph, true), ["https://a.org/?b=1&c=2"]);
        assert_eq!(paragraph.plain_text(), "\\# See the page!");
    }
}
