//! Manifests in TOML: of Cargo, of Python.

use super::{Manifest, requirement};
use toml::{Table, Value};

/// `Cargo.toml`.
pub(super) fn cargo(text: &str) -> Option<Manifest> {
    let root: Table = text.parse().ok()?;
    let package = table(&root, "package");
    let workspace = table(&root, "workspace");
    let bins = root.get("bin").and_then(Value::as_array);
    let bins = bins.into_iter().flatten().filter_map(Value::as_table);
    let own = ["dependencies", "build-dependencies"];
    let own = own.iter().filter_map(|key| table(&root, key));
    let shared = workspace.and_then(|workspace| table(workspace, "dependencies"));
    Some(Manifest {
        name: string(package, "name"),
        description: string(package, "description"),
        entries: bins.map(|bin| string(Some(bin), "name")).collect(),
        members: strings(workspace, "members"),
        dependencies: own.chain(shared).flat_map(Table::keys).cloned().collect(),
        ..Manifest::default()
    })
}

/// `pyproject.toml`, of any build system.
pub(super) fn pyproject(text: &str) -> Option<Manifest> {
    let root: Table = text.parse().ok()?;
    let tool = table(&root, "tool");
    let poetry = tool.and_then(|tool| table(tool, "poetry"));
    let project = table(&root, "project").or(poetry);
    let scripts = project.and_then(|project| table(project, "scripts"));
    let listed = strings(project, "dependencies");
    let listed = listed.iter().map(|it| requirement(it));
    let tabled = project.and_then(|project| table(project, "dependencies"));
    let tabled = tabled.into_iter().flat_map(Table::keys).cloned();
    Some(Manifest {
        name: string(project, "name"),
        description: string(project, "description"),
        entries: scripts.into_iter().flat_map(Table::keys).cloned().collect(),
        dependencies: listed
            .chain(tabled)
            .filter(|name| name != "python")
            .collect(),
        ..Manifest::default()
    })
}

fn table<'t>(of: &'t Table, key: &str) -> Option<&'t Table> {
    of.get(key).and_then(Value::as_table)
}

fn string(of: Option<&Table>, key: &str) -> String {
    let value = of.and_then(|of| of.get(key)).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

fn strings(of: Option<&Table>, key: &str) -> Vec<String> {
    let values = of.and_then(|of| of.get(key)).and_then(Value::as_array);
    let strings = values.into_iter().flatten().filter_map(Value::as_str);
    strings.map(str::to_owned).collect()
}
