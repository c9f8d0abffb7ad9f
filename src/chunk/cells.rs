//! Code cells of a document: code that is run for it, in notebooks, Quarto and R Markdown.
//!
//! [`CellCode::cut()`] replaces each cell by its declarations. Invariant: the parts still tile the document. Each cell is
//! parsed on its own, so that an error in one hides no other.

use super::code;
use super::node::Role;
use super::part::{Draft, Label};
use super::source::Source;
use crate::corpus::Deadline;
use crate::syntax::{self, Kind, Language, Outline, blanked};
use std::ops::Range;

/// Node type of a cell.
pub(super) const CELL: &str = "cell";

/// The code in the cells of a document.
#[derive(Default)]
pub(super) struct CellCode {
    /// Languages of cells, with the number of their bytes.
    languages: Vec<(Language, usize)>,
    /// Imports, references and the like; the elements are already parts.
    pub(super) outline: Outline,
}

impl CellCode {
    /// The language of most of the code.
    pub(super) fn language(&self) -> Option<Language> {
        let most = self.languages.iter().rev().max_by_key(|(_, bytes)| *bytes);
        most.map(|(language, _)| *language)
    }

    /// Cuts the cells among the parts of a document by their declarations. The line before the code of a cell
    /// belongs to the part before it.
    pub(super) fn cut(&mut self, parts: &mut Vec<Draft>, source: &Source<'_>, deadline: Deadline) {
        for mut part in std::mem::take(parts) {
            self.cut(&mut part.parts, source, deadline);
            let Some((language, body)) = cell(&part, source) else {
                parts.push(part);
                continue;
            };
            let opening = part.bytes.start..body.start;
            let code = body.start..part.bytes.end;
            match parts.last_mut() {
                _ if opening.is_empty() => {}
                Some(before) => before.extend_to(body.start),
                None => parts.push(Draft {
                    silent: true,
                    ..Draft::leaf(Kind::Code, Role::Gap, Label::Unnamed, opening)
                }),
            }
            self.count(language, body.len());
            let parsed = syntax::outline(&code_of(source.slice(&body)), language, deadline);
            let outline = parsed.unwrap_or_default().moved_by(body.start);
            let declared = code::cell_parts(source, &outline, &code);
            let mut cells = declared.unwrap_or_else(|| {
                vec![Draft {
                    node_type: CELL,
                    end: Some(body.end),
                    ..Draft::leaf(Kind::Code, Role::Body, Label::Unnamed, code)
                }]
            });
            cells
                .iter_mut()
                .for_each(|part| part.set_language(language));
            parts.extend(cells);
            self.outline.take_names(outline);
        }
    }

    fn count(&mut self, language: Language, bytes: usize) {
        match self
            .languages
            .iter_mut()
            .find(|(known, _)| *known == language)
        {
            Some((_, sum)) => *sum += bytes,
            None => self.languages.push((language, bytes)),
        }
    }
}

/// The language and the code of a part that is a cell. Its first line may name another language: `%%bash`.
fn cell(part: &Draft, source: &Source<'_>) -> Option<(Language, Range<usize>)> {
    if part.node_type != CELL {
        return None;
    }
    let language = part.language?;
    let block = source.slice(&part.bytes);
    let block = &block[..block.trim_end().len()];
    let before = block.len() - block.trim_start().len();
    let closes = |line: &str| {
        let is_mark = |letter: char| letter.is_ascii_digit() || "> \t-*+.)".contains(letter);
        let words = line.trim_start_matches(is_mark);
        words.starts_with(['`', '~']) || words.starts_with("</script")
    };
    // Statements of MDX have no fence.
    let start = if closes(&block[before..]) {
        before + block[before..].find('\n')? + 1
    } else {
        before
    };
    let last = block.rfind('\n').map_or(0, |line| line + 1);
    let end = if closes(&block[last..]) {
        last
    } else {
        block.len()
    };
    let code = block.get(start..end)?;
    let magic = code.trim_start().strip_prefix("%%");
    let named = magic.and_then(|magic| Language::named(magic.split_whitespace().next()?));
    let body = part.bytes.start + start..part.bytes.start + end;
    Some((named.unwrap_or(language), body))
}

/// Returns true for `    %cd data` in a block; `% count` and `%in% rows` are operators of an expression of several lines.
fn is_indented_command(line: &str) -> bool {
    let named = line.trim_start().strip_prefix('%').unwrap_or_default();
    let after = named.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    named.starts_with(char::is_alphabetic) && !after.starts_with('%')
}

/// The code of a cell with spaces for the marks of a quote around it, for commands of the notebook itself, `%matplotlib
/// inline`, `!ls`, `;ls`, `?print`, and for the options of a cell of MyST: lines `:tags: [a]` before the code, or YAML between
/// `---`.
fn code_of(body: &str) -> String {
    let is_quoted = body.lines().all(|line| line.trim_start().starts_with('>'));
    let mut body = body.to_owned();
    if is_quoted {
        let lines = body.split_inclusive('\n');
        body = lines.map(|line| line.replacen('>', " ", 1)).collect();
    }
    let (mut at, mut hidden) = (0, Vec::new());
    let options = match body.strip_prefix("---\n") {
        Some(rest) => rest
            .find("\n---\n")
            .map_or(0, |end| end + "---\n\n---\n".len()),
        None => {
            let options = body
                .split_inclusive('\n')
                .take_while(|line| line.starts_with(':'));
            options.map(str::len).sum()
        }
    };
    let first = body[options..].trim_start_matches('\n');
    let indent = first.len() - first.trim_start_matches(' ').len();
    for line in body.split_inclusive('\n') {
        let words = line.get(indent..).unwrap_or_default();
        if at < options
            || words.starts_with(['%', '!', '?', ';'])
            || words.trim_end().ends_with('?')
            || is_indented_command(words)
        {
            hidden.push(at..at + line.len());
        }
        at += line.len();
    }
    blanked(&body, hidden).into_owned()
}
