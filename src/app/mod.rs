//! All interactive state: the query, its results, the code that is shown, and the state of the
//! index.
//!
//! Principal type: [`App`], changed by [`App::update`] alone: an [`Event`] in, [`Effect`]s out.
//! Invariant: there is no I/O, no async, no clock and no cell of a terminal; every pane is a
//! headless model that is tested with key strings.
//!
//! `runtime` sends the events and performs the effects; `ui` draws the state.

mod at_cursor;
mod browse;
mod call_tree;
mod click;
mod code;
mod columns;
mod completion;
mod documents;
mod event;
mod explanation;
mod footer;
mod glyph;
mod index_panel;
mod index_status;
mod keymap;
mod keys;
mod labels;
mod layout;
mod list_filter;
mod lists;
mod loading;
mod map;
mod marks;
mod navigation;
mod own_commands;
mod panes;
mod perform;
mod popup;
mod popups;
mod prompt;
mod query;
mod results;
mod review;
mod screen;
mod search;
mod session_state;
mod settings;
mod staleness;
mod state;
mod status;
mod text;
mod typing;
mod update;
mod viewport;

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
pub(crate) use tests::fixture;

pub use crate::protocol::{Stage, WatchMethod};
pub use click::ClickTarget;
pub use event::{CommandTarget, Effect, Event};
pub use index_status::{Activity, GraphBuild, IndexStatus, ModelState, StagePace, StageProgress};
pub use keymap::{KeyError, Keymap, ListedBinding};
pub use settings::{AppSettings, IndexSettings};
pub use state::App;

pub(crate) use call_tree::{CALLED_BY, CALLS};
pub(crate) use click::ClickAction;
pub(crate) use code::{Code, CodeContent, Page, Row, RowSegment, SegmentText, table_rows};
pub(crate) use columns::Column;
pub(crate) use glyph::{Glyph, cells, units, wrap};
pub(crate) use keymap::{Action, CodeAction, Editing, shown};
pub(crate) use labels::{LabelTarget, Labels};
pub(crate) use layout::{Arrangement, Focus, Pane, columns, rows};
pub(crate) use map::MapLine;
pub(crate) use popup::{Cell, Content, PageSubject, Popup};
pub(crate) use prompt::InputLine;
pub(crate) use query::ResultsContent;
pub(crate) use results::{Call, RowKind, TreeNode, word};
pub(crate) use status::Tone;
pub(crate) use text::{counted, eta, grouped};
