//! Names that are not those of declarations, or that several scopes have: namespaces, generated members, paths of files.

use super::*;

#[track_caller]
fn line(files: &[(&str, &str)], path: &str, at: u32, expected: &[&str]) {
    check_line(files, path, at, expected);
}

#[test]
fn a_namespace_is_no_class_of_its_name_in_another() {
    let files = [
        (
            "a.h",
            "namespace io {\ninline int flush() { return 1; }\n}\n",
        ),
        (
            "b.h",
            "namespace other {\nstruct io {\n  static int flush() { return 2; }\n};\n}\n",
        ),
        (
            "use.cpp",
            "#include \"a.h\"\n#include \"b.h\"\n\nint run() { return io::flush(); }\n",
        ),
    ];
    line(&files, "b.h", 3, &[]);
    let files = [
        ("a.rb", "module Kit\n  def self.open\n    1\n  end\nend\n"),
        (
            "b.rb",
            "module Other\n  class Kit\n    def self.open\n      2\n    end\n  end\nend\n",
        ),
        ("use.rb", "def run\n  Kit.open\nend\n"),
    ];
    line(&files, "b.rb", 3, &[]);
    let files = [
        ("a.ex", "defmodule Kit.Saw do\n  def cut, do: 1\nend\n"),
        (
            "b.ex",
            "defmodule Other.Kit do\n  defmodule Saw do\n    def cut, do: 2\n  end\nend\n",
        ),
        (
            "use.ex",
            "defmodule Use do\n  def run, do: Kit.Saw.cut()\nend\n",
        ),
        (
            "alias.ex",
            "defmodule Alias do\n  alias Other.Kit\n  def run, do: Kit.Saw.cut()\nend\n",
        ),
    ];
    line(&files, "a.ex", 2, &["certain use.ex:2 Use.run"]);
    line(&files, "b.ex", 3, &["certain alias.ex:3 Alias.run"]);
    let scala = "package object pack { def open() = 1 }\n\nobject Outer {\n  object pack {\n    def open() = 2\n  }\n}\n\n\
                 object Use {\n  def run() = pack.open()\n}\n";
    line(&[("a.scala", scala)], "a.scala", 5, &[]);
}

#[test]
fn annotations_make_members() {
    let java = "package l;\n\nimport lombok.*;\n\n@Data\n@Builder\npublic class Lom {\n    private final String title;\n\n    \
                private boolean active;\n\n    @With\n    private int depth;\n}\n";
    let user = "package l;\n\nclass Use {\n    String title(Lom lom) {\n        return lom.getTitle();\n    }\n\n    \
                void set(Lom lom) {\n        lom.setActive(!lom.isActive());\n    }\n\n    \
                Lom make() {\n        return Lom.builder().title(\"a\").build();\n    }\n\n    \
                Lom deep(Lom lom) {\n        return lom.withDepth(2);\n    }\n}\n";
    let files = [("l/Lom.java", java), ("l/Use.java", user)];
    line(
        &files,
        "l/Lom.java",
        8,
        &[
            "certain l/Use.java:5 Use.title",
            "likely l/Use.java:13 Use.make",
        ],
    );
    line(&files, "l/Lom.java", 10, &["certain l/Use.java:9 Use.set"]);
    line(
        &files,
        "l/Lom.java",
        13,
        &["certain l/Use.java:17 Use.deep"],
    );
    let rust = "use snafu::prelude::*;\n\n#[derive(Debug, Snafu)]\npub enum Error {\n    \
                #[snafu(display(\"cannot open {path}\"))]\n    OpenFile { path: String },\n    Other { at: u8 },\n}\n\n\
                pub fn open(path: &str) -> Result<String, Error> {\n    read(path).context(OpenFileSnafu { path })\n}\n\n\
                pub fn fail() -> Result<(), Error> {\n    OtherSnafu { at: 1u8 }.fail()\n}\n";
    line(
        &[("src/lib.rs", rust)],
        "src/lib.rs",
        6,
        &["likely src/lib.rs:11 open"],
    );
    line(
        &[("src/lib.rs", rust)],
        "src/lib.rs",
        7,
        &["likely src/lib.rs:15 fail"],
    );
}

#[test]
fn an_argument_of_an_attribute_names_its_property() {
    let cs = "using System;\n\npublic class FooAttribute : Attribute\n{\n    public string Name { get; set; }\n}\n\n\
              [Foo(Name = \"y\")]\npublic class Use\n{\n}\n";
    line(&[("Foo.cs", cs)], "Foo.cs", 5, &["certain Foo.cs:8 Use"]);
}

#[test]
fn a_field_of_a_class_is_assigned_outside_of_it() {
    let files = [
        (
            "klass.js",
            "export class Klass {\n  run() {\n    return Klass.PORT;\n  }\n}\n\nKlass.PORT = 1;\n",
        ),
        (
            "use.js",
            "import { Klass } from './klass.js';\n\nKlass.PORT = 3;\n\nexport function run() {\n  return Klass.PORT;\n}\n",
        ),
    ];
    let expected = [
        "certain klass.js:3 Klass.run",
        "certain use.js:3 PORT",
        "certain use.js:6 run",
    ];
    line(&files, "klass.js", 7, &expected);
}

#[test]
fn fields_of_graphql_are_selected_by_their_names() {
    let files = [
        (
            "schema.graphql",
            "type Query {\n  parcel(id: ID!): Parcel\n}\n\ntype Parcel {\n  weight: Int\n  size: Size\n}\n\n\
          input SendInput {\n  address: String\n}\n\nenum Size {\n  SMALL\n}\n",
        ),
        (
            "q.graphql",
            "query GetParcel($weight: Int, $s: Size = SMALL) {\n  parcel(id: $weight) {\n    weight\n  }\n}\n",
        ),
        (
            "m.graphql",
            "mutation Send {\n  send(input: { address: \"x\" }) {\n    id\n  }\n}\n",
        ),
    ];
    line(
        &files,
        "schema.graphql",
        2,
        &["likely q.graphql:2 GetParcel"],
    );
    line(
        &files,
        "schema.graphql",
        6,
        &["likely q.graphql:3 GetParcel"],
    );
    line(&files, "schema.graphql", 11, &["likely m.graphql:2 Send"]);
    line(
        &files,
        "schema.graphql",
        15,
        &["likely q.graphql:1 GetParcel"],
    );
    let files = [
        files[0],
        (
            "resolvers.js",
            "export const resolvers = {\n  Query: {\n    parcel: (_, { id }) => id,\n  },\n};\n",
        ),
    ];
    line(
        &files,
        "schema.graphql",
        2,
        &["not read: 1 file in another language (resolvers.js)"],
    );
}

#[test]
fn a_target_of_make_is_run_by_scripts_and_workflows() {
    let files = [
        ("Makefile", "build:\n\techo\n\nlint:\n\techo lint\n"),
        (
            "ci.sh",
            "#!/bin/bash\nbuild() { echo; }\nmake -s lint && build\n",
        ),
        (
            ".github/workflows/ci.yml",
            "jobs:\n  test:\n    steps:\n      - run: make build\n      - run: |\n          cd a\n          make lint\n",
        ),
    ];
    line(
        &files,
        "Makefile",
        4,
        &["likely ci.sh:3 ", "likely .github/workflows/ci.yml:7 jobs"],
    );
    line(
        &files,
        "Makefile",
        1,
        &["likely .github/workflows/ci.yml:4 jobs"],
    );
    line(&files, "ci.sh", 2, &["certain ci.sh:3 "]);
}

#[test]
fn a_file_is_named_by_its_path() {
    let files = [
        ("tools/gen.py", "def main():\n    return 1\n"),
        ("Makefile", "build:\n\tpython3 tools/gen.py\n"),
        (
            "scripts/run.sh",
            "# tools/gen.py\nrun() {\n  python ../tools/gen.py\n}\n",
        ),
        ("docs/a.md", "See tools/gen.py.\n"),
        ("other/gen.py", "def main():\n    return 2\n"),
        ("templates/home.html", "<p>a</p>\n"),
        (
            "views.py",
            "def home():\n    return render(\"home.html\")\n",
        ),
    ];
    let file = |path, expected: &[&str]| {
        let whole = |_: &ChunkTree| Some(0);
        check_chunk(&files, RelationKind::Callers(None), path, whole, expected);
    };
    let expected = ["likely Makefile:2 build", "likely scripts/run.sh:3 run"];
    file("tools/gen.py", &expected);
    file("other/gen.py", &[]);
    file("templates/home.html", &["possible views.py:2 home"]);
}

#[test]
fn a_method_of_r_is_called_by_its_generic_function() {
    let files = [
        (
            "R/print.R",
            "print.parcel <- function(x, ...) {\n  weigh.it(x)\n}\n\nweigh.it <- function(x) {\n  x$weight\n}\n",
        ),
        ("R/use.R", "go <- function(p) {\n  print(p)\n}\n"),
    ];
    line(&files, "R/print.R", 1, &["possible R/use.R:2 go"]);
    line(
        &files,
        "R/print.R",
        5,
        &["certain R/print.R:2 print.parcel"],
    );
}

#[test]
fn a_line_of_razor_states_the_type_of_a_value() {
    let files = [
        (
            "Parcel.cs",
            "namespace App;\npublic class ParcelModel\n{\n    public string Title { get; set; }\n    public int Weigh() => 1;\n}\n",
        ),
        (
            "Parcel.cshtml",
            "@page\n@model App.ParcelModel\n<h1>@Model.Title</h1>\n<p>@Model.Weigh()</p>\n",
        ),
        (
            "Service.cs",
            "public class Service\n{\n    public int Total() => 1;\n}\n",
        ),
        (
            "Home.razor",
            "@inject Service Stock\n<p>@Stock.Total()</p>\n",
        ),
    ];
    line(&files, "Parcel.cs", 4, &["certain Parcel.cshtml:3 @page"]);
    line(&files, "Parcel.cs", 5, &["certain Parcel.cshtml:4 @page"]);
    line(
        &files,
        "Service.cs",
        3,
        &["certain Home.razor:2 @inject Service Stock"],
    );
}

#[test]
fn modules_of_lua_have_one_root_and_globals_many_files() {
    let files = [
        (
            "data/core/init.lua",
            "local core = {}\n\nfunction core.blink()\n  return SCALE\nend\n\nreturn core\n",
        ),
        ("data/core/commands/core.lua", "local M = {}\n\nreturn M\n"),
        (
            "data/core/commands/doc.lua",
            "local core = require \"core\"\n\nlocal function run()\n  core.blink()\nend\n",
        ),
        ("data/start.lua", "SCALE = 1\n"),
        ("docs/globals.lua", "SCALE = 2\n"),
        ("src/main.c", "#define SCALE 3\n"),
    ];
    line(
        &files,
        "data/core/init.lua",
        3,
        &["certain data/core/commands/doc.lua:4 run"],
    );
    line(
        &files,
        "data/start.lua",
        1,
        &["possible data/core/init.lua:4 core.blink"],
    );
}

#[test]
fn a_type_in_a_base_needs_no_qualifier() {
    let files = [
        (
            "a/src/Base.scala",
            "package up\n\ntrait Base {\n  trait Writer {\n    def go(): Int\n  }\n}\n",
        ),
        (
            "b/src/Use.scala",
            "package up\n\ntrait Use extends Base {\n  def run() = new Writer {\n    def go() = 1\n  }\n}\n",
        ),
    ];
    line(
        &files,
        "a/src/Base.scala",
        4,
        &["likely b/src/Use.scala:4 Use.run"],
    );
}

#[test]
fn the_wrapper_of_a_field_of_swift_has_a_mark() {
    let files = [
        (
            "Moon.swift",
            "final class Moon {\n    @Siblings var craters: [Crater]\n    var size: Int = 0\n}\n",
        ),
        (
            "Use.swift",
            "func load(_ moon: Moon) {\n    moon.$craters.load()\n}\n\nfunc filter(_ query: Query) {\n    query.filter(\\.$craters == 1)\n}\n",
        ),
    ];
    line(
        &files,
        "Moon.swift",
        2,
        &["certain Use.swift:2 load", "possible Use.swift:6 filter"],
    );
}

#[test]
fn a_static_method_may_be_called_by_a_type_parameter() {
    let files = [
        (
            "Query.swift",
            "protocol Queryable {\n    static func queryValue(_ value: Int) -> Int\n}\n",
        ),
        (
            "Use.swift",
            "func run<Field>(_ value: Int, of field: Field) -> Int where Field: Queryable {\n    return Field.queryValue(value)\n}\n",
        ),
    ];
    line(&files, "Query.swift", 2, &["likely Use.swift:2 run"]);
}

#[test]
fn uses_of_variables_of_powershell_are_noted_as_not_read() {
    let files = [(
        "a.ps1",
        "$script:count = 0\nfunction Add-One {\n    $script:count++\n}\n",
    )];
    line(&files, "a.ps1", 1, &["not read: uses of variables"]);
}

#[test]
fn many_overloads_are_possible_without_a_comparison() {
    let members = (0..110).map(|at| {
        let value = if at < 3 { "put(a.next())" } else { "1" };
        format!("    static int put(T{at} a) {{ return {value}; }}\n")
    });
    let java = format!("class Over {{\n{}}}\n", members.collect::<String>());
    let user = "class Use {\n    int go(T2 a) {\n        return Over.put(a);\n    }\n}\n";
    let expected = [
        "possible Over.java:2 Over.put",
        "possible Over.java:3 Over.put",
        "possible Use.java:3 Use.go",
    ];
    line(
        &[("Over.java", &java), ("Use.java", user)],
        "Over.java",
        4,
        &expected,
    );
}
