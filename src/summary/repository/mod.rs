//! What the repository is about.

mod packages;
mod shares;

use super::LONGEST_LEAD;
use super::digest::Digest;
use super::file::counted;
use super::language;
use super::manifest::framework;
use super::module::{described as file_in, largest_first, module_lead, speaker, stands_for};
use super::passage::{Passage, clean, cut, name as short_name, path as short_path, unended};
use super::prose;
use super::role::FileRole;
use crate::corpus::SourcePath;
use std::collections::BTreeMap;

/// The longest summary of a repository, in characters.
pub(super) const LONGEST_REPOSITORY: usize = 1_500;
/// A module's lead in it is cut at so many.
const LONGEST_MODULE_LEAD: usize = 80;
/// Entry points and frameworks that are listed.
const MOST: usize = 8;
/// Dependencies that are listed.
const MOST_DEPENDENCIES: usize = 16;

/// Files by their directories.
type Directories<'f> = BTreeMap<&'f str, Vec<&'f (SourcePath, Digest)>>;

/// What a repository says of itself, its languages by lines, what it is built with, where it
/// starts, and its modules, each with its lead. `files` are all of it, in any order.
pub fn repository(name: &str, files: &[(SourcePath, Digest)]) -> String {
    let directories = by_directory(files);
    let mut passage = Passage::new(LONGEST_REPOSITORY);
    let shares = shares::shares(files);
    let size = format!(
        "{}, {}",
        counted(files.len(), "file"),
        counted(shares::lines(files), "line")
    );
    let of = match shares.is_empty() {
        true => size,
        false => format!("{}; {size}", shares.join(", ")),
    };
    passage.say(&format!("{} — {of}", short_name(name, 80)));
    passage.say(&lead(&directories, usize::MAX));
    let built = built_with(files);
    passage.list("Built with ", &built.frameworks, ", ");
    passage.list_within("Depends on ", &built.others, ", ", 300, built.unlisted);
    let entries = entries(files);
    passage.list_within("Starts in ", &entries, ", ", 300, 0);
    let packages = packages::packages(files, &directories);
    let flat = packages.flat.and_then(|root| directories.get(root));
    let own: Vec<String> = flat
        .map_or_else(Vec::new, |files| largest_first(files))
        .into_iter()
        .filter(|(_, digest)| language::is_code(&digest.language) && digest.role != FileRole::Test)
        .map(|(path, digest)| file_in(path, digest))
        .collect();
    let share = passage.left() * 2 / 3;
    passage.list_within("Files: ", &own, "; ", share, 0);
    let modules: Vec<String> = packages
        .directories
        .into_iter()
        .map(|directory| described(directory, &directories))
        .collect();
    passage.list("Modules: ", &modules, "; ");
    passage.finish()
}

/// The line beside the repository: what it says first; empty where it says nothing.
pub fn repository_lead(files: &[(SourcePath, Digest)]) -> String {
    let lead = lead(&by_directory(files), LONGEST_LEAD);
    cut(prose::opening(&lead), LONGEST_LEAD)
}

/// The README at the root, else the manifest there, else the only package.
fn lead(directories: &Directories<'_>, longest: usize) -> String {
    let root = directories.get("").map_or(&[][..], Vec::as_slice);
    let speaker = speaker("", root).or_else(|| {
        let mut packages = directories.iter().filter(|(_, files)| {
            files
                .iter()
                .any(|(_, digest)| digest.role == FileRole::Package)
        });
        let sources = ["src", "lib"]
            .iter()
            .find_map(|it| directories.get_key_value(*it));
        let (path, files) = sources.or_else(|| packages.next())?;
        speaker(path, files)
    });
    let about = speaker.map_or("", |(_, digest)| super::file::about(digest));
    match longest {
        usize::MAX => clean(about),
        longest => cut(&clean(about), longest),
    }
}

fn by_directory(files: &[(SourcePath, Digest)]) -> Directories<'_> {
    let mut directories = Directories::new();
    for file in files {
        directories
            .entry(file.0.directory())
            .or_default()
            .push(file);
    }
    directories
}

fn described(directory: &str, directories: &Directories<'_>) -> String {
    let above = directory.rsplit_once('/').map_or("", |(above, _)| above);
    let beside = directories.get(above).into_iter().flatten();
    let beside = beside.filter(|(path, _)| stands_for(path, directory));
    let within = directories.get(directory).into_iter().flatten();
    let files: Vec<&(SourcePath, Digest)> = within.chain(beside).copied().collect();
    let files = files.as_slice();
    let source = packages::source(directory, directories);
    let lead = match source.filter(|_| speaker(directory, files).is_none()) {
        Some((path, files)) => module_lead(path, files),
        None => module_lead(directory, files),
    };
    let lead = cut(prose::opening(&lead), LONGEST_MODULE_LEAD);
    let path = short_path(directory, 60);
    match unended(&lead) {
        "" => path,
        lead => format!("{path} ({lead})"),
    }
}

/// What the repository's manifests depend on.
struct BuiltWith {
    /// `tokio (async runtime)`.
    frameworks: Vec<String>,
    others: Vec<String>,
    unlisted: usize,
}

fn built_with(files: &[(SourcePath, Digest)]) -> BuiltWith {
    let manifests = || {
        files
            .iter()
            .filter(|(_, digest)| digest.role == FileRole::Manifest)
            .filter_map(|(path, digest)| Some((path, digest.manifest.as_ref()?)))
    };
    let own: Vec<&str> = manifests()
        .map(|(_, manifest)| manifest.name.as_str())
        .collect();
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unlisted = 0;
    for (path, manifest) in manifests() {
        // The root speaks for all.
        let weight = if path.depth() == 0 { 1_000 } else { 1 };
        for name in &manifest.dependencies {
            *used.entry(name).or_default() += weight;
        }
        unlisted = unlisted.max(manifest.more_dependencies as usize);
    }
    let mut used: Vec<(&str, usize)> = used.into_iter().collect();
    used.retain(|(name, _)| !own.contains(name));
    used.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let (known, others): (Vec<&str>, Vec<&str>) = used
        .into_iter()
        .map(|(name, _)| name)
        .partition(|name| framework(name).is_some());
    let frameworks = known.iter().take(MOST).filter_map(|name| {
        let what = framework(name)?;
        Some(format!("{} ({what})", short_name(name, 60)))
    });
    let others: Vec<String> = known
        .iter()
        .skip(MOST)
        .chain(&others)
        .map(|name| short_name(name, 60))
        .collect();
    BuiltWith {
        frameworks: frameworks.collect(),
        unlisted: unlisted + others.len().saturating_sub(MOST_DEPENDENCIES),
        others: others.into_iter().take(MOST_DEPENDENCIES).collect(),
    }
}

/// Where programs begin, and where libraries do at the top of a package; shallow ones first.
fn entries(files: &[(SourcePath, Digest)]) -> Vec<String> {
    let manifests: Vec<&str> = files
        .iter()
        .filter(|(_, digest)| digest.role == FileRole::Manifest)
        .map(|(path, _)| path.directory())
        .collect();
    let is_package = |path: &SourcePath| {
        let directory = path.directory();
        let above = directory
            .strip_suffix("/src")
            .or_else(|| (directory == "src").then_some(""));
        manifests.contains(&directory) || above.is_some_and(|above| manifests.contains(&above))
    };
    let mut entries: Vec<&SourcePath> = files
        .iter()
        .filter(|(path, digest)| match digest.role {
            FileRole::Entry => true,
            FileRole::Package => path.file_name() != "mod.rs" && is_package(path),
            _ => false,
        })
        .map(|(path, _)| path)
        .collect();
    entries.sort_by_key(|path| (path.depth(), path.as_str()));
    entries
        .iter()
        .map(|path| short_path(path.as_str(), 80))
        .collect()
}
