//! Tools as every client takes them: plain schemas, titles, and the request to load them at once.
//!
//! [`plain()`] changes a tool. Some clients refuse `$schema`, `format`, `additionalProperties` and unions of types; the
//! server still refuses unknown arguments.

use rmcp::model::{MetaObject, Tool};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Number, Value, json};
use std::sync::Arc;

/// Keywords of JSON Schema that clients refuse, or that need more tokens than they are worth.
const REFUSED: [&str; 6] = [
    "$schema",
    "additionalProperties",
    "default",
    "format",
    "minimum",
    "title",
];
/// Key by which Claude Code loads a tool without being asked to search for it (issue 1696 of colbymchenry/codegraph,
/// September 2026).
const ALWAYS_LOAD: &str = "anthropic/alwaysLoad";

/// Makes a tool plain.
pub(super) fn plain(tool: &mut Tool) {
    let mut schema = Value::Object(tool.input_schema.as_ref().clone());
    simplify(&mut schema);
    if let Value::Object(mut schema) = schema {
        schema.remove("description");
        schema.entry("properties").or_insert_with(|| json!({}));
        tool.input_schema = Arc::new(schema);
    }
    let annotations = tool.annotations.as_ref();
    tool.title = annotations.and_then(|annotations| annotations.title.clone());
    let mut meta = MetaObject::default();
    meta.insert(ALWAYS_LOAD.to_owned(), Value::Bool(true));
    tool.meta = Some(meta);
}

/// Removes what clients refuse; a type that may be null becomes an optional one.
fn simplify(schema: &mut Value) {
    let Value::Object(map) = schema else {
        return;
    };
    for key in REFUSED {
        map.remove(key);
    }
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(items) = map.get_mut("items") {
        simplify(items);
    }
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        properties.values_mut().for_each(simplify);
    }
}

/// Reads an optional text; an empty one is none. The strict mode of some clients requires a value for every argument.
pub(super) fn text<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(value)?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

/// Reads an optional whole number, of which 0 is none.
pub(super) fn positive<'de, D: Deserializer<'de>>(value: D) -> Result<Option<usize>, D::Error> {
    Ok(whole(value)?.filter(|number| *number > 0))
}

/// Reads a list of texts, also as one text, or as JSON in a text: some models send it.
pub(super) fn list<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    let list = match Value::deserialize(value)? {
        Value::Null => Some(Vec::new()),
        Value::String(text) if text.trim().is_empty() => Some(Vec::new()),
        Value::String(text) => Some(serde_json::from_str(&text).unwrap_or_else(|_| vec![text])),
        value => serde_json::from_value(value).ok(),
    };
    list.ok_or_else(|| Error::custom("expected a list of texts, as in [\"lang:rust\"]"))
}

/// Reads an optional whole number, also as `5.0` or `"5"`: some clients hold all numbers as doubles, and some models
/// send texts.
pub(super) fn whole<'de, D: Deserializer<'de>>(value: D) -> Result<Option<usize>, D::Error> {
    let value = Value::deserialize(value)?;
    let written = match &value {
        Value::Null => return Ok(None),
        Value::String(text) => text.trim().to_owned(),
        value => value.to_string(),
    };
    let number = written.parse::<Number>().ok();
    let integer = number.and_then(|number| {
        number.as_u64().or_else(|| {
            let float = number.as_f64()?;
            let is_whole = float.fract() == 0.0 && (0.0..9e15).contains(&float);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is in the range"
            )]
            is_whole.then_some(float as u64)
        })
    });
    let integer = integer.and_then(|integer| usize::try_from(integer).ok());
    integer
        .map(Some)
        .ok_or_else(|| Error::custom(format!("expected a whole number, found {value}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_point_zero_is_a_whole_number() {
        let check = |value: Value, expected: Option<Option<usize>>| {
            assert_eq!(whole(value.clone()).ok(), expected, "{value}");
        };
        check(json!(5), Some(Some(5)));
        check(json!(5.0), Some(Some(5)));
        check(json!(null), Some(None));
        check(json!(5.5), None);
        check(json!(-1), None);
        check(json!("5"), Some(Some(5)));
        check(json!("five"), None);
        check(json!([5]), None);
    }

    #[test]
    fn one_text_is_a_list() {
        let check = |value: Value, expected: Option<&[&str]>| {
            let expected =
                expected.map(|texts| texts.iter().map(|&text| text.to_owned()).collect());
            assert_eq!(list(value.clone()).ok(), expected, "{value}");
        };
        check(
            json!(["lang:go", "in:tests"]),
            Some(&["lang:go", "in:tests"]),
        );
        check(json!("lang:go"), Some(&["lang:go"]));
        check(json!("[\"lang:go\"]"), Some(&["lang:go"]));
        check(json!(""), Some(&[]));
        check(json!(null), Some(&[]));
        check(json!({"lang": "go"}), None);
        check(json!([1]), None);
    }
}
