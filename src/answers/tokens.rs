//! Estimated number of tokens of a text for a language model.
//!
//! Principal items: [`token_count`], [`fitting`] and [`TokenBudget`], texts within a number of tokens. A text is split into runs as the tokenizer o200k splits it;
//! each costs what runs of its class and length cost on average, and a margin, by one table instead of a vocabulary.
//! `benches/tokens.rs` compares the estimate with o200k; docs/benchmarks.md has its results.

use regex::Regex;
use std::sync::LazyLock;

/// A run: a word with the character before it, digits, symbols with the end of their line, or white space.
static RUN: LazyLock<Regex> = regex!(
    r"(?x) (?<lead>[^\r\n\p{L}\p{N}])?
           (?<word>[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+)
         | (?<number>\p{N}{1,3})
         | (?<space>\x20)?(?<symbols>[^\s\p{L}\p{N}]+)(?<end>[\r\n]*)
         | (?<lines>\s*[\r\n]+)
         | (?<blanks>\s+)"
);

/// Cost of a run in hundredths of a token: of the first characters, their number, and of each further one.
type Cost = (usize, usize, usize);

/// Words of ASCII letters: in lower case, in title case and in capitals, each by the character before the word.
#[rustfmt::skip]
const WORDS: [[Cost; 4]; 3] = [
    [(119, 4, 8), (111, 6, 13), (128, 6, 30), (168, 1, 11)],
    [(120, 8, 11), (113, 4, 8), (110, 1, 8), (259, 1, 10)],
    [(170, 2, 29), (105, 2, 5), (164, 6, 27), (225, 1, 0)],
];

/// Words that are probably none, such as base64 and hexadecimal digits.
const ODD_WORDS: [Cost; 3] = [(140, 1, 23), (224, 1, 36), (146, 1, 52)];

/// Words by the range of their first letter, with other letters than ASCII; the second cost is the one after a space.
const SCRIPTS: [(char, char, Cost, Cost); 10] = [
    ('\0', '\u{24f}', (68, 1, 53), (132, 3, 35)),
    ('\u{370}', '\u{3ff}', (139, 1, 35), (114, 2, 37)),
    ('\u{400}', '\u{52f}', (135, 1, 46), (115, 3, 16)),
    ('\u{590}', '\u{6ff}', (97, 1, 55), (109, 3, 55)),
    ('\u{900}', '\u{dff}', (144, 2, 52), (114, 4, 45)),
    ('\u{1e00}', '\u{1eff}', (68, 1, 53), (132, 3, 35)),
    ('\u{3040}', '\u{30ff}', (134, 2, 81), (124, 1, 78)),
    ('\u{3400}', '\u{9fff}', (126, 1, 82), (150, 1, 78)),
    ('\u{ac00}', '\u{d7a3}', (122, 1, 79), (105, 1, 63)),
    ('\0', char::MAX, (93, 1, 33), (189, 3, 44)),
];

/// Repeated symbols by their range: one or two, and more.
const SYMBOLS: [(char, char, Cost, Cost); 8] = [
    ('\0', '\u{7f}', REPEATED, REPEATED),
    ('\u{a1}', '\u{bf}', PUNCTUATION, PUNCTUATION),
    ('\u{2010}', '\u{2027}', PUNCTUATION, PUNCTUATION),
    ('\u{2190}', '\u{2193}', PUNCTUATION, PUNCTUATION),
    ('\u{2500}', '\u{259f}', (126, 1, 37), (191, 1, 18)),
    ('\u{3000}', '\u{3011}', PUNCTUATION, PUNCTUATION),
    ('\u{ff01}', '\u{ff1f}', PUNCTUATION, PUNCTUATION),
    ('\0', char::MAX, (230, 1, 197), (230, 1, 197)),
];

const REPEATED: Cost = (101, 1, 14);
const PUNCTUATION: Cost = (62, 1, 38);
/// Symbols of which lines are drawn.
const RULE: Cost = (109, 1, 3);
/// Different ASCII symbols; the second cost is the one after a space.
const MIXED: [Cost; 2] = [(130, 2, 32), (121, 2, 60)];
/// The end of a line after a repeated symbol.
const LINE_END: Cost = (85, 1, 0);
const LINES: Cost = (151, 8, 10);
const BLANKS: Cost = (103, 64, 1);
const DIGITS: Cost = (108, 3, 0);
const OTHER_NUMBER: Cost = (191, 1, 43);
/// A character before a word that is not part of its token.
const RARE_LEAD: Cost = (121, 1, 0);

/// Cost of a run of characters by its length; an empty one costs nothing.
const fn cost((first, free, each): Cost, length: usize) -> usize {
    match length {
        0 => 0,
        _ => first + each * length.saturating_sub(free),
    }
}

/// The costs of a character's range.
fn costs(table: &[(char, char, Cost, Cost)], character: char) -> [Cost; 2] {
    let mut rows = table.iter();
    let row = rows.find(|(first, last, ..)| (*first..=*last).contains(&character));
    row.map_or([REPEATED; 2], |(.., one, more)| [*one, *more])
}

/// Estimated number of tokens of a text, rounded up.
pub fn token_count(text: &str) -> usize {
    runs(text)
        .map(|(_, cost)| cost)
        .sum::<usize>()
        .div_ceil(100)
}

/// The longest start of a text with at most this many tokens.
pub(super) fn fitting(text: &str, tokens: usize) -> &str {
    let (mut left, mut end) = (tokens.saturating_mul(100), 0);
    for (run, cost) in runs(text) {
        if cost > left {
            // A long run is cut, too; the cost of its start depends on what precedes it.
            let mut part = run;
            while !part.is_empty() && token_count(&text[..end + part.len()]) > tokens {
                part = &part[..part.floor_char_boundary(part.len() / 2)];
            }
            return &text[..end + part.len()];
        }
        left -= cost;
        end += run.len();
    }
    text
}

/// The runs of a text with their costs.
fn runs(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let (mut at, mut is_after_number) = (0, false);
    std::iter::from_fn(move || {
        let found = RUN.captures_at(text, at)?;
        let group = |name| found.name(name).map_or("", |found| found.as_str());
        let (mut run, number, blanks) =
            (found.get_match().as_str(), group("number"), group("blanks"));
        let count = |text: &str| text.chars().count();
        let cost = if !number.is_empty() {
            cost(
                if number.is_ascii() {
                    DIGITS
                } else {
                    OTHER_NUMBER
                },
                count(number),
            )
        } else if let Some((last, _)) = blanks.char_indices().next_back() {
            // The last blank belongs to the next run.
            if last > 0 && at + run.len() < text.len() {
                run = &run[..last];
            }
            cost(BLANKS, count(run))
        } else if found.name("word").is_some() {
            word(group("lead").chars().next(), group("word"), is_after_number)
        } else {
            cost(LINES, count(group("lines")))
                + symbols(
                    group("symbols"),
                    !group("space").is_empty(),
                    group("end").len(),
                )
        };
        (at, is_after_number) = (at + run.len(), !number.is_empty());
        Some((run, cost))
    })
}

/// Cost of a word with the character before it.
fn word(lead: Option<char>, word: &str, is_after_number: bool) -> usize {
    let (length, first) = (
        word.chars().count(),
        word.chars().next().unwrap_or_default(),
    );
    if !word.is_ascii() {
        let alone = cost(RARE_LEAD, lead.is_some_and(|lead| lead != ' ').into());
        return alone
            + cost(
                costs(&SCRIPTS, first)[usize::from(lead == Some(' '))],
                length,
            );
    }
    let case = match first.is_uppercase() {
        true if length > 1 && !word.contains(char::is_lowercase) => 2,
        is_title => is_title.into(),
    };
    if (is_after_number && lead.is_none() && length > 1) || is_odd(word, lead == Some(' ')) {
        return cost(ODD_WORDS[case], length);
    }
    match lead {
        None => cost(WORDS[case][0], length),
        Some(' ') => cost(WORDS[case][1], length),
        Some(lead) if "_.-(\t=,<[\\!&%".contains(lead) => cost(WORDS[case][2], length),
        Some(lead) if "/:;#'?>+".contains(lead) => cost(WORDS[case][3], length),
        Some(_) => cost(RARE_LEAD, 1) + cost(WORDS[case][0], length),
    }
}

/// Cost of symbols and the line ends after them.
fn symbols(symbols: &str, is_after_space: bool, ends: usize) -> usize {
    let mut mixed_cost = MIXED[usize::from(is_after_space)];
    let (mut sum, mut mixed) = (0, 0);
    let symbols: Vec<char> = symbols.chars().collect();
    for equal in symbols.chunk_by(|a, b| a == b) {
        let (symbol, length) = (equal[0], equal.len());
        if symbol.is_ascii() && length < 3 {
            mixed += length;
            continue;
        }
        let repeated = match symbol {
            '-' | '=' | '*' | '#' | '_' | '.' | '/' => RULE,
            '×' | '÷' | '−' | '≤' | '≥' | '،' | '।' | '\u{fe0f}' => PUNCTUATION,
            _ => costs(&SYMBOLS, symbol)[usize::from(length > 2)],
        };
        sum += cost(mixed_cost, mixed) + cost(repeated, length);
        (mixed, mixed_cost) = (0, MIXED[0]);
    }
    sum += cost(mixed_cost, mixed);
    match ends {
        3.. => sum + cost(LINES, ends),
        1.. if mixed == 0 => sum + cost(LINE_END, 1),
        _ => sum,
    }
}

/// True for several consonants in a row, or three times the same letter.
fn is_odd(word: &str, is_after_space: bool) -> bool {
    let limit = if is_after_space { 5 } else { 4 };
    let (mut consonants, mut repeats, mut before) = (0, 0, '\0');
    word.chars().any(|letter| {
        let is_vowel = "aeiouyAEIOUY".contains(letter);
        consonants = if is_vowel { 0 } else { consonants + 1 };
        repeats = if letter == before { repeats + 1 } else { 1 };
        before = letter;
        consonants >= limit || repeats >= 3
    })
}

/// The tokens that are left for an answer.
#[derive(Clone)]
pub(crate) struct TokenBudget {
    left: usize,
}

impl TokenBudget {
    pub(crate) const fn new(tokens: usize) -> Self {
        Self { left: tokens }
    }

    /// Takes the tokens of a text. The error is their number if fewer are left.
    pub(crate) fn take(&mut self, text: &str) -> Result<usize, usize> {
        let tokens = token_count(text);
        self.left = self.left.checked_sub(tokens).ok_or(tokens)?;
        Ok(tokens)
    }

    /// The number of tokens that are left.
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// Takes the tokens of a text that is needed anyway: nothing is left if it does not fit.
    pub(crate) fn spend(&mut self, text: &str) {
        if self.take(text).is_err() {
            self.left = 0;
        }
    }

    /// Takes as much of a text as fits: whole lines, unless its last line has most of it.
    pub(crate) fn take_start<'t>(&mut self, text: &'t str) -> &'t str {
        let start = fitting(text, self.left);
        self.spend(start);
        match start.rfind('\n').map_or(0, |at| at + 1) {
            end if start.len() < text.len() && end > start.len() / 2 => &start[..end],
            _ => start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Compares the estimate of a repeated text with the number of tokens by o200k.
    #[track_caller]
    fn check(text: &str, expected: usize) {
        let ratio = token_count(&text.repeat(20)) as f64 / expected as f64;
        assert!((0.97..1.6).contains(&ratio), "{ratio:.2}: {text}");
    }

    #[test]
    fn every_kind_of_text_has_at_least_the_tokens_of_o200k() {
        check(
            "fn merge(segments: &[Segment]) -> Result<Index, Error> {\n    let mut index = Index::new();\n",
            500,
        );
        check(
            "The writer releases its lock after a quiet minute, because opening takes longer than indexing.\n",
            340,
        );
        check(
            "缓存在写入时会先检查容量，如果超过上限就删除最旧的条目。\n",
            420,
        );
        check(
            "Кэш проверяет размер перед записью и удаляет самые старые записи.\n",
            320,
        );
        check(
            "キャッシュは書き込みの前に容量を確認し、古い項目を削除します。\n",
            460,
        );
        check("Η μνήμη ελέγχει το μέγεθος πριν από κάθε εγγραφή.\n", 360);
        check(
            "캐시는 쓰기 전에 용량을 확인하고 오래된 항목을 지웁니다.\n",
            400,
        );
        check(
            "| name | 12.5 | yes | a longer cell |\n|------|------|-----|---------------|\n",
            460,
        );
        check("+----------+--------------+------+\n", 140);
        check("0x3f, 0xa9, 0x00, 0x7c, 1234567, 3.14159,\n", 640);
        check("d41d8cd98f00b204e9800998ecf8427e\n", 400);
        check(
            "iVBORw0KGgoAAAANSUhEUgAAAQAAAAEACAIAAADTED8xAAAAGXRFWHRTb2Z0d2FyZQBBZG9iZSBJbWFnZVJlYWR5ccllPAAA\n",
            1180,
        );
        check("😀🎉🚀 ✅ done\n", 160);
        check("                                        }\n", 40);
        check("┌────────┬──────┐\n│ a      │ b    │\n", 360);
        check(
            "https://example.org/docs/v2/getting-started?lang=en&page=3#install\n",
            400,
        );
    }

    #[test]
    fn the_start_of_a_run_costs_what_it_costs_in_its_text() {
        let start = fitting("{0aa", 4);
        assert!(token_count(start) <= 4, "{start:?}");
    }

    #[test]
    fn a_text_costs_as_much_as_its_lines_at_most() {
        let text = "fn merge(a: u32) {\n    a + 1\n}\n\n缓存在写入时，会先检查容量。\n";
        let lines = text.split_inclusive('\n').map(token_count).sum::<usize>();
        assert!(token_count(text) <= lines);
    }

    proptest! {
        #[test]
        fn the_fitting_start_has_no_more_tokens_than_the_limit(text in ".{0,80}", limit in 0usize..40) {
            let start = fitting(&text, limit);
            prop_assert!(text.starts_with(start));
            prop_assert!(token_count(start) <= limit, "{start:?}");
            if token_count(&text) <= limit {
                prop_assert_eq!(start, text.as_str());
            }
        }
    }

    #[test]
    fn a_text_is_taken_whole_or_not_at_all() {
        let (short, long) = ("merge", "merge the segments of the index");
        let (few, many) = (token_count(short), token_count(long));
        let mut budget = TokenBudget::new(2 * few);
        assert_eq!(budget.take(long), Err(many));
        assert_eq!(budget.take(short), Ok(few));
        assert_eq!(budget.take(short), Ok(few));
        assert_eq!(budget.take(short), Err(few));
        budget.spend(long);
        assert_eq!(budget.take(""), Ok(0));
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut_at_a_line_or_within_a_long_one() {
        let check = |text: &str, expected: &str| {
            assert_eq!(TokenBudget::new(20).take_start(text), expected);
        };
        check("one\ntwo\n", "one\ntwo\n");
        check(
            &"merge the segments\n".repeat(9),
            &"merge the segments\n".repeat(3),
        );
        let line = "merge the segments; ".repeat(9);
        let start = TokenBudget::new(20).take_start(&line);
        assert!(line.starts_with(start) && start.len() > 50, "{start}");
        let start = TokenBudget::new(20).take_start("");
        assert_eq!(start, "");
    }
}
