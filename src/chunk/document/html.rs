//! HTML in documents: its [`text()`] without tags, and its headings, by [`heading()`].
//!
//! The parsers of Markdown use it. Contract: malformed HTML is text, never an error.

use super::block::Heading;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum length of a heading in bytes.
const MAX_HEADING_LEN: usize = 2_000;
/// Named entities and their characters.
pub(super) const ENTITIES: [(&str, &str); 8] = [
    ("&amp;", "&"),
    ("&apos;", "'"),
    ("&gt;", ">"),
    ("&hellip;", "…"),
    ("&lt;", "<"),
    ("&mdash;", "—"),
    ("&nbsp;", " "),
    ("&quot;", "\""),
];

static TAG: LazyLock<Regex> = regex!(r"(?s)<!--.*?(?:-->|$)|<[A-Za-z/!?][^>]*(?:>|$)");
static ENTITY: LazyLock<Regex> = regex!(r"&(?:#([0-9]+)|#[xX]([0-9a-fA-F]+)|[a-z]+);");
static HEADING: LazyLock<Regex> = regex!(r"(?is)<!--.*?-->|<h([1-6])(?:\s[^>]*)?>(.*?)</h[1-6]>");
static ALTERNATIVE: LazyLock<Regex> = regex!(r#"alt=(?:"([^"]*)"|'([^']*)')"#);

/// The text between tags, without comments, with entities decoded.
pub(super) fn text(html: &str) -> String {
    let text = TAG.replace_all(html, "");
    let decoded = ENTITY.replace_all(&text, |entity: &Captures<'_>| {
        decoded(entity).unwrap_or_else(|| entity[0].to_owned())
    });
    decoded.into_owned()
}

/// The character of an entity.
fn decoded(entity: &Captures<'_>) -> Option<String> {
    let code = match (entity.get(1), entity.get(2)) {
        (Some(decimal), _) => decimal.as_str().parse().ok()?,
        (_, Some(hexadecimal)) => u32::from_str_radix(hexadecimal.as_str(), 16).ok()?,
        (None, None) => {
            let known = ENTITIES.iter().find(|(known, _)| *known == &entity[0]);
            return known.map(|(_, letter)| (*letter).to_owned());
        }
    };
    char::from_u32(code).map(String::from)
}

/// The first heading that begins in a range of a text, and its bytes from the opening tag to the closing tag; it
/// may end after the range.
pub(super) fn heading(text: &str, within: Range<usize>) -> Option<(Range<usize>, Heading)> {
    // A longer search would take quadratic time for a text of many blocks.
    let end = text.floor_char_boundary(within.end.saturating_add(MAX_HEADING_LEN));
    for found in HEADING.captures_iter(text.get(within.start..end)?) {
        if found.get_match().start() >= within.len() {
            break;
        }
        if let Some(named) = named(&found, within.start) {
            return Some(named);
        }
    }
    None
}

/// A heading; none for a comment and for a heading without a name.
fn named(found: &Captures<'_>, start: usize) -> Option<(Range<usize>, Heading)> {
    let inner = found.get(2)?.as_str();
    let text = self::text(inner);
    let mut name = text.trim();
    if name.is_empty() {
        let image = ALTERNATIVE.captures(inner)?;
        name = image.get(1).or(image.get(2))?.as_str();
    }
    let whole = found.get_match();
    if name.is_empty() || whole.len() > MAX_HEADING_LEN {
        return None;
    }
    let level = found.get(1)?.as_str().parse().ok()?;
    let bytes = start + whole.start()..start + whole.end();
    let heading = Heading::new(level, name, bytes.start);
    Some((bytes, heading))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(text(html), expected, "{html}");
    }

    #[test]
    fn tags_and_comments_are_omitted() {
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
        let name = |html: &str| heading(html, 0..html.len()).map(|(_, it)| (it.level, it.name));
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
