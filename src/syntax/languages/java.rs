//! Java.

use crate::syntax::row::{Declarations, Linking, Reach, Row, Uses};

pub(in crate::syntax) const ROW: Row = Row {
    name: "java",
    extensions: "java",
    grammar: || tree_sitter_java::LANGUAGE.into(),
    query: include_str!("../queries/java.scm"),
    declarations: Declarations {
        bases: &["superclass", "interfaces", "extends_interfaces"],
        ..Declarations::CODE
    },
    uses: Uses {
        member_marks: &["::", "."],
        ..Uses::CODE
    },
    linking: Linking::of(Reach::Directory).with_implicit_self(),
    highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
    ..Row::CODE
};
