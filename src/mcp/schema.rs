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

/// Reads an optional whole number, also as `5.0`: clients that hold all numbers as doubles send it.
pub(super) fn whole<'de, D: Deserializer<'de>>(value: D) -> Result<Option<usize>, D::Error> {
    let Some(number) = Option::<Number>::deserialize(value)? else {
        return Ok(None);
    };
    let integer = number.as_u64().or_else(|| {
        let float = number.as_f64()?;
        let is_whole = float.fract() == 0.0 && (0.0..9e15).contains(&float);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is in the range"
        )]
        is_whole.then_some(float as u64)
    });
    let integer = integer.and_then(|integer| usize::try_from(integer).ok());
    integer
        .map(Some)
        .ok_or_else(|| Error::custom(format!("expected a whole number, found {number}")))
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
        check(json!("5"), None);
    }
}
