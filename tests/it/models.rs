//! Models from folders, through the program itself: index, search, another model and back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A repository and a separate home.
struct Home {
    directory: TempDir,
}

/// A query, and the file that answers it best.
const QUESTIONS: [(&str, &str); 3] = [
    ("merge two segments", "src/segment.rs"),
    ("session token of a user", "web/session.ts"),
    ("report by language", "tools/report.py"),
];

impl Home {
    fn new() -> Self {
        let home = Self {
            directory: tempfile::tempdir().unwrap(),
        };
        for (path, text) in crate::fixture::PROGRAM {
            let path = home.path("root").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::create_dir(home.path("root/.git")).unwrap();
        // The graph must support any dimension, also for few vectors.
        fs::write(home.path("config.toml"), "[vector]\ngraph = \"always\"\n").unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Runs the program with the model in a folder, or with the bundled one.
    fn run(&self, model: Option<&Path>, library: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command
            .current_dir(self.path("root"))
            .env("ORT_DYLIB_PATH", library)
            .arg("--config")
            .arg(self.path("config.toml"));
        for variable in [
            "HOME",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
        ] {
            command.env(variable, self.path("home"));
        }
        if let Some(folder) = model {
            command.arg("--model").arg(folder);
        }
        command.args(arguments).output().unwrap()
    }

    /// Output of a command that must succeed.
    fn message(&self, model: Option<&Path>, library: &str, arguments: &[&str]) -> String {
        let output = self.run(model, library, arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Indexes, and finds everything by vectors only.
    fn check(&self, model: Option<&Path>, library: &str) {
        let stderr = self.message(model, library, &["index", "--wait-graph"]);
        let numbers: Vec<&str> = stderr.split(", ").collect();
        let [_, leaves, vectors, ..] = numbers[..] else {
            panic!("{stderr}");
        };
        let leaves = leaves.strip_suffix(" leaves").unwrap();
        assert!(
            vectors.starts_with(&format!("{leaves} vectors")),
            "{stderr}"
        );
        for (question, file) in QUESTIONS {
            let arguments = ["search", "--json", "--mode", "semantic", question];
            let answer: serde_json::Value =
                serde_json::from_str(&self.message(model, library, &arguments)).unwrap();
            assert_eq!(answer["hits"][0]["path"], file, "{question}: {answer}");
        }
    }
}

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/model/tiny")
}

#[test]
fn model_folder_and_bundled_model_can_be_exchanged() {
    let home = Home::new();
    home.check(Some(&tiny()), "pure-rust");
    let bundled = home.run(None, "pure-rust", &["index"]);
    let stderr = String::from_utf8_lossy(&bundled.stderr);
    assert!(stderr.contains("the embedding model changed"), "{stderr}");
    assert!(stderr.contains("keywords stay"), "{stderr}");
    home.check(None, "pure-rust");
    home.check(Some(&tiny()), "pure-rust");
}

#[test]
fn model_path_is_relative_to_the_configuration() {
    let home = Home::new();
    let folder = home.path("models/small");
    fs::create_dir_all(&folder).unwrap();
    for name in ["model.onnx", "tokenizer.json", "config.json"] {
        fs::copy(tiny().join(name), folder.join(name)).unwrap();
    }
    fs::write(
        home.path("config.toml"),
        "[embed]\nmodel = \"models/small\"\n",
    )
    .unwrap();
    home.check(None, "pure-rust");
}

#[test]
fn unusable_model_leaves_keyword_search() {
    let home = Home::new();
    let empty = home.path("empty");
    fs::create_dir(&empty).unwrap();
    let indexed = home.run(Some(&empty), "pure-rust", &["index"]);
    let stderr = String::from_utf8_lossy(&indexed.stderr);
    assert_eq!(indexed.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("has no model.onnx"), "{stderr}");
    assert!(stderr.contains("keywords are indexed"), "{stderr}");
    let found = home.message(Some(&empty), "pure-rust", &["search", "garbage_ratio"]);
    assert!(found.contains("src/segment.rs"), "{found}");
}

/// Needs all-MiniLM-L6-v2 in the folder that SMRITI_MINILM names, and a libonnxruntime of 1.24 or
/// newer in ORT_DYLIB_PATH.
#[test]
#[ignore = "needs SMRITI_MINILM and ORT_DYLIB_PATH"]
fn minilm_indexes_and_answers() {
    let named = |name| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let (folder, library) = (named("SMRITI_MINILM"), named("ORT_DYLIB_PATH"));
    let home = Home::new();
    home.check(Some(Path::new(&folder)), &library);
    let refused = home.run(Some(Path::new(&folder)), "pure-rust", &["index"]);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    if !refused.status.success() {
        assert!(stderr.contains("ORT_DYLIB_PATH"), "{stderr}");
    }
}
