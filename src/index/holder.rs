//! The process that holds the writer's lock, if the system tells.

use super::IndexFolder;

impl IndexFolder {
    /// The process that writes, as `NAME (process ID)`; none where nobody does, and where the system
    /// does not tell.
    pub fn writer(&self) -> Option<String> {
        writer(&self.lock())
    }
}

/// Linux lists every lock with the inode it lies on and the process that took it.
#[cfg(target_os = "linux")]
fn writer(file: &std::path::Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;

    let inode = file.metadata().ok()?.ino();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let process = holder(&locks, inode)?;
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).ok();
    let name = name.map_or_else(|| "a process".to_owned(), |name| name.trim().to_owned());
    Some(format!("{name} (process {process})"))
}

#[cfg(not(target_os = "linux"))]
fn writer(_: &std::path::Path) -> Option<String> {
    None
}

/// The process of a line like `1: FLOCK  ADVISORY  WRITE 4242 08:01:131 0 EOF`. Locks of processes
/// that cannot be seen from here have none.
#[cfg(target_os = "linux")]
fn holder(locks: &str, inode: u64) -> Option<u32> {
    locks.lines().find_map(|line| {
        let mut words = line.split_whitespace().skip(1).filter(|word| *word != "->");
        let (_kind, _advisory, mode) = (words.next()?, words.next()?, words.next()?);
        let process = words.next()?.parse().ok().filter(|process| *process > 0)?;
        let on: u64 = words.next()?.rsplit(':').next()?.parse().ok()?;
        (mode == "WRITE" && on == inode).then_some(process)
    })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::index::lock::WriterLock;

    #[test]
    fn the_one_who_writes_on_the_inode() {
        let locks = "\
1: POSIX  ADVISORY  READ 11 08:01:131 0 EOF
2: FLOCK  ADVISORY  WRITE 4242 08:01:131 0 EOF
2: -> FLOCK  ADVISORY  WRITE 77 08:01:131 0 EOF
3: FLOCK  ADVISORY  WRITE -1 08:01:132 0 EOF
garbage
";
        assert_eq!(holder(locks, 131), Some(4242));
        assert_eq!(holder(locks, 132), None);
        assert_eq!(holder(locks, 1), None);
    }

    #[test]
    fn a_lock_of_ours_is_ours() {
        let folder = tempfile::tempdir().unwrap();
        let index = IndexFolder::new(folder.path());
        assert_eq!(index.writer(), None);
        let _lock = WriterLock::take(&index).unwrap();
        // Some sandboxes show no locks at all.
        let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
        if !locks.is_empty() {
            let own = format!("(process {})", std::process::id());
            assert!(index.writer().unwrap().ends_with(&own));
        }
    }
}
