//! What speaks for a file: its best leaves, its name, its place.

use super::names::Names;
use super::{FileSignals, Ranked};
use crate::corpus::SourcePath;
use crate::search::place::{Place, is_not_code};
use crate::search::summaries::Fit;

/// How many signals a file has.
pub(super) const COUNT: usize = 21;

/// What is gathered over the candidates of one file.
#[derive(Default)]
pub(super) struct Evidence {
    keywords: Vec<f32>,
    meaning: Vec<f32>,
    /// The share of the query's words that its candidates have in some form, by their idf.
    pub(super) covered: f32,
    defined: f32,
    declared: f32,
    named: f32,
    last_line: u32,
    /// The best place of its candidates: tests may stand in the file they test.
    place: Option<Place>,
}

impl Evidence {
    /// Adds a candidate of the file.
    pub(super) fn add(&mut self, hit: &Ranked, names: &Names) {
        let record = &hit.record;
        self.keywords.push(hit.keywords);
        self.meaning.push(hit.meaning);
        self.defined = self.defined.max(hit.defined);
        self.declared = self.declared.max(hit.declared);
        let defined = record.definitions.iter().map(|it| it.name.as_str());
        let coverages = defined.map(|name| names.coverage(name));
        self.named = coverages.fold(self.named.max(hit.named), f32::max);
        self.last_line = self.last_line.max(record.lines.1);
        let place = Place::of(&record.path, &record.names);
        self.place = match self.place {
            Some(Place::Code) => self.place,
            _ => Some(place),
        };
    }

    /// The signals of the file, each about 0 to 1.
    pub(super) fn signals(mut self, path: &SourcePath, names: &Names, summary: Fit) -> FileSignals {
        for scores in [&mut self.keywords, &mut self.meaning] {
            scores.sort_unstable_by(|left, right| right.total_cmp(left));
        }
        let hits = self.keywords.len();
        let (stem, directory) = (path.stem(), path.directory());
        let depth = path.depth() as f32;
        let place = self.place.unwrap_or(Place::Code);
        let is = |holds: bool| f32::from(u8::from(holds));
        [
            ("keywords", best(&self.keywords)),
            ("file by keywords", mean_of_three(&self.keywords)),
            ("meaning", best(&self.meaning)),
            ("file by meaning", mean_of_three(&self.meaning)),
            ("hits", (1.0 + hits as f32).ln()),
            ("words covered", self.covered),
            ("definition", self.defined),
            ("declared", self.declared),
            ("name", self.named),
            ("file name", names.share(stem)),
            ("file name in query", names.coverage(stem)),
            ("file named", names.named(stem)),
            ("directory", names.coverage(directory)),
            ("depth", depth / 6.0),
            ("tests", is(place == Place::Tests && !names.ask_for_tests())),
            (
                "examples",
                is(place == Place::Examples && !names.ask_for_examples()),
            ),
            (
                "vendored",
                is(matches!(place, Place::Vendored | Place::Generated)),
            ),
            ("prose", is(is_not_code(path))),
            ("length", (1.0 + self.last_line as f32).ln() / 8.0),
            ("summary by keywords", summary.keywords),
            ("summary by meaning", summary.meaning),
        ]
    }
}

/// The first of sorted scores.
fn best(scores: &[f32]) -> f32 {
    scores.first().copied().unwrap_or(0.0)
}

/// Of the best three; those that are not there count as 0.
fn mean_of_three(scores: &[f32]) -> f32 {
    scores.iter().take(3).sum::<f32>() / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rank::weights::WEIGHTS;

    #[test]
    fn every_signal_has_its_weight() {
        let signals = Evidence::default().signals(
            &SourcePath::new("src/a.rs"),
            &Names::of("words"),
            Fit::default(),
        );
        assert_eq!(signals.map(|(name, _)| name), WEIGHTS.map(|(name, _)| name));
    }
}
