//! The repository as documents: its root, its files, their text and their fingerprints.
//!
//! Principal type: [`SourcePath`], the path of a document. Invariant: nothing here interprets the text
//! of a document; nothing outside the root is read, and only regular files are opened as documents.
//!
//! The lowest layer: it imports no other module, and every other module may use it.

mod changes;
mod contain;
mod deadline;
mod document;
mod extraction;
pub mod file_class;
mod find_root;
mod fingerprint;
mod git;
mod git_config;
mod git_index;
mod invisible;
mod limit;
mod listing;
mod mount;
mod notebook;
mod path;
mod private;
mod read;
mod reftable;
mod repository;
mod reserved;
mod root;
mod rules;
mod scope;
mod secret;
mod skip;
#[cfg(test)]
mod tests;
mod threads;
mod walk;

pub(crate) use changes::has_same_owner;
pub use changes::{
    ChangedFiles, FileChange, FileChanges, FileDiff, GitChanges, GitUnavailable, HeadCommit, Hunk,
    LineChange, LineRanges, WordRanges, have_same_lines, line_changes,
};
pub use contain::{contain, is_contained, silence_contained};
pub use deadline::{Deadline, continue_work, work_so_far};
pub use document::{Document, Encoding, Text, column_after};
pub use extraction::Extraction;
pub use find_root::{Clones, clones, find_root};
pub use fingerprint::{Fingerprint, RETRY_AFTER_NS, content_hash, now_ns};
pub use git::{Head, git_files, head};
pub use git_config::user_ignore_file;
pub use invisible::{is_invisible, without_escapes};
pub use limit::{FileLimit, FileLimits, RuleOptions};
pub use listing::Listing;
pub use mount::remote;
pub use path::{Location, Place, SourcePath, beside, relative_to};
pub use private::{create_private_folder, private_file, replace_file};
pub use read::{ReadError, is_unchanged, read, read_raw};
pub use reserved::{EXPORT, is_export, is_rule_file};
pub use root::{Root, RootError};
pub use scope::{PartialScope, Scope, ancestors};
pub use secret::{Secrets, SecretsError};
pub use skip::{ByteSize, SkipReason, Skipped};
pub use threads::{Cancel, in_parallel, locked, processors, spawn};
pub use walk::{Walk, WalkedFile, explain_ignored, walk, walk_part};
