//! Check, in general: which pieces could be captured in one turn.

use crate::compile::attacks::reverse::{Attackers, Attacks, Group, Other};
use crate::compile::program::Stmt;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::kind_of;
use crate::ir::{Id, PieceTypeId};
use crate::play::execution::continuation::Progress;
use crate::play::execution::moves::{MovedBy, Moves, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::legality::lookups::reaches;
use crate::play::movegen::choices::Asked;
use crate::play::movegen::moves::at_level;
use crate::play::state::StateSize;
use crate::state::ClauseRef;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Tells whether the side, were it to move now, could capture a piece on one of the squares.
    pub fn attacked(&mut self, squares: S::Board, by: u8) -> bool {
        let wanted = squares & self.state.occupied();
        if wanted.is_empty() || self.imagined > 0 {
            return false;
        }
        let program = self.program;
        if let Some(attacks) = &program.facts.attacks[usize::from(by)]
            && !self.has_pre_move_choice(attacks, by)
        {
            let enemy = wanted & self.state.board(usize::from(1 - by));
            // Tables tell captures of the other side's pieces only.
            if enemy == wanted {
                return self.attacked_by_tables(attacks, wanted, by);
            }
        }
        self.attacked_by_trying(wanted, by)
    }

    /// Tells whether a piece, alone moved to any one of the squares, could not be captured there.
    #[inline(never)]
    pub fn safe(&mut self, piece: u8, squares: S::Board) -> bool {
        let code = self.state.code(piece);
        if code == 0 || crate::compile::program::layout::owner_of(code) > 1 {
            return true;
        }
        let owner = crate::compile::program::layout::owner_of(code);
        if let Some(safe) = self.safe_by_tables(piece, squares, 1 - owner) {
            return safe;
        }
        let saved = self.state;
        for square in squares.members() {
            self.state.shift(&self.program.layout, piece, square);
            let attacked = self.attacked(S::Board::one(square), 1 - owner);
            self.state = saved;
            if attacked {
                return false;
            }
        }
        true
    }

    /// Tells the same without moving the piece, where tables tell all attacks.
    fn safe_by_tables(&mut self, piece: u8, squares: S::Board, by: u8) -> Option<bool> {
        let program = self.program;
        let attacks = program.facts.attacks[usize::from(by)].as_ref()?;
        if !self.is_settled(attacks, squares) || self.has_pre_move_choice(attacks, by) {
            return None;
        }
        let occupied = self.state.occupied() & !S::Board::one(piece);
        for (number, group) in (0..=u8::MAX).zip(&attacks.groups) {
            let attackers = self.attackers(group, by);
            for square in squares.members() {
                let entered = S::Board::one(square);
                let attackers = attackers & !entered;
                if reaches(attacks, number, square, attackers, occupied | entered) {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Tells whether tables tell all attacks on some squares, wherever the piece stands that is asked about.
    pub fn is_settled(&self, attacks: &Attacks<S::Board>, squares: S::Board) -> bool {
        // Who attacks, and what is chosen first, may change with where the piece stands only if rules ask for that.
        self.imagined == 0
            && attacks.unless_by_numbers
            && attacks.settled
            && !attacks.others.iter().any(|other| self.may_capture(other, squares))
    }

    /// Tells whether a way that tables do not tell may capture on one of the squares.
    pub fn may_capture(&self, other: &Other<S::Board>, squares: S::Board) -> bool {
        let hits = |(board, taken): &(usize, Vec<S::Board>)| {
            let mut ends = self.state.board(*board).members();
            ends.any(|to| taken.get(usize::from(to)).is_none_or(|taken| taken.meets(squares)))
        };
        other.guards.iter().all(|&guard| self.state.board(guard).any())
            && other.victims.as_ref().is_none_or(hits)
    }

    /// Tells whether something may be chosen before the move, so that the tables do not tell attacks.
    #[inline]
    pub fn has_pre_move_choice(&mut self, attacks: &'p Attacks<S::Board>, by: u8) -> bool {
        let never = attacks.pre_move_tokens.is_empty() && attacks.unless.is_empty();
        !never && self.is_pre_move_choice(attacks, by)
    }

    fn is_pre_move_choice(&mut self, attacks: &'p Attacks<S::Board>, by: u8) -> bool {
        // Who bears the token already would lose it.
        for pre_move_token in &attacks.pre_move_tokens {
            let borne = self.state.number(self.program.layout.token(pre_move_token.token)) >= 0;
            if borne && self.truth(&pre_move_token.condition) {
                return true;
            }
        }
        if attacks.unless.is_empty() {
            return false;
        }
        if attacks.unless_by_numbers {
            return attacks.unless.iter().any(|condition| self.truth(condition));
        }
        let mut imagined = self.imagine(self.state, by);
        attacks.unless.iter().any(|condition| imagined.truth(condition))
    }

    fn attacked_by_tables(
        &mut self,
        attacks: &'p Attacks<S::Board>,
        wanted: S::Board,
        by: u8,
    ) -> bool {
        let occupied = self.state.occupied();
        for (number, group) in (0..=u8::MAX).zip(&attacks.groups) {
            let attackers = self.attackers(group, by);
            if attackers.any()
                && wanted
                    .members()
                    .any(|target| reaches(attacks, number, target, attackers, occupied))
            {
                return true;
            }
        }
        self.attacked_otherwise(attacks, wanted, by)
    }

    /// Returns the pieces of a group.
    #[inline]
    pub fn attackers(&mut self, group: &'p Group<S::Board>, by: u8) -> S::Board {
        match &group.attackers {
            Attackers::Board(index) => self.state.board(*index) & self.state.board(usize::from(by)),
            other => self.attackers_otherwise(other, by),
        }
    }

    /// Returns the same where they have no board.
    #[inline(never)]
    fn attackers_otherwise(&mut self, attackers: &'p Attackers, by: u8) -> S::Board {
        let own = self.state.board(usize::from(by));
        match attackers {
            Attackers::Board(index) => self.state.board(*index) & own,
            Attackers::Types(types) => {
                let mut found = S::Board::EMPTY;
                for square in own.members() {
                    let kind = PieceTypeId::from_index(kind_of(self.state.code(square)));
                    if types.contains(kind) {
                        found |= S::Board::one(square);
                    }
                }
                found
            }
            Attackers::Bearer(power) => self.bearer(*power, by) & own,
            Attackers::On(set) => {
                let legality = &self.program.facts.legality[usize::from(1 - by)];
                let sight = legality.as_ref().and_then(|legality| legality.sights.get(*set));
                sight.map_or(S::Board::EMPTY, |set| self.squares(set))
            }
        }
    }

    /// Returns the square of the piece that has a power, or could be given it before the move.
    fn bearer(&mut self, power: usize, by: u8) -> S::Board {
        let program = self.program;
        let power = &program.sides[usize::from(by)].powers[power];
        let index = program.layout.token(power.token);
        if !at_level(power.level, self.state.number(index + 1)) {
            return S::Board::EMPTY;
        }
        let squares = match u8::try_from(self.state.number(index)) {
            Ok(square) => S::Board::one(square),
            Err(_) => self.receivers(power.token, by),
        };
        if squares.is_empty() {
            return squares;
        }
        let own = std::mem::replace(&mut self.own, by);
        let mut bearers = squares;
        for square in squares.members() {
            if !self.holds_at(&power.bearer, square) {
                bearers &= !S::Board::one(square);
            }
        }
        self.own = own;
        bearers
    }

    /// Returns the squares of the pieces one of which is given a token before the move.
    fn receivers(&mut self, token: usize, by: u8) -> S::Board {
        let attacks = self.program.facts.attacks[usize::from(by)].as_ref();
        let pre_move_tokens = attacks.map_or(&[][..], |attacks| &attacks.pre_move_tokens);
        let mut receivers = S::Board::EMPTY;
        for pre_move_token in
            pre_move_tokens.iter().filter(|pre_move_token| pre_move_token.token == token)
        {
            if self.truth(&pre_move_token.condition) {
                receivers |= self.squares(&pre_move_token.among);
            }
        }
        receivers
    }

    /// Tells whether a way that tables do not tell captures on one of the squares.
    fn attacked_otherwise(
        &mut self,
        attacks: &'p Attacks<S::Board>,
        wanted: S::Board,
        by: u8,
    ) -> bool {
        if !attacks.others.iter().any(|other| self.may_capture(other, wanted)) {
            return false;
        }
        let mut imagined = self.imagine(self.state, by);
        imagined.captures_only = true;
        let rules = imagined.rules();
        let mut moves = Moves::default();
        for other in &attacks.others {
            if !imagined.may_capture(other, wanted) {
                continue;
            }
            let way = &rules.ways[usize::from(other.way)];
            let mut from = imagined.state.board(usize::from(by)) & way.from;
            match way.source {
                ClauseRef::Own(kind, _) => {
                    let kind = kind.index();
                    from = imagined.of_kind(from, kind);
                }
                ClauseRef::Power(..) => {
                    let power =
                        rules.powers.iter().position(|power| power.ways.contains(&other.way));
                    from &= power.map_or(S::Board::EMPTY, |power| imagined.bearer(power, by));
                }
            }
            for square in from.members() {
                // Another way to the same square may come first, so that all ways are gone.
                moves.clear();
                let mut scene = imagined.scene();
                imagined.moves_of(square, &mut scene, &mut moves);
                for made in &moves.list {
                    imagined.slots.set(0, Bound::Square(made.from));
                    imagined.slots.set(1, Bound::Square(made.to));
                    let taken = imagined.taken(*made, moves.trail(*made));
                    if taken.iter().any(|&square| wanted.has(square)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn of_kind(&self, among: S::Board, kind: usize) -> S::Board {
        let mut found = S::Board::EMPTY;
        for square in among.members() {
            if kind_of(self.state.code(square)) == kind {
                found |= S::Board::one(square);
            }
        }
        found
    }

    /// Tells whether one of the moves that a statement offers captures a piece on one of the squares; `None` if tables do
    /// not tell.
    fn captures_by_tables(
        &mut self,
        statement: &'p Stmt<S::Board>,
        wanted: S::Board,
    ) -> Option<bool> {
        // There is one move in the turn if there are tables, and nothing has been captured by other means.
        let untouched = self.captures == 0 && self.moved_by == MovedBy::Nothing;
        if !matches!(statement, Stmt::Move { .. }) || !untouched {
            return None;
        }
        let by = self.own;
        let attacks = self.program.facts.attacks[usize::from(by)].as_ref()?;
        let there = wanted & self.state.occupied();
        let enemy = there & self.state.board(usize::from(1 - by));
        (enemy == there).then(|| self.attacked_by_tables(attacks, there, by))
    }

    /// Tells whether some way of playing the side's turn captures a piece on one of the squares by a move.
    fn attacked_by_trying(&mut self, wanted: S::Board, by: u8) -> bool {
        captures_one_of(&mut self.threaten(self.state, by), wanted)
    }
}

/// Tells whether some way of going on captures a piece on one of the squares by a move.
fn captures_one_of<S: StateSize>(run: &mut Execution<'_, S>, wanted: S::Board) -> bool {
    run.captures_only = true;
    let (statement, choices) = loop {
        match run.advance() {
            Progress::Done | Progress::Dead => return false,
            Progress::Choice(statement) => {
                if let Some(captures) = run.captures_by_tables(statement, wanted) {
                    return captures;
                }
                match run.ask(statement) {
                    Asked::Choices(choices) => break (statement, choices),
                    Asked::GoesOn => {}
                    Asked::Dead => return false,
                }
            }
        }
    };
    run.captures_only = false;
    for pick in &choices {
        if let Pick::Move(made, trail) = pick {
            run.slots.set(0, Bound::Square(made.from));
            run.slots.set(1, Bound::Square(made.to));
            let trail = (made.trail > 0).then_some(trail);
            let taken = run.taken(*made, trail);
            if taken.iter().any(|&square| wanted.has(square)) {
                return true;
            }
        }
    }
    let is_move = matches!(statement, Stmt::Move { .. });
    if !Execution::<S>::moves_here(statement) && !run.may_move_again() {
        return false;
    }
    let choices = if is_move { run.choices(statement) } else { choices };
    choices.into_iter().any(|pick| {
        run.branch().is_some_and(|mut next| {
            next.pick(statement, pick);
            captures_one_of(&mut next, wanted)
        })
    })
}
