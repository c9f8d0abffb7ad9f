//! Running headers and footers of the pages of a document, and page numbers.
//!
//! [`running_titles()`] is the entry for `cleanup`. A line repeats as a whole, or but for its number, which grows with
//! the pages: lines that differ by digits only are text.

use super::block::{Cue, TextBlock, comparable, marked, numbered};
use std::collections::{HashMap, HashSet};

/// Maximum length of a page number with its decoration, in bytes.
const MAX_NUMBER_LEN: usize = 12;
/// Number of blocks at the top and bottom of a page that may be running headers or page numbers.
const EDGE: usize = 2;
/// Minimum number of pages that repeat a running header.
const REPEATED: usize = 3;

/// A block at the top or bottom of a page.
#[derive(Default)]
struct EdgeBlock {
    index: usize,
    /// Its letters; empty for a page number.
    letters: String,
    title: String,
    /// Its numbers, less the number of its page; none for text that is not a running title although its number
    /// grows: a sentence, a heading above text.
    offsets: Vec<i64>,
}

/// Indices of running headers, footers and page numbers.
pub(super) fn running_titles(
    blocks: &[TextBlock<'_>],
    outline: &HashMap<String, u8>,
) -> HashSet<usize> {
    let mut found: Vec<EdgeBlock> = Vec::new();
    let mut start = 0;
    for page in blocks.chunk_by(|a, b| a.page == b.page) {
        for at in 0..page.len() {
            if at < EDGE || at + EDGE >= page.len() {
                found.extend(edge_block(page, at, outline).map(|block| EdgeBlock {
                    index: start + at,
                    ..block
                }));
            }
        }
        start += page.len();
    }
    let mut whole: HashMap<&str, usize> = HashMap::new();
    let mut growing: HashMap<(&str, i64), usize> = HashMap::new();
    for block in &found {
        *whole.entry(&block.title).or_default() += 1;
        for offset in &block.offsets {
            *growing.entry((&block.letters, *offset)).or_default() += 1;
        }
    }
    let running = found.iter().filter(|block| {
        let is_number = block.letters.is_empty();
        let mut counts = block.offsets.iter().map(|offset| {
            let count = growing[&(block.letters.as_str(), *offset)];
            if is_number {
                count + usize::from(*offset == 0) + 1
            } else {
                count
            }
        });
        counts.any(|count| count >= REPEATED)
            || (!is_number && whole[block.title.as_str()] >= REPEATED)
    });
    running.map(|block| block.index).collect()
}

/// A block of a page that may be repeated on every page; none for a known heading.
fn edge_block(
    page: &[TextBlock<'_>],
    at: usize,
    outline: &HashMap<String, u8>,
) -> Option<EdgeBlock> {
    let block = page.get(at)?;
    let number = i64::from(block.page);
    if !block.text.contains(char::is_alphabetic) {
        return (block.text.len() < MAX_NUMBER_LEN).then(|| EdgeBlock {
            offsets: offsets(block.text, number),
            ..EdgeBlock::default()
        });
    }
    let (cue, title) = marked(block)?;
    let is_known = numbered(&title).0 > 0 || outline.contains_key(&comparable(&title));
    if is_known && matches!(cue, Cue::Level(_)) {
        return None;
    }
    let has_text = page.get(at + 1).is_some_and(|next| match marked(next) {
        Some((cue, _)) => matches!(cue, Cue::Plain) && next.text.contains(char::is_alphabetic),
        None => true,
    });
    let is_heading = !matches!(cue, Cue::Plain) && has_text;
    let is_text = is_heading || title.ends_with(['.', '!', '?', ':', ';']);
    Some(EdgeBlock {
        index: 0,
        letters: title.chars().filter(|c| c.is_alphabetic()).collect(),
        offsets: if is_text {
            Vec::new()
        } else {
            offsets(&title, number)
        },
        title,
    })
}

/// The numbers that stand alone in a title, less the number of a page.
fn offsets(title: &str, page: i64) -> Vec<i64> {
    // `1,250` and `1.5` are no numbers of pages.
    let words = title.split(|letter: char| !letter.is_alphanumeric() && !",.".contains(letter));
    let words = words.map(|word| word.trim_matches([',', '.']));
    let numbers = words.filter_map(|word| word.parse::<u16>().ok());
    numbers.map(|number| i64::from(number) - page).collect()
}
