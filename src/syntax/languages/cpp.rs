//! C++.

use super::c;
use crate::syntax::grammar::Row;

pub(in crate::syntax) const ROW: Row = Row {
    name: "cpp",
    aliases: &["c++", "cxx", "cc"],
    extensions: &[
        "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp", "txx", "ixx",
        "cppm",
    ],
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    kinds: c::KINDS,
    highlights: &[
        tree_sitter_c::HIGHLIGHT_QUERY,
        tree_sitter_cpp::HIGHLIGHT_QUERY,
    ],

    ..c::ROW_OF_BOTH
};
