//! A key script for every action: the keys before it, the keys of the action, and the state that must follow. An
//! action without a script fails a test. The scripts of a pane are in a separate file.

mod code;
mod everywhere;
mod index;
mod prompt;
mod results;

use super::fixture::{app, browsing, drive, parse, run_until_idle};
use crate::app::keymap::{ACTIONS, Action, Key, KeyMatch};
use crate::app::{App, Effect};

/// All scripts.
const ALL: [&[Script]; 5] = [
    everywhere::SCRIPTS,
    index::SCRIPTS,
    prompt::SCRIPTS,
    results::SCRIPTS,
    code::SCRIPTS,
];

/// Observable effect of an action.
struct Script {
    /// The action's name.
    action: &'static str,
    /// The app before any key: most have an empty prompt and a complete index.
    from: fn() -> App,
    /// Keys before the keys of the action.
    before: &'static str,
    /// The keys of the default keymap for the action.
    keys: &'static str,
    /// Reads the app and the effects of the keys.
    sees: fn(&App, &[Effect]) -> String,
    /// Expected reading, which differs from the one before.
    then: &'static str,
}

/// `action: before, keys => sees, then;`, or `action: in from, before, keys => sees, then;`
macro_rules! scripts {
    ($($action:literal: $(in $from:path,)? $before:literal, $keys:literal => $sees:path, $then:literal;)+) => {
        &[$($crate::app::tests::scripts::Script {
            action: $action,
            from: [$($from as fn() -> _,)? $crate::app::tests::scripts::at_first][0],
            before: $before,
            keys: $keys,
            sees: $sees,
            then: $then,
        }),+]
    };
}
use scripts;

fn at_first() -> App {
    app(100, 15)
}

/// An app without a query, with the list of files.
fn listed() -> App {
    browsing(100, 18)
}

fn focus(app: &App, _: &[Effect]) -> String {
    format!("{:?}", app.screen.focus)
}

/// The popup's title.
fn popup(app: &App, _: &[Effect]) -> String {
    app.screen
        .popup
        .as_ref()
        .map_or("none".to_owned(), |popup| popup.title.clone())
}

/// Current notice in the status line.
fn notice(app: &App, _: &[Effect]) -> String {
    app.screen
        .notice
        .as_ref()
        .map_or("none".to_owned(), |notice| notice.text.clone())
}

/// The effects, shortened.
fn effects(_: &App, effects: &[Effect]) -> String {
    let written = effects.iter().map(|effect| format!("{effect:?}"));
    let first_line = |text: String| text.split("\\n").next().unwrap_or_default().to_owned();
    written.map(first_line).collect::<Vec<_>>().join(", ")
}

/// The app before the keys of the action.
fn ready(script: &Script) -> App {
    let mut app = (script.from)();
    drive(&mut app, script.before);
    app
}

/// The action of a script's keys.
fn action_of(script: &Script) -> Option<Action> {
    let app = ready(script);
    let keys: Vec<Key> = parse(script.keys).iter().map(Key::from_event).collect();
    let events = parse(script.keys);
    let on_top = events.first().and_then(|key| app.action_on_top(key));
    match app.options.keys.resolve(app.screen.focus, &keys) {
        _ if on_top.is_some() => on_top,
        KeyMatch::Action(action) => Some(action),
        KeyMatch::Prefix | KeyMatch::Nothing => None,
    }
}

/// Difference from the script. None if it holds.
fn check(script: &Script) -> Option<String> {
    let Script {
        action: name,
        sees,
        then,
        ..
    } = script;
    let Some(named) = ACTIONS.iter().find(|row| row.name == *name) else {
        return Some(format!("there is no action {name}"));
    };
    if action_of(script) != Some(named.action) {
        return Some(format!(
            "{}: these keys are not bound to {name}",
            script.keys
        ));
    }
    let mut app = ready(script);
    let before = sees(&app, &[]);
    let effects = drive(&mut app, script.keys);
    let by_keys = sees(&app, &effects);

    let mut app = ready(script);
    app.perform(named.action);
    app.refresh();
    let effects = std::mem::take(&mut app.effects);
    let effects = run_until_idle(&mut app, effects);
    let by_name = sees(&app, &effects);
    let holds = before != *then && by_keys == *then && by_name == *then;
    let seen = format!("{name}: {before:?}, then by keys {by_keys:?}, by name {by_name:?}");
    (!holds).then(|| format!("{seen}; expected {then:?}"))
}

#[test]
fn every_action_does_what_its_script_says() {
    let scripts = ALL.iter().copied().flatten();
    let wrong: Vec<String> = scripts.filter_map(check).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn no_action_is_without_a_script() {
    let without: Vec<&str> = ACTIONS
        .iter()
        .filter(|row| {
            let mut scripts = ALL.iter().copied().flatten();
            !scripts.any(|script| script.action == row.name)
        })
        .map(|row| row.name)
        .collect();
    // Only the palette has it: `the_palette_hands_the_mouse_to_the_terminal`.
    assert_eq!(without, ["capture-mouse"]);
}
