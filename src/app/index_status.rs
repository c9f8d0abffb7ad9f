//! State of indexing, for the status line and the index page.
//!
//! Principal type: [`IndexStatus`], a plain value that `runtime` collects from reports and sends as an event.

use crate::corpus::Head;
use crate::protocol::{Stage, WatchMethod};

/// Activity of the indexer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Activity {
    /// Not started yet.
    #[default]
    Starting,
    /// A stage of an update. From embedding on, keyword search is complete.
    Running(Stage),
    /// Everything is indexed.
    UpToDate,
    /// Changed files will be indexed in a moment.
    Changed,
    /// Another process indexes; its snapshots are shown.
    Following,
    /// Stopped by the user; what was committed is searchable.
    Cancelled,
    /// Failed; a sentence for people.
    Failed(String),
}

impl Activity {
    /// Returns true if everything is indexed, or will be in a moment.
    pub(super) fn is_complete(&self) -> bool {
        matches!(self, Self::UpToDate | Self::Changed)
    }
}

/// The embedding model's state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ModelState {
    /// Loading; only keyword search.
    #[default]
    Loading,
    /// Ready.
    Ready,
    /// Failed, with the reason; keyword search only.
    Failed(String),
}

/// Speed of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StagePace {
    /// Files, leaves, rows or summaries per minute, over the last seconds.
    pub per_minute: u64,
    /// Estimated seconds left at that rate.
    pub seconds_left: u64,
}

/// One stage of indexing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageProgress {
    /// The stage.
    pub stage: Stage,
    /// Files, leaves or summaries done.
    pub done: usize,
    /// Total amount; 0 if unknown.
    pub all: usize,
    /// Elapsed seconds.
    pub seconds: u64,
    /// True while the stage runs.
    pub is_running: bool,
    /// Speed. None before it is known and after the stage ended.
    pub pace: Option<StagePace>,
}

/// Progress of the graph being built. Until it is ready, the exact scan is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphBuild {
    /// Rows that are linked.
    pub linked: usize,
    /// Total number of rows.
    pub rows: usize,
    /// Speed. None before it is known.
    pub pace: Option<StagePace>,
}

/// State of the index, for the status line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IndexStatus {
    /// Current activity.
    pub stage: Activity,
    /// The model's state.
    pub model: ModelState,
    /// Files done and to do in this run.
    pub files: (usize, usize),
    /// Leaves that are searchable by keywords.
    pub leaves: usize,
    /// Leaves that have vectors.
    pub vectors: usize,
    /// Number of skipped files.
    pub skipped: usize,
    /// Rule that ignores every file, if there are none for that reason.
    pub ignored: Option<String>,
    /// The snapshot being searched, 0 before the first.
    pub generation: u64,
    /// Files found by the walk, skipped ones included.
    pub walked: usize,
    /// Progress of the graph. None unless one is being built.
    pub graph: Option<Box<GraphBuild>>,
    /// The checked-out commit at the last scan. None before the first.
    pub head: Option<Head>,
    /// Method of watching for changes.
    pub watching: WatchMethod,
    /// Stages of the current or last run, in order.
    pub works: Vec<StageProgress>,
    /// A notice to show once: that the index was rebuilt, and why.
    pub notice: Option<String>,
}

impl IndexStatus {
    /// Returns true while the index is updated.
    pub(crate) fn is_indexing(&self) -> bool {
        matches!(self.stage, Activity::Starting | Activity::Running(_))
    }

    /// Returns true if the snapshot stays for now. Where the update of one of several repositories failed, those of the
    /// others go on.
    pub(super) fn is_settled(&self) -> bool {
        match self.stage {
            Activity::UpToDate | Activity::Following => true,
            Activity::Failed(_) => self.generation > 0,
            _ => false,
        }
    }

    /// Percentage of the files that searches find, while some of them are not read.
    pub(crate) fn searched_percent(&self) -> Option<usize> {
        let is_reading = self.stage == Activity::Running(Stage::Reading) || self.ended_early();
        let (done, all) = self.files;
        let pending = all.saturating_sub(done);
        if !is_reading || pending == 0 {
            return None;
        }
        (self.walked.saturating_sub(pending) * 100).checked_div(self.walked)
    }

    /// Returns true if indexing ended before every file was read, so that searches may miss some.
    pub(crate) fn ended_early(&self) -> bool {
        let last = self.works.last().map(|work| &work.stage);
        let has_ended = matches!(self.stage, Activity::Failed(_) | Activity::Cancelled);
        has_ended && matches!(last, None | Some(Stage::Walking | Stage::Reading))
    }
}
