//! Models from folders, through the program itself: index, search, another model and back.

use smriti_tui::embed::{EmbedError, Model, ModelSource, NO_TELEMETRY, OnnxRuntime};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use tempfile::TempDir;

/// The library of ONNX Runtime for these tests: ORT_DYLIB_PATH, or the first one in the usual places. Without
/// one they are skipped, with a message; with SMRITI_REQUIRE_ONNX set, they fail.
static LIBRARY: LazyLock<Option<PathBuf>> = LazyLock::new(|| match Model::load(&source()) {
    Ok(model) => model.library().map(Path::to_path_buf),
    Err(error @ EmbedError::Library { .. }) => {
        skipped(&error.to_string());
        None
    }
    Err(error) => panic!("{error}"),
});

/// Reports that tests are skipped; libtest captures only what macros print.
fn skipped(why: &str) {
    assert!(std::env::var_os("SMRITI_REQUIRE_ONNX").is_none(), "{why}");
    _ = writeln!(std::io::stderr(), "tests of ONNX models are skipped: {why}");
}

/// The tiny model, if ONNX Runtime is installed.
pub(crate) fn tiny_source() -> Option<ModelSource> {
    LIBRARY.as_ref().map(|_| source())
}

fn source() -> ModelSource {
    ModelSource::Folder {
        folder: tiny(),
        runtime: match std::env::var_os("ORT_DYLIB_PATH") {
            Some(library) => OnnxRuntime::Library(library.into()),
            None => OnnxRuntime::Search {
                environments: Vec::new(),
            },
        },
    }
}

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
        fs::write(home.path("root/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
        // The graph must support any dimension, also for few vectors.
        fs::write(home.path("config.toml"), "[vector]\ngraph = \"always\"\n").unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Runs the program with the model in a folder, or with the bundled one.
    fn run(&self, model: Option<&Path>, library: &Path, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command
            .current_dir(self.path("root"))
            .env("ORT_DYLIB_PATH", library)
            .env_remove(NO_TELEMETRY)
            .env_remove("CI")
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
    fn message(&self, model: Option<&Path>, library: &Path, arguments: &[&str]) -> String {
        let output = self.run(model, library, arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Indexes, and finds everything by vectors only.
    fn check(&self, model: Option<&Path>, library: &Path) {
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
    let Some(library) = &*LIBRARY else {
        return;
    };
    let home = Home::new();
    home.check(Some(&tiny()), library);
    let bundled = home.run(None, library, &["index"]);
    let stderr = String::from_utf8_lossy(&bundled.stderr);
    assert!(stderr.contains("the embedding model changed"), "{stderr}");
    assert!(stderr.contains("keywords stay"), "{stderr}");
    home.check(None, library);
    home.check(Some(&tiny()), library);
}

#[test]
fn model_path_is_relative_to_the_configuration() {
    let Some(library) = &*LIBRARY else {
        return;
    };
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
    home.check(None, library);
}

/// Checks that with this model and library, keywords are indexed and found, and every command reports the
/// reason.
#[track_caller]
fn check_keywords_only(model: &Path, library: &str, reason: &str) {
    let home = Home::new();
    let run = |arguments: &[&str]| {
        let output = home.run(Some(model), library.as_ref(), arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (status, _, stderr) = run(&["index"]);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains(reason), "{stderr}");
    assert!(stderr.contains("keywords are indexed"), "{stderr}");
    let (_, found, stderr) = run(&["search", "garbage_ratio"]);
    assert!(found.contains("src/segment.rs"), "{found}");
    assert!(stderr.contains(reason), "{stderr}");
    let (_, found, _) = run(&["search", "--json", "garbage_ratio"]);
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let warning = found["warnings"][0].as_str().unwrap();
    assert!(
        warning.contains("keywords only") && warning.contains(reason),
        "{found}"
    );
    let (status, _, stderr) = run(&["search", "--mode", "semantic", "garbage_ratio"]);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains(reason), "{stderr}");
    let (_, report, _) = run(&["doctor"]);
    assert!(report.contains(reason), "{report}");
    // The bundled model needs none of it.
    home.check(None, library.as_ref());
}

#[test]
fn an_unusable_model_leaves_keyword_search() {
    let empty = tempfile::tempdir().unwrap();
    check_keywords_only(empty.path(), "", "has no model.onnx");
}

#[test]
fn a_model_without_onnx_runtime_leaves_keyword_search() {
    let nowhere = "/nowhere/libonnxruntime.so";
    check_keywords_only(&tiny(), nowhere, nowhere);
    check_keywords_only(
        &tiny(),
        "pure-rust",
        "pure-rust serves only the bundled model",
    );
}

#[test]
fn onnx_runtime_sends_and_stores_nothing_about_its_use() {
    let Some(library) = &*LIBRARY else {
        return;
    };
    let home = Home::new();
    home.check(Some(&tiny()), library);
    for entry in ignore::WalkBuilder::new(home.path("home"))
        .standard_filters(false)
        .build()
    {
        let path = entry.unwrap().into_path();
        assert!(!path.ends_with("Microsoft"), "{}", path.display());
    }
}

/// Needs the folder of all-MiniLM-L6-v2 that SMRITI_MINILM names.
#[test]
fn minilm_indexes_and_answers() {
    let (Some(library), Some(folder)) = (&*LIBRARY, std::env::var_os("SMRITI_MINILM")) else {
        return;
    };
    Home::new().check(Some(Path::new(&folder)), library);
}
