//! Lines of input: what is asked for, without asking whether it exists.

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// The number to be given back.
    pub(super) id: Option<String>,
    /// The command; empty if the line has none.
    pub(super) name: String,
    /// Its arguments.
    pub(super) arguments: Vec<String>,
}

/// Reads a line as GTP has it: control characters are dropped, tabs are spaces, `#` begins a
/// comment. `None` for lines that ask nothing.
pub(super) fn read(line: &[u8]) -> Option<Request> {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .take_while(|&c| c != '#')
        .collect();
    let mut words = text.split_whitespace().map(str::to_string).peekable();
    let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let name = words.next();
    if id.is_none() && name.is_none() {
        return None;
    }
    Some(Request { id, name: name.unwrap_or_default(), arguments: words.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: Option<&str>, name: &str, arguments: &[&str]) -> Option<Request> {
        Some(Request {
            id: id.map(Into::into),
            name: name.into(),
            arguments: arguments.iter().map(|a| a.to_string()).collect(),
        })
    }

    #[test]
    fn lines() {
        assert_eq!(read(b"play B Q16"), request(None, "play", &["B", "Q16"]));
        assert_eq!(read(b"12 name\r"), request(Some("12"), "name", &[]));
        assert_eq!(read(b"\tplay\tb  q16 # a comment"), request(None, "play", &["b", "q16"]));
        assert_eq!(read(b"7"), request(Some("7"), "", &[]));
        assert_eq!(read(b"na\x07me"), request(None, "name", &[]));
        for nothing in [&b""[..], b"  \t", b"# only a comment", b"\r"] {
            assert_eq!(read(nothing), None);
        }
        assert_eq!(read(b"\xff\xfe"), request(None, "\u{fffd}\u{fffd}", &[]));
    }
}
