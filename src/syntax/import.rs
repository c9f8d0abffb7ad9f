//! Imports and exports of a document, as written.
//!
//! Principal types: [`Import`] and [`Export`]. Contract: nothing is resolved here; `context::relation` finds
//! the documents that they mean.

use super::name::shortened;

/// A name by which other documents import a declaration of this one: `default` for `load` of `export default
/// load`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The exported name.
    pub name: String,
    /// The name in this document.
    pub local: String,
    /// Byte offset of that name in the export, which is not a reference.
    pub at: usize,
}

/// A name that an import brings into scope.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Import {
    /// The module or file as written, with separators: `std::fmt`, `./store`, `a.b`, `stdio.h`.
    pub module: String,
    /// The imported name: `*` for all names, empty for the module itself.
    pub name: String,
    /// Local name; empty if it is the imported name.
    pub alias: String,
    /// Start of the import, in bytes.
    pub at: usize,
}

impl Import {
    /// Creates an import. Texts longer than any real name are cut: the input may be hostile.
    pub(super) fn new(module: &str, name: &str, at: usize) -> Self {
        Self {
            module: shortened(module),
            name: shortened(name),
            alias: String::new(),
            at,
        }
    }

    /// An import of a path whose last component is the name: `java.util.List`, `java.util.*`. A path of one
    /// component is a module.
    pub(super) fn of_path(path: &str, separator: &str, at: usize) -> Self {
        match path.rsplit_once(separator) {
            Some((module, name)) if !module.is_empty() => Self::new(module, name, at),
            _ => Self::new(path, "", at),
        }
    }

    /// The import with a local name, unless that is the imported name.
    pub(super) fn called(mut self, alias: &str) -> Self {
        self.alias.clear();
        if self.local_name() != alias {
            self.alias = shortened(alias);
        }
        self
    }

    /// Name in the importing file: the alias, else the name, else the module's last component.
    /// Empty if nothing gets a name: `use a::*`.
    pub fn local_name(&self) -> &str {
        match (self.alias.as_str(), self.name.as_str()) {
            ("", "*") => "",
            ("", "") => self.module_name(),
            ("", name) => name,
            (alias, _) => alias,
        }
    }

    /// The imported name, or the last one of a path of modules: `Inner` of `module I = Store.Inner` of OCaml.
    pub fn last_name(&self) -> &str {
        match (self.name.as_str(), self.module.rsplit_once('.')) {
            ("", Some((_, last))) if last.starts_with(char::is_uppercase) => last,
            (name, _) => name,
        }
    }

    /// Returns true if it may take a member of a type or module: `import static a.Cookies.parse`.
    pub fn takes(&self, owner: &str, member: &str) -> bool {
        self.module_name() == owner && (self.name == member || self.name == "*")
    }

    /// The module's last component: `fmt` of `std::fmt`, `store` of `./store.js`.
    pub fn module_name(&self) -> &str {
        let last = self.module.rsplit(['/', '\\', ':']).next();
        let file = last.unwrap_or_default();
        let is_file = self.module.contains('/');
        match file.rsplit_once('.') {
            Some((stem, _)) if is_file && !stem.is_empty() => stem,
            Some((_, last)) if !is_file => last,
            _ => file,
        }
    }
}
