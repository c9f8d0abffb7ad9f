//! References in PHP.

use super::*;
use smriti_tui::chunk::Symbol;

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
        let kind = RelationKind::Callers(Some(Symbol::OnLine(line)));
        check(&files, kind, "src/Run.php", name, expected);
    };
    check("Handler.handle", 5, &["certain src/Run.php:21 Run.run"]);
    check("Formatter.handle", 12, &[]);
}

#[test]
fn a_type_with_a_local_name_is_the_imported_one() {
    let class = |namespace| {
        format!(
            "<?php\n\nnamespace {namespace};\n\nclass Store\n{{\n    public static function load($it)\n    {{\n        return $it;\n    }}\n\n    public function save($it)\n    {{\n        return $it;\n    }}\n}}\n"
        )
    };
    let [kept, other] = ["App\\Kept", "App\\Other"].map(class);
    let user = "<?php\n\nnamespace App;\n\nuse App\\Kept\\Store as KeptStore;\nuse App\\Other\\Store;\n\n\
                function first()\n{\n    return KeptStore::load(1);\n}\n\n\
                function second()\n{\n    $store = new KeptStore();\n    return $store->save(1);\n}\n\n\
                function third()\n{\n    return Store::load(1);\n}\n";
    let composer = "{ \"autoload\": { \"psr-4\": { \"App\\\\\": \"src/\" } } }";
    let files = [
        ("composer.json", composer),
        ("src/Kept/Store.php", kept.as_str()),
        ("src/Other/Store.php", other.as_str()),
        ("src/run.php", user),
    ];
    let check = |name, expected| callers(&files, "src/Kept/Store.php", name, expected);
    check("Store.load", &["certain src/run.php:10 first"]);
    check("Store.save", &["certain src/run.php:16 second"]);
}
