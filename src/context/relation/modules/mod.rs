//! Module resolution: from an import to the documents it may mean.
//!
//! Principal types: [`ModuleIndex`] and [`Importer`]. One rule serves all languages: a module is a path without
//! extension, written with `/`, `.`, `::` or `\\`. It begins at the importing file (`./`, `super`, leading dots),
//! at a directory that a build file or a package names ([`Packages`](crate::syntax::Packages)), or, where no file
//! names any, in any directory.

mod build;
mod importer;
mod index;
mod literals;
mod path;
#[cfg(test)]
mod tests;

pub(super) use build::is_build_file;
pub(super) use importer::Importer;
pub(super) use index::{ModuleIndex, stated_names};
pub(super) use path::{distance, inline_modules, is_inline, shared};
