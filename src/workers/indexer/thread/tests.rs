use super::super::tests::Fixture;
use super::*;
use std::sync::mpsc::{Receiver, channel};

fn thread(pipeline: Pipeline) -> (Thread, Receiver<Report>) {
    let (sender, reports) = channel();
    let sink = Box::new(move |report| drop(sender.send(report)));
    (Thread::new(Arc::default(), pipeline, sink), reports)
}

/// Scans everything.
fn update(thread: &mut Thread) -> Phase {
    thread.scan_everything(&Cancel::new(), &Phase::Idle)
}

/// Scans this file in this state.
fn scan(thread: &mut Thread, path: PathBuf, announced: bool, state: Phase) -> Phase {
    let order = Order::Scan {
        batch: Batch {
            paths: [path].into(),
            ..Batch::default()
        },
        announced,
        cancel: Cancel::new(),
    };
    thread.execute(order, state).expect("it goes on")
}

#[test]
fn scan_without_changes_reports_nothing_and_delays_nothing() {
    let fixture = Fixture::new();
    fixture.write(".gitignore", "*.log\n");
    let (mut thread, reports) = thread(fixture.indexing());
    let due_of = |state: &Phase| match state {
        Phase::Searchable(summary, due) => (summary.generation, *due),
        state => panic!("{state:?}"),
    };
    let state = update(&mut thread);
    let before = due_of(&state);
    reports.try_iter().for_each(drop);
    fixture.write("server.log", "GET /");
    let state = scan(&mut thread, fixture.file("server.log"), false, state);
    assert_eq!(due_of(&state), before);
    assert_eq!(reports.try_iter().count(), 0);
    fixture.write("src/lib.rs", "fn other() {}\n");
    let state = scan(&mut thread, fixture.file("src/lib.rs"), false, state);
    assert!(due_of(&state) > before);
    assert!(matches!(
        reports.try_iter().last(),
        Some(Report::UpToDate(_))
    ));
}

#[test]
fn scan_without_an_index_reads_everything_before_it_is_fresh() {
    let fixture = Fixture::new();
    let pipeline = fixture.indexing();
    let folder = pipeline.folder.path().to_owned();
    let (mut thread, reports) = thread(pipeline);
    let state = update(&mut thread);
    std::fs::remove_dir_all(folder).unwrap();
    reports.try_iter().for_each(drop);
    fixture.write("src/new.rs", "fn new() {}\n");
    scan(&mut thread, fixture.file("src/new.rs"), false, state);
    let sent: Vec<Report> = reports.try_iter().collect();
    let is_at_work = |report: &Report| matches!(report, Report::Progress(_));
    let counts = |report: &Report| match report {
        Report::UpToDate(summary) => Some(summary.files),
        _ => None,
    };
    let before = sent.iter().take_while(|it| !is_at_work(it));
    assert!(before.clone().all(|it| matches!(it, Report::Head(_))));
    assert_eq!(sent.iter().filter_map(counts).collect::<Vec<_>>(), [3]);
}

#[test]
fn an_announced_change_ends_with_a_report() {
    let check = |path: &str| {
        let fixture = Fixture::new();
        let (mut thread, reports) = thread(fixture.indexing());
        let state = update(&mut thread);
        reports.try_iter().for_each(drop);
        let state = thread.execute(Order::Announce, state).expect("it goes on");
        assert!(matches!(reports.try_iter().last(), Some(Report::Changed)));
        scan(&mut thread, fixture.file(path), true, state);
        assert!(matches!(
            reports.try_iter().last(),
            Some(Report::UpToDate(_))
        ));
    };
    check("src/lib.rs");
    check("../elsewhere");
}

#[test]
fn scan_after_a_failed_one_covers_everything() {
    let fixture = Fixture::new();
    let (mut thread, _reports) = thread(fixture.indexing());
    let state = thread.failed(UpdateError::Fault("no space".to_owned()));
    let scanned = scan(&mut thread, fixture.file("src/lib.rs"), false, state);
    let Phase::Searchable(summary, _) = scanned else {
        panic!("it is indexed now");
    };
    assert_eq!(summary.files, 2);
}

#[test]
fn a_follower_watches_recreated_directories() {
    let fixture = Fixture::new();
    let mut writer = fixture.indexing();
    fixture.update(&mut writer);
    let (mut thread, _reports) = thread(fixture.indexing());
    let state = update(&mut thread);
    let directories = thread.pipeline.directories.clone();
    assert!(thread.watcher.follow(&directories).is_empty());
    let source = thread.pipeline.reader.root().path().join("src");
    let state = scan(&mut thread, source.clone(), false, state);
    assert!(matches!(state, Phase::Following(..)));
    let added = thread.watcher.follow(&directories);
    assert_eq!(added, [source.clone(), source.join("deep")]);
}

#[test]
fn interrupted_maintenance_ends_fresh_and_stays_pending() {
    let fixture = Fixture::new();
    let mut pipeline = fixture.indexing();
    let summary = fixture.update(&mut pipeline);
    let (mut thread, reports) = thread(pipeline);
    let cancel = Cancel::new();
    cancel.cancel();
    let Phase::Searchable(summary, _) = thread.maintain(summary, &cancel) else {
        panic!("maintenance was not deferred");
    };
    let state = thread.maintain(summary, &Cancel::new());
    assert!(matches!(state, Phase::Maintained(..)));
    let sent: Vec<Report> = reports.try_iter().collect();
    assert!(matches!(
        sent.as_slice(),
        [
            Report::Progress(_),
            Report::UpToDate(_),
            Report::Progress(_),
            Report::UpToDate(_)
        ]
    ));
}
