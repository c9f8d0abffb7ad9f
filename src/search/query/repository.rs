//! Names of repositories in filters.

use crate::config::nearest_names;
use crate::index::{Condition, path_test};

/// Returns true if a value of `repo:` names a repository: its name, or the end of the name at a slash; `*` is any text.
/// Ignores case.
pub(crate) fn names_repository(value: &str, name: &str) -> bool {
    let (value, name) = (value.to_lowercase(), name.to_lowercase());
    if !value.contains(['*', '?']) {
        let rest = name.strip_suffix(&value);
        return rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    }
    let test = path_test(&Condition::Path(value));
    test.ok().flatten().is_some_and(|matches| matches(&name))
}

/// The error for a value of `repo:` that names no repository.
pub(crate) fn unknown_repository(value: &str, names: &[String]) -> String {
    match nearest_names(value, names.iter().map(String::as_str)).first() {
        Some(nearest) => format!("Unknown repository \"{value}\". Did you mean {nearest}?"),
        None => format!("Unknown repository \"{value}\". Repositories: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
