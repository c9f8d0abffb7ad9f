//! Names in a text: inline code, and words that are written like names.

use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Inline code, a name with its owner (`Session.get`), or a word with inner capitals or underscores.
static NAME: LazyLock<Regex> = regex!(
    r"(?x)
        `[^`\n]{1,80}`
      | [[:alpha:]_$@][\w$]* (?: (?: :: | \. | -> | \# ) [[:alpha:]_$][\w$]* )+
      | [[:lower:]]+[[:upper:]]\w*
      | [[:upper:]][[:lower:][:digit:]]+[[:upper:]]\w*
      | [[:upper:]]{2,}[[:lower:]]\w*
      | [[:alpha:]]\w*_\w+
      | _\w+"
);

/// Returns the distinct names in a text, in order, separated by spaces.
pub(super) fn names_in(text: &str) -> String {
    let mut seen = HashSet::new();
    let mut names = Vec::new();
    for found in NAME.find_iter(text) {
        let name = found.as_str().trim_matches('`');
        if seen.insert(name) {
            names.push(name);
        }
    }
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_code_and_words_written_like_names_are_names() {
        let check = |text: &str, expected: &str| assert_eq!(names_in(text), expected, "{text:?}");
        check("The `--fix all` flag of RuboCop fails", "--fix all RuboCop");
        check(
            "calls session.get, then Session::get_all()",
            "session.get Session::get_all",
        );
        check(
            "readUTF8 HTTPServer max_size __init__ NFS",
            "readUTF8 HTTPServer max_size __init__",
        );
        check("maxSize and maxSize", "maxSize");
        check("It fails at once. 2.15.3 of e-mail", "");
    }
}
