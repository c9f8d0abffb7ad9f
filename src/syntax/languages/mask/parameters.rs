//! Macros after the parameters of a function: `bool is_open() const NOEXCEPT EXCLUDES(lock) {`.
//!
//! [`macros_after()`] reads one line; [`super::masked()`] calls it for every line that continues no other.

use super::is_macro;
use crate::syntax::row::lists;
use std::ops::Range;

/// Other words that may follow parameters.
const QUALIFIERS: &str = "const final noexcept override throw volatile";
/// Replacements for a body.
const BODY_REPLACEMENTS: [&str; 3] = ["= 0", "= default", "= delete"];
/// Words before brackets that do not contain parameters.
const NO_NAMES: &str = "alignas case catch decltype for if new return sizeof switch throw while";

/// The macros of a line between the parameters of a function and its body, or the end of its declaration, in
/// order; `rest` is the text after the line. The line is read backwards: a word that is neither a macro nor a
/// qualifier must end the parameters.
pub(super) fn macros_after(line: &str, rest: &str) -> Vec<Range<usize>> {
    let Some((mut left, has_body)) = head_of(line, rest) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    loop {
        // `f() const& NOEXCEPT {`
        left = left.trim_end_matches(|it: char| it.is_whitespace() || has_body && it == '&');
        let end = left.len();
        let group = left.strip_suffix(')').map(opening);
        let named = match group {
            None => left,
            Some(Some(open)) => left.get(..open).unwrap_or_default().trim_end(),
            // The parameters began on another line.
            Some(None) if has_body => break,
            Some(None) => return Vec::new(),
        };
        let word = last_word(named);
        let before = named.strip_suffix(word).unwrap_or_default();
        if group.is_some() && !is_after_parameters(before) {
            match is_function(word, before, has_body) {
                true => break,
                false => return Vec::new(),
            }
        }
        match is_macro(word) {
            true => found.push(before.len()..end),
            false if lists(QUALIFIERS, word) => {}
            // The function itself, or other code.
            false if group.is_some() && !word.is_empty() => break,
            false => return Vec::new(),
        }
        left = before;
    }
    found.reverse();
    found
}

/// Returns true if the word before the brackets is a function name after its type. Without a type, only a
/// body proves it.
fn is_function(word: &str, before: &str, has_body: bool) -> bool {
    let is_other = is_macro(word) || word.starts_with("__") || lists(NO_NAMES, word);
    let is_named = !word.is_empty() || before.contains("operator");
    is_named && !is_other && (has_body || !before.trim().is_empty())
}

/// Declaration on a line, before its body or end, and true if a body follows.
fn head_of<'l>(line: &'l str, rest: &str) -> Option<(&'l str, bool)> {
    let code = line.split("//").next().unwrap_or_default().trim_end();
    if !code.contains(')') || code.trim_start().starts_with('#') {
        return None;
    }
    let before_members = |head: &'l str| head.split(" : ").next().unwrap_or_default();
    if let Some((head, _)) = code.split_once('{') {
        return Some((before_members(head), true));
    }
    if let Some(head) = code.strip_suffix(';') {
        let mut bodies = BODY_REPLACEMENTS.iter();
        let bare = bodies.find_map(|body| head.trim_end().strip_suffix(body));
        return Some((bare.unwrap_or(head), false));
    }
    let next = rest.trim_start();
    let continues = next.starts_with('{') || (next.starts_with(':') && !next.starts_with("::"));
    continues.then(|| (before_members(code), true))
}

/// Offset of the opening bracket that matches the end of a text.
fn opening(inside: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in inside.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth == 0 => return Some(at),
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns true if a text ends with parameters, or with specifiers after them.
fn is_after_parameters(text: &str) -> bool {
    let text = text.trim_end();
    let word = last_word(text);
    let is_closed = text.ends_with(')') && !text.ends_with("operator()");
    is_closed || is_macro(word) || lists(QUALIFIERS, word)
}

fn last_word(text: &str) -> &str {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let start = text.trim_end_matches(is_word).len();
    text.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the macros between a line and the next.
    fn check(text: &str, expected: &[&str]) {
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        let found = macros_after(line, rest);
        let found: Vec<&str> = found.into_iter().map(|bytes| &line[bytes]).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn macros_stand_between_parameters_and_a_body() {
        check("INLINE bool is_open() NO_EXCEPT {", &["NO_EXCEPT"]);
        check(
            "bool f(int (*g)(int)) NO_EXCEPT { return a(b); }",
            &["NO_EXCEPT"],
        );
        check(
            "void f() const EXCLUDES(mu_) NO_EXCEPT override {",
            &["EXCLUDES(mu_)", "NO_EXCEPT"],
        );
        check("T&& f() const&& NO_EXCEPT {", &["NO_EXCEPT"]);
        check("  int b) NO_EXCEPT {", &["NO_EXCEPT"]);
        check("int f() NO_EXCEPT // why\n{", &["NO_EXCEPT"]);
        check("A::A() NO_EXCEPT : x(1) {", &["NO_EXCEPT"]);
        check("A::A() NO_EXCEPT\n  : x(1)", &["NO_EXCEPT"]);
        check("bool operator()(int a) NO_EXCEPT {", &["NO_EXCEPT"]);
        check(
            "bool f() noexcept(true) EXCLUDES(mu_) {",
            &["EXCLUDES(mu_)"],
        );
    }

    #[test]
    fn and_before_the_end_of_a_declaration() {
        check("int f(void) NO_THROW;", &["NO_THROW"]);
        check("virtual int f() const PURE_X = 0;", &["PURE_X"]);
        check("  int b) NO_THROW;", &[]);
    }

    #[test]
    fn upper_case_names_in_other_positions_are_kept() {
        check("TEST(Name, other) {", &[]);
        check("TEST_CASE(\"a\") {", &[]);
        check("static INIT_FUNCTION(name) {", &[]);
        check("x = (int) MAX_SIZE;", &[]);
        check("return (size_t) MAX_SIZE;", &[]);
        check("return f(x) & FLAG_MASK;", &[]);
        check("return f(x) * MAX_SIZE;", &[]);
        check("if (a) FOR_EACH(b) {", &[]);
        check("#define FIRST(a) SECOND {", &[]);
        check("f((int) MAX_SIZE);", &[]);
        check("int f() MAX_SIZE", &[]);
        check("TAILQ_HEAD(a, b) FIRST_NAME;", &[]);
        check("struct __attribute__((packed)) SHOUTED {", &[]);
        check("struct PACKED(1) SHOUTED {", &[]);
        check("decltype(a) SHOUTED;", &[]);
        check("struct A a = { f(), MAX_SIZE };", &[]);
        check(") {", &[]);
        check("", &[]);
    }
}
