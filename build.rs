//! Records what `--version --verbose` prints: the commit, and the versions of the grammars.

use std::process::Command;
use std::{env, fs};

#[allow(
    clippy::print_stdout,
    reason = "this is how a build script speaks to cargo"
)]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-env=SMRITI_GRAMMARS={}", grammars());
    // Another commit does not rebuild the dev profile.
    let commit = match env::var("PROFILE").as_deref() {
        Ok("release") => commit().unwrap_or_else(|| "unknown".to_owned()),
        _ => "unknown (dev profile)".to_owned(),
    };
    println!("cargo::rustc-env=SMRITI_COMMIT={commit}");
}

/// The commit of a packaged crate, else of the checkout; none without git.
fn commit() -> Option<String> {
    if let Ok(packaged) = fs::read_to_string(".cargo_vcs_info.json") {
        let sha = packaged.split("\"sha1\": \"").nth(1)?;
        return sha.split('"').next().map(str::to_owned);
    }
    let head = fs::metadata(".git").ok().and_then(|_| {
        let arguments = ["rev-parse", "HEAD"];
        Command::new("git").args(arguments).output().ok()
    })?;
    println!("cargo::rerun-if-changed=.git/HEAD");
    println!("cargo::rerun-if-changed=.git/logs/HEAD");
    let text = String::from_utf8(head.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// `bash 0.25.1, c 0.24.2, …`, without those of features that are off.
fn grammars() -> String {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let manifest = fs::read_to_string("Cargo.toml").unwrap_or_default();
    let has_all = env::var_os("CARGO_FEATURE_ALL_LANGUAGES").is_some();
    let value = |line: Option<&str>| -> Option<String> {
        let (_, text) = line?.split_once(" = \"")?;
        text.strip_suffix('"').map(str::to_owned)
    };
    let mut grammars = Vec::new();
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("name = \"tree-sitter-") {
            continue;
        }
        let (Some(name), Some(version)) = (value(Some(line)), value(lines.next())) else {
            continue;
        };
        let is_used = has_all || !manifest.contains(&format!("\"dep:{name}\""));
        if is_used && manifest.contains(&format!("\n{name} = ")) {
            let name = name.trim_start_matches("tree-sitter-");
            if name == "highlight" {
                continue;
            }
            grammars.push(format!("{name} {version}"));
        }
    }
    grammars.join(", ")
}
