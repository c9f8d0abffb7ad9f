//! Pieces as text with blocks.

use super::piece::{Kind, Piece};
use super::walk::Body;
use crate::corpus::{Block, BlockKind};
use crate::extract::Refusal;

/// A level of a list is indented by this.
const INDENT: &str = "  ";

/// The body as text.
///
/// # Errors
/// When it is longer than `limit` bytes, or has nothing to read but something to see.
pub(super) fn write(body: Body, limit: usize) -> Result<(String, Vec<Block>), Refusal> {
    let mut writer = Writer {
        limit,
        ..Writer::default()
    };
    for piece in body.pieces {
        writer.add(piece)?;
    }
    writer.notes()?;
    match writer.text.is_empty() {
        true if body.has_imports => Err(Refusal::Malformed(
            "its text is an embedded file of another format (altChunk); save it anew as .docx"
                .to_owned(),
        )),
        true if body.has_pictures => Err(Refusal::Scanned),
        _ => Ok((writer.text, writer.blocks)),
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    blocks: Vec<Block>,
    limit: usize,
    /// The kind of the piece before.
    last: Option<Kind>,
    /// The list of the last item that is in no other item.
    list: String,
    /// Notes of the pieces since the last gap.
    notes: Vec<Piece>,
    /// Empty lines of a preformatted text that are written when more of it comes.
    empty_lines: usize,
    /// Whether there was a title: headings are one level lower then.
    titled: bool,
}

impl Writer {
    fn add(&mut self, mut piece: Piece) -> Result<(), Refusal> {
        let notes = std::mem::take(&mut piece.notes);
        if let Kind::Row { cells, .. } = &mut piece.kind {
            piece.text = std::mem::take(cells).join(" | ").trim().to_owned();
        }
        self.piece(piece)?;
        self.notes.extend(notes);
        Ok(())
    }

    /// Writes the notes that were referred to.
    fn notes(&mut self) -> Result<(), Refusal> {
        for mut note in std::mem::take(&mut self.notes) {
            note.notes.clear();
            self.last = None;
            self.piece(note)?;
            self.last = None;
        }
        Ok(())
    }

    fn piece(&mut self, piece: Piece) -> Result<(), Refusal> {
        let joins = self.joins(&piece.kind);
        if piece.text.is_empty() {
            self.empty_lines += usize::from(joins);
            return Ok(());
        }
        if !joins {
            self.notes()?;
            self.empty_lines = 0;
            if !self.text.is_empty() {
                self.text.push('\n');
            }
        }
        match piece.kind {
            Kind::Preformatted if joins => {
                for _ in 0..std::mem::take(&mut self.empty_lines).min(1) {
                    self.text.push('\n');
                }
            }
            Kind::Continuation { .. } if joins => {}
            _ => {
                let kind = self.kind(&piece.kind);
                self.begin(kind)?;
            }
        }
        self.lines(&piece);
        match piece.kind {
            // What goes on with an item leaves that item the last.
            Kind::Continuation { .. } if joins => {}
            kind => {
                if let Kind::Item { list, level: 0 } = &kind {
                    self.list.clone_from(list);
                }
                self.last = Some(kind);
            }
        }
        match self.text.len() > self.limit {
            true => Err(self.too_long()),
            false => Ok(()),
        }
    }

    /// Whether no empty line stands between the piece before and one of this kind.
    fn joins(&self, kind: &Kind) -> bool {
        match (&self.last, kind) {
            (Some(Kind::Item { .. }), Kind::Item { list, level }) => {
                *level > 0 || *list == self.list
            }
            (Some(Kind::Item { .. }), Kind::Continuation { .. }) => true,
            (Some(Kind::Row { table: last, .. }), Kind::Row { table, .. }) => last == table,
            (Some(Kind::Preformatted), Kind::Preformatted) => true,
            _ => false,
        }
    }

    /// What a piece is as a block.
    fn kind(&mut self, kind: &Kind) -> BlockKind {
        match kind {
            Kind::Title => {
                self.titled = true;
                BlockKind::Heading(1)
            }
            Kind::Heading(level) => BlockKind::Heading((level + u8::from(self.titled)).min(9)),
            Kind::Item { .. } => BlockKind::Item,
            Kind::Row { .. } => BlockKind::Row,
            Kind::Paragraph | Kind::Preformatted | Kind::Continuation { .. } => {
                BlockKind::Paragraph
            }
        }
    }

    fn begin(&mut self, kind: BlockKind) -> Result<(), Refusal> {
        let start = u32::try_from(self.text.len()).map_err(|_| self.too_long())?;
        let page = 0;
        self.blocks.push(Block { start, kind, page });
        Ok(())
    }

    /// Writes a piece's lines: those of items by their level, and all but the first below the text
    /// that follows a marker.
    fn lines(&mut self, piece: &Piece) {
        let (first, others) = match piece.kind {
            Kind::Item { level, .. } => (usize::from(level), usize::from(level) + 1),
            Kind::Continuation { level } if matches!(self.last, Some(Kind::Item { .. })) => {
                (usize::from(level) + 1, usize::from(level) + 1)
            }
            _ => (0, 0),
        };
        for (index, line) in piece.text.split('\n').enumerate() {
            let level = if index == 0 { first } else { others };
            if !line.is_empty() {
                self.text.push_str(&INDENT.repeat(level));
            }
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    fn too_long(&self) -> Refusal {
        let limit = self.limit as u64;
        Refusal::TooLong { limit }
    }
}
