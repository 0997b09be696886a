//! How a side may come to have won: what a search for forced ends need not look at.
//!
//! Whatever is said here is said on the safe side: an end that is held for possible may be impossible, but never the other
//! way round.

use super::node::Node;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::visit::{self, Node as Part};
use crate::compile::program::{Cond, Program, SideRules, Stmt, Verdict, Who};
use crate::ir::{BySide, SideId};
use crate::play::state::sizes::StateSize;

/// How one side may come to have won.
#[derive(Debug)]
pub(crate) struct Chances<'p, B> {
    /// By the side that would have the next turn.
    by_mover: BySide<BeforeTurn<'p, B>>,
    /// Whether the other side's own turn may lose it the game.
    pub(crate) may_be_given: bool,
    /// Whether someone else than whose turn it is may choose something in it.
    pub(crate) are_choices_shared: bool,
    /// Whether a repetition of positions may win.
    pub(crate) repetition_may_win: bool,
    /// The fewest occurrences of a position that any rule asks for, if more than one.
    pub(crate) least_repetition: Option<u8>,
}

/// How a side may have won before one side's turn.
#[derive(Debug)]
struct BeforeTurn<'p, B> {
    /// Whether an ending may give it the game while there are legal turns.
    with_turns: bool,
    /// For each ending that may do so where there is no legal turn, what must hold besides.
    stuck: Vec<Vec<&'p Cond<B>>>,
}

impl<'p, B: Bitboard> Chances<'p, B> {
    /// Finds out how a side may come to have won.
    pub(crate) fn of(program: &'p Program<B>, side: SideId) -> Self {
        let by_mover = BySide::from_fn(|mover| BeforeTurn::of(program.rules(mover), side));
        let other = side.opponent();
        let is_end =
            |inner: &Stmt<B>| matches!(inner, Stmt::End(verdict, _) if may_win(*verdict, side));
        let ends = |rules: &SideRules<B>| any_statement(rules, &is_end);
        let goes_on =
            any_statement(program.rules(other), &|statement| matches!(statement, Stmt::Next(_)));
        let shares = |mover: SideId| {
            let is_other = |by| by != Who::Side(mover);
            any_statement(program.rules(mover), &|asks| asks.chooser().is_some_and(is_other))
        };
        let may_be_given = ends(program.rules(other))
            || by_mover[side].is_possible()
            || (goes_on && by_mover[side.opponent()].is_possible());
        let rules = || SideId::ALL.map(|mover| program.rules(mover)).into_iter();
        let by_record = || rules().flat_map(|rules| &rules.endings).filter(|end| end.by_record);
        Self {
            by_mover,
            may_be_given,
            are_choices_shared: SideId::ALL.into_iter().any(shares),
            repetition_may_win: by_record().any(|ending| may_win(ending.verdict, side)),
            least_repetition: by_record().filter_map(|end| least_repetition(&end.condition)).min(),
        }
    }
}

impl<'p, B: Bitboard> BeforeTurn<'p, B> {
    fn of(rules: &'p SideRules<B>, side: SideId) -> Self {
        let winning = || rules.endings.iter().filter(|ending| may_win(ending.verdict, side));
        Self {
            with_turns: winning().any(|ending| !ending.without_turns),
            stuck: winning()
                .filter(|ending| ending.without_turns)
                .map(|ending| plain_parts(&ending.condition))
                .collect(),
        }
    }

    fn is_possible(&self) -> bool {
        self.with_turns || !self.stuck.is_empty()
    }
}

/// Returns the parts of a condition that must all hold and ask neither for turns nor for the record.
fn plain_parts<B>(condition: &Cond<B>) -> Vec<&Cond<B>> {
    let parts =
        if let Cond::All(parts) = condition { &parts[..] } else { std::slice::from_ref(condition) };
    let is_plain = |part: &&Cond<B>| {
        !Part::Cond(part)
            .any(&mut |part| matches!(part, Part::Cond(Cond::HasTurn(..) | Cond::Repeated(..))))
    };
    parts.iter().filter(is_plain).collect()
}

/// Returns whether a side may be the winner.
fn may_win(verdict: Verdict, side: SideId) -> bool {
    match verdict {
        Verdict::Draw => false,
        Verdict::Wins(Who::Side(winner)) => winner == side,
        Verdict::Loses(Who::Side(loser)) => loser != side,
        Verdict::Wins(Who::OwnerOf(_)) | Verdict::Loses(Who::OwnerOf(_)) => true,
    }
}

fn least_repetition<B>(condition: &Cond<B>) -> Option<u8> {
    let mut least = None;
    Part::Cond(condition).each(&mut |part| {
        if let Part::Cond(Cond::Repeated(times, _)) = part {
            least = Some(least.map_or(*times, |other: u8| other.min(*times)));
        }
    });
    least.map(|times| times.max(2))
}

/// Returns whether some statement of a turn, its moves and its events is one of those.
fn any_statement<B>(rules: &SideRules<B>, is: &dyn Fn(&Stmt<B>) -> bool) -> bool {
    let moves = rules.ways.iter().flat_map(|way| &way.then);
    let events = rules.triggers.iter().flatten().flat_map(|trigger| &trigger.body);
    let mut statements = rules.turn.iter().chain(moves).chain(events);
    statements.any(|statement| visit::any_statement(statement, is))
}

impl<'p, S: StateSize> Node<'p, S> {
    /// Returns, between two turns, whether the side of the chances may have won while there are legal turns.
    pub(crate) fn may_be_over(&self, chances: &Chances<'p, S::Board>) -> bool {
        self.state().over != 0 || chances.by_mover[self.side()].with_turns
    }

    /// Returns, between two turns, whether the side of the chances may have won if there is no legal turn.
    pub(crate) fn may_be_stuck(&mut self, chances: &Chances<'p, S::Board>) -> bool {
        let before = &chances.by_mover[self.side()];
        before.stuck.iter().any(|parts| parts.iter().all(|part| self.run.truth(part)))
    }
}
