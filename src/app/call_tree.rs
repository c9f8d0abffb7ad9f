//! Calls over several steps: call trees in lists, paths, and tests. Methods of [`App`].

use super::event::Effect;
use super::keymap::Action;
use super::query::ResultsContent;
use super::state::App;
use super::text::sentence;
use crate::chunk::Symbol;
use crate::context::Direction::{Backward, Forward};
use crate::context::RelationKind;
use crate::protocol::{CallSteps, NamedTarget, QueryTarget, Request, StepRequest, Walk};

/// Signs of a breadcrumb between a declaration and the next one, which calls it, or which it calls.
pub(crate) const CALLED_BY: char = '‹';
pub(crate) const CALLS: char = '›';

impl App {
    /// Requests the calls of an opened row, one row at a time.
    pub(super) fn request_calls(&mut self) {
        if self.call_tickets.are_open() || self.search.is_running() {
            return;
        }
        let (direction, root) = match &self.search.content {
            ResultsContent::Related(RelationKind::Callers(symbol), root) => {
                (Backward, (root.clone(), symbol.clone()))
            }
            ResultsContent::Related(RelationKind::Callees, root) => (Forward, (root.clone(), None)),
            _ => return,
        };
        let Some((node, hit)) = self.results.missing_calls() else {
            return;
        };
        let line = match (&node.call, self.relation_of(hit)) {
            (None, Some(relation)) => relation.at.0,
            _ => node.line,
        };
        let request = StepRequest {
            row: node.key,
            target: QueryTarget {
                path: node.path.clone(),
                id: node.id,
                hash: node.hash(hit),
                name: self.results.declaration_name(node).to_owned(),
                deleted_in: None,
            },
            line,
            direction,
            root,
            above: self.results.declarations_above(node.key),
        };
        self.called_row = Some(request.row);
        let ticket = self.call_tickets.supersede();
        self.effects
            .push(Effect::Send(ticket, Request::Step(request)));
    }

    /// Shows the calls below a row.
    pub(super) fn stepped(&mut self, steps: Result<CallSteps, String>) {
        self.call_tickets.revoke();
        let row = self.called_row.take();
        match steps {
            Ok(steps) => {
                let unread = steps.unread;
                if !self.results.add_steps(steps) {
                    self.say_if_no_calls();
                } else if unread > 0 {
                    self.screen.say(format!(
                        "{unread} more files mention the name; too many to read"
                    ));
                }
            }
            Err(why) => {
                if let Some(row) = row {
                    self.results.close_calls(row);
                }
                self.screen.warn(sentence(&why));
            }
        }
    }

    /// Says that there are no calls below the selected row, once this is known.
    pub(super) fn say_if_no_calls(&mut self) {
        if self.results.has_no_calls() {
            self.screen.say(match &self.search.content {
                ResultsContent::Related(RelationKind::Callees, _) => {
                    "It calls nothing in this repository"
                }
                _ => "Nothing calls it",
            });
        }
    }

    /// Remembers the declaration here as the start of a path.
    pub(super) fn start_path(&mut self) {
        let Some(start) = self.target_here() else {
            return self.screen.warn("Select a declaration");
        };
        let key = self.key_of(Action::Path);
        let message = format!(
            "The path starts at {}; {key} lists the path to the selection",
            start.0.name
        );
        self.path_start = Some(start);
        self.screen.say(message);
    }

    /// Lists the path from the remembered declaration to the one here.
    pub(super) fn search_path(&mut self) {
        let key = self.key_of(Action::PathStart);
        let Some(start) = self.path_start.clone() else {
            return self.screen.warn(format!(
                "Set the start of the path first: {key} on a declaration"
            ));
        };
        self.search_walk(Walk::PathFrom(start));
    }

    /// Lists what several steps find about the declaration here.
    pub(super) fn search_walk(&mut self, walk: Walk) {
        match self.target_here() {
            Some(target) => self.search_target(ResultsContent::Walked(walk, target)),
            None => self.screen.warn("Select a declaration"),
        }
    }

    /// The declaration that the name under the cursor means, or the one at the cursor, or of the selected row.
    fn target_here(&self) -> Option<NamedTarget> {
        let (target, symbol) = if self.is_code_target() {
            let mut target = self.code.target_at_cursor()?;
            let symbol = self.code.symbol();
            if let Some(Symbol::At(at)) = &symbol {
                target.name.clone_from(&at.name);
            }
            (target, symbol)
        } else {
            (self.selected_target()?, self.results.symbol())
        };
        (!target.is_file() && !self.code.is_directory()).then_some((target, symbol))
    }

    /// The declarations from the target of the list to the selected call, and before them the targets of the lists
    /// that led here: a breadcrumb of more than one step.
    pub(crate) fn breadcrumb(&self) -> Option<String> {
        let ResultsContent::Related(kind, target) = &self.search.content else {
            return None;
        };
        let sign = match kind {
            RelationKind::Callers(_) => CALLED_BY,
            RelationKind::Callees => CALLS,
            _ => return None,
        };
        let mut names = Vec::new();
        for position in self.navigation.back.iter().rev() {
            match &position.content {
                ResultsContent::Related(before, target)
                    if std::mem::discriminant(before) == std::mem::discriminant(kind) =>
                {
                    names.push(last_name(&target.name));
                }
                _ => break,
            }
        }
        names.reverse();
        names.push(last_name(&target.name));
        names.extend(self.results.call_trail());
        (names.len() > 1).then(|| names.join(&format!(" {sign} ")))
    }
}

/// The last name of a qualified one.
fn last_name(name: &str) -> &str {
    name.rsplit(" › ").next().unwrap_or(name)
}
