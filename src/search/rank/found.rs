//! Leaves that are called by one of many names.

use crate::chunk::Kind;
use crate::index::Record;

/// Whether a leaf is called by the first of the names it defines, or by none: what has a name of its
/// own keeps that.
pub(super) fn is_run(record: &Record) -> bool {
    matches!(record.kind, Kind::Items | Kind::Imports) || record.name.is_empty()
}
