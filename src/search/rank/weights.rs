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
    ("intercept", [-0.172, 2.314, 4.340, -5.482]),
    ("number of words", [0.007, -1.034, -1.199, 2.226]),
    ("identifiers", [2.424, -1.958, 1.859, -2.324]),
    ("capitalized", [2.081, 7.057, -17.221, 8.083]),
    ("stop words", [-0.378, 0.833, 1.202, -1.658]),
    ("punctuation", [-0.782, 0.916, -1.673, 1.539]),
    ("begins with a capital", [-1.550, 2.080, -1.557, 1.027]),
    (
        "begins with a question word",
        [3.791, -3.035, 0.934, -1.690],
    ),
    ("length of words", [0.208, 0.062, 0.103, -0.374]),
];

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [Row; 8] = [
    ("file keywords", [2.142, 1.408, 0.650, 2.859]),
    ("file semantic", [5.126, 6.587, 8.875, 7.535]),
    ("file words", [1.972, 3.995, 2.549, 4.499]),
    ("definition", [1.269, 0.839, 0.886, 0.747]),
    ("file name", [2.539, 0.809, 0.427, 0.728]),
    ("tests", [-2.137, -1.788, -2.561, -1.296]),
    ("not source", [-3.215, -4.248, -4.403, -4.485]),
    ("length", [3.669, 0.655, 1.244, -0.518]),
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
    ("file score", [0.605, 0.204, 0.221, 0.219]),
    ("file rank", [-0.555, -0.115, -0.094, -0.190]),
    ("keywords", [0.404, 0.557, 0.000, 1.819]),
    ("semantic", [3.627, 0.176, 0.000, 0.494]),
    ("words", [2.011, 4.118, 2.007, 7.134]),
    ("relative words", [2.549, -0.418, -0.813, -0.374]),
    ("lines", [1.932, -0.169, 2.602, -0.715]),
    ("function", [0.123, 0.212, 0.072, 0.048]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("words²", [0.000, -0.251, -0.570, -3.493]),
    ("words in name", [0.000, -0.873, -1.750, -3.398]),
    ("words in docs", [0.000, -0.607, -0.335, -1.394]),
    ("words in body", [0.000, 0.658, 1.198, 0.804]),
    ("defined name", [0.000, 0.759, 1.130, 0.572]),
    ("lines²", [0.000, 1.725, -0.982, 1.189]),
    ("function × lines", [0.000, -0.089, 1.284, 0.224]),
    ("similar names", [0.000, 2.413, 4.866, 2.101]),
    ("in tests", [0.000, -1.593, -2.208, -0.730]),
    ("in no source", [0.000, -4.948, -5.524, -6.539]),
    ("nearness", [0.000, 3.802, 4.674, 4.413]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const CHUNK_BY_KEYWORDS: [Row; 22] = [
    ("file score", [0.520, 0.298, 0.318, 0.146]),
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
const FURTHER_HIT: [f32; KINDS.len()] = [1.000, 0.200, 0.200, 0.200];

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
