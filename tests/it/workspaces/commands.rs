//! Commands over several repositories.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Two clones and a note in one directory, and the directories of a user.
struct Clones(TempDir);

impl Clones {
    fn new() -> Self {
        let clones = Self(tempfile::tempdir().unwrap());
        clones.write("src/one/.git/HEAD", "ref: refs/heads/main\n");
        clones.write("src/one/lib.rs", "pub fn parse_invoice() {}\n");
        clones.write("src/two/.git/HEAD", "ref: refs/heads/main\n");
        clones.write("src/two/lib.rs", "pub fn parse_receipt() {}\n");
        clones.write("src/notes.md", "# Notes\n\nparse later\n");
        clones
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs a command in a directory.
    fn run(&self, directory: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command.current_dir(self.0.path().join(directory));
        for kind in ["CACHE", "CONFIG", "STATE"] {
            command.env(format!("XDG_{kind}_HOME"), self.0.path().join(kind));
        }
        command.args(arguments).output().unwrap()
    }

    /// The sorted lines that a command prints.
    #[track_caller]
    fn check(&self, directory: &str, arguments: &[&str], expected: &[&str]) {
        let output = self.run(directory, arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(lines, expected, "{arguments:?}: {errors}");
    }

    /// Number of indexes that exist.
    fn indexes(&self) -> usize {
        fs::read_dir(self.0.path().join("CACHE/smriti-tui"))
            .unwrap()
            .count()
    }
}

#[test]
fn printed_paths_open_from_the_current_directory() {
    let clones = Clones::new();
    let both = &["--dir", "one", "--dir", "two"];
    clones.check(
        "src",
        &[&["search", "parse", "-l"], &both[..]].concat(),
        &["one/lib.rs", "two/lib.rs"],
    );
    let both = &["--dir", ".", "--dir", "../two"];
    let vimgrep = ["search", "\"pub fn\"", "--format", "vimgrep"];
    let lines = &[
        "../two/lib.rs:1:1: pub fn parse_receipt() {}",
        "lib.rs:1:1: pub fn parse_invoice() {}",
    ];
    clones.check("src/one", &[&vimgrep[..], &both[..]].concat(), lines);
    // Each repository has the index that it has alone.
    assert_eq!(clones.indexes(), 2);
    clones.check("src/one", &["search", "parse", "-l"], &["lib.rs"]);
    assert_eq!(clones.indexes(), 2);
}

#[test]
fn a_directory_of_clones_stands_for_all_of_them() {
    let clones = Clones::new();
    clones.check(
        "src",
        &["search", "parse", "-l"],
        &["one/lib.rs", "two/lib.rs"],
    );
    clones.check("src", &["search", "parse repo:two", "-l"], &["two/lib.rs"]);
    let output = clones.run("src", &["search", "parse"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("is not searched (notes.md)"), "{errors}");
    let outline = clones.run("src", &["outline"]);
    let outline = String::from_utf8(outline.stdout).unwrap();
    assert!(
        outline.contains("parse_invoice") && outline.contains("parse_receipt"),
        "{outline}"
    );
    assert!(!outline.contains("Notes"), "{outline}");
}

/// The standard output and errors of a command.
fn printed(output: Output) -> (String, String) {
    let [text, errors] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    (text, errors)
}

#[test]
fn path_impact_and_map_follow_imports_from_one_repository_to_another() {
    let clones = Clones::new();
    let package = |name: &str| format!("[package]\nname = \"{name}\"\n");
    for (path, text) in [
        ("one/Cargo.toml", &*package("one")),
        ("one/lib.rs", ""),
        (
            "one/src/lib.rs",
            "pub fn parse_invoice() -> u32 {\n    1\n}\n\npub struct Book;\n\nimpl Book {\n    \
             pub fn close_book(&self) {}\n}\n",
        ),
        ("two/Cargo.toml", &package("two")),
        (
            "two/src/lib.rs",
            "use one::parse_invoice;\n\npub fn open_shop() -> u32 {\n    parse_invoice()\n}\n\n\
             #[test]\nfn opens() {\n    open_shop();\n}\n",
        ),
        (
            "two/src/other.rs",
            "fn end() {\n    book().close_book()\n}\n",
        ),
    ] {
        clones.write(&format!("src/{path}"), text);
    }
    let both = ["--dir", "one", "--dir", "two"];
    let run = |arguments: &[&str]| printed(clones.run("src", &[arguments, &both].concat()));
    let (path, errors) = run(&["path", "open_shop", "parse_invoice", "--json"]);
    let path: Value = serde_json::from_str(&path).expect(&errors);
    assert_eq!(path["paths"][0]["certainty"], "certain", "{path:#}");
    assert_eq!(path["paths"][0]["steps"][0]["path"], "two/src/lib.rs");
    assert_eq!(path["paths"][0]["end"]["path"], "one/src/lib.rs");

    let (impact, errors) = run(&["impact", "parse_invoice", "--json"]);
    let impact: Value = serde_json::from_str(&impact).expect(&errors);
    let affected = impact["affected"].as_array().unwrap().iter();
    let affected: Vec<_> = affected
        .map(|it| {
            (
                it["qualified_name"].as_str().unwrap(),
                it["reached"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(affected, [("open_shop", "certain"), ("opens", "certain")]);
    // No import says that this one is meant.
    let (impact, errors) = run(&["impact", "Book.close_book", "--json"]);
    let impact: Value = serde_json::from_str(&impact).expect(&errors);
    assert_eq!(impact["affected"][0]["reached"], "possible", "{impact:#}");

    let (map, errors) = run(&["map", "--json"]);
    let map: Value = serde_json::from_str(&map).expect(&errors);
    let parts = map["parts"].as_array().unwrap().iter();
    let paths: Vec<&str> = parts.map(|part| part["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["one/", "two/"]);
    assert_eq!(map["parts"][1]["uses"][0]["path"], "one/", "{map:#}");
    // A directory of one repository, among several.
    let (map, errors) = run(&["map", "two/src", "--json"]);
    let map: Value = serde_json::from_str(&map).expect(&errors);
    assert_eq!(map["directory"], "two/src");
    assert_eq!(map["parts"][0]["path"], "two/src/lib.rs");
}

#[test]
fn entry_points_of_several_repositories_are_programs_first_and_none_of_docs() {
    let clones = Clones::new();
    let routes =
        "/// Starts a server:\n/// app.route(\"/docs\", one)\n#[get(\"/one\")]\nfn one() {}\n";
    clones.write("src/one/src/web.rs", routes);
    clones.write("src/two/src/main.rs", "fn main() {}\n");
    let both = ["map", "--json", "--dir", "one", "--dir", "two"];
    let (map, errors) = printed(clones.run("src", &both));
    let map: Value = serde_json::from_str(&map).expect(&errors);
    let entries = map["entry_points"].as_array().unwrap().iter();
    let entries: Vec<String> = entries
        .map(|it| {
            format!(
                "{} {}",
                it["kind"].as_str().unwrap(),
                it["text"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        entries,
        ["programs fn main() {}", "routes #[get(\"/one\")]"]
    );
}

#[test]
fn messages_name_the_repository_that_they_are_about() {
    let clones = Clones::new();
    let (_, errors) = printed(clones.run("src", &["status", "one", "two", "--summaries"]));
    for place in ["one", "two"] {
        let expected = format!("{place}: nothing is indexed yet");
        assert!(errors.contains(&expected), "{errors}");
    }
    clones.write("src/two/.gitignore", "*\n");
    let (_, errors) = printed(clones.run("src", &["index", "one", "two"]));
    assert!(errors.contains("two: no file is indexed: "), "{errors}");
}

#[test]
fn a_file_is_looked_up_in_the_directory_of_the_command() {
    let clones = Clones::new();
    for directory in ["one", "."] {
        let file = if directory == "." {
            "one/lib.rs:1"
        } else {
            "lib.rs:1"
        };
        let output = clones.run("src", &["context", file, "--dir", directory, "--json"]);
        let context: Value = serde_json::from_slice(&output.stdout).expect(directory);
        assert_eq!(format!("{}:1", context["path"].as_str().unwrap()), file);
    }
}

#[test]
fn a_workspace_of_the_configuration_has_a_name() {
    let clones = Clones::new();
    let text = format!(
        "[workspaces]\nwork = [\"{0}/src/one\", \"{0}/src/two\"]\n",
        clones.0.path().display()
    );
    clones.write("CONFIG/smriti-tui/config.toml", &text);
    clones.check(
        "src/two",
        &["search", "parse", "-l", "--dir", "work"],
        &["../one/lib.rs", "lib.rs"],
    );
    let output = clones.run("src", &["search", "parse", "--dir", "wrk"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("wrk: no such directory") && errors.contains("did you mean work?"),
        "{errors}"
    );
}

#[test]
fn json_has_the_repository_of_each_hit() {
    let clones = Clones::new();
    let output = clones.run("src", &["search", "parse", "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let hits = object["hits"].as_array().unwrap();
    let mut found: Vec<(&str, &str)> = hits
        .iter()
        .map(|hit| {
            (
                hit["repository"].as_str().unwrap(),
                hit["path"].as_str().unwrap(),
            )
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, [("one", "one/lib.rs"), ("two", "two/lib.rs")]);
    // The id names the chunk in all of them.
    let id = hits[0]["id"].as_str().unwrap();
    let output = clones.run("src", &["context", id, "--json"]);
    let context: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(context["path"], hits[0]["path"]);
    assert_eq!(context["id"], hits[0]["id"]);
}

#[test]
fn index_and_status_are_about_each_repository() {
    let clones = Clones::new();
    let output = clones.run("src", &["index", "one", "two"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let places: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(": 1 file, "))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(places, ["one", "two"], "{text}");
    let output = clones.run("src", &["status"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("  one: 1 file, 1 leaf, 1 vector\n"), "{text}");
    assert!(
        text.ends_with("2 repositories: 2 files, 2 leaves, 2 vectors\n"),
        "{text}"
    );
}

#[test]
fn repositories_inside_each_other_are_refused() {
    let clones = Clones::new();
    clones.write("src/one/sub/.git/HEAD", "ref: refs/heads/main\n");
    let output = clones.run(
        "src",
        &["search", "parse", "--dir", "one", "--dir", "one/sub"],
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("one/sub is inside ") && errors.contains("name only one of them"),
        "{errors}"
    );
}

#[test]
fn in_a_directory_of_clones_a_location_and_a_map_see_all_of_them() {
    let clones = Clones::new();
    for (path, text) in [
        ("one/go.mod", "module x.org/one\n"),
        ("one/one.go", "package one\n\nfunc Put() {}\n"),
        (
            "two/go.mod",
            "module x.org/two\n\nrequire x.org/one v1.0.0\n",
        ),
        (
            "two/two.go",
            "package two\n\nimport \"x.org/one\"\n\nfunc Use() {\n\tone.Put()\n}\n",
        ),
    ] {
        clones.write(&format!("src/{path}"), text);
    }
    for name in ["one", "two"] {
        clones.write(&format!("src/{name}/.git/HEAD"), "ref: refs/heads/main\n");
    }
    let run = |arguments: &[&str]| printed(clones.run("src", arguments));
    let (text, errors) = run(&["context", "one/one.go:3", "--expand", "callers"]);
    assert!(text.contains("two/two.go:6"), "{text}{errors}");
    let (map, errors) = run(&["map", "."]);
    assert!(map.contains("two/  3 files"), "{map}{errors}");
    assert!(!errors.contains("have not been read"), "{errors}");
}
