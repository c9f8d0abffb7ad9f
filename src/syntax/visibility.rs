//! Visibility of declarations outside their file, which decides `in:api`.

use super::name::is_word;

/// The public declarations of a language, recognized by name and signature.
#[derive(Clone, Copy)]
pub(super) enum Visibility {
    /// Those with one of these words in their signature.
    Marked(&'static [&'static str]),
    /// Those with none of these words.
    Unmarked(&'static [&'static str]),
    /// At the top of a file, those with `export`; members without `private`, `protected` and `#`.
    Exported,
    /// Names that begin with an upper-case letter.
    Capitalized,
    /// Names that do not begin with `_`, and `__names__`.
    NoUnderscore,
    /// None: targets, rules and blocks.
    #[cfg_attr(
        not(feature = "all-languages"),
        expect(dead_code, reason = "build files")
    )]
    Nothing,
}

impl Visibility {
    /// Returns true if a declaration is public. `is_member` is true for a member of a type.
    pub(super) fn is_public(self, name: &str, signature: &str, is_member: bool) -> bool {
        let has_any = |marks: &[&str]| {
            let mut words = signature.split(|letter| !is_word(letter) && letter != '(');
            words.any(|word| marks.contains(&word))
        };
        match self {
            Self::Marked(marks) => has_any(marks),
            Self::Unmarked(marks) => !has_any(marks),
            Self::Exported if is_member => {
                !has_any(&["private", "protected"]) && !name.starts_with('#')
            }
            Self::Exported => has_any(&["export"]),
            Self::Capitalized => name.starts_with(char::is_uppercase),
            Self::NoUnderscore => !name.starts_with('_') || name.ends_with("__"),
            Self::Nothing => false,
        }
    }
}
