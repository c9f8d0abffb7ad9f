//! Bookmarks: chunks to come back to, found again after edits.

mod found;

use super::documents::Opening;
use super::event::Effect;
use super::navigation::Place;
use super::popup::{Choice, Item};
use super::{App, Page, Question, Showing, Tone, What};
use crate::chunk::{Chunk, ChunkId, ChunkTree};
use crate::corpus::SourcePath;
use crate::search::{Ancestor, Hit, Outline};
use crate::session::{Bookmark, Change};
use crate::ticket::Ticket;
use found::{find, recognize};
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
        // As it is now, where that is known.
        if let Some(page) = self.page_of(&node.path)
            && let Some(chunk) = page.chunks().iter().find(|it| it.id == node.id)
        {
            return Some(mark_of(page, chunk));
        }
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
            body: 0,
            note: self.line_of(&node.path, line),
        })
    }

    /// A document as it is now; none where it is not open.
    fn page_of(&self, path: &SourcePath) -> Option<&Page> {
        let is_shown = self.reading.code.path() == Some(path);
        match (
            self.reading.documents.peek(path),
            self.reading.code.showing(),
        ) {
            (Some(Opening::Open(page)), _) => Some(page),
            (_, Showing::Page(page, _)) if is_shown && page.is_cut() => Some(page),
            _ => None,
        }
    }

    /// Has the bookmarks of a document go with their chunks: it was read, and may be another.
    pub(super) fn move_bookmarks(&mut self, page: &Page, effects: &mut Vec<Effect>) {
        let tree = &page.document().tree;
        let marks = self.kept.remembered.session.bookmarks.iter();
        let here = marks.filter(|mark| mark.path == *tree.path());
        let now = here.filter_map(|mark| {
            let chunk = tree.chunks.get(recognize(tree, mark)?)?;
            let now = mark_of(page, chunk);
            (now != *mark).then(|| (mark.clone(), now))
        });
        let moved: Vec<_> = now.collect();
        if !moved.is_empty() {
            self.change(Change::Remarked(moved), effects);
        }
    }

    /// A line of the document that is shown; empty where it is not.
    pub(super) fn line_of(&self, path: &SourcePath, line: u32) -> String {
        match self.reading.code.showing() {
            Showing::Page(page, _) if self.reading.code.path() == Some(path) => note(page, line),
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
                note: self.place_of(mark),
                choice: Choice::Bookmark(mark.chunk),
            })
            .collect();
        match items.is_empty() {
            true => self.notify(Tone::Plain, "there is no bookmark yet"),
            false => self.pick("bookmarks", items),
        }
    }

    /// The path of a bookmark, and its line where that is known: what is not open may have changed.
    fn place_of(&self, mark: &Bookmark) -> String {
        let page = self.page_of(&mark.path);
        let mut chunks = page.into_iter().flat_map(Page::chunks);
        match chunks.find(|chunk| chunk.id.0 == mark.chunk) {
            Some(chunk) => format!("{}:{}", mark.path, chunk.name_at.0),
            None => mark.path.to_string(),
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
        page: Result<&Page, &str>,
        effects: &mut Vec<Effect>,
    ) {
        let visit = self
            .navigation
            .pending_visit
            .take_if(|visit| visit.ticket == ticket);
        let Some(Visit { mark, .. }) = visit else {
            return;
        };
        let page = match page {
            Ok(page) => page,
            Err(why) => return self.notify(Tone::Error, format!("bookmark: {why}")),
        };
        let tree = &page.document().tree;
        let place = find(tree, &mark);
        let Some((place, chunk)) = place.and_then(|at| Some((at, tree.chunks.get(at)?))) else {
            let says = format!("{} is gone from {path}; its bookmark stays", called(&mark));
            self.notify(Tone::Warning, says);
            return self.visit_line(path, Some(mark.line), effects);
        };
        let (id, line) = (chunk.id, chunk.name_at.0);
        let now = mark_of(page, chunk);
        if now.names != mark.names {
            let says = format!("{} is {} now", called(&mark), called(&now));
            self.notify(Tone::Plain, says);
        }
        if now != mark {
            self.change(Change::Remarked(vec![(mark, now)]), effects);
        }
        let row = row_of(tree, place);
        // A part has no row of its own.
        let line = (row != id).then_some(line);
        self.visit(row, path.clone(), (0, line), effects);
    }

    /// Shows a file among the others, all of it.
    pub(super) fn visit_file(&mut self, path: &SourcePath, effects: &mut Vec<Effect>) {
        self.visit_line(path, None, effects);
    }

    fn visit_line(&mut self, path: &SourcePath, line: Option<u32>, effects: &mut Vec<Effect>) {
        let id = Hit::of_file(path).record.id;
        self.visit(id, path.clone(), (usize::MAX, line), effects);
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

/// A bookmark of a chunk.
fn mark_of(page: &Page, chunk: &Chunk) -> Bookmark {
    let tree = &page.document().tree;
    let line = chunk.name_at.0;
    Bookmark {
        path: tree.path().clone(),
        chunk: chunk.id.0,
        names: chunk.names.clone(),
        line,
        hash: if chunk.is_leaf() { chunk.hash } else { 0 },
        body: tree.nameless_hash(chunk),
        note: note(page, line),
    }
}

/// What reminds of what stands on a line.
fn note(page: &Page, line: u32) -> String {
    page.line(line).trim().chars().take(NOTE).collect()
}

/// Its names below the file, or the file's.
fn called(mark: &Bookmark) -> String {
    match mark.names.get(1..) {
        Some(names) if !names.is_empty() => names.join(" › "),
        _ => mark.path.to_string(),
    }
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
