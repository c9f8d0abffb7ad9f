//! Damage to every kind of file of an index, and to the session.

use super::ground::{Ground, LARGE, SMALL, append, files_below};
use super::numbers::{Numbers, for_each_seed};
use super::seen::{Seen, answers, differences};
use nix::sys::stat::Mode;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

#[test]
fn a_damaged_index_is_rebuilt_and_never_gives_wrong_answers() {
    corruptions(SMALL, 12);
}

#[test]
#[ignore = "takes half an hour"]
fn five_hundred_corruptions() {
    corruptions(LARGE, 510);
}

#[test]
fn a_damaged_list_of_terms_is_no_panic_of_status() {
    let ground = Ground::new(SMALL);
    ground.configure(&ground.home(), "[vector]\ngraph = \"always\"\n");
    let indexed = ground.run(&ground.home(), &["index", "--wait-graph"]);
    indexed.fine("index").unwrap();
    // Of a run with random seeds.
    let mut numbers = Numbers::new(1_883_242_295_721_985);
    let index = Ground::index_in(&ground.home());
    let (part, file) = choose(&index, &mut numbers);
    assert_eq!(part, "lexical term");
    damage(&file, &index, &mut numbers);
    let status = ground.run(&ground.home(), &["status"]);
    status.sound("status").unwrap();
}

/// Words of libraries that messages must not contain.
const INTERNAL: [&str; 8] = [
    "TantivyError",
    "DataCorruption",
    "IoError",
    "io_error",
    "Os {",
    "Custom {",
    "deserialize",
    "VInt",
];

/// Change of the tree after the damage.
const AFTERWARDS: [&str; 3] = ["nothing", "touched", "edited"];

fn corruptions(directories: &[&str], cases: u64) {
    let ground = Ground::new(directories);
    ground.configure(&ground.home(), "[vector]\ngraph = \"always\"\n");
    ground
        .run(&ground.home(), &["index", "--wait-graph"])
        .fine("index")
        .unwrap();
    ground.keep();
    let expected = Seen::of(&ground, &ground.home()).unwrap();
    edit(&ground);
    ground.index(&ground.home()).fine("index").unwrap();
    let edited = Seen::of(&ground, &ground.home()).unwrap();
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    for_each_seed("corruption", cases, |seed| {
        let mut numbers = Numbers::new(seed);
        ground.restore();
        let index = Ground::index_in(&ground.home());
        let (part, file) = choose(&index, &mut numbers);
        let damage = damage(&file, &index, &mut numbers);
        *tried.entry(format!("{part} {damage}")).or_default() += 1;
        let afterwards = numbers.pick(&AFTERWARDS);
        let expected = match afterwards {
            "edited" => {
                edit(&ground);
                &edited
            }
            "touched" => {
                ground.sources().iter().for_each(|file| {
                    let file = File::options().append(true).open(file).unwrap();
                    file.set_modified(std::time::SystemTime::now()).unwrap();
                });
                &expected
            }
            _ => &expected,
        };
        let name = file.strip_prefix(&index).unwrap().display();
        check(&ground, expected).map_err(|why| format!("{name} {damage}, {afterwards}: {why}"))
    });
    eprintln!("corruption: {tried:?}");
}

/// Reading commands answer correctly or fail with a message; `index` repairs.
pub(super) fn check(ground: &Ground, expected: &Seen) -> Result<(), String> {
    let home = ground.home();
    let status = ground.run(&home, &["status"]).sound("status")?;
    let output = format!("{}{}", status.out, status.err);
    if let Some(word) = INTERNAL.iter().find(|word| output.contains(**word)) {
        return Err(format!("status says {word:?}: {}", output.trim()));
    }
    if status.code != Some(0) && !output.contains("smriti-tui index") {
        return Err(format!("status names no repair: {}", output.trim()));
    }
    if let Some(answers) = answers(ground, &home)? {
        let fresh = answers.iter().all(|answer| answer.fresh);
        let differences = differences(&answers, expected.answers());
        if fresh && !differences.is_empty() {
            return Err(format!(
                "search is wrong and says it is fresh: {}",
                differences.join("; ")
            ));
        }
    }
    ground.index(&home).fine("index")?;
    Seen::of(ground, &home)?.must_be_but_for_the_graph(expected)
}

fn edit(ground: &Ground) {
    let sources = ground.sources();
    sources.iter().step_by(5).for_each(|file| append(file, 7));
}

/// Selects a part of the index, all with equal probability, and a file of it.
pub(super) fn choose(index: &Path, numbers: &mut Numbers) -> (String, PathBuf) {
    let mut parts: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files_below(index) {
        let relative = file.strip_prefix(index).unwrap();
        let first = relative
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy();
        let kind = match (relative.components().count(), file.extension()) {
            (1, _) => first.into_owned(),
            (_, Some(kind)) if first == "lexical" || first == "vectors" => {
                format!("{first} {}", kind.display())
            }
            _ => first.into_owned(),
        };
        parts.entry(kind).or_default().push(file);
    }
    let kinds: Vec<String> = parts.keys().cloned().collect();
    let kind = numbers.pick(&kinds);
    let mut files = parts.remove(&kind).unwrap();
    files.sort();
    (kind, numbers.pick(&files))
}

/// Damages a file at random. Returns a description.
pub(super) fn damage(file: &Path, index: &Path, numbers: &mut Numbers) -> &'static str {
    let mut bytes = fs::read(file).unwrap();
    let length = bytes.len();
    let at = numbers.below(length);
    match numbers.below(9) {
        0 => {
            flip(&mut bytes, 1, numbers);
            fs::write(file, bytes).unwrap();
            "one bit flipped"
        }
        1 => {
            flip(&mut bytes, 20, numbers);
            fs::write(file, bytes).unwrap();
            "twenty bits flipped"
        }
        2 => {
            fs::write(file, &bytes[..at]).unwrap();
            "truncated"
        }
        3 => {
            let end = length.min(at + 4096);
            bytes[at..end].fill(0);
            fs::write(file, bytes).unwrap();
            "a page zeroed"
        }
        4 => {
            bytes.fill(0);
            fs::write(file, bytes).unwrap();
            "zeroed"
        }
        5 => {
            let mut others = files_below(index);
            others.sort();
            let other = numbers.pick(&others);
            let aside = index.join("aside");
            fs::rename(file, &aside).unwrap();
            if other != file {
                fs::rename(&other, file).unwrap();
            }
            fs::rename(&aside, &other).unwrap();
            "swapped with another file"
        }
        6 => {
            fs::remove_file(file).unwrap();
            "deleted"
        }
        7 => {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
            "replaced by a directory"
        }
        _ => {
            fs::remove_file(file).unwrap();
            nix::unistd::mkfifo(file, Mode::S_IRWXU).unwrap();
            "replaced by a pipe"
        }
    }
}

fn flip(bytes: &mut [u8], times: usize, numbers: &mut Numbers) {
    for _ in 0..times.min(bytes.len()) {
        let at = numbers.below(bytes.len());
        bytes[at] ^= 1 << numbers.below(8);
    }
}
