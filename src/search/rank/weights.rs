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
pub(super) const CHUNK: [Row; 22] = [
    ("file score", [0.594, 0.217, 0.147, 0.203]),
    ("file rank", [-0.611, -0.145, -0.245, -0.221]),
    ("keywords", [0.311, 0.290, 0.000, 1.622]),
    ("semantic", [3.713, 0.158, 0.000, 0.344]),
    ("words", [1.902, 4.522, 2.213, 7.002]),
    ("relative words", [2.176, -0.342, -0.869, -0.452]),
    ("lines", [2.157, 0.227, 3.107, -0.389]),
    ("function", [0.368, 0.174, -0.172, 0.072]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("words²", [0.000, -0.567, -0.608, -3.197]),
    ("words in name", [0.000, -0.874, -2.293, -3.332]),
    ("words in docs", [0.000, -0.753, -0.369, -1.697]),
    ("words in body", [0.000, 0.496, 1.091, 0.646]),
    ("defined name", [0.000, 0.781, 1.094, 0.649]),
    ("lines²", [0.000, 1.620, -1.356, 1.252]),
    ("function × lines", [0.000, 0.140, 1.952, 0.221]),
    ("similar names", [0.000, 2.597, 5.030, 2.490]),
    ("in tests", [0.000, -2.158, -3.292, -1.605]),
    ("in no source", [0.000, -5.320, -6.271, -7.050]),
    ("nearness", [0.000, 3.680, 4.197, 4.371]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const CHUNK_BY_KEYWORDS: [Row; 22] = [
    ("file score", [0.520, 0.298, 0.319, 0.146]),
    ("file rank", [-0.568, -0.222, -0.220, -0.482]),
    ("keywords", [1.024, 1.662, 1.395, 2.960]),
    ("semantic", [0.000, 0.000, 0.000, 0.000]),
    ("words", [2.397, 8.448, 7.677, 11.324]),
    ("relative words", [4.021, 0.155, -0.745, -0.319]),
    ("lines", [1.486, 0.239, 3.467, 0.129]),
    ("function", [0.236, 0.221, 0.067, 0.212]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("words²", [0.000, -2.778, -3.231, -5.214]),
    ("words in name", [0.000, -0.084, -0.182, -2.272]),
    ("words in docs", [0.000, -0.556, -0.413, -1.625]),
    ("words in body", [0.000, 0.202, 0.529, 0.426]),
    ("defined name", [0.000, 0.407, 0.325, 0.344]),
    ("lines²", [0.000, 0.771, -2.904, 0.530]),
    ("function × lines", [0.000, 0.572, 2.531, 0.461]),
    ("similar names", [0.000, 0.000, 0.000, 0.000]),
    ("in tests", [0.000, -2.125, -3.646, -2.020]),
    ("in no source", [0.000, -4.501, -3.512, -5.231]),
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
