//! What a person waits for, measured from outside: the built binary in a pseudo-terminal, on the
//! repositories given. `cargo bench --bench explorer -- DIR…` prints the README's table.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use anyhow::{Context, Result, bail, ensure};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::Value;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use vt100::Parser;

const BINARY: &str = env!("CARGO_BIN_EXE_smriti-tui");
const ROWS: u16 = 40;
const COLUMNS: u16 = 140;
const RUNS: usize = 3;
const DEADLINE: Duration = Duration::from_secs(600);
/// Questions that most codebases have something to say to; the first is typed into the explorer.
const QUERIES: [&str; 12] = [
    "how are errors reported",
    "read a file",
    "parse arguments",
    "where is the configuration loaded",
    "lock held while writing",
    "retry after a timeout",
    "new",
    "merge two lists",
    "tests of the parser",
    "drop releases resources",
    "iterator over entries",
    "format a message for people",
];

fn main() -> Result<()> {
    let directories: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if directories.is_empty() {
        println!("run it with: cargo bench --bench explorer -- DIR…");
        return Ok(());
    }
    for directory in directories {
        let directory = Path::new(&directory)
            .canonicalize()
            .with_context(|| directory.clone())?;
        measure(&directory)?;
    }
    Ok(())
}

fn measure(directory: &Path) -> Result<()> {
    println!("{}", directory.display());
    let mut cold = Vec::new();
    let mut warm = Vec::new();
    let mut cache = tempfile::tempdir()?;
    for _ in 0..RUNS {
        cache = tempfile::tempdir()?;
        cold.push(Launch::time(directory, cache.path())?);
        warm.push(Launch::time(directory, cache.path())?);
    }
    for (name, launches) in [("cold", &mut cold), ("warm", &mut warm)] {
        let frame = median(launches, |launch| launch.first_frame);
        let answer = median(launches, |launch| launch.first_answer);
        let fresh = median(launches, |launch| launch.fresh);
        let memory = launches
            .iter()
            .filter_map(|launch| launch.resident)
            .max()
            .unwrap_or(0);
        println!(
            "  {name}: first frame {frame:.0?} · first answer {answer:.0?} · all vectors {fresh:.2?} · {memory} MB resident"
        );
    }
    let started = Instant::now();
    let fresh = tempfile::tempdir()?;
    output(directory, fresh.path(), &["index"], "")?;
    println!(
        "  index from nothing, graph included: {:.2?}",
        started.elapsed()
    );
    let status: Value =
        serde_json::from_str(&output(directory, fresh.path(), &["status", "--json"], "")?)?;
    println!(
        "  files {} · leaves {} · bytes {}",
        status["files"], status["leaves"], status["bytes"]
    );
    for mode in ["hybrid", "keywords", "meaning"] {
        let queries = QUERIES.join("\n") + "\n";
        let answers = output(
            directory,
            cache.path(),
            &["search", "--json", "--mode", mode, "-"],
            &queries.repeat(10),
        )?;
        let times = answers
            .lines()
            .map(|line| Ok(serde_json::from_str::<Value>(line)?["took_ms"].as_f64()));
        let mut times: Vec<f64> = times
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect();
        ensure!(!times.is_empty(), "no answers");
        times.sort_by(f64::total_cmp);
        println!(
            "  {mode}: p50 {:.1} ms · p99 {:.1} ms",
            times[times.len() / 2],
            times[times.len() * 99 / 100]
        );
    }
    Ok(())
}

fn median(launches: &mut [Launch], time: impl Fn(&Launch) -> Duration) -> Duration {
    launches.sort_by_key(|launch| time(launch));
    time(&launches[launches.len() / 2])
}

fn output(directory: &Path, cache: &Path, arguments: &[&str], input: &str) -> Result<String> {
    let mut command = Command::new(BINARY);
    command
        .args(arguments)
        .current_dir(directory)
        .env("XDG_CACHE_HOME", cache)
        .env("XDG_CONFIG_HOME", cache);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut stdin = child.stdin.take().context("its input")?;
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    let _ = writer.join();
    Ok(String::from_utf8(output.stdout)?)
}

/// One run of the explorer, timed from its start.
struct Launch {
    first_frame: Duration,
    first_answer: Duration,
    fresh: Duration,
    /// Megabytes once all is indexed; none where the system has no /proc.
    resident: Option<u64>,
}

impl Launch {
    fn time(directory: &Path, cache: &Path) -> Result<Self> {
        let size = PtySize {
            rows: ROWS,
            cols: COLUMNS,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size)?;
        let mut command = CommandBuilder::new(BINARY);
        command.cwd(directory);
        command.env("XDG_CACHE_HOME", cache);
        command.env("XDG_CONFIG_HOME", cache);
        command.env("TERM", "xterm-256color");
        let started = Instant::now();
        let mut child = pair.slave.spawn_command(command)?;
        let mut reader = pair.master.try_clone_reader()?;
        let mut keys = pair.master.take_writer()?;
        let (sender, bytes) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let cells = |count| NonZeroU16::new(count).context("a size");
        let mut parser = Parser::new(cells(ROWS)?, cells(COLUMNS)?, 0);
        let mut until = |shown: &dyn Fn(&str) -> bool| -> Result<Duration> {
            while !shown(&parser.screen().contents()) {
                match bytes.recv_timeout(DEADLINE) {
                    Ok(bytes) => parser.process(&bytes),
                    Err(error) => bail!("{error}: {}", parser.screen().contents()),
                }
            }
            Ok(started.elapsed())
        };
        let first_frame = until(&|screen| screen.contains("smriti"))?;
        keys.write_all(QUERIES[0].as_bytes())?;
        let first_answer =
            until(&|screen| screen.contains(" hits · ") && !screen.contains(" 0 hits"))?;
        let fresh = until(&|screen| screen.contains("● fresh"))?;
        let resident = child.process_id().and_then(resident);
        keys.write_all(b"\x03\x03")?;
        child.wait()?;
        Ok(Self {
            first_frame,
            first_answer,
            fresh,
            resident,
        })
    }
}

fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}
