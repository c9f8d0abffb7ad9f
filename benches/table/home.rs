//! The built binary with a separate cache and configuration.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use smriti_tui::index::GRAPH_THRESHOLD;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_smriti-tui");

const VARIABLES: [&str; 4] = [
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
];

/// Temporary directories for the binary's cache and configuration, apart from the user's.
pub(crate) struct Home {
    directory: TempDir,
    corpus: PathBuf,
}

/// The fields of `status --json` that are used here.
#[derive(Deserialize)]
pub(crate) struct Status {
    pub(crate) index: PathBuf,
    pub(crate) files: usize,
    pub(crate) leaves: usize,
    pub(crate) vectors: usize,
    pub(crate) bytes: Bytes,
}

impl Status {
    /// Returns true if a graph is due and does not exist yet.
    pub(crate) fn lacks_graph(&self) -> bool {
        self.vectors >= GRAPH_THRESHOLD && self.bytes.graph == 0
    }
}

/// Bytes on disk.
#[derive(Deserialize)]
pub(crate) struct Bytes {
    pub(crate) tantivy: u64,
    pub(crate) vectors: u64,
    pub(crate) graph: u64,
    pub(crate) sled: u64,
    pub(crate) texts: u64,
}

impl Home {
    /// Creates an empty one for the corpus in this directory.
    pub(crate) fn new(corpus: &Path) -> Result<Self> {
        Ok(Self {
            directory: tempfile::Builder::new().prefix("home").tempdir()?,
            corpus: corpus.to_owned(),
        })
    }

    /// The environment variables that select it.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, &OsStr)> {
        VARIABLES
            .map(|name| (name, self.directory.path().as_os_str()))
            .into_iter()
    }

    pub(crate) fn corpus(&self) -> &Path {
        &self.corpus
    }

    /// Returns a command of the binary with these arguments, in the corpus.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command
            .args(arguments)
            .current_dir(&self.corpus)
            .envs(self.variables())
            .stderr(Stdio::piped());
        command
    }

    /// Output of a command; a search without results is not an error.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Result<String> {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().context("its input")?;
        let input = input.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output()?;
        // A failed program does not read its input; the failure is reported below.
        let _ = writer.join();
        printed(output)
    }

    pub(crate) fn status(&self) -> Result<Status> {
        let status = self.run(&["status", "--json"], "")?;
        serde_json::from_str(&status).context(status)
    }
}

fn printed(output: Output) -> Result<String> {
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "{}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?)
}
