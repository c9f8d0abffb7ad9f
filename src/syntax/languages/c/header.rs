//! Recognition of Objective-C and C++ in a header.

use crate::syntax::edit::blanked;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static COMMENT_OR_STRING: LazyLock<Regex> =
    regex!(r#"/\*(?s:.*?)(?:\*/|\z)|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"#);

/// A condition that holds only in C.
static NOT_CPP: LazyLock<Regex> = regex!(r"!\s*(?:defined\s*\(?\s*)?__cplusplus");

/// A line at which an Objective-C declaration begins, or that imports a file.
static OBJECTIVE_C: LazyLock<Regex> =
    regex!(r"(?m)^\s*(?:@(?:interface|protocol|implementation|class|import)\b|#\s*import\b)");

/// Constructs that C does not have, in a text without comments and strings.
static CPP: LazyLock<Regex> = regex!({
    let of_struct = r"\bstruct\s+\w+\s*\{(?:[^{}]|\{[^{}]*\})*?";
    let parts = [
        r"^\s*template\s*<",
        r"^\s*(?:class|namespace|using)\s+[\w:{][^\n]*(?:[{;=]|\n\s*\{)",
        r"^\s*(?:public|private|protected)(?:\s+\w+)?\s*:",
        r"^\s*(?:virtual|explicit|friend|mutable|typename)\s+\w",
        r"^\s*~\w+\s*\(",
        r"^\s*#\s*include\s*<\w+>",
        r"^\s*extern\s*\{",
        // A qualified name, but not that of an attribute.
        r"^\s*(?:[^#*\[\s\n](?:[^\[\n]|\[[^\[\n])*)?\w::~?[A-Za-z]",
        r"\b(?:static|const|dynamic|reinterpret)_cast\s*<",
        r"\benum\s+(?:class|struct)\s+\w",
        r"\boperator\s*[-+*/%=<>!&|^~,()\[\]]+\s*\(",
        r"\)\s*(?:const|noexcept|override|final)\b[^;{}()]*[;{]",
        r"=\s*(?:default|delete)\s*;",
        // A base, a reference, and members that only a class has: methods, and variables with a value.
        r"\bstruct\s+\w+(?:\s+final)?\s*:\s*[^;{}()]*\{",
        r"\bconst\s+\w+\s*&+\s*\w*\s*[,)]",
        r"^\s*(?:\w+\s+)*(?:auto|bool|char|double|float|int|void|\w+_t|[A-Z]\w*)[\s*&]+\w+\s*\([^()]*\w\s*&\s*\w+\s*[,)]",
        &format!(r"{of_struct}\w\s*\([^()]*\)\s*\{{"),
        &format!(r"{of_struct}\w[ \t*&]+~?(?:[a-z]|[A-Z]+[a-z])\w*\s*\((?:[A-Za-z][^()]*)?\)\s*;"),
        &format!(r"{of_struct}^\s*[A-Z]+[a-z]\w*\s*\((?:[A-Za-z][^()]*)?\)\s*;"),
        r"\bstruct\s+\w+\s*\{[^{}()=]*\w\s*=\s*[^=;{}]+;",
    ];
    format!("(?m){}", parts.join("|"))
});

/// The language of a header; none for C.
pub(super) fn dialect(text: &str) -> Option<&'static str> {
    let hidden: Vec<Range<usize>> = COMMENT_OR_STRING
        .find_iter(text)
        .map(|it| it.range())
        .collect();
    let code = blanked(text, hidden);
    let code = blanked(&code, not_c(&code));
    if OBJECTIVE_C.is_match(&code) {
        return Some("objc");
    }
    CPP.is_match(&code).then_some("cpp")
}

/// The lines that a compiler of C does not see, `#ifdef __cplusplus`, and the values of macros.
fn not_c(code: &str) -> Vec<Range<usize>> {
    let mut hidden = Vec::new();
    let (mut start, mut is_continued, mut depth) = (0, false, 0);
    for line in code.split_inclusive('\n') {
        let bytes = start..start + line.len();
        start = bytes.end;
        let directive = line.trim_start().strip_prefix('#').unwrap_or_default();
        let directive = directive.trim_start();
        let is_for_cpp = directive.contains("__cplusplus") && !NOT_CPP.is_match(directive);
        match directive {
            opening if opening.starts_with("if") => {
                let is_hidden = depth > 0 || is_for_cpp && !opening.starts_with("ifndef");
                depth += usize::from(is_hidden);
            }
            other if other.starts_with("el") && depth <= 1 => {
                depth = usize::from(other.starts_with("elif") && is_for_cpp);
            }
            _ if directive.starts_with("endif") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || is_continued || directive.starts_with("define") {
            hidden.push(bytes);
        }
        is_continued =
            (is_continued || directive.starts_with("define")) && line.trim_end().ends_with('\\');
    }
    hidden
}
