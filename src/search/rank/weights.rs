//! Weights of the signals of a file. Written by `ranking/train.py`: see `ranking/README.md`.

use super::file::COUNT;

/// The signals in their order, and what a signal of 1 adds to the score: the log of how many times
/// more likely it makes the file.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const WEIGHTS: [(&str, f32); COUNT] = [
    ("keywords", 0.453),
    ("file by keywords", 1.250),
    ("meaning", 1.346),
    ("file by meaning", 0.822),
    ("hits", 0.168),
    ("words covered", 2.716),
    ("definition", 0.560),
    ("declared", 5.000),
    ("name", 0.756),
    ("file name", 1.883),
    ("file name in query", 0.176),
    ("file named", 0.978),
    ("directory", 1.575),
    ("depth", -1.299),
    ("tests", -2.344),
    ("examples", -0.850),
    ("vendored", -2.871),
    ("prose", -3.007),
    ("length", 2.843),
    ("summary by keywords", 0.587),
    ("summary by meaning", 0.653),
];
