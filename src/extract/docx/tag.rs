//! The elements that mean something for the text.

macro_rules! tags {
    ($($tag:ident $name:literal,)*) => {
        /// An element by its name without prefix.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Tag {
            /// Any other: its content is read as if it were not there.
            Other,
            $($tag,)*
        }

        impl Tag {
            pub(super) fn of(name: &str) -> Self {
                match name {
                    $($name => Self::$tag,)*
                    _ => Self::Other,
                }
            }
        }
    };
}

tags! {
    // Stories and blocks.
    Footnote "footnote",
    Endnote "endnote",
    TextBox "txbxContent",
    ShapeText "txBody",
    Paragraph "p",
    Table "tbl",
    Row "tr",
    Cell "tc",
    AlternateContent "AlternateContent",
    Choice "Choice",
    Fallback "Fallback",
    ContentControl "sdt",
    ContentControlContent "sdtContent",
    Gallery "docPartGallery",
    ImportedFile "altChunk",
    // Properties of paragraphs, rows and cells.
    ParagraphProperties "pPr",
    ParagraphStyle "pStyle",
    OutlineLevel "outlineLvl",
    NumberingProperties "numPr",
    NumberingLevel "ilvl",
    NumberingId "numId",
    Frame "framePr",
    RowProperties "trPr",
    CellProperties "tcPr",
    CellDeleted "cellDel",
    Hidden "hidden",
    // Runs and what they hold.
    Run "r",
    RunProperties "rPr",
    RunStyle "rStyle",
    RunFonts "rFonts",
    Vanish "vanish",
    Text "t",
    Tab "tab",
    PositionalTab "ptab",
    Break "br",
    CarriageReturn "cr",
    NoBreakHyphen "noBreakHyphen",
    Symbol "sym",
    FootnoteReference "footnoteReference",
    EndnoteReference "endnoteReference",
    FieldCharacter "fldChar",
    FieldInstruction "instrText",
    SimpleField "fldSimple",
    Anchor "anchor",
    DrawingProperties "docPr",
    Picture "blip",
    ImageData "imagedata",
    // Tracked changes.
    Deleted "del",
    MovedFrom "moveFrom",
    DeletedText "delText",
    DeletedInstruction "delInstrText",
    // What is not read: earlier properties, styles of tables, readings of ruby text, data.
    ParagraphPropertiesChange "pPrChange",
    RunPropertiesChange "rPrChange",
    SectionProperties "sectPr",
    TableProperties "tblPr",
    TableGrid "tblGrid",
    RowPropertiesChange "trPrChange",
    CellPropertiesChange "tcPrChange",
    RubyText "rt",
    FormData "ffData",
    FieldData "fldData",
    BinaryData "binData",
    // Mathematics.
    Math "oMath",
    Numerator "num",
    Denominator "den",
    Superscript "sup",
    Subscript "sub",
    Radical "rad",
    Base "e",
    Nary "nary",
    NaryProperties "naryPr",
    Delimiters "d",
    DelimitersProperties "dPr",
    Character "chr",
    BeginCharacter "begChr",
    EndCharacter "endChr",
    MatrixRow "mr",
}

impl Tag {
    /// Whether neither the element nor anything in it is text of the document.
    pub(super) fn is_skipped(self) -> bool {
        matches!(
            self,
            Self::DeletedText
                | Self::DeletedInstruction
                | Self::ParagraphPropertiesChange
                | Self::RunPropertiesChange
                | Self::SectionProperties
                | Self::TableProperties
                | Self::TableGrid
                | Self::RowPropertiesChange
                | Self::CellPropertiesChange
                | Self::RubyText
                | Self::FormData
                | Self::FieldData
                | Self::BinaryData
        )
    }

    /// Whether it holds blocks, or is one.
    pub(super) fn holds_blocks(self) -> bool {
        matches!(
            self,
            Self::Footnote
                | Self::Endnote
                | Self::TextBox
                | Self::ShapeText
                | Self::Paragraph
                | Self::Table
                | Self::Row
                | Self::Cell
        )
    }

    /// Whether it is a formula, or may be part of one.
    pub(super) fn is_math(self) -> bool {
        matches!(
            self,
            Self::Math
                | Self::Numerator
                | Self::Denominator
                | Self::Superscript
                | Self::Subscript
                | Self::Radical
                | Self::Base
                | Self::Nary
                | Self::NaryProperties
                | Self::Delimiters
                | Self::DelimitersProperties
                | Self::Character
                | Self::BeginCharacter
                | Self::EndCharacter
                | Self::MatrixRow
        )
    }
}
