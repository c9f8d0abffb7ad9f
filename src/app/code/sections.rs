//! What can be opened below a hit, in place: what is beside it, what it imports, who calls it. Each
//! row of a section leads somewhere, the first nine by a digit.

use super::Row;
use super::page::Page;
use crate::chunk::{Chunk, ChunkId};
use crate::context::{Certainty, Connection, Relation, Relations, around};
use crate::corpus::SourcePath;

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

impl Topic {
    /// What has to be asked for; siblings stand in the document itself.
    fn connection(self) -> Option<Connection> {
        match self {
            Self::Siblings => None,
            Self::Imports => Some(Connection::Imports),
            Self::Callers => Some(Connection::Callers),
        }
    }
}

/// A place that a section leads to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Link {
    /// Its document.
    pub(crate) path: SourcePath,
    /// Its chunk.
    pub(crate) id: ChunkId,
    /// Names from the file down.
    pub(crate) names: Vec<String>,
    /// Lines of the chunk.
    pub(crate) lines: (u32, u32),
    /// 1-based line and column to go to.
    pub(crate) at: (u32, u32),
    /// The name that connects it.
    pub(crate) name: String,
    /// What it looks like; empty where the names say it all.
    pub(crate) signature: String,
    /// How sure it is that it belongs here; none where there is no doubt.
    pub(crate) certainty: Option<Certainty>,
}

/// What is known on a topic.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum State {
    /// Asked for, or about to be.
    Looking,
    /// This is there.
    Found {
        links: Vec<Link>,
        /// How many there are; fewer may be listed.
        total: usize,
        /// Modules and names that nothing in the repository has.
        unresolved: Vec<String>,
    },
    /// Nothing can be said; a sentence for people.
    Failed(String),
    /// It is no question here, and is not asked; a sentence for people.
    Moot(&'static str),
}

/// A section that is open.
#[derive(Debug)]
struct Open {
    topic: Topic,
    state: State,
    /// At most so many relations are wanted.
    limit: usize,
    /// Of so many the last answer would have told.
    answered: usize,
}

/// The open sections of a hit, in their order on the screen.
#[derive(Debug, Default)]
pub(super) struct Sections {
    open: Vec<Open>,
    /// Some were opened since what they need was asked for last.
    unasked: bool,
}

impl Sections {
    pub(super) fn state(&self, topic: Topic) -> Option<&State> {
        self.of(topic).map(|open| &open.state)
    }

    fn of(&self, topic: Topic) -> Option<&Open> {
        self.open.iter().find(|open| open.topic == topic)
    }

    pub(super) fn link(&self, topic: Topic, at: usize) -> Option<&Link> {
        match self.state(topic)? {
            State::Found { links, .. } => links.get(at),
            State::Looking | State::Failed(_) | State::Moot(_) => None,
        }
    }

    pub(super) fn close(&mut self, topic: Topic) {
        self.open.retain(|open| open.topic != topic);
    }

    /// Opens the siblings of a chunk, or its members.
    pub(super) fn open_siblings(&mut self, page: &Page, chunk: usize) {
        let links = siblings(page, chunk);
        let total = links.len();
        self.put(
            Topic::Siblings,
            State::Found {
                links,
                total,
                unresolved: Vec::new(),
            },
        );
    }

    /// Opens a section whose content has to be asked for.
    pub(super) fn open(&mut self, topic: Topic) {
        self.put(topic, State::Looking);
        self.unasked = true;
    }

    /// Opens a section that only says why there is nothing to ask.
    pub(super) fn open_moot(&mut self, topic: Topic, why: &'static str) {
        self.put(topic, State::Moot(why));
    }

    fn put(&mut self, topic: Topic, state: State) {
        self.close(topic);
        self.open.push(Open {
            topic,
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

    /// Whether something is to be asked for now, once for each time that something is wanted.
    pub(super) fn take_unasked(&mut self) -> bool {
        std::mem::take(&mut self.unasked)
    }

    /// What open sections need. The worker serves the newest request only, so what still waits for
    /// its answer is asked for again together with what is new.
    pub(super) fn wanted(&self) -> impl Iterator<Item = Connection> {
        let asked = self.open.iter();
        let asked = asked.filter(|open| !matches!(open.state, State::Moot(_)));
        asked.filter_map(|open| open.topic.connection())
    }

    /// Relations that are wanted of any of them, at most.
    pub(super) fn limit(&self) -> usize {
        let limits = self.open.iter().map(|open| open.limit);
        limits.max().unwrap_or(FIRST)
    }

    /// How many relations of a section come when more are asked for; none where there are no more, or
    /// none that can be listed.
    pub(super) fn more(&self, topic: Topic) -> Option<usize> {
        let open = self.of(topic)?;
        let State::Found { links, total, .. } = &open.state else {
            return None;
        };
        // Where fewer came than were wanted, the rest is in files that are not read.
        let is_cut = links.len() >= open.limit && open.answered == open.limit && open.limit < MOST;
        let rest = total.saturating_sub(links.len());
        (is_cut && rest > 0).then_some(rest.min(open.next_limit() - open.limit))
    }

    /// Asks for more relations of a section; says whether there are any.
    pub(super) fn widen(&mut self, topic: Topic) -> bool {
        let has_more = self.more(topic).is_some();
        let open = self.open.iter_mut().filter(|_| has_more);
        for open in open.filter(|open| open.topic == topic) {
            open.limit = open.next_limit();
            self.unasked = true;
        }
        has_more
    }

    /// Takes an answer in, unless its section was closed meanwhile.
    pub(super) fn take(&mut self, connection: Connection, relations: Result<&Relations, String>) {
        let asked = |open: &&mut Open| open.topic.connection() == Some(connection);
        let Some(open) = self.open.iter_mut().find(asked) else {
            return;
        };
        open.answered = open.limit;
        open.state = match relations {
            Ok(relations) => State::Found {
                // Another section may have wanted more.
                links: relations
                    .found
                    .iter()
                    .take(open.limit)
                    .map(Link::of)
                    .collect(),
                total: relations.total,
                unresolved: relations.unresolved.clone(),
            },
            Err(why) => State::Failed(why),
        };
    }

    /// The rows of all sections.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut digits = 1..=9;
        for Open { topic, state, .. } in &self.open {
            let topic = *topic;
            rows.push(Row::Title(topic));
            let links = match state {
                State::Found { links, .. } => links.len(),
                State::Looking | State::Failed(_) | State::Moot(_) => 0,
            };
            rows.extend((0..links).map(|at| Row::Link {
                topic,
                at,
                digit: digits.next().unwrap_or(0),
            }));
            rows.extend(self.more(topic).map(|_| Row::More(topic)));
            rows.extend(self.note(topic).map(|_| Row::Note(topic)));
        }
        rows
    }

    /// What is to be said below the links of a section.
    pub(super) fn note(&self, topic: Topic) -> Option<String> {
        let open = self.of(topic)?;
        match &open.state {
            State::Looking => Some("looking …".to_owned()),
            State::Failed(why) => Some(why.clone()),
            State::Moot(why) => Some((*why).to_owned()),
            State::Found {
                links,
                total,
                unresolved,
            } => {
                let more = total.saturating_sub(links.len());
                let mut parts = Vec::new();
                match (links.len(), more) {
                    (0, 0) => parts.push("none found".to_owned()),
                    (_, 0) => {}
                    _ if self.more(topic).is_some() => {}
                    _ if open.answered < open.limit => parts.push("looking …".to_owned()),
                    (listed, more) if listed < open.limit => parts.push(unread(more)),
                    (_, more) => parts.push(format!("{more} more are not listed")),
                }
                if !unresolved.is_empty() {
                    parts.push(format!("not in the repository: {}", unresolved.join(", ")));
                }
                (!parts.is_empty()).then(|| parts.join("; "))
            }
        }
    }

    /// The link that a digit leads to.
    pub(super) fn link_of_digit(&self, wanted: u8) -> Option<Link> {
        self.rows().into_iter().find_map(|row| match row {
            Row::Link { topic, at, digit } if digit == wanted => self.link(topic, at).cloned(),
            _ => None,
        })
    }

    pub(super) fn is_open(&self, topic: Topic) -> bool {
        self.state(topic).is_some()
    }
}

impl Open {
    fn next_limit(&self) -> usize {
        self.limit.saturating_add(MORE).min(MOST)
    }
}

impl Link {
    pub(super) fn of(relation: &Relation) -> Self {
        Self {
            path: relation.path.clone(),
            id: relation.id,
            names: relation.names.clone(),
            lines: relation.lines,
            at: relation.at,
            name: relation.name.clone(),
            signature: String::new(),
            certainty: Some(relation.certainty),
        }
    }

    fn of_chunk(page: &Page, chunk: &Chunk) -> Self {
        let tree = &page.document().tree;
        Self {
            path: tree.path().clone(),
            id: chunk.id,
            names: chunk.names.clone(),
            lines: chunk.lines,
            at: chunk.name_at,
            name: chunk.name.clone(),
            signature: page.title(chunk).trim_start().to_owned(),
            certainty: None,
        }
    }
}

/// That so many uses were counted and not looked at.
pub(crate) fn unread(more: usize) -> String {
    format!("{more} more have the name, in files that were too many to be read")
}

fn siblings(page: &Page, chunk: usize) -> Vec<Link> {
    let tree = &page.document().tree;
    let beside = match around::members(tree, chunk) {
        members if members.is_empty() => around::siblings(tree, chunk),
        members => members,
    };
    let chunks = beside.into_iter().filter_map(|at| page.chunks().get(at));
    chunks.map(|chunk| Link::of_chunk(page, chunk)).collect()
}
