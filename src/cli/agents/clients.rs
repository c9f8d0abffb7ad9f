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
}

/// Format of a client's file.
pub(super) enum Format {
    /// A JSON object, perhaps with comments: the key of its servers, and the entry. `{command}` is the program.
    Json(&'static str, &'static str),
    /// TOML tables. `{command}` is the program.
    Toml(&'static str),
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

/// All clients.
pub(super) static CLIENTS: [Client; 9] = [
    Client {
        name: "claude",
        title: "Claude Code",
        project: Some(".mcp.json"),
        user: Some(".claude.json"),
        format: Format::Json("mcpServers", CLAUDE),
        guides: ("CLAUDE.md", Some(".claude/CLAUDE.md")),
    },
    Client {
        name: "codex",
        title: "Codex CLI",
        project: Some(".codex/config.toml"),
        user: Some(".codex/config.toml"),
        format: Format::Toml(CODEX),
        guides: ("AGENTS.md", Some(".codex/AGENTS.md")),
    },
    Client {
        name: "cursor",
        title: "Cursor",
        project: Some(".cursor/mcp.json"),
        user: Some(".cursor/mcp.json"),
        format: Format::Json("mcpServers", PLAIN),
        guides: ("AGENTS.md", None),
    },
    Client {
        name: "vscode",
        title: "VS Code with Copilot",
        project: Some(".vscode/mcp.json"),
        user: Some(VS_CODE_USER),
        format: Format::Json("servers", VS_CODE),
        guides: ("AGENTS.md", None),
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        project: Some(".gemini/settings.json"),
        user: Some(".gemini/settings.json"),
        format: Format::Json("mcpServers", PLAIN),
        guides: ("GEMINI.md", Some(".gemini/GEMINI.md")),
    },
    Client {
        name: "opencode",
        title: "opencode: opencode.json",
        project: None,
        user: None,
        format: Format::Json(
            "mcp",
            r#"{ "type": "local", "command": [{command}, "mcp"], "enabled": true }"#,
        ),
        guides: ("AGENTS.md", None),
    },
    Client {
        name: "zed",
        title: "Zed: settings.json",
        project: None,
        user: None,
        format: Format::Json(
            "context_servers",
            r#"{ "source": "custom", "command": {command}, "args": ["mcp"], "env": {} }"#,
        ),
        guides: ("AGENTS.md", None),
    },
    Client {
        name: "windsurf",
        title: "Windsurf: mcp_config.json",
        project: None,
        user: None,
        format: Format::Json("mcpServers", PLAIN),
        guides: ("AGENTS.md", None),
    },
    Client {
        name: "amp",
        title: "Amp: settings.json",
        project: None,
        user: None,
        format: Format::Json("amp.mcpServers", PLAIN),
        guides: ("AGENTS.md", None),
    },
];

impl Client {
    /// The client's entry, for a program.
    pub(super) fn entry(&self, command: &str) -> String {
        let (Format::Json(_, entry) | Format::Toml(entry)) = self.format;
        entry.replace("{command}", &format!("{command:?}"))
    }
}
