//! Constructs that a grammar does not know, rewritten to ones that it knows, with unchanged offsets.
//!
//! Principal type: [`Rewrites`], the table of a language in `rewrites/LANGUAGE.txt`. A line is a regular
//! expression. Its groups are what the grammar does not know; each is replaced by its text after ` => `, padded
//! with spaces, or by spaces. Texts are separated by ` | `; `<>` keeps the group, `␣` is a space, `⏎` a line break. A
//! match with a group shorter than its text is left alone.
//!
//! Patterns see a text without comments, with `_` for the content of strings and a space for a carriage return.
//! `name := pattern` defines `{name}` for the lines below it; `strings` are the literals of the language, and other
//! words in which marks of strings have no meaning; `flags` are those of the patterns; `end` and `start` are where
//! statements end and start. `{args}`, `{list}`, `{block}` and `{generics}` are brackets in pairs, `{deep}` is a block
//! with deeper ones. A line `== stage`
//! names the [`Stage`] of the lines below it.

use super::edit::{blanked, with_bytes};
use super::row::LanguageRow;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// When patterns are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Before a text is parsed: the grammar parses the construct as another one. Comments and strings are not hidden.
    Always,
    /// If the tree has errors.
    Unknown,
    /// If it still has errors, with those of the stage before: patterns that hide code.
    Fallback,
    /// If a statement has errors then: patterns that keep its name.
    Name,
}

/// The table of a language.
pub(super) struct Rewrites {
    /// Strings and comments.
    opaque: LazyPattern,
    /// Marks at which comments, and other text that no pattern sees, begin.
    comments: Vec<&'static str>,
    /// Where statements end or start, in languages whose statements are parsed one by one.
    bounds: Vec<LazyPattern>,
    rows: Vec<Rewrite>,
}

/// A pattern that is compiled on first use: most texts need none. None for an invalid one, which a test excludes.
type LazyPattern = LazyLock<Option<Regex>, Box<dyn FnOnce() -> Option<Regex> + Send>>;

fn lazy_pattern(source: String) -> LazyPattern {
    // The classes of Unicode take most of the time of compiling.
    LazyLock::new(Box::new(move || {
        Regex::new(&with_short_classes(&source)).ok()
    }))
}

struct Rewrite {
    stage: Stage,
    pattern: LazyPattern,
    /// Words that each match contains, in lower case. A pattern is not compiled for a text without them.
    words: Vec<String>,
    /// Texts for the groups.
    with: Vec<String>,
}

/// Replacement of one byte.
type Edit = (usize, u8);

/// Maximum number of times that a pattern is applied: a construct may be in another one.
const MAX_PASSES: usize = 16;
/// Maximum number of statements that are rewritten one by one. Texts with more errors are no code of the language.
const MAX_STATEMENTS: usize = 2_000;
/// Maximum depth of brackets in brackets.
const MAX_DEPTH: usize = 5;
/// Maximum depth of brackets in the body of a function.
const MAX_BODY_DEPTH: usize = 16;
/// Starts of macros, whose text is no code.
const DEFINITIONS: [&str; 3] = ["#define", "# define", "#  define"];
/// Strings and characters of most languages.
const STRINGS: &str = r#""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"#;

impl Rewrites {
    /// The table of a row.
    pub(super) fn of(row: &LanguageRow) -> Self {
        let mut names = vec![
            ("strings", STRINGS.to_owned()),
            ("args", nested(r"\(", r"\)", r"[^()]")),
            ("list", nested(r"\[", r"\]", r"[^\[\]]")),
            ("block", nested(r"\{", r"\}", r"[^{}]")),
            ("deep", nested_in(MAX_BODY_DEPTH, r"\{", r"\}", r"[^{}]")),
            ("generics", nested("<", ">", "(?:->|[^<>(){};])")),
        ];
        let (mut stage, mut rows) = (Stage::Unknown, Vec::new());
        let lines = row.rewrites.lines();
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            if let Some(name) = line.strip_prefix("== ") {
                let stages = [Stage::Always, Stage::Unknown, Stage::Fallback, Stage::Name];
                let named = |stage: &Stage| format!("{stage:?}").eq_ignore_ascii_case(name);
                stage = stages.into_iter().find(named).unwrap_or(stage);
            } else if let Some((name, pattern)) = line.split_once(" := ") {
                names.push((name, expanded(pattern, &names)));
            } else {
                let (pattern, with) = line.split_once(" => ").unwrap_or((line, ""));
                let with = with.split_terminator(" | ");
                let with = with
                    .map(|text| text.replace('␣', " ").replace('⏎', "\n"))
                    .collect();
                let words = required_words(pattern);
                let (flags, pattern) = (last(&names, "flags"), expanded(pattern, &names));
                rows.push(Rewrite {
                    stage,
                    words,
                    pattern: lazy_pattern(format!("(?m{flags}){pattern}")),
                    with,
                });
            }
        }
        let block = row.block_comments.iter().map(|(start, end)| {
            let (start, end) = (regex::escape(start), regex::escape(end));
            format!("{start}(?s:.*?)(?:{end}|\\z)")
        });
        let line = row.line_comments.iter();
        let line = line.map(|start| format!("{}[^\n]*", regex::escape(start)));
        let opaque: Vec<String> = block.chain(line).chain([last(&names, "strings")]).collect();
        let block = row.block_comments.iter().map(|(start, _)| *start);
        let line = row.line_comments.iter().copied();
        Self {
            opaque: lazy_pattern(opaque.join("|")),
            comments: block.chain(line).chain(DEFINITIONS).collect(),
            bounds: [last(&names, "end"), last(&names, "start")]
                .into_iter()
                .filter(|pattern| !pattern.is_empty())
                .map(|pattern| lazy_pattern(format!("(?m{}){pattern}", last(&names, "flags"))))
                .collect(),
            rows,
        }
    }

    /// The text with the constructs of a stage rewritten, if there are any.
    pub(super) fn rewritten(&self, text: &str, stage: Stage) -> Option<String> {
        let is_applied = |row: &&Rewrite| match stage {
            Stage::Fallback => matches!(row.stage, Stage::Unknown | Stage::Fallback),
            _ => row.stage == stage,
        };
        if !self.rows.iter().any(|row| row.stage == stage) {
            return None;
        }
        let rows = self.rows.iter().filter(is_applied);
        let mut seen = match stage {
            Stage::Always => without_carriage_returns(text),
            _ => self.without_strings(text),
        };
        let mut new: Option<String> = None;
        let mut is_changed = false;
        let mut lower = seen.to_ascii_lowercase();
        for row in rows {
            for _ in 0..MAX_PASSES {
                if !row.words.iter().all(|word| lower.contains(word)) {
                    break;
                }
                let edits = row.edits(&seen);
                if edits.is_empty() {
                    break;
                }
                is_changed |= row.stage == stage;
                let before = new.as_deref().unwrap_or(text);
                let before = blanked(before, comments_under(&edits, text, &seen));
                new = Some(with_bytes(&before, edits.iter().copied()).into_owned());
                seen = Cow::Owned(with_bytes(&seen, edits).into_owned());
                lower = seen.to_ascii_lowercase();
            }
        }
        // Else it is the text of the stage before, which was tried.
        new.filter(|_| is_changed)
    }

    /// The text of a language whose bounds of statements are known with each statement that does not parse alone
    /// rewritten by the last stages, or hidden; and the hidden ones. Comments within such a statement are hidden, too.
    pub(super) fn by_statement(
        &self,
        text: &str,
        parses: impl Fn(&str) -> bool,
    ) -> Option<(String, Vec<Range<usize>>)> {
        let [ends, starts] = self.bounds.as_slice() else {
            return None;
        };
        let (ends, starts) = (ends.as_ref()?, starts.as_ref()?);
        let known = self.rewritten(text, Stage::Unknown);
        let text = known.as_deref().unwrap_or(text);
        let seen = self.without_strings(text);
        let ends = ends.find_iter(&seen).map(|end| end.end());
        let (mut new, mut start, mut count) = (String::with_capacity(text.len()), 0, 0);
        let mut hidden = Vec::new();
        for end in ends.chain([text.len()]) {
            let (part, code) = (text.get(start..end)?, seen.get(start..end)?);
            start = end;
            if parses(part) {
                new.push_str(part);
                continue;
            }
            let inner = starts.find_iter(code).map(|inner| inner.start());
            let mut from = 0;
            for to in inner.chain([part.len()]) {
                let (statement, seen) = (part.get(from..to)?, code.get(from..to)?);
                let begin = new.len();
                if let Some(known) = self.repaired(statement, seen, &parses) {
                    new.push_str(&known);
                } else {
                    new.push_str(&without(statement, seen, |_| true)?);
                    hidden.push(begin..new.len());
                }
                (from, count) = (to, count + 1);
                if count > MAX_STATEMENTS {
                    return None;
                }
            }
        }
        Some((new, hidden))
    }

    /// A statement rewritten by the first stage with which it parses, and a mark at its end.
    fn repaired(&self, text: &str, code: &str, parses: impl Fn(&str) -> bool) -> Option<String> {
        if code.trim().is_empty() {
            return Some(text.to_owned());
        }
        let statement = without(text, code, |seen| seen.is_ascii_whitespace())?;
        let mut found = Some(statement.clone()).filter(|known| parses(known));
        for stage in [Stage::Fallback, Stage::Name] {
            let rewritten = || self.rewritten(&statement, stage);
            found = found.or_else(|| rewritten().filter(|known| parses(known)));
        }
        let mut found = found?;
        let is_ended = code.trim_end().ends_with(';');
        let ends_in_space = found.ends_with(|end: char| end.is_ascii_whitespace());
        if !is_ended && ends_in_space && !found.trim().is_empty() {
            found.pop();
            found.push(';');
        }
        Some(found)
    }

    /// The strings and comments of a text, in order.
    pub(super) fn opaque_parts(&self, text: &str) -> Vec<Range<usize>> {
        let found = self.opaque.iter().flat_map(|it| it.find_iter(text));
        found.map(|part| part.range()).collect()
    }

    /// The text with spaces for comments, and `_` for the content of strings.
    fn without_strings<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut bytes = without_carriage_returns(text).into_owned().into_bytes();
        for found in self.opaque.iter().flat_map(|it| it.find_iter(text)) {
            let part = found.as_str();
            let (inside, mark) = if self.comments.iter().any(|mark| part.starts_with(mark)) {
                (found.range(), b' ')
            } else if part.starts_with(char::is_alphabetic) && !part.ends_with(['"', '\'', '`']) {
                continue;
            } else {
                let is_triple = part.ends_with("\"\"\"") || part.ends_with("'''");
                let quote = if is_triple && part.len() > 5 { 3 } else { 1 };
                // A line of a string in Zig has no mark at its end.
                let end = if part.ends_with(|end: char| end.is_ascii()) {
                    quote
                } else {
                    0
                };
                (found.start() + quote..found.end() - end, b'_')
            };
            for byte in &mut bytes[inside] {
                if *byte != b'\n' {
                    *byte = mark;
                }
            }
        }
        String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

impl Rewrite {
    /// The replacements for all matches.
    fn edits(&self, text: &str) -> Vec<Edit> {
        let pattern = self.pattern.iter();
        pattern
            .flat_map(|pattern| pattern.captures_iter(text))
            .flat_map(|found| self.edits_of(&found, text.as_bytes()).unwrap_or_default())
            .collect()
    }

    /// The bytes that change; none if a text is longer than its group.
    fn edits_of(&self, found: &Captures<'_>, text: &[u8]) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        for (index, group) in found.iter().skip(1).enumerate() {
            let with = self.with.get(index).map_or("", String::as_str);
            let Some(group) = group.filter(|_| with != "<>") else {
                continue;
            };
            group.len().checked_sub(with.len())?;
            for (index, at) in group.range().enumerate() {
                let blank = if text[at] == b'\n' { b'\n' } else { b' ' };
                let byte = with.as_bytes().get(index).copied().unwrap_or(blank);
                if text[at] != byte {
                    edits.push((at, byte));
                }
            }
        }
        Some(edits)
    }
}

/// The text with a space before each line feed in place of a carriage return: patterns know only line feeds.
fn without_carriage_returns(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        return Cow::Owned(text.replace("\r\n", " \n"));
    }
    Cow::Borrowed(text)
}

/// A statement with spaces in place of the bytes that a text without comments has as such, after its first letter.
fn without(text: &str, code: &str, hides: fn(u8) -> bool) -> Option<String> {
    let begin = code.len() - code.trim_start().len();
    let bytes = text.bytes().zip(code.bytes()).enumerate();
    let kept = bytes.map(|(at, (own, seen))| {
        let is_hidden = at >= begin && own != b'\n' && hides(seen);
        if is_hidden { b' ' } else { own }
    });
    String::from_utf8(kept.collect()).ok()
}

/// The white space of a text without comments around each comment that is written over, whose rest would become code, and
/// before each line end that is: the next line would become part of a comment.
fn comments_under(edits: &[Edit], text: &str, seen: &str) -> Vec<Range<usize>> {
    let is_space = |at: usize| seen.as_bytes()[at].is_ascii_whitespace();
    let ends_line = |at: usize| text.as_bytes()[at] == b'\n';
    let is_over = |(at, byte): &&Edit| {
        let is_hidden = *byte != b' ' && !text.as_bytes()[*at].is_ascii_whitespace();
        is_space(*at) && (is_hidden || ends_line(*at))
    };
    let around = |(at, _): &Edit| {
        let start = (0..*at).rev().find(|before| !is_space(*before));
        let end = (*at..seen.len()).find(|after| ends_line(*at) || !is_space(*after));
        start.map_or(0, |start| start + 1)..end.unwrap_or(seen.len())
    };
    edits.iter().filter(is_over).map(around).collect()
}

/// A pattern in which each character outside of ASCII is part of a name, and none is white space.
fn with_short_classes(pattern: &str) -> String {
    let mut written = String::new();
    let (mut is_in_class, mut is_escaped) = (false, false);
    for letter in pattern.chars() {
        let class = match letter {
            'w' if is_escaped => r"0-9A-Za-z_\x{80}-\x{10FFFF}",
            's' if is_escaped => r" \t\r\n\x0B\x0C",
            _ => "",
        };
        if class.is_empty() {
            written.push(letter);
        } else {
            written.pop();
            let brackets = if is_in_class { ["", ""] } else { ["[", "]"] };
            written.extend([brackets[0], class, brackets[1]]);
        }
        if !is_escaped && matches!(letter, '[' | ']') {
            is_in_class = letter == '[';
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    written
}

/// A pattern with the definitions of the names in it.
fn expanded(pattern: &str, names: &[(&str, String)]) -> String {
    let named = pattern
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0));
    let mut expanded = pattern.to_owned();
    for name in named {
        let value = last(names, name);
        if !value.is_empty() {
            expanded = expanded.replace(&format!("{{{name}}}"), &format!("(?:{value})"));
        }
    }
    expanded
}

/// The words of at least four letters that each match of a pattern contains, in lower case.
fn required_words(pattern: &str) -> Vec<String> {
    static OTHER: LazyLock<Regex> = regex!(r"\\.|\[(?:\\.|[^\]\\])*\]|\{\w+\}");
    static GROUP: LazyLock<Regex> = regex!(r"\((?:\?\w*:)?([^()]*)\)([?*]?)");
    static WORD: LazyLock<Regex> = regex!(r"[A-Za-z_]{4,}[?*]?");
    let mut rest = OTHER.replace_all(pattern, " ").into_owned();
    while let Some(group) = GROUP.captures(&rest) {
        let inner = match (&group[1], &group[2]) {
            (inner, "") if !inner.contains('|') => format!(" {inner} "),
            _ => " ".to_owned(),
        };
        let whole = group.get(0).map_or(0..0, |whole| whole.range());
        rest.replace_range(whole, &inner);
    }
    if rest.contains('|') {
        return Vec::new();
    }
    let words = WORD.find_iter(&rest).map(|word| word.as_str());
    let words = words.filter(|word| !word.ends_with(['?', '*']));
    words.map(str::to_ascii_lowercase).collect()
}

/// The last definition of a name; empty if there is none.
fn last(names: &[(&str, String)], name: &str) -> String {
    let found = names.iter().rfind(|(known, _)| *known == name);
    found.map(|(_, value)| value.clone()).unwrap_or_default()
}

/// A pattern for brackets in pairs, with `other` between them.
fn nested(open: &str, close: &str, other: &str) -> String {
    nested_in(MAX_DEPTH, open, close, other)
}

/// As [`nested()`], up to a depth.
fn nested_in(depth: usize, open: &str, close: &str, other: &str) -> String {
    let mut pattern = format!("{open}{other}*{close}");
    for _ in 1..depth {
        pattern = format!("{open}(?:{other}|{pattern})*{close}");
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Language;
    use crate::syntax::languages::table::LANGUAGES;

    #[test]
    fn every_line_of_a_table_is_valid() {
        for row in &LANGUAGES {
            let lines = row.rewrites.lines().filter(|line| !line.is_empty());
            let lines = lines.filter(|line| !line.starts_with("# ") && !line.contains(" := "));
            let (stages, patterns): (Vec<&str>, Vec<&str>) =
                lines.partition(|line| line.starts_with("== "));
            for stage in stages {
                let is_known = matches!(
                    stage,
                    "== always" | "== unknown" | "== fallback" | "== name"
                );
                assert!(is_known, "{}: {stage}", row.name);
            }
            let rewrites = Rewrites::of(row);
            assert!(rewrites.opaque.is_some(), "{}", row.name);
            assert_eq!(rewrites.rows.len(), patterns.len(), "{}", row.name);
            for (line, rewrite) in patterns.iter().zip(&rewrites.rows) {
                let pattern = rewrite.pattern.as_ref();
                let groups = pattern.map_or(0, |pattern| pattern.captures_len() - 1);
                assert!(groups > 0 && rewrite.with.len() <= groups, "{line}");
            }
        }
    }

    fn check(language: &str, stage: Stage, text: &str, expected: &str) {
        let Some(language) = Language::tested(language) else {
            return;
        };
        let found = language.grammar().rewrites().rewritten(text, stage);
        assert_eq!(found.as_deref().unwrap_or(text), expected);
    }

    #[test]
    fn headers_of_kotlin_are_unambiguous() {
        for (text, expected) in [
            (
                "class A<é>\ninternal actual constructor(\n)\nclass B\n@C private constructor()\n",
                "class A<é> internal actual constructor(\n)\nclass B @C private constructor()\n",
            ),
            (
                "class A\n  @B(c = 1)\n  internal constructor()\n",
                "class A   @B(c = 1)\n  internal constructor()\n",
            ),
            (
                "class A<B : C>\nprivate constructor()\n",
                "class A<B : C> private constructor()\n",
            ),
            ("@A\nannotation class B\n", "@A\n           class B\n"),
            ("@A data object B\n", "@A      object B\n"),
            (
                "@A(\n  B\n)\nannotation class C\n",
                "@A(\n  B\n)\n           class C\n",
            ),
        ] {
            check("kotlin", Stage::Always, text, expected);
        }
        for text in [
            "class A {\n  private constructor()\n",
            "class A\nval constructor = 1\n",
            "class A\n\nprivate constructor()\n",
            "annotation class A\n",
        ] {
            check("kotlin", Stage::Always, text, text);
        }
    }

    #[test]
    fn strings_and_comments_are_not_rewritten() {
        for text in [
            "val a = \"context(b) fun c() { d }\" // suspend { 1 }\n",
            "/* is A if b -> */ val a = \"\"\"\n  is A if b -> { c }\n\"\"\"\n",
        ] {
            check("kotlin", Stage::Unknown, text, text);
        }
        let zig = "const a =\n    \\\\ : .{ .b = é })é\n;\n";
        check("zig", Stage::Unknown, zig, zig);
        let sql = "select '\ncreate procedure a() as $$ b $$;\n'; -- create policy a on b for c;\n";
        check("sql", Stage::Unknown, sql, sql);
    }

    #[test]
    fn words_outside_of_choices_are_required() {
        let check = |pattern: &str, expected: &[&str]| {
            assert_eq!(required_words(pattern), expected, "{pattern}");
        };
        check(r"{create}(domain)\s+{object}(\s[^;]*);", &["domain"]);
        check(
            r"\b(gen|safe)\s+(?:unsafe\s+)?Trait\b[a-z]+tables?",
            &["trait"],
        );
        check(r"(?:proc(?:edure)?)\s+[\]word]\\word", &["proc", "word"]);
        check("abcd|efgh", &[]);
    }

    #[test]
    fn a_text_longer_than_its_group_is_not_applied() {
        let short = "create function a() as (b);\n";
        check("sql", Stage::Fallback, short, short);
    }

    #[test]
    fn the_fallback_includes_the_stage_before() {
        let text = "create policy a on b for all;\n  c text collate,\n";
        let expected = "create index  a on b (a    );\n  c int         ,\n";
        check("sql", Stage::Fallback, text, expected);
    }
}
