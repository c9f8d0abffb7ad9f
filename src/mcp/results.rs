//! The hits of a search as a page: locations first, then code, then context, the best first.
//!
//! Principal type: [`Results`]. Code that the connection was sent before is named.

use super::connection::{Exchange, FilePart, PageRequest};
use super::page::{Page, Row, also, copies};
use crate::answers::{
    Around, Expander, Expansion, Passage, ShownHit, Surroundings, hit_name, token_count,
};
use crate::pages::{Style, code, path, surroundings};
use crate::search::{Answer, Hit};
use std::fmt::Write;
use std::ops::Range;

/// Note after a result whose code does not fit.
const READ_REST: &str = "(read the rest with `read_symbol`)\n";
/// The same after one that is deleted, which no other tool reads.
const READ_DELETED: &str = "(a larger `max_tokens` shows the rest)\n";
/// The result of a search that finds nothing.
pub(super) const NO_RESULTS: &str = "no results\n";
/// Mark of code that was sent before.
pub(super) const SENT: &str = "(sent before; `again: true` repeats it)";
/// Number of tokens from which code is named rather than repeated.
const WORTH_NAMING: usize = 16;
/// Number of results beyond a page that are searched for, to name them.
const NEXT: usize = 3;
/// Maximum number of results on all pages.
const MAX_RESULTS: usize = 10_000;

/// Options of the results of a call.
pub(super) struct Results<'e> {
    pub(super) exchange: &'e Exchange<'e>,
    pub(super) request: PageRequest,
    pub(super) limit: usize,
    /// True to repeat code.
    pub(super) again: bool,
    pub(super) expansions: &'e [Expansion],
}

/// The texts of a result.
#[derive(Default)]
struct Block {
    heading: String,
    /// Locations of its copies.
    copies: String,
    code: String,
    context: String,
}

impl Results<'_> {
    /// Number of results that the page and those before it need.
    pub(super) fn depth(&self) -> usize {
        let pages = self.request.number.saturating_mul(self.limit);
        let known = self.exchange.connection.rows_before(&self.request) + self.limit;
        pages.max(known).min(MAX_RESULTS) + NEXT
    }

    /// Writes the page of an answer with [`Self::depth()`] results.
    pub(super) fn write(
        &self,
        mut page: Page,
        mut answer: Answer,
        expander: &mut Expander<'_>,
        notes: impl FnOnce(&Answer) -> Vec<String>,
    ) -> anyhow::Result<String> {
        let is_all = !answer.has_more;
        let mut rows = Vec::new();
        for (number, hit) in (1..).zip(&answer.hits) {
            rows.push(row(number, &hit.of_whole()));
        }
        let keys: Vec<u64> = rows.iter().map(|row| row.key).collect();
        let fitting = |left: &[usize]| page.fitting(left.iter().map(|row| &rows[*row]));
        let chosen = (self.exchange.connection)
            .page(&self.request, &keys, |left| fitting(left).min(self.limit));
        let all = std::mem::take(&mut answer.hits).into_iter().enumerate();
        let on_page = all.filter(|(row, _)| chosen.shown.contains(row));
        answer.hits = on_page.map(|(_, hit)| hit).collect();
        let notes = notes(&answer);
        let shown = ShownHit::all(&answer, expander, self.expansions)?;
        let mut blocks = Vec::new();
        for (number, shown) in (chosen.before + 1..).zip(&shown) {
            let heading = heading(number, &shown.hit, Some(shown));
            page.budget
                .spend(&format!("{heading}{}", read_rest(&shown.hit)));
            blocks.push(Block {
                heading,
                ..Block::default()
            });
        }
        let notes = notes.into_iter().map(|note| format!("\n{note}\n"));
        let notes: Vec<String> = notes
            .filter(|note| page.budget.take(note).is_ok())
            .collect();
        for (shown, block) in shown.iter().zip(&mut blocks) {
            let copies = [also(copies(&shown.hit)), counted(&shown.hit)].into_iter();
            let mut fitting = copies.filter(|copies| page.budget.take(copies).is_ok());
            block.copies = fitting.next().unwrap_or_default();
        }
        self.add_code(&mut page, &shown, &mut blocks);
        self.add_context(&mut page, shown, &mut blocks);
        for block in &blocks {
            page.add(&block.heading);
            page.add(&block.copies);
            page.add(&block.code);
            page.add(&block.context);
        }
        notes.iter().for_each(|note| page.add(note));
        if answer.hits.is_empty() && self.request.number == 1 && chosen.left.is_empty() {
            page.add(NO_RESULTS);
        }
        Ok(page.end(&self.request, &chosen, is_all, |row| rows[row].name.clone()))
    }

    /// Adds the code that fits, and names that which was sent before.
    fn add_code(&self, page: &mut Page, shown: &[ShownHit<'_>], blocks: &mut [Block]) {
        for (shown, block) in shown.iter().zip(blocks) {
            let text = match &shown.text {
                Some(text) => code(text),
                None => shown.hit.record.summary.clone(),
            };
            let text = format!("{}\n", text.trim_end());
            let part = self.part(shown);
            let is_known = part
                .as_ref()
                .is_some_and(|part| !self.again && self.exchange.has_sent(part));
            if text.trim().is_empty() {
                continue;
            }
            block.code = if is_known && token_count(&text) >= WORTH_NAMING {
                format!("{SENT}\n")
            } else if page.budget.take(&text).is_ok() {
                self.exchange.add(part);
                text
            } else {
                read_rest(&shown.hit).to_owned()
            };
        }
    }

    /// Adds the context that fits, of results with their code.
    fn add_context(&self, page: &mut Page, shown: Vec<ShownHit<'_>>, blocks: &mut [Block]) {
        let root = self.exchange.root;
        let is_requested = self.expansions != [Expansion::Auto];
        for (mut shown, block) in shown.into_iter().zip(blocks) {
            let is_named = block.code.starts_with(SENT);
            if is_named && !is_requested {
                continue;
            }
            let mut parts = Vec::new();
            if let Some(own) = self.part(&shown) {
                parts = name_sent(
                    &mut shown.around,
                    |bytes| own.at(bytes),
                    |part| !self.again && self.exchange.has_sent(part),
                );
            }
            let context = surroundings(root, &shown.around, &Style::plain(root));
            let context = format!("{}\n", context.trim_end());
            if !context.trim().is_empty() && page.budget.take(&context).is_ok() {
                self.exchange.add(parts);
                block.context = context;
            }
        }
    }

    /// The part of a file that the code of a result is.
    fn part(&self, shown: &ShownHit<'_>) -> Option<FilePart> {
        let (document, bytes) = shown.source.as_ref()?;
        Some(
            self.exchange
                .part(shown.hit.record.path.as_str(), document, bytes.clone()),
        )
    }
}

/// Replaces the code of a context that was sent before by a note. Returns the parts of the file that remain.
pub(super) fn name_sent(
    around: &mut Surroundings,
    part: impl Fn(Range<usize>) -> FilePart,
    is_sent: impl Fn(&FilePart) -> bool,
) -> Vec<FilePart> {
    let mut parts = Vec::new();
    for around in around.values_mut() {
        let passages: Vec<&mut Passage> = match around {
            Around::Passage(passage) => vec![passage],
            Around::Passages(passages) => passages.iter_mut().collect(),
            Around::Near { before, after } => before.iter_mut().chain(after).collect(),
            Around::Signatures(_) | Around::Relations(_) => Vec::new(),
        };
        for passage in passages {
            let Some(own) = passage.bytes.clone().map(&part) else {
                continue;
            };
            if is_sent(&own) && token_count(&passage.text) >= WORTH_NAMING {
                passage.text = SENT.to_owned();
            } else {
                parts.push(own);
            }
        }
    }
    parts
}

/// The number of a hit's copies, if their locations do not fit.
fn counted(hit: &Hit) -> String {
    format!("also: {} copies\n", hit.locations.len())
}

/// The location of a hit with its name.
fn row(number: usize, hit: &Hit) -> Row {
    let record = &hit.record;
    let mut name = path(record.path.as_str());
    if !record.is_directory() {
        let _ = write!(name, ":{}-{}", record.lines.0, record.lines.1);
    }
    let own = hit_name(hit);
    let _ = write!(name, " {} {own}", record.kind.name());
    Row {
        heading: String::new(),
        text: format!("{}{}", heading(number, hit, None), read_rest(hit)),
        name: name.trim_end().to_owned(),
        key: record.id.0,
    }
}

fn read_rest(hit: &Hit) -> &'static str {
    if hit.deleted.is_some() {
        READ_DELETED
    } else {
        READ_REST
    }
}

/// A hit's location, kind, name and id.
fn heading(number: usize, hit: &Hit, shown: Option<&ShownHit<'_>>) -> String {
    let record = &hit.record;
    let mut heading = format!("\n{number}. {}", path(record.path.as_str()));
    if !record.is_directory() {
        let (first, last) = shown.map_or(record.lines, |shown| shown.lines);
        let _ = write!(heading, ":{first}-{last}");
    }
    let _ = write!(heading, " {} {}", record.kind.name(), hit_name(hit));
    // Nothing reads deleted code by its id.
    if hit.deleted.is_none() {
        let _ = write!(heading, " [{}]", record.id);
    }
    if shown.is_some_and(|shown| shown.changed) {
        heading += " (changed since it was indexed)";
    }
    if let Some(shown) = shown.filter(|shown| shown.text_lines != shown.lines) {
        let (first, last) = shown.text_lines;
        let _ = write!(heading, ", its lines {first}-{last}:");
    }
    if hit.deleted.is_some() {
        heading += " (deleted since the compared commit; `impact` with these filters has what still uses it)";
    }
    heading + "\n"
}
