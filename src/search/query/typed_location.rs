//! Locations in a query, as compilers, test runners and stack traces print them.
//!
//! Principal type: [`TypedLocation`].

use super::filter::Filter;
use super::tokens::{Token, tokens};
use crate::corpus::SourcePath;
use regex::{Captures, Regex};
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum number of bytes between the end of a path and that of its line.
const MAX_LINE_DISTANCE: usize = 32;

/// Maximum number of bytes before the end of the first location of a text that begins with a trace.
const TRACE_START: usize = 240;
/// Maximum number of bytes between two locations of a trace or log, at the mean.
const TRACE_DISTANCE: usize = 240;

/// Begins the part of a trace with the exception that caused the one before it.
const CAUSE: &str = "Caused by:";
/// Begins a trace whose innermost frame is the last one.
const OUTERMOST_FIRST: &str = "(most recent call last)";

/// Directories of installed dependencies: a path through one is seldom a file of the repository.
const DEPENDENCIES: [&str; 4] = ["node_modules", "site-packages", ".cargo", "rustc"];

/// A path, a line, and an optional column. In a Java frame, `org.acme.Foo.bar(Foo.java:42)`, the
/// package is part of the path.
static PATTERN: LazyLock<Regex> = regex!(
    r#"(?x)
        (?: ^ | [\s"'`(\[{<,;=@|] )
        (?: package: [^\s/]+ /
          | (?: [\w.@-]* / )* (?<package> (?: \w+ \. )+? ) [\w$]+ \. [\w$<>]+ \(
          | (?: [A-Za-z] [\w+.-]* :// [^\s/]* / )? (?: [A-Za-z] : [\\/] )? )
        (?<path> (?: [^\s"'`()\[\]{}<>,;=|:?\#] | \( [^\s():]* \) | \[ [^\s\[\]:]* \] )+ )
        (?: \? [^\s:]* )?
        (?: : | (?: :\ )? \( | \#L | ["'`]? [:,]? \ ? (?: on\ )? line\  )
        (?<line> [0-9]+ )
        (?: (?: [:C] | ,\ ? ) (?<column> [0-9]+ ) )?
        \b"#
);

/// A frame of IPython, in which an arrow points to the line.
static IPYTHON: LazyLock<Regex> =
    regex!(r"(?<path>[^\s:]+\.py) in [\w<>]+\([^)]*\)[\s\S]{0,400}?--> ?(?<line>[0-9]+)");

/// Text that follows the location of a message of a compiler or linter, but not of a frame.
static MESSAGE: LazyLock<Regex> = regex!(
    r"^\)?[:\s-]{1,4}(?: (?:fatal|syntax) )?(?i:error|warning|note|info)\b|^: ?[A-Z]{1,4}[0-9]{2,}\b"
);

/// A location as written.
#[derive(Debug)]
pub(crate) struct TypedLocation<'t> {
    /// The bytes of the text that it takes.
    bytes: Range<usize>,
    /// Path components; at least one.
    path: Vec<&'t str>,
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
        if text.contains("-->") {
            let locations = IPYTHON.captures_iter(text);
            found.extend(locations.filter_map(|groups| Self::new(text, 0, &groups)));
            found.sort_by_key(|location| location.bytes.start);
        }
        found
    }

    /// Returns the locations in a text, those of a stack trace from the innermost frame: Python prints it last, and
    /// Java the exception that caused the others.
    pub(crate) fn innermost_first(text: &'t str) -> Vec<Self> {
        let mut locations = Self::parse(text);
        if is_outermost_first(text, &locations) {
            locations.reverse();
            return locations;
        }
        let causes: Vec<usize> = text.match_indices(CAUSE).map(|(at, _)| at).collect();
        locations.sort_by_key(|location| {
            Reverse(causes.partition_point(|cause| *cause < location.bytes.start))
        });
        locations
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
        for component in package.chain(text_of("path")?.split(['/', '\\'])) {
            match component {
                "" | "." => {}
                ".." => _ = path.pop(),
                component => path.push(component),
            }
        }
        path.last()?;
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
    /// has no dependency directory.
    pub(crate) fn is_certainly(&self, path: &SourcePath) -> bool {
        let (_, common) = self.closeness(path).unwrap_or_default();
        let above = &self.path[..self.path.len() - common];
        let mut directories = above.iter();
        match directories.rposition(|directory| DEPENDENCIES.contains(directory)) {
            None => common == self.path.len() || common == path.depth() + 1,
            // An installed copy of this repository: in the directory of its package, or as this package.
            Some(at) => {
                let package = above.len() - at - 1;
                package == 0 && common > 1 || common > 2 && common == path.depth() + 1
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
        let (path, line) = (found.name("path"), found.name("line"));
        path.is_some_and(|path| path.start() < bytes.len())
            && line.is_some_and(|line| line.start() >= bytes.len())
    })
}

/// Returns true if the first location of a text is near its start: the text is a stack trace, or begins with one.
pub(crate) fn starts_with_trace(text: &str) -> bool {
    let start = &text[..text.floor_char_boundary(TRACE_START)];
    !TypedLocation::parse(start).is_empty()
}

/// Returns true for a stack trace or a build log: a text that begins with a location, or in which locations follow
/// each other closely. Prose that mentions a few is none.
pub(crate) fn is_trace(text: &str) -> bool {
    let locations = TypedLocation::parse(text).len();
    locations > 1 && (starts_with_trace(text) || text.len() / locations <= TRACE_DISTANCE)
}

/// Returns true if the innermost frame of a trace is the last one, as Python prints it; compilers print paths to
/// Python too.
fn is_outermost_first(text: &str, locations: &[TypedLocation<'_>]) -> bool {
    if text.contains(OUTERMOST_FIRST) {
        return true;
    }
    locations.first().is_some_and(|first| {
        let after = text.get(first.bytes.end..).unwrap_or_default();
        first.file_name().ends_with(".py") && !MESSAGE.is_match(after)
    })
}

/// Returns true if a query has a location.
pub(super) fn has_location(query: &str) -> bool {
    may_locate(query) && PATTERN.is_match(&searched_text(query))
}

/// Returns true if a digit follows a character that may precede a line: a cheap test for most queries.
fn may_locate(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    pairs.any(|pair| b": (L".contains(&pair[0]) && pair[1].is_ascii_digit())
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
    }

    #[test]
    fn locations_of_stack_traces_are_parsed() {
        check("thread 'main' panicked at src/x.rs:9:5:", &["src/x.rs:9:5"]);
        check("panicked at 'msg', src/x.rs:9:5", &["src/x.rs:9:5"]);
        check("File \"a.py\", line 12", &["a.py:12"]);
        let python = "File \"/abs/my app/app.py\", line 12, in main";
        check(python, &["app/app.py:12"]);
        check("at fn (/abs/src/a.js:10:5)", &["abs/src/a.js:10:5"]);
        check("at file:///x/src/a.mjs:10:5", &["x/src/a.mjs:10:5"]);
        check("f@http://host:80/src/a.js?t=1:10:5", &["src/a.js:10:5"]);
        check(
            "at x (app/(a)/[id]/p.tsx:10:5)",
            &["app/(a)/[id]/p.tsx:10:5"],
        );
        check("in /path/File.cs:line 42", &["path/File.cs:42"]);
        check("main.main() \t/path/main.go:12 +0x1d", &["path/main.go:12"]);
        check("in /p/a.php on line 12", &["p/a.php:12"]);
        check("from a.rb:12:in 'x'", &["a.rb:12"]);
    }

    /// Checks the locations of a trace, innermost first.
    #[track_caller]
    fn check_frames(trace: &str, expected: &[&str]) {
        let found = TypedLocation::innermost_first(trace).into_iter();
        let found: Vec<String> = found
            .map(|frame| format!("{}:{}", frame.path.join("/"), frame.line))
            .collect();
        assert_eq!(found, expected, "{trace}");
    }

    #[test]
    fn frames_of_a_trace_are_listed_from_the_innermost() {
        check_frames(
            "Traceback (most recent call last):\n  File \"shop/cli.py\", line 9, in main\n    run()\n  \
             File \"shop/tax.py\", line 4, in run\nKeyError: 1",
            &["shop/tax.py:4", "shop/cli.py:9"],
        );
        check_frames(
            "~/shop/cli.py in main(args)\n      8   x\n----> 9   run()\n\n~/shop/tax.py in run()\n----> 4   y",
            &["~/shop/tax.py:4", "~/shop/cli.py:9"],
        );
        check_frames(
            "File ~/shop/cli.py:9, in main(args)\nFile ~/shop/tax.py:4, in run()",
            &["~/shop/tax.py:4", "~/shop/cli.py:9"],
        );
        check_frames(
            "java.lang.X: y\n\tat org.acme.Tax.run(Tax.java:4)\n\tat org.acme.Cli.main(Cli.java:9)",
            &["org/acme/Tax.java:4", "org/acme/Cli.java:9"],
        );
        check_frames(
            "TypeError: x\n    at run (/srv/shop/tax.js:4:7)\n    at /srv/shop/cli.js:9:1",
            &["srv/shop/tax.js:4", "srv/shop/cli.js:9"],
        );
        check_frames(
            "goroutine 1 [running]:\nshop.run(0x1)\n\t/srv/shop/tax.go:4 +0x3a\nmain.main()\n\t/srv/cli.go:9",
            &["srv/shop/tax.go:4", "srv/cli.go:9"],
        );
        check_frames(
            "thread 'main' panicked at src/tax.rs:4:7:\n   1: shop::run\n             at ./src/cli.rs:9:1",
            &["src/tax.rs:4", "src/cli.rs:9"],
        );
        check_frames(
            "shop/tax.rb:4:in `run': x (KeyError)\n\tfrom shop/cli.rb:9:in `main'",
            &["shop/tax.rb:4", "shop/cli.rb:9"],
        );
        check_frames(
            "System.X: y\n   at Shop.Tax.Run() in C:\\shop\\Tax.cs:line 4\n   at Cli.Main() in /srv/Cli.cs:line 9",
            &["shop/Tax.cs:4", "srv/Cli.cs:9"],
        );
    }

    /// A format, a text in it, and its locations, innermost first.
    const FORMATS: &[(&str, &str, &[&str])] = &[
        (
            "Python, an exception during another",
            "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in f\n    g()\nKeyError: 1\n\n\
             During handling of the above exception, another exception occurred:\n\n\
             Traceback (most recent call last):\n  File \"/srv/b.py\", line 9, in <module>\n  \
             File \"/srv/a.py\", line 5, in f\nValueError: x",
            &["srv/a.py:5", "srv/b.py:9", "srv/a.py:3"],
        ),
        (
            "pytest",
            "=== FAILURES ===\n___ test_total ___\n\ntests/test_tax.py:12: in test_total\n    run()\n\
             shop/tax.py:4: in run\n    raise KeyError\nE   KeyError\n",
            &["shop/tax.py:4", "tests/test_tax.py:12"],
        ),
        (
            "mypy",
            "shop/tax.py:4: error: Incompatible types\nshop/cli.py:9:3: note: See here\n",
            &["shop/tax.py:4", "shop/cli.py:9"],
        ),
        (
            "ruff",
            "shop/tax.py:4:1: F401 unused\nshop/cli.py:9:3: E501 long\n",
            &["shop/tax.py:4", "shop/cli.py:9"],
        ),
        (
            "Rust panic with a backtrace",
            "thread 'main' panicked at src/tax.rs:4:7:\nno rate\nstack backtrace:\n   0: rust_begin_unwind\n             \
             at /rustc/9fc6b43/library/std/src/panicking.rs:665:5\n   1: shop::tax::run\n             at ./src/tax.rs:4:7\n   \
             2: shop::main\n             at ./src/main.rs:9:5\n",
            &[
                "src/tax.rs:4",
                "rustc/9fc6b43/library/std/src/panicking.rs:665",
                "src/tax.rs:4",
                "src/main.rs:9",
            ],
        ),
        (
            "rustc",
            "error[E0308]: mismatched types\n  --> src/tax.rs:4:7\n   |\n4  |     rate\n   |     ^^^^\n   |\n   \
             ::: src/main.rs:9:1\n",
            &["src/tax.rs:4", "src/main.rs:9"],
        ),
        (
            "Go",
            "panic: no rate\n\ngoroutine 1 [running]:\nshop/tax.Run(0x1)\n\t/srv/shop/tax/tax.go:4 +0x3a\n\
             main.main()\n\t/srv/shop/main.go:9 +0x1d\nexit status 2",
            &["srv/shop/tax/tax.go:4", "srv/shop/main.go:9"],
        ),
        (
            "go build",
            "# shop/tax\ntax/tax.go:4:2: undefined: rate\n./main.go:9:5: declared and not used: x\n",
            &["tax/tax.go:4", "main.go:9"],
        ),
        (
            "Java with causes",
            "java.lang.RuntimeException: x\n\tat org.acme.Cli.main(Cli.java:9)\nCaused by: java.io.IOException: y\n\
             \tat org.acme.Tax.run(Tax.java:4)\n\tat org.acme.Cli.main(Cli.java:7)\n\t... 1 more\n",
            &[
                "org/acme/Tax.java:4",
                "org/acme/Cli.java:7",
                "org/acme/Cli.java:9",
            ],
        ),
        (
            "Kotlin",
            "Exception in thread \"main\" java.lang.IllegalStateException: x\n\tat shop.TaxKt.run(Tax.kt:4)\n\
             \tat shop.MainKt.main(Main.kt:9)\n",
            &["shop/Tax.kt:4", "shop/Main.kt:9"],
        ),
        (
            "kotlinc",
            "e: file:///srv/src/Tax.kt:4:7 Unresolved reference: rate\nw: file:///srv/src/Main.kt:9:1 unused\n",
            &["srv/src/Tax.kt:4", "srv/src/Main.kt:9"],
        ),
        (
            "JavaScript",
            "TypeError: x is not a function\n    at run (/srv/shop/tax.js:4:7)\n    at async Promise.all (index 0)\n    \
             at async main (file:///srv/shop/cli.mjs:9:1)\n    at node:internal/main:1:2\n",
            &["srv/shop/tax.js:4", "srv/shop/cli.mjs:9"],
        ),
        (
            "TypeScript in a browser",
            "run@http://localhost:5173/src/tax.ts?t=17:4:7\nmain@http://localhost:5173/src/main.tsx:9:1\n",
            &["src/tax.ts:4", "src/main.tsx:9"],
        ),
        (
            "tsc",
            "src/tax.ts(4,7): error TS2304: Cannot find name 'rate'.\nsrc/main.ts:9:1 - error TS2322: x\n",
            &["src/tax.ts:4", "src/main.ts:9"],
        ),
        (
            "gdb",
            "#0  raise () from /lib/libc.so.6\n#1  0x000055 in tax_run (t=0x1, x=\"a\") at src/tax.c:4\n\
             #2  0x000056 in main (argc=1) at ../src/main.c:9\n",
            &["src/tax.c:4", "src/main.c:9"],
        ),
        (
            "AddressSanitizer",
            "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n    #0 0x4f in tax_run /srv/src/tax.c:4:7\n    \
             #1 0x50 in main /srv/src/main.c:9:3\n    #2 0x7f in __libc_start_main (/lib/libc.so.6+0x23)\n",
            &["srv/src/tax.c:4", "srv/src/main.c:9"],
        ),
        (
            "gcc",
            "In file included from src/main.c:2:\nsrc/tax.h:4:7: error: unknown type name 'rate_t'\n    4 | rate_t r;\n\
             src/main.c:9:3: warning: unused variable 'x' [-Wunused]\n",
            &["src/main.c:2", "src/tax.h:4", "src/main.c:9"],
        ),
        (
            "MSVC",
            "C:\\shop\\tax.cpp(4,7): error C2065: 'rate': undeclared\nC:\\shop\\main.cpp(9): warning C4101: x\n",
            &["shop/tax.cpp:4", "shop/main.cpp:9"],
        ),
        (
            "Ruby",
            "shop/tax.rb:4:in `run': x (KeyError)\n\tfrom shop/cli.rb:9:in `main'\n",
            &["shop/tax.rb:4", "shop/cli.rb:9"],
        ),
        (
            "Ruby 2.5 on a terminal",
            "Traceback (most recent call last):\n\t1: from shop/cli.rb:9:in `main'\nshop/tax.rb:4:in `run': x (KeyError)\n",
            &["shop/tax.rb:4", "shop/cli.rb:9"],
        ),
        (
            "PHP",
            "PHP Fatal error:  Uncaught Exception: x in /srv/src/Tax.php:4\nStack trace:\n#0 /srv/src/Cart.php(7): Tax->run()\n\
             #1 /srv/index.php(9): Cart->total()\n#2 {main}\n  thrown in /srv/src/Tax.php on line 4\n",
            &[
                "srv/src/Tax.php:4",
                "srv/src/Cart.php:7",
                "srv/index.php:9",
                "srv/src/Tax.php:4",
            ],
        ),
        (
            "C#",
            "Unhandled exception. System.Exception: x\n   at Shop.Tax.Run() in C:\\shop\\Tax.cs:line 4\n   \
             at Shop.Cli.Main() in /srv/Cli.cs:line 9\n",
            &["shop/Tax.cs:4", "srv/Cli.cs:9"],
        ),
        (
            "Dart",
            "#0      run (package:shop/src/tax.dart:4:7)\n#1      main (file:///srv/bin/cli.dart:9:3)\n",
            &["src/tax.dart:4", "srv/bin/cli.dart:9"],
        ),
        (
            "Elixir",
            "** (KeyError) x\n    (shop 0.1.0) lib/shop/tax.ex:4: Shop.Tax.run/1\n    lib/shop/cli.ex:9: Shop.Cli.main/1\n",
            &["lib/shop/tax.ex:4", "lib/shop/cli.ex:9"],
        ),
    ];

    #[test]
    fn traces_and_logs_of_every_format_are_read_also_as_one_line() {
        for (format, text, expected) in FORMATS {
            // The prompt is one line.
            for text in [(*text).to_owned(), text.replace(['\n', '\t'], " ")] {
                let frames = TypedLocation::innermost_first(&text).into_iter();
                let found: Vec<String> = frames
                    .map(|frame| format!("{}:{}", frame.path.join("/"), frame.line))
                    .collect();
                assert_eq!(found, *expected, "{format}: {text}");
                assert!(is_trace(&text), "{format}");
            }
        }
    }

    #[test]
    fn prose_that_mentions_two_locations_is_no_trace() {
        let filler = "the worker stops when the queue is empty and nobody asks again ".repeat(10);
        assert!(!is_trace(&format!(
            "{filler} src/a.rs:3 {filler} src/b.rs:4"
        )));
        assert!(!is_trace("see src/a.rs:3"));
        assert!(is_trace("src/a.rs:3 src/b.rs:4"));
    }

    #[test]
    fn an_installed_copy_of_the_repository_is_certain() {
        let check = |typed: &str, path: &str, expected: bool| {
            let locations = TypedLocation::parse(typed);
            let is_certain = locations[0].is_certainly(&SourcePath::new(path));
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
        ] {
            check(text, &[]);
        }
    }
}
