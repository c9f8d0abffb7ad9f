//! Speed of each stage of indexing and its remaining time, from timed counts.
//!
//! Principal types: [`Throughput`] and [`Samples`]. The time is an argument, so tests need no clock.

use crate::app::{Stage, StagePace, StageProgress};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Window of the rate: neighboring files take similar time.
const WINDOW: Duration = Duration::from_secs(8);

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

/// Counts of the last seconds, oldest first.
#[derive(Default)]
pub(crate) struct Samples {
    counts: VecDeque<(Instant, usize)>,
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
        if self.counts.back().is_some_and(|(_, before)| done < *before) {
            // The count was reset.
            *self = Self::default();
        }
        self.counts.push_back((now, done));
        // One sample older than the window is kept as the start of the measurement.
        while let Some((second, _)) = self.counts.get(1)
            && now.saturating_duration_since(*second) >= WINDOW
        {
            self.counts.pop_front();
        }
    }

    /// Work since the oldest count of the window, divided by the time until now: without new counts
    /// the rate sinks and the remaining time grows.
    fn per_second(&self, now: Instant) -> Option<f64> {
        let (since, before) = *self.counts.front()?;
        let (_, count) = *self.counts.back()?;
        let passed = now.saturating_duration_since(since);
        if passed < MIN_FORECAST_TIME || count <= before {
            return None;
        }
        Some((count - before) as f64 / passed.as_secs_f64())
    }

    /// Speed, and remaining time for this total at that speed. Only the window counts: an average
    /// with earlier forecasts would remember a slow start for most of the run.
    pub(crate) fn pace(&self, all: usize, now: Instant) -> Option<StagePace> {
        let rate = self.per_second(now)?;
        let (_, done) = *self.counts.back()?;
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
    fn the_rate_is_that_of_the_last_seconds() {
        check(&[(0, 0), (2_000, 200)], 2_000, Some((6_000, 8)));
        let slower = [(0, 0), (1_000, 800), (2_000, 810), (10_000, 890)];
        check(&slower, 10_000, Some((600, 11)));
    }

    #[test]
    fn a_slow_start_does_not_inflate_the_remaining_time() {
        let start = Instant::now();
        let mut samples = Samples::default();
        let mut left = Vec::new();
        // A hundred times as fast after the first second.
        for (second, done) in [(0, 0), (1, 1), (2, 100), (3, 200), (4, 300), (5, 400)] {
            let now = start + Duration::from_secs(second);
            samples.record(done, now);
            left.extend(samples.pace(1_000, now).map(|it| it.seconds_left));
        }
        assert_eq!(left, [18, 12, 10, 8]);
    }

    #[test]
    fn the_remaining_time_grows_while_nothing_is_done() {
        check(&[(0, 0), (1_000, 500)], 10_000, Some((3_000, 10)));
        check(&[(0, 0), (1_000, 500)], 100_000, Some((300, 100)));
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
