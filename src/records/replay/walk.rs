//! Going along a record, turn by turn.

use super::meant::meant;
use super::{Replayed, Replayer, Terms, Why, Wrong};
use crate::ir::Game;
use crate::notation::Legal;
use crate::play::legality::turns::turns_beginning;
use crate::play::plan::pool::Pool;
use crate::play::playouts::record::Record;
use crate::play::search::{NextSteps, Node, Walker};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::{position_of, result_of};
use crate::play::state::sizes::StateSize;
use crate::records::pgn::{Item, ItemKind};
use crate::state::{GameResult, Position, Recurrence, Turn};

/// What stands in a variation for a turn that was left out.
const NULL_TURNS: [&str; 5] = ["--", "Z0", "null", "@@@@", "0000"];

/// A record being played.
pub(super) struct Walk<'r, 'p, S: StateSize> {
    pub(super) replayer: &'r Replayer,
    pub(super) compiled: &'p Compiled<S>,
    pub(super) walker: Walker<'p, S>,
    pub(super) steps: NextSteps<'p, S>,
    pool: Pool<'p, S>,
    terms: Terms,
    /// The positions that have occurred, if an ending asks for them.
    record: Option<Record<S>>,
    here: Place<'p, S>,
    /// Where the lines go on that the open variations belong to.
    outside: Vec<Place<'p, S>>,
    drawn: Option<(usize, GameResult)>,
    played: Vec<(Turn, Position)>,
}

/// Where a line of turns stands.
struct Place<'p, S: StateSize> {
    node: Node<'p, S>,
    /// Before the last turn.
    before: Option<Node<'p, S>>,
    /// How many turns have been played.
    turns: usize,
}

/// A turn that was found.
struct Found<'p, S: StateSize> {
    node: Node<'p, S>,
    turn: Option<Turn>,
}

impl<'r, 'p, S: StateSize> Walk<'r, 'p, S> {
    pub(super) fn begin(
        replayer: &'r Replayer,
        compiled: &'p Compiled<S>,
        start: &Position,
        terms: Terms,
    ) -> Self {
        let program = &compiled.program;
        let state = compiled.state_of(start);
        let mut walker = Walker::new(program);
        let node = walker.node(&state);
        let by_record = compiled.game.endings.iter().any(|ending| ending.by_record);
        Self {
            replayer,
            compiled,
            walker,
            steps: NextSteps::default(),
            pool: Pool::new(program),
            terms,
            record: by_record.then(Record::default),
            here: Place { node, before: None, turns: 0 },
            outside: Vec::new(),
            drawn: None,
            played: Vec::new(),
        }
    }

    /// Plays what stands in a record, up to the first turn that cannot be played.
    pub(super) fn replay(mut self, items: &[Item]) -> Replayed {
        let mut skipped = 0_usize;
        let mut wrong = None;
        for item in items {
            match &item.kind {
                ItemKind::Begin if skipped > 0 => skipped += 1,
                ItemKind::End if skipped > 0 => {
                    skipped -= 1;
                    if skipped == 0 {
                        self.leave();
                    }
                }
                ItemKind::Begin => self.enter(),
                ItemKind::End => self.leave(),
                ItemKind::Turn(_, text) if skipped == 0 => match self.turn(text) {
                    Ok(()) => {}
                    Err(Why::Illegal)
                        if !self.outside.is_empty() && NULL_TURNS.contains(&text.as_str()) =>
                    {
                        skipped = 1;
                    }
                    Err(why) => {
                        wrong = Some(self.wrong(item.line, text, why));
                        break;
                    }
                },
                _ => {}
            }
        }
        self.end(wrong)
    }

    fn wrong(&self, line: u64, text: &str, why: Why) -> Wrong {
        Wrong {
            turn: self.here.turns + 1,
            line,
            text: text.to_owned(),
            in_variation: !self.outside.is_empty(),
            why,
            before: self.position(self.here.node.state()),
        }
    }

    fn end(mut self, wrong: Option<Wrong>) -> Replayed {
        while !self.outside.is_empty() {
            self.leave();
        }
        let recurrence = self.recurrence();
        // At an error, what comes of the position was asked already.
        let over =
            if wrong.is_some() { None } else { self.here.node.outcome(Some(recurrence), false) };
        Replayed {
            turns: self.here.turns,
            end: self.position(self.here.node.state()),
            result: over.and_then(|over| result_of(&self.compiled.program, over)),
            drawn: self.drawn,
            played: self.played,
            wrong,
        }
    }

    pub(super) fn position(&self, state: &State<S>) -> Position {
        position_of(&self.compiled.game, &self.compiled.program, state)
    }

    fn recurrence(&mut self) -> Recurrence<State<S>> {
        match &mut self.record {
            Some(record) if self.outside.is_empty() => {
                record.note(self.compiled, self.here.node.state(), &mut self.pool)
            }
            // What came before a variation is not looked at in it.
            _ => Recurrence::times(1),
        }
    }

    /// Begins a variation, which takes the place of the last turn.
    fn enter(&mut self) {
        let node = self.here.before.clone().unwrap_or_else(|| self.here.node.clone());
        let turns = self.here.turns.saturating_sub(1);
        let place = Place { node, before: None, turns };
        self.outside.push(std::mem::replace(&mut self.here, place));
    }

    /// Goes back to where a variation belongs.
    fn leave(&mut self) {
        if let Some(place) = self.outside.pop() {
            self.here = place;
        }
    }

    /// Plays a turn.
    fn turn(&mut self, text: &str) -> Result<(), Why> {
        let recurrence = self.recurrence();
        let node = self.here.node.clone();
        let found = self.found(&node, text);
        let over = match &found {
            // There is a legal turn: that one.
            Ok(_) => self.here.node.outcome(Some(recurrence), true),
            Err(_) => self.here.node.outcome(Some(recurrence), false),
        };
        if let Some(over) = over
            && let Some(result) = result_of(&self.compiled.program, over)
        {
            if found.is_err() || result.winner().is_some() || !self.terms.draws_are_claimed {
                return Err(Why::Over(result));
            }
            if self.outside.is_empty() && self.drawn.is_none() {
                self.drawn = Some((self.here.turns, result));
            }
        }
        let Found { node: next, turn } = found?;
        if self.outside.is_empty()
            && self.terms.keeps
            && let Some(turn) = turn
        {
            let after = self.position(next.state());
            self.played.push((turn, after));
        }
        self.walker.recycle(std::mem::replace(&mut self.here.node, next));
        if let Some(old) = self.here.before.replace(node) {
            self.walker.recycle(old);
        }
        self.here.turns += 1;
        Ok(())
    }

    fn found(&mut self, node: &Node<'p, S>, text: &str) -> Result<Found<'p, S>, Why> {
        if !self.terms.compares_all
            && let Some((next, chosen)) = self.quick(node, text)
        {
            if !self.terms.keeps || !self.outside.is_empty() {
                return Ok(Found { node: next, turn: None });
            }
            if let Some(turn) = self.turn_between((node, &next), chosen) {
                return Ok(Found { node: next, turn: Some(turn) });
            }
        }
        self.slow(node, text)
    }

    /// Compares a text with all legal turns.
    fn slow(&mut self, node: &Node<'p, S>, text: &str) -> Result<Found<'p, S>, Why> {
        let Compiled { game, program } = self.compiled;
        let budget = self.replayer.allowance.budget();
        let turns = turns_beginning(program, (node.state(), node.past()), (None, budget.clone()));
        let turns = budget.answer(turns).map_err(|limit| Why::TooMuch(limit.to_string()))?;
        let mut turns: Vec<(Turn, State<S>)> =
            turns.into_iter().map(|legal| (Turn { steps: legal.steps }, legal.state)).collect();
        let after: Vec<Position> =
            turns.iter().map(|(_, state)| position_of(game, program, state)).collect();
        let views = turns.iter().zip(&after);
        let views: Vec<Legal<'_>> = views.map(|((turn, _), after)| Legal { turn, after }).collect();
        let before = position_of(game, program, node.state());
        let game: &Game = game;
        let number = meant(game, &before, &views, text, self.terms.by_squares)?;
        let (turn, state) = turns.swap_remove(number);
        Ok(Found { node: self.walker.node_after(node, &state), turn: Some(turn) })
    }
}
