//! Kinds of uses that no name in an expression shows: keys, patterns, fixtures, strings.

use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

/// Checks the references to a name that the chunk with these names defines.
#[track_caller]
fn users(files: &[(&str, &str)], path: &str, (names, name): (&str, &str), expected: &[&str]) {
    let kind = RelationKind::Callers(Some(Symbol::Named(name.to_owned())));
    check(files, kind, path, names, expected);
}

#[test]
fn a_keyword_of_a_class_pattern_is_a_field_of_the_class() {
    let files = [
        (
            "geo.py",
            "class Point:\n    x: int\n\n    def move(self):\n        return 1\n\n\nclass Other:\n    x: int\n",
        ),
        (
            "use.py",
            "from geo import Other, Point\n\n\ndef one(p):\n    match p:\n        case Point(x=1):\n            return 0\n\n\n\
             def two(p):\n    match p:\n        case Other(x=1):\n            return 0\n",
        ),
    ];
    let expected = ["certain use.py:6 one"];
    users(&files, "geo.py", ("Point", "x"), &expected);
}

#[test]
fn a_parameter_of_a_test_names_a_fixture() {
    let files = [
        (
            "tests/conftest.py",
            "import pytest\n\n\n@pytest.fixture\ndef client():\n    return 1\n\n\n@pytest.fixture\ndef store(client):\n    return client\n\n\ndef plain():\n    return 1\n",
        ),
        (
            "tests/test_a.py",
            "import pytest\n\n\ndef test_one(client: int):\n    assert client\n\n\n@pytest.mark.usefixtures(\"client\")\ndef test_two(plain):\n    pass\n",
        ),
        (
            "lib/other.py",
            "def run(client):\n    return client\n\n\ndef test_far(client):\n    pass\n",
        ),
    ];
    let expected = [
        "likely tests/conftest.py:10 store",
        "likely tests/test_a.py:4 test_one",
        "possible tests/test_a.py:8 test_two",
        "possible lib/other.py:5 test_far",
    ];
    callers(&files, "tests/conftest.py", "client", &expected);
    callers(&files, "tests/conftest.py", "plain", &[]);
}

#[test]
fn patterns_and_attributes_of_typescript_name_fields() {
    let files = [
        (
            "types.ts",
            "export interface Props {\n  title: string;\n  size?: number;\n  onPick(id: string): void;\n}\n\n\
             export interface Unrelated {\n  title: string;\n}\n",
        ),
        (
            "card.tsx",
            "import type { Props } from './types';\n\nexport function Card({ title, onPick: pick }: Props) {\n  return <b>{title}</b>;\n}\n\n\
             export function other(it: any) {\n  const { title } = it;\n  return title;\n}\n",
        ),
        (
            "app.tsx",
            "import { Card } from './card';\nimport type { Props } from './types';\n\nexport function App() {\n  return <Card title=\"x\" onPick={go} />;\n}\n\n\
             export function Elsewhere() {\n  return <Other title=\"x\" />;\n}\n\nexport const small: Partial<Props> = { size: 1 };\n",
        ),
    ];
    let title = [
        "certain card.tsx:3 Card",
        "likely app.tsx:5 App",
        "possible card.tsx:8 other",
    ];
    users(&files, "types.ts", ("Props", "title"), &title);
    let other = ["possible card.tsx:8 other"];
    users(&files, "types.ts", ("Unrelated", "title"), &other);
    let size = ["possible app.tsx:12 small"];
    users(&files, "types.ts", ("Props", "size"), &size);
    let pick = ["certain card.tsx:3 Card", "likely app.tsx:5 App"];
    callers(&files, "types.ts", "Props.onPick", &pick);
}

#[test]
fn a_pattern_of_javascript_takes_a_member() {
    let files = [
        (
            "store.js",
            "export class Store {\n  load() {\n    return 1;\n  }\n}\nexport const store = new Store();\nexport function open() {\n  return store;\n}\n",
        ),
        (
            "use.js",
            "import { store } from './store.js';\nimport * as all from './store.js';\n\nexport function one() {\n  const { load } = store;\n  return load;\n}\n\n\
             export function two() {\n  const { open: begin } = all;\n  return begin();\n}\n\nexport function three() {\n  const { load } = new Map();\n  return load;\n}\n",
        ),
    ];
    let load = ["likely use.js:5 one"];
    callers(&files, "store.js", "Store.load", &load);
    let open = ["likely use.js:10 two"];
    callers(&files, "store.js", "open", &open);
}

#[test]
fn a_method_that_a_constructor_binds_is_no_field() {
    let files = [(
        "panel.ts",
        "export class Panel {\n  constructor() {\n    this.open = this.open.bind(this);\n  }\n\n  open() {\n    return 1;\n  }\n}\n\n\
         export function run(it: Panel) {\n  listen('x', it.open);\n}\n",
    )];
    let expected = [
        "likely panel.ts:3 Panel.constructor",
        "likely panel.ts:12 run",
    ];
    callers(&files, "panel.ts", "Panel.open", &expected);
}

#[test]
fn a_class_without_a_name_has_members() {
    let files = [
        (
            "ship.ts",
            "export default class {\n  go() {\n    return 1;\n  }\n}\n",
        ),
        (
            "use.ts",
            "import Ship from './ship';\n\nexport function run() {\n  return new Ship().go();\n}\n",
        ),
    ];
    callers(&files, "ship.ts", "default.go", &["likely use.ts:4 run"]);
}

#[test]
fn an_exported_variable_of_go_has_methods() {
    let files = [
        ("go.mod", "module m\n"),
        (
            "s/s.go",
            "package s\n\ntype Cache struct{}\n\nfunc (c Cache) Load() int { return 1 }\n\nvar Default = Cache{}\n\n\
             type Store struct{ Inner Cache }\n\ntype Ints = List[int]\n\ntype List[T any] struct{}\n\nfunc (l *List[T]) Push(x T) {}\n",
        ),
        (
            "u/u.go",
            "package u\n\nimport \"m/s\"\n\nfunc one() { s.Default.Load() }\n\nfunc two(x *s.Store) { x.Inner.Load() }\n\n\
             func three(x s.Ints) { x.Push(1) }\n\nfunc four() { f := (s.Cache).Load; f(s.Default) }\n",
        ),
    ];
    let load = [
        "certain u/u.go:7 two",
        "likely u/u.go:5 one",
        "possible u/u.go:11 four",
    ];
    callers(&files, "s/s.go", "Cache.Load", &load);
    callers(&files, "s/s.go", "List.Push", &["likely u/u.go:9 three"]);
}

#[test]
fn a_method_of_go_with_other_parameters_is_of_no_interface() {
    let files = [
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package m\n\ntype Writer interface {\n\tWrite(p []byte) int\n}\n\ntype Good struct{}\n\nfunc (g Good) Write(p []byte) int { return 0 }\n\n\
             type Bad struct{}\n\nfunc (b Bad) Write(p []byte, at int) int { return 0 }\n\nfunc run(w Writer) { w.Write(nil) }\n\nfunc bad(b Bad) { b.Write(nil, 1) }\n",
        ),
    ];
    callers(&files, "a.go", "Good.Write", &["likely a.go:15 run"]);
    callers(&files, "a.go", "Bad.Write", &["certain a.go:17 bad"]);
    callers(&files, "a.go", "Writer.Write", &["certain a.go:15 run"]);
}

#[test]
fn an_alias_of_a_namespace_may_be_included() {
    let files = [
        (
            "big.h",
            "#pragma once\nnamespace company { namespace fs {\nint open(int a);\ninline int close(int a) { return a; }\n} }\n",
        ),
        (
            "alias.h",
            "#pragma once\n#include \"big.h\"\nnamespace q = company::fs;\n",
        ),
        (
            "use.cc",
            "#include \"alias.h\"\nint one() { return q::close(1); }\n",
        ),
        (
            "own.cc",
            "#include \"big.h\"\nnamespace r = company::fs;\nint two() { return r::close(1); }\n",
        ),
        (
            "other.cc",
            "namespace fs = std::filesystem;\nnamespace q = zlib;\nint three() { return fs::close(1) + q::close(2); }\n",
        ),
    ];
    let expected = ["certain own.cc:3 two", "likely use.cc:2 one"];
    callers(&files, "big.h", "company.fs.close", &expected);
}

#[test]
fn a_struct_of_c_has_its_tag_where_a_variable_has_its_name() {
    let files = [(
        "lex.c",
        "struct token {\n  int kind;\n};\n\nstruct parser {\n  int token;\n};\n\nstatic int token;\n\nint run(struct parser *p) { return p->token; }\n\n\
         int global(void) { return token; }\n\nint tagged(struct token *it) { return it->kind; }\n",
    )];
    callers(&files, "lex.c", "token", &["certain lex.c:15 tagged"]);
}

#[test]
fn a_type_of_cpp_may_be_declared_ahead_of_its_members() {
    let files = [
        (
            "engine.h",
            "#pragma once\nstruct Engine;\n\nvoid start(const Engine& engine);\n\nstruct Engine {\n  int power;\n};\n",
        ),
        (
            "car.h",
            "class EXPORT Engine;\n\nstruct Car {\n  Engine* engine_;\n};\n",
        ),
    ];
    let expected = ["certain engine.h:4 Engine", "likely car.h:4 Car"];
    callers(&files, "engine.h", "Engine", &expected);
}

#[test]
fn a_string_of_php_may_have_the_namespace_of_a_name() {
    let files = [
        (
            "src/helpers.php",
            "<?php\nnamespace App;\nfunction helper($x) { return $x; }\nclass Job {}\n",
        ),
        (
            "src/use.php",
            "<?php\nnamespace App\\Web;\nfunction a() { return array_map('App\\helper', [1]); }\nfunction b() { return run(\"\\\\App\\\\Job\"); }\n\
             function c() { return array_map('Other\\helper', [1]); }\n",
        ),
    ];
    let helper = ["likely src/use.php:3 a"];
    callers(&files, "src/helpers.php", "helper", &helper);
    let job = ["certain src/use.php:4 b"];
    callers(&files, "src/helpers.php", "Job", &job);
}

#[test]
fn a_shell_exports_functions_and_runs_them_later() {
    let files = [(
        "a.sh",
        "work() {\n  echo \"$1\"\n}\nexport -f work\n\nlater() {\n  bash -c 'work 1'\n}\n\nother() {\n  work_dir=\"$work\"\n}\n",
    )];
    let expected = ["likely a.sh:4 ", "likely a.sh:7 later"];
    callers(&files, "a.sh", "work", &expected);
}

#[test]
fn a_pattern_of_java_has_a_type() {
    let files = [
        (
            "p/A.java",
            "package p;\n\npublic class A {\n    int size() { return 1; }\n}\n\n@interface Mark {\n    int level() default 0;\n}\n",
        ),
        (
            "p/Use.java",
            "package p;\n\nclass Use {\n    int one(Object o) {\n        return switch (o) { case A a -> a.size(); default -> 0; };\n    }\n\n    \
             @Mark(level = 3) void two() {}\n}\n",
        ),
    ];
    callers(&files, "p/A.java", "A", &["certain p/Use.java:5 Use.one"]);
    let level = ["certain p/Use.java:8 Use.two"];
    callers(&files, "p/A.java", "Mark.level", &level);
}

#[test]
fn a_pattern_of_c_sharp_names_properties() {
    let files = [
        (
            "A.cs",
            "namespace A;\n\npublic class Engine {\n    public int Level { get { return 1; } set { } }\n}\n",
        ),
        (
            "B.cs",
            "using A;\n\nclass Use {\n    bool One(object o) => o is Engine { Level: 3 };\n\n    Engine Two() => new Engine { Level = 3 };\n}\n",
        ),
    ];
    let expected = ["certain B.cs:4 Use.One", "certain B.cs:6 Use.Two"];
    callers(&files, "A.cs", "Engine.Level", &expected);
}

#[test]
fn a_base_may_have_the_name_that_an_import_gives_it() {
    let files = [
        (
            "base.py",
            "class Base:\n    def greet(self):\n        return 1\n",
        ),
        (
            "sub.py",
            "from base import Base as Root\n\n\nclass Sub(Root):\n    def hello(self):\n        return self.greet()\n",
        ),
    ];
    let expected = ["likely sub.py:6 Sub.hello"];
    callers(&files, "base.py", "Base.greet", &expected);
}

#[test]
fn an_imported_variable_has_the_type_of_its_value() {
    let files = [
        (
            "app.py",
            "class App:\n    def route(self, p):\n        return p\n\n\nclass Other:\n    def route(self, p):\n        return p\n\n\napp = App()\nbare = Outside()\n",
        ),
        (
            "views.py",
            "from app import app, bare\n\n\n@app.route(\"/\")\ndef one():\n    pass\n\n\n@bare.route(\"/\")\ndef two():\n    pass\n",
        ),
    ];
    let expected = ["likely views.py:4 one"];
    callers(&files, "app.py", "App.route", &expected);
    callers(&files, "app.py", "Other.route", &[]);
}

#[test]
fn a_package_of_python_may_rename_a_module() {
    let files = [
        ("app/__init__.py", "from . import models as m\n"),
        ("app/models.py", "def load():\n    return 1\n"),
        (
            "run.py",
            "import app\nfrom app import m\n\n\ndef one():\n    return app.m.load()\n\n\ndef two():\n    return m.load()\n",
        ),
    ];
    let expected = ["certain run.py:6 one", "certain run.py:10 two"];
    callers(&files, "app/models.py", "load", &expected);
}

#[test]
fn a_type_parameter_of_rust_has_the_functions_of_its_traits() {
    let files = [(
        "src/lib.rs",
        "pub trait Shape {\n    const SIDES: u8;\n    fn unit() -> Self;\n}\n\npub fn make<S: Shape>() -> S {\n    S::unit()\n}\n\n\
         pub fn sides<S: Shape>() -> u8 {\n    S::SIDES\n}\n",
    )];
    let unit = ["certain src/lib.rs:7 make"];
    callers(&files, "src/lib.rs", "Shape.unit", &unit);
    let sides = ["certain src/lib.rs:11 sides"];
    users(&files, "src/lib.rs", ("Shape", "SIDES"), &sides);
}

#[test]
fn a_field_is_no_use_of_its_type() {
    let files = [
        (
            "env.h",
            "struct Rule {\n  typedef int Bindings;\n  Bindings bindings_;\n};\n\nstruct Env {\n  int find();\n  int bindings_;\n};\n",
        ),
        (
            "env.cc",
            "#include \"env.h\"\n\nint Env::find() { return bindings_; }\n",
        ),
    ];
    callers(
        &files,
        "env.h",
        "Rule.Bindings",
        &["certain env.h:3 Rule.bindings_"],
    );
}

#[test]
fn an_argument_of_python_is_no_property() {
    let files = [(
        "a.py",
        "class Tank:\n    def __init__(self, level=0):\n        self._level = level\n\n    @property\n    def level(self):\n        return self._level\n\n\n\
         def run():\n    return Tank(level=1)\n\n\ndef read(tank: Tank):\n    return tank.level\n",
    )];
    callers(&files, "a.py", "Tank.level", &["certain a.py:15 read"]);
}

#[test]
fn an_attribute_of_an_element_is_of_the_type_that_its_component_takes() {
    let card = |name: &str| {
        format!(
            "interface Props {{\n  title: string;\n}}\n\nexport function {name}(it: Props) {{\n  return it.title;\n}}\n"
        )
    };
    let (one, two) = (card("Card"), card("Badge"));
    let files = [
        ("card.tsx", &*one),
        ("badge.tsx", &*two),
        (
            "app.tsx",
            "import { Card as Tile } from './card';\n\nexport function App() {\n  return <Tile title=\"x\" />;\n}\n",
        ),
    ];
    let expected = ["certain card.tsx:6 Card", "likely app.tsx:4 App"];
    users(&files, "card.tsx", ("Props", "title"), &expected);
    users(
        &files,
        "badge.tsx",
        ("Props", "title"),
        &["certain badge.tsx:6 Badge"],
    );
}
