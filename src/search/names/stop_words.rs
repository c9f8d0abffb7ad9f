//! Words that carry no meaning for a search.

/// English stop words.
const STOP_WORDS: [&str; 62] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "being", "by", "can", "could", "did", "do",
    "does", "doing", "for", "from", "had", "has", "have", "how", "i", "in", "into", "is", "it",
    "its", "me", "my", "of", "on", "or", "our", "should", "so", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "to", "use", "used", "uses",
    "using", "was", "we", "were", "what", "when", "where", "whether", "which", "with", "would",
];

/// Returns true for a lower-case stop word.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}
