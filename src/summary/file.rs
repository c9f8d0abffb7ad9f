//! What a file is about.

use super::LONGEST_LEAD;
use super::declared::Declared;
use super::digest::Digest;
use super::language;
use super::passage::{Passage, clean, cut, path as short_path, unended};
use super::role::FileRole;
use crate::chunk::Kind;
use crate::corpus::SourcePath;

/// The longest summary of a file, in characters.
pub(super) const LONGEST_FILE: usize = 600;
/// A path is cut at so many characters.
const LONGEST_PATH: usize = 120;

/// What a file is, says of itself, declares and uses:
/// `src/merger.rs — Rust, 812 lines. Merges segments. Declares struct Merger. Uses store, schema.`
pub fn file(path: &SourcePath, digest: &Digest) -> String {
    let mut passage = Passage::new(LONGEST_FILE);
    passage.say(&format!(
        "{} — {}",
        short_path(path.as_str(), LONGEST_PATH),
        measure(digest)
    ));
    if let Some(manifest) = &digest.manifest {
        manifest.tell(&mut passage);
    } else {
        passage.say(&said(digest));
        let (opening, items) = declarations(&digest.declared);
        let left = passage.left().saturating_sub(90);
        passage.list_within(opening, &items, ", ", left, digest.more as usize);
        passage.list("Uses ", &digest.imports, ", ");
    }
    passage.finish()
}

/// The line beside a file: what it says first, else what it declares.
pub fn file_lead(digest: &Digest) -> String {
    let about = about(digest);
    if !about.is_empty() {
        return cut(&clean(about), LONGEST_LEAD);
    }
    let mut passage = Passage::new(LONGEST_LEAD);
    let (_, items) = match digest.declared.is_empty() {
        true => ("", digest.imports.clone()),
        false => declarations_without_docs(&digest.declared),
    };
    let opening = match digest.declared.is_empty() {
        true => "Uses ",
        false => "",
    };
    passage.list_within(opening, &items, ", ", usize::MAX, digest.more as usize);
    let line = passage.finish();
    unended(&line).to_owned()
}

/// The first sentence that a file says of itself: its docs, what its manifest describes, the docs
/// of its first type, a title.
pub(super) fn about(digest: &Digest) -> &str {
    let manifest = digest.manifest.as_ref();
    let described = manifest.map_or("", |manifest| manifest.description.as_str());
    let first = digest.declared.first();
    let typed = first.filter(|first| {
        !matches!(first.kind, Kind::Function | Kind::Method) || digest.declared.len() == 1
    });
    let typed = typed.map_or("", |first| first.about.as_str());
    // The comments of a manifest are about its parts, its description about the package.
    let lead = match digest.role {
        FileRole::Manifest => "",
        _ => digest.lead.as_str(),
    };
    [described, lead, typed, digest.title.as_str()]
        .into_iter()
        .find(|said| !said.is_empty())
        .unwrap_or_default()
}

/// `Rust, 812 lines`, `Rust tests, 40 lines`.
fn measure(digest: &Digest) -> String {
    let language = match language::name(&digest.language) {
        name if name.is_empty() => "text".to_owned(),
        name => name,
    };
    let tests = match digest.role {
        FileRole::Test if language::is_code(&digest.language) => " tests",
        _ => "",
    };
    format!(
        "{language}{tests}, {}",
        counted(digest.lines as usize, "line")
    )
}

/// `1 line`, `2 lines`.
pub(super) fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {what}s"),
    }
}

/// A title and a lead.
fn said(digest: &Digest) -> String {
    let lead = digest.lead.as_str();
    match digest.title.as_str() {
        "" => lead.to_owned(),
        title if lead.is_empty() => title.to_owned(),
        title if lead.starts_with(title) => lead.to_owned(),
        title => format!("{title}: {lead}"),
    }
}

/// What a list of declarations is opened by, and its items: a kind is said where it changes.
pub(super) fn declarations(declared: &[Declared]) -> (&'static str, Vec<String>) {
    let opening = match declared.first().map(|first| first.kind) {
        Some(Kind::Section) => "Sections: ",
        Some(Kind::Items) => "Defines ",
        _ => "Declares ",
    };
    let items = declared.iter().enumerate().map(|(place, it)| {
        let about = match (it.about.as_str(), it.members.as_slice()) {
            ("", []) => String::new(),
            ("", members) => format!(" ({})", members.join(", ")),
            (about, []) => format!(" ({})", unended(about)),
            (about, members) => format!(" ({}; {})", unended(about), members.join(", ")),
        };
        let before = place.checked_sub(1).and_then(|before| declared.get(before));
        format!("{}{}{about}", kind(it, before), it.name)
    });
    (opening, items.collect())
}

fn declarations_without_docs(declared: &[Declared]) -> (&'static str, Vec<String>) {
    let bare: Vec<Declared> = declared
        .iter()
        .map(|it| Declared {
            about: String::new(),
            members: Vec::new(),
            ..it.clone()
        })
        .collect();
    declarations(&bare)
}

/// `struct `, unless the one before is of that kind too.
fn kind(declared: &Declared, before: Option<&Declared>) -> String {
    let is_said = before.is_some_and(|before| before.kind == declared.kind);
    match declared.kind {
        Kind::Section | Kind::Items => String::new(),
        _ if is_said => String::new(),
        kind => format!("{} ", kind.name()),
    }
}
