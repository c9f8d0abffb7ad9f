//! Context of chunks, in several languages.

use super::*;
use crate::chunk::{ChunkTree, Limits, Role};
use crate::corpus::{Document, SourcePath, Text};

fn tree(path: &str, text: &str) -> ChunkTree {
    let document = Document::new(SourcePath::new(path), Text::from(text));
    ChunkTree::of(document, &Limits::default())
}

fn at_line(tree: &ChunkTree, text: &str) -> usize {
    let all = tree.document.text.slice(0..tree.document.text.len());
    let line = all.lines().position(|line| line.contains(text));
    let line = u32::try_from(line.expect("the text has it") + 1).expect("a line");
    tree.leaf_at_line(line).expect("a leaf")
}

fn first_lines(tree: &ChunkTree, chunks: &[usize]) -> Vec<String> {
    let text = |index: &usize| tree.text(&tree.chunks[*index]).trim().to_owned();
    let first = |text: String| text.lines().next().unwrap_or_default().to_owned();
    chunks.iter().map(text).map(first).collect()
}

fn signatures(tree: &ChunkTree, chunks: &[usize]) -> Vec<String> {
    let line = |index: &usize| signature_line(tree, &tree.chunks[*index]);
    chunks.iter().map(line).collect()
}

/// Returns the context of the leaf on the line with `needle`.
fn check(path: &str, text: &str, needle: &str, parents: &[&str], siblings: &[&str]) {
    let tree = tree(path, text);
    let found = automatic(&tree, at_line(&tree, needle));
    assert_eq!(first_lines(&tree, &found.parents), parents, "{path}");
    assert_eq!(signatures(&tree, &found.siblings), siblings, "{path}");
}

const PYTHON: &str = "\
\"\"\"Money in, money out.\"\"\"
import os
from decimal import Decimal

LIMIT = 10
NAMES = [
    \"a\",
]


@final
class Account:
    \"\"\"An account.

    * with a list
    \"\"\"

    kind = \"account\"

    def __init__(
        self,
        owner: str,
    ) -> None:
        self.owner = owner

    @property
    def balance(self) -> Decimal:
        \"\"\"What is there.

        In euros.
        \"\"\"
        return compute(self)

    class Meta:
        def label(self):
            return \"meta\"


def compute(account):
    return 1
";

#[test]
fn context_of_a_method_is_its_class_and_siblings() {
    check(
        "a.py",
        PYTHON,
        "def balance",
        &["@final"],
        &["def __init__( self, owner: str, ) -> None:", "class Meta:"],
    );
    check(
        "a.py",
        PYTHON,
        "return \"meta\"",
        &["@final", "class Meta:"],
        &[],
    );
}

#[test]
fn context_of_a_class_is_its_members_and_of_a_function_its_siblings() {
    let members = [
        "def __init__( self, owner: str, ) -> None:",
        "def balance(self) -> Decimal:",
        "class Meta:",
    ];
    check("a.py", PYTHON, "kind = ", &[], &members);
    check("a.py", PYTHON, "return 1", &[], &["class Account:"]);
}

#[test]
fn context_of_imports_is_the_file_header() {
    let tree = tree("a.py", PYTHON);
    let imports = at_line(&tree, "import os");
    let found = automatic(&tree, imports);
    assert_eq!(
        first_lines(&tree, &found.header),
        ["\"\"\"Money in, money out.\"\"\"", "LIMIT = 10"]
    );
    assert_eq!(found.siblings, Vec::<usize>::new());
    let constants = file_header(&tree, at_line(&tree, "LIMIT"));
    assert_eq!(
        first_lines(&tree, &constants),
        ["\"\"\"Money in, money out.\"\"\"", "import os"]
    );
}

#[test]
fn file_header_of_a_piece_is_without_its_parent() {
    let check = |text: &str, expected: &[&str]| {
        let tree = tree("a.py", text);
        let (piece, at) = tree.leaves().nth(1).expect("a piece");
        assert_eq!(at.role, Role::Piece);
        assert_eq!(
            first_lines(&tree, &automatic(&tree, piece).header),
            expected
        );
    };
    let docs = "Docs of the module, on one of its many lines.\n".repeat(400);
    check(
        &format!("\"\"\"{docs}\"\"\"\nimport os\n\nLIMIT = 10\n"),
        &["import os", "LIMIT = 10"],
    );
    let imports = "import a_module_with_a_long_name\n".repeat(400);
    check(
        &format!("\"\"\"Docs.\"\"\"\n{imports}\nLIMIT = 10\n"),
        &["\"\"\"Docs.\"\"\"", "LIMIT = 10"],
    );
}

#[test]
fn qualified_name_gives_the_type_outside_its_tree() {
    let go = "package a\n\ntype Store struct {\n\tkeys []string\n}\n\nfunc (s *Store) Get() int {\n\treturn 1\n}\n\nfunc (s *Store) Put() {\n\tput()\n}\n\nfunc free() {\n\tput()\n}\n";
    check(
        "a.go",
        go,
        "return 1",
        &["type Store struct {"],
        &["func (s *Store) Put()"],
    );
    check(
        "a.go",
        go,
        "keys []string",
        &[],
        &["func (s *Store) Get() int", "func (s *Store) Put()"],
    );
    let rust = "struct A {\n    b: u8,\n}\n\nimpl A {\n    fn c(&self) {\n        1;\n    }\n}\n\nimpl Clone for A {\n    fn clone(&self) -> Self {\n        2\n    }\n}\n";
    check(
        "a.rs",
        rust,
        "1;",
        &["impl A {", "struct A {"],
        &["fn clone(&self) -> Self"],
    );
    check(
        "a.rs",
        rust,
        "b: u8",
        &[],
        &["fn c(&self)", "fn clone(&self) -> Self"],
    );
    check("a.rs", rust, "impl A", &["struct A {"], &["fn c(&self)"]);
}

#[test]
fn context_of_a_piece_is_that_of_its_declaration() {
    let long = "        self.put(1)\n".repeat(400);
    let text = format!("class A:\n    def one(self):\n{long}\n    def two(self):\n        pass\n");
    let tree = tree("a.py", &text);
    let (piece, _) = tree.leaves().nth(3).expect("a piece");
    assert_eq!(tree.chunks[piece].role, Role::Piece);
    let found = automatic(&tree, piece);
    assert_eq!(first_lines(&tree, &found.parents), ["class A:"]);
    assert_eq!(signatures(&tree, &found.siblings), ["def two(self):"]);
    let shown = skeleton(&tree, enclosing(&tree, piece)).text(&tree);
    assert_eq!(
        shown,
        "class A:\n    def one(self): …\n    def two(self): …\n"
    );
}

#[test]
fn context_of_a_section_is_its_headings() {
    let text =
        "# Guide\n\nHello.\n\n## Install\n\nRun it.\n\n```sh\nmake\n```\n\n## Use\n\nUse it.\n";
    check("a.md", text, "make", &["# Guide", "## Install"], &[]);
    check("a.md", text, "Run it", &["# Guide"], &["Use"]);
    let tree = tree("a.md", text);
    assert_eq!(
        skeleton(&tree, 0).text(&tree),
        "# Guide\n## Install\n…\n## Use\n"
    );
}

fn check_near(needle: &str, reach: Extent, before: &str, after: &str) {
    let text = "fn a() {\n    1;\n}\n\nfn b() {\n    2;\n}\n\nfn c() {\n    3;\n}\n";
    let tree = tree("a.rs", text);
    let NearbyText {
        before: above,
        after: below,
    } = neighbors(&tree, at_line(&tree, needle), reach);
    assert_eq!((&text[above], &text[below]), (before, after), "{needle}");
}

#[test]
fn neighbors_are_counted_in_lines_or_leaves() {
    check_near("2;", Extent::Lines(2, 2), "}\n\n", "fn c() {\n    3;\n");
    check_near("2;", Extent::Lines(0, 0), "", "");
    check_near("1;", Extent::Lines(1, 1), "", "fn b() {\n");
    check_near("3;", Extent::Lines(3, 3), "    2;\n}\n\n", "");
    let a = "fn a() {\n    1;\n}\n\n";
    check_near(
        "2;",
        Extent::Lines(usize::MAX, usize::MAX),
        a,
        "fn c() {\n    3;\n}\n",
    );
    check_near("2;", Extent::Leaves(1), a, "fn c() {\n    3;\n}\n");
    check_near("2;", Extent::Leaves(usize::MAX), a, "fn c() {\n    3;\n}\n");
    check_near("1;", Extent::Leaves(1), "", "fn b() {\n    2;\n}\n\n");
}

#[test]
fn a_skeleton_has_signatures_and_no_body() {
    let tree = tree("a.py", PYTHON);
    let expected = "\
\"\"\"Money in, money out.\"\"\"
LIMIT = 10
NAMES = [ …
@final
class Account:
    \"\"\"An account. …
    kind = \"account\"
    def __init__(
        self,
        owner: str,
    ) -> None: …
    @property
    def balance(self) -> Decimal:
        \"\"\"What is there. …
        …
    class Meta:
        def label(self): …
def compute(account): …
";
    assert_eq!(skeleton(&tree, 0).text(&tree), expected);
    let meta = skeleton(&tree, enclosing(&tree, at_line(&tree, "return \"meta\"")));
    assert_eq!(
        meta.text(&tree),
        "    class Meta:\n        def label(self): …\n"
    );
}

#[test]
fn skeleton_closes_every_bracket() {
    let text = "\
/// A thing.
///
/// With more.
#[derive(Debug)]
pub struct A {
    b: u8,
}

impl A {
    #[inline]
    pub fn c(
        &self,
    ) -> u8 {
        if true { 1 } else { 2 }
    }

    fn d() {}
}

mod m {
    trait T {
        fn e(&self);
        fn f(&self) -> u8 {
            3
        }
    }
}
";
    let expected = "\
/// A thing. …
#[derive(Debug)]
pub struct A {
    b: u8,
}
impl A {
    #[inline]
    pub fn c(
        &self,
    ) -> u8 { … }
    fn d() {}
}
mod m {
    trait T {
        fn e(&self);
        fn f(&self) -> u8 { … }
    }
}
";
    let tree = tree("a.rs", text);
    assert_eq!(skeleton(&tree, 0).text(&tree), expected);
}

fn check_signature(path: &str, text: &str, name: &str, expected: &str) {
    let tree = tree(path, text);
    let named = tree.chunks.iter().find(|chunk| chunk.name == name);
    let found = signature_line(&tree, named.expect("a chunk"));
    assert_eq!(found, expected, "{path}");
}

#[test]
fn a_signature_starts_after_its_leading_attributes() {
    let swift = "@available(iOS 13, *)\nopen class A: @unchecked Sendable {\n    @objc\n    \
                 public func f(@Builder _ content: () -> Int) -> Self { self }\n}\n";
    check_signature("a.swift", swift, "A", "open class A: @unchecked Sendable");
    let method = "public func f(@Builder _ content: () -> Int) -> Self";
    check_signature("a.swift", swift, "f", method);
    let scala =
        "@deprecated(\"a\")\nclass A @Inject() (b: B) extends C {\n  def f(d: D): Int = 1\n}\n";
    check_signature("a.scala", scala, "A", "class A @Inject() (b: B) extends C");
    let java = "@Config(a = {\n    @Key(\"b\")})\npublic class A<T> {\n    @Override\n    \
                public @Nullable String f(@NonNull String a) { return a; }\n}\n";
    check_signature("A.java", java, "A", "public class A<T>");
    let method = "public @Nullable String f(@NonNull String a)";
    check_signature("A.java", java, "f", method);
}

#[test]
fn a_signature_has_the_name_that_stands_behind_the_body() {
    let text =
        "typedef struct _A {\n    int b;\n} A;\ntypedef enum { D, E } e_t;\nstruct F { int g; };\n";
    check_signature("a.h", text, "A", "typedef struct _A A");
    check_signature("a.h", text, "e_t", "typedef enum e_t");
    check_signature("a.h", text, "F", "struct F");
}

fn check_docs(path: &str, text: &str, expected: Option<&str>) {
    let tree = tree(path, text);
    let documented = tree.chunks.iter().find(|chunk| chunk.name == "f");
    let found = docstring(&tree, documented.expect("f"));
    assert_eq!(found.as_deref(), expected);
}

#[test]
fn docs_are_shown_without_comment_markers() {
    check_docs(
        "a.rs",
        "/// One.\n///\n///  - two\nfn f() {}\n",
        Some("One.\n\n - two"),
    );
    check_docs("a.rs", "fn f() {}\n", None);
    check_docs(
        "a.js",
        "/**\n * One.\n *   two\n * *three*\n */\nfunction f() { g(); }\n",
        Some("One.\n  two\n*three*"),
    );
    check_docs(
        "a.py",
        "def f():\n    r\"\"\"One.\n\n    * two\n      # three\n    \"\"\"\n    g()\n",
        Some("One.\n\n* two\n  # three"),
    );
    check_docs(
        "a.go",
        "package a\n\n// f does it.\nfunc f() {\n\tg()\n}\n",
        Some("f does it."),
    );
}

#[test]
fn invalid_index_has_no_context() {
    let tree = tree("a.rs", "fn a() {}\n");
    assert_eq!(automatic(&tree, 99), DefaultContext::default());
    assert_eq!(members(&tree, 99), Vec::<usize>::new());
    assert_eq!(
        neighbors(&tree, 99, Extent::Lines(3, 3)),
        NearbyText::default()
    );
    assert_eq!(skeleton(&tree, 99), Skeleton::default());
    assert_eq!(subtree(&tree, 99), 2..2);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    const WORDS: &[&str] = &[
        "fn f() {",
        "}",
        "\n",
        "\n\n",
        "    ",
        "class A:",
        "class A {",
        "def f(self):",
        "impl X for Y {",
        "mod m {\n",
        "/// note\n",
        "/** ",
        " */",
        "# Title\n",
        "## Part\n",
        "```\n",
        "\"\"\"doc\"\"\"\n",
        "'",
        "import a\n",
        "use a::b;\n",
        "const x = 1;\n",
        "(",
        ")",
        "func (r *T) M() {",
        "type T struct {",
        "é",
        "漢字",
        "\r\n",
        "@decorator\n",
        "#[test]\n",
        "end\n",
        "{",
        "word ",
        "\0",
    ];

    fn check(path: &str, bytes: Vec<u8>, leaf: usize) -> Result<(), TestCaseError> {
        let document = Document::new(SourcePath::new(path), Text::decode(bytes));
        let limits = Limits {
            leaf,
            ..Limits::default()
        };
        let tree = ChunkTree::of(document, &limits);
        for (index, chunk) in tree.chunks.iter().enumerate() {
            let around = neighbors(&tree, index, Extent::Lines(2, 2));
            prop_assert!(
                around.before.end == chunk.bytes.start && around.after.start == chunk.bytes.end
            );
            automatic(&tree, index);
            file_header(&tree, index);
            docstring(&tree, chunk);
            signature_line(&tree, chunk);
            let mut end = 0;
            for row in skeleton(&tree, index).rows {
                prop_assert!(end <= row.bytes.start && row.bytes.start <= row.bytes.end);
                end = row.bytes.end;
            }
            prop_assert!(end <= tree.document.text.len());
        }
        Ok(())
    }

    fn path() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "a.rs", "a.py", "a.ts", "a.go", "a.java", "a.c", "a.md", "a.txt",
        ])
    }

    proptest! {
        #[test]
        fn generated_text_has_surroundings(
            path in path(),
            words in prop::collection::vec(prop::sample::select(WORDS), 0..80),
            leaf in prop::sample::select(vec![16, 64, 2000]),
        ) {
            check(path, words.concat().into_bytes(), leaf)?;
        }

        #[test]
        fn any_bytes_have_surroundings(
            path in path(),
            bytes in prop::collection::vec(any::<u8>(), 0..400),
            leaf in prop::sample::select(vec![16, 2000]),
        ) {
            check(path, bytes, leaf)?;
        }
    }
}
