//! A qualified name as a term: the name followed by a few bits of its owner's hash, which take less space than
//! both names.

use crate::chunk::content_hash;

/// Separates a name from the hash of its owner. No name contains it.
const BEHIND: char = '\u{2}';
/// Number of six-bit letters that encode the owner of a name.
const LETTERS: u32 = 2;

/// The term of `name` qualified by `owner`. One owner in 4,096 has that of another.
pub(in crate::index) fn behind(owner: &str, name: &str) -> String {
    let hash = content_hash(owner.as_bytes());
    let mut term = format!("{name}{BEHIND}");
    // Printable characters.
    term.extend((0..LETTERS).map(|at| char::from(b'0' + (hash >> (6 * at) & 0x3f) as u8)));
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qualified_name_differs_from_the_name_and_from_other_owners() {
        assert_eq!(behind("Merger", "new"), behind("Merger", "new"));
        assert_ne!(behind("Merger", "new"), behind("Reader", "new"));
        assert_ne!(behind("Merger", "new"), behind("Merger", "newest"));
        assert!(behind("Größe", "neu").starts_with("neu\u{2}"));
        assert_eq!(behind("Merger", "new").chars().count(), "new".len() + 3);
    }
}
