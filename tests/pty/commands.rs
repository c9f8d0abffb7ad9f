//! The commands in scripts.

use super::project::{BURROW_LINE, BURROW_QUERY, BURROW_TEXT, Project};
use serde_json::Value;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(str::to_owned).collect()
}

/// Returns true if JSON answers come from an index of all files with all vectors.
pub(crate) fn is_complete(output: &Output) -> bool {
    let answers = objects(output);
    let is_whole = |answer: &Value| answer["fresh"] == true && answer["complete"] == 1.0;
    !answers.is_empty() && answers.iter().all(is_whole)
}

fn objects(output: &Output) -> Vec<Value> {
    lines(output)
        .iter()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect()
}

/// A search that answers each line of its input, in JSON.
struct SearchProcess {
    child: Child,
    queries: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl SearchProcess {
    fn start(project: &Project) -> Self {
        let mut command = project.command(&["search", "--json", "-"]);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it starts");
        let answers = child.stdout.take().expect("its output");
        Self {
            queries: child.stdin.take().expect("its input"),
            answers: BufReader::new(answers).lines(),
            child,
        }
    }

    fn search(&mut self, query: &str) -> Value {
        writeln!(self.queries, "{query}").expect("it reads");
        let line = self.answers.next().expect("an answer").expect("text");
        serde_json::from_str(&line).expect("an object")
    }

    /// Its exit code, after the end of its input.
    fn end(mut self) -> Option<i32> {
        drop(self.queries);
        assert!(self.answers.next().is_none(), "an answer to nothing");
        self.child.wait().expect("it ends").code()
    }
}

/// Runs a search with JSON output. Returns its objects.
pub(crate) fn answers(project: &Project, arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["search", "--json"], arguments].concat();
    let output = project.run_until(is_complete, &arguments);
    let answers = objects(&output);
    assert!(!answers.is_empty(), "{}", stderr(&output));
    answers
}

#[test]
fn index_ends_with_one_line() {
    let project = Project::new();
    let output = project.run(&["index"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let lines = lines(&output);
    let [line] = lines.as_slice() else {
        panic!("one line, not {lines:?}");
    };
    assert!(line.starts_with("5 files, "), "{line}");
    assert!(line.contains(", 0 files skipped; embedding "), "{line}");
    assert!(line.ends_with(" parents"), "{line}");

    let numbers: Vec<usize> = line
        .split([' ', ','])
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(numbers[1], numbers[2], "every leaf has a vector: {line}");
}

#[test]
fn one_is_singular() {
    let project = Project::empty();
    project.write("a.py", "def quokka_parade():\n    return 1\n");
    let line = lines(&project.run(&["index"])).concat();
    assert!(line.starts_with("1 file, 1 leaf, 1 vector in "), "{line}");
    assert!(
        line.ends_with("embedding 1 leaf, skipping 1 parent"),
        "{line}"
    );
}

#[test]
fn an_unusable_pack_is_refused_before_the_update() {
    let project = Project::new();
    let folder = project.path().to_string_lossy();
    let output = project.run(&["index", "--pack", &folder]);
    assert_eq!(code(&output), 2);
    let sentence = "a pack in a directory has the name of the commit, and the repository has none; name a file";
    assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    let status = lines(&project.run(&["status"])).join("\n");
    assert!(status.contains("nothing is indexed yet"), "{status}");
}

#[test]
fn json_hit_has_every_field() {
    let project = Project::new();
    for mode in ["hybrid", "keywords", "semantic"] {
        let answers = answers(&project, &["--mode", mode, "--limit", "5", BURROW_QUERY]);
        let answer = &answers[0];
        assert_eq!(answer["query"], BURROW_QUERY);
        assert_eq!(answer["mode"], mode);
        assert_eq!(answer["fresh"], true);
        assert_eq!(answer["complete"], 1.0);
        assert!(answer["generation"].as_u64() > Some(0));
        assert!(answer["took_ms"].as_f64() > Some(0.0));
        let hits = answer["hits"].as_array().expect("hits");
        assert!((1..=5).contains(&hits.len()));
        let census = |hit: &&Value| hit["name"] == "census";
        let hit = hits.iter().find(census).expect("the one that answers");
        assert!(mode == "semantic" || hit["id"] == hits[0]["id"], "{mode}");
        assert_eq!(hit["path"], "src/burrow.rs");
        assert_eq!(hit["line"], BURROW_LINE);
        assert_eq!(hit["language"], "rust");
        assert_eq!(hit["changed"], false);
        assert!(
            hit["text"]
                .as_str()
                .is_some_and(|text| text.contains(BURROW_TEXT))
        );
        let lines = hit["start_line"].as_u64()..=hit["end_line"].as_u64();
        assert!(lines.contains(&Some(u64::from(BURROW_LINE))));
    }
}

#[test]
fn a_pasted_location_is_the_line_of_the_first_hit() {
    let project = Project::new();
    let query = "at /elsewhere/src/burrow.rs:15:9";
    let answers = answers(&project, &["--mode", "keywords", query]);
    let hit = &answers[0]["hits"][0];
    assert_eq!(
        (&hit["path"], &hit["name"]),
        (&"src/burrow.rs".into(), &"admit".into())
    );
    assert_eq!((&hit["line"], &hit["column"]), (&15.into(), &9.into()));
    assert!(hit["why"]["signals"]["location"].is_number(), "{hit}");
}

#[test]
fn an_explanation_adds_up_to_its_score() {
    let project = Project::new();
    for hit in answers(&project, &["pending", "request"])[0]["hits"]
        .as_array()
        .expect("hits")
    {
        let signals = hit["why"]["signals"].as_object().expect("signals");
        let sum: f64 = signals.values().filter_map(Value::as_f64).sum();
        let score = hit["score"].as_f64().expect("a score");
        assert!((sum - score).abs() < 1e-4, "{hit}");
    }
}

#[test]
fn document_hit_has_its_headings() {
    let project = Project::new();
    let answer = &answers(&project, &["grass", "twice", "a", "day", "in:docs"])[0];
    let hit = &answer["hits"][0];
    assert_eq!(hit["path"], "README.md");
    let context = hit["heading_context"].as_str().expect("headings");
    assert!(context.contains("H1: Burrow > H2: Feeding"), "{context}");
}

#[test]
fn exit_status_distinguishes_found_nothing_and_error() {
    let project = Project::indexed();
    assert_eq!(code(&project.run(&["search", "census"])), 0);
    assert_eq!(code(&project.run(&["search", "path:nowhere", "census"])), 1);
    assert_eq!(code(&project.run(&["search", " "])), 2);
    let error = project.run(&["search", "--root", "/nowhere/at/all", "census"]);
    assert_eq!(code(&error), 2);
    assert!(
        stderr(&error).starts_with("smriti-tui: "),
        "{}",
        stderr(&error)
    );
    assert!(
        stderr(&error).contains("/nowhere/at/all"),
        "{}",
        stderr(&error)
    );
}

#[test]
fn a_query_may_begin_with_a_hyphen() {
    let project = Project::new();
    let found = answers(&project, &["-path:burrow", "tenants", "take"]);
    for hit in found[0]["hits"].as_array().expect("hits") {
        assert_ne!(hit["path"], "src/burrow.rs");
    }
    assert_eq!(found[0]["query"], "-path:burrow tenants take");
}

#[test]
fn each_line_of_input_is_answered_as_it_comes() {
    let project = Project::indexed();
    let mut search = SearchProcess::start(&project);
    for query in ["census", "no such thing zzqx", "-x take"] {
        assert_eq!(search.search(query)["query"], query);
    }
    assert_eq!(search.end(), Some(0));
}

#[test]
fn a_typo_is_corrected_with_a_note() {
    let project = Project::indexed();
    let check = |query: &str, expected: &[&str]| {
        let found = answers(&project, &[query]);
        assert_eq!(found[0]["query"], query);
        assert_eq!(found[0]["also"], serde_json::json!(expected));
        assert_eq!(found[0]["hits"][0]["name"], "census");
        let stderr = stderr(&project.run(&["search", query]));
        let sentences: String = expected
            .iter()
            .map(|name| format!("smriti-tui: also searching for \"{name}\"\n"))
            .collect();
        assert_eq!(stderr, sentences, "{query}");
    };
    check("census", &[]);
    check("cenuss", &["census"]);
}

#[test]
fn a_bad_query_does_not_stop_a_batch() {
    let project = Project::indexed();
    let mut search = SearchProcess::start(&project);
    let mut check = |query: &str, hits: bool, error: &str, warning: &str| {
        let answer = search.search(query);
        assert_eq!(answer["query"], query);
        assert_eq!(answer["hits"][0].is_object(), hits, "{answer}");
        let message = |value: &Value, sentence: &str| match sentence {
            "" => value.is_null(),
            _ => value.as_str().is_some_and(|it| it.contains(sentence)),
        };
        assert!(message(&answer["error"], error), "{answer}");
        assert!(answer["warnings"].is_array(), "{answer}");
        assert!(message(&answer["warnings"][0], warning), "{answer}");
    };
    check("census", true, "", "");
    check("/[/", false, "/[/", "");
    check("", false, "", "");
    check("census kind:nope", false, "Unknown kind \"nope\"", "");
    check("\"census", true, "", "quote");
    check("admit", true, "", "");
    assert_eq!(search.end(), Some(2));

    let mut command = project.command(&["search", "-n", "1", "-"]);
    let stdio = command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = stdio.spawn().expect("it starts");
    let mut queries = child.stdin.take().expect("its input");
    write!(queries, "census\n\n/[/\nadmit\n").expect("it reads");
    drop(queries);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("/[/"), "{}", stderr(&output));
    let text = lines(&output).join("\n");
    assert!(text.contains("census") && text.contains("admit"), "{text}");
}

#[test]
fn an_edit_is_found_at_once() {
    let project = Project::indexed();
    project.write("src/new.rs", "fn quokka_parade() -> u32 {\n    7\n}\n");
    let hit = &answers(&project, &["quokka_parade"])[0]["hits"][0];
    assert_eq!(hit["path"], "src/new.rs");
    std::fs::remove_file(project.root().join("src/new.rs")).expect("it is there");
    for hit in answers(&project, &["quokka_parade"])[0]["hits"]
        .as_array()
        .expect("hits")
    {
        assert_ne!(hit["path"], "src/new.rs");
    }
}

#[test]
fn edit_is_found_by_a_running_batch() {
    let project = Project::new();
    let mut search = SearchProcess::start(&project);
    let mut run = || search.search("path:new.rs quokka_parade");
    assert_eq!(run()["hits"][0], Value::Null);
    project.write("src/new.rs", "fn quokka_parade() -> u32 {\n    7\n}\n");
    // It scans again after a while, not for every query.
    let found = (0..100_000)
        .map(|_| run())
        .find(|answer| !answer["hits"][0].is_null() && answer["fresh"] == true);
    let found = found.expect("the new file");
    assert_eq!(found["hits"][0]["path"], "src/new.rs");
    assert_eq!(found["pending"], 0);
    assert_eq!(search.end(), Some(0));
}

#[test]
fn plain_output_has_location_and_line() {
    let project = Project::indexed();
    let output = project.run(&["search", "-n", "1", BURROW_QUERY]);
    let lines = lines(&output);
    assert_eq!(lines.len(), 2, "{lines:?}");
    let place = format!("src/burrow.rs:{BURROW_LINE}: method Burrow.census  ");
    assert!(lines[0].starts_with(&place), "{}", lines[0]);
    assert!(lines[1].trim().starts_with(BURROW_TEXT), "{}", lines[1]);
}

#[test]
fn status_reports_the_contents_of_the_index() {
    let project = Project::new();
    project.write("picture.bin", "\0\0\0");
    let before = project.run(&["status"]);
    assert_eq!(code(&before), 0, "{}", stderr(&before));
    assert!(
        lines(&before)
            .iter()
            .any(|line| line.contains("nothing is indexed yet"))
    );

    assert_eq!(code(&project.run(&["index"])), 0);
    let output = project.run(&["status", "--json", "--skipped"]);
    let status: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(status["files"], 5);
    assert_eq!(status["leaves"], status["vectors"]);
    let chunks = project.run(&["chunks", "--json"]);
    let chunks: Value = serde_json::from_slice(&chunks.stdout).expect("a document");
    assert_eq!(status["parents"], chunks["statistics"]["skipped_parents"]);
    assert_eq!(status["leaves"], chunks["statistics"]["embedded"]);
    assert!(status["chunks_per_file"].as_f64() > Some(1.0), "{status}");
    assert!(status["tokens_saved"].as_u64() > Some(10), "{status}");
    assert_eq!(status["commit"], Value::Null);
    assert_eq!(status["writer"], false);
    assert_eq!(status["graph"]["in_use"], false);
    assert!(status["bytes"]["tantivy"].as_u64() > Some(0));
    assert!(status["bytes"]["vectors"].as_u64() > Some(0));
    assert!(status["bytes"]["sled"].as_u64() > Some(0));
    let skipped = status["skipped"].as_array().expect("a list");
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["path"], "picture.bin");
    assert!(
        skipped[0]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("binary"))
    );
}

#[test]
fn wait_graph_builds_a_graph_that_status_reports() {
    let project = Project::new();
    let config = project.path().join("mine.toml");
    std::fs::write(&config, "[vector]\ngraph = \"always\"\n").expect("a file");
    let config = config.to_string_lossy();
    let index = project.run(&["index", "--wait-graph", "--config", &config]);
    assert_eq!(code(&index), 0);
    let output = project.run(&["status", "--json", "--config", &config]);
    let status: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(status["graph"]["in_use"], true);
    assert!(status["bytes"]["graph"].as_u64() > Some(0));
}

#[test]
fn an_empty_repository_is_indexed_without_an_error() {
    let project = Project::empty();
    assert_eq!(code(&project.run(&["index"])), 0);
    assert_eq!(code(&project.run(&["search", "anything"])), 1);
}

#[test]
fn a_broken_configuration_names_file_and_key() {
    let project = Project::new();
    let config = project.path().join("mine.toml");
    std::fs::write(&config, "[vector]\ngraf = \"auto\"\n").expect("a file");
    let config = config.to_string_lossy();
    let output = project.run(&["search", "--config", &config, "census"]);
    assert_eq!(code(&output), 2);
    let stderr = stderr(&output);
    assert!(
        stderr.contains("mine.toml") && stderr.contains("graf"),
        "{stderr}"
    );
}

#[test]
fn a_relative_home_is_refused() {
    let project = Project::new();
    let mut command = project.command(&["status"]);
    let output = command.env("HOME", "home").output().expect("it runs");
    assert_eq!(code(&output), 2);
    let stderr = stderr(&output);
    assert!(
        stderr.contains("HOME is a relative path (home)"),
        "{stderr}"
    );
}

#[test]
fn a_damaged_index_is_rebuilt_with_a_notice() {
    let project = Project::indexed();
    let status: Value =
        serde_json::from_slice(&project.run(&["status", "--json"]).stdout).expect("an object");
    let index = std::path::Path::new(status["index"].as_str().expect("a path"));
    let lexical = std::fs::read_dir(index.join("lexical")).expect("the index");
    for file in lexical.flatten() {
        if file
            .path()
            .extension()
            .is_some_and(|extension| extension == "store")
        {
            std::fs::write(file.path(), "damaged on purpose").expect("it can be damaged");
        }
    }
    let output = project.run(&["index"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("rebuilt"), "{}", stderr(&output));
    assert_eq!(code(&project.run(&["search", "census"])), 0);
}

#[test]
fn a_cache_that_cannot_be_written_is_one_warning() {
    let project = Project::new();
    let cache = project.path().join("cache");
    std::fs::write(&cache, "a file where a folder should be").expect("a file");
    let mut command = project.command(&["search", BURROW_QUERY]);
    let output = command.env("XDG_CACHE_HOME", &cache).output();
    let output = output.expect("the program runs");
    assert_eq!(code(&output), 0);
    let stderr = stderr(&output);
    let named = format!("index: {}: ", cache.display());
    assert_eq!(stderr.matches(&named).count(), 1, "{stderr}");
    for part in ["XDG_CACHE_HOME", "temporary directory"] {
        assert!(stderr.contains(part), "{stderr}");
    }
}

#[test]
fn filters_alone_give_no_score() {
    let project = Project::indexed();
    let head = |query: &str| lines(&project.run(&["search", query])).swap_remove(0);
    assert!(head("kind:method path:src/burrow.rs").ends_with("method Burrow.admit"));
    let scored = head(BURROW_QUERY);
    let score = scored
        .rsplit_once("  ")
        .map(|(_, score)| score.parse::<f32>());
    assert!(matches!(score, Some(Ok(score)) if score != 0.0), "{scored}");
}

#[test]
fn deleting_all_and_only_some_indexes_is_a_conflict() {
    let project = Project::empty();
    for narrower in [["--gone", "--all"], ["--all", "--older-than=30d"]] {
        let output = project.run(&["clean", narrower[0], narrower[1]]);
        assert_eq!(code(&output), 2, "{narrower:?}");
        assert!(stderr(&output).contains("cannot be used with"));
    }
}

#[test]
fn a_named_configuration_file_must_exist_to_be_shown() {
    let project = Project::empty();
    let output = project.run(&["--config", "nowhere.toml", "config", "show"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot read nowhere.toml"));
}

#[test]
fn missing_paths_are_reported_with_advice() {
    let project = Project::new();
    for (arguments, message) in [
        (
            &["nope"][..],
            "to search for it, run: smriti-tui search nope",
        ),
        (&["outline", "nope"], "nope: no such file"),
    ] {
        let output = project.run(arguments);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn failed_output_is_reported() {
    let project = Project::indexed();
    for arguments in [
        ["search", BURROW_QUERY],
        ["status", "--json"],
        ["outline", "--json"],
        ["chunks", "--json"],
        ["context", "src/burrow.rs:22"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = project.command(&arguments);
        let output = command.stdout(full.expect("a full device")).output();
        let output = output.expect("the program runs");
        assert_eq!(code(&output), 2);
        let stderr = stderr(&output);
        assert!(
            stderr.contains("standard output: No space left"),
            "{stderr}"
        );
    }
}

#[test]
fn subdirectories_share_the_index_of_the_repository() {
    let project = Project::indexed();
    let folder = |directory: &std::path::Path| {
        let mut command = project.command(&["status", "--json"]);
        let output = command.current_dir(directory).output().expect("it runs");
        let status: Value = serde_json::from_slice(&output.stdout).expect("an object");
        (status["index"].clone(), status["generation"].clone())
    };
    let at_root = folder(&project.root());
    assert!(at_root.0.is_string() && at_root.1.as_u64() > Some(0));
    assert_eq!(folder(&project.root().join("src")), at_root);
}

#[test]
fn a_kill_keeps_what_was_indexed() {
    let project = Project::new();
    // Enough files that it can be killed halfway.
    for number in 0..600 {
        let functions = (0..20).map(|nth| format!("pub fn part_{number}_{nth}() {{}}\n\n"));
        project.write(
            &format!("src/part_{number}.rs"),
            &functions.collect::<String>(),
        );
    }
    let leaves = || {
        let output = project.run(&["status", "--json"]);
        let status: Value = serde_json::from_slice(&output.stdout).expect("an object");
        status["leaves"].as_u64().unwrap_or(0)
    };
    let mut child = project.command(&["index"]).spawn().expect("it starts");
    // On a busy machine it may end before the first leaves are found: indexed files stay in any case.
    while leaves() == 0 && child.try_wait().expect("a child").is_none() {}
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let before = leaves();
    assert!(before > 0);
    assert_eq!(code(&project.run(&["index"])), 0);
    assert!(leaves() >= before.max(600 * 20), "{}", leaves());
}

#[test]
fn a_filter_value_that_does_not_exist_is_an_error() {
    let project = Project::indexed();
    for query in ["lang:klingon census", "census kind:nope", "in:nowhere"] {
        let output = project.run(&["search", query]);
        assert_eq!(output.status.code(), Some(2), "{query}");
        assert!(output.stdout.is_empty());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("Unknown"), "{query}: {stderr}");
    }
    let output = project.run(&["search", "-n", "1", "census lang:rust"]);
    assert_eq!(output.status.code(), Some(0));
}
