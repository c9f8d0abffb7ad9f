//! Confidence of a hit: the probability that it answers the query. (Even if every hit is wrong, one ranks
//! first.) A logistic regression over absolute values, comparable between queries, unlike scores. Written by
//! `ranking/confidence.py`: see `docs/ranking.md`.
//!
//! Principal type: [`Evidence`].

/// Features that separate queries with an answer from queries without.
pub struct Evidence {
    /// Cosine similarity with the query, -1 to 1; none if vectors were not searched.
    pub cosine: Option<f32>,
    /// Share of the query's known words in the hit, 0 to 1, weighted by inverse document frequency.
    pub covered: f32,
    /// Share of the query's words that occur in any document, 0 to 1.
    pub known: f32,
    /// Natural logarithm of the number of words of the query.
    pub words: f32,
    /// Likelihood, 0 to 1, that the query is a (perhaps half-typed) name that the hit declares; a lower bound
    /// of the confidence.
    pub named: f32,
}

/// Weights of the cosine, the shares of covered and known words, and the number of words; then the
/// intercept.
const HYBRID: [f32; 5] = [13.566, 3.559, 5.086, 0.076, -9.980];
/// As [`HYBRID`], without a cosine.
const KEYWORDS: [f32; 5] = [0.000, 8.946, 7.478, 1.011, -11.600];

/// Minimum confidence of a strong match.
const STRONG: f32 = 0.5;
/// Number of first hits that decide if an answer is weak.
const FIRST_HITS: usize = 5;

impl Evidence {
    /// The confidence, 0 to 1.
    pub(super) fn confidence(&self) -> f32 {
        let [of_cosine, of_covered, of_known, of_words, intercept] = match self.cosine {
            Some(_) => HYBRID,
            None => KEYWORDS,
        };
        let logit = of_cosine * self.cosine.unwrap_or_default()
            + of_covered * self.covered
            + of_known * self.known
            + of_words * self.words
            + intercept;
        let answers = 1.0 / (1.0 + (-logit).exp());
        answers.max(self.named)
    }
}

/// Returns true if these confidences, best hit first, indicate weak matches.
pub(crate) fn are_weak(confidences: impl Iterator<Item = f32>) -> bool {
    let mut first = confidences.take(FIRST_HITS).peekable();
    first.peek().is_some() && first.all(|confidence| confidence < STRONG)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cosine: Option<f32>, covered: f32, known: f32, named: f32, is_strong: bool) {
        let evidence = Evidence {
            cosine,
            covered,
            known,
            words: 4f32.ln(),
            named,
        };
        let confidence = evidence.confidence();
        assert!((0.0..=1.0).contains(&confidence));
        assert_eq!(confidence >= STRONG, is_strong, "{confidence}");
    }

    #[test]
    fn near_vectors_covered_words_and_declared_names_give_confidence() {
        check(Some(0.6), 0.8, 1.0, 0.0, true);
        check(Some(0.2), 0.3, 0.5, 0.0, false);
        check(None, 0.9, 1.0, 0.0, true);
        check(None, 0.1, 0.3, 0.0, false);
        check(Some(0.0), 0.0, 0.0, 0.7, true);
    }

    #[test]
    fn hits_are_weak_if_none_of_the_first_is_strong() {
        assert!(are_weak([0.1, 0.4].into_iter()));
        assert!(!are_weak([0.1, 0.1, 0.1, 0.1, 0.6].into_iter()));
        assert!(are_weak([0.1, 0.1, 0.1, 0.1, 0.1, 0.6].into_iter()));
        assert!(!are_weak(std::iter::empty()));
    }
}
