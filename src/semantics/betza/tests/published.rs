//! Pieces of published lists: what is said of them in words, and the squares of their letters.
//!
//! The words are those of Betza's "Chess with Different Armies" and piece lists, of the rules of shogi and its larger
//! forms, and of the games named; the squares are written down from the words, not from the letters.

use super::drawing::{Board, OPEN};

type Offsets = &'static [(i16, i16)];

/// A piece of a list.
struct Row {
    /// Its letters.
    letters: &'static str,
    /// What is published about it.
    meaning: &'static str,
    /// Leaps in all their mirror images.
    leaps: Offsets,
    /// Leaps as they are: to the right, and forward.
    only: Offsets,
    /// Leaps again and again in a line, in all mirror images.
    rides: Offsets,
    /// Such lines as they are.
    lines: Offsets,
}

const fn row(letters: &'static str, meaning: &'static str) -> Row {
    Row { letters, meaning, leaps: &[], only: &[], rides: &[], lines: &[] }
}

impl Row {
    const fn leaps(self, leaps: Offsets) -> Self {
        Self { leaps, ..self }
    }

    const fn only(self, only: Offsets) -> Self {
        Self { only, ..self }
    }

    const fn rides(self, rides: Offsets) -> Self {
        Self { rides, ..self }
    }

    const fn lines(self, lines: Offsets) -> Self {
        Self { lines, ..self }
    }

    /// The squares on an open board of four squares to each side, from the words.
    fn squares(&self) -> Vec<(i16, i16)> {
        let inside = |(x, y): &(i16, i16)| x.abs() <= 4 && y.abs() <= 4;
        let line = |(x, y): (i16, i16)| (1..=4).map(move |times| (x * times, y * times));
        let leaps = self.leaps.iter().copied().flat_map(images);
        let rides = self.rides.iter().copied().flat_map(images).flat_map(line);
        let lines = self.lines.iter().copied().flat_map(line);
        let mut all: Vec<_> =
            leaps.chain(self.only.iter().copied()).chain(rides).chain(lines).collect();
        all.retain(inside);
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn images((a, b): (i16, i16)) -> [(i16, i16); 8] {
    [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)]
}

const W: (i16, i16) = (0, 1);
const F: (i16, i16) = (1, 1);
const D: (i16, i16) = (0, 2);
const A: (i16, i16) = (2, 2);
const N: (i16, i16) = (1, 2);
const C: (i16, i16) = (1, 3);
const Z: (i16, i16) = (2, 3);

const TABLE: &[Row] = &[
    // The single leapers, and riders made of them.
    row("W", "wazir: one step along a rank or file").leaps(&[W]),
    row("F", "ferz: one step diagonally").leaps(&[F]),
    row("D", "dabbaba: leaps two squares along a rank or file").leaps(&[D]),
    row("A", "alfil: leaps two squares diagonally").leaps(&[A]),
    row("H", "threeleaper: leaps three squares along a rank or file").leaps(&[(0, 3)]),
    row("G", "tripper: leaps three squares diagonally").leaps(&[(3, 3)]),
    row("C", "camel: leaps (1,3)").leaps(&[C]),
    row("Z", "zebra: leaps (2,3)").leaps(&[Z]),
    row("(1,4)", "giraffe: leaps (1,4)").leaps(&[(1, 4)]),
    row("(2,4)", "lancer or stag: leaps (2,4)").leaps(&[(2, 4)]),
    row("DD", "dabbabarider: any number of dabbaba leaps in a line").rides(&[D]),
    row("AA", "alfilrider: any number of alfil leaps in a line").rides(&[A]),
    row("NN", "nightrider: any number of knight leaps in a line").rides(&[N]),
    // Compounds with names.
    row("QN", "amazon: queen and knight").leaps(&[N]).rides(&[W, F]),
    row("RN", "chancellor: rook and knight").leaps(&[N]).rides(&[W]),
    row("BN", "archbishop: bishop and knight").leaps(&[N]).rides(&[F]),
    row("KN", "centaur: king and knight").leaps(&[W, F, N]),
    row("NC", "gnu or wildebeest: knight and camel").leaps(&[N, C]),
    row("CZ", "bison: camel and zebra").leaps(&[C, Z]),
    row("NZ", "okapi: knight and zebra").leaps(&[N, Z]),
    row("NCZ", "buffalo: knight, camel and zebra").leaps(&[N, C, Z]),
    row("NAD", "squirrel: any square two steps away").leaps(&[N, A, D]),
    row("AD", "alibaba: alfil and dabbaba").leaps(&[A, D]),
    row("FD", "kirin: ferz and dabbaba").leaps(&[F, D]),
    row("WA", "phoenix, and waffle: wazir and alfil").leaps(&[W, A]),
    row("WAD", "champion of omega chess: wazir, alfil and dabbaba").leaps(&[W, A, D]),
    row("FC", "wizard of omega chess: ferz and camel").leaps(&[F, C]),
    row("KAD", "mastodon: any of the eight directions, one or two squares, leaping")
        .leaps(&[W, F, A, D]),
    // Chess with Different Armies.
    row("FAD", "FAD: ferz, alfil and dabbaba").leaps(&[F, A, D]),
    row("BD", "bede: bishop and dabbaba").leaps(&[D]).rides(&[F]),
    row("WD", "woody rook: wazir and dabbaba").leaps(&[W, D]),
    row("HFD", "half-duck: threeleaper, ferz and dabbaba").leaps(&[(0, 3), F, D]),
    row("R4", "short rook: a rook of at most four squares").rides(&[W]),
    row("fbNF", "fibnif: ferz, and knight to the four narrow squares forward and backward")
        .leaps(&[F])
        .only(&[(1, 2), (-1, 2), (1, -2), (-1, -2)]),
    row("fhNbFbsW", "charging knight: forward half of the knight; king sideways and backward")
        .only(&[(1, 2), (-1, 2), (2, 1), (-2, 1), (1, 0), (-1, 0), (0, -1), (1, -1), (-1, -1)]),
    row("frlRbK", "charging rook: rook forward and sideways, king backward")
        .only(&[(0, -1), (1, -1), (-1, -1)])
        .lines(&[(0, 1), (1, 0), (-1, 0)]),
    // Shogi and its larger forms, and other chesses of Asia.
    row("WfF", "gold general: wazir, and diagonally forward").leaps(&[W]).only(&[(1, 1), (-1, 1)]),
    row("FfW", "silver general, and makruk's khon: ferz, and straight forward")
        .leaps(&[F])
        .only(&[W]),
    row("fN", "shogi knight: the two narrow knight leaps forward").only(&[(1, 2), (-1, 2)]),
    row("fR", "lance: any number of squares forward").lines(&[(0, 1)]),
    row("RF", "dragon king: rook and ferz").leaps(&[F]).rides(&[W]),
    row("BW", "dragon horse: bishop and wazir").leaps(&[W]).rides(&[F]),
    row("FvW", "ferocious leopard: ferz, straight forward and backward")
        .leaps(&[F])
        .only(&[(0, 1), (0, -1)]),
    row("vWfF", "copper general: straight forward and backward, diagonally forward").only(&[
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, 1),
    ]),
    row("FfsW", "drunk elephant: any king step but straight backward").leaps(&[F]).only(&[
        (0, 1),
        (1, 0),
        (-1, 0),
    ]),
    row("FbsW", "blind tiger: any king step but straight forward").leaps(&[F]).only(&[
        (0, -1),
        (1, 0),
        (-1, 0),
    ]),
    row("WsR", "side mover: wazir, and rook sideways").leaps(&[W]).lines(&[(1, 0), (-1, 0)]),
    row("WvR", "vertical mover: wazir, and rook forward and backward")
        .leaps(&[W])
        .lines(&[(0, 1), (0, -1)]),
    row("KvR", "flying stag: king, and rook forward and backward")
        .leaps(&[W, F])
        .lines(&[(0, 1), (0, -1)]),
    row("vRbB", "whale: rook forward and backward, bishop backward").lines(&[
        (0, 1),
        (0, -1),
        (1, -1),
        (-1, -1),
    ]),
    row("vRfB", "white horse: rook forward and backward, bishop forward").lines(&[
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, 1),
    ]),
    row("sRB", "free boar: bishop, and rook sideways").rides(&[F]).lines(&[(1, 0), (-1, 0)]),
    row("vRB", "flying ox: bishop, and rook forward and backward")
        .rides(&[F])
        .lines(&[(0, 1), (0, -1)]),
    row("fsW", "soldier of xiangqi beyond the river, and of janggi: forward or sideways").only(&[
        (0, 1),
        (1, 0),
        (-1, 0),
    ]),
    // Chiral and one-sided pieces.
    row("hrN", "half of the knight's leaps, right-handed: each a quarter turn from the next")
        .only(&[(1, 2), (2, -1), (-1, -2), (-2, 1)]),
    row("rhN", "the four knight leaps to the right").only(&[(1, 2), (2, 1), (2, -1), (1, -2)]),
    row("lfrbB", "one of the two long diagonals: left forward, right backward")
        .lines(&[(-1, 1), (1, -1)]),
];

#[test]
fn pieces_of_published_lists() {
    for piece in TABLE {
        let board = Board::read(OPEN);
        let relative = |at: (i16, i16)| (at.0 - board.start.0, at.1 - board.start.1);
        let mut found: Vec<_> =
            board.moves(piece.letters).into_iter().map(|place| relative(place.at)).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, piece.squares(), "{}: {}", piece.letters, piece.meaning);
    }
}
