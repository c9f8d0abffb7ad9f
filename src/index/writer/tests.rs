//! Kills at critical moments, damage, and many small commits.

mod faults;

use super::opening::{MODEL_CHANGED, SEGMENTS_PER_MERGE};
use super::{IndexWriter, Merging, OpenMode};
use crate::chunk::{CHUNKER_VERSION, ChunkTree, Limits};
use crate::config::GraphMode;
use crate::corpus::{
    Cancel, Document, Fingerprint, Root, Scope, SkipReason, SourcePath, Text, WalkedFile,
};
use crate::embed::{Embedding, EmbeddingKey, ModelId};
use crate::index::vector::VectorFile;
use crate::index::{
    GraphBuilder, Identity, IndexError, IndexFolder, IndexPart, IndexReader, Manifest, Summary,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tantivy::index::SegmentId;
use tempfile::TempDir;

const LIMITS: Limits = Limits {
    leaf: 2_000,
    parse: 1_000_000,
    time: crate::syntax::TIME_LIMIT,
};

fn open(directory: &TempDir) -> IndexWriter {
    open_for(directory, "none", 0)
}

/// A writer with vectors of this model.
fn open_for(directory: &TempDir, model: &str, dimension: usize) -> IndexWriter {
    let folder = IndexFolder::new(directory.path());
    IndexWriter::begin(&folder, identity(model, dimension), OpenMode::Existing).unwrap()
}

fn identity(model: &str, dimension: usize) -> Identity {
    Identity {
        chunker: CHUNKER_VERSION,
        leaf_limit: LIMITS.leaf,
        parse_limit: LIMITS.parse,
        model: ModelId(model.to_owned()),
        extractor: 0,
        summaries: 0,
        author: None,
        dimension,
    }
}

/// Stages this text as the only file, and returns its fingerprint.
fn stage(writer: IndexWriter, text: &str) -> (IndexWriter, Fingerprint) {
    stage_within(LIMITS, writer, text)
}

fn stage_within(limits: Limits, writer: IndexWriter, text: &str) -> (IndexWriter, Fingerprint) {
    let document = Document::new(path(), Text::from(text));
    let fingerprint = Fingerprint {
        length: text.len() as u64,
        mtime_ns: 0,
        crc32: crc32fast::hash(text.as_bytes()),
    };
    let tree = ChunkTree::of(document, &limits);
    let keys = HashMap::new();
    let staged = writer.replace(&tree, fingerprint, &summary(text), &keys);
    (staged.unwrap(), fingerprint)
}

fn summary(text: &str) -> Summary {
    Summary {
        text: text.to_owned(),
        lead: String::new(),
        key: EmbeddingKey(7),
        written_by: String::new(),
        hash: 0,
        digest: Vec::new(),
    }
}

fn path() -> SourcePath {
    SourcePath::new("a.rs")
}

/// State of the file: unknown, indexed, or indexed with its fingerprint.
fn known(writer: &IndexWriter) -> Option<Option<Fingerprint>> {
    let files = writer.files().unwrap();
    let state = files.get(&path())?;
    Some(state.map(|state| state.fingerprint))
}

/// Commits except for the last step, as if the process were killed there.
fn commit_and_die(mut writer: IndexWriter) {
    let _unremembered = writer.publish_staged().unwrap();
}

#[test]
fn a_kill_after_the_commit_leaves_no_earlier_state() {
    let directory = TempDir::new().unwrap();
    let writer = open(&directory);
    let (writer, first) = stage(writer, "fn first() {}\n");
    let writer = writer.commit().unwrap();
    assert_eq!(known(&writer), Some(Some(first)));
    let (writer, _) = stage(writer, "fn second() {}\n");
    commit_and_die(writer);

    let mut writer = open(&directory);
    assert_eq!(known(&writer), Some(None), "indexed, unknown how");
    writer.remove(&path());
    commit_and_die(writer);
    assert_eq!(known(&open(&directory)), None);
}

#[test]
fn staged_files_are_known_before_the_commit() {
    let directory = TempDir::new().unwrap();
    let writer = open(&directory);
    let (writer, _) = stage(writer, "fn first() {}\n");
    let writer = writer.commit().unwrap();
    let (mut writer, second) = stage(writer, "fn second() {}\n");
    assert_eq!(known(&writer), Some(Some(second)));
    writer.remove(&path());
    assert_eq!(known(&writer), None);
}

#[test]
fn a_file_that_took_too_long_is_listed_until_it_is_cut_in_time() {
    let directory = TempDir::new().unwrap();
    let mut writer = open(&directory);
    for (time, listed) in [(Duration::ZERO, vec![path()]), (LIMITS.time, Vec::new())] {
        (writer, _) = stage_within(Limits { time, ..LIMITS }, writer, "fn first() {}\n");
        writer.summaries_are_made();
        writer = writer.commit().unwrap().write_manifest(true).unwrap();
        let manifest = Manifest::read(&IndexFolder::new(directory.path())).unwrap();
        assert!(manifest.timed_out().eq(&listed), "{time:?}");
    }
}

#[test]
fn the_files_of_a_scope_are_those_of_everything_in_it() {
    let directory = TempDir::new().unwrap();
    let writer = open(&directory);
    let (mut writer, fingerprint) = stage(writer, "fn first() {}\n");
    let refused = SourcePath::new("src/b.pdf");
    writer.refuse(&refused, fingerprint, &SkipReason::Binary);
    let found = |path: &SourcePath| WalkedFile {
        path: path.clone(),
        length: 0,
        mtime_ns: 0,
    };
    let (root, temporary) = {
        let temporary = TempDir::new().unwrap();
        (Root::exactly(temporary.path()).unwrap(), temporary)
    };
    let at_root = Scope::from_paths(&root, [root.path().join("x").as_path()]);
    let in_src = Scope::from_paths(&root, [root.path().join("src/x").as_path()]);
    for committed in [false, true] {
        if committed {
            writer = writer.commit().unwrap();
        }
        let all = writer.files().unwrap();
        let only = |path: &SourcePath| HashMap::from([(path.clone(), all[path])]);
        assert_eq!(writer.files_in(&Scope::Everything, &[]).unwrap(), all);
        assert_eq!(writer.files_in(&at_root, &[]).unwrap(), only(&path()));
        let in_src = writer.files_in(&in_src, &[found(&refused)]).unwrap();
        assert_eq!(in_src, only(&refused));
    }
    drop(temporary);
}

#[test]
fn a_commit_deletes_unfinished_vector_files() {
    let directory = tempfile::tempdir().unwrap();
    let writer = add(open_for(&directory, "m", 8), 0..3);
    let vectors = writer.folder.vectors();
    let name = VectorFile::name(writer.payload.vectors[0].generation);
    let left = vectors.join(format!("{name}.1.tmp"));
    std::fs::write(&left, "").unwrap();
    add(writer, 3..5);
    assert!(!left.exists() && vectors.join(name).exists());
}

#[test]
fn writer_continues_without_a_damaged_vector_file() {
    let directory = TempDir::new().unwrap();
    let writer = open(&directory);
    let (mut writer, _) = stage(writer, "fn first() {}\n");
    writer.add_vectors(vec![(EmbeddingKey(7), Embedding([].into()))]);
    let writer = writer.commit().unwrap();
    let file = writer.folder.vectors().join(VectorFile::name(1));
    drop(writer);
    std::fs::write(file, "damaged").unwrap();

    let writer = open(&directory);
    assert!(writer.notice().is_some());
    assert!(writer.vectors.is_empty());
    assert!(writer.is_in_place());
    let writer = writer.commit().unwrap();
    assert!(writer.is_in_place());
    std::fs::remove_dir_all(writer.folder.lexical()).unwrap();
    assert!(!writer.is_in_place());
}

const DIMENSION: usize = 8;

/// The vector of a key in these tests.
fn row(key: EmbeddingKey) -> (EmbeddingKey, Embedding) {
    (key, Embedding(vec![key.0 as i8; DIMENSION].into()))
}

fn keys(numbers: std::ops::Range<u64>) -> Vec<EmbeddingKey> {
    numbers.map(EmbeddingKey).collect()
}

fn add(mut writer: IndexWriter, numbers: std::ops::Range<u64>) -> IndexWriter {
    let rows = keys(numbers).into_iter().map(row).collect();
    writer.add_vectors(rows);
    writer.commit().unwrap()
}

#[test]
fn another_model_keeps_the_keywords() {
    let directory = TempDir::new().unwrap();
    let writer = open_for(&directory, "a", DIMENSION);
    let (writer, fingerprint) = stage(writer, "fn first() {}\n");
    let writer = add(writer, 0..20);
    let before = segments(&writer);
    drop(writer);

    let writer = open_for(&directory, "b", DIMENSION);
    assert_eq!(writer.notice(), Some(MODEL_CHANGED));
    assert_eq!(known(&writer), Some(Some(fingerprint)));
    assert_eq!(writer.without_vector(&keys(0..20)), keys(0..20));
    assert!(writer.is_in_place());
    let writer = writer.commit().unwrap();
    assert_eq!(segments(&writer), before);
    let folder = IndexFolder::new(directory.path());
    let reader = IndexReader::new(&folder, GraphMode::Never);
    let snapshot = reader.refresh().unwrap().unwrap();
    assert_eq!(snapshot.identity().model, ModelId("b".to_owned()));
    assert_eq!(snapshot.vectors(), 0);
    drop(writer);

    let writer = open_for(&directory, "a", DIMENSION);
    assert_eq!(writer.notice(), None, "there were no vectors to change");
}

#[test]
fn vectors_survive_a_kill_and_a_rebuild() {
    let directory = TempDir::new().unwrap();
    let writer = open_for(&directory, "a", DIMENSION);
    let mut writer = add(writer, 0..20);
    writer.add_vectors(keys(20..30).into_iter().map(row).collect());
    commit_and_die(writer);
    let writer = open_for(&directory, "a", DIMENSION);
    assert_eq!(writer.without_vector(&keys(0..40)), keys(30..40));
    let (folder, identity) = (writer.folder.clone(), writer.payload.identity.clone());
    drop(writer);
    let writer = IndexWriter::begin(&folder, identity, OpenMode::Empty).unwrap();
    assert!(writer.is_in_place());
    let writer = add(writer, 40..50);
    assert_eq!(
        writer.without_vector(&keys(0..60)),
        [keys(30..40), keys(50..60)].concat()
    );
    drop(writer);
    let writer = open_for(&directory, "b", DIMENSION);
    assert!(writer.vectors.is_empty());
}

#[test]
fn maintenance_merges_small_segments_next_to_a_large_one() {
    let directory = TempDir::new().unwrap();
    let mut writer = open(&directory);
    let directory_of = |n: usize| SourcePath::new(&format!("d{n}"));
    for n in 0..40 {
        writer = summarize(writer, &directory_of(n));
    }
    let mut writer = writer.commit().unwrap();
    let largest = segments(&writer)[0];
    for n in 40..46 {
        writer = summarize(writer, &directory_of(n));
        writer = writer.commit().unwrap();
    }
    let before = segments(&writer).len();
    let mut graphs = GraphBuilder::new(GraphMode::Never);
    let snapshots = IndexReader::new(&IndexFolder::new(directory.path()), GraphMode::Never);
    let snapshot = snapshots.refresh().unwrap().unwrap();
    let writer = writer
        .maintain(&snapshot, &mut graphs, Merging::All, &cancelled())
        .unwrap();
    assert_eq!(segments(&writer).len(), before, "it was cancelled");
    let writer = writer
        .maintain(&snapshot, &mut graphs, Merging::All, &Cancel::new())
        .unwrap();
    let after = segments(&writer);
    assert_eq!(after.len(), 2);
    assert!(after.contains(&largest));
}

#[test]
fn segments_that_tantivy_is_merging_are_merged_after_that() {
    let directory = TempDir::new().unwrap();
    let mut writer = open(&directory);
    for part in 0..SEGMENTS_PER_MERGE {
        for n in 0..100 {
            writer = summarize(writer, &SourcePath::new(&format!("d{part}/{n}")));
        }
        writer = writer.commit().unwrap();
    }
    let snapshots = IndexReader::new(&IndexFolder::new(directory.path()), GraphMode::Never);
    let snapshot = snapshots.refresh().unwrap().unwrap();
    let mut graphs = GraphBuilder::new(GraphMode::Never);
    let writer = writer.maintain(&snapshot, &mut graphs, Merging::All, &Cancel::new());
    assert_eq!(segments(&writer.unwrap()).len(), 1);
}

#[test]
fn reader_overtaken_by_commits_opens_the_newest_snapshot() {
    let directory = TempDir::new().unwrap();
    let (writer, _) = stage(open(&directory), "fn first() {}\n");
    let mut writer = writer.commit().unwrap();
    let is_done = AtomicBool::new(false);
    std::thread::scope(|threads| {
        let reader = threads.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let folder = IndexFolder::new(directory.path());
                let snapshot = IndexReader::new(&folder, GraphMode::Never).latest();
                assert_eq!(snapshot.unwrap().unwrap().files(), 1);
            }
        });
        for n in 0..60 {
            (writer, _) = stage(writer, &format!("fn another_{n}() {{}}\n"));
            writer = writer.commit().unwrap().collect_garbage().unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
}

fn summarize(writer: IndexWriter, directory: &SourcePath) -> IndexWriter {
    let summary = summary("of a directory");
    writer.summarize(directory, "d", Some(&summary)).unwrap()
}

fn segments(writer: &IndexWriter) -> Vec<SegmentId> {
    writer.index.searchable_segment_ids().unwrap()
}

fn cancelled() -> Cancel {
    let cancel = Cancel::new();
    cancel.cancel();
    cancel
}
