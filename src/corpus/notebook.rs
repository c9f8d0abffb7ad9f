//! Jupyter notebooks as Markdown: a code cell is a fenced block `{python}`, as in Quarto; outputs are left out.
//!
//! [`notebook_text()`] is the entry. Invariant: a line of the text is the line of the file with the same number, as
//! far as the file has a line for each line of a cell; otherwise the lines follow each other.

use super::path::SourcePath;
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// Keys of the language of a cell in its metadata, as VS Code and Polyglot Notebooks write them.
const CELL_LANGUAGES: [(&str, &str); 3] = [
    ("vscode", "languageId"),
    ("polyglot_notebook", "kernelName"),
    ("dotnet_interactive", "language"),
];

/// Returns true for a file that may be a notebook.
pub(super) fn is_notebook(path: &SourcePath) -> bool {
    path.extension() == Some("ipynb")
}

/// A cell, with the start of each string of its source.
struct Cell<'a> {
    kind: &'a str,
    /// Level of a heading, in version 3 of the format.
    level: usize,
    source: Vec<(usize, &'a str)>,
    /// Its own language, where a notebook has several.
    language: Option<String>,
}

/// The text of an `.ipynb` file; none if it is not a notebook.
pub(super) fn notebook_text(json: &str) -> Option<String> {
    let json = json.trim_start_matches('\u{feff}');
    let parsed = parse_to_ast(json, &CollectOptions::default(), &ParseOptions::default()).ok()?;
    let Some(Value::Object(notebook)) = parsed.value else {
        return None;
    };
    let metadata = notebook.get_object("metadata");
    let stated = |table: &str, key: &str| stated(metadata?, table, key);
    let language = stated("kernelspec", "language").or_else(|| stated("language_info", "name"));
    let language = language.unwrap_or_else(|| "python".to_owned());
    let mut lists: Vec<&Array<'_>> = notebook.get_array("cells").into_iter().collect();
    if let Some(worksheets) = notebook.get_array("worksheets") {
        let sheets = worksheets.elements.iter().filter_map(Value::as_object);
        lists.extend(sheets.filter_map(|sheet| sheet.get_array("cells")));
    } else if lists.is_empty() {
        return None;
    }
    let mut lines = NotebookLines::new(json);
    for cell in lists
        .iter()
        .flat_map(|list| &list.elements)
        .filter_map(cell)
    {
        lines.add(&cell, cell.language.as_ref().unwrap_or(&language));
    }
    Some(lines.text)
}

/// The name of a language in a table of metadata, in lower case and without its version: `C++17`.
fn stated(metadata: &Object<'_>, table: &str, key: &str) -> Option<String> {
    let value = &metadata.get_object(table)?.get_string(key)?.value;
    let name = value.trim_end_matches(|last: char| last.is_ascii_digit());
    (!name.is_empty()).then(|| name.to_lowercase())
}

/// A cell; none without a source.
fn cell<'a>(value: &'a Value<'_>) -> Option<Cell<'a>> {
    let value = value.as_object()?;
    // Version 3 of the format has `input`.
    let strings = match &value.get("source").or_else(|| value.get("input"))?.value {
        Value::Array(list) => list
            .elements
            .iter()
            .filter_map(Value::as_string_lit)
            .collect(),
        text => Vec::from_iter(text.as_string_lit()),
    };
    let mut source = Vec::new();
    for string in strings {
        if !string.value.is_empty() {
            source.push((string.range.start, &*string.value));
        }
    }
    let level = value
        .get_number("level")
        .and_then(|level| level.value.parse().ok());
    let metadata = value.get_object("metadata");
    let stated = |(table, key)| stated(metadata?, table, key);
    (!source.is_empty()).then_some(Cell {
        language: CELL_LANGUAGES.into_iter().find_map(stated),
        kind: value.get_string("cell_type").map_or("", |kind| &kind.value),
        level: level.unwrap_or_default(),
        source,
    })
}

/// The text of a notebook, written line by line.
struct NotebookLines<'j> {
    json: &'j str,
    text: String,
    /// Number of lines in `text`.
    written: usize,
    /// A start in the JSON, and the number of lines before it.
    at: (usize, usize),
}

impl<'j> NotebookLines<'j> {
    fn new(json: &'j str) -> Self {
        Self {
            json,
            text: String::new(),
            written: 0,
            at: (0, 0),
        }
    }

    fn add(&mut self, cell: &Cell<'_>, language: &str) {
        let code: String = cell.source.iter().map(|(_, text)| *text).collect();
        let is_markdown = matches!(cell.kind, "markdown" | "heading");
        // A fence that is not closed ends with its cell.
        let fence = if is_markdown {
            open_fence(&code)
        } else {
            Some(fence_around(&code))
        };
        let first = cell.source.first().map_or(0, |(at, _)| *at);
        let line = self.line_of(first);
        if is_markdown {
            self.skip_to(line);
            self.write(&"#".repeat(cell.level.min(6)));
            self.write(if cell.level > 0 { " " } else { "" });
        } else {
            self.skip_to(line.saturating_sub(1));
            self.write(fence.as_deref().unwrap_or_default());
            let is_code = cell.kind == "code";
            self.write(&if is_code {
                format!("{{{language}}}\n")
            } else {
                "\n".to_owned()
            });
        }
        for (at, text) in &cell.source {
            if self.text.ends_with('\n') {
                let line = self.line_of(*at);
                self.skip_to(line);
            }
            self.write(text);
        }
        if !self.text.ends_with('\n') {
            self.write("\n");
        }
        self.write(fence.as_deref().unwrap_or_default());
        // A blank line ends a paragraph.
        self.write("\n");
    }

    fn write(&mut self, text: &str) {
        self.written += text.matches('\n').count();
        self.text.push_str(text);
    }

    /// Writes empty lines before a line.
    fn skip_to(&mut self, line: usize) {
        let missing = line.saturating_sub(self.written);
        self.text.extend(std::iter::repeat_n('\n', missing));
        self.written += missing;
    }

    /// Number of lines before a byte of the JSON. Bytes are requested in order.
    fn line_of(&mut self, at: usize) -> usize {
        let (from, line) = self.at;
        let passed = self.json.get(from..at).unwrap_or_default();
        self.at = (from.max(at), line + passed.matches('\n').count());
        self.at.1
    }
}

/// A fence that no line of the code closes.
fn fence_around(code: &str) -> String {
    let runs = code.lines().map(|line| {
        let words = line.trim_start();
        words.len() - words.trim_start_matches('`').len()
    });
    "`".repeat(runs.max().unwrap_or(0).max(2) + 1)
}

/// The fence of the block that is open at the end of a Markdown text.
fn open_fence(text: &str) -> Option<String> {
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let words = line.trim();
        let mark = words.trim_start_matches(['`', '~']);
        let fence = &words[..words.len() - mark.len()];
        match open {
            Some(known) if mark.is_empty() && fence.starts_with(known) => open = None,
            None if fence.len() >= 3 && !mark.contains('`') => open = Some(fence),
            _ => {}
        }
    }
    open.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json, to_string, to_string_pretty};

    fn notebook(language: &str, cells: Value) -> Value {
        json!({
            "nbformat": 4,
            "metadata": { "kernelspec": { "language": language, "name": "k" } },
            "cells": cells,
        })
    }

    #[track_caller]
    fn check(json: &str, expected: &str) {
        let found = notebook_text(json);
        let lines: Vec<String> = found
            .iter()
            .flat_map(|text| text.lines().zip(1..))
            .filter(|(line, _)| !line.is_empty())
            .map(|(line, number)| format!("{number} {line}\n"))
            .collect();
        assert_eq!(lines.concat(), expected, "{json}");
    }

    fn cells() -> Value {
        json!([
            { "cell_type": "markdown", "metadata": {}, "source": ["# Wie groß?\n", "\n", "*Words*."] },
            {
                "cell_type": "code",
                "execution_count": 1,
                "metadata": {},
                "outputs": [{ "data": { "image/png": "iVBORw0KGgo", "text/plain": ["<Figure>"] } }],
                "source": ["def area(w):\n", "    return w"],
            },
            { "cell_type": "raw", "source": "# no heading\n" },
        ])
    }

    #[test]
    fn lines_of_cells_are_lines_of_the_file() {
        let json = to_string_pretty(&notebook("Python", cells())).expect("JSON");
        let text = notebook_text(&json).expect("a notebook");
        for (line, source) in text.lines().zip(json.lines()) {
            let is_source = source.trim_start().starts_with('"') && source.contains(line.trim());
            assert!(
                is_source || line.is_empty() || line.starts_with("```"),
                "{line} in {source}"
            );
        }
        for line in [
            "# Wie groß?",
            "*Words*.",
            "```{python}",
            "    return w",
            "# no heading",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(!text.contains("iVBOR") && !text.contains("Figure"));
    }

    #[test]
    fn lines_follow_each_other_in_a_file_of_one_line() {
        check(
            &to_string(&notebook("R", cells())).expect("JSON"),
            "1 # Wie groß?\n3 *Words*.\n5 ```{r}\n6 def area(w):\n7     return w\n8 ```\n9 ```\n10 # no heading\n11 ```\n",
        );
    }

    #[test]
    fn older_versions_and_missing_kernels_are_read() {
        let old = json!({ "nbformat": 3, "worksheets": [{ "cells": [
            { "cell_type": "heading", "level": 2, "source": ["Data"] },
            { "cell_type": "code", "input": "x = 1", "language": "python", "outputs": [] },
            { "cell_type": "code", "input": [] },
        ] }] });
        check(
            &to_string(&old).expect("JSON"),
            "1 ## Data\n3 ```{python}\n4 x = 1\n5 ```\n",
        );
        check("{\"cells\": [], \"metadata\": {}}", "");
    }

    #[test]
    fn cells_may_have_languages_of_their_own() {
        let cells = json!([
            { "cell_type": "code", "source": "a();" },
            { "cell_type": "code", "metadata": { "vscode": { "languageId": "sql" } }, "source": "select 1" },
        ]);
        check(
            &to_string(&notebook("C++17", cells)).expect("JSON"),
            "1 ```{c++}\n2 a();\n3 ```\n4 ```{sql}\n5 select 1\n6 ```\n",
        );
    }

    #[test]
    fn fences_end_with_their_cells() {
        let cells = json!([
            { "cell_type": "markdown", "source": "~~~\nnever closed" },
            { "cell_type": "code", "source": "'''\n```\n'''" },
            { "cell_type": "markdown", "source": "```sh\nls\n```\nText" },
        ]);
        check(
            &to_string(&notebook("julia", cells)).expect("JSON"),
            "1 ~~~\n2 never closed\n3 ~~~\n4 ````{julia}\n5 '''\n6 ```\n7 '''\n8 ````\n9 ```sh\n10 ls\n11 ```\n12 Text\n",
        );
    }

    #[test]
    fn other_json_is_no_notebook() {
        for json in [
            "",
            "[]",
            "{\"a\": 1}",
            "{\"cells\": 1}",
            "{\"cells\": [",
            "<<<<<<< HEAD\n{}",
        ] {
            assert!(notebook_text(json).is_none(), "{json}");
        }
    }
}
