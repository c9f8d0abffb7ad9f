//! Plain sentences out of what models write: Markdown off, white space single, cut where a
//! sentence ends.

use super::plain;
use crate::summary::prose::sentence::sentences;

/// First lines that only announce what follows them.
const PREAMBLES: &[&str] = &[
    "certainly",
    "here is",
    "here's",
    "of course",
    "summary",
    "sure",
];

/// One paragraph of a text in Markdown.
pub(super) fn paragraph(markdown: &str) -> String {
    let lines: Vec<Line> = markdown.lines().filter_map(Line::of).collect();
    let is_text = |line: &&Line| line.kind != LineKind::Heading;
    let mut text = joined(lines.iter().filter(is_text));
    if text.is_empty() {
        text = joined(lines.iter());
    }
    text
}

#[derive(PartialEq, Eq)]
enum LineKind {
    Heading,
    Item,
    Text,
}

struct Line {
    kind: LineKind,
    text: String,
}

impl Line {
    /// What a line says; `None` for what is only mark-up.
    fn of(line: &str) -> Option<Self> {
        let line = plain::one_line(line);
        let line = line.trim_start_matches("> ");
        if line.starts_with("```") || line.starts_with("~~~") || is_rule(line) {
            return None;
        }
        let (kind, text) = if let Some(heading) = heading(line) {
            (LineKind::Heading, heading)
        } else if let Some(item) = item(line) {
            (LineKind::Item, item)
        } else {
            (LineKind::Text, line)
        };
        let text = plain::one_line(&text.replace("**", "").replace('`', ""));
        (!text.is_empty()).then_some(Self { kind, text })
    }
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let marks = line.len() - text.len();
    (matches!(marks, 1..=6) && (text.is_empty() || text.starts_with(' '))).then_some(text.trim())
}

fn item(line: &str) -> Option<&str> {
    let bullets = ["- ", "* ", "+ ", "• "];
    if let Some(text) = bullets.iter().find_map(|bullet| line.strip_prefix(bullet)) {
        return Some(text);
    }
    let text = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = line.len() - text.len();
    let text = text.strip_prefix(". ").or(text.strip_prefix(") "))?;
    matches!(digits, 1..=2).then_some(text)
}

fn is_rule(line: &str) -> bool {
    let marks = |mark| line.len() >= 3 && line.chars().all(|character| character == mark);
    marks('-') || marks('*') || marks('_') || marks('=')
}

/// Lines as one, without an announcement before them; items that end in nothing are set apart.
fn joined<'a>(lines: impl Iterator<Item = &'a Line>) -> String {
    let mut text = String::new();
    let mut lines = lines.peekable();
    if let Some(first) = lines.next() {
        match lines.peek().is_some() && is_preamble(&first.text) {
            true => {}
            false => text.push_str(without_label(&first.text)),
        }
    }
    for line in lines {
        if line.kind == LineKind::Item && text.ends_with(char::is_alphanumeric) {
            text.push(';');
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&line.text);
    }
    text
}

fn is_preamble(line: &str) -> bool {
    let start = line.to_lowercase();
    line.ends_with([':', '!']) && PREAMBLES.iter().any(|words| start.starts_with(words))
}

fn without_label(line: &str) -> &str {
    let text = ["Summary: ", "SUMMARY: ", "summary: "]
        .iter()
        .find_map(|label| line.strip_prefix(label));
    text.unwrap_or(line)
}

/// A text up to the end of its last whole sentence, if it has one.
pub(super) fn whole_sentences(text: &str) -> Option<&str> {
    let end = sentence_ends(text).last()?;
    text.get(..end)
}

/// A text of at most so many characters: whole sentences of it, or whole words and `…`.
pub(super) fn cut(text: &str, longest: usize) -> String {
    let Some((limit, _)) = text.char_indices().nth(longest) else {
        return text.to_owned();
    };
    let end = sentence_ends(text).take_while(|end| *end <= limit).last();
    if let Some(sentences) = end.and_then(|end| text.get(..end)) {
        return sentences.to_owned();
    }
    let start = plain::shortened(text, longest);
    match start.rsplit_once(' ') {
        Some((words, _)) => format!("{words}…"),
        None => start,
    }
}

/// The bytes at which whole sentences end, their marks and closing quotes included.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    let is_whole = |sentence: &&str| {
        let closed = sentence.trim_end_matches([')', ']', '"', '\'', '”', '’', '»']);
        closed.ends_with(['.', '!', '?', '。', '！', '？'])
    };
    let start = text.as_ptr() as usize;
    let end = move |sentence: &str| sentence.as_ptr() as usize + sentence.len() - start;
    sentences(text).filter(is_whole).map(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_comes_off() {
        let check =
            |markdown: &str, expected| assert_eq!(paragraph(markdown), expected, "{markdown:?}");
        check("It  merges\r\n\r\nsegments.", "It merges segments.");
        check("# Summary\n\nIt merges `Segment`s.", "It merges Segments.");
        check("**Merger** writes `__init__`.", "Merger writes __init__.");
        check("```text\nIt merges.\n```", "It merges.");
        check(
            "Parts:\n- parser\n- lexer (fast)\n2. printer.\n> Quoted.",
            "Parts: parser; lexer (fast) printer. Quoted.",
        );
        check("One.\n---\nTwo.", "One. Two.");
        check("## It merges segments", "It merges segments");
        check("#include is read. C# too.", "#include is read. C# too.");
        check("1999. was long ago", "1999. was long ago");
        check("\u{1b}[1mIt\u{202e} merges", "[1mIt merges");
    }

    #[test]
    fn announcements_come_off() {
        let check = |text: &str, expected| assert_eq!(paragraph(text), expected, "{text:?}");
        check("Sure! Here is the summary:\n\nIt merges.", "It merges.");
        check("**Summary:**\nIt merges.", "It merges.");
        check("Summary: It merges.", "It merges.");
        check(
            "Summary statistics are kept.",
            "Summary statistics are kept.",
        );
        check("It has:\na parser.", "It has: a parser.");
    }

    #[test]
    fn sentences_end_where_a_reader_would_say() {
        let check = |text, expected| assert_eq!(whole_sentences(text), expected, "{text:?}");
        check("It merges. It wri", Some("It merges."));
        check("It merges (fast.) It wri", Some("It merges (fast.)"));
        check("Formats, e.g. JSON", None);
        check("Version 1.2 of", None);
        check("它合并段。它", Some("它合并段。"));
        check("", None);
    }

    #[test]
    fn a_cut_is_at_a_sentence_or_a_word() {
        let check = |text, longest, expected| assert_eq!(cut(text, longest), expected, "{text:?}");
        check("It merges. It writes.", 30, "It merges. It writes.");
        check("It merges. It writes.", 20, "It merges.");
        check("It merges. It writes.", 10, "It merges.");
        check("It merges. It writes.", 9, "It…");
        check("Itmergesandwrites", 5, "Itme…");
        check("它合并段。它写", 6, "它合并段。");
    }
}
