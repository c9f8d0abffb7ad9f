//! The names that a leaf declares, and how likely a query for a name means this leaf.

use super::words::word_stems;
use crate::chunk::{Kind, whole_name};
use crate::corpus::file_class::{FileClass, is_not_code};
use crate::index::Record;
use crate::index::terms::name_term;
use std::iter;

/// Maximum number of declarations with the words of a name that are read to compare the name.
pub(crate) const NAMESAKES: usize = 4_096;

/// The names that a leaf defines, those of declarations within it, then its own.
pub(crate) fn all_names(record: &Record) -> impl Iterator<Item = &str> {
    let defined = record
        .definitions
        .iter()
        .map(|definition| definition.name.as_str());
    let nested = record.nested.iter().map(|nested| nested.name.as_str());
    let own = whole_name(&record.name, record.role);
    defined.chain(nested).chain([own])
}

/// Returns true for a leaf without its own name, which is listed under the names that it defines.
fn is_run(record: &Record) -> bool {
    matches!(record.kind, Kind::Items | Kind::Imports) || record.name.is_empty()
}

/// Returns the declared spelling of a normalized name in a leaf of code. Fields and constants of a type also
/// have names, but a query of one word seldom means them.
pub(super) fn declared_name<'r>(record: &'r Record, name: &str) -> Option<&'r str> {
    let is_text = matches!(
        record.kind,
        Kind::File | Kind::Section | Kind::Code | Kind::Lines
    );
    if is_text || is_not_code(&record.path) {
        return None;
    }
    let own = whole_name(&record.name, record.role);
    if name_term(own) == name {
        return Some(own);
    }
    let mut defined = record.definitions.iter().filter(|definition| {
        name_term(&definition.name) == name
            && (is_run(record) || word_stems(&definition.name).len() > 1)
    });
    defined.next().map(|definition| definition.name.as_str())
}

/// Likelihood that a query means a name that a leaf declares: a type rather than its function, and both
/// rather than prototypes and implementations.
pub(super) fn name_worth(record: &Record, name: &str) -> f32 {
    match record.kind {
        _ if name != whole_name(&record.name, record.role) => 0.5,
        Kind::Impl | Kind::Constructor | Kind::Accessor => 0.5,
        kind if kind.is_type() || kind == Kind::Module => 1.0,
        kind if kind.has_code() => 0.9,
        _ => 0.5,
    }
}

/// Returns the signals that lower chunks which a name seldom means: prototypes, headings, tests.
pub(crate) fn demotions(record: &Record) -> impl Iterator<Item = (&'static str, f32)> {
    let kind = match record.kind {
        Kind::Items | Kind::Imports => -0.4,
        Kind::Impl => -0.3,
        Kind::Section | Kind::Code | Kind::Lines => -0.6,
        _ => 0.0,
    };
    let class = FileClass::of(&record.path, &record.names);
    iter::once(("kind", kind)).chain(class.demotion())
}
