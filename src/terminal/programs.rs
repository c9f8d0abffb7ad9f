//! Programs of the system: lookup, command lines, and waiting for them.
//!
//! The editor and the clipboard start programs with [`detached()`]. Invariant: such a program can neither
//! read the terminal nor write on the screen.

use anyhow::{Result, ensure};
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Poll interval for the exit of a program.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Returns true if a directory of `path`, in the format of `PATH`, has an executable of this name.
pub(super) fn is_installed(name: &str, path: &OsStr) -> bool {
    std::env::split_paths(path).any(|folder| is_executable(&folder.join(name)))
}

/// Returns true if a program, given by path or name, can be run.
pub fn is_found(program: &OsStr) -> bool {
    let is_path = Path::new(program).components().count() > 1;
    match program.to_str() {
        Some(name) if !is_path => is_installed(name, &std::env::var_os("PATH").unwrap_or_default()),
        _ => is_executable(Path::new(program)),
    }
}

/// Returns true if a file is executable by anyone.
fn is_executable(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if metadata.permissions().mode() & 0o111 == 0 {
            return false;
        }
    }
    metadata.is_file()
}

/// Splits a configured command by the rules of the shell; at least one word. A leading `exec` is dropped, variables
/// before the program are set by `env`, and `~/`, `$HOME/` and `${HOME}/` begin a path in the home directory.
pub(super) fn words(command: &str, setting: &str) -> Result<Vec<String>> {
    words_at(command, setting, std::env::home_dir().as_deref())
}

fn words_at(command: &str, setting: &str, home: Option<&Path>) -> Result<Vec<String>> {
    let mut words = shell_words::split(command).unwrap_or_default();
    if let Some(home) = home.and_then(Path::to_str) {
        for word in &mut words {
            let mut signs = ["~/", "$HOME/", "${HOME}/"].into_iter();
            if let Some(rest) = signs.find_map(|sign| word.strip_prefix(sign)) {
                *word = format!("{home}/{rest}");
            }
        }
    }
    if words.len() > 1 && words[0] == "exec" {
        words.remove(0);
    }
    if words.first().is_some_and(|word| is_assignment(word)) {
        words.insert(0, "env".to_owned());
    }
    // A comment is not blank, but has no words.
    ensure!(
        !words.is_empty(),
        "{setting} is not a command line: {command:?}; check its quotes"
    );
    Ok(words)
}

/// Returns true for `NAME=value`.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// A command without the terminal, in its own process group: Ctrl-C and Ctrl-Z do not reach it. Its output is
/// discarded: a program that stays must not keep a pipe of this process open, nor write on the screen.
pub(super) fn detached(program: &OsStr) -> Command {
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Waits for the exit of a child; at the deadline, kills it and returns none.
pub(super) fn wait_until(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            return child.wait().map(|_| None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_as_a_shell_reads_it() {
        let check = |command: &str, expected: &[&str]| {
            let words = words_at(command, "$EDITOR", Some(Path::new("/home/a b"))).unwrap();
            assert_eq!(words, expected, "{command}");
        };
        check("vim -c 'set nu'", &["vim", "-c", "set nu"]);
        check("FOO=1 B_2='x y' vim", &["env", "FOO=1", "B_2=x y", "vim"]);
        check("exec vim", &["vim"]);
        check("exec", &["exec"]);
        check("~/bin/ed -s", &["/home/a b/bin/ed", "-s"]);
        check(
            "$HOME/bin/ed ${HOME}/x",
            &["/home/a b/bin/ed", "/home/a b/x"],
        );
        check("env A=$HOME/x vim", &["env", "A=$HOME/x", "vim"]);
        check("1=2 ~x", &["1=2", "~x"]);
    }
}
