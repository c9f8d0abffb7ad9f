//! Weights of the signals. Written by `ranking/train.py`: see `ranking/README.md`.

use super::{chunk, file};

/// The signals of a file, and what a signal of 1 adds to the file score: the logarithm of how many
/// times more likely it makes the file.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const FILE: [(&str, f32); file::COUNT] = [
    ("file keywords", 1.773),
    ("file meaning", 4.147),
    ("file words", 2.808),
    ("definition", 1.458),
    ("file name", 2.318),
    ("tests", -2.274),
    ("not source", -3.143),
    ("length", 2.601),
];

/// The signals of a chunk, and what a signal of 1 adds to the chunk score.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const CHUNK: [(&str, f32); chunk::COUNT] = [
    ("file score", 0.560),
    ("file rank", -0.853),
    ("keywords", 0.471),
    ("meaning", 3.041),
    ("words", 1.064),
    ("words behind", 2.821),
    ("lines", 2.050),
    ("function", 0.150),
    ("declares", 12.000),
    ("half typed", 10.000),
];

/// Penalty of each further hit of a file, in units of the chunk score.
pub(super) const FURTHER_HIT: f32 = 1.0;
