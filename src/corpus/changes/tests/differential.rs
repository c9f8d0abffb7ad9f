//! Generated states of a repository, compared with `git diff HEAD` and `git ls-files --others`.

use super::git;
use crate::corpus::changes::commit::HeadCommit;
use crate::corpus::{Cancel, Root, SourcePath, head};
use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

#[test]
fn generated_states_differ_from_head_as_git_says() {
    (0..25).for_each(check);
}

/// `cargo test --lib five_hundred_states -- --ignored`; `SEED=7` in the environment checks one state.
#[test]
#[ignore = "runs git some ten thousand times"]
fn five_hundred_states() {
    match std::env::var("SEED").map(|seed| seed.parse().unwrap()) {
        Ok(seed) => check(seed),
        Err(_) => (0..500).for_each(check),
    }
}

/// Pseudo-random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }

    fn is_one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn content(&mut self) -> Vec<u8> {
        let mut content = String::new();
        let end = self.pick(&["\n", "\n", "\r\n", "\r"]);
        for _ in 0..self.below(6) {
            content += self.pick(&[
                "fn a() {}",
                "$Id$",
                "$Id: 12 $",
                "é",
                "",
                "x = 1",
                "$Id: open",
            ]);
            content += if self.is_one_in(6) { "\r\n" } else { end };
        }
        match self.below(12) {
            0 => [b"\xFF\xFE".to_vec(), utf_16(&content, u16::to_le_bytes)].concat(),
            1 => [b"\xFE\xFF".to_vec(), utf_16(&content, u16::to_be_bytes)].concat(),
            2 => utf_16(&content, u16::to_le_bytes),
            3 => [content.as_bytes(), b"\0\x01\x02"].concat(),
            4 => [content.as_bytes(), b"\xE9 and \xFF"].concat(),
            _ => content.into_bytes(),
        }
    }
}

fn try_git(directory: &Path, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command
        .current_dir(directory)
        .args(["-c", "user.name=a", "-c", "user.email=a@b"]);
    command
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.output().unwrap();
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

const PATHS: [&str; 9] = [
    "a.rs",
    "b.txt",
    "d/a.rs",
    "d/c.bin",
    "d/e/f.rs",
    "g/h.txt",
    "g/i.rs",
    "large.lfs",
    "ign.o",
];

/// A repository in a temporary directory.
struct State {
    random: Random,
    _temporary: tempfile::TempDir,
    top: std::path::PathBuf,
}

impl State {
    fn git(&self, arguments: &[&str]) -> String {
        git(&self.top, arguments)
    }

    /// Runs git where a failure, such as a conflict or a missing path, is one more state.
    fn try_git(&self, arguments: &[&str]) {
        try_git(&self.top, arguments);
    }

    fn write(&mut self, path: &str, content: &[u8]) {
        let file = self.top.join(path);
        if fs::create_dir_all(file.parent().unwrap()).is_ok() {
            if file.is_symlink() {
                fs::remove_file(&file).unwrap();
            }
            let _ = fs::write(&file, content);
        }
    }

    /// Makes a file older than git's index, so that its state there is conclusive.
    fn age(&mut self, path: &str) {
        if let Ok(file) = File::options().append(true).open(self.top.join(path)) {
            let past =
                SystemTime::now() - Duration::from_secs(1_000 + self.random.below(1_000) as u64);
            file.set_modified(past).unwrap();
        }
    }

    fn attributes(&mut self) -> String {
        let mut rules = "*.lfs filter=lfs -text\n".to_owned();
        for _ in 0..self.random.below(5) {
            rules += self
                .random
                .pick(&["*.rs", "*.txt", "*", "a.rs", "/d/**", "e/*", "[attr]own"]);
            rules += " ";
            rules += self.random.pick(&[
                "text",
                "-text",
                "text=auto",
                "eol=lf",
                "eol=crlf",
                "text=auto eol=crlf",
                "ident",
                "-ident",
                "binary",
                "crlf",
                "crlf=input",
                "working-tree-encoding=UTF-16",
                "working-tree-encoding=UTF-16LE",
                "working-tree-encoding=UTF-16LE-BOM",
                "working-tree-encoding=ISO-8859-1",
                "own",
                "!text",
                "filter=none",
            ]);
            rules += "\n";
        }
        rules
    }

    fn new(seed: u64) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let top = temporary.path().canonicalize().unwrap().join("r");
        fs::create_dir(&top).unwrap();
        let format = random.pick(&["sha1", "sha1", "sha1", "sha256"]);
        let format = format!("--object-format={format}");
        git(&top, &["init", "-q", &format]);
        if random.is_one_in(3) {
            // Git before 2.45 has no such format, and the repository stays as it is.
            fs::remove_dir_all(top.join(".git")).unwrap();
            try_git(&top, &["init", "-q", &format, "--ref-format=reftable"]);
            git(&top, &["init", "-q", &format]);
        }
        let mut state = Self {
            _temporary: temporary,
            random: Random(random.below(1 << 30) as u64),
            top,
        };
        let crlf = state.random.pick(&["false", "false", "true", "input"]);
        state.git(&["config", "core.autocrlf", crlf]);
        state.git(&["config", "core.safecrlf", "false"]);
        let clean = "f=$(mktemp); cat >$f; if head -c 40 $f | grep -q ^version.https || ! test -s $f; then cat $f; else \
                     printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' $(sha256sum <$f | cut -c1-64) \
                     $(wc -c <$f); fi; rm $f";
        state.git(&["config", "filter.lfs.clean", clean]);
        for (key, value) in [
            ("core.eol", "crlf"),
            ("core.fileMode", "false"),
            ("index.version", "4"),
            ("core.ignoreCase", "true"),
            ("index.skipHash", "true"),
            ("core.splitIndex", "true"),
        ] {
            if state.random.is_one_in(6) {
                state.git(&["config", key, value]);
            }
        }
        let rules = state.attributes();
        state.write(".gitattributes", rules.as_bytes());
        state.write(".gitignore", b"*.o\n");
        for path in PATHS {
            let content = state.random.content();
            state.write(path, &content);
            if state.random.is_one_in(2) {
                state.age(path);
            }
        }
        symlink("a.rs", state.top.join("link")).unwrap();
        // A file that cannot be converted is not added.
        state.try_git(&["add", "--ignore-errors", "."]);
        state.git(&["commit", "-qm", "first", "--allow-empty"]);
        state
    }

    fn step(&mut self) {
        let path = self.random.pick(&PATHS);
        let file = self.top.join(path);
        match self.random.below(26) {
            0..=4 => {
                let content = self.random.content();
                self.write(path, &content);
            }
            5 | 6 => self.age(path),
            7 => {
                let path = self.random.pick(&[path, path, ".gitattributes"]);
                _ = fs::remove_file(self.top.join(path));
            }
            8 => drop(fs::set_permissions(&file, Permissions::from_mode(0o755))),
            9 => self.try_git(&["update-index", "--chmod=+x", path]),
            10 => self.try_git(&["add", path]),
            11 => self.try_git(&["rm", "-q", "--cached", path]),
            12 => self.try_git(&["update-index", "--assume-unchanged", path]),
            13 => self.try_git(&["update-index", "--skip-worktree", path]),
            14 => {
                self.write("new.rs", b"new\n");
                self.try_git(&["add", "-N", "new.rs"]);
            }
            15 => self.write("other/new.txt", b"other\n"),
            16 => {
                if fs::remove_file(&file).is_ok() {
                    symlink("b.txt", &file).unwrap();
                }
            }
            17 => self.try_git(&["mv", path, "moved.rs"]),
            18 => {
                let rules = self.attributes();
                let at = self.random.pick(&[
                    ".gitattributes",
                    ".git/info/attributes",
                    "d/.gitattributes",
                ]);
                self.write(at, rules.as_bytes());
            }
            19 => self.try_git(&["gc", "-q"]),
            20 => self.try_git(&["update-index", "--refresh"]),
            21 => {
                self.try_git(&["checkout", "-q", "-b", "side"]);
                self.write("a.rs", b"side\n");
                self.try_git(&["commit", "-qam", "side"]);
                self.try_git(&["checkout", "-q", "-"]);
                self.write("a.rs", b"main\n");
                self.try_git(&["commit", "-qam", "main"]);
                self.try_git(&["merge", "-q", "side"]);
            }
            22 => {
                // Git refuses a sparse index that is split.
                let config = fs::read_to_string(self.top.join(".git/config")).unwrap();
                let sparse = if config.contains("splitIndex") {
                    "--no-sparse-index"
                } else {
                    "--sparse-index"
                };
                self.try_git(&["sparse-checkout", "set", sparse, "d"]);
            }
            23 => self.try_git(&["checkout", "-q", "--", path]),
            24 => {
                // A directory in place of a file, and a link in place of a directory.
                if self.random.is_one_in(2) {
                    _ = fs::remove_file(&file);
                    self.write(&format!("{path}/inner.rs"), b"inner\n");
                } else if fs::rename(self.top.join("d"), self.top.join("real")).is_ok() {
                    symlink("real", self.top.join("d")).unwrap();
                }
            }
            _ => self.try_git(&["stash", "-q"]),
        }
    }

    fn lines(&self, arguments: &[&str]) -> BTreeSet<String> {
        let output = self.git(arguments);
        output
            .split('\0')
            .filter(|path| !path.is_empty())
            .map(str::to_owned)
            .collect()
    }
}

/// Returns true for a regular file that no link leads to.
fn is_file(top: &Path, path: &str) -> bool {
    let file = top.join(path);
    file.symlink_metadata().is_ok_and(|it| it.is_file())
        && file
            .parent()
            .unwrap()
            .canonicalize()
            .is_ok_and(|it| it == file.parent().unwrap())
}

#[track_caller]
fn check(seed: u64) {
    let mut state = State::new(seed);
    for _ in 0..state.random.below(9) {
        state.step();
    }
    let root = Root::exactly(&state.top).unwrap();
    let listed = state.lines(&[
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listed = listed.iter().filter(|path| is_file(&state.top, path));
    let listed: Vec<SourcePath> = listed.map(|path| SourcePath::new(path)).collect();
    // Before git runs, which may write the index.
    let changes = HeadCommit::open(&root).and_then(|it| it.changes(listed.iter(), &Cancel::new()));
    let changes = changes.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert!(
        changes
            .deleted
            .iter()
            .all(|it| !changes.files.contains_key(it)),
        "seed {seed}"
    );
    let files = changes.files.keys().chain(&changes.deleted);
    let found: BTreeSet<String> = files.map(|it| it.as_str().to_owned()).collect();

    let diff = ["diff", "HEAD", "--name-only", "-z", "--no-renames"];
    let mut expected = state.lines(&diff);
    expected.extend(state.lines(&["ls-files", "-z", "--others", "--exclude-standard"]));
    let tree = state.git(&["ls-tree", "-rz", "HEAD"]);
    let blobs = tree.split('\0').filter(|line| line.starts_with("100"));
    let blobs: BTreeSet<&str> = blobs
        .filter_map(|line| Some(line.split_once('\t')?.1))
        .collect();
    // Links are no documents.
    expected.retain(|path| is_file(&state.top, path) || blobs.contains(&**path));
    assert_eq!(found, expected, "seed {seed}");
    let commit = state.git(&["rev-parse", "HEAD"]);
    assert_eq!(
        head(&root).commit.as_deref(),
        Some(commit.trim()),
        "seed {seed}"
    );
}
