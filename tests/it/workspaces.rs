//! Several repositories in one search.

use crate::changed::{committed, git};
use crate::fixture::{MODES, PROGRAM, Repository, loaded};
use crate::mcp::Server;
use serde_json::{Value, json};
use smriti_tui::config::GraphMode;
use smriti_tui::corpus::{Cancel, Place, Root, SourcePath};
use smriti_tui::extract::DocumentReader;
use smriti_tui::index::{IndexReader, Snapshot};
use smriti_tui::protocol::{Reply, Request, Ticket};
use smriti_tui::search::{Answer, Mode, Query, SearchContext, SearchError, search};
use smriti_tui::workers::{Resources, WorkerThreads};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::mpsc::channel;
use tempfile::TempDir;

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

/// Two clones and a note in one directory, and the directories of a user.
struct Clones(TempDir);

impl Clones {
    fn new() -> Self {
        let clones = Self(tempfile::tempdir().unwrap());
        clones.write("src/one/.git/HEAD", "ref: refs/heads/main\n");
        clones.write("src/one/lib.rs", "pub fn parse_invoice() {}\n");
        clones.write("src/two/.git/HEAD", "ref: refs/heads/main\n");
        clones.write("src/two/lib.rs", "pub fn parse_receipt() {}\n");
        clones.write("src/notes.md", "# Notes\n\nparse later\n");
        clones
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs a command in a directory.
    fn run(&self, directory: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command.current_dir(self.0.path().join(directory));
        for kind in ["CACHE", "CONFIG", "STATE"] {
            command.env(format!("XDG_{kind}_HOME"), self.0.path().join(kind));
        }
        command.args(arguments).output().unwrap()
    }

    /// The sorted lines that a command prints.
    #[track_caller]
    fn check(&self, directory: &str, arguments: &[&str], expected: &[&str]) {
        let output = self.run(directory, arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(lines, expected, "{arguments:?}: {errors}");
    }

    /// Number of indexes that exist.
    fn indexes(&self) -> usize {
        fs::read_dir(self.0.path().join("CACHE/smriti-tui"))
            .unwrap()
            .count()
    }
}

#[test]
fn printed_paths_open_from_the_current_directory() {
    let clones = Clones::new();
    let both = &["--dir", "one", "--dir", "two"];
    clones.check(
        "src",
        &[&["search", "parse", "-l"], &both[..]].concat(),
        &["one/lib.rs", "two/lib.rs"],
    );
    let both = &["--dir", ".", "--dir", "../two"];
    let vimgrep = ["search", "\"pub fn\"", "--format", "vimgrep"];
    let lines = &[
        "../two/lib.rs:1:1: pub fn parse_receipt() {}",
        "lib.rs:1:1: pub fn parse_invoice() {}",
    ];
    clones.check("src/one", &[&vimgrep[..], &both[..]].concat(), lines);
    // Each repository has the index that it has alone.
    assert_eq!(clones.indexes(), 2);
    clones.check("src/one", &["search", "parse", "-l"], &["lib.rs"]);
    assert_eq!(clones.indexes(), 2);
}

#[test]
fn a_directory_of_clones_stands_for_all_of_them() {
    let clones = Clones::new();
    clones.check(
        "src",
        &["search", "parse", "-l"],
        &["one/lib.rs", "two/lib.rs"],
    );
    clones.check("src", &["search", "parse repo:two", "-l"], &["two/lib.rs"]);
    let output = clones.run("src", &["search", "parse"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("is not searched (notes.md)"), "{errors}");
    let outline = clones.run("src", &["outline"]);
    let outline = String::from_utf8(outline.stdout).unwrap();
    assert!(
        outline.contains("parse_invoice") && outline.contains("parse_receipt"),
        "{outline}"
    );
    assert!(!outline.contains("Notes"), "{outline}");
}

/// The standard output and errors of a command.
fn printed(output: Output) -> (String, String) {
    let [text, errors] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    (text, errors)
}

#[test]
fn path_impact_and_map_follow_imports_from_one_repository_to_another() {
    let clones = Clones::new();
    let package = |name: &str| format!("[package]\nname = \"{name}\"\n");
    for (path, text) in [
        ("one/Cargo.toml", &*package("one")),
        ("one/lib.rs", ""),
        (
            "one/src/lib.rs",
            "pub fn parse_invoice() -> u32 {\n    1\n}\n\npub struct Book;\n\nimpl Book {\n    \
             pub fn close_book(&self) {}\n}\n",
        ),
        ("two/Cargo.toml", &package("two")),
        (
            "two/src/lib.rs",
            "use one::parse_invoice;\n\npub fn open_shop() -> u32 {\n    parse_invoice()\n}\n\n\
             #[test]\nfn opens() {\n    open_shop();\n}\n",
        ),
        (
            "two/src/other.rs",
            "fn end() {\n    book().close_book()\n}\n",
        ),
    ] {
        clones.write(&format!("src/{path}"), text);
    }
    let both = ["--dir", "one", "--dir", "two"];
    let run = |arguments: &[&str]| printed(clones.run("src", &[arguments, &both].concat()));
    let (path, errors) = run(&["path", "open_shop", "parse_invoice", "--json"]);
    let path: Value = serde_json::from_str(&path).expect(&errors);
    assert_eq!(path["paths"][0]["certainty"], "certain", "{path:#}");
    assert_eq!(path["paths"][0]["steps"][0]["path"], "two/src/lib.rs");
    assert_eq!(path["paths"][0]["end"]["path"], "one/src/lib.rs");

    let (impact, errors) = run(&["impact", "parse_invoice", "--json"]);
    let impact: Value = serde_json::from_str(&impact).expect(&errors);
    let affected = impact["affected"].as_array().unwrap().iter();
    let affected: Vec<_> = affected
        .map(|it| {
            (
                it["qualified_name"].as_str().unwrap(),
                it["reached"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(affected, [("open_shop", "certain"), ("opens", "certain")]);
    // No import says that this one is meant.
    let (impact, errors) = run(&["impact", "Book.close_book", "--json"]);
    let impact: Value = serde_json::from_str(&impact).expect(&errors);
    assert_eq!(impact["affected"][0]["reached"], "possible", "{impact:#}");

    let (map, errors) = run(&["map", "--json"]);
    let map: Value = serde_json::from_str(&map).expect(&errors);
    let parts = map["parts"].as_array().unwrap().iter();
    let paths: Vec<&str> = parts.map(|part| part["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["one/", "two/"]);
    assert_eq!(map["parts"][1]["uses"][0]["path"], "one/", "{map:#}");
    // A directory of one repository, among several.
    let (map, errors) = run(&["map", "two/src", "--json"]);
    let map: Value = serde_json::from_str(&map).expect(&errors);
    assert_eq!(map["directory"], "two/src");
    assert_eq!(map["parts"][0]["path"], "two/src/lib.rs");
}

#[test]
fn messages_name_the_repository_that_they_are_about() {
    let clones = Clones::new();
    let (_, errors) = printed(clones.run("src", &["status", "one", "two", "--summaries"]));
    for place in ["one", "two"] {
        let expected = format!("{place}: nothing is indexed yet");
        assert!(errors.contains(&expected), "{errors}");
    }
    clones.write("src/two/.gitignore", "*\n");
    let (_, errors) = printed(clones.run("src", &["index", "one", "two"]));
    assert!(errors.contains("two: no file is indexed: "), "{errors}");
}

#[test]
fn a_file_is_looked_up_in_the_directory_of_the_command() {
    let clones = Clones::new();
    for directory in ["one", "."] {
        let file = if directory == "." {
            "one/lib.rs:1"
        } else {
            "lib.rs:1"
        };
        let output = clones.run("src", &["context", file, "--dir", directory, "--json"]);
        let context: Value = serde_json::from_slice(&output.stdout).expect(directory);
        assert_eq!(format!("{}:1", context["path"].as_str().unwrap()), file);
    }
}

#[test]
fn a_workspace_of_the_configuration_has_a_name() {
    let clones = Clones::new();
    let text = format!(
        "[workspaces]\nwork = [\"{0}/src/one\", \"{0}/src/two\"]\n",
        clones.0.path().display()
    );
    clones.write("CONFIG/smriti-tui/config.toml", &text);
    clones.check(
        "src/two",
        &["search", "parse", "-l", "--dir", "work"],
        &["../one/lib.rs", "lib.rs"],
    );
    let output = clones.run("src", &["search", "parse", "--dir", "wrk"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("wrk: no such directory") && errors.contains("did you mean work?"),
        "{errors}"
    );
}

#[test]
fn json_has_the_repository_of_each_hit() {
    let clones = Clones::new();
    let output = clones.run("src", &["search", "parse", "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let hits = object["hits"].as_array().unwrap();
    let mut found: Vec<(&str, &str)> = hits
        .iter()
        .map(|hit| {
            (
                hit["repository"].as_str().unwrap(),
                hit["path"].as_str().unwrap(),
            )
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, [("one", "one/lib.rs"), ("two", "two/lib.rs")]);
    // The id names the chunk in all of them.
    let id = hits[0]["id"].as_str().unwrap();
    let output = clones.run("src", &["context", id, "--json"]);
    let context: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(context["path"], hits[0]["path"]);
    assert_eq!(context["id"], hits[0]["id"]);
}

#[test]
fn index_and_status_are_about_each_repository() {
    let clones = Clones::new();
    let output = clones.run("src", &["index", "one", "two"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let places: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(": 1 file, "))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(places, ["one", "two"], "{text}");
    let output = clones.run("src", &["status"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("  one: 1 file, 1 leaf, 1 vector\n"), "{text}");
    assert!(
        text.ends_with("2 repositories: 2 files, 2 leaves, 2 vectors\n"),
        "{text}"
    );
}

#[test]
fn repositories_inside_each_other_are_refused() {
    let clones = Clones::new();
    clones.write("src/one/sub/.git/HEAD", "ref: refs/heads/main\n");
    let output = clones.run(
        "src",
        &["search", "parse", "--dir", "one", "--dir", "one/sub"],
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("one/sub is inside ") && errors.contains("name only one of them"),
        "{errors}"
    );
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
    let (page, _) = server.call("read_symbol", &json!({"symbol": at}));
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
