//! A method of a type and a static one of its name: `money.parse(1)`, `Money.parse("1")`.

use super::judge::Resolver;
use crate::chunk::{Chunk, ChunkTree};
use crate::context::relation::receiver::receiver;
use crate::context::relation::relations::Certainty::{self, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::type_text::is_type_name;
use crate::syntax::Language;

/// Words in the signatures of static methods.
const STATIC: [&str; 3] = ["static ", "class func ", "def self."];

impl Resolver<'_, '_> {
    /// Returns true if the reference means the method of the target's name and type that is static where the target is not,
    /// or the other way round.
    pub(super) fn means_twin(&mut self, certainty: Certainty) -> Lookup<bool> {
        let target = self.target;
        if !target.kind.has_code() || !target.is_member() {
            return Ok(false);
        }
        let named = self.codebase.named(&target.name)?;
        if named.iter().filter(|it| it.path == target.path).count() < 2 {
            return Ok(false);
        }
        let Some(view) = self.codebase.view(&target.path)? else {
            return Ok(false);
        };
        let mut own = None;
        let mut others = Vec::new();
        for chunk in &view.tree.chunks {
            let companion = view.tree.row().companion;
            let mut outer = chunk.names.iter().rev().skip(1);
            let owner = outer.find(|name| *name != companion);
            let is_namesake = chunk.kind.has_code() && chunk.name == target.name;
            if is_namesake && owner == Some(&target.owner) {
                if chunk.name_at.0 == target.line {
                    own = Some(is_static(&view.tree, chunk));
                } else {
                    others.push(is_static(&view.tree, chunk));
                }
            }
        }
        let Some(own) = own.filter(|own| others.contains(&!own)) else {
            return Ok(false);
        };
        let from = receiver(self.tree, self.reference);
        let word = from.word();
        if !self.reference.is_member || (Language::is_own(word) && !from.is_field()) {
            // A method of Java may call a static overload.
            let is_same = is_static(self.tree, self.tree.whole(self.leaf)) == own;
            return Ok(!self.language.overloads && !is_same);
        }
        if is_type_name(word) || *word == self.target.owner {
            return Ok(!own);
        }
        // A variable of unknown type may have the type itself as its value.
        Ok(own && certainty != Possible)
    }
}

fn is_static(tree: &ChunkTree, chunk: &Chunk) -> bool {
    let text = &tree.document.text;
    let signature = text.slice(chunk.signature.clone());
    let companion = tree.row().companion;
    STATIC.iter().any(|word| signature.contains(word))
        || signature.contains(&format!("def {}.", chunk.owner()))
        || (!companion.is_empty() && chunk.names.iter().any(|name| name == companion))
        || line_around(&text.slice(0..chunk.signature.start)).starts_with("class << self")
}

/// Returns the last line of a text with less indentation than its end, where another line begins.
fn line_around(before: &str) -> &str {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = before.rsplit('\n').next().unwrap_or_default();
    let mut lines = before.lines().rev().map(str::trim_end);
    let around = lines.find(|line| !line.is_empty() && indent(line) < indent(own));
    around.map_or("", str::trim_start)
}
