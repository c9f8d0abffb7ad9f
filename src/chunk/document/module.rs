//! Statements of JavaScript in Markdown: imports and exports between the paragraphs, as in MDX, and scripts, as in
//! VitePress.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The imports and exports of a document, each with the lines up to a blank one that is in no brackets, after the code of
/// its scripts.
pub(super) fn statements(text: &str) -> Vec<Range<usize>> {
    static FIRST: LazyLock<Regex> = regex!(
        r#"^(?:import\s+(?:[\w$*{][^'"]*\sfrom\s*)?['"]|import\s*(?:[\w$]+\s*,\s*)?\{\s*$|export\s+(?:default\s+)?(?:async\s+)?(?:const|let|var|function|class|type|interface|enum)\b|export\s*[{*]|export\s+default\s+[({\[A-Z])"#
    );
    static SCRIPT: LazyLock<Regex> =
        regex!(r"(?ms)^(?:```|~~~).*?^(?:```|~~~)|^<script\b[^>\n]*>[ \t]*\n(.*?\n)</script");
    let scripts = SCRIPT.captures_iter(text);
    let mut found: Vec<_> = scripts
        .filter_map(|script| Some(script.get(1)?.range()))
        .collect();
    if !text.contains("import") && !text.contains("export") {
        return found;
    }
    let mut fence = None;
    // The brackets that are open in a statement.
    let mut open: Option<isize> = None;
    let (mut at, mut is_after_blank) = (0, true);
    for line in text.split_inclusive('\n') {
        let (start, words) = (at, line.trim());
        at += line.len();
        if open.is_none() {
            let mark = words.get(..3).filter(|mark| ["```", "~~~"].contains(mark));
            match (fence, mark) {
                (None, Some(_)) => fence = mark,
                (Some(_), Some(_)) if fence == mark => fence = None,
                _ => {}
            }
            if fence.is_none() && is_after_blank && FIRST.is_match(line) {
                open = Some(0);
                found.push(start..start);
            }
        }
        is_after_blank = words.is_empty();
        let (Some(depth), Some(last)) = (open.as_mut(), found.last_mut()) else {
            continue;
        };
        if is_after_blank && *depth <= 0 {
            open = None;
            continue;
        }
        last.end = at;
        for byte in words.bytes() {
            match byte {
                b'{' | b'(' | b'[' => *depth += 1,
                b'}' | b')' | b']' => *depth -= 1,
                _ => {}
            }
        }
    }
    found
}

/// A text of the same length in which the content of a component begins at the start of its lines, and tags on lines of their
/// own are blocks of their own: MDX has no indented code and no blocks of HTML.
pub(super) fn without_components(text: &str) -> String {
    // A closing tag, an opening one with its end, and the end of one on several lines.
    static TAG: LazyLock<Regex> =
        regex!(r"^\s*(?:(</[A-Z][\w.]*>)|<[A-Z](?:[^<>]|=>|\{[^{}]*\})*?(/?>)?|[^<]*(/>))\s*$");
    /// HTML of one line, which no text below it is part of.
    const SILENT: &str = "<!A>";
    let mut flush = String::with_capacity(text.len());
    // The indentation of the content of each open component.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut in_fence = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        let tag = if in_fence { None } else { TAG.captures(line) };
        let is_fence = words.starts_with("```") || words.starts_with("~~~");
        in_fence ^= is_fence;
        let part = |index| Some(tag.as_ref()?.get(index)?.as_str());
        let closes = part(1).or(part(3)).is_some();
        if closes {
            open.pop();
        }
        let shift = match open.last_mut() {
            Some(_) if is_fence => indent,
            Some(start) if !words.trim().is_empty() => indent.min(*start.get_or_insert(indent)),
            _ => 0,
        };
        let end = line.trim_end_matches(['\r', '\n']).len();
        let is_hidden = part(1).is_some() || part(2) == Some(">");
        let shown = match &line[shift..end] {
            tag if is_hidden && tag.len() >= SILENT.len() => SILENT,
            own => own,
        };
        flush.push_str(shown);
        flush.extend(std::iter::repeat_n(' ', end - shown.len()));
        flush.push_str(&line[end..]);
        if tag.is_some() && !closes && part(2) != Some("/>") {
            open.push(None);
        }
    }
    flush
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_at_a_blank_line_outside_of_brackets() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = statements(text)
                .into_iter()
                .map(|statement| &text[statement])
                .collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "import A from './a'\nimport { b } from \"c\"\n\n# D\n",
            &["import A from './a'\nimport { b } from \"c\"\n"],
        );
        check(
            "export function F() {\n\n  return <p>it's</p>\n}\n\nWords\n",
            &["export function F() {\n\n  return <p>it's</p>\n}\n"],
        );
        check("export default Layout\n", &["export default Layout\n"]);
        for text in [
            "import this from that\n",
            "export default values are set\n",
            "Words\nexport const a = 1\n",
            "```js\n\nexport const a = 1\n```\n",
        ] {
            check(text, &[]);
        }
    }
}
