//! Text of the status line about the index.
//!
//! Principal type: [`Item`]. Contract: the most important parts come first, because a narrow screen cuts the
//! end.

use super::index_status::{Activity, IndexStatus, ModelState};
use super::text::{counted, eta, grouped, sentence};
use crate::protocol::{Stage, WatchMethod};

/// Severity of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Plain,
    Faint,
    Accent,
    Good,
    Warning,
    Error,
}

/// A part of the line, separated from others by dots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

impl Item {
    pub(super) fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self {
            tone,
            text: text.into(),
        }
    }
}

/// The parts, the most important first. `key` rescans for changes.
pub(super) fn parts(status: &IndexStatus, key: &str) -> Vec<Item> {
    let mut parts = stage(status, key);
    if let Some(work) = status.works.last()
        && work.is_running
        && let Some(pace) = work.pace
    {
        parts.insert(1.min(parts.len()), Item::new(Tone::Faint, eta(&pace)));
    }
    if let Some(graph) = &status.graph {
        let text = percentage("Building the graph", graph.linked, graph.rows);
        parts.push(Item::new(Tone::Plain, text));
        parts.extend(graph.pace.map(|pace| Item::new(Tone::Faint, eta(&pace))));
    }
    match &status.model {
        ModelState::Failed(why) => {
            let message = format!("Semantic search unavailable: {why}");
            parts.push(Item::new(Tone::Warning, message));
        }
        ModelState::Loading => parts.push(Item::new(Tone::Faint, "Loading the model …")),
        ModelState::Ready => {}
    }
    if let WatchMethod::Polling(_) = status.watching {
        parts.push(Item::new(Tone::Warning, "Polling for changes"));
    }
    parts
}

/// Describes the activity of the index; while nothing is wrong, only its size.
fn stage(status: &IndexStatus, key: &str) -> Vec<Item> {
    let plain = |text: String| Item::new(Tone::Plain, text);
    let faint = |text: String| Item::new(Tone::Faint, text);
    let (done, all) = status.files;
    let chunks = counted(status.leaves, "chunk", "chunks");
    let has_model = !matches!(status.model, ModelState::Failed(_));
    match &status.stage {
        Activity::Starting => vec![plain("Starting …".to_owned())],
        Activity::Running(Stage::Walking) => vec![plain(match status.walked {
            0 => "Scanning files …".to_owned(),
            walked => format!("Scanning files: {}", grouped(walked)),
        })],
        Activity::Running(Stage::Reading) => vec![plain(percentage("Indexing", done, all))],
        Activity::Running(Stage::Embedding) => vec![vectors(status), faint(chunks)],
        Activity::Running(Stage::Summarizing) => {
            vec![plain(percentage("Summarizing", done, all)), faint(chunks)]
        }
        Activity::UpToDate if status.leaves == 0 => {
            vec![Item::new(Tone::Warning, "Nothing to index")]
        }
        Activity::UpToDate if has_model && status.vectors < status.leaves => {
            vec![faint(chunks), vectors(status)]
        }
        Activity::Running(Stage::Maintenance) | Activity::UpToDate | Activity::Changed => {
            vec![faint(chunks)]
        }
        Activity::Following => vec![
            plain("Following another smriti-tui process".to_owned()),
            faint(chunks),
        ],
        Activity::Cancelled => {
            let stopped = Item::new(Tone::Warning, "Indexing stopped");
            let came_to = match status.works.last() {
                // Files that were not read cannot be found.
                Some(work) if work.stage == Stage::Reading => {
                    plain(percentage("Indexing", work.done, work.all))
                }
                _ => vectors(status),
            };
            vec![stopped, came_to, faint(format!("Press {key} to continue"))]
        }
        Activity::Failed(why) => vec![Item::new(Tone::Error, sentence(why))],
    }
}

/// `Indexing 61%`, rounded down, so that 100% means all.
fn percentage(of: &str, done: usize, all: usize) -> String {
    let share = (done as u128 * 100).checked_div(all as u128);
    format!("{of} {}%", share.unwrap_or(0).min(100))
}

fn vectors(status: &IndexStatus) -> Item {
    Item::new(
        Tone::Plain,
        percentage("Embedding", status.vectors, status.leaves),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::index_status::{GraphBuild, StagePace, StageProgress};

    fn check(status: IndexStatus, expected: &str) {
        let parts: Vec<String> = parts(&status, "F5")
            .into_iter()
            .map(|part| part.text)
            .collect();
        assert_eq!(parts.join(" · "), expected);
    }

    #[test]
    fn only_the_chunk_count_is_shown_while_nothing_is_wrong() {
        let status = IndexStatus {
            model: ModelState::Ready,
            leaves: 20_310,
            vectors: 12_480,
            files: (120, 350),
            skipped: 3,
            ..IndexStatus::default()
        };
        check(
            IndexStatus {
                stage: Activity::Running(Stage::Embedding),
                ..status.clone()
            },
            "Embedding 61% · 20,310 chunks",
        );
        check(
            IndexStatus {
                stage: Activity::Running(Stage::Reading),
                ..status.clone()
            },
            "Indexing 34%",
        );
        check(
            IndexStatus {
                stage: Activity::UpToDate,
                vectors: 20_309,
                ..status.clone()
            },
            "20,310 chunks · Embedding 99%",
        );
        check(
            IndexStatus {
                stage: Activity::UpToDate,
                model: ModelState::Failed("model.onnx is cut short".into()),
                ..status
            },
            "20,310 chunks · Semantic search unavailable: model.onnx is cut short",
        );
    }

    #[test]
    fn one_chunk_is_singular() {
        let status = |leaves| IndexStatus {
            stage: Activity::UpToDate,
            model: ModelState::Ready,
            leaves,
            vectors: leaves,
            ..IndexStatus::default()
        };
        check(status(1), "1 chunk");
        check(status(1_001), "1,001 chunks");
    }

    #[test]
    fn a_stopped_run_shows_its_progress() {
        let stopped = |stage| IndexStatus {
            stage: Activity::Cancelled,
            model: ModelState::Ready,
            leaves: 90,
            vectors: 30,
            works: vec![StageProgress {
                stage,
                done: 12,
                all: 60,
                seconds: 3,
                is_running: false,
                pace: None,
            }],
            ..IndexStatus::default()
        };
        check(
            stopped(Stage::Reading),
            "Indexing stopped · Indexing 20% · Press F5 to continue",
        );
        check(
            stopped(Stage::Embedding),
            "Indexing stopped · Embedding 33% · Press F5 to continue",
        );
    }

    #[test]
    fn rate_and_time_left_are_shown() {
        let embedding = |per_minute, seconds_left| IndexStatus {
            stage: Activity::Running(Stage::Embedding),
            model: ModelState::Ready,
            leaves: 20_310,
            vectors: 12_480,
            works: vec![StageProgress {
                stage: Stage::Embedding,
                done: 12_480,
                all: 20_310,
                seconds: 3,
                is_running: true,
                pace: Some(StagePace {
                    per_minute,
                    seconds_left,
                }),
            }],
            ..IndexStatus::default()
        };
        check(
            embedding(240_000, 2),
            "Embedding 61% · 4,000/s, 2 s left · 20,310 chunks",
        );
        check(
            embedding(120, 8_000),
            "Embedding 61% · 120/min, 2 h 13 min left · 20,310 chunks",
        );
    }

    #[test]
    fn progress_of_the_graph_is_shown() {
        let status = |pace| IndexStatus {
            stage: Activity::UpToDate,
            model: ModelState::Ready,
            leaves: 20_310,
            vectors: 20_310,
            skipped: 3,
            graph: Some(Box::new(GraphBuild {
                linked: 5_077,
                rows: 20_310,
                pace,
            })),
            ..IndexStatus::default()
        };
        check(status(None), "20,310 chunks · Building the graph 24%");
        let pace = Some(StagePace {
            per_minute: 60_000,
            seconds_left: 16,
        });
        check(
            status(pace),
            "20,310 chunks · Building the graph 24% · 1,000/s, 16 s left",
        );
    }

    #[test]
    fn the_walk_shows_the_number_of_files() {
        let status = |walked| IndexStatus {
            stage: Activity::Running(Stage::Walking),
            model: ModelState::Ready,
            walked,
            ..IndexStatus::default()
        };
        check(status(0), "Scanning files …");
        check(status(12_480), "Scanning files: 12,480");
    }

    #[test]
    fn polling_is_shown() {
        let status = IndexStatus {
            stage: Activity::UpToDate,
            model: ModelState::Ready,
            leaves: 9,
            vectors: 9,
            skipped: 3,
            ..IndexStatus::default()
        };
        let watching = |watching, stage| IndexStatus {
            watching,
            stage,
            ..status.clone()
        };
        check(watching(WatchMethod::Live, Activity::UpToDate), "9 chunks");
        check(watching(WatchMethod::Live, Activity::Changed), "9 chunks");
        check(
            watching(WatchMethod::Live, Activity::Running(Stage::Walking)),
            "Scanning files …",
        );
        check(
            watching(
                WatchMethod::Polling("no more".into()),
                Activity::Running(Stage::Walking),
            ),
            "Scanning files … · Polling for changes",
        );
    }

    #[test]
    fn an_empty_repository_has_nothing_to_index() {
        let status = IndexStatus {
            stage: Activity::UpToDate,
            model: ModelState::Ready,
            ..IndexStatus::default()
        };
        check(status, "Nothing to index");
    }
}
