//! Rewrites the XML of a DOCX into XML that undoc understands.
//!
//! undoc knows a heading by the outline level of its style, and neither moved nor hidden text nor equations.
//! [`readable()`] expresses them by elements that it knows.

use super::block::MAX_LEVEL;
use std::borrow::Cow;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Character for a line break; undoc keeps it as text.
pub(super) const LINE_BREAK: char = '\u{2028}';
/// Style of a paragraph that states an outline level, followed by the level.
pub(super) const OUTLINE_STYLE: &str = "outline level ";

/// Ids of the styles of headings without their levels, in lower case: they have no letters with accents.
#[rustfmt::skip]
const HEADINGS: [&str; 15] = [
    "heading", "berschrift", "cmsor", "kop", "nadpis", "nagwek", "naslov", "otsikko", "overskrift", "rubrik", "titlu",
    "titolo", "titre", "ttulo", "titulo",
];

/// The parts of a package that have text or styles, rewritten; none if the package cannot be read.
pub(super) fn readable(raw: &[u8]) -> Option<Vec<u8>> {
    let mut package = ZipArchive::new(Cursor::new(raw)).ok()?;
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for index in 0..package.len() {
        let mut part = package.by_index(index).ok()?;
        let name = part.name().ok()?.into_owned();
        // Pictures are not read.
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            continue;
        }
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).ok()?;
        let rewrite: Option<fn(&str) -> String> = match name.as_str() {
            "word/styles.xml" => Some(|xml| {
                let mut is_of_paragraphs = false;
                rewritten(xml, |tag| style_tag(tag, &mut is_of_paragraphs))
            }),
            "word/document.xml" => Some(|xml| rewritten(xml, text_tag)),
            "word/footnotes.xml" | "word/endnotes.xml" => Some(|xml| rewritten(xml, note_tag)),
            _ => None,
        };
        let new = rewrite.zip(std::str::from_utf8(&bytes).ok());
        let new = new.map_or(Cow::Borrowed(&*bytes), |(rewrite, xml)| {
            rewrite(xml).into_bytes().into()
        });
        out.start_file(name, options).ok()?;
        out.write_all(&new).ok()?;
    }
    Some(out.finish().ok()?.into_inner())
}

/// Elements that are removed with their content, among them the readings of ideographs. A run is removed if it is hidden.
const REMOVED: [&str; 5] = ["w:moveFrom", "w:pPrChange", "w:rPrChange", "w:rt", "w:r"];

/// XML with other tags, without [`REMOVED`] elements.
fn rewritten(xml: &str, mut replacement: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(xml.len());
    // Open elements that may be removed, with their starts in the output.
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut hidden = Vec::new();
    let mut in_paragraph_properties = false;
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let end = rest[start..]
            .find('>')
            .map_or(rest.len(), |at| start + at + 1);
        let (before, tag) = (&rest[..start], &rest[start..end]);
        rest = &rest[end..];
        out.push_str(before);
        let name = name_of(tag);
        match tag.strip_prefix("</") {
            Some(_) => {
                out.push_str(replacement(tag).as_deref().unwrap_or(tag));
                if open.last().is_some_and(|(opened, _)| *opened == name)
                    && let Some((_, start)) = open.pop()
                    && (name != "w:r" || hidden.pop_if(|run| *run == start).is_some())
                {
                    out.truncate(start);
                }
            }
            None if REMOVED.contains(&name) && !tag.ends_with("/>") => {
                open.push((name, out.len()));
                out.push_str(tag);
            }
            None => out.push_str(replacement(tag).as_deref().unwrap_or(tag)),
        }
        match name {
            "w:pPr" => in_paragraph_properties = !tag.starts_with("</") && !tag.ends_with("/>"),
            "w:vanish" if is_on(tag) && !in_paragraph_properties => {
                hidden.extend(open.last().map(|(_, start)| *start));
            }
            _ => {}
        }
    }
    out.push_str(rest);
    out
}

/// The name of a tag's element.
fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    name.split(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>'))
        .next()
        .unwrap_or_default()
}

/// The level of a heading by the id of its style, which some programs write in the language of the user.
fn heading_level(style_id: &str) -> Option<u8> {
    let name = style_id.trim_end_matches(|last: char| last.is_ascii_digit());
    let level: u8 = style_id[name.len()..].parse().ok()?;
    let is_heading = HEADINGS.contains(&name.to_lowercase().as_str());
    (is_heading && (1..=9).contains(&level)).then(|| level.min(MAX_LEVEL))
}

/// The value of a tag's attribute `w:val`.
fn value(tag: &str) -> Option<&str> {
    attribute(tag, "w:val=")
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, value) = tag.split_once(name)?;
    let quote = value.chars().next()?;
    value[1..].split(quote).next()
}

fn is_on(tag: &str) -> bool {
    !matches!(value(tag), Some("0" | "false" | "off"))
}

/// A tag of a style. Word knows headings by the names of their styles; levels 7 to 9 are the deepest of Markdown.
/// The emphasis of a style for paragraphs, such as "Caption", is none: a bold line would be a heading.
fn style_tag(tag: &str, is_of_paragraphs: &mut bool) -> Option<String> {
    let level = match name_of(tag) {
        "w:style" => {
            *is_of_paragraphs = tag.contains("w:type=\"paragraph\"");
            let level = heading_level(attribute(tag, "w:styleId=")?)?;
            return Some(format!(
                "{tag}<w:pPr><w:outlineLvl w:val=\"{}\"/></w:pPr>",
                level - 1
            ));
        }
        "w:b" | "w:bCs" | "w:i" | "w:iCs" if *is_of_paragraphs => return Some(String::new()),
        "w:name" => {
            let name = value(tag)?.to_lowercase();
            name.strip_prefix("heading ")?.trim().parse().ok()?
        }
        "w:outlineLvl" => value(tag)?.parse::<u8>().ok()?.checked_add(1)?,
        _ => return None,
    };
    let level = match level {
        1..=9 => format!("<w:outlineLvl w:val=\"{}\"/>", level.min(MAX_LEVEL) - 1),
        // Body text.
        _ => return None,
    };
    Some(match name_of(tag) {
        "w:name" => format!("{tag}<w:pPr>{level}</w:pPr>"),
        _ => level,
    })
}

/// A tag of a note, whose paragraphs undoc joins.
fn note_tag(tag: &str) -> Option<String> {
    match tag {
        "</w:p>" => Some(format!("<w:r><w:t>{LINE_BREAK}</w:t></w:r>{tag}")),
        _ => text_tag(tag),
    }
}

/// A tag of a text.
fn text_tag(tag: &str) -> Option<String> {
    match name_of(tag) {
        "w:outlineLvl" => {
            let level = value(tag)?.parse::<u8>().ok()?.checked_add(1)?;
            Some(format!("<w:pStyle w:val=\"{OUTLINE_STYLE}{level}\"/>"))
        }
        "w:br" | "w:cr" => Some(format!("<w:t>{LINE_BREAK}</w:t>")),
        "m:r" | "m:t" => Some(tag.replacen("m:", "w:", 1)),
        "w:jc" if value(tag) == Some("end") => Some(tag.replacen("end", "right", 1)),
        _ => None,
    }
}
