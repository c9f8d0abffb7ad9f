//! What the status line says of the index, in words.

use super::App;
use super::index_status::{IndexStatus, Linking, ModelState, Pace, Stage, Work};
use super::keymap::Action;
use crate::corpus::Watching;

/// How something should be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Plain,
    Faint,
    Accent,
    Key,
    Good,
    Warning,
    Error,
}

/// One part of the line; parts are set apart by dots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

impl Part {
    pub(super) fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self {
            tone,
            text: text.into(),
        }
    }
}

impl App {
    /// What there is to say of the index, the most important first.
    pub(crate) fn status_line(&self) -> Vec<Part> {
        line(&self.index, &self.key_of(Action::Reindex))
    }
}

/// The parts, the most important first: a narrow screen cuts the end.
fn line(status: &IndexStatus, goes_on: &str) -> Vec<Part> {
    let mut parts = stage(status, goes_on);
    if let Some(pace) = running(status).and_then(|work| work.pace) {
        parts.insert(1.min(parts.len()), Part::new(Tone::Faint, eta(&pace)));
    }
    if let Some(graph) = &status.graph {
        parts.extend(linking(graph));
    }
    match &status.model {
        ModelState::Failed(why) => {
            parts.push(Part::new(Tone::Warning, format!("keywords only: {why}")));
        }
        ModelState::Loading => parts.push(Part::new(Tone::Faint, "loading the model")),
        ModelState::Ready => {}
    }
    match &status.watching {
        Watching::Polling(_) => parts.push(Part::new(Tone::Warning, "polling")),
        Watching::Live if is_up_to_date(status) => parts.push(Part::new(Tone::Faint, "live")),
        Watching::Live | Watching::Off => {}
    }
    if status.skipped > 0 {
        let skipped = format!("{} skipped", grouped(status.skipped));
        parts.push(Part::new(Tone::Faint, skipped));
    }
    parts
}

/// The stage that runs.
fn running(status: &IndexStatus) -> Option<&Work> {
    status.works.last().filter(|work| work.is_running)
}

/// `1 200/s, 12 s left`.
pub(crate) fn eta(pace: &Pace) -> String {
    let left = duration(pace.seconds_left);
    format!("{}, {left} left", rate(pace.per_minute))
}

/// A rate in the unit in which it is a number that says something.
pub(crate) fn rate(per_minute: u64) -> String {
    let number = |number: u64| grouped(usize::try_from(number).unwrap_or(usize::MAX));
    match per_minute {
        600.. => format!("{}/s", number(per_minute / 60)),
        _ => format!("{}/min", number(per_minute)),
    }
}

/// Seconds as people say them: `12 s`, `3 min`, `2 h 5 min`.
pub(crate) fn duration(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

/// Whether what is indexed is what the files are, as far as anyone told.
fn is_up_to_date(status: &IndexStatus) -> bool {
    matches!(
        status.stage,
        Stage::Fresh | Stage::Tidying | Stage::Summarizing
    )
}

fn stage(status: &IndexStatus, goes_on: &str) -> Vec<Part> {
    let plain = |text: String| Part::new(Tone::Plain, text);
    let faint = |text: String| Part::new(Tone::Faint, text);
    let fresh = || Part::new(Tone::Good, "fresh");
    let (done, all) = status.files;
    let leaves = counted(status.leaves, "leaf", "leaves");
    match &status.stage {
        Stage::Starting => vec![plain("starting".to_owned())],
        Stage::Walking => vec![plain(match status.counts.walked {
            0 => "looking for files".to_owned(),
            walked => format!("looking for files  {}", grouped(walked)),
        })],
        Stage::Reading => vec![keywords(done, all)],
        Stage::Embedding => {
            let ready = Part::new(Tone::Good, "keywords ready");
            vec![vectors(status), ready, fresh()]
        }
        Stage::Tidying => vec![plain(format!("tidying  {leaves}")), fresh()],
        Stage::Summarizing => {
            let (done, all) = (grouped(done), grouped(all));
            vec![plain(format!("summaries  {done}/{all}")), fresh()]
        }
        Stage::Fresh if status.leaves == 0 => vec![Part::new(Tone::Warning, "nothing to index")],
        Stage::Fresh if status.vectors < status.leaves => vec![fresh(), vectors(status)],
        Stage::Fresh => vec![fresh(), faint(leaves)],
        Stage::Changed => vec![plain("files changed".to_owned()), faint(leaves)],
        Stage::Following => {
            let says = "another smriti-tui indexes; following it";
            vec![plain(says.to_owned()), faint(leaves)]
        }
        Stage::Cancelled => {
            let stopped = Part::new(Tone::Warning, "indexing stopped");
            let came_to = match status.works.last() {
                // What was not read is found by nothing.
                Some(work) if work.stage == Stage::Reading => keywords(work.done, work.all),
                _ => vectors(status),
            };
            vec![stopped, came_to, faint(format!("{goes_on} goes on"))]
        }
        Stage::Failed(why) => vec![Part::new(Tone::Error, why.as_str())],
    }
}

/// `vectors 61 %  12 480/20 310`, of what is done and to be done.
fn share(of: &str, done: usize, all: usize) -> String {
    let percent = percent(done, all);
    format!("{of} {percent}  {}/{}", grouped(done), grouped(all))
}

fn keywords(done: usize, all: usize) -> Part {
    Part::new(Tone::Plain, share("keywords", done, all) + " files")
}

fn vectors(status: &IndexStatus) -> Part {
    Part::new(Tone::Plain, share("vectors", status.vectors, status.leaves))
}

/// The graph goes on beside what else runs, and after it.
fn linking(graph: &Linking) -> impl Iterator<Item = Part> {
    let text = share("graph", graph.linked, graph.rows);
    let eta = graph.pace.map(|pace| Part::new(Tone::Faint, eta(&pace)));
    std::iter::once(Part::new(Tone::Plain, text)).chain(eta)
}

/// Rounded down, so that 100 % means all.
fn percent(done: usize, all: usize) -> String {
    let share = (done as u128 * 100).checked_div(all as u128);
    format!("{} %", share.unwrap_or(0).min(100))
}

/// A number in groups of three digits: `12 480`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its noun: `1 leaf`, `2 460 leaves`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{} {many}", grouped(number)),
    }
}

/// Bytes in decimal units: `12.3 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Counts;

    fn check(status: IndexStatus, expected: &str) {
        let parts: Vec<String> = line(&status, "F5")
            .into_iter()
            .map(|part| part.text)
            .collect();
        assert_eq!(parts.join(" · "), expected);
    }

    #[test]
    fn says_what_is_done_and_what_is_missing() {
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
                stage: Stage::Embedding,
                ..status.clone()
            },
            "vectors 61 %  12 480/20 310 · keywords ready · fresh · 3 skipped",
        );
        check(
            IndexStatus {
                stage: Stage::Reading,
                ..status.clone()
            },
            "keywords 34 %  120/350 files · 3 skipped",
        );
        check(
            IndexStatus {
                stage: Stage::Fresh,
                vectors: 20_309,
                ..status.clone()
            },
            "fresh · vectors 99 %  20 309/20 310 · 3 skipped",
        );
        check(
            IndexStatus {
                stage: Stage::Fresh,
                model: ModelState::Failed("model.onnx is cut short".into()),
                ..status
            },
            "fresh · vectors 61 %  12 480/20 310 · keywords only: model.onnx is cut short · 3 skipped",
        );
    }

    #[test]
    fn one_is_not_many() {
        let status = |leaves| IndexStatus {
            stage: Stage::Fresh,
            model: ModelState::Ready,
            leaves,
            vectors: leaves,
            ..IndexStatus::default()
        };
        check(status(1), "fresh · 1 leaf");
        check(status(1_001), "fresh · 1 001 leaves");
    }

    #[test]
    fn who_stopped_it_is_told_what_was_not_read() {
        let stopped = |stage| IndexStatus {
            stage: Stage::Cancelled,
            model: ModelState::Ready,
            leaves: 90,
            vectors: 30,
            works: vec![Work {
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
            "indexing stopped · keywords 20 %  12/60 files · F5 goes on",
        );
        check(
            stopped(Stage::Embedding),
            "indexing stopped · vectors 33 %  30/90 · F5 goes on",
        );
    }

    #[test]
    fn says_how_fast_it_goes_and_how_long_it_takes() {
        let embedding = |per_minute, seconds_left| IndexStatus {
            stage: Stage::Embedding,
            model: ModelState::Ready,
            leaves: 20_310,
            vectors: 12_480,
            works: vec![Work {
                stage: Stage::Embedding,
                done: 12_480,
                all: 20_310,
                seconds: 3,
                is_running: true,
                pace: Some(Pace {
                    per_minute,
                    seconds_left,
                }),
            }],
            ..IndexStatus::default()
        };
        check(
            embedding(240_000, 2),
            "vectors 61 %  12 480/20 310 · 4 000/s, 2 s left · keywords ready · fresh",
        );
        check(
            embedding(120, 8_000),
            "vectors 61 %  12 480/20 310 · 120/min, 2 h 13 min left · keywords ready · fresh",
        );
    }

    #[test]
    fn says_how_far_the_graph_is() {
        let status = |pace| IndexStatus {
            stage: Stage::Fresh,
            model: ModelState::Ready,
            leaves: 20_310,
            vectors: 20_310,
            skipped: 3,
            graph: Some(Box::new(Linking {
                linked: 5_077,
                rows: 20_310,
                pace,
            })),
            ..IndexStatus::default()
        };
        check(
            status(None),
            "fresh · 20 310 leaves · graph 24 %  5 077/20 310 · 3 skipped",
        );
        let pace = Some(Pace {
            per_minute: 60_000,
            seconds_left: 16,
        });
        check(
            status(pace),
            "fresh · 20 310 leaves · graph 24 %  5 077/20 310 · 1 000/s, 16 s left · 3 skipped",
        );
    }

    #[test]
    fn says_how_many_files_were_found_so_far() {
        let status = |walked| IndexStatus {
            stage: Stage::Walking,
            model: ModelState::Ready,
            counts: Counts {
                walked,
                ..Counts::default()
            },
            ..IndexStatus::default()
        };
        check(status(0), "looking for files");
        check(status(12_480), "looking for files  12 480");
    }

    #[test]
    fn says_how_changes_are_noticed() {
        let status = IndexStatus {
            stage: Stage::Fresh,
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
        check(
            watching(Watching::Live, Stage::Fresh),
            "fresh · 9 leaves · live · 3 skipped",
        );
        check(
            watching(Watching::Live, Stage::Changed),
            "files changed · 9 leaves · 3 skipped",
        );
        check(
            watching(Watching::Live, Stage::Walking),
            "looking for files · 3 skipped",
        );
        check(
            watching(Watching::Polling("no more".into()), Stage::Walking),
            "looking for files · polling · 3 skipped",
        );
    }

    #[test]
    fn an_empty_repository_has_nothing_to_index() {
        let status = IndexStatus {
            stage: Stage::Fresh,
            model: ModelState::Ready,
            ..IndexStatus::default()
        };
        check(status, "nothing to index");
    }

    #[test]
    fn sizes_change_unit_at_thousands() {
        for (bytes, expected) in [
            (999, "999 B"),
            (1_000, "1.0 kB"),
            (12_345_678, "12.3 MB"),
            (2_000_000_000, "2.0 GB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
    }
}
