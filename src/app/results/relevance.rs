//! How good a hit is beside the best one, for its bar.

use super::Results;
use crate::search::Hit;

/// So far behind the best hit, in units of the score, a bar is half as long as the best one's: it is 20
/// times less likely what is meant.
const HALF: f32 = 3.0;

impl Results {
    /// How good a hit is beside the best one, above 0 to 1: how long its bar is.
    ///
    /// Scores are logarithms of odds. Bars as long as the odds would say of all but the best hit the
    /// same, nothing, wherever a name is asked for: what declares it has 5 more for that alone, which is
    /// 150 times the odds. Spread evenly from the first hit to the last, they would say how many hits
    /// were asked for. So a bar falls with the distance to the best one, fast at first and ever more
    /// slowly: what stands 5 behind can still be told from what stands 10 behind, a hit keeps its bar
    /// when more are asked for, and none is without one.
    pub(crate) fn relevance(&self, hit: &Hit) -> f32 {
        let best = self.hits().first().map_or(hit.score, |best| best.score);
        HALF / (HALF + (best - hit.score).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;

    /// How long the bars are of hits with these scores, in parts of the best one's.
    fn bars(scores: &[f32]) -> Vec<f32> {
        let hit = fixture::hits().remove(0);
        let mut hits = vec![hit; scores.len()];
        for (hit, score) in hits.iter_mut().zip(scores) {
            hit.score = *score;
        }
        let mut results = Results::default();
        results.take(fixture::answer(&Default::default(), hits), false, false);
        let relevance = |hit| results.relevance(hit);
        results.hits().iter().map(relevance).collect()
    }

    #[test]
    fn bars_tell_hits_apart_that_are_far_behind_the_best() {
        // Of a name that is asked for, as the scores are.
        let scores = [18.0, 11.9, 8.4, 6.2, 3.7, -10.5];
        let found = bars(&scores);
        assert_eq!(found[0], 1.0);
        assert!(found.is_sorted_by(|one, next| one > next), "{found:?}");
        // In eighths of four cells.
        let eighths: Vec<f32> = found.iter().map(|share| (share * 32.0).round()).collect();
        assert_eq!(eighths, [32.0, 11.0, 8.0, 6.0, 6.0, 3.0]);
        // Whatever else is among the hits.
        assert_eq!(bars(&scores[..3]), found[..3]);
        assert_eq!(bars(&[8.0, 5.0, 8.0]), [1.0, 0.5, 1.0]);
    }
}
