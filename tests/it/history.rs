//! After any history, an index answers like a new one.

use crate::fixture::{PROGRAM, Repository};
use smriti_tui::search::{Answer, Mode};

const QUERIES: [&str; 6] = [
    "merge segments",
    "log is replayed after a crash",
    "export csv",
    "session token",
    "choose_for_merge",
    "lang:rust",
];

fn scored(answer: &Answer) -> Vec<(String, u32, f32)> {
    let hits = answer.hits.iter();
    hits.map(|hit| (hit.record.path.to_string(), hit.record.lines.0, hit.score()))
        .collect()
}

/// Checks that hits and scores equal the ones in a new index of the same files, and that all vectors exist.
fn check_fresh(lived: &Repository, when: &str) {
    let files: Vec<(String, String)> = lived.files();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let fresh = Repository::of(&files);
    fresh.index();
    assert_eq!(lived.snapshot().complete(), 1.0, "{when}");
    for query in QUERIES {
        let (lived, fresh) = (
            lived.search(query, Mode::Hybrid),
            fresh.search(query, Mode::Hybrid),
        );
        assert_eq!(scored(&lived), scored(&fresh), "{when}: {query}");
    }
}

#[test]
fn edits_and_removals() {
    let lived = Repository::of(&PROGRAM[..3]);
    lived.index();
    lived.write(
        "src/segment.rs",
        "pub fn something_else() -> u32 {\n    41\n}\n",
    );
    lived.update();
    check_fresh(&lived, "edited");
    lived.remove("src/writer.rs");
    lived.update();
    check_fresh(&lived, "removed, before maintenance");
    lived.index();
    check_fresh(&lived, "removed");
    for (path, text) in PROGRAM {
        lived.write(path, text);
    }
    lived.update();
    check_fresh(&lived, "restored");
}

#[test]
fn removed_file_is_published_once() {
    let lived = Repository::of(&PROGRAM);
    lived.index();
    lived.remove("src/writer.rs");
    let first = lived.update().generation;
    assert_eq!(lived.update().generation, first);
}

#[test]
fn many_small_commits_leave_few_vector_files() {
    let lived = Repository::of(&PROGRAM);
    lived.index();
    for edit in 0..25 {
        lived.write("src/new.rs", format!("pub fn edit_{edit}() {{}}\n"));
        lived.update();
    }
    let vectors = std::fs::read_dir(lived.cache().join("vectors"))
        .unwrap()
        .count();
    assert!(vectors <= 9, "{vectors} files");
    check_fresh(&lived, "25 edits");
}
