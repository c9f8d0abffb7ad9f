//! State kept between runs: search history, bookmarks, last position.
//!
//! Principal type: [`SessionState`]. Invariant: each change is applied here and sent to the recorder; the app
//! never writes the session as a whole.

use super::event::Effect;
use super::navigation::{Position, RowPosition};
use super::{App, ResultsContent, ResultsView};
use crate::chunk::ChunkId;
use crate::search::{Mode, Query};
use crate::session::{Change, HistoryEntry, LastPosition, Session};

/// The session, and its last saved position.
#[derive(Debug, Default)]
pub(super) struct SessionState {
    pub(super) stored: Session,
    /// The last position that was saved.
    saved_position: LastPosition,
    /// True after the first action, so that the last position is not restored.
    pub(super) touched: bool,
}

impl App {
    /// Applies the saved session, and restores the last position unless the user did something already.
    pub(super) fn restore_session(&mut self, session: Session) {
        let early = std::mem::replace(&mut self.session.stored, session);
        let history = early.history.into_iter().map(Change::Searched);
        let marks = early.marks.into_iter().map(Change::MarkAdded);
        let bookmarks = early.bookmarks.into_iter().map(Change::BookmarkAdded);
        for change in history.chain(marks).chain(bookmarks) {
            self.session.stored.apply(&change);
        }
        let position = self.session.stored.position.clone();
        if let Some(position) = position.filter(|_| !self.session.touched && !self.options.fresh) {
            self.session.saved_position = position.clone();
            self.restore_position(position);
        }
    }

    /// Restores a position. Typing replaces its query.
    fn restore_position(&mut self, position: LastPosition) {
        let (text, mode) = (position.query.text, parse_mode(&position.query.mode));
        let content = match text.trim().is_empty() {
            true => ResultsContent::Browse,
            false => ResultsContent::Query(Query::parse(&text, mode)),
        };
        let focus = self.screen.focus;
        let row = position
            .chunk
            .zip(position.path)
            .map(|(id, path)| RowPosition {
                id: ChunkId(id),
                path,
                zoom: position.zoom,
                line: position.line,
                goal: None,
            });
        let mut views = ResultsView::ALL.into_iter();
        let view = views.find(|it| it.name() == position.view);
        let view = view.unwrap_or_default();
        self.results.view = view;
        self.browsing.hidden_results.view = view;
        self.go_to(Position {
            content,
            text,
            mode,
            only: None,
            row,
            focus,
        });
        self.navigation.is_visited = false;
        self.focus_on(focus);
        self.prompt.is_selected = !self.prompt.is_empty();
    }

    /// Saves the current position, and keeps the query if its results were used.
    pub(super) fn save_position(&mut self) {
        if !self.session.touched {
            return;
        }
        if self.navigation.is_visited {
            self.add_to_history();
        }
        let position = match &self.search.content {
            ResultsContent::Browse => self.last_position("", self.prompt.mode()),
            ResultsContent::Query(query) => self.last_position(&query.text, query.mode),
            // Their subject may no longer exist at the next start, so the previous position is kept.
            ResultsContent::Similar(_) | ResultsContent::Related(..) => return,
        };
        if position != self.session.saved_position {
            self.session.saved_position = position.clone();
            self.effects
                .push(Effect::SaveSession(Change::Moved(position)));
        }
    }

    fn last_position(&self, text: &str, mode: Mode) -> LastPosition {
        let selected = self.results.selected();
        LastPosition {
            query: history_entry(text, mode),
            chunk: selected.map(|node| node.id.0),
            path: selected.map(|node| node.path.clone()),
            view: self.results.view.name().to_owned(),
            zoom: self.code.level(),
            line: self.code.cursor_line(),
        }
    }

    /// Keeps the query in the search history, because the user used its results. A query without results is
    /// not kept.
    pub(super) fn add_to_history(&mut self) {
        let ResultsContent::Query(query) = &self.search.content else {
            return;
        };
        // A query that runs again because the index changed has results already.
        let is_answered = !self.is_searching() || self.search.repeated;
        let has_hits = self.browsing.shows_answer && !self.results.hits().is_empty();
        let entry = history_entry(query.text.trim(), query.mode);
        let is_last = self.session.stored.history.last() == Some(&entry);
        if has_hits && is_answered && !is_last && self.error().is_none() {
            self.apply_change(Change::Searched(entry));
        }
    }

    /// Applies a change to the session, and saves it.
    pub(super) fn apply_change(&mut self, change: Change) {
        self.session.stored.apply(&change);
        self.effects.push(Effect::SaveSession(change));
    }

    /// Runs a query of the history again.
    pub(super) fn rerun_query(&mut self, entry: &HistoryEntry) {
        self.push_if_visited();
        self.prompt.replace(&entry.text, parse_mode(&entry.mode));
        self.focus_prompt();
        self.search();
    }
}

/// A query as the history keeps it.
fn history_entry(text: &str, mode: Mode) -> HistoryEntry {
    HistoryEntry {
        text: text.to_owned(),
        mode: mode.name().to_owned(),
    }
}

/// Parses a mode; unknown names of other versions become the default.
fn parse_mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, app, drive, drive_all, run_until_idle};
    use crate::app::{Event, Focus};
    use crate::protocol::RecorderReply;

    /// Changes recorded after keys, in order, without positions; and the last position.
    fn changes(keys: &str) -> (Vec<Change>, Option<LastPosition>) {
        let mut app = app(120, 30);
        let mut last = None;
        let mut others = Vec::new();
        for effect in drive_all(&mut app, keys) {
            match effect {
                Effect::SaveSession(Change::Moved(position)) => last = Some(position),
                Effect::SaveSession(change) => others.push(change),
                _ => {}
            }
        }
        (others, last)
    }

    #[test]
    fn a_query_is_kept_once_its_results_are_visited() {
        let searched = |text: &str| Change::Searched(history_entry(text, Mode::Hybrid));
        assert_eq!(changes("merge").0, []);
        assert_eq!(changes("merge<down>").0, [searched("merge")]);
        assert_eq!(changes("merge<down><down><up>").0, [searched("merge")]);
        assert_eq!(
            changes("merge<down>x<tab>j").0,
            [searched("merge"), searched("mergex")]
        );
    }

    #[test]
    fn command_letters_are_not_queries() {
        let searched = |text: &str| Change::Searched(history_entry(text, Mode::Hybrid));
        for keys in [
            "merge<down><esc><esc>jjw<c-u>",
            "merge<tab>j<esc><esc>jjw<c-u>",
            "merge<tab>j<esc><esc>jjw<c-u>post<tab>",
            "merge<tab>j<esc><esc>jjw<c-o>",
            "merge<tab>j<esc><esc>jjw<c-u><c-o>",
            // Nothing is found, so nothing is moved.
            "merge<tab>j<esc><esc>zzz<down><tab>jj<tab>jz<backtab><backtab><c-u>",
        ] {
            assert_eq!(changes(keys).0, [searched("merge")], "{keys}");
        }
    }

    fn position_of(keys: &str) -> LastPosition {
        changes(keys).1.expect("a position")
    }

    #[test]
    fn last_position_is_restored() {
        for keys in [
            "segment<down>",
            "segment<tab>r<down>",
            "<a-m>segment<tab><tab>z",
        ] {
            let position = position_of(keys);
            let session = Session {
                position: Some(position.clone()),
                ..Session::default()
            };
            let mut app = app(120, 30);
            let effects = app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
            run_until_idle(&mut app, effects);
            let text = &position.query.text;
            assert_eq!(
                app.last_position(text, app.prompt.mode()),
                position,
                "{keys}"
            );
            assert_eq!(app.prompt.text(), text);
            assert_eq!(app.screen.focus, Focus::Prompt);
        }
    }

    #[test]
    fn position_in_the_repository_is_restored_once_files_are_listed() {
        for keys in [
            "<tab>jl",
            "<tab>jllj",
            "<c-t>policy<enter>",
            "<c-t>merger<enter><tab>ljj",
        ] {
            let mut before = fixture::browsing(120, 30);
            drive(&mut before, keys);
            let position = before.last_position("", Mode::Hybrid);
            assert!(position.path.is_some(), "{keys}");
            let mut app = fixture::blank();
            app.update(Event::Resize(120, 30));
            let session = Session {
                position: Some(position.clone()),
                ..Session::default()
            };
            app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
            assert!(app.results.selected().is_none(), "{keys}: too early");
            let effects = app.update(Event::Index(fixture::fresh()));
            run_until_idle(&mut app, effects);
            assert_eq!(app.last_position("", Mode::Hybrid), position, "{keys}");
        }
    }

    /// Checks the prompt if the session is loaded after some keys and others follow.
    fn check(before: &str, after: &str, expected: &str) {
        let session = Session {
            position: Some(position_of("segment<down>")),
            ..Session::default()
        };
        let mut app = app(120, 30);
        drive(&mut app, before);
        let effects = app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
        run_until_idle(&mut app, effects);
        drive(&mut app, after);
        assert_eq!(app.prompt.text(), expected, "{before} {after}");
    }

    #[test]
    fn typing_replaces_the_restored_query_and_other_keys_keep_it() {
        check("", "", "segment");
        check("", "x", "x");
        check("", "<bs>", "");
        check("", "<left>x", "segmenxt");
        check("", "<down>x", "segmentx");
        check("y", "", "y");
    }

    #[test]
    fn a_fresh_start_keeps_the_history_but_not_the_position() {
        let session = Session {
            position: Some(position_of("segment<down>")),
            history: vec![history_entry("old", Mode::Regex)],
            ..Session::default()
        };
        let mut app = fixture::fresh_app(120, 30);
        app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
        assert_eq!(app.prompt.text(), "");
        drive(&mut app, "<c-r><enter>");
        assert_eq!(app.prompt.text(), "old");
        assert_eq!(app.prompt.mode(), Mode::Regex);
    }

    #[test]
    fn a_file_is_chosen_from_the_list_of_all_files() {
        let mut app = fixture::browsing(120, 30);
        drive(&mut app, "<c-t>policy<enter>");
        let path = app.code.path().map(ToString::to_string);
        assert_eq!(path.as_deref(), Some("src/indexer/merge_policy.rs"));
        assert_eq!(app.screen.focus, Focus::Prompt);
    }

    #[test]
    fn a_file_is_shown_at_the_line_that_is_typed() {
        let check = |typed: &str, expected: (u32, u32)| {
            let mut app = fixture::browsing(120, 30);
            drive(&mut app, &format!("<c-t>{typed}<enter>"));
            let position = app.code.cursor_location();
            let position = position.map(|it| (it.path.to_string(), it.line, it.column));
            let (line, column) = expected;
            let path = "src/indexer/merger.rs".to_owned();
            assert_eq!(position, Some((path, line, column)), "{typed}");
            let effects = drive(&mut app, "<enter>");
            assert!(
                matches!(&effects[..], [Effect::Edit(to)] if (to.line, to.column) == expected),
                "{effects:?}"
            );
            // A return to the row does not show the typed line again.
            drive(&mut app, "<backtab>jk");
            assert_eq!(app.code.hit_location().map(|it| it.line), Some(1));
        };
        check("merger.rs:40", (40, 1));
        check("merger.rs:40:9", (40, 9));
        check("merger.rs:4000", (52, 1));
    }

    #[test]
    fn files_can_be_chosen_while_listing() {
        let mut app = fixture::blank();
        app.update(Event::Resize(120, 30));
        let effects = app.update(Event::Index(fixture::fresh()));
        app.update(Event::Key(crossterm::event::KeyEvent::new(
            crossterm::event::KeyCode::Char('t'),
            crossterm::event::KeyModifiers::CONTROL,
        )));
        assert_eq!(fixture::picker(&app).counts(), (0, 0));
        run_until_idle(&mut app, effects);
        let all = fixture::listing().len();
        assert_eq!(fixture::picker(&app).counts(), (all, all));
        drive(&mut app, "policy<enter>");
        let path = app.code.path().map(ToString::to_string);
        assert_eq!(path.as_deref(), Some("src/indexer/merge_policy.rs"));
    }

    #[test]
    fn a_file_is_chosen_before_any_is_listed() {
        let mut app = fixture::blank();
        app.update(Event::Resize(120, 30));
        let effects = app.update(Event::Index(fixture::fresh()));
        drive(&mut app, "<c-t>policy<enter>");
        assert!(
            app.screen.popup.as_ref().is_some(),
            "there is nothing to choose yet"
        );
        run_until_idle(&mut app, effects);
        assert!(app.screen.popup.as_ref().is_none());
        let path = app.code.path().map(ToString::to_string);
        assert_eq!(path.as_deref(), Some("src/indexer/merge_policy.rs"));
    }

    #[test]
    fn history_lists_the_latest_query_first() {
        let mut app = app(120, 30);
        drive(&mut app, "one<down><c-u>two<down><c-r>");
        let texts = fixture::picker(&app).visible().map(|row| row.text);
        assert_eq!(texts.collect::<Vec<_>>(), ["two", "one"]);
    }
}
