//! Text without the marks of Markdown, reStructuredText, Javadoc and HTML.

/// How far the end of a mark is looked for, in bytes.
const FARTHEST: usize = 300;
/// HTML elements people write in docs. Other names between `<` and `>` are types.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "big",
    "blockquote",
    "br",
    "center",
    "cite",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "kbd",
    "li",
    "ol",
    "p",
    "para",
    "picture",
    "pre",
    "q",
    "remarks",
    "s",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "see",
    "c",
    "paramref",
    "typeparamref",
    "inheritdoc",
    "details",
    "nobr",
];
const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&nbsp;", " "),
    ("&mdash;", "—"),
    ("&ndash;", "–"),
    ("&hellip;", "…"),
];

/// The text as it is read: links by their text, images left out, emphasis and code without marks.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARKS) {
        let (before, marked) = rest.split_at(at);
        out.push_str(before);
        let (shown, taken) = mark(marked, out.chars().next_back());
        out.push_str(&shown);
        rest = marked.get(taken.max(1)..).unwrap_or_default();
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

const MARKS: [char; 11] = ['+', '[', '!', '`', '*', '_', '<', '{', ':', '\\', '&'];

/// What is shown of the mark that a text begins with, and how many bytes it takes.
fn mark(text: &str, before: Option<char>) -> (String, usize) {
    let first = text.get(..1).unwrap_or_default();
    let itself = (first.to_owned(), 1);
    let is_within = before.is_some_and(char::is_alphanumeric);
    match first {
        "!" if text.starts_with("![") => match link(text.get(1..).unwrap_or_default()) {
            Some((_, taken)) => (String::new(), taken + 1),
            None => itself,
        },
        "[" => match link(text) {
            Some((shown, taken)) => (plain_once(&shown), taken),
            None => itself,
        },
        "`" => code(text),
        "*" => match text.trim_start_matches('*').len() {
            // `a * b` is a product.
            after
                if text
                    .get(text.len() - after..)
                    .is_some_and(|rest| rest.starts_with(' '))
                    && before.is_none_or(char::is_whitespace) =>
            {
                itself
            }
            after => (String::new(), text.len() - after),
        },
        "_" => {
            let run = text.len() - text.trim_start_matches('_').len();
            let next = text.get(run..).and_then(|rest| rest.chars().next());
            let is_inside = is_within && next.is_some_and(char::is_alphanumeric);
            // `__init__` and `_private` are names; `_word_` is emphasis.
            let is_mark = match is_within {
                true => !is_inside,
                false => closes_emphasis(text),
            };
            match run == 1 && is_mark {
                true => (String::new(), run),
                false => ("_".repeat(run), run),
            }
        }
        "+" if !is_within => teletype(text).unwrap_or(itself),
        "<" => tag(text).unwrap_or(itself),
        "{" => inline_tag(text).unwrap_or(itself),
        ":" if !is_within => role(text).unwrap_or(itself),
        // `\Base` of RDoc, and what Markdown escapes.
        "\\" => match text.chars().nth(1) {
            Some(next) if next.is_ascii_punctuation() => (next.to_string(), 2),
            Some(next) if next.is_uppercase() && !is_within => (String::new(), 1),
            _ => itself,
        },
        "&" => {
            let entity = ENTITIES.iter().find(|(name, _)| text.starts_with(name));
            entity.map_or(itself, |(name, shown)| ((*shown).to_owned(), name.len()))
        }
        _ => itself,
    }
}

/// What stands between an opening and its end, and how many bytes both take.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<(&'t str, usize)> {
    let inside = text.strip_prefix(open)?;
    let end = inside.find(close).filter(|end| *end <= FARTHEST)?;
    Some((inside.get(..end)?, open.len() + end + close.len()))
}

/// `[text](url)`, `[text][name]`, `[text]`; a footnote's mark shows nothing.
fn link(text: &str) -> Option<(String, usize)> {
    let mut depth = 0_usize;
    let end = text.char_indices().take(FARTHEST).find(|(_, letter)| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let (end, _) = end?;
    let shown = text.get(1..end)?;
    let rest = text.get(end + 1..)?;
    let target = between(rest, "(", ")").or_else(|| between(rest, "[", "]"));
    let taken = end + 1 + target.map_or(0, |(_, taken)| taken);
    let is_mark = shown.starts_with('^') || shown.trim().is_empty();
    // `[x]` of `a[x]` and `[0, 1)` are no links; a task's box is none either.
    match (target, is_mark) {
        (_, true) => Some((String::new(), taken)),
        (Some(_), _) => Some((shown.to_owned(), taken)),
        (None, _) if shown.starts_with(['`', '!']) || is_reference(shown) => {
            Some((shown.to_owned(), taken))
        }
        (None, _) => None,
    }
}

/// Whether what stands between brackets is the name of a thing: `Merger`, `crate::index`; not the
/// `T` of `[T]` and not words.
fn is_reference(shown: &str) -> bool {
    let is_name = shown
        .chars()
        .all(|it| it.is_alphanumeric() || "_:.".contains(it));
    let is_long = shown.len() > 3 && shown.starts_with(char::is_uppercase);
    is_name && (shown.contains("::") || is_long)
}

/// A link's text has marks of its own, but no links that matter.
fn plain_once(text: &str) -> String {
    let mut shown = text.replace(['`', '*'], "");
    while let Some(start) = shown.find("![") {
        let end = shown.get(start..).and_then(|rest| rest.find(')'));
        shown.replace_range(start..end.map_or(shown.len(), |end| start + end + 1), "");
    }
    shown
}

/// `` `code` ``, ``` ``code`` ```, and the link of reStructuredText, `` `text <url>`_ ``.
fn code(text: &str) -> (String, usize) {
    let run = text.len() - text.trim_start_matches('`').len();
    let marks = text.get(..run).unwrap_or_default();
    let Some((inside, mut taken)) = between(text, marks, marks) else {
        return (String::new(), run);
    };
    let after = text.get(taken..).unwrap_or_default();
    let is_link = after.starts_with('_');
    taken += after.len() - after.trim_start_matches('_').len();
    let shown = match (is_link, inside.split_once(" <")) {
        (true, Some((shown, _))) => shown,
        _ => inside,
    };
    (shown.to_owned(), taken)
}

/// `+Rails::Engine+` of RDoc.
fn teletype(text: &str) -> Option<(String, usize)> {
    let (inside, taken) = between(text, "+", "+")?;
    let is_name = !inside.is_empty() && !inside.contains(char::is_whitespace);
    is_name.then(|| (inside.to_owned(), taken))
}

/// Whether `_word` has its second mark, at the end of a word.
fn closes_emphasis(text: &str) -> bool {
    let Some((inside, taken)) = between(text, "_", "_") else {
        return false;
    };
    let next = text.get(taken..).and_then(|rest| rest.chars().next());
    !inside.is_empty()
        && !inside.starts_with(' ')
        && !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
}

/// `<b>`, `</code>`, `<br/>`, `<!-- … -->`, `<https://…>`.
fn tag(text: &str) -> Option<(String, usize)> {
    if let Some((_, taken)) = between(text, "<!--", "-->") {
        return Some((String::new(), taken));
    }
    let (inside, taken) = between(text, "<", ">")?;
    if inside.starts_with("http://") || inside.starts_with("https://") {
        return Some((inside.to_owned(), taken));
    }
    let name = inside.trim_start_matches('/');
    let name = name
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .next()?;
    if !ELEMENTS.contains(&name.to_ascii_lowercase().as_str()) {
        return None;
    }
    // What C# says by an attribute: `<see cref="Merger"/>`.
    let referred = ["cref=\"", "langword=\"", "name=\""]
        .iter()
        .find_map(|key| {
            let at = inside.find(key)?;
            let (value, _) = between(inside.get(at..)?, key, "\"")?;
            Some(value.rsplit_once(':').map_or(value, |(_, value)| value))
        });
    let shown = match (inside.ends_with('/'), referred) {
        (true, Some(value)) => value.to_owned(),
        // `a<br>b` are two words, `<b>a</b>s` is one.
        _ if ["br", "p", "li", "td", "dd", "dt"].contains(&name) => " ".to_owned(),
        _ => String::new(),
    };
    Some((shown, taken))
}

/// `{@link Merger#write the merger}`, `{@code x}`.
fn inline_tag(text: &str) -> Option<(String, usize)> {
    let (inside, taken) = between(text, "{@", "}")?;
    let (tag, inside) = inside
        .split_once(char::is_whitespace)
        .unwrap_or((inside, ""));
    let shown = match tag {
        "link" | "linkplain" => match inside.trim().split_once([' ', '|']) {
            Some((_, label)) => label,
            None => inside.trim().trim_start_matches('#'),
        },
        "code" | "literal" | "value" | "systemProperty" => inside,
        _ => "",
    };
    Some((shown.replace('#', "."), taken))
}

/// `` :class:`Session <requests.Session>` `` of Sphinx.
fn role(text: &str) -> Option<(String, usize)> {
    let (name, taken) = between(text, ":", ":`")?;
    if name.is_empty()
        || !name
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "-_:.".contains(it))
    {
        return None;
    }
    let rest = text.get(taken..)?;
    let end = rest.find('`').filter(|end| *end <= FARTHEST)?;
    let inside = rest.get(..end)?;
    let shown = match inside.split_once(" <") {
        Some((shown, _)) => shown,
        None => inside
            .rsplit_once('~')
            .map_or(inside, |(_, path)| path.rsplit('.').next().unwrap_or(path)),
    };
    Some((shown.to_owned(), taken + end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(plain(text), expected, "{text:?}");
    }

    #[test]
    fn markdown_is_read_by_its_text() {
        check("a **fast** and *small* `index`", "a fast and small index");
        check(
            "see [the docs](https://a.b/c) or [here][1]",
            "see the docs or here",
        );
        check(
            "[`Merger`] of [`crate::index`](x)",
            "Merger of crate::index",
        );
        check("![logo](a.png) Tantivy[^1]", "Tantivy");
        check("[![ci](a.svg)](b) Fast", "Fast");
        check(
            "_really_ __init__ and snake_case_name",
            "really __init__ and snake_case_name",
        );
        check(
            "a [Merger] of [words here] and [u8]",
            "a Merger of [words here] and [u8]",
        );
        check("2 * 3 and a[0] in [0, 1)", "2 * 3 and a[0] in [0, 1)");
        check("a \\* b \\_c", "a * b _c");
    }

    #[test]
    fn restructured_text_is_read_by_its_text() {
        check("a :class:`Session <requests.Session>`", "a Session");
        check(":py:func:`~os.path.join` it", "join it");
        check(
            "``literal`` and `Flask <https://x>`_ here",
            "literal and Flask here",
        );
        check("ratio a:b: c", "ratio a:b: c");
    }

    #[test]
    fn html_and_javadoc_are_read_by_their_text() {
        check("<b>Fast</b> &amp; small<br>index", "Fast & small index");
        check("a Vec<T> of Option<String>", "a Vec<T> of Option<String>");
        check(
            "{@link Merger#write} and {@code a < b}",
            "Merger.write and a < b",
        );
        check("{@link Merger the merger}", "the merger");
        check(
            "a <see cref=\"T:Shop.Order\"/> of <c>x</c>",
            "a Shop.Order of x",
        );
        check("at <https://a.b>", "at https://a.b");
        check("Active Record \\Base", "Active Record Base");
        check(
            "+Rails::Engine+ in C++ and 1 + 2 + 3",
            "Rails::Engine in C++ and 1 + 2 + 3",
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(text: String) {
            plain(&text);
        }

        #[test]
        fn any_marks_are_read(text in "[\\[\\]!`*_<>{}@:\\\\&a é()/]{0,60}") {
            plain(&text);
        }
    }
}
