//! Edits of JSON files with comments, byte for byte.
//!
//! [`with_entry()`] adds an entry and [`without_entry()`] removes it. Invariant: everything else keeps its bytes, and
//! removing what was added restores the text exactly.

use super::block::in_line_endings_of;
use super::clients::ENTRY;
use super::file::Edit;
use anyhow::{Context, Result, bail};
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// The argument that every entry has.
const ARGUMENT: &str = "\"mcp\"";

/// A file that has only the entry.
pub(super) fn template(servers: &str, entry: &str) -> String {
    format!("{{\n  \"{servers}\": {{\n    \"{ENTRY}\": {entry}\n  }}\n}}\n")
}

/// The member of the servers' object that is added after the opening brace. In an empty object it is on the line of the
/// brace, unlike in a file that is created.
fn member(entry: &str, is_only: bool) -> String {
    if is_only {
        format!(" \"{ENTRY}\": {entry}")
    } else {
        format!("\n    \"{ENTRY}\": {entry},")
    }
}

/// The servers' object with the entry that is added after the opening brace of the file's object. It is on one line,
/// unlike a member that is added to an object that was there.
fn servers_member(servers: &str, entry: &str, is_only: bool) -> String {
    let comma = if is_only { "" } else { "," };
    format!("\n  \"{servers}\": {{ \"{ENTRY}\": {entry} }}{comma}")
}

/// Adds the entry; unchanged if there is one.
///
/// # Errors
/// The text is not a JSON object, or its servers are not one.
pub(super) fn with_entry(text: Option<&str>, servers: &str, entry: &str) -> Result<Edit> {
    let template = template(servers, entry);
    let Some(text) = text else {
        return Ok(Edit::Write(template));
    };
    if text.trim().is_empty() {
        // Without the last line break: the file was there.
        return Ok(Edit::Write(format!("{text}{}", template.trim_end())));
    }
    let root = root(text)?;
    let (at, added) = match servers_of(&root, servers)? {
        Some(object) if object.get(ENTRY).is_some() => return Ok(Edit::Unchanged),
        Some(object) => (
            object.start() + 1,
            member(entry, object.properties.is_empty()),
        ),
        None => {
            let added = servers_member(servers, entry, root.properties.is_empty());
            (root.start() + 1, added)
        }
    };
    let added = in_line_endings_of(text, &added);
    Ok(Edit::Write(format!(
        "{}{added}{}",
        &text[..at],
        &text[at..]
    )))
}

/// Removes the entry; unchanged if there is none. A file that was created for it is deleted.
///
/// # Errors
/// The text is not a JSON object, or its servers are not one; or the entry was not added by [`with_entry()`].
pub(super) fn without_entry(text: &str, servers: &str, entry: &str) -> Result<Edit> {
    if text.trim().is_empty() {
        return Ok(Edit::Unchanged);
    }
    let root = root(text)?;
    let Some(object) = servers_of(&root, servers)? else {
        return Ok(Edit::Unchanged);
    };
    let Some(property) = object.get(ENTRY) else {
        return Ok(Edit::Unchanged);
    };
    // Another program may have written it in another form.
    if !text[property.start()..property.end()].contains(ARGUMENT) {
        bail!("`{ENTRY}` in it was not added by `install`; remove it by hand");
    }
    let template = template(servers, entry);
    if text.replace("\r\n", "\n") == template {
        return Ok(Edit::Delete);
    }
    let blank = &text[..root.start()];
    if blank.trim().is_empty() && text[root.start()..] == *template.trim_end() {
        return Ok(Edit::Write(blank.to_owned()));
    }
    let without =
        |at: usize, length: usize| Edit::Write(format!("{}{}", &text[..at], &text[at + length..]));
    // As it was added.
    for (at, added) in [
        (root.start() + 1, servers_member(servers, entry, false)),
        (root.start() + 1, servers_member(servers, entry, true)),
        (
            object.start() + 1,
            member(entry, object.properties.len() == 1),
        ),
    ] {
        let added = in_line_endings_of(text, &added);
        if text[at..].starts_with(&added) {
            return Ok(without(at, added.len()));
        }
    }
    // Another program has written the file: with the comma after it, or else before it.
    let (start, end) = (property.start(), property.end());
    let before = text[..start].trim_end();
    let after = text[end..].trim_start();
    let (from, to) = match (after.strip_prefix(','), before.strip_suffix(',')) {
        (Some(rest), _) => (before.len(), text.len() - rest.len()),
        (None, Some(rest)) => (rest.len(), end),
        (None, None) => (before.len(), end),
    };
    Ok(without(from, to - from))
}

/// Returns true if the text has the entry.
///
/// # Errors
/// The text is not a JSON object, or its servers are not one.
pub(super) fn has_entry(text: &str, servers: &str) -> Result<bool> {
    if text.trim().is_empty() {
        return Ok(false);
    }
    let root = root(text)?;
    let object = servers_of(&root, servers)?;
    Ok(object.is_some_and(|object| object.get(ENTRY).is_some()))
}

fn root(text: &str) -> Result<Object<'_>> {
    let options = ParseOptions {
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_loose_object_property_names: false,
        ..ParseOptions::default()
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options);
    match parsed.context("it is not JSON")?.value {
        Some(Value::Object(object)) => Ok(object),
        _ => bail!("it is not a JSON object"),
    }
}

/// The object of the servers, if there is one.
fn servers_of<'o, 't>(root: &'o Object<'t>, servers: &str) -> Result<Option<&'o Object<'t>>> {
    match root.get(servers).map(|property| &property.value) {
        None => Ok(None),
        Some(Value::Object(object)) => Ok(Some(object)),
        Some(_) => bail!("`{servers}` in it is not an object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NEW: &str = r#"{ "command": "smriti-tui", "args": ["mcp"] }"#;

    /// Checks the text with the entry, and that removing the entry restores it.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let added = with_entry(Some(text), "mcpServers", NEW).unwrap();
        assert_eq!(added, Edit::Write(expected.to_owned()));
        assert!(has_entry(expected, "mcpServers").unwrap());
        let again = with_entry(Some(expected), "mcpServers", NEW).unwrap();
        assert_eq!(again, Edit::Unchanged);
        let removed = without_entry(expected, "mcpServers", NEW).unwrap();
        assert_eq!(removed, Edit::Write(text.to_owned()));
        let removed = without_entry(text, "mcpServers", NEW).unwrap();
        assert_eq!(removed, Edit::Unchanged);
    }

    #[test]
    fn a_file_that_was_created_is_deleted() {
        let created = template("mcpServers", NEW);
        let added = with_entry(None, "mcpServers", NEW).unwrap();
        assert_eq!(added, Edit::Write(created.clone()));
        for text in [created.clone(), created.replace('\n', "\r\n")] {
            let removed = without_entry(&text, "mcpServers", NEW).unwrap();
            assert_eq!(removed, Edit::Delete);
        }
    }

    #[test]
    fn an_entry_is_added_and_removed() {
        let entry = &format!(r#""smriti": {NEW}"#);
        for blank in ["", "\n", " \r\n"] {
            let object = format!("{{\n  \"mcpServers\": {{\n    {entry}\n  }}\n}}");
            check(blank, &format!("{blank}{object}"));
        }
        check("{}", &format!("{{\n  \"mcpServers\": {{ {entry} }}}}"));
        check(
            "{\n  // mine\n  \"a\": 1,\n}\n",
            &format!("{{\n  \"mcpServers\": {{ {entry} }},\n  // mine\n  \"a\": 1,\n}}\n"),
        );
        check(
            "{\r\n  \"a\": 1\r\n}\r\n",
            &format!("{{\r\n  \"mcpServers\": {{ {entry} }},\r\n  \"a\": 1\r\n}}\r\n"),
        );
        check(
            "{\"mcpServers\": {}}",
            &format!("{{\"mcpServers\": {{ {entry}}}}}"),
        );
        check(
            "{\n  \"mcpServers\": {\n  }\n}\n",
            &format!("{{\n  \"mcpServers\": {{ {entry}\n  }}\n}}\n"),
        );
        check(
            "{ \"mcpServers\": { \"x\": {} } /* end */ }",
            &format!("{{ \"mcpServers\": {{\n    {entry}, \"x\": {{}} }} /* end */ }}"),
        );
    }

    #[test]
    fn an_entry_that_another_program_wrote_again_is_removed() {
        let check = |text: &str, expected: &str| {
            let removed = without_entry(text, "s", NEW).unwrap();
            assert_eq!(removed, Edit::Write(expected.to_owned()), "{text}");
        };
        check(
            r#"{"s":{"smriti":{"args":["mcp"]},"y":1}}"#,
            r#"{"s":{"y":1}}"#,
        );
        check(
            &format!(r#"{{"s":{{ "smriti": {NEW}, "y":1}}}}"#),
            r#"{"s":{ "y":1}}"#,
        );
        check(
            r#"{"s":{"y":1,"smriti":{"args":["mcp"]}}}"#,
            r#"{"s":{"y":1}}"#,
        );
        check(r#"{"s":{"smriti":{"args":["mcp"]}}}"#, r#"{"s":{}}"#);
    }

    #[test]
    fn an_entry_of_another_program_stays() {
        let text = r#"{"s":{"smriti":{"command":"my-own"}}}"#;
        assert!(without_entry(text, "s", NEW).is_err());
    }

    #[test]
    fn what_is_no_object_is_an_error() {
        for text in ["[1]", "{", "nonsense", "{\"mcpServers\": 1}"] {
            assert!(with_entry(Some(text), "mcpServers", NEW).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn removing_restores_every_text(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "\"a\": 1", "\"b\": [1, 2]", "\"mcpServers\": {}", "\"mcpServers\": { \"x\": {} }",
                ]),
                0..3,
            ),
            space in prop::sample::select(vec!["", " ", "\n  ", "\r\n  ", " // c\n", "/* } */"]),
        ) {
            let mut parts = parts;
            parts.dedup_by_key(|part| part.contains("mcpServers"));
            let text = format!("{space}{{{space}{}{space}}}{space}", parts.join(&format!(",{space}")));
            if let Ok(Edit::Write(added)) = with_entry(Some(&text), "mcpServers", NEW) {
                prop_assert!(has_entry(&added, "mcpServers").unwrap(), "{}", added);
                prop_assert_eq!(without_entry(&added, "mcpServers", NEW).unwrap(), Edit::Write(text));
            }
        }
    }
}
