//! The repository of a path where no directory has a marker.

use super::commands::{answers, code, lines, stderr};
use super::project::Project;
use serde_json::Value;

#[test]
fn every_command_takes_the_current_directory_for_an_unmarked_root() {
    let project = Project::new();
    std::fs::remove_dir_all(project.root().join(".git")).expect("a marker");
    let root = project.root().canonicalize().expect("a root");
    let hit = answers(&project, &["census"])[0]["hits"][0].clone();
    let id = hit["id"].as_str().expect("an id");
    let object = |arguments: &[&str]| -> Value {
        let output = project.run(arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).expect("an object")
    };
    let place = "src/burrow.rs:22";
    let context = object(&["context", "--json", place]);
    assert_eq!(context["root"].as_str(), root.to_str());
    assert_eq!(context["path"], "src/burrow.rs");
    assert_eq!(context["id"], id);
    assert_eq!(object(&["context", "--json", id])["id"], id);
    let chunks = object(&["chunks", "--json", "src/burrow.rs"]);
    assert_eq!(chunks["chunks"][0]["path"], "src/burrow.rs");
    for path in ["src", "src/burrow.rs"] {
        let outline = object(&["outline", "--json", path]);
        assert_eq!(outline["root"].as_str(), root.to_str(), "{path}");
        assert_eq!(outline["files"][0]["path"], "src/burrow.rs");
    }
    let similar = object(&["similar", "--json", place]);
    assert_eq!(similar["root"].as_str(), root.to_str());
    assert_ne!(similar["hits"][0]["path"], Value::Null);

    // A directory without a marker is the repository.
    let status = project.run(&["status", "src"]);
    let named = root.join("src").to_string_lossy().into_owned();
    assert!(lines(&status)[0].ends_with(&named), "{:?}", lines(&status));
    let elsewhere = project
        .command(&["outline", "--json", "src"])
        .current_dir(project.root().join("src"))
        .arg("--root")
        .arg(&root)
        .output();
    // There is no `src` in `src`: the path is relative to the root.
    assert_eq!(code(&elsewhere.expect("it runs")), 0);
}
