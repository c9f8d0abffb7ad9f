//! Names of C and C++ that a scope hides.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

#[test]
fn a_variable_without_a_value_hides_the_function_of_its_name() {
    let text = "int value(void) {\n\treturn 1;\n}\n\n\
                int run(int it) {\n\tint value;\n\tvalue = it;\n\treturn value;\n}\n\n\
                int other(void) {\n\treturn value();\n}\n";
    let expected = ["certain a.c:12 other"];
    callers(&[("a.c", text)], "a.c", "value", &expected);
}

#[test]
fn a_name_before_two_colons_is_no_value() {
    let header = "class Store {\n public:\n  void set_limit(int it) {\n    limit_ = it;\n  }\n};\n\n\
                  class Cache : public Store {\n public:\n  void clear() {\n    limit_ = 0;\n  }\n};\n";
    let user = "#include \"store.h\"\n\nvoid run() {\n  lib::set_limit(1);\n}\n\n\
                void again() {\n  Cache::set_limit(2);\n}\n";
    let files = [("store.h", header), ("main.cpp", user)];
    let expected = ["likely main.cpp:8 again"];
    callers(&files, "store.h", "Store.set_limit", &expected);
}
