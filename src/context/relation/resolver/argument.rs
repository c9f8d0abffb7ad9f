//! Types of arguments: how well an overload takes those of a call.
//!
//! Principal type: [`Taken`]. Contract: an argument whose type is not seen fits any parameter.

use super::judge::Resolver;
use crate::chunk::Kind;
use crate::context::relation::call::has_operator;
use crate::context::relation::declared::stated_types;
use crate::context::relation::relations::Lookup;
use crate::context::relation::type_name::TypeName;
use crate::context::relation::type_text::{is_type_name, is_word, name_of_type, split_generics};
use regex::Regex;
use std::sync::LazyLock;

/// Types of numbers, which convert to each other.
const NUMBERS: [&str; 8] = [
    "byte", "short", "char", "int", "long", "float", "double", "decimal",
];
/// Other types of literals, and what else a literal of theirs may be.
const LITERALS: [(&str, &str); 4] = [
    ("string", "charsequence comparable serializable"),
    ("bool", "comparable serializable"),
    (
        "class",
        "type annotatedelement genericdeclaration serializable",
    ),
    ("int", "number comparable serializable"),
];

/// How well an argument fits a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fit {
    /// The argument has another type.
    No,
    /// One of the types is not known.
    Unknown,
    /// A parameter of any type.
    Any,
    /// A base of the argument's type.
    Base,
    Exact,
}

/// How well the arguments of a call fit an overload.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Taken {
    fits: Vec<Fit>,
    /// False if one of its parameters takes any number of arguments.
    is_fixed: bool,
}

impl Taken {
    /// Returns true if no argument has a type that the overload does not take.
    pub(super) fn is_possible(&self) -> bool {
        !self.fits.contains(&Fit::No)
    }

    /// Returns true if the language prefers this overload to another one.
    pub(super) fn beats(&self, other: &Self) -> bool {
        let mut pairs = self.fits.iter().zip(&other.fits);
        let is_known = !self.fits.contains(&Fit::Unknown);
        self != other
            && (self.is_fixed == other.is_fixed || (self.is_fixed && is_known))
            && pairs.all(|(own, other)| {
                own == other || *own == Fit::Exact || (*other != Fit::Unknown && own > other)
            })
    }
}

impl Resolver<'_, '_> {
    /// Returns how well the parameters of a list take arguments of some types.
    pub(super) fn taken(
        &mut self,
        parameters: &[String],
        types: &[Vec<TypeName>],
    ) -> Lookup<Taken> {
        let is_fixed = parameters.iter().all(|it| !is_rest(it));
        let mut fits = Vec::new();
        for (at, types) in types.iter().enumerate() {
            let parameter = parameters.get(at).or(parameters.last());
            let mut fit = Fit::Unknown;
            if let Some(parameter) = parameter {
                let stated = type_of_parameter(parameter);
                for (number, one) in types.iter().enumerate() {
                    let next = self.fit(one, &stated)?;
                    fit = if number == 0 { next } else { fit.max(next) };
                }
            }
            fits.push(fit);
        }
        Ok(Taken { fits, is_fixed })
    }

    fn fit(&mut self, argument: &TypeName, stated: &str) -> Lookup<Fit> {
        let (one, other) = (plain(&argument.name), plain(stated));
        if one == other {
            return Ok(Fit::Exact);
        }
        if stated.len() == 1 || other == "object" || self.language.is_any_type(stated) {
            return Ok(Fit::Any);
        }
        let literal = if is_number(&one) { "int" } else { &*one };
        let literal = LITERALS.iter().find(|(name, _)| *name == literal);
        let is_built_in = is_built_in(&other);
        let kinds = self.kinds_of_type(stated)?;
        let bases = self.codebase.lineage_of(argument)?;
        Ok(match (literal, &*one) {
            (Some((_, bases)), _) if bases.split(' ').any(|base| base == other) => Fit::Base,
            (Some(_), _) if is_number(&one) && is_number(&other) => Fit::Base,
            (Some(_), _) if is_built_in || is_type_name(stated) && !kinds.contains(&Kind::Type) => {
                Fit::No
            }
            (None, "null") if stated.starts_with(char::is_lowercase) && is_built_in => Fit::No,
            (None, "null") => Fit::Base,
            (None, "->") if is_built_in || kinds == [Kind::Class] || kinds == [Kind::Enum] => {
                Fit::No
            }
            (None, "->") => Fit::Unknown,
            _ if bases.iter().any(|base| base == stated) => Fit::Base,
            _ if kinds.contains(&Kind::Type) => Fit::Unknown,
            _ if !kinds.is_empty() || is_built_in && self.codebase.is_type(&argument.name)? => {
                Fit::No
            }
            // All its bases are known.
            _ if is_type_name(stated) && self.is_declared_whole(argument)? => Fit::No,
            _ => Fit::Unknown,
        })
    }

    /// Returns true if the repository declares a type and all types that it inherits from.
    fn is_declared_whole(&mut self, own: &TypeName) -> Lookup<bool> {
        for name in self.codebase.lineage_of(own)?.iter() {
            if !self.codebase.is_type(name)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the kinds of the types with a name that the repository declares.
    fn kinds_of_type(&mut self, name: &str) -> Lookup<Vec<Kind>> {
        let named = self.codebase.named(name)?;
        let types = named.iter().filter(|record| record.kind.is_type());
        let mut kinds: Vec<Kind> = types.map(|record| record.kind).collect();
        kinds.dedup();
        Ok(kinds)
    }

    /// Returns the types that an argument may have; none if they are not seen.
    pub(super) fn types_of_argument(&mut self, text: &str) -> Lookup<Vec<TypeName>> {
        let text = text.trim();
        if let Some(literal) = type_of_literal(text) {
            return Ok(vec![TypeName::new(literal)]);
        }
        if let Some(cast) = type_of_cast(text) {
            return Ok(vec![self.type_here(cast)?]);
        }
        if has_operator(text) || text.contains('[') {
            return Ok(Vec::new());
        }
        let types = self.proven_types_at_end(text)?;
        if !types.is_empty() || !text.chars().all(is_word) {
            return Ok(types);
        }
        // `long count`
        let (whole, at) = (self.tree.whole(self.leaf), self.reference.bytes.start);
        let mut stated = stated_types(self.tree, whole, text, Some(at));
        stated.retain(|name| is_built_in(&plain(name)));
        Ok(stated.iter().map(|name| TypeName::new(name)).collect())
    }
}

fn is_number(name: &str) -> bool {
    NUMBERS.contains(&name)
}

fn is_built_in(name: &str) -> bool {
    is_number(name) || LITERALS.iter().any(|(literal, _)| *literal == name)
}

/// Returns the type to which a value is converted: `Store` of `(Store) value`.
pub(super) fn type_of_cast(text: &str) -> Option<&str> {
    static CAST: LazyLock<Regex> = regex!(r"^\(([\w.]*\b[A-Z]\w*)(?:<[^()]*>)?\)\s*[\w(]");
    let found = CAST.captures(text)?.get(1)?;
    Some(found.as_str())
}

/// Returns the type of a literal: `string`, `null`, `->` for a function.
fn type_of_literal(text: &str) -> Option<&'static str> {
    static LITERAL: LazyLock<Regex> = regex!(
        r#"(?x)^(?:
            (?<string>"(?:[^"\\]|\\.)*"(?:\s*\+.*)?)
            | (?<char>'(?:[^'\\]|\\.[^']*)')
            | (?<long>-?\d[\d_]*[lL])
            | (?<int>-?(?:\d[\d_]*|0x[\da-fA-F_]+))
            | (?<float>-?[\d_]*\.?[\d_]+[fF])
            | (?<double>-?(?:[\d_]*\.[\d_]+|[\d_]+\.|[\d_]+(?:[eE]-?\d+)?[dD]?)(?:[eE]-?\d+)?[dD]?)
            | (?<bool>true|false|!.*)
            | (?<class>[\w.\[\]]+\.class|[\w.]+::class(?:\.java)?|typeof\(.*\))
            | (?<null>null|nil)
            | (?<function>(?:\w+|\([^()]*\))\s*[-=]>.*|\{.*|[\w.<>]+::\w+)
        )$"#
    );
    const NAMES: [&str; 9] = [
        "string", "char", "long", "int", "float", "double", "bool", "class", "null",
    ];
    let text = text.lines().collect::<Vec<_>>().join(" ");
    let found = LITERAL.captures(&text)?;
    let mut names = NAMES.into_iter();
    names.find(|name| found.name(name).is_some()).or(Some("->"))
}

/// Returns true for a parameter that takes any number of arguments.
pub(super) fn is_rest(parameter: &str) -> bool {
    let parameter = parameter.trim();
    parameter.contains("...")
        || parameter.starts_with("params ")
        || parameter.starts_with("vararg ")
        || parameter.starts_with('*')
        || parameter.ends_with('*')
        || parameter.contains("initializer_list")
}

/// Returns the name of the type of a parameter: `Store` for `final Store<T> store` and `store: Store = it`.
pub(super) fn type_of_parameter(parameter: &str) -> String {
    static NAMED_AFTER: LazyLock<Regex> =
        regex!(r"^(?:@\w+(?:\([^)]*\))?\s+|\b(?:final|ref|out|in|params|this)\s+)*(.*?)\s*\b\w+$");
    let parameter = parameter.split('=').next().unwrap_or_default().trim();
    let stated = match parameter.split_once(':') {
        Some((_, stated)) => stated,
        None => match NAMED_AFTER.captures(parameter) {
            Some(found) => found.get(1).map_or("", |it| it.as_str()),
            None => parameter,
        },
    };
    let stated = stated.trim().trim_end_matches(['?', '.', '*']).trim_end();
    let stated = stated.strip_prefix("@escaping").unwrap_or(stated).trim();
    name_of_type(split_generics(stated).0.trim()).to_owned()
}

/// Returns the name that a built-in type has as a primitive: `int` for `Integer` and `Int`, `string` for `String`.
fn plain(name: &str) -> String {
    match name {
        "Integer" => "int".to_owned(),
        "Character" => "char".to_owned(),
        "Boolean" | "boolean" => "bool".to_owned(),
        "KClass" => "class".to_owned(),
        _ => name.to_lowercase(),
    }
}
