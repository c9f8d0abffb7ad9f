//! Arguments of the tools, such as [`SearchArguments`].
//!
//! Their doc comments are the descriptions that the model reads. Invariant: an unknown argument is an error,
//! so that a model notices a wrong name.

use super::connection::{PageRequest, key_of};
use super::schema::{list, positive, text, whole};
use crate::answers::Expansion;
use crate::search::Field;
use anyhow::{Result, anyhow, ensure};
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;

/// Default token budget of a result.
const MAX_TOKENS: usize = 4_000;

/// The path of the whole repository.
fn everything() -> String {
    ".".to_owned()
}

/// Description of a query, with every filter.
fn query_description() -> String {
    let filters: Vec<&str> = Field::examples().collect();
    format!(
        "Description of the code or the task, names, an error message or a stack trace. May contain filters: {} \
         -word \"exact phrase\" /regex/",
        filters.join(" ")
    )
}

/// Defines the arguments of a tool: its own ones, then those of all tools that read code.
macro_rules! arguments {
    ($name:ident { $($(#[$about:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            $($(#[$about])* pub(super) $field: $type,)*
            /// Continues what was left_out
            #[serde(default, deserialize_with = "positive")]
            pub(super) page: Option<usize>,
            /// Size limit (default 4000)
            #[serde(default, deserialize_with = "positive")]
            pub(super) max_tokens: Option<usize>,
            /// Another repository
            #[serde(default, deserialize_with = "text")]
            pub(super) root: Option<String>,
        }

        impl $name {
            /// The requested page.
            pub(super) fn page(&self) -> PageRequest {
                let own = (stringify!($name), $(&self.$field,)* &self.root);
                PageRequest {
                    key: key_of(&own),
                    number: self.page.unwrap_or(1),
                    max_tokens: self.max_tokens.unwrap_or(MAX_TOKENS),
                }
            }
        }
    };
}

arguments!(SearchArguments {
    #[schemars(description = query_description())]
    query: String,
    /// hybrid (default), keywords, semantic, symbol (names only) or regex
    #[serde(default, deserialize_with = "text")]
    mode: Option<String>,
    /// Filters of every result, as ["lang:rust", "-in:tests"]
    #[serde(default, deserialize_with = "list")]
    filters: Vec<String>,
    /// 1 to 100 results (default 10)
    #[serde(default, deserialize_with = "positive")]
    limit: Option<usize>,
    /// Context: none, auto (default), parent, siblings, header, imports, neighbors=10, callers, callees
    /// (callers=3: over 3 steps), file, skeleton
    #[serde(default, deserialize_with = "list")]
    expand: Vec<String>,
    /// Repeat code that was sent before
    #[serde(default)]
    again: bool,
});

arguments!(OutlineArguments {
    /// File or directory (default: everything)
    #[serde(default = "everything")]
    path: String,
});

arguments!(ReferencesArguments {
    /// Name (Session.get), FILE:LINE, FILE, DIRECTORY or id
    symbol: String,
});

arguments!(SimilarArguments {
    /// Name (Session.get), FILE:LINE or id
    symbol: String,
    /// Filters, as in `search`
    #[serde(default, deserialize_with = "list")]
    filters: Vec<String>,
    /// 1 to 100 results (default 10)
    #[serde(default, deserialize_with = "positive")]
    limit: Option<usize>,
    /// Repeat code that was sent before
    #[serde(default)]
    again: bool,
});

arguments!(PathArguments {
    /// The start: name (Session.get), FILE:LINE, FILE or id
    from: String,
    /// The end
    to: String,
});

arguments!(ImpactArguments {
    /// What changes: name (Session.get), FILE:LINE, FILE, id, or filters: in:changed for changes since HEAD
    target: String,
    /// Maximum steps (default 3, with tests 0); 0 for any number
    #[serde(default, deserialize_with = "whole")]
    depth: Option<usize>,
    /// Only the tests, as arguments of the usual runner
    #[serde(default)]
    tests: bool,
});

arguments!(MapArguments {
    /// Directory (default: everything)
    #[serde(default = "everything")]
    path: String,
});

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SymbolArguments {
    /// Name (Session.get), FILE:LINE, FILE:10-40, or the id of a result
    pub(super) symbol: String,
    /// Context, as in `search`
    #[serde(default, deserialize_with = "list")]
    pub(super) expand: Vec<String>,
    /// Repeat code that was sent before
    #[serde(default)]
    pub(super) again: bool,
    /// Size limit (default 4000)
    #[serde(default, deserialize_with = "positive")]
    pub(super) max_tokens: Option<usize>,
    /// Another repository
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StatusArguments {
    /// Another repository
    #[serde(default, deserialize_with = "text")]
    pub(super) root: Option<String>,
}

/// The budget in tokens: the requested one or the default.
pub(super) fn budget(requested: Option<usize>) -> usize {
    requested.unwrap_or(MAX_TOKENS)
}

/// The number of results: the requested one or the default.
pub(super) fn limit(requested: Option<usize>) -> Result<usize> {
    let limit = requested.unwrap_or(10);
    ensure!((1..=100).contains(&limit), "limit: expected 1 to 100");
    Ok(limit)
}

/// The requested expansions; `auto` without any.
pub(super) fn expansions(texts: &[String]) -> Result<Vec<Expansion>> {
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
