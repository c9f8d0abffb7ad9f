//! Names in the values of macros of C, which the grammar does not parse.

use crate::syntax::name::is_word;
use crate::syntax::row::lists;
use crate::syntax::walker::Walker;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::TreeCursor;

/// Keywords of C in the value of a macro, which are not names.
const MACRO_KEYWORDS: &str = "auto bool break char const continue default defined double enum extern float goto \
    inline int long register short signed sizeof static struct typedef union unsigned void volatile";

/// A string, a character or a comment, or a word in group 1.
static MACRO_WORD: LazyLock<Regex> = regex!({
    let quoted = r#""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"#;
    format!(r"{quoted}|//[^\n]*|/\*(?s:.*?)\*/|\b([A-Za-z_]\w*)")
});

/// The names in the value of a macro of C, which the grammar does not parse, without its parameters.
pub(super) fn macro_words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let value = walker.text_of(node);
    // Attributes are not calls.
    let attributes = ["__attribute__", "__declspec", "[["];
    let is_attribute = attributes
        .iter()
        .any(|attribute| value.trim_start().starts_with(attribute));
    if is_attribute || cursor.field_name() != Some("value") {
        return Vec::new();
    }
    let parameters = node.prev_sibling().map_or("", |list| walker.text_of(list));
    let parameters: Vec<&str> = parameters.split(|letter| !is_word(letter)).collect();
    let mut names = Vec::new();
    for word in MACRO_WORD
        .captures_iter(value)
        .filter_map(|found| found.get(1))
    {
        if !parameters.contains(&word.as_str()) && !lists(MACRO_KEYWORDS, word.as_str()) {
            names.push(node.start_byte() + word.start()..node.start_byte() + word.end());
        }
    }
    names
}
