//! Certainty of relations between declarations that share a name.

use super::*;
use smriti_tui::chunk::Symbol;

#[test]
fn parameters_and_local_variables_are_not_declarations() {
    let files = [
        (
            "a.py",
            "from b import client\n\ndef client_of(client):\n    return client\n\ndef run():\n    return client()\n",
        ),
        (
            "b.py",
            "def client():\n    return 1\n\ndef other():\n    client = 1\n    return client\n\ndef again():\n    return client()\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "b.py",
        "client",
        &["certain b.py:9 again", "certain a.py:7 run"],
    );
}

#[test]
fn a_member_of_an_imported_value_is_not_certain_to_be_its_modules() {
    let files = [
        (
            "src/client.js",
            "const client = create();\n\nexport function load(id) {\n  return id;\n}\n\nexport default client;\n",
        ),
        (
            "src/run.js",
            "import client from './client'\nimport * as all from './client'\n\nexport function run() {\n  client.load(1);\n}\n\nexport function other() {\n  all.load(1);\n}\n",
        ),
    ];
    let expected = ["certain src/run.js:9 other", "likely src/run.js:5 run"];
    check(
        &files,
        RelationKind::Callers(None),
        "src/client.js",
        "load",
        &expected,
    );
}

#[test]
fn a_field_of_the_same_name_in_another_type_makes_no_call_certain() {
    let files = [
        (
            "src/headers.ts",
            "export class Headers {\n  get(name: string) {\n    return name;\n  }\n}\n",
        ),
        (
            "src/options.ts",
            "import { Headers } from './headers';\n\nexport class Options {\n  headers: Headers;\n}\n",
        ),
        (
            "src/send.ts",
            "export function send(url) {\n  const request = make(url);\n  return request.headers.get('a');\n}\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "src/headers.ts",
        "Headers.get",
        &["likely src/send.ts:3 send"],
    );
}

#[test]
fn a_member_of_an_unknown_value_may_be_that_of_any_type() {
    let owner = |name| format!("class {name}:\n    def is_ready(self):\n        return True\n");
    let owners = ["Server", "Client", "Worker"].map(owner);
    let check_with = |others: usize, expected: &[&str]| {
        let mut files = vec![
            ("server.py", owners[0].as_str()),
            ("run.py", "def run(it):\n    return it.is_ready()\n"),
        ];
        let others_of = [("client.py", &*owners[1]), ("worker.py", &*owners[2])];
        files.extend(&others_of[..others]);
        check(
            &files,
            RelationKind::Callers(None),
            "server.py",
            "Server.is_ready",
            expected,
        );
    };
    check_with(1, &["possible run.py:2 run"]);
    check_with(2, &["possible run.py:2 run"]);
}

#[test]
fn equally_certain_definitions_are_those_of_the_file_then_of_its_directory() {
    let files = [
        (
            "jobs/run.py",
            "class Run:\n    def wait(self):\n        return 1\n\ndef run(it):\n    return it.save(it.wait(), it.close())\n",
        ),
        (
            "app/store.py",
            "class Store:\n    def save(self, row, count):\n        return 1\n\nclass Clock:\n    def wait(self):\n        return 1\n",
        ),
        (
            "jobs/base.py",
            "class Base:\n    def close(self):\n        return 1\n",
        ),
    ];
    let expected = [
        "possible jobs/run.py:2 Run.wait",
        "possible jobs/base.py:2 Base.close",
        "possible app/store.py:2 Store.save",
        "possible app/store.py:6 Clock.wait",
    ];
    let on_line = RelationKind::Definitions(Some(Symbol::OnLine(6)));
    check(&files, on_line, "jobs/run.py", "run", &expected);
}

#[test]
fn the_only_method_of_a_name_in_the_same_file_is_likely() {
    let files = [
        (
            "jobs/retries.rb",
            "module Retries\n  module ClassMethods\n    def retry_on(count)\n      perform { retry_job(delay_of(count)) }\n    end\n  end\n\n  \
             def retry_job(at)\n    at\n  end\n\n  def delay_of(count)\n    count\n  end\nend\n",
        ),
        (
            "app/setup.rb",
            "module Setup\n  def perform\n    yield\n  end\nend\n",
        ),
    ];
    let expected = [
        "likely jobs/retries.rb:8 Retries.retry_job",
        "likely jobs/retries.rb:12 Retries.delay_of",
        "possible app/setup.rb:2 Setup.perform",
    ];
    let names = "Retries.ClassMethods.retry_on";
    check(
        &files,
        RelationKind::Callees,
        "jobs/retries.rb",
        names,
        &expected,
    );
}

#[test]
fn a_declared_name_is_never_missing_from_the_repository() {
    let class = |name| format!("class {name}:\n    def save(self):\n        return 1\n");
    let types = ["A", "B", "C"].map(class).concat();
    let files = [
        ("types.py", types.as_str()),
        ("run.py", "def run(it):\n    it.save()\n    print(it)\n"),
    ];
    check(&files, RelationKind::Callees, "run.py", "run", &["? print"]);
}

#[test]
fn methods_of_a_struct_that_is_a_file_are_found_by_its_values() {
    let files = [
        (
            "src/Store.zig",
            "const Store = @This();\nrows: u32,\n\npub fn init() Store {\n    return .{ .rows = 0 };\n}\n\n\
             pub fn load(self: *Store) u32 {\n    return self.rows;\n}\n\n\
             pub fn reload(self: *Store) u32 {\n    return self.load();\n}\n",
        ),
        (
            "src/main.zig",
            "const Store = @import(\"Store.zig\");\n\npub fn main() void {\n    var s = Store.init();\n    _ = s.load();\n}\n",
        ),
        (
            "src/other.zig",
            "const Kept = @import(\"Store.zig\");\n\nfn run(it: *Kept) void {\n    _ = it.load();\n}\n\n\
             fn again(it: *Kept) void {\n    _ = Kept.load(it);\n}\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "src/Store.zig",
        "load",
        &[
            "certain src/Store.zig:13 reload",
            "certain src/main.zig:5 main",
            "certain src/other.zig:4 run",
            "certain src/other.zig:8 again",
        ],
    );
    check(
        &files,
        RelationKind::Callees,
        "src/main.zig",
        "main",
        &[
            "certain src/Store.zig:4 init",
            "certain src/Store.zig:8 load",
        ],
    );
}

#[test]
fn a_called_function_is_found_behind_its_prototype() {
    let files = [
        (
            "common.h",
            "int start_engine(int speed);\nint stop_engine(void);\n",
        ),
        (
            "engine.c",
            "#include \"common.h\"\n\nint start_engine(int speed) {\n\treturn speed + 1;\n}\n",
        ),
        (
            "main.c",
            "#include \"common.h\"\n\nint main(void) {\n\tstart_engine(3);\n\treturn stop_engine();\n}\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callees,
        "main.c",
        "main",
        &[
            "certain engine.c:3 start_engine",
            "certain common.h:2 start_engine",
        ],
    );
}

#[test]
fn a_struct_of_c_is_not_the_function_of_its_name() {
    let files = [
        (
            "box.h",
            "struct resize { int w; int h; };\nextern int box_count;\nvoid resize(struct resize *r, int w);\n",
        ),
        (
            "box.c",
            "#include \"box.h\"\n\nvoid\nresize(struct resize *r, int w)\n{\n\tr->w = w;\n}\n",
        ),
        (
            "main.c",
            "#include \"box.h\"\n\nint\narea(struct resize *r)\n{\n\treturn r->w;\n}\n\n\
             int\nmain(void)\n{\n\tresize(0, 3);\n\treturn 0;\n}\n",
        ),
    ];
    let callers = RelationKind::Callers(None);
    check(
        &files,
        callers.clone(),
        "box.c",
        "resize",
        &["certain main.c:12 main"],
    );
    check(
        &files,
        callers,
        "box.h",
        "resize",
        &[
            "certain box.h:3 box_count",
            "certain box.c:4 resize",
            "certain main.c:4 area",
        ],
    );
    check(
        &files,
        RelationKind::Callees,
        "main.c",
        "main",
        &["certain box.c:4 resize"],
    );
}

#[test]
fn a_struct_of_c_is_not_a_field_of_its_name() {
    let header = "struct window { int id; };\nstruct pane { struct window *window; };\n";
    let source = "#include \"pane.h\"\n\nint\narea(struct window *w)\n{\n\treturn w->id;\n}\n";
    let files = [("pane.h", header), ("main.c", source)];
    let on_line = RelationKind::Definitions(Some(Symbol::OnLine(4)));
    let expected = ["certain pane.h:1 window"];
    check(&files, on_line, "main.c", "area", &expected);
}

#[test]
fn a_part_of_a_long_list_has_the_references_of_its_own_names() {
    let prototype = |at| format!("int function_number_{at:02}(int first, int second);\n");
    let header: String = (0..80).map(prototype).collect();
    let function =
        |name, at| format!("int {name}(void) {{\n\treturn function_number_{at:02}(1, 2);\n}}\n\n");
    let functions = [("first", 0), ("last", 79), ("other", 78)];
    let functions: String = functions.map(|(name, at)| function(name, at)).concat();
    let source = format!("#include \"all.h\"\n\n{functions}");
    let files = [("all.h", header.as_str()), ("main.c", source.as_str())];
    let check = |part, line, expected: &[&str]| {
        check(&files, RelationKind::Callers(line), "all.h", part, expected);
    };
    check("function_number_00#1", None, &["certain main.c:4 first"]);
    let (last, other) = ("certain main.c:8 last", "certain main.c:12 other");
    check("function_number_40", None, &[last, other]);
    check("function_number_40", Some(Symbol::OnLine(80)), &[last]);
}

#[test]
fn a_called_variable_is_not_missing_from_the_repository() {
    for (path, text) in [
        (
            "a.py",
            "def outer(xs, change):\n    inner = lambda x: change(x)\n    return print([inner(x) for x in xs])\n",
        ),
        (
            "a.kt",
            "fun outer(change: (Int) -> Int): Int {\n  return print(change(1))\n}\n",
        ),
        (
            "a.swift",
            "func outer(_ change: (Int) -> Int) -> Int {\n  return print(change(1))\n}\n",
        ),
    ] {
        check(
            &[(path, text)],
            RelationKind::Callees,
            path,
            "outer",
            &["? print"],
        );
    }
}

#[test]
fn a_constructor_named_like_its_type_is_called_by_that_name() {
    let check_type = |declared: (&str, &str), user: (&str, &str), expected| {
        check(
            &[declared, user],
            RelationKind::Callers(None),
            declared.0,
            "Store.Store",
            &[expected],
        );
    };
    check_type(
        (
            "app/Store.java",
            "package app;\n\npublic class Store {\n  public Store(int size) {\n    this.size = size;\n  }\n\n  Store copy() {\n    return null;\n  }\n}\n",
        ),
        (
            "app/Use.java",
            "package app;\n\nclass Use {\n  Store make() {\n    return new Store(3);\n  }\n}\n",
        ),
        "certain app/Use.java:5 Use.make",
    );
    check_type(
        (
            "Store.cs",
            "public class Store\n{\n    public Store(int size)\n    {\n        this.size = size;\n    }\n}\n",
        ),
        (
            "Use.cs",
            "class Use\n{\n    Store Make()\n    {\n        return new Store(3);\n    }\n}\n",
        ),
        "likely Use.cs:5 Use.Make",
    );
    check_type(
        (
            "store.hpp",
            "class Store {\n public:\n  Store(int size) {\n    size_ = size;\n  }\n};\n",
        ),
        (
            "use.cpp",
            "#include \"store.hpp\"\n\nint make() {\n  auto *store = new Store(4);\n  return store->size();\n}\n",
        ),
        "certain use.cpp:4 make",
    );
}

#[test]
fn members_in_lexical_scope_are_called_without_a_qualifier() {
    let zig = [(
        "src/point.zig",
        "pub const Point = struct {\n    x: u32,\n\n    pub fn move(self: Point) u32 {\n        return step(self.x);\n    }\n\n    \
         fn step(x: u32) u32 {\n        return x + 1;\n    }\n};\n\npub fn top() u32 {\n    return step(1);\n}\n",
    )];
    check(
        &zig,
        RelationKind::Callers(None),
        "src/point.zig",
        "Point.step",
        &["certain src/point.zig:5 Point.move"],
    );
    let dart = [(
        "lib/point.dart",
        "class Point {\n  int move(int x) {\n    return step(x);\n  }\n\n  int step(int x) {\n    return x + 1;\n  }\n}\n",
    )];
    check(
        &dart,
        RelationKind::Callers(None),
        "lib/point.dart",
        "Point.step",
        &["certain lib/point.dart:3 Point.move"],
    );
}

#[test]
fn extension_methods_of_c_sharp_are_found_by_values_of_the_extended_type() {
    let files = [
        (
            "Extensions.cs",
            "public static class PolicyExtensions\n{\n    \
             public static string AsText(this Policy policy) => policy.ToString();\n\n    \
             public static string AsKey(string policy) => policy.ToString();\n\n    \
             public static string AsName(this Policy policy) => policy.ToString();\n}\n",
        ),
        (
            "Use.cs",
            "public class User\n{\n    public void Run(Policy policy)\n    {\n        policy.AsText();\n        policy.AsKey();\n        policy.AsName();\n    }\n\n    \
             public void Other(Special policy)\n    {\n        policy.AsText();\n        policy.AsKey();\n    }\n}\n\n\
             public class Policy\n{\n    public string AsName()\n    {\n        return Name;\n    }\n}\n",
        ),
    ];
    let check = |name, expected: &[&str]| {
        check(
            &files,
            RelationKind::Callers(None),
            "Extensions.cs",
            name,
            expected,
        );
    };
    check(
        "PolicyExtensions.AsText",
        &["likely Use.cs:5 User.Run", "possible Use.cs:12 User.Other"],
    );
    check("PolicyExtensions.AsKey", &[]);
    // The call refers to the type's own member.
    check("PolicyExtensions.AsName", &["possible Use.cs:7 User.Run"]);
}

#[test]
fn mixins_and_extensions_of_external_types_may_be_those_of_a_block() {
    let ruby = [
        (
            "helper.rb",
            "module FileHelper\n  def create_file(path)\n    File.write(path, \"x\")\n  end\nend\n",
        ),
        (
            "x_spec.rb",
            "describe \"x\" do\n  it \"y\" do\n    create_file(\"b\")\n  end\nend\n",
        ),
    ];
    check(
        &ruby,
        RelationKind::Callers(None),
        "helper.rb",
        "FileHelper.create_file",
        &["possible x_spec.rb:3 y"],
    );
    let kotlin = [
        (
            "Setup.kt",
            "package app\n\nimport io.ktor.Application\n\nfun Application.setup(it: Int) {\n  println(it)\n}\n\n\
             class Local {\n  fun close() {\n    println(1)\n  }\n}\n",
        ),
        (
            "Main.kt",
            "package app\n\nfun start() {\n  server {\n    setup(1)\n    close()\n  }\n}\n",
        ),
    ];
    let check = |name, expected: &[&str]| {
        let callers = RelationKind::Callers(None);
        check(&kotlin, callers, "Setup.kt", name, expected);
    };
    check("Application.setup", &["possible Main.kt:5 start"]);
    check("Local.close", &[]);
}

#[test]
fn a_type_hides_one_of_its_name_in_another_document() {
    let zig = [
        (
            "src/a.zig",
            "pub const Point = struct {\n    x: u32,\n\n    pub fn move(self: *Point) u32 {\n        return self.step(1);\n    }\n\n    \
             pub fn step(self: *Point, x: u32) u32 {\n        return self.x + x;\n    }\n};\n",
        ),
        (
            "src/b.zig",
            "pub const Point = struct {\n    step: u32,\n\n    pub fn get(self: *Point) u32 {\n        return self.step;\n    }\n};\n",
        ),
    ];
    let callers = RelationKind::Callers(None);
    let expected = ["certain src/a.zig:5 Point.move"];
    check(&zig, callers.clone(), "src/a.zig", "Point.step", &expected);
    let java = [
        (
            "app/A.java",
            "package app;\n\nclass A {\n  static class Builder {\n    Builder(int x) {\n    }\n\n    A build() {\n      return null;\n    }\n  }\n}\n",
        ),
        (
            "app/B.java",
            "package app;\n\nclass B {\n  static class Builder {\n    B run() {\n      return build();\n    }\n\n    B build() {\n      return null;\n    }\n  }\n\n  \
             static Builder make() {\n    return new Builder();\n  }\n}\n",
        ),
    ];
    for name in ["A.Builder", "A.Builder.Builder", "A.Builder.build"] {
        check(&java, callers.clone(), "app/A.java", name, &[]);
    }
    let python = [
        (
            "a.py",
            "class Shop:\n    def open(self):\n        return 1\n",
        ),
        (
            "b.py",
            "import a\n\nclass Shop(a.Shop):\n    def run(self):\n        return self.open()\n",
        ),
    ];
    let expected = ["certain b.py:5 Shop.run"];
    check(&python, callers, "a.py", "Shop.open", &expected);
}

#[test]
fn a_constant_with_a_signature_is_used_with_certainty() {
    let files = [
        (
            "App/Conf.hs",
            "module App.Conf where\n\nlimit :: Int\nlimit = 80 + 1\n\nparse :: String -> Int\nparse it = read it + limit\n",
        ),
        (
            "Main.hs",
            "module Main where\n\nimport App.Conf (limit, parse)\n\nmain :: IO ()\nmain = print (map parse [\"1\"]) >> print limit\n",
        ),
    ];
    let check = |name, expected: &[&str]| {
        let callers = RelationKind::Callers(None);
        check(&files, callers, "App/Conf.hs", name, expected);
    };
    let expected = ["certain App/Conf.hs:7 parse", "certain Main.hs:6 main"];
    check("limit", &expected);
    check("parse", &["likely Main.hs:6 main"]);
}

#[test]
fn a_parameter_does_not_hide_the_struct_of_its_name() {
    let files = [
        ("args.h", "struct args {\n  int count;\n};\n"),
        (
            "use.c",
            "#include \"args.h\"\n\nint count(struct args *args) {\n  return args->count;\n}\n",
        ),
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "args.h",
        "args",
        &["certain use.c:3 count"],
    );
}
