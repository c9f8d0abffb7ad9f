//! DOCX to Markdown: `package` prepares the XML, undoc reads it, `docx_markdown` writes it.
//!
//! [`read()`] runs only in the child process.

use super::docx_markdown::{MarkdownWriter, is_code};
use super::package::{OUTLINE_STYLE, readable};
use super::refusal::Refusal;
use super::{block, notes};
use undoc::ErrorKind;
use undoc::model::{Block, HeadingLevel, ListInfo, ListType};

/// Converts an Office Open XML document to Markdown.
///
/// # Errors
/// [`Refusal::Encrypted`] if it requires a password, [`Refusal::Malformed`] if it is not a
/// word-processing document.
pub(super) fn read(raw: &[u8]) -> Result<String, Refusal> {
    let package = readable(raw);
    let document = undoc::parse_bytes(package.as_deref().unwrap_or(raw)).map_err(refusal)?;
    let mut writer = MarkdownWriter::default();
    for mut section in document.sections {
        section.content.iter_mut().for_each(set_level);
        set_lists(&mut section.content);
        notes::place(&mut section.content, is_code);
        for blocks in section.content.chunk_by(|a, b| is_code(a) == is_code(b)) {
            writer.blocks(blocks);
        }
    }
    Ok(writer.text)
}

fn refusal(error: undoc::Error) -> Refusal {
    match error.kind() {
        ErrorKind::Encrypted => Refusal::Encrypted,
        _ => Refusal::Malformed(error.to_string()),
    }
}

/// Sets the outline level of a paragraph that states one. A numbered heading is not a list item.
fn set_level(block: &mut Block) {
    let Block::Paragraph(paragraph) = block else {
        return;
    };
    let own = paragraph
        .style_id
        .as_deref()
        .and_then(|id| id.strip_prefix(OUTLINE_STYLE));
    if let Some(level) = own.and_then(|level| level.parse::<u8>().ok()) {
        paragraph.heading = match level {
            1..=9 => HeadingLevel::from_number(level.min(block::MAX_LEVEL)),
            _ => HeadingLevel::None,
        };
    }
    if paragraph.style_name.as_deref() == Some("Subtitle") {
        paragraph.heading = HeadingLevel::None;
    }
    if paragraph.heading.is_heading() {
        paragraph.list_info = None;
    }
}

/// Marks the items of lists whose styles are "List Bullet" and "List Number", which undoc does not follow.
fn set_lists(blocks: &mut [Block]) {
    let mut numbers = [0; 9];
    for block in blocks {
        let Block::Paragraph(paragraph) = block else {
            numbers = [0; 9];
            continue;
        };
        let style = paragraph.style_name.as_deref().unwrap_or_default();
        let style = style.to_lowercase();
        let (list_type, depth) = if let Some(depth) = style.strip_prefix("list bullet") {
            (ListType::Bullet, depth)
        } else if let Some(depth) = style.strip_prefix("list number") {
            (ListType::Numbered, depth)
        } else {
            numbers = [0; 9];
            continue;
        };
        let level = depth.trim().parse::<usize>().unwrap_or(1).clamp(1, 9) - 1;
        numbers[level + 1..].fill(0);
        match list_type {
            ListType::Numbered => numbers[level] += 1,
            _ => numbers[level] = 0,
        }
        if paragraph.list_info.is_none() {
            paragraph.list_info = Some(ListInfo {
                number: (list_type == ListType::Numbered).then_some(numbers[level]),
                list_type,
                level: level as u8,
                marker_image: None,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    const STYLES: &str = r#"
        <w:style w:type="paragraph" w:styleId="A1"><w:name w:val="Heading 1"/></w:style>
        <w:style w:type="paragraph" w:styleId="A2"><w:name w:val="heading 2"/><w:rPr><w:b/></w:rPr></w:style>
        <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Chapter"/><w:basedOn w:val="A2"/></w:style>
        <w:style w:type="paragraph" w:styleId="A8"><w:name w:val="heading 8"/>
            <w:pPr><w:outlineLvl w:val="7"/></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="Überschrift 2"/><w:pPr/></w:style>
        <w:style w:type="paragraph" w:styleId="Subtitle"><w:name w:val="Subtitle"/></w:style>
        <w:style w:type="paragraph" w:styleId="ListBullet"><w:name w:val="List Bullet"/></w:style>
        <w:style w:type="paragraph" w:styleId="ListBullet2"><w:name w:val="List Bullet 2"/></w:style>
        <w:style w:type="paragraph" w:styleId="ListNumber"><w:name w:val="List Number"/></w:style>
        <w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/><w:rPr><w:b/><w:i/></w:rPr></w:style>
        <w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
        <w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style>"#;

    const FOOTNOTES: &str = r#"<w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>
        <w:footnote w:id="7"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>Seven</w:t></w:r></w:p><w:p><w:r><w:t>more</w:t></w:r></w:p></w:footnote>
        <w:footnote w:id="8"><w:p><w:r><w:t>Eight</w:t></w:r></w:p></w:footnote>"#;
    const ENDNOTES: &str =
        r#"<w:endnote w:id="3"><w:p><w:r><w:t>End</w:t></w:r></w:p></w:endnote>"#;

    /// The Markdown of a document with these elements in its body.
    fn converted(body: &str) -> String {
        const NAMES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
            xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" \
            xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
        let parts = [
            (
                "[Content_Types].xml",
                r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#.to_owned(),
            ),
            (
                "_rels/.rels",
                r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#.to_owned(),
            ),
            (
                "word/_rels/document.xml.rels",
                r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org/a?b=1&amp;c=2" TargetMode="External"/></Relationships>"#.to_owned(),
            ),
            ("word/styles.xml", format!("<w:styles {NAMES}>{STYLES}</w:styles>")),
            ("word/footnotes.xml", format!("<w:footnotes {NAMES}>{FOOTNOTES}</w:footnotes>")),
            ("word/endnotes.xml", format!("<w:endnotes {NAMES}>{ENDNOTES}</w:endnotes>")),
            ("word/media/image1.png", String::new()),
            (
                "word/document.xml",
                format!("<w:document {NAMES}><w:body>{body}</w:body></w:document>"),
            ),
        ];
        let mut package = ZipWriter::new(Cursor::new(Vec::new()));
        let has_notes = body.contains("noteReference");
        let is_used = |name: &str| has_notes || !name.ends_with("notes.xml");
        for (name, text) in parts.into_iter().filter(|(name, _)| is_used(name)) {
            package
                .start_file(name, SimpleFileOptions::default())
                .expect("a part");
            package.write_all(text.as_bytes()).expect("a part");
        }
        let raw = package.finish().expect("a package").into_inner();
        read(&raw).expect("a document")
    }

    #[track_caller]
    fn check(body: &str, expected: &str) {
        assert_eq!(converted(body).trim_end(), expected, "{body}");
    }

    /// A paragraph with properties and one run.
    fn paragraph(properties: &str, text: &str) -> String {
        format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
    }

    fn styled(style: &str, text: &str) -> String {
        paragraph(&format!("<w:pStyle w:val=\"{style}\"/>"), text)
    }

    #[test]
    fn headings_follow_the_names_of_styles() {
        check(
            &[
                styled("A1", "One"),
                styled("Own", "Two"),
                styled("A8", "Deep"),
            ]
            .concat(),
            "# One\n\n## Two\n\n###### Deep",
        );
        check(&styled("berschrift2", "Zwei"), "## Zwei");
        check(&styled("A1", "C"), "# C");
        check(&[styled("A1", ""), styled("A1", "D")].concat(), "# D");
        check(
            &styled("A1", &"Long words. ".repeat(20)),
            &format!("# {}", "Long words. ".repeat(20).trim()),
        );
    }

    #[test]
    fn headings_may_have_numbers_and_levels_of_their_own() {
        let numbered = "<w:pStyle w:val=\"A2\"/><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr>";
        check(&paragraph(numbered, "Delta"), "## Delta");
        check(&paragraph("<w:outlineLvl w:val=\"2\"/>", "Own"), "### Own");
        check(
            &paragraph(
                "<w:pStyle w:val=\"A1\"/><w:outlineLvl w:val=\"9\"/>",
                "Text",
            ),
            "Text",
        );
    }

    #[test]
    fn bold_styles_of_paragraphs_are_no_headings() {
        check(&styled("Caption", "Figure 1"), "Figure 1");
        check(&styled("Subtitle", "For readers"), "For readers");
        let strong = "<w:p><w:r><w:rPr><w:rStyle w:val=\"Strong\"/></w:rPr><w:t>Words</w:t></w:r>\
                      <w:r><w:t xml:space=\"preserve\"> and more.</w:t></w:r></w:p>";
        check(strong, "Words and more.");
        check(
            "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>By hand</w:t></w:r></w:p>",
            "# By hand",
        );
    }

    #[test]
    fn styles_of_lists_have_marks() {
        let items = [
            "ListNumber",
            "ListBullet2",
            "ListNumber",
            "A1",
            "ListNumber",
        ];
        let items = items.map(|style| styled(style, "Item"));
        check(
            &items.concat(),
            "1. Item\n  - Item\n2. Item\n\n# Item\n\n1. Item",
        );
        check(
            &["ListBullet", "ListNumber"]
                .map(|style| styled(style, "Item"))
                .concat(),
            "- Item\n1. Item",
        );
    }

    #[test]
    fn moved_and_hidden_text_is_not_shown() {
        let run = |properties: &str, text: &str| {
            format!(
                "<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>"
            )
        };
        let body = [
            run("", "kept "),
            format!("<w:moveFrom w:id=\"1\">{}</w:moveFrom>", run("", "moved ")),
            run("<w:vanish/>", "hidden "),
            run("<w:vanish w:val=\"0\"/>", "shown "),
            format!("<w:moveTo w:id=\"2\">{}</w:moveTo>", run("", "here")),
        ];
        check(
            &format!(
                "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>{}</w:p>",
                body.concat()
            ),
            "kept shown here",
        );
    }

    #[test]
    fn letters_of_equations_are_text() {
        check(
            "<w:p><w:r><w:t>Energy </w:t></w:r><m:oMath><m:r><m:rPr/><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e>\
             <m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath><w:r><w:t> holds.</w:t></w:r></w:p>",
            "Energy E=mc2 holds.",
        );
    }

    #[test]
    fn breaks_of_lines_are_kept() {
        let lines =
            "<w:t>Monday to Friday</w:t><w:br/><w:t># nine</w:t><w:br/><w:br/><w:t>five</w:t>";
        check(
            &format!("<w:p><w:r>{lines}</w:r></w:p>"),
            "Monday to Friday\n\\# nine\n\nfive",
        );
        check(&styled("A1", "One</w:t><w:br/><w:t>line"), "# One line");
        let cell = format!("<w:tc><w:p><w:r>{lines}</w:r></w:p></w:tc>");
        let found = converted(&format!(
            "<w:tbl><w:tr>{cell}</w:tr><w:tr>{cell}</w:tr></w:tbl>"
        ));
        assert!(found.contains("Monday to Friday<br>"), "{found}");
        assert!(
            found
                .lines()
                .all(|line| line.starts_with('|') || line.is_empty()),
            "{found}"
        );
    }

    #[test]
    fn code_is_fenced_without_emphasis() {
        let mono = "<w:rPr><w:b/><w:rFonts w:ascii=\"DejaVu Sans Mono\"/></w:rPr>";
        let code = format!(
            "{}<w:p><w:pPr><w:pStyle w:val=\"SourceCode\"/></w:pPr><w:r>{mono}<w:t>def</w:t></w:r><w:r><w:t xml:space=\"preserve\"> a_b(c):</w:t>\
             <w:br/><w:t xml:space=\"preserve\">    return *c</w:t></w:r></w:p><w:p><w:r>{mono}<w:t>a_b()</w:t></w:r></w:p>{}",
            paragraph("", "Text:"),
            paragraph("", "Text."),
        );
        check(
            &styled(
                "SourceCode",
                "```sh</w:t><w:br/><w:t>ls</w:t><w:br/><w:t>```",
            ),
            "````\n```sh\nls\n```\n````",
        );
        check(
            &code,
            "Text:\n\n```\ndef a_b(c):\n    return *c\na_b()\n```\n\nText.",
        );
        let words =
            format!("<w:p><w:r><w:t>Some </w:t></w:r><w:r>{mono}<w:t>code</w:t></w:r></w:p>");
        assert!(!converted(&words).contains("```"));
    }

    #[test]
    fn soft_hyphens_are_not_shown() {
        check(
            "<w:p><w:r><w:t>co</w:t><w:softHyphen/><w:t>operate</w:t></w:r></w:p>",
            "cooperate",
        );
        check(
            &paragraph(
                "",
                "co\u{ad}operate, non\u{2011}blocking,</w:t><w:tab/><w:t>10\u{a0}kg",
            ),
            "cooperate, non-blocking, 10 kg",
        );
    }

    #[test]
    fn notes_stand_below_their_text() {
        let reference = |kind: &str, id: u8| {
            format!("</w:t></w:r><w:r><w:{kind}Reference w:id=\"{id}\"/></w:r><w:r><w:t>")
        };
        let body = [
            styled("A1", "One"),
            styled("ListBullet", &format!("first{}", reference("footnote", 8))),
            styled("ListBullet", "second"),
            paragraph("", &format!("Text{} goes on.", reference("endnote", 3))),
            styled("A1", "Two"),
            format!(
                "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
                paragraph("", &format!("Cell{}", reference("footnote", 7)))
            ),
            paragraph("", "Last."),
        ];
        check(
            &body.concat(),
            "# One\n\n- first[^1]\n- second\n\n[^1]: Eight\n\nText goes on.[^e1]\n\n[^e1]: End\n\n# Two\n\n\
             | Cell[^2] |\n| --- |\n\n[^2]: Seven\nmore\n\nLast.",
        );
    }

    #[test]
    fn marks_of_notes_divide_no_sentence() {
        let mark = |id: u8| {
            format!("</w:t></w:r><w:r><w:footnoteReference w:id=\"{id}\"/></w:r><w:r><w:t>")
        };
        check(
            &paragraph(
                "",
                &format!("One{} of two{}. A third.{} Last", mark(8), mark(7), mark(8)),
            ),
            "One of two.[^1][^2] A third.[^1] Last\n\n[^1]: Eight\n\n[^2]: Seven\nmore\n\n\
             [^e3]: End",
        );
    }

    #[test]
    fn columns_of_tables_keep_their_alignment() {
        let cell =
            |properties: &str, text: &str| format!("<w:tc>{}</w:tc>", paragraph(properties, text));
        let row = |alignment: &str, cells: [&str; 2]| {
            let second = format!("<w:jc w:val=\"{alignment}\"/>");
            let cells = [cell("", cells[0]), cell(&second, cells[1])].concat();
            format!("<w:tr>{cells}</w:tr>")
        };
        let rows = |alignment: &str| {
            let rows = [
                row("center", ["Name", "Price"]),
                row("right", ["a", "1"]),
                row(alignment, ["b", "10"]),
            ];
            format!("<w:tbl>{}</w:tbl>", rows.concat())
        };
        let cells = "| a | 1 |\n| b | 10 |";
        check(
            &rows("end"),
            &format!("| Name | Price |\n| --- | ---: |\n{cells}"),
        );
        check(
            &rows("left"),
            &format!("| Name | Price |\n| --- | --- |\n{cells}"),
        );
    }

    #[test]
    fn marks_of_markdown_are_printed_as_they_are() {
        for text in [
            "snake_case_name and __init__",
            "a*b*c and 2 * 3",
            "~tilde~ ~~two~~",
            "Issue #5 #",
            "Ends with star *",
            "- dash",
            "> arrow",
            "List&lt;String> &amp; `x`, `y",
            "[Draft](x) ![y](z) C:\\temp\\new",
            "1. The first words. The second words are here.",
        ] {
            let printed = text.replace("&lt;", "<").replace("&amp;", "&");
            check(&styled("A2", text), &format!("## {printed}"));
            check(&paragraph("", text), &printed);
            check(&styled("ListBullet", text), &format!("- {printed}"));
        }
        for text in ["# x", "&lt;b>", "```", "~~~sh", "[a]: b", "---", "==="] {
            let printed = text.replace("&lt;", "<");
            check(&paragraph("", text), &format!("\\{printed}"));
        }
        let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph("", text));
        let row = |cells: [&str; 2]| format!("<w:tr>{}</w:tr>", cells.map(cell).concat());
        check(
            &format!("<w:tbl>{}{}</w:tbl>", row(["One", "*"]), row(["a|b", "c"])),
            "| One | * |  |\n| --- | --- | --- |\n| a|b | c |",
        );
    }

    #[test]
    fn addresses_of_links_stand_below_their_text() {
        let link = |text: &str| {
            format!(
                "</w:t></w:r><w:hyperlink r:id=\"rId9\"><w:r><w:t>{text}</w:t></w:r></w:hyperlink><w:r><w:t>"
            )
        };
        let address = "https://example.org/a?b=1&c=2";
        check(
            &paragraph("", &format!("See the{} for more.", link(" page"))),
            &format!("See the page for more.\n\n{address}"),
        );
        check(
            &paragraph(
                "",
                &format!("See{}", link(" https://example.org/a?b=1&amp;c=2")),
            ),
            &format!("See {address}"),
        );
        check(
            &[
                styled("ListBullet", &link("one")),
                styled("ListBullet", "two"),
            ]
            .concat(),
            &format!("- one\n- two\n\n{address}"),
        );
    }

    #[test]
    fn emphasis_divides_no_words_and_phrases() {
        let run = |properties: &str, text: &str| {
            format!(
                "<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>"
            )
        };
        let line = |runs: &[String]| format!("<w:p>{}</w:p>", runs.concat());
        check(
            &line(&[run("", "spl"), run("<w:b/>", "it wo"), run("", "rd")]),
            "split word",
        );
        check(
            &line(&[run("", "a "), run("<w:b/>", "bold"), run("", ", b")]),
            "a bold, b",
        );
        for runs in [
            [run("", "Plain then "), run("<w:i/>", "italic")],
            [run("<w:i/>", "Plain"), run("", " then italic")],
            [
                run("<w:b/>", "Plain "),
                run("<w:i/><w:strike/>", "then italic"),
            ],
        ] {
            check(&line(&runs), "Plain then italic");
            let heading = format!(
                "<w:p><w:pPr><w:pStyle w:val=\"A1\"/></w:pPr>{}</w:p>",
                runs.concat()
            );
            check(&heading, "# Plain then italic");
        }
        check(
            &line(&[
                run("", "Press"),
                run("<w:b/>", " Enter "),
                run("", "to "),
                run("<w:i/>", "go "),
                run("", "on 2 * 3."),
            ]),
            "Press Enter to go on 2 * 3.",
        );
        let below = "<w:vertAlign w:val=\"subscript\"/>";
        let above = "<w:vertAlign w:val=\"superscript\"/>";
        check(
            &line(&[
                run("", "H"),
                run(below, "2"),
                run("", "O in the 21"),
                run(above, "st"),
                run("", " x"),
                run(above, "2"),
            ]),
            "H2O in the 21st x2",
        );
        check(
            "<w:p><w:r><w:t>one</w:t><w:br w:type=\"page\"/><w:t>two</w:t></w:r></w:p>",
            "one\ntwo",
        );
    }
}
