//! A snapshot derived from an earlier one equals one read from scratch.

use super::{Snapshot, Word};
use crate::chunk::{CHUNKER_VERSION, ChunkTree, Limits, embedded_text};
use crate::config::GraphMode;
use crate::corpus::{Cancel, Document, Fingerprint, Place, SourcePath, Text};
use crate::embed::{Embedding, EmbeddingKey, ModelId};
use crate::index::{
    EntrySet, GraphBuilder, Identity, IndexError, IndexFolder, IndexReader, IndexWriter, Merging,
    OpenMode, Summary,
};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use tempfile::TempDir;

const DIMENSION: usize = 8;
const LIMITS: Limits = Limits {
    leaf: 2_000,
    parse: 1_000_000,
    time: crate::syntax::TIME_LIMIT,
};
const WORDS: [&str; 6] = ["merge", "segment", "writer", "commit", "reader", "lock"];

struct Index {
    folder: IndexFolder,
    /// None only during a replacement.
    open: Option<IndexWriter>,
    dimension: usize,
    _directory: TempDir,
}

impl Index {
    fn new() -> Self {
        let directory = TempDir::new().unwrap();
        let folder = IndexFolder::new(directory.path());
        let mut index = Self {
            folder,
            open: None,
            dimension: DIMENSION,
            _directory: directory,
        };
        index.reopen(DIMENSION);
        index
    }

    /// Continues with a model of `dimension` components. Staged changes are lost.
    fn reopen(&mut self, dimension: usize) {
        self.open = None;
        self.dimension = dimension;
        let identity = Identity {
            chunker: CHUNKER_VERSION,
            leaf_limit: LIMITS.leaf,
            parse_limit: LIMITS.parse,
            model: ModelId(dimension.to_string()),
            extractor: 0,
            summaries: 0,
            author: None,
            dimension,
        };
        self.open = Some(IndexWriter::begin(&self.folder, identity, OpenMode::Existing).unwrap());
    }

    fn writer(&mut self) -> &mut IndexWriter {
        self.open.as_mut().unwrap()
    }

    fn change(&mut self, change: impl FnOnce(IndexWriter) -> Result<IndexWriter, IndexError>) {
        self.open = self.open.take().map(|writer| change(writer).unwrap());
    }

    /// Stages a file with functions that mention these words, and vectors of some of them.
    fn write(&mut self, file: u8, words: &[u8]) {
        let dimension = self.dimension;
        let function = |(nth, word): (usize, &u8)| {
            let word = WORDS[*word as usize % WORDS.len()];
            format!("/// The {word}.\npub fn {word}_{nth}() {{ {word}.of({nth}) }}\n\n")
        };
        let text: String = words.iter().enumerate().map(function).collect();
        let document = Document::new(path(file), Text::from(text.as_str()));
        let tree = ChunkTree::of(document, &LIMITS);
        let (mut keys, mut rows) = (HashMap::new(), Vec::new());
        for (index, _) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
            let key = EmbeddingKey::of(&embedded_text(&tree, index));
            keys.insert(index, key);
            if !key.0.is_multiple_of(3) {
                rows.push((key, Embedding(vec![key.0 as i8; dimension].into())));
            }
        }
        let summary = Summary {
            text: format!("file {file} {text}"),
            lead: String::new(),
            key: EmbeddingKey::of(&text),
            written_by: String::new(),
            hash: 0,
            digest: vec![file],
        };
        let fingerprint = Fingerprint {
            length: text.len() as u64,
            mtime_ns: 0,
            crc32: 0,
        };
        self.change(|writer| writer.replace(&tree, fingerprint, &summary, &keys));
        self.writer().add_vectors(rows);
    }
}

fn path(file: u8) -> SourcePath {
    SourcePath::new(&format!("src/file_{file}.rs"))
}

#[derive(Clone, Debug)]
enum Step {
    Write(u8, Vec<u8>),
    Remove(u8),
    Commit,
    Maintain,
    Reopen(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let words = prop::collection::vec(any::<u8>(), 0..8);
    prop_oneof![
        6 => (0u8..6, words).prop_map(|(file, words)| Step::Write(file, words)),
        1 => (0u8..6).prop_map(Step::Remove),
        4 => Just(Step::Commit),
        1 => Just(Step::Maintain),
        1 => (DIMENSION..DIMENSION + 2).prop_map(Step::Reopen),
    ]
}

/// All data of a snapshot that may be shared with an earlier one.
fn state(snapshot: &Snapshot) -> impl PartialEq + std::fmt::Debug {
    let documents = &snapshot.documents;
    let entries = documents.leaves.iter().chain(documents.summaries.iter());
    let entries = entries.map(|entry| {
        let (chunk, path) = (documents.chunk(entry), snapshot.path(entry).unwrap());
        let content = (snapshot.key(entry), snapshot.content(entry));
        (
            entry,
            documents.address(entry),
            chunk,
            content,
            path.cloned(),
        )
    });
    let rows = snapshot.rows().segments.iter();
    let rows = rows.map(|rows| (rows.segment, rows.pairs.clone(), rows.missing.clone()));
    (
        entries.collect::<Vec<_>>(),
        rows.collect::<Vec<_>>(),
        documents.statistics.clone(),
        (snapshot.files(), snapshot.leaves(), snapshot.vectors()),
        snapshot.digests().unwrap(),
        snapshot.files_without_vectors().unwrap(),
        snapshot.summaries_without_vectors().unwrap(),
    )
}

fn terms() -> Vec<String> {
    let words = ["merge", "segment", "the", "of", "rs", "commit"];
    words.map(str::to_owned).to_vec()
}

/// The shortest prefix of `all` with `limit` distinct contents.
fn first_contents(snapshot: &Snapshot, all: &[(u32, f32)], limit: usize) -> Vec<(u32, f32)> {
    let mut contents = HashSet::new();
    let has_room = |(entry, _): &&(u32, f32)| {
        let is_full = contents.len() == limit;
        contents.insert(snapshot.content(*entry));
        !is_full
    };
    all.iter().take_while(has_room).copied().collect()
}

/// Checks that the nearest contents are a prefix of all.
fn check_nearest(snapshot: &Snapshot, passing: &EntrySet) {
    let mut leaves = snapshot.documents.leaves.iter();
    let Some(entry) = leaves.find(|leaf| snapshot.vector(*leaf).is_some()) else {
        return;
    };
    let query = snapshot.vector(entry).unwrap();
    let (total, go) = (snapshot.leaves(), Cancel::new());
    let all = snapshot.nearest(&query, passing, total + 1, &go).unwrap();
    for limit in [1, 2, 5] {
        let few = snapshot.nearest(&query, passing, limit, &go).unwrap();
        let expected = first_contents(snapshot, &all.candidates, limit);
        assert_eq!(few.candidates, expected);
    }
}

/// Checks that the copies of a leaf are all leaves with its content.
fn check_copies(snapshot: &Snapshot) {
    for entry in snapshot.documents.leaves.iter() {
        let content = snapshot.content(entry).unwrap();
        let is_copy = |other: &u32| snapshot.content(*other) == Some(content);
        let expected: Vec<u32> = snapshot.documents.leaves.iter().filter(is_copy).collect();
        assert_eq!(snapshot.copies(content), expected);
        let record = snapshot.record(entry).unwrap();
        assert_eq!(content, record.hash);
        assert_eq!(snapshot.entry_of(&record), Some(entry));
        assert_eq!(snapshot.find(record.id).unwrap(), Some(record));
    }
    let mut summaries = snapshot.documents.summaries.iter();
    assert!(summaries.all(|entry| snapshot.content(entry).is_none()));
}

/// Checks that the best contents are a prefix of all, whatever was skipped, and that requested scores equal
/// the scores of a search.
fn check_keywords(snapshot: &Snapshot, passing: &EntrySet) {
    let total = snapshot.leaves();
    let all = snapshot
        .keywords(&terms(), passing, total + 1, &[])
        .unwrap();
    let entries: Vec<u32> = snapshot.documents.leaves.iter().collect();
    for limit in [1, 2, 5] {
        let few = snapshot
            .keywords(&terms(), passing, limit, &entries)
            .unwrap();
        assert_eq!(few.best, first_contents(snapshot, &all.best, limit));
        let mut requested = few.scored;
        let mut expected = all.best.clone();
        requested.sort_by_key(|(entry, _)| *entry);
        expected.sort_by_key(|(entry, _)| *entry);
        assert_eq!(requested, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_snapshot_does_not_depend_on_earlier_ones(steps in prop::collection::vec(step(), 1..24)) {
        let mut index = Index::new();
        let following = IndexReader::new(&index.folder, GraphMode::Never);
        for step in steps {
            match step {
                Step::Write(file, words) => index.write(file, &words),
                Step::Remove(file) => index.writer().remove(&path(file)),
                Step::Reopen(dimension) => index.reopen(dimension),
                Step::Commit => index.change(IndexWriter::commit),
                Step::Maintain => {
                    index.change(IndexWriter::commit);
                    let mut graphs = GraphBuilder::new(GraphMode::Never);
                    let snapshot = following.refresh().unwrap().unwrap();
                    index.change(|writer| writer.maintain(&snapshot, &mut graphs, Merging::All, &Cancel::new()));
                }
            }
            let Some(followed) = following.refresh().unwrap() else {
                continue;
            };
            let reopened = IndexReader::new(&index.folder, GraphMode::Never);
            let reopened = reopened.refresh().unwrap().unwrap();
            prop_assert!(state(&followed) == state(&reopened), "{:?} {:?}", state(&followed), state(&reopened));
            let all = reopened.passing(&[]).unwrap();
            let even = all.iter().filter(|entry| entry % 2 == 0).collect();
            check_copies(&followed);
            check_nearest(&followed, &all);
            check_nearest(&followed, &even);
            check_keywords(&followed, &all);
            check_keywords(&followed, &even);
        }
    }
}

/// Checks the number of leaves that contain a word as typed, and in another form.
fn check_coverage(snapshot: &Snapshot, (term, forms): (&str, &[&str]), expected: (usize, usize)) {
    let word = Word {
        term: term.to_owned(),
        forms: forms.iter().map(|form| (*form).to_owned()).collect(),
    };
    let entries: Vec<u32> = snapshot.documents.leaves.iter().collect();
    let found = snapshot.coverage(&[word], &entries).unwrap().remove(0);
    let counts = (found.present.len(), found.by_form.len());
    assert_eq!(counts, expected, "{term} {forms:?}");
    assert_eq!(found.idf > 0.0, expected != (0, 0), "{term} {forms:?}");
}

#[test]
fn a_word_is_covered_in_other_forms_too() {
    let mut index = Index::new();
    index.write(1, &[0]);
    index.write(2, &[0]);
    index.write(3, &[2]);
    index.change(IndexWriter::commit);
    let snapshot = IndexReader::new(&index.folder, GraphMode::Never).latest();
    let snapshot = snapshot.unwrap().unwrap();
    check_coverage(&snapshot, ("merge", &[]), (2, 0));
    check_coverage(&snapshot, ("merging", &[]), (0, 0));
    check_coverage(&snapshot, ("merging", &["merge", "merged"]), (0, 2));
    check_coverage(&snapshot, ("writer", &["merge"]), (1, 2));
    let idf = |term: &str, forms: &[&str]| {
        let forms = forms.iter().map(|form| (*form).to_owned()).collect();
        let term = term.to_owned();
        snapshot.coverage(&[Word { term, forms }], &[]).unwrap()[0].idf
    };
    assert_eq!(idf("merging", &["merge"]), idf("merge", &[]));
    assert!(idf("writer", &["merge"]) < idf("writer", &[]));
}

/// Many documents have skipped ones and several windows.
#[test]
fn skipped_documents_are_not_among_the_best() {
    let mut index = Index::new();
    for file in 0..120u8 {
        let words: Vec<u8> = (0..60u8)
            .map(|nth| nth.wrapping_mul(7).wrapping_add(file) ^ (file / 5))
            .collect();
        index.write(file, &words);
        if file % 50 == 0 {
            index.change(IndexWriter::commit);
        }
    }
    index.writer().remove(&path(7));
    index.change(IndexWriter::commit);
    let snapshot = IndexReader::new(&index.folder, GraphMode::Never).latest();
    let snapshot = snapshot.unwrap().unwrap();
    check_keywords(&snapshot, &snapshot.passing(&[]).unwrap());
}

#[test]
fn joined_snapshots_have_the_vectors_of_most_leaves() {
    let part = |place: &str, dimension: usize, words: &[u8]| {
        let mut index = Index::new();
        index.reopen(dimension);
        index.write(0, words);
        index.change(IndexWriter::commit);
        let reader = IndexReader::new(&index.folder, GraphMode::Never);
        (Place::new(place), reader.refresh().unwrap().unwrap())
    };
    let small = part("a", DIMENSION, &[0]);
    let (b, c) = (
        part("b", DIMENSION + 1, &[1]),
        part("c", DIMENSION + 1, &[3]),
    );
    let joined = Snapshot::joined(None, vec![small, b, c]).unwrap();
    assert_eq!(joined.identity().dimension, DIMENSION + 1);
}
