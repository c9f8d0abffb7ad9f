//! The order in which rows lie in their file: near ones beside one another.
//!
//! A search of the graph compares rows that are near one another. In the order of their keys, which are
//! hashes, each lies in a page of its own; in this order the next ones are mostly where memory was just
//! read. Found by halving: rows on either side of the plane between two far ones, and again within the
//! halves (Dasgupta and Freund, "Random projection trees and low dimensional manifolds", 2008).

use super::dot::dot_rows;

/// So few rows stay as they are: together they are a few pages.
const TOGETHER: usize = 16;
/// Among so many at most, spread over all, a far one is looked for.
const LOOKED_AT: usize = 64;

/// The places of rows in the order in which they are to be written; the same for the same rows.
pub(super) fn by_nearness(rows: &[&[u8]]) -> Vec<u32> {
    let mut places: Vec<u32> = (0u32..).zip(rows).map(|(place, _)| place).collect();
    let mut sides = Vec::with_capacity(places.len());
    halve(rows, &mut places, &mut sides);
    places
}

/// Its depth is the logarithm of the rows. `sides` is kept from half to half.
fn halve(rows: &[&[u8]], places: &mut [u32], sides: &mut Vec<(i32, u32)>) {
    let (true, Some(first)) = (places.len() > TOGETHER, places.first()) else {
        return;
    };
    let far = farthest(rows, places, *first);
    let (one, other) = (far, farthest(rows, places, far));
    sides.clear();
    sides.extend(places.iter().map(|place| {
        let row = rows[*place as usize];
        let nearer = dot_rows(row, rows[one as usize]) - dot_rows(row, rows[other as usize]);
        (nearer, *place)
    }));
    let middle = places.len() / 2;
    sides.select_nth_unstable(middle);
    for (place, (_, chosen)) in places.iter_mut().zip(&*sides) {
        *place = *chosen;
    }
    let (left, right) = places.split_at_mut(middle);
    halve(rows, left, sides);
    halve(rows, right, sides);
}

fn farthest(rows: &[&[u8]], places: &[u32], from: u32) -> u32 {
    let spread = places.iter().step_by(places.len().div_ceil(LOOKED_AT));
    let from_row = rows[from as usize];
    let farthest = spread.min_by_key(|place| (dot_rows(from_row, rows[**place as usize]), **place));
    farthest.copied().unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use proptest::prelude::*;

    fn bytes(count: usize, dimension: usize, seed: u64) -> Vec<Vec<u8>> {
        let rows = samples::rows(count, dimension, seed).into_iter();
        let bytes = rows.map(|(_, row)| row.0.iter().map(|it| it.cast_unsigned()).collect());
        bytes.collect()
    }

    proptest! {
        #[test]
        fn every_row_has_one_place(count in 0_usize..300, seed: u64) {
            let rows = bytes(count, 8, seed);
            let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
            let mut places = by_nearness(&rows);
            prop_assert_eq!(&places, &by_nearness(&rows));
            places.sort_unstable();
            prop_assert_eq!(places, (0..count as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn near_rows_lie_beside_one_another() {
        // Sixteen crowds, one row of each after the other.
        let centers = bytes(16, 32, 1);
        let rows: Vec<Vec<u8>> = (bytes(1024, 32, 2).into_iter().zip(centers.iter().cycle()))
            .map(|(noise, center)| {
                let both = center.iter().zip(noise);
                let sum = both.map(|(it, noise)| it.cast_signed() + noise.cast_signed() / 8);
                sum.map(i8::cast_unsigned).collect()
            })
            .collect();
        let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
        let places = by_nearness(&rows);
        let pairs = places.iter().zip(&places[1..]);
        let alike = pairs.filter(|(one, next)| *one % 16 == *next % 16);
        assert!(alike.count() > 1024 * 9 / 10, "{places:?}");
    }
}
