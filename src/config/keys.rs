//! Keymaps as they are written: which key, where, asks for which action. What keys and actions
//! there are, is not known here.

use super::load::line_at;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// `[keys]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "RawKeys")]
pub struct KeysConfig {
    /// Whose fingers it is for.
    pub preset: Preset,
    /// What the user changed of it, in the order it is written in.
    pub own: Vec<KeyRow>,
    /// The file that this was read from; none where there is no such file.
    pub file: Option<PathBuf>,
}

/// A keymap that is built in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// The one that the documentation speaks of.
    #[default]
    Default,
    /// The default with Vim's folds, windows and ends.
    Vim,
    /// The default with Emacs' movements and `Ctrl-X`.
    Emacs,
}

/// A line of a keymap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// Where the key means something: the name of a section.
    pub section: String,
    /// The key, or keys one after the other with spaces between.
    pub keys: String,
    /// The action's name; `none` where the key is taken away.
    pub action: String,
    /// Which keymap it stands in: a later layer changes the ones before it.
    pub layer: Layer,
    /// 1-based line in its file.
    pub line: usize,
}

/// The keymaps that make one, in the order in which they hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// The keys as they come.
    Default,
    /// What another preset changes of them.
    Preset,
    /// What the user changes.
    User,
}

impl KeysConfig {
    /// All rows, those that change others behind them.
    pub fn rows(&self) -> Vec<KeyRow> {
        let mut rows = self.preset.rows();
        rows.extend(self.own.iter().cloned());
        rows
    }
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Default, Self::Vim, Self::Emacs];

    /// What the configuration calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Vim => "vim",
            Self::Emacs => "emacs",
        }
    }

    /// Its rows, behind those of the default preset, which it changes.
    pub fn rows(self) -> Vec<KeyRow> {
        let mut rows = rows_of(include_str!("keymaps/default.toml"), Layer::Default);
        rows.extend(match self {
            Self::Default => Vec::new(),
            Self::Vim => rows_of(include_str!("keymaps/vim.toml"), Layer::Preset),
            Self::Emacs => rows_of(include_str!("keymaps/emacs.toml"), Layer::Preset),
        });
        rows
    }
}

/// `[keys]` as it is written, and a preset, which is a file of its own.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct RawKeys {
    preset: Preset,
    everywhere: RawSection,
    outside_prompt: RawSection,
    prompt: RawSection,
    results: RawSection,
    code: RawSection,
    list: RawSection,
    page: RawSection,
    completion: RawSection,
}

type RawSection = HashMap<Spanned<String>, String>;

impl RawKeys {
    /// In the order they are written in. Their lines are their bytes until the text is known.
    fn rows(self, layer: Layer) -> Vec<KeyRow> {
        let sections = [
            ("everywhere", self.everywhere),
            ("outside-prompt", self.outside_prompt),
            ("prompt", self.prompt),
            ("results", self.results),
            ("code", self.code),
            ("list", self.list),
            ("page", self.page),
            ("completion", self.completion),
        ];
        let mut rows: Vec<KeyRow> = Vec::new();
        for (section, table) in sections {
            rows.extend(table.into_iter().map(|(keys, action)| KeyRow {
                section: section.to_owned(),
                line: keys.span().start,
                keys: keys.into_inner(),
                action,
                layer,
            }));
        }
        rows.sort_by_key(|row| row.line);
        rows
    }
}

impl From<RawKeys> for KeysConfig {
    fn from(raw: RawKeys) -> Self {
        Self {
            preset: raw.preset,
            own: raw.rows(Layer::User),
            file: None,
        }
    }
}

impl KeysConfig {
    /// Finds the lines of the rows in the text that this was read from.
    pub(super) fn locate(&mut self, text: &str, file: Option<&Path>) {
        self.file = file.map(Path::to_owned);
        locate(&mut self.own, text);
    }
}

fn locate(rows: &mut [KeyRow], text: &str) {
    for row in rows {
        row.line = line_at(text, row.line);
    }
}

/// The rows of a preset; the tests read them all.
fn rows_of(text: &str, layer: Layer) -> Vec<KeyRow> {
    let raw: RawKeys = toml::from_str(text).unwrap_or_default();
    let mut rows = raw.rows(layer);
    locate(&mut rows, text);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_preset_is_a_row() {
        let texts = [
            include_str!("keymaps/default.toml"),
            include_str!("keymaps/vim.toml"),
            include_str!("keymaps/emacs.toml"),
        ];
        for text in texts {
            let lines = text.lines().filter(|line| line.starts_with('"')).count();
            assert_eq!(rows_of(text, Layer::Default).len(), lines);
            assert!(lines > 20, "{lines}");
        }
    }

    #[test]
    fn the_users_rows_know_their_lines() {
        let text = "preset = \"vim\"\nresults.j = \"next-hit\"\n\n[code]\n\"g g\" = \"none\"\n";
        let rows: Vec<_> = rows_of(text, Layer::User)
            .into_iter()
            .map(|row| (row.section, row.keys, row.action, row.line))
            .collect();
        let row = |section: &str, keys: &str, action: &str, line| {
            (section.to_owned(), keys.to_owned(), action.to_owned(), line)
        };
        assert_eq!(
            rows,
            [
                row("results", "j", "next-hit", 2),
                row("code", "g g", "none", 5)
            ]
        );
    }
}
