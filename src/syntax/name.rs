//! Names of declarations, and their text.
//!
//! Principal type: [`Name`]. Invariant: names are cut at a maximum length, because the input may be hostile.

/// A declaration's name.
#[derive(Default)]
pub(super) struct Name {
    /// Names before its own: `A` of `A::b`.
    pub(super) path: Vec<String>,
    /// Its own name; empty if there is none.
    pub(super) own: String,
    /// Start of its own name, in bytes.
    pub(super) at: usize,
}

impl Name {
    /// A name without a path.
    pub(super) fn new(own: String, at: usize) -> Self {
        Self {
            path: Vec::new(),
            own,
            at,
        }
    }
}

/// Maximum length of a name in characters; longer ones are cut.
pub(super) const MAX_NAME_LEN: usize = 200;

/// Returns true for a letter of a name in most languages.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The text on one line, cut if it is too long for a name.
pub(super) fn shortened(text: &str) -> String {
    let words = text.split_whitespace().flat_map(|word| [" ", word]).skip(1);
    words.flat_map(str::chars).take(MAX_NAME_LEN).collect()
}

/// The text inside quotes; a text without quotes is unchanged.
pub(super) fn unquoted(name: &str) -> &str {
    for quote in ['"', '\'', '`'] {
        if let Some(inside) = name
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inside;
        }
    }
    name
}
