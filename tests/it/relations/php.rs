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

#[test]
fn a_value_of_a_known_type_has_no_method_of_another_interface() {
    let interface = |name| {
        format!(
            "interface {name}\n{{\n    public function handle($record);\n\n    public function close();\n}}\n\n"
        )
    };
    let user = "class Run\n{\n    public function run(Handler $handler)\n    {\n        $handler->handle(1);\n    }\n}\n";
    let text = ["Handler", "Formatter"].map(interface).concat() + user;
    let text = format!("<?php\n\n{text}");
    let files = [("src/Run.php", text.as_str())];
    let check = |name, line, expected: &[&str]| {
        let kind = RelationKind::Callers(Some(line));
        check(&files, kind, "src/Run.php", name, expected);
    };
    check("Handler.handle", 5, &["certain src/Run.php:21 Run.run"]);
    check("Formatter.handle", 12, &[]);
}
