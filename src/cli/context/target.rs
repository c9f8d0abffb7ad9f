//! Targets of a command and parts of a chunk's context, as they are written on the command line.

use crate::chunk::ChunkId;
use crate::context::Connection;
use crate::context::around::Reach;
use std::path::PathBuf;
use std::str::FromStr;

/// Lines on each side by default.
const NEIGHBORS: usize = 10;
/// An id has as many hexadecimal digits.
const ID_DIGITS: usize = 16;

/// A chunk as people and programs name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// By its id.
    Id(ChunkId),
    /// By a 1-based line of a file.
    Line(PathBuf, u32),
    /// A range of 1-based lines of a file, inclusive.
    Lines(PathBuf, u32, u32),
}

/// Text that names no chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum TargetError {
    /// Neither an id nor a location.
    #[error("give an id of 16 hexadecimal digits, or FILE:LINE")]
    Form,
    /// A line without a file.
    #[error("give a file before the line: FILE:LINE")]
    NoFile,
    /// Line 0.
    #[error("lines count from 1")]
    Zero,
    /// A range that ends before it begins.
    #[error("the range of lines ends before it begins")]
    Backwards,
}

impl FromStr for Target {
    type Err = TargetError;

    /// Also takes what `search` prints: `FILE:LINE:`, and `FILE:LINE:COLUMN`.
    fn from_str(text: &str) -> Result<Self, TargetError> {
        let is_id = text.len() == ID_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if let Some(id) = u64::from_str_radix(text, 16).ok().filter(|_| is_id) {
            return Ok(Self::Id(ChunkId(id)));
        }
        let place = text.strip_suffix(':').unwrap_or(text);
        let numbered = |text: &str| -> Option<(String, u32)> {
            let (before, number) = text.rsplit_once(':')?;
            Some((before.to_owned(), number.parse().ok()?))
        };
        if let Some((file, first, last)) = range(place) {
            return match (file, first) {
                ("", _) => Err(TargetError::NoFile),
                (_, 0) => Err(TargetError::Zero),
                _ if last < first => Err(TargetError::Backwards),
                _ => Ok(Self::Lines(file.into(), first, last)),
            };
        }
        let (before, last) = numbered(place).ok_or(TargetError::Form)?;
        let (file, line) = numbered(&before).unwrap_or((before, last));
        match (file.as_str(), line) {
            ("", _) => Err(TargetError::NoFile),
            (_, 0) => Err(TargetError::Zero),
            _ => Ok(Self::Line(file.into(), line)),
        }
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
    Neighbors(Reach),
    /// References of this kind.
    References(Connection),
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
        Expansion::Neighbors(Reach::Lines(NEIGHBORS, NEIGHBORS)),
        "neighbors",
        "neighbors_context",
    ),
    (Expansion::Siblings, "siblings", "siblings_context"),
    (
        Expansion::References(Connection::Imports),
        "imports",
        "imports_context",
    ),
    (
        Expansion::References(Connection::Callers),
        "callers",
        "callers_context",
    ),
    (
        Expansion::References(Connection::Callees),
        "callees",
        "callees_context",
    ),
    (Expansion::Skeleton, "skeleton", "skeleton_context"),
    (Expansion::File, "file", "file_context"),
];

/// An expansion that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "give none, auto, parent, siblings, header, imports, neighbors=10, neighbors=5/20, \
     neighbors=2leaves, callers, callees, file or skeleton"
)]
pub(crate) struct UnknownExpansion;

impl FromStr for Expansion {
    type Err = UnknownExpansion;

    fn from_str(text: &str) -> Result<Self, UnknownExpansion> {
        let text = text.trim();
        let part = PARTS.iter().find(|(_, name, _)| *name == text);
        match (text, part) {
            ("none", _) => Ok(Self::None),
            ("auto", _) => Ok(Self::Auto),
            (_, Some((part, ..))) => Ok(*part),
            (_, None) => {
                let reach = text.strip_prefix("neighbors=").and_then(reach);
                reach.map(Self::Neighbors).ok_or(UnknownExpansion)
            }
        }
    }
}

/// `10`, `5/20` or `2leaves`.
fn reach(text: &str) -> Option<Reach> {
    if let Some(leaves) = text.strip_suffix("leaves") {
        return leaves.parse().ok().map(Reach::Leaves);
    }
    let (before, after) = text.split_once('/').unwrap_or((text, text));
    Some(Reach::Lines(before.parse().ok()?, after.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Target, &str>) {
        match (text.parse::<Target>(), expected) {
            (Err(found), Err(part)) => assert!(found.to_string().contains(part), "{found}"),
            (found, expected) => assert_eq!(found.ok(), expected.ok(), "{text}"),
        }
    }

    #[test]
    fn a_target_is_an_id_or_a_line() {
        let line = |file: &str, line| Ok(Target::Line(file.into(), line));
        check("00000000000000ff", Ok(Target::Id(ChunkId(255))));
        check("src/a.rs:22", line("src/a.rs", 22));
        check("src/a.rs:22:", line("src/a.rs", 22));
        check("src/a.rs:22:5", line("src/a.rs", 22));
        check("C:/a.rs:22", line("C:/a.rs", 22));
        check("00000000000000ff:3", line("00000000000000ff", 3));
        let lines = |first, last| Ok(Target::Lines("src/a.rs".into(), first, last));
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
        let lines = |before, after| Ok(Expansion::Neighbors(Reach::Lines(before, after)));
        assert_eq!("neighbors".parse(), lines(10, 10));
        assert_eq!("neighbors=3".parse(), lines(3, 3));
        assert_eq!("neighbors=3/7".parse(), lines(3, 7));
        let leaves = Expansion::Neighbors(Reach::Leaves(2));
        assert_eq!("neighbors=2leaves".parse(), Ok(leaves));
        assert_eq!(
            " callers".parse(),
            Ok(Expansion::References(Connection::Callers))
        );
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
