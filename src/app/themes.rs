//! Which theme is shown: the one that was kept, or the one that is looked at in the list of them.

use super::popup::{Choice, Item, Picker, Popup};
use super::{App, Effect, Tone};

/// The themes by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Themes {
    /// The one that stays.
    kept: String,
    /// The one that was asked for last.
    asked: String,
}

impl Themes {
    pub(super) fn new(name: &str) -> Self {
        Self {
            kept: name.to_owned(),
            asked: name.to_owned(),
        }
    }
}

impl App {
    /// Lists the themes, from the one that is shown on.
    pub(super) fn show_themes(&mut self) {
        let item = |name: &String| Item {
            text: name.clone(),
            note: match *name == self.themes.kept {
                true => "now".to_owned(),
                false => String::new(),
            },
            choice: Choice::Theme(name.clone()),
        };
        let names = &self.options.themes;
        let items = names.iter().map(item).collect();
        let now = names.iter().position(|name| *name == self.themes.kept);
        let mut picker = Picker::new("themes", items, self.popup_height());
        picker.select(now.unwrap_or_default());
        self.screen.popup = Some(Popup::Pick(Box::new(picker)));
    }

    /// Keeps a theme for as long as the explorer runs.
    pub(super) fn keep_theme(&mut self, name: String) {
        let says = format!("theme {name}; to keep it, theme = {name:?} under [ui] of config.toml");
        self.notify(Tone::Plain, says);
        self.themes.kept = name;
    }

    /// A theme that was asked for is shown, unless something is said against it.
    pub(super) fn themed(&mut self, name: String, said: Option<String>) {
        if self.looked_at().is_none() {
            self.themes.kept.clone_from(&name);
        }
        self.themes.asked = name;
        if let Some(said) = said {
            self.notify(Tone::Warning, said);
        }
    }

    /// Asks for the theme that is looked at, and for the one that is kept when the list is gone,
    /// however it went.
    pub(super) fn follow_theme(&mut self, effects: &mut Vec<Effect>) {
        let wanted = self.looked_at();
        let wanted = wanted.unwrap_or_else(|| self.themes.kept.clone());
        if wanted != self.themes.asked {
            self.themes.asked.clone_from(&wanted);
            effects.push(Effect::Theme(wanted));
        }
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

#[cfg(test)]
mod tests {
    use crate::app::{Effect, Event, fixture};

    /// The themes asked for by some keys, from `night`.
    fn check(keys: &str, expected: &[&str]) -> crate::app::App {
        let mut app = fixture::app(100, 30);
        let effects = fixture::drive(&mut app, keys);
        let theme = |effect| match effect {
            Effect::Theme(name) => name,
            other => panic!("{other:?}"),
        };
        let asked: Vec<String> = effects.into_iter().map(theme).collect();
        assert_eq!(asked, expected, "{keys}");
        app
    }

    #[test]
    fn a_theme_is_seen_while_it_is_selected() {
        check("<tab>t", &[]);
        check("<tab>t<down>", &["day"]);
        check("<tab>t<down><down><up>", &["day", "nord", "day"]);
        check("<tab>tnor", &["nord"]);
    }

    #[test]
    fn escape_brings_the_old_one_back() {
        check("<tab>t<down><esc>", &["day", "night"]);
        check("<tab>t<esc>", &[]);
        check("<tab>tzzz", &[]);
        check("<tab>tnorzzz", &["nord", "night"]);
        let mut app = check("<tab>t<down>", &["day"]);
        let effects = app.update(Event::Paste("nord".into()));
        assert_eq!(effects, [Effect::Theme("nord".into())]);
    }

    #[test]
    fn enter_keeps_it_and_says_how_to_keep_it_for_good() {
        let mut app = check("<tab>t<down><enter>", &["day"]);
        let said = app.notice().map(|notice| notice.text.clone());
        let expected = "theme day; to keep it, theme = \"day\" under [ui] of config.toml";
        assert_eq!(said.as_deref(), Some(expected));
        let effects = fixture::drive(&mut app, "t<down><esc>");
        let expected = ["nord", "day"].map(|name| Effect::Theme(name.into()));
        assert_eq!(effects, expected);
    }

    #[test]
    fn what_is_wrong_with_a_theme_is_told_once() {
        let mut app = check("<tab>t<down>", &["day"]);
        let effects = app.update(Event::Themed {
            name: "day".into(),
            said: Some("theme day: ui.hit is missing".into()),
        });
        assert_eq!(effects, []);
        assert!(app.notice().is_some());
        let effects = fixture::drive(&mut app, "<esc>");
        assert_eq!(effects, [Effect::Theme("night".into())]);
    }

    #[test]
    fn what_the_terminal_chose_is_kept() {
        let mut app = fixture::app(100, 30);
        let effects = app.update(Event::Themed {
            name: "nord".into(),
            said: None,
        });
        assert_eq!(effects, []);
        let effects = fixture::drive(&mut app, "<tab>t<up><esc>");
        let expected = ["day", "nord"].map(|name| Effect::Theme(name.into()));
        assert_eq!(effects, expected);
    }
}
