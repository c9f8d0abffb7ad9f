//! The addends of a hit's score.
//!
//! Principal types: [`Explanation`] and [`Signal`]. Invariant: the score of a hit is the sum of the signals in
//! its explanation.

/// Name of the signal of a hit whose location the query names.
pub(super) const LOCATION: &str = "location";

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
        let weighted = signals.iter().zip(weights).map(|(signal, weight)| {
            debug_assert_eq!(signal.0, weight.0);
            Self {
                name: signal.0,
                value: signal.1 * weight.1,
                weight: Some(weight.1),
            }
        });
        weighted.filter(|signal| signal.value != 0.0)
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

    /// Returns true if the query names the location of the hit, as in a stack trace.
    pub fn is_requested_location(&self) -> bool {
        self.signals.iter().any(|signal| signal.name == LOCATION)
    }

    /// Returns the explanation of a hit whose line and column are known.
    pub(super) fn at(
        line_and_column: (u32, u32),
        signals: impl IntoIterator<Item = (&'static str, f32)>,
    ) -> Self {
        let mut explanation = Self {
            located_at: Some(line_and_column),
            ..Self::default()
        };
        explanation.extend(signals);
        explanation
    }

    /// Adds signals; zeros are skipped.
    pub(super) fn extend(&mut self, signals: impl IntoIterator<Item = (&'static str, f32)>) {
        for (name, value) in signals {
            if value != 0.0 {
                let weight = None;
                self.signals.push(Signal {
                    name,
                    value,
                    weight,
                });
            }
        }
    }

    /// Returns the score: the sum of the signals in order.
    pub fn total(&self) -> f32 {
        // `Sum` of no values is -0.
        self.signals
            .iter()
            .fold(0.0, |sum, signal| sum + signal.value)
    }
}
