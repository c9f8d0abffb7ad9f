//! The elements and texts of a part, in order, streamed and metered.

use super::tag::Tag;
use crate::extract::Refusal;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;
use std::io::{BufRead, Error, Read, Result as Io};

/// No tag, attribute list or text between two tags is longer, in bytes.
const LONGEST_EVENT: u64 = 16 << 20;

/// A part being read.
pub(super) struct Xml<'a> {
    reader: Reader<Metered<'a>>,
    buffer: Vec<u8>,
    /// The part's name, for refusals.
    part: String,
    /// How many elements are open.
    open: usize,
    /// Whether there was any element.
    rooted: bool,
}

/// What comes next in a part.
pub(super) enum Node<'a> {
    /// An element begins.
    Open(Element<'a>),
    /// The innermost open element ends.
    Close,
    /// Text, with its entities resolved; one text may come in several nodes.
    Text(Cow<'a, str>),
    /// The part has been read to its end.
    End,
}

/// The start of an element.
pub(super) struct Element<'a> {
    start: BytesStart<'a>,
    part: &'a str,
}

impl<'a> Xml<'a> {
    /// `left` is how many bytes of XML may be read still, of this part and those after it.
    pub(super) fn new(source: Box<dyn BufRead + 'a>, part: &str, left: &'a mut u64) -> Self {
        let metered = Metered {
            source,
            left,
            event: 0,
        };
        let mut reader = Reader::from_reader(metered);
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            part: part.to_owned(),
            open: 0,
            rooted: false,
        }
    }

    /// What comes next. What is neither an element nor text comes as an empty text.
    pub(super) fn next(&mut self) -> Result<Node<'_>, Refusal> {
        self.buffer.clear();
        self.reader.get_mut().event = 0;
        let part = self.part.as_str();
        let event = self.reader.read_event_into(&mut self.buffer);
        Ok(match event.map_err(|error| broken(part, &error))? {
            Event::Start(start) => {
                self.open += 1;
                self.rooted = true;
                Node::Open(Element { start, part })
            }
            Event::End(_) => {
                self.open = self.open.saturating_sub(1);
                Node::Close
            }
            Event::Text(text) => Node::Text(text.into_inner()),
            Event::CData(text) => Node::Text(text.into_inner()),
            Event::GeneralRef(entity) => Node::Text(resolved(&entity, part)?),
            Event::Eof if self.open > 0 || !self.rooted => {
                return Err(malformed(part, "it ends in the middle"));
            }
            Event::Eof => Node::End,
            Event::Empty(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => Node::Text(Cow::Borrowed("")),
        })
    }

    /// A refusal that names the part.
    pub(super) fn malformed(&self, reason: &str) -> Refusal {
        malformed(&self.part, reason)
    }
}

/// The five entities of XML itself and characters by number; a part declares no others.
fn resolved(entity: &BytesRef<'_>, part: &str) -> Result<Cow<'static, str>, Refusal> {
    if let Some(character) = entity
        .resolve_char_ref()
        .map_err(|error| malformed(part, error))?
    {
        return Ok(character.to_string().into());
    }
    match quick_xml::escape::resolve_xml_entity(entity) {
        Some(text) => Ok(text.into()),
        None => {
            let name: String = entity.chars().take(40).collect();
            Err(malformed(
                part,
                format!("it has an unknown entity &{name};"),
            ))
        }
    }
}

/// A refusal in the reader's words, or in those of the source below it.
fn broken(part: &str, error: &quick_xml::Error) -> Refusal {
    match error {
        quick_xml::Error::Io(error) => malformed(part, error),
        error => malformed(part, error),
    }
}

fn malformed(part: &str, reason: impl std::fmt::Display) -> Refusal {
    Refusal::Malformed(format!("{part}: {reason}"))
}

impl Element<'_> {
    /// The name without its prefix: the transitional and the strict namespaces read alike.
    pub(super) fn name(&self) -> &str {
        self.start.local_name().into_inner()
    }

    pub(super) fn tag(&self) -> Tag {
        Tag::of(self.name())
    }

    /// The value of the attribute of that name without its prefix.
    pub(super) fn attribute(&self, name: &str) -> Result<Option<String>, Refusal> {
        for attribute in self.start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| malformed(self.part, error))?;
            if attribute.key.local_name().into_inner() == name {
                let value = attribute
                    .normalized_value(XmlVersion::Implicit1_0)
                    .map_err(|error| malformed(self.part, error))?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    /// The attribute `val`, which most properties have.
    pub(super) fn value(&self) -> Result<Option<String>, Refusal> {
        self.attribute("val")
    }

    /// The attribute `val` as a number.
    pub(super) fn number<T: std::str::FromStr>(&self) -> Result<Option<T>, Refusal> {
        Ok(self.value()?.and_then(|value| value.trim().parse().ok()))
    }

    /// A property that is on unless it says otherwise (ECMA-376 part 1, §17.17.4).
    pub(super) fn is_on(&self) -> Result<bool, Refusal> {
        let value = self.value()?;
        Ok(!matches!(value.as_deref(), Some("0" | "false" | "off")))
    }
}

/// A source that counts what is taken from it; what headers say of sizes is not asked.
struct Metered<'a> {
    source: Box<dyn BufRead + 'a>,
    left: &'a mut u64,
    /// Bytes taken since the last event.
    event: u64,
}

impl BufRead for Metered<'_> {
    fn fill_buf(&mut self) -> Io<&[u8]> {
        if *self.left == 0 {
            return Err(Error::other(
                "it unpacks to more than a document of this length has",
            ));
        }
        if self.event > LONGEST_EVENT {
            return Err(Error::other("it has a tag or a text of more than 16 MB"));
        }
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        *self.left = self.left.saturating_sub(amount as u64);
        self.event += amount as u64;
        self.source.consume(amount);
    }
}

impl Read for Metered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Io<usize> {
        let available = self.fill_buf()?;
        let amount = available.len().min(buffer.len());
        let (Some(to), Some(from)) = (buffer.get_mut(..amount), available.get(..amount)) else {
            return Ok(0);
        };
        to.copy_from_slice(from);
        self.consume(amount);
        Ok(amount)
    }
}
