//! Constructs of languages of 2026, and such that samples of fresh files had.

use super::{check, valid};

#[test]
fn tables_of_sql_without_a_mark_at_their_end_are_declared() {
    check(
        "schema.sql",
        "CREATE SCHEMA a\n  CREATE TABLE b (c int)\n  CREATE TABLE d (\n    e int,\n  )\n  CREATE VIEW f AS SELECT 1;\nCREATE TABLE g (h int)\n\n-- i\nCREATE TABLE j (k int)\nGO\n",
        "body items a 1-1
body struct b 2-2 +c
body struct d 3-5 +e
body type f 6-6
body struct g 7-8 +h
body struct j 9-11 +k
",
    );
}

#[test]
fn lines_may_end_with_a_carriage_return() {
    check(
        "crlf.sql",
        "create procedure a\r\nas\r\nselect 1\r\ngo\r\ncreate table b (c int)\r\n\r\ncreate table d (e int)\r\ngo\r\n",
        "body function a 1-4
body struct b 5-6 +c
body struct d 7-8 +e
",
    );
}

#[test]
fn variables_in_names_of_sql_are_read() {
    check(
        "flyway.sql",
        "CREATE SEQUENCE ${a}.b START WITH 1;\nCREATE TABLE ${a}.c (d int DEFAULT NEXT VALUE FOR ${a}.b);\nCREATE TABLE &e..f (g int REFERENCES &e..h(i));\nCREATE TABLE #j (k datetime, l NVARCHAR(MAX) NOT NULL);\nCREATE TABLE $(m).n (o int);\n",
        "body items b 1-1
body struct ${a}.c 2-2 +d
body struct &e..f 3-3 +g
body struct #j 4-4 +k,l
body struct $(m).n 5-5 +o
",
    );
}

#[test]
fn unions_and_closed_classes_of_csharp_are_declared() {
    check(
        "union.cs",
        "public union A(B, C<D>);\npublic union E<F>(F, G) { public bool H => true; }\npublic closed class I { public abstract double J(); }\n",
        "body class A 1-1
parent class E 2-2
  header class E 2-2
  body accessor E.H 2-2
parent class I 3-3
  header class I 3-3
  body method I.J 3-3
",
    );
}

#[test]
fn conditions_of_initializers_of_swift_go_over_lines() {
    check(
        "init.swift",
        "struct A<B> {\n    init<C>(d: C)\n    where C: E,\n          C.F == B\n    {\n        g = d\n    }\n    func h() {}\n}\n",
        "parent struct A 1-9
  header struct A 1-1
  body constructor A.init 2-7
  body method A.h 8-9
",
    );
}

#[test]
fn marks_of_comments_in_strings_of_swift_are_text() {
    check(
        "comment.swift",
        "struct A {\n    var b: String { \"/*\" }\n    var c: String { return \"/**\" }\n    func d() -> String { \"*/\" }\n    func e() {}\n}\n",
        "parent struct A 1-6
  header struct A 1-1
  body accessor A.b 2-2
  body accessor A.c 3-3
  body method A.d 4-4
  body method A.e 5-6
",
    );
}

#[test]
fn else_branches_of_haskell_may_begin_with_a_binding() {
    check(
        "Branch.hs",
        "module A where\n#ifdef B\nc = 1\n#else\n-- d\nc = 2\n\ndata E = E\nf :: Int\nf = 3\n#endif\n",
        "header file  1-1
body items c 2-7
body struct E 8-8
body items f 9-11
",
    );
}

#[test]
fn code_of_literate_haskell_is_read() {
    check(
        "A.lhs",
        "\\begin{a}\nIt isn't code.\n\\begin{code}\nb :: Int\nb = 1\n\\end{code}\nMore\n\\begin{code}\nc :: Int\nc = 2\n\\end{code}\n\\end{a}\n",
        "body items b 1-12 +c
",
    );
}

#[test]
fn here_documents_without_a_command_are_read() {
    check(
        "here.sh",
        "#!/bin/bash\n<<A\nisn't a command\nA\nb() { c; }\n\n<<'D'\n{\nD\ne() { f; }\n",
        "body items  1-4
body function b 5-5
body items  6-9
body function e 10-10
",
    );
}

#[test]
fn macros_among_enumerators_need_no_comma() {
    check(
        "enum.c",
        "enum a {\n  B_C(D_E)\n  F_G,\n  T_U\n};\nenum h {\n  I_J(K, \"l\")\n  I_J(M, \"n\")\n  O_P,\n  Q_R\n  S_T\n};\n",
        "body enum a 1-5 +F_G,T_U
body enum h 6-12 +K,M,O_P,S_T
",
    );
}

#[test]
fn classes_of_ruby_may_have_a_condition() {
    check(
        "a.rb",
        "class A < B\n  C = 1\n  def d; end\nend if E\n",
        "parent class A 1-4
  header class A 1-2 +C
  body method A.d 3-4
",
    );
}

#[test]
fn properties_of_a_nuxt_component_are_no_headings() {
    check(
        "a.md",
        "# A\n\n::hero\n---\ntitle: b\n---\n## C\n::\n",
        "parent section A 1-8
  header section A 1-6
  parent section A.C 7-8
    header section A.C 7-8
",
    );
}

#[test]
fn a_branch_that_cuts_through_a_function_hides_no_other() {
    check(
        "cut.cpp",
        "#ifndef A\nvoid b() {\n#if 1\n    while (c(\"(\")) {\n        for (;;)\n#else\n    {\n        for (;;)\n#endif\n        { d(); }\n    }\n}\n#else\nvoid b() {}\n#endif\n",
        "body function b 1-12
body function b 13-15
",
    );
}

#[test]
fn other_constructs_have_no_line_that_is_not_parsed() {
    for (path, text) in [
        (
            "a.swift",
            "func a() {\n    nonisolated(unsafe) let b: C\n    let d = \"\"\"\n        e \\ \n        f\n        \"\"\"\n    switch g {\n    case .h: ()\n    default: ()\n    }\n}\n@specialized(where T == Int) func i<T>(_ t: T) {}\n",
        ),
        (
            "a.cs",
            "class A {\n    const string B =\n#if C\n        \"d\";\n#elif E\n        \"f\";\n#else\n        null;\n#endif\n    void G() {\n        H.I<J>(ref k) = l;\n        m.N(o, 1) += 2;\n        p.q = async;\n        R(null, [s], null);\n    }\n}\n",
        ),
        (
            "a.graphql",
            "\"Docs\" query A(\"docs\" $b: Int) {\n  c(d: []) @e(f: 1) @g {\n    h @i @j(k: 1)\n  }\n}\n",
        ),
        (
            "a.rs",
            "struct A<const B: usize> where [(); B + 1]:, { c: [u8; B] }\nimpl<const B: usize> A<B> where [(); { B - 1 }]: {}\n",
        ),
        (
            "A.hs",
            "module A where\nimport safe \"b\" B\nimport \"c\" qualified C as D\nimport splice E (data F, type (+))\ng = \\case\n  (H; I) -> 1\n",
        ),
        ("a.kt", "val a: List<Int> = []\nfun b() = c([])\n"),
        ("a.py", "a = {**b for b in c}\n"),
        ("b.rb", "def a\n  b = c\n    and d\nend\n"),
        (
            "a.php",
            "<?php\nclass A { public function __construct(final protected int $b = 1) {} }\n",
        ),
        (
            "a.c",
            "int a(void) { defer { b(); } c: for (;;) { break c; } if (int d = e(); d) { } return 0o17; }\n",
        ),
        (
            "a.cpp",
            "struct A {\n    API_INLINE operator double const&() const { return b; }\n    DEFINE_STRUCT_OF(A, (c::d, e), (int, f));\n};\ntemplate <class B>\ninline API_INLINE\n    typename C<D<B>::value && (sizeof(B) <= sizeof(B*))>::type\n    e(B const& f) {}\nnamespace g { API_CALL void h(int i); }\nvoid j() {\n    connect(k, SIGNAL(l(const M<N> &, int*)), SLOT(o(P)));\n    auto& q(*r[s]);\n    t += typename U::v(1);\n    if (__builtin_available(android 31, *)) { }\n    switch (w) { ALL_X }\n    static HMODREF(y(L\"z\"), Z);\n    f();\n    RESTORE_IT\n}\nstruct [[=1]] E { [[=h(\"i\")]] int j; friend F...; };\nconsteval { define(^^E, {}); }\nauto k(auto l) { auto [...m] = l; return [:m:]; }\nauto n = [] <class T> [[nodiscard]] (T o) { return 1; };\n",
        ),
        (
            "b.sql",
            "CREATE TABLE a (b int);\nBEGIN\n  c();\nEND;\n/\n\nBEGIN\n  d();\nEND;\n/\nCREATE USER IF NOT EXISTS 'e'@'f' IDENTIFIED BY 'g';\nCREATE INDEX NONCONCURRENTLY h ON a USING gin (b);\n;WITH i AS (SELECT 1) SELECT * FROM i;\nCREATE TRIGGER j DELETE ON a\nBEGIN\n  DELETE FROM k;\nEND\n;\n",
        ),
    ] {
        valid::check(path, text, &[]);
    }
}
