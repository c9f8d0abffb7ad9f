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
