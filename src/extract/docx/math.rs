//! Formulas (ECMA-376 part 1, §22.1) on one line: `(a+b)/c`, `x^2`, `∑_(i=1)^n`.

use super::tag::Tag;
use super::xml::Element;
use crate::extract::Refusal;

/// What is longer, in bytes, is not put in parentheses.
const LONGEST_GROUP: usize = 200;

/// The formula being read.
#[derive(Default, Debug)]
pub(super) struct Math {
    /// How many formulas are open, one in the other.
    depth: usize,
    /// Where the operands that are open begin in the paragraph's text.
    operands: Vec<usize>,
    /// What closes the delimiters that are open.
    closers: Vec<String>,
    /// What the operator or delimiter being read says of itself.
    operator: Option<String>,
    opener: Option<String>,
    closer: Option<String>,
}

impl Math {
    /// Takes the start of an element; gives the tag to remember for its end.
    pub(super) fn open(
        &mut self,
        tag: Tag,
        parent: Tag,
        element: &Element<'_>,
        text: &mut String,
    ) -> Result<Tag, Refusal> {
        match tag {
            Tag::Math => self.depth += 1,
            _ if self.depth == 0 => return Ok(Tag::Other),
            Tag::Numerator => self.operands.push(text.len()),
            Tag::Denominator => self.begin(text, "/"),
            Tag::Superscript => self.begin(text, "^"),
            Tag::Subscript => self.begin(text, "_"),
            Tag::Base if parent == Tag::Radical => self.begin(text, "√"),
            // What an operator is applied to stands apart from its limits.
            Tag::Base if parent == Tag::Nary => text.push(' '),
            Tag::Base => {}
            Tag::NaryProperties => self.operator = None,
            Tag::Character if parent == Tag::NaryProperties => {
                self.operator = Some(element.value()?.unwrap_or_default());
            }
            Tag::DelimitersProperties => (self.opener, self.closer) = (None, None),
            Tag::BeginCharacter => self.opener = Some(element.value()?.unwrap_or_default()),
            Tag::EndCharacter => self.closer = Some(element.value()?.unwrap_or_default()),
            Tag::Delimiters => self.closers.push(String::new()),
            Tag::Radical | Tag::Nary | Tag::MatrixRow => {}
            _ => return Ok(Tag::Other),
        }
        Ok(tag)
    }

    /// Takes the end of an element, by what `open` gave.
    pub(super) fn close(&mut self, tag: Tag, parent: Tag, text: &mut String) {
        match tag {
            Tag::Math => self.depth = self.depth.saturating_sub(1),
            Tag::Numerator | Tag::Denominator | Tag::Superscript | Tag::Subscript => {
                self.end(text);
            }
            Tag::Base if parent == Tag::Radical => self.end(text),
            Tag::Base if parent == Tag::MatrixRow => text.push(' '),
            Tag::MatrixRow => {
                text.truncate(text.trim_end().len());
                text.push_str("; ");
            }
            Tag::NaryProperties => {
                let operator = self.operator.take().unwrap_or_else(|| "∫".to_owned());
                push_short(text, &operator);
            }
            Tag::DelimitersProperties => {
                let opener = self.opener.take().unwrap_or_else(|| "(".to_owned());
                push_short(text, &opener);
                let closer = self.closer.take().unwrap_or_else(|| ")".to_owned());
                if let Some(last) = self.closers.last_mut() {
                    *last = closer;
                }
            }
            Tag::Delimiters => {
                let closer = self.closers.pop().unwrap_or_default();
                push_short(text, &closer);
            }
            _ => {}
        }
    }

    fn begin(&mut self, text: &mut String, operator: &str) {
        text.push_str(operator);
        self.operands.push(text.len());
    }

    /// An operand of more than one character is put in parentheses; the operator of an empty one
    /// goes.
    fn end(&mut self, text: &mut String) {
        let Some(start) = self.operands.pop() else {
            return;
        };
        let Some(operand) = text.get(start..) else {
            return;
        };
        match operand.chars().take(2).count() {
            0 if text.ends_with(['/', '^', '_', '√']) => {
                text.pop();
            }
            2 if operand.len() <= LONGEST_GROUP && !operand.chars().all(char::is_alphanumeric) => {
                text.insert(start, '(');
                text.push(')');
            }
            _ => {}
        }
    }
}

/// An operator is one character; what is longer is none.
fn push_short(text: &mut String, operator: &str) {
    text.extend(operator.chars().take(2));
}
