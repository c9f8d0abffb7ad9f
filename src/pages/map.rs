//! The shape of a directory, for people and agents.

use super::style::Style;
use super::text::{first_names, path, safe};
use crate::answers::{Connection, DirectoryUses, FileUses, MapObject, PartObject};
use crate::app::counted;
use std::fmt::Write;
use std::path::Path;

/// Maximum number of entry points of one kind, of parts, and of connections of one that are listed.
const MAX_ENTRY_POINTS: usize = 20;
const MAX_PARTS: usize = 60;
const MAX_CONNECTIONS: usize = 5;

// Writing to a string does not fail.

/// End of a line about what a short map leaves out.
pub(crate) const LISTS_ALL: &str = "more; `--json` lists all)\n";

/// The output of `map`: a short one, or all of it.
pub(crate) fn map(map: &MapObject, is_short: bool, style: &Style) -> String {
    let mut page = String::new();
    if !map.summary.is_empty() {
        let _ = writeln!(page, "{}", safe(&map.summary));
    }
    let limit = |short| if is_short { short } else { usize::MAX };
    page.push_str(&entry_points(map, limit(MAX_ENTRY_POINTS), style));
    page.push_str(&types(map, style));
    let _ = writeln!(
        page,
        "\ntests: {} (in:tests), public declarations: {} (in:api)",
        map.tests, map.public
    );
    let title = format!(
        "── uses by imports ({} directories and files)",
        map.parts.len()
    );
    let _ = writeln!(page, "\n{}", style.paint("1", &title));
    let is_shown =
        |part: &&PartObject| part.path.ends_with('/') || part.uses.len() + part.used_by.len() > 0;
    let (shown, others): (Vec<_>, Vec<_>) = map.parts.iter().partition(is_shown);
    for part in shown.iter().take(limit(MAX_PARTS)) {
        let files = if part.path.ends_with('/') {
            style.paint("2", &format!("  {}", counted(part.files, "file", "files")))
        } else {
            String::new()
        };
        let root = Path::new(&map.root);
        let _ = writeln!(page, "{}{files}", style.location(root, &part.path, ""));
        for (title, connections) in [("uses", &part.uses), ("used by", &part.used_by)] {
            if !connections.is_empty() {
                let _ = writeln!(page, "    {title} {}", listed(connections, root, style));
            }
        }
    }
    if let Some(more @ 1..) = shown.len().checked_sub(limit(MAX_PARTS)) {
        let _ = write!(page, "({more} {LISTS_ALL}");
    }
    if !others.is_empty() {
        let _ = writeln!(
            page,
            "({} without known imports)",
            counted(others.len(), "file", "files")
        );
    }
    if !map.unconnected.is_empty() {
        let _ = writeln!(page, "{}", unconnected(&map.unconnected));
    }
    page
}

fn types(map: &MapObject, style: &Style) -> String {
    let mut page = String::new();
    if map.types.is_empty() {
        return page;
    }
    let title = style.paint("1", "── most referenced types");
    let _ = writeln!(page, "\n{title}");
    for used in &map.types {
        let location = style.location(
            Path::new(&map.root),
            &used.path,
            &format!(":{}:", used.line),
        );
        let (kind, name) = (used.kind, safe(&used.name));
        let _ = writeln!(page, "{location} {kind} {name}  {} chunks", used.chunks);
    }
    page
}

fn entry_points(map: &MapObject, limit: usize, style: &Style) -> String {
    let root = Path::new(&map.root);
    let mut page = String::new();
    for kind in ["programs", "routes", "commands"] {
        let entries = map.entry_points.iter().filter(|entry| entry.kind == kind);
        let entries: Vec<_> = entries.collect();
        if entries.is_empty() {
            continue;
        }
        let title = style.paint("1", &format!("── {kind} ({})", entries.len()));
        let _ = writeln!(page, "\n{title}");
        for entry in entries.iter().take(limit) {
            let location = style.location(root, &entry.path, &format!(":{}:", entry.line));
            let _ = writeln!(page, "{location} {}", safe(&entry.text));
        }
        if let Some(more @ 1..) = entries.len().checked_sub(limit) {
            let _ = write!(page, "({more} {LISTS_ALL}");
        }
    }
    page
}

/// The files that use a directory, and those that it uses.
pub(crate) fn directory_uses(uses: &DirectoryUses) -> String {
    let mut page = String::new();
    for (title, files) in [("used by", &uses.used_by), ("uses", &uses.uses)] {
        let number = counted(files.len(), "file", "files");
        let _ = writeln!(page, "\n── {title} ({number})");
        for file in files {
            page.push_str(&file_uses(file, title == "used by"));
        }
    }
    if !uses.unconnected.is_empty() {
        let _ = writeln!(page, "{}", unconnected(&uses.unconnected));
    }
    page
}

/// `src/b.rs:3: deps/a.rs, deps/c.rs and 2 more`; the line is in the file that imports.
fn file_uses(file: &FileUses, is_user: bool) -> String {
    let line = |line: Option<u32>| line.map_or_else(String::new, |line| format!(":{line}"));
    let mut shown = Vec::new();
    for (other, at) in &file.files {
        let at = if is_user { String::new() } else { line(*at) };
        shown.push(path(other.as_str()) + &at);
    }
    let shown = first_names(shown, MAX_CONNECTIONS);
    let first = file.files.first().and_then(|(_, at)| *at);
    let at = if is_user { line(first) } else { String::new() };
    format!("{}{at}: {shown}\n", path(file.path.as_str()))
}

fn unconnected(languages: &[String]) -> String {
    let languages = languages.join(", ");
    format!("(no import of {languages} leads to a file, so uses of such files are not known)")
}

/// `src/ 12, deps/ 3 and 2 more`.
fn listed(connections: &[Connection], root: &Path, style: &Style) -> String {
    let mut names = Vec::new();
    for other in connections {
        let shown = path(&style.relative(root, &other.path));
        names.push(format!("{shown} {}", other.imports));
    }
    first_names(names, MAX_CONNECTIONS)
}
