//! The confidence of a hit: the probability that it answers the query, and is not merely the best of what
//! does not. A logistic regression over absolute values, which unlike the scores can be compared
//! between queries. Written by `ranking/confidence.py`: see `ranking/README.md`.

/// The values that tell a hit of a query with an answer from one of a query without.
pub(super) struct Evidence {
    /// Cosine of its vector and the query's, -1 to 1; none where the vectors were not searched.
    pub(super) cosine: Option<f32>,
    /// Share of the query's words in it, weighted by inverse document frequency, 0 to 1.
    pub(super) covered: f32,
    /// Share of the query's words that any document has, 0 to 1.
    pub(super) known: f32,
    /// Number of words of the query.
    pub(super) words: usize,
}

/// Weights of the cosine, the share of words in the chunk, the share of known words, and the logarithm of
/// the number of words; then the intercept.
const HYBRID: [f32; 5] = [14.49, 5.34, 5.24, 2.38, -14.69];
/// The same without the cosine.
const KEYWORDS: [f32; 4] = [6.0, 6.0, 1.0, -8.0];

/// Confidence from which a hit is no weak match.
const STRONG: f32 = 0.5;
/// Number of first hits that are weak matches if none of them is strong.
const FIRST: usize = 5;

impl Evidence {
    /// The confidence, 0 to 1.
    pub(super) fn confidence(&self) -> f32 {
        let covered = self.covered * self.known;
        let words = (self.words.max(1) as f32).ln();
        let logit = match self.cosine {
            Some(cosine) => {
                let [of_cosine, of_covered, of_known, of_words, intercept] = HYBRID;
                of_cosine * cosine
                    + of_covered * covered
                    + of_known * self.known
                    + of_words * words
                    + intercept
            }
            None => {
                let [of_covered, of_known, of_words, intercept] = KEYWORDS;
                of_covered * covered + of_known * self.known + of_words * words + intercept
            }
        };
        1.0 / (1.0 + (-logit).exp())
    }
}

/// Whether hits with these confidences, best hit first, are weak matches.
pub(in crate::search) fn are_weak(confidences: impl Iterator<Item = f32>) -> bool {
    let mut first = confidences.take(FIRST).peekable();
    first.peek().is_some() && first.all(|confidence| confidence < STRONG)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cosine: Option<f32>, covered: f32, known: f32, words: usize, is_strong: bool) {
        let evidence = Evidence {
            cosine,
            covered,
            known,
            words,
        };
        let confidence = evidence.confidence();
        assert!((0.0..=1.0).contains(&confidence));
        assert_eq!(confidence >= STRONG, is_strong, "{confidence}");
    }

    #[test]
    fn near_vectors_and_covered_words_give_confidence() {
        check(Some(0.6), 0.8, 1.0, 4, true);
        check(Some(0.2), 0.3, 0.5, 4, false);
        check(None, 0.9, 1.0, 4, true);
        check(None, 0.2, 0.5, 4, false);
    }

    #[test]
    fn hits_are_weak_if_none_of_the_first_is_strong() {
        assert!(are_weak([0.1, 0.4].into_iter()));
        assert!(!are_weak([0.1, 0.1, 0.1, 0.1, 0.6].into_iter()));
        assert!(are_weak([0.1, 0.1, 0.1, 0.1, 0.1, 0.6].into_iter()));
        assert!(!are_weak(std::iter::empty()));
    }
}
