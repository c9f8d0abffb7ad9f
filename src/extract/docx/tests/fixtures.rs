//! Documents made with real programs (`tests/fixtures/documents/make.py`), against what they gave
//! when somebody read it: `guide.docx` against `guide.docx.blocks`.

use super::package::{LIMITS, assert_tiled, dump};
use crate::extract::docx::read;
use std::path::{Path, PathBuf};

pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/documents")
}

/// With `SMRITI_BLESS` set, what is found becomes what is expected: to be read before committing.
fn check(name: &str) {
    let path = folder().join(name);
    let found = read(&std::fs::read(&path).unwrap(), &LIMITS);
    if let Ok((text, blocks)) = &found {
        assert_tiled(text, blocks);
    }
    let golden = path.with_extension("docx.blocks");
    if std::env::var_os("SMRITI_BLESS").is_some() {
        std::fs::write(&golden, dump(&found)).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap();
    assert_eq!(dump(&found), expected, "{name}");
}

#[test]
fn python_docx() {
    check("guide.docx");
}

#[test]
fn pandoc() {
    check("notes.docx");
}

#[test]
fn libreoffice() {
    check("report.docx");
    check("page.docx");
}

#[test]
fn german_names_and_a_cycle_of_styles() {
    check("handbuch.docx");
}

#[test]
fn strict_namespaces_and_another_main_part() {
    check("strict.docx");
}

#[test]
fn refusals() {
    check("encrypted.docx");
    check("truncated.docx");
    check("broken.docx");
}
