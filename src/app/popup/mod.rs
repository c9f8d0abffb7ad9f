//! Popups over the panes: pages, lists to choose from, and input lines.
//!
//! Principal type: [`Popup`], the model of all of them. Invariant: an open popup receives every key first. Lists
//! are filtered by fuzzy matching, with a limited number of items per frame, so that no frame waits.
//!
//! `app::popups` opens popups and handles their outcomes; `ui::popup` draws them.

mod content;
mod model;
mod page;
mod ranking;
#[cfg(test)]
mod tests;

pub(crate) use content::{Content, ExportSource, FileItems, ItemAction, ListItem};
pub(crate) use model::{KeyOutcome, Popup};
pub(crate) use page::{Cell, PageRow, PageSubject, labeled, wrapped};

pub(super) use content::split_location;
