//! Byte ranges of elements and their signatures, as methods of [`Walker`].
//!
//! Contract: ranges never contain a comment of another element, even if the grammar places it inside.

use super::row::Rule;
use super::shape::RawElement;
use super::walker::{Walker, children, named_children};
use std::ops::Range;
use tree_sitter::Node;

/// Maximum depth of nested scopes that end at the same place.
const MAX_END_DEPTH: usize = 64;
/// Maximum number of consecutive comments.
const MAX_COMMENTS: usize = 64;

impl<'t> Walker<'_> {
    /// Range from the wrappers of a declaration to its body, or to its end without a body; without docs,
    /// decorators and trailing comments. `node` is the outermost wrapper.
    pub(super) fn signature(
        &self,
        node: Node<'t>,
        draft: &RawElement<'t>,
        docs: &Range<usize>,
    ) -> Range<usize> {
        let start = self.signature_start(node, draft, docs);
        let mut end = self.signature_end(node, draft);
        if draft.body.is_some() {
            end = self.without_comments(draft.inner, end);
        }
        let text = self.text.get(start..end).unwrap_or_default();
        let start = end - text.trim_start().len().min(end);
        start..start + text.trim().len()
    }

    /// End of the attributes, decorators and docs before the signature: `fn a()` of `#[test] fn a() {}`.
    /// Attributes after other words are part of it: `public @Nullable String name()`.
    fn signature_start(
        &self,
        node: Node<'t>,
        draft: &RawElement<'t>,
        docs: &Range<usize>,
    ) -> usize {
        let before_body = match draft.body {
            Some(body) => body.start_byte(),
            None => draft.inner.end_byte(),
        };
        let mut start = node.start_byte();
        // Some grammars place decorators among the modifiers.
        for outer in [node, node.named_child(0).unwrap_or(node)] {
            for child in children(outer) {
                if !matches!(self.grammar.rule(child), Rule::Attribute | Rule::Comment) {
                    break;
                }
                if child.end_byte() <= before_body {
                    start = start.max(child.end_byte());
                }
            }
        }
        // Some grammars place docs inside the declaration. Docs in a body are handled elsewhere.
        if docs.end <= before_body {
            start = start.max(docs.end);
        }
        start
    }

    /// Start of the body, or of what the query or the grammar has instead: `fn a()` of `fn a() { b(); }`.
    fn signature_end(&self, node: Node<'t>, draft: &RawElement<'t>) -> usize {
        let end = match (draft.head, draft.body) {
            (Some(head), _) => head.end_byte(),
            (None, None) => node.end_byte(),
            // Its members are siblings of its signature.
            (None, Some(body)) if body == draft.inner => self.first_member(body),
            (None, Some(body)) => {
                let comments = self.comments_before(body, draft.inner);
                comments.first().unwrap_or(&body).start_byte()
            }
        };
        match draft.body {
            // The body is a type: `type A struct {` of Go.
            Some(body) if self.grammar.rule(body) == Rule::Body => {
                end + self.text_of(body).find('{').unwrap_or(0)
            }
            _ => end,
        }
    }

    /// End of a node's content before `end`, without trailing comments: some grammars include comments before
    /// a body in the node.
    fn without_comments(&self, node: Node<'t>, mut end: usize) -> usize {
        let comments: Vec<Range<usize>> = named_children(node)
            .take_while(|child| child.end_byte() <= end)
            .filter(|child| self.grammar.rule(*child) == Rule::Comment)
            .map(|comment| comment.byte_range())
            .collect();
        for comment in comments.iter().rev() {
            let between = self.text.get(comment.end..end).unwrap_or_default();
            if between.trim().is_empty() {
                end = comment.start;
            }
        }
        end
    }

    fn first_member(&self, node: Node<'t>) -> usize {
        for child in named_children(node) {
            if matches!(self.grammar.rule(child), Rule::Declaration(_)) {
                return child.start_byte();
            }
        }
        node.end_byte()
    }

    /// Bytes without the white space that some grammars count as part of a node.
    pub(super) fn trimmed(&self, bytes: Range<usize>) -> Range<usize> {
        let text = self.text.get(bytes.clone()).unwrap_or_default();
        bytes.start..bytes.start + text.trim_end().len()
    }

    /// Trailing comments of a node, in a language with significant indentation, that are indented no further
    /// than the node: they belong to the next element.
    pub(super) fn trailing_comments(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let column = node.start_position().column;
        let mut found = Vec::new();
        let mut within = Some(node);
        for _ in 0..MAX_END_DEPTH {
            let Some(node) = within else { break };
            within = None;
            for index in (0..node.child_count()).rev() {
                let Some(child) = node.child(index) else {
                    continue;
                };
                let is_trailing = self.grammar.rule(child) == Rule::Comment
                    && child.start_position().column <= column
                    && found.len() < MAX_COMMENTS;
                if !is_trailing {
                    within = Some(child);
                    break;
                }
                found.push(child);
            }
        }
        found.reverse();
        found
    }
}
