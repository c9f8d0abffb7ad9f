//! Similar chunks, from a real index.

use crate::fixture::{PROGRAM, Repository, no_model, places};
use smriti_tui::chunk::ChunkId;
use smriti_tui::config::GraphMode;
use smriti_tui::corpus::{Cancel, SourcePath};
use smriti_tui::index::{ROOT, Record, Snapshot};
use smriti_tui::search::{Answer, Mode, Query, SearchContext, SearchError, VectorSearch, similar};
use std::collections::BTreeSet;

fn search(snapshot: &Snapshot, id: ChunkId, filters: &str) -> Result<Answer, SearchError> {
    search_until(snapshot, id, filters, &Cancel::new())
}

fn search_until(
    snapshot: &Snapshot,
    id: ChunkId,
    filters: &str,
    cancel: &Cancel,
) -> Result<Answer, SearchError> {
    let context = SearchContext {
        snapshot,
        // No file is read.
        reader: &Repository::of(&[]).reader(),
        query: &Query::parse(filters, Mode::Semantic),
        limit: 50,
        cancel,
    };
    similar(&context, id)
}

fn like(snapshot: &Snapshot, id: ChunkId) -> Answer {
    search(snapshot, id, "").expect("an answer")
}

/// The first leaf of a file with a name.
fn leaf(snapshot: &Snapshot, path: &str, name: &str) -> Record {
    let leaves = snapshot.leaves_of(&SourcePath::new(path)).expect("leaves");
    let mut records = leaves.iter().map(|entry| snapshot.record(*entry).unwrap());
    let found = records.find(|record| record.name == name);
    found.unwrap_or_else(|| panic!("{path} has a leaf {name}"))
}

fn file(snapshot: &Snapshot, path: &str) -> Record {
    let leaves = snapshot.leaves_of(&SourcePath::new(path)).expect("leaves");
    let mut record = snapshot.record(leaves[0]).expect("a leaf");
    while let Some(parent) = record.parent {
        record = snapshot.find(parent).unwrap().expect("a parent");
    }
    record
}

/// Every chunk with leaves, and every directory.
fn everything(snapshot: &Snapshot) -> Vec<Record> {
    let (mut ids, mut all) = (BTreeSet::new(), Vec::new());
    for entry in snapshot.passing(&[]).unwrap().iter() {
        let mut record = snapshot.record(entry).unwrap();
        let directory = SourcePath::new(match record.path.directory() {
            "" => ROOT,
            directory => directory,
        });
        all.extend(snapshot.directory(&directory).unwrap());
        while ids.insert(record.id) {
            let parent = record.parent.and_then(|id| snapshot.find(id).unwrap());
            all.push(record.clone());
            match parent {
                Some(parent) => record = parent,
                None => break,
            }
        }
    }
    all
}

fn is_within(hit: &Record, of: &Record) -> bool {
    if of.is_directory() {
        let directory = format!("{}/", of.path);
        return of.path.as_str() == ROOT || hit.path.as_str().starts_with(&directory);
    }
    hit.path == of.path && of.bytes.0 <= hit.bytes.0 && hit.bytes.1 <= of.bytes.1
}

const RETRY: &str = "/// Tries again until the server answers.\npub fn retry_request(attempts: u32) -> bool {\n    for attempt in 0..attempts {\n        if send_request(attempt) {\n            return true;\n        }\n    }\n    false\n}\n";

/// A near-duplicate of [`RETRY`] with the same name.
fn retry_twin() -> String {
    RETRY.replace("attempt", "trial")
}

#[test]
fn exact_copies_rank_first_and_are_marked() {
    let far = format!("fn other() {{}}\n\n{RETRY}");
    let near = RETRY.replace("Tries again", "Tries once more");
    let repository = Repository::of(&[
        ("src/client.rs", &format!("{near}\n{}", retry_twin())),
        ("attic/of/things/nobody/looks/at/legacy_backup.rs", &far),
        ("attic/legacy_copy.rs", RETRY),
        (
            "src/parser.rs",
            "pub fn parse_header(line: &str) -> usize {\n    line.len()\n}\n",
        ),
    ]);
    repository.index();
    let snapshot = repository.snapshot();
    let copies = [
        leaf(&snapshot, "attic/legacy_copy.rs", "retry_request"),
        leaf(
            &snapshot,
            "attic/of/things/nobody/looks/at/legacy_backup.rs",
            "retry_request",
        ),
    ];
    assert_eq!(copies[0].hash, copies[1].hash);
    for (subject, other) in [(&copies[0], &copies[1]), (&copies[1], &copies[0])] {
        let hits = like(&snapshot, subject.id).hits;
        assert_eq!(hits[0].record.path, other.path);
        assert!(hits[0].explanation.same_text);
        assert!(!hits[1].explanation.same_text);
        assert!(hits.iter().all(|hit| hit.score() <= 1.0));
        // The twin is not equal to it, but precedes unrelated text.
        assert_eq!(hits[1].record.path.as_str(), "src/client.rs");
    }
    // Two copies are one hit with two locations.
    let twin = leaf(&snapshot, "src/client.rs", "retry_request");
    let hit = like(&snapshot, twin.id)
        .hits
        .into_iter()
        .find(|hit| hit.record.hash == copies[0].hash);
    assert_eq!(hit.expect("a copy").locations.len(), 1);
}

#[test]
fn chunk_is_not_similar_to_itself() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let snapshot = repository.snapshot();
    let all = everything(&snapshot);
    assert!(all.iter().any(Record::is_directory) && all.iter().any(|it| it.parent.is_none()));
    for subject in all {
        let answer = like(&snapshot, subject.id);
        let what = format!("{} {:?}", subject.path, subject.names);
        let everything = subject.path.as_str() == ROOT && subject.is_directory();
        assert_eq!(answer.hits.is_empty(), everything, "{what}");
        assert!(
            answer.hits.is_sorted_by(|a, b| {
                let (copy, next) = (a.explanation.same_text, b.explanation.same_text);
                (copy && !next) || copy == next && a.score() >= b.score() - 1e-4
            }),
            "{what}"
        );
        for hit in &answer.hits {
            assert!(
                !is_within(&hit.record, &subject),
                "{what}: {:?}",
                hit.record.names
            );
            assert!(hit.score() <= 1.0, "{what}: {}", hit.score());
            assert!(
                hit.explanation
                    .signals
                    .iter()
                    .all(|signal| signal.value != 0.0),
                "{what}"
            );
            assert!(
                hit.explanation.vector_score.is_some() && hit.explanation.keyword_score.is_none()
            );
        }
    }
}

/// A class of three methods about a subject; `verb` ends their names.
fn class(name: &str, verb: &str) -> String {
    format!(
        "class {name}:\n    def open_{verb}(self, path):\n        self.handle = open(path, \"rb\")\n        \
         return self.handle\n\n    def close_{verb}(self):\n        self.handle.close()\n        \
         self.handle = None\n\n    def read_{verb}(self, size):\n        data = self.handle.read(size)\n        \
         return data.decode(\"utf-8\")\n"
    )
}

#[test]
fn class_and_file_find_their_copies() {
    let one = class("FileReader", "file");
    let twin = class("SocketReader", "socket");
    let other = "class Invoice:\n    def total(self):\n        return sum(self.prices)\n\n    def add_tax(self, rate):\n        self.prices.append(self.total() * rate)\n";
    // Another class has a copy of one method: a part of the class, not the whole.
    let part = format!(
        "{other}\n    def close_file(self):\n        self.handle.close()\n        self.handle = None\n"
    );
    let repository = Repository::of(&[
        ("io/file.py", &one),
        ("net/socket.py", &twin),
        ("shop/invoice.py", other),
        ("shop/explanation.py", &part),
    ]);
    repository.index();
    let snapshot = repository.snapshot();
    let class = leaf(&snapshot, "io/file.py", "open_file")
        .parent
        .expect("a class");
    for subject in [class, file(&snapshot, "io/file.py").id] {
        let answer = like(&snapshot, subject);
        assert_eq!(answer.hits[0].record.path.as_str(), "net/socket.py");
    }
    let directory = snapshot
        .directory(&SourcePath::new("io"))
        .unwrap()
        .expect("a directory");
    assert_eq!(
        like(&snapshot, directory.id).hits[0].record.path.as_str(),
        "net/socket.py"
    );
}

#[test]
fn copied_file_ranks_first_and_is_marked() {
    let one = class("FileReader", "file");
    let repository = Repository::of(&[
        ("io/file.py", &one),
        ("io/stream.py", &class("FileStream", "file")),
        ("old/backup/of/everything.py", &one),
    ]);
    repository.index();
    let snapshot = repository.snapshot();
    let hits = like(&snapshot, file(&snapshot, "io/file.py").id).hits;
    assert_eq!(hits[0].record.path.as_str(), "old/backup/of/everything.py");
    for hit in hits {
        let copied = hit.record.path.as_str() == "old/backup/of/everything.py";
        assert_eq!(hit.explanation.same_text, copied, "{:?}", hit.record.names);
    }
}

#[test]
fn pieces_of_one_declaration_are_not_similar() {
    use std::fmt::Write as _;
    let mut long = String::from("pub fn import_everything() {\n");
    for number in 0..150 {
        writeln!(long, "    import_table(\"table_{number}\", {number});").unwrap();
    }
    long.push_str("}\n");
    let repository = Repository::of(&[
        ("src/long.rs", &long),
        ("src/twin.rs", &long.replace("import", "export")),
    ]);
    repository.index();
    let snapshot = repository.snapshot();
    let pieces = snapshot.leaves_of(&SourcePath::new("src/long.rs")).unwrap();
    assert!(pieces.len() > 1);
    let whole = snapshot
        .record(pieces[0])
        .unwrap()
        .parent
        .expect("the function");
    let subject = pieces
        .iter()
        .map(|piece| snapshot.record(*piece).unwrap().id);
    for id in subject.chain([whole]) {
        let hits = like(&snapshot, id).hits;
        assert!(!hits.is_empty());
        assert!(
            hits.iter()
                .all(|hit| hit.record.path.as_str() == "src/twin.rs")
        );
    }
}

#[test]
fn filters_apply_to_similar_chunks() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let snapshot = repository.snapshot();
    let subject = leaf(&snapshot, "src/segment.rs", "garbage_ratio").id;
    let paths = |filters: &str| {
        let answer = search(&snapshot, subject, filters).expect("an answer");
        let paths = answer.hits.iter().map(|hit| hit.record.path.to_string());
        paths
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(paths("lang:python"), ["tools/report.py"]);
    assert_eq!(paths("in:docs"), ["README.md"]);
    assert_eq!(
        paths("in:code -lang:rust"),
        ["tools/report.py", "web/session.ts"]
    );
    assert!(paths("path:nowhere").is_empty());
}

#[test]
fn graph_and_scan_agree_on_similar_chunks() {
    let mut repository = Repository::of(&PROGRAM);
    repository.config.vector.graph = GraphMode::Always;
    repository.index();
    let graph = repository.snapshot_with(GraphMode::Always);
    let scan = repository.snapshot_with(GraphMode::Never);
    for subject in everything(&scan) {
        let (by_graph, by_scan) = (like(&graph, subject.id), like(&scan, subject.id));
        assert_eq!(by_graph.vectors, VectorSearch::Graph, "{:?}", subject.names);
        assert_eq!(by_scan.vectors, VectorSearch::Exact, "{:?}", subject.names);
        assert_eq!(by_graph.hits, by_scan.hits, "{:?}", subject.names);
    }
}

#[test]
fn edited_index_equals_a_fresh_one() {
    let edited = Repository::of(&PROGRAM[..3]);
    edited.update();
    for (path, text) in &PROGRAM[3..] {
        edited.write(path, text);
        edited.update();
    }
    edited.write("src/writer.rs", "fn nothing_of_it() {}\n");
    edited.update();
    edited.write("src/writer.rs", PROGRAM[1].1);
    edited.update();
    let fresh = Repository::of(&PROGRAM);
    fresh.index();
    let (edited, fresh) = (edited.snapshot(), fresh.snapshot());
    for subject in everything(&fresh) {
        let (after, before) = (like(&edited, subject.id), like(&fresh, subject.id));
        assert_eq!(places(&after), places(&before), "{:?}", subject.names);
        assert_eq!(after.hits, before.hits, "{:?}", subject.names);
    }
}

#[test]
fn incomparable_chunk_reports_a_reason() {
    let repository = Repository::of(&PROGRAM);
    let mut indexing = repository.indexing_with(no_model());
    indexing.update(&Cancel::new(), &|_| {}).unwrap();
    let snapshot = repository.snapshot();
    assert_eq!(snapshot.vectors(), 0);
    for subject in everything(&snapshot) {
        let error = search(&snapshot, subject.id, "").expect_err("no vectors");
        assert!(matches!(error, SearchError::NoVector(_)), "{error}");
        assert!(error.to_string().contains(subject.path.as_str()), "{error}");
    }
    let error = search(&snapshot, ChunkId(7), "").expect_err("no such chunk");
    assert!(
        matches!(error, SearchError::UnknownId(ChunkId(7))),
        "{error}"
    );
}

#[test]
fn empty_file_reports_a_reason() {
    let repository = Repository::of(&[("src/empty.rs", "// ----\n\n// ----\n"), PROGRAM[0]]);
    repository.index();
    let snapshot = repository.snapshot();
    let path = SourcePath::new("src/empty.rs");
    assert_eq!(snapshot.leaves_of(&path).unwrap(), [0; 0]);
    let files = snapshot.all_summaries().unwrap();
    let empty = files.iter().find(|(record, _)| record.path == path);
    let error = search(&snapshot, empty.expect("a file").0.id, "").expect_err("nothing");
    assert!(matches!(error, SearchError::NotIndexed(_)), "{error}");
}

#[test]
fn cancelled_query_has_no_answer() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let snapshot = repository.snapshot();
    let cancel = Cancel::new();
    cancel.cancel();
    for subject in everything(&snapshot) {
        let answer = search_until(&snapshot, subject.id, "", &cancel);
        assert!(matches!(answer, Err(SearchError::Cancelled)));
    }
}
