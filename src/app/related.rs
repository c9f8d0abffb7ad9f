//! Related chunks: references, definitions, imports, siblings.

use super::question::{Question, Target};
use super::{App, Focus, Tone};
use crate::chunk::Kind;
use crate::context::{Connection, Relation, Relations};
use crate::protocol::Related;
use crate::search::{Answer, Hit};
use std::sync::Arc;

impl App {
    /// Takes in related chunks as an answer whose hits are ordered by certainty.
    pub(super) fn related(&mut self, related: Result<Related, String>) {
        self.asking.tickets.revoke();
        let Related {
            mut relations,
            mut hits,
        } = match related {
            Ok(related) => related,
            Err(why) => return self.asking.error = Some(why),
        };
        if let Question::Related(
            _,
            Target {
                line: Some(line), ..
            },
        ) = &self.asking.question
        {
            let is_named = |name: &str| line.split(|c| !is_in_name(c)).any(|word| word == name);
            relations.found.retain(|relation| is_named(&relation.name));
            relations.total = relations.found.len();
        }
        self.uses.clear();
        // Of several relations of a hit, the most certain one.
        for relation in &relations.found {
            let of = self.uses.entry(relation.id);
            of.or_insert_with(|| relation.clone());
        }
        let only = self.asking.only;
        hits.retain(|hit| {
            self.uses.contains_key(&hit.record.id)
                && only.is_none_or(|kind| hit.record.kind == kind)
        });
        if !relations.unresolved.is_empty() && !self.asking.repeated {
            let names = relations.unresolved.join(", ");
            self.notify(Tone::Plain, format!("not in the repository: {names}"));
        }
        // One result is shown at once; several are a list to choose from.
        let is_list = hits.len() > 1 && !self.asking.repeated;
        let answer = Answer {
            hits,
            complete: 1.0,
            ..Answer::default()
        };
        let cut = self.has_more_uses(&relations);
        self.take_answer(Arc::new(answer), cut);
        if is_list && self.screen.focus == Focus::Code {
            self.focus_on(Focus::Results);
        }
    }

    /// Lists the chunks related to the selected row, or to the declaration at the cursor of the
    /// code pane.
    pub(super) fn ask_related(&mut self, connection: Connection) {
        let in_code = self.screen.focus == Focus::Code;
        let kind = match (in_code, self.code.at_cursor()) {
            (true, Some(chunk)) => Some(chunk.kind),
            _ => self.results.selected().map(|node| node.kind),
        };
        let is_prose = self.code.is_prose();
        if connection == Connection::Callers
            && let Some(why) = kind.and_then(|kind| uncalled(kind, is_prose))
        {
            return self.notify(Tone::Warning, why);
        }
        let is_directory = self.code.is_directory();
        let target = match in_code {
            true => self.target_at_cursor(connection),
            false => self.target(),
        };
        match target.filter(|_| !is_directory) {
            Some(target) => self.ask_about(Question::Related(connection, target)),
            None => self.notify(Tone::Warning, "select a file or a declaration"),
        }
    }

    /// The chunk that the cursor of the code pane is in, and for definitions the cursor's line.
    fn target_at_cursor(&self, connection: Connection) -> Option<Target> {
        let chunk = self.code.at_cursor()?;
        let names = chunk.names.iter().skip(1).map(String::as_str);
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let path = self.code.path()?.clone();
        Some(Target {
            id: chunk.id,
            hash: chunk.hash,
            name: match names.is_empty() {
                true => path.to_string(),
                false => names.join(" › "),
            },
            line: match connection {
                Connection::Definitions => self.code.cursor_text(),
                _ => None,
            },
            path,
        })
    }

    /// The relation of a hit to the requested chunk. None for other results.
    pub(crate) fn use_in(&self, hit: &Hit) -> Option<&Relation> {
        self.results.answer()?;
        self.uses.get(&hit.record.id)
    }

    /// Returns true if a request for more references would return more. References in files that
    /// cannot be read are missing, and a notice says so.
    pub(super) fn has_more_uses(&mut self, relations: &Relations) -> bool {
        let more = relations.total.saturating_sub(relations.found.len());
        let is_cut = more > 0 && relations.found.len() >= self.asking.limit;
        // A repeated query must not hide another notice.
        let may_say = !self.asking.repeated || self.screen.notice.is_none();
        if more > 0 && !is_cut && may_say {
            self.notify(Tone::Plain, unread(more));
        }
        is_cut
    }
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Message for references in files that were not read.
fn unread(more: usize) -> String {
    format!("{more} more files mention the name; too many to read")
}

/// The reason why a kind has no callers. None if it may have some.
fn uncalled(kind: Kind, is_prose: bool) -> Option<&'static str> {
    match kind {
        Kind::Section => Some("sections have no callers"),
        Kind::File if is_prose => Some("documents have no callers"),
        Kind::Imports => Some("imports have no callers"),
        Kind::Code | Kind::Lines => Some("unnamed lines have no callers"),
        _ => None,
    }
}
