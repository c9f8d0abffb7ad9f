//! What a hit is connected with: answers for the code pane, and jumps to them.

use super::code::Departure;
use super::{App, Effect, Focus, Tone};
use crate::context::{Connection, Relations};
use std::sync::Arc;

impl App {
    /// An answer for the code pane came.
    pub(super) fn related(
        &mut self,
        connection: Connection,
        relations: Result<Arc<Relations>, String>,
    ) {
        let relations = relations.as_deref().map_err(String::clone);
        if connection != Connection::Owner {
            return self.reading.code.related(connection, relations);
        }
        match self.reading.code.depart(relations) {
            None => {}
            Some(Departure::Stayed(says)) => self.notify(Tone::Warning, says),
            Some(Departure::Gone(says)) => {
                self.arrive_in_code();
                self.notify(Tone::Plain, format!("{says}; Esc goes back"));
            }
        }
    }

    /// From a place that was jumped to one goes on, and comes back by the same key as always.
    pub(super) fn arrive_in_code(&mut self) {
        if self.screen.focus == Focus::Results {
            self.focus_on(Focus::Code);
        }
    }

    /// Asks for what the code pane wants by now: the document that a jump led to, and what is
    /// connected with what it shows.
    pub(super) fn follow_code(&mut self, effects: &mut Vec<Effect>) {
        if let Some(path) = self.reading.code.take_unopened()
            && let Some(opening) = self.reading.documents.get(&path)
        {
            self.reading.code.take(&opening.clone());
        }
        self.await_shown(effects);
        effects.extend(self.reading.code.relate());
    }

    /// Goes where the last jump within the code led that was taken back; says whether there was one.
    pub(super) fn step_forward(&mut self) -> bool {
        let jumped = self.reading.code.step_forward();
        if jumped {
            self.focus_on(Focus::Code);
        }
        jumped
    }

    /// Goes back to where the last jump within the code began; says whether there was one.
    pub(super) fn step_back(&mut self) -> bool {
        self.reading.code.step_back()
    }
}
