//! All interactive state: what was typed, which hits there are, which one is looked at and how
//! widely, what the index is doing.
//!
//! Principal type: [`App`], moved on by [`App::update`] alone: an [`Event`] in, [`Effect`]s out.
//! Invariant: nothing here touches the world. There is no I/O, no async, no clock and no cell of a
//! terminal; every pane is a headless model that is tested with key strings.

mod bookmarks;
mod browse;
mod code;
mod completion;
mod connected;
mod copied;
mod documents;
mod event;
mod export;
mod freshness;
mod glyph;
mod index_panel;
mod keymap;
mod layout;
mod line;
mod marks;
mod newcomer;
mod palette;
mod perform;
mod places;
mod pointer;
mod popup;
mod popups;
mod prompt;
mod question;
mod remembered;
mod results;
mod status;
mod themes;
mod update;
mod uses;
mod viewport;
mod which_key;
mod why;

#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod scripts;
#[cfg(test)]
mod tests;

pub use event::{
    Asker, Effect, Event, Files, IndexStatus, ModelState, Pace, Request, Stage, Told, Wanted,
    Watching, Work,
};
pub use export::{Destination, Exported, Form, Written};
pub use keymap::{KeyFault, Keymap, Listed};
pub use marks::Mark;

pub use freshness::Fate;
pub use index_panel::Inspection;

pub(crate) use code::{Code, Link, Page, Row, Showing, Topic};
pub(crate) use completion::Completion;
pub(crate) use glyph::{Glyph, cells};
pub(crate) use keymap::{Action, Editing, Key, shown};
pub(crate) use layout::{Area, Arrangement, Layout};
pub(crate) use line::Line;
pub(crate) use popup::{Entry, Help, Picker, Popup, Sheet};
pub(crate) use prompt::Prompt;
pub(crate) use question::Question;
pub(crate) use results::{Node, Results, View, What, word};
pub(crate) use status::{Tone, grouped, size};
pub(crate) use which_key::Follower;

use crate::chunk::Kind;
use crate::corpus::Head;
use crate::search::Revision;
use bookmarks::Visit;
use browse::Looking;
use documents::Documents;
use freshness::Freshness;
use index_panel::IndexPanel;
use marks::Marks;
use places::{Arriving, Places};
use pointer::Pointer;
use remembered::Remembered;
use themes::Themes;
use uses::Uses;

/// What the app is told once, at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AppOptions {
    /// The repository's name, for the title.
    pub root_name: String,
    /// What is checked out, for the title; the index tells when it changes.
    pub head: Head,
    /// At most this many hits are asked for.
    pub limit: usize,
    /// Whether the mouse is captured at the start.
    pub capture_mouse: bool,
    /// Whether nobody found the help yet, so that a hint says where it is.
    pub is_new: bool,
    /// Which key does what.
    pub keys: Keymap,
    /// The themes there are, in the order in which they are listed.
    pub themes: Vec<String>,
    /// The one that the first frame is drawn in.
    pub theme: String,
    /// The last place is not shown again.
    pub fresh: bool,
}

/// Which pane the keys go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Focus {
    #[default]
    Prompt,
    Results,
    Code,
}

/// The query that was asked last, and what is known of its answer.
#[derive(Debug, Default)]
struct Asking {
    /// Of the last question, answered or not.
    revision: Revision,
    /// The last question has no answer yet.
    pending: bool,
    /// The index or the model came on while it waited: it is asked once more when it is answered.
    overtaken: bool,
    /// Somebody stopped it, so it is not asked again before they ask.
    stopped: bool,
    /// Ticks since it was asked: a spinner is shown for slow answers only.
    ticks: u32,
    /// The last question was the same text as the one before it, asked of a newer index.
    repeated: bool,
    /// Why the last question could not be answered.
    error: Option<String>,
    /// At most this many hits were asked for.
    limit: usize,
    /// What the prompt said.
    text: String,
}

/// The model: everything that decides what is on the screen.
#[derive(Debug)]
pub struct App {
    options: AppOptions,
    size: (u16, u16),
    layout: Layout,
    pointer: Pointer,
    focus: Focus,
    /// Keys pressed that mean something with one more.
    prefix: Vec<Key>,
    prompt: Prompt,
    question: Question,
    /// Only hits of this kind are wanted.
    only: Option<Kind>,
    /// Where the hits use what they touch.
    uses: Uses,
    /// What is shown: the repository, or the hits of an answer where `answering`.
    results: Results,
    /// The other of the two, until it is shown again.
    shelf: Results,
    answering: bool,
    looking: Looking,
    /// Where the last question is to be shown from.
    arriving: Option<Arriving>,
    places: Places,
    /// Somebody looked around in what is shown, so it is a place to come back to.
    settled: bool,
    marks: Marks,
    remembered: Remembered,
    /// A bookmark that is shown as soon as its document is read.
    visiting: Option<Visit>,
    completion: Completion,
    code: Code,
    /// The code lies over the results, as long as it has the focus.
    peeking: bool,
    documents: Documents,
    asking: Asking,
    freshness: Freshness,
    panel: IndexPanel,
    index: IndexStatus,
    /// The generation of the index when the open documents were read.
    read_at: u64,
    /// Ctrl-C stopped the indexing already; the next one leaves.
    stopped: bool,
    notice: Option<Notice>,
    popup: Option<Popup>,
    themes: Themes,
    spinner: usize,
}

/// One sentence for the status line; the next key takes it away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

impl App {
    /// An app that has seen nothing yet; it draws at once.
    pub fn new(options: AppOptions) -> Self {
        let mut app = Self {
            themes: Themes::new(&options.theme),
            options,
            size: (80, 24),
            layout: Layout::of(80, 24, Focus::Prompt, None),
            pointer: Pointer::default(),
            focus: Focus::Prompt,
            prefix: Vec::new(),
            prompt: Prompt::default(),
            question: Question::default(),
            only: None,
            uses: Uses::default(),
            results: Results::default(),
            shelf: Results::default(),
            answering: false,
            looking: Looking::default(),
            arriving: None,
            places: Places::default(),
            settled: false,
            marks: Marks::default(),
            remembered: Remembered::default(),
            visiting: None,
            completion: Completion::default(),
            code: Code::default(),
            peeking: false,
            documents: Documents::default(),
            asking: Asking::default(),
            freshness: Freshness::default(),
            panel: IndexPanel::default(),
            index: IndexStatus::default(),
            read_at: 0,
            stopped: false,
            notice: None,
            popup: None,
            spinner: 0,
        };
        app.tell_conflicts();
        app.lay_out();
        app
    }

    /// Whether something runs that a spinner shows: while it does, the runtime sends
    /// [`Event::Tick`]s; otherwise nothing needs drawing.
    pub fn is_busy(&self) -> bool {
        self.asking.pending || self.is_indexing() || self.index.model == ModelState::Loading
    }

    pub(crate) fn is_indexing(&self) -> bool {
        matches!(
            self.index.stage,
            Stage::Starting
                | Stage::Walking
                | Stage::Reading
                | Stage::Embedding
                | Stage::Tidying
                | Stage::Summarizing
        )
    }

    /// Whether the last question has waited long enough for its answer to say so.
    pub(crate) fn is_waiting(&self) -> bool {
        self.asking.pending && self.asking.ticks >= 2
    }

    pub(crate) fn options(&self) -> &AppOptions {
        &self.options
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn focus(&self) -> Focus {
        self.focus
    }

    pub(crate) fn keymap(&self) -> &Keymap {
        &self.options.keys
    }

    /// Keys pressed that mean something with one more.
    pub(crate) fn prefix(&self) -> &[Key] {
        &self.prefix
    }

    pub(crate) fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    pub(crate) fn code(&self) -> &Code {
        &self.code
    }

    pub(crate) fn index(&self) -> &IndexStatus {
        &self.index
    }

    /// Why the last question could not be answered, or what is typed cannot be asked.
    pub(crate) fn error(&self) -> Option<&str> {
        let is_elsewhere = matches!(self.question, Question::Like(_) | Question::Touching(_));
        let typed = self.prompt.query().error.as_deref();
        let typed = typed.filter(|_| self.focus == Focus::Prompt || !is_elsewhere);
        self.asking.error.as_deref().or(typed)
    }

    pub(crate) fn is_asking(&self) -> bool {
        self.asking.pending
    }

    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(crate) fn popup(&self) -> Option<&Popup> {
        self.popup.as_ref()
    }

    pub(crate) fn spinner(&self) -> usize {
        self.spinner
    }

    /// Gives every model the room it has, after a resize or a change of focus.
    fn lay_out(&mut self) {
        self.layout = Layout::of(self.size.0, self.size.1, self.focus, self.pointer.share);
        if self.peeking {
            self.layout = self.layout.with_code_over_results();
        }
        self.results.set_height(self.layout.results.height.into());
        let below = self.size.1.saturating_sub(self.layout.prompt.y + 3);
        self.completion.set_height(below.into());
        let code = self.layout.code;
        self.code.set_size(code.width.into(), code.height.into());
        if let Some(popup) = &mut self.popup {
            popup.set_height(self.layout.popup().height.into());
        }
    }

    /// Says at the start that keys get into each other's way.
    fn tell_conflicts(&mut self) {
        let told = match self.keymap().conflicts() {
            [] => return,
            [conflict] => format!("keys: {conflict}"),
            [first, ..] => format!("keys: {first}; `smriti-tui keys --check` lists more"),
        };
        self.notify(Tone::Warning, told);
    }

    fn focus_on(&mut self, focus: Focus) {
        self.focus = focus;
        self.peeking &= focus == Focus::Code;
        if focus == Focus::Results {
            self.results.touch();
        }
        self.lay_out();
    }

    /// The code over the results, and the results again.
    fn toggle_peek(&mut self) {
        self.peeking = !self.peeking;
        self.focus_on(match self.peeking {
            true => Focus::Code,
            false => Focus::Results,
        });
    }
}
