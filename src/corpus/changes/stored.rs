//! The content of a file as git would store it, without running a filter.
//!
//! Principal type: [`Conversion`]. Conversions are those of `git add`: LFS pointers, encodings, line ends, `$Id$`.

use super::attributes::{Attributes, FileAttributes};
use gix_filter::attributes::State;
use gix_filter::encoding::{Encoding, UTF_16BE, UTF_16LE, mem};
use gix_filter::eol::{self, AttributesDigest as Digest, AutoCrlf, Configuration, Mode};
use gix_filter::ident;
use gix_hash::{Kind as HashKind, hasher};
use std::borrow::Cow;

/// Returns the staged content of a path.
pub(super) type StagedContent<'s> = &'s dyn Fn(&str) -> Option<Vec<u8>>;

/// First line of an LFS pointer.
const LFS_VERSION: &str = "version https://git-lfs.github.com/spec/v1\n";

/// Converts files to their stored content.
pub(super) struct Conversion {
    attributes: Attributes,
    config: gix_config::File,
    eol: Configuration,
}

/// The stored content of a file.
pub(super) enum Stored {
    /// The converted content.
    Content(Vec<u8>),
    /// The pointer of a content behind LFS; and the content, if the configuration may be without LFS.
    Pointer(Vec<u8>, Option<Vec<u8>>),
    /// Unknown, because a program of the configuration would convert it; with the content in the working tree.
    Filtered(Vec<u8>),
}

impl Conversion {
    pub(super) fn new(attributes: Attributes, config: gix_config::File) -> Self {
        let value = |key: &str| config.string(key).map(|value| value.to_string());
        let auto_crlf = match value("core.autocrlf") {
            Some(input) if input.eq_ignore_ascii_case("input") => AutoCrlf::Input,
            Some(_) if matches!(config.boolean("core.autocrlf"), Ok(Some(true))) => {
                AutoCrlf::Enabled
            }
            // The configuration of Git for Windows, which only git finds, sets it.
            None if cfg!(windows) => AutoCrlf::Enabled,
            _ => AutoCrlf::Disabled,
        };
        let eol = match value("core.eol")
            .map(|value| value.to_ascii_lowercase())
            .as_deref()
        {
            Some("lf") => Some(Mode::Lf),
            Some("crlf") => Some(Mode::CrLf),
            _ => None,
        };
        Self {
            attributes,
            config,
            eol: Configuration { auto_crlf, eol },
        }
    }

    /// Returns what git would store for the content of a file.
    pub(super) fn stored(
        &mut self,
        path: &str,
        content: Vec<u8>,
        staged: StagedContent<'_>,
    ) -> Stored {
        let attributes = self.attributes.of(path, staged);
        let [.., ident, filter, encoding] = &attributes;
        match filter.as_ref().as_bstr() {
            Some(name) if name == "lfs" && !content.starts_with(LFS_VERSION.as_bytes()) => {
                let pointer = pointer(&content);
                let content = (!self.runs_program("lfs")).then_some(content);
                return Stored::Pointer(pointer, content);
            }
            Some(name) if name != "lfs" && self.runs_program(&name.to_string()) => {
                return Stored::Filtered(content);
            }
            _ => {}
        }
        let content = match decoded(encoding, &content) {
            Some(text) => text.into_owned().into_bytes(),
            None => content,
        };
        let content = self.with_lf(path, &attributes, content, staged);
        let mut collapsed = Vec::new();
        let has_ident = ident.as_ref().is_set();
        if has_ident && matches!(ident::undo(&content, &mut collapsed), Ok(true)) {
            return Stored::Content(collapsed);
        }
        Stored::Content(content)
    }

    /// Returns true if the configuration names a program for this filter.
    fn runs_program(&self, filter: &str) -> bool {
        let mut keys = ["clean", "process"].into_iter();
        keys.any(|key| {
            let value = self.config.string_by("filter", filter, key);
            value.is_some_and(|program| !program.is_empty())
        })
    }

    /// Converts CR LF to LF where git does.
    fn with_lf(
        &self,
        path: &str,
        attributes: &FileAttributes,
        content: Vec<u8>,
        staged: StagedContent<'_>,
    ) -> Vec<u8> {
        let digest = digest(attributes, self.eol);
        let mut converted = Vec::new();
        let options = eol::convert_to_git::Options {
            round_trip_check: None,
            config: self.eol,
        };
        let is_converted = eol::convert_to_git(
            &content,
            digest,
            &mut converted,
            &mut |earlier| {
                Ok(staged(path).map(|content| {
                    earlier.clear();
                    earlier.extend(content);
                }))
            },
            options,
        );
        match is_converted {
            Ok(true) => converted,
            _ => content,
        }
    }
}

/// Returns the treatment of line ends: `text` precedes the older `crlf`, `eol` completes both.
fn digest(attributes: &FileAttributes, config: Configuration) -> Digest {
    let named = |state: &State| match state {
        State::Set => Some(Digest::Text),
        State::Unset => Some(Digest::Binary),
        State::Value(value) if value.as_ref().as_bstr() == "auto" => Some(Digest::TextAuto),
        State::Value(value) if value.as_ref().as_bstr() == "input" => Some(Digest::TextInput),
        _ => None,
    };
    let [text, crlf, eol, ..] = attributes;
    let kind = named(text).or_else(|| named(crlf));
    let eol = eol.as_ref().as_bstr().map(ToString::to_string);
    match (kind, eol.as_deref()) {
        (Some(Digest::Binary), _) => Digest::Binary,
        (Some(Digest::TextAuto), Some("lf")) => Digest::TextAutoInput,
        (Some(Digest::TextAuto), Some("crlf")) => Digest::TextAutoCrlf,
        (_, Some("lf")) => Digest::TextInput,
        (_, Some("crlf")) => Digest::TextCrlf,
        (Some(Digest::Text), _) => config.to_eol().into(),
        (Some(kind), _) => kind,
        (None, _) => config.auto_crlf.into(),
    }
}

/// Decodes a file of another encoding; none if git stores its bytes unchanged.
fn decoded<'c>(encoding: &State, content: &'c [u8]) -> Option<Cow<'c, str>> {
    let name = encoding
        .as_ref()
        .as_bstr()?
        .to_string()
        .to_ascii_lowercase();
    let utf = name
        .strip_prefix("utf")
        .map(|rest| rest.trim_start_matches('-'));
    let mark = |mark: &'static [u8]| content.strip_prefix(mark);
    // With a byte order in the name a mark is prohibited, without one it is required.
    let le = || mark(b"\xFF\xFE");
    let be = || mark(b"\xFE\xFF");
    let text = |encoding: &'static Encoding, bytes: &'c [u8]| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes)
    };
    match utf {
        Some("8") => None,
        Some("16" | "16le-bom") => match (le(), be()) {
            (Some(rest), _) => text(UTF_16LE, rest),
            (_, Some(rest)) => text(UTF_16BE, rest),
            _ if utf == Some("16") => None,
            _ => text(UTF_16LE, content),
        },
        Some("16le" | "16be") if le().is_some() || be().is_some() => None,
        Some("16le") => text(UTF_16LE, content),
        Some("16be") => text(UTF_16BE, content),
        _ if matches!(&*name, "latin1" | "latin-1" | "iso-8859-1" | "iso8859-1") => {
            Some(mem::decode_latin1(content))
        }
        _ => text(Encoding::for_label(name.as_bytes())?, content),
    }
}

/// Returns the pointer that git-lfs stores for a content.
fn pointer(content: &[u8]) -> Vec<u8> {
    let mut sha256 = hasher(HashKind::Sha256);
    sha256.update(content);
    match sha256.try_finalize() {
        Ok(id) if !content.is_empty() => {
            format!("{LFS_VERSION}oid sha256:{id}\nsize {}\n", content.len()).into_bytes()
        }
        _ => Vec::new(),
    }
}
