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
pub static MOVED: &[MovedKey] = &[
    results(
        "/",
        "focus-prompt",
        "filter-or-prompt",
        "`alt-/`, in lists about a row",
    ),
    code("default", "h", "scroll-left", "column-left", "`shift-left`"),
    code(
        "default",
        "left",
        "scroll-left",
        "column-left",
        "`shift-left`",
    ),
    code(
        "default",
        "l",
        "scroll-right",
        "column-right",
        "`shift-right`",
    ),
    code(
        "default",
        "right",
        "scroll-right",
        "column-right",
        "`shift-right`",
    ),
    code(
        "default",
        "alt-left",
        "back",
        "previous-name",
        "`<`, `ctrl-o`",
    ),
    code(
        "default",
        "alt-right",
        "forward",
        "next-name",
        "`>`, `alt-o`",
    ),
    code("vim", "w", "explain", "next-word", "`g w`"),
    code("vim", "b", "bookmark", "previous-word", "`g b`"),
    code(
        "emacs",
        "ctrl-f",
        "scroll-right",
        "column-right",
        "`shift-right`",
    ),
    code(
        "emacs",
        "ctrl-b",
        "scroll-left",
        "column-left",
        "`shift-left`",
    ),
];

/// A key of the results in all presets.
const fn results(
    key: &'static str,
    before: &'static str,
    now: &'static str,
    instead: &'static str,
) -> MovedKey {
    MovedKey {
        section: "results",
        ..code("default", key, before, now, instead)
    }
}

/// A key of the code pane.
const fn code(
    preset: &'static str,
    key: &'static str,
    before: &'static str,
    now: &'static str,
    instead: &'static str,
) -> MovedKey {
    MovedKey {
        preset,
        section: "code",
        key,
        before,
        now,
        instead,
    }
}
