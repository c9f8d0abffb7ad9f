//! What cutting into leaves saves: tokens that are embedded, and bytes of records.
//!
//! Counts, no times: any profile will do. `cargo bench --bench chunks -- DIR…`

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use anyhow::Result;
use smriti_tui::chunk::{Chunk, ChunkTree, Kind, Limits, Role, embedded_text};
use smriti_tui::corpus::{self, Cancel, Document, Root, Text, read, walk};
use smriti_tui::embed::{EmbeddingKey, TokenCounter};
use smriti_tui::index::Record;
use std::path::Path;

/// Files above it are not read.
const INDEX_LIMIT: u64 = 10_000_000;

/// Tokens that the bundled model looks at.
const LOOKED_AT: usize = 512;

fn main() -> Result<()> {
    let directories: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    if directories.is_empty() {
        println!("run it with: cargo bench --bench chunks -- DIR…");
        return Ok(());
    }
    let counter = TokenCounter::bundled()?;
    for directory in &directories {
        let mut sizes = Sizes::default();
        sizes.add_directory(Path::new(directory), &counter)?;
        sizes.print(directory);
    }
    Ok(())
}

/// Sums over the code of a directory; prose is cut by its headings either way.
#[derive(Default)]
struct Sizes {
    files: usize,
    /// Every leaf that is embedded.
    leaves: Tokens,
    /// Those that lie in a class, function or method.
    declared: Tokens,
    /// Every class, function and method at any depth, whole.
    flat: Tokens,
    /// Bytes of all records.
    records: usize,
    /// Bytes of the same with the code of files, classes and methods in them.
    with_code: usize,
}

#[derive(Default)]
struct Tokens {
    texts: usize,
    all: usize,
    /// Without those that the model does not look at.
    looked_at: usize,
}

impl Tokens {
    fn add(&mut self, tokens: usize) {
        self.texts += 1;
        self.all += tokens;
        self.looked_at += tokens.min(LOOKED_AT);
    }
}

impl Sizes {
    fn add_directory(&mut self, directory: &Path, counter: &TokenCounter) -> Result<()> {
        let root = Root::exactly(directory)?;
        let limits = corpus::Limits {
            index_limit: INDEX_LIMIT,
            document_limit: INDEX_LIMIT,
            secrets: corpus::Secrets::with(&[])?,
        };
        for found in walk(&root, &limits, &Cancel::new()).files {
            let Ok((document, _)) = read(&root, &found.path, limits.of(&found.path)) else {
                continue;
            };
            let tree = ChunkTree::of(document, &Limits::default());
            let declares_something = (0..tree.chunks.len()).any(|at| is_flat(&tree, at));
            if declares_something {
                self.add(&tree, counter)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, tree: &ChunkTree, counter: &TokenCounter) -> Result<()> {
        self.files += 1;
        for (index, chunk) in tree.chunks.iter().enumerate() {
            let tokens = counter.count(&embedded_text(tree, index))?;
            if chunk.is_leaf() && !chunk.silent {
                self.leaves.add(tokens);
                if is_below_flat(tree, index) {
                    self.declared.add(tokens);
                }
            }
            if is_flat(tree, index) {
                self.flat.add(tokens);
                self.add_nested(tree, chunk, counter)?;
            }
            let record = record(tree, chunk)?;
            self.records += record;
            self.with_code += record;
            if index == 0 || is_flat(tree, index) {
                self.with_code += chunk.bytes.len();
            }
        }
        Ok(())
    }

    /// Adds what a function declares inside its code, which is no chunk: the code is cut as if it
    /// were a document.
    fn add_nested(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        counter: &TokenCounter,
    ) -> Result<()> {
        let mut codes = vec![code(tree, chunk)];
        while let Some(text) = codes.pop() {
            let document = Document::new(tree.path().clone(), Text::from(text.as_str()));
            let inner = ChunkTree::of(document, &Limits::default());
            for index in (0..inner.chunks.len()).filter(|index| is_flat(&inner, *index)) {
                self.flat.add(counter.count(&embedded_text(&inner, index))?);
                codes.push(code(&inner, &inner.chunks[index]));
            }
        }
        Ok(())
    }

    fn print(&self, directory: &str) {
        let fewer = |less: usize, more: usize| 100.0 * (1.0 - less as f64 / more as f64);
        println!("{directory}: {} files that declare something", self.files);
        let kinds = [
            ("all leaves", &self.leaves),
            ("leaves in declarations", &self.declared),
            ("flat", &self.flat),
        ];
        for (what, tokens) in kinds {
            println!(
                "  {what:<23} {:>6} texts {:>9} tokens ({:>5.1} % fewer), looked at {:>9} ({:>5.1} %)",
                tokens.texts,
                tokens.all,
                fewer(tokens.all, self.flat.all),
                tokens.looked_at,
                fewer(tokens.looked_at, self.flat.looked_at),
            );
        }
        println!(
            "  records {} bytes, with code {} bytes: {:.1} % smaller",
            self.records,
            self.with_code,
            fewer(self.records, self.with_code),
        );
    }
}

/// A class, function or method, whatever the language calls it.
fn is_flat(tree: &ChunkTree, index: usize) -> bool {
    let kind = tree.chunks.get(index).map(|chunk| chunk.kind);
    let is_kind = kind.is_some_and(|kind| !matches!(kind, Kind::Section | Kind::Module));
    is_kind && tree.declares(index)
}

/// A function's code as a text of its own; empty for what has members.
fn code(tree: &ChunkTree, chunk: &Chunk) -> String {
    let has_code = matches!(
        chunk.kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor
    );
    let start = chunk.signature.end.max(chunk.docs.end);
    if !has_code || chunk.signature.is_empty() || start >= chunk.bytes.end {
        return String::new();
    }
    let text = tree.document.text.slice(start..chunk.bytes.end);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let margin = lines.map(|line| line.len() - line.trim_start().len()).min();
    let dedented = text
        .lines()
        .map(|line| line.get(margin.unwrap_or(0)..).unwrap_or_default());
    dedented.collect::<Vec<_>>().join("\n")
}

fn is_below_flat(tree: &ChunkTree, index: usize) -> bool {
    let mut next = Some(index);
    while let Some(at) = next {
        if is_flat(tree, at) {
            return true;
        }
        next = tree.chunks.get(at).and_then(|chunk| chunk.parent);
    }
    false
}

/// The length of a chunk's record as it is stored.
fn record(tree: &ChunkTree, chunk: &Chunk) -> Result<usize> {
    let is_entry = chunk.role != Role::Parent && !chunk.silent;
    let key = is_entry.then_some(EmbeddingKey(chunk.hash));
    Ok(postcard::to_stdvec(&Record::of(tree, chunk, key))?.len())
}
