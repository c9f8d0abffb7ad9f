//! From files to a published index, and again after changes.

use crate::fixture::{PROGRAM, Repository, places};
use smriti_tui::config::GraphMode;
use smriti_tui::corpus::Cancel;
use smriti_tui::index::{IndexError, IndexReader};
use smriti_tui::search::Mode;
use smriti_tui::workers::indexer::{Stage, UpdateError};
use std::path::{Path, PathBuf};

#[test]
fn every_leaf_is_searchable_and_has_a_vector() {
    let repository = Repository::of(&PROGRAM);
    let summary = repository.index();
    let snapshot = repository.snapshot();
    assert_eq!(summary.files, PROGRAM.len());
    assert!(summary.leaves > 15, "{summary:?}");
    assert_eq!(summary.vectors, summary.leaves);
    assert_eq!(snapshot.leaves(), summary.leaves);
    assert_eq!(snapshot.complete(), 1.0);
}

#[test]
fn a_second_run_publishes_nothing_new() {
    let repository = Repository::of(&PROGRAM);
    let first = repository.index();
    let second = repository.index();
    assert_eq!(second.generation, first.generation);
    assert_eq!(second.leaves, first.leaves);
}

#[test]
fn changed_file_replaces_only_its_chunks() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let before = repository.snapshot();
    let edited = PROGRAM[1]
        .1
        .replace("pub fn recover", "pub fn replay_journal");
    repository.write("src/writer.rs", &edited);
    repository.index();
    let after = repository.snapshot();
    assert_eq!(after.files(), before.files());
    assert_eq!(after.leaves(), before.leaves());
    assert_eq!(
        places(&repository.search("sym:replay_journal", Mode::Keywords)),
        ["src/writer.rs:26"]
    );
    assert!(
        repository
            .search("sym:recover", Mode::Keywords)
            .hits
            .is_empty()
    );
}

#[test]
fn removed_file_disappears_and_new_file_appears() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    repository.remove("tools/report.py");
    repository.write(
        "src/cache.go",
        "package cache\n\n// Evict drops the oldest entry.\nfunc Evict() {}\n",
    );
    repository.index();
    assert!(
        repository
            .search("path:report.py", Mode::Hybrid)
            .hits
            .is_empty()
    );
    assert_eq!(
        places(&repository.search("sym:Evict", Mode::Hybrid)).len(),
        1
    );
}

/// Checks that both return the same hits with the same scores.
fn assert_same_answers(lived: &Repository, fresh: &Repository, queries: &[&str]) {
    for query in queries {
        let scored = |repository: &Repository| {
            let answer = repository.search(query, Mode::Hybrid);
            let hits = answer.hits.iter();
            hits.map(|hit| (hit.record.id, hit.score()))
                .collect::<Vec<_>>()
        };
        assert_eq!(scored(lived), scored(fresh), "{query}");
    }
}

#[test]
fn cancelled_run_keeps_commits_and_the_next_continues() {
    let repository = Repository::of(&PROGRAM);
    let cancel = Cancel::new();
    let result = repository.indexing().update(&cancel, &|progress| {
        if progress.stage == Stage::Embedding {
            cancel.cancel();
        }
    });
    assert!(matches!(result, Err(UpdateError::Cancelled)), "{result:?}");
    assert!(!repository.search("merge", Mode::Keywords).hits.is_empty());
    let summary = repository.index();
    assert_eq!(summary.vectors, summary.leaves);
}

/// Files that are quick to embed, and a large version of each that takes a while to chunk.
fn plain_and_bulky() -> Vec<(String, String, String)> {
    let numbered = |number: usize| {
        let function = |name: String| format!("pub fn {name}(x: u32) -> u32 {{\n    x + 1\n}}\n\n");
        let bulky = (0..400).map(|nth| function(format!("passing_{number}_{nth}")));
        (
            format!("src/part_{number}.rs"),
            function(format!("lasting_{number}")),
            bulky.collect(),
        )
    };
    (0..40).map(numbered).collect()
}

#[test]
fn cancelled_then_restored_equals_fresh() {
    let files = plain_and_bulky();
    let plain: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, plain, _)| (path.as_str(), plain.as_str()))
        .collect();
    let lived = Repository::of(&plain);
    // One writer throughout, as in the explorer.
    let mut indexing = lived.indexing();
    indexing.update(&Cancel::new(), &|_| {}).unwrap();
    for (path, _, bulky) in &files {
        lived.write(path, bulky);
    }
    let cancel = Cancel::new();
    let stopped = indexing.update(&cancel, &|progress| {
        if progress.stage == Stage::Reading && progress.files.0 > 0 {
            cancel.cancel();
        }
    });
    assert!(
        matches!(stopped, Err(UpdateError::Cancelled)),
        "{stopped:?}"
    );
    for (path, plain) in &plain {
        lived.write(path, plain);
    }
    let summary = indexing.update(&Cancel::new(), &|_| {}).unwrap();
    assert_eq!(summary.vectors, summary.leaves);
    drop(indexing);
    lived.index();
    let fresh = Repository::of(&plain);
    fresh.index();
    assert_same_answers(
        &lived,
        &fresh,
        &[
            "lasting_7",
            "passing_1_7",
            "passing",
            "x + 1",
            "path:part_3",
        ],
    );
}

#[test]
fn second_writer_is_locked_out_and_follows() {
    let repository = Repository::of(&PROGRAM);
    let mut first = repository.indexing();
    let follower = IndexReader::new(&repository.folder(), GraphMode::Auto);
    assert!(follower.refresh().unwrap().is_none());
    first.update(&Cancel::new(), &|_| {}).unwrap();
    let locked = repository.indexing().update(&Cancel::new(), &|_| {});
    assert!(
        matches!(locked, Err(UpdateError::Index(IndexError::Locked))),
        "{locked:?}"
    );
    let followed = follower.refresh().unwrap().expect("the first commit");
    repository.write("new.py", "def brand_new():\n    return 1\n");
    first.update(&Cancel::new(), &|_| {}).unwrap();
    let later = follower.refresh().unwrap().expect("the second commit");
    assert!(later.generation() > followed.generation());
    assert_eq!(later.files(), followed.files() + 1);
    first.release();
    repository.index();
}

#[test]
fn an_empty_repository_has_an_empty_index() {
    let repository = Repository::of(&[]);
    let summary = repository.index();
    assert_eq!((summary.files, summary.leaves), (0, 0));
    assert!(repository.search("anything", Mode::Hybrid).hits.is_empty());
}

/// Every file of the index.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => files.extend(files_of(&path)),
            path => files.push(path),
        }
    }
    files.sort();
    files
}

fn check_recovery(what: &str, damage: impl Fn(&Path)) {
    let names = {
        let repository = Repository::of(&PROGRAM);
        repository.index();
        files_of(repository.cache()).len()
    };
    for nth in 0..names {
        let repository = Repository::of(&PROGRAM);
        repository.index();
        let expected = places(&repository.search("merge segments", Mode::Hybrid));
        let Some(file) = files_of(repository.cache()).into_iter().nth(nth) else {
            continue;
        };
        if file
            .file_name()
            .is_some_and(|name| name.to_string_lossy().ends_with(".lock"))
        {
            continue;
        }
        damage(&file);
        repository.index();
        let found = places(&repository.search("merge segments", Mode::Hybrid));
        assert_eq!(found, expected, "{what}: {}", file.display());
    }
}

#[test]
fn any_truncated_file_is_rebuilt() {
    check_recovery("truncated", |file| {
        let length = std::fs::metadata(file).unwrap().len();
        std::fs::OpenOptions::new()
            .write(true)
            .open(file)
            .unwrap()
            .set_len(length / 2)
            .unwrap();
    });
}

#[test]
fn any_emptied_file_is_rebuilt() {
    check_recovery("emptied", |file| {
        std::fs::write(file, b"").unwrap();
    });
}

#[test]
fn any_overwritten_file_is_rebuilt() {
    check_recovery("scribbled", |file| {
        let mut bytes = std::fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        for byte in bytes.iter_mut().skip(middle).take(16) {
            *byte ^= 0x5A;
        }
        std::fs::write(file, bytes).unwrap();
    });
}

#[test]
fn any_file_replaced_by_a_directory_is_rebuilt() {
    check_recovery("a directory", |file| {
        std::fs::remove_file(file).unwrap();
        std::fs::create_dir(file).unwrap();
    });
}

#[cfg(unix)]
#[test]
fn any_file_replaced_by_a_pipe_is_rebuilt() {
    check_recovery("a pipe", |file| {
        std::fs::remove_file(file).unwrap();
        nix::unistd::mkfifo(file, nix::sys::stat::Mode::S_IRWXU).unwrap();
    });
}

#[test]
fn any_missing_file_is_rebuilt() {
    check_recovery("missing", |file| std::fs::remove_file(file).unwrap());
}
