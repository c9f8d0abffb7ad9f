//! Weights of the signals of a file. Written by `ranking/train.py`: see `ranking/README.md`.

use super::file::COUNT;

/// The signals in their order, and what a signal of 1 adds to the score: the log of how many times
/// more likely it makes the file.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const WEIGHTS: [(&str, f32); COUNT] = [
    ("keywords", 0.372),
    ("file by keywords", 1.235),
    ("meaning", 1.375),
    ("file by meaning", 0.776),
    ("hits", 0.196),
    ("words covered", 2.619),
    ("definition", 0.840),
    ("declared", 5.000),
    ("name", 0.884),
    ("file name", 1.821),
    ("file name in query", 0.249),
    ("file named", 0.931),
    ("directory", 1.660),
    ("depth", -1.352),
    ("tests", -2.342),
    ("examples", -0.833),
    ("vendored", -2.802),
    ("prose", -2.980),
    ("length", 2.810),
    ("summary by keywords", 0.589),
    ("summary by meaning", 0.654),
];
