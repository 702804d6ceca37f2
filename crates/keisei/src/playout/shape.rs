//! Shapes: patterns of 3×3 points on whose empty middle a stone is a natural answer, whoever plays
//! it.
//!
//! Hane, cuts, and the like at the edge, as \[GellyWangMunosTeytaud2006\] use them: after such a
//! move the stones around decide something.

use std::sync::LazyLock;

/// Three rows each. `X` and `O` are the two colours, either way round; `.` is empty, `x` on the
/// board and not X, `o` on the board and not O, `#` beyond the edge, `?` anything. All eight
/// symmetries count.
const PATTERNS: [&[u8; 9]; 14] = [
    // Hane: around the end of a stone.
    b"XOX...???",
    b"XO....?.?",
    b"XO?X..x.?",
    // Shoulder to shoulder.
    b".O.X.....",
    // Cuts.
    b"XO?O.o?o?",
    b"XO?O.X???",
    b"?X?O.Oooo",
    b"OX?o.O???",
    // At the edge: hane, cut, connection, descent.
    b"X.?O.?###",
    b"OX?X.O###",
    b"?X?x.O###",
    b"?XOx.x###",
    b"?OXX.O###",
    b"XO?X.x###",
];

/// The places of a pattern: above, left, right, below; then the corners above and below, from left
/// to right.
const SIDES: [usize; 4] = [1, 3, 5, 7];
const CORNERS: [usize; 4] = [0, 2, 6, 8];
/// The sides between which each corner lies: first the one above or below it.
const BETWEEN: [[usize; 2]; 4] = [[1, 3], [1, 5], [7, 3], [7, 5]];

/// A set of surroundings, a bit each.
pub(super) struct Shapes([u64; 1 << 10]);

/// All surroundings that fit a pattern.
pub(super) static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let mut shapes = Shapes([0; 1 << 10]);
    for pattern in PATTERNS {
        for symmetry in 0..8 {
            shapes.add(&turned(pattern, symmetry), 0, &mut [b'.'; 9]);
        }
    }
    shapes
});

impl Shapes {
    /// Whether an empty point with such surroundings fits a pattern.
    #[inline(always)]
    pub(super) fn fit(&self, surroundings: u16) -> bool {
        self.0[usize::from(surroundings >> 6)] >> (surroundings & 63) & 1 != 0
    }

    /// Adds all that fit a pattern from its n-th place on, the places before being as given.
    fn add(&mut self, pattern: &[u8; 9], n: usize, cells: &mut [u8; 9]) {
        let (sides, corners) =
            (SIDES.get(n), n.checked_sub(4).and_then(|k| CORNERS.get(k).zip(BETWEEN.get(k))));
        let (place, choices): (usize, &[u8]) = match (sides, corners) {
            (Some(&side), _) => (side, b".XO#"),
            (_, Some((&corner, between))) if between.iter().any(|&side| cells[side] == b'#') => {
                (corner, b"#")
            }
            (_, Some((&corner, _))) => (corner, b".XO"),
            _ => {
                for swapped in [false, true] {
                    let code = encoded(cells, swapped);
                    self.0[usize::from(code >> 6)] |= 1 << (code & 63);
                }
                return;
            }
        };
        for &cell in choices {
            let fits = match pattern[place] {
                b'?' => true,
                b'x' => cell != b'X' && cell != b'#',
                b'o' => cell != b'O' && cell != b'#',
                wanted => cell == wanted,
            };
            if fits {
                cells[place] = cell;
                self.add(pattern, n + 1, cells);
            }
        }
    }
}

fn turned(pattern: &[u8; 9], symmetry: usize) -> [u8; 9] {
    std::array::from_fn(|i| {
        let (mut row, mut column) = (i / 3, i % 3);
        if symmetry & 1 != 0 {
            row = 2 - row;
        }
        if symmetry & 2 != 0 {
            column = 2 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        pattern[row * 3 + column]
    })
}

/// Surroundings as bits: the sides of Black's, then of White's stones, the edge counting as both;
/// then for the corners above and for those below left and right of Black, left and right of White.
/// Above or below the board nothing lies.
fn encoded(cells: &[u8; 9], swapped: bool) -> u16 {
    let [black, white] = if swapped { [b'O', b'X'] } else { [b'X', b'O'] };
    let bits = |place: usize| {
        let cell = cells[place];
        (u16::from(cell == black || cell == b'#'), u16::from(cell == white || cell == b'#'))
    };
    let mut code = 0;
    for (k, &side) in SIDES.iter().enumerate() {
        let (black, white) = bits(side);
        code |= black << k | white << (k + 4);
    }
    for (k, &corner) in CORNERS.iter().enumerate() {
        if cells[BETWEEN[k][0]] != b'#' {
            let (black, white) = bits(corner);
            let place = 8 + 4 * (k / 2) + k % 2;
            code |= black << place | white << (place + 2);
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(cells: &[u8; 9]) -> bool {
        SHAPES.fit(encoded(cells, false))
    }

    #[test]
    fn hane_and_cut_fit_and_open_space_does_not() {
        assert!(fits(b"XOX......"), "hane between two stones");
        assert!(fits(b"...O..X.."), "hane on its side, colours swapped: O above X, to the left");
        assert!(fits(b"XO.O....."), "a cut");
        assert!(fits(b"X..O..###"), "hane on the first line");
        assert!(fits(b"#X.#.O#.."), "a hane on the first line, turned");
        assert!(!fits(b"........."));
        assert!(!fits(b"XXX......"));
        assert!(!fits(b"XXXX.XXXX"));
    }

    #[test]
    fn every_fit_has_its_turned_and_swapped_fits() {
        let mut seen = 0;
        for code in 0..3usize.pow(8) {
            let mut cells = [b'.'; 9];
            let mut rest = code;
            for place in SIDES.into_iter().chain(CORNERS) {
                cells[place] = b".XO"[rest % 3];
                rest /= 3;
            }
            let fit = fits(&cells);
            seen += usize::from(fit);
            assert_eq!(fit, SHAPES.fit(encoded(&cells, true)));
            for symmetry in 0..8 {
                assert_eq!(fit, fits(&turned(&cells, symmetry)));
            }
        }
        assert!((500..3000).contains(&seen), "{seen} of 6561 surroundings in the middle of the board");
    }
}
