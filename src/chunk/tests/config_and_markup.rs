//! Rules for every tree of a shell, data, markup or build file.

use super::*;
use proptest::prelude::*;

#[test]
fn deep_nesting_does_not_recurse() {
    for (path, open, close, levels) in [
        ("a.json", "[", "]", 200_000),
        ("a.json", "{\"a\":", "}", 20_000),
        ("a.html", "<div>", "</div>", 5_000),
        ("a.html", "<p><script>", "", 20_000),
        ("a.svelte", "{#if a}", "{/if}", 20_000),
        ("a.vue", "{{ a ", "}}", 20_000),
        ("a.astro", "{a ", "}", 20_000),
        ("a.erb", "<% a { ", "%>", 20_000),
        ("a.blade.php", "@if(", ")", 20_000),
        ("a.cshtml", "@{ a(", ")}", 20_000),
        ("a.jinja", "{% block a %}<b>{{ (a) }}", "", 3_000),
        ("a.heex", "<.a b={c}>", "</.a>", 3_000),
        ("a.svelte", "<b>{a}", "</b>", 2_000),
        ("a.css", "a{", "}", 200_000),
        ("a.css", "@media x{", "}", 20_000),
        ("a.sh", "{ ", "}", 20_000),
        ("a.sh", "$(", ")", 20_000),
        ("a.sh", "f() {\n", "}\n", 20_000),
        ("a.nix", "{a=", ";}", 20_000),
        ("a.nix", "(", ")", 200_000),
        ("a.nix", "x: ", "", 200_000),
        ("a.tf", "a {\n", "}\n", 20_000),
        ("a.tf", "[", "]", 20_000),
        ("a.proto", "message A {", "}", 200_000),
        ("a.graphql", "{ a ", "}", 200_000),
        ("a.toml", "a=[", "]", 20_000),
        ("a.yaml", "[", "]", 20_000),
        ("a.yaml", "- ", "", 20_000),
        ("CMakeLists.txt", "if(A)\n", "endif()\n", 20_000),
        ("Makefile", "ifdef A\n", "endif\n", 20_000),
        ("Makefile", "$(", ")", 20_000),
        ("a.sql", "(", ")", 20_000),
        ("a.sql", "CREATE PROCEDURE a BEGIN\n", "END;\n", 20_000),
        ("Dockerfile", "FROM a\n", "", 20_000),
    ] {
        let text = format!("{}{}", open.repeat(levels), close.repeat(levels));
        let limits = Limits {
            parse: usize::MAX,
            ..Limits::default()
        };
        let tree = ChunkTree::of(document(path, text), &limits);
        assert_eq!(violation(&tree, &limits), None, "{path} {open}");
    }
}

#[test]
fn minified_text_is_split_after_punctuation() {
    let json = format!("{{\"a\":[{}1]}}", "{\"key\":\"value\"},".repeat(600));
    let css = ".a{color:red;margin:0}".repeat(500);
    for (path, text, marks) in [("a.json", json, [',', '}']), ("a.css", css, [';', '}'])] {
        let tree = tree(path, &text);
        let pieces: Vec<_> = tree.leaves().map(|(_, leaf)| tree.text(leaf)).collect();
        assert!(pieces.len() > 3, "{path}");
        for piece in pieces.iter().rev().skip(1) {
            assert!(piece.ends_with(marks), "{path}: {piece}");
        }
    }
}

/// Words of these languages for generated text.
const WORDS: &[&str] = &[
    "f() {\n",
    "source a.sh\n",
    "if a; then\n",
    "fi\n",
    "@test \"é\" {\n",
    "CREATE TABLE a (b INT);\n",
    "CREATE PROCEDURE p AS\nBEGIN\n",
    "END;\nGO\n",
    "$$",
    "DELIMITER //\n",
    "<script lang=\"ts\">",
    "</script>",
    "<%= f(x) %>",
    "<% if a %>",
    "{{ f(x) }}",
    "{% block é %}",
    "{{-- note --}}",
    "@if (a)",
    "@f(x)",
    "@{ int a() { } }",
    "@code {",
    "~H\"<.a b={c} />\"\n",
    "<style>",
    "</style>",
    "<p id=a>",
    "{#if a}",
    "{/if}",
    "{f(x)}",
    "function g() { return 1 }\n",
    "import a from 'b';\n",
    ".c { color: red }\n",
    "@media x {",
    "@import url(a);\n",
    "\"a\": {",
    "key: value\n",
    "  - item\n",
    "---\n",
    "[a.b]\n",
    "a = 1\n",
    "FROM a AS b\n",
    "RUN x \\\n",
    "all: b\n",
    "\techo\n",
    "ifeq (a,b)\n",
    "endif # x\n",
    "define m\n",
    "endef\n",
    "set(A b)\n",
    "function(f)\n",
    "endfunction()\n",
    "resource \"a\" \"b\" {\n",
    "message A {",
    "oneof b {",
    "service S {",
    "rpc C(A) returns (A);\n",
    "type T implements I {",
    "\"\"\"docs\"\"\"\n",
    "let a = x: x; in ",
    "{ b = ./c.nix; ",
    "}",
    ")",
    "\n\n",
    "# note\n",
    "-- note\n",
    "/* note */",
    "<!-- note -->",
    "\u{1F600}",
    "\0",
    "\r\n",
];

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a.sh",
        "a.sql",
        "a.html",
        "a.css",
        "a.json",
        "a.yaml",
        "a.toml",
        "Dockerfile",
        "Makefile",
        "CMakeLists.txt",
        "a.tf",
        "a.proto",
        "a.graphql",
        "a.nix",
        "a.svelte",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn generated_text_is_tiled(
        name in name(),
        words in prop::collection::vec(prop::sample::select(WORDS), 0..80),
        leaf in prop::sample::select(vec![16, 300, 2000]),
    ) {
        let limits = Limits { leaf, parse: 1_000_000, ..Limits::default() };
        let text = words.concat();
        let tree = ChunkTree::of(document(name, text.as_str()), &limits);
        prop_assert_eq!(violation(&tree, &limits), None);
        let again = ChunkTree::of(document(name, text.as_str()), &limits);
        prop_assert_eq!(&tree.chunks, &again.chunks);
        prop_assert_eq!(&tree.references, &again.references);
    }

    #[test]
    fn any_bytes_are_tiled(
        name in name(),
        bytes in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let limits = Limits::default();
        let tree = ChunkTree::of(document(name, bytes), &limits);
        prop_assert_eq!(violation(&tree, &limits), None);
    }
}
