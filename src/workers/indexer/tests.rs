use super::handle::Indexer;
use super::keywords;
use super::pipeline::Pipeline;
use super::progress::{Progress, UpdateSummary};
use super::report::{Report, UpdateError};
use super::run::RunControl;
use crate::config::{Config, GraphMode};
use crate::corpus::{Cancel, Listing, RETRY_AFTER_NS, Root, Scope, SkipReason, SourcePath, walk};
use crate::embed::ModelSource;
use crate::extract::DocumentReader;
use crate::index::{IndexFolder, OpenMode};
use crate::protocol::Stage;
use crate::workers::{SharedModel, TypingFlag};
use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

/// A repository, with the folder of its index next to it.
pub(super) struct Fixture {
    directory: TempDir,
    model: SharedModel,
}

impl Fixture {
    pub(super) fn new() -> Self {
        let fixture = Self {
            directory: tempfile::tempdir().unwrap(),
            model: SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {})),
        };
        fixture.write(
            "src/lib.rs",
            "//! A library.\n\nfn one() -> u32 {\n    1\n}\n",
        );
        fixture.write("src/deep/two.rs", "fn two() -> u32 {\n    2\n}\n");
        fixture
    }

    pub(super) fn file(&self, path: &str) -> PathBuf {
        self.directory.path().join("root").join(path)
    }

    pub(super) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.file(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub(super) fn indexing(&self) -> Pipeline {
        self.indexing_in(&self.directory.path().join("index"))
    }

    pub(super) fn indexing_in(&self, folder: &Path) -> Pipeline {
        let config = Config::load(None).unwrap();
        let folder = IndexFolder::new(folder);
        Pipeline::new(
            DocumentReader::new(
                Root::exactly(&self.file("")).unwrap(),
                &config,
                PathBuf::new(),
                &folder.texts(),
            )
            .unwrap(),
            folder,
            config,
            self.model.clone(),
            TypingFlag::default(),
            GraphMode::Never,
        )
    }

    pub(super) fn update(&self, pipeline: &mut Pipeline) -> UpdateSummary {
        pipeline.update(&Cancel::new(), &|_| {}).unwrap()
    }
}

#[test]
fn every_leaf_gets_keywords_and_a_vector() {
    let fixture = Fixture::new();
    fixture.write("picture.png", b"\x89PNG\0\0\0");
    let stages = RefCell::new(Vec::new());
    let mut pipeline = fixture.indexing();
    let summary = pipeline
        .update(&Cancel::new(), &|progress| {
            if stages.borrow().last() != Some(&progress.stage) {
                stages.borrow_mut().push(progress.stage);
            }
        })
        .unwrap();
    assert_eq!(summary.files, 2);
    assert!(summary.leaves >= 2);
    assert_eq!(summary.vectors, summary.leaves);
    assert_eq!(summary.skipped, 1);
    let counters = pipeline.counters();
    assert_eq!((counters.walked(), counters.linked()), (3, None));
    assert_eq!(
        stages.into_inner(),
        [Stage::Walking, Stage::Reading, Stage::Embedding]
    );
}

#[cfg(unix)]
#[test]
fn skipped_files_count_as_walked() {
    let fixture = Fixture::new();
    fixture.write("picture.png", b"\x89PNG\0\0\0");
    std::os::unix::fs::symlink("lib.rs", fixture.file("src/link.rs")).unwrap();
    let walked = Cell::new(0);
    let summary = fixture
        .indexing()
        .update(&Cancel::new(), &|progress| walked.set(progress.walked))
        .unwrap();
    assert_eq!(summary.skipped, 2);
    assert_eq!(walked.get(), summary.files + summary.skipped);
}

#[test]
fn the_skipped_files_of_the_last_scan_are_known_with_their_reasons() {
    let fixture = Fixture::new();
    fixture.write("key.pem", "");
    fixture.write("large.rs", "x".repeat(10_000_001));
    fixture.write("picture.png", b"\x89PNG\0\0\0");
    fixture.write("private.txt", "-----BEGIN RSA PRIVATE KEY-----\n");
    let check = |pipeline: &Pipeline| {
        let skipped = pipeline.snapshots().skipped().unwrap();
        let skipped = skipped
            .iter()
            .map(|file| (file.path.as_str(), file.reason.group()));
        let skipped: Vec<_> = skipped
            .filter(|(path, _)| !path.starts_with("src/"))
            .collect();
        assert_eq!(
            skipped,
            [
                ("key.pem", "secrets, never read"),
                ("large.rs", "too large"),
                ("picture.png", "binary"),
                ("private.txt", "secrets, never read"),
            ]
        );
    };
    let mut pipeline = fixture.indexing();
    assert!(pipeline.snapshots().skipped().is_none());
    fixture.update(&mut pipeline);
    check(&pipeline);
    pipeline.release();
    let mut unchanged = fixture.indexing();
    for _ in 0..2 {
        unchanged.refresh(&Cancel::new(), &|_| {}).unwrap();
        check(&unchanged);
        unchanged.release();
    }
}

#[cfg(unix)]
#[test]
fn a_refresh_by_the_last_listing_finds_edits_and_survives_damage() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    fixture.update(&mut pipeline);
    // As if the walk had begun long after the last change.
    let (root, limits) = (pipeline.reader.root(), pipeline.reader.limits());
    let found = walk(root, limits, &Cancel::new());
    let listing = Listing::of(root, limits, &found, i64::MAX).unwrap();
    pipeline.folder.write_listing(&listing).unwrap();
    assert_eq!(pipeline.folder.listing(), Some(listing));
    let mut check = |name: &str| {
        pipeline.refresh(&Cancel::new(), &|_| {}).unwrap();
        let snapshot = pipeline.snapshots().latest().unwrap().unwrap();
        assert!(!snapshot.named(name).unwrap().is_empty(), "{name}");
    };
    fixture.write("src/lib.rs", "fn edited() {}\n");
    check("edited");
    fs::write(fixture.directory.path().join("index/listing"), "no listing").unwrap();
    fixture.write("src/new.rs", "fn created() {}\n");
    check("created");
}

#[test]
fn damage_found_while_writing_is_rebuilt_in_the_same_run() {
    use crate::index::PANIC_AT;
    let fixture = Fixture::new();
    fixture.update(&mut fixture.indexing());
    let in_store = fixture.directory.path().join("index/store/not_of_sled");
    let mut shown = 0;
    for access in 1..12 {
        fs::write(&in_store, "").unwrap();
        fixture.write("src/lib.rs", format!("fn number_{access}() {{}}\n"));
        PANIC_AT.set(access);
        let summary = fixture.update(&mut fixture.indexing());
        let notice = summary.notice.unwrap_or_default();
        shown += usize::from(notice.contains("damaged"));
        assert_eq!(
            notice.is_empty(),
            PANIC_AT.replace(0) > 0,
            "{access}: {notice}"
        );
        assert_eq!(in_store.exists(), notice.is_empty(), "{access}: deleted");
        assert_eq!((summary.files, summary.vectors), (2, summary.leaves));
        fixture.update(&mut fixture.indexing());
    }
    assert!(shown > 3, "{shown}");
}

#[test]
fn a_second_run_commits_nothing() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    let first = fixture.update(&mut pipeline);
    assert_eq!(fixture.update(&mut pipeline).generation, first.generation);
    drop(pipeline);
    let again = fixture.update(&mut fixture.indexing());
    assert_eq!(again.generation, first.generation);
}

#[test]
fn edits_and_removals_are_followed() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    let first = fixture.update(&mut pipeline);
    fixture.write(
        "src/deep/two.rs",
        "fn two() {}\n\nfn three() {\n    two();\n}\n",
    );
    let edited = fixture.update(&mut pipeline);
    assert_eq!(edited.files, 2);
    assert!(edited.leaves > first.leaves);
    assert_eq!(edited.vectors, edited.leaves);
    fs::remove_file(fixture.file("src/deep/two.rs")).unwrap();
    // A file that becomes binary is removed from the index.
    fixture.write("src/lib.rs", "\0\0\0");
    let removed = fixture.update(&mut pipeline);
    assert_eq!((removed.files, removed.leaves, removed.skipped), (0, 0, 1));
}

#[test]
fn a_file_deleted_before_it_is_read_is_not_skipped() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    fixture.update(&mut pipeline);
    fixture.write("src/deep/two.rs", "fn other() {}\n");
    fixture.write("src/deep/new.rs", "fn new() {}\n");
    fixture.write("src/three.rs", "fn three() {}\n");
    let cancel = Cancel::new();
    let found = pipeline.walk(&Scope::Everything, silent(&cancel));
    fs::remove_dir_all(fixture.file("src/deep")).unwrap();
    fixture.write("src/deep", "A file where a directory was.\n");
    fs::remove_file(fixture.file("src/three.rs")).unwrap();
    let brought = pipeline.index_walk(&Scope::Everything, found.unwrap(), silent(&cancel));
    let summary = brought.unwrap();
    assert_eq!((summary.files, summary.skipped), (1, 0));
}

#[test]
fn missing_repository_keeps_its_index() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    let first = fixture.update(&mut pipeline);
    let (root, aside) = (fixture.file(""), fixture.directory.path().join("aside"));
    fs::rename(&root, &aside).unwrap();
    let gone = pipeline.update(&Cancel::new(), &|_| {});
    assert!(matches!(gone, Err(UpdateError::Root(_))));
    fs::rename(&aside, &root).unwrap();
    assert_eq!(fixture.update(&mut pipeline).generation, first.generation);
}

#[test]
fn an_index_removed_under_its_writer_is_rebuilt() {
    let fixture = Fixture::new();
    let index = fixture.directory.path().join("index");
    for part in ["", "lexical", "lexical/meta.json", "store"] {
        let mut pipeline = fixture.indexing();
        let first = fixture.update(&mut pipeline);
        let part = index.join(part);
        if part.is_dir() {
            fs::remove_dir_all(&part).unwrap()
        } else {
            fs::remove_file(&part).unwrap()
        }
        let again = fixture.update(&mut pipeline);
        assert_eq!(
            (again.leaves, again.vectors),
            (first.leaves, first.vectors),
            "{}",
            part.display()
        );
        drop(pipeline);
        let stored = fixture.update(&mut fixture.indexing());
        assert_eq!(stored.generation, again.generation, "{}", part.display());
    }
}

#[test]
fn a_partial_scan_never_completes_an_index() {
    let check = |change: &dyn Fn(&mut Pipeline, &Fixture, &Path)| {
        let fixture = Fixture::new();
        let mut pipeline = fixture.indexing();
        let first = fixture.update(&mut pipeline);
        change(
            &mut pipeline,
            &fixture,
            &fixture.directory.path().join("index"),
        );
        fixture.write("src/new.rs", "fn new() {}\n");
        let scope = around(&fixture, "src/new.rs");
        let looked = update_part(&mut pipeline, &scope);
        assert_eq!(looked.unwrap().files, first.files + 1);
    };
    check(&|_, _, _| {});
    check(&|_, _, index| fs::remove_dir_all(index).unwrap());
    check(&|_, _, index| fs::remove_dir_all(index.join("lexical")).unwrap());
    // The writer released the lock in the meantime.
    check(&|pipeline, _, index| {
        pipeline.release();
        fs::remove_dir_all(index).unwrap();
    });
    // Another process began a rebuild and was killed.
    check(&|pipeline, fixture, _| {
        pipeline.release();
        let mut other = fixture.indexing();
        other.reopen_with(OpenMode::Empty);
        let cancel = Cancel::new();
        let stopped = other.update(&cancel, &|progress| {
            if progress.stage == Stage::Reading {
                cancel.cancel();
            }
        });
        assert!(stopped.is_err());
    });
}

#[test]
fn cancelled_run_deletes_nothing_and_the_next_one_continues() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    let first = fixture.update(&mut pipeline);
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = pipeline.update(&cancel, &|_| {});
    assert!(matches!(stopped, Err(UpdateError::Cancelled)));
    assert_eq!(fixture.update(&mut pipeline).leaves, first.leaves);
}

/// Indexes everything except vectors, like a run that is interrupted before it embeds.
fn index_keywords(pipeline: &mut Pipeline) {
    let cancel = Cancel::new();
    let found = pipeline.walk(&Scope::Everything, silent(&cancel)).unwrap();
    let model = pipeline.loaded_model(&cancel).unwrap();
    let mut update = pipeline
        .start_run(model.as_deref(), silent(&cancel), Progress::default())
        .unwrap();
    keywords::run(&mut update, &Scope::Everything, found, None).unwrap();
}

#[test]
fn vectors_missing_after_an_interruption_are_added_by_the_next_run() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    index_keywords(&mut pipeline);
    let snapshot = pipeline.snapshots().refresh().unwrap().unwrap();
    assert_eq!((snapshot.files(), snapshot.vectors()), (2, 0));
    let summary = fixture.update(&mut pipeline);
    assert_eq!(summary.vectors, summary.leaves);
}

#[test]
fn a_fast_model_embeds_many_texts_while_files_are_read() {
    let fixture = Fixture::new();
    for number in 0..20 {
        let line = format!("// Line of file {number}.\n");
        fixture.write(&format!("src/many/{number}.rs"), line.repeat(500));
    }
    let (mut pipeline, cancel) = (fixture.indexing(), Cancel::new());
    let found = pipeline.walk(&Scope::Everything, silent(&cancel)).unwrap();
    let model = pipeline.loaded_model(&cancel).unwrap().unwrap();
    let mut update = pipeline
        .start_run(Some(&model), silent(&cancel), Progress::default())
        .unwrap();
    let texts = keywords::run(&mut update, &Scope::Everything, found, Some(&model)).unwrap();
    let snapshot = update.snapshots.refresh().unwrap().unwrap();
    let mut left = snapshot.files_without_vectors().unwrap();
    left.retain(|path| !texts.files.contains(path));
    assert_eq!(left, []);
    assert!(update.embedded > 0);
}

#[test]
fn partial_scan_defers_summaries_outside_its_scope() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    index_keywords(&mut pipeline);
    let owed = |pipeline: &mut Pipeline| {
        let snapshot = pipeline.snapshots().refresh().unwrap().unwrap();
        snapshot.summaries_without_vectors().unwrap().len()
    };
    let before = owed(&mut pipeline);
    fixture.write("src/lib.rs", "fn other() {}\n");
    let scope = around(&fixture, "src/lib.rs");
    let looked = update_part(&mut pipeline, &scope);
    assert_eq!(looked.unwrap().embedded, 2, "the leaf and its summary");
    assert_eq!(owed(&mut pipeline), before - 1);
    fixture.update(&mut pipeline);
    assert_eq!(owed(&mut pipeline), 0);
}

#[test]
fn an_index_is_complete_when_its_summaries_are_made() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    let mut check = |act: &dyn Fn(&mut Pipeline), expected: bool| {
        act(&mut pipeline);
        let snapshot = pipeline.snapshots().refresh().unwrap().unwrap();
        assert_eq!(snapshot.vectors(), snapshot.leaves());
        assert_eq!(snapshot.complete() == 1.0, expected);
    };
    check(&|it| drop(fixture.update(it)), true);
    fixture.write("src/lib.rs", "fn other() {}\n");
    let update = |pipeline: &mut Pipeline| {
        let scope = around(&fixture, "src/lib.rs");
        let looked = update_part(pipeline, &scope);
        looked.unwrap();
    };
    check(&update, false);
    let summarize = |pipeline: &mut Pipeline| {
        let made = pipeline.summarize(&mut UpdateSummary::default(), silent(&Cancel::new()));
        made.unwrap();
    };
    check(&summarize, true);
}

/// A run without reports.
fn silent(cancel: &Cancel) -> RunControl<'_> {
    let progress = &|_| {};
    RunControl { cancel, progress }
}

/// Updates a part of the index, or all of it if the part is not enough.
fn update_part(pipeline: &mut Pipeline, scope: &Scope) -> Result<UpdateSummary, UpdateError> {
    let cancel = Cancel::new();
    let found = pipeline.walk(scope, silent(&cancel))?;
    match pipeline.index_walk(scope, found, silent(&cancel)) {
        Err(UpdateError::NeedsFullUpdate) => pipeline.update(&cancel, &|_| {}),
        updated => updated,
    }
}

fn around(fixture: &Fixture, path: &str) -> Scope {
    let root = Root::exactly(&fixture.file("")).unwrap();
    Scope::from_paths(&root, [root.path().join(path).as_path()])
}

#[test]
fn a_skipped_directory_is_listed_until_it_is_scanned() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    fixture.update(&mut pipeline);
    // As if it could not be listed.
    pipeline
        .retained
        .skipped
        .insert(SourcePath::new("src/deep"), SkipReason::Name);
    let mut skipped = |path: &str| {
        let scope = around(&fixture, path);
        let looked = update_part(&mut pipeline, &scope);
        looked.unwrap().skipped
    };
    assert_eq!(skipped("src/lib.rs"), 1);
    assert_eq!(skipped("src/deep"), 0);
}

#[test]
fn an_index_inside_the_root_is_not_part_of_the_repository() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing_in(&fixture.file("cache/index"));
    let first = fixture.update(&mut pipeline);
    fixture.write("cache/index/note.md", "Ours.\n");
    let again = fixture.update(&mut pipeline);
    assert_eq!((again.files, again.generation), (2, first.generation));
    let own = SourcePath::new("cache/index");
    assert!(!pipeline.directories.contains(&own));
}

/// Starts the thread. Returns it with its reports.
fn started(fixture: &Fixture) -> (Indexer, Receiver<Report>) {
    let (sender, reports) = channel();
    let sink = Box::new(move |report| drop(sender.send(report)));
    (Indexer::start(fixture.indexing(), sink).unwrap(), reports)
}

fn wait_for(reports: &Receiver<Report>, wanted: impl Fn(&Report) -> bool) -> Report {
    loop {
        let report = reports.recv_timeout(Duration::from_secs(60)).unwrap();
        if wanted(&report) {
            return report;
        }
    }
}

#[test]
fn a_follower_takes_over_when_the_writer_exits() {
    let fixture = Fixture::new();
    let (writer, reports) = started(&fixture);
    wait_for(&reports, |report| matches!(report, Report::UpToDate(_)));
    let (_follower, follows) = started(&fixture);
    let Report::Following(seen) =
        wait_for(&follows, |report| matches!(report, Report::Following(_)))
    else {
        unreachable!()
    };
    assert!(seen.leaves >= 2);
    drop(writer);
    wait_for(&follows, |report| matches!(report, Report::UpToDate(_)));
}

#[test]
fn a_follower_reports_another_head_of_the_same_files() {
    let fixture = Fixture::new();
    fixture.write(".git/HEAD", "ref: refs/heads/main\n");
    let (_writer, reports) = started(&fixture);
    wait_for(&reports, |report| matches!(report, Report::UpToDate(_)));
    let (follower, follows) = started(&fixture);
    wait_for(&follows, |report| matches!(report, Report::Following(_)));
    fixture.write(".git/HEAD", "ref: refs/heads/topic\n");
    follower.update();
    wait_for(
        &follows,
        |report| matches!(report, Report::Head(head) if head.branch.as_deref() == Some("topic")),
    );
    wait_for(&follows, |report| matches!(report, Report::Following(_)));
}

#[test]
fn a_branch_switch_is_reported() {
    let fixture = Fixture::new();
    let is_on = |report: &Report, branch: &str| match report {
        Report::Head(head) => head.branch.as_deref() == Some(branch),
        _ => false,
    };
    fixture.write(".git/HEAD", "ref: refs/heads/main\n");
    let (indexer, reports) = started(&fixture);
    wait_for(&reports, |report| is_on(report, "main"));
    wait_for(&reports, |report| matches!(report, Report::UpToDate(_)));
    fixture.write(".git/HEAD", "ref: refs/heads/topic\n");
    indexer.update();
    // The watcher may have reported the earlier version of the file.
    wait_for(&reports, |report| is_on(report, "topic"));
}

#[test]
fn a_released_index_is_free_until_the_next_update() {
    let fixture = Fixture::new();
    let (indexer, reports) = started(&fixture);
    wait_for(&reports, |report| matches!(report, Report::UpToDate(_)));
    indexer.release();
    wait_for(&reports, |report| matches!(report, Report::Released));
    let mut other = fixture.indexing();
    fixture.update(&mut other);
    indexer.update();
    wait_for(&reports, |report| matches!(report, Report::Following(_)));
    drop(other);
    wait_for(&reports, |report| matches!(report, Report::UpToDate(_)));
}

#[test]
fn the_limits_of_parsing_are_named() {
    let seconds = crate::syntax::TIME_LIMIT.as_secs();
    assert_eq!(RETRY_AFTER_NS, 24 * 3_600 * 1_000_000_000);
    assert_eq!(
        SkipReason::TimedOut.to_string(),
        format!("parsing took more than {seconds} s; indexed by lines, retried after a day")
    );
}
