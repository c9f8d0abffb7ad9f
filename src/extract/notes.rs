//! Footnotes, endnotes and addresses of links in a DOCX: [`place()`] puts each one below the text that refers to it.
//!
//! undoc collects the notes at the end and labels them by their ids, which begin anywhere.

use super::block::hidden_address;
use super::package::LINE_BREAK;
use std::collections::{HashMap, HashSet};
use undoc::model::{Block, Paragraph, Table, TextRun};

/// Moves each note behind the paragraph, list or table with its first reference, and numbers the notes in the order of
/// their references. A note without a reference stays at the end. Notes divide neither lists nor code.
pub(super) fn place(content: &mut Vec<Block>, is_code: fn(&Block) -> bool) {
    let mut notes = HashMap::new();
    let mut blocks = Vec::with_capacity(content.len());
    for block in content.drain(..) {
        match block {
            Block::Note { label, content } => _ = notes.insert(label, content),
            block => blocks.push(block),
        }
    }
    let mut labels: HashMap<String, String> = HashMap::new();
    let mut waiting = Vec::new();
    for mut block in blocks {
        let is_divided =
            |last: &Block| (is_item(last) && is_item(&block)) || (is_code(last) && is_code(&block));
        if !content.last().is_some_and(is_divided) {
            content.append(&mut waiting);
        }
        waiting.extend(addresses(&mut block));
        for run in runs(&mut block) {
            let Some(label) = &mut run.note else { continue };
            let kind = if label.starts_with('e') { "e" } else { "" };
            if let Some(note) = notes.remove(label) {
                let is_endnote = label.starts_with('e');
                let same = labels
                    .keys()
                    .filter(|known| known.starts_with('e') == is_endnote);
                let number = same.count() + 1;
                let new = format!("{kind}{number}");
                labels.insert(label.clone(), new.clone());
                waiting.push(Block::Note {
                    label: new,
                    content: note,
                });
            }
            if let Some(new) = labels.get(label) {
                label.clone_from(new);
            }
        }
        content.push(block);
    }
    content.append(&mut waiting);
    let mut rest: Vec<(String, Vec<Paragraph>)> = notes.into_iter().collect();
    rest.sort_by(|one, other| one.0.cmp(&other.0));
    let rest = rest.into_iter();
    content.extend(rest.map(|(label, content)| Block::Note { label, content }));
}

/// The addresses of the links in a block that are not part of its text, as a paragraph; none without such links.
fn addresses(block: &mut Block) -> Option<Block> {
    let runs = runs(block);
    let links = runs.chunk_by(|one, other| one.hyperlink == other.hyperlink);
    let addresses = links.filter_map(|link| {
        let text: String = link.iter().map(|run| run.text.as_str()).collect();
        hidden_address(link[0].hyperlink.as_deref()?, &text)
    });
    let mut addresses: Vec<String> = addresses.collect();
    let mut known = HashSet::new();
    addresses.retain(|address| known.insert(address.clone()));
    let lines = addresses.join(LINE_BREAK.encode_utf8(&mut [0; 4]));
    (!lines.is_empty()).then(|| Block::Paragraph(Paragraph::with_text(lines)))
}

fn is_item(block: &Block) -> bool {
    matches!(block, Block::Paragraph(paragraph) if paragraph.list_info.is_some())
}

/// The runs of text in a block.
fn runs(block: &mut Block) -> Vec<&mut TextRun> {
    match block {
        Block::Paragraph(paragraph) => paragraph.runs.iter_mut().collect(),
        Block::Table(table) => cells(table),
        _ => Vec::new(),
    }
}

/// The runs in the cells of a table, in the order of its rows.
fn cells(table: &mut Table) -> Vec<&mut TextRun> {
    let mut found = Vec::new();
    for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
        found.extend(
            cell.content
                .iter_mut()
                .flat_map(|paragraph| &mut paragraph.runs),
        );
        found.extend(cell.nested_tables.iter_mut().flat_map(cells));
    }
    found
}
