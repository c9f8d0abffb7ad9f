//! `in:code`, `in:tests`, `in:docs`, `in:config`.

use crate::fixture::{MODES, Repository};
use smriti_tui::search::{Answer, Mode};
use std::collections::BTreeSet;

const RUST: &str = "pub fn merge_segments() -> u32 {\n    7\n}\n\n/// `test` is no test.\npub fn test() -> bool {\n    merge_segments() > 0\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn segments_merge() {\n        assert_eq!(merge_segments(), 7);\n    }\n}\n";
const PYTHON: &str = "def merge_segments():\n    return 7\n";
const PROSE: &str = "# Merging\n\nHow to merge segments by hand.\n";
const SETTINGS: &str = "[segments]\nmerge = true\n";

fn repository() -> Repository {
    let repository = Repository::of(&[
        ("src/merge.rs", RUST),
        ("tests/test_merge.py", PYTHON),
        ("tests/fixtures/merge.md", PROSE),
        ("docs/testing/merge.md", PROSE),
        ("config/merge.toml", SETTINGS),
    ]);
    repository.index();
    repository
}

/// `path name` of every hit, sorted.
fn found(answer: &Answer) -> BTreeSet<String> {
    let hits = answer.hits.iter();
    hits.flat_map(|hit| {
        let own = format!("{} {}", hit.record.path, hit.record.name);
        // Chunks with equal texts are one hit.
        let others = hit.locations.iter();
        let others = others.map(|(path, _)| format!("{path} {}", hit.record.name));
        others.chain([own]).collect::<Vec<_>>()
    })
    .collect()
}

const CODE: [&str; 2] = ["src/merge.rs merge_segments", "src/merge.rs test"];
const TESTS: [&str; 4] = [
    "src/merge.rs segments_merge",
    "src/merge.rs tests",
    "tests/fixtures/merge.md Merging",
    "tests/test_merge.py merge_segments",
];
const DOCS: [&str; 1] = ["docs/testing/merge.md Merging"];
const CONFIG: [&str; 1] = ["config/merge.toml segments"];

#[test]
fn every_chunk_has_one_purpose() {
    let repository = repository();
    let check = |filters: &str, parts: &[&[&str]]| {
        let expected: BTreeSet<String> = parts.concat().iter().map(|it| it.to_string()).collect();
        let listed = found(&repository.search(filters, Mode::Hybrid));
        assert_eq!(listed, expected, "{filters}");
        // Words select from the same chunks, before the best are taken.
        for mode in MODES {
            let hits = found(&repository.search(&format!("merge segments {filters}"), mode));
            assert!(hits.is_subset(&expected), "{filters} {mode:?}: {hits:?}");
            assert!(
                expected.is_empty() || !hits.is_empty(),
                "{filters} {mode:?}"
            );
        }
    };
    check("in:code", &[&CODE]);
    check("in:tests", &[&TESTS]);
    check("in:docs", &[&DOCS]);
    check("in:config", &[&CONFIG]);
    check("in:docs in:config", &[&DOCS, &CONFIG]);
    check("-in:tests", &[&CODE, &DOCS, &CONFIG]);
    check("-in:tests -in:docs", &[&CODE, &CONFIG]);
    check("in:code in:tests -in:tests", &[&CODE]);
    check("in:tests lang:rust", &[&TESTS[..2]]);
}

#[test]
fn every_file_and_directory_has_one_purpose() {
    let repository = repository();
    let paths = |query: &str| {
        let answer = repository.search(query, Mode::Hybrid);
        let paths = answer.hits.iter().map(|hit| hit.record.path.to_string());
        paths
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(paths("kind:file in:code"), ["src/merge.rs"]);
    assert_eq!(
        paths("kind:file in:tests"),
        ["tests/fixtures/merge.md", "tests/test_merge.py"]
    );
    assert_eq!(
        paths("kind:file merging -in:tests -in:code -in:config"),
        ["docs/testing/merge.md"]
    );
    assert_eq!(paths("kind:file in:config"), ["config/merge.toml"]);
}

#[test]
fn public_declarations_and_interfaces_are_listed() {
    let java = "public interface Store {\n    void put(int key);\n}\n\nclass Cache {\n    public void put(int key) {\n        this.key = key;\n    }\n}\n";
    let repository = Repository::of(&[("src/merge.rs", RUST), ("src/Store.java", java)]);
    repository.index();
    let check = |filters: &str, expected: &[&str]| {
        let listed = found(&repository.search(filters, Mode::Hybrid));
        let expected: BTreeSet<String> = expected.iter().map(|it| it.to_string()).collect();
        assert_eq!(listed, expected, "{filters}");
    };
    let store = ["src/Store.java Store", "src/Store.java put"];
    check("in:api lang:rust", &CODE);
    check("in:api lang:java", &store);
    check("in:signature", &store);
    check("in:signature sym:Store", &store[..1]);
    check(
        "lang:java -in:api",
        &["src/Store.java Cache", "src/Store.java put"],
    );
    let tests = "in:tests in:signature lang:rust";
    check(
        tests,
        &["src/merge.rs segments_merge", "src/merge.rs tests"],
    );
}

#[test]
fn changed_file_gets_a_new_purpose() {
    let repository = repository();
    repository.write(
        "src/new_test.go",
        "package src\n\nfunc TestMerge() int {\n\treturn 7\n}\n",
    );
    repository.remove("tests/test_merge.py");
    repository.update();
    let found = found(&repository.search("in:tests -lang:rust -lang:md", Mode::Hybrid));
    assert!(
        found.iter().all(|hit| hit.starts_with("src/new_test.go")),
        "{found:?}"
    );
    assert!(!found.is_empty());
}
