//! Phrases and patterns are checked against the files' text: the index holds no positions, only
//! terms that tell where to look.

use super::{Excluded, Pattern, Query, Receipt, Search, SearchError, copies};
use crate::chunk::content_hash;
use crate::corpus::SourcePath;
use crate::corpus::place::Place;
use crate::index::{Clause, Condition, IndexError, Passing, Record, Snapshot};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Files are read by this many threads at most; more read no faster from one disk.
const MOST_THREADS: usize = 4;

/// What a name that matches adds to the score: what is called so stands before what mentions it.
const NAME: f32 = 1.0;

/// What a query says of a leaf's text.
struct Wanted {
    /// Its phrases and its patterns.
    patterns: Vec<Pattern>,
    /// Those that must not match.
    excluded: Vec<Pattern>,
}

impl Wanted {
    fn of(query: &Query) -> Result<Self, SearchError> {
        let exactly = |text: &String| Pattern::exactly(text).map_err(SearchError::Pattern);
        let phrases = query.phrases.iter().map(exactly);
        let patterns = query.patterns.iter().cloned().map(Ok);
        let excluded = query.excluded.iter().filter_map(|excluded| match excluded {
            Excluded::Word(_) => None,
            Excluded::Phrase(text) => Some(exactly(text)),
            Excluded::Pattern(pattern) => Some(Ok(pattern.clone())),
        });
        Ok(Self {
            patterns: phrases.chain(patterns).collect::<Result<_, _>>()?,
            excluded: excluded.collect::<Result<_, _>>()?,
        })
    }

    /// Whether all that must match does.
    fn stands_in(&self, text: &[u8]) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.all(|pattern| pattern.stands_in(text))
    }

    /// Whether a leaf's text is as wanted.
    fn lets(&self, leaf: &[u8]) -> bool {
        let mut excluded = self.excluded.iter();
        self.stands_in(leaf) && !excluded.any(|pattern| pattern.stands_in(leaf))
    }
}

/// Whether a query asks for text.
pub(super) fn asks(query: &Query) -> bool {
    !query.phrases.is_empty() || !query.patterns.is_empty()
}

/// What the index can tell of the leaves in which phrases and patterns stand.
pub(super) fn clauses(query: &Query) -> impl Iterator<Item = Clause> + '_ {
    let literals = query.patterns.iter().flat_map(Pattern::literals);
    let texts = query.phrases.iter().chain(literals);
    texts.map(|text| may_hold(text))
}

fn may_hold(text: &str) -> Clause {
    Clause {
        condition: Condition::Phrase(text.to_owned()),
        negated: false,
    }
}

/// Of what passes that of which the index cannot tell whether its text is as wanted.
fn doubtful(snapshot: &Snapshot, query: &Query, passing: &Passing) -> Result<Passing, IndexError> {
    if asks(query) {
        return Ok(passing.clone());
    }
    let mut suspects = Vec::new();
    for excluded in &query.excluded {
        let clauses: Vec<Clause> = match excluded {
            Excluded::Word(_) => continue,
            Excluded::Phrase(text) => vec![may_hold(text)],
            Excluded::Pattern(pattern) => {
                pattern.literals().iter().map(|it| may_hold(it)).collect()
            }
        };
        suspects.push(snapshot.passing(&clauses)?);
    }
    let total = snapshot.leaves();
    let is_suspect = |entry: &u32| suspects.iter().any(|it| it.contains(*entry));
    Ok(Passing::of(passing.iter(total).filter(is_suspect), total))
}

/// Narrows `passing` to the leaves in whose text every phrase stands and every pattern matches, and
/// nothing that is excluded; none when cancelled.
pub(super) fn narrow(
    search: &Search<'_>,
    passing: &Passing,
) -> Result<Option<Passing>, SearchError> {
    let snapshot = search.snapshot;
    let wanted = Wanted::of(search.query)?;
    let doubtful = doubtful(snapshot, search.query, passing)?;
    let found = wanted.find(search, &doubtful, |entry, _| entry)?;
    Ok(found.map(|found| {
        let total = snapshot.leaves();
        let certain = passing.iter(total).filter(|it| !doubtful.contains(*it));
        let entries = found.into_iter().map(|(_, entry)| entry);
        Passing::of(certain.chain(entries), total)
    }))
}

/// Ranked leaves, and the set of all that match.
type Matching = (Vec<(Record, Receipt)>, Passing);

/// A leaf in whose text all patterns match.
struct Match {
    entry: u32,
    hash: u64,
    line: u32,
    signals: Vec<(&'static str, f32)>,
}

/// The leaves in whose text the query's patterns match, until they have `limit` distinct texts, with
/// all copies of these: those that are called so first, the project's own code before tests and what
/// others wrote, then by path and line; and the set of all that match. None when cancelled.
pub(super) fn find(
    search: &Search<'_>,
    passing: &Passing,
) -> Result<Option<Matching>, SearchError> {
    let (snapshot, wanted) = (search.snapshot, Wanted::of(search.query)?);
    let judged = |entry, record: &Record| Match {
        entry,
        hash: record.hash,
        line: record.lines.0,
        signals: signals(record, &wanted.patterns),
    };
    let Some(mut matches) = wanted.find(search, passing, judged)? else {
        return Ok(None);
    };
    matches.sort_by_key(|(file, it)| {
        let score: f32 = it.signals.iter().map(|(_, value)| value).sum();
        (
            Reverse((score * 1e4).round() as i64),
            *file,
            it.line,
            it.entry,
        )
    });
    let matching = matches.iter().map(|(_, it)| it.entry);
    let matching = Passing::of(matching, snapshot.leaves());
    copies::keep_first(&mut matches, search.limit, |(_, it)| it.hash);
    let mut ranked = Vec::with_capacity(matches.len());
    for (_, found) in matches {
        let mut receipt = Receipt::default();
        receipt.extend(found.signals);
        ranked.push((snapshot.record(found.entry)?, receipt));
    }
    Ok(Some((ranked, matching)))
}

fn signals(record: &Record, patterns: &[Pattern]) -> Vec<(&'static str, f32)> {
    let defined = record.definitions.iter().map(|it| it.name.as_str());
    let mut names = defined.chain([record.name.as_str()]);
    let is_named = names.any(|name| {
        let mut patterns = patterns.iter();
        !name.is_empty() && patterns.any(|pattern| pattern.stands_in(name.as_bytes()))
    });
    let name = is_named.then_some(("name", NAME));
    let place = Place::of(&record.path, &record.names).demotion();
    name.into_iter().chain(place).collect()
}

/// What is said of each leaf, with the number of its file in the order of paths.
type Found<T> = Vec<(usize, T)>;

impl Wanted {
    /// What `judged` says of every leaf that passes and whose text is as wanted, in no order; none
    /// when cancelled. Several threads read, each one file at a time.
    fn find<T: Send>(
        &self,
        search: &Search<'_>,
        passing: &Passing,
        judged: impl Fn(u32, &Record) -> T + Sync,
    ) -> Result<Option<Found<T>>, IndexError> {
        let files = search.snapshot.by_file(passing)?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((path, leaves)) = files.get(number) else {
                    return Ok(found);
                };
                if search.cancel.is_cancelled() {
                    return Ok(found);
                }
                let leaves = self.leaves(search, path, leaves)?;
                let judged = leaves.iter().map(|(entry, leaf)| judged(*entry, leaf));
                found.extend(judged.map(|judged| (number, judged)));
            }
        };
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = threads.min(MOST_THREADS).min(files.len());
        let found: Result<Vec<Found<T>>, IndexError> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = vec![work()];
            found.extend(others.into_iter().map(|it| match it.join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            }));
            found.into_iter().collect()
        });
        let found = found?.into_iter().flatten().collect();
        Ok((!search.cancel.is_cancelled()).then_some(found))
    }

    /// Of these leaves of a file those whose text is as wanted. In a file that cannot be read now
    /// nothing is, and what stands in a leaf that changed is not known before it is indexed again.
    fn leaves(
        &self,
        search: &Search<'_>,
        path: &SourcePath,
        leaves: &[u32],
    ) -> Result<Vec<(u32, Record)>, IndexError> {
        let mut found = Vec::new();
        let Ok((document, _)) = search.reader.read(path, search.cancel) else {
            return Ok(found);
        };
        let text = document.text.bytes();
        // Where it matches nowhere no record is read.
        if !self.stands_in(text) {
            return Ok(found);
        }
        for entry in leaves {
            let record = search.snapshot.record(*entry)?;
            let bytes = record.bytes.0 as usize..record.bytes.1 as usize;
            let leaf = text.get(bytes);
            let is_wanted = |leaf| self.lets(leaf) && content_hash(leaf) == record.hash;
            if leaf.is_some_and(is_wanted) {
                found.push((*entry, record));
            }
        }
        Ok(found)
    }
}
