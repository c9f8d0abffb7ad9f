//! C and C++ before the preprocessor: macros that no grammar can read.

use super::overrun::replaced;
use crate::syntax::row::lists;
use std::borrow::Cow;
use std::ops::Range;

mod parameters;

/// Words that a macro and the name of a type may follow.
const TYPES: [&str; 5] = ["class", "struct", "union", "enum", "enum class"];
/// Words that begin a declaration, and before which a macro may stand.
const OPENINGS: &str = "class constexpr enum extern inline namespace static struct template union";

/// The text with spaces for macros that stand alone on a line (`FMT_BEGIN_NAMESPACE`), before a
/// declaration (`EXPORT template <class T>`), before the name of a type that is defined
/// (`class EXPORT Name {`), or behind the parameters of a function (`bool f() NOEXCEPT {`), where the
/// grammar takes the macro for the name. Offsets hold.
pub(in crate::syntax) fn masked(text: &str) -> Cow<'_, str> {
    let mut macros = Vec::new();
    let (mut start, mut continued) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if !continued {
            let found = macros_of(line, text.get(end..).unwrap_or_default());
            macros.extend(found.into_iter().map(|it| start + it.start..start + it.end));
        }
        continued = line.trim_end().ends_with('\\');
        start = end;
    }
    replaced(text, macros, |_| ' ')
}

/// The macros of a line in their order, before and behind what is declared.
fn macros_of(line: &str, rest: &str) -> Vec<Range<usize>> {
    match macro_of(line) {
        Some(first) => {
            let behind = parameters::macros_behind(line, rest).into_iter();
            let behind = behind.filter(|found| found.start >= first.end);
            std::iter::once(first.clone()).chain(behind).collect()
        }
        None => parameters::macros_behind(line, rest),
    }
}

/// The macro at the beginning of a line; it is ASCII.
fn macro_of(line: &str) -> Option<Range<usize>> {
    let alone = line.trim_end();
    if is_macro(alone) {
        return Some(0..alone.len());
    }
    let code = line.trim_start();
    let word = first_word(code);
    if is_macro(word) {
        let rest = code.get(word.len()..)?.strip_prefix(' ')?;
        let at = line.len() - code.len();
        return lists(OPENINGS, first_word(rest)).then(|| at..at + word.len());
    }
    let rest = TYPES.iter().find_map(|word| {
        let rest = code.strip_prefix(word)?.strip_prefix(' ')?;
        is_macro(first_word(rest)).then_some(rest)
    })?;
    let name = first_word(rest);
    let mut length = name.len();
    let mut after = rest.get(length..)?;
    if after.starts_with('(') {
        let arguments = after.find(')')? + 1;
        if !after.get(..arguments)?.is_ascii() {
            return None;
        }
        length += arguments;
        after = after.get(arguments..)?;
    }
    let after = after.strip_prefix(' ')?.trim_start();
    let named = first_word(after);
    let defined = after.get(named.len()..)?.trim_start();
    let is_definition = defined.starts_with('{')
        || (defined.starts_with(':') && !defined.starts_with("::"))
        || defined.starts_with("final");
    let at = line.len() - rest.len();
    (!named.is_empty() && is_definition).then_some(at..at + length)
}

fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Macros are shouted; what is shorter may be a type parameter.
fn is_macro(word: &str) -> bool {
    word.len() > 3
        && word.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}
