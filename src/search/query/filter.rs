//! Syntax of filters, and suggestions for misspelled ones.
//!
//! Principal type: [`Filter`]. Invariant: parsing [`Filter::written`] gives the filter.

use super::field::{Field, FilterCondition};

/// A filter of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The property it tests.
    pub field: Field,
    /// The value that must (or must not) match; not empty.
    pub value: String,
    /// True with a leading `-`.
    pub negated: bool,
}

impl Filter {
    pub(crate) fn new(field: Field, value: &str, negated: bool) -> Self {
        let value = value.to_owned();
        Self {
            field,
            value,
            negated,
        }
    }

    /// Parses a filter whose value may still be empty.
    pub(super) fn parse_partial(word: &str) -> Option<Self> {
        let (negated, filter) = negation(word);
        let (name, typed) = filter.split_once(':')?;
        let field = Field::named(name)?;
        // `file://` begins an address.
        if typed.starts_with(':') || typed.starts_with("//") {
            return None;
        }
        let value = match typed.strip_prefix('"') {
            Some(quoted) => (quoted.strip_suffix('"').unwrap_or(quoted)).replace("\"\"", "\""),
            None => typed.trim_matches('"').to_owned(),
        };
        Some(Self::new(field, &value, negated))
    }

    /// The condition that a chunk must meet, or must not meet if the filter is negated.
    pub(crate) fn condition(&self) -> FilterCondition {
        (self.field.row().condition)(&self.value)
    }

    /// Parses a filter with a value.
    pub(super) fn parse(word: &str) -> Option<Self> {
        Self::parse_partial(word).filter(|filter| !filter.value.is_empty())
    }

    /// Returns the query syntax of the filter; a value that would be read differently is quoted.
    pub fn written(&self) -> String {
        let sign = if self.negated { "-" } else { "" };
        let name = self.field.name();
        let plain = format!("{sign}{name}:{}", self.value);
        let needs_quotes = self.value.contains(|c: char| c.is_whitespace() || c == '"');
        if !needs_quotes && Self::parse_partial(&plain).as_ref() == Some(self) {
            return plain;
        }
        format!("{sign}{name}:\"{}\"", self.value.replace('"', "\"\""))
    }
}

/// Returns true if a word begins with a hyphen, and the rest of it.
fn negation(word: &str) -> (bool, &str) {
    let rest = word.strip_prefix('-');
    (rest.is_some(), rest.unwrap_or(word))
}

/// The symbol filter for `@name`, the only word of a query. With a `.` or `/` it is a package or an
/// address.
pub(super) fn lone_symbol(word: &str) -> Option<Filter> {
    let name = word.strip_prefix('@')?;
    let name = name.strip_suffix("()").unwrap_or(name);
    if name.is_empty() || name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
        return None;
    }
    Some(Filter::new(Field::Symbol, name, false))
}

/// The path filter for a query that is one word with a wildcard: `*.toml`.
pub(super) fn lone_glob(text: &str) -> Option<Filter> {
    let (negated, value) = negation(text.trim());
    let is_pattern = value.len() > 2 && value.starts_with('/') && value.ends_with('/');
    if is_pattern
        || !value.contains('*')
        || value.contains(|c: char| !c.is_alphanumeric() && !"*?./_-".contains(c))
    {
        return None;
    }
    let has_name = value == "*" || value.contains(char::is_alphanumeric);
    has_name.then(|| Filter::new(Field::Path, value, negated))
}

/// Returns a hint for `foo:bar` with a lower-case name, which may be meant as a filter.
pub(super) fn unknown_filter(word: &str) -> Option<String> {
    let (_, filter) = negation(word);
    let (name, value) = filter.split_once(':')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    if !is_name || value.is_empty() || value.starts_with([':', '/']) {
        return None;
    }
    let advice = match Field::suggested(name) {
        Some(field) => format!("Did you mean {}:?", field.name()),
        None => format!("Filters: {}", Field::listed()),
    };
    Some(format!(
        "Unknown filter {name}:, searched as text. {advice}"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{Mode, Query};
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(word: &str, meant: Option<&str>) {
        let (name, _) = word.split_once(':').unwrap_or((word, ""));
        assert_eq!(Field::suggested(name).map(Field::name), meant, "{word}");
        assert!(unknown_filter(word).is_some_and(|hint| hint.contains(&format!("{name}:"))));
    }

    #[test]
    fn a_misspelled_filter_name_suggests_the_field() {
        check("langg:rust", Some("lang"));
        check("lan:rust", Some("lang"));
        check("language:rust", Some("lang"));
        check("pth:src", Some("path"));
        check("headding:x", Some("heading"));
        check("dir:x", Some("path"));
        check("note:this", None);
        check("std:vec", None);
        check(&format!("{}:x", "a".repeat(99)), None);
    }

    #[test]
    fn a_written_filter_parses_to_itself() {
        for word in ["lang:rust", "-path:a*b", "heading:\"how to\""] {
            let filter = Filter::parse(word).expect("a filter");
            assert_eq!(filter.written(), word);
        }
        assert_eq!(Filter::parse("lang:"), None);
        assert!(Filter::parse_partial("lang:").is_some());
        assert_eq!(Filter::parse_partial("path::join"), None);
    }

    /// Fields of which a query has filters.
    fn stored_fields() -> Vec<Field> {
        let is_stored = |field: &Field| {
            let filter = Filter::new(*field, "a", false);
            !matches!(filter.condition(), FilterCondition::Syntax)
        };
        Field::all().filter(is_stored).collect()
    }

    proptest! {
        #[test]
        fn every_written_filter_parses_to_itself(
            value in "[a:/\"\\\\é -]{0,8}[a\"][a: \"]{0,3}",
            field in prop::sample::select(stored_fields()),
            negated in any::<bool>(),
        ) {
            let filter = Filter::new(field, &value, negated);
            let text = format!("{} b \"c\"", filter.written());
            prop_assert_eq!(Query::parse(&text, Mode::Hybrid).filters, [filter]);
        }
    }
}
