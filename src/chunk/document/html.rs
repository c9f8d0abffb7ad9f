//! As much of HTML as stands in documents: text without tags, and headings.

use std::ops::Range;

/// A heading's end is looked for in so many bytes.
const LONGEST_HEADING: usize = 2_000;
/// Entities that documents have, and what they stand for.
const ENTITIES: [(&str, &str); 8] = [
    ("amp", "&"),
    ("apos", "'"),
    ("gt", ">"),
    ("hellip", "…"),
    ("lt", "<"),
    ("mdash", "—"),
    ("nbsp", " "),
    ("quot", "\""),
];
/// No entity is longer, in bytes.
const LONGEST_ENTITY: usize = 10;

/// The text between tags, comments left out, entities read.
pub(super) fn text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, markup) = rest.split_at(at);
        text.push_str(before);
        let length = match markup.starts_with('<') {
            true => tag(markup),
            false => entity(markup, &mut text),
        };
        let (skipped, after) = markup.split_at(length);
        if length == 1 {
            text.push_str(skipped);
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Length of the tag or comment at the start of a text; 1 if it is only a `<`.
fn tag(markup: &str) -> usize {
    if let Some(comment) = markup.strip_prefix("<!--") {
        return comment.find("-->").map_or(markup.len(), |end| end + 7);
    }
    let name = markup.get(1..).and_then(|name| name.chars().next());
    match name.is_some_and(|first| first.is_ascii_alphabetic() || "/!?".contains(first)) {
        true => markup.find('>').map_or(markup.len(), |end| end + 1),
        false => 1,
    }
}

/// Adds what an entity stands for, and says how long it is; 1 where it is but a mark.
fn entity(markup: &str, text: &mut String) -> usize {
    let bytes = markup.as_bytes();
    let end = bytes
        .iter()
        .take(LONGEST_ENTITY)
        .position(|byte| *byte == b';');
    let Some((end, name)) = end.and_then(|end| Some((end, markup.get(1..end)?))) else {
        return 1;
    };
    let number = name
        .strip_prefix('#')
        .and_then(|number| match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        });
    let known = ENTITIES.iter().find(|(known, _)| *known == name);
    match (number.and_then(char::from_u32), known) {
        (Some(letter), _) => text.push(letter),
        (None, Some((_, letter))) => text.push_str(letter),
        (None, None) => return 1,
    }
    end + 1
}

/// A heading in HTML.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HtmlHeading {
    /// From its first tag to behind its last.
    pub(super) bytes: Range<usize>,
    pub(super) level: usize,
    pub(super) name: String,
}

/// The first heading that begins in a range of a text; it may end behind that.
pub(super) fn heading(text: &str, within: Range<usize>) -> Option<HtmlHeading> {
    let html = text.get(within.clone())?;
    let mut from = 0;
    while let Some(found) = html.get(from..)?.find('<') {
        let at = from + found;
        let markup = html.get(at..)?;
        if let Some(level) = level(markup) {
            return ended(text, within.start + at, level);
        }
        from = at
            + if markup.starts_with("<!--") {
                tag(markup)
            } else {
                1
            };
    }
    None
}

/// The level of a tag that opens a heading.
fn level(markup: &str) -> Option<usize> {
    let [
        b'<',
        b'h' | b'H',
        level @ b'1'..=b'6',
        b' ' | b'>' | b'\t' | b'\n',
        ..,
    ] = markup.as_bytes()
    else {
        return None;
    };
    Some(usize::from(*level - b'0'))
}

fn ended(text: &str, start: usize, level: usize) -> Option<HtmlHeading> {
    let mut most = (start + LONGEST_HEADING).min(text.len());
    while !text.is_char_boundary(most) {
        most -= 1;
    }
    let markup = text.get(start..most)?;
    let opened = markup.find('>')? + 1;
    let inner = markup.get(opened..)?;
    let close = [format!("</h{level}>"), format!("</H{level}>")];
    let end = close.iter().filter_map(|close| inner.find(close)).min()?;
    let inner = inner.get(..end)?;
    let name = self::text(inner);
    let name = match name.trim() {
        "" => alternative(inner).unwrap_or_default().to_owned(),
        name => name.to_owned(),
    };
    (!name.is_empty()).then(|| HtmlHeading {
        bytes: start..start + opened + end + close[0].len(),
        level,
        name,
    })
}

/// The words in place of the first image.
fn alternative(html: &str) -> Option<&str> {
    let (_, after) = html.split_once("alt=")?;
    let quote = after
        .chars()
        .next()
        .filter(|mark| matches!(mark, '"' | '\''))?;
    after.get(1..)?.split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(text(html), expected, "{html}");
    }

    #[test]
    fn tags_and_comments_are_left_out() {
        check(
            "<p align=\"center\">a <b>b</b><!-- c > d --> e</p>",
            "a b e",
        );
        check("a < b && c > d <3", "a < b && c > d <3");
        check("a <b", "a ");
        check("a <!-- b", "a ");
    }

    #[test]
    fn entities_are_read() {
        check("a&nbsp;b &lt;c&gt; &#65;&#x42; &amp;", "a b <c> AB &");
        check("&; &unknown; &#x110000; &", "&; &unknown; &#x110000; &");
    }

    #[test]
    fn headings_have_names() {
        let name = |html: &str| heading(html, 0..html.len()).map(|it| (it.level, it.name));
        let named = |level, name: &str| Some((level, name.to_owned()));
        assert_eq!(name("<div><h2 id=\"a\">A <i>b</i></h2>"), named(2, "A b"));
        assert_eq!(name("<H1>A</H1>"), named(1, "A"));
        assert_eq!(name("<h1><img src='x' alt='Logo'></h1>"), named(1, "Logo"));
        assert_eq!(name("<h1></h1>"), None);
        assert_eq!(name("<h1>never closed"), None);
        assert_eq!(name("<hr><html>"), None);
        assert_eq!(name("<!-- <h1>A</h1> -->"), None);
    }
}
