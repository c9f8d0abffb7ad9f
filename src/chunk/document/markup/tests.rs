use super::*;
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{Document, SourcePath, Text};
use crate::syntax::HighlightRole;
use proptest::prelude::*;

fn of(path: &str, text: &str) -> Markup {
    let document = Document::new(SourcePath::new(path), Text::from(text));
    markup(&ChunkTree::of(document, &Limits::default()))
}

/// A text as it is shown.
fn shown(path: &str, text: &str) -> String {
    let mut shown = String::new();
    let mut at = 0;
    for mark in of(path, text).marks {
        shown.push_str(&text[at..mark.bytes.start as usize]);
        shown.push_str(mark.shown);
        at = mark.bytes.end as usize;
    }
    shown + &text[at..]
}

/// Texts, and how each is shown.
#[track_caller]
fn check(path: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(path, text), *expected, "{text}");
    }
}

/// What is said of these words, which stand in the text once.
#[track_caller]
fn check_role(path: &str, text: &str, words: &str, expected: Option<HighlightRole>) {
    let at = text.find(words).unwrap() as u32;
    let markup = of(path, text);
    let span = markup.spans.iter().find(|span| span.bytes.contains(&at));
    assert_eq!(span.map(|span| span.role), expected, "{words} of {text}");
}

/// The code that is in a text, and its language.
#[track_caller]
fn check_code(path: &str, text: &str, expected: &[(&str, &str)]) {
    let quoted = of(path, text).quoted.into_iter().map(|code| {
        let lines = code.lines.into_iter().map(|line| &text[line]);
        let lines: Vec<&str> = lines.collect();
        (code.language.name(), lines.join("\n"))
    });
    let quoted: Vec<_> = quoted.collect();
    let quoted: Vec<_> = quoted
        .iter()
        .map(|(name, code)| (*name, code.as_str()))
        .collect();
    assert_eq!(quoted, expected, "{text}");
}

const MD: &str = "a.md";
const RST: &str = "a.rst";
const ADOC: &str = "a.adoc";

#[test]
fn what_markdown_means_is_seen_without_its_marks() {
    check(
        MD,
        &[
            ("## Install\n", "Install\n"),
            ("Install\n=======\n", "Install\n=======\n"),
            (
                "* one\n* two\n  - three\n1. four\n",
                "• one\n• two\n  • three\n1. four\n",
            ),
            (
                "a **bold** and *slanted* ~~not~~ `code`",
                "a bold and slanted not code",
            ),
            ("see [the *guide*](https://a.b/c)!", "see the guide!"),
            ("see [a](\nhttps://a.b)\n", "see a\n\n"),
            ("a * b, 2 * 3, `` a`b ``", "a * b, 2 * 3,  a`b "),
            ("```sh\n## not *this*\n```\n", "```sh\n## not *this*\n```\n"),
            ("[](x) **** #", "[](x) **** #"),
            ("#\n", "#\n"),
        ],
    );
}

#[test]
fn what_restructured_text_means_is_seen_without_its_marks() {
    check(
        RST,
        &[
            ("Install\n=======\n\nWords.\n", "Install\n\n\nWords.\n"),
            (
                "A **bold** and *slanted* ``a * b``, 2 * 3 and '*'.\n",
                "A bold and slanted a * b, 2 * 3 and '*'.\n",
            ),
            (
                "See :class:`~requests.Session`, :meth:`!get` and :ref:`the guide <guide>`.\n",
                "See Session, get and the guide.\n",
            ),
            (
                "See `Flask <https://a.b>`_, `here`__, Docutils_ and [1]_, not __init__ or a_b.\n",
                "See Flask, here, Docutils and [1], not __init__ or a_b.\n",
            ),
            ("See `the\nguide\n<https://a.b>`_.\n", "See the\nguide\n.\n"),
            (
                "* one\n* two\n\n  - three\n\n1. four\n",
                "• one\n• two\n\n  • three\n\n1. four\n",
            ),
            (".. note:: *This* holds.\n", "note: This holds.\n"),
            (
                ".. warning::\n\n   Not *that*.\n",
                "warning\n\n   Not that.\n",
            ),
            (".. [1] A *note*.\n", "[1] A note.\n"),
            (".. a *comment*\n", ".. a *comment*\n"),
            (".. _the guide: https://a.b\n", "the guide: https://a.b\n"),
            (".. _`a: b`: https://a.b\n", "a: b: https://a.b\n"),
            (".. __: https://a.b\n", "https://a.b\n"),
            (".. _guide:\n\n=====\n *A*\n=====\n", "\n\n\n A\n\n"),
            (".. |a b| replace:: *c*\n", "a b: *c*\n"),
            (
                ".. |a| image:: b.png\n   :alt: c\n",
                "a: image: b.png\n   alt: c\n",
            ),
            (
                "Of |a b|, |c|_ and 'x|y', a | b.\n",
                "Of a b, c and 'x|y', a | b.\n",
            ),
            (":pep:`8`, :rfc:`the one <2616>`\n", "PEP 8, RFC the one\n"),
            (
                ".. code-block:: c\n   :linenos:\n   :caption: *main*\n\n   1\n",
                "c\n   \n   main\n\n   1\n",
            ),
            (".. code::\n\n   1\n", "\n\n   1\n"),
            (".. testcode::\n\n   1\n", "testcode\n\n   1\n"),
            (
                ".. toctree::\n   :maxdepth: 2\n   :glob:\n\n   a_\n",
                "toctree\n   maxdepth: 2\n   glob\n\n   a_\n",
            ),
            (
                ".. py:function:: f(*args, *, b)\n   :async:\n\n   Does *it*.\n",
                "py:function: f(*args, *, b)\n   async\n\n   Does it.\n",
            ),
            (":param a: the *first*\n", ":param a: the first\n"),
            ("| verse\n| *two*\n", "verse\ntwo\n"),
            ("Like so::\n\n   a *b* c\n", "Like so:\n\n   a *b* c\n"),
            ("Like so ::\n\n   a *b* c\n", "Like so \n\n   a *b* c\n"),
            (
                "an \\*open\\* star, *never closed\n",
                "an \\*open\\* star, *never closed\n",
            ),
        ],
    );
}

#[test]
fn columns_stay_below_one_another() {
    let simple = "=====  ===\n*a*    b\n=====  ===\n``c``  d\n\n*e*    f\n=====  ===\n";
    let (text, expected) = (format!("{simple}\n*after*\n"), format!("{simple}\nafter\n"));
    let grid = "+-----+---+\n| *a* | b |\n+=====+===+\n| *c* | d |\n+-----+---+\n";
    check(RST, &[(&text, &expected), (grid, grid)]);
}

#[test]
fn what_asciidoc_means_is_seen_without_its_marks() {
    check(
        ADOC,
        &[
            (
                "= Guide\n\n== Install\n\nWords.\n",
                "Guide\n\nInstall\n\nWords.\n",
            ),
            (
                "A *bold _and_ more* _slanted_ `a * b` #lit# **b**old, 2 * 3, C++11 and C++14.\n",
                "A bold and more slanted a * b lit bold, 2 * 3, C++11 and C++14.\n",
            ),
            (
                "See https://a.b[the *guide*], link:c.html[C^], <<d,the D>>, <<e>> and https://f.g[].\n",
                "See the guide, C, the D, e and https://f.g.\n",
            ),
            (
                "* one\n** two\n- three\n. four\n",
                "• one\n  • two\n• three\n. four\n",
            ),
            ("NOTE: *This* holds.\n", "NOTE: This holds.\n"),
            (
                "[WARNING]\n.Mind\n====\nNot *that*.\n====\n",
                "WARNING\nMind\n\nNot that.\n\n",
            ),
            ("Term:: what *it* is\n", "Term: what it is\n"),
            ("|===\n|*a* |b\n|===\n", "\n|a |b\n\n"),
            (
                "[.big]#Words# of a snake_case and __init__\n",
                "Words of a snake_case and __init__\n",
            ),
            ("// a *comment*\n", "// a *comment*\n"),
            (
                "an \\*open* star, *never closed\n",
                "an \\*open* star, *never closed\n",
            ),
        ],
    );
}

#[test]
fn lines_of_asciidoc_that_are_but_marks_are_blank() {
    check(
        ADOC,
        &[
            ("Install\n-------\n", "Install\n\n"),
            (
                "[source,ruby]\n----\nputs *1*\n----\n",
                "ruby\n\nputs *1*\n\n",
            ),
            (
                "[source%linenums,c,indent=0]\n----\n1\n----\n",
                "c\n\n1\n\n",
            ),
            ("```rust\n1\n```\n", "rust\n1\n\n"),
            ("....\n[a]\n....\n", "\n[a]\n\n"),
            ("[quote, A B]\n____\nOnce.\n____\n", "A B\n\nOnce.\n\n"),
            ("[cols=\"1,2\"]\n|===\n|a\n|===\n", "\n\n|a\n\n"),
            ("[[in-stall]]\n[.lead]\nWords.\n", "\n\nWords.\n"),
            ("[1, 2]\n\n[a] *b* [c]\n", "[1, 2]\n\n[a] b [c]\n"),
            ("* one\n+\n--\ntwo\n--\n", "• one\n\n\ntwo\n\n"),
            ("one +\ntwo\n\n'''\n\n<<<\n", "one\ntwo\n\n────────\n\n\n"),
            ("////\na *b*\n////\n", "////\na *b*\n////\n"),
        ],
    );
}

#[test]
fn directives_of_asciidoc_read_like_words() {
    check(
        ADOC,
        &[
            ("= A\n:toc:\n:url-a: b\n:!c:\n", "A\ntoc\nurl-a: b\n!c\n"),
            ("ifdef::a[]\n*b*\nendif::[]\n", "if a\nb\nend if \n"),
            ("ifndef::a[b]\n", "if not a: b\n"),
            ("ifeval::[\"a\" == \"b\"]\n", "if \"a\" == \"b\"\n"),
            ("include::a/b.adoc[lines=1..2]\n", "include a/b.adoc\n"),
            ("toc::[]\n", "toc \n"),
        ],
    );
}

#[test]
fn macros_of_asciidoc_read_like_words() {
    check(
        ADOC,
        &[
            ("So.footnote:[As *is*.] And\n", "So. [As is.] And\n"),
            ("So footnote:a[b], footnote:a[].\n", "So [b], [a].\n"),
            ("image::a/b.svg[The *b*,400]\n", "image: The *b*\n"),
            ("image::b.svg[\"A, b\", link=\"c\"]\n", "image: A, b\n"),
            ("image::b.svg[width=400]\n", "image: b.svg\n"),
            ("A image:b.png[] icon:c[size=2x] d\n", "A b.png c d\n"),
            (
                "kbd:[Ctrl+C], menu:File[Save > As], menu:Edit[]\n",
                "Ctrl+C, File > Save > As, Edit\n",
            ),
            ("stem:[a_1^2], pass:q[*b*]\n", "a_1^2, *b*\n"),
            (
                "[[a-1]]A anchor:b[]c [[[d]]] e[[1, 2], 3]\n",
                "A c [d] e[[1, 2], 3]\n",
            ),
            ("((a *b*)) (((c, d)))e (f) g((h))\n", "a b e (f) gh\n"),
            (
                "xref:a.adoc#b[] link:c[] permalink:d[]\n",
                "a.adoc#b c permalink:d[]\n",
            ),
        ],
    );
}

#[test]
fn words_are_told_apart() {
    use HighlightRole as Role;
    let rst = "Title\n=====\n\nA *b* ``c`` :ref:`d`.\n\n.. note:: E\n   :name: f\n\n.. g\n";
    let text = "Title";
    check_role(RST, rst, text, Some(Role::Markup));
    check_role(RST, rst, "b*", Some(Role::Markup));
    check_role(RST, rst, "c`", Some(Role::String));
    check_role(RST, rst, "d`", Some(Role::Label));
    check_role(RST, rst, "note", Some(Role::Keyword));
    check_role(RST, rst, ":name:", Some(Role::Attribute));
    check_role(RST, rst, ".. g", Some(Role::Comment));
    check_role(RST, rst, "E\n", None);
    let adoc = "= Title\n:toc:\n\n.Caption\nA *b _c_ d* `e` <<f>>.\n\nTIP: g\n\n// h\n";
    check_role(ADOC, adoc, text, Some(Role::Markup));
    check_role(ADOC, adoc, ":toc:", Some(Role::Comment));
    check_role(ADOC, adoc, "Caption", Some(Role::Markup));
    check_role(ADOC, adoc, "b _", Some(Role::Markup));
    check_role(ADOC, adoc, "e`", Some(Role::String));
    check_role(ADOC, adoc, "f>", Some(Role::Label));
    check_role(ADOC, adoc, "TIP", Some(Role::Keyword));
    check_role(ADOC, adoc, "g\n", None);
    check_role(ADOC, adoc, "// h", Some(Role::Comment));
}

#[test]
fn code_is_found_with_its_language_and_without_its_indentation() {
    check_code(
        RST,
        ".. code-block:: rust\n   :linenos:\n\n   fn a() {\n       1;\n   }\n\nWords.\n",
        &[("rust", "fn a() {\n    1;\n}")],
    );
    check_code(
        RST,
        ".. highlight:: c\n\nSo::\n\n    int a;\n\n    int b;\n",
        &[("c", "int a;\n\nint b;")],
    );
    check_code(
        RST,
        "So\n\n>>> a = 1\n>>> for b in c:\n...     b\n1\n",
        &[("python", "a = 1\nfor b in c:\n    b")],
    );
    check_code(RST, "So::\n\n    no language\n", &[]);
    check_role(
        RST,
        "So::\n\n    no language\n",
        "no",
        Some(HighlightRole::String),
    );
    check_code(
        ADOC,
        "[source,ruby]\n----\nputs *1*\n----\n\nWords.\n",
        &[("ruby", "puts *1*")],
    );
    check_code(ADOC, "```sh\nls\n```\n", &[("bash", "ls")]);
    check_code(ADOC, "----\nno language\n----\n", &[]);
}

/// Text of what markup is made of.
fn marked() -> impl Strategy<Value = String> {
    let words = [
        "a",
        "é ",
        " ",
        "\n",
        "\n\n",
        "   ",
        "*",
        "**",
        "_",
        "__",
        "`",
        "``",
        ":ref:",
        ".. note::",
        ".. code-block:: c\n\n   ",
        "::",
        ">>> ",
        "====",
        "=====  ===",
        "+---",
        "|",
        "- ",
        "[",
        "]",
        "<",
        ">",
        "<<",
        ">>",
        "https://a[",
        "----",
        "[source,c]",
        "NOTE: ",
        "== ",
        "\\",
        "#",
        "+",
        "\r\n",
        "b_",
        "....",
        "|===",
        "Term:: ",
        ".. |a| image:: b",
        ".. _a: b",
        "[source",
        "'''",
        "|c|",
        "+\n",
        ":a: ",
        "include::b[",
        "))",
        "((",
        "]]",
        "[[",
        "footnote:",
        "image::a[b",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..40).prop_map(|it| it.concat())
}

proptest! {
    #[test]
    fn lines_stay_lines_and_all_is_in_order(text in marked()) {
        for path in [MD, RST, ADOC] {
            let lines = |text: &str| text.matches('\n').count();
            prop_assert_eq!(lines(&shown(path, &text)), lines(&text));
            let Markup { marks, spans, quoted } = of(path, &text);
            prop_assert!(marks.is_sorted_by(|a, b| a.bytes.end <= b.bytes.start));
            prop_assert!(spans.is_sorted_by(|a, b| a.bytes.end <= b.bytes.start));
            prop_assert!(spans.iter().all(|span| span.bytes.start < span.bytes.end));
            for line in quoted.into_iter().flat_map(|code| code.lines) {
                prop_assert!(text.get(line).is_some_and(|line| !line.contains('\n')));
            }
        }
    }
}
