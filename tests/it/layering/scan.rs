//! Finds the paths in a source file without a compiler: comments, strings and tests are removed, and groups
//! (`a::{b, c::d}`) are expanded.

/// A path in the source, from `crate`, `super` or a crate's name on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedPath {
    /// 1-based.
    pub(super) line: usize,
    /// `["crate", "corpus", "SourcePath"]`.
    pub(super) segments: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    line: usize,
    text: String,
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// All paths of a file's shipped code: the paths of `use` declarations, and other paths of at least two
/// parts.
pub(super) fn paths(source: &str) -> Vec<NamedPath> {
    let tokens = without_tests(tokens(&code(source)));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let first = found.len();
        let declared = text(&tokens, at) == "use";
        let start = if declared { at + 1 } else { at };
        let end = tree(&tokens, start, declared, &mut Vec::new(), &mut found);
        if !declared {
            let long = found.split_off(first).into_iter();
            found.extend(long.filter(|path| path.segments.len() > 1));
        }
        at = end.max(at + 1);
    }
    found
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| &token.text)
}

/// Reads one path, or in a declaration a tree of paths. Returns the position after it. `prefix` is the path
/// before the braces around it.
fn tree(
    tokens: &[Token],
    mut at: usize,
    declared: bool,
    prefix: &mut Vec<String>,
    found: &mut Vec<NamedPath>,
) -> usize {
    let outer = prefix.len();
    let line = tokens.get(at).map_or(0, |token| token.line);
    if text(tokens, at) == "::" {
        at += 1;
    }
    loop {
        let token = text(tokens, at);
        if declared && token == "{" {
            at = group(tokens, at + 1, prefix, found);
            prefix.truncate(outer);
            return at;
        }
        let is_part = token.starts_with(is_name_letter) || declared && token == "*";
        if !is_part {
            break;
        }
        prefix.push(token.to_owned());
        at += 1;
        if text(tokens, at) != "::" {
            break;
        }
        at += 1;
    }
    if prefix.len() > outer {
        let segments = prefix.clone();
        found.push(NamedPath { line, segments });
    }
    prefix.truncate(outer);
    at
}

/// Reads the trees between braces, starting after the opening one. Returns the position after the closing
/// one.
fn group(
    tokens: &[Token],
    mut at: usize,
    prefix: &mut Vec<String>,
    found: &mut Vec<NamedPath>,
) -> usize {
    while at < tokens.len() && text(tokens, at) != "}" {
        at = tree(tokens, at, true, prefix, found);
        // `as NAME` and the comma.
        while at < tokens.len() && !matches!(text(tokens, at), "," | "}") {
            at += 1;
        }
        if text(tokens, at) == "," {
            at += 1;
        }
    }
    at + 1
}

fn tokens(code: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (index, text) in code.lines().enumerate() {
        let line = index + 1;
        let mut rest = text.trim_start();
        while let Some(letter) = rest.chars().next() {
            let length = if is_name_letter(letter) {
                rest.find(|letter| !is_name_letter(letter))
                    .unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                letter.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            tokens.push(Token {
                line,
                text: token.to_owned(),
            });
            rest = after.trim_start();
        }
    }
    tokens
}

/// Removes every item under `#[cfg(test)]`, up to its closing brace or semicolon.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let marked = (0..MARK.len()).all(|offset| text(&tokens, at + offset) == MARK[offset]);
        if marked {
            at = after_item(&tokens, at + MARK.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

fn after_item(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" if depth <= 1 => return at + 1,
            "}" => depth -= 1,
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The source with spaces in place of comments and quoted text; line breaks are unchanged.
fn code(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    // True if the last character can be part of a name: `r` in `for"` begins no raw string.
    let mut in_name = false;
    while let Some(letter) = rest.chars().next() {
        let length = match unspoken(rest, in_name) {
            Some(length) => {
                let blanked = rest[..length].chars();
                code.extend(blanked.map(|letter| if letter == '\n' { '\n' } else { ' ' }));
                in_name = false;
                length
            }
            None => {
                code.push(letter);
                in_name = is_name_letter(letter);
                letter.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    code
}

/// Length of the comment, text or character literal that begins here, if any.
fn unspoken(rest: &str, in_name: bool) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(block_comment(rest));
    }
    if let Some(body) = rest.strip_prefix('"') {
        return Some(1 + quoted(body, '"'));
    }
    if let Some(body) = rest.strip_prefix('\'') {
        let mut letters = body.chars();
        let first = letters.next()?;
        let is_character = first == '\\' || letters.next() == Some('\'');
        return is_character.then(|| 1 + quoted(body, '\''));
    }
    let marked = ["r", "br", "cr"]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))
        .filter(|_| !in_name)?;
    let hashes = marked.len() - marked.trim_start_matches('#').len();
    let body = marked[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(rest.len() - body.len() + length)
}

/// Length up to and including the closing quote.
fn quoted(body: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in body.char_indices() {
        if escaped {
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else if letter == quote {
            return at + 1;
        }
    }
    body.len()
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths as `LINE a::b`.
    fn check(source: &str, expected: &[&str]) {
        let found: Vec<String> = paths(source)
            .iter()
            .map(|path| format!("{} {}", path.line, path.segments.join("::")))
            .collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn declarations() {
        check("use a::b;", &["1 a::b"]);
        check("use a;", &["1 a"]);
        check("use a as b;", &["1 a"]);
        check("use ::a::b;", &["1 a::b"]);
        check("pub(crate) use a::*;", &["1 a::*"]);
    }

    #[test]
    fn groups_are_spelled_out() {
        check(
            "use crate::{a::{self, B}, c as d,\n  e::F,};\nuse g::h;",
            &[
                "1 crate::a::self",
                "1 crate::a::B",
                "1 crate::c",
                "2 crate::e::F",
                "3 g::h",
            ],
        );
        check("use {a::b, c};", &["1 a::b", "1 c"]);
    }

    #[test]
    fn paths_in_code() {
        check(
            "fn f(x: &crate::a::B) -> Vec<c::D> {\n    crate::e::g::<h::I>(x.j)\n}",
            &["1 crate::a::B", "1 c::D", "2 crate::e::g", "2 h::I"],
        );
        check("#[a::b]\nstruct C;", &["1 a::b"]);
        check("pub(in crate::a) struct B;", &["1 crate::a"]);
        check("let crate_ = a.b(1..2);", &[]);
        check("$crate::a!()", &["1 crate::a"]);
        check("super::super::a::B", &["1 super::super::a::B"]);
    }

    #[test]
    fn comments_and_literals_are_ignored() {
        check("// a::b\n/* c::d /* e::f */ g::h */ i::j", &["2 i::j"]);
        check("//! [`a::b`]\n/// a::b\nc::d", &["3 c::d"]);
        check(r#"f("a::b \" c::d", e::f)"#, &["1 e::f"]);
        check("r#\"a::b \" c::d\"# ; br\"e::f\"; g::h", &["1 g::h"]);
        check(r"['\'', 'a', '\u{1F600}']; b::c", &["1 b::c"]);
        check("\"one\n two\"; a::b", &["2 a::b"]);
    }

    #[test]
    fn lifetimes_are_not_characters() {
        check(
            "fn f<'a>(x: &'a b::C, y: &'static d::E)",
            &["1 b::C", "1 d::E"],
        );
    }

    #[test]
    fn a_name_that_ends_in_r_starts_no_raw_string() {
        check("for\"a::b\"; c::d", &["1 c::d"]);
        check("r#type::a", &["1 type::a"]);
    }

    #[test]
    fn tests_are_not_shipped() {
        check(
            "use a::b;\n#[cfg(test)]\nmod tests {\n    use c::d;\n    fn f() { e::f(); }\n}\nuse g::h;",
            &["1 a::b", "7 g::h"],
        );
        check("#[cfg(test)]\nmod tests;\nuse a::b;", &["3 a::b"]);
        check("#[cfg(test)]\nuse a::b;\nuse c::d;", &["3 c::d"]);
        check("#[cfg(unix)]\nuse a::b;", &["2 a::b"]);
    }

    #[test]
    fn incomplete_source_is_read_to_its_end() {
        for source in [
            "use a::{b",
            "\"open",
            "/* open",
            "'",
            "#[cfg(test)] mod a {",
            "r#\"x",
            "use",
            "a::",
        ] {
            paths(source);
        }
    }
}
