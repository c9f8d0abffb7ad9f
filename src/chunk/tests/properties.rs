//! What holds for every tree.

use super::*;
use crate::syntax::Language;
use proptest::prelude::*;

/// Words that grammars know, so that generated text has something of every language in it.
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
    "// note\n",
    "/* ",
    " */",
    "# Title\n",
    "## Part\n",
    "```rust\n",
    "```\n",
    "- item\n",
    "\"",
    "'",
    "import a\n",
    "use a::b;\n",
    "#include <a.h>\n",
    "#ifdef A\n",
    "#endif\n",
    "namespace n {",
    "template<class T>\n",
    "export default ",
    "const x = ",
    "() => {",
    "function f() {",
    "describe('a', ",
    "(",
    ")",
    ");\n",
    "type T struct {",
    "func (r *T) M() {",
    "é",
    "漢字",
    "\u{1F600}",
    "\r\n",
    "\t",
    "---\n",
    "Copyright\n",
    "@decorator\n",
    "#[test]\n",
    "let y = 1;",
    "static int z;\n",
    "struct S { int a; };\n",
    "public:\n",
    "enum E { A, B }\n",
    "mod m {\n",
    "if x:\n",
    "    pass\n",
    "{",
    "word ",
    "\0",
];

fn path() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a.rs", "a.py", "a.js", "a.ts", "a.tsx", "a.go", "a.java", "a.c", "a.h", "a.cpp", "a.md",
        "a.txt",
    ])
}

fn check(path: &str, bytes: &[u8], leaf: usize) -> Result<(), TestCaseError> {
    let limits = Limits {
        leaf,
        parse: 1_000_000,
    };
    let tree = ChunkTree::of(document(path, bytes), &limits);
    prop_assert_eq!(violation(&tree, &limits), None);
    let again = ChunkTree::of(document(path, bytes), &limits);
    prop_assert_eq!(&tree.chunks, &again.chunks);
    for (leaf, _) in tree.leaves() {
        super::super::embedded_text(&tree, leaf);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn generated_text_is_tiled(
        path in path(),
        words in prop::collection::vec(prop::sample::select(WORDS), 0..120),
        leaf in prop::sample::select(vec![16, 64, 300, 2000]),
    ) {
        check(path, words.concat().as_bytes(), leaf)?;
    }

    #[test]
    fn any_bytes_are_tiled(
        path in path(),
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        leaf in prop::sample::select(vec![16, 100, 2000]),
    ) {
        check(path, &bytes, leaf)?;
    }
}

#[test]
fn deep_nesting_is_no_recursion() {
    for (path, open, close, levels) in [
        ("a.rs", "mod a {", "}", 200_000),
        ("a.ts", "namespace a {", "}", 200_000),
        ("a.js", "[", "]", 200_000),
        ("a.c", "{", "}", 200_000),
        ("a.md", "> ", "", 200_000),
        ("a.md", "[", "]", 200_000),
        ("a.cpp", "namespace a {", "}", 20_000),
        ("a.go", "(", ")", 20_000),
        ("a.java", "class A {", "}", 20_000),
        ("a.py", "(", ")", 20_000),
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
fn an_empty_file_has_one_silent_leaf() {
    for path in ["a.rs", "a.md", "a.txt"] {
        let tree = tree(path, "");
        let leaves: Vec<bool> = tree.leaves().map(|(_, leaf)| leaf.silent).collect();
        assert_eq!((tree.chunks.len(), leaves), (2, vec![true]), "{path}");
        assert_eq!(tree.leaf_at_line(1), Some(1));
        assert_eq!(tree.leaf_at_line(2), None);
    }
}

#[test]
fn identity_survives_edits_elsewhere() {
    let before = "use a;\n\nfn one() {\n    1\n}\n\nfn two() {\n    2\n}\n";
    let after = format!(
        "// A note.\n\n{}",
        before.replace("    1\n", "    10\n    11\n")
    );
    let find = |text: &str| {
        let tree = tree("a.rs", text);
        let two = tree.chunks.iter().find(|chunk| chunk.name == "two");
        two.map(|two| (two.id, two.hash))
    };
    assert!(find(before).is_some());
    assert_eq!(find(before), find(&after));
}

#[test]
fn windows_of_lines_fall_into_step_behind_an_edit() {
    let lines: String = (0..400)
        .map(|line| format!("key{line} = {line}\n\n"))
        .collect();
    let ids = |text: &str| -> std::collections::HashSet<_> {
        tree("a.ini", text)
            .leaves()
            .map(|(_, leaf)| (leaf.id, leaf.hash))
            .collect()
    };
    let before = ids(&lines);
    let after = ids(&format!("added = 1\n\nanother = 2\n\n{lines}"));
    assert!(before.len() > 10);
    let changed = before.difference(&after).count();
    assert!(changed <= 8, "{changed} of {}", before.len());
}

/// Over every file of a directory with a language's extension: set `SMRITI_CORPUS`.
#[test]
#[ignore = "reads a directory that is not part of the repository"]
fn corpus_has_no_violation() {
    let root = std::env::var("SMRITI_CORPUS").expect("SMRITI_CORPUS names a directory");
    let limits = Limits::default();
    let mut directories = vec![std::path::PathBuf::from(root)];
    let (mut files, mut bytes, mut leaves, mut small) = (0, 0, 0, 0);
    let (mut parsing, mut cutting) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
    let mut wrong = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("directory").flatten() {
            let path = entry.path();
            let kind = entry.file_type().expect("file type");
            if kind.is_dir() {
                directories.push(path);
                continue;
            }
            let name = path.to_string_lossy().into_owned();
            let (true, Ok(raw)) = (kind.is_file(), std::fs::read(&path)) else {
                continue;
            };
            if Language::of(&SourcePath::new(&name), "").is_none() || raw.len() > 10_000_000 {
                continue;
            }
            let document = document(&name, raw);
            let text = document.text.slice(0..document.text.len()).into_owned();
            let language = Language::of(&document.path, &text);
            if let Some(language) = language.filter(|_| text.len() <= limits.parse) {
                let started = std::time::Instant::now();
                crate::syntax::parse_only(&text, language);
                parsing += started.elapsed();
            }
            let started = std::time::Instant::now();
            let tree = ChunkTree::of(document, &limits);
            let took = started.elapsed();
            cutting += took;
            if took.as_secs_f32() > 2.0 {
                eprintln!("{name}: {took:?}");
            }
            files += 1;
            bytes += text.len();
            leaves += tree.leaves().count();
            small += tree
                .leaves()
                .filter(|(_, leaf)| leaf.bytes.len() < 60 && !leaf.silent)
                .count();
            if let Some(violation) = violation(&tree, &limits) {
                wrong.push(format!("{name}: {violation}"));
            }
        }
    }
    eprintln!(
        "{files} files, {bytes} bytes, {leaves} leaves ({small} small); parse {parsing:?}, cut {cutting:?}"
    );
    assert_eq!(wrong, Vec::<String>::new());
}

/// Prints the outline of a file: set `SMRITI_FILE`.
#[test]
#[ignore = "reads a file that is not part of the repository"]
fn print_outline() {
    let names = std::env::var("SMRITI_FILE").expect("SMRITI_FILE names files");
    for name in names.split_whitespace() {
        let raw = std::fs::read(name).expect("a file");
        let tree = ChunkTree::of(document(name, raw), &Limits::default());
        eprintln!("== {name} {:?}\n{}", tree.language, outline(&tree));
    }
}
