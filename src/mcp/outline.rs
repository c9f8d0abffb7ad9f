//! The tool `outline`, as a method of [`ToolCall`].
//!
//! Contract: every file is listed before any declaration, and every declaration before its members.

use super::arguments::OutlineArguments;
use super::connection::key_of;
use super::page::{Row, short};
use super::tools::ToolCall;
use crate::answers::FileObject;
use crate::pages::{OutlineRow, Style, outline_rows, safe};
use crate::project::{NamedPath, Selection};
use std::path::Path;

/// More bytes than a token of an outline has on average.
const MAX_TOKEN: usize = 32;
/// Share of the budget that whole levels must have so that the next one is not begun.
const WHOLE_LEVELS: usize = 4;

/// The lines of an outline.
struct Outline {
    /// Breadth first, with their levels.
    rows: Vec<(usize, Row)>,
    /// The same lines, each declaration before its members.
    nested: Vec<(usize, String)>,
    /// False if files were not read, because their declarations are on later pages.
    is_all: bool,
}

impl ToolCall<'_> {
    pub(super) fn outline(&self, arguments: &OutlineArguments) -> anyhow::Result<String> {
        let request = arguments.page();
        let found = self.read_outline(
            &arguments.path,
            request.max_tokens.saturating_mul(request.number),
        )?;
        let mut page = self.page(self.refresh()?, request.max_tokens);
        let keys: Vec<u64> = found.rows.iter().map(|(_, row)| row.key).collect();
        let fits_whole = page
            .budget
            .clone()
            .take(&found.nested_to(keys.len()))
            .is_ok();
        let chosen = self.exchange.connection.page(&request, &keys, |left| {
            if left.len() == keys.len() && found.is_all && fits_whole {
                return keys.len();
            }
            let fitting = page.fitting(left.iter().map(|row| &found.rows[*row].1));
            let whole = found.whole_levels(left, fitting);
            let rows = left[..whole].iter().map(|row| &found.rows[*row].1);
            let (_, rest) = page.fitting_with_rest(rows);
            let used = page.budget.left() - rest;
            if used * WHOLE_LEVELS >= page.budget.left() {
                whole
            } else {
                fitting
            }
        });
        let level = |row: Option<&usize>| row.map(|row| found.rows[*row].0);
        let is_whole = level(chosen.shown.last()) != level(chosen.left.first());
        if chosen.before == 0 && is_whole {
            page.add(&found.nested_to(chosen.shown.len()));
        } else {
            page.add_rows(chosen.shown.iter().map(|row| &found.rows[*row].1));
        }
        let name = |row: usize| found.rows[row].1.name.clone();
        Ok(page.end(&request, &chosen, found.is_all, name))
    }

    /// Reads the declarations of files until they fill at least `tokens` tokens.
    fn read_outline(&self, path: &str, tokens: usize) -> anyhow::Result<Outline> {
        let project = &self.tools.project;
        let root = project.root().path();
        let named = NamedPath::find(root, Path::new(path))?;
        let selection = Selection::new(project, &named.in_repository(project)?);
        let style = Style::plain(root);
        let mut files: Vec<(String, Vec<OutlineRow>)> = Vec::new();
        let mut length = 0;
        let skipped = selection.each(&mut project.sources(), |tree, _| {
            let file = FileObject::of(tree);
            let rows = outline_rows(root, &file, &style);
            let upper = rows.iter().filter(|row| row.level <= 1);
            length += upper.map(|row| row.text.len()).sum::<usize>();
            files.push((file.path, rows));
            if length > tokens.saturating_mul(MAX_TOKEN) || self.cancel.is_cancelled() {
                selection.cancel.cancel();
            }
            Ok(())
        })?;
        let is_all = !selection.cancel.is_cancelled();
        // The others are named without being read.
        let mut unread: Vec<(String, String)> = Vec::new();
        for file in &skipped {
            let text = format!("{}: skipped: {}\n", safe(&file.path), safe(&file.reason));
            unread.push((file.path.clone(), text));
        }
        for path in selection.files() {
            let path = path.as_str();
            let read = files.binary_search_by(|(read, _)| read.as_str().cmp(path));
            if read.is_err() && !skipped.iter().any(|file| file.path == path) {
                unread.push((path.to_owned(), format!("{}\n", safe(path))));
            }
        }
        for (path, text) in unread {
            let row = OutlineRow {
                level: 0,
                owner: String::new(),
                line: 1,
                text,
            };
            files.push((path, vec![row]));
        }
        Ok(Outline::of(files, is_all))
    }
}

impl Outline {
    fn of(files: Vec<(String, Vec<OutlineRow>)>, is_all: bool) -> Self {
        let (mut rows, mut nested) = (Vec::new(), Vec::new());
        for (path, lines) in files {
            for line in lines {
                nested.push((line.level, line.text.clone()));
                rows.push((line.level, row(&path, line)));
            }
        }
        rows.sort_by_key(|(level, _)| *level);
        Self {
            rows,
            nested,
            is_all,
        }
    }

    /// The lines of the levels of the first rows, each declaration before its members.
    fn nested_to(&self, rows: usize) -> String {
        let last = rows.checked_sub(1).map(|last| self.rows[last].0);
        let lines = self.nested.iter().filter(|(level, _)| Some(*level) <= last);
        lines.map(|(_, text)| text.as_str()).collect()
    }

    /// Number of first rows that are whole levels, up to `maximum`.
    fn whole_levels(&self, rows: &[usize], maximum: usize) -> usize {
        let level = |row: Option<&usize>| row.map(|row| self.rows[*row].0);
        let mut whole = maximum.min(rows.len());
        while whole > 0
            && whole < rows.len()
            && level(rows.get(whole)) == level(rows.get(whole - 1))
        {
            whole -= 1;
        }
        whole
    }
}

/// A line with the file and the declarations around it above it.
fn row(path: &str, line: OutlineRow) -> Row {
    let shown = safe(path);
    let heading = match (line.level, line.owner.as_str()) {
        (0, _) => String::new(),
        (_, "") => format!("{shown}\n"),
        (_, owner) => format!("{shown}: {owner}\n"),
    };
    let own = line
        .text
        .trim_start()
        .trim_start_matches(|at: char| at.is_ascii_digit() || at == '-');
    let (name, key) = match line.level {
        // A file is the same one before and after it is read.
        0 => (shown, key_of(&path)),
        _ => (
            format!("{shown}:{} {}", line.line, own.trim()),
            key_of(&(path, &line.owner, &line.text)),
        ),
    };
    Row {
        name: short(&name),
        key,
        ..Row::new(heading, line.text)
    }
}
