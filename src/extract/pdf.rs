//! PDF to Markdown: unpdf converts the pages, `cleanup` corrects their headings.
//!
//! [`read()`] runs only in the child process.

use super::cleanup;
use super::refusal::Refusal;
use std::collections::HashMap;
use unpdf::model::OutlineItem;
use unpdf::render::to_markdown;
use unpdf::{ErrorKind, PageMarkerStyle, ParseOptions, PdfParser, RenderOptions};

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
    let document = PdfParser::from_bytes_with_options(raw, options)
        .and_then(|parser| parser.parse())
        .map_err(refusal)?;
    let has_text = document.pages.iter().any(|page| !page.elements.is_empty());
    if document.extraction_quality.is_scan_pdf || (!has_text && !document.pages.is_empty()) {
        return Err(Refusal::Scanned);
    }
    let options = RenderOptions::new().with_page_markers(PageMarkerStyle::Comment);
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

/// Adds the titles of an outline with their levels; the first occurrence of a title wins.
fn add_titles(items: &[OutlineItem], level: u8, titles: &mut HashMap<String, u8>) {
    for item in items {
        titles
            .entry(cleanup::comparable(&item.title))
            .or_insert(level);
        if level < cleanup::MAX_LEVEL {
            add_titles(&item.children, level + 1, titles);
        }
    }
}
