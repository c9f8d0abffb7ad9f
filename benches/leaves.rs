//! The leaves of a directory's files, one JSON object per line: the texts that `ranking/pairs.py` mines for training
//! data. Nothing has to be indexed.
//!
//! `cargo bench -q --bench leaves -- DIR`

use anyhow::{Context, Result};
use serde::Serialize;
use smriti_tui::chunk::{Chunk, ChunkTree, Limits, embedded_text};
use smriti_tui::corpus::{self, Cancel, Root, read, walk};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Maximum size of a file that is read, in bytes.
const INDEX_LIMIT: u64 = 10_000_000;

fn main() -> Result<()> {
    let directory = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let directory = directory.context("which directory?")?;
    let root = Root::exactly(Path::new(&directory))?;
    let limits = corpus::FileLimits {
        rules: corpus::RuleOptions::default(),
        index_limit: INDEX_LIMIT,
        document_limit: INDEX_LIMIT,
        secrets: corpus::Secrets::with_rules(&[])?,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for found in walk(&root, &limits, &Cancel::new()).files {
        let Ok((document, _)) = read(&root, &found.path, limits.of(&found.path)) else {
            continue;
        };
        let tree = ChunkTree::of(document, &Limits::default());
        for (index, leaf) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
            serde_json::to_writer(&mut out, &Leaf::new(&tree, index, leaf))?;
            writeln!(out)?;
        }
    }
    Ok(out.flush()?)
}

#[derive(Serialize)]
struct Leaf<'t> {
    path: &'t str,
    start_line: u32,
    end_line: u32,
    kind: &'static str,
    role: String,
    name: &'t str,
    /// The file's and the enclosing names, and its own.
    names: &'t [String],
    language: &'static str,
    /// Its documentation comment.
    docs: String,
    text: String,
    /// The text that is embedded.
    embedded: String,
}

impl<'t> Leaf<'t> {
    fn new(tree: &'t ChunkTree, index: usize, leaf: &'t Chunk) -> Self {
        let text = &tree.document.text;
        Self {
            path: tree.path().as_str(),
            start_line: leaf.lines.0,
            end_line: leaf.lines.1,
            kind: leaf.kind.name(),
            role: format!("{:?}", leaf.role),
            name: &leaf.name,
            names: &leaf.names,
            language: leaf.language.map_or("", |language| language.name()),
            docs: text.slice(leaf.docs.clone()).to_string(),
            text: text.slice(leaf.bytes.clone()).to_string(),
            embedded: embedded_text(tree, index),
        }
    }
}
