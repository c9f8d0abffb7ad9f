//! Weights of the signals, [`FILE`] and [`CHUNK`]. Written by `ranking/train.py`: see `docs/ranking.md`.
//!
//! The names are those of the signals in explanations and JSON.

use super::{chunk, file};

/// Signals of a file and their weights: a signal of 1 adds the weight to the file score, the logarithm
/// of the odds of the file.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const FILE: [(&str, f32); file::COUNT] = [
    ("file keywords", 1.750),
    ("file semantic", 4.249),
    ("file words", 2.793),
    ("definition", 1.244),
    ("file name", 2.330),
    ("tests", -3.300),
    ("not source", -4.200),
    ("length", 2.806),
];

/// Signals of a chunk and their weights: a signal of 1 adds the weight to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted values, not constants")]
pub(super) const CHUNK: [(&str, f32); chunk::COUNT] = [
    ("file score", 0.522),
    ("file rank", -0.898),
    ("keywords", 0.400),
    ("semantic", 3.349),
    ("words", 1.497),
    ("relative words", 2.225),
    ("lines", 2.214),
    ("function", 0.700),
    ("declares", 12.000),
    ("name prefix", 10.000),
    ("imports", 10.000),
];

/// Penalty of each further hit of a file, in units of the chunk score.
pub(super) const FURTHER_HIT: f32 = 1.0;
