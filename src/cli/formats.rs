//! Output formats of `search`.
//!
//! Principal type: [`OutputFormat`]. Invariant: paths are relative to the current directory except in JSON, so that the
//! output of one command is input of the next.

use super::json::{self, AnswerHeader};
use super::output::{print, print_error};
use super::packing::Packed;
use super::plain;
use crate::answers::ShownHit;
use crate::chunk::qualified_name;
use crate::corpus::SourcePath;
use crate::export::{Excerpt, ExportFormat as Export};
use crate::index::Record;
use crate::pages::{Style, escape_code, path};
use crate::search::Answer;
use anyhow::{Context, Error, Result, bail, ensure};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::str::FromStr;

/// A line of a listing: a location of a result.
pub(super) struct Place {
    pub(super) excerpt: Excerpt,
    /// Qualified name of the chunk.
    pub(super) symbol: String,
    pub(super) score: f32,
}

/// Text of a field of a location.
type FieldText = fn(&Place) -> String;

/// Placeholders of a template.
const FIELDS: [(&str, FieldText); 8] = [
    ("path", |place| place.excerpt.path.to_string()),
    ("line", |place| place.excerpt.line.to_string()),
    ("column", |place| place.excerpt.column.to_string()),
    ("start_line", |place| place.excerpt.lines.0.to_string()),
    ("end_line", |place| place.excerpt.lines.1.to_string()),
    ("kind", |place| place.excerpt.kind.clone()),
    ("symbol", |place| place.symbol.clone()),
    ("score", |place| format!("{:.3}", place.score)),
];

/// Output format of `search`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum OutputFormat {
    /// Location, kind and name, then the matching line.
    #[default]
    Text,
    /// One object per query.
    Json,
    /// `path:line:column: text`.
    Vimgrep,
    /// Code in fences.
    Markdown,
    /// Each path once.
    Paths,
    /// Number of results with their copies.
    Count,
    /// Number of matching lines.
    CountLines,
    /// Text with placeholders, one line per result.
    Template(String),
}

impl FromStr for OutputFormat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(match text {
            "text" => Self::Text,
            "json" => Self::Json,
            "vimgrep" => Self::Vimgrep,
            "markdown" => Self::Markdown,
            "paths" => Self::Paths,
            "count" => Self::Count,
            "count-lines" => Self::CountLines,
            template if template.contains('{') => {
                let is_closed = template.rfind('{') < template.rfind('}');
                ensure!(is_closed, "the last {{ of the template has no }}");
                fill(template, |_| String::new())?;
                Self::Template(template.to_owned())
            }
            _ => bail!(
                "valid formats: text, json, vimgrep, markdown, paths, count, count-lines, or a template such as \
                 '{{path}}:{{line}} {{symbol}}'"
            ),
        })
    }
}

impl OutputFormat {
    /// Returns true for a format with a line for each location, or only their number.
    pub(super) fn is_listing(&self) -> bool {
        !matches!(self, Self::Text | Self::Json | Self::Markdown)
    }

    /// Returns true if control characters in paths are escaped: scripts read paths as they are, but a break in one
    /// would forge a line of the other formats.
    pub(super) fn escapes_paths(&self) -> bool {
        *self != Self::Paths || io::stdout().is_terminal()
    }

    /// The lines of a listing.
    pub(super) fn lines(&self, query: &str, places: &[Place]) -> Result<String> {
        let excerpts = || {
            places
                .iter()
                .map(|place| place.excerpt.clone())
                .collect::<Vec<_>>()
        };
        Ok(match self {
            Self::Vimgrep => escape_code(&Export::Quickfix.text(query, &excerpts())),
            Self::Paths => Export::Paths.text(query, &excerpts()),
            Self::Template(template) => {
                let mut lines = String::new();
                for place in places {
                    lines += &fill(template, |field| field(place))?;
                    lines.push('\n');
                }
                escape_code(&lines)
            }
            _ => String::new(),
        })
    }

    /// Prints an answer, which is none before the first snapshot and after an error.
    pub(super) fn print(
        &self,
        heading: &AnswerHeader<'_>,
        answer: Option<&Answer>,
        shown: &[ShownHit<'_>],
        packed: Option<&Packed>,
        style: &Style,
    ) -> Result<()> {
        let (root, query) = (Path::new(&heading.root), heading.query);
        let is_escaped = self.escapes_paths();
        let places = || {
            let mut places = Vec::new();
            for hit in shown {
                places.extend(self::places(root, hit, is_escaped, style));
            }
            places
        };
        print(&match self {
            Self::Text => {
                for warning in plain::warnings(answer) {
                    print_error(&warning);
                }
                plain::hits(root, shown, style)
            }
            Self::Json => json::answer(heading, answer, shown, packed)?,
            Self::Markdown => {
                // Each text is printed once.
                let mut excerpts = Vec::new();
                for hit in shown {
                    let mut places = self::places(root, hit, is_escaped, style);
                    excerpts.extend(places.next().map(|place| place.excerpt));
                }
                escape_code(&Export::Markdown.text(query, &excerpts))
            }
            Self::Count => format!("{}\n", answer.map_or(0, Answer::leaf_count)),
            Self::CountLines => format!("{}\n", places().len()),
            Self::Vimgrep | Self::Paths | Self::Template(_) => self.lines(query, &places())?,
        })
    }
}

/// Places of a result: every matching line of its location, else its best line, then those of its exact copies.
fn places(
    root: &Path,
    shown: &ShownHit<'_>,
    is_escaped: bool,
    style: &Style,
) -> impl Iterator<Item = Place> {
    let record = &shown.hit.record;
    let copies = shown.hit.locations.iter();
    let copies = copies.map(|(path, first)| (path, *first));
    let places = std::iter::once((&record.path, shown.text_lines.0)).chain(copies);
    let mut matches = shown.matches.clone();
    if matches.is_empty() {
        matches.push((shown.at.0, shown.at.1, shown.byte_column));
    }
    places.flat_map(move |(place, first)| {
        let place = style.relative(root, place.as_str());
        let place = SourcePath::new(&if is_escaped { path(&place) } else { place });
        let moved = |line: u32| (line + first).saturating_sub(shown.text_lines.0);
        let mut found = Vec::with_capacity(matches.len());
        for (line, column, byte_column) in &matches {
            found.push(Place {
                excerpt: Excerpt {
                    path: place.clone(),
                    line: moved(*line),
                    column: *column,
                    byte_column: *byte_column,
                    lines: (first, moved(shown.text_lines.1)),
                    kind: record.kind.name().to_owned(),
                    names: record.names.get(1..).unwrap_or_default().to_vec(),
                    language: record.language.clone(),
                    code: shown.text.clone(),
                    deleted: shown.hit.deleted.is_some(),
                    title: shown
                        .line_at(*line)
                        .unwrap_or(&record.name)
                        .trim()
                        .to_owned(),
                },
                symbol: symbol(record),
                score: shown.hit.score(),
            });
        }
        found
    })
}

/// The qualified name of a chunk.
pub(super) fn symbol(record: &Record) -> String {
    path(&qualified_name(&record.names, record.kind))
}

/// Replaces each `{name}` of a template; an unclosed brace is text.
fn fill(template: &str, value: impl Fn(FieldText) -> String) -> Result<String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{')
        && let Some((name, after)) = after.split_once('}')
    {
        let field = FIELDS.iter().find(|(field, _)| *field == name);
        let (_, text) = field.with_context(|| {
            let fields = FIELDS.map(|(name, _)| name).join(", ");
            format!("unknown placeholder {{{name}}}; valid placeholders: {fields}")
        })?;
        filled.push_str(before);
        filled.push_str(&value(*text));
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_names_or_templates() {
        let check = |text: &str, expected: Result<OutputFormat, &str>| {
            let found = text
                .parse::<OutputFormat>()
                .map_err(|error| error.to_string());
            match (found, expected) {
                (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
                (found, expected) => assert_eq!(found.ok(), expected.ok(), "{text}"),
            }
        };
        check("vimgrep", Ok(OutputFormat::Vimgrep));
        check(
            "{path}:{line}",
            Ok(OutputFormat::Template("{path}:{line}".to_owned())),
        );
        check("{pth}", Err("unknown placeholder {pth}"));
        check("{path", Err("has no }"));
        check("xml", Err("'{path}:{line} {symbol}'"));
        let value = |_: FieldText| "x".to_owned();
        assert_eq!(fill("{line}-{kind} {", value).unwrap(), "x-x {");
    }
}
