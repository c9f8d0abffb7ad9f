//! What manifests declare: the package, what it is, what it depends on, what it starts.

mod frameworks;
mod json;
mod python;
mod script;
#[cfg(test)]
mod tests;
mod toml_file;
mod xml;

use super::passage::{Passage, clean, cut, name};
use super::prose;
use crate::chunk::ChunkTree;
use serde::{Deserialize, Serialize};

pub(super) use frameworks::framework;

/// A longer manifest is not read, in bytes.
const LONGEST_TEXT: usize = 256 * 1024;
/// A description has at most so many characters.
const LONGEST_DESCRIPTION: usize = 200;
/// A name is cut at so many.
const LONGEST_NAME: usize = 60;
/// Dependencies that are kept.
const MOST_DEPENDENCIES: usize = 12;
/// Programs and members of a workspace that are kept.
const MOST_NAMES: usize = 8;

/// What a manifest declares. What it does not say is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Manifest {
    /// The package's name.
    pub name: String,
    /// What it says it is.
    pub description: String,
    /// Programs and files that it starts with.
    pub entries: Vec<String>,
    /// Packages of its workspace.
    pub members: Vec<String>,
    /// Names of what it depends on: frameworks first, then in its order.
    pub dependencies: Vec<String>,
    /// How many more it depends on.
    pub more_dependencies: u32,
}

impl Manifest {
    /// Adds what it declares, in sentences.
    pub(super) fn tell(&self, passage: &mut Passage) {
        if !self.name.is_empty() {
            passage.say(&format!("Package {}", self.name));
        }
        passage.say(&self.description);
        passage.list("Workspace of ", &self.members, ", ");
        passage.list("Starts ", &self.entries, ", ");
        let left = passage.left();
        let more = self.more_dependencies as usize;
        passage.list_within("Depends on ", &self.dependencies, ", ", left, more);
    }

    /// Names as they are shown, and no more of them than are kept; nothing where nothing is said.
    fn bounded(self) -> Option<Self> {
        let names = |names: Vec<String>, most: usize| -> Vec<String> {
            let mut kept: Vec<String> = Vec::new();
            for it in names {
                let it = name(&it, LONGEST_NAME);
                if !it.is_empty() && !kept.contains(&it) && kept.len() < most {
                    kept.push(it);
                }
            }
            kept
        };
        let mut dependencies = names(self.dependencies, MOST_DEPENDENCIES * 20);
        dependencies.sort_by_key(|name| framework(name).is_none());
        let more = dependencies.len().saturating_sub(MOST_DEPENDENCIES);
        dependencies.truncate(MOST_DEPENDENCIES);
        let bounded = Self {
            name: name(&self.name, LONGEST_NAME),
            description: cut(
                &clean(&prose::sentences(&self.description, LONGEST_DESCRIPTION)),
                LONGEST_DESCRIPTION,
            ),
            entries: names(self.entries, MOST_NAMES),
            members: names(self.members, MOST_NAMES),
            dependencies,
            more_dependencies: u32::try_from(more).unwrap_or(u32::MAX),
        };
        (bounded != Self::default()).then_some(bounded)
    }
}

type Reader = fn(&str) -> Option<Manifest>;

/// Manifests with a name of their own.
const NAMES: &[(&str, Reader)] = &[
    ("Cargo.toml", toml_file::cargo),
    ("package.json", json::package),
    ("composer.json", json::composer),
    ("pyproject.toml", toml_file::pyproject),
    ("setup.cfg", python::setup_cfg),
    ("setup.py", python::setup_py),
    ("requirements.txt", python::requirements),
    ("go.mod", script::go_mod),
    ("pom.xml", xml::pom),
    ("build.gradle", script::gradle),
    ("build.gradle.kts", script::gradle),
    ("settings.gradle", script::gradle),
    ("settings.gradle.kts", script::gradle),
    ("Gemfile", script::gemfile),
    ("mix.exs", script::mix),
    ("Package.swift", script::swift),
    ("CMakeLists.txt", script::cmake),
    ("pubspec.yaml", script::pubspec),
];
/// Manifests with an extension of their own.
const EXTENSIONS: &[(&str, Reader)] = &[
    (".gemspec", script::gemspec),
    (".csproj", xml::project),
    (".fsproj", xml::project),
    (".cabal", script::cabal),
];

/// Whether a file of this name is a manifest.
pub(super) fn is_manifest(file_name: &str) -> bool {
    reader(file_name).is_some()
}

/// What a file declares as a manifest; nothing where it is none, or does not parse.
pub(super) fn of(tree: &ChunkTree) -> Option<Manifest> {
    let file_name = tree.path().file_name();
    let text = &tree.document.text;
    let read = reader(file_name).filter(|_| text.len() <= LONGEST_TEXT)?;
    let mut manifest = read(&text.slice(0..text.len()))?;
    // A project of .NET is called by its file.
    if manifest.name.is_empty() && file_name.ends_with("proj") {
        manifest.name = tree.path().stem().to_owned();
    }
    manifest.bounded()
}

fn reader(file_name: &str) -> Option<Reader> {
    let named = NAMES.iter().find(|(name, _)| *name == file_name);
    let named = named.or_else(|| {
        EXTENSIONS
            .iter()
            .find(|(extension, _)| file_name.ends_with(extension))
    });
    named.map(|(_, reader)| *reader)
}

/// A package's name of `requests[socks]>=2.0; python_version < "3"`.
fn requirement(text: &str) -> String {
    let text = text.trim();
    let end = text.find(|it: char| !it.is_ascii_alphanumeric() && !"-_.".contains(it));
    text.get(..end.unwrap_or(text.len()))
        .unwrap_or_default()
        .to_owned()
}
