//! The embedded themes and the user's themes, adapted to the terminal.
//!
//! Principal types: [`ThemeList`] and [`Backgrounds`]. Contract: each file is read once; a theme that cannot
//! be loaded is a warning, and the explorer keeps another one.

use crate::config::{AsciiMode, ColorDepth, SETTINGS_LIMIT, UiConfig, read_text};
use crate::corpus::create_private_folder;
use crate::project::Project;
use crate::terminal::{self, Background, Capabilities, identity};
use crate::ui::{Theme, ThemeError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Themes available on this terminal.
#[derive(Clone, Debug)]
pub(super) struct ThemeList {
    /// Texts of the user's themes by name, each read once from `NAME.toml`; `Err` is a sentence for people.
    own: BTreeMap<String, Result<String, String>>,
    colors: ColorDepth,
    is_ascii: bool,
    /// Name of the theme for the last known background of the terminal.
    pub(super) automatic: String,
}

/// A theme and a warning.
type LoadedTheme = (Theme, Option<String>);

impl ThemeList {
    pub(super) fn new(project: &Project, shows: Capabilities) -> Self {
        let background = if shows.colors == ColorDepth::True {
            terminal::background().or_else(|| Backgrounds::new(project).recall())
        } else {
            None
        };
        Self {
            automatic: match background {
                Some(background) => on(&project.config.ui, background).to_owned(),
                None => default(),
            },
            own: own_themes(&project.dirs.themes()),
            colors: shows.colors,
            is_ascii: match project.config.ui.ascii {
                AsciiMode::Auto => !shows.is_unicode,
                AsciiMode::Always => true,
                AsciiMode::Never => false,
            },
        }
    }

    /// The automatic choice, the embedded themes, then the user's themes by name.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = vec![UiConfig::AUTO.to_owned()];
        names.extend(Theme::names().map(str::to_owned));
        for name in self.own.keys() {
            if Theme::embedded(name).is_none() {
                names.push(name.clone());
            }
        }
        names
    }

    /// Loads a theme by name; a user's theme precedes an embedded one.
    pub(super) fn load(&self, name: &str) -> Result<LoadedTheme, ThemeError> {
        let name = match name {
            UiConfig::AUTO => &self.automatic,
            name => name,
        };
        let (theme, warnings) = Theme::load(name, &|name| self.own(name))?;
        let warning = match warnings.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [first, more @ ..] => Some(format!("{first}; and {} more", more.len())),
        };
        let (mut theme, warning) = match theme.within(self.colors) {
            Some(theme) => (theme, warning),
            None => {
                let (theme, _) = Theme::load(&default(), &|_| Ok(None))?;
                (theme, Some(too_few(name)))
            }
        };
        theme.is_ascii = self.is_ascii;
        Ok((theme, warning))
    }

    /// The text of a user's theme.
    fn own(&self, name: &str) -> Result<Option<String>, String> {
        self.own.get(name).cloned().transpose()
    }
}

/// Texts of the themes in a folder; none without a folder.
fn own_themes(folder: &Path) -> BTreeMap<String, Result<String, String>> {
    let mut themes = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if let Some(name) = entry.file_name().to_str()
            && let Some(name) = name.strip_suffix(".toml")
            && !name.is_empty()
            && !name.starts_with('.')
        {
            let file = entry.path();
            let text = read_text(&file, SETTINGS_LIMIT)
                .map_err(|error| format!("Cannot read {}: {error}", file.display()));
            themes.insert(name.to_owned(), text);
        }
    }
    themes
}

fn too_few(name: &str) -> String {
    format!(
        "theme {name} needs 256 colors and this terminal has 16, so {} is shown; if it supports more, \
         set COLORTERM=truecolor",
        default()
    )
}

/// Warnings about the chosen theme on a terminal with these capabilities, one sentence each.
pub fn theme_warnings(project: &Project, shows: Capabilities) -> anyhow::Result<Vec<String>> {
    let ui = &project.config.ui;
    let names: &[&String] = if ui.theme != UiConfig::AUTO {
        &[&ui.theme]
    } else if shows.colors == ColorDepth::True {
        &[&ui.light, &ui.dark]
    } else {
        &[]
    };
    let themes = ThemeList::new(project, shows);
    let mut all = Vec::new();
    for name in names {
        let (theme, warnings) = Theme::load(name, &|name| themes.own(name))?;
        all.extend(warnings);
        if theme.within(themes.colors).is_none() {
            all.push(too_few(name));
        }
    }
    Ok(all)
}

/// Name of the theme chosen in the configuration, or else in the explorer, or else the default without
/// 24-bit colors. None if the background of the terminal decides.
pub(super) fn chosen(project: &Project, themes: &ThemeList) -> Option<String> {
    let configured = &project.config.ui.theme;
    if configured != UiConfig::AUTO {
        return Some(configured.clone());
    }
    if let Ok(kept) = read_text(&project.dirs.theme(), SETTINGS_LIMIT)
        && kept != UiConfig::AUTO
        && themes.names().contains(&kept)
    {
        return Some(kept);
    }
    (themes.colors != ColorDepth::True).then(default)
}

/// Last known background of each terminal program, one per line, the latest one last.
pub(super) struct Backgrounds {
    file: PathBuf,
    terminal: String,
}

/// Maximum number of terminals.
const TERMINALS: usize = 20;

impl Backgrounds {
    /// The backgrounds as seen from this terminal.
    pub(super) fn new(project: &Project) -> Self {
        Self {
            file: project.dirs.backgrounds(),
            terminal: identity(),
        }
    }

    fn lines(&self) -> Vec<String> {
        let text = read_text(&self.file, SETTINGS_LIMIT).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn line(&self, background: Background) -> String {
        format!("{} {}", background.name(), self.terminal)
    }

    /// Background of this terminal in an earlier run.
    pub(super) fn recall(&self) -> Option<Background> {
        let lines = self.lines();
        Background::ALL
            .into_iter()
            .find(|background| lines.contains(&self.line(*background)))
    }

    /// Stores the background of this terminal. If it fails, the next run draws its first frame in the default
    /// theme.
    pub(super) fn remember(&self, background: Background) {
        let mut lines = self.lines();
        let known = Background::ALL.map(|background| self.line(background));
        lines.retain(|line| !known.contains(line));
        lines.push(self.line(background));
        lines.drain(..lines.len().saturating_sub(TERMINALS));
        drop(note(&self.file, &(lines.join("\n") + "\n")));
    }
}

/// Writes a small file of the state directory.
pub(super) fn note(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        create_private_folder(folder)?;
    }
    // Opening a pipe would wait.
    if fs::metadata(file).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other("not a regular file"));
    }
    fs::write(file, text)
}

/// The name of the theme for a background.
pub(super) fn on(ui: &UiConfig, background: Background) -> &str {
    match background {
        Background::Light => &ui.light,
        Background::Dark => &ui.dark,
    }
}

/// The theme for any background.
pub(super) fn default() -> String {
    Theme::names().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn themes(colors: ColorDepth, own: &[(&str, &str)]) -> (tempfile::TempDir, ThemeList) {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in own {
            std::fs::write(directory.path().join(name), text).unwrap();
        }
        let themes = ThemeList {
            own: own_themes(directory.path()),
            colors,
            is_ascii: false,
            automatic: "day".to_owned(),
        };
        (directory, themes)
    }

    #[test]
    fn user_themes_follow_embedded_ones() {
        let own = [
            ("zebra.toml", ""),
            ("ant.toml", ""),
            ("nord.toml", ""),
            ("notes.txt", ""),
            (".toml", ""),
        ];
        let (_directory, themes) = themes(ColorDepth::True, &own);
        let names = themes.names();
        let own = names.iter().skip(1 + Theme::names().count());
        assert_eq!(own.collect::<Vec<_>>(), ["ant", "zebra"]);
    }

    #[test]
    fn the_automatic_theme_is_in_the_list_and_follows_the_background() {
        let (_directory, themes) = themes(ColorDepth::True, &[]);
        assert_eq!(themes.names()[0], "auto");
        assert_eq!(themes.load("auto"), themes.load("day"));
    }

    #[test]
    fn a_user_theme_inherits_and_precedes_an_embedded_one() {
        let own = [
            ("nord.toml", "inherits = \"mine\""),
            ("mine.toml", "inherits = \"day\""),
        ];
        let (_directory, themes) = themes(ColorDepth::True, &own);
        assert_eq!(themes.load("nord"), themes.load("day"));
        let error = themes.load("../mine").unwrap_err().to_string();
        assert!(error.starts_with("unknown theme \"../mine\""), "{error}");
    }

    #[test]
    fn a_terminal_recalls_its_own_background() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("state/backgrounds");
        let of = |terminal: &str| Backgrounds {
            file: file.clone(),
            terminal: terminal.to_owned(),
        };
        assert_eq!(of("kitty").recall(), None);
        of("kitty").remember(Background::Light);
        of("xterm").remember(Background::Dark);
        assert_eq!(of("kitty").recall(), Some(Background::Light));
        of("kitty").remember(Background::Dark);
        assert_eq!(of("kitty").recall(), Some(Background::Dark));
        assert_eq!(of("itty").recall(), None);
        (0..TERMINALS).for_each(|at| of(&at.to_string()).remember(Background::Dark));
        assert_eq!(of("kitty").recall(), None, "the oldest are forgotten");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_place_of_backgrounds_is_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let backgrounds = Backgrounds {
            file: directory.path().join("backgrounds"),
            terminal: "kitty".to_owned(),
        };
        nix::unistd::mkfifo(&backgrounds.file, nix::sys::stat::Mode::S_IRWXU).unwrap();
        backgrounds.remember(Background::Light);
        assert_eq!(backgrounds.recall(), None);
    }

    #[test]
    fn too_few_colors_select_the_default_with_a_warning() {
        let (_directory, themes) = themes(ColorDepth::Sixteen, &[]);
        let (theme, warning) = themes.load("nord").unwrap();
        assert!(warning.is_some_and(|warning| warning.contains("has 16")));
        assert_eq!(themes.load("terminal"), Ok((theme, None)));
    }

    #[test]
    fn the_first_of_several_warnings_is_shown_with_their_number() {
        let text = "inherits = \"day\"\n[ui]\none = \"red\"\ntwo = \"red\"\n";
        let (_directory, themes) = themes(ColorDepth::True, &[("mine.toml", text)]);
        let (_, warning) = themes.load("mine").unwrap();
        let expected = "theme mine: ui.one: unknown role; and 1 more";
        assert_eq!(warning.as_deref(), Some(expected));
    }
}
