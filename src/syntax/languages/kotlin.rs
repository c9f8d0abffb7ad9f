//! Preprocessing of Kotlin, [`with_one_annotation()`]: class headers that the grammar parses as expressions.
//! Offsets are unchanged.

use crate::syntax::edit::with_bytes;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Several annotations of a class, which the grammar parses as an expression if its body can be a lambda, or of a
/// function whose value is in parentheses.
static RUN: LazyLock<Regex> = regex!({
    let (one, apart) = (annotation(), r"\s+(?://[^\n]*\s+)?");
    let function = r"fun\s[^{}\n]*\)\s*(?::[^{}=\n]*)?=\s*\(";
    let header = format!(r"(?:[a-z]+\s+)*?(?:(?:class|interface|object)\s|{function})");
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

/// The text with one annotation for each class: the others are its arguments.
pub(super) fn with_one_annotation(text: &str) -> Cow<'_, str> {
    let mut edits = Vec::new();
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
    use super::with_one_annotation;

    fn check(text: &str, expected: &str) {
        assert_eq!(with_one_annotation(text), expected);
    }

    #[test]
    fn several_annotations_of_a_class_are_one() {
        for (text, expected) in [
            (
                "@A(b())\n@C\nopen class D {\n",
                "@A(b(),\n C)open class D {\n",
            ),
            (
                "  @A // é\n  @B(c)\n  @D(\n\")\")\n  interface E {\n",
                "  @A(// é\n   B(c),   D(\n\")\"))  interface E {\n",
            ),
            ("@A(b,)\n@C() object D\n", "@A(b, \n C())object D\n"),
            (
                "@A(b::c)\n@D(\"e\")\ninternal fun F.g() = (h() as I?)?.j\n",
                "@A(b::c,\n D(\"e\"))internal fun F.g() = (h() as I?)?.j\n",
            ),
        ] {
            check(text, expected);
        }
        for text in [
            "annotation class A\n",
            "@A\n@B\nval c = 1\n",
            "@A\n@B\nfun c() = d(e)\n",
            "@file:A\n@B\nclass C\n",
            "@A(b) class C(val d: E)\n@F\nclass G {\n",
        ] {
            check(text, text);
        }
    }
}
