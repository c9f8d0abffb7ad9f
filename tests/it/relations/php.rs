//! References in PHP.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

#[test]
fn a_method_called_through_parent_is_not_the_types_own() {
    let text = "<?php\n\nclass Base\n{\n    public function open()\n    {\n        return 1;\n    }\n}\n\n\
                class Store extends Base\n{\n    public function open()\n    {\n        return parent::open();\n    }\n\n    \
                public function run()\n    {\n        return parent::open();\n    }\n}\n";
    let files = [("src/Store.php", text)];
    callers(&files, "src/Store.php", "Store.open", &[]);
    let expected = [
        "likely src/Store.php:15 Store.open",
        "likely src/Store.php:20 Store.run",
    ];
    callers(&files, "src/Store.php", "Base.open", &expected);
}
