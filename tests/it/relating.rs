//! The worker that finds what chunks are connected with.

use crate::fixture::Repository;
use smriti_tui::chunk::{ChunkId, ChunkTree, Limits};
use smriti_tui::config::GraphUse;
use smriti_tui::context::{Connection, Sources};
use smriti_tui::corpus::{Cancel, SourcePath};
use smriti_tui::index::Snapshots;
use smriti_tui::ticket::{Ticket, Tickets};
use smriti_tui::workers::{RelateRequest, Related, Relater};
use std::sync::mpsc::{Receiver, channel};

const FILES: [(&str, &str); 2] = [
    ("src/store.rs", "pub fn put(row: u8) -> u8 {\n    row\n}\n"),
    (
        "src/main.rs",
        "mod store;\nuse store::put;\n\nfn main() {\n    put(1);\n}\n",
    ),
];

fn relater(repository: &Repository) -> (Relater, Receiver<Related>) {
    let (reader, folder) = (repository.reader(), repository.folder());
    let sources = move || Sources::new(reader.clone(), Limits::default());
    let snapshots = Snapshots::new(&folder, GraphUse::Never);
    let (sender, answers) = channel();
    let sink = Box::new(move |related| drop(sender.send(related)));
    let relater = Relater::start(sources, snapshots, sink).expect("a thread");
    (relater, answers)
}

fn request(ticket: Ticket, id: ChunkId, wanted: &[Connection]) -> RelateRequest {
    RelateRequest {
        ticket,
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

#[test]
fn each_question_of_a_request_is_answered_in_turn() {
    let repository = Repository::of(&FILES);
    repository.update();
    let (relater, answers) = relater(&repository);
    let wanted = [Connection::Callers, Connection::Imports];
    let ticket = Tickets::default().issue();
    relater.ask(request(ticket, put(&repository), &wanted));
    let callers = answers.recv().expect("an answer");
    assert_eq!((callers.ticket, callers.connection), (ticket, wanted[0]));
    let relations = callers.relations.expect("callers");
    let [caller] = relations.found.as_slice() else {
        panic!("one caller: {relations:?}");
    };
    assert_eq!((caller.path.as_str(), caller.at), ("src/main.rs", (5, 5)));
    // The same chunk as a hit: what it is in, and a receipt that adds up.
    let [hit] = callers.hits.as_slice() else {
        panic!("one hit: {:?}", callers.hits);
    };
    assert_eq!(
        (hit.record.id, hit.record.name.as_str()),
        (caller.id, "main")
    );
    assert_eq!(hit.score, hit.receipt.total());
    assert!(hit.score > 0.0);
    let imports = answers.recv().expect("another answer");
    assert_eq!((imports.ticket, imports.connection), (ticket, wanted[1]));
    assert_eq!(imports.relations.expect("imports").total, 0);
}

#[test]
fn what_cannot_be_answered_is_said() {
    let repository = Repository::of(&FILES);
    let (relater, answers) = relater(&repository);
    let mut tickets = Tickets::default();
    let mut check = |id, part: &str| {
        let ticket = tickets.issue();
        relater.ask(request(ticket, id, &[Connection::Callers]));
        let answer = answers.recv().expect("an answer");
        assert_eq!(answer.ticket, ticket);
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
