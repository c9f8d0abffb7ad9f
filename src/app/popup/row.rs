//! A row of a page as values. Which column they stand in, how wide that is, and what a bar is drawn
//! with, is for who draws.

use crate::app::status::{Part, Tone};

/// A row, from left to right.
pub(crate) type Row = Vec<Cell>;

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// What the row is about: the same column in all rows of a page.
    Label(Tone, String),
    /// A part of a score, in the column of labels.
    Score(Tone, f32),
    /// A share of the largest of its kind, 0 to 1.
    Bar(Tone, f32),
    /// Words with a column of their own, so that what comes after them stands in one too.
    Field(Tone, String),
    /// Whether something is done that takes a while.
    Done(bool),
    /// A level deeper than the row above it that has one less.
    Indent(u16),
    /// Words, as long as they are.
    Text(Part),
}

impl Cell {
    pub(crate) fn label(text: impl Into<String>) -> Self {
        Self::Label(Tone::Faint, text.into())
    }

    pub(crate) fn text(tone: Tone, text: impl Into<String>) -> Self {
        Self::Text(Part::new(tone, text))
    }
}

/// The row as tests read it: its values with a space between.
#[cfg(test)]
pub(crate) fn plain(row: &[Cell]) -> String {
    let texts = row.iter().map(|cell| match cell {
        Cell::Label(_, text) | Cell::Field(_, text) => text.clone(),
        Cell::Text(part) => part.text.clone(),
        Cell::Score(_, value) => format!("{value:+.3}"),
        Cell::Bar(_, share) => format!("{share:.1}"),
        Cell::Done(true) => "done".to_owned(),
        Cell::Done(false) => "runs".to_owned(),
        Cell::Indent(levels) => ">".repeat(usize::from(*levels)),
    });
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}
