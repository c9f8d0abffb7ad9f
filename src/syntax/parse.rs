//! A text to its outline: a parser for each thread, and the walk.

use super::Language;
use super::grammar::{Grammar, Naming, Speech};
use super::mask::masked;
use super::outline::Outline;
use super::walk::walk;
use std::borrow::Cow;
use std::cell::RefCell;
use tree_sitter::{Parser, Tree};

/// The declarations, imports and items of a text; nothing for a language without declarations or
/// a text that its grammar gives up on.
pub fn outline(text: &str, language: Language) -> Option<Outline> {
    let grammar = Grammar::of(language);
    if grammar.row.speech != Speech::Code {
        return None;
    }
    let readable = match grammar.row.naming {
        Naming::Declarator => masked(text),
        _ => Cow::Borrowed(text),
    };
    parse(&readable, grammar).map(|tree| walk(&tree, text, grammar))
}

fn parse(text: &str, grammar: &Grammar) -> Option<Tree> {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    }
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&grammar.language).ok()?;
        parser.parse(text, None)
    })
}

/// Parses and does nothing more: what cutting is measured against.
#[cfg(test)]
pub(crate) fn parse_only(text: &str, language: Language) -> bool {
    parse(text, Grammar::of(language)).is_some()
}
