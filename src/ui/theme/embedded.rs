//! The themes that are built in.

macro_rules! themes {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../themes/", $name, ".toml")))),+]
    };
}

/// By name, the default first. Everything but the first is true-colour.
const EMBEDDED: &[(&str, &str)] = themes! {
    "terminal" "night" "day" "catppuccin-mocha"
    "catppuccin-latte" "dracula" "github-light" "gruvbox-dark"
    "gruvbox-light" "nord" "one-dark" "rose-pine"
    "solarized-dark" "solarized-light" "tokyo-night"
};

/// Their names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// The text of one.
pub(super) fn embedded(name: &str) -> Option<&'static str> {
    let found = EMBEDDED.iter().find(|(embedded, _)| *embedded == name);
    found.map(|(_, text)| *text)
}
