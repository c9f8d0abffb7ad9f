//! Weights of the signals of a file. Written by `ranking/train.py`: see `ranking/README.md`.

use super::file::COUNT;

/// The signals in their order, and what a signal of 1 adds to the score: the log of how many times
/// more likely it makes the file.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const WEIGHTS: [(&str, f32); COUNT] = [
    ("keywords", 0.385),
    ("file by keywords", 1.236),
    ("meaning", 1.266),
    ("file by meaning", 0.789),
    ("hits", 0.174),
    ("words covered", 3.147),
    ("definition", 0.574),
    ("declared", 5.000),
    ("name", 0.664),
    ("file name", 1.829),
    ("file name in query", 0.166),
    ("file named", 0.985),
    ("directory", 1.510),
    ("depth", -1.284),
    ("tests", -2.358),
    ("examples", -0.847),
    ("vendored", -2.832),
    ("prose", -3.048),
    ("length", 2.715),
    ("summary by keywords", 0.568),
    ("summary by meaning", 0.638),
];
