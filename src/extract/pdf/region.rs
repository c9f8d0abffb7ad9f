//! Reading order: a page cut into regions that are read one after the other.
//!
//! A recursive cut along white space (Nagy and Seth, "Hierarchical representation of optically
//! scanned documents", ICPR 1984) with one change: instead of the widest cut, strips of lines that
//! share a gutter are taken together, so that columns are found below a title that spans them, and
//! between figures. What shares a gutter may also be a table; columns are painted one after the
//! other, the rows of a table are not.

use super::fragment::Fragment;

/// Columns within columns; deeper is damage.
const DEPTH: usize = 5;
/// Ems of white between two columns.
const GUTTER: f32 = 0.85;
/// Strips that are tried as one band; a page of text has fewer than two hundred.
const BAND: usize = 400;

/// The regions in reading order; each is a column or what spans several.
pub(super) fn regions(fragments: Vec<Fragment>) -> Vec<Vec<Fragment>> {
    let mut found = Vec::new();
    cut(fragments, 0, &mut found);
    found
}

fn cut(fragments: Vec<Fragment>, depth: usize, found: &mut Vec<Vec<Fragment>>) {
    if depth >= DEPTH || fragments.len() < 4 {
        found.extend((!fragments.is_empty()).then_some(fragments));
        return;
    }
    let em = median(fragments.iter().map(|it| it.size));
    let mut strips: Vec<Option<Strip>> = strips(fragments).into_iter().map(Some).collect();
    let mut plain: Vec<Fragment> = Vec::new();
    let mut at = 0;
    while at < strips.len() {
        let (end, gutters) = band(strips.get(at..).unwrap_or_default(), em);
        let band = strips.get_mut(at..at + end).unwrap_or_default();
        match part(band, &gutters, em) {
            Some((skipped, columns, taken)) => {
                for strip in band.iter_mut().take(skipped) {
                    plain.extend(strip.take().into_iter().flat_map(|strip| strip.fragments));
                }
                found.extend((!plain.is_empty()).then(|| std::mem::take(&mut plain)));
                for column in columns {
                    cut(column, depth + 1, found);
                }
                at += taken;
            }
            None => {
                let strip = strips.get_mut(at).and_then(Option::take);
                plain.extend(strip.into_iter().flat_map(|strip| strip.fragments));
                at += 1;
            }
        }
    }
    found.extend((!plain.is_empty()).then_some(plain));
}

/// Fragments that overlap vertically, with the white between and beside them.
struct Strip {
    fragments: Vec<Fragment>,
    top: f32,
    bottom: f32,
    free: Vec<(f32, f32)>,
}

fn strips(mut fragments: Vec<Fragment>) -> Vec<Strip> {
    let left = fragments.iter().map(|it| it.x0).fold(f32::MAX, f32::min);
    let right = fragments.iter().map(|it| it.x1).fold(f32::MIN, f32::max);
    fragments.sort_by(|a, b| a.top().total_cmp(&b.top()));
    let mut strips: Vec<Strip> = Vec::new();
    for fragment in fragments {
        match strips.last_mut() {
            Some(strip) if fragment.top() < strip.bottom => {
                strip.bottom = strip.bottom.max(fragment.bottom());
                strip.fragments.push(fragment);
            }
            _ => strips.push(Strip {
                top: fragment.top(),
                bottom: fragment.bottom(),
                fragments: vec![fragment],
                free: Vec::new(),
            }),
        }
    }
    for strip in &mut strips {
        strip.free = free(&strip.fragments, left, right);
    }
    strips
}

/// The white left between fragments, from one edge to the other.
fn free(fragments: &[Fragment], left: f32, right: f32) -> Vec<(f32, f32)> {
    let mut spans: Vec<(f32, f32)> = fragments.iter().map(|it| (it.x0, it.x1)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = Vec::new();
    let mut end = left;
    for (x0, x1) in spans {
        if x0 > end {
            free.push((end, x0));
        }
        end = end.max(x1);
    }
    if right > end {
        free.push((end, right));
    }
    free
}

/// How many strips from the first on share white, and the white they share.
fn band(strips: &[Option<Strip>], em: f32) -> (usize, Vec<(f32, f32)>) {
    let mut shared: Option<Vec<(f32, f32)>> = None;
    let mut count = 0;
    for strip in strips.iter().take(BAND).flatten() {
        let next = match &shared {
            Some(shared) => intersection(shared, &strip.free, em),
            None => intersection(&strip.free, &strip.free, em),
        };
        if next.is_empty() {
            break;
        }
        shared = Some(next);
        count += 1;
    }
    (count, shared.unwrap_or_default())
}

fn intersection(a: &[(f32, f32)], b: &[(f32, f32)], em: f32) -> Vec<(f32, f32)> {
    let mut both = Vec::new();
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&x), Some(&&y)) = (left.peek(), right.peek()) {
        let span = (x.0.max(y.0), x.1.min(y.1));
        if span.1 - span.0 >= GUTTER * em {
            both.push(span);
        }
        match x.1 < y.1 {
            true => left.next(),
            false => right.next(),
        };
    }
    both
}

type Columns = (usize, Vec<Vec<Fragment>>, usize);

/// Takes a band apart along its gutters: all of them or, where that makes no columns, one. Says
/// how many strips at its start do not belong to it, the columns, and how many strips are used up.
fn part(band: &mut [Option<Strip>], gutters: &[(f32, f32)], em: f32) -> Option<Columns> {
    let middles: Vec<f32> = gutters
        .iter()
        .map(|(left, right)| (left + right) / 2.0)
        .collect();
    let single = middles.iter().map(|middle| vec![*middle]);
    let cuts = std::iter::once(middles.clone()).chain(single.filter(|_| middles.len() > 1).take(4));
    for cuts in cuts {
        let (start, end) = trimmed(band, &cuts, em);
        let inner = band.get(start..end).unwrap_or_default();
        let fragments = || inner.iter().flatten().flat_map(|strip| &strip.fragments);
        let cuts = used(&cuts, fragments());
        if !cuts.is_empty() && are_columns(fragments(), &cuts, em) {
            let mut columns: Vec<Vec<Fragment>> = (0..=cuts.len()).map(|_| Vec::new()).collect();
            let inner = band.get_mut(start..end).unwrap_or_default();
            for fragment in inner
                .iter_mut()
                .filter_map(Option::take)
                .flat_map(|strip| strip.fragments)
            {
                if let Some(column) = columns.get_mut(column_of(&fragment, &cuts)) {
                    column.push(fragment);
                }
            }
            return Some((start, columns, end));
        }
    }
    None
}

fn column_of(fragment: &Fragment, cuts: &[f32]) -> usize {
    let middle = (fragment.x0 + fragment.x1) / 2.0;
    cuts.iter().take_while(|cut| **cut < middle).count()
}

/// The cuts with text on both sides.
fn used<'f>(cuts: &[f32], fragments: impl Iterator<Item = &'f Fragment>) -> Vec<f32> {
    let mut is_used = vec![false; cuts.len() + 1];
    for fragment in fragments {
        if let Some(column) = is_used.get_mut(column_of(fragment, cuts)) {
            *column = true;
        }
    }
    let columns = cuts.iter().enumerate();
    let between = columns.filter(|(at, _)| {
        let before = is_used.get(..=*at).unwrap_or_default();
        before.contains(&true) && is_used.get(at + 1) == Some(&true)
    });
    between.map(|(_, cut)| *cut).collect()
}

/// Lines at a band's ends that fill one column only and stand off: a heading above or below.
fn trimmed(band: &[Option<Strip>], cuts: &[f32], em: f32) -> (usize, usize) {
    let is_single = |strip: &Strip| {
        let mut columns = strip.fragments.iter().map(|it| column_of(it, cuts));
        columns
            .next()
            .is_none_or(|first| columns.all(|column| column == first))
    };
    let strips: Vec<&Strip> = band.iter().flatten().collect();
    let stands_off = |above: Option<&&Strip>, below: Option<&&Strip>| match (above, below) {
        (Some(above), Some(below)) => below.top - above.bottom > 0.75 * em,
        _ => false,
    };
    let mut end = strips.len();
    while end > 1
        && strips.get(end - 1).is_some_and(|strip| is_single(strip))
        && stands_off(strips.get(end - 2), strips.get(end - 1))
    {
        end -= 1;
    }
    let mut start = 0;
    while start + 1 < end
        && strips.get(start).is_some_and(|strip| is_single(strip))
        && stands_off(strips.get(start), strips.get(start + 1))
    {
        start += 1;
    }
    (start, end)
}

/// Whether what lies between cuts are columns of text, not of a table.
fn are_columns<'f>(fragments: impl Iterator<Item = &'f Fragment>, cuts: &[f32], em: f32) -> bool {
    let mut columns: Vec<Vec<&Fragment>> = (0..=cuts.len()).map(|_| Vec::new()).collect();
    let mut painted: Vec<(u32, usize)> = Vec::new();
    for fragment in fragments {
        let column = column_of(fragment, cuts);
        painted.push((fragment.order, column));
        if let Some(column) = columns.get_mut(column) {
            column.push(fragment);
        }
    }
    if columns.iter().any(|column| column.len() < 2) {
        return false;
    }
    painted.sort_unstable();
    let changes = painted
        .iter()
        .zip(painted.iter().skip(1))
        .filter(|(a, b)| a.1 != b.1)
        .count();
    if changes <= cuts.len() + painted.len() / 16 {
        return columns.iter().any(|column| column.len() > 2);
    }
    // Painted line by line across the columns: then only their being prose tells.
    changes * 2 > painted.len()
        && columns.iter().all(|column| {
            let chars: u32 = column.iter().map(|it| it.tally.chars).sum();
            let width = median(column.iter().map(|it| it.x1 - it.x0));
            column.len() >= 8 && chars as usize >= 20 * column.len() && width > 12.0 * em
        })
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
