//! Overloads: declarations with one qualified name, told apart by the number of their parameters. Types are not
//! compared.

use super::judge::Resolver;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::relation::declared::is_word;
use crate::context::relation::relations::Certainty::{self, Likely};
use crate::context::relation::relations::Lookup;
use std::ops::{ControlFlow, Range};

/// Maximum length of a list of parameters or arguments, in bytes.
const MAX_LIST_LEN: usize = 4_000;

impl Resolver<'_, '_> {
    /// Returns the certainty of a reference that means the target or an overload of it: it stays the same for a call
    /// that only the target takes, and means another one if only others take it.
    pub(super) fn judge_overloads(&mut self, certainty: Certainty) -> Lookup<Option<Certainty>> {
        let has_overloads = self
            .tree
            .language
            .is_some_and(|language| language.overloads);
        let target = self.target;
        if !has_overloads || !target.kind.has_code() {
            return Ok(Some(certainty));
        }
        // Most functions have no namesake in their document, which need not be read.
        let named = self.codebase.named(&target.name)?;
        let here = named.iter().filter(|record| record.path == target.path);
        if !target.only_calls && here.filter(|record| record.kind.has_code()).count() < 2 {
            return Ok(Some(certainty));
        }
        let Some(view) = self.codebase.view(&target.path)? else {
            return Ok(Some(certainty));
        };
        let tree = &view.tree;
        let is_overload = |chunk: &&Chunk| {
            if target.only_calls {
                return chunk.kind == Kind::Constructor && chunk.owner() == target.name;
            }
            chunk.kind.has_code() && chunk.name == target.name && chunk.owner() == target.owner
        };
        let overloads: Vec<&Chunk> = tree.chunks.iter().filter(is_overload).collect();
        let own = overloads
            .iter()
            .find(|chunk| chunk.name_at.0 == target.line);
        if own.is_none() && target.only_calls && !overloads.is_empty() {
            // A prototype beside functions of its name.
            return Ok(Some(certainty.max(Likely)));
        }
        // The same function may be declared for several platforms.
        let signature = |chunk: &Chunk| {
            tree.document
                .text
                .slice(chunk.signature.clone())
                .into_owned()
        };
        let own_signature = own.map(|own| signature(own)).unwrap_or_default();
        let mut others = overloads
            .iter()
            .filter(|other| signature(other) != own_signature)
            .peekable();
        if own.is_none() || others.peek().is_none() {
            return Ok(Some(certainty));
        }
        let Some(count) = arguments(self.tree, self.reference.bytes.end as usize) else {
            return Ok(Some(certainty.max(Likely)));
        };
        let takes =
            |chunk: &Chunk| parameters(tree, chunk).is_none_or(|numbers| numbers.contains(&count));
        Ok(
            match (
                own.is_none_or(|own| takes(own)),
                others.any(|other| takes(other)),
            ) {
                (true, false) => Some(certainty),
                (false, true) => None,
                _ => Some(certainty.max(Likely)),
            },
        )
    }
}

/// The numbers of arguments that a function takes; none if its parameters are not found.
pub(in crate::context::relation) fn parameters(
    tree: &ChunkTree,
    chunk: &Chunk,
) -> Option<Range<usize>> {
    let signature = tree.document.text.slice(chunk.signature.clone());
    let name = chunk.name.rsplit(['.', ':']).next().unwrap_or_default();
    // The receiver of Go may begin with the name.
    let mut names = signature.match_indices(name);
    let is_whole = |at: usize| !signature[at + name.len()..].starts_with(is_word);
    let at = names.find(|(at, _)| is_whole(*at))?.0 + name.len();
    let open = at + signature.get(at..)?.find('(')?;
    let list = items(signature.get(open + 1..)?, true)?;
    let is_optional = |item: &&String| item.contains('=');
    let is_open = |item: &&String| {
        let item = item.trim();
        item.contains("...")
            || item.starts_with("params ")
            || item.starts_with("vararg ")
            || item.ends_with('*')
            || item.contains("initializer_list")
    };
    let list: Vec<&String> = list.iter().filter(|item| item.trim() != "void").collect();
    // The receiver of an extension method of C#.
    let received = list
        .iter()
        .filter(|item| item.trim_start().starts_with("this "))
        .count();
    let required = list
        .iter()
        .filter(|item| !is_optional(item) && !is_open(item))
        .count();
    let most = if list.iter().any(is_open) {
        usize::MAX
    } else {
        list.len() - received + 1
    };
    Some(required - received..most)
}

/// The number of arguments of a call after the name that ends at a byte; none if it is not certain.
fn arguments(tree: &ChunkTree, end: usize) -> Option<usize> {
    let text = tree
        .document
        .text
        .slice(end..tree.document.text.len().min(end + MAX_LIST_LEN));
    let rest = constructed(tree, &text).unwrap_or(&text);
    let rest = rest.strip_prefix(['(', '{'])?;
    // `a < b, c > d` may be one argument or two.
    if rest.split(')').next()?.contains('<') {
        return None;
    }
    let list = items(rest, false)?;
    let length: usize = list.iter().map(|item| item.len() + 1).sum();
    let after = rest.get(length.max(1)..)?.trim_start();
    let is_open = after.starts_with('{') && tree.language?.trailing_lambdas;
    (!is_open).then_some(list.len())
}

/// The text after the name of a type from the arguments of its constructor on, where they do not follow directly:
/// `kept(1)` of `Store kept(1)`, `(1)` of `make_unique<Store>(1)`.
fn constructed<'t>(tree: &ChunkTree, after: &'t str) -> Option<&'t str> {
    if !tree.language?.needs_body {
        return None;
    }
    if let Some(call) = after.strip_prefix('>') {
        return Some(call);
    }
    let variable = after.strip_prefix(' ')?;
    Some(variable.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

/// The items of a list up to its closing bracket, separated by commas; none if it does not end. `<` opens a list of
/// type arguments in parameters.
fn items(text: &str, has_types: bool) -> Option<Vec<String>> {
    let mut items = vec![String::new()];
    let (mut depth, mut quote) = (0usize, None);
    let mut before = ' ';
    let closed = text.chars().try_for_each(|letter| {
        let is_escaped = std::mem::replace(&mut before, letter) == '\\';
        match (quote, letter) {
            (Some(open), _) if open == letter && !is_escaped => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, '<') if has_types => depth += 1,
            (None, '>') if has_types => depth = depth.saturating_sub(1),
            (None, ')' | ']' | '}') if depth == 0 => return ControlFlow::Break(()),
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                items.push(String::new());
                return ControlFlow::Continue(());
            }
            _ => {}
        }
        if let Some(item) = items.last_mut() {
            item.push(letter);
        }
        ControlFlow::Continue(())
    });
    if closed.is_continue() {
        return None;
    }
    if items.len() == 1 && items[0].trim().is_empty() {
        items.clear();
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn tree(path: &str, text: &str) -> ChunkTree {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        ChunkTree::of(document, &Limits::default())
    }

    #[test]
    fn parameters_may_be_optional_or_any_number() {
        let check = |path: &str, text: &str, expected: Range<usize>| {
            let tree = tree(path, text);
            let mut chunks = tree.chunks.iter();
            let function = chunks
                .find(|chunk| chunk.kind.has_code())
                .expect("a function");
            assert_eq!(parameters(&tree, function), Some(expected), "{text}");
        };
        check("a.cc", "void f(void) {}\n", 0..1);
        check(
            "a.cc",
            "void f(int a, std::map<int, int> b = {}) {}\n",
            1..3,
        );
        check("a.cc", "void f(int a, ...) {}\n", 1..usize::MAX);
        check(
            "A.java",
            "class A {\n  void f(Map<K, V> a, int... b) {}\n}\n",
            1..usize::MAX,
        );
        check(
            "a.cs",
            "static class A {\n  static void F(this int a, int b = 1, params int[] c) {}\n}\n",
            0..usize::MAX,
        );
    }

    #[test]
    fn arguments_are_counted_only_if_they_are_certain() {
        let check = |call: &str, expected: Option<usize>| {
            let text = format!("void g() {{ f{call}; }}\n");
            let tree = tree("a.cc", &text);
            let end = text.find("f(").map_or(12, |at| at + 1);
            assert_eq!(arguments(&tree, end), expected, "{call}");
        };
        check("()", Some(0));
        check("(a, \"b, c)\", g(1, 2), {3, 4})", Some(4));
        check("(a < b, c > d)", None);
        check("<int>(a)", None);
    }
}
