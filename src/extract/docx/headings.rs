//! Styles that are headings by their names, in the languages of word processors.

/// What stands before the level in the names of the built-in heading styles, in lower case.
const HEADINGS: &[&str] = &[
    "başlık",
    "cabeçalho",
    "címsor",
    "encabezado",
    "heading",
    "intestazione",
    "kop",
    "mục",
    "nadpis",
    "nagłówek",
    "naslov",
    "otsikko",
    "overskrift",
    "rubrik",
    "titlu",
    "titolo",
    "titre",
    "título",
    "titulo",
    "titul",
    "überschrift",
    "berschrift",
    "επικεφαλίδα",
    "заголовок",
    "заглавие",
    "наслов",
    "כותרת",
    "عنوان",
    "หัวเรื่อง",
    "見出し",
    "标题",
    "標題",
    "제목",
];
/// The names of the title's style, in lower case.
const TITLES: &[&str] = &[
    "název",
    "otsikko",
    "rubrik",
    "titel",
    "title",
    "titolo",
    "titre",
    "tittel",
    "tytuł",
    "título",
    "название",
    "標題",
    "标题",
    "表題",
    "제목",
];
/// What stands before the level in the names of styles of tables of contents, in lower case.
const CONTENTS: &[&str] = &[
    "toc",
    "contents",
    "index",
    "verzeichnis",
    "tm",
    "tdc",
    "sommario",
];
/// Whole names of styles that stand in tables of contents only, in lower case.
const CONTENTS_NAMES: &[&str] = &[
    "contents heading",
    "index heading",
    "table of authorities",
    "table of figures",
    "toc heading",
    "tocheading",
];
/// Words in the names of styles whose paragraphs are lines of a preformatted text.
const PREFORMATTED: &[&str] = &[
    "code",
    "codeblock",
    "listing",
    "preformatted",
    "sourcecode",
    "verbatim",
];

/// What a style's name or id says that its paragraphs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// A heading of this level, 1 to 9.
    Heading(u8),
    /// The document's title.
    Title,
    /// An entry of a table of contents, or its heading.
    Contents,
    /// A line of code or of output.
    Preformatted,
}

/// What a name says: `heading 1`, `Überschrift 2`, `Titre3`, `Title`, `toc 1`, `Source Code`.
pub(super) fn named(name: &str) -> Option<Named> {
    let name = name.trim().to_lowercase();
    if let Some((word, level)) = numbered(&name) {
        return match (HEADINGS.contains(&word), CONTENTS.contains(&word)) {
            (true, _) => Some(Named::Heading(level)),
            (_, true) => Some(Named::Contents),
            _ => None,
        };
    }
    let has_word = |wanted: &&str| name.split([' ', '-', '_']).any(|word| word == *wanted);
    match name.as_str() {
        name if TITLES.contains(&name) => Some(Named::Title),
        name if CONTENTS_NAMES.contains(&name) => Some(Named::Contents),
        _ if PREFORMATTED.iter().any(has_word) => Some(Named::Preformatted),
        _ => None,
    }
}

/// How deep in other lists a built-in style of lists is: `List Bullet 2` is one level deep.
pub(super) fn depth(name: &str) -> Option<u8> {
    let name = name.to_lowercase().replace(' ', "");
    let (word, number) = numbered(&name)?;
    matches!(word, "listbullet" | "listnumber").then(|| number - 1)
}

/// A name's word and the digit, 1 to 9, behind it.
fn numbered(name: &str) -> Option<(&str, u8)> {
    let digit = name.chars().next_back()?.to_digit(10)?;
    let word = name.strip_suffix(|last: char| last.is_ascii_digit())?;
    let level = u8::try_from(digit).ok().filter(|level| *level > 0)?;
    Some((word.trim_end_matches([' ', '_', '-', '\u{a0}']), level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<Named>) {
        assert_eq!(named(name), expected, "{name}");
    }

    #[test]
    fn headings_in_any_language() {
        check("heading 1", Some(Named::Heading(1)));
        check("Heading9", Some(Named::Heading(9)));
        check("Überschrift 2", Some(Named::Heading(2)));
        check("berschrift3", Some(Named::Heading(3)));
        check("Titre 1", Some(Named::Heading(1)));
        check("Заголовок 4", Some(Named::Heading(4)));
        check("見出し 1", Some(Named::Heading(1)));
        check("标题 1", Some(Named::Heading(1)));
    }

    #[test]
    fn what_only_looks_like_one() {
        check("heading", None);
        check("Heading_20_2", None);
        check("heading 0", None);
        check("heading 10", None);
        check("Table heading 1", None);
        check("Heading 1 Char", None);
        check("9", None);
        check("", None);
    }

    #[test]
    fn titles_contents_and_code() {
        check("Title", Some(Named::Title));
        check("Titre", Some(Named::Title));
        check("Subtitle", None);
        check("toc 1", Some(Named::Contents));
        check("TOC Heading", Some(Named::Contents));
        check("Source Code", Some(Named::Preformatted));
        check("HTML Preformatted", Some(Named::Preformatted));
        check("Postcode", None);
    }
}
