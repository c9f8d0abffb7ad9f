//! Templates of Laravel: the parts of PHP in [`code()`].

use super::super::php::CODE as PHP;
use crate::syntax::edit::with_bytes;
use crate::syntax::template::{Brackets, CodeForm, CodePart, marked};
use regex::Regex;
use std::sync::LazyLock;

/// Directives that are statements of PHP.
const STATEMENTS: [&str; 6] = ["empty", "for", "foreach", "if", "isset", "while"];

/// Directives that declare what their first argument names.
const NAMED: [&str; 5] = ["fragment", "section", "slot", "stack", "yield"];

/// `{{ … }}`, `{!! … !!}`, `@php … @endphp`, and the arguments of directives.
pub(super) fn code(text: &str) -> Vec<CodePart> {
    static DIRECTIVE: LazyLock<Regex> = regex!(r"(?:^|[^\w@])@(?:(\w+)[ \t]*\(|(else|end\w+))");
    static NAME: LazyLock<Regex> = regex!(r#"^\s*['"]([\w.:-]+)['"][,)]"#);
    static CALL: LazyLock<Regex> = regex!(r"@php[ \t]*\(");
    // `@php($a = 1)` has no end.
    let calls = CALL.find_iter(text).map(|call| (call.start(), b' '));
    let without_calls = with_bytes(text, calls);
    let mut found = marked(
        &without_calls,
        &[
            ("{{--", "--}}", None),
            ("@{{", "}}", None),
            ("{{", "}}", PHP),
            ("{!!", "!!}", PHP),
            ("@verbatim", "@endverbatim", None),
            ("@php", "@endphp", PHP),
            ("<?php", "?>", PHP),
            ("<?=", "?>", PHP),
        ],
    );
    for part in &mut found {
        if text[part.outer.clone()].starts_with("@php") {
            part.form = CodeForm::Block;
        }
    }
    let mut brackets = Brackets::of(text);
    let mut end = 0;
    let marked = found.len();
    for directive in DIRECTIVE.captures_iter(text) {
        let alone = directive.get(2);
        let (Some(whole), Some(word)) = (directive.get(0), directive.get(1).or(alone)) else {
            continue;
        };
        let start = word.start() - 1;
        let before = found[..marked].partition_point(|part| part.outer.end <= start);
        let is_inside = found[..marked]
            .get(before)
            .is_some_and(|part| part.outer.contains(&start));
        if is_inside || start < end {
            continue;
        }
        let close = match alone {
            Some(alone) => Some(alone.end()),
            None => brackets.end(whole.end() - 1),
        };
        let Some(close) = close else { continue };
        end = close;
        let (mut start, mut inside) = (start, whole.end());
        if NAMED.contains(&word.as_str())
            && let Some(named) = NAME.captures(&text[inside..end])
            && let (Some(argument), Some(name)) = (named.get(0), named.get(1))
        {
            let after = inside + argument.end();
            found.push(CodePart {
                outer: start..after,
                code: inside + name.start()..inside + name.end(),
                language: None,
                form: CodeForm::Name,
            });
            if after == end {
                continue;
            }
            (start, inside) = (after, after);
        }
        let is_statement = STATEMENTS.contains(&word.as_str());
        found.push(CodePart {
            outer: start..end,
            code: match alone {
                Some(_) => end..end,
                None if is_statement => word.start()..end,
                None => inside..end - 1,
            },
            language: PHP,
            form: if is_statement || alone.is_some() {
                CodeForm::Piece
            } else {
                CodeForm::Arguments
            },
        });
    }
    found.sort_by_key(|part| part.outer.start);
    found
}
