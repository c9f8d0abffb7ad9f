//! Which key does what: one table, from which the help and the hints are made. A key that is not
//! built is not in it.

mod action;
mod chord;
mod table;

pub(crate) use action::{Action, Editing, Look, Step};
pub(crate) use chord::Chord;
pub(crate) use table::KEYMAP;

use super::Focus;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) context: Context,
    pub(crate) chords: &'static [Chord],
    pub(crate) action: Action,
    /// A sentence for the help.
    pub(crate) help: &'static str,
    /// A word for the status line, for the few keys that belong there.
    pub(crate) hint: &'static [&'static str],
}

/// What a key means now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Action(Action),
    /// The first key of a chord: the next one decides.
    Prefix(char),
    Nothing,
}

/// Looks a key up for a focus, after the first key of a chord if there was one.
pub(crate) fn meaning(focus: Focus, prefix: Option<char>, event: &KeyEvent) -> Meaning {
    let is = |binding: &&Binding| binding.chords.iter().any(|chord| chord.is(prefix, event));
    if let Some(binding) = active(focus).find(is) {
        return Meaning::Action(binding.action);
    }
    let begins = |first: char| {
        active(focus)
            .flat_map(|binding| binding.chords)
            .any(|chord| chord.prefix == Some(first))
    };
    let is_plain = (event.modifiers - KeyModifiers::SHIFT).is_empty();
    match event.code {
        KeyCode::Char(first) if prefix.is_none() && is_plain && begins(first) => {
            Meaning::Prefix(first)
        }
        _ => Meaning::Nothing,
    }
}

/// The keys worth showing in the status line for a focus, as (key, word).
pub(crate) fn hints(focus: Focus) -> Vec<(String, &'static str)> {
    let mut hints: Vec<(String, &'static str)> = active(focus)
        .filter_map(|binding| {
            let hint = binding.hint.first()?;
            Some((binding.chords.first()?.to_string(), *hint))
        })
        .collect();
    let help = if focus == Focus::Prompt { "F1" } else { "?" };
    hints.push((help.to_owned(), "help"));
    hints
}

fn active(focus: Focus) -> impl Iterator<Item = &'static Binding> {
    KEYMAP
        .iter()
        .filter(move |binding| binding.context.is_active(focus))
}

#[cfg(test)]
mod tests {
    use super::chord::{alt, ctrl, twice};
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        for focus in [Focus::Prompt, Focus::Results, Focus::Code] {
            let mut seen = Vec::new();
            for binding in KEYMAP.iter().filter(|row| row.context.is_active(focus)) {
                for chord in binding.chords {
                    assert!(!seen.contains(chord), "{chord} twice in {focus:?}");
                    seen.push(*chord);
                }
            }
        }
    }

    #[test]
    fn no_printable_key_is_taken_from_the_prompt() {
        for binding in KEYMAP
            .iter()
            .filter(|row| row.context.is_active(Focus::Prompt))
        {
            for chord in binding.chords {
                let printable = matches!(chord.code, KeyCode::Char(_));
                assert!(!printable || !chord.modifiers.is_empty(), "{chord}");
            }
        }
    }

    #[test]
    fn chords_are_named_as_people_write_them() {
        let named: Vec<String> = [
            ctrl(KeyCode::Char('a')),
            alt(KeyCode::Char('m')),
            twice('['),
        ]
        .iter()
        .map(Chord::to_string)
        .collect();
        assert_eq!(named, ["Ctrl-A", "Alt-m", "[["]);
    }
}
