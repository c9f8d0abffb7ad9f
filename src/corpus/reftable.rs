//! References of a git repository with `reftable` storage.
//!
//! Principal function: [`find()`]. A repository has a stack of tables, of which the newest with a name decides. A table is
//! a sequence of blocks with sorted, prefix-compressed names, and a footer that says where other kinds of blocks begin.
//! Invariant: the files are untrusted; every length is checked, and damage is an error.

use super::read::read_regular;
use std::ops::ControlFlow;
use std::path::Path;

/// Maximum size in bytes of the list of tables, and of a table.
const LIST_LIMIT: u64 = 1 << 20;
const TABLE_LIMIT: u64 = 256 << 20;

/// Number of attempts to read a stack that git replaces at the same time.
const ATTEMPTS: usize = 3;

/// Length of the footer after the copy of the header.
const FOOTER_LEN: usize = 44;

/// Value of a reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reference {
    /// A hexadecimal object id.
    Id(String),
    /// The name of another reference.
    Symbolic(String),
    /// The reference was deleted.
    Deleted,
}

/// A table or the list of tables is missing or damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Damaged;

/// Looks a reference up in the stack of a git directory.
pub(super) fn find(git: &Path, name: &str) -> Result<Option<Reference>, Damaged> {
    let stack = git.join("reftable");
    // Git may merge tables meanwhile, and deletes the merged ones.
    let mut found = Err(Damaged);
    for _ in 0..ATTEMPTS {
        found = find_in_stack(&stack, name);
        if found.is_ok() {
            break;
        }
    }
    found
}

fn find_in_stack(stack: &Path, name: &str) -> Result<Option<Reference>, Damaged> {
    let list = read_regular(&stack.join("tables.list"), LIST_LIMIT).ok_or(Damaged)?;
    let list = String::from_utf8(list).or(Err(Damaged))?;
    for table in list.lines().rev() {
        if table.contains(['/', '\\']) || !table.ends_with(".ref") {
            return Err(Damaged);
        }
        let table = read_regular(&stack.join(table), TABLE_LIMIT).ok_or(Damaged)?;
        match find_in_table(&table, name.as_bytes()).ok_or(Damaged)? {
            Some(Reference::Deleted) => return Ok(None),
            Some(found) => return Ok(Some(found)),
            None => {}
        }
    }
    Ok(None)
}

/// Looks a name up in a table. None if it is damaged.
pub(super) fn find_in_table(table: &[u8], name: &[u8]) -> Option<Option<Reference>> {
    let (header_len, hash_len) = match table.get(..28)? {
        [b'R', b'E', b'F', b'T', 1, ..] => (24, 20),
        [b'R', b'E', b'F', b'T', 2, .., b's', b'h', b'a', b'1'] => (28, 20),
        [b'R', b'E', b'F', b'T', 2, .., b's', b'2', b'5', b'6'] => (28, 32),
        _ => return None,
    };
    let end = table.len().checked_sub(header_len + FOOTER_LEN)?;
    let (footer, checksum) = table.get(end..)?.split_last_chunk::<4>()?;
    if !footer.starts_with(&table[..header_len])
        || crc32fast::hash(footer) != u32::from_be_bytes(*checksum)
    {
        return None;
    }
    // Blocks of references end where those of their index, of objects or of logs begin.
    let positions = footer.get(header_len..)?.chunks_exact(8);
    let positions: Vec<u64> = positions
        .filter_map(|bytes| Some(u64::from_be_bytes(bytes.try_into().ok()?)))
        .collect();
    let [index, objects, _, logs, _] = positions.try_into().ok()?;
    let sections = [index, objects >> 5, logs]
        .into_iter()
        .filter(|start| *start > 0);
    let end = sections.min().map_or(end, |first| end.min(first as usize));
    let block_size = number(table.get(5..8)?);
    let mut start = 0;
    while start < end {
        let header = if start == 0 { header_len } else { start };
        if *table.get(header)? != b'r' {
            break;
        }
        // The first block begins with the header of the file.
        let len = number(table.get(header + 1..header + 4)?);
        let block = table.get(start..start.checked_add(len)?)?;
        let block = block.get(header + 4 - start..)?;
        if let ControlFlow::Break(found) = find_in_block(block, name, hash_len)? {
            return Some(found);
        }
        // Padding is zeros; without it the next block follows at once.
        let is_padded = len < block_size && table.get(start + len) == Some(&0);
        start += if is_padded { block_size } else { len };
    }
    Some(None)
}

/// Looks a name up in the records of a block: ends with the reference, or with none if it would be here; continues if a
/// later block may have it. None if the block is damaged.
fn find_in_block(
    block: &[u8],
    name: &[u8],
    hash_len: usize,
) -> Option<ControlFlow<Option<Reference>>> {
    // Restart points, which searching record by record does not need, and their number.
    let (records, restarts) = block.split_last_chunk::<2>()?;
    let restarts = 3 * usize::from(u16::from_be_bytes(*restarts));
    let mut records = records.get(..records.len().checked_sub(restarts)?)?;
    let mut key = Vec::new();
    while !records.is_empty() {
        let prefix = varint(&mut records)?;
        let suffix = varint(&mut records)?;
        if prefix > key.len() {
            return None;
        }
        key.truncate(prefix);
        key.extend_from_slice(take(&mut records, suffix >> 3)?);
        let _update = varint(&mut records)?;
        let reference = match suffix & 7 {
            0 => Reference::Deleted,
            kind @ (1 | 2) => {
                // The object that a tag names follows.
                let ids = take(&mut records, kind * hash_len)?;
                let id = gix_hash::oid::try_from_bytes(&ids[..hash_len]).ok()?;
                Reference::Id(id.to_hex().to_string())
            }
            3 => {
                let len = varint(&mut records)?;
                let target = take(&mut records, len)?;
                Reference::Symbolic(std::str::from_utf8(target).ok()?.to_owned())
            }
            _ => return None,
        };
        match key.as_slice().cmp(name) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => return Some(ControlFlow::Break(Some(reference))),
            std::cmp::Ordering::Greater => return Some(ControlFlow::Break(None)),
        }
    }
    Some(ControlFlow::Continue(()))
}

/// A number of three bytes.
fn number(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn take<'b>(bytes: &mut &'b [u8], len: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(taken)
}

/// A number of git's packs: seven bits a byte, and one more than these for each byte that continues.
fn varint(bytes: &mut &[u8]) -> Option<usize> {
    let mut value = 0_usize;
    loop {
        let byte = take(bytes, 1)?[0];
        value = value
            .checked_mul(128)?
            .checked_add(usize::from(byte & 127))?;
        if byte & 128 == 0 {
            return Some(value);
        }
        value = value.checked_add(1)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;
    use std::process::Command;
    use tempfile::TempDir;

    fn git(directory: &TempDir, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.current_dir(directory).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null");
        for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
            command
                .env(format!("{name}_NAME"), "a")
                .env(format!("{name}_EMAIL"), "a@b");
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// A repository with `count` branches; none if git is too old for the format.
    fn repository(format: &str, count: usize) -> Option<TempDir> {
        let directory = tempfile::tempdir().unwrap();
        let mut init = Command::new("git");
        init.current_dir(&directory)
            .args(["init", "-q", "-b", "main", "--ref-format=reftable"]);
        if !init
            .arg(format!("--object-format={format}"))
            .output()
            .unwrap()
            .status
            .success()
        {
            return None;
        }
        git(&directory, &["commit", "-qm", "first", "--allow-empty"]);
        let id = git(&directory, &["rev-parse", "HEAD"]);
        let lines: String = (0..count)
            .map(|it| format!("create refs/heads/b{it:05} {id}\n"))
            .collect();
        let lines = lines + &format!("create refs/tags/z {id}\n");
        fs::write(directory.path().join("lines"), lines).unwrap();
        let file = fs::File::open(directory.path().join("lines")).unwrap();
        let mut update = Command::new("git");
        update
            .current_dir(&directory)
            .args(["update-ref", "--stdin"])
            .stdin(file);
        assert!(update.status().unwrap().success());
        Some(directory)
    }

    #[test]
    fn references_are_those_of_git() {
        for (format, count) in [
            ("sha1", 3),
            ("sha256", 3),
            ("sha1", 5_000),
            ("sha256", 5_000),
        ] {
            let Some(directory) = repository(format, count) else {
                return;
            };
            let dot_git = directory.path().join(".git");
            let check = |name: &str, expected: Option<Reference>| {
                assert_eq!(
                    find(&dot_git, name),
                    Ok(expected),
                    "{format} {count} {name}"
                );
            };
            let id = || Some(Reference::Id(git(&directory, &["rev-parse", "HEAD"])));
            let symbolic = |name: &str| Some(Reference::Symbolic(name.to_owned()));
            check("HEAD", symbolic("refs/heads/main"));
            check("refs/heads/main", id());
            check(&format!("refs/heads/b{:05}", count - 1), id());
            check("refs/tags/z", id());
            check("refs/heads/none", None);
            git(&directory, &["checkout", "-qb", "side"]);
            check("HEAD", symbolic("refs/heads/side"));
            git(&directory, &["commit", "-qm", "second", "--allow-empty"]);
            check("refs/heads/side", id());
            git(&directory, &["branch", "-D", "b00001"]);
            check("refs/heads/b00001", None);
            git(&directory, &["pack-refs"]);
            check("refs/heads/side", id());
            check("refs/heads/b00001", None);
            git(&directory, &["checkout", "-q", "--detach"]);
            check("HEAD", id());
        }
    }

    #[test]
    fn tables_outside_the_stack_are_not_read() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("reftable")).unwrap();
        for list in ["../../elsewhere.ref\n", "missing.ref\n", "other\n"] {
            fs::write(directory.path().join("reftable/tables.list"), list).unwrap();
            assert_eq!(find(directory.path(), "HEAD"), Err(Damaged), "{list}");
        }
    }

    /// Writes the checksum of a table, so that damage is found by the reader of its blocks.
    fn with_checksum(mut table: Vec<u8>) -> Vec<u8> {
        let header = if table.get(4) == Some(&2) { 28 } else { 24 };
        if let Some(end) = table.len().checked_sub(header + FOOTER_LEN) {
            table.copy_within(..header, end);
            let checksum = crc32fast::hash(&table[end..table.len() - 4]);
            let at = table.len() - 4;
            table[at..].copy_from_slice(&checksum.to_be_bytes());
        }
        table
    }

    #[test]
    fn damaged_tables_end_without_a_panic() {
        let Some(directory) = repository("sha256", 40) else {
            return;
        };
        git(&directory, &["pack-refs"]);
        let stack = directory.path().join(".git/reftable");
        let list = fs::read_to_string(stack.join("tables.list")).unwrap();
        let table = fs::read(stack.join(list.lines().next().unwrap())).unwrap();
        assert_ne!(find_in_table(&table, b"refs/heads/main"), None);
        let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
        let mut runner = proptest::test_runner::TestRunner::default();
        let cut = any::<Option<prop::sample::Index>>();
        runner
            .run(&(damage, cut), |(damage, cut)| {
                let mut table = table.clone();
                for (at, byte) in damage {
                    let at = at.index(table.len());
                    table[at] = byte;
                }
                if let Some(cut) = cut {
                    table.truncate(cut.index(table.len()));
                }
                for name in ["HEAD", "refs/heads/main", "refs/zzz"] {
                    let _ = find_in_table(&table, name.as_bytes());
                    let _ = find_in_table(&with_checksum(table.clone()), name.as_bytes());
                }
                Ok(())
            })
            .unwrap();
        // Without the checksum any damage is noticed.
        let mut damaged = table.clone();
        damaged[30] ^= 1;
        let end = damaged.len() - 1;
        damaged[end] ^= 1;
        assert_eq!(find_in_table(&damaged, b"HEAD"), None);
    }
}
