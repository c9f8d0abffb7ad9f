//! The release workflow: valid YAML whose commands exist in this repository.

use std::path::Path;
use tree_sitter::{Node, Parser};

/// Commands of cargo that a workflow may use, with their options.
const CARGO: [&str; 4] = [
    "test --locked",
    "build --release --locked",
    "install cargo-deb --locked",
    "deb --no-build --output target/smriti-tui.deb",
];

/// Values of a key, in document order.
fn values(text: &str, key: &str) -> Vec<String> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_yaml::LANGUAGE.into())
        .unwrap();
    let tree = parser.parse(text, None).unwrap();
    assert!(!tree.root_node().has_error(), "invalid YAML");
    let (mut found, mut left) = (Vec::new(), vec![tree.root_node()]);
    let part = |node: Option<Node<'_>>| node.map_or("", |node| &text[node.byte_range()]);
    while let Some(node) = left.pop() {
        let name = part(node.child_by_field_name("key"));
        if node.kind() == "block_mapping_pair" && name == key {
            found.push(part(node.child_by_field_name("value")).to_owned());
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
        left.extend(children.into_iter().rev());
    }
    found
}

#[test]
fn every_command_of_the_release_workflow_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(".github/workflows/release.yml")).unwrap();
    let runs = values(&text, "run");
    for run in &runs {
        let (program, arguments) = run.split_once(' ').unwrap();
        match program {
            "cargo" => assert!(CARGO.contains(&arguments), "{run}"),
            script => assert!(root.join(script).is_file(), "{run}"),
        }
    }
    assert_eq!(runs.len(), 9, "{runs:?}");
    let systems = ["ubuntu-22.04", "macos-14", "windows-2022"];
    assert_eq!(values(&text, "runs-on"), systems);
}

#[test]
fn docs_state_that_other_systems_are_untested() {
    let page = include_str!("../../docs/packages.md");
    assert!(page.contains("macOS and Windows are untested"));
}
