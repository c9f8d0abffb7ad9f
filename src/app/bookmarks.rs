//! Bookmarks: chunks to come back to, found again after edits.

use super::event::Effect;
use super::navigation::Place;
use super::popup::{Choice, Item};
use super::{App, Page, Question, Showing, Tone, What};
use crate::chunk::{ChunkId, ChunkTree};
use crate::corpus::SourcePath;
use crate::search::{Ancestor, Hit, Outline};
use crate::session::{Bookmark, Change};
use crate::ticket::Ticket;
use std::collections::HashSet;

/// Characters of the line that reminds of a chunk.
const NOTE: usize = 120;

/// A bookmark that one goes to, and the question for its document. Whoever goes elsewhere meanwhile
/// is not taken there any more.
#[derive(Debug)]
pub(super) struct Visit {
    mark: Bookmark,
    ticket: Ticket,
}

impl App {
    /// Whether a chunk has a bookmark.
    pub(crate) fn is_bookmarked(&self, chunk: ChunkId) -> bool {
        self.kept.remembered.session.is_marked(chunk.0)
    }

    /// The lines of a document on which the names of chunks with bookmarks stand.
    pub(crate) fn bookmarked_lines(&self, page: &Page) -> Vec<u32> {
        let path = page.document().tree.path();
        let marks = self.kept.remembered.session.bookmarks.iter();
        let here: Vec<u64> = marks
            .filter(|mark| mark.path == *path)
            .map(|mark| mark.chunk)
            .collect();
        let chunks = page.chunks().iter().filter(|_| !here.is_empty());
        let marked = chunks.filter(|chunk| here.contains(&chunk.id.0));
        marked.map(|chunk| chunk.name_at.0).collect()
    }

    /// Marks what is selected, or takes its mark away.
    pub(super) fn toggle_bookmark(&mut self, effects: &mut Vec<Effect>) {
        let Some(mark) = self.bookmark_of_selected() else {
            return self.notify(Tone::Warning, "select a file or a declaration to mark");
        };
        self.trees.results.hold();
        let name = called(&mark);
        if self.kept.remembered.session.is_marked(mark.chunk) {
            self.change(Change::Unmarked(mark.chunk), effects);
            self.notify_kept(Tone::Plain, format!("{name} has no bookmark any more"));
        } else {
            self.change(Change::Marked(mark), effects);
            let key = self
                .keymap()
                .key_for(self.screen.focus, super::keymap::Action::Bookmarks);
            let lists = key.map_or(String::new(), |key| format!("; {key} lists them"));
            self.notify_kept(Tone::Good, format!("{name} has a bookmark{lists}"));
        }
    }

    /// Says what was done, and where that is so why it is undone with the end of this run.
    fn notify_kept(&mut self, tone: Tone, says: String) {
        match self
            .unkept()
            .map(|why| format!("{says}, in this run only: {why}"))
        {
            Some(says) => self.notify(Tone::Warning, says),
            None => self.notify(tone, says),
        }
    }

    fn bookmark_of_selected(&self) -> Option<Bookmark> {
        let node = self.trees.results.selected()?;
        if matches!(node.what, What::Directory | What::More) {
            return None;
        }
        let hit = self.trees.results.selected_hit()?;
        let is_hit = hit.record.id == node.id;
        let names = match is_hit {
            true => hit.record.names.clone(),
            false => above(hit, node.id).unwrap_or_else(|| vec![node.name.clone()]),
        };
        let line = match is_hit {
            true => hit.record.name_at.0,
            false => node.line,
        };
        Some(Bookmark {
            path: node.path.clone(),
            chunk: node.id.0,
            names,
            line,
            hash: if is_hit { hit.record.hash } else { 0 },
            note: self.line_of(&node.path, line),
        })
    }

    /// A line of the document that is shown; empty where it is not.
    pub(super) fn line_of(&self, path: &SourcePath, line: u32) -> String {
        match self.reading.code.showing() {
            Showing::Page(page, _) if self.reading.code.path() == Some(path) => {
                page.line(line).trim().chars().take(NOTE).collect()
            }
            _ => String::new(),
        }
    }

    /// Lists the bookmarks, the newest first.
    pub(super) fn show_bookmarks(&mut self) {
        let marks = self.kept.remembered.session.bookmarks.iter().rev();
        let items: Vec<Item> = marks
            .map(|mark| Item {
                text: match mark.note.is_empty() {
                    true => called(mark),
                    false => format!("{}  {}", called(mark), mark.note),
                },
                note: format!("{}:{}", mark.path, mark.line),
                choice: Choice::Bookmark(mark.chunk),
            })
            .collect();
        match items.is_empty() {
            true => self.notify(Tone::Plain, "there is no bookmark yet"),
            false => self.pick("bookmarks", items),
        }
    }

    /// Goes to a bookmark, as soon as its document is read: it may have changed.
    pub(super) fn visit_bookmark(&mut self, chunk: u64, effects: &mut Vec<Effect>) {
        let marks = &self.kept.remembered.session.bookmarks;
        if let Some(mark) = marks.iter().find(|mark| mark.chunk == chunk).cloned() {
            self.request_visit(mark, effects);
        }
    }

    /// Asks for the document of the bookmark that one goes to again: it may have changed.
    pub(super) fn retry_visit(&mut self, effects: &mut Vec<Effect>) {
        if let Some(visit) = self.navigation.pending_visit.take() {
            self.request_visit(visit.mark, effects);
        }
    }

    fn request_visit(&mut self, mark: Bookmark, effects: &mut Vec<Effect>) {
        let ticket = self.open(mark.path.clone(), mark.line, effects);
        self.navigation.pending_visit = Some(Visit { mark, ticket });
    }

    /// A document was read; goes to the bookmark in it that it was asked for.
    pub(super) fn finish_visit(
        &mut self,
        ticket: Ticket,
        path: &SourcePath,
        tree: Result<&ChunkTree, &str>,
        effects: &mut Vec<Effect>,
    ) {
        let visit = self
            .navigation
            .pending_visit
            .take_if(|visit| visit.ticket == ticket);
        let Some(Visit { mark, .. }) = visit else {
            return;
        };
        let tree = match tree {
            Ok(tree) => tree,
            Err(why) => return self.notify(Tone::Error, format!("bookmark: {why}")),
        };
        let Some(place) = find(tree, &mark) else {
            let says = format!("{} is gone from {path}; its bookmark stays", called(&mark));
            self.notify(Tone::Warning, says);
            return self.visit_file(path, effects);
        };
        let Some(chunk) = tree.chunks.get(place) else {
            return;
        };
        let (id, line) = (chunk.id, chunk.name_at.0);
        if id.0 != mark.chunk || line != mark.line {
            let moved = Bookmark {
                chunk: id.0,
                names: chunk.names.clone(),
                line,
                hash: if mark.hash == 0 { 0 } else { chunk.hash },
                ..mark.clone()
            };
            self.change(Change::Unmarked(mark.chunk), effects);
            self.change(Change::Marked(moved), effects);
        }
        let row = row_of(tree, place);
        // A part has no row of its own.
        let line = (row != id).then_some(line);
        self.visit(row, path.clone(), (0, line), effects);
    }

    /// Shows a file among the others, all of it.
    pub(super) fn visit_file(&mut self, path: &SourcePath, effects: &mut Vec<Effect>) {
        let id = Hit::of_file(path).record.id;
        self.visit(id, path.clone(), (usize::MAX, None), effects);
    }

    fn visit(
        &mut self,
        id: ChunkId,
        path: SourcePath,
        (zoom, line): (usize, Option<u32>),
        effects: &mut Vec<Effect>,
    ) {
        self.push_history();
        let mode = self.inquiry.prompt.mode();
        self.go_to(
            Place {
                question: Question::Browse,
                text: String::new(),
                mode,
                only: None,
                selected: Some((id, path)),
                zoom,
                line,
            },
            effects,
        );
    }
}

/// The names of what a hit is in, from the file down. They are its own there: among those of the
/// hit a piece's stands in the place of the whole's.
fn above(hit: &Hit, node: ChunkId) -> Option<Vec<String>> {
    let at = hit.ancestors.iter().position(|it| it.id == node)?;
    let mut above: Vec<&Ancestor> = hit.ancestors.get(..=at)?.iter().collect();
    // A head that was cut is called what it is the head of.
    above.dedup_by(|inner, outer| (&inner.name, inner.line) == (&outer.name, outer.line));
    let names = above.into_iter().map(|above| above.name.clone());
    Some(names.filter(|name| !name.is_empty()).collect())
}

/// Its names below the file, or the file's.
fn called(mark: &Bookmark) -> String {
    match mark.names.get(1..) {
        Some(names) if !names.is_empty() => names.join(" › "),
        _ => mark.path.to_string(),
    }
}

/// Where a bookmark's chunk is now: what has its id, else its text, else what is called so on its
/// line or what is called so at all.
fn find(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let chunks = || tree.chunks.iter();
    let by_id = chunks().position(|chunk| chunk.id.0 == mark.chunk);
    let by_text = || chunks().position(|chunk| mark.hash != 0 && chunk.hash == mark.hash);
    let name = mark.names.last().filter(|name| !name.is_empty());
    let is_called = |chunk: &crate::chunk::Chunk| name == Some(&chunk.name);
    let by_line = || {
        chunks().rposition(|chunk| {
            let (first, last) = chunk.lines;
            is_called(chunk) && first <= mark.line && mark.line <= last
        })
    };
    let by_name = || chunks().position(is_called);
    by_id.or_else(by_text).or_else(by_line).or_else(by_name)
}

/// The row that a chunk is, or is in: heads, parts and paragraphs have none of their own.
fn row_of(tree: &ChunkTree, chunk: usize) -> ChunkId {
    let members = Outline::of(tree).members;
    let rows: HashSet<ChunkId> = members.iter().map(|member| member.id).collect();
    let mut at = tree.chunks.get(chunk);
    while let Some(chunk) = at {
        if rows.contains(&chunk.id) {
            return chunk.id;
        }
        at = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    }
    Hit::id_of_file(tree.path())
}

#[cfg(test)]
mod tests;
