//! Preprocessing of Kotlin, [`join_constructor()`]: constructors on separate lines. Offsets are unchanged.

use super::scanner_limits::replace_ranges;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

// A test compiles it.
static BREAK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let modifier = "(?:@\\S*|public|private|protected|internal|actual|expect)";
    let modifiers = format!("(?:[^\\S\\n]*{modifier}[^\\S\\n]+)+|[^\\S\\n]+");
    let class = r"^(?:[^\n{(:/;]*\s)?class(?:[^\S\n][^\n{(:/;]*)?(\n)";
    Regex::new(&format!("(?m){class}(?:{modifiers})constructor")).ok()
});

/// The text with a space for the line break before a primary constructor with modifiers, at which the grammar
/// ends the class: `internal constructor(`, `@Inject constructor(`.
pub(super) fn join_constructor(text: &str) -> Cow<'_, str> {
    let found = BREAK.iter().flat_map(|it| it.captures_iter(text));
    let breaks = found.filter_map(|found| Some(found.get(1)?.range()));
    replace_ranges(text, breaks.collect(), |_| ' ')
}

#[cfg(test)]
mod tests {
    use super::join_constructor;

    #[test]
    fn a_constructor_with_modifiers_is_of_the_class_above() {
        for (text, expected) in [
            (
                "class A<é>\ninternal actual constructor(\n)\nclass B\n@C private constructor()\n",
                "class A<é> internal actual constructor(\n)\nclass B @C private constructor()\n",
            ),
            (
                "class A {\n  private constructor()\n",
                "class A {\n  private constructor()\n",
            ),
            (
                "class A\nval constructor = 1\n",
                "class A\nval constructor = 1\n",
            ),
        ] {
            assert_eq!(join_constructor(text), expected);
        }
    }
}
