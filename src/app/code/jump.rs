//! Jumps from a hit to what it is connected with, and back.

use super::build::Spot;
use super::sections::{Link, Sections};
use super::subject::Subject;
use super::{Code, Row, Showing, Width};
use crate::corpus::SourcePath;

/// Jumps that can be taken back one by one; further ones forget the first but one.
const MOST: usize = 100;

/// A place that was left, and how it was looked at.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) subject: Subject,
    pub(super) width: Width,
    pub(super) sections: Sections,
    pub(super) spot: Spot,
    /// Where Enter would have gone.
    pub(super) home: (u32, u32),
}

impl Code {
    /// Goes to the place that a digit leads to; says whether there is one.
    pub(crate) fn jump(&mut self, digit: u8) -> bool {
        match self.sections.link_of_digit(digit) {
            Some(link) => self.jump_to(link),
            None => false,
        }
    }

    /// Goes where the cursor's row leads; says whether it leads anywhere.
    pub(super) fn jump_from_cursor(&mut self) -> bool {
        match self.cursor_link().cloned() {
            Some(link) => self.jump_to(link),
            None => false,
        }
    }

    /// The link that the cursor is on.
    pub(super) fn cursor_link(&self) -> Option<&Link> {
        match self.rows.get(self.cursor)? {
            Row::Link { topic, at, .. } => self.sections.link(*topic, *at),
            _ => None,
        }
    }

    pub(super) fn jump_to(&mut self, link: Link) -> bool {
        let Some(stop) = self.leave() else {
            return false;
        };
        self.undone.clear();
        self.keep(stop);
        self.look_at(Subject::of_link(link));
        self.unopened = true;
        true
    }

    /// What is shown as a place to come back to; nothing is shown then. None where nothing was.
    fn leave(&mut self) -> Option<Stop> {
        // One that was not reached yet is as it was.
        if let Some(stop) = self.returning.take() {
            return Some(stop);
        }
        let spot = self.spot().unwrap_or(Spot::Line(self.home_line()));
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

    /// Goes back to where the last jump began; says whether there was one.
    pub(crate) fn step_back(&mut self) -> bool {
        let Some(stop) = self.trail.pop() else {
            return false;
        };
        let left = self.leave();
        self.undone.extend(left);
        self.return_to(stop);
        true
    }

    /// Goes where the last jump led that was taken back; says whether there was one.
    pub(crate) fn step_forward(&mut self) -> bool {
        let Some(stop) = self.undone.pop() else {
            return false;
        };
        if let Some(left) = self.leave() {
            self.keep(left);
        }
        self.return_to(stop);
        true
    }

    fn return_to(&mut self, stop: Stop) {
        self.look_at(stop.subject.clone());
        self.returning = Some(stop);
        self.unopened = true;
    }

    /// The document that a jump led to, once.
    pub(crate) fn take_unopened(&mut self) -> Option<SourcePath> {
        match std::mem::take(&mut self.unopened) && matches!(self.showing, Showing::Opening) {
            true => self.path().cloned(),
            false => None,
        }
    }

    /// The name of what the last jump began at.
    pub(crate) fn jumped_from(&self) -> Option<&str> {
        self.trail.last().map(|stop| stop.subject.name())
    }

    /// What is selected in the results: where the first jump began, else what is looked at.
    pub(super) fn host(&self) -> Option<&Subject> {
        match self.trail.first() {
            Some(stop) => Some(&stop.subject),
            None => self.subject.as_ref(),
        }
    }
}
