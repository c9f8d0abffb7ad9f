//! The name by which a leaf was found that has several.

use super::names::Names;
use crate::chunk::{Kind, whole_name};
use crate::index::{Record, terms};
use crate::search::{Field, Query};

/// What a query says of the names that a hit is found by.
pub(super) struct FoundBy<'n> {
    names: &'n Names,
    /// The terms of what filters ask for.
    filters: Vec<Vec<String>>,
}

impl<'n> FoundBy<'n> {
    pub(super) fn of(query: &Query, names: &'n Names) -> Self {
        let filters = query.filters.iter();
        let filters = filters.filter(|it| it.field == Field::Symbol && !it.negated);
        Self {
            names,
            filters: filters.map(|it| terms::terms(&it.value)).collect(),
        }
    }

    /// The name that the query means, where a leaf defines it among others.
    pub(super) fn other_name(&self, record: &Record) -> Option<String> {
        if !is_run(record) || self.means(whole_name(&record.name, record.role)) {
            return None;
        }
        let mut names = record.definitions.iter().map(|it| &it.name);
        names.find(|name| self.means(name)).cloned()
    }

    fn means(&self, name: &str) -> bool {
        let asks = |wanted: &Vec<String>| {
            let terms = terms::terms(name);
            !wanted.is_empty() && wanted.iter().all(|term| terms.contains(term))
        };
        self.names.means(name) || self.filters.iter().any(asks)
    }
}

/// Whether a leaf is called by the first of the names it defines, or by none: what has a name of its
/// own keeps that.
pub(in crate::search) fn is_run(record: &Record) -> bool {
    matches!(record.kind, Kind::Items | Kind::Imports) || record.name.is_empty()
}
