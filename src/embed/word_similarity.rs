//! Similarity of single words to names, by the rows of their tokens: `folder` and `dir_path` have no letters in
//! common.
//!
//! Principal type: [`WordSimilarity`].

use super::table::{TokenTable, dot};
use rustc_hash::FxHashMap;

/// Words of a query, compared with many names.
pub struct WordSimilarity<'m> {
    table: &'m TokenTable,
    /// Rows of the distinct tokens of all words in queries, and their lengths.
    tokens: Vec<(&'static [u8], f32)>,
    /// The tokens of each word, as positions in `tokens`.
    words: Vec<Vec<usize>>,
    /// Cosines with each of `tokens`, by token of a name.
    cosines: FxHashMap<u32, Vec<f32>>,
}

impl<'m> WordSimilarity<'m> {
    pub(super) fn new(table: &'m TokenTable, words: &[&str]) -> Self {
        let mut similarity = Self {
            table,
            tokens: Vec::new(),
            words: Vec::with_capacity(words.len()),
            cosines: FxHashMap::default(),
        };
        let mut known = FxHashMap::default();
        for word in words {
            let mut positions = Vec::new();
            for (token, _) in table.tokens(word) {
                let position = *known.entry(token).or_insert(similarity.tokens.len());
                if position == similarity.tokens.len() {
                    similarity.tokens.push(table.query_row(token));
                }
                positions.push(position);
            }
            similarity.words.push(positions);
        }
        similarity
    }

    /// Returns the similarity of each word to a name, 0 to 1: the mean over the word's tokens of the largest cosine
    /// with a token of the name. 0 for a word or a name without tokens.
    pub fn to(&mut self, name: &str) -> Vec<f32> {
        let mut nearest = vec![0.0f32; self.tokens.len()];
        for (token, _) in self.table.tokens(name) {
            let (table, tokens) = (self.table, &self.tokens);
            let cosines = self.cosines.entry(token).or_insert_with(|| {
                let (of_name, length) = table.row(token);
                let mut cosines = Vec::with_capacity(tokens.len());
                for (of_word, length_of_word) in tokens {
                    let lengths = (length * length_of_word).max(f32::MIN_POSITIVE);
                    cosines.push(dot(of_word, of_name) as f32 / lengths);
                }
                cosines
            });
            for (nearest, cosine) in nearest.iter_mut().zip(cosines) {
                *nearest = nearest.max(*cosine);
            }
        }
        let mut similar = Vec::with_capacity(self.words.len());
        for positions in &self.words {
            let sum: f32 = positions.iter().map(|at| nearest[*at]).sum();
            similar.push(sum / positions.len().max(1) as f32);
        }
        similar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The similarity of a word to a name, in percent.
    fn check(word: &str, name: &str, expected: std::ops::RangeInclusive<i32>) {
        let table = TokenTable::bundled().unwrap();
        let similar = WordSimilarity::new(&table, &["unrelated", word]).to(name)[1];
        let percent = (similar * 100.0).round() as i32;
        assert!(expected.contains(&percent), "{word}, {name}: {percent}");
    }

    #[test]
    fn words_are_similar_to_names_with_other_words() {
        // A word has another row in queries than in names.
        check("folder", "folder", 60..=90);
        check("folder", "list_folder_entries", 60..=90);
        check("folder", "MakeDirectory", 35..=80);
        check("folder", "parse_number", 0..=30);
        check("folder", "", 0..=0);
        check("{}", "folder", 0..=0);
    }
}
