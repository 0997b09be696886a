//! What was found out about a game, in words.

use crate::compile::move_effects::{Explained, TurnStep, What};
use crate::compile::plan::memory;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Program, SideRules};
use crate::ir::Game;
use crate::play::state::compiled::Compiled;
use crate::play::state::{Row, State, StateSize};
use crate::state::ClauseRef;

impl<S: StateSize> Compiled<S> {
    /// Tells in lines what was found out and how turns are found and judged, and why not by faster means.
    pub fn facts(&self) -> Vec<String> {
        let program = &self.program;
        let layout = &program.layout;
        let mut lines = vec![
            format!("state: {} bytes", std::mem::size_of::<State<S>>()),
            format!(
                "boards: {} of {}, numbers: {} of {}, hand counts: {} of {}",
                layout.boards,
                S::Boards::LEN,
                layout.numbers,
                S::Numbers::LEN,
                layout.hands,
                S::Hands::LEN
            ),
        ];
        lines.extend(tables(program));
        if program.can_repeat_turns {
            lines.push("turns: compared with each other, as the text of a turn does not tell all that is chosen".to_owned());
        }
        for (side, info) in self.game.sides.iter().enumerate() {
            let mut told = ways(&self.game, &program.sides[side]);
            told.extend(attacks(&self.game, program, side));
            told.extend(legality(&self.game, program, side));
            told.extend(listing(&self.game, &program.sides[side]));
            told.push(turns(program, side));
            lines.extend(told.into_iter().map(|line| format!("{}: {line}", info.name)));
        }
        lines
    }
}

/// Tells of the tables and their bytes, a line each.
fn tables<B: Bitboard>(program: &Program<B>) -> Vec<String> {
    let tables = memory::tables(program);
    let sum: usize = tables.iter().map(|(_, _, bytes)| bytes).sum();
    let told = tables
        .iter()
        .map(|(count, what, bytes)| format!("tables of {count} {what}: {bytes} bytes"));
    told.chain([format!("tables together: {sum} bytes")]).collect()
}

/// Tells which ways of moving are in tables, and why others are not.
fn ways<B: Bitboard>(game: &Game, rules: &SideRules<B>) -> Vec<String> {
    let tabled = rules.ways.iter().filter(|way| way.tabled).count();
    let mut lines = vec![format!("{tabled} of {} ways of moving in tables", rules.ways.len())];
    let others = rules.ways.iter().filter_map(|way| Some((way.source, way.untabled?.to_owned())));
    lines.extend(because(game, "not in tables", others));
    lines
}

/// Tells how attacks are found.
fn attacks<B: Bitboard>(game: &Game, program: &Program<B>, side: usize) -> Vec<String> {
    let Some(attacks) = &program.facts.attacks[side] else {
        let why = program.facts.whys[side].attacks.as_deref().unwrap_or_default();
        return vec![format!("attacks are found by trying the whole turn: {why}")];
    };
    let mut lines = vec![format!(
        "attacks by {} groups of pieces from tables, {} ways tried",
        attacks.groups.len(),
        attacks.others.len()
    )];
    let ways = &program.sides[side].ways;
    let others = attacks.others.iter().filter_map(|other| ways.get(usize::from(other.way)));
    let others = others.map(|way| {
        let why =
            way.untabled.unwrap_or("what it captures depends on more than where pieces stand");
        (way.source, why.to_owned())
    });
    lines.extend(because(game, "attacks tried", others));
    if !attacks.unless.is_empty() {
        lines.push("attacks are tried where something is chosen before the move".to_owned());
    }
    lines
}

/// Tells how turns are judged.
fn legality<B: Bitboard>(game: &Game, program: &Program<B>, side: usize) -> Vec<String> {
    let Some(legality) = &program.facts.legality[side] else {
        let why = program.facts.whys[side].legality.as_deref().unwrap_or_default();
        return vec![format!("every turn is tried and judged: {why}")];
    };
    let what = if legality.royal.is_some() {
        let names: Vec<_> = game.forbids.iter().map(|rule| format!("`{}`", rule.name)).collect();
        let rules = names.join(", ");
        format!(
            "turns are judged by the squares they change, as far as royal pieces are what {rules} protects"
        )
    } else {
        "turns are not judged, as none is forbidden".to_owned()
    };
    let explained = Explained::of(game, program, side);
    let mut lines = vec![format!("{what}; {} ways are tried", explained.tried)];
    lines.extend(because(game, "tried", explained.ways.into_iter()));
    let dropped = |kind: &usize| {
        let on = &program.sides[side].drop_on[*kind];
        game.uses_hands && !on.fixed().is_some_and(Bitboard::is_empty)
    };
    let drops = explained.drops.into_iter().filter(|(kind, _)| dropped(kind));
    let name = |kind: usize| game.types.iter().nth(kind).map_or("", |kind| kind.name.as_str());
    lines.extend(drops.map(|(kind, why)| format!("tried: drop of {}: {why}", name(kind))));
    lines
}

/// Tells how moves are listed.
fn listing<B: Bitboard>(game: &Game, rules: &SideRules<B>) -> Vec<String> {
    let generators = &rules.generators;
    let fast: usize = generators.of.iter().map(|generator| generator.fast.len()).sum();
    let mut lines = vec![format!(
        "{fast} ways are listed from tables, the pieces of {} types all at once",
        generators.bulk.len()
    )];
    let slow = generators.of.iter().flat_map(|generator| &generator.whys);
    let slow = slow.filter_map(|(number, why)| {
        Some((rules.ways.get(usize::from(*number))?.source, (*why).to_owned()))
    });
    lines.extend(because(game, "listed one by one", slow));
    let overlapping = game.types.iter().zip(&generators.of).filter(|(_, of)| of.overlaps);
    let overlapping: Vec<&str> = overlapping.map(|(kind, _)| kind.name.as_str()).collect();
    if !overlapping.is_empty() {
        let names = overlapping.join(", ");
        lines.push(format!("listed way by way: {names}: two ways may lead to the same square"));
    }
    lines
}

/// Tells how turns are played.
fn turns<B: Bitboard>(program: &Program<B>, side: usize) -> String {
    let Some(steps) = &program.sides[side].steps else {
        return "turns are played statement by statement: no step is known in advance".to_owned();
    };
    let (mut known, mut whys) = (0_usize, Vec::new());
    for step in &steps.steps {
        count(step, &mut known, &mut whys);
    }
    whys.sort_unstable();
    whys.dedup();
    let told = format!("turns are taken apart into {known} steps");
    if whys.is_empty() { told } else { format!("{told}; the rest is not: {}", whys.join("; ")) }
}

/// Counts the steps of which it is known what they do, and gathers why what follows others is not known.
fn count<B>(step: &TurnStep<B>, known: &mut usize, whys: &mut Vec<&'static str>) {
    match step.what {
        What::Rest(_) => whys.extend(step.why),
        What::Nothing | What::One(_) => *known += 1,
    }
    for next in step.then.iter().chain(step.otherwise.iter().flatten()) {
        count(next, known, whys);
    }
}

/// Tells a line for each reason, with the ways of moving that it is for.
fn because(
    game: &Game,
    what: &str,
    ways: impl Iterator<Item = (ClauseRef, String)>,
) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for (source, why) in ways {
        let name = way_name(game, source);
        match reasons.iter_mut().find(|(other, _)| *other == why) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => reasons.push((why, vec![name])),
        }
    }
    let told =
        reasons.into_iter().map(|(why, names)| format!("{what}: {}: {why}", names.join(", ")));
    told.collect()
}

/// Returns the name of a way of moving, or its number among those of its piece or token.
fn way_name(game: &Game, source: ClauseRef) -> String {
    let name = source.clause(game).and_then(|clause| clause.name.clone());
    let (whose, number) = match source {
        ClauseRef::Own(kind, number) => (game.types[kind].name.clone(), number),
        ClauseRef::Power(token, _, number) => {
            (format!("power of {}", game.tokens[token].name), number)
        }
    };
    match name {
        Some(name) => format!("{whose} `{name}`"),
        None => format!("{whose} {}", number + 1),
    }
}
