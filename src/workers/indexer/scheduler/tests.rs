use super::*;

/// A scheduler in a phase, and a clock that the test moves.
struct SchedulerTest {
    scheduler: Scheduler,
    phase: Phase,
    start: Instant,
    now: Instant,
    /// Cancel flags of the last two orders, the last one at the end.
    cancels: [Cancel; 2],
}

const IDLE: fn(Instant) -> Phase = |_| Phase::Idle;
const YIELDED: fn(Instant) -> Phase = Phase::Outdated;
const FAILED: fn(Instant) -> Phase = |now| Phase::Outdated(now + RELEASE_DELAY);
const MISSING: fn(Instant) -> Phase = |now| Phase::Outdated(now + FOLLOW_INTERVAL);
const FOLLOWING: fn(Instant) -> Phase =
    |now| Phase::Following(Progress::default(), now + FOLLOW_INTERVAL);
const SEARCHABLE: fn(Instant) -> Phase =
    |now| Phase::Searchable(UpdateSummary::default(), now + MAINTENANCE_DELAY);
const MAINTAINED: fn(Instant) -> Phase =
    |now| Phase::Maintained(UpdateSummary::default(), now + RELEASE_DELAY);

/// An event of a test case.
#[derive(Clone, Copy, Debug)]
enum Event {
    Save,
    Rules,
    /// Directories are watched from now on.
    NewlyWatched,
    Update,
    Rebuild,
    Stop,
    Release,
    Exit,
    /// Vectors are being computed, or maintenance reports its progress.
    Embeds,
    Maintains,
    /// The last scan found no change.
    NoChange,
    /// The last walk took this long, and the system does not report changes.
    Polls(u64),
    /// This many milliseconds pass.
    Pass(u64),
    /// Checks the next order; it must be due.
    Next(&'static str),
    /// Checks the next order and its time in milliseconds since the start.
    Wait(&'static str, u64),
    /// Checks if the last order is cancelled.
    Cancelled(bool),
    Yielded(bool),
}

use Event::*;

impl SchedulerTest {
    fn next(&mut self) -> Result<&'static str, Option<Instant>> {
        let order = match self.scheduler.next(&self.phase, self.now) {
            NextStep::Execute(order) => order,
            NextStep::WaitUntil(wake) => return Err(wake),
        };
        let (name, cancel) = match order {
            Order::Update(OpenMode::Existing, cancel) => ("update", Some(cancel)),
            Order::Update(OpenMode::Empty, cancel) => ("rebuild", Some(cancel)),
            Order::Update(OpenMode::Without(_), cancel) => ("repair", Some(cancel)),
            Order::Announce => ("announce", None),
            Order::Scan { batch, cancel, .. } if batch.everything => ("walk", Some(cancel)),
            Order::Scan { cancel, .. } => ("scan", Some(cancel)),
            Order::Maintain(cancel) => ("maintenance", Some(cancel)),
            Order::Release { requested: true } => ("release", None),
            Order::Release { requested: false } => ("let go", None),
            Order::Exit => ("exit", None),
        };
        if let Some(cancel) = cancel {
            let [_, last] = &self.cancels;
            self.cancels = [last.clone(), cancel];
        }
        Ok(name)
    }

    fn happen(&mut self, event: Event) {
        let (now, scheduler) = (self.now, &mut self.scheduler);
        match event {
            Save => scheduler.hint(Hint::Path("a".into()), now),
            Rules => scheduler.hint(Hint::Rules(".git/HEAD".into()), now),
            NewlyWatched => scheduler.hints.newly_watched(vec!["src".into()], now),
            Update => scheduler.update(now),
            Rebuild => scheduler.rebuild(),
            Stop => scheduler.stop(),
            Release => scheduler.release(),
            Exit => scheduler.exit(),
            Embeds => scheduler.embeds(now),
            Maintains => scheduler.yield_to_changes(now),
            NoChange => scheduler.work.found_nothing = true,
            Polls(took) => scheduler.poll_after(Duration::from_millis(took), now),
            Pass(time) => self.now += Duration::from_millis(time),
            Next(expected) => assert_eq!(self.next().unwrap_or("nothing"), expected),
            Wait(expected, time) => {
                let order = loop {
                    match self.next() {
                        Ok(order) => break order,
                        Err(wake) => self.now = wake.expect("there is something to wait for"),
                    }
                };
                let passed = (self.now - self.start).as_millis();
                assert_eq!((order, passed), (expected, u128::from(time)));
            }
            Cancelled(expected) => assert_eq!(self.cancels[1].is_cancelled(), expected),
            Yielded(expected) => assert_eq!(scheduler.has_yielded(), expected),
        }
    }
}

/// Checks the orders and their times after events in a phase.
#[track_caller]
fn check(phase: fn(Instant) -> Phase, events: &[Event]) {
    let start = Instant::now();
    let mut test = SchedulerTest {
        scheduler: Scheduler::default(),
        phase: phase(start),
        start,
        now: start,
        cancels: Default::default(),
    };
    for event in events {
        test.happen(*event);
    }
}

const LONG: u64 = 1_000_000;

#[test]
fn each_state_has_its_transition() {
    check(IDLE, &[Pass(LONG), Next("nothing")]);
    check(YIELDED, &[Wait("update", 0)]);
    check(FAILED, &[Wait("update", 60_000)]);
    check(MISSING, &[Wait("update", 500)]);
    check(FOLLOWING, &[Wait("update", 500)]);
    check(SEARCHABLE, &[Wait("maintenance", 2_000)]);
    check(MAINTAINED, &[Wait("let go", 60_000)]);
}

#[test]
fn changes_are_announced_once_after_a_complete_run() {
    for phase in [IDLE, SEARCHABLE, MAINTAINED] {
        let again = [Save, Next("announce")];
        let once = [Save, Next("announce"), Save, Wait("scan", 30)];
        check(phase, &[&once[..], &again].concat());
        check(phase, &[NoChange, Save, Wait("scan", 30)]);
        check(
            phase,
            &[NoChange, Rules, Next("announce"), Wait("walk", 30)],
        );
        check(phase, &[NewlyWatched, Next("scan")]);
    }
    for phase in [YIELDED, FAILED, MISSING, FOLLOWING] {
        check(phase, &[Save, Wait("scan", 30)]);
    }
}

#[test]
fn requests_come_first() {
    for phase in [
        IDLE, YIELDED, FAILED, MISSING, FOLLOWING, SEARCHABLE, MAINTAINED,
    ] {
        check(phase, &[Save, Update, Next("update")]);
        check(phase, &[Save, Update, Rebuild, Update, Next("rebuild")]);
        check(phase, &[Save, Update, Release, Next("release")]);
        check(phase, &[Release, Update, Next("release"), Next("update")]);
        check(phase, &[Save, Update, Release, Exit, Next("exit")]);
    }
}

#[test]
fn no_work_starts_after_a_stop_until_the_next_update() {
    for phase in [IDLE, YIELDED, FAILED, MISSING, SEARCHABLE] {
        for stop in [Stop, Release] {
            let mut events = vec![Polls(0), Update, Save, stop];
            if matches!(stop, Release) {
                events.push(Next("release"));
            }
            events.extend([Pass(LONG), Next("nothing"), Update, Next("update")]);
            check(phase, &events);
        }
    }
    // Neither indexes anything.
    check(FOLLOWING, &[Stop, Wait("update", 500)]);
    check(MAINTAINED, &[Save, Stop, Wait("let go", 60_000)]);
}

#[test]
fn embedding_yields_after_a_second_and_continues() {
    let begun = [Update, Next("update"), Embeds];
    let check = |events: &[Event]| check(YIELDED, &[&begun[..], events].concat());
    let gave_way = [Cancelled(true), Yielded(true), Yielded(false)];
    check(&[Save, Pass(999), Embeds, Cancelled(false)]);
    check(&[&[Save, Pass(1_000), Embeds][..], &gave_way].concat());
    check(&[&[Pass(1_000), Save][..], &gave_way].concat());
    check(&[&[Pass(1_000), Update][..], &gave_way].concat());
    check(&[Pass(1_000), Save, Wait("scan", 1_030), Next("update")]);
    // The user stopped it: it does not start again.
    check(&[Pass(1_000), Save, Stop, Cancelled(true), Yielded(false)]);
    check(&[Stop, Cancelled(true), Yielded(false)]);
}

#[test]
fn reading_runs_to_completion() {
    let begun = [Update, Next("update")];
    let events = [Update, Save, Pass(LONG), Cancelled(false)];
    check(IDLE, &[&begun[..], &events, &[Next("update")]].concat());
    check(IDLE, &[&begun[..], &[Rebuild, Cancelled(true)]].concat());
    check(IDLE, &[&begun[..], &[Exit, Cancelled(true)]].concat());
}

#[test]
fn maintenance_yields_at_once_unless_it_is_likely_short() {
    let yields = [Wait("maintenance", 2_000), Save, Cancelled(true)];
    check(SEARCHABLE, &yields);
    check(
        SEARCHABLE,
        &[Wait("maintenance", 2_000), Update, Cancelled(true)],
    );
    // Changes that are probably irrelevant do not delay it forever.
    let no_change = [NoChange, Pass(1_999), Save, Wait("maintenance", 2_000)];
    let check = |events: &[Event]| check(SEARCHABLE, &[&no_change[..], events].concat());
    check(&[Save, Pass(999), Maintains, Cancelled(false)]);
    check(&[Save, Pass(1_000), Maintains, Cancelled(true)]);
}

#[test]
fn polling_takes_a_twentieth_of_the_time() {
    check(IDLE, &[Polls(0), Wait("walk", 2_000), Next("nothing")]);
    check(IDLE, &[Polls(500), Wait("walk", 10_000)]);
    check(IDLE, &[Polls(LONG), Wait("walk", 60_000)]);
}

#[test]
fn nothing_changed_while_nothing_was_reported() {
    let (start, change) = (Instant::now(), Hint::Path("a".into()));
    let mut scheduler = Scheduler {
        whole: Some(start),
        ..Scheduler::default()
    };
    assert!(scheduler.is_unchanged(start));
    scheduler.hint(Hint::Mark(1), start);
    assert!(scheduler.is_unchanged(start));
    scheduler.hint(change, start);
    assert!(!scheduler.is_unchanged(start));
    let later = start + Duration::from_secs(1);
    let order = scheduler.next(&Phase::Idle, later);
    assert!(matches!(order, NextStep::Execute(Order::Announce)));
    let order = scheduler.next(&Phase::Idle, later);
    assert!(matches!(order, NextStep::Execute(Order::Scan { .. })));
    // Its change is not in the index yet.
    assert!(!scheduler.is_unchanged(later));
    scheduler.is_scanning = false;
    assert!(scheduler.is_unchanged(later));
    assert!(!scheduler.is_unchanged(start + RESCAN));
}
