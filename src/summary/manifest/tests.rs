//! What each manifest declares.

use super::*;
use crate::chunk::Limits;
use crate::corpus::{Document, SourcePath, Text};
use proptest::prelude::*;

fn read(path: &str, text: &str) -> Option<Manifest> {
    let document = Document::new(SourcePath::new(path), Text::from(text));
    of(&ChunkTree::of(document, &Limits::default()))
}

/// Name, description, then entries, members and dependencies, each joined by spaces.
fn check(path: &str, text: &str, expected: [&str; 5]) {
    let manifest = read(path, text).unwrap_or_default();
    let lists = [&manifest.entries, &manifest.members, &manifest.dependencies];
    let [entries, members, dependencies] = lists.map(|names| names.join(" "));
    let found = [
        manifest.name,
        manifest.description,
        entries,
        members,
        dependencies,
    ];
    assert_eq!(found.each_ref().map(String::as_str), expected, "{path}");
}

#[test]
fn cargo() {
    check(
        "Cargo.toml",
        "[package]\nname = \"shop\"\ndescription = \"A shop. With `carts`.\"\n[[bin]]\nname = \"till\"\n\
         [workspace]\nmembers = [\"a\", \"b\"]\n[dependencies]\nabc = \"1\"\ntokio = { version = \"1\" }\n",
        ["shop", "A shop. With carts.", "till", "a b", "tokio abc"],
    );
}

#[test]
fn npm_and_composer() {
    check(
        "package.json",
        r#"{"name": "@x/shop", "description": "A shop.", "main": "lib/index.js",
            "bin": {"till": "bin/till.js"}, "workspaces": ["packages/*"],
            "dependencies": {"abc": "1", "react": "19"}, "devDependencies": {"def": "1", "vite": "7"}}"#,
        [
            "@x/shop",
            "A shop.",
            "till lib/index.js",
            "packages/*",
            "react vite abc",
        ],
    );
    check(
        "composer.json",
        r#"{"name": "x/shop", "description": "A shop.", "require": {"php": "8", "ext-json": "*", "a/b": "1"}}"#,
        ["x/shop", "A shop.", "", "", "a/b"],
    );
}

#[test]
fn python() {
    check(
        "pyproject.toml",
        "[project]\nname = \"shop\"\ndescription = \"A shop.\"\n\
         dependencies = [\"abc[x]>=1; python_version < '4'\", \"flask\"]\n[project.scripts]\ntill = \"shop:main\"\n",
        ["shop", "A shop.", "till", "", "flask abc"],
    );
    check(
        "pyproject.toml",
        "[tool.poetry]\nname = \"shop\"\n[tool.poetry.dependencies]\npython = \"3\"\nabc = \"1\"\n",
        ["shop", "", "", "", "abc"],
    );
    check(
        "setup.cfg",
        "[metadata]\nname = shop\ndescription = A shop.\n[options]\ninstall_requires =\n    abc>=1\n    flask\n\
         [options.entry_points]\nconsole_scripts =\n    till = shop:main\n",
        ["shop", "A shop.", "till", "", "flask abc"],
    );
    check(
        "setup.py",
        "setup(\n    name=\"shop\",\n    description='A shop.',\n    install_requires=[\"abc>=1\", 'flask'],\n)\n",
        ["shop", "A shop.", "", "", "flask abc"],
    );
    check(
        "requirements.txt",
        "# x\nabc==1\n-r other.txt\n",
        ["", "", "", "", "abc"],
    );
}

#[test]
fn go_java_and_dotnet() {
    check(
        "go.mod",
        "module x.y/shop\n\ngo 1.22\n\nrequire (\n\ta.b/c v1\n\td.e/f v2 // indirect\n)\nrequire g.h/i v3\n",
        ["x.y/shop", "", "", "", "a.b/c g.h/i"],
    );
    check(
        "pom.xml",
        "<project><parent><artifactId>up</artifactId></parent><artifactId>shop</artifactId>\
         <description>A shop.</description><modules><module>till</module></modules><dependencies>\
         <dependency><groupId>g</groupId><artifactId>abc</artifactId></dependency></dependencies></project>",
        ["shop", "A shop.", "", "till", "abc"],
    );
    check(
        "build.gradle.kts",
        "description = \"A shop.\"\ndependencies {\n    implementation(\"g:abc:1\")\n    api 'g:def:1'\n}\n",
        ["", "A shop.", "", "", "abc def"],
    );
    check(
        "src/Shop.csproj",
        "<Project><PropertyGroup><Description>A shop.</Description></PropertyGroup>\
         <ItemGroup><PackageReference Include=\"Dapper\" Version=\"2\" /></ItemGroup></Project>",
        ["Shop", "A shop.", "", "", "Dapper"],
    );
}

#[test]
fn scripts() {
    check(
        "Gemfile",
        "source \"x\"\ngem \"rails\", \"8\"\n  gem 'abc'\n",
        ["", "", "", "", "rails abc"],
    );
    check(
        "shop.gemspec",
        "Gem::Specification.new do |s|\n  s.name = \"shop\"\n  s.summary = \"A shop.\"\n  \
         s.executables = [\"till\"]\n  s.add_dependency \"abc\", \"1\"\nend\n",
        ["shop", "A shop.", "till", "", "abc"],
    );
    check(
        "mix.exs",
        "  [\n      app: :shop,\n      description: \"A shop.\",\n  defp deps do\n    [\n      \
         {:phoenix, \"1\"},\n      {:abc, path: \"x\"}\n",
        ["shop", "A shop.", "", "", "phoenix abc"],
    );
    check(
        "Package.swift",
        "let package = Package(\n  name: \"Shop\",\n  dependencies: [.package(url: \"https://x/abc.git\", from: \"1\")])\n",
        ["Shop", "", "", "", "abc"],
    );
    check(
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3)\nproject(shop VERSION 1 DESCRIPTION \"A shop.\")\nfind_package(Boost REQUIRED)\n",
        ["shop", "A shop.", "", "", "Boost"],
    );
    check(
        "pubspec.yaml",
        "name: shop\ndescription: A shop.\ndependencies:\n  flutter:\n    sdk: flutter\n  abc: ^1\n",
        ["shop", "A shop.", "", "", "flutter abc"],
    );
    check(
        "shop.cabal",
        "name: shop\nsynopsis: A shop.\nexecutable till\n  main-is: Main.hs\n",
        ["shop", "A shop.", "till", "", ""],
    );
}

#[test]
fn what_does_not_parse_declares_nothing() {
    for (name, _) in NAMES {
        assert_eq!(read(name, "]]] {{{ ("), None, "{name}");
        assert_eq!(read(name, ""), None, "{name}");
    }
    assert_eq!(read("other.toml", "[package]\nname = \"x\"\n"), None);
}

#[test]
fn a_manifest_is_bounded() {
    let names: String = (0..100)
        .map(|it| format!("dependency{it} = \"1\"\n"))
        .collect();
    let manifest = read("Cargo.toml", &format!("[dependencies]\n{names}")).expect("a manifest");
    assert_eq!(manifest.dependencies.len(), MOST_DEPENDENCIES);
    assert_eq!(manifest.more_dependencies, 88);
}

proptest! {
    #[test]
    fn any_text_is_read(
        name in prop::sample::select(NAMES.iter().map(|(name, _)| *name).chain(["a.gemspec", "a.csproj", "a.cabal"]).collect::<Vec<_>>()),
        text in "[a-z<>/=:\"'\\[\\]{}(),. \\né]{0,200}",
    ) {
        read(name, &text);
    }
}
