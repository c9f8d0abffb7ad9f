use super::*;

/// Orders, what is left, and a clock that does not tick by itself.
struct Desk {
    orders: Orders,
    rest: Rest,
    typing: Typing,
    start: Instant,
    now: Instant,
}

impl Desk {
    fn new(rest: Rest) -> Self {
        let now = Instant::now();
        Self {
            orders: Orders::default(),
            rest,
            typing: Typing::default(),
            start: now,
            now,
        }
    }

    /// What is to be done, or when to ask again; a doubt that is to be said is in between.
    fn ask(&mut self) -> Result<Order, Option<Instant>> {
        let (start, now) = (self.start, self.now);
        let order = self.orders.next(&self.rest, start, &self.typing, now);
        match order {
            Ok(Order::Doubt) => self.orders.next(&self.rest, start, &self.typing, now),
            order => order,
        }
    }

    fn next(&mut self) -> Option<Order> {
        self.ask().ok()
    }

    /// Whether the next thing is to say that something changed.
    fn doubts(&mut self) -> bool {
        let (start, now) = (self.start, self.now);
        let order = self.orders.next(&self.rest, start, &self.typing, now);
        matches!(order, Ok(Order::Doubt))
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
    }

    /// Waits as long as it says, and gives what it does then.
    fn wait_for_next(&mut self) -> Order {
        loop {
            match self.ask() {
                Ok(order) => return order,
                Err(wake) => self.now = wake.expect("there is something to wait for"),
            }
        }
    }

    fn hint(&mut self) {
        let now = self.now;
        self.orders.hint(Hint::Path("a".into()), now);
    }
}

fn untidy() -> Rest {
    Rest::Untidy(Summary::default())
}

#[test]
fn a_save_interrupts_tidying_which_begins_anew_after_it() {
    let mut desk = Desk::new(untidy());
    let Order::Tidy(tidying) = desk.wait_for_next() else {
        panic!("there is something to tidy");
    };
    assert_eq!(desk.now, desk.start + TIDY_AFTER);
    desk.hint();
    assert!(tidying.is_cancelled());
    assert!(matches!(desk.wait_for_next(), Order::Look(..)));
    let Order::Tidy(again) = desk.wait_for_next() else {
        panic!("there is something to tidy");
    };
    assert!(!again.is_cancelled());
}

#[test]
fn what_changed_is_in_doubt_until_it_is_looked_at() {
    let check = |rest: Rest, expected: bool| {
        let mut desk = Desk::new(rest);
        desk.hint();
        assert_eq!(desk.doubts(), expected, "{:?}", desk.rest);
        desk.hint();
        assert!(!desk.doubts(), "once");
        assert!(matches!(desk.wait_for_next(), Order::Look(..)));
        desk.hint();
        assert_eq!(desk.doubts(), expected, "again");
    };
    check(untidy(), true);
    check(Rest::Tidy(Summary::default()), true);
    check(Rest::Idle, true);
    check(Rest::Unfinished, true);
    check(Rest::Following(Progress::default()), false);
    check(Rest::Gone, false);
    check(Rest::Failed, false);
}

#[test]
fn what_was_nothing_is_not_doubted_again() {
    let mut desk = Desk::new(untidy());
    desk.orders.looked_in_vain();
    desk.hint();
    assert!(!desk.doubts());
    desk.orders.hint(Hint::Rules(".git/HEAD".into()), desk.now);
    assert!(desk.doubts());
}

#[test]
fn directories_that_are_watched_anew_are_no_doubt() {
    let mut desk = Desk::new(untidy());
    desk.orders.hints.unheard(vec!["src".into()], desk.now);
    assert!(matches!(desk.next(), Some(Order::Look(..))));
}

#[test]
fn what_happens_in_vain_does_not_put_tidying_off() {
    let mut desk = Desk::new(untidy());
    desk.wait(TIDY_AFTER);
    desk.hint();
    desk.wait(UNDISTURBED);
    assert!(matches!(desk.next(), Some(Order::Look(..))));
    desk.hint();
    desk.orders.looked_in_vain();
    let Some(Order::Tidy(tidying)) = desk.next() else {
        panic!("it is time to tidy");
    };
    desk.hint();
    assert!(!tidying.is_cancelled(), "it only just began");
    desk.wait(UNDISTURBED);
    desk.orders.tidies(desk.now);
    assert!(tidying.is_cancelled());
    assert!(matches!(desk.next(), Some(Order::Look(..))));
}

#[test]
fn what_went_wrong_is_tried_again_after_a_while() {
    let mut desk = Desk::new(Rest::Failed);
    assert!(matches!(desk.wait_for_next(), Order::Update(_)));
    assert_eq!(desk.now, desk.start + RETRY_AFTER);
}

#[test]
fn an_update_goes_on_to_its_end_when_another_is_asked_for() {
    let mut desk = Desk::new(Rest::Idle);
    desk.orders.update();
    let Some(Order::Update(updating)) = desk.next() else {
        panic!("an update was asked for");
    };
    desk.orders.update();
    desk.hint();
    assert!(!updating.is_cancelled());
    assert!(matches!(desk.next(), Some(Order::Update(_))));
}

#[test]
fn who_stopped_it_is_left_alone_until_the_next_update() {
    let mut desk = Desk::new(untidy());
    desk.orders.poll_after(Duration::ZERO, desk.now);
    desk.hint();
    desk.orders.stop();
    desk.wait(Duration::from_secs(1_000));
    assert!(desk.next().is_none());
    desk.orders.update();
    assert!(matches!(desk.next(), Some(Order::Update(_))));
    assert!(matches!(desk.next(), Some(Order::Look(..))));
}

#[test]
fn a_release_comes_first_and_nothing_begins_after_it() {
    let mut desk = Desk::new(untidy());
    desk.orders.update();
    desk.hint();
    desk.orders.release();
    assert!(matches!(desk.next(), Some(Order::Release)));
    desk.wait(Duration::from_secs(1_000));
    assert!(desk.next().is_none());
}

#[test]
fn the_lock_is_given_up_when_nothing_changes_any_more() {
    let mut desk = Desk::new(Rest::Tidy(Summary::default()));
    assert!(matches!(desk.wait_for_next(), Order::LetGo));
    assert_eq!(desk.now, desk.start + LET_GO_AFTER);
}

#[test]
fn vectors_of_everything_give_way_to_a_file_that_changed_and_are_gone_on_with() {
    let mut desk = Desk::new(Rest::Idle);
    desk.orders.update();
    let Some(Order::Update(updating)) = desk.next() else {
        panic!("an update was asked for");
    };
    desk.orders.embeds(desk.now);
    desk.hint();
    assert!(!updating.is_cancelled(), "it only just began");
    desk.wait(YIELD_AFTER);
    desk.orders.embeds(desk.now);
    assert!(updating.is_cancelled());
    assert!(desk.orders.has_yielded());
    desk.rest = Rest::Unfinished;
    assert!(matches!(desk.wait_for_next(), Order::Look(..)));
    assert!(matches!(desk.next(), Some(Order::Update(_))));
    desk.orders.stop();
    assert!(!desk.orders.has_yielded(), "someone stopped it");
}

#[test]
fn files_are_looked_through_now_and_then_and_never_while_someone_types() {
    let mut desk = Desk::new(Rest::Idle);
    let took = Duration::from_millis(500);
    desk.orders.poll_after(took, desk.now);
    desk.wait(took * POLL_SHARE);
    desk.typing.note(desk.now);
    assert!(desk.next().is_none());
    let before = desk.now;
    let Order::Look(batch, _) = desk.wait_for_next() else {
        panic!("it is time to look");
    };
    assert!(batch.everything && desk.now > before);
    assert!(desk.next().is_none(), "once");
    desk.orders.poll_after(Duration::ZERO, desk.now);
    let before = desk.now;
    desk.wait_for_next();
    assert_eq!(desk.now, before + POLL_EVERY.0);
}

#[test]
fn a_follower_goes_on_following() {
    let mut desk = Desk::new(Rest::Following(Progress::default()));
    desk.orders.stop();
    assert!(matches!(desk.wait_for_next(), Order::Update(_)));
    assert_eq!(desk.now, desk.start + FOLLOW_EVERY);
}
