//! Which files are in a language, and which only have a piece of it.

use super::{Field, Query};
use crate::chunk::Format;
use crate::corpus::SourcePath;
use crate::syntax::Language;

/// The languages that a query's filters ask for, by their own names.
pub(super) struct Asked(Vec<String>);

impl Asked {
    pub(super) fn of(query: &Query) -> Self {
        let filters = query.filters.iter();
        let wanted = filters.filter(|it| it.field == Field::Language && !it.negated);
        Self(
            wanted
                .map(|it| own_name(&it.value.to_lowercase()))
                .collect(),
        )
    }

    /// Whether a file is in one of them: not where a Markdown file has a block of Python. Where the
    /// path does not tell, it is; and where no language is asked for, none is.
    pub(super) fn is_own(&self, path: &SourcePath) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let extension = path.extension().map(str::to_lowercase).unwrap_or_default();
        let language = Language::of(path, "");
        let format = Format::of_extension(&extension);
        let name = language.map(Language::name).or(format.map(Format::name));
        self.0.iter().any(|wanted| {
            let speaks = |language: Language| {
                Language::named(wanted).is_some_and(|wanted| wanted.speaks_with(language))
            };
            name.is_none_or(|name| name == wanted)
                || *wanted == extension
                || language.is_some_and(speaks)
        })
    }
}

/// The name of a language or a format by that, an alias or an extension.
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
        let asked = Asked::of(&Query::parse(filter, Mode::Hybrid));
        assert_eq!(
            asked.is_own(&SourcePath::new(path)),
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
