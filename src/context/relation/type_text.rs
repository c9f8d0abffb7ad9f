//! Types as they are written in a declaration: their names, their arguments, and the elements of containers.
//!
//! Contract: nothing is parsed, and no document is read.

/// Generic types whose argument `await` gives.
pub(super) const AWAITED: &str = "Promise Task ValueTask Future FutureOr Awaitable";

/// Returns true for a generic type whose values are used like those of its argument.
pub(super) fn is_wrapper(name: &str) -> bool {
    const WRAPPERS: &str = "Result Arc Rc Box Ref RefMut Cow Pin MutexGuard Option Optional Annotated Final ClassVar \
                            Readonly Union Partial Some Ok Proxy";
    let mut wrappers = AWAITED.split(' ').chain(WRAPPERS.split_whitespace());
    wrappers.any(|wrapper| wrapper == name)
}

/// The type of the elements of a container, as stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StatedElement<'t> {
    pub(super) path: &'t str,
    /// True for the values of a map, which a loop over the map itself does not have.
    pub(super) is_keyed: bool,
}

/// Splits a stated type into its own name and the type of its elements: `List` and `Shape` for `List<Shape>`, `Array` and
/// `Shape` for `[]Shape`, `Shape[]` and `[Shape]`. The last argument is the one of the elements: `Map<String, Shape>`.
pub(super) fn split_element(stated: &str) -> (&str, Option<StatedElement<'_>>) {
    let element = |stated, is_keyed| {
        let path = element_type(stated)?;
        Some(StatedElement { path, is_keyed })
    };
    let sequence = stated
        .strip_prefix("chan ")
        .or_else(|| stated.strip_prefix("..."));
    if let Some(stated) = sequence {
        return ("Array", element(stated, false));
    }
    let Some(open) = stated.find(['<', '[']) else {
        return (stated, None);
    };
    let (outer, list) = stated.split_at(open);
    let inner = list.get(1..).unwrap_or_default();
    let (mut depth, mut last) = (1usize, 0);
    let close = inner.char_indices().find_map(|(at, letter)| {
        match letter {
            '<' | '[' => depth += 1,
            '>' | ']' => depth -= 1,
            ',' if depth == 1 => last = at + 1,
            // `[Int: Shape]` of Swift, and not `std::unique_ptr`.
            ':' if depth == 1 && !is_doubled(inner, at) => last = at + 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    });
    let (arguments, after) = inner.split_at(close.unwrap_or(inner.len()));
    let after = after.get(1..).unwrap_or_default();
    let argument = arguments.get(last..).unwrap_or_default();
    let argument = argument.split(';').next().unwrap_or_default().trim();
    let is_of_go = after.starts_with(|letter| is_word(letter) || letter == '*');
    match outer {
        "" | "map" if is_of_go => ("Array", element(after, outer == "map")),
        "" => ("Array", element(argument, last > 0)),
        _ if argument.is_empty() => ("Array", element(outer, false)),
        _ if is_wrapper(name_of_type(outer)) => (outer, split_element(argument).1),
        _ => (outer, element(argument, last > 0)),
    }
}

/// Returns the type of an element, as stated: `Shape` for `Box<dyn Shape>`; none for another container.
fn element_type(stated: &str) -> Option<&str> {
    let (outer, arguments) = stated.split_at(stated.find(['<', '[']).unwrap_or(stated.len()));
    let is_opened = is_wrapper(name_of_type(outer.trim())) || outer.to_lowercase().ends_with("ptr");
    let stated = match arguments {
        "" => outer,
        _ if is_opened => arguments,
        _ => return None,
    };
    let paths = paths(stated);
    let found = paths
        .iter()
        .find(|path| is_stated(path) && !is_wrapper(name_of_type(path)));
    found.or(paths.last()).copied()
}

/// Returns the types whose members a value of a stated type has: of a container, its own with its arguments.
pub(super) fn value_types(stated: &str) -> Vec<&str> {
    // The elements of a container are not the value.
    let stated = stated.trim_start_matches(|letter: char| !is_word(letter) && letter != '[');
    let bracket = stated.find(['<', '[']);
    let outer = bracket.map_or(stated, |at| &stated[..at]);
    let container = outer
        .rsplit(|letter| !is_word(letter))
        .next()
        .unwrap_or_default();
    let is_array = bracket.is_some_and(|at| stated[at..].starts_with("[]"));
    let stated = match bracket {
        Some(_) if is_array || container.is_empty() || !is_wrapper(container) => {
            return vec![stated.trim_end()];
        }
        _ if stated.starts_with("chan ") => return vec![stated.trim_end()],
        _ => stated,
    };
    let mut found = paths(stated);
    // The argument is after a comma: `MutexGuard<'_, Store>`.
    if bracket.is_some() && found.iter().all(|it| is_wrapper(it) || *it == "_") {
        found.clear();
    }
    found
}

/// Returns the end of a text that has only letters of one kind.
pub(super) fn last_part(text: &str, is_part: fn(char) -> bool) -> &str {
    text.rsplit(|letter| !is_part(letter))
        .next()
        .unwrap_or_default()
}

/// Returns the text before the first of some marks, or before a colon that is not doubled, outside of the brackets of types.
pub(super) fn until<'l>(text: &'l str, marks: &[char]) -> &'l str {
    let mut depth = 0usize;
    let end = text.char_indices().find_map(|(at, letter)| {
        match letter {
            '<' | '[' => depth += 1,
            '>' | ']' => depth = depth.saturating_sub(1),
            // The bracket was an operator.
            '\n' | ';' | '{' => depth = 0,
            _ => {}
        }
        let is_end = marks.contains(&letter) || (letter == ':' && !is_doubled(text, at));
        (depth == 0 && is_end).then_some(at)
    });
    &text[..end.unwrap_or(text.len())]
}

/// Returns true for a colon beside another one.
fn is_doubled(text: &str, at: usize) -> bool {
    text[..at].ends_with(':') || text[at + 1..].starts_with(':')
}

/// Splits a type into its name and its generic arguments.
pub(super) fn split_generics(typed: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (at, letter) in typed.char_indices().rev() {
        match letter {
            '>' => depth += 1,
            '<' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return match letter {
                '<' => typed.split_at(at),
                _ => (typed, ""),
            };
        }
    }
    (typed, "")
}

/// Returns the end of the brackets at the start of a text.
pub(super) fn end_of_brackets(text: &str) -> usize {
    let mut depth = 0usize;
    let end = text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + letter.len_utf8())
    });
    end.unwrap_or(text.len())
}

/// Returns the last type in a path, with its qualifier: `kept::Store` of `kept::Store::open`.
pub(super) fn type_in_path(path: &str) -> Option<&str> {
    let mut end = path.len();
    for part in path.rsplit(|letter| !is_word(letter)) {
        if is_type_name(part) {
            return Some(last_part(path.get(..end)?, is_in_path));
        }
        end = end.saturating_sub(part.len() + 1);
    }
    None
}

/// Splits the path of a call into the last type in it and the names after that: `kept::Store` and `open` of
/// `kept::Store::open`.
pub(super) fn split_factory(path: &str) -> (&str, &str) {
    let typed = type_in_path(path).unwrap_or(path);
    let factory = path.strip_prefix(typed).unwrap_or_default();
    (typed, factory.trim_matches(['.', ':']))
}

/// Returns the names in a type, with their qualifiers.
pub(super) fn paths(typed: &str) -> Vec<&str> {
    let paths = typed.split(|letter| !is_in_path(letter));
    let paths = paths.map(|path| path.trim_matches(['.', ':']));
    let paths = paths.filter(|path| !path.is_empty());
    paths
        .map(|path| type_in_path(path).unwrap_or(path))
        .collect()
}

/// Returns true for a word that is a type where one may be stated. Others may be keywords or constants.
pub(super) fn is_stated(path: &str) -> bool {
    let name = name_of_type(path);
    let is_qualified = path != name && name.starts_with(char::is_uppercase);
    is_type_name(name) || is_qualified || path.contains("::")
}

/// The name of a type without its qualifier.
pub(super) fn name_of_type(path: &str) -> &str {
    path.rsplit(['.', ':', '\\']).next().unwrap_or(path)
}

/// Returns true for a letter of a name or of the qualifier before it.
pub(super) fn is_in_path(letter: char) -> bool {
    is_word(letter) || matches!(letter, '.' | ':' | '\\')
}

pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns true for `CamelCase`; constants have only capitals.
pub(super) fn is_type_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_states_the_type_of_its_elements() {
        #[track_caller]
        fn check(stated: &str, (outer, path): (&str, Option<&str>)) {
            let (own, element) = split_element(stated);
            let found = element.map(|element| element.path);
            assert_eq!((own, found), (outer, path), "{stated}");
            let is_map = stated.contains([',', ':', '{']) && !stated.contains("::");
            let is_map = is_map || stated.starts_with("map[");
            assert!(
                element.is_none_or(|found| found.is_keyed == is_map),
                "{stated}"
            );
        }
        for stated in [
            "[]Shape",
            "map[string]Shape",
            "chan Shape",
            "...Shape",
            "[]*Shape",
            "Shape[]",
            "[Shape]",
            "[Int: Shape]",
        ] {
            check(stated, ("Array", Some("Shape")));
        }
        check("List<Shape>", ("List", Some("Shape")));
        check("Map<String, Shape>", ("Map", Some("Shape")));
        check("Vec<Box<dyn Shape>>", ("Vec", Some("Shape")));
        check(
            "std::vector<std::unique_ptr<Shape>>",
            ("std::vector", Some("Shape")),
        );
        check("Optional[list[Shape]]", ("Optional", Some("Shape")));
        check("list[Shape | None]", ("list", Some("Shape")));
        check("Map<String, List<Shape>>", ("Map", None));
        check("Shape", ("Shape", None));
    }
}
