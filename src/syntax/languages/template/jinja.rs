//! Templates of Jinja and Django: the parts of Python, the macros and the blocks in [`code()`]. Templates of Go and Helm:
//! the definitions and the blocks in [`go()`].

use crate::syntax::row::lists;
use crate::syntax::template::{CodeForm, CodePart, marked};
use regex::Regex;
use std::sync::LazyLock;

/// First words of statements. Another one is a tag that a function defines.
const STATEMENTS: &str = "autoescape block blocktrans blocktranslate break cache call comment continue csrf_token cycle \
    debug do elif else empty extends filter firstof for from if ifchanged import include load lorem macro now plural pluralize \
    querystring raw regroup resetcycle set spaceless static templatetag trans translate url verbatim widthratio with";

/// `{{ … }}`, and what follows the first word of `{% … %}`.
pub(super) fn code(text: &str) -> Vec<CodePart> {
    static NAMED: LazyLock<Regex> = regex!(r"^\{%[-+]?\s*(?:macro|block)\s+([\w-]+)");
    static WORD: LazyLock<Regex> = regex!(r"^[-+]?\s*\w+");
    let mut found = marked(
        text,
        &[
            ("{#", "#}", None),
            ("{% raw %}", "{% endraw %}", None),
            ("{% verbatim %}", "{% endverbatim %}", None),
            ("{{", "}}", Some("python")),
            ("{%", "%}", Some("python")),
        ],
    );
    for part in &mut found {
        part.form = CodeForm::Apart;
        let whole = &text[part.outer.clone()];
        if let Some(name) = NAMED.captures(whole).and_then(|named| named.get(1)) {
            let start = part.outer.start;
            part.language = None;
            part.code = start + name.start()..start + name.end();
            part.form = CodeForm::Name;
        } else if whole.starts_with("{%") {
            let word = WORD.find(&text[part.code.clone()]);
            let is_own = |word: &regex::Match<'_>| {
                let name = word.as_str().trim_start_matches(['-', '+']).trim_start();
                lists(STATEMENTS, name) || name.starts_with("end")
            };
            match word {
                Some(word) if is_own(&word) => part.code.start += word.end(),
                // Arguments with names after a tag are no code of Python.
                Some(word) if text[part.code.clone()].contains('=') => {
                    part.code.end = part.code.start + word.end();
                }
                _ => {}
            }
        }
    }
    found
}

/// `{{ … }}` in templates of Go, of which only `define "a"` and `block "a"` are declarations.
pub(super) fn go(text: &str) -> Vec<CodePart> {
    static NAMED: LazyLock<Regex> = regex!(r#"^\{\{-?\s*(?:define|block)\s+["`]([^"`{}\s]+)["`]"#);
    let mut found = marked(text, &[("{{/*", "*/}}", None), ("{{", "}}", None)]);
    for part in &mut found {
        let whole = &text[part.outer.clone()];
        if let Some(name) = NAMED.captures(whole).and_then(|named| named.get(1)) {
            let start = part.outer.start;
            part.code = start + name.start()..start + name.end();
            part.form = CodeForm::Name;
        }
    }
    found
}

/// Returns true for a page with statements of Jinja or Django.
pub(in crate::syntax::languages) fn is_template(page: &str) -> bool {
    static STATEMENT: LazyLock<Regex> = regex!(
        r"\{%[-+]?\s*(?:block|extends|for|if|include|import|from|load|macro|set|trans|url|with)\b[^%\n]*%\}"
    );
    STATEMENT.is_match(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::template::without_code;

    #[test]
    fn statements_lose_their_first_word_and_declarations_are_elements() {
        let check = |text: &str, codes: &[&str], around: &str| {
            let parts = code(text);
            let found: Vec<&str> = parts.iter().map(|part| &text[part.code.clone()]).collect();
            assert_eq!(found, codes, "{text}");
            assert_eq!(without_code(text, &parts), around);
        };
        check("{{- f(x) -}}", &[" f(x) "], "000000000000");
        check(
            "{%- if a %}b{% endif %}",
            &[" a ", " "],
            "00000000000b00000000000",
        );
        check("{% block a %}", &["a"], "<br    0=a  >");
        check("{%-  macro  b_1(c) -%}", &["b_1"], "<br      0 =b_1      >");
        check("{# a #}", &[" a "], "0000000");
    }

    #[test]
    fn definitions_of_go_are_elements() {
        let check = |text: &str, around: &str| {
            assert_eq!(without_code(text, &go(text)), around);
        };
        check("{{- define \"a.b\" -}}", "<br      0 =a.b    >");
        check("{{ block `a` . }}", "<br    0 =a     >");
        check("{{/* a */}}{{ .b }}", "0000000000000000000");
    }

    #[test]
    fn a_page_with_statements_is_a_template() {
        assert!(is_template("<p>{% if a %}b{% endif %}</p>"));
        assert!(is_template("{%- extends 'a' -%}"));
        assert!(!is_template("<p>{{ a }} {% b</p>"));
        assert!(!is_template("<p>100{% of a %}</p>"));
    }
}
