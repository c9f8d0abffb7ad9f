//! Opening and closing sections, asking for what they show, and taking it in.

use super::build::Spot;
use super::sections::State;
use super::{Code, Row, Showing, Topic};
use crate::app::event::{Asker, Effect};
use crate::chunk::{Chunk, Kind};
use crate::context::{Connection, Relations};
use crate::ticket::Tickets;

impl Code {
    /// Opens or closes a section. The cursor goes to its title, and from a closed one back to the
    /// hit.
    pub(super) fn toggle(&mut self, topic: Topic) {
        let (Showing::Page(page, Some(leaf)), Some(subject)) = (&self.showing, &self.subject)
        else {
            return;
        };
        if self.sections.is_open(topic) {
            return self.close(topic);
        }
        let about = subject.focus(page, *leaf);
        let kind = page.chunks().get(about).map(|about| about.kind);
        let moot = kind.filter(|_| topic == Topic::Callers);
        let moot = moot.and_then(|kind| uncalled(kind, page.is_prose()));
        match (topic, moot) {
            (_, Some(why)) => self.sections.open_moot(topic, why),
            (Topic::Siblings, None) => self.sections.open_siblings(page, about),
            (Topic::Imports | Topic::Callers, None) => self.sections.open(topic),
        }
        self.rebuild_at(Spot::Section(topic, 0));
        self.reveal_section(topic);
    }

    pub(super) fn close(&mut self, topic: Topic) {
        let is_inside = matches!(self.spot(), Some(Spot::Section(of, _)) if of == topic);
        self.sections.close(topic);
        match is_inside {
            true => self.rebuild_at(Spot::Line(self.home_line())),
            false => self.rebuild(),
        }
    }

    /// Scrolls until the rows of a section are in view, as far as they fit below its title.
    fn reveal_section(&mut self, topic: Topic) {
        let is_its = |row: &Row| match row {
            Row::Title(of) | Row::More(of) | Row::Note(of) => *of == topic,
            Row::Link { topic: of, .. } => *of == topic,
            _ => false,
        };
        if let Some(last) = self.rows.iter().rposition(is_its) {
            self.viewport.reveal(last, self.rows.len());
        }
        self.reveal();
    }

    /// The files may have changed, and with them what is connected.
    pub(crate) fn relate_again(&mut self) {
        self.sections.ask_again();
    }

    /// What is to be asked for, once for each time that something new is wanted.
    pub(crate) fn relate(&mut self) -> Option<Effect> {
        let wanted = match self.sections.take_unasked() {
            // Somebody waits to go there.
            true => {
                let owner = self.seeks_owner().then_some(Connection::Owner);
                owner.into_iter().chain(self.sections.wanted()).collect()
            }
            false => Vec::new(),
        };
        let subject = self.subject.as_ref()?;
        if wanted.is_empty() {
            return None;
        }
        Some(Effect::Relate {
            ticket: self.tickets.supersede(),
            asker: Asker::Code,
            path: subject.path.clone(),
            id: subject.node,
            // Of what holds the hit the hash is not known.
            hash: match subject.node == subject.id {
                true => subject.hash,
                false => 0,
            },
            wanted,
            limit: self.sections.limit(),
        })
    }

    pub(crate) fn tickets(&self) -> &Tickets {
        &self.tickets
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
        if waits && matches!(self.rows.get(self.cursor), Some(Row::Link { at: 1.., .. })) {
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
        match self.sections.state(topic)? {
            State::Found { links, total, .. } => {
                let comes = self.sections.more(topic)?;
                Some((total.saturating_sub(links.len()), comes))
            }
            _ => None,
        }
    }

    /// The words of a section's title: what it is, and how many there are.
    pub(crate) fn section_title(&self, topic: Topic) -> String {
        let word = match topic {
            Topic::Siblings if self.has_members() => "members",
            Topic::Siblings => "siblings",
            Topic::Imports => "imports",
            Topic::Callers if self.is_file() => "imported by",
            Topic::Callers => "callers",
        };
        match self.sections.state(topic) {
            Some(State::Found { links, total, .. }) if links.len() < *total => {
                format!("{word} ({} of {total})", links.len())
            }
            Some(State::Found { total, .. }) => format!("{word} ({total})"),
            _ => word.to_owned(),
        }
    }

    /// Where a row of a section leads.
    pub(crate) fn link(&self, topic: Topic, at: usize) -> Option<&super::Link> {
        self.sections.link(topic, at)
    }

    /// What is said below the links of a section.
    pub(crate) fn note(&self, topic: Topic) -> Option<String> {
        match (topic, self.sections.state(topic)) {
            (Topic::Callers, Some(State::Found { total: 0, .. })) if self.is_file() => {
                Some("no import of it was found; ask what it declares".into())
            }
            _ => self.sections.note(topic),
        }
    }

    /// Whether what is selected has members, which are shown for its siblings.
    fn has_members(&self) -> bool {
        let (Showing::Page(page, Some(leaf)), Some(subject)) = (&self.showing, &self.subject)
        else {
            return false;
        };
        let about = subject.focus(page, *leaf);
        !crate::context::around::members(&page.document().tree, about).is_empty()
    }

    /// Whether what is selected is a whole file: it is imported, not called.
    fn is_file(&self) -> bool {
        self.about().is_some_and(|about| about.kind == Kind::File)
    }

    /// Whether what is shown is text to be read rather than code.
    pub(crate) fn is_prose(&self) -> bool {
        matches!(&self.showing, Showing::Page(page, _) if page.is_prose())
    }

    /// The chunk that is selected.
    fn about(&self) -> Option<&Chunk> {
        let (page, leaf) = self.shown()?;
        let subject = self.subject.as_ref()?;
        page.chunks().get(subject.focus(page, leaf))
    }
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
