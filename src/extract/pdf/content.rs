//! A page's content stream, run for its text: every glyph with its place, size and style.
//!
//! The operators and their arithmetic are those of ISO 32000-1, 9.3 and 9.4. Paths, colours and
//! pictures are not drawn; that something was painted is counted, to tell a scanned page from an
//! empty one.

use std::collections::HashSet;
use std::rc::Rc;

use hayro_font::kurbo::{Affine, Point};
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction;
use hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro_syntax::page::{Page, Resources};

use super::font::{Faces, Style};

/// Forms may hold forms; deeper than this nobody nests them, and a loop ends.
const FORM_DEPTH: usize = 12;
/// Forms run on one page, however they hold each other.
const FORMS_A_PAGE: usize = 4_096;
/// Saved graphics states (`q`).
const STATES: usize = 512;
/// Coordinates beyond this are damage, in points.
const FARTHEST: f64 = 100_000.0;

/// A character where the page shows it.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    /// What it says, normally one character.
    pub(super) text: Rc<str>,
    /// Where it begins, in points from the page's left once the text is turned upright.
    pub(super) x: f32,
    /// Its baseline, in points from the page's top downwards once the text is turned upright.
    pub(super) y: f32,
    /// How far it moves the pen, in points.
    pub(super) width: f32,
    /// The font size on the page, in points.
    pub(super) size: f32,
    /// The direction of its line in degrees clockwise: 0 is upright.
    pub(super) angle: i16,
    /// How its face looks.
    pub(super) style: Style,
}

/// What a page shows.
#[derive(Default)]
pub(super) struct Sheet {
    /// In the order they are painted.
    pub(super) glyphs: Vec<Glyph>,
    /// Whether anything but text is painted: pictures or shapes.
    pub(super) is_painted: bool,
    /// The page's height as shown, in points.
    pub(super) height: f32,
}

/// Runs a page; at most `glyphs` are taken from it.
pub(super) fn show<'a>(page: &Page<'a>, faces: &mut Faces<'a>, glyphs: usize) -> Sheet {
    let (_, height) = page.render_dimensions();
    let initial = Affine::new(page.initial_transform(true).as_coeffs());
    let mut run = Run {
        faces,
        sheet: Sheet {
            height,
            ..Sheet::default()
        },
        seen: HashSet::new(),
        forms: FORMS_A_PAGE,
        glyphs,
    };
    run.content(
        page.typed_operations(),
        page.resources(),
        State::new(initial),
        0,
    );
    run.sheet
}

#[derive(Clone)]
struct State {
    ctm: Affine,
    face: Option<usize>,
    size: f64,
    char_space: f64,
    word_space: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
    /// Filled and outlined: the poor man's bold.
    is_thickened: bool,
}

impl State {
    fn new(ctm: Affine) -> Self {
        Self {
            ctm,
            face: None,
            size: 1.0,
            char_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            is_thickened: false,
        }
    }
}

struct Run<'p, 'a> {
    faces: &'p mut Faces<'a>,
    sheet: Sheet,
    /// Glyphs already painted, to drop those painted again for a shadow or a bolder look.
    seen: HashSet<(Rc<str>, i32, i32)>,
    forms: usize,
    glyphs: usize,
}

/// The text matrix and the matrix of the line's start.
#[derive(Clone, Copy)]
struct Pen {
    text: Affine,
    line: Affine,
}

impl Pen {
    fn new(matrix: Affine) -> Self {
        Self {
            text: matrix,
            line: matrix,
        }
    }

    fn next_line(&mut self, x: f64, y: f64) {
        *self = Self::new(self.line * Affine::translate((x, y)));
    }

    fn advance(&mut self, x: f64, y: f64) {
        self.text *= Affine::translate((x, y));
    }
}

impl<'a> Run<'_, 'a> {
    fn content(
        &mut self,
        mut operators: TypedIter<'_>,
        resources: &Resources<'a>,
        initial: State,
        depth: usize,
    ) {
        let mut state = initial;
        let mut saved: Vec<State> = Vec::new();
        let mut pen = Pen::new(Affine::IDENTITY);
        // For each open marked content, whether it belongs to the page and not to the document
        // (ISO 32000-1, 14.8.2.2: pagination artifacts are running headers and page numbers).
        let mut marks: Vec<bool> = Vec::new();
        while let Some(operator) = operators.next() {
            if self.sheet.glyphs.len() >= self.glyphs {
                return;
            }
            match operator {
                TypedInstruction::SaveState(_) if saved.len() < STATES => saved.push(state.clone()),
                TypedInstruction::RestoreState(_) => state = saved.pop().unwrap_or(state),
                TypedInstruction::Transform(m) => {
                    state.ctm *= matrix([m.0, m.1, m.2, m.3, m.4, m.5].map(|n| n.as_f64()));
                }
                _ if marks.contains(&true) && is_showing(&operator) => {}
                TypedInstruction::BeginMarkedContent(_) => marks.push(false),
                TypedInstruction::BeginMarkedContentWithProperties(mark) => {
                    marks.push(is_pagination(mark.0, mark.1, resources));
                }
                TypedInstruction::EndMarkedContent(_) => {
                    marks.pop();
                }
                TypedInstruction::XObject(name) if !marks.contains(&true) => {
                    if let Some(stream) = resources.get_x_object(name.0) {
                        self.object(&stream, resources, &state, depth);
                    }
                }
                TypedInstruction::InlineImage(_)
                | TypedInstruction::FillPathNonZero(_)
                | TypedInstruction::FillPathEvenOdd(_)
                | TypedInstruction::Shading(_) => self.sheet.is_painted = true,
                operator => self.text_operator(operator, resources, &mut state, &mut pen),
            }
        }
    }

    /// What sets how and where text is shown, or shows it (ISO 32000-1, 9.3 and 9.4).
    fn text_operator(
        &mut self,
        operator: TypedInstruction<'_, '_>,
        resources: &Resources<'a>,
        state: &mut State,
        pen: &mut Pen,
    ) {
        match operator {
            TypedInstruction::BeginText(_) => *pen = Pen::new(Affine::IDENTITY),
            TypedInstruction::SetTextMatrix(m) => {
                *pen = Pen::new(matrix([m.0, m.1, m.2, m.3, m.4, m.5].map(|n| n.as_f64())));
            }
            TypedInstruction::NextLine(by) => pen.next_line(by.0.as_f64(), by.1.as_f64()),
            TypedInstruction::NextLineAndSetLeading(by) => {
                state.leading = -by.1.as_f64();
                pen.next_line(by.0.as_f64(), by.1.as_f64());
            }
            TypedInstruction::NextLineUsingLeading(_) => pen.next_line(0.0, -state.leading),
            TypedInstruction::TextFont(font) => {
                state.size = font.1.as_f64();
                state.face = match resources.get_font(font.0) {
                    Some(dict) => self.faces.of(&dict),
                    None => self.faces.standard(),
                };
            }
            TypedInstruction::CharacterSpacing(by) => state.char_space = by.0.as_f64(),
            TypedInstruction::WordSpacing(by) => state.word_space = by.0.as_f64(),
            TypedInstruction::HorizontalScaling(by) => state.stretch = by.0.as_f64() / 100.0,
            TypedInstruction::TextLeading(by) => state.leading = by.0.as_f64(),
            TypedInstruction::TextRise(by) => state.rise = by.0.as_f64(),
            TypedInstruction::TextRenderingMode(mode) => {
                state.is_thickened = matches!(mode.0.as_i64(), 2 | 6);
            }
            TypedInstruction::ShowText(text) => self.text(text.0.as_bytes(), state, pen),
            TypedInstruction::NextLineAndShowText(text) => {
                pen.next_line(0.0, -state.leading);
                self.text(text.0.as_bytes(), state, pen);
            }
            TypedInstruction::ShowTextWithParameters(text) => {
                state.word_space = text.0.as_f64();
                state.char_space = text.1.as_f64();
                pen.next_line(0.0, -state.leading);
                self.text(text.2.as_bytes(), state, pen);
            }
            TypedInstruction::ShowTexts(texts) => self.texts(texts.0, state, pen),
            _ => {}
        }
    }

    /// A form is run like the page itself; anything else is a picture.
    fn object(
        &mut self,
        stream: &Stream<'a>,
        resources: &Resources<'a>,
        state: &State,
        depth: usize,
    ) {
        let dict = stream.dict();
        if dict
            .get::<Name<'_>>("Subtype")
            .is_none_or(|kind| kind.as_str() != "Form")
        {
            self.sheet.is_painted = true;
            return;
        }
        if depth >= FORM_DEPTH || self.forms == 0 {
            return;
        }
        self.forms -= 1;
        let Ok(content) = stream.decoded_data() else {
            return;
        };
        let own = dict.get::<Dict<'a>>("Resources").map(Resources::new);
        let placed = dict
            .get::<[f64; 6]>("Matrix")
            .map_or(Affine::IDENTITY, matrix);
        let inner = State {
            ctm: state.ctm * placed,
            ..state.clone()
        };
        self.content(
            TypedIter::new(content.as_ref()),
            own.as_ref().unwrap_or(resources),
            inner,
            depth + 1,
        );
    }

    fn texts(&mut self, texts: &Array<'_>, state: &State, pen: &mut Pen) {
        let is_horizontal = state
            .face
            .and_then(|face| self.faces.get(face))
            .is_none_or(|face| face.is_horizontal());
        for item in texts.iter::<Object<'_>>() {
            match item {
                Object::String(text) => self.text(text.as_bytes(), state, pen),
                Object::Number(by) => {
                    let by = -by.as_f64() / 1000.0 * state.size;
                    match is_horizontal {
                        true => pen.advance(by * state.stretch, 0.0),
                        false => pen.advance(0.0, by),
                    }
                }
                _ => {}
            }
        }
    }

    fn text(&mut self, bytes: &[u8], state: &State, pen: &mut Pen) {
        let Some(face) = state.face.or_else(|| self.faces.standard()) else {
            return;
        };
        let mut at = 0;
        while at < bytes.len() && self.sheet.glyphs.len() < self.glyphs {
            let Some(face) = self.faces.get(face) else {
                return;
            };
            let (code, number, length) = face.read(bytes, at);
            at += length;
            let (is_horizontal, style, scale) = (face.is_horizontal(), face.style, face.scale);
            let spaced = match (number, length) {
                (32, 1) => state.char_space + state.word_space,
                _ => state.char_space,
            };
            let step = |by: f64| by / 1000.0 * state.size;
            let style = Style {
                bold: style.bold || state.is_thickened,
                ..style
            };
            let width = match is_horizontal {
                true => step(code.advance.0) * state.stretch,
                false => state.size,
            };
            self.glyph(code.text, state, pen, width, style, scale);
            match is_horizontal {
                true => pen.advance((step(code.advance.0) + spaced) * state.stretch, 0.0),
                false => pen.advance(0.0, step(code.advance.1) + spaced),
            }
        }
    }

    fn glyph(
        &mut self,
        text: Rc<str>,
        state: &State,
        pen: &Pen,
        width: f64,
        style: Style,
        scale: f64,
    ) {
        let place = state.ctm * pen.text * Affine::translate((0.0, state.rise));
        let origin = place * Point::ZERO;
        let across = place * Point::new(1.0, 0.0) - origin;
        let up = place * Point::new(0.0, 1.0) - origin;
        let size = up.hypot() * state.size.abs() * scale;
        let is_sane = [origin.x, origin.y, across.x, across.y]
            .iter()
            .all(|n| n.is_finite() && n.abs() < FARTHEST);
        if !is_sane || !(0.5..2_000.0).contains(&size) {
            return;
        }
        let flip = if state.size < 0.0 { -1.0 } else { 1.0 };
        let angle = (across.y * flip)
            .atan2(across.x * flip)
            .to_degrees()
            .round() as i16;
        let angle = if angle.abs() <= 2 {
            0
        } else {
            angle.rem_euclid(360)
        };
        let turned = Affine::rotate(-f64::from(angle).to_radians()) * origin;
        let glyph = Glyph {
            text,
            x: turned.x as f32,
            y: turned.y as f32,
            width: (width.abs() * across.hypot()).min(FARTHEST) as f32,
            size: size as f32,
            angle,
            style,
        };
        if &*glyph.text == " "
            || self
                .seen
                .insert((glyph.text.clone(), half(glyph.x), half(glyph.y)))
        {
            self.sheet.glyphs.push(glyph);
        }
    }
}

/// Half points: what is painted twice lies closer, what is read as two lies farther apart.
fn half(coordinate: f32) -> i32 {
    (coordinate * 2.0).round() as i32
}

fn matrix(numbers: [f64; 6]) -> Affine {
    Affine::new(numbers)
}

fn is_showing(operator: &TypedInstruction<'_, '_>) -> bool {
    matches!(
        operator,
        TypedInstruction::ShowText(_)
            | TypedInstruction::ShowTexts(_)
            | TypedInstruction::NextLineAndShowText(_)
            | TypedInstruction::ShowTextWithParameters(_)
    )
}

/// Whether marked content is a running header, a footer or a page number by its own word.
fn is_pagination(tag: &Name<'_>, properties: &Object<'_>, resources: &Resources<'_>) -> bool {
    let named;
    let dict = match properties {
        Object::Dict(dict) => dict,
        Object::Name(name) => match resources.properties.get::<Dict<'_>>(name) {
            Some(dict) => {
                named = dict;
                &named
            }
            None => return false,
        },
        _ => return false,
    };
    tag.as_str() == "Artifact"
        && dict
            .get::<Name<'_>>("Type")
            .is_some_and(|kind| kind.as_str() == "Pagination")
}
