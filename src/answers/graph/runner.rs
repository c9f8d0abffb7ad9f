//! Tests as arguments of the usual runner of their language.

use crate::context::Declaration;
use crate::syntax::Language;

/// The argument by which the usual runner of a language runs a test; none for a helper of tests, unless the runner
/// takes files.
pub(super) fn test_argument(
    language: Option<Language>,
    test: &Declaration,
    is_test: bool,
) -> Option<String> {
    let form = language?.test_argument;
    if !is_test && form != "{path}" {
        return None;
    }
    let names = test.names.get(1..).unwrap_or_default();
    let directory = match test.path.directory() {
        "" => ".",
        directory => directory,
    };
    let mut argument = form
        .replace("{path}", test.path.as_str())
        .replace("{directory}", directory)
        .replace("{line}", &test.line.to_string())
        .replace("{name}", names.last().map_or("", String::as_str));
    if let Some((before, rest)) = argument.split_once("{names")
        && let Some((separator, after)) = rest.split_once('}')
    {
        argument = format!("{before}{}{after}", names.join(separator));
    }
    Some(argument)
}
