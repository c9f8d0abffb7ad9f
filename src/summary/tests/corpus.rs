//! Real repositories, to read their summaries as a person would.

use super::*;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Directories that a walk would not enter.
const SKIPPED: &[&str] = &[".git", "target", "node_modules", ".venv"];

/// Prints the summaries of a directory: set `SMRITI_CORPUS`; with `SMRITI_SUMMARIES=files`, those of
/// files and symbols as well.
#[test]
#[ignore = "reads a directory that is not part of the repository"]
fn print_summaries() {
    let root = std::env::var("SMRITI_CORPUS").expect("SMRITI_CORPUS names a directory");
    let all = std::env::var("SMRITI_SUMMARIES").is_ok_and(|what| what == "files");
    let root = Path::new(&root);
    let mut bytes = Vec::new();
    let (mut cutting, mut digesting) = (Duration::ZERO, Duration::ZERO);
    let mut files = Vec::new();
    for path in walk(root) {
        let relative = path.strip_prefix(root).expect("below the root");
        let Ok(raw) = std::fs::read(&path) else {
            continue;
        };
        if raw.len() > 1_000_000 || raw.iter().take(8_000).any(|byte| *byte == 0) {
            continue;
        }
        let started = Instant::now();
        let tree = tree(&relative.to_string_lossy(), raw);
        cutting += started.elapsed();
        let started = Instant::now();
        let digest = digest(&tree);
        digesting += started.elapsed();
        bytes.push(postcard::to_stdvec(&digest).expect("a digest").len());
        if all {
            eprintln!(
                "F {}\n  lead: {}",
                file(tree.path(), &digest),
                file_lead(&digest)
            );
            for chunk in 0..tree.chunks.len().min(12) {
                eprintln!("    S {}", symbol(&tree, chunk));
            }
        }
        files.push((tree.path().clone(), digest));
    }
    let name = root
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let started = Instant::now();
    let summaries = summaries(&name, files);
    let summarizing = started.elapsed();
    for (path, lead, text) in &summaries.modules {
        eprintln!("M {path}\n  lead: {lead}\n  {text}");
    }
    eprintln!(
        "R {}\n  lead: {}",
        summaries.repository,
        repository_lead(&summaries.files)
    );
    bytes.sort_unstable();
    let at = |share: usize| bytes.get(bytes.len() * share / 100).copied().unwrap_or(0);
    eprintln!(
        "{} files; digests p50 {} B, p90 {} B, p99 {} B; cutting {cutting:?}, digesting {digesting:?}, \
         summaries {summarizing:?}",
        bytes.len(),
        at(50),
        at(90),
        at(99)
    );
}

fn walk(root: &Path) -> Vec<PathBuf> {
    let mut directories = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            let kind = entry.file_type().expect("a file type");
            let name = entry.file_name();
            if kind.is_dir() && !SKIPPED.contains(&&*name.to_string_lossy()) {
                directories.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}
