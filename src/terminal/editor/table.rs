//! How each editor is told the file, the line and the column.

use super::{Choice, NamedBy, template};
use std::ffi::{OsStr, OsString};

/// Where an editor shows itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// In our terminal, which it is given until it ends.
    Terminal,
    /// Elsewhere: neither waited for nor given the screen.
    Elsewhere,
}

/// How editors take a place, where they show themselves, and which do so.
const TABLE: &[(&[&str], Shown, &str)] = &[
    (
        &["+{line}", "{file}"],
        Shown::Terminal,
        "vi vim nvim emacs emacsclient nano pico micro kak ne joe jed mg ed",
    ),
    (
        &["+{line}", "{file}"],
        Shown::Elsewhere,
        "gvim mvim bbedit gedit",
    ),
    (&[SUFFIX], Shown::Terminal, "hx helix"),
    (&[SUFFIX], Shown::Elsewhere, "zed subl acme lapce"),
    (
        &["-g", SUFFIX],
        Shown::Elsewhere,
        "code code-insiders codium cursor windsurf",
    ),
    (
        &["--line", "{line}", "{file}"],
        Shown::Elsewhere,
        "idea pycharm goland webstorm clion rustrover rider xed",
    ),
    (
        &["-l", "{line}", "-c", "{column}", "{file}"],
        Shown::Elsewhere,
        "kate",
    ),
    (&["-l", "{line}", "{file}"], Shown::Elsewhere, "mate"),
    (&["-n{line}", "{file}"], Shown::Elsewhere, "notepad++"),
];
const SUFFIX: &str = "{file}:{line}:{column}";
/// For editors the table does not know: a `+N` might become a file of that name.
const FILE_ONLY: (&[&str], Shown) = (&["{file}"], Shown::Terminal);

/// A place on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The file, absolute.
    pub file: &'a OsStr,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
}

/// What to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program, by name or path.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it shows itself.
    pub shown: Shown,
}

impl Launch {
    /// As one would type it in a shell.
    pub fn line(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        shell_words::join(&words)
    }
}

/// The command line that opens a place with the chosen editor, whose words the user may have written
/// with `{file}`, `{line}` and `{column}`. `neovim` is the server of a Neovim whose terminal we run
/// in, where there is one. None without a word.
pub fn launch(choice: &Choice, place: Place<'_>, neovim: Option<&str>) -> Option<Launch> {
    let words = &choice.words;
    let (program, given) = words.split_first()?;
    let (template, shown) = row_of(program);
    let mut launch = Launch {
        program: program.into(),
        arguments: given.iter().map(OsString::from).collect(),
        shown,
    };
    if template::is_one(words) {
        (launch.program, launch.arguments) = template::filled(words, place);
    } else if let Some(server) = neovim.filter(|_| means_neovim(choice, program)) {
        if base_name(program) != NEOVIM {
            launch.program = NEOVIM.into();
            launch.arguments.clear();
        }
        launch.arguments.extend(in_neovim(server, place));
        launch.shown = Shown::Elsewhere;
    } else {
        let words = template.iter().map(|word| template::fill_word(word, place));
        launch.arguments.extend(words);
    }
    Some(launch)
}

/// The table's row for a program; `vim.tiny`, `emacs-29.4` and `idea64` are found too.
fn row_of(program: &str) -> (&'static [&'static str], Shown) {
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

/// The program's name without folders, of either kind, and without what Windows appends.
fn base_name(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.to_lowercase();
    let ending = [".exe", ".cmd", ".bat", ".com"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending));
    ending.unwrap_or(&name).to_owned()
}

const NEOVIM: &str = "nvim";

/// Whether someone who sits in a Neovim wants it there: who uses `nvim` does, and whoever merely has
/// a `vi` as the editor of the environment too, rather than one inside the other. What the
/// configuration names is meant as it is written.
fn means_neovim(choice: &Choice, program: &str) -> bool {
    match base_name(program).as_str() {
        NEOVIM => true,
        "vim" | "vi" => choice.named_by != NamedBy::Config,
        _ => choice.named_by == NamedBy::Path,
    }
}

/// Opens the place in a tab of the Neovim around us; its own terminal keeps running.
fn in_neovim(server: &str, place: Place<'_>) -> [OsString; 4] {
    let Place { file, line, column } = place;
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
