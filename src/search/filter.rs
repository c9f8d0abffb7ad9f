//! Filters: what they look at, how they are written, and what is perhaps meant as one.

use super::Purpose;
use crate::chunk::Kind;
use crate::syntax::Language;
use strsim::damerau_levenshtein;

/// What a filter looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// `lang:rust`: the language, an alias, or the file's extension.
    Language,
    /// `path:src/index`: part of the path, or a pattern with `*` and `?`.
    Path,
    /// `kind:method`.
    Kind,
    /// `sym:Foo`: the name of what is defined.
    Symbol,
    /// `heading:Install`: a heading of the document above it.
    Heading,
    /// `in:tests`: what it is there for.
    In,
}

impl Field {
    /// The name before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Self::Language => "lang",
            Self::Path => "path",
            Self::Kind => "kind",
            Self::Symbol => "sym",
            Self::Heading => "heading",
            Self::In => "in",
        }
    }

    /// Every field, in the order of the documentation.
    pub const ALL: [Self; 6] = [
        Self::Language,
        Self::Path,
        Self::Kind,
        Self::Symbol,
        Self::Heading,
        Self::In,
    ];

    /// The field of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// The field that somebody meant who wrote `name`: what other tools call it, or a slip of one or
    /// two letters.
    fn meant_by(name: &str) -> Option<Self> {
        let by_habit = match name {
            "language" | "ext" | "filetype" => Some(Self::Language),
            "file" | "dir" | "folder" | "repo" => Some(Self::Path),
            "type" => Some(Self::Kind),
            "symbol" | "name" | "def" => Some(Self::Symbol),
            "title" | "section" => Some(Self::Heading),
            "scope" => Some(Self::In),
            _ => None,
        };
        let near = |field: &Self| {
            let slips = damerau_levenshtein(name, field.name());
            slips == 1 || (slips == 2 && name.len() > 4)
        };
        by_habit.or_else(|| Self::ALL.into_iter().find(near))
    }
}

/// A filter, as shown in a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// What it looks at.
    pub field: Field,
    /// What it must (or must not) match; not empty.
    pub value: String,
    /// Written with a leading `-`.
    pub negated: bool,
}

impl Filter {
    /// The filter that a word is, if it is one. Its value may be empty yet, as while it is typed.
    pub(super) fn begun(word: &str) -> Option<Self> {
        let (negated, word) = match word.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, word),
        };
        let (name, value) = word.split_once(':')?;
        let field = Field::named(name)?;
        (!value.starts_with(':')).then(|| Self {
            field,
            value: value.trim_matches('"').to_owned(),
            negated,
        })
    }

    /// The same, with a value.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::begun(word).filter(|filter| !filter.value.is_empty())
    }

    /// As it is typed: in quotes where the value would end at a space.
    pub fn written(&self) -> String {
        let sign = if self.negated { "-" } else { "" };
        let name = self.field.name();
        match self.value.contains(char::is_whitespace) {
            true => format!("{sign}{name}:\"{}\"", self.value),
            false => format!("{sign}{name}:{}", self.value),
        }
    }
}

/// What is wrong with a value of a closed list that is not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// What it is none of, in a word: `language`.
    pub what: &'static str,
    /// The value that was perhaps meant.
    pub nearest: Option<&'static str>,
    /// It may be the extension of files all the same, which nobody has a list of.
    pub may_be_extension: bool,
}

impl Unknown {
    /// Why a filter lets nothing through that has no such value; none where it has one, or where any
    /// may be.
    pub fn of(filter: &Filter) -> Option<Self> {
        let value = filter.value.to_lowercase();
        let unknown = |what| Self {
            what,
            nearest: nearest(filter.field, &value).next(),
            may_be_extension: false,
        };
        match filter.field {
            Field::Kind => Kind::named(&value).is_none().then(|| unknown("kind")),
            Field::In => Purpose::named(&value).is_none().then(|| unknown("place")),
            Field::Language => (!is_language(&value)).then(|| Self {
                may_be_extension: value.len() < SHORTEST_LANGUAGE,
                ..unknown("language")
            }),
            Field::Path | Field::Symbol | Field::Heading => None,
        }
    }
}

/// The values that a filter knows, where these are a closed list.
pub(super) fn known(field: Field) -> Vec<&'static str> {
    match field {
        Field::Language => Language::all().map(Language::name).collect(),
        Field::Kind => Kind::ALL.map(Kind::name).to_vec(),
        Field::In => Purpose::ALL.map(Purpose::name).to_vec(),
        Field::Path | Field::Symbol | Field::Heading => Vec::new(),
    }
}

/// The known values that are a slip or two from a lower-case one, the nearest first, then those as
/// long as it is.
pub(super) fn nearest(field: Field, value: &str) -> impl Iterator<Item = &'static str> + use<> {
    let far = |known: &str| {
        let length = known.len().abs_diff(value.len());
        (damerau_levenshtein(value, known), length)
    };
    let known = known(field).into_iter();
    let near = known.map(|known| (far(known), known));
    let mut near: Vec<_> = near
        .filter(|((slips, _), _)| is_slip(*slips, value))
        .collect();
    near.sort_by_key(|(far, _)| *far);
    near.into_iter().map(|(_, known)| known)
}

/// Whether so many slips make another word of one: in a short one each is half of it.
fn is_slip(slips: usize, word: &str) -> bool {
    match word.len() {
        0..=2 => slips == 0,
        3 => slips <= 1,
        _ => slips <= 2,
    }
}

/// A value of a closed list that is not in it, in a sentence.
pub(super) fn unknown_value(filter: &Filter) -> Option<String> {
    let value = &filter.value;
    let unknown = Unknown::of(filter).filter(|it| !it.may_be_extension)?;
    let all = || known(filter.field).join(", ");
    Some(match (filter.field, unknown.nearest) {
        (Field::Language, None) => format!("no language is called {value}"),
        (Field::Language, Some(it)) => {
            format!("no language is called {value}; did you mean {it}?")
        }
        (Field::In, _) => format!("in:{value} is not known; these are: {}", all()),
        _ => format!("{value} is no kind; these are: {}", all()),
    })
}

/// Whether a lower-case value is a language, by its name or an extension.
fn is_language(value: &str) -> bool {
    let has = |it: Language| it.extensions().any(|known| known == value);
    Language::named(value).is_some() || Language::all().any(has)
}

/// Of a name that is looked at as one of a language, in bytes. What is shorter may be the extension of
/// files.
const SHORTEST_LANGUAGE: usize = 5;

/// `foo:bar` with a plain lower-case name was perhaps meant as a filter.
pub(super) fn unknown_filter(word: &str) -> Option<String> {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (name, value) = word.split_once(':')?;
    let plain = !name.is_empty() && name.chars().all(|character| character.is_ascii_lowercase());
    let meant = plain && !value.is_empty() && !value.starts_with([':', '/']);
    meant.then(|| match Field::meant_by(name) {
        Some(field) => {
            let field = field.name();
            format!("no filter {name}: did you mean {field}:? It is searched as text")
        }
        None => {
            let known = Field::ALL.map(|field| format!("{}:", field.name()));
            let known = known.join(" ");
            format!("{name}: is no filter ({known} are); searched as text")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, meant: Option<&str>) {
        let (name, _) = word.split_once(':').unwrap_or((word, ""));
        assert_eq!(Field::meant_by(name).map(Field::name), meant, "{word}");
        assert!(unknown_filter(word).is_some_and(|hint| hint.contains(&format!("{name}:"))));
    }

    #[test]
    fn a_slip_is_told_from_a_word() {
        check("langg:rust", Some("lang"));
        check("lan:rust", Some("lang"));
        check("language:rust", Some("lang"));
        check("pth:src", Some("path"));
        check("headding:x", Some("heading"));
        check("file:x", Some("path"));
        check("note:this", None);
        check("std:vec", None);
        check(&format!("{}:x", "a".repeat(99)), None);
    }

    #[test]
    fn what_is_no_language_is_said() {
        let hint = |word| unknown_value(&Filter::of(word).expect("a filter"));
        let says = |word, expected: &str| assert_eq!(hint(word).as_deref(), Some(expected));
        says("lang:klingon", "no language is called klingon");
        let meant = "no language is called pyhton; did you mean python?";
        says("-lang:pyhton", meant);
        assert_eq!(hint("lang:Rust"), None);
        assert_eq!(hint("lang:rs"), None);
        assert_eq!(hint("lang:conf"), None);
    }

    #[test]
    fn what_is_wrong_with_a_value_names_the_nearest() {
        let check = |word, expected: Option<(&str, Option<&str>, bool)>| {
            let unknown = Unknown::of(&Filter::of(word).expect("a filter"));
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
        check("in:tset", Some(("place", Some("tests"), false)));
        check("in:test", None);
        check("kind:fn", None);
        check("lang:rs", None);
        check("path:nowhere", None);
        check("sym:Nobody", None);
    }

    #[test]
    fn a_filter_is_written_as_it_is_read() {
        for word in ["lang:rust", "-path:a*b", "heading:\"how to\""] {
            let filter = Filter::of(word).expect("a filter");
            assert_eq!(filter.written(), word);
        }
        assert_eq!(Filter::of("lang:"), None);
        assert!(Filter::begun("lang:").is_some());
        assert_eq!(Filter::begun("path::join"), None);
    }
}
