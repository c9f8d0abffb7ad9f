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

const COMPOSER: (&str, &str) = (
    "composer.json",
    "{ \"autoload\": { \"psr-4\": { \"App\\\\\": \"src/\" } }, \
     \"autoload-dev\": { \"psr-4\": { \"App\\\\\": \"tests/\" } } }",
);
const STORE: &str = "<?php\n\nnamespace App\\Kept;\n\nclass Store\n{\n    public function save($it)\n    {\n        return $it;\n    }\n}\n";

/// Checks the users of the class `App\Kept\Store` and of its method in a file of a class `Run`.
#[track_caller]
fn check_store(user: &str, of_class: &[&str], of_method: &[&str]) {
    let other = STORE.replace("Kept", "Other");
    let files = [
        COMPOSER,
        ("src/Kept/Store.php", STORE),
        ("src/Other/Store.php", other.as_str()),
        ("tests/Kept/Run.php", user),
    ];
    callers(&files, "src/Kept/Store.php", "Store", of_class);
    callers(&files, "src/Kept/Store.php", "Store.save", of_method);
}

#[test]
fn a_class_of_the_same_namespace_needs_no_import_from_another_directory() {
    let user = |namespace| {
        format!(
            "<?php declare(strict_types=1);\n\nnamespace {namespace};\n\nclass Run\n{{\n    public function run()\n    {{\n        \
             $store = new Store();\n        $store->save(1);\n    }}\n}}\n"
        )
    };
    let method = ["certain tests/Kept/Run.php:10 Run.run"];
    let class = ["certain tests/Kept/Run.php:9 Run.run"];
    check_store(&user("App\\Kept"), &class, &method);
    check_store(&user("App\\Other"), &[], &[]);
}

#[test]
fn the_rest_of_a_path_follows_an_import_or_the_own_namespace() {
    let user = |head| {
        format!(
            "<?php\n\n{head}\n\nclass Run\n{{\n    public function run()\n    {{\n        \
             $store = new Kept\\Store();\n        $store->save(1);\n    }}\n}}\n"
        )
    };
    let certain = ["certain tests/Kept/Run.php:11 Run.run"];
    let of_method = ["certain tests/Kept/Run.php:12 Run.run"];
    let check = |head, class, method| {
        check_store(&user(head), &certain[..class], &of_method[..method]);
    };
    check("namespace Tests;\n\nuse App\\Kept;", 1, 1);
    check("namespace Tests;\n\nuse App\\Other as Kept;", 0, 0);
    check("namespace App;\n\nuse App\\Wire;", 1, 1);
    check("namespace App\\Other;\n\nuse App\\Wire;", 0, 0);
}

#[test]
fn a_property_may_have_several_types() {
    let user = |types| {
        format!(
            "<?php\n\nnamespace App\\Kept;\n\nclass Run\n{{\n    private {types} $store;\n\n    public function run()\n    {{\n        \
             $this->store->save(1);\n    }}\n}}\n"
        )
    };
    let class = ["certain tests/Kept/Run.php:7 Run"];
    let method = ["certain tests/Kept/Run.php:11 Run.run"];
    check_store(&user("Store&MockObject"), &class, &method);
    check_store(&user("Wire|Store|null"), &class, &method);
    check_store(&user("Wire"), &[], &[]);
}

#[test]
fn a_class_of_an_outer_or_of_no_namespace_is_another_one() {
    let user = |namespace: &str, name: &str| {
        format!(
            "<?php\n\nnamespace {namespace};\n\nclass Run\n{{\n    public function run()\n    {{\n        \
             return new {name}();\n    }}\n}}\n"
        )
    };
    let class = ["certain tests/Kept/Run.php:9 Run.run"];
    let check = |namespace, name, found| {
        check_store(&user(namespace, name), &class[..found], &[]);
    };
    check("App\\Kept", "Store", 1);
    check("App\\Kept\\Deep", "Store", 0);
    check("App\\Kept", "\\Store", 0);
    check("App\\Kept", "\\App\\Kept\\Store", 1);
}
