//! Indexes that start from that of another working tree.

use crate::fixture::{PROGRAM, Repository, model, places};
use smriti_tui::config::GraphMode;
use smriti_tui::corpus::Cancel;
use smriti_tui::index::{IndexFolder, IndexReader, Merging, Snapshot};
use smriti_tui::search::Mode;
use smriti_tui::workers::TypingFlag;
use smriti_tui::workers::indexer::{Pipeline, UpdateSummary};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// Working trees whose indexes are in one cache directory.
struct Cache(TempDir);

impl Cache {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn indexing(&self, tree: &Repository, name: &str) -> Pipeline {
        let pipeline = Pipeline::new(
            tree.reader(),
            IndexFolder::new(&self.folder(name)),
            tree.config.clone(),
            model(),
            TypingFlag::default(),
            GraphMode::Never,
        );
        pipeline.with_siblings(self.0.path())
    }

    /// Indexes as `smriti-tui index` does.
    fn index(&self, tree: &Repository, name: &str) -> UpdateSummary {
        let (mut indexing, cancel) = (self.indexing(tree, name), Cancel::new());
        let mut summary = indexing.update(&cancel, &|_| {}).unwrap();
        indexing
            .maintain(&mut summary, Merging::Small, &cancel)
            .unwrap();
        summary
    }

    fn snapshot(&self, name: &str) -> Arc<Snapshot> {
        let reader = IndexReader::new(&IndexFolder::new(&self.folder(name)), GraphMode::Never);
        reader.latest().unwrap().unwrap()
    }

    /// Fails unless an index answers like one that was made from nothing.
    fn check(&self, tree: &Repository, name: &str) {
        tree.index();
        let (snapshot, alone) = (self.snapshot(name), tree.snapshot());
        assert_eq!(snapshot.leaves(), alone.leaves());
        assert_eq!(snapshot.vectors(), alone.vectors());
        for query in ["merge segments", "kind:function", "session token", "README"] {
            let found = places(&tree.search_in(&snapshot, query, Mode::Hybrid));
            assert_eq!(
                found,
                places(&tree.search_in(&alone, query, Mode::Hybrid)),
                "{query}"
            );
        }
    }
}

fn started_from(summary: &UpdateSummary, tree: &Repository) -> bool {
    let root = tree.root();
    let expected = format!("started from the index of {}", root.path().display());
    summary.notice.as_deref() == Some(&expected)
}

/// A file with so many declarations that the list of its terms is kept.
fn many_functions() -> String {
    let functions = (0..2_100).map(|number| {
        format!("/// Adds {number} to a number.\npub fn add_{number}(to: u32) -> u32 {{\n    to + {number}\n}}\n\n")
    });
    functions.collect()
}

#[cfg(unix)]
#[test]
fn siblings_share_the_lists_of_terms() {
    use std::os::unix::fs::MetadataExt;
    let cache = Cache::new();
    let (first, second) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    for tree in [&first, &second] {
        tree.write("many.rs", many_functions());
    }
    second.write("added.rs", "pub fn added_in_the_second() {}\n");
    cache.index(&first, "first");
    let links = |name: &str| {
        let files = fs::read_dir(cache.folder(name).join("lexical")).unwrap();
        let files = files.map(|entry| entry.unwrap());
        let lists = files.filter(|file| file.path().extension().is_some_and(|it| it == "words"));
        let links: Vec<u64> = lists.map(|it| it.metadata().unwrap().nlink()).collect();
        links
    };
    assert_eq!(links("first"), [1]);
    cache.index(&second, "second");
    assert_eq!((links("first"), links("second")), (vec![2], vec![2]));
    // The second one stays when the first one is deleted.
    fs::remove_dir_all(cache.folder("first")).unwrap();
    assert_eq!(links("second"), [1]);
    second.write("added.rs", "pub fn added_later() {}\n");
    cache.index(&second, "second");
    assert_eq!(links("second"), [1]);
}

#[test]
fn a_second_working_tree_starts_from_the_index_of_the_first() {
    let cache = Cache::new();
    let (first, second) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    assert_eq!(cache.index(&first, "first").notice, None);
    second.write(
        "added.rs",
        "pub fn added_in_the_second() -> u32 {\n    7\n}\n",
    );
    let summary = cache.index(&second, "second");
    assert!(started_from(&summary, &first), "{:?}", summary.notice);
    assert_eq!(summary.embedded, 3, "the leaf, its file and the repository");
    cache.check(&second, "second");
    let origin = IndexFolder::new(&cache.folder("second")).origin();
    assert!(origin.is_some_and(|origin| origin.starts_with("the index of ")));
    assert_eq!(cache.index(&second, "second").notice, None, "only once");
}

#[cfg(unix)]
#[test]
fn siblings_share_files_that_never_change() {
    use std::os::unix::fs::MetadataExt;
    let cache = Cache::new();
    let (first, second) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    cache.index(&first, "first");
    cache.index(&second, "second");
    let mut links = Vec::new();
    for folder in ["lexical", "vectors", "store"] {
        for entry in fs::read_dir(cache.folder("second").join(folder)).unwrap() {
            let entry = entry.unwrap();
            let is_file = entry.metadata().unwrap().is_file();
            let name = entry.file_name().into_string().unwrap();
            let changes = folder == "store" || name.ends_with(".json");
            if is_file && changes {
                assert_eq!(entry.metadata().unwrap().nlink(), 1, "{folder}/{name}");
            } else if is_file {
                links.push(entry.metadata().unwrap().nlink());
            }
        }
    }
    assert!(links.contains(&2), "{links:?}");
    let sizes = IndexFolder::new(&cache.folder("second")).sizes();
    assert!(sizes.shared > sizes.lexical / 2, "{sizes:?}");
}

#[test]
fn neither_sibling_harms_the_other() {
    let cache = Cache::new();
    let (first, second) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    cache.index(&first, "first");
    cache.index(&second, "second");
    // Merges and deletes files of the first.
    for number in 0..6 {
        first.write(
            "src/segment.rs",
            format!("pub fn segment_{number}() {{}}\n"),
        );
        cache.index(&first, "first");
    }
    cache.check(&second, "second");
    cache.check(&first, "first");
    fs::remove_dir_all(cache.folder("first")).unwrap();
    cache.check(&second, "second");
    second.write("src/writer.rs", "pub fn rewritten() {}\n");
    cache.index(&second, "second");
    cache.check(&second, "second");
    let summary = cache.index(&first, "first");
    assert!(started_from(&summary, &second), "{:?}", summary.notice);
    cache.check(&first, "first");
}

#[test]
fn content_that_differs_is_not_taken_from_a_sibling() {
    let cache = Cache::new();
    let (first, second) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    first.write("same.rs", "pub fn alpha_value() {}\n");
    second.write("same.rs", "pub fn gamma_value() {}\n");
    cache.index(&first, "first");
    second.remove("web/session.ts");
    let summary = cache.index(&second, "second");
    assert!(started_from(&summary, &first), "{:?}", summary.notice);
    cache.check(&second, "second");
    let snapshot = cache.snapshot("second");
    let found = places(&second.search_in(&snapshot, "sym:gamma_value", Mode::Keywords));
    assert_eq!(found, ["same.rs:1"]);
}

#[test]
fn other_indexes_are_not_siblings() {
    let check = |first: &Repository, second: &Repository, why: &str| {
        let cache = Cache::new();
        cache.index(first, "first");
        assert_eq!(cache.index(second, "second").notice, None, "{why}");
        cache.check(second, "second");
    };
    let other = Repository::of(&[("README.md", "# Other\n"), ("a.rs", "fn a() {}\n")]);
    check(&other, &Repository::of(&PROGRAM), "other files");
    let mut small = Repository::of(&PROGRAM);
    small.config.chunk.leaf_limit = 400;
    check(&small, &Repository::of(&PROGRAM), "other chunks");
    let part = Repository::of(&PROGRAM[..2]);
    check(&Repository::of(&PROGRAM), &part, "most files are missing");
}

/// Changes the first index, and indexes the second tree.
fn check_unusable(damage: impl Fn(&Path), expected: Option<&str>) {
    let cache = Cache::new();
    let (first, second) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    cache.index(&first, "first");
    damage(&cache.folder("first"));
    let notice = cache.index(&second, "second").notice.unwrap_or_default();
    match expected {
        Some(expected) => assert!(notice.contains(expected), "{notice}"),
        None => assert_eq!(notice, ""),
    }
    cache.check(&second, "second");
    cache.index(&first, "first");
    cache.check(&first, "first");
}

/// The largest file of a segment.
fn largest_file(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = files.filter(|file| file.path().extension().is_some_and(|it| it != "json"));
    let largest = files.max_by_key(|file| file.metadata().unwrap().len());
    largest.unwrap().path()
}

#[test]
fn a_sibling_that_lost_a_file_is_not_used() {
    let lose = |folder: &Path| fs::remove_file(largest_file(&folder.join("lexical"))).unwrap();
    check_unusable(lose, None);
    check_unusable(
        |folder| fs::remove_file(folder.join("manifest")).unwrap(),
        None,
    );
}

#[test]
fn a_damaged_sibling_leads_to_a_rebuilt_index() {
    let damage = |folder: &Path| {
        let file = largest_file(&folder.join("lexical"));
        let mut bytes = fs::read(&file).unwrap();
        let at = bytes.len() / 2;
        bytes[at] ^= 0x55;
        fs::write(&file, bytes).unwrap();
    };
    check_unusable(damage, Some("index rebuilt: it was damaged"));
}
