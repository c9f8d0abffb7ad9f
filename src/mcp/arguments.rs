//! Arguments of the tools, such as [`SearchArguments`].
//!
//! Their doc comments are the descriptions that the model reads. Invariant: an unknown argument is an error,
//! so that a model notices a wrong name.

use super::schema::{positive, text, whole};
use crate::answers::Expansion;
use crate::search::Field;
use anyhow::{anyhow, ensure};
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;

/// Default token budget of a result.
const MAX_TOKENS: usize = 4_000;

/// Description of a query, with every filter.
fn query_description() -> String {
    let filters: Vec<&str> = Field::examples().collect();
    format!(
        "Description of the code or the task, names, an error message or a stack trace. May contain filters: {} \
         -word \"exact phrase\" /regex/",
        filters.join(" ")
    )
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArguments {
    #[schemars(description = query_description())]
    pub(super) query: String,
    /// hybrid (default), keywords, semantic, symbol (names only) or regex
    #[serde(default, deserialize_with = "text")]
    pub(super) mode: Option<String>,
    /// Filters that every result must match, such as ["lang:rust", "-in:tests"]
    #[serde(default)]
    pub(super) filters: Vec<String>,
    /// Maximum number of results, 1 to 100 (default 10)
    #[serde(default, deserialize_with = "positive")]
    pub(super) limit: Option<usize>,
    /// Context of each result: none, auto (default), parent, siblings, header, imports, neighbors=10,
    /// callers, callees (callers=3: over 3 steps), file, skeleton
    #[serde(default)]
    pub(super) expand: Vec<String>,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OutlineArguments {
    /// File or directory, relative to the repository root; "." for everything
    pub(super) path: String,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SymbolArguments {
    /// Qualified name (Session.get), FILE:LINE, FILE:10-40, or an id from another result
    pub(super) symbol: String,
    /// Context: none, auto (default), parent, siblings, header, imports, neighbors=10, callers,
    /// callees (callers=3: over 3 steps), file, skeleton
    #[serde(default)]
    pub(super) expand: Vec<String>,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferencesArguments {
    /// Qualified name (Session.get), FILE:LINE, FILE, or an id from another result
    pub(super) symbol: String,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SimilarArguments {
    /// Qualified name (Session.get), FILE:LINE, or an id from another result
    pub(super) symbol: String,
    /// Filters that every result must match, such as ["lang:rust", "-in:tests"]
    #[serde(default)]
    pub(super) filters: Vec<String>,
    /// Maximum number of results, 1 to 100 (default 10)
    #[serde(default, deserialize_with = "positive")]
    pub(super) limit: Option<usize>,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PathArguments {
    /// The declaration at the start: qualified name (Session.get), FILE:LINE, FILE, or an id from another result
    pub(super) from: String,
    /// The declaration at the end
    pub(super) to: String,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ImpactArguments {
    /// What changes: qualified name (Session.get), FILE:LINE, FILE, id, or filters: in:changed for the changes
    /// since git's HEAD
    pub(super) target: String,
    /// Maximum number of steps (default 3); 0 for any number
    #[serde(default, deserialize_with = "whole")]
    pub(super) depth: Option<usize>,
    /// True for only the tests, as arguments of the usual runner
    #[serde(default)]
    pub(super) tests: bool,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MapArguments {
    /// Directory, relative to the repository root; "." for everything
    pub(super) path: String,
    /// Maximum size of the result in tokens (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StatusArguments {
    /// Another repository: a directory inside the client's roots
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

/// The budget in tokens: the requested one or the default.
pub(super) fn budget(requested: Option<usize>) -> usize {
    requested.unwrap_or(MAX_TOKENS)
}

/// The number of results: the requested one or the default.
pub(super) fn limit(requested: Option<usize>) -> anyhow::Result<usize> {
    let limit = requested.unwrap_or(10);
    ensure!((1..=100).contains(&limit), "limit: expected 1 to 100");
    Ok(limit)
}

/// The requested expansions; `auto` without any.
pub(super) fn expansions(texts: &[String]) -> anyhow::Result<Vec<Expansion>> {
    if texts.is_empty() {
        return Ok(vec![Expansion::Auto]);
    }
    let mut expansions = Vec::new();
    for text in texts {
        let parsed = text.parse();
        expansions.push(parsed.map_err(|error| anyhow!("invalid expansion {text:?}: {error}"))?);
    }
    Ok(expansions)
}
