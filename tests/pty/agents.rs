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
    let everything = ["--guide", "--skill"];
    let shown = run("install", &["--guide", "--skill", "--dry-run"]);
    assert!(shown.contains("would change"), "{shown}");
    assert_eq!(text(&project, ".cursor/mcp.json"), None);
    run("install", &everything);
    for path in [
        ".mcp.json",
        ".codex/config.toml",
        ".cursor/mcp.json",
        "AGENTS.md",
        ".claude/skills/smriti/SKILL.md",
        ".agents/skills/smriti/SKILL.md",
    ] {
        let text = text(&project, path).expect(path);
        assert!(text.contains("smriti"), "{path}: {text}");
    }
    let claude = text(&project, ".mcp.json").expect("a file");
    assert!(claude.contains("\"alwaysLoad\": true"), "{claude}");
    let again = run("install", &everything);
    assert!(!again.contains("change "), "{again}");
    let status = run("status", &[]);
    assert_eq!(status.matches(" installed ").count(), 5, "{status}");
    run("remove", &[]);
    for (path, before) in FILES {
        assert_eq!(text(&project, path).as_deref(), Some(*before), "{path}");
    }
    for created in [".cursor", "AGENTS.md", ".claude", ".agents"] {
        assert!(!project.root().join(created).exists(), "{created}");
    }
}

#[test]
fn lines_that_another_client_reads_stay() {
    let project = Project::new();
    project.run(&["agents", "install", "codex", "cursor", "--guide", "--skill"]);
    let shared = ["AGENTS.md", ".agents/skills/smriti/SKILL.md"];
    for (removed, is_left) in [("codex", true), ("cursor", false)] {
        assert_eq!(code(&project.run(&["agents", "remove", removed])), 0);
        for path in shared {
            assert_eq!(text(&project, path).is_some(), is_left, "{removed} {path}");
        }
    }
}

#[test]
fn removing_restores_a_file_of_any_kind() {
    let check = |client: &str, path: &str, before: &str| {
        let project = Project::new();
        project.write(path, before);
        for verb in ["install", "remove"] {
            let output = project.run(&["agents", verb, client]);
            assert_eq!(code(&output), 0, "{before:?}: {}", stderr(&output));
            let has_entry = text(&project, path).is_some_and(|text| text.contains("smriti"));
            assert_eq!(has_entry, verb == "install", "{before:?}");
        }
        assert_eq!(text(&project, path).as_deref(), Some(before));
    };
    for before in [
        "",
        "\n",
        "{}",
        "\u{feff}{\r\n}\r\n",
        "\u{feff}",
        "{ // c\n \"a\": 1, }",
    ] {
        check("claude", ".mcp.json", before);
    }
    let dotted = "mcp_servers.other.command = \"x\"\n[tui]\na = 1\n";
    for before in [
        "",
        "\n",
        "\u{feff}a = 1\r\n",
        dotted,
        "[mcp_servers]\no = { command = \"x\" }",
    ] {
        check("codex", ".codex/config.toml", before);
    }
}

#[test]
fn a_file_that_cannot_be_changed_is_left_alone() {
    let check = |client: &str, path: &str, before: &str, reason: &str| {
        let project = Project::new();
        project.write(path, before);
        let output = project.run(&["agents", "install", client, "cursor"]);
        assert_eq!(code(&output), 2);
        let message = stderr(&output);
        assert!(message.contains("is left alone: "), "{message}");
        assert!(message.contains(reason), "{message}");
        assert_eq!(text(&project, path).as_deref(), Some(before));
        // The other client has its entry, and the user knows.
        let page = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(page.contains("create"), "{page}");
        assert!(text(&project, ".cursor/mcp.json").is_some());
    };
    check("claude", ".mcp.json", "{ nonsense", "it is not JSON");
    check("claude", ".mcp.json", "[]", "it is not a JSON object");
    check(
        "gemini",
        ".gemini/settings.json",
        "{\"mcpServers\": null}",
        "is not an object",
    );
    let config = ".codex/config.toml";
    check("codex", config, "a = 1\nb =\n", "on line 2");
    for before in [
        "mcp_servers = {}\n",
        "mcp_servers = 3\n",
        "[[mcp_servers]]\n",
    ] {
        check("codex", config, before, "agents print codex");
    }
}

#[test]
fn an_entry_by_hand_and_another_skill_stay() {
    let project = Project::new();
    let (config, skill) = (".codex/config.toml", ".agents/skills/smriti/SKILL.md");
    project.write(config, "[mcp_servers.smriti]\ncommand = \"x\"\n");
    project.write(skill, "---\nname: smriti\n---\nMine.\n");
    let output = project.run(&["agents", "install", "codex", "--skill"]);
    assert!(
        stderr(&output).contains("another skill"),
        "{}",
        stderr(&output)
    );
    let output = project.run(&["agents", "remove", "codex"]);
    assert!(
        stderr(&output).contains("remove it by hand"),
        "{}",
        stderr(&output)
    );
    assert!(text(&project, config).expect("a file").contains("smriti"));
    assert!(text(&project, skill).expect("a file").contains("Mine."));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let project = Project::new();
    let path = |name: &str| project.root().join(name);
    let mode = || {
        fs::metadata(path("real.json"))
            .expect("a file")
            .permissions()
    };
    project.write("real.json", "{}\n");
    symlink("real.json", path(".mcp.json")).expect("a link");
    fs::set_permissions(path("real.json"), fs::Permissions::from_mode(0o600)).expect("a mode");
    for verb in ["install", "remove"] {
        assert_eq!(code(&project.run(&["agents", verb, "claude"])), 0);
        assert!(path(".mcp.json").is_symlink());
        assert_eq!(mode().mode() & 0o777, 0o600);
    }
    assert_eq!(text(&project, "real.json").as_deref(), Some("{}\n"));
    fs::set_permissions(path("real.json"), fs::Permissions::from_mode(0o400)).expect("a mode");
    let output = project.run(&["agents", "install", "claude"]);
    assert!(
        stderr(&output).contains("the file is read-only"),
        "{}",
        stderr(&output)
    );
    assert_eq!(text(&project, "real.json").as_deref(), Some("{}\n"));
    fs::remove_file(path("real.json")).expect("a file");
    let output = project.run(&["agents", "install", "claude"]);
    let message = stderr(&output);
    assert!(
        message.contains("is a link to a file that does not exist"),
        "{message}"
    );
}

#[test]
fn the_entry_of_any_client_is_printed() {
    let project = Project::new();
    let output = project.run(&["agents", "print", "zed"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("context_servers"), "{printed}");
    let output = project.run(&["agents", "print", "opencode"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        printed.contains("\"servers\": {\n      \"smriti\""),
        "{printed}"
    );
    let output = project.run(&["agents", "status", "cursor"]);
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((code(&output), listed.lines().count()), (1, 1), "{listed}");
    let output = project.run(&["agents", "install", "zed"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("agents print zed"),
        "{}",
        stderr(&output)
    );
}
