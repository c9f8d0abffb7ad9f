//! Manifests of Python that are no TOML, read by their lines.

use super::script::{called, quoted, quotes};
use super::{Manifest, requirement};

/// `setup.cfg`.
pub(super) fn setup_cfg(text: &str) -> Option<Manifest> {
    let mut manifest = Manifest::default();
    let mut section = "";
    let mut key = "";
    for line in text.lines() {
        let is_more = line.starts_with([' ', '\t']);
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
            continue;
        }
        let value = match (is_more, line.split_once('=')) {
            (true, _) => line,
            (false, Some((name, value))) => {
                key = name.trim();
                value.trim()
            }
            (false, None) => continue,
        };
        match (section, key) {
            _ if value.is_empty() => {}
            ("metadata", "name") => manifest.name = value.to_owned(),
            ("metadata", "description" | "summary") => manifest.description = value.to_owned(),
            ("options", "install_requires") => manifest.dependencies.push(requirement(value)),
            ("options.entry_points", "console_scripts") => {
                let script = value.split('=').next().unwrap_or_default();
                manifest.entries.push(script.trim().to_owned());
            }
            _ => {}
        }
    }
    Some(manifest)
}

/// `setup.py`: what is written out in it.
pub(super) fn setup_py(text: &str) -> Option<Manifest> {
    let value = |key: &str| {
        let line = text.lines().map(str::trim).find_map(|line| {
            let rest = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
            Some(rest.trim_start())
        });
        line.and_then(quoted).unwrap_or_default().to_owned()
    };
    let required = called(text, "install_requires=", '[', ']');
    let required = required.or_else(|| called(text, "install_requires = ", '[', ']'));
    let required = required.map_or_else(Vec::new, quotes);
    Some(Manifest {
        name: value("name"),
        description: value("description"),
        dependencies: required.into_iter().map(requirement).collect(),
        ..Manifest::default()
    })
}

/// `requirements.txt`.
pub(super) fn requirements(text: &str) -> Option<Manifest> {
    let lines = text.lines().map(str::trim);
    let named = lines.filter(|line| line.starts_with(|it: char| it.is_ascii_alphabetic()));
    Some(Manifest {
        dependencies: named.map(requirement).collect(),
        ..Manifest::default()
    })
}
