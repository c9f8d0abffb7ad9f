//! Callers, callees and imports over a real index.

mod aliases;
mod audited;
mod bound;
mod builds;
mod carried;
mod certainty;
mod chains;
mod constructs;
mod elements;
mod everyday;
mod frameworks;
mod fresh;
mod hidden;
mod homes;
mod imports;
mod inferred;
mod inheritance;
mod inserted;
mod interfaces;
mod kinds;
mod languages;
mod living;
mod markup;
mod measured;
mod members;
mod named;
mod names;
mod outside;
mod overloads;
mod paths;
mod people;
mod php;
mod renamed;
mod reported;
mod scopes;
mod shapes;
mod strings;
mod templates;
mod twins;
mod unread;
mod values;
mod visibility;

use crate::fixture::Repository;
use smriti_tui::chunk::{ChunkTree, Role, Symbol};
use smriti_tui::context::{RelationKind, Sources};
use smriti_tui::corpus::{Cancel, SourcePath};

const RUST: [(&str, &str); 5] = [
    (
        "src/store.rs",
        "use crate::wire::encode;\n\n\
         pub struct Store {\n    rows: Vec<u8>,\n}\n\n\
         impl Store {\n    pub fn new() -> Self {\n        Self { rows: Vec::new() }\n    }\n\n    \
         pub fn get(&self, at: usize) -> u8 {\n        self.rows.get(at).copied().unwrap_or(0)\n    }\n\n    \
         pub fn put(&mut self, row: u8) {\n        encode(row);\n        self.rows.push(self.get(0));\n    }\n}\n",
    ),
    (
        "src/cache.rs",
        "use crate::store::Store;\n\n\
         pub struct Cache {\n    store: Store,\n}\n\n\
         impl Cache {\n    pub fn new() -> Self {\n        Self { store: Store::new() }\n    }\n\n    \
         pub fn get(&self) -> u8 {\n        self.store.get(1)\n    }\n}\n",
    ),
    (
        "src/wire.rs",
        "pub fn encode(row: u8) -> u8 {\n    row\n}\n\n\
         #[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn round_trip() {\n        encode(1);\n    }\n}\n",
    ),
    (
        "src/unrelated.rs",
        "use std::collections::HashMap;\n\n\
         pub fn count(words: &HashMap<u8, u8>) -> u8 {\n    let encode = 1;\n    words.get(&encode).copied().unwrap_or_default()\n}\n\n\
         pub fn table() -> Vec<u8> {\n    Vec::new()\n}\n",
    ),
    (
        "src/main.rs",
        "mod cache;\nmod store;\nmod wire;\n\nfn main() {\n    let cache = cache::Cache::new();\n    wire::encode(cache.get());\n}\n",
    ),
];

const PYTHON: [(&str, &str); 5] = [
    ("shop/__init__.py", "from .cart import Cart\n"),
    (
        "shop/cart.py",
        "from .prices import total as sum_up\n\n\
         class Cart:\n    def __init__(self, lines):\n        self.lines = lines\n\n    \
         def total(self):\n        return sum_up(self.lines)\n\n    \
         def show(self):\n        return str(self.total())\n",
    ),
    (
        "shop/prices.py",
        "def total(lines):\n    return sum(lines)\n",
    ),
    (
        "main.py",
        "import shop\nfrom shop import Cart\nfrom shop import prices\n\n\
         def main():\n    cart = Cart([1])\n    print(cart.total(), prices.total([2]))\n    return shop.Cart([])\n",
    ),
    (
        "other.py",
        "import os\n\n\
         class Report:\n    def total(self):\n        return 0\n\n\
         def main():\n    os.total()\n    return Report().total()\n",
    ),
];

const SCRIPT: [(&str, &str); 4] = [
    ("src/api/index.ts", "export { fetchUser } from './user';\n"),
    (
        "src/api/user.ts",
        "export async function fetchUser(id: string): Promise<User> {\n  return get(id);\n}\n\n\
         function get(id: string): User {\n  return { id };\n}\n\n\
         export interface User { id: string }\n",
    ),
    (
        "src/page.tsx",
        "import { fetchUser as load } from './api';\n\n\
         export function Page() {\n  const user = load('1');\n  return <p>{user.get}</p>;\n}\n",
    ),
    (
        "src/cache.ts",
        "export class Cache {\n  private entries = new Map<string, string>();\n\n  \
         get(key: string) {\n    return this.entries.get(key);\n  }\n\n  \
         warm() {\n    return this.get('a');\n  }\n}\n",
    ),
];

const GO: [(&str, &str); 5] = [
    (
        "shop/cart.go",
        "package shop\n\ntype Cart struct {\n\tlines int\n}\n\nfunc (c *Cart) Add() {}\n",
    ),
    (
        "shop/total.go",
        "package shop\n\nfunc (c *Cart) Total() int {\n\treturn c.lines\n}\n\n\
         func (l *Lost) Total() int {\n\treturn 0\n}\n\nfunc total() int {\n\treturn 0\n}\n",
    ),
    ("other/cart.go", "package other\n\ntype Cart struct{}\n"),
    ("web/cart.ts", "export class Lost {}\n"),
    ("docs/cart.md", "# Cart\n\nIt has lines.\n"),
];

const CPP: [(&str, &str); 6] = [
    (
        "include/shop/cart.h",
        "namespace shop {\nclass Cart {\n public:\n  int total();\n  int add();\n};\n}\n",
    ),
    (
        "include/web/cart.h",
        "namespace web {\nclass Cart {\n public:\n  int total();\n  int add();\n};\n}\n",
    ),
    (
        "src/cart.cc",
        "namespace shop {\nint Cart::total() {\n  return 1;\n}\n}\n",
    ),
    (
        "src/bare.cc",
        "using namespace shop;\n\nint Cart::add() {\n  return 1;\n}\n",
    ),
    (
        "lib/item.h",
        "class Item {\n public:\n  int price();\n  int weight();\n};\n",
    ),
    ("lib/item.cc", "int Item::price() {\n  return 1;\n}\n"),
];

/// Checks the relations of the chunk with these names in a document; without names, of the file.
#[track_caller]
fn check(files: &[(&str, &str)], kind: RelationKind, path: &str, names: &str, expected: &[&str]) {
    let chunk_of = |tree: &ChunkTree| {
        tree.chunks
            .iter()
            .position(|chunk| chunk.names[1..].join(".") == names && chunk.role != Role::Header)
    };
    check_chunk(files, kind, path, chunk_of, expected);
}

/// Checks the callers of the declaration on a line of a document.
#[track_caller]
fn check_line(files: &[(&str, &str)], path: &str, line: u32, expected: &[&str]) {
    let kind = RelationKind::Callers(Some(Symbol::OnLine(line)));
    let leaf_at = |tree: &ChunkTree| {
        let mut leaves = tree.leaves();
        leaves.find_map(|(at, leaf)| (leaf.lines.0..=leaf.lines.1).contains(&line).then_some(at))
    };
    check_chunk(files, kind, path, leaf_at, expected);
}

/// Checks the relations of a chunk in a document.
#[track_caller]
fn check_chunk(
    files: &[(&str, &str)],
    kind: RelationKind,
    path: &str,
    chunk_of: impl Fn(&ChunkTree) -> Option<usize>,
    expected: &[&str],
) {
    let repository = Repository::of(files);
    repository.update();
    let mut sources = Sources::new(repository.reader(), Default::default());
    let tree = sources
        .tree(&SourcePath::new(path), &Cancel::new())
        .expect("a document");
    let chunk = chunk_of(&tree).expect("a chunk of these names");
    let snapshot = repository.snapshot();
    let relations = reported::find(kind, &snapshot, &mut sources, &tree, chunk);
    assert_eq!(relations.total, relations.found.len());
    let mut found: Vec<String> = relations
        .found
        .iter()
        .map(|it| {
            let (certainty, path, line) = (it.certainty.name(), &it.path, it.at.0);
            format!("{certainty} {path}:{line} {}", it.names[1..].join("."))
        })
        .collect();
    found.extend(relations.unresolved.iter().map(|name| format!("? {name}")));
    let unread = relations.unread.iter();
    found.extend(unread.map(|files| format!("not read: {files}")));
    assert_eq!(found, expected, "{path}");
}

#[test]
fn callers_in_rust() {
    let check =
        |path, names, expected| check(&RUST, RelationKind::Callers(None), path, names, expected);
    check(
        "src/store.rs",
        "Store.new",
        &["certain src/cache.rs:9 Cache.new"],
    );
    check(
        "src/store.rs",
        "Store.get",
        &[
            "certain src/store.rs:18 Store.put",
            "certain src/cache.rs:13 Cache.get",
        ],
    );
    check(
        "src/wire.rs",
        "encode",
        &[
            "certain src/wire.rs:11 tests.round_trip",
            "certain src/main.rs:7 main",
            "certain src/store.rs:17 Store.put",
        ],
    );
    check("src/cache.rs", "Cache.new", &["certain src/main.rs:6 main"]);
}

#[test]
fn callers_in_python() {
    let check =
        |path, names, expected| check(&PYTHON, RelationKind::Callers(None), path, names, expected);
    check(
        "shop/cart.py",
        "Cart.total",
        &[
            "certain shop/cart.py:11 Cart.show",
            "certain main.py:7 main",
        ],
    );
    check(
        "shop/prices.py",
        "total",
        &[
            "certain shop/cart.py:8 Cart.total",
            "certain main.py:7 main",
        ],
    );
    check("shop/cart.py", "Cart.__init__", &["certain main.py:6 main"]);
}

#[test]
fn callers_in_typescript() {
    let check =
        |path, names, expected| check(&SCRIPT, RelationKind::Callers(None), path, names, expected);
    check(
        "src/api/user.ts",
        "fetchUser",
        &["certain src/page.tsx:4 Page"],
    );
    check(
        "src/api/user.ts",
        "get",
        &["certain src/api/user.ts:2 fetchUser"],
    );
    check(
        "src/cache.ts",
        "Cache.get",
        &["certain src/cache.ts:9 Cache.warm"],
    );
}

#[test]
fn a_document_is_imported_by_others() {
    check(
        &RUST,
        RelationKind::Callers(None),
        "src/store.rs",
        "",
        &["certain src/cache.rs:1 ", "certain src/main.rs:2 cache"],
    );
    check(
        &PYTHON,
        RelationKind::Callers(None),
        "shop/prices.py",
        "",
        &["certain shop/cart.py:1 ", "certain main.py:3 "],
    );
}

#[test]
fn callees_are_listed() {
    check(
        &PYTHON,
        RelationKind::Callees,
        "main.py",
        "main",
        &[
            "certain shop/cart.py:3 Cart",
            "certain shop/cart.py:7 Cart.total",
            "certain shop/prices.py:1 total",
            "? print",
        ],
    );
    check(
        &RUST,
        RelationKind::Callees,
        "src/store.rs",
        "Store.put",
        &[
            "certain src/wire.rs:1 encode",
            "certain src/store.rs:12 Store.get",
            "? push",
        ],
    );
}

#[test]
fn imports_are_listed() {
    check(
        &RUST,
        RelationKind::Imports,
        "src/cache.rs",
        "Cache.new",
        &["certain src/store.rs:3 Store"],
    );
    check(
        &PYTHON,
        RelationKind::Imports,
        "main.py",
        "",
        &[
            "certain shop/__init__.py:1 ",
            "certain shop/cart.py:3 Cart",
            "certain shop/prices.py:1 ",
        ],
    );
    check(
        &SCRIPT,
        RelationKind::Imports,
        "src/page.tsx",
        "Page",
        &["certain src/api/user.ts:1 fetchUser"],
    );
    check(&PYTHON, RelationKind::Imports, "other.py", "", &["? os"]);
}

#[test]
fn a_member_or_variable_with_the_name_of_an_import_does_not_use_it() {
    let files = [
        (
            "shop/globals.py",
            "request = Proxy()\n\nsession = Proxy()\n",
        ),
        (
            "shop/app.py",
            "from .globals import request\nfrom .globals import session\n\n\n\
             def finish(ctx):\n    return ctx.request.path\n\n\n\
             def begin(request):\n    return request.path\n\n\n\
             def check():\n    return request.path + session.key\n",
        ),
    ];
    let check = |name, expected: &[&str]| {
        check(
            &files,
            RelationKind::Definitions(None),
            "shop/app.py",
            name,
            expected,
        );
    };
    check("finish", &[]);
    check("begin", &[]);
    check(
        "check",
        &[
            "certain shop/globals.py:1 request",
            "certain shop/globals.py:3 request",
        ],
    );
}

#[test]
fn go_method_belongs_to_a_type_of_its_directory() {
    let check =
        |path, names, expected: &[&str]| check(&GO, RelationKind::Owner, path, names, expected);
    let cart = ["certain shop/cart.go:3 Cart"];
    check("shop/total.go", "Cart.Total", &cart);
    check("shop/cart.go", "Cart.Add", &cart);
    // A declaration in another language is not a candidate.
    check("shop/total.go", "Lost.Total", &["? Lost"]);
    check("shop/total.go", "total", &[]);
    check("shop/cart.go", "Cart", &[]);
}

#[test]
fn definition_outside_its_class_belongs_to_the_nearest_class() {
    let check =
        |path, names, expected: &[&str]| check(&CPP, RelationKind::Owner, path, names, expected);
    let shop = "likely include/shop/cart.h:2 shop.Cart";
    check("src/cart.cc", "shop.Cart.total", &[shop]);
    check("lib/item.cc", "Item.price", &["certain lib/item.h:1 Item"]);
    // Names alone do not show whose namespace is used.
    let web = "likely include/web/cart.h:2 web.Cart";
    check("src/bare.cc", "Cart.add", &[shop, web]);
}

#[test]
fn method_on_a_prototype_belongs_to_the_constructor_of_its_file() {
    let view = "function View(name) {\n  this.name = name\n}\nView.prototype.render = function render() {\n  return 1\n}\n";
    let files = [
        ("lib/view.js", view),
        ("lib/other.js", "function View() {}\n"),
    ];
    let expected = ["certain lib/view.js:1 View"];
    check(
        &files,
        RelationKind::Owner,
        "lib/view.js",
        "View.render",
        &expected,
    );
}

/// Checks a declaration of one file and its use in another, for every kind of export and import: the use is a
/// caller of the declaration, and the import leads to it.
fn check_pair(files: &[(&str, &str)], declared: (&str, &str), at: u32, user: (&str, u32)) {
    let (path, name) = declared;
    let (from, line) = user;
    let caller = format!("certain {from}:{line} run");
    check(files, RelationKind::Callers(None), path, name, &[&caller]);
    let callee = format!("certain {path}:{at} {name}");
    check(files, RelationKind::Callees, from, "run", &[&callee]);
    check(files, RelationKind::Imports, from, "run", &[&callee]);
}

const RUN: &str = "\n\nexport function run() {\n  load(1);\n}\n";

/// Checks an import of a module's declaration.
fn check_script(module: &str, at: u32, import: &str) {
    let user = format!("{import}{RUN}");
    let files = [("src/load.js", module), ("src/run.js", user.as_str())];
    check_pair(&files, ("src/load.js", "load"), at, ("src/run.js", 4));
}

#[test]
fn default_exports_lead_to_their_declaration() {
    let import = "import load from './load.js'";
    check_script(
        "export default function load(id) {\n  return id;\n}\n",
        1,
        import,
    );
    check_script(
        "const a = 1;\nfunction load(id) {\n  return id;\n}\n\nexport default load;\n",
        2,
        import,
    );
    check_script(
        "function load(id) {\n  return id;\n}\n\nexport { load as default };\n",
        1,
        import,
    );
    check_script(
        "export default function load(id) {\n  return id;\n}\n",
        1,
        "import { default as load } from './load'",
    );
}

#[test]
fn required_modules_lead_to_their_declaration() {
    let import = "const load = require('./load')";
    check_script(
        "module.exports = load;\n\nfunction load(id) {\n  return id;\n}\n",
        3,
        import,
    );
    check_script(
        "function load(id) {\n  return id;\n}\n\nmodule.exports = { load };\n",
        1,
        "const { load } = require('./load')",
    );
    check_script(
        "exports.load = function (id) {\n  return id;\n};\n",
        1,
        "const { load } = require('./load')",
    );
    check_script(
        "function open(id) {\n  return id;\n}\n\nmodule.exports = { other: 1 };\n\nfunction load() {}\n\nexports = module.exports = load;\n",
        7,
        import,
    );
}

#[test]
fn a_default_import_may_have_any_name() {
    let files = [
        (
            "src/load.js",
            "export default function load(id) {\n  return id;\n}\n",
        ),
        (
            "src/run.js",
            "import fetch from './load.js'\n\nexport function run() {\n  fetch(1);\n}\n",
        ),
    ];
    check_pair(&files, ("src/load.js", "load"), 1, ("src/run.js", 4));
}

/// Checks an import through a module that re-exports another's declaration.
fn check_passed_on(barrel: &str, import: &str) {
    let user = format!("{import}{RUN}");
    let files = [
        (
            "src/api/load.ts",
            "export default function load(id: number) {\n  return id;\n}\n\nexport { load };\n",
        ),
        ("src/api/index.ts", barrel),
        ("src/run.ts", user.as_str()),
    ];
    check_pair(&files, ("src/api/load.ts", "load"), 1, ("src/run.ts", 4));
}

#[test]
fn re_exports_lead_to_their_declaration() {
    let named = "import { load } from './api'";
    check_passed_on("export { default as load } from './load'\n", named);
    check_passed_on("export * from './load'\n", named);
    check_passed_on("import load from './load'\nexport { load }\n", named);
    check_passed_on(
        "import it from './load'\nexport default it\n",
        "import load from './api'",
    );
    check_passed_on(
        "export { default } from './load'\n",
        "import load from './api'",
    );
}

/// Checks an import of a module whose name is configured.
fn check_configured(path: &str, text: &str, module: &str) {
    let user = format!("import {{ load }} from '{module}'{RUN}");
    let files = [
        (path, text),
        (
            "packages/core/src/load.ts",
            "export function load(id: number) {\n  return id;\n}\n",
        ),
        ("packages/core/src/index.ts", "export * from './load'\n"),
        ("packages/web/run.ts", user.as_str()),
    ];
    check_pair(
        &files,
        ("packages/core/src/load.ts", "load"),
        1,
        ("packages/web/run.ts", 4),
    );
}

#[test]
fn configured_modules_lead_to_their_declaration() {
    let paths = r#"{ "compilerOptions": { "paths": { "~core/*": ["packages/core/src/*"] } } }"#;
    check_configured("tsconfig.json", paths, "~core/load");
    let package = r#"{ "name": "@acme/core", "exports": { ".": "./dist/index.js", "./load": "./dist/load.js" } }"#;
    check_configured("packages/core/package.json", package, "@acme/core");
    check_configured("packages/core/package.json", package, "@acme/core/load");
}
