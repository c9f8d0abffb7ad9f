//! The objects of every command with `--json`, checked against `docs/schema.json`.

use crate::project::Project;
use serde_json::{Map, Value, json};

/// Locations at which a value breaks a schema. Stricter than JSON Schema: an object has only the properties
/// that its schema names. An unknown keyword is an error of this test.
fn violations(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let Some(keywords) = schema.as_object() else {
        return (*schema != json!(true))
            .then(|| at.to_owned())
            .into_iter()
            .collect();
    };
    let check = |schema: &Value, value: &Value, at: &str| violations(root, schema, value, at);
    let mut found = Vec::new();
    for (keyword, expected) in keywords {
        let list = || expected.as_array().expect("a list").iter();
        let number = || expected.as_f64().expect("a number");
        let holds = match keyword.as_str() {
            "description" | "title" | "format" | "additionalProperties" => true,
            "$ref" => {
                let pointer = expected.as_str().expect("text").trim_start_matches('#');
                let target = root.pointer(pointer).expect("a definition");
                found.extend(check(target, value, at));
                true
            }
            "anyOf" | "oneOf" => list().any(|one| check(one, value, at).is_empty()),
            "enum" => list().any(|one| one == value),
            "const" => expected == value,
            "type" => match expected {
                Value::Array(types) => types.iter().any(|one| has_type(value, one)),
                one => has_type(value, one),
            },
            "minimum" => value.as_f64().is_none_or(|it| it >= number()),
            "maximum" => value.as_f64().is_none_or(|it| it <= number()),
            "minItems" => value
                .as_array()
                .is_none_or(|it| it.len() as f64 >= number()),
            "maxItems" => value
                .as_array()
                .is_none_or(|it| it.len() as f64 <= number()),
            "required" => value.as_object().is_none_or(|it| {
                list().all(|name| it.contains_key(name.as_str().expect("a name")))
            }),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(check(expected, item, &format!("{at}/{index}")));
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                let pairs = list().zip(items);
                found.extend(pairs.flat_map(|(schema, item)| check(schema, item, at)));
                true
            }
            "properties" => {
                let others = keywords.get("additionalProperties");
                for (name, property) in value.as_object().into_iter().flatten() {
                    let at = format!("{at}/{name}");
                    match expected.get(name).or(others) {
                        Some(schema) => found.extend(check(schema, property, &at)),
                        None => found.push(format!("{at}: not in the schema")),
                    }
                }
                true
            }
            unknown => panic!("{unknown} in {at}"),
        };
        if !holds {
            found.push(format!("{at}: {keyword} {expected} of {value:.200}"));
        }
    }
    if let (None, Some(others)) = (
        keywords.get("properties"),
        keywords.get("additionalProperties"),
    ) {
        for (name, property) in value.as_object().into_iter().flatten() {
            found.extend(check(others, property, &format!("{at}/{name}")));
        }
    }
    found
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("type {other}"),
    }
}

fn schemas() -> Value {
    serde_json::from_str(include_str!("../../docs/schema.json")).expect("JSON")
}

const EVERY_PART: &str = "parent,siblings,header,imports,neighbors=2,callers,callees,file,skeleton";

/// Command lines whose output is checked.
const LINES: &[&[&str]] = &[
    &["search", "--json", "nocturnal filter"],
    &["search", "--json", "--expand", EVERY_PART, "census"],
    &["search", "--json", "--max-tokens", "60", "burrow"],
    &["search", "--json", "--mode", "regex", "(nocturnal"],
    &["search", "--json", "kind:file", "burrow"],
    &["search", "--json", "kind:repository"],
    &["similar", "--json", "src/burrow.rs:22"],
    &["context", "--json", "src/burrow.rs:22"],
    &["context", "--json", "src/burrow.rs:10-20"],
    &[
        "context",
        "--json",
        "src/burrow.rs:22",
        "--expand",
        EVERY_PART,
    ],
    &["path", "--json", "Burrow", "census"],
    &["path", "--json", "census", "admit"],
    &["impact", "--json", "Burrow"],
    &["map", "--json"],
    &["chunks", "--json"],
    &[
        "chunks",
        "--json",
        "--parents",
        "--vectors",
        "src/burrow.rs",
    ],
    &["outline", "--json"],
    &["outline", "--json", "README.md"],
    &["status", "--json"],
    &["status", "--json", "--skipped", "--summaries"],
    &["doctor", "--json"],
];

#[test]
fn every_object_follows_its_schema() {
    let (project, root) = (Project::indexed(), schemas());
    project.write("logo.bin", "\0\0\0");
    for line in LINES {
        let output = project.run(line);
        let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
        let schema = &root["$defs"][line[0]];
        assert_eq!(
            violations(&root, schema, &value, line[0]),
            [""; 0],
            "{line:?}"
        );
    }
}

#[test]
fn every_command_with_json_has_a_schema() {
    let (project, root) = (Project::empty(), schemas());
    let help = |line: &[&str]| String::from_utf8(project.run(line).stdout).expect("text");
    let listed = help(&["--help"]);
    let commands = listed.split("Commands:").nth(1).expect("commands");
    let commands = commands.split("\n\n").next().expect("a list");
    let names = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let mut count = 0;
    for name in names.filter(|name| *name != "help") {
        if help(&[name, "--help"]).contains("--json") {
            count += 1;
            assert!(root["$defs"][name].is_object(), "{name} has no schema");
            assert!(
                LINES.iter().any(|line| line[0] == name),
                "{name} is not checked"
            );
        }
    }
    assert_eq!(count, 10);
}

#[test]
fn an_object_with_other_fields_breaks_its_schema() {
    let root = schemas();
    let project = Project::new();
    let output = project.run(&["outline", "--json", "src/burrow.rs"]);
    let outline: Map<String, Value> = serde_json::from_slice(&output.stdout).expect("an object");
    let broken = |change: &dyn Fn(&mut Map<String, Value>)| {
        let mut changed = outline.clone();
        change(&mut changed);
        let schema = &root["$defs"]["outline"];
        violations(&root, schema, &Value::Object(changed), "").len()
    };
    assert_eq!(broken(&|_| {}), 0);
    assert_eq!(broken(&|it| _ = it.remove("root")), 1);
    assert_eq!(broken(&|it| _ = it.insert("more".to_owned(), json!(1))), 1);
    assert_eq!(broken(&|it| _ = it.insert("root".to_owned(), json!(1))), 1);
    assert_eq!(broken(&|it| it["files"][0]["line_count"] = json!(null)), 1);
}
