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
    ("intercept", [-0.213, 2.411, 3.841, -5.039]),
    ("number of words", [-0.070, -0.982, -1.213, 2.265]),
    ("identifiers", [1.672, -1.559, 2.588, -2.701]),
    ("capitalized", [3.305, 7.222, -18.651, 8.123]),
    ("stop words", [-1.364, 0.961, 1.447, -1.043]),
    ("punctuation", [-0.570, 1.055, -1.969, 1.483]),
    ("begins with a capital", [-1.299, 1.954, -1.699, 1.044]),
    (
        "begins with a question word",
        [4.180, -3.599, 0.958, -1.539],
    ),
    ("length of words", [0.238, 0.021, 0.113, -0.372]),
];

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [Row; 8] = [
    ("file keywords", [2.437, 1.090, 0.374, 2.499]),
    ("file semantic", [3.936, 5.869, 6.329, 6.130]),
    ("file words", [2.396, 4.097, 3.148, 4.532]),
    ("definition", [1.227, 0.850, 0.835, 0.755]),
    ("file name", [2.770, 0.932, 0.691, 0.768]),
    ("tests", [-2.650, -3.167, -4.203, -3.437]),
    ("not source", [-3.973, -5.180, -5.481, -5.627]),
    ("length", [3.629, 1.055, 1.605, -0.223]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const FILE_BY_KEYWORDS: [Row; 8] = [
    ("file keywords", [3.302, 2.664, 1.935, 3.772]),
    ("file semantic", [0.000, 0.000, 0.000, 0.000]),
    ("file words", [3.201, 5.911, 5.204, 7.212]),
    ("definition", [1.347, 0.859, 0.766, 0.720]),
    ("file name", [2.959, 1.237, 0.975, 1.020]),
    ("tests", [-2.714, -3.172, -4.254, -3.294]),
    ("not source", [-3.943, -5.316, -5.350, -5.615]),
    ("length", [3.622, 0.907, 1.512, -0.028]),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [Row; 23] = [
    ("file score", [0.580, 0.310, 0.325, 0.275]),
    ("file rank", [-0.644, -0.148, -0.157, -0.229]),
    ("keywords", [0.236, 0.000, 0.000, 0.000]),
    ("semantic", [3.510, 1.148, 1.047, 1.509]),
    ("words", [1.972, 4.391, 2.740, 6.777]),
    ("relative words", [2.540, -0.063, -0.651, -0.252]),
    ("lines", [2.025, 0.340, 3.268, 0.161]),
    ("function", [0.251, 0.228, -0.074, 0.169]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.040, 0.016, -0.229]),
    ("semantic rank", [0.000, -0.330, -0.331, -0.345]),
    ("words²", [0.000, -0.717, -0.951, -3.123]),
    ("words in name", [0.000, -0.817, -1.866, -2.523]),
    ("words in docs", [0.000, -0.759, -0.402, -1.691]),
    ("words in body", [0.000, 0.467, 0.989, 0.776]),
    ("defined name", [0.000, 0.697, 0.833, 0.585]),
    ("lines²", [0.000, 1.686, -1.629, 0.916]),
    ("function × lines", [0.000, 0.132, 2.154, 0.363]),
    ("similar names", [0.000, 2.636, 4.804, 2.528]),
    ("in tests", [0.000, -2.220, -3.559, -2.009]),
    ("in no source", [0.000, -4.935, -5.457, -5.696]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const CHUNK_BY_KEYWORDS: [Row; 23] = [
    ("file score", [0.526, 0.298, 0.315, 0.146]),
    ("file rank", [-0.554, -0.212, -0.219, -0.467]),
    ("keywords", [1.008, 0.873, 0.736, 1.327]),
    ("semantic", [0.000, 0.000, 0.000, 0.000]),
    ("words", [2.418, 8.392, 7.653, 11.238]),
    ("relative words", [4.001, 0.107, -0.774, -0.397]),
    ("lines", [1.491, 0.245, 3.406, 0.048]),
    ("function", [0.249, 0.240, 0.045, 0.225]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.148, -0.123, -0.272]),
    ("semantic rank", [0.000, 0.000, 0.000, 0.000]),
    ("words²", [0.000, -2.713, -3.195, -5.038]),
    ("words in name", [0.000, 0.004, -0.163, -1.909]),
    ("words in docs", [0.000, -0.572, -0.430, -1.649]),
    ("words in body", [0.000, 0.193, 0.507, 0.450]),
    ("defined name", [0.000, 0.434, 0.344, 0.355]),
    ("lines²", [0.000, 0.790, -2.881, 0.601]),
    ("function × lines", [0.000, 0.562, 2.575, 0.473]),
    ("similar names", [0.000, 0.000, 0.000, 0.000]),
    ("in tests", [0.000, -2.135, -3.647, -2.038]),
    ("in no source", [0.000, -4.508, -3.520, -5.031]),
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
