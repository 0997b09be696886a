//! Compiles a game: lowers its rules, makes the tables and puts them together.

use crate::compile::plan::search_key::search_key;
use crate::compile::program::search_key::SearchKey;
use std::cell::Cell;

use crate::compile::lowering::expressions::Lower;
use crate::compile::lowering::{ambiguity, groups, queries, statements};
use crate::compile::plan::generators::MAX_BYTES;
use crate::compile::plan::memory;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::{Fact, FactSet};
use crate::compile::program::generators::Generators;
use crate::compile::program::knowledge::Facts;
use crate::compile::program::layout::Layout;
use crate::compile::program::move_effects::MoveEffects;
use crate::compile::program::move_tables::MoveTable;
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::turn_steps::Steps;
use crate::compile::program::visit::{captures, chooses};
use crate::compile::program::{
    Cond, Finish, PowerWays, Program, RepetitionKey, Route, Rule, Set, SideRules, Site, Stmt, Trig,
    Walking, Who, dependence, event_index, landing_number,
};
use crate::compile::walks::fills;
use crate::compile::walks::tables::{self, NoTable, Tabling};
use crate::ir::limits::MAX_WAYS;
use crate::ir::{Arrival, Axis, Event, Forbid, Game, Id, SideId, TypeSet};
use crate::state::ClauseRef;
/// The most sets that are judged once for all pieces.
const MAX_MASKS: usize = 256;

/// How many bytes the tables of a side's walks may take; walks for which there is no room are gone square by square.
const MAX_WALK_BYTES: usize = 128 << 20;

/// Why a game is not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// How much of everything a state has room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    /// Types of pieces.
    pub(crate) types: usize,
    /// Sets of squares.
    pub(crate) boards: usize,
    /// Numbers.
    pub(crate) numbers: usize,
    /// Hand counts.
    pub(crate) hands: usize,
    /// Squares whose pieces have a number.
    pub(crate) numbered: usize,
    /// Groups of pieces that attack alike; where there are more, attacks are found by trying.
    pub(crate) groups: usize,
}

/// Compiles a game for states with that much room.
///
/// # Errors
/// If the game needs more squares, types, ways of moving, boards, numbers or hand counts.
pub(crate) fn compile<B: Bitboard>(
    game: &Game,
    room: Capacity,
    used: FactSet,
) -> Result<Program<B>, Refusal> {
    let clauses = all_clauses(game);
    let bare = Layout::new(game, Vec::new());
    check_size::<B>(game, clauses.len(), &bare, room)?;
    // What is left of the boards goes to the sets of types that are asked about most.
    let mut layers = wanted_layers::<B>(game, &bare, &clauses);
    layers.truncate(room.boards - bare.boards);
    let layout = Layout::new(game, layers);
    let steps = step_tables(game);
    let mut reasons = Vec::new();
    let mut lower = Lower::new(game, &layout, &clauses, 0);
    let mut sides: [SideRules<B>; 2] = [0, 1].map(|own| {
        lower.own = own;
        lower_rules(&mut lower, &mut reasons, used)
    });
    // Rules of one side may ask for walks of the other: tables are made when all are known.
    for (rules, walks) in sides.iter_mut().zip(lower.routes) {
        table_walks(rules, walks, (&steps, game.board.squares.len()), used);
    }
    for side in &mut sides {
        mark_plain(side);
    }
    let mut program = Program {
        all: B::from_set(game.board.all()),
        squares: game.board.squares.len(),
        slots: game.slot_count.max(crate::ir::slots::FIRST_FREE.index()),
        can_repeat_turns: !used.has(Fact::Texts) || ambiguity::can_repeat_turns(game),
        coordinates: [0, 1].map(|side| coordinates(game, side)),
        places: places(game),
        facts: Facts::default(),
        search_key: SearchKey::default(),
        layout,
        sides,
        steps,
        reasons,
    };
    for rules in &mut program.sides {
        rules.counts_plainly = !program.can_repeat_turns && rules.preferences.is_empty();
    }
    program.facts = Facts { used, ..Facts::default() };
    program.search_key = search_key(&program);
    program.facts = Facts::of(game, &program, room.groups);
    for own in 0..2 {
        let move_effects = MoveEffects::of(&program, own);
        let room = Cell::new(MAX_BYTES);
        let generators = Generators::of(&program, own, &move_effects, &room);
        let steps = Steps::of(&program, own, &room);
        let rules = &mut program.sides[own];
        (rules.move_effects, rules.generators, rules.steps) = (move_effects, generators, steps);
    }
    Ok(program)
}

fn check_size<B: Bitboard>(
    game: &Game,
    clauses: usize,
    bare: &Layout,
    room: Capacity,
) -> Result<(), Refusal> {
    let squares = game.board.squares.len();
    for (what, needed, most) in [
        ("squares", squares, B::WIDTH),
        (
            "squares of pieces with numbers",
            if game.numbered_pieces { squares } else { 0 },
            room.numbered,
        ),
        ("types of pieces", game.types.len(), room.types),
        ("ways of moving", clauses, MAX_WAYS),
        ("sets of squares", bare.boards, room.boards),
        ("numbers", bare.numbers, room.numbers),
        ("counts of pieces in hand", bare.hands, room.hands),
    ] {
        if needed > most {
            return Err(Refusal(format!("it needs {needed} {what}; there is room for {most}")));
        }
    }
    Ok(())
}

/// Returns the sets of types that deserve a board, most wanted first: those of pieces that capture alike, then
/// those that rules ask about, which lowering them tells, then those of one type.
fn wanted_layers<B: Bitboard>(game: &Game, bare: &Layout, clauses: &[ClauseRef]) -> Vec<TypeSet> {
    let mut lower = Lower::<B>::new(game, bare, clauses, 0);
    lower_rules(&mut lower, &mut Vec::new(), FactSet::ALL);
    let mut wanted: Vec<TypeSet> = Vec::new();
    // Pieces of one type are listed together if they have a board.
    let single = game.types.ids().map(TypeSet::one);
    for types in groups::groups(game).into_iter().chain(lower.asked).chain(single) {
        if !wanted.contains(&types) {
            wanted.push(types);
        }
    }
    wanted
}

/// Returns all clauses in the order in which ways are numbered: those of types, then those of powers.
fn all_clauses(game: &Game) -> Vec<ClauseRef> {
    let mut clauses = Vec::new();
    for (kind, info) in game.types.enumerate() {
        clauses.extend((0..info.clauses.len()).map(|number| ClauseRef::Own(kind, number)));
    }
    for (token, info) in game.tokens.enumerate() {
        for (power, given) in info.powers.iter().enumerate() {
            let numbers = 0..given.clauses.len();
            clauses.extend(numbers.map(|number| ClauseRef::Power(token, power, number)));
        }
    }
    clauses
}

fn step_tables(game: &Game) -> Vec<Vec<Option<u8>>> {
    let mut tables = Vec::with_capacity(2 * game.board.directions.len());
    for direction in &game.board.directions {
        for side in &direction.to {
            tables.push(side.iter().map(|to| to.map(|square| square.0)).collect());
        }
    }
    tables
}

fn coordinates(game: &Game, side: u8) -> Vec<[i32; 2]> {
    let axes = [Axis::File, Axis::Rank];
    let squares = game.board.squares.ids();
    squares
        .map(|square| axes.map(|axis| game.board.coordinate(square, axis, SideId(side))))
        .collect()
}

fn places(game: &Game) -> Vec<[i32; 3]> {
    let squares = game.board.squares.iter();
    squares.map(|square| [square.at.x, square.at.y, square.at.z].map(i32::from)).collect()
}

/// Lowers all rules for the mover; walks have no tables yet.
fn lower_rules<B: Bitboard>(
    lower: &mut Lower<'_, B>,
    reasons: &mut Vec<String>,
    used: FactSet,
) -> SideRules<B> {
    let (game, own) = (lower.game, lower.own);
    let mut rules = SideRules {
        turn: lower.statements(&game.turn, reasons),
        threat: game.threat.as_ref().map(|turn| lower.statements(turn, reasons)),
        ..SideRules::default()
    };
    for trigger in &game.triggers {
        rules.triggers[event_index(trigger.event)].push(Trig {
            condition: lower.truth(&trigger.condition),
            body: lower.statements(&trigger.body, reasons),
            plain: false,
        });
    }
    for &source in lower.clauses {
        if let Some(clause) = source.clause(game) {
            rules.ways.push(lower.way(source, clause, reasons));
        }
    }
    assign_ways(lower, &mut rules);
    rules.drop_on = game.types.iter().map(|kind| lower.squares(&kind.drop_on)).collect();
    rules.forbids = game.forbids.iter().map(|rule| rule_of(lower, rule)).collect();
    rules.preferences = game.preferences.iter().map(|rule| rule_of(lower, rule)).collect();
    rules.repetition_key = RepetitionKey::of(lower);
    // What is asked for may be judged otherwise than what is played.
    let all_alike = used.has(Fact::Endings)
        && !queries::asking_can_lose_turns(game, ambiguity::can_repeat_turns(game));
    for ending in &game.endings {
        let condition = lower.truth(&ending.condition);
        rules.endings.push(Finish {
            without_turns: all_alike && needs_no_turn(&condition, own),
            condition,
            verdict: lower.verdict(ending.outcome),
            reason: statements::reason_index(reasons, &ending.reason),
            by_record: ending.by_record,
        });
    }
    rules.before_endings =
        used.has(Fact::Endings).then(|| before_endings(&rules.endings)).flatten();
    rules.ends_with_turns = rules.endings.iter().any(Finish::is_of_turns);
    rules
}

/// Returns what must hold where any of several endings does that can come while there are turns.
fn before_endings<B: Bitboard>(endings: &[Finish<B>]) -> Option<Cond<B>> {
    let mut of_turns = endings.iter().filter(|ending| ending.is_of_turns());
    let first = of_turns.next()?;
    let others: Vec<Vec<Cond<B>>> =
        of_turns.map(|ending| conjuncts(ending.condition.clone())).collect();
    let mut shared = conjuncts(first.condition.clone()).into_iter();
    shared.find(|part| !others.is_empty() && others.iter().all(|parts| parts.contains(part)))
}

fn rule_of<B: Bitboard>(lower: &mut Lower<'_, B>, rule: &Forbid) -> Rule<B> {
    let condition = lower.truth(&rule.condition);
    Rule { asks: crate::reference::asks_for_turns(&rule.condition), condition }
}

/// Tells whether a condition only holds where the mover has no legal turn.
fn needs_no_turn<B>(condition: &Cond<B>, own: u8) -> bool {
    match condition {
        Cond::Not(inner) => matches!(
            &**inner,
            Cond::HasTurn(Who::Side(side), those)
                if *side == own && matches!(those[usize::from(own)], Cond::Fixed(true))
        ),
        Cond::All(parts) => parts.iter().any(|part| needs_no_turn(part, own)),
        _ => false,
    }
}

/// Gives each type and each power its ways.
fn assign_ways<B: Bitboard>(lower: &mut Lower<'_, B>, rules: &mut SideRules<B>) {
    let (game, clauses, own) = (lower.game, lower.clauses, SideId(lower.own));
    rules.ways_of = vec![Vec::new(); game.types.len()];
    for (number, source) in clauses.iter().enumerate() {
        let way = u16::try_from(number).unwrap_or(u16::MAX);
        let is_for = source.clause(game).is_some_and(|clause| clause.is_for(own));
        if let ClauseRef::Own(kind, _) = source
            && is_for
        {
            rules.ways_of[kind.index()].push(way);
        }
    }
    for (token, info) in game.tokens.enumerate() {
        for (index, power) in info.powers.iter().enumerate() {
            let belongs = |source: &ClauseRef| {
                matches!(source, ClauseRef::Power(of, number, _) if *of == token && *number == index)
                    && source.clause(game).is_some_and(|clause| clause.is_for(own))
            };
            let ways = clauses.iter().enumerate().filter(|(_, source)| belongs(source));
            rules.powers.push(PowerWays {
                token: token.index(),
                bearer: lower.squares(&power.bearer),
                level: power.level,
                ways: ways.map(|(way, _)| u16::try_from(way).unwrap_or(u16::MAX)).collect(),
            });
        }
    }
}

/// Makes the tables of all walks that can have some, and the masks they and the landings need.
fn table_walks<B: Bitboard>(
    rules: &mut SideRules<B>,
    walks: Vec<(Walking<B>, bool)>,
    (steps, squares): (&[Vec<Option<u8>>], usize),
    used: FactSet,
) {
    let mut masks: Vec<Set<B>> = Vec::new();
    let mut mask = |set: &Set<B>| mask_number(&mut masks, set);
    let mut tabling = Tabling::new(steps, squares, &mut mask);
    let mut untabled = Vec::new();
    let mut room = MAX_WALK_BYTES;
    for (tree, lifted) in walks {
        tabling.lifted = lifted;
        let off = Err(NoTable("tables of walks are switched off"));
        let found = if used.has(Fact::Walks) { tabled(&mut tabling, &tree) } else { off };
        let found = found.and_then(|paths| {
            room = room
                .checked_sub(memory::of_walk(&paths))
                .ok_or(NoTable("the tables of other ways take all the room there is"))?;
            Ok(paths)
        });
        untabled.push(found.as_ref().err().map(|no_table| no_table.0));
        let paths = found.ok();
        let fills = used.has(Fact::Fills).then(|| fills::fills(&tree, steps, squares)).flatten();
        rules.routes.push(Route { tree, paths, fills });
    }
    for way in &mut rules.ways {
        for (site, _) in &mut way.landings {
            if let Site::Judged(set) = site
                && let Some(number) = mask(set)
            {
                *site = Site::Mask(number);
            }
        }
        let sites_known = way.landings.iter().all(|(site, _)| matches!(site, Site::Mask(_)));
        way.untabled = match untabled[way.walk] {
            None if !sites_known => {
                Some("what happens at its end depends on more than that square")
            }
            None if way.arrival != Arrival::Moves => Some("the piece stays where it is"),
            why => why,
        };
        way.tabled = way.untabled.is_none();
        let sites = way.landings.iter().filter_map(|(site, kind)| match site {
            Site::Mask(mask) => Some((*mask, landing_number(*kind))),
            Site::Judged(_) => None,
        });
        way.sites = sites.collect();
        way.guard = rules.routes[way.walk].paths.as_ref().and_then(MoveTable::guard);
    }
    rules.masks = masks;
}

fn mask_number<B: Bitboard>(masks: &mut Vec<Set<B>>, set: &Set<B>) -> Option<usize> {
    if let Some(known) = masks.iter().position(|known| known == set) {
        return Some(known);
    }
    if masks.len() >= MAX_MASKS || !dependence::is_local(set) {
        return None;
    }
    masks.push(set.clone());
    Some(masks.len() - 1)
}

fn tabled<B: Bitboard>(
    tabling: &mut Tabling<'_, B>,
    tree: &Walking<B>,
) -> Result<MoveTable<B>, NoTable> {
    let mut from = Vec::with_capacity(tabling.squares);
    let mut all_lines = Vec::new();
    for square in 0..tabling.squares {
        let square = u8::try_from(square).unwrap_or(u8::MAX);
        let ends = tables::ends(tabling, tree, square)?;
        from.push(tables::destinations(square, ends, &mut all_lines));
    }
    Ok(MoveTable { from, all_lines })
}

/// Notes of each trigger and way whether nothing is chosen in what it does.
fn mark_plain<B>(side: &mut SideRules<B>) {
    let captured_chooses = side.triggers[event_index(Event::Captured)]
        .iter()
        .any(|trigger| trigger.body.iter().any(chooses));
    let plain = |body: &[Stmt<B>]| {
        let captures_something = captured_chooses && body.iter().any(captures);
        !captures_something && !body.iter().any(chooses)
    };
    for trigger in side.triggers.iter_mut().flatten() {
        trigger.plain = plain(&trigger.body);
    }
    for way in &mut side.ways {
        way.plain = plain(&way.then);
    }
}
