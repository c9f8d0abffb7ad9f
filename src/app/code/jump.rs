//! What the pane looks at, and jumps from there to what it is connected with, and back.

use super::build::Spot;
use super::page::Page;
use super::rows::{Level, Row, Width};
use super::sections::{Reference, Sections};
use super::{Code, Showing};
use crate::chunk::ChunkId;
use crate::context::{Relation, Relations, around};
use crate::corpus::SourcePath;
use crate::search::Hit;

/// Jumps that can be taken back one by one; further ones forget the first but one.
const MOST: usize = 100;

/// Places that are named where one of several may be meant.
const NAMED: usize = 3;

/// What the pane shows, as the index knows it: a result, what it is in, or a place that was jumped to.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Subject {
    pub(super) path: SourcePath,
    pub(super) id: ChunkId,
    pub(super) hash: u64,
    /// From the file down.
    pub(super) names: Vec<String>,
    pub(super) lines: (u32, u32),
    pub(super) name_at: (u32, u32),
    /// The node that is selected: the hit itself or what it is in.
    pub(super) node: ChunkId,
    /// Where to look, whatever the query matches; 1-based line and column.
    pub(super) goal: Option<(u32, u32)>,
    /// What the selected file or directory is about; empty for everything else.
    pub(super) summary: String,
    /// There is no document: it is a directory.
    pub(super) is_directory: bool,
}

impl Subject {
    pub(super) fn new(hit: &Hit, node: ChunkId) -> Self {
        let record = &hit.record;
        let mut names = record.names.clone();
        // The last is the one by which it was found.
        if let Some(found_as) = &hit.receipt.found_as {
            if !record.name.is_empty() {
                names.pop();
            }
            names.push(found_as.clone());
        }
        let around = hit.ancestors.iter().find(|above| above.id == node);
        let summary = match record.id == node {
            true => record.summary.clone(),
            false => around.map_or_else(String::new, |above| above.summary.clone()),
        };
        Self {
            path: record.path.clone(),
            id: record.id,
            hash: record.hash,
            names,
            lines: record.lines,
            name_at: record.name_at,
            node,
            goal: None,
            summary,
            is_directory: record.is_directory(),
        }
    }

    /// The place that a reference leads to. Its text may have changed since it was found: it has no
    /// hash.
    fn referred_to(reference: &Reference) -> Self {
        let relation = &reference.relation;
        Self {
            path: relation.path.clone(),
            id: relation.id,
            hash: 0,
            names: relation.names.clone(),
            lines: relation.lines,
            name_at: relation.at,
            node: relation.id,
            goal: reference.signature.is_empty().then_some(relation.at),
            summary: String::new(),
            is_directory: false,
        }
    }

    /// Its name, for what was jumped to from there.
    fn name(&self) -> &str {
        let named = self.names.iter().rev().find(|name| !name.is_empty());
        named.map_or(self.path.as_str(), String::as_str)
    }

    /// The chunk that was selected: the hit, or what it is in.
    pub(super) fn focus(&self, page: &Page, leaf: usize) -> usize {
        let chain = page.chain(leaf).into_iter();
        let mut selected = chain.filter(|index| self.is_node(page, *index));
        selected.next().unwrap_or(leaf)
    }

    /// The level that shows what was selected.
    pub(super) fn level(&self, page: &Page, levels: &[Level]) -> usize {
        let shows = |level: &Level| match level {
            Level::Whole(index) | Level::Skeleton(index) => self.is_node(page, *index),
            Level::File => self.is_node(page, 0),
            Level::Type(_) | Level::Outline => false,
        };
        levels.iter().position(shows).unwrap_or(0)
    }

    fn is_node(&self, page: &Page, index: usize) -> bool {
        let chunk = page.chunks().get(index);
        chunk.is_some_and(|chunk| chunk.id == self.node)
    }
}

/// A place that was left, and how it was looked at.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(super) subject: Subject,
    width: Width,
    sections: Sections,
    spot: Spot,
    /// Where Enter would have gone.
    pub(super) home: (u32, u32),
}

impl Code {
    /// Goes to the place that a digit leads to; says whether there is one.
    pub(crate) fn jump(&mut self, digit: u8) -> bool {
        let found = self.rows.iter().find_map(|row| match row {
            Row::Link(topic, at, of) if *of == digit => self.sections.link(*topic, *at),
            _ => None,
        });
        found.cloned().is_some_and(|it| self.jump_to(&it))
    }

    /// Goes where the cursor's row leads.
    pub(super) fn jump_from_cursor(&mut self) {
        if let Some(reference) = self.cursor_link().cloned() {
            self.jump_to(&reference);
        }
    }

    /// The reference that the cursor is on.
    pub(super) fn cursor_link(&self) -> Option<&Reference> {
        match self.rows.get(self.cursor)? {
            Row::Link(topic, at, _) => self.sections.link(*topic, *at),
            _ => None,
        }
    }

    fn jump_to(&mut self, reference: &Reference) -> bool {
        let Some(stop) = self.leave() else {
            return false;
        };
        self.undone.clear();
        self.keep(stop);
        self.look_at(Subject::referred_to(reference));
        true
    }

    /// What is shown as a place to come back to; nothing is shown then. None where nothing was.
    fn leave(&mut self) -> Option<Stop> {
        let spot = self.spot().unwrap_or(Spot::Line(self.home().0));
        let subject = self.subject.take()?;
        Some(Stop {
            spot,
            sections: std::mem::take(&mut self.sections),
            home: self.matched.unwrap_or(subject.name_at),
            width: std::mem::take(&mut self.width),
            subject,
        })
    }

    /// A jump began there.
    fn keep(&mut self, stop: Stop) {
        if self.trail.len() >= MOST {
            self.trail.remove(1);
        }
        self.trail.push(stop);
    }

    /// Whether a jump can be taken back, or one that was be made again.
    pub(crate) fn can_step(&self, back: bool) -> bool {
        match back {
            true => !self.trail.is_empty(),
            false => !self.undone.is_empty(),
        }
    }

    /// Goes back to where the last jump began, or again where the one led that was taken back: to be
    /// looked at as it was, once it is there. One that is left before it was reached is as it was.
    pub(crate) fn step(&mut self, back: bool, unreached: Option<Stop>) -> Option<Stop> {
        let stops = if back {
            &mut self.trail
        } else {
            &mut self.undone
        };
        let stop = stops.pop()?;
        match (unreached.or_else(|| self.leave()), back) {
            (Some(left), true) => self.undone.push(left),
            (Some(left), false) => self.keep(left),
            (None, _) => {}
        }
        self.look_at(stop.subject.clone());
        Some(stop)
    }

    /// Looks at a place as it was looked at; gives it back while its document is not there and cut.
    pub(crate) fn restore(&mut self, stop: Stop) -> Option<Stop> {
        if !matches!(&self.showing, Showing::Page(page, _) if page.is_cut()) {
            return Some(stop);
        }
        self.width = stop.width;
        self.sections = stop.sections;
        // What was not answered when it was left is not answered any more.
        self.sections.ask_again();
        self.build();
        self.put(stop.spot);
        self.scroll_to_cursor();
        None
    }

    /// The name of what the last jump began at.
    pub(crate) fn jumped_from(&self) -> Option<&str> {
        self.trail.last().map(|stop| stop.subject.name())
    }

    /// What is selected in the results: where the first jump began, else what is looked at.
    pub(super) fn host(&self) -> Option<&Subject> {
        let first = self.trail.first().map(|stop| &stop.subject);
        first.or(self.subject.as_ref())
    }

    /// Shows the head of what the hit is in, or hides it again.
    pub(super) fn toggle_parent(&mut self) {
        let before = self.shape();
        self.width.parent = !self.width.parent;
        self.rebuild();
        // Nothing that would show later, where nobody asks for it any more.
        self.width.parent ^= self.shape() == before;
    }

    /// Whether the hit belongs by its name to a type that it does not lie in, as a method of Go does, and
    /// nothing that holds it is shown.
    pub(crate) fn names_owner(&self) -> bool {
        let owner = |(page, about): (&Page, usize)| {
            !around::owner_elsewhere(&page.document().tree, about).is_empty()
        };
        !self.width.parent && self.about().is_some_and(owner)
    }

    /// Goes to the type of the hit, which may be declared in another file, if it is known which one that
    /// is. Says whether one is there, and a sentence for people.
    pub(crate) fn depart(&mut self, owners: Result<&Relations, String>) -> (bool, String) {
        let owners = match owners {
            Ok(owners) => owners,
            Err(why) => return (false, why),
        };
        match owners.found.as_slice() {
            [] => {
                self.toggle_parent();
                let name = owners.unresolved.first().map_or("", String::as_str);
                let says = format!("the index knows no type {name} in this language");
                (false, says)
            }
            [owner] if owners.total == 1 => {
                let says = format!("{} is declared in {}", owner.name, place(owner));
                (self.jump_to(&Reference::to(owner)), says)
            }
            several => (false, which(several, owners.total)),
        }
    }
}

/// That one of several types may be meant, none of them rather than another.
fn which(several: &[Relation], total: usize) -> String {
    let name = several.first().map_or("", |owner| &owner.name);
    let named: Vec<String> = several.iter().take(NAMED).map(place).collect();
    let more = match total.saturating_sub(named.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named.join(", ");
    format!("{total} types are called {name}, none nearer than another: {named}{more}")
}

fn place(owner: &Relation) -> String {
    format!("{}:{}", owner.path, owner.at.0)
}
