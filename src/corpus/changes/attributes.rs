//! Attributes of files: `.gitattributes`, `info/attributes` and the user's.
//!
//! Principal type: [`Attributes`]. Invariant: the files are untrusted; each is regular and of limited size.

use crate::corpus::git::GitDirectory;
use crate::corpus::git_config::user_file;
use crate::corpus::read::read_regular;
use gix_filter::attributes::glob::pattern::Case;
use gix_filter::attributes::search::{MetadataCollection, Outcome};
use gix_filter::attributes::{Search, State};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Maximum size in bytes of a file of attributes.
const ATTRIBUTES_LIMIT: u64 = 16 << 20;

/// Attributes that decide how a file is stored.
const NAMES: [&str; 6] = [
    "text",
    "crlf",
    "eol",
    "ident",
    "filter",
    "working-tree-encoding",
];

/// The rules of a repository, read as its directories are entered.
pub(super) struct Attributes {
    worktree: PathBuf,
    case: Case,
    names: MetadataCollection,
    /// The rules of the user and of directories, the innermost last.
    rules: Search,
    /// The rules of the git directory, which precede all others.
    own: Search,
    read: HashSet<String>,
}

/// The states of the attributes [`NAMES`] of a file.
pub(super) type FileAttributes = [State; NAMES.len()];

impl Attributes {
    /// Reads the rules that are not in the working tree.
    pub(super) fn new(worktree: &Path, git: &GitDirectory, ignores_case: bool) -> Self {
        let mut attributes = Self {
            worktree: worktree.to_owned(),
            case: if ignores_case {
                Case::Fold
            } else {
                Case::Sensitive
            },
            names: MetadataCollection::default(),
            rules: Search::default(),
            own: Search::default(),
            read: HashSet::new(),
        };
        let built_in = b"[attr]binary -diff -merge -text";
        attributes.add("[builtin]".into(), built_in, None, true);
        // Only the user's configuration names a file, never the repository's.
        let user = user_file(worktree, Some(git), "core.attributesFile", "attributes");
        let system = (!cfg!(windows)).then(|| PathBuf::from("/etc/gitattributes"));
        for file in [system, user].into_iter().flatten() {
            if let Some(text) = read_regular(&file, ATTRIBUTES_LIMIT) {
                attributes.add(file, &text, None, true);
            }
        }
        let own = git.common.join("info/attributes");
        if let Some(text) = read_regular(&own, ATTRIBUTES_LIMIT) {
            let names = &mut attributes.names;
            _ = attributes
                .own
                .add_patterns_buffer(&text, own, None, names, true);
        }
        attributes
    }

    /// Returns the attributes of a file. `staged` returns the staged content of a path, which counts where
    /// the working tree has none.
    pub(super) fn of(
        &mut self,
        path: &str,
        staged: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> FileAttributes {
        let starts = path.match_indices('/').map(|(slash, _)| slash + 1);
        for start in std::iter::once(0).chain(starts) {
            let directory = &path[..start];
            if self.read.insert(directory.to_owned()) {
                let name = format!("{directory}.gitattributes");
                let file = self.worktree.join(&name);
                // Git follows no link to attributes of the working tree.
                let is_regular = file.symlink_metadata().is_ok_and(|found| found.is_file());
                let text = is_regular.then(|| read_regular(&file, ATTRIBUTES_LIMIT));
                if let Some(text) = text.flatten().or_else(|| staged(&name)) {
                    let root = self.worktree.clone();
                    self.add(file, &text, Some(&root), directory.is_empty());
                }
            }
        }
        let mut found = Outcome::default();
        found.initialize_with_selection(&self.names, NAMES);
        for rules in [&self.own, &self.rules] {
            if !found.is_done() {
                rules.pattern_matching_relative_path(
                    path.into(),
                    self.case,
                    Some(false),
                    &mut found,
                );
            }
        }
        let mut states = found
            .iter_selected()
            .map(|matched| matched.assignment.state.to_owned());
        std::array::from_fn(|_| states.next().unwrap_or(State::Unspecified))
    }

    fn add(&mut self, source: PathBuf, text: &[u8], root: Option<&Path>, has_macros: bool) {
        // An invalid line is skipped.
        let names = &mut self.names;
        _ = self
            .rules
            .add_patterns_buffer(text, source, root, names, has_macros);
    }
}
