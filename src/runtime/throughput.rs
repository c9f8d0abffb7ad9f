//! Speed of each stage of indexing and its remaining time, from timed counts.
//!
//! Principal types: [`Throughput`] and [`Samples`]. The time is an argument, so tests need no clock.

use crate::app::{Stage, StagePace, StageProgress};
use std::time::{Duration, Instant};

/// Seconds after which work counts a third of the newest in the rate: large files come in groups, and a rate of the last
/// seconds makes the remaining time jump.
const MEMORY: f64 = 30.0;

/// Minimum time for a forecast: the first files are slow, while caches are cold.
const MIN_FORECAST_TIME: Duration = Duration::from_secs(2);

/// Stages of the current run in order, with their counts so far.
#[derive(Default)]
pub(super) struct Throughput {
    works: Vec<StageCounts>,
}

struct StageCounts {
    stage: Stage,
    count: (usize, usize),
    started: Instant,
    /// End of the stage. None while it runs.
    ended: Option<Instant>,
    samples: Samples,
}

/// Rate of all counts so far, in which newer work counts more.
#[derive(Default)]
pub(crate) struct Samples {
    /// Times of the first and the last count, and the last count.
    range: Option<(Instant, Instant, usize)>,
    /// Weighted seconds, and the weighted work in them.
    seconds: f64,
    work: f64,
}

impl Throughput {
    /// Records the count and the total of the running stage. A new run begins with the walk.
    pub(super) fn record(&mut self, stage: Stage, count: (usize, usize), now: Instant) {
        let is_running =
            matches!(self.works.last(), Some(last) if last.ended.is_none() && last.stage == stage);
        if !is_running {
            if stage == Stage::Walking {
                self.works.clear();
            }
            self.end(now);
            self.works.retain(|entry| entry.stage != stage);
            self.works.push(StageCounts {
                stage,
                count,
                started: now,
                ended: None,
                samples: Samples::default(),
            });
        }
        if let Some(entry) = self.works.last_mut() {
            entry.count = count;
            entry.samples.record(count.0, now);
        }
    }

    /// Records the end of the run.
    pub(super) fn end(&mut self, now: Instant) {
        if let Some(entry) = self.works.last_mut() {
            entry.ended.get_or_insert(now);
        }
    }

    /// The stages at a time.
    pub(super) fn works(&self, now: Instant) -> Vec<StageProgress> {
        self.works.iter().map(|entry| entry.work(now)).collect()
    }
}

impl StageCounts {
    fn work(&self, now: Instant) -> StageProgress {
        let end = self.ended.unwrap_or(now);
        StageProgress {
            stage: self.stage,
            done: self.count.0,
            all: self.count.1,
            seconds: end.saturating_duration_since(self.started).as_secs(),
            is_running: self.ended.is_none(),
            pace: match self.ended {
                None => self.samples.pace(self.count.1, now),
                Some(_) => None,
            },
        }
    }
}

impl Samples {
    /// Records a count.
    pub(crate) fn record(&mut self, done: usize, now: Instant) {
        if let Some((_, last, before)) = &mut self.range
            && done >= *before
        {
            let passed = now.saturating_duration_since(*last).as_secs_f64();
            let kept = (-passed / MEMORY).exp();
            self.seconds = self.seconds * kept + passed;
            self.work = self.work * kept + (done - *before) as f64;
            (*last, *before) = (now, done);
        } else {
            // The count begins, or was reset.
            *self = Self::default();
            self.range = Some((now, now, done));
        }
    }

    /// Speed, and remaining time for this total at that speed: without new counts the rate sinks and the remaining
    /// time grows.
    pub(crate) fn pace(&self, all: usize, now: Instant) -> Option<StagePace> {
        let (first, last, done) = self.range?;
        let idle = now.saturating_duration_since(last).as_secs_f64();
        let kept = (-idle / MEMORY).exp();
        let rate = self.work * kept / (self.seconds * kept + idle);
        if now.saturating_duration_since(first) < MIN_FORECAST_TIME || self.work <= 0.0 {
            return None;
        }
        Some(StagePace {
            per_minute: (rate * 60.0).round() as u64,
            seconds_left: (all.saturating_sub(done) as f64 / rate).ceil() as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the forecast at `now` after these counts of 1,000, each with its time in
    /// milliseconds.
    fn check(samples: &[(u64, usize)], now: u64, expected: Option<(u64, u64)>) {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut throughput = Throughput::default();
        for (millis, done) in samples {
            throughput.record(Stage::Reading, (*done, 1_000), at(*millis));
        }
        let works = throughput.works(at(now));
        let pace = works[0].pace.map(|it| (it.per_minute, it.seconds_left));
        assert_eq!(pace, expected, "{samples:?} at {now}");
    }

    #[test]
    fn no_rate_is_shown_without_samples() {
        check(&[(0, 0)], 0, None);
        check(&[(0, 0)], 5_000, None);
        check(&[(0, 0), (500, 100)], 1_900, None);
    }

    #[test]
    fn the_rate_is_that_of_all_work_and_newer_work_counts_more() {
        check(&[(0, 0), (2_000, 200)], 2_000, Some((6_000, 8)));
        let slower = [(0, 0), (1_000, 800), (2_000, 810), (10_000, 890)];
        check(&slower, 10_000, Some((4_294, 2)));
        check(&[(0, 0), (1_000, 500)], 10_000, Some((2_282, 14)));
    }

    #[test]
    fn the_remaining_time_does_not_jump() {
        let start = Instant::now();
        let (mut samples, mut done, mut before) = (Samples::default(), 0, None);
        // Groups of small and of large files.
        for second in 0..110 {
            let now = start + Duration::from_secs(second);
            done += if second % 10 < 6 { 15 } else { 2 };
            samples.record(done, now);
            let left = samples.pace(1_100, now).map(|it| it.seconds_left);
            if let (Some(before), Some(left), 10..) = (before, left, second) {
                assert!(left <= before + before / 10 + 1, "{before}, then {left}");
                assert!(left + left / 8 + 3 >= before, "{before}, then {left}");
            }
            before = left;
        }
    }

    #[test]
    fn stages_follow_one_another_and_a_new_run_resets_them() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut throughput = Throughput::default();
        throughput.record(Stage::Walking, (0, 0), at(0));
        throughput.record(Stage::Reading, (0, 10), at(2));
        throughput.record(Stage::Reading, (10, 10), at(5));
        throughput.record(Stage::Embedding, (4, 40), at(6));
        let works = throughput.works(at(8));
        let took: Vec<u64> = works.iter().map(|work| work.seconds).collect();
        assert_eq!(took, [2, 4, 2]);
        assert_eq!((works[1].done, works[1].all), (10, 10));
        let running: Vec<bool> = works.iter().map(|work| work.is_running).collect();
        assert_eq!(running, [false, false, true]);
        throughput.end(at(9));
        assert!(throughput.works(at(50)).iter().all(|it| it.pace.is_none()));
        assert_eq!(throughput.works(at(50))[2].seconds, 3);
        throughput.record(Stage::Walking, (0, 0), at(60));
        assert_eq!(throughput.works(at(61)).len(), 1);
    }
}
