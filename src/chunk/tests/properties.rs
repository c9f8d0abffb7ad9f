//! Rules for every tree, for any text.

use super::vocabulary::words;
use super::*;
use crate::syntax::Language;
use proptest::prelude::*;

/// A language of the table, or none.
fn language() -> impl Strategy<Value = Option<Language>> {
    let languages: Vec<Option<Language>> = Language::all().map(Some).chain([None]).collect();
    prop::sample::select(languages)
}

fn file_name(language: Option<Language>) -> String {
    language.map_or_else(|| "a.txt".to_owned(), Language::file_name)
}

/// A text of a language's words, and its file.
fn generated() -> impl Strategy<Value = (String, String)> {
    language().prop_flat_map(|language| {
        let words = words(language.map_or("", Language::name));
        let text = prop::collection::vec(prop::sample::select(words), 0..120);
        text.prop_map(move |words| (file_name(language), words.concat()))
    })
}

fn limits(leaf: usize) -> Limits {
    Limits {
        leaf,
        parse: 1_000_000,
        ..Limits::default()
    }
}

fn check(path: &str, bytes: &[u8], leaf: usize) -> Result<(), TestCaseError> {
    let tree = ChunkTree::of(document(path, bytes), &limits(leaf));
    prop_assert_eq!(violation(&tree, &limits(leaf)), None);
    let again = ChunkTree::of(document(path, bytes), &limits(leaf));
    prop_assert!(is_same(&tree, &again));
    for (leaf, _) in tree.leaves() {
        super::super::embedded_text(&tree, leaf);
    }
    Ok(())
}

#[test]
fn every_language_is_that_of_its_file() {
    for language in Language::all() {
        let path = SourcePath::new(&language.file_name());
        assert_eq!(Language::of(&path, ""), Some(language), "{path:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1200, ..ProptestConfig::default() })]

    #[test]
    fn generated_text_is_tiled(
        (path, text) in generated(),
        leaf in prop::sample::select(vec![16, 64, 300, 2000]),
    ) {
        check(&path, text.as_bytes(), leaf)?;
    }

    #[test]
    fn any_bytes_are_tiled(
        language in language(),
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        leaf in prop::sample::select(vec![16, 100, 2000]),
    ) {
        check(&file_name(language), &bytes, leaf)?;
    }
}

#[test]
fn a_rewrite_before_a_directive_tiles_the_file() {
    check("a.cc", b"\nEXPORT #include <a.h>\n\n", 16).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Covers a parser that parsed another language before, and concurrent threads.
    #[test]
    fn every_thread_cuts_the_same_tree(one in generated(), other in generated()) {
        let cut = |(path, text): &(String, String)| {
            ChunkTree::of(document(path, text.as_str()), &limits(300))
        };
        let expected = cut(&one);
        let trees = std::thread::scope(|scope| {
            let fresh = scope.spawn(|| vec![cut(&one)]);
            let behind = scope.spawn(|| {
                cut(&other);
                vec![cut(&one)]
            });
            let between = scope.spawn(|| {
                let first = cut(&one);
                cut(&other);
                vec![first, cut(&one)]
            });
            [fresh, behind, between].map(|thread| thread.join().expect("a thread"))
        });
        for tree in trees.iter().flatten() {
            prop_assert!(is_same(tree, &expected));
        }
    }
}

#[test]
fn an_empty_file_has_one_leaf_that_is_not_indexed() {
    for path in ["a.rs", "a.md", "a.txt"] {
        let tree = tree(path, "");
        let leaves: Vec<bool> = tree.leaves().map(|(_, leaf)| leaf.silent).collect();
        assert_eq!((tree.chunks.len(), leaves), (2, vec![true]), "{path}");
        assert_eq!(tree.leaf_at_line(1), Some(1));
        assert_eq!(tree.leaf_at_line(2), None);
    }
}

#[test]
fn ids_survive_edits_in_other_places() {
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
fn line_windows_realign_after_an_edit() {
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

#[test]
fn middle_of_an_embedded_picture_is_not_indexed_but_its_start_is() {
    let picture = "iVBORw0KGgoAAAANSUhEUgAAAGAAAACjCAYAAAB15BsiAAAACXBIWXMAAC4jAAAu".repeat(200);
    for path in ["logo.svg", "logo.ai", "logo.html"] {
        let text = format!("<svg><image href=\"data:image/png;base64,{picture}\"/></svg>\n");
        let tree = tree(path, &text);
        let leaves: Vec<_> = tree.leaves().map(|(_, leaf)| leaf).collect();
        let silent = leaves.iter().filter(|leaf| leaf.silent).count();
        assert!(
            leaves.len() > 4 && silent + 2 >= leaves.len(),
            "{path}: {silent}"
        );
        assert!(leaves.first().is_some_and(|leaf| !leaf.silent), "{path}");
    }
}
