//! Pages: values as text, for people on a terminal and for agents.
//!
//! Principal type: [`Style`], which every page with locations takes. Invariant: nothing here prints or reads the
//! environment, and text of a repository is escaped.

mod context;
mod error;
mod map;
mod outline;
mod status;
mod steps;
mod style;
mod text;

pub(crate) use context::{context, context_parts, surroundings};
pub(crate) use error::{error_sentence, fault};
pub(crate) use map::{LISTS_ALL, directory_uses, map};
pub(crate) use outline::{OutlineRow, outline, outline_rows};
pub(crate) use status::{
    StatusObject, SummariesObject, UnwrittenObject, WorkspaceStatus, status, workspace_status,
};
pub(crate) use steps::{impact, impact_limits, path_between};
pub(crate) use style::Style;
pub(crate) use text::{
    code, escape_code, escape_lines, first_names, is_unsafe, path, safe, safe_at, without_mark,
};
