//! The directories that a repository consists of.

use super::super::digest::Digest;
use super::super::language;
use super::super::role::FileRole;
use super::Directories;
use crate::corpus::SourcePath;
use std::collections::BTreeMap;

/// Modules that are looked at.
const MOST: usize = 24;
/// How much of the code is below a directory for it to be the place to look for modules, in
/// hundredths.
const DOMINANT: u64 = 90;

/// What a repository consists of.
pub(super) struct Packages<'f> {
    /// Directories, the largest first.
    pub(super) directories: Vec<&'f str>,
    /// Where the source is, when much of it is in files right there.
    pub(super) flat: Option<&'f str>,
}

/// The directories a person would name: packages, where there are several, else those right below
/// the source's root. The largest first.
pub(super) fn packages<'f>(
    files: &'f [(SourcePath, Digest)],
    directories: &Directories<'f>,
) -> Packages<'f> {
    let lines = lines_below(files);
    let mut flat = None;
    let mut found: Vec<&str> = directories
        .iter()
        .filter(|(path, files)| {
            let is_package = |digest: &Digest| {
                digest.role == FileRole::Manifest
                    && digest
                        .manifest
                        .as_ref()
                        .is_some_and(|it| !it.name.is_empty())
            };
            !path.is_empty() && files.iter().any(|(_, digest)| is_package(digest))
        })
        .map(|(path, _)| *path)
        .collect();
    if found.len() < 2 {
        let root = source_root(&lines);
        found = children(root, &lines).collect();
        let below: u64 = found.iter().filter_map(|path| lines.get(path)).sum();
        let all = lines.get(root).copied().unwrap_or(0);
        flat = Some(root).filter(|_| below * 10 < all * 7);
    }
    found.sort_by_key(|path| {
        (
            std::cmp::Reverse(lines.get(path).copied().unwrap_or(0)),
            *path,
        )
    });
    found.truncate(MOST);
    Packages {
        directories: found,
        flat,
    }
}

/// Where a package's own code is: `src` in it, when that speaks for it.
pub(super) fn source<'d>(
    directory: &str,
    directories: &'d Directories<'_>,
) -> Option<(&'d str, &'d [&'d (SourcePath, Digest)])> {
    let source = format!("{directory}/src");
    let (path, files) = directories.get_key_value(source.as_str())?;
    Some((path, files))
}

/// Lines of code below each directory, at any depth; of tests and what is beside the point none.
fn lines_below(files: &[(SourcePath, Digest)]) -> BTreeMap<&str, u64> {
    let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
    for (path, digest) in files {
        let is_own = !matches!(digest.role, FileRole::Test | FileRole::Aside);
        if !is_own || !language::is_code(&digest.language) {
            continue;
        }
        let mut directory = path.directory();
        loop {
            *lines.entry(directory).or_default() += u64::from(digest.lines);
            match directory.rsplit_once('/') {
                Some((above, _)) => directory = above,
                None if directory.is_empty() => break,
                None => directory = "",
            }
        }
    }
    lines
}

/// The deepest directory with nearly all of the code below it.
fn source_root<'f>(lines: &BTreeMap<&'f str, u64>) -> &'f str {
    let total = lines.get("").copied().unwrap_or(0);
    let mut root = "";
    loop {
        let dominant = children(root, lines).find(|child| {
            lines
                .get(child)
                .is_some_and(|own| own * 100 >= total * DOMINANT)
        });
        match dominant {
            Some(child) => root = child,
            None => return root,
        }
    }
}

/// The directories right below one.
fn children<'f>(above: &str, lines: &BTreeMap<&'f str, u64>) -> impl Iterator<Item = &'f str> {
    lines.keys().copied().filter(move |path| {
        let inside = match above {
            "" => Some(*path),
            above => path
                .strip_prefix(above)
                .and_then(|rest| rest.strip_prefix('/')),
        };
        inside.is_some_and(|inside| !inside.is_empty() && !inside.contains('/'))
    })
}
