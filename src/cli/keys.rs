//! `smriti-tui keys`: the bindings of all keys, and conflicts between them.
//!
//! The output of [`run()`] is a valid `[keys]` section of a configuration.

use super::output::{EXIT_OK, NOTHING, print};
use crate::app::Keymap;
use crate::config::{Dirs, KeysConfig};
use crate::pages::escape_lines;
use crate::project::Overrides;

/// Column of the actions' descriptions.
const HELP_COLUMN: usize = 44;

pub(super) fn run(choices: &Overrides, is_check: bool) -> anyhow::Result<u8> {
    let config = choices.config(&Dirs::from_environment()?)?.keys;
    let keymap = Keymap::from_config(&config)?;
    if is_check {
        print(&conflicts(&keymap))?;
        let is_fine = keymap.conflicts().is_empty();
        return Ok(if is_fine { EXIT_OK } else { NOTHING });
    }
    print(&listing(&config, &keymap)).map(|()| EXIT_OK)
}

/// The keymap as a part of a configuration file.
fn listing(config: &KeysConfig, keymap: &Keymap) -> String {
    let mut page = format!("[keys]\npreset = \"{}\"\n", config.preset.name());
    let mut section = "";
    for row in keymap.listed() {
        if row.section != section {
            section = row.section;
            page.push_str(&format!("\n[keys.{section}]\n"));
        }
        let line = format!("{:?} = \"{}\"", row.keys, row.action);
        page.push_str(&format!("{line:<HELP_COLUMN$} # {}\n", row.help));
    }
    for (keys, name) in keymap.own_commands() {
        page.push_str(&format!(
            "\n# {keys}: {name}, an own command of [commands]\n"
        ));
    }
    let without: Vec<&str> = keymap.unbound_actions().collect();
    if !without.is_empty() {
        page.push_str(&format!("\n# Without a key: {}\n", without.join(", ")));
    }
    page
}

fn conflicts(keymap: &Keymap) -> String {
    match keymap.conflicts() {
        [] => "No key conflicts.\n".to_owned(),
        conflicts => escape_lines(&conflicts.join("\n")) + "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Preset};

    /// The listing is a configuration with the same keymap.
    #[test]
    fn the_listing_is_a_configuration() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("config.toml");
        for preset in Preset::ALL {
            let own = "[keys.code]\n\"ctrl-\\\\\" = \"fold\"\n'\"' = \"fold\"\n";
            let text = format!("[keys]\npreset = \"{}\"\n{own}", preset.name());
            std::fs::write(&file, text).unwrap();
            let config = Config::load(Some(&file)).unwrap().keys;
            let keymap = Keymap::from_config(&config).unwrap();
            let page = listing(&config, &keymap);
            std::fs::write(&file, &page).unwrap();
            let again = Config::load(Some(&file)).unwrap().keys;
            let listed = Keymap::from_config(&again).unwrap();
            assert!(listed.listed().eq(keymap.listed()), "{page}");
            assert_eq!(conflicts(&listed), "No key conflicts.\n");
        }
    }
}
