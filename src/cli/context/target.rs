//! Targets of a command and parts of a chunk's context, as they are written on the command line.
//!
//! Principal types: [`ChunkTarget`] and [`Expansion`]. Contract: whatever `search` prints as a location is a
//! valid target.

use crate::chunk::ChunkId;
use crate::context::RelationKind;
use crate::context::around::Extent;
use anyhow::{Context, Error, Result, ensure};
use std::path::PathBuf;
use std::str::FromStr;

/// Lines on each side by default.
const NEIGHBORS: usize = 10;
/// Number of hexadecimal digits of an id.
const ID_DIGITS: usize = 16;

/// A chunk as people and programs name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChunkTarget {
    /// By its id.
    Id(ChunkId),
    /// By a 1-based line of a file, with a 1-based column in bytes, or a range of lines up to the last one.
    Lines(PathBuf, (u32, Option<u32>), Option<u32>),
}

impl FromStr for ChunkTarget {
    type Err = Error;

    /// Also accepts locations as `search` prints them: `FILE:LINE:` and `FILE:LINE:COLUMN`.
    fn from_str(text: &str) -> Result<Self> {
        let is_id = text.len() == ID_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if let Some(id) = u64::from_str_radix(text, 16).ok().filter(|_| is_id) {
            return Ok(Self::Id(ChunkId(id)));
        }
        let location = text.strip_suffix(':').unwrap_or(text);
        let numbered = |text: &str| -> Option<(String, u32)> {
            let (before, number) = text.rsplit_once(':')?;
            Some((before.to_owned(), number.parse().ok()?))
        };
        let (file, first, last) = match range(location) {
            Some((file, first, last)) => (file.to_owned(), (first, None), Some(last)),
            None => {
                let numbered_file = numbered(location);
                let (before, line) = numbered_file
                    .context("expected an id of 16 hexadecimal digits, or FILE:LINE")?;
                match numbered(&before) {
                    Some((file, first)) => (file, (first, Some(line)), None),
                    None => (before, (line, None), None),
                }
            }
        };
        ensure!(!file.is_empty(), "expected a file before the line");
        ensure!(first.0 > 0, "lines count from 1");
        let is_in_order = last.is_none_or(|last| first.0 <= last);
        ensure!(is_in_order, "the range of lines ends before it begins");
        Ok(Self::Lines(file.into(), first, last))
    }
}

/// `FILE:10-40`
fn range(text: &str) -> Option<(&str, u32, u32)> {
    let (file, lines) = text.rsplit_once(':')?;
    let (first, last) = lines.split_once('-')?;
    Some((file, first.parse().ok()?, last.parse().ok()?))
}

/// A part of a chunk's context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// The whole file.
    File,
    /// Every signature of the declaration around it, without bodies.
    Skeleton,
}

/// The parts with their names and their fields in JSON, the most useful first.
pub(in crate::cli) const PARTS: [(Expansion, &str, &str); 9] = [
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
    (
        Expansion::References(RelationKind::Callers(None)),
        "callers",
        "callers_context",
    ),
    (
        Expansion::References(RelationKind::Callees),
        "callees",
        "callees_context",
    ),
    (Expansion::Skeleton, "skeleton", "skeleton_context"),
    (Expansion::File, "file", "file_context"),
];

impl FromStr for Expansion {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        let part = PARTS.iter().find(|(_, name, _)| *name == text);
        let reach = || text.strip_prefix("neighbors=").and_then(reach);
        match (text, part) {
            ("none", _) => Some(Self::None),
            ("auto", _) => Some(Self::Auto),
            (_, Some((part, ..))) => Some(*part),
            (_, None) => reach().map(Self::Neighbors),
        }
        .context(
            "expected none, auto, parent, siblings, header, imports, neighbors=10, neighbors=5/20, neighbors=2leaves, \
             callers, callees, file or skeleton",
        )
    }
}

/// `10`, `5/20` or `2leaves`.
fn reach(text: &str) -> Option<Extent> {
    if let Some(leaves) = text.strip_suffix("leaves") {
        return leaves.parse().ok().map(Extent::Leaves);
    }
    let (before, after) = text.split_once('/').unwrap_or((text, text));
    Some(Extent::Lines(before.parse().ok()?, after.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<ChunkTarget, &str>) {
        match (text.parse::<ChunkTarget>(), expected) {
            (Err(found), Err(part)) => assert!(found.to_string().contains(part), "{found}"),
            (found, expected) => assert_eq!(found.ok(), expected.ok(), "{text}"),
        }
    }

    #[test]
    fn a_target_is_an_id_or_a_line() {
        let at = |file: &str, at| Ok(ChunkTarget::Lines(file.into(), at, None));
        let line = |file: &str, line| at(file, (line, None));
        check("00000000000000ff", Ok(ChunkTarget::Id(ChunkId(255))));
        check("src/a.rs:22", line("src/a.rs", 22));
        check("src/a.rs:22:", line("src/a.rs", 22));
        check("src/a.rs:22:5", at("src/a.rs", (22, Some(5))));
        check("C:/a.rs:22", line("C:/a.rs", 22));
        check("00000000000000ff:3", line("00000000000000ff", 3));
        let lines = |first, last| {
            let file = "src/a.rs".into();
            Ok(ChunkTarget::Lines(file, (first, None), Some(last)))
        };
        check("src/a.rs:10-40", lines(10, 40));
        check("src/a.rs:7-7:", lines(7, 7));
        check("src/a.rs:40-10", Err("ends before"));
        check("src/a.rs:0-10", Err("count from 1"));
        check(":1-2", Err("a file before"));
        check("src/a-1.rs:3", line("src/a-1.rs", 3));
        check("src/a.rs", Err("FILE:LINE"));
        check("+0000000000000ff", Err("FILE:LINE"));
        check("src/a.rs:0", Err("count from 1"));
        check(":3", Err("a file before"));
        check("", Err("FILE:LINE"));
    }

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
        for wrong in [
            "",
            "neighbors=",
            "neighbors=x",
            "neighbors=1/",
            "neighbors=-1",
            "all",
        ] {
            assert!(wrong.parse::<Expansion>().is_err(), "{wrong}");
        }
    }
}
