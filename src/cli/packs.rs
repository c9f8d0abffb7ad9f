//! The packs that `index --from` and `index --pack` name: files, files of a server, or packs of commits in a
//! directory of either.
//!
//! Principal type: [`PackAddress`]. Invariant: a downloaded pack has no name on disk, so that an interruption
//! leaves nothing; it is verified before anything is replaced.

use crate::corpus::{ByteSize, Cancel, HeadCommit, create_private_folder, head};
use crate::http::{ApiKey, Transfer};
use crate::index::pack_target;
use crate::project::Project;
use crate::workers::indexer::Pipeline;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Maximum number of commits, HEAD and its nearest ancestors, whose packs are tried.
const MAX_COMMITS: usize = 64;

#[derive(clap::Args, Debug)]
pub(super) struct PackOptions {
    /// Start from a pack instead of the current index: a file or an http(s) URL; a directory or a URL that ends
    /// with / has COMMIT.pack of HEAD or of a near ancestor
    #[arg(long, value_name = "PACK")]
    from: Option<PathBuf>,
    /// Write the complete index to a pack: to a file, by PUT to an http(s) URL, or as COMMIT.pack to DIR/ or URL/
    #[arg(long, value_name = "PACK")]
    pack: Option<PathBuf>,
    /// Variable whose value is sent as bearer token with --from and --pack; it is not stored
    #[arg(long, value_name = "NAME")]
    token_env: Option<String>,
}

impl PackOptions {
    pub(super) fn is_any(&self) -> bool {
        self.from.is_some() || self.pack.is_some()
    }
}

/// The value of an option.
enum PackAddress {
    File(PathBuf),
    /// The pack in it is named after a commit.
    Directory(PathBuf),
    Server {
        transfer: Transfer,
        /// True if the pack is named after a commit.
        is_directory: bool,
    },
}

impl PackAddress {
    /// Parses a value. Nothing is read or sent.
    fn parse(value: &Path, token: Option<ApiKey>) -> Result<Self> {
        let text = value.to_string_lossy();
        let scheme = text
            .split_once("://")
            .map(|(scheme, _)| scheme.to_lowercase());
        if matches!(scheme.as_deref(), Some("http" | "https")) {
            let (path, _) = text.split_once(['?', '#']).unwrap_or((&text, ""));
            return Ok(Self::Server {
                is_directory: path.ends_with('/'),
                transfer: Transfer::new(&text, token)?,
            });
        }
        if value.is_dir() || text.ends_with(['/', MAIN_SEPARATOR]) {
            return Ok(Self::Directory(value.to_owned()));
        }
        Ok(Self::File(value.to_owned()))
    }
}

/// The value of the variable that `--token-env` names.
fn token(options: &PackOptions) -> Result<Option<ApiKey>> {
    let Some(name) = &options.token_env else {
        return Ok(None);
    };
    let value = std::env::var(name).with_context(|| format!("--token-env {name}"))?;
    Ok(Some(ApiKey::new(&value)))
}

/// Replaces the index by the pack of `--from`. Returns the name of the pack; none without the option.
pub(super) fn start_from_pack(
    project: &Project,
    indexing: &mut Pipeline,
    options: &PackOptions,
    show: impl Fn(&str),
) -> Result<Option<String>> {
    let Some(from) = &options.from else {
        return Ok(None);
    };
    let cancel = &Cancel::new();
    let no_pack = match PackAddress::parse(from, token(options)?)? {
        PackAddress::File(path) => {
            indexing.unpack(&path, cancel)?;
            return Ok(Some(path.display().to_string()));
        }
        PackAddress::Directory(directory) => {
            let names = pack_names(project)?;
            let mut paths = names.iter().map(|name| directory.join(name));
            if let Some(path) = paths.find(|path| path.symlink_metadata().is_ok()) {
                indexing.unpack(&path, cancel)?;
                return Ok(Some(path.display().to_string()));
            }
            no_pack(&directory.display().to_string(), names.len())
        }
        PackAddress::Server {
            transfer,
            is_directory,
        } => {
            let names = if is_directory {
                pack_names(project)?
            } else {
                vec![String::new()]
            };
            let folder = project.index.path();
            let refused = || format!("cannot write in {}", folder.display());
            create_private_folder(folder).with_context(refused)?;
            for name in &names {
                let shown = transfer.shown(name);
                show(&format!("downloading {shown}"));
                let mut pack = tempfile::tempfile_in(folder).with_context(refused)?;
                if transfer.download(name, &mut pack, cancel)? {
                    indexing.unpack_file(pack, &shown, cancel)?;
                    return Ok(Some(shown));
                }
            }
            if is_directory {
                let why = no_pack(&transfer.shown(""), names.len());
                match options.token_env {
                    Some(_) => why,
                    None => format!("{why}, or requires a token (--token-env)"),
                }
            } else {
                format!("there is no {}", transfer.shown(""))
            }
        }
    };
    bail!("{no_pack}; without --from the index is made from nothing");
}

fn no_pack(directory: &str, commits: usize) -> String {
    format!("{directory} has no pack of the {commits} newest commits of HEAD")
}

/// File names of the packs of HEAD and its nearest ancestors.
fn pack_names(project: &Project) -> Result<Vec<String>> {
    let head = HeadCommit::open(project.root())
        .map_err(|why| anyhow::anyhow!("a directory has packs of commits, but {why}"))?;
    let commits = head.nearest_ancestors(MAX_COMMITS).into_iter();
    Ok(commits.map(|commit| pack_name(&commit)).collect())
}

fn pack_name(commit: &str) -> String {
    format!("{commit}.pack")
}

/// Destination of `--pack`.
pub(super) enum PackTarget {
    File(PathBuf),
    Server { transfer: Transfer, name: String },
}

impl PackTarget {
    /// The target of `--pack`, if it can be used; a directory is created.
    pub(super) fn of(project: &Project, options: &PackOptions) -> Result<Option<Self>> {
        let Some(to) = &options.pack else {
            return Ok(None);
        };
        let name = || {
            let commit = head(project.root()).commit;
            let commit = commit
                .context("a pack in a directory has the name of the commit, and the repository has none; name a file")?;
            Ok::<_, anyhow::Error>(pack_name(&commit))
        };
        let path = match PackAddress::parse(to, token(options)?)? {
            PackAddress::Server {
                transfer,
                is_directory,
            } => {
                let name = if is_directory { name()? } else { String::new() };
                return Ok(Some(Self::Server { transfer, name }));
            }
            PackAddress::Directory(directory) => {
                let path = directory.join(name()?);
                fs::create_dir_all(&directory)
                    .with_context(|| format!("cannot create {}", directory.display()))?;
                path
            }
            PackAddress::File(path) => path,
        };
        pack_target(&path)?;
        Ok(Some(Self::File(path)))
    }

    /// Writes the pack. Returns a line about it.
    pub(super) fn write(&self, project: &Project, indexing: &mut Pipeline) -> Result<String> {
        let (shown, size) = match self {
            Self::File(path) => (path.display().to_string(), indexing.pack(path)?),
            Self::Server { transfer, name } => {
                let mut pack: File = tempfile::tempfile_in(project.index.path())?;
                let size = indexing.pack_file(&mut pack)?;
                transfer.upload(name, &mut pack)?;
                (transfer.shown(name), size)
            }
        };
        Ok(format!("{shown}: {}\n", ByteSize(size)))
    }
}
