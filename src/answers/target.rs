//! The chunk that a person or a program names.
//!
//! Principal type: [`ChunkTarget`]. Contract: whatever `search` prints as a location is a valid target.

use crate::chunk::ChunkId;
use std::path::PathBuf;
use std::str::FromStr;

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
    type Err = String;

    /// Also accepts locations as `search` prints them: `FILE:LINE:` and `FILE:LINE:COLUMN`.
    fn from_str(text: &str) -> Result<Self, String> {
        let is_id = text.len() == ID_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_id && let Ok(id) = u64::from_str_radix(text, 16) {
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
                let Some((before, line)) = numbered(location) else {
                    return Err("expected an id of 16 hexadecimal digits, or FILE:LINE".to_owned());
                };
                match numbered(&before) {
                    Some((file, first)) => (file, (first, Some(line)), None),
                    None => (before, (line, None), None),
                }
            }
        };
        if file.is_empty() {
            return Err("expected a file before the line".to_owned());
        }
        if first.0 == 0 {
            return Err("lines count from 1".to_owned());
        }
        if last.is_some_and(|last| last < first.0) {
            return Err("the range of lines ends before it begins".to_owned());
        }
        Ok(Self::Lines(file.into(), first, last))
    }
}

/// `FILE:10-40`
fn range(text: &str) -> Option<(&str, u32, u32)> {
    let (file, lines) = text.rsplit_once(':')?;
    let (first, last) = lines.split_once('-')?;
    Some((file, first.parse().ok()?, last.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<ChunkTarget, &str>) {
        match (text.parse::<ChunkTarget>(), expected) {
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
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
}
