use super::super::tests::Fixture;
use super::*;
use std::sync::mpsc::{Receiver, channel};

fn thread(indexing: Indexing) -> (Thread, Receiver<Report>) {
    let (sender, reports) = channel();
    let sink = Box::new(move |report| drop(sender.send(report)));
    (Thread::new(Arc::default(), indexing, sink), reports)
}

/// Has the thread look at this file, with this left before.
fn look(thread: &mut Thread, path: PathBuf, rest: Rest) -> Rest {
    let batch = Batch {
        paths: [path].into(),
        ..Batch::default()
    };
    let order = Order::Look(batch, Cancel::new());
    thread.execute(order, rest).expect("it goes on")
}

#[test]
fn a_look_that_finds_nothing_new_says_nothing() {
    let fixture = Fixture::new();
    fixture.write(".gitignore", "*.log\n");
    let (mut thread, reports) = thread(fixture.indexing());
    let rest = thread.update(&Cancel::new());
    let before = rest.waits();
    assert!(matches!(rest, Rest::Untidy(_)));
    reports.try_iter().for_each(drop);
    fixture.write("server.log", "GET /");
    let rest = look(&mut thread, fixture.file("server.log"), rest);
    assert_eq!(rest.waits(), before);
    assert_eq!(reports.try_iter().count(), 0);
    fixture.write("src/lib.rs", "fn other() {}\n");
    let rest = look(&mut thread, fixture.file("src/lib.rs"), rest);
    assert_ne!(rest.waits(), before);
    assert!(matches!(reports.try_iter().last(), Some(Report::Fresh(_))));
}

#[test]
fn a_look_that_finds_its_index_gone_reads_everything_before_it_is_fresh() {
    let fixture = Fixture::new();
    let indexing = fixture.indexing();
    let folder = indexing.folder.path().to_owned();
    let (mut thread, reports) = thread(indexing);
    let rest = thread.update(&Cancel::new());
    std::fs::remove_dir_all(folder).unwrap();
    reports.try_iter().for_each(drop);
    fixture.write("src/new.rs", "fn new() {}\n");
    look(&mut thread, fixture.file("src/new.rs"), rest);
    let said: Vec<Report> = reports.try_iter().collect();
    let is_at_work = |report: &Report| matches!(report, Report::Progress(_));
    let counts = |report: &Report| match report {
        Report::Fresh(summary) => Some(summary.files),
        _ => None,
    };
    let before = said.iter().take_while(|it| !is_at_work(it));
    assert!(before.clone().all(|it| matches!(it, Report::Head(_))));
    assert_eq!(said.iter().filter_map(counts).collect::<Vec<_>>(), [3]);
}

#[test]
fn what_was_in_doubt_is_said_to_be_fresh_again() {
    let check = |path: &str| {
        let fixture = Fixture::new();
        let (mut thread, reports) = thread(fixture.indexing());
        let rest = thread.update(&Cancel::new());
        reports.try_iter().for_each(drop);
        let rest = thread.execute(Order::Doubt, rest).expect("it goes on");
        assert!(matches!(reports.try_iter().last(), Some(Report::Changed)));
        look(&mut thread, fixture.file(path), rest);
        assert!(matches!(reports.try_iter().last(), Some(Report::Fresh(_))));
    };
    check("src/lib.rs");
    check("../elsewhere");
}

#[test]
fn the_look_after_one_that_went_wrong_is_at_everything() {
    let fixture = Fixture::new();
    let (mut thread, _reports) = thread(fixture.indexing());
    let rest = thread.fail("no space".to_owned());
    let Rest::Untidy(summary) = look(&mut thread, fixture.file("src/lib.rs"), rest) else {
        panic!("it is indexed now");
    };
    assert_eq!(summary.files, 2);
}

#[test]
fn a_follower_watches_anew_what_was_made_anew() {
    let fixture = Fixture::new();
    let mut writer = fixture.indexing();
    fixture.update(&mut writer);
    let (mut thread, _reports) = thread(fixture.indexing());
    let rest = thread.update(&Cancel::new());
    let directories = thread.indexing.directories().clone();
    assert!(thread.watcher.follow(&directories).is_empty());
    let source = thread.indexing.reader.root().path().join("src");
    let rest = look(&mut thread, source.clone(), rest);
    assert!(matches!(rest, Rest::Following(_)));
    let added = thread.watcher.follow(&directories);
    assert_eq!(added, [source.clone(), source.join("deep")]);
}

#[test]
fn interrupted_tidying_ends_fresh_and_stays_to_be_done() {
    let fixture = Fixture::new();
    let mut indexing = fixture.indexing();
    let summary = fixture.update(&mut indexing);
    let (mut thread, reports) = thread(indexing);
    let cancel = Cancel::new();
    cancel.cancel();
    let Rest::Untidy(summary) = thread.tidy(summary, &cancel) else {
        panic!("it is not tidy yet");
    };
    let rest = thread.tidy(summary, &Cancel::new());
    assert!(matches!(rest, Rest::Tidy(_)));
    let said: Vec<Report> = reports.try_iter().collect();
    assert!(matches!(
        said.as_slice(),
        [
            Report::Progress(_),
            Report::Fresh(_),
            Report::Progress(_),
            Report::Fresh(_)
        ]
    ));
}
