//! Escape sequences that take and release the screen.
//!
//! Only [`super::guard`] writes them. [`leave()`] undoes everything that [`enter()`] does.

use crossterm::cursor::{Hide, SetCursorStyle, Show};
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use crossterm::queue;
use crossterm::terminal::{EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen};
use std::io::{self, Write};

/// Reports of clicks, drags and the wheel in SGR coordinates. crossterm's set also reports every motion
/// of the pointer, which would wake an idle program.
const CAPTURE_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// Reports of the color scheme when it changes (mode 2031), and once now. [`super::reply`] reads them.
const REPORT_SCHEME: &[u8] = b"\x1b[?2031h\x1b[?996n";

/// No such reports.
const KEEP_SCHEME: &[u8] = b"\x1b[?2031l";

/// Takes the screen.
pub(super) fn enter(out: &mut impl Write, mouse: bool) -> io::Result<()> {
    queue!(out, EnterAlternateScreen, EnableBracketedPaste, Hide)?;
    out.write_all(if cfg!(unix) { REPORT_SCHEME } else { b"" })?;
    capture_mouse(out, mouse)
}

/// Restores the screen, even in the middle of a frame.
pub(super) fn leave(out: &mut impl Write) -> io::Result<()> {
    out.write_all(KEEP_SCHEME)?;
    queue!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        SetCursorStyle::DefaultUserShape,
        LeaveAlternateScreen,
        Show
    )?;
    out.flush()
}

/// Turns mouse reports on or off. While off, the terminal's own selection works.
pub(super) fn capture_mouse(out: &mut impl Write, on: bool) -> io::Result<()> {
    if on {
        out.write_all(CAPTURE_MOUSE)?;
    } else {
        queue!(out, DisableMouseCapture)?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;
    use vt100::{MouseProtocolEncoding, MouseProtocolMode, Parser};

    fn terminal() -> Parser {
        let [rows, columns] = [6, 20].map(|cells| NonZero::new(cells).unwrap());
        let mut terminal = Parser::new(rows, columns, 0);
        terminal.process(b"before");
        terminal
    }

    #[test]
    fn entering_switches_to_the_alternate_screen() {
        let mut terminal = terminal();
        let mut written = Vec::new();
        enter(&mut written, true).unwrap();
        terminal.process(&written);
        let screen = terminal.screen();
        assert!(screen.alternate_screen() && screen.bracketed_paste() && screen.hide_cursor());
        assert_eq!(
            screen.mouse_protocol_mode(),
            MouseProtocolMode::ButtonMotion
        );
        assert_eq!(screen.mouse_protocol_encoding(), MouseProtocolEncoding::Sgr);
    }

    #[test]
    fn the_mouse_is_captured_only_on_request() {
        let mut terminal = terminal();
        let mut written = Vec::new();
        enter(&mut written, true).unwrap();
        capture_mouse(&mut written, false).unwrap();
        terminal.process(&written);
        assert_eq!(
            terminal.screen().mouse_protocol_mode(),
            MouseProtocolMode::None
        );
        written.clear();
        enter(&mut written, false).unwrap();
        terminal.process(&written);
        assert_eq!(
            terminal.screen().mouse_protocol_mode(),
            MouseProtocolMode::None
        );
    }

    #[test]
    fn leaving_undoes_everything_even_within_a_frame() {
        let mut terminal = terminal();
        let mut written = Vec::new();
        enter(&mut written, true).unwrap();
        queue!(written, crossterm::terminal::BeginSynchronizedUpdate).unwrap();
        written.extend_from_slice(b"half a frame");
        leave(&mut written).unwrap();
        assert!(written.ends_with(b"\x1b[?25h"));
        assert!(
            written
                .windows(KEEP_SCHEME.len())
                .any(|it| it == KEEP_SCHEME)
        );
        terminal.process(&written);
        let screen = terminal.screen();
        assert!(!screen.alternate_screen() && !screen.bracketed_paste() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(
            screen.mouse_protocol_encoding(),
            MouseProtocolEncoding::Default
        );
        assert_eq!(screen.contents(), "before");
    }
}
