//! Elements of containers, and values in others.

use super::chains::callers_in;
use super::overloads::check_calls;

/// Checks the callers of a method that two types have, both of the first one and of the second.
#[track_caller]
fn check_both(path: &str, text: &str, [one, other]: [&str; 2], expected: [&[&str]; 2]) {
    callers_in(path, text, one, expected[0]);
    callers_in(path, text, other, expected[1]);
}

#[test]
fn an_element_has_the_type_that_its_container_states() {
    let go = "package a\n\ntype Shape interface{ Area() int }\ntype Square struct{}\n\nfunc (s *Square) Area() int { return 1 }\n\n\
              type Tree struct{}\n\nfunc (t *Tree) Area(x int) int { return x }\n\
              func List(shapes []Shape) {\n\tfor _, s := range shapes {\n\t\ts.Area()\n\t}\n}\n\
              func Map(shapes map[string]Shape) {\n\tfor _, s := range shapes {\n\t\ts.Area()\n\t}\n}\n\
              func Channel(shapes chan Shape) {\n\ts := <-shapes\n\ts.Area()\n}\n\
              func Index(shapes []Shape) {\n\tshapes[0].Area()\n}\n";
    let expected = [
        "likely a.go:13 List",
        "likely a.go:18 Map",
        "likely a.go:23 Channel",
        "likely a.go:26 Index",
    ];
    check_both("a.go", go, ["Square.Area", "Tree.Area"], [&expected, &[]]);
    let script = "export interface Shape { area(): number; name: () => void; id(): void }\nexport class Square implements Shape { area() { return 1; } id() {} }\n\
                  export class Tree { area() { return 2; } }\n\
                  export function loop(shapes: Shape[]) { for (const s of shapes) s.area(); }\n\
                  export function each(shapes: Array<Shape>) { shapes.filter(Boolean).forEach((s) => s.area()); }\n\
                  export class Box { constructor(private shapes: Shape[]) {}\n  sum() { return this.shapes.reduce((n, s) => n + s.area(), 0); }\n}\n\
                  export function at(shapes: Map<string, Shape>) { return shapes.get('a')?.area(); }\n";
    let expected = [
        "likely a.ts:4 loop",
        "likely a.ts:5 each",
        "likely a.ts:7 Box.sum",
        "likely a.ts:9 at",
    ];
    check_both(
        "a.ts",
        script,
        ["Square.area", "Tree.area"],
        [&expected, &[]],
    );
    let java = "interface Shape { int area(); }\nclass Square implements Shape { public int area() { return 1; } }\n\
                class Tree { public int area() { return 2; } }\n\
                class Use {\n  void each(java.util.List<Shape> l) { l.forEach(s -> s.area()); }\n  \
                void loop(Shape[] l) { for (var s : l) s.area(); }\n  \
                int value(java.util.List<Shape> l) { return l.stream().mapToInt(Shape::area).sum(); }\n}\n";
    let expected = [
        "likely A.java:5 Use.each",
        "likely A.java:6 Use.loop",
        "likely A.java:7 Use.value",
    ];
    check_both(
        "A.java",
        java,
        ["Square.area", "Tree.area"],
        [&expected, &[]],
    );
    let rust = "pub trait Shape { fn area(&self); }\npub struct Square;\nimpl Shape for Square { fn area(&self) {} }\n\
                pub struct Tree;\nimpl Tree { pub fn area(&self) {} }\n\
                pub fn all(shapes: Vec<Box<dyn Shape>>) { for s in &shapes { s.area(); } }\n\
                pub struct Bag { trees: Vec<Tree> }\nimpl Bag { pub fn own(&self) { self.trees.iter().for_each(|t| t.area()); } }\n";
    check_both(
        "src/a.rs",
        rust,
        ["Square.area", "Tree.area"],
        [&["likely src/a.rs:6 all"], &["likely src/a.rs:8 Bag.own"]],
    );
    let php = "<?php\ninterface Shape { function area(); }\nclass Square implements Shape { function area() { return 1; } }\n\
               class Tree { function area() { return 2; } }\nclass Use2 {\n    /** @var Shape[] */\n    private array $shapes;\n    \
               /** @param Shape[] $list */\n    function given(array $list) { foreach ($list as $s) { $s->area(); } }\n    \
               function own() { foreach ($this->shapes as $k => $s) { $s->area(); } }\n}\n";
    let expected = ["likely a.php:9 Use2.given", "likely a.php:10 Use2.own"];
    check_both("a.php", php, ["Square.area", "Tree.area"], [&expected, &[]]);
}

#[test]
fn a_loop_over_a_map_has_its_keys() {
    let python = "class Key:\n    def load(self): pass\n\nclass Value:\n    def load(self): pass\n\n\
                  def keys(it: dict[Key, Value]):\n    for k in it:\n        k.load()\n\n\
                  def values(it: dict[str, Value]):\n    for v in it.values():\n        v.load()\n";
    check_both(
        "a.py",
        python,
        ["Key.load", "Value.load"],
        [
            &["likely a.py:9 keys"],
            &["likely a.py:9 keys", "likely a.py:13 values"],
        ],
    );
}

#[test]
fn a_value_in_a_wrapper_has_the_members_of_its_argument() {
    let rust = "use std::sync::Arc;\npub struct Square;\nimpl Square { pub fn area(&self) {} }\n\
                pub struct Tree;\nimpl Tree { pub fn area(&self) {} }\n\
                pub fn shared() { let s = Arc::new(Square); s.area(); }\n\
                pub fn boxed() { let s = Box::new(Tree); s.area(); }\n\
                pub fn open(x: Tree) { let s = Some(x); s.unwrap().area(); }\n";
    check_both(
        "src/a.rs",
        rust,
        ["Square.area", "Tree.area"],
        [
            &["certain src/a.rs:6 shared", "possible src/a.rs:8 open"],
            &["certain src/a.rs:7 boxed", "possible src/a.rs:8 open"],
        ],
    );
}

#[test]
fn an_optional_parameter_has_its_type() {
    let script = "export class Net { load() { return 1; } }\nexport class Disk { load() { return 2; } }\n\
                  export function run(net?: Net) { return net!.load(); }\n";
    check_both(
        "a.ts",
        script,
        ["Net.load", "Disk.load"],
        [&["likely a.ts:3 run"], &[]],
    );
}

#[test]
fn the_built_in_type_of_a_variable_tells_overloads_apart() {
    let java = "class Money {\n  static long round(long x) { return x; }\n  static long round(String x) { return 1; }\n}\n\
                class Cart {\n  long of(long count) { return Money.round(count); }\n}\n";
    check_calls("Cart.java", java, &[(2, &["certain 6"]), (3, &[])]);
}
