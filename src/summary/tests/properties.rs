//! What holds for every summary, whatever the text.

use super::*;
use crate::summary::file::LONGEST_FILE;
use crate::summary::module::LONGEST_MODULE;
use crate::summary::repository::LONGEST_REPOSITORY;
use crate::summary::symbol::LONGEST_SYMBOL;
use crate::syntax::Language;
use proptest::prelude::*;

/// Pieces of docs, code and documents of many languages.
const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    "    ",
    " ",
    "/// ",
    "//! ",
    "/** ",
    " */",
    "* ",
    "# ",
    "\"\"\"",
    "'''",
    "-- ",
    "<!-- ",
    "-->",
    "@moduledoc ",
    "@param a b\n",
    ":param x: y\n",
    "Args:\n",
    "[`a`](b)",
    "![x](y)",
    "**b**",
    "``c``",
    "<p>",
    "<summary>",
    "</summary>",
    "===\n",
    "```\n",
    "- item\n",
    "| a | b |\n",
    ".. image:: x\n",
    "{@link A#b}",
    "Merges segments. ",
    "e.g. this. ",
    "Copyright (c) 2020 X\n",
    "eslint-disable\n",
    "索引を統合する。",
    "größe ",
    "\u{1F600}",
    "\u{202e}",
    "\u{1b}[31m",
    "\0",
    "\r\n",
    "\u{feff}",
    "pub fn f(a: u8) {\n}\n",
    "pub struct A { b: u8 }\n",
    "impl A {\n",
    "class B(C):\n",
    "def m(self):\n",
    "function g() {}\n",
    "export class D extends E {}\n",
    "use a::b;\n",
    "import x from './y';\n",
    "module M\n",
    "end\n",
    "}\n",
    "{\n",
    "mod tests {\n",
    "type T struct {\n",
    "package a\n",
    "[package]\nname = \"x\"\n",
    "{\"name\": \"x\", \"dependencies\": {\"a\": 1}}\n",
    "a_very_long_name_that_goes_on_and_on_",
    "key: value\n",
    "(",
    ")",
    "=",
    ".",
    ":",
    ";",
    ",",
    "_",
    "`",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..80).prop_map(|words| words.concat())
}

fn path() -> impl Strategy<Value = String> {
    let languages = Language::all().map(Language::file_name);
    let names = [
        "a.txt",
        "a.rst",
        "README",
        "README.md",
        "Cargo.toml",
        "package.json",
        "go.mod",
        "pom.xml",
        "a.gemspec",
        "src/lib.rs",
        "src/main.rs",
        "pkg/__init__.py",
        "tests/test_a.py",
        "a/ü/索引/x.rs",
        "\u{1b}[31m/\u{202e}.rs",
    ];
    let names = names.into_iter().map(str::to_owned);
    prop::sample::select(languages.chain(names).collect::<Vec<_>>())
}

fn is_shown(text: &str, longest: usize) -> Result<(), TestCaseError> {
    prop_assert!(
        text.chars().count() <= longest,
        "{} of {longest}: {text:?}",
        text.chars().count()
    );
    let hidden = |letter: char| letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter);
    prop_assert!(!text.chars().any(hidden), "{text:?}");
    prop_assert_eq!(text.trim(), text);
    Ok(())
}

fn check(path: &str, bytes: Vec<u8>) -> Result<(SourcePath, Digest), TestCaseError> {
    let tree = tree(path, bytes);
    let digest = digest(&tree);
    is_shown(&file(tree.path(), &digest), LONGEST_FILE)?;
    is_shown(&file_lead(&digest), LONGEST_LEAD)?;
    for chunk in 0..=tree.chunks.len() {
        is_shown(&symbol(&tree, chunk), LONGEST_SYMBOL)?;
    }
    let bytes = postcard::to_stdvec(&digest).expect("a digest");
    prop_assert!(bytes.len() <= 8_000, "{} bytes", bytes.len());
    let again: Digest = postcard::from_bytes(&bytes).expect("a digest");
    prop_assert_eq!(&again, &digest);
    Ok((tree.path().clone(), digest))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn summaries_of_generated_text_are_bounded(path in path(), text in text()) {
        check(&path, text.into_bytes())?;
    }

    #[test]
    fn summaries_of_any_bytes_are_bounded(
        path in path(),
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        check(&path, bytes)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// The order in which files are given does not matter either.
    #[test]
    fn summaries_of_many_files_are_bounded(
        files in prop::collection::vec((path(), text()), 0..24),
        directories: Vec<(String, String)>,
        name: String,
    ) {
        let mut digests = BTreeMap::new();
        for (path, text) in files {
            let (path, digest) = check(&path, text.into_bytes())?;
            digests.insert(path, digest);
        }
        let files: Vec<(SourcePath, Digest)> = digests.into_iter().collect();
        let reversed: Vec<(SourcePath, Digest)> = files.iter().rev().cloned().collect();
        let of = |files: &[(SourcePath, Digest)]| [
            (module(&name, files, &directories), LONGEST_MODULE),
            (module("", files, &[]), LONGEST_MODULE),
            (module_lead(&name, files), LONGEST_LEAD),
            (repository(&name, files), LONGEST_REPOSITORY),
            (repository_lead(files), LONGEST_LEAD),
        ];
        for (text, longest) in of(&files) {
            is_shown(&text, longest)?;
        }
        prop_assert_eq!(of(&files), of(&reversed));
    }
}
