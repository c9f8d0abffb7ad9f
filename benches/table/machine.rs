//! Context of the measurements: commit, compiler, machine.

use std::process::Command;
use std::thread::available_parallelism;

/// One line for the report.
pub(crate) fn line() -> String {
    let cores = available_parallelism().map_or(1, usize::from);
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown CPU".into());
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|total| total.trim_end_matches(" kB").parse::<u64>().ok())
        .map_or("memory unknown".to_owned(), |kb| {
            format!("{:.0} GB", kb as f64 * 1.024e-6)
        });
    let system = output("uname", &["-sr"]).unwrap_or_else(|| std::env::consts::OS.to_owned());
    let compiler = output("rustc", &["--version"]).unwrap_or_default();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!(
        "Commit {}, {compiler}, release profile. {cores} cores of {processor}, {memory}, {system}; \
         load {load} at the start.",
        commit()
    )
}

fn commit() -> String {
    let repository = env!("CARGO_MANIFEST_DIR");
    let git = |arguments: &[&str]| {
        let arguments = [&["-C", repository], arguments].concat();
        output("git", &arguments)
    };
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else {
        return "unknown".to_owned();
    };
    match git(&["status", "--porcelain", "--untracked-files=no"]) {
        Some(changes) if !changes.is_empty() => commit + " with changes",
        _ => commit,
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// A value of a file in `/proc`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
