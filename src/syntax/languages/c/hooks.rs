//! Hooks for declarations with macros, include guards and prototypes, and for names in the values of macros.

use crate::syntax::name::{Name, is_word, shortened};
use crate::syntax::query;
use crate::syntax::row::{Rule, lists};
use crate::syntax::shape::Shape;
use crate::syntax::walker::{Hooks, Walker};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::{Node, TreeCursor};

pub(in crate::syntax::languages) const CPP: Hooks = Hooks {
    special,
    name: name_in_macro,
    start: start_with_macro,
    words: macro_words,
    ..query::hooks::HOOKS
};

pub(in crate::syntax::languages) const C: Hooks = Hooks {
    visible_from: |_, cursor| is_variable(cursor).then_some(0),
    ..CPP
};

/// Shape of a node by the query, except for include guards, which belong to the guarded code.
fn special<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "preproc_def" if is_include_guard(walker, node) => Shape::Part(Rule::Silent),
        "preproc_def" => walker.items(node),
        _ => query::declarations::shape(walker, node),
    }
}

/// Returns true if a `#define` is the include guard of its file. Decided by the text, because a guarded file
/// often does not parse as a whole.
fn is_include_guard(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let Some(name) = node.child_by_field_name("name") else {
        return false;
    };
    let line = walker.text_before(node).trim_end().rsplit('\n').next();
    let guarded = line
        .unwrap_or_default()
        .trim()
        .strip_prefix("#ifndef")
        .map(str::trim);
    node.child_by_field_name("value").is_none() && guarded == Some(walker.text_of(name))
}

/// The name of a test, with its parentheses, and that of another function that a macro defines: `f` of
/// `HANDLER(f) { … }`. The grammar gives `TEST(Case) { … }` a type, and `TEST(Suite, Case) { … }` none.
fn name_in_macro(walker: &Walker<'_>, node: Node<'_>, declarator: Node<'_>) -> Option<Name> {
    if node.kind() != "function_definition" {
        return None;
    }
    let header = walker.text.get(node.start_byte()..declarator.end_byte())?;
    let (before, arguments) = header.split_once('(')?;
    let name = before.split_whitespace().next_back()?;
    // A constructor has the name of its class.
    let class = node.parent().and_then(|members| members.parent());
    let class = class.and_then(|class| class.child_by_field_name("name"));
    if !is_upper_case(name) || class.is_some_and(|class| walker.text_of(class) == name) {
        return None;
    }
    let is_test = TESTS.iter().any(|word| name.contains(word));
    // `FOR_EACH(it, all) { … }` in the body of a function declares nothing.
    let is_in_body = node
        .parent()
        .is_some_and(|around| around.kind() == "compound_statement");
    if !is_test && is_in_body {
        return Some(Name::default());
    }
    if !is_test && let Some(made) = made_name(name, arguments) {
        let at = node.start_byte() + header.len() - arguments.len() + made.start;
        return Some(Name::new(arguments[made].to_owned(), at));
    }
    let is_alone = before.trim_end() == name;
    let name = is_alone.then(|| shortened(&format!("{name}({arguments}")))?;
    Some(Name::new(name, node.start_byte()))
}

/// Parts of the names of macros that define tests.
const TESTS: [&str; 5] = ["TEST", "BENCH", "CASE", "FIXTURE", "SCENARIO"];

/// The range of the function's name in the arguments of a macro that defines it: the method after its class, the
/// name after its type, else the first.
fn made_name(name: &str, arguments: &str) -> Option<Range<usize>> {
    let mut rest = arguments.split(',').scan(0, |start, argument| {
        let at = *start;
        *start += argument.len() + 1;
        Some((at, argument))
    });
    let (mut at, mut own) = rest.next()?;
    let is_type = own.contains([' ', '*']) || own.ends_with("_t") || lists(TYPES, own);
    if (is_type || name.ends_with("METHOD"))
        && let Some(second) = rest.next()
    {
        (at, own) = second;
    }
    let made = own.trim_end_matches(|end: char| end == ')' || end.is_whitespace());
    let start = made.len() - made.trim_start().len();
    let is_name = made[start..].chars().all(is_word) && made[start..].contains(char::is_alphabetic);
    is_name.then_some(at + start..at + made.len())
}

/// Types of C that are keywords.
const TYPES: &str = "bool char double float int long short signed unsigned void";

fn is_upper_case(name: &str) -> bool {
    let is_other = name
        .contains(|letter: char| !letter.is_uppercase() && !letter.is_numeric() && letter != '_');
    !is_other && name.contains(char::is_alphabetic)
}

/// Start of a node, or of a macro before it that is hidden from the grammar: `API int f();`.
fn start_with_macro(walker: &Walker<'_>, node: Node<'_>) -> usize {
    let line = walker.text_before(node).rsplit('\n').next();
    let line = line.unwrap_or_default().trim_start();
    if line.contains(|letter: char| !letter.is_ascii_uppercase() && !"_ ".contains(letter)) {
        return node.start_byte();
    }
    node.start_byte() - line.len()
}

/// Returns false for a name that means a function even in a body: of a prototype, or of a call after a macro,
/// which the grammar of C reads as a type.
fn is_variable(cursor: &TreeCursor<'_>) -> bool {
    let mut above = cursor.clone();
    let mut is_in = |kind: &str| above.goto_parent() && above.node().kind() == kind;
    !(is_in("function_declarator") && is_in("declaration"))
}

/// Keywords of C in the value of a macro, which are not names.
const MACRO_KEYWORDS: &str = "auto bool break char const continue default defined double enum extern float goto \
    inline int long register short signed sizeof static struct typedef union unsigned void volatile";

/// A string, a character or a comment, or a word in group 1.
static MACRO_WORD: LazyLock<Regex> = regex!({
    let quoted = r#""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"#;
    format!(r"{quoted}|//[^\n]*|/\*(?s:.*?)\*/|\b([A-Za-z_]\w*)")
});

/// The names in the value of a macro of C, which the grammar does not parse, without its parameters.
fn macro_words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
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
