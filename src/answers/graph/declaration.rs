//! Declarations in answers over several steps.
//!
//! Principal type: [`DeclarationObject`].

use crate::chunk::qualified_name;
use crate::context::Declaration;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// Maximum number of documents that one answer reads.
pub(super) const MAX_DOCUMENTS: usize = 2_000;

/// A declaration. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DeclarationObject {
    /// Id of its chunk.
    pub(crate) id: String,
    pub(crate) path: String,
    /// The line of its name.
    pub(crate) line: u32,
    pub(crate) kind: &'static str,
    pub(crate) qualified_name: String,
}

impl From<&Declaration> for DeclarationObject {
    fn from(declaration: &Declaration) -> Self {
        Self {
            id: declaration.id.to_string(),
            path: declaration.path.to_string(),
            line: declaration.line,
            kind: declaration.kind.name(),
            qualified_name: qualified_name(&declaration.names, declaration.kind),
        }
    }
}
