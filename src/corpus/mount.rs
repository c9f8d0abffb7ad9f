//! Detection of file systems without complete change notifications.
//!
//! Contract of [`remote()`]: an unknown file system counts as local. The watcher polls where it returns a
//! name.

use super::root::Root;

/// Returns the name of the root's file system if it is a network or FUSE file system, which does not
/// report changes made elsewhere; none if it is local or unknown.
#[cfg(target_os = "linux")]
pub fn remote(root: &Root) -> Option<&'static str> {
    use nix::sys::statfs::statfs;

    of_magic(u64::try_from(statfs(root.path()).ok()?.filesystem_type().0).ok()? & 0xFFFF_FFFF)
}

/// Returns the name for a magic number of statfs(2).
#[cfg(any(target_os = "linux", test))]
fn of_magic(magic: u64) -> Option<&'static str> {
    match magic {
        0x6969 => Some("an NFS drive"),
        0x517B | 0xFF53_4D42 | 0xFE53_4D42 => Some("an SMB drive"),
        0x6573_5546 => Some("a FUSE file system"),
        0x0102_1997 => Some("a 9P file system"),
        0x5346_414F | 0x6B41_4653 => Some("an AFS drive"),
        0x7375_7245 => Some("a Coda drive"),
        0x00C3_6400 => Some("a Ceph drive"),
        0x786F_4256 => Some("a shared folder of VirtualBox"),
        _ => None,
    }
}

/// Returns the name of the root's file system if it is a network or FUSE file system.
#[cfg(target_os = "macos")]
pub fn remote(root: &Root) -> Option<&'static str> {
    use nix::mount::MntFlags;
    use nix::sys::statfs::statfs;

    let found = statfs(root.path()).ok()?;
    if found.filesystem_type_name().contains("fuse") {
        return Some("a FUSE file system");
    }
    let is_local = found.flags().contains(MntFlags::MNT_LOCAL);
    (!is_local).then_some("a network drive")
}

/// Returns none: file systems are not recognized here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub fn remote(_root: &Root) -> Option<&'static str> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_and_fuse_file_systems_are_detected() {
        // ext4, btrfs, xfs, tmpfs, overlayfs, zfs
        let local = [
            0xEF53,
            0x9123_683E,
            0x5846_5342,
            0x0102_1994,
            0x794C_7630,
            0x2FC1_2FC1,
        ];
        assert!(local.into_iter().all(|magic| of_magic(magic).is_none()));
        assert_eq!(of_magic(0x6969), Some("an NFS drive"));
        assert_eq!(of_magic(0x6573_5546), Some("a FUSE file system"));
    }
}
