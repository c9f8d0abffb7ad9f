//! The program together with others, where they are installed: Vim, Neovim, the SDKs of the Model Context Protocol
//! and packaging tools. A missing one is reported on standard error, even for a passing test.

use crate::project::{BURROW_LINE, BURROW_QUERY, Project};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_smriti-tui");

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reports a test that cannot run here. The test harness does not capture this.
fn skip(test: &str, missing: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {missing}");
}

/// Returns true if a command line succeeds here.
fn works(program: &str, arguments: &[&str]) -> bool {
    let output = Command::new(program).args(arguments).output();
    output.is_ok_and(|output| output.status.success())
}

/// Runs another program in the repository of a project.
fn run(project: &Project, program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(project.root());
    let command = command.env_clear().envs(project.environment());
    command.output().expect("it runs")
}

#[track_caller]
fn text(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &error
}

#[test]
fn vimgrep_output_is_a_quickfix_list() {
    let project = Project::indexed();
    let script = project.path().join("list.vim");
    let list = project.path().join("list.json");
    let lines = format!(
        "cexpr system('{PROGRAM} search --format vimgrep {BURROW_QUERY}')\n\
         let entry = getqflist()[0]\n\
         call writefile([bufname(entry.bufnr) . ' ' . entry.lnum . ' ' . entry.col], '{}')\n\
         qall!\n",
        list.display()
    );
    fs::write(&script, lines).expect("a script");
    let script = script.to_string_lossy();
    for (editor, arguments) in [
        ("vim", ["-es", "-u", "NONE", "-N", "-S"]),
        ("nvim", ["--headless", "--clean", "-i", "NONE", "-S"]),
    ] {
        if !works(editor, &["--version"]) {
            skip("vimgrep_output_is_a_quickfix_list", editor);
            continue;
        }
        let _ = fs::remove_file(&list);
        run(&project, editor, &[&arguments[..], &[&script]].concat());
        let entry = fs::read_to_string(&list).expect("a list");
        assert_eq!(
            entry,
            format!("src/burrow.rs {BURROW_LINE} 13\n"),
            "{editor}"
        );
    }
}

/// The Lua of [`neovim_plugin_searches_and_opens_the_explorer`].
const PLUGIN: &str = r"
local function wait(what, done)
  if not vim.wait(60000, done, 20) then
    print('no ' .. what .. ': ' .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'))
    vim.cmd('cquit')
  end
end
local function screen()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end
vim.cmd('Smriti ' .. query)
wait('quickfix list', function() return #vim.fn.getqflist() > 0 end)
local entry = vim.fn.getqflist()[1]
print(vim.fn.bufname(entry.bufnr) .. ':' .. entry.lnum .. ':' .. entry.col .. '\n')
vim.cmd('only')
vim.cmd('SmritiOpen')
local job = vim.b.terminal_job_id
wait('explorer', function() return screen():find('chunks') end)
vim.fn.chansend(job, query)
wait('result', function() return screen():find('census') end)
vim.fn.chansend(job, '\r')
wait('file', function() return vim.api.nvim_buf_get_name(0):find('burrow.rs') end)
print(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t') .. ' ' .. vim.fn.line('.') .. '\n')
vim.cmd('qall!')
";

#[test]
fn neovim_plugin_searches_and_opens_the_explorer() {
    if !works("nvim", &["--version"]) {
        return skip("neovim_plugin_searches_and_opens_the_explorer", "nvim");
    }
    let project = Project::indexed();
    let script = project.path().join("plugin.lua");
    let plugin = source("editors/nvim");
    let setup = format!(
        "vim.opt.runtimepath:append('{}')\nrequire('smriti').setup({{ command = '{PROGRAM}' }})\n\
         local query = '{BURROW_QUERY}'\n",
        plugin.display()
    );
    fs::write(&script, setup + PLUGIN).expect("a script");
    let load = format!("luafile {}", script.display());
    let output = run(
        &project,
        "nvim",
        &["--headless", "--clean", "-i", "NONE", "-c", &load],
    );
    let text = text(&output);
    assert!(
        text.contains(&format!("src/burrow.rs:{BURROW_LINE}:13")),
        "{text}"
    );
    // In the method that the query finds.
    assert!(text.contains("\nburrow.rs 2"), "{text}");
}

#[test]
fn neovim_plugin_is_short() {
    let module = fs::read_to_string(source("editors/nvim/lua/smriti.lua")).expect("the module");
    assert!(module.lines().count() <= 150);
}

/// The Python SDK is found by `python3`, or in `tests/mcp/venv`.
#[test]
fn python_sdk_drives_the_server() {
    let own = source("tests/mcp/venv/bin/python")
        .to_string_lossy()
        .into_owned();
    let pythons = [own.as_str(), "python3"];
    let has_sdk = |python: &&&str| works(python, &["-c", "import mcp"]);
    let Some(python) = pythons.iter().find(has_sdk) else {
        return skip("python_sdk_drives_the_server", "pip install mcp");
    };
    let project = Project::new();
    let client = source("tests/mcp/client.py").to_string_lossy().into_owned();
    let text = text(&run(&project, python, &[&client, PROGRAM, "200"]));
    assert!(text.contains("ok   memory after 200 calls"), "{text}");
}

/// The TypeScript SDK is found in `tests/mcp/node_modules`.
#[test]
fn typescript_sdk_drives_the_server() {
    if !source("tests/mcp/node_modules/@modelcontextprotocol/sdk").is_dir() {
        let missing = "npm install --prefix tests/mcp --no-save @modelcontextprotocol/sdk";
        return skip("typescript_sdk_drives_the_server", missing);
    }
    let project = Project::new();
    let client = source("tests/mcp/client.mjs")
        .to_string_lossy()
        .into_owned();
    let text = text(&run(&project, "node", &[&client, PROGRAM]));
    assert!(
        text.contains("ok   the server answers afterwards"),
        "{text}"
    );
}

/// Everything that a package contains, relative to its root.
const PACKAGED: &[&str] = &[
    "bin/smriti-tui",
    "share/man/man1/smriti-tui.1.gz",
    "share/bash-completion/completions/smriti-tui",
    "share/zsh/vendor-completions/_smriti-tui",
    "share/fish/vendor_completions.d/smriti-tui.fish",
    "share/doc/smriti-tui/LICENSE-MIT",
    "share/doc/smriti-tui/LICENSE-APACHE",
    "share/doc/smriti-tui/NOTICE",
    "share/smriti-tui/themes/night.toml",
];

#[test]
fn tarball_runs_from_where_it_is_unpacked() {
    if !works("tar", &["--version"]) || !works("bash", &["--version"]) {
        return skip("tarball_runs_from_where_it_is_unpacked", "bash and tar");
    }
    let project = Project::new();
    let script = source("packaging/tarball.sh")
        .to_string_lossy()
        .into_owned();
    let folder = project.path().join("unpacked");
    fs::create_dir_all(&folder).expect("a folder");
    let folder = folder.to_string_lossy();
    let archive = text(&run(&project, "bash", &[&script, PROGRAM, &folder]));
    text(&run(
        &project,
        "tar",
        &["xzf", archive.trim(), "-C", &folder],
    ));
    let root = archive.trim().strip_suffix(".tar.gz").expect("its name");
    for file in PACKAGED {
        assert!(Path::new(root).join(file).is_file(), "{file}");
    }
    let version = text(&run(
        &project,
        &format!("{root}/bin/smriti-tui"),
        &["--version"],
    ));
    assert_eq!(
        version,
        format!("smriti-tui {}\n", env!("CARGO_PKG_VERSION"))
    );
}

/// `cargo deb` packages the program that the tests use; `dpkg` unpacks it.
#[test]
fn debian_package_contains_everything() {
    let name = "debian_package_contains_everything";
    if !works("cargo", &["deb", "--version"]) || !works("dpkg-deb", &["--version"]) {
        return skip(name, "cargo install cargo-deb --locked, and dpkg-deb");
    }
    let project = Project::new();
    let target = project.path().join("target");
    let release = target.join("release");
    fs::create_dir_all(&release).expect("a folder");
    fs::copy(PROGRAM, release.join("smriti-tui")).expect("the program");
    let package = project.path().join("smriti-tui.deb");
    let text_of = |path: &Path| path.to_string_lossy().into_owned();
    let staged = Command::new("bash")
        .args([&text_of(&source("packaging/stage.sh")), PROGRAM])
        .arg(release.join("package"))
        .output()
        .expect("it runs");
    text(&staged);
    let built = Command::new("cargo")
        .args(["deb", "--no-build", "--no-strip", "--fast", "--output"])
        .arg(&package)
        .current_dir(source(""))
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("it runs");
    text(&built);
    let root = project.path().join("installed");
    let unpacked = run(
        &project,
        "dpkg-deb",
        &["-x", &text_of(&package), &text_of(&root)],
    );
    text(&unpacked);
    for file in PACKAGED {
        assert!(root.join("usr").join(file).is_file(), "{file}");
    }
    let program = text_of(&root.join("usr/bin/smriti-tui"));
    let status = text(&run(&project, &program, &["outline", "src/burrow.rs"]));
    assert!(status.contains("Burrow"), "{status}");
}
