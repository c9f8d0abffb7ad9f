//! Git's configuration, read without running git.
//!
//! Principal functions: [`user_config()`] and [`repository_config()`]. Invariant: a repository chooses no path and
//! no program. Its own files are regular, of limited size and read without their includes; callers take only
//! switches from them, and compare the path of `core.worktree`.

use super::git::GitDirectory;
use super::read::read_regular;
use gix_config::file::Metadata;
use gix_config::file::includes::{Options as Includes, conditional};
use gix_config::file::init::Options;
use gix_config::path::interpolate;
use gix_config::{File, Source};
use std::env::{home_dir, var_os};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Maximum size in bytes of a configuration file.
const CONFIG_LIMIT: u64 = 16 << 20;

/// Returns the configuration of the system and the user, with included files; damaged files are left out.
pub(super) fn user_config(git: Option<&GitDirectory>) -> File {
    let home = home_dir();
    let paths = interpolate::Context {
        home_dir: home.as_deref(),
        ..interpolate::Context::default()
    };
    let branch = git.and_then(|git| git.head()?.branch);
    let branch = branch.map(|name| format!("refs/heads/{name}"));
    let conditions = conditional::Context {
        git_dir: git.map(|git| git.own.as_path()),
        branch_name: branch.as_deref().and_then(|name| name.try_into().ok()),
    };
    let includes = Includes::follow(paths, conditions);
    let mut config = File::default();
    let mut earlier: Option<PathBuf> = None;
    for source in [Source::System, Source::Git, Source::User] {
        // On Windows the path of the system's file is known to git alone.
        if cfg!(windows) && source == Source::System {
            continue;
        }
        let path = source.storage_location(&mut variable);
        // `GIT_CONFIG_GLOBAL` replaces both files of the user.
        if let Some(path) = path.filter(|path| earlier.as_ref() != Some(path)) {
            append(&mut config, &path, source, includes);
            earlier = Some(path);
        }
    }
    config
}

/// Returns the configuration of a repository above that of the user.
pub(super) fn repository_config(git: &GitDirectory) -> File {
    let mut config = user_config(Some(git));
    append_repository(&mut config, git);
    config
}

/// Returns the configuration of a repository alone.
pub(super) fn own_config(git: &GitDirectory) -> File {
    let mut config = File::default();
    append_repository(&mut config, git);
    config
}

fn append_repository(config: &mut File, git: &GitDirectory) {
    let file = git.common.join("config");
    append(config, &file, Source::Local, Includes::no_follow());
    if matches!(config.boolean("extensions.worktreeConfig"), Ok(Some(true))) {
        let file = git.own.join("config.worktree");
        append(config, &file, Source::Worktree, Includes::no_follow());
    }
}

/// Returns true if a repository's configuration puts its working tree elsewhere than at `worktree`, or says that it
/// has none. As in git, that of a linked worktree says neither.
pub(super) fn has_other_worktree(git: &GitDirectory, worktree: &Path) -> bool {
    if git.own != git.common {
        return false;
    }
    let config = own_config(git);
    let Some(path) = config.string("core.worktree") else {
        return matches!(config.boolean("core.bare"), Ok(Some(true)));
    };
    let there = git.own.join(path.to_string()).canonicalize();
    there.ok() != worktree.canonicalize().ok()
}

/// Returns the paths of the submodules that `.gitmodules` names.
pub(super) fn named_submodules(worktree: &Path) -> Vec<String> {
    let mut config = File::default();
    let file = worktree.join(".gitmodules");
    append(&mut config, &file, Source::Local, Includes::no_follow());
    let sections = config.sections_by_name("submodule").into_iter().flatten();
    let paths = sections.filter_map(|section| section.value("path"));
    let paths = paths.map(|path| path.to_string().trim_end_matches('/').to_owned());
    paths.collect()
}

/// Returns the path of the ignore file of the user or the system for a repository, existing or not.
pub fn user_ignore_file(worktree: &Path) -> Option<PathBuf> {
    let git = GitDirectory::of(worktree);
    user_file(worktree, git.as_ref(), "core.excludesFile", "ignore")
}

/// Returns the path that a setting of the user or the system names; without one, that of the file with this name
/// beside the user's configuration.
pub(super) fn user_file(
    worktree: &Path,
    git: Option<&GitDirectory>,
    key: &str,
    name: &str,
) -> Option<PathBuf> {
    let home = home_dir();
    let paths = interpolate::Context {
        home_dir: home.as_deref(),
        ..interpolate::Context::default()
    };
    match user_config(git).path(key) {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(worktree.join(path.interpolate(paths).ok()?)),
        None => {
            let config = Source::Git.storage_location(&mut |name| match name {
                "GIT_CONFIG_GLOBAL" => None,
                name => variable(name),
            })?;
            Some(config.with_file_name(name))
        }
    }
}

/// Returns an environment variable. An empty one counts as unset: as a base directory it would be the current one,
/// which may be that of a repository.
fn variable(name: &str) -> Option<OsString> {
    var_os(name).filter(|value| !value.is_empty())
}

fn append(config: &mut File, path: &Path, source: Source, includes: Includes<'_>) {
    let Some(mut bytes) = read_regular(path, CONFIG_LIMIT) else {
        return;
    };
    let options = Options {
        includes,
        lossy: true,
        ignore_io_errors: true,
    };
    let origin = Metadata::from(source).at(path);
    if let Ok(read) = File::from_bytes_owned(&mut bytes, origin, options) {
        // Sections are appended whole, so that the last value of a setting counts.
        let _ = config.append(read);
    }
}
