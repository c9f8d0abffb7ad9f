//! Modules written as names: `std::fmt`, `a.b`, `..a`, `App\\Models`.

use super::{Modules, OF_DIRECTORY, Place, ROOTS, longest_end, normal, or_else, parts_of};
use crate::corpus::SourcePath;
use crate::syntax::{Import, Packages};

/// Qualified name of a module: its root directory and the parts below it.
#[derive(PartialEq)]
struct Name {
    root: String,
    parts: Vec<String>,
}

impl<'a> Modules<'a> {
    /// Resolves an import; its name may be the last part of the module.
    pub(super) fn by_parts(&self, import: &Import, place: &Place<'_>) -> Vec<&'a SourcePath> {
        for name in [import.name.as_str(), ""] {
            let taken = !name.is_empty() && name != "*";
            let mut found = self.named(&import.module, name, place);
            if taken && place.is_by_file() {
                // `User` in a module is not the file `user.py`.
                found.retain(|path| is_called(path, name));
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn named(&self, module: &str, name: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let separator = |letter: char| matches!(letter, '.' | ':' | '\\');
        let name = Some(name).filter(|name| !matches!(*name, "" | "*"));
        let words = module.split(separator).chain(name);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let dots = module.len() - module.trim_start_matches('.').len();
        match place.packages() {
            Packages::Relative | Packages::Stated(_) => Vec::new(),
            _ if dots > 0 => self.above(dots, &words, place),
            Packages::Nested(_) => self.in_packages(&words, place),
            Packages::Rooted(_) => self.in_crates(&words, name.is_some(), place),
            Packages::Unmarked => self.anywhere(&words, place),
        }
    }

    /// Resolves `.a`, `..a.b` from the directory of the importing file.
    fn above(&self, dots: usize, words: &[&str], place: &Place<'_>) -> Vec<&'a SourcePath> {
        let mut parts = parts_of(place.path.directory());
        parts.truncate(parts.len().saturating_sub(dots - 1));
        parts.extend(words.iter().map(|word| normal(word)));
        let key = parts.join("/");
        or_else(self.whole(&key, place), || {
            self.whole(format!("{key}/init").trim_start_matches('/'), place)
        })
    }

    /// Resolves a name in packages: a module's name starts with that of its package.
    fn in_packages(&self, words: &[&str], place: &Place<'_>) -> Vec<&'a SourcePath> {
        let words: Vec<String> = words.iter().map(|word| normal(word)).collect();
        let (mut packaged, mut scripts) = (Vec::new(), Vec::new());
        for path in self.ending(&words, place) {
            match self.name(path, place.packages()) {
                Some(name) if name.parts == words => packaged.push(path),
                Some(_) => {}
                None => scripts.push(path),
            }
        }
        or_else(packaged, || scripts)
    }

    /// Resolves `crate::a`, `super::a`, `self::a`, or a path that begins with a crate or a sibling module.
    /// Parts after a file may be inline modules.
    fn in_crates(&self, words: &[&str], takes: bool, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let own = self.name(place.path, place.packages());
        let Some((first, rest)) = words.split_first() else {
            return Vec::new();
        };
        let below = |mut name: Name, words: &[&str]| {
            name.parts.extend(words.iter().map(|word| normal(word)));
            name
        };
        let root = |root| Name {
            root,
            parts: Vec::new(),
        };
        // Candidates with the minimum number of parts that must resolve.
        let wanted: Vec<(Name, usize)> = match (*first, own) {
            ("crate", Some(own)) => vec![(below(root(own.root), rest), 0)],
            ("self", Some(own)) => {
                let fewest = own.parts.len();
                vec![(below(own, rest), fewest)]
            }
            ("super", Some(mut own)) => {
                let ups = words.iter().take_while(|word| **word == "super").count();
                let up = ups.saturating_sub(place.inline_modules);
                own.parts.truncate(own.parts.len().saturating_sub(up));
                let fewest = own.parts.len();
                let rest = words.get(ups..).unwrap_or_default();
                vec![(below(own, rest), fewest)]
            }
            (_, own) => {
                let crates = self.roots(&normal(first), place).into_iter();
                let of_crates = crates.map(|it| (below(root(it), rest), 0));
                let beside = own.map(|own| {
                    let fewest = own.parts.len() + 1;
                    (below(own, words), fewest)
                });
                of_crates.chain(beside).collect()
            }
        };
        for (mut name, fewest) in wanted {
            loop {
                let found = self.exactly(&name, place);
                if !found.is_empty() {
                    return found;
                }
                // The caller retries without the imported name.
                if name.parts.len() <= fewest || takes {
                    break;
                }
                name.parts.pop();
            }
        }
        Vec::new()
    }

    /// Returns the files of a module.
    fn exactly(&self, name: &Name, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let root = name.root.rsplit('/').find(|part| !ROOTS.contains(part));
        let key = match name.parts.last() {
            Some(last) => last.clone(),
            None => normal(root.unwrap_or_default()),
        };
        // In the root directory a file keeps its own name.
        let own = OF_DIRECTORY.iter().filter(|_| name.parts.is_empty());
        let keys = [key.as_str()].into_iter().chain(own.copied());
        let files = keys.flat_map(|key| self.listed(&self.by_name, key, place));
        let mut found: Vec<&SourcePath> = files.map(|file| file.path).collect();
        found.retain(|path| self.name(path, place.packages()).as_ref() == Some(name));
        found
    }

    /// Returns the root directories of the crates with a name.
    fn roots(&self, called: &str, place: &Place<'_>) -> Vec<String> {
        let listed = self.listed(&self.by_name, called, place);
        let names = listed.filter_map(|file| self.name(file.path, place.packages()));
        let names = names.filter(|name| name.parts.is_empty());
        let mut roots: Vec<String> = names.map(|name| name.root).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Resolves names of languages without a root of modules: any end of a path may match.
    fn anywhere(&self, words: &[&str], place: &Place<'_>) -> Vec<&'a SourcePath> {
        let parts: Vec<String> = words.iter().map(|word| normal(word)).collect();
        let fewest = match place.is_by_file() {
            true => parts.len(),
            false => parts.len().min(2),
        };
        longest_end(&parts, fewest.max(1), |end| {
            or_else(self.ending(end, place), || self.in_directories(end, place))
        })
    }

    /// Returns the qualified name of a document; none if no file marks the root.
    fn name(&self, path: &SourcePath, packages: Packages) -> Option<Name> {
        let extension = path.extension()?;
        let has = |directory: &str, stem: &str| {
            let file = format!("{directory}/{stem}.{extension}");
            self.all.contains(file.trim_start_matches('/'))
        };
        let (root, silent): (&str, &[&str]) = match packages {
            Packages::Nested(marker) => {
                let mut packages = above(path.directory()).take_while(|it| has(it, marker));
                let outermost = packages.by_ref().last()?;
                (parent(outermost), &["__init__"])
            }
            Packages::Rooted(stems) => {
                let mut directories = above(path.directory());
                let root = directories.find(|it| stems.iter().any(|stem| has(it, stem)))?;
                let at_root = root == path.directory();
                (root, if at_root { stems } else { &["mod"] })
            }
            Packages::Relative | Packages::Stated(_) | Packages::Unmarked => return None,
        };
        let below = path.directory().get(root.len()..)?;
        let mut parts = parts_of(below);
        if !silent.contains(&path.stem()) {
            parts.push(normal(path.stem()));
        }
        Some(Name {
            root: root.to_owned(),
            parts,
        })
    }
}

/// Returns a directory and its ancestors, innermost first.
fn above(directory: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(directory), |directory| {
        (!directory.is_empty()).then(|| parent(directory))
    })
}

fn parent(directory: &str) -> &str {
    directory.rfind('/').map_or("", |slash| &directory[..slash])
}

/// Returns true if a file or its directory has this name.
fn is_called(path: &SourcePath, name: &str) -> bool {
    let directory = path.directory().rsplit('/').next().unwrap_or_default();
    path.stem() == name || directory == name
}
