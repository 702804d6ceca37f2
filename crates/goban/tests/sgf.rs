//! Reading and writing records through the public interface.

use std::io::Read as _;

use keisei_goban::sgf::{self, Games, Piece, Record, Replay, SgfError, WarningKind};
use keisei_goban::{Color, Move, Rules};
use proptest::prelude::*;

fn one(bytes: &[u8]) -> Record {
    let mut records = sgf::read(bytes).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn warnings(record: &Record) -> Vec<String> {
    let replayed = record.replay(&Replay::default()).unwrap();
    record.warnings().iter().chain(&replayed.warnings).map(|w| format!("{}: {}", w.line, w.message)).collect()
}

fn moves(record: &Record) -> String {
    let replayed = record.replay(&Replay::default()).unwrap();
    assert_eq!(replayed.problem, None);
    replayed.game.moves().map(|(c, m)| format!("{}{m}", c.letter())).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_tidy_record() {
    let record = one(b"(;GM[1]FF[4]SZ[19]KM[5.5]RU[Japanese]PB[A]PW[B];B[pd];W[dd];B[tt];W[])");
    assert_eq!(moves(&record), "BQ16 WD16 Bpass Wpass");
    assert_eq!(warnings(&record), [""; 0]);
    let (info, _) = record.info().unwrap();
    assert_eq!(info.komi.unwrap().to_string(), "5.5");
    assert_eq!(info.rules, Some(Rules::JAPANESE));
    assert_eq!(info.black.as_deref(), Some("A"));
}

#[test]
fn untidy_records_are_read_as_a_person_would() {
    for (text, expected_moves, warning) in [
        ("From: a friend\n\n(;SZ[9];B[aa])", "BA9", Some("12 characters that belong to no game")),
        ("(;SZ[9];B[aa]", "BA9", Some("does not end")),
        ("(;SZ[9];B[aa];W[b", "BA9", Some("ends inside a value")),
        ("(;SZ[9];B[aa]))", "BA9", Some("1 closing `)` too many")),
        ("(;SZ[9];B[aa];W[bb]) the end", "BA9 WB8", Some("belong to no game")),
        ("(;SZ[9]KM[0]\n;B\n[a\na]\n;W [bb])", "BA9 WB8", None),
        ("( ; SZ[9]KM[0] ; B[aa] )", "BA9", None),
        ("(SZ[9];B[aa])", "BA9", Some("before the first `;`")),
        ("(;SiZe[9]KoMi[0];Black[aa];White[bb])", "BA9 WB8", None),
        ("(;SZ[9]KM[6.5\u{76ee}];B[aa])", "BA9", Some("KM[6.5\u{76ee}] was read as 6.5")),
        ("(;SZ[9]RU[house];B[aa])", "BA9", Some("RU[house] is not known")),
        ("(;SZ[9]%;B[aa])", "BA9", Some("'%' between properties")),
        ("(;SZ[9]X;B[aa][bb])", "BA9 BB8", Some("`X` without a value")),
        ("(;SZ[9];B[aa]W[bb])", "BA9 WB8", Some("2 moves in one node")),
        ("(;SZ[9]KM[0];B[AA])", "BA9", None),
        ("(;SZ[9];b[aa];w[bb])", "BA9 WB8", Some("`b` in small letters")),
        ("((;SZ[9];B[aa]))", "BA9", Some("1 closing `)` too many")),
        ("\u{feff}(;SZ[9]KM[0];B[aa])", "BA9", None),
        ("(;SZ[9]KM[0];B[aa])\n\u{feff}(;SZ[9];B[bb])", "BA9", None),
        ("(;SZ[9]KM[0];B[aa])\r\n\u{1a}", "BA9", None),
        ("(;SZ[9];B[aa]) (", "BA9", Some("1 character that belongs to no game was passed over")),
        ("(;SZ[9]KM[0];B[aa](;W[bb])(;W[cc]))", "BA9 WB8", None),
    ] {
        let records = sgf::read(text.as_bytes()).unwrap();
        assert_eq!(moves(&records[0]), expected_moves, "{text}");
        let found = warnings(&records[0]);
        match warning {
            Some(warning) => assert!(found.iter().any(|w| w.contains(warning)), "{text}: {found:?}"),
            None => assert_eq!(found, [""; 0], "{text}"),
        }
    }
}

/// What is odd is read all the same, and each kind of it is told once.
#[test]
fn odd_records_are_read_with_a_warning_each() {
    for (text, expected) in [
        ("(;SZ[9];B[aa])", &["no komi is named (KM): 0 is taken"][..]),
        ("(;SZ[9]KM[];B[aa])", &["no komi is named (KM): 0 is taken"]),
        ("(;SZ[9]KM[ ];B[aa])", &["no komi is named (KM): 0 is taken"]),
        ("(;SZ[9]KM[1e308];B[aa])", &["KM[1e308] names no komi: 0 is taken"]),
        ("(;SZ[9]KM[-1e9];B[aa])", &["KM[-1e9] names no komi: 0 is taken"]),
        ("(;SZ[9]KM[NaN];B[aa])", &["KM[NaN] names no komi: 0 is taken"]),
        (
            "(;SZ[9]KM[7.25];B[aa])",
            &[
                "KM[7.25] was read as 7.5, which lets the same side win: komi has half points, no other fractions",
            ],
        ),
        ("(;SZ[9]KM[3.75];B[aa])", &["KM[3.75] was read as 7.5, in Chinese stones of two points each"]),
        ("(;SZ[9]KM[650];B[aa])", &["KM[650] was read as 6.5, in hundredths"]),
        ("(;SZ[9]KM[-7];B[aa])", &[]),
        (
            "(;SZ[9]KM[0]HA[3];W[aa];B[bb])",
            &[
                "HA[3], but no black stones are set up (AB), nor does Black begin with 3 moves: none are added, and \
               3 counts as the handicap",
            ],
        ),
        ("(;SZ[9]KM[0]HA[3];B[aa];B[bb];W[cc];B[dd])", &["nor does Black begin with 3 moves"]),
        ("(;SZ[9]KM[0]HA[3];B[aa];B[bb];B[cc];W[dd])", &[]),
        ("(;SZ[9]KM[0]HA[2];B[aa];B[bb];B[cc];W[dd])", &["moves 2 and 3 are both Black's"]),
        ("(;SZ[9]KM[0]HA[2];AB[aa][bb];W[dd])", &[]),
        ("(;SZ[9]KM[0]HA[2]AB[aa][bb];B[cc];B[dd])", &["moves 1 and 2 are both Black's"]),
        ("(;SZ[9]KM[0]HA[1];B[aa];W[dd])", &[]),
        (
            "(;SZ[9]KM[0]HA[2]AB[aa][bb][cc];W[dd])",
            &[
                "HA[2], but 3 black stones are set up (AB): the board is as set up, and 2 counts as the handicap",
            ],
        ),
        ("(;SZ[9]KM[0]HA[0]AB[aa];W[dd])", &["HA[0], but 1 black stone is set up (AB)"]),
        ("(;SZ[9]KM[0]HA[2]AB[aa][bb][cc]AW[ee];W[dd])", &[]),
        (
            "(;SZ[9]KM[0]AB[ba:bb]AW[bb];B[aa])",
            &["B8 is set up more than once in a node: AW, written last, is taken"],
        ),
        ("(;SZ[9]KM[0]AW[bb]AB[bb]AE[bb];B[aa])", &["AE, written last, is taken"]),
        ("(;SZ[9]KM[0]AW[bb]AB[bb]AW[bb];B[aa])", &["AW, written last, is taken"]),
        ("(;SZ[9]KM[0]AB[aa:ca]AW[aa:ba];B[dd])", &["AW, written last, is taken (and 1 more of the kind)"]),
        ("(;SZ[9]KM[0]AB[bb][bb];AE[bb];B[aa])", &[]),
        ("(;SZ[9]KM[0];B[aa];W[bb]\n;W[cc])", &["2: moves 2 and 3 are both White's: played as written"]),
        (
            "(;SZ[9]KM[0];B[aa];B[bb];B[cc];W[];W[])",
            &["moves 1 and 2 are both Black's", "(and 2 more of the kind)"],
        ),
        ("(;SZ[9]KM[0];B[aa];PL[B];B[bb];AW[cc];B[dd])", &[]),
        ("(;SZ[9]KM[0];W[aa];B[bb])", &[]),
        ("(;SZ[9]KM[0];B[aa]W[bb];B[cc]W[dd])", &["2 moves in one node", "(and 1 more of the kind)"]),
    ] {
        let found = warnings(&one(text.as_bytes()));
        assert_eq!(found.len(), usize::from(!expected.is_empty()), "{text}: {found:?}");
        for words in expected {
            assert!(found[0].contains(words), "{text}: {found:?}");
        }
    }
}

/// What the caller says stands in place of what the record says, so that nobody needs to hear of it.
#[test]
fn conditions_that_are_given_need_no_warning() {
    let record = one(b"(;SZ[9]RU[house];B[aa])");
    let komi = "6.5".parse().unwrap();
    let replayed = |options| record.replay(&options).unwrap();
    let given = replayed(Replay { komi: Some(komi), rules: Some(Rules::AGA), ..Replay::default() });
    assert_eq!(given.warnings, []);
    let unsaid = replayed(Replay { default_komi: komi, ..Replay::default() });
    assert_eq!(unsaid.game.position().komi(), komi);
    let kinds: Vec<WarningKind> = unsaid.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [WarningKind::Rules, WarningKind::Komi]);
    assert!(unsaid.warnings[1].message.ends_with("6.5 is taken"), "{:?}", unsaid.warnings);
}

#[test]
fn a_game_without_its_end_does_not_swallow_the_next() {
    let records = sgf::read(b"(;GM[1]SZ[9];B[aa]\n(;GM[1]SZ[9];B[bb])(;FF[4]SZ[9];B[cc])").unwrap();
    let all: Vec<String> = records.iter().map(moves).collect();
    assert_eq!(all, ["BA9", "BB8", "BC7"]);
    assert!(warnings(&records[0])[0].contains("does not end"));
}

#[test]
fn what_cannot_be_read_says_why() {
    let error = |text: &str| match sgf::read(text.as_bytes()) {
        Err(e) => e.to_string(),
        Ok(records) => match records[0].replay(&Replay::default()) {
            Err(e) => e.to_string(),
            Ok(replayed) => replayed.problem.expect(text).to_string(),
        },
    };
    assert_eq!(error(""), "no game found: a record begins with `(;`");
    assert_eq!(error("hello (world)"), "no game found: a record begins with `(;`");
    assert_eq!(error("(;GM[2])"), "line 1: this is not a record of Go: GM[2] (Go is GM[1])");
    for (size, says) in [
        ("0", "a board of 0x0 is not supported"),
        ("60", "a board of 60x60 is not supported"),
        ("19:0", "a board of 19x0 is not supported"),
        ("big", "SZ[big] is not a board size"),
        ("-9", "SZ[-9] is not a board size"),
        ("99999999999", "SZ[99999999999] is not a board size"),
    ] {
        assert!(error(&format!("\n(;GM[1]\nSZ[{size}])")).contains(says), "{size}");
    }
    assert_eq!(
        error("(;SZ[9];B[aa]\n;W[aa])"),
        "line 2, move 2: White cannot play A9: there is a stone already"
    );
    assert_eq!(error("(;SZ[9];B[aa];W[zz])"), "line 1, move 2: W[zz] names no point of the 9x9 board");
    assert_eq!(error("(;SZ[9];B[jj])"), "line 1, move 1: B[jj] names no point of the 9x9 board");
    assert_eq!(
        error("(;SZ[9]AW[ab][ba]AB[aa])"),
        "line 1: the setup is not possible: the Black block at A9 has no liberty"
    );
    assert_eq!(error("(;SZ[9]AB[aa:jj])"), "line 1: AB[aa:jj] names no point of the 9x9 board");
    assert_eq!(
        error("(;SZ[9]AW[ab][ba];B[aa])"),
        "line 1, move 1: Black cannot play A9: the stone would have no liberty (suicide)"
    );
}

#[test]
fn the_position_before_an_illegal_move_stays() {
    let replayed = one(b"(;SZ[9];B[aa];W[bb];B[bb];W[cc])").replay(&Replay::default()).unwrap();
    assert_eq!(replayed.game.move_number(), 2);
    assert_eq!(replayed.problem.unwrap().number, 3);
}

#[test]
fn setups_turns_and_rectangles() {
    let record = one(b"(;SZ[5:3]HA[2]AB[aa][ec]RU[AGA]KM[0.5];W[cb]\n;AE[aa]AW[ab:bb]PL[W];W[ea])");
    let replay = |moves| record.replay(&Replay { moves, ..Replay::default() }).unwrap();
    let start = replay(Some(0));
    assert_eq!(start.game.position().board().to_string(), "X . . . .\n. . . . .\n. . . . X\n");
    assert_eq!(start.game.position().to_play(), Color::White);
    assert_eq!(start.game.position().compensation().to_string(), "1.5");
    // The setup comes after the first move, so that it is not part of the position after one move.
    assert_eq!(replay(Some(1)).game.position().board().to_string(), "X . . . .\n. . O . .\n. . . . X\n");
    let end = replay(None);
    assert_eq!(end.game.position().board().to_string(), ". . . . O\nO O O . .\n. . . . X\n");
    assert_eq!(replay(Some(999)).game.move_number(), 2);
}

#[test]
fn whose_turn_it_is() {
    for (text, color) in [
        ("(;SZ[9])", Color::Black),
        ("(;SZ[9]AB[aa][bb])", Color::White),
        ("(;SZ[9]AB[aa][bb]AW[cc])", Color::Black),
        ("(;SZ[9]HA[0]AB[aa])", Color::Black),
        ("(;SZ[9]PL[W])", Color::White),
        ("(;SZ[9]AB[aa][bb]PL[black])", Color::Black),
        ("(;SZ[9]C[a problem];W[cc])", Color::White),
    ] {
        let start = one(text.as_bytes()).replay(&Replay { moves: Some(0), ..Replay::default() }).unwrap();
        assert_eq!(start.game.position().to_play(), color, "{text}");
    }
}

/// In these charsets the second byte of some characters is `\` or `]`.
#[test]
fn charsets() {
    for (label, name) in [
        ("Shift_JIS", "表ソ望十予"),
        ("Big5", "功許蓋世英雄"),
        ("GBK", "乗乚俓淺羃"),
        ("EUC-KR", "이창호 대 조훈현"),
        ("ISO-2022-JP", "武宮正樹"),
        ("ISO-8859-1", "Müller é]x"),
        ("UTF-8", "武宮 é"),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let escaped = sgf::escape(name);
        let text =
            format!("(;CA[{label}]SZ[9]KM[0]PB[{escaped}];B[aa])(;CA[{label}]SZ[9]PW[{escaped}];W[bb])");
        let (bytes, _, lost) = encoding.encode(&text);
        assert!(!lost, "{label}");
        if ["Shift_JIS", "Big5", "GBK"].contains(&label) {
            let name = encoding.encode(name).0;
            assert!(name.contains(&b'\\') || name.contains(&b']'), "{label} is no trap: {name:x?}");
        }
        let records = sgf::read(&bytes).unwrap();
        assert_eq!(records.len(), 2, "{label}");
        assert_eq!(records[0].info().unwrap().0.black.as_deref(), Some(name), "{label}");
        assert_eq!(records[1].info().unwrap().0.white.as_deref(), Some(name), "{label}");
        assert_eq!(moves(&records[1]), "WB8");
        assert_eq!(warnings(&records[0]), [""; 0], "{label}");
        // Written in UTF-8, it reads the same.
        let written = one(records[0].to_string().as_bytes());
        assert_eq!(written.info().unwrap().0, records[0].info().unwrap().0, "{label}");
    }
}

#[test]
fn charsets_that_are_not_declared() {
    for (label, name, comment) in [
        (
            "Shift_JIS",
            "武宮正樹九段",
            "黒番は実利、白番は模様を表現した。次の一手が形勢判断の上で最も重要である。",
        ),
        ("GBK", "聂卫平九段", "这盘棋黑方取实地，白方取外势。下一手棋非常重要，形势判断决定胜负。"),
        ("Big5", "林海峰九段", "這盤棋黑方取實地，白方取外勢。下一手棋非常重要，形勢判斷決定勝負，成功。"),
        ("EUC-KR", "이창호 구단", "흑은 실리를 취하고 백은 세력을 얻었다. 다음 한 수가 매우 중요하다."),
        ("windows-1252", "Müller", "Schwarz hat die Ecken, Weiß ein großes Moyo in der Mitte für später"),
        ("UTF-8", "武宮正樹", "模様"),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let text = format!("(;SZ[9]PB[{name}]C[{comment}];B[aa];W[bb])(;SZ[9]PB[x];B[cc])");
        let (bytes, _, lost) = encoding.encode(&text);
        assert!(!lost, "{label}");
        let records = sgf::read(&bytes).unwrap();
        assert_eq!(records.len(), 2, "{label}");
        assert_eq!(records[0].info().unwrap().0.black.as_deref(), Some(name), "{label}");
        assert_eq!(moves(&records[0]), "BA9 WB8", "{label}");
    }
    // Too short for a detector, but no move may be lost: the second byte of these is a backslash.
    for (label, name) in [("Shift_JIS", "表"), ("Big5", "功"), ("GBK", "乗")] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let text = format!("(;SZ[9]PW[Smith]PB[{name}];B[aa];W[bb]C[{name}];B[cc])(;SZ[9];B[dd])");
        let records = sgf::read(&encoding.encode(&text).0).unwrap();
        assert_eq!(records.iter().map(moves).collect::<Vec<_>>(), ["BA9 WB8 BC7", "BD6"], "{label}");
    }
    // Wrongly declared.
    let latin: Vec<u8> = "(;CA[UTF-8]SZ[9]PB[M\u{fc}ller];B[aa])".chars().map(|c| c as u8).collect();
    let record = one(&latin);
    assert_eq!(record.info().unwrap().0.black.as_deref(), Some("Müller"));
    assert!(warnings(&record)[0].contains("not UTF-8: read as"), "{:?}", warnings(&record));
}

#[test]
fn utf_16_with_a_byte_order_mark() {
    let text = "\u{feff}(;SZ[9]PB[武宮];B[aa])";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        assert_eq!(one(&bytes).info().unwrap().0.black.as_deref(), Some("武宮"));
    }
}

/// No recursion, no quadratic work: each of these takes well under a second.
#[test]
fn monstrous_records() {
    let n = 100_000;
    let nested = format!("{}{}{}", "(;B[aa]".repeat(n), ";W[bb]", ")".repeat(n));
    let record = one(nested.as_bytes());
    assert_eq!(record.len(), n + 1);
    assert_eq!(one(record.to_string().as_bytes()), record);

    let wide = format!("(;SZ[9]{})", "(;B[aa])".repeat(n));
    let record = one(wide.as_bytes());
    assert_eq!(record.children(record.root()).count(), n);
    assert_eq!(one(record.to_string().as_bytes()), record);

    let passes = format!("(;SZ[9]{})", ";B[];W[]".repeat(n));
    assert_eq!(one(passes.as_bytes()).replay(&Replay::default()).unwrap().game.move_number(), 2 * n);

    let open = "(".repeat(n);
    assert!(matches!(sgf::read(open.as_bytes()), Err(SgfError::NoGame)));
    let nonsense = format!("(;{}", "%\n".repeat(n));
    assert!(matches!(sgf::read(nonsense.as_bytes()), Err(SgfError::Nonsense { line: 1 })));
    let untidy = format!("(;SZ[9]{})", ";B[],;w[],\n".repeat(n));
    let record = one(untidy.as_bytes());
    assert_eq!(record.warnings().len(), 21);
    assert_eq!(record.replay(&Replay::default()).unwrap().game.move_number(), 2 * n);
    let odd = one(format!("(;SZ[9]KM[0]{})", "\n;B[]B[]".repeat(n)).as_bytes());
    assert_eq!(odd.replay(&Replay::default()).unwrap().warnings.len(), 2);
    let comment = format!("(;C[{}])", "x".repeat(20_000_000));
    assert_eq!(one(comment.as_bytes()).len(), 1);
}

#[test]
fn a_game_beyond_all_measure_is_refused() {
    let endless = b"(;C[".iter().copied().chain(std::iter::repeat_n(b'x', 70 << 20)).collect::<Vec<u8>>();
    assert!(matches!(sgf::read(&endless), Err(SgfError::TooLarge { line: 1, .. })));
    let complete = format!("(;C[{}])", "x".repeat(65 << 20));
    assert!(matches!(sgf::read(complete.as_bytes()), Err(SgfError::TooLarge { line: 1, .. })));
    let nodes = format!("(;{})", ";".repeat(5_000_000));
    assert!(matches!(sgf::read(nodes.as_bytes()), Err(SgfError::TooLarge { .. })));
}

/// Files without an end are given up, or read as far as their first game.
#[test]
fn endless_files_have_an_end() {
    let zeros = sgf::read_first(std::io::repeat(0)).unwrap_err();
    assert_eq!(zeros.to_string(), "line 1: no game begins within 64 MiB: a record begins with `(;`");
    assert!(matches!(sgf::read_first(std::io::repeat(b'(')), Err(SgfError::TooFar { .. })));
    let game = b"(;SZ[9];B[aa])".as_slice();
    let record = sgf::read_first(game.chain(std::io::repeat(b' '))).unwrap().0;
    assert_eq!(record.to_string(), "(;SZ[9]\n;B[aa])\n");
    let games = std::iter::repeat_with(|| game).take(3).flatten().copied().collect::<Vec<u8>>();
    let (first, is_alone) = sgf::read_first(&games[..]).unwrap();
    assert_eq!((first.warnings(), is_alone), (&[][..], false));
    // What stands before and behind the game is told.
    let untidy = sgf::read_first(b"junk (;SZ[9];B[aa]) )".as_slice()).unwrap().0;
    let messages: Vec<&str> = untidy.warnings().iter().map(|warning| warning.message.as_str()).collect();
    assert!(matches!(messages[..], [junk, end] if junk.contains("\"junk\"") && end.contains("`)` too many")));
    assert!(matches!(sgf::read_first(b"junk".as_slice()), Err(SgfError::NoGame)));
}

/// A reader that hands out few bytes at a time must make no difference.
#[test]
fn pieces_do_not_depend_on_how_bytes_arrive() {
    struct Drip<'a>(&'a [u8]);
    impl std::io::Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let n = self.0.len().min(buffer.len()).min(7);
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }
    let text = "junk (;SZ[9]C[a (;b\\] c];B[aa](;W[bb])(;W[cc]))\n(;SZ[9];B[dd]) )".repeat(9000);
    let pieces = |reader: Box<dyn std::io::Read>| -> Vec<String> {
        Games::new(reader)
            .map(|piece| match piece.unwrap() {
                Piece::Game(raw) => format!("{} {}", raw.line(), raw.parse().unwrap()),
                Piece::Junk(warning) => format!("{} {}", warning.line, warning.message),
            })
            .collect()
    };
    let whole = pieces(Box::new(std::io::Cursor::new(text.clone().into_bytes())));
    let leaked: &'static [u8] = text.clone().into_bytes().leak();
    assert_eq!(whole, pieces(Box::new(Drip(leaked))));
    assert_eq!(whole.len(), 9000 * 3 + 1);
}

#[test]
fn games_become_records_and_games_again() {
    for text in [
        "(;SZ[5:3]HA[2]AB[aa][ec]RU[AGA]KM[0.5];W[cb];B[]\n;AE[aa]AW[ab:bb]PL[W];W[ea])",
        "(;SZ[5]AB[aa]PL[B])",
        "(;SZ[5]AB[aa])",
        "(;SZ[5]PL[B];W[aa])",
        "(;SZ[5]PL[W];B[aa];PL[B];B[bb])",
        "(;SZ[5];W[aa];W[bb])",
    ] {
        let game = one(text.as_bytes()).replay(&Replay::default()).unwrap().game;
        let written = Record::from_game(&game).to_string();
        let again = one(written.as_bytes()).replay(&Replay::default()).unwrap().game;
        assert_eq!(again, game, "{text}\n{written}");
    }
}

#[test]
fn properties_can_be_added_and_removed() {
    let mut record = one(b"(;SZ[9]C[kept \\] so];B[aa]TB[cc]XY[private];W[bb])");
    let node = record.main_line().nth(1).unwrap();
    let size = record.info().unwrap().0.size;
    let black = "A9".parse().unwrap();
    record.set_territory(node, size, |p| if p == black { Some(Color::Black) } else { None });
    record.add(node, "C", ["a ] b \\ c"]);
    let again = one(record.to_string().as_bytes());
    assert_eq!(again.text(again.root(), "C").unwrap(), "kept ] so");
    let node = again.main_line().nth(1).unwrap();
    assert_eq!(again.text(node, "C").unwrap(), "a ] b \\ c");
    assert_eq!(again.text(node, "TB").unwrap(), "aa");
    assert_eq!(again.text(node, "XY").unwrap(), "private");
    assert_eq!(moves(&again), "BA9 WB8");
}

fn tree() -> impl Strategy<Value = String> {
    let value = "[a-zA-Z0-9 目\n;()\\[]{0,6}|\\\\\\]|\\\\\\\\";
    let property = ("[A-Z]{1,3}", proptest::collection::vec(value, 1..3))
        .prop_map(|(name, values)| name + &values.iter().map(|v| format!("[{v}]")).collect::<String>());
    let node = proptest::collection::vec(property, 0..4).prop_map(|ps| format!(";{}", ps.concat()));
    let sequence = proptest::collection::vec(node, 1..4).prop_map(|nodes| nodes.concat());
    sequence.clone().prop_recursive(4, 30, 3, move |inner| {
        (sequence.clone(), proptest::collection::vec(inner, 0..4)).prop_map(|(line, variations)| {
            line + &variations.iter().map(|v| format!("({v})")).collect::<String>()
        })
    })
}

proptest! {
    #[test]
    fn written_records_read_the_same(text in tree()) {
        let text = format!("({text})");
        let record = Record::parse(&text, 1).unwrap();
        let written = record.to_string();
        let mut again = Record::parse(&written, 1).unwrap();
        prop_assert_eq!(&again.to_string(), &written);
        // CA is always written as UTF-8, and added where it is needed.
        if !text.contains("CA[") {
            again.remove(again.root(), "CA");
            prop_assert_eq!(&again, &record, "{}\n{}", text, written);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut text = b"(;SZ[9]".to_vec();
        text.extend(&bytes);
        for bytes in [&bytes, &text] {
            if let Ok(records) = sgf::read(bytes) {
                for record in records {
                    let _ = record.replay(&Replay::default());
                    let _ = record.to_string();
                }
            }
        }
    }

    #[test]
    fn any_moves_replay_or_say_why(moves in proptest::collection::vec((any::<bool>(), "[a-j]{0,2}"), 0..60)) {
        let text: String =
            moves.iter().map(|(black, point)| format!(";{}[{point}]", if *black { 'B' } else { 'W' })).collect();
        let record = Record::parse(&format!("(;SZ[9]{text})"), 1).unwrap();
        let replayed = record.replay(&Replay::default()).unwrap();
        replayed.game.position().board().check().unwrap();
        let expected = replayed.problem.as_ref().map_or(moves.len(), |p| p.number - 1);
        prop_assert_eq!(replayed.game.move_number(), expected);
        if let Some((color, mv)) = replayed.game.last_move() && mv == Move::Pass {
            prop_assert_eq!(replayed.game.position().to_play(), !color);
        }
    }
}

/// Found by fuzzing: `CA` at the end of another name is not the charset.
#[test]
fn only_ca_is_ca() {
    for name in ["XCA", "X2CA"] {
        let record = one(format!("(;SZ[9]{name}[Shift_JIS]PB[武宮];B[aa])").as_bytes());
        assert_eq!(record.info().unwrap().0.black.as_deref(), Some("武宮"), "{name}");
    }
}

/// Found by fuzzing: a variation that begins like a game, written at the beginning of a line, was
/// read as one.
#[test]
fn a_variation_that_looks_like_a_game_stays_a_variation() {
    let record = one(b"(;SZ[9];B[aa](;FF[4];W[bb])(;GM[1]W[cc]))");
    assert_eq!(record.children(record.main_line().nth(1).unwrap()).count(), 2);
    assert_eq!(one(record.to_string().as_bytes()), record);
}
