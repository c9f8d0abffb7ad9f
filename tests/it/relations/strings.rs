//! Names in strings: functions found by their name, keys of dictionaries, actions of routes.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_method_may_be_found_by_its_name_in_a_string() {
    let java = "class Job {\n  public void runNow() { }\n  static int cases() { return 1; }\n}\nclass Use {\n\
                \x20 void go(Object o) throws Exception { o.getClass().getMethod(\"runNow\").invoke(o); }\n\
                \x20 @MethodSource(\"cases\") void tests(int n) { }\n  void log() { print(\"runNow\"); }\n}\n";
    let files = [("Job.java", java)];
    callers(
        &files,
        "Job.java",
        "Job.runNow",
        &["possible Job.java:6 Use.go"],
    );
    callers(
        &files,
        "Job.java",
        "Job.cases",
        &["possible Job.java:7 Use.tests"],
    );
    let sharp = "class Win {\n  void Hidden() { }\n  object Read() { return typeof(Win).GetMethod(\"Hidden\"); }\n}\n";
    callers(
        &[("a.cs", sharp)],
        "a.cs",
        "Win.Hidden",
        &["possible a.cs:3 Win.Read"],
    );
    let go = "package a\n\ntype Svc struct{}\n\nfunc (s *Svc) Reload() {}\n\nfunc call(s *Svc) { reflect.ValueOf(s).MethodByName(\"Reload\").Call(nil) }\n";
    callers(
        &[("a.go", go)],
        "a.go",
        "Svc.Reload",
        &["possible a.go:7 call"],
    );
    let kotlin = "class Job {\n  fun runNow() { }\n}\nfun go(o: Any) { o.javaClass.getMethod(\"runNow\").invoke(o) }\n";
    callers(
        &[("a.kt", kotlin)],
        "a.kt",
        "Job.runNow",
        &["possible a.kt:4 go"],
    );
    let ruby = "class Tank\n  def fill(n)\n    n\n  end\nend\n\ndef other(t)\n  t.public_send(\"fill\", 1)\nend\n\ndef log\n  puts \"fill\"\nend\n";
    callers(
        &[("a.rb", ruby)],
        "a.rb",
        "Tank.fill",
        &["possible a.rb:8 other"],
    );
    let script = "export class Panel {\n  on(name: string, handler: string) { return name + handler; }\n  save() { return 1; }\n\
                  \x20 close() { return 1; }\n  bind() { this.on('close', 'save'); }\n}\n";
    let files = [("a.ts", script)];
    callers(
        &files,
        "a.ts",
        "Panel.save",
        &["possible a.ts:5 Panel.bind"],
    );
    callers(&files, "a.ts", "Panel.close", &[]);
    let flask = "@app.route(\"/items\")\ndef list_items():\n    return 1\n\n\ndef home():\n    return url_for(\"list_items\")\n";
    callers(
        &[("a.py", flask)],
        "a.py",
        "list_items",
        &["possible a.py:7 home"],
    );
}

#[test]
fn a_route_names_the_action_of_a_controller_in_a_string() {
    let ruby = [
        (
            "app/orders_controller.rb",
            "class OrdersController\n  def show\n    1\n  end\nend\n",
        ),
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  get \"orders/:id\", to: \"orders#show\"\nend\n",
        ),
    ];
    let expected = ["possible config/routes.rb:2 Rails.application.routes.draw do"];
    callers(
        &ruby,
        "app/orders_controller.rb",
        "OrdersController.show",
        &expected,
    );
    let php = [
        (
            "app/C.php",
            "<?php\nnamespace App;\nclass OrderController {\n  public function show($id) { return $id; }\n}\n",
        ),
        (
            "routes/web.php",
            "<?php\nRoute::get('/a', 'OrderController@show');\n",
        ),
    ];
    callers(
        &php,
        "app/C.php",
        "OrderController.show",
        &["possible routes/web.php:2 <?php"],
    );
}

#[test]
fn keys_of_a_typed_dictionary_are_its_fields() {
    let files = [
        (
            "movies.py",
            "from typing import TypedDict\n\nclass Movie(TypedDict):\n    title: str\n    year: int\n\nclass Plain:\n    name: str\n",
        ),
        (
            "use.py",
            "from movies import Movie\n\ndef show(movie: Movie):\n    return movie[\"title\"]\n\ndef when(m: Movie):\n    return m.get(\"title\")\n\n\
             def unknown(d):\n    return d[\"title\"]\n\ndef plain(d):\n    return d[\"name\"]\n",
        ),
    ];
    let users = |names: &str, name: &str, expected: &[&str]| {
        let symbol = smriti_tui::chunk::Symbol::Named(name.to_owned());
        let kind = RelationKind::Callers(Some(symbol));
        check(&files, kind, "movies.py", names, expected);
    };
    let expected = [
        "certain use.py:4 show",
        "certain use.py:7 when",
        "possible use.py:10 unknown",
    ];
    users("Movie", "title", &expected);
    users("Plain", "name", &[]);
}
