//! The commit that a query names as the base of its changes.
//!
//! A branch or tag means the commit at which it and HEAD parted, a hash the commit itself. Commits are read one by
//! one from git's objects; one that is missing, as in a shallow clone, has no parents.

use super::commit::HeadCommit;
use super::unavailable::GitUnavailable::{
    self, LongHistory, NoCommonCommit, NotFetched, UnknownBase,
};
use crate::corpus::threads::locked;
use gix_hash::{ObjectId, Prefix};
use gix_object::FindExt;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Mutex;

/// Maximum number of commits that are read.
pub(super) const COMMITS_LIMIT: usize = 500_000;
/// Number of pairs of commits whose common one is remembered.
const REMEMBERED: usize = 16;
/// Minimum number of digits of an abbreviated hash, as in git.
const SHORTEST: usize = 4;
/// Directories of references, in the order in which git resolves a name; its own directory is the last one here, not the
/// first, since it has files of other names, too.
const PLACES: [&str; 5] = ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/", ""];

/// The commit can be reached from HEAD, or from the base.
const FROM_HEAD: u8 = 1;
const FROM_BASE: u8 = 2;
const FROM_BOTH: u8 = FROM_HEAD | FROM_BASE;
/// A descendant is common to both already.
const STALE: u8 = 4;

impl HeadCommit {
    /// Finds the commit of a base: `main`, `origin/main`, `v1.2`, `HEAD~3`, `1a2b3c4`.
    pub(super) fn base(&self, name: &str, head: ObjectId) -> Result<ObjectId, GitUnavailable> {
        let unknown = || UnknownBase(name.to_owned());
        let (start, steps) = steps_back(name).ok_or_else(unknown)?;
        let (mut id, is_hash) = match self.named(start, head) {
            Some(id) => (id, false),
            None => (self.abbreviated(start).ok_or_else(unknown)?, true),
        };
        for _ in 0..steps {
            let parents = self
                .commit(id)
                .ok_or_else(|| NotFetched(name.to_owned()))?
                .1;
            id = parents.into_iter().next().ok_or_else(unknown)?;
        }
        if self.commit(id).is_none() {
            return Err(NotFetched(name.to_owned()));
        }
        if is_hash {
            return Ok(id);
        }
        self.common(head, id)?
            .ok_or_else(|| NoCommonCommit(name.to_owned()))
    }

    /// The ids of at most `limit` commits, this one first, then those that it can reach, newest first.
    pub fn nearest_ancestors(&self, limit: usize) -> Vec<String> {
        let time = |id| self.commit(id).map_or(0, |(time, _)| time);
        let start = self.id;
        let mut queue = BinaryHeap::from([(time(start), start)]);
        let (mut seen, mut found) = (HashSet::from([start]), Vec::new());
        while let Some((_, id)) = queue.pop()
            && found.len() < limit
        {
            found.push(id.to_string());
            for parent in self
                .commit(id)
                .map_or_else(Vec::new, |(_, parents)| parents)
            {
                if seen.insert(parent) {
                    queue.push((time(parent), parent));
                }
            }
        }
        found
    }

    /// The commit at a branch or tag, or HEAD.
    fn named(&self, name: &str, head: ObjectId) -> Option<ObjectId> {
        if matches!(name, "HEAD" | "@") {
            return Some(head);
        }
        let mut places = PLACES.iter();
        let id = places.find_map(|place| self.git.commit_at(&format!("{place}{name}")))?;
        self.peeled(ObjectId::from_hex(id.as_bytes()).ok()?)
    }

    /// The only commit whose hash begins with these digits.
    fn abbreviated(&self, digits: &str) -> Option<ObjectId> {
        if digits.len() < SHORTEST || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        if let Ok(id) = ObjectId::from_hex(digits.as_bytes()) {
            return self.peeled(id);
        }
        let prefix = Prefix::from_hex(digits).ok()?;
        let id = self.store.lookup_prefix(prefix, None).ok()??.ok()?;
        self.peeled(id)
    }

    /// The commit of a tag, or the commit itself.
    fn peeled(&self, mut id: ObjectId) -> Option<ObjectId> {
        let mut buffer = Vec::new();
        // A tag of a tag is rare.
        for _ in 0..8 {
            if self.commit(id).is_some() {
                return Some(id);
            }
            let tag = self.readable(&id)?.find_tag_iter(&id, &mut buffer).ok()?;
            id = tag.target_id().ok()?;
        }
        None
    }

    /// Time and parents of a commit.
    fn commit(&self, id: ObjectId) -> Option<(i64, Vec<ObjectId>)> {
        let mut buffer = Vec::new();
        let commit = self
            .readable(&id)?
            .find_commit_iter(&id, &mut buffer)
            .ok()?;
        let time = commit.committer().ok()?.seconds();
        Some((time, commit.parent_ids().collect()))
    }

    /// Returns the newest commit that both can reach and from which no other such commit descends, as far as the
    /// times of the commits are in order. Every search for changes asks for it, so it is remembered.
    fn common(&self, head: ObjectId, base: ObjectId) -> Result<Option<ObjectId>, GitUnavailable> {
        static FOUND: Mutex<Vec<[ObjectId; 3]>> = Mutex::new(Vec::new());
        let known = locked(&FOUND);
        if let Some([.., common]) = known.iter().find(|known| known[..2] == [head, base]) {
            return Ok(Some(*common));
        }
        drop(known);
        let found = self.search_common(head, base)?;
        if let Some(common) = found {
            let mut known = locked(&FOUND);
            known.truncate(REMEMBERED - 1);
            known.insert(0, [head, base, common]);
        }
        Ok(found)
    }

    fn search_common(
        &self,
        head: ObjectId,
        base: ObjectId,
    ) -> Result<Option<ObjectId>, GitUnavailable> {
        let mut flags: HashMap<ObjectId, u8> = HashMap::new();
        let mut queue = BinaryHeap::new();
        let mut found: Vec<ObjectId> = Vec::new();
        let read = |id| {
            let (time, parents) = self.commit(id).unwrap_or_default();
            (time, id, parents)
        };
        for (id, flag) in [(head, FROM_HEAD), (base, FROM_BASE)] {
            *flags.entry(id).or_default() |= flag;
            queue.push(read(id));
        }
        while queue.iter().any(|(_, id, _)| flags[id] & STALE == 0)
            && let Some((_, id, parents)) = queue.pop()
        {
            if flags.len() > COMMITS_LIMIT {
                return Err(LongHistory);
            }
            let mut passed_on = flags[&id];
            if passed_on & FROM_BOTH == FROM_BOTH {
                if passed_on & STALE == 0 && !found.contains(&id) {
                    found.push(id);
                }
                passed_on |= STALE;
            }
            for parent in parents {
                let known = flags.entry(parent).or_default();
                if *known & passed_on != passed_on {
                    *known |= passed_on;
                    queue.push(read(parent));
                }
            }
        }
        Ok(found.into_iter().find(|id| flags[id] & STALE == 0))
    }
}

/// Splits `HEAD~2^` into a name and a number of first parents.
fn steps_back(name: &str) -> Option<(&str, usize)> {
    let start = name.find(['~', '^']).unwrap_or(name.len());
    let (start, mut rest) = name.split_at(start);
    let mut steps = 0_usize;
    while let Some(after) = rest.strip_prefix(['~', '^']) {
        let is_parent = rest.starts_with('^');
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = after.split_at(digits);
        let number = match number {
            "" => 1,
            number => number.parse().ok()?,
        };
        // `HEAD^2` is another parent than the first one, which is not a step back.
        if is_parent && number != 1 {
            return None;
        }
        steps = steps.checked_add(number)?;
        rest = after;
    }
    let is_whole = rest.is_empty() && !start.is_empty();
    (is_whole && steps <= COMMITS_LIMIT).then_some((start, steps))
}
