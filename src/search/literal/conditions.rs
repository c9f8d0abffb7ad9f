//! The phrases and patterns of a query.
//!
//! Principal type: [`LiteralConditions`].

use crate::search::query::{Excluded, Pattern, Query};

/// Conditions of a query on the text of a leaf, except single words.
pub(in crate::search) struct LiteralConditions<'q> {
    /// Each has a match that begins in the leaf.
    pub(super) required: Vec<&'q Pattern>,
    /// None matches within the leaf.
    pub(super) excluded: Vec<&'q Pattern>,
}

impl<'q> LiteralConditions<'q> {
    pub(in crate::search) fn of(query: &'q Query) -> Self {
        let mut excluded = Vec::new();
        for text in &query.excluded {
            match text {
                Excluded::Word(_) => {}
                Excluded::Phrase(pattern) | Excluded::Pattern(pattern) => excluded.push(pattern),
            }
        }
        Self {
            required: query.required_text().collect(),
            excluded,
        }
    }

    /// Returns true if a whole text, such as a summary, meets all conditions.
    pub(in crate::search) fn accepts(&self, text: &[u8]) -> bool {
        self.required.iter().all(|pattern| pattern.matches_in(text)) && !self.excludes(text)
    }

    /// Returns true if something excluded matches in a text.
    pub(super) fn excludes(&self, text: &[u8]) -> bool {
        self.excluded.iter().any(|pattern| pattern.matches_in(text))
    }

    /// Texts that every file with the required matches contains.
    pub(super) fn texts(&self) -> Vec<&'q str> {
        let mut texts = Vec::new();
        for pattern in &self.required {
            texts.extend(pattern.literals().iter().map(String::as_str));
        }
        texts
    }
}
