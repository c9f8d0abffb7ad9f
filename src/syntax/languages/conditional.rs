//! An `#if` that cuts through a declaration, which no grammar can parse.
//!
//! `parse` tries [`joined()`] if the tree of a text has errors, and keeps the first branch if it declares more. Names of
//! declarations in the second branch are kept, too.

use crate::syntax::edit::blanked;
use std::ops::Range;

/// The text with one branch of each `#if` that cuts through code, and the bytes of these branches; none without one.
/// Offsets are unchanged.
///
/// If a branch of an `#if` does not consist of complete declarations or statements, the branch is parsed as if the
/// `#if` were absent. Other `#if`s are unchanged.
pub(in crate::syntax) fn joined(text: &str, branch: usize) -> Option<(String, Vec<Range<usize>>)> {
    let (mut hidden, mut kept) = (Vec::new(), Vec::new());
    for conditional in split_conditionals(text) {
        let (start, end) = conditional.ends();
        match conditional.branch(branch) {
            Some(branch) => {
                hidden.extend([start..branch.start, branch.end..end]);
                kept.push(branch);
            }
            None => hidden.push(start..end),
        }
    }
    (!kept.is_empty()).then(|| (blanked(text, hidden).into_owned(), kept))
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
    /// True if it closes more brackets than it opens, or continues a statement before it.
    closes_more: bool,
    /// The last byte that is not white space or a comment.
    last: u8,
}

impl Branch {
    fn read(&mut self, line: &str) {
        let line = line.trim();
        let ends_comment = line.ends_with("*/");
        let code = match line.rsplit_once("/*") {
            _ if line.starts_with("//") => "",
            Some((code, comment)) if ends_comment || !comment.contains("*/") => code,
            None if ends_comment => "",
            _ => line.split(" //").next().unwrap_or_default(),
        };
        let (code, is_first, depth) = (code.trim_end(), self.last == 0, self.depth);
        let mut is_label = code.ends_with(',');
        let (mut is_string, mut is_escaped) = (false, false);
        let around = |at: usize| code.as_bytes().get(at).copied();
        for (at, byte) in code.bytes().enumerate() {
            let is_quoted =
                around(at.wrapping_sub(1)) == Some(b'\'') && around(at + 1) == Some(b'\'');
            let is_text = is_string || is_quoted;
            is_string ^= byte == b'"' && !is_escaped && !is_quoted;
            is_escaped = byte == b'\\' && !is_escaped;
            match byte {
                _ if is_text => {}
                b'{' | b'(' | b'[' => self.depth += 1,
                b'}' | b')' | b']' => self.depth -= 1,
                b':' if self.depth == depth => is_label = true,
                _ => {}
            }
            self.closes_more |= self.depth < 0;
            self.last = byte;
        }
        let is_case = code.starts_with("case ");
        self.closes_more |= is_first && (code.starts_with("else") || is_case && is_label);
        // An import and a case of an enum in Swift end with their line.
        if code.starts_with("import ") || is_case && !is_label {
            self.last = b';';
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

/// Each `#if` with an incomplete branch.
fn split_conditionals(text: &str) -> Vec<Conditional> {
    let mut split = Vec::new();
    let mut open: Vec<Conditional> = Vec::new();
    let (mut start, mut is_continued) = (0, false);
    for line in text.split_inclusive('\n') {
        let bytes = start..start + line.len();
        start = bytes.end;
        let word = directive(line).or(is_continued.then_some(""));
        is_continued = word.is_some() && line.trim_end().ends_with('\\');
        match (word, open.last_mut()) {
            (Some("if" | "ifdef" | "ifndef"), _) => open.push(Conditional {
                directives: vec![bytes],
                ..Conditional::default()
            }),
            (Some("elif" | "elseif" | "else"), Some(conditional)) => conditional.end_branch(bytes),
            (Some("endif"), _) => {
                if let Some(mut conditional) = open.pop() {
                    conditional.end_branch(bytes);
                    if let Some(around) = open.last_mut() {
                        around.current.then(conditional.first);
                    }
                    if conditional.is_split {
                        split.push(conditional);
                    }
                }
            }
            (None, Some(conditional)) => conditional.current.read(line),
            _ => {}
        }
    }
    split
}

impl Conditional {
    fn end_branch(&mut self, directive: Range<usize>) {
        self.is_split |= !self.current.is_whole();
        if self.directives.len() == 1 {
            self.first = self.current;
        }
        self.current = Branch::default();
        self.directives.push(directive);
    }

    fn ends(&self) -> (usize, usize) {
        let start = self.directives.first().map_or(0, |first| first.start);
        (start, self.directives.last().map_or(0, |last| last.end))
    }

    fn branch(&self, index: usize) -> Option<Range<usize>> {
        let directives = self.directives.get(index..index + 2)?;
        Some(directives[0].end..directives[1].start)
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
    use super::joined;

    fn first(text: &str) -> Option<String> {
        joined(text, 0).map(|(text, _)| text)
    }

    #[test]
    fn the_second_branch_may_be_read() {
        let text = "#if A\nint f() {\n#else\nint g() {\n#endif\n}\n#if B\n(\n#endif\n";
        let expected = "     \n         \n     \nint g() {\n      \n}\n     \n \n      \n";
        let (second, branches) = joined(text, 1).expect("a second branch");
        assert_eq!(
            (second.as_str(), branches.first()),
            (expected, Some(&(22..32)))
        );
        assert_eq!(joined(text, 2), None);
    }

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
            (
                "#ifdef A\nif (a)\n#endif\nb();\n",
                "        \nif (a)\n      \nb();\n",
            ),
            (
                "#if A\nif a {\n#elseif B\nif b {\n#endif\n}\n",
                "     \nif a {\n         \n      \n      \n}\n",
            ),
            (
                "#if A\ncase .a: b();\n#endif\n",
                "     \ncase .a: b();\n      \n",
            ),
            (
                "#if A\n/* c */ if (a)\n#endif\nb();\n",
                "     \n/* c */ if (a)\n      \nb();\n",
            ),
        ] {
            assert_eq!(first(text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn comments_and_macros_do_not_split_a_branch() {
        for text in [
            "#ifdef A\nint a; /* (b */\n#else\nint a; /* b\n  c */\n#endif\n",
            "#ifndef A\n#define B(c) do { \\\n  d(\n#endif\n",
        ] {
            assert_eq!(first(text), None);
        }
    }

    #[test]
    fn cases_of_an_enum_and_imports_do_not_split_a_branch() {
        let text = "#if A\ncase a(b: C), d\n#elseif E\ncase f\n#else\nimport G\n#endif\n";
        assert_eq!(first(text), None);
        assert!(first("#if A\ncase .a,\n.b: return\n#endif\n").is_some());
    }

    #[test]
    fn complete_branches_are_kept() {
        for text in [
            "#if A\nusing B;\n#else // none\n#endif\n",
            "#if A\n[Test]\n#endif\nclass B { }\n",
            "#if A\nvoid F() { G(); } // http://a\n#elif B\nvoid F() { }\n#endif\n",
            "#else\n#endif\n#if A\n",
            "#ifndef A\nF(\"(b \\\" {\", '{', '\\\\');\n#else\nF();\n#endif\n",
        ] {
            assert_eq!(first(text), None);
        }
    }

    #[test]
    fn deep_conditionals_take_linear_time() {
        let text = format!(
            "{}{}",
            "#if A\n(\n#else\n".repeat(50_000),
            "#endif\n".repeat(50_000)
        );
        assert_eq!(first(&text).map(|it| it.len()), Some(text.len()));
    }
}
