//! Running headers, footers and page numbers: what stands at the same place on many pages with the
//! same words but for digits.

use std::collections::HashMap;

use super::fragment::Fragment;

/// The part of a page's height, at its top and its bottom, where headers and footers stand.
const ZONE: f32 = 0.17;
/// Rows of a header or footer.
const ROWS: usize = 4;
/// Points that a header may move from page to page.
const PLACE: f32 = 3.0;
/// How much larger than the body a header may be: a slide's title is larger.
const LARGEST: f32 = 1.15;

/// A page's fragments, with its height in points.
pub(super) struct Paper {
    /// Upright text.
    pub(super) fragments: Vec<Fragment>,
    /// Height in points.
    pub(super) height: f32,
}

/// A row near an edge of a page.
struct Row {
    page: usize,
    /// How many rows lie between it and the edge.
    depth: usize,
    is_top: bool,
    y: f32,
    size: f32,
    key: String,
    is_running: bool,
}

/// Drops the furniture of all pages; `body` is the size of most text, in points.
pub(super) fn drop(pages: &mut [Paper], body: f32) {
    let mut rows: Vec<Row> = pages
        .iter()
        .enumerate()
        .flat_map(|(at, page)| edge_rows(at, page))
        .collect();
    rows.retain(|row| row.size <= body * LARGEST || row.key == "#");
    mark_repeated(&mut rows, pages.len());
    mark_slots(&mut rows);
    let mut cut: HashMap<usize, (f32, f32)> = HashMap::new();
    rows.sort_by_key(|row| (row.page, row.is_top, row.depth));
    let mut reach: HashMap<(usize, bool), usize> = HashMap::new();
    for row in &rows {
        // From the edge inwards without a break: body text is never jumped over.
        let next = reach.entry((row.page, row.is_top)).or_insert(0);
        if row.is_running && row.depth == *next {
            *next += 1;
            let (top, bottom) = cut.entry(row.page).or_insert((f32::MIN, f32::MAX));
            match row.is_top {
                true => *top = top.max(row.y + 0.3 * row.size),
                false => *bottom = bottom.min(row.y - 0.3 * row.size),
            }
        }
    }
    for (page, (top, bottom)) in cut {
        if let Some(page) = pages.get_mut(page) {
            page.fragments.retain(|it| it.y > top && it.y < bottom);
        }
    }
}

/// The outermost rows at the top and at the bottom of a page.
fn edge_rows(at: usize, page: &Paper) -> Vec<Row> {
    let zone = page.height * ZONE;
    let mut rows = Vec::new();
    for is_top in [true, false] {
        let mut found: Vec<&Fragment> = page.fragments.iter().collect();
        found.sort_by(|a, b| match is_top {
            true => a.y.total_cmp(&b.y),
            false => b.y.total_cmp(&a.y),
        });
        let mut lines: Vec<Vec<&Fragment>> = Vec::new();
        for fragment in found {
            let count = lines.len();
            match lines.last_mut() {
                Some(line)
                    if line
                        .first()
                        .is_some_and(|it| (it.y - fragment.y).abs() < 0.3 * it.size) =>
                {
                    line.push(fragment);
                }
                _ if count == ROWS => break,
                _ => lines.push(vec![fragment]),
            }
        }
        // A page number may stand right below text that ends half-way down the sheet.
        let found = lines.into_iter().enumerate();
        let found = found.filter_map(|(depth, line)| row(at, depth, is_top, line));
        rows.extend(found.filter(|row| {
            let is_near = if is_top {
                row.y < zone
            } else {
                row.y > page.height - zone
            };
            is_near || row.key == "#"
        }));
    }
    rows
}

fn row(page: usize, depth: usize, is_top: bool, mut line: Vec<&Fragment>) -> Option<Row> {
    line.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let first = line.first()?;
    let text: Vec<&str> = line.iter().map(|it| it.text.as_str()).collect();
    let size = line.iter().map(|it| it.size).fold(0.0, f32::max);
    Some(Row {
        page,
        depth,
        is_top,
        y: first.y,
        size,
        key: key(&text.join(" ")),
        is_running: false,
    })
}

/// The words of a row with every number, Arabic or Roman, as `#`.
fn key(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let is_roman = word.len() <= 6 && word.chars().all(|char| "ivxlc".contains(char));
        if is_roman {
            return "#".to_owned();
        }
        let mut key = String::new();
        for char in word.chars().take(80) {
            match char.is_numeric() {
                true if key.ends_with('#') => {}
                true => key.push('#'),
                false => key.extend(char.to_lowercase()),
            }
        }
        key
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a row of that key may be furniture: it has words, or is one number and no more.
fn can_run(key: &str) -> bool {
    key.chars().any(char::is_alphabetic) || key.matches('#').count() == 1 || key == "# / #"
}

fn mark_repeated(rows: &mut [Row], pages: usize) {
    let mut alike: HashMap<(bool, &str), Vec<(f32, usize)>> = HashMap::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| can_run(&row.key)) {
        alike
            .entry((row.is_top, &row.key))
            .or_default()
            .push((row.y, at));
    }
    let needed = if pages == 2 { 2 } else { 3 };
    let mut running = Vec::new();
    for places in alike.values_mut() {
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut start = 0;
        for end in 1..=places.len() {
            let is_apart = match (places.get(end - 1), places.get(end)) {
                (Some(before), Some(next)) => next.0 - before.0 > PLACE,
                _ => true,
            };
            if is_apart {
                let group = places.get(start..end).unwrap_or_default();
                running.extend(
                    group
                        .iter()
                        .filter(|_| group.len() >= needed)
                        .map(|(_, at)| *at),
                );
                start = end;
            }
        }
    }
    for at in running {
        if let Some(row) = rows.get_mut(at) {
            row.is_running = true;
        }
    }
}

/// Headers change with the chapter: where most outermost rows at a place run, all of them do.
fn mark_slots(rows: &mut [Row]) {
    let slot = |row: &Row| {
        (
            row.is_top,
            (row.y / PLACE).round() as i32,
            (row.size * 2.0).round() as i32,
        )
    };
    let mut slots: HashMap<_, (usize, usize)> = HashMap::new();
    for row in rows.iter().filter(|row| row.depth == 0) {
        let (running, all) = slots.entry(slot(row)).or_default();
        *running += usize::from(row.is_running);
        *all += 1;
    }
    for row in rows
        .iter_mut()
        .filter(|row| row.depth == 0 && row.key.len() < 120)
    {
        if slots
            .get(&slot(row))
            .is_some_and(|(running, all)| *running >= 4 && running * 2 >= *all)
        {
            row.is_running = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fragment::Tally;
    use super::*;

    fn fragment(text: &str, y: f32) -> Fragment {
        let tally = Tally {
            chars: 10,
            ..Tally::default()
        };
        Fragment {
            text: text.to_owned(),
            x0: 72.0,
            x1: 300.0,
            y,
            size: 10.0,
            first: 30.0,
            order: 0,
            tally,
        }
    }

    /// Pages of rows at a height; what is left of them.
    fn check(pages: &[&[(&str, f32)]], expected: &[&[&str]]) {
        let page = |rows: &&[(&str, f32)]| Paper {
            fragments: rows.iter().map(|(text, y)| fragment(text, *y)).collect(),
            height: 800.0,
        };
        let mut papers: Vec<Paper> = pages.iter().map(page).collect();
        drop(&mut papers, 10.0);
        let left: Vec<Vec<&str>> = papers
            .iter()
            .map(|paper| paper.fragments.iter().map(|it| it.text.as_str()).collect())
            .collect();
        assert_eq!(left, expected);
    }

    #[test]
    fn headers_and_page_numbers_go() {
        check(
            &[
                &[("A Manual", 30.0), ("one", 100.0), ("Page 1 of 3", 780.0)],
                &[("A Manual", 30.0), ("two", 100.0), ("Page 2 of 3", 780.0)],
                &[("A Manual", 30.0), ("three", 100.0), ("Page 3 of 3", 780.0)],
            ],
            &[&["one"], &["two"], &["three"]],
        );
    }

    #[test]
    fn what_moves_or_lies_behind_body_text_stays() {
        check(
            &[
                &[("Note", 30.0), ("alpha", 50.0), ("same", 70.0)],
                &[("Note", 60.0), ("beta", 64.0), ("same", 70.0)],
                &[("Note", 90.0), ("gamma", 50.0), ("same", 70.0)],
            ],
            &[
                &["Note", "alpha", "same"],
                &["Note", "beta", "same"],
                &["Note", "gamma", "same"],
            ],
        );
    }

    #[test]
    fn rows_of_numbers_are_no_headers() {
        check(
            &[&[("1 2 3", 30.0)], &[("4 5 6", 30.0)], &[("7 8 9", 30.0)]],
            &[&["1 2 3"], &["4 5 6"], &["7 8 9"]],
        );
    }
}
