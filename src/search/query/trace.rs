//! Stack traces and build logs in a query.
//!
//! Principal functions: [`is_trace()`] and [`TypedLocation::innermost_first()`].

use super::typed_location::TypedLocation;
use regex::Regex;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Maximum number of bytes before the end of the first location of a text that begins with a trace.
const TRACE_START: usize = 240;
/// Maximum number of bytes between two locations of a trace or log, at the mean.
const TRACE_DISTANCE: usize = 240;

/// Begins the part of a trace with the exception that caused the one before it.
const CAUSE: &str = "Caused by:";
/// Begins a trace whose innermost frame is the last one.
const OUTERMOST_FIRST: &str = "(most recent call last)";

/// Text that follows the location of a message of a compiler or linter, but not of a frame.
static MESSAGE: LazyLock<Regex> = regex!(
    r"^\)?[:\s-]{1,4}(?: (?:fatal|syntax) )?(?i:error|warning|note|info)\b|^: ?[A-Z]{1,4}[0-9]{2,}\b"
);

/// Maximum number of bytes before the location of a frame.
const FRAME_LEN: usize = 400;
/// The function of a frame of JavaScript or C#.
static FUNCTION_BEFORE: LazyLock<Regex> =
    regex!(r"\bat (?:async )?(?:[\w$<>.`]+\.)?([\w$]+)(?: \[as [\w$]+\]|\([^()\n]*\) in)?[ ]*$");
/// The method of a frame of Java, except in a class without a name.
static FUNCTION_INSIDE: LazyLock<Regex> = regex!(r"[^$.][^$.0-9]\.([\w$]+)\([^()]*$");
/// The function of a frame of Python, Ruby, PHP or Elixir.
static FUNCTION_AFTER: LazyLock<Regex> = regex!(
    r"(?x) ^ (?:
        ,\ in\ (\w+)
        | :in\ [`'] (?: [^'\n]* [\#.\ ] )? (\w+[?!=]?) '
        | \):\ (?: [\w\\]+ (?: -> | :: ) )? (\w+) \(
        | :\ (?: \w+\. )+ (\w+[?!]?) /[0-9]
    )"
);

impl<'t> TypedLocation<'t> {
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

    /// The function that a frame of a stack trace names beside its location in a text: its line may be that of another
    /// release. None for a constructor and for code without a name.
    pub(crate) fn function(&self, text: &'t str) -> Option<&'t str> {
        let before = text.get(..self.bytes.start)?;
        let before = &before[before.ceil_char_boundary(before.len().saturating_sub(FRAME_LEN))..];
        let after = text.get(self.bytes.end..)?;
        let inside = &text[self.bytes.clone()];
        let found = (FUNCTION_BEFORE.captures(before))
            .or_else(|| FUNCTION_INSIDE.captures(inside))
            .or_else(|| FUNCTION_AFTER.captures(after))?;
        Some(found.iter().skip(1).flatten().next()?.as_str())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the locations of a trace, innermost first.
    #[track_caller]
    fn check_frames(trace: &str, expected: &[&str]) {
        let found = TypedLocation::innermost_first(trace).into_iter();
        let found: Vec<String> = found
            .map(|frame| format!("{}:{}", frame.path.join("/"), frame.line))
            .collect();
        assert_eq!(found, expected, "{trace}");
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
            "IPython",
            "File ~/shop/cli.py:9, in main(args)\nFile ~/shop/tax.py:4, in run()",
            &["~/shop/tax.py:4", "~/shop/cli.py:9"],
        ),
        (
            "IPython 7",
            "~/shop/cli.py in main(args)\n      8   x\n----> 9   run()\n\n~/shop/tax.py in run()\n----> 4   y",
            &["~/shop/tax.py:4", "~/shop/cli.py:9"],
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
            "ESLint",
            "/srv/src/tax.js\n  4:7  error  'rate' is not defined  no-undef\n\n/srv/src/main.js\n  9:1  warning  x  y\n",
            &["srv/src/tax.js:4", "srv/src/main.js:9"],
        ),
        (
            "PHPStan",
            " ------ -----------\n  Line   src/Tax.php\n ------ -----------\n  4      Undefined variable\n\
             \u{20}------ -----------\n  Line   src/Main.php\n ------ -----------\n  9      x\n",
            &["src/Tax.php:4", "src/Main.php:9"],
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
                check_frames(&text, expected);
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
}
