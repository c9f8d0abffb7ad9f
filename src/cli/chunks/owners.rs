//! Methods outside of the type they belong to: of Go, and definitions outside of their C++ class.
//!
//! Principal type: [`Owners`]. A type of the same file comes first, else one of the same directory.

use crate::chunk::{ChunkId, ChunkTree, Kind, qualified_name};
use crate::context::around::owner_elsewhere;
use crate::corpus::SourcePath;
use std::collections::HashMap;

/// A directory, and the qualified name of a type in it.
type TypeKey = (String, String);

/// Types, and the methods outside of them.
#[derive(Default)]
pub(super) struct Owners {
    types: HashMap<TypeKey, Vec<TypeOf>>,
    methods: HashMap<TypeKey, Vec<MethodOf>>,
}

/// The declaration of a type.
pub(super) struct TypeOf {
    pub(super) id: ChunkId,
    pub(super) kind: Kind,
    pub(super) name: String,
    path: SourcePath,
}

/// A method outside of its type.
pub(super) struct MethodOf {
    pub(super) id: ChunkId,
    pub(super) name: String,
    pub(super) path: SourcePath,
    pub(super) lines: (u32, u32),
}

impl Owners {
    /// Adds the types and methods of a file.
    pub(super) fn add(&mut self, tree: &ChunkTree) {
        for (index, chunk) in tree.chunks.iter().enumerate() {
            if !tree.declares(index) {
                continue;
            }
            if chunk.kind.is_type() {
                let types = self.types.entry(key(tree, &chunk.names)).or_default();
                types.push(TypeOf {
                    id: chunk.id,
                    kind: chunk.kind,
                    name: chunk.name.clone(),
                    path: tree.path().clone(),
                });
            } else if chunk.kind.has_code()
                && let owner @ [_, _, ..] = owner_elsewhere(tree, index)
            {
                let methods = self.methods.entry(key(tree, owner)).or_default();
                methods.push(MethodOf {
                    id: chunk.id,
                    name: chunk.name.clone(),
                    path: tree.path().clone(),
                    lines: chunk.lines,
                });
            }
        }
    }

    /// The type of a method that is outside of it; none if it is unknown or ambiguous.
    pub(super) fn type_of(&self, tree: &ChunkTree, method: usize) -> Option<&TypeOf> {
        let has_code = tree.declares(method) && tree.chunks.get(method)?.kind.has_code();
        let owner = owner_elsewhere(tree, method);
        if !has_code || owner.len() < 2 {
            return None;
        }
        let types = self.types.get(&key(tree, owner))?;
        match types.iter().find(|of| of.path == *tree.path()) {
            Some(own) => Some(own),
            None if types.len() == 1 => types.first(),
            None => None,
        }
    }

    /// The methods outside of a type, the only one of its name in its directory, or those in its file.
    pub(super) fn methods(
        &self,
        tree: &ChunkTree,
        names: &[String],
    ) -> impl Iterator<Item = &MethodOf> {
        let key = key(tree, names);
        let is_only = self.types.get(&key).is_some_and(|types| types.len() == 1);
        let methods = self.methods.get(&key).into_iter().flatten();
        methods.filter(move |method| is_only || method.path == *tree.path())
    }
}

fn key(tree: &ChunkTree, names: &[String]) -> TypeKey {
    let directory = tree.path().directory().to_owned();
    (directory, qualified_name(names, Kind::Struct))
}
