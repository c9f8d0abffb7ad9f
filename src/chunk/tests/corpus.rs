//! Real files: `SMRITI_CORPUS=DIR cargo test --lib corpus_has_no_violation -- --ignored --nocapture`.

use super::*;
use crate::chunk::Format;
use crate::syntax::Language;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Maximum length of an indexed file, in bytes.
const MAX_LEN: usize = 10_000_000;
/// One of this many files is cut a second time on another thread.
const SAMPLE: usize = 50;

/// Checks that each file of a directory with a language's extension is tiled, and that one in 50 gives the
/// same tree on another thread. Prints the number of leaves by language.
#[test]
#[ignore = "reads a directory that is not part of the repository"]
fn corpus_has_no_violation() {
    let root = std::env::var("SMRITI_CORPUS").expect("SMRITI_CORPUS names a directory");
    let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
    let mut all = Total::default();
    let mut wrong = Vec::new();
    for path in files(Path::new(&root)) {
        let name = path.to_string_lossy().into_owned();
        let Ok(raw) = std::fs::read(&path) else {
            continue;
        };
        if raw.len() > MAX_LEN || !is_cut(&name) {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(|| measure(&name, &raw, all.files))) {
            Err(_) => wrong.push(format!("{name}: it panics")),
            Ok((language, total, violation)) => {
                wrong.extend(violation.map(|violation| format!("{name}: {violation}")));
                totals.entry(language).or_default().add(&total);
                all.add(&total);
            }
        }
    }
    for (language, total) in &totals {
        eprintln!("{}", total.line(language));
    }
    eprintln!("{}", all.line("all"));
    assert_eq!(wrong, Vec::<String>::new());
}

/// Returns true if a language or a format handles files of this name.
fn is_cut(name: &str) -> bool {
    let document = document(name, "= Title\n");
    let language = Language::of(&document.path, "");
    language.is_some() || Format::of(&document, language, "= Title\n").is_some()
}

#[derive(Default)]
struct Total {
    files: usize,
    bytes: usize,
    leaves: usize,
    /// Number of leaves that are almost empty.
    small: usize,
}

impl Total {
    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.leaves += other.leaves;
        self.small += other.small;
    }

    fn line(&self, name: &str) -> String {
        let megabytes = self.bytes as f64 / 1e6;
        format!(
            "{name:12} {:6} files {megabytes:8.2} MB {:7} leaves ({} small)",
            self.files, self.leaves, self.small,
        )
    }
}

/// The language, the leaves and the violation of a file.
fn measure(name: &str, raw: &[u8], number: usize) -> (&'static str, Total, Option<String>) {
    let limits = Limits::default();
    let document = document(name, raw);
    let text = document.text.slice(0..document.text.len()).into_owned();
    let language = Language::of(&document.path, &text);
    let tree = ChunkTree::of(document, &limits);
    let small = |leaf: &Chunk| leaf.bytes.len() < 60 && !leaf.silent;
    let total = Total {
        files: 1,
        bytes: text.len(),
        leaves: tree.leaves().count(),
        small: tree.leaves().filter(|(_, leaf)| small(leaf)).count(),
    };
    let differs = || {
        (number.is_multiple_of(SAMPLE) && !is_same_elsewhere(&tree, name, raw))
            .then(|| "another thread cuts another tree".to_owned())
    };
    let violation = violation(&tree, &limits).or_else(differs);
    for (leaf, _) in tree.leaves() {
        std::hint::black_box(super::super::embedded_text(&tree, leaf));
    }
    let name = tree.format.map(Format::name);
    let name = name.or(language.map(Language::name)).unwrap_or("lines");
    (name, total, violation)
}

fn is_same_elsewhere(tree: &ChunkTree, name: &str, raw: &[u8]) -> bool {
    let cut = || ChunkTree::of(document(name, raw), &Limits::default());
    let elsewhere = std::thread::scope(|scope| scope.spawn(cut).join());
    elsewhere.is_ok_and(|other| is_same(tree, &other))
}

/// The files below a directory, without links.
pub(super) fn files(root: &Path) -> Vec<PathBuf> {
    let mut directories = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("directory").flatten() {
            let kind = entry.file_type().expect("file type");
            if kind.is_dir() {
                directories.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}
