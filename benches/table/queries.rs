//! Queries for a corpus: words of its docs and names, the same in every run.

use crate::corpus::{Corpus, limits};
use anyhow::{Result, ensure};
use smriti_tui::chunk::{Chunk, ChunkTree, Limits};
use smriti_tui::config::Config;
use smriti_tui::corpus::{WalkedFile, read};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use twox_hash::XxHash3_64;

/// Another value selects other queries.
const SEED: u64 = 9;
/// Number of queries; files are read until there are enough.
const QUERIES: usize = 240;
/// Maximum words of a query from docs.
const WORDS: usize = 7;
/// Lengths of names that become queries, also as literals.
const NAMES: RangeInclusive<usize> = 5..=40;

/// Queries of one corpus.
pub(crate) struct Queries {
    /// A third each: names, names as words, beginnings of doc comments.
    pub(crate) all: Vec<String>,
    /// Names as they are spelled in the corpus.
    pub(crate) literals: Vec<String>,
}

impl Queries {
    /// Takes one query of each file, in an order drawn by [`SEED`], until there are enough.
    pub(crate) fn of(corpus: &Corpus, config: &Config) -> Result<Self> {
        let mut files: Vec<&WalkedFile> = corpus.files.iter().collect();
        files.sort_by_cached_key(|found| drawn(found.path.as_str()));
        let mut queries = Self {
            all: Vec::new(),
            literals: Vec::new(),
        };
        let mut seen = HashSet::new();
        // A small corpus has several queries for each file.
        for turn in 0..8 {
            for found in &files {
                if queries.all.len() >= QUERIES {
                    return Ok(queries);
                }
                let limit = limits(config)?.of(&found.path);
                let Ok((document, _)) = read(corpus.root(), &found.path, limit) else {
                    continue;
                };
                let tree = ChunkTree::of(document, &Limits::default());
                if let Some((query, name)) = query(&tree, turn, queries.all.len() % 3)
                    && seen.insert(query.clone())
                {
                    queries.all.push(query);
                    queries.literals.extend(name);
                }
            }
        }
        ensure!(!queries.all.is_empty(), "{}: no queries", corpus.name);
        Ok(queries)
    }
}

fn drawn(text: &str) -> u64 {
    XxHash3_64::oneshot_with_seed(SEED, text.as_bytes())
}

/// The query from this file, and the name if the query is a name.
fn query(tree: &ChunkTree, turn: usize, kind: usize) -> Option<(String, Option<String>)> {
    let mut leaves: Vec<&Chunk> = tree
        .leaves()
        .map(|(_, leaf)| leaf)
        .filter(|leaf| !leaf.silent && NAMES.contains(&leaf.name.len()) && is_word(&leaf.name))
        .collect();
    leaves.sort_by_cached_key(|leaf| drawn(&leaf.id.to_string()));
    let name = || Some(leaves.get(turn)?.name.clone());
    match kind {
        0 => name().map(|name| (name.clone(), Some(name))),
        1 => name().map(|name| (in_words(&name), None)),
        _ => {
            let docs = |leaf: &&Chunk| first_words(&tree.document.text.slice(leaf.docs.clone()));
            leaves.iter().skip(turn).find_map(docs).map(|it| (it, None))
        }
    }
}

/// Returns true if it has the same spelling everywhere.
fn is_word(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `mergeSegments` and `merge_segments` as `merge segments`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        match c {
            c if c.is_uppercase() => {
                words.push(' ');
                words.extend(c.to_lowercase());
            }
            c if c.is_alphanumeric() => words.push(c),
            _ => words.push(' '),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of a doc comment's first sentence, if it is a sentence.
fn first_words(docs: &str) -> Option<String> {
    let words: Vec<&str> = docs
        .split('.')
        .next()?
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| word.len() > 2)
        .take(WORDS)
        .collect();
    (words.len() >= 4).then(|| words.join(" ").to_lowercase())
}
