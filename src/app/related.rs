//! Related chunks: references, definitions, imports, siblings. Methods of [`App`].
//!
//! They are shown as an answer, so results of relations and of searches behave alike.

use super::bookmarks::qualified;
use super::query::{QueryTarget, ResultsContent};
use super::{App, Focus, Item, Tone, sentence};
use crate::context::{Connection, Relation, Relations};
use crate::protocol::RelatedHits;
use crate::search::{Answer, Hit, Query};
use std::sync::Arc;

impl App {
    /// Shows related chunks as an answer whose hits are ordered by certainty.
    pub(super) fn related(&mut self, related: Result<RelatedHits, String>) {
        self.search.tickets.revoke();
        let RelatedHits {
            mut relations,
            mut hits,
        } = match related {
            Ok(related) => related,
            Err(why) => return self.search.error = Some(sentence(&why)),
        };
        if let ResultsContent::Related(
            _,
            QueryTarget {
                line: Some(line), ..
            },
        ) = &self.search.content
        {
            let is_in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let is_named = |name: &str| line.split(|c| !is_in_name(c)).any(|word| word == name);
            let found = &mut relations.found;
            if found.iter().any(|relation| is_named(&relation.name)) {
                found.retain(|relation| is_named(&relation.name));
                relations.total = found.len();
            } else if !found.is_empty() && !self.search.repeated {
                let says = "No definition for this line; the whole declaration uses these";
                self.screen.notice = Some(Item::new(Tone::Plain, says));
            }
            relations.unresolved.retain(|name| is_named(name));
        }
        self.relations.clear();
        // Of several relations of a hit, the most certain one.
        for relation in &relations.found {
            let of = self.relations.entry(relation.id);
            of.or_insert_with(|| relation.clone());
        }
        let only = self.search.only;
        hits.retain(|hit| {
            self.relations.contains_key(&hit.record.id)
                && only.is_none_or(|kind| hit.record.kind == kind)
        });
        // One result is shown at once; several are a list to choose from.
        let is_first = !self.search.repeated;
        let is_list = hits.len() > 1 && is_first;
        let answer = Answer {
            hits,
            complete: 1.0,
            // The code pane recognizes a new query by it.
            query: Query {
                text: self.describe_query(),
                ..Query::default()
            },
            ..Answer::default()
        };
        let cut = self.has_more_references(&relations);
        self.show_answer(Arc::new(answer), cut);
        if !relations.unresolved.is_empty() && is_first {
            let names = relations.unresolved.join(", ");
            self.notify(Tone::Plain, format!("Not in the repository: {names}"));
        }
        if is_list && self.screen.focus == Focus::Code {
            self.focus_on(Focus::Results);
        }
    }

    /// Lists the chunks related to the selected row, or to the declaration at the cursor of the
    /// code pane.
    pub(super) fn search_related(&mut self, connection: Connection) {
        let target = match self.screen.focus == Focus::Code {
            true => self.target_at_cursor(connection),
            false => self.target(),
        };
        match target.filter(|_| !self.code.is_directory()) {
            Some(target) => self.search_target(ResultsContent::Related(connection, target)),
            None => self.notify(Tone::Warning, "Select a file or a declaration"),
        }
    }

    /// The chunk that the cursor of the code pane is in, and for definitions the cursor's line.
    fn target_at_cursor(&self, connection: Connection) -> Option<QueryTarget> {
        let chunk = self.code.at_cursor()?;
        let path = self.code.path()?.clone();
        Some(QueryTarget {
            id: chunk.id,
            hash: chunk.hash,
            name: qualified(&chunk.names, &path),
            line: match connection {
                Connection::Definitions => self.code.cursor_text(),
                _ => None,
            },
            path,
        })
    }

    /// The relation of a hit to the requested chunk. None for other results.
    pub(crate) fn relation_of(&self, hit: &Hit) -> Option<&Relation> {
        self.results.answer()?;
        self.relations.get(&hit.record.id)
    }

    /// Returns true if a request for more references would return more. If references in unreadable files are
    /// missing, a notice is shown.
    pub(super) fn has_more_references(&mut self, relations: &Relations) -> bool {
        let more = relations.total.saturating_sub(relations.found.len());
        let is_cut = more > 0 && relations.found.len() >= self.search.limit;
        // A repeated query must not hide another notice.
        let may_say = !self.search.repeated || self.screen.notice.is_none();
        if more > 0 && !is_cut && may_say {
            let message = format!("{more} more files mention the name; too many to read");
            self.notify(Tone::Plain, message);
        }
        is_cut
    }
}
