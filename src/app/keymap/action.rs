//! Actions of keys, palette and mouse: a closed list with the names in keymaps and the descriptions in the
//! help.
//!
//! Principal types: [`Action`], [`Editing`], [`Step`] and [`CodeAction`]. Invariant: each action has one name
//! and one description, from which help, palette and `docs/keys.md` are made.

use std::convert::identity;
use std::sync::LazyLock;

/// An action with its name and description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedAction {
    pub(crate) action: Action,
    /// Name in keymaps.
    pub(crate) name: &'static str,
    /// A sentence for the help and the palette.
    pub(crate) help: &'static str,
    /// None for most actions.
    scope: Option<Scope>,
}

/// A group of actions that are handled alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// It is about the selected result.
    Selection,
    /// It is useful while a popup is open.
    Popups,
}

/// The scope of a row.
macro_rules! scope {
    () => {
        None
    };
    ($scope:ident) => {
        Some(Scope::$scope)
    };
}

/// Defines enums by rows `Variant: "name" "help" of Scope;`, each with the constructor that turns its values into an
/// [`Action`].
macro_rules! actions {
    ($($(#[$doc:meta])* $list:ident by $wrap:path {
        $($action:ident: $name:literal $help:literal $(of $scope:ident)?;)+
    } $($group:ident($inner:ident))*;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub(crate) enum $list {
                $($action,)+
                $($group($inner),)*
            }
        )+

        /// All actions in the order of the help.
        pub(crate) static ACTIONS: LazyLock<Vec<NamedAction>> = LazyLock::new(|| {
            vec![$($(NamedAction {
                action: $wrap($list::$action),
                name: $name,
                help: $help,
                scope: scope!($($scope)?),
            }),+),+]
        });
    };
}

actions! {
    /// An action.
    Action by identity {
        FocusNext: "focus-next" "Focus next pane";
        FocusPrevious: "focus-previous" "Focus previous pane";
        FocusPrompt: "focus-prompt" "Focus the prompt";
        FilterOrPrompt: "filter-or-prompt" "Edit the query, or filter a list";
        Filter: "filter" "Filter the list";
        Edit: "edit" "Open in editor" of Selection;
        EditSplit: "edit-split" "Open in a split or tab" of Selection;
        Escape: "escape" "Back (popup, code, results, prompt)";
        Help: "help" "List keys and actions" of Popups;
        Palette: "palette" "List keys and actions" of Popups;
        Themes: "themes" "Choose theme";
        CaptureMouse: "capture-mouse" "Toggle mouse capture" of Popups;
        WidenResults: "widen-results" "Widen the results pane";
        NarrowResults: "narrow-results" "Narrow the results pane";
        Reindex: "reindex" "Rescan for changes";
        CancelIndexing: "cancel-indexing" "Stop indexing";
        Rebuild: "rebuild" "Delete and rebuild the index (asks first)";
        Index: "index" "Index: state, sizes, skipped files";
        CopyLocation: "copy-location" "Copy path:line" of Selection;
        CopyCode: "copy-code" "Copy the code" of Selection;
        Explain: "explain" "Explain ranking" of Selection;
        Like: "similar-code" "Find similar code" of Selection;
        Definition: "definition" "Go to definitions" of Selection;
        References: "references" "Find references" of Selection;
        Implementations: "implementations" "Find implementations" of Selection;
        Docs: "docs" "Show signature and docs" of Selection;
        Impact: "impact" "Show what a change reaches" of Selection;
        NextChange: "next-change" "Next change since HEAD" of Popups;
        PreviousChange: "previous-change" "Previous change since HEAD" of Popups;
        OldText: "old-text" "Toggle removed lines";
        Beside: "side-by-side" "Toggle before and after";
        FileAtCursor: "file-at-cursor" "Go to the file named at the cursor";
        Callees: "callees" "Find callees" of Selection;
        PathStart: "path-start" "Start a path here" of Selection;
        Path: "path" "Path from the start to here" of Selection;
        Tests: "tests" "Tests that reach this" of Selection;
        Imports: "imports" "List imports" of Selection;
        Siblings: "siblings" "List siblings or members" of Selection;
        SameKind: "same-kind" "Toggle filter: same kind" of Selection;
        Copies: "copies" "List identical copies" of Selection;
        MoreResults: "more-results" "Show more results";
        Mark: "mark" "Toggle mark" of Selection;
        ClearMarks: "clear-marks" "Remove all marks";
        Marks: "marks" "List marks";
        Export: "export" "Export marked or all results";
        Back: "back" "Go back";
        Forward: "forward" "Go forward";
        Files: "files" "Go to file";
        Map: "map" "Map of the repository";
        History: "history" "Search history";
        Bookmark: "bookmark" "Toggle bookmark" of Selection;
        Bookmarks: "bookmarks" "Bookmarks";
        Find: "find" "Find in file";
        Peek: "peek" "Toggle full-width code";
        Labels: "labels" "Go to a name or row by label";
        Columns: "columns" "Toggle callers and callees beside code";
        Redraw: "redraw" "Redraw the screen" of Popups;
        Suspend: "suspend" "Suspend (fg resumes)" of Popups;
        StopOrQuit: "stop-or-quit" "Stop search or indexing, else quit" of Popups;
        Quit: "quit" "Quit" of Popups;
        NextMode: "next-mode" "Next search mode";
        HybridMode: "hybrid-mode" "Hybrid search";
        KeywordsMode: "keywords-mode" "Keyword search";
        SemanticMode: "semantic-mode" "Semantic search";
        SymbolMode: "symbol-mode" "Symbol search";
        RegexMode: "regex-mode" "Regex search";
        AsText: "search-as-text" "Search as text, without syntax";
        ToggleCase: "toggle-case" "Toggle case (regex mode)";
        ToggleWords: "toggle-words" "Toggle whole words (regex mode)";
        ToggleLines: "toggle-lines" "Toggle matches over several lines (regex mode)";
        PreviewDown: "preview-down" "Scroll preview down";
        PreviewUp: "preview-up" "Scroll preview up";
        Choose: "choose" "Choose the selected item";
        Complete: "complete" "Complete the filter";
    } Prompt(Editing) Results(Step) Code(CodeAction) Own(usize);

    /// Edits of the prompt's text or cursor.
    Editing by Action::Prompt {
        Left: "left" "One character left";
        Right: "right" "One character right";
        WordLeft: "word-left" "One word left";
        WordRight: "word-right" "One word right";
        Start: "start" "Start of line";
        End: "end" "End of line";
        Backspace: "delete-left" "Delete character left";
        Delete: "delete-right" "Delete character right";
        DeleteWordLeft: "delete-word-left" "Delete word left";
        DeleteWordRight: "delete-word-right" "Delete word right";
        Clear: "clear" "Clear the prompt";
        DeleteToStart: "delete-to-start" "Delete to start";
        DeleteToEnd: "delete-to-end" "Delete to end";
    };

    /// Movements in the results and changes of their shape.
    Step by Action::Results {
        Next: "next-row" "Next row";
        Previous: "previous-row" "Previous row";
        PageDown: "next-page" "Page down";
        PageUp: "previous-page" "Page up";
        First: "first-row" "First row";
        Last: "last-row" "Last row";
        Open: "open-row" "Expand, then first child";
        Close: "close-row" "Collapse, then parent";
        Toggle: "toggle-row" "Expand or collapse";
        OpenAll: "open-all" "Expand everything below";
        CloseAll: "close-all" "Collapse everything below";
        Siblings: "other-members" "Toggle other members of the file";
        NextSibling: "next-sibling" "Next sibling";
        PreviousSibling: "previous-sibling" "Previous sibling";
        Parent: "parent-row" "Parent";
        NextParent: "next-parent" "Next sibling of the parent";
        NextRank: "next-result" "Next result by rank";
        PreviousRank: "previous-result" "Previous result by rank";
        NextByPosition: "next-by-position" "Next result by position";
        PreviousByPosition: "previous-by-position" "Previous result by position";
        ToggleView: "toggle-view" "Toggle tree or ranked list";
    };

    /// Movements in the code and changes of the amount of code shown.
    CodeAction by Action::Code {
        Down: "line-down" "One line down";
        Up: "line-up" "One line up";
        HalfDown: "half-page-down" "Half a page down";
        HalfUp: "half-page-up" "Half a page up";
        PageDown: "page-down" "Page down";
        PageUp: "page-up" "Page up";
        First: "first-line" "First line";
        Last: "last-line" "Last line";
        ZoomOut: "zoom-out" "Zoom out (match, enclosing scope, file)";
        ZoomIn: "zoom-in" "Zoom in";
        WholeFile: "whole-file" "Toggle whole file";
        Parent: "parent" "Show the enclosing declaration";
        Wider: "wider" "Show ten more lines";
        Narrower: "narrower" "Show ten fewer lines";
        Fold: "fold" "Toggle fold";
        OpenFold: "open-fold" "Open fold";
        CloseFold: "close-fold" "Close fold";
        OpenFolds: "open-folds" "Open all folds";
        CloseFolds: "close-folds" "Close all folds";
        Left: "column-left" "One column left";
        Right: "column-right" "One column right";
        LineStart: "line-start" "Start of the line";
        LineEnd: "line-end" "End of the line";
        NextName: "next-name" "Next name";
        PreviousName: "previous-name" "Previous name";
        NextWord: "next-word" "Next word";
        PreviousWord: "previous-word" "Previous word";
        WordEnd: "word-end" "End of the word";
        ScrollLeft: "scroll-left" "Scroll left";
        ScrollRight: "scroll-right" "Scroll right";
        Center: "center" "Scroll the cursor to the middle";
        Wrap: "wrap" "Toggle line wrap";
        NextMatch: "next-match" "Next match in the file";
        PreviousMatch: "previous-match" "Previous match in the file";
        FindName: "find-name" "Find the name under the cursor";
        MatchingBracket: "matching-bracket" "Go to the matching bracket";
    };
}

impl Step {
    /// Number of rows that a step moves; none for steps in a tree.
    pub(crate) fn rows(self, page: usize) -> Option<isize> {
        let page = isize::try_from(page).unwrap_or(isize::MAX);
        match self {
            Self::Next => Some(1),
            Self::Previous => Some(-1),
            Self::PageDown => Some(page),
            Self::PageUp => Some(-page),
            Self::First => Some(isize::MIN),
            Self::Last => Some(isize::MAX),
            _ => None,
        }
    }
}

impl Action {
    /// The action with a name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let row = ACTIONS.iter().find(|row| row.name == name);
        row.map(|row| row.action)
    }

    /// Name and description.
    pub(crate) fn definition(self) -> Option<&'static NamedAction> {
        ACTIONS.iter().find(|row| row.action == self)
    }

    pub(crate) fn name(self) -> &'static str {
        self.definition().map_or("an own command", |row| row.name)
    }

    /// Returns true if the action is about the selected result.
    pub(crate) fn uses_selection(self) -> bool {
        self.definition()
            .is_some_and(|row| row.scope == Some(Scope::Selection))
    }

    /// Returns true if the action does not wait for anything.
    pub(crate) fn interrupts(self) -> bool {
        matches!(
            self,
            Self::Escape | Self::StopOrQuit | Self::Quit | Self::Suspend | Self::Redraw
        )
    }

    /// Returns true if the action can follow one that waits for results.
    pub(crate) fn can_wait(self) -> bool {
        self.uses_selection()
            || matches!(
                self,
                Self::Results(_) | Self::Code(_) | Self::FocusNext | Self::FocusPrevious
            )
    }

    /// Returns true if a number before its key repeats it: it moves, or shows more or less.
    pub(crate) fn repeats(self) -> bool {
        use CodeAction::{Fold, MatchingBracket, Parent, WholeFile, Wrap};
        match self {
            Self::Results(step) => {
                !matches!(step, Step::Toggle | Step::ToggleView | Step::Siblings)
            }
            Self::Code(action) => {
                !matches!(action, Fold | MatchingBracket | Parent | WholeFile | Wrap)
            }
            _ => false,
        }
    }

    /// Returns true if the action is useful while a popup is open; others would change what the popup covers.
    pub(crate) fn works_in_popups(self) -> bool {
        self.definition()
            .is_some_and(|row| row.scope == Some(Scope::Popups))
    }
}
