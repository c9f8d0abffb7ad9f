//! Key bindings: actions by name, and the active keymap. Help, hints and palette are made from
//! both.

mod action;
mod key;
mod read;

pub(crate) use action::{ACTIONS, Action, Editing, Look, Named, Step};
pub(crate) use key::{Key, shown};

use super::Focus;
use crate::app::App;
use crate::config::{KeyRow, KeysConfig, Layer};
use read::{Read, read};
use std::fmt;
use std::path::PathBuf;

/// A context in which keys are bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Context {
    Everywhere,
    OutsidePrompt,
    Prompt,
    Results,
    Code,
    /// A list to choose from, and the help.
    List,
    /// A page to read.
    Page,
    /// Completion list under the prompt.
    Completion,
}

impl Context {
    /// The most special ones last; with the name in keymaps, the title in the help, and what is said
    /// before a key that means something there.
    #[rustfmt::skip]
    const WORDS: [(Self, &str, &str, &str); 8] = [
        (Self::Everywhere, "everywhere", "Everywhere", ""),
        (Self::OutsidePrompt, "outside-prompt", "Results and code", "outside the prompt:"),
        (Self::Prompt, "prompt", "Prompt", "prompt:"),
        (Self::Results, "results", "Results", "results:"),
        (Self::Code, "code", "Code", "code:"),
        (Self::List, "list", "Lists (the prompt's keys work too)", "lists:"),
        (Self::Page, "page", "Pages (the results' keys work too)", "pages:"),
        (Self::Completion, "completion", "Filter completion", "completion:"),
    ];
    /// The most special ones last.
    pub(crate) const ALL: [Self; 8] = {
        let [a, b, c, d, e, f, g, h] = Self::WORDS;
        [a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]
    };

    pub(crate) fn name(self) -> &'static str {
        Self::WORDS[self as usize].1
    }

    pub(crate) fn title(self) -> &'static str {
        Self::WORDS[self as usize].2
    }

    pub(crate) fn where_it_is(self) -> &'static str {
        Self::WORDS[self as usize].3
    }

    fn is_active(self, focus: Focus) -> bool {
        match self {
            Self::Everywhere => true,
            Self::OutsidePrompt => focus != Focus::Prompt,
            Self::Prompt => focus == Focus::Prompt,
            Self::Results => focus == Focus::Results,
            Self::Code => focus == Focus::Code,
            Self::List | Self::Page | Self::Completion => false,
        }
    }

    /// Whose keys hold in what lies on top, where it has none of its own.
    fn beneath(self) -> Option<Focus> {
        match self {
            Self::List | Self::Completion => Some(Focus::Prompt),
            Self::Page => Some(Focus::Results),
            _ => None,
        }
    }
}

/// A key, or keys one after the other, and what they ask for in a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Binding {
    pub(crate) context: Context,
    /// At least one.
    pub(crate) keys: Vec<Key>,
    pub(crate) action: Action,
}

/// Result of looking up a key sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resolved {
    Action(Action),
    /// Others that begin so need one more key.
    Prefix,
    Nothing,
}

/// The keys that hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keymap {
    bindings: Vec<Binding>,
    conflicts: Vec<String>,
}

/// Why a row is none: a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}line {line}, key {key}: {why}", In(file))]
pub struct KeyFault {
    /// The file it stands in, where there is one.
    pub file: Option<PathBuf>,
    /// 1-based.
    pub line: usize,
    /// The row's key with its table: `keys.code."g g"`.
    pub key: String,
    /// Description of the error, with a suggestion.
    pub why: String,
}

struct In<'a>(&'a Option<PathBuf>);

impl fmt::Display for In<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(file) => write!(out, "{}, ", file.display()),
            None => Ok(()),
        }
    }
}

/// A binding as a keymap writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The name of the place.
    pub section: &'static str,
    /// The keys, with spaces between.
    pub keys: String,
    /// The action's name.
    pub action: &'static str,
    /// Description of the action.
    pub help: &'static str,
}

impl Keymap {
    /// The keymap that was chosen.
    pub fn of(config: &KeysConfig) -> Result<Self, KeyFault> {
        Self::new(&config.rows()).map_err(|fault| KeyFault {
            file: config.file.clone(),
            ..fault
        })
    }

    /// The keymap of rows: those of a later layer change or take away what stands in an earlier
    /// one. The first row that is none is an error; keys that get into each other's way are not.
    pub(crate) fn new(rows: &[KeyRow]) -> Result<Self, KeyFault> {
        let mut keymap = Self::default();
        let mut layers = Vec::new();
        for row in rows {
            let read = read(row).map_err(|why| KeyFault {
                file: None,
                line: row.line,
                key: format!("keys.{}.{:?}", row.section, row.keys),
                why,
            })?;
            let same = |other: &Read| (other.context, &other.keys) == (read.context, &read.keys);
            if let Some(at) = layers.iter().position(|(other, _)| same(other)) {
                let (earlier, layer): (Read, Layer) = layers.remove(at);
                if layer == row.layer {
                    keymap.conflicts.push(read::twice(&earlier, &read));
                }
            }
            layers.push((read, row.layer));
        }
        let bindings = layers.into_iter().filter_map(|(read, _)| read.binding());
        keymap.bindings = bindings.collect();
        let others = read::conflicts(&keymap);
        keymap.conflicts.extend(others);
        Ok(keymap)
    }

    /// Keys that get into each other's way: sentences for people.
    pub fn conflicts(&self) -> &[String] {
        &self.conflicts
    }

    /// Every binding, place by place and in the order of the actions.
    pub fn listed(&self) -> impl Iterator<Item = Listed> {
        Context::ALL.into_iter().flat_map(move |context| {
            ACTIONS.iter().flat_map(move |row| {
                let bindings = self.bindings.iter();
                bindings
                    .filter(move |it| (it.context, it.action) == (context, row.action))
                    .map(move |binding| Listed {
                        section: context.name(),
                        keys: key::written(&binding.keys),
                        action: row.name,
                        help: row.help,
                    })
            })
        })
    }

    /// Names of the actions that no key asks for.
    pub fn without_keys(&self) -> impl Iterator<Item = &'static str> {
        ACTIONS.iter().filter_map(|row| {
            let mut bindings = self.bindings.iter();
            let has_key = bindings.any(|binding| binding.action == row.action);
            (!has_key).then_some(row.name)
        })
    }

    /// Looks up the keys pressed so far. The most specific context wins.
    pub(crate) fn resolve(&self, focus: Focus, pressed: &[Key]) -> Resolved {
        let whole = self.active(focus).rfind(|binding| binding.keys == pressed);
        if let Some(binding) = whole {
            return Resolved::Action(binding.action);
        }
        match self.following(focus, pressed).next() {
            Some(_) => Resolved::Prefix,
            None => Resolved::Nothing,
        }
    }

    /// Looks up a key in a popup: its own bindings precede those of the context beneath it.
    pub(crate) fn on_top(&self, context: Context, key: Key) -> Option<Action> {
        let own = |it: &&Binding| it.context == context && it.keys == [key];
        if let Some(binding) = self.bindings.iter().rfind(own) {
            return Some(binding.action);
        }
        match self.resolve(context.beneath()?, &[key]) {
            Resolved::Action(action) => Some(action),
            Resolved::Prefix | Resolved::Nothing => None,
        }
    }

    /// A key that asks for an action in what lies on top, as people write it.
    pub(crate) fn key_on_top(&self, context: Context, action: Action) -> Option<String> {
        let beneath = context.beneath().into_iter();
        let beneath = beneath.flat_map(|focus| self.active(focus));
        let own = self.bindings.iter().filter(|it| it.context == context);
        let mut asking = beneath.chain(own).filter(|it| it.action == action);
        let binding = asking.find(|it| match it.keys.as_slice() {
            [key] => self.on_top(context, *key) == Some(action),
            _ => false,
        })?;
        Some(shown(&binding.keys))
    }

    /// The bindings that begin with these keys and have more.
    pub(crate) fn following(
        &self,
        focus: Focus,
        pressed: &[Key],
    ) -> impl Iterator<Item = &Binding> {
        self.active(focus).filter(move |binding| {
            binding.keys.len() > pressed.len() && binding.keys.starts_with(pressed)
        })
    }

    /// Keys bound to an action in a context, as people write them.
    pub(crate) fn keys_in(&self, context: Context, action: Action) -> Vec<String> {
        let bindings = self.bindings.iter();
        bindings
            .filter(|binding| (binding.context, binding.action) == (context, action))
            .map(|binding| shown(&binding.keys))
            .collect()
    }

    /// The first key of an action for a focus, as people write it.
    pub(crate) fn key_for(&self, focus: Focus, action: Action) -> Option<String> {
        let mut active = self.active(focus);
        let binding = active.find(|binding| binding.action == action)?;
        Some(shown(&binding.keys))
    }

    /// The letter that asks for an action outside the prompt.
    pub(crate) fn letter_of(&self, action: Action) -> Option<char> {
        let mut bindings = self.active(Focus::Results);
        bindings.find_map(|it| match it.keys.as_slice() {
            [key] if it.action == action => key.letter(),
            _ => None,
        })
    }

    /// The keys that matter most for a focus, as (key, word).
    pub(crate) fn hints(&self, focus: Focus) -> Vec<(String, &'static str)> {
        let [second, third] = match focus {
            Focus::Prompt => [(Action::FocusNext, "results"), (Action::Help, "help")],
            Focus::Results => [(Action::FocusNext, "code"), (Action::Help, "help")],
            Focus::Code => [
                (Action::FocusNext, "results"),
                (Action::Definition, "definition"),
            ],
        };
        let all = [
            (Action::Edit, "edit"),
            second,
            third,
            (Action::StopOrQuit, "quit"),
        ];
        let hint = |(action, word)| Some((self.key_for(focus, action)?, word));
        all.into_iter().filter_map(hint).collect()
    }

    fn active(&self, focus: Focus) -> impl DoubleEndedIterator<Item = &Binding> {
        Context::ALL
            .into_iter()
            .filter(move |context| context.is_active(focus))
            .flat_map(|context| {
                let bindings = self.bindings.iter();
                bindings.filter(move |binding| binding.context == context)
            })
    }
}

/// A key that can follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Follower {
    /// The key, as people write it.
    pub(crate) key: String,
    /// Action name; `…` if more keys follow.
    pub(crate) means: &'static str,
}

impl App {
    /// The keys that can follow those pressed, the ones of the most special place winning; nothing
    /// where no keys were begun.
    pub(crate) fn followers(&self) -> Vec<Follower> {
        let pressed = &self.screen.prefix;
        if pressed.is_empty() {
            return Vec::new();
        }
        let mut followers: Vec<Follower> = Vec::new();
        for binding in self.keymap().following(self.screen.focus, pressed) {
            let Some(follower) = follower(binding, pressed.len()) else {
                continue;
            };
            match followers.iter_mut().find(|it| it.key == follower.key) {
                Some(earlier) => *earlier = follower,
                None => followers.push(follower),
            }
        }
        followers
    }
}

fn follower(binding: &Binding, pressed: usize) -> Option<Follower> {
    let (next, rest) = binding.keys.get(pressed..)?.split_first()?;
    Some(Follower {
        key: next.to_string(),
        means: match rest {
            [] => binding.action.words().map_or("", |row| row.help),
            _ => "…",
        },
    })
}

#[cfg(test)]
mod tests;
