//! Pieces walked on drawn boards.
//!
//! In a drawing `@` is the piece, `e` an enemy, `f` a piece of its own side. `x` is an empty square it can
//! go to, `E` and `F` are pieces it can capture. White looks up the board.

mod drawing;
mod published;

use drawing::*;

use super::*;

#[test]
fn the_atoms() {
    reaches("W", &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
    reaches("F", &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
    reaches("D", &[(0, 2), (2, 0), (0, -2), (-2, 0)]);
    reaches("A", &[(2, 2), (2, -2), (-2, -2), (-2, 2)]);
    reaches("H", &[(0, 3), (3, 0), (0, -3), (-3, 0)]);
    reaches("G", &[(3, 3), (3, -3), (-3, -3), (-3, 3)]);
    reaches("N", &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
    for (one, other) in [
        ("K", "WF"),
        ("C", "(1,3)"),
        ("L", "(3,1)"),
        ("Z", "J"),
        ("Z", "(2,3)"),
        ("W", "(0,1)"),
        ("G", "(3,3)"),
        ("R", "W0"),
        ("B", "FF"),
        ("Q", "RB"),
        ("Q", "KK"),
        ("N0", "NN"),
        ("(1,2)0", "NN"),
        ("(1,2)(1,2)", "NN"),
        ("RR", "R"),
        ("K2", "W2F2"),
        ("R3", "W3"),
        ("D2", "DD"),
    ] {
        same(one, other);
    }
}

#[test]
fn directions_of_straight_atoms() {
    reaches("fW", &[(0, 1)]);
    reaches("fsW", &[(0, 1), (1, 0), (-1, 0)]);
    reaches("vW", &[(0, 1), (0, -1)]);
    reaches("lrW", &[(1, 0), (-1, 0)]);
    reaches("fF", &[(1, 1), (-1, 1)]);
    reaches("frF", &[(1, 1)]);
    reaches("rfF", &[(1, 1)]);
    reaches("lfrbF", &[(-1, 1), (1, -1)]);
    reaches("fhW", &[(0, 1)]);
    same("sF", "F");
    same("fK", "fWfF");
    same("fhK", "fWfF");
    same("bQ", "bRbB");
}

#[test]
fn directions_of_oblique_atoms() {
    reaches("fN", &[(1, 2), (-1, 2)]);
    reaches("ffN", &[(1, 2), (-1, 2)]);
    reaches("fsN", &[(2, 1), (-2, 1)]);
    reaches("fhN", &[(1, 2), (2, 1), (-2, 1), (-1, 2)]);
    reaches("vN", &[(1, 2), (1, -2), (-1, -2), (-1, 2)]);
    reaches("sN", &[(2, 1), (2, -1), (-2, -1), (-2, 1)]);
    reaches("frN", &[(2, 1)]);
    reaches("rfN", &[(1, 2)]);
    reaches("lhN", &[(-1, 2), (-2, 1), (-2, -1), (-1, -2)]);
    reaches("lvN", &[(-1, 2), (-1, -2)]);
    reaches("hrN", &[(1, 2), (2, -1), (-1, -2), (-2, 1)]);
    reaches("hlN", &[(2, 1), (1, -2), (-2, -1), (-1, 2)]);
    same("ffNfsN", "fhN");
}

#[test]
fn sliders_stop_at_pieces() {
    check(
        "R",
        "
        . . . E . .
        . . . x . .
        . f x @ x x
        . . . x . .
        . . . E . .
        . . . e . .",
    );
    check(
        "mB2cdW",
        "
        x . . . .
        . x . e .
        f . @ F .
        . e E x .
        . . . . x",
    );
    check(
        "NN",
        "
        . . e . .
        . . . . .
        . E . . x
        . . x . .
        @ . e . .",
    );
    check(
        "NN",
        "
        . . E . .
        . . . . .
        . x . . x
        . . x . .
        @ . . . .",
    );
}

#[test]
fn a_pawn() {
    check(
        "fmWfcF",
        "
        . . . .
        . E x E
        . e @ f
        . . . .",
    );
    check(
        "fmWfcF",
        "
        . . . .
        . f e E
        . . @ .
        . . . .",
    );
    check(
        "fmnD",
        "
        . x .
        . . .
        . @ .",
    );
    check(
        "fmnD",
        "
        . . .
        . e .
        . @ .",
    );
}

#[test]
fn uses_are_kept_apart() {
    let (moves, _) = read("fmWfcFifmnDdKimK").expect("it is fine");
    let uses: Vec<_> = moves
        .iter()
        .map(|one| (one.uses.quiet, one.uses.captures, one.uses.friendly, one.initial))
        .collect();
    assert_eq!(
        uses,
        [
            (true, false, false, false),
            (false, true, false, false),
            (true, false, false, true),
            (false, false, true, false),
            (true, false, false, true),
        ]
    );
    let names: Vec<_> = moves.iter().map(|one| one.name).collect();
    assert_eq!(names, [None, None, Some("double-step"), None, None]);
    let (moves, _) = read("mWcF").expect("it is fine");
    assert_eq!(moves.len(), 2);
    let (moves, _) = read("WcmFN").expect("it is fine");
    assert_eq!(moves.len(), 1);
}

#[test]
fn lame_leapers() {
    check(
        "nN",
        "
        . . . x . x .
        . . x . . . .
        . . . . @ e .
        . . x . e . .
        . . . . . . .",
    );
    // The janggi elephant: straight, then twice diagonally.
    check(
        "nZ",
        "
        . . x . . . . .
        . x . . . f . x
        . . . . . . . .
        . . . . @ . . .
        . . . . . . . .
        . x . e . . . x
        . . . . . . x .",
    );
    check(
        "nA",
        "
        x . . . E
        . . . . .
        . . @ . .
        . . . f .
        x . . . .",
    );
}

#[test]
fn hoppers() {
    check(
        "mRcpR",
        "
        . . e . . .
        . . E . . .
        . . f . . .
        . . x . . .
        e x @ x e f
        . . x . . .",
    );
    check(
        "gQ",
        "
        x . . . . .
        . e . . . .
        . . . . . .
        . . . @ f E
        . . . f . .
        . . . x . .",
    );
    check(
        "pR",
        "
        . x . . .
        . x . . .
        . e . . .
        . @ . e f
        . f . . .
        . E . . .",
    );
    check(
        "pR3",
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . @ . e x . .
        . e . . . . .
        . x . . . . .
        . x . . . . .
        . . . . . . .",
    );
    check("gR2", "@ e x .");
    check("gR2", "@ . e .");
    check("gR3", "@ . e E");
}

#[test]
fn jumps() {
    check("jD", "x f @ . .");
    check("jR", "x x e @ . x");
    check("jR3", ". x x . @ f E .");
    fails("jN", "jN", "`j` is only understood for `D`, `A` and sliders");
    fails("jW", "jW", "`j` skips a square, so it needs a range of 2 or more here");
}

/// The diagram of Ruddigore Chess: two leaps where there is room for three, else one.
#[test]
fn the_gentleman() {
    check(
        "hhNN",
        "
        . . . . . . . .
        . . . . . . . .
        . . . x . . . .
        . . . . . . . .
        x . x . . x . .
        . . . x . . . .
        . @ . . . . . .
        . . . x . . . .",
    );
    check(
        "hhNN",
        "
        . . . . e . . .
        . . . . . . . .
        . . . E . . . .
        . . . . . . . .
        x . x . . . . .
        . . . E . . . .
        . @ . . . . . .
        . . . f . . . .",
    );
    check("hhR", ". x x @ x x . .");
    check("hhR", "@ x x x x . . .");
}

#[test]
fn bent_paths() {
    let griffon = "
        . . . x . x . . .
        . . . x . x . . .
        . . . x . x . . .
        x x x x . x x x x
        . . . . @ . . . .
        x x x x . x x x x
        . . . x . x . . .
        . . . x . x . . .
        . . . x . x . . .";
    check("FyafsF", griffon);
    check("t[FR]", griffon);
    check("[F?R]", griffon);
    check(
        "[W-fsB]",
        "
        . x . . . x .
        x . x . x . x
        . x . . . x .
        . . . @ . . .
        . x . . . x .
        x . x . x . x
        . x . . . x .",
    );
    check(
        "[W-sR]",
        "
        . x . x .
        x x . x x
        . . @ . .
        x x . E e
        . E . e .",
    );
    // The moa: diagonally, then straight outward.
    check(
        "afsF",
        "
        . x . . .
        x . . e .
        . . @ . .
        x . . . x
        . x . x .",
    );
    same("afsW", "nN");
    same("[W-F]", "nN");
    same("WyafsW", "t[WB]");
    same("m[W?B]", "t[WB]");
    // Three legs: the janggi elephant and a falcon's path that zigzags.
    same("mafsmafW", "nZ");
    same("afsafzW", "afraflWaflafrW");
}

#[test]
fn circles_and_zigzags() {
    check(
        "zB",
        "
        . . . x . x . . .
        . . . . x . . . .
        . . . x . x . . .
        . . . . x . . . .
        . x . x . x . x .
        x . x . @ . x . x
        . x . x . x . x .",
    );
    let rose = Board::read(OPEN).draw("qN").matches('x').count();
    assert_eq!(rose, 16);
    check(
        "qN2",
        "
        x . . . . . x
        . . x . x . .
        . x . . . x .
        . . . @ . . .
        . x . . . x .
        . . x . x . .
        x . . . . . x",
    );
}

#[test]
fn captures_on_the_way() {
    let board = Board::read(
        "
        . . . .
        . e . .
        @ . . .",
    );
    // A checker: over an enemy, to the empty square behind it.
    let found = board.moves("fcafmF");
    assert_eq!(found, [Place { at: (2, 2), via: vec![(1, 1)], taken: vec![(1, 1)] }]);
    // Hit and run, rifle capture and a null move of the lion.
    let found = board.moves("mcabK");
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|place| place.at == (0, 0) && place.via.len() == 1));
    assert!(found.contains(&Place { at: (0, 0), via: vec![(1, 1)], taken: vec![(1, 1)] }));
    let found = board.moves("caK");
    assert!(found.iter().all(|place| place.taken == [(1, 1)] && place.via == [(1, 1)]));
    assert_eq!(found.len(), 7);
    assert_eq!(board.moves("daK"), []);
    // A long leaper slides to its victim and lands right behind it.
    let line = Board::read("@ . e . .");
    assert_eq!(line.moves("cafrR").len(), 0);
    assert_eq!(line.moves("cafR").iter().map(|place| place.at.0).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(line.moves("[cR-fW]").iter().map(|place| place.at.0).collect::<Vec<_>>(), [3]);
    assert_eq!(line.moves("pafR").iter().map(|place| place.at.0).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(line.moves("gafR").iter().map(|place| place.at.0).collect::<Vec<_>>(), [3]);
}

/// What `variants.ini` of Fairy-Stockfish writes.
#[test]
fn custom_pieces_of_real_games() {
    const PIECES: &str = "AD mBcpB pR BK mQ3 mfW mQcN fFfW BNW NN pB K mKmgQ NAD QNAD cW mN NA nC cK fmWfcF mF mK \
        mKmNmAmD mQ mW mWcF mfFmfW mfR mfWcfF mfrWmrfF mfsW cQ RmF FvW Z mvR mRcW cB C mQcB AF ffNfsN ZAD \
        mfWcfFfhmnN NK NmK mQmgQ pQ FsfW RNF WF mR BmW lfrbB mQ2cQ2 AW NC cN KifmnD GH mQ2cW mRmgQ fB mQcR D W \
        ZC mQcK fBfR mB3 DF rflbB KAD RK cR DWF mRpRmFpB2 mRcD mBpBmWpR2 FWGH WcF lrR mR3 mNcK DW vW hlN hrN WfF \
        FfW fsW nN nA nZ mRcpR RcpRnN ADGH FWDA FWDsN B2ND F2N B3vND fmWfcF mafsmafW";
    for text in PIECES.split_whitespace() {
        if let Err(found) = read(text) {
            panic!("{text}: {found:?}");
        }
    }
    for text in ["fmWfceF", "fmWfceFifmnD", "mWfceFifmnD", "fsmWfceF"] {
        let (moves, _) = read(text).expect(text);
        assert!(moves.iter().any(|one| matches!(one.deed, Deed::Pass(_))), "{text}");
    }
}

#[test]
fn what_cannot_be_said_is_refused() {
    fails("KO", "O", "`O` needs the number of squares that the piece goes");
    fails("KisO0", "O0", "`O` needs the number of squares that the piece goes");
    fails("KfO2", "f", "`O` goes to the left or the right");
    fails("jO2", "j", "this letter says nothing about what is no leap");
    fails("cO2", "c", "this only goes to empty squares, so that `m` is all it can say");
    fails("Kc@", "c", "this only goes to empty squares, so that `m` is all it can say");
    fails("i@", "i", "a piece in the hand has never moved, so that `i` says nothing here");
    fails("fU", "f", "a direction says nothing about what is no leap");
    fails("nU", "n", "this letter says nothing about what is no leap");
    fails("eU", "e", "`e` needs an atom that leads past something");
    fails(
        "xK",
        "x",
        "`x` stands for borrowing or bringing about moves of other pieces, which Betza strings cannot say here",
    );
    fails(
        "FX",
        "X",
        "`X` stands for leaps that different readers of the notation measure differently, which Betza strings cannot say here",
    );
    fails("tpR", "tp", "`t` with a hop at the end means different things for different readers");
    fails("tafK", "t", "`t` on the way needs `p` or `g` beside it");
    fails("kafK", "k", "`e` and `k` are only for the end of a path");
    fails("udafK", "u", "`u` is only for a move of one leg");
    fails("u[W-F]", "u", "only `m`, `c`, `d`, `e`, `k` and `i` can stand before a bracket");
    fails("[W-uF]", "u", "`i`, `u` and `y` cannot stand inside a bracket");
    fails("iiK", "i", "the same letter stands here twice");
}

#[test]
fn what_is_not_written_right_is_refused() {
    fails("", "", "no atom is written here");
    fails("f", "", "an atom is missing at the end");
    fails("fE", "E", "`E` means nothing in Betza's notation");
    fails("W ", " ", "` ` means nothing in Betza's notation");
    fails("Wé", "é", "`é` means nothing in Betza's notation");
    fails("W)", ")", "`)` means nothing in Betza's notation");
    fails("mmW", "m", "the same letter stands here twice");
    fails("njD", "nj", "these letters cannot be combined");
    fails("npR", "np", "these letters cannot be combined");
    fails("hN", "h", "a single `h` needs a direction");
    fails("fhhN", "h", "a single `h` needs a direction");
    fails("hhN", "hhN", "`hh` is for atoms of unlimited range");
    fails("hlW", "hl", "`hl` and `hr` are for oblique atoms such as `N`");
    fails(
        "frK",
        "fr",
        "two directions together mean different things for an atom with eight directions",
    );
    fails("pN", "pN", "an atom with a range of one step cannot hop");
    fails("W03", "03", "an exact number of steps cannot be written like this");
    fails("W256", "256", "the range is larger than 255");
    fails("(1,2", "(1,2", "this is no leap");
    fails("(0,0)", "(0,0)", "a leap of (0,0) goes nowhere");
    fails("(1,999)", "(1,999)", "a leap needs two numbers from 0 to 255");
    fails("yW", "y", "`y` needs another leg after it");
    fails("[W-F", "[W-F", "this bracket is not closed");
    fails("[WF]", "F", "the atoms in a bracket need a sign between them");
    fails("[W]", "[W]", "a bracket joins at least two atoms");
    fails("f[W-F]", "f", "only `m`, `c`, `d`, `e`, `k` and `i` can stand before a bracket");
    fails("[W-N]", "N", "a path cannot change between oblique and straight leaps here");
    fails("[W?mF]", "mF", "what the whole path may do is said before the bracket");
    fails(
        "arN",
        "r",
        "after an oblique leap, left and right mean different things for different readers",
    );
    fails("azW", "z", "`z` and `q` need a bend to the left or right before them");
    fails("afhW", "h", "a single `h` needs a direction");
    fails(
        "zN",
        "zN",
        "`z` is only understood for straight atoms of unlimited range in all directions",
    );
    fails("qR", "qR", "`q` is only understood for oblique atoms such as `N`, in all directions");
}

#[test]
fn hostile_texts_end() {
    assert!(read(&"a".repeat(300)).is_err());
    assert!(read(&"a".repeat(199)).is_err());
    assert!(read(&format!("{}K", "a".repeat(7))).is_err());
    assert!(read("mcdpamcdpaK").is_err());
    assert!(read("pQ255").is_err());
    assert!(read(&"n(254,255)".repeat(20)).is_err());
    assert!(read(&"[".repeat(200)).is_err());
    assert!(read(&"K".repeat(200)).is_err());
    assert!(read(&"W".repeat(200)).is_ok());
    assert!(read(&"(255,254)0".repeat(20)).is_ok());
    let letters = "fblrvshmcdnjpgiyzqateukoxOU@X[]-?()0,9WFKRN";
    let mut seed: u64 = 1;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % letters.len();
            text.push_str(&letters[at..=at]);
        }
        drop(read(&text));
    }
}
