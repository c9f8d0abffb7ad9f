//! Ends and boundaries of chunks.

use super::{ChunkTree, Limits, document, tree, violation};
use crate::chunk::{Boundary, Kind, Role};
use std::fmt::Write;
use std::time::Duration;

/// Checks the role, names, lines, boundary and node type of each chunk.
#[track_caller]
fn check(path: &str, text: &str, expected: &str) {
    let tree = tree(path, text);
    let mut found = String::new();
    for chunk in tree.chunks.iter().skip(1) {
        let _ = writeln!(
            found,
            "{} {} {}-{} {} {}",
            chunk.role.name(),
            chunk.names[1..].join("."),
            chunk.lines.0,
            chunk.lines.1,
            chunk.boundary.name(),
            chunk.node_type,
        );
    }
    assert_eq!(found, expected);
}

#[test]
fn lines_end_with_the_declaration() {
    check(
        "a.rs",
        "use a::B;\n\n\nimpl A {\n    fn b() {}\n\n    // Apart.\n\n    fn c() {\n    }\n}\n\n\nconst D: u8 = 1;\n\n",
        "\
body  1-1 structural use_declaration
parent A 4-11 structural impl_item
header A 4-4 structural impl_item
body A.b 5-5 content function_item
gap A 7-7 content \nbody A.c 9-10 content function_item
body D 14-14 content const_item
",
    );
}

#[test]
fn exports_are_structural_and_marks_belong_to_the_text() {
    check(
        "a.ts",
        "const a = 1;\n\nexport { a };\n\nnamespace N {\n  type B = {\n    c: number;\n  };\n}\n",
        "\
body a 1-1 content lexical_declaration
body  3-3 structural export_statement
parent N 5-9 structural expression_statement
header N 5-5 structural expression_statement
body N.B 6-8 structural type_alias_declaration
",
    );
}

#[test]
fn the_text_of_a_leaf_has_no_bracket_of_its_scope() {
    let tree = tree(
        "a.rs",
        "impl A {\n    fn b() {}\n}\n\nimpl C {\n    fn b() {}\n\n}\n",
    );
    let same: Vec<_> = tree.leaves().filter(|(_, it)| it.name == "b").collect();
    assert_eq!(same[0].1.hash, same[1].1.hash);
    for (_, leaf) in same {
        assert_eq!(tree.text(leaf), "    fn b() {}");
    }
    assert_eq!(tree.leaf_at_line(3), tree.leaf_at_line(2));
    assert_eq!(tree.leaf_at_line(9), None);
}

#[test]
fn only_the_first_slice_of_a_type_is_structural() {
    let fields: String = (0..200)
        .map(|at| format!("    field_{at}: u64,\n"))
        .collect();
    let tree = tree("a.rs", &format!("struct A {{\n{fields}}}\n"));
    let boundaries: Vec<_> = tree
        .leaves()
        .map(|(_, it)| (it.role, it.boundary))
        .collect();
    assert!(boundaries.len() > 1);
    assert_eq!(boundaries[0], (Role::Piece, Boundary::Structural));
    for other in &boundaries[1..] {
        assert_eq!(*other, (Role::Piece, Boundary::Content));
    }
}

#[test]
fn a_long_file_is_parsed_up_to_the_limit() {
    let function = |at: usize| format!("def f{at}():\n    return {at}\n\n");
    let text: String = (0..40).map(function).collect();
    let limits = Limits {
        parse: 500,
        ..Limits::default()
    };
    let tree = ChunkTree::of(document("a.py", text.as_str()), &limits);
    assert_eq!(violation(&tree, &limits), None);
    let mut parsed = tree.chunks.iter().filter(|it| it.kind == Kind::Function);
    let last = parsed.next_back().expect("a function");
    assert_eq!(tree.unparsed_from, Some(last.lines.1 + 2));
    let behind = tree.chunks.iter().filter(|it| it.lines.0 > last.lines.1);
    assert!(behind.clone().count() > 1);
    assert!(behind.into_iter().all(|it| it.kind == Kind::Lines));
}

#[test]
fn a_long_line_that_is_not_parsed_is_told() {
    let limits = Limits {
        parse: 500,
        ..Limits::default()
    };
    let text = "var a = function (b) { return b + 1 };".repeat(40);
    let tree = ChunkTree::of(document("a.js", &*text), &limits);
    assert_eq!((tree.timed_out, tree.unparsed_from), (false, Some(1)));
}

#[test]
fn a_file_beyond_the_time_limit_is_cut_by_lines() {
    let limits = Limits {
        time: Duration::ZERO,
        ..Limits::default()
    };
    let tree = ChunkTree::of(document("a.py", "def f():\n    return 1\n"), &limits);
    assert_eq!(violation(&tree, &limits), None);
    assert_eq!((tree.timed_out, tree.unparsed_from), (true, Some(1)));
    assert_eq!(tree.chunks.last().map(|it| it.kind), Some(Kind::Lines));
}

#[test]
fn large_objects_of_data_files_are_chunks() {
    let long = "x".repeat(200);
    let json = format!(
        "{{\n  \"name\": \"a\",\n  \"scripts\": {{\n    \"build\": \"{long}\"\n  }},\n  \"small\": {{ \"b\": 1 }}\n}}\n"
    );
    let expected = "\
body name 1-2 content pair
body scripts 3-5 structural pair
body small 6-6 content pair
";
    check("package.json", &json, expected);
    check("package-lock.json", &json, "body name 1-6 content pair\n");
    check(
        "ci.yml",
        &format!("on: push\njobs:\n  build:\n    steps:\n      - run: {long}\n"),
        "\
body on 1-1 content block_mapping_pair
parent jobs 2-5 structural block_mapping_pair
header jobs 2-2 structural block_mapping_pair
parent jobs.build 3-5 structural block_mapping_pair
header jobs.build 3-3 structural block_mapping_pair
body jobs.build.steps 4-5 structural block_mapping_pair
",
    );
    check(
        "a.toml",
        &format!("[package]\nname = \"{long}\"\n\n[lib]\nname = \"b\"\n"),
        "\
body package 1-2 structural table
body lib 4-5 content table
",
    );
}

#[test]
fn brackets_and_tags_with_words_end_scopes() {
    let check = |path: &str, text: &str, last: u32| {
        let tree = tree(path, text);
        let ends = tree.chunks.iter().filter(|chunk| chunk.name == "b");
        let ends: Vec<_> = ends.map(|chunk| chunk.lines.1).collect();
        assert_eq!(ends, [last], "{text}");
    };
    check(
        "a.ts",
        "const a = {\n  b() {},\n} as const satisfies C;\n",
        2,
    );
    check("a.scala", "enum A:\n  case C\n  def b = 1\nend A\n", 3);
    check(
        "a.vue",
        "<script>\nfunction b() {}\n</script>\n<p>c</p>\n",
        2,
    );
    check("a.vue", "<script>\nfunction b() {}\n</script>\n", 2);
    check("a.ts", "const a = {\n  b() {},\n}; c();\n", 2);
}
