//! The actions by name: what keymaps and the palette call them, and what the help says of them.

use super::{Action, Editing, Look, Step};

/// An action with its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) action: Action,
    /// What keymaps call it.
    pub(crate) name: &'static str,
    /// A sentence for the help and the palette.
    pub(crate) help: &'static str,
    /// A word for the status line, for the few that belong there.
    pub(crate) hint: Option<&'static str>,
}

/// The action of a name.
pub(super) fn action(name: &str) -> Option<Action> {
    let row = ACTIONS.iter().find(|row| row.name == name);
    row.map(|row| row.action)
}

/// Rows of `action, "name", "help", "hint";`.
macro_rules! actions {
    ($($action:expr, $name:literal, $help:literal $(, $hint:literal)?;)+) => {
        &[$(Named {
            action: $action,
            name: $name,
            help: $help,
            hint: [$(Some($hint),)? None][0],
        }),+]
    };
}

/// In the order in which the help lists them.
pub(crate) static ACTIONS: &[Named] = {
    use Action::{Code, Prompt, Results};
    actions! {
        Action::FocusNext, "focus-next", "go to the next pane", "focus";
        Action::FocusPrevious, "focus-previous", "go to the previous pane";
        Action::FocusPrompt, "focus-prompt", "back to the prompt";
        Action::Edit, "edit", "open your editor on the matched line", "edit";
        Action::Climb, "climb", "climb: popup, code, results, prompt; never quits";
        Action::Help, "help", "show all keys";
        Action::Palette, "palette", "choose an action by its name";
        Action::Themes, "themes", "choose a theme, seen while you choose";
        Action::CaptureMouse, "capture-mouse", "give the mouse to the terminal, or take it back";
        Action::WidenResults, "widen-results", "more room for the results, less for the code";
        Action::NarrowResults, "narrow-results", "less room for the results, more for the code";
        Action::Reindex, "reindex", "look for changed files now";
        Action::CancelIndexing, "cancel-indexing", "stop indexing; what is indexed stays";
        Action::Rebuild, "rebuild", "throw the index away and make it anew; asks once";
        Action::Index, "index", "the index: stages, sizes, what was left out and why";
        Action::CopyPlace, "copy-place", "copy path:line";
        Action::CopyCode, "copy-code", "copy the code";
        Action::Why, "why", "why this result: ranks and signals";
        Action::Like, "more-like-this", "more like this: code with the same meaning";
        Action::Touching, "who-touches-this", "who touches this: what calls or uses it";
        Action::SameKind, "same-kind", "only hits of this one's kind, or all again";
        Action::MoreHits, "more-hits", "more hits than were asked for";
        Action::Mark, "mark", "mark for export, or take the mark off";
        Action::Export, "export", "export what is marked, or all hits";
        Action::Back, "back", "back to where you were";
        Action::Forward, "forward", "forward again";
        Action::Files, "files", "choose a file by its path";
        Action::History, "history", "ask again what was asked before";
        Action::Bookmark, "bookmark", "set a bookmark, or take it away";
        Action::Bookmarks, "bookmarks", "choose a bookmark";
        Action::Peek, "peek", "the code over the results, or beside them again";
        Action::Redraw, "redraw", "draw the screen anew";
        Action::Suspend, "suspend", "suspend; fg comes back";
        Action::StopOrQuit, "stop-or-quit", "stop the search, then the indexing, else quit";
        Action::Quit, "quit", "quit";
        Action::NextMode, "next-mode", "next mode: hybrid, keywords, meaning, symbol, regex", "mode";
        Action::Choose, "choose", "take what is selected";
        Action::Complete, "complete", "take what is offered for the filter";
        Prompt(Editing::Left), "left", "a character left";
        Prompt(Editing::Right), "right", "a character right";
        Prompt(Editing::WordLeft), "word-left", "a word left";
        Prompt(Editing::WordRight), "word-right", "a word right";
        Prompt(Editing::Start), "start", "to the start";
        Prompt(Editing::End), "end", "to the end";
        Prompt(Editing::Backspace), "delete-left", "delete the character before the cursor";
        Prompt(Editing::Delete), "delete-right", "delete the character at the cursor";
        Prompt(Editing::DeleteWordLeft), "delete-word-left", "delete the word before the cursor";
        Prompt(Editing::DeleteWordRight), "delete-word-right", "delete the word after the cursor";
        Prompt(Editing::DeleteToStart), "delete-to-start", "delete to the start";
        Prompt(Editing::DeleteToEnd), "delete-to-end", "delete to the end";
        Results(Step::Next), "next-row", "select the row below";
        Results(Step::Previous), "previous-row", "select the row above";
        Results(Step::PageDown), "next-page", "a page of rows down";
        Results(Step::PageUp), "previous-page", "a page of rows up";
        Results(Step::First), "first-row", "to the first row";
        Results(Step::Last), "last-row", "to the last row";
        Results(Step::Open), "open-row", "open, then into it";
        Results(Step::Close), "close-row", "close, then to the parent";
        Results(Step::Toggle), "toggle-row", "open or close", "open";
        Results(Step::OpenAll), "open-all", "open with all that is in it";
        Results(Step::CloseAll), "close-all", "close with all that is in it";
        Results(Step::Siblings), "other-members", "show or hide what stands beside the hits of a file";
        Results(Step::NextSibling), "next-sibling", "next sibling";
        Results(Step::PreviousSibling), "previous-sibling", "previous sibling";
        Results(Step::Parent), "parent-row", "to the parent";
        Results(Step::NextParent), "next-parent", "to the parent's next sibling";
        Results(Step::NextHit), "next-hit", "next hit; behind the last one the first";
        Results(Step::PreviousHit), "previous-hit", "previous hit; before the first one the last";
        Results(Step::ToggleView), "toggle-view", "as a tree, or as a list by rank", "tree⇄rank";
        Code(Look::Down), "line-down", "a line down";
        Code(Look::Up), "line-up", "a line up";
        Code(Look::HalfDown), "half-page-down", "half a page down";
        Code(Look::HalfUp), "half-page-up", "half a page up";
        Code(Look::PageDown), "page-down", "a page down";
        Code(Look::PageUp), "page-up", "a page up";
        Code(Look::First), "first-line", "to the first line shown";
        Code(Look::Last), "last-line", "to the last line shown";
        Code(Look::ZoomOut), "zoom-out", "zoom out: the hit, what holds it, the whole file", "zoom";
        Code(Look::ZoomIn), "zoom-in", "zoom in, back to the hit";
        Code(Look::WholeFile), "whole-file", "the whole file, or back to the hit";
        Code(Look::Parent), "parent", "what holds it: its head in place, or the type it belongs to", "parent";
        Code(Look::Wider), "wider", "ten more lines around";
        Code(Look::Narrower), "narrower", "ten lines around less";
        Code(Look::Fold), "fold", "fold or unfold what the cursor is in", "fold";
        Code(Look::OpenFold), "open-fold", "open the fold at the cursor";
        Code(Look::CloseFold), "close-fold", "close the innermost fold at the cursor";
        Code(Look::OpenFolds), "open-folds", "open all folds";
        Code(Look::CloseFolds), "close-folds", "fold all that can be folded";
        Code(Look::Siblings), "siblings", "what is beside it, or in it, by signature";
        Code(Look::Imports), "imports", "what it imports";
        Code(Look::Callers), "callers", "who calls or uses it";
        Code(Look::Jump(1)), "jump-1", "to the place marked 1";
        Code(Look::Jump(2)), "jump-2", "to the place marked 2";
        Code(Look::Jump(3)), "jump-3", "to the place marked 3";
        Code(Look::Jump(4)), "jump-4", "to the place marked 4";
        Code(Look::Jump(5)), "jump-5", "to the place marked 5";
        Code(Look::Jump(6)), "jump-6", "to the place marked 6";
        Code(Look::Jump(7)), "jump-7", "to the place marked 7";
        Code(Look::Jump(8)), "jump-8", "to the place marked 8";
        Code(Look::Jump(9)), "jump-9", "to the place marked 9";
        Code(Look::Left), "scroll-left", "the beginnings of long lines";
        Code(Look::Right), "scroll-right", "the ends of long lines";
        Code(Look::Wrap), "wrap", "wrap long lines, or cut them";
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for row in ACTIONS {
            assert_eq!(action(row.name), Some(row.action), "{}", row.name);
            let same = ACTIONS.iter().filter(|it| it.action == row.action);
            assert_eq!(same.count(), 1, "{}", row.name);
        }
    }
}
