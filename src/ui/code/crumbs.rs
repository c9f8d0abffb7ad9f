//! Location of the code: path and names, shortened at the least useful parts.

use super::super::pen;

/// Separator of the parts.
const ARROW: &str = " › ";

/// `src/indexer/merger.rs › IndexMerger › write` within a width: directories are cut first, then names in the
/// middle, then the beginning.
pub(in crate::ui) fn crumbs(path: &str, names: &[String], room: u16) -> String {
    let names: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| !name.is_empty())
        .collect();
    let fits = |text: &String| pen::width(text) <= room;
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let whole = joined(path, &names);
    if fits(&whole) {
        return whole;
    }
    let short = joined(&format!("…/{file}"), &names);
    if fits(&short) && !directory.is_empty() {
        // As many of the nearest directories as fit.
        let cuts = directory.match_indices('/').map(|(at, _)| &directory[at..]);
        let longer = cuts.map(|rest| joined(&format!("…{rest}/{file}"), &names));
        return longer.into_iter().find(fits).unwrap_or(short);
    }
    // The outermost names matter least once the file is known.
    for left_out in 1..names.len() {
        let kept = names.get(left_out..).unwrap_or_default();
        let text = joined(&format!("{file}{ARROW}…"), kept);
        if fits(&text) {
            return text;
        }
    }
    let (cut, kept) = pen::end_of(&whole, room);
    format!("{cut}{kept}")
}

fn joined(path: &str, names: &[&str]) -> String {
    let mut text = path.to_owned();
    for name in names {
        text.push_str(ARROW);
        text.push_str(name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(room: u16, expected: &str) {
        let names = ["IndexMerger".to_owned(), String::new(), "write".to_owned()];
        let found = crumbs("src/indexer/merge/merger.rs", &names, room);
        assert_eq!(found, expected, "{room}");
    }

    #[test]
    fn directories_go_first_then_outer_names() {
        check(80, "src/indexer/merge/merger.rs › IndexMerger › write");
        check(46, "…/merge/merger.rs › IndexMerger › write");
        check(36, "…/merger.rs › IndexMerger › write");
        check(30, "merger.rs › … › write");
        check(12, "…ger › write");
    }

    proptest! {
        #[test]
        fn it_fits(path in "[a-z日/]{0,40}", names in prop::collection::vec("[A-Za-z日]{0,12}", 0..5), room in 1u16..80) {
            let found = crumbs(&path, &names, room);
            prop_assert!(pen::width(&found) <= room, "{found}");
        }
    }
}
