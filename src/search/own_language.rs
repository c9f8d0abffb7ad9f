//! Files in a requested language, as opposed to files that embed a block of it.

use super::{Field, Query};
use crate::chunk::Format;
use crate::corpus::SourcePath;
use crate::syntax::Language;

/// Languages of a query's `lang:` filters, as canonical names.
pub(super) struct RequestedLanguages(Vec<String>);

impl RequestedLanguages {
    pub(super) fn from_query(query: &Query) -> Self {
        let filters = query.filters.iter();
        let requested = filters.filter(|it| it.field == Field::Language && !it.negated);
        Self(
            requested
                .map(|it| own_name(&it.value.to_lowercase()))
                .collect(),
        )
    }

    /// Returns true if a file is in one of the languages: a Markdown file with a block of Python is not
    /// Python. A file of unknown language counts as in all of them. False if the query names no language.
    pub(super) fn contains(&self, path: &SourcePath) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let extension = path.extension().map(str::to_lowercase).unwrap_or_default();
        let language = Language::of(path, "");
        let format = Format::of_extension(&extension);
        let name = language.map(Language::name).or(format.map(Format::name));
        self.0.iter().any(|requested| {
            let matches_language = |language: Language| {
                Language::named(requested).is_some_and(|requested| requested.speaks_with(language))
            };
            name.is_none_or(|name| name == requested)
                || *requested == extension
                || language.is_some_and(matches_language)
        })
    }
}

/// Returns the canonical name of a language or a format, given a name, an alias or an extension.
fn own_name(value: &str) -> String {
    let language = Language::named(value).map(Language::name);
    let name = language.or_else(|| Format::of_extension(value).map(Format::name));
    name.map_or_else(|| value.to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Mode;

    fn check(filter: &str, path: &str, expected: bool) {
        let languages = RequestedLanguages::from_query(&Query::parse(filter, Mode::Hybrid));
        assert_eq!(
            languages.contains(&SourcePath::new(path)),
            expected,
            "{filter} {path}"
        );
    }

    #[test]
    fn a_file_is_in_its_own_language_only() {
        check("lang:python", "a.py", true);
        check("lang:py", "a.py", true);
        check("lang:python", "a.md", false);
        check("lang:python", "a.rst", false);
        check("lang:rst", "a.rst", true);
        check("lang:restructuredtext", "a.rst", true);
        check("lang:cpp", "a.h", true);
        check("lang:h", "a.h", true);
        check("lang:bash", "run", true);
        check("-lang:python", "a.py", false);
        check("path:a", "a.py", false);
    }
}
