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
