//! Command lines of known editors for a file, a line and a column; of templates of users, with the placeholders `{file}`,
//! `{line}` and `{column}`; and of splits of terminal multiplexers.
//!
//! [`launch()`] looks an editor up in the table. An unknown editor gets the file alone. Invariant of [`filled()`]: a
//! placeholder is filled within its word, so a file name never becomes two arguments.

use super::choice::{CONFIG, EditorChoice, PATH};
use super::launch::Window::{self, Elsewhere, Terminal};
use super::launch::{EditorLocation, Launch};
use std::ffi::OsString;

/// Arguments for a location, separated by spaces, window, and names of editors.
const TABLE: &[(&str, Window, &str)] = &[
    (
        PLUS,
        Terminal,
        "vi vim nvim lvim nvr vile vis emacs emacsclient jmacs mg jed nano rnano pico micro kak ne joe dte mcedit",
    ),
    (PLUS, Elsewhere, "gvim mvim bbedit gedit pluma geany"),
    ("-- +{line} {file}", Elsewhere, "neovide"),
    (SUFFIX, Terminal, "hx helix"),
    (
        SUFFIX,
        Elsewhere,
        "zed zeditor zedit subl sublime_text acme lapce atom pulsar",
    ),
    (
        "-g {file}:{line}:{column}",
        Elsewhere,
        "code codium vscodium cursor windsurf trae kiro positron antigravity",
    ),
    (
        "--line {line} {file}",
        Elsewhere,
        "idea pycharm goland webstorm clion rustrover rider phpstorm rubymine studio xed",
    ),
    ("-l {line} -c {column} {file}", Elsewhere, "kate kwrite"),
    ("-l {line} {file}", Elsewhere, "mate"),
    ("-n{line} {file}", Elsewhere, "notepad++"),
    // No argument for a line is known.
    (
        "{file}",
        Elsewhere,
        "fleet textadept gnome-text-editor mousepad xdg-open open",
    ),
];
const PLUS: &str = "+{line} {file}";
const SUFFIX: &str = "{file}:{line}:{column}";
/// Arguments for unknown editors: a `+N` might open a file of that name, as in `ed` 1.19.
const FILE_ONLY: (&str, Window) = ("{file}", Terminal);

/// Returns the command that opens a location with the chosen editor, whose words may contain `{file}`,
/// `{line}` and `{column}`. `neovim` is the server of a Neovim that contains this terminal.
pub fn launch(choice: &EditorChoice, location: EditorLocation<'_>, neovim: Option<&str>) -> Launch {
    let words = &choice.words;
    let editor = editor_word(words);
    let program = words.get(editor).map_or("", String::as_str);
    let (mut template, mut window) = row_of(program);
    if words
        .iter()
        .skip(editor)
        .any(|word| word.starts_with("--remote"))
    {
        // A running Vim or Neovim opens every argument after this option as a file.
        (template, window) = ("{file}", Elsewhere);
    }
    let mut launch = Launch {
        program: words.first().map(OsString::from).unwrap_or_default(),
        arguments: words.iter().skip(1).map(OsString::from).collect(),
        window,
        directory: None,
        named_by: choice.named_by,
    };
    if has_placeholders(words) {
        (launch.program, launch.arguments) = filled(words, location);
    } else if let Some(server) = neovim
        && means_neovim(choice, program)
    {
        if base_name(program) != NEOVIM {
            launch.program = NEOVIM.into();
            launch.arguments.clear();
        }
        launch.arguments.extend(in_neovim(server, location));
        launch.window = Window::Elsewhere;
    } else {
        for word in template.split(' ') {
            launch.arguments.push(fill_word(word, location));
        }
    }
    launch
}

/// Returns the index of the editor in a command: it may be run by `env` or `nice`.
fn editor_word(words: &[String]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let values = match base_name(word).as_str() {
            "env" => "-u -C -S --unset --chdir",
            "nice" => "-n",
            _ => return at,
        };
        at += 1;
        // Options, their values, and variables.
        while let Some(word) = words.get(at)
            && (word.starts_with('-') || word.contains('='))
        {
            at += 1 + usize::from(values.split(' ').any(|option| option == word));
        }
    }
    // `env` alone runs no editor.
    0
}

/// Returns the table's row for a program, ignoring versions: `vim.tiny`, `emacs-29.4`, `idea64`.
fn row_of(program: &str) -> (&'static str, Window) {
    let name = base_name(program);
    let family = name.split(['.', '-']).next().unwrap_or(&name);
    let unversioned = family.trim_end_matches(|digit: char| digit.is_ascii_digit());
    for name in [name.as_str(), family, unversioned] {
        for (arguments, window, names) in TABLE {
            if names.split(' ').any(|known| known == name) {
                return (arguments, *window);
            }
        }
    }
    FILE_ONLY
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

/// Environment variable of a session, and the words before the editor's command.
const MULTIPLEXERS: [(&str, &str); 3] = [
    ("$TMUX", "tmux split-window -h --"),
    ("$ZELLIJ", "zellij run --close-on-exit --direction right --"),
    ("$WEZTERM_PANE", "wezterm cli split-pane --right --"),
];

/// Returns the command that runs an editor in a split of the multiplexer around this terminal.
pub(super) fn in_split(launch: &Launch, is_set: impl Fn(&str) -> bool) -> Option<Launch> {
    let (named_by, before) = MULTIPLEXERS
        .into_iter()
        .find(|(variable, _)| is_set(variable.trim_start_matches('$')))?;
    let mut words = before.split(' ').map(Into::into);
    let program = words.next()?;
    let mut arguments: Vec<_> = words.collect();
    arguments.push(launch.program.clone());
    arguments.extend(launch.arguments.iter().cloned());
    Some(Launch {
        program,
        arguments,
        window: Window::Elsewhere,
        directory: None,
        named_by,
    })
}

const PLACEHOLDERS: [&str; 3] = ["{file}", "{line}", "{column}"];

/// Returns true if a command has placeholders.
pub(super) fn has_placeholders(words: &[String]) -> bool {
    words
        .iter()
        .any(|word| PLACEHOLDERS.iter().any(|name| word.contains(name)))
}

/// Fills in the placeholders; returns program and arguments. Without `{file}`, the file is appended.
pub(super) fn filled(words: &[String], location: EditorLocation<'_>) -> (OsString, Vec<OsString>) {
    let mut filled = words.iter().map(|word| fill_word(word, location));
    let program = filled.next().unwrap_or_default();
    let mut arguments: Vec<OsString> = filled.collect();
    if !words.iter().any(|word| word.contains("{file}")) {
        arguments.push(location.file.to_owned());
    }
    (program, arguments)
}

/// Fills in one word, the file last, so that a `{line}` in its name is kept.
pub(super) fn fill_word(word: &str, location: EditorLocation<'_>) -> OsString {
    let located = word
        .replace("{line}", &location.line.to_string())
        .replace("{column}", &location.column.to_string());
    let mut parts = located.split("{file}");
    let mut filled = OsString::from(parts.next().unwrap_or_default());
    for part in parts {
        filled.push(location.file);
        filled.push(part);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::Window::{Elsewhere, Terminal};
    use super::*;
    use std::ffi::OsStr;

    /// Checks the words, joined by `|`, of the command line for line 12, column 5 of `/r/a b.rs`.
    fn check(command: &str, expected: &str, window: Window) {
        check_inside(command, None, expected, window);
    }

    fn check_inside(command: &str, neovim: Option<&str>, expected: &str, window: Window) {
        check_named(command, CONFIG, neovim, expected, window);
    }

    fn check_named(
        command: &str,
        named_by: &'static str,
        neovim: Option<&str>,
        expected: &str,
        window: Window,
    ) {
        let choice = EditorChoice {
            words: shell_words::split(command).unwrap(),
            named_by,
        };
        let location = EditorLocation {
            file: OsStr::new("/r/a b.rs"),
            line: 12,
            column: 5,
        };
        let launch = launch(&choice, location, neovim);
        let mut words = vec![launch.program];
        words.extend(launch.arguments);
        assert_eq!(words.join(OsStr::new("|")), expected, "{command}");
        assert_eq!(launch.window, window, "{command}");
    }

    #[test]
    fn every_known_editor_gets_its_arguments() {
        let check_all = |names: &str, arguments: &str, window| {
            for name in names.split(' ') {
                check(name, &format!("{name}|{arguments}"), window);
            }
        };
        let plus = "+12|/r/a b.rs";
        let terminal = "vi vim nvim lvim nvr vile vis emacs emacsclient jmacs mg jed nano rnano pico micro kak ne joe \
                        dte mcedit";
        check_all(terminal, plus, Terminal);
        let graphical = "gvim mvim bbedit gedit pluma geany";
        check_all(graphical, plus, Elsewhere);
        check_all("neovide", "--|+12|/r/a b.rs", Elsewhere);
        let suffix = "/r/a b.rs:12:5";
        check_all("hx helix", suffix, Terminal);
        let graphical = "zed zeditor zedit subl sublime_text acme lapce atom pulsar";
        check_all(graphical, suffix, Elsewhere);
        let code = "code code-insiders code-oss codium vscodium cursor windsurf trae kiro positron antigravity";
        check_all(code, "-g|/r/a b.rs:12:5", Elsewhere);
        let jet_brains =
            "idea pycharm goland webstorm clion rustrover rider phpstorm rubymine studio xed";
        check_all(jet_brains, "--line|12|/r/a b.rs", Elsewhere);
        check_all("mate", "-l|12|/r/a b.rs", Elsewhere);
        let column = "-l|12|-c|5|/r/a b.rs";
        check_all("kate kwrite", column, Elsewhere);
        check_all("notepad++", "-n12|/r/a b.rs", Elsewhere);
        check_all("fleet textadept gnome-text-editor", "/r/a b.rs", Elsewhere);
        check_all("ed", "/r/a b.rs", Terminal);
    }

    #[test]
    fn a_running_vim_gets_only_the_file() {
        for option in ["--remote", "--remote-silent", "--remote-tab"] {
            let command = format!("nvim --server s {option}");
            let words = format!("nvim|--server|s|{option}|/r/a b.rs");
            check(&command, &words, Elsewhere);
        }
    }

    #[test]
    fn an_editor_after_env_or_nice_is_recognized() {
        for command in ["env A=1 vim", "nice vim", "nice -n 5 env -u B A=1 vim"] {
            let words = command.replace(' ', "|") + "|+12|/r/a b.rs";
            check(command, &words, Terminal);
        }
        check("env", "env|/r/a b.rs", Terminal);
        let zed = "env|A=1|zeditor|--wait|/r/a b.rs:12:5";
        check("env A=1 zeditor --wait", zed, Elsewhere);
    }

    #[test]
    fn configured_arguments_come_first() {
        check("code --wait", "code|--wait|-g|/r/a b.rs:12:5", Elsewhere);
        check(
            "emacsclient -t -a ''",
            "emacsclient|-t|-a||+12|/r/a b.rs",
            Terminal,
        );
        check(
            "'/opt/my vim/vim' -u NONE",
            "/opt/my vim/vim|-u|NONE|+12|/r/a b.rs",
            Terminal,
        );
    }

    #[test]
    fn an_editor_is_recognized_by_its_base_name() {
        check(
            r"'C:\Program Files\VS Code\bin\Code.CMD'",
            r"C:\Program Files\VS Code\bin\Code.CMD|-g|/r/a b.rs:12:5",
            Elsewhere,
        );
        check("notepad++.exe", "notepad++.exe|-n12|/r/a b.rs", Elsewhere);
        check(
            "/usr/bin/vim.tiny",
            "/usr/bin/vim.tiny|+12|/r/a b.rs",
            Terminal,
        );
        check("emacs-29.4", "emacs-29.4|+12|/r/a b.rs", Terminal);
        check("idea64.exe", "idea64.exe|--line|12|/r/a b.rs", Elsewhere);
    }

    #[test]
    fn an_unknown_editor_gets_only_the_file() {
        check("my-editor -x", "my-editor|-x|/r/a b.rs", Terminal);
        check("vimcat", "vimcat|/r/a b.rs", Terminal);
    }

    #[test]
    fn a_template_overrides_the_table() {
        check(
            "vim '+call cursor({line},{column})' {file}",
            "vim|+call cursor(12,5)|/r/a b.rs",
            Terminal,
        );
        check(
            "code --goto={file}:{line}",
            "code|--goto=/r/a b.rs:12",
            Elsewhere,
        );
        check("my-editor @{line}", "my-editor|@12|/r/a b.rs", Terminal);
        check(
            "my-editor {{line}} {x} {file}",
            "my-editor|{12}|{x}|/r/a b.rs",
            Terminal,
        );
    }

    #[test]
    fn inside_neovim_the_outer_instance_opens_the_location() {
        check_inside(
            "nvim",
            Some("/run/nvim.0"),
            "nvim|--server|/run/nvim.0|--remote-expr|\
             execute('tab drop ' . fnameescape('/r/a b.rs')) . setcursorcharpos(12, 5)",
            Elsewhere,
        );
        check_inside("hx", Some("/run/nvim.0"), "hx|/r/a b.rs:12:5", Terminal);
        let location = EditorLocation {
            file: OsStr::new("/r/it's.rs"),
            line: 1,
            column: 1,
        };
        let [.., expression] = in_neovim("s", location);
        assert!(expression.to_string_lossy().contains("'/r/it''s.rs'"));
    }

    #[test]
    fn inside_neovim_only_a_configured_vi_is_run() {
        let remote = "nvim|--server|s|--remote-expr|\
                      execute('tab drop ' . fnameescape('/r/a b.rs')) . setcursorcharpos(12, 5)";
        let elsewhere = |command, named_by| {
            check_named(command, named_by, Some("s"), remote, Elsewhere);
        };
        elsewhere("vim -u NONE", "$EDITOR");
        elsewhere("vi", "git's core.editor");
        elsewhere("nano", PATH);
        let vim = "vim|+12|/r/a b.rs";
        check_named("vim", CONFIG, Some("s"), vim, Terminal);
        let nano = "nano|+12|/r/a b.rs";
        let variable = "$VISUAL";
        check_named("nano", variable, Some("s"), nano, Terminal);
    }
}

#[cfg(test)]
mod split_tests {
    use super::*;

    fn check(set: &[&str], expected: Option<&str>) {
        let launch = Launch {
            program: "hx".into(),
            arguments: vec!["/tmp/a b.rs:3:1".into()],
            window: Window::Terminal,
            directory: None,
            named_by: "$EDITOR",
        };
        let split = in_split(&launch, |name| set.contains(&name));
        assert_eq!(split.map(|it| it.line()).as_deref(), expected);
    }

    #[test]
    fn the_multiplexer_around_the_terminal_runs_the_editor() {
        check(&[], None);
        check(
            &["TMUX"],
            Some("tmux split-window -h -- hx '/tmp/a b.rs:3:1'"),
        );
        check(
            &["WEZTERM_PANE"],
            Some("wezterm cli split-pane --right -- hx '/tmp/a b.rs:3:1'"),
        );
        // A tmux inside of Zellij draws this terminal.
        check(
            &["ZELLIJ", "TMUX"],
            Some("tmux split-window -h -- hx '/tmp/a b.rs:3:1'"),
        );
    }
}

#[cfg(test)]
mod template_tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn a_placeholder_in_a_file_name_is_kept() {
        let location = EditorLocation {
            file: OsStr::new("/r/{line}.rs"),
            line: 1,
            column: 1,
        };
        assert_eq!(fill_word("{file}", location), "/r/{line}.rs");
    }
}
