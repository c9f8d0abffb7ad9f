//! Types of the value of a call, by the signatures of the functions that it calls.
//!
//! Contract: nothing is parsed; a call that cannot be followed has no type, which makes a relation less certain, not
//! wrong.

use super::codebase::{Codebase, MAX_NAMESAKES};
use super::declared::{is_any_type, other_variables, types_before};
use super::relations::Lookup;
use super::target::{is_callable, is_usable_from};
use super::type_name::TypeName;
use super::type_text::{
    end_of_brackets, is_in_path, is_stated, is_word, is_wrapper, last_part, name_of_type,
    split_element, split_generics, until, value_types,
};
use crate::chunk::{Chunk, ChunkTree};
use crate::index::Record;
use crate::syntax::{Language, Reference};

/// Maximum length of a variable after its type, in bytes.
const MAX_VARIABLE: u32 = 80;
/// Maximum number of mentions of a variable that are read for its value.
const MAX_MENTIONS: usize = 64;

/// Words after the parameters of a function whose result is before its name: `throws Error`, `const` of C++.
const CLAUSES: [&str; 5] = ["throws", "const", "noexcept", "override", "final"];

/// A call at the end of a text.
pub(super) struct Call<'t> {
    /// Text of the value or type whose member is called; empty for a plain function.
    pub(super) receiver: &'t str,
    /// Name of the function or type.
    pub(super) name: &'t str,
    /// Its generic arguments: `<Store>`.
    pub(super) generics: &'t str,
    /// True after `new`.
    pub(super) is_new: bool,
}

/// Returns the call that ends a text: `open` of `kept` for `it := kept.open(1)`.
pub(super) fn call_at_end(text: &str) -> Option<Call<'_>> {
    let text = without_unwrapping(text);
    let mut depth = 0usize;
    let start = text.char_indices().rev().find_map(|(at, letter)| {
        match letter {
            ')' | '}' | ']' => depth += 1,
            '(' | '{' | '[' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    if !text[start..].starts_with(['(', '{']) {
        return None;
    }
    let (called, generics) = split_generics(&text[..start]);
    let called = called.trim_end_matches("::");
    let name = last_part(called, is_word);
    let before = called.trim_end_matches(is_in_path).trim_end();
    let receiver = without_mark(&called[..called.len() - name.len()]);
    (!name.is_empty()).then_some(Call {
        receiver,
        name,
        generics,
        is_new: before.ends_with("new"),
    })
}

/// Returns the text in the brackets that end a text, if they are no arguments: `it as Store` of `(it as Store)`.
pub(super) fn parenthesized(text: &str) -> Option<&str> {
    let inner = without_unwrapping(text).strip_suffix(')')?;
    let mut depth = 1usize;
    for (at, letter) in inner.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let is_list = inner[..at].ends_with(|end| is_word(end) || ">])}!?".contains(end));
            return (!is_list).then(|| &inner[at + 1..]);
        }
    }
    None
}

/// Returns a text without the marks at its end that give the value in a result or option.
fn without_unwrapping(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some(rest) = ["?", "!", ".await", ".unwrap()", ";"]
        .iter()
        .find_map(|kept| text.strip_suffix(kept))
    {
        text = rest.trim_end();
    }
    text
}

/// Returns the text before the mark of a member; empty if it does not end with one.
pub(super) fn without_mark(text: &str) -> &str {
    let end = text.trim_end();
    // A colon before a space does not separate names.
    let by_colon = text.strip_suffix("::").or_else(|| text.strip_suffix(':'));
    let by_colon = by_colon.or_else(|| {
        text.strip_suffix('\\')
            .filter(|before| before.ends_with(is_word))
    });
    let mut values = ["?.", "->", "."]
        .iter()
        .filter_map(|mark| end.strip_suffix(mark));
    values.next().or(by_colon).unwrap_or_default().trim_end()
}

/// Returns the names at the end of a text, each a member of the one before: `this`, `store` of `return this.store`.
/// Empty if a call or an index precedes them.
pub(super) fn names_at_end(text: &str) -> Vec<String> {
    let mut text = without_unwrapping(text);
    let mut names = Vec::new();
    loop {
        let name = last_part(text, is_word);
        if name.is_empty() {
            return Vec::new();
        }
        names.push(name.to_owned());
        let before = text[..text.len() - name.len()].trim_end_matches(['$', '@']);
        let receiver = without_mark(before);
        if receiver.is_empty() {
            names.reverse();
            return names;
        }
        text = receiver;
    }
}

/// Returns the value that a chunk assigns to a variable before a byte, if it ends with a call. None if several values are
/// assigned where the variable is visible: any of them may be the last one.
pub(super) fn assigned_call(
    tree: &ChunkTree,
    chunk: &Chunk,
    variable: &str,
    before: u32,
) -> Option<String> {
    let others = other_variables(tree, variable, before);
    let start = chunk.bytes.start;
    let text = tree.document.text.slice(chunk.bytes.clone());
    let end = (before as usize).checked_sub(start)?;
    let names = text.get(..end)?.rmatch_indices(variable).take(MAX_MENTIONS);
    let mut found = None;
    for (at, _) in names {
        let rest = &text[at + variable.len()..];
        let is_part =
            text[..at].ends_with(|end| is_word(end) || end == '.') || rest.starts_with(is_word);
        let before = text[..at].rsplit('\n').next().unwrap_or_default();
        // Of `store, err := open()`, only the first has the value.
        let is_further = before.trim_end().ends_with(',') && !before.contains('=');
        if is_part || is_further || others.contains(&(start + at)) {
            continue;
        }
        let line = rest.lines().next().unwrap_or_default().trim_start();
        let value = match line.split_once('=') {
            Some((_, value)) if value.starts_with(['=', '>', '~']) => continue,
            Some(("" | ":", value)) => value,
            Some((others, value)) if others.starts_with(',') && others.ends_with(':') => value,
            _ => continue,
        };
        let value_at = at + variable.len() + rest.find(value)?;
        let value = &text[value_at..];
        let value = &value[..end_of_value(value)];
        // The use may be in the value itself: `s = s.open()`.
        if value_at + value.len() > end {
            continue;
        }
        if found.is_some() {
            return None;
        }
        let comments = tree.row().line_comments.iter();
        let starts = comments.filter_map(|mark| value.find(&format!(" {mark}")));
        found = Some(value[..starts.min().unwrap_or(value.len())].to_owned());
    }
    found.filter(|value| call_at_end(value).is_some() && !has_operator(value))
}

/// Returns true if a value is not only a call: a comparison, a sum, a condition, or a function.
pub(super) fn has_operator(value: &str) -> bool {
    const OPERATORS: [&str; 17] = [
        "=>", "==", "===", "!=", "!==", "<", ">", "<=", ">=", "+", "-", "*", "/", "&&", "||", "??",
        "?",
    ];
    let outside = outside_brackets(value);
    let mut words = outside.split_whitespace();
    words.any(|word| OPERATORS.contains(&word) || matches!(word, "and" | "or" | "if" | "in" | "is"))
}

/// Returns true if an operator computes a value from others, whose types may differ: `cart + Item()`. A choice, `kept ?? Item()`,
/// is one of them.
pub(super) fn is_computed(value: &str) -> bool {
    let is_operator = |word: &str| {
        !matches!(word, "=" | "||" | "??")
            && word.chars().all(|letter| "+-*/%<>&|^=!~".contains(letter))
    };
    outside_brackets(value).split_whitespace().any(is_operator)
}

/// Returns a text without what is in brackets.
fn outside_brackets(text: &str) -> String {
    let mut at = 0;
    let mut outside = String::new();
    while let Some(open) = text[at..].find(['(', '{', '[']) {
        outside.push_str(&text[at..at + open]);
        at += open + end_of_brackets(&text[at + open..]);
    }
    outside.push_str(&text[at..]);
    outside
}

/// Returns the end of the value at the start of a text, which may go on with calls on the next lines.
fn end_of_value(value: &str) -> usize {
    let mut end = 0;
    while let Some(next) = value[end..].find(['(', '{', '[', ';', '\n']) {
        end += next;
        let after = value[end..].trim_start();
        match value[end..].chars().next() {
            Some('\n') if after.starts_with(['.', '?']) => end = value.len() - after.len(),
            Some('\n' | ';') => break,
            _ => end += end_of_brackets(&value[end..]),
        }
    }
    end
}

/// Returns true for the name of a type that constructs a value without being called: `Store::new` as a value, or
/// `Store kept(1);` in the body of a function of C++, where `Store load(int);` seldom is a prototype.
pub(super) fn constructs_uncalled(tree: &ChunkTree, leaf: &Chunk, reference: &Reference) -> bool {
    let Some(language) = tree.language else {
        return false;
    };
    let end = reference.bytes.end;
    let after = tree.word(&(end..end.saturating_add(MAX_VARIABLE)));
    if language.is_constructor_value(&after) {
        return true;
    }
    let before = tree.before(reference.bytes.start, MAX_VARIABLE);
    if language.is_maker(&before) && after.starts_with('>') {
        return true;
    }
    let variable = after.strip_prefix(' ').unwrap_or_default();
    let name = variable.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let name = name.map(str::len).next().unwrap_or_default();
    let is_in_body = reference.bytes.start as usize >= leaf.signature.end && leaf.kind.has_code();
    let mark = variable.get(name..).unwrap_or_default();
    let is_constructed = mark.starts_with('{') || (is_in_body && mark.starts_with(['(', ';']));
    language.needs_body && name > 0 && is_constructed
}

/// Returns the words that may be the type of a function's result, by its signature.
fn result_types<'s>(signature: &'s str, name: &str) -> Vec<&'s str> {
    for (at, _) in signature.match_indices(name) {
        let parameters = signature[at + name.len()..]
            .find('(')
            .map(|start| at + name.len() + start);
        let Some(start) = parameters else { continue };
        let is_name = !signature[..at].ends_with(is_word)
            && !signature[at + name.len()..].starts_with(is_word);
        if !is_name {
            continue;
        }
        let result = signature[start + end_of_brackets(&signature[start..])..].trim_start();
        let first = result.split(|letter| !is_word(letter)).next();
        let is_clause = !result.contains("->") && CLAUSES.contains(&first.unwrap_or_default());
        if result.is_empty() || result.starts_with(['{', ';']) || is_clause {
            return types_before(without_path(&signature[..at]));
        }
        let result = result.trim_start_matches(['-', '>', ':', '(', '*', '&', ' ']);
        return value_types(until(result, &['{', ';', '=', ',', '\n']));
    }
    Vec::new()
}

/// Returns the text before the path of a name of C++: `Store& ` of `Store& Shop::`.
fn without_path(before: &str) -> &str {
    if before.ends_with("::") {
        before.trim_end_matches(|letter| is_word(letter) || letter == ':')
    } else {
        before
    }
}

impl Codebase<'_> {
    /// Returns the types that functions of a name return, by their signatures.
    pub(super) fn returned_types(
        &mut self,
        language: Option<Language>,
        name: &str,
    ) -> Lookup<Vec<TypeName>> {
        let mut found = Vec::new();
        for (record, function) in self.targets_named(name)?.iter().take(MAX_NAMESAKES) {
            if is_callable(record.kind) && is_usable_from(language, function) {
                let own = TypeName::new(&function.owner);
                found.extend(self.types_in_signature(record, name, &own)?);
            }
        }
        Ok(found)
    }

    /// Returns the types that a method of the first of some types, or of its bases, returns; empty if it states none.
    /// None if no such method is declared.
    pub(super) fn results_of_method(
        &mut self,
        language: Option<Language>,
        types: &[TypeName],
        name: &str,
    ) -> Lookup<Option<Vec<TypeName>>> {
        let named = self.targets_named(name)?;
        let methods: Vec<_> = named
            .iter()
            .filter(|(record, method)| is_callable(record.kind) && is_usable_from(language, method))
            .collect();
        for own in types {
            for owner in self.lineage_of(own)?.iter() {
                let mut found: Option<Vec<TypeName>> = None;
                let of_owner = methods.iter().filter(|(_, method)| method.owner == *owner);
                let mut declared: Vec<_> =
                    of_owner.map(|(record, method)| (record, method)).collect();
                // Other types may have its name.
                if let Some(home) = own.home.as_ref()
                    && *owner == own.name
                {
                    let mut at_home = Vec::new();
                    for (record, method) in declared.iter().copied() {
                        if record.path == home.path
                            && self.scope_in(&record.path, method.type_names())? == home.scope
                        {
                            at_home.push((record, method));
                        }
                    }
                    if !at_home.is_empty() {
                        declared = at_home;
                    }
                }
                for (record, _) in declared.into_iter().take(MAX_NAMESAKES) {
                    let results = self.types_in_signature(record, name, own)?;
                    if results.is_empty() {
                        // Another type of this name may return anything.
                        return Ok(Some(results));
                    }
                    found.get_or_insert_default().extend(results);
                }
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Returns the types that the signature of a function states as its result; `own` is its type.
    fn types_in_signature(
        &mut self,
        record: &Record,
        name: &str,
        own: &TypeName,
    ) -> Lookup<Vec<TypeName>> {
        let mut found = Vec::new();
        let Some(view) = self.view(&record.path)? else {
            return Ok(found);
        };
        let Some(chunk) = view.chunk(record) else {
            return Ok(found);
        };
        let signature = view.tree.document.text.slice(chunk.signature.clone());
        let mut paths = result_types(&signature, name);
        // An alias of a wrapper, and a type that stands for its argument: `ClapResult<Matches>`, `Sp<Kind>` with `Deref`.
        let mut unwrapped = String::new();
        if let Some((outer, _)) = paths.first().map(|path| split_element(path))
            && signature.contains(&format!("{outer}<"))
            && let lineage = self.lineage(name_of_type(outer))?
            && lineage
                .iter()
                .skip(1)
                .any(|base| base == "Deref" || is_wrapper(base))
        {
            unwrapped = signature.replace(&format!("{outer}<"), "Result<");
        }
        paths.extend(result_types(&unwrapped, name));
        // A modifier is not a type.
        paths.retain(|path| *path != "static" || signature.contains(": static"));
        for path in paths {
            let (path, element) = split_element(path);
            let name = name_of_type(path);
            // A modifier is not a type.
            if name == "static" && !signature.contains(": static") {
                continue;
            }
            let is_declared = self.is_type(name)?;
            let is_any = is_any_type(&view.tree, chunk, name);
            if is_any && !is_declared && !matches!(name, "Self" | "this" | "self" | "static") {
                // `Guard<T>` may be used like any type.
                return Ok(Vec::new());
            }
            let at = chunk.bytes.start as u32;
            if matches!(name, "Self" | "this" | "self" | "static") {
                found.push(own.clone());
            } else if is_declared || is_stated(path) || element.is_some() {
                let mut stated = self.type_at(&view, path, at)?;
                if let Some(element) = element {
                    let value = Box::new(self.type_at(&view, element.path, at)?);
                    stated.element = Some((value, element.is_keyed));
                }
                found.push(stated);
            }
        }
        Ok(found)
    }
}
