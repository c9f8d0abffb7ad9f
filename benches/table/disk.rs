//! Size of an index on disk, by part, compared with the source it covers.

use crate::corpus::Corpus;
use crate::home::Status;
use crate::report::{Cell, Table};
use crate::samples::megabytes;

pub(crate) fn measure(corpus: &Corpus, status: &Status, table: &mut Table) {
    let bytes = &status.bytes;
    let part = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let share = part(bytes.tantivy, corpus.bytes);
    table.put(
        "on disk: terms, records, summaries",
        "≤ 40 % of the source",
        Cell::judged(
            format!("{} · {:.0} %", megabytes(bytes.tantivy), share * 100.0),
            share <= 0.4,
        ),
    );
    let leaves = status.leaves as u64;
    let mut each = |name, bytes, budget, most: f64| {
        let each = part(bytes, leaves);
        let text = match bytes {
            0 => "none".to_owned(),
            _ => format!("{} · {each:.0} B a leaf", megabytes(bytes)),
        };
        table.put(name, budget, Cell::judged(text, each <= most));
    };
    each("on disk: vectors", bytes.vectors, "≤ 300 B a leaf", 300.0);
    each("on disk: graph", bytes.graph, "≤ 800 B a leaf", 800.0);
    let files = corpus.files.len() as u64;
    let each_file = part(bytes.sled, files);
    table.fact(
        "on disk: the writer's cache",
        format!("{} · {each_file:.0} B a file", megabytes(bytes.sled)),
    );
    table.fact("on disk: extracted texts", megabytes(bytes.texts));
    let all = bytes.tantivy + bytes.vectors + bytes.graph + bytes.sled + bytes.texts;
    let share = part(all, corpus.bytes);
    table.fact(
        "on disk: all",
        format!("{} · {:.0} % of the source", megabytes(all), share * 100.0),
    );
}
