//! Modules that are written as names: `std::fmt`, `a.b`, `..a`, `App\\Models`.

use super::{Modules, OF_DIRECTORY, Place, ROOTS, normal, parts_of};
use crate::corpus::SourcePath;
use crate::syntax::{Import, Packages};

/// A module's name: where it begins, and its parts from there.
#[derive(PartialEq)]
struct Name {
    root: String,
    parts: Vec<String>,
}

impl<'a> Modules<'a> {
    /// The name of an import may be the last part of the module.
    pub(super) fn by_parts(&self, import: &Import, place: &Place<'_>) -> Vec<&'a SourcePath> {
        for name in [import.name.as_str(), ""] {
            let taken = !name.is_empty() && name != "*";
            let mut found = self.named(&import.module, name, place);
            if taken && place.is_by_file() {
                // `User` of a module is not its file `user.py`.
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

    /// `.a`, `..a.b`: from the directory of the importing file.
    fn above(&self, dots: usize, words: &[&str], place: &Place<'_>) -> Vec<&'a SourcePath> {
        let mut parts = parts_of(place.path.directory());
        parts.truncate(parts.len().saturating_sub(dots - 1));
        parts.extend(words.iter().map(|word| normal(word)));
        let key = parts.join("/");
        let module = self.whole(&key, place);
        match module.is_empty() {
            true => self.whole(format!("{key}/init").trim_start_matches('/'), place),
            false => module,
        }
    }

    /// A module in a package has the package's name before its own.
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
        match packaged.is_empty() {
            true => scripts,
            false => packaged,
        }
    }

    /// `crate::a`, `super::a`, `self::a`, or a path that begins with a crate or a module beside.
    /// What is behind a file may be modules within it.
    fn in_crates(&self, words: &[&str], takes: bool, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let own = self.name(place.path, place.packages());
        let (first, rest) = match words.split_first() {
            Some((first, rest)) => (*first, rest),
            None => return Vec::new(),
        };
        let ups = words.iter().take_while(|word| **word == "super").count();
        let parts = |words: &[&str]| words.iter().map(|word| normal(word)).collect::<Vec<_>>();
        let wanted: Vec<(Name, usize)> = match (first, own) {
            ("crate", Some(own)) => vec![(
                Name {
                    parts: parts(rest),
                    ..own
                },
                0,
            )],
            ("self", Some(mut own)) => {
                let fewest = own.parts.len();
                own.parts.extend(parts(rest));
                vec![(own, fewest)]
            }
            ("super", Some(mut own)) => {
                let up = ups.saturating_sub(place.inline_modules);
                own.parts.truncate(own.parts.len().saturating_sub(up));
                let fewest = own.parts.len();
                own.parts
                    .extend(parts(words.get(ups..).unwrap_or_default()));
                vec![(own, fewest)]
            }
            (_, own) => {
                let crates = self.roots(&normal(first), place).into_iter();
                let of_crates = crates.map(|root| {
                    (
                        Name {
                            root,
                            parts: parts(rest),
                        },
                        0,
                    )
                });
                let beside = own.map(|mut own| {
                    let fewest = own.parts.len() + 1;
                    own.parts.extend(parts(words));
                    (own, fewest)
                });
                of_crates.chain(beside).collect()
            }
        };
        for (mut name, fewest) in wanted {
            loop {
                let found = self.exactly(&name, place);
                let behind = name.parts.len() > fewest;
                // With its name taken off, the import is asked for again.
                if !found.is_empty() || !behind || takes {
                    match found.is_empty() {
                        true => break,
                        false => return found,
                    }
                }
                name.parts.pop();
            }
        }
        Vec::new()
    }

    /// The files of a module.
    fn exactly(&self, name: &Name, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let root = name.root.rsplit('/').find(|part| !ROOTS.contains(part));
        let key = match name.parts.last() {
            Some(last) => last.clone(),
            None => normal(root.unwrap_or_default()),
        };
        let mut found: Vec<&SourcePath> = self
            .listed(&self.by_name, &key, place)
            .map(|file| file.path)
            .collect();
        if name.parts.is_empty() {
            // At the root of all a file keeps its own name.
            let own = OF_DIRECTORY
                .iter()
                .flat_map(|stem| self.listed(&self.by_name, stem, place));
            found.extend(own.map(|file| file.path));
        }
        found.retain(|path| self.name(path, place.packages()).as_ref() == Some(name));
        found
    }

    /// Where the crates of a name begin.
    fn roots(&self, called: &str, place: &Place<'_>) -> Vec<String> {
        let listed = self.listed(&self.by_name, called, place);
        let mut roots: Vec<String> = listed
            .filter_map(|file| self.name(file.path, place.packages()))
            .filter(|name| name.parts.is_empty())
            .map(|name| name.root)
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Where no file says where names begin, any end of a path may be one.
    fn anywhere(&self, words: &[&str], place: &Place<'_>) -> Vec<&'a SourcePath> {
        let parts: Vec<String> = words.iter().map(|word| normal(word)).collect();
        let fewest = match place.is_by_file() {
            true => parts.len(),
            false => parts.len().min(2),
        };
        (0..=parts.len().saturating_sub(fewest.max(1)))
            .filter_map(|from| parts.get(from..).filter(|end| !end.is_empty()))
            .map(|end| {
                let found = self.ending(end, place);
                match found.is_empty() {
                    true => self.in_directories(end, place),
                    false => found,
                }
            })
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// A document's name from where names begin; none where no file says.
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

/// A directory and those around it, the innermost first.
fn above(directory: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(directory), |directory| {
        (!directory.is_empty()).then(|| parent(directory))
    })
}

fn parent(directory: &str) -> &str {
    directory.rfind('/').map_or("", |slash| &directory[..slash])
}

/// Whether a file, or the directory that it stands for, has a name.
pub(in crate::context::relation) fn is_called(path: &SourcePath, name: &str) -> bool {
    let directory = path.directory().rsplit('/').next().unwrap_or_default();
    path.stem() == name || directory == name
}
