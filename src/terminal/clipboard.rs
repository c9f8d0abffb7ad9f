//! Clipboard: copying text by a program of the system, or through the terminal (OSC 52, wrapped for multiplexers).
//!
//! Principal type: [`ClipboardMethod`], which [`method()`] chooses. Invariant: the method is a pure function of the
//! configuration and the environment, so that `doctor` reports exactly the method that a key uses. A text that
//! terminals would cut is an error; whether the terminal accepts the sequence is unknown. The caller never waits for a
//! program, and one that does not end in time is killed and reported.

use super::programs::{self, detached, is_installed, wait_until};
use crate::config::{ClipboardConfig, ClipboardMode};
use crate::corpus::spawn;
use anyhow::{Context, Result, anyhow, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Method of copying to the clipboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClipboardMethod {
    /// An escape sequence (OSC 52), which also works over SSH.
    Terminal(Multiplexer),
    /// A program that reads the text, with its arguments.
    Program(Vec<String>),
}

/// Loads a tmux buffer from the input and sends it to the clipboard of the outer terminal (`-w`, since
/// tmux 3.2).
const TMUX: [&str; 4] = ["tmux", "load-buffer", "-w", "-"];

impl fmt::Display for ClipboardMethod {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Terminal(Multiplexer::None) => "the terminal (OSC 52)",
            Self::Terminal(Multiplexer::Tmux) => "tmux (OSC 52)",
            Self::Terminal(Multiplexer::Screen) => "screen (OSC 52)",
            Self::Program(words) => words.first().map_or("", String::as_str),
        })
    }
}

/// Returns the method that a copy would use now. The default is a program of the desktop; over SSH (the
/// terminal has the clipboard of the local machine) or without a program, it is the terminal.
pub fn method(config: &ClipboardConfig) -> Result<ClipboardMethod> {
    method_in(config, |name| std::env::var_os(name).unwrap_or_default())
}

fn method_in(
    config: &ClipboardConfig,
    variable: impl Fn(&str) -> OsString,
) -> Result<ClipboardMethod> {
    if let Some(command) = &config.command {
        return programs::words(command, "clipboard.command").map(ClipboardMethod::Program);
    }
    let is_set = |name: &str| !variable(name).is_empty();
    let path = variable("PATH");
    let multiplexer = if is_set("TMUX") {
        Multiplexer::Tmux
    } else if is_set("STY") {
        Multiplexer::Screen
    } else {
        Multiplexer::None
    };
    let program = PROGRAMS.iter().find_map(|(display, command)| {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let has_display = display.is_empty() || is_set(display);
        (has_display && is_installed(words.first()?, &path))
            .then_some(ClipboardMethod::Program(words))
    });
    // tmux ignores the sequence of an inner program without an error unless `set-clipboard` or
    // `allow-passthrough` is `on`, so the `tmux` command is used if it is installed.
    let has_tmux = multiplexer == Multiplexer::Tmux && is_installed("tmux", &path);
    let is_remote = is_set("SSH_CONNECTION") || is_set("SSH_TTY");
    match (config.method, program) {
        (ClipboardMode::Program, program) => program.with_context(|| {
            let programs = program_names();
            format!("clipboard: none of {programs} is installed; install one, or set clipboard.method = \"terminal\" in config.toml")
        }),
        (ClipboardMode::Auto, Some(program)) if !is_remote => Ok(program),
        (ClipboardMode::Auto, _) if has_tmux => Ok(ClipboardMethod::Program(TMUX.map(str::to_owned).into())),
        (ClipboardMode::Auto | ClipboardMode::Terminal, _) => Ok(ClipboardMethod::Terminal(multiplexer)),
    }
}

/// Timeout of a clipboard program: a display server that is gone never answers.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Copies text to the clipboard. An escape sequence is written immediately, so this must run on the
/// drawing thread; returns true. A program runs in the background, and `later` receives its result;
/// returns false.
pub fn copy(
    text: String,
    method: &ClipboardMethod,
    later: impl FnOnce(Result<()>) + Send + 'static,
) -> Result<bool> {
    match method {
        ClipboardMethod::Terminal(multiplexer) => {
            send(&text, *multiplexer, &mut io::stdout().lock()).map(|()| true)
        }
        ClipboardMethod::Program(words) => feed(words, text, TIMEOUT, later).map(|()| false),
    }
}

/// Maximum length of the text in bytes. The smallest limit of a terminal in use is 100,000 bytes for the
/// whole sequence (hterm); longer ones are cut or ignored without an error.
const MAX_BYTES: usize = 74_994;

/// Maximum length of a string in GNU screen, in bytes; longer ones are cut.
const SCREEN_MAX_BYTES: usize = 512;

/// Multiplexer between this process and the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Multiplexer {
    /// No multiplexer.
    None,
    /// tmux, which interprets the sequence (`set-clipboard on`) and forwards wrapped ones
    /// (`allow-passthrough on`).
    Tmux,
    /// GNU screen, which forwards wrapped sequences.
    Screen,
}

/// Writes the sequence. There is no reply; terminals that do not support it ignore it.
pub(super) fn send(text: &str, multiplexer: Multiplexer, out: &mut impl Write) -> Result<()> {
    ensure!(
        text.len() <= MAX_BYTES,
        "clipboard: {} bytes exceed the terminal's limit of {MAX_BYTES}; copy less, or install one of {}",
        text.len(),
        program_names()
    );
    out.write_all(&sequence(text, multiplexer))
        .and_then(|()| out.flush())
        .context("cannot write to the terminal")
}

fn sequence(text: &str, multiplexer: Multiplexer) -> Vec<u8> {
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    match multiplexer {
        Multiplexer::None => plain.into_bytes(),
        // It is unknown which of the two settings is on, so both forms are sent; copying twice is harmless.
        Multiplexer::Tmux => {
            let wrapped = plain.replace('\x1b', "\x1b\x1b");
            format!("{plain}\x1bPtmux;{wrapped}\x1b\\").into_bytes()
        }
        Multiplexer::Screen => {
            let mut wrapped = Vec::new();
            for piece in plain.as_bytes().chunks(SCREEN_MAX_BYTES) {
                wrapped.extend([&b"\x1bP"[..], piece, b"\x1b\\"].concat());
            }
            wrapped
        }
    }
}

/// Programs that copy their input to the clipboard, best first, each with the environment variable of its
/// display, if it has one.
pub(super) const PROGRAMS: &[(&str, &str)] = &[
    ("WAYLAND_DISPLAY", "wl-copy"),
    ("DISPLAY", "xclip -in -selection clipboard"),
    ("DISPLAY", "xsel --input --clipboard"),
    // macOS, Windows under WSL, Android.
    ("", "pbcopy"),
    ("", "clip.exe"),
    ("", "termux-clipboard-set"),
];

/// Advice about a program that fails.
const ADVICE: &str = "set clipboard.method = \"terminal\" or clipboard.command in config.toml";

/// Returns the names of the programs as a list for people.
pub(super) fn program_names() -> String {
    let names: Vec<&str> = PROGRAMS
        .iter()
        .filter_map(|(_, words)| words.split(' ').next())
        .collect();
    names.join(", ")
}

/// Starts a program and writes the text to it on another thread; `later` receives the result. (Programs
/// that serve a selection continue in the background; their first process exits at once.)
pub(super) fn feed(
    words: &[String],
    text: String,
    timeout: Duration,
    later: impl FnOnce(Result<()>) + Send + 'static,
) -> Result<()> {
    let program = words.first().cloned().unwrap_or_default();
    let cannot = |cause| anyhow!("clipboard: cannot run {program}: {cause}; {ADVICE}");
    let child = detached(program.as_ref())
        .args(words.iter().skip(1))
        .stdin(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let name = program.clone();
    spawn("clipboard", move || {
        let taken = give(child, text, Instant::now() + timeout);
        later(taken.map_err(|error| anyhow!("clipboard: {name} {error:#}; {ADVICE}")));
    })
    .map_err(cannot)?;
    Ok(())
}

/// Writes the text and waits for the exit, both within the deadline. The error is a verb phrase.
fn give(mut child: Child, text: String, deadline: Instant) -> Result<()> {
    let (sender, written) = channel();
    let input = child.stdin.take();
    // The end of the thread closes the program's input.
    let writer = spawn("clipboard text", move || {
        let written = match input {
            Some(mut input) => input.write_all(text.as_bytes()),
            None => Ok(()),
        };
        drop(sender.send(written));
    });
    let written = written.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    let status = wait_until(&mut child, deadline).context("cannot be waited for")?;
    writer.context("did not get the text")?;
    match (status, written) {
        // The exit status explains more than a broken pipe.
        (Some(status), _) if !status.success() => Err(anyhow!("ended with {status}")),
        (Some(_), Ok(written)) => written.context("did not read the text"),
        _ => Err(anyhow!(
            "did not read the text in time; its display may be gone"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn config(method: ClipboardMode) -> ClipboardConfig {
        ClipboardConfig {
            method,
            command: None,
        }
    }

    /// Checks the method with these variables, all of which are set, and this `PATH`.
    fn check(config: &ClipboardConfig, set: &[&str], path: &Path, expected: &str) {
        let found = match method_in(config, variables(set, path)) {
            Ok(method) => method.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{set:?}");
    }

    fn variables(set: &[&str], path: &Path) -> impl Fn(&str) -> OsString {
        move |name| match name {
            "PATH" => path.into(),
            name if set.contains(&name) => "1".into(),
            _ => OsString::new(),
        }
    }

    #[test]
    fn without_programs_text_goes_through_the_terminal_and_its_multiplexer() {
        let (auto, nowhere) = (config(ClipboardMode::Auto), Path::new("/nowhere"));
        check(&auto, &[], nowhere, "the terminal (OSC 52)");
        check(&auto, &["STY"], nowhere, "screen (OSC 52)");
        check(&auto, &["STY", "TMUX"], nowhere, "tmux (OSC 52)");
    }

    #[test]
    fn a_missing_program_is_reported() {
        let nothing = |_: &str| OsString::new();
        let error = method_in(&config(ClipboardMode::Program), nothing).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("none of wl-copy, xclip, xsel, pbcopy"),
            "{message}"
        );
    }

    #[test]
    fn a_configured_command_wins() {
        let own = |command: &str| ClipboardConfig {
            method: ClipboardMode::Terminal,
            command: Some(command.to_owned()),
        };
        let nowhere = Path::new("/nowhere");
        check(&own("my-copy --stdin 'a b'"), &[], nowhere, "my-copy");
        let error = method_in(&own("my-copy 'open"), variables(&[], nowhere)).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("clipboard.command is not a command line"),
            "{error}"
        );
    }

    /// Creates a directory of programs with these names.
    #[cfg(unix)]
    fn programs_named(names: &[&str]) -> tempfile::TempDir {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;

        let directory = tempfile::tempdir().unwrap();
        for name in names {
            let file = directory.path().join(name);
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        directory
    }

    #[cfg(unix)]
    #[test]
    fn inside_tmux_its_command_is_used_if_installed() {
        let directory = programs_named(&["tmux", "xclip"]);
        let path = directory.path();
        let auto = config(ClipboardMode::Auto);
        check(&auto, &[], path, "the terminal (OSC 52)");
        check(&auto, &["TMUX"], path, "tmux");
        check(&auto, &["TMUX", "SSH_TTY"], path, "tmux");
        let terminal = config(ClipboardMode::Terminal);
        check(&terminal, &["TMUX"], path, "tmux (OSC 52)");
        check(&auto, &["TMUX", "DISPLAY"], path, "xclip");
    }

    #[cfg(unix)]
    #[test]
    fn the_desktop_selects_a_program_and_ssh_the_terminal() {
        let directory = programs_named(&["wl-copy", "xclip", "xsel"]);
        let path = directory.path();
        let auto = config(ClipboardMode::Auto);
        check(&auto, &[], path, "the terminal (OSC 52)");
        check(&auto, &["DISPLAY"], path, "xclip");
        let desktop = ["DISPLAY", "WAYLAND_DISPLAY"];
        check(&auto, &desktop, path, "wl-copy");
        let remote = ["WAYLAND_DISPLAY", "SSH_CONNECTION"];
        check(&auto, &remote, path, "the terminal (OSC 52)");
        check(&config(ClipboardMode::Program), &remote, path, "wl-copy");
    }
}

#[cfg(test)]
mod osc52_tests {
    use super::*;

    #[test]
    fn tmux_gets_the_sequence_plain_and_wrapped() {
        let sent = String::from_utf8(sequence("foo", Multiplexer::Tmux)).unwrap();
        assert_eq!(
            sent,
            "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\"
        );
    }

    #[test]
    fn screen_gets_the_sequence_in_pieces() {
        let text = "x".repeat(2_000);
        let sent = String::from_utf8(sequence(&text, Multiplexer::Screen)).unwrap();
        let pieces: Vec<&str> = sent
            .split_terminator("\x1b\\")
            .map(|piece| piece.strip_prefix("\x1bP").unwrap())
            .collect();
        assert!(pieces.iter().all(|piece| piece.len() <= SCREEN_MAX_BYTES));
        assert_eq!(
            pieces.concat().into_bytes(),
            sequence(&text, Multiplexer::None)
        );
    }

    #[test]
    fn text_beyond_the_limit_is_refused() {
        let mut out = Vec::new();
        assert!(send(&"x".repeat(MAX_BYTES), Multiplexer::None, &mut out).is_ok());
        assert!(out.len() <= 100_000);
        out.clear();
        let error = send(&"x".repeat(MAX_BYTES + 1), Multiplexer::None, &mut out).unwrap_err();
        assert!(error.to_string().contains("74995 bytes"), "{error}");
        assert!(out.is_empty(), "nothing of it is sent");
    }
}

#[cfg(test)]
mod program_tests {
    use super::*;

    #[cfg(unix)]
    /// Runs a shell script as the clipboard program and returns its result.
    fn fed(script: &str, text: &str, timeout: Duration) -> Result<(), String> {
        let words = ["sh", "-c", script].map(str::to_owned);
        let (sender, end) = channel();
        feed(&words, text.to_owned(), timeout, move |result| {
            let _ = sender.send(result.map_err(|error: anyhow::Error| error.to_string()));
        })
        .unwrap();
        end.recv().unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[cfg(unix)]
    #[test]
    fn the_program_reads_all_of_the_text() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("copied");
        let text = "größe\n".repeat(100_000);
        let script = format!("cat > '{}'", file.display());
        assert_eq!(fed(&script, &text, LONG), Ok(()));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }

    #[cfg(unix)]
    #[test]
    fn a_failure_is_reported_with_its_reason() {
        let error = fed("exit 3", "x", LONG).unwrap_err();
        assert!(error.contains("sh ended with exit status: 3"), "{error}");
        let long = "x".repeat(1_000_000);
        let error = fed("exec <&-; exit 4", &long, LONG).unwrap_err();
        assert!(error.contains("exit status: 4"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_hangs_is_killed() {
        let error = fed("exec sleep 600", "x", Duration::from_millis(50)).unwrap_err();
        assert!(error.contains("did not read the text in time"), "{error}");
    }

    #[test]
    fn a_missing_program_is_reported_at_once() {
        let words = ["/nowhere/copy".to_owned()];
        let error = feed(&words, String::new(), LONG, |_| {}).unwrap_err();
        assert!(error.to_string().contains("/nowhere/copy"), "{error}");
    }
}
