//! Weights of the signals, [`FILE`] and [`CHUNK`], for each kind of query. Written by `ranking/train.py`: see
//! `docs/ranking.md`.
//!
//! Principal type: [`Weights`], mixed for one query. Explanations and JSON have the same names of signals.

/// The kinds of queries that weights are fitted for: the columns of the tables.
pub(super) const KINDS: [&str; 4] = ["questions", "changes", "declarations", "messages"];

type Row = (&'static str, [f32; KINDS.len()]);

/// Weights of the properties of a query's text: the logarithm of the odds that it is of each kind. For queries
/// without a vector of the bundled model.
pub(super) const PROPERTIES: [Row; 9] = [
    ("intercept", [-0.022, 1.783, 4.876, -5.638]),
    ("number of words", [-0.387, -0.956, -1.326, 2.669]),
    ("identifiers", [-0.972, -0.842, 3.820, -2.006]),
    ("capitalized", [5.407, 6.627, -19.585, 7.551]),
    ("stop words", [1.136, 0.413, 0.945, -2.494]),
    ("punctuation", [-0.198, 1.021, -1.998, 1.175]),
    ("begins with a capital", [-0.781, 1.817, -1.848, 0.812]),
    (
        "begins with a question word",
        [2.692, -2.855, 1.398, -1.236],
    ),
    ("length of words", [0.449, 0.021, -0.129, -0.340]),
];

/// Weights of the properties of a query's text: the logarithm of the odds that it is of each kind. The
/// directions of [`kind_directions`](super::kind_directions) are added to them.
pub(super) const PROPERTIES_BESIDE_VECTOR: [Row; 9] = [
    ("intercept", [0.206, 1.968, 4.383, -5.556]),
    ("number of words", [0.014, -1.043, -1.241, 2.270]),
    ("identifiers", [1.641, -1.790, 2.315, -2.166]),
    ("capitalized", [2.622, 6.935, -17.145, 7.588]),
    ("stop words", [-1.372, 1.081, 1.219, -0.928]),
    ("punctuation", [-0.724, 0.993, -1.837, 1.569]),
    ("begins with a capital", [-1.330, 1.944, -1.596, 0.982]),
    (
        "begins with a question word",
        [3.442, -2.920, 0.845, -1.367],
    ),
    ("length of words", [0.265, 0.045, 0.068, -0.378]),
];

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [Row; 8] = [
    ("file keywords", [2.284, 1.244, 0.307, 2.662]),
    ("file semantic", [4.318, 6.068, 7.908, 6.906]),
    ("file words", [2.218, 4.097, 2.759, 4.509]),
    ("definition", [1.303, 0.819, 0.897, 0.816]),
    ("file name", [2.684, 0.933, 0.601, 0.763]),
    ("tests", [-2.508, -2.701, -3.549, -2.654]),
    ("not source", [-3.700, -4.863, -5.007, -5.214]),
    ("length", [3.752, 0.946, 1.668, -0.327]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const FILE_BY_KEYWORDS: [Row; 8] = [
    ("file keywords", [3.299, 2.668, 1.933, 3.777]),
    ("file semantic", [0.000, 0.000, 0.000, 0.000]),
    ("file words", [3.192, 5.909, 5.218, 7.206]),
    ("definition", [1.401, 0.861, 0.788, 0.723]),
    ("file name", [2.967, 1.236, 0.972, 1.018]),
    ("tests", [-2.706, -3.181, -4.257, -3.295]),
    ("not source", [-3.950, -5.321, -5.358, -5.618]),
    ("length", [3.664, 0.914, 1.515, -0.025]),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [Row; 24] = [
    ("file score", [0.594, 0.212, 0.159, 0.195]),
    ("file rank", [-0.611, -0.118, -0.211, -0.186]),
    ("keywords", [0.311, 0.000, 0.000, 0.000]),
    ("semantic", [3.713, 0.046, 0.000, 0.086]),
    ("words", [1.902, 4.438, 2.111, 6.792]),
    ("relative words", [2.176, -0.445, -0.913, -0.494]),
    ("lines", [2.157, 0.229, 3.072, -0.417]),
    ("function", [0.368, 0.193, -0.167, 0.104]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.079, 0.004, -0.277]),
    ("semantic rank", [0.000, -0.238, -0.180, -0.220]),
    ("words²", [0.000, -0.431, -0.485, -2.821]),
    ("words in name", [0.000, -0.948, -2.275, -3.010]),
    ("words in docs", [0.000, -0.783, -0.360, -1.663]),
    ("words in body", [0.000, 0.407, 1.099, 0.640]),
    ("defined name", [0.000, 0.769, 1.091, 0.636]),
    ("lines²", [0.000, 1.657, -1.334, 1.287]),
    ("function × lines", [0.000, 0.112, 1.951, 0.207]),
    ("similar names", [0.000, 2.545, 5.020, 2.527]),
    ("in tests", [0.000, -2.207, -3.297, -1.672]),
    ("in no source", [0.000, -5.350, -6.262, -6.550]),
    ("nearness", [0.000, 1.785, 2.673, 2.375]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const CHUNK_BY_KEYWORDS: [Row; 24] = [
    ("file score", [0.520, 0.297, 0.318, 0.145]),
    ("file rank", [-0.568, -0.214, -0.214, -0.468]),
    ("keywords", [1.024, 0.876, 0.750, 1.327]),
    ("semantic", [0.000, 0.000, 0.000, 0.000]),
    ("words", [2.397, 8.388, 7.641, 11.220]),
    ("relative words", [4.021, 0.114, -0.771, -0.400]),
    ("lines", [1.486, 0.240, 3.453, 0.046]),
    ("function", [0.236, 0.235, 0.071, 0.224]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.148, -0.122, -0.272]),
    ("semantic rank", [0.000, 0.000, 0.000, 0.000]),
    ("words²", [0.000, -2.715, -3.190, -5.019]),
    ("words in name", [0.000, -0.016, -0.167, -1.907]),
    ("words in docs", [0.000, -0.570, -0.422, -1.643]),
    ("words in body", [0.000, 0.205, 0.517, 0.454]),
    ("defined name", [0.000, 0.437, 0.333, 0.351]),
    ("lines²", [0.000, 0.781, -2.902, 0.608]),
    ("function × lines", [0.000, 0.564, 2.542, 0.467]),
    ("similar names", [0.000, 0.000, 0.000, 0.000]),
    ("in tests", [0.000, -2.144, -3.649, -2.038]),
    ("in no source", [0.000, -4.509, -3.513, -5.041]),
    ("nearness", [0.000, 0.000, 0.000, 0.000]),
];

/// Penalty of each further hit of a file, in units of the chunk score.
const FURTHER_HIT: [f32; KINDS.len()] = [1.000, 0.350, 0.200, 0.400];

/// The weights for one query.
pub(super) struct Weights {
    pub(super) file: [(&'static str, f32); FILE.len()],
    pub(super) chunk: [(&'static str, f32); CHUNK.len()],
    /// Penalty of each further hit of a file.
    pub(super) further_hit: f32,
}

impl Weights {
    /// Mixes the weights of all kinds by their shares in a query.
    pub(super) fn mixed(shares: [f32; KINDS.len()], has_vectors: bool) -> Self {
        let mixed = |weights: [f32; KINDS.len()]| {
            let products = shares
                .iter()
                .zip(weights)
                .map(|(share, weight)| share * weight);
            products.sum::<f32>()
        };
        let (file, chunk) = if has_vectors {
            (FILE, CHUNK)
        } else {
            (FILE_BY_KEYWORDS, CHUNK_BY_KEYWORDS)
        };
        Self {
            file: file.map(|(name, weights)| (name, mixed(weights))),
            chunk: chunk.map(|(name, weights)| (name, mixed(weights))),
            further_hit: mixed(FURTHER_HIT),
        }
    }
}
