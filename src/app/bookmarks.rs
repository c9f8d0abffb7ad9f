//! Bookmarks: chunks to come back to, found again after edits.

use super::event::Effect;
use super::places::Place;
use super::popup::{Choice, Item};
use super::{App, Page, Question, Showing, Tone, What};
use crate::chunk::{ChunkId, ChunkTree, Role};
use crate::corpus::SourcePath;
use crate::search::{Ancestor, Hit};
use crate::session::{Bookmark, Change};
use crate::ticket::Ticket;

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
        let name = called(&mark);
        if self.kept.remembered.session.is_marked(mark.chunk) {
            self.change(Change::Unmarked(mark.chunk), effects);
            self.notify(Tone::Plain, format!("{name} has no bookmark any more"));
        } else {
            self.change(Change::Marked(mark), effects);
            let key = self
                .keymap()
                .key_for(self.screen.focus, super::keymap::Action::Bookmarks);
            let lists = key.map_or(String::new(), |key| format!("; {key} lists them"));
            self.notify(Tone::Good, format!("{name} has a bookmark{lists}"));
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
            self.set_out(mark, effects);
        }
    }

    /// Asks for the document of the bookmark that one goes to again: it may have changed.
    pub(super) fn visit_again(&mut self, effects: &mut Vec<Effect>) {
        if let Some(visit) = self.journey.visiting.take() {
            self.set_out(visit.mark, effects);
        }
    }

    fn set_out(&mut self, mark: Bookmark, effects: &mut Vec<Effect>) {
        let ticket = self.open(mark.path.clone(), mark.line, effects);
        self.journey.visiting = Some(Visit { mark, ticket });
    }

    /// A document was read; goes to the bookmark in it that it was asked for.
    pub(super) fn arrive(
        &mut self,
        ticket: Ticket,
        path: &SourcePath,
        tree: Result<&ChunkTree, &str>,
        effects: &mut Vec<Effect>,
    ) {
        let visit = self
            .journey
            .visiting
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
        self.visit(row, path.clone(), effects);
    }

    /// Shows a file among the others.
    pub(super) fn visit_file(&mut self, path: &SourcePath, effects: &mut Vec<Effect>) {
        let id = Hit::of_file(path).record.id;
        self.visit(id, path.clone(), effects);
    }

    fn visit(&mut self, id: ChunkId, path: SourcePath, effects: &mut Vec<Effect>) {
        self.leave();
        let mode = self.inquiry.prompt.mode();
        self.go_to(
            Place {
                question: Question::Browse,
                text: String::new(),
                mode,
                only: None,
                selected: Some((id, path)),
                zoom: 0,
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

/// The row that a chunk is, or is in: heads and pieces have none of their own.
fn row_of(tree: &ChunkTree, chunk: usize) -> ChunkId {
    let mut chunk = tree.chunks.get(chunk);
    while let Some(part) = chunk
        && matches!(part.role, Role::Header | Role::Piece | Role::Gap)
        && let Some(parent) = part.parent
    {
        chunk = tree.chunks.get(parent);
    }
    chunk.map_or(ChunkId(0), |chunk| chunk.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Event;
    use crate::app::fixture::{self, app, browsing, drive, merger, press, settle};

    fn mark_of(chunk: usize) -> Bookmark {
        let tree = merger().tree;
        let chunk = &tree.chunks[chunk];
        Bookmark {
            path: tree.path().clone(),
            chunk: chunk.id.0,
            names: chunk.names.clone(),
            line: chunk.name_at.0,
            hash: chunk.hash,
            note: String::new(),
        }
    }

    /// The name of what a bookmark of `write` leads to after a change to it.
    fn check(change: impl Fn(&mut Bookmark), expected: Option<&str>) {
        let mut mark = mark_of(8);
        change(&mut mark);
        let tree = merger().tree;
        let found = find(&tree, &mark).map(|at| tree.chunks[at].name.as_str());
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bookmark_is_found_by_id_then_text_then_name() {
        check(|_| {}, Some("write"));
        check(|mark| mark.hash = 1, Some("write"));
        check(|mark| mark.chunk = 1, Some("write"));
        check(
            |mark| (mark.chunk, mark.names) = (1, vec!["renamed".into()]),
            Some("write"),
        );
        check(
            |mark| (mark.chunk, mark.hash, mark.line) = (1, 1, 9_999),
            Some("write"),
        );
        check(
            |mark| (mark.chunk, mark.hash, mark.names) = (1, 1, vec!["renamed".into()]),
            None,
        );
        check(
            |mark| (mark.chunk, mark.hash, mark.names) = (1, 0, Vec::new()),
            None,
        );
    }

    #[test]
    fn a_head_leads_to_what_it_is_the_head_of() {
        let tree = merger().tree;
        assert_eq!(row_of(&tree, 5), tree.chunks[4].id);
        assert_eq!(row_of(&tree, 8), tree.chunks[8].id);
        assert_eq!(row_of(&tree, 99), ChunkId(0));
    }

    #[test]
    fn a_bookmark_of_what_holds_pieces_has_its_name() {
        use crate::chunk::{Kind, Role};
        let cuts = [
            (0, Kind::File, Role::Parent, "task.py", 1, 4),
            (1, Kind::Class, Role::Parent, "Task", 1, 4),
            (2, Kind::Method, Role::Parent, "retry", 1, 4),
            (3, Kind::Method, Role::Piece, "retry#2", 3, 4),
        ];
        let document = fixture::document("task.py", "class\ndef\n  a\n  b\n", &cuts);
        let mut hit = fixture::hit(&document, 3, 1.0, Default::default());
        // As the names of pieces are.
        hit.record.names = ["task.py", "Task", "retry#2"].map(Into::into).to_vec();
        let chunks = &document.tree.chunks;
        let names = |chunk: usize| above(&hit, chunks[chunk].id).unwrap_or_default();
        assert_eq!(names(0), ["task.py"]);
        assert_eq!(names(1), ["task.py", "Task"]);
        assert_eq!(names(2), ["task.py", "Task", "retry"]);
        assert_eq!(above(&hit, ChunkId(1)), None);
    }

    #[test]
    fn a_bookmark_is_set_listed_visited_and_taken_away() {
        let mut app = app(120, 30);
        drive(&mut app, "segment<tab>b");
        let marked = app.results().selected().map(|node| node.id);
        assert!(marked.is_some_and(|id| app.is_bookmarked(id)));
        let mark = &app.kept.remembered.session.bookmarks[0];
        assert_eq!(
            (mark.names.last().unwrap().as_str(), mark.line),
            ("write", 42)
        );
        assert!(mark.note.contains("fn write"), "{}", mark.note);
        drive(&mut app, "GB<enter>");
        assert_eq!(app.question(), &Question::Browse);
        drive(&mut app, "<c-o>");
        assert!(matches!(app.question(), Question::Query(_)));
        drive(&mut app, "Nb");
        let rest = app.kept.remembered.session.bookmarks.len();
        drive(&mut app, "b");
        assert_ne!(app.kept.remembered.session.bookmarks.len(), rest);
    }

    /// An app that shows a hit in `merge_policy.rs`, and was told to go to `write` in `merger.rs`;
    /// what it asks for.
    fn setting_out() -> (App, Vec<Effect>) {
        let mut app = browsing(120, 30);
        app.change(Change::Marked(mark_of(8)), &mut Vec::new());
        drive(&mut app, "segment<tab>G");
        assert_eq!(shown(&app), "src/indexer/merge_policy.rs");
        let mut effects = Vec::new();
        app.visit_bookmark(mark_of(8).chunk, &mut effects);
        (app, effects)
    }

    fn shown(app: &App) -> &str {
        app.code().path().map_or("", SourcePath::as_str)
    }

    #[test]
    fn its_document_is_opened_where_it_is() {
        let (_, effects) = setting_out();
        let [Effect::Open { path, near, .. }] = &effects[..] else {
            panic!("one document: {effects:?}");
        };
        assert_eq!((path.as_str(), *near), ("src/indexer/merger.rs", 42));
    }

    #[test]
    fn who_goes_elsewhere_meanwhile_is_not_taken_to_the_bookmark() {
        for keys in ["k", "<tab>j", "<esc>x", "<esc><c-u>"] {
            let (mut app, effects) = setting_out();
            press(&mut app, keys);
            let question = app.question().clone();
            settle(&mut app, effects);
            drive(&mut app, "<esc>");
            assert!(app.journey.visiting.is_none(), "{keys}");
            assert_eq!(app.question(), &question, "{keys}");
        }
    }

    #[test]
    fn what_only_looks_at_the_help_goes_to_the_bookmark_all_the_same() {
        let (mut app, effects) = setting_out();
        drive(&mut app, "?<esc>");
        settle(&mut app, effects);
        assert_eq!(shown(&app), "src/indexer/merger.rs");
        assert_eq!(app.question(), &Question::Browse);
    }

    #[test]
    fn files_that_change_meanwhile_do_not_keep_one_from_the_bookmark() {
        let (mut app, before) = setting_out();
        let after = app.update(Event::EditorReturned(Ok(())));
        settle(&mut app, before);
        assert_ne!(app.question(), &Question::Browse, "perhaps as it was");
        settle(&mut app, after);
        assert_eq!(shown(&app), "src/indexer/merger.rs");
        assert_eq!(app.question(), &Question::Browse);
    }

    #[test]
    fn a_document_on_its_way_is_asked_for_again_after_a_bookmark_that_is_gone() {
        let mut app = app(120, 30);
        let mark = Bookmark {
            path: SourcePath::new("src/gone.rs"),
            ..mark_of(8)
        };
        app.change(Change::Marked(mark), &mut Vec::new());
        drive(&mut app, "segment<tab>");
        app.reading.documents.clear();
        press(&mut app, "G");
        assert!(matches!(app.code().showing(), Showing::Opening));
        let mut effects = Vec::new();
        app.visit_bookmark(mark_of(8).chunk, &mut effects);
        settle(&mut app, effects);
        assert!(matches!(app.code().showing(), Showing::Page(..)));
    }

    #[test]
    fn a_bookmark_in_a_file_that_is_gone_says_so() {
        let mut app = app(120, 30);
        let mark = Bookmark {
            path: SourcePath::new("src/gone.rs"),
            ..mark_of(8)
        };
        app.change(Change::Marked(mark), &mut Vec::new());
        drive(&mut app, "<tab>B<enter>");
        let notice = app.notice().map(|notice| notice.text.clone());
        assert!(notice.is_some_and(|it| it.contains("src/gone.rs")));
    }
}
