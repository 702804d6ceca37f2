//! The fifteen tables of \[TajimaSanechika\], appendix A, as printed.
//!
//! A table's rows are counted from the edge nearest to the stone, its columns from the other near
//! edge; the stone stands where it has 100. A stone on the fifth line or higher has four rows
//! (columns) on either side.
//!
//! The tables are kept as printed. **The table of the 4-4 point is the only one on the diagonal
//! that is not symmetric**: it has 24, 24 and 0 at (row 2, column 0), (2, 1) and (7, 4), and 26, 26
//! and 6 at their mirror images. Nothing in the paper decides between them, and taken as printed a
//! 4-4 stone would favour one side of its corner. Here it takes the smaller of the two values
//! ([`value`]): the 6 is out of line with the other fourteen tables, all of which have 0 one row
//! beside the end of the stone's reach, and 14, 20, 24, 26 rises more evenly than 14, 20, 26, 26.

/// One printed table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    #[cfg_attr(not(test), expect(dead_code, reason = "names the table in tests"))]
    pub(super) name: &'static str,
    pub(super) columns: usize,
    pub(super) values: &'static [u8],
}

/// The line from which on a stone counts as standing in the centre.
pub(super) const CENTRE: u32 = 5;

/// The tables, in the order of the paper's `paternTbl2` (whose first entry is empty).
#[rustfmt::skip]
pub(super) const TABLES: [Table; 15] = [
    // 中原 (五線以上): the centre, fifth line or higher.
    Table { name: "A", columns: 9, values: &[
        0, 0,  0,  0,   5,  0,  0, 0, 0,
        0, 0,  6,  7,   7,  7,  6, 0, 0,
        0, 6,  7, 10,  12, 10,  7, 6, 0,
        0, 7, 10, 19,  35, 19, 10, 7, 0,
        5, 7, 12, 35, 100, 35, 12, 7, 5,
        0, 7, 10, 19,  35, 19, 10, 7, 0,
        0, 6,  7, 10,  12, 10,  7, 6, 0,
        0, 0,  6,  7,   7,  7,  6, 0, 0,
        0, 0,  0,  0,   5,  0,  0, 0, 0,
    ] },
    // 辺の四線: the fourth line of a side.
    Table { name: "B", columns: 9, values: &[
        0, 7, 12, 20,  26, 20, 12, 7, 0,
        0, 7, 12, 20,  26, 20, 12, 7, 0,
        0, 7, 12, 26,  44, 26, 12, 7, 0,
        5, 7, 12, 35, 100, 35, 12, 7, 5,
        0, 7, 10, 19,  35, 19, 10, 7, 0,
        0, 6,  7, 10,  12, 10,  7, 6, 0,
        0, 0,  6,  7,   7,  7,  6, 0, 0,
        0, 0,  0,  0,   5,  0,  0, 0, 0,
    ] },
    // 辺の三線: the third line of a side.
    Table { name: "C", columns: 9, values: &[
        0, 7, 13, 20,  51, 20, 13, 7, 0,
        0, 7, 17, 29,  51, 29, 17, 7, 0,
        5, 7, 18, 42, 100, 42, 18, 7, 5,
        0, 7, 10, 19,  35, 19, 10, 7, 0,
        0, 6,  7, 10,  12, 10,  7, 6, 0,
        0, 0,  6,  7,   7,  7,  6, 0, 0,
        0, 0,  0,  0,   5,  0,  0, 0, 0,
    ] },
    // 辺の二線: the second line of a side.
    Table { name: "D", columns: 9, values: &[
        0,  7, 19, 38,  78, 38, 19,  7, 0,
        5, 13, 19, 45, 100, 45, 19, 13, 5,
        0,  7, 10, 19,  35, 19, 10,  7, 0,
        0,  6,  7, 10,  12, 10,  7,  6, 0,
        0,  0,  6,  7,   7,  7,  6,  0, 0,
        0,  0,  0,  0,   5,  0,  0,  0, 0,
    ] },
    // 辺の一線: the first line of a side.
    Table { name: "E", columns: 9, values: &[
        5, 14, 22, 54, 100, 54, 22, 14, 5,
        0,  7, 10, 19,  35, 19, 10,  7, 0,
        0,  6,  7, 10,  12, 10,  7,  6, 0,
        0,  0,  6,  7,   7,  7,  6,  0, 0,
        0,  0,  0,  0,   5,  0,  0,  0, 0,
    ] },
    // 隅の星: the 4-4 point. Not symmetric as printed, see above.
    Table { name: "B1", columns: 8, values: &[
        14, 20, 26,  26, 20, 14, 7, 0,
        20, 21, 26,  26, 20, 14, 7, 0,
        24, 24, 33,  44, 26, 16, 7, 0,
        26, 26, 44, 100, 35, 12, 7, 5,
        20, 20, 26,  35, 19, 10, 7, 6,
        14, 14, 16,  12, 10,  7, 6, 0,
         7,  7,  7,   7,  7,  6, 0, 0,
         0,  0,  0,   5,  0,  0, 0, 0,
    ] },
    // 隅の小目: the 3-4 point.
    Table { name: "C1", columns: 8, values: &[
        23, 24, 35,  51, 20, 13, 7, 0,
        27, 27, 36,  51, 29, 17, 7, 0,
        32, 32, 51, 100, 42, 18, 7, 5,
        20, 20, 26,  35, 19, 10, 7, 0,
        12, 12, 12,  12, 10,  7, 6, 0,
         7,  7,  7,   7,  7,  6, 0, 0,
         0,  0,  0,   5,  0,  0, 0, 0,
    ] },
    // 4の二: the 2-4 point.
    Table { name: "D1", columns: 8, values: &[
        30, 30, 45,  78, 38, 19, 13, 0,
        33, 33, 54, 100, 45, 19, 13, 5,
        20, 20, 26,  35, 19, 10,  7, 0,
        14, 14, 16,  12, 10,  7,  6, 0,
         7, 12,  7,   7,  7,  6,  0, 0,
         0,  0,  0,   5,  0,  0,  0, 0,
    ] },
    // 4の一: the 1-4 point.
    Table { name: "E1", columns: 8, values: &[
        51, 36, 63, 100, 54, 22, 14, 5,
        20, 20, 26,  35, 19, 10,  7, 0,
        16, 14, 16,  12, 10,  7,  6, 0,
         7, 12,  7,   7,  7,  6,  0, 0,
         0,  0,  0,   5,  0,  0,  0, 0,
    ] },
    // 隅の三々: the 3-3 point.
    Table { name: "C2", columns: 7, values: &[
        27, 36,  57, 20, 13, 7, 0,
        36, 39,  58, 29, 17, 7, 0,
        57, 58, 100, 42, 18, 7, 5,
        20, 29,  42, 19, 10, 7, 0,
        13, 17,  18, 10,  7, 6, 0,
         7,  7,   7,  7,  6, 0, 0,
         0,  0,   5,  0,  0, 0, 0,
    ] },
    // 3の二: the 2-3 point.
    Table { name: "D2", columns: 7, values: &[
        39, 48,  85, 38, 19, 13, 0,
        58, 61, 100, 45, 19, 13, 5,
        29, 29,  42, 19, 10,  7, 0,
        17, 17,  18, 10,  7,  6, 0,
        13, 13,   7,  7,  6,  0, 0,
         0,  0,   5,  0,  0,  0, 0,
    ] },
    // 3の一: the 1-3 point.
    Table { name: "E2", columns: 7, values: &[
        61, 70, 100, 54, 22, 14, 5,
        29, 29,  42, 19, 10,  7, 0,
        17, 17,  18, 10,  7,  6, 0,
        13, 13,   7,  7,  6,  0, 0,
         0,  0,   5,  0,  0,  0, 0,
    ] },
    // 2の二: the 2-2 point.
    Table { name: "D3", columns: 6, values: &[
        57,  88, 38, 19, 13, 0,
        88, 100, 45, 19, 13, 5,
        38,  45, 19, 10,  7, 0,
        19,  19, 10,  7,  6, 0,
        13,  13,  7,  6,  0, 0,
         0,   5,  0,  0,  0, 0,
    ] },
    // 2の一: the 1-2 point.
    Table { name: "E3", columns: 6, values: &[
        97, 100, 53, 22, 14, 5,
        38,  45, 19, 10,  7, 0,
        19,  19, 10,  7,  6, 0,
        13,  13,  7,  6,  0, 0,
         0,   5,  0,  0,  0, 0,
    ] },
    // 1の一: the 1-1 point.
    Table { name: "E4", columns: 5, values: &[
        100, 54, 22, 14, 5,
         54, 19, 10,  7, 0,
         22, 10,  7,  6, 0,
         14,  7,  6,  0, 0,
          5,  0,  0,  0, 0,
    ] },
];

/// `paternTbl1`: which table serves a stone on these two lines, the lower line first; 1 is the
/// first of [`TABLES`].
const CHOICE: [[usize; 5]; 5] =
    [[15, 14, 12, 9, 5], [0, 13, 11, 8, 4], [0, 0, 10, 7, 3], [0, 0, 0, 6, 2], [0, 0, 0, 0, 1]];

/// The influence of a stone on its surroundings. `lines` are the stone's lines from the nearer edge
/// and from the other one, the first not above the second; `steps` say how far away the point is,
/// positive away from those edges.
pub(super) fn value(lines: (u32, u32), steps: (i32, i32)) -> u8 {
    let (row_line, column_line) = (lines.0.min(CENTRE), lines.1.min(CENTRE));
    debug_assert!(row_line <= column_line, "the lower line comes first");
    let table = &TABLES[CHOICE[row_line as usize - 1][column_line as usize - 1] - 1];
    let (row, column) = (row_line as i32 - 1 + steps.0, column_line as i32 - 1 + steps.1);
    let printed = table.at(row, column);
    if row_line == column_line { printed.min(table.at(column, row)) } else { printed }
}

impl Table {
    /// An entry; 0 beyond the table.
    fn at(&self, row: i32, column: i32) -> u8 {
        let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column)) else { return 0 };
        if column >= self.columns { 0 } else { *self.values.get(row * self.columns + column).unwrap_or(&0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a.
    fn digest(bytes: &[u8]) -> u32 {
        bytes.iter().fold(0x811c_9dc5, |hash, &b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193))
    }

    /// The counts are printed in the paper; the digests were taken from its text by a script, not
    /// from this file.
    #[test]
    fn tables_are_the_printed_ones() {
        let printed = [
            ("A", 81, 0x3e7ff8bb),
            ("B", 72, 0xe6b153e2),
            ("C", 63, 0xc6afff42),
            ("D", 54, 0x84e162d8),
            ("E", 45, 0xb68217b0),
            ("B1", 64, 0x1193731f),
            ("C1", 56, 0x5211c43f),
            ("D1", 48, 0x7a5fe911),
            ("E1", 40, 0x2557e895),
            ("C2", 49, 0x769a844b),
            ("D2", 42, 0x75cf61b2),
            ("E2", 35, 0xa78d5b91),
            ("D3", 36, 0x4841a264),
            ("E3", 30, 0xdc8ad90a),
            ("E4", 25, 0x8ef53bab),
        ];
        let here: Vec<_> = TABLES.iter().map(|t| (t.name, t.values.len(), digest(t.values))).collect();
        assert_eq!(here, printed);
    }

    /// In every table the stone stands where its two lines cross.
    #[test]
    fn the_stone_has_a_hundred() {
        for row in 1..=5 {
            for column in row..=5 {
                let name = TABLES[CHOICE[row - 1][column - 1] - 1].name;
                let table = &TABLES[CHOICE[row - 1][column - 1] - 1];
                assert_eq!(table.values.iter().filter(|&&v| v == 100).count(), 1, "{name}");
                assert_eq!(table.at(row as i32 - 1, column as i32 - 1), 100, "{name}");
                assert_eq!(table.values.len(), (row + 4) * (column + 4), "{name}");
                assert_eq!(value((row as u32, column as u32), (0, 0)), 100);
            }
        }
    }

    /// Only the 4-4 table differs from its mirror image, in the three places that the head of this
    /// file names.
    #[test]
    fn diagonal_tables_are_symmetric_but_for_three_values() {
        let mut differences = Vec::new();
        for line in 1..=5usize {
            let table = &TABLES[CHOICE[line - 1][line - 1] - 1];
            for row in 0..table.columns as i32 {
                for column in 0..row {
                    let (below, above) = (table.at(row, column), table.at(column, row));
                    if below != above {
                        differences.push((table.name, row, column, below, above));
                    }
                }
            }
        }
        assert_eq!(differences, [("B1", 2, 0, 24, 26), ("B1", 2, 1, 24, 26), ("B1", 7, 4, 0, 6)]);
        assert_eq!(value((4, 4), (-1, -3)), 24);
        assert_eq!(value((4, 4), (-3, -1)), 24);
        assert_eq!(value((4, 4), (1, 4)), 0);
    }
}
