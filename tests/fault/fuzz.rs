//! Hostile input for all readers: text from people, files from a repository, files of an index.
//!
//! `SMRITI_FAULT_SECONDS=600 cargo test --test fault fuzz -- --nocapture` runs each target for ten
//! minutes; `SMRITI_FAULT_CASES` is the number of cases otherwise.

mod input;
mod stored;

use super::ground::Ground;
use super::numbers::{Numbers, for_each_seed, variable};
use input::{Mutator, hostile_name, is_harmless};
use smriti_tui::app::Keymap;
use smriti_tui::chunk::{ChunkTree, Limits};
use smriti_tui::config::Config;
use smriti_tui::corpus::{Cancel, Document, SourcePath, Text};
use smriti_tui::search::{Mode, Query};
use smriti_tui::syntax::{Language, highlight};
use smriti_tui::ui::Theme;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of a case.
const HANGS: Duration = Duration::from_secs(60);

/// Runs a target for a number of cases, or for the time that the environment sets. A panic is an error of its
/// case; a case that does not end aborts the process.
pub(crate) fn fuzz(
    what: &str,
    cases: u64,
    mut case: impl FnMut(&mut Numbers) -> Result<(), String>,
) {
    let running = Arc::new(AtomicU64::new(0));
    watch(what, Arc::downgrade(&running));
    // More cases than any time limit allows.
    let cases = variable("SMRITI_FAULT_SECONDS").map_or(cases, |_| u64::MAX);
    for_each_seed(what, cases, |seed| {
        running.store(seed, Ordering::Relaxed);
        let run = || case(&mut Numbers::new(seed));
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("a panic".to_owned()))
    });
}

fn watch(what: &str, running: Weak<AtomicU64>) {
    let what = what.to_owned();
    thread::spawn(move || {
        let (mut seed, mut since) = (0, Instant::now());
        while let Some(running) = running.upgrade() {
            let now = running.load(Ordering::Relaxed);
            if now != seed {
                (seed, since) = (now, Instant::now());
            } else if seed != 0 && since.elapsed() > HANGS {
                eprintln!("{what}: SMRITI_FAULT_SEED={seed} hangs");
                std::process::abort();
            }
            drop(running);
            thread::sleep(Duration::from_millis(500));
        }
    });
}

/// A name of a file in each language.
pub(crate) fn file_names() -> Vec<String> {
    let name = |language: Language| {
        let named = language.file_names().next().map(str::to_owned);
        let extension = language.extensions().next();
        extension
            .map(|it| format!("a.{it}"))
            .or(named)
            .expect("a name or an extension")
    };
    Language::all().map(name).collect()
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read(here.join(path)).expect("a file of the project")
}

fn files_in(folder: &str) -> Vec<(String, Vec<u8>)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = super::ground::files_below(&here)
        .into_iter()
        .filter(|path| path.extension().is_none_or(|it| it != "snap" && it != "py"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn fuzz_query() {
    let seeds: [&[u8]; 8] = [
        b"lang:rust -path:tests \"exact phrase\" kind:function sym:Foo",
        b"/a(b|c)*d{2,3}[^x-z]\\p{L}+?/ ref:x in:src",
        b"@name foo::bar baz.qux a/b.c:12",
        b"path:\"a b\"/**/*.{rs,md} ext:py,js size:>10",
        b"\"unclosed -kind:",
        b"((((((((a|b)*)*)*)*)*)*)*",
        "größe ÅÄÖ 漢字 \u{202e}abc".as_bytes(),
        b"",
    ];
    let mutator = Mutator::new(&seeds, 400);
    fuzz("query", 2_000, |numbers| {
        let text = mutator.text(numbers);
        for mode in [Mode::Hybrid, Mode::Keywords, Mode::Semantic] {
            let query = Query::parse(&text, mode);
            query.reads_text();
            let _ = query.is_empty();
        }
        Ok(())
    });
}

#[test]
fn fuzz_answers() {
    let ground = Ground::indexed(&["src/session"]);
    let mutator = Mutator::new(
        &[b"kind:function \"load\" -path:x /a.*b/ sym:Session lang:rust history"],
        120,
    );
    fuzz("answers", 2, |numbers| {
        let queries: Vec<String> = (0..100)
            .map(|_| mutator.text(numbers).replace(['\n', '\r'], " "))
            .collect();
        let nonempty = queries.iter().filter(|it| !it.trim().is_empty()).count();
        let ran = ground.run_with(
            &ground.home(),
            &["search", "--json", "-"],
            &queries.join("\n"),
        );
        let ran = ran.sound("search")?;
        let answers: Result<Vec<serde_json::Value>, _> =
            ran.out.lines().map(serde_json::from_str).collect();
        let answers = answers.map_err(|error| error.to_string())?;
        match is_harmless(&ran.out) && is_harmless(&ran.err) {
            false => Err("control characters".to_owned()),
            true if answers.len() < nonempty => {
                Err(format!("{} answers to {nonempty}", answers.len()))
            }
            true => Ok(()),
        }
    });
}

#[test]
fn fuzz_config_and_keymaps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let all = read("src/config/default.toml");
    let keys = b"[keys]\n\"ctrl-x ctrl-s\" = \"quit\"\n[keys.prompt]\n\"alt-a\" = \"none\"\n[keys.tree]\ng = \"top\"\n";
    let mutator = Mutator::new(
        &[
            &all,
            keys,
            b"[summary]\nurl = \"http://a\"\nmodel = \"m\"\n",
        ],
        20_000,
    );
    fuzz("config", 500, |numbers| {
        fs::write(&path, mutator.bytes(numbers)).unwrap();
        match Config::load(Some(&path)) {
            Ok(config) => match Keymap::from_config(&config.keys) {
                Ok(keymap) => drop(keymap.listed().count()),
                Err(error) => return harmless_message(&error.to_string()),
            },
            Err(error) => return harmless_message(&error.to_string()),
        }
        Ok(())
    });
}

/// Messages quote untrusted text; the command line escapes it.
fn harmless_message(text: &str) -> Result<(), String> {
    if text.is_empty() {
        Err("an error without a message".to_owned())
    } else {
        Ok(())
    }
}

#[test]
fn fuzz_themes() {
    let themes = files_in("themes");
    let seeds: Vec<&[u8]> = themes.iter().map(|(_, text)| text.as_slice()).collect();
    let mutator = Mutator::new(&seeds, 20_000);
    fuzz("themes", 500, |numbers| {
        let texts = [mutator.text(numbers), mutator.text(numbers)];
        let own = |name: &str| {
            let number = usize::from(name != "first");
            Ok((name.len() < 8).then(|| texts[number].clone()))
        };
        match Theme::load("first", &own) {
            Ok(_) => Ok(()),
            Err(error) => harmless_message(&error.to_string()),
        }
    });
}

/// Cuts a text by the language of its name, highlights it, and checks that the leaves tile it.
fn cut(name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = SourcePath::new(name);
    let text = Text::decode(bytes.to_vec());
    let shown = text.slice(0..text.len()).into_owned();
    let length = text.len();
    let tree = ChunkTree::of(Document::new(path.clone(), text), &Limits::default());
    let mut end = 0;
    for (_, leaf) in tree.leaves() {
        let bytes = leaf.text_bytes();
        if bytes.start < end || bytes.end < bytes.start {
            return Err(format!("{name}: {bytes:?} after {end}"));
        }
        end = bytes.end;
        tree.imports_of(leaf);
        tree.references_of(leaf);
    }
    if end > length {
        return Err(format!("{name}: leaves end at {end} of {length}"));
    }
    if let Some(language) = Language::of(&path, &shown) {
        for span in highlight(&shown, language, &Cancel::new()) {
            let end = span.bytes.end as usize;
            if end > shown.len() {
                return Err(format!("{name}: highlighted to {end} of {}", shown.len()));
            }
        }
    }
    Ok(())
}

#[test]
fn fuzz_chunker() {
    let files = files_in("tests/fixtures/languages");
    let seeds: Vec<&[u8]> = files.iter().map(|(_, text)| text.as_slice()).collect();
    let mutator = Mutator::new(&seeds, 30_000);
    let names: Vec<String> = file_names();
    fuzz("chunker", 150, |numbers| {
        let bytes = match numbers.below(4) {
            0 => (0..numbers.below(2_000))
                .map(|_| numbers.next() as u8)
                .collect(),
            _ => mutator.bytes(numbers),
        };
        cut(&numbers.pick(&names), &bytes)
    });
}

#[test]
fn fuzz_text_documents() {
    let files = files_in("tests/fixtures/documents");
    let is_text = |name: &str| !name.ends_with(".pdf") && !name.ends_with(".docx");
    let files: Vec<_> = files
        .into_iter()
        .filter(|(name, _)| is_text(name))
        .collect();
    let seeds: Vec<&[u8]> = files.iter().map(|(_, text)| text.as_slice()).collect();
    let mutator = Mutator::new(&seeds, 30_000);
    let names = ["a.md", "a.rst", "a.adoc", "a.txt", "a.html", "README"];
    fuzz("text documents", 300, |numbers| {
        let name = numbers.pick(&names);
        cut(name, &mutator.bytes(numbers))
    });
}

#[test]
fn fuzz_extracted_documents() {
    let ground = Ground::new(&[]);
    let files = files_in("tests/fixtures/documents");
    let files: Vec<_> = files
        .into_iter()
        .filter(|(name, _)| name.ends_with(".pdf") || name.ends_with(".docx"))
        .collect();
    fuzz("extracted documents", 12, |numbers| {
        let (name, bytes) = numbers.pick(&files);
        let bytes = input::mutated(bytes.clone(), &[&bytes], numbers, 2_000_000);
        let name = format!("a.{}", name.rsplit('.').next().unwrap());
        fs::write(ground.tree().join(&name), bytes).unwrap();
        let ran = ground
            .run(&ground.home(), &["chunks", "--json", &name])
            .sound("chunks")?;
        if is_harmless(&ran.out) && is_harmless(&ran.err) {
            Ok(())
        } else {
            Err("control characters".to_owned())
        }
    });
}

#[test]
fn fuzz_json_round_trip() {
    let ground = Ground::new(&[]);
    let mutator = Mutator::new(
        &[
            b"fn a() {}\n\"\\u009d\" \\ / \x7f",
            "\u{9d}0;x\u{9c}\u{202e}\u{2028}漢😀\n".as_bytes(),
        ],
        2_000,
    );
    fuzz("JSON", 12, |numbers| {
        let text = mutator.text(numbers).replace('\0', "");
        fs::write(ground.tree().join("a.txt"), &text).unwrap();
        let ran = ground
            .run(&ground.home(), &["chunks", "--json", "a.txt"])
            .sound("chunks")?;
        if !is_harmless(&ran.out) {
            return Err("control characters".to_owned());
        }
        let value: serde_json::Value =
            serde_json::from_str(&ran.out).map_err(|error| error.to_string())?;
        let leaves = input::leaves(&value);
        let is_there = |(at, content): &&(usize, &str)| {
            let rest = text.as_bytes().get(*at..).unwrap_or_default();
            rest.starts_with(content.as_bytes())
        };
        match leaves.iter().find(|leaf| !is_there(leaf)) {
            None if leaves.is_empty() && !text.trim().is_empty() => {
                Err(format!("no leaf of {text:?}"))
            }
            None => Ok(()),
            Some(leaf) => Err(format!("{text:?} has {leaf:?}")),
        }
    });
}

#[test]
fn fuzz_terminal_output_of_hostile_names() {
    fuzz("names", 3, |numbers| {
        let ground = Ground::new(&[]);
        for number in 0..12 {
            let mut folder = ground.tree();
            if numbers.below(2) == 0 {
                folder = folder.join(hostile_name(numbers));
                fs::create_dir_all(&folder).unwrap();
            }
            let name = hostile_name(numbers);
            let text = format!("fn zebra_{number}() {{}} // {}\n", mutated_comment(numbers));
            // Two names may be equal, and one may be too long.
            let _ = fs::write(folder.join(format!("{name}.rs")), text);
        }
        let home = ground.home();
        let commands: [&[&str]; 7] = [
            &["index"],
            &["search", "zebra"],
            &["search", "--json", "zebra"],
            &["chunks"],
            &["chunks", "--json"],
            &["status", "--skipped"],
            &["outline", "."],
        ];
        for arguments in commands {
            let ran = ground.run(&home, arguments).sound(arguments[0])?;
            if !is_harmless(&ran.out) || !is_harmless(&ran.err) {
                return Err(format!("{arguments:?} writes control characters"));
            }
        }
        Ok(())
    });
}

fn mutated_comment(numbers: &mut Numbers) -> String {
    hostile_name(numbers).replace('\n', " ")
}
