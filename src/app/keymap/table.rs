//! The table itself.

use super::chord::{alt, char, ctrl, key, twice};
use super::{Action, Binding, Context, Editing, Look, Step};
use crossterm::event::KeyCode::{BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home};
use crossterm::event::KeyCode::{Left, PageDown, PageUp, Right, Tab, Up};

/// Rows of `keys => action, "help", "hint";` under the context in which they hold.
macro_rules! keymap {
    ($($context:ident { $([$($chord:expr),+] => $action:expr, $help:literal $(, $hint:literal)?;)+ })+) => {
        &[$($(Binding {
            context: Context::$context,
            chords: &[$($chord),+],
            action: $action,
            help: $help,
            hint: &[$($hint)?],
        }),+),+]
    };
}

pub(crate) static KEYMAP: &[Binding] = {
    use Action::{Code, Prompt, Results};
    keymap! {
        Everywhere {
            [key(Tab)] => Action::FocusNext, "go to the next pane", "focus";
            [key(BackTab)] => Action::FocusPrevious, "go to the previous pane";
            [key(Enter)] => Action::Edit, "open your editor on the matched line", "edit";
            [key(Esc)] => Action::Climb, "climb: help, code, results, prompt; never quits";
            [key(F(1))] => Action::Help, "show or hide this help";
            [key(F(2))] => Action::CaptureMouse, "give the mouse to the terminal, or take it back";
            [ctrl(Char('l'))] => Action::Redraw, "draw the screen anew";
            [ctrl(Char('z'))] => Action::Suspend, "suspend; fg comes back";
            [ctrl(Char('c'))] => Action::StopOrQuit, "stop indexing while it runs, else quit";
        }
        OutsidePrompt {
            [char('/')] => Action::FocusPrompt, "back to the prompt";
            [char('y')] => Action::CopyPlace, "copy path:line";
            [char('Y')] => Action::CopyCode, "copy the code";
            [char('n')] => Results(Step::NextHit), "next hit";
            [char('N')] => Results(Step::PreviousHit), "previous hit";
            [char('R')] => Action::Reindex, "look for changed files now";
            [char('?')] => Action::Help, "show or hide this help";
            [char('q')] => Action::Quit, "quit";
        }
        Prompt {
            [key(Down)] => Results(Step::Next), "select the result below";
            [key(Up)] => Results(Step::Previous), "select the result above";
            [key(PageDown)] => Results(Step::PageDown), "a page of results down";
            [key(PageUp)] => Results(Step::PageUp), "a page of results up";
            [alt(Char('m'))] => Action::NextMode, "next mode: hybrid, keywords, meaning", "mode";
            [key(Left)] => Prompt(Editing::Left), "a character left";
            [key(Right)] => Prompt(Editing::Right), "a character right";
            [alt(Char('b')), ctrl(Left), alt(Left)] => Prompt(Editing::WordLeft), "a word left";
            [alt(Char('f')), ctrl(Right), alt(Right)] => Prompt(Editing::WordRight), "a word right";
            [ctrl(Char('a')), key(Home)] => Prompt(Editing::Start), "to the start";
            [ctrl(Char('e')), key(End)] => Prompt(Editing::End), "to the end";
            [key(Backspace), ctrl(Char('h'))] => Prompt(Editing::Backspace), "delete the character before the cursor";
            [key(Delete)] => Prompt(Editing::Delete), "delete the character at the cursor";
            [ctrl(Char('w')), alt(Backspace)] => Prompt(Editing::DeleteWordLeft), "delete the word before the cursor";
            [alt(Char('d'))] => Prompt(Editing::DeleteWordRight), "delete the word after the cursor";
            [ctrl(Char('u'))] => Prompt(Editing::DeleteToStart), "delete to the start";
            [ctrl(Char('k'))] => Prompt(Editing::DeleteToEnd), "delete to the end";
        }
        Results {
            [char('j'), key(Down)] => Results(Step::Next), "down";
            [char('k'), key(Up)] => Results(Step::Previous), "up";
            [key(PageDown)] => Results(Step::PageDown), "a page down";
            [key(PageUp)] => Results(Step::PageUp), "a page up";
            [char('g'), key(Home)] => Results(Step::First), "to the first row";
            [char('G'), key(End)] => Results(Step::Last), "to the last row";
            [char('l'), key(Right)] => Results(Step::Open), "open, then into it";
            [char('h'), key(Left)] => Results(Step::Close), "close, then to the parent";
            [char('o'), char(' ')] => Results(Step::Toggle), "open or close", "open";
            [char('L')] => Results(Step::OpenAll), "open with all that is in it";
            [char('H')] => Results(Step::CloseAll), "close with all that is in it";
            [char('}')] => Results(Step::NextSibling), "next sibling";
            [char('{')] => Results(Step::PreviousSibling), "previous sibling";
            [twice('[')] => Results(Step::Parent), "to the parent";
            [twice(']')] => Results(Step::NextParent), "to the parent's next sibling";
            [char('r')] => Results(Step::ToggleView), "as a tree, or as a list by rank", "tree⇄rank";
        }
        Code {
            [char('j'), key(Down)] => Code(Look::Down), "a line down";
            [char('k'), key(Up)] => Code(Look::Up), "a line up";
            [ctrl(Char('d'))] => Code(Look::HalfDown), "half a page down";
            [ctrl(Char('u'))] => Code(Look::HalfUp), "half a page up";
            [key(PageDown)] => Code(Look::PageDown), "a page down";
            [key(PageUp)] => Code(Look::PageUp), "a page up";
            [char('g'), key(Home)] => Code(Look::First), "to the first line shown";
            [char('G'), key(End)] => Code(Look::Last), "to the last line shown";
            [char('z')] => Code(Look::ZoomOut), "zoom out: the hit, what holds it, the whole file", "zoom";
            [char('Z')] => Code(Look::ZoomIn), "zoom in, back to the hit";
            [char('f')] => Code(Look::WholeFile), "the whole file, or back to the hit";
            [char('P')] => Code(Look::Parent), "the parent's head, open or closed, in place", "parent";
            [char('+'), char('=')] => Code(Look::Wider), "ten more lines around";
            [char('-')] => Code(Look::Narrower), "ten lines around less";
            [char(' ')] => Code(Look::Fold), "fold or unfold what the cursor is in", "fold";
        }
    }
};
