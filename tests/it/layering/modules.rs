//! The modules of the program, and what each imports of others.

use crate::rust_source::{NamedPath, RustSource, shipped_sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

/// The shipped files by module path (`search::rank`; empty for `lib.rs`), with the paths that each names.
pub(super) struct Modules(BTreeMap<String, Vec<NamedPath>>);

/// One path of a module that leads to another module.
pub(super) struct Import<'a> {
    pub(super) from: &'a str,
    pub(super) path: &'a NamedPath,
    /// The module in which the path ends.
    pub(super) module: String,
    /// The module that defines the imported item: `module`, or the one it is re-exported from.
    pub(super) definition: String,
}

impl Modules {
    pub(super) fn of_the_program() -> &'static Self {
        static MODULES: LazyLock<Modules> = LazyLock::new(|| {
            let sources = shipped_sources();
            let texts: Vec<(&str, &str)> = sources
                .iter()
                .map(|(file, text)| (file.to_str().unwrap(), text.as_str()))
                .collect();
            Modules::of(&texts)
        });
        &MODULES
    }

    /// `sources`: paths relative to `src`, with their text.
    pub(super) fn of(sources: &[(&str, &str)]) -> Self {
        let module = |(file, text): &(&str, &str)| {
            (module_of(Path::new(file)), RustSource::parse(text).paths())
        };
        Self(sources.iter().map(module).collect())
    }

    pub(super) fn rooms(&self) -> BTreeSet<&str> {
        self.0.keys().map(|module| room(module)).collect()
    }

    /// All paths that name something outside their module, with the module.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&str, &NamedPath)> {
        self.0
            .iter()
            .flat_map(|(module, paths)| paths.iter().map(move |path| (module.as_str(), path)))
    }

    pub(super) fn imports(&self) -> impl Iterator<Item = Import<'_>> {
        self.paths().filter_map(|(from, path)| {
            let (module, name) = self.target(from, &path.segments)?;
            let definition = self.definition(&module, name);
            (module != from).then_some(Import {
                from,
                path,
                module,
                definition,
            })
        })
    }

    /// The module in which a path of the module `from` ends, and the name of the item in it, if any. None if
    /// the path is not one of this crate.
    fn target<'a>(&self, from: &str, path: &'a [String]) -> Option<(String, Option<&'a str>)> {
        let mut module = from.to_owned();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            "super" => {}
            name if !from.is_empty() && self.0.contains_key(&child(from, name)) => {}
            _ => return None,
        }
        while let Some((name, after)) = rest.split_first() {
            if name == "super" {
                module = parent(&module).to_owned();
            } else if self.0.contains_key(&child(&module, name)) {
                module = child(&module, name);
            } else {
                break;
            }
            rest = after;
        }
        Some((module, rest.first().map(String::as_str)))
    }

    /// The module that defines an item of a module: follows re-exports.
    fn definition(&self, module: &str, name: Option<&str>) -> String {
        let reexported = self.0.get(module).into_iter().flatten().find_map(|path| {
            let (inner, inner_name) = self.target(module, &path.segments)?;
            (inner.starts_with(module) && inner != module && name.is_some() && inner_name == name)
                .then_some(inner)
        });
        match reexported {
            Some(inner) => self.definition(&inner, name),
            None => module.to_owned(),
        }
    }
}

fn child(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

fn parent(module: &str) -> &str {
    module.rsplit_once("::").map_or("", |(parent, _)| parent)
}

/// The module at the top that a module belongs to; `lib` for the root.
pub(super) fn room(module: &str) -> &str {
    match module.split("::").next() {
        Some("") | None => "lib",
        Some(room) => room,
    }
}

fn module_of(file: &Path) -> String {
    let file = file.with_extension("");
    let names = file.iter().map(|name| name.to_str().unwrap());
    let names: Vec<&str> = names
        .filter(|name| !["mod", "lib"].contains(name))
        .collect();
    names.join("::")
}
