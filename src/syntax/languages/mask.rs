//! Preprocessing of C and C++, [`masked()`]: macros and titles of tests that no grammar can parse. Offsets are
//! unchanged.

use super::scanner_limits::blanked;
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

mod parameters;

/// A macro at the beginning of a line: alone, before a declaration or a constructor, before the name in a
/// type definition, or alone with an operator as argument. A test checks that it compiles.
static FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = "[A-Z_][A-Z0-9_]{3,}";
    let opening = "class|constexpr|enum|extern|inline|namespace|static|struct|template|union";
    // A type, and a name with parameters.
    let declared = r"(?:[\w:]+(?:<[^;{}()]*>)?[\s*&]+)+~?[\w:]+\s*\(";
    let constructor = r"(?:\w+::)*(?<owner>\w+)::~?(?<own>\w+)\(";
    let arguments = r"(?:\([\x00-\x28\x2A-\x7F]*\))?";
    let defined = r" \s*[\p{Alphabetic}\p{N}_]+\s*(?:\{|final|:(?:[^:]|$))";
    let of_type = format!(
        r"\s*(?:class|struct|union|enum(?: class)?) ((?:{word}{arguments}\s+)*{word}{arguments}){defined}"
    );
    let with_operator =
        format!(r"\s*({word}\((?:[^()]*,)?\s*[-+*/%<>=!&|^~]+\s*(?:,[^()]*)?\))\s*$");
    Regex::new(&format!(
        r"^(?:({word})\s*$|\s*({word}) (?:(?:{opening})\b|{declared}|{constructor})|{of_type}|{with_operator})"
    ))
    .ok()
});

/// Other parts that the grammar takes for names. A test checks that it compiles.
static OTHERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    // The titles of a Catch2 or doctest test; without them, the test parses as a function.
    let title = r#""(?:[^"\\\n]|\\.)*""#;
    let call = format!(r"[A-Z_][A-Z0-9_]{{3,}}\(({title}(?:, *{title})*)\)");
    let word = "[A-Za-z_][A-Za-z0-9_]*";
    let numbered = format!(r"(?:{word}[ \t*]+)+({word}\([0-9][0-9, ]*\))\s+\**{word}\(");
    let convention = r"[\s*(](__(?:cdecl|(?:std|fast|this|vector)call))[ *)]";
    // `LIB_TRY {`, and `f()` on one line, `LIB_LOCKS(a) {` on the next one.
    let block = r"(?:^|[{;}])\s*([A-Z_][A-Z0-9_]{3,})\s*\{";
    let arguments = r"\((?:[^()]|\([^()]*\))*\)";
    let after = format!(r"\)(?:\s*const)?\n[ \t]+([A-Z_][A-Z0-9_]{{3,}}{arguments})\s*\{{");
    let attribute = r"\*[ \t]*(__attribute__[ \t]*\(\((?:[^()\n]|\([^()\n]*\))*\)\))";
    Regex::new(&format!(
        r"(?m)^[ \t]*(?:{call}\s*\{{|{numbered})|{convention}|{attribute}|{block}|{after}"
    ))
    .ok()
});

/// The text with spaces for the titles of tests (`TEST_CASE("text", "[tag]") {`), and for macros that are alone
/// on a line (`FMT_BEGIN_NAMESPACE`, `COMPARE(lt, <)`), before a declaration (`EXPORT template <class T>`, `API int
/// f(`) or a block (`TRY {`), before the name of a type that is defined (`class EXPORT Name {`), after the
/// parameters of a function (`bool f() NOEXCEPT {`), or between its type and name (`void printflike(1, 2) f(`, `int
/// __stdcall f(`), where the grammar takes the macro for the name. Offsets are unchanged.
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
    let others = OTHERS.iter().flat_map(|others| others.captures_iter(text));
    macros.extend(others.filter_map(|it| Some(it.iter().skip(1).flatten().next()?.range())));
    blanked(text, macros)
}

/// The macros of a line in order, before and after its declaration.
fn macros_of(line: &str, rest: &str) -> Vec<Range<usize>> {
    let first = FIRST.as_ref().and_then(|it| it.captures(line));
    // Otherwise it is a type: `BOOL A::b()`.
    let first = first.filter(|found| {
        let part = |name: &str| found.name(name).map(|part| part.as_str());
        part("owner") == part("own")
    });
    let first = first.and_then(|it| Some(it.iter().skip(1).flatten().next()?.range()));
    let end = first.as_ref().map_or(0, |first| first.end);
    let after = parameters::macros_after(line, rest).into_iter();
    let after = after.filter(|found| found.start >= end);
    first.into_iter().chain(after).collect()
}

/// Returns true for a word in upper case that is too long for a type parameter.
fn is_macro(word: &str) -> bool {
    word.len() > 3
        && word.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}
