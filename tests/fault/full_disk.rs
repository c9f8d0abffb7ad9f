//! Indexing on disks of twelve sizes, most of them too small: a tmpfs where mounting is permitted,
//! otherwise a limit on the size of files.

use super::ground::{Ground, SMALL, files_below, finish};
use super::seen::Seen;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Sizes in KiB.
const SIZES: [u64; 12] = [
    64, 128, 256, 384, 512, 640, 768, 1024, 1280, 1536, 2048, 4096,
];

#[test]
fn a_full_disk_is_reported_and_the_next_run_with_space_is_correct() {
    disks(&SIZES[1..8].iter().step_by(3).copied().collect::<Vec<_>>());
}

#[test]
#[ignore = "takes a minute"]
fn disks_of_twelve_sizes() {
    disks(&SIZES);
}

#[test]
fn a_full_disk_while_unpacking_is_not_blamed_on_the_pack() {
    let ground = Ground::new(SMALL);
    let pack = ground.path().join("a.pack");
    let arguments = ["index", "--pack", &pack.to_string_lossy()];
    ground
        .run(&ground.home(), &arguments)
        .fine("a pack")
        .unwrap();
    let home = ground.path().join("other");
    fs::create_dir(&home).unwrap();
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" index --from \"$1\"";
    command.args(["-c", script]).arg(super::ground::binary());
    command.arg(&pack);
    ground.prepare(&mut command, &home);
    let ran = finish(command, "").sound("index --from").unwrap();
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains("File too large"), "{}", ran.err);
    assert!(!ran.err.contains("valid index pack"), "{}", ran.err);
}

#[test]
fn an_answer_has_the_reason_why_the_index_could_not_be_updated() {
    let ground = Ground::indexed(SMALL);
    fs::write(ground.tree().join("zebra.rs"), "fn zebra() {}\n").unwrap();
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" search --json --mode keywords settings";
    command.args(["-c", script]).arg(super::ground::binary());
    ground.prepare(&mut command, &ground.home());
    let ran = finish(command, "").fine("search").unwrap();
    assert!(ran.out.contains("searching the last snapshot\"]"));
    assert!(!ran.err.contains("timed out"), "{}", ran.err);
}

fn mount(arguments: &[&str], at: &Path) -> bool {
    let done = Command::new("mount").args(arguments).arg(at).output();
    done.is_ok_and(|it| it.status.success())
}

struct Mounted<'a>(&'a Path);

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).output();
    }
}

fn disks(sizes: &[u64]) {
    let ground = Ground::new(SMALL);
    ground.index(&ground.home()).fine("index").unwrap();
    let expected = Seen::of(&ground, &ground.home()).unwrap();
    let lengths = files_below(&ground.home())
        .iter()
        .map(|it| it.metadata().unwrap().len())
        .sum::<u64>();
    let disk = ground.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let can_mount = mount(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"], &disk);
    drop(Mounted(&disk));
    let how = if can_mount {
        "a tmpfs of each size"
    } else {
        "RLIMIT_FSIZE, since mounting is not permitted"
    };
    eprintln!("full disk: {how}; the index takes {lengths} bytes");
    let mut refused = 0;
    for size in sizes {
        let outcome = if can_mount {
            small_disk(&ground, &disk, *size, &expected)
        } else {
            small_files(&ground, &disk.join(size.to_string()), *size, &expected)
        };
        match outcome {
            Ok(was_refused) => refused += usize::from(was_refused),
            Err(why) => panic!("{size} KiB: {why}"),
        }
    }
    eprintln!("full disk: {refused} of {} were too small", sizes.len());
    assert!(refused > 0, "no disk was too small");
}

/// Returns true if the disk was too small.
fn small_disk(ground: &Ground, disk: &Path, size: u64, expected: &Seen) -> Result<bool, String> {
    let option = format!("size={size}k");
    assert!(mount(&["-t", "tmpfs", "-o", &option, "tmpfs"], disk));
    let _mounted = Mounted(disk);
    let ran = ground.index(disk).sound("index")?;
    let refused = ran.code != Some(0);
    if refused && !ran.err.contains("no storage space") {
        return Err(format!(
            "no message that the disk is full: {}",
            ran.err.trim()
        ));
    }
    ground.run(disk, &["search", "settings"]).sound("search")?;
    ground.run(disk, &["status"]).sound("status")?;
    assert!(mount(&["-o", "remount,size=64m"], disk));
    ground.index(disk).fine("index with room")?;
    Seen::of(ground, disk)?.must_be(expected)?;
    Ok(refused)
}

fn small_files(ground: &Ground, home: &Path, size: u64, expected: &Seen) -> Result<bool, String> {
    fs::create_dir(home).unwrap();
    let mut command = Command::new("sh");
    // The signal is ignored, so that writing fails.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" index", size / 4);
    command.args(["-c", &script]).arg(super::ground::binary());
    ground.prepare(&mut command, home);
    let ran = finish(command, "").sound("index")?;
    let refused = ran.code != Some(0);
    if refused && ran.err.trim().is_empty() {
        return Err("it fails without a message".to_owned());
    }
    ground.index(home).fine("index without a limit")?;
    Seen::of(ground, home)?.must_be(expected)?;
    Ok(refused)
}
