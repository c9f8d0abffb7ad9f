//! Where smriti-tui keeps what: the user's directories on this machine.

use directories::ProjectDirs;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// A repository's name is cut to this many bytes, so that its folder's name fits any file system.
const NAME_LIMIT: usize = 64;

/// Variables that name the directories.
const VARIABLES: [&str; 4] = [
    "HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
];

/// Why there is no place for files.
#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub enum DirsError {
    /// No home directory.
    #[error(
        "no home directory is known, so there is no place for the index; set HOME to a directory you can write to"
    )]
    NoHome,
    /// A variable names a directory that depends on where the program is started.
    #[error("{name} is the relative path {value}; set it to an absolute one, or unset it")]
    Relative {
        /// The variable.
        name: &'static str,
        /// Its value.
        value: String,
    },
}

/// The user's directories; none of them need exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dirs {
    /// What can be rebuilt: the indexes.
    pub cache: PathBuf,
    /// What the user wrote: `config.toml` and `themes/`.
    pub config: PathBuf,
    /// What should be remembered: history, last places, the log.
    pub state: PathBuf,
}

impl Dirs {
    /// By the conventions of the system; `XDG_CACHE_HOME`, `XDG_CONFIG_HOME` and `XDG_STATE_HOME`
    /// count where they exist.
    pub fn of_user() -> Result<Self, DirsError> {
        expect_absolute(|name| std::env::var_os(name))?;
        let dirs = ProjectDirs::from("", "", "smriti-tui").ok_or(DirsError::NoHome)?;
        let state = dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir());
        Ok(Self {
            cache: dirs.cache_dir().to_owned(),
            config: dirs.config_dir().to_owned(),
            state: state.to_owned(),
        })
    }

    /// The user's configuration file.
    pub fn user_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The user's own themes, one `NAME.toml` each.
    pub fn themes(&self) -> PathBuf {
        self.config.join("themes")
    }

    /// The file with the name of the chosen theme.
    pub fn theme(&self) -> PathBuf {
        self.state.join("theme")
    }

    /// The file that says that someone is not new here.
    pub fn learned(&self) -> PathBuf {
        self.state.join("learned")
    }

    /// The index of the repository at a canonical path: `NAME-HASH`, one folder per repository,
    /// the same from any of its subdirectories.
    pub fn index_of(&self, root: &Path) -> PathBuf {
        self.cache.join(name_of(root))
    }

    /// What is remembered of the repository at a canonical path: `NAME-HASH.json`.
    pub fn session_of(&self, root: &Path) -> PathBuf {
        // Not `with_extension`: names have dots.
        self.state.join(format!("{}.json", name_of(root)))
    }
}

/// Refuses variables with a relative path; an empty one is not set.
fn expect_absolute(value: impl Fn(&str) -> Option<OsString>) -> Result<(), DirsError> {
    for name in VARIABLES {
        if let Some(value) = value(name)
            && !value.is_empty()
            && Path::new(&value).is_relative()
        {
            let value = value.to_string_lossy().into_owned();
            return Err(DirsError::Relative { name, value });
        }
    }
    Ok(())
}

/// A name for the repository at a path that no other one has.
fn name_of(root: &Path) -> String {
    let hash = XxHash3_64::oneshot(root.as_os_str().as_encoded_bytes());
    format!("{}-{hash:016x}", folder_name(root))
}

/// The repository's own name with only what every file system takes.
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
    fn a_relative_variable_is_refused_by_name() {
        let check = |name: &'static str, value: &str, is_good: bool| {
            let given = |asked: &str| (asked == name).then(|| OsString::from(value));
            let value = value.to_owned();
            let expected = match is_good {
                true => Ok(()),
                false => Err(DirsError::Relative { name, value }),
            };
            assert_eq!(expect_absolute(given), expected);
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
        let folder = dirs.index_of(Path::new(root));
        assert_eq!(folder.parent(), Some(Path::new("/cache")));
        folder.file_name().unwrap().to_str().unwrap().to_owned()
    }

    /// The name before the hash.
    fn check(root: &str, expected: &str) {
        let folder = index_of(root);
        let (name, hash) = folder.rsplit_once('-').unwrap();
        assert_eq!(name, expected, "{root}");
        assert_eq!(hash.len(), 16, "{root}");
    }

    #[test]
    fn an_index_keeps_its_folder() {
        assert_eq!(index_of("/home/a/tokio"), "tokio-935d59ebe5d48f3b");
        assert_ne!(index_of("/home/a/tokio"), index_of("/home/b/tokio"));
    }

    #[test]
    fn a_session_is_no_part_of_the_cache() {
        let dirs = Dirs {
            cache: "/cache".into(),
            config: "/config".into(),
            state: "/state".into(),
        };
        assert_eq!(
            dirs.session_of(Path::new("/home/a/tokio.rs")),
            Path::new("/state/tokio.rs-4c966c86d22feff7.json")
        );
    }

    #[test]
    fn any_name_makes_a_folder() {
        check("/home/a/my-tool_2.0", "my-tool_2.0");
        check("/home/a/größe: x\n", "gr__e__x_");
        check("/home/a/..x", "..x");
        check("/", "root");
        check(&format!("/{}", "ö".repeat(120)), &"_".repeat(NAME_LIMIT));
    }
}
