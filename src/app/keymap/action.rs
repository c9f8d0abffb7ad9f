//! Actions of keys, palette and mouse: a closed list with the names in keymaps and the descriptions
//! in the help.

use std::convert::identity;
use std::sync::LazyLock;

/// An action with its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) action: Action,
    /// Name in keymaps.
    pub(crate) name: &'static str,
    /// A sentence for the help and the palette.
    pub(crate) help: &'static str,
}

/// Enums of rows `Variant: "name" "help";`, each with what makes an [`Action`] of it.
macro_rules! actions {
    ($($(#[$doc:meta])* $list:ident by $wrap:path {
        $($action:ident: $name:literal $help:literal;)+
    } $($group:ident($inner:ident))*;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub(crate) enum $list {
                $($action,)+
                $($group($inner),)*
            }
        )+

        /// In the order in which the help lists them.
        pub(crate) static ACTIONS: LazyLock<Vec<Named>> = LazyLock::new(|| {
            vec![$($(Named {
                action: $wrap($list::$action),
                name: $name,
                help: $help,
            }),+),+]
        });
    };
}

actions! {
    /// An action.
    Action by identity {
        FocusNext: "focus-next" "go to the next pane";
        FocusPrevious: "focus-previous" "go to the previous pane";
        FocusPrompt: "focus-prompt" "back to the prompt";
        Edit: "edit" "open your editor on the matched line";
        Climb: "climb" "Back (popup, code, results, prompt)";
        Help: "help" "show all keys";
        Palette: "palette" "choose an action by its name";
        Themes: "themes" "choose a theme, seen while you choose";
        CaptureMouse: "capture-mouse" "give the mouse to the terminal, or take it back";
        WidenResults: "widen-results" "more room for the results, less for the code";
        NarrowResults: "narrow-results" "less room for the results, more for the code";
        Reindex: "reindex" "look for changed files now";
        CancelIndexing: "cancel-indexing" "stop indexing; what is indexed stays";
        Rebuild: "rebuild" "throw the index away and make it anew; asks once";
        Index: "index" "the index: stages, sizes, what was left out and why";
        CopyPlace: "copy-place" "copy path:line";
        CopyCode: "copy-code" "copy the code";
        Why: "why" "why this result: ranks and signals";
        Like: "similar-code" "find similar code";
        Definition: "definition" "list definitions of what it uses";
        References: "references" "list references";
        Imports: "imports" "list imports";
        Siblings: "siblings" "list siblings or members";
        SameKind: "same-kind" "only hits of this one's kind, or all again";
        Copies: "copies" "list identical copies";
        MoreHits: "more-hits" "more hits than were asked for";
        Mark: "mark" "mark for export, or take the mark off";
        Export: "export" "export what is marked, or all hits";
        Back: "back" "back to where you were";
        Forward: "forward" "forward again";
        Files: "files" "choose a file by its path";
        History: "history" "ask again what was asked before";
        Bookmark: "bookmark" "set a bookmark, or take it away";
        Bookmarks: "bookmarks" "choose a bookmark";
        Peek: "peek" "the code over the results, or beside them again";
        Redraw: "redraw" "draw the screen anew";
        Suspend: "suspend" "suspend; fg comes back";
        StopOrQuit: "stop-or-quit" "stop the search, then the indexing, else quit";
        Quit: "quit" "quit";
        NextMode: "next-mode" "next mode: hybrid, keywords, semantic, symbol, regex";
        HybridMode: "hybrid-mode" "search by keywords and semantics";
        KeywordsMode: "keywords-mode" "search keywords";
        SemanticMode: "semantic-mode" "semantic search only";
        SymbolMode: "symbol-mode" "search symbol names";
        RegexMode: "regex-mode" "search by regular expression";
        PreviewDown: "preview-down" "scroll the preview down";
        PreviewUp: "preview-up" "scroll the preview up";
        Choose: "choose" "take what is selected";
        Complete: "complete" "take what is offered for the filter";
    } Prompt(Editing) Results(Step) Code(Look);

    /// Edits of the prompt's text or cursor.
    Editing by Action::Prompt {
        Left: "left" "a character left";
        Right: "right" "a character right";
        WordLeft: "word-left" "a word left";
        WordRight: "word-right" "a word right";
        Start: "start" "to the start";
        End: "end" "to the end";
        Backspace: "delete-left" "delete the character before the cursor";
        Delete: "delete-right" "delete the character at the cursor";
        DeleteWordLeft: "delete-word-left" "delete the word before the cursor";
        DeleteWordRight: "delete-word-right" "delete the word after the cursor";
        Clear: "clear" "clear the prompt";
        DeleteToStart: "delete-to-start" "delete to the start";
        DeleteToEnd: "delete-to-end" "delete to the end";
    };

    /// Movements in the results and changes of their shape.
    Step by Action::Results {
        Next: "next-row" "select the row below";
        Previous: "previous-row" "select the row above";
        PageDown: "next-page" "a page of rows down";
        PageUp: "previous-page" "a page of rows up";
        First: "first-row" "to the first row";
        Last: "last-row" "to the last row";
        Open: "open-row" "open, then into it";
        Close: "close-row" "close, then to the parent";
        Toggle: "toggle-row" "open or close";
        OpenAll: "open-all" "open with all that is in it";
        CloseAll: "close-all" "close with all that is in it";
        Siblings: "other-members" "show or hide what stands beside the hits of a file";
        NextSibling: "next-sibling" "next sibling";
        PreviousSibling: "previous-sibling" "previous sibling";
        Parent: "parent-row" "to the parent";
        NextParent: "next-parent" "to the parent's next sibling";
        NextRank: "next-result" "next result by rank";
        PreviousRank: "previous-result" "previous result by rank";
        NextHit: "next-hit" "next result by position";
        PreviousHit: "previous-hit" "previous result by position";
        ToggleView: "toggle-view" "as a tree, or as a list by rank";
    };

    /// Movements in the code and changes of the amount of code shown.
    Look by Action::Code {
        Down: "line-down" "a line down";
        Up: "line-up" "a line up";
        HalfDown: "half-page-down" "half a page down";
        HalfUp: "half-page-up" "half a page up";
        PageDown: "page-down" "a page down";
        PageUp: "page-up" "a page up";
        First: "first-line" "to the first line shown";
        Last: "last-line" "to the last line shown";
        ZoomOut: "zoom-out" "zoom out: the hit, what holds it, the whole file";
        ZoomIn: "zoom-in" "zoom in, back to the hit";
        WholeFile: "whole-file" "the whole file, or back to the hit";
        Parent: "parent" "what holds it: its head in place, or the type it belongs to";
        Wider: "wider" "ten more lines around";
        Narrower: "narrower" "ten lines around less";
        Fold: "fold" "fold or unfold what the cursor is in";
        OpenFold: "open-fold" "open the fold at the cursor";
        CloseFold: "close-fold" "close the innermost fold at the cursor";
        OpenFolds: "open-folds" "open all folds";
        CloseFolds: "close-folds" "fold all that can be folded";
        Left: "scroll-left" "the beginnings of long lines";
        Right: "scroll-right" "the ends of long lines";
        Wrap: "wrap" "wrap long lines, or cut them";
    };
}

impl Action {
    /// The action of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let row = ACTIONS.iter().find(|row| row.name == name);
        row.map(|row| row.action)
    }

    /// Its words.
    pub(crate) fn words(self) -> Option<&'static Named> {
        ACTIONS.iter().find(|row| row.action == self)
    }

    pub(crate) fn name(self) -> &'static str {
        self.words().map_or("none", |row| row.name)
    }

    /// Returns true if the action is useful while a popup is open; others would act behind it,
    /// unseen.
    pub(crate) fn is_seen_anywhere(self) -> bool {
        use Action::{CaptureMouse, Help, Palette, Quit, Redraw, StopOrQuit, Suspend};
        matches!(
            self,
            StopOrQuit | Quit | Suspend | Redraw | Help | Palette | CaptureMouse
        )
    }
}

impl Look {
    /// Returns true if the action only moves in what is shown.
    pub(crate) fn only_moves(self) -> bool {
        use Look::{Down, First, HalfDown, HalfUp, Last, Left, PageDown, PageUp, Right, Up};
        let is_step = matches!(self, Down | Up | HalfDown | HalfUp | PageDown | PageUp);
        is_step || matches!(self, First | Last | Left | Right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for row in ACTIONS.iter() {
            assert_eq!(Action::named(row.name), Some(row.action), "{}", row.name);
            let same = ACTIONS.iter().filter(|it| it.action == row.action);
            assert_eq!(same.count(), 1, "{}", row.name);
        }
    }
}
