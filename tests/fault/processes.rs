//! Many processes at once on one index.

use super::ground::{Ground, LARGE, QUERIES, Ran, SMALL, append, finish};
use super::numbers::{Numbers, for_each_seed};
use super::seen::Seen;
use std::fs;
use std::thread;

#[test]
fn two_and_five_processes_leave_a_correct_index() {
    processes(SMALL, &[2, 5], 1);
}

#[test]
#[ignore = "takes five minutes"]
fn two_five_and_ten_processes() {
    processes(LARGE, &[2, 5, 10], 10);
}

fn processes(directories: &[&str], counts: &[usize], cases: u64) {
    let ground = Ground::indexed(directories);
    let expected = Seen::of(&ground, &ground.home()).unwrap();
    for_each_seed("processes", cases, |seed| {
        for count in counts {
            let mut numbers = Numbers::new(seed);
            ground.restore();
            fs::remove_dir_all(ground.home()).unwrap();
            together(&ground, *count, &mut numbers)?;
            ground.index(&ground.home()).fine("index")?;
            Seen::of(&ground, &ground.home())?.must_be(&expected)?;
            // The same with changes for each.
            let sources = ground.sources();
            (0..10).for_each(|_| append(&numbers.pick(&sources), numbers.next()));
            together(&ground, *count, &mut numbers)?;
            ground.index(&ground.home()).fine("index")?;
            let shared = Seen::of(&ground, &ground.home())?;
            let alone = ground.path().join("alone");
            let _ = fs::remove_dir_all(&alone);
            ground.index(&alone).fine("index")?;
            shared.must_be(&Seen::of(&ground, &alone)?)?;
        }
        Ok(())
    });
}

/// Runs `count` commands at once: every second one indexes.
fn together(ground: &Ground, count: usize, numbers: &mut Numbers) -> Result<(), String> {
    let commands: Vec<Vec<&str>> = (0..count)
        .map(|number| match number % 2 {
            0 => vec!["index"],
            _ => vec!["search", "--json", numbers.pick(&QUERIES)],
        })
        .collect();
    let home = ground.home();
    let ran: Vec<(Vec<&str>, Ran)> = thread::scope(|scope| {
        let threads: Vec<_> = commands
            .into_iter()
            .map(|arguments| {
                let home = &home;
                scope.spawn(move || {
                    let ran = finish(ground.command(home, &arguments), "");
                    (arguments, ran)
                })
            })
            .collect();
        threads.into_iter().map(|it| it.join().unwrap()).collect()
    });
    for (arguments, ran) in ran {
        let ran = ran.sound(arguments[0])?;
        let is_busy = ran.err.contains("another process");
        match (arguments[0], ran.code) {
            ("index", Some(0)) => {}
            ("index", Some(2)) if is_busy => {}
            // Nothing is indexed yet.
            ("search", Some(2)) if ran.err.contains("smriti-tui index") => {}
            ("search", Some(0 | 1)) => {
                let valid = serde_json::from_str::<serde_json::Value>(&ran.out);
                valid.map_err(|error| format!("{error}: {}", ran.out))?;
            }
            (what, code) => return Err(format!("{what} ends with {code:?}: {}", ran.err.trim())),
        }
    }
    Ok(())
}
