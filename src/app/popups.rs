//! Opening of popups and handling of their results. Methods of [`App`].
//!
//! Contract: at most one popup is open, and it receives a key before the panes do.

use super::keymap::{ACTIONS, Action, CodeAction, Context, Key, KeyMatch, NamedAction};
use super::popup::{
    Content, FileItems, ItemAction, KeyOutcome, ListItem, PageRow, PageSubject, Popup, help,
};
use super::{App, CodeContent, Effect, Focus, Tone, columns, explanation, rows};
use crate::corpus::SourcePath;
use crate::search::words_in;
use crate::session::Change;
use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

/// Below this width, a list of files has no preview.
const WITH_PREVIEW: u16 = 84;

impl App {
    /// Lets the popup handle a key. Returns false if there is no popup, or if the key is not bound in
    /// it.
    pub(super) fn key_in_popup(&mut self, key: &KeyEvent) -> bool {
        let action = self.action_on_top(key);
        let pressed = self
            .keymap()
            .resolve(Focus::Results, &[Key::from_event(key)]);
        let Some(popup) = &mut self.screen.popup else {
            return false;
        };
        let is_unsearched_help =
            popup.kind() == Some(PageSubject::Keys) && popup.line.text().is_empty();
        let reply = match pressed {
            KeyMatch::Action(Action::Help) if is_unsearched_help => KeyOutcome::Close,
            _ => popup.key(key, action),
        };
        self.handle_outcome(reply)
    }

    /// Action of a key in the open popup, which takes precedence.
    pub(super) fn action_on_top(&self, key: &KeyEvent) -> Option<Action> {
        self.keymap().on_top(self.on_top()?, Key::from_event(key))
    }

    /// The key of an action in the open popup, or else its name.
    pub(crate) fn key_on_top(&self, action: Action) -> String {
        let context = self.on_top();
        let key = context.and_then(|it| self.keymap().key_on_top(it, action));
        key.unwrap_or_else(|| action.name().to_owned())
    }

    fn on_top(&self) -> Option<Context> {
        let popup = self.screen.popup.as_ref().map(Popup::context);
        popup.or_else(|| self.completion().map(|_| Context::Completion))
    }

    /// Chooses the selected item of a list, or completes a filter.
    pub(super) fn choose_selected(&mut self) {
        match self.screen.popup {
            Some(_) => self.update_popup(|popup| popup.act(Action::Choose)),
            None => self.complete(),
        }
    }

    /// Handles the outcome of a key in a popup. Returns false if the key is not bound in it.
    pub(super) fn handle_outcome(&mut self, reply: KeyOutcome) -> bool {
        match reply {
            KeyOutcome::Taken => self.find_typed(),
            KeyOutcome::NotMine => return false,
            KeyOutcome::Perform(action) => self.perform(action),
            KeyOutcome::Close => {
                if self.is_finding() {
                    self.code.cancel_find();
                }
                self.screen.popup = None;
            }
            KeyOutcome::Chosen(choice) => {
                self.screen.popup = None;
                self.run_item(choice);
            }
        }
        true
    }

    fn run_item(&mut self, choice: ItemAction) {
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
                if position.is_some() {
                    self.focus_code();
                }
            }
            ItemAction::Query(entry) => self.rerun_query(&entry),
            ItemAction::Find(text) if text.is_empty() => self.move_code(CodeAction::NextMatch),
            ItemAction::Find(text) => match self.code.find(&text) {
                true => self.notify_match(),
                false => self
                    .screen
                    .notify(Tone::Plain, format!("\"{text}\" is not in this file")),
            },
            ItemAction::Bookmark(chunk) => self.visit_bookmark(chunk),
        }
    }

    /// Opens the input line for a text to find in the open file.
    pub(super) fn open_find(&mut self) {
        if !matches!(self.code.content, CodeContent::Page(..)) {
            return self.screen.notify(Tone::Plain, "No file is open");
        }
        self.mark_visited();
        self.focus_code();
        self.code.begin_find();
        self.open_popup(Popup::new("find in file", Content::Find));
    }

    /// Returns true while a text to find in the open file is typed.
    pub(crate) fn is_finding(&self) -> bool {
        let popup = self.screen.popup.as_ref();
        popup.is_some_and(|popup| matches!(popup.content, Content::Find))
    }

    /// Moves the code to the first match of the text to find.
    pub(super) fn find_typed(&mut self) {
        if let Some(popup) = self.screen.popup.as_ref().filter(|_| self.is_finding()) {
            self.code.find(popup.line.text());
        }
    }

    fn open_popup(&mut self, popup: Popup) {
        self.screen.popup = Some(popup);
        self.fit_popup();
    }

    /// Shows a list to choose from, or a notice if it is empty.
    pub(super) fn pick(&mut self, title: &str, items: Vec<ListItem>, if_empty: &str) {
        match items.is_empty() {
            true => self.screen.notify(Tone::Plain, if_empty),
            false => self.open_popup(Popup::new(title, Content::Items(items))),
        }
    }

    /// Lists the files of the repository; files that are still being listed are added as they arrive.
    pub(super) fn show_files(&mut self) {
        let listing = self.results.listing();
        let listing = listing.or_else(|| self.browsing.hidden_results.listing());
        let listing = listing.cloned().unwrap_or_default();
        let files = Content::Files(FileItems::new(listing, &self.recent_files()));
        self.open_popup(Popup::new("files", files));
    }

    /// Lists the search history of this repository, the latest query first.
    pub(super) fn show_history(&mut self) {
        let history = self.session.stored.history.iter().rev();
        let items = history.map(|entry| {
            let choice = ItemAction::Query(entry.clone());
            ListItem::new(&entry.text, &entry.mode, choice)
        });
        let items = items.collect();
        let if_empty = "No search history for this repository";
        self.pick("search history", items, if_empty);
    }

    /// Lists the locations of identical copies of the selected result.
    pub(super) fn show_copies(&mut self) {
        let hit = self.results.selected_hit();
        let copies = hit.map_or(&[][..], |hit| &hit.locations);
        let item = |(path, line): &(SourcePath, u32)| {
            let choice = ItemAction::File(path.clone(), Some((*line, 1)));
            ListItem::new(format!("{path}:{line}"), "", choice)
        };
        let items = copies.iter().map(item).collect();
        self.pick("copies", items, "The selected result has no copies");
    }

    /// Shows a page.
    pub(super) fn show_page(&mut self, kind: PageSubject) {
        self.open_popup(Popup::new("", Content::Page(kind, Vec::new())));
        self.rebuild_page();
    }

    /// Rebuilds the open page from the current state. A page without a subject closes.
    pub(super) fn rebuild_page(&mut self) {
        let written = match self.page_subject() {
            None => return,
            Some(PageSubject::Explanation) => self.explanation_page(),
            Some(PageSubject::Index) => Some(self.index_page()),
            Some(PageSubject::Keys) => Some(self.help_page()),
        };
        match (written, &mut self.screen.popup) {
            (Some((title, rows)), Some(popup)) => {
                popup.write(title, rows);
                self.fit_popup();
            }
            _ => {
                self.screen.popup = None;
                self.screen.notify(Tone::Warning, "No result is selected");
            }
        }
    }

    /// Subject of the open page.
    pub(super) fn page_subject(&self) -> Option<PageSubject> {
        self.screen.popup.as_ref().and_then(Popup::kind)
    }

    fn help_page(&self) -> (String, Vec<PageRow>) {
        let searched = self
            .screen
            .popup
            .as_ref()
            .map_or("", |popup| popup.line.text());
        let width = self.screen.layout.popup().width.into();
        ("keys".to_owned(), help(self.keymap(), searched, width))
    }

    /// Explanation of the selected hit. None if no hit is selected.
    fn explanation_page(&self) -> Option<(String, Vec<PageRow>)> {
        let (answer, hit) = (self.results.answer()?, self.results.selected_hit()?);
        let has_more = self.results.has_more();
        if let Some(used) = self.relation_of(hit) {
            let text = self.line_of(&used.path, used.at.0);
            return Some(explanation::page_of_use(answer, hit, used, has_more, &text));
        }
        let text = self.code.hit_text();
        let words = text.map_or_else(Vec::new, |text| words_in(&text, &answer.query));
        // The line that Enter opens, once it is known.
        let location = self.code.hit_location();
        let location = location.filter(|location| location.path == hit.record.path);
        let line = location.map_or(hit.record.name_at.0, |location| location.line);
        Some(explanation::page(answer, hit, line, has_more, &words))
    }

    /// Returns true while the open list is still matching: the runtime then sends
    /// [`Event::ContinueMatching`](super::Event::ContinueMatching)s between other events.
    pub fn is_matching(&self) -> bool {
        self.screen.popup.as_ref().is_some_and(Popup::is_matching)
    }

    /// Applies `update` to the open popup and handles the outcome.
    pub(super) fn update_popup(&mut self, update: impl FnOnce(&mut Popup) -> KeyOutcome) {
        if let Some(popup) = &mut self.screen.popup {
            let reply = update(popup);
            self.handle_outcome(reply);
        }
    }

    /// Sets the height of the popup.
    pub(super) fn fit_popup(&mut self) {
        let height = self.popup_area().height.into();
        if let Some(popup) = &mut self.screen.popup {
            popup.set_height(height);
        }
    }

    /// The area of the open popup, inside its frame: as high as its content, if there is room.
    pub(crate) fn popup_area(&self) -> Rect {
        let layout = &self.screen.layout;
        let Some(popup) = &self.screen.popup else {
            return layout.popup();
        };
        let area = match &popup.content {
            // Over the last rows of the code, or over the first ones if a match is in the last ones.
            Content::Find => {
                let code = layout.area(Focus::Code);
                let y = if self.code.cursor_y() + 3 < code.height.into() {
                    code.y + code.height.saturating_sub(2)
                } else {
                    code.y + 1
                };
                Rect::new(code.x + 2, y, code.width.saturating_sub(4), 1)
            }
            Content::Items(_) if self.previewed_theme().is_some() => layout.popup_beside(),
            Content::Files(_) => layout.popup_wide(),
            _ => layout.popup(),
        };
        let shown = u16::try_from(popup.rows()).unwrap_or(u16::MAX);
        rows(area, 0, area.height.min(shown))
    }

    /// The part of a list of files that previews the selected one, if there is room for it.
    pub(crate) fn preview_area(&self) -> Option<Rect> {
        let popup = self.screen.popup.as_ref()?;
        let area = self.popup_area();
        let list = area.width / 2;
        let has_preview = matches!(popup.content, Content::Files(_)) && area.width > WITH_PREVIEW;
        has_preview.then(|| columns(area, list, area.width - list))
    }

    /// Lists every action: first those with a key here, then the others with their key and its context.
    pub(super) fn show_palette(&mut self) {
        let focus = self.screen.focus;
        let others = ACTIONS.iter().filter(|row| row.action != Action::Palette);
        let (here, elsewhere): (Vec<&NamedAction>, Vec<&NamedAction>) =
            others.partition(|row| self.keymap().key_for(focus, row.action).is_some());
        let items = here.into_iter().chain(elsewhere);
        let items = items.map(|row| self.item(row)).collect();
        self.pick("actions", items, "");
    }

    fn item(&self, row: &NamedAction) -> ListItem {
        let note = match self.key_and_context(row.action) {
            Some((Some(context), key)) => format!("{} {key}", context.description()),
            Some((None, key)) => key,
            None => String::new(),
        };
        let text = format!("{}: {}", row.name, row.help);
        ListItem::new(text, note, ItemAction::Action(row.action))
    }

    /// The key of an action here, or else elsewhere, with the context there.
    fn key_and_context(&self, action: Action) -> Option<(Option<Context>, String)> {
        let here = self.keymap().key_for(self.screen.focus, action);
        here.map(|key| (None, key)).or_else(|| {
            Context::ALL.into_iter().find_map(|it| {
                let key = self.keymap().keys_in(it, action).into_iter().next()?;
                Some((Some(it), key))
            })
        })
    }

    /// The key of an action here, or else elsewhere, or else the action's name, by which the palette
    /// finds it.
    pub(crate) fn key_of(&self, action: Action) -> String {
        let key = self.key_and_context(action);
        key.map_or_else(|| action.name().to_owned(), |(_, key)| key)
    }

    /// Lists the themes, with the current one selected.
    pub(super) fn show_themes(&mut self) {
        let is_present = |name: &String| *name == self.options.theme;
        let item = |name: &String| {
            let note = if is_present(name) { "now" } else { "" };
            ListItem::new(name, note, ItemAction::Theme(name.clone()))
        };
        let names = &self.options.themes;
        let mut popup = Popup::new("themes", Content::Items(names.iter().map(item).collect()));
        popup.select(names.iter().position(is_present).unwrap_or_default());
        self.open_popup(popup);
    }

    /// Chooses a theme, also for the next start.
    pub(super) fn keep_theme(&mut self, name: String) {
        self.screen.notify(Tone::Plain, format!("Theme: {name}"));
        self.effects.push(Effect::KeepTheme(name.clone()));
        self.options.theme = name;
    }

    /// Name of the theme to draw in: the one selected in the list of themes, else the chosen one.
    pub fn theme(&self) -> String {
        let previewed = self.previewed_theme();
        previewed.unwrap_or_else(|| self.options.theme.clone())
    }

    fn previewed_theme(&self) -> Option<String> {
        match self.screen.popup.as_ref()?.selected()? {
            ItemAction::Theme(name) => Some(name),
            _ => None,
        }
    }
}
