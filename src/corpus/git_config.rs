//! Git's configuration, read without running git.
//!
//! Principal functions: [`user_config()`] and [`repository_config()`]. Invariant: a repository chooses no path and
//! no program. Its own files are regular, of limited size and read without their includes; callers take only
//! switches from them.

use super::git::GitDirectory;
use super::read::read_regular;
use gix_config::file::Metadata;
use gix_config::file::includes::{Options as Includes, conditional};
use gix_config::file::init::Options;
use gix_config::path::interpolate;
use gix_config::{File, Source};
use std::env::{home_dir, var_os};
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
    let conditions = conditional::Context {
        git_dir: git.map(|git| git.own.as_path()),
        ..conditional::Context::default()
    };
    let includes = Includes::follow(paths, conditions);
    let mut config = File::default();
    let mut earlier: Option<PathBuf> = None;
    for source in [Source::System, Source::Git, Source::User] {
        // On Windows the path of the system's file is known to git alone.
        if cfg!(windows) && source == Source::System {
            continue;
        }
        let path = source.storage_location(&mut |name| var_os(name));
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
    let file = git.common.join("config");
    append(&mut config, &file, Source::Local, Includes::no_follow());
    if matches!(config.boolean("extensions.worktreeConfig"), Ok(Some(true))) {
        let file = git.own.join("config.worktree");
        append(&mut config, &file, Source::Worktree, Includes::no_follow());
    }
    config
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
