//! Games of the computer against itself.

use super::lessons::Lesson;
use crate::ir::SideId;
use crate::search::{Limits, NoControl, Score, Searcher};
use crate::session::Session;
use crate::state::{Random, Turn};

/// How many turns a game begins with at random: at least so many, and fewer than so many more.
const AT_RANDOM: (usize, usize) = (4, 9);

/// By how many points a side may be better after these.
const BALANCE: i32 = 400;

/// Where a side is so many points better, so many turns long, the game is over.
const CLEAR: (i32, u32) = (2000, 6);

/// The longest a game is, in turns.
pub(super) const LONGEST: usize = 400;

/// The memory of a player's table, in bytes.
pub(super) const TABLE: usize = 8 << 20;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How many nodes are searched for each turn.
    pub nodes: u64,
    /// What the random turns come from.
    pub seed: u64,
}

/// Plays against itself.
#[derive(Debug)]
pub struct Player {
    start: Session,
    searcher: Searcher,
    terms: Terms,
}

/// What a search said of a position.
enum Said {
    /// Who is how much better, and a turn.
    Points(i32, Turn),
    /// That the side to move wins, or loses.
    Decided(bool),
    /// That there is no turn.
    Nothing,
}

/// How a game ends.
enum End {
    /// Somebody has won, or nobody.
    Over(Option<SideId>),
    /// It teaches nothing.
    Useless,
}

impl Player {
    /// Makes one for the game of a session; `None` if the game is not compiled.
    pub fn new(start: &Session, terms: Terms) -> Option<Self> {
        let searcher = Searcher::new(start.engine()?, TABLE);
        Some(Self { start: start.clone(), searcher, terms })
    }

    /// Makes another one for the same game.
    #[must_use]
    pub fn another(&self) -> Self {
        let searcher = self.searcher.another(TABLE);
        Self { start: self.start.clone(), searcher, terms: self.terms }
    }

    /// Plays the game of a number, and returns what it teaches: nothing if it ended at random or was not even. The same number
    /// gives the same game.
    pub fn play(&mut self, number: u64) -> Vec<Lesson> {
        let mut random = Random::stream(self.terms.seed, number);
        let Some(mut session) = opening(&self.start, &mut random) else { return Vec::new() };
        self.searcher.forget();
        let (mut lessons, mut clear) = (Vec::new(), 0);
        let winner = loop {
            match self.turn(&mut session, &mut lessons, &mut clear) {
                Ok(()) => {}
                Err(End::Over(winner)) => break winner,
                Err(End::Useless) => return Vec::new(),
            }
        };
        for lesson in &mut lessons {
            lesson.half_points = winner.map_or(1, |winner| 2 * u8::from(winner == lesson.side));
        }
        lessons
    }

    /// Plays a turn, and notes what the position before it teaches; `clear` counts the turns for which it has been clear who wins.
    fn turn(
        &mut self,
        session: &mut Session,
        lessons: &mut Vec<Lesson>,
        clear: &mut u32,
    ) -> Result<(), End> {
        match session.result() {
            Ok(None) => {}
            Ok(Some(result)) => return Err(End::Over(result.winner())),
            Err(_) => return Err(End::Useless),
        }
        let side = session.side_to_move();
        let won = |wins: bool| End::Over(Some(if wins { side } else { side.opponent() }));
        let (points, turn) = match self.think(session) {
            Said::Points(points, turn) => (points, turn),
            Said::Decided(wins) => return Err(won(wins)),
            Said::Nothing => return Err(End::Over(None)),
        };
        let played = session.history().len();
        if played <= AT_RANDOM.0 + AT_RANDOM.1 && lessons.is_empty() && points.abs() > BALANCE {
            return Err(End::Useless);
        }
        *clear = if points.abs() > CLEAR.0 { *clear + 1 } else { 0 };
        if *clear >= CLEAR.1 {
            return Err(won(points > 0));
        }
        lessons.extend(self.lesson(session, points));
        if played >= LONGEST {
            return Err(End::Over(None));
        }
        session.play(&turn).map_err(|_| End::Useless)
    }

    fn think(&mut self, session: &Session) -> Said {
        let limits = Limits { nodes: Some(self.terms.nodes), ..Limits::default() };
        let thought = self.searcher.think(session.positions(), &limits, &NoControl, &mut |_| {});
        match (thought.score(), thought.best()) {
            (Some(Score::Points(points)), Some(turn)) => Said::Points(points, turn.clone()),
            (Some(Score::Win(_)), _) => Said::Decided(true),
            (Some(Score::Loss(_)), _) => Said::Decided(false),
            _ => Said::Nothing,
        }
    }

    /// Returns what a position teaches, if it is quiet; how the game ends is not known yet.
    fn lesson(&mut self, session: &Session, points: i32) -> Option<Lesson> {
        let sample = self.searcher.sample(session.position());
        let narrow = |points: i32| i16::try_from(points.clamp(-20_000, 20_000)).unwrap_or(0);
        sample.is_quiet.then(|| Lesson {
            side: session.side_to_move(),
            half_points: 1,
            derived: narrow(sample.derived),
            searched: narrow(points),
            inputs: sample.inputs,
        })
    }
}

/// Plays some turns at random; nothing if the game ends with that.
pub(super) fn opening(start: &Session, random: &mut Random) -> Option<Session> {
    let mut session = start.clone();
    for _ in 0..AT_RANDOM.0 + random.below(AT_RANDOM.1) {
        let turns = session.legal_turns().ok()?;
        session.play(turns.get(random.below(turns.len()))?).ok()?;
        if !matches!(session.result(), Ok(None)) {
            return None;
        }
    }
    Some(session)
}
