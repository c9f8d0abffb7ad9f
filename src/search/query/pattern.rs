//! Regular expressions of a query.
//!
//! Principal type: [`Pattern`]. Invariant: size and nesting are limited, and matching takes time linear in
//! the text, so no typed pattern can block a search.

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};
use std::fmt::Display;
use std::ops::Range;

/// Maximum size in bytes of a compiled pattern: one is compiled on every key stroke.
const MAX_COMPILED_BYTES: usize = 2 << 20;
/// Maximum nesting of groups.
const MAX_NESTING: u32 = 64;
/// Maximum number of literals that narrow the search; the first ones are kept.
const MAX_LITERALS: usize = 8;

/// A regular expression in multi-line mode: `^` and `$` match at line breaks, and `.` does not match
/// them. Case-insensitive unless it has capitals. Matching takes time linear in the text.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: String,
    regex: Regex,
    literals: Vec<String>,
}

impl Pattern {
    /// Compiles a pattern; `Err` is a sentence for people.
    pub fn new(source: &str) -> Result<Self, String> {
        let invalid =
            |reason: &dyn Display| format!("/{source}/ is not a regular expression: {reason}");
        let parsed = ParserBuilder::new()
            .nest_limit(MAX_NESTING)
            .multi_line(true)
            .crlf(true)
            .utf8(false)
            .build()
            .parse(source)
            .map_err(|error| invalid(&describe(&error)))?;
        let regex = RegexBuilder::new(source)
            .nest_limit(MAX_NESTING)
            .multi_line(true)
            .crlf(true)
            .case_insensitive(!has_capitals(source))
            .size_limit(MAX_COMPILED_BYTES)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => {
                    format!(
                        "/{source}/ is too large to search for: use fewer or smaller repetitions"
                    )
                }
                error => invalid(&error),
            })?;
        Ok(Self {
            source: source.to_owned(),
            regex,
            literals: literals(&parsed),
        })
    }

    /// Compiles a pattern that matches exactly this text; fails if the text is too long.
    pub fn exactly(text: &str) -> Result<Self, String> {
        let pattern = Self::new(&regex::escape(text))?;
        Ok(Self {
            source: text.to_owned(),
            ..pattern
        })
    }

    /// Returns true if the source has capitals, which make it case-sensitive.
    pub fn has_capitals(&self) -> bool {
        has_capitals(&self.source)
    }

    /// Number of lines of a text with a match.
    pub fn matching_lines(&self, text: &str) -> usize {
        text.lines()
            .filter(|line| self.matches_in(line.as_bytes()))
            .count()
    }

    /// The source as typed, without slashes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns true if the pattern matches in a text.
    pub fn matches_in(&self, text: &[u8]) -> bool {
        self.regex.is_match(text)
    }

    /// Byte ranges of the non-empty matches in a line; a match of half a character is skipped.
    pub fn ranges<'t>(&'t self, line: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let matches = self.regex.find_iter(line.as_bytes());
        matches
            .map(|found| found.range())
            .filter(|range| line.get(range.clone()).is_some_and(|text| !text.is_empty()))
    }

    /// Returns the start of the first match, in bytes.
    pub(crate) fn first(&self, text: &str) -> Option<usize> {
        self.regex.find(text.as_bytes()).map(|found| found.start())
    }

    /// Texts that every match contains, in any case.
    pub(crate) fn literals(&self) -> &[String] {
        &self.literals
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.regex.as_str() == other.regex.as_str()
    }
}

impl Eq for Pattern {}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(source: &str, text: &str, expected: bool) {
        let pattern = Pattern::new(source).expect("a pattern");
        assert_eq!(
            pattern.matches_in(text.as_bytes()),
            expected,
            "{source} {text:?}"
        );
    }

    #[test]
    fn patterns_are_multi_line_and_smart_case() {
        check("^fn", "x\nfn", true);
        check("x$", "x\r\ny", true);
        check("a.b", "a\nb", false);
        check("merge", "MergePolicy", true);
        check("Merge", "merge", false);
        check("\\Wmerge\\pL", " MERGEd", true);
        check("\\p{Lu}x", "Ax", true);
        check("größe", "GRÖSSE GRÖßE", true);
    }

    #[test]
    fn an_invalid_pattern_is_explained() {
        let wrong = |source: &str| Pattern::new(source).expect_err("no pattern");
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
        let pattern = Pattern::new(source).expect("a pattern");
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
        let pattern = Pattern::new("e|ö|x*").expect("a pattern");
        let line = "größe";
        let found: Vec<&str> = pattern.ranges(line).map(|range| &line[range]).collect();
        assert_eq!(found, ["ö", "e"]);
        let half = Pattern::new("(?-u:\\xC3)").expect("a pattern");
        assert_eq!(half.ranges("größe").count(), 0);
    }

    proptest! {
        #[test]
        fn a_text_is_a_valid_pattern_or_named_in_the_error(source in "\\PC{0,24}") {
            match Pattern::new(&source) {
                Ok(pattern) => prop_assert_eq!(pattern.source(), source),
                Err(error) => prop_assert!(error.contains(&source)),
            }
        }

        #[test]
        fn matching_text_contains_every_literal(source in "[a-c.+?|()]{1,8}", text in "[a-cA-C\n]{0,24}") {
            if let Ok(pattern) = Pattern::new(&source)
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
            let pattern = Pattern::exactly(&text).expect("a pattern");
            prop_assert!(pattern.matches_in(text.as_bytes()));
        }
    }
}
