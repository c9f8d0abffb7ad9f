//! The languages of a repository, by lines.

use super::super::digest::Digest;
use super::super::language;
use crate::corpus::SourcePath;
use std::collections::BTreeMap;

/// Languages that are listed.
const MOST: usize = 5;

/// How many lines all files have.
pub(super) fn lines(files: &[(SourcePath, Digest)]) -> usize {
    let lines = files.iter().map(|(_, digest)| u64::from(digest.lines));
    usize::try_from(lines.sum::<u64>()).unwrap_or(usize::MAX)
}

/// `Rust 98 %`, `Python 2 %`: of the lines of code, or of all lines where there is no code.
/// What rounds to nothing is left out.
pub(super) fn shares(files: &[(SourcePath, Digest)]) -> Vec<String> {
    let count = |wanted: fn(&str) -> bool| {
        let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
        for (_, digest) in files.iter().filter(|(_, digest)| wanted(&digest.language)) {
            *lines.entry(digest.language.as_str()).or_default() += u64::from(digest.lines);
        }
        lines
    };
    let code = count(language::is_code);
    let lines = match code.is_empty() {
        true => count(|language| !language.is_empty()),
        false => code,
    };
    let total = lines.values().sum::<u64>().max(1);
    let mut lines: Vec<(&str, u64)> = lines.into_iter().collect();
    lines.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    lines
        .into_iter()
        .map(|(name, count)| (name, (count * 200 + total) / (total * 2)))
        .filter(|(_, percent)| *percent > 0)
        .take(MOST)
        .map(|(name, percent)| format!("{} {percent} %", language::name(name)))
        .collect()
}
