//! Weights of the signals, [`FILE`] and [`CHUNK`], for each kind of query. Written by `ranking/train.py`: see
//! `docs/ranking.md`.
//!
//! Principal type: [`Weights`], mixed for one query. Explanations and JSON have the same names of signals.

/// The kinds of queries that weights are fitted for: the columns of the tables.
pub(super) const KINDS: [&str; 4] = ["questions", "changes", "declarations", "messages"];

type Row = (&'static str, [f32; KINDS.len()]);

/// Weights of the properties of a query's text: the logarithm of the odds that it is of each kind.
pub(super) const FORM: [Row; 9] = [
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
    ("file rank", [-0.705, -0.200, -0.188, -0.243]),
    ("keywords", [0.371, -0.101, -0.841, 0.249]),
    ("semantic", [3.231, 1.151, 0.858, 1.302]),
    ("words", [2.140, 4.017, 2.874, 4.794]),
    ("relative words", [2.364, 0.409, -0.226, 0.138]),
    ("lines", [1.893, 0.507, 2.037, 0.561]),
    ("function", [0.261, 0.362, 0.344, 0.293]),
    ("declares", [12.000, 12.000, 12.000, 12.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.102, -0.224, -0.185]),
    ("semantic rank", [0.000, -0.309, -0.385, -0.325]),
    ("first rank", [0.000, -0.068, 0.006, -0.108]),
    ("nearest", [0.000, -0.082, -0.109, -0.151]),
    ("words²", [0.000, -0.426, -0.691, -1.591]),
    ("words in name", [0.000, 0.191, -0.088, -1.055]),
    ("words in docs", [0.000, -1.023, -0.569, -1.285]),
    ("words in body", [0.000, 0.043, 0.361, 0.460]),
    ("name length", [0.000, -0.098, 0.008, -0.237]),
    ("defined name", [0.000, 0.630, 0.932, 0.501]),
    ("private", [0.000, 0.088, 0.244, 0.023]),
    ("references", [0.000, -0.035, -0.110, -0.037]),
    ("lines²", [0.000, 1.238, -0.470, 0.766]),
    ("function × lines", [0.000, 0.373, 1.617, 0.426]),
    ("in tests", [0.000, -1.832, -2.770, -1.826]),
    ("in no source", [0.000, -4.123, -3.801, -4.621]),
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
