//! The table of clients: their files and formats, as of November 2026.
//!
//! Principal type: [`Client`].

/// An agent that uses the server.
pub(super) struct Client {
    /// The name on the command line.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The file of a project, from its root.
    pub(super) project: Option<&'static str>,
    /// The file of the user, from the home directory.
    pub(super) user: Option<&'static str>,
    pub(super) format: Format,
    /// Files that the model reads, of a project and of the user.
    pub(super) guides: (&'static str, Option<&'static str>),
    /// The file of the skill, of a project and of the user.
    pub(super) skill: &'static str,
}

/// Format of a client's file.
pub(super) enum Format {
    /// A JSON object, perhaps with comments: the key of its servers, and the entry. `{command}` is the program.
    Json(&'static str, &'static str),
    /// TOML tables. `{command}` is the program.
    Toml(&'static str),
    /// A text that is only printed. `{command}` is the program.
    Printed(&'static str),
}

/// The name of the entry.
pub(super) const ENTRY: &str = "smriti";

const PLAIN: &str = r#"{ "command": {command}, "args": ["mcp"] }"#;
const CLAUDE: &str =
    r#"{ "type": "stdio", "command": {command}, "args": ["mcp"], "alwaysLoad": true }"#;
const VS_CODE: &str =
    r#"{ "type": "stdio", "command": {command}, "args": ["mcp", "${workspaceFolder}"] }"#;
const CODEX: &str = "[mcp_servers.smriti]\ncommand = {command}\nargs = [\"mcp\"]\n";
const VS_CODE_USER: &str = match () {
    () if cfg!(target_os = "macos") => "Library/Application Support/Code/User/mcp.json",
    () if cfg!(windows) => "AppData/Roaming/Code/User/mcp.json",
    () => ".config/Code/User/mcp.json",
};

const OPENCODE: &str = r#"{
  "mcp": {
    "servers": {
      "smriti": { "type": "local", "command": [{command}, "mcp"] }
    }
  }
}
"#;
const ZED: &str = r#"{ "source": "custom", "command": {command}, "args": ["mcp"], "env": {} }"#;

/// All clients.
pub(super) static CLIENTS: [Client; 10] = [
    Client {
        project: Some(".mcp.json"),
        user: Some(".claude.json"),
        guides: ("CLAUDE.md", Some(".claude/CLAUDE.md")),
        skill: ".claude/skills/smriti/SKILL.md",
        ..Client::by_hand("claude", "Claude Code", Format::Json("mcpServers", CLAUDE))
    },
    Client {
        project: Some(".codex/config.toml"),
        user: Some(".codex/config.toml"),
        guides: ("AGENTS.md", Some(".codex/AGENTS.md")),
        ..Client::by_hand("codex", "Codex CLI", Format::Toml(CODEX))
    },
    Client {
        project: Some(".cursor/mcp.json"),
        user: Some(".cursor/mcp.json"),
        ..Client::by_hand("cursor", "Cursor", Format::Json("mcpServers", PLAIN))
    },
    Client {
        project: Some(".vscode/mcp.json"),
        user: Some(VS_CODE_USER),
        ..Client::by_hand(
            "vscode",
            "VS Code with Copilot",
            Format::Json("servers", VS_CODE),
        )
    },
    Client {
        project: Some(".gemini/settings.json"),
        user: Some(".gemini/settings.json"),
        guides: ("GEMINI.md", Some(".gemini/GEMINI.md")),
        ..Client::by_hand("gemini", "Gemini CLI", Format::Json("mcpServers", PLAIN))
    },
    Client::by_hand(
        "antigravity",
        "Antigravity: ~/.gemini/config/mcp_config.json",
        Format::Json("mcpServers", PLAIN),
    ),
    Client::by_hand(
        "opencode",
        "opencode 2: opencode.json",
        Format::Printed(OPENCODE),
    ),
    Client::by_hand(
        "zed",
        "Zed: .zed/settings.json",
        Format::Json("context_servers", ZED),
    ),
    Client::by_hand(
        "windsurf",
        "Devin Desktop, Windsurf until June 2026: .devin/mcp_config.json",
        Format::Json("mcpServers", PLAIN),
    ),
    Client::by_hand(
        "amp",
        "Amp: .amp/settings.json",
        Format::Json("amp.mcpServers", PLAIN),
    ),
];

impl Client {
    /// A client whose entry is added by hand: where its file is, is not known.
    const fn by_hand(name: &'static str, title: &'static str, format: Format) -> Self {
        Self {
            name,
            title,
            project: None,
            user: None,
            format,
            guides: ("AGENTS.md", None),
            skill: ".agents/skills/smriti/SKILL.md",
        }
    }

    /// The client's entry, for a program.
    pub(super) fn entry(&self, program: &str) -> String {
        let (Format::Json(_, entry) | Format::Toml(entry) | Format::Printed(entry)) = self.format;
        // A JSON string is one of TOML, too.
        entry.replace("{command}", &serde_json::json!(program).to_string())
    }
}
