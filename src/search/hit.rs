//! Results of a search: hits, their explanations, and the answer that lists them.
//!
//! Principal types: [`Answer`], [`Hit`] and [`Explanation`]. Invariant: the score of a hit is the sum of the
//! signals in its explanation. A hit owns its data, so panes, commands and tools keep it without a snapshot.

use super::Query;
use super::rank::are_weak;
use crate::chunk::{ChunkId, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::{Generation, Record, VectorSearch};
use std::time::Duration;

/// An addend of a score.
#[derive(Clone, PartialEq, Debug)]
pub struct Signal {
    /// Stable name, as in JSON: `keywords`, `semantic`, `definition`, …
    pub name: &'static str,
    /// Amount added to the score.
    pub value: f32,
    /// Factor within `value`, if the signal has a fitted weight.
    pub weight: Option<f32>,
}

impl Signal {
    /// Multiplies signals by their weights; zeros are skipped.
    pub(super) fn weighted<'a>(
        signals: &'a [(&'static str, f32)],
        weights: &'a [(&str, f32)],
    ) -> impl Iterator<Item = Self> + 'a {
        let pairs = signals.iter().zip(weights);
        let pairs = pairs.filter(|((_, signal), (_, weight))| signal * weight != 0.0);
        pairs.map(|((name, signal), (_, weight))| Self {
            name,
            value: signal * weight,
            weight: Some(*weight),
        })
    }
}

/// Explanation of a hit's rank.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// 1-based rank among the keyword candidates.
    pub keyword_rank: Option<u32>,
    /// BM25 score.
    pub keyword_score: Option<f32>,
    /// 1-based rank among the vector candidates.
    pub vector_rank: Option<u32>,
    /// Cosine similarity, -1 to 1.
    pub vector_score: Option<f32>,
    /// Probability that the hit answers the query, 0 to 1; none if every hit does, as with filters and
    /// regular expressions.
    pub confidence: Option<f32>,
    /// The found name, if it is not the leaf's own name but another name that it defines.
    pub found_as: Option<String>,
    /// True for an exact copy of the compared text: copies precede all other hits, whatever their
    /// scores.
    pub same_text: bool,
    /// 1-based line and column of the match, if known without reading the text: of a location in the
    /// query, or of a declared name, perhaps half-typed.
    pub located_at: Option<(u32, u32)>,
    /// Addends of the score in order; none is zero.
    pub signals: Vec<Signal>,
    /// Addends of the file score, from which, relative to other files, `file score` and `file rank`
    /// are derived; empty in modes without file scores.
    pub file_signals: Vec<Signal>,
}

impl Explanation {
    /// Returns the confidence, or 1 if every hit answers the query.
    pub fn certainty(&self) -> f32 {
        self.confidence.unwrap_or(1.0)
    }

    /// Adds signals; zeros are skipped.
    pub(super) fn extend(&mut self, signals: impl IntoIterator<Item = (&'static str, f32)>) {
        let signals = signals.into_iter().filter(|(_, value)| *value != 0.0);
        let signals = signals.map(|(name, value)| Signal {
            name,
            value,
            weight: None,
        });
        self.signals.extend(signals);
    }

    /// Returns the score: the sum of the signals in order.
    pub fn total(&self) -> f32 {
        // `Sum` of no values is -0.
        let values = self.signals.iter().map(|signal| signal.value);
        values.fold(0.0, |sum, value| sum + value)
    }
}

/// A score in steps of 1e-4, so that rounding errors decide nothing.
pub(super) fn steps(score: f32) -> i64 {
    (score * 1e4).round() as i64
}

/// Sorts results: exact copies first, then by descending score, then by path and line.
pub(super) fn sort_by_score(ranked: &mut [(Record, Explanation)]) {
    let location = |record: &Record| (record.lines, record.id);
    ranked.sort_by(|left, right| {
        (right.1.same_text.cmp(&left.1.same_text))
            .then_with(|| steps(right.1.total()).cmp(&steps(left.1.total())))
            .then_with(|| left.0.path.cmp(&right.0.path))
            .then_with(|| location(&left.0).cmp(&location(&right.0)))
    });
}

/// A parent of a hit in the results tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ancestor {
    /// Id of its chunk.
    pub id: ChunkId,
    /// Kind of the chunk.
    pub kind: Kind,
    /// Name of the chunk.
    pub name: String,
    /// 1-based line of its name.
    pub line: u32,
    /// Summary of a file; empty for other kinds.
    pub summary: String,
    /// The summary in one line.
    pub lead: String,
}

impl Ancestor {
    pub(super) fn of(parent: Record) -> Self {
        Self {
            lead: parent.line().to_owned(),
            id: parent.id,
            kind: parent.kind,
            name: parent.name,
            line: parent.name_at.0,
            summary: parent.summary,
        }
    }
}

/// A result: a leaf, its parents, and its explanation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hit {
    /// The leaf.
    pub record: Record,
    /// Parents from the file down, without the leaf.
    pub ancestors: Vec<Ancestor>,
    /// Explanation of the rank.
    pub explanation: Explanation,
    /// Other locations of the same text: path and first line.
    pub locations: Vec<(SourcePath, u32)>,
}

impl Hit {
    /// Creates a hit outside of a search, without score and explanation. None if the tree has no such
    /// chunk.
    pub fn of_chunk(tree: &ChunkTree, chunk: usize) -> Option<Self> {
        let at = tree.chunks.get(chunk)?;
        let above = tree.ancestors(at);
        let above = above.map(|above| Ancestor::of(Record::of(tree, above, None)));
        let mut ancestors: Vec<Ancestor> = above.collect();
        ancestors.reverse();
        Some(Self {
            ancestors,
            ..Self::of_record(Record::of(tree, at, None))
        })
    }

    /// Creates a hit for a file that is not in the index.
    pub fn of_file(path: &SourcePath) -> Self {
        Self::of_record(Record::of_file(path))
    }

    /// Creates a hit for a directory that is not in the index.
    pub fn of_directory(path: &SourcePath) -> Self {
        Self::of_record(Record::of_directory(path))
    }

    /// Returns the parents that enclose it. A run of declarations that was split is named after its first, so
    /// it encloses only a piece without declarations of its own.
    pub fn scopes(&self) -> impl DoubleEndedIterator<Item = &Ancestor> {
        let is_run = self.record.kind == Kind::Items && !self.record.definitions.is_empty();
        let parents = self.ancestors.iter();
        parents.filter(move |it| !is_run || it.kind != Kind::Items)
    }

    /// Returns the names from the file down; the last is the one by which it was found.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.record.names.clone();
        if let Some(found_as) = &self.explanation.found_as {
            if !self.record.name.is_empty() {
                names.pop();
            }
            names.push(found_as.clone());
        }
        names
    }

    /// Returns the score: the sum of the signals.
    pub fn score(&self) -> f32 {
        self.explanation.total()
    }

    fn of_record(record: Record) -> Self {
        Self {
            record,
            ..Self::default()
        }
    }
}

/// Hits, and the state of the index that they come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The query; typos in its words are replaced by names.
    pub query: Query,
    /// The names that replaced typos; empty for a query that was searched as typed.
    pub also: Vec<String>,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Generation of the snapshot.
    pub generation: Generation,
    /// Share of leaves with vectors, 0 to 1; less than 1 while summaries are missing.
    pub complete: f32,
    /// Time from query to hits.
    pub took: Duration,
    /// Method that searched the vectors.
    pub vectors: VectorSearch,
}

impl Answer {
    /// Returns true if the hits are weak matches: none of the first ones is likely an answer.
    pub fn is_weak(&self) -> bool {
        are_weak(self.hits.iter().map(|hit| hit.explanation.certainty()))
    }

    /// Returns the names that replaced typos, as a sentence.
    pub fn also_searching(&self) -> Option<String> {
        let names = Some(&self.also).filter(|names| !names.is_empty())?;
        Some(format!("also searching for \"{}\"", names.join("\", \"")))
    }

    /// Returns the number of leaves found, which the limit of a search counts; a hit merges leaves
    /// with equal texts.
    pub fn leaf_count(&self) -> usize {
        let hits = self.hits.iter();
        hits.map(|hit| 1 + hit.locations.len()).sum()
    }
}
