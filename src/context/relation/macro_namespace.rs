//! Namespaces of C++ that macros open: `LIB_BEGIN_NAMESPACE` for `namespace lib {`.

use super::codebase::Codebase;
use super::relations::Lookup;
use super::type_text::is_word;
use crate::chunk::ChunkTree;
use std::sync::Arc;

/// Maximum number of macros that are looked up for a document.
const MAX_MACROS: usize = 8;
/// Minimum length of the name of a macro that opens a namespace.
const MIN_NAME: usize = 4;

impl Codebase<'_> {
    /// Returns the namespaces, `a.b`, that a macro opens around the declarations of a document; empty without one.
    pub(super) fn macro_namespace(&mut self, tree: &ChunkTree) -> Lookup<Arc<str>> {
        if let Some(known) = self.macro_namespaces.get(tree.path()) {
            return Ok(known.clone());
        }
        let text = &tree.document.text;
        let text = text.slice(0..text.len());
        let mut namespaces = String::new();
        let mut uses: Vec<MacroEffect> = Vec::new();
        let mut effects: Vec<(&str, MacroEffect)> = Vec::new();
        for line in text.lines() {
            let Some(name) = macro_alone(line) else {
                uses.push(MacroEffect::default());
                continue;
            };
            let known = effects.iter().find(|(known, _)| *known == name);
            let effect = match known {
                Some((_, effect)) => effect.clone(),
                None if effects.len() == MAX_MACROS => MacroEffect::default(),
                None => self.effect_of_macro(name)?,
            };
            if known.is_none() {
                effects.push((name, effect.clone()));
            }
            if !effect.namespaces.is_empty() {
                namespaces.clone_from(&effect.namespaces);
            }
            uses.push(effect);
        }
        let found: Arc<str> = if are_mostly_inside(&uses) {
            namespaces.into()
        } else {
            Arc::default()
        };
        self.macro_namespaces
            .insert(tree.path().clone(), found.clone());
        Ok(found)
    }

    fn effect_of_macro(&mut self, name: &str) -> Lookup<MacroEffect> {
        for record in self.named(name)?.iter() {
            let Some(view) = self.view(&record.path)? else {
                continue;
            };
            let text = &view.tree.document.text;
            let line = record.line_of(name).unwrap_or(record.name_at.0);
            let effect = effect(&text.slice(text.lines(line, u32::MAX)), name);
            if effect.braces != 0 {
                return Ok(effect);
            }
        }
        Ok(MacroEffect::default())
    }
}

/// The effect of a macro, alone on a line, on the scope of the lines after it.
#[derive(Clone, Default, PartialEq, Debug)]
struct MacroEffect {
    /// The namespaces that it opens, `a.b`, without inline ones, which uses leave out.
    namespaces: String,
    /// The number of braces that it opens, less those that it closes.
    braces: i32,
}

/// Returns true if most lines are between a macro that opens a namespace and one that closes it. A test may open one for a
/// few declarations.
fn are_mostly_inside(lines: &[MacroEffect]) -> bool {
    let mut depth = 0;
    let mut inside = 0;
    for line in lines {
        if depth > 0 || !line.namespaces.is_empty() {
            depth += line.braces;
        }
        inside += usize::from(depth > 0);
    }
    inside * 2 > lines.len()
}

/// The name in capitals that is alone on a line.
fn macro_alone(line: &str) -> Option<&str> {
    let name = line.trim_end().trim_end_matches(';');
    let is_letter =
        |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    (name.len() >= MIN_NAME && name.chars().all(is_letter)).then_some(name)
}

/// The effect of a macro, by the text from its definition on.
fn effect(definition: &str, name: &str) -> MacroEffect {
    let mut body = String::new();
    for line in definition.lines() {
        let line = line.trim_end();
        body.push_str(line.trim_end_matches('\\'));
        if !line.ends_with('\\') {
            break;
        }
        body.push(' ');
    }
    let Some((before, value)) = body.split_once(name) else {
        return MacroEffect::default();
    };
    if !before.contains("define") {
        return MacroEffect::default();
    }
    let mut opened: Vec<String> = Vec::new();
    let mut is_inline = false;
    let mut words = value.split(|letter| !is_word(letter) && letter != ':');
    while let Some(word) = words.next() {
        if word == "namespace" && !is_inline {
            let name = words.find(|word| !word.is_empty()).unwrap_or_default();
            opened.push(name.replace("::", "."));
        }
        if !word.is_empty() {
            is_inline = word == "inline";
        }
    }
    let mut braces = 0;
    for letter in value.chars() {
        match letter {
            '{' => braces += 1,
            '}' => braces -= 1,
            _ => {}
        }
    }
    MacroEffect {
        namespaces: opened.join("."),
        braces,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_opens_the_namespaces_of_its_definition() {
        let check = |definition: &str, expected: MacroEffect| {
            assert_eq!(super::effect(definition, "MARK"), expected, "{definition}");
        };
        let effect = |namespaces: &str, braces| MacroEffect {
            namespaces: namespaces.to_owned(),
            braces,
        };
        check("#define MARK namespace depot {\nint a;", effect("depot", 1));
        check(
            "# define MARK \\\n  namespace depot { \\\n  inline namespace v2 {\nnamespace other {",
            effect("depot", 2),
        );
        check(
            "#define MARK namespace a::b { namespace c {",
            effect("a.b.c", 2),
        );
        check("#define MARK inline namespace v2 {", effect("", 1));
        check("#define MARK }}", effect("", -2));
        check("#define MARK", effect("", 0));
    }

    #[test]
    fn a_document_is_in_a_namespace_if_most_of_it_is() {
        let check = |text: &str, expected: bool| {
            let effects = text.chars().map(|letter| {
                let (namespaces, braces) = match letter {
                    'N' => ("depot", 2),
                    '{' => ("", 1),
                    '}' => ("", -1),
                    _ => ("", 0),
                };
                MacroEffect {
                    namespaces: namespaces.to_owned(),
                    braces,
                }
            });
            let effects: Vec<_> = effects.collect();
            assert_eq!(are_mostly_inside(&effects), expected, "{text}");
        };
        check("aaNaa{aa}aa}}", true);
        check("aaNaaaaa", true);
        check("aa{aaaaa}aaa", false);
        check("aaaaaNa}}aaaNa}}aa", false);
        check("", false);
    }
}
