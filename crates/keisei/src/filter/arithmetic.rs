//! The playouts of a game by plain arithmetic, as \[OshimaSo\] counts them.
//!
//! Black moves first and every move takes a point away, so that Black has N², N² − 2, … , 3 moves
//! to choose from; each candidate costs so many playouts, and of n moves above the switching point
//! ⌈n/2⌉ are candidates. Real games differ: captures give moves back, eyes are not filled.
//!
//! # The paper's numbers
//!
//! Of the 27 in the tables below its figures 3 and 4 (three without filters, and 24 with) 22 come
//! out this way. One is a misprint: PF6's 3,648,100 on 19×19 is 2,648,100, which is what its own
//! rate says. Four were counted with exact halves, n/2 for n above the switching point: PF1, PF2
//! and PF4 on 9×9 and PF1 on 19×19. (The rates beside those four are of whole moves again. Of the
//! 24 rates one, PF6's on 13×13, is of exact halves.)

use keisei_goban::Size;

use super::Removal;

/// How many playouts the first player's moves of a game cost with a filter that is on above a
/// switching point; `None` is no filter.
pub fn playouts_per_game(size: Size, playouts: u32, switch: Option<u32>) -> u64 {
    let candidates = |moves: u32| {
        let removed = match switch {
            Some(switch) if moves > switch => Removal::Low.counts(moves as usize).1 as u64,
            _ => 0,
        };
        u64::from(moves) - removed
    };
    (3..=size.area()).rev().step_by(2).map(candidates).sum::<u64>() * u64::from(playouts)
}

/// Which share of the playouts a filter saves, by arithmetic. `None` if there are none to save.
pub fn reduction(size: Size, switch: u32) -> Option<f64> {
    let whole = playouts_per_game(size, 1, None);
    (whole > 0).then(|| 1.0 - playouts_per_game(size, 1, Some(switch)) as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Filter, board, border, playouts and rate: the tables below figures 3 and 4.
    const PAPER: [(&str, u32, u32, u64, &str); 24] = [
        ("PF1", 9, 77, 160_000, "4.7"),
        ("PF2", 9, 73, 152_400, "9.2"),
        ("PF4", 9, 65, 138_400, "17.4"),
        ("PF1", 13, 157, 673_500, "6.8"),
        ("PF2", 13, 153, 658_000, "8.9"),
        ("PF4", 13, 135, 593_200, "17.9"),
        ("PF1", 19, 333, 3_032_400, "7.4"),
        ("PF2", 19, 325, 2_967_300, "9.4"),
        ("PF4", 19, 285, 2_662_300, "18.7"),
        ("PF5", 9, 77, 160_100, "4.7"),
        ("PF6", 9, 65, 138_800, "17.4"),
        ("PF7", 9, 63, 135_600, "19.3"),
        ("PF8", 9, 61, 132_500, "21.1"),
        ("PF9", 9, 61, 132_500, "21.1"),
        ("PF5", 13, 159, 681_400, "5.7"),
        ("PF6", 13, 135, 593_200, "18.0"),
        ("PF7", 13, 131, 579_900, "19.7"),
        ("PF8", 13, 131, 579_900, "19.7"),
        ("PF9", 13, 129, 573_400, "20.6"),
        ("PF5", 19, 343, 3_117_600, "4.8"),
        ("PF6", 19, 283, 3_648_100, "19.2"),
        ("PF7", 19, 277, 2_606_100, "20.4"),
        ("PF8", 19, 275, 2_592_300, "20.9"),
        ("PF9", 19, 273, 2_578_600, "21.3"),
    ];

    fn square(side: u32) -> Size {
        Size::square(side).unwrap()
    }

    /// With exact halves, in place of whole moves: 50 × n above the switching point.
    fn with_exact_halves(side: u32, switch: u32) -> u64 {
        let turns = (3..=side * side).rev().step_by(2);
        turns.map(|n| u64::from(if n > switch { 50 * n } else { 100 * n })).sum()
    }

    #[test]
    fn games_without_filters() {
        for (side, playouts) in [(9, 168_000), (13, 722_400), (19, 3_276_000)] {
            assert_eq!(playouts_per_game(square(side), 100, None), playouts);
            let never = playouts_per_game(square(side), 100, Some(side * side));
            assert_eq!(never, playouts, "at the switching point a filter is off");
        }
    }

    #[test]
    fn the_numbers_of_the_paper() {
        let mut whole = 0;
        for (filter, side, border, printed, _) in PAPER {
            let playouts = playouts_per_game(square(side), 100, Some(border));
            match (filter, side) {
                ("PF6", 19) => assert_eq!((printed, playouts), (3_648_100, 2_648_100), "the misprint"),
                ("PF1" | "PF2" | "PF4", 9) | ("PF1", 19) => {
                    assert_eq!(with_exact_halves(side, border), printed, "{filter} {side}");
                    assert_ne!(playouts, printed, "{filter} {side}");
                }
                _ => {
                    assert_eq!(playouts, printed, "{filter} {side}");
                    whole += 1;
                }
            }
        }
        assert_eq!(whole + 3, 22, "with the three games without filters");
    }

    #[test]
    fn the_rates_of_the_paper() {
        for (filter, side, border, _, printed) in PAPER {
            let rate = format!("{:.1}", 100.0 * reduction(square(side), border).unwrap());
            if (filter, side) == ("PF6", 13) {
                let whole = playouts_per_game(square(side), 100, None) as f64;
                let halves = 100.0 * (1.0 - with_exact_halves(side, border) as f64 / whole);
                assert_eq!((rate.as_str(), format!("{halves:.1}").as_str()), ("17.9", printed));
            } else {
                assert_eq!(rate, printed, "{filter} {side}");
            }
        }
    }

    #[test]
    fn tiny_boards_have_nothing_to_save() {
        assert_eq!(playouts_per_game(square(1), 100, Some(2)), 0);
        assert_eq!(reduction(square(1), 2), None);
        assert_eq!(playouts_per_game(square(2), 100, Some(2)), 200); // Four moves, two of them candidates.
    }
}
