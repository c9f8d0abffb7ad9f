//! What a directory is about.

use super::LONGEST_LEAD;
use super::digest::Digest;
use super::file::{self, counted};
use super::language;
use super::passage::{Passage, clean, cut, name, path as short_path, unended};
use super::role::FileRole;
use crate::chunk::Kind;
use crate::corpus::SourcePath;
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// The longest summary of a module, in characters.
pub(super) const LONGEST_MODULE: usize = 900;
/// A path is cut at so many characters.
const LONGEST_PATH: usize = 120;
/// What a file says in its directory's summary is cut at so many.
const LONGEST_ABOUT: usize = 72;
/// What a directory says in that of the one above.
const LONGEST_SUBDIRECTORY: usize = 60;
/// Declarations of a file that are named.
const MOST_NAMES: usize = 3;

/// What a directory says of itself by its README or package docs, its files with what they declare,
/// the largest first, and the directories in it, each with its lead.
///
/// `files` are those directly in the directory, in any order, and the one beside it that stands for
/// it, as `src/index.rs` does for `src/index`. An empty `directory` is the root.
pub fn module(
    directory: &str,
    files: &[(SourcePath, Digest)],
    subdirectories: &[(String, String)],
) -> String {
    let mut passage = Passage::new(LONGEST_MODULE);
    let shown = match directory {
        "" => "The root".to_owned(),
        directory => short_path(directory, LONGEST_PATH),
    };
    passage.say(&format!(
        "{shown} — {}",
        measure(directory, files, subdirectories.len())
    ));
    let speaker = speaker(directory, files);
    if let Some((_, digest)) = speaker {
        passage.say(file::about(digest));
    }
    let mut others = largest_first(files);
    others.retain(|file| speaker.is_none_or(|speaker| speaker.0 != file.0));
    let mut subdirectories: Vec<(&str, &str)> = subdirectories
        .iter()
        .map(|(path, lead)| (last(path), lead.as_str()))
        .collect();
    subdirectories.sort_by_key(|(path, lead)| (lead.is_empty(), *path));
    let nested: Vec<String> = subdirectories
        .iter()
        .map(|(path, lead)| with_lead(&name(path, LONGEST_SUBDIRECTORY), lead))
        .collect();
    // Both get their share; what one does not need is the other's.
    let reserved = nested
        .iter()
        .map(|it| it.chars().count() + 2)
        .sum::<usize>();
    let reserved = (reserved + 20).min(passage.left() / 3);
    let share = passage.left().saturating_sub(match nested.is_empty() {
        true => 0,
        false => reserved,
    });
    list_files(&mut passage, &others, share);
    passage.list("Directories: ", &nested, "; ");
    passage.finish()
}

/// The line beside a directory: what it says first, else what its largest files
/// declare.
pub fn module_lead(directory: &str, files: &[impl Borrow<(SourcePath, Digest)>]) -> String {
    if let Some((_, digest)) = speaker(directory, files) {
        return cut(&clean(file::about(digest)), LONGEST_LEAD);
    }
    let mut largest = largest_first(files);
    // What tests it says nothing of what it is, unless there is nothing else.
    let others = largest.iter().filter(|file| !is_test(file)).count();
    largest.retain(|file| others == 0 || !is_test(file));
    let mut names: Vec<String> = Vec::new();
    for (path, digest) in largest {
        let name = main_name(path, digest);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut passage = Passage::new(LONGEST_LEAD);
    passage.list("", &names, ", ");
    let line = passage.finish();
    unended(&line).to_owned()
}

/// The files, described as far as two thirds of the share go, then by name.
fn list_files(passage: &mut Passage, files: &[&(SourcePath, Digest)], share: usize) {
    let described: Vec<String> = files
        .iter()
        .map(|(path, digest)| described(path, digest))
        .collect();
    let before = passage.left();
    let whole: usize = described.iter().map(|it| it.chars().count() + 2).sum();
    let room = match whole + 8 <= share {
        true => share,
        false => share * 2 / 3,
    };
    let written = passage.list_first("Files: ", &described, "; ", room);
    let names: Vec<String> = files
        .iter()
        .skip(written)
        .map(|(path, _)| name(path.file_name(), LONGEST_ABOUT))
        .collect();
    let opening = match written {
        0 => "Files: ",
        _ => "Also ",
    };
    let left = share.saturating_sub(before - passage.left());
    passage.list_within(opening, &names, ", ", left, 0);
}

/// What a file of code declares first, else its own name.
fn main_name(path: &SourcePath, digest: &Digest) -> String {
    let declared = digest.declared.first().filter(|first| {
        language::is_code(&digest.language)
            && first.kind != Kind::Items
            && digest.role != FileRole::Test
    });
    let shown = declared.map_or(path.file_name(), |declared| &declared.name);
    name(shown, LONGEST_LEAD / 2)
}

/// `merger.rs (Merges segments: IndexMerger, estimate)`.
pub(super) fn described(path: &SourcePath, digest: &Digest) -> String {
    let file_name = name(path.file_name(), LONGEST_ABOUT);
    let about = short_about(digest);
    let is_code = language::is_code(&digest.language);
    let names: Vec<&str> = digest
        .declared
        .iter()
        .filter(|_| is_code)
        .take(MOST_NAMES)
        .map(|declared| declared.name.as_str())
        .collect();
    let names = names.join(", ");
    match (about.as_str(), names.as_str()) {
        ("", "") => file_name,
        ("", names) => format!("{file_name} ({names})"),
        (about, "") => format!("{file_name} ({about})"),
        (about, names) => format!("{file_name} ({about}: {names})"),
    }
}

fn short_about(digest: &Digest) -> String {
    let about = super::prose::opening(file::about(digest));
    unended(&cut(&clean(about), LONGEST_ABOUT)).to_owned()
}

fn with_lead(path: &str, lead: &str) -> String {
    let lead = cut(&clean(super::prose::opening(lead)), LONGEST_SUBDIRECTORY);
    match unended(&lead) {
        "" => path.to_owned(),
        lead => format!("{path} ({lead})"),
    }
}

fn last(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// The files, most telling first.
pub(super) fn largest_first(
    files: &[impl Borrow<(SourcePath, Digest)>],
) -> Vec<&(SourcePath, Digest)> {
    let mut largest: Vec<&(SourcePath, Digest)> = files.iter().map(Borrow::borrow).collect();
    largest.sort_by(|(path, digest), (other_path, other)| {
        (rank(digest), other.lines, path).cmp(&(rank(other), digest.lines, other_path))
    });
    largest
}

/// Code first, then documents and data, tests last.
fn rank(digest: &Digest) -> u8 {
    match digest.role {
        FileRole::Test | FileRole::Aside => 2,
        _ if language::is_code(&digest.language) => 0,
        _ => 1,
    }
}

fn is_test((_, digest): &(SourcePath, Digest)) -> bool {
    digest.role == FileRole::Test
}

/// Whether a file that is not in a directory stands for it: `src/index.rs` for `src/index`,
/// `lib/rails/engine.rb` for `lib/rails/engine`. Its digest belongs among the directory's.
pub(super) fn stands_for(path: &SourcePath, directory: &str) -> bool {
    let above = directory.rsplit_once('/').map_or("", |(above, _)| above);
    let is_beside = path.directory() == above && path.stem() == last(directory);
    let is_code = matches!(
        path.extension(),
        Some("rs" | "rb" | "ex" | "exs" | "ml" | "hs" | "php" | "zig" | "swift")
    );
    is_beside && is_code && !directory.is_empty()
}

/// The file that speaks for a directory: its README, its package docs, its manifest.
pub(super) fn speaker<'f>(
    directory: &str,
    files: &'f [impl Borrow<(SourcePath, Digest)>],
) -> Option<&'f (SourcePath, Digest)> {
    let own = last(directory);
    let only_tests = files.iter().all(|file| is_test(file.borrow()));
    let place = |(path, digest): &(SourcePath, Digest)| {
        let is_named = path.stem() == own && !own.is_empty();
        match digest.role {
            _ if digest.lead.is_empty() && digest.manifest.is_none() => None,
            FileRole::Readme => Some(0),
            FileRole::Package if !digest.lead.is_empty() => Some(1),
            // What stands beside the directory and has its name.
            _ if stands_for(path, directory) => Some(2),
            FileRole::Test if !only_tests => None,
            // The package comment of Go may be in any file.
            _ if digest.language == "go" && digest.lead.starts_with("Package ") => Some(3),
            FileRole::Manifest if !file::about(digest).is_empty() => Some(4),
            FileRole::Entry | FileRole::Source if is_named => Some(5),
            _ => None,
        }
    };
    let speakers = files.iter().map(Borrow::borrow).filter_map(|file| {
        let place = place(file)?;
        let says = !file::about(&file.1).is_empty();
        says.then_some((place, file))
    });
    // By path among equals, so that the order of the files does not matter.
    let first = speakers.min_by(|one, other| (one.0, &one.1.0).cmp(&(other.0, &other.1.0)));
    first.map(|(_, file)| file)
}

/// `22 files, 9112 lines of Rust`.
fn measure(directory: &str, files: &[(SourcePath, Digest)], directories: usize) -> String {
    let files: Vec<&(SourcePath, Digest)> = files
        .iter()
        .filter(|(path, _)| path.directory() == directory)
        .collect();
    let lines = files.iter().map(|(_, digest)| u64::from(digest.lines));
    let lines = usize::try_from(lines.sum::<u64>()).unwrap_or(usize::MAX);
    let mut parts = Vec::new();
    if !files.is_empty() || directories == 0 {
        let of = dominant(&files).map_or_else(String::new, |language| format!(" of {language}"));
        parts.push(format!(
            "{}, {}{of}",
            counted(files.len(), "file"),
            counted(lines, "line")
        ));
    }
    if directories > 0 {
        let of = match directories {
            1 => "1 directory".to_owned(),
            count => format!("{count} directories"),
        };
        parts.push(of);
    }
    parts.join(", ")
}

/// The language that most of the lines are in, if there is one.
fn dominant(files: &[&(SourcePath, Digest)]) -> Option<String> {
    let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, digest) in files {
        *lines.entry(digest.language.as_str()).or_default() += u64::from(digest.lines);
    }
    let total: u64 = lines.values().sum();
    let most = lines
        .into_iter()
        .max_by_key(|(of, count)| (*count, std::cmp::Reverse(*of)));
    let most = most.filter(|(_, count)| count * 2 > total);
    most.map(|(of, _)| language::name(of))
        .filter(|name| !name.is_empty())
}
