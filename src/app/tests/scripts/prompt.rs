//! Scripts of the prompt.

use super::{Script, notice, scripts};
use crate::app::{App, Effect};

/// The text with a bar where the cursor is.
fn text(app: &App, _: &[Effect]) -> String {
    let before = app.prompt.before_cursor();
    let after = app.prompt.text().strip_prefix(before).unwrap_or_default();
    format!("{before}|{after}")
}

fn mode(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.prompt.mode())
}

fn form(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.prompt.query.form)
}

pub(super) const SCRIPTS: &[Script] = scripts! {
    "next-mode": "merge", "<a-m>" => mode, "Keywords";
    "search-as-text": "merge path:nowhere", "<a-t>" => form, "LongText";
    "complete": "lang:", "<tab>" => text, "lang:rust |";
    "choose": "lang:<down>", "<enter>" => text, "lang:rust |";
    "left": "how are", "<left>" => text, "how ar|e";
    "right": "how are<c-a>", "<right>" => text, "h|ow are";
    "word-left": "how are", "<a-b>" => text, "how |are";
    "word-right": "how are<c-a>", "<a-f>" => text, "how| are";
    "start": "how are", "<c-a>" => text, "|how are";
    "end": "how are<c-a>", "<c-e>" => text, "how are|";
    "delete-left": "how are", "<bs>" => text, "how ar|";
    "delete-right": "how are<c-a>", "<delete>" => text, "|ow are";
    "delete-word-left": "how are", "<c-w>" => text, "how |";
    "delete-word-right": "how are<c-a>", "<a-d>" => text, "| are";
    "clear": "how are<a-b>", "<c-u>" => text, "|";
    "escape": "how are<a-b>", "<esc>" => text, "|";
    "escape": "", "<esc>" => notice, "Press Ctrl-C to quit";
    "delete-to-start": "how are<a-b>", "<a-u>" => text, "|are";
    "delete-to-end": "how are<a-b>", "<a-k>" => text, "how |";
    "hybrid-mode": "merge<a-3>", "<a-1>" => mode, "Hybrid";
    "keywords-mode": "merge", "<a-2>" => mode, "Keywords";
    "semantic-mode": "merge", "<a-3>" => mode, "Semantic";
    "symbol-mode": "merge", "<a-4>" => mode, "Symbol";
    "toggle-case": "merge<a-5>", "<a-i>" => text, "(?-i)merge|";
    "toggle-case": "Merge<a-5>", "<a-i>" => text, "(?i)Merge|";
    "toggle-case": "merge<a-5><a-i>", "<a-i>" => text, "merge|";
    "toggle-words": "merge<a-5>", "<a-e>" => text, "(?w)merge|";
    "toggle-words": "merge<a-5><a-i><a-e>", "<a-e>" => text, "(?-i)merge|";
    "toggle-lines": "merge<a-5>", "<a-l>" => text, "(?s)merge|";
    "toggle-case": "/merge/<a-5>", "<a-i>" => text, "/(?-i)merge/|";
    "toggle-case": "/merge/<a-5><a-i>", "<a-i>" => text, "/merge/|";
    "toggle-case": "lang:rust merge<a-5>", "<a-i>" => text, "lang:rust (?-i)merge|";
    "toggle-case": "lang:rust merge<a-5><a-i>", "<a-i>" => text, "lang:rust merge|";
    "toggle-case": "lang:rust /Merge/ -path:a<a-5>", "<a-i>" => text, "lang:rust /(?i)Merge/ -path:a|";
    "toggle-case": "lang:rust<a-5>", "<a-i>" => text, "lang:rust (?-i)|";
    "toggle-case": "path:\"a b<a-5>", "<a-i>" => text, "path:\"a b\" (?-i)|";
    "toggle-case": "merge", "<a-i>" => notice, "Case matters only in regex mode (Alt-5)";
    "regex-mode": "merge<tab>", "<a-5>" => mode, "Regex";
};
