//! Manifests in JSON: of npm, of Composer.

use super::Manifest;
use serde_json::{Map, Value};

/// `package.json`.
pub(super) fn package(text: &str) -> Option<Manifest> {
    let root = object(text)?;
    let bins = match root.get("bin") {
        Some(Value::Object(bins)) => bins.keys().cloned().collect(),
        Some(Value::String(file)) => vec![file.clone()],
        _ => Vec::new(),
    };
    let main = string(&root, "main");
    let entries = bins.into_iter().chain((!main.is_empty()).then_some(main));
    let members = match root.get("workspaces") {
        Some(Value::Object(workspaces)) => workspaces.get("packages").cloned(),
        workspaces => workspaces.cloned(),
    };
    Some(Manifest {
        name: string(&root, "name"),
        description: string(&root, "description"),
        entries: entries.collect(),
        members: match members {
            Some(Value::Array(members)) => members
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        },
        dependencies: keys(&root, "dependencies")
            .chain(keys(&root, "peerDependencies"))
            .chain(keys(&root, "devDependencies").filter(|it| super::framework(it).is_some()))
            .collect(),
        ..Manifest::default()
    })
}

/// `composer.json`.
pub(super) fn composer(text: &str) -> Option<Manifest> {
    let root = object(text)?;
    // What is required of PHP itself has no vendor.
    let dependencies = keys(&root, "require").filter(|name| name.contains('/'));
    let dependencies = dependencies.collect();
    let bins = match root.get("bin") {
        Some(Value::Array(bins)) => bins.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    Some(Manifest {
        name: string(&root, "name"),
        description: string(&root, "description"),
        entries: bins.into_iter().map(str::to_owned).collect(),
        dependencies,
        ..Manifest::default()
    })
}

fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

fn string(of: &Map<String, Value>, key: &str) -> String {
    let value = of.get(key).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

fn keys<'o>(of: &'o Map<String, Value>, key: &str) -> impl Iterator<Item = String> + 'o {
    let object = of.get(key).and_then(Value::as_object);
    object.into_iter().flat_map(|object| object.keys().cloned())
}
