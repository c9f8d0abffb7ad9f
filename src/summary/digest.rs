//! What one file gives to the summaries above it.

use super::declared::{Declared, declared};
use super::imported::imported;
use super::manifest::{self, Manifest};
use super::passage::{self, name};
use super::prose::{self, Markup};
use super::role::FileRole;
use crate::chunk::{ChunkTree, Kind};
use serde::{Deserialize, Serialize};

/// A document's lead has at most so many characters; a README's is what the repository shows.
const LONGEST_DOCUMENT: usize = 320;
/// So has what code says of itself.
const LONGEST_CODE: usize = 200;
/// And a title.
const LONGEST_TITLE: usize = 80;

/// What a file gives to the summaries above it: some hundred bytes, and nothing but what the file
/// itself says. The path is not in it, but what the name tells is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// The lower-case name of its language or format; empty where it has none.
    pub language: String,
    /// How many lines it has.
    pub lines: u32,
    /// What it is for, by its name.
    pub role: FileRole,
    /// A document's title; empty where it has none.
    pub title: String,
    /// The first sentences of its docs, or of a document; empty where it has none.
    pub lead: String,
    /// Its declarations, most telling first; a document's sections; the keys of data.
    pub declared: Vec<Declared>,
    /// How many more it has.
    pub more: u32,
    /// Modules that it imports, those of the project first.
    pub imports: Vec<String>,
    /// What it declares as a manifest.
    pub manifest: Option<Manifest>,
}

/// The digest of a file.
pub fn digest(tree: &ChunkTree) -> Digest {
    let (declared, more) = declared(tree);
    let about = about(tree);
    let file = tree.chunks.first();
    let language = file.and_then(|file| tree.language_of(file));
    Digest {
        language: language.unwrap_or_default().to_owned(),
        lines: tree
            .chunks
            .first()
            .map_or(0, |file| match tree.document.text.is_empty() {
                true => 0,
                false => file.lines.1,
            }),
        role: FileRole::of(tree.path()),
        title: name(&about.title, LONGEST_TITLE),
        lead: about.lead,
        declared,
        more,
        imports: imported(tree),
        manifest: manifest::of(tree),
    }
}

/// What a file says of itself.
fn about(tree: &ChunkTree) -> prose::About {
    let markup = match tree.language {
        _ if tree.document.extraction.is_some() => Markup::Markdown,
        Some(language) if language.is_prose() => Markup::Markdown,
        None if is_text(tree) => Markup::Plain,
        None => return prose::About::default(),
        Some(_) => return of_code(tree),
    };
    let mut about = prose::about(&beginning(tree), markup, LONGEST_DOCUMENT);
    if FileRole::of(tree.path()) == FileRole::Readme && is_tagline(&about.title) {
        let title = passage::ended(&about.title);
        about.lead = passage::cut(&format!("{title} {}", about.lead), LONGEST_DOCUMENT);
        about.title.clear();
    }
    about
}

/// The first sentences of a file's docs. A licence may be among them, and is not read.
fn of_code(tree: &ChunkTree) -> prose::About {
    let is_rust = tree
        .language
        .is_some_and(|language| language.name() == "rust");
    let lead = |docs: std::borrow::Cow<'_, str>| {
        let docs = match is_rust {
            true => inner_docs(&docs).into(),
            false => docs,
        };
        prose::about(&docs, Markup::Comment, LONGEST_CODE).lead
    };
    let first = tree.chunks.iter().skip(1).take(2);
    let mut leads = first.filter_map(|chunk| match chunk.kind {
        Kind::File if !chunk.docs.is_empty() => {
            Some(lead(tree.document.text.slice(chunk.docs.clone())))
        }
        // A file with nothing but comments is cut by lines.
        Kind::Lines => Some(lead(tree.text(chunk))),
        _ => None,
    });
    prose::About {
        title: String::new(),
        lead: leads.find(|lead| !lead.is_empty()).unwrap_or_default(),
    }
}

/// The docs of a module of Rust among its comments: others are about attributes.
fn inner_docs(comments: &str) -> String {
    match comments.contains("/*!") {
        true => comments.to_owned(),
        false => {
            let lines = comments.lines().map(str::trim_start);
            let docs = lines.filter(|line| line.starts_with("//!"));
            docs.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Whether a title says what the thing is, and not only what it is called.
fn is_tagline(title: &str) -> bool {
    title.split_whitespace().count() >= 5
}

/// The beginning of a document, more than anything looks at.
fn beginning(tree: &ChunkTree) -> std::borrow::Cow<'_, str> {
    tree.document.text.slice(0..20_000)
}

/// Whether a file without a language is written for people.
fn is_text(tree: &ChunkTree) -> bool {
    let path = tree.path();
    let extension = path.extension().map(str::to_lowercase);
    match extension.as_deref() {
        Some("txt" | "rst" | "adoc" | "asciidoc" | "text" | "rdoc" | "org" | "textile") => true,
        Some(_) => false,
        None => FileRole::of(path) == FileRole::Readme,
    }
}
