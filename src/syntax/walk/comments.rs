//! Assignment of comments to elements, as methods of [`ScopeElements`].
//!
//! Invariant: every comment of a scope belongs to one element: the next, the previous, or one of its own.

use super::scope::ScopeElements;
use crate::syntax::outline::{Element, ElementKind};
use crate::syntax::row::Rule;
use std::ops::Range;
use tree_sitter::Node;

impl<'t> ScopeElements<'_, 't> {
    pub(super) fn comment(&mut self, node: Node<'t>) {
        let bytes = self.walker.trimmed(node.byte_range());
        let text = self.walker.text.get(bytes.clone()).unwrap_or_default();
        let inner_docs = self.walker.grammar.row.inner_docs;
        if inner_docs.iter().any(|mark| text.starts_with(mark)) {
            return self.preamble(node);
        }
        let trailing_docs = self.walker.grammar.row.trailing_docs;
        if trailing_docs.iter().any(|mark| text.starts_with(mark))
            && self.lead.comments.is_empty()
            && let Some(last) = self.found.last_mut()
        {
            return last.document(bytes);
        }
        let after = self.walker.text.get(bytes.end..).unwrap_or_default();
        let is_next_blank = after.trim_start_matches([' ', '\r']).starts_with("\n\n");
        let is_directive = (self.walker.grammar.row.is_directive)(text);
        if is_directive && !is_next_blank && self.walker.begins_line(node) {
            return self.attribute(node);
        }
        // A comment after code belongs to the element of that code: `}  // namespace`.
        if !self.walker.begins_line(node) && self.lead.comments.is_empty() {
            if self.lead.start.is_some() {
                return;
            }
            if let Some(last) = self.found.last_mut() {
                last.bytes.end = last.bytes.end.max(bytes.end);
                return;
            }
        }
        self.part_with_distant_comments(bytes.start);
        self.lead.comments.push(bytes);
    }

    /// A comment that is never part of the next declaration.
    pub(super) fn preamble(&mut self, node: Node<'t>) {
        self.part_with_comments();
        let bytes = self.walker.trimmed(node.byte_range());
        self.found.push(Element::comment(bytes));
    }

    pub(super) fn attribute(&mut self, node: Node<'t>) {
        self.part_with_distant_docs(node.start_byte());
        self.lead.start = Some(self.start_of(node));
        self.lead.attributes.get_or_insert(node.start_byte());
    }

    /// Start of an element with this node, comments included.
    pub(super) fn start_of(&self, node: Node<'t>) -> usize {
        let comments = self.lead.comments.first().map(|first| first.start);
        match self.lead.start.into_iter().chain(comments).min() {
            Some(lead) => lead.min(node.start_byte()),
            None => (self.walker.hooks.start)(self.walker, node),
        }
    }

    /// Start of a declaration with its docs and attributes, without what is around several ones.
    pub(super) fn declared_at(&self, node: Node<'t>) -> usize {
        let comments = self.lead.comments.first().map(|first| first.start);
        match self.lead.attributes.into_iter().chain(comments).min() {
            Some(lead) => lead.min(node.start_byte()),
            None => (self.walker.hooks.start)(self.walker, node),
        }
    }

    /// Comments followed by a blank line are separate elements, unless attributes or crossed nodes
    /// precede them.
    fn part_with_distant_comments(&mut self, next: usize) {
        if self.lead.start.is_none() && self.line_breaks_before(next) > 1 {
            self.part_with_comments();
        }
    }

    /// Like [`Self::part_with_distant_comments`], for elements that comments can document. Docs (`/** … */`)
    /// may be separated by one blank line, except at the top of a file, where they document the file.
    pub(super) fn part_with_distant_docs(&mut self, next: usize) {
        let first = self.lead.comments.first().cloned().unwrap_or_default();
        let text = self.walker.text.get(first).unwrap_or_default();
        let mut docs = self.walker.grammar.row.docs.iter();
        let is_docs = docs.any(|mark| text.starts_with(mark));
        let at_top = self.scope.element.is_none() && self.found.is_empty();
        if !is_docs || at_top || self.documents_last() || self.line_breaks_before(next) > 2 {
            self.part_with_distant_comments(next);
        }
    }

    fn line_breaks_before(&self, next: usize) -> usize {
        let last = self.lead.comments.last().map_or(next, |last| last.end);
        let between = self.walker.text.get(last..next).unwrap_or_default();
        between.bytes().filter(|byte| *byte == b'\n').count()
    }

    /// Returns true if the scope has only comments so far.
    pub(super) fn opens_scope(&mut self) -> bool {
        let known = self.comments.min(self.found.len());
        let others = self.found.get(known..).unwrap_or_default().iter();
        let more = others.take_while(|element| element.kind == ElementKind::Comment);
        self.comments = known + more.count();
        self.comments == self.found.len()
    }

    pub(super) fn part_with_comments(&mut self) {
        let documents_last = self.lead.start.is_none() && self.documents_last();
        (self.lead.start, self.lead.attributes) = (None, None);
        let comments = std::mem::take(&mut self.lead.comments);
        let (Some(first), Some(last)) = (comments.first(), comments.last()) else {
            return;
        };
        let bytes = first.start..last.end;
        match self.found.last_mut() {
            Some(element) if documents_last => element.document(bytes),
            _ => self.found.push(Element::comment(bytes)),
        }
    }

    /// Returns true if comments that do not belong to the next element belong to the previous one.
    fn documents_last(&self) -> bool {
        let marks = self.walker.grammar.row.touching_docs;
        let (Some(last), Some(first)) = (self.found.last(), self.lead.comments.first()) else {
            return false;
        };
        let text = self.walker.text;
        let docs = text.get(first.clone()).unwrap_or_default();
        let between = text.get(last.bytes.end..first.start).unwrap_or_default();
        last.kind != ElementKind::Comment
            && marks.iter().any(|mark| docs.starts_with(mark))
            && between.matches('\n').count() <= 1
    }

    /// The comments before a declaration, or the one at its start.
    pub(super) fn docs(&self, inner: Node<'t>) -> Range<usize> {
        match (self.lead.comments.first(), self.lead.comments.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => match inner.named_child(0) {
                Some(child)
                    if self.walker.grammar.rule(child) == Rule::Comment
                        && child.start_byte() == inner.start_byte() =>
                {
                    child.byte_range()
                }
                _ => 0..0,
            },
        }
    }
}
