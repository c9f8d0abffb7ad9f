//! What a file is that was named like a document and is no zip.

use crate::extract::Refusal;

/// Opens every OLE compound file: old Office formats, and the envelope of encrypted ones.
const COMPOUND: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// Opens the first entry of a zip, or ends an empty one.
const ZIP: &[&[u8]] = &[b"PK\x03\x04", b"PK\x05\x06"];

/// Refuses what its first bytes show to be something else than a package.
pub(super) fn check(raw: &[u8]) -> Result<(), Refusal> {
    let sentence = match raw {
        _ if raw.starts_with(COMPOUND) => return Err(compound(raw)),
        _ if ZIP.iter().any(|magic| raw.starts_with(magic)) => return Ok(()),
        [] => "it is empty",
        _ if raw.starts_with(b"{\\rtf") => "it is rich text (RTF), not Office Open XML",
        _ if raw.starts_with(b"%PDF") => "it is a PDF, not Office Open XML",
        _ if raw.trim_ascii_start().starts_with(b"<") => {
            "it is one XML or HTML text, not a package"
        }
        // An archive may follow other bytes: its directory is at the end.
        _ => return Ok(()),
    };
    Err(Refusal::Malformed(sentence.to_owned()))
}

/// The entries of a compound file have names in UTF-16 (MS-CFB §2.6.1).
fn compound(raw: &[u8]) -> Refusal {
    let holds = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        raw.windows(name.len()).any(|window| window == name)
    };
    if holds("EncryptedPackage") {
        return Refusal::Encrypted;
    }
    let sentence = match holds("WordDocument") {
        true => "it is an old Word document (.doc, 97–2003); save it as .docx",
        false => "it is an OLE compound file, not Office Open XML",
    };
    Refusal::Malformed(sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_bytes(raw: &[u8], expected: &str) {
        let found = match check(raw) {
            Ok(()) => "a package".to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        assert!(found.starts_with(expected), "{found}");
    }

    fn compound_with(name: &str) -> Vec<u8> {
        let name = name.encode_utf16().flat_map(u16::to_le_bytes);
        COMPOUND.iter().copied().chain([0; 9]).chain(name).collect()
    }

    #[test]
    fn says_what_it_is() {
        check_bytes(b"", "malformed: it is empty");
        check_bytes(b"PK\x03\x04rest", "a package");
        check_bytes(b"MZ stub PK\x03\x04", "a package");
        check_bytes(b"{\\rtf1\\ansi", "malformed: it is rich text");
        check_bytes(b"%PDF-1.7", "malformed: it is a PDF");
        check_bytes(b"\r\n<html>", "malformed: it is one XML or HTML");
        check_bytes(&compound_with("EncryptedPackage"), "encrypted");
        check_bytes(
            &compound_with("WordDocument"),
            "malformed: it is an old Word",
        );
        check_bytes(&compound_with("Workbook"), "malformed: it is an OLE");
    }
}
