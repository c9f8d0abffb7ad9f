//! Types of the elements of containers, by the type with which the container is declared: `for s in shapes`,
//! `shapes.map(s => s.area())`, `shapes[0]`, `s := <-shapes`.

use super::judge::Resolver;
use crate::context::relation::call::{assigned_call, call_at_end, names_at_end, without_mark};
use crate::context::relation::receiver::{Receiver, visible_variable};
use crate::context::relation::relations::Lookup;
use crate::context::relation::type_name::TypeName;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Methods whose value has the same elements.
const KEEPING: &str = "iter iter_mut into_iter values values_mut items filter stream parallelStream sorted sort reverse reversed rev \
                       slice skip take limit distinct concat Where OrderBy OrderByDescending Reverse Skip Take ToList ToArray \
                       toList toArray asSequence asReversed sortedBy sortedWith lazy copy clone Values";
/// Methods whose value is an element.
const GIVING: &str = "get at first last pop shift next find peek poll front back remove getFirst getLast First Last \
                      FirstOrDefault Single Find Get firstOrNull lastOrNull getOrNull random unwrap elementAt";
/// Methods that pass another value before the element.
const FOLDING: &str = "reduce fold inject Aggregate reduceRight foldLeft aggregate";

/// Maximum number of letters between the start of a call and a parameter of its lambda.
const MAX_LAMBDA: usize = 200;
/// Maximum number of mentions of a variable that are looked at for a loop.
const MAX_MENTIONS: usize = 16;

impl Resolver<'_, '_> {
    /// Returns the types of the elements that the value before a member is one of; none if it is not known to be one.
    pub(super) fn types_of_element(&mut self, from: &Receiver) -> Lookup<Vec<TypeName>> {
        let Some((container, mut gives_values)) = self.container(from) else {
            return Ok(Vec::new());
        };
        let mut text = container.as_str();
        while let Some(call) = call_at_end(text).filter(|call| lists(KEEPING, call.name)) {
            gives_values |= matches!(call.name, "values" | "values_mut" | "Values");
            text = call.receiver;
        }
        let types = self.proven_types_at_end(text)?.into_iter();
        let elements = types.filter_map(|container| container.element);
        let elements = elements.filter(|(_, is_keyed)| gives_values || !is_keyed);
        Ok(elements.map(|(element, _)| *element).collect())
    }

    /// Returns the text that ends with the container of the value before the member, and true if the value is not a key of
    /// it.
    fn container(&self, from: &Receiver) -> Option<(String, bool)> {
        let (tree, word, at) = (self.tree, from.word(), self.reference.bytes.start);
        let text = &tree.document.text;
        if from.is_field() {
            return None;
        }
        if word.is_empty() {
            return Some((container_of_value(without_mark(&self.text_before()))?, true));
        }
        let whole = tree.whole(self.leaf);
        let body = text.slice(whole.bytes.clone());
        let parts = |name: &Range<u32>| {
            let places = [name.start, name.end].map(|at| at as usize);
            let [start, end] = places.map(|at| at.checked_sub(whole.bytes.start));
            Some((body.get(..start?)?, body.get(end?..)?))
        };
        let Some(bound) = visible_variable(tree, word, at) else {
            let (before, _) = parts(&self.reference.qualifier)?;
            if matches!(word, "it" | "$0" | "_") {
                return Some((container_of_lambda(before)?.to_owned(), false));
            }
            // A variable that is declared nowhere, as in PHP.
            let mut mentions = before.rmatch_indices(word).take(MAX_MENTIONS);
            return mentions.find_map(|(at, _)| looped(&before[..at], &before[at + word.len()..]));
        };
        let (before, after) = parts(&bound.name)?;
        if let Some(found) = looped(before, after) {
            return Some(found);
        }
        if let Some(value) = assigned_call(tree, whole, word, at) {
            return Some((container_of_value(&value)?, true));
        }
        Some((container_of_lambda(before)?.to_owned(), false))
    }
}

fn lists(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|listed| listed == word)
}

/// Returns the container of an element: `shapes` of `shapes[0]` and `shapes.first()`.
fn container_of_value(value: &str) -> Option<String> {
    let value = value.trim_end().trim_end_matches(['!', '?']);
    if value.ends_with(']') {
        let (before, _) = value.rsplit_once('[')?;
        return (!names_at_end(before).is_empty()).then(|| before.to_owned());
    }
    let call = call_at_end(value)?;
    let is_element = !call.receiver.is_empty() && lists(GIVING, call.name);
    is_element.then(|| call.receiver.to_owned())
}

/// Returns the container whose elements a loop or an assignment binds to the variable between two texts, and true if they
/// are no keys.
fn looped(before: &str, after: &str) -> Option<(String, bool)> {
    static LOOP: LazyLock<Regex> = regex!(
        r"^\s*(?::?=\s*range|:?=\s*<-|in\b|of\b|:|<-)\s*[&*]*(?:mut\s+)?(\$?\w+(?:(?:\??\.|->)\w+|\(\))*)\s*(?:[;){\]:}\n]|$| if | do\b)"
    );
    static INDEXED: LazyLock<Regex> =
        regex!(r"^\s*:?=\s*[&*]*(\w+(?:(?:\.|->)\w+)*)\[[^\]\n]*\][!?]?;?\s*\n");
    static FOREACH: LazyLock<Regex> =
        regex!(r"foreach\s*\(\s*(\$[\w$>-]+)\s+as\s+(?:\$\w+\s*=>\s*)?&?\$?$");
    // `for _, shape := range shapes` of Go
    let is_second = before.trim_end().ends_with(',');
    let found = LOOP.captures(after).map(|found| (found, is_second));
    let found = found.or_else(|| Some((INDEXED.captures(after)?, true)));
    let line = before.rsplit('\n').next().unwrap_or_default();
    let (found, is_value) = found.or_else(|| Some((FOREACH.captures(line)?, true)))?;
    Some((found[1].to_owned(), is_value))
}

/// Returns the container whose method calls the lambda with a parameter at the end of a text: `shapes` for `shapes.map((`
/// and `shapes.forEach { `.
fn container_of_lambda(before: &str) -> Option<&str> {
    let mut is_first = true;
    let mut depth = 0usize;
    for (at, letter) in before.char_indices().rev().take(MAX_LAMBDA) {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            ',' if depth == 0 => is_first = false,
            ';' | '[' if depth == 0 => return None,
            '(' | '{' => {
                let callee = before[..at].trim_end();
                // The list of the parameters themselves.
                if letter == '('
                    && !callee.ends_with(|end: char| end.is_alphanumeric() || end == '_')
                {
                    continue;
                }
                let name = callee
                    .rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_')
                    .next()?;
                let container = without_mark(&callee[..callee.len() - name.len()]);
                let is_other = container.is_empty() || (is_first && lists(FOLDING, name));
                return (!is_other).then_some(container);
            }
            _ => {}
        }
    }
    None
}
