//! Panes that have nothing to show say what could be there, and how to get it.

use super::Canvas;
use super::theme::Role;
use crate::app::{Action, App, Area, Editing, ModelState, Question, Stage, grouped, wrap};
use crate::chunk::Kind;
use crate::search::Examples;

/// Sentences in a pane, one below the other and broken between words, from its second row where
/// it is high enough.
pub(super) fn say(canvas: &mut Canvas<'_>, area: Area, sentences: &[(&str, Role)]) {
    let indent = 2.min(area.width / 10);
    let room = usize::from(area.width.saturating_sub(indent));
    let lines = sentences.iter().flat_map(|(text, role)| {
        let rows = wrap(text, room).into_iter();
        rows.map(move |row| (&text[row], *role))
    });
    let lines: Vec<_> = lines.collect();
    let first = u16::from(usize::from(area.height) > lines.len());
    for (row, (text, role)) in (first..area.height).zip(lines) {
        canvas.pen(area, row).space(indent).put(text, role);
    }
}

/// The results pane without results.
pub(super) fn results(app: &App, canvas: &mut Canvas<'_>, area: Area) {
    if let Some(error) = app.error() {
        return say(canvas, area, &[(error, Role::Error)]);
    }
    let index = app.index();
    if index.stage == Stage::Fresh && index.leaves == 0 {
        let page = app.key_of(Action::Index);
        let left_out = match index.skipped {
            0 => "A file that comes is there at once.".to_owned(),
            1 => format!("1 file was left out; {page} outside the prompt says why."),
            count => {
                let count = grouped(count);
                format!("{count} files were left out; {page} outside the prompt says why.")
            }
        };
        return say(
            canvas,
            area,
            &[
                ("Nothing to search here:", Role::Title),
                ("no text file was found.", Role::Text),
                ("", Role::Text),
                (&left_out, Role::Faint),
            ],
        );
    }
    let is_about_a_row = matches!(app.question(), Question::Like(_) | Question::Touching(_));
    if app.prompt().is_empty()
        && let Some(error) = app.listing_error()
    {
        let again = app.key_of(Action::Reindex) + " tries again.";
        return say(
            canvas,
            area,
            &[
                ("The files cannot be listed:", Role::Title),
                (error, Role::Error),
                ("", Role::Text),
                (&again, Role::Text),
            ],
        );
    }
    if app.prompt().is_empty() && !is_about_a_row {
        return index_words(app, canvas, area);
    }
    if let (Stage::Failed(why), 0) = (&index.stage, index.generation) {
        return no_index(app, canvas, area, why);
    }
    if app.is_asking() || index.generation == 0 {
        let text = match index.generation {
            0 => "Indexing; the first answer comes in a moment.",
            _ => "Searching …",
        };
        return say(canvas, area, &[(text, Role::Faint)]);
    }
    match app.question() {
        Question::Touching(target) => {
            let (says, more) = match target.is_file() {
                true => (
                    format!("No import of {} was found.", target.name),
                    "What it declares may be called: ask its declarations.",
                ),
                false => (format!("Nobody touches {}.", target.name), ""),
            };
            nothing_about(app, canvas, area, &says, more);
        }
        Question::Like(target) => {
            let says = format!("Nothing is like {}.", target.name);
            nothing_about(app, canvas, area, &says, "");
        }
        Question::Browse | Question::Query(_) => no_hits(app, canvas, area),
    }
}

/// Nothing can be answered, and nothing will be by itself.
fn no_index(app: &App, canvas: &mut Canvas<'_>, area: Area, why: &str) {
    let again = app.key_of(Action::Reindex) + " tries again.";
    let lines = [
        ("There is no index to search:", Role::Title),
        (why, Role::Error),
        ("", Role::Text),
        (&*again, Role::Text),
    ];
    say(canvas, area, &lines);
}

/// A question about a row has no answer.
fn nothing_about(app: &App, canvas: &mut Canvas<'_>, area: Area, says: &str, more: &str) {
    let mut lines = vec![(says, Role::Title), ("", Role::Text)];
    if !more.is_empty() {
        lines.push((more, Role::Text));
    }
    let only = app.only().map(|kind| {
        let all = app.key_of(Action::SameKind);
        format!(
            "Only kind:{} is wanted; {all} asks for all again.",
            kind.name()
        )
    });
    if let Some(only) = &only {
        lines.push((only, Role::Text));
    }
    if app.index().stage != Stage::Fresh {
        lines.push(("The index is not complete yet.", Role::Text));
    }
    let back = app.key_of(Action::Climb) + " goes back.";
    lines.push((&back, Role::Text));
    say(canvas, area, &lines);
}

/// What there is to search, before anything is asked.
fn index_words(app: &App, canvas: &mut Canvas<'_>, area: Area) {
    let index = app.index();
    let leaves = format!("{} pieces of code and text", grouped(index.leaves));
    let (first, second) = match (&index.stage, index.generation) {
        (Stage::Failed(why), 0) => return no_index(app, canvas, area, why),
        (Stage::Failed(why), _) => {
            return say(canvas, area, &[(why, Role::Error)]);
        }
        (Stage::Starting, 0) => ("Starting.", "Type already: answers come as they can."),
        (_, 0) => (
            "Reading the repository.",
            "Type already: answers come as they can.",
        ),
        _ => (leaves.as_str(), "are ready to be searched."),
    };
    let third = match &index.model {
        _ if index.generation == 0 => "",
        ModelState::Failed(_) => "By keywords only: the model is missing.",
        _ if index.vectors < index.leaves => "Keywords answer now, meaning follows.",
        _ => "By keywords and by meaning.",
    };
    say(
        canvas,
        area,
        &[
            (first, Role::Title),
            (second, Role::Text),
            (third, Role::Faint),
        ],
    );
}

fn no_hits(app: &App, canvas: &mut Canvas<'_>, area: Area) {
    let query = app.prompt().query();
    let index = app.index();
    let mut lines = vec![("Nothing matches.", Role::Title), ("", Role::Text)];
    if !query.filters.is_empty() || !query.phrases.is_empty() || !query.excluded.is_empty() {
        lines.push(("Take a filter away: each one must hold.", Role::Text));
    }
    if index.stage != Stage::Fresh {
        lines.push(("The index is not complete yet.", Role::Text));
    }
    let mode = app.key_of(Action::NextMode) + " asks in another mode.";
    let over = app.key_of(Action::Prompt(Editing::DeleteToStart)) + " starts over.";
    lines.push((&mode, Role::Text));
    lines.push((&over, Role::Text));
    say(canvas, area, &lines);
}

/// The code pane when nothing is selected: what can be typed.
pub(super) fn code(app: &App, canvas: &mut Canvas<'_>, area: Area) {
    let is_about_a_row = matches!(app.question(), Question::Like(_) | Question::Touching(_));
    if is_about_a_row
        || !app.prompt().is_empty()
        || app.index().stage == Stage::Fresh && app.index().leaves == 0
    {
        return;
    }
    let indent = 2.min(area.width / 10);
    let first = u16::from(area.height > 10);
    let title = "What you can type";
    canvas
        .pen(area, first)
        .space(indent)
        .put(title, Role::Title);
    for (row, (typed, means)) in (first + 2..area.height).zip(examples(app.examples())) {
        let mut pen = canvas.pen(area, row);
        pen.space(indent).put(&typed, Role::Key);
        pen.move_to(area.x + indent + 26);
        if pen.room() > 12 {
            pen.put(means, Role::Faint);
        }
    }
}

/// What can be typed here, each with what it means. As long as nothing is known of the repository
/// filters have no values: what these may be is offered when they are typed.
fn examples(known: Option<&Examples>) -> Vec<(String, &'static str)> {
    let nothing = Examples::default();
    let Examples {
        language,
        directory,
        symbol,
    } = known.unwrap_or(&nothing);
    let name = symbol.as_ref().map_or("", |(name, _)| name);
    let kind = symbol.as_ref().map_or(Kind::Function, |(_, kind)| *kind);
    let language = language.unwrap_or_default();
    let directory = directory.as_deref().unwrap_or_default();
    // What a repository that is known has none of is no example.
    let has = |value: &str| known.is_none() || !value.is_empty();
    let always = |typed: &str, means| (true, typed.to_owned(), means);
    let of = |filter: &str, value: &str, means| (has(value), format!("{filter}:{value}"), means);
    let all = [
        always("how are errors handled", "what it does, in your words"),
        (!name.is_empty(), name.to_owned(), "what it is called"),
        of("lang", language, "only this language"),
        of("kind", kind.name(), "class, function, section, …"),
        of("path", directory, "only paths with this in them"),
        of("sym", name, "only what is called so"),
        always("heading:install", "only under such headings"),
        always("\"exact phrase\"", "must stand there as it is"),
        always("-path:tests", "a minus turns a filter round"),
        always("-word", "must not stand there"),
    ];
    let all = all.into_iter().filter(|(is_one, ..)| *is_one);
    all.map(|(_, typed, means)| (typed, means)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_repository_has_none_of_is_no_example() {
        let typed = |known: Option<&Examples>| {
            let all = examples(known).into_iter();
            all.map(|(typed, _)| typed).collect::<Vec<_>>()
        };
        let nothing = typed(None);
        assert!(nothing.contains(&"path:".to_owned()), "{nothing:?}");
        let known = typed(Some(&Examples {
            language: Some("rust"),
            directory: None,
            symbol: None,
        }));
        assert!(known.contains(&"lang:rust".to_owned()), "{known:?}");
        assert!(known.iter().all(|it| !it.ends_with(':')), "{known:?}");
    }
}
