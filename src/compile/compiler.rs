//! Compiles a game: lowers its rules, makes the tables and assembles the program.

use std::cell::Cell;

use crate::compile::lowering::expressions::{Lower, LoweredWalk};
use crate::compile::lowering::{ambiguity, queries, statements};
use crate::compile::plan::generators::MAX_BYTES;
use crate::compile::plan::memory;
use crate::compile::plan::search_key::search_key;
use crate::compile::program::attacks::Attacks;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::{Fact, FactSet};
use crate::compile::program::generators::Generators;
use crate::compile::program::knowledge::{Bounds, Facts, Whys};
use crate::compile::program::layout::Layout;
use crate::compile::program::legality::Legality;
use crate::compile::program::move_effects::MoveEffects;
use crate::compile::program::move_tables::MoveTable;
use crate::compile::program::search_key::SearchKey;
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::turn_steps::Steps;
use crate::compile::program::{
    Cond, Finish, Measure, PowerWays, Preference, Program, RepetitionKey, Route, Rule, Set,
    SideRules, Trig, Way, WayTable, Who, dependence, event_index,
};
use crate::compile::walks::fills;
use crate::compile::walks::tables::{Geometry, NoTable, TableBuilder};
use crate::ir::limits::MAX_WAYS;
use crate::ir::{
    self, Arrival, Axis, BySide, Forbid, Game, Id, SideId, Square, SquareId, Translate, TypeSet,
    Walk,
};
use crate::state::{ClauseRef, TurnOrder};

/// The most masks of a side.
const MAX_MASKS: usize = 256;

/// The most bytes of the move tables of a side; walks without a table are followed square by square.
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

/// The capacity of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    /// Piece types.
    pub(crate) types: usize,
    /// Sets of squares.
    pub(crate) boards: usize,
    /// Numbers.
    pub(crate) numbers: usize,
    /// Hand counts.
    pub(crate) hands: usize,
    /// Squares whose pieces have a number.
    pub(crate) numbered: usize,
    /// Groups of pieces with the same attacks; if there are more, there are no attack tables.
    pub(crate) groups: usize,
}

/// Compiles a game for states of a capacity, with some facts.
///
/// # Errors
/// If the game needs more squares, types, ways of moving, boards, numbers or hand counts.
pub(crate) fn compile<B: Bitboard>(
    game: &Game,
    capacity: Capacity,
    used: FactSet,
) -> Result<Program<B>, Refusal> {
    let clauses = all_clauses(game);
    let bare = Layout::new(game, Vec::new());
    check_size::<B>(game, clauses.len(), &bare, capacity)?;
    // The remaining boards go to the sets of types that are used most.
    let mut layers = wanted_layers::<B>(game, &bare, &clauses);
    layers.truncate(capacity.boards - bare.boards);
    let layout = Layout::new(game, layers);
    let step = |to: &Option<SquareId>| to.map(|square| square.0);
    let steps_to = game.board.directions.iter().flat_map(|direction| &direction.to);
    let steps: Vec<Vec<_>> = steps_to.map(|to| to.iter().map(step).collect()).collect();
    let mut reasons = Vec::new();
    let mut lower = Lower::new(game, &layout, &clauses, SideId::FIRST);
    let mut sides = BySide::from_fn(|own| {
        lower.own = own;
        lower_rules(&mut lower, &mut reasons, used)
    });
    // Rules of one side may refer to walks of the other: tables are made when all are known.
    let geometry = Geometry { steps: &steps, squares: game.board.squares.len() };
    for (rules, walks) in sides.iter_mut().zip(lower.routes) {
        table_walks(rules, walks, geometry, used);
    }
    let place = |square: &Square| [square.at.x, square.at.y, square.at.z].map(i32::from);
    let can_choose_alike =
        !used.has(Fact::Texts) || ambiguity::can_repeat_turns(game) || game.turns_by_position;
    let mut program = Program {
        all: B::from_set(game.board.all()),
        squares: game.board.squares.len(),
        slots: game.slot_count.max(crate::ir::slots::FIRST_FREE.index()),
        can_repeat_turns: can_choose_alike || game.forbids_repeats(),
        can_choose_alike,
        turn_order: game.turns_by_position.then(|| TurnOrder::of(game)),
        forbids_repeats: game.forbids_repeats(),
        coordinates: BySide::from_fn(|side| {
            let seen =
                |at| [Axis::File, Axis::Rank].map(|axis| game.board.coordinate(at, axis, side));
            game.board.squares.ids().map(seen).collect()
        }),
        places: game.board.squares.iter().map(place).collect(),
        facts: Facts::default(),
        search_key: SearchKey::default(),
        lookback: game.lookback(),
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
    program.facts = Facts::of(game, &program, capacity.groups);
    for own in SideId::ALL {
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
    capacity: Capacity,
) -> Result<(), Refusal> {
    let squares = game.board.squares.len();
    let numbered = if game.numbered_pieces { squares } else { 0 };
    for (what, needed, most) in [
        ("squares", squares, B::WIDTH),
        ("squares of pieces with numbers", numbered, capacity.numbered),
        ("types of pieces", game.types.len(), capacity.types),
        ("ways of moving", clauses, MAX_WAYS),
        ("sets of squares", bare.boards, capacity.boards),
        ("numbers", bare.numbers, capacity.numbers),
        ("counts of pieces in hand", bare.hands, capacity.hands),
    ] {
        if needed > most {
            return Err(Refusal(format!("it needs {needed} {what}; there is room for {most}")));
        }
    }
    Ok(())
}

/// Returns the sets of types that should have a board, most important first: those of pieces that capture alike, then
/// those that occur in rules, which are found by lowering them, then those of one type.
fn wanted_layers<B: Bitboard>(game: &Game, bare: &Layout, clauses: &[ClauseRef]) -> Vec<TypeSet> {
    let mut lower = Lower::<B>::new(game, bare, clauses, SideId::FIRST);
    lower_rules(&mut lower, &mut Vec::new(), FactSet::ALL);
    let mut wanted: Vec<TypeSet> = Vec::new();
    // Bulk generation needs a board for the type.
    let single = game.types.ids().map(TypeSet::one);
    for types in groups(game).into_iter().chain(lower.type_sets).chain(single) {
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
    for (token, power, given) in game.powers() {
        let numbers = 0..given.clauses.len();
        clauses.extend(numbers.map(|number| ClauseRef::Power(token, power, number)));
    }
    clauses
}

/// Lowers all rules with one side as the mover, without tables.
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
        });
    }
    for &source in lower.clauses {
        if let Some(clause) = source.clause(game) {
            rules.ways.push(lower.way(source, clause, reasons));
        }
    }
    assign_ways(lower, &mut rules);
    rules.drop_on = game.types.iter().map(|kind| lower.squares(&kind.drop_on)).collect();
    let rule =
        |rule: &Forbid| Rule { asks: rule.asks_for_turns, condition: lower.truth(&rule.condition) };
    rules.forbids = game.forbids.iter().map(rule).collect();
    rules.preferences = game.preferences.iter().map(|rule| preference(lower, rule)).collect();
    let bits = rules.preferences.iter().map(|rule| rule.goal.bits());
    rules.preference_bits = bits.fold(0, u32::saturating_add);
    rules.repetition_key = RepetitionKey::of(lower);
    // Nested questions about turns may have other answers than play.
    let queries_agree = used.has(Fact::Endings)
        && !queries::asking_can_lose_turns(game, ambiguity::can_repeat_turns(game));
    for ending in &game.endings {
        let condition = lower.truth(&ending.condition);
        rules.endings.push(Finish {
            without_turns: queries_agree && needs_no_turn(&condition, own),
            condition,
            verdict: lower.verdict(ending.outcome),
            reason: statements::reason_index(reasons, &ending.reason),
            by_record: ending.by_record,
        });
    }
    rules.before_endings =
        used.has(Fact::Endings).then(|| before_endings(&rules.endings)).flatten();
    rules.ends_with_turns = rules.endings.iter().any(Finish::is_of_turns);
    rules.ends_unattacked = rules.endings.iter().any(Finish::is_of_the_stuck);
    rules
}

/// Returns a condition that all endings share that can come while there are legal turns.
fn before_endings<B: Bitboard>(endings: &[Finish<B>]) -> Option<Cond<B>> {
    let mut of_turns = endings.iter().filter(|ending| ending.is_of_turns());
    let first = of_turns.next()?;
    let others: Vec<Vec<Cond<B>>> =
        of_turns.map(|ending| conjuncts(ending.condition.clone())).collect();
    let mut shared = conjuncts(first.condition.clone()).into_iter();
    shared.find(|part| !others.is_empty() && others.iter().all(|parts| parts.contains(part)))
}

fn preference<B: Bitboard>(lower: &mut Lower<'_, B>, rule: &ir::Preference) -> Preference<B> {
    let goal = match &rule.goal {
        ir::Goal::When(condition) => Measure::When(lower.truth(condition)),
        ir::Goal::Most(number) => Measure::Most(lower.number(number)),
        ir::Goal::Least(number) => Measure::Least(lower.number(number)),
    };
    Preference { goal, asks: rule.asks_for_turns }
}

/// Tells whether a condition can hold only where the mover has no legal turn.
fn needs_no_turn<B>(condition: &Cond<B>, own: SideId) -> bool {
    condition.implies(&|leaf| {
        let Cond::Not(inner) = leaf else { return false };
        matches!(
            &**inner,
            Cond::HasTurn(Who::Side(side), those)
                if *side == own && matches!(those[own], Cond::Fixed(true))
        )
    })
}

/// Lists the ways of each type and each power.
fn assign_ways<B: Bitboard>(lower: &mut Lower<'_, B>, rules: &mut SideRules<B>) {
    let (game, clauses, own) = (lower.game, lower.clauses, lower.own);
    rules.ways_of = vec![Vec::new(); game.types.len()];
    let is_for = |source: &ClauseRef| source.clause(game).is_some_and(|clause| clause.is_for(own));
    let ways: Vec<(u16, &ClauseRef)> =
        (0..).zip(clauses).filter(|(_, source)| is_for(source)).collect();
    for (way, source) in &ways {
        if let ClauseRef::Own(kind, _) = source {
            rules.ways_of[kind.index()].push(*way);
        }
    }
    for (token, index, power) in game.powers() {
        let belongs = |source: &ClauseRef| matches!(source, ClauseRef::Power(of, number, _) if *of == token && *number == index);
        let its = ways.iter().filter(|(_, source)| belongs(source));
        rules.powers.push(PowerWays {
            token: token.index(),
            bearer: lower.squares(&power.bearer),
            level: power.level,
            ways: its.map(|(way, _)| *way).collect(),
        });
    }
}

/// Makes the move tables and fills of all walks, and the masks for them and the landings.
fn table_walks<B: Bitboard>(
    rules: &mut SideRules<B>,
    walks: Vec<LoweredWalk<B>>,
    geometry: Geometry<'_>,
    used: FactSet,
) {
    let mut masks: Vec<Set<B>> = Vec::new();
    let mut mask = |set: &Set<B>| mask_number(&mut masks, set);
    let mut builder = TableBuilder::new(geometry, &mut mask);
    let mut untabled = Vec::new();
    let mut room = MAX_WALK_BYTES;
    for LoweredWalk { tree, mover_lifted } in walks {
        builder.mover_lifted = mover_lifted;
        let off = Err(NoTable("tables of walks are switched off"));
        let table = if used.has(Fact::Walks) { builder.table(&tree) } else { off };
        let table = table.and_then(|table| {
            room = room
                .checked_sub(memory::of_walk(&table))
                .ok_or(NoTable("the tables of other ways take all the room there is"))?;
            Ok(table)
        });
        untabled.push(table.as_ref().err().map(|no_table| no_table.0));
        let paths = table.ok();
        let fills = used.has(Fact::Fills).then(|| fills::fills(&tree, geometry)).flatten();
        rules.routes.push(Route { tree, paths, fills });
    }
    for way in &rules.ways {
        let table = match (&rules.routes[way.walk].paths, untabled[way.walk]) {
            (Some(paths), None) => way_table(way, paths, &mut mask),
            (_, why) => Err(why.unwrap_or_default()),
        };
        rules.way_tables.push(table);
    }
    rules.masks = masks;
}

/// Makes the table of a way whose walk has one.
///
/// # Errors
/// Why its moves cannot be generated from that.
fn way_table<B: Bitboard>(
    way: &Way<B>,
    paths: &MoveTable<B>,
    mask: &mut dyn FnMut(&Set<B>) -> Option<usize>,
) -> Result<WayTable, &'static str> {
    let sites = way.landings.iter().map(|(on, kind)| Some((mask(on)?, *kind)));
    let sites = sites
        .collect::<Option<_>>()
        .ok_or("what happens at its end depends on more than that square")?;
    if way.arrival != Arrival::Moves {
        return Err("the piece stays where it is");
    }
    Ok(WayTable { sites, guard: paths.guard() })
}

/// Returns the number of the mask for a set, which is added if it is new; `None` if the set cannot be a mask.
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

/// Returns the groups of types that share a way of capturing.
fn groups(game: &Game) -> Vec<TypeSet> {
    let mut groups: Vec<(Walk, TypeSet)> = Vec::new();
    for (id, kind) in game.types.enumerate() {
        for clause in kind.clauses.iter().filter(|clause| clause.can_capture()) {
            for part in clause.walk.ways() {
                match groups.iter_mut().find(|(walk, _)| walk == part) {
                    Some((_, types)) => types.insert(id),
                    None => groups.push((part.clone(), TypeSet::one(id))),
                }
            }
        }
    }
    groups.into_iter().map(|(_, types)| types).collect()
}

/// Why there are no attack tables.
const TOO_LONG: &str = "a turn may bring about too many events, or be too long";

/// Why something is not known.
const OFF: &str = "it is switched off";

impl<B: Bitboard> Facts<B> {
    /// Finds out what can be known of a compiled game, with at most so many groups of pieces with the same attacks.
    pub(crate) fn of(game: &Game, program: &Program<B>, groups: usize) -> Self {
        let used = program.facts.used;
        let on = |fact: Fact| if used.has(fact) { Ok(()) } else { Err(OFF.to_owned()) };
        let mut whys = BySide::<Whys>::default();
        let bounds = BySide::from_fn(|side| Bounds::of(program, side));
        let attacks = BySide::from_fn(|side| {
            let short = if bounds[side].threat { Ok(()) } else { Err(TOO_LONG.to_owned()) };
            let found = on(Fact::Attacks)
                .and(short)
                .and_then(|()| Attacks::of(game, program, side, groups));
            found.map_err(|why| whys[side].attacks = Some(why)).ok()
        });
        let legality = BySide::from_fn(|side| {
            let enemy = attacks[side.opponent()].as_ref();
            let found =
                on(Fact::Legality).and_then(|()| Legality::of(game, program, enemy, side, groups));
            found.map_err(|why| whys[side].legality = Some(why)).ok()
        });
        Self { used, attacks, legality, bounds, whys }
    }
}
