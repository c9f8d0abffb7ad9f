//! What can be opened below a hit, in place: what is beside it, what it imports, who calls it. Each
//! row of a section leads somewhere, the first nine by a digit.

use super::build::Spot;
use super::page::Page;
use super::rows::Row;
use super::{Code, Showing};
use crate::app::event::Effect;
use crate::chunk::{Chunk, Kind};
use crate::context::{Certainty, Connection, Relation, Relations, around};
use crate::protocol::{Asker, Relate, Request};

/// Relations that are listed at first, and those that are added when somebody asks for more; the rest
/// is counted.
const FIRST: usize = 50;
const MORE: usize = 100;
/// No more are listed: who looks for one of so many asks something else.
const MOST: usize = 1_000;

/// What a section is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Topic {
    /// Declarations beside it; of what has members, these.
    Siblings,
    /// What it imports of the repository.
    Imports,
    /// Who calls or uses it.
    Callers,
}

/// A place that a section leads to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reference {
    pub(crate) relation: Relation,
    /// What a sibling looks like; empty for all others.
    pub(crate) signature: String,
}

/// What is known on a topic.
#[derive(Debug)]
enum State {
    /// Asked for, or about to be.
    Looking,
    /// This is there, and so many in all; with modules and names that nothing in the repository has.
    Found(Vec<Reference>, usize, Vec<String>),
    /// Nothing can be said; a sentence for people.
    Failed(String),
}

/// A section that is open.
#[derive(Debug)]
struct Section {
    topic: Topic,
    /// What is asked for it: nothing for siblings, which stand in the document itself, and where it is
    /// no question.
    connection: Option<Connection>,
    state: State,
    /// At most so many relations are wanted.
    limit: usize,
    /// Of so many the last answer would have told.
    answered: usize,
}

impl Section {
    fn links(&self) -> (&[Reference], usize) {
        match &self.state {
            State::Found(links, total, _) => (links, *total),
            State::Looking | State::Failed(_) => (&[], 0),
        }
    }

    fn next_limit(&self) -> usize {
        self.limit.saturating_add(MORE).min(MOST)
    }

    /// How many relations are not listed, and how many of these come when more are asked for; none where
    /// none can be listed.
    fn more(&self) -> Option<(usize, usize)> {
        let (links, total) = self.links();
        // Where fewer came than were wanted, the rest is in files that are not read.
        let is_cut = links.len() >= self.limit && self.answered == self.limit && self.limit < MOST;
        let rest = total.saturating_sub(links.len());
        (is_cut && rest > 0).then_some((rest, rest.min(self.next_limit() - self.limit)))
    }

    /// What is to be said below the links.
    fn note(&self) -> Option<String> {
        let unresolved = match &self.state {
            State::Looking => return Some("looking …".to_owned()),
            State::Failed(why) => return Some(why.clone()),
            State::Found(.., unresolved) => unresolved,
        };
        let (links, total) = self.links();
        let more = total.saturating_sub(links.len());
        let mut parts = Vec::new();
        match (links.len(), more) {
            (0, 0) => parts.push("none found".to_owned()),
            (_, 0) => {}
            _ if self.more().is_some() => {}
            _ if self.answered < self.limit => parts.push("looking …".to_owned()),
            (listed, more) if listed < self.limit => parts.push(unread(more)),
            (_, more) => parts.push(format!("{more} more are not listed")),
        }
        if !unresolved.is_empty() {
            parts.push(format!("not in the repository: {}", unresolved.join(", ")));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// The open sections of a hit, in their order on the screen.
#[derive(Debug, Default)]
pub(super) struct Sections {
    open: Vec<Section>,
    /// Some were opened since what they need was asked for last.
    unasked: bool,
}

impl Sections {
    fn of(&self, topic: Topic) -> Option<&Section> {
        self.open.iter().find(|open| open.topic == topic)
    }

    pub(super) fn link(&self, topic: Topic, at: usize) -> Option<&Reference> {
        self.of(topic)?.links().0.get(at)
    }

    fn open(&mut self, topic: Topic, connection: Option<Connection>, state: State) {
        self.unasked |= connection.is_some();
        self.open.push(Section {
            topic,
            connection,
            state,
            limit: FIRST,
            answered: FIRST,
        });
        self.open.sort_by_key(|open| open.topic);
    }

    /// What is open is asked for again: the files may have changed. Until then it stays.
    pub(super) fn ask_again(&mut self) {
        self.unasked = true;
    }

    /// Asks for more relations of a section; says whether there are any.
    fn widen(&mut self, topic: Topic) -> bool {
        let mut open = self.open.iter_mut();
        let wider = open.find(|open| open.topic == topic && open.more().is_some());
        let Some(open) = wider else {
            return false;
        };
        open.limit = open.next_limit();
        self.unasked = true;
        true
    }

    /// Takes an answer in, unless its section was closed meanwhile.
    fn take(&mut self, connection: Connection, relations: Result<&Relations, String>) {
        let mut open = self.open.iter_mut();
        let Some(open) = open.find(|open| open.connection == Some(connection)) else {
            return;
        };
        open.answered = open.limit;
        open.state = match relations {
            Ok(Relations {
                found,
                total,
                unresolved,
            }) => {
                // Another section may have wanted more.
                let links = found.iter().take(open.limit).map(Reference::to);
                State::Found(links.collect(), *total, unresolved.clone())
            }
            Err(why) => State::Failed(why),
        };
    }

    /// The rows of all sections.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut digits = 1..=9;
        for open in &self.open {
            let topic = open.topic;
            rows.push(Row::Title(topic));
            let links = 0..open.links().0.len();
            rows.extend(links.map(|at| Row::Link(topic, at, digits.next().unwrap_or(0))));
            rows.extend(open.more().map(|_| Row::More(topic)));
            rows.extend(open.note().map(|_| Row::Note(topic)));
        }
        rows
    }
}

impl Reference {
    pub(super) fn to(relation: &Relation) -> Self {
        Self {
            relation: relation.clone(),
            signature: String::new(),
        }
    }

    fn to_sibling(page: &Page, chunk: &Chunk) -> Self {
        let relation = Relation {
            path: page.document().tree.path().clone(),
            id: chunk.id,
            kind: chunk.kind,
            names: chunk.names.clone(),
            lines: chunk.lines,
            at: chunk.name_at,
            name: chunk.name.clone(),
            certainty: Certainty::Certain,
        };
        Self {
            relation,
            signature: page.title(chunk).trim_start().to_owned(),
        }
    }
}

impl Code {
    /// The document that is shown, and the chunk in it that is selected: the hit, or what it is in.
    pub(super) fn about(&self) -> Option<(&Page, usize)> {
        let (page, leaf) = self.shown()?;
        Some((page, self.subject.as_ref()?.focus(page, leaf)))
    }

    /// Opens or closes a section. The cursor goes to its title, and from a closed one back to the
    /// hit.
    pub(super) fn toggle(&mut self, topic: Topic) {
        if self.sections.of(topic).is_some() {
            return self.close(topic);
        }
        let Some((page, about)) = self.about() else {
            return;
        };
        let kind = page.chunks().get(about).map(|about| about.kind);
        let moot = kind.and_then(|kind| uncalled(kind, page.is_prose()));
        let (connection, state) = match (topic, moot) {
            (Topic::Callers, Some(why)) => (None, State::Failed(why.to_owned())),
            (Topic::Callers, None) => (Some(Connection::Callers), State::Looking),
            (Topic::Imports, _) => (Some(Connection::Imports), State::Looking),
            (Topic::Siblings, _) => {
                let siblings = siblings(page, about);
                let total = siblings.len();
                (None, State::Found(siblings, total, Vec::new()))
            }
        };
        self.sections.open(topic, connection, state);
        self.rebuild_at(Spot::Section(topic, 0));
        self.reveal_section(topic);
    }

    pub(super) fn close(&mut self, topic: Topic) {
        let is_inside = matches!(self.spot(), Some(Spot::Section(of, _)) if of == topic);
        self.sections.open.retain(|open| open.topic != topic);
        match is_inside {
            true => self.rebuild_at(Spot::Line(self.home().0)),
            false => self.rebuild(),
        }
    }

    /// Scrolls until the rows of a section are in view, as far as they fit below its title.
    fn reveal_section(&mut self, topic: Topic) {
        let last = self.rows.iter().rposition(|row| row.topic() == Some(topic));
        if let Some(last) = last {
            self.viewport.reveal(last, self.rows.len());
        }
        self.reveal();
    }

    /// What is connected is to be asked for again: the files may have changed, or more is wanted.
    pub(crate) fn relate_again(&mut self) {
        self.sections.ask_again();
    }

    /// What is to be asked for, once for each time that something new is wanted. The worker serves the
    /// newest request only, so what still waits for its answer is asked for again together with that.
    pub(crate) fn relate(&mut self, seeks_owner: bool) -> Option<Effect> {
        if !std::mem::take(&mut self.sections.unasked) {
            return None;
        }
        let subject = self.subject.as_ref()?;
        let open = &self.sections.open;
        let owner = seeks_owner.then_some(Connection::Owner).into_iter();
        let wanted: Vec<Connection> = owner
            .chain(open.iter().filter_map(|open| open.connection))
            .collect();
        if wanted.is_empty() {
            return None;
        }
        let request = Relate {
            path: subject.path.clone(),
            id: subject.node,
            // Of what holds the hit the hash is not known.
            hash: match subject.node == subject.id {
                true => subject.hash,
                false => 0,
            },
            wanted,
            limit: open.iter().map(|open| open.limit).max().unwrap_or(FIRST),
        };
        let request = Request::Relate(Asker::Code, request);
        Some(Effect::Ask(self.tickets.supersede(), request))
    }

    /// Takes an answer in; the cursor stays where it is.
    pub(crate) fn related(
        &mut self,
        connection: Connection,
        relations: Result<&Relations, String>,
    ) {
        let spot = self.spot();
        let waits = matches!(self.rows.get(self.cursor), Some(Row::Note(_)));
        self.sections.take(connection, relations);
        self.rebuild();
        // Where more were asked for, the first of them stands now, with room for the others below.
        if waits && matches!(self.rows.get(self.cursor), Some(Row::Link(_, 1.., _))) {
            let above = self.viewport.height() / 3;
            self.viewport.place(self.cursor, above);
        }
        // Whoever opened a section looks at it: what came is shown.
        if let Some(Spot::Section(topic, 0)) = spot {
            self.reveal_section(topic);
        }
        self.reveal();
    }

    /// Asks for more of a section, where the cursor is on the row that says so; says whether it is.
    pub(crate) fn show_more(&mut self) -> bool {
        let widened = match self.rows.get(self.cursor) {
            Some(Row::More(topic)) => self.sections.widen(*topic),
            _ => false,
        };
        if widened {
            self.rebuild();
        }
        widened
    }

    /// How many relations of a section are not listed, and how many of these come when they are asked
    /// for.
    pub(crate) fn more(&self, topic: Topic) -> Option<(usize, usize)> {
        self.sections.of(topic)?.more()
    }

    /// The words of a section's title: what it is, and how many there are.
    pub(crate) fn section_title(&self, topic: Topic) -> String {
        let has_members = |(page, about): (&Page, usize)| {
            !around::members(&page.document().tree, about).is_empty()
        };
        let word = match topic {
            Topic::Siblings if self.about().is_some_and(has_members) => "members",
            Topic::Siblings => "siblings",
            Topic::Imports => "imports",
            Topic::Callers if self.is_file() => "imported by",
            Topic::Callers => "callers",
        };
        match self.sections.of(topic).map(|open| &open.state) {
            Some(State::Found(links, total, _)) if links.len() < *total => {
                format!("{word} ({} of {total})", links.len())
            }
            Some(State::Found(_, total, _)) => format!("{word} ({total})"),
            _ => word.to_owned(),
        }
    }

    /// Where a row of a section leads.
    pub(crate) fn link(&self, topic: Topic, at: usize) -> Option<&Reference> {
        self.sections.link(topic, at)
    }

    /// What is said below the links of a section.
    pub(crate) fn note(&self, topic: Topic) -> Option<String> {
        let open = self.sections.of(topic)?;
        match (topic, &open.state) {
            (Topic::Callers, State::Found(_, 0, _)) if self.is_file() => {
                Some("no import of it was found; ask what it declares".into())
            }
            _ => open.note(),
        }
    }

    /// Whether what is selected is a whole file: it is imported, not called.
    fn is_file(&self) -> bool {
        let chunk = self.about().and_then(|(page, at)| page.chunks().get(at));
        chunk.is_some_and(|chunk| chunk.kind == Kind::File)
    }

    /// Whether what is shown is text to be read rather than code.
    pub(crate) fn is_prose(&self) -> bool {
        matches!(&self.showing, Showing::Page(page, _) if page.is_prose())
    }
}

/// That so many uses were counted and not looked at.
pub(crate) fn unread(more: usize) -> String {
    format!("{more} more have the name, in files that were too many to be read")
}

/// Why nobody can call or use what is of a kind; nothing where somebody may.
pub(crate) fn uncalled(kind: Kind, is_prose: bool) -> Option<&'static str> {
    match kind {
        Kind::Section => Some("nobody calls a section of a document"),
        Kind::File if is_prose => Some("nobody calls a document"),
        Kind::Imports => Some("nobody calls imports"),
        Kind::Code | Kind::Lines => Some("nobody calls lines without a name"),
        _ => None,
    }
}

fn siblings(page: &Page, chunk: usize) -> Vec<Reference> {
    let tree = &page.document().tree;
    let beside = match around::members(tree, chunk) {
        members if members.is_empty() => around::siblings(tree, chunk),
        members => members,
    };
    let chunks = beside.into_iter().filter_map(|at| page.chunks().get(at));
    chunks
        .map(|chunk| Reference::to_sibling(page, chunk))
        .collect()
}
