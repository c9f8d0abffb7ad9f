//! Imports under other names, through aliases of bundlers, and imports that lead nowhere.

use super::*;

/// Checks the callers of a declaration.
#[track_caller]
fn callers(files: &[(&str, &str)], declared: (&str, &str), expected: &[&str]) {
    let (path, name) = declared;
    check(files, RelationKind::Callers(None), path, name, expected);
}

const UTIL: (&str, &str) = (
    "src/util.js",
    "export function weigh(it) {\n  return it;\n}\n",
);

/// Checks the callers of `weigh` in `src/util.js` among a configuration and a user.
#[track_caller]
fn check_script(configuration: (&str, &str), user: &str, expected: &[&str]) {
    let files = [UTIL, configuration, ("src/pages/home.js", user)];
    callers(&files, (UTIL.0, "weigh"), expected);
}

#[test]
fn an_alias_of_a_bundler_leads_to_the_file() {
    let certain = ["certain src/pages/home.js:4 home"];
    let named =
        "import { weigh } from '@/util';\n\nexport function home() {\n  return weigh(1);\n}\n";
    let vite = "export default { resolve: { alias: { '@': '/src' } } };\n";
    check_script(("vite.config.js", vite), named, &certain);
    let whole =
        "import * as util from '@/util';\n\nexport function home() {\n  return util.weigh(1);\n}\n";
    check_script(("vite.config.js", vite), whole, &certain);
    let required =
        "const { weigh } = require('#src/util');\n\nfunction home() {\n  return weigh(1);\n}\n";
    let package = r##"{ "imports": { "#src/*": "./src/*.js" } }"##;
    check_script(("package.json", package), required, &certain);
}

#[test]
fn an_import_that_leads_nowhere_is_possible_by_the_end_of_its_path() {
    let user = |import: &str| {
        format!("import {import};\n\nexport function home() {{\n  return weigh(1);\n}}\n")
    };
    let package = (
        "package.json",
        r#"{ "dependencies": { "scales": "1", "@depot/util": "1" } }"#,
    );
    let check = |import: &str, expected: &[&str]| check_script(package, &user(import), expected);
    let possible = ["possible src/pages/home.js:4 home"];
    check("{ weigh } from '@/util'", &possible);
    check("{ weigh } from '~/core/util'", &possible);
    check("weigh from '~/unknown'", &possible);
    check("{ weigh } from '../../dist/util.js'", &possible);
    check("{ weigh } from 'util/util'", &possible[1..]);
    check("{ weigh } from 'scales'", &[]);
    check("{ weigh } from '@depot/util'", &[]);
    check("{ weigh } from 'node:util'", &[]);
    check("{ weigh } from './pages/other'", &possible);
    // The file that the path ends with declares the name.
    let near = (
        "src/near/util.js",
        "export function weigh(it) {\n  return it;\n}\n",
    );
    let home = user("{ weigh } from '@/near/util'");
    let files = [UTIL, package, near, ("src/pages/home.js", &*home)];
    callers(&files, (UTIL.0, "weigh"), &[]);
}

#[test]
fn a_root_that_is_a_package_is_possible() {
    let core = ("pkg/core.py", "def launch(n):\n    return n\n");
    let check = |import: &str, expected: &[&str]| {
        let job = format!("{import}\n\ndef run():\n    return launch(2)\n");
        callers(&[core, ("job.py", &*job)], (core.0, "launch"), expected);
    };
    check("from pkg.core import launch", &["certain job.py:4 run"]);
    let possible = ["possible job.py:4 run"];
    check("from depot.pkg.core import launch", &possible);
    check("from depot.pkg.core import *", &possible);
    check("from rocket import launch", &[]);
}

#[test]
fn a_module_of_the_standard_library_is_no_file_of_its_name() {
    let json = ("tools/json.py", "def loads(it):\n    return it\n");
    let user = "import json\n\ndef run(it):\n    return json.loads(it)\n";
    let files = [json, ("app/main.py", user), ("tools/run.py", user)];
    callers(&files, (json.0, "loads"), &["certain tools/run.py:4 run"]);
    // Packages of a script's directory are not on the path of others.
    let helper = ("tools/helper.py", "def help_me(it):\n    return it\n");
    let user = "from helper import help_me\n\ndef run(it):\n    return help_me(it)\n";
    let files = [helper, ("app/main.py", user), ("tools/run.py", user)];
    let expected = ["certain tools/run.py:4 run", "possible app/main.py:4 run"];
    callers(&files, (helper.0, "help_me"), &expected);
}

#[test]
fn renamed_exports_of_scripts_are_followed_to_their_users() {
    let ids = (
        "ids.js",
        "export function makeId() {\n  return 1;\n}\n\nexport default function Page() {\n  return 2;\n}\n",
    );
    let check = |index: &str, user: &str, name: &str, expected: &[&str]| {
        callers(
            &[ids, ("index.js", index), ("use.js", user)],
            (ids.0, name),
            expected,
        );
    };
    let certain = ["certain use.js:4 run"];
    let user = |import: &str, call: &str| {
        format!("{import};\n\nexport function run() {{\n  return {call};\n}}\n")
    };
    let named = user("import { newId } from './index'", "newId()");
    check(
        "export { makeId as newId } from './ids';\n",
        &named,
        "makeId",
        &certain,
    );
    let own = "import { makeId } from './ids';\n\nexport { makeId as newId };\n";
    check(own, &named, "makeId", &certain);
    let whole = user("import * as api from './index'", "api.newId()");
    check(
        "export { makeId as newId } from './ids';\n",
        &whole,
        "makeId",
        &certain,
    );
    let spaces = user("import { ids } from './index'", "ids.makeId()");
    check(
        "export * as ids from './ids';\n",
        &spaces,
        "makeId",
        &certain,
    );
    let default = user("import { Start } from './index'", "Start()");
    check(
        "export { default as Start } from './ids';\n",
        &default,
        "Page",
        &certain,
    );
}

#[test]
fn required_modules_are_passed_on() {
    let ids = (
        "ids.js",
        "exports.makeId = function makeId() {\n  return 1;\n};\n",
    );
    let check = |index: &str, call: &str| {
        let user =
            format!("const all = require('./all');\n\nfunction run() {{\n  return {call};\n}}\n");
        let files = [ids, ("all.js", index), ("use.js", &*user)];
        callers(&files, (ids.0, "makeId"), &["certain use.js:4 run"]);
    };
    check("module.exports = require('./ids');\n", "all.makeId()");
    check("exports.newId = require('./ids').makeId;\n", "all.newId()");
    let object = "module.exports = { newId: require('./ids').makeId };\n";
    check(object, "all.newId()");
    check(
        "module.exports = { ...require('./ids') };\n",
        "all.makeId()",
    );
}

#[test]
fn a_lazy_import_gives_its_variable_the_component() {
    let page = (
        "Page.jsx",
        "export default function Page() {\n  return <p />;\n}\n\nexport function Side() {\n  return <b />;\n}\n",
    );
    let routes = "import { lazy } from 'react';\n\nconst Main = lazy(() => import('./Page'));\n\
                  const Edge = lazy(() => import('./Page').then(it => ({ default: it.Side })));\n\n\
                  export function routes() {\n  return <Main />;\n}\n\n\
                  export function sides() {\n  return <Edge />;\n}\n";
    let files = [page, ("routes.jsx", routes)];
    callers(&files, (page.0, "Page"), &["certain routes.jsx:7 routes"]);
    callers(&files, (page.0, "Side"), &["certain routes.jsx:11 sides"]);
}

#[test]
fn renamed_imports_of_packages_are_followed() {
    let check = |files: &[(&str, &str)], name: &str, expected: &[&str]| {
        callers(files, (files[0].0, name), expected);
    };
    let python = [
        ("pkg/lib.py", "def weigh(it):\n    return it\n"),
        (
            "pkg/__init__.py",
            "from .lib import weigh as weigh_parcel\n",
        ),
        (
            "run.py",
            "import pkg\nfrom pkg import weigh_parcel\n\ndef total():\n    return weigh_parcel(1)\n\n\
             def other():\n    return pkg.weigh_parcel(1)\n",
        ),
    ];
    let expected = ["certain run.py:5 total", "certain run.py:8 other"];
    check(&python, "weigh", &expected);
    let rust = [
        ("src/ids.rs", "pub fn make_id() -> u32 {\n    1\n}\n"),
        (
            "src/lib.rs",
            "pub mod ids;\npub use ids::make_id as new_id;\n",
        ),
        (
            "src/run.rs",
            "use crate::new_id;\n\nfn run() -> u32 {\n    new_id()\n}\n\nfn again() -> u32 {\n    crate::new_id()\n}\n",
        ),
    ];
    let expected = ["certain src/run.rs:4 run", "certain src/run.rs:8 again"];
    check(&rust, "make_id", &expected);
    let kotlin = [
        (
            "A.kt",
            "package depot.a\n\nfun check(n: Int): Boolean {\n    return n > 0\n}\n",
        ),
        (
            "B.kt",
            "package depot.b\n\nimport depot.a.check as verify\n\nfun run(): Boolean {\n    return verify(3)\n}\n",
        ),
    ];
    check(&kotlin, "check", &["certain B.kt:6 run"]);
    let scala = [
        (
            "Util.scala",
            "package u\n\nobject Util:\n  def weigh(g: Int): Int = g + 1\n",
        ),
        (
            "Dock.scala",
            "package d\n\nimport u.Util.{weigh as w}\n\nobject Dock:\n  def run(): Int = w(3)\n",
        ),
    ];
    check(&scala, "Util.weigh", &["certain Dock.scala:6 Dock.run"]);
    let php = [
        (
            "lib.php",
            "<?php\nnamespace App\\Fns;\n\nfunction weigh(int $g): int {\n    return $g;\n}\n",
        ),
        (
            "use/run.php",
            "<?php\nnamespace App\\Ui;\n\nuse function App\\Fns\\weigh as heft;\n\nfunction run() {\n    return heft(3);\n}\n",
        ),
    ];
    check(&php, "weigh", &["certain use/run.php:7 run"]);
    let paths = (
        "use/paths.php",
        "<?php\nnamespace App\\Ui;\n\nuse App\\Fns as F;\n\nfunction short() {\n    return F\\weigh(3);\n}\n\nfunction full() {\n    return \\App\\Fns\\weigh(3);\n}\n",
    );
    let expected = [
        "certain use/paths.php:7 short",
        "certain use/paths.php:11 full",
    ];
    check(&[php[0], paths], "weigh", &expected);
    let class = [
        (
            "pkg/core.py",
            "class Basket:\n    def fill(self):\n        return 1\n",
        ),
        ("pkg/__init__.py", "from .core import Basket as Cart\n"),
        (
            "run.py",
            "from pkg import Cart\n\ndef run():\n    cart = Cart()\n    return cart.fill()\n",
        ),
    ];
    check(&class, "Basket.fill", &["certain run.py:5 run"]);
    let elixir = [
        (
            "lib/web/core.ex",
            "defmodule Depot.Core do\n  def unit(g) do\n    g\n  end\nend\n",
        ),
        (
            "lib/page.ex",
            "defmodule Depot.Page do\n  alias Depot.Core, as: C\n\n  def show(g) do\n    C.unit(g)\n  end\nend\n",
        ),
    ];
    check(
        &elixir,
        "Depot.Core.unit",
        &["certain lib/page.ex:5 Depot.Page.show"],
    );
    let ocaml = [
        ("scale.ml", "let weigh n = n + 1\n"),
        (
            "main.ml",
            "module S = Scale\n\nlet run n = S.weigh n\n\nlet bare n = Scale.weigh n\n",
        ),
    ];
    check(
        &ocaml,
        "weigh",
        &["certain main.ml:3 run", "certain main.ml:5 bare"],
    );
}

#[test]
fn a_static_using_brings_members_into_scope() {
    let mass = (
        "Core/Weights.cs",
        "namespace Depot.Core;\n\npublic static class Mass\n{\n    public static int Kilos(int g)\n    {\n        return g;\n    }\n}\n",
    );
    let user = |using: &str| {
        format!(
            "{using}namespace Depot.Ui;\n\npublic class Show\n{{\n    public int Text()\n    {{\n        return Kilos(3);\n    }}\n}}\n"
        )
    };
    let (own, none) = (user("using static Depot.Core.Mass;\n"), user(""));
    let files = [mass, ("Ui/Show.cs", &*own)];
    callers(
        &files,
        (mass.0, "Mass.Kilos"),
        &["certain Ui/Show.cs:8 Show.Text"],
    );
    callers(&[mass, ("Ui/Show.cs", &*none)], (mass.0, "Mass.Kilos"), &[]);
    let global = ("Ui/Usings.cs", "global using static Depot.Core.Mass;\n");
    let files = [mass, global, ("Ui/Show.cs", &*none)];
    callers(
        &files,
        (mass.0, "Mass.Kilos"),
        &["certain Ui/Show.cs:7 Show.Text"],
    );
}

#[test]
fn a_function_of_php_outside_of_a_namespace_is_visible_everywhere() {
    let files = [
        (
            "lib/fns.php",
            "<?php\n\nfunction weigh(int $g): int {\n    return $g;\n}\n",
        ),
        (
            "web/run.php",
            "<?php\n\nfunction run() {\n    return weigh(3);\n}\n",
        ),
    ];
    callers(&files, (files[0].0, "weigh"), &["likely web/run.php:4 run"]);
}

#[test]
fn a_name_that_may_be_global_is_possible() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        callers(files, (files[0].0, "weigh"), expected);
    };
    let page = ("page.js", "function run() {\n  return weigh(1);\n}\n");
    let script = ("weigh.js", "function weigh(it) {\n  return it;\n}\n");
    check(&[script, page], &["possible page.js:2 run"]);
    let module = (
        "weigh.js",
        "function weigh(it) {\n  return it;\n}\n\nexport { weigh };\n",
    );
    check(&[module, page], &[]);
    let main = ("main.lua", "function run()\n  return weigh(1)\nend\n");
    let global = ("weigh.lua", "function weigh(it)\n  return it\nend\n");
    check(&[global, main], &["possible main.lua:2 run"]);
    let local = ("weigh.lua", "local function weigh(it)\n  return it\nend\n");
    check(&[local, main], &[]);
}

#[test]
fn callees_and_imports_are_guessed_by_the_end_of_a_path() {
    let user =
        "import { weigh } from '@/util';\n\nexport function home() {\n  return weigh(1);\n}\n";
    let files = [UTIL, ("src/pages/home.js", user)];
    let expected = ["possible src/util.js:1 weigh"];
    let check = |kind| check(&files, kind, "src/pages/home.js", "home", &expected);
    check(RelationKind::Callees);
    check(RelationKind::Imports);
}

#[test]
fn a_module_that_a_function_imports_has_its_members() {
    let late = ("depot/late.py", "def warm_up():\n    return 1\n");
    let user = "import importlib\n\ndef go():\n    mod = importlib.import_module(\"depot.late\")\n    return mod.warm_up()\n\n\
                def once():\n    return importlib.import_module(\"depot.late\").warm_up()\n";
    let files = [late, ("depot/__init__.py", ""), ("run.py", user)];
    let expected = ["certain run.py:5 go", "possible run.py:8 once"];
    callers(&files, (late.0, "warm_up"), &expected);
    let page = (
        "page.ts",
        "export default function Page() {}\nexport function part() {}\n",
    );
    let user = "export async function load() {\n  const page = await import('./page');\n  return page.part();\n}\n";
    let files = [page, ("use.ts", user)];
    callers(&files, (page.0, "part"), &["certain use.ts:3 load"]);
    callers(&files, (page.0, "Page"), &[]);
}

#[test]
fn a_name_that_its_module_makes_while_it_is_loaded_is_possible() {
    let loader = ("pkg/loader.py", "class Loader:\n    pass\n");
    let init = "def __getattr__(name):\n    return load(name)\n";
    let user = "from pkg import Loader\n\ndef run():\n    return Loader()\n";
    let files = [loader, ("pkg/__init__.py", init), ("use.py", user)];
    callers(&files, (loader.0, "Loader"), &["possible use.py:4 run"]);
}

#[test]
fn a_variable_of_elixir_may_be_a_module() {
    let text = "defmodule Crate do\n  def area(c), do: c\nend\n\ndefmodule Shape do\n  def of(mod, it), do: mod.area(it)\nend\n";
    callers(
        &[("a.ex", text)],
        ("a.ex", "Crate.area"),
        &["possible a.ex:6 Shape.of"],
    );
}
