//! Build files that name modules.

use super::*;
use smriti_tui::context::Codebase;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_build_file_may_begin_with_a_byte_order_mark() {
    let files = [
        (
            "tsconfig.json",
            "\u{feff}{ \"compilerOptions\": { \"paths\": { \"@kit/*\": [\"./source/*\"] } } }",
        ),
        ("source/weigh.ts", "export function weigh() { return 1; }\n"),
        (
            "app/main.ts",
            "import { weigh } from '@kit/weigh';\nexport function run() { return weigh(); }\n",
        ),
    ];
    callers(
        &files,
        "source/weigh.ts",
        "weigh",
        &["certain app/main.ts:2 run"],
    );
}

#[test]
fn all_build_files_of_a_large_repository_are_read() {
    let manifest =
        |at: usize| format!("{{ \"name\": \"@acme/lib-{at:03}\", \"main\": \"dist/out.js\" }}");
    let packages: Vec<_> = (0..300)
        .map(|at| (format!("packages/p{at:03}/package.json"), manifest(at)))
        .collect();
    let mut files = vec![
        (
            "packages/p298/src/index.ts",
            "export function load() { return 1; }\n",
        ),
        (
            "packages/p299/src/use.ts",
            "import { load } from '@acme/lib-298';\nexport function run() { return load(); }\n",
        ),
    ];
    files.extend(packages.iter().map(|(path, text)| (&**path, &**text)));
    let expected = ["certain packages/p299/src/use.ts:2 run"];
    callers(&files, "packages/p298/src/index.ts", "load", &expected);
}

#[test]
fn a_renamed_crate_has_its_name_in_one_crate_alone() {
    let files = [
        ("core/Cargo.toml", "[package]\nname = \"acme-core\"\n"),
        ("core/src/lib.rs", "pub fn run() {}\n"),
        ("other/Cargo.toml", "[package]\nname = \"acme-other\"\n"),
        ("other/src/lib.rs", "pub fn run() {}\n"),
        (
            "a/Cargo.toml",
            "[package]\nname = \"a\"\n[target.'cfg(unix)'.dependencies]\nmycore = { path = \"../core\", package = \"acme-core\" }\n",
        ),
        ("a/src/lib.rs", "pub fn go() {\n    mycore::run();\n}\n"),
        (
            "z/Cargo.toml",
            "[package]\nname = \"z\"\n[build-dependencies]\nmycore = { path = \"../other\", package = \"acme-other\" }\n",
        ),
        ("z/src/lib.rs", "pub fn go() {\n    mycore::run();\n}\n"),
    ];
    callers(
        &files,
        "core/src/lib.rs",
        "run",
        &["certain a/src/lib.rs:2 go"],
    );
    callers(
        &files,
        "other/src/lib.rs",
        "run",
        &["certain z/src/lib.rs:2 go"],
    );
}

#[test]
fn of_two_packages_with_one_name_the_nearest_is_meant() {
    let manifest = "{ \"name\": \"@acme/kit\" }";
    let source = "export function kit() { return 1; }\n";
    let files = [
        ("fixtures/one/package.json", manifest),
        ("fixtures/one/src/index.ts", source),
        ("packages/kit/package.json", manifest),
        ("packages/kit/src/index.ts", source),
        (
            "packages/use/src/u.ts",
            "import { kit } from '@acme/kit';\nexport function run() { return kit(); }\n",
        ),
    ];
    let expected = ["certain packages/use/src/u.ts:2 run"];
    callers(&files, "packages/kit/src/index.ts", "kit", &expected);
    callers(&files, "fixtures/one/src/index.ts", "kit", &[]);
}

#[test]
fn the_names_of_a_build_file_are_those_of_its_language() {
    let files = [
        (
            "php/composer.json",
            "{ \"autoload\": { \"psr-4\": { \"\": \"src/\" } } }",
        ),
        ("php/src/lodash.js", "export function map() { return 1; }\n"),
        (
            "web/x.js",
            "import { map } from 'lodash';\nexport function run() { return map(); }\n",
        ),
    ];
    callers(
        &files,
        "php/src/lodash.js",
        "map",
        &["possible web/x.js:2 run"],
    );
}

#[test]
fn needs_of_a_job_may_have_comments_and_empty_lines() {
    let steps = "    runs-on: ubuntu-latest\n    steps:\n      - run: echo one two three four five six\n      \
                 - run: echo one two three four five six\n      - run: echo one two three four five six\n      \
                 - run: echo one two three four five six\n";
    let text = format!(
        "jobs:\n  build:\n{steps}  deploy:\n    needs:\n      # first\n\n      - build\n{steps}"
    );
    let path = ".github/workflows/ci.yml";
    callers(
        &[(path, &text)],
        path,
        "jobs.build",
        &["certain .github/workflows/ci.yml:13 jobs.deploy"],
    );
}

#[test]
fn few_declarations_of_an_enclosing_call_are_read() {
    let scopes: Vec<_> = (0..40)
        .map(|at| {
            let text = format!("class C{at:02} {{\n    fun scope(block: () -> Unit) {{}}\n}}\n");
            (format!("c{at:02}.kt"), text)
        })
        .collect();
    let last = "class Last {\n    fun scope(block: Store.() -> Unit) {}\n}\n";
    let mut files = vec![
        ("store.kt", "class Store {\n    fun load() {}\n}\n"),
        ("use.kt", "fun use(t: Any) {\n    t.scope { load() }\n}\n"),
        ("zz.kt", last),
    ];
    files.extend(scopes.iter().map(|(path, text)| (&**path, &**text)));
    let repository = Repository::of(&files);
    repository.update();
    let (mut sources, cancel) = (
        Sources::new(repository.reader(), Default::default()),
        Cancel::new(),
    );
    let tree = sources
        .tree(&SourcePath::new("store.kt"), &cancel)
        .expect("a document");
    let load = tree
        .chunks
        .iter()
        .position(|chunk| chunk.name == "load")
        .expect("a method");
    let snapshot = repository.snapshot();
    let mut codebase = Codebase::new(&snapshot, &mut sources, &cancel);
    let kind = RelationKind::Callers(None);
    let found = kind.find_growing(&mut codebase, &tree, load, 100, &mut |_, _| ());
    found.expect("an index that can be read");
    assert!(
        codebase.documents_read() < 24,
        "{}",
        codebase.documents_read()
    );
}
