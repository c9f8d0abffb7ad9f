//! Clipboard access through a program that reads the text from its input.
//!
//! Contract of [`feed()`]: the caller never waits; a program that does not end in time is killed and
//! reported.

use crate::terminal::programs::{detached, wait_until};
use anyhow::{Context, Result, anyhow};
use std::io::Write;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::thread::Builder;
use std::time::{Duration, Instant};

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
    Builder::new()
        .name("clipboard".to_owned())
        .spawn(move || {
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
    let writer = Builder::new()
        .name("clipboard text".to_owned())
        // The end of the thread closes the program's input.
        .spawn(move || {
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
