//! The page about the index: what runs, what it holds, what was left out and why.

use super::keymap::Action;
use super::popup::{Basis, Cell, Row, Subject};
use super::status::{self, Tone, duration, grouped, size};
use super::{
    App, Counts, Effect, IndexOptions, IndexStatus, Linking, Logged, ModelState, Stage, Work,
};
use crate::config::GraphUse;
use crate::corpus::{Skipped, Watching};
use crate::index::{Inspection, Sizes};
use crate::ticket::Tickets;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files listed for a reason; more are only counted.
const LISTED: usize = 200;

/// What the page knows besides the state of the index.
#[derive(Debug, Default)]
pub(super) struct IndexPanel {
    tickets: Tickets,
    /// The stage when it was asked for, the generation where that was the stage's last, and whether a
    /// graph was being built.
    looked_at: Option<(Stage, Option<u64>, bool)>,
    inspection: Option<Result<Arc<Inspection>, String>>,
    /// What the page says of the files that are left out, however many there are.
    skipped: Vec<Row>,
    /// Looks that came back.
    looks: u64,
    /// Someone asked to have everything made anew; asked again, it is done.
    confirming: bool,
}

impl IndexPanel {
    pub(super) fn tickets(&self) -> &Tickets {
        &self.tickets
    }

    pub(super) fn take(&mut self, inspection: Result<Arc<Inspection>, String>) {
        self.tickets.revoke();
        self.looks += 1;
        self.skipped = match &inspection {
            Ok(inspection) => skipped(&inspection.skipped),
            Err(_) => Vec::new(),
        };
        self.inspection = Some(inspection);
    }
}

impl App {
    /// Shows the page.
    pub(super) fn show_index(&mut self) {
        self.indexing.panel.confirming = false;
        // What was seen last is shown until the new look comes.
        self.indexing.panel.looked_at = None;
        self.show_sheet(Subject::Index);
    }

    /// Has the index looked over while the page is shown, when a stage ended: each look walks the
    /// repository, and while files are indexed there are many commits. One look at a time.
    pub(super) fn look_index_over(&mut self, effects: &mut Vec<Effect>) {
        let is_shown = self.sheet() == Some(Subject::Index);
        let generation = (!self.is_indexing()).then_some(self.indexing.index.generation);
        let index = &self.indexing.index;
        let now = (index.stage.clone(), generation, index.graph.is_some());
        let panel = &mut self.indexing.panel;
        if !is_shown || panel.tickets.are_open() || panel.looked_at.as_ref() == Some(&now) {
            return;
        }
        panel.looked_at = Some(now);
        effects.push(Effect::InspectIndex {
            ticket: panel.tickets.issue(),
            // What is not indexed yet is being read by the indexer just now.
            reads: !self.is_indexing(),
        });
    }

    /// Has everything made anew, once it is asked for twice. The page is where it asks.
    pub(super) fn rebuild(&mut self, effects: &mut Vec<Effect>) {
        if self.sheet() != Some(Subject::Index) {
            self.show_index();
        }
        match std::mem::replace(&mut self.indexing.panel.confirming, true) {
            false => {}
            true => {
                self.indexing.panel.confirming = false;
                self.notify(Tone::Plain, "making the index anew");
                effects.push(Effect::Rebuild);
            }
        }
    }

    /// Stops what runs. Where nothing does, it says so: the other key that stops would quit.
    pub(super) fn cancel_indexing(&mut self, effects: &mut Vec<Effect>) {
        match self.is_indexing() {
            true => {
                self.indexing.stopped = true;
                self.notify(
                    Tone::Warning,
                    "indexing stopped; what is indexed stays searchable",
                );
                effects.push(Effect::CancelIndexing);
            }
            false => self.notify(Tone::Plain, "nothing runs that could be stopped"),
        }
    }

    /// What the page is written from.
    pub(super) fn index_basis(&self) -> Basis {
        let panel = &self.indexing.panel;
        Basis::Index(
            Box::new(self.indexing.index.clone()),
            panel.looks,
            panel.confirming,
        )
    }

    /// The page's title and rows.
    pub(super) fn index_page(&self) -> (String, Vec<Row>) {
        let mut rows = Vec::new();
        let mut state = Vec::new();
        for part in self.status_line() {
            if !state.is_empty() {
                state.push(Cell::text(Tone::Faint, " · "));
            }
            state.push(Cell::Text(part));
        }
        rows.push(state);
        if self.indexing.panel.confirming {
            let again = self.key_of(Action::Rebuild);
            let says = format!("{again} again throws the index away and reads every file again");
            rows.push(vec![Cell::text(Tone::Warning, says)]);
        }
        let [changes, stop, anew] = [Action::Reindex, Action::CancelIndexing, Action::Rebuild]
            .map(|action| self.key_of(action));
        let keys = format!(
            "{changes} looks for changes · {stop} stops what runs · {anew} makes everything anew"
        );
        rows.push(vec![Cell::text(Tone::Faint, keys)]);
        rows.push(Vec::new());
        rows.extend(stages(&self.indexing.index));
        rows.extend(self.indexing.index.graph.as_deref().map(linking));
        rows.extend(log(&self.indexing.index.log));
        rows.push(Vec::new());
        let seen = match &self.indexing.panel.inspection {
            Some(Ok(inspection)) => Some(&**inspection),
            _ => None,
        };
        rows.extend(holds(&self.indexing.index, &self.options.index, seen));
        match &self.indexing.panel.inspection {
            None => rows.push(vec![Cell::text(Tone::Faint, "looking it over …")]),
            Some(Err(why)) => rows.push(labelled("error", Tone::Error, why.clone())),
            Some(Ok(_)) => {
                rows.push(Vec::new());
                rows.extend(self.indexing.panel.skipped.iter().cloned());
            }
        }
        ("index".to_owned(), rows)
    }
}

fn labelled(label: &str, tone: Tone, text: impl Into<String>) -> Row {
    vec![Cell::label(label), Cell::text(tone, text)]
}

/// What each stage of the last run came to; those that have not run are left out.
fn stages(index: &IndexStatus) -> Vec<Row> {
    let rows = index.works.iter().flat_map(|work| {
        let (name, unit) = words(&work.stage);
        let count = match work.stage {
            Stage::Walking if index.counts.walked > 0 => {
                format!("{} files", grouped(index.counts.walked))
            }
            _ => count(work, unit),
        };
        let says = match &work.pace {
            Some(pace) => status::eta(pace),
            None => duration(work.seconds),
        };
        let row = vec![
            Cell::Done(!work.is_running),
            Cell::Label(Tone::Plain, name.to_owned()),
            Cell::Field(Tone::Plain, count),
            Cell::text(Tone::Faint, says),
        ];
        let cut = match work.stage {
            Stage::Reading => cut(&index.counts),
            _ => Vec::new(),
        };
        std::iter::once(row).chain(cut)
    });
    let rows: Vec<_> = rows.collect();
    // It may be of one changed file, above what the whole index holds.
    let says = match index.works.iter().any(|work| work.is_running) {
        _ if rows.is_empty() => "nothing was to be done since the start",
        true => "what this run does",
        false => "what the last run did",
    };
    let mut all = vec![vec![Cell::text(Tone::Faint, says)]];
    all.extend(rows);
    all
}

/// How far the graph is that is being built.
fn linking(graph: &Linking) -> Row {
    let rows = format!("{}/{} rows", grouped(graph.linked), grouped(graph.rows));
    let eta = graph.pace.as_ref().map(status::eta);
    vec![
        Cell::Done(false),
        Cell::Label(Tone::Plain, "graph".to_owned()),
        Cell::Field(Tone::Plain, rows),
        Cell::text(Tone::Faint, eta.unwrap_or_default()),
    ]
}

/// What the files came to that were read.
fn cut(counts: &Counts) -> Vec<Row> {
    let rate = counts.chunked_per_minute.map(status::rate);
    let rows = [
        ("parsed", counts.parsed, "files", None),
        ("chunked", counts.chunked, "leaves", rate),
    ];
    let rows = rows.into_iter().filter(|(_, count, ..)| *count > 0);
    let row = |(name, count, unit, rate): (&str, usize, &str, Option<String>)| {
        vec![
            Cell::Indent(1),
            Cell::label(name),
            Cell::Field(Tone::Plain, format!("{} {unit}", grouped(count))),
            Cell::text(Tone::Faint, rate.unwrap_or_default()),
        ]
    };
    rows.map(row).collect()
}

/// What went wrong, the last first.
fn log(log: &[Logged]) -> Vec<Row> {
    let rows = log.iter().rev().map(|logged| {
        let tone = match logged.is_error {
            true => Tone::Error,
            false => Tone::Warning,
        };
        let often = match logged.times {
            1 => String::new(),
            times => format!(", {} times", grouped(times)),
        };
        let when = format!("  after {}{often}", duration(logged.seconds));
        vec![
            Cell::text(tone, logged.says.clone()),
            Cell::text(Tone::Faint, when),
        ]
    });
    let heading = vec![Cell::text(
        Tone::Faint,
        "errors and warnings since the start",
    )];
    match log.is_empty() {
        true => Vec::new(),
        false => [Vec::new(), heading].into_iter().chain(rows).collect(),
    }
}

fn count(work: &Work, unit: &str) -> String {
    match work.all {
        0 => String::new(),
        all => format!("{}/{} {unit}", grouped(work.done), grouped(all)),
    }
}

fn words(stage: &Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Walking => ("walked", ""),
        Stage::Reading => ("keywords", "files"),
        Stage::Embedding => ("vectors", "leaves"),
        Stage::Tidying => ("tidied", ""),
        Stage::Summarizing => ("summaries", "written"),
        Stage::Starting | Stage::Fresh | Stage::Following | Stage::Cancelled | Stage::Failed(_) => {
            ("", "")
        }
    }
}

/// What the index holds and is made with.
fn holds(index: &IndexStatus, options: &IndexOptions, seen: Option<&Inspection>) -> Vec<Row> {
    let contents = seen.and_then(|seen| seen.contents.as_ref());
    let files = contents.map_or(0, |contents| contents.files);
    let holds = format!(
        "{} files · {} leaves · {} vectors",
        grouped(files),
        grouped(index.leaves),
        grouped(index.vectors)
    );
    let mut rows = Vec::new();
    if seen.is_some() {
        rows.push(labelled("holds", Tone::Plain, holds));
    }
    rows.push(labelled(
        "generation",
        Tone::Plain,
        index.generation.to_string(),
    ));
    rows.push(match &index.watching {
        Watching::Live => labelled("changes", Tone::Good, "told by the system as they happen"),
        Watching::Off => labelled("changes", Tone::Plain, "not listened for yet"),
        Watching::Polling(why) => labelled(
            "changes",
            Tone::Warning,
            format!("looked for every few seconds: {why}"),
        ),
    });
    let Some(seen) = seen else {
        return rows;
    };
    let answers = match contents.is_some_and(|contents| contents.has_graph) {
        true => "a graph answers",
        false => "an exact scan answers",
    };
    let graph = match options.graph {
        GraphUse::Auto => "auto",
        GraphUse::Always => "always",
        GraphUse::Never => "never",
    };
    rows.push(labelled(
        "meaning",
        Tone::Plain,
        format!("{answers} (vector.graph = {graph})"),
    ));
    let model = contents.map_or("none yet", |contents| contents.model.as_str());
    rows.push(match &index.model {
        ModelState::Failed(why) => labelled("model", Tone::Error, why.clone()),
        ModelState::Loading => labelled("model", Tone::Plain, format!("{model}, being loaded")),
        ModelState::Ready => labelled(
            "model",
            Tone::Plain,
            format!("{model} on {}", options.backend),
        ),
    });
    rows.push(labelled("on disk", Tone::Plain, on_disk(&seen.sizes)));
    rows.push(labelled("folder", Tone::Plain, options.folder.clone()));
    rows.push(match (&index.stage, seen.is_being_written) {
        (Stage::Following, _) => labelled(
            "writer",
            Tone::Plain,
            "another smriti-tui; this one follows",
        ),
        (_, Some(true)) => labelled("writer", Tone::Plain, "this smriti-tui"),
        (Stage::Failed(_), Some(false)) => {
            labelled("writer", Tone::Warning, "none: indexing failed")
        }
        (_, Some(false)) => labelled("writer", Tone::Plain, "none: nothing changed for a while"),
        (_, None) => labelled("writer", Tone::Plain, "cannot be told on this file system"),
    });
    rows
}

/// The parts of an index that take room.
fn on_disk(sizes: &Sizes) -> String {
    let parts = [
        ("terms", sizes.lexical),
        ("vectors", sizes.vectors),
        ("graph", sizes.graph),
        ("memory of the writer", sizes.store),
        ("extracted texts", sizes.texts),
    ];
    let parts = parts.iter().filter(|(_, bytes)| *bytes > 0);
    let parts: Vec<String> = parts
        .map(|(name, bytes)| format!("{name} {}", size(*bytes)))
        .collect();
    parts.join(" · ")
}

/// The files that are left out, grouped by the reason.
fn skipped(skipped: &[Skipped]) -> Vec<Row> {
    let mut groups: BTreeMap<&str, Vec<&Skipped>> = BTreeMap::new();
    for file in skipped {
        groups.entry(file.reason.group()).or_default().push(file);
    }
    let all = match skipped.len() {
        0 => "nothing: every file is in the index".to_owned(),
        count => grouped(count),
    };
    let mut rows = vec![labelled("left out", Tone::Plain, all)];
    for (group, files) in groups {
        // A reason that all of them share is said once.
        let shared = files.first().map(|first| &first.reason);
        let shared = shared.filter(|shared| files.iter().all(|it| it.reason == **shared));
        let heading = match shared {
            Some(reason) => reason.to_string(),
            None => group.to_owned(),
        };
        rows.push(vec![
            Cell::Indent(1),
            Cell::text(Tone::Plain, heading),
            Cell::text(Tone::Faint, format!("  {}", grouped(files.len()))),
        ]);
        for file in files.iter().take(LISTED) {
            let path = Cell::text(Tone::Plain, file.path.to_string());
            let mut row = vec![Cell::Indent(2), path];
            if shared.is_none() {
                row.push(Cell::text(Tone::Faint, format!("  {}", file.reason)));
            }
            rows.push(row);
        }
        if files.len() > LISTED {
            let more = grouped(files.len() - LISTED);
            let says = format!("and {more} more: smriti-tui status --skipped");
            rows.push(vec![Cell::Indent(2), Cell::text(Tone::Faint, says)]);
        }
    }
    rows
}

#[cfg(test)]
mod tests;
