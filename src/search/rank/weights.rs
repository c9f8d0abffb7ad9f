//! Weights of the signals, [`FILE`] and [`CHUNK`]. Written by `ranking/train.py`: see `docs/ranking.md`.
//!
//! The names are those of the signals in explanations and JSON.

use super::{chunk, file};

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [(&str, f32); file::COUNT] = [
    ("file keywords", 1.812),
    ("file semantic", 4.216),
    ("file words", 2.732),
    ("definition", 1.224),
    ("file name", 2.353),
    ("tests", -3.300),
    ("not source", -4.200),
    ("length", 2.617),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [(&str, f32); chunk::COUNT] = [
    ("file score", 0.531),
    ("file rank", -0.860),
    ("keywords", 0.373),
    ("semantic", 3.185),
    ("words", 1.450),
    ("relative words", 2.230),
    ("lines", 2.054),
    ("function", 0.700),
    ("declares", 12.000),
    ("name prefix", 10.000),
    ("imports", 10.000),
];

/// Penalty of each further hit of a file, in units of the chunk score.
pub(super) const FURTHER_HIT: f32 = 1.0;
