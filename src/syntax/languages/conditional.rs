//! Preprocessing of C#: an `#if` that cuts through a declaration, which no grammar can parse.
//!
//! Like every preprocessing here, it keeps all offsets: see
//! [`LanguageRow::preprocess`](crate::syntax::row::LanguageRow::preprocess).

use super::scanner_limits::replace_ranges;
use std::borrow::Cow;
use std::ops::Range;

/// The text with spaces in place of what the grammar cannot parse; offsets are unchanged.
///
/// If a branch of an `#if` does not consist of complete declarations or statements, its first branch is
/// parsed as if the `#if` were absent. Other `#if`s are unchanged.
pub(super) fn masked(text: &str) -> Cow<'_, str> {
    let mut spaces = split_conditionals(text);
    // The grammar accepts these words only in the other order.
    let words = text.match_indices("ref partial struct");
    spaces.extend(words.map(|(at, _)| at..at + "ref".len()));
    replace_ranges(text, spaces, |byte| match byte {
        b'\n' => '\n',
        _ => ' ',
    })
}

/// An open `#if`.
#[derive(Default)]
struct Conditional {
    directives: Vec<Range<usize>>,
    is_split: bool,
    first: Branch,
    current: Branch,
}

/// Text between two directives.
#[derive(Clone, Copy, Default)]
struct Branch {
    /// Number of open brackets.
    depth: isize,
    /// True if it closes more brackets than it opens.
    closes_more: bool,
    /// The last byte that is not white space or a comment.
    last: u8,
}

impl Branch {
    fn read(&mut self, line: &str) {
        let line = line.trim();
        let code = match line.find("//") {
            Some(0) => "",
            Some(at) => line
                .get(..at)
                .filter(|code| code.ends_with(' '))
                .unwrap_or(line),
            None => line,
        };
        for byte in code.trim_end().bytes() {
            match byte {
                b'{' | b'(' | b'[' => self.depth += 1,
                b'}' | b')' | b']' => self.depth -= 1,
                _ => {}
            }
            self.closes_more |= self.depth < 0;
            self.last = byte;
        }
    }

    fn is_whole(&self) -> bool {
        self.depth == 0 && !self.closes_more && matches!(self.last, 0 | b';' | b'}' | b']')
    }

    /// Appends the next text.
    fn then(&mut self, next: Self) {
        self.closes_more |= next.closes_more && self.depth + next.depth < 0;
        self.depth += next.depth;
        if next.last != 0 {
            self.last = next.last;
        }
    }
}

/// The directives and the other branches of each `#if` with an incomplete branch.
fn split_conditionals(text: &str) -> Vec<Range<usize>> {
    let mut hidden = Vec::new();
    let mut open: Vec<Conditional> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bytes = start..start + line.len();
        start = bytes.end;
        match directive(line) {
            Some("if") => open.push(Conditional {
                directives: vec![bytes],
                ..Conditional::default()
            }),
            Some("elif" | "else") => {
                if let Some(conditional) = open.last_mut() {
                    conditional.end_branch();
                    conditional.directives.push(bytes);
                }
            }
            Some("endif") => {
                if let Some(mut conditional) = open.pop() {
                    conditional.end_branch();
                    conditional.directives.push(bytes);
                    if let Some(around) = open.last_mut() {
                        around.current.then(conditional.first);
                    }
                    if conditional.is_split {
                        hidden.extend(conditional.hidden());
                    }
                }
            }
            Some(_) => {}
            None => {
                if let Some(conditional) = open.last_mut() {
                    conditional.current.read(line);
                }
            }
        }
    }
    hidden
}

impl Conditional {
    fn end_branch(&mut self) {
        self.is_split |= !self.current.is_whole();
        if self.directives.len() == 1 {
            self.first = self.current;
        }
        self.current = Branch::default();
    }

    fn hidden(self) -> impl Iterator<Item = Range<usize>> {
        let end = self.directives.last().map_or(0, |last| last.end);
        let first = self.directives.first().cloned();
        let others = self.directives.get(1).map(|second| second.start..end);
        first.into_iter().chain(others)
    }
}

/// The word after a `#` at the start of a line.
fn directive(line: &str) -> Option<&str> {
    let word = line.trim_start().strip_prefix('#')?.trim_start();
    let end = word.find(|letter: char| !letter.is_ascii_alphabetic());
    word.get(..end.unwrap_or(word.len()))
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn split_declarations_are_read_by_their_first_branch() {
        for (text, expected) in [
            (
                "#if A\n internal\n#else\n public\n#endif\nclass B { }\n",
                "     \n internal\n     \n       \n      \nclass B { }\n",
            ),
            (
                "F(a\n#if é\n, b\n#endif\n);\n",
                "F(a\n      \n, b\n      \n);\n",
            ),
            (
                "#if A\n#if B\n x = 1;\n#else\n x = {\n#endif\n#endif\n",
                "#if A\n     \n x = 1;\n     \n      \n      \n#endif\n",
            ),
            ("ref partial struct A { }\n", "    partial struct A { }\n"),
        ] {
            assert_eq!(masked(text), expected);
            assert_eq!(masked(text).len(), text.len());
        }
    }

    #[test]
    fn complete_branches_are_kept() {
        for text in [
            "#if A\nusing B;\n#else // none\n#endif\n",
            "#if A\n[Test]\n#endif\nclass B { }\n",
            "#if A\nvoid F() { G(); } // http://a\n#elif B\nvoid F() { }\n#endif\n",
            "#else\n#endif\n#if A\n",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn deep_conditionals_take_linear_time() {
        let text = format!(
            "{}{}",
            "#if A\n(\n#else\n".repeat(50_000),
            "#endif\n".repeat(50_000)
        );
        assert_eq!(masked(&text).len(), text.len());
    }
}
