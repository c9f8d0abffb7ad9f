//! Judgment of a member of the receiver of a function around it: `with(store) { load() }` of Kotlin.

use super::judge::{Resolver, Verdict};
use super::key::words;
use crate::chunk::Kind;
use crate::context::relation::call::without_mark;
use crate::context::relation::codebase::MAX_NAMESAKES;
use crate::context::relation::relations::Certainty::{Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::type_name::TypeName;
use crate::context::relation::type_text::{is_type_name, is_word, last_part};
use regex::Regex;
use std::sync::LazyLock;

/// The receiver in the type of a function: `Store` of `Store.() -> Unit`.
static RECEIVER: LazyLock<Regex> = regex!(r"(\w+)(?:<[^<>]*>)?\.\([^()]*\)\s*->");

/// Strings and comments, whose braces open and close nothing.
static PROSE: LazyLock<Regex> =
    regex!(r#"(?s)"""..*?"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]'|//[^\n]*|/\*.*?\*/"#);

impl Resolver<'_, '_> {
    /// Judges a member by the receivers of the functions around the reference, the innermost first.
    pub(super) fn judge_by_receiver_call(&mut self) -> Verdict {
        if !self.language.calls_with_receiver() {
            return Ok(None);
        }
        let start = self.tree.whole(self.leaf).bytes.start;
        let end = self.reference.bytes.start as usize;
        let text = self.tree.document.text.slice(start..end);
        let text = PROSE.replace_all(&text, "");
        let mut before = &*text;
        let mut found = None;
        while let Some(open) = unclosed(before, '{', '}') {
            before = before[..open].trim_end();
            let (call, argument) = match before.strip_suffix(')') {
                Some(inside) => match unclosed(inside, '(', ')') {
                    Some(open) => (&inside[..open], &inside[open + 1..]),
                    None => break,
                },
                None => (before, ""),
            };
            let name = last_part(call, is_word);
            let value = without_mark(&call[..call.len() - name.len()]);
            let types = if self.language.is_receiver_call(name) {
                let receiver = if value.is_empty() { argument } else { value };
                match receiver {
                    "" => None,
                    value => Some(self.types_at_end(value)?),
                }
            } else {
                self.stated_receivers(name)?
            };
            for stated in types.iter().flatten() {
                let own = self.unaliased(&stated.name)?;
                if own == self.target.owner || self.are_related(&own)? {
                    return Ok(Some(Likely));
                }
            }
            if types.is_some_and(|types| types.is_empty()) {
                found = Some(Possible);
            }
        }
        Ok(found)
    }

    /// Returns the receivers of the last argument that the signatures of functions with a name state; none without one.
    fn stated_receivers(&mut self, name: &str) -> Lookup<Option<Vec<TypeName>>> {
        let mut found = Vec::new();
        for record in self.codebase.named(name)?.iter().take(MAX_NAMESAKES) {
            if let Some(view) = self.codebase.view(&record.path)?
                && let Some(chunk) = view.chunk(record)
            {
                let signature = view.tree.document.text.slice(chunk.signature.clone());
                found.extend(receivers(&signature));
                for word in words(&signature).filter(|word| is_type_name(word)) {
                    found.extend(self.receivers_of_alias(word)?);
                }
            }
        }
        Ok((!found.is_empty()).then_some(found))
    }

    /// Returns the receiver of a type of functions with a name: `typealias Setup = Store.() -> Unit`.
    fn receivers_of_alias(&mut self, name: &str) -> Lookup<Vec<TypeName>> {
        let mut found = Vec::new();
        for record in self.codebase.named(name)?.iter().take(MAX_NAMESAKES) {
            if matches!(record.kind, Kind::Type | Kind::Items)
                && let Some(view) = self.codebase.view(&record.path)?
                && let Some(chunk) = view.chunk(record)
            {
                let text = view.tree.text(chunk);
                let mut lines = text.lines().filter(|line| line.contains("typealias "));
                let own = lines.find(|line| words(line).any(|word| word == name));
                found.extend(own.into_iter().flat_map(receivers));
            }
        }
        Ok(found)
    }
}

/// Returns the receivers in the types of functions.
fn receivers(text: &str) -> Vec<TypeName> {
    let stated = RECEIVER.captures_iter(text);
    stated.map(|stated| TypeName::new(&stated[1])).collect()
}

/// The position of the last opening bracket of a text that is not closed.
fn unclosed(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    text.char_indices().rev().find_map(|(at, letter)| {
        if letter == open && depth == 0 {
            return Some(at);
        }
        if letter == open {
            depth -= 1;
        } else if letter == close {
            depth += 1;
        }
        None
    })
}
