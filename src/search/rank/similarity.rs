//! Similarity of names to the words of a query by the model: a query rarely has the words of the name that it means.
//!
//! Principal type: [`NameSimilarity`].

use crate::embed::{Model, WordSimilarity};
use crate::index::{Coverage, Record, Word};

/// Maximum number of words that are compared: the rarest. A pasted text has hundreds.
const MAX_WORDS: usize = 32;

/// The words of a query, compared with names.
pub(super) struct NameSimilarity<'m> {
    words: WordSimilarity<'m>,
    /// Weight of each word: its inverse document frequency. The sum is 1.
    shares: Vec<f32>,
}

impl<'m> NameSimilarity<'m> {
    /// Compares `words`, with their occurrences among `leaves`. None for a model without vectors of words.
    pub(super) fn new(
        model: Option<&'m Model>,
        words: &[Word],
        coverage: &[Coverage],
        leaves: usize,
    ) -> Option<Self> {
        let model = model?;
        // A word that occurs nowhere is the rarest.
        let rarest = (2.0 + 2.0 * leaves as f32).ln();
        let mut rare: Vec<(f32, &str)> = Vec::with_capacity(words.len());
        for (word, found) in words.iter().zip(coverage) {
            let frequency = if found.idf > 0.0 { found.idf } else { rarest };
            rare.push((frequency, &word.term));
        }
        // Stable: of equally rare words, the first ones.
        rare.sort_by(|(left, _), (right, _)| right.total_cmp(left));
        rare.truncate(MAX_WORDS);
        let terms: Vec<&str> = rare.iter().map(|(_, term)| *term).collect();
        let words = model.word_similarity(&terms)?;
        let sum: f32 = rare.iter().map(|(frequency, _)| frequency).sum();
        let shares = rare.iter().map(|(frequency, _)| frequency / sum).collect();
        Some(Self { words, shares })
    }

    /// Returns the similarity of a leaf's name, the names around it and its path, 0 to 1.
    pub(super) fn of(&mut self, record: &Record) -> f32 {
        let mut names = record.names.get(1..).unwrap_or_default().join(" ");
        names.push(' ');
        names.push_str(record.path.in_repository());
        let similar = self.words.to(&names).into_iter().zip(&self.shares);
        similar.map(|(similar, share)| similar * share).sum()
    }
}
