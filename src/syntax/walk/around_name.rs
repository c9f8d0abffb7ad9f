//! The text around a name: the owner before it, and the marks of a call after it.

use crate::syntax::name::MAX_NAME_LEN;
use crate::syntax::row::lists;
use std::ops::Range;

/// Words before a symbol that do not call a function.
const NO_CALLS: &str = "and case do else if in not or return then unless when";
/// Maximum length of generic arguments.
const MAX_GENERICS_LEN: usize = 120;

/// The text up to the end of a member's owner, given the text before the member's name.
pub(super) fn owner<'a>(before: &'a str, marks: &[&str]) -> Option<&'a str> {
    let marked = before.trim_end();
    // `Parser.<T>parse(…)` of Java.
    let marked = before_generics(marked).unwrap_or(marked);
    let mark = marks.iter().find(|mark| marked.ends_with(**mark))?;
    let owner = marked.strip_suffix(mark)?;
    // `'App\\helper'`
    let owner = if *mark == "\\" {
        owner.trim_end_matches('\\')
    } else {
        owner
    };
    let is_apart = |gap: &str| !gap.is_empty() && !gap.contains('\n');
    let space = before.get(before.trim_end().len()..)?;
    match *mark {
        // `0..rest`, `...rest`, `<.badge>` of HEEx, and `f . g`, which composes or joins.
        "." if owner.ends_with(['.', '<']) || is_apart(space) => None,
        // `...rest`
        ".." if owner.ends_with('.') => None,
        // `x -> x + 1`, `fn f() -> T`.
        "->" if !space.is_empty() || is_apart(owner.get(owner.trim_end().len()..)?) => None,
        // `A :: type` of Erlang, `a: T` of Luau.
        ":" if owner.ends_with(':') || is_apart(space) => None,
        // `::f` is not a member.
        "::" if !owner.ends_with(|end| is_part_of_name(end) || ">)]}?\"'".contains(end)) => None,
        // `\x -> x` is a function.
        "\\" if !owner.ends_with(is_part_of_name) => None,
        _ => Some(owner),
    }
}

/// The text up to the end of the module before a function and a list of its arguments: `apply(m, f, [1])`, `{m, f, []}`.
pub(super) fn module_in_list<'a>(before: &'a str, after: &str) -> Option<&'a str> {
    let arguments = after.trim_start().strip_prefix(',')?.trim_start();
    let owner = before.trim_end_matches(':').trim_end().strip_suffix(',')?;
    let outer = owner[..last_word(owner).start].trim_end_matches(['?', '.', ':']);
    let is_first = outer
        .trim_end_matches(is_part_of_name)
        .ends_with(['(', '{']);
    (is_first && arguments.starts_with('[')).then_some(owner)
}

/// Returns true if a symbol or a string, given the text before and after its name, may name a function: it is
/// passed to one, as in `f :name`, or is a value in a list. Keys and indices are no functions.
pub(super) fn is_passed(before: &str, after: &str) -> bool {
    let is_string = before.ends_with(['"', '\'']);
    let gap = before.trim_end_matches([':', '"', '\'', '&']);
    let before = gap.trim_end();
    let after = after.trim_start_matches(['"', '\'']);
    if after.trim_start().starts_with("=>") {
        return false;
    }
    let word = before
        .rsplit(|letter| !is_part_of_name(letter))
        .next()
        .unwrap_or_default();
    match before.chars().next_back() {
        Some('[') => {
            let list = before.strip_suffix('[').unwrap_or_default();
            !list.ends_with(|end| is_part_of_name(end) || ")]".contains(end))
        }
        Some('(' | ',' | ':') => true,
        Some('>') => before.ends_with("=>"),
        // The argument of a call without brackets is on its line.
        Some(_) => {
            !is_string
                && !word.is_empty()
                && !gap[before.len()..].contains('\n')
                && !lists(NO_CALLS, word)
        }
        None => false,
    }
}

/// The bytes of the word at the end of a text, without generic arguments: `Vec` of `Vec::<u8>`.
pub(in crate::syntax) fn last_word(text: &str) -> Range<usize> {
    let word = before_generics(text.trim_end()).unwrap_or_default();
    let word = word.strip_suffix("::").unwrap_or(word);
    let letters = word.char_indices().rev().take(MAX_NAME_LEN + 1);
    let name = letters.take_while(|(_, letter)| is_part_of_name(*letter));
    name.last().map_or(word.len(), |(start, _)| start)..word.len()
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

/// The text before the generic arguments that end a text; without them, the whole text.
fn before_generics(text: &str) -> Option<&str> {
    if text.ends_with('>') {
        return text.get(..matching_bracket(text.char_indices().rev(), '>')?);
    }
    Some(text)
}

/// Offset of the bracket that pairs with the first letter, `open`.
fn matching_bracket(letters: impl Iterator<Item = (usize, char)>, open: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in letters.take(MAX_GENERICS_LEN) {
        match letter {
            letter if letter == open => depth += 1,
            '<' | '>' => depth = depth.checked_sub(1)?,
            letter if letter.is_alphanumeric() || " ,.:[]&'?_*|".contains(letter) => {}
            _ => return None,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns true if the text after a name calls it: `(`, possibly after generic arguments, or a macro's `!(`.
pub(super) fn calls(after: &str, mark: &str) -> bool {
    let generic = after.strip_prefix("::").unwrap_or(after);
    let marked = if mark != "(" {
        after
    } else if generic.starts_with('<') {
        let end = matching_bracket(generic.char_indices(), '<');
        end.and_then(|end| generic.get(end + 1..))
            .unwrap_or_default()
    } else {
        after.strip_prefix("?.").unwrap_or(after)
    };
    let rest = marked.trim_start_matches([' ', '\t']).strip_prefix(mark);
    // The method `new` is not `newest`.
    rest.is_some_and(|rest| !mark.ends_with(is_part_of_name) || !rest.starts_with(is_part_of_name))
}
