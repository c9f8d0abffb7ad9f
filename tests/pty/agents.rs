//! `smriti-tui agents`: entries in the files of clients.

use super::commands::{code, stderr};
use super::project::Project;
use std::fs;

/// Files of clients as people have them.
const FILES: &[(&str, &str)] = &[
    (
        ".mcp.json",
        "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}",
    ),
    (
        ".codex/config.toml",
        "model = \"m\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"",
    ),
    (
        ".vscode/mcp.json",
        "// shared\n{\n\t\"inputs\": [],\n\t\"servers\": {},\n}\n",
    ),
    (".gemini/settings.json", "{\"ui\": {\"theme\": \"x\"}}\n"),
    ("CLAUDE.md", "# Rules\r\n\r\nBe kind."),
];

fn text(project: &Project, path: &str) -> Option<String> {
    fs::read_to_string(project.root().join(path)).ok()
}

#[test]
fn removing_restores_every_file_exactly() {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    let clients = ["claude", "codex", "cursor", "vscode", "gemini"];
    let run = |verb: &str, options: &[&str]| {
        let output = project.run(&[&["agents", verb], &clients[..], options].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shown = run("install", &["--guide", "--dry-run"]);
    assert!(shown.contains("would change"), "{shown}");
    assert_eq!(text(&project, ".cursor/mcp.json"), None);
    run("install", &["--guide"]);
    for path in [
        ".mcp.json",
        ".codex/config.toml",
        ".cursor/mcp.json",
        "AGENTS.md",
    ] {
        let text = text(&project, path).expect(path);
        assert!(text.contains("smriti"), "{path}: {text}");
    }
    let claude = text(&project, ".mcp.json").expect("a file");
    assert!(claude.contains("\"alwaysLoad\": true"), "{claude}");
    let again = run("install", &["--guide"]);
    assert!(!again.contains("change "), "{again}");
    let status = run("status", &[]);
    assert_eq!(status.matches(" installed ").count(), 5, "{status}");
    run("remove", &[]);
    for (path, before) in FILES {
        assert_eq!(text(&project, path).as_deref(), Some(*before), "{path}");
    }
    assert_eq!(text(&project, ".cursor/mcp.json"), None);
    assert_eq!(text(&project, "AGENTS.md"), None);
}

#[test]
fn a_file_that_cannot_be_parsed_is_left_alone() {
    let project = Project::new();
    project.write(".mcp.json", "{ nonsense");
    let output = project.run(&["agents", "install", "claude"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("is left alone"),
        "{}",
        stderr(&output)
    );
    assert_eq!(text(&project, ".mcp.json").as_deref(), Some("{ nonsense"));
}

#[test]
fn the_entry_of_any_client_is_printed() {
    let project = Project::new();
    let output = project.run(&["agents", "print", "zed"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("context_servers"), "{printed}");
    let output = project.run(&["agents", "install", "zed"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("agents print zed"),
        "{}",
        stderr(&output)
    );
}
