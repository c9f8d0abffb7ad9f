//! Docs of the name at the cursor in a popup, and the file that it names.
//! Methods of [`App`].

use super::event::Effect;
use super::popup::{Cell, ItemAction, ListItem, PageRow, PageSubject, split_location, wrapped};
use super::results::Listing;
use super::state::App;
use super::status::Tone;
use crate::context::RelationKind;
use crate::corpus::{SourcePath, beside};
use crate::protocol::{Documentation, RelationRequest, Request, Tickets};

/// Maximum number of declarations whose docs are requested.
const MAX_DOCUMENTED: usize = 8;
/// Maximum number of files that are listed for one path.
const MAX_FILES: usize = 100;

/// The lookup of the docs of a name.
#[derive(Debug, Default)]
pub(super) struct DocsLookup {
    pub(super) tickets: Tickets,
    /// The name, or a description of the row.
    name: String,
    /// True if the docs are those of all names of the line or row, because the cursor is on no name.
    is_line: bool,
    /// None while the answer is pending.
    found: Option<Result<Vec<Documentation>, String>>,
}

impl DocsLookup {
    pub(super) fn take(&mut self, found: Result<Vec<Documentation>, String>) {
        self.tickets.revoke();
        self.found = Some(found);
    }
}

impl App {
    /// Shows signature and docs of the name under the cursor, of those on its line, or of what the row uses.
    pub(super) fn show_docs(&mut self) {
        let target = match self.related_target() {
            Some(target) if !self.code.is_directory() => target,
            _ => return self.screen.warn("Select a file or a declaration"),
        };
        if self.search.is_running() && self.search.content.has_target() {
            return self.screen.say("Wait for the list, then ask for docs");
        }
        let symbol = self.symbol_for_definitions();
        let kind = RelationKind::Definitions(symbol);
        let position = kind.name_position();
        self.docs.is_line = position.is_none();
        let name = position.map_or(&target.name, |at| &at.name);
        self.docs.name.clone_from(name);
        self.docs.found = None;
        let ticket = self.docs.tickets.supersede();
        let request = RelationRequest {
            target,
            kind,
            limit: MAX_DOCUMENTED,
            with_docs: true,
        };
        self.effects
            .push(Effect::Send(ticket, Request::Relate(request)));
        self.show_page(PageSubject::Docs);
    }

    /// The page of the docs, or why there are none.
    pub(super) fn docs_page(&self) -> (String, Vec<PageRow>) {
        let width = usize::from(self.screen.layout.popup().width);
        let name = &self.docs.name;
        let line = |tone, text: String| vec![vec![Cell::text(tone, text)]];
        let rows = match &self.docs.found {
            None => line(Tone::Faint, format!("Looking up {name} …")),
            Some(Err(why)) => line(Tone::Error, super::text::sentence(why)),
            Some(Ok(found)) if found.is_empty() && self.docs.is_line => line(
                Tone::Plain,
                "Nothing used here is declared in this repository. Put the cursor on a name to see its docs.".to_owned(),
            ),
            Some(Ok(found)) if found.is_empty() => line(
                Tone::Plain,
                format!("Nothing in this repository declares {name}"),
            ),
            Some(Ok(found)) => documented(found),
        };
        let rows = rows.into_iter().flat_map(|row| wrapped(row, width));
        (format!("docs of {name}"), rows.collect())
    }

    /// Shows the file that is named at the cursor, or lists several.
    pub(super) fn visit_file_at_cursor(&mut self) {
        let (Some(typed), Some(from)) = (self.code.path_under_cursor(), self.code.path()) else {
            return self.screen.say("No file name under the cursor");
        };
        let (path, position) = split_location(&typed);
        let hidden = &self.browsing.hidden_results;
        let listing = self.results.listing().or_else(|| hidden.listing());
        let found = listing.map_or_else(Vec::new, |listing| files_named(listing, from, path));
        match &found[..] {
            [] => self
                .screen
                .say(format!("No file {path} in this repository")),
            [file] => self.visit_file(file.clone(), Some(position.unwrap_or((1, 1)))),
            _ => {
                let mut items = Vec::new();
                for file in &found {
                    let choice = ItemAction::File(file.clone(), position);
                    items.push(ListItem::new(file.as_str(), "", choice));
                }
                self.pick("files", items, "");
            }
        }
    }
}

/// The rows of declarations: name and location, signature, docs.
fn documented(found: &[Documentation]) -> Vec<PageRow> {
    let mut rows = Vec::new();
    for one in found {
        if !rows.is_empty() {
            rows.push(Vec::new());
        }
        let Documentation {
            name, path, line, ..
        } = one;
        rows.push(vec![
            Cell::text(Tone::Accent, name.clone()),
            Cell::text(Tone::Faint, format!("  {path}:{line}")),
        ]);
        let signature = one.signature.lines();
        rows.extend(signature.map(|line| vec![Cell::text(Tone::Plain, line.to_owned())]));
        if one.docs.is_empty() {
            rows.push(vec![Cell::text(Tone::Faint, "No docs")]);
            continue;
        }
        rows.push(Vec::new());
        let docs = one.docs.lines();
        rows.extend(docs.map(|line| vec![Cell::text(Tone::Plain, line.to_owned())]));
    }
    rows
}

/// The files that a path in a file may name: from the directory of the file, from the root, or else by their end.
fn files_named(listing: &Listing, from: &SourcePath, path: &str) -> Vec<SourcePath> {
    let steps_up = path.split('/').filter(|part| *part == "..").count();
    for directory in [from.directory(), from.repository()] {
        // Above the root there are no files of the repository.
        if directory.split_terminator('/').count() < steps_up {
            continue;
        }
        let joined = SourcePath::new(&beside(directory, path));
        if let Some(file) = listing.position(&joined).and_then(|at| listing.get(at)) {
            return vec![file.clone()];
        }
    }
    let end = beside("", path);
    if end.is_empty() {
        return Vec::new();
    }
    let files = (0..listing.len()).filter_map(|at| listing.get(at));
    let named = files.filter(|file| {
        let before = file.as_str().strip_suffix(&end);
        before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
    });
    named.take(MAX_FILES).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_above_the_root_names_no_file_of_the_root() {
        let paths = ["a/b.md", "a/x.md", "c/x.md", "x.md"].map(SourcePath::new);
        let listing = Listing::from_sorted(paths.into());
        let check = |path: &str, expected: &[&str]| {
            let found = files_named(&listing, &SourcePath::new("a/b.md"), path);
            let found: Vec<&str> = found.iter().map(SourcePath::as_str).collect();
            assert_eq!(found, expected, "{path}");
        };
        check("x.md", &["a/x.md"]);
        check("../x.md", &["x.md"]);
        check("../../x.md", &["a/x.md", "c/x.md", "x.md"]);
    }
}
