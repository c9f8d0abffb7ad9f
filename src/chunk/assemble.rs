//! Assembly of parts to chunks with names, locations and ids.
//!
//! [`assemble()`] is the last step of [`ChunkTree::of`](super::tree::ChunkTree::of). Invariant: parents precede
//! their children, and an id depends on path, names, kind, role and ordinal, never on offsets.

use super::encoded::is_encoded;
use super::node::{Boundary, Chunk, ChunkId, Definition, NestedSymbol, Role};
use super::part::{Draft, Label, clipped};
use super::source::{Source, has_word};
use crate::corpus::{Document, SourcePath, content_hash};
use crate::syntax::{Kind, Language, Nested, is_export};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use twox_hash::XxHash3_64;

/// The chunks of a document; the chunk of the file is first.
pub(super) fn assemble(
    document: &Document,
    source: &Source<'_>,
    language: Option<Language>,
    nested: &[Nested],
    file: Draft,
) -> Vec<Chunk> {
    let mut assembly = Assembly {
        document,
        source,
        language,
        nested,
        ordinals: HashMap::new(),
        chunks: Vec::new(),
    };
    assembly.add(file, None);
    let mut chunks = assembly.chunks;
    for chunk in &mut chunks {
        chunk.id = chunk.id.among(document.path.repository());
    }
    chunks
}

struct Assembly<'a> {
    document: &'a Document,
    source: &'a Source<'a>,
    language: Option<Language>,
    /// Declarations within leaves, in order.
    nested: &'a [Nested],
    /// Number of equal chunks so far, by key.
    ordinals: HashMap<u64, u64>,
    chunks: Vec<Chunk>,
}

impl Assembly<'_> {
    /// Adds a part and its descendants. Recursion is as deep as scopes, whose depth is limited.
    fn add(&mut self, part: Draft, parent: Option<usize>) -> usize {
        let index = self.chunks.len();
        let chunk = self.chunk(&part, parent);
        self.chunks.push(chunk);
        for part in part.parts {
            let child = self.add(part, Some(index));
            self.chunks[index].children.push(child);
        }
        index
    }

    fn chunk(&mut self, part: &Draft, parent: Option<usize>) -> Chunk {
        let above = parent.and_then(|parent| self.chunks.get(parent));
        let (name, names) = self.names(part, above);
        let key = key(&self.document.path, above, &names, part.kind, part.role);
        let ordinal = self.ordinals.entry(XxHash3_64::oneshot(&key)).or_default();
        let id = numbered(key, *ordinal);
        *ordinal += 1;
        let bytes = part.bytes.clone();
        let text_end = if parent.is_some() {
            self.text_end(part)
        } else {
            bytes.end
        };
        let text = self.source.slice(&(bytes.start..text_end));
        let whole = &self.document.text;
        let raw = whole.bytes().get(bytes.start..text_end);
        let lines = self.lines(&(bytes.start..text_end));
        let declared_lines = match (part.declared_at, part.end) {
            (Some(start), Some(end)) => self.lines(&(start..end)),
            _ => lines,
        };
        let definitions = self.definitions(part, &name);
        let long_items = part.long_items.iter().map(|item| self.lines(item));
        let mut bases = part.bases.clone();
        // `typedef struct ring ring`.
        bases.retain(|base| part.kind != Kind::Type || *base != name);
        let name_at = match part.name_at {
            Some(at) if at <= self.source.len() => (whole.line_at(at), whole.column_at(at)),
            _ => (lines.0, 1),
        };
        Chunk {
            id,
            kind: part.kind,
            role: part.role,
            boundary: boundary(part),
            node_type: part.node_type,
            name,
            names,
            heading_levels: heading_levels(part, above),
            page: whole.page_at(bytes.start),
            lines,
            declared_lines,
            long_items: long_items.filter(|(first, last)| first < last).collect(),
            name_at,
            docs: clipped(&part.docs, &bytes),
            signature: clipped(&part.signature, &(0..self.source.len())),
            bases,
            definitions,
            nested: self.nested(part),
            language: match part.kind {
                Kind::Code => part.language,
                _ => part.language.or(self.language),
            },
            hash: content_hash(raw.unwrap_or_default()),
            parent,
            children: Vec::new(),
            silent: part.role != Role::Parent
                && (part.silent || !has_word(text) || is_encoded(text)),
            text_end,
            bytes,
        }
    }

    fn lines(&self, bytes: &Range<usize>) -> (u32, u32) {
        let text = &self.document.text;
        let last = bytes.end.saturating_sub(1).max(bytes.start);
        (text.line_at(bytes.start), text.line_at(last))
    }

    /// End of a part's own text: the end of its last node and the punctuation after it if only ends of
    /// enclosing scopes follow, else the end of its last word. A blank part is its own text as a whole.
    fn text_end(&self, part: &Draft) -> usize {
        let bytes = &part.bytes;
        let mut end = part.end.unwrap_or(bytes.end).clamp(bytes.start, bytes.end);
        let is_end = self.source.slice(&(end..bytes.end)).lines().all(ends_scope);
        if !is_end && !part.is_before_opening {
            end = bytes.end;
        }
        let after = self.source.slice(&(end..bytes.end));
        let marks = after.len() - after.trim_start_matches([' ', '\t', ';', ',']).len();
        let text = self.source.slice(&(bytes.start..end + marks)).trim_end();
        if text.is_empty() {
            bytes.end
        } else {
            bytes.start + text.len()
        }
    }

    /// The page of a byte; 0 without pages.
    /// Each name once, at its first definition: many rules may define one style.
    fn definitions(&self, part: &Draft, declared: &str) -> Vec<Definition> {
        if part.definitions.is_empty() {
            return Vec::new();
        }
        let mut known = HashSet::from([part.label.own()]);
        // A class declares its constructors.
        let has_prototypes = self.language.is_some_and(|language| language.needs_body);
        let is_constructor = |name: &str, at: usize| {
            let after = self.source.slice(&(at + name.len()..part.bytes.end));
            has_prototypes && name == declared && after.trim_start().starts_with('(')
        };
        part.definitions
            .iter()
            .filter(|(name, at)| known.insert(name) || is_constructor(name, *at))
            .map(|(name, at)| Definition {
                name: name.clone(),
                line: self.document.text.line_at(*at),
            })
            .collect()
    }

    /// The declarations within a leaf.
    fn nested(&self, part: &Draft) -> Vec<NestedSymbol> {
        if part.role == Role::Parent {
            return Vec::new();
        }
        let own = part.label.own();
        let text = &self.document.text;
        let before = |end: usize| self.nested.partition_point(|nested| nested.name_at < end);
        let within = self
            .nested
            .get(before(part.bytes.start)..before(part.bytes.end));
        let (mut symbols, mut around) = (Vec::new(), Vec::<&Nested>::new());
        for nested in within.unwrap_or_default() {
            // `typedef struct ring { … } ring`.
            if nested.name == own {
                continue;
            }
            while around
                .pop_if(|around| around.bytes.end <= nested.name_at)
                .is_some()
            {}
            let is_member = around.last().is_some_and(|around| around.kind.is_type());
            around.push(nested);
            symbols.push(NestedSymbol {
                kind: match nested.kind {
                    Kind::Function if is_member => Kind::Method,
                    kind => kind,
                },
                name: nested.name.clone(),
                line: text.line_at(nested.name_at),
                lines: self.lines(&nested.bytes),
            });
        }
        symbols
    }

    /// The name of a part, and its qualified name.
    fn names(&self, part: &Draft, parent: Option<&Chunk>) -> (String, Vec<String>) {
        let Some(parent) = parent else {
            let name = self.document.path.file_name().to_owned();
            return (name.clone(), vec![name]);
        };
        let mut names = parent.names.clone();
        if is_in_cell(part, parent) {
            names.truncate(1);
        }
        match &part.label {
            Label::Parents => (parent.name.clone(), names),
            Label::Unnamed => (String::new(), names),
            Label::Own { path, name } => {
                names.extend(path.iter().cloned());
                names.push(name.clone());
                (name.clone(), names)
            }
            Label::Piece(number) => {
                let whole = match parent.name.as_str() {
                    "" => parent.kind.name(),
                    name => name,
                };
                // A later piece of a run of definitions has the name of its first one.
                let name = match part.definitions.first() {
                    Some((name, _)) if *number > 1 && part.kind == Kind::Items => name.clone(),
                    _ => format!("{whole}#{number}"),
                };
                // `write#2` replaces `write`, but never the file's name.
                if !parent.name.is_empty() && names.len() > 1 {
                    names.pop();
                }
                names.push(name.clone());
                (name, names)
            }
        }
    }
}

/// Returns true for a declaration in a cell, whose names belong to the document, not to the section around it.
fn is_in_cell(part: &Draft, parent: &Chunk) -> bool {
    parent.kind == Kind::Section && !matches!(part.kind, Kind::Section | Kind::Code)
}

/// Heading levels of the parent, and the part's own level if it is a named heading.
fn heading_levels(part: &Draft, parent: Option<&Chunk>) -> Vec<u8> {
    let above = parent.filter(|parent| !is_in_cell(part, parent));
    let mut levels = above.map_or_else(Vec::new, |above| above.heading_levels.clone());
    if part.level > 0 && matches!(part.label, Label::Own { .. }) {
        levels.push(part.level);
    }
    levels
}

/// The id of the chunk for the document at a path, whatever its content.
pub fn file_id(path: &SourcePath) -> ChunkId {
    let names = [path.file_name().to_owned()];
    let id = numbered(key(path, None, &names, Kind::File, Role::Parent), 0);
    id.among(path.repository())
}

/// The id of a directory: xxh3-64 of its path, which differs from the id of a file.
pub fn directory_id(path: &SourcePath) -> ChunkId {
    let inner = path.in_repository();
    let id = ChunkId(XxHash3_64::oneshot(format!("{inner}/").as_bytes()));
    id.among(path.repository())
}

/// Key of equal chunks: the parent's id (for the file, the path), names, kind, role.
fn key(
    path: &SourcePath,
    parent: Option<&Chunk>,
    names: &[String],
    kind: Kind,
    role: Role,
) -> Vec<u8> {
    let mut key = Vec::new();
    match parent {
        Some(parent) => key.extend(parent.id.0.to_le_bytes()),
        None => key.extend(path.in_repository().as_bytes()),
    }
    for name in names {
        key.push(0);
        key.extend(name.as_bytes());
    }
    for word in [kind.name(), role.name()] {
        key.push(0);
        key.extend(word.as_bytes());
    }
    key
}

/// xxh3-64 of the key of equal chunks and the ordinal among them.
fn numbered(mut key: Vec<u8>, ordinal: u64) -> ChunkId {
    key.push(0);
    key.extend(ordinal.to_le_bytes());
    ChunkId(XxHash3_64::oneshot(&key))
}

/// The boundary of a part, by its kind. Only the first piece has the boundary of its whole.
fn boundary(part: &Draft) -> Boundary {
    let is_later_piece = matches!(part.label, Label::Piece(number) if number > 1);
    let is_exports = part.kind == Kind::Items && is_export(part.node_type);
    let is_structure = part.kind.is_type()
        || is_exports
        || matches!(part.kind, Kind::Module | Kind::Impl | Kind::Imports);
    if is_structure && !is_later_piece {
        Boundary::Structural
    } else {
        Boundary::Content
    }
}

/// Returns true for a line that only ends scopes: a closing bracket or tag, with words after it as in `} as const;`, or a word
/// that ends blocks. The line before a cell ends the text above.
fn ends_scope(line: &str) -> bool {
    const ENDS: [&str; 6] = ["end", "@end", "#endif", "fi", "done", "esac"];
    let words = line.trim();
    let mut split = words.split_whitespace();
    let first = split.next().unwrap_or_default();
    // `end Name`
    let is_short = split.count() <= 1;
    !has_word(words)
        || words.starts_with(['}', ')', ']'])
        || words.starts_with("```")
        || words.starts_with("~~~")
        || words.starts_with("</")
        || is_short && ENDS.contains(&first.trim_end_matches([';', ')', ',']))
}
