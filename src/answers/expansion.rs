//! The parts of a chunk's context, by the names that people and programs give them.
//!
//! Principal type: [`Expansion`]; [`PARTS`] lists the names.

use crate::context::Direction::{Backward, Forward};
use crate::context::around::Extent;
use crate::context::{Direction, RelationKind};
use std::str::FromStr;

const CALLERS: RelationKind = RelationKind::Callers(None);
const CALLEES: RelationKind = RelationKind::Callees;

/// Maximum number of steps of a call tree.
const MAX_STEPS: usize = 10;
/// Lines on each side by default.
const NEIGHBORS: usize = 10;

/// A part of a chunk's context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expansion {
    /// Nothing.
    None,
    /// The parts that belong to its kind.
    Auto,
    /// The headers of the declarations around it, outermost first.
    Parent,
    /// The signatures of its siblings or members.
    Siblings,
    /// The header of its file.
    Header,
    /// The lines before and after it.
    Neighbors(Extent),
    /// References of this kind.
    References(RelationKind),
    /// Callers or callees over a number of steps.
    CallTree(Direction, usize),
    /// The whole file.
    File,
    /// Every signature of the declaration around it, without bodies.
    Skeleton,
}

/// The parts with their names and their fields in JSON, the most useful first.
pub(crate) const PARTS: [(Expansion, &str, &str); 9] = [
    (Expansion::Parent, "parent", "parent_context"),
    (Expansion::Header, "header", "context_header"),
    (
        Expansion::Neighbors(Extent::Lines(NEIGHBORS, NEIGHBORS)),
        "neighbors",
        "neighbors_context",
    ),
    (Expansion::Siblings, "siblings", "siblings_context"),
    (
        Expansion::References(RelationKind::Imports),
        "imports",
        "imports_context",
    ),
    (Expansion::References(CALLERS), "callers", "callers_context"),
    (Expansion::References(CALLEES), "callees", "callees_context"),
    (Expansion::Skeleton, "skeleton", "skeleton_context"),
    (Expansion::File, "file", "file_context"),
];

impl Expansion {
    /// The field of a part in JSON; empty for `none` and `auto`, which are no parts.
    pub(crate) fn field(&self) -> &'static str {
        for (part, _, field) in PARTS {
            let is_same = match (&part, self) {
                (Self::Neighbors(_), Self::Neighbors(_)) => true,
                (Self::References(kind), Self::CallTree(Forward, _)) => *kind == CALLEES,
                (Self::References(kind), Self::CallTree(Backward, _)) => *kind == CALLERS,
                _ => part == *self,
            };
            if is_same {
                return field;
            }
        }
        ""
    }
}

impl FromStr for Expansion {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text == "none" {
            return Ok(Self::None);
        }
        if text == "auto" {
            return Ok(Self::Auto);
        }
        if let Some((part, ..)) = PARTS.into_iter().find(|(_, name, _)| *name == text) {
            return Ok(part);
        }
        let parsed = match text.split_once('=') {
            Some(("neighbors", written)) => extent(written).map(Self::Neighbors),
            Some(("callers", steps)) => depth(steps).map(|depth| Self::CallTree(Backward, depth)),
            Some(("callees", steps)) => depth(steps).map(|depth| Self::CallTree(Forward, depth)),
            _ => None,
        };
        parsed.ok_or(
            "expected none, auto, parent, siblings, header, imports, neighbors=10, neighbors=5/20, neighbors=2leaves, \
             callers, callers=3, callees, callees=3, file or skeleton",
        )
    }
}

/// A number of steps.
fn depth(text: &str) -> Option<usize> {
    let steps = text.parse().ok()?;
    (1..=MAX_STEPS).contains(&steps).then_some(steps)
}

/// `10`, `5/20` or `2leaves`.
fn extent(text: &str) -> Option<Extent> {
    if let Some(leaves) = text.strip_suffix("leaves") {
        return leaves.parse().ok().map(Extent::Leaves);
    }
    let (before, after) = text.split_once('/').unwrap_or((text, text));
    Some(Extent::Lines(before.parse().ok()?, after.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_have_names() {
        let lines = |before, after| Expansion::Neighbors(Extent::Lines(before, after));
        let parse = |text: &str| text.parse::<Expansion>().unwrap();
        assert_eq!(parse("neighbors"), lines(10, 10));
        assert_eq!(parse("neighbors=3"), lines(3, 3));
        assert_eq!(parse("neighbors=3/7"), lines(3, 7));
        let leaves = Expansion::Neighbors(Extent::Leaves(2));
        assert_eq!(parse("neighbors=2leaves"), leaves);
        let callers = Expansion::References(RelationKind::Callers(None));
        assert_eq!(parse(" callers"), callers);
        assert_eq!(parse("callees=3"), Expansion::CallTree(Forward, 3));
        for wrong in [
            "",
            "neighbors=",
            "neighbors=x",
            "neighbors=1/",
            "neighbors=-1",
            "callers=0",
            "callees=11",
            "all",
        ] {
            assert!(wrong.parse::<Expansion>().is_err(), "{wrong}");
        }
    }
}
