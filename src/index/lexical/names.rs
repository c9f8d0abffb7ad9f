//! A name behind another as a term: it shares its letters with the name alone, and of what it is
//! behind there are a few bits, which take less than a second name for each pair.

use crate::chunk::content_hash;

/// Between a name and what stands for that which it is behind. No name has it.
const BEHIND: char = '\u{2}';
/// Number of six-bit letters that encode the owner of a name.
const LETTERS: u32 = 2;

/// The term of `name` where it stands behind `owner`. One owner in 4 096 has that of another.
pub(in crate::index) fn behind(owner: &str, name: &str) -> String {
    let hash = content_hash(owner.as_bytes());
    let mut term = format!("{name}{BEHIND}");
    // From a character on that prints.
    term.extend((0..LETTERS).map(|at| char::from(b'0' + (hash >> (6 * at) & 0x3f) as u8)));
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_behind_another_is_told_from_others_and_from_itself_alone() {
        assert_eq!(behind("Merger", "new"), behind("Merger", "new"));
        assert_ne!(behind("Merger", "new"), behind("Reader", "new"));
        assert_ne!(behind("Merger", "new"), behind("Merger", "newest"));
        assert!(behind("Größe", "neu").starts_with("neu\u{2}"));
        assert_eq!(behind("Merger", "new").chars().count(), "new".len() + 3);
    }
}
