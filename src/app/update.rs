//! The state transition: an event in, effects out. Methods of [`App`].
//!
//! [`App::update()`] is the only function that changes the app from outside. Contract: a reply with a stale
//! ticket is dropped here and nowhere else.

use super::event::{Effect, Event};
use super::index_status::{Activity, IndexStatus, ModelState};
use super::popup::Popup;
use super::state::App;
use super::status::Tone;
use super::text::sentence;
use crate::corpus::Location;
use crate::protocol::{NarrowedList, RecorderReply, Reply, Ticket};
use ratatui::layout::Rect;

impl App {
    /// Handles an event and returns its effects.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        let is_tick = matches!(event, Event::Tick);
        self.handle(event);
        self.refresh();
        self.perform_waiting();
        if !is_tick && !self.options.picks {
            self.save_position();
        }
        std::mem::take(&mut self.effects)
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => self.paste(&text),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Clicked(target) => self.clicked(target),
            Event::DoubleClick(column, row) => self.double_click(column, row),
            Event::Resize(width, height) => {
                self.screen.layout.screen = Rect::new(0, 0, width, height);
                self.lay_out();
            }
            Event::Tick => {
                self.screen.spinner = self.screen.spinner.wrapping_add(1);
                self.search.tick();
            }
            Event::ContinueMatching => self.update_popup(Popup::continue_matching),
            Event::Reply(ticket, reply) => self.reply(ticket, reply),
            Event::Recorded(RecorderReply::Loaded(session)) => self.restore_session(*session),
            Event::Index(status) => self.indexed(status),
            Event::EditorReturned(outcome) => {
                if let Err(why) = outcome {
                    self.screen.notify(Tone::Error, sentence(&why));
                }
                self.reload_documents();
            }
            Event::Copied(outcome) => self.copied(outcome),
            Event::CommandEnded(name, output) => self.show_output(&name, output),
            Event::Visit(Location { path, line, column }) => {
                self.session.touched = true;
                self.visit_file(path, Some((line, column)));
            }
            Event::Theme(name) => self.options.theme = name,
            Event::Recorded(RecorderReply::Failed(why)) | Event::Warned(why) => {
                self.screen.warn(sentence(&why));
            }
            Event::Resumed => {
                self.screen.notice = None;
                self.reload_documents();
            }
            Event::Terminate => self.effects.push(Effect::Quit),
        }
    }

    /// Gives a reply to the part of the app that sent the request, unless its ticket is stale there: the only
    /// place where replies are dropped. Replies to an export are never stale.
    fn reply(&mut self, ticket: Ticket, reply: Reply) {
        let is_stale = match &reply {
            Reply::Documented(_) => self.docs.tickets.is_stale(ticket),
            Reply::Answered(_) | Reply::Related(_) | Reply::Followed(_) => {
                self.search.is_stale(ticket, &reply)
            }
            Reply::Opened(..) => self.documents.tickets.is_stale(ticket),
            Reply::Counted(..) => self.completion.tickets.is_stale(ticket),
            Reply::Listed(_) => self.browsing.tickets.is_stale(ticket),
            Reply::Reviewed(_) => self.review.tickets.is_stale(ticket),
            Reply::Inspected(_) => self.panel.tickets.is_stale(ticket),
            Reply::Stepped(_) => self.call_tickets.is_stale(ticket),
            Reply::Called(..) => self.columns.tickets.is_stale(ticket),
            Reply::Narrowed(NarrowedList::Results, _) => self.filter.tickets.is_stale(ticket),
            Reply::Narrowed(NarrowedList::Popup, _) => self.popup_filter.tickets.is_stale(ticket),
            Reply::Checked(_) => self.staleness.tickets.is_stale(ticket),
            Reply::Mapped(_) => self.map.tickets.is_stale(ticket),
            Reply::Exported(_) => self.exports.is_stale(ticket),
        };
        if is_stale {
            return;
        }
        match reply {
            Reply::Answered(answer) => self.answered(ticket, answer),
            Reply::Documented(found) => self.docs.take(found),
            Reply::Related(related) => self.related(ticket, related),
            Reply::Followed(declarations) => self.search.followed = declarations,
            Reply::Opened(path, document) => self.opened(path, document),
            Reply::Counted(offers, chips) => {
                self.completion.set_counts(offers, chips);
                self.follow_typing();
            }
            Reply::Listed(reply) => self.listed(reply),
            Reply::Reviewed(reply) => self.reviewed(reply),
            Reply::Inspected(inspection) => self.panel.set_inspection(inspection),
            Reply::Stepped(steps) => self.stepped(steps),
            Reply::Called(direction, calls) => self.called(direction, calls),
            Reply::Narrowed(list, passing) => self.narrowed(list, passing),
            Reply::Checked(checked) => {
                self.staleness.add_checked(checked, self.results.hits());
                if self.filter.is_active() {
                    self.apply_filter();
                }
            }
            Reply::Mapped(map) => self.mapped(map),
            Reply::Exported(outcome) => self.exported(outcome),
        }
    }

    fn indexed(&mut self, status: IndexStatus) {
        self.notify_of_index(&status);
        let mut is_compared_anew = false;
        if let Some(head) = &status.head
            && self.options.head != *head
        {
            self.options.head.clone_from(head);
            self.browsing.forget_changes();
            is_compared_anew = true;
        }
        let is_newer = status.generation != self.index.generation;
        let model_came = status.model == ModelState::Ready
            && self.index.model != ModelState::Ready
            && self.prompt.mode().uses_vectors();
        let skips_others = status.skipped != self.index.skipped;
        // A follower gets no report when the other process finishes; of several repositories, some may have
        // changed although the update of another one failed.
        let is_settled = matches!(
            status.stage,
            Activity::UpToDate | Activity::Following | Activity::Cancelled | Activity::Failed(_)
        );
        let became_fresh = is_settled && status.generation != self.documents.read_at;
        self.index = status;
        if !self.index.is_indexing() {
            self.panel.stopped = false;
        }
        if is_newer {
            self.invalidate();
        }
        if is_newer
            || model_came
            || is_compared_anew && self.lists_changes()
            || skips_others && self.is_exact()
        {
            self.refresh_search();
        }
        if became_fresh {
            self.documents.read_at = self.index.generation;
        }
        if became_fresh || is_compared_anew {
            self.reload_documents();
        } else if is_newer {
            // Embedding may take long; a changed file is shown in the meantime.
            self.documents.clear();
        }
    }

    /// Shows a notice of the index. Another notice must not hide a new state, or a repeated failure.
    fn notify_of_index(&mut self, status: &IndexStatus) {
        let is_same = status.stage == self.index.stage
            // A saved file is indexed within a moment.
            || status.stage.is_complete() && self.index.stage.is_complete();
        if let Some(notice) = &self.screen.notice
            && notice.tone == Tone::Plain
            && (!is_same || matches!(status.stage, Activity::Failed(_)))
        {
            self.screen.notice = None;
        }
        if let Some(notice) = &status.notice
            && self.index.notice.as_ref() != Some(notice)
        {
            self.screen.warn(sentence(notice));
        }
    }

    /// Adds to the notice which program copied the text, or shows the error.
    fn copied(&mut self, outcome: Result<String, String>) {
        match outcome {
            Ok(program) => {
                // The notice is gone after another key.
                if let Some(notice) = &mut self.screen.notice
                    && notice.tone == Tone::Good
                {
                    notice.text += &format!(" ({program})");
                }
            }
            Err(why) => self.screen.notify(Tone::Error, sentence(&why)),
        }
    }
}
