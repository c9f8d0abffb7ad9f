//! Target of a reference: a declaration and the name it is used by.
//!
//! Principal type: [`Target`]. A chunk has several if it defines several names; each is resolved separately.

use crate::chunk::{Chunk, ChunkTree, Kind, NestedSymbol, Symbol, whole_name};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Language, LanguageRow, Packages, Reach, Reference};
use std::ops::Range;

/// Extensions of files that others include.
pub(super) const HEADERS: [&str; 9] = ["h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tpp", "txx"];

/// Maximum number of bytes that are read beside a value in an object.
const MAX_OBJECT: usize = 240;

/// Reach of the name of a declaration within a leaf.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum NestedReach {
    /// The function around it, in bytes, and true if an object passes it on: `return { open }`.
    Function(Range<u32>, bool),
    /// Everywhere, after a value: it is a member of an object or of a local type. In the declaration around it, in bytes,
    /// members may call each other without a value, and a function of some languages is called by its name.
    Members(Range<usize>),
}

/// A declaration, or a name that a leaf defines.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) path: SourcePath,
    pub(super) language: Option<Language>,
    pub(super) kind: Kind,
    /// 1-based line of its name.
    pub(super) line: u32,
    /// Name in references to it.
    pub(super) name: String,
    /// Its qualified name, without the file.
    pub(super) names: Vec<String>,
    /// The enclosing type or module; empty at the top level of a file.
    pub(super) owner: String,
    /// True for a method outside any type, whose owner is the file: a Zig file is a struct.
    pub(super) is_of_file: bool,
    /// True for a constructor that is called by the name of its type: only calls can mean it.
    pub(super) only_calls: bool,
    /// True for the constructor of a base, called by the name of a type that inherits it.
    pub(super) is_inherited: bool,
    /// True for a member that is no function: a field, a property, a constant of a type.
    pub(super) is_field: bool,
    /// True if only its document can name it, or one that includes the document.
    pub(super) is_file_local: bool,
    /// Names of what annotations make from it: getters of Lombok.
    pub(super) derived: Vec<String>,
    /// The reach of a declaration within a leaf; none for any other.
    pub(super) nested: Option<NestedReach>,
}

impl Target {
    /// Returns the targets of a chunk: the definitions that a symbol selects, or else its own name, for a run the
    /// names that it defines, and for a constructor the name of its type.
    pub(super) fn of(tree: &ChunkTree, chunk: &Chunk, symbol: Option<&Symbol>) -> Vec<Self> {
        let mut defined = symbol.map_or_else(Vec::new, |symbol| symbol.select(tree, chunk));
        if defined.is_empty() && chunk.kind == Kind::Items {
            defined = tree.names_defined(chunk);
        }
        if !defined.is_empty() {
            let names = defined.into_iter();
            let targets = names.map(|(name, line)| Self::defined(tree, chunk, name, line));
            return targets.collect();
        }
        let whole = tree.whole(chunk);
        let language = chunk.language.or(tree.language);
        let mut targets = Vec::new();
        if whole.name.is_empty() {
            return targets;
        }
        let around = whole.parent.and_then(|parent| tree.chunks.get(parent));
        let names = without_companion(tree, language, around, &whole.names);
        let mut target = Self::new(tree.path(), language, chunk.kind, &names);
        target.line = whole.name_at.0;
        target.is_file_local = target.is_local_in(tree, chunk, whole.name_at.0);
        target.derive(tree, "");
        // `Merger(…)` and `new Merger(…)` call a constructor, whatever its own name is.
        let has_own_name = language.is_some_and(Language::has_named_constructors);
        let is_other = has_own_name && target.name != target.owner;
        if chunk.kind == Kind::Constructor && !is_other {
            targets.push(Self {
                only_calls: true,
                name: target.owner.clone(),
                owner: target.names.iter().nth_back(2).cloned().unwrap_or_default(),
                names: target.type_names().to_vec(),
                ..target.clone()
            });
            let is_named = language.is_some_and(Language::names_constructors);
            if !is_named && target.name == target.owner {
                return targets;
            }
        }
        targets.insert(0, target);
        targets
    }

    /// Returns the target of a name that a chunk defines other than its own.
    fn defined(tree: &ChunkTree, chunk: &Chunk, name: &str, line: u32) -> Self {
        let language = chunk.language.or(tree.language);
        let scope = tree.scope_of_definitions(chunk);
        let (row, text) = (Language::row_of(language), &tree.document.text);
        let is_open = |scope: &Chunk| {
            let signature = text.slice(scope.signature.clone());
            row.opens_enums && scope.kind == Kind::Enum && !is_scoped_enum(&signature)
        };
        let start = text.slice(text.lines(line, line));
        let mark = row.constant_mark;
        let is_struct = !mark.is_empty() && !start.trim_start().starts_with(mark);
        // `attr_reader` in a module of Ruby
        let is_attribute = !row.class_methods.is_empty() && name.starts_with(char::is_lowercase);
        let is_field = scope.is_some_and(|scope| {
            let is_member = is_struct || scope.kind.has_methods();
            (is_member || (is_attribute && scope.kind.has_members())) && !is_open(scope)
        });
        let mut names = scope.map_or_else(Vec::new, |scope| scope.names.clone());
        if names.is_empty() {
            names.push(String::new());
        }
        // `Store.LIMIT = 3` of JavaScript
        let class = start
            .trim_start()
            .split_once('.')
            .map_or("", |(class, _)| class);
        let is_of_class = language.map(Language::packages) == Some(Packages::Relative)
            && scope.is_none()
            && (tree.chunks.iter()).any(|chunk| chunk.kind.is_type() && chunk.name == class);
        if is_of_class {
            names.push(class.to_owned());
        }
        names.push(name.trim_start_matches(row.field_sigil).to_owned());
        let names = without_companion(tree, language, scope, &names);
        let mut target = Self::new(tree.path(), language, Kind::Items, &names);
        target.line = line;
        // The prototype of a constructor of C++.
        let is_constructor = language.is_some_and(Language::names_constructors);
        if is_constructor && target.name == target.owner {
            target.kind = Kind::Constructor;
            target.only_calls = true;
            target.names.pop();
            target.owner = target.names.iter().nth_back(1).cloned().unwrap_or_default();
            return target;
        }
        target.is_field = is_field || is_of_class;
        target.is_file_local = target.is_local_in(tree, chunk, line);
        let attributes = scope.map(|scope| text.slice(scope.bytes.start..scope.signature.start));
        target.derive(tree, &attributes.unwrap_or_default());
        let mut nested = tree.nested(chunk);
        if let Some(nested) = nested.find(|nested| (&*nested.name, nested.line) == (name, line)) {
            target.kind = nested.kind;
            target.nested = Some(reach_of_nested(tree, chunk, nested));
        }
        target
    }

    /// Returns true if the words before the target's name on a line of its chunk, or a scope around it, hide it from
    /// other documents. A header is made to be included by others.
    fn is_local_in(&self, tree: &ChunkTree, chunk: &Chunk, line: u32) -> bool {
        if HEADERS.contains(&tree.path().extension().unwrap_or_default()) {
            return false;
        }
        let Some(language) = self.language else {
            return false;
        };
        let at = chunk.bytes.start;
        if language.is_local_name(&self.name) {
            return true;
        }
        if tree.local_scopes.iter().any(|scope| scope.contains(&at)) {
            return true;
        }
        let is_passed_on = tree.text(chunk).contains("macro_export")
            || tree
                .imports
                .iter()
                .any(|import| import.local_name() == self.name);
        if self.kind == Kind::Macro && is_passed_on {
            return false;
        }
        let text = &tree.document.text;
        let lines = text.lines(line, line);
        let is_own = chunk.kind == self.kind && self.kind != Kind::Items;
        let statement = if is_own {
            chunk.signature.clone()
        } else {
            lines
        };
        let statement = text.slice(statement);
        let mut before = statement.split(&self.name).next().unwrap_or_default();
        if !is_own {
            let is_parameter = before.contains('(');
            let ends =
                |letter| matches!(letter, '{' | ';' | '(') || (is_parameter && letter == ',');
            before = before.rsplit(ends).next().unwrap_or_default();
        }
        language.hides_from_files(before, self.is_member())
    }

    /// Returns the target of an indexed declaration, by one of its names.
    pub(super) fn named(record: &Record, name: &str) -> Self {
        let is_own = whole_name(&record.name, record.role) == name;
        let mut names = record.names.clone();
        if (is_own || !record.kind.has_methods()) && !record.name.is_empty() {
            names.pop();
        }
        if let Some(last) = names.last_mut() {
            *last = whole_name(last, record.role).to_owned();
        }
        names.push(name.to_owned());
        let language = record.language.as_deref().and_then(Language::named);
        let kind = if is_own { record.kind } else { Kind::Items };
        Self {
            // Parameters of a constructor may be properties.
            line: record.name_at.0,
            is_field: !is_own && (record.kind.has_methods() || record.kind.has_code()),
            ..Self::new(&record.path, language, kind, &names)
        }
    }

    /// Returns a function that a chunk may declare without its name.
    pub(super) fn function(tree: &ChunkTree, chunk: &Chunk) -> Self {
        let names = [String::new(), String::new()];
        let mut target = Self::new(tree.path(), tree.language, Kind::Function, &names);
        target.line = chunk.lines.0;
        target
    }

    /// A constant of an enum of C++ as a name of the type or namespace around it: `Log::High`.
    pub(super) fn outside_enum(&self, qualifier: &str) -> Option<Self> {
        let [outer @ .., around, _, name] = self.names.as_slice() else {
            return None;
        };
        let is_constant = self.row().opens_enums && self.kind == Kind::Items && !self.is_field;
        (is_constant && *around == qualifier).then(|| Self {
            owner: around.clone(),
            names: [outer, &[around.clone(), name.clone()]].concat(),
            ..self.clone()
        })
    }

    /// The row of its language.
    pub(super) fn row(&self) -> &'static LanguageRow {
        Language::row_of(self.language)
    }

    /// The target with another name.
    pub(super) fn called(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        if let Some(last) = self.names.last_mut() {
            name.clone_into(last);
        }
        self
    }

    /// `names` begin with the file.
    fn new(path: &SourcePath, language: Option<Language>, kind: Kind, names: &[String]) -> Self {
        let companion = Language::row_of(language).companion;
        let names = names.iter().skip(1).filter(|name| *name != companion);
        let names: Vec<String> = names.cloned().collect();
        let mut outwards = names.iter().rev().cloned();
        let (name, owner) = (outwards.next(), outwards.next());
        let reach = language.map_or(Reach::File, Language::reach);
        let is_of_file = kind == Kind::Method && owner.is_none() && reach == Reach::File;
        Self {
            path: path.clone(),
            language,
            kind,
            line: 0,
            name: name.unwrap_or_default(),
            owner: if is_of_file {
                path.stem().to_owned()
            } else {
                owner.unwrap_or_default()
            },
            names,
            is_of_file,
            only_calls: false,
            is_inherited: false,
            is_field: false,
            is_file_local: false,
            derived: Vec::new(),
            nested: None,
        }
    }

    /// The type that it is, or that it constructs; empty for another declaration.
    pub(super) fn constructed(&self) -> &str {
        match self.kind {
            kind if kind.is_type() => &self.name,
            Kind::Constructor if self.only_calls => &self.name,
            Kind::Constructor => &self.owner,
            _ => "",
        }
    }

    /// The qualified name of the type that it is, or that it is a member of.
    pub(super) fn type_names(&self) -> &[String] {
        let outer = self.names.len().saturating_sub(1);
        if self.kind.is_type() || self.only_calls {
            &self.names
        } else {
            &self.names[..outer]
        }
    }

    /// Returns true in a directory whose files need no import, for what is in no type.
    pub(super) fn is_imported_everywhere(&self) -> bool {
        let mut directories = self.path.directory().split('/');
        self.names.len() == 1 && directories.any(|name| self.row().auto_imported.contains(&name))
    }

    /// Returns true for a member that always needs a value or type before its name.
    pub(super) fn is_member(&self) -> bool {
        let is_method = matches!(self.kind, Kind::Method | Kind::Constructor | Kind::Accessor);
        let is_alone = self.is_of_file || self.only_calls || self.row().opens_types;
        (is_method || self.is_field) && !self.owner.is_empty() && !is_alone
    }
}

/// Returns qualified names without that of a named companion, the scope of the last one.
fn without_companion(
    tree: &ChunkTree,
    language: Option<Language>,
    scope: Option<&Chunk>,
    names: &[String],
) -> Vec<String> {
    let mut names = names.to_vec();
    let tag = Language::row_of(language).companion_tag;
    if let Some(scope) = scope.filter(|scope| !tag.is_empty() && !scope.name.is_empty()) {
        let signature = tree.document.text.slice(scope.signature.clone());
        if signature.contains(&format!("{tag} {}", scope.name))
            && let Some(at) = names.len().checked_sub(2)
        {
            names.remove(at);
        }
    }
    names
}

/// Returns the scope of the variable that a nested declaration is, or that it is a member.
fn reach_of_nested(tree: &ChunkTree, chunk: &Chunk, nested: &NestedSymbol) -> NestedReach {
    let around = tree.whole(chunk).bytes.clone();
    if nested.kind == Kind::Method {
        return NestedReach::Members(around);
    }
    let line = tree.document.text.lines(nested.line, nested.line);
    let mut bindings = tree.bindings.iter();
    let own = bindings.find(|binding| {
        line.contains(&(binding.name.start as usize)) && tree.word(&binding.name) == nested.name
    });
    let Some(own) = own else {
        return NestedReach::Members(around);
    };
    let scope = own.scope.start as usize..own.scope.end as usize;
    let mut uses = tree.references_in(&scope).iter();
    let is_passed_on = uses.any(|used| {
        let is_name = !used.is_member && !used.is_called && tree.word(&used.bytes) == nested.name;
        is_name && is_in_object(tree, used)
    });
    NestedReach::Function(own.scope.clone(), is_passed_on)
}

/// Returns true for a value in an object of JavaScript: `{ open }`, `{ load: open }`.
fn is_in_object(tree: &ChunkTree, reference: &Reference) -> bool {
    let text = &tree.document.text;
    let end = reference.bytes.end as usize;
    let before = text.slice(end.saturating_sub(MAX_OBJECT)..reference.bytes.start as usize);
    let after = text.slice(end..text.len().min(end + MAX_OBJECT));
    tree.language.map(Language::packages) == Some(Packages::Relative)
        && before.trim_end().ends_with(['{', ',', ':'])
        && after.trim_start().starts_with([',', '}'])
}

/// Returns true if code in a language can use the target.
pub(super) fn is_usable_from(language: Option<Language>, target: &Target) -> bool {
    match (language, target.language) {
        (Some(one), Some(other)) => {
            let is_run = one.has_commands && other.is_run;
            let is_variable = one.has_variables_of == other.name();
            one.interoperates_with(other)
                || other.is_style
                || is_run
                || (is_variable && target.is_imported_everywhere())
        }
        _ => true,
    }
}

/// Returns true for the kinds of functions, methods, constructors and macros.
pub(super) fn is_callable(kind: Kind) -> bool {
    kind.has_code() && kind != Kind::Accessor
}

/// Returns true for an enum whose names need its own before them: `enum class` of C++.
fn is_scoped_enum(signature: &str) -> bool {
    ["enum class", "enum struct"]
        .iter()
        .any(|scoped| signature.contains(scoped))
}
