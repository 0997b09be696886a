//! Answers whether a piece is attacked: from attack tables or, where these do not tell, by playing a turn.

use crate::compile::program::Stmt;
use crate::compile::program::attacks::{Attackers, Attacks, Group, Other};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, owner_of};
use crate::compile::program::visit::moves as may_move;
use crate::ir::{Id, PieceTypeId, SideId, SquareIndex, slots};
use crate::play::execution::continuation::Progress;
use crate::play::execution::moves::{Move, MovePath, MovedBy, Moves, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legality::lookups::reaches;
use crate::play::state::sizes::StateSize;
use crate::state::ClauseRef;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns whether a side, if it were to move, could capture a piece on one of the squares.
    pub(crate) fn attacked(&mut self, squares: S::Board, by: SideId) -> bool {
        let targets = squares & self.state.occupied();
        if targets.is_empty() || self.attack_nesting > 0 {
            return false;
        }
        let program = self.program;
        if let Some(attacks) = &program.facts.attacks[by]
            && !self.has_pre_move_choice(attacks, by)
        {
            let enemies = targets & self.state.pieces_of(by.opponent());
            // The tables know only captures of the other side's pieces.
            if enemies == targets {
                return self.attacked_by_tables(attacks, targets, by);
            }
        }
        // Its turn is played in all ways.
        can_capture_one_of(&mut self.begin_threat(self.state, by), targets)
    }

    /// Returns whether a piece, if it alone were moved to any one of the squares, could not be captured there.
    #[inline(never)]
    pub(crate) fn is_safe(&mut self, piece: SquareIndex, squares: S::Board) -> bool {
        let code = self.state.code(piece);
        if code == EMPTY_CODE {
            return true;
        }
        let Some(owner) = owner_of(code) else { return true };
        let by = owner.opponent();
        if let Some(safe) = self.is_safe_by_tables(piece, squares, by) {
            return safe;
        }
        let saved = self.state;
        for square in squares.members() {
            self.state.shift(&self.program.layout, piece, square);
            let attacked = self.attacked(S::Board::one(square), by);
            self.state = saved;
            if attacked {
                return false;
            }
        }
        true
    }

    /// Answers the same without moving the piece; `None` where the tables do not tell all attacks.
    fn is_safe_by_tables(
        &mut self,
        piece: SquareIndex,
        squares: S::Board,
        by: SideId,
    ) -> Option<bool> {
        let program = self.program;
        let attacks = program.facts.attacks[by].as_ref()?;
        if !self.tables_cover(attacks, squares) || self.has_pre_move_choice(attacks, by) {
            return None;
        }
        let occupied = self.state.occupied() & !S::Board::one(piece);
        for (number, group) in (0..=u16::MAX).zip(&attacks.groups) {
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

    /// Returns whether the tables tell all attacks on some squares, wherever the piece in question stands.
    pub(crate) fn tables_cover(&self, attacks: &Attacks<S::Board>, squares: S::Board) -> bool {
        // Otherwise who attacks, or what may be chosen before, could depend on where that piece stands.
        self.attack_nesting == 0
            && attacks.pre_move_choices_by_numbers
            && attacks.settled
            && !attacks.others.iter().any(|other| self.may_capture(other, squares))
    }

    /// Returns whether an untabled move rule may capture on one of the squares.
    pub(crate) fn may_capture(&self, other: &Other<S::Board>, squares: S::Board) -> bool {
        let may_hit = |(board, captures): &(usize, Vec<S::Board>)| {
            let mut ends = self.state.board(*board).members();
            ends.any(|to| {
                captures.get(usize::from(to)).is_none_or(|captures| captures.meets(squares))
            })
        };
        other.guards.iter().all(|&guard| self.state.board(guard).any())
            && other.victims.as_ref().is_none_or(may_hit)
    }

    /// Returns whether something may be chosen before the move, so that the tables do not tell all attacks.
    #[inline]
    pub(crate) fn has_pre_move_choice(
        &mut self,
        attacks: &'p Attacks<S::Board>,
        by: SideId,
    ) -> bool {
        let never = attacks.pre_move_tokens.is_empty() && attacks.pre_move_choices.is_empty();
        !never && self.is_pre_move_choice(attacks, by)
    }

    fn is_pre_move_choice(&mut self, attacks: &'p Attacks<S::Board>, by: SideId) -> bool {
        // A piece that bears such a token would lose it, which the tables do not know.
        for pre_move_token in &attacks.pre_move_tokens {
            let borne = self.state.number(self.program.layout.token(pre_move_token.token)) >= 0;
            if borne && self.truth(&pre_move_token.condition) {
                return true;
            }
        }
        if attacks.pre_move_choices.is_empty() {
            return false;
        }
        if attacks.pre_move_choices_by_numbers {
            return attacks.pre_move_choices.iter().any(|condition| self.truth(condition));
        }
        let mut hypothetical = self.hypothetical(self.state, by);
        attacks.pre_move_choices.iter().any(|condition| hypothetical.truth(condition))
    }

    fn attacked_by_tables(
        &mut self,
        attacks: &'p Attacks<S::Board>,
        targets: S::Board,
        by: SideId,
    ) -> bool {
        let occupied = self.state.occupied();
        for (number, group) in (0..=u16::MAX).zip(&attacks.groups) {
            let attackers = self.attackers(group, by);
            if attackers.any()
                && targets
                    .members()
                    .any(|target| reaches(attacks, number, target, attackers, occupied))
            {
                return true;
            }
        }
        self.attacked_by_untabled_ways(attacks, targets, by)
    }

    /// Returns the pieces of an attack group.
    #[inline]
    pub(crate) fn attackers(&mut self, group: &'p Group<S::Board>, by: SideId) -> S::Board {
        match &group.attackers {
            Attackers::Board(index) => self.state.board(*index) & self.state.pieces_of(by),
            Attackers::Types(_) | Attackers::Bearer(_) | Attackers::On(_) => {
                self.attackers_without_board(&group.attackers, by)
            }
        }
    }

    /// Returns the same where it takes more than reading a board.
    #[inline(never)]
    fn attackers_without_board(&mut self, attackers: &'p Attackers, by: SideId) -> S::Board {
        let own = self.state.pieces_of(by);
        match attackers {
            Attackers::Board(index) => self.state.board(*index) & own,
            Attackers::Types(types) => {
                self.of_kinds(own, |kind| types.contains(PieceTypeId::from_index(kind)))
            }
            Attackers::Bearer(power) => self.bearer(*power, by) & own,
            Attackers::On(set) => {
                let legality = &self.program.facts.legality[by.opponent()];
                let lines_of_sight =
                    legality.as_ref().and_then(|legality| legality.sights.get(*set));
                lines_of_sight.map_or(S::Board::EMPTY, |set| self.squares(set))
            }
        }
    }

    /// Returns the squares of the pieces that have a power, or could be given it before the move.
    fn bearer(&mut self, power: usize, by: SideId) -> S::Board {
        let program = self.program;
        let power = &program.sides[by].powers[power];
        let index = program.layout.token(power.token);
        if !power.is_at(self.state.number(index + 1)) {
            return S::Board::EMPTY;
        }
        let squares = match SquareIndex::try_from(self.state.number(index)) {
            Ok(square) => S::Board::one(square),
            Err(_) => self.token_receivers(power.token, by),
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

    /// Returns the squares of the pieces to which a token may be given before the move.
    fn token_receivers(&mut self, token: usize, by: SideId) -> S::Board {
        let attacks = self.program.facts.attacks[by].as_ref();
        let pre_move_tokens = attacks.map_or(&[][..], |attacks| &attacks.pre_move_tokens);
        let mut token_receivers = S::Board::EMPTY;
        for pre_move_token in
            pre_move_tokens.iter().filter(|pre_move_token| pre_move_token.token == token)
        {
            if self.truth(&pre_move_token.condition) {
                token_receivers |= self.squares(&pre_move_token.among);
            }
        }
        token_receivers
    }

    /// Returns whether an untabled move rule captures on one of the squares.
    fn attacked_by_untabled_ways(
        &mut self,
        attacks: &'p Attacks<S::Board>,
        targets: S::Board,
        by: SideId,
    ) -> bool {
        if !attacks.others.iter().any(|other| self.may_capture(other, targets)) {
            return false;
        }
        let mut hypothetical = self.hypothetical(self.state, by);
        hypothetical.captures_only = true;
        let mut moves = Moves::default();
        for other in &attacks.others {
            if !hypothetical.may_capture(other, targets) {
                continue;
            }
            for square in hypothetical.origins_of(other, by).members() {
                // Another rule may lead to the same square first, so that all rules are followed.
                moves.clear();
                let mut cache = hypothetical.mask_cache();
                hypothetical.moves_of(square, &mut cache, &mut moves);
                let mut made = moves.list.iter();
                if made.any(|made| hypothetical.captures(*made, moves.path(*made), targets)) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the pieces of the side to move that have an untabled move rule.
    fn origins_of(&mut self, other: &Other<S::Board>, by: SideId) -> S::Board {
        let rules = self.rules();
        let way = &rules.ways[usize::from(other.way)];
        let from = self.state.pieces_of(by) & way.from;
        match way.source {
            ClauseRef::Own(kind, _) => self.of_kinds(from, |of| of == kind.index()),
            ClauseRef::Power(..) => {
                let power = rules.powers.iter().position(|power| power.ways.contains(&other.way));
                from & power.map_or(S::Board::EMPTY, |power| self.bearer(power, by))
            }
        }
    }

    /// Returns whether a move captures a piece on one of the squares.
    fn captures(&mut self, made: Move, path: Option<&MovePath>, targets: S::Board) -> bool {
        self.slots.set(slots::FROM, Binding::Square(made.from));
        self.slots.set(slots::TO, Binding::Square(made.to));
        self.captured_squares(made, path).into_iter().any(|square| targets.has(square))
    }

    /// Returns whether one of the moves that a statement offers captures a piece on one of the squares; `None` if the
    /// tables do not tell.
    fn captures_by_tables(
        &mut self,
        statement: &'p Stmt<S::Board>,
        targets: S::Board,
    ) -> Option<bool> {
        // Tables exist only for turns of one move; they hold if nothing has been captured by other means.
        let untouched = self.turn.captures == 0 && self.turn.moved_by == MovedBy::Nothing;
        if !matches!(statement, Stmt::Move { .. }) || !untouched {
            return None;
        }
        let by = self.own;
        let attacks = self.program.facts.attacks[by].as_ref()?;
        let present = targets & self.state.occupied();
        let enemies = present & self.state.pieces_of(by.opponent());
        (enemies == present).then(|| self.attacked_by_tables(attacks, present, by))
    }
}

/// Returns whether a turn can be continued so that a move captures a piece on one of the squares.
fn can_capture_one_of<S: StateSize>(run: &mut Execution<'_, S>, targets: S::Board) -> bool {
    run.captures_only = true;
    let (statement, choices) = loop {
        match run.advance() {
            Progress::Done | Progress::Dead => return false,
            Progress::Choice(statement) => {
                if let Some(captures) = run.captures_by_tables(statement, targets) {
                    return captures;
                }
                match run.offer(statement) {
                    None => return false,
                    Some(choices) if choices.is_empty() => {}
                    Some(choices) => break (statement, choices),
                }
            }
        }
    };
    run.captures_only = false;
    for pick in &choices {
        if let Pick::Move(made, path) = pick
            && run.captures(*made, (made.path > 0).then_some(path), targets)
        {
            return true;
        }
    }
    let is_move = matches!(statement, Stmt::Move { .. });
    if (is_move || !may_move(statement)) && !run.may_move_again() {
        return false;
    }
    let choices = if is_move { run.choices(statement) } else { choices };
    choices.into_iter().any(|pick| {
        run.fork().is_some_and(|mut next| {
            next.pick(statement, pick);
            can_capture_one_of(&mut next, targets)
        })
    })
}
