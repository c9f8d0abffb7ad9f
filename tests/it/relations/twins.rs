//! Methods and static methods of one name.

use super::*;
use smriti_tui::chunk::Symbol;

/// Checks the user of the declaration on each of some lines.
#[track_caller]
fn check_lines(files: &[(&str, &str)], path: &str, expected: &[(u32, &str)]) {
    let repository = Repository::of(files);
    repository.update();
    let mut sources = Sources::new(repository.reader(), Default::default());
    let tree = sources
        .tree(&SourcePath::new(path), &Cancel::new())
        .expect("a document");
    for (line, expected) in expected {
        let mut chunks = tree.chunks.iter();
        let chunk = chunks
            .position(|chunk| chunk.kind.has_code() && chunk.name_at.0 == *line)
            .expect("a method on the line");
        let kind = RelationKind::Callers(None::<Symbol>);
        let found = reported::find(kind, &repository.snapshot(), &mut sources, &tree, chunk);
        let lines = found.found.iter().map(|it| (it.certainty.name(), it.at.0));
        let lines: Vec<String> = lines.map(|(name, at)| format!("{name} {at}")).collect();
        assert_eq!(lines, [*expected], "{path}:{line}");
    }
}

#[test]
fn a_static_method_is_called_by_the_type_and_its_namesake_by_a_value() {
    let script = "export class Money {\n  static parse(n) { return n; }\n  parse(n) { return n; }\n}\n\
                  export function one() {\n  return Money.parse(1);\n}\nexport function two() {\n  return new Money().parse(2);\n}\n";
    check_lines(
        &[("a.js", script)],
        "a.js",
        &[(2, "certain 6"), (3, "likely 9")],
    );
    let own = "export class Pool {\n  static take(n: number) { return n; }\n  take(n: number) { return n; }\n\
               \x20 static make() { return this.take(1); }\n  more() { return this.take(2); }\n}\n";
    check_lines(
        &[("a.ts", own)],
        "a.ts",
        &[(2, "certain 4"), (3, "certain 5")],
    );
    let ruby = "class Money\n  def self.parse(t)\n    t\n  end\n\n  def parse(t)\n    t\n  end\nend\n\n\
                def one\n  Money.parse(1)\nend\n\ndef two\n  Money.new.parse(2)\nend\n";
    check_lines(
        &[("a.rb", ruby)],
        "a.rb",
        &[(2, "certain 12"), (6, "likely 16")],
    );
    let kotlin = "class Money {\n  fun parse(t: Int): Int { return t }\n  companion object {\n    fun parse(t: Int): Int { return t }\n  }\n}\n\
                  fun one(): Int { return Money.parse(1) }\nfun two(m: Money): Int { return m.parse(2) }\n";
    check_lines(
        &[("a.kt", kotlin)],
        "a.kt",
        &[(2, "certain 8"), (4, "certain 7")],
    );
}

#[test]
fn a_method_of_java_may_call_a_static_overload_without_its_type() {
    let java = "class A {\n  static int sum(int a) { return a; }\n  int sum(int a, int b) { return a + b; }\n\
                \x20 int one() { return sum(1); }\n  int two() { return sum(1, 2); }\n}\n";
    check_lines(
        &[("A.java", java)],
        "A.java",
        &[(2, "certain 4"), (3, "certain 5")],
    );
}

#[test]
fn a_path_names_a_method_and_not_the_field_of_its_name() {
    let rust = "pub struct Item {\n    label: String,\n}\nimpl Item {\n    pub fn label(&self) -> &str { &self.label }\n}\n\
                pub fn all(items: &[Item]) -> Vec<&str> {\n    items.iter().map(Item::label).collect()\n}\n";
    check_lines(&[("src/lib.rs", rust)], "src/lib.rs", &[(5, "certain 8")]);
    let java = "class Item {\n  private String label;\n  String label() { return label; }\n\
                \x20 static List<String> all(List<Item> it) { return it.stream().map(Item::label).toList(); }\n}\n";
    check_lines(&[("Item.java", java)], "Item.java", &[(3, "certain 4")]);
    let elixir = "defmodule Item do\n  defstruct [:name, price: 0]\n  def price(it), do: 1\nend\ndefmodule B do\n\
                  \x20 def all(them), do: Enum.map(them, &Item.price/1)\nend\n";
    check_lines(&[("item.ex", elixir)], "item.ex", &[(3, "certain 6")]);
}
