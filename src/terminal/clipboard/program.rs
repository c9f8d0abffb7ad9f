//! Clipboard access through a program that reads the text from its input.

use super::ClipboardError;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Poll interval for the exit of a program.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Starts a program and writes the text to it on another thread; `later` receives the result. (Programs
/// that serve a selection continue in the background; their first process exits at once.)
pub(super) fn feed(
    words: &[String],
    text: String,
    deadline: Duration,
    later: impl FnOnce(Result<(), ClipboardError>) + Send + 'static,
) -> Result<(), ClipboardError> {
    let program = words.first().cloned().unwrap_or_default();
    let cannot_start = |cause| ClipboardError::Start {
        program: program.clone(),
        cause,
    };
    let child = command(words).spawn().map_err(cannot_start)?;
    let name = program.clone();
    Builder::new()
        .name("clipboard".to_owned())
        .spawn(move || {
            let how = wait(child, text, Instant::now() + deadline);
            later(how.map_err(|how| ClipboardError::Failed { program: name, how }));
        })
        .map(drop)
        .map_err(cannot_start)
}

/// Discards the program's output: one that stays to serve the selection must not keep a pipe of this
/// process open, nor write on the screen.
fn command(words: &[String]) -> Command {
    let mut command = Command::new(words.first().map_or("", String::as_str));
    command
        .args(words.iter().skip(1))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Writes the text and waits for the exit, both within the deadline.
fn wait(mut child: Child, text: String, deadline: Instant) -> Result<(), String> {
    let mut input = child.stdin.take();
    let writer = Builder::new().name("clipboard text".to_owned());
    // The end of the thread closes the program's input.
    let writer = writer.spawn(move || match &mut input {
        Some(input) => input.write_all(text.as_bytes()),
        None => Ok(()),
    });
    let result = match writer {
        Ok(writer) => ended(&mut child, writer, deadline),
        Err(error) => Err(format!("did not get the text: {error}")),
    };
    if result.is_err() {
        // Kill a program that hangs, and reap it.
        let _ = child.kill();
        let _ = child.wait();
    }
    result
}

fn ended(
    child: &mut Child,
    writer: JoinHandle<io::Result<()>>,
    deadline: Instant,
) -> Result<(), String> {
    loop {
        match child.try_wait() {
            // The exit status explains more than the broken pipe.
            Ok(Some(status)) if !status.success() => return Err(format!("ended with {status}")),
            Ok(Some(_)) if writer.is_finished() => {
                return match writer.join() {
                    Ok(Err(error)) => Err(format!("did not read the text: {error}")),
                    _ => Ok(()),
                };
            }
            Ok(_) if Instant::now() >= deadline => {
                return Err("does not take the text; its display may be gone".to_owned());
            }
            Ok(_) => thread::sleep(POLL_INTERVAL),
            Err(error) => return Err(format!("cannot be waited for: {error}")),
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// Runs a shell script as the clipboard program and returns its result.
    fn fed(script: &str, text: &str, deadline: Duration) -> Result<(), String> {
        let words = ["sh", "-c", script].map(str::to_owned);
        let (sender, end) = channel();
        feed(&words, text.to_owned(), deadline, move |result| {
            let _ = sender.send(result.map_err(|error| error.to_string()));
        })
        .unwrap();
        end.recv().unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn the_program_reads_all_of_the_text() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("copied");
        let text = "größe\n".repeat(100_000);
        let script = format!("cat > '{}'", file.display());
        assert_eq!(fed(&script, &text, LONG), Ok(()));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn a_failure_is_reported_with_its_reason() {
        let error = fed("exit 3", "x", LONG).unwrap_err();
        assert!(error.contains("sh ended with exit status: 3"), "{error}");
        let long = "x".repeat(1_000_000);
        let error = fed("exec <&-; exit 4", &long, LONG).unwrap_err();
        assert!(error.contains("exit status: 4"), "{error}");
    }

    #[test]
    fn a_program_that_hangs_is_killed() {
        let error = fed("sleep 600", "x", Duration::from_millis(50)).unwrap_err();
        assert!(error.contains("does not take the text"), "{error}");
    }

    #[test]
    fn a_missing_program_is_reported_at_once() {
        let words = ["/nowhere/copy".to_owned()];
        let error = feed(&words, String::new(), LONG, |_| {}).unwrap_err();
        assert!(error.to_string().contains("/nowhere/copy"), "{error}");
    }
}
