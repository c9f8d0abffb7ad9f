//! Cuts code by its declarations.
//!
//! Principal type: [`ScopeChunker`]. Invariant: the parts of each scope tile it, because each segment extends
//! to the next one.

use super::license::{has_license, opening_parts};
use super::node::Role;
use super::part::{Draft, Label};
use super::source::{Source, has_word};
use crate::syntax::{Element, ElementKind, Kind, Outline, is_export, is_object};
use std::collections::HashSet;
use std::ops::Range;

/// The parts of a file up to `end`; none if its outline has no names.
pub(super) fn parts(source: &Source<'_>, outline: &Outline, end: usize) -> Option<Vec<Draft>> {
    let scope = ScopeChunker { source, outline };
    let roots = outline.scope(&outline.roots);
    scope.named(roots, 0..end, ScopeChunker::file_segments)
}

/// The parts of a cell of a document; none if its outline has no names.
pub(super) fn cell_parts(
    source: &Source<'_>,
    outline: &Outline,
    bytes: &Range<usize>,
) -> Option<Vec<Draft>> {
    let scope = ScopeChunker { source, outline };
    let roots = outline.scope(&outline.roots);
    scope.named(roots, bytes.clone(), |scope, roots| {
        let mut segments = Vec::new();
        scope.runs(roots, None, &mut segments);
        segments
    })
}

struct ScopeChunker<'a> {
    source: &'a Source<'a>,
    outline: &'a Outline,
}

/// Start and kind of a part, which extends to the next one.
struct ScopeSegment<'a> {
    start: usize,
    content: SegmentKind<'a>,
    /// Common type of the nodes of a run; none before the first node, empty if they differ.
    node_type: Option<&'static str>,
    /// End of its last node; none if it ends with the next segment.
    end: Option<usize>,
    definitions: Vec<(String, usize)>,
    long_items: Vec<Range<usize>>,
    /// True if the line before it opens a macro with it.
    is_opened: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum SegmentKind<'a> {
    License,
    Header,
    Imports,
    Items,
    Gap,
    Declaration(&'a Element),
}

impl<'a> ScopeSegment<'a> {
    fn new(start: usize, content: SegmentKind<'a>) -> Self {
        Self {
            start,
            content,
            node_type: None,
            end: None,
            definitions: Vec::new(),
            long_items: Vec::new(),
            is_opened: false,
        }
    }
}

impl<'a> ScopeChunker<'a> {
    /// The parts that tile `bytes`, with the segments of some elements; none if the elements have no names.
    fn named(
        &self,
        elements: &'a [Element],
        bytes: Range<usize>,
        segments: impl Fn(&Self, &'a [Element]) -> Vec<ScopeSegment<'a>>,
    ) -> Option<Vec<Draft>> {
        let is_named = elements.iter().any(|element| match element.kind {
            ElementKind::Declaration(_) | ElementKind::Import => true,
            ElementKind::Items => !element.definitions.is_empty(),
            ElementKind::Comment => false,
        });
        if !is_named {
            return None;
        }
        // A name may have no words: `? ? ?` in YAML.
        let parts = self.tile(segments(self, elements), bytes, None);
        (!parts.is_empty()).then_some(parts)
    }

    fn file_segments(&self, elements: &'a [Element]) -> Vec<ScopeSegment<'a>> {
        let comments = elements
            .iter()
            .take_while(|element| element.kind == ElementKind::Comment);
        let (opening, rest) = elements.split_at(comments.count());
        let mut comments: Vec<Range<usize>> = opening
            .iter()
            .map(|comment| comment.bytes.clone())
            .collect();
        let mut segments = Vec::new();
        // Comments adjacent to the first import, and a license adjacent to anything, belong to the file.
        let mut first_start = None;
        if let Some(first) = rest.first()
            && !first.docs.is_empty()
            && first.docs.start == first.bytes.start
            && (first.kind == ElementKind::Import || has_license(self.source, &first.docs))
        {
            comments.push(first.docs.clone());
            first_start = Some(self.source.next_word(first.docs.end));
        }
        for (start, is_license) in opening_parts(self.source, &comments) {
            let content = if is_license {
                SegmentKind::License
            } else {
                SegmentKind::Header
            };
            segments.push(ScopeSegment::new(start, content));
        }
        self.runs(rest, first_start, &mut segments);
        segments
    }

    /// The segments of a declaration with members. The text before the first is its header.
    fn member_segments(&self, element: &'a Element, start: usize) -> Vec<ScopeSegment<'a>> {
        let elements = self.outline.scope(&element.members);
        let is_module =
            element.kind == ElementKind::Declaration(Kind::Module) && !is_object(element.node_type);
        let header = elements
            .iter()
            .take_while(|member| match member.kind {
                ElementKind::Declaration(_) => false,
                ElementKind::Items => !is_module,
                ElementKind::Import | ElementKind::Comment => true,
            })
            .count();
        let (before, rest) = elements.split_at(header);
        let mut segments = vec![ScopeSegment::new(start, SegmentKind::Header)];
        segments[0].definitions = defined_in(element, before);
        segments[0].long_items = items_in(before);
        self.runs(rest, None, &mut segments);
        segments
    }

    /// Merges adjacent imports into one segment, and adjacent items into one.
    fn runs(
        &self,
        elements: &'a [Element],
        mut first_start: Option<usize>,
        segments: &mut Vec<ScopeSegment<'a>>,
    ) {
        // Comments that belong to the next segment.
        let mut waiting: Option<ScopeSegment<'a>> = None;
        for element in elements {
            let start = first_start.take().unwrap_or(element.bytes.start);
            let content = match element.kind {
                ElementKind::Comment | ElementKind::Items
                    if !has_word(self.source.slice(&element.bytes)) =>
                {
                    continue;
                }
                ElementKind::Comment => {
                    let gap = waiting.get_or_insert(ScopeSegment::new(start, SegmentKind::Gap));
                    gap.end = Some(element.bytes.end);
                    continue;
                }
                ElementKind::Import => SegmentKind::Imports,
                ElementKind::Items => SegmentKind::Items,
                ElementKind::Declaration(_) => SegmentKind::Declaration(element),
            };
            let runs_on = segments.last().is_some_and(|last| {
                last.content == content
                    && last.node_type.is_some_and(is_export) == is_export(element.node_type)
                    && !matches!(content, SegmentKind::Declaration(_))
                    && !(element.apart && content == SegmentKind::Items)
            });
            let before = waiting.take();
            match (content, before) {
                _ if runs_on => {}
                (SegmentKind::Items, Some(before)) => {
                    segments.push(ScopeSegment::new(before.start, content));
                }
                (_, before) => {
                    segments.extend(before);
                    segments.push(ScopeSegment {
                        is_opened: element.is_opened,
                        ..ScopeSegment::new(start, content)
                    });
                }
            }
            if let Some(run) = segments.last_mut() {
                run.end = Some(element.bytes.end);
                let known = run.node_type.get_or_insert(element.node_type);
                if *known != element.node_type {
                    *known = "";
                }
                if element.kind == ElementKind::Items {
                    run.definitions.extend(element.definitions.iter().cloned());
                    run.long_items
                        .extend(items_in(std::slice::from_ref(element)));
                }
            }
        }
        segments.extend(waiting);
        merge_import_blocks(segments);
    }

    /// Converts segments to parts that tile `bytes`.
    fn tile(
        &self,
        segments: Vec<ScopeSegment<'a>>,
        bytes: Range<usize>,
        of: Option<&Element>,
    ) -> Vec<Draft> {
        let mut starts: Vec<usize> = Vec::with_capacity(segments.len() + 1);
        for segment in &segments {
            let floor = starts.last().copied().unwrap_or(bytes.start);
            let start = self.source.snap_to_line(segment.start);
            starts.push(start.clamp(floor, bytes.end));
        }
        // Text without information before the first segment becomes part of that segment.
        if let Some(first) = starts.first_mut() {
            *first = bytes.start;
        }
        starts.push(bytes.end);
        // A segment that begins on the line of the next one keeps only the blank lines before it: they go with it.
        for at in 1..starts.len() - 1 {
            if self
                .source
                .slice(&(starts[at - 1]..starts[at]))
                .trim()
                .is_empty()
            {
                starts[at] = starts[at - 1];
            }
        }
        let mut parts = Vec::with_capacity(segments.len());
        for (segment, ends) in segments.into_iter().zip(starts.windows(2)) {
            if segment.is_opened
                && let Some(last) = parts.last_mut()
            {
                Draft::end_before_opening(last);
            }
            if ends[0] < ends[1] {
                parts.push(self.part(segment, ends[0]..ends[1], of));
            }
        }
        parts
    }

    fn part(&self, segment: ScopeSegment<'a>, bytes: Range<usize>, of: Option<&Element>) -> Draft {
        let (definitions, long_items) = (segment.definitions, segment.long_items);
        let part = match segment.content {
            SegmentKind::License => Draft {
                silent: true,
                ..Draft::leaf(Kind::File, Role::Gap, Label::Parents, bytes)
            },
            SegmentKind::Header => self.header(bytes, of, definitions),
            SegmentKind::Imports => Draft {
                definitions,
                ..Draft::leaf(Kind::Imports, Role::Body, Label::Unnamed, bytes)
            },
            SegmentKind::Gap => Draft::leaf(Kind::Items, Role::Gap, Label::Unnamed, bytes),
            SegmentKind::Items => items(bytes, definitions),
            SegmentKind::Declaration(element) => self.declaration(element, bytes),
        };
        let node_type = match (segment.content, of) {
            (SegmentKind::Header, Some(element)) => element.node_type,
            _ => segment.node_type.unwrap_or_default(),
        };
        Draft {
            node_type,
            end: segment.end,
            long_items: [part.long_items, long_items].concat(),
            ..part
        }
    }

    fn header(
        &self,
        bytes: Range<usize>,
        of: Option<&Element>,
        definitions: Vec<(String, usize)>,
    ) -> Draft {
        match of {
            Some(element) => declared(element, Role::Header, Label::Parents, definitions, bytes),
            None => Draft {
                docs: bytes.clone(),
                ..Draft::leaf(Kind::File, Role::Header, Label::Parents, bytes)
            },
        }
    }

    fn declaration(&self, element: &'a Element, bytes: Range<usize>) -> Draft {
        let members = self.outline.scope(&element.members);
        let has_members = members
            .iter()
            .any(|member| matches!(member.kind, ElementKind::Declaration(_)));
        let label = Label::Own {
            path: element.path.clone(),
            name: element.name.clone(),
        };
        let definitions = defined_in(element, members);
        let leaf = declared(element, Role::Body, label, definitions, bytes.clone());
        if !has_members {
            return Draft {
                long_items: items_in(members),
                ..leaf
            };
        }
        let segments = self.member_segments(element, bytes.start);
        Draft {
            role: Role::Parent,
            definitions: Vec::new(),
            parts: self.tile(segments, bytes, Some(element)),
            ..leaf
        }
    }
}

/// A leaf of a declaration.
fn declared(
    element: &Element,
    role: Role,
    label: Label,
    definitions: Vec<(String, usize)>,
    bytes: Range<usize>,
) -> Draft {
    let kind = match element.kind {
        ElementKind::Declaration(kind) => kind,
        _ => Kind::Items,
    };
    Draft {
        name_at: Some(element.name_at),
        declared_at: Some(element.declared_at),
        docs: element.docs.clone(),
        signature: element.signature.clone(),
        bases: element.bases.clone(),
        definitions,
        ..Draft::leaf(kind, role, label, bytes)
    }
}

/// Merges a line or two between imports, like a `#define` between `#include`s, into their block.
fn merge_import_blocks(segments: &mut Vec<ScopeSegment<'_>>) {
    const MAX_GAP: usize = 200;
    let mut merged: Vec<ScopeSegment<'_>> = Vec::with_capacity(segments.len());
    for segment in segments.drain(..) {
        let is_continued = matches!(merged.as_slice(), [.., block, items]
            if segment.content == SegmentKind::Imports
                && block.content == SegmentKind::Imports
                && items.content == SegmentKind::Items
                && segment.start - items.start <= MAX_GAP);
        if is_continued
            && let Some(items) = merged.pop()
            && let Some(block) = merged.last_mut()
        {
            block.definitions.extend(items.definitions);
            block.long_items.extend(items.long_items);
            block.end = segment.end;
        } else {
            merged.push(segment);
        }
    }
    *segments = merged;
}

/// A run of items is named by the first name that it defines, so that its id survives changes of the others.
fn items(bytes: Range<usize>, mut definitions: Vec<(String, usize)>) -> Draft {
    // A signature and its definition have the same name.
    let mut names = HashSet::new();
    definitions.retain(|(name, _)| names.insert(name.clone()));
    let (label, name_at) = match definitions.first() {
        Some((name, at)) => (Label::named(name), Some(*at)),
        None => (Label::Unnamed, None),
    };
    Draft {
        name_at,
        definitions: definitions.into_iter().skip(1).collect(),
        ..Draft::leaf(Kind::Items, Role::Body, label, bytes)
    }
}

/// Names that a declaration defines other than its own, and the names of its members.
fn defined_in(element: &Element, members: &[Element]) -> Vec<(String, usize)> {
    let mut defined = element.definitions.clone();
    // Clauses repeat the declaration's own name.
    defined.retain(|(name, _)| *name != element.name);
    for member in members {
        if member.kind == ElementKind::Items {
            defined.extend_from_slice(&member.definitions);
        }
    }
    defined
}

/// Starts of the first names and ends of items.
fn items_in(elements: &[Element]) -> Vec<Range<usize>> {
    let items = elements
        .iter()
        .filter(|element| element.kind == ElementKind::Items);
    let named = items.filter_map(|item| Some(item.definitions.first()?.1..item.bytes.end));
    named.filter(|item| !item.is_empty()).collect()
}
