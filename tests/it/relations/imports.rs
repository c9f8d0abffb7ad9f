//! Relations through imports, packages and headers.

use super::*;

#[test]
fn a_method_outside_the_file_of_its_type_is_found() {
    let rust = [
        ("src/lib.rs", "mod model;\nmod print;\nmod app;\n"),
        ("src/model.rs", "pub struct Engine {\n    speed: u32,\n}\n"),
        (
            "src/print.rs",
            "use crate::model::Engine;\n\nimpl Engine {\n    pub fn render(&self) -> u32 {\n        self.speed\n    }\n}\n",
        ),
        (
            "src/app.rs",
            "use crate::model::Engine;\n\npub fn show(engine: &Engine) -> u32 {\n    engine.render()\n}\n\n\
             pub fn again(engine: &Engine) -> u32 {\n    crate::model::Engine::render(engine)\n}\n",
        ),
        (
            "src/other.rs",
            "use std::Engine;\n\npub fn other(engine: &Engine) -> u32 {\n    engine.render()\n}\n",
        ),
    ];
    check(
        &rust,
        RelationKind::Callers(None),
        "src/print.rs",
        "Engine.render",
        &["certain src/app.rs:4 show", "certain src/app.rs:8 again"],
    );
}

/// None of the names in it is used.
#[test]
fn a_header_is_imported_by_its_name_alone() {
    let c = [
        ("util.h", "int unused(void);\n"),
        (
            "m.c",
            "#include \"util.h\"\n\nint run(void) { return 1; }\n",
        ),
        (
            "n.c",
            "#include <stdio.h>\n\nint walk(void) { return 2; }\n",
        ),
    ];
    check(
        &c,
        RelationKind::Callers(None),
        "util.h",
        "",
        &["certain m.c:1 "],
    );
    let make = [
        ("two.mk", "UNUSED = 1\n"),
        ("Makefile", "include two.mk\n\nall:\n\techo 1\n"),
    ];
    check(
        &make,
        RelationKind::Callers(None),
        "two.mk",
        "",
        &["certain Makefile:1 "],
    );
}

#[test]
fn an_extension_of_an_imported_type_is_found() {
    let check_with = |import: &str, expected: [Option<&str>; 2]| {
        let user = format!(
            "package app\n\n{import}\n\nfun show(engine: Engine): Int {{\n  return engine.render()\n}}\n"
        );
        let files = [
            (
                "src/model/Engine.kt",
                "package model\n\nclass Engine {\n  val speed = 1\n}\n",
            ),
            (
                "src/model/Print.kt",
                "package model\n\nfun Engine.render(): Int {\n  return speed\n}\n",
            ),
            (
                "src/util/Extern.kt",
                "package util\n\nimport vendor.parts.Engine\n\nfun Engine.render(): Int {\n  return 1\n}\n",
            ),
            ("src/app/Main.kt", user.as_str()),
        ];
        let paths = ["src/model/Print.kt", "src/util/Extern.kt"];
        for (path, expected) in paths.iter().zip(&expected) {
            let expected = expected.as_slice();
            check(
                &files,
                RelationKind::Callers(None),
                path,
                "Engine.render",
                expected,
            );
        }
    };
    let likely = Some("likely src/app/Main.kt:6 show");
    check_with("import model.Engine", [likely, None]);
    check_with("import vendor.parts.Engine", [None, likely]);
}

#[test]
fn functions_of_a_module_are_found_by_its_usual_name() {
    let lua = [
        (
            "store.lua",
            "local store = {}\n\nfunction store.load(key)\n  return key\nend\n\nreturn store\n",
        ),
        (
            "main.lua",
            "local store = require(\"store\")\n\nlocal function run(key)\n  return store.load(key)\nend\n\nreturn run\n",
        ),
    ];
    let expected = ["certain main.lua:4 run"];
    check(
        &lua,
        RelationKind::Callers(None),
        "store.lua",
        "store.load",
        &expected,
    );
    let elixir = [
        (
            "lib/my/store.ex",
            "defmodule My.Store do\n  def load(key) do\n    key\n  end\nend\n",
        ),
        (
            "lib/my/user.ex",
            "defmodule My.User do\n  alias My.Store\n\n  def run(key) do\n    Store.load(key)\n  end\nend\n",
        ),
    ];
    check(
        &elixir,
        RelationKind::Callers(None),
        "lib/my/store.ex",
        "My.Store.load",
        &["certain lib/my/user.ex:5 My.User.run"],
    );
}

#[test]
fn a_header_with_the_name_of_a_class_does_not_hide_its_methods() {
    let files = [
        (
            "core/Engine.h",
            "class Engine {\n public:\n  int start();\n};\n",
        ),
        (
            "core/Engine.cpp",
            "#include \"core/Engine.h\"\n\nint Engine::start() {\n  return 1;\n}\n",
        ),
        (
            "main.cpp",
            "#include \"core/Engine.h\"\n\nint run() {\n  Engine engine = open();\n  return engine.start();\n}\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "core/Engine.cpp",
        "Engine.start",
        &["certain main.cpp:5 run"],
    );
}

#[test]
fn a_static_import_leads_to_the_member() {
    let cookies = "package a;\n\npublic final class Cookies {\n  public static int parse(String it) {\n    return it.length();\n  }\n}\n";
    let check_with = |import: &str, expected: &[&str]| {
        let user = format!(
            "package b;\n\nimport {import};\n\nclass Use {{\n  int run() {{\n    return parse(\"a\");\n  }}\n}}\n"
        );
        check(
            &[("a/Cookies.java", cookies), ("b/Use.java", user.as_str())],
            RelationKind::Callers(None),
            "a/Cookies.java",
            "Cookies.parse",
            expected,
        );
    };
    let expected = ["certain b/Use.java:7 Use.run"];
    check_with("static a.Cookies.parse", &expected);
    check_with("static a.Cookies.*", &expected);
    check_with("static vendor.Strings.parse", &[]);
}

#[test]
fn a_using_declaration_does_not_hide_a_function_of_its_namespace() {
    let check_with = |using: &str, expected: &[&str]| {
        let user =
            format!("#include \"os.h\"\n{using}\n\nint run() {{\n  return make_dir(1);\n}}\n");
        let header = "namespace lib {\nnamespace os {\ninline int make_dir(int it) {\n  return it;\n}\n}\n}\n";
        check(
            &[("inc/os.h", header), ("src/a.cpp", user.as_str())],
            RelationKind::Callers(None),
            "inc/os.h",
            "lib.os.make_dir",
            expected,
        );
    };
    check_with("using lib::os::make_dir;", &["certain src/a.cpp:5 run"]);
    check_with("using vendor::make_dir;", &[]);
}

#[test]
fn a_header_with_the_name_of_a_function_does_not_hide_it() {
    let files = [
        ("core/start.h", "int start(int speed);\n"),
        (
            "core/start.c",
            "#include \"core/start.h\"\n\nint start(int speed) {\n  return speed;\n}\n",
        ),
        (
            "main.c",
            "#include \"core/start.h\"\n\nint main(void) {\n  return start(3);\n}\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "core/start.c",
        "start",
        &["certain main.c:4 main"],
    );
}

#[test]
fn a_prototype_in_a_header_leads_to_the_only_definition() {
    let files = [
        (
            "all.h",
            "int start_engine(int speed);\nint stop_engine(void);\n",
        ),
        (
            "engine.c",
            "#include \"all.h\"\n\nint start_engine(int speed) {\n\treturn speed + 1;\n}\n\nint stop_engine(void) {\n\treturn 0;\n}\n",
        ),
        ("lib/other.c", "int stop_engine(void) {\n\treturn 1;\n}\n"),
        (
            "lib/main.c",
            "#include \"../all.h\"\n\nint main(void) {\n\tstart_engine(3);\n\treturn stop_engine();\n}\n",
        ),
        (
            "lib/bare.c",
            "int bare(void) {\n\treturn start_engine(3);\n}\n",
        ),
    ];
    let check = |name, expected: &[&str]| {
        let callers = RelationKind::Callers(None);
        check(&files, callers, "engine.c", name, expected);
    };
    let bare = "likely lib/bare.c:2 bare";
    check("start_engine", &["certain lib/main.c:4 main", bare]);
    check("stop_engine", &["possible lib/main.c:5 main"]);
}

#[test]
fn a_package_of_several_source_trees_is_one() {
    let files = [
        (
            "src/main/kotlin/app/inner/Helpers.kt",
            "package app.inner\n\nfun parse(it: Int): Int {\n  return it\n}\n",
        ),
        (
            "src/test/kotlin/app/inner/ParseTest.kt",
            "package app.inner\n\nclass ParseTest {\n  fun near(): Int {\n    return parse(1)\n  }\n}\n",
        ),
        (
            "src/test/kotlin/app/AllTest.kt",
            "package app\n\nimport app.inner.*\n\nfun all(): Int {\n  return parse(1)\n}\n",
        ),
        (
            "src/test/kotlin/app/OtherTest.kt",
            "package app\n\nfun other(): Int {\n  return parse(1)\n}\n",
        ),
        (
            "src/test/kotlin/app/RunTest.kt",
            "package app\n\nimport app.inner.parse\n\nfun run(): Int {\n  return parse(1)\n}\n",
        ),
    ];
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let path = "src/main/kotlin/app/inner/Helpers.kt";
        check(files, RelationKind::Callers(None), path, "parse", expected);
    };
    let expected = [
        "certain src/test/kotlin/app/AllTest.kt:6 all",
        "certain src/test/kotlin/app/RunTest.kt:6 run",
        "certain src/test/kotlin/app/inner/ParseTest.kt:5 ParseTest.near",
    ];
    check(&files, &expected);
    // A nearer declaration of the name is preferred.
    let near = ("src/test/kotlin/app/inner/Parse.kt", files[0].1);
    check(&[files.as_slice(), &[near]].concat(), &[]);
}

#[test]
fn a_package_of_go_has_the_name_that_it_states() {
    let files = [
        ("go.mod", "module github.com/depot/go-crates/v5\n"),
        (
            "gen.go",
            "//go:build ignore\n\npackage main\n\nfunc main() {\n}\n",
        ),
        (
            "mux.go",
            "package crates\n\ntype Mux struct{}\n\nfunc NewMux() *Mux {\n\treturn &Mux{}\n}\n\n\
             func (m *Mux) Get(path string) {\n}\n",
        ),
        (
            "scales/v2/weigh.go",
            "package scales\n\nfunc Weigh() int {\n\treturn 1\n}\n",
        ),
        (
            "use/use.go",
            "package use\n\nimport (\n\t\"github.com/depot/go-crates/v5\"\n\
             \t\"github.com/depot/go-crates/v5/scales/v2\"\n)\n\n\
             func Run() int {\n\tm := crates.NewMux()\n\tm.Get(\"/\")\n\treturn scales.Weigh()\n}\n",
        ),
        (
            "other/other.go",
            "package other\n\nimport \"github.com/rival/crates/v5\"\n\n\
             func Run(m *crates.Mux) {\n\tcrates.NewMux()\n\tm.Get(\"/\")\n}\n",
        ),
    ];
    let check = |path, name, expected: &[&str]| {
        check(&files, RelationKind::Callers(None), path, name, expected);
    };
    let used = "certain use/use.go:9 Run";
    check("mux.go", "NewMux", &[used]);
    check("mux.go", "Mux.Get", &["likely use/use.go:10 Run"]);
    check(
        "scales/v2/weigh.go",
        "Weigh",
        &["certain use/use.go:11 Run"],
    );
}

#[test]
fn a_path_of_modules_of_python_begins_with_an_imported_one() {
    let user = |head: &str, path: &str| {
        format!(
            "{head}\n\ndef run(shop):\n    pass\n\ndef sell():\n    raise {path}.OutOfStock()\n"
        )
    };
    let check = |head, path, expected: &[&str]| {
        let user = user(head, path);
        let files = [
            ("src/depot/__init__.py", "from . import errors\n"),
            (
                "src/depot/errors.py",
                "class OutOfStock(Exception):\n    pass\n",
            ),
            ("src/depot/deep/__init__.py", ""),
            (
                "src/depot/deep/errors.py",
                "class OutOfStock(Exception):\n    pass\n",
            ),
            ("tests/run.py", &*user),
        ];
        let callers = RelationKind::Callers(None);
        check(
            &files,
            callers,
            "src/depot/errors.py",
            "OutOfStock",
            expected,
        );
    };
    let certain = ["certain tests/run.py:7 sell"];
    check("import depot", "depot.errors", &certain);
    check("import depot as shop", "shop.errors", &certain);
    check("import depot.errors", "depot.errors", &certain);
    check("import depot.deep", "depot.deep.errors", &[]);
    check("import rival", "rival.errors", &[]);
}

#[test]
fn a_function_that_loads_a_module_is_no_name_of_its_default_export() {
    let view =
        "export function go() { return 1; }\nexport default function main() { return go(); }\n";
    let app = "const load = () => import('./view');\nconst View = lazy(() => import('./view'));\n\
               export async function open() { const m = await load(); return m.go(); }\nexport function Page() { return <View />; }\n";
    let check_callers = |path, name, expected: &[&str]| {
        let files = [("view.js", view), ("app.jsx", app)];
        check(&files, RelationKind::Callers(None), path, name, expected);
    };
    check_callers("app.jsx", "load", &["certain app.jsx:3 open"]);
    check_callers("app.jsx", "View", &["certain app.jsx:4 Page"]);
    check_callers("view.js", "main", &["certain app.jsx:4 Page"]);
}

#[test]
fn all_names_of_an_unknown_module_may_be_any() {
    let check_import = |import: &str, expected: &[&str]| {
        let user = format!("{import}\n\ndef use():\n    open_it()\n");
        let files = [("lib/x.py", "def open_it(): pass\n"), ("b.py", &*user)];
        check(
            &files,
            RelationKind::Callers(None),
            "lib/x.py",
            "open_it",
            expected,
        );
    };
    check_import("from generated import *", &["possible b.py:4 use"]);
    check_import("from math import *", &[]);
    check_import("import generated", &[]);
}

#[test]
fn self_and_super_lead_to_their_module() {
    let files = [
        ("src/lib.rs", "pub mod wire;\n\npub fn open() {}\n"),
        (
            "src/wire.rs",
            "use super::open;\n\npub fn encode() {\n    open();\n}\n\nmod tests {\n    use super::encode;\n\n    fn round_trip() {\n        encode();\n    }\n}\n",
        ),
    ];
    let check = |names, expected: &[&str]| {
        check(
            &files,
            RelationKind::Imports,
            "src/wire.rs",
            names,
            expected,
        )
    };
    check("encode", &["certain src/lib.rs:3 open"]);
    check("tests.round_trip", &["certain src/wire.rs:3 encode"]);
}

#[test]
fn an_attribute_has_the_type_that_its_constructor_gives_it() {
    let check_app = |attribute: &str| {
        let context = format!(
            "from .app import App\n\nclass Context:\n    def __init__(self, app: App):\n        {attribute}\n\n    def push(self):\n        return self.app.max_age(1)\n"
        );
        let files = [
            ("shop/__init__.py", ""),
            (
                "shop/app.py",
                "class App:\n    def max_age(self, name):\n        return 1\n\nclass Other:\n    def max_age(self, name):\n        return 2\n",
            ),
            ("shop/context.py", context.as_str()),
            (
                "shop/serve.py",
                "from .context import Context\n\ndef serve(ctx: Context):\n    return ctx.app.max_age(2)\n",
            ),
        ];
        check(
            &files,
            RelationKind::Callers(None),
            "shop/app.py",
            "App.max_age",
            &[
                "certain shop/context.py:8 Context.push",
                "certain shop/serve.py:4 serve",
            ],
        );
    };
    check_app("self.app = app");
    check_app("self.app: App = app");
    check_app("self.app = App()");
}
