//! The file that the explorer begins at: `smriti-tui FILE` and `smriti-tui FILE:LINE`.

use crate::corpus::{Location, SourcePath};
use crate::project::Project;
use std::path::{Path, PathBuf};

/// The absolute path of a file, and the line behind it; no file where the argument is none.
pub(super) fn place(argument: Option<&Path>) -> (Option<PathBuf>, u32) {
    let file = |path: &Path| path.is_file().then(|| path.canonicalize().ok()).flatten();
    let Some(argument) = argument else {
        return (None, 1);
    };
    if let Some(file) = file(argument) {
        return (Some(file), 1);
    }
    let placed = argument.to_str().and_then(|text| text.rsplit_once(':'));
    let placed = placed.and_then(|(path, line)| Some((file(Path::new(path))?, line.parse().ok()?)));
    placed.map_or((None, 1), |(file, line)| (Some(file), line))
}

/// A line of a file of the repository.
pub(super) fn location(file: &Path, line: u32, project: &Project) -> anyhow::Result<Location> {
    let root = project.root().path();
    let path = file.strip_prefix(root).ok().and_then(Path::to_str);
    let path =
        path.ok_or_else(|| anyhow::anyhow!("{} is not in {}", file.display(), root.display()))?;
    Ok(Location {
        path: SourcePath::new(path),
        line: line.max(1),
        column: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_a_line_behind_it() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().canonicalize().unwrap().join("a.rs");
        std::fs::write(&file, "").unwrap();
        let check = |argument: &str, expected: (Option<PathBuf>, u32)| {
            let argument = directory.path().join(argument);
            assert_eq!(place(Some(&argument)), expected);
        };
        check("a.rs", (Some(file.clone()), 1));
        check("a.rs:12", (Some(file), 12));
        check("b.rs:12", (None, 1));
        check(".", (None, 1));
        assert_eq!(place(None), (None, 1));
    }
}
