//! Names that a declaration does not have itself: those that a macro of C makes with `##`, `handle_open` for
//! `HANDLER(open)`, that of a fixture of pytest, `@fixture(name="client")`, and that of a tag of Django.

use super::codebase::Codebase;
use super::origin::packages_of;
use super::relations::Lookup;
use super::target::Target;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::syntax::Packages;
use regex::Regex;
use std::sync::LazyLock;

/// A call of a macro at the beginning of a declaration.
static CALL: LazyLock<Regex> = regex!(r"(?m)^\s*(?:static\s+)?([A-Za-z_]\w*)\(([^()\n]*)\)");
/// The name of a fixture.
static FIXTURE: LazyLock<Regex> =
    regex!(r#"\A@[\w.]*fixture\((?:[^()]*,)?\s*name\s*=\s*["'](\w+)["']"#);
/// The name of a tag or filter of a template of Django.
static TAG: LazyLock<Regex> = regex!(
    r#"\A@[\w.]*\b(?:(?:simple|inclusion|simple_block)_tag|tag|filter)\((?:(?:[^()]*,)?\s*name\s*=\s*)?["'](\w+)["']"#
);
/// Words that are joined to one name.
static JOINED: LazyLock<Regex> = regex!(r"\w+(?:[ \t]*##[ \t]*\w+)+");

impl Codebase<'_> {
    /// Returns the names that a macro gives to what a chunk declares with it.
    pub(super) fn pasted(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        declared: &[Target],
    ) -> Lookup<Vec<Target>> {
        let mut found = Vec::new();
        let language = tree.language.filter(|language| language.needs_body);
        let text = tree.text(tree.whole(chunk));
        let call = CALL.captures(&text);
        if let Some(named) = FIXTURE.captures(&text).or_else(|| TAG.captures(&text))
            && matches!(packages_of(tree), Some(Packages::Nested(_)))
        {
            found.extend(
                declared
                    .first()
                    .map(|fixture| fixture.clone().called(&named[1])),
            );
        }
        let (Some(_), Some(call)) = (language, call) else {
            return Ok(found);
        };
        let arguments: Vec<&str> = call[2].split(',').map(str::trim).collect();
        for record in self.named(&call[1])?.iter() {
            let (Kind::Macro, Some(view)) = (record.kind, self.view(&record.path)?) else {
                continue;
            };
            let value = view.chunk(record).map(|defined| view.tree.text(defined));
            let value = value.unwrap_or_default();
            let (_, list) = value.split_once('(').unwrap_or_default();
            let Some((parameters, value)) = list.split_once(')') else {
                continue;
            };
            let parameters: Vec<&str> = parameters.split(',').map(str::trim).collect();
            for name in JOINED.find_iter(value) {
                let parts = name.as_str().split("##").map(str::trim).map(|part| {
                    let at = parameters.iter().position(|parameter| *parameter == part);
                    at.and_then(|at| arguments.get(at))
                        .map_or(part, |given| given)
                });
                let name: String = parts.collect();
                let known = declared.first().cloned();
                found.push(
                    known
                        .unwrap_or_else(|| Target::function(tree, chunk))
                        .called(&name),
                );
            }
        }
        Ok(found)
    }
}
