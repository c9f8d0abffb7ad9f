//! Which passages are headings, and of what level.
//!
//! A heading is told by its looks beside the body's: larger, bolder, numbered, in capitals. Its
//! level is its class's place among the looks found, largest first. The outline of the document,
//! where it has one, overrules both.

use std::collections::{BTreeMap, HashMap};

use super::label;
use super::normal;
use super::outline;
use super::passage::{Body, Kind, Passage};

/// Levels that are told apart by looks.
const LEVELS: u8 = 6;
/// Characters of the longest heading.
const LONGEST: usize = 200;

/// How headings of one kind look; ordered from the most to the least outstanding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Looks {
    /// Negative half points, so that larger comes first.
    size: i32,
    is_light: bool,
    is_mixed_case: bool,
}

struct Candidate {
    at: usize,
    looks: Looks,
    depth: Option<u8>,
    outlined: Option<u8>,
    page: u32,
    is_common: bool,
    /// Numbered, and not by what may be somebody's initial.
    is_counted: bool,
}

/// The level of each passage that is a heading; `titles` is the outline.
pub(super) fn levels(
    passages: &[Passage],
    body: &Body,
    titles: &HashMap<String, u8>,
) -> HashMap<usize, u8> {
    let mut candidates: Vec<Candidate> = (0..passages.len())
        .filter_map(|at| candidate(passages, at, body, titles))
        .collect();
    drop_common(&mut candidates, passages.len(), body);
    let title = title(&candidates, body);
    if let Some(title) = title {
        drop_title_page(&mut candidates, title, passages);
    }
    let base = u8::from(title.is_some());
    let outlined = candidates.iter().filter(|it| it.outlined.is_some()).count();
    let ranks = match outlined * 3 >= titles.len() && outlined >= 2 {
        true => by_outline(&candidates, base),
        false => by_looks(&candidates, title, base),
    };
    let mut levels = HashMap::new();
    for candidate in &candidates {
        let own = candidate
            .outlined
            .map(|depth| depth + base)
            .filter(|_| outlined >= 2);
        let level = match Some(candidate.at) == title {
            true => Some(1),
            false => own
                .or_else(|| ranks.get(&candidate.looks).copied())
                .map(|level| {
                    // A class of its own as it may be, an abstract is a section.
                    let is_section =
                        candidate.is_common && candidate.depth.is_none() && own.is_none();
                    if is_section {
                        level.min(base + 1)
                    } else {
                        level
                    }
                }),
        };
        levels.extend(level.map(|level| (candidate.at, level.clamp(1, 9))));
    }
    levels
}

/// Whether a passage of so many letters can be a heading by its text alone.
fn reads_like_one(passage: &Passage, text: &str, letters: usize) -> bool {
    let is_open = text.matches(['(', '[']).count() != text.matches([')', ']']).count();
    matches!(passage.kind, Kind::Prose | Kind::Item)
        && !passage.is_aside
        && passage.lines.len() <= 4
        && (2..=LONGEST).contains(&text.chars().count())
        && letters >= 2
        && letters * 2 >= text.chars().filter(|char| !char.is_whitespace()).count()
        && !is_open
        && !label::is_caption(text)
        && !label::leads_to_page(text)
        && !passage.has_page
}

fn candidate(
    passages: &[Passage],
    at: usize,
    body: &Body,
    titles: &HashMap<String, u8>,
) -> Option<Candidate> {
    let passage = passages.get(at)?;
    let text = passage.lines.join(" ");
    let letters = text.chars().filter(|char| char.is_alphabetic()).count();
    let outlined = titles.get(&outline::comparable(&text)).copied();
    // Prototypes in reference manuals: `int f (void) [Function]`.
    let is_prototype = text.ends_with(']') && outlined.is_none();
    if is_prototype || !reads_like_one(passage, &text, letters) {
        return None;
    }
    let is_larger = passage.size > body.size * 1.08;
    let is_bold = passage.tally.is_bold() && !body.is_bold;
    let depth = label::number(&text);
    let is_capital = letters >= 4
        && !text.chars().any(char::is_lowercase)
        && text.chars().any(char::is_uppercase);
    let ends = text.trim_end().ends_with(['.', ',', ';', ':']);
    let stands = passage.above > 0.15 && passages.get(at + 1).is_some();
    let is_common = COMMON.contains(&outline::comparable(&text).as_str());
    let is_worded =
        is_common || depth.is_some() || text.split(|char: char| !char.is_alphabetic()).any(is_word);
    // Terms of a glossary and options of a command are bold too.
    let is_term = depth.is_none()
        && text.starts_with(|char: char| char.is_lowercase() || "-−–_<[".contains(char));
    let is_one = match passage.kind {
        // An item that stands out is a heading if it is numbered like one.
        Kind::Item if is_larger || is_bold => depth.is_some() && !ends,
        Kind::Item if depth.is_none() => false,
        _ if outlined.is_some() && (is_larger || is_bold || is_capital) => true,
        _ if outlined.is_some() => passage.above > 0.4 && passage.lines.len() == 1,
        _ if passage.tally.is_mono() || !is_worded || ends => false,
        _ if is_larger => !is_term || titles.is_empty() || passage.size > body.size * 1.3,
        _ if is_bold && is_common => passage.lines.len() == 1,
        _ if passage.size < body.size * 0.93 || is_term => false,
        _ if is_bold => stands && passage.lines.len() <= 2,
        // Some fonts hide their weight; a number, white around it and text below it must do.
        _ if depth.is_some() => {
            stands && passage.above > 0.6 && is_followed(passages, at) && text.chars().count() <= 80
        }
        _ if is_capital => {
            stands && passage.above > 0.3 && passage.lines.len() == 1 && text.chars().count() <= 70
        }
        _ => false,
    };
    let looks = Looks {
        size: -((passage.size * 2.0).round() as i32),
        is_light: !is_bold,
        is_mixed_case: !is_capital,
    };
    let is_counted = depth.is_some()
        && (text.starts_with(|char: char| char.is_ascii_digit()) || !text.contains(". "));
    is_one.then_some(Candidate {
        at,
        looks,
        depth,
        outlined,
        page: passage.page,
        is_common,
        is_counted,
    })
}

/// Headings that need no other sign than being bold, as they are compared.
const COMMON: &[&str] = &[
    "abstract",
    "summary",
    "references",
    "bibliography",
    "acknowledgments",
    "acknowledgements",
    "contents",
    "tableofcontents",
    "preface",
    "index",
    "zusammenfassung",
    "literatur",
    "résumé",
];

/// Whether a passage of one line has running text below it.
fn is_followed(passages: &[Passage], at: usize) -> bool {
    let is_line = passages.get(at).is_some_and(|it| it.lines.len() == 1);
    is_line
        && passages
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Prose && next.lines.len() > 1)
}

fn is_word(letters: &str) -> bool {
    letters.chars().count() > 2 || letters.chars().any(normal::is_spaceless)
}

/// What many passages look like is no heading: terms of a glossary, names of options.
fn drop_common(candidates: &mut Vec<Candidate>, passages: usize, body: &Body) {
    let counts = counts(candidates);
    let limit = -((body.size * 1.08 * 2.0).round() as i32);
    candidates.retain(|it| {
        let is_common = counts
            .get(&it.looks)
            .is_some_and(|count| *count > 12 && count * 5 > passages * 2);
        !is_common || it.looks.size < limit || it.outlined.is_some()
    });
}

fn counts(candidates: &[Candidate]) -> HashMap<Looks, usize> {
    let mut counts: HashMap<Looks, usize> = HashMap::new();
    for candidate in candidates {
        *counts.entry(candidate.looks).or_default() += 1;
    }
    counts
}

/// The document's title: the largest heading of all, on the page where headings begin, and the
/// only one of its looks.
fn title(candidates: &[Candidate], body: &Body) -> Option<usize> {
    let page = candidates.first()?.page;
    let is_section = |it: &Candidate| it.is_counted || it.outlined.is_some();
    let before = candidates
        .iter()
        .take_while(|it| it.page == page && !is_section(it));
    let largest = before.min_by_key(|it| (it.looks.size, it.at))?;
    // Without an outline only looks of its own tell a title from the first of many headings.
    let alike = candidates
        .iter()
        .filter(|it| it.looks.size <= largest.looks.size && it.page != page)
        .count();
    let is_alone = alike == 0 || candidates.iter().filter(|it| it.outlined.is_some()).count() > 2;
    let is_large = -largest.looks.size as f32 > body.size * 2.0 * 1.15;
    let is_common = largest.looks.size == candidates.iter().map(|it| it.looks.size).min()?;
    (is_alone && is_large && page <= 3 && (page == 1 || is_common)).then_some(largest.at)
}

/// Authors, dates and institutes between the title and the first section are large too.
fn drop_title_page(candidates: &mut Vec<Candidate>, title: usize, passages: &[Passage]) {
    let Some(page) = passages.get(title).map(|it| it.page) else {
        return;
    };
    let pages = passages.last().map_or(1, |it| it.page);
    let begin = candidates
        .iter()
        .find(|it| it.at > title && (it.is_counted || it.outlined.is_some()))
        .map_or(usize::MAX, |it| it.at);
    candidates.retain(|it| {
        let is_own = it.page != page
            || it.at == title
            || it.is_common
            || it.outlined.is_some()
            || it.is_counted;
        let is_before = it.at < begin && it.at < title.saturating_add(12);
        is_own || pages < 2 || !is_before
    });
}

/// Each looks' level where the outline tells most: that of the outlined headings that look so.
fn by_outline(candidates: &[Candidate], base: u8) -> HashMap<Looks, u8> {
    let mut votes: HashMap<Looks, BTreeMap<u8, usize>> = HashMap::new();
    for candidate in candidates {
        if let Some(depth) = candidate.outlined {
            *votes
                .entry(candidate.looks)
                .or_default()
                .entry(depth + base)
                .or_default() += 1;
        }
    }
    let deepest = candidates
        .iter()
        .filter_map(|it| it.outlined)
        .max()
        .unwrap_or(1)
        + base;
    let most = |votes: BTreeMap<u8, usize>| {
        votes
            .into_iter()
            .max_by_key(|(_, count)| *count)
            .map(|(level, _)| level)
    };
    let known: HashMap<Looks, u8> = votes
        .into_iter()
        .filter_map(|(looks, votes)| Some((looks, most(votes)?)))
        .collect();
    let smallest = known.keys().map(|looks| looks.size).max().unwrap_or(0);
    let counts = counts(candidates);
    let mut ranks = known.clone();
    for candidate in candidates.iter().filter(|it| it.outlined.is_none()) {
        // Outlines often leave the lowest levels out.
        let is_lower = candidate.looks.size >= smallest && !known.contains_key(&candidate.looks);
        let alike = counts.get(&candidate.looks).copied().unwrap_or(0);
        if (candidate.is_common && !known.contains_key(&candidate.looks)) || (is_lower && alike > 2)
        {
            let level = if candidate.is_common {
                base + 1
            } else {
                deepest + 1
            };
            ranks.insert(candidate.looks, level.min(LEVELS));
        }
    }
    ranks
}

/// Each looks' level: by the depth of their numbers where most are numbered, else by rank.
fn by_looks(candidates: &[Candidate], title: Option<usize>, base: u8) -> HashMap<Looks, u8> {
    let mut classes: BTreeMap<Looks, Vec<Option<u8>>> = BTreeMap::new();
    for candidate in candidates.iter().filter(|it| Some(it.at) != title) {
        classes
            .entry(candidate.looks)
            .or_default()
            .push(candidate.depth);
    }
    let mut ranks = HashMap::new();
    let mut last: (i32, u8) = (i32::MIN, base);
    for (looks, depths) in classes {
        let mut numbered: Vec<u8> = depths.iter().flatten().copied().collect();
        numbered.sort_unstable();
        let depth = numbered
            .get(numbered.len() / 2)
            .filter(|_| numbered.len() * 2 >= depths.len());
        let level = match depth {
            Some(depth) => base + depth,
            None if looks.size == last.0 => last.1 + 1,
            None => last.1 + 1,
        };
        let level = level.clamp(base + 1, LEVELS);
        last = (looks.size, level);
        ranks.insert(looks, level);
    }
    ranks
}
