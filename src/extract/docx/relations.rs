//! What a part or the package refers to (Open Packaging Conventions, ECMA-376 part 2, §9.3).

use super::xml::{Node, Xml};
use crate::extract::Refusal;

/// What a referred part is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The document itself.
    Main,
    Styles,
    Numbering,
    Footnotes,
    Endnotes,
}

impl Kind {
    /// By the last word of the relationship's type: its namespace differs between the
    /// transitional and the strict form.
    fn of(relationship: &str) -> Option<Self> {
        match relationship.rsplit('/').next()? {
            "officeDocument" => Some(Self::Main),
            "styles" => Some(Self::Styles),
            "numbering" => Some(Self::Numbering),
            "footnotes" => Some(Self::Footnotes),
            "endnotes" => Some(Self::Endnotes),
            _ => None,
        }
    }
}

/// The parts that one part refers to.
#[derive(Default, Debug)]
pub(super) struct Relations(Vec<(Kind, String)>);

impl Relations {
    /// `base` is the folder that targets are relative to, without a slash at its end.
    pub(super) fn read(xml: &mut Xml<'_>, base: &str) -> Result<Self, Refusal> {
        let mut relations = Vec::new();
        loop {
            match xml.next()? {
                Node::Open(element) if element.name() == "Relationship" => {
                    let kind = element.attribute("Type")?;
                    let external = element.attribute("TargetMode")?.as_deref() == Some("External");
                    if let Some(kind) = kind.as_deref().and_then(Kind::of)
                        && !external
                        && let Some(target) = element.attribute("Target")?
                    {
                        relations.push((kind, resolved(base, &target)));
                    }
                }
                Node::End => return Ok(Self(relations)),
                Node::Open(_) | Node::Close | Node::Text(_) => {}
            }
        }
    }

    /// The first part of a kind.
    pub(super) fn target(&self, wanted: Kind) -> Option<&str> {
        let found = self.0.iter().find(|(kind, _)| *kind == wanted);
        found.map(|(_, target)| target.as_str())
    }
}

/// A part's name from the root, without a slash in front.
fn resolved(base: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let base = match target.starts_with('/') {
        true => "",
        false => base,
    };
    let mut names: Vec<&str> = Vec::new();
    for name in base.split('/').chain(target.split('/')) {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &str, target: &str, expected: &str) {
        assert_eq!(resolved(base, target), expected);
    }

    #[test]
    fn targets() {
        check("word", "styles.xml", "word/styles.xml");
        check("word", "/custom/styles.xml", "custom/styles.xml");
        check("word/sub", "../styles.xml", "word/styles.xml");
        check("", "word\\document.xml", "word/document.xml");
        check("", "../../etc/passwd", "etc/passwd");
    }
}
