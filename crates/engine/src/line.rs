//! Lines of standard input, bounded, for both protocols.

use std::io::{BufRead, Read};

/// Reads a line with its end. Of one that is longer than `longest`, only the first `longest + 1`
/// bytes: its length tells. `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, longest: u64) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(longest + 1).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    if line.len() as u64 > longest && line.last() != Some(&b'\n') {
        // Pass over the rest, a piece at a time.
        let mut rest = Vec::new();
        loop {
            rest.clear();
            let read = input.by_ref().take(longest).read_until(b'\n', &mut rest).ok()?;
            if read == 0 || rest.last() == Some(&b'\n') {
                break;
            }
        }
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        let mut input: &[u8] = b"short\n0123456789\n\n01234567\nlast";
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| read_line(&mut input, 8)).collect();
        assert_eq!(lines, [&b"short\n"[..], b"012345678", b"\n", b"01234567\n", b"last"]);
    }
}
