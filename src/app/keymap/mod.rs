//! Which key does what: the actions by name, and the keymap that was chosen. The help, the hints and
//! the palette are made from the two.

mod action;
mod actions;
mod key;

pub(crate) use action::{Action, Editing, Look, Step};
pub(crate) use actions::{ACTIONS, Named};
pub(crate) use key::{Key, shown};

use super::Focus;
use crate::config::KeyRow;

/// Where a key means something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Context {
    Everywhere,
    OutsidePrompt,
    Prompt,
    Results,
    Code,
}

impl Context {
    /// The most special ones last.
    pub(crate) const ALL: [Self; 5] = [
        Self::Everywhere,
        Self::OutsidePrompt,
        Self::Prompt,
        Self::Results,
        Self::Code,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::OutsidePrompt => "In the results and in the code",
            Self::Prompt => "In the prompt",
            Self::Results => "In the results",
            Self::Code => "In the code",
        }
    }

    /// What keymaps call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::OutsidePrompt => "outside-prompt",
            Self::Prompt => "prompt",
            Self::Results => "results",
            Self::Code => "code",
        }
    }

    fn is_active(self, focus: Focus) -> bool {
        match self {
            Self::Everywhere => true,
            Self::OutsidePrompt => focus != Focus::Prompt,
            Self::Prompt => focus == Focus::Prompt,
            Self::Results => focus == Focus::Results,
            Self::Code => focus == Focus::Code,
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

/// What a key means now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Action(Action),
    /// Others that begin so need one more key.
    Prefix,
    Nothing,
}

/// The keys that hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keymap {
    bindings: Vec<Binding>,
}

impl Keymap {
    /// The keymap of rows, of which a later one takes the key of an earlier one in its place, and
    /// what is wrong with rows that are left out.
    pub(crate) fn new(rows: &[KeyRow]) -> (Self, Vec<String>) {
        let mut keymap = Self::default();
        let mut faults = Vec::new();
        for row in rows {
            match binding(row) {
                Ok(binding) => {
                    keymap.bindings.retain(|other| {
                        (other.context, &other.keys) != (binding.context, &binding.keys)
                    });
                    keymap.bindings.push(binding);
                }
                Err(fault) => faults.push(fault),
            }
        }
        (keymap, faults)
    }

    /// What the keys pressed so far mean for a focus. The most special place wins.
    pub(crate) fn meaning(&self, focus: Focus, pressed: &[Key]) -> Meaning {
        let whole = self.active(focus).rfind(|binding| binding.keys == pressed);
        if let Some(binding) = whole {
            return Meaning::Action(binding.action);
        }
        match self.following(focus, pressed).next() {
            Some(_) => Meaning::Prefix,
            None => Meaning::Nothing,
        }
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

    /// How an action is asked for in a place, as people write it.
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

    /// The keys worth showing in the status line for a focus, as (key, word).
    pub(crate) fn hints(&self, focus: Focus) -> Vec<(String, &'static str)> {
        let hint = |row: &'static actions::Named| {
            let word = row.hint?;
            Some((self.key_for(focus, row.action)?, word))
        };
        let mut hints: Vec<_> = ACTIONS.iter().filter_map(hint).collect();
        // Outside the prompt its own key is shorter.
        let mut help = self.active(focus).filter(|it| it.action == Action::Help);
        hints.extend(help.next_back().map(|it| (shown(&it.keys), "help")));
        hints
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

fn binding(row: &KeyRow) -> Result<Binding, String> {
    let KeyRow {
        section,
        keys,
        action,
        line,
    } = row;
    let fault = |what: String| format!("keys, line {line}: {what}");
    let context = Context::ALL.into_iter().find(|it| it.name() == section);
    let parsed: Option<Vec<Key>> = keys.split(' ').map(Key::parse).collect();
    let context = context.ok_or_else(|| fault(format!("there is no place {section}")))?;
    let parsed = parsed.ok_or_else(|| fault(format!("there is no key {keys:?}")))?;
    let types = parsed.first().is_some_and(|key| key.is_printable());
    if types && context.is_active(Focus::Prompt) {
        return Err(fault(format!("{keys} types in the prompt")));
    }
    Ok(Binding {
        context,
        keys: parsed,
        action: actions::action(action)
            .ok_or_else(|| fault(format!("there is no action {action}")))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::default_keys;

    fn keymap() -> Keymap {
        let (keymap, faults) = Keymap::new(&default_keys());
        assert_eq!(faults, Vec::<String>::new());
        keymap
    }

    #[test]
    fn no_key_means_two_things() {
        for focus in [Focus::Prompt, Focus::Results, Focus::Code] {
            let keymap = keymap();
            let mut seen = Vec::new();
            for binding in keymap.active(focus) {
                let keys = shown(&binding.keys);
                assert!(!seen.contains(&keys), "{keys} twice in {focus:?}");
                seen.push(keys);
            }
        }
    }

    #[test]
    fn no_printable_key_is_taken_from_the_prompt() {
        let keymap = keymap();
        for binding in keymap.active(Focus::Prompt) {
            let first = binding.keys.first();
            assert!(first.is_some_and(|key| !key.is_printable()), "{binding:?}");
        }
    }

    #[test]
    fn every_action_has_a_key() {
        let keymap = keymap();
        for row in ACTIONS {
            let mut bindings = keymap.bindings.iter();
            assert!(bindings.any(|it| it.action == row.action), "{}", row.name);
        }
    }

    #[test]
    fn what_is_wrong_with_a_row_is_told_and_the_others_hold() {
        let row = |section: &str, keys: &str, action: &str| KeyRow {
            section: section.to_owned(),
            keys: keys.to_owned(),
            action: action.to_owned(),
            line: 7,
        };
        let rows = [
            row("code", "x", "fold"),
            row("cod", "x", "fold"),
            row("code", "hyper-x", "fold"),
            row("code", "y", "fly"),
            row("everywhere", "y", "fold"),
            row("code", "x", "zoom-out"),
        ];
        let (keymap, faults) = Keymap::new(&rows);
        assert_eq!(
            faults,
            [
                "keys, line 7: there is no place cod",
                "keys, line 7: there is no key \"hyper-x\"",
                "keys, line 7: there is no action fly",
                "keys, line 7: y types in the prompt",
            ]
        );
        let pressed: Vec<Key> = Key::parse("x").into_iter().collect();
        assert_eq!(
            keymap.meaning(Focus::Code, &pressed),
            Meaning::Action(Action::Code(Look::ZoomOut))
        );
    }
}
