//! The name that a query matches in a leaf with several.

use super::names::Names;
use crate::chunk::{Definition, Kind, whole_name};
use crate::index::Record;
use crate::search::Query;
use crate::search::name_filter::NameFilter;

/// Names requested by a query: its words and its `sym:` filters.
pub(super) struct FoundBy<'n> {
    names: &'n Names,
    /// Names of the `sym:` filters.
    filters: Vec<NameFilter>,
}

impl<'n> FoundBy<'n> {
    pub(super) fn new(query: &Query, names: &'n Names) -> Self {
        Self {
            names,
            filters: NameFilter::all(query).collect(),
        }
    }

    /// Returns the matching definition if the query does not match the leaf's own name.
    pub(super) fn definition<'r>(&self, record: &'r Record) -> Option<&'r Definition> {
        if self.means(whole_name(&record.name, record.role), record) {
            return None;
        }
        let mut definitions = record.definitions.iter();
        definitions.find(|it| self.means(&it.name, record))
    }

    fn means(&self, name: &str, record: &Record) -> bool {
        let mut filters = self.filters.iter();
        self.names.means(name) || filters.any(|named| named.matches(name, record))
    }
}

/// Returns true for a leaf without its own name, which is listed under the names that it defines.
pub(in crate::search) fn is_run(record: &Record) -> bool {
    matches!(record.kind, Kind::Items | Kind::Imports) || record.name.is_empty()
}
