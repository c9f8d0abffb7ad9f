//! Getters and setters: what one language of a platform declares as `getSize()`, another one reads as `size`.

use super::codebase::Codebase;
use super::relations::Lookup;
use super::resolver::words;
use super::target::Target;
use crate::chunk::{ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::syntax::Language;
use regex::{Captures, Regex};
use std::sync::LazyLock;

impl Target {
    /// Returns the names by which code in another language of its platform uses a member.
    pub(super) fn accessor_names(&self, site: Option<Language>) -> Vec<String> {
        let (Some(site), Some(own)) = (site, self.language) else {
            return Vec::new();
        };
        if !site.interoperates_with(own) {
            return Vec::new();
        }
        if site == own && !own.predicate_end.is_empty() {
            return matchers_of(&self.name, own.predicate_end);
        }
        if site == own && !own.dispatch_mark.is_empty() {
            let marks = self.name.match_indices(own.dispatch_mark);
            let generics = marks.map(|(at, _)| self.name[..at].to_owned());
            return generics.filter(|generic| !generic.is_empty()).collect();
        }
        if site == own || self.owner.is_empty() || !self.derived.is_empty() {
            return self.derived.clone();
        }
        let is_property = self.is_field || matches!(self.kind, Kind::Items | Kind::Accessor);
        if is_property && own.has_properties {
            return accessors_of(&self.name);
        }
        if self.kind == Kind::Method && site.has_properties && !own.has_properties {
            return property_of(&self.name).into_iter().collect();
        }
        Vec::new()
    }

    /// Returns true for a property that code in another language of its platform calls.
    pub(super) fn has_accessors(&self, site: Option<Language>) -> bool {
        let has_any = self.row().has_properties || !self.derived.is_empty();
        has_any && !self.accessor_names(site).is_empty()
    }

    /// Sets the names that annotations make from a declaration, which other documents may use. `attributes` are those of
    /// its type, or what precedes its own line.
    pub(super) fn derive(&mut self, tree: &ChunkTree, attributes: &str) {
        let text = &tree.document.text;
        if self.row().derived_names.is_empty() {
            return;
        }
        let line = text.slice(text.lines(self.line, self.line));
        let mut marks = attributes.to_owned() + line.split(&self.name).next().unwrap_or_default();
        for at in (1..self.line).rev() {
            let above = text.slice(text.lines(at, at));
            if !above.trim_start().starts_with(['@', '[', '#']) {
                break;
            }
            marks += &above;
        }
        for (annotations, forms) in self.row().derived_names {
            if words(&marks).any(|word| annotations.split(' ').any(|listed| listed == word)) {
                let names = forms.split(' ').flat_map(|form| derived(&self.name, form));
                self.derived.extend(names);
            }
        }
        let is_declared = |name: &str| tree.chunks.iter().any(|chunk| chunk.name == name);
        (self.derived).retain(|name| *name != self.name && !is_declared(name));
        self.is_file_local &= self.derived.is_empty();
    }
}

/// The names that a form gives a field: `getName` of `name` and `_name`, `setOpen` of `open` and `isOpen`.
fn derived(field: &str, form: &str) -> Vec<String> {
    let field = field.trim_start_matches("m_").trim_start_matches('_');
    if !form.contains("Name") {
        return vec![form.replace("name", field)];
    }
    let (first, rest) = field.split_at(field.chars().next().map_or(0, char::len_utf8));
    let capitalized = first.to_uppercase() + rest;
    let names = [Some(&*capitalized), after_prefix(field, "is")];
    let names = names.into_iter().flatten();
    names.map(|name| form.replace("Name", name)).collect()
}

impl Codebase<'_> {
    /// Returns true for a component of a record of Java, which is read by a call: `point.x()`.
    pub(super) fn is_component(&mut self, target: &Target) -> Lookup<bool> {
        let word = target.row().component_word;
        for record in self.named(&target.owner)?.iter() {
            if !word.is_empty()
                && record.path == target.path
                && record.kind.is_type()
                && let Some(view) = self.view(&record.path)?
                && let Some(chunk) = view.chunk(record)
                && let header = view.tree.whole(chunk).signature.clone()
                && let header = view.tree.document.text.slice(header)
                && words(&header).any(|part| part == word)
                && words(&header).any(|part| part == target.name)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the names of members in other languages of its platform that a name in code of a language may mean.
pub(super) fn accessors_meant(name: &str, site: Option<Language>) -> Vec<String> {
    match site {
        Some(site) if site.has_properties => accessors_of(name),
        Some(site) if site.meets_properties => property_of(name).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the names of a component in a directory whose components need no import: `Button`, `BaseButton` and
/// `base-button` of `components/base/Button.vue`.
pub(super) fn component_names(path: &SourcePath) -> Vec<String> {
    static CAPITAL: LazyLock<Regex> = regex!(r"(\w)([A-Z])");
    static FIRST: LazyLock<Regex> = regex!(r"(?:^|-)([a-z])");
    let directory = format!("/{}/", path.directory());
    let Some((_, inner)) = directory.rsplit_once("/components/") else {
        return Vec::new();
    };
    let mut name = path.stem().split('.').next().unwrap_or_default().to_owned();
    let mut names = vec![name.clone()];
    for directory in inner.rsplit('/').filter(|name| !name.is_empty()) {
        let capital = |found: &Captures<'_>| found[1].to_uppercase();
        name.insert_str(0, &FIRST.replace_all(directory, capital));
        names.push(name.clone());
    }
    let hyphened = names
        .iter()
        .map(|name| CAPITAL.replace_all(name, "$1-$2").to_lowercase());
    let hyphened: Vec<String> = hyphened.filter(|name| name.contains('-')).collect();
    names.extend(hyphened);
    names
}

/// The matchers of RSpec that call a predicate: `be_valid` of `valid?`, `have_items` of `has_items?`.
fn matchers_of(name: &str, end: &str) -> Vec<String> {
    let Some(predicate) = name.strip_suffix(end) else {
        return Vec::new();
    };
    let mut names = ["be_", "be_a_", "be_an_"]
        .map(|be| format!("{be}{predicate}"))
        .to_vec();
    names.extend(
        predicate
            .strip_prefix("has_")
            .map(|rest| format!("have_{rest}")),
    );
    names
}

/// The getter and the setter of a property: `getName` and `setName` of `name`, `setOpen` of `isOpen`.
fn accessors_of(property: &str) -> Vec<String> {
    if let Some(rest) = after_prefix(property, "is") {
        return vec![format!("set{rest}")];
    }
    let mut letters = property.chars();
    let Some(first) = letters.next().filter(|first| first.is_lowercase()) else {
        return Vec::new();
    };
    let capitalized = format!("{}{}", first.to_uppercase(), letters.as_str());
    ["get", "set"]
        .map(|prefix| format!("{prefix}{capitalized}"))
        .to_vec()
}

/// The property of a getter or a setter: `name` of `getName`, `url` of `getURL`, `httpClient` of `getHTTPClient`.
fn property_of(accessor: &str) -> Option<String> {
    let name = after_prefix(accessor, "get").or_else(|| after_prefix(accessor, "set"))?;
    let capitals = name.chars().take_while(|letter| letter.is_uppercase());
    let lowered = match capitals.count() {
        count if count == name.chars().count() => count,
        count => (count - 1).max(1),
    };
    let lower = name.chars().take(lowered).flat_map(char::to_lowercase);
    Some(lower.chain(name.chars().skip(lowered)).collect())
}

/// The rest of a name after a lower-case word.
fn after_prefix<'n>(name: &'n str, prefix: &str) -> Option<&'n str> {
    let rest = name.strip_prefix(prefix)?;
    rest.starts_with(char::is_uppercase).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accessor_has_the_name_of_its_property() {
        let check = |accessor: &str, expected: Option<&str>| {
            assert_eq!(property_of(accessor).as_deref(), expected, "{accessor}");
        };
        check("getName", Some("name"));
        check("setSize", Some("size"));
        check("getURL", Some("url"));
        check("getHTTPClient", Some("httpClient"));
        check("getX", Some("x"));
        check("get", None);
        check("getter", None);
        check("isOpen", None);
    }

    #[test]
    fn a_property_has_a_getter_and_a_setter() {
        let check = |property: &str, expected: &[&str]| {
            assert_eq!(accessors_of(property), expected, "{property}");
        };
        check("name", &["getName", "setName"]);
        check("isOpen", &["setOpen"]);
        check("island", &["getIsland", "setIsland"]);
        check("LIMIT", &[]);
    }
}
