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
    ("file keywords", [2.129, 1.417, 0.573, 2.912]),
    ("file semantic", [4.858, 6.519, 8.606, 7.627]),
    ("file words", [2.412, 4.084, 2.636, 4.434]),
    ("definition", [1.107, 0.833, 0.863, 0.755]),
    ("file name", [2.253, 0.739, 0.241, 0.736]),
    ("tests", [-2.294, -1.807, -2.561, -1.314]),
    ("not source", [-3.085, -4.267, -4.423, -4.485]),
    ("candidates", [5.633, 1.098, 3.705, -1.149]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const FILE_BY_KEYWORDS: [Row; 8] = [
    ("file keywords", [3.296, 2.823, 2.021, 3.917]),
    ("file semantic", [0.000, 0.000, 0.000, 0.000]),
    ("file words", [3.858, 6.096, 5.422, 7.377]),
    ("definition", [1.255, 0.840, 0.728, 0.759]),
    ("file name", [2.761, 1.153, 0.777, 1.066]),
    ("tests", [-2.946, -3.220, -4.304, -3.255]),
    ("not source", [-3.845, -5.303, -5.351, -5.537]),
    ("candidates", [3.391, 0.162, 1.817, -2.074]),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [Row; 22] = [
    ("file score", [0.589, 0.195, 0.225, 0.206]),
    ("file rank", [-0.618, -0.104, -0.101, -0.177]),
    ("keywords", [0.208, 0.488, 0.000, 1.546]),
    ("semantic", [3.875, 0.000, 0.000, 0.000]),
    ("words", [1.758, 3.886, 2.027, 6.491]),
    ("relative words", [1.607, -1.008, -0.842, -1.497]),
    ("lines", [2.625, -0.039, 2.645, -0.365]),
    ("function", [0.243, 0.156, 0.058, 0.027]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("words²", [0.000, -0.201, -0.586, -2.950]),
    ("words in name", [0.000, -0.793, -1.678, -2.990]),
    ("words in docs", [0.000, -0.430, -0.293, -1.097]),
    ("words in body", [0.000, 0.557, 1.099, 0.517]),
    ("defined name", [0.000, 0.858, 1.139, 0.777]),
    ("lines²", [0.000, 1.637, -1.013, 1.112]),
    ("function × lines", [0.000, 0.055, 1.342, 0.379]),
    ("similar names", [0.000, 2.665, 4.835, 2.908]),
    ("in tests", [0.000, -1.541, -2.179, -0.730]),
    ("in no source", [0.000, -4.730, -5.481, -5.830]),
    ("nearness", [0.000, 3.481, 4.512, 4.068]),
];

/// The same for a search without vectors.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
const CHUNK_BY_KEYWORDS: [Row; 22] = [
    ("file score", [0.575, 0.296, 0.313, 0.159]),
    ("file rank", [-0.435, -0.238, -0.284, -0.470]),
    ("keywords", [0.804, 1.451, 1.213, 2.609]),
    ("semantic", [0.000, 0.000, 0.000, 0.000]),
    ("words", [2.223, 8.138, 7.255, 10.527]),
    ("relative words", [3.456, -0.436, -0.556, -1.640]),
    ("lines", [2.018, 0.307, 3.489, 0.191]),
    ("function", [0.469, 0.201, 0.087, 0.174]),
    ("declares", [14.000, 14.000, 14.000, 14.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("words²", [0.000, -2.665, -3.008, -4.832]),
    ("words in name", [0.000, 0.032, -0.041, -1.923]),
    ("words in docs", [0.000, -0.430, -0.368, -1.334]),
    ("words in body", [0.000, 0.203, 0.440, 0.408]),
    ("defined name", [0.000, 0.508, 0.369, 0.464]),
    ("lines²", [0.000, 0.797, -2.849, 0.659]),
    ("function × lines", [0.000, 0.722, 2.595, 0.696]),
    ("similar names", [0.000, 0.000, 0.000, 0.000]),
    ("in tests", [0.000, -2.101, -3.584, -1.981]),
    ("in no source", [0.000, -4.327, -3.382, -4.745]),
    ("nearness", [0.000, 0.000, 0.000, 0.000]),
];

/// Penalty of each further hit of a file, in units of the chunk score.
const FURTHER_HIT: [f32; KINDS.len()] = [1.400, 0.200, 0.200, 0.200];

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
