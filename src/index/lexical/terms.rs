//! Code-aware terms: `getHTTPResponse` is `gethttpresponse`, `get`, `http` and `response`.
//!
//! [`for_each_term()`] is the splitter. Invariant: queries and documents are split by the same rules. A change
//! of these requires another [`FORMAT`](crate::index::FORMAT).

use crate::corpus::content_hash;

/// Maximum length of the term of a number: long numbers in tables would be half of all terms. Quoted numbers
/// are matched in the text.
const MAX_NUMBER_LEN: usize = 5;
/// Maximum length of a word with terms, in bytes: longer ones are encoded data (base64, hashes of 512 bits in
/// hexadecimal), not names; the longest of a test in Apache Kafka has 126.
const MAX_WORD_LEN: usize = 127;
/// Separates a name from the hash of its owner. No name contains it.
const OWNER_SEPARATOR: char = '\u{2}';
/// Number of six-bit letters that encode the owner of a name.
const LETTERS: u32 = 2;

/// Calls `found` with every term of a text, in lower case: each word without underscores, and then, if it has
/// several, its parts by case and digits.
///
/// A word is a run of letters, digits and `_`; every CJK character is a separate word.
pub fn for_each_term(text: &str, mut found: impl FnMut(&str)) {
    let mut terms = Terms::of(text);
    while let Some(term) = terms.next() {
        found(term);
    }
}

/// All terms of a text, in order, with repetitions.
pub fn terms(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for_each_term(text, |term| all.push(term.to_owned()));
    all
}

/// Returns true if a word of the text is too long to be a term.
pub(crate) fn has_long_word(text: &str) -> bool {
    let mut runs = text.as_bytes().split(|byte| is_separator(*byte));
    // Almost no text has such a run, and its words are found slowly.
    runs.any(|run| run.len() > MAX_WORD_LEN)
        && Words::of(text).any(|word| word.len() > MAX_WORD_LEN)
}

/// The word of a text that begins before an offset and ends after it; empty if there is none. Of a word that is
/// too long to be a term only the part around the offset.
pub(crate) fn word_across(text: &[u8], at: usize) -> String {
    let end = text.len().min(at + 2 * MAX_WORD_LEN);
    let start = at.saturating_sub(2 * MAX_WORD_LEN);
    let before = String::from_utf8_lossy(&text[start..at]);
    let after = String::from_utf8_lossy(&text[at..end]);
    let both = format!("{before}{after}");
    let across = Words::of(&both).find(|word| {
        let from = word.as_ptr() as usize - both.as_ptr() as usize;
        from < before.len() && before.len() < from + word.len()
    });
    across.unwrap_or_default().to_owned()
}

fn is_separator(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'_'
}

/// A word without underscores, in lower case: its term, but with all digits of a number. Empty for a word
/// without terms.
pub(super) fn joined(word: &str) -> String {
    let mut splitter = Splitter::default();
    if word.len() <= MAX_WORD_LEN {
        splitter.split(word);
    }
    splitter.whole
}

/// Returns true if a term may belong to a word that contains `part`, with more text before or after it as
/// requested. `part` has the form of [`joined`].
pub(super) fn may_contain(term: &str, part: &str, (before, after): (bool, bool)) -> bool {
    // The rest of a cut number is unknown.
    let is_cut = term.len() == MAX_NUMBER_LEN && is_number(term);
    match (before, after) {
        (true, true) => term.contains(part) || is_cut && may_be_in_number(part),
        (true, false) => term.ends_with(part) || is_cut && may_be_in_number(part),
        (false, true) => term.starts_with(part) || is_cut && part.starts_with(term),
        (false, false) => term == shortened(part),
    }
}

/// Returns true if a part may be of a number whose term is cut, which [`may_contain`] accepts without the part.
pub(super) fn may_match_cut_number(part: &str) -> bool {
    part.starts_with(|first: char| first.is_ascii_digit()) || may_be_in_number(part)
}

fn may_be_in_number(part: &str) -> bool {
    part.bytes()
        .all(|byte| is_of_number(&byte) || matches!(byte, b'x' | b'o'))
}

/// A name without case and separators: `flat_hash_map`, `FlatHashMap` and `flat-hash-map` are `flathashmap`.
/// Empty for a name without letters and digits.
pub fn name_term(name: &str) -> String {
    name.chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The term of `name` qualified by `owner`: the name followed by a few bits of the owner's hash, which takes
/// less space than both names. One owner in 4,096 collides with another.
pub(crate) fn qualified_term(owner: &str, name: &str) -> String {
    let hash = content_hash(owner.as_bytes());
    let mut term = format!("{name}{OWNER_SEPARATOR}");
    // Printable characters.
    term.extend((0..LETTERS).map(|at| char::from(b'0' + (hash >> (6 * at) & 0x3f) as u8)));
    term
}

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<&str> {
    Words::of(text).collect()
}

struct Words<'t> {
    text: &'t str,
    /// Offset of the unread text.
    at: usize,
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let mut start = None;
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            let character = if byte.is_ascii() {
                char::from(byte)
            } else {
                self.text[self.at..].chars().next().unwrap_or_default()
            };
            let after = self.at + character.len_utf8();
            let alone = !character.is_ascii() && is_cjk(character);
            if !alone && (character.is_alphanumeric() || character == '_') {
                start.get_or_insert(self.at);
            } else if start.is_some() {
                break;
            } else if alone {
                start = Some(self.at);
                self.at = after;
                break;
            }
            self.at = after;
        }
        start.map(|start| &self.text[start..self.at])
    }
}

/// Chinese, Japanese and Korean text has no spaces between words.
fn is_cjk(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}')
}

/// Iterator over the terms of a text.
pub(super) struct Terms<'t> {
    words: Words<'t>,
    /// Index of the next part of the current word.
    part: usize,
    /// The current word, unless it equals its term.
    splitter: Splitter,
}

impl<'t> Terms<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self {
            words: Words::of(text),
            part: usize::MAX,
            splitter: Splitter::default(),
        }
    }

    /// The next term.
    pub(super) fn next(&mut self) -> Option<&str> {
        let splitter = &mut self.splitter;
        if let Some(&end) = splitter.ends.get(self.part) {
            let start = match self.part {
                0 => 0,
                part => splitter.ends[part - 1],
            };
            self.part += 1;
            return Some(shortened(&splitter.whole[start..end]));
        }
        loop {
            let word = self.words.next()?;
            if word.len() > MAX_WORD_LEN {
                continue;
            }
            // Most words are in lower case and equal their term.
            if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                self.part = usize::MAX;
                return Some(word);
            }
            splitter.split(word);
            if !splitter.whole.is_empty() {
                self.part = match splitter.ends.len() {
                    1 => usize::MAX,
                    _ => 0,
                };
                return Some(shortened(&splitter.whole));
            }
        }
    }
}

/// Buffers that are reused for each word.
#[derive(Default)]
struct Splitter {
    whole: String,
    ends: Vec<usize>,
}

impl Splitter {
    /// Writes the lower-case word without underscores to `whole`, and the ends of its parts to `ends`.
    fn split(&mut self, word: &str) {
        self.whole.clear();
        self.ends.clear();
        let mut before = Class::None;
        let mut characters = word.chars().peekable();
        while let Some(character) = characters.next() {
            let class = Class::of(character);
            let next = characters.peek().copied().map_or(Class::None, Class::of);
            if class.begins_part(before, next) {
                self.end_part(self.whole.len());
            }
            match character {
                '_' => {}
                '\0'..='\x7f' => self.whole.push(character.to_ascii_lowercase()),
                _ => self.whole.extend(folded(character).to_lowercase()),
            }
            before = class;
        }
        self.end_part(self.whole.len());
    }

    fn end_part(&mut self, end: usize) {
        if end > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(end);
        }
    }
}

/// The common form of letters that a pattern does not distinguish when case is ignored: `ς` is `Σ`.
fn folded(character: char) -> char {
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}

/// The first characters of a number; other terms unchanged.
fn shortened(term: &str) -> &str {
    match term.get(..MAX_NUMBER_LEN) {
        Some(start) if is_number(term) => start,
        _ => term,
    }
}

/// Returns true for decimal digits, or digits after `0x`, `0b` or `0o`, with an optional type suffix. In
/// lower case.
fn is_number(term: &str) -> bool {
    match term.as_bytes() {
        [b'0', b'x' | b'b' | b'o', digits @ ..] => digits.iter().all(is_of_number),
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

/// Returns true for digits of any base and letters of type suffixes.
fn is_of_number(byte: &u8) -> bool {
    byte.is_ascii_hexdigit() || matches!(byte, b'u' | b'i' | b'l')
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    None,
    Lower,
    Upper,
    Digit,
}

impl Class {
    fn of(character: char) -> Self {
        match character {
            '_' => Self::None,
            'a'..='z' => Self::Lower,
            'A'..='Z' => Self::Upper,
            _ if character.is_numeric() => Self::Digit,
            _ if character.is_uppercase() => Self::Upper,
            _ => Self::Lower,
        }
    }

    /// A part begins at a change of class. `Http` is one part, and the `R` of `HTTPResponse` begins one.
    fn begins_part(self, before: Self, next: Self) -> bool {
        match (before, self) {
            (Self::Upper, Self::Upper) => next == Self::Lower,
            (Self::Upper, Self::Lower) => false,
            _ => before != self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(terms(text), expected, "{text:?}");
    }

    #[test]
    fn names_are_split_by_case_underscore_and_digit() {
        check(
            "getHTTPResponse",
            &["gethttpresponse", "get", "http", "response"],
        );
        check(
            "snake_case_name",
            &["snakecasename", "snake", "case", "name"],
        );
        check("_private__x", &["privatex", "private", "x"]);
        check("sha256", &["sha256", "sha", "256"]);
        check("IndexWriter", &["indexwriter", "index", "writer"]);
        check("HTTP", &["http"]);
        check("MAX_SIZE", &["maxsize", "max", "size"]);
        check("merge", &["merge"]);
    }

    #[test]
    fn text_is_cut_at_characters_other_than_letters_and_digits() {
        check("a::b(c)", &["a", "b", "c"]);
        check("", &[]);
        check("___ -- ::", &[]);
        check("Größe 漢字", &["größe", "漢", "字"]);
        check(&"x".repeat(127), &[&*"x".repeat(127)]);
        check(&"x".repeat(128), &[]);
    }

    #[test]
    fn long_numbers_are_terms_by_their_first_digits() {
        check("8080 65536 2147483647", &["8080", "65536", "21474"]);
        check("1_000_000", &["10000", "1", "000", "000"]);
        check("0x9C41u16", &["0x9c4", "0", "x", "9", "c", "41", "u", "16"]);
        check("sha1234567", &["sha1234567", "sha", "12345"]);
        check("1234567th", &["1234567th", "12345", "th"]);
    }

    #[test]
    fn a_qualified_name_differs_from_the_name_and_from_other_owners() {
        assert_eq!(
            qualified_term("Merger", "new"),
            qualified_term("Merger", "new")
        );
        assert_ne!(
            qualified_term("Merger", "new"),
            qualified_term("Reader", "new")
        );
        assert_ne!(
            qualified_term("Merger", "new"),
            qualified_term("Merger", "newest")
        );
        assert!(qualified_term("Größe", "neu").starts_with("neu\u{2}"));
        assert_eq!(
            qualified_term("Merger", "new").chars().count(),
            "new".len() + 3
        );
    }

    proptest! {
        #[test]
        fn a_part_of_a_word_leads_to_its_term(
            word in "(0x|0b|)[0-9a-f_]{1,12}(u16|_t|)|[a-zA-Z0-9_é]{1,12}",
            from in 0_usize..12,
            to in 1_usize..14,
        ) {
            let characters: Vec<char> = word.chars().collect();
            let to = to.min(characters.len());
            let from = from.min(to - 1);
            let part: String = characters[from..to].iter().collect();
            let part = joined(&part);
            let ends = (from > 0, to < characters.len());
            if let Some(term) = terms(&word).first() {
                // A word at the end of a phrase may be complete or not.
                prop_assert!(may_contain(term, &part, ends), "{term} {part} {ends:?}");
                prop_assert!(may_contain(term, &part, (true, true)), "{term} {part}");
            }
        }
    }
}
