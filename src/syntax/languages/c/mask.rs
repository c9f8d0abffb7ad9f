//! Preprocessing of C and C++, [`masked()`]: macros and titles of tests that no grammar can parse. Offsets are
//! unchanged.

use crate::syntax::edit::blanked;
use crate::syntax::row::lists;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum length of the text after a line that is searched for its macros.
const MAX_AFTER_LEN: usize = 400;
/// Words before brackets that do not contain parameters.
const NO_NAMES: &str = "alignas case catch decltype for if new return sizeof switch throw while";

/// A macro at the beginning of a line: alone, before a declaration or a constructor, or alone with an operator as
/// argument.
static FIRST: LazyLock<Regex> = regex!({
    let word = "[A-Z_][A-Z0-9_]{3,}";
    let opening = "class|constexpr|enum|extern|inline|namespace|static|struct|template|union";
    // A type, and a name with parameters.
    let declared = r"(?:[\w:]+(?:<[^;{}()]*>)?[\s*&]+)+~?[\w:]+\s*\(";
    let constructor = r"(?:\w+::)*(?<owner>\w+)::~?(?<own>\w+)\(";
    let with_operator =
        format!(r"\s*({word}\((?:[^()]*,)?\s*[-+*/%<>=!&|^~]+\s*(?:,[^()]*)?\))\s*$");
    format!(
        r"^(?:({word})\s*$|(?<call>{word}\(.*\))\s*$|\s*({word}) (?:(?:{opening})\b|{declared}|{constructor})|{with_operator})"
    )
});

/// Macros before the name of a type that is defined, whose brace may be on the next line.
static OF_TYPE: LazyLock<Regex> = regex!({
    let one = r"[A-Z_][A-Z0-9_]{3,}(?:\([\x00-\x28\x2A-\x7F]*?\))?";
    let defined = r"\s+[\p{Alphabetic}\p{N}_]+\s*(?:\{|final|:(?:[^:]|$))";
    format!(r"^\s*(?:class|struct|union|enum(?: class)?) ((?:{one}\s+)*{one}){defined}")
});

/// Other parts that the grammar takes for names.
static OTHERS: LazyLock<Regex> = regex!({
    // The titles of a Catch2 or doctest test, with its types; without them, the test parses as a function.
    let title = r#""(?:[^"\\\n]|\\.)*""#;
    let types = format!(r"(?:,(?:[^(){{}};\x22]|{title}|\([^()]*\))*)?");
    let call = format!(r"[A-Z_][A-Z0-9_]{{3,}}\((?:[\w:]+\s*)?((?:,\s*)?{title}{types})\)");
    let word = "[A-Za-z_][A-Za-z0-9_]*";
    let numbered = format!(r"(?:{word}[ \t*]+)+({word}\([0-9][0-9, ]*\))\s+\**{word}\(");
    let convention = r"[\s*(](__(?:cdecl|(?:std|fast|this|vector)call))[ *)]";
    // `LIB_TRY {`.
    let block = r"(?:^|[{;}])\s*([A-Z_][A-Z0-9_]{3,})\s*\{";
    let attribute = r"\*[ \t]*(__attribute__[ \t]*\(\((?:[^()\n]|\([^()\n]*\))*\)\))";
    format!(r"(?m)^[ \t]*(?:{call}\s*\{{|{numbered})|{convention}|{attribute}|{block}")
});

/// Macros after the parameters of a function, of which the line may have only the end, and before its body or
/// the end of its declaration: `bool is_open() const NOEXCEPT EXCLUDES(lock) {`.
static AFTER: LazyLock<Regex> = regex!({
    let arguments = r"\((?:[^()\n]|\([^()\n]*\))*\)";
    let parameters = format!(r"\((?:[^()\n]|{arguments})*\)&*(?<reference>\s+&+)?");
    let name = r"(?:\b(?<own>\w+)|operator[^(\n]*(?:\(\))?)";
    let function = format!(r"(?<before>[^\n{{#;/]*?){name}\s*{parameters}|[^(\n{{#;/]*\)");
    let words = "const|final|noexcept|override|throw|volatile";
    let qualifiers = format!(r"(?:(?:{words})\b\s*(?:{arguments})?&*\s*)*");
    let macros = format!(r"(?:[A-Z_][A-Z0-9_]{{3,}}\b\s*(?:{arguments})?\s*)+");
    let end = r"(?://[^\n]*\s+)?(?:\{|:(?:[^:]|$)|(?<end>(?:=\s*(?:0|default|delete)\s*)?;))";
    format!(r"^(?:{function})\s*{qualifiers}(?<macros>{macros}){qualifiers}{end}")
});

/// The arguments of a macro that defines a function of C, which otherwise parses as a call: `TEST(a, b) {`.
static ARGUMENTS: LazyLock<Regex> = regex!({
    let argument = r#"(?:[^;{}()",]|\([^;{}()]*\))+"#;
    let storage = "(?:(?:extern|inline|static) +)*";
    format!(r"(?m)^{storage}[A-Z][A-Z0-9_]{{2,}}\({argument}((?:,{argument})+)\)\s*\{{")
});

/// The text for the grammar of C: [`masked()`], with only the first argument of macros that define functions.
pub(in crate::syntax) fn masked_c(text: &str) -> Cow<'_, str> {
    let arguments = ARGUMENTS.captures_iter(text);
    let arguments: Vec<Range<usize>> = arguments.filter_map(|found| group(&found)).collect();
    if arguments.is_empty() {
        return masked(text);
    }
    Cow::Owned(masked(&blanked(text, arguments)).into_owned())
}

/// The text with spaces for what the grammar takes for a name. Offsets are unchanged. These are the titles of
/// tests, `TEST_CASE("text", "[tag]") {`, and macros
///
/// - alone on a line: `FMT_BEGIN_NAMESPACE`, `COMPARE(lt, <)`, `PRAGMA(push "x")`;
/// - before a declaration or a block: `EXPORT template <class T>`, `API int f(`, `TRY {`;
/// - before the name of a type that is defined: `class EXPORT Name {`;
/// - after the parameters of a function: `bool f() NOEXCEPT {`;
/// - between its type and name: `void printflike(1, 2) f(`, `int __stdcall f(`.
pub(in crate::syntax) fn masked(text: &str) -> Cow<'_, str> {
    let mut macros = Vec::new();
    let (mut start, mut continued) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if !continued {
            let window = start..text.floor_char_boundary(end + MAX_AFTER_LEN);
            let window = text.get(window).unwrap_or_default();
            let first = macro_before(line, window);
            let after = if line.contains(')') {
                macros_after(window)
            } else {
                None
            };
            let first_end = first.as_ref().map_or(0, |first| first.end);
            let after = after.filter(|after| after.start >= first_end);
            for found in first.into_iter().chain(after) {
                macros.push(start + found.start..start + found.end);
            }
        }
        continued = line.trim_end().ends_with('\\');
        start = end;
    }
    macros.extend(OTHERS.captures_iter(text).filter_map(|found| group(&found)));
    blanked(text, macros)
}

/// The range of the first group that is part of a match.
fn group(found: &Captures<'_>) -> Option<Range<usize>> {
    Some(found.iter().skip(1).flatten().next()?.range())
}

/// The macro of a line before its declaration. `text` begins with the line.
fn macro_before(line: &str, text: &str) -> Option<Range<usize>> {
    if let Some(found) = OF_TYPE.captures(text) {
        return group(&found);
    }
    let found = FIRST.captures(line)?;
    let part = |name: &str| found.name(name).map(|part| part.as_str());
    // With another name it is a type: `BOOL A::b()`.
    if part("owner") != part("own") {
        return None;
    }
    // `TEST(a, b)` before a block is a function.
    let next = text.get(line.len()..).unwrap_or_default().trim_start();
    let next = next.chars().next().unwrap_or('}');
    if part("call").is_some() && !next.is_alphanumeric() && !"_#/}[".contains(next) {
        return None;
    }
    group(&found)
}

/// The macros after parameters that end on the first line of a text.
fn macros_after(text: &str) -> Option<Range<usize>> {
    let found = AFTER.captures(text)?;
    let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
    let own = part("own");
    let is_macro = own.len() > 3 && !own.contains(char::is_lowercase);
    let is_other = is_macro || own.starts_with("__") || lists(NO_NAMES, own);
    // Only a body proves a function without a type.
    let is_value = part("before").trim().is_empty() || !part("reference").is_empty();
    let is_function = !is_other && (part("end").is_empty() || !is_value);
    is_function.then_some(found.name("macros")?.range())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the macros after parameters.
    fn check(text: &str, expected: &str) {
        let found = macros_after(text).map_or("", |bytes| text[bytes].trim());
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn macros_stand_between_parameters_and_a_body() {
        check("INLINE bool is_open() NO_EXCEPT {", "NO_EXCEPT");
        check(
            "bool f(int (*g)(int)) NO_EXCEPT { return a(b); }",
            "NO_EXCEPT",
        );
        check(
            "void f() const EXCLUDES(mu_) NO_EXCEPT override {",
            "EXCLUDES(mu_) NO_EXCEPT",
        );
        check("T&& f() const&& NO_EXCEPT {", "NO_EXCEPT");
        check("  int b) NO_EXCEPT {", "NO_EXCEPT");
        check("int f() NO_EXCEPT // why\n{", "NO_EXCEPT");
        check("A::A() NO_EXCEPT : x(1) {", "NO_EXCEPT");
        check("A::A() NO_EXCEPT\n  : x(1)", "NO_EXCEPT");
        check("bool operator()(int a) NO_EXCEPT {", "NO_EXCEPT");
        check("bool f() noexcept(true) EXCLUDES(mu_) {", "EXCLUDES(mu_)");
    }

    #[test]
    fn and_before_the_end_of_a_declaration() {
        check("int f(void) NO_THROW;", "NO_THROW");
        check("virtual int f() const PURE_X = 0;", "PURE_X");
        check("  int b) NO_THROW;", "");
    }

    #[test]
    fn upper_case_names_in_other_positions_are_kept() {
        check("TEST(Name, other) {", "");
        check("TEST_CASE(\"a\") {", "");
        check("static INIT_FUNCTION(name) {", "");
        check("x = (int) MAX_SIZE;", "");
        check("return (size_t) MAX_SIZE;", "");
        check("return f(x) & FLAG_MASK;", "");
        check("return f(x) * MAX_SIZE;", "");
        check("if (a) FOR_EACH(b) {", "");
        check("#define FIRST(a) SECOND {", "");
        check("f((int) MAX_SIZE);", "");
        check("int f() MAX_SIZE", "");
        check("TAILQ_HEAD(a, b) FIRST_NAME;", "");
        check("struct __attribute__((packed)) SHOUTED {", "");
        check("struct PACKED(1) SHOUTED {", "");
        check("decltype(a) SHOUTED;", "");
        check("struct A a = { f(), MAX_SIZE };", "");
        check(") {", "");
        check("", "");
    }
}
