//! Several repositories in one search.

mod commands;

use crate::changed::{committed, git};
use crate::fixture::{MODES, PROGRAM, Repository, loaded};
use crate::mcp::Server;
use serde_json::json;
use smriti_tui::config::GraphMode;
use smriti_tui::corpus::{Cancel, Place, Root, SourcePath};
use smriti_tui::extract::DocumentReader;
use smriti_tui::index::{IndexReader, Snapshot};
use smriti_tui::protocol::{Reply, Request, Ticket};
use smriti_tui::search::{Answer, Mode, Query, SearchContext, SearchError, search};
use smriti_tui::workers::{Resources, WorkerThreads};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;

const QUERIES: [&str; 9] = [
    "merge segments",
    "choose_for_merge",
    "parse cookie",
    "garbage ratio of a segment",
    "currency lang:python",
    "sym:garbage_ratio",
    "\"fn \"",
    "kind:file",
    "in:docs",
];

/// Indexed repositories, joined as those of directories below the root.
struct Workspace {
    members: Vec<(Place, Repository)>,
    reader: DocumentReader,
    snapshots: IndexReader,
}

impl Workspace {
    fn of(members: Vec<(&str, Repository)>) -> Self {
        let members: Vec<(Place, Repository)> = members
            .into_iter()
            .map(|(place, repository)| (Place::new(place), repository))
            .collect();
        let readers = members
            .iter()
            .map(|(place, it)| (place.clone(), it.reader()));
        let root = Root::exactly(Path::new("/")).unwrap();
        let reader = members[0].1.reader().joined(root, readers.collect());
        let snapshots = members.iter().map(|(place, it)| {
            (
                place.clone(),
                IndexReader::new(&it.folder(), GraphMode::Never),
            )
        });
        let snapshots = IndexReader::joined(snapshots.collect());
        let workspace = Self {
            members,
            reader,
            snapshots,
        };
        for (_, member) in &workspace.members {
            member.index();
        }
        workspace
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshots.refresh().unwrap().expect("an index")
    }

    fn search(&self, text: &str, mode: Mode) -> Answer {
        self.answer(&Query::parse(text, mode)).expect(text)
    }

    fn try_search(&self, text: &str) -> Result<Answer, SearchError> {
        self.answer(&Query::parse(text, Mode::Keywords))
    }

    fn answer(&self, query: &Query) -> Result<Answer, SearchError> {
        let snapshot = self.snapshot();
        let context = SearchContext {
            snapshot: &snapshot,
            reader: &self.reader,
            query,
            limit: 50,
            cancel: &Cancel::new(),
        };
        search(&context, Some(&loaded()))
    }
}

/// Path in the repository, name, score and confidence of each hit, in the order of its score and path.
fn scores(answer: &Answer) -> Vec<(String, String, String)> {
    let mut scores = Vec::new();
    for hit in &answer.hits {
        let record = &hit.record;
        let score = format!("{:.4} {:.4}", hit.score(), hit.explanation.certainty());
        let path = record.path.in_repository().to_owned();
        scores.push((score, path, record.names.join(".")));
    }
    scores.sort();
    scores
}

#[test]
fn repositories_answer_together_like_one_index_of_their_files() {
    let whole = Repository::of(&PROGRAM);
    whole.index();
    for split in 1..PROGRAM.len() {
        let (first, second) = PROGRAM.split_at(split);
        let workspace = Workspace::of(vec![
            ("team/one", Repository::of(first)),
            ("two", Repository::of(second)),
        ]);
        for mode in MODES {
            for query in QUERIES {
                let (expected, found) = (whole.search(query, mode), workspace.search(query, mode));
                assert!(!expected.hits.is_empty(), "{query}");
                assert_eq!(
                    scores(&found),
                    scores(&expected),
                    "{query} {mode:?} at {split}"
                );
                assert_eq!(found.totals, expected.totals, "{query}");
            }
        }
    }
}

/// Two repositories with a file of the same path.
fn twins() -> Workspace {
    let one = "pub fn parse_invoice() -> u32 {\n    1\n}\n";
    let two = "pub fn parse_receipt() -> u32 {\n    2\n}\n";
    Workspace::of(vec![
        (
            "one",
            Repository::of(&[("src/lib.rs", one), ("tests/a.rs", "fn tested() {}\n")]),
        ),
        ("two", Repository::of(&[("src/lib.rs", two)])),
    ])
}

fn found(workspace: &Workspace, query: &str) -> Vec<String> {
    let answer = workspace.search(query, Mode::Keywords);
    let mut found: Vec<String> = answer
        .hits
        .iter()
        .map(|it| it.record.path.to_string())
        .collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn a_filter_selects_repositories() {
    let workspace = twins();
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(found(&workspace, query), expected, "{query}");
    };
    check("parse", &["one/src/lib.rs", "two/src/lib.rs"]);
    check("parse repo:two", &["two/src/lib.rs"]);
    check("parse r:TW*", &["two/src/lib.rs"]);
    check("parse -repo:two", &["one/src/lib.rs"]);
    check("repo:one", &["one/src/lib.rs", "one/tests/a.rs"]);
    check("repo:one in:tests", &["one/tests/a.rs"]);
    check(
        "parse repo:one repo:two",
        &["one/src/lib.rs", "two/src/lib.rs"],
    );
    check("path:two/src", &["two/src/lib.rs"]);
    check("f:^src/.*rs", &["one/src/lib.rs", "two/src/lib.rs"]);
    check("f:^two/", &["two/src/lib.rs"]);
    check("kind:repository repo:two", &["two"]);
}

#[test]
fn an_unknown_repository_is_an_error_that_names_the_known_ones() {
    let error = twins()
        .try_search("parse repo:nowhere")
        .expect_err("no such repository");
    let expected = "Unknown repository \"nowhere\". Repositories: one, two";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn every_chunk_of_every_repository_has_its_own_id() {
    let workspace = twins();
    let snapshot = workspace.snapshot();
    for (place, text) in [("one", "parse_invoice"), ("two", "parse_receipt")] {
        let path = Place::new(place).path(&SourcePath::new("src/lib.rs"));
        let chunks = snapshot.chunks_of(&path).unwrap();
        assert!(chunks.iter().any(|chunk| chunk.name == text), "{place}");
        for chunk in chunks {
            let known = snapshot.find(chunk.id).unwrap().expect("a chunk");
            assert_eq!((&known.path, &known.names), (&path, &chunk.names));
            if let Some(parent) = chunk.parent {
                assert_eq!(snapshot.find(parent).unwrap().expect("a parent").path, path);
            }
        }
        // The document in the working tree has the same ids.
        let (document, _) = workspace.reader.read(&path, &Cancel::new()).unwrap();
        let tree =
            smriti_tui::chunk::ChunkTree::of(document, &smriti_tui::chunk::Limits::default());
        for chunk in &tree.chunks {
            let known = snapshot
                .find(chunk.id)
                .unwrap()
                .expect("the chunk of the document");
            assert_eq!(known.names, chunk.names);
        }
    }
}

#[test]
fn a_commit_of_one_repository_is_seen_in_all() {
    let workspace = twins();
    assert_eq!(found(&workspace, "brand_new"), [""; 0]);
    let (_, two) = &workspace.members[1];
    two.write("src/new.rs", "fn brand_new() {}\n");
    two.update();
    assert_eq!(found(&workspace, "brand_new"), ["two/src/new.rs"]);
    two.remove("src/lib.rs");
    two.update();
    assert_eq!(found(&workspace, "parse"), ["one/src/lib.rs"]);
}

#[test]
fn each_repository_is_compared_with_its_own_head() {
    let of = |text: &str| committed(&[("a.rs", text), ("old.rs", "fn gone() {}\n")]);
    let one = of("fn one() {}\n");
    one.write("a.rs", "fn one() {}\n\nfn more() {}\n");
    let two = of("fn two() {}\n");
    two.remove("old.rs");
    let workspace = Workspace::of(vec![("one", one), ("two", two)]);
    let check = |workspace: &Workspace, query: &str, expected: &[&str]| {
        let answer = workspace.search(query, Mode::Keywords);
        let mut found: Vec<String> = Vec::new();
        for hit in &answer.hits {
            let sign = if hit.deleted.is_some() { "-" } else { "" };
            found.push(format!("{sign}{} {}", hit.record.path, hit.record.name));
        }
        assert_eq!(found, expected, "{query}");
    };
    check(
        &workspace,
        "in:changed",
        &["one/a.rs more", "-two/old.rs gone"],
    );
    check(&workspace, "in:changed repo:two", &["-two/old.rs gone"]);
    check(&workspace, "in:changed -repo:two", &["one/a.rs more"]);

    // One without a commit is not left out silently.
    let bare = Repository::of(&[("b.rs", "fn bare() {}\n")]);
    let members = workspace.members.into_iter();
    let mut members: Vec<(Place, Repository)> = members.collect();
    members.push((Place::new("bare"), bare));
    let named = members
        .iter()
        .map(|(place, _)| place.as_str().to_owned())
        .collect::<Vec<_>>();
    let repositories = members.into_iter().map(|(_, repository)| repository);
    let workspace = Workspace::of(named.iter().map(String::as_str).zip(repositories).collect());
    let error = workspace.try_search("in:changed").expect_err("no commit");
    let expected = "Git changes unavailable: bare: the root directory has no git repository with a commit (-repo:bare leaves it out)";
    assert_eq!(error.to_string(), expected);
    check(
        &workspace,
        "in:changed -repo:bare",
        &["one/a.rs more", "-two/old.rs gone"],
    );
}

#[test]
fn a_repository_that_git_refuses_does_not_hide_the_changes_of_others() {
    let changed = |text: &str| {
        let repository = committed(&[("a.rs", "fn old() {}\n")]);
        repository.write("a.rs", text);
        repository
    };
    let bare = changed("fn bare() {}\n");
    git(&bare, &["config", "core.bare", "true"]);
    let workspace = Workspace::of(vec![("my bare", bare), ("two", changed("fn two() {}\n"))]);
    let snapshot = workspace.snapshot();
    let files = |base: Option<&str>| {
        let paths = snapshot.paths().unwrap();
        let generation = snapshot.generation().0;
        let reader = &workspace.reader;
        reader.changed_files(base, generation, paths, &Cancel::new())
    };
    let expected = "Git changes unavailable: my bare: core.worktree or core.bare in .git/config says that this is \
                    not git's working tree (-repo:\"my bare\" leaves it out)";
    let all = files(None).unwrap();
    let paths: Vec<&str> = all.files.keys().map(SourcePath::as_str).collect();
    assert_eq!(paths, ["two/a.rs"]);
    assert_eq!(all.left_out.as_ref().unwrap().to_string(), expected);
    assert_eq!(files(Some("HEAD")).unwrap_err().to_string(), expected);
    // The filter of the message works.
    let answer = workspace.search("in:changed -repo:\"my bare\"", Mode::Keywords);
    assert_eq!(answer.hits[0].record.path.as_str(), "two/a.rs");
}

#[test]
fn rows_of_the_map_open_in_their_repositories() {
    let main = "mod row;\nuse row::Row;\n\nfn main() {\n    put(Row { id: 1 });\n}\n\nfn put(row: Row) -> u32 {\n    row.id\n}\n";
    let row = "pub struct Row {\n    pub id: u32,\n}\n";
    let workspace = Workspace::of(vec![
        (
            "one",
            Repository::of(&[("src/main.rs", main), ("src/row.rs", row)]),
        ),
        ("two", Repository::of(&[("lib.rs", "fn lib() {}\n")])),
    ]);
    let resources = Resources {
        reader: workspace.reader.clone(),
        snapshots: workspace.snapshots.clone(),
        ..workspace.members[0].1.resources()
    };
    let (sender, replies) = channel();
    let workers = WorkerThreads::start(&resources, move |reply| drop(sender.send(reply)));
    let workers = workers.unwrap();
    workers.send(Ticket::default(), Request::Map);
    let Ok((_, Reply::Mapped(Ok(map)))) = replies.recv() else {
        panic!("no map");
    };
    assert_eq!(map.parts.len(), 3, "{map:?}");
    for row in map.parts.iter().flat_map(|part| &part.rows) {
        let place = row.path.as_str().split('/').next();
        assert_eq!(Some(row.path.repository()), place, "{row:?}");
    }
}

/// The path of a hit that ends so: paths of several repositories begin with their places.
fn path_ending<'p>(page: &'p str, end: &str) -> &'p str {
    let mut words = page.split([' ', '\n', ':', '(']);
    let found = words.find(|word| word.ends_with(end));
    found.unwrap_or_else(|| panic!("{end}: {page}"))
}

#[test]
fn one_server_answers_about_several_repositories() {
    let package = |name: &str| format!("[package]\nname = \"{name}\"\n");
    let ledger = Repository::of(&[
        ("Cargo.toml", &package("ledger")),
        (
            "src/lib.rs",
            "pub fn parse_ledger() -> u32 {\n    1\n}\n\npub struct Ledger;\n\nimpl Ledger {\n    pub fn total_of(&self) -> u32 {\n        2\n    }\n}\n",
        ),
    ]);
    let shop = Repository::of(&[
        ("Cargo.toml", &package("shop")),
        (
            "src/lib.rs",
            "use ledger::parse_ledger;\n\npub fn open_shop() -> u32 {\n    parse_ledger()\n}\n",
        ),
    ]);
    let farm = Repository::of(&[
        ("Cargo.toml", &package("farm")),
        (
            "src/lib.rs",
            "pub fn open_farm() -> u32 {\n    parse_ledger() + book().total_of()\n}\n",
        ),
    ]);
    let mut server = Server::start_in(Path::new("/"), &[&ledger, &shop, &farm], None, |_| {});
    let page = server.call_when_indexed("search", &json!({"query": "sym:parse_ledger"}));
    let declared = path_ending(&page, "src/lib.rs").to_owned();
    let (place, _) = declared.split_once('/').unwrap();

    let query = format!("open repo:{place}");
    let (page, _) = server.call("search", &json!({"query": query, "mode": "keywords"}));
    assert!(!page.contains("open_shop"), "{page}");
    let (page, _) = server.call("outline", &json!({"path": declared}));
    assert!(
        page.contains("parse_ledger") && !page.contains("open_shop"),
        "{page}"
    );
    let (page, _) = server.call("outline", &json!({"path": "."}));
    assert!(
        page.contains("parse_ledger") && page.contains("open_shop"),
        "{page}"
    );
    let at = format!("{declared}:1");
    let (page, _) = server.call("read_symbol", &json!({"symbol": at, "again": true}));
    assert!(page.contains("pub fn parse_ledger() -> u32 {"), "{page}");

    // The import of the shop leads to the ledger. The farm has none: an equal name may mean anything.
    let mut callers = |symbol: &str| {
        let (page, is_error) = server.call("references", &json!({"symbol": symbol}));
        assert!(!is_error, "{page}");
        page
    };
    let page = callers("parse_ledger");
    assert!(page.contains("function open_shop  certain"), "{page}");
    assert!(!page.contains("open_farm"), "{page}");
    let page = callers("Ledger.total_of");
    assert!(page.contains("function open_farm  possible"), "{page}");
    let (page, _) = server.call("status", &json!({}));
    assert!(page.contains("3 repositories: "), "{page}");
}
