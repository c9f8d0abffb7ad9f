//! Browsing a real repository without a query, with the threads of the explorer.

use crate::fixture::Repository;
use smriti_tui::corpus::SourcePath;
use smriti_tui::index::IndexReader;
use smriti_tui::protocol::{
    BrowseReply, BrowseRequest, FileSource, Reply, Search, Ticket, Tickets, TreeEntry,
};
use smriti_tui::search::{DocumentOutline, Mode, Query};
use smriti_tui::workers::{Worker, lister, searcher};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

const FILES: [(&str, &str); 4] = [
    ("src/lib.rs", "//! Merges segments.\n\nmod merger;\n"),
    (
        "src/merger.rs",
        "//! Segments become one.\n\npub struct Merger;\n\nimpl Merger {\n    /// Writes.\n    pub fn write(&self) {\n        open();\n    }\n\n    /// Opens.\n    pub fn open(&self) {\n        close();\n    }\n}\n",
    ),
    (
        "docs/guide.md",
        "# Guide\n\nHow to merge.\n\n## Install\n\nWith cargo.\n",
    ),
    ("data/rows.csv", "a,b\n1,2\n"),
];

struct Explorer {
    lister: Worker<(Ticket, BrowseRequest)>,
    snapshots: IndexReader,
    reply: Receiver<(Ticket, Reply)>,
}

impl Explorer {
    fn of(repository: &Repository) -> Self {
        let (sender, reply) = channel();
        let resources = repository.resources();
        let snapshots = resources.snapshots.clone();
        let lister = lister(resources, Box::new(move |listed| drop(sender.send(listed))));
        Self {
            lister: lister.expect("a thread"),
            snapshots,
            reply,
        }
    }

    fn list(&self, request: BrowseRequest) -> BrowseReply {
        let ticket = Tickets::default().issue();
        self.lister.send((ticket, request));
        match self.reply.recv() {
            Ok((of, Reply::Listed(answer))) if of == ticket => answer,
            other => panic!("{other:?}"),
        }
    }

    fn files(&self, files: FileSource) -> Vec<String> {
        let reply = self.list(BrowseRequest {
            files: Some(files),
            ..BrowseRequest::default()
        });
        let BrowseReply::Files(Ok(files)) = reply else {
            panic!("no list of files");
        };
        files.iter().map(SourcePath::to_string).collect()
    }

    fn about(&self, path: &str, is_directory: bool) -> (String, String) {
        let reply = self.list(BrowseRequest {
            about: vec![TreeEntry {
                path: SourcePath::new(path),
                is_directory,
            }],
            ..BrowseRequest::default()
        });
        match reply {
            BrowseReply::About(_, about) => (about.lead, about.summary),
            _ => panic!("not what {path} is about"),
        }
    }

    fn outline(&self, path: &str) -> Option<Arc<DocumentOutline>> {
        let reply = self.list(BrowseRequest {
            outlines: vec![SourcePath::new(path)],
            ..BrowseRequest::default()
        });
        match reply {
            BrowseReply::Outline(_, outline) => outline,
            _ => panic!("not the outline of {path}"),
        }
    }
}

const ALL: [&str; 4] = [
    "data/rows.csv",
    "docs/guide.md",
    "src/lib.rs",
    "src/merger.rs",
];

#[test]
fn files_are_those_of_the_walk_until_the_index_is_complete() {
    let repository = Repository::of(&FILES);
    let explorer = Explorer::of(&repository);
    assert_eq!(
        explorer.files(FileSource::Indexed),
        ALL,
        "nothing is indexed"
    );
    repository.update();
    assert_eq!(explorer.files(FileSource::Indexed), ALL);
    // A file that is removed from the index disappears from the list before segments are merged.
    repository.remove("docs/guide.md");
    repository.write("src/new.rs", "fn new() {}\n");
    assert_eq!(explorer.files(FileSource::Indexed), ALL, "not indexed yet");
    let walked = ["data/rows.csv", "src/lib.rs", "src/merger.rs", "src/new.rs"];
    assert_eq!(explorer.files(FileSource::Walked), walked);
    repository.update();
    assert_eq!(
        explorer.files(FileSource::Indexed),
        ALL,
        "not published yet"
    );
    explorer.snapshots.refresh().expect("a readable index");
    assert_eq!(explorer.files(FileSource::Indexed), walked);
}

#[test]
fn files_and_directories_have_summaries() {
    let repository = Repository::of(&FILES);
    let explorer = Explorer::of(&repository);
    assert_eq!(explorer.about("src/merger.rs", false), Default::default());
    repository.update();
    let (lead, summary) = explorer.about("src/merger.rs", false);
    assert!(lead.contains("Segments become one"), "{lead}");
    assert!(summary.contains("Segments become one"), "{summary}");
    assert_eq!(explorer.about("nowhere", true), Default::default());
    let (_, summary) = explorer.about("src", true);
    assert!(summary.contains("merger.rs"), "{summary}");
}

#[test]
fn outline_of_a_file_is_current() {
    let repository = Repository::of(&FILES);
    let explorer = Explorer::of(&repository);
    let names = |path| {
        let outline = explorer.outline(path).expect("an outline");
        let members = outline.members.iter();
        members
            .map(|member| member.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("src/merger.rs"),
        ["Merger", "Merger", "write", "open"]
    );
    assert_eq!(names("docs/guide.md"), ["Guide", "Install"]);
    repository.write("src/merger.rs", "fn other() {}\n");
    assert_eq!(names("src/merger.rs"), ["other"]);
    repository.remove("src/merger.rs");
    assert_eq!(explorer.outline("src/merger.rs"), None);
}

/// An opened file has the same rows as its hits.
#[test]
fn listed_files_are_the_indexed_files() {
    let repository = Repository::of(&FILES);
    repository.update();
    let explorer = Explorer::of(&repository);
    let snapshot = repository
        .snapshots()
        .latest()
        .unwrap()
        .expect("a snapshot");
    for path in ALL {
        for member in &explorer.outline(path).expect("an outline").members {
            let record = snapshot.find(member.id).unwrap();
            let record = record.unwrap_or_else(|| panic!("{path}: {} is indexed", member.name));
            assert_eq!(record.kind, member.kind);
            assert_eq!(record.name_at.0, member.line);
        }
    }
}

#[test]
fn searcher_answers_similar_queries() {
    let repository = Repository::of(&FILES);
    repository.update();
    let (sender, answers) = channel();
    let searcher = searcher(
        repository.resources(),
        std::time::Duration::ZERO,
        Box::new(move |answered| drop(sender.send(answered))),
    );
    let searcher = searcher.expect("a thread");
    let outline = Explorer::of(&repository).outline("src/merger.rs").unwrap();
    let write = outline
        .members
        .iter()
        .find(|it| it.name == "write")
        .unwrap();
    let mut tickets = Tickets::default();
    let mut list = |id, query| {
        let (like, limit, ticket) = (Some(id), 10, tickets.issue());
        searcher.send((ticket, Search { query, like, limit }));
        match answers.recv() {
            Ok((of, Reply::Answered(answer))) if of == ticket => answer,
            other => panic!("{other:?}"),
        }
    };
    let answer = list(write.id, Query::parse("kind:method", Mode::Hybrid)).expect("hits");
    let names: Vec<&str> = answer.hits.iter().map(|hit| &*hit.record.name).collect();
    assert_eq!(names, ["open"], "within the filter, and never itself");
    let unknown = list(smriti_tui::chunk::ChunkId(1), Query::default());
    assert!(unknown.is_err_and(|why| why.starts_with("no chunk of the index has the id")));
}
