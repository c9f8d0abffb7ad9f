//! Themes: the embedded ones, and themes of users.

use super::styles::code_name;
use super::{Role, Theme, ThemeError, depth};
use crate::config::ColorDepth;
use crate::syntax::HighlightRole;
use ratatui::style::{Color, Style};

fn embedded_theme(name: &str) -> Theme {
    let (theme, warnings) = Theme::load(name, &|_| Ok(None)).unwrap();
    assert_eq!(warnings, Vec::<String>::new(), "{name}");
    theme
}

/// Loads the first of a user's themes.
fn load(own: &[(&str, &str)]) -> Result<(Theme, Vec<String>), ThemeError> {
    let find = |wanted: &str| own.iter().find(|(name, _)| *name == wanted);
    Theme::load(own[0].0, &|wanted| {
        Ok(find(wanted).map(|(_, text)| (*text).to_owned()))
    })
}

fn true_color() -> impl Iterator<Item = &'static str> {
    Theme::names().filter(|name| *name != "terminal")
}

#[test]
fn embedded_themes_are_complete_and_without_warnings() {
    for name in Theme::names() {
        embedded_theme(name);
        let theme: toml::Table = Theme::embedded(name).unwrap().parse().unwrap();
        if theme.contains_key("inherits") {
            continue;
        }
        let is_named = |section: &str, role| theme[section].get(role).is_some();
        let mut roles = Role::ALL.iter().map(|role| role.name());
        assert!(roles.all(|role| is_named("ui", role)), "{name}");
        let mut code = HighlightRole::ALL.iter().map(|role| code_name(*role));
        assert!(code.all(|role| is_named("code", role)), "{name}");
    }
    assert!(true_color().count() >= 12);
}

#[test]
fn warnings_name_theme_and_key() {
    let text = "inherits = \"night\"\n[palete]\n[ui]\ntext = \"blod red\"\nshadow = \"red\"\n\
        tilte = \"red\"\nhit = 3\n[palette]\nsea = \"#12\"\n";
    let (theme, warnings) = load(&[("mine", text)]).unwrap();
    assert_eq!(
        warnings,
        [
            "theme mine: palete: unknown section; did you mean palette?",
            "theme mine: palette.sea: \"#12\" is not a color",
            "theme mine: ui.hit: expected a style, such as \"bold red\"",
            "theme mine: ui.shadow: unknown role",
            "theme mine: ui.text: \"blod\" is neither a color nor a style",
            "theme mine: ui.tilte: unknown role; did you mean title or file?",
        ]
    );
    assert_eq!(theme, embedded_theme("night"));
}

#[test]
fn a_broken_text_is_an_error_with_its_line() {
    let error = load(&[("mine", "[ui]\ntext = ")]).unwrap_err().to_string();
    assert!(
        error.starts_with("theme mine: ") && error.contains("line 2"),
        "{error}"
    );
}

#[test]
fn a_user_theme_inherits_terminal_by_default() {
    let text = "[ui]\ntext = \"#ffffff on #000000\"\n";
    let (theme, warnings) = load(&[("mine", text)]).unwrap();
    assert_eq!(warnings, Vec::<String>::new());
    let white = Style::new().fg(Color::Rgb(255, 255, 255));
    assert_eq!(theme.style(Role::Text), white.bg(Color::Rgb(0, 0, 0)));
    let terminal = embedded_theme("terminal");
    assert_eq!(theme.style(Role::Hit), terminal.style(Role::Hit));
    assert_eq!(load(&[("terminal", "")]).unwrap().0, terminal);
}

#[test]
fn themes_inherit_through_any_number_of_others() {
    let texts: Vec<(String, String)> = (0..40)
        .map(|at| (format!("t{at}"), format!("inherits = \"t{}\"\n", at + 1)))
        .collect();
    let mut own: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    own.push((
        "t40",
        "inherits = \"nord\"\n[palette]\naccent = \"#ffffff\"\n",
    ));
    let (theme, warnings) = load(&own).unwrap();
    assert_eq!(warnings, Vec::<String>::new());
    let accent = theme.style(Role::Accent);
    assert_eq!(accent.fg, Some(Color::Rgb(255, 255, 255)));
    let nord = embedded_theme("nord");
    assert_eq!(
        theme.code(HighlightRole::String),
        nord.code(HighlightRole::String)
    );
}

#[test]
fn user_theme_may_override_the_embedded_one_of_its_name() {
    let text = "inherits = \"nord\"\n[ui]\nhit = \"#ff0000\"\n";
    let (theme, _) = load(&[("nord", text)]).unwrap();
    assert_eq!(
        theme.style(Role::Hit),
        Style::new().fg(Color::Rgb(255, 0, 0))
    );
    let nord = embedded_theme("nord");
    assert_eq!(theme.style(Role::Text), nord.style(Role::Text));
}

#[test]
fn invalid_themes_are_refused() {
    let check = |own: &[(&str, &str)], expected: &str| {
        assert_eq!(load(own).unwrap_err().to_string(), expected);
    };
    let round = "a theme cannot inherit itself; remove one `inherits`";
    check(
        &[("a", "inherits = \"b\""), ("b", "inherits = \"a\"")],
        &format!("theme a → b → a: {round}"),
    );
    check(
        &[("a", "inherits = \"a\"")],
        &format!("theme a → a: {round}"),
    );
    check(
        &[("a", "inherits = \"norrd\"")],
        "unknown theme \"norrd\", which a inherits; did you mean nord?",
    );
    let unreadable = Theme::load("a", &|_| Err("theme: cannot read a.toml".to_owned()));
    assert_eq!(
        unreadable.unwrap_err().to_string(),
        "theme: cannot read a.toml"
    );
}

#[test]
fn selection_is_visible_without_color() {
    for name in Theme::names() {
        let theme = embedded_theme(name).without_color();
        let mut styles = theme.ui.iter().chain(&theme.code);
        assert!(styles.all(|style| style.fg.is_none() && style.bg.is_none()));
        for role in [Role::Selection, Role::Chip, Role::Match, Role::Escaped] {
            let style = theme.style(role);
            assert!(!style.add_modifier.is_empty(), "{name} {role:?}");
        }
    }
}

#[test]
fn only_the_default_theme_works_with_sixteen_colors() {
    for name in Theme::names() {
        let theme = embedded_theme(name).within(ColorDepth::Sixteen);
        assert_eq!(theme.is_some(), name == "terminal", "{name}");
    }
}

/// Red, green and blue of a color that is the same on every terminal.
fn parts(color: Color) -> [u8; 3] {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Indexed(number) => depth::shown(number),
        other => panic!("{other} differs from terminal to terminal"),
    }
}

/// Contrast of two colors, 1 to 21 (WCAG 2.1, 1.4.3).
fn contrast(one: Color, other: Color) -> f64 {
    let luminance = |color: Color| {
        let [red, green, blue] = parts(color).map(|part| match f64::from(part) / 255.0 {
            low if low <= 0.03928 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Lines are not text.
fn is_decoration(role: Role) -> bool {
    [Role::Border, Role::CursorLine].contains(&role)
}

/// Checks that every text has enough contrast on its background, also for people with low vision, and is
/// readable on the background of the selection.
fn check_contrast(name: &str, theme: &Theme, on_ground: f64, on_raised: f64) {
    let ground = theme.style(Role::Text).bg.unwrap();
    let raised = theme.style(Role::Selection).bg.unwrap();
    let line = theme.style(Role::CursorLine).bg.unwrap();
    assert!(
        raised != ground && line != ground,
        "{name}: the selection is seen"
    );
    let check = |key: &str, color: Color, ground: Color, least: f64| {
        let found = contrast(color, ground);
        assert!(found >= least, "{name}: {key} has {found:.1}");
    };
    for (role, key) in Role::ALL.map(|role| (role, role.name())) {
        let style = theme.style(role);
        if let (Some(color), false) = (style.fg, is_decoration(role)) {
            check(key, color, style.bg.unwrap_or(ground), on_ground);
            if style.bg.is_none() {
                check(key, color, raised, on_raised);
            }
        }
    }
    for (role, key) in HighlightRole::ALL.map(|role| (role, code_name(role))) {
        let color = theme.code(role).fg.unwrap();
        check(key, color, ground, on_ground);
        check(key, color, raised, on_raised);
    }
}

#[test]
fn true_color_text_has_a_contrast_of_4_5() {
    for name in true_color() {
        check_contrast(name, &embedded_theme(name), 4.5, 3.5);
    }
}

#[test]
fn text_is_readable_in_256_colors() {
    for name in true_color() {
        let theme = embedded_theme(name).within(ColorDepth::Indexed).unwrap();
        check_contrast(name, &theme, 3.5, 2.8);
    }
}
