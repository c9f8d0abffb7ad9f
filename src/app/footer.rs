//! The last line of the screen: keys that apply now, and the state of the index. Methods of [`App`].
//!
//! [`App::footer()`] and [`App::status_line()`] are drawn; [`App::key_of()`] names keys in messages.

use super::keymap::{Action, CodeAction, Context};
use super::results::RowKind;
use super::state::App;
use super::status::{Item, Tone, parts};
use crate::corpus::GitUnavailable;

impl App {
    /// Actions with keys and words for the footer that apply to the selected row, the most important first.
    pub(crate) fn footer(&self) -> Vec<(Action, String, &'static str)> {
        let focus = self.screen.focus;
        // A popup names its own keys.
        let has_popup = self.screen.popup.is_some();
        let mut footer = Vec::new();
        for (action, key, word) in self.options.keys.hints(focus) {
            if has_popup && action != Action::StopOrQuit {
                continue;
            }
            if let Some(word) = self.applicable_word(action, word) {
                footer.push((action, key, word));
            }
        }
        footer
    }

    /// The word for an action on the selected row or in the code. None if the action does not apply.
    fn applicable_word(&self, action: Action, word: &'static str) -> Option<&'static str> {
        let selected = self.results.selected();
        let is_hit = selected.is_some_and(|node| !node.is_other_member());
        if let Some(node) = selected
            && action == Action::Edit
            && !self.screen.focus.is_code()
        {
            match node.what {
                RowKind::More => return Some("more"),
                RowKind::Directory if !node.is_branch() => return None,
                RowKind::Directory if node.open => return Some("close"),
                RowKind::Directory => return Some("open"),
                RowKind::File | RowKind::Declaration => {}
            }
        }
        if action == Action::Edit && self.screen.focus.is_code() && self.shows_map() {
            return Some("open");
        }
        if action == Action::Edit && self.options.picks {
            return self.location().map(|_| "pick");
        }
        if action == Action::FocusNext && self.has_columns() && !self.screen.focus.is_beside_code()
        {
            return Some("callees");
        }
        let applies = match action {
            Action::Edit | Action::References | Action::Definition => self.location().is_some(),
            Action::Explain => is_hit,
            Action::FocusPrevious => self.shows_map() && self.map.is_known(),
            Action::Map => {
                self.results.listing().is_some() && !self.shows_map() && self.map.is_known()
            }
            Action::FilterOrPrompt if self.search.content.has_target() => return Some("filter"),
            _ => true,
        };
        applies.then_some(word)
    }

    /// Returns true for an action of the menu: it is about the selected row or the name under the cursor, and applies.
    pub(super) fn is_in_menu(&self, action: Action) -> bool {
        let is_code = self.screen.focus.is_code();
        let is_of_rows = matches!(action, Action::Explain | Action::Copies | Action::SameKind);
        let is_about = action.uses_selection() || action == Action::Code(CodeAction::FindName);
        if !is_about || is_code && is_of_rows || self.applicable_word(action, "").is_none() {
            return false;
        }
        let hit = self.results.selected_hit();
        match action {
            Action::Copies => hit.is_some_and(|hit| !hit.locations.is_empty()),
            Action::SameKind => !self.is_browsing(),
            Action::Code(_) => is_code && self.code.name_under_cursor().is_some(),
            Action::Path => self.path_start.is_some() && !self.code.is_directory(),
            Action::Mark | Action::Bookmark | Action::CopyLocation | Action::CopyCode => true,
            Action::Edit => true,
            _ => !self.code.is_directory(),
        }
    }

    /// The possible next keys of the pressed sequence, with their actions.
    pub(crate) fn next_keys(&self) -> Vec<(String, &str)> {
        let keys = &self.options.keys;
        keys.next_keys(self.screen.focus, &self.screen.prefix)
    }

    /// The key of an action here, or else elsewhere, or else the action's name, by which the palette
    /// finds it.
    pub(crate) fn key_of(&self, action: Action) -> String {
        match self.options.keys.find_key(self.screen.focus, action) {
            Some((_, key)) => key,
            None => action.name().to_owned(),
        }
    }

    /// The key of an action in the open popup, or else its name.
    pub(crate) fn key_on_top(&self, action: Action) -> String {
        let context = self.context_on_top();
        let key = context.and_then(|context| self.options.keys.key_on_top(context, action));
        key.unwrap_or_else(|| action.name().to_owned())
    }

    /// The context of the open popup, or of the completion list.
    pub(super) fn context_on_top(&self) -> Option<Context> {
        match &self.screen.popup {
            Some(popup) => Some(popup.context()),
            None => self.completion().map(|_| Context::Completion),
        }
    }

    /// Parts of the status line, most important first.
    pub(crate) fn status_line(&self) -> Vec<Item> {
        let mut line = parts(&self.index, &self.key_of(Action::Reindex));
        let why = self.git_unavailable();
        line.extend(why.map(|why| Item::new(Tone::Warning, why.to_string())));
        line
    }

    /// The reason why the changes of a repository with a commit, or of the shown file, are not known.
    fn git_unavailable(&self) -> Option<GitUnavailable> {
        let why = match self.browsing.git_unavailable() {
            Some(why) => why,
            None => self.code.page()?.document.hunks.as_ref().err()?.clone(),
        };
        (why != GitUnavailable::NoCommit).then_some(why)
    }
}
