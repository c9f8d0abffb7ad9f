//! Valid constructs that a grammar does not know: no line of the file is listed as not parsed.

use super::tree;
use crate::corpus::SourcePath;
use crate::syntax::Language;

#[track_caller]
pub(super) fn check(path: &str, text: &str, expected: &[(u32, u32)]) {
    if Language::of(&SourcePath::new(path), text).is_some() {
        assert_eq!(tree(path, text).unparsed_lines(), expected, "{path}");
    }
}

#[test]
fn macros_and_attributes_of_c_are_read() {
    check(
        "a.c",
        r#"API_EXPORT const char *a(void);
CAMLprim value b(value c);
int WINAPI d(_In_ HANDLE e, UNUSED void *f);
static int __init g(struct h __user *i) { return 0; }
RB_HEAD(j, k) l = RB_INITIALIZER(&l);
REDIS_API void *(*m)(size_t n) REDIS_ATTR;
PHP_METHOD(O, p) {
    foreach_ptr(q, r)
    {
        printf("%" PRIu64 "\n", va_arg(s, char *));
    }
    LIST_FOREACH(t, &u, v) {
        asm volatile("nop" : "=r" (w) : : "memory");
    }
    if (timercmp(&x, &y, <))
        z = list_entry(aa, struct bb, cc);
}
"#,
        &[],
    );
}

#[test]
fn macros_and_members_of_cpp_are_read() {
    check(
        "a.cpp",
        r##"#if __has_include(<version>) && HAS_ATTRIBUTE(clang::a)
#endif
template <typename A, ENABLE_IF(sizeof(A) == 1)> FMT_FUNC A b(A* FOO_NONNULL c, const D& = {});
struct E {
    FOO_API ~E() noexcept;
    void f() LOCKS_EXCLUDED(mu_);
    int g_ GUARDED_BY(mu_) = 0;
    void (E::*h)() const;
};
template <typename I, typename... J> struct K<I (E::*)(J...) const> {};
template FOO_API void L<char>::m(const char*);
SPDLOG_INLINE N<O>::N(P q) : r{q} {}
auto s() {
    emit t();
    if CONSTEXPR_IF (u) { return v->operator[](0); }
    return new const char*[w];
}
"##,
        &[],
    );
}

#[test]
fn styles_of_today_are_read() {
    check(
        "a.css",
        "@layer a.b, c;
@media (400px <= width <= 700px) { .d { background: url(../e.png); } }
.f:nth-child(3n - 2 of .g) { width: if(media(width < 700px): 1px; else: 2px); top: 1px \\9; }
.h { .i & { color: red; } filter: progid:A.B(c='d'); }
@container j (width > 1px) { .k { top: 0; } }
",
        &[],
    );
    check(
        "a.scss",
        "---\n---\n.a { @include b(); @include c(all .25s); &.d#{$e}-1 { top: calc(1px - #{$f}); } }
@function g($h) { @if $h == 1 or $h == 2 { @return list.length($h) + 1; } }
",
        &[],
    );
    check(
        "a.less",
        ".a { > li { .b(0, 0) } .c(@d: 1; @e: f); textarea& { top: 1px \\9; } filter: e(%(\"progid:A\")); }\n",
        &[],
    );
}

#[test]
fn templates_are_read_with_arguments_filters_and_values_in_scripts() {
    check(
        "a.html",
        "{% load static i18n %}<a href=\"{% url 'a' b.c %}\">{{ d|date:'Y' }}</a>
{% include 'e.html' with f=g only %}{% block my-script %}{% endblock %}
<script>{% if h %}var i = {{ j|safe }};{% endif %}</script><style>a { top: {{ k }}px; }</style>
",
        &[],
    );
    check(
        "a.cshtml",
        "@model A.B<C>\n@attribute [D(E = \"f\")]\n<b class=\"@G\">@H.I.</b> @J[\"k\"]\n",
        &[],
    );
    check(
        "a.yaml",
        "{{- if .a }}\nb:\n  c: {{ .d }}\n  e: \"{{ include \"f\" . }}-g\"\n{{- end }}\n",
        &[],
    );
    check("a.ts", "<?xml version=\"1.0\"?>\n<TS><a/></TS>\n", &[]);
    check(
        "a.vue",
        "<template><a v-for=\"b of c\" /><a v-for=\"{ d, e } of f\" /></template>\n",
        &[],
    );
}

#[test]
fn statements_of_sql_are_read_by_their_first_words() {
    check(
        "a.sql",
        "COMMENT ON TABLE a IS 'b';\nDO $$ BEGIN c; EXCEPTION WHEN d THEN NULL; END $$;
ALTER FUNCTION e OWNER TO f;\nCALL g(h => 1);\n# --- !Ups\nEXEC i @j = 1;
CREATE INDEX k ON l USING hnsw (m vector_l2_ops);\n",
        &[],
    );
    check("b.sql", "SELECT 1;\nwobble of a wobble;\n", &[(2, 2)]);
}

#[test]
fn values_and_blocks_of_other_languages_are_read() {
    check(
        "a.swift",
        "func a(_ b: __shared C) { d(()) { _ in () } }\n@_silgen_name(\"e\")\nfunc f() -> G\n",
        &[],
    );
    check(
        "a.ps1",
        "Import-Module $PSScriptRoot\\a.psm1\nBeforeAll { }\nIt \"b\" {}\n$c = @{ D = { } }\n",
        &[],
    );
    check("a.graphql", "query A { b { ...C(d: 1) } }\n", &[]);
    check(
        "a.sh",
        "cat <<EOF|sort\nb\nEOF\nc() { if d; then e; fi }\n",
        &[],
    );
    check(
        "Makefile",
        "A = $(addprefix b-,$(C))\nD := $(E:%=--f=%)\nF := $(@:%.$(G)=%.d) ${H:i-%=%}\n",
        &[],
    );
    check(
        "a.frag",
        "precision highp float;\nlayout(local_size_x = 8) in;\n#pragma optimize(on)\n\
         vec2 a(highp float b, const in float c) { return vec2[](d, d)[0]; }\nbool[2] e;\nbool f(bool g) { return g ^^ e[0]; }\n",
        &[],
    );
    check(
        "a.luau",
        "type A = <T>(T) -> T\ntype B = | \"c\" | \"d\"\nfor e: number = 1, 2 do end\n",
        &[],
    );
    check(
        "a.xml",
        "<a><?b c?><d/><?e?><f><![CDATA[g[1]]]></f></a>\n",
        &[],
    );
    check(
        "b.mk",
        "A = b (c)\nD = 'e (f)' # g (h)\nexport I := $(shell (j || k) | l)\nm: $(A)/*.c\n",
        &[],
    );
}

#[test]
fn templates_and_their_code_are_read() {
    check(
        "a.cshtml",
        "@page \"/a\"\n@using B.C\n@inject D e\n@foreach(var f in g)\n{\n  <b class=\"@(h.Any() ? \"i\" : \"j\") k\">@((byte)L.M)</b>\n}\n\
         @switch (n) { case O.P: <b>q</b> break; }\n<i>@($\"{r} s\")</i>\n",
        &[],
    );
    check(
        "a.razor",
        "@using B\r\n<b disabled=\"@(c > 3)\">d</b>\n@code {\n    RenderFragment e = @<p>f @g</p>;\n}\n",
        &[],
    );
    check(
        "a.blade.php",
        "<x-a :b=\"$c\" :d='$e ? 1 : 2' @class(['f' => $g > 1]) />\n",
        &[],
    );
    check(
        "a.heex",
        "<%= if @a > 1 do %><p>b</p><% else %><p>c</p><% end %>\n<%= form_for @d, \"/\", fn e -> %><% end %>\n\
         <%= case @f do %>\n<% 1 -> %>g\n<% end %>\n",
        &[],
    );
    check(
        "a.svelte",
        "<p {...a} {@attach b(c)}>{@html d}</p>\n{#snippet e(f: string, { g }: { g: number })}h{/snippet}\n\
         {#await i.j() then k}{k}{:catch l}{l}{/await}\n",
        &[],
    );
    check(
        "a.astro",
        "---\nconst a = 1;\n---\n<B client:load {...c} />\n<script>\n  function d(e: string): void {}\n</script>\n",
        &[],
    );
    check("a.html", "<p>a < b & c = 1</p>\n", &[]);
}

#[test]
fn style_sheets_with_layers_and_interpolation_are_read() {
    check(
        "a.css",
        r#"@import url("a.css") layer(b) supports(display: grid) screen;
@import "tailwindcss" prefix(tw);
@plugin "@tailwindcss/typography";
@plugin "daisyui" { themes: light --default; }
@source not "../b";
@source inline("{hover:,}c-{50,100}");
@reference "../app.css";
@theme { --d-*: initial; }
@keyframes e { from { f: g } 33.3%, 66.6% { f: h } }
a[href^="i" i] { --j: { k: l }; width: attr(data-w type(<length>), 1px); }
"#,
        &[],
    );
    check(
        "b.scss",
        r##"@keyframes #{$a}-b { 50.5% { left: (-$c) } }
.#{$a}-500px { top: 0; }
#{d.$e} {
  @include d.f(
    $c,
    $g...
  );
  @include h($c, ) { color: red; }
}
$i: \f26e;
"##,
        &[],
    );
    check(
        "a.scss",
        r##"@mixin a($b, $c...) { @media #{map.get($d, $b)} and (min-width: rem(3)) { @content($b); } }
.e {
  &-#{$f} { src: url("#{$g}/h.eot?#i") format("j"), url('#{$k}-#{$l}'); }
  font: { family: $m; size: 12px; }
  color: if(sass(true): red; else: blue);
  background: color.adjust($n, $lightness: -2.5%);
  z-index: var(--#{$o}-index, #{$p});
  @include vars(("q": #{$r}, "s": #{cv.t("u")},));
}
"##,
        &[],
    );
    check(
        "a.less",
        ".a { b: if((@c = d), e, f); src: url('@{g}/h.eot'); i: calc(~'var(--@{j}-k, 0)' * -1); }\n\
         .@{l}-500px:before { m: n; }\neach(.o(), {\n  .p { q: @value; }\n});\n",
        &[],
    );
}

#[test]
fn commands_of_shells_are_read() {
    check(
        "a.sh",
        "case \"$1\" in\n  -a | --@(b|c)=*) d ;&\n  *) e ;;\nesac\nls !(*.txt)\ncat <<-F | jq -r '.g' > \"$h\" 2>&1 &\n\t{}\n\tF\n",
        &[],
    );
    check(
        "a.ps1",
        "using namespace System.IO\nusing module ./A.psm1\n[CmdletBinding()]\nparam([string]$a)\nif ($b -gt 1GB) { ${c}?.D?[0] }\n\
         foreach ($e in $f) { continue outer\n}\n",
        &[],
    );
}

#[test]
fn types_of_tagged_templates_and_patterns_of_lists_are_read() {
    check(
        "a.tsx",
        "const A = styled.div<{ $b?: boolean; c: D }>`e`;\nconst f = sql<G[]>`h`;\nconst i = sql<{ j: string }[]>`k`;\n",
        &[],
    );
    check(
        "a.cs",
        "class A { int B(int[] c) => c switch { [1, .., var d] when d > 2 => 1, [_, .. var e] => 2, _ => 3 }; }\n",
        &[],
    );
    check("a.nix", "{ a = b |> c; }\n", &[]);
    check("a.comp", "layout(local_size_x = 8) in;\nvoid b() {}\n", &[]);
    check("a.mk", "a/%: export B=1\na/%: c\n", &[]);
    check(
        "a.swift",
        "struct A { @lifetime(borrow self) func b(c: Int) -> String { switch c { case 2...: \"d\"; default: \"\" } } }\n",
        &[],
    );
}

#[test]
fn slashy_strings_of_groovy_are_read_after_operators() {
    check(
        "a.groovy",
        r#"class A {
    def a(x) { x ?: /b{2}"c/ }
    def d(x) { def y = x ? /it's/ : /e{"/; y }
    def f(x) { x == /g"h/ || x =~ /i'j/ || x ==~ /k"/ }
    def l = [/m"/, ~/n'/]
    def o(s) { return /p"q/ + s.replaceAll(/'/, '') }
    def r(s, t) { s / t / 2 }
}
"#,
        &[],
    );
}

#[test]
fn statements_of_groovy_end_with_their_lines() {
    check(
        "a.groovy",
        r#"class A {
    private a = true // b
    static final String C = D + '[0m' // e
    static final F = """
      g""".stripIndent()
    private final Map<String, List<H>> i = [:].withDefault { [] }
    @PackageScope j
    static private void k(List l, m, n = 0.1G) { throw new O("p") }
    def <T> T q(Closure<T> r) { r.@s === 't' }
    A(u) {
        super(u)
        this.v = u.w as X ?: u
            .y { Z aa -> throw new O() }
        final ab = u?.ac
            ? ad('ae': 1, *af)
            : u !instanceof X
        u.ag { ah, ai ->
            String aj = ah
            println aj.toString()
        }
        throw new O("ak")
    }
}
"#,
        &[],
    );
}

#[test]
fn arguments_operators_and_blocks_of_other_languages_are_read() {
    check(
        "a.scss",
        "@mixin a($b, $c: 1) {\n  @if $b == 1 and not $c { d: e(f($g: 2), $h: 3); }\n  @else if 12 % $b != 0 { @warn \"#{$b}\" + i(1); }\n  .j-#{$b}__k { l: #{$b * 4}px; m: n#{$c}; }\n  .o > { p: q }\n}\n$r: s((t: (u: v, w: true)), $x);\n",
        &[],
    );
    check(
        "a.ps1",
        "function a { param($b) \"$b\" }\nfunction c {\n  end { $d -gt 0 ? $d : $null }\n  clean { }\n}\n$e = $f.Where{$_ -eq 1}\n",
        &[],
    );
    check(
        "a.swift",
        "@Model final class A {\n  #Unique<A>([\\.b])\n  var b: Int\n}\n",
        &[],
    );
    check(
        "a.cpp",
        "template <A T = double, auto... B> struct c : T { c(const c&) = delete(\"d\"); using T::operator()...; };\nauto e = [](int f) static { return short{4}; };\n",
        &[],
    );
    check(
        "a.c",
        "void a(void)\n{\n    struct b c[] = {\n        OPT_D(1),\n        OPT_END()\n    };\n    e = (u_char *) F_G;\n    h(i, struct j);\n}\n",
        &[],
    );
    check("a.ts", "class A<const in out T> {}\n", &[]);
    check("b.luau", "type A = typeof(b) & { c: \"d\" }\n", &[]);
    check(
        "a.sql",
        "SET search_path = a, b;\nCREATE OPERATOR ? (LEFTARG = c, FUNCTION = d);\n",
        &[],
    );
    check(
        "a.m",
        "LINK_CATEGORY(A, b)\n\n@implementation A (b)\n- (void)c {\n  try {\n    d();\n  } catch (E *e) {\n  }\n}\n@end\n",
        &[],
    );
}

#[test]
fn attributes_and_types_of_c23_are_read() {
    check(
        "a.c",
        "struct [[gnu::packed]] ring { int head, tail; };\nint a(struct ring *r)\n{\n    typeof(r->head) next = r->head;\n    __typeof__(next) *at = &next;\n    return *at;\n}\n",
        &[],
    );
}

#[test]
fn statics_of_foreign_blocks_are_read_in_rust() {
    check(
        "a.rs",
        "unsafe extern \"C\" {\n    pub safe static A: i32;\n    pub unsafe static mut B: i32;\n    safe fn c();\n}\n",
        &[],
    );
}

#[test]
fn signs_and_commas_of_markup_and_json_are_read() {
    check(
        "a.tsx",
        "const a = <p>Don't & won't &nbsp; stop</p>;\n",
        &[],
    );
    check(
        "a.html",
        "<a name=\"b\" href=/c?d=1&e=2>f</a>\n<p>g > h &\n > i</p>\n",
        &[],
    );
    check(
        "a.json",
        "{\n  // b\n  \"c\": [1, 2,], /* d */\n  \"e\": {},\n}\n",
        &[],
    );
    check(
        "a.svelte",
        "{#each a as { b, ...c }, d (b)}<p>{c}</p>{/each}\n",
        &[],
    );
}

#[test]
fn directives_of_templates_are_read() {
    check(
        "a.razor",
        "<A Model=\"@model\" OnB=\"@(async () => await C())\" />\n<b @onclick=\"@(e => D(1))\" @onclick:preventDefault>c</b>\n",
        &[],
    );
    check(
        "a.blade.php",
        "@php\n  $a = fn ($b) => $b > 1;\n@endphp\n@forelse ($a->b as $c => $d)\n<x-slot:e class=\"f\">{{ $d }}</x-slot>\n@empty\n@endforelse\n@switch($a) @case(1) g @break @endswitch\n",
        &[],
    );
}

#[test]
fn blocks_of_less_and_interpolation_of_scss_are_read() {
    check(
        "a.less",
        "@a: { b: c; d: { e: f } };\n.g {\n  .h(@i) when (@i > 0) { .j { k: @i } .h(@i - 1); }\n  @l: { m: n };\n}\n",
        &[],
    );
    check(
        "a.scss",
        "@media screen and (#{$a}-width: $b) { c { d: e } }\n.f { @at-root #{&}-g { h: i } }\n",
        &[],
    );
    check(
        "a.css",
        "@page :first { margin: 1in; @top-left { content: \"a\" } }\n",
        &[],
    );
}

#[test]
fn initializers_and_attributes_of_c_and_cpp_are_read() {
    check(
        "a.c",
        "extern _Thread_local int a;\nint b(int c)\n{\n    struct d *e __free(kfree) = f(1);\n    switch (c) { case 1 ... 3: return 1; default: return 0; }\n}\n",
        &[],
    );
    check(
        "a.cpp",
        "auto A::b(C c, D d = {.e = 4, .f = \"g\"}) -> H { return h; }\nA::A(int n)\n    : i_(n)\n#ifdef J\n    , k_{\"l\"}\n#endif\n    , m_{0}\n{\n}\ntemplate <class T> concept N = requires(T t) { requires !o<T>; };\ntemplate <typename T, typename P = const T*> auto q(T t) -> decltype(r<T>::s, 0) { if (t) operator()<bool>(t.*(&u::v)); }\nusing w =\n#ifdef X\n    y<z>;\n#else\n    z;\n#endif\n",
        &[],
    );
}

#[test]
fn templates_of_sql_are_read() {
    check(
        "a.sql",
        "{{ config(a='b', c={'d': 'e'}) }}\n{# it's f #}\n{% set g = ['h'] %}\nwith i as (select * from {{ ref('j') }})\nselect {{ k(l=m({'n': 1})) }} from i\n",
        &[],
    );
    check(
        "b.sql",
        "CREATE TABLE `a b` (\n  `c` int,\n  PRIMARY KEY (`c`)\n);\n",
        &[],
    );
    check("a.proto", "enum A { B = 0; reserved -5 to -1; }\n", &[]);
    check(
        "a.groovy",
        "class A {\n    Map b = { [:] }()\n    def c() {}\n}\n",
        &[],
    );
}

#[test]
fn fields_and_calls_of_groovy_without_types_and_brackets_are_read() {
    check(
        "a.groovy",
        "class A {\n    static b = [c: 'd']\n    private final e = new F()\n    static g = {\n        \"/h/$i?\"(j: 'k')\n        '500'(j: 'l')\n    }\n    def m() {\n        assertEquals B.C, D.e()\n        n o[p], q\n        r?.set s, t.u()\n        respond v(w.x)\n        assert Y.class.z(1)\n    }\n}\n",
        &[],
    );
}

#[test]
fn blocks_and_nested_types_of_powershell_are_read() {
    check(
        "a.ps1",
        "$a = $b.Where({ $_ }).ForEach({ Join-Path $c $_ })\n$d = [A.B+C]::D\n$e, [string[]]$f = $g\nif ($h -inotin 'i') { & j -k\"l\" $m$n $o/*.p }\nDescribe 'q' {\n    BeforeAll {\n    }\n}\n",
        &[],
    );
}

#[test]
fn prefixes_of_variables_of_scss_are_read() {
    check(
        "a.scss",
        ".a { b: var(#{$c}d); e: calc(var(#{$c}f, 1rem) * 2); }\n#{$g} h.i { #{$c}j: #{k(\n    $l,\n    1\n  )}; }\n@if m.n(o.$p, \"q\") { r { s: t } }\n",
        &[],
    );
}

#[test]
fn macros_around_and_in_declarations_of_c_are_read() {
    check(
        "a.c",
        "HEAP_EXPORT(void a(struct b* c));\nHEAP_EXPORT(void a(struct b* c)) {\n}\nstatic c_t\ninternal_function\ng (h_t *i)\n{\n}\nint d(z_stream FAR *e, unsigned char FAR *f);\n",
        &[],
    );
}
