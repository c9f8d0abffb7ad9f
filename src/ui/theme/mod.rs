//! Themes: a style for each role. A theme is a TOML text; fifteen are embedded.
//!
//! Principal type: [`Theme`]. Invariant: colors exist nowhere else; the rest of `ui` names roles.

mod depth;
mod load;
mod styles;
#[cfg(test)]
mod tests;

pub use load::UserThemes;
pub use styles::{Theme, ThemeError};

pub(super) use styles::Role;
