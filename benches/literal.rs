//! Exact search compared with ripgrep: random lines as texts, and random patterns made from them, must match the same
//! `path:line` in both, over the indexed files of each directory, which must be indexed. Converted documents are left
//! out.
//!
//! `cargo bench -q --bench literal -- [--rg FILE] [--lines N] [--patterns N] [--seed N] DIR…`

use anyhow::{Context, Result, ensure};
use clap::Parser;
use smriti_tui::corpus::file_class::purpose;
use smriti_tui::corpus::{Cancel, Extraction, SourcePath};
use smriti_tui::index::Snapshot;
use smriti_tui::project::{Overrides, Project};
use smriti_tui::search::{Case, Mode, Query, SearchContext, Switches, for_each_line};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of paths in one call of ripgrep.
const ARGUMENT_BYTES: usize = 1_500_000;

#[derive(Parser)]
struct Options {
    /// Directories in the repositories
    #[arg(required = true)]
    directories: Vec<PathBuf>,
    /// ripgrep
    #[arg(long, default_value = "rg")]
    rg: PathBuf,
    /// Random lines of each repository
    #[arg(long, default_value_t = 1_000)]
    lines: usize,
    /// Random patterns of each repository
    #[arg(long, default_value_t = 100)]
    patterns: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    choices: Overrides,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}

/// Numbers of the comparison.
#[derive(Default)]
struct Compared {
    queries: usize,
    matches: usize,
    differences: usize,
}

/// An indexed repository.
struct Repository {
    project: Project,
    snapshot: std::sync::Arc<Snapshot>,
    /// The files that are text on disk.
    files: Vec<SourcePath>,
    /// Their lines, with their number and file.
    lines: Vec<String>,
}

impl Repository {
    fn open(choices: &Overrides, directory: &Path) -> Result<Self> {
        let project = Project::open(choices, Some(directory))?;
        let snapshot = project.snapshots().latest()?;
        let snapshot = snapshot.context("nothing is indexed yet")?;
        let mut files = snapshot.paths()?.to_vec();
        files.retain(|path| Extraction::of(path).is_none());
        // Text with a NUL byte after its beginning is indexed, but binary to ripgrep.
        files.retain(|path| {
            let read = project.reader.read(path, &Cancel::new());
            read.is_ok_and(|(document, _)| !document.text.bytes().contains(&0))
        });
        let mut lines = Vec::new();
        for path in &files {
            if let Ok((document, _)) = project.reader.read(path, &Cancel::new())
                && let Ok(text) = std::str::from_utf8(document.text.bytes())
            {
                lines.extend(text.lines().map(str::to_owned));
            }
        }
        lines.retain(|line| !line.trim().is_empty());
        Ok(Self {
            project,
            snapshot,
            files,
            lines,
        })
    }

    /// A part of a random line, or all of it.
    fn text(&self, random: &mut Random) -> String {
        loop {
            let line = random.of(&self.lines);
            let characters: Vec<char> = line.chars().collect();
            let length = match random.below(3) {
                0 => characters.len(),
                _ => 3 + random.below(60),
            };
            let start = random.below(characters.len().saturating_sub(length) + 1);
            let part = characters.iter().skip(start).take(length.min(2_000));
            let text: String = part.collect();
            if !text.trim().is_empty() {
                return text;
            }
        }
    }

    /// A random pattern that matches something in most cases.
    fn pattern(&self, random: &mut Random) -> String {
        let text = self.text(random);
        let words: Vec<&str> = text
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .filter(|word| !word.is_empty())
            .collect();
        let Some(first) = words.first() else {
            return escaped(&text);
        };
        let last = words.last().unwrap_or(first);
        let prefix: String = first.chars().take(4).collect();
        match random.below(12) {
            0 => format!(r"\b{first}\b"),
            1 => format!(r"{first}.*{last}"),
            2 => format!(r"{prefix}\w+"),
            3 => format!(r"^\s*{first}"),
            4 => format!(r"{last}\W*$"),
            5 => format!(r"{first}\s*[(\[=:]"),
            6 => format!("({first}|{last})[^a-z]"),
            7 => format!(
                r"[{}-z]{{1,3}}{last}",
                prefix
                    .chars()
                    .next()
                    .filter(char::is_ascii_lowercase)
                    .unwrap_or('a')
            ),
            8 => format!(r"{first}(\s|,)+\S+"),
            9 => format!(r"\d+\W+{last}"),
            10 => format!(r"(?i){first}"),
            _ => escaped(&text),
        }
    }

    fn ours(&self, query: &Query) -> Result<BTreeSet<(String, u32)>> {
        ensure!(query.error.is_none(), "{:?}", query.error);
        let context = SearchContext {
            snapshot: &self.snapshot,
            reader: &self.project.reader,
            query,
            limit: usize::MAX,
            cancel: &Cancel::new(),
        };
        let mut found = BTreeSet::new();
        for_each_line(&context, |path, lines| {
            if self.files.binary_search(path).is_ok() {
                found.extend(
                    lines
                        .iter()
                        .map(|line| (path.as_str().to_owned(), line.at.0)),
                );
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    fn theirs(
        &self,
        rg: &Path,
        options: &[&str],
        text: &str,
        files: &[&SourcePath],
    ) -> Result<BTreeSet<(String, u32)>> {
        let mut found = BTreeSet::new();
        let mut rest = files;
        while !rest.is_empty() {
            let mut bytes = 0;
            let count = rest.iter().take_while(|path| {
                bytes += path.as_str().len() + 9;
                bytes < ARGUMENT_BYTES
            });
            let (now, later) = rest.split_at(count.count().max(1));
            rest = later;
            let output = Command::new(rg)
                .args(["--no-config", "-n", "--no-heading", "-H", "--null"])
                .args(options)
                .args(["-e", text, "--"])
                .args(now.iter().map(|path| path.as_str()))
                .current_dir(self.project.root().path())
                .output()?;
            ensure!(
                output.status.code() != Some(2),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            for line in output.stdout.split(|byte| *byte == b'\n') {
                let mut parts = line.splitn(2, |byte| *byte == 0);
                let (Some(path), Some(rest)) = (parts.next(), parts.next()) else {
                    continue;
                };
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = std::str::from_utf8(&rest[..digits])?.parse()?;
                found.insert((String::from_utf8_lossy(path).into_owned(), number));
            }
        }
        Ok(found)
    }

    /// The files that a filter leaves, and the filter; none in most cases.
    fn filter(&self, random: &mut Random) -> (String, Vec<&SourcePath>) {
        let all: Vec<&SourcePath> = self.files.iter().collect();
        let file = random.of(&self.files).as_str();
        let extension = file
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_lowercase());
        let kept = |keeps: &dyn Fn(&str) -> bool| {
            let kept = all.iter().filter(|path| keeps(path.as_str()));
            kept.copied().collect::<Vec<_>>()
        };
        let is_docs = |path: &str| purpose(&SourcePath::new(path), &[]) == "docs";
        match (random.below(8), file.rsplit_once('/'), extension) {
            (0, Some((directory, _)), _) if !directory.contains([' ', '"']) => {
                let part = directory.to_lowercase();
                let files = kept(&|path| path.to_lowercase().contains(&part));
                (format!("path:{directory}"), files)
            }
            (1, _, Some(extension)) if extension.chars().all(char::is_alphanumeric) => {
                let end = format!(".{extension}");
                let files = kept(&|path| path.to_lowercase().ends_with(&end));
                (format!("path:*.{extension}"), files)
            }
            (2, ..) => ("in:docs".to_owned(), kept(&is_docs)),
            // Languages whose extension is their name.
            (3, _, Some(extension)) if ["java", "go", "swift"].contains(&&*extension) => {
                let end = format!(".{extension}");
                let files = kept(&|path| path.to_lowercase().ends_with(&end));
                (format!("lang:{extension} path:*.{extension}"), files)
            }
            _ => (String::new(), all),
        }
    }

    fn compare(&self, options: &Options, random: &mut Random) -> Result<Compared> {
        let mut compared = Compared::default();
        for number in 0..options.lines + options.patterns {
            let is_text = number < options.lines;
            let (filter, files) = self.filter(random);
            let switches = Switches {
                case: *random.of(&[Case::Smart, Case::Sensitive, Case::Ignored]),
                word: random.below(8) == 0,
                spans_lines: false,
            };
            let mut flags = vec![match switches.case {
                Case::Smart => "-S",
                Case::Sensitive => "-s",
                Case::Ignored => "-i",
            }];
            if switches.word {
                flags.push("-w");
            }
            let (text, query) = if is_text {
                flags.push("-F");
                let text = self.text(random);
                let query = Query::exactly(&text, &filter, switches);
                (text, query)
            } else {
                let pattern = self.pattern(random);
                let typed = format!("{filter} {pattern}");
                let query = Query::parse_with(&typed, Mode::Regex, switches);
                (pattern.trim().to_owned(), query)
            };
            let ours = self.ours(&query)?;
            let theirs = self.theirs(&options.rg, &flags, &text, &files)?;
            compared.queries += 1;
            compared.matches += theirs.len();
            if ours != theirs {
                compared.differences += 1;
                let missing: Vec<_> = theirs.difference(&ours).take(3).collect();
                let further: Vec<_> = ours.difference(&theirs).take(3).collect();
                say(&format!(
                    "{flags:?} {filter} {text:?}: missing {missing:?}, further {further:?}"
                ))?;
            }
        }
        Ok(compared)
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.trim().chars() {
        if letter.is_ascii_punctuation() && letter != '_' {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(io::stdout().lock(), "{line}")?)
}

fn main() -> Result<()> {
    let options = Options::parse();
    let version = Command::new(&options.rg).arg("--version").output()?;
    let version = String::from_utf8_lossy(&version.stdout);
    say(version.lines().next().unwrap_or_default())?;
    let mut all = Compared::default();
    for (number, directory) in (0..).zip(&options.directories) {
        let repository = Repository::open(&options.choices, directory)?;
        let mut random = Random(options.seed.wrapping_add(number));
        let compared = repository.compare(&options, &mut random)?;
        say(&format!(
            "{}: {} files, {} queries, {} matching lines, {} differences",
            directory.display(),
            repository.files.len(),
            compared.queries,
            compared.matches,
            compared.differences
        ))?;
        all.queries += compared.queries;
        all.matches += compared.matches;
        all.differences += compared.differences;
    }
    say(&format!(
        "{} repositories: {} queries, {} matching lines, {} differences",
        options.directories.len(),
        all.queries,
        all.matches,
        all.differences
    ))?;
    ensure!(all.differences == 0, "ripgrep and exact search differ");
    Ok(())
}
