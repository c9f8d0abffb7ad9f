//! Words between marks within a paragraph.

use std::ops::Range;

/// How far the end of a phrase is looked for, in bytes: a mark without an end must not have the whole
/// document read for it.
const FARTHEST: usize = 1_000;

/// A paragraph, in the text it is in.
pub(super) struct Paragraph<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    ahead: Vec<Ahead<'t>>,
}

/// What is known of the text ahead, so that it is looked through once for each mark.
struct Ahead<'t> {
    mark: &'t str,
    /// Up to here it was looked for.
    looked: usize,
    /// Where it ends something.
    found: Option<usize>,
}

impl<'t> Paragraph<'t> {
    pub(super) fn new(text: &'t str, bytes: &Range<usize>) -> Self {
        let end = bytes.end.min(text.len());
        Self {
            text,
            start: bytes.start.min(end),
            end,
            ahead: Vec::new(),
        }
    }

    /// What follows a byte; nothing from the paragraph's end on.
    pub(super) fn from(&self, at: usize) -> &'t str {
        self.text.get(at..self.end).unwrap_or_default()
    }

    /// What stands before a byte.
    pub(super) fn up_to(&self, at: usize) -> &'t str {
        self.text.get(self.start..at).unwrap_or_default()
    }

    pub(super) fn before(&self, at: usize) -> Option<char> {
        self.up_to(at).chars().next_back()
    }

    pub(super) fn after(&self, at: usize) -> Option<char> {
        self.from(at).chars().next()
    }

    /// Where the next of these ASCII characters stands.
    pub(super) fn next(&self, at: usize, marks: &[u8]) -> Option<usize> {
        let rest = self.from(at).bytes();
        let mut rest = rest.zip(at..);
        rest.find_map(|(byte, at)| marks.contains(&byte).then_some(at))
    }

    /// How often the character at a byte is repeated, in bytes.
    pub(super) fn run(&self, at: usize) -> usize {
        let rest = self.from(at).as_bytes();
        let first = rest.first();
        rest.iter().take_while(|byte| Some(*byte) == first).count()
    }

    /// Where a mark stands that ends what begins at a byte: directly behind a word, and with nothing
    /// behind it that would go on with the word. A mark is always asked for with the same `goes_on`.
    pub(super) fn close(
        &mut self,
        from: usize,
        mark: &'t str,
        goes_on: fn(char) -> bool,
    ) -> Option<usize> {
        self.next_end(from, mark, |paragraph, at| {
            let before = paragraph.before(at);
            let after = paragraph.after(at + mark.len());
            before.is_some_and(|it| !it.is_whitespace()) && !after.is_some_and(goes_on)
        })
    }

    /// Where a mark stands next that ends what begins at a byte, whatever is around it.
    pub(super) fn find(&mut self, from: usize, mark: &'t str) -> Option<usize> {
        self.next_end(from, mark, |_, _| true)
    }

    /// Marks are asked for in the order of the text.
    fn next_end(
        &mut self,
        from: usize,
        mark: &'t str,
        is_end: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        let known = self.ahead.iter().position(|ahead| ahead.mark == mark);
        let known = known.map(|at| self.ahead.swap_remove(at));
        let (looked, found) = known.map_or((from, None), |it| (it.looked, it.found));
        // There is something before an end.
        let first = from + self.after(from).map_or(0, char::len_utf8);
        let near = self.near(from);
        let (mut looked, mut found) = (looked.max(first), found.filter(|at| *at >= first));
        while found.is_none() {
            let Some(at) = self.text.get(looked..near).and_then(|it| it.find(mark)) else {
                looked = looked.max(near);
                break;
            };
            let at = looked + at;
            looked = at + mark.len();
            found = is_end(self, at).then_some(at);
        }
        self.ahead.push(Ahead {
            mark,
            looked,
            found,
        });
        found.filter(|at| *at < near)
    }

    /// Where to stop looking for the end of what begins at a byte.
    fn near(&self, from: usize) -> usize {
        let far = self.end.min(from.saturating_add(FARTHEST));
        self.text.floor_char_boundary(far)
    }
}
