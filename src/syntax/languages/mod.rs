//! The table of languages: main languages, languages of documents and data, and languages with only a query.
//!
//! [`table`] joins the rows of the other files. Invariant: a language is one row; nothing outside `syntax` names
//! one to decide how it is parsed.

pub(super) mod c;
#[cfg(feature = "all-languages")]
mod clojure;
pub(super) mod conditional;
mod data;
#[cfg(feature = "all-languages")]
mod elixir;
#[cfg(feature = "all-languages")]
mod further;
mod kotlin;
#[cfg(feature = "all-languages")]
mod lua;
#[cfg(feature = "all-languages")]
mod make;
#[cfg(feature = "all-languages")]
mod others;
mod php;
mod python;
mod rows;
mod ruby;
mod rust;
mod scanner_limits;
mod script;
#[cfg(feature = "all-languages")]
mod shell;
#[cfg(feature = "all-languages")]
mod sql;
#[cfg(feature = "all-languages")]
mod starlark;
pub(super) mod table;
#[cfg(feature = "all-languages")]
mod template;
