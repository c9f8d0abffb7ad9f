//! Which leaf of a file answers best.

use super::Ranked;
use crate::chunk::Kind;

/// Each further leaf of a file stands this far behind, and the one after that twice as far: what is
/// twenty times as likely to be the right file has two leaves before the next file has one.
pub(super) const DECAY: f32 = 3.0;

const KEYWORDS: f32 = 1.0;
const MEANING: f32 = 1.2;
/// Who names a thing wants the place that defines it, whatever else mentions it more often.
const DEFINITION: f32 = 3.0;
/// A function before its prototype, a type before what is written for it.
const DECLARED: f32 = 4.0;
const NAME: f32 = 0.5;
const IMPORTS: f32 = -1.0;

/// How well a leaf fits, beside the others of its file.
pub(super) fn score(hit: &Ranked) -> f32 {
    let imports = match hit.record.kind == Kind::Imports {
        true => IMPORTS,
        false => 0.0,
    };
    KEYWORDS * hit.keywords
        + MEANING * hit.meaning
        + DEFINITION * hit.defined
        + DECLARED * hit.declared
        + NAME * hit.named
        + imports
}
