//! Variables that name a member of a module: `const open = store.open;`. They pass it on as an import does.

use crate::chunk::ChunkTree;
use crate::syntax::{Language, Packages, Reach};
use regex::Regex;
use std::sync::LazyLock;

/// A variable whose value is a member: `const open = store.open;`
static MEMBER_ALIAS: LazyLock<Regex> = regex!(
    r"(?m)^(?:pub |local |const |let |var |val |final )*(\w+)[ \t]*=[ \t]*(\w+)\.(\w+)[ \t]*;?[ \t]*\r?$"
);

/// Returns the variables at the top of a document whose value is a member of another name, with both names.
pub(super) fn member_aliases(tree: &ChunkTree) -> Vec<(String, String, String)> {
    let packages = tree.language.map(Language::packages);
    let is_by_file = tree.language.map(Language::reach) == Some(Reach::File);
    if !is_by_file || matches!(packages, Some(Packages::Rooted(_))) {
        return Vec::new();
    }
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let found = MEMBER_ALIAS.captures_iter(&text);
    let found = found.map(|found| [1, 2, 3].map(|group| found[group].to_owned()));
    found.map(|[alias, of, name]| (alias, of, name)).collect()
}
