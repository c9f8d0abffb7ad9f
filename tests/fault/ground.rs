//! A repository and its home in a temporary directory, and runs of the built binary in them.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

/// Time limit of a run.
const HANGS: Duration = Duration::from_secs(120);

/// The tree: sources and documents of this project.
pub(crate) const SMALL: &[&str] = &["src/session", "src/config", "docs"];
pub(crate) const LARGE: &[&str] = &[
    "src/session",
    "src/config",
    "src/corpus",
    "src/extract",
    "src/index",
    "docs",
];
const DOCUMENT: &str = "tests/fixtures/documents/report.docx";

/// Queries whose answers are compared.
pub(crate) const QUERIES: [&str; 10] = [
    "how are bookmarks saved",
    "default configuration directory",
    "kind:function load",
    "sym:Session",
    "path:docs keys",
    "\"pub fn\"",
    "/fn \\w+_path/",
    "lang:rust error message",
    "kind:file settings",
    "limits of memory and time",
];

pub(crate) struct Ground {
    directory: Arc<TempDir>,
    /// Name of the directory of the tree.
    name: &'static str,
}

/// Outcome of a run.
pub(crate) struct Ran {
    /// None after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) hung: bool,
    pub(crate) took: Duration,
}

impl Ran {
    /// Fails on a hang, a signal or a panic.
    pub(crate) fn sound(self, what: &str) -> Result<Self, String> {
        let fault = match self.code {
            _ if self.hung => "hangs",
            None => "ends by a signal",
            Some(101 | 134 | 139) => "panics",
            _ if self.err.contains("panicked at") => "prints a panic",
            _ => return Ok(self),
        };
        Err(format!("{what} {fault}: {}", self.err.trim()))
    }

    /// Fails unless the run succeeded.
    pub(crate) fn fine(self, what: &str) -> Result<Self, String> {
        let ran = self.sound(what)?;
        match ran.code {
            Some(0) => Ok(ran),
            code => Err(format!("{what} ends with {code:?}: {}", ran.err.trim())),
        }
    }
}

impl Ground {
    /// These directories of this project, last modified an hour ago, and an empty home.
    pub(crate) fn new(directories: &[&str]) -> Self {
        let ground = Self {
            directory: Arc::new(tempfile::tempdir().unwrap()),
            name: "tree",
        };
        fs::create_dir_all(ground.tree()).unwrap();
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        for directory in directories {
            copy_tree(&here.join(directory), &ground.tree().join(directory));
        }
        fs::copy(here.join(DOCUMENT), ground.tree().join("report.docx")).unwrap();
        fs::create_dir_all(ground.tree().join(".git")).unwrap();
        fs::write(ground.tree().join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::create_dir_all(ground.home()).unwrap();
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        for file in files_below(&ground.tree()) {
            fs::File::options()
                .write(true)
                .open(file)
                .unwrap()
                .set_modified(hour_ago)
                .unwrap();
        }
        ground
    }

    /// The same, indexed and kept, to be restored before each case.
    pub(crate) fn indexed(directories: &[&str]) -> Self {
        let ground = Self::new(directories);
        ground.index(&ground.home()).fine("the first run").unwrap();
        ground.keep();
        ground
    }

    /// A copy of the tree with the same home.
    pub(crate) fn sibling(&self, name: &'static str) -> Self {
        let directory = Arc::clone(&self.directory);
        let sibling = Self { directory, name };
        copy(&self.tree(), &sibling.tree());
        sibling
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn tree(&self) -> PathBuf {
        self.path().join(self.name)
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    fn kept(&self) -> PathBuf {
        self.path().join("kept")
    }

    /// Saves a copy of the tree and the home.
    pub(crate) fn keep(&self) {
        fs::create_dir_all(self.kept()).unwrap();
        copy(&self.tree(), &self.kept().join(self.name));
        copy(&self.home(), &self.kept().join("home"));
    }

    /// Restores the saved copy.
    pub(crate) fn restore(&self) {
        copy(&self.kept().join(self.name), &self.tree());
        copy(&self.kept().join("home"), &self.home());
    }

    /// Sources of the tree that a case may edit, sorted.
    pub(crate) fn sources(&self) -> Vec<PathBuf> {
        let mut found = files_below(&self.tree());
        found.retain(|path| path.extension().is_some_and(|it| it == "rs" || it == "md"));
        found.sort();
        found
    }

    /// The folder of the index of this tree.
    pub(crate) fn index_folder(&self) -> PathBuf {
        let base = self.home().join("cache/smriti-tui");
        let entries = fs::read_dir(base).unwrap().map(|it| it.unwrap());
        let prefix = format!("{}-", self.name);
        let is_own = |it: &fs::DirEntry| it.file_name().to_string_lossy().starts_with(&prefix);
        entries.into_iter().find(is_own).unwrap().path()
    }

    /// The folder of the index in a home directory.
    pub(crate) fn index_in(home: &Path) -> PathBuf {
        let base = home.join("cache/smriti-tui");
        let mut entries = fs::read_dir(&base).unwrap().map(|it| it.unwrap().path());
        entries
            .find(|path| path.join("lexical").exists() || path.is_dir())
            .unwrap()
    }

    pub(crate) fn configure(&self, home: &Path, text: &str) {
        let folder = home.join("config/smriti-tui");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), text).unwrap();
    }

    /// The binary with these arguments, in the tree.
    pub(crate) fn command(&self, home: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(arguments);
        self.prepare(&mut command, home);
        command
    }

    /// Sets the directory, the environment and the pipes.
    pub(crate) fn prepare(&self, command: &mut Command, home: &Path) {
        command
            .current_dir(self.tree())
            .env_clear()
            .envs(environment(home))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }

    pub(crate) fn index(&self, home: &Path) -> Ran {
        self.run(home, &["index"])
    }

    pub(crate) fn run(&self, home: &Path, arguments: &[&str]) -> Ran {
        finish(self.command(home, arguments), "")
    }

    pub(crate) fn run_with(&self, home: &Path, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(home, arguments);
        command.stdin(Stdio::piped());
        finish(command, input)
    }

    /// Starts `index` and kills it after this time; true if it was still running.
    pub(crate) fn kill_index(&self, home: &Path, arguments: &[&str], after: Duration) -> bool {
        let mut command = self.command(home, arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(after);
        let runs = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        runs
    }
}

/// The binary under test.
pub(crate) fn binary() -> PathBuf {
    std::env::var_os("SMRITI_FAULT_BINARY").map_or_else(
        || env!("CARGO_BIN_EXE_smriti-tui").into(),
        |path| fs::canonicalize(path).expect("SMRITI_FAULT_BINARY is a file"),
    )
}

pub(crate) fn environment(home: &Path) -> Vec<(&'static str, PathBuf)> {
    vec![
        ("PATH", std::env::var_os("PATH").unwrap_or_default().into()),
        ("XDG_CACHE_HOME", home.join("cache")),
        ("XDG_CONFIG_HOME", home.join("config")),
        ("XDG_STATE_HOME", home.join("state")),
        ("XDG_DATA_HOME", home.join("data")),
        ("HOME", home.to_owned()),
        ("TERM", "xterm-256color".into()),
        ("LANG", "C.UTF-8".into()),
    ]
}

/// Runs a command to its end or to the time limit.
pub(crate) fn finish(mut command: Command, input: &str) -> Ran {
    let started = Instant::now();
    let mut child = command.spawn().unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        // It may end before it reads all.
        let _ = stdin.write_all(input.as_bytes());
    }
    let out = read_all(child.stdout.take());
    let err = read_all(child.stderr.take());
    let (code, hung) = wait(&mut child, started);
    Ran {
        code,
        out: out.join().unwrap(),
        err: err.join().unwrap(),
        hung,
        took: started.elapsed(),
    }
}

fn wait(child: &mut Child, started: Instant) -> (Option<i32>, bool) {
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return (status.code(), false),
            None if started.elapsed() > HANGS => {
                child.kill().unwrap();
                return (child.wait().unwrap().code(), true);
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn read_all(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Replaces a directory by a copy of another, with times and modes.
pub(crate) fn copy(from: &Path, to: &Path) {
    if to.exists() {
        fs::remove_dir_all(to).unwrap();
    }
    let done = Command::new("cp").arg("-a").arg(from).arg(to).status();
    assert!(done.unwrap().success());
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap().path();
        let target = to.join(entry.file_name().unwrap());
        if entry.is_dir() {
            copy_tree(&entry, &target)
        } else {
            fs::copy(&entry, target).unwrap();
        }
    }
}

/// Regular files below a directory, unsorted; links are not followed.
pub(crate) fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => found.extend(files_below(&entry.path())),
            Ok(kind) if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    found
}

/// Adds a declaration with a unique name.
pub(crate) fn append(file: &Path, number: u64) {
    let mut file = fs::File::options().append(true).open(file).unwrap();
    writeln!(file, "\nfn added_{number}() {{ let settings = {number}; }}").unwrap();
}
