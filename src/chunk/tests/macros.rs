//! Declarations in the arguments of macros.

use super::{check, tree};

#[test]
fn items_in_a_macro_are_those_of_the_scope_around_it() {
    check(
        "local.rs",
        r#"use std::fmt;

cfg_rt! {
    /// Runs tasks on one thread.
    pub struct LocalSet {
        tick: u8,
    }

    impl LocalSet {
        pub fn new() -> Self { LocalSet { tick: 0 } }

        cfg_trace! {
            fn traced(&self) {}
        }
    }

    cfg_test! { fn check() {} }
}

thread_local! {
    static CURRENT: u8 = 1;
}

println! { "{}", 1 }

fn last() {}
"#,
        "\
body imports  1-3
body struct LocalSet 4-8 +tick
parent impl LocalSet 9-17
  header impl LocalSet 9-9
  body method LocalSet.new 10-12
  body method LocalSet.traced 13-17
body function check 17-20
body items CURRENT 21-25
body function last 26-26
",
    );
}

#[test]
fn every_block_of_a_conditional_macro_is_read() {
    check(
        "cfg.rs",
        "cfg_if! {\n    if #[cfg(unix)] {\n        fn a() {}\n    } else {\n        fn b() {}\n    }\n}\n",
        "body function a 1-4\nbody function b 5-7\n",
    );
}

#[test]
fn names_in_a_macro_are_referenced_once() {
    let tree = tree("a.rs", "cfg_rt! {\n    fn a() { b::c(d!(e)); }\n}\n");
    let names = tree.references.iter().map(|it| tree.word(&it.bytes));
    let names: Vec<_> = names.collect();
    assert_eq!(names, ["cfg_rt", "b", "c", "d", "e"]);
}

#[test]
fn references_are_found_by_their_names() {
    let tree = tree("a.py", "b(c, b)\nc.b\n");
    let starts = |name| -> Vec<u32> {
        let named = tree.references_to(name);
        named.map(|reference| reference.bytes.start).collect()
    };
    assert_eq!(starts("b"), [0, 5, 10]);
    assert_eq!(starts("c"), [2, 8]);
    assert!(starts("d").is_empty());
}

#[test]
fn a_macro_of_other_tokens_is_an_item() {
    check(
        "a.rs",
        "names! {\n    struct A => { const B = 1; }\n}\n\nfn c() {}\n",
        "body items  1-4\nbody function c 5-5\n",
    );
}

#[test]
fn the_bytes_of_nested_macros_are_limited() {
    let names_b = |lines: usize| {
        let code = "// words\n".repeat(lines);
        let text = format!("m! {{\nfn a() {{}}\nm! {{\nfn b() {{\n{code}}}\n}}\n}}\n");
        let tree = tree("a.rs", &text);
        assert!(tree.chunks.iter().any(|chunk| chunk.name == "a"));
        tree.chunks.iter().any(|chunk| chunk.name.starts_with('b'))
    };
    assert!(names_b(1));
    assert!(!names_b(20_000));
}

#[test]
fn a_macro_with_a_name_and_code_declares_it() {
    check(
        "tests.rs",
        r#"const HAY: &str = "x";

rgtest!(after_match, |dir: Dir, mut cmd: TestCommand| {
    cmd.arg("x");
    assert_eq!(1, 1);
});

// See #7.
rgtest!(before_match, |dir: Dir, mut cmd: TestCommand| {
    cmd.arg("y");
});

impl_number!(u8, { 8 });
convert!(Row, { 8 });
"#,
        "\
body items HAY 1-2
body function after_match 3-7
body function before_match 8-12
body items  13-14
",
    );
}

#[test]
fn later_pieces_of_a_run_are_named_after_their_first_definition() {
    let mut text = String::new();
    for name in 'a'..='z' {
        text += &format!(
            "pub const {}: &str = \"{}\";\n",
            name.to_uppercase(),
            "x".repeat(200)
        );
    }
    let tree = tree("long.rs", &text);
    let mut pieces = tree.leaves().map(|(_, leaf)| leaf.name.clone());
    assert_eq!(pieces.next().as_deref(), Some("A#1"));
    let later: Vec<String> = pieces.collect();
    assert!(
        later.len() > 1 && later.iter().all(|name| name.len() == 1),
        "{later:?}"
    );
}
