//! Two working trees whose indexes share files: kills and damage of either, and deletion.

use super::corruption::{check, choose, damage};
use super::ground::{Ground, LARGE, SMALL, append};
use super::numbers::{Numbers, for_each_seed};
use super::seen::Seen;
use std::fs;
use std::time::{Duration, Instant};

/// Number of files in an update.
const EDITED: usize = 5;

#[test]
fn killed_and_deleted_siblings_do_not_harm_each_other() {
    kills(SMALL, 5);
}

#[test]
#[ignore = "takes half an hour"]
fn siblings_killed_at_two_hundred_points() {
    kills(LARGE, 200);
}

#[test]
fn damaged_siblings_are_rebuilt_and_never_give_wrong_answers() {
    corruptions(SMALL, 6);
}

#[test]
#[ignore = "takes half an hour"]
fn two_hundred_corruptions_of_siblings() {
    corruptions(LARGE, 200);
}

/// Two equal trees with one home, and what each answers.
struct Siblings {
    trees: [Ground; 2],
    expected: [Seen; 2],
}

impl Siblings {
    fn new(directories: &[&str]) -> Self {
        let first = Ground::new(directories);
        let second = first.sibling("second");
        let trees = [first, second];
        for tree in &trees {
            tree.index(&tree.home()).fine("index").unwrap();
        }
        let ran = trees[1].run(&trees[1].home(), &["status"]);
        assert!(ran.out.contains("from the index of "), "{}", ran.out);
        trees[0].keep();
        trees[1].keep();
        let expected = [0, 1].map(|at| alone(&trees[at]).unwrap());
        Self { trees, expected }
    }

    fn restore(&self) {
        self.trees[1].restore();
        self.trees[0].restore();
    }

    /// Fails unless both answer as expected after a run of `index`.
    fn must_be(&self, expected: &[Seen; 2]) -> Result<(), String> {
        for (tree, expected) in self.trees.iter().zip(expected) {
            tree.index(&tree.home()).fine("index")?;
            let seen = Seen::of(tree, &tree.home())?;
            seen.must_be(expected)
                .map_err(|why| format!("{}: {why}", tree.name()))?;
        }
        Ok(())
    }
}

/// An index of the tree that was made from nothing.
fn alone(tree: &Ground) -> Result<Seen, String> {
    let home = tree.path().join("alone");
    let _ = fs::remove_dir_all(&home);
    tree.index(&home).fine("index alone")?;
    Seen::of(tree, &home)
}

fn kills(directories: &[&str], cases: u64) {
    let siblings = Siblings::new(directories);
    let trees = &siblings.trees;
    let home = trees[0].home();
    let started = Instant::now();
    trees[0].index(&home).fine("index").unwrap();
    let length = started.elapsed().max(Duration::from_millis(50)) * 2;
    let mut kills = 0;
    for_each_seed("siblings killed", cases, |seed| {
        let mut numbers = Numbers::new(seed);
        siblings.restore();
        let mut strike = |tree: &Ground, arguments: &[&str], numbers: &mut Numbers| {
            let after = length.mul_f64(numbers.share());
            kills += u32::from(tree.kill_index(&home, arguments, after));
        };
        let one = numbers.below(2);
        let (tree, other) = (&trees[one], &trees[1 - one]);
        match seed % 3 {
            0 => {
                // A first index from the sibling.
                fs::remove_dir_all(tree.index_folder()).unwrap();
                for _ in 0..=numbers.below(3) {
                    strike(tree, &["index"], &mut numbers);
                }
                siblings.must_be(&siblings.expected)
            }
            1 => {
                for tree in trees {
                    let sources = tree.sources();
                    for _ in 0..EDITED {
                        append(&numbers.pick(&sources), numbers.next());
                    }
                }
                let expected = [alone(&trees[0])?, alone(&trees[1])?];
                for _ in 0..=numbers.below(3) {
                    strike(tree, &["index"], &mut numbers);
                    strike(other, &["index"], &mut numbers);
                }
                siblings.must_be(&expected)
            }
            _ => {
                strike(tree, &["clean"], &mut numbers);
                let seen = Seen::of(other, &home)?;
                seen.must_be(&siblings.expected[1 - one])?;
                tree.run(&home, &["clean"]).sound("clean")?;
                siblings.must_be(&siblings.expected)
            }
        }
    });
    eprintln!("siblings: {kills} kills");
}

fn corruptions(directories: &[&str], cases: u64) {
    let siblings = Siblings::new(directories);
    for_each_seed("siblings damaged", cases, |seed| {
        let mut numbers = Numbers::new(seed);
        siblings.restore();
        let one = numbers.below(2);
        let index = siblings.trees[one].index_folder();
        let (part, file) = choose(&index, &mut numbers);
        let what = damage(&file, &index, &mut numbers);
        let order = [one, 1 - one];
        // A tree without an index may start from the damaged one.
        if numbers.below(3) == 0 {
            fs::remove_dir_all(siblings.trees[1 - one].index_folder()).unwrap();
            let tree = &siblings.trees[1 - one];
            tree.index(&tree.home()).fine("index")?;
        }
        for at in order {
            let tree = &siblings.trees[at];
            check(tree, &siblings.expected[at])
                .map_err(|why| format!("{part} {what}, {}: {why}", tree.name()))?;
        }
        siblings.must_be(&siblings.expected)
    });
}
