//! Pages of `docs/` that are generated from the program's tables. After a change of a table:
//! `UPDATE_DOCS=1 cargo test --test it docs`.

use super::rust_source::sources;
use smriti_tui::app::{Keymap, ListedBinding};
use smriti_tui::config::Config;
use std::path::Path;

#[track_caller]
fn check(page: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, expected).unwrap();
    }
    let current = std::fs::read_to_string(&file).unwrap();
    assert!(
        current == expected,
        "docs/{page} is out of date: run UPDATE_DOCS=1 cargo test --test it docs"
    );
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
    check("keys.md", &page);
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
    check("configuration.md", &page);
}
