//! Weights of the signals, [`FILE`] and [`CHUNK`]. Written by `ranking/train.py`: see `docs/ranking.md`.
//!
//! Explanations and JSON have the same names of signals.

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [(&str, f32); 8] = [
    ("file keywords", 1.740),
    ("file semantic", 4.209),
    ("file words", 2.849),
    ("definition", 1.241),
    ("file name", 2.320),
    ("tests", -3.300),
    ("not source", -4.200),
    ("length", 2.861),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [(&str, f32); 11] = [
    ("file score", 0.526),
    ("file rank", -0.893),
    ("keywords", 0.402),
    ("semantic", 3.357),
    ("words", 1.469),
    ("relative words", 2.239),
    ("lines", 2.230),
    ("function", 0.700),
    ("declares", 12.000),
    ("name prefix", 10.000),
    ("imports", 10.000),
];

/// Penalty of each further hit of a file, in units of the chunk score.
pub(super) const FURTHER_HIT: f32 = 1.0;
