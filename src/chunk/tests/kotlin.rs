//! Kotlin that its grammar does not know.

use super::check;

#[test]
fn kotlin_bodies_on_one_line_are_read() {
    check(
        "Two.kt",
        r#"package depot
interface Api { suspend fun load(): Int }
interface Db { suspend fun save(n: Int): Boolean }

class Repo(private val api: Api, private val db: Db) {
    suspend fun refresh(): Boolean {
        return db.save(api.load())
    }
    fun label(): String = "repo"
}
"#,
        "body imports  1-1
parent interface Api 2-2
  header interface Api 2-2
  body method Api.load 2-2
parent interface Db 3-4
  header interface Db 3-3
  body method Db.save 3-4
parent class Repo 5-10
  header class Repo 5-5 +api,db
  body method Repo.refresh 6-8
  body method Repo.label 9-10
",
    );
    check(
        "Vals.kt",
        "class A { val a = 1 }
class B { val b = 2 }
",
        "body class A 1-1 +a
body class B 2-2 +b
",
    );
    check(
        "Model.kt",
        r#"package depot
object Keys { const val ID = "id" }
class ParcelModel(private val repo: Repo) {
    companion object { const val LIMIT = 9 }
    fun open(id: Int) {
        repo.refresh()
    }
    fun close() {}
}
"#,
        "body imports  1-1
body class Keys 2-2 +ID
parent class ParcelModel 3-9
  header class ParcelModel 3-3 +repo
  body class ParcelModel.Companion 4-4 +LIMIT
  body method ParcelModel.open 5-7
  body method ParcelModel.close 8-9
",
    );
    check(
        "Close.kt",
        "class A {
    fun a() {}
    val b = listOf(1).map { it + 1 } }

fun interface B { fun b() }
object C { fun c() { d { e() } } }
",
        "parent class A 1-4
  header class A 1-1
  body method A.a 2-2
  body items A.b 3-4
parent interface B 5-5
  header interface B 5-5
  body method B.b 5-5
parent class C 6-6
  header class C 6-6
  body method C.c 6-6
",
    );
}

#[test]
fn kotlin_suspend_may_be_a_name() {
    check(
        "Suspend.kt",
        "interface Effects {
    fun <R : Any> suspend(r: R): R
    fun other(): Int
}
class Runner {
    fun go(): Int = 1
}
",
        "parent interface Effects 1-4
  header interface Effects 1-1
  body method Effects.suspend 2-2
  body method Effects.other 3-4
parent class Runner 5-7
  header class Runner 5-5
  body method Runner.go 6-7
",
    );
    check(
        "Word.kt",
        "class R {
    fun a() = f(suspend = false)
    val d = suspend { 3 }
    fun b() = run(suspend { y() })
    private val v: suspend ((A) -> B?) = c
    suspend fun k() {}
}
fun z() {}
",
        "parent class R 1-7
  header class R 1-1
  body method R.a 2-2
  body items R.d 3-3
  body method R.b 4-4
  body items R.v 5-5
  body method R.k 6-7
body function z 8-8
",
    );
}

#[test]
fn kotlin_branches_have_guards() {
    check(
        "Zoo.kt",
        r#"class Zoo(val a: Int) {
    fun feed(x: Animal): String {
        return when (x) {
            is Dog if x.big -> feedBig(x)
            is Cat if x.age() > 3 && !x.fed -> "cat"
            else if a > 3 -> "no"
            else -> "yes"
        }
    }
    fun next() = 1
}
fun after() {}
"#,
        "parent class Zoo 1-11
  header class Zoo 1-1 +a
  body method Zoo.feed 2-9
  body method Zoo.next 10-11
body function after 12-12
",
    );
    check(
        "One.kt",
        r#"fun a(x: Any) = when (x) {
    "a" if b -> 1; is C if x.d { it } &&
        x.e -> 2
    else -> 3
}

fun f() {}
"#,
        "body function a 1-6
body function f 7-7
",
    );
}

#[test]
fn kotlin_context_parameters_are_part_of_a_declaration() {
    check(
        "Context.kt",
        r#"interface Logger { fun log(s: String) }

context(log: Logger)
fun top() { log.log("a") }

class S {
    /** Docs. */
    context(log: Logger, r: Raise<Error>)
    fun log(): Int = 1

    context(_: A) private val x: Int get() = 1

    context(f: () -> Unit)
    suspend fun z() {}
    context(log: Logger) fun <T> List<T>.each(block: context(Foo) T.() -> Unit) {}
    fun end() {}
}
"#,
        "parent interface Logger 1-2
  header interface Logger 1-1
  body method Logger.log 1-2
body function top 3-5
parent class S 6-17
  header class S 6-6
  body method S.log 7-10
  body accessor S.x 11-12
  body method S.z 13-14
  body method S.List.each 15-15
  body method S.end 16-17
",
    );
}

#[test]
fn kotlin_strings_have_several_dollars() {
    check(
        "Dollars.kt",
        r#"class J {
    fun f() = $$"""{"$schema": "$$x"}"""
    @Ann($$"a$b") fun g(x: String = $$"q") = 1
    val t = $$$"x"
    fun h() {}
}
"#,
        "parent class J 1-6
  header class J 1-1
  body method J.f 2-2
  body method J.g 3-3
  body items J.t 4-4
  body method J.h 5-6
",
    );
}

#[test]
fn kotlin_delegation_to_a_call_has_a_class_body() {
    check(
        "By.kt",
        "class A(val x: X) : I by x.y() {
    fun one() = 1
    fun two() {}
}
class B : I by F(p.q), J {
    override fun one() = 1
}
class C(d: D) : D by d {
    @InternalAPI override fun one() = 1
    @InternalAPI
    override fun two() = 1
}
class P<T : Any>
actual constructor(actual final override val c: Int) : O<T>() {
    fun m() {}
}
internal class Q<T>(
    val a: Int = f { 1 },
) : Base(a),
    Map<String, T> by a.map<String>() {
    fun m() {}
}
object O : I by X.create() { fun z() {} }
class L { val q by lazy { 1 } ; val r: Int by lazy { 1 }
 fun l() {} }
",
        "parent class A 1-4
  header class A 1-1 +x
  body method A.one 2-2
  body method A.two 3-4
parent class B 5-7
  header class B 5-5
  body method B.one 6-7
parent class C 8-12
  header class C 8-8
  body method C.one 9-9
  body method C.two 10-12
parent class P 13-16
  header class P 13-14 +c
  body method P.m 15-16
parent class Q 17-22
  header class Q 17-20 +a
  body method Q.m 21-22
parent class O 23-23
  header class O 23-23
  body method O.z 23-23
parent class L 24-25
  header class L 24-24 +q,r
  body method L.l 25-25
",
    );
}

#[test]
fn kotlin_accessors_have_annotations_of_several_lines() {
    check(
        "Set.kt",
        r#"class W {
    var v: Int = 1
        @Deprecated(
            "a",
            level = DeprecationLevel.HIDDEN
        )
        set(value) {
            field = value
        }
    fun a() {}
    enum class E { A { override fun f() = 1 }, B { override fun f() = 2 }; abstract fun f(): Int }
}
fun interface A { fun act() }
"#,
        "parent class W 1-12
  header class W 1-1
  body accessor W.v 2-9
  body method W.a 10-10
  parent enum W.E 11-12
    header enum W.E 11-11
    parent class W.E.A 11-11
      header class W.E.A 11-11
      body method W.E.A.f 11-11
    parent class W.E.B 11-11
      header class W.E.B 11-11
      body method W.E.B.f 11-11
    body method W.E.f 11-12
parent interface A 13-13
  header interface A 13-13
  body method A.act 13-13
",
    );
}

#[test]
fn kotlin_delegates_may_be_any_expression() {
    check(
        "by.kt",
        "class A(x: X) : I by (x as I) {
    fun a() = 1
}
class B : I by x!!.y, J {
    fun b() = 1
}
fun c() {}
",
        "parent class A 1-3
  header class A 1-1
  body method A.a 2-3
parent class B 4-6
  header class B 4-4
  body method B.b 5-6
body function c 7-7
",
    );
}

#[test]
fn kotlin_suspend_may_be_a_parameter() {
    check(
        "Param.kt",
        "class A {
    fun b(c: C, suspend: (C) -> D) {
        if (suspend(c)) return
    }
}

fun e() {}
",
        "parent class A 1-6
  header class A 1-1
  body method A.b 2-6
body function e 7-7
",
    );
}
