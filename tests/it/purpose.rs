//! `in:code`, `in:tests`, `in:docs`, `in:config`.

use crate::fixture::{MODES, Repository};
use smriti_tui::search::{Answer, Mode};
use std::collections::BTreeSet;

const RUST: &str = "pub fn merge_segments() -> u32 {\n    7\n}\n\n/// `test` is no test.\npub fn test() -> bool {\n    merge_segments() > 0\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn segments_merge() {\n        assert_eq!(merge_segments(), 7);\n    }\n}\n";
const PYTHON: &str = "def merge_segments():\n    return 7\n";
const PROSE: &str = "# Merging\n\nHow to merge segments by hand.\n";
const SETTINGS: &str = "[segments]\nmerge = true\n";

fn repository() -> Repository {
    let repository = Repository::of(&[
        ("src/merge.rs", RUST),
        ("tests/test_merge.py", PYTHON),
        ("tests/fixtures/merge.md", PROSE),
        ("docs/testing/merge.md", PROSE),
        ("config/merge.toml", SETTINGS),
    ]);
    repository.index();
    repository
}

/// `path name` of every hit, sorted.
fn found(answer: &Answer) -> BTreeSet<String> {
    let hits = answer.hits.iter();
    hits.flat_map(|hit| {
        let own = format!("{} {}", hit.record.path, hit.record.name);
        // Chunks with equal texts are one hit.
        let others = hit.locations.iter();
        let others = others.map(|(path, _)| format!("{path} {}", hit.record.name));
        others.chain([own]).collect::<Vec<_>>()
    })
    .collect()
}

const CODE: [&str; 2] = ["src/merge.rs merge_segments", "src/merge.rs test"];
const TESTS: [&str; 4] = [
    "src/merge.rs segments_merge",
    "src/merge.rs tests",
    "tests/fixtures/merge.md Merging",
    "tests/test_merge.py merge_segments",
];
const DOCS: [&str; 1] = ["docs/testing/merge.md Merging"];
const CONFIG: [&str; 1] = ["config/merge.toml segments"];

#[test]
fn every_chunk_has_one_purpose() {
    let repository = repository();
    let check = |filters: &str, parts: &[&[&str]]| {
        let expected: BTreeSet<String> = parts.concat().iter().map(|it| it.to_string()).collect();
        let listed = found(&repository.search(filters, Mode::Hybrid));
        assert_eq!(listed, expected, "{filters}");
        // Words select from the same chunks, before the best are taken.
        for mode in MODES {
            let hits = found(&repository.search(&format!("merge segments {filters}"), mode));
            assert!(hits.is_subset(&expected), "{filters} {mode:?}: {hits:?}");
            assert!(
                expected.is_empty() || !hits.is_empty(),
                "{filters} {mode:?}"
            );
        }
    };
    check("in:code", &[&CODE]);
    check("in:tests", &[&TESTS]);
    check("in:docs", &[&DOCS]);
    check("in:config", &[&CONFIG]);
    check("in:docs in:config", &[&DOCS, &CONFIG]);
    check("-in:tests", &[&CODE, &DOCS, &CONFIG]);
    check("-in:tests -in:docs", &[&CODE, &CONFIG]);
    check("in:code in:tests -in:tests", &[&CODE]);
    check("in:tests lang:rust", &[&TESTS[..2]]);
}

#[test]
fn every_file_and_directory_has_one_purpose() {
    let repository = repository();
    let paths = |query: &str| {
        let answer = repository.search(query, Mode::Hybrid);
        let paths = answer.hits.iter().map(|hit| hit.record.path.to_string());
        paths
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(paths("kind:file in:code"), ["src/merge.rs"]);
    assert_eq!(
        paths("kind:file in:tests"),
        ["tests/fixtures/merge.md", "tests/test_merge.py"]
    );
    assert_eq!(
        paths("kind:file merging -in:tests -in:code -in:config"),
        ["docs/testing/merge.md"]
    );
    assert_eq!(paths("kind:file in:config"), ["config/merge.toml"]);
}

#[test]
fn public_declarations_and_interfaces_are_listed() {
    let java = "public interface Store {\n    void put(int key);\n}\n\nclass Cache {\n    public void put(int key) {\n        this.key = key;\n    }\n}\n";
    let repository = Repository::of(&[("src/merge.rs", RUST), ("src/Store.java", java)]);
    repository.index();
    let check = |filters: &str, expected: &[&str]| {
        let listed = found(&repository.search(filters, Mode::Hybrid));
        let expected: BTreeSet<String> = expected.iter().map(|it| it.to_string()).collect();
        assert_eq!(listed, expected, "{filters}");
    };
    let store = ["src/Store.java Store", "src/Store.java put"];
    check("in:api lang:rust", &CODE);
    check("in:api lang:java", &store);
    check("in:signature", &store);
    check("in:signature sym:Store", &store[..1]);
    check(
        "lang:java -in:api",
        &["src/Store.java Cache", "src/Store.java put"],
    );
    let tests = "in:tests in:signature lang:rust";
    check(
        tests,
        &["src/merge.rs segments_merge", "src/merge.rs tests"],
    );
}

#[test]
fn changed_file_gets_a_new_purpose() {
    let repository = repository();
    repository.write(
        "src/new_test.go",
        "package src\n\nfunc TestMerge() int {\n\treturn 7\n}\n",
    );
    repository.remove("tests/test_merge.py");
    repository.update();
    let found = found(&repository.search("in:tests -lang:rust -lang:md", Mode::Hybrid));
    assert!(
        found.iter().all(|hit| hit.starts_with("src/new_test.go")),
        "{found:?}"
    );
    assert!(!found.is_empty());
}

/// Files whose declarations with `proof` in their text are tests, and with `plain` are not.
const MARKED: &[(&str, &str)] = &[
    (
        "a.rs",
        "/// Docs.\n#[test]\nfn a() { proof(); }\n\n#[tokio::test(flavor = \"x\")]\nasync fn b() { proof(); }\n\n#[cfg(all(unix, test))]\nmod checks {\n    fn c() { proof(); }\n}\n\n#[cfg(not(test))]\nfn d() { plain(); }\n\n#[cfg_attr(test, derive(Debug))]\nstruct Test { plain: u32 }\n\nfn test_e() { plain(); }\n\n#[rstest]\n#[case(1)]\nfn f(#[case] a: u32) { proof(a); }\n",
    ),
    (
        "a.py",
        "def test_a():\n    proof()\n\nasync def test_b():\n    proof()\n\nclass TestC:\n    def d(self):\n        proof()\n\nclass Merge(unittest.TestCase):\n    def setUp(self):\n        proof()\n\nclass TestClient(Client):\n    def get(self):\n        plain()\n\nclass App:\n    def test_client(self):\n        plain()\n\ndef latest():\n    plain()\n\n@pytest.fixture\ndef e():\n    proof()\n",
    ),
    (
        "A.java",
        "class A {\n  @Test\n  void a() { proof(); }\n\n  @org.junit.jupiter.api.ParameterizedTest @Slow\n  void b() { proof(); }\n\n  @Override\n  public void test() { plain(); }\n\n  @Testable\n  void c() { plain(); }\n}\n",
    ),
    (
        "A.kt",
        "class A {\n    @Test\n    fun `a b`() { proof() }\n    fun c() { plain() }\n}\n\nclass B : StringSpec({\n    \"d\" { proof() }\n})\n",
    ),
    (
        "A.swift",
        "struct A {\n    @Test(\"x\") func a() { proof() }\n    func testing() { plain() }\n}\n\nfinal class B: XCTestCase {\n    func testC() { proof() }\n}\n",
    ),
    (
        "A.cs",
        "class A {\n    [Fact]\n    public void B() { proof(); }\n\n    [Theory, InlineData(1)]\n    public void C(int a) { proof(a); }\n\n    [Obsolete(\"x\")]\n    public void Test() { plain(); }\n}\n",
    ),
    (
        "a.go",
        "package a\n\nfunc TestA(t *testing.T) { proof() }\n\nfunc BenchmarkB(b *testing.B) { proof() }\n\nfunc ExampleA() { proof() }\n\nfunc TestConnection() { plain() }\n",
    ),
    (
        "a.ts",
        "export function test(a: string) { return plain(a); }\n\ndescribe('a', () => {\n  beforeEach(() => { proof(); });\n  it('b', () => { proof(); });\n  it.each([1])('c', (a) => { proof(a); });\n});\n\ntest(`d`, async () => { proof(); });\n\nconst ok = /x/.test(plain);\n",
    ),
    (
        "a.cc",
        "int a() { return plain(); }\n\nTEST(A, B) { proof(); }\n\nTEST_F(C, D) {\n  proof();\n}\n\nTEST_CASE(\"e\", \"[f]\") { proof(); }\n\nBOOST_AUTO_TEST_CASE(g) { proof(); }\n\nvoid Test(int a) { plain(); }\n",
    ),
    (
        "a.c",
        "static void test_a(void **state) { proof(); }\n\nTest(suite, name) { proof(); }\n\nint latest(void) { return plain(); }\n",
    ),
    (
        "a.php",
        "<?php\nclass A extends TestCase {\n    public function testB() { proof(); }\n}\n\nclass C {\n    #[Test]\n    public function d() { proof(); }\n\n    public function e() { plain(); }\n}\n\nit('f', function () { proof(); });\n",
    ),
    (
        "a.rb",
        "def a\n  plain\nend\n\nRSpec.describe A do\n  it \"b\" do\n    proof\n  end\nend\n\nclass C < Minitest::Test\n  def test_d\n    proof\n  end\nend\n",
    ),
];

#[test]
fn declarations_that_are_marked_as_tests_count_as_tests_in_any_file() {
    check_marked(MARKED);
}

fn check_marked(files: &[(&str, &str)]) {
    let repository = Repository::of(files);
    repository.index();
    let leaves = |word: &str, filter: &str| {
        let answer = repository.search(&format!("\"{word}\" {filter}"), Mode::Keywords);
        found(&answer)
    };
    let none = BTreeSet::new();
    for (path, text) in files {
        for (word, filter, other) in [
            ("proof", "in:tests", "-in:tests"),
            ("plain", "-in:tests", "in:tests"),
        ] {
            let here = |filter: &str| leaves(word, &format!("path:{path} {filter}"));
            assert_eq!(here(other), none, "{word} in {path}");
            let hits = here(filter).len();
            assert!(
                hits == here("").len() && (hits > 0 || !text.contains(word)),
                "{path}: {hits}"
            );
        }
    }
}

#[test]
fn all_pieces_of_a_long_declaration_have_its_purpose() {
    let lines = |word: &str| {
        let lines =
            (0..60).map(|n| format!("        value_{n} = {word}(argument_{n}, other_{n})\n"));
        lines.collect::<String>()
    };
    let method = format!("class App:\n    def test_client(self):\n{}", lines("plain"));
    let function = format!("def test_client():\n    if True:\n{}", lines("proof"));
    check_marked(&[("method.py", &method), ("function.py", &function)]);
}

#[cfg(feature = "all-languages")]
#[test]
fn tests_of_other_languages_are_marked_too() {
    check_marked(&[
        (
            "a.dart",
            "int a() => plain();\n\nvoid main() {\n  group('b', () {\n    test('c', () { proof(); });\n  });\n}\n",
        ),
        (
            "a.ex",
            "defmodule A do\n  def a, do: plain()\nend\n\ndefmodule ATest do\n  use ExUnit.Case\n  test \"b\" do\n    proof()\n  end\nend\n",
        ),
        (
            "a.jl",
            "a(x) = plain(x)\n\n@testset \"b\" begin\n    @test proof() == 3\nend\n",
        ),
        (
            "a.zig",
            "fn a() u32 {\n    return plain();\n}\n\ntest \"b\" {\n    try proof();\n}\n",
        ),
        (
            "a.scala",
            "class A {\n  def a = plain\n}\n\nclass B extends AnyFunSuite {\n  test(\"c\") { proof }\n}\n",
        ),
        (
            "a.hs",
            "a x = plain x\n\nspec = describe \"b\" $ do\n  it \"c\" $ proof\n",
        ),
        ("a.ml", "let a x = plain x\n\nlet%test \"b\" = proof ()\n"),
        (
            "a.lua",
            "local function a() plain() end\n\ndescribe(\"b\", function()\n  it(\"c\", function() proof() end)\nend)\n",
        ),
        (
            "a.r",
            "a <- function(x) plain(x)\n\ntest_that(\"b\", {\n  proof()\n})\n",
        ),
        ("a.sh", "a() {\n  plain\n}\n\ntest_b() {\n  proof\n}\n"),
    ]);
}
