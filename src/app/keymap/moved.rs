//! Keys that did something else in an earlier edition.
//!
//! [`MOVED`] is a table of `docs/keys.md`. Contract: a row names the action that the key has now, which a test
//! compares with the default bindings and the presets.

/// A key with another action than before.
#[derive(Clone, Copy, Debug)]
pub struct MovedKey {
    /// The preset; `default` for all that do not bind the key otherwise.
    pub preset: &'static str,
    /// Context of the key.
    pub section: &'static str,
    /// The key, as in a keymap.
    pub key: &'static str,
    /// Its action before.
    pub before: &'static str,
    /// Its action now.
    pub now: &'static str,
    /// The way to the earlier action now.
    pub instead: &'static str,
}

/// The moved keys.
pub static MOVED: &[MovedKey] = &[MovedKey {
    preset: "default",
    section: "results",
    key: "/",
    before: "focus-prompt",
    now: "filter-or-prompt",
    instead: "`alt-/`, in lists about a row",
}];
