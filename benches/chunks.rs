//! Compares leaves with flat chunks (every class, function and method at any depth, embedded as a whole):
//! embedded tokens, bytes of records and, with queries, retrieval.
//!
//! `cargo bench --bench chunks -- [--queries FILE]… DIR…`
//!
//! Measures counts, not times, so the build profile does not matter. A line of FILE is JSON: `{"corpus",
//! "query", "relevant": [{"path", "start_line"?, "end_line"?}]}`. The query runs on each DIR with a component
//! `corpus`. All vectors are compared exactly, without keywords and ranking: only the chunks differ.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use anyhow::{Context, Result};
use serde_json::Value;
use smriti_tui::answers::token_count;
use smriti_tui::chunk::{Chunk, ChunkTree, Kind, Limits, Role, embedded_text};
use smriti_tui::corpus::{self, Cancel, Document, Root, Text, read, walk};
use smriti_tui::embed::{EmbeddingKey, Model};
use smriti_tui::index::Record;
use std::path::Path;

/// Maximum size of a file that is read, in bytes.
const INDEX_LIMIT: u64 = 10_000_000;

/// Maximum number of tokens that the bundled model reads.
const MAX_LINES: usize = 512;

/// Number of texts that are embedded together.
const BATCH: usize = 1_024;

fn main() -> Result<()> {
    let mut directories = Vec::new();
    let mut queries = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--queries" => {
                let file = arguments.next().context("--queries: which file?")?;
                queries.extend(Query::read(&std::fs::read_to_string(file)?)?);
            }
            _ if argument.starts_with('-') => {}
            _ => directories.push(argument),
        }
    }
    if directories.is_empty() {
        println!("run it with: cargo bench --bench chunks -- DIR…");
        return Ok(());
    }
    let model = Model::bundled()?;
    let mut figures = [Figures::default(), Figures::default()];
    for directory in &directories {
        let mut sizes = Sizes::default();
        sizes.add_directory(Path::new(directory))?;
        sizes.print(directory);
        let is_in = |query: &&Query| Path::new(directory).iter().any(|it| *it == *query.corpus);
        let asked: Vec<&Query> = queries.iter().filter(is_in).collect();
        for (units, figures) in sizes.units.iter().zip(&mut figures) {
            figures.measure(&model, units, &asked)?;
        }
    }
    if !queries.is_empty() {
        for (name, figures) in ["leaves", "flat"].into_iter().zip(&figures) {
            figures.print(name);
        }
    }
    Ok(())
}

/// A query and its answers.
struct Query {
    corpus: String,
    text: String,
    relevant: Vec<Target>,
}

struct Target {
    /// Relative to the repository or to the directory.
    path: String,
    /// None for a whole file.
    lines: Option<(u64, u64)>,
}

impl Query {
    fn read(lines: &str) -> Result<Vec<Self>> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let target = |value: &Value| Target {
            path: text(&value["path"]),
            lines: value["start_line"].as_u64().zip(value["end_line"].as_u64()),
        };
        let query = |line: &str| -> Result<Self> {
            let query: Value = serde_json::from_str(line)?;
            let relevant = query["relevant"].as_array().context("no answers")?;
            Ok(Self {
                corpus: text(&query["corpus"]),
                text: text(&query["query"]),
                relevant: relevant.iter().map(target).collect(),
            })
        };
        lines.lines().map(query).collect()
    }
}

/// A text with a vector.
struct Unit {
    path: String,
    lines: (u32, u32),
    text: String,
}

impl Unit {
    fn answers(&self, target: &Target) -> bool {
        let (first, last) = (u64::from(self.lines.0), u64::from(self.lines.1));
        let is_at = |(start, end)| first <= end && last >= start;
        let ends = |whole: &str, end: &str| {
            let rest = whole.strip_suffix(end);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let is_path = ends(&self.path, &target.path) || ends(&target.path, &self.path);
        is_path && target.lines.is_none_or(is_at)
    }
}

/// Sums over queries.
#[derive(Default)]
struct Figures {
    queries: usize,
    vectors: usize,
    dimension: usize,
    precision: f64,
    recall: f64,
    ndcg: f64,
    /// Lines of the first five hits.
    lines: u64,
}

impl Figures {
    fn measure(&mut self, model: &Model, units: &[Unit], queries: &[&Query]) -> Result<()> {
        let mut rows = Vec::with_capacity(units.len());
        for batch in units.chunks(BATCH) {
            let texts: Vec<&str> = batch.iter().map(|unit| unit.text.as_str()).collect();
            rows.extend(model.embed(&texts)?);
        }
        self.vectors += units.len();
        self.dimension = model.dimension();
        for query in queries {
            let vector = model.embed_query(&query.text, &[])?;
            let scores = rows.iter().map(|row| vector.cosine(row));
            let mut best: Vec<_> = scores.zip(units).collect();
            best.sort_by(|(left, _), (right, _)| right.total_cmp(left));
            let hits: Vec<&Unit> = best.into_iter().take(10).map(|(_, unit)| unit).collect();
            self.add(query, &hits);
        }
        Ok(())
    }

    /// A target counts once, at the first hit that answers it.
    fn add(&mut self, query: &Query, hits: &[&Unit]) {
        let is_right = |hit: &&&Unit| query.relevant.iter().any(|target| hit.answers(target));
        let first = |target: &Target| hits.iter().position(|hit| hit.answers(target));
        let mut ranks: Vec<usize> = query.relevant.iter().filter_map(first).collect();
        let (found, all) = (ranks.len(), query.relevant.len());
        ranks.sort_unstable();
        ranks.dedup();
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let ideal: f64 = (0..all.min(10)).map(gain).sum();
        let five = || hits.iter().take(5);
        self.queries += 1;
        self.precision += five().filter(is_right).count() as f64 / 5.0;
        self.recall += found as f64 / all as f64;
        self.ndcg += ranks.into_iter().map(gain).sum::<f64>() / ideal;
        let lines = five().map(|hit| u64::from(hit.lines.1 - hit.lines.0 + 1));
        self.lines += lines.sum::<u64>();
    }

    fn print(&self, name: &str) {
        let mean = |sum: f64| sum / self.queries.max(1) as f64;
        println!(
            "{name:<7} {} queries, precision@5 {:.3}, recall@10 {:.3}, NDCG@10 {:.3}, {:.0} lines in the first five; {} vectors, {} bytes",
            self.queries,
            mean(self.precision),
            mean(self.recall),
            mean(self.ndcg),
            mean(self.lines as f64),
            self.vectors,
            self.vectors * (self.dimension.div_ceil(2) + size_of::<EmbeddingKey>()),
        );
    }
}

/// Sums over the files of a directory that have declarations. Headings cut prose in both methods.
#[derive(Default)]
struct Sizes {
    files: usize,
    /// Every leaf that is embedded.
    leaves: Tokens,
    /// Embedded leaves inside a class, function or method.
    declared: Tokens,
    /// Flat chunks: every class, function and method at any depth.
    flat: Tokens,
    /// Bytes of all records.
    records: usize,
    /// Bytes of the same records with the code of files, classes and methods.
    with_code: usize,
    /// The leaves and the flat chunks. Files without declarations add their leaves to both.
    units: [Vec<Unit>; 2],
}

#[derive(Default)]
struct Tokens {
    texts: usize,
    all: usize,
    /// Tokens that the model reads.
    looked_at: usize,
}

impl Tokens {
    fn add(&mut self, tokens: usize) {
        self.texts += 1;
        self.all += tokens;
        self.looked_at += tokens.min(MAX_LINES);
    }
}

impl Sizes {
    fn add_directory(&mut self, directory: &Path) -> Result<()> {
        let root = Root::exactly(directory)?;
        let limits = corpus::FileLimits {
            index_limit: INDEX_LIMIT,
            document_limit: INDEX_LIMIT,
            secrets: corpus::Secrets::with_rules(&[])?,
            rules: corpus::RuleOptions::default(),
        };
        for found in walk(&root, &limits, &Cancel::new()).files {
            let Ok((document, _)) = read(&root, &found.path, limits.of(&found.path)) else {
                continue;
            };
            let tree = ChunkTree::of(document, &Limits::default());
            let declares_something = (0..tree.chunks.len()).any(|at| is_flat(&tree, at));
            if declares_something {
                self.add(&tree)?;
            }
            for (index, _) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
                self.units[0].push(unit(&tree, index, 0));
                if !declares_something {
                    self.units[1].push(unit(&tree, index, 0));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, tree: &ChunkTree) -> Result<()> {
        self.files += 1;
        for (index, chunk) in tree.chunks.iter().enumerate() {
            let tokens = token_count(&embedded_text(tree, index));
            if chunk.is_leaf() && !chunk.silent {
                self.leaves.add(tokens);
                if is_below_flat(tree, index) {
                    self.declared.add(tokens);
                }
            }
            if is_flat(tree, index) {
                self.flat.add(tokens);
                self.units[1].push(unit(tree, index, 0));
                self.add_nested(tree, chunk)?;
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

    /// Adds the declarations inside the code of a function, which are not chunks: the code is chunked like a
    /// document.
    fn add_nested(&mut self, tree: &ChunkTree, chunk: &Chunk) -> Result<()> {
        let line = |tree: &ChunkTree, chunk: &Chunk| tree.document.text.line_at(code_start(chunk));
        let mut codes = vec![(code(tree, chunk), line(tree, chunk) - 1)];
        while let Some((text, above)) = codes.pop() {
            let document = Document::new(tree.path().clone(), Text::from(text.as_str()));
            let inner = ChunkTree::of(document, &Limits::default());
            for index in (0..inner.chunks.len()).filter(|index| is_flat(&inner, *index)) {
                let chunk = &inner.chunks[index];
                self.flat.add(token_count(&embedded_text(&inner, index)));
                self.units[1].push(unit(&inner, index, above));
                codes.push((code(&inner, chunk), above + line(&inner, chunk) - 1));
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

/// Returns true for a class, function or method.
fn is_flat(tree: &ChunkTree, index: usize) -> bool {
    let kind = tree.chunks.get(index).map(|chunk| chunk.kind);
    let is_kind = kind.is_some_and(|kind| !matches!(kind, Kind::Section | Kind::Module));
    is_kind && tree.declares(index)
}

/// A function's code as a separate text; empty for declarations with members.
fn code(tree: &ChunkTree, chunk: &Chunk) -> String {
    let has_code = matches!(
        chunk.kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor
    );
    let start = code_start(chunk);
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

fn code_start(chunk: &Chunk) -> usize {
    chunk.signature.end.max(chunk.docs.end)
}

/// A chunk with its embedded text; `above`: lines of the file above its tree.
fn unit(tree: &ChunkTree, index: usize, above: u32) -> Unit {
    let (first, last) = tree.chunks[index].lines;
    Unit {
        path: tree.path().to_string(),
        lines: (first + above, last + above),
        text: embedded_text(tree, index),
    }
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

/// Length of a chunk's stored record.
fn record(tree: &ChunkTree, chunk: &Chunk) -> Result<usize> {
    let is_entry = chunk.role != Role::Parent && !chunk.silent;
    let key = is_entry.then_some(EmbeddingKey(chunk.hash));
    Ok(postcard::to_stdvec(&Record::of(tree, chunk, key))?.len())
}
