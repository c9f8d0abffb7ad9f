//! Keys of earlier versions. Each is a fixed value now, so that a file with such a key still loads.

use std::ops::Range;
use toml::de::{DeTable, DeValue};

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

/// Takes the removed keys out of a user's settings; returns the position of each, and a warning.
pub(super) fn take_removed(settings: &mut DeTable<'_>) -> Vec<(Range<usize>, String)> {
    let mut warnings = Vec::new();
    for (section, name, replacement) in REMOVED {
        if let Some(section) = settings.get_mut(section)
            && let DeValue::Table(keys) = section.get_mut()
            && let Some((key, _)) = keys.remove_entry(name)
        {
            let warning = format!("this setting was removed and is ignored: {replacement}");
            warnings.push((key.span(), warning));
        }
    }
    warnings
}
