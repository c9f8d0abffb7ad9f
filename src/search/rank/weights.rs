//! Weights of the signals of a file. Written by `ranking/train.py`: see `ranking/README.md`.

use super::file::COUNT;

/// The signals in their order, and what a signal of 1 adds to the score: the log of how many times
/// more likely it makes the file.
#[allow(clippy::approx_constant, reason = "fitted, whatever they come near")]
pub(super) const WEIGHTS: [(&str, f32); COUNT] = [
    ("keywords", 0.387),
    ("file by keywords", 1.225),
    ("meaning", 1.374),
    ("file by meaning", 0.799),
    ("hits", 0.194),
    ("words covered", 2.644),
    ("definition", 0.922),
    ("name", 0.795),
    ("file name", 1.856),
    ("file name in query", 0.155),
    ("file named", 1.029),
    ("directory", 1.587),
    ("depth", -1.365),
    ("tests", -2.341),
    ("examples", -0.842),
    ("vendored", -2.780),
    ("prose", -2.986),
    ("length", 2.803),
    ("summary by keywords", 0.583),
    ("summary by meaning", 0.673),
];
