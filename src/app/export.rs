//! What is taken out of the explorer: marked places, or a whole answer, as a text for others.

use super::marks::Mark;
use super::popup::{Choice, Item};
use super::{App, Effect, Question, Tone};
use crate::corpus::SourcePath;
use serde::Serialize;
use std::fmt::Write;

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `path:line:column: text`, as editors read it.
    Quickfix,
    /// Each path once.
    Paths,
    /// A context pack: the code with where it is from.
    Markdown,
    /// All of it, for programs.
    Json,
}

/// Where an export goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    /// The clipboard.
    Clipboard,
    /// A new file in the working directory.
    File,
}

/// A place as it is exported, as the working tree has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Exported {
    /// The file or directory.
    pub path: SourcePath,
    /// 1-based line of the name.
    pub line: u32,
    /// 1-based column of the name, in characters.
    pub column: u32,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// What it is, as in `kind:` filters.
    pub kind: &'static str,
    /// Names from the file down, without the file.
    pub names: Vec<String>,
    /// The language's name.
    pub language: Option<String>,
    /// Its text; none of a directory, and of what is not there any more.
    pub code: Option<String>,
    /// The line of its name, without the white space around.
    #[serde(skip)]
    pub title: String,
}

impl Form {
    /// Every form, the most asked for first.
    pub const ALL: [Self; 4] = [Self::Markdown, Self::Quickfix, Self::Paths, Self::Json];

    /// The end of its files' names.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Quickfix => "qf",
            Self::Paths => "txt",
            Self::Markdown => "md",
            Self::Json => "json",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Quickfix => "quickfix list",
            Self::Paths => "paths",
            Self::Markdown => "Markdown context pack",
            Self::Json => "JSON",
        }
    }

    /// The places in this form. `asked` is what they answer.
    pub fn text(self, asked: &str, places: &[Exported]) -> String {
        match self {
            Self::Quickfix => places.iter().map(quickfix).collect(),
            Self::Paths => paths(places),
            Self::Markdown => markdown(asked, places),
            Self::Json => {
                let all = serde_json::json!({ "asked": asked, "places": places });
                format!("{all:#}\n")
            }
        }
    }
}

fn quickfix(place: &Exported) -> String {
    let Exported {
        path,
        line,
        column,
        title,
        ..
    } = place;
    format!("{path}:{line}:{column}: {title}\n")
}

fn paths(places: &[Exported]) -> String {
    let mut text = String::new();
    let mut seen = std::collections::HashSet::new();
    for place in places.iter().filter(|place| seen.insert(&place.path)) {
        text.push_str(place.path.as_str());
        text.push('\n');
    }
    text
}

/// The code in fences, each under a heading with its path, its lines and what it is in.
fn markdown(asked: &str, places: &[Exported]) -> String {
    let mut text = format!("# {}\n", one_line(asked));
    for place in places {
        let (first, last) = place.lines;
        let names: String = place
            .names
            .iter()
            .filter(|name| !name.is_empty())
            .map(|name| format!(" › {}", one_line(name)))
            .collect();
        let heading = match &place.code {
            Some(_) => format!("{}:{first}-{last}{names}", place.path),
            None => format!("{}{names}", place.path),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {heading}\n");
        if let Some(code) = &place.code {
            let fence = fence(code);
            let language = place.language.as_deref().unwrap_or_default();
            let code = code.trim_end();
            let _ = write!(text, "\n{fence}{language}\n{code}\n{fence}\n");
        }
    }
    text
}

/// Longer than any run of backticks in a code.
fn fence(code: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for c in code.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(longest + 1)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl App {
    /// Offers the forms of an export; what is chosen goes on in [`App::export`].
    pub(super) fn offer_export(&mut self) {
        let places = self.exported().len();
        if places == 0 {
            let says = "nothing to export: mark rows, or ask something";
            return self.notify(Tone::Warning, says);
        }
        let what = match (self.kept.marks.len(), places) {
            (0, 1) => "the hit".to_owned(),
            (0, hits) => format!("{hits} hits"),
            (marked, _) => format!("{marked} marked"),
        };
        let item = |form: Form, to: Destination| Item {
            text: match to {
                Destination::Clipboard => format!("copy {}", form.words()),
                Destination::File => {
                    format!("write smriti-export.{}: {}", form.extension(), form.words())
                }
            },
            note: what.clone(),
            choice: Choice::Export(form, to),
        };
        let to = |to| Form::ALL.into_iter().map(move |form| (form, to));
        let offered = to(Destination::Clipboard).chain(to(Destination::File));
        self.pick("export", offered.map(|(form, to)| item(form, to)).collect());
    }

    /// Has what is marked, else the whole answer, written.
    pub(super) fn export(&mut self, form: Form, to: Destination, effects: &mut Vec<Effect>) {
        effects.push(Effect::Export {
            form,
            to,
            asked: match self.kept.marks.is_empty() {
                true => self.asked_words(),
                // They may be from many questions.
                false => format!("marked in {}", self.options.root_name),
            },
            marks: self.exported(),
        });
        self.notify(Tone::Plain, "exporting …");
    }

    /// An export is done.
    pub(super) fn written(&mut self, outcome: Result<Written, String>, effects: &mut Vec<Effect>) {
        match outcome {
            Ok(Written::Text(text, places)) => {
                self.notify(Tone::Good, format!("copied {}", count(places)));
                effects.push(Effect::Copy(text));
            }
            Ok(Written::File(file, places)) => {
                self.notify(Tone::Good, format!("wrote {} to {file}", count(places)));
            }
            Err(why) => self.notify(Tone::Error, why),
        }
    }

    fn exported(&self) -> Vec<Mark> {
        match self.kept.marks.is_empty() {
            true => self.trees.results.hits().iter().map(Mark::of_hit).collect(),
            false => self.kept.marks.all().to_vec(),
        }
    }

    /// What the rows answer, in words.
    pub(crate) fn asked_words(&self) -> String {
        match &self.inquiry.question {
            Question::Browse => self.options.root_name.clone(),
            Question::Query(query) => query.text.clone(),
            Question::Like(target) => format!("like {}", target.name),
            Question::Touching(target) => format!("who touches {}", target.name),
        }
    }
}

/// What became of an export, with how many places are in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// For the clipboard.
    Text(String, usize),
    /// The file of this name.
    File(String, usize),
}

fn count(places: usize) -> String {
    match places {
        1 => "1 place".to_owned(),
        places => format!("{places} places"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(path: &str, code: Option<&str>) -> Exported {
        Exported {
            path: SourcePath::new(path),
            line: 3,
            column: 8,
            lines: (2, 4),
            kind: "method",
            names: vec!["Merger".into(), "write".into()],
            language: code.map(|_| "rust".into()),
            code: code.map(str::to_owned),
            title: "pub fn write(&self) {".into(),
        }
    }

    fn check(form: Form, expected: &str) {
        let places = [
            place("src/a.rs", Some("fn write() {}\n")),
            place("src/a.rs", Some("// ```` in it")),
            place("src", None),
        ];
        assert_eq!(form.text("merge\nsegments", &places), expected);
    }

    #[test]
    fn a_quickfix_list_has_a_line_for_each_place() {
        let line = ":3:8: pub fn write(&self) {\n";
        check(
            Form::Quickfix,
            &format!("src/a.rs{line}src/a.rs{line}src{line}"),
        );
    }

    #[test]
    fn paths_are_there_once() {
        check(Form::Paths, "src/a.rs\nsrc\n");
    }

    #[test]
    fn a_context_pack_has_the_code_in_fences_that_hold_it() {
        check(
            Form::Markdown,
            "# merge segments\n\n## src/a.rs:2-4 › Merger › write\n\n```rust\nfn write() {}\n```\n\n## src/a.rs:2-4 › Merger › write\n\n`````rust\n// ```` in it\n`````\n\n## src › Merger › write\n",
        );
    }

    #[test]
    fn json_is_read_back() {
        let text = Form::Json.text("q", &[place("src/a.rs", Some("x"))]);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["asked"], "q");
        assert_eq!(read["places"][0]["path"], "src/a.rs");
        assert_eq!(read["places"][0]["names"][1], "write");
        assert_eq!(read["places"][0]["code"], "x");
    }

    proptest! {
        /// Whatever the code is, the fence that opens is the only line that closes it.
        #[test]
        fn no_code_ends_its_fence(code in "[`a \\n]{0,40}") {
            let text = Form::Markdown.text("q", &[place("a", Some(&code))]);
            let fence = fence(&code);
            let closing = text.lines().filter(|line| line.trim() == fence).count();
            prop_assert_eq!(closing, 1);
        }
    }
}
