//! Memory of a connection: the code that was sent, and the pages of earlier requests.
//!
//! Principal types: [`Connection`], and [`Exchange`], one call of it. Invariant: its size is bounded; what is forgotten is sent again.

use crate::corpus::{Text, content_hash, locked};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

/// Maximum number of texts that are remembered.
const MAX_SENT: usize = 4_096;
/// Maximum number of requests whose pages are remembered.
const MAX_REQUESTS: usize = 32;

/// A part of a version of a file.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FilePart {
    /// Hash of its repository, its path and its text.
    file: u64,
    bytes: Range<usize>,
}

impl FilePart {
    /// Another part of the same version of the file.
    pub(super) fn at(&self, bytes: Range<usize>) -> Self {
        Self {
            file: self.file,
            bytes,
        }
    }

    fn contains(&self, other: &Self) -> bool {
        let (own, other_bytes) = (&self.bytes, &other.bytes);
        self.file == other.file && own.start <= other_bytes.start && other_bytes.end <= own.end
    }
}

/// A call, and the code in its answer.
pub(super) struct Exchange<'a> {
    pub(super) connection: &'a Connection,
    /// Root of the repository.
    pub(super) root: &'a Path,
    sending: RefCell<Vec<FilePart>>,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(connection: &'a Connection, root: &'a Path) -> Self {
        Self {
            connection,
            root,
            sending: RefCell::default(),
        }
    }

    /// A part of a file of the repository.
    pub(super) fn part(&self, path: &str, document: &Text, bytes: Range<usize>) -> FilePart {
        let file = key_of(&(self.root, path, content_hash(document.bytes())));
        FilePart { file, bytes }
    }

    /// Returns true if the code was sent before, or is in the answer.
    pub(super) fn has_sent(&self, part: &FilePart) -> bool {
        let sending = self.sending.borrow();
        sending.iter().any(|known| known.contains(part)) || self.connection.has_sent(part)
    }

    /// Adds code to the answer.
    pub(super) fn add(&self, parts: impl IntoIterator<Item = FilePart>) {
        self.sending.borrow_mut().extend(parts);
    }

    /// Remembers that the answer was sent.
    pub(super) fn finish(self) {
        self.connection.add_sent(self.sending.into_inner());
    }
}

/// The requested page of a tool's answer.
pub(super) struct PageRequest {
    /// Hash of the tool and its arguments, without those of the page.
    pub(super) key: u64,
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) max_tokens: usize,
}

/// The rows of a page, as positions in the list of all rows.
pub(super) struct PageRows {
    /// Number of rows on the pages before it.
    pub(super) before: usize,
    /// Number of the pages before it, which have rows.
    pub(super) pages: usize,
    pub(super) shown: Vec<usize>,
    /// The rows on no page so far, in their order.
    pub(super) left: Vec<usize>,
}

/// Keys of the rows on each page of a request.
type Pages = Vec<Vec<u64>>;

#[derive(Default)]
pub(super) struct Connection {
    /// The oldest first.
    sent: Mutex<VecDeque<FilePart>>,
    /// By the key of the request, the oldest first.
    requests: Mutex<VecDeque<(u64, Pages)>>,
}

impl Connection {
    /// Returns true if the text was sent, alone or within another one.
    fn has_sent(&self, part: &FilePart) -> bool {
        let sent = locked(&self.sent);
        sent.iter().any(|known| known.contains(part))
    }

    /// Remembers texts that were sent.
    fn add_sent(&self, parts: Vec<FilePart>) {
        let mut sent = locked(&self.sent);
        for part in parts {
            sent.retain(|known| !part.contains(known));
            sent.push_back(part);
        }
        while sent.len() > MAX_SENT {
            sent.pop_front();
        }
    }

    /// Chooses and remembers the rows of a page: those that were on no page before it, as many as `lay_out` takes from
    /// the start of a list. Pages before it that were not sent are laid out the same way.
    pub(super) fn page(
        &self,
        request: &PageRequest,
        keys: &[u64],
        lay_out: impl Fn(&[usize]) -> usize,
    ) -> PageRows {
        let mut pages = self.pages(request.key);
        pages.truncate(request.number - 1);
        let mut left = without(keys, &pages);
        let mut take = |pages: &mut Pages| {
            let count = lay_out(&left).min(left.len());
            let taken: Vec<usize> = left.drain(..count).collect();
            if !taken.is_empty() {
                pages.push(taken.iter().map(|row| keys[*row]).collect());
            }
            taken
        };
        while pages.len() + 1 < request.number && !take(&mut pages).is_empty() {}
        let (known, before) = (pages.len(), pages.iter().map(Vec::len).sum());
        let shown = take(&mut pages);
        let mut requests = locked(&self.requests);
        requests.retain(|(key, _)| *key != request.key);
        requests.push_back((request.key, pages));
        while requests.len() > MAX_REQUESTS {
            requests.pop_front();
        }
        PageRows {
            before,
            pages: known,
            shown,
            left,
        }
    }

    /// Number of rows on the known pages before a page.
    pub(super) fn rows_before(&self, request: &PageRequest) -> usize {
        let pages = self.pages(request.key);
        pages.iter().take(request.number - 1).map(Vec::len).sum()
    }

    fn pages(&self, request: u64) -> Pages {
        let requests = locked(&self.requests);
        let known = requests.iter().find(|(key, _)| *key == request);
        known.map(|(_, pages)| pages.clone()).unwrap_or_default()
    }
}

/// Hash of a request or a row.
pub(super) fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Positions of the rows that are on none of the pages. Of equal rows, as many are left out as the pages have.
fn without(keys: &[u64], pages: &Pages) -> Vec<usize> {
    let mut known: HashMap<u64, usize> = HashMap::new();
    for key in pages.iter().flatten() {
        *known.entry(*key).or_default() += 1;
    }
    let mut left = Vec::new();
    for (row, key) in keys.iter().enumerate() {
        match known.get_mut(key) {
            Some(count @ 1..) => *count -= 1,
            _ => left.push(row),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(text: &str, bytes: Range<usize>) -> FilePart {
        let connection = Connection::default();
        let exchange = Exchange::new(&connection, Path::new("/r"));
        exchange.part("a.rs", &Text::from(text), bytes)
    }

    #[test]
    fn a_text_was_sent_if_one_around_it_in_the_same_version_was() {
        let connection = Connection::default();
        connection.add_sent(vec![part("one", 10..30)]);
        let check = |text: &str, bytes: Range<usize>, expected: bool| {
            assert_eq!(
                connection.has_sent(&part(text, bytes.clone())),
                expected,
                "{bytes:?}"
            );
        };
        check("one", 10..30, true);
        check("one", 12..20, true);
        check("one", 9..20, false);
        check("one", 12..31, false);
        check("two", 12..20, false);
    }

    #[test]
    fn the_oldest_texts_are_forgotten() {
        let connection = Connection::default();
        for first in 0..=MAX_SENT {
            connection.add_sent(vec![part("one", first..first + 1)]);
        }
        assert!(!connection.has_sent(&part("one", 0..1)));
        assert!(connection.has_sent(&part("one", 1..2)));
        assert_eq!(connection.sent.lock().unwrap().len(), MAX_SENT);
    }

    proptest! {
        /// Whatever fits on each page, and whichever pages are sent before, pages contain every row once.
        #[test]
        fn pages_contain_every_row_once(
            keys in proptest::collection::vec(0_u64..8, 0..40),
            sizes in proptest::collection::vec(1_usize..5, 40),
            skipped in 0_usize..4,
        ) {
            let connection = Connection::default();
            let request = |number| PageRequest { key: 1, number, max_tokens: 0 };
            let mut found: Vec<u64> = Vec::new();
            let size = |number: usize| sizes[number % sizes.len()];
            // The first pages are laid out, not sent, if the first request is for a later one.
            let first = connection.page(&request(skipped + 1), &keys, |_| size(0));
            found.extend(&keys[..first.before]);
            found.extend(first.shown.iter().map(|row| keys[*row]));
            for number in skipped + 2..skipped + 60 {
                let page = connection.page(&request(number), &keys, |_| size(number));
                found.extend(page.shown.iter().map(|row| keys[*row]));
            }
            let mut all = keys.clone();
            all.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, all);
        }
    }
}
