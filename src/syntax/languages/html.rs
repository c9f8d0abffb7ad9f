//! HTML.

use super::markup;
use crate::syntax::grammar::Row;

pub(in crate::syntax) const ROW: Row = Row {
    name: "html",
    extensions: &["html", "htm", "xhtml"],
    grammar: || tree_sitter_html::LANGUAGE.into(),
    kinds: markup::KINDS,
    highlights: &[tree_sitter_html::HIGHLIGHTS_QUERY],
    injections: tree_sitter_html::INJECTIONS_QUERY,
    ..markup::ROW
};
