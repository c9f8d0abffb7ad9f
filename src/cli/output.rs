//! Standard output and standard error of the commands, their looks, and exit statuses.

use super::json;
use crate::pages::{Style, escape_lines};
use crate::project::{Refreshed, UpdatedIndex};
use anyhow::Context;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// Error context for standard output.
pub(super) const WRITING: &str = "cannot write to standard output";

/// Writes to standard output.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context(WRITING)
}

/// Writes an object to standard output, as JSON or as a page.
pub(super) fn print_object<T: Serialize>(
    object: &T,
    is_json: bool,
    page: impl FnOnce(&T) -> String,
) -> anyhow::Result<()> {
    if is_json {
        print(&(json::to_text(object)? + "\n"))
    } else {
        print(&page(object))
    }
}

/// Writes a sentence to standard error. Paths and other texts in it may contain anything.
pub(super) fn print_error(sentence: &str) {
    let sentence = escape_lines(sentence);
    let _ = writeln!(io::stderr().lock(), "smriti-tui: {sentence}");
}

/// Something was found, or done.
pub(super) const EXIT_OK: u8 = 0;
/// Nothing was found.
pub(super) const NOTHING: u8 = 1;
/// An error, which standard error describes.
pub(super) const EXIT_ERROR: u8 = 2;
/// Nothing was chosen, as after Ctrl-C.
pub(super) const CANCELED: u8 = 130;
/// The index is incomplete, and `--require-complete` was given.
pub(super) const INCOMPLETE: u8 = 3;

/// Updates the index within the time limit, and prints what people should know about it.
pub(super) fn refresh(index: &mut UpdatedIndex) -> anyhow::Result<Refreshed> {
    let refreshed = index.refresh()?;
    for sentence in refreshed.notice.iter().chain(&refreshed.failure) {
        print_error(sentence);
    }
    Ok(refreshed)
}

/// Use of colors in the output of commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

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

/// The style of a run: `auto` is colored on a terminal unless `NO_COLOR` is set and not empty
/// (<https://no-color.org>). Colored output has links on the terminals that have them.
pub(super) fn style(color: Color) -> Style {
    let is_colored = match color {
        Color::Auto => io::stdout().is_terminal() && variable("NO_COLOR").is_empty(),
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

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
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
