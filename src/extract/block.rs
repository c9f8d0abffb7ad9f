//! Blocks of the Markdown that the converters of documents write.
//!
//! Principal type: [`TextBlock`]. `cleanup` and `running` decide what each block is.

use regex::Regex;
use std::sync::LazyLock;

/// Deepest heading level of Markdown.
pub(super) const MAX_LEVEL: u8 = 6;
/// Maximum length of a heading, in characters.
const MAX_TITLE_LEN: usize = 120;

/// A paragraph, heading, table or fenced code.
pub(super) struct TextBlock<'m> {
    pub(super) text: &'m str,
    /// 1-based.
    pub(super) page: u32,
    pub(super) is_code: bool,
}

/// Evidence that a line is a heading.
#[derive(Clone, Copy)]
pub(super) enum Cue {
    /// Number signs, with the level the converter wrote.
    Level(u8),
    /// The whole line is bold.
    Bold,
    /// No markup: only its section number or the outline.
    Plain,
}

/// Normalizes a title for comparison: lower-case letters and digits, without the section number.
pub(super) fn comparable(title: &str) -> String {
    letters(numbered(title.trim()).1)
}

pub(super) fn letters(title: &str) -> String {
    title
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

pub(super) fn blocks(markdown: &str) -> Vec<TextBlock<'_>> {
    let mut blocks = Vec::new();
    // Length of the fence of the open block of code.
    let (mut page, mut fence) = (0, None);
    let mut start: Option<usize> = None;
    let mut at = 0;
    for line in markdown.split_inclusive('\n') {
        let ticks = line.len() - line.trim_start_matches('`').len();
        let is_fence = ticks >= fence.unwrap_or(3);
        let is_blank = line.trim().is_empty();
        if (is_blank || is_fence)
            && fence.is_none()
            && let Some(from) = start.take()
        {
            push(&mut blocks, markdown.get(from..at), &mut page, false);
        }
        if !is_blank || fence.is_some() {
            start.get_or_insert(at);
        }
        at += line.len();
        if is_fence {
            if fence.is_some()
                && let Some(from) = start.take()
            {
                push(&mut blocks, markdown.get(from..at), &mut page, true);
            }
            fence = fence.is_none().then_some(ticks);
        }
    }
    if let Some(from) = start {
        push(
            &mut blocks,
            markdown.get(from..),
            &mut page,
            fence.is_some(),
        );
    }
    blocks
}

fn push<'m>(blocks: &mut Vec<TextBlock<'m>>, text: Option<&'m str>, page: &mut u32, is_code: bool) {
    let text = text.unwrap_or_default().trim_end();
    let marker = text
        .strip_prefix("<!-- page ")
        .and_then(|rest| rest.strip_suffix(" -->"));
    if let Some(Ok(number)) = marker.map(str::parse) {
        *page = number;
        return;
    }
    blocks.push(TextBlock {
        text,
        page: *page,
        is_code,
    });
}

/// Text of a block that may be a heading, and its evidence.
pub(super) fn marked(block: &TextBlock<'_>) -> Option<(Cue, String)> {
    let text = block.text;
    let is_line = !block.is_code && !text.contains('\n') && !text.starts_with(['|', '-', '>']);
    let words = text.trim_start_matches('#');
    let level = u8::try_from(text.len() - words.len()).unwrap_or(MAX_LEVEL);
    if !is_line || text.chars().count() > MAX_TITLE_LEN {
        return None;
    }
    let plain = without_emphasis(words);
    let mark = match level {
        1.. if words.starts_with(' ') => Cue::Level(level),
        0 if plain.len() < words.len() => Cue::Bold,
        _ => Cue::Plain,
    };
    Some((mark, plain.trim().to_owned()))
}

/// The text of a block without the marks of one that is wholly bold.
pub(super) fn without_emphasis(text: &str) -> &str {
    let inner = text.strip_prefix("**");
    inner
        .and_then(|inner| inner.strip_suffix("**"))
        .unwrap_or(text)
}

/// Returns true if the words of a line that is only numbered or bold read like a title.
pub(super) fn is_title(words: &str) -> bool {
    words.starts_with(|first: char| first.is_alphanumeric() && !first.is_lowercase())
        && words.chars().any(char::is_alphabetic)
        && !words.ends_with(['.', ',', ';', ':'])
}

/// Returns true if a bold text reads like a title.
pub(super) fn is_short_title(text: &str) -> bool {
    !text.contains('\n') && text.chars().count() <= MAX_TITLE_LEN && is_title(numbered(text).1)
}

/// Text with a backslash before each mark at the start of a line that would begin a block other than a paragraph or a
/// list. Marks within a line have none, so that a phrase is found as it is printed.
pub(super) fn literal(text: &str) -> String {
    static MARKS: LazyLock<Regex> = regex!(
        r"(?m)^([ \t]*)(#{1,6}(?:\s|$)|<[a-zA-Z/!?]|```|~~~|\[[^\]\n]+\]:|[-=|:][-=|: \t]*$)"
    );
    MARKS.replace_all(text, r"$1\$2").into_owned()
}

/// Text as it is typed: with plain spaces and hyphens.
pub(super) fn printed(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
        .replace('\u{2011}', "-")
}

/// The address of a link; none if the text has it, perhaps without its scheme, or if it is in the document itself.
pub(super) fn hidden_address(address: &str, text: &str) -> Option<String> {
    // undoc leaves the entities of XML in addresses.
    let address = address.replace("&amp;", "&");
    let (_, shown) = address.split_once(':')?;
    let shown = shown.trim_matches('/').trim_start_matches("www.");
    (!text.contains(shown)).then_some(address)
}

/// A table of lines that begin and end with a bar. A bar in a cell is printed as it is, so the header may have more cells.
/// `is_right` tells which columns are right-aligned.
pub(super) fn table(mut lines: Vec<String>, is_right: impl Fn(usize) -> bool) -> String {
    let bars = |line: &String| line.matches('|').count();
    let width = lines.iter().map(bars).max().unwrap_or_default();
    if let Some(head) = lines.first_mut() {
        head.push_str(&"  |".repeat(width - bars(head)));
        head.push_str("\n|");
        let columns = 0..width.saturating_sub(1);
        head.extend(columns.map(|column| [" --- |", " ---: |"][usize::from(is_right(column))]));
    }
    lines.join("\n")
}

/// Number of parts of the section number (2 for `2.3 Title`, 0 without a number), and the rest of
/// the title.
pub(super) fn numbered(title: &str) -> (u8, &str) {
    let Some((number, words)) = title.split_once(' ') else {
        return (0, title);
    };
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    for (at, part) in parts.iter().enumerate() {
        let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        // `A.1` and `A.`, but not the word `A`.
        let is_letter = at == 0
            && matches!(part.as_bytes(), [b'A'..=b'Z'])
            && (parts.len() > 1 || number.ends_with('.'));
        if !is_number && !is_letter {
            return (0, title);
        }
    }
    let parts = u8::try_from(parts.len()).unwrap_or(MAX_LEVEL);
    (parts, words.trim_start())
}
