//! Keymap files: rows of section, key and action name.
//!
//! Principal types: [`KeysConfig`] and [`KeyRow`]. Contract: rows are text with their line; `app::keymap`
//! resolves keys and actions and reports errors.

use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// `[keys]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "RawKeys")]
pub struct KeysConfig {
    /// Built-in keymap to start from.
    pub preset: Preset,
    /// The user's changes to the preset, in file order.
    pub own: Vec<KeyRow>,
    /// Names of the user's commands, which are actions too.
    pub commands: Vec<String>,
    /// The file these rows were read from; none without one.
    pub file: Option<PathBuf>,
}

named! {
    /// A built-in keymap.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Preset {
        /// The documented keymap.
        #[default]
        Default = "default",
        /// The default plus Vim's folds, windows and end-of-file motions.
        Vim = "vim",
        /// The default plus Emacs motions and `Ctrl-X` prefixes.
        Emacs = "emacs",
    }
}

/// One row of a keymap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// Section name: the context in which the key is bound.
    pub section: String,
    /// A key, or a sequence of keys separated by spaces.
    pub keys: String,
    /// Action name, or `none` to unbind the key.
    pub action: String,
    /// The keymap that contains the row. Later layers override earlier ones.
    pub layer: KeymapLayer,
    /// 1-based line in its file.
    pub line: usize,
}

/// Keymap layers, in the order they are applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KeymapLayer {
    /// The default preset.
    Default,
    /// Changes of another preset.
    Preset,
    /// Changes of the user.
    User,
}

impl KeysConfig {
    /// Adds the user's commands, with their keys.
    pub(super) fn add_commands(&mut self, names: Vec<String>, keys: impl Iterator<Item = KeyRow>) {
        self.own.extend(keys);
        self.own.sort_by_key(|row| row.line);
        self.commands = names;
    }

    /// Converts byte offsets into line numbers of `text`.
    pub(super) fn locate(&mut self, text: &str, file: &Path) {
        self.file = Some(file.to_owned());
        locate(&mut self.own, text);
    }

    /// All rows; later rows override earlier ones.
    pub fn rows(&self) -> Vec<KeyRow> {
        let mut rows = self.preset.rows();
        rows.extend(self.own.iter().cloned());
        rows
    }
}

impl Preset {
    /// Rows of the default preset, then the changes of this one.
    pub fn rows(self) -> Vec<KeyRow> {
        let mut rows = rows_of(include_str!("keymaps/default.toml"), KeymapLayer::Default);
        rows.extend(match self {
            Self::Default => Vec::new(),
            Self::Vim => rows_of(include_str!("keymaps/vim.toml"), KeymapLayer::Preset),
            Self::Emacs => rows_of(include_str!("keymaps/emacs.toml"), KeymapLayer::Preset),
        });
        rows
    }
}

/// `[keys]` of the configuration, or a preset file.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct RawKeys {
    #[serde(deserialize_with = "super::settings::one_of")]
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
    /// Rows in file order. `line` is a byte offset until [`locate`] converts it.
    fn rows(self, layer: KeymapLayer) -> Vec<KeyRow> {
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
            own: raw.rows(KeymapLayer::User),
            commands: Vec::new(),
            file: None,
        }
    }
}

fn locate(rows: &mut [KeyRow], text: &str) {
    for row in rows {
        row.line = line_at(text, row.line);
    }
}

/// Rows of a built-in preset. A test parses every preset.
fn rows_of(text: &str, layer: KeymapLayer) -> Vec<KeyRow> {
    let raw: RawKeys = toml::from_str(text).unwrap_or_default();
    let mut rows = raw.rows(layer);
    locate(&mut rows, text);
    rows
}

/// The line of a byte, from 1.
pub(super) fn line_at(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_one_row_for_each_line() {
        let texts = [
            include_str!("keymaps/default.toml"),
            include_str!("keymaps/vim.toml"),
            include_str!("keymaps/emacs.toml"),
        ];
        for text in texts {
            let lines = text.lines().filter(|line| line.starts_with('"')).count();
            assert_eq!(rows_of(text, KeymapLayer::Default).len(), lines);
            assert!(lines > 20, "{lines}");
        }
    }

    #[test]
    fn user_rows_know_their_lines() {
        let text = "preset = \"vim\"\nresults.j = \"next-hit\"\n\n[code]\n\"g g\" = \"none\"\n";
        let rows: Vec<_> = rows_of(text, KeymapLayer::User)
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
