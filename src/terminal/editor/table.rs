//! Command lines of known editors for a file, a line and a column.
//!
//! Principal type: [`Launch`], made by [`launch()`] from the table. An unknown editor gets the file alone.

use super::choice::{CONFIG, PATH};
use super::{EditorChoice, template};
use Window::{Elsewhere, Terminal};
use std::ffi::{OsStr, OsString};

/// Window in which an editor draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// In this terminal, which it occupies until it exits.
    Terminal,
    /// In its own window; it neither gets the screen nor is waited for.
    Elsewhere,
}

/// Arguments for a location, separated by spaces, window, and names of editors.
const TABLE: &[(&str, Window, &str)] = &[
    (
        "+{line} {file}",
        Terminal,
        "vi vim nvim emacs emacsclient nano pico micro kak",
    ),
    ("+{line} {file}", Terminal, "ne joe jed mg ed"),
    ("+{line} {file}", Elsewhere, "gvim mvim bbedit gedit"),
    (SUFFIX, Terminal, "hx helix"),
    (SUFFIX, Elsewhere, "zed subl acme lapce"),
    (
        "-g {file}:{line}:{column}",
        Elsewhere,
        "code code-insiders codium cursor windsurf",
    ),
    (
        "--line {line} {file}",
        Elsewhere,
        "idea pycharm goland webstorm clion rustrover rider xed",
    ),
    ("-l {line} -c {column} {file}", Elsewhere, "kate"),
    ("-l {line} {file}", Elsewhere, "mate"),
    ("-n{line} {file}", Elsewhere, "notepad++"),
];
const SUFFIX: &str = "{file}:{line}:{column}";
/// Arguments for unknown editors: a `+N` might open a file of that name.
const FILE_ONLY: (&str, Window) = ("{file}", Terminal);

/// An absolute location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditorLocation<'a> {
    /// Absolute path of the file.
    pub file: &'a OsStr,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
}

/// A command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Name or path of the program.
    pub program: OsString,
    /// Arguments of the program.
    pub arguments: Vec<OsString>,
    /// Window in which it draws.
    pub window: Window,
    /// Source of its name, for people.
    pub named_by: &'static str,
}

impl Launch {
    /// Returns the command as shell syntax.
    pub fn line(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        shell_words::join(&words)
    }
}

/// Returns the command that opens a location with the chosen editor, whose words may contain `{file}`,
/// `{line}` and `{column}`. `neovim` is the server of a Neovim that contains this terminal.
pub fn launch(choice: &EditorChoice, location: EditorLocation<'_>, neovim: Option<&str>) -> Launch {
    let words = &choice.words;
    let program = words.first().map_or("", String::as_str);
    let (template, window) = row_of(program);
    let mut launch = Launch {
        program: program.into(),
        arguments: words.iter().skip(1).map(OsString::from).collect(),
        window,
        named_by: choice.named_by,
    };
    if template::is_one(words) {
        (launch.program, launch.arguments) = template::filled(words, location);
    } else if let Some(server) = neovim.filter(|_| means_neovim(choice, program)) {
        if base_name(program) != NEOVIM {
            launch.program = NEOVIM.into();
            launch.arguments.clear();
        }
        launch.arguments.extend(in_neovim(server, location));
        launch.window = Window::Elsewhere;
    } else {
        let words = template.split(' ');
        let words = words.map(|word| template::fill_word(word, location));
        launch.arguments.extend(words);
    }
    launch
}

/// Returns the table's row for a program, ignoring versions: `vim.tiny`, `emacs-29.4`, `idea64`.
fn row_of(program: &str) -> (&'static str, Window) {
    let name = base_name(program);
    let family = name.split(['.', '-']).next().unwrap_or(&name);
    let unversioned = family.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let row = |name: &&str| {
        let mut rows = TABLE.iter();
        rows.find(|(_, _, names)| names.split(' ').any(|it| it == *name))
    };
    let row = [name.as_str(), family, unversioned].iter().find_map(row);
    row.map_or(FILE_ONLY, |row| (row.0, row.1))
}

/// Returns a program's name without directories and without the extensions of Windows.
fn base_name(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.to_lowercase();
    let ending = [".exe", ".cmd", ".bat", ".com"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending));
    ending.unwrap_or(&name).to_owned()
}

const NEOVIM: &str = "nvim";

/// Returns true if the location should open in the Neovim that contains this terminal: for `nvim`, for
/// a `vi` or `vim` from the environment or git, and for a fallback. A configured command is run as
/// written.
fn means_neovim(choice: &EditorChoice, program: &str) -> bool {
    match base_name(program).as_str() {
        NEOVIM => true,
        "vim" | "vi" => choice.named_by != CONFIG,
        _ => choice.named_by == PATH,
    }
}

/// Arguments that open the location in a tab of the outer Neovim; its terminal keeps running.
fn in_neovim(server: &str, location: EditorLocation<'_>) -> [OsString; 4] {
    let EditorLocation { file, line, column } = location;
    let quoted = file.to_string_lossy().replace('\'', "''");
    let expression = format!(
        "execute('tab drop ' . fnameescape('{quoted}')) . setcursorcharpos({line}, {column})"
    );
    [
        "--server".into(),
        server.into(),
        "--remote-expr".into(),
        expression.into(),
    ]
}

#[cfg(test)]
mod tests;
