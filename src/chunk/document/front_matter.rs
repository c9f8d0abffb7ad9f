//! Front matter: metadata before a Markdown document.
//!
//! The parser of Markdown finds metadata anywhere, so it gets [`without_front_matter()`]: a rule above a heading in
//! the middle of a document begins nothing.

use super::super::source::has_word;
use super::block::Heading;
use crate::syntax::blanked;
use std::borrow::Cow;
use std::ops::Range;

/// The bytes of the front matter of a Markdown document, from its first mark to the end of its last one; empty
/// without front matter.
pub(crate) fn front_matter(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lines = text[start..].split_inclusive('\n');
    let mark = lines.next().unwrap_or_default();
    let ends: &[&str] = match mark.trim_end() {
        "---" => &["---", "..."],
        "+++" => &["+++"],
        _ => return 0..0,
    };
    let mut end = start + mark.len();
    for (number, line) in lines.enumerate() {
        // A rule stands above a blank line.
        if number == 0 && line.trim().is_empty() {
            break;
        }
        end += line.len();
        if ends.contains(&line.trim_end()) {
            return start..end;
        }
    }
    0..0
}

/// A text of the same length for the parser, with spaces for front matter and a byte order mark.
pub(super) fn without_front_matter(text: &str) -> Cow<'_, str> {
    let end = match front_matter(text).end {
        0 => text.len() - text.trim_start_matches('\u{feff}').len(),
        end => end,
    };
    blanked(text, std::iter::once(0..end).collect())
}

/// The heading that the title in front matter is.
pub(super) fn title(text: &str, front_matter: Range<usize>) -> Option<Heading> {
    let mut start = front_matter.start;
    for line in text[front_matter].split_inclusive('\n') {
        let value = line.strip_prefix("title").map(str::trim_start);
        if let Some(value) = value.and_then(|value| value.strip_prefix([':', '='])) {
            let title = scalar(value.trim());
            return has_word(title).then(|| Heading::new(1, title, start));
        }
        start += line.len();
    }
    None
}

/// A value of YAML or TOML without quotes and without the comment after it.
fn scalar(value: &str) -> &str {
    match value.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(&value[..1]).next().unwrap_or_default(),
        None => value.split(" #").next().unwrap_or_default().trim_end(),
    }
}
