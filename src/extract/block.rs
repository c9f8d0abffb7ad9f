//! Blocks of the Markdown that the converters of documents write.
//!
//! Principal type: [`TextBlock`]. `cleanup` and `running` decide what each block is.

/// Deepest heading level of Markdown.
pub(super) const MAX_LEVEL: u8 = 6;
/// Maximum length of a heading, in characters.
const MAX_TITLE_LEN: usize = 120;

/// A paragraph, heading, table or fenced code.
pub(super) struct TextBlock<'m> {
    pub(super) text: &'m str,
    /// 1-based; 0 in a document without pages.
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
    let is_styled = level > 0 && block.page == 0;
    if !is_line || (!is_styled && text.chars().count() > MAX_TITLE_LEN) {
        return None;
    }
    // A backtick behind a backslash is part of the title.
    let plain = words
        .replace("**", "")
        .replace("\\`", "\0")
        .replace('`', "")
        .replace('\0', "\\`");
    let is_bold = words.starts_with("**")
        && words.ends_with("**")
        && words
            .split("**")
            .step_by(2)
            .all(|between| !between.contains(char::is_alphanumeric));
    let mark = match (level, is_bold) {
        (1.., _) if words.starts_with(' ') => Cue::Level(level),
        (0, true) => Cue::Bold,
        _ => Cue::Plain,
    };
    Some((mark, plain.trim().trim_matches('*').to_owned()))
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
