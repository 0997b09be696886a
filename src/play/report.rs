//! The report of what the compiler has found out about a game (`ir --facts`).

use crate::compile::plan::explain::Explained;
use crate::compile::plan::memory;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::compile::program::{Program, SideRules};
use crate::ir::display::statement_lines;
use crate::ir::{Game, SideId};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::{Row, StateSize};
use crate::state::ClauseRef;

impl<S: StateSize> Compiled<S> {
    /// Returns the report, line by line: how turns are generated and judged, and why not by faster means.
    pub(crate) fn facts(&self) -> Vec<String> {
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
        if program.forbids_repeats {
            lines.push("turns: each is played, as a rule asks whether the position after it has been there before".to_owned());
        } else if program.turn_order.is_some() {
            lines.push("turns: compared by the positions they lead to".to_owned());
        } else if program.can_repeat_turns {
            lines.push("turns: compared with each other, as the text of a turn does not show all of its choices".to_owned());
        }
        for (side, info) in self.game.sides.enumerate() {
            let mut facts = ways(&self.game, program.rules(side));
            facts.extend(attacks(&self.game, program, side));
            facts.extend(legality(&self.game, program, side));
            facts.extend(listing(&self.game, program.rules(side)));
            facts.push(turns(program, side));
            lines.extend(facts.into_iter().map(|line| format!("{}: {line}", info.name)));
        }
        lines
    }
}

/// Reports the tables and their sizes.
fn tables<B: Bitboard>(program: &Program<B>) -> Vec<String> {
    let tables = memory::tables(program);
    let sum: usize = tables.iter().map(|(_, _, bytes)| bytes).sum();
    let lines = tables
        .iter()
        .map(|(count, what, bytes)| format!("tables of {count} {what}: {bytes} bytes"));
    lines.chain([format!("all tables: {sum} bytes")]).collect()
}

/// Reports which move rules have move tables, and why others have none.
fn ways<B: Bitboard>(game: &Game, rules: &SideRules<B>) -> Vec<String> {
    let tabled = rules.way_tables.iter().filter(|table| table.is_ok()).count();
    let mut lines = vec![format!("move tables for {tabled} of {} move rules", rules.ways.len())];
    let others = rules.ways.iter().zip(&rules.way_tables);
    let others =
        others.filter_map(|(way, table)| Some((way.source, (*table.as_ref().err()?).to_owned())));
    lines.extend(grouped_by_reason(game, "no move table", others));
    lines
}

/// Reports how attacks are found.
fn attacks<B: Bitboard>(game: &Game, program: &Program<B>, side: SideId) -> Vec<String> {
    let Some(attacks) = &program.facts.attacks[side] else {
        let why = program.facts.whys[side].attacks.as_deref().unwrap_or_default();
        let mut lines = vec![format!("attacks are found by playing whole turns: {why}")];
        lines.extend(choices(game));
        return lines;
    };
    let mut lines = vec![format!(
        "attack tables for {} groups of pieces, {} move rules without",
        attacks.groups.len(),
        attacks.others.len()
    )];
    let rules = program.rules(side);
    let others = attacks.others.iter().map(|other| {
        let number = usize::from(other.way);
        let why = rules.way_tables[number].as_ref().err().copied();
        let why = why.unwrap_or("what it captures depends on more than where pieces are");
        (rules.ways[number].source, why.to_owned())
    });
    lines.extend(grouped_by_reason(game, "not in the attack tables", others));
    if !attacks.pre_move_choices.is_empty() {
        lines.push("attacks are found by playing whole turns where something may be chosen before the move".to_owned());
        lines.extend(choices(game));
    }
    lines
}

/// Reports what is chosen before a move, a line each.
fn choices(game: &Game) -> Vec<String> {
    let found = game.choices_before_moves().into_iter();
    let first = found.filter_map(|statement| {
        let lines = statement_lines(game, std::slice::from_ref(statement));
        Some(format!("chosen before a move: {}", lines.first()?))
    });
    first.collect()
}

/// Reports how the legality of turns is decided.
fn legality<B: Bitboard>(game: &Game, program: &Program<B>, side: SideId) -> Vec<String> {
    let Some(legality) = &program.facts.legality[side] else {
        let why = program.facts.whys[side].legality.as_deref().unwrap_or_default();
        return vec![format!("legality is decided by playing every turn: {why}")];
    };
    let what = if legality.royal.is_some() {
        let names: Vec<_> = game.forbids.iter().map(|rule| format!("`{}`", rule.name)).collect();
        let rules = names.join(", ");
        format!(
            "legality of royal pieces ({rules}) is decided from attack tables and the squares that a move changes"
        )
    } else {
        "all turns are legal".to_owned()
    };
    let explained = Explained::of(game, program, side);
    let mut lines = vec![format!("{what}; {} move rules are verified by playing", explained.tried)];
    lines.extend(grouped_by_reason(game, "verified by playing", explained.ways.into_iter()));
    let dropped = |kind: &usize| {
        let on = &program.rules(side).drop_on[*kind];
        game.uses_hands && !on.fixed().is_some_and(Bitboard::is_empty)
    };
    let drops = explained.drops.into_iter().filter(|(kind, _)| dropped(kind));
    let name = |kind: usize| game.types.iter().nth(kind).map_or("", |kind| kind.name.as_str());
    lines.extend(
        drops.map(|(kind, why)| format!("verified by playing: drop of {}: {why}", name(kind))),
    );
    lines
}

/// Reports how moves are generated.
fn listing<B: Bitboard>(game: &Game, rules: &SideRules<B>) -> Vec<String> {
    let generators = &rules.generators;
    let fast: usize = generators.of.iter().map(|generator| generator.fast.len()).sum();
    let bulk = match generators.bulk.len() {
        1 => "1 piece type uses bulk generation".to_owned(),
        count => format!("{count} piece types use bulk generation"),
    };
    let mut lines = vec![format!("{fast} move rules are generated from tables; {bulk}")];
    let slow = generators.of.iter().flat_map(|generator| &generator.whys);
    let slow = slow.filter_map(|(number, why)| {
        Some((rules.ways.get(usize::from(*number))?.source, (*why).to_owned()))
    });
    lines.extend(grouped_by_reason(game, "generated move by move", slow));
    let overlapping = game.types.iter().zip(&generators.of).filter(|(_, of)| of.overlaps);
    let overlapping: Vec<&str> = overlapping.map(|(kind, _)| kind.name.as_str()).collect();
    if !overlapping.is_empty() {
        let names = overlapping.join(", ");
        lines.push(format!(
            "generated rule by rule: {names}: two move rules may lead to the same square"
        ));
    }
    lines
}

/// Reports how turns are split into steps.
fn turns<B: Bitboard>(program: &Program<B>, side: SideId) -> String {
    let Some(steps) = &program.rules(side).steps else {
        return "turns are executed statement by statement: no step is known in advance".to_owned();
    };
    let (mut known, mut whys) = (0_usize, Vec::new());
    for step in &steps.steps {
        count(step, &mut known, &mut whys);
    }
    whys.sort_unstable();
    whys.dedup();
    let split = format!("turns are split into {known} known steps");
    if whys.is_empty() {
        split
    } else {
        format!("{split}; the rest is executed statement by statement: {}", whys.join("; "))
    }
}

/// Counts the known steps, and collects why the rest of the turn is not split.
fn count<B>(step: &TurnStep<B>, known: &mut usize, whys: &mut Vec<&'static str>) {
    match step.what {
        What::Rest(_) => whys.extend(step.why),
        What::Nothing | What::One(_) => *known += 1,
    }
    for next in step.then.iter().chain(step.otherwise.iter().flatten()) {
        count(next, known, whys);
    }
}

/// Reports each reason in a line, with the move rules to which it applies.
fn grouped_by_reason(
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
    let lines =
        reasons.into_iter().map(|(why, names)| format!("{what}: {}: {why}", names.join(", ")));
    lines.collect()
}

/// Returns the name of a move rule, or its number among those of its piece type or token.
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
