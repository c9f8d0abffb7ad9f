//! Manifests that are programs or have a format of their own. Best effort, by their lines.

use super::Manifest;

/// `go.mod`.
pub(super) fn go_mod(text: &str) -> Option<Manifest> {
    let mut manifest = Manifest::default();
    let mut is_required = false;
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("module ") {
            manifest.name = name.trim().to_owned();
        } else if line.starts_with("require (") {
            is_required = true;
        } else if line.starts_with(')') {
            is_required = false;
        } else if !line.ends_with("// indirect") {
            let single = line.strip_prefix("require ");
            let entry = single.or_else(|| is_required.then_some(line));
            let name = entry.and_then(|entry| entry.split_whitespace().next());
            let name = name.filter(|name| name.contains('.'));
            manifest.dependencies.extend(name.map(str::to_owned));
        }
    }
    Some(manifest)
}

/// `build.gradle` and `settings.gradle`, in Groovy and Kotlin.
pub(super) fn gradle(text: &str) -> Option<Manifest> {
    const SCOPES: &[&str] = &[
        "implementation",
        "api",
        "compile",
        "compileOnly",
        "runtimeOnly",
    ];
    let mut manifest = Manifest::default();
    for line in text.lines().map(str::trim) {
        let word = line
            .split(|it: char| !it.is_ascii_alphanumeric() && it != '.')
            .next();
        let word = word.unwrap_or_default();
        let value = || quoted(line).unwrap_or_default().to_owned();
        match word {
            "rootProject.name" => manifest.name = value(),
            "description" => manifest.description = value(),
            "include" => manifest
                .members
                .extend(quotes(line).into_iter().map(str::to_owned)),
            _ if SCOPES.contains(&word) => {
                let coordinates = value();
                let name = coordinates.split(':').nth(1).map(str::to_owned);
                manifest.dependencies.extend(name);
            }
            _ => {}
        }
    }
    Some(manifest)
}

/// `Gemfile`.
pub(super) fn gemfile(text: &str) -> Option<Manifest> {
    Some(Manifest {
        dependencies: behind(text, "gem "),
        ..Manifest::default()
    })
}

/// `*.gemspec`.
pub(super) fn gemspec(text: &str) -> Option<Manifest> {
    let set = |key: &str| {
        let line = text.lines().map(str::trim).find_map(|line| {
            let (before, value) = line.split_once('=')?;
            before.trim_end().ends_with(key).then_some(value)
        });
        line.and_then(quoted).unwrap_or_default().to_owned()
    };
    let required = text.lines().map(str::trim).filter_map(|line| {
        let is_required =
            line.contains(".add_dependency") || line.contains(".add_runtime_dependency");
        is_required.then(|| quoted(line)).flatten()
    });
    Some(Manifest {
        name: set(".name"),
        description: match set(".description") {
            description if description.is_empty() => set(".summary"),
            description => description,
        },
        entries: called(text, ".executables", '[', ']')
            .map_or_else(Vec::new, quotes)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        dependencies: required.map(str::to_owned).collect(),
        ..Manifest::default()
    })
}

/// `mix.exs`.
pub(super) fn mix(text: &str) -> Option<Manifest> {
    let lines = || text.lines().map(str::trim);
    let app = lines().find_map(|line| line.strip_prefix("app: :"));
    let description = lines().find_map(|line| line.strip_prefix("description: "));
    let dependencies = lines().filter_map(|line| {
        let dependency = line.trim_start_matches('[').strip_prefix("{:")?;
        let (name, rest) = dependency.split_once(',')?;
        rest.contains(['"', ':']).then_some(name)
    });
    let described = lines().find_map(|line| line.strip_prefix("@description "));
    let description = description.and_then(quoted).or(described.and_then(quoted));
    Some(Manifest {
        name: app.unwrap_or_default().trim_end_matches(',').to_owned(),
        description: description.unwrap_or_default().to_owned(),
        dependencies: dependencies.map(str::to_owned).collect(),
        ..Manifest::default()
    })
}

/// `Package.swift`.
pub(super) fn swift(text: &str) -> Option<Manifest> {
    let name = text.split_once("name:").and_then(|(_, rest)| quoted(rest));
    let urls = text.split(".package(").skip(1).filter_map(|rest| {
        let (_, rest) = rest.split_once("url:")?;
        let last = quoted(rest)?.rsplit('/').next()?;
        Some(last.trim_end_matches(".git").to_owned())
    });
    Some(Manifest {
        name: name.unwrap_or_default().to_owned(),
        dependencies: urls.collect(),
        ..Manifest::default()
    })
}

/// `CMakeLists.txt`.
pub(super) fn cmake(text: &str) -> Option<Manifest> {
    let of = |command: &str| called(text, command, '(', ')');
    let project = of("project").or_else(|| of("PROJECT"));
    let project = project.unwrap_or_default();
    let name = project.split_whitespace().next().unwrap_or_default();
    let described = project
        .split_once("DESCRIPTION")
        .and_then(|(_, rest)| quoted(rest));
    let packages = text.lines().map(str::trim).filter_map(|line| {
        let package = line.strip_prefix("find_package(")?;
        package.split([' ', ')']).next()
    });
    let is_name = |name: &&str| !name.contains("${");
    Some(Manifest {
        name: Some(name).filter(is_name).unwrap_or_default().to_owned(),
        description: described.unwrap_or_default().to_owned(),
        dependencies: packages.filter(is_name).map(str::to_owned).collect(),
        ..Manifest::default()
    })
}

/// `pubspec.yaml`.
pub(super) fn pubspec(text: &str) -> Option<Manifest> {
    let mut manifest = Manifest::default();
    let mut section = "";
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim().trim_matches(['"', '\'', '>', '|']).to_owned();
        let depth = line.len() - line.trim_start().len();
        match (depth, key.trim()) {
            (0, key) => {
                section = key;
                match key {
                    "name" => manifest.name = value,
                    "description" => manifest.description = value,
                    _ => {}
                }
            }
            (2, "sdk" | "flutter") if section != "dependencies" => {}
            (2, name) if section == "dependencies" => manifest.dependencies.push(name.to_owned()),
            _ => {}
        }
    }
    Some(manifest)
}

/// `*.cabal`.
pub(super) fn cabal(text: &str) -> Option<Manifest> {
    let field = |name: &str| {
        let line = text
            .lines()
            .find(|line| line.to_lowercase().starts_with(name));
        let value = line.and_then(|line| line.split_once(':'));
        value.map_or_else(String::new, |(_, value)| value.trim().to_owned())
    };
    let programs = text
        .lines()
        .filter_map(|line| line.strip_prefix("executable "));
    Some(Manifest {
        name: field("name:"),
        description: field("synopsis:"),
        entries: programs.map(|name| name.trim().to_owned()).collect(),
        ..Manifest::default()
    })
}

/// The first quoted text of each line that begins with a word.
fn behind(text: &str, word: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix(word));
    lines.filter_map(quoted).map(str::to_owned).collect()
}

/// The first text between quotes.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let start = text.find(['"', '\''])?;
    let quote = text.get(start..=start)?;
    let rest = text.get(start + 1..)?;
    rest.split(quote)
        .next()
        .filter(|inside| inside.len() < rest.len())
}

/// All texts between quotes.
pub(super) fn quotes(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(inside) = quoted(rest) {
        found.push(inside);
        let end = rest.find(['"', '\'']).unwrap_or(rest.len()) + inside.len() + 2;
        rest = rest.get(end..).unwrap_or_default();
    }
    found
}

/// What stands between the brackets behind a word.
pub(super) fn called<'t>(text: &'t str, word: &str, open: char, close: char) -> Option<&'t str> {
    let (_, rest) = text.split_once(word)?;
    let (_, rest) = rest.split_once(open)?;
    rest.split_once(close).map(|(inside, _)| inside)
}
