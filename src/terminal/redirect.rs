//! Drawing on the controlling terminal while standard output goes elsewhere.
//!
//! [`redirect_to_terminal()`] runs before the terminal is checked or taken.

use std::fs::File;

/// Replaces standard output by the controlling terminal, and standard input unless it is a terminal. Returns what was
/// standard output. Fails without a controlling terminal.
#[cfg(unix)]
pub fn redirect_to_terminal() -> anyhow::Result<File> {
    use anyhow::Context;
    use nix::unistd::{dup2_stdin, dup2_stdout};
    use std::io::{self, IsTerminal};
    use std::os::fd::AsFd;

    let output = io::stdout().as_fd().try_clone_to_owned();
    let output = output.context("cannot use standard output")?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(output.into());
    }
    let terminal = File::options()
        .read(true)
        .write(true)
        .open("/dev/tty")
        .context("cannot open /dev/tty: --pick needs a terminal to draw on")?;
    dup2_stdout(&terminal).context("cannot draw on /dev/tty")?;
    if !io::stdin().is_terminal() {
        dup2_stdin(&terminal).context("cannot read from /dev/tty")?;
    }
    Ok(output.into())
}

/// Other systems have no terminal besides standard output.
#[cfg(not(unix))]
pub fn redirect_to_terminal() -> anyhow::Result<File> {
    anyhow::bail!("--pick needs /dev/tty, which this system does not have")
}
