//! Rows of an answer, which pages neither split nor repeat.
//!
//! Principal type: [`Row`]; [`rows()`] finds those of a text.

use super::connection::key_of;

/// Maximum length of the name of a row that is left out, in characters.
const MAX_NAME: usize = 100;

/// A row of an answer.
pub(super) struct Row {
    /// The lines above it, once on each page; empty without any.
    pub(super) heading: String,
    pub(super) text: String,
    /// Its location and its name, for a list of those that are left out.
    pub(super) name: String,
    /// Identifies it among the rows of the answer.
    pub(super) key: u64,
}

impl Row {
    pub(super) fn new(heading: String, text: String) -> Self {
        let name = text.trim_start().lines().next().unwrap_or_default();
        // The number in a heading may differ between pages.
        let title = heading.split(" (").next();
        Self {
            key: key_of(&(title, &text)),
            name: short(name),
            heading,
            text,
        }
    }
}

/// The start of a long name.
pub(super) fn short(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The rows of a text: a line and the indented ones below it. A line that begins with `──` is a heading, and a row of
/// its own if there is nothing below it.
pub(super) fn rows(text: &str) -> Vec<Row> {
    let (mut heading, mut row) = (String::new(), String::new());
    let mut found: Vec<Row> = Vec::new();
    let mut is_empty = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let is_heading = line.starts_with("── ");
        let is_rest = line.starts_with(' ') && !row.is_empty();
        if !is_rest && !row.is_empty() {
            found.push(Row::new(heading.clone(), std::mem::take(&mut row)));
        }
        if is_heading {
            if is_empty {
                found.push(Row::new(String::new(), std::mem::take(&mut heading)));
            }
            heading = format!("\n{line}\n");
        } else {
            row += line;
            row.push('\n');
        }
        is_empty = is_heading;
    }
    if !row.is_empty() {
        found.push(Row::new(heading, row));
    } else if is_empty {
        found.push(Row::new(String::new(), heading));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_line_with_the_indented_ones_below_it() {
        let found = rows(
            "about\n\n── callers (2)\na.rs:1: f\n    f();\nb.rs:2: g\n    f();\n\n── imports (0)\n",
        );
        let found: Vec<_> = found
            .iter()
            .map(|row| (row.heading.as_str(), row.text.as_str(), row.name.as_str()))
            .collect();
        let heading = "\n── callers (2)\n";
        assert_eq!(
            found,
            [
                ("", "about\n", "about"),
                (heading, "a.rs:1: f\n    f();\n", "a.rs:1: f"),
                (heading, "b.rs:2: g\n    f();\n", "b.rs:2: g"),
                ("", "\n── imports (0)\n", "── imports (0)"),
            ]
        );
    }
}
