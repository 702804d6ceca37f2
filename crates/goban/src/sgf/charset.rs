//! Which charset a record is written in.
//!
//! In order: what the record says (CA), valid UTF-8, what a detector thinks, Latin-1. Text is
//! decoded *before* it is taken apart, because in Shift-JIS, Big5 and GBK the second byte of a
//! character may look like `]` or `\`.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, WINDOWS_1252};

/// How far into a game its CA property is looked for.
const CA_WITHIN: usize = 4096;

/// The charset that a game says it is written in: the first CA among the properties of its root.
/// (In the charsets that are traps, a name before CA may hide it; then the detector has to do.)
pub(super) fn declared(game: &[u8]) -> Option<&'static Encoding> {
    let head = &game[..game.len().min(CA_WITHIN)];
    let (mut in_value, mut nodes, mut i) = (false, 0, 0);
    let start = loop {
        match head.get(i)? {
            b'\\' if in_value => i += 1,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' if head[..i].ends_with(b"CA") && !ends_in_a_name(&head[..i - 2]) => break i + 1,
            b'[' => in_value = true,
            b';' if nodes == 1 => return None,
            b';' => nodes += 1,
            _ => {}
        }
        i += 1;
    };
    let end = start + head[start..].iter().position(|&b| b == b']')?;
    let label = head[start..end].trim_ascii();
    // Names that people use and the standard does not know.
    match label.to_ascii_lowercase().as_slice() {
        b"utf8" => Some(encoding_rs::UTF_8),
        b"gb" | b"cp936" => Some(encoding_rs::GBK),
        b"cp932" | b"shiftjis" => Some(encoding_rs::SHIFT_JIS),
        b"cp949" => Some(encoding_rs::EUC_KR),
        b"cp950" => Some(encoding_rs::BIG5),
        other => Encoding::for_label(other),
    }
    // UTF-16 cannot be: we read its name in single bytes.
    .filter(|e| e.is_ascii_compatible() || *e == encoding_rs::ISO_2022_JP)
}

/// Whether what follows would be part of a longer property name.
fn ends_in_a_name(bytes: &[u8]) -> bool {
    bytes.last().is_some_and(u8::is_ascii_alphanumeric)
}

/// How much text the detector looks at, from the first byte on that is not ASCII.
const DETECT_WITHIN: usize = 64 << 10;

/// What a detector makes of bytes that are not UTF-8. With no idea it says Latin-1 (in its Windows
/// form).
pub(super) fn detected(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
    let end = bytes.len().min(start + DETECT_WITHIN);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[start..end], true);
    let guess = detector.guess(None, Utf8Detection::Allow);
    if let (Trail::Never, Some(lead)) = (Trail::of(guess), trap(bytes)) {
        let pairs = [encoding_rs::SHIFT_JIS, encoding_rs::BIG5, encoding_rs::GBK];
        let fits = |pair: &&'static Encoding| {
            matches!(Trail::of(pair), Trail::AfterLead(is_lead) if is_lead(lead))
                && !pair.decode_without_bom_handling(bytes).1
        };
        return pairs.into_iter().find(fits).unwrap_or(guess);
    }
    guess
}

/// A value that seems to go on over its end because of a `\\`, right after a byte that is not ASCII
/// and right before what looks like the next property or node: that `\\` is rather the second half
/// of a character, and this returns the first. A name of one or two characters is too short for the
/// detector, but a swallowed move is worse than a misread name.
fn trap(bytes: &[u8]) -> Option<u8> {
    bytes.windows(4).find_map(|window| match *window {
        [lead @ 0x81..=0xfe, b'\\', b']', after]
            if b";()[".contains(&after) || after.is_ascii_uppercase() || after.is_ascii_whitespace() =>
        {
            Some(lead)
        }
        _ => None,
    })
}

/// How to tell in a charset whether an ASCII-looking byte is really one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trail {
    /// Bytes below 128 are always ASCII.
    Never,
    /// A lead byte is followed by one that may look like ASCII.
    AfterLead(fn(u8) -> bool),
    /// Escape sequences switch to pairs of bytes that look like ASCII.
    AfterEscape,
}

impl Trail {
    pub(super) fn of(encoding: &'static Encoding) -> Trail {
        if encoding == encoding_rs::SHIFT_JIS {
            // Between the two ranges lie the half-width katakana, single bytes.
            Trail::AfterLead(|b| matches!(b, 0x81..=0x9f | 0xe0..=0xfc))
        } else if [encoding_rs::BIG5, encoding_rs::GBK, encoding_rs::GB18030, encoding_rs::EUC_KR]
            .contains(&encoding)
        {
            Trail::AfterLead(|b| matches!(b, 0x81..=0xfe))
        } else if encoding == encoding_rs::ISO_2022_JP {
            Trail::AfterEscape
        } else {
            Trail::Never
        }
    }
}

/// The text of a game, and a remark if some of it could not be decoded.
pub(super) fn decode(game: &[u8]) -> (Cow<'_, str>, Option<String>) {
    let declared = declared(game);
    // ASCII means the same in every charset but one.
    let in_place = match declared {
        None => true,
        Some(encoding) if encoding == encoding_rs::UTF_8 => true,
        Some(encoding) => encoding != encoding_rs::ISO_2022_JP && game.is_ascii(),
    };
    if in_place && let Ok(text) = std::str::from_utf8(game) {
        return (Cow::Borrowed(text), None);
    }
    if let Some(encoding) = declared {
        let (text, malformed) = encoding.decode_without_bom_handling(game);
        if !malformed {
            return (text, None);
        }
    }
    let encoding = if std::str::from_utf8(game).is_ok() { encoding_rs::UTF_8 } else { detected(game) };
    let (text, malformed) = encoding.decode_without_bom_handling(game);
    let doubt = if malformed { ", with some characters lost" } else { "" };
    let remark = match declared {
        Some(said) => Some(format!("the text is not {}: read as {}{doubt}", said.name(), encoding.name())),
        None if malformed => Some(format!("the charset is unknown: read as {}{doubt}", encoding.name())),
        None if encoding == WINDOWS_1252 => None,
        None => Some(format!("no charset given: read as {}", encoding.name())),
    };
    (text, remark)
}
