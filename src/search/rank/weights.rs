//! Weights of the signals. Written by `ranking/train.py`: see `ranking/README.md`.

use super::{chunk, file};

/// The signals of a file, and what a signal of 1 adds to the file score: the logarithm of how many
/// times more likely it makes the file.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const FILE: [(&str, f32); file::COUNT] = [
    ("file keywords", 1.760),
    ("file meaning", 4.174),
    ("file words", 2.858),
    ("definition", 1.077),
    ("file name", 1.977),
    ("file named", 0.860),
    ("tests", -2.261),
    ("not source", -3.154),
    ("length", 2.494),
];

/// The signals of a chunk, and what a signal of 1 adds to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const CHUNK: [(&str, f32); chunk::COUNT] = [
    ("file score", 0.553),
    ("file rank", -0.856),
    ("keywords", 0.583),
    ("meaning", 3.004),
    ("words", 0.983),
    ("words behind", 2.830),
    ("name", -0.033),
    ("lines", 1.941),
    ("function", 0.174),
    ("declares", 8.000),
    ("half typed", 6.000),
];

/// Penalty of each further hit of a file, in units of the chunk score.
pub(super) const FURTHER_HIT: f32 = 1.0;
