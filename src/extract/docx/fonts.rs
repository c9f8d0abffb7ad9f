//! Fonts by their names.

/// Words in the names of fonts that code is set in.
const MONOSPACED: &[&str] = &[
    "code",
    "consolas",
    "console",
    "courier",
    "inconsolata",
    "menlo",
    "monaco",
    "mono",
    "monospace",
    "monospaced",
    "typewriter",
];

/// Whether a font is one that code is set in.
pub(super) fn is_monospaced(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|character: char| !character.is_alphanumeric());
    words.any(|word| MONOSPACED.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: bool) {
        assert_eq!(is_monospaced(name), expected, "{name}");
    }

    #[test]
    fn names() {
        check("Courier New", true);
        check("DejaVu Sans Mono", true);
        check("Lucida Console", true);
        check("Source Code Pro", true);
        check("Times New Roman", false);
        check("Monotype Corsiva", false);
    }
}
