//! Lists of parameters and arguments: how many there are, and of which types.

use super::argument::is_rest;
use crate::chunk::{Chunk, ChunkTree};
use crate::context::relation::codebase::Codebase;
use crate::context::relation::relations::Lookup;
use crate::context::relation::type_text::is_word;
use crate::corpus::SourcePath;
use regex::Regex;
use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;

/// Maximum length of a list of parameters or arguments, in bytes.
const MAX_LIST_LEN: usize = 4_000;
/// Maximum number of lines of a declaration after its first one.
const MAX_SIGNATURE_LINES: u32 = 200;

impl Codebase<'_> {
    /// Returns the text of the declaration of a name on a line, up to its body; none if its document is gone.
    pub(super) fn signature_at(
        &mut self,
        path: &SourcePath,
        line: u32,
        name: &str,
    ) -> Lookup<Option<String>> {
        let Some(view) = self.view(path)? else {
            return Ok(None);
        };
        let text = &view.tree.document.text;
        let text = text.slice(text.lines(line, line.saturating_add(MAX_SIGNATURE_LINES)));
        // The type around it may begin on the line.
        let (before, _) = text.split_once(name).unwrap_or_default();
        let start = before.rfind(['{', ';', '}']).map_or(0, |at| at + 1);
        Ok(text[start..].split(['{', ';']).next().map(str::to_owned))
    }
}

/// The numbers of arguments that a function takes; none if its parameters are not found.
pub(in crate::context::relation) fn parameters(
    tree: &ChunkTree,
    chunk: &Chunk,
) -> Option<Range<usize>> {
    let signature = tree.document.text.slice(chunk.signature.clone());
    parameters_in(&signature, own_name(chunk))
}

/// The name of a function without those around it.
pub(super) fn own_name(chunk: &Chunk) -> &str {
    chunk.name.rsplit(['.', ':']).next().unwrap_or_default()
}

/// The parameters after a name in a signature.
pub(super) fn list_in(signature: &str, name: &str) -> Option<Vec<String>> {
    // The receiver of Go may begin with the name.
    let mut ends = signature.match_indices(name).map(|(at, _)| at + name.len());
    let at = ends.find(|end| !signature[*end..].starts_with(is_word))?;
    let open = at + signature.get(at..)?.find('(')?;
    items(signature.get(open + 1..)?, true)
}

/// The types of the parameters after a name in a signature of C++, without qualifiers, names and default values, so that
/// they are equal in a declaration and its definition. None without a list.
pub(super) fn types_in(signature: &str, name: &str) -> Option<Vec<String>> {
    static QUALIFIER: LazyLock<Regex> = regex!(r"\b\w+::");
    static NAME: LazyLock<Regex> =
        regex!(r"(?:^|[\w>]\s+|[&*.]\s*)([A-Za-z_]\w*)\s*(?:\[\w*\])?\s*$");
    const BUILT_IN: [&str; 8] = [
        "int", "char", "long", "short", "double", "float", "bool", "auto",
    ];
    let mut types = Vec::new();
    for item in list_in(signature, name)? {
        let item = item.split('=').next().unwrap_or_default().trim();
        let item = QUALIFIER.replace_all(item, "");
        let mut stated = &*item;
        if let Some(name) = NAME.captures(&item).and_then(|found| found.get(1))
            && name.start() > 0
            && !BUILT_IN.contains(&name.as_str())
        {
            stated = &item[..name.start()];
        }
        types.push(stated.replace("const", " ").split_whitespace().collect());
    }
    types.retain(|stated: &String| stated != "void");
    Some(types)
}

/// The numbers of arguments for the parameters after a name in a signature; none without a list.
pub(super) fn parameters_in(signature: &str, name: &str) -> Option<Range<usize>> {
    let list = list_in(signature, name)?;
    let is_optional = |item: &&String| item.contains('=');
    let is_open = |item: &&String| is_rest(item);
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

/// The arguments of a call after the name that ends at a byte; none if their number is not certain.
pub(super) fn arguments(tree: &ChunkTree, end: usize) -> Option<Vec<String>> {
    let text = tree
        .document
        .text
        .slice(end..tree.document.text.len().min(end + MAX_LIST_LEN));
    let rest = constructed(tree, &text).unwrap_or(&text);
    let rest = rest.strip_prefix(['(', '{'])?;
    // `a < b, c > d` may be one argument or two.
    if rest.split(')').next()?.replace("<<", "").contains('<') {
        return None;
    }
    let list = items(rest, false)?;
    let length: usize = list.iter().map(|item| item.len() + 1).sum();
    let after = rest.get(length.max(1)..)?.trim_start();
    let is_open = after.starts_with('{') && tree.language?.trailing_lambdas;
    (!is_open).then_some(list)
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
            assert_eq!(arguments(&tree, end).map(|it| it.len()), expected, "{call}");
        };
        check("()", Some(0));
        check("(a, \"b, c)\", g(1, 2), {3, 4})", Some(4));
        check("(a < b, c > d)", None);
        check("<int>(a)", None);
    }

    #[test]
    fn types_are_those_of_the_declaration() {
        let check = |signature: &str, expected: &[&str]| {
            let found = types_in(signature, "f").expect("a list");
            assert_eq!(found, expected, "{signature}");
        };
        check(
            "int f(const std::string& a, int b = 3)",
            &["string&", "int"],
        );
        check("int f(std::string const &, int)", &["string&", "int"]);
        check(
            "int f(unsigned int, char* names[])",
            &["unsignedint", "char*"],
        );
        check(
            "auto f(basic_view<Char> v, Args&&... args)",
            &["basic_view<Char>", "Args&&..."],
        );
        check("int f(void)", &[]);
    }
}
