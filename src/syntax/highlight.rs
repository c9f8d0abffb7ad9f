//! Syntax highlighting: text to spans with roles.
//!
//! Contract of [`highlight()`]: spans are sorted and do not overlap; roles name no color, which themes
//! decide. The context of a chunk calls it for the code pane.

use super::language::Language;
use super::languages::table::LANGUAGES;
use super::parse::{TIME_LIMIT, is_safe};
use super::role::{HighlightRole, Span};
use super::stack::on_large_stack;
use super::template::{CodeForm, only_code, without_code};
use crate::corpus::{Cancel, Deadline};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::scope;
use std::time::{Duration, Instant};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

/// Interval between two checks for cancellation.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Highlights a whole text, in a template also its code; returns nothing when cancelled or after [`TIME_LIMIT`].
///
/// A text with invalid UTF-8 is passed in its lossy form, to which the spans refer.
pub fn highlight(text: &str, language: Language, cancel: &Cancel) -> Vec<Span> {
    let parts = (language.code)(text);
    if parts.is_empty() {
        return highlight_alone(text, language, cancel);
    }
    let around = without_code(text, &parts);
    let starts = [0]
        .into_iter()
        .chain(parts.iter().map(|part| part.outer.end));
    let ends = parts
        .iter()
        .map(|part| part.outer.start)
        .chain([text.len()]);
    let gaps = starts.zip(ends).map(|(start, end)| start..end);
    let mut spans = within(highlight_alone(&around, language, cancel), gaps);
    let mut languages: Vec<&str> = parts.iter().filter_map(|part| part.language).collect();
    languages.sort_unstable();
    languages.dedup();
    for name in languages {
        let own = || parts.iter().filter(|part| part.language == Some(name));
        if let Some(language) = Language::named(name) {
            let code = highlight_alone(&only_code(text, own()), language, cancel);
            spans.extend(within(code, own().map(|part| part.code.clone())));
        }
    }
    let mut comments = Vec::new();
    for part in &parts {
        if part.language.is_none() && part.form != CodeForm::Name {
            push(
                &mut comments,
                part.outer.start,
                part.outer.end,
                HighlightRole::Comment,
            );
        }
    }
    spans.extend(comments);
    spans.sort_by_key(|span| span.bytes.start);
    // A script may have parts of its own.
    spans.dedup_by(|next, last| next.bytes.start < last.bytes.end);
    spans
}

/// The parts of spans within ascending ranges.
fn within(spans: Vec<Span>, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Span> {
    let mut found = Vec::new();
    let mut spans = spans.into_iter().peekable();
    for range in ranges {
        while let Some(span) = spans.peek() {
            let (start, end) = (span.bytes.start as usize, span.bytes.end as usize);
            if start < range.end && range.start < end {
                push(
                    &mut found,
                    start.max(range.start),
                    end.min(range.end),
                    span.role,
                );
            }
            if end > range.end {
                break;
            }
            spans.next();
        }
    }
    found
}

/// Highlights a text in one language, and those that its query for injections finds.
fn highlight_alone(text: &str, language: Language, cancel: &Cancel) -> Vec<Span> {
    thread_local! {
        static HIGHLIGHTER: RefCell<Highlighter> = RefCell::new(Highlighter::new());
    }
    if u32::try_from(text.len()).is_err() || cancel.is_cancelled() {
        return Vec::new();
    }
    let Some(configuration) = configuration(language) else {
        return Vec::new();
    };
    let text = scanner_safe(text, language);
    if !is_safe(&text, language, Deadline::after(TIME_LIMIT)) {
        return Vec::new();
    }
    let stop = AtomicUsize::new(0);
    let highlighted = on_large_stack(&text, || {
        HIGHLIGHTER.with_borrow_mut(|highlighter| {
            let injected = |name: &str| injected(name, language);
            run_with_limit(&stop, cancel, TIME_LIMIT, || {
                let bytes = text.as_bytes();
                match highlighter.highlight(configuration, bytes, None, Some(&stop), injected) {
                    Ok(events) => spans(events, text.len()),
                    Err(_) => Vec::new(),
                }
            })
        })
    });
    highlighted.unwrap_or_default()
}

/// Runs `work`; sets tree-sitter's flag `stop` once `cancel` is cancelled or `limit` has passed.
fn run_with_limit<T>(
    stop: &AtomicUsize,
    cancel: &Cancel,
    limit: Duration,
    work: impl FnOnce() -> T,
) -> T {
    let deadline = Instant::now() + limit;
    let (done, running) = channel::<()>();
    scope(|threads| {
        threads.spawn(move || {
            while running.recv_timeout(CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if cancel.is_cancelled() || Instant::now() > deadline {
                    stop.store(1, Ordering::SeqCst);
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// The text without parts that would overrun the scanner of a grammar. Code in prose may be in any language.
fn scanner_safe(text: &str, language: Language) -> Cow<'_, str> {
    let mut found = Cow::Borrowed(text);
    for row in &LANGUAGES {
        let is_parsed = row.name == language.name() || language.is_prose();
        if is_parsed
            && let Some(scanner_safe) = row.scanner_safe
            && let Cow::Owned(safe) = scanner_safe(&found)
        {
            found = Cow::Owned(safe);
        }
    }
    found
}

fn spans(
    events: impl Iterator<Item = Result<HighlightEvent, tree_sitter_highlight::Error>>,
    length: usize,
) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut open: Vec<Option<HighlightRole>> = Vec::new();
    for event in events {
        match event {
            Ok(HighlightEvent::HighlightStart(highlight)) => {
                open.push(role_of_slot(highlight.0));
            }
            Ok(HighlightEvent::HighlightEnd) => {
                open.pop();
            }
            Ok(HighlightEvent::Source { start, end }) => {
                if let Some(role) = open.last().copied().flatten() {
                    push(&mut spans, start, end.min(length), role);
                }
            }
            Err(_) => return Vec::new(),
        }
    }
    spans
}

/// Appends a span, or extends the last one if the span continues it.
fn push(spans: &mut Vec<Span>, start: usize, end: usize, role: HighlightRole) {
    let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) else {
        return;
    };
    let start = start.max(spans.last().map_or(0, |last| last.bytes.end));
    if start >= end {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.bytes.end == start && last.role == role => last.bytes.end = end,
        _ => spans.push(Span {
            bytes: start..end,
            role,
        }),
    }
}

/// Configuration of an injected language. Prose was made safe for all scanners; in other text, a language
/// whose scanner requires that is not highlighted.
fn injected(name: &str, around: Language) -> Option<&'static HighlightConfiguration> {
    let language = Language::named(name)?;
    if !around.is_prose() && language.scanner_safe.is_some() {
        return None;
    }
    configuration(language)
}

/// A language's queries, compiled on first use. None if they do not fit the grammar, which a test excludes.
pub(super) fn configuration(language: Language) -> Option<&'static HighlightConfiguration> {
    static CONFIGURATIONS: [OnceLock<Option<HighlightConfiguration>>; LANGUAGES.len()] =
        [const { OnceLock::new() }; LANGUAGES.len()];
    CONFIGURATIONS[language.index()]
        .get_or_init(|| compile(language))
        .as_ref()
}

fn compile(language: Language) -> Option<HighlightConfiguration> {
    let highlights = [language.highlights, &[language.queries().1]].concat();
    let mut configuration = HighlightConfiguration::new(
        (language.grammar)(),
        language.name,
        &highlights.join("\n"),
        language.injections,
        "",
    )
    .ok()?;
    let slots = slots(configuration.names());
    configuration.configure(&slots);
    Some(configuration)
}

/// Capture names at indices that identify their role.
///
/// An event refers to a capture by its index in the list of its language's configuration, but does not name
/// the language. So in every list, the index modulo the number of roles is the role.
fn slots(captures: &[&str]) -> Vec<String> {
    let mut slots = Vec::new();
    for capture in captures {
        let Some(role) = HighlightRole::of_capture(capture) else {
            continue;
        };
        while role_of_slot(slots.len()) != Some(role) {
            slots.push(UNUSED.to_owned());
        }
        slots.push((*capture).to_owned());
    }
    slots
}

/// Name of a slot without a capture.
const UNUSED: &str = "-";

fn role_of_slot(slot: usize) -> Option<HighlightRole> {
    let roles = HighlightRole::ALL;
    roles.get(slot % roles.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a text that takes longer than the first check for the end.
    fn check(cancel: &Cancel, limit: Duration) {
        let text = "<p>{x}</p>\n".repeat(20_000);
        let svelte = configuration(Language::named("svelte").expect("a language")).unwrap();
        let (mut highlighter, stop) = (Highlighter::new(), AtomicUsize::new(0));
        let spans = run_with_limit(&stop, cancel, limit, || {
            let bytes = text.as_bytes();
            let events = highlighter.highlight(svelte, bytes, None, Some(&stop), |_| None);
            events.map(|events| spans(events, text.len()))
        });
        assert!(spans.is_err_and(|error| error == tree_sitter_highlight::Error::Cancelled));
    }

    #[test]
    fn highlighting_stops_at_the_time_limit() {
        check(&Cancel::new(), Duration::ZERO);
    }

    #[test]
    fn highlighting_stops_inside_the_parser_when_cancelled() {
        let cancel = Cancel::new();
        cancel.cancel();
        check(&cancel, TIME_LIMIT);
    }
}
