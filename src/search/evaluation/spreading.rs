//! Finds the chains by which a game is won: where a set of squares spreads, and what it has reached decides.
//!
//! What is looked for in the rules is a set that is given its first squares, then grows by what depends on itself, and then is
//! asked about where the game ends or is counted. What the rules mean by it is found out by trying: boards are filled
//! with one kind of piece, the set is given one square, and the rules are asked what it grows to and what that
//! decides. So it does not matter how they are written.

use super::chains::{Chains, Purpose};

use crate::compile::program::bitboard::{Bitboard, Words};
use crate::compile::program::layout::Layout;
use crate::compile::program::locations::Loc;
use crate::compile::program::visit::{Node, Part};
use crate::compile::program::{Cond, Eff, Program, Set, Stmt, Target, Verdict, Who};
use crate::ir::SideId;
use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What all other numbers are while one is tried, and what that is then; so many squares decide.
const USUAL: i32 = 5;

/// A set that spreads.
#[derive(Debug)]
struct Spread<'p, B> {
    /// The side whose rules they are.
    side: SideId,
    /// Where the set is in a state.
    board: usize,
    /// The squares from which it begins.
    seed: &'p Set<B>,
    /// What it becomes again and again.
    grown: &'p Set<B>,
}

impl<B> Clone for Spread<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Spread<'_, B> {}

/// What is done with a set that has spread.
#[derive(Debug)]
enum Use<'p, B> {
    /// The game ends if this holds.
    Ends(&'p Cond<B>, Verdict),
    /// It is counted; the index of the number.
    Counts(usize),
}

/// Returns the chains by which a game is won.
pub(super) fn chains<S: StateSize>(program: &Program<S::Board>) -> Vec<Chains<Words>> {
    let mut found: Vec<Chains<Words>> = Vec::new();
    for side in SideId::ALL {
        for (spread, used) in spreads(program, side) {
            let run = Execution::<S>::idle(program, State::empty(), side);
            for chains in (Trial { program, run, spread }).chains(&used) {
                if !found.contains(&chains) {
                    found.push(chains);
                }
            }
        }
    }
    found
}

/// Returns the sets that spread by the rules of a side, each with what is done with it.
fn spreads<B: Bitboard>(program: &Program<B>, side: SideId) -> Vec<(Spread<'_, B>, Use<'_, B>)> {
    let rules = program.rules(side);
    let bodies = rules.triggers.iter().flatten().map(|trigger| &trigger.body);
    let mut found = Vec::new();
    for body in [&rules.turn].into_iter().chain(bodies) {
        let mut last = None;
        for statement in body {
            Node::Stmt(statement).each(&mut |node| {
                if let Node::Stmt(statement) = node {
                    note(statement, side, &mut last, &mut found);
                }
            });
        }
    }
    found
}

/// What was seen last: a set that was given its squares, and what it grows to.
type Last<'p, B> = Option<(usize, &'p Set<B>, Option<&'p Set<B>>)>;

/// Notes what a statement does with a set that spreads.
fn note<'p, B>(
    statement: &'p Stmt<B>,
    side: SideId,
    last: &mut Last<'p, B>,
    found: &mut Vec<(Spread<'p, B>, Use<'p, B>)>,
) {
    if let Stmt::Effect(Eff::SetSquares(Target::At(board), set)) = statement {
        let grows = reads(Node::Set(set), *board);
        match last {
            Some((known, _, grown)) if grows && known == board => *grown = Some(set),
            _ if !grows => *last = Some((*board, set, None)),
            _ => {}
        }
        return;
    }
    let Some((board, seed, Some(grown))) = *last else { return };
    let spread = Spread { side, board, seed, grown };
    match statement {
        Stmt::If(condition, then, _) if reads(Node::Cond(condition), board) => {
            let ends = then.iter().find_map(|inner| match inner {
                Stmt::End(verdict, _) => Some(*verdict),
                _ => None,
            });
            found.extend(ends.map(|verdict| (spread, Use::Ends(condition, verdict))));
        }
        Stmt::Effect(Eff::SetNumber(ranged, number)) if reads(Node::Num(number), board) => {
            if let Target::At(index) = ranged.target {
                found.push((spread, Use::Counts(index)));
            }
        }
        _ => {}
    }
}

/// Returns whether a node reads a board of the state.
fn reads<B>(node: Node<'_, B>, board: usize) -> bool {
    node.any_part(&mut |part| matches!(part, Part::Board(read) if *read == board))
}

/// Tries what a set that spreads is good for.
struct Trial<'p, S: StateSize> {
    program: &'p Program<S::Board>,
    run: Execution<'p, S>,
    spread: Spread<'p, S::Board>,
}

impl<'p, S: StateSize> Trial<'p, S> {
    /// Returns the chains of each side that the set follows.
    fn chains(mut self, used: &Use<'p, S::Board>) -> impl Iterator<Item = Chains<Words>> {
        let found = SideId::ALL.map(|owner| self.chains_of(owner, used));
        found.into_iter().flatten().map(|chains| chains.with_boards(S::Board::words))
    }

    fn chains_of(&mut self, owner: SideId, used: &Use<'p, S::Board>) -> Option<Chains<S::Board>> {
        let layout = &self.program.layout;
        let pieces = layout.kinds_and_sides().filter(|(_, side)| *side == owner);
        let all: Vec<u16> = pieces.map(|(kind, side)| Layout::code(kind, side)).collect();
        let mut touching = vec![S::Board::EMPTY; self.program.squares];
        let mut codes = vec![false; layout.codes()];
        let mut member = None;
        for code in all {
            let joins = match used {
                Use::Ends(..) => self.touch(Some(code), &mut touching),
                Use::Counts(_) => self.begins(code).any(),
            };
            codes[usize::from(code)] = joins;
            member = member.or(joins.then_some(code));
        }
        let member = member?;
        let (purpose, winner) = match used {
            Use::Ends(condition, verdict) => {
                (self.purpose(member, condition)?, winner_of(*verdict)?)
            }
            Use::Counts(index) => {
                // It is empty where no piece is.
                let spreads = self.touch(None, &mut touching) && {
                    self.fill(None);
                    self.run.squares(self.spread.seed).is_empty()
                };
                (Purpose::Cover, spreads.then(|| self.winner_by_number(*index)).flatten()?)
            }
        };
        Some(Chains { owner, loses: winner != owner, codes, touching, purpose })
    }

    /// Puts one kind of piece on all squares, or none.
    fn fill(&mut self, code: Option<u16>) {
        let all = self.program.all;
        self.put(code, all);
    }

    /// Makes a board with one kind of piece on these squares.
    fn put(&mut self, code: Option<u16>, on: S::Board) {
        self.run.budget.replace(0);
        self.run.state = State::empty();
        for square in code.map_or(S::Board::EMPTY, |_| on).members() {
            self.run.state.put(&self.program.layout, square, code.unwrap_or(0));
        }
    }

    /// Notes which squares touch, on a board that is full of one kind of piece or empty; returns whether any do.
    fn touch(&mut self, code: Option<u16>, touching: &mut [S::Board]) -> bool {
        self.fill(code);
        let mut any = false;
        for square in self.program.all.members() {
            let one = S::Board::one(square);
            self.run.budget.replace(0);
            *self.run.state.board_mut(self.spread.board) = one;
            let near = self.run.squares(self.spread.grown) & !one;
            touching[usize::from(square)] |= near;
            any |= near.any();
        }
        any
    }

    /// Returns the squares from which the set begins on a board that is full of one kind of piece.
    fn begins(&mut self, code: u16) -> S::Board {
        self.fill(Some(code));
        self.run.squares(self.spread.seed)
    }

    /// Returns whether a condition holds when the set has reached these squares.
    fn holds(&mut self, condition: &'p Cond<S::Board>, reached: S::Board) -> bool {
        self.run.budget.replace(0);
        *self.run.state.board_mut(self.spread.board) = reached;
        self.run.truth(condition)
    }

    /// Finds out what a condition asks of the set.
    fn purpose(&mut self, code: u16, condition: &'p Cond<S::Board>) -> Option<Purpose<S::Board>> {
        let (all, from) = (self.program.all, self.begins(code));
        let (one, other) = (S::Board::one(all.lowest()), S::Board::one(all.highest()));
        self.put(Some(code), one);
        let is_enough = self.holds(condition, one);
        self.put(Some(code), one | other);
        if is_enough && !self.holds(condition, one) && self.holds(condition, one | other) {
            return Some(Purpose::Gather);
        }
        self.fill(Some(code));
        let to = all.members().filter(|&square| self.holds(condition, S::Board::one(square)));
        let to = S::Board::of(to);
        let is_part = |squares: S::Board| squares.any() && squares != all;
        (is_part(from) && is_part(to)).then_some(Purpose::Join(from, to))
    }

    /// Returns who wins when a number is greater than others.
    fn winner_by_number(&mut self, index: usize) -> Option<SideId> {
        let endings = &self.program.rules(self.spread.side).endings;
        endings.iter().find_map(|ending| {
            let winner = winner_of(ending.verdict)?;
            let compared = comparisons(&ending.condition);
            let more = compared.into_iter().find_map(|it| self.is_met_by_more(it, index))?;
            Some(if more { winner } else { winner.opponent() })
        })
    }

    /// Returns whether a comparison holds when a number is greater than others and not when it is less; `None` if that makes no
    /// difference.
    fn is_met_by_more(&mut self, comparison: &'p Cond<S::Board>, index: usize) -> Option<bool> {
        let numbers = numbers_in(comparison);
        if !numbers.contains(&index) {
            return None;
        }
        let [less, more] = [0, 2 * USUAL].map(|value| {
            for &other in &numbers {
                self.run.state.set_number(other, if other == index { value } else { USUAL });
            }
            self.run.truth(comparison)
        });
        (less != more).then_some(more)
    }
}

/// Returns who wins by a verdict, if that is the same in all positions.
pub(super) fn winner_of(verdict: Verdict) -> Option<SideId> {
    match verdict {
        Verdict::Wins(Who::Side(side)) => Some(side),
        Verdict::Loses(Who::Side(side)) => Some(side.opponent()),
        Verdict::Wins(Who::OwnerOf(_)) | Verdict::Loses(Who::OwnerOf(_)) | Verdict::Draw => None,
    }
}

/// Returns the comparisons of numbers by which a game is won, with the side in whose rules each stands and the winner.
pub(super) fn deciding<B>(
    program: &Program<B>,
) -> impl Iterator<Item = (SideId, SideId, &Cond<B>)> {
    let endings = |side| program.rules(side).endings.iter().map(move |ending| (side, ending));
    SideId::ALL.into_iter().flat_map(endings).flat_map(|(side, ending)| {
        let all = winner_of(ending.verdict).map(|winner| (winner, comparisons(&ending.condition)));
        let all =
            all.into_iter().flat_map(|(winner, all)| all.into_iter().map(move |it| (winner, it)));
        all.map(move |(winner, comparison)| (side, winner, comparison))
    })
}

/// Returns the comparisons of numbers in a condition.
fn comparisons<B>(condition: &Cond<B>) -> Vec<&Cond<B>> {
    let mut found = Vec::new();
    Node::Cond(condition).each(&mut |node| {
        if let Node::Cond(comparison @ Cond::Compare(..)) = node {
            found.push(comparison);
        }
    });
    found
}

/// Returns the indices of the numbers of the state that a condition reads.
pub(super) fn numbers_in<B>(condition: &Cond<B>) -> Vec<usize> {
    let mut found = Vec::new();
    Node::Cond(condition).any_part(&mut |part| {
        if let Part::Read(Loc::Number(number)) = part {
            found.push(*number);
        }
        false
    });
    found
}
