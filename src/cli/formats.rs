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
use crate::pages::{Style, escape_code, path};
use crate::search::Answer;
use anyhow::{Context, Error, Result, bail, ensure};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::str::FromStr;

/// Text of a result at one of its locations.
type FieldText = fn(&ShownHit<'_>, &Excerpt) -> String;

/// Placeholders of a template.
const FIELDS: [(&str, FieldText); 8] = [
    ("path", |_, place| place.path.to_string()),
    ("line", |_, place| place.line.to_string()),
    ("column", |_, place| place.column.to_string()),
    ("start_line", |_, place| place.lines.0.to_string()),
    ("end_line", |_, place| place.lines.1.to_string()),
    ("kind", |_, place| place.kind.clone()),
    ("symbol", |shown, _| symbol(shown)),
    ("score", |shown, _| format!("{:.3}", shown.hit.score())),
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
            template if template.contains('{') => {
                let is_closed = template.rfind('{') < template.rfind('}');
                ensure!(is_closed, "the last {{ of the template has no }}");
                fill(template, |_| String::new())?;
                Self::Template(template.to_owned())
            }
            _ => bail!(
                "valid formats: text, json, vimgrep, markdown, paths, count, or a template such as '{{path}}:{{line}} \
                 {{symbol}}'"
            ),
        })
    }
}

impl OutputFormat {
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
        // Scripts read paths as they are, but a break in one would forge a line of the other formats.
        let is_escaped = *self != Self::Paths || io::stdout().is_terminal();
        let mut places = Vec::new();
        for hit in shown {
            let excerpts = excerpts(root, hit, is_escaped, style);
            places.extend(excerpts.map(|place| (hit, place)));
        }
        let export = |format: Export| {
            let excerpts: Vec<Excerpt> = places.iter().map(|(_, place)| place.clone()).collect();
            format.text(query, &excerpts)
        };
        print(&match self {
            Self::Text => {
                for warning in plain::warnings(answer) {
                    print_error(&warning);
                }
                plain::hits(root, shown, style)
            }
            Self::Json => json::answer(heading, answer, shown, packed)?,
            Self::Vimgrep => escape_code(&export(Export::Quickfix)),
            Self::Markdown => {
                // Each text is printed once.
                let mut excerpts = Vec::new();
                for hit in shown {
                    excerpts.extend(self::excerpts(root, hit, is_escaped, style).next());
                }
                escape_code(&Export::Markdown.text(query, &excerpts))
            }
            Self::Paths => export(Export::Paths),
            Self::Count => format!("{}\n", answer.map_or(0, Answer::leaf_count)),
            Self::Template(template) => {
                let mut lines = String::new();
                for (hit, place) in &places {
                    lines += &fill(template, |field| field(hit, place))?;
                    lines.push('\n');
                }
                escape_code(&lines)
            }
        })
    }
}

/// Excerpts of a result: its location, then those of its exact copies.
fn excerpts(
    root: &Path,
    shown: &ShownHit<'_>,
    is_escaped: bool,
    style: &Style,
) -> impl Iterator<Item = Excerpt> {
    let record = &shown.hit.record;
    let copies = shown.hit.locations.iter();
    let copies = copies.map(|(path, first)| (path, *first));
    let places = std::iter::once((&record.path, shown.lines.0)).chain(copies);
    places.map(move |(place, first)| {
        let place = style.relative(root, place.as_str());
        let moved = |line: u32| (line + first).saturating_sub(shown.lines.0);
        Excerpt {
            path: SourcePath::new(&if is_escaped { path(&place) } else { place }),
            line: moved(shown.at.0),
            column: shown.at.1,
            byte_column: shown.byte_column,
            lines: (first, moved(shown.lines.1)),
            kind: record.kind.name().to_owned(),
            names: names(shown),
            language: record.language.clone(),
            code: shown.text.clone(),
            title: title(shown),
        }
    })
}

/// The qualified name of a result, marked if the working tree no longer has it.
fn names(shown: &ShownHit<'_>) -> Vec<String> {
    let mut names = shown.hit.record.names.get(1..).unwrap_or_default().to_vec();
    if let (Some(_), Some(name)) = (&shown.hit.deleted, names.last_mut()) {
        *name += " (deleted)";
    }
    names
}

/// The line of a result, marked if the working tree no longer has it.
fn title(shown: &ShownHit<'_>) -> String {
    let line = shown.line().unwrap_or(&shown.hit.record.name).trim();
    match shown.hit.deleted {
        Some(_) => format!("[deleted] {line}"),
        None => line.to_owned(),
    }
}

fn symbol(shown: &ShownHit<'_>) -> String {
    let record = &shown.hit.record;
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
