//! Scripts of actions in more than one pane.

use super::{Script, effects, focus, listed, popup, scripts};
use crate::app::{App, Effect};

pub(super) const SCRIPTS: &[Script] = scripts! {
    "focus-next": "", "<tab>" => focus, "Results";
    "focus-previous": "", "<backtab>" => focus, "Code";
    "focus-prompt": "<tab>", "<a-/>" => focus, "Prompt";
    "escape": "<tab><tab>", "<esc>" => focus, "Results";
    "help": "<tab>", "?" => popup, "keys and actions";
    "palette": "<tab>", ":" => popup, "keys and actions";
    "themes": "<tab>", "t" => popup, "themes";
    "history": "segment<down><c-u>", "<c-r>" => popup, "search history";
    "files": in listed, "", "<c-t>" => popup, "files";
    "map": in listed, "<tab>", "gm" => shows_map, "true";
    "explain": "merged<tab>", "w" => popup, "why src/indexer/merger.rs:37";
    "edit-split": "merged<tab>", "o" => effects,
        "EditSplit(Location { path: SourcePath(\"src/indexer/merger.rs\"), line: 37, column: 20 })";
    "edit": "merged", "<enter>" => effects,
        r#"Edit(Location { path: SourcePath("src/indexer/merger.rs"), line: 37, column: 20 })"#;
    "reindex": "<tab>", "R" => effects, "Reindex";
    "copy-location": "merged<tab>", "y" => effects, r#"Copy("src/indexer/merger.rs:37")"#;
    "copy-code": "merged<tab>", "Y" => effects,
        r#"Copy("    /// Writes the merged segment by pushing information"#;
    "redraw": "", "<c-l>" => effects, "Redraw";
    "suspend": "", "<c-z>" => effects, "Suspend";
    "stop-or-quit": "", "<c-c>" => effects, "Quit";
    "quit": "<tab>", "q" => effects, "Quit";
};

/// `true` while the map is shown.
fn shows_map(app: &App, _: &[Effect]) -> String {
    app.shows_map().to_string()
}
