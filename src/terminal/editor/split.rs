//! Splits of terminal multiplexers, for editors that draw in a terminal.
//!
//! [`in_split()`] returns none outside of a multiplexer; the editor then takes this terminal.

use super::launch::{Launch, Window};

/// Environment variable of a session, and the words before the editor's command.
const MULTIPLEXERS: [(&str, &str); 3] = [
    ("$TMUX", "tmux split-window -h --"),
    ("$ZELLIJ", "zellij run --close-on-exit --direction right --"),
    ("$WEZTERM_PANE", "wezterm cli split-pane --right --"),
];

/// Returns the command that runs an editor in a split of the multiplexer around this terminal.
pub(super) fn in_split(launch: &Launch, is_set: impl Fn(&str) -> bool) -> Option<Launch> {
    let (named_by, before) = MULTIPLEXERS
        .into_iter()
        .find(|(variable, _)| is_set(variable.trim_start_matches('$')))?;
    let mut words = before.split(' ').map(Into::into);
    let program = words.next()?;
    let mut arguments: Vec<_> = words.collect();
    arguments.push(launch.program.clone());
    arguments.extend(launch.arguments.iter().cloned());
    Some(Launch {
        program,
        arguments,
        window: Window::Elsewhere,
        directory: None,
        named_by,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: &[&str], expected: Option<&str>) {
        let launch = Launch {
            program: "hx".into(),
            arguments: vec!["/tmp/a b.rs:3:1".into()],
            window: Window::Terminal,
            directory: None,
            named_by: "$EDITOR",
        };
        let split = in_split(&launch, |name| set.contains(&name));
        assert_eq!(split.map(|it| it.line()).as_deref(), expected);
    }

    #[test]
    fn the_multiplexer_around_the_terminal_runs_the_editor() {
        check(&[], None);
        check(
            &["TMUX"],
            Some("tmux split-window -h -- hx '/tmp/a b.rs:3:1'"),
        );
        check(
            &["WEZTERM_PANE"],
            Some("wezterm cli split-pane --right -- hx '/tmp/a b.rs:3:1'"),
        );
        // A tmux inside of Zellij draws this terminal.
        check(
            &["ZELLIJ", "TMUX"],
            Some("tmux split-window -h -- hx '/tmp/a b.rs:3:1'"),
        );
    }
}
