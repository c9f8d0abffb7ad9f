//! Commands of the user.

use super::*;
use crate::config::{Config, Preset};
use crate::corpus::SourcePath;
use crate::export::{Excerpt, ExportTarget, Exported};
use crate::protocol::Reply;

/// An app with the commands of a configuration.
fn with_commands(text: &str) -> App {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    std::fs::write(&file, text).unwrap();
    let config = Config::load(Some(&file)).unwrap();
    assert_eq!(config.keys.preset, Preset::Default);
    let mut app = app(120, 30);
    app.options.keys = Keymap::from_config(&config.keys).unwrap();
    drive(&mut app, "merge<tab>");
    app
}

const BLAME: &str = "[commands.blame]\nkey = \"g B\"\nrun = \"git blame {path}\"\nin = \"popup\"\n";

/// The targets of the command in the effects.
fn targets(effects: &[Effect]) -> Vec<String> {
    let run = effects.iter().find_map(|effect| match effect {
        Effect::RunCommand(0, targets, Some(_)) => Some(targets),
        _ => None,
    });
    let targets = run.expect("a command").iter();
    targets
        .map(|it| format!("{}:{} {}", it.location.path, it.location.line, it.symbol))
        .collect()
}

#[test]
fn a_command_gets_the_selection_or_the_marks() {
    let mut app = with_commands(BLAME);
    let selected = targets(&drive(&mut app, "gB"));
    assert_eq!(selected.len(), 1);
    assert!(
        selected[0].starts_with("src/indexer/merger.rs:"),
        "{selected:?}"
    );
    drive(&mut app, "xx");
    // Their lines are read in the working tree first.
    let effects = drive(&mut app, "gB");
    let [Effect::Send(ticket, Request::Export(export))] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(export.target, ExportTarget::Command(0));
    assert_eq!(export.marks.len(), 2);
    let place = Excerpt {
        path: SourcePath::new("src/moved.rs"),
        line: 7,
        names: vec!["A".to_owned(), "merge#2".to_owned()],
        ..Excerpt::default()
    };
    let found = Reply::Exported(Ok(Exported::ForCommand(0, vec![place])));
    let effects = app.update(Event::Reply(*ticket, found));
    assert_eq!(targets(&effects), ["src/moved.rs:7 merge"]);
}

#[test]
fn a_mark_is_visited_where_its_chunk_is_now() {
    let mut app = fixture::browsing(120, 30);
    drive(&mut app, "merged<tab>x");
    let effects = drive(&mut app, "M<enter>");
    let request = effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Export(export)) => Some((*ticket, export)),
        _ => None,
    });
    let (ticket, export) = request.expect("a request");
    let mark = &export.marks[0];
    let (chunk, line) = (mark.chunk, mark.line + 1);
    assert_eq!(export.target, ExportTarget::Code(chunk));
    let place = Excerpt {
        path: mark.path.clone(),
        line,
        ..Excerpt::default()
    };
    let found = Reply::Exported(Ok(Exported::ForCode(chunk, vec![place])));
    let effects = app.update(Event::Reply(ticket, found));
    fixture::run_until_idle(&mut app, effects);
    assert_eq!(app.code.cursor_line(), Some(line));
}

#[test]
fn the_symbol_of_a_piece_is_the_name_of_its_whole() {
    let document = fixture::merger();
    let mut app = with_commands(BLAME);
    let mut hit = fixture::hit(&document, 8, 1.0, fixture::ranks(None, None));
    hit.record.name += "#2";
    hit.record.names = ["merger.rs", "IndexMerger", "write#2"]
        .map(Into::into)
        .to_vec();
    hit.record.role = crate::chunk::Role::Piece;
    let effects = fixture::search_finds(&mut app, "piece", vec![hit]);
    fixture::run_until_idle(&mut app, effects);
    assert_eq!(app.results.selected().unwrap().name, "write 37–52");
    assert_eq!(app.code.names(), ["IndexMerger", "write"]);
    drive(&mut app, "<tab>");
    let targets = targets(&drive(&mut app, "gB"));
    assert!(targets[0].ends_with(" write"), "{targets:?}");
    assert_eq!(fixture::notice(&app), "Started blame");
}

#[test]
fn the_palette_and_the_help_list_commands() {
    let mut app = with_commands(BLAME);
    let effects = drive(&mut app, ":blame<enter>");
    assert_eq!(targets(&effects).len(), 1);
    drive(&mut app, "?own command");
    let popup = app.screen.popup.as_ref().expect("the help");
    let first = popup.visible().next().map(|row| row.text.to_owned());
    assert_eq!(first.as_deref(), Some("blame: own command"));
}

#[test]
fn the_output_is_a_page() {
    let mut app = with_commands(BLAME);
    drive(&mut app, "gB");
    assert!(app.screen.notice.is_some(), "it runs");
    let output = "1 line\n2 lines".to_owned();
    app.update(Event::CommandEnded("blame".to_owned(), Ok(output)));
    let popup = app.screen.popup.as_ref().expect("the output");
    assert_eq!(
        (popup.title.as_str(), popup.visible_rows().len()),
        ("blame", 2)
    );
    assert!(app.screen.notice.is_none(), "it ended");
    app.update(Event::Index(fresh()));
    drive(&mut app, "<esc>");
    assert!(app.screen.popup.is_none());
}

#[test]
fn a_command_named_as_an_action_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    let error = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let config = Config::load(Some(&file)).unwrap();
        Keymap::from_config(&config.keys).unwrap_err().to_string()
    };
    assert!(error("[commands.edit]\nrun = \"x\"\n").contains("commands.edit"));
    let unknown = error("[commands.a]\n\nkey = \"ctlr-x\"\nrun = \"x\"\n");
    assert!(unknown.contains("line 3"), "{unknown}");
}

#[test]
fn output_is_as_wide_as_the_screen_and_an_error_names_its_command() {
    let mut app = with_commands(BLAME);
    app.update(Event::CommandEnded(
        "blame".to_owned(),
        Ok("a line\n".to_owned()),
    ));
    assert_eq!(app.popup_area().width, 116);
    let error = "sh ended with exit status: 3".to_owned();
    app.update(Event::CommandEnded("blame".to_owned(), Err(error)));
    assert_eq!(fixture::notice(&app), "blame: sh ended with exit status: 3");
}
