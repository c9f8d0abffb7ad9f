//! Tests of the steps on made-up glyphs, and of the whole on files that real tools wrote.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Once;

use proptest::prelude::*;

use super::content::Glyph;
use super::font::Style;
use super::furniture::Paper;
use super::*;
use crate::corpus::BlockKind;

const LIMITS: Limits = Limits { text: 1 << 24 };

fn fixture(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/documents");
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Blocks one after the other as `p1 H1 | text`.
fn dumped(text: &str, blocks: &[Block]) -> String {
    let ends = blocks
        .iter()
        .skip(1)
        .map(|block| block.start as usize)
        .chain([text.len()]);
    let lines = blocks.iter().zip(ends).map(|(block, end)| {
        let kind = match block.kind {
            BlockKind::Heading(level) => format!("H{level}"),
            BlockKind::Paragraph => "P".to_owned(),
            BlockKind::Item => "LI".to_owned(),
            BlockKind::Row => "TR".to_owned(),
        };
        format!(
            "p{} {kind} | {}\n",
            block.page,
            text[block.start as usize..end].trim_end()
        )
    });
    lines.collect()
}

fn assert_tiles(text: &str, blocks: &[Block]) {
    assert_eq!(
        blocks.first().map(|block| block.start),
        (!text.is_empty()).then_some(0)
    );
    for block in blocks {
        let before = &text[..block.start as usize];
        assert!(
            before.is_empty() || before.ends_with('\n'),
            "a block begins within a line"
        );
    }
    assert!(
        blocks.is_sorted_by(|a, b| a.start < b.start),
        "an empty block"
    );
    assert!(text.is_empty() || text.ends_with('\n'));
}

/// The dump lies beside the file as `.txt`.
fn check(name: &str) {
    let (text, blocks) = read(&fixture(name), &LIMITS).expect(name);
    assert_tiles(&text, &blocks);
    let golden = String::from_utf8(fixture(&name.replace(".pdf", ".pdf.txt"))).expect("UTF-8");
    assert_eq!(dumped(&text, &blocks), golden, "{name}");
}

#[test]
fn reportlab_columns_are_read_one_after_the_other() {
    check("reportlab-columns.pdf");
}

#[test]
fn fpdf_tables_lists_and_code() {
    check("fpdf-table.pdf");
}

#[test]
fn weasyprint_headings_by_weight_and_hyphens() {
    check("weasyprint-weight.pdf");
}

#[test]
fn libreoffice_headings_and_table() {
    check("libreoffice-report.pdf");
}

#[test]
fn pdftex_ligatures_and_accents() {
    check("pdftex-article.pdf");
}

#[test]
fn ghostscript_terms_are_no_headings() {
    check("ghostscript-manual.pdf");
}

#[test]
fn an_empty_password_opens() {
    let whole = read(&fixture("ghostscript-manual.pdf"), &LIMITS);
    assert_eq!(read(&fixture("empty-password.pdf"), &LIMITS), whole);
}

#[test]
fn a_truncated_file_gives_what_it_has() {
    let (text, _) = read(&fixture("truncated.pdf"), &LIMITS).expect("repaired");
    assert!(text.starts_with("MERGE(1)"), "{text}");
}

fn check_refused(raw: &[u8], limits: Limits, expected: &Refusal) {
    assert_eq!(read(raw, &limits).as_ref(), Err(expected));
}

#[test]
fn what_cannot_be_read_is_refused() {
    check_refused(&fixture("encrypted.pdf"), LIMITS, &Refusal::Encrypted);
    check_refused(&fixture("scanned.pdf"), LIMITS, &Refusal::Scanned);
    check_refused(
        b"",
        LIMITS,
        &Refusal::Malformed("it has no readable pages".to_owned()),
    );
    check_refused(
        b"%PDF-1.7 nothing",
        LIMITS,
        &Refusal::Malformed("it has no readable pages".to_owned()),
    );
    check_refused(
        &fixture("fpdf-table.pdf"),
        Limits { text: 100 },
        &Refusal::TooLong { limit: 100 },
    );
}

/// Glyphs of a text at a place, half an em wide each, spaces as white.
fn set(text: &str, x: f32, y: f32, size: f32, style: Style) -> Vec<Glyph> {
    let step = size / 2.0;
    let places = text.chars().enumerate().filter(|(_, char)| *char != ' ');
    let glyph = |(at, char): (usize, char)| Glyph {
        text: char.to_string().into(),
        x: x + at as f32 * step,
        y,
        width: step,
        size,
        angle: 0,
        style,
    };
    places.map(glyph).collect()
}

fn plain(text: &str, x: f32, y: f32) -> Vec<Glyph> {
    set(text, x, y, 10.0, Style::default())
}

fn bold(text: &str, x: f32, y: f32) -> Vec<Glyph> {
    set(
        text,
        x,
        y,
        10.0,
        Style {
            bold: true,
            ..Style::default()
        },
    )
}

/// Pages of glyphs as they would be read, dumped.
fn dump_of(pages: Vec<Vec<Glyph>>) -> String {
    let sheets = pages
        .into_iter()
        .map(|glyphs| by_direction(glyphs, 800.0))
        .collect();
    let (text, blocks) =
        arranged(sheets, &std::collections::HashMap::new(), &LIMITS).expect("short");
    assert_tiles(&text, &blocks);
    dumped(&text, &blocks)
}

fn check_page(glyphs: &[Vec<Glyph>], expected: &str) {
    assert_eq!(dump_of(vec![glyphs.concat()]), expected);
}

#[test]
fn a_line_end_is_a_space_or_a_broken_word() {
    check_page(
        &[
            plain("an example of the things that are exam-", 50.0, 100.0),
            plain("ple text, and of an example of well-kno", 50.0, 112.0),
            plain("wn and well-known; another one is well-", 50.0, 124.0),
            plain("known at the end.", 50.0, 136.0),
        ],
        "p1 P | an example of the things that are example text, and of an example of well-kno wn and well-known; another one is well-known at the end.\n",
    );
}

#[test]
fn white_above_begins_a_paragraph() {
    check_page(
        &[
            plain("One line that is quite long and then", 50.0, 100.0),
            plain("another line that is as long as that", 50.0, 112.0),
            plain("and a third line of much the same le", 50.0, 124.0),
            plain("After white comes something else now", 50.0, 148.0),
            plain("which goes on for a second long line", 50.0, 160.0),
        ],
        "p1 P | One line that is quite long and then another line that is as long as that and a third line of much the same le\np1 P | After white comes something else now which goes on for a second long line\n",
    );
}

#[test]
fn indentation_begins_a_paragraph() {
    check_page(
        &[
            plain("The first paragraph ends on this li.", 50.0, 100.0),
            plain("Indented, the second one begins now", 65.0, 112.0),
            plain("and goes on for another line, full.", 50.0, 124.0),
        ],
        "p1 P | The first paragraph ends on this li.\np1 P | Indented, the second one begins now and goes on for another line, full.\n",
    );
}

#[test]
fn two_columns_are_two_columns() {
    let line = |text: &str, x: f32, row: usize| plain(text, x, 100.0 + 12.0 * row as f32);
    let left = [
        "the left column is read first, all",
        "of its lines one after the other a",
        "nd then comes the other one, never",
    ];
    let right = [
        "mixed with it, line by line, which",
        "would make no sense at all for any",
        "body who wants to read the columns",
    ];
    let title = set(
        "A title over both of the columns of it",
        60.0,
        70.0,
        16.0,
        Style::default(),
    );
    let mut glyphs = vec![title];
    glyphs.extend(
        left.iter()
            .enumerate()
            .map(|(row, text)| line(text, 50.0, row)),
    );
    glyphs.extend(
        right
            .iter()
            .enumerate()
            .map(|(row, text)| line(text, 240.0, row)),
    );
    check_page(
        &glyphs,
        "p1 H1 | A title over both of the columns of it\np1 P | the left column is read first, all of its lines one after the other a nd then comes the other one, never mixed with it, line by line, which would make no sense at all for any body who wants to read the columns\n",
    );
}

#[test]
fn aligned_cells_are_rows() {
    check_page(
        &[
            plain("Name", 50.0, 100.0),
            plain("Count", 150.0, 100.0),
            plain("alpha", 50.0, 112.0),
            plain("12", 165.0, 112.0),
            plain("beta", 50.0, 124.0),
            plain("7", 170.0, 124.0),
        ],
        "p1 TR | Name | Count\np1 TR | alpha | 12\np1 TR | beta | 7\n",
    );
}

#[test]
fn exponents_stay_on_their_line() {
    check_page(
        &[
            plain("the area is 12 m", 50.0, 100.0),
            set("2", 130.0, 96.0, 7.0, Style::default()),
            plain("and no more", 140.0, 100.0),
        ],
        "p1 P | the area is 12 m2 and no more\n",
    );
}

#[test]
fn bold_lines_are_headings_and_bold_words_are_not() {
    check_page(
        &[
            bold("Installation", 50.0, 100.0),
            plain("The program is installed by copying i", 50.0, 124.0),
            plain("t to a directory that is searched, or", 50.0, 136.0),
            plain("by a package. Note that ", 50.0, 148.0),
            bold("this", 170.0, 148.0),
            plain("is bold", 195.0, 148.0),
            bold("Removal", 50.0, 180.0),
            plain("Delete it from the place where it was", 50.0, 204.0),
            plain("put before.", 50.0, 216.0),
        ],
        "p1 H1 | Installation\np1 P | The program is installed by copying i t to a directory that is searched, or by a package. Note that this is bold\np1 H1 | Removal\np1 P | Delete it from the place where it was put before.\n",
    );
}

#[test]
fn a_paragraph_goes_on_over_a_page_end() {
    let one = [
        plain("A paragraph that is not finished at the", 50.0, 700.0),
        plain("end of its page but goes on below with", 50.0, 712.0),
    ];
    let two = [
        plain("more words on the next page, which end.", 50.0, 100.0),
        plain("Then it is done and there is no more it", 50.0, 112.0),
    ];
    assert_eq!(
        dump_of(vec![one.concat(), two.concat()]),
        "p1 P | A paragraph that is not finished at the end of its page but goes on below with more words on the next page, which end. Then it is done and there is no more it\n",
    );
}

#[test]
fn code_keeps_its_shape() {
    let mono = |text: &str, x: f32, y: f32| {
        set(
            text,
            x,
            y,
            10.0,
            Style {
                mono: true,
                ..Style::default()
            },
        )
    };
    check_page(
        &[
            mono("if x {", 50.0, 100.0),
            mono("go();", 70.0, 112.0),
            mono("}", 50.0, 124.0),
            mono("end", 50.0, 148.0),
        ],
        "p1 P | if x {\n    go();\n}\n\nend\n",
    );
}

#[test]
fn dense_pages_are_read_in_time() {
    let row = |y: usize| set(&"word ".repeat(40), 10.0, y as f32, 4.0, Style::default());
    let scattered = (0..30_000_u64).map(|at| Glyph {
        text: "x".into(),
        x: (at * 7919 % 2_000) as f32,
        y: 9_000.0 + (at * 104_729 % 5_000) as f32 / 3.0,
        width: 2.0,
        size: 4.0,
        angle: 0,
        style: Style::default(),
    });
    let glyphs: Vec<Glyph> = (0..450).flat_map(row).chain(scattered).collect();
    assert!(glyphs.len() > 100_000);
    let start = std::time::Instant::now();
    dump_of(vec![glyphs]);
    // Linear it takes well below a second even unoptimised; quadratic it would be minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

thread_local! {
    static PANICKED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether reading panics in code of this room. A panic of a library ends the child process that
/// reads; one of ours is a bug.
fn own_panic(raw: &[u8]) -> Option<String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            match place.contains(".cargo") || place.contains("/rustc/") {
                true => PANICKED.set(None),
                false => PANICKED.set(Some(place)),
            }
            before(info);
        }));
    });
    PANICKED.set(None);
    let read = panic::catch_unwind(AssertUnwindSafe(|| read(raw, &LIMITS)));
    if let Ok(Ok((text, blocks))) = &read {
        assert_tiles(text, blocks);
    }
    read.err().and_then(|_| PANICKED.take())
}

const WHOLE: &[&str] = &[
    "fpdf-table.pdf",
    "ghostscript-manual.pdf",
    "reportlab-columns.pdf",
    "weasyprint-weight.pdf",
    "empty-password.pdf",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_never_panic(
        name in prop::sample::select(WHOLE),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..24),
        kept in prop_oneof![Just(1.0), 0.0..1.0_f64],
    ) {
        let mut raw = fixture(name);
        for (at, byte) in flips {
            let at = at.index(raw.len());
            raw[at] = byte;
        }
        raw.truncate((raw.len() as f64 * kept) as usize);
        prop_assert_eq!(own_panic(&raw), None);
    }

    #[test]
    fn any_glyphs_are_tiled(
        glyphs in prop::collection::vec(("[ a-zA-Z0-9.•ﬁ\u{ad}-]", -50.0..700.0_f32, -50.0..900.0_f32, 0.5..40.0_f32, 0_i16..3, any::<bool>()), 0..400),
    ) {
        let glyphs = glyphs.into_iter().map(|(text, x, y, size, turn, bold)| Glyph {
            text: text.into(), x, y, width: size / 2.0, size, angle: turn * 90, style: Style { bold, ..Style::default() },
        });
        dump_of(vec![glyphs.collect()]);
    }
}

#[test]
fn a_turned_page_is_read_upright() {
    let turned = |text: &str, y: f32| {
        plain(text, -700.0, y)
            .into_iter()
            .map(|it| Glyph { angle: 90, ..it })
            .collect::<Vec<_>>()
    };
    let paper: Paper = by_direction([turned("one", 100.0), turned("two", 112.0)].concat(), 600.0).0;
    let texts: Vec<&str> = paper.fragments.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["one", "two"]);
}
