//! Attention: queries are remembered once their hits count as read, or are used.

use super::{App, Question};
use crate::search::Mode;
use crate::session::{Asked, Change};

/// Ticks without typing after which hits count as read: a second.
pub(super) const READ: u32 = 10;

/// Attention to the hits of the question.
#[derive(Debug, Default)]
pub(super) struct Attention {
    /// Ticks since they are there; none are counted of an answer that is on its way.
    pub(super) ticks: u32,
    /// The last question that is remembered for nothing but that: a longer one that begins with it
    /// is what was meant.
    read: Option<Asked>,
}

impl App {
    /// Returns true while the results are not yet counted as read.
    pub(super) fn may_be_read(&self) -> bool {
        self.attention.ticks < READ && self.remembered.touched && self.answered_question().is_some()
    }

    /// A tick passed.
    pub(super) fn read_on(&mut self) {
        if !self.may_be_read() {
            return;
        }
        self.attention.ticks += 1;
        if self.attention.ticks < READ {
            return;
        }
        if let Some(asked) = self.answered_question()
            && self.keep_question(&asked)
        {
            self.attention.read = Some(asked);
        }
    }

    /// Remembers the question, because of what somebody did with its hits.
    pub(super) fn keep_answered(&mut self) {
        if let Some(asked) = self.answered_question() {
            self.keep_question(&asked);
            self.attention.read = None;
        }
    }

    /// The question whose hits are shown. What found nothing is not worth to be asked again.
    fn answered_question(&self) -> Option<Asked> {
        let Question::Query(query) = &self.asking.question else {
            return None;
        };
        let has_hits = self.browsing.answering && !self.results.hits().is_empty();
        // Asked again because the index moved on, it has its hits meanwhile.
        let is_answered = !self.is_asking() || self.asking.repeated;
        let is_there = has_hits && is_answered && self.error().is_none();
        is_there.then(|| asked(query.text.trim(), query.mode))
    }

    /// Remembers a question as the last one; says whether it was not known before.
    fn keep_question(&mut self, asked: &Asked) -> bool {
        let history = &self.remembered.session.history;
        if history.last() == Some(asked) {
            return false;
        }
        let is_new = !history.iter().any(|kept| kept.text == asked.text);
        let begun = self.attention.read.take().filter(|read| {
            read.text != asked.text
                && asked.text.starts_with(&read.text)
                && history.last() == Some(read)
        });
        if let Some(begun) = begun {
            self.change(Change::Unasked(begun.text));
        }
        self.change(Change::Asked(asked.clone()));
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
