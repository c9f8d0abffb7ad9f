//! What can be asked about.

use crate::chunk::ChunkId;
use crate::context::around::Reach;
use std::path::PathBuf;
use std::str::FromStr;

/// Lines on each side when none are asked for.
const NEIGHBOURS: usize = 10;
/// An id has as many hexadecimal digits.
const ID_DIGITS: usize = 16;

/// A chunk as people and programs name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// By its id.
    Id(ChunkId),
    /// By a 1-based line of a file.
    Line(PathBuf, u32),
}

impl FromStr for Target {
    type Err = String;

    /// Also takes what `search` prints: `FILE:LINE:`, and `FILE:LINE:COLUMN`.
    fn from_str(text: &str) -> Result<Self, String> {
        let is_id = text.len() == ID_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if let Some(id) = u64::from_str_radix(text, 16).ok().filter(|_| is_id) {
            return Ok(Self::Id(ChunkId(id)));
        }
        let place = text.strip_suffix(':').unwrap_or(text);
        let numbered = |text: &str| -> Option<(String, u32)> {
            let (before, number) = text.rsplit_once(':')?;
            Some((before.to_owned(), number.parse().ok()?))
        };
        let Some((before, last)) = numbered(place) else {
            return Err("give an id of 16 hexadecimal digits, or FILE:LINE".to_owned());
        };
        let (file, line) = numbered(&before).unwrap_or((before, last));
        match (file.as_str(), line) {
            ("", _) => Err("give a file before the line: FILE:LINE".to_owned()),
            (_, 0) => Err("lines count from 1".to_owned()),
            _ => Ok(Self::Line(file.into(), line)),
        }
    }
}

/// What of a chunk's surroundings is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expansion {
    Parent,
    Siblings,
    Header,
    Neighbours(Reach),
    Imports,
    Callers,
    Callees,
    File,
    Skeleton,
}

impl FromStr for Expansion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.trim() {
            "parent" => Self::Parent,
            "siblings" => Self::Siblings,
            "header" => Self::Header,
            "neighbours" => Self::Neighbours(Reach::Lines(NEIGHBOURS)),
            "imports" => Self::Imports,
            "callers" => Self::Callers,
            "callees" => Self::Callees,
            "file" => Self::File,
            "skeleton" => Self::Skeleton,
            other => {
                let reach = other.strip_prefix("neighbours=");
                let reach = reach.and_then(|reach| match reach.strip_suffix("leaves") {
                    Some(leaves) => leaves.parse().ok().map(Reach::Leaves),
                    None => reach.parse().ok().map(Reach::Lines),
                });
                return reach.map(Self::Neighbours).ok_or_else(|| {
                    "give parent, siblings, header, neighbours=10, neighbours=2leaves, imports, \
                     callers, callees, file or skeleton"
                        .to_owned()
                });
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Target, &str>) {
        match (text.parse::<Target>(), expected) {
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            (found, expected) => assert_eq!(found, expected.map_err(str::to_owned)),
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
        check("src/a.rs", Err("FILE:LINE"));
        check("+0000000000000ff", Err("FILE:LINE"));
        check("src/a.rs:0", Err("count from 1"));
        check(":3", Err("a file before"));
        check("", Err("FILE:LINE"));
    }

    #[test]
    fn expansions_have_names() {
        let lines = |lines| Ok(Expansion::Neighbours(Reach::Lines(lines)));
        assert_eq!("neighbours".parse(), lines(10));
        assert_eq!("neighbours=3".parse(), lines(3));
        let leaves = Expansion::Neighbours(Reach::Leaves(2));
        assert_eq!("neighbours=2leaves".parse(), Ok(leaves));
        assert_eq!(" callers".parse(), Ok(Expansion::Callers));
        for wrong in ["", "neighbours=", "neighbours=x", "neighbours=-1", "all"] {
            assert!(wrong.parse::<Expansion>().is_err(), "{wrong}");
        }
    }
}
