//! Weights of the signals, [`FILE`] and [`CHUNK`], for each kind of query. Written by `ranking/train.py`: see
//! `docs/ranking.md`.
//!
//! Principal type: [`Weights`], mixed for one query. Explanations and JSON have the same names of signals.

/// The kinds of queries that weights are fitted for: the columns of the tables.
pub(super) const KINDS: [&str; 4] = ["questions", "changes", "declarations", "messages"];

type Row = (&'static str, [f32; KINDS.len()]);

/// Weights of the properties of a query's text: the logarithm of the odds that it is of each kind.
pub(super) const PROPERTIES: [Row; 9] = [
    ("intercept", [-0.202, 1.686, 4.922, -5.656]),
    ("number of words", [-0.400, -0.935, -1.328, 2.663]),
    ("identifiers", [-1.159, -0.450, 3.644, -2.035]),
    ("capitalized", [5.458, 6.659, -19.651, 7.533]),
    ("stop words", [1.024, 0.568, 0.790, -2.382]),
    ("punctuation", [-0.213, 1.026, -2.002, 1.189]),
    ("begins with a capital", [-0.792, 1.856, -1.880, 0.816]),
    (
        "begins with a question word",
        [2.665, -2.762, 1.374, -1.277],
    ),
    ("length of words", [0.450, 0.014, -0.125, -0.339]),
];

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [Row; 8] = [
    ("file keywords", [2.594, 1.122, 0.572, 2.243]),
    ("file semantic", [3.596, 5.527, 5.958, 5.782]),
    ("file words", [2.315, 3.898, 3.164, 4.036]),
    ("definition", [1.216, 0.903, 0.960, 0.865]),
    ("file name", [2.746, 1.037, 0.818, 0.858]),
    ("tests", [-2.185, -2.838, -3.603, -3.148]),
    ("not source", [-3.347, -4.402, -4.731, -4.704]),
    ("length", [3.439, 1.157, 1.528, 0.186]),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [Row; 27] = [
    ("file score", [0.524, 0.331, 0.353, 0.288]),
    ("file rank", [-0.705, -0.200, -0.187, -0.243]),
    ("keywords", [0.371, -0.206, -0.958, 0.160]),
    ("semantic", [3.231, 1.148, 0.849, 1.304]),
    ("words", [2.140, 4.032, 2.955, 4.791]),
    ("relative words", [2.364, 0.411, -0.217, 0.146]),
    ("lines", [1.893, 0.504, 2.038, 0.555]),
    ("function", [0.261, 0.364, 0.341, 0.290]),
    ("declares", [12.000, 12.000, 12.000, 12.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.128, -0.252, -0.204]),
    ("semantic rank", [0.000, -0.313, -0.383, -0.329]),
    ("first rank", [0.000, -0.060, 0.005, -0.101]),
    ("nearest", [0.000, -0.079, -0.111, -0.150]),
    ("words²", [0.000, -0.447, -0.740, -1.590]),
    ("words in name", [0.000, 0.187, -0.106, -1.059]),
    ("words in docs", [0.000, -1.027, -0.572, -1.284]),
    ("words in body", [0.000, 0.049, 0.346, 0.457]),
    ("name length", [0.000, -0.100, 0.006, -0.238]),
    ("defined name", [0.000, 0.630, 0.919, 0.500]),
    ("private", [0.000, 0.086, 0.245, 0.019]),
    ("references", [0.000, -0.035, -0.109, -0.037]),
    ("lines²", [0.000, 1.241, -0.476, 0.769]),
    ("function × lines", [0.000, 0.373, 1.624, 0.430]),
    ("in tests", [0.000, -1.836, -2.772, -1.827]),
    ("in no source", [0.000, -4.127, -3.808, -4.624]),
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
