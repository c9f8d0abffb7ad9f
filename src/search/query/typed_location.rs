//! Locations in a query, as compilers, test runners and stack traces print them.
//!
//! Principal type: [`TypedLocation`].

use super::filter::Filter;
use super::tokens::{Token, tokens};
use crate::corpus::SourcePath;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum number of bytes between the end of a path and that of its line.
const MAX_LINE_DISTANCE: usize = 32;

/// A path through directories of installed dependencies, which is seldom a file of the repository: the package below the
/// last one, and its version.
static DEPENDENCY: LazyLock<Regex> = regex!(
    r"(?x)
        ^ (?: .* / )?
        (?: node_modules | (?: site | dist )-packages | rustc | pkg/mod | gems | vendor | \.?cargo/git/checkouts
          | \.?cargo/registry/src (?: / [^/]* - [0-9a-f]{16} )? )
        (?: / @[^/]+ | / (?<package> .+? ) (?: - [0-9] [^/]* | @ [^/]* )? )? $"
);

/// A path, a line, and an optional column. In a frame of Python a path
/// may have blanks. In a Java frame, `org.acme.Foo.bar(Foo.java:42)`, the
/// package is part of the path. MSBuild numbers its projects: `1>a.c(10)`.
static PATTERN: LazyLock<Regex> = regex!(
    r#"(?x)
        (?: File\ " (?<quoted> [^"\n]* \  [^"\n]* )
          | (?: ^ | [\s"'`(\[{<,;=@|] ) (?: [0-9]+ > | psql: )?
            (?: package: [^\s/]+ /
              | (?: [\w.@-]* / )* (?<package> (?: \w+ \. )+? ) [\w$]+ \. [\w$<>]+ \(
              | (?: [A-Za-z] [\w+.-]* :// [^\s/]* / )? (?: [A-Za-z] : [\\/] )? )
            (?<path> (?: [^\s"'`()\[\]{}<>,;=|:?\#] | \( [^\s():]* \) | \[ [^\s\[\]:]* \] )+ )
            (?: \? [^\s:]* )? )
        (?: : | :\[ | (?: :\ ? )? \( | \#L | ["'`]? [:,]? \ ? (?: on\ )? line\  | "\},\s*\{line, )
        (?<line> [0-9]+ )
        (?: (?: [:C] | ,\ ? ) (?<column> [0-9]+ ) )?
        \b"#
);

/// Locations whose lines are apart from their paths, each with a text that it has.
static APART: [(&str, LazyLock<Regex>); 4] = [
    // A frame of IPython, in which an arrow points to the line.
    (
        "-->",
        regex!(r"(?<path>[^\s:]+\.py) in [\w<>]+\([^)]*\)[\s\S]{0,400}?--> ?(?<line>[0-9]+)"),
    ),
    // ESLint and webpack: `a.js 10:5`; Rollup: `a.js (10:5)`. `a.js 10:05:59` is a time.
    (
        ":",
        regex!(
            r"(?<path>[\w@~.:/\\-]*\w\.[A-Za-z]\w*)\s+\(?(?<line>[0-9]+):(?<column>[0-9]+)(?:[^:0-9]|$)"
        ),
    ),
    // Babel.
    (
        "(",
        regex!(
            r"(?<path>[\w@~.:/\\-]*\w\.[A-Za-z]\w*): [^\n:()]{1,80}\((?<line>[0-9]+):(?<column>[0-9]+)\)"
        ),
    ),
    // PHPStan: the path is the head of a table with a column of lines.
    (
        "Line ",
        regex!(r"Line\s+(?<path>[^\s:]+\.\w+)[\s-]+(?<line>[0-9]+)\s"),
    ),
];

/// A location as written.
#[derive(Debug)]
pub(crate) struct TypedLocation<'t> {
    /// The bytes of the text that it takes.
    pub(super) bytes: Range<usize>,
    /// Path components; at least one.
    pub(super) path: Vec<&'t str>,
    /// 1-based line.
    pub(crate) line: u32,
    /// 1-based column.
    pub(crate) column: Option<u32>,
}

impl<'t> TypedLocation<'t> {
    /// Returns the locations in a text, in order.
    pub(crate) fn parse(text: &'t str) -> Vec<Self> {
        let (mut found, mut start) = (Vec::new(), 0);
        // A location is in one line. Groups are found many times faster in a short text.
        for line in text.split_inclusive('\n') {
            if may_locate(line) {
                let locations = PATTERN.captures_iter(line);
                found.extend(locations.filter_map(|groups| Self::new(line, start, &groups)));
            }
            start += line.len();
        }
        for (_, pattern) in APART.iter().filter(|(part, _)| text.contains(part)) {
            let locations = pattern.captures_iter(text);
            found.extend(locations.filter_map(|groups| Self::new(text, 0, &groups)));
        }
        found.sort_by_key(|location| location.bytes.start);
        found
    }

    /// The location with these groups in a part of a text that begins at `start`.
    fn new(part: &str, start: usize, found: &Captures<'t>) -> Option<Self> {
        let bytes = found.get(0)?.range();
        // The port of `host:8080/x` is not a line.
        if part.get(bytes.end..)?.starts_with('/') {
            return None;
        }
        let text_of = |group| Some(found.name(group)?.as_str());
        let package = text_of("package").unwrap_or_default().split('.');
        let mut path = Vec::new();
        let typed = text_of("path").or_else(|| text_of("quoted"))?;
        for component in package.chain(typed.split(['/', '\\'])) {
            match component {
                "" | "." => {}
                ".." => _ = path.pop(),
                component => path.push(component),
            }
        }
        // `10:05` is a time, or a line and its column.
        path.last()?.find(|letter: char| !letter.is_ascii_digit())?;
        Some(Self {
            bytes: start + bytes.start..start + bytes.end,
            path,
            line: text_of("line")?.parse::<u32>().ok()?.max(1),
            column: text_of("column").and_then(|column| column.parse().ok()),
        })
    }

    /// Its file name.
    pub(crate) fn file_name(&self) -> &'t str {
        self.path.last().copied().unwrap_or_default()
    }

    /// Number of trailing components shared with a path: case-sensitive, and case-insensitive. None
    /// with different file names.
    pub(crate) fn closeness(&self, path: &SourcePath) -> Option<(usize, usize)> {
        let common = |is_same: fn(&str, &str) -> bool| {
            let pairs = self.path.iter().rev().zip(path.as_str().rsplit('/'));
            pairs.take_while(|(one, other)| is_same(one, other)).count()
        };
        let in_any_case = common(str::eq_ignore_ascii_case);
        (in_any_case > 0).then(|| (common(|one, other| one == other), in_any_case))
    }

    /// Returns true if a path is certainly this one: one of the two ends with the other, and the rest
    /// has no dependency directory, or names a package of this repository. `is_package` returns true for a directory with
    /// a package of this name; a directory is empty or ends with a slash.
    pub(crate) fn is_certainly(
        &self,
        path: &SourcePath,
        is_package: &dyn Fn(&str, &str) -> bool,
    ) -> bool {
        let (_, common) = self.closeness(path).unwrap_or_default();
        let above = self.path[..self.path.len() - common].join("/");
        let is_whole = common == path.depth() + 1;
        let Some(dependency) = DEPENDENCY.captures(&above) else {
            return common == self.path.len() || is_whole;
        };
        // An installed copy of this repository: in the directory of its package, or as this package.
        match dependency.name("package") {
            None => common > 1,
            Some(_) if is_whole && common > 2 => true,
            Some(package) => {
                let inner = path.as_str().rsplit('/').take(common);
                let inner: usize = inner.map(|component| component.len() + 1).sum();
                let folder = (path.as_str().len() + 1).saturating_sub(inner);
                is_package(&path.as_str()[..folder], package.as_str())
            }
        }
    }
}

/// Returns true if the path of a location starts in these bytes of a text, and its line follows them, as
/// in `File "a.py", line 12`.
pub(super) fn has_path_at(text: &str, bytes: &Range<usize>) -> bool {
    let end = text.floor_char_boundary(bytes.end + MAX_LINE_DISTANCE);
    let near = text.get(bytes.start..end).unwrap_or_default();
    PATTERN.captures_iter(near).any(|found| {
        let path = found.name("path").or_else(|| found.name("quoted"));
        let line = found.name("line");
        path.is_some_and(|path| path.start() < bytes.len())
            && line.is_some_and(|line| line.start() >= bytes.len())
    })
}

/// Returns true if a query has a location.
pub(super) fn has_location(query: &str) -> bool {
    may_locate(query) && PATTERN.is_match(&searched_text(query))
}

/// Returns true if a digit follows a character that may precede a line: a cheap test for most queries.
fn may_locate(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    pairs.any(|pair| b": (L[,".contains(&pair[0]) && pair[1].is_ascii_digit())
}

/// The text of a query; filters, patterns and exclusions are blanked.
pub(crate) fn searched_text(query: &str) -> String {
    let mut text = query.to_owned();
    for (bytes, token) in tokens(query) {
        let is_searched = match token {
            Token::Word(word) => Filter::parse(word).is_none() && !word.starts_with('-'),
            token => matches!(token, Token::Phrase(_)),
        };
        if !is_searched {
            text.replace_range(bytes.clone(), &" ".repeat(bytes.len()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let text = searched_text(text);
        let found = TypedLocation::parse(&text).into_iter().map(|it| {
            let column = it.column.map(|column| format!(":{column}"));
            let column = column.unwrap_or_default();
            format!("{}:{}{column}", it.path.join("/"), it.line)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn a_location_is_a_path_a_line_and_an_optional_column() {
        check("crates/core/main.rs:166", &["crates/core/main.rs:166"]);
        check("src/walk.rs:1456:9", &["src/walk.rs:1456:9"]);
        check("see ./src/a.rs:3, b.rs:4.", &["src/a.rs:3", "b.rs:4"]);
        check("src/a.rs#L10-L12", &["src/a.rs:10"]);
        check("src/a.rs(10,5): error", &["src/a.rs:10:5"]);
        check("a.rs:12:5x a.rs:0", &["a.rs:12", "a.rs:1"]);
        check("a.rs:99999999999", &[]);
    }

    #[test]
    fn locations_of_compilers_are_parsed() {
        check("error[E1]: x --> src/a.rs:3:7 | 3 |", &["src/a.rs:3:7"]);
        check("src/a.c:10:5: error: no b", &["src/a.c:10:5"]);
        check("../lib/x/../a.c:10: error", &["lib/a.c:10"]);
        check("e: file:///w/A.kt: (10, 5) x", &["w/A.kt:10:5"]);
        check(r"C:\w\a.cs(10,5): error", &["w/a.cs:10:5"]);
        check(r" 1>C:\w\a.cs(10,5): error", &["w/a.cs:10:5"]);
        check(r"12>src\a.c(10): error", &["src/a.c:10"]);
        check("[ERROR] /w/A.java:[10,5] x", &["w/A.java:10:5"]);
        check("src/A.hs:(10,5)-(11,2): error", &["src/A.hs:10:5"]);
        check("ERROR in ./src/a.js 10:5-9", &["src/a.js:10:5"]);
        check("src/a.js (10:5): x", &["src/a.js:10:5"]);
        check("/w/a.jsx: Unexpected token (10:5)", &["w/a.jsx:10:5"]);
        check("psql:seeds/a.sql:10: ERROR: x", &["seeds/a.sql:10"]);
        check("{file,\"src/a.erl\"},{line,10}", &["src/a.erl:10"]);
    }

    #[test]
    fn locations_of_stack_traces_are_parsed() {
        check("panicked at 'msg', src/x.rs:9:5", &["src/x.rs:9:5"]);
        check("File \"/u/my file.py\", line 3", &["u/my file.py:3"]);
        let python = "File \"/abs/my app/app.py\", line 12, in main";
        check(python, &["abs/my app/app.py:12"]);
        check("f@http://host:80/src/a.js?t=1:10:5", &["src/a.js:10:5"]);
        check(
            "at x (app/(a)/[id]/p.tsx:10:5)",
            &["app/(a)/[id]/p.tsx:10:5"],
        );
    }

    #[test]
    fn an_installed_copy_of_the_repository_is_certain() {
        let check = |typed: &str, path: &str, expected: bool| {
            let locations = TypedLocation::parse(typed);
            let is_package = |folder: &str, name: &str| {
                [("", "fd-find"), ("crates/a/", "shop-a"), ("", "a.org/shop")]
                    .contains(&(folder, name))
            };
            let is_certain = locations[0].is_certainly(&SourcePath::new(path), &is_package);
            assert_eq!(is_certain, expected, "{typed} {path}");
        };
        check("/usr/lib/site-packages/shop/tax.py:4", "shop/tax.py", true);
        check(
            "/usr/lib/site-packages/shop/tax.py:4",
            "src/shop/tax.py",
            true,
        );
        check(
            "/usr/lib/site-packages/other/shop/tax.py:4",
            "src/shop/tax.py",
            false,
        );
        check("/usr/lib/site-packages/tax.py:4", "shop/tax.py", false);
        check(
            ".cargo/registry/src/shop-1.0/src/tax/mod.rs:4",
            "src/tax/mod.rs",
            true,
        );
        check(
            ".cargo/registry/src/shop-1.0/src/lib.rs:4",
            "src/lib.rs",
            false,
        );
        check("x/node_modules/debug/index.js:4", "index.js", false);
        check(
            "cargo/registry/src/index.crates.io-6f17d22bba15001f/fd-find-10.1.0/src/walk.rs:4",
            "src/walk.rs",
            true,
        );
        check("a/node_modules/@shop/kit/index.js:4", "kit/index.js", true);
        check(
            ".cargo/registry/src/shop-a-0.1.0/src/tax.rs:4",
            "crates/a/src/tax.rs",
            true,
        );
        check("go/pkg/mod/a.org/shop@v1.2.0/tax.go:4", "tax.go", true);
        check("go/pkg/mod/a.org/till@v1.2.0/tax.go:4", "tax.go", false);
        check("gems/till-2.0.1/lib/tax.rb:4", "lib/tax.rb", false);
    }

    #[test]
    fn the_package_of_a_java_frame_is_part_of_the_path() {
        check(
            "at org.acme.Foo.bar(Foo.java:42)",
            &["org/acme/Foo.java:42"],
        );
        check("app//a.b.C$D.<init>(C.java:7)", &["a/b/C.java:7"]);
        check("at Foo.bar(Foo.java:42)", &["Foo.java:42"]);
    }

    #[test]
    fn text_that_resembles_a_location_is_not_one() {
        for text in [
            "absl::Mutex",
            "lang:rust",
            "path:src/a.rs",
            "x path:src/a.rs:12",
            "x path:\"src/a.rs:12\"",
            "x -src/a.rs:12",
            "x /a.rs:12/",
            "http://host:8080/x",
            "localhost:8080/x",
            "call/2",
            "I/O",
            "at node:internal/loader:1234:14",
            "a.log 10:05:59",
            "see a.md (3 pages)",
        ] {
            check(text, &[]);
        }
    }
}
