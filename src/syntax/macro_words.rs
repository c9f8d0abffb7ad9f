//! Names in the values of macros of C, which the grammar does not parse.

use super::row::lists;
use super::shape::Walker;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::{Node, TreeCursor};

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
    let text = |node: Node<'_>| walker.text.get(node.byte_range()).unwrap_or_default();
    let begins = |it: &&str| text(node).trim_start().starts_with(*it);
    // Attributes are not calls.
    let is_attribute = ["__attribute__", "__declspec", "[["].iter().any(begins);
    if is_attribute || cursor.field_name() != Some("value") {
        return Vec::new();
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let parameters = node.prev_sibling().map_or("", text);
    let is_parameter = |word: &str| parameters.split(|it| !is_part(it)).any(|it| it == word);
    let words = MACRO_WORD.captures_iter(text(node));
    let words = words.filter_map(|found| found.get(1));
    let names =
        words.filter(|it| !is_parameter(it.as_str()) && !lists(MACRO_KEYWORDS, it.as_str()));
    let start = node.start_byte();
    names
        .map(|it| start + it.start()..start + it.end())
        .collect()
}
