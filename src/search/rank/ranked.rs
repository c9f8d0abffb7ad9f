//! A candidate with the values that its signals are computed from.
//!
//! Principal type: [`Ranked`].

use super::confidence::Evidence;
use crate::index::{Record, SEARCHED_FIELDS};
use crate::search::explanation::Explanation;
use crate::search::ranking::RankedRecord;

/// A candidate with the values that its signals are computed from.
pub(super) struct Ranked {
    pub(super) record: Record,
    pub(super) explanation: Explanation,
    /// BM25 divided by the maximum of the candidates, 0 to 1.
    pub(super) keywords: f32,
    /// Cosine scaled between the minimum and the maximum of the candidates, 0 to 1.
    pub(super) semantic: f32,
    /// Share of the query's words in the chunk, weighted by inverse document frequency, 0 to 1.
    pub(super) covered: f32,
    /// Share of the query's words in its names, place, documentation and other text, weighted as `covered`.
    pub(super) covered_in: [f32; SEARCHED_FIELDS],
    /// Similarity of its names and its path to the query's words, 0 to 1; 0 without the bundled model.
    pub(super) similar_names: f32,
    /// Likelihood that the query means a name that it defines, 0 to 1.
    pub(super) defined: f32,
    /// If the query is a name, likelihood that it declares this name, 0 to 1.
    pub(super) declared: f32,
    /// Quality as the completion of a half-typed name, 0 to 1.
    pub(super) half_typed: f32,
    /// Share of its file's name in a query for imports, 0 to 1.
    pub(super) imports: f32,
    /// True if its text contains the query, a compound token, as typed.
    pub(super) is_verbatim: bool,
}

impl Ranked {
    pub(super) fn evidence(&self, words: KnownWords) -> Evidence {
        let mut named = self.declared;
        // In every repository, some name starts with `the`.
        if !words.only_stop_words {
            named = named.max(self.half_typed);
        }
        Evidence {
            cosine: self.explanation.vector_score,
            covered: self.covered * words.share(),
            known: words.share(),
            words: (words.all.max(1) as f32).ln(),
            named,
        }
    }
}

impl From<Ranked> for RankedRecord {
    fn from(ranked: Ranked) -> Self {
        Self::new(ranked.record, ranked.explanation)
    }
}

/// Number of words of a query, and number of its words that occur in any document.
#[derive(Clone, Copy)]
pub(super) struct KnownWords {
    pub(super) all: usize,
    pub(super) known: usize,
    /// True if every word of the query is a stop word: it asks for nothing.
    pub(super) only_stop_words: bool,
}

impl KnownWords {
    pub(super) fn share(self) -> f32 {
        if self.only_stop_words {
            return 0.0;
        }
        self.known as f32 / self.all.max(1) as f32
    }
}
