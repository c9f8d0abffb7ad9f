//! Corpora made of the sources that cargo keeps: chosen by rule, linked into a temporary directory.

use anyhow::{Context, Result, bail, ensure};
use smriti_tui::chunk::{self, ChunkTree};
use smriti_tui::config::Config;
use smriti_tui::corpus::{Cancel, FileLimits, Root, Secrets, WalkedFile, read, walk};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tempfile::TempDir;
use twox_hash::XxHash3_64;

/// Maximum share of one crate in a corpus of a given size (one in this many), so that no crate dominates.
const GREATEST_PART: u64 = 10;

/// The corpus to make.
#[derive(Clone, Debug)]
pub(crate) enum Size {
    /// `10`: crates in the order of their names, until they have this many megabytes.
    Megabytes(u64),
    /// `100k`, `1m`: the same until they have this many leaves; if they have fewer, each crate is repeated in
    /// another directory.
    Leaves(usize),
    /// `all` crates.
    All,
    /// `tokio`: the version of it that sorts last.
    Crate(String),
    /// `./DIR`: the indexed files of a directory.
    Directory(PathBuf),
}

impl FromStr for Size {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> Result<Self> {
        let number = |digits: &str| digits.parse::<usize>().ok();
        let thousands = word.strip_suffix('k').and_then(number);
        let millions = word.strip_suffix('m').and_then(number);
        Ok(match (word.parse(), thousands, millions) {
            _ if word == "all" => Self::All,
            _ if word.contains('/') => Self::Directory(word.into()),
            (Ok(megabytes), ..) => Self::Megabytes(megabytes),
            (_, Some(thousands), _) => Self::Leaves(thousands * 1_000),
            (.., Some(millions)) => Self::Leaves(millions * 1_000_000),
            _ => Self::Crate(word.to_owned()),
        })
    }
}

/// Files to index, in a directory that is deleted on drop.
pub(crate) struct Corpus {
    /// Its name in the table.
    pub(crate) name: String,
    pub(crate) crates: usize,
    pub(crate) files: Vec<WalkedFile>,
    pub(crate) bytes: u64,
    root: Root,
    /// Contains the links; the originals are never written to.
    _directory: TempDir,
}

impl Corpus {
    /// Links the files of the crates in `registry`.
    pub(crate) fn make(size: &Size, registry: &Path, config: &Config) -> Result<Self> {
        let directory = tempfile::Builder::new().prefix("corpus").tempdir()?;
        let limits = limits(config)?;
        let mut gathering = Gathering {
            into: directory.path(),
            limits: &limits,
            crates: 0,
            bytes: 0,
            leaves: 0,
        };
        let name = gathering.gather(size, registry, config)?;
        let crates = gathering.crates;
        let root = Root::exactly(directory.path())?;
        let files = walk(&root, &limits, &Cancel::new()).files;
        ensure!(!files.is_empty(), "{name}: there is nothing to index");
        Ok(Self {
            name,
            crates,
            bytes: files.iter().map(|found| found.length).sum(),
            files,
            root,
            _directory: directory,
        })
    }

    pub(crate) fn root(&self) -> &Root {
        &self.root
    }

    pub(crate) fn path(&self) -> &Path {
        self.root.path()
    }

    /// Equal for the same files in any directory.
    pub(crate) fn fingerprint(&self) -> String {
        let list = self.files.iter().flat_map(|found| {
            let length = found.length.to_le_bytes();
            [found.path.as_str().as_bytes(), &length].concat()
        });
        format!("{:016x}", XxHash3_64::oneshot(&list.collect::<Vec<u8>>()))
    }
}

pub(crate) fn limits(config: &Config) -> Result<FileLimits> {
    Ok(FileLimits {
        index_limit: config.corpus.index_limit,
        document_limit: config.document.size_limit,
        secrets: Secrets::with_rules(&config.corpus.secrets)?,
        rules: Default::default(),
    })
}

/// Contents of a corpus so far.
struct Gathering<'a> {
    into: &'a Path,
    limits: &'a FileLimits,
    crates: usize,
    bytes: u64,
    leaves: usize,
}

impl Gathering<'_> {
    fn gather(&mut self, size: &Size, registry: &Path, config: &Config) -> Result<String> {
        let crates = || subdirectories(registry);
        Ok(match size {
            Size::All => {
                for source in crates()? {
                    self.add(&source, "", |_| Ok(true))?;
                }
                "all".to_owned()
            }
            Size::Megabytes(megabytes) => {
                let wanted = megabytes * 1_000_000;
                for source in crates()? {
                    if self.bytes >= wanted {
                        break;
                    }
                    self.add(&source, "", |files| {
                        Ok(bytes(files) <= wanted / GREATEST_PART)
                    })?;
                }
                ensure!(
                    self.bytes >= wanted,
                    "{} has only {} MB in crates of at most {} MB",
                    registry.display(),
                    self.bytes / 1_000_000,
                    megabytes / GREATEST_PART
                );
                format!("{megabytes} MB")
            }
            Size::Leaves(wanted) => {
                self.gather_leaves(*wanted, &crates()?, config)?;
                match wanted {
                    1_000_000.. => format!("{} M leaves", wanted / 1_000_000),
                    _ => format!("{} k leaves", wanted / 1_000),
                }
            }
            Size::Crate(name) => {
                let mut versions = crates()?.into_iter().filter(|path| {
                    let version = file_name(path).strip_prefix(name.as_str());
                    let version = version.and_then(|rest| rest.strip_prefix('-'));
                    version.is_some_and(|it| it.starts_with(|first: char| first.is_ascii_digit()))
                });
                let last = versions.next_back();
                let last = last.with_context(|| format!("the registry has no crate {name}"))?;
                self.add(&last, "", |_| Ok(true))?;
                file_name(&last).to_owned()
            }
            Size::Directory(directory) => {
                let directory = directory
                    .canonicalize()
                    .with_context(|| directory.display().to_string())?;
                self.add(&directory, "", |_| Ok(true))?;
                file_name(&directory).to_owned()
            }
        })
    }

    fn gather_leaves(&mut self, wanted: usize, crates: &[PathBuf], config: &Config) -> Result<()> {
        for copy in 0..100 {
            let below = match copy {
                0 => String::new(),
                _ => format!("copy-{copy}"),
            };
            let before = self.leaves;
            for source in crates {
                if self.leaves >= wanted {
                    return Ok(());
                }
                let mut leaves = 0;
                let root = Root::exactly(source)?;
                let added = self.add(source, &below, |files| {
                    leaves = files
                        .iter()
                        .map(|found| leaves_of(&root, found, config))
                        .sum();
                    Ok(leaves <= wanted / GREATEST_PART as usize)
                })?;
                if added {
                    self.leaves += leaves;
                }
            }
            ensure!(self.leaves > before, "the crates have no leaves");
        }
        bail!("the registry is too small for {wanted} leaves")
    }

    /// Links the files of a crate if `wanted` accepts them. Returns true if it does.
    fn add(
        &mut self,
        source: &Path,
        below: &str,
        wanted: impl FnOnce(&[WalkedFile]) -> Result<bool>,
    ) -> Result<bool> {
        let root = Root::exactly(source)?;
        let files = walk(&root, self.limits, &Cancel::new()).files;
        if files.is_empty() || !wanted(&files)? {
            return Ok(false);
        }
        let into = self.into.join(below).join(file_name(source));
        for found in &files {
            let (from, to) = (found.path.under(source), found.path.under(&into));
            if let Some(directory) = to.parent() {
                std::fs::create_dir_all(directory)?;
            }
            // Hard links cannot cross file systems.
            if std::fs::hard_link(&from, &to).is_err() {
                std::fs::copy(&from, &to).with_context(|| from.display().to_string())?;
            }
        }
        self.crates += 1;
        self.bytes += bytes(&files);
        Ok(true)
    }
}

fn bytes(files: &[WalkedFile]) -> u64 {
    files.iter().map(|found| found.length).sum()
}

/// Number of indexed leaves of a file; 0 for a skipped file.
fn leaves_of(root: &Root, found: &WalkedFile, config: &Config) -> usize {
    let Ok(limits) = limits(config) else {
        return 0;
    };
    let Ok((document, _)) = read(root, &found.path, limits.of(&found.path)) else {
        return 0;
    };
    let limits = chunk::Limits {
        leaf: config.chunk.leaf_limit,
        parse: config.chunk.parse_limit,
        ..chunk::Limits::default()
    };
    let tree = ChunkTree::of(document, &limits);
    tree.leaves().filter(|(_, leaf)| !leaf.silent).count()
}

/// Directory in which cargo keeps the sources of crates.
pub(crate) fn registry() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let sources = cargo.context("no home directory")?.join("registry/src");
    let registries = subdirectories(&sources)?;
    let registry = registries.into_iter().next();
    registry.with_context(|| format!("{}: no crates; run `cargo fetch`", sources.display()))
}

/// Sorted by name.
fn subdirectories(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn file_name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("corpus")
}
