//! Search for the library of ONNX Runtime.
//!
//! Principal type: [`OnnxRuntime`]. Contract: a library that the user names is the only one that is tried;
//! otherwise every path that was tried is part of the error.

use crate::embed::error::Cause;
use std::env::consts::{ARCH, DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folder of the library in Python's package.
const PACKAGE: &str = "onnxruntime/capi";

/// Choice of the library that runs models from folders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnnxRuntime {
    /// None: only the bundled model can run.
    Disabled,
    /// This library.
    Library(PathBuf),
    /// The first one that loads: the system's, that of an active Python environment, and the one that `pip
    /// show` names.
    Search {
        /// Folders of the active Python environments.
        environments: Vec<PathBuf>,
    },
}

impl OnnxRuntime {
    /// Tries libraries until `load` succeeds; returns its result and the path of the library. `load` gets a
    /// name without a folder where the system's loader searches.
    ///
    /// # Errors
    /// Every path that was tried, with the reason.
    pub(super) fn first<T>(
        &self,
        mut load: impl FnMut(&Path) -> Result<T, Cause>,
    ) -> Result<(T, PathBuf), Cause> {
        let environments = match self {
            Self::Disabled => {
                return Err("the backend pure-rust serves only the bundled model".into());
            }
            Self::Library(path) => {
                let loaded = load(path).map_err(|error| failure(path, &error))?;
                return Ok((loaded, path.clone()));
            }
            Self::Search { environments } => environments,
        };
        let mut tried = Vec::new();
        let mut attempt = |path: &Path| match load(path) {
            Ok(loaded) => Some((loaded, path.to_path_buf())),
            Err(error) => {
                tried.push(failure(path, &error));
                None
            }
        };
        if let Some(found) = attempt(Path::new(&library_name())) {
            return Ok(found);
        }
        let mut folders = Vec::new();
        let known = system_folders()
            .into_iter()
            .chain(
                environments
                    .iter()
                    .flat_map(|folder| python_folders(folder)),
            )
            // It takes half a second, so it runs last.
            .chain(std::iter::once_with(pip_folder).flatten());
        for folder in known {
            let libraries = libraries(&folder);
            if libraries.is_empty() {
                folders.push(folder.display().to_string());
            }
            if let Some(found) = libraries.iter().find_map(|path| attempt(path)) {
                return Ok(found);
            }
        }
        tried.push(format!(
            "no {DLL_PREFIX}onnxruntime in {}, and `pip show onnxruntime` names none",
            folders.join(", ")
        ));
        Err(tried.join("; ").into())
    }
}

/// A library and the reason why it does not load, which may name it.
fn failure(path: &Path, reason: &Cause) -> String {
    let (path, reason) = (path.display().to_string(), reason.to_string());
    if reason.contains(&path) {
        return reason;
    }
    format!("{path}: {reason}")
}

/// `libonnxruntime.so`
fn library_name() -> String {
    format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}")
}

/// Folders where packages of operating systems put libraries.
fn system_folders() -> Vec<PathBuf> {
    if cfg!(target_os = "macos") {
        return vec!["/opt/homebrew/lib".into(), "/usr/local/lib".into()];
    }
    vec![
        "/usr/local/lib".into(),
        format!("/usr/lib/{ARCH}-linux-gnu").into(),
        "/usr/lib64".into(),
        "/usr/lib".into(),
    ]
}

/// Folders of the package in a Python environment, one for each version of Python.
fn python_folders(environment: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = ["lib", "lib64"]
        .iter()
        .flat_map(|lib| entries(&environment.join(lib), |name| name.starts_with("python3")))
        .map(|python| python.join("site-packages").join(PACKAGE))
        .filter_map(|folder| folder.canonicalize().ok())
        .collect();
    // One is often a link to the other.
    folders.dedup();
    if folders.is_empty() {
        folders.push(environment.join("lib/python3*/site-packages").join(PACKAGE));
    }
    folders
}

/// Folder of the package that pip would import.
fn pip_folder() -> Option<PathBuf> {
    ["pip3", "pip"].iter().find_map(|program| {
        let output = Command::new(program)
            // A folder without code: Python imports from the current one.
            .current_dir("/")
            .args(["show", "onnxruntime"])
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let location = text
            .lines()
            .find_map(|line| line.strip_prefix("Location: "))?;
        Some(Path::new(location.trim()).join(PACKAGE))
    })
}

/// Paths of the libraries in a folder, the highest version first.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    let prefix = format!("{DLL_PREFIX}onnxruntime.");
    let mut found = entries(folder, |name| {
        name.starts_with(&prefix) && name.contains(DLL_SUFFIX)
    });
    found.sort_by_key(|path| std::cmp::Reverse(version(path)));
    found
}

/// The numbers in a file's name.
fn version(path: &Path) -> Vec<u64> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.')
        .filter_map(|part| part.parse().ok())
        .collect()
}

/// Paths of a folder's entries with such a name, in alphabetical order; none if it cannot be read.
fn entries(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(&is_wanted) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_version_of_a_folder_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let name = |version: &str| match DLL_SUFFIX {
            ".so" => format!("{DLL_PREFIX}onnxruntime.so{version}"),
            _ => format!("{DLL_PREFIX}onnxruntime{version}{DLL_SUFFIX}"),
        };
        let others = [
            format!("{DLL_PREFIX}onnxruntime_providers_shared{DLL_SUFFIX}"),
            "onnxruntime_pybind11_state.txt".to_owned(),
        ];
        for name in [".1.9.0", ".1.24.1", ".1.24.0", ""]
            .map(name)
            .iter()
            .chain(&others)
        {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = libraries(folder.path());
        let expected = [".1.24.1", ".1.24.0", ".1.9.0", ""].map(name);
        assert_eq!(found, expected.map(|name| folder.path().join(name)));
    }

    #[test]
    fn a_named_library_is_the_only_one_that_is_tried() {
        let mut tried = Vec::new();
        let choice = OnnxRuntime::Library("/nowhere/onnx.so".into());
        let found = choice.first(|path| -> Result<(), Cause> {
            tried.push(path.to_path_buf());
            Err("no such file".into())
        });
        assert_eq!(
            found.unwrap_err().to_string(),
            "/nowhere/onnx.so: no such file"
        );
        assert_eq!(tried, [Path::new("/nowhere/onnx.so")]);
    }

    #[test]
    fn every_place_is_part_of_the_error() {
        let environment = tempfile::tempdir().unwrap();
        let capi = environment
            .path()
            .join("lib/python3.12/site-packages")
            .join(PACKAGE);
        fs::create_dir_all(&capi).unwrap();
        let library = capi.join(format!("{}.1.24.0", library_name()));
        fs::write(&library, "").unwrap();
        let choice = OnnxRuntime::Search {
            environments: vec![environment.path().into(), "/nowhere".into()],
        };
        let found = choice.first(|_| -> Result<(), Cause> { Err("refused".into()) });
        let error = found.unwrap_err().to_string();
        let library = library.display().to_string();
        let parts = [
            &library_name(),
            "/usr/lib",
            &library,
            "/nowhere/lib/python3*",
            "pip show",
        ];
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        let (_, path) = choice
            .first(|path| {
                if path.starts_with(environment.path()) {
                    Ok(())
                } else {
                    Err("refused".into())
                }
            })
            .unwrap();
        assert_eq!(path.display().to_string(), library);
    }
}
