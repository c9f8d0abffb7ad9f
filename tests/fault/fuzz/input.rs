//! Mutated input, and characters that output must not contain.

use crate::numbers::Numbers;
use serde_json::Value;

/// Text with a meaning for parsers.
const PIECES: [&str; 40] = [
    "\"",
    "'",
    "\\",
    "/",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "=",
    ":",
    ";",
    ",",
    ".",
    "-",
    "#",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\0",
    "\u{7f}",
    "\u{9b}",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{feff}",
    "\u{2028}",
    "é",
    "漢",
    "😀",
    "e\u{301}",
    "0",
    "-1",
    "18446744073709551616",
    "1e999",
    "true",
    "\u{e0001}",
];

/// Makes new input from given input.
pub(crate) struct Mutator {
    seeds: Vec<Vec<u8>>,
    longest: usize,
}

impl Mutator {
    pub(crate) fn new(seeds: &[&[u8]], longest: usize) -> Self {
        let seeds = seeds.iter().map(|seed| seed.to_vec()).collect();
        Self { seeds, longest }
    }

    pub(crate) fn bytes(&self, numbers: &mut Numbers) -> Vec<u8> {
        let bytes = numbers.pick(&self.seeds);
        let seeds: Vec<&Vec<u8>> = self.seeds.iter().collect();
        mutated(bytes, &seeds, numbers, self.longest)
    }

    pub(crate) fn text(&self, numbers: &mut Numbers) -> String {
        String::from_utf8_lossy(&self.bytes(numbers)).into_owned()
    }
}

/// Mutates bytes a few times, sometimes with parts of other inputs.
pub(crate) fn mutated(
    mut bytes: Vec<u8>,
    others: &[&Vec<u8>],
    numbers: &mut Numbers,
    longest: usize,
) -> Vec<u8> {
    for _ in 0..=numbers.below(8) {
        let at = numbers.below(bytes.len() + 1);
        let end = (at + numbers.small(12)).min(bytes.len());
        match numbers.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let piece = numbers
                    .pick(&PIECES)
                    .as_bytes()
                    .repeat(1 + numbers.small(9));
                bytes.splice(at..at, piece);
            }
            4 => {
                let other = numbers.pick(others);
                let from = numbers.below(other.len() + 1);
                let to = (from + numbers.small(12)).min(other.len());
                bytes.splice(at..at, other[from..to].to_vec());
            }
            5 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part.repeat(1 + numbers.below(30)));
            }
            6 => drop(bytes.splice(at..end, [numbers.next() as u8, numbers.next() as u8])),
            _ => drop(bytes.splice(at..at, numbers.pick(&PIECES).bytes())),
        }
        bytes.truncate(longest);
    }
    bytes
}

/// A name of a file that a terminal could misunderstand.
pub(crate) fn hostile_name(numbers: &mut Numbers) -> String {
    let pieces = [
        "a",
        "b c",
        "\u{1b}]0;x\u{7}",
        "\u{9d}0;x\u{9c}",
        "\u{1b}[2J",
        "\r",
        "\n",
        "\t",
        "\u{8}",
        "\u{7f}",
        "\u{202e}",
        "\u{2066}",
        "\u{61c}",
        "\u{ad}",
        "\u{2028}",
        "\u{fff9}",
        "\u{e0041}",
        "漢",
        "é",
        "-rf",
        "$(x)",
        "`x`",
        "%s",
        "'",
        "\"",
    ];
    let name: String = (0..1 + numbers.below(5))
        .map(|_| numbers.pick(&pieces))
        .collect();
    if name.starts_with('.') {
        format!("a{name}")
    } else {
        name
    }
}

/// Returns true for text without control characters, except line ends and tabs, and without characters that
/// reorder or hide text.
pub(crate) fn is_harmless(text: &str) -> bool {
    !text.chars().any(|it| match it {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2066}'..='\u{2069}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        it => it.is_control(),
    })
}

/// The leaves of an export: the offset of each in the text, and its content.
pub(crate) fn leaves(export: &Value) -> Vec<(usize, &str)> {
    let chunks = export["chunks"].as_array().into_iter().flatten();
    chunks
        .filter_map(|chunk| {
            let start = chunk["start_byte"].as_u64()?;
            Some((start as usize, chunk["content"].as_str()?))
        })
        .collect()
}
