//! The name by which a leaf was found that has several.

use super::names::Names;
use crate::chunk::{Kind, whole_name};
use crate::index::Record;
use crate::search::Query;
use crate::search::named::Named;

/// What a query says of the names that a hit is found by.
pub(super) struct FoundBy<'n> {
    names: &'n Names,
    /// What filters ask for.
    filters: Vec<Named>,
}

impl<'n> FoundBy<'n> {
    pub(super) fn of(query: &Query, names: &'n Names) -> Self {
        Self {
            names,
            filters: Named::all(query).collect(),
        }
    }

    /// The name that the query means, where a leaf defines it among others.
    pub(super) fn other_name(&self, record: &Record) -> Option<String> {
        if !is_run(record) || self.means(whole_name(&record.name, record.role), record) {
            return None;
        }
        let mut names = record.definitions.iter().map(|it| &it.name);
        names.find(|name| self.means(name, record)).cloned()
    }

    fn means(&self, name: &str, record: &Record) -> bool {
        let mut filters = self.filters.iter();
        self.names.means(name) || filters.any(|named| named.is(name, record))
    }
}

/// Whether a leaf is called by the first of the names it defines, or by none: what has a name of its
/// own keeps that.
pub(in crate::search) fn is_run(record: &Record) -> bool {
    matches!(record.kind, Kind::Items | Kind::Imports) || record.name.is_empty()
}
