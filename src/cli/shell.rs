//! Shell completions, [`completions()`], and the manual page, [`man()`], both made from the definition of the
//! arguments; key bindings of shells, [`key_binding()`].

use super::args::definition;
use super::output::{EXIT_OK, print};
use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Write;

/// The program's name in command lines.
const NAME: &str = "smriti-tui";

/// Key bindings of shells, which run `--pick`.
const KEY_BINDINGS: [(&str, &str); 3] = [
    ("bash", include_str!("shell/pick.bash")),
    ("zsh", include_str!("shell/pick.zsh")),
    ("fish", include_str!("shell/pick.fish")),
];

/// Prints the key binding of a shell.
pub(super) fn key_binding(shell: &str) -> Result<u8> {
    let script = KEY_BINDINGS.iter().find(|(name, _)| *name == shell);
    let (_, script) = script.context("no such shell")?;
    print(script).map(|()| EXIT_OK)
}

/// Prints the completion script of a shell.
pub(super) fn completions(shell: Shell) -> Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut visible_commands(), NAME, &mut script);
    print(&String::from_utf8_lossy(&script)).map(|()| EXIT_OK)
}

/// The commands without hidden ones, which shells would complete too.
fn visible_commands() -> Command {
    let all = definition();
    Command::new(NAME)
        .disable_version_flag(true)
        .args(all.get_arguments().cloned())
        .subcommands(visible(&all).cloned())
}

fn visible(program: &Command) -> impl Iterator<Item = &Command> {
    let commands = program.get_subcommands();
    commands.filter(|command| !command.is_hide_set())
}

/// Prints the manual page: the program, then each command.
pub(super) fn man() -> Result<u8> {
    let mut all = definition();
    all.build();
    let mut page = Vec::new();
    let program = Man::new(all.clone());
    program.render_title(&mut page)?;
    program.render_name_section(&mut page)?;
    program.render_synopsis_section(&mut page)?;
    program.render_description_section(&mut page)?;
    program.render_options_section(&mut page)?;
    for command in visible(&all).filter(|command| command.get_name() != "help") {
        writeln!(page, ".SH {}", command.get_name().to_uppercase())?;
        page.extend(parts(command)?);
    }
    writeln!(
        page,
        ".SH EXIT STATUS\n0 if something was found or done, 1 if nothing was found, 2 on an error, 3 with --require-complete from an \
         incomplete index."
    )?;
    print(&String::from_utf8_lossy(&page)).map(|()| EXIT_OK)
}

/// Synopsis, description and options of a command as subsections.
fn parts(command: &Command) -> Result<Vec<u8>> {
    let mut sections = Vec::new();
    let man = Man::new(command.clone());
    man.render_synopsis_section(&mut sections)?;
    man.render_description_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    let sections = String::from_utf8_lossy(&sections);
    // Each section begins with roff's definition of quotes, which the page already has.
    let lines = sections
        .lines()
        .filter(|line| !line.starts_with(".ie ") && !line.starts_with(".el "));
    let parts: Vec<String> = lines.map(|line| line.replacen(".SH ", ".SS ", 1)).collect();
    Ok((parts.join("\n") + "\n").into_bytes())
}
