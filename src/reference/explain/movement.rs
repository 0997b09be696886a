//! Why a piece cannot go somewhere.

use std::cell::RefCell;

use super::super::bound::{Bound, Subject};
use super::super::run::Run;
use super::super::walk::{Missed, Trail};
use super::finding::{Fact, Finding};
use super::line::Line;
use crate::ir::{
    Arrival, Clause, Game, Id, MoveChoice, Power, SquareId, SquareSet, Squares, TokenId, slots,
};
use crate::state::{ClauseRef, MoveMade};

/// The way a piece is asked to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Where it starts.
    pub from: SquareId,
    /// The squares on the way that are part of the move's name.
    pub via: Vec<SquareId>,
    /// Where it is to end.
    pub to: SquareId,
}

/// What one way of moving has to say about a path.
#[derive(Clone, Debug)]
pub struct WayReport<'g> {
    /// The way of moving.
    pub clause: &'g Clause,
    /// Which one it is.
    pub reference: ClauseRef,
    /// What it says.
    pub verdict: Verdict<'g>,
}

/// What one way of moving has to say about a path.
#[derive(Clone, Debug)]
pub enum Verdict<'g> {
    /// The move can be made, but the statement asks for other moves: this does not hold.
    Unwanted(MoveMade, Finding<'g>),
    /// It leads there, but its condition does not hold.
    Condition(Finding<'g>),
    /// It leads there, but what stands there (`subject`) fits none of its landings.
    Landing(Subject),
    /// It would lead there if these squares were what the way asks for.
    Blocked(Vec<(Subject, &'g Squares)>),
    /// The piece would stay where it is.
    Stays,
    /// It is the other side's.
    OtherSide,
    /// The token does not give it to this bearer: the set decides, and whether the bearer is in there.
    NotBearer(TokenId, &'g Squares, bool),
    /// The token does not give it at its present level.
    NotAtLevel(TokenId, i32),
    /// It does not lead there.
    Elsewhere,
}

impl Verdict<'_> {
    /// Returns how near the way comes to being possible: the greater the nearer.
    pub fn nearness(&self) -> u8 {
        match self {
            Self::Unwanted(..) => 8,
            Self::Condition(_) => 7,
            Self::Landing(_) => 6,
            Self::Blocked(missed) if missed.len() == 1 => 5,
            Self::Blocked(_) => 4,
            Self::NotBearer(..) | Self::NotAtLevel(..) => 3,
            Self::OtherSide => 2,
            Self::Stays => 1,
            Self::Elsewhere => 0,
        }
    }
}

impl<'g> Line<'g> {
    /// Judges the condition of a way of moving for a path, wherever the way leads.
    pub fn condition_of(&mut self, clause: &'g Clause, path: &Path) -> Finding<'g> {
        self.run.slots[slots::FROM.index()] = Bound::Square(path.from);
        self.run.slots[slots::TO.index()] = Bound::Square(path.to);
        self.run.find(&clause.condition)
    }

    /// Returns the squares to which the piece on a square goes by its own ways of which that is true, whatever stands at their
    /// ends.
    pub fn reach(&mut self, from: SquareId, is_it: impl Fn(&Clause) -> bool) -> SquareSet {
        let (game, side) = (self.run.game, self.run.own);
        let Some(piece) = self.run.position.pieces[from] else { return SquareSet::EMPTY };
        let mut reached = Vec::new();
        self.run.slots[slots::FROM.index()] = Bound::Square(from);
        let clauses = game.types[piece.kind].clauses.iter();
        for clause in clauses.filter(|clause| clause.is_for(side) && is_it(clause)) {
            let mut trail = Trail::aiming(from);
            self.run.lifting(from, |run| {
                run.walk(&clause.walk, &mut trail, side, &mut |_, trail| reached.push(trail.at));
            });
        }
        reached.into_iter().filter(|at| *at != from).collect()
    }
}

impl<'g> Run<'g> {
    /// Tells what each way of moving of the piece on a square says about a path, the nearest first.
    ///
    /// `asked` is the statement that asks for the move; the path must not be among its choices.
    pub(super) fn ways(&mut self, asked: &'g MoveChoice, path: &Path) -> Vec<WayReport<'g>> {
        let Some(piece) = self.position.pieces[path.from] else { return Vec::new() };
        let game: &'g Game = self.game;
        let mut reports = Vec::new();
        for (number, clause) in game.types[piece.kind].clauses.iter().enumerate() {
            let verdict = self.verdict(asked, ClauseRef::Own(piece.kind, number), clause, path);
            reports.push(WayReport {
                clause,
                reference: ClauseRef::Own(piece.kind, number),
                verdict,
            });
        }
        for (token, index, power) in game.powers() {
            if self.position.tokens[token].at != Some(path.from) {
                continue;
            }
            for (number, clause) in power.clauses.iter().enumerate() {
                let reference = ClauseRef::Power(token, index, number);
                let mut verdict = self.verdict(asked, reference, clause, path);
                if !matches!(verdict, Verdict::Elsewhere) {
                    verdict = self.withheld(token, power, path.from).unwrap_or(verdict);
                }
                reports.push(WayReport { clause, reference, verdict });
            }
        }
        reports.sort_by_key(|report| std::cmp::Reverse(report.verdict.nearness()));
        reports
    }

    /// Tells why a token does not give a power to its bearer, if it does not.
    fn withheld(
        &mut self,
        token: TokenId,
        power: &'g Power,
        from: SquareId,
    ) -> Option<Verdict<'g>> {
        if self.has_power(token, power, from) {
            return None;
        }
        match self.square_in(from, &power.bearer) {
            Fact::Belongs { set, inside, .. } if !self.holds_at(&power.bearer, from) => {
                Some(Verdict::NotBearer(token, set, inside))
            }
            _ => Some(Verdict::NotAtLevel(token, self.position.tokens[token].level)),
        }
    }

    fn verdict(
        &mut self,
        asked: &'g MoveChoice,
        reference: ClauseRef,
        clause: &'g Clause,
        path: &Path,
    ) -> Verdict<'g> {
        let fits =
            |trail: &Trail| trail.at == path.to && (path.via.is_empty() || trail.via == path.via);
        let end = self.ends(path.from, clause).into_iter().find(|(trail, _)| fits(trail));
        let Some((trail, landing)) = end else {
            let verdict = self.missed(clause, path, &fits);
            let is_ours = clause.is_for(self.own) || matches!(verdict, Verdict::Elsewhere);
            return if is_ours { verdict } else { Verdict::OtherSide };
        };
        if !clause.is_for(self.own) {
            return Verdict::OtherSide;
        }
        self.slots[slots::FROM.index()] = Bound::Square(path.from);
        self.slots[slots::TO.index()] = Bound::Square(path.to);
        let finding = self.find(&clause.condition);
        if !finding.holds {
            return Verdict::Condition(finding);
        }
        let made = self.made(path.from, reference, clause, trail, landing);
        self.unwanted(asked, made)
    }

    /// Tells why a statement does not ask for a move that can be made.
    fn unwanted(&mut self, asked: &'g MoveChoice, made: MoveMade) -> Verdict<'g> {
        // The run is left as `counts` leaves it for the condition.
        let mut judging = self.clone();
        judging.slots[slots::FROM.index()] = Bound::Square(made.from);
        judging.slots[slots::TO.index()] = Bound::Square(made.to);
        judging.moved_by = Some(super::super::run::MovedBy::Clause(made.clause));
        judging.captures += i32::try_from(made.takes.len()).unwrap_or(i32::MAX);
        let finding = judging.find(&asked.only);
        Verdict::Unwanted(made, finding)
    }

    /// Goes the way of a clause over squares that do not fit, and tells which these are.
    fn missed(
        &mut self,
        clause: &'g Clause,
        path: &Path,
        fits: &dyn Fn(&Trail) -> bool,
    ) -> Verdict<'g> {
        self.slots[slots::FROM.index()] = Bound::Square(path.from);
        let missed: Missed<'g> = RefCell::new(Vec::new());
        let mut fewest: Option<Vec<(Subject, &'g Squares)>> = None;
        let mut trail = Trail::aiming(path.from);
        let told = |run: &mut Self, on: SquareId, set: &'g Squares| {
            let subject = Subject::now(&run.position, on);
            (subject, super::squares::narrowed(run, set, subject).0)
        };
        self.lifting(path.from, |run| {
            run.walk_on(&clause.walk, &mut trail, &missed, &mut |run, trail| {
                let missed = missed.borrow();
                if fits(trail) && fewest.as_ref().is_none_or(|fewest| missed.len() < fewest.len()) {
                    fewest = Some(missed.iter().map(|(on, set)| told(run, *on, set)).collect());
                }
            });
        });
        match fewest {
            None => Verdict::Elsewhere,
            Some(_) if path.to == path.from && clause.arrival == Arrival::Moves => Verdict::Stays,
            Some(missed) if missed.is_empty() => {
                Verdict::Landing(Subject::now(&self.position, path.to))
            }
            Some(missed) => Verdict::Blocked(missed),
        }
    }
}
