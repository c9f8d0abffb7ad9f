//! The worker that finds what chunks are connected with.

use crate::fixture::Repository;
use smriti_tui::chunk::{ChunkId, ChunkTree, Limits};
use smriti_tui::config::GraphUse;
use smriti_tui::context::{Connection, Sources};
use smriti_tui::corpus::{Cancel, SourcePath};
use smriti_tui::index::Snapshots;
use smriti_tui::protocol::{Asker, Relate, Related, Reply, Ticket, Tickets};
use smriti_tui::workers::{Worker, relater};
use std::sync::mpsc::{Receiver, channel};

const FILES: [(&str, &str); 2] = [
    ("src/store.rs", "pub fn put(row: u8) -> u8 {\n    row\n}\n"),
    (
        "src/main.rs",
        "mod store;\nuse store::put;\n\nfn main() {\n    put(1);\n}\n",
    ),
];

type Relater = Worker<(Ticket, Relate)>;

fn relater_of(repository: &Repository) -> (Relater, Receiver<(Ticket, Reply)>) {
    let (reader, folder) = (repository.reader(), repository.folder());
    let sources = move || Sources::new(reader.clone(), Limits::default());
    let snapshots = Snapshots::new(&folder, GraphUse::Never);
    let (sender, answers) = channel();
    let sink = Box::new(move |related| drop(sender.send(related)));
    let relater = relater(Asker::Code, sources, snapshots, sink).expect("a thread");
    (relater, answers)
}

fn request(id: ChunkId, wanted: &[Connection]) -> Relate {
    Relate {
        path: SourcePath::new("src/store.rs"),
        id,
        hash: 0,
        wanted: wanted.to_vec(),
        limit: 10,
    }
}

/// The id of `put`.
fn put(repository: &Repository) -> ChunkId {
    let path = SourcePath::new("src/store.rs");
    let read = repository.reader().read(&path, &Cancel::new());
    let (document, _) = read.expect("a document");
    let tree = ChunkTree::of(document, &Limits::default());
    let found = tree.leaves().find(|(_, leaf)| leaf.name == "put");
    found.expect("put is a leaf").1.id
}

/// The next answer, which is to have this ticket.
fn next(answers: &Receiver<(Ticket, Reply)>, ticket: Ticket) -> Related {
    match answers.recv() {
        Ok((of, Reply::Related(Asker::Code, related))) if of == ticket => related,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_question_of_a_request_is_answered_in_turn() {
    let repository = Repository::of(&FILES);
    repository.update();
    let (relater, answers) = relater_of(&repository);
    let wanted = [Connection::Callers, Connection::Imports];
    let ticket = Tickets::default().issue();
    relater.ask((ticket, request(put(&repository), &wanted)));
    let callers = next(&answers, ticket);
    assert_eq!(callers.connection, wanted[0]);
    let relations = callers.relations.expect("callers");
    let [caller] = relations.found.as_slice() else {
        panic!("one caller: {relations:?}");
    };
    assert_eq!((caller.path.as_str(), caller.at), ("src/main.rs", (5, 5)));
    // The same chunk as a hit.
    let [hit] = callers.hits.as_slice() else {
        panic!("one hit: {:?}", callers.hits);
    };
    assert_eq!(
        (hit.record.id, hit.record.name.as_str()),
        (caller.id, "main")
    );
    let imports = next(&answers, ticket);
    assert_eq!(imports.connection, wanted[1]);
    assert_eq!(imports.relations.expect("imports").total, 0);
}

#[test]
fn what_cannot_be_answered_is_said() {
    let repository = Repository::of(&FILES);
    let (relater, answers) = relater_of(&repository);
    let mut tickets = Tickets::default();
    let mut check = |id, part: &str| {
        let ticket = tickets.issue();
        relater.ask((ticket, request(id, &[Connection::Callers])));
        let answer = next(&answers, ticket);
        let why = answer.relations.expect_err("a sentence");
        assert!(why.contains(part), "{why}");
        assert!(answer.hits.is_empty());
    };
    check(put(&repository), "nothing is indexed yet");
    repository.update();
    check(ChunkId(1), "changed since it was indexed");
    repository.remove("src/store.rs");
    check(ChunkId(1), "src/store.rs: cannot be read");
}
