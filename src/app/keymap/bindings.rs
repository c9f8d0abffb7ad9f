//! The active key bindings.
//!
//! Principal types: [`Keymap`] and [`Context`].

use super::action::{ACTIONS, Action};
use super::key::{Key, shown, written};
use crate::app::layout::Focus;

named! {
    /// A context in which keys are bound, by its name in keymaps; the most specific one last.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Context {
        Everywhere = "everywhere",
        OutsidePrompt = "outside-prompt",
        Prompt = "prompt",
        Results = "results",
        Code = "code",
        /// A list to choose from, and the help.
        List = "list",
        /// A page to read.
        Page = "page",
        /// Completion list under the prompt.
        Completion = "completion",
    }
}

impl Context {
    /// Prefix of a key in the list of actions.
    const PREFIXES: [&str; Self::ALL.len()] = [
        "",
        "outside the prompt:",
        "prompt:",
        "results:",
        "code:",
        "lists:",
        "pages:",
        "completion:",
    ];

    fn prefix(self) -> &'static str {
        Self::PREFIXES[self as usize]
    }

    pub(super) fn is_active(self, focus: Focus) -> bool {
        match self {
            Self::Everywhere => true,
            Self::OutsidePrompt => focus != Focus::Prompt,
            Self::Prompt => focus == Focus::Prompt,
            Self::Results => focus == Focus::Results || focus.is_beside_code(),
            Self::Code => focus == Focus::Code,
            Self::List | Self::Page | Self::Completion => false,
        }
    }

    /// Returns true if characters are typed in this context.
    pub(super) fn takes_text(self) -> bool {
        self == Self::Prompt || self.fallback() == Some(Focus::Prompt)
    }

    /// The focus whose keys also work in a popup.
    pub(super) fn fallback(self) -> Option<Focus> {
        match self {
            Self::List | Self::Completion => Some(Focus::Prompt),
            Self::Page => Some(Focus::Results),
            _ => None,
        }
    }
}

/// A key sequence bound to an action in a context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeyBinding {
    pub(crate) context: Context,
    /// At least one.
    pub(crate) keys: Vec<Key>,
    pub(crate) action: Action,
}

/// Result of looking up a key sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyMatch {
    Action(Action),
    /// The start of a longer sequence.
    Prefix,
    Nothing,
}

/// The active key bindings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keymap {
    pub(super) bindings: Vec<KeyBinding>,
    pub(super) conflicts: Vec<String>,
    /// Names of the user's commands, by the number in [`Action::Own`].
    pub(super) commands: Vec<String>,
}

/// A binding in the notation of a keymap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedBinding {
    /// Name of the context.
    pub section: &'static str,
    /// The keys, with spaces between.
    pub keys: String,
    /// The action's name.
    pub action: &'static str,
    /// Description of the action.
    pub help: &'static str,
}

impl Keymap {
    /// Conflicts between bindings: sentences for people.
    pub fn conflicts(&self) -> &[String] {
        &self.conflicts
    }

    /// Every binding, by context and in the order of the actions.
    pub fn listed(&self) -> impl Iterator<Item = ListedBinding> {
        Context::ALL.into_iter().flat_map(move |context| {
            ACTIONS.iter().flat_map(move |row| {
                let bound = self.bound(context, row.action);
                bound.map(move |binding| ListedBinding {
                    section: context.name(),
                    keys: written(&binding.keys),
                    action: row.name,
                    help: row.help,
                })
            })
        })
    }

    /// Names of the user's commands.
    pub(crate) fn commands(&self) -> &[String] {
        &self.commands
    }

    /// Keys and names of the user's commands that have a key.
    pub fn own_commands(&self) -> impl Iterator<Item = (String, &str)> {
        self.bindings
            .iter()
            .filter_map(|binding| match binding.action {
                Action::Own(number) => {
                    Some((written(&binding.keys), self.commands.get(number)?.as_str()))
                }
                _ => None,
            })
    }

    /// Description of an action; of a command of the user, its name.
    pub(crate) fn description(&self, action: Action) -> &str {
        match (action, action.definition()) {
            (Action::Own(number), _) => self.commands.get(number).map_or("", String::as_str),
            (_, row) => row.map_or("", |row| row.help),
        }
    }

    /// The bindings of an action in a context.
    fn bound(&self, context: Context, action: Action) -> impl Iterator<Item = &KeyBinding> {
        let bindings = self.bindings.iter();
        bindings.filter(move |binding| (binding.context, binding.action) == (context, action))
    }

    /// Names of actions without a key.
    pub fn unbound_actions(&self) -> impl Iterator<Item = &'static str> {
        ACTIONS.iter().filter_map(|row| {
            let mut bindings = self.bindings.iter();
            let has_key = bindings.any(|binding| binding.action == row.action);
            (!has_key).then_some(row.name)
        })
    }

    /// Looks up the keys pressed so far. The most specific context wins.
    pub(crate) fn resolve(&self, focus: Focus, pressed: &[Key]) -> KeyMatch {
        let whole = self.active(focus).rfind(|binding| binding.keys == pressed);
        if let Some(binding) = whole {
            return KeyMatch::Action(binding.action);
        }
        match self.following(focus, pressed).next() {
            Some(_) => KeyMatch::Prefix,
            None => KeyMatch::Nothing,
        }
    }

    /// A pane in which a key sequence is bound.
    pub(crate) fn pane_of(&self, pressed: &[Key]) -> Option<Focus> {
        let mut panes = Focus::PANES.into_iter();
        panes.find(|pane| self.resolve(*pane, pressed) != KeyMatch::Nothing)
    }

    /// Returns true if a key opens the help outside the prompt.
    pub(crate) fn opens_help(&self, key: Key) -> bool {
        self.resolve(Focus::Results, &[key]) == KeyMatch::Action(Action::Help)
    }

    /// Looks up a key in a popup: its own bindings precede the bindings of the context beneath it.
    pub(crate) fn on_top(&self, context: Context, key: Key) -> Option<Action> {
        let mut bindings = self.bindings.iter();
        if let Some(binding) =
            bindings.rfind(|binding| binding.context == context && binding.keys == [key])
        {
            return Some(binding.action);
        }
        match self.resolve(context.fallback()?, &[key]) {
            KeyMatch::Action(action) => Some(action),
            KeyMatch::Prefix | KeyMatch::Nothing => None,
        }
    }

    /// A key of an action in a popup, as text.
    pub(crate) fn key_on_top(&self, context: Context, action: Action) -> Option<String> {
        let fallback = context.fallback().into_iter();
        let beneath = fallback.flat_map(|focus| self.active(focus));
        let own = self.bound(context, action);
        for binding in beneath.chain(own) {
            if let [key] = *binding.keys
                && binding.action == action
                && self.on_top(context, key) == Some(action)
            {
                return Some(shown(&binding.keys));
            }
        }
        None
    }

    /// The bindings of longer sequences that start with these keys.
    pub(crate) fn following(
        &self,
        focus: Focus,
        pressed: &[Key],
    ) -> impl Iterator<Item = &KeyBinding> {
        self.active(focus).filter(move |binding| {
            binding.keys.len() > pressed.len() && binding.keys.starts_with(pressed)
        })
    }

    /// Keys of an action in a context, as they are shown.
    pub(crate) fn keys_in(&self, context: Context, action: Action) -> Vec<String> {
        let bound = self.bound(context, action);
        bound.map(|binding| shown(&binding.keys)).collect()
    }

    /// The first key of an action for a focus, as text.
    pub(crate) fn key_for(&self, focus: Focus, action: Action) -> Option<String> {
        let mut active = self.active(focus);
        let binding = active.find(|binding| binding.action == action)?;
        Some(shown(&binding.keys))
    }

    /// The keys of an action for a focus, or else in another context, with its description.
    pub(crate) fn all_keys(&self, focus: Focus, action: Action) -> String {
        let mut keys: Vec<String> = Vec::new();
        for binding in self
            .active(focus)
            .filter(|binding| binding.action == action)
        {
            keys.push(shown(&binding.keys));
        }
        if !keys.is_empty() {
            return keys.join("  ");
        }
        let elsewhere = Context::ALL.into_iter().find_map(|context| {
            let keys = self.keys_in(context, action);
            (!keys.is_empty()).then(|| format!("{} {}", context.prefix(), keys.join("  ")))
        });
        elsewhere.unwrap_or_default()
    }

    /// Actions for the footer with their keys and words, the most important first.
    pub(crate) fn hints(&self, focus: Focus) -> Vec<(Action, String, &'static str)> {
        use Action::{
            Definition, Edit, Escape, Explain, FilterOrPrompt, FocusNext, FocusPrevious, Help, Map,
            References, StopOrQuit,
        };
        let (edit, help, quit) = ((Edit, "edit"), (Help, "help"), (StopOrQuit, "quit"));
        let actions: &[(Action, &'static str)] = match focus {
            Focus::Prompt => &[
                edit,
                (FocusNext, "results"),
                help,
                quit,
                (FocusPrevious, "map"),
            ],
            Focus::Results => &[
                edit,
                (FocusNext, "code"),
                help,
                quit,
                (References, "references"),
                (Explain, "explain"),
                (FilterOrPrompt, "query"),
                (Map, "map"),
            ],
            Focus::Callers | Focus::Callees => &[(Edit, "go"), (Escape, "code"), help, quit],
            Focus::Code => &[
                edit,
                (FocusNext, "results"),
                (Definition, "definition"),
                quit,
                help,
            ],
        };
        let mut hints = Vec::new();
        for (action, word) in actions {
            if let Some(key) = self.key_for(focus, *action) {
                hints.push((*action, key, *word));
            }
        }
        hints
    }

    /// The key of an action for a focus, or else in another context, with that context.
    pub(crate) fn find_key(
        &self,
        focus: Focus,
        action: Action,
    ) -> Option<(Option<Context>, String)> {
        if let Some(key) = self.key_for(focus, action) {
            return Some((None, key));
        }
        Context::ALL.into_iter().find_map(|context| {
            let key = self.keys_in(context, action).into_iter().next()?;
            Some((Some(context), key))
        })
    }

    /// The possible next keys of a sequence, with their actions (`…` if more keys follow); the most specific
    /// context wins.
    pub(crate) fn next_keys(&self, focus: Focus, pressed: &[Key]) -> Vec<(String, &str)> {
        let mut next_keys: Vec<(String, &str)> = Vec::new();
        if pressed.is_empty() {
            return next_keys;
        }
        for binding in self.following(focus, pressed) {
            let (key, help) = match &binding.keys[pressed.len()..] {
                [key] => (key, self.description(binding.action)),
                [key, ..] => (key, "…"),
                [] => continue,
            };
            let name = key.to_string();
            match next_keys.iter_mut().find(|(known, _)| *known == name) {
                Some(earlier) => earlier.1 = help,
                None => next_keys.push((name, help)),
            }
        }
        next_keys
    }

    pub(super) fn active(&self, focus: Focus) -> impl DoubleEndedIterator<Item = &KeyBinding> {
        Context::ALL
            .into_iter()
            .filter(move |context| context.is_active(focus))
            .flat_map(|context| {
                let bindings = self.bindings.iter();
                bindings.filter(move |binding| binding.context == context)
            })
    }
}
