//! Summaries of directories and of the repository.
//!
//! [`directory()`] needs only the digests of files and the leads of directories in it.

use super::digest::{Digest, file_lead, is_data};
use super::line::{MAX_LEAD_LEN, cut, one_line};
use super::{manifest, prose};
use crate::corpus::SourcePath;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum length of the summary of a directory or the repository, in characters.
pub(super) const MAX_DIRECTORY_LEN: usize = 1_200;
/// Maximum length that one part of a directory adds to its summary, in characters.
const MAX_PART_LEN: usize = 100;
/// Maximum number of listed languages.
const MAX_LANGUAGES: usize = 5;

/// The summary and the lead of a directory: the first paragraph of its README, the description in its
/// manifest, or the docs of its module; then `facts`, and its parts with their leads.
///
/// `files` and `directories` are its direct children; a directory is a name and a lead.
pub fn directory(
    path: &str,
    files: &[(SourcePath, Digest)],
    directories: &[(String, String)],
    facts: &str,
) -> (String, String) {
    let own_name = path.rsplit('/').next().unwrap_or_default();
    let describing = files
        .iter()
        .filter(|(_, digest)| !digest.about.is_empty())
        .filter_map(|(path, digest)| Some((rank(path, own_name)?, path, digest)))
        .min_by_key(|(rank, path, _)| (*rank, *path));
    let about = describing.map_or("", |(_, _, digest)| digest.about.as_str());

    let mut parts: Vec<(&str, String)> = directories
        .iter()
        .map(|(name, lead)| (name.as_str(), lead.clone()))
        .collect();
    let mut others: Vec<&(SourcePath, Digest)> = files.iter().collect();
    others.sort_by_key(|(path, digest)| (is_data(&digest.language), Reverse(digest.lines), path));
    for (path, digest) in others {
        if describing.is_none_or(|(_, described_by, _)| described_by != path) {
            parts.push((path.file_name(), file_lead(digest)));
        }
    }

    let stop = if about.ends_with(char::is_alphanumeric) {
        "."
    } else {
        ""
    };
    let mut text = format!("{about}{stop} {facts}").trim().to_owned();
    let mut separator = " Contains: ";
    for (name, lead) in &parts {
        let name = one_line(name);
        let room = MAX_PART_LEN.saturating_sub(name.chars().count() + " ()".len());
        let part = match prose::first_sentence(lead).trim_end_matches('.') {
            "" => name,
            lead => format!("{name} ({})", cut(lead, room)),
        };
        text += &format!("{separator}{}", cut(&part, MAX_PART_LEN));
        separator = "; ";
    }
    let names: Vec<String> = parts.iter().map(|(name, _)| one_line(name)).collect();
    let lead = match about {
        "" => names.join(", "),
        about => about.to_owned(),
    };
    (
        cut(text.trim(), MAX_DIRECTORY_LEN),
        cut(lead.trim(), MAX_LEAD_LEN),
    )
}

/// Precedence of files that describe their directory; none for others.
fn rank(path: &SourcePath, directory: &str) -> Option<u8> {
    match path.stem() {
        stem if stem.eq_ignore_ascii_case("readme") => Some(0),
        _ if manifest::technology(path.file_name()).is_some() => Some(1),
        "mod" | "lib" | "__init__" | "index" | "doc" | "package-info" => Some(2),
        stem if stem == directory => Some(3),
        _ => None,
    }
}

/// Languages by their shares of all lines, and the package managers in use.
pub fn technologies(files: &[(SourcePath, Digest)]) -> String {
    let lines = lines_by_language(files);
    let total = lines.iter().map(|(_, lines)| lines).sum::<u64>().max(1);
    let mut shares = Vec::new();
    for (language, lines) in lines {
        let percent = (lines * 100 + total / 2) / total;
        if percent > 0 && shares.len() < MAX_LANGUAGES {
            shares.push(format!("{language} {percent}%"));
        }
    }
    let managers: BTreeSet<&str> = files
        .iter()
        .filter_map(|(path, _)| manifest::technology(path.file_name()))
        .collect();
    let managers: Vec<&str> = managers.into_iter().collect();
    let mut sentences = Vec::new();
    if !shares.is_empty() {
        sentences.push(format!("Written in {}.", shares.join(", ")));
    }
    if !managers.is_empty() {
        sentences.push(format!("Built with {}.", managers.join(", ")));
    }
    sentences.join(" ")
}

/// The languages of the files, by descending number of lines.
pub fn languages(files: &[(SourcePath, Digest)]) -> Vec<&str> {
    lines_by_language(files)
        .into_iter()
        .map(|(language, _)| language)
        .collect()
}

fn lines_by_language(files: &[(SourcePath, Digest)]) -> Vec<(&str, u64)> {
    let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, digest) in files {
        if !is_data(&digest.language) {
            *lines.entry(&digest.language).or_default() += u64::from(digest.lines);
        }
    }
    let mut lines: Vec<(&str, u64)> = lines.into_iter().collect();
    lines.sort_by_key(|(language, lines)| (Reverse(*lines), *language));
    lines
}
