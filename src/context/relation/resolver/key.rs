//! Judgment of a key of a literal, of a pattern, or of an element: `Crate { weight: 1 }`, `const { load } = store`.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::origin::packages_of;
use crate::context::relation::receiver::Receiver;
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::context::relation::target::Target;
use crate::context::relation::type_name::TypeName;
use crate::context::relation::type_text::{is_type_name, is_wrapper};
use crate::corpus::SourcePath;
use crate::syntax::{Language, Packages};

impl Resolver<'_, '_> {
    /// Judges a key of a literal or a pattern, `Crate { weight: 1 }`: a field of the type before it.
    pub(super) fn judge_key(&mut self, from: &Receiver) -> Verdict {
        let Target { is_field, name, .. } = self.target;
        let is_script = packages_of(self.tree) == Some(Packages::Relative);
        if self.is_string() {
            // Only fields of a dictionary are its keys.
            let dictionary = self.language.dictionary_base;
            let lineage = self.codebase.lineage(&self.target.owner)?;
            let is_typed = *is_field && lineage.iter().any(|base| base == dictionary);
            if !is_typed {
                return Ok(None);
            }
            // A value of unknown type may be any dictionary.
            let verdict = self.judge_value_member(from)?;
            return Ok(verdict.map(|it| if it == Certain { Certain } else { Possible }));
        }
        if is_script && from.word().is_empty() {
            return self.judge_destructured();
        }
        let is_method = is_script || self.language.method_keys;
        let may_be_key = *is_field || (is_method && self.target.is_member());
        let start = self.reference.qualifier.start;
        // An index of an array of Go: `[]string{Pid: "pid"}`.
        let is_array = !may_be_key && self.tree.before(start, 1) == "]";
        if is_array && !self.codebase.owners_of(name)?.contains(from.word()) {
            return self.judge_unqualified();
        }
        if !may_be_key {
            return Ok(None);
        }
        if is_script && self.tree.before(start, 1) == "<" {
            return self.judge_key_of(from.word());
        }
        if is_script && self.tree.before(start, 3) == "..." {
            return self.judge_key_of_value(&from.chain.join("."));
        }
        // `Store(count: 1)`: the initializer of a struct or record has the names of its fields.
        let (opening, end) = (self.reference.qualifier.end, self.reference.bytes.end);
        let is_argument = self.tree.word(&(opening..opening + 1)) == "("
            && self.tree.word(&(end..end + 1)) == ":"
            && !self.language.component_word.is_empty();
        if is_argument {
            let owner = &self.target.owner;
            let is_it = self.unaliased(from.word())? == *owner
                && (self.codebase.has_kind(owner, Kind::Struct)?
                    || self.codebase.is_component(self.target)?);
            return Ok(is_it.then_some(Likely));
        }
        match from.word() {
            "" => {
                let verdict = self.judge_value_member(from)?;
                // Without a type, the field says which one it is.
                let is_only = self.is_in_file() && self.codebase.namesakes(self.target)? <= 1;
                let least = if is_only { Likely } else { Possible };
                Ok(verdict.map(|certainty| certainty.min(least)))
            }
            own if Language::is_own(own) => self.judge_self(own),
            local
                if self.unaliased(local)? == self.target.owner
                    || self
                        .target
                        .owner
                        .strip_suffix(self.language.attribute_suffix)
                        == Some(local) =>
            {
                self.judge_type_member(local)
            }
            copier if self.language.copies(copier) => self.judge_copied(),
            other if self.are_related(other)? => Ok(Some(Likely)),
            other if is_script => self.judge_key_of(other),
            _ => Ok(None),
        }
    }

    /// Judges the name of a field in a selection of GraphQL, or before a colon that of an input.
    pub(super) fn judge_selected(&mut self) -> Verdict {
        let (start, end) = (self.reference.bytes.start, self.reference.bytes.end);
        let is_other = matches!(&*self.tree.before(start, 1), "$" | "@");
        let is_key = self.tree.word(&(end..end.saturating_add(1))) == ":";
        let is_input = self.codebase.has_kind(&self.target.owner, Kind::Struct)?;
        if is_other || is_key != is_input {
            return Ok(None);
        }
        self.likely_if_alone()
    }

    /// Returns true for a key in quotes: `movie["title"]` of Python.
    fn is_string(&self) -> bool {
        let before = self.tree.before(self.reference.bytes.start, 1);
        !self.language.dictionary_base.is_empty() && matches!(&*before, "\"" | "'")
    }

    /// Judges a key of a value of JavaScript whose type is stated, or of the element of a component: `<Card title="a">`
    /// names a field of the type that the function `Card` takes.
    fn judge_key_of(&mut self, other: &str) -> Verdict {
        let Target { owner, path, .. } = self.target;
        let other = self.unaliased(other)?;
        let declared = self.codebase.named(&other)?;
        for record in declared.iter() {
            let Some(view) = self.codebase.view(&record.path)? else {
                continue;
            };
            let Some(chunk) = view.chunk(record) else {
                continue;
            };
            let header = view.tree.document.text.slice(chunk.signature.clone());
            if !words(&header).any(|word| word == owner) {
                continue;
            }
            let at = self.reference.bytes.start;
            let origins = self.codebase.imported(&view, owner, at)?;
            let mut origins = origins.iter().flatten();
            if record.path == *path || origins.any(|origin| origin.path == *path) {
                return Ok(Some(Likely));
            }
        }
        // A generic type may take the type of its argument: `Partial<Props>`.
        let is_open = declared.is_empty() && is_wrapper(&other);
        Ok(is_open.then_some(Possible))
    }

    /// Judges a name in a pattern of JavaScript that takes it from a value: `const { load } = store`.
    fn judge_destructured(&mut self) -> Verdict {
        let text = &self.tree.document.text;
        let end = self.reference.bytes.end as usize;
        let after = text.slice(end..self.leaf.bytes.end.max(end));
        let value = after
            .split_once('}')
            .map_or("", |(_, rest)| rest.trim_start());
        let value = value
            .strip_prefix('=')
            .filter(|value| !value.starts_with(['=', '>']));
        let value = value.unwrap_or_default();
        let value = value.split([';', '\n']).next().unwrap_or_default().trim();
        if !self.target.is_member() {
            if !value.is_empty() && value == self.target.owner {
                return Ok(Some(Likely));
            }
            let name = self.tree.word(&self.reference.bytes);
            if let Some(origins) = self.imported(value)? {
                let documents: Vec<SourcePath> =
                    origins.into_iter().map(|origin| origin.path).collect();
                return Ok(self.leads_to_target(&documents, &name)?.then_some(Likely));
            }
            // `const { load } = await loadStore()`
            let is_open = value.is_empty() || value.starts_with("await ");
            return Ok((is_open && self.loads_target()).then_some(Possible));
        }
        self.judge_key_of_value(value)
    }

    fn judge_key_of_value(&mut self, value: &str) -> Verdict {
        let mut types = self.types_at_end(value)?;
        if types.is_empty() {
            types = self.types_of_global(value)?;
        }
        self.judge_key_of_types(&types)
    }

    /// Judges a key of a call that copies a value, which is before the call or its first argument: `conf.copy(port = 4)`,
    /// `replace(conf, port=4)`.
    fn judge_copied(&mut self) -> Verdict {
        let text = &self.tree.document.text;
        let (start, end) = (self.reference.qualifier.start, self.reference.qualifier.end);
        let before = text.slice(self.leaf.bytes.start..start as usize);
        let arguments = text.slice(end as usize..self.reference.bytes.start as usize);
        let first = arguments
            .trim_start_matches('(')
            .split(',')
            .next()
            .unwrap_or_default();
        let mut types = self.types_at_end(before.strip_suffix('.').unwrap_or_default())?;
        if types.is_empty() {
            types = self.types_at_end(first)?;
        }
        self.judge_key_of_types(&types)
    }

    /// Judges a key by the types of the value that has it.
    fn judge_key_of_types(&mut self, types: &[TypeName]) -> Verdict {
        for stated in types {
            let name = self.unaliased(&stated.name)?;
            let is_it = match self.codebase.is_owner(self.target, stated)? {
                Some(is_it) if name == self.target.owner => is_it,
                _ => name == self.target.owner || self.are_related(&name)?,
            };
            if is_it {
                return Ok(Some(Likely));
            }
        }
        let is_typed = types.iter().any(|stated| is_type_name(&stated.name));
        Ok((!is_typed).then_some(Possible))
    }

    /// Judges the key of a module's argument in Terraform: the variable of the module.
    pub(super) fn judge_argument(&mut self) -> Verdict {
        let Target { name, path, .. } = self.target;
        let (end, leaf) = (self.reference.bytes.end as usize, &self.leaf.bytes);
        let text = &self.tree.document.text;
        let is_key = text
            .slice(end..leaf.end.max(end))
            .trim_start()
            .starts_with('=');
        let mut imports = self.document.imports();
        let is_of_module =
            imports.any(|(import, from)| leaf.contains(&import.at) && from.contains(path));
        let is_named = *name == *self.tree.word(&self.reference.bytes);
        Ok((is_key && is_of_module && is_named).then_some(Likely))
    }

    /// Judges an item after the word for its kind: `var.region`, `module.net.id` of Terraform.
    pub(super) fn judge_item(&mut self, from: &Receiver, owners: &[(&str, &str)]) -> Verdict {
        let Target { name, path, .. } = self.target;
        let first = from.chain.first().map_or("", String::as_str);
        let (Some((_, start)), Some(view)) = (
            owners.iter().find(|(owner, _)| *owner == first),
            self.codebase.view(path)?,
        ) else {
            return Ok(None);
        };
        let text = &view.tree.document.text;
        let mut definitions = view.tree.chunks.iter().flat_map(|chunk| {
            let others = chunk.definitions.iter();
            let others = others.map(|definition| (&definition.name, definition.line));
            others.chain([(&chunk.name, chunk.name_at.0)])
        });
        let is_of_kind = definitions.any(|(defined, line)| {
            let line = text.slice(text.lines(line, line));
            let has_start = |start: &str| !start.is_empty() && line.trim_start().starts_with(start);
            let is_other = owners
                .iter()
                .any(|(_, other)| other != start && has_start(other));
            defined == name && !is_other && (start.is_empty() || has_start(start))
        });
        let is_near = self.tree.path().directory() == path.directory();
        Ok(match from.chain.len() {
            1 if is_of_kind && is_near => Some(Certain),
            2 if is_of_kind && self.document.imports().any(|(_, from)| from.contains(path)) => {
                Some(Likely)
            }
            2 if is_of_kind && !is_near => Some(Possible),
            _ => None,
        })
    }
}

/// Returns the words of a text.
pub(in crate::context::relation) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}
