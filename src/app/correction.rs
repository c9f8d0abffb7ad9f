//! Corrected answers: a query with typos is answered as typed, and after a pause once more with names in
//! their place.

use super::event::Event;
use super::{App, Question};
use crate::ticket::Ticket;

impl App {
    /// Returns true for the corrected answer to the last query, after its first answer.
    pub(super) fn is_correction(&self, event: &Event) -> bool {
        match event {
            Event::Answered {
                ticket,
                answer: Ok(answer),
            } => !answer.also.is_empty() && self.inquiry.asking.answered == Some(*ticket),
            _ => false,
        }
    }

    /// Notes which query is answered. A second answer refreshes the first: the selection stays.
    pub(super) fn note_answer(&mut self, ticket: Ticket) {
        let asking = &mut self.inquiry.asking;
        asking.repeated |= asking.answered.replace(ticket) == Some(ticket);
    }

    /// [`crate::search::Answer::also_searching`] of the hits, unless they are those of another query.
    pub(crate) fn also_searching(&self) -> Option<String> {
        let answer = self.trees.results.answer()?;
        match &self.inquiry.question {
            Question::Query(query) if query.text == answer.query.text => answer.also_searching(),
            _ => None,
        }
    }
}
