//! References in Rust: crates by their manifests, modules by their files, and names with other meanings.

use super::*;

const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", "[package]\nname = \"grep-cli\"\n"),
    ("src/lib.rs", "pub mod store;\n\npub fn open() {}\n"),
    (
        "src/store.rs",
        "pub struct Reader;\n\nimpl Reader {\n    pub fn new() -> Self {\n        Self\n    }\n}\n\npub fn load() {\n    crate::open();\n}\n",
    ),
    (
        "tests/cli.rs",
        "#[path = \"support/help.rs\"]\nmod helpers;\n\nfn run() {\n    grep_cli::store::load();\n    helpers::assist();\n    other::store::Reader::new();\n    grep_cli::store::Reader::new();\n}\n",
    ),
    ("tests/support/help.rs", "pub fn assist() {}\n"),
];

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

#[test]
fn paths_of_modules_lead_to_their_declaration() {
    callers(
        &FILES,
        "src/lib.rs",
        "open",
        &["certain src/store.rs:10 load"],
    );
    callers(
        &FILES,
        "src/store.rs",
        "load",
        &["certain tests/cli.rs:5 run"],
    );
    callers(
        &FILES,
        "src/store.rs",
        "Reader.new",
        &["certain tests/cli.rs:8 run"],
    );
}

#[test]
fn a_crate_passes_modules_of_others_on() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"app\"\n"),
        (
            "src/lib.rs",
            "pub use base::*;\npub extern crate base as core;\n",
        ),
        ("base/Cargo.toml", "[package]\nname = \"base\"\n"),
        ("base/src/lib.rs", "pub mod builder;\n"),
        ("base/src/builder.rs", "pub fn make() {}\n"),
        (
            "tests/a.rs",
            "use app::builder::make;\n\nfn one() {\n    make();\n}\n\nfn two() {\n    app::core::builder::make();\n}\n",
        ),
    ];
    let expected = ["certain tests/a.rs:4 one", "certain tests/a.rs:8 two"];
    callers(&files, "base/src/builder.rs", "make", &expected);
}

#[test]
fn a_module_may_name_its_file() {
    callers(
        &FILES,
        "tests/support/help.rs",
        "assist",
        &["certain tests/cli.rs:6 run"],
    );
}

#[test]
fn a_field_is_not_the_method_of_its_name() {
    let text = "pub struct Args {\n    threads: usize,\n}\n\nimpl Args {\n    pub fn threads(&self) -> usize {\n        self.threads\n    }\n\n    pub fn run(&self) -> usize {\n        self.threads\n    }\n\n    pub fn go(&self) -> usize {\n        self.threads()\n    }\n}\n";
    callers(
        &[("a.rs", text)],
        "a.rs",
        "Args.threads",
        &["certain a.rs:15 Args.go"],
    );
}

#[test]
fn a_type_of_the_document_hides_one_of_its_name_elsewhere() {
    let one = "pub struct Builder;\n\nimpl Builder {\n    pub fn make() {}\n}\n\nmod tests {\n    use super::*;\n\n    fn a() {\n        Builder::make();\n    }\n}\n";
    let two = "pub struct Builder;\n\nimpl Builder {\n    pub fn make() {}\n}\n";
    let files = [("one/matcher.rs", one), ("two/matcher.rs", two)];
    callers(&files, "two/matcher.rs", "Builder.make", &[]);
    callers(
        &files,
        "one/matcher.rs",
        "Builder.make",
        &["certain one/matcher.rs:11 tests.a"],
    );
}

#[test]
fn a_field_of_an_imported_value_has_no_type_of_another_object() {
    let files = [
        (
            "headers.ts",
            "export default class Headers {\n  get(name: string) {\n    return name;\n  }\n}\n",
        ),
        (
            "http.ts",
            "import Headers from './headers';\n\nexport function send(request: any) {\n  request.headers.get('a');\n  return { headers: Headers.from(request) };\n}\n",
        ),
    ];
    callers(
        &files,
        "headers.ts",
        "Headers.get",
        &["likely http.ts:4 send"],
    );
}
