//! Names in the attributes of elements: classes of style sheets, handlers of events.

use super::*;

#[track_caller]
fn users(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    let symbol = smriti_tui::chunk::Symbol::Named(name.to_owned());
    let kind = RelationKind::Callers(Some(symbol));
    check(files, kind, path, name, expected);
}

#[test]
fn a_class_of_a_style_sheet_may_be_named_by_elements() {
    let files = [
        ("style.css", ".card { color: red; }\n"),
        ("card.js", "export function card() { return 1; }\n"),
        (
            "index.html",
            "<html><body>\n<div class=\"big card\">x</div>\n</body></html>\n",
        ),
        (
            "Card.jsx",
            "export function Card() {\n  return <div className=\"card wide\">x</div>;\n}\n",
        ),
        ("show.html.erb", "<div class=\"card\"><%= name %></div>\n"),
        (
            "Box.vue",
            "<template>\n  <div class='card'>card</div>\n</template>\n",
        ),
    ];
    let expected = [
        "possible Box.vue:2 <template>",
        "possible Card.jsx:2 Card",
        "possible index.html:2 <html><body>",
        "possible show.html.erb:1 <div class=\"card\"><%= name %></div>",
    ];
    users(&files, "style.css", "card", &expected);
    let expected = ["not read: 1 file in another language (show.html.erb)"];
    check(
        &files,
        RelationKind::Callers(None),
        "card.js",
        "card",
        &expected,
    );
}

#[test]
fn a_member_of_an_imported_style_sheet_is_a_class() {
    let files = [
        ("card.module.css", ".card { color: red; }\n"),
        (
            "Card.tsx",
            "import styles from './card.module.css';\nexport function Card() {\n  return <div className={styles.card}>x</div>;\n}\n",
        ),
    ];
    users(
        &files,
        "card.module.css",
        "card",
        &["likely Card.tsx:3 Card"],
    );
}

#[test]
fn an_attribute_of_html_may_call_a_function() {
    let page = [
        ("app.js", "function sendForm() { return 1; }\n"),
        (
            "index.html",
            "<html><body><script src=\"app.js\"></script>\n<button onclick=\"sendForm()\">x</button>\n</body></html>\n",
        ),
    ];
    let expected = ["possible index.html:2 "];
    check(
        &page,
        RelationKind::Callers(None),
        "app.js",
        "sendForm",
        &expected,
    );
    let component = [
        (
            "list.component.ts",
            "export class ListComponent {\n  pick(n: number) { return n; }\n}\n",
        ),
        ("list.component.html", "<li (click)=\"pick(1)\">x</li>\n"),
        ("other.component.html", "<li (click)=\"pick(1)\">x</li>\n"),
    ];
    let expected = ["possible list.component.html:1 <li (click)=\"pick(1)\">x</li>"];
    let names = "ListComponent.pick";
    check(
        &component,
        RelationKind::Callers(None),
        "list.component.ts",
        names,
        &expected,
    );
}

#[test]
fn methods_of_a_component_of_vue_are_used_by_its_template_and_its_other_objects() {
    let vue = "<template>\n  <p @click=\"load\">{{ shown(rows) }}</p>\n</template>\n<script>\nexport default {\n\
               \x20 methods: {\n    load() {},\n    shown(it) { return it },\n  },\n  watch: { rows() { this.load() } },\n\
               \x20 mounted() { this.load() },\n}\n</script>\n";
    let check_callers = |name, expected: &[&str]| {
        let files = [("A.vue", vue)];
        check(&files, RelationKind::Callers(None), "A.vue", name, expected);
    };
    let expected = [
        "likely A.vue:10 default.watch.rows",
        "likely A.vue:11 default.mounted",
        "possible A.vue:2 ",
    ];
    check_callers("default.methods.load", &expected);
    check_callers("default.methods.shown", &["possible A.vue:2 "]);
}

#[test]
fn the_value_of_a_store_of_svelte_is_a_use_of_the_store() {
    let svelte = "<script>\n  import { cart } from './st.js';\n  import { state } from './state.js';\n  let n = $state(0);\n\
                  \x20 function size() { return $cart.length }\n</script>\n{#each $cart as it}<p>{it}</p>{/each}\n";
    let files = [
        ("st.js", "export const cart = writable([]);\n"),
        ("state.js", "export const state = 1;\n"),
        ("A.svelte", svelte),
    ];
    let check_callers = |path, name, expected: &[&str]| {
        check(&files, RelationKind::Callers(None), path, name, expected);
    };
    let expected = ["certain A.svelte:5 size", "certain A.svelte:7 "];
    check_callers("st.js", "cart", &expected);
    check_callers("state.js", "state", &[]);
}
