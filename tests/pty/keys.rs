//! Keys and themes of the user, in the built program.

use super::commands::{code, lines, stderr};
use super::project::Project;
use super::session::Session;
use vt100::{Color, Screen};

#[test]
fn the_listing_is_the_active_keymap() {
    let project = Project::new();
    project.configure(
        "[keys]\npreset = \"vim\"\n[keys.results]\nj = \"none\"\n\
         [commands.blame]\nrun = \"x\"\nkey = \"g B\"\n",
    );
    let output = project.run(&["keys"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines = lines(&output);
    let has = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(has("preset = \"vim\""), "{lines:#?}");
    assert!(has("\"Z Z\" = \"quit\""), "{lines:#?}");
    assert!(has("# g B: blame"), "{lines:#?}");
    let results = lines.iter().skip_while(|line| *line != "[keys.results]");
    let mut results = results.take_while(|line| !line.is_empty());
    assert!(results.all(|line| !line.starts_with("\"j\" ")));
}

#[test]
fn key_conflicts_are_listed_and_shown_at_the_start() {
    let project = Project::new();
    let output = project.run(&["keys", "--check"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(lines(&output), ["No key conflicts."]);
    project.configure("[keys.code]\n\"z a\" = \"fold\"\ny = \"line-down\"\n");
    let output = project.run(&["keys", "--check"]);
    assert_eq!(code(&output), 1);
    let expected = [
        "[code] y is line-down and hides copy-location of [outside-prompt]; bind that to another key or \
         to none",
        "[code] za is unreachable: z is zoom-out in [code]; bind that to \"none\"",
    ];
    assert_eq!(lines(&output), expected);
    let mut session = Session::start(&project, &[], 24, 160);
    session.wait_for_text("`smriti-tui keys --check` lists more");
    session.press("\x03");
    session.press("\x03");
    assert_eq!(session.wait_for_end(), 0);
}

#[test]
fn invalid_key_is_refused_with_its_line() {
    let project = Project::new();
    let folder = project.configure("[keys.code]\n\nx = \"fodl\"\n");
    let output = project.run(&["keys"]);
    assert_eq!(code(&output), 2);
    let file = folder.join("config.toml");
    let expected = format!(
        "smriti-tui: {}, line 3, key keys.code.\"x\": unknown action fodl; did you mean fold?\n",
        file.display()
    );
    assert_eq!(stderr(&output), expected);
}

/// The background color of the first cell.
fn ground(screen: &Screen) -> Option<Color> {
    screen.cell(0, 0).map(vt100::Cell::bgcolor)
}

#[test]
fn theme_is_previewed_and_restored() {
    let project = Project::new();
    let folder = project.configure("[ui]\ntheme = \"night\"\n");
    let own = "inherits = \"nord\"\n[palette]\nground = \"#010203\"\n";
    std::fs::create_dir(folder.join("themes")).expect("a folder");
    std::fs::write(folder.join("themes/mine.toml"), own).expect("a file");
    let mut session = Session::start(&project, &[("COLORTERM", "truecolor")], 24, 100);
    let shows = |color| move |screen: &Screen| ground(screen) == Some(color);
    let night = Color::Rgb(0x14, 0x16, 0x1c);
    session.wait_for("night", shows(night));
    session.press("\tt");
    session.wait_for_text("themes");
    session.press("mine");
    session.wait_for("the own theme", shows(Color::Rgb(1, 2, 3)));
    session.press("\x1b");
    session.wait_for("night again", shows(night));
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
}

#[test]
fn colors_and_characters_fit_the_terminal() {
    let project = Project::new();
    project.configure("[ui]\ntheme = \"night\"\n");
    let mut session = Session::start(&project, &[], 24, 100);
    session.wait_for("256 colors", |screen| {
        matches!(ground(screen), Some(Color::Idx(16..)))
    });
    session.press("\tq");
    assert_eq!(session.wait_for_end(), 0);
    let mut session = Session::start(&project, &[("TERM", "linux")], 24, 100);
    session.wait_for_text("needs 256 colors");
    assert!(session.contents().is_ascii(), "{}", session.contents());
    assert!(
        session.contents().contains('|'),
        "the line between the panes"
    );
    session.press("\tq");
    assert_eq!(session.wait_for_end(), 0);
}
