//! Razor pages and components: the parts of C# in [`code()`].

use crate::syntax::row::lists;
use crate::syntax::template::{Brackets, CodeForm, CodePart};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Directives before a type, or before a type and a name.
const TYPED: &str = "attribute implements inherits inject layout model using";
/// Directives before other words.
const OTHER: &str = "addTagHelper namespace page preservewhitespace removeTagHelper rendermode tagHelperPrefix typeparam";
/// Statements with a header in brackets.
const STATEMENTS: [&str; 7] = ["for", "foreach", "if", "lock", "switch", "using", "while"];

/// Code after an `@`: expressions, blocks, headers of statements, directives, and the values of attributes that begin
/// with one.
pub(super) fn code(text: &str) -> Vec<CodePart> {
    static MARK: LazyLock<Regex> = regex!(r#"@|\}\s*else\s+(if)\s*\(|\sOn[A-Z]\w*=["']([^"'@]+)"#);
    let mut brackets = Brackets::of(text);
    let mut found: Vec<CodePart> = Vec::new();
    let mut at = 0;
    while let Some(mark) = MARK.captures_at(text, at) {
        let Some(whole) = mark.get(0) else { break };
        let start = whole.start();
        at = whole.end();
        let part = match (mark.get(1), mark.get(2)) {
            (Some(word), _) => brackets
                .end(whole.end() - 1)
                .map(|end| piece(word.start()..end, word.start()..end)),
            // The handler of a component's event.
            (None, Some(code)) => Some(piece(code.range(), code.range())),
            (None, None) => after_mark(text, start, &mut brackets),
        };
        if let Some(part) = part {
            at = part.outer.end;
            found.push(part);
        } else if text[at..].starts_with('@') {
            at += 1;
        }
    }
    found
}

/// The part that begins at an `@`; none for an address of mail and for a word before text.
fn after_mark(text: &str, start: usize, brackets: &mut Brackets<'_>) -> Option<CodePart> {
    static WORD: LazyLock<Regex> = regex!(r"^[\w:-]+");
    let inner = start + 1;
    let rest = &text[inner..];
    if text[..start].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    if rest.starts_with('*') {
        let end = inner + rest.find("*@")? + 2;
        return Some(CodePart {
            language: None,
            ..piece(start..end, inner..end)
        });
    }
    if rest.starts_with('(') {
        let end = brackets.end(inner)?;
        return Some(piece(start..end, inner..end));
    }
    let word = WORD.find(rest).map_or("", |word| word.as_str());
    let after = inner + word.len();
    let next = after + text[after..].len() - text[after..].trim_start().len();
    if matches!(word, "" | "code" | "functions") && text[next..].starts_with('{') {
        let end = brackets.end(next)?;
        // The members of a class: the rewrites of C# put one in the place of the word and the space before it.
        let before = text[..start].trim_end().len();
        let is_class = !word.is_empty() && next - before >= "class _".len();
        return Some(CodePart {
            form: CodeForm::Block,
            ..piece(
                start..end,
                if is_class {
                    before..end
                } else {
                    next + 1..end - 1
                },
            )
        });
    }
    if word == "section"
        && let Some(name) = WORD.find(&text[next..])
    {
        let name = next..next + name.end();
        let after = text[name.end..].chars().next()?;
        return Some(CodePart {
            language: None,
            form: CodeForm::Name,
            ..piece(start..name.end + after.len_utf8(), name)
        });
    }
    if STATEMENTS.contains(&word) && text[next..].starts_with('(') {
        let end = brackets.end(next)?;
        return Some(piece(start..end, inner..end));
    }
    if let Some(quote) = text[after..]
        .strip_prefix('=')
        .and_then(|value| value.chars().next())
        && matches!(quote, '"' | '\'')
    {
        if word == "formname" {
            return None;
        }
        let value = after + 2;
        let end = if text[value..].starts_with("@(") {
            brackets.end(value + 1)?
        } else {
            value + text[value..].find(quote)?
        };
        let code = value + usize::from(text[value..end].starts_with('@'))..end;
        return Some(piece(code.clone(), code));
    }
    if lists(TYPED, word) && text[after..].starts_with([' ', '\t']) {
        let end = after
            + text[after..]
                .find(['\n', '\r'])
                .unwrap_or(text.len() - after);
        // With its line end, which becomes the semicolon.
        let code = if word == "using" {
            inner..text.len().min(end + 1)
        } else {
            after..end
        };
        return Some(CodePart {
            form: if word == "using" {
                CodeForm::Apart
            } else {
                CodeForm::Piece
            },
            ..piece(start..end, code)
        });
    }
    // `@onclick:preventDefault` is an attribute without a value.
    if lists(OTHER, word) || word.contains(':') {
        return None;
    }
    let end = expression_end(text, inner, brackets)?;
    Some(piece(start..end, inner..end))
}

/// The end of an expression without white space: names, calls and indices.
fn expression_end(text: &str, start: usize, brackets: &mut Brackets<'_>) -> Option<usize> {
    static NAME: LazyLock<Regex> = regex!(r"^(?:await\s+)?[A-Za-z_]\w*");
    static MEMBER: LazyLock<Regex> = regex!(r"^(?:\?|!)?\.[A-Za-z_]\w*");
    static GENERICS: LazyLock<Regex> = regex!(r"^<[\w., ?\[\]]+>\(");
    let mut end = start + NAME.find(&text[start..])?.end();
    loop {
        let rest = &text[end..];
        end = match rest.chars().next() {
            Some('(' | '[') => match brackets.end(end) {
                Some(end) => end,
                None => return Some(end),
            },
            Some('<') => match GENERICS.find(rest) {
                Some(generics) => end + generics.end() - 1,
                None => return Some(end),
            },
            _ => match MEMBER.find(rest) {
                Some(member) => end + member.end(),
                None => return Some(end),
            },
        };
    }
}

fn piece(outer: Range<usize>, code: Range<usize>) -> CodePart {
    CodePart {
        outer,
        code,
        language: Some("csharp"),
        form: CodeForm::Piece,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = code(text);
        let found: Vec<&str> = found.iter().map(|part| &text[part.code.clone()]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn expressions_end_before_text() {
        check(
            "<p>@Mass.InKilos(1, \")\"). a</p>",
            &["Mass.InKilos(1, \")\")"],
        );
        check("@a?.B[0].C<int>(d) e", &["a?.B[0].C<int>(d)"]);
        check("@(a + b) @await F(c).", &["(a + b)", "await F(c)"]);
        check("me@example.org @@media", &[]);
        check("@* @a *@", &["* @a *@"]);
    }

    #[test]
    fn statements_blocks_and_directives_are_code() {
        check(
            "@if (F(a)) {\n<b>@c</b>\n} else if (G()) { }",
            &["if (F(a))", "c", "if (G())"],
        );
        check(
            "@{ var a = F(); }\n@code {\n int G() { }\n}",
            &[" var a = F(); ", "\n@code {\n int G() { }\n}"],
        );
        check(
            "@page \"/a\"\n@using A.B\n@inject C d\r\n",
            &["using A.B\n", " C d"],
        );
        check("<b @onclick=\"F\" @bind='@g' c=\"@h\">", &["F", "g", "h"]);
        check(
            "<B OnClick=\"F\" @onclick=\"@(e => f = \"g\")\" @formname=\"h\" />",
            &["F", "(e => f = \"g\")"],
        );
    }
}
