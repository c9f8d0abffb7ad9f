//! Weights of the signals of a file. Written by `ranking/train.py`: see `ranking/README.md`.

use super::file::COUNT;

/// The signals in their order, and what a signal of 1 adds to the score: the log of how many times
/// more likely it makes the file.
pub(super) const WEIGHTS: [(&str, f32); COUNT] = [
    ("keywords", 0.221),
    ("file by keywords", 0.889),
    ("meaning", 2.046),
    ("file by meaning", 0.520),
    ("hits", 0.235),
    ("words covered", 2.575),
    ("definition", 0.901),
    ("name", 0.767),
    ("file name", 1.796),
    ("file name in query", 0.258),
    ("file named", 1.079),
    ("directory", 1.567),
    ("depth", -1.427),
    ("tests", -2.381),
    ("examples", -0.868),
    ("vendored", -2.904),
    ("prose", -3.140),
    ("length", 2.656),
    ("summary by keywords", 0.503),
    ("summary by meaning", 0.589),
];
