//! Outlines of documents and lines.

use super::super::{Kind, Role, embedded_text};
use super::{check, tree};

#[test]
fn markdown() {
    check(
        "markdown.md",
        r##"---
title: x
---
# Guide

Some words.

## Install

Run this:

```sh
make install
```

```python
import x
```

- one
- two

Setext `code`
-------------

Text.

### Deep

# Second
"##,
        r##"parent section Guide 1-29
  header section Guide 1-7
  parent section Guide.Install 8-22
    header section Guide.Install 8-11
    body code Guide.Install 12-15
    body code Guide.Install 16-19
    body section Guide.Install 20-22
  parent section Guide.Setext code 23-29
    header section Guide.Setext code 23-27
    parent section Guide.Setext code.Deep 28-29
      header section Guide.Setext code.Deep 28-29
parent section Second 30-30
  header section Second 30-30
"##,
    );
}

#[test]
fn plain_text() {
    check(
        "notes.txt",
        r##"First line of notes
second line

third
"##,
        r##"body lines First line of notes 1-4
"##,
    );
}

fn embedded(path: &str, text: &str, name: &str, role: Role) -> String {
    let tree = tree(path, text);
    let wanted = |(_, leaf): &(usize, &crate::chunk::Chunk)| leaf.name == name && leaf.role == role;
    let found = tree.leaves().find(wanted).map(|(index, _)| index);
    embedded_text(&tree, found.expect("a leaf of this name"))
}

#[test]
fn code_is_embedded_with_where_it_stands() {
    assert_eq!(
        embedded(
            "src/a.rs",
            "impl A {\n    /// Runs.\n    fn run(&self) {}\n}\n",
            "run",
            Role::Body
        ),
        "Parent: A\nFile: src/a.rs\nLanguage: rust\nType: method\nSymbol: run\n    /// Runs.\n    fn run(&self) {}\n}\n"
    );
}

#[test]
fn documents_are_embedded_with_their_headings() {
    let text = "# Guide\n\nText.\n\n## Install\n\nRun it.\n";
    assert_eq!(
        embedded("a.md", text, "Install", Role::Header),
        "[Context: H1: Guide > H2: Install]\n## Install\n\nRun it.\n"
    );
}

#[test]
fn every_piece_is_embedded_with_the_signature() {
    let body = "    let value = compute(1, 2, 3);\n".repeat(100);
    let text = format!("/// Docs.\nfn long(a: u8) -> u8 {{\n{body}}}\n");
    let first = embedded("a.rs", &text, "long#1", Role::Piece);
    assert!(first.ends_with('\n') && first.contains("/// Docs.\nfn long(a: u8) -> u8 {\n"));
    assert_eq!(first.matches("fn long").count(), 1);
    let second = embedded("a.rs", &text, "long#2", Role::Piece);
    assert!(
        second.contains("Symbol: long\nfn long(a: u8) -> u8\n    let value"),
        "{second}"
    );
}

#[test]
fn names_stand_where_they_are_written() {
    let text = "/// Docs.\n#[inline]\npub fn run() {}\n";
    let tree = tree("a.rs", text);
    let (_, leaf) = tree.leaves().next().expect("a leaf");
    assert_eq!(
        (leaf.kind, leaf.name_at, leaf.lines),
        (Kind::Function, (3, 8), (1, 3))
    );
    assert_eq!(&text[leaf.docs.clone()], "/// Docs.");
    assert_eq!(&text[leaf.signature.clone()], "pub fn run()");
}

#[test]
fn long_paragraphs_are_split_at_sentences() {
    let text = format!(
        "# A\n\n{}\n",
        "These are some words of a sentence. ".repeat(60)
    );
    let tree = tree("a.md", &text);
    let pieces: Vec<_> = tree
        .leaves()
        .map(|(_, leaf)| leaf)
        .filter(|leaf| leaf.role == Role::Piece)
        .collect();
    assert!(pieces.len() > 1);
    for piece in pieces {
        assert!(piece.bytes.len() <= 800);
        assert!(text[piece.bytes.clone()].trim_end().ends_with('.'));
    }
}
