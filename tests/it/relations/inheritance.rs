//! Members that a type inherits, and calls of constructors without the name of their type.

use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(path: &str, text: &str, line: u32, name: &str, expected: &[&str]) {
    let kind = RelationKind::Callers(Some(Symbol::OnLine(line)));
    check(&[(path, text)], kind, path, name, expected);
}

#[test]
fn a_static_method_called_by_the_name_of_a_subtype_is_the_nearest_one_above_it() {
    let python = "class Base:\n    @staticmethod\n    def load():\n        return 2\n\n\n\
                  class Sub(Base):\n    pass\n\n\nclass Own(Base):\n    @staticmethod\n    def load():\n        return 3\n\n\n\
                  def by_sub():\n    return Sub.load()\n\n\ndef by_own():\n    return Own.load()\n";
    callers("a.py", python, 3, "Base.load", &["likely a.py:18 by_sub"]);
    callers("a.py", python, 13, "Own.load", &["certain a.py:22 by_own"]);
    let php = "<?php\nabstract class Base {\n    public static function load() { return new static(); }\n\n    \
               public function own() { return self::load(); }\n}\n\nclass Sub extends Base { }\n\n\
               class Other extends Base {\n    public static function load() { return 2; }\n}\n\n\
               function go() { return Sub::load(); }\n";
    let expected = ["certain a.php:5 Base.own", "likely a.php:14 go"];
    callers("a.php", php, 3, "Base.load", &expected);
    callers("a.php", php, 11, "Other.load", &[]);
    let java = "class Base {\n    static int load() { return 1; }\n}\n\nclass Sub extends Base { }\n\n\
                class Run {\n    int go() { return Sub.load(); }\n}\n";
    callers("A.java", java, 2, "Base.load", &["likely A.java:8 Run.go"]);
    let csharp = "class Base\n{\n    public static int Load() => 1;\n}\nclass Sub : Base { }\nclass Run\n{\n    \
                  int Go() => Sub.Load();\n}\n";
    callers("a.cs", csharp, 3, "Base.Load", &["likely a.cs:8 Run.Go"]);
    let ruby = "class Base\n  def self.load\n    1\n  end\nend\n\nclass Sub < Base\nend\n\ndef go\n  Sub.load\nend\n";
    callers("a.rb", ruby, 2, "Base.load", &["likely a.rb:11 go"]);
    let swift = "class Base {\n    static func load() -> Int { return 1 }\n}\n\nclass Sub: Base { }\n\n\
                 func go() -> Int { return Sub.load() }\n";
    callers("a.swift", swift, 2, "Base.load", &["likely a.swift:7 go"]);
}

#[test]
fn members_of_a_companion_are_used_by_the_name_of_its_class() {
    let text = "open class Base {\n    companion object {\n        fun load(): Int {\n            return 1\n        }\n    }\n}\n\n\
                class Sub : Base() {\n    fun inner(): Int {\n        return load()\n    }\n}\n\n\
                fun go(): Int {\n    return Base.load()\n}\n";
    let expected = ["certain a.kt:16 go", "likely a.kt:11 Sub.inner"];
    callers("a.kt", text, 3, "Base.Companion.load", &expected);
}

#[test]
fn a_constructor_is_called_by_the_constructors_of_subtypes() {
    let script = "class A {\n  constructor(n) { this.n = n; }\n}\n\nclass M extends A {}\n\n\
                  class B extends M {\n  constructor() { super(4); }\n}\n\nclass C extends A {\n  constructor() { super(4); }\n}\n";
    let expected = [
        "certain a.js:12 C.constructor",
        "likely a.js:8 B.constructor",
    ];
    callers("a.js", script, 2, "A.constructor", &expected);
    let java = "class A {\n    A(int n) { }\n    A() { this(4); }\n}\n\nclass B extends A {\n    B() { super(4); }\n}\n";
    let expected = ["certain A.java:3 A.A", "certain A.java:7 B.B"];
    callers("A.java", java, 2, "A.A", &expected);
    let csharp = "class A\n{\n    public A(int n) { }\n    public A() : this(4) { }\n}\nclass B : A\n{\n    \
                  public B() : base(4) { }\n    static A Make()\n    {\n        A made = new(5);\n        return made;\n    }\n    \
                  static A Other() => new(5);\n}\n";
    let expected = [
        "certain a.cs:4 A.A",
        "certain a.cs:8 B.B",
        "certain a.cs:11 B.Make",
        "certain a.cs:14 B.Other",
    ];
    callers("a.cs", csharp, 3, "A.A", &expected);
    let kotlin = "open class A {\n    constructor(n: Int) {\n        println(n)\n    }\n}\n\n\
                  class B : A(4) {\n    fun b() = 1\n}\n\nclass C : A {\n    constructor() : super(4) {\n        println(2)\n    }\n}\n";
    let expected = ["certain a.kt:7 B", "certain a.kt:12 C.constructor"];
    callers("a.kt", kotlin, 2, "A.constructor", &expected);
    let cpp = "class First {\n public:\n  First(int n) : n_(n) {}\n  First() : First(4) {}\n\n private:\n  int n_;\n};\n\n\
               class Second : public First {\n public:\n  Second();\n  int count;\n};\n\n\
               int count(int it) { return it; }\n\nSecond::Second() : First(1), count(2) {}\n";
    let expected = [
        "certain a.hpp:4 First.First",
        "certain a.hpp:18 Second.Second",
    ];
    callers("a.hpp", cpp, 3, "First.First", &expected);
    callers("a.hpp", cpp, 16, "count", &[]);
}

#[test]
fn a_constructor_is_called_through_its_class_in_dynamic_languages() {
    let ruby = "class Bin\n  def initialize(items)\n    @items = items\n  end\n\n  def self.build\n    new([1])\n  end\n\n  \
                def total\n    3\n  end\nend\n\nclass Big < Bin\n  def initialize\n    super([1])\n  end\n\n  \
                def total\n    super + 1\n  end\nend\n\ndef make\n  Bin.new([2])\nend\n";
    let expected = [
        "certain bin.rb:7 Bin.build",
        "certain bin.rb:17 Big.initialize",
        "certain bin.rb:26 make",
    ];
    callers("bin.rb", ruby, 2, "Bin.initialize", &expected);
    callers(
        "bin.rb",
        ruby,
        10,
        "Bin.total",
        &["likely bin.rb:21 Big.total"],
    );
    let php = "<?php\nclass A {\n    public function __construct($n) { }\n\n    public function copy() { return new self(1); }\n}\n\n\
               class B extends A {\n    public function __construct() { parent::__construct(4); }\n}\n";
    let expected = ["certain a.php:5 A.copy", "likely a.php:9 B.__construct"];
    callers("a.php", php, 3, "A.__construct", &expected);
    let python = "class A:\n    def __init__(self, n):\n        self.n = n\n\n    @classmethod\n    def make(cls):\n        return cls(1)\n";
    callers("a.py", python, 2, "A.__init__", &["certain a.py:7 A.make"]);
}

#[test]
fn a_named_constructor_is_called_by_its_name_alone() {
    let text = "class Point {\n  final int x;\n  Point(this.x);\n  Point.origin() : this(0);\n}\n\n\
                Point plain() {\n  return Point(3);\n}\n\nPoint named() {\n  return Point.origin();\n}\n";
    callers(
        "a.dart",
        text,
        4,
        "Point.origin",
        &["certain a.dart:12 named"],
    );
    let expected = ["certain a.dart:4 Point.origin", "certain a.dart:8 plain"];
    callers("a.dart", text, 3, "Point.Point", &expected);
}

#[test]
fn class_methods_of_a_mixin_are_called_by_the_name_of_a_class() {
    let text = "module Weighs\n  module ClassMethods\n    def build\n      new\n    end\n  end\nend\n\n\
                class Stone\n  include Weighs\nend\n\ndef go\n  Stone.build\nend\n";
    callers(
        "a.rb",
        text,
        3,
        "Weighs.ClassMethods.build",
        &["likely a.rb:14 go"],
    );
}

#[test]
fn a_member_that_is_not_virtual_is_hidden() {
    let ship = "template <typename D> struct Base {\n  void stop() { static_cast<D*>(this)->stop(); }\n  virtual void turn() {}\n  \
                void both() { stop(); turn(); }\n};\nstruct Ship : Base<Ship> {\n  void stop() {}\n  void turn() {}\n  \
                void own() { stop(); }\n};\n";
    let stops = ["certain ship.cc:9 Ship.own", "possible ship.cc:2 Base.stop"];
    callers("ship.cc", ship, 7, "Ship.stop", &stops);
    callers(
        "ship.cc",
        ship,
        8,
        "Ship.turn",
        &["likely ship.cc:4 Base.both"],
    );
    let ship = "class Base {\n    public void Stop() { }\n    public virtual void Turn() { }\n    \
                public void Both() { Stop(); Turn(); }\n}\nclass Ship : Base {\n    public new void Stop() { }\n    \
                public override void Turn() { }\n}\n";
    callers("Ship.cs", ship, 7, "Ship.Stop", &[]);
    callers(
        "Ship.cs",
        ship,
        8,
        "Ship.Turn",
        &["likely Ship.cs:4 Base.Both"],
    );
}

#[test]
fn a_specialization_has_its_own_members() {
    let files = [
        (
            "base.h",
            "template <typename T> struct Formatter {\n  int put(T t) { return 1; }\n  int all(T t) { return put(t); }\n};\n\
             template <> struct Formatter<int> {\n  int put(int t) { return 2; }\n  int all(int t) { return put(t); }\n};\n",
        ),
        (
            "time.h",
            "#include \"base.h\"\nstruct Time {};\ntemplate <> struct Formatter<Time> {\n  int put(Time t) { return 3; }\n  \
             int all(Time t) { return put(t); }\n};\n",
        ),
    ];
    let callers = |path, line, expected: &[&str]| {
        let kind = RelationKind::Callers(Some(Symbol::OnLine(line)));
        check(&files, kind, path, "Formatter.put", expected);
    };
    callers("base.h", 2, &["likely base.h:3 Formatter.all"]);
    callers("time.h", 4, &["likely time.h:5 Formatter.all"]);
}
