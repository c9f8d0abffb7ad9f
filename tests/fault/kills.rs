//! SIGKILL at random times of a cold index, of updates and of graph building.

use super::ground::{Ground, LARGE, SMALL, append, copy};
use super::numbers::{Numbers, for_each_seed};
use super::seen::Seen;
use std::time::Duration;

const GRAPH: &str = "[vector]\ngraph = \"always\"\n";
const WITH_GRAPH: [&str; 2] = ["index", "--wait-graph"];
/// Number of files in an update.
const EDITED: usize = 10;

#[test]
fn a_killed_index_is_completed_by_the_next_run() {
    kills(SMALL, 6);
}

#[test]
#[ignore = "takes half an hour"]
fn killed_at_five_hundred_points() {
    kills(LARGE, 510);
}

/// Durations of the undisturbed runs: kills are spread over them.
struct Lengths {
    cold: Duration,
    update: Duration,
    graph: Duration,
}

fn kills(directories: &[&str], cases: u64) {
    let ground = Ground::indexed(directories);
    let expected = Seen::of(&ground, &ground.home()).unwrap();
    let lengths = measure(&ground);
    let (mut kills, mut missed) = (0, 0);
    for_each_seed("kills", cases, |seed| {
        let mut numbers = Numbers::new(seed);
        let mut strike = |numbers: &mut Numbers, arguments: &[&str], length: Duration| {
            for _ in 0..=numbers.below(3) {
                let after = length.mul_f64(numbers.share());
                if ground.kill_index(&ground.home(), arguments, after) {
                    kills += 1
                } else {
                    missed += 1
                }
            }
        };
        ground.restore();
        match seed % 3 {
            0 => {
                std::fs::remove_dir_all(ground.home()).unwrap();
                std::fs::create_dir(ground.home()).unwrap();
                strike(&mut numbers, &["index"], lengths.cold);
                ground.index(&ground.home()).fine("index")?;
                Seen::of(&ground, &ground.home())?.must_be(&expected)
            }
            1 => {
                let undisturbed = ground.path().join("undisturbed");
                copy(&ground.home(), &undisturbed);
                edit(&ground, &mut numbers);
                ground.index(&undisturbed).fine("the undisturbed index")?;
                let expected = Seen::of(&ground, &undisturbed)?;
                strike(&mut numbers, &["index"], lengths.update);
                ground.index(&ground.home()).fine("index")?;
                Seen::of(&ground, &ground.home())?.must_be(&expected)
            }
            _ => {
                ground.configure(&ground.home(), GRAPH);
                strike(&mut numbers, &WITH_GRAPH, lengths.graph);
                ground.run(&ground.home(), &WITH_GRAPH).fine("index")?;
                let seen = Seen::of(&ground, &ground.home())?;
                seen.must_be_but_for_the_graph(&expected)?;
                if seen.has_graph() {
                    Ok(())
                } else {
                    Err("no graph".to_owned())
                }
            }
        }
    });
    eprintln!("kills: {kills} kills; {missed} runs were over before");
}

fn edit(ground: &Ground, numbers: &mut Numbers) {
    let sources = ground.sources();
    for _ in 0..EDITED {
        append(&numbers.pick(&sources), numbers.next());
    }
}

fn measure(ground: &Ground) -> Lengths {
    let home = ground.home();
    std::fs::remove_dir_all(&home).unwrap();
    let cold = ground.index(&home).fine("index").unwrap().took;
    ground.configure(&home, GRAPH);
    let graph = ground.run(&home, &WITH_GRAPH).fine("index").unwrap().took;
    edit(ground, &mut Numbers::new(1));
    let update = ground.index(&home).fine("index").unwrap().took;
    Lengths {
        cold,
        update,
        graph,
    }
}
