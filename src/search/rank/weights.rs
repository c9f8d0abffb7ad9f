//! Weights of the signals, [`FILE`] and [`CHUNK`], for each kind of query. Written by `ranking/train.py`: see
//! `docs/ranking.md`.
//!
//! Principal type: [`Weights`], mixed for one query. Explanations and JSON have the same names of signals.

/// The kinds of queries that weights are fitted for: the columns of the tables.
pub(super) const KINDS: [&str; 4] = ["questions", "changes", "declarations", "messages"];

type Row = (&'static str, [f32; KINDS.len()]);

/// Weights of the properties of a query's text: the logarithm of the odds that it is of each kind.
pub(super) const FORM: [Row; 9] = [
    ("intercept", [-0.202, 1.688, 4.923, -5.658]),
    ("number of words", [-0.399, -0.936, -1.328, 2.663]),
    ("identifiers", [-1.161, -0.451, 3.643, -2.031]),
    ("capitalized", [5.461, 6.661, -19.649, 7.527]),
    ("stop words", [1.021, 0.566, 0.788, -2.375]),
    ("punctuation", [-0.213, 1.026, -2.002, 1.188]),
    ("begins with a capital", [-0.793, 1.855, -1.881, 0.818]),
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
    ("file keywords", [2.594, 1.106, 0.558, 2.121]),
    ("file semantic", [3.596, 5.494, 5.929, 5.544]),
    ("file words", [2.315, 3.904, 3.166, 4.111]),
    ("definition", [1.216, 0.912, 0.971, 0.904]),
    ("file name", [2.746, 1.040, 0.820, 0.879]),
    ("tests", [-2.185, -2.839, -3.602, -3.143]),
    ("not source", [-3.347, -4.396, -4.725, -4.659]),
    ("length", [3.439, 1.150, 1.519, 0.163]),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [Row; 27] = [
    ("file score", [0.523, 0.329, 0.351, 0.292]),
    ("file rank", [-0.706, -0.205, -0.195, -0.222]),
    ("keywords", [0.372, -0.078, -0.813, 0.309]),
    ("semantic", [3.230, 1.139, 0.851, 1.160]),
    ("words", [2.142, 3.980, 2.829, 4.643]),
    ("relative words", [2.358, 0.413, -0.215, 0.097]),
    ("lines", [1.893, 0.500, 2.025, 0.528]),
    ("function", [0.261, 0.364, 0.345, 0.307]),
    ("declares", [12.000, 12.000, 12.000, 12.000]),
    ("name prefix", [10.000, 10.000, 10.000, 10.000]),
    ("imports", [10.000, 10.000, 10.000, 10.000]),
    ("keyword rank", [0.000, -0.096, -0.216, -0.175]),
    ("semantic rank", [0.000, -0.312, -0.387, -0.353]),
    ("first rank", [0.000, -0.066, 0.008, -0.096]),
    ("nearest", [0.000, -0.091, -0.118, -0.208]),
    ("words²", [0.000, -0.386, -0.656, -1.385]),
    ("words in name", [0.000, 0.197, -0.075, -1.008]),
    ("words in docs", [0.000, -1.022, -0.569, -1.339]),
    ("words in body", [0.000, 0.036, 0.361, 0.371]),
    ("name length", [0.000, -0.098, 0.008, -0.234]),
    ("defined name", [0.000, 0.636, 0.940, 0.522]),
    ("private", [0.000, 0.078, 0.240, -0.014]),
    ("references", [0.000, -0.036, -0.111, -0.045]),
    ("lines²", [0.000, 1.234, -0.465, 0.822]),
    ("function × lines", [0.000, 0.374, 1.612, 0.387]),
    ("in tests", [0.000, -1.821, -2.732, -1.802]),
    ("in no source", [0.000, -4.107, -3.785, -4.621]),
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
