//! The layers, as the table in `docs/architecture.md` states them.

use super::modules::{Import, Modules, room};
use std::collections::{BTreeMap, BTreeSet};

/// Rows of the table by module.
pub(super) struct Layers(BTreeMap<String, Layer>);

struct Layer {
    number: u8,
    /// Modules of lower layers that may be imported, each with the only parts of it that may; all if there
    /// are none. None: may import everything.
    imports: Option<BTreeMap<String, Vec<String>>>,
}

impl Layers {
    pub(super) fn documented() -> Self {
        Self::parse(include_str!("../../../docs/architecture.md"))
    }

    /// Reads the tables `| layer | module | purpose | imports |` and `| module | values |`.
    fn parse(page: &str) -> Self {
        let rows = page.lines().filter_map(|line| {
            let cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
            Some(cells.collect::<Vec<_>>())
        });
        let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut layers = Vec::new();
        for cells in rows {
            if let [number, modules, _, imports] = cells[..]
                && let Ok(number) = number.parse()
            {
                layers.push((number, modules, imports));
            } else if let [module, parts] = cells[..]
                && module.starts_with('`')
            {
                values.insert(names(module).remove(0), names(parts));
            }
        }
        let mut table = BTreeMap::new();
        for (number, modules, imports) in layers {
            for module in names(modules) {
                let imports = (imports != "everything").then(|| permissions(imports, &values));
                table.insert(module, Layer { number, imports });
            }
        }
        Self(table)
    }

    /// The rule that an import breaks, if any.
    fn violation(&self, import: &Import<'_>) -> Option<String> {
        let (from, target) = (room(import.from), room(&import.definition));
        if from == target || ["lib", "main"].contains(&from) {
            return None;
        }
        let permitted = self.0.get(from)?.imports.as_ref()?;
        match permitted.get(target) {
            None => Some(format!("{from} does not import {target}")),
            Some(parts) if !covers(parts, &import.definition) => Some(format!(
                "{from} imports only {} of {target}",
                parts.join(", ")
            )),
            Some(_) => None,
        }
    }
}

/// True if a module is one of the parts or below one.
fn covers(parts: &[String], module: &str) -> bool {
    let is_in = |part: &String| {
        module
            .strip_prefix(part.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    parts.is_empty() || parts.iter().any(is_in)
}

/// The names between backticks.
fn names(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Reads "`a`, `b` (values), `c` (`d`, `e`)".
fn permissions(
    cell: &str,
    values: &BTreeMap<String, Vec<String>>,
) -> BTreeMap<String, Vec<String>> {
    let mut permissions = BTreeMap::new();
    let mut rest = cell;
    while let Some((_, after)) = rest.split_once('`') {
        let (module, after) = after.split_once('`').unwrap();
        let mut parts = Vec::new();
        rest = after;
        if let Some(inner) = after.strip_prefix(" (") {
            let (inner, after) = inner.split_once(')').unwrap();
            parts = if inner == "values" {
                values[module].clone()
            } else {
                names(inner)
            };
            let qualify = |part: String| format!("{module}::{part}");
            parts = parts.into_iter().map(qualify).collect();
            rest = after;
        }
        permissions.insert(module.to_owned(), parts);
    }
    permissions
}

#[test]
fn modules_import_only_what_the_table_lists() {
    let (layers, modules) = (Layers::documented(), Modules::of_the_program());
    let violations: BTreeSet<String> = modules
        .imports()
        .filter_map(|import| {
            let rule = layers.violation(&import)?;
            let path = import.path.segments.join("::");
            let line = import.path.line;
            Some(format!(
                "{}: line {line}: `{path}` ({}): {rule}",
                import.from, import.definition
            ))
        })
        .collect();
    let violations: Vec<String> = violations.into_iter().collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn every_import_leads_down_and_is_used() {
    let (layers, modules) = (Layers::documented(), Modules::of_the_program());
    let imports: Vec<Import<'_>> = modules.imports().collect();
    for (from, layer) in &layers.0 {
        for (target, parts) in layer.imports.iter().flatten() {
            let below = layers.0.get(target).map(|layer| layer.number);
            assert!(below < Some(layer.number), "{from} imports {target}");
            let is_used = imports
                .iter()
                .any(|import| room(import.from) == from && room(&import.definition) == target);
            assert!(is_used, "{from} does not need {target}");
            for part in parts {
                let is_used = imports.iter().any(|import| {
                    room(import.from) != target
                        && covers(std::slice::from_ref(part), &import.definition)
                });
                assert!(is_used, "no module needs {part}");
            }
        }
    }
    let documented: BTreeSet<&str> = layers.0.keys().map(String::as_str).collect();
    let outside = BTreeSet::from(["lib", "main"]);
    assert_eq!(&modules.rooms() - &outside, documented);
}

#[test]
fn an_import_that_the_table_does_not_list_is_refused() {
    const TABLE: &str = "| 0 | `low` | … | – |\n\
        | 1 | `mid` | … | `low` (values) |\n\
        | 2 | `high` | … | everything |\n\
        | `low` | `plain` |\n";
    #[track_caller]
    fn check(file: &str, path: &str, expected: Option<&str>) {
        let modules = Modules::of(&[
            ("low/mod.rs", "pub use plain::Plain; pub use disk::Disk;"),
            ("low/plain.rs", ""),
            ("low/disk.rs", ""),
            ("high.rs", ""),
            (file, &format!("use {path};")),
        ]);
        let layers = Layers::parse(TABLE);
        let from = modules
            .imports()
            .filter(|import| room(import.from) != "low");
        let rules: Vec<String> = from
            .filter_map(|import| layers.violation(&import))
            .collect();
        assert_eq!(rules, Vec::from_iter(expected), "{file}: {path}");
    }
    const ONLY: &str = "mid imports only low::plain of low";
    check("mid/a.rs", "crate::low::Plain", None);
    check("mid/a.rs", "crate::low::plain::Plain", None);
    check("mid/a.rs", "super::super::low::Plain", None);
    check("mid/a.rs", "crate::low::Disk", Some(ONLY));
    check("mid/a.rs", "super::super::low::{self}", Some(ONLY));
    check(
        "mid/mod.rs",
        "super::high::f",
        Some("mid does not import high"),
    );
    check("high/b.rs", "crate::low::Disk", None);
}
