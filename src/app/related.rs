//! Related chunks: references, definitions, imports, siblings. Methods of [`App`].
//!
//! They are shown as an answer, so results of relations and of searches behave alike.

use super::bookmarks::qualified;
use super::query::ResultsContent;
use super::{App, Item, Tone, sentence};
use crate::chunk::Kind;
use crate::context::{Relation, RelationKind, Relations};
use crate::protocol::{QueryTarget, RelatedHits};
use crate::search::{Answer, Hit, Query};
use std::sync::Arc;

impl App {
    /// Shows related chunks as an answer whose hits are ordered by certainty.
    pub(super) fn related(&mut self, related: Result<RelatedHits, String>) {
        self.search.tickets.revoke();
        let RelatedHits {
            relations,
            mut hits,
            is_wider,
        } = match related {
            Ok(related) => related,
            Err(why) => return self.search.error = Some(sentence(&why)),
        };
        if is_wider && !hits.is_empty() && !self.search.repeated {
            let says = "No definition found for this line. Showing definitions used by the \
                        whole declaration";
            self.screen.notice = Some(Item::new(Tone::Plain, says));
        }
        self.relations.clear();
        // The most certain of several relations of a hit is kept.
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
            self.screen
                .notify(Tone::Plain, format!("Not in the repository: {names}"));
        }
        if is_list && self.screen.focus.is_code() {
            self.focus_results();
        }
    }

    /// Lists the chunks related to the selected row, or to the declaration at the cursor of the
    /// code pane.
    pub(super) fn search_related(&mut self, kind: RelationKind) {
        let target = if self.screen.focus.is_code() {
            self.target_at_cursor()
        } else {
            self.target()
        };
        match target.filter(|_| !self.code.is_directory()) {
            Some(target) => self.search_target(ResultsContent::Related(kind, target)),
            None => self
                .screen
                .notify(Tone::Warning, "Select a file or a declaration"),
        }
    }

    /// Lists relations of the names on the cursor's line, or of the selected row.
    pub(super) fn search_on_line(&mut self, kind: fn(Option<u32>) -> RelationKind) {
        let line = if self.screen.focus.is_code() {
            self.code.cursor_line()
        } else {
            self.found_at()
        };
        self.search_related(kind(line));
    }

    /// The line of the name that the selected row was found by, if the chunk defines several.
    pub(super) fn found_at(&self) -> Option<u32> {
        let (node, hit) = (self.results.selected()?, self.results.selected_hit()?);
        let found = &hit.explanation;
        let is_found_as = node.id == hit.record.id && found.found_as.is_some();
        Some(found.located_at.filter(|_| is_found_as)?.0)
    }

    /// The chunk at the cursor of the code pane. A run of declarations has the name of the one on the line.
    fn target_at_cursor(&self) -> Option<QueryTarget> {
        let chunk = self.code.at_cursor()?;
        let path = self.code.path()?.clone();
        let line = self.code.cursor_line();
        let mut defined = chunk.definitions.iter();
        let defined = defined.find(|it| chunk.kind == Kind::Items && Some(it.line) == line);
        let mut names = chunk.names.clone();
        if let (Some(defined), Some(last)) = (defined, names.last_mut()) {
            last.clone_from(&defined.name);
        }
        Some(QueryTarget {
            id: chunk.id,
            hash: chunk.hash,
            name: qualified(&names, &path),
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
        let has_more = more > 0 && relations.found.len() >= self.search.limit;
        // A repeated query must not hide another notice.
        let may_say = !self.search.repeated || self.screen.notice.is_none();
        if more > 0 && !has_more && may_say {
            let message = format!("{more} more files mention the name; too many to read");
            self.screen.notify(Tone::Plain, message);
        }
        has_more
    }
}
