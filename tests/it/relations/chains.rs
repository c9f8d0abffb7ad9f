//! Members of the values that chains of calls return.

use super::*;

/// Checks the callers of a declaration in a repository of one file.
#[track_caller]
pub(super) fn callers_in(path: &str, text: &str, name: &str, expected: &[&str]) {
    let kind = RelationKind::Callers(None);
    check(&[(path, text)], kind, path, name, expected);
}

#[test]
fn a_factory_may_return_another_type() {
    let rust = "pub struct Opts;\nimpl Opts {\n    pub fn builder() -> Builder { Builder }\n    pub fn open(&self) {}\n}\n\
                pub struct Builder;\nimpl Builder {\n    pub fn level(self) -> Self { self }\n    \
                pub fn build(self) -> Opts { Opts }\n}\n\
                fn chain() {\n    Opts::builder().level().build().open();\n}\n\
                fn parts() {\n    let kept = Opts::builder();\n    kept.level();\n}\n\
                struct Other;\nimpl Other {\n    fn level(&self) {}\n}\n\
                fn other(it: &Other) {\n    it.level();\n}\n";
    let expected = ["certain src/a.rs:16 parts", "likely src/a.rs:12 chain"];
    callers_in("src/a.rs", rust, "Builder.level", &expected);
    callers_in(
        "src/a.rs",
        rust,
        "Builder.build",
        &["likely src/a.rs:12 chain"],
    );
    callers_in("src/a.rs", rust, "Opts.open", &["likely src/a.rs:12 chain"]);
    let java = "class Opts {\n    static Builder builder() { return new Builder(); }\n    void open() {}\n}\n\
                class Builder {\n    Builder level(int n) { return this; }\n    Opts build() { return new Opts(); }\n}\n\
                class Use {\n    void chain() { Opts.builder().level(3).build().open(); }\n    \
                void parts() { var kept = Opts.builder(); kept.level(4); }\n}\n";
    let expected = [
        "certain Opts.java:11 Use.parts",
        "likely Opts.java:10 Use.chain",
    ];
    callers_in("Opts.java", java, "Builder.level", &expected);
    callers_in("Opts.java", java, "Opts.open", &expected[1..]);
    let php = "<?php\nclass Opts {\n    static function builder(): Builder { return new Builder(); }\n}\n\
               class Builder {\n    function level(int $n): static { return $this; }\n    function build(): Opts { return new Opts(); }\n}\n\
               function chain() {\n    Opts::builder()->level(3)->build();\n}\n";
    callers_in("a.php", php, "Builder.level", &["likely a.php:10 chain"]);
    callers_in("a.php", php, "Builder.build", &["likely a.php:10 chain"]);
    let go = "package a\n\ntype Conf struct{}\ntype Builder struct{}\n\nfunc Start() *Builder { return &Builder{} }\n\
              func (b *Builder) Level(n int) *Builder { return b }\nfunc (b *Builder) Build() (*Conf, error) { return nil, nil }\n\
              func (c *Conf) Open() {}\n\
              func chain() {\n\tc, _ := Start().Level(3).Build()\n\tc.Open()\n}\n";
    callers_in("a.go", go, "Builder.Build", &["likely a.go:11 chain"]);
    callers_in("a.go", go, "Conf.Open", &["likely a.go:12 chain"]);
}

#[test]
fn a_factory_without_a_declared_result_excludes_no_type() {
    let ruby = "class Opts\n  def self.builder\n    Builder.new\n  end\nend\n\
                class Builder\n  def level(n)\n    self\n  end\nend\n\
                def chain\n  Opts.builder(1).level(3)\nend\n";
    callers_in("a.rb", ruby, "Builder.level", &["possible a.rb:12 chain"]);
    let python = "class Opts:\n    @classmethod\n    def builder(cls):\n        return Builder()\n\n\
                  class Builder:\n    def level(self, n):\n        return self\n\n\
                  def chain():\n    Opts.builder().level(3)\n";
    callers_in("a.py", python, "Builder.level", &["possible a.py:11 chain"]);
}

#[test]
fn a_value_of_any_type_excludes_no_type() {
    let python = "class Engine:\n    def start(self):\n        return 1\n\n\
                  def any_value(it: Any):\n    it.start()\n\ndef other(it: Thread):\n    it.start()\n";
    let expected = ["likely a.py:6 any_value"];
    callers_in("a.py", python, "Engine.start", &expected);
    let csharp = "class Crank {\n  void Rot() {}\n}\nclass Box<TItem> where TItem : Crank {\n  TItem kept;\n  \
                  void Turn(TItem it) { it.Rot(); }\n  void Keep() { kept.Rot(); }\n}\n";
    let expected = ["likely a.cs:6 Box.Turn", "likely a.cs:7 Box.Keep"];
    callers_in("a.cs", csharp, "Crank.Rot", &expected);
    let script = "class Motor {\n  go() {}\n}\n\nfunction one<TItem extends Motor>(it: TItem) {\n  it.go();\n}\n\n\
                  function two(it: ReturnType<typeof one>) {\n  it.go();\n}\n";
    let expected = ["likely a.ts:6 one", "likely a.ts:10 two"];
    callers_in("a.ts", script, "Motor.go", &expected);
}

#[test]
fn a_variable_has_the_type_of_its_only_value_before_the_use() {
    let script = "class Store {\n  static make(): Store { return new Store() }\n  load() {}\n}\nclass Item {\n  load() {}\n}\n\n\
                  function one(it) {\n  if (it) {\n    const kept = Store.make();\n  } else {\n    const kept = it.first();\n    kept.load();\n  }\n}\n\n\
                  function two(it) {\n  const same = it === Store.make();\n  same.load();\n}\n\n\
                  ";
    let expected = ["possible a.ts:14 one", "possible a.ts:20 two"];
    callers_in("a.ts", script, "Item.load", &expected);
}

#[test]
fn the_elements_of_a_container_are_not_the_value() {
    let rust = "pub struct Store;\nimpl Store {\n    pub fn all() -> Vec<Store> { Vec::new() }\n    pub fn len(&self) -> usize { 0 }\n    \
                pub fn open() -> Result<Store, u8> { Ok(Store) }\n}\n\n\
                fn one() {\n    let all = Store::all();\n    all.len();\n}\n\nfn two() {\n    let kept = Store::open().unwrap();\n    kept.len();\n}\n";
    callers_in("src/a.rs", rust, "Store.len", &["certain src/a.rs:15 two"]);
}

#[test]
fn a_namesake_in_another_language_or_without_a_stated_result_excludes_no_type() {
    let python = "class Store:\n    def open(self):\n        return Item()\n\nclass Item:\n    def load(self):\n        return 1\n\n\
                  def use():\n    Store().open().load()\n";
    let java = "class Store {\n  Session open() { return null; }\n}\nclass Session {\n  void load() {}\n}\n";
    let files = [("a.py", python), ("Store.java", java)];
    check(
        &files,
        RelationKind::Callers(None),
        "a.py",
        "Item.load",
        &["possible a.py:10 use"],
    );
}

#[test]
fn an_operator_may_return_another_type_than_its_operand() {
    let kotlin = "class Cart { operator fun plus(it: Item) = this; fun total() = 1 }\nclass Item { fun total() = 2 }\n\
                  fun use(c: Cart) {\n  (c + Item()).total()\n}\n";
    for name in ["Cart.total", "Item.total"] {
        callers_in("a.kt", kotlin, name, &["possible a.kt:4 use"]);
    }
    let choice = "class Cart:\n    def total(self):\n        return 1\n\nclass Item:\n    def total(self):\n        return 2\n\n\
                  def use(c):\n    return (c or Item()).total()\n";
    callers_in("a.py", choice, "Item.total", &["likely a.py:10 use"]);
}
