//! Makefiles.

use crate::syntax::grammar::Rule::{
    Comment, Declaration, Import, Items, Silent, Special, Transparent,
};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Function, Macro};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use std::borrow::Cow;
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "make",
    aliases: &["makefile", "mk"],
    extensions: &["mk", "mak"],
    file_names: &[
        "Makefile",
        "makefile",
        "GNUmakefile",
        "Makefile.am",
        "Makefile.in",
        "Kbuild",
    ],
    shebangs: &["make"],
    grammar: || tree_sitter_make::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Import, "include_directive"),
        (
            Items,
            "export_directive override_directive private_directive",
        ),
        (Declaration(Macro), "define_directive"),
        (Special, "rule variable_assignment shell_assignment"),
        (
            Transparent,
            "conditional else_directive elsif_directive recipe",
        ),
        (Silent, "recipe_line"),
    ],
    bodies: &["value"],
    names: "word",
    patterns: "export_directive override_directive private_directive",
    special: rule,
    imports,
    readable,
    highlights: &[tree_sitter_make::HIGHLIGHTS_QUERY, MAKE_NAMES],
    reach: Reach::Program,
    ..Row::CODE
};

/// What the grammar's own query leaves plain or takes for a constant.
const MAKE_NAMES: &str = "
(targets (word) @function)
(define_directive name: (word) @function)
(variable_assignment name: (word) @variable)
(shell_assignment name: (word) @variable)
(variable_reference (word) @variable)
";

/// A rule has no more targets that are names, and a recipe no more conditionals.
const MOST: usize = 256;

/// A rule with a recipe is a function; another only says what depends on what.
fn rule<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    if node.kind() != "rule" {
        let mut names = reader.definitions(node);
        names.retain(|(name, _)| is_name(name));
        return Shape::Element(Draft::items(node, names));
    }
    let mut targets = targets(reader, node);
    let is_read = targets.iter().all(|(name, _)| is_name(name));
    targets.retain(|(name, _)| is_name(name) && !is_special(name));
    let recipe = child_of_kind(node, "recipe").filter(|_| is_read && !targets.is_empty());
    let Some(recipe) = recipe else {
        return Shape::Element(Draft::items(node, targets));
    };
    let (own, at) = targets.remove(0);
    let name = Name {
        own,
        at,
        ..Name::default()
    };
    let draft = Draft {
        definitions: targets,
        ..Draft::declaration(Function, name, node).with_body(Some(recipe))
    };
    match outer(recipe) {
        Some(end) => Shape::Until(draft, end, recipe),
        None => Shape::Element(draft),
    }
}

/// A rule's targets.
fn targets(reader: &Reader<'_>, rule: Node<'_>) -> Vec<(String, usize)> {
    let Some(targets) = child_of_kind(rule, "targets") else {
        return Vec::new();
    };
    let mut cursor = targets.walk();
    targets
        .named_children(&mut cursor)
        .take(MOST)
        .map(|target| (reader.words(target), target.start_byte()))
        .collect()
}

/// Whether a text that the grammar takes for a name is one: what it could not read may be more.
fn is_name(text: &str) -> bool {
    let mut depth = 0usize;
    let is_one = text.chars().all(|letter| {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0 || !(letter.is_whitespace() || matches!(letter, '=' | '#'))
    });
    is_one
        && text
            .chars()
            .any(|letter| letter.is_alphanumeric() || letter == '%')
}

/// Whether a target speaks to Make itself, like `.PHONY`.
fn is_special(target: &str) -> bool {
    target.strip_prefix('.').is_some_and(|name| {
        name.bytes()
            .all(|letter| letter.is_ascii_uppercase() || letter == b'_')
    })
}

/// Where the first conditional of a recipe begins that has rules or variables in it. To the
/// grammar all that follows a recipe up to the next rule is part of that.
fn outer(recipe: Node<'_>) -> Option<usize> {
    let mut cursor = recipe.walk();
    recipe
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "conditional")
        .take(MOST)
        .find(|conditional| {
            let mut cursor = conditional.walk();
            conditional
                .named_children(&mut cursor)
                .take(MOST)
                .any(|child| {
                    matches!(
                        child.kind(),
                        "rule" | "variable_assignment" | "define_directive" | "include_directive"
                    )
                })
        })
        .map(|conditional| conditional.start_byte())
}

/// One for each file.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let Some(files) = node.child_by_field_name("filenames") else {
        return Vec::new();
    };
    let mut cursor = files.walk();
    files
        .named_children(&mut cursor)
        .map(|file| Imported {
            module: reader.words(file),
            at: node.start_byte(),
            ..Imported::default()
        })
        .collect()
}

/// Without what the grammar does not know: comments behind `endif` and `else`, and the conditionals
/// of Automake. Every other byte stays in its place.
fn readable(text: &str) -> Cow<'_, str> {
    let mut readable = String::new();
    let mut copied = 0;
    let mut start = 0;
    // Of the conditionals around a line, whether each is of Automake.
    let mut around: Vec<bool> = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(kept) = kept(line, &mut around) {
            let end = start + line.trim_end().len();
            readable.push_str(text.get(copied..start + kept).unwrap_or_default());
            readable.extend((start + kept..end).map(|_| ' '));
            copied = end;
        }
        start += line.len();
    }
    readable.push_str(text.get(copied..).unwrap_or_default());
    match copied {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(readable),
    }
}

/// How much of a line the grammar can read, where it is not all.
fn kept(line: &str, around: &mut Vec<bool>) -> Option<usize> {
    let word = line.split_whitespace().next()?;
    // A recipe has an `if` of its own.
    let is_recipe = line.starts_with('\t');
    match word {
        "if" if !is_recipe => {
            around.push(true);
            return Some(0);
        }
        "ifeq" | "ifneq" | "ifdef" | "ifndef" => around.push(false),
        "else" if !is_recipe && around.last() == Some(&true) => return Some(0),
        "endif" if !is_recipe && around.pop() == Some(true) => return Some(0),
        _ => {}
    }
    let comment = line.find('#').filter(|_| matches!(word, "endif" | "else"));
    comment.filter(|_| !is_recipe)
}
