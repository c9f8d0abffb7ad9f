//! Values that are not in the list of their filter.
//!
//! Principal type: [`UnknownValue`].

use super::field::GENERIC_NOUN;
use super::filter::Filter;
use crate::config::nearest_names;

/// Minimum length in bytes of a value that is certainly unknown, if shorter ones may be file extensions.
const MIN_UNKNOWN_LEN: usize = 5;

/// A value that is not in the closed list of its field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownValue {
    /// The word for a value of the list: `language`.
    pub what: &'static str,
    /// The closest value of the list.
    pub nearest: Option<&'static str>,
    /// True if the value may be a file extension; these are not listed.
    pub may_be_extension: bool,
}

impl UnknownValue {
    /// Returns the problem with a filter's value; none for a valid value and for fields without a list.
    pub fn of(filter: &Filter) -> Option<Self> {
        let list = filter.field.row().values.as_ref()?;
        let value = filter.value.to_lowercase();
        if (list.has)(&value) {
            return None;
        }
        Some(Self {
            what: list.noun,
            nearest: nearest_names(&value, (list.all)()).first().copied(),
            may_be_extension: list.has_extensions && value.len() < MIN_UNKNOWN_LEN,
        })
    }

    /// Returns the error for the filter with this value, in an index that has these languages; none if they
    /// are not known.
    pub(crate) fn sentence(&self, filter: &Filter, languages: &[&str]) -> String {
        let field = filter.field;
        let mut sentence = format!("Unknown {} \"{}\"", self.what, filter.value);
        if self.what == GENERIC_NOUN {
            sentence += &format!(" for {}:", field.name());
        }
        if let Some(nearest) = self.nearest {
            return format!("{sentence}. Did you mean {nearest}?");
        }
        let is_open = field
            .row()
            .values
            .as_ref()
            .is_some_and(|list| list.has_extensions);
        let valid = if is_open && languages.is_empty() {
            return sentence;
        } else if is_open {
            languages.join(", ")
        } else {
            field.values().join(", ")
        };
        format!("{sentence}. Valid {}s: {valid}", self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_value_is_an_error_that_names_valid_ones() {
        let check = |word, expected: &str| {
            let filter = Filter::parse(word).expect("a filter");
            let unknown = UnknownValue::of(&filter).expect("no such value");
            let sentence = unknown.sentence(&filter, &["python", "rust"]);
            assert!(sentence.starts_with(expected), "{sentence}");
        };
        let klingon = "Unknown language \"klingon\". Valid languages: python, rust";
        check("lang:klingon", klingon);
        check(
            "-lang:pyhton",
            "Unknown language \"pyhton\". Did you mean python?",
        );
        check("kind:metod", "Unknown kind \"metod\". Did you mean method?");
        check(
            "in:nowhere",
            "Unknown value \"nowhere\" for in:. Valid values: code, tests, docs",
        );
    }

    #[test]
    fn an_unknown_value_names_the_closest_valid_one() {
        let check = |word, expected: Option<(&str, Option<&str>, bool)>| {
            let unknown = UnknownValue::of(&Filter::parse(word).expect("a filter"));
            let found = unknown.map(|value| (value.what, value.nearest, value.may_be_extension));
            assert_eq!(found, expected, "{word}");
        };
        check("lang:rsut", Some(("language", Some("rust"), true)));
        check("lang:RSUT", Some(("language", Some("rust"), true)));
        check("lang:jav", Some(("language", Some("java"), true)));
        check("lang:pyhton", Some(("language", Some("python"), false)));
        check("lang:klingon", Some(("language", None, false)));
        check("lang:xq", Some(("language", None, true)));
        check("-kind:metod", Some(("kind", Some("method"), false)));
        check("kind:nonsense", Some(("kind", None, false)));
        check("kind:nope", Some(("kind", None, false)));
        check("in:tset", Some(("value", Some("tests"), false)));
        check("in:test", None);
        check("kind:fn", None);
        check("lang:rs", None);
        check("lang:notebook", None);
        check("path:nowhere", None);
        check("sym:Nobody", None);
    }
}
