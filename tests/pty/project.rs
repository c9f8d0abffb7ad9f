//! A small repository and a separate home, both in a temporary directory.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Real sources of this project, and one file with known lines.
const FILES: &[(&str, &str)] = &[
    ("src/latest.rs", include_str!("../../src/workers/worker.rs")),
    (
        "src/document.rs",
        include_str!("../../src/corpus/document.rs"),
    ),
    ("src/path.rs", include_str!("../../src/corpus/path.rs")),
    ("src/burrow.rs", BURROW),
    (
        "README.md",
        "# Burrow\n\nKeeps wombats.\n\n## Feeding\n\nTwice a day, with grass.\n",
    ),
];

/// [`BURROW_LINE`] is the only line with both words of [`BURROW_QUERY`].
const BURROW: &str = "\
//! Where wombats live.

/// A burrow and who is in it.
pub struct Burrow {
    tenants: Vec<String>,
}

impl Burrow {
    /// Lets one more in.
    ///
    /// Fails when the buffer is full.
    pub fn admit(&mut self, name: &str) -> bool {
        let room_left = self.tenants.len() < 12;
        if room_left {
            self.tenants.push(name.to_owned());
        }
        room_left
    }

    /// Counts those who sleep until dusk falls.
    pub fn census(&self) -> usize {
        let nocturnal = self.tenants.iter().filter(|name| name.starts_with('w'));
        nocturnal.count()
    }
}
";

/// The query.
pub(crate) const BURROW_QUERY: &str = "nocturnal filter";
/// Its line, 1-based.
pub(crate) const BURROW_LINE: u32 = 22;
/// The text of that line.
pub(crate) const BURROW_TEXT: &str = "let nocturnal = self.tenants.iter().filter(";

/// Maximum number of runs of a command that may need more time.
const MAX_RUNS: usize = 30;

/// The repository and the home.
pub(crate) struct Project {
    directory: TempDir,
}

impl Project {
    /// Creates one with a few files, without an index.
    pub(crate) fn new() -> Self {
        let project = Self::empty();
        for (path, text) in FILES {
            project.write(path, text);
        }
        project
    }

    /// Creates one with the same files and an index.
    pub(crate) fn indexed() -> Self {
        let project = Self::new();
        project.index();
        project
    }

    /// Creates one without files.
    pub(crate) fn empty() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let project = Self { directory };
        fs::create_dir_all(project.root().join(".git")).expect("a repository");
        fs::write(project.root().join(".git/HEAD"), "ref: refs/heads/main\n")
            .expect("a repository");
        fs::create_dir_all(project.home()).expect("a home");
        project
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.path().join("warren")
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }

    /// Writes the user's configuration file. Returns its folder.
    pub(crate) fn configure(&self, text: &str) -> PathBuf {
        let folder = self.home().join("config/smriti-tui");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("config.toml"), text).expect("a file");
        folder
    }

    /// The complete environment of the program.
    pub(crate) fn environment(&self) -> Vec<(&'static str, PathBuf)> {
        let home = self.home();
        vec![
            ("PATH", std::env::var_os("PATH").unwrap_or_default().into()),
            ("XDG_CACHE_HOME", home.join("cache")),
            ("XDG_CONFIG_HOME", home.join("config")),
            ("XDG_STATE_HOME", home.join("state")),
            ("XDG_DATA_HOME", home.join("data")),
            ("TMPDIR", home.clone()),
            ("HOME", home),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
        ]
    }

    /// The program with these arguments, in the repository, in pipes.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command
            .args(arguments)
            .current_dir(self.root())
            .env_clear()
            .envs(self.environment())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// The same with a text on its standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn();
        let child = child.as_mut().expect("it starts");
        let mut stdin = child.stdin.take().expect("its input");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        let mut output = Vec::new();
        let mut stdout = child.stdout.take().expect("its output");
        stdout.read_to_end(&mut output).expect("its answers");
        Output {
            status: child.wait().expect("it ends"),
            stdout: output,
            stderr: Vec::new(),
        }
    }

    /// Runs a command that updates the index before it answers, until the answer covers all changes: each run
    /// updates for at most two seconds, too few on a busy machine, and the next one continues.
    pub(crate) fn run_until(
        &self,
        is_complete: impl Fn(&Output) -> bool,
        arguments: &[&str],
    ) -> Output {
        let mut output = self.run(arguments);
        for _ in 1..MAX_RUNS {
            if is_complete(&output) {
                break;
            }
            output = self.run(arguments);
        }
        output
    }

    /// Indexes everything, without a time limit.
    pub(crate) fn index(&self) {
        let output = self.run(&["index"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stderr}");
    }
}
