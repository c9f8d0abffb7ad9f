//! PHP: [`ROW`], and the files that `include` and `require` name.

use crate::syntax::import::Import as Imported;
use crate::syntax::query::{hooks, modules};
use crate::syntax::reference::Reference;
use crate::syntax::row::{Constructors, LanguageRow, Packages, Reach, TextKind};
use crate::syntax::template::scripts;
use crate::syntax::visibility::Visibility;
use crate::syntax::walk::member;
use crate::syntax::walker::{Hooks, Walker, child_of_kind, named_children};
use tree_sitter::Node;

/// The language of code between marks in a page.
pub(super) const CODE: Option<&str> = Some("php_only");

pub(super) const ROW: LanguageRow = LanguageRow {
    name: "php",
    call_operator: "__invoke",
    extensions: "php phtml php5 php7",
    shebangs: "php",
    starts: &["<?php"],
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    routes: r#".*\bRoute::(?:get|post|put|patch|delete|any|match|resource|apiResource)\(|#\[Route\(|.*\$(?:app|router)->(?:get|post|put|patch|delete)\(\s*['"]/"#,
    commands: r"#\[AsCommand\b|protected\s+\$signature\s*=|protected\s+static\s+\$defaultName\s*=",
    query: include_str!("../queries/php.scm"),
    rewrites: include_str!("../rewrites/php.txt"),
    targets: "name property_element left assignment_expression",
    inherits_constructors: true,
    constructors: Constructors::Named(&["__construct"]),
    renaming: r"(?m)(?:^|[{;])\s*(?:\w+::)?NAME\s+as\s+(?:(?:public|protected|private)\s+)?(?<alias>\w+)\s*;",
    symbol_marks: &['"', '\'', '@'],
    constructor_calls: "self static parent",
    used_by_syntax: &["function __"],
    member_marks: &["?->", "->", "::", "\\"],
    own_types: "self static parent $this",
    field_sigil: "$",
    separator: "::",
    line_comments: &["///", "//", "##", "#"],
    visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
    family: "php",
    packages: Packages::Prefixed,
    reach: Reach::Directory,
    file_local: ("", "private"),
    highlights: &[tree_sitter_php::HIGHLIGHTS_QUERY],
    injections: tree_sitter_php::INJECTIONS_QUERY,
    code: |text| scripts(text, &[("<?php", "?>", CODE), ("<?", "?>", CODE)]),
    tests: r"(?:\*|/\*\*)\s*@test\b|#\[[^\]]*\b(?:Test|TestWith|TestDox|DataProvider|Before|After|BeforeClass|AfterClass)\b|.*class\s.*\bextends\s+[\w\\]*TestCase\b",
    test_calls: r#"(?:describe|test|it|arch)\(\s*['"]|(?:before|after)(?:Each|All)\("#,
    calls_fields: false,
    ..LanguageRow::CODE
};

/// Code without `<?php` before it, in a template.
pub(super) const ONLY: LanguageRow = LanguageRow {
    name: "php_only",
    extensions: "",
    shebangs: "",
    starts: &[],
    grammar: || tree_sitter_php::LANGUAGE_PHP_ONLY.into(),
    text_kind: TextKind::Inline,
    ..ROW
};

pub(super) const HOOKS: Hooks = Hooks {
    delegate: |_, node| renamed(node).unwrap_or_default(),
    imports,
    ..hooks::HOOKS
};

/// The methods of a trait that get another name: `use Logs { log as write; }`.
fn renamed(node: Node<'_>) -> Option<Vec<Reference>> {
    let traits = child_of_kind(node, "name")?;
    let clauses = child_of_kind(node, "use_list")?;
    let clauses = named_children(clauses).filter(|clause| clause.kind() == "use_as_clause");
    let methods = clauses.filter_map(|clause| clause.named_child(0));
    let methods = methods.filter(|method| method.kind() == "name");
    let references = methods.map(|method| member(method.byte_range(), traits.byte_range(), true));
    references.collect()
}

fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Imported> {
    match node.kind() {
        "namespace_use_declaration" | "namespace_definition" => modules::imports(walker, node),
        _ => included(walker, node).into_iter().collect(),
    }
}

/// The file of a `require` if a single string names it: `require __DIR__ . '/a.php'`.
fn included(walker: &Walker<'_>, node: Node<'_>) -> Option<Imported> {
    let text = walker.words(node);
    let mut parts = text.split(['\'', '"']);
    let (before, file, after) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || after.contains(['.', '$']) || file.contains('$') {
        return None;
    }
    let directories = before.matches("dirname(").count();
    let from = match (before.contains("__DIR__"), before.contains("__FILE__")) {
        (true, _) if directories > 0 => vec![".."; directories].join("/"),
        (_, true) if directories > 1 => vec![".."; directories - 1].join("/"),
        (true, _) | (_, true) => ".".to_owned(),
        _ => String::new(),
    };
    let module = format!("{from}{file}");
    Some(Imported::new(&module, "", node.start_byte()))
}
