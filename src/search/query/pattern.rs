//! Regular expressions of a query, and the switches of exact search, as in ripgrep.
//!
//! Principal types: [`Pattern`] and [`Switches`]. Invariant: size and nesting are limited, and matching takes time
//! linear in the text, so no typed pattern can block a search.

use grep_matcher::Matcher;
use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::ops::Range;

/// Maximum size in bytes of a compiled pattern: one is compiled on every key stroke.
const MAX_COMPILED_BYTES: usize = 2 << 20;
/// Maximum nesting of groups.
const MAX_NESTING: u32 = 64;
/// Maximum number of literals that narrow the search; the first ones are kept.
const MAX_LITERALS: usize = 8;

/// A regular expression, with ripgrep's rules: `^` and `$` match at line feeds, and a match is within a line unless
/// the pattern has a line feed or the switch says so. Matching takes time linear in the text.
#[derive(Clone)]
pub struct Pattern {
    source: String,
    switches: Switches,
    matcher: RegexMatcher,
    /// True if a match may have several lines.
    spans_lines: bool,
    literals: Vec<String>,
}

impl Pattern {
    /// Compiles a pattern; `Err` is a sentence for people. Of the flags at its start, `(?w)` requires whole words, and
    /// with `(?s)` a match may have several lines.
    pub fn new(source: &str, switches: Switches) -> Result<Self, String> {
        let typed = source;
        let invalid =
            |reason: &dyn Display| format!("/{typed}/ is not a regular expression: {reason}");
        let (mut flags, rest) = leading_flags(source);
        let switches = Switches {
            word: switches.word || flags.contains(&"(?w)"),
            spans_lines: switches.spans_lines || flags.contains(&"(?s)"),
            ..switches
        };
        flags.retain(|flag| *flag != "(?w)");
        let source = &*format!("{}{rest}", flags.concat());
        let parsed = ParserBuilder::new()
            .nest_limit(MAX_NESTING)
            .multi_line(true)
            .utf8(false)
            .build()
            .parse(source)
            .map_err(|error| invalid(&describe(&error)))?;
        let literals = literals(&parsed);
        let built = Self::build(source, switches, literals, false);
        let named = built.map(|pattern| Self {
            source: typed.to_owned(),
            ..pattern
        });
        named.map_err(|error| match error.kind() {
            // The syntax was valid above.
            ErrorKind::Regex(_) => {
                format!("/{typed}/ is too large to search for: use fewer or smaller repetitions")
            }
            _ => invalid(&error),
        })
    }

    /// Compiles a pattern that matches exactly this text; fails if the text is too long.
    pub fn exactly(text: &str, switches: Switches) -> Result<Self, String> {
        Self::build(text, switches, vec![text.to_owned()], true)
            .map_err(|_| format!("\"{text}\" is too long to search for"))
    }

    fn build(
        source: &str,
        switches: Switches,
        literals: Vec<String>,
        is_text: bool,
    ) -> Result<Self, grep_regex::Error> {
        let mut builder = RegexMatcherBuilder::new();
        builder
            .nest_limit(MAX_NESTING)
            .size_limit(MAX_COMPILED_BYTES)
            .multi_line(true)
            .case_smart(switches.case == Case::Smart)
            .case_insensitive(switches.case == Case::Ignored)
            .word(switches.word)
            .fixed_strings(is_text);
        let mut spans_lines = switches.spans_lines;
        let mut within_lines = Cow::Borrowed(source);
        if !spans_lines {
            builder.line_terminator(Some(b'\n'));
            if !is_text {
                within_lines = with_anchors_of_lines(source);
            }
        }
        let matcher = match builder.build(&within_lines) {
            Err(error) if matches!(error.kind(), ErrorKind::NotAllowed(_)) => {
                spans_lines = true;
                builder.line_terminator(None).build(source)?
            }
            built => built?,
        };
        Ok(Self {
            source: source.to_owned(),
            switches,
            matcher,
            spans_lines,
            literals,
        })
    }

    /// Returns true if the source has capitals, which make it case-sensitive.
    pub fn has_capitals(&self) -> bool {
        has_capitals(&self.source)
    }

    /// Number of lines of a text with a match.
    pub fn matching_lines(&self, text: &str) -> usize {
        let mut lines = Vec::new();
        self.for_each_line(text.as_bytes(), |line, _| {
            lines.push(line);
            usize::MAX
        });
        lines.dedup();
        lines.len()
    }

    /// The source as typed, without slashes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns true if the pattern matches in a text.
    pub fn matches_in(&self, text: &[u8]) -> bool {
        self.find_at(text, 0).is_some()
    }

    /// Byte ranges of the non-empty matches in a line; a match of half a character is skipped.
    pub fn ranges<'t>(&'t self, line: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let found = self.find_at(line.as_bytes(), from)?;
                from = found.end.max(found.start + 1);
                if line.get(found.clone()).is_some_and(|text| !text.is_empty()) {
                    return Some(found);
                }
            }
        })
    }

    /// Returns the start of the first match, in bytes.
    pub(crate) fn first(&self, text: &str) -> Option<usize> {
        self.find_at(text.as_bytes(), 0).map(|found| found.start)
    }

    /// Calls `found` with the start of each line that has a match, and the start of the match; of a match that
    /// spans lines, with each of them. The search continues at the returned offset, or in the next line if that is
    /// earlier. In order, with repetitions.
    pub(crate) fn for_each_line(&self, text: &[u8], mut found: impl FnMut(usize, usize) -> usize) {
        let mut from = 0;
        // The line of the last match: a line may be long, and have many matches.
        let (mut line, mut next) = (0, 0);
        while let Some(matched) = self.find_at(text, from) {
            if matched.start >= next {
                line = line_start(text, next, matched.start);
                next = next_line(text, matched.start);
            }
            // No line follows the last line feed.
            if line == text.len() {
                break;
            }
            // ripgrep judges the bounds of words in the line alone, which differs after bytes that are no text.
            if self.switches.word && !self.spans_lines && !self.matches_in(&text[line..next]) {
                from = next;
                continue;
            }
            let resume = found(line, matched.start);
            from = next.min(resume);
            if self.spans_lines {
                while next < matched.end {
                    line = next;
                    found(line, matched.start);
                    next = next_line(text, line);
                }
                from = matched.end;
            }
            from = from.max(matched.start + 1);
        }
    }

    /// The first match at or after an offset.
    fn find_at(&self, text: &[u8], from: usize) -> Option<Range<usize>> {
        if from > text.len() {
            return None;
        }
        // The error type has no values.
        let found = self.matcher.find_at(text, from).ok()?;
        found.map(|found| found.start()..found.end())
    }

    /// Texts that every match contains, in any case.
    pub(crate) fn literals(&self) -> &[String] {
        &self.literals
    }
}

/// Returns true for a character beside the `|` of an alternative.
fn is_operand(c: char) -> bool {
    c.is_alphanumeric() || "_()[].$^".contains(c)
}

/// Returns true for text that is more likely a regular expression than words or a path: it is a valid one, and has
/// `.*` or `.+` before other text, an escape, an anchor at its end, or an alternative without spaces.
pub(super) fn looks_like_regex(text: &str) -> bool {
    let has = |part: &str, is_likely: fn(Option<char>, Option<char>) -> bool| {
        text.match_indices(part).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + part.len()..]);
            is_likely(before.chars().next_back(), after.chars().next())
        })
    };
    let is_likely = has(".*", |_, next| next.is_some_and(|c| !c.is_whitespace()))
        || has(".+", |_, next| next.is_some_and(|c| !c.is_whitespace()))
        || has("\\", |_, next| {
            next.is_some_and(|c| "wWdDsSbB".contains(c) || regex_syntax::is_meta_character(c))
        })
        || has("|", |last, next| {
            [last, next].iter().all(|c| c.is_some_and(is_operand))
        })
        || text.starts_with('^')
        || text.ends_with('$');
    is_likely && text.len() > 1 && regex_syntax::parse(text).is_ok()
}

/// The flags of switches at the start of a pattern, and the rest.
pub fn leading_flags(source: &str) -> (Vec<&str>, &str) {
    const FLAGS: [&str; 4] = ["(?i)", "(?-i)", "(?s)", "(?w)"];
    let mut flags = Vec::new();
    let mut rest = source;
    while let Some(flag) = FLAGS.iter().find(|flag| rest.starts_with(**flag)) {
        flags.push(*flag);
        rest = &rest[flag.len()..];
    }
    (flags, rest)
}

/// Start of the line of an offset; not before `first`, the start of a line.
fn line_start(text: &[u8], first: usize, at: usize) -> usize {
    let before = text[first..at].iter().rposition(|byte| *byte == b'\n');
    before.map_or(first, |feed| first + feed + 1)
}

/// Start of the line after the one of an offset.
fn next_line(text: &[u8], at: usize) -> usize {
    let rest = text[at..].iter().position(|byte| *byte == b'\n');
    rest.map_or(text.len(), |end| at + end + 1)
}

impl fmt::Debug for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "/{}/ {:?}", self.source, self.switches)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
            && self.switches == other.switches
            && self.literals == other.literals
    }
}

impl Eq for Pattern {}

/// A pattern with `^` for `\A` and `$` for `\z`, which mean the same in a line alone.
fn with_anchors_of_lines(source: &str) -> Cow<'_, str> {
    if !source.contains("\\A") && !source.contains("\\z") {
        return Cow::Borrowed(source);
    }
    let mut rewritten = String::with_capacity(source.len());
    let mut characters = source.chars();
    while let Some(character) = characters.next() {
        match (character, characters.clone().next()) {
            ('\\', Some('A')) => rewritten.push('^'),
            ('\\', Some('z')) => rewritten.push('$'),
            ('\\', Some(escaped)) => rewritten.extend(['\\', escaped]),
            _ => {
                rewritten.push(character);
                continue;
            }
        }
        characters.next();
    }
    Cow::Owned(rewritten)
}

/// Returns true if a pattern has literal capitals: `\W`, `\pL` and `\x4A` have none.
fn has_capitals(source: &str) -> bool {
    let mut characters = source.chars();
    while let Some(character) = characters.next() {
        if character.is_uppercase() {
            return true;
        }
        // `\p{Lu}`, `\pL`, `\x{4A}`, `\x4A`: skip the braces, or the next characters.
        if character == '\\'
            && matches!(characters.next(), Some('p' | 'P' | 'x' | 'u' | 'U'))
            && characters.next() == Some('{')
        {
            characters.by_ref().find(|brace| *brace == '}');
        }
    }
    false
}

/// Describes a syntax error, with its column.
fn describe(error: &regex_syntax::Error) -> String {
    match error {
        regex_syntax::Error::Parse(error) => {
            let column = error.span().start.column;
            format!("{} at its character {column}", error.kind())
        }
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        error => error.to_string(),
    }
}

/// Returns runs of ASCII that every match contains: concatenated literals, also inside groups and
/// repetitions of at least one, but not alternatives. Letters beyond ASCII end a run, because case
/// folding may match other letters.
fn literals(pattern: &Hir) -> Vec<String> {
    let mut runs = vec![String::new()];
    add_literals(pattern, &mut runs);
    runs.retain(|run| run.bytes().any(|byte| byte.is_ascii_alphanumeric()));
    runs.truncate(MAX_LITERALS);
    runs
}

/// Continues the last run with the literals of a pattern, which nests at most [`MAX_NESTING`] groups.
fn add_literals(pattern: &Hir, runs: &mut Vec<String>) {
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => {
            for byte in literal.0.iter() {
                match (byte.is_ascii(), runs.last_mut()) {
                    (true, Some(run)) => run.push(char::from(*byte)),
                    _ => runs.push(String::new()),
                }
            }
        }
        HirKind::Capture(capture) => add_literals(&capture.sub, runs),
        HirKind::Concat(parts) => parts.iter().for_each(|part| add_literals(part, runs)),
        HirKind::Repetition(repetition) => {
            runs.push(String::new());
            if repetition.min > 0 {
                add_literals(&repetition.sub, runs);
                runs.push(String::new());
            }
        }
        HirKind::Class(_) | HirKind::Alternation(_) => runs.push(String::new()),
    }
}

/// Switches for the phrases and patterns of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// Case sensitivity.
    pub case: Case,
    /// True if a match must begin and end at the bounds of words.
    pub word: bool,
    /// True if a match may span several lines.
    pub spans_lines: bool,
}

/// Case sensitivity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Case {
    /// Only if the text has capitals.
    #[default]
    Smart,
    /// It does.
    Sensitive,
    /// It does not.
    Ignored,
}

impl Case {
    /// Returns the case that `case:` names.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "yes" => Some(Self::Sensitive),
            "no" => Some(Self::Ignored),
            "auto" => Some(Self::Smart),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(source: &str, text: &str, expected: bool) {
        let pattern = Pattern::new(source, Switches::default()).expect("a pattern");
        assert_eq!(
            pattern.matches_in(text.as_bytes()),
            expected,
            "{source} {text:?}"
        );
    }

    #[test]
    fn patterns_are_multi_line_and_smart_case() {
        check("^fn", "x\nfn", true);
        // As in ripgrep: `\r` is part of the line.
        check("x$", "x\r\ny", false);
        check("x\r?$", "x\r\ny", true);
        check("a\\s+b", "a\nb", false);
        check("a\\nb", "a\nb", true);
        check("a.b", "a\nb", false);
        check("merge", "MergePolicy", true);
        check("Merge", "merge", false);
        check("\\Wmerge\\pL", " MERGEd", true);
        check("\\p{Lu}x", "Ax", true);
        check("größe", "GRÖSSE GRÖßE", true);
    }

    #[track_caller]
    fn check_lines(source: &str, switches: Switches, text: impl AsRef<[u8]>, expected: &[usize]) {
        let (pattern, text) = (Pattern::new(source, switches), text.as_ref());
        let mut lines = Vec::new();
        pattern.expect("a pattern").for_each_line(text, |start, _| {
            lines.push(memchr::memchr_iter(b'\n', &text[..start]).count() + 1);
            usize::MAX
        });
        lines.dedup();
        let text = String::from_utf8_lossy(text);
        assert_eq!(lines, expected, "{source} {text:?}");
    }

    #[test]
    fn every_line_with_a_match_is_found() {
        let check = |source, text, expected| {
            check_lines(source, Switches::default(), text, expected);
        };
        check("b", "ab b\na\nb", &[1, 3]);
        check("^$", "a\n\nb\n", &[2]);
        check("x*", "a\n\nb", &[1, 2, 3]);
        check("^", "", &[]);
        check("a\\z", "a\nb a\na b", &[1, 2]);
        check("\\Aa", "a\nb a\na b\n", &[1, 3]);
        check("\\\\A", "a\\A\nA", &[1]);
        check("$", "a", &[1]);
        check("b\\nc", "a b\nc\nb\nc d", &[1, 2, 3, 4]);
        check("[^x]+", "a\nb", &[1, 2]);
    }

    #[test]
    fn switches_are_those_of_ripgrep() {
        let word = Switches {
            word: true,
            ..Switches::default()
        };
        check_lines("merge", word, "merges\nmerge_all\nmerge(a)", &[3]);
        check_lines("->x", word, "a->x\n ->x\n->xy", &[2]);
        check_lines("\\}", word, b"a\n\x81}\nb \x81} c\n", &[3]);
        let sensitive = Switches {
            case: Case::Sensitive,
            ..Switches::default()
        };
        check_lines("merge", sensitive, "Merge\nmerge", &[2]);
        let ignored = Switches {
            case: Case::Ignored,
            ..Switches::default()
        };
        check_lines("Merge", ignored, "merge", &[1]);
        let spans = Switches {
            spans_lines: true,
            ..Switches::default()
        };
        check_lines("a\\s+b", spans, "a\n\nb\nb", &[1, 2, 3]);
        let none = Switches::default();
        check_lines("(?w)merge", none, "merges\nmerge", &[2]);
        check_lines("(?i)(?s)A.b", none, "a\nb\nc", &[1, 2]);
    }

    #[test]
    fn an_invalid_pattern_is_explained() {
        let wrong =
            |source: &str| Pattern::new(source, Switches::default()).expect_err("no pattern");
        assert_eq!(
            wrong("fn ("),
            "/fn (/ is not a regular expression: unclosed group at its character 4"
        );
        assert!(
            wrong("a{99999}{99999}").contains("too large"),
            "{}",
            wrong("a{99999}{99999}")
        );
        assert!(wrong("\\").contains("incomplete escape"));
        assert!(wrong(&"(".repeat(9_999)).contains("not a regular expression"));
        assert!(wrong("(?=x)").contains("look-around"));
    }

    #[track_caller]
    fn has(source: &str, expected: &[&str]) {
        let pattern = Pattern::new(source, Switches::default()).expect("a pattern");
        assert_eq!(pattern.literals(), expected, "{source}");
    }

    #[test]
    fn every_match_contains_the_literals() {
        has("fn merge", &["fn merge"]);
        has("fn \\w+_merge\\(", &["fn ", "_merge("]);
        has("(fn )?merge(d|s)", &["merge"]);
        has("(?:ab)+c", &["ab", "c"]);
        has("a|b", &[]);
        has("(?i)merge", &[]);
        has("\\bmerge\\b", &["merge"]);
        has("größe", &["gr", "e"]);
        has(".*", &[]);
    }

    #[test]
    fn ranges_end_at_character_boundaries() {
        let pattern = Pattern::new("e|ö|x*", Switches::default()).expect("a pattern");
        let line = "größe";
        let found: Vec<&str> = pattern.ranges(line).map(|range| &line[range]).collect();
        assert_eq!(found, ["ö", "e"]);
        let half = Pattern::new("(?-u:\\xC3)", Switches::default()).expect("a pattern");
        assert_eq!(half.ranges("größe").count(), 0);
    }

    proptest! {
        #[test]
        fn a_text_is_a_valid_pattern_or_named_in_the_error(source in "\\PC{0,24}") {
            match Pattern::new(&source, Switches::default()) {
                Ok(pattern) => prop_assert_eq!(pattern.source(), source),
                Err(error) => prop_assert!(error.contains(&source)),
            }
        }

        #[test]
        fn matching_text_contains_every_literal(source in "[a-c.+?|()]{1,8}", text in "[a-cA-C\n]{0,24}") {
            if let Ok(pattern) = Pattern::new(&source, Switches::default())
                && pattern.matches_in(text.as_bytes())
            {
                let text = text.to_lowercase();
                for literal in pattern.literals() {
                    prop_assert!(text.contains(&literal.to_lowercase()), "{literal}");
                }
            }
        }

        #[test]
        fn an_exact_pattern_matches_its_text(text in "\\PC{1,24}") {
            let pattern = Pattern::exactly(&text, Switches::default()).expect("a pattern");
            prop_assert!(pattern.matches_in(text.as_bytes()));
        }
    }
}
