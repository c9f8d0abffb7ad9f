//! SQL as the grammar knows it: what is peculiar to one database is written another way, every
//! byte in its place.

use std::borrow::Cow;
use std::ops::Range;

/// The first words of statements that the grammar knows, and those of which it knows only some.
const KNOWN: &[&str] = &[
    "select", "insert", "update", "delete", "with", "set", "reset", "truncate", "copy", "show",
    "explain", "comment", "begin", "commit", "rollback", "merge", "optimize", "values", "(",
];
const PARTLY_KNOWN: &[&str] = &["create", "alter", "drop"];
/// What it knows to create, alter and drop.
const OBJECTS: &[&str] = &[
    "table",
    "view",
    "index",
    "type",
    "schema",
    "database",
    "role",
    "sequence",
    "extension",
    "trigger",
    "function",
];
/// What has code.
const ROUTINES: &[&str] = &["function", "procedure", "proc", "trigger", "package"];
/// What is created stands among the first words.
const MOST_MODIFIERS: usize = 8;
/// What a statement is that the grammar does not know.
const STATEMENT: &str = "SELECT 1";

/// The text in words of the grammar; offsets hold.
pub(in crate::syntax) fn standard(text: &str) -> Cow<'_, str> {
    let mut readable = String::new();
    let mut copied = 0;
    for statement in statements(text) {
        let Some(words) = text.get(statement.clone()).and_then(rewritten) else {
            continue;
        };
        readable.push_str(text.get(copied..statement.start).unwrap_or_default());
        readable.push_str(&words);
        copied = statement.end;
    }
    match copied {
        0 => Cow::Borrowed(text),
        _ => {
            readable.push_str(text.get(copied..).unwrap_or_default());
            Cow::Owned(readable)
        }
    }
}

/// The statements of a text, each without the `;` behind it. Lines that speak to a client, like
/// `GO` and `\c`, are statements, too.
fn statements(text: &str) -> Vec<Range<usize>> {
    let mut scan = Scan {
        text,
        at: 0,
        start: None,
        delimiter: ";",
        is_block: false,
        found: Vec::new(),
    };
    while scan.at < text.len() {
        scan.step();
    }
    scan.end(text.len(), 0);
    scan.found
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// Where the statement begins that is being read.
    start: Option<usize>,
    delimiter: &'a str,
    /// Whether it is a routine with statements of its own that no quotes stand around.
    is_block: bool,
    found: Vec<Range<usize>>,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn step(&mut self) {
        let rest = self.rest();
        let before = self.text.get(..self.at).unwrap_or_default();
        if (before.is_empty() || before.ends_with('\n')) && self.line() {
            return;
        }
        if rest.starts_with(self.delimiter) && (!self.is_block || self.ends_block()) {
            return self.end(self.at, self.delimiter.len());
        }
        let skipped = skipped(rest);
        let Some(first) = rest.chars().next() else {
            return;
        };
        let is_comment = rest.starts_with("--") || rest.starts_with("/*");
        if !first.is_whitespace() && !is_comment {
            self.start.get_or_insert(self.at);
        }
        if skipped == 0 && first.is_alphabetic() {
            let word = word(rest);
            if word.eq_ignore_ascii_case("begin") {
                self.is_block = self.is_routine();
            }
            self.at += word.len();
            return;
        }
        self.at += skipped.max(first.len_utf8());
    }

    /// Reads a line that speaks to a client; whether it is one.
    fn line(&mut self) -> bool {
        let rest = self.rest();
        let line = rest.lines().next().unwrap_or_default();
        let words = line.trim();
        if words.eq_ignore_ascii_case("go") || words == "/" {
            self.end(self.at, 0);
            self.found.push(self.at..self.at + line.len());
        } else if self.start.is_none() && word(words).eq_ignore_ascii_case("delimiter") {
            let delimiter = words.split_whitespace().nth(1);
            self.delimiter = delimiter.unwrap_or(";");
            self.found.push(self.at..self.at + line.len());
        } else if self.start.is_none() && words.starts_with('\\') {
            self.found.push(self.at..self.at + line.len());
        } else {
            return false;
        }
        self.at += line.len();
        true
    }

    fn end(&mut self, at: usize, delimiter: usize) {
        if let Some(start) = self.start.take() {
            // A delimiter of its own is part of what is rewritten.
            let own = if self.delimiter == ";" { 0 } else { delimiter };
            self.found.push(start..at + own);
        }
        self.is_block = false;
        self.at = at + delimiter;
    }

    /// Whether what is being read creates a routine.
    fn is_routine(&self) -> bool {
        let statement = self.start.and_then(|start| self.text.get(start..self.at));
        statement.is_some_and(|statement| routine(statement).is_some())
    }

    /// Whether the line is the `END` of a block that nothing is indented in less.
    fn ends_block(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        self.delimiter != ";" || word(line).eq_ignore_ascii_case("end")
    }
}

/// The bytes of a comment or of what is quoted, if a text begins with one.
fn skipped(text: &str) -> usize {
    let until = |open: usize, close: &str| {
        let rest = text.get(open..).unwrap_or_default();
        rest.find(close)
            .map_or(text.len(), |end| open + end + close.len())
    };
    match text.as_bytes() {
        [b'-', b'-', ..] => text.find('\n').unwrap_or(text.len()),
        [b'/', b'*', ..] => until(2, "*/"),
        [b'\'', ..] => until(1, "'"),
        [b'"', ..] => until(1, "\""),
        [b'`', ..] => until(1, "`"),
        [b'$', ..] => match dollar_quote(text) {
            Some(quote) => until(quote.len(), quote),
            None => 0,
        },
        _ => 0,
    }
}

/// `$$` or `$body$`, if a text begins with one.
fn dollar_quote(text: &str) -> Option<&str> {
    let tag = text.strip_prefix('$')?;
    let end = tag.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    tag.get(end..)?
        .starts_with('$')
        .then(|| text.get(..end + 2))?
}

fn word(text: &str) -> &str {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The words at the beginning of a statement, and where they stand.
fn words(statement: &str) -> impl Iterator<Item = (usize, String)> {
    let mut end = 0;
    let word = move || {
        let rest = statement.get(end..)?;
        let word = rest.split_whitespace().next()?;
        let at = end + (rest.len() - rest.trim_start().len());
        end = at + word.len();
        Some((at, word.to_ascii_lowercase()))
    };
    std::iter::from_fn(word).take(MOST_MODIFIERS)
}

/// The routine that a statement creates: what it is, and where its name begins.
pub(super) fn routine(statement: &str) -> Option<(String, usize)> {
    let mut words = words(statement);
    let (_, verb) = words.next()?;
    if !matches!(verb.as_str(), "create" | "alter") {
        return None;
    }
    let (_, kind) = words.find(|(_, word)| ROUTINES.contains(&word.as_str()))?;
    let (at, _) =
        words.find(|(_, word)| !matches!(word.as_str(), "if" | "not" | "exists" | "body"))?;
    Some((kind, at))
}

/// A statement in words of the grammar, if it has to be another.
fn rewritten(statement: &str) -> Option<String> {
    if let Some((kind, name)) = routine(statement) {
        return rewritten_routine(statement, &kind, name);
    }
    let mut words = words(statement);
    let (_, verb) = words.next()?;
    // What speaks to a client is no statement.
    if matches!(verb.as_str(), "go" | "delimiter" | "/") || verb.starts_with('\\') {
        return Some(blank(statement, ""));
    }
    let verb = word(&verb);
    let is_known = match PARTLY_KNOWN.contains(&verb) {
        true => words.any(|(_, word)| OBJECTS.contains(&word.as_str())),
        false => KNOWN.contains(&verb) || statement.starts_with('('),
    };
    match is_known {
        true => unbracketed(statement),
        false => Some(blank(statement, STATEMENT)),
    }
}

fn rewritten_routine(statement: &str, kind: &str, name_at: usize) -> Option<String> {
    let named = statement.get(name_at..)?;
    let name_end = name_at + named.find(|letter: char| letter.is_whitespace() || letter == '(')?;
    let name = unbracketed(statement.get(name_at..name_end)?).unwrap_or_else(|| {
        statement
            .get(name_at..name_end)
            .unwrap_or_default()
            .to_owned()
    });
    let after = statement.get(name_end..)?;
    let quoted = after
        .find('$')
        .filter(|at| dollar_quote(after.get(*at..).unwrap_or_default()).is_some());
    match (kind, quoted) {
        ("trigger", _) if !has_word(after, "begin") => None,
        ("function" | "procedure", Some(body)) => {
            let quote = dollar_quote(after.get(body..)?)?;
            let inside = after.get(body + quote.len()..)?;
            let end = body + quote.len() + inside.find(quote)? + quote.len();
            let head = after.get(..body)?;
            let is_plain = kind == "function" && is_plain(head);
            let tail = after.get(end..)?;
            let tail = match is_plain {
                true => return None,
                false => blank(tail, ""),
            };
            let head = fitted(head, "() RETURNS int", "AS ")?;
            let before = fitted(statement.get(..name_at)?, "CREATE FUNCTION", "")?;
            Some([&before, &name, &head, after.get(body..end)?, &tail].concat())
        }
        ("function", None) if is_plain(after) && !has_word(after, "begin") => None,
        _ => {
            let before = fitted(statement.get(..name_at)?, "CREATE TYPE", "")?;
            let after = fitted(after, " AS ENUM ('", "')")?;
            Some([before, name, after].concat())
        }
    }
}

/// Whether the grammar knows the head of a function: it says what it returns, and its arguments
/// have no modes or defaults.
fn is_plain(head: &str) -> bool {
    has_word(head, "returns")
        && ![
            "in",
            "out",
            "inout",
            "variadic",
            "default",
            "parallel",
            "strict",
            "transform",
        ]
        .iter()
        .any(|word| has_word(head, word))
        && !head.contains('=')
}

fn has_word(text: &str, wanted: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .any(|word| word.eq_ignore_ascii_case(wanted))
}

/// As many bytes as a text has: words at its beginning and end, and blanks between them.
fn fitted(text: &str, first: &str, last: &str) -> Option<String> {
    let between = text.len().checked_sub(first.len() + last.len())?;
    let blanks = blank(text, "");
    let from = first.len();
    let between = blanks.get(from..from + between)?;
    Some([first, between, last].concat())
}

/// As many bytes as a text has: its line breaks, and words at the beginning where they fit.
fn blank(text: &str, words: &str) -> String {
    let words = if words.len() <= text.len() { words } else { "" };
    let rest = text.bytes().skip(words.len());
    let rest = rest.map(|byte| if byte == b'\n' { '\n' } else { ' ' });
    words.chars().chain(rest).collect()
}

/// A text with "names" for `[names]`; the brackets of `array[1]` are none.
fn unbracketed(text: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for (open, _) in text.match_indices('[') {
        let before = text.get(..open)?.chars().next_back();
        let name = text.get(open + 1..)?;
        let Some(name) = name.find(']').and_then(|close| name.get(..close)) else {
            continue;
        };
        let is_part =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ' ' | '-' | '$');
        let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && name.chars().all(is_part);
        let stands_alone =
            before.is_none_or(|before| before.is_whitespace() || matches!(before, '.' | ',' | '('));
        if is_name && stands_alone {
            let close = open + 1 + name.len();
            let text = found.get_or_insert_with(|| text.to_owned());
            text.replace_range(open..=open, "\"");
            text.replace_range(close..=close, "\"");
        }
    }
    found
}
