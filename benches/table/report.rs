//! The Markdown table: a row for each measurement, a column for each corpus, budget and verdict.

use std::fmt::Write;

/// A measurement on one corpus.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    value: String,
    within: Option<bool>,
}

impl Cell {
    /// A fact without a budget.
    pub(crate) fn fact(value: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            within: None,
        }
    }

    /// A value with a budget on this corpus; `within` is the verdict.
    pub(crate) fn judged(value: impl Into<String>, within: bool) -> Self {
        Self {
            value: value.into(),
            within: Some(within),
        }
    }
}

/// Rows in the order in which they were first added.
#[derive(Default)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    budget: &'static str,
    /// Cells with the indices of their columns; a row may lack columns.
    cells: Vec<(usize, Cell)>,
}

impl Table {
    /// Begins a column, which receives all further cells.
    pub(crate) fn begin_column(&mut self, name: &str) {
        self.columns.push(name.to_owned());
    }

    /// Adds a cell to the row with this name in the newest column.
    pub(crate) fn put(&mut self, name: &str, budget: &'static str, cell: Cell) {
        let column = self.columns.len().saturating_sub(1);
        match self.rows.iter_mut().find(|row| row.name == name) {
            Some(row) => row.cells.push((column, cell)),
            None => self.rows.push(Row {
                name: name.to_owned(),
                budget,
                cells: vec![(column, cell)],
            }),
        }
    }

    /// Adds a fact without a budget.
    pub(crate) fn fact(&mut self, name: &str, value: impl Into<String>) {
        self.put(name, "", Cell::fact(value));
    }

    pub(crate) fn markdown(&self) -> String {
        let mut page = format!("| | {} | budget | |\n", self.columns.join(" | "));
        page.push_str(&"| --- ".repeat(self.columns.len() + 3));
        page.push_str("|\n");
        for row in &self.rows {
            let cells = (0..self.columns.len()).map(|column| row.in_column(column));
            let cells: Vec<&str> = cells.map(|cell| cell.map_or("–", Cell::value)).collect();
            // Writing to a string does not fail.
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} |",
                row.name,
                cells.join(" | "),
                row.budget,
                self.verdict(row)
            );
        }
        page
    }

    fn verdict(&self, row: &Row) -> String {
        let missed: Vec<&str> = row
            .cells
            .iter()
            .filter(|(_, cell)| cell.within == Some(false))
            .filter_map(|(column, _)| self.columns.get(*column))
            .map(String::as_str)
            .collect();
        match row.cells.iter().any(|(_, cell)| cell.within.is_some()) {
            false => String::new(),
            true if missed.is_empty() => "met".to_owned(),
            true => format!("**missed: {}**", missed.join(", ")),
        }
    }
}

impl Row {
    fn in_column(&self, wanted: usize) -> Option<&Cell> {
        let found = self.cells.iter().find(|(column, _)| *column == wanted);
        found.map(|(_, cell)| cell)
    }
}

impl Cell {
    fn value(&self) -> &str {
        &self.value
    }
}
