//! What there is to draw on.

use super::TerminalError;
use crate::config::Colours;
use std::ffi::OsString;

/// The screen, as it says itself and as the environment describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surface {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// What it can show.
    pub shows: Shows,
}

/// What a terminal can show, by its environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shows {
    /// How many colours it shows, or are wanted.
    pub colours: Colours,
    /// Whether it shows more than ASCII.
    pub is_unicode: bool,
}

/// Asks the terminal for its size and the environment for what it can show.
pub fn surface() -> Result<Surface, TerminalError> {
    let (width, height) = crossterm::terminal::size()?;
    Ok(Surface {
        width,
        height,
        shows: shows(),
    })
}

/// Asks the environment what the terminal can show; there need be none.
pub fn shows() -> Shows {
    let variable = |name: &str| std::env::var_os(name);
    Shows {
        colours: colours(&variable),
        is_unicode: is_unicode(&variable),
    }
}

/// A variable's text; nothing where it is not set, or to nothing.
fn text(variable: &dyn Fn(&str) -> Option<OsString>, name: &str) -> String {
    let value = variable(name).unwrap_or_default();
    value.to_string_lossy().to_ascii_lowercase()
}

/// None with `NO_COLOR` (no-color.org) or on a dumb terminal; all where `COLORTERM` says so, or the
/// terminal's name; few on consoles and very old terminals; else xterm's 256, which everything since
/// knows.
fn colours(variable: &dyn Fn(&str) -> Option<OsString>) -> Colours {
    let (term, colorterm) = (text(variable, "TERM"), text(variable, "COLORTERM"));
    if !text(variable, "NO_COLOR").is_empty() || term == "dumb" {
        return Colours::None;
    }
    let says_all = ["truecolor", "24bit"].contains(&colorterm.as_str());
    if says_all || term.ends_with("-direct") || !text(variable, "WT_SESSION").is_empty() {
        return Colours::True;
    }
    let few = ["linux", "ansi", "cygwin", "vt100", "vt102", "vt220"];
    if few.contains(&term.as_str()) || term.ends_with("-16color") {
        return Colours::Sixteen;
    }
    Colours::Indexed
}

/// Whether the locale's letters are UTF-8, which is taken for granted where nothing is said of it;
/// the Linux console has a font of 512 signs, and not the ones of ours.
fn is_unicode(variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    let term = text(variable, "TERM");
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .map(|name| text(variable, name))
        .into_iter()
        .find(|locale| !locale.is_empty());
    let speaks_utf8 = locale.is_none_or(|it| it.contains("utf-8") || it.contains("utf8"));
    speaks_utf8 && !["linux", "dumb"].contains(&term.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An environment as one writes it: `TERM=xterm LANG=C`.
    fn environment(text: &str) -> impl Fn(&str) -> Option<OsString> {
        move |wanted| {
            let mut pairs = text.split(' ').filter_map(|pair| pair.split_once('='));
            let (_, value) = pairs.find(|(name, _)| *name == wanted)?;
            Some(value.into())
        }
    }

    #[test]
    fn colours_are_as_many_as_the_environment_says() {
        let check =
            |text: &str, expected| assert_eq!(colours(&environment(text)), expected, "{text}");
        check("TERM=xterm-256color COLORTERM=truecolor", Colours::True);
        check("TERM=xterm-256color COLORTERM=24bit", Colours::True);
        check("TERM=xterm-direct", Colours::True);
        check("WT_SESSION=1", Colours::True);
        check("TERM=xterm-256color", Colours::Indexed);
        check("TERM=xterm", Colours::Indexed);
        check("TERM=screen COLORTERM=1", Colours::Indexed);
        check("", Colours::Indexed);
        check("TERM=linux", Colours::Sixteen);
        check("TERM=xterm-16color", Colours::Sixteen);
        check("TERM=dumb", Colours::None);
        check("TERM=xterm COLORTERM=truecolor NO_COLOR=1", Colours::None);
        check("TERM=xterm COLORTERM=truecolor NO_COLOR=", Colours::True);
    }

    #[test]
    fn letters_are_as_the_locale_says() {
        let check = |text: &str, expected| {
            assert_eq!(is_unicode(&environment(text)), expected, "{text}");
        };
        check("", true);
        check("LANG=de_DE.UTF-8", true);
        check("LANG=C.utf8", true);
        check("LANG=C", false);
        check("LANG=de_DE.ISO-8859-1", false);
        check("LC_ALL=C LANG=de_DE.UTF-8", false);
        check("LC_ALL= LC_CTYPE=en_US.UTF-8 LANG=C", true);
        check("TERM=linux LANG=de_DE.UTF-8", false);
        check("TERM=dumb LANG=de_DE.UTF-8", false);
    }
}
