//! Judgment of a member of a value: `merger.merge(…)`, `open().merge(…)`.

use super::argument::type_of_cast;
use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::call::{
    assigned_call, call_at_end, is_computed, names_at_end, parenthesized, without_mark,
};
use crate::context::relation::declared::{extended_type, type_extended_by_class, type_of_line};
use crate::context::relation::receiver::{Receiver, is_local, visible_variable};
use crate::context::relation::relations::Certainty::{self, Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::{Target, is_usable_from};
use crate::context::relation::type_name::TypeName;
use crate::context::relation::type_text::{
    is_in_path, is_type_name, is_wrapper, last_part, name_of_type,
};
use crate::syntax::{Language, Packages, Reach, Reference};
use regex::Regex;
use std::slice::from_ref;
use std::sync::LazyLock;

/// Maximum number of calls in a chain whose types are followed.
const MAX_CALLS: usize = 12;

/// What proves the types of the value of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    /// Every step to it has a known type.
    Known,
    /// A function of that name returns them.
    Function,
    /// Some method of that name returns them.
    Method,
}

impl Resolver<'_, '_> {
    /// Judges a member of a value by the declared types of the value.
    pub(super) fn judge_value_member(&mut self, from: &Receiver) -> Verdict {
        let target = self.target;
        let (types, proof, mut best) = self.types_before_member(from)?;
        if best != Certain || types.is_empty() {
            let elements = self.types_of_element(from)?;
            let owners = self.codebase.owners_of(&target.name)?;
            let mut is_other = false;
            for element in &elements {
                let name = self.unaliased(&element.name)?;
                let is_owner = self
                    .codebase
                    .is_owner(target, element)?
                    .unwrap_or(name == target.owner);
                if is_owner || (name != target.owner && self.are_related(&name)?) {
                    return Ok(Some(Likely));
                }
                let lineage = self.codebase.lineage_of(element)?;
                is_other |= lineage.iter().any(|own| owners.contains(own));
            }
            if is_other {
                return Ok(None);
            }
        }
        if types.is_empty() {
            return self.judge_by_mention(from);
        }
        let are_namesakes = types.iter().all(|stated| {
            let name = name_of_type(&stated.name);
            name != stated.name && name == target.owner
        });
        if are_namesakes {
            return Ok(None);
        }
        let mut found = None;
        let (mut has_other, mut is_known) = (false, false);
        for stated in &types {
            if self.unaliased(&stated.name)? != target.owner {
                has_other |= self.codebase.is_type(&stated.name)?;
                continue;
            }
            match self.codebase.is_owner(target, stated)? {
                Some(is_it) => is_known |= is_it,
                None if stated.is_unclear => {
                    best = Possible;
                    found = found.or(Some(&stated.name));
                }
                None => found = found.or(Some(&stated.name)),
            }
        }
        // The value may have either type.
        if has_other {
            best = best.max(Likely);
        }
        if is_known {
            return Ok(Some(best));
        }
        if let Some(local) = found {
            let certainty = self.judge_type_member(local)?;
            // A type that a signature states may not be the one of this name at the site.
            let is_written = self.tree.references_to(local).next().is_some();
            let open = (proof != Proof::Known || !is_written).then_some(Possible);
            return Ok(certainty.map(|certainty| certainty.max(best)).or(open));
        }
        let mut own = Vec::new();
        for stated in &types {
            let local = &stated.name;
            // The functions of a module may be in a table of its name.
            if self.judge_import(local, "")? == Some(true) {
                let least = if target.is_of_file { best } else { Likely };
                return Ok(Some(best.max(least)));
            }
            let name = self.unaliased(local)?;
            if self.inherits_in_function(local)? {
                return Ok(Some(Likely));
            }
            let is_related = match &stated.home {
                Some(home) if name == target.owner => {
                    self.extends_namesake(from_ref(&home.path))?
                }
                _ => self.are_related(&name)?,
            };
            if is_related {
                return Ok(Some(Likely));
            }
            own.extend(self.codebase.lineage_of(stated)?.iter().cloned());
        }
        // A member of the type itself, or of a base, hides those of others.
        let member_owners = self.codebase.owners_of(&target.name)?;
        let has_own = own.iter().any(|name| member_owners.contains(name));
        let is_abstract = self.codebase.is_abstract(&target.owner)?;
        match self.extended_by_target()? {
            Some(extended) if types.iter().any(|stated| stated.name == extended) && !has_own => {
                Ok(Some(Likely))
            }
            // Other types may inherit from an extended one, or implement an abstract one.
            Some(_) => self.judge_by_mention(from),
            None if is_abstract && !has_own => self.judge_by_mention(from),
            None if !has_own && types.iter().all(|stated| stated.is_factory) => Ok(Some(Possible)),
            // Another function of this name may return another type.
            None if proof != Proof::Known && !has_own => Ok(Some(Possible)),
            None => Ok(self.are_open(&types)?.then_some(Possible)),
        }
    }

    /// Returns the types of the value before the member, what proves them, and the most certain verdict by them.
    pub(super) fn types_before_member(
        &mut self,
        from: &Receiver,
    ) -> Lookup<(Vec<TypeName>, Proof, Certainty)> {
        let (mut types, mut proof, mut best) = (self.types_of(from)?, Proof::Known, Certain);
        if types.is_empty() && from.is_field() {
            // Another field of this name may have another type, so that nothing is certain.
            let field = from.word();
            types = (self.codebase).types_in(self.tree.language, field, field, None)?;
            (proof, best) = (Proof::Method, Likely);
        } else if types.is_empty() {
            (types, proof) = self.types_of_call(from)?;
            best = if proof == Proof::Method {
                Possible
            } else {
                Likely
            };
            if types.is_empty() {
                (types, best) = (self.types_of_global(from.word())?, Likely);
            }
        }
        // What is in a wrapper may have any type: `Arc::new(open())`.
        if !self.are_declared(&types)? {
            types.retain(|stated| !is_wrapper(&stated.name));
        }
        Ok((types, proof, best))
    }

    /// Returns true if other types than these may have the target: an interface of another package of Go may have values of
    /// any type, and an outside type of Swift what `extension View` declares.
    fn are_open(&mut self, types: &[TypeName]) -> Lookup<bool> {
        let owner = &self.target.owner;
        let is_of_package = self.language.packages() == Packages::Stated
            && types.iter().any(|stated| stated.name.contains('.'));
        let is_extension = self.reach() == Reach::Program
            && self
                .codebase
                .any_named(owner, |record| record.kind == Kind::Impl)?
            && !self.codebase.is_type(owner)?
            && !self.are_declared(types)?;
        Ok(is_of_package || is_extension || self.is_value_of_any(types)?)
    }

    /// Returns the type that the target extends: `Store` for the extension method `Load(this Store store)` of C#, and
    /// for a method of `implicit class Rich(store: Store)` of Scala.
    pub(super) fn extended_by_target(&mut self) -> Lookup<Option<String>> {
        let Target { name, owner, .. } = self.target;
        let Some(row) = self.target.language else {
            return Ok(None);
        };
        Ok(if !row.extended_mark.is_empty() {
            let functions = self.signatures_of(name)?;
            functions
                .iter()
                .find_map(|text| extended_type(text, row.extended_mark))
        } else if !row.extending_class.is_empty() {
            let classes = self.signatures_of(owner)?;
            classes
                .iter()
                .find_map(|text| type_extended_by_class(text, row.extending_class))
        } else {
            None
        })
    }

    /// Returns true if a name among types is that of a constant, which may have any type as its value: `const Ints = List(u32)`.
    fn is_value_of_any(&mut self, types: &[TypeName]) -> Lookup<bool> {
        for stated in types {
            let declared = self.codebase.named(&stated.name)?;
            let mut kinds = declared.iter().map(|record| record.kind);
            if !declared.is_empty() && kinds.all(|kind| kind == Kind::Items) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the types of a variable outside of functions: one of the site's document, or an imported one.
    pub(super) fn types_of_global(&mut self, name: &str) -> Lookup<Vec<TypeName>> {
        if name.is_empty() || is_local(self.tree, self.reference, name) {
            return Ok(Vec::new());
        }
        let mut places = vec![(self.tree.path().clone(), name.to_owned())];
        for origin in self.imported(name)?.into_iter().flatten() {
            places.push((origin.path, origin.name));
        }
        for (path, name) in places {
            let named = self.codebase.named(&name)?;
            let mut defined = named
                .iter()
                .filter(|record| record.path == path && record.kind == Kind::Items);
            if let Some(record) = defined.next()
                && Target::named(record, &name).owner.is_empty()
                && let Some(view) = self.codebase.view(&path)?
                && let Some(chunk) = view.chunk(record)
            {
                return self.codebase.declared_types(&view, chunk, &name, None);
            }
        }
        Ok(Vec::new())
    }

    /// Judges a member of a value of unknown type by mentions of the owner nearby.
    pub(super) fn judge_by_mention(&mut self, from: &Receiver) -> Verdict {
        let Target { owner, path, .. } = self.target;
        let is_alone = self.codebase.namesakes(self.target)? <= 1;
        // A type often mentions itself, so a mention inside the owner proves nothing.
        if self.own_type() == owner {
            return Ok(Some(Possible));
        }
        let names_owner = |reference: &Reference| self.tree.word(&reference.bytes) == *owner;
        let is_nearby = self.is_in_file()
            || self.tree.references_to(owner).next().is_some()
            || self.document.imports().any(|(_, from)| from.contains(path));
        let mut references = self.tree.references_of(self.leaf).iter();
        let is_close = (is_nearby && is_alone) || references.any(names_owner);
        // `@show.register` of a function.
        let is_likely = is_close
            && !from.word().is_empty()
            && (is_local(self.tree, self.reference, from.word())
                || !self.codebase.is_function(from.word())?);
        Ok(Some(if is_likely { Likely } else { Possible }))
    }

    /// Judges a symbol or string with the name of the target: `before_action :check`, `map(&:weight)`.
    pub(super) fn judge_symbol(&mut self) -> Verdict {
        let target = self.target;
        let is_attribute = target.is_field && self.language.calls_bare;
        if !(target.kind.has_code() || is_attribute || target.kind == Kind::Module)
            || target.only_calls
            || !is_usable_from(self.tree.language, target)
        {
            return Ok(None);
        }
        if let Some(named) = self.class_of_callable() {
            let class = self.unaliased(&named)?;
            if class == target.owner {
                let verdict = self.judge_type_member(&named)?;
                return Ok(verdict.map(|certainty| certainty.max(Likely)));
            }
            return Ok(self.are_related(&class)?.then_some(Likely));
        }
        Ok(Some(Possible))
    }

    /// Returns the class before the name of a method in a list of PHP: `[Store::class, 'load']`, `[$this, 'load']`.
    fn class_of_callable(&self) -> Option<String> {
        static CLASS: LazyLock<Regex> = regex!(
            r#"\[\s*(?:\\?(?:\w+\\)*(\w+)::class|['"]\\?(?:\w+\\+)*(\w+)['"]|\$(this))\s*,\s*['"]$"#
        );
        let before = self.text_before();
        let found = CLASS.captures(&before)?;
        let class = found.iter().skip(1).flatten().next()?.as_str();
        let is_own = matches!(class, "this" | "self" | "static");
        let class = if is_own { self.own_type() } else { class };
        (self.language.packages() == Packages::Prefixed).then(|| class.to_owned())
    }

    /// Returns true for a parameter that may be a fixture of pytest.
    pub(super) fn is_injected(&self) -> bool {
        let Reference {
            bytes, is_member, ..
        } = self.reference;
        let mut bindings = self.tree.bindings.iter();
        !is_member && !self.reference.is_key && bindings.any(|binding| binding.name == *bytes)
    }

    /// Judges a parameter of a test, which has the name of a fixture in its document or in a `conftest` above it.
    pub(super) fn judge_fixture(&mut self) -> Verdict {
        let Target {
            path,
            name,
            line,
            kind,
            ..
        } = self.target;
        let Some(view) = self.codebase.view(path)? else {
            return Ok(None);
        };
        let text = &view.tree.document.text;
        let mut chunks = view
            .tree
            .chunks
            .iter()
            .filter(|chunk| chunk.name_at.0 == *line);
        let is_fixture = chunks.any(|chunk| {
            let header = text.slice(chunk.bytes.start..chunk.signature.end);
            // A fixture may state another name, which is another target.
            let is_named = header.contains("name=") && chunk.name == *name;
            header.contains("fixture") && !is_named
        });
        if !kind.has_code() || !is_fixture || self.tree.word(&self.reference.bytes) != **name {
            return Ok(None);
        }
        let site = self.tree.path();
        let is_above = path.stem() == "conftest" && site.as_str().starts_with(path.directory());
        let is_alone = self.codebase.namesakes(self.target)? <= 1;
        let is_likely = self.is_in_file() || (is_above && is_alone);
        Ok(Some(if is_likely { Likely } else { Possible }))
    }

    /// Returns the types of a call before the member, or of the one that a variable has its value from, and what
    /// proves them: `Store::new().load()`.
    fn types_of_call(&mut self, from: &Receiver) -> Lookup<(Vec<TypeName>, Proof)> {
        let tree = self.tree;
        let value = if from.word().is_empty() {
            let text = &tree.document.text;
            let before = self.leaf.bytes.start..self.reference.bytes.start as usize;
            Some(without_mark(&text.slice(before)).to_owned())
        } else {
            assigned_call(
                tree,
                tree.whole(self.leaf),
                from.word(),
                self.reference.bytes.start,
            )
        };
        match value {
            Some(value) => self.types_of_value(&value, MAX_CALLS),
            None => Ok((Vec::new(), Proof::Known)),
        }
    }

    /// Returns the types of the value that ends a text.
    pub(super) fn types_at_end(&mut self, text: &str) -> Lookup<Vec<TypeName>> {
        Ok(self.types_of_value(text, MAX_CALLS)?.0)
    }

    /// Returns the types of the value that ends a text; none if any method of a name may return them.
    pub(super) fn proven_types_at_end(&mut self, text: &str) -> Lookup<Vec<TypeName>> {
        let (types, proof) = self.types_of_value(text, MAX_CALLS)?;
        Ok(if proof == Proof::Method {
            Vec::new()
        } else {
            types
        })
    }

    /// Returns the types of the value that ends a text, and what proves them. Of a chain, at most
    /// `calls` calls are followed.
    fn types_of_value(&mut self, text: &str, calls: usize) -> Lookup<(Vec<TypeName>, Proof)> {
        let language = self.tree.language;
        let literal = self.language.class_literal.trim_end_matches('.');
        if !literal.is_empty() && text.ends_with(literal) {
            return Ok((Vec::new(), Proof::Method));
        }
        // `(Store) open().first()`
        if let Some(stated) = type_of_cast(text.trim_start()) {
            return Ok((vec![self.type_here(stated)?], Proof::Known));
        }
        if let Some(inner) = parenthesized(text)
            && calls > 0
        {
            // `(it as Store).load()`, `((Store) it).load()`, `(*Store).load`
            let named = inner.rsplit_once(" as ").map(|(_, stated)| stated.trim());
            let stated = named.filter(|stated| is_type_name(stated));
            if let Some(stated) = stated.or_else(|| type_of_cast(inner)) {
                return Ok((vec![self.type_here(stated)?], Proof::Known));
            }
            if is_computed(inner) {
                return Ok((Vec::new(), Proof::Method));
            }
            let (types, proof) =
                self.types_of_value(inner.trim_start_matches(['*', '&']), calls - 1)?;
            // An iterator of C++ stands for its element.
            let is_open = inner.starts_with('*') && self.language.needs_body;
            return Ok((types, if is_open { Proof::Method } else { proof }));
        }
        let Some(call) = call_at_end(text) else {
            // `(new \Two\Box)->open()` of PHP
            let path = last_part(text.trim_end(), is_in_path);
            if path.starts_with('\\') {
                return Ok((vec![self.type_here(path)?], Proof::Known));
            }
            return self.types_of_names(names_at_end(text), calls);
        };
        // `cls()` of Python, `Self()`
        let is_own = call.receiver.is_empty() && Language::is_own(call.name);
        let may_be_type = call.is_new || !self.language.needs_new;
        // `URL()` is a type, too.
        let is_capital = call.name.starts_with(char::is_uppercase);
        let is_type = is_type_name(call.name) || is_capital && self.codebase.is_type(call.name)?;
        if is_own || may_be_type && is_type && !self.codebase.is_function(call.name)? {
            let mut path = text_of_path(call.receiver, call.name);
            if last_part(call.receiver, is_in_path).starts_with('\\') {
                path.insert(0, '\\');
            }
            return Ok((vec![self.type_here(&path)?], Proof::Known));
        }
        // `provider.GetService<Store>()`
        let argument = call.generics.trim_matches(['<', '>']);
        if !may_be_type && !self.codebase.is_function(call.name)? && is_type_name(argument) {
            return Ok((vec![self.type_here(argument)?], Proof::Function));
        }
        if call.receiver.is_empty() {
            let own = [self.type_here(self.own_type())?];
            if self.language.implicit_self
                && let Some(results) = self.codebase.results_of_method(language, &own, call.name)?
            {
                return Ok((results, Proof::Function));
            }
            let types = self.codebase.returned_types(language, call.name)?;
            return Ok((types, Proof::Function));
        }
        let mut found = (Vec::new(), Proof::Method);
        if calls > 0 {
            found = self.types_of_value(call.receiver, calls - 1)?;
        }
        let (types, proof) = found;
        if proof == Proof::Method {
            let types = self.codebase.returned_types(language, call.name)?;
            return Ok((types, Proof::Method));
        }
        let of_type = names_at_end(call.receiver).pop();
        let of_type = of_type.is_some_and(|name| types.iter().any(|stated| stated.name == name));
        let results = (self.codebase).results_of_method(language, &types, call.name)?;
        match results {
            Some(results) if !results.is_empty() => Ok((results, proof)),
            // A factory, as a class method of Python or one that a macro declares.
            None if of_type && call.name == "new" => Ok((types, Proof::Known)),
            _ if of_type && call.name != "new" => Ok((types, Proof::Function)),
            Some(_) => Ok((Vec::new(), Proof::Function)),
            // A base outside of the repository declares the method.
            None if self.are_declared(&types)? => Ok((Vec::new(), Proof::Method)),
            None => {
                // `package.open()` calls a function.
                let proof = if types.is_empty() {
                    Proof::Function
                } else {
                    Proof::Method
                };
                Ok((self.codebase.returned_types(language, call.name)?, proof))
            }
        }
    }

    /// Returns true if the repository declares one of some types.
    fn are_declared(&mut self, types: &[TypeName]) -> Lookup<bool> {
        for stated in types {
            if self.codebase.is_type(&stated.name)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the type that a path means at the reference.
    pub(super) fn type_here(&mut self, path: &str) -> Lookup<TypeName> {
        (self.codebase).type_at(self.document, path, self.reference.bytes.start)
    }

    /// Returns the types of a chain of names, `this`, `store`, and what proves them. The name of a type is its
    /// own type.
    fn types_of_names(
        &mut self,
        chain: Vec<String>,
        calls: usize,
    ) -> Lookup<(Vec<TypeName>, Proof)> {
        let Some(last) = chain.last() else {
            return Ok((Vec::new(), Proof::Method));
        };
        if is_type_name(last) && !Language::is_own(last) && !self.codebase.is_function(last)? {
            return Ok((vec![self.type_here(&chain.join("."))?], Proof::Known));
        }
        let from = Receiver {
            chain,
            is_path: false,
        };
        let types = self.types_of(&from)?;
        if types.is_empty() && !from.is_field() && calls > 0 {
            let whole = self.tree.whole(self.leaf);
            if let Some(value) =
                assigned_call(self.tree, whole, from.word(), self.reference.bytes.start)
            {
                return self.types_of_value(&value, calls - 1);
            }
        }
        Ok((types, Proof::Known))
    }

    /// Returns the declared types of the qualifier: from the enclosing function, the enclosing type, or the
    /// types of the fields before it.
    fn types_of(&mut self, from: &Receiver) -> Lookup<Vec<TypeName>> {
        let Some((first, fields)) = from.chain.split_first() else {
            return Ok(Vec::new());
        };
        if first.is_empty() {
            return Ok(Vec::new());
        }
        let language = self.tree.language;
        let own = [self.type_here(self.own_type())?];
        let mut types = own.to_vec();
        let is_own = self.is_own(first);
        if !is_own {
            let whole = self.tree.whole(self.leaf);
            let from = Some(self.reference.bytes.start);
            types = match type_of_line(self.tree, first) {
                Some(stated) => vec![self.type_here(&stated)?],
                None => (self.codebase).declared_types(self.document, whole, first, from)?,
            };
        }
        // A parameter of a lambda hides a field; `if let store` of Swift binds its value.
        let variable = visible_variable(self.tree, first, self.reference.bytes.start);
        let is_field = variable.is_none_or(|bound| self.tree.before(bound.name.start, 4) == "let ");
        if types.is_empty() && ((self.language.implicit_self && is_field) || is_own) {
            types = self.codebase.types_of_field(language, &own, first)?;
        }
        if types.is_empty() && !fields.is_empty() && is_type_name(first) {
            types.push(self.type_here(first)?);
        }
        // `self.class.load` calls a method of the type.
        let class = self.language.class_member;
        for field in fields.iter().filter(|field| *field != class) {
            types = self.codebase.types_of_field(language, &types, field)?;
        }
        Ok(types)
    }
}

/// Returns the path of a type that is called: `org.two.Box` of `new org.two` and `Box`.
fn text_of_path(before: &str, name: &str) -> String {
    match names_at_end(before).join(".") {
        qualifier if qualifier.is_empty() => name.to_owned(),
        qualifier => format!("{qualifier}.{name}"),
    }
}
