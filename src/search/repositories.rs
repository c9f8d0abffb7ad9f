//! The repositories of a search, by the names that `repo:` has.

use super::context::SearchContext;
use super::query::{FilterCondition, Query};
use crate::config::nearest_names;
use crate::corpus::Place;
use crate::index::{Condition, path_test};
use std::collections::BTreeMap;

/// The names of the repositories, by place.
pub(super) fn repository_names(context: &SearchContext<'_>) -> BTreeMap<Place, String> {
    let mut names = BTreeMap::new();
    for (place, reader) in context.reader.repositories() {
        let name = match place.as_str() {
            "" => reader.root().name(),
            place => place.to_owned(),
        };
        names.insert(place, name);
    }
    names
}

/// The places of the repositories with a name.
pub(super) fn repositories_named(context: &SearchContext<'_>, name: &str) -> Vec<Place> {
    let mut names = repository_names(context);
    names.retain(|_, known| names_repository(name, known));
    names.into_keys().collect()
}

/// Returns true if a repository passes the query's filters on repositories.
pub(super) fn passes(context: &SearchContext<'_>, place: &Place) -> bool {
    let mut allowed = None;
    for filter in &context.query.filters {
        if let FilterCondition::Repository(name) = filter.condition() {
            let is_named = repositories_named(context, &name).contains(place);
            if filter.negated && is_named {
                return false;
            }
            if !filter.negated {
                allowed = Some(allowed.unwrap_or(false) || is_named);
            }
        }
    }
    allowed.unwrap_or(true)
}

/// Removes the filters on repositories from a query for an engine. Returns the `names` that pass them; none if there is no
/// such filter.
///
/// # Errors
/// A filter names no repository; a sentence for people.
pub fn take_repositories(
    query: &mut Query,
    names: &[String],
) -> Result<Option<Vec<String>>, String> {
    let (mut named, mut excluded) = (Vec::new(), Vec::new());
    for filter in &query.filters {
        if let FilterCondition::Repository(value) = filter.condition() {
            let before = named.len() + excluded.len();
            let found = names.iter().filter(|name| names_repository(&value, name));
            if filter.negated {
                excluded.extend(found.cloned());
            } else {
                named.extend(found.cloned());
            }
            if named.len() + excluded.len() == before {
                return Err(unknown_repository(&value, names));
            }
        }
    }
    if named.is_empty() && excluded.is_empty() {
        return Ok(None);
    }
    let filters = &mut query.filters;
    filters.retain(|filter| !matches!(filter.condition(), FilterCondition::Repository(_)));
    let mut passing = if named.is_empty() {
        names.to_vec()
    } else {
        named
    };
    passing.retain(|name| !excluded.contains(name));
    Ok(Some(passing))
}

/// Returns true if a value of `repo:` names a repository: its name, or the end of the name at a slash; `*` is any text.
/// Ignores case.
pub(super) fn names_repository(value: &str, name: &str) -> bool {
    let (value, name) = (value.to_lowercase(), name.to_lowercase());
    if !value.contains(['*', '?']) {
        let rest = name.strip_suffix(&value);
        return rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    }
    let test = path_test(&Condition::Path(value));
    test.ok().flatten().is_some_and(|matches| matches(&name))
}

/// The error for a value of `repo:` that names no repository.
pub(super) fn unknown_repository(value: &str, names: &[String]) -> String {
    match nearest_names(value, names.iter().map(String::as_str)).first() {
        Some(nearest) => format!("Unknown repository \"{value}\". Did you mean {nearest}?"),
        None => format!(
            "Unknown repository \"{value}\". Repositories: {}",
            names.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::query::Mode;

    #[test]
    fn filters_select_the_repositories_of_an_engine() {
        let names = ["team/core", "team/web", "tools"].map(str::to_owned);
        let check = |text: &str, expected: Result<Option<&[&str]>, &str>| {
            let mut query = Query::parse(text, Mode::Hybrid);
            let taken = take_repositories(&mut query, &names);
            match (&taken, expected) {
                (Ok(Some(taken)), Ok(Some(expected))) => assert_eq!(taken, expected, "{text}"),
                (Ok(None), Ok(None)) => {}
                (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
                _ => panic!("{text}: {taken:?}"),
            }
            if taken.is_ok() {
                assert_eq!(query.filters.len(), usize::from(text.contains("lang:")));
            }
        };
        check("retry lang:rust", Ok(None));
        check("retry repo:core lang:rust", Ok(Some(&["team/core"])));
        check(
            "retry repo:core repo:tools",
            Ok(Some(&["team/core", "tools"])),
        );
        check("retry -repo:team/*", Ok(Some(&["tools"])));
        check("retry repo:team/* -repo:web", Ok(Some(&["team/core"])));
        check(
            "retry repo:cor",
            Err("Unknown repository \"cor\". Did you mean"),
        );
    }

    #[test]
    fn a_repository_has_the_name_of_its_directory() {
        let check = |value: &str, name: &str, expected: bool| {
            assert_eq!(names_repository(value, name), expected, "{value} {name}");
        };
        check("core", "core", true);
        check("Core", "work/core", true);
        check("work/core", "work/core", true);
        check("core", "work/score", false);
        check("core", "core-utils", false);
        check("core*", "core-utils", true);
        check("*utils", "work/core-utils", true);
        check("*", "core", true);
    }
}
