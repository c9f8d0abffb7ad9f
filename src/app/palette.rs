//! The palette: every action by its words, those that can be done here first.

use super::keymap::{ACTIONS, Action, Context, Named};
use super::popup::{Choice, Item};
use super::{App, Focus, Showing};

impl App {
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

    /// Whether an action has something to act on where the keys go now.
    fn can_run(&self, action: Action) -> bool {
        match action {
            Action::Prompt(_) => self.screen.focus == Focus::Prompt,
            Action::Results(_) => {
                self.screen.focus != Focus::Code && self.trees.results.selected().is_some()
            }
            Action::Code(_) => {
                self.screen.focus == Focus::Code
                    && matches!(self.reading.code.showing(), Showing::Page(..))
            }
            Action::Edit
            | Action::CopyPlace
            | Action::CopyCode
            | Action::Why
            | Action::Like
            | Action::Touching
            | Action::SameKind
            | Action::Mark
            | Action::Export
            | Action::Bookmark => self.trees.results.selected().is_some(),
            Action::Choose | Action::Complete => self.completion().is_some(),
            Action::FocusPrompt | Action::Climb => self.screen.focus != Focus::Prompt,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::{App, fixture};

    /// The actions that the palette lists, with their notes.
    fn listed(app: &App) -> Vec<(String, String)> {
        let name = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
        let rows = fixture::picker(app).visible();
        rows.map(|row| (name(row.text), row.note.to_owned()))
            .collect()
    }

    fn palette(keys: &str) -> Vec<(String, String)> {
        let mut app = fixture::app(100, u16::MAX);
        fixture::drive(&mut app, keys);
        listed(&app)
    }

    fn check(keys: &str, earlier: &str, later: &str) {
        let listed = palette(keys);
        let at = |name: &str| listed.iter().position(|(listed, _)| listed == name);
        assert!(
            at(earlier).is_some() && at(earlier) < at(later),
            "{keys}: {earlier}, {later}"
        );
    }

    #[test]
    fn what_can_be_done_here_comes_first() {
        check("segment<c-p>", "delete-word-left", "fold");
        check("segment<tab>:", "open-row", "delete-word-left");
        check("segment<tab><tab>:", "fold", "open-row");
        check("<tab>:", "redraw", "edit");
        check("segment<tab>:", "edit", "fold");
    }

    #[test]
    fn every_other_action_is_listed_with_its_key() {
        let listed = palette("<c-p>");
        assert_eq!(listed.len(), crate::app::keymap::ACTIONS.len() - 1);
        assert!(
            listed.iter().all(|(_, keys)| !keys.is_empty()),
            "{listed:?}"
        );
        let fold = listed.iter().find(|(name, _)| name == "fold");
        assert_eq!(fold.map(|(_, keys)| keys.as_str()), Some("code: Space"));
    }
}
