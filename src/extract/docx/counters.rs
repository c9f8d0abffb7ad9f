//! Where the lists of a document have come to: the markers of their items.

use super::numbering::{Definition, LEVELS, Level, List, Numbering};
use super::styles::{ListStyle, Styles};
use std::collections::{HashMap, HashSet};

/// Styles of lists that refer to each other are followed this far.
const LONGEST_CHAIN: usize = 8;
/// Above this a number is written in decimals, whatever its format.
const LARGEST_SPELLED: u32 = 260;

/// Counts the items of every list.
pub(super) struct Counters<'a> {
    numbering: &'a Numbering,
    styles: &'a Styles,
    /// The last number of each level, by definition: lists of one definition go on counting.
    counts: HashMap<&'a str, [Option<u32>; LEVELS]>,
    /// Lists and levels that have begun where they say.
    begun: HashSet<(&'a str, usize)>,
}

/// An item's place and marker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// From 0.
    pub(super) level: u8,
    pub(super) marker: Marker,
}

/// What stands before an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Marker {
    /// Nothing, on purpose: it goes on with the item before it.
    Blank,
    /// Nothing, as the level has no text.
    None,
    Bullet,
    /// A number, with a space behind it.
    Number(String),
}

impl<'a> Counters<'a> {
    pub(super) fn new(numbering: &'a Numbering, styles: &'a Styles) -> Self {
        Self {
            numbering,
            styles,
            counts: HashMap::new(),
            begun: HashSet::new(),
        }
    }

    /// The level that a style's list gives its paragraphs.
    pub(super) fn level(&self, style: &ListStyle) -> u8 {
        let bound = || {
            let (_, _, definition) = self.resolved(&style.id)?;
            style.styles.iter().find_map(|style| {
                let is_bound = |level: &Level| level.style.as_ref() == Some(style);
                definition.levels.iter().position(is_bound)
            })
        };
        let bound = || bound().and_then(|level| u8::try_from(level).ok());
        style.level.or_else(bound).unwrap_or(0)
    }

    /// The place of the next item of a list at a level; none where there is no such list.
    pub(super) fn next(&mut self, list: &str, level: u8) -> Option<Place> {
        let (list, key, definition) = self.resolved(list)?;
        let index = usize::from(level).min(LEVELS - 1);
        let shape = shape(list, definition, index)?;
        self.count(list, key, definition, index);
        let marker = match (shape.format.as_str(), shape.text.trim()) {
            ("bullet", "") if !shape.text.is_empty() => Marker::Blank,
            ("bullet", _) => Marker::Bullet,
            (_, "") => Marker::None,
            _ => Marker::Number(self.number(list, key, definition, shape)),
        };
        Some(Place {
            level: u8::try_from(index).ok()?,
            marker,
        })
    }

    /// A list and its definition, through styles of lists.
    fn resolved(&self, list: &str) -> Option<(&'a List, &'a str, &'a Definition)> {
        let numbering = self.numbering;
        let first = numbering.lists.get(list)?;
        let mut target = first;
        for _ in 0..LONGEST_CHAIN {
            let (key, definition) = numbering.definitions.get_key_value(&target.definition)?;
            match &definition.style {
                Some(style) => target = numbering.lists.get(self.styles.list(style)?)?,
                None => return Some((first, key, definition)),
            }
        }
        None
    }

    fn count(&mut self, list: &'a List, key: &'a str, definition: &Definition, index: usize) {
        let counts = self.counts.entry(key).or_default();
        // What a list says of its start holds the first time that it is used at that level.
        let start = list.starts.get(index).copied().flatten();
        let first = start.filter(|_| {
            let list: &'a str = &list.id;
            self.begun.insert((list, index))
        });
        let shapes = (0..LEVELS).map(|level| shape(list, definition, level));
        for (level, (count, shape)) in counts.iter_mut().zip(shapes).enumerate() {
            let Some(shape) = shape else { continue };
            let start = list.starts.get(level).copied().flatten();
            let start = start.unwrap_or(shape.start);
            if level < index {
                // A level that was passed over counts as begun.
                count.get_or_insert(start);
            } else if level == index {
                *count = Some(match (first, *count) {
                    (Some(first), _) => first,
                    (None, Some(count)) => count.saturating_add(1),
                    (None, None) => start,
                });
            } else if shape.restart.is_none_or(|after| usize::from(after) > index) {
                *count = None;
            }
        }
    }

    fn number(&self, list: &List, key: &str, definition: &Definition, shape_of: &Level) -> String {
        let counts = self.counts.get(key).copied().unwrap_or_default();
        let mut number = String::new();
        let mut characters = shape_of.text.chars().peekable();
        while let Some(character) = characters.next() {
            let digit = characters.peek().and_then(|next| next.to_digit(10));
            match (character, digit) {
                ('%', Some(digit @ 1..=9)) => {
                    characters.next();
                    let level = digit as usize - 1;
                    let count = counts.get(level).copied().flatten();
                    let format = shape(list, definition, level).map(|level| level.format.as_str());
                    let format = format.filter(|_| !shape_of.is_legal).unwrap_or("decimal");
                    number += &spelled(count.unwrap_or(1), format);
                }
                (character, _) => number.push(character),
            }
        }
        // Where the format has no gap, a space reads better still.
        format!("{} ", number.trim())
    }
}

/// What a level of a list looks like.
fn shape<'a>(list: &'a List, definition: &'a Definition, level: usize) -> Option<&'a Level> {
    let own = list.levels.get(level)?.as_deref();
    own.or_else(|| definition.levels.get(level))
}

/// A number in a format (ECMA-376 part 1, §17.18.59); those of languages are written in decimals.
fn spelled(number: u32, format: &str) -> String {
    match format {
        "none" => String::new(),
        "decimalZero" => format!("{number:02}"),
        "lowerLetter" => letters(number, b'a'),
        "upperLetter" => letters(number, b'A'),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "ordinal" => format!("{number}{}", ordinal_ending(number)),
        _ => number.to_string(),
    }
}

/// a to z, then aa, bb, cc.
fn letters(number: u32, first: u8) -> String {
    if number == 0 || number > LARGEST_SPELLED {
        return number.to_string();
    }
    let place = number - 1;
    let letter = u8::try_from(place % 26).map_or(first, |place| first + place);
    let times = place as usize / 26 + 1;
    char::from(letter).to_string().repeat(times)
}

pub(super) fn roman(number: u32) -> String {
    const NUMERALS: &[(u32, &str)] = &[
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number > LARGEST_SPELLED {
        return number.to_string();
    }
    let mut left = number;
    let mut roman = String::new();
    for (value, numeral) in NUMERALS {
        while left >= *value {
            roman += numeral;
            left -= value;
        }
    }
    roman
}

fn ordinal_ending(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: u32, format: &str, expected: &str) {
        assert_eq!(spelled(number, format), expected);
    }

    #[test]
    fn formats() {
        check(3, "decimal", "3");
        check(3, "decimalZero", "03");
        check(27, "lowerLetter", "aa");
        check(28, "upperLetter", "BB");
        check(49, "lowerRoman", "xlix");
        check(94, "upperRoman", "XCIV");
        check(22, "ordinal", "22nd");
        check(112, "ordinal", "112th");
        check(4, "none", "");
        check(u32::MAX, "upperRoman", "4294967295");
        check(0, "lowerLetter", "0");
    }
}
