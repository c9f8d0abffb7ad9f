//! The files that are listed, and what `status` says about it.

use super::commands::{code, lines, stderr};
use super::project::{BURROW_QUERY, BURROW_TEXT, Project};
use super::session::Session;
use serde_json::Value;
use std::fs;

/// The listed files, from the outline of the root.
fn listed(project: &Project) -> Vec<String> {
    let output = project.run(&["outline", "--json", "."]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let outline: Value = serde_json::from_slice(&output.stdout).expect("an object");
    let files = outline["files"].as_array().expect("files").iter();
    files
        .map(|file| file["path"].as_str().expect("a path").to_owned())
        .collect()
}

/// Checks which of the files `a` to `d` are listed with these files in the home directory.
fn check_home(files: &[(&str, &str)], expected: &[&str]) {
    let project = Project::empty();
    for file in ["a.rs", "b.rs", "c.rs", "d.rs"] {
        project.write(file, "fn a() {}\n");
    }
    let root = project.root().canonicalize().expect("a root");
    for (path, text) in files {
        let path = project.home().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text.replace("ROOT", &root.to_string_lossy())).expect("a file");
    }
    assert_eq!(listed(&project), expected, "{files:?}");
}

#[test]
fn the_ignore_file_of_the_user_is_the_one_that_git_reads() {
    let ignored = ("x/ignored", "a.rs\n");
    let all = ["a.rs", "b.rs", "c.rs", "d.rs"];
    let without = &all[1..];
    let check = |config: &str| {
        check_home(&[(".gitconfig", config), ignored], without);
    };
    check("[core]\n\texcludesFile = ~/x/ignored\n");
    check("[Core] EXCLUDESFILE = \"~/x/ignored\" ; a comment\n");
    check("[core]\n\texcludesfile = ~/x/\\\nignored # a comment\n");
    check(
        "[core]\nexcludesFile = ~/other\n[includeIf \"gitdir:ROOT/\"]\n\tpath = x/c\n[core]\nexcludesFile=~/x/ignored",
    );
    let include = |config: &str, expected: &[&str]| {
        let included = ("x/c.cfg", "[core]\n\texcludesFile = \"~/x/ignored\"\n");
        check_home(&[(".gitconfig", config), included, ignored], expected);
    };
    include("[include]\n\tpath = x/c.cfg\n", without);
    include("[include]\n\tpath = \"~/x/c.cfg\"\n", without);
    include("[includeIf \"gitdir:ROOT/\"]\n\tpath = x/c.cfg\n", without);
    include("[includeIf \"gitdir:~/work/\"]\n\tpath = x/c.cfg\n", &all);
    include("[includeIf \"onbranch:main\"]\n\tpath = x/c.cfg\n", without);
    include("[includeIf \"onbranch:topic\"]\n\tpath = x/c.cfg\n", &all);
    check_home(&[("config/git/ignore", "a.rs\n")], without);
    let both = ("config/git/config", "[core]\nexcludesFile = ~/x/ignored\n");
    check_home(&[both, ignored, ("config/git/ignore", "b.rs\n")], without);
    let none = (".gitconfig", "[core]\nexcludesFile =\n");
    check_home(&[none, ("config/git/ignore", "b.rs\n")], &all);
}

#[test]
fn a_repository_chooses_no_ignore_file() {
    let project = Project::empty();
    project.write("a.rs", "fn a() {}\n");
    project.write(".git/rules", "*.rs\n");
    project.write(".git/config", "[core]\n\texcludesFile = .git/rules\n");
    assert_eq!(listed(&project), ["a.rs"]);
}

#[test]
fn a_working_tree_elsewhere_switches_git_marks_off_and_status_says_why() {
    let project = Project::empty();
    project.write("a.rs", "fn a() {}\n");
    let row = |config: &str| {
        project.write(".git/config", config);
        let output = project.run(&["status"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let rows = lines(&output);
        rows.iter().find(|row| row.starts_with("git ")).cloned()
    };
    let why = |config: &str| row(config).expect("a reason").contains("core.worktree");
    assert!(why("[core]\n\tworktree = ../../elsewhere\n"));
    assert!(why("[core]\n\tbare = true\n"));
    // Submodules have the path of their own directory there.
    assert!(!why("[core]\n\tworktree = ..\n"));
    assert_eq!(listed(&project), ["a.rs"]);
}

#[test]
fn a_tree_in_which_all_is_ignored_names_the_rule() {
    let project = Project::new();
    project.write(".gitignore", "# everything\n*\n");
    let rule = "`*` in .gitignore, line 2, hides 3 files or directories";
    for arguments in [&["index"][..], &["search", "census"], &["search", "again"]] {
        let output = project.run(arguments);
        let told = format!("no file is indexed: {rule}");
        assert!(stderr(&output).contains(&told), "{}", stderr(&output));
    }
    let status = lines(&project.run(&["status"]));
    assert!(
        status.contains(&format!("ignored     {rule}")),
        "{status:?}"
    );
    let mut session = Session::start(&project, &[], 30, 150);
    session.wait_for_text("Ignored: `*` in .gitignore, line 2");
}

#[test]
fn status_names_an_ignore_file_that_is_not_read() {
    let project = Project::new();
    project.write(".hgignore", "^src/");
    let status = lines(&project.run(&["status"]));
    let expected = "not read    .hgignore: copy its rules to .smritiignore";
    assert!(status.iter().any(|row| row == expected), "{status:?}");
}

#[test]
fn a_cache_that_cannot_be_written_is_told_once_and_replaced_by_a_temporary_index() {
    let project = Project::new();
    let cache = project.home().join("cache");
    fs::write(&cache, "").expect("a file in the way");
    let temporary = project.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let check = |arguments: &[&str], expected: &str| {
        let mut command = project.command(arguments);
        let output = command.env("TMPDIR", &temporary).output().expect("it runs");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(
            lines(&output)[0].starts_with(expected),
            "{arguments:?}: {:?}",
            lines(&output)
        );
        let warning = stderr(&output);
        let parts = [
            &cache.to_string_lossy(),
            "XDG_CACHE_HOME",
            "a temporary directory",
        ];
        assert!(parts.iter().all(|part| warning.contains(part)), "{warning}");
        assert_eq!(warning.lines().count(), 1, "{warning}");
        assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
    };
    check(
        &["search", "--format", "paths", "\"census\""],
        "src/burrow.rs",
    );
    check(
        &["search", "--wait", "--format", "paths", "\"census\""],
        "src/burrow.rs",
    );
    check(&["similar", "src/burrow.rs:22"], "src/");
    let output = project.run(&["index"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("XDG_CACHE_HOME"),
        "{}",
        stderr(&output)
    );
    let mut session = Session::start(&project, &[], 30, 200);
    session.wait_for_text("a temporary directory");
    session.press(BURROW_QUERY);
    session.wait_for_text(BURROW_TEXT);
}
