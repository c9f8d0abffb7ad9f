//! Packages made for a test.

use crate::corpus::{Block, BlockKind};
use crate::extract::{Limits, Refusal};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub(super) const LIMITS: Limits = Limits { text: 1 << 20 };

const ROOT: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A zip of these files.
pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A document with this body and these other parts, `styles` for `word/styles.xml`.
pub(super) fn document(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let main = format!("<w:document><w:body>{body}</w:body></w:document>");
    let relations: String = parts
        .iter()
        .map(|(name, _)| {
            format!(r#"<Relationship Id="{name}" Type="{TYPE}/{name}" Target="{name}.xml"/>"#)
        })
        .collect();
    let relations = format!("<Relationships>{relations}</Relationships>");
    let parts: Vec<(String, &str)> = parts
        .iter()
        .map(|(name, xml)| (format!("word/{name}.xml"), *xml))
        .collect();
    let mut files: Vec<(&str, &[u8])> = vec![
        ("_rels/.rels", ROOT.as_bytes()),
        ("word/document.xml", main.as_bytes()),
        ("word/_rels/document.xml.rels", relations.as_bytes()),
    ];
    files.extend(
        parts
            .iter()
            .map(|(name, xml)| (name.as_str(), xml.as_bytes())),
    );
    zip(&files)
}

/// What a document gives, a line a block: `H1 | text`, with `⏎` for the line ends in it.
pub(super) fn dump(found: &Result<(String, Vec<Block>), Refusal>) -> String {
    let (text, blocks) = match found {
        Ok(found) => found,
        Err(refusal) => return format!("refused: {refusal}\n"),
    };
    let ends = blocks.iter().skip(1).map(|block| block.start as usize);
    let ends = ends.chain([text.len()]);
    let lines = blocks.iter().zip(ends).map(|(block, end)| {
        let kind = match block.kind {
            BlockKind::Heading(level) => format!("H{level}"),
            BlockKind::Paragraph => "par".to_owned(),
            BlockKind::Item => "item".to_owned(),
            BlockKind::Row => "row".to_owned(),
        };
        let text = text[block.start as usize..end]
            .trim_end()
            .replace('\n', "⏎");
        format!("{kind} | {text}\n")
    });
    lines.collect()
}

/// The blocks tile the text, each begins at a line's start and ends with a line's end, none is
/// empty.
pub(super) fn assert_tiled(text: &str, blocks: &[Block]) {
    assert_eq!(text.is_empty(), blocks.is_empty());
    assert_eq!(blocks.first().map_or(0, |block| block.start), 0);
    let ends = blocks.iter().skip(1).map(|block| block.start as usize);
    for (block, end) in blocks.iter().zip(ends.chain([text.len()])) {
        let content = &text[block.start as usize..end];
        assert!(content.ends_with('\n'), "{content:?}");
        assert!(!content.trim().is_empty(), "{content:?}");
        assert_eq!(block.page, 0);
        assert!(!matches!(block.kind, BlockKind::Heading(0 | 10..)));
        assert!(!content.contains(['\r', '\0']));
    }
    assert!(!text.ends_with("\n\n"));
}
