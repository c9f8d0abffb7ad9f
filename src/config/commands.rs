//! `[commands]`: the user's own commands, with their keys.
//!
//! Principal type: [`OwnCommand`]. Only the user's configuration has commands, never a repository.

use super::keys::{KeyRow, KeymapLayer};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The commands by name.
pub type CommandsConfig = BTreeMap<String, OwnCommand>;

/// A command of the user.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCommand {
    /// The command line, a template with placeholders. No shell runs it.
    #[serde(deserialize_with = "super::settings::not_empty")]
    pub run: String,
    /// Place in which it runs.
    #[serde(default, rename = "in", deserialize_with = "super::settings::one_of")]
    pub place: CommandPlace,
    /// A key, or a sequence of keys separated by spaces, in the results and the code.
    #[serde(default)]
    key: Option<Spanned<String>>,
}

named! {
    /// Place in which a command runs.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum CommandPlace {
        /// In the terminal, which it occupies until it exits.
        #[default]
        Terminal = "terminal",
        /// Without the terminal; only a failure is shown.
        Background = "background",
        /// Without the terminal; its output is shown in a popup.
        Popup = "popup",
    }
}

/// The keys of commands, as rows of a keymap. `line` is a byte offset until it is located in the file.
pub(super) fn key_rows(commands: &CommandsConfig) -> impl Iterator<Item = KeyRow> {
    commands.iter().filter_map(|(name, command)| {
        let key = command.key.as_ref()?;
        Some(KeyRow {
            section: "outside-prompt".to_owned(),
            keys: key.get_ref().clone(),
            action: name.clone(),
            layer: KeymapLayer::User,
            line: key.span().start,
        })
    })
}
