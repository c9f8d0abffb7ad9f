//! Pages and tables of the documentation that are generated from the program's tables. After a change of a table:
//! `UPDATE_DOCS=1 cargo test --test it docs`.

use super::rust_source::sources;
use smriti_tui::app::{Keymap, ListedBinding};
use smriti_tui::config::{Config, Preset};
use smriti_tui::search::Field;
use std::path::{Path, PathBuf};

#[track_caller]
fn check(page: &str, expected: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(file(page), expected).unwrap();
    }
    assert!(
        text_of(page) == expected,
        "{page} is out of date: run UPDATE_DOCS=1 cargo test --test it docs"
    );
}

fn text_of(page: &str) -> String {
    std::fs::read_to_string(file(page)).unwrap()
}

fn file(page: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(page)
}

/// Checks the rows about filters in the table of a page, and which of these filters have alternatives.
#[track_caller]
fn check_filters(page: &str, rows: &[(Field, String)]) {
    let text = text_of(page);
    let (before, sentence) = text.split_once("Several values of ").unwrap();
    let (_, after) = sentence.split_once(" are alternatives").unwrap();
    let mut names: Vec<String> = Field::all()
        .filter(|field| {
            field.row().has_alternatives && rows.iter().any(|(shown, _)| shown == field)
        })
        .map(|field| format!("`{}:`", field.name()))
        .collect();
    let last = names.pop().unwrap();
    let names = names.join(", ");
    let mut expected = String::new();
    let mut is_written = false;
    for line in before.split_inclusive('\n') {
        if !is_about_filter(line) {
            expected += line;
        } else if !is_written {
            rows.iter().for_each(|(_, row)| expected += row);
            is_written = true;
        }
    }
    expected += &format!("Several values of {names} or {last} are alternatives{after}");
    check(page, &expected);
}

/// Returns true for a row of a table that begins with a filter.
fn is_about_filter(line: &str) -> bool {
    let typed = line.strip_prefix("| `").and_then(|row| row.split_once(':'));
    typed.is_some_and(|(name, _)| Field::named(name).is_some())
}

/// A row of a table: filters as typed, and a description.
fn row(typed: &[String], separator: &str, about: &str) -> String {
    let typed: Vec<String> = typed.iter().map(|typed| format!("`{typed}`")).collect();
    format!("| {} | {about} |\n", typed.join(separator))
}

#[test]
fn query_page_describes_every_filter() {
    let mut rows = Vec::new();
    for field in Field::all() {
        let typed = field.row().usages.iter().flat_map(|usage| usage.typed);
        let is_shown = |alias: &str| typed.clone().any(|typed| typed.starts_with(alias));
        let aliases = field.row().aliases.iter().map(|alias| format!("{alias}:"));
        let mut aliases: Vec<String> = aliases.filter(|alias| !is_shown(alias)).collect();
        for usage in field.row().usages {
            let mut typed: Vec<String> = usage.typed.iter().map(ToString::to_string).collect();
            typed.append(&mut aliases);
            rows.push((field, row(&typed, ", ", usage.about)));
        }
    }
    check_filters("docs/query.md", &rows);
}

#[test]
fn readme_lists_the_usual_filters() {
    let mut rows = Vec::new();
    for field in Field::all() {
        let mut typed = Vec::new();
        let mut about = Vec::new();
        for usage in field.row().usages {
            if let Some(brief) = usage.brief {
                typed.extend(usage.typed.iter().map(ToString::to_string));
                about.push(brief);
            }
        }
        if !typed.is_empty() {
            rows.push((field, row(&typed, " ", &about.join("; "))));
        }
    }
    check_filters("README.md", &rows);
}

#[test]
fn keys_page_lists_the_default_bindings() {
    let keymap = Keymap::from_config(&Config::load(None).unwrap().keys).unwrap();
    let mut page = "# Keys\n\n\
        For users who look up a key or bind one. Generated from the default key bindings; `smriti-tui keys`\n\
        prints the active ones as TOML, `smriti-tui keys --check` lists conflicts.\n\n\
        A line such as `\"ctrl-n\" = \"next-row\"` below `[keys.results]` in the configuration binds a key;\n\
        `\"none\"` removes a binding, and `[keys] preset = \"vim\"` or `\"emacs\"` selects another set.\n"
        .to_owned();
    let mut section = "";
    for row in keymap.listed() {
        if row.section != section {
            section = row.section;
            page += &format!(
                "\n## keys.{section}\n\n| keys | action | effect |\n| --- | --- | --- |\n"
            );
        }
        page += &line(&row);
    }
    let unbound: Vec<&str> = keymap.unbound_actions().collect();
    page += &format!("\nWithout a key: {}.\n", unbound.join(", "));
    page += &moved_keys();
    check("docs/keys.md", &page);
}

/// Keys that did something else in an earlier edition: the preset (`default` for all that do not bind the key
/// otherwise), the context, the key, its action before and now, and the way to the earlier action.
const MOVED: &[[&str; 6]] = &[
    [
        "default",
        "results",
        "/",
        "focus-prompt",
        "filter-or-prompt",
        "`alt-/`, in lists about a row",
    ],
    [
        "default",
        "code",
        "h",
        "scroll-left",
        "column-left",
        "`shift-left`",
    ],
    [
        "default",
        "code",
        "left",
        "scroll-left",
        "column-left",
        "`shift-left`",
    ],
    [
        "default",
        "code",
        "l",
        "scroll-right",
        "column-right",
        "`shift-right`",
    ],
    [
        "default",
        "code",
        "right",
        "scroll-right",
        "column-right",
        "`shift-right`",
    ],
    [
        "default",
        "code",
        "alt-left",
        "back",
        "previous-name",
        "`<`, `ctrl-o`",
    ],
    [
        "default",
        "code",
        "alt-right",
        "forward",
        "next-name",
        "`>`, `alt-o`",
    ],
    ["vim", "code", "w", "explain", "next-word", "`g w`"],
    ["vim", "code", "b", "bookmark", "previous-word", "`g b`"],
    [
        "emacs",
        "code",
        "ctrl-f",
        "scroll-right",
        "column-right",
        "`shift-right`",
    ],
    [
        "emacs",
        "code",
        "ctrl-b",
        "scroll-left",
        "column-left",
        "`shift-left`",
    ],
];

#[test]
fn moved_keys_have_the_action_of_the_table() {
    for [name, section, key, _, now, _] in MOVED {
        let mut config = Config::load(None).unwrap().keys;
        config.preset = (Preset::ALL.into_iter())
            .find(|preset| preset.name() == *name)
            .unwrap();
        let keymap = Keymap::from_config(&config).unwrap();
        let mut listed = keymap.listed();
        let holds =
            listed.any(|row| (row.section, &*row.keys, row.action) == (*section, *key, *now));
        assert!(holds, "{name} {section} {key}");
    }
}

/// The table of these keys.
fn moved_keys() -> String {
    let mut table = "\n## Moved keys\n\nKeys that did something else in an earlier edition.\n\
        In the code `g d` and `g r` are now about the name under the cursor; without one, about the line.\n\n\
        | preset | keys of | key | before | now | the earlier action |\n\
        | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for [preset, section, key, before, now, instead] in MOVED {
        table +=
            &format!("| {preset} | {section} | `{key}` | `{before}` | `{now}` | {instead} |\n");
    }
    table
}

fn line(row: &ListedBinding) -> String {
    let keys = row.keys.replace('|', "\\|");
    let tick = if keys.contains('`') { "``" } else { "`" };
    let space = if keys.contains('`') { " " } else { "" };
    format!(
        "| {tick}{space}{keys}{space}{tick} | `{}` | {} |\n",
        row.action, row.help
    )
}

#[test]
fn robustness_page_names_existing_tests() {
    let page = include_str!("../../docs/robustness.md");
    let (_, table) = page.split_once("| defect | test |").unwrap();
    let code: String = ["src", "tests"]
        .iter()
        .flat_map(|it| sources(it))
        .map(|it| it.1)
        .collect();
    let names = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .flat_map(|line| {
            let tests = line.rsplit('|').nth(1).unwrap_or_default();
            tests.split('`').skip(1).step_by(2)
        });
    let missing: Vec<&str> = names
        .filter(|name| !code.contains(&format!("fn {name}")))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/robustness.md names no test: {missing:?}"
    );
}

#[test]
fn configuration_page_shows_every_setting() {
    let page = format!(
        "# Configuration\n\n\
         For users who change a setting. The file is `$XDG_CONFIG_HOME/smriti-tui/config.toml` (`~/.config` if unset);\n\
         `--config FILE` reads another one. A setting that your file does not name keeps the value shown here.\n\
         Generated from the defaults of the program.\n\n\
         ```toml\n{}```\n",
        include_str!("../../src/config/default.toml")
    );
    check("docs/configuration.md", &page);
}

#[test]
fn example_commands_are_valid() {
    let page = text_of("docs/explorer.md");
    let (_, after) = page.split_once("```toml\n").unwrap();
    let (example, _) = after.split_once("```").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    std::fs::write(&file, example).unwrap();
    let config = Config::load(Some(&file)).unwrap();
    assert_eq!(config.commands.len(), 4);
    let keymap = Keymap::from_config(&config.keys).unwrap();
    assert_eq!(keymap.conflicts(), [""; 0]);
}
