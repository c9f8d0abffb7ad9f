//! References in answers.
//!
//! Principal types: [`RelationsObject`] and [`RelationObject`].

use super::passage::Passage;
use crate::chunk::{ChunkTree, qualified_name};
use crate::context::Relation;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// The relations of a chunk, the most certain first.
#[derive(Serialize, JsonSchema, Default)]
pub(crate) struct RelationsObject {
    /// Qualified names that they are relations of, if not of the chunk itself: fields, constants, prototypes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) of: Vec<String>,
    /// The number of all; fewer may be listed.
    pub(crate) total: usize,
    pub(crate) found: Vec<RelationObject>,
    /// True if a limit left out some of the steps below a reference.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_cut: bool,
    /// Names that nothing in the repository has.
    pub(crate) unresolved: Vec<String>,
    /// For callers, files that mention the name in code that is not read for references, by format.
    pub(crate) unread: Vec<String>,
}

/// The chunk at the other end; its text is the line with the name.
#[derive(Serialize, JsonSchema, Clone)]
pub(crate) struct RelationObject {
    #[serde(flatten)]
    pub(crate) chunk: Passage,
    /// The name that connects them.
    pub(crate) symbol: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// certain, likely or possible
    pub(crate) certainty: &'static str,
    /// Its own callers or callees, if several steps are requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) steps: Vec<Self>,
    /// True if it is above itself, so that its steps are not repeated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_cycle: bool,
    /// The relation itself, for lists of hits.
    #[serde(skip)]
    pub(crate) relation: Relation,
}

/// Maximum length in bytes of the text of a relation, which is the line of the use.
const MAX_LINE: usize = 4096;

impl RelationObject {
    /// A relation; its text is read from a tree of its document, if there still is one.
    pub(super) fn new(relation: Relation, tree: Option<&ChunkTree>) -> Self {
        let (line, column) = relation.at;
        let text = tree.map_or_else(String::new, |tree| {
            let text = &tree.document.text;
            let bytes = text.lines(line, line);
            // Thousands of relations may be in the only line of a minified file.
            let end = bytes.end.min(bytes.start + MAX_LINE);
            let shown = text.slice(bytes.start..end);
            if end < bytes.end {
                format!("{}…", shown.trim_start().trim_end_matches('\u{fffd}'))
            } else {
                shown.trim().to_owned()
            }
        });
        Self {
            chunk: Passage {
                id: Some(relation.id.to_string()),
                path: relation.path.to_string(),
                kind: Some(relation.kind.name()),
                qualified_name: qualified_name(&relation.names, relation.kind),
                owner: None,
                name: relation
                    .names
                    .iter()
                    .skip(1)
                    .next_back()
                    .cloned()
                    .unwrap_or_default(),
                start_line: relation.lines.0,
                end_line: relation.lines.1,
                text,
                bytes: None,
            },
            symbol: relation.name.clone(),
            line,
            column,
            certainty: relation.certainty.name(),
            steps: Vec::new(),
            is_cycle: false,
            relation,
        }
    }
}
