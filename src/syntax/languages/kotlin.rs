//! Preprocessing of Kotlin, [`unambiguous()`]: class headers that the grammar ends too early or parses as
//! expressions. Offsets are unchanged.

use crate::syntax::edit::with_bytes;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The line break before a primary constructor with modifiers, where the grammar ends the class:
/// `internal constructor(`, `@Inject constructor(`.
static BREAK: LazyLock<Regex> = regex!({
    let modifier = r"(?:@\S*(?:\([^\n]*?\))?|public|private|protected|internal|actual|expect)";
    let modifiers = format!(r"(?:[^\S\n]*{modifier}\s+)+|[^\S\n]+");
    let class = r"^(?:[^\n{(:/;]*\s)?class(?:[^\S\n][^\n{(:/;]*)?(\n)";
    format!("(?m){class}(?:{modifiers})constructor")
});

/// The modifier after an annotation in a header that the grammar parses as an expression: `data object A`.
static MODIFIER: LazyLock<Regex> = regex!({
    let annotation = r"^[^\S\n]*(?:@[^\n]*\s|\)[^\S\n]*\n)[^\S\n]*";
    let modifier = r"(annotation|data|inner|value|expect)\s+(?:class|object|interface)\b";
    format!("(?m){annotation}{modifier}")
});

/// Several annotations of a class, which the grammar parses as an expression if its body can be a lambda.
static RUN: LazyLock<Regex> = regex!({
    let (one, apart) = (annotation(), r"\s+(?://[^\n]*\s+)?");
    let header = r"(?:[a-z]+\s+)*?(?:class|interface|object)\s";
    format!(r"(?m)^[^\S\n]*({one}(?:{apart}{one})+){apart}{header}")
});

/// One of these annotations.
static ANNOTATION: LazyLock<Regex> = regex!(annotation());

/// A pattern for an annotation, whose arguments may be calls.
fn annotation() -> String {
    let string = r#""(?:[^"\\\n]|\\.)*""#;
    let call = format!(r#"\((?:[^()"]|{string}|\([^()]*\))*\)"#);
    format!(r#"@[\w.]+(?:\((?:[^()"]|{string}|{call})*\))?"#)
}

/// The text with class headers that the grammar recognizes.
pub(super) fn unambiguous(text: &str) -> Cow<'_, str> {
    let mut edits = Vec::new();
    for pattern in [&BREAK, &MODIFIER] {
        for part in pattern.captures_iter(text).filter_map(|found| found.get(1)) {
            edits.extend(part.range().map(|at| (at, b' ')));
        }
    }
    for run in RUN.captures_iter(text).filter_map(|found| found.get(1)) {
        for (at, mark) in joined(run.as_str()) {
            edits.push((run.start() + at, mark));
        }
    }
    with_bytes(text, edits)
}

/// Replacements that turn the annotations of a run into arguments of the first one.
fn joined(run: &str) -> Vec<(usize, u8)> {
    let found: Vec<_> = ANNOTATION.find_iter(run).collect();
    let mut marks = Vec::new();
    for (index, one) in found.iter().enumerate() {
        let after = if index + 1 < found.len() { b',' } else { b')' };
        match one.as_str().strip_suffix(')').map(str::trim_end) {
            _ if index > 0 => marks.extend([(one.start(), b' '), (one.end(), after)]),
            None => marks.push((one.end(), b'(')),
            Some(open) if open.ends_with(['(', ',']) => marks.push((one.end() - 1, b' ')),
            Some(_) => marks.push((one.end() - 1, b',')),
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::unambiguous;

    fn check(text: &str, expected: &str) {
        assert_eq!(unambiguous(text), expected);
    }

    #[test]
    fn a_constructor_with_modifiers_is_of_the_class_above() {
        for (text, expected) in [
            (
                "class A<é>\ninternal actual constructor(\n)\nclass B\n@C private constructor()\n",
                "class A<é> internal actual constructor(\n)\nclass B @C private constructor()\n",
            ),
            (
                "class A\n  @B(c = 1)\n  internal constructor()\n",
                "class A   @B(c = 1)\n  internal constructor()\n",
            ),
        ] {
            check(text, expected);
        }
        for text in [
            "class A {\n  private constructor()\n",
            "class A\nval constructor = 1\n",
            "class A\n\nprivate constructor()\n",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn an_annotated_class_is_no_expression() {
        for (text, expected) in [
            ("@A\nannotation class B\n", "@A\n           class B\n"),
            ("@A data object B\n", "@A      object B\n"),
            (
                "@A(\n  B\n)\nannotation class C\n",
                "@A(\n  B\n)\n           class C\n",
            ),
            (
                "@A(b())\n@C\nopen class D {\n",
                "@A(b(),\n C)open class D {\n",
            ),
            (
                "  @A // é\n  @B(c)\n  @D(\n\")\")\n  interface E {\n",
                "  @A(// é\n   B(c),   D(\n\")\"))  interface E {\n",
            ),
            ("@A(b,)\n@C() object D\n", "@A(b, \n C())object D\n"),
        ] {
            check(text, expected);
        }
        for text in [
            "annotation class A\n",
            "@A\n@B\nval c = 1\n",
            "@file:A\n@B\nclass C\n",
            "@A(b) class C(val d: E)\n@F\nclass G {\n",
        ] {
            check(text, text);
        }
    }
}
