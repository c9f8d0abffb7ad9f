//! Numbers, durations, names and errors as people read them.
//!
//! Pure functions, used on every page and by the command line.

use super::index_status::StagePace;
use crate::chunk::Kind;
use crate::corpus::SourcePath;

/// A number in groups of three digits: `12,480`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A number with its noun: `1 chunk`, `2,460 chunks`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{} {many}", grouped(number)),
    }
}

/// `1,200/s, 12 s left`.
pub(crate) fn eta(pace: &StagePace) -> String {
    // An estimate is not accurate to the second.
    let left = duration(match pace.seconds_left {
        seconds @ 0..20 => seconds,
        seconds => seconds.next_multiple_of(5),
    });
    format!("{}, {left} left", rate(pace.per_minute))
}

/// A rate per second, or per minute if it is low.
fn rate(per_minute: u64) -> String {
    let (number, unit) = match per_minute {
        600.. => (per_minute / 60, "s"),
        _ => (per_minute, "min"),
    };
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    format!("{}/{unit}", grouped(number))
}

/// A duration: `12 s`, `3 min`, `2 h 5 min`.
pub(super) fn duration(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

/// An error of another module with a capital first letter, unless it starts with a path or a subject.
pub(crate) fn sentence(error: &str) -> String {
    let rest = error.trim_start_matches(|c: char| c.is_ascii_lowercase());
    if rest.starts_with(' ') {
        error[..1].to_ascii_uppercase() + &error[1..]
    } else {
        error.to_owned()
    }
}

/// The name of a declaration without the number of a piece of it: `write` for `write#2`.
pub(super) fn unnumbered(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((whole, number))
            if !whole.is_empty()
                && !whole.ends_with(' ')
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            whole
        }
        _ => name,
    }
}

/// The qualified name `IndexMerger › write`; for a file or directory its path.
pub(super) fn qualified(names: &[String], path: &SourcePath) -> String {
    let mut inner: Vec<&str> = names.iter().skip(1).map(|name| unnumbered(name)).collect();
    inner.retain(|name| !name.is_empty());
    if inner.is_empty() {
        return path.to_string();
    }
    inner.join(" › ")
}

/// The name of a chunk as the target of a query; without one, its line.
pub(super) fn target_name(names: &[String], path: &SourcePath, kind: Kind, line: u32) -> String {
    let name = qualified(names, path);
    let is_unnamed = name == path.as_str();
    if is_unnamed && !matches!(kind, Kind::File | Kind::Module | Kind::Repository) {
        return format!("{path}:{line}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_without_a_name_is_its_line() {
        let path = SourcePath::new("src/a.rs");
        let name = |names: &[&str], kind| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            target_name(&names, &path, kind, 3)
        };
        assert_eq!(name(&["a.rs"], Kind::Imports), "src/a.rs:3");
        assert_eq!(name(&["a.rs"], Kind::File), "src/a.rs");
        assert_eq!(name(&["a.rs", "S", "f"], Kind::Method), "S › f");
        assert_eq!(name(&["a.rs", "S", "f#2"], Kind::Method), "S › f");
        assert_eq!(name(&["a.md", "Issue #2"], Kind::Section), "Issue #2");
    }

    #[test]
    fn errors_start_with_a_capital_unless_they_start_with_a_name() {
        assert_eq!(sentence("cannot read a: denied"), "Cannot read a: denied");
        for error in ["src/a.rs: denied", "src: denied", "", " a", "é a", "a"] {
            assert_eq!(sentence(error), error);
        }
    }
}
