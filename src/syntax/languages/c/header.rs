//! Recognition of C++ in a header.

/// Returns true if a header contains constructs of C++ only. A comment may have lines that begin with their words.
pub(super) fn is_cpp(text: &str) -> bool {
    let mut is_comment = false;
    let code = text.lines().filter(move |line| {
        is_comment |= line.trim_start().starts_with("/*");
        let is_code = !is_comment;
        is_comment &= !line.contains("*/");
        is_code
    });
    let next = code.clone().skip(1).chain([""]);
    code.zip(next).any(|(line, next)| {
        let line = line.trim();
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        let is_code = line.contains(['{', ';', '=']) || next.trim_start().starts_with('{');
        begins(&["template<", "template <"])
            || is_code && (begins(&["class ", "namespace ", "using "]) || is_qualified(line))
            || ["public:", "private:", "protected:"].contains(&line)
    })
}

/// Returns true if a line of code has a qualified name or a cast of C++. C has `::` in attributes only.
fn is_qualified(line: &str) -> bool {
    let code = line.split(['"', '/']).next().unwrap_or_default();
    let is_other = code.starts_with(['#', '*']) || code.contains("[[");
    let is_named = code.split_once("::").is_some_and(|(owner, name)| {
        owner.ends_with(char::is_alphanumeric) && name.starts_with(char::is_alphanumeric)
    });
    !is_other && (is_named || code.contains("static_cast<"))
}
