//! Byte ranges of elements and their signatures, as methods of [`Walker`].
//!
//! Contract: ranges never contain a comment of another element, even if the grammar places it inside.

use super::row::Rule;
use super::shape::{Walker, children, named_children};
use std::ops::Range;
use tree_sitter::Node;

/// Maximum depth of nested scopes that end at the same place.
const MAX_END_DEPTH: usize = 64;
/// Maximum number of consecutive comments.
const MAX_COMMENTS: usize = 64;

impl<'t> Walker<'_> {
    /// Range from the wrappers to the body, or to the end of a declaration without a body; without docs and
    /// decorators.
    pub(super) fn signature(
        &self,
        node: Node<'t>,
        inner: Node<'t>,
        head: Option<Node<'t>>,
        body: Option<Node<'t>>,
        docs: &Range<usize>,
    ) -> Range<usize> {
        let before_body = body.map_or(inner.end_byte(), |body| body.start_byte());
        let leads =
            |child: &Node<'t>| matches!(self.grammar.rule(*child), Rule::Attribute | Rule::Comment);
        // Some grammars place decorators among the modifiers.
        let first = node.named_child(0).unwrap_or(node);
        // Attributes after other words are part of the signature: `public @Nullable String name()`.
        let start = children(node)
            .take_while(leads)
            .chain(children(first).take_while(leads))
            .map(|attribute| attribute.end_byte())
            // Some grammars place docs inside the declaration. Docs in a body are handled elsewhere.
            .chain([docs.end])
            .filter(|end| *end <= before_body)
            .fold(node.start_byte(), usize::max);
        let mut end = match body {
            // Its members are siblings of its signature.
            Some(body) if body == inner => self.first_member(inner),
            Some(body) => {
                let comments = self.comments_before(body, inner);
                comments.first().unwrap_or(&body).start_byte()
            }
            None => node.end_byte(),
        };
        end = head.map_or(end, |head| head.end_byte());
        if let Some(body) = body.filter(|body| self.grammar.rule(*body) == Rule::Body) {
            let text = self.text.get(body.byte_range()).unwrap_or_default();
            end += text.find('{').unwrap_or(0);
        }
        if body.is_some() {
            end = self.without_comments(inner, end);
        }
        let text = self.text.get(start..end).unwrap_or_default();
        let start = end - text.trim_start().len().min(end);
        let end = start + text.trim().len();
        start..end
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
        let is_member =
            |child: &Node<'t>| matches!(self.grammar.rule(*child), Rule::Declaration(_));
        let first = named_children(node).find(is_member);
        first.map_or(node.end_byte(), |first| first.start_byte())
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
        let mut within = node;
        for _ in 0..MAX_END_DEPTH {
            let mut children = (0..within.child_count())
                .rev()
                .filter_map(|index| within.child(index));
            let last = children.find(|child| {
                let is_behind = self.grammar.rule(*child) == Rule::Comment
                    && child.start_position().column <= column
                    && found.len() < MAX_COMMENTS;
                if is_behind {
                    found.push(*child);
                }
                !is_behind
            });
            match last {
                Some(last) => within = last,
                None => break,
            }
        }
        found.reverse();
        found
    }
}
