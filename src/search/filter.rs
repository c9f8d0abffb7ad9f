//! Filters: what they look at, how they are written, and what is perhaps meant as one.

use super::Purpose;
use crate::chunk::Kind;
use crate::syntax::Language;

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
            let slips = distance(name, field.name());
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

/// A value of a closed list that is not in it.
pub(super) fn unknown_value(filter: &Filter) -> Option<String> {
    let value = &filter.value;
    match filter.field {
        Field::Kind if Kind::named(value).is_none() => {
            let kinds = Kind::ALL.map(Kind::name).join(", ");
            Some(format!("{value} is no kind; these are: {kinds}"))
        }
        Field::Language => unknown_language(value),
        Field::In if Purpose::named(value).is_none() => {
            let purposes = Purpose::ALL.map(Purpose::name).join(", ");
            Some(format!("in:{value} is not known; these are: {purposes}"))
        }
        _ => None,
    }
}

/// What is no language may be the extension of files; those are short.
fn unknown_language(value: &str) -> Option<String> {
    let name = value.to_lowercase();
    let has = |it: &Language| it.extensions().contains(&name.as_str());
    let is_known = Language::named(&name).is_some() || Language::all().any(|it| has(&it));
    if is_known || name.len() < SHORTEST_LANGUAGE {
        return None;
    }
    let slips = |it: &Language| distance(&name, it.name());
    let nearest = Language::all().min_by_key(slips);
    let meant = nearest.filter(|it| slips(it) <= 2);
    let meant = meant.map_or(String::new(), |it| format!("; did you mean {}?", it.name()));
    Some(format!("no language is called {value}{meant}"))
}

/// Of a name that is looked at as one of a language, in bytes.
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

/// How many letters must be put in, taken out or replaced to make one word the other (Levenshtein,
/// "Binary codes capable of correcting deletions, insertions and reversals", 1966). More than
/// [`LONGEST_NAME`] bytes are as far as can be.
fn distance(left: &str, right: &str) -> usize {
    if left.len().max(right.len()) > LONGEST_NAME {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in (1..).zip(left.bytes()) {
        let mut next = vec![at];
        for (pair, other) in row.windows(2).zip(right.bytes()) {
            let &[diagonal, above] = pair else { continue };
            let beside = next.last().copied().unwrap_or(at);
            let replaced = diagonal + usize::from(letter != other);
            next.push(replaced.min(above + 1).min(beside + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(left.len())
}

/// No filter and no language has a longer name, with slips.
const LONGEST_NAME: usize = 12;

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
    fn a_filter_is_written_as_it_is_read() {
        for word in ["lang:rust", "-path:a*b", "heading:\"how to\""] {
            let filter = Filter::of(word).expect("a filter");
            assert_eq!(filter.written(), word);
        }
        assert_eq!(Filter::of("lang:"), None);
        assert!(Filter::begun("lang:").is_some());
        assert_eq!(Filter::begun("path::join"), None);
    }

    #[test]
    fn distances_are_those_of_single_letters() {
        assert_eq!(distance("lang", "lang"), 0);
        assert_eq!(distance("langg", "lang"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "in"), 2);
    }
}
