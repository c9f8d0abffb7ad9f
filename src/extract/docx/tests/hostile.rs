//! Documents that nobody means well with.

use super::fixtures::folder;
use super::package::{LIMITS, assert_tiled, document, zip};
use crate::extract::docx::package::Package;
use crate::extract::docx::xml::Node;
use crate::extract::docx::{Refusal, read};
use proptest::prelude::*;
use std::io::Read;

fn check_refused(raw: &[u8], expected: &str) {
    let refusal = read(raw, &LIMITS).unwrap_err().to_string();
    assert!(refusal.contains(expected), "{refusal}");
}

#[test]
fn what_is_missing_or_wrong() {
    check_refused(b"", "it is empty");
    check_refused(b"no zip at all", "it is no zip");
    check_refused(&zip(&[("mimetype", b"x")]), "_rels/.rels is missing");
    check_refused(
        &zip(&[("_rels/.rels", b"<Relationships/>")]),
        "it names no document",
    );
    let document = document("<w:p><w:r><w:t>a</w:t></w:p>", &[]);
    check_refused(&document, "word/document.xml: ill-formed");
}

#[test]
fn a_broken_part_is_named() {
    let body = "<w:p><w:r><w:t>a</w:t></w:r></w:p>";
    for part in ["styles", "numbering", "footnotes"] {
        let raw = document(body, &[(part, "<w:x><w:y>")]);
        check_refused(&raw, &format!("word/{part}.xml: "));
    }
}

#[test]
fn entities_are_not_expanded() {
    let raw = document("<w:p><w:r><w:t>&lol;</w:t></w:r></w:p>", &[]);
    check_refused(&raw, "unknown entity &lol;");
}

/// Reads a part to its end, or to where it is refused.
fn check_part(raw: &[u8], budget: u64, expected: &str) {
    let mut package = Package::open(raw, budget).unwrap();
    let mut xml = package.part("word/document.xml").unwrap();
    let refusal = loop {
        match xml.next() {
            Ok(Node::End) => panic!("it was read to its end"),
            Ok(_) => {}
            Err(refusal) => break refusal.to_string(),
        }
    };
    assert!(refusal.contains(expected), "{refusal}");
}

#[test]
fn a_bomb_is_metered() {
    let many = document(&"<w:p/>".repeat(1 << 18), &[]);
    check_part(&many, 1 << 20, "word/document.xml: it unpacks to more than");
    let long = document(&" ".repeat(17 << 20), &[]);
    check_part(&long, 1 << 30, "a text of more than 16 MB");
}

#[test]
fn too_long() {
    let paragraph = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(1 << 10));
    let raw = document(&paragraph.repeat(1 << 10), &[]);
    let limit = LIMITS.text as u64;
    assert_eq!(read(&raw, &LIMITS), Err(Refusal::TooLong { limit }));
}

#[test]
fn a_marker_without_end() {
    let numbering = format!(
        r#"<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="4294967295"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="{}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#,
        "%1".repeat(100_000)
    );
    let item = r#"<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>"#;
    let raw = document(&item.repeat(100), &[("numbering", &numbering)]);
    let (text, blocks) = read(&raw, &LIMITS).unwrap();
    assert_tiled(&text, &blocks);
    assert!(text.lines().all(|line| line.len() < 400));
}

#[test]
fn nothing_is_as_deep_as_the_document() {
    let deep = |open: &str, close: &str| {
        let text = "<w:p><w:r><w:t>deep</w:t></w:r></w:p>";
        let body = format!("{}{text}{}", open.repeat(100_000), close.repeat(100_000));
        let (text, blocks) = read(&document(&body, &[]), &LIMITS).unwrap();
        assert_tiled(&text, &blocks);
        assert_eq!(text.trim(), "deep");
    };
    deep("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>");
    deep("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>");
    deep("<w:p><w:r><w:txbxContent>", "</w:txbxContent></w:r></w:p>");
    deep(
        "<mc:AlternateContent><mc:Choice>",
        "</mc:Choice></mc:AlternateContent>",
    );
    deep("<w:p>", "</w:p>");
    deep("<m:oMath><m:d>", "</m:d></m:oMath>");
    deep(
        "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/><w:fldChar w:fldCharType=\"separate\"/></w:r>",
        "</w:p>",
    );
}

/// The parts of a fixture, unpacked.
fn parts(name: &str) -> Vec<(String, Vec<u8>)> {
    let raw = std::fs::read(folder().join(name)).unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(raw)).unwrap();
    let unpacked = (0..archive.len()).map(|index| {
        let mut file = archive.by_index(index).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        (name, content)
    });
    unpacked.collect()
}

fn check_sound(raw: &[u8]) {
    if let Ok((text, blocks)) = read(raw, &LIMITS) {
        assert_tiled(&text, &blocks);
    }
}

const FIXTURES: &[&str] = &["guide.docx", "notes.docx", "report.docx", "page.docx"];

/// A change of bytes: at a place, replaced by, so many dropped.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Vec<u8>, usize)>> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..3),
        prop::sample::select(vec![
            "<w:p>",
            "</w:p>",
            "<w:tbl>",
            "<w:tc>",
            "</w:tr>",
            "<w:del/>",
            "&amp;",
            "&#0;",
            "w:val=\"9\"",
            "<w:txbxContent>",
            "<w:r/>",
            "<w:fldChar w:fldCharType=\"begin\"/>",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), bytes, 0_usize..40), 1..6)
}

fn changed(mut raw: Vec<u8>, changes: &[(prop::sample::Index, Vec<u8>, usize)]) -> Vec<u8> {
    for (place, bytes, dropped) in changes {
        let at = place.index(raw.len() + 1);
        let end = (at + dropped).min(raw.len());
        raw.splice(at..end, bytes.iter().copied());
    }
    raw
}

/// Drops, doubles or moves whole elements, so that the XML stays well-formed more often.
fn shuffled(raw: &[u8], picks: &[(prop::sample::Index, prop::sample::Index, u8)]) -> Vec<u8> {
    let text = String::from_utf8_lossy(raw).into_owned();
    let mut tags: Vec<String> = text.split_inclusive('>').map(str::to_owned).collect();
    for (from, to, how) in picks {
        let (from, to) = (from.index(tags.len()), to.index(tags.len()));
        match how % 3 {
            0 if tags.len() > 1 => _ = tags.remove(from),
            1 => {
                let tag = tags[from].clone();
                tags.insert(to, tag);
            }
            _ => tags.swap(from, to),
        }
    }
    tags.concat().into_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_packages(name in prop::sample::select(FIXTURES), changes in changes(), cut in any::<Option<prop::sample::Index>>()) {
        let mut raw = changed(std::fs::read(folder().join(name)).unwrap(), &changes);
        if let Some(cut) = cut {
            raw.truncate(cut.index(raw.len() + 1));
        }
        check_sound(&raw);
    }

    #[test]
    fn changed_parts(
        name in prop::sample::select(FIXTURES),
        changes in changes(),
        picks in prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index, u8)>(), 0..4),
        part in any::<prop::sample::Index>(),
    ) {
        let mut parts = parts(name);
        let part = part.index(parts.len());
        parts[part].1 = shuffled(&parts[part].1, &picks);
        if picks.len() % 2 == 0 {
            parts[part].1 = changed(std::mem::take(&mut parts[part].1), &changes);
        }
        let files: Vec<(&str, &[u8])> = parts.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
        check_sound(&zip(&files));
    }

    /// Any nesting of the elements that mean something.
    #[test]
    fn any_nesting(tags in prop::collection::vec((0_usize..40, any::<bool>()), 0..200)) {
        const NAMES: &[&str] = &[
            "w:p", "w:p", "w:r", "w:r", "w:t", "w:t", "w:tbl", "w:tr", "w:tc", "w:txbxContent", "w:pPr", "w:rPr", "w:del",
            "w:ins", "w:sdt", "w:sdtContent", "mc:AlternateContent", "mc:Choice", "mc:Fallback", "m:oMath", "m:f", "m:num",
            "m:den", "m:d", "m:dPr", "m:nary", "m:naryPr", "m:e", "m:rad", "m:sup", "m:mr", "w:br", "w:tab", "w:trPr",
            "w:tcPr", "w:vanish", "w:numPr", "w:footnote", "w:framePr", "w:hyperlink",
        ];
        let mut body = String::new();
        let mut open = Vec::new();
        for (name, closes) in tags {
            if closes && let Some(name) = open.pop() {
                body += &format!("</{name}>");
            } else {
                let name = NAMES[name];
                body += &format!("<{name} w:val=\"1\">a ");
                open.push(name);
            }
        }
        while let Some(name) = open.pop() {
            body += &format!("</{name}>");
        }
        let raw = document(&body, &[]);
        let (text, blocks) = read(&raw, &LIMITS).unwrap();
        assert_tiled(&text, &blocks);
    }
}
