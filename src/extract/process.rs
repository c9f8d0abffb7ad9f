//! Parent side of an extraction: starts the child process and stops it in time.
//!
//! [`extract()`] is the entry. Invariant: when it returns, the child has ended.

use super::refusal::{Bounds, Refusal};
use crate::corpus::{Cancel, Extraction};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// Maximum number of parallel child processes.
const MAX_CHILDREN: usize = 2;
/// Interval at which a permit, the child and the cancellation are polled.
const POLL: Duration = Duration::from_millis(2);
/// Maximum number of bytes read from standard error.
const MAX_STDERR: u64 = 4_096;
/// The child limits the processor time; on a busy machine it may run this many times longer.
const PATIENCE: u64 = 3;
/// Overhead of the serialized outcome: bytes per byte of text, and a minimum.
const OVERHEAD: (u64, u64) = (8, 1 << 20);
/// Address space that the child's allocator reserves at a time, in KiB.
const ARENA_KIB: &str = "32768";

/// Path of the running program.
pub fn own_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        // It also works after an upgrade replaced the file.
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe()
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
        .args(["extract", format.name()])
        .args(["--seconds", &bounds.seconds.to_string()])
        .args(["--memory", &bounds.memory.to_string()])
        .args(["--text", &bounds.text.to_string()])
        .env_clear()
        // Otherwise the allocator reserves as much address space at once as the limit allows.
        .env("MIMALLOC_ARENA_RESERVE", ARENA_KIB)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(|child| run_child(child, raw, bounds, cancel))
        .map_err(|error| Refusal::Failed(format!("cannot start the child process: {error}")))?;
    match ended {
        Some(ended) => match postcard::from_bytes(&ended.stdout) {
            Ok(outcome) if ended.status.success() => outcome,
            _ => Err(child_error(&ended, bounds)),
        },
        None if cancel.is_cancelled() => Err(Refusal::Failed("cancelled".to_owned())),
        None => Err(Refusal::Failed(format!(
            "it took more than {} s and will be tried again",
            bounds.seconds.saturating_mul(PATIENCE)
        ))),
    }
}

/// Feeds the child and reads its output, one thread for each stream so that none blocks another. None
/// if it was killed, on timeout or cancellation.
fn run_child(
    mut child: Child,
    raw: &[u8],
    bounds: &Bounds,
    cancel: &Cancel,
) -> io::Result<Option<Output>> {
    let deadline = Instant::now() + Duration::from_secs(bounds.seconds.saturating_mul(PATIENCE));
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let limit = bounds
        .text
        .saturating_mul(OVERHEAD.0)
        .saturating_add(OVERHEAD.1);
    scope(|threads| {
        let thread = || Builder::new().name("extract".to_owned());
        let fed = thread().spawn_scoped(threads, move || {
            if let Some(mut input) = input {
                // A child that exits early reports the reason elsewhere.
                let _ = input.write_all(raw);
            }
        });
        let read = thread().spawn_scoped(threads, move || beginning(output, limit));
        let reported = thread().spawn_scoped(threads, move || beginning(errors, MAX_STDERR));
        let ended = match &fed {
            Ok(_) => wait(&mut child, deadline, cancel),
            Err(_) => Ok(None),
        };
        end(&mut child);
        fed?;
        let (read, reported) = (read?, reported?);
        let Some(status) = ended? else {
            return Ok(None);
        };
        let failed = |_| io::Error::other("cannot read the output of the child process");
        Ok(Some(Output {
            status,
            stdout: read.join().map_err(failed)??,
            stderr: reported.join().map_err(failed)??,
        }))
    })
}

/// Reads a stream to its end; only its beginning is kept.
fn beginning(stream: Option<impl Read>, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        stream.by_ref().take(limit).read_to_end(&mut bytes)?;
        io::copy(&mut stream, &mut io::sink())?;
    }
    Ok(bytes)
}

/// Exit status. None on timeout and when cancelled.
fn wait(child: &mut Child, deadline: Instant, cancel: &Cancel) -> io::Result<Option<ExitStatus>> {
    loop {
        let status = child.try_wait()?;
        if status.is_some() || cancel.is_cancelled() || Instant::now() >= deadline {
            return Ok(status);
        }
        std::thread::sleep(POLL);
    }
}

/// Kills the child and waits for its end.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Reason why the child ended without an outcome.
fn child_error(ended: &Output, bounds: &Bounds) -> Refusal {
    let stderr = String::from_utf8_lossy(&ended.stderr);
    // zlib-rs prints the second message before it panics.
    if stderr.contains("memory allocation of") || stderr.contains("MemError") {
        return Refusal::OutOfMemory {
            limit: bounds.memory,
        };
    }
    if is_out_of_time(ended.status) {
        return Refusal::TimedOut {
            seconds: bounds.seconds,
        };
    }
    if stderr.contains("panicked at") {
        return Refusal::Malformed("it crashes the converter".to_owned());
    }
    if stderr.contains("stack overflow") {
        return Refusal::Malformed("it is nested too deeply".to_owned());
    }
    Refusal::Failed(format!("the child process ended with {}", ended.status))
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

/// Limit on parallel extractions, because each may use the configured amount of memory: a semaphore with
/// cancellation. A running extraction holds one of the locks.
#[derive(Debug, Default)]
pub(super) struct Permits([Mutex<()>; MAX_CHILDREN]);

impl Permits {
    /// Waits for a permit. None if cancelled.
    pub(super) fn wait(&self, cancel: &Cancel) -> Option<MutexGuard<'_, ()>> {
        loop {
            for lock in &self.0 {
                match lock.try_lock() {
                    Ok(permit) => return Some(permit),
                    Err(TryLockError::Poisoned(permit)) => return Some(permit.into_inner()),
                    Err(TryLockError::WouldBlock) => {}
                }
            }
            if cancel.is_cancelled() {
                return None;
            }
            std::thread::sleep(POLL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn third_extraction_waits_for_a_permit() {
        let permits = Permits::default();
        let cancelled = Cancel::new();
        cancelled.cancel();
        let first = permits.wait(&cancelled);
        let second = permits.wait(&cancelled);
        assert!(first.is_some() && second.is_some());
        assert!(permits.wait(&cancelled).is_none());
        drop(first);
        assert!(permits.wait(&cancelled).is_some());
    }
}
