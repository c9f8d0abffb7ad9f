//! Random keys, clicks and sizes, in an indexed repository: the explorer must not end, and must draw a frame
//! after each.

use crate::explorer::{Explorer, is_fresh};
use crate::home::Home;
use crate::queries::Queries;
use crate::report::{Cell, Table};
use crate::samples::{Samples, grouped, show};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

const BUDGET: Duration = Duration::from_millis(16);
/// Number of events between two changes of the terminal's size.
const RESIZES: usize = 2_000;

/// Keys with an action in some pane, except those that leave, suspend the process or run an editor, which
/// only the palette can run.
const KEYS: &[&str] = &[
    "\t",
    "\x1b[Z",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[H",
    "\x1b[F",
    "\x7f",
    "\x1b[3~",
    "\x1bOP",
    "\x1bm",
    "\x1bb",
    "\x1bf",
    "\x1bd",
    "\x1bo",
    "\x01",
    "\x05",
    "\x15",
    "\x0b",
    "\x17",
    "\x0c",
    "\x10",
    "\x0f",
    "\x12",
    "\x14",
    "\x04",
    "\x1b[1;3D",
    "\x1b[1;3C",
    "[[",
    "]]",
];
/// Characters with an action outside of the prompt.
const CHARACTERS: &str = "jklhgGzZfPSicCEWmwbBpsxrnNoOLH{}+-=/?123 abdefmnrt:._\"<>";

/// Presses `count` keys. Adds a row with the times to the next frame.
pub(crate) fn measure(
    home: &Home,
    queries: &Queries,
    events: usize,
    table: &mut Table,
) -> Result<()> {
    let mut random = Random(0x5eed);
    let mut times = Vec::with_capacity(events);
    let mut launches = 0;
    while times.len() < events {
        launches += 1;
        ensure!(
            launches <= events / 100 + 5,
            "the explorer ends again and again"
        );
        let mut explorer = Explorer::start(home)?;
        explorer.wait_for(is_fresh)?;
        if let Some(end) = press(&mut explorer, &mut random, queries, events, &mut times)? {
            ensure!(
                explorer.ended_well()?,
                "the explorer ended badly after {end:?}"
            );
        } else {
            explorer.quit()?;
        }
    }
    let times: Samples = times.into_iter().collect();
    let p99 = times.percentile(99);
    let text = format!(
        "{}, {}, {} ({} events, {launches} launches)",
        show(times.median()),
        show(p99),
        show(times.percentile(100)),
        grouped(times.len())
    );
    let row = "random keys, clicks, sizes to the next frame: p50, p99, most";
    table.put(row, "p99 ≤ 16 ms", Cell::judged(text, p99 <= BUDGET));
    Ok(())
}

/// Returns the event that ended the explorer, if any.
fn press(
    explorer: &mut Explorer,
    random: &mut Random,
    queries: &Queries,
    events: usize,
    times: &mut Vec<Duration>,
) -> Result<Option<String>> {
    let mut size = (40, 140);
    while times.len() < events {
        if times.len() % RESIZES == RESIZES - 1 {
            size = (6 + random.below(50) as u16, 20 + random.below(160) as u16);
            explorer.resize(size.0, size.1)?;
        }
        let event = random.event(size, queries);
        let pressed = Instant::now();
        if explorer.press(&event).is_err() {
            return Ok(Some(event));
        }
        match explorer.wait_for_frame() {
            Some(shown) => times.push(shown.saturating_duration_since(pressed)),
            None => return Ok(Some(event)),
        }
    }
    Ok(None)
}

/// Xorshift: Marsaglia, "Xorshift RNGs", 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    fn event(&mut self, (rows, columns): (u16, u16), queries: &Queries) -> String {
        match self.below(100) {
            0..45 => self.character(),
            45..84 => KEYS.get(self.below(KEYS.len())).unwrap_or(&"j").to_string(),
            84..94 => {
                let (x, y) = (self.below(columns.into()) + 1, self.below(rows.into()) + 1);
                // Press, release, drag, wheel up, wheel down: SGR, as terminals send them.
                match self.below(5) {
                    0 => format!("\x1b[<0;{x};{y}M"),
                    1 => format!("\x1b[<0;{x};{y}m"),
                    2 => format!("\x1b[<32;{x};{y}M"),
                    3 => format!("\x1b[<64;{x};{y}M"),
                    _ => format!("\x1b[<65;{x};{y}M"),
                }
            }
            94..97 => {
                let query = self.below(queries.all.len());
                let query = queries.all.get(query).map_or("", String::as_str);
                format!("\x1b[200~{query}\x1b[201~")
            }
            _ => "\x1b".to_owned(),
        }
    }

    fn character(&mut self) -> String {
        let at = self.below(CHARACTERS.chars().count());
        CHARACTERS
            .chars()
            .nth(at)
            .map(String::from)
            .unwrap_or_default()
    }
}
