//! Filters: fields, values, syntax, and suggestions for misspelled ones.
//!
//! Principal types: [`Field`] and [`Filter`]. Invariant: parsing [`Filter::written`] gives the filter.
//!
//! The query parser creates filters, [`conditions`](crate::search::retrieve) turns them into conditions of the
//! index, and [`offers`](crate::search::offers()) completes them.

use super::purpose::Purpose;
use crate::chunk::Kind;
use crate::config::nearest_names;
use crate::syntax::Language;

named! {
    /// Property that a filter tests.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Field {
        /// `lang:rust`: the language, an alias, or the file's extension.
        Language = "lang",
        /// `path:src/index`: part of the path, or a pattern with `*` and `?`.
        Path = "path",
        /// `kind:method`.
        Kind = "kind",
        /// `sym:Foo`: the name of a declaration or definition.
        Symbol = "sym",
        /// `heading:Install`: an enclosing heading of a document.
        Heading = "heading",
        /// `in:tests`: the [`Purpose`].
        In = "in",
    }
}

impl Field {
    /// Returns all filters as they are typed: `lang: path:`.
    pub fn listed() -> String {
        Self::ALL
            .map(|field| format!("{}:", field.name()))
            .join(" ")
    }

    /// Returns the field with this name, or with a name that other tools use for it.
    pub fn named(name: &str) -> Option<Self> {
        let alias = match name {
            "ext" => Some(Self::Language),
            "file" | "f" => Some(Self::Path),
            "symbol" => Some(Self::Symbol),
            _ => None,
        };
        alias.or_else(|| Self::ALL.into_iter().find(|field| field.name() == name))
    }

    /// Returns true if a chunk needs one of several values, not all.
    pub(in crate::search) fn has_alternatives(self) -> bool {
        matches!(self, Self::Language | Self::Kind | Self::In)
    }

    /// Returns the field that an unknown name probably means: other tools' name for it, or a
    /// similar name.
    fn suggested(name: &str) -> Option<Self> {
        let by_habit = match name {
            "language" | "filetype" => Some(Self::Language),
            "dir" | "folder" | "repo" => Some(Self::Path),
            "type" => Some(Self::Kind),
            "name" | "def" => Some(Self::Symbol),
            "title" | "section" => Some(Self::Heading),
            "scope" => Some(Self::In),
            _ => None,
        };
        let near = || Self::named(nearest_names(name, Self::ALL.map(Self::name)).first()?);
        by_habit.or_else(near)
    }
}

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
        let (negated, word) = negation(word);
        let (name, value) = word.split_once(':')?;
        let field = Field::named(name)?;
        // `file://` begins an address.
        let is_filter = !value.starts_with(':') && !value.starts_with("//");
        let value = match value.strip_prefix('"') {
            Some(quoted) => (quoted.strip_suffix('"').unwrap_or(quoted)).replace("\"\"", "\""),
            None => value.trim_matches('"').to_owned(),
        };
        is_filter.then(|| Self::new(field, &value, negated))
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
        let needs_quotes = |it: char| it.is_whitespace() || it == '"';
        let is_word = !self.value.contains(needs_quotes);
        match is_word && Self::parse_partial(&plain).as_ref() == Some(self) {
            true => plain,
            false => format!("{sign}{name}:\"{}\"", self.value.replace('"', "\"\"")),
        }
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
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_symbol = !name.is_empty() && name.chars().all(is_name);
    is_symbol.then(|| Filter::new(Field::Symbol, name, false))
}

/// The path filter for a query that is one word with a wildcard: `*.toml`.
pub(super) fn lone_glob(text: &str) -> Option<Filter> {
    let (negated, value) = negation(text.trim());
    let is_path = |letter: char| letter.is_alphanumeric() || "*?./_-".contains(letter);
    let has_name = value == "*" || value.contains(char::is_alphanumeric);
    let is_glob = value.contains('*') && has_name && value.chars().all(is_path);
    is_glob.then(|| Filter::new(Field::Path, value, negated))
}

/// A value that is not in the closed list of its field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownValue {
    /// Name of the list: `language`.
    pub what: &'static str,
    /// The closest value of the list.
    pub nearest: Option<&'static str>,
    /// True if the value may be a file extension, of which there is no list.
    pub may_be_extension: bool,
}

impl UnknownValue {
    /// Returns the problem with a filter's value; none for a valid value and for fields without a list.
    pub fn of(filter: &Filter) -> Option<Self> {
        let value = filter.value.to_lowercase();
        let unknown = |what| Self {
            what,
            nearest: nearest_names(&value, known(filter.field)).first().copied(),
            may_be_extension: false,
        };
        match filter.field {
            Field::Kind => Kind::named(&value).is_none().then(|| unknown("kind")),
            Field::In => Purpose::named(&value).is_none().then(|| unknown("value")),
            Field::Language => (!is_language(&value)).then(|| Self {
                may_be_extension: value.len() < MIN_LANGUAGE_LENGTH,
                ..unknown("language")
            }),
            Field::Path | Field::Symbol | Field::Heading => None,
        }
    }

    /// Returns the error for the filter with this value, in an index that has these languages.
    pub(in crate::search) fn sentence<'l>(
        &self,
        filter: &Filter,
        languages: impl Iterator<Item = &'l String>,
    ) -> String {
        let (what, value) = (self.what, &filter.value);
        let of = (filter.field == Field::In).then_some(" for in:");
        let unknown = format!("Unknown {what} \"{value}\"{}.", of.unwrap_or_default());
        if let Some(nearest) = self.nearest {
            return format!("{unknown} Did you mean {nearest}?");
        }
        let valid = match filter.field {
            Field::Language => languages.map(String::as_str).collect(),
            field => known(field),
        };
        format!("{unknown} Valid {what}s: {}", valid.join(", "))
    }
}

/// Returns the valid values of a field with a closed list.
pub(in crate::search) fn known(field: Field) -> Vec<&'static str> {
    match field {
        Field::Language => Language::all().map(Language::name).collect(),
        Field::Kind => Kind::ALL.map(Kind::name).to_vec(),
        Field::In => Purpose::ALL.map(Purpose::name).to_vec(),
        Field::Path | Field::Symbol | Field::Heading => Vec::new(),
    }
}

/// Returns true if a lower-case value is the name or an extension of a language.
fn is_language(value: &str) -> bool {
    let has = |it: Language| it.extensions().any(|known| known == value);
    Language::named(value).is_some() || Language::all().any(has)
}

/// Minimum length in bytes of a value that is reported as an unknown language. A shorter one may be
/// a file extension.
const MIN_LANGUAGE_LENGTH: usize = 5;

/// Returns a hint for `foo:bar` with a lower-case name, which may be meant as a filter.
pub(super) fn unknown_filter(word: &str) -> Option<String> {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (name, value) = word.split_once(':')?;
    let plain = !name.is_empty() && name.chars().all(|character| character.is_ascii_lowercase());
    let meant = plain && !value.is_empty() && !value.starts_with([':', '/']);
    meant.then(|| match Field::suggested(name) {
        Some(field) => {
            let field = field.name();
            format!("Unknown filter {name}:, searched as text. Did you mean {field}:?")
        }
        None => {
            let known = Field::listed();
            format!("Unknown filter {name}:, searched as text. Filters: {known}")
        }
    })
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
    fn an_unknown_value_is_an_error_that_names_valid_ones() {
        let check = |word, expected: &str| {
            let filter = Filter::parse(word).expect("a filter");
            let languages = ["python".to_owned(), "rust".to_owned()];
            let unknown = UnknownValue::of(&filter).expect("no such value");
            let sentence = unknown.sentence(&filter, languages.iter());
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
            let found = unknown.map(|it| (it.what, it.nearest, it.may_be_extension));
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
        check("path:nowhere", None);
        check("sym:Nobody", None);
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

    proptest! {
        #[test]
        fn every_written_filter_parses_to_itself(
            value in "[a:/\"\\\\é -]{0,8}[a\"][a: \"]{0,3}",
            field in 0..Field::ALL.len(),
            negated in any::<bool>(),
        ) {
            let filter = Filter::new(Field::ALL[field], &value, negated);
            let text = format!("{} b \"c\"", filter.written());
            prop_assert_eq!(Query::parse(&text, Mode::Hybrid).filters, [filter]);
        }
    }
}
