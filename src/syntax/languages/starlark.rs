//! Starlark: the files that labels of `load` name.

use crate::syntax::import::Import;
use crate::syntax::query::{hooks, modules};
use crate::syntax::walker::{Hooks, Walker};
use tree_sitter::Node;

pub(super) const HOOKS: Hooks = Hooks {
    imports: loaded,
    ..hooks::HOOKS
};

/// Imports with paths in place of labels: `tools/a.bzl` of `//tools:a.bzl`, `./a.bzl` of `:a.bzl`. A label of another
/// repository, `@b//c:d.bzl`, stays.
fn loaded(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    let mut found = modules::imports(walker, node);
    for import in &mut found {
        if let Some((package, file)) = import.module.split_once(':')
            && !package.starts_with('@')
        {
            let directory = if package.is_empty() { "." } else { package };
            import.module = format!("{directory}/{file}");
        }
    }
    found
}
