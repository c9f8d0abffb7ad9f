//! Whether the index reflects the working tree.
//!
//! Principal type: [`Freshness`].

use crate::corpus::{Cancel, spawn};
use crate::protocol::Stage;
use anyhow::Context;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Freshness of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Freshness {
    /// True if the index reflects the working tree.
    pub(crate) fresh: bool,
    /// Number of changed files that are not indexed; null if unknown.
    pub(crate) pending: Option<usize>,
}

impl Freshness {
    pub(crate) const UP_TO_DATE: Self = Self {
        fresh: true,
        pending: Some(0),
    };

    /// Freshness of several indexes together.
    pub(super) fn of_all(all: impl Iterator<Item = Self>) -> Self {
        let mut together = Self::UP_TO_DATE;
        for one in all {
            together.fresh &= one.fresh;
            together.pending = together
                .pending
                .zip(one.pending)
                .map(|(sum, own)| sum + own);
        }
        together
    }

    /// Warning about an outdated answer. None if it is up to date.
    pub(crate) fn warning(&self) -> Option<String> {
        let missing = match self.pending {
            _ if self.fresh => return None,
            Some(1) => "1 file has not been read yet".to_owned(),
            Some(pending) => format!("{pending} files have not been read yet"),
            None => "the check for changes timed out".to_owned(),
        };
        Some(format!(
            "{missing}: results may be incomplete; run `smriti-tui index`"
        ))
    }

    /// Share of the files that an index with so many files has. None if it has all, or if their number is unknown.
    pub(crate) fn searched(&self, files: usize) -> Option<f32> {
        if self.fresh {
            return None;
        }
        let pending = self.pending?;
        Some(files as f32 / (files + pending).max(1) as f32)
    }

    /// Not up to date, with `files` done and to do so far; none if nothing was scanned.
    pub(crate) fn stale(files: Option<(usize, usize)>) -> Self {
        Self {
            fresh: false,
            pending: files
                .map(|(done, all)| all.saturating_sub(done))
                .filter(|left| *left > 0),
        }
    }

    /// Freshness at a stage of an update: keywords are complete once all files are read, and `complete` shows
    /// the share of vectors.
    pub(crate) fn at(stage: Stage, files: (usize, usize)) -> Self {
        match stage {
            Stage::Walking => Self::stale(None),
            Stage::Reading => Self::stale(Some(files)),
            _ => Self::UP_TO_DATE,
        }
    }
}

/// A flag that is set after some time, unless the sender is dropped before.
pub(crate) fn cancel_after(time: Duration) -> anyhow::Result<(Cancel, Sender<()>)> {
    let (cancel, (sender, timer)) = (Cancel::new(), channel());
    let late = cancel.clone();
    spawn("deadline", move || {
        if timer.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            late.cancel();
        }
    })
    .context("cannot start a thread")?;
    Ok((cancel, sender))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(freshness: Freshness, expected: Option<&str>) {
        let caveat = freshness.warning();
        let missing = caveat
            .as_deref()
            .and_then(|warning| warning.split_once(':'));
        assert_eq!(missing.map(|(missing, _)| missing), expected);
    }

    #[test]
    fn an_outdated_answer_has_a_caveat() {
        check(Freshness::UP_TO_DATE, None);
        check(
            Freshness::stale(Some((3, 4))),
            Some("1 file has not been read yet"),
        );
        check(
            Freshness::stale(Some((3, 9))),
            Some("6 files have not been read yet"),
        );
        let unchecked = Some("the check for changes timed out");
        check(Freshness::stale(None), unchecked);
        check(Freshness::stale(Some((9, 9))), unchecked);
        check(Freshness::at(Stage::Embedding, (0, 0)), None);
        assert_eq!(Freshness::stale(Some((2, 8))).searched(2), Some(0.25));
        assert_eq!(Freshness::stale(None).searched(2), None);
        assert_eq!(Freshness::UP_TO_DATE.searched(2), None);
        let two = [Freshness::UP_TO_DATE, Freshness::stale(Some((3, 4)))];
        check(
            Freshness::of_all(two.into_iter()),
            Some("1 file has not been read yet"),
        );
    }
}
