//! What shells and `man` are told of the commands.

use super::args::{Args, Shell};
use super::{DONE, WRITING};
use anyhow::Context;
use clap::CommandFactory;
use std::io::{self, Write};

/// The program's name, as it is typed.
const NAME: &str = "smriti-tui";

/// Prints what completes commands and options in a shell.
pub(super) fn completions(shell: Shell) -> anyhow::Result<u8> {
    let mut command = Args::command();
    let mut script = Vec::new();
    let shell = match shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    clap_complete::generate(shell, &mut command, NAME, &mut script);
    print(&script)
}

/// Prints the manual page: the program, then each command.
pub(super) fn man() -> anyhow::Result<u8> {
    let mut command = Args::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let man = clap_mangen::Man::new(command.clone());
        writeln!(page, ".SH \"{}\"", command.get_name().to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    print(&page)
}

fn print(text: &[u8]) -> anyhow::Result<u8> {
    let mut out = io::stdout().lock();
    out.write_all(text)
        .and_then(|()| out.flush())
        .context(WRITING)?;
    Ok(DONE)
}
