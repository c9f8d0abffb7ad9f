//! Opening of popups and handling of their results.

use super::keymap::{ACTIONS, Action, Context, Key, Look, Named};
use super::popup::{Choice, Handled, Item, Picker, Popup, Row, Sheet, SheetKind, help};
use super::{App, Area, Effect, Focus, Showing, Tone, why};
use crate::corpus::SourcePath;
use crate::search::words_in;
use crate::session::Change;
use crossterm::event::KeyEvent;

/// Below this width, a list of files has no preview.
const WITH_PREVIEW: u16 = 84;

impl App {
    /// Lets the popup have a key; false when there is none, or it does not want it.
    pub(super) fn key_in_popup(&mut self, key: &KeyEvent) -> bool {
        let asked = self.asked_on_top(key);
        let Some(popup) = &mut self.screen.popup else {
            return false;
        };
        let reply = popup.key(key, asked);
        self.replied(reply)
    }

    /// Action of a key in the open popup, which takes precedence.
    pub(super) fn asked_on_top(&self, key: &KeyEvent) -> Option<Action> {
        self.keymap().on_top(self.on_top()?, Key::pressed(key))
    }

    /// The key that asks for an action in what lies on top, or else its name.
    pub(crate) fn key_on_top(&self, action: Action) -> String {
        let context = self.on_top();
        let key = context.and_then(|it| self.keymap().key_on_top(it, action));
        key.unwrap_or_else(|| action.name().to_owned())
    }

    fn on_top(&self) -> Option<Context> {
        let popup = self.screen.popup.as_ref().map(Popup::context);
        popup.or_else(|| self.completion().map(|_| Context::Completion))
    }

    /// Takes what is selected in the list that is shown, or what is offered for a filter.
    pub(super) fn choose_selected(&mut self) {
        match &mut self.screen.popup {
            Some(popup) => {
                let reply = popup.act(Action::Choose);
                self.replied(reply);
            }
            None => self.complete(),
        }
    }

    /// Does what a popup said; false when it wants nothing.
    pub(super) fn replied(&mut self, reply: Handled) -> bool {
        match reply {
            Handled::Taken => self.find_typed(),
            Handled::NotMine => return false,
            Handled::Perform(action) => self.perform(action),
            Handled::Close => {
                if self.finds() {
                    self.code.cancel_find();
                }
                self.screen.popup = None;
            }
            Handled::Chosen(choice) => {
                self.screen.popup = None;
                self.choose(choice);
            }
        }
        true
    }

    fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Action(action) => self.perform(action),
            Choice::Theme(name) => self.keep_theme(name),
            Choice::Export(format, to) => self.export(format, to),
            Choice::Name(format) => {
                self.open_picker(Picker::of_name(format));
            }
            Choice::File(path, place) => {
                self.change(Change::Opened(path.clone()));
                self.visit_file(path, place);
                if place.is_some() {
                    self.focus_on(Focus::Code);
                }
            }
            Choice::Query(asked) => self.ask_again(&asked),
            Choice::Find(text) if text.is_empty() => self.look(Look::NextMatch),
            Choice::Find(text) => {
                if !self.code.find(&text) {
                    self.notify(Tone::Plain, format!("\"{text}\" is not in this file"));
                }
            }
            Choice::Bookmark(chunk) => self.visit_bookmark(chunk),
        }
    }

    /// Asks for a text to find in the open file.
    pub(super) fn ask_find(&mut self) {
        if !matches!(self.code.showing(), Showing::Page(..)) {
            return self.notify(Tone::Plain, "no file is open");
        }
        self.visit_here();
        self.code.begin_find();
        self.open_picker(Picker::of_find());
    }

    /// Returns true while a text to find in the open file is typed.
    fn finds(&self) -> bool {
        matches!(&self.screen.popup, Some(Popup::Pick(picker)) if picker.is_of_find())
    }

    /// Moves the code to the first match of what is typed to find.
    pub(super) fn find_typed(&mut self) {
        if let Some(Popup::Pick(picker)) = &self.screen.popup
            && picker.is_of_find()
        {
            self.code.find(picker.line().text());
        }
    }

    /// Shows a list to choose from.
    pub(super) fn pick(&mut self, title: &'static str, items: Vec<Item>) {
        self.open_picker(Picker::new(title, items));
    }

    pub(super) fn open_picker(&mut self, picker: Picker) {
        self.screen.popup = Some(Popup::Pick(Box::new(picker)));
        self.fit_popup();
    }

    /// Lists where the text of the selected result also stands.
    pub(super) fn show_copies(&mut self) {
        let hit = self.results.selected_hit();
        let copies = hit.map_or(&[][..], |hit| &hit.locations);
        let item = |(path, line): &(SourcePath, u32)| Item {
            text: format!("{path}:{line}"),
            note: String::new(),
            choice: Choice::File(path.clone(), Some((*line, 1))),
        };
        let items: Vec<Item> = copies.iter().map(item).collect();
        match items.is_empty() {
            true => self.notify(Tone::Plain, "The selected result has no copies"),
            false => self.pick("copies", items),
        }
    }

    /// Shows a page.
    pub(super) fn show_sheet(&mut self, kind: SheetKind) {
        let opened_by = self.keymap().letter_of(Action::Help);
        let sheet = Sheet::new(kind, opened_by);
        self.screen.popup = Some(Popup::Sheet(sheet));
        self.write_sheet();
    }

    /// Has the page that is shown say what the model says now. A page that has nothing to say goes.
    pub(super) fn write_sheet(&mut self) {
        let said = match &self.screen.popup {
            Some(Popup::Sheet(sheet)) => match sheet.kind() {
                SheetKind::Why => self.why_page(),
                SheetKind::Index => Some(self.index_page()),
                SheetKind::Keys => {
                    let width = self.screen.layout.popup().width.into();
                    let rows = help(self.keymap(), sheet.searched(), width);
                    Some(("keys".to_owned(), rows))
                }
            },
            _ => return,
        };
        match (said, &mut self.screen.popup) {
            (Some((title, rows)), Some(Popup::Sheet(sheet))) => {
                sheet.say(title, rows);
                self.fit_popup();
            }
            _ => {
                self.screen.popup = None;
                self.notify(Tone::Warning, "no result is selected");
            }
        }
    }

    /// Subject of the open page.
    pub(super) fn sheet(&self) -> Option<SheetKind> {
        match &self.screen.popup {
            Some(Popup::Sheet(sheet)) => Some(sheet.kind()),
            _ => None,
        }
    }

    /// Why the selected hit stands where it does; none where no hit is selected.
    fn why_page(&self) -> Option<(String, Vec<Row>)> {
        let (answer, hit) = (self.results.answer()?, self.results.selected_hit()?);
        if let Some(used) = self.use_in(hit) {
            let text = self.line_of(&used.path, used.at.0);
            let is_cut = self.results.is_cut();
            return Some(why::page_of_use(answer, hit, used, is_cut, &text));
        }
        let text = self.code.hit_text();
        let words = text.map(|text| words_in(&text, &answer.query));
        // The line that Enter and copying mean, which is what matched, as soon as that is known.
        let place = self.code.hit_location();
        let place = place.filter(|place| place.path == hit.record.path);
        let seen = why::Seen {
            line: place.map_or(hit.record.name_at.0, |place| place.line),
            is_cut: self.results.is_cut(),
            words: words.as_deref(),
        };
        Some(why::page(answer, hit, &seen))
    }

    /// Returns true while the open list is still matching: the runtime then sends
    /// [`Event::GoOn`](super::Event::GoOn)s between other events.
    pub fn is_matching(&self) -> bool {
        matches!(&self.screen.popup, Some(Popup::Pick(picker)) if picker.is_matching())
    }

    pub(super) fn match_on(&mut self) {
        if let Some(Popup::Pick(picker)) = &mut self.screen.popup {
            let reply = picker.match_on();
            self.replied(reply);
        }
    }

    /// Gives the popup the rows that it has now.
    pub(super) fn fit_popup(&mut self) {
        let height = self.popup_area().height.into();
        if let Some(popup) = &mut self.screen.popup {
            popup.set_height(height);
        }
    }

    /// The area of the open popup, inside its frame: as high as its content, as far as there is room.
    pub(crate) fn popup_area(&self) -> Area {
        let layout = &self.screen.layout;
        let (area, rows) = match &self.screen.popup {
            // Over the last row of the code, so that the match stays in view.
            Some(Popup::Pick(picker)) if picker.is_of_find() => {
                let code = layout.code;
                let area = Area {
                    x: code.x + 2,
                    y: code.y + code.height.saturating_sub(2),
                    width: code.width.saturating_sub(4),
                    height: 1,
                };
                (area, 1)
            }
            Some(Popup::Pick(picker)) if picker.is_of_themes() => {
                (layout.popup_beside(), picker.rows())
            }
            Some(Popup::Pick(picker)) if picker.is_of_files() => {
                (layout.popup_wide(), picker.rows())
            }
            Some(popup) => (layout.popup(), popup.rows()),
            None => return layout.popup(),
        };
        let rows = u16::try_from(rows).unwrap_or(u16::MAX);
        Area {
            height: area.height.min(rows),
            ..area
        }
    }
}

impl App {
    /// The part of a list of files that previews the selected one, if there is room for it.
    pub(crate) fn preview_area(&self) -> Option<Area> {
        let area = self.popup_area();
        let is_of_files =
            matches!(&self.screen.popup, Some(Popup::Pick(picker)) if picker.is_of_files());
        let list = area.width / 2;
        (is_of_files && area.width > WITH_PREVIEW).then(|| Area {
            x: area.x + list,
            width: area.width - list,
            ..area
        })
    }

    /// Shows every action, with the keys that ask for it here, or else where they do.
    pub(super) fn show_palette(&mut self) {
        let others = ACTIONS.iter().filter(|row| row.action != Action::Palette);
        let (here, elsewhere): (Vec<&Named>, Vec<&Named>) =
            others.partition(|row| self.can_run(row.action));
        let items = here.into_iter().chain(elsewhere).map(|row| self.item(row));
        let items = items.collect();
        self.pick("actions", items);
    }

    fn item(&self, row: &Named) -> Item {
        let keys = match self.keymap().key_for(self.screen.focus, row.action) {
            Some(keys) => Some(keys),
            None => Context::ALL.into_iter().find_map(|context| {
                let keys = self.keymap().keys_in(context, row.action);
                Some(format!("{} {}", context.where_it_is(), keys.first()?))
            }),
        };
        Item {
            // Whose help begins with the name, as `quit` does, is not called twice.
            text: match row.help.split(':').next() == Some(row.name) {
                true => row.help.to_owned(),
                false => format!("{}: {}", row.name, row.help),
            },
            note: keys.unwrap_or_default(),
            choice: Choice::Action(row.action),
        }
    }

    /// Returns true if an action has a target in the focused pane.
    fn can_run(&self, action: Action) -> bool {
        match action {
            Action::Prompt(_) => self.screen.focus == Focus::Prompt,
            Action::Results(_) => {
                self.screen.focus != Focus::Code && self.results.selected().is_some()
            }
            Action::Code(_) => {
                self.screen.focus == Focus::Code && matches!(self.code.showing(), Showing::Page(..))
            }
            Action::Edit
            | Action::EditSplit
            | Action::CopyPlace
            | Action::CopyCode
            | Action::Why
            | Action::Like
            | Action::References
            | Action::Definition
            | Action::Imports
            | Action::Siblings
            | Action::SameKind
            | Action::Copies
            | Action::Mark
            | Action::Export
            | Action::Bookmark => self.results.selected().is_some(),
            Action::Choose | Action::Complete => self.completion().is_some(),
            Action::Find => matches!(self.code.showing(), Showing::Page(..)),
            Action::FocusPrompt | Action::Climb => self.screen.focus != Focus::Prompt,
            _ => true,
        }
    }
}

impl App {
    /// Lists the themes, from the one that is shown on.
    pub(super) fn show_themes(&mut self) {
        let item = |name: &String| Item {
            text: name.clone(),
            note: match *name == self.theme {
                true => "now".to_owned(),
                false => String::new(),
            },
            choice: Choice::Theme(name.clone()),
        };
        let names = &self.options.themes;
        let items = names.iter().map(item).collect();
        let now = names.iter().position(|name| *name == self.theme);
        let mut picker = Picker::new("themes", items);
        picker.select(now.unwrap_or_default());
        self.open_picker(picker);
    }

    /// Keeps a theme.
    pub(super) fn keep_theme(&mut self, name: String) {
        self.notify(Tone::Plain, format!("Theme: {name}"));
        self.effects.push(Effect::KeepTheme(name.clone()));
        self.theme = name;
    }

    /// The name of the theme to draw in: the one that is looked at in the list, else the chosen one.
    pub fn theme(&self) -> String {
        self.looked_at().unwrap_or_else(|| self.theme.clone())
    }

    /// The theme that is selected in the list of them, while that is open.
    fn looked_at(&self) -> Option<String> {
        match &self.screen.popup {
            Some(Popup::Pick(picker)) => match picker.selected()? {
                Choice::Theme(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }
}
