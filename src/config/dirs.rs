//! User directories of this machine and the files in them.
//!
//! Principal type: [`Dirs`]. Invariant: every path is absolute, and repositories at different paths have
//! different files. Nothing is created here.

use anyhow::{Context, Result, ensure};
use directories::ProjectDirs;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// Maximum length of a repository's directory name, in bytes; fits every file system.
const NAME_LIMIT: usize = 64;

/// Environment variables with base directories.
const VARIABLES: [&str; 4] = [
    "HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
];

/// User directories. They may not exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dirs {
    /// Cache: the indexes, which can be rebuilt.
    pub cache: PathBuf,
    /// Configuration: `config.toml` and `themes/`.
    pub config: PathBuf,
    /// State: history, last positions, the log.
    pub state: PathBuf,
}

impl Dirs {
    /// Finds the directories by the conventions of the platform; `XDG_CACHE_HOME`,
    /// `XDG_CONFIG_HOME` and `XDG_STATE_HOME` take precedence.
    pub fn from_environment() -> Result<Self> {
        expect_absolute(|name| std::env::var_os(name))?;
        let dirs = ProjectDirs::from("", "", "smriti-tui")
            .context("no home directory; set HOME to a writable directory")?;
        let state = dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir());
        Ok(Self {
            cache: dirs.cache_dir().to_owned(),
            config: dirs.config_dir().to_owned(),
            state: state.to_owned(),
        })
    }

    /// User configuration file.
    pub fn user_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// User themes, one `NAME.toml` each.
    pub fn themes(&self) -> PathBuf {
        self.config.join("themes")
    }

    /// File that stores the chosen theme name.
    pub fn theme(&self) -> PathBuf {
        self.state.join("theme")
    }

    /// File that stores the background of each terminal.
    pub fn backgrounds(&self) -> PathBuf {
        self.state.join("backgrounds")
    }

    /// Index directory of the repository at a canonical path, `NAME-HASH`.
    pub fn index_directory(&self, root: &Path) -> PathBuf {
        self.cache.join(name_of(root))
    }

    /// Session file of the repository at a canonical path, `NAME-HASH.json`.
    pub fn session_file(&self, root: &Path) -> PathBuf {
        // `with_extension` would cut names that contain dots.
        self.state.join(format!("{}.json", name_of(root)))
    }
}

/// Refuses relative paths; an empty variable counts as unset.
fn expect_absolute(value: impl Fn(&str) -> Option<OsString>) -> Result<()> {
    for name in VARIABLES {
        let value = value(name).unwrap_or_default();
        let path = Path::new(&value);
        ensure!(
            value.is_empty() || path.is_absolute(),
            "{name} is a relative path ({}); set it to an absolute path or unset it",
            path.display()
        );
    }
    Ok(())
}

/// Unique name of the repository at a path.
fn name_of(root: &Path) -> String {
    let hash = XxHash3_64::oneshot(root.as_os_str().as_encoded_bytes());
    format!("{}-{hash:016x}", folder_name(root))
}

/// Repository name, reduced to characters that every file system accepts.
fn folder_name(root: &Path) -> String {
    let name = root
        .file_name()
        .map_or("root".into(), |name| name.to_string_lossy());
    name.chars()
        .map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' => letter,
            _ => '_',
        })
        .take(NAME_LIMIT)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_variables_are_refused_by_name() {
        let check = |name: &'static str, value: &str, is_good: bool| {
            let given = |variable: &str| (variable == name).then(|| OsString::from(value));
            let error = expect_absolute(given).err().map(|error| error.to_string());
            let expected = format!("{name} is a relative path ({value})");
            assert_eq!(error.is_none(), is_good, "{error:?}");
            assert!(error.is_none_or(|error| error.starts_with(&expected)));
        };
        for name in VARIABLES {
            check(name, "relative/path", false);
            check(name, ".", false);
            check(name, "/home/a", true);
            check(name, "", true);
        }
    }

    fn index_of(root: &str) -> String {
        let dirs = Dirs {
            cache: "/cache".into(),
            config: "/config".into(),
            state: "/state".into(),
        };
        let folder = dirs.index_directory(Path::new(root));
        assert_eq!(folder.parent(), Some(Path::new("/cache")));
        folder.file_name().unwrap().to_str().unwrap().to_owned()
    }

    /// Name without the hash.
    fn check(root: &str, expected: &str) {
        let folder = index_of(root);
        let (name, hash) = folder.rsplit_once('-').unwrap();
        assert_eq!(name, expected, "{root}");
        assert_eq!(hash.len(), 16, "{root}");
    }

    #[test]
    fn index_directory_is_stable() {
        assert_eq!(index_of("/home/a/tokio"), "tokio-935d59ebe5d48f3b");
        assert_ne!(index_of("/home/a/tokio"), index_of("/home/b/tokio"));
    }

    #[test]
    fn session_file_lies_outside_the_cache() {
        let dirs = Dirs {
            cache: "/cache".into(),
            config: "/config".into(),
            state: "/state".into(),
        };
        assert_eq!(
            dirs.session_file(Path::new("/home/a/tokio.rs")),
            Path::new("/state/tokio.rs-4c966c86d22feff7.json")
        );
    }

    #[test]
    fn any_repository_name_becomes_a_valid_directory_name() {
        check("/home/a/my-tool_2.0", "my-tool_2.0");
        check("/home/a/größe: x\n", "gr__e__x_");
        check("/home/a/..x", "..x");
        check("/", "root");
        check(&format!("/{}", "ö".repeat(120)), &"_".repeat(NAME_LIMIT));
    }
}
