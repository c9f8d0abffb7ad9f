//! Keymaps as they are written: which key, where, asks for which action. What keys and actions
//! there are, is not known here.

use super::load::line_at;
use toml::de::{DeTable, DeValue};

/// The preset that holds where nothing else is chosen.
const DEFAULT: &str = include_str!("keymaps/default.toml");

/// A line of a keymap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// Where the key means something: the name of a section.
    pub section: String,
    /// The key, or keys one after the other with spaces between.
    pub keys: String,
    /// The action's name.
    pub action: String,
    /// 1-based line in its file.
    pub line: usize,
}

/// The rows of the default preset, in the order they are written in.
pub fn default_keys() -> Vec<KeyRow> {
    rows(DEFAULT)
}

/// The rows of a keymap; what is no row of a section is left out.
fn rows(text: &str) -> Vec<KeyRow> {
    let Ok(document) = DeTable::parse(text) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for (section, value) in document.get_ref().iter() {
        let DeValue::Table(table) = value.get_ref() else {
            continue;
        };
        for (keys, action) in table.iter() {
            if let DeValue::String(action) = action.get_ref() {
                rows.push(KeyRow {
                    section: section.get_ref().to_string(),
                    keys: keys.get_ref().to_string(),
                    action: action.to_string(),
                    line: line_at(text, keys.span().start),
                });
            }
        }
    }
    rows.sort_by_key(|row| row.line);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_default_preset_is_a_row() {
        let lines = DEFAULT.lines().filter(|line| line.starts_with('"')).count();
        assert_eq!(default_keys().len(), lines);
        assert!(lines > 80, "{lines}");
    }
}
