//! Templates: markup with code between marks, [`ROWS`]. Each row finds its parts of code; how the names in them are
//! resolved follows from the language of the code.

mod blade;
pub(super) mod jinja;
mod razor;

use super::others::{MARKUP_COMMENTS, ROWS as OTHERS};
use super::{php, rows, scanner_limits};
use crate::syntax::row::{LanguageRow, Packages};
use crate::syntax::template::{Brackets, CodeForm, CodePart, marked, scripts};
use regex::Regex;
use std::sync::LazyLock;

pub(super) const ROWS: &[LanguageRow] = &[
    LanguageRow {
        name: "astro",
        extensions: "astro",
        is_component: true,
        code: astro,
        injections: include_str!("../../queries/injections/astro.scm"),
        family: "script",
        packages: Packages::Relative,
        query: VUE_QUERY,
        ..in_markup(LanguageRow::CODE)
    },
    LanguageRow {
        name: "blade",
        extensions: "blade.php",
        query: concat!(
            include_str!("../../queries/blade.scm"),
            include_str!("../../queries/html.scm")
        ),
        code: blade::code,
        injections: concat!(
            include_str!("../../queries/injections/markup.scm"),
            include_str!("../../queries/injections/blade.scm"),
        ),
        ..in_markup(php::ROW)
    },
    LanguageRow {
        name: "ejs",
        extensions: "ejs",
        code: |text| marked(text, &marks_of_erb("javascript")),
        family: "script",
        // Any function may be passed to a template.
        local_mark: Some("lambda"),
        ..in_markup(LanguageRow::CODE)
    },
    LanguageRow {
        name: "erb",
        extensions: "erb rhtml",
        code: |text| marked(text, &marks_of_erb("ruby")),
        ..in_markup(rows::named(rows::ROWS, "ruby"))
    },
    LanguageRow {
        name: "gotmpl",
        aliases: &["go-template", "gohtml", "helm"],
        extensions: "tpl tmpl gotmpl gohtml",
        query: concat!(
            include_str!("../../queries/jinja.scm"),
            include_str!("../../queries/html.scm")
        ),
        code: jinja::go,
        ..in_markup(LanguageRow::CODE)
    },
    LanguageRow {
        name: "heex",
        extensions: "heex leex eex",
        grammar: || tree_sitter_heex::LANGUAGE.into(),
        query: include_str!("../../queries/heex.scm"),
        highlights: &[tree_sitter_heex::HIGHLIGHTS_QUERY],
        injections: tree_sitter_heex::INJECTIONS_QUERY,
        code: |text| scripts(text, &marks_of_erb("elixir")),
        rewrites: include_str!("../../rewrites/heex.txt"),
        // `<.badge text="new">` calls a function.
        call_marks: &[""],
        ..in_markup(rows::named(OTHERS, "elixir"))
    },
    LanguageRow {
        name: "jinja",
        has_variables_of: "yaml",
        has_similar_code: true,
        calls_without_marks: true,
        aliases: &["jinja2", "django"],
        extensions: "jinja jinja2 j2",
        query: concat!(
            include_str!("../../queries/jinja.scm"),
            include_str!("../../queries/html.scm")
        ),
        code: jinja::code,
        // Any function may be passed to a template.
        local_mark: Some("lambda"),
        ..in_markup(rows::named(rows::ROWS, "python"))
    },
    LanguageRow {
        name: "razor",
        aliases: &["cshtml"],
        extensions: "cshtml razor",
        query: concat!(
            include_str!("../../queries/jinja.scm"),
            include_str!("../../queries/html.scm")
        ),
        code: razor::code,
        typed_lines: &[("@model ", "Model"), ("@inject ", "")],
        ..in_markup(rows::named(rows::ROWS, "csharp"))
    },
    LanguageRow {
        name: "vue",
        names_members: true,
        local_mark: Some("export"),
        extensions: "vue",
        is_component: true,
        code: |text| outside_scripts(text, marked(text, &[("{{", "}}", Some("typescript"))])),
        family: "script",
        packages: Packages::Relative,
        query: VUE_QUERY,
        injections: concat!(
            include_str!("../../queries/injections/markup.scm"),
            include_str!("../../queries/injections/vue.scm"),
        ),
        ..in_markup(LanguageRow::CODE)
    },
];

const VUE_QUERY: &str = concat!(
    include_str!("../../queries/vue.scm"),
    include_str!("../../queries/html.scm")
);

/// A row for markup with code whose names are resolved as in another row.
const fn in_markup(code: LanguageRow) -> LanguageRow {
    LanguageRow {
        aliases: &[],
        file_names: "",
        shebangs: "",
        starts: &[],
        dialect: |_, _| None,
        grammar: || tree_sitter_html::LANGUAGE.into(),
        query: include_str!("../../queries/html.scm"),
        highlights: &[tree_sitter_html::HIGHLIGHTS_QUERY],
        injections: include_str!("../../queries/injections/markup.scm"),
        block_comments: MARKUP_COMMENTS,
        preprocess: scanner_limits::limit_element_depth,
        rewrites: include_str!("../../rewrites/html.txt"),
        superset: "",
        parse_limit: LanguageRow::CODE.parse_limit,
        scanner_safe: None,
        clauses: false,
        importers: "",
        tests: "",
        test_calls: "",
        programs: "",
        routes: "",
        commands: "",
        ..code
    }
}

/// The marks of ERB and of templates like it.
const fn marks_of_erb(
    language: &'static str,
) -> [(&'static str, &'static str, Option<&'static str>); 3] {
    [
        ("<%%", "%>", None),
        ("<%#", "%>", None),
        ("<%", "%>", Some(language)),
    ]
}

/// The parts outside of scripts and styles.
fn outside_scripts(text: &str, mut parts: Vec<CodePart>) -> Vec<CodePart> {
    static SCRIPT: LazyLock<Regex> =
        regex!(r"(?is)<(?:script|style)\b.*?</(?:script|style)\s*>|<!--.*?-->");
    let scripts: Vec<_> = SCRIPT.find_iter(text).map(|found| found.range()).collect();
    parts.retain(|part| {
        !scripts
            .iter()
            .any(|script| script.contains(&part.outer.start))
    });
    parts
}

/// The frontmatter of a component of Astro, and the expressions in braces after it.
fn astro(text: &str) -> Vec<CodePart> {
    let mut found = Vec::new();
    let mut at = 0;
    if let Some(inner) = text.trim_start().strip_prefix("---")
        && let Some(length) = inner.find("\n---")
    {
        let start = text.len() - inner.len();
        at = start + length + "\n---".len();
        found.push(CodePart {
            outer: start - "---".len()..at,
            code: start..start + length,
            language: Some("typescript"),
            form: CodeForm::Block,
        });
    }
    let mut expressions = Vec::new();
    let mut brackets = Brackets::of(text);
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('{')) {
        let start = at + next;
        at = start + 1;
        if let Some(end) = brackets.end(start) {
            at = end;
            expressions.push(CodePart {
                outer: start..end,
                code: start + 1..end - 1,
                language: Some("tsx"),
                form: CodeForm::Piece,
            });
        }
    }
    found.extend(outside_scripts(text, expressions));
    found
}
