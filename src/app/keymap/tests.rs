//! Keymaps: the presets, and changes by users.

use super::*;
use crate::app::fixture;
use crate::app::layout::Focus;
use crate::config::{KeyRow, KeymapLayer, Preset};

fn row(section: &str, keys: &str, action: &str, layer: KeymapLayer) -> KeyRow {
    KeyRow {
        section: section.to_owned(),
        keys: keys.to_owned(),
        action: action.to_owned(),
        layer,
        line: 7,
    }
}

fn preset(preset: Preset) -> Keymap {
    Keymap::from_parts(&preset.rows(), &[])
        .unwrap_or_else(|fault| panic!("{}: {fault}", preset.name()))
}

/// The default with a user's rows.
fn with(own: &[(&str, &str, &str)]) -> Keymap {
    let mut rows = Preset::Default.rows();
    let own = own.iter();
    rows.extend(own.map(|(section, keys, action)| row(section, keys, action, KeymapLayer::User)));
    Keymap::from_parts(&rows, &[]).unwrap()
}

fn resolve(keymap: &Keymap, focus: Focus, keys: &str) -> KeyMatch {
    let keys: Vec<Key> = keys.split(' ').filter_map(Key::parse).collect();
    keymap.resolve(focus, &keys)
}

#[test]
fn presets_have_no_conflicts_and_every_action_has_a_key() {
    for it in Preset::ALL {
        let keymap = preset(it);
        assert_eq!(keymap.conflicts(), Vec::<String>::new(), "{}", it.name());
        let without: Vec<&str> = keymap.unbound_actions().collect();
        assert_eq!(without, ["capture-mouse"], "{}", it.name());
    }
}

#[test]
fn every_key_of_a_preset_resolves_to_its_action() {
    for it in Preset::ALL {
        let keymap = preset(it);
        for binding in &keymap.bindings {
            let places = [Focus::Prompt, Focus::Results, Focus::Code];
            let mut places = places.iter().filter(|it| binding.context.is_active(**it));
            let expected = KeyMatch::Action(binding.action);
            let on_top = keymap.on_top(binding.context, binding.keys[0]);
            assert!(
                on_top == Some(binding.action)
                    || places.any(|focus| keymap.resolve(*focus, &binding.keys) == expected),
                "{}: {binding:?}",
                it.name()
            );
        }
    }
}

#[test]
fn vim_fold_keys_are_bound() {
    let vim = preset(Preset::Vim);
    for (keys, action) in [
        ("z a", CodeAction::Fold),
        ("z o", CodeAction::OpenFold),
        ("z c", CodeAction::CloseFold),
        ("z R", CodeAction::OpenFolds),
        ("z M", CodeAction::CloseFolds),
    ] {
        let expected = KeyMatch::Action(Action::Code(action));
        assert_eq!(resolve(&vim, Focus::Code, keys), expected, "{keys}");
    }
}

#[test]
fn escape_in_vim_ends_typing_and_closes_lists() {
    let vim = preset(Preset::Vim);
    let check = |focus, expected| {
        assert_eq!(resolve(&vim, focus, "esc"), KeyMatch::Action(expected));
    };
    check(Focus::Prompt, Action::FocusNext);
    check(Focus::Results, Action::Escape);
    check(Focus::Code, Action::Escape);
    let esc = Key::parse("esc").unwrap();
    assert_eq!(vim.on_top(Context::List, esc), Some(Action::Escape));
    assert_eq!(vim.on_top(Context::Page, esc), Some(Action::Escape));
    let shown = vim.key_on_top(Context::List, Action::Escape);
    assert_eq!(shown.as_deref(), Some("Esc"));
}

/// Lists use the prompt's keys, pages the keys of the results.
#[test]
fn lists_inherit_prompt_keys_and_pages_results_keys() {
    let check = |it: Preset, context, key: &str, expected: Option<Action>| {
        let key = Key::parse(key).unwrap();
        assert_eq!(
            preset(it).on_top(context, key),
            expected,
            "{key} {context:?}"
        );
    };
    let next = Some(Action::Results(Step::Next));
    check(Preset::Emacs, Context::Completion, "ctrl-n", next);
    check(Preset::Emacs, Context::List, "ctrl-n", next);
    check(Preset::Emacs, Context::Page, "ctrl-n", next);
    check(Preset::Emacs, Context::List, "ctrl-g", Some(Action::Escape));
    check(
        Preset::Vim,
        Context::Page,
        "ctrl-d",
        Some(Action::Results(Step::PageDown)),
    );
    check(Preset::Vim, Context::Page, "g", None);
    check(Preset::Default, Context::Page, "R", Some(Action::Reindex));
    check(Preset::Default, Context::Page, "q", Some(Action::Escape));
    check(
        Preset::Default,
        Context::List,
        "ctrl-w",
        Some(Action::Prompt(Editing::DeleteWordLeft)),
    );
    check(Preset::Default, Context::List, "q", None);
}

#[test]
fn messages_name_a_key_that_is_active_in_the_popup() {
    let check = |own: &[(&str, &str, &str)], context, action, expected: Option<&str>| {
        let key = with(own).key_on_top(context, action);
        assert_eq!(key.as_deref(), expected, "{own:?}");
    };
    check(&[], Context::Page, Action::Escape, Some("Esc"));
    check(&[], Context::List, Action::Choose, Some("Enter"));
    let other = [("list", "enter", "none"), ("list", "ctrl-y", "choose")];
    check(&other, Context::List, Action::Choose, Some("Ctrl-Y"));
    let hidden = [("page", "esc", "next-row")];
    check(&hidden, Context::Page, Action::Escape, Some("Enter"));
    check(
        &[("list", "enter", "none")],
        Context::List,
        Action::Choose,
        None,
    );
}

#[test]
fn printable_keys_type_in_the_prompt() {
    for it in Preset::ALL {
        for binding in preset(it).active(Focus::Prompt) {
            let first = binding.keys.first();
            assert!(first.is_some_and(|key| !key.is_printable()), "{binding:?}");
        }
    }
}

#[test]
fn invalid_row_is_refused_with_a_suggestion() {
    let check = |section: &str, keys: &str, action: &str, expected: &str| {
        let fault =
            Keymap::from_parts(&[row(section, keys, action, KeymapLayer::User)], &[]).unwrap_err();
        assert_eq!(fault.to_string(), expected);
    };
    check(
        "cod",
        "x",
        "fold",
        "line 7, key keys.cod.\"x\": unknown section cod; did you mean code?",
    );
    check(
        "code",
        "ctrl-spcae",
        "fold",
        "line 7, key keys.code.\"ctrl-spcae\": unknown key \"ctrl-spcae\"",
    );
    check(
        "code",
        "g pgup",
        "fold",
        "line 7, key keys.code.\"g pgup\": unknown key \"pgup\"; did you mean pageup?",
    );
    check(
        "code",
        "y",
        "zoom",
        "line 7, key keys.code.\"y\": unknown action zoom; did you mean zoom-in or zoom-out?",
    );
    check(
        "everywhere",
        "y",
        "fold",
        "line 7, key keys.everywhere.\"y\": y always types in the prompt",
    );
    check(
        "list",
        "y",
        "fold",
        "line 7, key keys.list.\"y\": y always types in the prompt",
    );
    check(
        "page",
        "g g",
        "first-row",
        "line 7, key keys.page.\"g g\": [page] takes single keys only",
    );
    check(
        "code",
        "g esc",
        "fold",
        "line 7, key keys.code.\"g esc\": Esc cancels a key sequence, so it cannot be part of one",
    );
    check(
        "code",
        "",
        "fold",
        "line 7, key keys.code.\"\": unknown key \"\"",
    );
}

#[test]
fn the_users_rows_change_the_presets() {
    let keymap = with(&[
        ("results", "ctrl-n", "next-row"),
        ("results", "j", "none"),
        ("code", "g g", "none"),
        ("code", "g s", "first-line"),
    ]);
    let next = KeyMatch::Action(Action::Results(Step::Next));
    assert_eq!(resolve(&keymap, Focus::Results, "ctrl-n"), next);
    assert_eq!(resolve(&keymap, Focus::Results, "j"), KeyMatch::Nothing);
    assert_eq!(resolve(&keymap, Focus::Code, "g"), KeyMatch::Prefix);
    let first = KeyMatch::Action(Action::Code(CodeAction::First));
    assert_eq!(resolve(&keymap, Focus::Code, "g s"), first);
    assert_eq!(keymap.conflicts(), Vec::<String>::new());
}

#[test]
fn key_conflicts_are_reported() {
    let check = |own: &[(&str, &str, &str)], expected: &[&str]| {
        assert_eq!(with(own).conflicts(), expected);
    };
    check(
        &[
            ("results", "ctrl-y", "open-row"),
            ("results", "ctrl-Y", "close-row"),
        ],
        &["[results] Ctrl-Y is bound to open-row and close-row; the second wins"],
    );
    check(
        &[("code", "y", "fold")],
        &[
            "[code] y is fold and hides copy-location of [outside-prompt]; bind that to another key or to \
           none",
        ],
    );
    check(
        &[
            ("code", "y", "fold"),
            ("outside-prompt", "ctrl-y", "copy-location"),
        ],
        &[],
    );
    check(
        &[("code", "z a", "fold")],
        &["[code] za is unreachable: z is zoom-out in [code]; bind that to \"none\""],
    );
    check(
        &[("everywhere", "ctrl-l x", "fold")],
        &[
            "[everywhere] Ctrl-L x is unreachable: Ctrl-L is redraw in [everywhere]; bind that to \
           \"none\"",
        ],
    );
}

#[test]
fn the_listing_is_a_keymap() {
    for it in Preset::ALL {
        let keymap = preset(it);
        let listed: Vec<KeyRow> = keymap
            .listed()
            .map(|it| row(it.section, &it.keys, it.action, KeymapLayer::User))
            .collect();
        assert_eq!(listed.len(), keymap.bindings.len());
        let again = Keymap::from_parts(&listed, &[]).unwrap();
        assert!(again.listed().eq(keymap.listed()), "{}", it.name());
    }
}

#[test]
fn the_footer_offers_the_keys_that_matter_in_each_pane() {
    let check = |focus: Focus, expected: &[&str]| {
        let hints = preset(Preset::Default).hints(focus);
        let shown: Vec<String> = hints
            .iter()
            .map(|(_, key, word)| format!("{key} {word}"))
            .collect();
        assert_eq!(shown, expected);
    };
    let results = [
        "Enter edit",
        "Tab code",
        "F1 help",
        "Ctrl-C quit",
        "gr references",
        "w explain",
        "/ query",
        "gm map",
    ];
    check(Focus::Results, &results);
    check(
        Focus::Prompt,
        &[
            "Enter edit",
            "Tab results",
            "F1 help",
            "Ctrl-C quit",
            "Shift-Tab map",
        ],
    );
    let code = [
        "Enter edit",
        "Tab results",
        "gd definition",
        "Ctrl-C quit",
        "F1 help",
    ];
    check(Focus::Code, &code);
}

#[test]
fn a_key_of_the_code_pane_cancels_a_find() {
    let mut app = fixture::app(120, 30);
    app.options.keys = with(&[("code", "ctrl-q", "escape")]);
    fixture::drive(&mut app, "segment<tab><tab>/estimate<c-q>");
    assert!(app.screen.popup.as_ref().is_none() && app.code.found().is_none());
}
