//! Which leaf of a file answers best.

use super::Ranked;
use crate::chunk::{Kind, Role};

/// Each further leaf of a file stands this far behind, and the one after that twice as far: what is
/// twenty times as likely to be the right file has two leaves before the next file has one.
pub(super) const DECAY: f32 = 3.0;

const KEYWORDS: f32 = 1.0;
const MEANING: f32 = 1.2;
/// Who names a thing wants the place that defines it, whatever else mentions it more often.
const DEFINITION: f32 = 3.0;
/// A long declaration is cut into pieces that all bear its name. What that is worth for those in
/// which the name itself does not stand.
const BESIDE_NAME: f32 = 0.4;
const NAME: f32 = 0.5;
const IMPORTS: f32 = -1.0;

/// How well a leaf fits, beside the others of its file.
pub(super) fn score(hit: &Ranked) -> f32 {
    let imports = match hit.record.kind == Kind::Imports {
        true => IMPORTS,
        false => 0.0,
    };
    // Without a name of its own a piece is named at its beginning.
    let record = &hit.record;
    let is_beside = record.role == Role::Piece && record.name_at == (record.lines.0, 1);
    let beside = match is_beside {
        true => BESIDE_NAME,
        false => 1.0,
    };
    let defined = beside * hit.defined;
    KEYWORDS * hit.keywords
        + MEANING * hit.meaning
        + DEFINITION * defined
        + NAME * hit.named
        + imports
}
