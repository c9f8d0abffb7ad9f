//! One file in each format of documents, the tree that it must be cut into, and what is embedded of
//! each leaf: `tests/fixtures/documents`.

use smriti_tui::chunk::{Chunk, ChunkTree, Format, Limits, Role, embedded_text};
use smriti_tui::corpus::{Document, SourcePath, Text};
use smriti_tui::syntax::Language;
use std::fmt::Write;
use std::path::Path;

#[test]
fn markdown() {
    check("guide.md", Format::Markdown);
}

#[test]
fn markdown_without_spaces_between_words() {
    check("tea.md", Format::Markdown);
}

#[test]
fn restructured_text() {
    check("guide.rst", Format::ReStructuredText);
}

#[test]
fn asciidoc() {
    check("guide.adoc", Format::AsciiDoc);
}

#[test]
fn plain_text() {
    check("manual.txt", Format::Plain);
}

#[test]
fn a_readme_without_extension() {
    check("README", Format::Plain);
}

fn check(file: &str, format: Format) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/documents");
    let raw = std::fs::read(folder.join(file)).expect("a fixture");
    let document = Document::new(SourcePath::new(file), Text::decode(raw));
    let tree = ChunkTree::of(document, &Limits::default());
    assert_eq!(tree.format, Some(format), "{file}");
    let leaves: String = tree.leaves().map(|(_, leaf)| tree.text(leaf)).collect();
    assert_eq!(leaves.as_bytes(), tree.document.text.bytes(), "{file}");
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(file, outline(&tree));
    });
}

/// A tree as lines: place, kind, headings, and what is embedded of a leaf below it.
fn outline(tree: &ChunkTree) -> String {
    let mut out = String::new();
    for (index, chunk) in tree.chunks.iter().enumerate() {
        let indent = "  ".repeat(depth(tree, chunk));
        let _ = writeln!(out, "{}", line(chunk, &indent).trim_end());
        if chunk.is_leaf() && !chunk.silent {
            let text = embedded_text(tree, index);
            for line in text.lines().filter(|line| !line.starts_with("[Context: ")) {
                let _ = writeln!(out, "          {indent}| {}", line.trim_end());
            }
        }
    }
    out
}

fn line(chunk: &Chunk, indent: &str) -> String {
    let (first, last) = chunk.lines;
    let mut line = format!("{first:>3}-{last:<4}{indent}{} ", chunk.kind.name());
    if !matches!(chunk.role, Role::Parent | Role::Body) {
        let _ = write!(line, "({}) ", chunk.role.name());
    }
    if chunk.kind.name() == "code" {
        let language = chunk.language.map_or("no language", Language::name);
        let _ = write!(line, "in {language} ");
    }
    line.push_str(&chunk.heading_context());
    if chunk.silent {
        line.push_str("  (silent)");
    }
    line
}

fn depth(tree: &ChunkTree, chunk: &Chunk) -> usize {
    let above = |chunk: &&Chunk| chunk.parent.and_then(|parent| tree.chunks.get(parent));
    std::iter::successors(Some(chunk), above).count() - 1
}
