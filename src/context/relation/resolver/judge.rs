//! The judgment of one reference, which depends on what precedes the name.
//!
//! Principal type: [`Resolver`].

use super::nested::judge_nested;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::relation::call::constructs_uncalled;
use crate::context::relation::codebase::{Codebase, DocumentImports};
use crate::context::relation::declared::is_constant;
use crate::context::relation::initializer::is_initializer;
use crate::context::relation::origin::is_rooted;
use crate::context::relation::receiver::{is_local, receiver};
use crate::context::relation::relations::Certainty::{self, Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::{Target, is_callable, is_usable_from};
use crate::corpus::SourcePath;
use crate::syntax::{Import, Language, Packages, Reach, Reference, ends_with_class};
use std::borrow::Cow;

/// A certainty; none if the reference means something else.
pub(super) type Verdict = Lookup<Option<Certainty>>;

/// Returns the certainty that the reference means the target; none if it means something else.
pub(crate) fn judge(
    document: &DocumentImports,
    reference: &Reference,
    target: &Target,
    codebase: &mut Codebase<'_>,
) -> Verdict {
    let tree = &document.tree;
    let Some(leaf) = tree.leaf_at(reference.bytes.start as usize) else {
        return Ok(None);
    };
    let qualifier = tree.word(&reference.qualifier);
    let mut outside = target.outside_enum(&qualifier);
    if let Some(outside) = &mut outside {
        outside.is_field = codebase.is_type(&qualifier)?;
    }
    let target = outside.as_ref().unwrap_or(target);
    let is_class = is_class(tree, reference);
    if is_class || (target.row().is_style && !tree.row().is_style) {
        return Ok(judge_class(document, reference, target, is_class));
    }
    if let Some(reach) = &target.nested {
        return Ok(judge_nested(tree, reference, target, reach));
    }
    // Otherwise the name is that of the type.
    let is_constructor = target.kind == Kind::Constructor && target.constructed() == target.name;
    let names_type_only = (is_constructor && !reference.is_member) || target.only_calls;
    let is_initializer = is_initializer(tree, leaf, reference);
    let is_call = reference.is_called || is_initializer;
    if names_type_only && !is_call && !constructs_uncalled(tree, leaf, reference) {
        return Ok(None);
    }
    if !is_usable_from(tree.language, target) {
        return Ok(None);
    }
    let start = reference.bytes.start;
    // `make lint` in a shell
    if tree.row().has_commands {
        let is_run = is_made(tree, reference);
        if is_run != target.row().is_run {
            return Ok(None);
        }
        if is_run {
            let is_alone = codebase.namesakes(target)? <= 1;
            return Ok(Some(if is_alone { Likely } else { Possible }));
        }
    }
    if is_callable(target.kind) && !reference.is_member && is_variable(tree, reference) {
        return Ok(None);
    }
    if !fits_macro_mark(tree, reference, target, codebase) {
        return Ok(None);
    }
    // The matcher of a predicate.
    let word = tree.word(&reference.bytes);
    if !reference.is_member && target.language == tree.language && is_accessor(tree, &word, target)
    {
        let is_derived = !target.derived.is_empty() && codebase.named(&word)?.is_empty();
        return Ok(Some(if is_derived { Likely } else { Possible }));
    }
    // An import renames a member only without its owner.
    let is_qualified_member = reference.is_member && (target.is_member() || target.is_of_file);
    if is_qualified_member && !has_name(document, reference, target, codebase)? {
        return Ok(None);
    }
    // `Size::Large(3)` of Rust is a variant, a field follows a value.
    let may_be_field = !is_rooted(tree) || tree.before(start, 1) == ".";
    if target.is_field
        && (reference.is_called && may_be_field && !tree.row().calls_fields)
        && !target.has_accessors(tree.language)
        && !codebase.is_component(target)?
    {
        return Ok(None);
    }
    // A macro stands for anything.
    if target.kind != Kind::Macro
        && names_type(tree, reference).is_some_and(|is_type| is_type != target.kind.is_type())
    {
        return Ok(None);
    }
    let is_of_value = reference.is_member && matches!(&*tree.before(start, 1), "." | ">");
    if target.kind.is_type() && is_of_value && tree.row().needs_body {
        return Ok(None);
    }
    // Only documents of a language have references.
    let Some(language) = tree.language else {
        return Ok(None);
    };
    let mut resolver = Resolver {
        document,
        tree,
        language,
        reference,
        leaf,
        target,
        codebase,
    };
    let Some(certainty) = resolver.judge_alone()? else {
        return Ok(None);
    };
    if resolver.means_twin(certainty)? {
        return Ok(None);
    }
    let Some(certainty) = resolver.judge_specialization(certainty)? else {
        return Ok(None);
    };
    let verdict = resolver.judge_overloads(certainty)?;
    // Equal names of two repositories mean the same only if an import says so.
    let repository = target.path.repository();
    let is_own = tree.path().repository() == repository || document.imports_from(repository);
    let is_open = !is_own || resolver.may_be_nested();
    Ok(verdict.map(|certainty| match certainty {
        _ if is_open => Possible,
        Certain if target.is_inherited => Likely,
        certainty => certainty,
    }))
}

/// Returns false for the call of a macro, `pin!(…)`, if the target is a function, and the reverse. A procedural macro is
/// declared as a function.
fn fits_macro_mark(
    tree: &ChunkTree,
    reference: &Reference,
    target: &Target,
    codebase: &mut Codebase<'_>,
) -> bool {
    let mark = tree.row().macro_mark;
    if mark.is_empty() || !reference.is_called || target.language != tree.language {
        return true;
    }
    let after = reference.bytes.end..reference.bytes.end + 1;
    let calls_macro = tree.word(&after) == mark;
    match target.kind {
        Kind::Macro => calls_macro,
        Kind::Function | Kind::Method if calls_macro => {
            let declaring = codebase.tree(&target.path);
            let text = declaring.as_ref().map(|tree| &tree.document.text);
            text.is_some_and(|text| text.slice(0..text.len()).contains("#[proc_macro"))
        }
        _ => true,
    }
}

/// Maximum number of bytes of a command before an argument.
const MAX_COMMAND: u32 = 200;

/// Returns true for an argument of Make: `make -s lint`.
fn is_made(tree: &ChunkTree, reference: &Reference) -> bool {
    let before = tree.before(reference.bytes.start, MAX_COMMAND);
    let command = before.rsplit(['\n', ';', '&', '|', '(']).next();
    let mut words = command.unwrap_or_default().split_whitespace();
    words.any(|word| matches!(word, "make" | "gmake"))
}

/// Maximum number of bytes of an element's classes before one of them.
const MAX_CLASSES: u32 = 300;

/// Returns true for a class of an element: `<p class="card">`.
fn is_class(tree: &ChunkTree, reference: &Reference) -> bool {
    let mark = tree.before(reference.bytes.start, 1);
    if reference.is_member || !matches!(&*mark, "\"" | "'" | " ") {
        return false;
    }
    let before = tree.before(reference.bytes.start, MAX_CLASSES);
    let quoted = before.trim_end_matches(|letter: char| !"\"'<>(){};=".contains(letter));
    ends_with_class(quoted)
}

/// Judges the class of an element, which may be of any style sheet, or a member of the imported one: `styles.card`.
fn judge_class(
    document: &DocumentImports,
    reference: &Reference,
    target: &Target,
    is_class: bool,
) -> Option<Certainty> {
    if is_class || !reference.is_member {
        let is_it = is_class && target.row().is_style && target.kind == Kind::Items;
        return is_it.then_some(Possible);
    }
    let sheet = document.tree.word(&reference.qualifier);
    let mut imports = document.tree.imports.iter();
    let is_imported = imports.any(|import| {
        let file = import.module.rsplit('/').next();
        import.local_name() == sheet && file == Some(target.path.file_name())
    });
    is_imported.then_some(Likely)
}

/// Returns true if a member has the name of the target, or the one that an import gives it.
pub(super) fn has_name(
    document: &DocumentImports,
    reference: &Reference,
    target: &Target,
    codebase: &mut Codebase<'_>,
) -> Lookup<bool> {
    let word = document.tree.word(&reference.bytes);
    if word == target.name || is_accessor(&document.tree, &word, target) {
        return Ok(true);
    }
    for import in &document.tree.imports {
        if import.alias == word && codebase.renames_extension(import, target)? {
            return Ok(true);
        }
    }
    Ok(codebase
        .global_aliases(target)?
        .iter()
        .any(|alias| *alias == word))
}

/// Returns true if a word is a name of the target in the language of the document alone: `getSize` of a property.
fn is_accessor(tree: &ChunkTree, word: &str, target: &Target) -> bool {
    let mut names = target.accessor_names(tree.language).into_iter();
    names.any(|name| name == word)
}

/// [`Language::names_type`] of a reference.
pub(crate) fn names_type(tree: &ChunkTree, reference: &Reference) -> Option<bool> {
    // Long enough for a tag, as `struct`.
    let before = tree.before(reference.bytes.start, 16);
    tree.language?.names_type(&before, reference.is_called)
}

/// [`Language::is_variable`] of a reference.
fn is_variable(tree: &ChunkTree, reference: &Reference) -> bool {
    let (start, end) = (reference.bytes.start, reference.bytes.end);
    let before = tree.before(start, 4);
    let after = tree.word(&(end..end.saturating_add(2)));
    tree.language
        .is_some_and(|language| language.is_variable(&before, &after, reference.is_called))
}

/// Returns true if a reference is a symbol or string, which may name a function.
fn is_symbol(tree: &ChunkTree, reference: &Reference) -> bool {
    let before = tree.before(reference.bytes.start, 1);
    tree.language
        .is_some_and(|language| language.is_symbol(&before))
}

/// Returns the class that a test of GoogleTest derives from: `Fixture` for the chunk `TEST_F(Fixture, Opens)`.
pub(super) fn fixture(name: &str) -> Option<&str> {
    const MACROS: [&str; 4] = ["TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"];
    let (name, arguments) = name.split_once('(')?;
    let fixture = arguments.split(',').next()?.trim();
    MACROS.contains(&name).then_some(fixture)
}

/// A reference, and the target that it may mean.
pub(super) struct Resolver<'j, 'w> {
    pub(super) document: &'j DocumentImports,
    pub(super) tree: &'j ChunkTree,
    /// The language of the document.
    pub(super) language: Language,
    pub(super) reference: &'j Reference,
    /// The leaf with the reference.
    pub(super) leaf: &'j Chunk,
    pub(super) target: &'j Target,
    pub(super) codebase: &'j mut Codebase<'w>,
}

impl<'j> Resolver<'j, '_> {
    /// Name of the type or module around the reference.
    pub(super) fn own_type(&self) -> &'j str {
        let whole = self.tree.whole(self.leaf);
        if let Some(fixture) = fixture(&whole.name) {
            return fixture;
        }
        let companion = self.language.companion;
        let names = whole.names.iter().skip(1).rev();
        let mut names = names.filter(|name| *name != companion);
        if !whole.kind.has_members() && !whole.name.is_empty() {
            names.next();
        }
        names.next().map_or("", String::as_str)
    }

    /// The text of the leaf before the reference.
    pub(super) fn text_before(&self) -> Cow<'j, str> {
        let bytes = self.leaf.bytes.start..self.reference.bytes.start as usize;
        self.tree.document.text.slice(bytes)
    }

    /// Judges the reference as if the target were the only declaration of its qualified name.
    fn judge_alone(&mut self) -> Verdict {
        if self.target.name == self.target.constructed()
            && is_initializer(self.tree, self.leaf, self.reference)
            && self.tree.word(&self.reference.bytes) != *self.target.name
        {
            return self.judge_initializer();
        }
        if self.calls_constructor() {
            return self.judge_constructor_call();
        }
        if self.is_injected() {
            return self.judge_fixture();
        }
        if self.language.selects_fields && self.target.is_field {
            return self.judge_selected();
        }
        let is_type = self.target.kind.is_type();
        let is_symbol = !self.reference.is_member && is_symbol(self.tree, self.reference);
        if !is_type && is_symbol {
            return self.judge_symbol();
        }
        let mut verdict = self.judge_by_receiver()?;
        // `mainClass = "Main"` of another package.
        let is_open = is_symbol && verdict.is_none() && self.reach() == Reach::Directory;
        if is_open && self.codebase.namesakes(self.target)? <= 1 {
            verdict = Some(Possible);
        }
        if self.language.opens_types && verdict == Some(Certain) && self.implements_abstract()? {
            verdict = Some(Likely);
        }
        match verdict {
            Some(_) if self.is_hidden_from_site()? => Ok(None),
            Some(certainty)
                if is_callable(self.target.kind) && !self.is_called() && !self.reference.is_key =>
            {
                self.judge_uncalled(certainty)
            }
            Some(_)
                if self.target.is_field
                    && (self.reference.is_called || self.is_path_of_method())
                    && self.is_method_of_owner()? =>
            {
                Ok(None)
            }
            verdict => Ok(verdict),
        }
    }

    /// Returns true for a name of the enclosing type or its base. A variable may have one of another language: `parent`, and
    /// `this` of C.
    pub(super) fn is_own(&self, word: &str) -> bool {
        let is_companion = !word.is_empty() && word == self.language.companion;
        let mut own = self.language.own_types.split(' ');
        let is_word = !self.language.needs_body && (word == "self" || own.any(|own| own == word));
        is_companion
            || Language::is_own(word) && (is_word || !is_local(self.tree, self.reference, word))
    }

    /// Returns true if the reference calls what it names.
    pub(super) fn is_called(&self) -> bool {
        let language = self.language;
        let calls_bare = language.calls_bare;
        let is_declaration = self.target.only_calls
            && language.needs_body
            && constructs_uncalled(self.tree, self.leaf, self.reference);
        self.reference.is_called
            || (calls_bare && !self.reference.is_member)
            || language.calls_without_marks
            || is_declaration
    }

    pub(super) fn judge_by_receiver(&mut self) -> Verdict {
        let owners = self.language.item_owners;
        if !self.reference.is_member && !owners.is_empty() {
            return self.judge_argument();
        }
        if !self.reference.is_member {
            return self.judge_unqualified();
        }
        let from = receiver(self.tree, self.reference);
        if self.reference.is_key {
            return self.judge_key(&from);
        }
        if !owners.is_empty() && self.target.kind == Kind::Items {
            return self.judge_item(&from, owners);
        }
        let exports = self.language.exports_object;
        let is_own_export = !exports.is_empty() && from.word() == exports && self.is_in_file();
        if is_own_export && !self.target.is_member() {
            return Ok(Some(Likely));
        }
        let is_path = from.is_path && is_rooted(self.tree) && self.target.kind != Kind::Macro;
        match from.chain.first().map(String::as_str) {
            Some(first) if is_path && first != "Self" => self.judge_path(&from),
            Some("parent") if from.is_path && !from.is_field() => self.judge_self("super"),
            Some("self") if from.is_path && !from.is_field() => self.judge_self("self::"),
            Some(base)
                if !base.is_empty() && base == self.language.base_word && !from.is_field() =>
            {
                self.judge_own("super")
            }
            Some(own) if self.is_own(own) && !from.is_field() => self.judge_own(own),
            Some(object) if self.is_global(object) && !from.is_field() => Ok(Some(Likely)),
            _ => self.judge_qualified(&from),
        }
    }

    /// Returns true if an interface declares a member of the target's name, and the target is outside of it.
    fn implements_abstract(&mut self) -> Lookup<bool> {
        let Target {
            name, path, line, ..
        } = self.target;
        let is_abstract = |kind| matches!(kind, Kind::Interface | Kind::Trait);
        if let Some(view) = self.codebase.view(path)?
            && view.tree.chunks.iter().any(|chunk| {
                is_abstract(chunk.kind) && (chunk.lines.0..=chunk.lines.1).contains(line)
            })
        {
            return Ok(false);
        }
        for (_, member) in self.codebase.targets_named(name)?.iter() {
            if self.codebase.is_abstract(&member.owner)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Judges the name of a function without a call, which may be a variable or a field. `certainty` is that of a call.
    fn judge_uncalled(&mut self, certainty: Certainty) -> Verdict {
        let target = self.target;
        let is_method = self.is_path_of_method();
        // `this.open = this.open.bind(this)` names a method.
        let packages = self.language.packages();
        let has_both = !matches!(packages, Packages::Relative | Packages::Nested(_));
        let is_field = has_both
            && !is_method
            && self.codebase.named(&target.name)?.iter().any(|record| {
                let is_other = record.path == target.path && record.name != target.name;
                let mut owners = record.names.iter().map(|name| name.split('#').next());
                is_other && owners.any(|owner| owner == Some(&target.owner))
            });
        if is_field {
            return Ok(None);
        }
        if is_method || self.language.calls_without_list && self.has_no_list()? {
            return Ok(Some(certainty));
        }
        Ok(match certainty {
            Certain if self.signatures()?.iter().any(|text| is_constant(text)) => Some(Certain),
            Certain => Some(Likely),
            Likely => Some(Possible),
            Possible if self.is_in_template_of_target() => Some(Possible),
            Possible if !self.is_argument() => None,
            Possible => (!self.may_be_other_field()?).then_some(Possible),
        })
    }

    /// Returns true if the target has no list of parameters.
    fn has_no_list(&mut self) -> Lookup<bool> {
        let name = &self.target.name;
        let signatures = self.signatures()?;
        let mut after = signatures
            .iter()
            .filter_map(|text| text.split_once(&**name));
        Ok(after.any(|(_, rest)| !rest.trim_start().starts_with(['(', '['])))
    }

    /// Returns true if the reference ends an argument of a call.
    fn is_argument(&self) -> bool {
        let end = self.reference.bytes.end;
        let after = self.tree.word(&(end..end.saturating_add(1)));
        after.starts_with([',', ')'])
    }

    /// Returns true if the repository declares a field or a variable of the target's name.
    fn may_be_other_field(&mut self) -> Lookup<bool> {
        let name = &self.target.name;
        self.codebase.any_named(name, |record| {
            record.name != *name || !is_callable(record.kind)
        })
    }

    /// Returns true if only the target's document can name it: another document may include that one, or have a
    /// part of its type.
    fn is_hidden_from_site(&mut self) -> Lookup<bool> {
        let Target { path, owner, .. } = self.target;
        if !self.target.is_file_local || self.is_in_file() {
            return Ok(false);
        }
        if self.target.kind == Kind::Macro && is_rooted(self.tree) {
            return Ok(!self.codebase.passes_macros(path, self.tree.path())?);
        }
        let has_includes = self.language.needs_body;
        // A value of a base may have a local type of C++.
        if has_includes && self.target.is_member() && self.codebase.lineage(owner)?.len() > 1 {
            return Ok(false);
        }
        let includes =
            |import: &Import, tree: &ChunkTree| has_includes || tree.has_at(import.at, "part ");
        let imports = self.document.imports();
        let included = imports.filter(|(import, _)| includes(import, self.tree));
        let mut included: Vec<&SourcePath> = included.flat_map(|(_, from)| from).collect();
        if included.contains(&path) {
            return Ok(false);
        }
        // A part of a library of Dart sees all of it, other parts too.
        if !has_includes {
            included.push(path);
            for library in included {
                if let Some(view) = self.codebase.view(library)?
                    && view.imports().any(|(import, from)| {
                        let is_part = from.contains(self.tree.path()) || from.contains(path);
                        is_part && includes(import, &view.tree)
                    })
                {
                    return Ok(false);
                }
            }
        }
        let mut around = std::iter::once(self.leaf).chain(self.tree.ancestors(self.leaf));
        let is_part = around.any(|around| {
            let signature = self.tree.document.text.slice(around.signature.clone());
            around.name == *owner && signature.contains("partial ")
        });
        Ok(!is_part && !self.codebase.has_kind_in(path, owner, Kind::Trait)?)
    }

    /// Returns true for a path that names a method and not a field of its name: `Item::label`, `&Item.label/1`.
    fn is_path_of_method(&self) -> bool {
        let tree = self.tree;
        let before = tree.before(self.reference.qualifier.start, 4);
        let mut marks = self.language.function_marks.iter();
        marks.any(|mark| before.ends_with(mark))
            || !self.language.has_properties && tree.before(self.reference.bytes.start, 2) == "::"
    }

    /// Returns true if the owner of the target, a field, has a method of its name, which a call means.
    fn is_method_of_owner(&mut self) -> Lookup<bool> {
        let Target { name, owner, .. } = self.target;
        if self.language.needs_body {
            return Ok(false);
        }
        let named = self.codebase.targets_named(name)?;
        let mut methods = named.iter().map(|(_, member)| member);
        Ok(methods.any(|method| is_callable(method.kind) && method.owner == *owner))
    }

    /// Returns true if a local function, or a member of a local type, in the leaf has the name, which a call may mean.
    fn may_be_nested(&self) -> bool {
        let mut nested = self.tree.nested(self.leaf);
        !self.reference.is_member
            && (self.language.implicit_self || self.language.local_functions)
            && nested.any(|nested| nested.name == self.target.name)
    }

    /// Returns true if the reference is in the target's document.
    pub(super) fn is_in_file(&self) -> bool {
        *self.tree.path() == self.target.path
    }

    /// Reach of names without a qualifier.
    pub(super) fn reach(&self) -> Reach {
        self.language.reach()
    }

    /// Returns the signatures of the target.
    pub(super) fn signatures(&mut self) -> Lookup<Vec<String>> {
        self.signatures_of(&self.target.name)
    }

    /// Returns the signatures of the declarations with a name in the target's document.
    pub(super) fn signatures_of(&mut self, name: &str) -> Lookup<Vec<String>> {
        let Some(view) = self.codebase.view(&self.target.path)? else {
            return Ok(Vec::new());
        };
        let text = &view.tree.document.text;
        let chunks = view.tree.chunks.iter().filter(|chunk| chunk.name == name);
        let signatures = chunks.map(|chunk| text.slice(chunk.signature.clone()).into_owned());
        Ok(signatures.collect())
    }
}
