//! A week of edits with an open explorer: thousands of events with branch switches.

use super::ground::{Ground, LARGE, SMALL, append, binary, environment, finish};
use super::numbers::{Numbers, for_each_seed, variable};
use super::seen::{Seen, answers};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const BRANCHES: [&str; 3] = ["main", "feature", "release"];
/// Time limit for catching up.
const CATCHES_UP: Duration = Duration::from_secs(60);

#[test]
fn an_explorer_follows_edits_and_branch_switches() {
    week(SMALL, 150);
}

#[test]
#[ignore = "takes ten minutes"]
fn ten_thousand_events_beside_an_explorer() {
    week(LARGE, variable("SMRITI_FAULT_EVENTS").unwrap_or(10_000));
}

fn week(directories: &[&str], events: u64) {
    for_each_seed("week", 1, |seed| {
        let ground = Ground::new(directories);
        branches(&ground);
        let mut numbers = Numbers::new(seed);
        let explorer = Explorer::start(&ground);
        for event in 0..events {
            apply_event(&ground, &mut numbers, event);
            if event % 1_000 == 999 {
                let took = catch_up(&ground)?;
                eprintln!("week: {} events; caught up after {took:?}", event + 1);
            }
        }
        let took = catch_up(&ground)?;
        eprintln!("week: {events} events; caught up after {took:?}");
        let followed = Seen::of(&ground, &ground.home())?;
        drop(explorer);
        let fresh = ground.path().join("fresh");
        ground.index(&fresh).fine("index")?;
        followed.must_be_but_for_the_graph(&Seen::of(&ground, &fresh)?)
    });
}

/// Waits until the explorer has indexed everything.
fn catch_up(ground: &Ground) -> Result<Duration, String> {
    let started = Instant::now();
    loop {
        let answers = answers(ground, &ground.home())?;
        if answers.is_some_and(|answers| answers.iter().all(|it| it.fresh)) {
            return Ok(started.elapsed());
        }
        if started.elapsed() > CATCHES_UP {
            return Err("the explorer does not catch up".to_owned());
        }
    }
}

fn git(ground: &Ground, arguments: &[&str]) {
    let mut command = Command::new("git");
    command
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "gc.auto=0",
        ])
        .args(arguments);
    ground.prepare(&mut command, &ground.home());
    let ran = finish(command, "");
    assert_eq!(ran.code, Some(0), "git {arguments:?}: {}", ran.err);
}

/// Makes branches that differ in a third of the files.
fn branches(ground: &Ground) {
    fs::remove_dir_all(ground.tree().join(".git")).unwrap();
    git(ground, &["init", "-q", "-b", "main"]);
    git(ground, &["add", "-A"]);
    git(ground, &["commit", "-q", "-m", "first"]);
    for (number, branch) in (1..).zip(&BRANCHES[1..]) {
        git(ground, &["checkout", "-q", "-b", branch, "main"]);
        for file in ground.sources().iter().skip(number).step_by(3) {
            append(file, number as u64);
        }
        fs::remove_file(&ground.sources()[number]).unwrap();
        fs::write(
            ground.tree().join(format!("only_{branch}.rs")),
            "fn only() {}\n",
        )
        .unwrap();
        git(ground, &["add", "-A"]);
        git(ground, &["commit", "-q", "-m", branch]);
    }
    git(ground, &["checkout", "-q", "main"]);
}

/// One event: most are edits.
fn apply_event(ground: &Ground, numbers: &mut Numbers, event: u64) {
    let sources = ground.sources();
    let new = |numbers: &mut Numbers| {
        let folder = ground.tree().join(format!("new{}", numbers.below(20)));
        fs::create_dir_all(&folder).unwrap();
        folder.join(format!("file{}.rs", numbers.below(50)))
    };
    if event % 100 == 99 {
        git(ground, &["checkout", "-q", "-f", numbers.pick(&BRANCHES)]);
        return;
    }
    match numbers.below(10) {
        0 => fs::write(new(numbers), format!("fn new_{event}() {{}}\n")).unwrap(),
        1 if sources.len() > 40 => fs::remove_file(numbers.pick(&sources)).unwrap(),
        2 => {
            let target = new(numbers);
            fs::rename(numbers.pick(&sources), target).unwrap();
        }
        3 => replace(&numbers.pick(&sources), event),
        4 => move_folder(ground, numbers),
        _ => append(&numbers.pick(&sources), event),
    }
}

/// Replaces a file as editors do: a new file gets its name.
fn replace(file: &Path, event: u64) {
    let mut text = fs::read(file).unwrap();
    text.truncate(text.len() / 2);
    text.extend(format!("\n// replaced {event}\n").into_bytes());
    let new = file.with_extension("tmp~");
    fs::write(&new, text).unwrap();
    fs::rename(new, file).unwrap();
}

fn move_folder(ground: &Ground, numbers: &mut Numbers) {
    let folders: Vec<PathBuf> = (0..20)
        .map(|number| ground.tree().join(format!("new{number}")))
        .filter(|folder| folder.exists())
        .collect();
    let target = ground.tree().join(format!("new{}", numbers.below(20)));
    if !folders.is_empty() && !target.exists() {
        fs::rename(numbers.pick(&folders), target).unwrap();
    }
}

/// An explorer in a pseudo-terminal whose output is discarded.
struct Explorer {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    /// Kept open.
    _terminal: Box<dyn portable_pty::MasterPty + Send>,
}

impl Explorer {
    fn start(ground: &Ground) -> Self {
        let size = PtySize {
            rows: 30,
            cols: 100,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(binary());
        command.cwd(ground.tree());
        command.env_clear();
        for (name, value) in environment(&ground.home()) {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut screen = pair.master.try_clone_reader().unwrap();
        thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while matches!(screen.read(&mut buffer), Ok(1..)) {}
        });
        Self {
            child,
            _terminal: pair.master,
        }
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        let alive = self.child.try_wait().unwrap().is_none();
        let _ = self.child.kill();
        let _ = self.child.wait();
        assert!(alive || thread::panicking(), "the explorer has ended");
    }
}
