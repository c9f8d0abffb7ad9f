//! One file in each format of documents, its expected tree, and the embedded text of each leaf:
//! `tests/fixtures/documents`.

use smriti_tui::chunk::{Chunk, ChunkTree, Format, Limits, Role, embedded_text};
use smriti_tui::config::Config;
use smriti_tui::context::Sources;
use smriti_tui::corpus::{Cancel, Root, SourcePath};
use smriti_tui::extract::{Bounds, DocumentReader};
use smriti_tui::syntax::Language;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[test]
fn markdown() {
    check("guide.md", Format::Markdown);
}

#[test]
fn markdown_without_spaces_between_words() {
    check("tea.md", Format::Markdown);
}

/// Each line of a cell is at its line in the file, and pictures are left out.
#[test]
fn notebooks() {
    check("weights.ipynb", Format::Notebook);
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

#[test]
fn word_documents() {
    for file in ["guide", "handbuch", "notes", "page", "report", "strict"] {
        check(&format!("{file}.docx"), Format::Docx);
    }
}

#[test]
fn pdf_documents() {
    for file in [
        "empty-password",
        "fpdf-table",
        "ghostscript-manual",
        "libreoffice-report",
        "pdftex-article",
        "reportlab-columns",
        "reportlab-titles",
        "weasyprint-weight",
    ] {
        check(&format!("{file}.pdf"), Format::Pdf);
    }
}

/// A document without text reports the reason, in one line.
#[test]
fn unreadable_document_reports_a_reason() {
    refused("encrypted.docx", "encrypted: ");
    refused("encrypted.pdf", "encrypted: ");
    refused("scanned.pdf", "scanned: ");
    refused("truncated.docx", "malformed: ");
    refused("broken.docx", "malformed: ");
}

#[test]
fn cancelled_extraction_ends() {
    let cancel = Cancel::new();
    cancel.cancel();
    let cache = tempfile::tempdir().expect("a folder");
    let read = reader(cache.path()).read(&SourcePath::new("guide.docx"), &cancel);
    assert!(read.is_err());
    // The failure may be temporary: it is not stored.
    assert_eq!(
        std::fs::read_dir(cache.path()).expect("a folder").count(),
        0
    );
}

#[test]
fn cancelled_leaf_is_not_extracted() {
    let cancel = Cancel::new();
    cancel.cancel();
    let cache = tempfile::tempdir().unwrap();
    let mut sources = Sources::new(reader(cache.path()), Limits::default());
    let path = SourcePath::new("guide.docx");
    let stopped = sources.tree(&path, &cancel).unwrap_err().to_string();
    assert!(stopped.contains("cancelled"), "{stopped}");
    assert!(sources.tree(&path, &Cancel::new()).is_ok());
}

#[test]
fn a_deadline_ends_an_extraction() {
    let cache = tempfile::tempdir().expect("a folder");
    let config = Config::load(None).expect("the defaults");
    let root = Root::exactly(&folder()).expect("a root");
    let program = env!("CARGO_BIN_EXE_smriti-tui").into();
    let bounds = Bounds {
        seconds: 0,
        ..Bounds::of(&config)
    };
    let reader = DocumentReader::with_bounds(root, &config, program, cache.path(), bounds).unwrap();
    let read = reader.read(&SourcePath::new("guide.docx"), &Cancel::new());
    let why = read.expect_err("a refusal").reason.to_string();
    assert!(why.contains("took more than 0 s"), "{why}");
}

#[test]
fn extracted_text_is_cached() {
    let cache = tempfile::tempdir().expect("a folder");
    let path = SourcePath::new("guide.docx");
    let read = |reader: &DocumentReader| {
        let read = reader.read(&path, &Cancel::new());
        read.map(|(document, _)| document.text.bytes().to_vec())
            .map_err(|error| error.to_string())
    };
    let text = read(&reader(cache.path()));
    assert!(text.is_ok(), "{text:?}");
    let without = reader_with("no/such/program".into(), cache.path());
    assert_eq!(read(&without), text);
    let empty = tempfile::tempdir().expect("a folder");
    let without = reader_with("no/such/program".into(), empty.path());
    let why = read(&without).expect_err("the program does not exist");
    assert!(why.contains("extraction failed"), "{why}");
}

#[test]
fn a_refusal_for_a_limit_is_cached() {
    let cache = tempfile::tempdir().expect("a folder");
    let mut config = Config::load(None).expect("the defaults");
    config.corpus.index_limit = 10;
    for program in [env!("CARGO_BIN_EXE_smriti-tui"), "no/such/program"] {
        let root = Root::exactly(&folder()).expect("a root");
        let reader = DocumentReader::new(root, &config, program.into(), cache.path()).unwrap();
        let read = reader.read(&SourcePath::new("guide.docx"), &Cancel::new());
        let why = read.expect_err("a refusal").reason.to_string();
        assert!(why.starts_with("too long: "), "{program}: {why}");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/documents")
}

fn reader(cache: &Path) -> DocumentReader {
    reader_with(env!("CARGO_BIN_EXE_smriti-tui").into(), cache)
}

fn reader_with(program: PathBuf, cache: &Path) -> DocumentReader {
    let root = Root::exactly(&folder()).expect("a root");
    let config = Config::load(None).expect("the defaults");
    DocumentReader::new(root, &config, program, cache).unwrap()
}

fn refused(file: &str, why: &str) {
    let cache = tempfile::tempdir().expect("a folder");
    let read = reader(cache.path()).read(&SourcePath::new(file), &Cancel::new());
    let message = read.expect_err("a refusal").reason.to_string();
    assert!(
        message.starts_with(why) && !message.contains('\n'),
        "{file}: {message}"
    );
}

fn check(file: &str, format: Format) {
    let cache = tempfile::tempdir().expect("a folder");
    let read = reader(cache.path()).read(&SourcePath::new(file), &Cancel::new());
    let (document, _) = read.expect("a fixture");
    let folder = folder();
    let tree = ChunkTree::of(document, &Limits::default());
    assert_eq!(tree.format, Some(format), "{file}");
    let text = &tree.document.text;
    let leaves: String = tree
        .leaves()
        .map(|(_, leaf)| text.slice(leaf.bytes.clone()))
        .collect();
    assert_eq!(leaves.as_bytes(), text.bytes(), "{file}");
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(file, outline(&tree));
    });
}

/// A tree as lines: location, kind, headings, and the embedded text of a leaf below it.
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
    if chunk.page > 0 {
        let _ = write!(line, "  p. {}", chunk.page);
    }
    if chunk.silent {
        line.push_str("  (silent)");
    }
    line
}

fn depth(tree: &ChunkTree, chunk: &Chunk) -> usize {
    let above = |chunk: &&Chunk| chunk.parent.and_then(|parent| tree.chunks.get(parent));
    std::iter::successors(Some(chunk), above).count() - 1
}
