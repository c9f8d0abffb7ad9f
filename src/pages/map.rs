//! The shape of a directory, for people and agents.

use super::style::Style;
use super::text::{path, safe};
use crate::answers::{Connection, MapObject, PartObject};
use crate::app::counted;
use std::fmt::Write;
use std::path::Path;

/// Maximum number of entry points of one kind, of parts, and of connections of one that are listed.
const MAX_ENTRY_POINTS: usize = 20;
const MAX_PARTS: usize = 60;
const MAX_CONNECTIONS: usize = 5;

// Writing to a string does not fail.

/// The output of `map`.
pub(crate) fn map(map: &MapObject, style: &Style) -> String {
    let mut page = String::new();
    if !map.summary.is_empty() {
        let _ = writeln!(page, "{}", safe(&map.summary));
    }
    page.push_str(&entry_points(map, style));
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
    for part in shown.iter().take(MAX_PARTS) {
        let files = if part.path.ends_with('/') {
            style.paint("2", &format!("  {}", counted(part.files, "file", "files")))
        } else {
            String::new()
        };
        let _ = writeln!(page, "{}{files}", style.paint("36", &path(&part.path)));
        for (title, connections) in [("uses", &part.uses), ("used by", &part.used_by)] {
            if !connections.is_empty() {
                let _ = writeln!(page, "    {title} {}", listed(connections));
            }
        }
    }
    if let Some(more @ 1..) = shown.len().checked_sub(MAX_PARTS) {
        let _ = writeln!(page, "({more} more; `--json` lists all)");
    }
    if !others.is_empty() {
        let _ = writeln!(
            page,
            "({} without known imports)",
            counted(others.len(), "file", "files")
        );
    }
    if !map.unconnected.is_empty() {
        let languages = map.unconnected.join(", ");
        let _ = writeln!(
            page,
            "(imports of {languages} name no files, so their uses are not known)"
        );
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

fn entry_points(map: &MapObject, style: &Style) -> String {
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
        for entry in entries.iter().take(MAX_ENTRY_POINTS) {
            let location = style.location(root, &entry.path, &format!(":{}:", entry.line));
            let _ = writeln!(page, "{location} {}", safe(&entry.text));
        }
        if let Some(more @ 1..) = entries.len().checked_sub(MAX_ENTRY_POINTS) {
            let _ = writeln!(page, "({more} more; `--json` lists all)");
        }
    }
    page
}

/// `src/ 12, deps/ 3 and 2 more`.
fn listed(connections: &[Connection]) -> String {
    let shown = connections.iter().take(MAX_CONNECTIONS);
    let shown = shown.map(|other| format!("{} {}", path(&other.path), other.imports));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match connections.len().checked_sub(MAX_CONNECTIONS) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        _ => shown,
    }
}
