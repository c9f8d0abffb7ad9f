//! Several repositories that are searched together.
//!
//! [`Project::open_all()`] finds them. Contract: each keeps its own index; paths begin at their deepest common directory.

use super::choices::Overrides;
use super::repository::Project;
use crate::config::{Config, Dirs, did_you_mean};
use crate::corpus::{Clones, Place, Root, SourcePath, clones, head};
use crate::session::SessionFile;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

/// Maximum number of names of files that are not searched.
const NAMED_OTHERS: usize = 5;

impl Project {
    /// Opens the repositories of directories (default: the current one) as one project. A directory may be one of clones,
    /// or the name of a workspace in the configuration.
    pub fn open_all(choices: &Overrides, directories: &[PathBuf]) -> Result<Self> {
        let config = choices.config(&Dirs::from_environment()?)?;
        let mut named = Vec::new();
        for directory in directories {
            named.extend(directories_of(&config, directory)?);
        }
        if let Some(root) = &choices.root {
            ensure!(
                named.len() < 2,
                "--root {} names one repository; leave it out to explore several",
                root.display()
            );
            return Self::open(choices, named.first().map(PathBuf::as_path));
        }
        if named.is_empty() {
            named.push(PathBuf::from("."));
        }
        let (mut members, mut notices): (Vec<Self>, Vec<String>) = (Vec::new(), Vec::new());
        let mut add = |project: Self| {
            let root = project.root().path();
            if members.iter().all(|known| known.root().path() != root) {
                members.push(project);
            }
        };
        for directory in &named {
            let project = Self::open(choices, Some(directory))?;
            let nested = project.config.corpus.nested_repositories;
            let clones = if nested { None } else { clones(project.root()) };
            match clones {
                None => add(project),
                Some(Clones {
                    repositories,
                    others,
                }) => {
                    notices.extend(left_out(project.root().path(), &others));
                    for clone in repositories {
                        add(Self::open(choices, Some(&clone))?);
                    }
                }
            }
        }
        if members.len() == 1 {
            return Ok(members.remove(0));
        }
        Ok(Self {
            notice: Some(notices.join("; ")).filter(|notices| !notices.is_empty()),
            ..Self::joined(members)?
        })
    }

    /// Joins at least two projects, none of which is inside another.
    fn joined(mut members: Vec<Self>) -> Result<Self> {
        members.sort_by(|one, other| one.root().path().cmp(other.root().path()));
        for pair in members.windows(2) {
            let (outer, inner) = (pair[0].root().path(), pair[1].root().path());
            ensure!(
                !inner.starts_with(outer),
                "{} is inside {}; name only one of them",
                inner.display(),
                outer.display()
            );
        }
        let roots: Vec<&Path> = members.iter().map(|member| member.root().path()).collect();
        let common = Root::exactly(&common_directory(&roots))?;
        let key: Vec<String> = roots
            .iter()
            .map(|root| root.to_string_lossy().into_owned())
            .collect();
        let mut placed = Vec::with_capacity(members.len());
        for member in members {
            placed.push((place(common.path(), member.root().path())?, member));
        }
        let readers = placed
            .iter()
            .map(|(place, it)| (place.clone(), it.reader.clone()));
        let (_, first) = placed.first().context("no repository")?;
        let reader = first.reader.clone().joined(common, readers.collect());
        Ok(Self {
            reader,
            session: SessionFile::new(first.dirs.session_file(Path::new(&key.join("\n")))),
            members: placed.clone(),
            ..first.clone()
        })
    }

    /// Returns true for several repositories, one of which is this one.
    pub fn contains(&self, other: &Self) -> bool {
        let mut members = self.members.iter();
        members.any(|(_, member)| member.root().path() == other.root().path())
    }

    /// The repositories by place; of a lone one itself.
    pub fn repositories(&self) -> Vec<(Place, &Self)> {
        if self.members.is_empty() {
            return vec![(Place::default(), self)];
        }
        let members = self.members.iter();
        members
            .map(|(place, member)| (place.clone(), member))
            .collect()
    }

    /// Returns true if it has several repositories.
    pub fn is_workspace(&self) -> bool {
        !self.members.is_empty()
    }

    /// A path as one of the repository in which it is; the path itself if it is in none of several.
    pub(super) fn placed(&self, path: &SourcePath) -> SourcePath {
        let found = self.reader.repository_of(path);
        found.map_or_else(|| path.clone(), |(place, _, inner)| place.path(&inner))
    }

    /// The commit of the working tree; none of several repositories.
    pub(crate) fn commit(&self) -> Option<String> {
        if self.is_workspace() {
            return None;
        }
        head(self.root()).commit
    }

    /// Fails for several repositories, for what works on one.
    pub(crate) fn expect_one(&self, what: &str) -> Result<()> {
        if self.is_workspace() {
            bail!(
                "{what} works on one repository, not on {} of them; name the directory of one",
                self.members.len()
            );
        }
        Ok(())
    }
}

/// The directories of an argument: of a workspace with this name, else the directory itself.
fn directories_of(config: &Config, argument: &Path) -> Result<Vec<PathBuf>> {
    if argument.exists() {
        return Ok(vec![argument.to_owned()]);
    }
    let name = argument.to_string_lossy();
    if let Some(directories) = config.workspaces.get(&*name) {
        ensure!(
            !directories.is_empty(),
            "workspaces.{name} names no directory"
        );
        return Ok(directories.clone());
    }
    let similar = did_you_mean(&name, config.workspaces.keys().map(String::as_str));
    bail!(
        "{}: no such directory, and no workspace of the configuration has this name{similar}",
        argument.display()
    )
}

/// A sentence about what is beside the clones in a directory.
fn left_out(directory: &Path, others: &[PathBuf]) -> Option<String> {
    let names = others.iter().take(NAMED_OTHERS);
    let names = names.filter_map(|path| path.file_name()?.to_str());
    let mut named = names.collect::<Vec<_>>().join(", ");
    if others.len() > NAMED_OTHERS {
        named += ", …";
    }
    (!others.is_empty()).then(|| {
        format!(
            "{} is a directory of clones: what is beside them is not searched ({named}); \
             corpus.nested_repositories = true makes one index of all",
            directory.display()
        )
    })
}

/// The deepest directory that contains all of several, none of which contains another.
fn common_directory(roots: &[&Path]) -> PathBuf {
    let mut common: Vec<Component<'_>> = Vec::new();
    for (at, root) in roots.iter().enumerate() {
        if at == 0 {
            common = root.components().collect();
        }
        let equal = common.iter().zip(root.components());
        let length = equal.take_while(|(known, own)| **known == *own).count();
        common.truncate(length);
    }
    common.iter().collect()
}

fn place(common: &Path, root: &Path) -> Result<Place> {
    let below = root.strip_prefix(common).unwrap_or(root).to_str();
    let below = below.with_context(|| format!("{}: its name is not UTF-8", root.display()))?;
    Ok(Place::new(&below.replace(MAIN_SEPARATOR, "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_at_the_deepest_common_directory() {
        let check = |roots: &[&str], expected: &str| {
            let roots: Vec<&Path> = roots.iter().map(Path::new).collect();
            assert_eq!(common_directory(&roots), Path::new(expected));
        };
        check(&["/src/a", "/src/b"], "/src");
        check(&["/src/a", "/src/ab"], "/src");
        check(&["/src/team/a", "/src/b", "/src/team/c"], "/src");
        check(&["/src/a", "/work/b"], "/");
        let place = place(Path::new("/src"), Path::new("/src/team/a")).unwrap();
        assert_eq!(place.as_str(), "team/a");
    }
}
