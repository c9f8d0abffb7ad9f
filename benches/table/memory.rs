//! Memory of a process, from Linux; zeros on other systems.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

const EVERY: Duration = Duration::from_millis(25);

/// Bytes of memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    /// Resident memory at the end, without mapped files.
    pub(crate) anonymous: u64,
    /// Its maximum.
    pub(crate) peak: u64,
    /// Maximum resident memory, with mapped files.
    pub(crate) high_water: u64,
}

/// Samples a process until it is stopped.
pub(crate) struct Sampler {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<Memory>>,
}

impl Sampler {
    pub(crate) fn start(process: Option<u32>) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&over);
        let thread = process.map(|process| {
            std::thread::spawn(move || {
                let mut memory = Memory::default();
                loop {
                    let last = until.load(Ordering::Relaxed);
                    memory.look(process);
                    if last {
                        return memory;
                    }
                    std::thread::sleep(EVERY);
                }
            })
        });
        Self { over, thread }
    }

    /// The measurement; the process still runs.
    pub(crate) fn stop(self) -> Memory {
        self.over.store(true, Ordering::Relaxed);
        let memory = self.thread.and_then(|thread| thread.join().ok());
        memory.unwrap_or_default()
    }
}

impl Memory {
    fn look(&mut self, process: u32) {
        let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
            return;
        };
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>().ok()?;
            Some(kilobytes * 1024)
        };
        if let Some(anonymous) = bytes("RssAnon:") {
            self.anonymous = anonymous;
            self.peak = self.peak.max(anonymous);
        }
        if let Some(high_water) = bytes("VmHWM:") {
            self.high_water = high_water;
        }
    }
}
