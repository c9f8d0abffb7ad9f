//! Which questions are remembered: those whose hits somebody read, or did something with.

use super::event::Effect;
use super::{App, Question};
use crate::search::Mode;
use crate::session::{Asked, Change};

/// So many ticks hits are there, with nothing typed, until they are taken to be read: a second.
const READ: u32 = 10;

/// How far the hits of the question are read.
#[derive(Debug, Default)]
pub(super) struct Attention {
    /// Ticks since they are there; none are counted of an answer that is on its way.
    ticks: u32,
    /// The last question that is remembered for nothing but that: a longer one that begins with it
    /// is what was meant.
    read: Option<Asked>,
}

impl Attention {
    /// Something else is asked.
    pub(super) fn reset(&mut self) {
        self.ticks = 0;
    }
}

impl App {
    /// Whether it is still to be seen if the hits are read.
    pub(super) fn may_be_read(&self) -> bool {
        self.kept.attention.ticks < READ
            && self.kept.remembered.is_touched()
            && self.answered_question().is_some()
    }

    /// A tick passed.
    pub(super) fn read_on(&mut self, effects: &mut Vec<Effect>) {
        if !self.may_be_read() {
            return;
        }
        self.kept.attention.ticks += 1;
        if self.kept.attention.ticks < READ {
            return;
        }
        if let Some(asked) = self.answered_question()
            && self.keep_question(&asked, effects)
        {
            self.kept.attention.read = Some(asked);
        }
    }

    /// Remembers the question, because of what somebody did with its hits.
    pub(super) fn keep_answered(&mut self, effects: &mut Vec<Effect>) {
        if let Some(asked) = self.answered_question() {
            self.keep_question(&asked, effects);
            self.kept.attention.read = None;
        }
    }

    /// The question whose hits are shown. What found nothing is not worth to be asked again.
    fn answered_question(&self) -> Option<Asked> {
        let Question::Query(query) = &self.inquiry.question else {
            return None;
        };
        let has_hits = self.trees.answering && !self.trees.results.hits().is_empty();
        // Asked again because the index moved on, it has its hits meanwhile.
        let is_answered = !self.is_asking() || self.inquiry.asking.repeated;
        let is_there = has_hits && is_answered && self.error().is_none();
        is_there.then(|| asked(query.text.trim(), query.mode))
    }

    /// Remembers a question as the last one; says whether it was not known before.
    fn keep_question(&mut self, asked: &Asked, effects: &mut Vec<Effect>) -> bool {
        let history = &self.kept.remembered.session.history;
        if history.last() == Some(asked) {
            return false;
        }
        let is_new = !history.iter().any(|kept| kept.text == asked.text);
        let begun = self.kept.attention.read.take().filter(|read| {
            read.text != asked.text
                && asked.text.starts_with(&read.text)
                && history.last() == Some(read)
        });
        if let Some(begun) = begun {
            self.change(Change::Unasked(begun.text), effects);
        }
        self.change(Change::Asked(asked.clone()), effects);
        is_new
    }
}

/// A question as it is remembered.
pub(super) fn asked(text: &str, mode: Mode) -> Asked {
    Asked {
        text: text.to_owned(),
        mode: mode.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Event;
    use crate::app::fixture::{app, drive, run_until_idle};

    fn wait(app: &mut App, ticks: u32) {
        for _ in 0..ticks {
            let effects = app.update(Event::Tick);
            run_until_idle(app, effects);
        }
    }

    /// The questions that are remembered after these keys, each followed by so many ticks.
    fn check(steps: &[(&str, u32)], expected: &[&str]) {
        let mut app = app(120, 30);
        for (keys, ticks) in steps {
            drive(&mut app, keys);
            wait(&mut app, *ticks);
        }
        let history = app.kept.remembered.session.history.iter();
        let texts: Vec<&str> = history.map(|it| it.text.as_str()).collect();
        assert_eq!(texts, expected, "{steps:?}");
    }

    #[test]
    fn a_question_is_remembered_whose_hits_are_there_for_a_second() {
        check(&[("merge", READ - 1)], &[]);
        check(&[("merge", READ)], &["merge"]);
        check(&[("merge", READ - 1), ("s", READ - 1)], &[]);
        check(&[("merge ", READ)], &["merge"]);
        check(&[("zzz", READ)], &[]);
        check(&[("merge", READ), ("<c-u>post", READ)], &["merge", "post"]);
    }

    #[test]
    fn what_was_only_the_beginning_is_not_remembered() {
        check(&[("merge", READ), (" all", READ)], &["merge all"]);
        check(&[("merge", READ), (" all<down>", 0)], &["merge all"]);
        check(
            &[("merge<down>", READ), (" all", READ)],
            &["merge", "merge all"],
        );
        // It was known before.
        let again = ("<c-u>merge", READ);
        let steps = [("merge<down>", 0), ("<c-u>post", READ), again, ("s", READ)];
        check(&steps, &["post", "merge", "merges"]);
    }

    #[test]
    fn a_question_is_remembered_that_is_left_for_another() {
        check(&[("merge<tab>m", 0)], &["merge"]);
        check(&[("merge<enter>", 0)], &["merge"]);
        check(&[("merge<c-u>", 0)], &[]);
    }

    #[test]
    fn ticks_are_wanted_until_hits_are_read() {
        let mut app = app(120, 30);
        assert!(!app.is_busy());
        drive(&mut app, "merge");
        assert!(app.is_busy());
        wait(&mut app, READ);
        assert!(!app.is_busy());
    }
}
