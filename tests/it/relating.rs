//! The worker that finds related chunks.

use crate::fixture::Repository;
use smriti_tui::chunk::{ChunkId, ChunkTree, Limits, NamePosition, Symbol};
use smriti_tui::context::{
    Codebase, Declaration, Direction, Relation, RelationKind, Relations, Sources,
};
use smriti_tui::corpus::{Cancel, SourcePath};
use smriti_tui::protocol::{
    QueryTarget, RelatedHits, RelationRequest, Reply, Request, StepRequest, Ticket, Tickets, Walk,
    WalkRequest,
};
use smriti_tui::search::Mode;
use smriti_tui::workers::{Steps, Worker, WorkerThreads, relater, walker};
use std::iter;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub(crate) const FILES: [(&str, &str); 2] = [
    ("src/store.rs", "pub fn put(row: u8) -> u8 {\n    row\n}\n"),
    (
        "src/main.rs",
        "mod store;\nuse store::put;\n\nfn main() {\n    put(1);\n}\n",
    ),
];

/// The workers of a repository, and their replies.
pub(crate) fn workers_of(repository: &Repository) -> (WorkerThreads, Receiver<(Ticket, Reply)>) {
    let (sender, answers) = channel();
    let sink = move |reply| drop(sender.send(reply));
    let workers = WorkerThreads::start(&repository.resources(), sink).expect("threads");
    (workers, answers)
}

pub(crate) type Relater = Worker<(Ticket, RelationRequest)>;

pub(crate) fn relater_of(repository: &Repository) -> (Relater, Receiver<(Ticket, Reply)>) {
    let (sender, answers) = channel();
    let sink = Box::new(move |related| drop(sender.send(related)));
    let relater = relater(repository.resources(), Duration::ZERO, sink).expect("a thread");
    (relater, answers)
}

pub(crate) fn request(id: ChunkId, kind: RelationKind) -> RelationRequest {
    RelationRequest {
        target: QueryTarget {
            path: SourcePath::new("src/store.rs"),
            id,
            hash: 0,
            name: "put".to_owned(),
            deleted_in: None,
        },
        kind,
        limit: 10,
        with_docs: false,
    }
}

/// The id of `put`.
pub(crate) fn put(repository: &Repository) -> ChunkId {
    put_in(repository, &SourcePath::new("src/store.rs"))
}

pub(crate) fn put_in(repository: &Repository, path: &SourcePath) -> ChunkId {
    let read = repository.reader().read(path, &Cancel::new());
    let (document, _) = read.expect("a document");
    let tree = ChunkTree::of(document, &Limits::default());
    let found = tree.leaves().find(|(_, leaf)| leaf.name == "put");
    found.expect("put is a leaf").1.id
}

/// The next whole answer, which must have this ticket.
pub(crate) fn next(
    answers: &Receiver<(Ticket, Reply)>,
    ticket: Ticket,
) -> Result<RelatedHits, String> {
    loop {
        match answers.recv() {
            Ok((_, Reply::Followed(_))) => {}
            Ok((_, Reply::Related(Ok(related)))) if related.is_partial => {}
            Ok((of, Reply::Related(related))) if of == ticket => return related,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_definition_in_a_run_of_constants_is_listed_under_its_name() {
    let repository = Repository::of(&[
        ("src/main.rs", "mod limits;\nmod store;\n"),
        (
            "src/limits.rs",
            "pub const LOW: u8 = 1;\npub const HIGH: u8 = 2;\n",
        ),
        (
            "src/store.rs",
            "use crate::limits::HIGH;\n\npub fn put() -> u8 {\n    HIGH\n}\n",
        ),
    ]);
    repository.update();
    let (relater, answers) = relater_of(&repository);
    let ticket = Tickets::default().issue();
    relater.send((ticket, request(put(&repository), RelationKind::Imports)));
    let hits = next(&answers, ticket).expect("relations").hits;
    let names = hits.iter().map(|hit| hit.explanation.found_as.as_deref());
    assert_eq!(names.collect::<Vec<_>>(), [Some("HIGH")]);
    assert_eq!(hits[0].explanation.located_at, Some((2, 1)));
}

#[test]
fn definitions_of_a_line_are_those_that_its_code_names() {
    let repository = Repository::of(&[
        ("src/main.rs", "mod orders;\nmod prices;\nmod store;\n"),
        (
            "src/prices.rs",
            "pub fn total(row: u8) -> u8 {\n    row\n}\n",
        ),
        (
            "src/orders.rs",
            "pub fn close(row: u8) -> u8 {\n    row\n}\n",
        ),
        (
            "src/store.rs",
            "use crate::orders::close;\nuse crate::prices::total as sum_up;\n\n\
             pub fn put(row: Row) -> u8 {\n    // close(row)\n    row.close;\n    sum_up(row)\n}\n",
        ),
    ]);
    repository.update();
    let (relater, answers) = relater_of(&repository);
    let mut tickets = Tickets::default();
    let mut check = |line: u32, expected: &[&str], is_wider| {
        let ticket = tickets.issue();
        let wanted = RelationKind::Definitions(Some(Symbol::OnLine(line)));
        relater.send((ticket, request(put(&repository), wanted)));
        let related = next(&answers, ticket).expect("relations");
        let found = related.relations.found.iter();
        let names: Vec<&str> = found.map(|it| it.name.as_str()).collect();
        assert_eq!(
            (names.as_slice(), related.is_wider),
            (expected, is_wider),
            "line {line}"
        );
    };
    check(7, &["total"], false);
    check(6, &["total"], true);
    check(5, &["total"], true);
}

#[test]
fn relations_include_the_chunks_at_the_other_end() {
    let repository = Repository::of(&FILES);
    repository.update();
    let (relater, answers) = relater_of(&repository);
    let mut tickets = Tickets::default();
    let mut relate = |kind| {
        let ticket = tickets.issue();
        relater.send((ticket, request(put(&repository), kind)));
        next(&answers, ticket).expect("relations")
    };
    let callers = relate(RelationKind::Callers(None));
    let relations = callers.relations;
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
    assert_eq!(relate(RelationKind::Imports).relations.total, 0);
    assert_eq!(relate(RelationKind::Siblings).relations.total, 0);
}

#[test]
fn unanswerable_relation_reports_a_reason() {
    let repository = Repository::of(&FILES);
    let (relater, answers) = relater_of(&repository);
    let mut tickets = Tickets::default();
    let mut check = |id, part: &str| {
        let ticket = tickets.issue();
        relater.send((ticket, request(id, RelationKind::Callers(None))));
        let why = next(&answers, ticket).expect_err("a sentence");
        assert!(why.contains(part), "{why}");
    };
    check(put(&repository), "nothing is indexed yet");
    repository.update();
    check(ChunkId(1), "changed since it was indexed");
    repository.remove("src/store.rs");
    check(ChunkId(1), "src/store.rs: it no longer exists");
}

/// A chain: `main` calls `run`, which calls `put`, which calls `run` again; a test calls `run`.
const CHAIN: [(&str, &str); 3] = [
    (
        "src/store.rs",
        "use crate::app::run;\n\npub fn put(row: u8) {\n    run(row);\n}\n",
    ),
    (
        "src/app.rs",
        "use crate::store::put;\n\npub fn run(row: u8) {\n    put(row);\n}\n\n\
         #[test]\nfn rows_are_put() {\n    run(1);\n}\n",
    ),
    (
        "src/main.rs",
        "mod app;\nmod store;\n\nfn main() {\n    app::run(1);\n}\n",
    ),
];

/// The target of a function of [`CHAIN`].
fn function(repository: &Repository, path: &str, name: &str) -> QueryTarget {
    let path = SourcePath::new(path);
    let (document, _) = repository.reader().read(&path, &Cancel::new()).unwrap();
    let tree = ChunkTree::of(document, &Limits::default());
    let (_, leaf) = tree.leaves().find(|(_, leaf)| leaf.name == name).unwrap();
    QueryTarget {
        path,
        id: leaf.id,
        hash: leaf.hash,
        name: name.to_owned(),
        deleted_in: None,
    }
}

#[test]
fn callers_open_in_a_list_of_references_to_a_name_from_outside() {
    let repository = Repository::of(&CHAIN);
    repository.update();
    let (workers, replies) = workers_of(&repository);
    let outside = NamePosition {
        name: "u8".to_owned(),
        line: 3,
        column: 17,
    };
    let put = function(&repository, "src/store.rs", "put");
    let request = StepRequest {
        row: ChunkId(7),
        target: function(&repository, "src/app.rs", "run"),
        line: 4,
        direction: Direction::Backward,
        root: (put, Some(Symbol::At(outside))),
        above: Vec::new(),
    };
    workers.send(Tickets::default().issue(), Request::Step(request));
    match replies.recv() {
        Ok((_, Reply::Stepped(Ok(steps)))) => assert_eq!(steps.steps.len(), 3),
        other => panic!("{other:?}"),
    }
}

#[test]
fn callers_open_one_step_at_a_time_and_cycles_are_marked() {
    let repository = Repository::of(&CHAIN);
    repository.update();
    let (workers, replies) = workers_of(&repository);
    let mut tickets = Tickets::default();
    let put = function(&repository, "src/store.rs", "put");
    let mut step = |target: QueryTarget, line, direction, above| {
        let request = StepRequest {
            row: ChunkId(7),
            target,
            line,
            direction,
            root: (put.clone(), None),
            above,
        };
        workers.send(tickets.issue(), Request::Step(request));
        match replies.recv() {
            Ok((_, Reply::Stepped(Ok(steps)))) => steps,
            other => panic!("{other:?}"),
        }
    };
    let run = function(&repository, "src/app.rs", "run");
    let steps = step(run.clone(), 4, Direction::Backward, Vec::new());
    assert_eq!((steps.row, steps.unread), (ChunkId(7), 0));
    let mut found: Vec<(String, &str, bool)> = Vec::new();
    for step in &steps.steps {
        let at = format!("{}:{}", step.relation.path, step.relation.at.0);
        found.push((at, &step.line, step.is_cycle));
        assert_eq!(step.hit.explanation.located_at, Some(step.relation.at));
    }
    found.sort();
    let expected = [
        ("src/app.rs:9", "run(1);", false),
        ("src/main.rs:5", "app::run(1);", false),
        ("src/store.rs:4", "run(row);", true),
    ];
    assert_eq!(
        found,
        expected.map(|(at, line, cycle)| (at.to_owned(), line, cycle))
    );
    let main = function(&repository, "src/main.rs", "main");
    assert!(
        step(main.clone(), 5, Direction::Backward, Vec::new())
            .steps
            .is_empty()
    );
    let callees = step(main, 5, Direction::Forward, vec![steps.of]);
    assert_eq!(callees.steps.len(), 1);
    assert!(callees.steps[0].is_cycle, "it is above");
    assert_eq!(callees.steps[0].line, "pub fn run(row: u8) {");
}

#[test]
fn paths_and_tests_are_lists_of_steps() {
    let repository = Repository::of(&CHAIN);
    repository.update();
    let (workers, replies) = workers_of(&repository);
    let mut tickets = Tickets::default();
    let put = function(&repository, "src/store.rs", "put");
    let main = function(&repository, "src/main.rs", "main");
    let mut walk = |walk, target: &QueryTarget| {
        let request = WalkRequest {
            walk,
            target: (target.clone(), None),
        };
        let ticket = tickets.issue();
        workers.send(ticket, Request::Walk(request));
        let related = next(&replies, ticket).expect("steps");
        let found = related.relations.found.iter();
        let lines = found.map(|step| format!("{}:{}", step.path, step.at.0));
        (lines.collect::<Vec<_>>(), related.is_ordered)
    };
    let path = ["src/main.rs:5", "src/app.rs:4", "src/store.rs:3"].map(str::to_owned);
    assert_eq!(
        walk(Walk::PathFrom((main.clone(), None)), &put),
        (path.to_vec(), true)
    );
    let none = walk(Walk::PathFrom((put.clone(), None)), &main);
    assert_eq!(none, (Vec::new(), true));
    assert_eq!(
        walk(Walk::Tests, &put),
        (vec!["src/app.rs:9".to_owned()], false)
    );
}

#[test]
fn tests_are_listed_as_they_are_found() {
    let near = "use crate::store::put;\n\n#[test]\nfn near() {\n    put(1);\n}\n";
    let paths: Vec<String> = (0..40).map(|at| format!("src/near{at:02}.rs")).collect();
    let mut files = CHAIN.to_vec();
    files.extend(paths.iter().map(|path| (path.as_str(), near)));
    let repository = Repository::of(&files);
    repository.update();
    let (sender, replies) = channel();
    let sink = Box::new(move |reply| drop(sender.send(reply)));
    let walker = walker(repository.resources(), Duration::ZERO, sink).expect("a thread");
    let request = WalkRequest {
        walk: Walk::Tests,
        target: (function(&repository, "src/store.rs", "put"), None),
    };
    walker.send((Tickets::default().issue(), Steps::Several(request)));
    let (mut rows, mut followed) = (Vec::new(), Vec::new());
    while rows.last().is_none_or(|(_, is_partial)| *is_partial) {
        match replies.recv() {
            Ok((_, Reply::Followed(all))) => followed.push(all),
            Ok((_, Reply::Related(Ok(related)))) => {
                rows.push((related.relations.found.len(), related.is_partial));
            }
            other => panic!("{other:?}"),
        }
    }
    // The tests that call it, then one that reaches it over another function.
    let mut expected: Vec<(usize, bool)> = (1..=41).map(|count| (count, true)).collect();
    expected.push((41, false));
    assert_eq!(rows, expected);
    assert!(followed.is_sorted() && followed.len() > 2, "{followed:?}");
}

#[test]
fn results_are_compared_with_the_files_in_batches() {
    let files: Vec<(String, String)> = (10..40)
        .map(|at| {
            let text = format!("fn merge_{at}(rows: u8) {{\n    merge(rows, {at});\n}}\n");
            (format!("src/a{at}.rs"), text)
        })
        .collect();
    let files = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()));
    let repository = Repository::of(&files.collect::<Vec<_>>());
    repository.update();
    let answer = Arc::new(repository.search("merge", Mode::Keywords));
    let all = answer.hits.len();
    assert!(all > 20, "{all}");
    let (workers, replies) = workers_of(&repository);
    workers.send(Tickets::default().issue(), Request::Check(answer));
    let mut batches: Vec<usize> = Vec::new();
    while batches.iter().sum::<usize>() < all {
        match replies.recv() {
            Ok((_, Reply::Checked(checked))) => batches.push(checked.len()),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(batches[0], 16, "{batches:?}");
}

#[test]
fn uses_in_tests_are_found_before_others() {
    let user = "use crate::store::put;\n\nfn near() {\n    put(1);\n}\n";
    let test = "use crate::store::put;\n\n#[test]\nfn far() {\n    put(1);\n}\n";
    let paths: Vec<String> = (0..9).map(|at| format!("src/near{at}.rs")).collect();
    let mut files = CHAIN.to_vec();
    files.extend(paths.iter().map(|path| (path.as_str(), user)));
    files.push(("src/tests/far.rs", test));
    let repository = Repository::of(&files);
    repository.update();
    let snapshot = repository.snapshot();
    let mut sources = Sources::new(repository.reader(), Limits::default());
    let path = SourcePath::new("src/store.rs");
    let cancel = Cancel::new();
    let tree = sources.tree(&path, &cancel).expect("a document");
    let put = tree.chunks.iter().position(|chunk| chunk.name == "put");
    let put = Declaration::of(&tree, put.expect("put"), None).expect("a declaration");
    let mut codebase = Codebase::new(&snapshot, &mut sources, &cancel);
    codebase.tests_first = true;
    let mut order = Vec::new();
    let report = &mut |_: &mut Codebase<'_>, found: &[Relation]| {
        order.extend(found.iter().map(|relation| relation.path.to_string()));
    };
    codebase.users(&put, report).expect("users");
    assert_eq!(order[0], "src/tests/far.rs", "{order:?}");
    assert!(order.len() > 9, "{order:?}");
}

#[test]
fn callers_and_callees_have_the_lines_that_call() {
    let repository = Repository::of(&[
        (
            "src/main.rs",
            "mod store;\nuse store::*;\n\nfn main() {\n    put(1);\n}\n",
        ),
        (
            "src/store.rs",
            "/// Puts a row.\npub fn put(row: u8) {\n    let row = check(row);\n\n    \
             save(row);\n    check(row);\n}\n\nfn check(row: u8) -> u8 {\n    row\n}\n\nfn save(row: u8) {}\n",
        ),
    ]);
    repository.update();
    let (workers, replies) = workers_of(&repository);
    let request = (function(&repository, "src/store.rs", "put"), None);
    workers.send(Tickets::default().issue(), Request::Calls(request));
    let next = |expected: Direction| match replies.recv() {
        Ok((_, Reply::Called(direction, Ok(calls)))) if direction == expected => {
            let calls = calls.iter();
            calls
                .map(|(line, step)| (*line, step.relation.at.0, step.line.clone()))
                .collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let callees = next(Direction::Forward);
    let expected = [
        (3, 9, "fn check(row: u8) -> u8 {".to_owned()),
        (5, 13, "fn save(row: u8) {}".to_owned()),
    ];
    assert_eq!(callees, expected);
    assert_eq!(next(Direction::Backward), [(2, 5, "put(1);".to_owned())]);
}

/// A function, and so many functions that call it, each in its own file.
fn called_often(callers: usize) -> Repository {
    let repository = Repository::of(&[("src/store.rs", "pub fn put(row: u8) {}\n")]);
    for at in 0..callers {
        let text = format!("use crate::store::put;\n\nfn call{at}() {{\n    put({at});\n}}\n");
        repository.write(&format!("src/m{at:02}.rs"), text);
    }
    repository.update();
    repository
}

#[test]
fn callers_are_listed_as_each_document_is_judged() {
    let repository = called_often(40);
    let (relater, answers) = relater_of(&repository);
    let ticket = Tickets::default().issue();
    relater.send((
        ticket,
        request(put(&repository), RelationKind::Callers(None)),
    ));
    let mut lists = Vec::new();
    while lists
        .last()
        .is_none_or(|list: &RelatedHits| list.is_partial)
    {
        match answers.recv() {
            Ok((_, Reply::Related(list))) => lists.push(list.expect("relations")),
            other => panic!("{other:?}"),
        }
    }
    let counts = lists.iter().map(|list| list.hits.len());
    // Up to the limit of the request. The last reply is the whole list.
    let expected: Vec<usize> = (1..=10).chain(iter::repeat_n(10, 31)).collect();
    assert_eq!(counts.collect::<Vec<_>>(), expected);
    let [.., streamed, whole] = &*lists else {
        panic!("no first rows");
    };
    assert_eq!(streamed.relations, whole.relations);
    assert_eq!(whole.relations.total, 40);
}

#[test]
fn a_cancelled_lookup_judges_no_further_document() {
    let repository = called_often(40);
    let mut sources = Sources::new(repository.reader(), Default::default());
    let cancel = Cancel::new();
    let path = SourcePath::new("src/store.rs");
    let tree = sources.tree(&path, &cancel).expect("a document");
    let mut chunks = tree.chunks.iter();
    let chunk = chunks.position(|chunk| chunk.name == "put").expect("put");
    let snapshot = repository.snapshot();
    let mut codebase = Codebase::new(&snapshot, &mut sources, &cancel);
    let mut reports = 0;
    let kind = RelationKind::Callers(None);
    let found = kind.find_growing(&mut codebase, &tree, chunk, 100, &mut |_, found| {
        assert_eq!(found.len(), 1);
        reports += 1;
        cancel.cancel();
    });
    assert_eq!(reports, 1);
    assert_eq!(found.expect("none"), Relations::default());
}
