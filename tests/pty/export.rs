//! The document of `chunks --json`.

use super::chunks::{list, object};
use super::commands::{code, lines, stderr};
use super::project::Project;
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn exported_document_is_consistent() {
    let project = Project::new();
    project.write(
        "src/again.rs",
        "/// Says a thing.\n///\n/// Twice.\nfn same() {\n    1;\n}\n",
    );
    project.write(
        "src/other.rs",
        "use std::fmt;\n\n/// Says a thing.\n///\n/// Twice.\nfn same() {\n    1;\n}\n",
    );
    project.write("src/picture.bin", "\0\0\0");
    let document = object(&project.run(&["chunks", "--json"]));
    assert_eq!(document["version"], "2.0");
    let root = project.root().canonicalize().expect("a root");
    assert_eq!(document["path"].as_str(), root.to_str());
    assert_eq!(document["repository"], "warren");
    assert_eq!(document["commit"], Value::Null);
    assert_eq!(document["schema"]["parent_child_enabled"], true);
    let hierarchy = serde_json::json!(["id", "parent_id", "children_ids", "is_parent"]);
    assert_eq!(document["schema"]["hierarchy_fields"], hierarchy);
    let chunks = list(&document["chunks"]);
    let schema = document["schema"]["fields"].as_object().expect("a schema");
    for chunk in chunks {
        let fields = chunk.as_object().expect("a chunk");
        assert!(fields.keys().eq(schema.keys()));
    }

    let statistics = &document["statistics"];
    let parents = chunks.iter().filter(|chunk| chunk["is_parent"] == true);
    let leaves = chunks.len() - parents.clone().count();
    assert_eq!(document["total_chunks"], chunks.len());
    assert_eq!(statistics["files"], 7);
    assert_eq!(statistics["parents"], parents.count());
    assert_eq!(statistics["leaves"], leaves);
    assert_eq!(statistics["skipped_parents"], statistics["parents"]);
    let silent = chunks.iter().filter(|it| it["is_parent"] == false);
    assert!(statistics["embedded"].as_u64() <= Some(silent.count() as u64));
    assert_eq!(statistics["skipped"], 1);
    assert_eq!(statistics["duplicates"], 1);
    assert!(statistics["tokens"].as_u64() > Some(100));

    let by_id: BTreeMap<&str, &Value> = chunks
        .iter()
        .map(|chunk| (chunk["id"].as_str().expect("an id"), chunk))
        .collect();
    assert_eq!(by_id.len(), chunks.len());
    let mut files: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for chunk in chunks {
        for child in texts_of(&chunk["children_ids"]) {
            assert_eq!(by_id[child]["parent_id"], chunk["id"]);
            assert_eq!(by_id[child]["parent_type"], chunk["kind"]);
            assert_eq!(by_id[child]["parent_name"], chunk["name"]);
        }
        if chunk["is_parent"] == false {
            let path = chunk["path"].as_str().expect("a path");
            let text = std::fs::read(project.root().join(path)).expect("a file");
            let at = |field: &str| chunk[field].as_u64().expect("a place") as usize;
            let own = &text[at("start_byte")..at("end_byte")];
            assert_eq!(chunk["content"].as_str().map(str::as_bytes), Some(own));
            let enriched = chunk["enriched"].as_str().expect("text");
            // A document is shown without its markup, code as its own text.
            let lines = own.split_inclusive(|byte| *byte == b'\n');
            let own_text = lines.take(at("line_count")).collect::<Vec<_>>().concat();
            let is_read = enriched.as_bytes().ends_with(own_text.trim_ascii_end());
            assert!(path.ends_with(".md") || is_read, "{enriched}");
            files.entry(path).or_default().extend(own);
        } else {
            assert_eq!(chunk["enriched"], Value::Null);
            assert_eq!(chunk["content"], Value::Null);
        }
    }
    for (path, leaves) in &files {
        let text = std::fs::read(project.root().join(path)).expect("a file");
        assert_eq!(&text, leaves, "{path}");
    }
}

fn texts_of(value: &Value) -> Vec<&str> {
    list(value).iter().filter_map(Value::as_str).collect()
}

#[test]
fn exported_chunk_has_every_field() {
    let project = Project::new();
    project.write(
        "a/shop.py",
        "import os.path as p\n\n\nclass Shop(Base):\n    \"\"\"Sells.\n\n    Much.\n    \"\"\"\n\n    def sell(self):\n        return p.join(1)\n",
    );
    let document = object(&project.run(&["chunks", "--json", "a"]));
    let named = |name: &str, is_parent: bool| {
        let mut chunks = list(&document["chunks"]).iter();
        let found = chunks.find(|it| it["name"] == name && it["is_parent"] == is_parent);
        found.expect("a chunk of that name").clone()
    };
    let shop = named("Shop", true);
    assert_eq!(shop["kind"], "class");
    assert_eq!(texts_of(&shop["names"]), ["shop.py", "Shop"]);
    assert_eq!(
        (&shop["start_line"], &shop["end_line"]),
        (&4.into(), &11.into())
    );
    assert_eq!(shop["line_count"], 8);
    let sell = serde_json::json!([{"name": "sell", "lines": [10, 11]}]);
    assert_eq!(shop["methods"], sell);
    assert_eq!(shop["role"], "parent");
    assert_eq!(named("Shop", false)["role"], "header");
    assert_eq!(named("sell", false)["role"], "body");
    assert_eq!(named("sell", false)["chunk_index"], 4);
    assert_eq!(
        named("sell", false)["file_hash"],
        named("shop.py", true)["hash"]
    );
    assert_eq!(texts_of(&shop["inherits"]), ["Base"]);
    let header = named("Shop", false);
    assert_eq!(header["docstring"], "Sells.\n\nMuch.");
    let sell = named("sell", false);
    let enriched = "Parent: Shop (class)\nFile: a/shop.py\nLanguage: python\nType: method\nSymbol: sell\nLines: 10-11\n    def sell(self):\n        return p.join(1)";
    assert_eq!(sell["enriched"], enriched);
    assert_eq!(sell["boundary"], "content");
    assert_eq!(sell["encoding"], "utf-8");
    assert_eq!(sell["summary"], Value::Null);
    assert_eq!(shop["summary"], "Sells.");
    assert_eq!(header["summary"], "Sells.");
    let file = named("shop.py", true);
    let import = &file["imports"][0];
    assert_eq!(import["module"], "os.path");
    assert_eq!(import["alias"], "p");
    assert_eq!(file["parent_name"], "a");
    assert_eq!(file["parent_type"], "module");
    assert_eq!(file["file_crc32"], sell["file_crc32"]);
}

/// The chunk of a document with a name and a role.
#[track_caller]
fn chunk<'d>(document: &'d Value, name: &str, role: &str) -> &'d Value {
    let mut chunks = list(&document["chunks"]).iter();
    let found = chunks.find(|it| it["name"] == name && it["role"] == role);
    found.expect("a chunk of that name and role")
}

#[test]
fn a_chunk_has_the_imports_that_it_uses() {
    let project = Project::empty();
    project.write(
        "shop.py",
        "import json\nimport os.path as paths\nfrom till import open_till, Coin\n\n\n\
         def pay(coin: Coin):\n    return json.dumps(coin)\n\n\ndef shut():\n    return paths.join(open_till())\n",
    );
    let document = object(&project.run(&["chunks", "--json"]));
    let check = |name: &str, expected: &[&str]| {
        let imports = list(&chunk(&document, name, "body")["imports"]).iter();
        let imports = imports.map(|it| format!("{}:{}", it["module"], it["name"]).replace('"', ""));
        assert_eq!(imports.collect::<Vec<_>>(), expected, "{name}");
    };
    check("pay", &["json:", "till:Coin"]);
    check("shut", &["os.path:", "till:open_till"]);
}

#[test]
fn a_type_has_the_methods_outside_of_it_and_its_fields() {
    let project = Project::empty();
    let crates = "pub struct Crate {\n    weight: u32,\n}\n\nimpl Crate {\n    pub fn weigh(&self) -> u32 {\n        self.weight\n    }\n}\n";
    project.write("src/crates.rs", crates);
    let cache = "package cache\n\ntype Cache struct {\n\trows int\n}\n\nfunc (c *Cache) Get() int {\n\treturn c.rows\n}\n";
    project.write("cache/cache.go", cache);
    let put = "package cache\n\nfunc (c *Cache) Put(row int) {\n\tc.rows = row\n}\n";
    project.write("cache/put.go", put);
    let sharp = "class Till {\n    public int Coins { get; set; }\n    void Open() {}\n}\n";
    project.write("Till.cs", sharp);
    let document = object(&project.run(&["chunks", "--json"]));
    let weigh = serde_json::json!([{"name": "weigh", "lines": [6, 8]}]);
    assert_eq!(chunk(&document, "Crate", "body")["methods"], weigh);
    let both = serde_json::json!([
        {"name": "Get", "lines": [7, 9]},
        {"name": "Put", "lines": [3, 5], "path": "cache/put.go"},
    ]);
    let owner = chunk(&document, "Cache", "body");
    assert_eq!(owner["methods"], both);
    for method in ["Get", "Put"] {
        let method = chunk(&document, method, "body");
        assert_eq!(method["parent_id"], owner["id"]);
        assert_eq!(method["parent_type"], "struct");
        assert_eq!(method["parent_name"], "Cache");
    }
    let check = |name: &str, role: &str, expected: Value| {
        assert_eq!(
            chunk(&document, name, role)["definitions"],
            expected,
            "{name}"
        );
    };
    let weight =
        serde_json::json!([{"name": "weight", "qualified_name": "Crate.weight", "line": 2}]);
    check("Crate", "body", weight);
    let coins = serde_json::json!([{"name": "Coins", "qualified_name": "Till.Coins", "line": 2}]);
    check("Till", "header", coins);
}

#[test]
fn the_entry_of_a_file_describes_it() {
    let project = Project::empty();
    project.write(
        "shop.py",
        "\"\"\"Sells things.\"\"\"\n\n\nclass Till:\n    \"\"\"Keeps coins.\"\"\"\n\n    def ring(self):\n        pass\n\n\ndef shut():\n    pass\n",
    );
    project.write(
        "tests/test_shop.py",
        "def test_till():\n    till = Till()\n",
    );
    let document = object(&project.run(&["chunks", "--json"]));
    let mut entries = list(&document["entries"]).iter();
    let shop = entries
        .find(|it| it["path"] == "shop.py")
        .expect("an entry");
    let content = "Sells things.\n\nDeclarations:\n- class Till: Keeps coins.\n- function shut\n\n\
                   Usage (tests/test_shop.py:2):\ntill = Till()";
    assert_eq!(shop["content"], content);
    let chunks = list(&document["chunks"]).iter();
    let count = chunks.filter(|it| it["path"] == "shop.py").count();
    assert_eq!(shop["metadata"]["chunk_count"], count);
}

#[test]
fn a_header_in_pieces_has_one_class() {
    let project = Project::empty();
    let fields: String = (0..200)
        .map(|at| format!("    field_{at}: int = {at}\n"))
        .collect();
    project.write(
        "wide.py",
        &format!("class Wide:\n{fields}\n    def go(self):\n        pass\n"),
    );
    let document = object(&project.run(&["chunks", "--json"]));
    let chunks = list(&document["chunks"]).iter();
    let parents = chunks.filter(|it| it["kind"] == "class" && it["is_parent"] == true);
    assert_eq!(parents.count(), 1);
    let wide = chunk(&document, "Wide", "parent");
    let piece = chunk(&document, "Wide#2", "piece");
    assert_eq!(piece["parent_id"], wide["id"]);
    assert_eq!(chunk(&document, "go", "body")["parent_id"], wide["id"]);
    let outline = object(&project.run(&["outline", "--json", "wide.py"]));
    let members = list(&outline["files"][0]["children"][0]["children"]);
    assert_eq!(members.last().expect("members")["name"], "go");
}

#[test]
fn the_same_text_elsewhere_is_located() {
    let project = Project::empty();
    let same = "fn same() {\n    1;\n}\n";
    project.write("one.rs", same);
    project.write("two.rs", &format!("use a;\n\n{same}"));
    let document = object(&project.run(&["chunks", "--json"]));
    let places = |path: &str| {
        let mut chunks = list(&document["chunks"]).iter();
        let leaf = chunks.find(|it| it["path"] == path && it["name"] == "same");
        leaf.expect("the leaf")["locations"].clone()
    };
    assert_eq!(
        places("one.rs"),
        serde_json::json!([{"path": "two.rs", "line": 3}])
    );
    assert_eq!(
        places("two.rs"),
        serde_json::json!([{"path": "one.rs", "line": 1}])
    );
}

#[test]
fn plain_chunks_are_a_table() {
    let project = Project::new();
    let output = project.run(&["chunks"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines = lines(&output);
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert!(lines[2].ends_with("src/burrow.rs"), "{}", lines[2]);
    assert!(lines[6].contains("5 files"), "{}", lines[6]);
}

const DJANGO: [(&str, &str); 8] = [
    ("requirements.txt", "Django>=4.2\npsycopg2-binary\n"),
    ("associates/__init__.py", ""),
    (
        "associates/models.py",
        "from django.db import models\n\n\nclass Person(models.Model):\n    \"\"\"Somebody.\"\"\"\n",
    ),
    ("samples/__init__.py", ""),
    (
        "samples/apps.py",
        "from django.apps import AppConfig\n\n\nclass SamplesConfig(AppConfig):\n    name = 'samples'\n",
    ),
    (
        "workflows/steps.py",
        "import os\n\n\ndef run_step(step):\n    \"\"\"Runs a step.\"\"\"\n    return step\n\n\ndef skip():\n    return os\n",
    ),
    ("workflows/__init__.py", ""),
    (
        "tests/test_steps.py",
        "from workflows.steps import run_step\n\n\ndef test_step():\n    assert run_step(1) == 1\n",
    ),
];

#[test]
fn entries_describe_files_directories_and_the_repository() {
    let project = Project::empty();
    for (path, text) in DJANGO {
        project.write(path, text);
    }
    let document = object(&project.run(&["chunks", "--json"]));
    let entry = |kind: &str, path: &str| {
        let mut entries = list(&document["entries"]).iter();
        let found = entries.find(|it| it["kind"] == kind && it["path"] == path);
        found.expect("an entry").clone()
    };
    let repository = entry("repository", ".");
    assert_eq!(repository["type"], "repo_summary");
    assert_eq!(repository["name"], "warren");
    assert_eq!(repository["parent_id"], Value::Null);
    let facts = &repository["metadata"];
    assert_eq!(
        facts["tech_stack"],
        serde_json::json!(["python", "django", "postgresql"])
    );
    assert_eq!(facts["total_files"], 8);
    assert_eq!(
        facts["modules"],
        serde_json::json!(["associates", "samples", "tests", "workflows"])
    );

    let module = |name: &str| entry("module", name);
    assert_eq!(module("samples")["type"], "module_summary");
    assert_eq!(module("samples")["parent_id"], repository["id"]);
    assert_eq!(module("samples")["metadata"]["is_django_app"], true);
    assert_eq!(module("associates")["metadata"]["is_django_app"], true);
    assert_eq!(module("workflows")["metadata"]["is_django_app"], false);
    let files = serde_json::json!(["__init__.py", "steps.py"]);
    assert_eq!(module("workflows")["metadata"]["files"], files);

    let steps = entry("file", "workflows/steps.py");
    assert_eq!(steps["type"], "file_index");
    assert_eq!(steps["parent_id"], module("workflows")["id"]);
    let facts = &steps["metadata"];
    assert_eq!(facts["line_count"], 10);
    assert_eq!(facts["language"], "python");
    assert_eq!(facts["imports"], serde_json::json!(["os"]));
    let symbol = serde_json::json!({"name": "run_step", "type": "function", "lines": [4, 6]});
    assert_eq!(facts["symbols"][0]["name"], symbol["name"]);
    assert_eq!(facts["symbols"][0]["type"], symbol["type"]);
    assert_eq!(facts["quality_score"], 0.5);
    assert_eq!(facts["usage"]["path"], "tests/test_steps.py");
    assert_eq!(facts["usage"]["text"], "assert run_step(1) == 1");
    let chunks = list(&document["chunks"]);
    let file = chunks.iter().find(|it| it["id"] == steps["id"]);
    assert_eq!(
        file.expect("the file's chunk")["parent_id"],
        steps["parent_id"]
    );
    let step = chunks.iter().find(|it| it["name"] == "run_step");
    assert_eq!(step.expect("the function")["usage"]["line"], 5);

    // For a part of the repository, parents outside are not described.
    let part = object(&project.run(&["chunks", "--json", "workflows"]));
    let kinds: Vec<_> = list(&part["entries"])
        .iter()
        .map(|it| &it["kind"])
        .collect();
    assert_eq!(kinds, ["module", "file", "file"]);
}

#[test]
fn parents_and_vectors_are_added_on_request() {
    let project = Project::empty();
    project.write(
        "shop.py",
        "class Shop:\n    def sell(self):\n        return 1\n",
    );
    let arguments = ["chunks", "--json", "--parents", "--vectors"];
    let document = object(&project.run(&arguments));
    for chunk in list(&document["chunks"]) {
        assert!(chunk["content"].is_string(), "{chunk}");
        assert_eq!(
            chunk["vector"].is_array(),
            chunk["is_parent"] == false,
            "{chunk}"
        );
    }
    let class = &document["chunks"][1];
    assert_eq!(
        class["content"],
        "class Shop:\n    def sell(self):\n        return 1\n"
    );
    for entry in list(&document["entries"]) {
        let vector = list(&entry["vector"]).iter().filter_map(Value::as_f64);
        let length: f64 = vector.map(|part| part * part).sum();
        assert!((length - 1.0).abs() < 0.05, "{length}");
    }
    assert_eq!(
        code(&project.run(&["chunks", "--vectors"])),
        2,
        "without --json"
    );
}
