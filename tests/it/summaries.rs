//! Summaries at every level: extracted from the documents, or written by a server.

use crate::fixture::{PROGRAM, Repository, places};
use crate::server::{Received, Reply, Server};
use serde_json::json;
use smriti_tui::corpus::{Cancel, SourcePath};
use smriti_tui::index::{ROOT, Record};
use smriti_tui::search::Mode;
use smriti_tui::summary::endpoint::EndpointConfig;
use smriti_tui::workers::indexer::{
    Pipeline, Progress, Stage, Summarizer, UpdateError, UpdateSummary, author_of, unwritten,
};
use std::sync::mpsc::channel;
use std::time::Duration;

fn listed(repository: &Repository, query: &str) -> Vec<String> {
    let answer = repository.search(query, Mode::Hybrid);
    let hits = answer.hits.into_iter();
    hits.map(|hit| hit.record.path.to_string()).collect()
}

fn directory(repository: &Repository, path: &str) -> Option<Record> {
    let snapshot = repository.snapshot();
    snapshot.directory(&SourcePath::new(path)).expect("a look")
}

#[test]
fn kind_filter_lists_one_level_of_summaries() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    assert_eq!(listed(&repository, "kind:repository"), [ROOT]);
    let mut modules = listed(&repository, "kind:module");
    modules.retain(|path| !path.contains('.'));
    assert_eq!(modules, ["src", "tools", "web"]);
    assert_eq!(listed(&repository, "kind:file").len(), PROGRAM.len());
    assert_eq!(
        listed(&repository, "kind:file path:tools"),
        ["tools/report.py"]
    );
    let answer = repository.search("merge segments", Mode::Hybrid);
    assert!(answer.hits.iter().all(|hit| hit.record.summary.is_empty()));
}

#[test]
fn query_finds_file_and_directory_by_summary() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    for mode in crate::fixture::MODES {
        let search = |query| {
            let answer = repository.search(query, mode);
            let best = answer.hits.first().expect("a hit");
            best.record.path.to_string()
        };
        assert_eq!(
            search("kind:file log replayed after a crash"),
            "src/writer.rs"
        );
        assert_eq!(search("kind:module export a report as csv"), "tools");
    }
}

#[test]
fn pattern_selects_summaries() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let with_report = listed(&repository, "kind:file /report/");
    assert!(with_report.contains(&"tools/report.py".to_owned()));
    assert!(with_report.len() < PROGRAM.len(), "{with_report:?}");
    assert_eq!(listed(&repository, "kind:file /wombat/").len(), 0);
    let others = listed(&repository, "kind:file -/report/");
    assert_eq!(others.len() + with_report.len(), PROGRAM.len());
}

/// As in leaves, a part of a word is no word.
#[test]
fn an_excluded_word_excludes_summaries_with_the_word() {
    let repository = Repository::of(&[("a.py", "def start():\n    return 1\n")]);
    repository.index();
    assert_eq!(listed(&repository, "kind:file -start"), [""; 0]);
    assert_eq!(listed(&repository, "kind:file -art"), ["a.py"]);
}

#[test]
fn directory_summary_follows_its_files() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let before = directory(&repository, "tools").expect("a summary");
    repository.remove("tools/report.py");
    repository.write(
        "src/deep/census.rs",
        "//! Counts everybody.\npub fn census() {}\n",
    );
    repository.update();
    assert_eq!(directory(&repository, "tools"), None);
    let deep = directory(&repository, "src/deep").expect("a summary");
    assert!(
        deep.summary.contains("Counts everybody"),
        "{}",
        deep.summary
    );
    assert_ne!(before.id, deep.id);
    assert_eq!(
        places(&repository.search("kind:module path:tools", Mode::Hybrid)).len(),
        0
    );
}

#[test]
fn next_run_writes_missing_directory_summaries() {
    let repository = Repository::of(&PROGRAM);
    let cancel = Cancel::new();
    // Stops after the last file, before the directories.
    let stopped = repository.indexing().update(&cancel, &|progress| {
        if progress.stage == Stage::Reading && progress.files.0 == PROGRAM.len() {
            cancel.cancel();
        }
    });
    assert!(
        matches!(stopped, Err(UpdateError::Cancelled)),
        "{stopped:?}"
    );
    repository.update();
    assert!(directory(&repository, "src").is_some());
    assert!(directory(&repository, ROOT).is_some());
}

/// The repository with a server that writes summaries.
fn with_server(url: &str) -> Repository {
    let mut repository = Repository::of(&PROGRAM);
    repository.config.summary.url = Some(url.to_owned());
    repository.config.summary.model = Some("scribe".to_owned());
    repository
}

fn indexing(repository: &Repository) -> Pipeline {
    indexing_with(repository, 2, 0)
}

/// An indexer with a server that receives so many requests at a time and summarizes so many declarations.
fn indexing_with(repository: &Repository, concurrency: usize, declarations: usize) -> Pipeline {
    let config = &repository.config.summary;
    let summarizer = match config.server() {
        Some((url, model)) => Summarizer::new(
            EndpointConfig {
                url: url.to_owned(),
                model: model.to_owned(),
                key: None,
                concurrency,
                timeout: Duration::from_secs(60),
                // Tests do not wait for retries.
                retries: 0,
                token_budget: config.token_budget,
            },
            declarations,
        )
        .map(Some),
        None => Ok(None),
    };
    repository.indexing().with_summarizer(summarizer)
}

/// Indexes, and requests the summaries.
fn write(repository: &Repository) -> UpdateSummary {
    write_with(indexing(repository))
}

fn write_with(mut indexing: Pipeline) -> UpdateSummary {
    let cancel = Cancel::new();
    let mut summary = indexing.update(&cancel, &|_| {}).expect("an index");
    indexing
        .write_summaries(&mut summary, &cancel, &|_| {})
        .expect("what can be written");
    summary
}

fn completion(text: &str) -> Reply {
    let message = json!({ "role": "assistant", "content": text });
    let choice = json!({ "index": 0, "message": message, "finish_reason": "stop" });
    Reply::ok(json!({ "choices": [choice] }).to_string())
}

/// Subject of a request: the line of its prompt that names a path.
fn path_of(request: &Received) -> String {
    let prompt = request.body["messages"][1]["content"]
        .as_str()
        .expect("a prompt");
    let path = prompt.lines().find_map(|line| line.strip_prefix("Path: "));
    path.unwrap_or("the repository").to_owned()
}

#[test]
fn unchanged_text_is_sent_to_the_server_once() {
    let server = Server::start(|_, request| {
        completion(&format!("It keeps wombats in {}.", path_of(request)))
    });
    let repository = with_server(&server.url());
    let summary = write(&repository);
    assert_eq!(summary.notice, None);
    // Five files, three directories, the repository.
    assert_eq!(server.received().len(), 9);
    let src = directory(&repository, "src").expect("a summary");
    assert_eq!(src.summary, "It keeps wombats in src.");
    assert_eq!(src.written_by, author_of("scribe"));
    assert_eq!(listed(&repository, "kind:module wombats").len(), 3);
    assert!(
        unwritten(&repository.snapshot(), Some(&author_of("scribe")), 0)
            .unwrap()
            .is_empty()
    );

    write(&repository);
    assert_eq!(server.received().len(), 9, "nothing changed");

    repository.write("tools/report.py", "\"\"\"Counts burrows.\"\"\"\n");
    write(&repository);
    let mut received: Vec<String> = server.received()[9..].iter().map(path_of).collect();
    received.sort();
    assert_eq!(received, ["the repository", "tools", "tools/report.py"]);

    let all = server.received().len();
    std::fs::remove_dir_all(repository.cache().join("lexical")).expect("an index");
    write(&repository);
    assert_eq!(server.received().len(), all, "what was written is kept");
    assert_eq!(
        directory(&repository, "src").expect("a summary").written_by,
        author_of("scribe")
    );
}

#[test]
fn extractive_summary_stays_when_the_server_fails() {
    let server = Server::start(|_, _| Reply::status(500, "on fire"));
    let repository = with_server(&server.url());
    let summary = write(&repository);
    let notice = summary.notice.expect("a sentence");
    assert!(notice.contains("local ones are used"), "{notice}");
    let src = directory(&repository, "src").expect("a summary");
    assert!(
        src.written_by.is_empty() && src.summary.contains("writer.rs"),
        "{}",
        src.summary
    );
    assert_eq!(summary.vectors, summary.leaves);
}

#[test]
fn invalid_server_answer_is_rejected() {
    let server = Server::start(|_, _| completion("<think>Hm.</think>"));
    let repository = with_server(&server.url());
    let notice = write(&repository).notice.expect("a sentence");
    assert!(notice.contains("local ones are used"), "{notice}");
    assert!(
        directory(&repository, "src")
            .expect("a summary")
            .written_by
            .is_empty()
    );
}

#[test]
fn rejected_summaries_count_as_done() {
    let server = Server::start(|before, _| match before % 2 {
        0 => completion("It keeps wombats."),
        _ => completion("<think>Hm.</think>"),
    });
    let repository = with_server(&server.url());
    let (mut indexing, cancel) = (indexing_with(&repository, 1, 0), Cancel::new());
    let mut summary = indexing.update(&cancel, &|_| {}).expect("an index");
    let last = std::cell::Cell::new((0, 0));
    let report = |progress: Progress| {
        if progress.stage == Stage::Summarizing {
            last.set(progress.files);
        }
    };
    let written = indexing.write_summaries(&mut summary, &cancel, &report);
    written.expect("what can be written");
    assert_eq!(last.get(), (9, 9));
}

#[test]
fn cancelled_indexing_stops_summaries() {
    let (sender, received) = channel();
    let server = Server::start(move |before, _| {
        let _ = sender.send(());
        match before {
            0 => completion("It keeps wombats."),
            _ => Reply::Held(Vec::new()),
        }
    });
    let repository = with_server(&server.url());
    let (mut indexing, cancel) = (indexing_with(&repository, 1, 0), Cancel::new());
    let mut summary = indexing.update(&cancel, &|_| {}).expect("an index");
    let stops = {
        let cancel = cancel.clone();
        std::thread::spawn(move || {
            received.iter().take(2).for_each(drop);
            cancel.cancel();
        })
    };
    let written = indexing.write_summaries(&mut summary, &cancel, &|_| {});
    assert!(
        matches!(written, Err(UpdateError::Cancelled)),
        "{written:?}"
    );
    stops.join().expect("a thread that ends");
    // Received answers are kept; the rest is left for the next run.
    drop(indexing);
    let left = unwritten(&repository.snapshot(), Some(&author_of("scribe")), 0).unwrap();
    assert_eq!(left.len(), 8);
}

#[test]
fn removing_the_server_restores_extractive_summaries() {
    let server = Server::start(|_, _| completion("It keeps wombats."));
    let mut repository = with_server(&server.url());
    write(&repository);
    repository.config.summary.url = None;
    let summary = indexing(&repository).update(&Cancel::new(), &|_| {});
    assert_eq!(summary.expect("an index").notice, None);
    for (record, _) in repository.snapshot().all_summaries().unwrap() {
        assert!(record.written_by.is_empty(), "{}", record.path);
        assert!(!record.summary.contains("wombats"), "{}", record.summary);
    }
}

/// A class that is divided into chunks: its methods together exceed the limit of a leaf.
fn class(name: &str, methods: usize) -> String {
    let method = |at| {
        let body = "        self.count = self.count + 1\n".repeat(30);
        format!("    def method{at}(self):\n{body}")
    };
    let methods: String = (0..methods).map(method).collect();
    format!("class {name}:\n    \"\"\"Holds wombats.\"\"\"\n\n{methods}")
}

/// Names and leads of the two main declarations.
fn leads(repository: &Repository) -> Vec<(String, String)> {
    let found = repository.snapshot().main_declarations().expect("records");
    found
        .into_iter()
        .map(|it| (it.name, it.lead))
        .take(2)
        .collect()
}

#[test]
fn server_summarizes_the_largest_declarations() {
    let server =
        Server::start(|_, request| completion(&format!("It is about {}. More.", path_of(request))));
    let mut repository = with_server(&server.url());
    repository.write("burrow.py", class("Burrow", 9));
    repository.write("den.py", class("Den", 12));
    // Used more often than the larger class.
    let uses: String = (0..4)
        .map(|at| format!("def f{at}():\n    return Burrow()\n\n"))
        .collect();
    repository.write("uses.py", &uses);
    write_with(indexing_with(&repository, 2, 1));
    let of_burrow = ("Burrow".to_owned(), "It is about burrow.py.".to_owned());
    let without = |name: &str| (name.to_owned(), String::new());
    assert_eq!(leads(&repository), [of_burrow.clone(), without("Den")]);
    let requests = server.received();
    let prompts = requests
        .iter()
        .filter_map(|it| it.body["messages"][1]["content"].as_str());
    let prompts: Vec<&str> = prompts
        .filter(|it| it.contains("Summarize this class"))
        .collect();
    assert_eq!(prompts.len(), 1);
    assert!(
        prompts[0].contains("Name: Burrow\nPath: burrow.py"),
        "{}",
        prompts[0]
    );
    assert!(
        prompts[0].contains("class Burrow: Holds wombats.\nmethod method0"),
        "{}",
        prompts[0]
    );
    assert!(!prompts[0].contains("self.count"), "{}", prompts[0]);

    let answer = repository.search("method3 path:burrow.py", Mode::Keywords);
    let above = answer.hits[0].ancestors.last().expect("a class");
    assert_eq!(
        (&*above.name, &*above.lead),
        ("Burrow", "It is about burrow.py.")
    );
    let named = repository.snapshot().named("Burrow").expect("records");
    assert_eq!(named.len(), 1, "the earlier record is replaced");

    // The file is read again, but its class is unchanged.
    repository.write(
        "burrow.py",
        format!("{}\n\nWOMBATS = 3\n", class("Burrow", 9)),
    );
    let before = requests.len();
    write_with(indexing_with(&repository, 2, 1));
    assert_eq!(leads(&repository), [of_burrow, without("Den")]);
    let again = server.received()[before..]
        .iter()
        .any(|it| it.body.to_string().contains("Summarize this class"));
    assert!(!again, "an answer is kept");

    repository.config.summary.url = None;
    indexing(&repository)
        .update(&Cancel::new(), &|_| {})
        .expect("an index");
    assert_eq!(leads(&repository), [without("Burrow"), without("Den")]);
}

#[test]
fn missing_key_variable_is_reported() {
    let mut repository = with_server("http://127.0.0.1:1/v1");
    repository.config.summary.key_env = Some("SMRITI_NO_SUCH_KEY".to_owned());
    let summarizer = Summarizer::of(&repository.config.summary, None);
    let indexing = repository.indexing().with_summarizer(summarizer);
    let notice = write_with(indexing).notice.expect("a sentence");
    assert!(notice.contains("SMRITI_NO_SUCH_KEY"), "{notice}");
}

#[test]
fn directory_deleted_before_an_interruption_stays_deleted() {
    let repository = Repository::of(&PROGRAM);
    repository.write("old/gone/zebra.py", "def zebra():\n    pass\n");
    repository.index();
    assert!(directory(&repository, "old/gone").is_some());
    std::fs::remove_dir_all(repository.path("old")).expect("it was there");
    repository.write("src/new.rs", "pub fn new() {}\n");
    let cancel = Cancel::new();
    // Stops after the files, before the directories.
    let stopped = repository.indexing().update(&cancel, &|progress| {
        let (done, all) = progress.files;
        if progress.stage == Stage::Reading && all > 0 && done == all {
            cancel.cancel();
        }
    });
    assert!(
        matches!(stopped, Err(UpdateError::Cancelled)),
        "{stopped:?}"
    );
    repository.update();
    assert_eq!(directory(&repository, "old/gone"), None);
    assert_eq!(directory(&repository, "old"), None);
}

/// Code and data are described by names and docs only; a document by its beginning.
#[test]
fn default_values_are_not_sent() {
    let repository = Repository::of(&[
        ("database.yaml", "password: hunter2\n"),
        ("users.csv", "\"hunter2\",\"a\"\n"),
        ("users.json", "[\n\"hunter2\",\n1\n]\n"),
        ("run.sh", "export TOKEN=hunter2\n"),
        ("settings.py", "PASSWORD = 'hunter2'\n"),
        (
            "connect.py",
            "def connect(password='hunter2'):\n    \"\"\"Opens a connection.\"\"\"\n",
        ),
        ("notes.md", "Wombats sleep by day.\n"),
    ]);
    repository.index();
    let snapshot = repository.snapshot();
    let reader = repository.reader();
    let mut sent = String::new();
    for summary in unwritten(&snapshot, None, 100).unwrap() {
        let prompt = summary.prompt(&snapshot, &reader, &Default::default(), &Cancel::new());
        let prompt = prompt.unwrap().expect("a prompt");
        sent.push_str(&prompt.user);
    }
    assert!(sent.contains("Wombats sleep by day"));
    assert!(
        sent.contains("function connect: Opens a connection."),
        "{sent}"
    );
    assert!(!sent.contains("hunter2"), "{sent}");
}
