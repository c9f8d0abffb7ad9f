//! The repository as documents: where its root is, which files it has, what their text is, and
//! whether they changed.
//!
//! Principal type: [`SourcePath`], the name of a document. Invariant: nothing here knows what is
//! *in* a document; no language, no chunk, no index. Nothing outside the root is ever read, and
//! nothing but a regular file is ever opened as a document.

mod cancel;
mod document;
mod extraction;
mod fingerprint;
mod git;
mod invisible;
mod mount;
mod path;
pub mod place;
mod private;
mod read;
mod root;
mod rules;
mod scope;
mod secret;
mod skip;
mod walk;
mod watching;

pub use cancel::Cancel;
pub use document::{Document, Encoding, Text, column_behind};
pub use extraction::Extraction;
pub use fingerprint::{Fingerprint, now_ns};
pub use git::{Head, git_files, head};
pub use invisible::is_invisible;
pub use mount::remote;
pub use path::{Location, SourcePath};
pub use private::{create_private_folder, private_file};
pub use read::{ReadError, is_unchanged, read, read_raw};
pub use root::{Root, RootError};
pub use scope::{Part, Scope};
pub use secret::{Secrets, SecretsError};
pub use skip::{ByteSize, SkipReason, Skipped};
pub use walk::{
    EXPORT, Found, Limit, Limits, Walk, holds_rules, is_export, rules_of_user, walk, walk_part,
};
pub use watching::Watching;
