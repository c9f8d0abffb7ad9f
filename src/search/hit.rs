//! What a search gives.

use super::Query;
use super::rank::are_weak;
use crate::chunk::{ChunkId, ChunkTree, Kind, file_id};
use crate::corpus::SourcePath;
use crate::index::{Generation, Record};
use std::time::Duration;

/// An addend of a score.
#[derive(Clone, PartialEq, Debug)]
pub struct Signal {
    /// Its name, stable, as in JSON: `keywords`, `meaning`, `definition`, …
    pub name: &'static str,
    /// What it added to the score.
    pub value: f32,
    /// The factor in that, where the signal has a fitted weight.
    pub weight: Option<f32>,
}

impl Signal {
    /// The signals with a value, each multiplied by its weight.
    fn weighted<'a>(
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

/// Why a hit stands where it does.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Receipt {
    /// 1-based rank among keyword candidates.
    pub keyword_rank: Option<u32>,
    /// Its BM25 score.
    pub keyword_score: Option<f32>,
    /// 1-based rank among vector candidates.
    pub vector_rank: Option<u32>,
    /// Its cosine similarity, -1 to 1.
    pub vector_score: Option<f32>,
    /// Probability that it answers the query, 0 to 1; none where every hit does, as of filters and regular
    /// expressions.
    pub confidence: Option<f32>,
    /// The name by which it was found, where that is one that it defines beside its own.
    pub found_as: Option<String>,
    /// Whether what was asked about has exactly this text: it stands before all that has not, whatever
    /// their scores.
    pub same_text: bool,
    /// 1-based line and column that the query means in it, where that is known without its text: of a
    /// location in the query, or of a half-typed name.
    pub located_at: Option<(u32, u32)>,
    /// Every addend, in the order they were added; none is zero.
    pub signals: Vec<Signal>,
    /// Every addend of the score of its file, which decided together with the scores of other files
    /// what `file score` and `file rank` added; empty where files have no scores.
    pub file_signals: Vec<Signal>,
}

impl Receipt {
    /// The confidence, 1 where every hit answers.
    pub fn sureness(&self) -> f32 {
        self.confidence.unwrap_or(1.0)
    }

    /// A score of one addend.
    pub fn of_signal(name: &'static str, value: f32) -> Self {
        let mut receipt = Self::default();
        receipt.extend([(name, value)]);
        receipt
    }

    /// Adds signals; those of 0 are left out.
    pub(super) fn extend(&mut self, signals: impl IntoIterator<Item = (&'static str, f32)>) {
        let signals = signals.into_iter().filter(|(_, value)| *value != 0.0);
        let signals = signals.map(|(name, value)| Signal {
            name,
            value,
            weight: None,
        });
        self.signals.extend(signals);
    }

    /// Adds the signals of a chunk, multiplied by their weights.
    pub(super) fn add_weighted(
        &mut self,
        signals: &[(&'static str, f32)],
        weights: &[(&str, f32)],
    ) {
        self.signals.extend(Signal::weighted(signals, weights));
    }

    /// Sets the addends of the file's score.
    pub(super) fn set_file(&mut self, signals: &[(&'static str, f32)], weights: &[(&str, f32)]) {
        self.file_signals = Signal::weighted(signals, weights).collect();
    }

    /// The score: the signals added up in their order.
    pub fn total(&self) -> f32 {
        // A plain sum of nothing is -0.
        let values = self.signals.iter().map(|signal| signal.value);
        values.fold(0.0, |sum, value| sum + value)
    }
}

/// A parent of a hit, for the results tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ancestor {
    /// Its chunk.
    pub id: ChunkId,
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// 1-based line of its name.
    pub line: u32,
    /// What a file is about; empty for everything else.
    pub summary: String,
    /// The same in one line.
    pub lead: String,
}

/// A leaf that answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Hit {
    /// The leaf.
    pub record: Record,
    /// From the file down, without the leaf itself.
    pub ancestors: Vec<Ancestor>,
    /// [`Receipt::total`] of its receipt.
    pub score: f32,
    /// Why.
    pub receipt: Receipt,
    /// Other places with the same text, with their first line.
    pub locations: Vec<(SourcePath, u32)>,
}

impl Hit {
    /// A chunk that nobody asked for: no score, no receipt. None where the tree has no such chunk.
    pub fn of_chunk(tree: &ChunkTree, chunk: usize) -> Option<Self> {
        let at = tree.chunks.get(chunk)?;
        let mut ancestors = Vec::new();
        let mut above = at.parent;
        while let Some(parent) = above.and_then(|above| tree.chunks.get(above)) {
            ancestors.push(Ancestor {
                id: parent.id,
                kind: parent.kind,
                name: parent.name.clone(),
                line: parent.name_at.0,
                summary: String::new(),
                lead: String::new(),
            });
            // Parents come before their children; anything else would go round for ever.
            above = parent
                .parent
                .filter(|_| ancestors.len() < tree.chunks.len());
        }
        ancestors.reverse();
        Some(Self {
            ancestors,
            ..Self::of_record(Record::of(tree, at, None))
        })
    }

    /// A file of which nothing is known but where it is.
    pub fn of_file(path: &SourcePath) -> Self {
        Self::of_record(Record::of_file(path))
    }

    /// A directory of which nothing is known but where it is.
    pub fn of_directory(path: &SourcePath) -> Self {
        Self::of_record(Record::of_unknown_directory(path))
    }

    /// The identity of a file as a whole.
    pub fn id_of_file(path: &SourcePath) -> ChunkId {
        file_id(path)
    }

    /// The identity of a directory.
    pub fn id_of_directory(path: &SourcePath) -> ChunkId {
        Record::id_of_directory(path)
    }

    fn of_record(record: Record) -> Self {
        Self {
            record,
            ancestors: Vec::new(),
            score: 0.0,
            receipt: Receipt::default(),
            locations: Vec::new(),
        }
    }
}

/// What answered from vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VectorSearch {
    /// Nothing: not asked, no vectors yet, or no model.
    #[default]
    None,
    /// A scan of every passing vector.
    Exact,
    /// The HNSW graph, re-scored exactly.
    Graph,
}

/// Hits and how they came about.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The query; its words have names in place of typos.
    pub query: Query,
    /// Those names; none for a query that was searched as typed.
    pub also: Vec<String>,
    /// Best first.
    pub hits: Vec<Hit>,
    /// The snapshot that answered.
    pub generation: Generation,
    /// Share of leaves that have vectors, 0 to 1; less than 1 while summaries are due.
    pub complete: f32,
    /// Time from query to hits.
    pub took: Duration,
    /// How vectors were searched.
    pub vectors: VectorSearch,
}

impl Answer {
    /// Whether the hits are weak matches: none of the first ones is likely an answer.
    pub fn is_weak(&self) -> bool {
        are_weak(self.hits.iter().map(|hit| hit.receipt.sureness()))
    }

    /// The names that are searched in place of typos, as a sentence.
    pub fn also_searching(&self) -> Option<String> {
        let names = Some(&self.also).filter(|names| !names.is_empty())?;
        Some(format!("also searching {}", names.join(", ")))
    }

    /// Number of leaves found. The limit of a search counts leaves; those with equal texts are one
    /// hit.
    pub fn leaf_count(&self) -> usize {
        let hits = self.hits.iter();
        hits.map(|hit| 1 + hit.locations.len()).sum()
    }
}
