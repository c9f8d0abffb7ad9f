//! BM25 over several fields: the best entries, and the scores of requested ones.
//!
//! MaxScore (Turtle and Flood, "Query Evaluation: Strategies and Optimizations", 1995) over windows of
//! documents: once the terms with the most common words cannot lift a document to the best by themselves,
//! only documents with other terms are scored. Skipped documents could not be among the best, so the result
//! equals that of an exhaustive search. The bound of a term follows from BM25 itself and is valid for any
//! statistics, unlike the bounds that tantivy stores with its blocks.
//!
//! Equal scores are ordered by chunk id, so that ties do not depend on the order of documents.
//!
//! [`search()`] is called by [`Snapshot::keywords`](crate::index::Snapshot::keywords) and for summaries.

use super::postings::seek_to;
use super::searcher::Searcher;
use super::statistics::TermStatistics;
use crate::chunk::ChunkId;
use crate::index::distinct::Distinct;
use crate::index::entry_set::EntrySet;
use std::cmp::Reverse;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::Bm25Weight;
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocAddress, DocId, DocSet, TERMINATED};

/// Number of documents that are scored together; their sums fit the nearest cache.
const WINDOW: u32 = 2048;

/// Scores entries by their terms, with BM25 summed over weighted fields.
pub(crate) fn search(
    searcher: &Searcher,
    (statistics, entries): (&TermStatistics, usize),
    starts: &[u32],
    terms: &[(Term, f32)],
    request: &KeywordRequest<'_>,
) -> tantivy::Result<Keywords> {
    let mut found = Keywords::default();
    let mut top = Top::new(request.limit);
    let mut scored = request.scored.clone();
    scored.sort_unstable();
    scored.dedup();
    let segments = lists(searcher, statistics, entries.max(1) as u64, terms)?;
    let mut sums = vec![0.0; WINDOW as usize];
    let mut touched = vec![0; WINDOW as usize / 64];
    for ((segment, lists), start) in (0u32..).zip(segments).zip(starts) {
        let in_segment = scored.iter().filter(|at| at.segment_ord == segment);
        let mut union = Union {
            lists,
            scored: in_segment.map(|at| at.doc_id).collect(),
            first: *start,
            request,
            top: &mut top,
            found: &mut found.scored,
            sums: &mut sums,
            touched: &mut touched,
        };
        union.run();
    }
    found.best = top.into_scores();
    Ok(found)
}

/// A term in a field: its postings in one segment.
struct TermPostings {
    postings: SegmentPostings,
    norms: FieldNormReader,
    weight: Bm25Weight,
    /// Maximum score of a document.
    max_score: f64,
}

impl TermPostings {
    /// Contribution of the term to the score of the current document.
    fn score(&self) -> f64 {
        let norm = self.norms.fieldnorm_id(self.postings.doc());
        f64::from(self.weight.score(norm, self.postings.term_freq()))
    }
}

/// The postings of the terms in each segment, the greatest bound first.
fn lists(
    searcher: &Searcher,
    statistics: &TermStatistics,
    entries: u64,
    terms: &[(Term, f32)],
) -> tantivy::Result<Vec<Vec<TermPostings>>> {
    let readers = searcher.segment_readers();
    let mut weighted = Vec::with_capacity(terms.len());
    for (term, boost) in terms {
        let segments = searcher.segments_with(term)?;
        let mut documents = 0;
        for (ordinal, info) in &*segments {
            if let Some(index) = searcher.index(*ordinal, term.field())? {
                documents += statistics.live(*ordinal, &readers[*ordinal], index, info)?;
            }
        }
        let length = statistics.tokens(term.field())? as f32 / entries as f32;
        // tantivy would panic if there were more documents than entries.
        let documents = documents.min(entries);
        let weight =
            Bm25Weight::for_one_term_without_explain(documents, entries, length).boost_by(*boost);
        weighted.push((max_score(&weight), weight, term, segments));
    }
    weighted.sort_by(|(left, ..), (right, ..)| right.total_cmp(left));
    let mut lists: Vec<Vec<TermPostings>> = readers.iter().map(|_| Vec::new()).collect();
    for (max_score, weight, term, segments) in &weighted {
        for (ordinal, info) in &**segments {
            let Some(index) = searcher.index(*ordinal, term.field())? else {
                continue;
            };
            lists[*ordinal].push(TermPostings {
                postings: index.read_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?,
                norms: readers[*ordinal].get_fieldnorms_reader(term.field())?,
                max_score: *max_score,
                weight: weight.clone(),
            });
        }
    }
    Ok(lists)
}

/// Maximum score of any document: a term occurs in a field at most as often as the field is long, and lengths
/// are rounded down.
fn max_score(weight: &Bm25Weight) -> f64 {
    let mut best: f32 = 0.0;
    for norm in 0..=u8::MAX {
        let longest = match norm.checked_add(1) {
            Some(next) => FieldNormReader::id_to_fieldnorm(next).saturating_sub(1),
            None => u32::MAX,
        };
        best = best.max(weight.score(norm, longest));
    }
    f64::from(best)
}

/// Union of postings lists in one segment.
///
/// Sums of f32 in f64 are exact between 2^-24 and 2^5, so the order of terms does not matter.
struct Union<'a> {
    /// The greatest bound first.
    lists: Vec<TermPostings>,
    /// Requested documents, ascending.
    scored: Vec<DocId>,
    /// Entry of the segment's first document.
    first: u32,
    request: &'a KeywordRequest<'a>,
    top: &'a mut Top,
    /// Scores of requested documents.
    found: &'a mut Vec<(u32, f32)>,
    /// Sum of each document of the window; 0 between windows.
    sums: &'a mut [f64],
    /// Bit set of the documents with a sum; empty between windows.
    touched: &'a mut [u64],
}

impl Union<'_> {
    fn run(&mut self) {
        // Maximum contribution of each list and all after it.
        let mut rest: Vec<f64> = self.lists.iter().map(|list| list.max_score).collect();
        rest.push(0.0);
        for at in (0..self.lists.len()).rev() {
            rest[at] += rest[at + 1];
        }
        let mut next_scored = 0;
        loop {
            // The lists after these cannot lift a document to the best by themselves.
            let least = self.top.threshold();
            let needed = rest[..self.lists.len()].partition_point(|rest| *rest >= least);
            let docs = self.lists[..needed].iter().map(|list| list.postings.doc());
            let start = match docs.chain(self.scored.get(next_scored).copied()).min() {
                None | Some(TERMINATED) => return,
                Some(start) => start,
            };
            self.accumulate(start, needed);
            let from = next_scored;
            while let Some(doc) = self.scored.get(next_scored)
                && *doc - start < WINDOW
            {
                mark_touched(self.touched, doc - start);
                next_scored += 1;
            }
            self.collect_best(start, needed, &rest, from..next_scored);
        }
    }

    /// Adds the scores of the first lists to the documents of a window.
    fn accumulate(&mut self, start: DocId, needed: usize) {
        let end = start.saturating_add(WINDOW);
        for list in &mut self.lists[..needed] {
            let mut doc = list.postings.doc();
            while doc < end {
                let offset = doc - start;
                self.sums[offset as usize] += list.score();
                mark_touched(self.touched, offset);
                doc = list.postings.advance();
            }
        }
    }

    /// Completes the sums of candidates for the best, and clears the window.
    fn collect_best(
        &mut self,
        start: DocId,
        needed: usize,
        rest: &[f64],
        requested: std::ops::Range<usize>,
    ) {
        let requested = self.scored.get(requested).unwrap_or_default();
        for word in 0..self.touched.len() {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while bits != 0 {
                let offset = word as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                let sum = std::mem::take(&mut self.sums[offset as usize]);
                let doc = start + offset;
                let is_requested = !requested.is_empty() && requested.binary_search(&doc).is_ok();
                let least = if is_requested {
                    f64::NEG_INFINITY
                } else {
                    self.top.threshold()
                };
                let entry = self.first + doc;
                if sum + rest[needed] < least || !self.request.passing.contains(entry) {
                    continue;
                }
                if let Some(score) = complete(&mut self.lists, doc, sum, needed, rest, least)
                    && score > 0.0
                {
                    if is_requested {
                        self.found.push((entry, rounded(score)));
                    }
                    let (chunk, content) = (self.request.identify)(entry);
                    self.top.add(entry, score, chunk, content);
                }
            }
        }
    }
}

/// The score of a document, given its sum over the lists before `needed`; none if it stays below `least`.
fn complete(
    lists: &mut [TermPostings],
    doc: DocId,
    mut sum: f64,
    needed: usize,
    rest: &[f64],
    least: f64,
) -> Option<f64> {
    for (list, rest) in lists.iter_mut().zip(rest).skip(needed) {
        if sum + rest < least {
            return None;
        }
        if seek_to(&mut list.postings, doc) {
            sum += list.score();
        }
    }
    Some(sum)
}

fn mark_touched(touched: &mut [u64], offset: u32) {
    touched[offset as usize / 64] |= 1 << (offset % 64);
}

/// A candidate: score in steps, then the lower ChunkId, and its entry.
type KeywordCandidate = (i64, Reverse<ChunkId>, u32);

/// Scores are rounded to this many steps per unit, so that rounding errors do not affect the order.
pub const STEPS_PER_UNIT: f64 = 1e4;

/// Result of a keyword search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keywords {
    /// Entries and scores, best first, including copies.
    pub best: Vec<(u32, f32)>,
    /// The scores of the requested entries that have one, unordered.
    pub scored: Vec<(u32, f32)>,
}

/// A request for the best entries.
pub(crate) struct KeywordRequest<'a> {
    /// Entries that may be returned.
    pub(crate) passing: &'a EntrySet,
    /// Maximum number of distinct contents.
    pub(crate) limit: usize,
    /// Returns the chunk and the content of an entry; called only for candidates.
    pub(crate) identify: &'a dyn Fn(u32) -> (ChunkId, u64),
    /// Documents whose scores are requested, even if they are not among the best.
    pub(crate) scored: Vec<DocAddress>,
}

/// The best so far.
pub(crate) struct Top(Distinct<KeywordCandidate>);

impl Top {
    pub(crate) fn new(limit: usize) -> Self {
        Self(Distinct::new(limit))
    }

    pub(crate) fn add(&mut self, entry: u32, score: f64, chunk: ChunkId, content: u64) {
        let candidate = (to_steps(score), Reverse(chunk), entry);
        self.0.add(candidate, content);
    }

    /// Minimum score to be among the best; lower scores round below the worst.
    pub(crate) fn threshold(&self) -> f64 {
        match self.0.worst() {
            Some((steps, ..)) => (*steps as f64 - 0.5) / STEPS_PER_UNIT,
            None => f64::NEG_INFINITY,
        }
    }

    /// Entries and scores, best first.
    pub(crate) fn into_scores(self) -> Vec<(u32, f32)> {
        let best = self.0.into_sorted();
        let scored = best.map(|(steps, _, entry)| (entry, from_steps(steps)));
        scored.collect()
    }
}

/// Rounds a score to whole steps.
pub(crate) fn rounded(score: f64) -> f32 {
    from_steps(to_steps(score))
}

fn to_steps(score: f64) -> i64 {
    (score * STEPS_PER_UNIT).round() as i64
}

fn from_steps(steps: i64) -> f32 {
    steps as f32 / STEPS_PER_UNIT as f32
}
