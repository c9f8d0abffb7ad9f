//! The themes that are built in.

/// By name, the default first. Everything but the first is true-colour.
const EMBEDDED: [(&str, &str); 15] = [
    ("terminal", include_str!("../../../themes/terminal.toml")),
    ("night", include_str!("../../../themes/night.toml")),
    ("day", include_str!("../../../themes/day.toml")),
    (
        "catppuccin-mocha",
        include_str!("../../../themes/catppuccin-mocha.toml"),
    ),
    (
        "catppuccin-latte",
        include_str!("../../../themes/catppuccin-latte.toml"),
    ),
    ("dracula", include_str!("../../../themes/dracula.toml")),
    (
        "github-light",
        include_str!("../../../themes/github-light.toml"),
    ),
    (
        "gruvbox-dark",
        include_str!("../../../themes/gruvbox-dark.toml"),
    ),
    (
        "gruvbox-light",
        include_str!("../../../themes/gruvbox-light.toml"),
    ),
    ("nord", include_str!("../../../themes/nord.toml")),
    ("one-dark", include_str!("../../../themes/one-dark.toml")),
    ("rose-pine", include_str!("../../../themes/rose-pine.toml")),
    (
        "solarized-dark",
        include_str!("../../../themes/solarized-dark.toml"),
    ),
    (
        "solarized-light",
        include_str!("../../../themes/solarized-light.toml"),
    ),
    (
        "tokyo-night",
        include_str!("../../../themes/tokyo-night.toml"),
    ),
];

/// Their names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// The text of one.
pub(super) fn embedded(name: &str) -> Option<&'static str> {
    let found = EMBEDDED.iter().find(|(embedded, _)| *embedded == name);
    found.map(|(_, text)| *text)
}
