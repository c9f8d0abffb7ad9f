//! The layers of the configuration: a user's values over the defaults, with the positions of faults.
//!
//! Principal type: [`Fault`]; [`layered()`] returns a configuration, or the first fault.

use super::settings::Config;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An error or warning about a configuration file.
pub(super) struct Fault {
    /// Bytes of the file.
    pub(super) at: Range<usize>,
    pub(super) message: String,
}

/// Applies the user's text to the defaults; with warnings about removed keys.
pub(super) fn layered<'t>(
    mut layers: Spanned<DeTable<'t>>,
    text: &'t str,
) -> Result<(Config, Vec<Fault>), Fault> {
    let fault = |error: toml::de::Error| Fault {
        at: error.span().unwrap_or(0..0),
        message: error.message().replace("unknown field", "unknown key"),
    };
    let mut user = DeTable::parse(text).map_err(fault)?.into_inner();
    let removed = take_removed(&mut user);
    let url = user
        .get("summary")
        .and_then(|summary| Some(summary.get_ref().get("url")?.span()));
    overlay(layers.get_mut(), user);
    let config = Config::deserialize(toml::Deserializer::from(layers)).map_err(fault)?;
    match url {
        Some(at) if config.summary.model.is_none() => {
            let message = "a summary server needs a model; set summary.model too";
            Err(Fault {
                at,
                message: message.to_owned(),
            })
        }
        _ => Ok((config, removed)),
    }
}

/// Applies the values of the upper table to the lower one, key by key, with their positions.
pub(super) fn overlay<'t>(lower: &mut DeTable<'t>, upper: DeTable<'t>) {
    for (key, mut value) in upper {
        if let (DeValue::Table(upper), Some((_, mut below))) =
            (value.get_mut(), lower.remove_entry(&key))
            && let DeValue::Table(lower) = below.get_mut()
        {
            overlay(lower, std::mem::take(upper));
            *upper = std::mem::take(lower);
        }
        lower.insert(key, value);
    }
}

/// Dotted key at a byte range, or whose value contains it.
pub(super) fn key_at(text: &str, at: &Range<usize>) -> Option<String> {
    let document = DeTable::parse(text).ok()?;
    let mut names = Vec::new();
    find_key(document.get_ref(), at, &mut names).then(|| names.join("."))
}

/// The parser limits nesting, so the recursion is bounded.
fn find_key(table: &DeTable<'_>, at: &Range<usize>, names: &mut Vec<String>) -> bool {
    let contains = |span: Range<usize>| span.start <= at.start && at.end <= span.end;
    for (key, value) in table.iter() {
        names.push(key.get_ref().to_string());
        let is_in_value = match value.get_ref() {
            DeValue::Table(inner) => find_key(inner, at, names),
            _ => contains(value.span()),
        };
        if is_in_value || contains(key.span()) {
            return true;
        }
        names.pop();
    }
    false
}

/// Section and name of each key, and what replaces it.
const REMOVED: [(&str, &str, &str); 6] = [
    ("document", "memory", "an extraction may use 1 GB"),
    ("document", "seconds", "an extraction may take 60 s"),
    (
        "summary",
        "concurrency",
        "two requests are sent at the same time",
    ),
    (
        "summary",
        "declarations",
        "the 100 largest and most referenced are summarized; summary.token_budget limits a run",
    ),
    (
        "summary",
        "retries",
        "a failed request is sent again up to four times",
    ),
    ("summary", "seconds", "a request may take 60 s"),
];

/// Takes the removed keys out of a user's settings; returns a warning about each.
pub(super) fn take_removed(settings: &mut DeTable<'_>) -> Vec<Fault> {
    let mut warnings = Vec::new();
    for (section, name, replacement) in REMOVED {
        if let Some(section) = settings.get_mut(section)
            && let DeValue::Table(keys) = section.get_mut()
            && let Some((key, _)) = keys.remove_entry(name)
        {
            warnings.push(Fault {
                at: key.span(),
                message: format!("this setting was removed and is ignored: {replacement}"),
            });
        }
    }
    warnings
}
