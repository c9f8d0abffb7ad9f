//! Scripts in pages and documents, bodies without braces, and other layouts that grammars do not know.

use super::{check, valid};

#[test]
fn bodies_of_bash_functions_may_be_loops_and_conditions() {
    let text = "a() until \"$@\"; do sleep 1; done
b() for c in \"$@\"; do echo \"$c\"; done
d() while read -r e; do
  for f in 1; do
    echo \"$f\"
  done
done
g() if [ -n \"${1+x}\" ]; then return 0; else return 1; fi
h() if i
then
  j
else
  k
fi
l() { :; }
";
    check(
        "a.sh",
        text,
        "body function a 1-1
body function b 2-2
body function d 3-7
body function g 8-8
body function h 9-14
body function l 15-15
",
    );
    valid::check("a.sh", text, &[]);
}

#[test]
fn groovy_enums_calls_of_strings_and_tasks_are_read() {
    let text = "class A {
    static b = { c ->
        assert c != null
        \"/d\"(e: \"f\")
    }
}
enum G {
    H(1.5) {
        @Override
        double i() { 1.0 }
    },
    J(2.5)

    final double k
    G(double k) { this.k = k }
    double i() { k }
}
def l = tasks.register('m', N) { o = 1 }
class P {}
";
    check(
        "a.groovy",
        text,
        "body class A 1-6 +b
parent enum G 7-17
  header enum G 7-14 +H,J,k
  body constructor G.G 15-15
  body method G.i 16-17
body function m 18-18 +l
body class P 19-19
",
    );
    valid::check("a.groovy", text, &[]);
    valid::check(
        "a.gradle",
        "aa {
    bb cc(dd.ee), { exclude group: 'ff', module: 'gg' }
    hh 'ii'
}
jj { kk ->
    apply plugin: 'll'
}
mm {
    args 'nn', oo.pp()
}
def qq = new rr().'ss.tt' { uu vv }
ww.'xx'[0].'yy' != null
",
        &[],
    );
}

#[test]
fn scripts_in_pages_of_php_are_code() {
    let text = "<?php function a() {} ?>
<h1><?= b() ?></h1>
<script nonce=\"<?= c() ?>\">
const d = <?= json_encode($e) ?>;
function f(g) {
<?php if ($h): ?>
  return \"<?= i() ?>\";
<?php endif ?>
}
</script>
<style>.j { color: <?= $k ?> }</style>
<?php function l() {}
$m = '<script>function n() {}</script>';
";
    check(
        "a.php",
        text,
        "body function a 1-1
body items  1-3
body items d 3-4
body function f 5-9
body items  10-11
body items j 11-11
body items  11-12
body function l 12-12
body items m 13-13
",
    );
    valid::check("a.php", text, &[]);
}

#[test]
fn scripts_in_heex_are_code() {
    let text = "<div id=\"a\"></div>
<script>
  const b = <%= @c %>;
  function d(e) { return e < 1; }
</script>
<style>.f { color: red; }</style>
";
    check(
        "a.heex",
        text,
        "body items a 1-2
body items b 2-3
body function d 4-5
body items  6-6
body items f 6-6
",
    );
    valid::check("a.heex", text, &[]);
    valid::check(
        "a.ex",
        "defmodule A do
  def b(c) do
    ~H\"\"\"
    <p :if={@d}>e</p>
    <script :type={F} name=\".G\">
      export default { mounted() { this.h(1 < 2); } }
    </script>
    \"\"\"
  end
end
",
        &[],
    );
}

#[test]
fn directives_of_blade_in_scripts_are_no_code_of_them() {
    let text = "<x-a :b=\"$c\" ::class=\"{ d: e }\" />
<script>
@if ($f)
function g() { h(\"{{ $i }}\"); }
@else
const j = 1;
@endif
</script>
";
    check(
        "a.blade.php",
        text,
        "body items  1-1
body function g 2-5
body items j 6-8
",
    );
    valid::check("a.blade.php", text, &[]);
}

#[test]
fn scripts_of_markdown_are_code() {
    check(
        "a.md",
        "---
title: A
---
<script setup lang=\"ts\">
import { b } from './b'

function c(d: number) {}
</script>

# E

Words.

```html
<script>
function f() {}
</script>
```

<script>
G
",
        "body section  1-3
body section  4-4
body imports  5-6
body function c 7-9
parent section E 10-21
  header section E 10-13
  body code E 14-19
  body section E 20-21
",
    );
}

#[test]
fn haskell_has_arrows_and_operators_in_brackets() {
    let text = "a = proc b -> do
  rec c <- d -< e
      f <- (| g (h -< c) |)
  returnA -< f
i :: J
i = j
(k ~~ l) m = k l m
(n `o` p) q = n
";
    check(
        "A.hs",
        text,
        "body function a 1-4
body function i 5-6
body function ~~ 7-7
body function o 8-8
",
    );
    valid::check("A.hs", text, &[]);
}

#[test]
fn fields_labels_and_macros_of_c_are_read() {
    let text = "struct a { unsigned b : 3, : 0, c : 5; unsigned : 2; };
static DEFINE_PER_CPU(struct d, e);
void f(void) {
	scoped_guard(g, &h)
		i->j = 0;
	void *k[] = { &&l };
	goto *k[0];
l:	;
	if (m) {
	} else
#endif
	{
	}
}
A_API A_NO_RETURN struct n *(o)(int p) { return q; }
";
    valid::check("a.c", text, &[]);
    valid::check("a.cpp", text, &[]);
    valid::check(
        "b.cpp",
        "struct { unsigned a : 1 = 0, : 3, b : 4 {2}; } c;\n",
        &[],
    );
}

#[test]
fn constructs_of_further_languages_are_read() {
    check(
        "a.frag",
        "vec3[2] a() { return vec3[](b, c); }\n",
        "body function a 1-1\n",
    );
    for (path, text) in [
        (
            "a.mk",
            "A := ${subst b,c,$(D)}\ne\\:f: g\n\th\n.PHONY: e\\:f\n",
        ),
        ("a.rs", "auto trait A {}\npub unsafe auto trait B {}\n"),
        (
            "a.razor",
            "<tr class=\"@(a ? \"b\" : \"c\")\" @onclick=\"() => D(e)\" @onclick:preventDefault></tr>\n",
        ),
        (
            "a.cs",
            "class A { object B() { return from c in d where c is [_, ..] and not [1, ..] orderby c select c; } }\n",
        ),
        (
            "a.scss",
            "@for $a from 1 to $b { .c { d: e; } }
@each $f, ($g, $h) in $i { .j { k: $g; } }
@each $l, $m, $n in (o, p, q), (r, s, t) { .u { k: $m; } }
.v { @extend %w, .x !optional; y: \"z#{map.get($a, \"b\")}\"; }
@layer a.b { .c { d: e; } }
@keyframes f { from, 50% { d: e } #{$g} { d: e } }
",
        ),
        ("b.js", "viewof a = Inputs.range()\n"),
        (
            "a.ps1",
            "Aa-Bb {\n\n} -Cc $dd\nEe-Ff -Gg 'hh' {\n    # ii\n}\nJj-Kk -Ll (Mm-Nn).Oo(2).Pp(-3) -Qq rr\n",
        ),
    ] {
        valid::check(path, text, &[]);
    }
}

#[test]
fn a_command_of_a_notebook_may_be_in_a_block() {
    let text = "```{python}\nif colab:\n    !pip install a\n    %cd /content\ntotal = (10\n    % size)\n\ndef load():\n    return total\n```\n";
    valid::check("a.qmd", text, &[]);
}

#[test]
fn bodies_of_bash_functions_may_be_choices() {
    let text = "#!/bin/sh\n
a() case $1 in
  b) c ;;
  (d|e)
    f
    ;;
esac
g() case \"$1\" in h) i;; *) j;; esac
k() {
  for l do m; done
  cat <<'N' 2>&1 | o -p; q
( {
N
}
";
    check(
        "a.sh",
        text,
        "header file  1-2
body function a 3-8
body function g 9-9
body function k 10-15
",
    );
    valid::check("a.sh", text, &[]);
}

#[test]
fn a_macro_without_a_value_ends_with_its_line() {
    check(
        "a.h",
        "#define A_H \nint b(void);\n#define C(d)\t\nint e(int f);\n#define G /* h */ \nint i;\n",
        "body items A_H 1-2 +b
body macro C 3-3
body items e 4-6 +G,i
",
    );
    check(
        "b.cpp",
        "#define A __attribute__((b))\nclass A C : public D {\npublic:\n  int e() { return 1; }\n};\n",
        "body items A 1-1
parent class C 2-5
  header class C 2-2
  body method C.e 3-5
",
    );
}

#[test]
fn modifiers_of_kotlin_are_names_too() {
    check(
        "a.kt",
        "class A {
  private var final = false
  fun b(open: Int) {
    while (c && !final) {
      final = true
    }
    inline.d(open)
  }
}
@E(F::class)
actual class G {
  fun h() = 1
}
@E actual typealias I = J
",
        "parent class A 1-9
  header class A 1-2 +final
  body method A.b 3-9
parent class G 10-13
  header class G 10-11
  body method G.h 12-13
body type I 14-14
",
    );
}

#[test]
fn a_member_of_csharp_may_have_a_body_in_one_branch() {
    check(
        "a.cs",
        "public interface A
{
    A B(C d)
#if E
        => new A().B(d)
#endif
        ;
    F G()
#if E
    {
        return H;
    }
#else
        ;
#endif
    void I();
}
",
        "parent interface A 1-17
  header interface A 1-2
  body method A.B 3-7
  body method A.G 8-15
  body method A.I 16-17
",
    );
}

#[test]
fn literate_haskell_has_code_between_prose() {
    for text in [
        "It's a title\n\n> a :: Int -> Int\n> a x = x\n\nwith words\n(and more.\n\n> b :: Int -> Int\n> b x = x\n",
        "It's a title\n\\begin{code}\na :: Int -> Int\na x = x\n\n\\end{code}\nwith (\n\\begin{code}\nb :: Int -> Int\nb x = x\n\\end{code}\nend\n",
    ] {
        valid::check("a.lhs", text, &[]);
        let found = super::tree("a.lhs", text);
        let names = found.chunks.iter().map(|chunk| chunk.name.as_str());
        let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        if !cfg!(feature = "all-languages") {
            return;
        }
        assert_eq!(names, ["a.lhs", "a", "b"], "{text}");
    }
}

#[test]
fn long_keys_of_yaml_open_blocks() {
    let key = "a".repeat(200);
    valid::check("a.yaml", &format!("b:\n  '{key}':\n    c: 1\n"), &[]);
}

#[test]
fn constructs_of_real_files_are_read() {
    for (path, text) in [
        (
            "a.c",
            "void a(void) {
	tt_int_op(b, ==, c);
	g_assert_cmpint(d(e, f), >=, 0);
	tt_assert(g == 1)
	tt_assert(h)
	goto out;
out:
}
int i(char *j, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
;
typedef TAILQ_HEAD(k, l) m;
static void WINAPI (*n)(O) = NULL;
typedef void (APIENTRYP P) (Q r);
int s __P((int, char * const *));
",
        ),
        (
            "a.cpp",
            "static VKAPI_ATTR VkBool32 VKAPI_CALL a(B c) { return 0; }
EM_JS(void, d, (const char* e), { f = e ? g(e) : null; if (f) { h(f, '_b'); } });
struct I {
  I(I&&) J_NOEXCEPT = default;
};
template <typename K> void l(const K&, typename M<K>::type* = 0) {
  N_IF_CONSTEXPR(o<K>::p > 1) { q(); }
  const char* r = new const char('s');
}
MATCHER(T, negation ? \"u\" : \"v\") { return w; }
",
        ),
        (
            "a.svelte",
            "{#each a}
  {#each b as c}<d/>{/each}
{:else}
  {#each { length: 8 }, i}{i}{/each}
{/each}
{#await e then}<f/>{/await}
{#await g({ h: 1 }) then { i, j }}{i}{/await}
{@const { k } = l}
{#snippet m<T>(n: T)}<o/>{/snippet}
",
        ),
        (
            "a.ps1",
            "./A.ps1\ncp -R b-$($c:D)\\e-$($c:D)\\f g\nforeach ($h in ls i/*.J) { & k }\n",
        ),
        (
            "a.jl",
            "if a.b === :for\n  c[begin], d[:, begin]\nend\nquote\n  let $(e...)\n    1\n  end\nend\nf = '''\n($)(g, 1)\n",
        ),
        ("a.ts", "interface A { b: import(\"./c\").D<string>[]; }\n"),
        ("a.tsx", "const a = <B c=\"d?e=f&g=h&i\" />;\n"),
    ] {
        valid::check(path, text, &[]);
    }
}
