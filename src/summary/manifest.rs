//! Manifests of packages: their description, and the technology that their name stands for.

use serde_json::Value;

/// A longer manifest is not read, in bytes.
const LONGEST: usize = 256 * 1024;

/// Names of manifests, and the technologies that they stand for.
const MANIFESTS: &[(&str, &str)] = &[
    ("Cargo.toml", "Cargo"),
    ("package.json", "npm"),
    ("pyproject.toml", "Python packages"),
    ("go.mod", "Go modules"),
    ("composer.json", "Composer"),
    ("requirements.txt", "pip"),
    ("pom.xml", "Maven"),
    ("Gemfile", "Bundler"),
];

/// The technology of a file that is a manifest by its name.
pub(super) fn technology(file_name: &str) -> Option<&'static str> {
    let manifest = MANIFESTS.iter().find(|(name, _)| *name == file_name);
    manifest.map(|(_, technology)| *technology)
}

/// The description that a manifest gives of its package.
pub(super) fn description(file_name: &str, text: &str) -> Option<String> {
    let text = Some(text.trim_start_matches('\u{feff}')).filter(|text| text.len() <= LONGEST)?;
    let json = || serde_json::from_str::<Value>(text).ok();
    let toml = || toml::from_str::<Value>(text).ok();
    let (manifest, paths): (Value, &[&str]) = match file_name {
        "package.json" | "composer.json" => (json()?, &["/description"]),
        "Cargo.toml" => (
            toml()?,
            &["/package/description", "/workspace/package/description"],
        ),
        "pyproject.toml" => (
            toml()?,
            &["/project/description", "/tool/poetry/description"],
        ),
        "go.mod" => {
            let module = text.lines().find_map(|line| line.strip_prefix("module "));
            return module.map(|module| format!("Go module {}.", module.trim()));
        }
        _ => return None,
    };
    let found = paths
        .iter()
        .find_map(|path| manifest.pointer(path)?.as_str());
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file_name: &str, text: &str, expected: Option<&str>) {
        assert_eq!(description(file_name, text).as_deref(), expected, "{text}");
    }

    #[test]
    fn manifests_describe_their_packages() {
        let expected = Some("A shop.");
        check(
            "Cargo.toml",
            "[package]\ndescription = \"A shop.\"\n",
            expected,
        );
        check(
            "pyproject.toml",
            "[project]\ndescription = 'A shop.'\n",
            expected,
        );
        check(
            "pyproject.toml",
            "[tool.poetry]\ndescription = 'A shop.'\n",
            expected,
        );
        check("package.json", r#"{"description": "A shop."}"#, expected);
        check("composer.json", r#"{"description": "A shop."}"#, expected);
        check(
            "go.mod",
            "module a.b/c\n\ngo 1.22\n",
            Some("Go module a.b/c."),
        );
        check("Cargo.toml", "[package]\nname = \"x\"\n", None);
        check("Cargo.toml", "]]] {{{ (", None);
        check("package.json", "]]] {{{ (", None);
        check("other.toml", "[package]\ndescription = \"A shop.\"\n", None);
    }
}
