//! Modules that are directories below one named by a build file: `github.com/a/b/store`.

use super::{Modules, Place, joined, longest_end};
use crate::corpus::SourcePath;
use crate::syntax::{Language, Packages, Reach};

/// Build file of Go.
pub(super) const FILE: &str = "go.mod";

/// Returns the name that a build file gives its directory.
pub(super) fn name(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let name = line.trim().strip_prefix("module")?;
        let name = name.strip_prefix([' ', '\t'])?.split_whitespace().next()?;
        Some(name.trim_matches(['"', '`']).to_owned())
    })
}

impl<'a> Modules<'a> {
    /// Returns the files of a module's directory except its tests, which cannot be imported. Without a
    /// build file, any end of the module may name the directory.
    pub(super) fn package(&self, module: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        if module.starts_with("./") || module.starts_with("../") {
            return self.files_in(
                &super::beside(place.path.directory(), module).join("/"),
                place,
            );
        }
        if !self.stated.is_empty() {
            let named = self.stated.iter().filter_map(|(name, directory)| {
                let below = module.strip_prefix(name.as_str())?;
                let below = match below {
                    "" => below,
                    below => below.strip_prefix('/')?,
                };
                Some((name.len(), joined(directory, below)))
            });
            let longest = named.max_by_key(|(length, _)| *length);
            return longest.map_or(Vec::new(), |(_, directory)| {
                self.files_in(&directory, place)
            });
        }
        // The last part alone of `fmt` or `net/http` does not make it part of the repository.
        let parts: Vec<&str> = module.split('/').collect();
        let is_foreign = parts.first().is_some_and(|first| first.contains('.'));
        let fewest = if is_foreign { 1 } else { parts.len() };
        longest_end(&parts, fewest, |end| self.files_in(&end.join("/"), place))
    }

    fn files_in(&self, directory: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let last = super::normal(directory.rsplit('/').next().unwrap_or_default());
        let listed = self.listed(&self.by_directory, &last, place);
        let paths = listed.map(|file| file.path).filter(|path| {
            let is_test = path.stem().ends_with("_test");
            path.directory() == directory && !is_test && *path != place.path
        });
        let mut found: Vec<&SourcePath> = paths.collect();
        found.sort_unstable();
        found
    }
}

/// Returns true if documents are one module: a directory.
pub(in crate::context::relation) fn are_package(documents: &[SourcePath]) -> bool {
    let Some(first) = documents.first() else {
        return false;
    };
    let is_directory = Language::of(first, "").is_some_and(|language| {
        language.reach() == Reach::Directory && matches!(language.packages(), Packages::Stated(_))
    });
    let mut others = documents.iter();
    is_directory && others.all(|it| it.directory() == first.directory())
}

#[cfg(test)]
mod tests {
    use crate::context::relation::modules::tests::check_import;

    /// Checks the files that a Go file in `hugolib` imports, with the texts of build files.
    #[track_caller]
    fn check(stated: &[(&str, &str)], module: &str, expected: &[&str]) {
        let files = [
            "hugo.go",
            "config/allconfig.go",
            "config/config.go",
            "config/config_test.go",
            "hugolib/config.go",
            "hugolib/errors.go",
            "hugolib/site.go",
            "tool/config/flags.go",
        ];
        let files: Vec<_> = files
            .map(|path| (path, ""))
            .into_iter()
            .chain(stated.iter().copied())
            .collect();
        check_import(&files, ("hugolib/site.go", 0), (module, ""), expected);
    }

    const HUGO: &[(&str, &str)] = &[
        (
            "go.mod",
            "// hugo\nmodule github.com/gohugoio/hugo\n\ngo 1.23\n",
        ),
        (
            "tool/go.mod",
            "module \"github.com/gohugoio/hugo/tool\" // beside\n",
        ),
    ];
    const CONFIG: &[&str] = &["config/allconfig.go", "config/config.go"];

    #[test]
    fn a_module_is_a_directory_and_no_file_of_its_name() {
        check(HUGO, "github.com/gohugoio/hugo/config", CONFIG);
        check(HUGO, "github.com/gohugoio/hugo", &["hugo.go"]);
        let tool = "github.com/gohugoio/hugo/tool/config";
        check(HUGO, tool, &["tool/config/flags.go"]);
        check(HUGO, "../config", CONFIG);
    }

    #[test]
    fn what_lies_below_no_stated_name_is_from_elsewhere() {
        check(HUGO, "github.com/aws/aws-sdk-go/config", &[]);
        check(HUGO, "github.com/gohugoio/hugofork/config", &[]);
        check(HUGO, "errors", &[]);
        check(HUGO, "config", &[]);
    }

    #[test]
    fn where_nothing_is_stated_ends_are_directories() {
        check(&[], "github.com/gohugoio/hugo/config", CONFIG);
        check(&[], "example.com/none", &[]);
        check(&[], "errors", &[]);
        check(&[], "net/config", &[]);
    }
}
