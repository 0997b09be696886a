//! Advice about rules that can be played but are hardly meant.
//!
//! Each kind of advice has a name in [`LINTS`](crate::diag::lints::LINTS), by which a file can refuse it
//! with `allow`. Advice rests on what can be told from the rules whatever is played, on the start
//! position, or on some turns of play, and says on which; what may be meant is left alone. It is about
//! what stands in the file itself, not about what that builds on.

mod bounds;
mod cascade;
mod cells;
mod conditions;
mod decided;
mod empty;
mod events;
mod idle;
mod moves;
mod one_sided;
mod phrases;
mod pieces;
mod places;
mod play;
mod population;
mod quiet;
mod shadows;
mod start;
mod steps;
mod stuck;
mod text;
mod unread;
mod unset;
mod victims;
mod walks;
mod words;
mod zones;

use std::sync::Arc;

use crate::diag::{Diagnostic, lints};
use crate::ir::{Ending, Game, SideId};
use crate::notation;
use crate::source::{SourceId, SourceMap, Span};
use crate::state::{Allowance, Position, TooMuch};

use bounds::Scene;
use pieces::Appearing;
use places::Places;
use population::Population;

/// What is looked at.
struct Looked<'a> {
    game: &'a Arc<Game>,
    sources: &'a SourceMap,
    /// The file that advice is wanted about.
    file: SourceId,
    start: Position,
    /// What is known of the turns there, unless they are more than can be worked out.
    start_turns: Result<start::Turns, TooMuch>,
    /// What may be spent on turns.
    allowance: &'a Allowance,
    /// The line of the file that says which game it is.
    header: Span,
    /// Whether the file speaks of no option, so that other values leave what it says as it is, and is not so
    /// large that it would take long to judge.
    settled: bool,
    /// The types that can ever be on the board.
    appearing: Appearing,
    /// Where pieces can ever stand.
    places: Places,
    /// How many pieces there can ever be.
    population: Population,
}

/// What has been found, and by what.
#[derive(Default)]
struct Advice {
    found: Vec<Diagnostic>,
}

/// How a piece of advice was come by.
#[derive(Clone, Copy)]
enum Judged {
    /// From the rules, whatever is played.
    Rules,
    /// From the start position.
    Start,
    /// By walking every way over the empty board.
    Walks,
    /// By trying ways on so many random boards.
    Boards(usize),
    /// By writing positions and reading them again.
    Texts,
    /// By playing so many turns of so many random games.
    Played {
        /// How many turns.
        turns: usize,
        /// How many games.
        games: usize,
    },
}

/// Returns the advice about a game by place. The first of the sources is the game's own file.
///
/// There is none about what stands in other files, and none that the game allows. What is done to find turns is taken from
/// the allowance; where it is too much, nothing is said that rests on them.
pub fn advice(game: &Arc<Game>, sources: &SourceMap, allowance: &Allowance) -> Vec<Diagnostic> {
    let Some(file) = sources.ids().next() else { return Vec::new() };
    let Ok(start) = notation::read_position(game, &game.start.text) else { return Vec::new() };
    let appearing = Appearing::of(game, &start);
    let small = is_small(game);
    let places = if small { Places::of(game, &start, appearing.0) } else { Places::anywhere(game) };
    let settled = small && speaks_of_no_option(game, sources.text(file));
    let header = header(sources, file);
    let looked = Looked {
        game,
        sources,
        file,
        header,
        settled,
        appearing,
        places,
        population: Population::of(game, &start),
        start_turns: start::Turns::of(game, &start, allowance),
        start,
        allowance,
    };
    let mut advice = Advice::default();
    for (needs, look) in LOOKS {
        if looked.settled || needs == Needs::Nothing {
            look(&looked, &mut advice);
        }
    }
    empty::without_consequences(&looked, &mut advice);
    idle::without_consequences(&mut advice);
    wanted(game, advice.found, file)
}

/// In which games something is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// In all.
    Nothing,
    /// In those that are [settled](Looked::settled): with other values of the options conditions are others.
    Settled,
}

/// What looks for something.
type Look = fn(&Looked<'_>, &mut Advice);

/// All that is looked for.
const LOOKS: [(Needs, Look); 17] = [
    (Needs::Nothing, start::look),
    (Needs::Nothing, pieces::look),
    (Needs::Settled, conditions::look),
    (Needs::Settled, events::look),
    (Needs::Nothing, cascade::look),
    (Needs::Nothing, moves::look),
    (Needs::Settled, zones::look),
    (Needs::Settled, steps::look),
    (Needs::Nothing, text::look),
    (Needs::Nothing, unread::look),
    (Needs::Settled, one_sided::look),
    (Needs::Settled, empty::look),
    (Needs::Settled, unset::look),
    (Needs::Settled, idle::look),
    (Needs::Settled, stuck::look),
    (Needs::Settled, decided::look),
    (Needs::Nothing, quiet::look),
];

/// Returns the place of the line that begins with `game`.
fn header(sources: &SourceMap, file: SourceId) -> Span {
    let text = sources.text(file);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("game ") {
            let end = start + line.trim_end().len();
            let place = |at: usize| u32::try_from(at).unwrap_or_default();
            return Span::new(file, place(start), place(end));
        }
        start += line.len();
    }
    sources.whole(file)
}

fn speaks_of_no_option(game: &Game, text: &str) -> bool {
    !game.options.iter().any(|option| text.contains(&option.name))
}

/// More sets and conditions than this are not judged: no game for people comes near.
const MAX_PHRASES: usize = 20_000;
/// Nor are so many for so many types of pieces.
const MAX_CELLS: usize = 1_000_000;
/// Nor so many ways of moving from so many squares.
const MAX_LEADS: usize = 300_000;
/// Nor so many parts of ways of moving from so many squares.
const MAX_WALKED: usize = 2_000_000;

/// Tells whether a game is small enough to be judged quickly.
fn is_small(game: &Game) -> bool {
    let phrases = game.phrases.sets.len() + game.phrases.truths.len();
    let ways = game.clauses().count();
    let parts: usize = game.clauses().map(|clause| clause.walk.size()).sum();
    phrases <= MAX_PHRASES
        && phrases.saturating_mul(game.types.len()) <= MAX_CELLS
        && ways.saturating_mul(game.board.squares.len()) <= MAX_LEADS
        && parts.saturating_mul(game.board.squares.len()) <= MAX_WALKED
}

/// Leaves out what stands elsewhere and what is allowed.
fn wanted(game: &Game, mut found: Vec<Diagnostic>, file: SourceId) -> Vec<Diagnostic> {
    found.retain(|diagnostic| {
        diagnostic.primary.span.source == file
            && !lints::name_of(diagnostic.code).is_some_and(|name| game.allows(name))
    });
    found.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    found
}

impl Advice {
    /// Adds a piece of advice, with how it was come by and how to refuse it.
    fn add(&mut self, found: Diagnostic, judged: Judged) {
        let name = lints::name_of(found.code).unwrap_or_default();
        let found = found.note(judged.told());
        self.found.push(found.help(format!("if it is meant, say `allow {name}`")));
    }
}

impl Judged {
    fn told(self) -> String {
        match self {
            Self::Rules => "told from the rules, whatever is played".to_owned(),
            Self::Start => "told from the start position".to_owned(),
            Self::Walks => "told by walking every way from every square".to_owned(),
            Self::Boards(count) => format!("told by trying it on {count} random boards"),
            Self::Texts => "told by writing positions and reading them again".to_owned(),
            Self::Played { turns, games } => {
                let games = if games == 1 { "a random game" } else { "random games" };
                format!("told by playing {turns} turns of {games}; other games may differ")
            }
        }
    }
}

impl Looked<'_> {
    /// Returns what is known in a turn of each side.
    fn scenes(&self) -> [Scene<'_>; SideId::COUNT] {
        SideId::ALL.map(|side| self.scene(side))
    }

    /// Returns what is known in a turn of a side.
    fn scene(&self, side: SideId) -> Scene<'_> {
        Scene::new(self.game, &self.places.stands, side).with_population(&self.population)
    }

    /// Returns the same ending as it is asked of the other side, if it is asked of `a side`.
    fn other_half(&self, ending: &Ending) -> Option<&Ending> {
        let mut endings = self.game.endings.iter();
        endings.find(|other| other.name == ending.name && !std::ptr::eq(*other, ending))
    }

    /// Returns where the setup is written, or the head of the file if it is inherited.
    fn setup(&self) -> Span {
        let own = self.game.start.span.filter(|span| span.source == self.header.source);
        own.unwrap_or(self.header)
    }
}
