//! Deep nesting: parsing does not recurse on it, and ends in time.

use super::*;
use crate::syntax::Language;

/// Number of nested levels on a small stack, which recursion would overflow.
const LEVELS: usize = 5_000;
const STACK: usize = 256 * 1024;
/// Number of levels that fit a file.
const MAX_LEVELS: usize = 200_000;

/// Nesting constructs by language: languages, opening text, closing text.
const SCOPES: &[(&str, &str, &str)] = &[
    ("bash", "f() {\n", "}\n"),
    ("bash", "$(", ")"),
    ("bash", "\"${a:-", "}\""),
    ("bash", "cat <<A\n", "A\n"),
    ("bash", "cat <<A; ", "\nA\n"),
    ("c cpp", "{", "}"),
    ("c cpp", "struct a {", "};"),
    ("c cpp", "#if A\n", "#endif\n"),
    ("cmake", "if(A)\n", "endif()\n"),
    ("cpp csharp php", "namespace a {", "}"),
    ("csharp java kotlin swift dart scala", "class A {", "}"),
    ("csharp", "$\"{", "}\""),
    ("csharp", "#if A\n", "#endif\n"),
    ("css", "a {", "}"),
    ("dart javascript typescript tsx", "() => {", "}"),
    ("dart", "\"${", "}\""),
    ("dockerfile", "RUN a \\\n", ""),
    ("dockerfile", "RUN <<A <<B\n", "A\n"),
    ("dockerfile", "<<A ", ""),
    ("elixir", "defmodule A do\n", "end\n"),
    ("elixir", "\"#{", "}\""),
    ("go", "func() {", "}"),
    ("graphql", "a {", "}"),
    ("haskell", "do\n ", ""),
    ("haskell", "f (", ")"),
    ("haskell", "{-", "-}"),
    ("hcl", "a {\n", "}\n"),
    ("hcl", "a = \"${", "}\""),
    ("hcl", "a = <<A\n${", "}\nA\n"),
    ("html svelte", "<div>", "</div>"),
    ("html svelte", "<!--", "-->"),
    ("javascript typescript tsx", "`${", "}`"),
    ("json", "{\"a\":", "}"),
    ("julia", "module A\n", "end\n"),
    ("julia", "\"$(", ")\""),
    ("julia", "#=", "=#"),
    ("kotlin", "\"${", "}\""),
    ("kotlin swift scala dart rust", "/*", "*/"),
    ("lua", "function f()\n", "end\n"),
    ("lua", "--[[", "]]"),
    ("make", "ifdef A\n", "endif\n"),
    ("make", "$(", ")"),
    ("markdown", "> ", ""),
    ("markdown", "- ", ""),
    ("markdown", "[", "]"),
    ("markdown", "*a ", "*"),
    ("nix", "a: { b = ", "; }"),
    ("nix", "\"${", "}\""),
    ("nix", "''${", "}''"),
    ("ocaml", "module A = struct\n", "end\n"),
    ("ocaml_interface", "module A : sig\n", "end\n"),
    ("ocaml ocaml_interface", "(*", "*)"),
    ("php", "<?php function f() {", "}"),
    ("php", "<?php <<<A\n{$a", "\nA;\n"),
    ("php", "<?php \"{$a[", "]}\""),
    ("protobuf", "message A {\n", "}\n"),
    ("python", "class A:\n ", ""),
    ("python", "lambda: ", "1"),
    ("python", "f\"{", "}\""),
    ("r", "function() {", "}"),
    ("ruby", "module A\n", "end\n"),
    ("ruby", "\"#{", "}\""),
    ("ruby", "<<A; ", "\nA\n"),
    ("ruby", "%w(", ")"),
    ("rust", "mod a {", "}"),
    ("scala", "object A {", "}"),
    ("scala", "s\"${", "}\""),
    ("scala", "def f =\n ", ""),
    ("sql", "SELECT (", ")"),
    ("svelte", "{#if a}", "{/if}"),
    ("swift", "extension A {", "}"),
    ("swift", "\"\\(", ")\""),
    ("swift", "#if A\n", "#endif\n"),
    ("toml", "a = [", "]"),
    ("tsx", "<A>", "</A>"),
    ("typescript tsx", "namespace a {", "}"),
    ("typescript tsx", "A<", ">"),
    ("yaml", "- ", ""),
    ("yaml", "a: {", "}"),
    ("yaml", "? ", ""),
    ("zig", "const A = struct {", "};"),
];

/// Languages with a construct that takes quadratic time or more in the depth, and a number of levels at which it takes
/// at most half a second.
const SLOW: &[(&str, usize)] = &[
    ("bash", 1_500),
    ("dart", 800),
    ("hcl", 1_500),
    ("lua", 2_000),
    ("php", 3_000),
    ("scala", 1_000),
    ("svelte", 1_500),
];

/// Languages with significant indentation, and lines that open a block.
const STAIRS: &[(&str, &str)] = &[
    ("haskell", "f = do"),
    ("haskell", "where"),
    ("markdown", "- a"),
    ("python", "if a:"),
    ("python", "if f'{a}': '''"),
    ("ruby", "def f"),
    ("scala", "def f ="),
    ("yaml", "a:"),
    ("yaml", "- a: |"),
    ("yaml", "? - a"),
];

/// All cases: language, opening text, closing text.
fn cases() -> Vec<(Language, &'static str, &'static str)> {
    let brackets = Language::all().map(|language| (language, "[({", "})]"));
    let scopes = SCOPES.iter().flat_map(|(names, open, close)| {
        let languages = names.split(' ').filter_map(Language::tested);
        languages.map(move |language| (language, *open, *close))
    });
    brackets.chain(scopes).collect()
}

fn check(language: Language, what: &str, text: String) {
    let limits = Limits {
        parse: usize::MAX,
        ..Limits::default()
    };
    let tree = ChunkTree::of(document(&language.file_name(), text), &limits);
    let name = language.name();
    assert_eq!(violation(&tree, &limits), None, "{name} {what:?}");
}

fn nested(open: &str, close: &str, levels: usize) -> String {
    format!("{}{}", open.repeat(levels), close.repeat(levels))
}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread").join().expect("all checks");
}

#[test]
fn nested_scopes_do_not_recurse() {
    on_a_small_stack(|| {
        for (language, open, close) in cases() {
            let slow = SLOW.iter().find(|(name, _)| *name == language.name());
            let levels = slow.map_or(LEVELS, |(_, levels)| *levels);
            check(language, open, nested(open, close, levels));
        }
    });
}

#[test]
fn indented_blocks_do_not_recurse() {
    on_a_small_stack(|| {
        for (name, line) in STAIRS {
            let step = |column| format!("{}{line}\n", " ".repeat(column));
            if let Some(language) = Language::tested(name) {
                check(language, line, (0..100).map(step).collect());
            }
        }
    });
}

#[test]
#[ignore = "takes minutes in all"]
fn every_depth_that_fits_a_file_is_parsed() {
    for (language, open, close) in cases() {
        check(language, open, nested(open, close, MAX_LEVELS));
    }
}
