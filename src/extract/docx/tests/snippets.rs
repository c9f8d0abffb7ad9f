//! What each element gives.

use super::package::{LIMITS, assert_tiled, document, dump};
use crate::extract::docx::read;

/// Checks the blocks of a document of this body and these parts.
fn check_with(parts: &[(&str, &str)], body: &str, expected: &str) {
    let found = read(&document(body, parts), &LIMITS);
    if let Ok((text, blocks)) = &found {
        assert_tiled(text, blocks);
    }
    assert_eq!(dump(&found).trim_end(), expected, "{body}");
}

fn check(body: &str, expected: &str) {
    check_with(&[], body, expected);
}

/// A paragraph with these properties and this text.
fn p(properties: &str, text: &str) -> String {
    format!(
        r#"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#
    )
}

fn styled(style: &str, text: &str) -> String {
    p(&format!(r#"<w:pStyle w:val="{style}"/>"#), text)
}

fn item(list: u8, level: u8, text: &str) -> String {
    let properties =
        format!(r#"<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr>"#);
    p(&properties, text)
}

fn cell(content: &str) -> String {
    format!("<w:tc>{content}</w:tc>")
}

fn row(cells: &[&str]) -> String {
    let cells: String = cells.iter().map(|text| cell(&p("", text))).collect();
    format!("<w:tr>{cells}</w:tr>")
}

fn field(instruction: &str, result: &str) -> String {
    let character = |kind: &str| format!(r#"<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>"#);
    format!(
        "{}<w:r><w:instrText> {instruction} </w:instrText></w:r>{}{result}{}",
        character("begin"),
        character("separate"),
        character("end")
    )
}

#[test]
fn runs_join_without_spaces() {
    check(
        "<w:p><w:r><w:t>Hel</w:t></w:r><w:r><w:t>lo</w:t></w:r></w:p>",
        "par | Hello",
    );
    check(
        "<w:p><w:r><w:t> a </w:t></w:r><w:r><w:t>b</w:t></w:r></w:p>",
        "par | ab",
    );
    check(
        r#"<w:p><w:r><w:t xml:space="preserve">a </w:t></w:r><w:r><w:t>b &amp; c&#x41;</w:t></w:r></w:p>"#,
        "par | a b & cA",
    );
}

#[test]
fn characters_that_are_elements() {
    let body = r#"<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t><w:softHyphen/><w:t>f</w:t><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>"#;
    check(body, "par | a\tb⏎c⏎d-ef✓");
    // A tab stop is no tab.
    check(
        &p(r#"<w:tabs><w:tab w:val="left"/></w:tabs>"#, "a"),
        "par | a",
    );
}

#[test]
fn transparent_elements() {
    check(
        "<w:p><w:hyperlink><w:r><w:t>a</w:t></w:r></w:hyperlink><w:smartTag><w:smartTagPr/><w:r><w:t>b</w:t></w:r></w:smartTag><w:customXml><w:r><w:t>c</w:t></w:r></w:customXml></w:p>",
        "par | abc",
    );
    let sdt = format!(
        "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>",
        p("", "in")
    );
    check(&sdt, "par | in");
    check("<w:r><w:t>outside</w:t></w:r>", "par | outside");
}

#[test]
fn tracked_changes() {
    check(
        "<w:p><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins><w:del><w:r><w:delText>c</w:delText><w:tab/></w:r></w:del><w:moveFrom><w:r><w:t>d</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>e</w:t></w:r></w:moveTo></w:p>",
        "par | abe",
    );
    // A deleted mark joins two paragraphs; the last may have nothing to join.
    check(
        &(p("<w:rPr><w:del/></w:rPr>", "one ") + &p("", "two")),
        "par | one two",
    );
    check(&p("<w:rPr><w:del/></w:rPr>", "last"), "par | last");
    check(&p("<w:rPr><w:ins/></w:rPr>", "new"), "par | new");
    let old = r#"<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>"#;
    check(&p(old, "was a heading"), "par | was a heading");
    let gone = format!(
        "<w:tr><w:trPr><w:del/></w:trPr>{}{}</w:tr>",
        cell(&p("", "a")),
        cell(&p("", "b"))
    );
    check(
        &format!("<w:tbl>{gone}{}</w:tbl>", row(&["c", "d"])),
        "row | c | d",
    );
}

#[test]
fn hidden_text() {
    check(
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:t>yes</w:t></w:r></w:p>",
        "par | yes",
    );
    check(
        r#"<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>yes</w:t></w:r></w:p>"#,
        "par | yes",
    );
    let styles = r#"<w:styles><w:style w:type="paragraph" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="More"><w:basedOn w:val="Secret"/></w:style></w:styles>"#;
    check_with(
        &[("styles", styles)],
        &(styled("More", "no") + &p("", "yes")),
        "par | yes",
    );
}

#[test]
fn fields_keep_their_results() {
    let result = "<w:r><w:t>7</w:t></w:r>";
    check(
        &format!(
            "<w:p><w:r><w:t>p. </w:t></w:r>{}</w:p>",
            field("PAGEREF x", result)
        ),
        "par | p.7",
    );
    check(
        &format!("<w:p>{}</w:p>", field("IF 1", &field("REF y", result))),
        "par | 7",
    );
    check(
        r#"<w:p><w:fldSimple w:instr="AUTHOR"><w:r><w:t>Ada</w:t></w:r></w:fldSimple></w:p>"#,
        "par | Ada",
    );
    // A field that never ends hides nothing.
    check(
        &format!(
            r#"<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>{}"#,
            p("", "a")
        ),
        "par | a",
    );
}

#[test]
fn tables_of_contents_are_dropped() {
    let toc = format!(
        "<w:p>{}</w:p>",
        field("TOC \\o", "<w:r><w:t>Intro 1</w:t></w:r></w:p><w:p>")
    );
    check(&format!("{toc}{}", p("", "text")), "par | text");
    let sdt = format!(
        r#"<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"#,
        p("", "Intro 1")
    );
    check(&format!("{sdt}{}", p("", "text")), "par | text");
    check(&(styled("TOC1", "Intro 1") + &p("", "text")), "par | text");
    // One that never ends, ends at the first heading.
    let open = r#"<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/><w:t>no</w:t></w:r></w:p>"#;
    check(
        &format!("{open}{}{}", p("", "no"), styled("Heading1", "Intro")),
        "H1 | Intro",
    );
}

#[test]
fn headings() {
    check(
        &(styled("Heading1", "a") + &styled("Heading9", "b")),
        "H1 | a\nH9 | b",
    );
    check(&p(r#"<w:outlineLvl w:val="2"/>"#, "a"), "H3 | a");
    check(
        &p(
            r#"<w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/>"#,
            "a",
        ),
        "par | a",
    );
    check(
        &(styled("Heading2", "a") + &styled("Heading1", " ")),
        "H2 | a",
    );
    // The title is above all headings that follow it.
    check(
        &(styled("Title", "T") + &styled("Heading1", "a") + &styled("Heading9", "b")),
        "H1 | T\nH2 | a\nH9 | b",
    );
    check(
        "<w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>a</w:t><w:br/><w:t>b</w:t></w:r></w:p>",
        "H1 | a b",
    );
}

#[test]
fn headings_by_styles() {
    let styles = r#"<w:styles>
        <w:style w:type="paragraph" w:styleId="a1"><w:name w:val="Titre 2"/></w:style>
        <w:style w:type="paragraph" w:styleId="a2"><w:basedOn w:val="a1"/><w:name w:val="Mine"/></w:style>
        <w:style w:type="paragraph" w:styleId="a3"><w:name w:val="Chapter"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="a4"><w:basedOn w:val="a3"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="c1"><w:basedOn w:val="c2"/></w:style>
        <w:style w:type="paragraph" w:styleId="c2"><w:basedOn w:val="c1"/></w:style>
        <w:style w:type="paragraph" w:styleId="t"><w:name w:val="Title"/></w:style>
        <w:style w:type="paragraph" w:styleId="s"><w:name w:val="Subtitle"/><w:basedOn w:val="t"/></w:style>
    </w:styles>"#;
    let check = |style: &str, expected: &str| {
        check_with(&[("styles", styles)], &styled(style, "x"), expected)
    };
    check("a1", "H2 | x");
    check("a2", "H2 | x");
    check("a3", "H1 | x");
    check("a4", "par | x");
    check("c1", "par | x");
    check("t", "H1 | x");
    check("s", "par | x");
    check("undefined", "par | x");
}

const NUMBERING: &str = r#"<w:numbering>
    <w:abstractNum w:abstractNumId="0">
        <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
        <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
        <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%3"/><w:lvlRestart w:val="0"/></w:lvl>
    </w:abstractNum>
    <w:abstractNum w:abstractNumId="1">
        <w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>
        <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val=" "/></w:lvl>
    </w:abstractNum>
    <w:abstractNum w:abstractNumId="2">
        <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Part %1"/><w:pStyle w:val="Heading1"/></w:lvl>
        <w:lvl w:ilvl="1"><w:start w:val="1"/><w:isLgl/><w:lvlText w:val="%1.%2"/><w:pStyle w:val="Heading2"/></w:lvl>
    </w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
</w:numbering>"#;

#[test]
fn lists() {
    let check = |items: &[String], expected: &str| {
        check_with(&[("numbering", NUMBERING)], &items.concat(), expected)
    };
    check(
        &[
            item(1, 0, "a"),
            item(1, 1, "b"),
            item(1, 1, "c"),
            item(1, 0, "d"),
            item(1, 1, "e"),
        ],
        "item | 1. a\nitem |   1.a) b\nitem |   1.b) c\nitem | 2. d\nitem |   2.a) e",
    );
    // A level that never restarts; a list that goes on with another's numbers, and one that does
    // not; an empty item, which counts.
    check(
        &[
            item(1, 0, "a"),
            item(1, 2, "b"),
            item(1, 0, "c"),
            item(1, 2, "d"),
        ],
        "item | 1. a\nitem |     I b\nitem | 2. c\nitem |     II d",
    );
    check(
        &[
            item(1, 0, "a"),
            item(2, 0, "b"),
            item(2, 0, "c"),
            item(1, 0, " "),
            item(1, 0, "d"),
        ],
        "item | 1. a\nitem | 5. b\nitem | 6. c\nitem | 8. d",
    );
    // Bullets; what goes on with an item; a list that is not defined, and none.
    check(
        &[item(3, 0, "a"), item(3, 1, "b"), item(3, 0, "c")],
        "item | - a⏎    b\nitem | - c",
    );
    check(&[item(9, 0, "a"), item(0, 0, "b")], "par | a\npar | b");
    check(&[item(1, 9, "a"), item(1, 255, "b")], "par | a\npar | b");
}

#[test]
fn an_empty_line_between_lists_only() {
    let body = [
        item(1, 0, "a"),
        item(3, 1, "b"),
        item(1, 0, "c"),
        item(3, 0, "d"),
    ]
    .concat();
    let raw = document(&body, &[("numbering", NUMBERING)]);
    let (text, _) = read(&raw, &LIMITS).unwrap();
    assert_eq!(
        text,
        "1. a\n\nb\n\n2. c\n\n- d\n".replace("1. a\n\nb\n\n2. c", "1. a\n    b\n2. c")
    );
}

#[test]
fn numbered_headings() {
    let styles = r#"<w:styles>
        <w:style w:type="paragraph" w:styleId="Heading1"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="Heading2"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Heading2"/></w:style>
    </w:styles>"#;
    let parts = [("styles", styles), ("numbering", NUMBERING)];
    let body = [
        styled("Heading1", "a"),
        styled("Heading1", "b"),
        styled("Heading2", "c"),
        styled("Own", "d"),
    ];
    check_with(
        &parts,
        &body.concat(),
        "H1 | Part I a\nH1 | Part II b\nH2 | 2.1 c\nH2 | 2.2 d",
    );
    let unnumbered = p(
        r#"<w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="0"/></w:numPr>"#,
        "e",
    );
    check_with(&parts, &unnumbered, "H1 | e");
}

#[test]
fn tables() {
    check(
        &format!("<w:tbl>{}{}</w:tbl>", row(&["a", "b"]), row(&["c", "d"])),
        "row | a | b\nrow | c | d",
    );
    check(
        &format!("<w:tbl>{}{}</w:tbl>", row(&["", ""]), row(&["", "d"])),
        "row | | d",
    );
    let two = cell(&(p("", "a") + &p("", "b")));
    check(
        &format!("<w:tbl><w:tr>{two}{}</w:tr></w:tbl>", cell(&p("", "c"))),
        "row | a b | c",
    );
    let inner = format!("<w:tbl>{}{}</w:tbl>", row(&["1", "2"]), row(&["3", "4"]));
    let outer = format!(
        "<w:tbl><w:tr>{}{}</w:tr></w:tbl>",
        cell(&p("", "a")),
        cell(&inner)
    );
    check(&outer, "row | a | 1, 2; 3, 4");
    // One column lays the page out; so does a cell of many paragraphs.
    check(&format!("<w:tbl>{}</w:tbl>", row(&["a"])), "par | a");
    let layout = format!(
        "<w:tbl><w:tr>{}</w:tr></w:tbl>",
        cell(&(styled("Heading1", "a") + &inner))
    );
    check(&layout, "H1 | a\nrow | 1 | 2\nrow | 3 | 4");
    let long = cell(&p("", "a").repeat(9));
    let long = format!(
        "<w:tbl><w:tr>{long}{}</w:tr></w:tbl>",
        cell(&styled("Heading1", "b"))
    );
    check(&long, &("par | a\n".repeat(9) + "H1 | b"));
}

#[test]
fn text_boxes() {
    let text_box = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", p("", text));
    let both = format!(
        "<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent>",
        text_box("box"),
        text_box("box")
    );
    check(
        &format!("<w:p><w:r><w:t>a</w:t>{both}<w:t>b</w:t></w:r></w:p>"),
        "par | ab\npar | box",
    );
    let fallback = both.replacen(&text_box("box"), "<wps:unknown/>", 1);
    check(&format!("<w:p><w:r>{fallback}</w:r></w:p>"), "par | box");
    // A shape as presentations have it.
    check(
        "<w:p><w:r><lc:lockedCanvas><a:txBody><a:p><a:r><a:t>shape</a:t></a:r></a:p></a:txBody></lc:lockedCanvas></w:r></w:p>",
        "par | shape",
    );
}

#[test]
fn notes_follow_what_refers_to_them() {
    let footnotes = format!(
        r#"<w:footnotes><w:footnote w:type="separator" w:id="0">{}</w:footnote><w:footnote w:id="1">{}</w:footnote><w:footnote w:id="2">{}</w:footnote></w:footnotes>"#,
        p("", "no"),
        p("", "first"),
        p("", "second")
    );
    let endnotes = format!(
        r#"<w:endnotes><w:endnote w:id="1">{}</w:endnote></w:endnotes>"#,
        p("", "end")
    );
    let parts = [
        ("footnotes", footnotes.as_str()),
        ("endnotes", endnotes.as_str()),
    ];
    let refer = |text: &str, kind: &str, id: u8| {
        format!(r#"<w:p><w:r><w:t>{text}</w:t><w:{kind} w:id="{id}"/></w:r></w:p>"#)
    };
    let body = refer("a", "footnoteReference", 2)
        + &refer("b", "endnoteReference", 1)
        + &refer("c", "footnoteReference", 2);
    check_with(
        &parts,
        &body,
        "par | a[1]\npar | [1] second\npar | b[i]\npar | [i] end\npar | c[1]",
    );
    // Not between the rows of a table.
    let cell_of = |text: &str, id: u8| cell(&refer(text, "footnoteReference", id));
    let table = format!(
        "<w:tbl><w:tr>{}{}</w:tr>{}</w:tbl>",
        cell_of("a", 1),
        cell_of("b", 2),
        row(&["c", "d"])
    );
    check_with(
        &parts,
        &table,
        "row | a[1] | b[2]\nrow | c | d\npar | [1] first\npar | [2] second",
    );
    check_with(&parts, &refer("a", "footnoteReference", 7), "par | a");
}

#[test]
fn preformatted_lines_are_one_block() {
    let body = [
        styled("SourceCode", "if a:"),
        styled("SourceCode", "  b"),
        styled("SourceCode", ""),
        styled("SourceCode", "c"),
        styled("SourceCode", ""),
        p("", "text"),
    ];
    let styles = r#"<w:styles><w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style></w:styles>"#;
    check_with(
        &[("styles", styles)],
        &body.concat(),
        "par | if a:⏎  b⏎⏎c\npar | text",
    );
}

#[test]
fn drop_caps_join() {
    let cap = p(r#"<w:framePr w:dropCap="drop"/>"#, "O");
    check(&(cap + &p("", "nce upon a time")), "par | Once upon a time");
}

#[test]
fn formulas() {
    let r = |text: &str| format!("<m:r><m:t>{text}</m:t></m:r>");
    let check = |formula: &str, expected: &str| {
        super::snippets::check(
            &format!("<w:p><m:oMath>{formula}</m:oMath></w:p>"),
            &format!("par | {expected}"),
        );
    };
    check(
        &format!(
            "<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>",
            r("a+b"),
            r("c")
        ),
        "(a+b)/c",
    );
    check(
        &format!(
            "<m:sSup><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>",
            r("x"),
            r("2")
        ),
        "x^2",
    );
    check(
        &format!("<m:rad><m:deg/><m:e>{}</m:e></m:rad>", r("2")),
        "√2",
    );
    check(
        &format!(
            r#"<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{}</m:sub><m:sup>{}</m:sup><m:e>{}</m:e></m:nary>"#,
            r("i=1"),
            r("n"),
            r("i")
        ),
        "∑_(i=1)^n i",
    );
    check(
        &format!(
            r#"<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>{}</m:e></m:d>"#,
            r("x")
        ),
        "[x]",
    );
    check(&format!("{}<m:sSub><m:e/><m:sub/></m:sSub>", r("x")), "x");
}

#[test]
fn pictures() {
    let picture = |descr: &str| {
        format!(
            r#"<w:p><w:r><w:drawing><wp:inline><wp:docPr descr="{descr}"/><a:blip/></wp:inline></w:drawing></w:r></w:p>"#
        )
    };
    check(&picture("A pump in a box"), "par | [A pump in a box]");
    let anchored = picture("A pump in a box").replace("wp:inline", "wp:anchor");
    check(
        &styled("Heading1", "Pump").replace(
            "</w:r></w:p>",
            &format!("</w:r>{}", &anchored["<w:p>".len()..]),
        ),
        "H1 | Pump\npar | [A pump in a box]",
    );
    check(&(picture("image1.png") + &p("", "a")), "par | a");
    check(
        &picture("C:\\my pictures\\a.png"),
        "refused: scanned: its pages are pictures without text; have it recognised (OCR) to index it",
    );
    check("", "");
}

#[test]
fn lines_in_a_font_of_code() {
    let run = |font: &str, text: &str| {
        format!(
            r#"<w:r><w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}"/></w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>"#
        )
    };
    let line = |text: &str| format!("<w:p>{}</w:p>", run("Consolas", text));
    check(
        &(p("", "Do:") + &line("if a:") + &line("    b") + &p("", "Done.")),
        "par | Do:\npar | if a:⏎    b\npar | Done.",
    );
    let mixed = format!(
        "<w:p>{}{}</w:p>",
        run("Arial", "call "),
        run("Consolas", "b")
    );
    check(&(mixed.clone() + &mixed), "par | call b\npar | call b");
    // A body in such a font is no code.
    let styles = r#"<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr></w:style></w:styles>"#;
    check_with(
        &[("styles", styles)],
        &(p("", "a") + &p("", "b")),
        "par | a\npar | b",
    );
}
