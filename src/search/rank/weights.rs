//! Weights of the signals, [`FILE`] and [`CHUNK`]. Written by `ranking/train.py`: see `docs/ranking.md`.
//!
//! The names are those of the signals in explanations and JSON.

use super::{chunk, file};

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [(&str, f32); file::COUNT] = [
    ("file keywords", 1.763),
    ("file semantic", 4.307),
    ("file words", 2.754),
    ("definition", 1.232),
    ("file name", 2.322),
    ("tests", -3.300),
    ("not source", -4.200),
    ("length", 2.646),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [(&str, f32); chunk::COUNT] = [
    ("file score", 0.521),
    ("file rank", -0.891),
    ("keywords", 0.414),
    ("semantic", 3.353),
    ("words", 1.524),
    ("relative words", 2.235),
    ("lines", 2.229),
    ("function", 0.700),
    ("declares", 12.000),
    ("name prefix", 10.000),
    ("imports", 10.000),
];

/// Penalty of each further hit of a file, in units of the chunk score.
pub(super) const FURTHER_HIT: f32 = 1.0;
