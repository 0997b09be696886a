//! Advice about ways of moving that other ways of the same piece make useless, found on random boards.

use super::{Advice, Judged, Looked, walks};
use crate::diag::codes;
use crate::ir::{
    BySide, Clause, Game, Phrases, PieceType, PieceTypeId, SideId, SquareId, SquareSet,
    VariableKind, VariableValue,
};
use crate::reference::moves_within;
use crate::source::Span;
use crate::state::{Allowance, ClauseRef, MoveMade, Piece, Position, Random, TokenState};

/// On how many random boards ways are tried.
const BOARDS: usize = 120;
/// The seed of these boards: the same advice every time.
const SEED: u64 = 1;
/// From how many squares on each.
const SQUARES: usize = 4;
/// Pieces with more ways than this are left alone.
const MAX_WAYS: usize = 64;
/// So many moves must have been made by another way before it counts.
const LEAST_MOVES: usize = 30;
/// So much may be done for all pieces of a game: steps of walks, moves, squares of boards. The games here need a seventh at most.
const MAX_WORK: u64 = 30_000_000;

/// What a square of a random board counts for.
const WORK_OF_SQUARE: u64 = 10;

/// Ways that are tried on boards.
struct Trials<'a> {
    looked: &'a Looked<'a>,
    /// What may still be done.
    allowance: Allowance,
    /// The game, to leave out ways of a piece; made when it is needed.
    apart: Option<Game>,
}

/// Looks at the ways of all pieces that have several.
///
/// In games that are too large for that, the last pieces are not looked at.
pub(super) fn look(looked: &Looked<'_>, told: &[Span], advice: &mut Advice) {
    let allowance = looked.allowance.part(MAX_WORK);
    let mut trials = Trials { looked, allowance, apart: None };
    for (id, kind) in looked.game.types.enumerate() {
        let is_own = |clause: &Clause| clause.span.source == looked.file;
        let quick = kind.clauses.len() <= MAX_WAYS
            && kind.clauses.iter().all(|clause| walks::is_short(&clause.walk));
        if kind.clauses.len() < 2 || !kind.clauses.iter().any(is_own) || !quick {
            continue;
        }
        for number in trials.unused(id, kind) {
            let Some(clause) = kind.clauses.get(number) else { continue };
            let same = |span: &Span| *span == clause.span;
            if told.iter().any(same) || !is_own(clause) || !trials.makes_moves(id, number) {
                continue;
            }
            let found = codes::SAID_BEFORE
                .at(clause.span, format!("{} can make all these moves without this", kind.name))
                .label("the ways before it lead wherever this one does");
            advice.add(found, Judged::Boards(BOARDS));
        }
    }
}

impl Trials<'_> {
    /// Returns the ways that make no move on any of the boards; none if not all boards could be tried.
    fn unused(&self, id: PieceTypeId, kind: &PieceType) -> Vec<usize> {
        let mut unused: Vec<usize> = (1..kind.clauses.len()).collect();
        self.each(self.looked.game, id, &mut |number| {
            unused.retain(|other| *other != number);
            !unused.is_empty()
        });
        if self.allowance.is_used_up() {
            return Vec::new();
        }
        let used = kind.clauses.iter().enumerate().filter(|(at, _)| !unused.contains(at));
        let spans: Vec<Span> = used.map(|(_, clause)| clause.span).collect();
        // Of the ways that one line says, all must be useless.
        unused.retain(|number| {
            kind.clauses.get(*number).is_some_and(|clause| !spans.contains(&clause.span))
        });
        let mut once: Vec<Span> = Vec::new();
        unused.retain(|number| {
            let Some(clause) = kind.clauses.get(*number) else { return false };
            let is_new = !once.contains(&clause.span);
            once.push(clause.span);
            is_new
        });
        unused
    }

    /// Tells whether a way makes enough moves where it is the only one.
    fn makes_moves(&mut self, id: PieceTypeId, number: usize) -> bool {
        let mut game = self.apart.take().unwrap_or_else(|| apart(self.looked.game));
        let all = std::mem::take(&mut game.types[id].clauses);
        game.types[id].clauses.extend(all.get(number).cloned());
        let mut moves = 0;
        self.each(&game, id, &mut |_| {
            moves += 1;
            moves < LEAST_MOVES
        });
        game.types[id].clauses = all;
        self.apart = Some(game);
        moves >= LEAST_MOVES
    }

    /// Calls `made` with the way of each move of such pieces on the boards, until it returns false or it is too much.
    fn each(&self, game: &Game, id: PieceTypeId, made: &mut dyn FnMut(usize) -> bool) {
        let looked = self.looked;
        let mut random = Random::new(SEED);
        for _ in 0..BOARDS {
            let mut position = board(looked, &mut random);
            self.allowance.spend(WORK_OF_SQUARE * looked.game.board.squares.len() as u64);
            for (side, from) in self.origins(id, &mut random) {
                position.to_move = side;
                let piece = Piece::new(id, Some(side));
                let Some(ways) = self.ways_from(game, &mut position, from, piece) else { return };
                if !ways.into_iter().all(&mut *made) || self.allowance.is_used_up() {
                    return;
                }
            }
        }
    }

    /// Chooses squares from which such pieces of both sides are tried on one board.
    fn origins(&self, id: PieceTypeId, random: &mut Random) -> Vec<(SideId, SquareId)> {
        let mut origins = Vec::new();
        for side in SideId::ALL {
            let places: Vec<SquareId> =
                self.looked.places.stands.of(id, Some(side)).iter().collect();
            let chosen = (0..SQUARES.min(places.len())).filter_map(|_| random.pick(&places));
            origins.extend(chosen.map(|from| (side, from)));
        }
        origins
    }

    /// Returns the way of each move of a piece that is put on a square for once; `None` if that is too much.
    fn ways_from(
        &self,
        game: &Game,
        position: &mut Position,
        from: SquareId,
        piece: Piece,
    ) -> Option<Vec<usize>> {
        let before = position.pieces[from].replace(piece);
        let found = moves_within(game, position, from, &self.allowance);
        position.pieces[from] = before;
        let number = |made: &MoveMade| match made.clause {
            ClauseRef::Own(_, number) => Some(number),
            ClauseRef::Power(..) => None,
        };
        Some(found.ok()?.iter().filter_map(number).collect())
    }
}

/// Copies of a game what its moves depend on.
fn apart(game: &Game) -> Game {
    Game {
        board: game.board.clone(),
        sides: game.sides.clone(),
        types: game.types.clone(),
        properties: game.properties.clone(),
        marks: game.marks.clone(),
        tokens: game.tokens.clone(),
        variables: game.variables.clone(),
        slot_count: game.slot_count,
        turn: game.turn.clone(),
        threat: game.threat.clone(),
        triggers: game.triggers.clone(),
        forbids: game.forbids.clone(),
        preferences: game.preferences.clone(),
        endings: game.endings.clone(),
        uses_hands: game.uses_hands,
        options: game.options.clone(),
        phrases: Phrases::default(),
        ..Game::default()
    }
}

/// Makes a board of pieces, each somewhere where it can come to stand, and all else at random.
fn board(looked: &Looked<'_>, random: &mut Random) -> Position {
    let game = looked.game;
    let mut position = Position::empty(game);
    let pool: Vec<(PieceTypeId, Option<SideId>, SquareSet)> =
        looked.places.stands.kinds().collect();
    let squares = game.board.squares.len();
    let count = random.below(squares * 3 / 5 + 1);
    for _ in 0..count {
        let Some((kind, owner, places)) = random.pick(&pool) else { break };
        let places: Vec<SquareId> = places.iter().collect();
        if let Some(square) = random.pick(&places) {
            let mut piece = Piece::new(kind, owner);
            for mark in game.marks.ids() {
                piece.set_mark(mark, random.below(4) == 0);
            }
            position.pieces[square] = Some(piece);
        }
    }
    let all: Vec<SquareId> = game.board.squares.ids().collect();
    for (id, variable) in game.variables.enumerate() {
        if random.below(2) == 0 {
            position.variables[id] = BySide::from_fn(|_| value(&variable.kind, &all, random));
        }
    }
    for token in game.tokens.ids() {
        let level = i32::try_from(random.below(6)).unwrap_or(0);
        position.tokens[token] = TokenState { at: random.pick(&all), level };
    }
    position.turn_number = u32::try_from(random.below(60) + 1).unwrap_or(1);
    position
}

fn value(kind: &VariableKind, all: &[SquareId], random: &mut Random) -> VariableValue {
    let number = |low: i64, high: i64, random: &mut Random| {
        let range = usize::try_from(high - low + 1).unwrap_or(1);
        let above = i64::try_from(random.below(range));
        i32::try_from(low + above.unwrap_or(0)).unwrap_or(0)
    };
    VariableValue::Number(match kind {
        VariableKind::Number { min, max } => number(i64::from(*min), i64::from(*max), random),
        VariableKind::Switch => number(0, 1, random),
        VariableKind::Words(words) => {
            number(0, i64::try_from(words.len()).unwrap_or(1) - 1, random)
        }
        VariableKind::Squares => {
            let some = all.iter().filter(|_| random.below(3) == 0).copied();
            return VariableValue::Squares(some.collect());
        }
    })
}
