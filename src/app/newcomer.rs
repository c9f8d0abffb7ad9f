//! A hint for who is new here, until they found what it is about.

use super::keymap::Action;
use super::{App, Effect};

impl App {
    /// Where the keys stand in the status line, for someone who is new: where all of them are.
    pub(crate) fn welcome(&self) -> Option<String> {
        self.options.is_new.then(|| {
            let key = |action| self.keymap().key_for(self.screen.focus, action);
            let says = [
                (key(Action::Help), "all keys"),
                (key(Action::Palette), "all actions"),
            ];
            let says = says.into_iter().filter_map(|(key, means)| {
                let key = key?;
                Some(format!("{key} {means}"))
            });
            format!("new here? {}", says.collect::<Vec<_>>().join(", "))
        })
    }

    /// Someone found it: the hint goes away for good.
    pub(super) fn learn(&mut self, action: Action, effects: &mut Vec<Effect>) {
        let is_found = matches!(action, Action::Help | Action::Palette);
        if is_found && std::mem::take(&mut self.options.is_new) {
            effects.push(Effect::Learned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, drive};

    #[test]
    fn the_hint_stays_until_the_help_or_the_palette_was_found() {
        for found in ["<f1>", "<c-p>"] {
            let mut app = fixture::app(120, 30);
            assert_eq!(app.welcome(), None, "not new");
            app.options.is_new = true;
            let says = "new here? F1 all keys, Ctrl-P all actions";
            assert_eq!(app.welcome().as_deref(), Some(says));
            assert_eq!(drive(&mut app, "merge<tab>j"), []);
            assert!(app.welcome().is_some());
            assert_eq!(drive(&mut app, found), [Effect::Learned]);
            assert_eq!(app.welcome(), None);
            assert_eq!(drive(&mut app, &format!("<esc>{found}")), []);
        }
    }
}
