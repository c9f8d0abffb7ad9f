//! Weights of the signals, [`FILE`] and [`CHUNK`], for each kind of query. Written by `ranking/train.py`: see
//! `docs/ranking.md`.
//!
//! Principal type: [`Weights`], mixed for one query. Explanations and JSON have the same names of signals.

/// The kinds of queries that weights are fitted for: the columns of the tables.
pub(super) const KINDS: [&str; 4] = ["questions", "changes", "declarations", "messages"];

type Row = (&'static str, [f32; KINDS.len()]);

/// Weights of the properties of a query's text: the logarithm of the odds that it is of each kind.
pub(super) const FORM: [Row; 9] = [
    ("intercept", [0.000, 0.000, 0.000, 0.000]),
    ("words", [0.000, 0.000, 0.000, 0.000]),
    ("identifiers", [0.000, 0.000, 0.000, 0.000]),
    ("capitalized", [0.000, 0.000, 0.000, 0.000]),
    ("stop words", [0.000, 0.000, 0.000, 0.000]),
    ("punctuation", [0.000, 0.000, 0.000, 0.000]),
    ("begins with a capital", [0.000, 0.000, 0.000, 0.000]),
    ("begins with a question word", [0.000, 0.000, 0.000, 0.000]),
    ("length of words", [0.000, 0.000, 0.000, 0.000]),
];

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [Row; 8] = [
    ("file keywords", [1.740, 1.740, 1.740, 1.740]),
    ("file semantic", [4.209, 4.209, 4.209, 4.209]),
    ("file words", [2.849, 2.849, 2.849, 2.849]),
    ("definition", [1.241, 1.241, 1.241, 1.241]),
    ("file name", [2.320, 2.320, 2.320, 2.320]),
    ("tests", [-3.300, -3.300, -3.300, -3.300]),
    ("not source", [-4.200, -4.200, -4.200, -4.200]),
    ("length", [2.861, 2.861, 2.861, 2.861]),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [Row; 27] = [
    ("file score", [0.526, 0.526, 0.526, 0.526]),
    ("file rank", [-0.893, -0.893, -0.893, -0.893]),
    ("keywords", [0.402, 0.402, 0.402, 0.402]),
    ("semantic", [3.357, 3.357, 3.357, 3.357]),
    ("words", [1.469, 1.469, 1.469, 1.469]),
    ("relative words", [2.239, 2.239, 2.239, 2.239]),
    ("lines", [2.230, 2.230, 2.230, 2.230]),
    ("function", [0.700, 0.700, 0.700, 0.700]),
    ("declares", [12.000, 12.000, 12.000, 12.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, 0.000, 0.000, 0.000]),
    ("semantic rank", [0.000, 0.000, 0.000, 0.000]),
    ("first rank", [0.000, 0.000, 0.000, 0.000]),
    ("nearest", [0.000, 0.000, 0.000, 0.000]),
    ("words²", [0.000, 0.000, 0.000, 0.000]),
    ("words in name", [0.000, 0.000, 0.000, 0.000]),
    ("words in docs", [0.000, 0.000, 0.000, 0.000]),
    ("words in body", [0.000, 0.000, 0.000, 0.000]),
    ("name length", [0.000, 0.000, 0.000, 0.000]),
    ("defined name", [0.000, 0.000, 0.000, 0.000]),
    ("private", [0.000, 0.000, 0.000, 0.000]),
    ("references", [0.000, 0.000, 0.000, 0.000]),
    ("lines²", [0.000, 0.000, 0.000, 0.000]),
    ("function × lines", [0.000, 0.000, 0.000, 0.000]),
    ("in tests", [0.000, 0.000, 0.000, 0.000]),
    ("in no source", [0.000, 0.000, 0.000, 0.000]),
];

/// Penalty of each further hit of a file, in units of the chunk score.
const FURTHER_HIT: [f32; KINDS.len()] = [1.000, 0.500, 0.300, 0.400];

/// The weights for one query.
pub(super) struct Weights {
    pub(super) file: [(&'static str, f32); FILE.len()],
    pub(super) chunk: [(&'static str, f32); CHUNK.len()],
    /// Penalty of each further hit of a file.
    pub(super) further_hit: f32,
}

impl Weights {
    /// Mixes the weights of all kinds by their shares in a query.
    pub(super) fn mixed(shares: [f32; KINDS.len()]) -> Self {
        let mixed = |weights: [f32; KINDS.len()]| {
            let products = shares
                .iter()
                .zip(weights)
                .map(|(share, weight)| share * weight);
            products.sum::<f32>()
        };
        Self {
            file: FILE.map(|(name, weights)| (name, mixed(weights))),
            chunk: CHUNK.map(|(name, weights)| (name, mixed(weights))),
            further_hit: mixed(FURTHER_HIT),
        }
    }
}
