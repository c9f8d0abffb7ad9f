//! Preprocessing of Makefiles, [`mask_automake()`]: conditionals of Automake. Offsets are unchanged.

use crate::syntax::edit::blanked;
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

static CONDITIONAL: LazyLock<Regex> =
    regex!(r"(?m)^(?:if|else|endif)(?:[ \t]+!?[ \t]*\w+)?[ \t\r]*(?:#.*)?$");

/// The text with spaces for `if NAME`, `else` and `endif` at the start of a line, which make does not have;
/// without an `if NAME`, the unchanged text.
pub(super) fn mask_automake(text: &str) -> Cow<'_, str> {
    let found = CONDITIONAL.find_iter(text);
    let lines: Vec<Range<usize>> = found.map(|line| line.range()).collect();
    let mut starts = lines.iter().filter_map(|line| text.get(line.start..));
    if starts.any(|line| line.starts_with("if")) {
        return blanked(text, lines);
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::mask_automake;

    #[test]
    fn only_conditionals_of_automake_are_masked() {
        let check = |text: &str, expected: &str| assert_eq!(mask_automake(text), expected);
        check(
            "if A\nB += 1\nelse # é\nB += 2\nendif\nif !C\n\tif d; then\nendif !C\nelse: f\n",
            "    \nB += 1\n         \nB += 2\n     \n     \n\tif d; then\n        \nelse: f\n",
        );
        let make = "ifdef A\nB = 1\nelse\nB = 2\nendif\n";
        check(make, make);
    }
}
