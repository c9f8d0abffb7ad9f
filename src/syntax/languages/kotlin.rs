//! Preprocessing of Kotlin, [`unambiguous()`]: headers of classes that the grammar ends too early or takes for
//! expressions. Offsets are unchanged.

use super::scanner_limits::replace_ranges;
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// The line break before a primary constructor with modifiers, at which the grammar ends the class:
/// `internal constructor(`, `@Inject constructor(`. A test compiles it.
static BREAK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let modifier = r"(?:@\S*(?:\([^\n]*?\))?|public|private|protected|internal|actual|expect)";
    let modifiers = format!(r"(?:[^\S\n]*{modifier}\s+)+|[^\S\n]+");
    let class = r"^(?:[^\n{(:/;]*\s)?class(?:[^\S\n][^\n{(:/;]*)?(\n)";
    Regex::new(&format!("(?m){class}(?:{modifiers})constructor")).ok()
});

/// The modifier after an annotation with which the header is an expression: `data object A`. A test compiles it.
static MODIFIER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let annotation = r"^[^\S\n]*(?:@[^\n]*\s|\)[^\S\n]*\n)[^\S\n]*";
    let modifier = r"(annotation|data|inner|value|expect)\s+(?:class|object|interface)\b";
    Regex::new(&format!("(?m){annotation}{modifier}")).ok()
});

/// The signs around a second annotation, with which a class is an expression if its body can be a lambda. They
/// are replaced so that it is an argument of the first one. A test compiles it.
static SECOND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let first = r"^@[\w.:]+\((?:[^()\n]|\([^()\n]*\))+(\))\n";
    let second = r"(@)[\w.]+(\n)(?:\w+[^\S\n]+)*class\s";
    Regex::new(&format!("(?m){first}{second}")).ok()
});

/// The text with headers of classes that the grammar parses as such.
pub(super) fn unambiguous(text: &str) -> Cow<'_, str> {
    let sign = |byte: u8| match byte {
        b')' => ',',
        b'\n' => ')',
        _ => ' ',
    };
    let joined = replace_ranges(text, groups(&SECOND, text).collect(), sign);
    let blanks = groups(&BREAK, text).chain(groups(&MODIFIER, text));
    match blanks.collect::<Vec<_>>() {
        blanks if blanks.is_empty() => joined,
        blanks => Cow::Owned(replace_ranges(&joined, blanks, |_| ' ').into_owned()),
    }
}

/// The ranges of a pattern's groups.
fn groups(
    pattern: &'static LazyLock<Option<Regex>>,
    text: &str,
) -> impl Iterator<Item = Range<usize>> {
    let matches = pattern.iter().flat_map(move |it| it.captures_iter(text));
    matches.flat_map(|found| {
        let parts = found.iter().skip(1).flatten();
        let ranges = parts.map(|part| part.start()..part.end());
        ranges.collect::<Vec<_>>()
    })
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
        ] {
            check(text, expected);
        }
        for text in [
            "annotation class A\n",
            "@A(b) class C(val d: E)\n@F\nclass G {\n",
        ] {
            check(text, text);
        }
    }
}
