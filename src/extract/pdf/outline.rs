//! The document's outline, what viewers show as bookmarks: titles with their depth.

use std::collections::{HashMap, HashSet};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, ObjectIdentifier, String as PdfString};

/// Entries that are read; a document with more has no better headings for it.
const ENTRIES: usize = 20_000;
/// Levels that are told apart.
const DEPTH: u8 = 9;

/// Each title, as a heading is compared, with its depth from 1.
pub(super) fn titles(pdf: &Pdf) -> HashMap<String, u8> {
    let mut titles = HashMap::new();
    let xref = pdf.xref();
    let outlines = xref
        .get::<Dict<'_>>(xref.root_id())
        .and_then(|catalog| catalog.get::<Dict<'_>>("Outlines"));
    let mut open: Vec<(Dict<'_>, u8)> = Vec::new();
    open.extend(
        outlines
            .and_then(|outlines| outlines.get::<Dict<'_>>("First"))
            .map(|first| (first, 1)),
    );
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    while let Some((entry, depth)) = open.pop() {
        if seen.len() >= ENTRIES || entry.obj_id().is_some_and(|id| !seen.insert(id)) {
            continue;
        }
        if let Some(title) = entry.get::<PdfString<'_>>("Title") {
            let title = comparable(&decoded(title.as_bytes()));
            if !title.is_empty() {
                titles.entry(title).or_insert(depth);
            }
        }
        open.extend(entry.get::<Dict<'_>>("Next").map(|next| (next, depth)));
        if depth < DEPTH {
            open.extend(
                entry
                    .get::<Dict<'_>>("First")
                    .map(|first| (first, depth + 1)),
            );
        }
    }
    titles
}

/// A heading as it is compared with the outline: letters and digits alone, in lower case,
/// without the number that only one of the two may have.
pub(super) fn comparable(heading: &str) -> String {
    let words: Vec<&str> = heading.split_whitespace().collect();
    let is_number = |word: &str| {
        let core = word.trim_end_matches(['.', ':', ')', '—', '-']);
        let mut parts = core.split('.');
        !core.is_empty()
            && parts.all(|part| {
                part.chars().all(|char| char.is_ascii_digit()) || (part.len() == 1 && core != "A")
            })
    };
    let is_label = |word: &str| {
        ["chapter", "appendix", "section", "part"].contains(&word.to_lowercase().as_str())
    };
    let rest = match words.as_slice() {
        [label, number, rest @ ..]
            if !rest.is_empty() && is_label(label) && (is_number(number) || number.len() < 3) =>
        {
            rest
        }
        [number, rest @ ..] if !rest.is_empty() && is_number(number) => rest,
        all => all,
    };
    let chars = rest
        .iter()
        .flat_map(|word| word.chars())
        .filter(|char| char.is_alphanumeric());
    chars.flat_map(char::to_lowercase).collect()
}

/// A text string (ISO 32000-1, 7.9.2.2): UTF-16 or UTF-8 by its first bytes, else
/// PDFDocEncoding, which is Latin-1 but for a few signs.
fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        bytes => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(heading: &str, expected: &str) {
        assert_eq!(comparable(heading), expected);
    }

    #[test]
    fn numbers_are_no_part_of_a_title() {
        check("2.1 The Method", "themethod");
        check("Chapter 3: Results", "results");
        check("Appendix A Proofs", "proofs");
        check("3D graphics", "3dgraphics");
        check("1984", "1984");
    }

    #[test]
    fn titles_come_in_three_encodings() {
        assert_eq!(decoded(b"\xfe\xff\x00A\x20\x13"), "A–");
        assert_eq!(decoded(b"\xef\xbb\xbfz\xc3\xa9"), "zé");
        assert_eq!(decoded(b"caf\xe9"), "café");
    }
}
