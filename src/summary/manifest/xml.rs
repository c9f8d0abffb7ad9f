//! Manifests in XML: of Maven, of .NET. Best effort, by their tags.

use super::Manifest;

/// `pom.xml`.
pub(super) fn pom(text: &str) -> Option<Manifest> {
    let own = without(text, "parent");
    let own = without(&own, "dependencyManagement");
    let own = without(&own, "build");
    let dependencies = elements(&own, "dependency");
    let dependencies = dependencies.iter().map(|it| element(it, "artifactId"));
    let dependencies = dependencies.collect();
    let own = without(&own, "dependencies");
    let names = ["artifactId", "name"].map(|tag| element(&own, tag));
    Some(Manifest {
        name: names
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default(),
        description: element(&own, "description"),
        members: elements(&own, "module")
            .into_iter()
            .map(str::to_owned)
            .collect(),
        dependencies,
        ..Manifest::default()
    })
}

/// `*.csproj`, `*.fsproj`.
pub(super) fn project(text: &str) -> Option<Manifest> {
    let references = text.split("<PackageReference").skip(1);
    let dependencies = references.filter_map(|rest| {
        let tag = rest.split('>').next()?;
        let (_, value) = tag.split_once("Include=\"")?;
        Some(value.split('"').next()?.to_owned())
    });
    let names = ["PackageId", "AssemblyName"].map(|tag| element(text, tag));
    let is_name = |name: &String| !name.is_empty() && !name.contains("$(");
    Some(Manifest {
        name: names.into_iter().find(is_name).unwrap_or_default(),
        description: element(text, "Description"),
        dependencies: dependencies.collect(),
        ..Manifest::default()
    })
}

/// The text without the first element of a name.
fn without(text: &str, tag: &str) -> String {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    match (text.find(&open), text.find(&close)) {
        (Some(start), Some(end)) if start < end => {
            let before = text.get(..start).unwrap_or_default();
            let after = text.get(end + close.len()..).unwrap_or_default();
            format!("{before}{after}")
        }
        _ => text.to_owned(),
    }
}

/// What is in the first element of a name.
fn element(text: &str, tag: &str) -> String {
    let first = elements(text, tag).into_iter().next();
    first.unwrap_or_default().trim().to_owned()
}

/// What is in each element of a name.
fn elements<'t>(text: &'t str, tag: &str) -> Vec<&'t str> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    let rest = text.split(open.as_str()).skip(1);
    rest.filter_map(|rest| rest.split_once(close.as_str()))
        .map(|(inside, _)| inside)
        .collect()
}
