//! Parent side of an extraction: starts the child process and stops it in time.

use super::{Bounds, Refusal};
use crate::corpus::{Cancel, Extraction};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{Builder, ScopedJoinHandle, scope};
use std::time::{Duration, Instant};

/// Poll interval for cancellation.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Maximum number of bytes read from standard error.
const LONGEST_COMPLAINT: u64 = 4_096;
/// Overhead of the serialized outcome: bytes per byte of text, and a minimum.
const AROUND: (u64, u64) = (8, 1 << 20);
/// Address space that the child's allocator reserves at a time, in KiB.
const ARENA_KIB: &str = "32768";

/// Path of the running program.
pub fn own_program() -> io::Result<PathBuf> {
    // `/proc/self/exe` also works after an upgrade replaced the file.
    match cfg!(target_os = "linux") {
        true => Ok(PathBuf::from("/proc/self/exe")),
        false => std::env::current_exe(),
    }
}

/// Extracts a document in a child process of `program`.
pub(super) fn extract(
    program: &Path,
    format: Extraction,
    raw: &[u8],
    bounds: &Bounds,
    cancel: &Cancel,
) -> Result<String, Refusal> {
    // The child parses untrusted input, so it inherits no environment.
    let ended = Command::new(program)
        .args(arguments(format, bounds))
        .env_clear()
        // Otherwise the allocator reserves as much address space at once as the limit allows.
        .env("MIMALLOC_ARENA_RESERVE", ARENA_KIB)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(|child| converse(child, raw, bounds, cancel))
        .map_err(|error| Refusal::Failed(format!("cannot start the child process: {error}")))?;
    match ended {
        Ended::Itself {
            status,
            output,
            complaint,
        } => match postcard::from_bytes(&output) {
            Ok(outcome) if status.success() => outcome,
            _ => Err(blame(status, &complaint, bounds)),
        },
        Ended::TooLate => Err(Refusal::TimedOut {
            seconds: bounds.seconds,
        }),
        Ended::Cancelled => Err(Refusal::Failed("cancelled".to_owned())),
    }
}

fn arguments(format: Extraction, bounds: &Bounds) -> [String; 8] {
    let [seconds, memory, text] =
        [bounds.seconds, bounds.memory, bounds.text].map(|bound| bound.to_string());
    [
        "extract".to_owned(),
        format.name().to_owned(),
        "--seconds".to_owned(),
        seconds,
        "--memory".to_owned(),
        memory,
        "--text".to_owned(),
        text,
    ]
}

/// Outcome of a child process.
enum Ended {
    Itself {
        status: ExitStatus,
        output: Vec<u8>,
        complaint: String,
    },
    TooLate,
    Cancelled,
}

/// Feeds the child, reads its output, and kills it on timeout or cancellation.
fn converse(mut child: Child, raw: &[u8], bounds: &Bounds, cancel: &Cancel) -> io::Result<Ended> {
    let deadline = Instant::now() + Duration::from_secs(bounds.seconds);
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let most = bounds
        .text
        .saturating_mul(AROUND.0)
        .saturating_add(AROUND.1);
    scope(|threads| {
        let started = start_all(threads, input, output, errors, raw, most);
        let (heard, complaints) = match started {
            Ok(started) => started,
            Err(error) => {
                end(&mut child);
                return Err(error);
            }
        };
        loop {
            if cancel.is_cancelled() {
                end(&mut child);
                return Ok(Ended::Cancelled);
            }
            let waited = heard.recv_timeout(LOOK_EVERY);
            match waited {
                Ok(output) => {
                    // A child that has written everything may still hang.
                    let Some(status) = wait(&mut child, deadline)? else {
                        return Ok(Ended::TooLate);
                    };
                    let complaint = complaints.join().unwrap_or_default();
                    return Ok(Ended::Itself {
                        status,
                        output,
                        complaint,
                    });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    end(&mut child);
                    return Err(io::Error::other(
                        "cannot read the output of the child process",
                    ));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if Instant::now() >= deadline {
                end(&mut child);
                return Ok(Ended::TooLate);
            }
        }
    })
}

type Started<'scope> = (mpsc::Receiver<Vec<u8>>, ScopedJoinHandle<'scope, String>);

/// Starts one thread for each of the three streams, so that none blocks another.
fn start_all<'scope, 'env>(
    threads: &'scope std::thread::Scope<'scope, 'env>,
    input: Option<impl Write + Send + 'scope>,
    output: Option<impl Read + Send + 'scope>,
    errors: Option<impl Read + Send + 'scope>,
    raw: &'scope [u8],
    most: u64,
) -> io::Result<Started<'scope>> {
    let thread = |name: &str| Builder::new().name(format!("extract {name}"));
    thread("input").spawn_scoped(threads, move || {
        // A child that exits early reports the reason elsewhere.
        let _ = input.map(|mut input| input.write_all(raw));
    })?;
    let complaints = thread("errors").spawn_scoped(threads, move || {
        let mut complaint = Vec::new();
        if let Some(mut errors) = errors {
            let _ = errors
                .by_ref()
                .take(LONGEST_COMPLAINT)
                .read_to_end(&mut complaint);
            let _ = io::copy(&mut errors, &mut io::sink());
        }
        String::from_utf8_lossy(&complaint).into_owned()
    })?;
    let (sender, heard) = mpsc::channel();
    thread("output").spawn_scoped(threads, move || {
        let mut bytes = Vec::new();
        let read = output.map(|output| output.take(most).read_to_end(&mut bytes));
        if matches!(read, Some(Ok(_))) {
            // Fails if the receiver is gone.
            let _ = sender.send(bytes);
        }
    })?;
    Ok((heard, complaints))
}

/// Exit status. None if the child had to be killed.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            end(child);
            return Ok(None);
        }
        std::thread::sleep(LOOK_EVERY / 10);
    }
}

/// Kills the child and waits for its end.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Reason why the child ended without an outcome.
fn blame(status: ExitStatus, complaint: &str, bounds: &Bounds) -> Refusal {
    // zlib-rs prints the second message before it panics.
    if complaint.contains("memory allocation of") || complaint.contains("MemError") {
        return Refusal::OutOfMemory {
            limit: bounds.memory,
        };
    }
    if is_out_of_time(status) {
        return Refusal::TimedOut {
            seconds: bounds.seconds,
        };
    }
    if complaint.contains("panicked at") {
        return Refusal::Malformed("it crashes the converter".to_owned());
    }
    if complaint.contains("stack overflow") {
        return Refusal::Malformed("it is nested too deeply".to_owned());
    }
    Refusal::Failed(format!("the child process ended with {status}"))
}

#[cfg(unix)]
fn is_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(nix::sys::signal::Signal::SIGXCPU as i32)
}

#[cfg(not(unix))]
fn is_out_of_time(_: ExitStatus) -> bool {
    false
}
