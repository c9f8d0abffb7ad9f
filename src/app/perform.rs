//! Execution of actions and of chosen items. Methods of [`App`].
//!
//! [`App::perform()`] is the only place that handles an [`Action`], whether of a key, the palette or the
//! mouse; [`App::choose()`] is the only place that handles an [`ItemAction`].

use super::code::{CodeContent, OldText};
use super::event::Effect;
use super::index_status::Activity;
use super::keymap::{Action, CodeAction, Editing, Step};
use super::lists;
use super::popup::{Content, ItemAction, PageSubject, Popup};
use super::results::RowKind;
use super::state::App;
use super::status::Tone;
use super::text::counted;
use super::typing::PatternSwitch;
use crate::context::RelationKind;
use crate::corpus::Extraction;
use crate::protocol::Walk;
use crate::search::Mode;
use crate::session::Change;

impl App {
    pub(super) fn perform(&mut self, action: Action) {
        if self.wait_for_results(action) {
            return;
        }
        match action {
            Action::StopOrQuit => self.stop_or_quit(),
            Action::Quit => self.effects.push(Effect::Quit),
            Action::Suspend => {
                // Closing the index may take a moment.
                self.screen.say("Stopping …");
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
            Action::FocusNext => self.focus_on(self.screen.focus.next(self.has_columns())),
            Action::FocusPrevious => self.focus_on(self.screen.focus.previous(self.has_columns())),
            Action::Columns => self.toggle_columns(),
            Action::Labels => self.show_labels(),
            Action::FocusPrompt => self.focus_prompt(),
            Action::FilterOrPrompt => self.open_filter_or_prompt(),
            Action::Filter => self.open_filter(),
            Action::Peek => self.toggle_peek(),
            Action::Escape
                if (!self.screen.focus.is_code() || self.shows_one_target())
                    && (self.clear_filter() || self.leave_target()) => {}
            Action::Escape if self.screen.focus.is_prompt() => self.escape_prompt(),
            Action::Escape => self.focus_on(self.screen.focus.above()),
            Action::Help
            | Action::Palette
            | Action::Copies
            | Action::Marks
            | Action::Export
            | Action::History
            | Action::Bookmarks => self.show_list(action),
            Action::Themes => self.show_themes(),
            Action::Explain => {
                self.results.pin_selection();
                self.show_page(PageSubject::Explanation);
            }
            Action::Edit => self.open_selected(),
            Action::EditSplit => self.edit(false),
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
            Action::AsText => self.search_as_text(),
            Action::PreviewDown => self.scroll_preview(1),
            Action::PreviewUp => self.scroll_preview(-1),
            Action::Results(step) => self.step(step),
            Action::Code(action) => {
                self.mark_visited();
                self.move_code(action);
            }
            Action::Choose if self.screen.popup.is_some() => {
                self.update_popup(|popup| popup.act(Action::Choose));
            }
            Action::Choose | Action::Complete => self.complete(),
            Action::Like => self.search_similar(),
            Action::References => self.search_references(),
            Action::Definition => self.search_definitions(),
            Action::Implementations => {
                self.search_related(RelationKind::Implementations(self.requested_symbol()));
            }
            Action::Docs => self.show_docs(),
            Action::Impact => self.search_walk(Walk::Impact),
            Action::NextChange => self.go_to_change(true, 1),
            Action::PreviousChange => self.go_to_change(false, 1),
            Action::OldText => self.toggle_old_text(OldText::Inline),
            Action::Beside => self.toggle_old_text(OldText::Beside),
            Action::FileAtCursor => self.visit_file_at_cursor(),
            Action::Callees => self.search_related(RelationKind::Callees),
            Action::PathStart => self.start_path(),
            Action::Path => self.search_path(),
            Action::Tests => self.search_walk(Walk::Tests),
            Action::Imports => self.search_related(RelationKind::Imports),
            Action::Siblings => self.search_related(RelationKind::Siblings),
            Action::SameKind => self.toggle_same_kind(),
            Action::MoreResults => self.request_more(),
            Action::Mark => self.mark(),
            Action::ClearMarks => self.clear_marks(),
            Action::ToggleCase => self.toggle_switch(PatternSwitch::Case),
            Action::ToggleWords => self.toggle_switch(PatternSwitch::Words),
            Action::ToggleLines => self.toggle_switch(PatternSwitch::Lines),
            Action::Back => self.go(true),
            Action::Forward => self.go(false),
            Action::Files => self.show_files(),
            Action::Map => self.show_map(),
            Action::Own(number) => self.run_command(number),
            Action::Bookmark => self.toggle_bookmark(),
        }
    }

    /// Performs the effect of a chosen item.
    pub(super) fn choose(&mut self, choice: ItemAction) {
        match choice {
            ItemAction::Action(action) => self.perform(action),
            ItemAction::Theme(name) => self.keep_theme(name),
            ItemAction::Export(format, source, to) => self.export(format, source, to),
            ItemAction::Name(format, source) => {
                let content = Content::Name(format, source);
                self.open_popup(Popup::new("write to", content));
            }
            ItemAction::File(path, position) => {
                self.apply_change(Change::Opened(path.clone()));
                self.visit_file(path, position);
            }
            ItemAction::Query(entry) => self.rerun_query(&entry),
            ItemAction::Find(text) if text.is_empty() => self.move_code(CodeAction::NextMatch),
            ItemAction::Find(text) => {
                if self.code.find(&text) {
                    self.notify_match();
                } else {
                    self.screen.say(format!("\"{text}\" is not in this file"));
                }
            }
            ItemAction::Type(text) => {
                self.enter_prompt();
                self.type_in(&text);
            }
            ItemAction::Bookmark(chunk) => self.visit_bookmark(chunk),
            ItemAction::Mark(chunk) => self.visit_mark(chunk),
            ItemAction::Filter => self.accept_filter(),
        }
    }

    /// Rescans for changes. If another process indexes, reads open files again.
    fn reindex(&mut self) {
        let message = if self.index.stage == Activity::Following {
            self.reload_documents();
            "Another smriti-tui process indexes this repository; reloading"
        } else {
            "Rescanning for changes …"
        };
        self.screen.say(message);
        self.browsing.list_error = None;
        self.effects.push(Effect::Reindex);
        if self.search.has_newer || self.lists_changes() {
            self.send_query(true);
        }
    }

    fn show_index(&mut self) {
        self.panel.open();
        self.show_page(PageSubject::Index);
    }

    /// Rebuilds the index, after a confirmation on the index page.
    fn rebuild(&mut self) {
        if self.screen.page_subject() != Some(PageSubject::Index) {
            self.show_index();
        }
        if self.panel.confirm_rebuild() {
            self.screen.say("Rebuilding the index …");
            self.effects.push(Effect::Rebuild);
        }
    }

    /// Stops indexing, or shows that nothing runs.
    fn cancel_indexing(&mut self) {
        if !self.index.is_indexing() {
            return self.screen.say("Nothing to stop");
        }
        self.panel.stopped = true;
        self.screen
            .warn("Indexing stopped; the current index stays searchable");
        self.effects.push(Effect::CancelIndexing);
    }

    /// Stops a search or indexing, in this order; quits if nothing runs or it was
    /// stopped already. An explorer that picks is a question: it is cancelled at once.
    fn stop_or_quit(&mut self) {
        if self.options.picks {
            return self.effects.push(Effect::Quit);
        }
        let key = self.key_of(Action::StopOrQuit);
        let is_indexing = self.index.is_indexing() && !self.panel.stopped;
        if self.stop_search() {
            let next = if is_indexing { "stop indexing" } else { "quit" };
            self.screen
                .warn(format!("Search stopped; press {key} again to {next}"));
        } else if is_indexing {
            self.cancel_indexing();
            self.screen
                .warn(format!("Indexing stopped; press {key} again to quit"));
        } else {
            self.effects.push(Effect::Quit);
        }
    }

    fn toggle_mouse(&mut self) {
        let captures = !self.options.capture_mouse;
        self.options.capture_mouse = captures;
        let key = self.key_of(Action::CaptureMouse);
        let message = if captures {
            format!("Mouse captured; press {key} to release it to the terminal")
        } else {
            format!("Mouse released to the terminal; press {key} to capture it")
        };
        self.screen.say(message);
        self.effects.push(Effect::CaptureMouse(captures));
    }

    /// Lists the themes, with the current one selected.
    fn show_themes(&mut self) {
        let (names, current) = (&self.options.themes, &self.options.theme);
        let items = lists::themes(names, current);
        let selected = names.iter().position(|name| name == current);
        let mut popup = Popup::new("themes", Content::Items(items));
        popup.select(selected.unwrap_or_default());
        self.open_popup(popup);
    }

    /// Chooses a theme, also for the next start.
    fn keep_theme(&mut self, name: String) {
        self.screen.say(format!("Theme: {name}"));
        self.effects.push(Effect::KeepTheme(name.clone()));
        self.options.theme = name;
    }

    /// Scrolls the code by half a page.
    fn scroll_preview(&mut self, direction: isize) {
        self.results.pin_selection();
        self.code.scroll_half(direction);
    }

    /// Clears the prompt; in an empty prompt, shows how to quit.
    fn escape_prompt(&mut self) {
        if !self.prompt.is_empty() {
            return self.edit_prompt(Editing::Clear);
        }
        let key = self.key_of(Action::StopOrQuit);
        self.screen.say(format!("Press {key} to quit"));
    }

    pub(super) fn step(&mut self, step: Step) {
        if self.screen.focus.is_beside_code() {
            return self.step_in_column(step);
        }
        self.search.has_moved = true;
        if step == Step::Siblings && self.results.answer().is_none() {
            return self.screen.say("No results: search first");
        }
        let is_at_end = self.results.is_last(step) && self.results.has_more();
        if is_at_end && self.search.can_request_more() {
            self.search.then = Some(step);
            return self.request_more();
        }
        if let Some(message) = self.results.step(step) {
            self.screen.say(message);
        }
        if step == Step::Open {
            self.say_if_no_calls();
        }
        self.mark_visited();
    }

    fn move_code(&mut self, action: CodeAction) {
        if self.shows_map() && self.move_in_map(action) {
            return;
        }
        let why_not = match &self.code.content {
            CodeContent::Nothing => Some("Nothing is selected"),
            CodeContent::Directory => Some("A directory has no code; select a file"),
            CodeContent::Opening
            | CodeContent::Failed(_)
            | CodeContent::Deleted(..)
            | CodeContent::Page(..) => None,
        };
        if let Some(message) = why_not {
            return self.screen.say(message);
        }
        if action == CodeAction::Parent && self.code.names_owner() {
            return self.search_related(RelationKind::Owner);
        }
        let before = self.code.cursor_line();
        if let Some(message) = self.code.perform(action) {
            return self.screen.say(message);
        }
        use CodeAction::{FindName, NextMatch, PreviousMatch};
        let step = match action {
            NextMatch if self.code.cursor_line() <= before => Some(Step::NextByPosition),
            PreviousMatch if self.code.cursor_line() >= before => Some(Step::PreviousByPosition),
            _ => None,
        };
        if let Some(step) = step
            && self.code.finds_query()
            && self.step_to_other_file(step)
        {
            return;
        }
        if matches!(action, NextMatch | PreviousMatch | FindName) {
            self.notify_match();
        }
    }

    /// Steps to the next result in another file, if every match of the query is a result. Returns false if there is
    /// none.
    fn step_to_other_file(&mut self, step: Step) -> bool {
        let path = |app: &Self| app.results.selected().map(|node| node.path.clone());
        let here = path(self);
        if self.answer().is_none_or(|answer| answer.totals.is_none()) {
            return false;
        }
        for _ in 0..self.results.hits().len() {
            self.step(step);
            if self.search.then.is_some() || path(self) != here {
                return true;
            }
        }
        false
    }

    /// Reports the position of the match among the matching lines, and the name that is searched.
    fn notify_match(&mut self) {
        let (at, all) = self.code.match_count();
        if all == 0 {
            return;
        }
        let mut message = format!("Matching line {at} of {all}");
        let name = self.code.found_name();
        if !name.is_empty() {
            message = format!("{message}: {name}");
        }
        self.screen.say(message);
    }

    /// Opens the input line for a text to find in the open file. Without one, the text goes where `/` of the rows
    /// takes it, so that words never run as keys.
    fn open_find(&mut self) {
        let is_opening = matches!(self.code.content, CodeContent::Opening);
        if self.code.page().is_none() && !is_opening {
            return self.open_filter_or_prompt();
        }
        self.mark_visited();
        self.focus_code();
        self.code.begin_find();
        self.open_popup(Popup::new("find in file", Content::Find));
    }

    /// Opens a directory, requests more results, or opens the selection in the editor.
    fn open_selected(&mut self) {
        if self.screen.focus.is_beside_code() {
            return self.visit_call();
        }
        if self.screen.focus.is_code() && self.shows_map() {
            return self.open_map_row();
        }
        if let Some(node) = self.results.selected()
            && !self.screen.focus.is_code()
        {
            if node.what == RowKind::More {
                return self.request_more();
            }
            if node.what == RowKind::Directory && node.is_branch() {
                self.navigation.destination = None;
                self.results.step(Step::Toggle);
                return;
            }
        }
        self.edit(true);
    }

    /// Opens the selection in the editor, here or beside the explorer, or a document in its own program. An explorer
    /// that picks ends with it.
    fn edit(&mut self, is_here: bool) {
        let Some(location) = self.location() else {
            let message = if self.code.is_directory() {
                "Nothing to edit: a directory is selected"
            } else {
                "No result is selected"
            };
            return self.screen.warn(message);
        };
        let path = &location.path;
        self.apply_change(Change::Opened(path.clone()));
        self.mark_visited();
        if self.options.picks && is_here {
            let chosen = self.chosen_locations(location);
            return self.effects.push(Effect::Pick(chosen));
        }
        if Extraction::of(path).is_some() {
            self.screen.say(format!("Opening {path} in its viewer"));
        }
        self.effects.push(if is_here {
            Effect::Edit(location)
        } else {
            Effect::EditSplit(location)
        });
    }

    fn copy_location(&mut self) {
        let text = match (self.location(), self.code.path()) {
            (Some(location), _) => format!("{}:{}", location.path, location.line),
            // A directory has no location in a file: its path is copied.
            (None, Some(path)) => path.to_string(),
            (None, None) => {
                return self.screen.warn("Nothing to copy: no result is selected");
            }
        };
        self.screen.notify(Tone::Good, format!("Copied {text}"));
        self.effects.push(Effect::Copy(text));
    }

    fn copy_code(&mut self) {
        let Some(text) = self.code.text() else {
            return self
                .screen
                .warn("Nothing to copy: the code is not shown yet");
        };
        let lines = counted(text.lines().count(), "line", "lines");
        self.screen.notify(Tone::Good, format!("Copied {lines}"));
        self.effects.push(Effect::Copy(text));
    }
}
