//! Names in strings, whose values are inserted; types after a path; functions that a declaration passes on.

use super::overloads::check_calls;
use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], names: &str, expected: &[&str]) {
    check(
        files,
        RelationKind::Callers(None),
        files[0].0,
        names,
        expected,
    );
}

#[test]
fn a_name_in_a_string_is_a_use() {
    let kotlin = "val unit = \"cm\"\n\nclass Box {\n    fun area() = 2\n    \
                  fun show() = \"$unit is ${area()} or \\$unit\"\n}\n";
    check_calls("a.kt", kotlin, &[(1, &["certain 5"]), (4, &["certain 5"])]);
    let dart = "String unit() => 'cm';\n\nString show(int n) {\n  return '$n $unit';\n}\n";
    callers(&[("a.dart", dart)], "unit", &["likely a.dart:4 show"]);
    let groovy = "class Box {\n    int area() {\n        2\n    }\n\n    \
                  String show() {\n        \"${area()} of ${Units.mark(3)}\"\n    }\n}\n\n\
                  class Units {\n    static String mark(int n) {\n        'cm'\n    }\n\n    \
                  String plain() {\n        'area() ${area()}'\n    }\n}\n";
    let files = [("a.groovy", groovy)];
    callers(&files, "Box.area", &["certain a.groovy:7 Box.show"]);
    callers(&files, "Units.mark", &["certain a.groovy:7 Box.show"]);
}

#[test]
fn a_constant_in_a_format_is_a_use() {
    let rust = "pub const UNIT: &str = \"cm\";\n\npub fn show(n: u8) -> String {\n    \
                format!(\"{n} {UNIT:>3}\")\n}\n\npub fn plain() -> &'static str {\n    \"{UNIT}\"\n}\n";
    check_calls("src/lib.rs", rust, &[(1, &["certain 4"])]);
}

#[test]
fn a_type_after_its_package_is_that_type() {
    let files = [
        (
            "src/one/Element.java",
            "package one;\npublic class Element {\n  public int size() {\n    return 1;\n  }\n}\n",
        ),
        (
            "src/two/Convert.java",
            "package two;\nimport org.w3c.dom.Element;\nclass Convert {\n  int run(one.Element from, Element to) {\n    \
             return from.size();\n  }\n}\n",
        ),
    ];
    callers(
        &files,
        "Element.size",
        &["certain src/two/Convert.java:5 Convert.run"],
    );
}

#[test]
fn a_method_of_cpp_outside_of_its_class_is_found_by_an_imported_type() {
    let files = [
        (
            "src/box.cpp",
            "#include \"shop/box.hpp\"\nnamespace shop {\nint Box::size() const { return 1; }\n}\n",
        ),
        (
            "include/shop/box.hpp",
            "#pragma once\nnamespace shop {\nclass Box {\n public:\n  int size() const;\n};\n}\n",
        ),
        (
            "src/main.cpp",
            "#include \"shop/box.hpp\"\nusing shop::Box;\nint run(const Box& box) { return box.size(); }\n",
        ),
    ];
    callers(&files, "shop.Box.size", &["certain src/main.cpp:3 run"]);
}

#[test]
fn a_field_of_a_nested_type_is_none_of_the_type_around_it() {
    let java = "class Block {\n  boolean isEmpty() {\n    return true;\n  }\n  static class Builder {\n    \
                boolean isEmpty() {\n      return true;\n    }\n  }\n}\n\
                class Spec {\n  final Block text;\n  boolean run() {\n    return text.isEmpty();\n  }\n  \
                static class Builder {\n    Block.Builder text;\n  }\n}\n";
    let files = [("Block.java", java)];
    callers(&files, "Block.isEmpty", &["certain Block.java:14 Spec.run"]);
    callers(&files, "Block.Builder.isEmpty", &[]);
}

#[test]
fn a_nested_type_is_not_visible_in_other_types() {
    let files = [
        (
            "p/Table.java",
            "package p;\nclass Table {\n  private static class Entry {\n    int key;\n  }\n  Entry first() {\n    return null;\n  }\n}\n",
        ),
        (
            "p/Other.java",
            "package p;\nimport java.util.AbstractMap;\nclass Other<K, V> extends AbstractMap<K, V> {\n  \
             Entry<K, V> first() {\n    return null;\n  }\n}\n",
        ),
    ];
    callers(
        &files,
        "Table.Entry",
        &["certain p/Table.java:6 Table.first"],
    );
}

#[test]
fn callees_are_also_functions_that_are_passed_on_and_properties_with_code() {
    let python = "class Box:\n    @property\n    def area(self):\n        return 1\n\n\ndef label(box: Box):\n    return 2\n\n\n\
                  def run(box: Box, all):\n    return box.area + sum(map(label, all))\n";
    check(
        &[("a.py", python)],
        RelationKind::Callees,
        "a.py",
        "run",
        &[
            "certain a.py:3 Box.area",
            "likely a.py:7 label",
            "? map",
            "? sum",
        ],
    );
}

#[test]
fn the_members_of_a_value_can_be_imported() {
    let scala = "object Api {\n  val INSTANCE: Api = load()\n}\n\ntrait Api {\n  def open(n: Int): Unit\n}\n\n\
                 class Use {\n  import Api.INSTANCE._\n  def run(): Unit = {\n    open(1)\n  }\n}\n";
    callers(
        &[("Api.scala", scala)],
        "Api.open",
        &["certain Api.scala:12 Use.run"],
    );
}

#[test]
fn a_clause_after_the_parameters_is_no_result() {
    let java = "class Error extends Exception {\n  int load() {\n    return 1;\n  }\n}\nclass Store {\n  int load() {\n    return 2;\n  }\n}\n\
                class Shop {\n  Store open() throws Error {\n    return null;\n  }\n  int run(Shop it) {\n    return it.open().load();\n  }\n}\n";
    let files = [("Shop.java", java)];
    callers(&files, "Store.load", &["likely Shop.java:16 Shop.run"]);
    callers(&files, "Error.load", &[]);
    let cpp = "struct Other {\n  int load() { return 1; }\n};\nstruct Store {\n  int load() { return 2; }\n};\n\
               struct Shop {\n  Store& open() const { return *it; }\n  Store* it;\n};\nint run(Shop& shop) { return shop.open().load(); }\n";
    let files = [("shop.cc", cpp)];
    callers(&files, "Store.load", &["likely shop.cc:11 run"]);
    callers(&files, "Other.load", &[]);
}
