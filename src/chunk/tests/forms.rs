//! Forms of declarations that files of today have, beyond those in `constructs` and `current`; and the lines of declarations.

use super::{check, tree};

#[test]
fn kotlin_modifiers_follow_several_annotations() {
    check(
        "ann.kt",
        "@A(b = 1)
@C
private fun d() {}

@A @C
interface E { fun f() }

@A
@C
public val g = 1
fun h() {}
",
        "body function d 1-4
parent interface E 5-7
  header interface E 5-6
  body method E.f 6-7
body items g 8-10
body function h 11-11
",
    );
}

#[test]
fn tasks_of_gradle_are_functions_in_kotlin() {
    check(
        "build.gradle.kts",
        r#"tasks.register<Copy>("stage") {
    from(files())
}
val a = 1
"#,
        "body function stage 1-3
body items a 4-4
",
    );
}

#[test]
fn cpp_has_mocks_kernels_and_comments_in_macros() {
    check(
        "mock.cpp",
        r"class A : public B {
 public:
  A();
  A(const A&) = delete;
  MOCK_METHOD(int, get, (int, std::string), (const, override));
  MOCK_METHOD1(set, void(int));
  auto c(this A&& self) { return 1; }
};
__global__ void d(int* e) { e[0] = 1; }
void f(const char* absl_nonnull g, int* _Nullable const& h) { d<<<1, 2>>>(g); }
#define I(j)   \
  if (j) {     /* k */ \
  }            /* l */
bool m() { return true; }
",
        "parent class A 1-8
  header class A 1-6 +A,A,get,set
  body method A.c 7-8
body function d 9-9
body function f 10-10
body macro I 11-13
body function m 14-14
",
    );
}

#[test]
fn csharp_has_headers_and_bodies_in_two_branches() {
    check(
        "two.cs",
        "namespace A
{
#if B
    [C]
    public class D<T> : E<T>
#else
    public class D<T>
#endif
    {
        bool F()
#if B
            => G() > 1;
#else
            => false;
#endif
        int H() { return 1; }
    }
    class I { }
}
",
        "parent module A 1-19
  header module A 1-3
  parent class A.D 4-17
    header class A.D 4-9
    body method A.D.F 10-15
    body method A.D.H 16-17
  body class A.I 18-19
",
    );
}

#[test]
fn components_of_razor_have_members_and_sections() {
    check(
        "page.razor",
        r#"<h1>@Title</h1>
@section Scripts { <b /> }
@code {
    private string Title => $"{Id}";
    [Parameter] public int Id { get; set; } = 1;
    void Pick() { }
}
"#,
        "body items Scripts 1-2
body accessor Title 3-4
body items Id 5-5
body method Pick 6-7
",
    );
}

#[test]
fn components_of_heex_have_ids() {
    check(
        "a.html.heex",
        "<.form id=\"a\">\n  <.input id=\"b\" />\n</.form>\n",
        "body items a 1-3 +b\n",
    );
}

#[test]
fn mathematics_and_comments_of_obsidian_have_no_headings() {
    check(
        "a.md",
        "# A\n\n$$\n# b\n= c\n$$\n\n%%\n# d\n%%\n\n```sh\necho $$\n# e\n```\n\n# F\n\n$$ g\n",
        "parent section A 1-16
  header section A 1-11
  body code A 12-16
parent section F 17-19
  header section F 17-19
",
    );
}

#[test]
fn headings_between_formulas_stay() {
    check(
        "a.md",
        "# A\n\n$$\na \\text{ if $b$}\n$$\n\n# B\n\n$$\n# c\n$$\n\nIn $$ a shell\n\n# C\n",
        "parent section A 1-6
  header section A 1-6
parent section B 7-14
  header section B 7-14
parent section C 15-15
  header section C 15-15
",
    );
}

#[test]
fn flow_has_hooks_and_declared_components() {
    check(
        "hook.js",
        "// @flow
hook useA(b: number): string { return c(b); }
export hook useD() { }
declare component E(f: string);
component G(...h: I) renders J { return null; }
function k() {}
",
        "body function useA 1-2
body function useD 3-3
body function E 4-4
body function G 5-5
body function k 6-6
",
    );
}

#[test]
fn jsx_has_signs_in_its_text() {
    check(
        "text.tsx",
        "export const A = () => <p>{b} & c</p>;
export function d() {}
",
        "body function A 1-1
body function d 2-2
",
    );
}

#[test]
fn cython_declares_functions_and_classes() {
    check(
        "cell.pyx",
        "cimport a
cdef int b(int c, double* d) nogil:
    return c
cdef class E:
    cdef public int f
    cpdef double g(self) except -1:
        return 1
def h(): pass
",
        "body imports  1-1
body function b 2-3
parent class E 4-7
  header class E 4-4
  body method E.g 5-7
body function h 8-8
",
    );
}

#[test]
fn rust_macros_with_statics_need_no_mark_at_their_end() {
    check(
        "local.rs",
        "thread_local! {
    static A: Cell<u8> = const { Cell::new(0) };
    pub static B: Cell<u8> = const { Cell::new(1) }
}
thread_local!(static C: u8 = 1);
fn d() {}
",
        "body items A 1-5 +B,C
body function d 6-6
",
    );
}

#[test]
fn sql_of_more_vendors_declares_names() {
    check(
        "vendor.sql",
        r#"DELIMITER $$
CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW SET NEW.c = 1$$
DELIMITER ;
CREATE TABLE d (e int AUTO_INCREMENT, f text COLLATE nocase, g AS (e + 1) STORED) STRICT;
CREATE TABLE h (i STRUCT(j INT, k VARCHAR), l MAP(INT, VARCHAR));
CREATE SEQUENCE m START WITH 1 NOCACHE;
CREATE PUBLICATION n FOR TABLE d;
CREATE FULLTEXT INDEX o ON d (f) WITH PARSER ngram;
CREATE TEMP FUNCTION p(q STRING) RETURNS STRING LANGUAGE js AS """
  return q + ";";
""";
CREATE DATABASE r WITH ENCODING 'UTF8' TEMPLATE template0;
"#,
        "body function a 1-3
body struct d 4-4 +e,f,g
body struct h 5-5 +i,l
body items m 6-6
body type n 7-7
body items o 8-8
body function p 9-11
body items r 12-12
",
    );
}

#[test]
fn values_of_enums_and_fields_are_names() {
    check(
        "fields.sol",
        "contract A {
    enum B { C, D }
    function e() public {}
}
",
        "parent class A 1-4
  header class A 1-1
  body enum A.B 2-2 +C,D
  body method A.e 3-4
",
    );
    check(
        "fields.erl",
        "-module(a).
-record(b, {c :: integer(), d = []}).
e() -> ok.
",
        "body module a 1-1
body struct b 2-2 +c,d
body function e 3-3
",
    );
    check(
        "fields.jl",
        "@enum A b=1 c
mutable struct D
    @atomic e::Int
    f
end
",
        "body enum A 1-1 +b,c
body struct D 2-5 +f,e
",
    );
    check(
        "fields.clj",
        "(defrecord A [b c] D (e [_] b))
(extend-type F D (e [_] 1))
",
        "body class A 1-1 +e
body impl F 2-2 +e
",
    );
    check(
        "fields.zig",
        "const A = enum(u8) { b, _ };
",
        "body enum A 1-1 +b
",
    );
    check(
        "Fields.java",
        "record A(int b, String... c) {}
",
        "body class A 1-1 +b,c
",
    );
}

#[test]
fn rules_of_styles_may_have_conditions_and_brackets() {
    check(
        "nested.less",
        "@media print { .a() { b: c } }
.d { @e: { f: g }; }
.h when (@i = j) { k: l }
",
        "body items a 1-3 +d,h
",
    );
    check(
        "nested.css",
        r#"#a[b="}"] { content: "{" }
.c { d: if(style(--e: f): g; else: h) }
.i { j: k }
"#,
        "body items a 1-3 +c,i
",
    );
}

#[test]
fn raw_text_of_jinja_declares_nothing() {
    check(
        "raw.html",
        "{% block a %}{% raw %}{% block b %}{% endraw %}{% endblock %}
",
        "body items a 1-1
",
    );
}

#[test]
fn lines_of_a_declaration_are_its_own() {
    let check = |path: &str, text: &str, expected: &[(&str, u32, u32)]| {
        let tree = tree(path, text);
        let declared = (1..tree.chunks.len()).filter(|chunk| tree.declares(*chunk));
        let found: Vec<(&str, u32, u32)> = declared
            .map(|chunk| &tree.chunks[chunk])
            .map(|chunk| (&*chunk.name, chunk.declared_lines.0, chunk.declared_lines.1))
            .collect();
        assert_eq!(found, expected, "{path}");
    };
    check(
        "a.cpp",
        "#ifndef A\nclass B {\n public:\n  // C.\n  void d() {}\n};\n\nQ_MACRO(E)\nextern \"C\" {\nvoid f() {}\n}\n#endif\n",
        &[("B", 2, 6), ("d", 4, 5), ("f", 10, 10)],
    );
    check(
        "a.rs",
        "extern \"C\" {\n    /// A.\n    #[cold]\n    fn a();\n}\n",
        &[("a", 2, 4)],
    );
    check(
        "a.py",
        "if b:\n    @c\n    def d():\n        pass\n",
        &[("d", 2, 4)],
    );
}

#[test]
fn an_item_on_several_lines_ends_with_its_value() {
    let tree = tree(
        "a.ts",
        "const a = [\n  1,\n];\nconst b = 2;\nconst { c,\n  d } = e;\n",
    );
    let long: Vec<(u32, u32)> = tree
        .chunks
        .iter()
        .flat_map(|chunk| chunk.long_items.clone())
        .collect();
    assert_eq!(long, [(1, 3), (5, 6)]);
}
