//! Code that is used, and had no callers.

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
fn an_override_with_another_type_than_the_parameter_is_no_overload() {
    let java = "class Created {}\n\ninterface Handler<E> {\n  void handle(E event);\n}\n\n\
                class Own implements Handler<Created> {\n  public void handle(Created event) {}\n}\n\n\
                class Bus {\n  void send(Handler<Created> to, Created event) {\n    to.handle(event);\n  }\n}\n";
    let files = [("Bus.java", java)];
    let of_interface = ["certain Bus.java:13 Bus.send"];
    callers(&files, "Bus.java", "Handler.handle", &of_interface);
    callers(
        &files,
        "Bus.java",
        "Own.handle",
        &["likely Bus.java:13 Bus.send"],
    );

    let csharp = "class Created { }\n\ninterface IHandler<TEvent>\n{\n    void Handle(TEvent it);\n}\n\n\
                  class Own : IHandler<Created>\n{\n    public void Handle(Created it) { }\n}\n\n\
                  class Bus\n{\n    void Send(IHandler<Created> to, Created it) { to.Handle(it); }\n}\n";
    let files = [("Bus.cs", csharp)];
    callers(
        &files,
        "Bus.cs",
        "IHandler.Handle",
        &["certain Bus.cs:15 Bus.Send"],
    );
    callers(
        &files,
        "Bus.cs",
        "Own.Handle",
        &["likely Bus.cs:15 Bus.Send"],
    );

    let scala = "trait Show[A]:\n  def show(a: A): String\n\n\
                 object Shows:\n  given Show[Long] with\n    def show(n: Long): String = n.toString\n\n\
                 def price(n: Long)(using s: Show[Long]): String = s.show(n)\n";
    let files = [("show.scala", scala)];
    callers(
        &files,
        "show.scala",
        "Show.show",
        &["certain show.scala:8 price"],
    );
}

#[test]
fn overloads_of_a_base_and_its_subtype_stay_apart() {
    let java = "class Pen {\n  void draw(String text) {}\n}\n\nclass Wide extends Pen {\n  void draw(int width) {}\n}\n\n\
                class Desk {\n  void run(Wide pen) {\n    pen.draw(3);\n  }\n}\n";
    let files = [("Pen.java", java)];
    callers(&files, "Pen.java", "Pen.draw", &[]);
    callers(
        &files,
        "Pen.java",
        "Wide.draw",
        &["certain Pen.java:11 Desk.run"],
    );
}

#[test]
fn a_member_of_an_interface_of_csharp_is_virtual() {
    let clock = "interface IClock\n{\n    int Now();\n}\n\nclass SystemClock : IClock\n{\n    public int Now() => 1;\n}\n";
    let order = "class Order(IClock clock)\n{\n    int Created() => clock.Now();\n}\n";
    let files = [("Clock.cs", clock), ("Order.cs", order)];
    callers(
        &files,
        "Clock.cs",
        "SystemClock.Now",
        &["likely Order.cs:3 Order.Created"],
    );
}

#[test]
fn a_value_of_a_base_may_have_a_local_type() {
    let files = [
        (
            "job.h",
            "struct Job { virtual int run(int x) = 0; };\nJob* find();\n",
        ),
        (
            "sum.cpp",
            "#include \"job.h\"\nnamespace {\nstruct Sum : Job {\n  int run(int x) override { return x; }\n};\n}\n",
        ),
        (
            "main.cpp",
            "#include \"job.h\"\nint start(Job* job) {\n  return job->run(3);\n}\n",
        ),
    ];
    let names = "sum.cpp";
    callers(&files, names, "Sum.run", &["likely main.cpp:3 start"]);
}

#[test]
fn a_name_before_an_inner_type_says_whose_it_is() {
    let files = [
        (
            "A.java",
            "package p;\n\nclass A {\n  static class Builder {\n    A build() { return new A(); }\n  }\n}\n",
        ),
        (
            "B.java",
            "package p;\n\nclass B {\n  static class Builder {\n    B build() { return new B(); }\n  }\n\n  \
             static A make() {\n    return new A.Builder().build();\n  }\n}\n",
        ),
        (
            "main.tf",
            "resource \"aws_security_group\" \"web\" {\n  name = \"x\"\n}\n\nresource \"aws_instance\" \"web\" {\n  \
             groups = [aws_security_group.web]\n}\n",
        ),
    ];
    callers(&files, "A.java", "A.Builder", &["certain B.java:9 B.make"]);
    callers(&files, "B.java", "B.Builder", &[]);
    let expected = ["certain main.tf:6 aws_instance.web"];
    callers(&files, "main.tf", "aws_security_group.web", &expected);
}

#[test]
fn a_renamed_subclass_has_the_members_of_its_base() {
    let files = [
        (
            "pay.py",
            "class Gateway:\n    @classmethod\n    def create(cls):\n        return cls()\n\n\nclass Slow(Gateway):\n    pass\n",
        ),
        (
            "app.py",
            "from pay import Slow as Quiet\n\n\ndef run():\n    return Quiet.create()\n",
        ),
    ];
    callers(&files, "pay.py", "Gateway.create", &["likely app.py:5 run"]);
}

#[test]
fn an_internal_name_of_a_package_may_mean_a_file_under_each_condition() {
    let files = [
        (
            "package.json",
            r##"{ "name": "web", "imports": { "#db": { "node": "./src/node.js", "default": "./src/memory.js" } } }"##,
        ),
        ("src/node.js", "export function open() {}\n"),
        ("src/memory.js", "export function open() {}\n"),
        (
            "src/main.js",
            "import { open } from '#db';\n\nexport function start() {\n  open();\n}\n",
        ),
    ];
    let expected = ["certain src/main.js:4 start"];
    callers(&files, "src/node.js", "open", &expected);
    callers(&files, "src/memory.js", "open", &expected);
}

#[test]
fn receivers_of_delegators_are_no_methods() {
    let files = [
        (
            "order.rb",
            "class Order\n  extend Forwardable\n  def_delegators :@lines, :each, :size\n  def_delegator :@out, :print_all, :print\n  attr_reader :lines\nend\n",
        ),
        (
            "run.rb",
            "def show\n  order = Order.new([1])\n  order.lines\n  order.print\nend\n",
        ),
    ];
    let order = |name| ("Order", name);
    users(
        &files,
        "order.rb",
        order("lines"),
        &["certain run.rb:3 show"],
    );
    users(
        &files,
        "order.rb",
        order("print"),
        &["certain run.rb:4 show"],
    );
}

#[test]
fn a_whole_namespace_of_clojure_needs_no_import() {
    let files = [
        (
            "src/shop/util.clj",
            "(ns shop.util)\n\n(defn clamp [x] x)\n\n(defn other [x] x)\n",
        ),
        (
            "src/shop/a.clj",
            "(ns shop.a\n  (:require [shop.util :refer [clamp] :rename {clamp limit}]))\n\n\
             (defn f [x] (limit x))\n\n(defmacro g [x] `(shop.util/other ~x))\n",
        ),
    ];
    let path = "src/shop/util.clj";
    callers(&files, path, "clamp", &["certain src/shop/a.clj:4 f"]);
    callers(&files, path, "other", &["likely src/shop/a.clj:6 g"]);
}

#[test]
fn imports_of_solidity_have_names() {
    let files = [
        (
            "lib/Fees.sol",
            "uint256 constant MAX_FEE = 100;\nstruct Account { uint256 balance; }\nfunction half(uint256 a) pure returns (uint256) { return a / 2; }\n",
        ),
        (
            "Vault.sol",
            "import {MAX_FEE, half as part} from \"./lib/Fees.sol\";\nimport \"./lib/Fees.sol\";\n\n\
             contract Vault {\n    function fee() external { require(part(3) < MAX_FEE); }\n\n    \
             function open() internal returns (Account memory) { return Account({balance: 1}); }\n}\n",
        ),
    ];
    let path = "lib/Fees.sol";
    callers(&files, path, "MAX_FEE", &["certain Vault.sol:5 Vault.fee"]);
    callers(&files, path, "half", &["certain Vault.sol:5 Vault.fee"]);
    let expected = ["possible Vault.sol:7 Vault.open"];
    users(&files, path, ("Account", "balance"), &expected);
}

#[test]
fn functions_of_erlang_are_told_apart_by_their_arity() {
    let text = "-module(price).\n\nnew(Cents) -> new(Cents, <<\"EUR\">>).\n\nnew(Cents, Cur) -> {Cents, Cur}.\n\n\
                loop() -> ?MODULE:new(1, usd).\n\nall() -> lists:map(fun price:new/1, [1]).\n";
    let expected: [(u32, &[&str]); 2] = [
        (3, &["possible 9"]),
        (5, &["certain 3", "certain 7", "possible 9"]),
    ];
    overloads::check_calls("price.erl", text, &expected);
}

#[test]
fn a_key_among_the_tokens_of_a_macro_is_a_field() {
    let files = [(
        "row.rs",
        "struct Row { weight: u32, other: u32 }\n\nfn all() -> Vec<Row> {\n    vec![Row { weight: f(1, 2), other: 2 }]\n}\n\n\
         fn is_empty(row: &Row) -> bool {\n    matches!(row, Row { weight: 0, .. })\n}\n\n\
         fn none() {\n    quote!(Other { weight: 0 });\n}\n",
    )];
    let expected = ["certain row.rs:4 all", "certain row.rs:8 is_empty"];
    users(&files, "row.rs", ("Row", "weight"), &expected);
    users(
        &files,
        "row.rs",
        ("Row", "other"),
        &["certain row.rs:4 all"],
    );
}

#[test]
fn a_key_path_of_swift_may_mean_any_type() {
    let files = [(
        "a.swift",
        "struct Square {\n    let side: Double\n}\n\nfunc load(squares: [Square]) {\n    _ = squares.map(\\.side)\n}\n",
    )];
    users(
        &files,
        "a.swift",
        ("Square", "side"),
        &["possible a.swift:6 load"],
    );
}

#[test]
fn constants_of_an_enum_in_use_need_no_name_before_them() {
    let files = [
        (
            "mode.h",
            "namespace reg {\nenum class Mode { Fast, Slow };\n}\n",
        ),
        (
            "main.cpp",
            "#include \"mode.h\"\n\nint run(reg::Mode mode) {\n  using enum reg::Mode;\n  return mode == Fast;\n}\n",
        ),
    ];
    users(
        &files,
        "mode.h",
        ("reg.Mode", "Fast"),
        &["certain main.cpp:5 run"],
    );
}

#[test]
fn an_import_of_all_names_does_not_hide_members_of_calls() {
    let files = [
        (
            "core/Repo.kt",
            "package core\n\nclass Repo {\n    fun find(id: Int) = id\n}\n\nfun make() = Repo()\n\nfun find(id: Int) = 1\n",
        ),
        (
            "app/Main.kt",
            "package app\n\nimport core.*\n\nfun run() {\n    make().find(1)\n}\n",
        ),
        (
            "Sources/Core/Token.swift",
            "public enum Token {\n    case open, text\n}\n",
        ),
        (
            "Sources/App/Model.swift",
            "import Core\n\nfunc handle(_ token: Token) {\n    switch token {\n    case .text: break\n    default: break\n    }\n}\n",
        ),
    ];
    callers(
        &files,
        "core/Repo.kt",
        "Repo.find",
        &["possible app/Main.kt:6 run"],
    );
    let expected = ["likely Sources/App/Model.swift:5 handle"];
    users(
        &files,
        "Sources/Core/Token.swift",
        ("Token", "text"),
        &expected,
    );
}

#[test]
fn methods_of_an_object_that_a_statement_of_the_file_passes_on_call_each_other() {
    let script = "Page({\n  onLoad() { this.fetch() },\n  fetch() { return 1 },\n})\n";
    let repository = Repository::of(&[("page.js", script)]);
    repository.update();
    let mut sources = Sources::new(repository.reader(), Default::default());
    let path = SourcePath::new("page.js");
    let tree = sources.tree(&path, &Cancel::new()).expect("a document");
    let leaf = tree.leaf_at_line(3).expect("a leaf");
    let kind = RelationKind::Callers(Some(Symbol::OnLine(3)));
    let found = reported::find(kind, &repository.snapshot(), &mut sources, &tree, leaf);
    let lines: Vec<u32> = found.found.iter().map(|it| it.at.0).collect();
    assert_eq!(lines, [2]);
}
