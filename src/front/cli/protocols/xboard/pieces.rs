//! How pieces move, in Betza's notation, as `XBoard` reads it after `piece`: it writes moves with it and sees mate.
//!
//! A piece is told of only if all its ways of moving can be told exactly; of the others `XBoard` learns by `highlight`
//! where they can go.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::board::Board;
use crate::ir::{
    Arrival, Clause, Composed, DirectionId, Game, Landing, LandingKind, Limit, PieceTypeId, Side,
    SideId, SquareId, SquareSet, Squares, Walk, slots,
};
use crate::state::Position;

/// The letters of leaps by how far they go to one side and to the other.
const ATOMS: [(i16, i16, char); 9] = [
    (0, 1, 'W'),
    (1, 1, 'F'),
    (0, 2, 'D'),
    (1, 2, 'N'),
    (2, 2, 'A'),
    (0, 3, 'H'),
    (1, 3, 'C'),
    (2, 3, 'Z'),
    (3, 3, 'G'),
];

/// What a leap may do, and how often it may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Manner {
    /// Whether only a piece that has not moved can go this way.
    is_initial: bool,
    /// `m`, `c` or `e` for moves, captures and captures in passing; nothing for moves and captures.
    mode: &'static str,
    /// Whether the squares on the way must be empty.
    is_blocked: bool,
    /// How often it may be repeated; 0 for as often as the board allows.
    most: u8,
}

/// Squares to the right and forward, as the owner sees the board.
type Offset = (i16, i16);

impl Board<'_> {
    /// Writes what `XBoard` is told of the pieces.
    pub(super) fn pieces(&self, game: &Game, start: &Position) -> Vec<String> {
        let (mut lines, drawn) = (Vec::new(), drawn(game));
        for kind in game.types.ids() {
            let letter = self.letter(kind);
            let of = |side| Writer { game, start, drawn: &drawn, side, kind }.piece();
            match (of(SideId::FIRST), of(SideId::LAST)) {
                (Some(one), Some(other)) if one == other => {
                    lines.push(format!("piece {letter}& {one}"));
                }
                (one, other) => {
                    lines.extend(one.map(|it| format!("piece {letter} {it}")));
                    let lower = letter.to_ascii_lowercase();
                    lines.extend(other.map(|it| format!("piece {lower} {it}")));
                }
            }
        }
        lines
    }
}

/// Writes how a piece of a side moves.
#[derive(Clone, Copy)]
struct Writer<'a> {
    game: &'a Game,
    start: &'a Position,
    /// Where squares are drawn.
    drawn: &'a Drawn,
    side: SideId,
    kind: PieceTypeId,
}

/// The leaps of a piece, by what they may do.
type Leaps = BTreeMap<Manner, Vec<Offset>>;

impl Writer<'_> {
    fn piece(self) -> Option<String> {
        let (mut leaps, mut asides) = (Leaps::new(), Vec::new());
        for clause in self.game.types[self.kind].clauses.iter().filter(|it| it.is_for(self.side)) {
            match self.aside(clause) {
                Some(files) => asides.push(files),
                None => self.add(clause, &mut leaps)?,
            }
        }
        let mut text = written(&leaps)?;
        asides.dedup();
        match asides.as_slice() {
            [] => {}
            [files] => {
                text.push_str("isO");
                text.push_str(&files.to_string());
            }
            _ => return None,
        }
        (!text.is_empty()).then_some(text)
    }

    /// Returns by how many files a piece goes aside while a partner comes to its other side, if the clause tells of that.
    fn aside(self, clause: &Clause) -> Option<i16> {
        let [to] = self.fixed(clause.walk.as_jump()?)?.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let [from] = self.at_start()[..] else { return None };
        let (to, from) = (self.drawn(to)?, self.drawn(from)?);
        (to.1 == from.1 && !clause.then.is_empty()).then_some((to.0 - from.0).abs())
    }

    /// Returns where the pieces of the type are when the game begins.
    fn at_start(self) -> Vec<SquareId> {
        let is_own = |square: &SquareId| {
            let piece = self.start.piece(*square);
            piece.is_some_and(|piece| piece.kind == self.kind && piece.owner == Some(self.side))
        };
        self.game.board.squares.ids().filter(is_own).collect()
    }

    /// Returns the squares of a set that is always the same.
    fn fixed(self, set: &Squares) -> Option<SquareSet> {
        set.as_seen_by(self.side)
    }

    /// Adds the leaps of a clause.
    fn add(self, clause: &Clause, leaps: &mut Leaps) -> Option<()> {
        if clause.arrival != Arrival::Moves || !clause.then.is_empty() {
            return None;
        }
        let is_initial = !clause.condition.is_always();
        if is_initial {
            let from = self.fixed(clause.condition.asked_of(slots::FROM)?)?;
            if self.at_start() != from.iter().collect::<Vec<_>>() {
                return None;
            }
        }
        let (mode, walk) = match &clause.taking {
            None => (mode(&clause.landings)?, clause.walk.clone()),
            Some(taken) => ("e", passing(&clause.walk, taken)?),
        };
        self.follow(&walk, Manner { is_initial, mode, is_blocked: false, most: 1 }, leaps)
    }

    /// Adds the leaps of a walk.
    fn follow(self, walk: &Walk, manner: Manner, leaps: &mut Leaps) -> Option<()> {
        let mut add = |manner: Manner, direction: DirectionId, times: i16| {
            match self.offsets(direction)[..] {
                [] => {}
                [(x, y)] if self.is_everywhere(direction, (x, y)) => {
                    leaps.entry(manner).or_default().push((times * x, times * y));
                }
                _ => return None,
            }
            Some(())
        };
        if let Composed::OneOf(ways) = walk.composed() {
            return ways.iter().try_for_each(|way| self.follow(way, manner, leaps));
        }
        if let Some(direction) = walk.as_step() {
            return add(manner, direction, 1);
        }
        match walk.in_order() {
            [only] if only != walk => self.follow(only, manner, leaps),
            [repeated, last] => {
                let Composed::Again(body, 0, max) = repeated.composed() else { return None };
                let most = match max {
                    Limit::Unlimited => 0,
                    Limit::Times(times) => times.checked_add(1)?,
                    _ => return None,
                };
                let [again, free] = body.in_order() else { return None };
                let is_on_the_way = again == last && free.as_test().is_some_and(Squares::is_vacant);
                add(Manner { most, ..manner }, last.as_step().filter(|_| is_on_the_way)?, 1)
            }
            [first, free, second]
                if first == second && free.as_test().is_some_and(Squares::is_vacant) =>
            {
                add(Manner { is_blocked: true, ..manner }, first.as_step()?, 2)
            }
            _ => None,
        }
    }

    /// Returns how far a step leads on the board as it is drawn: once if it leads as far from all squares.
    fn offsets(self, direction: DirectionId) -> Vec<Offset> {
        let board = &self.game.board;
        let mut offsets = Vec::new();
        for (from, to) in board.directions[direction].to[self.side].enumerate() {
            let Some(to) = *to else { continue };
            let (Some(from), Some(to)) = (self.drawn(from), self.drawn(to)) else { continue };
            let forward = if self.side == SideId::FIRST { to.1 - from.1 } else { from.1 - to.1 };
            offsets.push((to.0 - from.0, forward));
        }
        offsets.sort_unstable();
        offsets.dedup();
        offsets
    }

    /// Tells whether a step leads so far wherever there is a square so far away on the board as it is drawn. Two boards that are
    /// drawn as one have an edge between them, of which Betza's notation knows nothing.
    fn is_everywhere(self, direction: DirectionId, (x, forward): Offset) -> bool {
        let board = &self.game.board;
        let up = if self.side == SideId::FIRST { forward } else { -forward };
        let places: HashSet<&Offset> = self.drawn.values().collect();
        board.directions[direction].to[self.side].enumerate().all(|(from, to)| {
            let there = self.drawn(from).map(|(file, row)| (file + x, row + up));
            to.is_some() || !there.is_some_and(|there| places.contains(&there))
        })
    }

    /// Returns the column and the row of a square as it is drawn, from the left and from below.
    fn drawn(self, square: SquareId) -> Option<Offset> {
        self.drawn.get(&square).copied()
    }
}

/// The columns and the rows of the squares as they are drawn, from the left and from below.
type Drawn = HashMap<SquareId, Offset>;

/// Returns where the squares of a game are drawn.
fn drawn(game: &Game) -> Drawn {
    let rows = (0..).zip(game.board.rows.iter().rev());
    let cells =
        rows.flat_map(|(up, row)| (0..).zip(row).map(move |(file, cell)| ((file, up), cell)));
    cells.filter_map(|(place, cell)| Some(((*cell)?, place))).collect()
}

/// Returns what may be done where a move ends.
fn mode(landings: &[Landing]) -> Option<&'static str> {
    let is = |landing: &Landing, kind, on: &Squares| landing.kind == kind && landing.on == *on;
    let settles = |it: &Landing| is(it, LandingKind::Settle, &Squares::vacant());
    let captures = |it: &Landing| is(it, LandingKind::Capture, &Squares::enemy());
    match landings {
        [one] if settles(one) => Some("m"),
        [one] if captures(one) => Some("c"),
        [one, other] if settles(one) && captures(other) => Some(""),
        _ => None,
    }
}

/// Returns the walk of a capture in passing: to a square that is remembered, while the piece behind it is taken.
fn passing(walk: &Walk, taken: &Squares) -> Option<Walk> {
    let [way, last] = walk.in_order() else { return None };
    let Some(Squares::Variable(_)) = last.as_test() else { return None };
    let Squares::Reach { side: Side::Own, .. } = taken else { return None };
    let is_behind = taken.stepped_from()?.as_slot() == Some(slots::TO);
    is_behind.then(|| way.clone())
}

/// Writes leaps, if there are letters for them.
fn written(leaps: &Leaps) -> Option<String> {
    let mut text = String::new();
    for (manner, offsets) in leaps {
        let mut left: Vec<Offset> = offsets.clone();
        left.sort_unstable();
        left.dedup();
        for (small, great, letter) in ATOMS {
            let is_of =
                |(x, y): Offset| (x.abs().min(y.abs()), x.abs().max(y.abs())) == (small, great);
            let here: Vec<Offset> = left.iter().copied().filter(|it| is_of(*it)).collect();
            left.retain(|it| !is_of(*it));
            if !here.is_empty() {
                let initial = if manner.is_initial { "i" } else { "" };
                let blocked = if manner.is_blocked { "n" } else { "" };
                let (heading, mode) = (heading(&here, small, great)?, manner.mode);
                let leap = repeated(letter, manner.most);
                text.extend([initial, heading, mode, blocked, &leap]);
            }
        }
        left.is_empty().then_some(())?;
    }
    Some(text)
}

/// Writes a leap that is repeated.
fn repeated(letter: char, most: u8) -> String {
    match (letter, most) {
        ('W', 0) => "R".to_owned(),
        ('F', 0) => "B".to_owned(),
        (_, 1) => letter.to_string(),
        _ => format!("{letter}{most}"),
    }
}

/// Returns the letters of the directions in which a leap goes, if they are the same on the left and on the right.
fn heading(leaps: &[Offset], small: i16, great: i16) -> Option<&'static str> {
    let has = |x, y| leaps.contains(&(x, y));
    if leaps.iter().any(|&(x, y)| !has(-x, y)) {
        return None;
    }
    let (ahead, behind) = (has(small, great), has(small, -great));
    if small == 0 || small == great {
        let aside = small == 0 && has(great, 0);
        let is_straight = small == 0;
        return Some(match (ahead, behind, aside) {
            (true, true, true) => "",
            (true, true, false) => {
                if is_straight {
                    "v"
                } else {
                    ""
                }
            }
            (true, false, true) => "fs",
            (false, true, true) => "bs",
            (true, false, false) => "f",
            (false, true, false) => "b",
            (false, false, true) => "s",
            (false, false, false) => return None,
        });
    }
    match (ahead, behind, has(great, small), has(great, -small)) {
        (true, true, true, true) => Some(""),
        (true, false, false, false) => Some("ff"),
        (false, true, false, false) => Some("bb"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::front::cli::protocols::variants::Variants;

    use super::*;

    fn pieces(name: &str) -> Vec<String> {
        let start = Variants::default().load(name, &[]).unwrap().start;
        Board::of(start.game()).pieces(start.game(), start.position())
    }

    /// As they are commonly written.
    #[test]
    fn pieces_of_known_games_are_written() {
        let chess = [
            "piece P& fcFfeFfmWifmnD",
            "piece N& N",
            "piece B& B",
            "piece R& R",
            "piece Q& RB",
            "piece K& WFisO2",
        ];
        assert_eq!(pieces("chess"), chess);
        let capablanca = pieces("capablanca");
        for line in ["piece A& BN", "piece C& RN", "piece K& WFisO3"] {
            assert!(capablanca.iter().any(|known| known == line), "{line}: {capablanca:?}");
        }
        let shogi = pieces("shogi");
        let known = [
            "piece P& fW",
            "piece L& fR",
            "piece N& ffN",
            "piece S& fWF",
            "piece G& WfF",
            "piece +P& WfF",
            "piece +B& BW",
            "piece +R& RF",
        ];
        for line in known {
            assert!(shogi.iter().any(|known| known == line), "{line}: {shogi:?}");
        }
    }

    #[test]
    fn what_cannot_be_told_exactly_is_not_told() {
        // A cannon needs a screen, a horse and an elephant can be blocked, a soldier changes when it crosses the river.
        assert_eq!(pieces("xiangqi"), ["piece R& R"]);
        // Forward is to the right there, which is a direction of its own for neither side.
        assert_eq!(pieces("mono"), [""; 0]);
        // Two boards are drawn as one, and nothing moves across the edge between them.
        assert_eq!(pieces("talvola-alice_chess"), [""; 0]);
    }
}
