//! The only module that uses tree-sitter: the table of languages, parsing, one walk that yields declarations,
//! imports and references, and highlighting by role names.
//!
//! Principal type: [`Language`], a row of the table. Invariant: no tree-sitter type leaves this module, no
//! color enters it, and nothing here recurses on the depth of the input.
//!
//! `chunk` cuts by [`outline()`], search and context use languages and kinds, `context` highlights and
//! resolves references.

mod classify;
mod comment;
mod edit;
mod embedded;
mod error;
mod extent;
mod grammar;
mod highlight;
mod import;
mod kind;
mod language;
mod languages;
mod name;
mod naming;
mod outline;
mod parse;
mod parser;
mod query;
mod reference;
mod repair;
mod repetition;
mod rewrite;
mod role;
mod row;
mod shape;
mod stack;
#[cfg_attr(
    not(feature = "all-languages"),
    allow(dead_code, reason = "most templates are of optional languages")
)]
mod template;
#[cfg(test)]
mod tests;
mod visibility;
mod walk;
mod walker;

pub(crate) use edit::{blanked, with_bytes};
pub use error::{MAX_ERRORS, ParseError};
pub use highlight::highlight;
pub use import::{Export, Import};
pub use kind::Kind;
pub use language::Language;
pub use outline::{Element, ElementKind, Nested, Outline, is_export, is_object};
pub use parse::{TIME_LIMIT, outline, parse_only, parsed_prefix};
pub use reference::{Binding, Reference, ends_with_class};
pub use role::{HighlightRole, Span};
pub use row::{LanguageRow, Packages, Reach};
pub use stack::{spawn_parsing, start_parsing};
