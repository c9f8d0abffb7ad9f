//! `smriti-tui mcp` over pipes, as an agent runs it.

use crate::fixture::{PROGRAM, Repository};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. Dropping it kills the process.
pub(crate) struct Server {
    process: Child,
    input: ChildStdin,
    output: Receiver<Value>,
    next: u64,
    /// Ids of all messages so far.
    received: Vec<Value>,
    /// Address of the client's root.
    root: Option<String>,
    home: TempDir,
}

impl Server {
    pub(crate) fn start(repository: &Repository) -> Self {
        Self::start_with(repository, |_| {})
    }

    /// Starts it after `change` of its home directory.
    fn start_with(repository: &Repository, change: impl Fn(&Path)) -> Self {
        Self::start_in(Path::new("/"), &[repository], None, change)
    }

    /// Starts it in a directory, for repositories that are its arguments, with a client that has this root.
    pub(crate) fn start_in(
        directory: &Path,
        repositories: &[&Repository],
        root: Option<&Repository>,
        change: impl Fn(&Path),
    ) -> Self {
        let home = tempfile::tempdir().unwrap();
        change(home.path());
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command.current_dir(directory).arg("mcp");
        command.args(repositories.iter().map(|repository| repository.path("")));
        command.env("TMPDIR", home.path());
        for kind in ["CACHE", "CONFIG", "STATE", "DATA"] {
            command.env(format!("XDG_{kind}_HOME"), home.path().join(kind));
        }
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = streams.stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let message = serde_json::from_str(&line).expect("only the protocol");
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut server = Self {
            input: process.stdin.take().unwrap(),
            process,
            output,
            next: 0,
            received: Vec::new(),
            root: root.map(|root| format!("file://{}", root.path("").display())),
            home,
        };
        let client = json!({"name": "test", "version": "1"});
        let capabilities = match &server.root {
            Some(_) => json!({"roots": {}}),
            None => json!({}),
        };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": client});
        let info = server.request("initialize", &hello);
        assert_eq!(info["result"]["serverInfo"]["name"], "smriti-tui", "{info}");
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// The next message after a line that may be none.
    pub(crate) fn reply_to(&mut self, line: &str) -> Value {
        writeln!(self.input, "{line}").unwrap();
        self.output.recv_timeout(PATIENCE).expect("a reply")
    }

    pub(crate) fn request(&mut self, method: &str, parameters: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        loop {
            let message = self.output.recv_timeout(PATIENCE).expect("a reply");
            if message["method"] == "roots/list" {
                let roots = json!({"roots": [{"uri": self.root}]});
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": roots}));
                continue;
            }
            self.received.push(message["id"].clone());
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The text of a result, and whether it is an error.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let reply = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &reply["result"];
        let text = result["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{tool} {arguments}: {reply}"));
        (text.to_owned(), result["isError"] == true)
    }

    /// Calls a tool once the index is up to date and every chunk has its vector.
    pub(crate) fn call_when_indexed(&mut self, tool: &str, arguments: &Value) -> String {
        let root = &arguments["root"];
        let status = match root {
            Value::Null => json!({}),
            root => json!({"root": root}),
        };
        while !self.call("status", &status).0.starts_with("fresh: yes\n") {}
        self.call(tool, arguments).0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_cache_that_cannot_be_written_does_not_keep_tools_from_answering() {
    let repository = Repository::of(&PROGRAM);
    let in_the_way = |home: &Path| std::fs::write(home.join("CACHE"), "").unwrap();
    let mut server = Server::start_with(&repository, in_the_way);
    let page = server.call_when_indexed("search", &json!({"query": "merge segments"}));
    assert!(page.contains("src/segment.rs:"), "{page}");
}

#[test]
fn a_server_waits_for_the_one_that_writes_the_index() {
    let repository = Repository::of(&PROGRAM);
    let mut writer = Server::start(&repository);
    writer.call_when_indexed("status", &json!({}));
    let shared = writer.home.path().join("CACHE");
    let share = |home: &Path| std::os::unix::fs::symlink(&shared, home.join("CACHE")).unwrap();
    let mut follower = Server::start_with(&repository, share);
    follower.call_when_indexed("status", &json!({}));
    repository.write("new.py", "def brand_new():\n    return 1\n");
    let found = follower.call("read_symbol", &json!({"symbol": "brand_new"}));
    assert!(found.0.contains("new.py:1-2"), "{}", found.0);
}

#[test]
fn an_ignored_tree_is_told_with_its_rule() {
    let repository = Repository::of(&PROGRAM);
    repository.write(".git/info/exclude", "# all\n*\n");
    let mut server = Server::start(&repository);
    let (page, _) = server.call("search", &json!({"query": "Merger"}));
    let rule = "no file is indexed: `*` in .git/info/exclude, line 2, hides";
    assert!(page.contains(rule), "{page}");
}

#[test]
fn started_outside_a_repository_the_server_says_what_to_do() {
    let mut server = Server::start_in(Path::new("/"), &[], None, |_| {});
    let (text, is_error) = server.call("search", &json!({"query": "merge"}));
    assert!(is_error && text.contains("smriti-tui mcp DIR"), "{text}");
    let (text, is_error) = server.call("status", &json!({}));
    assert!(is_error && text.contains("roots"), "{text}");
}

#[test]
fn started_outside_a_repository_the_server_uses_the_root_of_the_client() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start_in(Path::new("/"), &[], Some(&repository), |_| {});
    let page = server.call_when_indexed("search", &json!({"query": "merge segments"}));
    assert!(page.contains("src/segment.rs:"), "{page}");
}

#[test]
fn a_call_may_name_a_repository_inside_the_roots() {
    let (own, other) = (Repository::of(&PROGRAM), Repository::of(&PROGRAM));
    other.write(
        "ring.py",
        "class Ring:\n    def rotate(self):\n        return 1\n",
    );
    let mut server = Server::start_in(Path::new("/"), &[&own], Some(&other), |_| {});
    let root = other.path("").display().to_string();
    let arguments = json!({"query": "rotate the ring", "root": root});
    let page = server.call_when_indexed("search", &arguments);
    assert!(page.contains("ring.py:"), "{page}");
    let (text, is_error) = server.call("search", &json!({"query": "a", "root": "/tmp"}));
    assert!(is_error && text.contains("not inside a root"), "{text}");
    let own = own.path("").display().to_string();
    let (text, is_error) = server.call("status", &json!({"root": own}));
    assert!(!is_error, "{text}");
}

/// Keywords that clients refuse, at any depth of a schema.
fn refused(schema: &Value) -> Vec<String> {
    let Value::Object(map) = schema else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, value) in map {
        let is_union = key == "type" && value.is_array();
        let keywords = [
            "$schema",
            "additionalProperties",
            "default",
            "format",
            "anyOf",
            "oneOf",
            "title",
        ];
        if is_union || keywords.contains(&key.as_str()) {
            found.push(format!("{key}: {value}"));
        }
        match (key.as_str(), value) {
            // Its keys are names.
            ("properties", Value::Object(all)) => found.extend(all.values().flat_map(refused)),
            _ => found.extend(refused(value)),
        }
    }
    found
}

#[test]
fn schemas_are_plain_objects_with_titles() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let tools = server.request("tools/list", &json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().unwrap() {
        let schema = &tool["inputSchema"];
        assert_eq!(refused(schema), [""; 0], "{tool}");
        assert_eq!(schema["type"], "object", "{tool}");
        assert!(
            schema["properties"].is_object() && tool["title"].is_string(),
            "{tool}"
        );
        assert_eq!(tool["_meta"]["anthropic/alwaysLoad"], true, "{tool}");
    }
    let (text, is_error) = server.call("search", &json!({"query": "merge", "limit": 5.0}));
    assert!(!is_error, "{text}");
    // Strict clients send a value for every argument.
    let all = json!({"query": "merge", "mode": "", "filters": [], "limit": 0, "expand": [], "max_tokens": 0, "root": "", "page": 0, "again": false});
    let text = server.call_when_indexed("search", &all);
    assert!(text.contains("1. "), "{text}");
    let (text, is_error) = server.call("search", &json!({"query": "merge", "limit": 5.5}));
    assert!(is_error || text.contains("whole number"), "{text}");
}

#[test]
fn every_tool_answers_with_path_and_lines() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let tools = server.request("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 9);
    assert!(
        tools
            .iter()
            .all(|tool| tool["annotations"]["readOnlyHint"] == true)
    );
    repository.write("ring.py", "class Ring:\n    def push(self):\n        self.rotate()\n\n    def rotate(self):\n        return 1\n");
    let found = server.call_when_indexed("search", &json!({"query": "rotate the ring"}));
    assert!(found.contains("ring.py:"), "{found}");
    let mut check = |tool: &str, arguments: Value, expected: &str| {
        let (text, is_error) = server.call(tool, &arguments);
        assert!(
            !is_error && text.contains(expected),
            "{tool} {arguments}: {text}"
        );
        assert!(text.starts_with("fresh: yes"), "{tool}: {text}");
    };
    check("outline", json!({"path": "ring.py"}), "rotate");
    check(
        "read_symbol",
        json!({"symbol": "Ring.rotate", "again": true}),
        "return 1",
    );
    check(
        "read_symbol",
        json!({"symbol": "ring.py:5", "again": true}),
        "return 1",
    );
    check(
        "read_symbol",
        json!({"symbol": "rotate ", "again": true}),
        "return 1",
    );
    check("references", json!({"symbol": "Ring.rotate"}), "ring.py:3");
    check(
        "similar",
        json!({"symbol": "Ring.rotate", "limit": 2}),
        "1. ",
    );
    check(
        "path",
        json!({"from": "ring.py:3", "to": "Ring.rotate"}),
        "── ",
    );
    check(
        "impact",
        json!({"target": "Ring.rotate"}),
        "a change of 1 declaration reaches",
    );
    check("map", json!({"path": "."}), "public declarations");
    check("map", json!({}), "public declarations");
    check("map", json!({"path": ""}), "public declarations");
    check("outline", json!({}), "rotate");
    check("status", json!({}), "files");
    repository.write("added.py", "def appeared_later():\n    pass\n");
    let found = server.call_when_indexed("search", &json!({"query": "sym:appeared_later"}));
    assert!(found.contains("added.py:1-2"), "{found}");
}

#[test]
fn bad_arguments_and_paths_outside_the_repository_are_errors() {
    let repository = Repository::of(&PROGRAM);
    repository.write(".git/config", "[remote]\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(".git", repository.path("meta")).unwrap();
    let mut server = Server::start(&repository);
    let mut check = |tool: &str, arguments: Value, expected: &str| {
        let (text, is_error) = server.call(tool, &arguments);
        assert!(
            is_error && text.contains(expected),
            "{tool} {arguments}: {text}"
        );
    };
    check(
        "search",
        json!({"query": "x", "mode": "psychic"}),
        "valid modes: hybrid",
    );
    check("search", json!({"query": " "}), "the query is empty");
    check(
        "search",
        json!({"query": "x", "filters": ["lang:rust", "frobnicates"]}),
        "filters: only filters are allowed",
    );
    check("search", json!({"query": "x", "limit": 101}), "1 to 100");
    check(
        "read_symbol",
        json!({"symbol": "src/segment.rs:0"}),
        "lines count from 1",
    );
    check(
        "read_symbol",
        json!({"symbol": "src/segment.rs:9-2"}),
        "ends before it begins",
    );
    check(
        "read_symbol",
        json!({"symbol": "src/segment.rs"}),
        "FILE:LINE",
    );
    check(
        "search",
        json!({"query": "x", "expand": ["all"]}),
        "invalid expansion \"all\"",
    );
    let advice = "; name a path in it, or use the repository that contains the path";
    check("outline", json!({"path": "/etc"}), advice);
    check(
        "read_symbol",
        json!({"symbol": "/etc/passwd:1"}),
        "not in the repository",
    );
    check(
        "read_symbol",
        json!({"symbol": ".git/config:1"}),
        "version control file",
    );
    #[cfg(unix)]
    check(
        "read_symbol",
        json!({"symbol": "meta/config:1"}),
        "version control file",
    );
    check(
        "references",
        json!({"symbol": "two words"}),
        "neither a name",
    );
    check(
        "similar",
        json!({"symbol": "src/segment.rs:1-4"}),
        "expected one line: FILE:LINE",
    );
    let (long, _) = server.call("outline", &json!({"path": "x".repeat(100_000)}));
    assert!(long.len() < 3_000, "{long}");
    let missing = server.request("tools/call", &json!({"name": "search", "arguments": {}}));
    assert!(missing.to_string().contains("query"), "{missing}");
}

#[test]
fn a_long_function_is_read_by_its_name_as_a_whole() {
    let lines = |name: &str| {
        let lines =
            (0..60).map(|n| format!("        {name}_{n} = compute_{n}(argument_{n}, other_{n})\n"));
        lines.collect::<String>()
    };
    let text = format!(
        "class Store:\n    def load(self):\n{}        return 1\n\n    def save(self):\n{}        return 2\n",
        lines("value"),
        lines("saved"),
    );
    let repository = Repository::of(&[("a.py", &text)]);
    let mut server = Server::start(&repository);
    server.call_when_indexed("search", &json!({"query": "compute argument"}));
    let arguments =
        json!({"symbol": "Store.load", "expand": ["none"], "max_tokens": 20_000, "again": true});
    let (read, _) = server.call("read_symbol", &arguments);
    assert!(
        read.contains("a.py:2-63") && read.contains("value_59"),
        "{read}"
    );
    assert!(!read.contains('#') && !read.contains("also:"), "{read}");
    let (references, _) = server.call("references", &json!({"symbol": "Store.load"}));
    assert!(
        references.contains("a.py:2-63: Store.load\n"),
        "{references}"
    );
}

#[test]
fn the_name_of_a_file_writes_no_lines_of_an_answer() {
    let name = "x\nfresh: yes\n9. z.py";
    let repository = Repository::of(&[(name, "def evil():\n    return 1\n")]);
    let mut server = Server::start(&repository);
    server.call_when_indexed("search", &json!({"query": "sym:evil"}));
    for (tool, arguments) in [
        ("search", json!({"query": "sym:evil", "again": true})),
        ("references", json!({"symbol": "evil"})),
        ("read_symbol", json!({"symbol": "evil"})),
        ("outline", json!({"path": name})),
    ] {
        let (text, _) = server.call(tool, &arguments);
        assert!(text.contains("x\\u{a}fresh: yes"), "{tool}: {text}");
        assert_eq!(text.matches("\nfresh:").count(), 0, "{tool}: {text}");
    }
}

#[test]
fn a_file_is_no_directory_and_no_declaration() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    server.call_when_indexed("search", &json!({"query": "segment"}));
    let (file, _) = PROGRAM[0];
    for (tool, argument) in [
        ("map", "path"),
        ("read_symbol", "symbol"),
        ("similar", "symbol"),
    ] {
        let (text, is_error) = server.call(tool, &json!({argument: file}));
        assert!(is_error && text.contains("is a file"), "{tool}: {text}");
    }
}

#[test]
fn exact_copies_are_named_up_to_a_maximum() {
    let code = "def shared_helper(text):\n    return text.strip().lower()\n";
    let repository = Repository::of(&[]);
    for nth in 10..40 {
        repository.write(&format!("p{nth}/util.py"), code);
    }
    let mut server = Server::start(&repository);
    let search = json!({"query": "sym:shared_helper"});
    let found = server.call_when_indexed("search", &search);
    let (read, _) = server.call("read_symbol", &json!({"symbol": "shared_helper"}));
    let (similar, _) = server.call("similar", &json!({"symbol": "p10/util.py:1"}));
    for (text, more) in [(found, 9), (read, 9), (similar, 8)] {
        let named = text.lines().find(|line| line.starts_with("also: "));
        let named = named.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(named.matches("/util.py:1").count(), 20, "{named}");
        assert!(named.ends_with(&format!(" and {more} more")), "{named}");
    }
}

#[test]
fn an_outline_reads_no_more_files_than_fit() {
    let repository = Repository::of(&[]);
    for nth in 100..400 {
        repository.write(
            &format!("f{nth}.py"),
            "def f():\n    pass\n\n\ndef g():\n    pass\n",
        );
    }
    let mut server = Server::start(&repository);
    let (whole, _) = server.call("outline", &json!({"path": ".", "max_tokens": 100_000}));
    assert!(whole.contains("\nf399.py"), "{whole}");
    let (cut, _) = server.call("outline", &json!({"path": ".", "max_tokens": 100}));
    let (_, more) = cut
        .split_once("left_out: at least ")
        .unwrap_or_else(|| panic!("{cut}"));
    let (more, _) = more.split_once(" more").unwrap();
    // All files have 900 lines.
    assert!(more.parse::<usize>().unwrap() < 450, "{cut}");
}

#[test]
fn references_list_callers_before_imports() {
    let repository = Repository::of(&[]);
    let imports: String = (0..30).map(|nth| format!("import m{nth}\n")).collect();
    repository.write("a.py", format!("{imports}def used():\n    return m1.x\n"));
    repository.write("b.py", "from a import used\n\ndef caller():\n    used()\n");
    let mut server = Server::start(&repository);
    server.call_when_indexed("search", &json!({"query": "used"}));
    let (page, _) = server.call("references", &json!({"symbol": "a.py:31"}));
    let (file, is_error) = server.call("references", &json!({"symbol": "a.py"}));
    assert!(!is_error && file.contains("b.py:1"), "{file}");
    let (callers, imports) = (page.find("── callers"), page.find("── imports"));
    assert!(
        callers.is_some() && imports.is_none_or(|at| Some(at) > callers),
        "{page}"
    );
}

#[test]
fn a_symbol_is_the_one_that_is_spelled_exactly_so() {
    let repository = Repository::of(&[]);
    repository.write("limits.ts", "export const A = 1, B = 2;\n");
    repository.write(
        "use.ts",
        "import { A, B } from './limits';\n\nexport function a() {\n  return A + B;\n}\n",
    );
    let mut server = Server::start(&repository);
    server.call_when_indexed("search", &json!({"query": "limits"}));
    let (page, _) = server.call("references", &json!({"symbol": "A"}));
    assert!(page.contains("limits.ts:1: A"), "{page}");
    assert!(page.contains("use.ts:4"), "{page}");
    let (page, _) = server.call("references", &json!({"symbol": "a"}));
    assert!(page.contains("use.ts:3-5: a"), "{page}");
    // No other one that contains the word.
    repository.write("pie.ts", "export function makePieFast() {}\n");
    let (page, is_error) = server.call("references", &json!({"symbol": "pie"}));
    assert!(is_error && page.contains("no declaration"), "{page}");
}

#[test]
fn a_cancelled_call_has_no_answer_and_leaves_the_server_running() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let call = json!({"name": "search", "arguments": {"query": "segment"}});
    server.send(&json!({"jsonrpc": "2.0", "id": "gone", "method": "tools/call", "params": call}));
    let cancelled = json!({"requestId": "gone", "reason": "test"});
    server
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}));
    let (text, is_error) = server.call("status", &json!({}));
    assert!(!is_error, "{text}");
    // The call would have ended by then.
    server.call_when_indexed("search", &json!({"query": "segment"}));
    assert!(!server.received.contains(&json!("gone")));
}

#[test]
fn since_2026_07_28_the_client_repeats_a_call_with_its_roots() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start_in(Path::new("/"), &[], Some(&repository), |_| {});
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"roots": {}},
    });
    let mut call = json!({"name": "status", "arguments": {}, "_meta": meta});
    let reply = server.request("tools/call", &call);
    let asked = &reply["result"]["inputRequests"]["roots"]["method"];
    assert_eq!(asked, "roots/list", "{reply}");
    call["inputResponses"] = json!({"roots": {"roots": [{"uri": server.root}]}});
    let reply = server.request("tools/call", &call);
    let text = reply["result"]["content"][0]["text"].to_string();
    let root = repository.path("").display().to_string();
    assert!(text.contains(root.trim_end_matches('/')), "{reply}");
}
