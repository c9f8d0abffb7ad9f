//! Outlines of documents and lines.

use super::super::{ChunkTree, Format, Kind, Limits, Role, embedded_text};
use super::{check, tree, violation};
use crate::corpus::{Document, Extraction, SourcePath};
use std::fmt::Write;

#[test]
fn markdown() {
    check(
        "markdown.md",
        r##"---
title: x
---
# Guide

Some words.

## Install

Run this:

```sh
make install
```

```python
import x
```

- one
- two

Setext `code`
-------------

Text.

### Deep

# Second
"##,
        r##"body section  1-3
parent section Guide 4-29
  header section Guide 4-7
  parent section Guide.Install 8-22
    header section Guide.Install 8-11
    body code Guide.Install 12-15
    body code Guide.Install 16-19
    body section Guide.Install 20-22
  parent section Guide.Setext code 23-29
    header section Guide.Setext code 23-27
    parent section Guide.Setext code.Deep 28-29
      header section Guide.Setext code.Deep 28-29
parent section Second 30-30
  header section Second 30-30
"##,
    );
}

#[test]
fn plain_text() {
    check(
        "notes.txt",
        "key = value\nother = 1\n\nthird\n",
        "body lines key = value 1-4\n",
    );
    check(
        "notes.txt",
        "These are the first words of some notes\nof which there are more.\n",
        "body section  1-2\n",
    );
}

#[test]
fn text_other_than_prose_is_cut_by_lines() {
    for text in [
        "User-agent: *\nDisallow: /private\n",
        "requests>=2.0\nnumpy==1.26 # for arrays\npytest\n",
        "aardvark\nabacus\nabandon\n",
        "1.0 2.0 3.0\n4.0 5.0 6.0\n",
        "2024-01-02 10:11:12 INFO the server has started at last\n2024-01-02 10:11:13 WARN it is slow now and then\n",
        "src/main.rs\nsrc/lib.rs\n",
        "a\tb\tc\td\n1\t2\t3\t4\n",
    ] {
        let tree = tree("a.txt", text);
        assert_eq!(tree.format, None, "{text}");
        assert!(
            tree.leaves().all(|(_, leaf)| leaf.kind == Kind::Lines),
            "{text}"
        );
    }
}

/// Checks the headings of a document, one per line.
pub(super) fn check_headings(path: &str, text: &str, expected: &[&str]) {
    let tree = tree(path, text);
    assert_eq!(violation(&tree, &Limits::default()), None);
    let sections = tree.chunks.iter().filter(|chunk| {
        chunk.kind == Kind::Section
            && chunk.children.first().is_some_and(|child| {
                tree.chunks[*child].role == Role::Header || tree.chunks[*child].name == chunk.name
            })
    });
    let mut found: Vec<String> = sections.map(super::super::Chunk::heading_context).collect();
    found.dedup();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn headings_of_markdown() {
    check_headings(
        "a.md",
        "# A *b* `c` [d](e) :tada:\n\nText.\n",
        &["H1: A b c d :tada:"],
    );
    check_headings(
        "a.md",
        "# ![Logo](x.png)\n\n## B ![x](y)\n",
        &["H1: Logo", "H1: Logo > H2: B"],
    );
    check_headings(
        "a.md",
        "<h1 align=center>\n\n A\n\n</h1>\n\n## B\n",
        &["H1: A", "H1: A > H2: B"],
    );
    check_headings("a.md", "- # A\n\n> # B\n\n1. x\n\n   # C\n", &[]);
    check_headings(
        "a.md",
        "---\ntitle: A\n---\n\n## B\n\nText.\n",
        &["H1: A", "H1: A > H2: B"],
    );
    check_headings(
        "a.md",
        "+++\ntitle = 'A'\n+++\n\n# B\n\nText.\n",
        &["H1: B"],
    );
    check_headings(
        "a.mdx",
        "import A from './a'\n\n# B\n\n<A>\n\n## C\n\n</A>\n",
        &["H1: B", "H1: B > H2: C"],
    );
    check_headings(
        "a.md",
        "# A\n\n---\n## B\nWords.\n\n---\n## C\n\n+++\n### D\n+++\n",
        &[
            "H1: A",
            "H1: A > H2: B",
            "H1: A > H2: C",
            "H1: A > H2: C > H3: D",
        ],
    );
    check_headings("a.md", "---\n\n# A\n\n---\n", &["H1: A"]);
    check_headings(
        "a.md",
        "#### A\n\n## B\n\n### C\n",
        &["H4: A", "H2: B", "H2: B > H3: C"],
    );
}

#[test]
fn braces_that_are_not_attributes_are_part_of_a_heading() {
    let check = |heading: &str, name: &str| {
        check_headings("a.md", &format!("# {heading}\n"), &[&format!("H1: {name}")]);
    };
    check("GET /users/{id}", "GET /users/{id}");
    check("{name}", "{name}");
    check("Set of {1, 2}", "Set of {1, 2}");
    check("Using {meta.title}", "Using {meta.title}");
    check("Spread {...props}", "Spread {...props}");
    check("Empty {}", "Empty {}");
    check("Code `{#id}`", "Code {#id}");
    check("A {#the-id}", "A");
    check("A {/* #the-id */}", "A");
    check("A {#id .class key=\"a b\"} #", "A {#id .class key=\"a b\"}");
    check("A {.class key=value}", "A");
    check("Not numbered {-}", "Not numbered");
}

#[test]
fn titles_of_front_matter_have_no_comments_and_quotes() {
    let check = |before: &str, name: &str| {
        let text = format!("{before}\n\nText.\n\n## Below\n");
        let below = format!("H1: {name} > H2: Below");
        check_headings("a.qmd", &text, &[&format!("H1: {name}"), &below]);
    };
    check("\u{feff}---\ntitle: Of a file\n---", "Of a file");
    check("---\r\ntitle: Real title # comment\r\n---\r", "Real title");
    check(
        "---\nformat: html\ntitle: \"A # B\" # comment\n...",
        "A # B",
    );
    check("+++\ntitle = 'A'\n+++", "A");
}

/// Checks the names, kinds, languages and first lines of the leaves of a document.
fn check_cells(path: &str, text: &str, expected: &str) {
    let tree = tree(path, text);
    assert_eq!(violation(&tree, &Limits::default()), None);
    let mut found = String::new();
    for (_, leaf) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
        let name = leaf.names[1..].join(" > ");
        let own = tree.text(leaf);
        let line = own.trim_start().lines().next().unwrap_or_default();
        let language = tree.language_of(leaf).unwrap_or_default();
        let _ = writeln!(
            found,
            "{} {} [{name}] {language}: {line}",
            leaf.lines.0,
            leaf.kind.name()
        );
    }
    assert_eq!(found, expected, "{text}");
}

#[test]
fn cells_are_cut_by_their_declarations() {
    check_cells(
        "a.qmd",
        "---\ntitle: Weights\n---\n\n## Load\n\n```{python}\n%matplotlib inline\nimport csv\n\n\ndef load(path):\n    return csv.reader(path)\n\n```\n\nThen:\n\n```{python}\n#| echo: false\nload('a').show()\n```\n\n```{.python}\ndef no_cell(): pass\n```\n",
        "1 section [Weights] markdown: ---\n\
         5 section [Weights > Load] markdown: ## Load\n\
         8 imports [] python: %matplotlib inline\n\
         12 function [load] python: def load(path):\n\
         17 section [Weights > Load] markdown: Then:\n\
         20 code [Weights > Load] python: #| echo: false\n\
         24 code [Weights > Load] python: ```{.python}\n",
    );
    if cfg!(not(feature = "all-languages")) {
        return;
    }
    check_cells(
        "a.Rmd",
        "```{r setup, include=FALSE}\nlibrary(dplyr)\nmean_of <- function(x) mean(x)\n```\n# Use\n~~~{python}\nclass Box:\n    def lid(self):\n        pass\n~~~\n",
        "2 imports [] r: library(dplyr)\n\
         3 function [mean_of] r: mean_of <- function(x) mean(x)\n\
         5 section [Use] markdown: # Use\n\
         7 class [Box] python: class Box:\n\
         8 method [Box > lid] python: def lid(self):\n",
    );
    // Syntax that a grammar does not know is rewritten in cells, too.
    check_cells(
        "a.md",
        "Text.\n\n```{go}\nfunc (l *List) Each[T any](f func(T)) {}\n\nfunc after() {}\n```\n",
        "1 section [] markdown: Text.\n\
         4 method [List > Each] go: func (l *List) Each[T any](f func(T)) {}\n\
         6 function [after] go: func after() {}\n",
    );
    // A notebook in Markdown: in MyST, and in jupytext's own format.
    let kernel = "---\njupytext:\n  format_name: FORMAT\nkernelspec:\n  name: python3\n---\n\n";
    check_cells(
        "a.md",
        &format!(
            "{}```{{code-cell}} ipython3\n:tags: [hide]\n\ndef load(): return 1\n```\n\n```{{raw-cell}}\nnote\n```\n\n```python\ndef shown(): return 2\n```\n",
            kernel.replace("FORMAT", "myst")
        ),
        "1 section [] markdown: ---\n\
         9 function [load] python: :tags: [hide]\n\
         14 code [] : ```{raw-cell}\n\
         18 code [] python: ```python\n",
    );
    check_cells(
        "a.md",
        &format!(
            "{}```python\ndef load(): return 1\n```\n\n```bash\nrun() {{ ls; }}\n```\n",
            kernel.replace("FORMAT", "markdown")
        ),
        "1 section [] markdown: ---\n\
         9 function [load] python: def load(): return 1\n\
         13 function [run] bash: run() { ls; }\n",
    );
    // An error in a cell hides no other cell.
    check_cells(
        "a.md",
        "```{python}\nprint 'x'\nfor i in\n```\n\n```{python}\n%%bash\nrun() { ls; }\n```\n\n```{python}\ndef after(): return 1\n```\n",
        "2 code [] python: print 'x'\n\
         7 function [run] bash: %%bash\n\
         12 function [after] python: def after(): return 1\n",
    );
}

#[test]
fn cells_use_names_of_other_cells() {
    let text = "# A\n\n```{python}\nfrom csv import reader\ndef load(path): return reader(path)\n```\n\n# B\n\n```{python}\nload('a')\n```\n";
    let tree = tree("a.qmd", text);
    let words = tree
        .references
        .iter()
        .map(|it| tree.word(&it.bytes).into_owned());
    assert_eq!(words.collect::<Vec<_>>(), ["reader", "path", "load"]);
    let names = tree
        .bindings
        .iter()
        .map(|it| tree.word(&it.name).into_owned());
    assert_eq!(names.collect::<Vec<_>>(), ["path"]);
    let imports: Vec<&str> = tree.imports.iter().map(|it| it.module.as_str()).collect();
    assert_eq!(imports, ["csv"]);
    assert_eq!(
        tree.language.map(crate::syntax::Language::name),
        Some("python")
    );
}

#[test]
fn headings_of_restructured_text() {
    check_headings(
        "a.rst",
        "A\n=\n\nB\n-\n\nText.\n\nC\n-\n",
        &["H1: A", "H1: A > H2: B", "H1: A > H2: C"],
    );
    check_headings(
        "a.rst",
        "===\n A\n===\n\nB\n===\n\nC\n~~~\n",
        &["H1: A", "H1: A > H2: B", "H1: A > H2: B > H3: C"],
    );
    check_headings(
        "a.rst",
        "A ``b`` :ref:`c <d>`\n======================\n",
        &["H1: A b c"],
    );
    check_headings(
        "a.rst",
        "Text::\n\n  A\n  ===\n\n.. note::\n\n  B\n\n----\n\nText.\n",
        &[],
    );
    check_headings(
        "a.rst",
        "=====  =====\nA      B\n=====  =====\n1      2\n=====  =====\n",
        &[],
    );
}

#[test]
fn headings_of_asciidoc() {
    check_headings(
        "a.adoc",
        "= A\n\n== B _c_\n\n=== D\n\n== E\n",
        &[
            "H1: A",
            "H1: A > H2: B c",
            "H1: A > H2: B c > H3: D",
            "H1: A > H2: E",
        ],
    );
    check_headings(
        "a.adoc",
        "Title\n=====\n\nOther\n-----\n\nText.\n",
        &["H1: Title", "H1: Title > H2: Other"],
    );
    check_headings(
        "a.adoc",
        "----\n= A\n----\n\n====\n== B\n====\n\n////\n== C\n////\n",
        &[],
    );
    check_headings("a.adoc", "----\nnever closed\n\n== A\n", &["H2: A"]);
    check_headings("a.adoc", "== A{plus}{plus} {b}\n", &["H2: A++ {b}"]);
}

#[test]
fn headings_of_plain_text() {
    let prose = "These are some words that make a sentence of it.\n";
    let with = |text: &str| text.replace("...", prose);
    let check = |text: &str, expected: &[&str]| check_headings("a.txt", &with(text), expected);
    check(
        "A title\n=======\n\n...\nBelow\n-----\n\n...",
        &["H1: A title", "H1: A title > H2: Below"],
    );
    check(
        "1. One\n\n...\n1.1 Two\n\n...\n2. Three\n\n...",
        &["H1: 1. One", "H1: 1. One > H2: 1.1 Two", "H1: 2. Three"],
    );
    check(
        "Chapter 4\n\n...\n1. One\n\n...",
        &["H1: Chapter 4", "H1: Chapter 4 > H2: 1. One"],
    );
    check(
        "IV. The sea\n\n...\nAppendix A\n\n...",
        &["H1: IV. The sea", "H1: IV. The sea > H2: Appendix A"],
    );
    check(
        "NAME\n    a - does things that are needed now and then\n\nSYNOPSIS\n    a [-b] with some words that tell what to do\n",
        &["H1: NAME", "H1: SYNOPSIS"],
    );
    check(
        "INTRODUCTION\n\n...\nWHAT IT IS!\n\n...",
        &["H1: INTRODUCTION"],
    );
    check(
        "Short Title Line\n\n...\nAnother Title\n...",
        &["H1: Short Title Line", "H1: Another Title"],
    );
    check("...\nThis is:\n\n...\nAn ordinary line\n\n...", &[]);
    check("1. Fill it\n\n2. Close it\n\n3. Press it\n\n...", &[]);
    check(
        "Abstract\n\n   ...\n   ...\n1.  One\n\n   ...\n   ...\n   ...",
        &["H1: Abstract", "H1: 1. One"],
    );
}

#[test]
fn extracted_text_is_cut_by_its_headings_and_has_pages() {
    let row = "| A cell of a row | another cell of it, with words enough to make it long |\n";
    let text = format!(
        "Before.\n\n# A report\n\nWords.\n\n\u{c}\n\n## Table\n\n| Head | Other |\n| --- | --- |\n{}\n\u{c}\n\n## After\n\nIt.\n",
        row.repeat(20)
    );
    let path = SourcePath::new("a.pdf");
    let document = Document::extracted(path, &text, Extraction::Pdf);
    let tree = ChunkTree::of(document, &Limits::default());
    assert_eq!(violation(&tree, &Limits::default()), None);
    assert_eq!(tree.format, Some(Format::Pdf));
    let leaves: Vec<_> = tree.leaves().collect();
    let found: Vec<(u32, String)> = leaves
        .iter()
        .map(|(_, leaf)| (leaf.page, leaf.heading_context()))
        .collect();
    let table = || "H1: A report > H2: Table".to_owned();
    assert_eq!(found[0], (1, String::new()));
    assert_eq!(found[1], (1, "H1: A report".to_owned()));
    assert_eq!(found[2], (2, table()));
    let last = (3, "H1: A report > H2: After".to_owned());
    assert_eq!(found.last(), Some(&last));
    let text = embedded_text(&tree, leaves[3].0);
    assert!(
        text.starts_with("[Context: H1: A report > H2: Table]\nHead Other\nA cell"),
        "{text}"
    );
}

#[test]
fn headings_of_converted_text_are_named_as_printed() {
    let names = "snake_case __init__\nList<String> & `x`\na*b*c #\n[Draft](x) {#id}\n~~two~~ \\d";
    for name in names.lines() {
        let text = format!("# {name}\n\nWords.\n");
        let document = Document::extracted(SourcePath::new("a.docx"), &text, Extraction::Docx);
        let tree = ChunkTree::of(document, &Limits::default());
        let (_, leaf) = tree.leaves().next().expect("a leaf");
        assert_eq!(leaf.heading_context(), format!("H1: {name}"));
    }
}

fn check_embedded(path: &str, text: &str, expected: &str) {
    let tree = tree(path, text);
    let text: String = tree
        .leaves()
        .map(|(index, _)| embedded_text(&tree, index))
        .collect();
    assert_eq!(text, expected);
}

#[test]
fn markdown_is_embedded_without_its_markup() {
    check_embedded(
        "a.md",
        "A [b](c \"d\"), [e][f], [g][], [h]: ![i](j), **k** _l_ `m` <b>n</b> &amp; o<br>p.\n",
        "A b, e, g, [h]: i, k l m n & o\np.\n",
    );
    check_embedded("a.md", "- [x] a\n- b\n  1. c\n", "- a\n- b\n- c\n");
    check_embedded("a.md", "<div>\n<p>A <b>b</b></p>\n</div>\n", "A b\n");
}

#[test]
fn comments_targets_and_badges_are_not_indexed() {
    for (path, text) in [
        (
            "a.md",
            "[a]: https://example.org\n[b]: https://example.org\n",
        ),
        ("a.md", "[![Build](b.svg)](c) ![State](https://x/badge)\n"),
        ("a.md", "<p align=\"center\">\n<img src=\"a.png\">\n</p>\n"),
        ("a.rst", ".. A comment\n   of two lines.\n\n.. _target:\n"),
        (
            "a.adoc",
            "// A comment.\n\n:attribute: value\n\n////\nAnother.\n////\n",
        ),
    ] {
        let tree = tree(path, text);
        assert!(tree.leaves().all(|(_, leaf)| leaf.silent), "{text}");
    }
}

#[test]
fn comments_are_the_text_of_a_document_without_other_text() {
    let is_indexed = |text: &str| {
        let tree = tree("a.md", text);
        tree.leaves().any(|(_, leaf)| !leaf.silent)
    };
    assert!(is_indexed("<!-- A comment. -->\n\n<!--\nAnother.\n-->\n"));
    assert!(!is_indexed("<!-- -->\n"));
    let long = "comment ".repeat(60);
    let mixed = tree("a.md", &format!("Text.\n\n<!-- {long} -->\n"));
    let silent = mixed.leaves().filter(|(_, leaf)| leaf.silent);
    assert_eq!(silent.count(), 1);
}

#[test]
fn accents_and_ideographs_are_one_character() {
    let paragraph = "é".repeat(790);
    check("a.md", &paragraph, "body section  1-1\n");
    let paragraph = "水".repeat(600);
    check("a.md", &paragraph, "body section  1-1\n");
    let tree = tree("a.md", &"e\u{301}".repeat(1000));
    for (_, leaf) in tree.leaves() {
        assert!(!tree.text(leaf).starts_with('\u{301}'));
    }
}

#[test]
fn a_tiny_paragraph_joins_the_one_before() {
    let long = "word ".repeat(120);
    check("a.md", &format!("{long}\n\nEnd.\n"), "body section  1-3\n");
    check(
        "a.md",
        &format!("{long}\n\n{long}\n"),
        "body section  1-2\nbody section  3-3\n",
    );
}

fn embedded(path: &str, text: &str, name: &str, role: Role) -> String {
    let tree = tree(path, text);
    let wanted = |(_, leaf): &(usize, &crate::chunk::Chunk)| leaf.name == name && leaf.role == role;
    let found = tree.leaves().find(wanted).map(|(index, _)| index);
    embedded_text(&tree, found.expect("a leaf of this name"))
}

#[test]
fn code_is_embedded_with_its_scope() {
    assert_eq!(
        embedded(
            "src/a.rs",
            "impl A {\n    /// Runs.\n    fn run(&self) {}\n}\n",
            "run",
            Role::Body
        ),
        "Parent: A (impl)\nFile: src/a.rs\nLanguage: rust\nType: method\nSymbol: run\n    /// Runs.\n    fn run(&self) {}"
    );
}

#[test]
fn documents_are_embedded_with_their_headings() {
    let text = "# Guide\n\nText.\n\n## Install\n\nRun it.\n";
    assert_eq!(
        embedded("a.md", text, "Install", Role::Header),
        "[Context: H1: Guide > H2: Install]\nInstall\nRun it.\n"
    );
}

#[test]
fn every_piece_is_embedded_with_the_signature() {
    let body = "    let value = compute(1, 2, 3);\n".repeat(100);
    let text = format!("/// Docs.\nfn long(a: u8) -> u8 {{\n{body}}}\n");
    let first = embedded("a.rs", &text, "long#1", Role::Piece);
    assert!(first.ends_with(';') && first.contains("/// Docs.\nfn long(a: u8) -> u8 {\n"));
    assert_eq!(first.matches("fn long").count(), 1);
    let second = embedded("a.rs", &text, "long#2", Role::Piece);
    assert!(
        second.contains("Symbol: long\nfn long(a: u8) -> u8\n    let value"),
        "{second}"
    );
}

#[test]
fn names_stand_where_they_are_written() {
    let text = "/// Docs.\n#[inline]\npub fn run() {}\n";
    let tree = tree("a.rs", text);
    let (_, leaf) = tree.leaves().next().expect("a leaf");
    assert_eq!(
        (leaf.kind, leaf.name_at, leaf.lines),
        (Kind::Function, (3, 8), (1, 3))
    );
    assert_eq!(&text[leaf.docs.clone()], "/// Docs.");
    assert_eq!(&text[leaf.signature.clone()], "pub fn run()");
}

#[test]
fn long_paragraphs_are_split_at_sentences() {
    let text = format!(
        "# A\n\n{}\n",
        "These are some words of a sentence. ".repeat(60)
    );
    let tree = tree("a.md", &text);
    let pieces: Vec<_> = tree
        .leaves()
        .map(|(_, leaf)| leaf)
        .filter(|leaf| leaf.role == Role::Piece)
        .collect();
    assert!(pieces.len() > 1);
    for piece in pieces {
        assert!(piece.bytes.len() <= 800);
        assert!(text[piece.bytes.clone()].trim_end().ends_with('.'));
    }
}

#[test]
fn a_byte_order_mark_hides_no_heading() {
    let tree = tree("a.md", "\u{feff}# One\n\nBody.\n\n## Two\n");
    let names: Vec<&str> = tree.leaves().map(|(_, leaf)| leaf.name.as_str()).collect();
    assert_eq!(names, ["One", "Two"]);
}
