//! Execution of actions. Methods of [`App`].
//!
//! [`App::perform()`] is the only place that handles an [`Action`], whether of a key, the palette or the
//! mouse.

use super::keymap::{Action, CodeAction, Editing, Step};
use super::popup::PageSubject;
use super::{Activity, App, CodeContent, Effect, RowKind, Tone, counted, sentence};
use crate::context::RelationKind;
use crate::corpus::{Extraction, Location};
use crate::search::Mode;
use crate::session::Change;

impl App {
    pub(super) fn perform(&mut self, action: Action) {
        match action {
            Action::StopOrQuit => self.stop_or_quit(),
            Action::Quit => self.effects.push(Effect::Quit),
            Action::Suspend => {
                // Closing the index may take a moment.
                self.screen.notify(Tone::Plain, "Stopping …");
                self.effects.push(Effect::Suspend);
            }
            Action::Redraw => self.effects.push(Effect::Redraw),
            Action::Reindex => self.reindex(),
            Action::WidenResults => self.move_splitter(true),
            Action::NarrowResults => self.move_splitter(false),
            Action::CancelIndexing => self.cancel_indexing(),
            Action::Rebuild => self.rebuild(),
            Action::Index => self.show_index(),
            Action::CaptureMouse => self.toggle_mouse(),
            Action::FocusNext => self.focus_on(self.screen.focus.next()),
            Action::FocusPrevious => self.focus_on(self.screen.focus.previous()),
            Action::FocusPrompt => self.focus_prompt(),
            Action::Peek => self.toggle_peek(),
            Action::Escape if !self.screen.focus.is_code() && self.leave_target() => {}
            Action::Escape if self.screen.focus.is_prompt() => self.escape_prompt(),
            Action::Escape => self.focus_on(self.screen.focus.above()),
            Action::Help => self.show_page(PageSubject::Keys),
            Action::Palette => self.show_palette(),
            Action::Themes => self.show_themes(),
            Action::Explain => {
                self.results.pin_selection();
                self.show_page(PageSubject::Explanation);
            }
            Action::Edit => self.open_selected(),
            Action::EditSplit => self.edit(Effect::EditSplit),
            Action::Find => self.open_find(),
            Action::CopyLocation => self.copy_location(),
            Action::CopyCode => self.copy_code(),
            Action::Prompt(editing) => self.edit_prompt(editing),
            Action::NextMode => self.set_mode(self.prompt.mode().next()),
            Action::HybridMode => self.set_mode(Mode::Hybrid),
            Action::KeywordsMode => self.set_mode(Mode::Keywords),
            Action::SemanticMode => self.set_mode(Mode::Semantic),
            Action::SymbolMode => self.set_mode(Mode::Symbol),
            Action::RegexMode => self.set_mode(Mode::Regex),
            Action::PreviewDown => self.scroll_preview(1),
            Action::PreviewUp => self.scroll_preview(-1),
            Action::Results(step) => self.step(step),
            Action::Code(action) => {
                self.mark_visited();
                self.move_code(action);
            }
            Action::Choose => self.choose_selected(),
            Action::Complete => self.complete(),
            Action::Like => self.search_similar(),
            Action::References => self.search_on_line(RelationKind::Callers),
            Action::Definition => self.search_on_line(RelationKind::Definitions),
            Action::Imports => self.search_related(RelationKind::Imports),
            Action::Siblings => self.search_related(RelationKind::Siblings),
            Action::SameKind => self.toggle_same_kind(),
            Action::Copies => self.show_copies(),
            Action::MoreResults => self.request_more(),
            Action::Mark => self.mark(),
            Action::ClearMarks => self.clear_marks(),
            Action::ToggleCase => self.toggle_case(),
            Action::Export => self.offer_export(),
            Action::Back => self.go(true),
            Action::Forward => self.go(false),
            Action::Files => self.show_files(),
            Action::History => self.show_history(),
            Action::Bookmark => self.toggle_bookmark(),
            Action::Bookmarks => self.show_bookmarks(),
        }
    }

    /// Rescans for changes. If another process indexes, reads open files again.
    fn reindex(&mut self) {
        let message = match self.index.stage {
            Activity::Following => {
                self.reload_documents();
                "Another smriti-tui process indexes this repository; reloading"
            }
            _ => "Rescanning for changes …",
        };
        self.screen.notify(Tone::Plain, message);
        self.browsing.list_error = None;
        self.effects.push(Effect::Reindex);
    }

    /// Scrolls the code by half a page.
    fn scroll_preview(&mut self, direction: isize) {
        self.results.pin_selection();
        self.code.scroll_half(direction);
    }

    /// Clears the prompt; in an empty prompt, shows how to quit.
    fn escape_prompt(&mut self) {
        match self.prompt.is_empty() {
            true => {
                let key = self.key_of(Action::StopOrQuit);
                self.screen
                    .notify(Tone::Plain, format!("Press {key} to quit"));
            }
            false => self.edit_prompt(Editing::Clear),
        }
    }

    /// Notes that the user looked at the results, and cancels pending navigation. A query without results is
    /// not a position to return to.
    pub(super) fn mark_visited(&mut self) {
        self.navigation.destination = None;
        self.results.pin_selection();
        self.navigation.is_visited |= self.results.selected().is_some();
    }

    pub(super) fn step(&mut self, step: Step) {
        if step == Step::Siblings && self.results.answer().is_none() {
            return self.screen.notify(Tone::Plain, "No results: search first");
        }
        if let Some(message) = self.results.step(step) {
            self.screen.notify(Tone::Plain, message);
        }
        self.mark_visited();
    }

    pub(super) fn move_code(&mut self, action: CodeAction) {
        let why_not = match &self.code.content {
            CodeContent::Nothing => Some("Nothing is selected"),
            CodeContent::Directory => Some("A directory has no code; select a file"),
            CodeContent::Opening | CodeContent::Failed(_) | CodeContent::Page(..) => None,
        };
        if let Some(message) = why_not {
            return self.screen.notify(Tone::Plain, message);
        }
        if action == CodeAction::Parent && self.code.names_owner() {
            return self.search_related(RelationKind::Owner);
        }
        match self.code.perform(action) {
            Some(message) => self.screen.notify(Tone::Plain, message),
            None if matches!(
                action,
                CodeAction::NextMatch | CodeAction::PreviousMatch | CodeAction::FindName
            ) =>
            {
                self.notify_match()
            }
            None => {}
        }
    }

    /// Reports the position of the match among the matching lines, and the name that is searched.
    pub(super) fn notify_match(&mut self) {
        if let (at, all @ 1..) = self.code.match_count() {
            let position = format!("Matching line {at} of {all}");
            let message = match self.code.found_name() {
                "" => position,
                name => format!("{position}: {name}"),
            };
            self.screen.notify(Tone::Plain, message);
        }
    }

    /// Keys and words for the footer that apply to the selected row, the most important first.
    pub(crate) fn footer(&self) -> Vec<(String, &'static str)> {
        let (focus, node) = (self.screen.focus, self.results.selected());
        let has_code = self.location().is_some();
        let is_hit = node.is_some_and(|node| !node.is_other_member());
        let node = node.filter(|_| !focus.is_code());
        let hints = self.keymap().hints(focus).into_iter();
        // A popup names its own keys.
        let is_open = self.screen.popup.is_some();
        let hints = hints.filter(|(action, ..)| !is_open || *action == Action::StopOrQuit);
        let applicable = hints.filter_map(|(action, key, word)| {
            let word = match (action, node.map(|node| node.what)) {
                (Action::Edit, Some(RowKind::More)) => "more",
                (Action::Edit, Some(RowKind::Directory)) => {
                    let node = node.filter(|node| node.is_branch())?;
                    if node.open { "close" } else { "open" }
                }
                (Action::Edit | Action::References | Action::Definition, _) if !has_code => {
                    return None;
                }
                (Action::Explain, _) if !is_hit => return None,
                _ => word,
            };
            Some((key, word))
        });
        applicable.collect()
    }

    /// Opens a directory, requests more results, or opens the selection in the editor.
    fn open_selected(&mut self) {
        let node = self.results.selected();
        let node = node.filter(|_| !self.screen.focus.is_code());
        match node.map(|node| (node.what, node.is_branch())) {
            Some((RowKind::More, _)) => self.request_more(),
            Some((RowKind::Directory, true)) => {
                self.navigation.destination = None;
                self.results.step(Step::Toggle);
            }
            _ => self.edit(Effect::Edit),
        }
    }

    /// Opens the selection in the editor, or a document in its own program.
    fn edit(&mut self, open: fn(Location) -> Effect) {
        match self.location() {
            Some(location) => {
                let path = &location.path;
                self.apply_change(Change::Opened(path.clone()));
                self.mark_visited();
                if Extraction::of(path).is_some() {
                    self.screen
                        .notify(Tone::Plain, format!("Opening {path} in its viewer"));
                }
                self.effects.push(open(location));
            }
            None if self.code.is_directory() => {
                self.screen
                    .notify(Tone::Warning, "Nothing to edit: a directory is selected");
            }
            None => self.screen.notify(Tone::Warning, "No result is selected"),
        }
    }

    /// Stops a search or indexing, in this order; quits if nothing runs or it was
    /// stopped already.
    fn stop_or_quit(&mut self) {
        let key = self.key_of(Action::StopOrQuit);
        let is_indexing = self.is_indexing() && !self.panel.stopped;
        if self.stop_search() {
            let next = if is_indexing { "stop indexing" } else { "quit" };
            let message = format!("Search stopped; press {key} again to {next}");
            self.screen.notify(Tone::Warning, message);
        } else if is_indexing {
            self.cancel_indexing();
            let message = format!("Indexing stopped; press {key} again to quit");
            self.screen.notify(Tone::Warning, message);
        } else {
            self.effects.push(Effect::Quit);
        }
    }

    fn toggle_mouse(&mut self) {
        self.options.capture_mouse = !self.options.capture_mouse;
        let key = self.key_of(Action::CaptureMouse);
        let message = match self.options.capture_mouse {
            true => format!("Mouse captured; press {key} to release it to the terminal"),
            false => format!("Mouse released to the terminal; press {key} to capture it"),
        };
        self.screen.notify(Tone::Plain, message);
        self.effects
            .push(Effect::CaptureMouse(self.options.capture_mouse));
    }

    /// Location that Enter opens: in the code the cursor's line; for a declaration with hits the
    /// line of its name; for a hit the matched line, else the line of its name; for a file its best
    /// hit.
    fn location(&self) -> Option<Location> {
        let node = self.results.selected()?;
        if self.screen.focus.is_code() {
            return self.code.cursor_location();
        }
        if node.hit.is_some() || node.what != RowKind::Declaration || self.code.is_directory() {
            return self.code.hit_location();
        }
        self.code.node_location(node.id, node.line)
    }

    fn copy_location(&mut self) {
        let location = self.location();
        let location = location.map(|at| format!("{}:{}", at.path, at.line));
        // A directory has no line.
        let Some(text) = location.or_else(|| self.code.path().map(ToString::to_string)) else {
            return self
                .screen
                .notify(Tone::Warning, "Nothing to copy: no result is selected");
        };
        self.screen.notify(Tone::Good, format!("Copied {text}"));
        self.effects.push(Effect::Copy(text));
    }

    fn copy_code(&mut self) {
        match self.code.text() {
            Some(text) => {
                let lines = counted(text.lines().count(), "line", "lines");
                self.screen.notify(Tone::Good, format!("Copied {lines}"));
                self.effects.push(Effect::Copy(text));
            }
            None => self
                .screen
                .notify(Tone::Warning, "Nothing to copy: the code is not shown yet"),
        }
    }

    /// Adds to the notice which program copied the text, or shows the error.
    pub(super) fn copied(&mut self, outcome: Result<String, String>) {
        match (outcome, &mut self.screen.notice) {
            (Err(why), _) => self.screen.notify(Tone::Error, sentence(&why)),
            (Ok(by), Some(notice)) if notice.tone == Tone::Good => {
                notice.text += &format!(" ({by})");
            }
            // The notice is gone after another key.
            (Ok(_), _) => {}
        }
    }
}
