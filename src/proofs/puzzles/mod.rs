//! Puzzles: positions in which exactly one first turn forces an end, proved, graded and all different.
//!
//! They come from games that the computer plays against itself, well or at random. What is dull is left out: positions with
//! hardly a choice, and first turns that merely take something while nothing else looks good.

mod games;
mod grade;

use std::sync::Arc;

use crate::ir::Game;
use crate::notation;
use crate::play::Engine;
use crate::proofs::mates::{self, Failure, First, Mates, Question, Stand};
use crate::search::{Control, MateFinder, MateQuestion, Searcher};
use crate::state::{Allowance, Choice, GameResult, Position, Recurrence, Step, Turn};
use grade::Looks;

/// The fewest first turns of a puzzle.
const FEWEST_CHOICES: usize = 4;

/// The most nodes that are visited to find out whether a position is worth a closer look, and as many more for each turn
/// that may be played there.
const GLANCE: (u64, u64) = (4_000, 300);

/// The most winning turns that may begin with the same step.
const MOST_WAYS: usize = 16;

/// So many wrong turns that are held by a single reply are enough.
const MANY_TRIES: usize = 7;

/// The most puzzles that are made from one game.
const MOST_OF_A_GAME: usize = 3;

/// The most nodes that are visited for one position.
const PATIENCE: u64 = 400_000;

/// The same for the proof that nothing else wins, which few positions need.
const CERTAINTY: u64 = 4_000_000;

/// How much may be done to find the turns of a position.
const TURNS: u64 = 4_000_000;

/// How many bytes the search for ends remembers.
const MEMORY: usize = 1 << 24;

/// How puzzles are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The fewest turns to the end.
    pub least: u32,
    /// The most turns to the end.
    pub most: u32,
    /// How well games are played, in nodes for each turn; every second game is random.
    pub nodes: u64,
    /// Whether positions were puzzles before: then a glance is not enough to give one up.
    pub known: bool,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position; the side to move solves it.
    pub position: Position,
    /// Within how many turns of its own it wins.
    pub turns: u32,
    /// The only first turn that does it, in one turn more too. Where a turn has several steps, all that do it begin with the
    /// same step.
    pub solutions: Vec<Turn>,
    /// How many first turns there are.
    pub choices: usize,
    /// How many wrong first turns are held by a single reply.
    pub tries: usize,
    /// How hard it is, from 1 to 5.
    pub grade: u32,
    /// How the game ends if the other side holds out as long as it can.
    pub end: GameResult,
    /// The proof.
    pub proof: Mates,
    /// The longest line of the proof.
    pub line: Vec<Turn>,
    /// For each turn of the line, all turns there that win in time: of the solver, and none of the other side.
    pub winning: Vec<Vec<Turn>>,
    /// From which game it comes.
    pub game: u64,
    /// How the solution looks.
    looks: Looks,
}

/// Makes puzzles of a game.
pub struct Maker<'a> {
    game: &'a Arc<Game>,
    engine: &'a Engine,
    finder: MateFinder,
    searcher: Searcher,
    settings: Settings,
}

impl std::fmt::Debug for Maker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Maker").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<'a> Maker<'a> {
    /// Makes one for a game.
    pub fn new(game: &'a Arc<Game>, engine: &'a Engine, settings: Settings) -> Self {
        Self {
            game,
            engine,
            finder: MateFinder::new(engine, MEMORY),
            searcher: Searcher::new(engine, 1 << 21),
            settings,
        }
    }

    /// Plays a game, and returns the puzzles that its positions make, the last ones first.
    ///
    /// # Errors
    /// If the game cannot be played or searched.
    pub fn puzzles(&mut self, number: u64, control: &dyn Control) -> Result<Vec<Puzzle>, Failure> {
        let nodes = (number % 2 == 1).then_some(self.settings.nodes);
        let positions = games::positions(self.game, &mut self.searcher, (number, nodes))?;
        let mut found = Vec::new();
        for position in positions {
            if control.stops(0) || found.len() >= MOST_OF_A_GAME {
                break;
            }
            let puzzle = self.puzzle(&position, number, control)?;
            found.extend(puzzle.filter(|puzzle| !puzzle.looks.is_dull(puzzle.tries)));
        }
        Ok(found)
    }

    /// Returns the puzzle that a position makes, if it makes one, be it dull or not.
    ///
    /// # Errors
    /// If it cannot be searched.
    pub fn puzzle(
        &mut self,
        position: &Position,
        number: u64,
        control: &dyn Control,
    ) -> Result<Option<Puzzle>, Failure> {
        // Whoever reads the text knows no more of the game than that.
        let text = notation::write_position(self.game, position);
        let Ok(position) = notation::read_position(self.game, &text) else { return Ok(None) };
        if self.is_over(&position) {
            return Ok(None);
        }
        let record = std::slice::from_ref(&position);
        let Some((solutions, turns)) = self.solutions(record, control)? else { return Ok(None) };
        let question = Question { turns, all: true, nodes: Some(CERTAINTY), memory: MEMORY };
        let proof = mates::mates((self.game, self.engine), record, &question, control);
        let proof = match proof {
            Ok(proof) => proof,
            Err(Failure::TooLong | Failure::Stopped) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        let is_known = |first: &First| solutions.contains(&first.turn);
        let is_proved = proof.first.len() == solutions.len()
            && proof.first.iter().all(is_known)
            && proof.withdrawn == 0
            && !proof.is_stopped;
        if !is_proved || proof.choices < FEWEST_CHOICES {
            return Ok(None);
        }
        let Some(solution) = proof.first.first().map(|first| first.turn.clone()) else {
            return Ok(None);
        };
        let Some((line, end)) = longest_line(&proof) else { return Ok(None) };
        let Some(winning) = self.winning(record, (&line, turns), control)? else {
            return Ok(None);
        };
        let tries = self.tries(record, (&solution, turns), control)?;
        let looks = Looks::of(&position, (&solution, &proof, &end));
        let (choices, grade) = (proof.choices, grade::grade(turns, tries));
        Ok(Some(Puzzle {
            position,
            turns,
            solutions,
            choices,
            tries,
            grade,
            end,
            proof,
            line,
            winning,
            game: number,
            looks,
        }))
    }

    /// Returns the first turns that win within the fewest turns, if there is no other way to begin that wins within one more.
    fn solutions(
        &mut self,
        record: &[Position],
        control: &dyn Control,
    ) -> Result<Option<(Vec<Turn>, u32)>, Failure> {
        let choices = record.last().map_or(0, |position| self.next(position).len());
        let glance = GLANCE.0 + GLANCE.1 * choices as u64;
        let glance = if self.settings.known { CERTAINTY } else { glance };
        let soonest = MateQuestion {
            turns: self.settings.most,
            nodes: Some(glance),
            ..MateQuestion::default()
        };
        let answer = self.finder.find(record, &soonest, control).map_err(Failure::Obstacle)?;
        let Some((_, turns)) = answer.wins.first().cloned() else { return Ok(None) };
        if turns < self.settings.least {
            return Ok(None);
        }
        let all = MateQuestion { turns: turns + 1, all: true, nodes: Some(CERTAINTY), ..soonest };
        let answer = self.finder.find(record, &all, control).map_err(Failure::Obstacle)?;
        if answer.is_stopped || answer.leaves_repetitions {
            return Ok(None);
        }
        let Some((first, _)) = answer.wins.first() else { return Ok(None) };
        if answer.wins.iter().any(|(turn, _)| beginning(turn) != beginning(first)) {
            return Ok(None);
        }
        let soon = answer.wins.into_iter().filter(|(_, needed)| *needed == turns);
        let soon: Vec<Turn> = soon.map(|(turn, _)| turn).collect();
        Ok((1..=MOST_WAYS).contains(&soon.len()).then_some((soon, turns)))
    }

    /// Returns the positions after the turns of a position, with these turns; none if they are too many.
    fn next(&self, position: &Position) -> Vec<(Turn, Position)> {
        self.engine.legal_turns(position, &Allowance::of(TURNS)).unwrap_or_default()
    }

    fn is_over(&self, position: &Position) -> bool {
        let (first, allowance) = (Recurrence::times(1), Allowance::UNLIMITED);
        !matches!(self.engine.outcome(position, &first, &allowance), Ok(None))
    }

    /// Returns, for each turn of a line, all turns of the solver that win in time; nothing if that cannot be found out.
    fn winning(
        &mut self,
        record: &[Position],
        (line, turns): (&[Turn], u32),
        control: &dyn Control,
    ) -> Result<Option<Vec<Vec<Turn>>>, Failure> {
        let Some(mut now) = record.last().cloned() else { return Ok(None) };
        let (solver, mut left) = (now.to_move, turns);
        let mut found = Vec::new();
        for turn in line {
            let mut here = Vec::new();
            if now.to_move == solver {
                let question = MateQuestion {
                    turns: left,
                    all: true,
                    nodes: Some(PATIENCE),
                    ..MateQuestion::default()
                };
                let answer = self.finder.find_later(record, &now, &question, control);
                let answer = answer.map_err(Failure::Obstacle)?;
                if answer.is_stopped {
                    return Ok(None);
                }
                here.extend(answer.wins.into_iter().map(|(turn, _)| turn));
                left = left.saturating_sub(1);
            }
            found.push(here);
            let legal = mates::legal(self.game, &now)?;
            let next = legal.into_iter().find(|legal| legal.turn == *turn);
            let Some(next) = next else { return Ok(None) };
            now = next.position;
        }
        Ok(Some(found))
    }

    /// Counts the wrong first turns that a single reply of several holds.
    fn tries(
        &mut self,
        record: &[Position],
        (solution, turns): (&Turn, u32),
        control: &dyn Control,
    ) -> Result<usize, Failure> {
        let Some(position) = record.last() else { return Ok(0) };
        let (legal, begins) = (self.next(position), beginning(solution));
        let mut tries: Vec<&[Step]> = Vec::new();
        for (wrong, next) in &legal {
            let begun = beginning(wrong);
            if begun == begins
                || tries.contains(&begun)
                || next.to_move == position.to_move
                || self.is_over(next)
            {
                continue;
            }
            let replies = self.next(next);
            let mut holding = 0;
            for (_, reply) in &replies {
                let holds = reply.to_move != position.to_move
                    || self.is_over(reply)
                    || !self.wins(record, reply, turns - 1, control)?;
                holding += usize::from(holds);
                if holding > 1 {
                    break;
                }
            }
            if holding == 1 && replies.len() > 1 {
                tries.push(begun);
            }
            if tries.len() >= MANY_TRIES {
                break;
            }
        }
        Ok(tries.len())
    }

    fn wins(
        &mut self,
        record: &[Position],
        position: &Position,
        turns: u32,
        control: &dyn Control,
    ) -> Result<bool, Failure> {
        if turns == 0 {
            return Ok(false);
        }
        let question = MateQuestion { turns, nodes: Some(PATIENCE), ..MateQuestion::default() };
        let answer = self.finder.find_later(record, position, &question, control);
        Ok(!answer.map_err(Failure::Obstacle)?.wins.is_empty())
    }
}

/// Returns how a turn begins: its first step, or more if the first ones only say which of several ways of going on is taken.
fn beginning(turn: &Turn) -> &[Step] {
    let is_step = |step: &Step| !matches!(step.choice, Choice::Alternative(_));
    let first = turn.steps.iter().position(is_step);
    &turn.steps[..first.map_or(turn.steps.len(), |first| first + 1)]
}

/// Returns the longest line of a proof, and how it ends.
fn longest_line(proof: &Mates) -> Option<(Vec<Turn>, GameResult)> {
    let first = proof.first.first()?;
    let mut lengths = vec![0_usize; proof.positions.len()];
    // Whatever follows was proved before.
    for (number, stand) in proof.positions.iter().enumerate() {
        lengths[number] = match stand {
            Stand::Over(_) => 0,
            Stand::Own { then, .. } => 1 + lengths[*then],
            Stand::Other(replies) => {
                1 + replies.iter().map(|(_, then)| lengths[*then]).max().unwrap_or(0)
            }
        };
    }
    let (mut line, mut at) = (vec![first.turn.clone()], first.then);
    loop {
        match &proof.positions[at] {
            Stand::Over(result) => return Some((line, result.clone())),
            Stand::Own { turn, then, .. } => {
                line.push(turn.clone());
                at = *then;
            }
            Stand::Other(replies) => {
                let (turn, then) = replies.iter().rev().max_by_key(|(_, then)| lengths[*then])?;
                line.push(turn.clone());
                at = *then;
            }
        }
    }
}

/// Reads the positions of puzzles, a line of EPD each; lines that begin with `#` are comments.
///
/// # Errors
/// Says which line cannot be read, and why.
pub fn read(game: &Game, text: &str) -> Result<Vec<Position>, String> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let position = |(number, line): (usize, &str)| {
        let (position, _) =
            line.split_once(" bm ").ok_or_else(|| format!("line {number}: no `bm`"))?;
        notation::read_position(game, position).map_err(|error| format!("line {number}: {error}"))
    };
    lines.map(position).collect()
}

/// Returns the grade of each puzzle in such a text, where it is given: whoever has read a puzzle may grade it otherwise than
/// it is graded by numbers.
pub fn grades(text: &str) -> Vec<Option<u32>> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let grade = |line: &str| {
        let (_, after) = line.split_once(" c0 \"grade ")?;
        let (number, _) = after.split_once('"')?;
        number.parse().ok().filter(|grade| (1..=grade::HARDEST).contains(grade))
    };
    lines.map(grade).collect()
}

/// Chooses the most interesting puzzles, no two of them alike, and puts them in order, the easiest first.
pub fn choose(game: &Game, mut puzzles: Vec<Puzzle>, wanted: usize) -> Vec<Puzzle> {
    let interest = |puzzle: &Puzzle| puzzle.looks.interest(puzzle.tries, puzzle.turns);
    puzzles.sort_by_key(|puzzle| std::cmp::Reverse(interest(puzzle)));
    let mut chosen: Vec<Puzzle> = Vec::new();
    for puzzle in puzzles {
        if chosen.len() >= wanted {
            break;
        }
        let alike = chosen.iter().filter(|other| other.looks.resembles(&puzzle.looks)).count();
        let is_twin = chosen.iter().any(|other| {
            other.game == puzzle.game || grade::is_near(game, &other.position, &puzzle.position)
        });
        if !is_twin && alike < wanted.div_ceil(8) {
            chosen.push(puzzle);
        }
    }
    chosen.sort_by_key(|puzzle| (puzzle.grade, puzzle.turns, puzzle.tries));
    chosen
}
