//! Qualified names as terms: the name followed by a few bits of its owner's hash, which takes less space than
//! both names.
//!
//! Contract of [`qualified_term()`]: equal for indexing and lookup; rarely two owners share a term.

use crate::chunk::content_hash;

/// Separates a name from the hash of its owner. No name contains it.
const OWNER_SEPARATOR: char = '\u{2}';
/// Number of six-bit letters that encode the owner of a name.
const LETTERS: u32 = 2;

/// The term of `name` qualified by `owner`. One owner in 4,096 collides with another.
pub(in crate::index) fn qualified_term(owner: &str, name: &str) -> String {
    let hash = content_hash(owner.as_bytes());
    let mut term = format!("{name}{OWNER_SEPARATOR}");
    // Printable characters.
    term.extend((0..LETTERS).map(|at| char::from(b'0' + (hash >> (6 * at) & 0x3f) as u8)));
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qualified_name_differs_from_the_name_and_from_other_owners() {
        assert_eq!(
            qualified_term("Merger", "new"),
            qualified_term("Merger", "new")
        );
        assert_ne!(
            qualified_term("Merger", "new"),
            qualified_term("Reader", "new")
        );
        assert_ne!(
            qualified_term("Merger", "new"),
            qualified_term("Merger", "newest")
        );
        assert!(qualified_term("Größe", "neu").starts_with("neu\u{2}"));
        assert_eq!(
            qualified_term("Merger", "new").chars().count(),
            "new".len() + 3
        );
    }
}
