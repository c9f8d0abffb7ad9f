//! Hash of a chunk without its name, which identifies it after a rename.
//!
//! Bookmarks store [`ChunkTree::nameless_hash`].

use super::node::Chunk;
use super::tree::ChunkTree;
use crate::corpus::content_hash;
use crate::syntax::Kind;

impl ChunkTree {
    /// The hash of a chunk's text without its name; 0 for a file, whose name is not in its text.
    pub fn nameless_hash(&self, chunk: &Chunk) -> u64 {
        match chunk.kind {
            Kind::File => 0,
            _ => content_hash(remove_name(&self.text(chunk), &chunk.name).as_bytes()),
        }
    }
}

/// A text without the whole-word occurrences of a name.
fn remove_name(text: &str, name: &str) -> String {
    if name.is_empty() {
        return text.to_owned();
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = String::with_capacity(text.len());
    let mut after = 0;
    for (at, _) in text.match_indices(name) {
        let end = at + name.len();
        if !text[..at].ends_with(is_part) && !text[end..].starts_with(is_part) {
            rest.push_str(&text[after..at]);
            after = end;
        }
    }
    rest.push_str(&text[after..]);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_omitted_as_whole_words() {
        let check = |text: &str, name: &str, expected: &str| {
            assert_eq!(remove_name(text, name), expected, "{name} in {text}");
        };
        check("fn sum(n) { sum(n - 1) }", "sum", "fn (n) { (n - 1) }");
        check(
            "sum sum_of résumé sums, sum",
            "sum",
            " sum_of résumé sums, ",
        );
        check("fn sum()", "", "fn sum()");
        check("é.sum", "é", ".sum");
    }
}
