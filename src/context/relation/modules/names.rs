//! Modules written as names: `std::fmt`, `a.b`, `..a`, `App\\Models`.

use super::{
    Importer, ModuleIndex, above, first_found, joined, longest_suffix, normalize, stem_of,
};
use crate::corpus::SourcePath;
use crate::syntax::{Import, Packages};

impl<'a> ModuleIndex<'a> {
    /// Resolves an import; its name may be the last part of the module.
    pub(super) fn by_parts(&self, import: &Import, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let name = Some(import.name.as_str()).filter(|name| !matches!(*name, "" | "*"));
        if let Some(name) = name {
            let mut found = self.named(&import.module, Some(name), from);
            // `User` in a module is not the file `user.py`.
            found.retain(|path| !from.is_by_file() || is_called(path, name));
            if !found.is_empty() {
                return found;
            }
        }
        self.named(&import.module, None, from)
    }

    fn named(&self, module: &str, name: Option<&str>, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let separator = |letter: char| matches!(letter, '.' | ':' | '\\');
        let words = module.split(separator).chain(name);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let dots = module.len() - module.trim_start_matches('.').len();
        if dots > 0 {
            let directory = above(from.path.directory()).nth(dots - 1);
            let path = joined(directory.unwrap_or_default(), &words.join("/"));
            return self.at(&path, from);
        }
        match from.packages() {
            Packages::Rooted(_) => self.in_crates(&words, name.is_some(), from),
            Packages::Nested(marker) => self.in_packages(&words, marker, from),
            _ => self.anywhere(&words, from),
        }
    }

    /// Resolves a name in packages, which are directories with a file called `marker`: a module's name
    /// starts with that of its outermost package.
    fn in_packages(
        &self,
        words: &[&str],
        marker: &str,
        from: &Importer<'_>,
    ) -> Vec<&'a SourcePath> {
        let words: Vec<String> = words.iter().map(|word| normalize(word)).collect();
        let (mut packaged, mut scripts) = (Vec::new(), Vec::new());
        for path in self.with_suffix(&words, from) {
            let packages = above(path.directory()).take_while(|it| self.has(it, marker));
            match packages.last() {
                Some(outermost) => {
                    let depth = outermost.matches('/').count();
                    let mut name = stem_of(path);
                    name.pop_if(|last| *last == normalize(marker));
                    packaged.extend((name.get(depth..) == Some(words.as_slice())).then_some(path));
                }
                None => scripts.push(path),
            }
        }
        first_found([packaged, scripts])
    }

    /// Returns true if a directory has a file with a stem.
    fn has(&self, directory: &str, stem: &str) -> bool {
        let file = SourcePath::new(&joined(directory, stem));
        self.by_stem.contains_key(&stem_of(&file).join("/"))
    }

    /// Resolves `crate::a`, `super::a`, `self::a`, or a path that begins with a crate or a sibling module.
    /// Parts after a file may be inline modules, unless the last one is taken by the import.
    fn in_crates(
        &self,
        words: &[&str],
        is_taken: bool,
        from: &Importer<'_>,
    ) -> Vec<&'a SourcePath> {
        let Some((first, rest)) = words.split_first() else {
            return Vec::new();
        };
        let directory = from.path.directory();
        // A file of `tests` or `examples` is a separate crate.
        let root = above(directory).find(|it| self.has(it, "lib") || self.has(it, "main"));
        let own = match from.path.stem() {
            _ if root.is_none() => directory.to_owned(),
            "mod" | "lib" | "main" => directory.to_owned(),
            stem => joined(directory, stem),
        };
        let root = root.unwrap_or(directory).to_owned();
        // Each with the minimum number of parts below it.
        let starts: Vec<(String, &[&str], usize)> = match *first {
            "crate" => vec![(root.clone(), rest, 0)],
            "self" => vec![(own, rest, 0)],
            "super" => {
                let ups = words.iter().take_while(|word| **word == "super").count();
                let parent = above(&own).nth(ups.saturating_sub(from.inline_modules));
                let rest = words.get(ups..).unwrap_or_default();
                vec![(parent.unwrap_or_default().to_owned(), rest, 0)]
            }
            first => {
                let crates = self.aliased(first, from).into_iter();
                let crates = crates.map(|directory| (directory, rest, 0));
                crates.chain([(own, words, 1)]).collect()
            }
        };
        for (directory, mut below, fewest) in starts {
            loop {
                let found = self.at(&joined(&directory, &below.join("/")), from);
                if !found.is_empty() {
                    return found;
                }
                match below.split_last() {
                    Some((_, outer)) if below.len() > fewest && !is_taken => below = outer,
                    _ => break,
                }
            }
        }
        Vec::new()
    }

    /// Resolves names of languages without a root of modules: any end of a path may match.
    fn anywhere(&self, words: &[&str], from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let parts: Vec<String> = words.iter().map(|word| normalize(word)).collect();
        let fewest = match from.is_by_file() {
            true => parts.len(),
            false => parts.len().min(2),
        };
        longest_suffix(&parts, fewest.max(1), |end| {
            first_found([self.with_suffix(end, from), self.in_directories(end, from)])
        })
    }
}

/// Returns true if a file or its directory has this name.
fn is_called(path: &SourcePath, name: &str) -> bool {
    let directory = path.directory().rsplit('/').next().unwrap_or_default();
    path.stem() == name || directory == name
}
