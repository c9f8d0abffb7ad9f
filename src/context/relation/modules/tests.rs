//! Modules that imports and build files name.

use super::*;
use crate::corpus::SourcePath;
use crate::syntax::{Import, Language};

#[track_caller]
fn check(from: &str, inline_modules: usize, module: &str, name: &str, expected: &[&str]) {
    let files = [
        "crates/store/src/lib.rs",
        "crates/store/src/reader.rs",
        "crates/store/src/reader/block.rs",
        "crates/query/src/reader.rs",
        "crates/query/src/lib.rs",
        "app/__init__.py",
        "app/views.py",
        "app/models/__init__.py",
        "app/models/user.py",
        "web/src/client.ts",
        "web/src/api/index.ts",
        "web/src/api/http.ts",
        "include/ring.h",
        "src/ring.c",
        "cmd/store/open.go",
        "cmd/store/close.go",
        "java/com/acme/Ledger.java",
        "php/src/Models/User.php",
        "app/typing.py",
        "tests/inner/app.py",
        "web/src/default.ts",
        "web/src/vite.ts",
    ];
    let store = ("crates/store/Cargo.toml", "[package]\nname = \"store\"\n");
    let files: Vec<_> = files
        .map(|path| (path, ""))
        .into_iter()
        .chain([store])
        .collect();
    check_import(&files, (from, inline_modules), (module, name), expected);
}

/// Checks the documents that an import in `from` means, with the texts of build files.
#[track_caller]
pub(super) fn check_import(
    files: &[(&str, &str)],
    (from, inline_modules): (&str, usize),
    (module, name): (&str, &str),
    expected: &[&str],
) {
    let paths: Vec<SourcePath> = files
        .iter()
        .map(|(path, _)| SourcePath::new(path))
        .collect();
    let mut modules = ModuleIndex::of(paths.iter());
    let text = |path: &str| {
        files
            .iter()
            .find(|it| it.0 == path)
            .map(|it| it.1.to_owned())
    };
    for path in paths.iter().filter(|path| is_build_file(path)) {
        modules.add_names(path, stated_names(path, &text));
    }
    let path = SourcePath::new(from);
    let importer = Importer {
        modules: &modules,
        language: Language::of(&path, "").expect("a language"),
        path: &path,
        inline_modules,
        is_in_package: false,
    };
    let import = Import {
        module: module.to_owned(),
        name: name.to_owned(),
        ..Import::default()
    };
    let found = importer.resolve(&import);
    let found: Vec<&str> = found.iter().map(|path| path.as_str()).collect();
    assert_eq!(found, expected, "{module} {name} from {from}");
}

#[test]
fn rust_paths_resolve_from_the_crate_and_the_module() {
    let lib = "crates/store/src/lib.rs";
    check(
        lib,
        0,
        "crate::reader",
        "Reader",
        &["crates/store/src/reader.rs"],
    );
    check(lib, 0, "self", "reader", &["crates/store/src/reader.rs"]);
    check(
        "crates/query/src/lib.rs",
        0,
        "store::reader",
        "Reader",
        &["crates/store/src/reader.rs"],
    );
    let block = "crates/store/src/reader/block.rs";
    check(block, 0, "super", "Reader", &["crates/store/src/reader.rs"]);
    check(block, 1, "super", "*", &[block]);
    check(lib, 0, "std::fmt", "", &[]);
    check(lib, 0, "std::collections", "HashMap", &[]);
    check(block, 0, "crate", "open", &[lib]);
    check(
        block,
        0,
        "crate::reader::inline",
        "Part",
        &["crates/store/src/reader.rs"],
    );
    check(
        "crates/query/src/reader.rs",
        0,
        "crate::reader",
        "block",
        &["crates/query/src/reader.rs"],
    );
}

#[test]
fn python_modules() {
    check(
        "app/views.py",
        0,
        ".models",
        "user",
        &["app/models/user.py"],
    );
    check(
        "app/views.py",
        0,
        ".models.user",
        "User",
        &["app/models/user.py"],
    );
    check("app/models/user.py", 0, "..", "views", &["app/views.py"]);
    check(
        "app/views.py",
        0,
        "app.models",
        "User",
        &["app/models/__init__.py"],
    );
    check("app/views.py", 0, "os.path", "join", &[]);
    check("app/views.py", 0, "typing", "", &[]);
    check("tests/test_app.py", 0, "app", "", &["app/__init__.py"]);
}

#[test]
fn paths() {
    check(
        "web/src/client.ts",
        0,
        "./api",
        "get",
        &["web/src/api/index.ts"],
    );
    check(
        "web/src/client.ts",
        0,
        "./api/http.js",
        "get",
        &["web/src/api/http.ts"],
    );
    check(
        "web/src/api/http.ts",
        0,
        "../client",
        "",
        &["web/src/client.ts"],
    );
    check("web/src/client.ts", 0, "react", "", &[]);
    check("web/src/client.ts", 0, "vite", "", &[]);
    check(
        "web/src/client.ts",
        0,
        "./default",
        "",
        &["web/src/default.ts"],
    );
    check("src/ring.c", 0, "ring.h", "", &["include/ring.h"]);
    check("src/ring.c", 0, "stdio.h", "", &[]);
}

#[test]
fn packages() {
    check(
        "java/com/acme/Main.java",
        0,
        "com.acme",
        "Ledger",
        &["java/com/acme/Ledger.java"],
    );
    check(
        "php/src/Web.php",
        0,
        "App\\Models",
        "User",
        &["php/src/Models/User.php"],
    );
}
