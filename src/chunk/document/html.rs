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

// The tests check that they compile.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?s)<!--.*?(?:-->|$)|<[A-Za-z/!?][^>]*(?:>|$)").ok());
static ENTITY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"&(?:#([0-9]+)|#[xX]([0-9a-fA-F]+)|[a-z]+);").ok());
static HEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?is)<!--.*?-->|<h([1-6])(?:\s[^>]*)?>(.*?)</h[1-6]>").ok());
static ALTERNATIVE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"alt=(?:"([^"]*)"|'([^']*)')"#).ok());

/// The text between tags, without comments, with entities decoded.
pub(super) fn text(html: &str) -> String {
    let (Some(tag), Some(entity)) = (&*TAG, &*ENTITY) else {
        return html.to_owned();
    };
    let text = tag.replace_all(html, "");
    let decoded = entity.replace_all(&text, |found: &Captures<'_>| {
        decoded(found).unwrap_or_else(|| found[0].to_owned())
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
    let found = HEADING
        .as_ref()?
        .captures_iter(text.get(within.start..end)?);
    let found = found.take_while(|it| it.get(0).is_some_and(|it| it.start() < within.len()));
    found.filter_map(|it| named(&it, within.start)).next()
}

/// A heading; none for a comment and for a heading without a name.
fn named(found: &Captures<'_>, start: usize) -> Option<(Range<usize>, Heading)> {
    let inner = found.get(2)?.as_str();
    let name = self::text(inner);
    let name = match name.trim() {
        "" => {
            let image = ALTERNATIVE.as_ref()?.captures(inner)?;
            image.get(1).or(image.get(2))?.as_str().to_owned()
        }
        name => name.to_owned(),
    };
    let whole = found.get(0)?.range();
    let is_heading = !name.is_empty() && whole.len() <= MAX_HEADING_LEN;
    let bytes = start + whole.start..start + whole.end;
    let level = found.get(1)?.as_str().parse().ok()?;
    let heading = Heading::new(level, &name, bytes.start);
    is_heading.then_some((bytes, heading))
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
