//! Rules for every document, with any content.

use super::super::{ChunkTree, Limits, embedded_text};
use super::{document, is_same, outline, tree, violation};
use crate::corpus::{Document, Extraction, SourcePath};
use proptest::prelude::*;

/// Fragments with a meaning in some format.
const PIECES: &[&str] = &[
    "# A\n",
    "## B\n",
    "A\n===\n",
    "B\n---\n",
    "= A\n",
    "== B\n",
    "\n",
    "\n\n",
    "- a\n",
    "  - b\n",
    "* c\n",
    "** d\n",
    "1. One\n",
    "1.1 Two\n",
    "CAPS\n",
    "    code\n",
    "```rs\n",
    "```\n",
    "----\n",
    "====\n",
    "////\n",
    "|===\n",
    "|a |b\n",
    "| a | b |\n",
    "| --- | --- |\n",
    "> ",
    "  ",
    "\t",
    ".. note::\n",
    ".. code-block:: python\n",
    "   :option: x\n",
    ".. c\n",
    "text::\n",
    ">>> x\n",
    "[a]: b\n",
    "[source,rust]\n",
    ".Title\n",
    "+\n",
    "<h1>A</h1>\n",
    "<!-- ",
    " -->\n",
    "<div>\n",
    "[![a](b)](c)\n",
    "+++\n",
    "---\ntitle: x\n---\n",
    "[^1]: a\n",
    "\u{c}",
    "x [Page 1]\n",
    "é水。😀e\u{301} ",
    "\u{feff}",
    "\r\n",
    "&amp;",
    "`a` *b* ",
    "These are the words of a sentence, e.g. of Dr. Smith. ",
    "word",
    "www.example.org ",
    "\u{2028}",
    "+---+\n",
    "=====  ====\n",
];

fn generated() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select(PIECES), 1..20_usize);
    let pieces = prop::collection::vec(piece, 0..80);
    pieces.prop_map(|pieces| {
        pieces
            .iter()
            .map(|(piece, times)| {
                if *times > 16 {
                    piece.repeat(times * 10)
                } else {
                    (*piece).to_owned()
                }
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn documents_of_every_format_are_tiled(
        text in generated(),
        path in prop::sample::select(vec!["a.md", "a.rst", "a.adoc", "a.txt", "README"]),
        leaf in prop::sample::select(vec![16, 100, 2000]),
    ) {
        let limits = Limits { leaf, parse: 1_000_000, ..Limits::default() };
        let cut = || ChunkTree::of(document(path, text.as_str()), &limits);
        let tree = cut();
        prop_assert_eq!(violation(&tree, &limits), None, "{}", path);
        prop_assert!(is_same(&tree, &cut()));
        for (leaf, _) in tree.leaves() {
            embedded_text(&tree, leaf);
        }
    }

    #[test]
    fn extracted_documents_are_tiled(
        pages in prop::collection::vec(generated(), 1..4),
        format in prop::sample::select(vec![Extraction::Docx, Extraction::Pdf]),
    ) {
        let text = pages.join("\n\n\u{c}\n\n");
        let document = Document::extracted(SourcePath::new("a"), &text, format);
        let limits = Limits::default();
        let tree = ChunkTree::of(document, &limits);
        prop_assert_eq!(violation(&tree, &limits), None);
        outline(&tree);
    }
}

/// With quadratic time, this test would not end.
#[test]
fn a_document_without_end_is_cut_in_time() {
    let most = 100_000;
    for path in ["a.md", "a.rst", "a.adoc", "README"] {
        for (line, prose) in [
            ("> ", ""),
            ("- ", ""),
            ("[", ""),
            ("*", ""),
            ("`", ""),
            ("_a", ""),
            ("![](", ""),
            ("<h1>", ""),
            ("<!--", ""),
            ("&#", ""),
            ("a. ", ""),
            (" ", "x"),
            ("====\n", "x"),
            ("- a\n", ""),
            (".. a\n", ""),
            ("A\n=\n\n", ""),
            ("|===\n", ""),
            ("[a]: b\n", ""),
            ("a::\n\n", ""),
            (". \"", ""),
            ("水", ""),
            ("\u{301}", ""),
            ("|a", ""),
            ("| a |\n", "| a |\n|---|\n"),
            (">\n", ""),
            ("1. A\n\n", ""),
            ("</h1>", "<h1>"),
            ("[x](", ""),
        ] {
            let text = format!(
                "{prose}These are some words of a sentence.\n\n{}",
                line.repeat(most / line.len())
            );
            let tree = tree(path, &text);
            let last = tree
                .leaves()
                .last()
                .map(|(index, _)| embedded_text(&tree, index));
            assert!(last.is_some());
            assert_eq!(violation(&tree, &Limits::default()), None, "{path} {line}");
        }
    }
}
