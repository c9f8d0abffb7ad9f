//! Fonts: what a character code says, how wide it is, and whether the face is bold or monospaced.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use hayro_font::hayro_cmap::{self, BfString};
use hayro_font::{
    CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, StandardFont,
};
use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier};

/// What stands for a character nobody can name.
pub(super) const UNKNOWN: char = char::REPLACEMENT_CHARACTER;

/// Whether a face stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Style {
    /// Heavier than the regular weight.
    pub(super) bold: bool,
    /// Slanted.
    pub(super) italic: bool,
    /// Every character equally wide.
    pub(super) mono: bool,
}

/// A font of the document.
pub(super) struct Face<'a> {
    font: Font<'a>,
    /// How it looks.
    pub(super) style: Style,
    /// Ems a unit of the font size is high: 1 but for Type 3 fonts, whose matrix is their own.
    pub(super) scale: f64,
    codes: HashMap<u32, Code>,
}

/// A character code of a font.
#[derive(Clone)]
pub(super) struct Code {
    /// The characters it shows; U+FFFD where the font does not tell.
    pub(super) text: Rc<str>,
    /// How far it moves the pen, in thousandths of the font size: across, and down in vertical writing.
    pub(super) advance: (f64, f64),
}

impl Face<'_> {
    /// The code that begins at a byte of a shown string, what it shows, and its length in bytes.
    pub(super) fn read(&mut self, bytes: &[u8], at: usize) -> (Code, u32, usize) {
        let (code, length) = self.font.read_code(bytes, at);
        let known = match self.codes.get(&code) {
            Some(known) => known.clone(),
            None => {
                let read = self.look_up(code);
                self.codes.insert(code, read.clone());
                read
            }
        };
        (known, code, length.max(1))
    }

    /// Whether lines run from left to right, not from top to bottom.
    pub(super) fn is_horizontal(&self) -> bool {
        self.font.is_horizontal()
    }

    fn look_up(&self, code: u32) -> Code {
        let unicode = match self.font.glyph(self.font.map_code(code), code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode().filter(is_readable).or_else(|| tex(code)),
        };
        let text = match unicode {
            Some(BfString::Char(char)) => char.to_string(),
            Some(BfString::String(string)) => string,
            None => UNKNOWN.to_string(),
        };
        let advance = self.font.code_advance(code);
        Code {
            text: text.into(),
            advance: (advance.x, advance.y),
        }
    }
}

/// The fonts met so far, by the object that defines them.
pub(super) struct Faces<'a> {
    cache: FontCache<'a>,
    programs: FontResolverFn,
    cmaps: CMapResolverFn,
    by_object: HashMap<ObjectIdentifier, Option<usize>>,
    faces: Vec<Face<'a>>,
    standard: Option<Option<usize>>,
}

impl<'a> Faces<'a> {
    pub(super) fn new() -> Self {
        Self {
            cache: FontCache::new(),
            programs: Arc::new(|query| match query {
                FontQuery::Standard(font) => Some(font.get_font_data()),
                FontQuery::Fallback(font) => Some(font.pick_standard_font().get_font_data()),
            }),
            cmaps: Arc::new(hayro_cmap::load_embedded),
            by_object: HashMap::new(),
            faces: Vec::new(),
            standard: None,
        }
    }

    /// The face of that number.
    pub(super) fn get(&mut self, face: usize) -> Option<&mut Face<'a>> {
        self.faces.get_mut(face)
    }

    /// The number of the face that a font dictionary describes; none where it can't be read.
    pub(super) fn of(&mut self, dict: &Dict<'a>) -> Option<usize> {
        let id = dict.obj_id();
        if let Some(known) = id.and_then(|id| self.by_object.get(&id)) {
            return *known;
        }
        let font = self.cache.font(dict, &self.programs, &self.cmaps);
        let face = font.map(|font| self.add(font, style(dict), scale(dict)));
        if let Some(id) = id {
            self.by_object.insert(id, face);
        }
        face
    }

    /// The face for text whose font the page does not have: Helvetica, as viewers do.
    pub(super) fn standard(&mut self) -> Option<usize> {
        match self.standard {
            Some(known) => known,
            None => {
                let font = self
                    .cache
                    .standard_font(StandardFont::Helvetica, &self.programs);
                let face = font.map(|font| self.add(font, Style::default(), 1.0));
                self.standard = Some(face);
                face
            }
        }
    }

    fn add(&mut self, font: Font<'a>, style: Style, scale: f64) -> usize {
        self.faces.push(Face {
            font,
            style,
            scale,
            codes: HashMap::new(),
        });
        self.faces.len() - 1
    }
}

/// Type 3 glyphs are drawn in a space of their own (ISO 32000-1, 9.6.5): its matrix times the
/// height of the font's box says how high the face is. Boxes that say nothing count as an em.
fn scale(dict: &Dict<'_>) -> f64 {
    let is_type3 = dict
        .get::<Name<'_>>("Subtype")
        .is_some_and(|name| name.as_str() == "Type3");
    if !is_type3 {
        return 1.0;
    }
    let matrix = dict
        .get::<[f64; 6]>("FontMatrix")
        .unwrap_or([0.001, 0.0, 0.0, 0.001, 0.0, 0.0]);
    let height = dict
        .get::<[f64; 4]>("FontBBox")
        .map_or(0.0, |[_, bottom, _, top]| (top - bottom).abs());
    let scale = matrix[3].abs() * height;
    match scale.is_finite() && scale > 0.1 {
        true => scale,
        false => 1.0,
    }
}

fn is_readable(unicode: &BfString) -> bool {
    !matches!(unicode, BfString::Char(char) if char.is_control())
}

/// TeX's bitmap fonts name their glyphs after their codes, if at all. The codes are those of its
/// text fonts (OT1; Knuth, The TeXbook, appendix F): ASCII but for the ligatures.
fn tex(code: u32) -> Option<BfString> {
    let char = match code {
        11 => 'ﬀ',
        12 => 'ﬁ',
        13 => 'ﬂ',
        14 => 'ﬃ',
        15 => 'ﬄ',
        0x21..=0x7e => char::from_u32(code)?,
        _ => return None,
    };
    Some(BfString::Char(char))
}

/// Bits of a font descriptor's `Flags` (ISO 32000-1, table 123).
const FIXED_PITCH: i32 = 1;
const ITALIC: i32 = 1 << 6;
const FORCE_BOLD: i32 = 1 << 18;
/// `FontWeight` from which a face stands out beside a regular one (400).
const SEMI_BOLD: f32 = 600.0;

fn style(dict: &Dict<'_>) -> Style {
    let name = dict
        .get::<Name<'_>>("BaseFont")
        .map(|name| name.as_str().to_owned());
    let descendant = dict
        .get::<Array<'_>>("DescendantFonts")
        .and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let descriptor = dict
        .get::<Dict<'_>>("FontDescriptor")
        .or_else(|| descendant.and_then(|font| font.get::<Dict<'_>>("FontDescriptor")));
    let flags = descriptor
        .as_ref()
        .and_then(|it| it.get::<i32>("Flags"))
        .unwrap_or(0);
    let weight = descriptor
        .as_ref()
        .and_then(|it| it.get::<f32>("FontWeight"))
        .unwrap_or(0.0);
    let named = name.as_deref().map(style_of_name).unwrap_or_default();
    Style {
        bold: named.bold || weight >= SEMI_BOLD || flags & FORCE_BOLD != 0,
        italic: named.italic || flags & ITALIC != 0,
        mono: named.mono || flags & FIXED_PITCH != 0,
    }
}

/// What a PostScript name tells. TeX's faces have names of their own: Computer Modern's bold is
/// `CMBX`, its typewriter `CMTT`; the bold of URW's clones is called `Medi`.
fn style_of_name(name: &str) -> Style {
    let name = name.split_once('+').map_or(name, |(_, name)| name);
    let lower = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    Style {
        bold: has(&["bold", "black", "heavy", "demi", "-medi", "extrabd"])
            || lower.ends_with("-bd")
            || begins(&[
                "cmbx",
                "cmssbx",
                "cmb1",
                "sfbx",
                "sfsx",
                "ecbx",
                "cmcsbx",
                "nimbussanl-bold",
                "lmssbx",
            ]),
        italic: has(&["italic", "oblique", "slant", "-ita", "-regu-ital"])
            || begins(&["cmti", "cmsl", "cmmi", "sfti", "sfsl"]),
        mono: has(&[
            "mono",
            "courier",
            "typewriter",
            "consol",
            "menlo",
            "inconsolata",
            "fixed",
            "nimbusmonl",
        ]) || begins(&[
            "cmtt", "sftt", "ectt", "cmsltt", "cmitt", "cmcsc-tt", "lmtt", "lmmono", "txtt", "pxtt",
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, bold: bool, italic: bool, mono: bool) {
        assert_eq!(style_of_name(name), Style { bold, italic, mono }, "{name}");
    }

    #[test]
    fn a_name_tells_the_style() {
        check("ABCDEF+Times-BoldItalic", true, true, false);
        check("Helvetica", false, false, false);
        check("XYZABC+CMBX12", true, false, false);
        check("CMTT10", false, false, true);
        check("NimbusRomNo9L-Medi", true, false, false);
        check("DejaVuSansMono-Bold", true, false, true);
        check("Medium", false, false, false);
    }
}
