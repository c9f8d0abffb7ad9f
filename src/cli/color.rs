//! Looks of the output by `--color` and the terminal.

use super::args::Color;
use crate::pages::Style;
use std::io::{self, IsTerminal};

/// Terminals with links (OSC 8), by a part of an environment variable; an empty part is any value.
const WITH_LINKS: [(&str, &[&str]); 6] = [
    ("VTE_VERSION", &[""]),
    ("KITTY_WINDOW_ID", &[""]),
    ("WT_SESSION", &[""]),
    ("KONSOLE_VERSION", &[""]),
    (
        "TERM",
        &["kitty", "alacritty", "foot", "ghostty", "wezterm"],
    ),
    (
        "TERM_PROGRAM",
        &["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"],
    ),
];

/// The style of a run: `auto` is colored on a terminal that is not dumb, unless `NO_COLOR` is set and not empty
/// (<https://no-color.org>). Colored output has links on the terminals that have them.
pub(super) fn style(color: Color) -> Style {
    let is_colored = match color {
        Color::Auto => {
            let is_dumb = variable("TERM") == "dumb";
            io::stdout().is_terminal() && !is_dumb && variable("NO_COLOR").is_empty()
        }
        Color::Always => true,
        Color::Never => false,
    };
    let current = std::env::current_dir();
    Style {
        is_colored,
        links: (is_colored && has_links()).then(start_of_links),
        base: current.and_then(|directory| directory.canonicalize()).ok(),
    }
}

pub(super) fn variable(name: &str) -> String {
    let value = std::env::var_os(name).unwrap_or_default();
    value.to_string_lossy().into_owned()
}

fn has_links() -> bool {
    WITH_LINKS.iter().any(|(name, parts)| {
        let value = variable(name);
        !value.is_empty() && parts.iter().any(|part| value.contains(part))
    })
}

/// Over SSH the host name shows the terminal that the file is on another machine.
fn start_of_links() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("file://{}", host.trim())
}
