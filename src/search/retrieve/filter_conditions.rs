//! Filters: their conditions, and counts of the values that are offered.
//!
//! The rows of [`Field`] name conditions and offered values; what depends on more than the index is computed
//! here, for each query.

use crate::corpus::SourcePath;
use crate::index::{
    Clause, Column, Condition, Counts, EntrySet, IndexError, PathTest, Snapshot, is_met_at,
    path_test,
};
use crate::search::changed::{ChangedChunks, changed_repositories};
use crate::search::context::{Result, SearchContext, SearchError};
use crate::search::query::{Field, Filter, FilterCondition, Offered, Query, UnknownValue};
use crate::search::repositories::{
    names_repository, repositories_named, repository_names, unknown_repository,
};
use crate::syntax::Language;
use std::sync::Arc;

/// Fails for a filter with an unknown value, and for `in:changed` if the changed files are unknown.
pub(crate) fn check(context: &SearchContext<'_>) -> Result<()> {
    let snapshot = context.snapshot;
    for filter in &context.query.filters {
        let condition = filter.condition();
        if let FilterCondition::Changed(base) = &condition {
            changed_repositories(context, base.as_deref())?;
        }
        if let FilterCondition::Repository(name) = &condition
            && repositories_named(context, name).is_empty()
        {
            let names: Vec<String> = repository_names(context).into_values().collect();
            return Err(SearchError::Query(unknown_repository(name, &names)));
        }
        if let FilterCondition::Index(on_paths) = &condition
            && path_test(on_paths).is_err()
        {
            let sentence = format!("{} is too large to search for", filter.written());
            return Err(SearchError::Query(sentence));
        }
        let Some(unknown) = UnknownValue::of(filter) else {
            continue;
        };
        // Extensions without a language are values, too.
        if let FilterCondition::Index(indexed) = condition
            && snapshot.passing(&[indexed.into()])?.count() > 0
        {
            continue;
        }
        let languages = snapshot.counts(Column::Language, &snapshot.passing(&[])?)?;
        let languages: Vec<&str> = languages.keys().map(String::as_str).collect();
        return Err(SearchError::Query(unknown.sentence(filter, &languages)));
    }
    Ok(())
}

/// The filters of a query on paths, languages and repositories, for files that are not indexed.
#[derive(Default)]
pub(crate) struct FileFilters {
    /// Tests of paths; true for one that must fail.
    paths: Vec<(PathTest, bool)>,
    /// Tests of paths, one of which a file must pass; any for none.
    extensions: Vec<PathTest>,
    /// Names of languages, one of which a file must have; any for none.
    languages: Vec<String>,
    /// Names of repositories, one of which a file must be in; any for none.
    repositories: Vec<String>,
    excluded_repositories: Vec<String>,
}

impl FileFilters {
    /// # Errors
    /// A pattern is invalid.
    pub(crate) fn of(query: &Query) -> Result<Self> {
        let mut filters = Self::default();
        for filter in &query.filters {
            match filter.condition() {
                FilterCondition::Index(Condition::Value(Column::Language, name))
                    if !filter.negated =>
                {
                    filters.languages.push(name);
                }
                FilterCondition::Index(condition) => {
                    let test = path_test(&condition).map_err(IndexError::from)?;
                    if filter.field == Field::Extension && !filter.negated {
                        filters.extensions.extend(test);
                    } else {
                        let paths = &mut filters.paths;
                        paths.extend(test.map(|test| (test, filter.negated)));
                    }
                }
                FilterCondition::Repository(name) if filter.negated => {
                    filters.excluded_repositories.push(name);
                }
                FilterCondition::Repository(name) => filters.repositories.push(name),
                _ => {}
            }
        }
        Ok(filters)
    }

    /// Returns true if a file may pass.
    pub(crate) fn may_pass(&self, path: &SourcePath) -> bool {
        let folded = path.in_repository().to_lowercase();
        let repository = path.repository();
        let is_in = |name: &String| names_repository(name, repository);
        self.paths
            .iter()
            .all(|(test, negated)| is_met_at(test, repository, &folded) != *negated)
            && (self.extensions.is_empty()
                || (self.extensions.iter()).any(|test| is_met_at(test, repository, &folded)))
            && (repository.is_empty()
                || !self.excluded_repositories.iter().any(is_in)
                    && (self.repositories.is_empty() || self.repositories.iter().any(is_in)))
            && (self.languages.is_empty() || self.has_language(path, &folded))
    }

    fn has_language(&self, path: &SourcePath, folded: &str) -> bool {
        let language = Language::of(path, "");
        let mut names = language
            .map_or(&[][..], |language| language.aliases)
            .to_vec();
        names.extend(language.map(Language::name));
        names.extend(folded.rsplit_once('.').map(|(_, extension)| extension));
        (self.languages.iter()).any(|name| names.contains(&name.as_str()))
    }
}

/// Conditions of a query's filters; `symbol_filter` applies what the index cannot decide.
pub(crate) fn clauses(context: &SearchContext<'_>) -> Result<Vec<Clause>> {
    let mut clauses = Vec::new();
    let mut required: Vec<(Field, Vec<Condition>)> = Vec::new();
    for filter in &context.query.filters {
        let Some(condition) = condition(context, filter)? else {
            continue;
        };
        if filter.negated {
            clauses.push(Clause::Not(condition));
            continue;
        }
        let mut earlier = required.iter_mut();
        match earlier.find(|(field, _)| *field == filter.field && field.row().has_alternatives) {
            Some((_, alternatives)) => alternatives.push(condition),
            None => required.push((filter.field, vec![condition])),
        }
    }
    for (_, alternatives) in required {
        clauses.push(Clause::AnyOf(alternatives));
    }
    Ok(clauses)
}

/// The index condition of a filter; none if the index cannot decide.
fn condition(context: &SearchContext<'_>, filter: &Filter) -> Result<Option<Condition>> {
    Ok(match filter.condition() {
        FilterCondition::Index(condition) => Some(condition),
        // A leaf with these terms may have another name, and must stay.
        FilterCondition::Name(name) if filter.negated && name.is_more_than_terms() => None,
        FilterCondition::Name(name) => name.condition(),
        FilterCondition::Syntax => None,
        FilterCondition::Repository(name) => {
            Some(Condition::Repository(repositories_named(context, &name)))
        }
        FilterCondition::Changed(base) => {
            // If they are unknown, a search fails in `check`, and counts are 0.
            let changed = match ChangedChunks::of(context, base.as_deref()) {
                Err(SearchError::Git(_)) => Arc::default(),
                changed => changed?,
            };
            Some(Condition::Changed(
                changed.files.clone(),
                changed.chunks.clone(),
            ))
        }
    })
}

/// Number of passing leaves for each value that is offered for a field, by [`Offered`]. Paths are counted only if
/// they fit the typed text.
pub(crate) fn counts(
    context: &SearchContext<'_>,
    field: Field,
    passing: &EntrySet,
    fits: impl Fn(&str) -> bool,
) -> Result<Counts> {
    match field.row().offered {
        Offered::Column(column) => Ok(context.snapshot.counts(column, passing)?),
        Offered::List => by_value(context, field, passing),
        Offered::Paths => Ok(by_path(context.snapshot, passing, fits)?),
        Offered::Repositories => {
            let mut counts = Counts::new();
            for (place, name) in repository_names(context) {
                let condition = Condition::Repository(vec![place]);
                let mut leaves = context.snapshot.passing(&[condition.into()])?;
                leaves.intersect(passing);
                counts.insert(name, leaves.count());
            }
            Ok(counts)
        }
        Offered::Names(_) | Offered::Nothing => Ok(Counts::new()),
    }
}

/// Counts leaves by the values of a closed list.
fn by_value(context: &SearchContext<'_>, field: Field, passing: &EntrySet) -> Result<Counts> {
    let mut counts = Counts::new();
    for value in field.values() {
        if let Some(condition) = condition(context, &Filter::new(field, value, false))? {
            let mut leaves = context.snapshot.passing(&[condition.into()])?;
            leaves.intersect(passing);
            counts.insert(value.to_owned(), leaves.count());
        }
    }
    Ok(counts)
}

/// Counts leaves by file and by directory, which has a trailing slash.
fn by_path(
    snapshot: &Snapshot,
    passing: &EntrySet,
    fits: impl Fn(&str) -> bool,
) -> Result<Counts, IndexError> {
    let mut counts = Counts::new();
    for (file, leaves) in snapshot.by_file(passing)? {
        let path = file.as_str();
        let directories = path.match_indices('/').map(|(slash, _)| &path[..=slash]);
        for part in directories.chain([path]) {
            if fits(part) {
                *counts.entry(part.to_owned()).or_default() += leaves.len();
            }
        }
    }
    Ok(counts)
}
