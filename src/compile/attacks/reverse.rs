//! Makes attack tables: for each target, the origins of each piece group, and the other way round; and what is known of ways of
//! capturing that are in none.

use indexmap::IndexSet;

use super::prelude::{Prelude, prelude};
use crate::compile::effects::{EffectsOf, Reads};
use crate::compile::interpretation::upper_bound;
use crate::compile::program::attacks::{
    AttackOrigins, Attackers, Attacks, ConditionalAttack, ForwardAttack, ForwardAttacks, Group,
    Other, PreMoveToken,
};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::membership::{is_own, is_within};
use crate::compile::program::move_tables::{Destination, is_hopper};
use crate::compile::program::{PowerWays, Program, Set, SideRules, Walking, Way, dependence};
use crate::compile::walks::tables::{Geometry, TableBuilder};
use crate::ir::{Game, Id, LandingKind, SideId, SquareIndex, TypeSet};
use crate::state::ClauseRef;

/// The budget for attack tables as a multiple of that for move tables: a walk is followed once for each set of origins.
const BUDGET_FACTOR: usize = 4;

/// The most conditional attacks of one side: some 20 MB on the largest boards.
const MAX_CONDITIONAL: usize = 300_000;

/// Why there are no tables.
const TOO_LARGE: &str = "the tables of attacks would be too large";

/// An alternative of a way that can be in the tables.
struct Part<'a, B> {
    attackers: PartOf,
    walk: &'a Walking<B>,
    from: B,
    hits: B,
}

#[derive(Clone, Copy, PartialEq)]
enum PartOf {
    Types(TypeSet),
    Power(usize),
}

impl<B: Bitboard> Attacks<B> {
    /// Makes the tables of a side.
    ///
    /// # Errors
    /// Why not: its turn is not one move with captures that follow from tables, or there are too many groups.
    pub(crate) fn of(
        game: &Game,
        program: &Program<B>,
        side: SideId,
        most: usize,
    ) -> Result<Self, String> {
        let rules = program.rules(side);
        let effects = EffectsOf::new(program, side);
        let Prelude { pre_move_choices, pre_move_tokens } = prelude(game, program, side, &effects)?;
        let mut attacks = Self {
            pre_move_tokens: Vec::new(),
            settled: rules.powers.iter().all(|power| dependence::is_local(&power.bearer)),
            pre_move_choices_by_numbers: pre_move_choices.iter().all(dependence::is_of_numbers),
            pre_move_choices,
            groups: Vec::new(),
            seen: Vec::new(),
            between: vec![B::EMPTY; program.squares * program.squares],
            size: program.squares,
            others: Vec::new(),
            reads: Locs::default(),
        };
        let mut parts: Vec<Part<'_, B>> = Vec::new();
        let shadows = shadows(program, side);
        for ((number, way), shadow) in (0..).zip(&rules.ways).zip(shadows) {
            let clause = way.source.clause(game);
            if !way.can_capture || !clause.is_some_and(|clause| clause.is_for(side)) {
                continue;
            }
            let hits = hits(program, number, side);
            if let Some(hits) = hits.filter(|hits| !hits.meets(shadow)) {
                add_parts(rules, side, number, hits, &mut parts);
            } else {
                let guards = guards(program, rules, number);
                let victims = victims(program, rules, number, &guards);
                attacks.others.push(Other { way: number, guards, victims });
            }
        }
        attacks.add_groups(program, parts, most)?;
        attacks.add_pre_move_tokens(program, rules, &effects.reads, pre_move_tokens);
        attacks.note_reads(rules, &effects.reads);
        Ok(attacks)
    }

    /// Adds pre-move token assignments, if they affect attacks only by the powers of the token.
    fn add_pre_move_tokens(
        &mut self,
        program: &Program<B>,
        rules: &SideRules<B>,
        reads: &Reads<'_, B>,
        pre_move_tokens: Vec<PreMoveToken<B>>,
    ) {
        for given in pre_move_tokens {
            let place = Loc::Number(program.layout.token(given.token));
            let by_power = |other: &Other<B>| {
                let way = &rules.ways[usize::from(other.way)];
                let own = matches!(way.source, ClauseRef::Power(token, ..) if token.index() == given.token);
                own || reads.way(way).has(place)
            };
            let reads_it = |power: &PowerWays<B>| reads.set(&power.bearer).has(place);
            if self.others.iter().any(by_power) || rules.powers.iter().any(reads_it) {
                self.pre_move_choices.push(given.condition);
            } else {
                self.pre_move_tokens.push(given);
            }
        }
    }

    /// Records what the tables read.
    fn note_reads(&mut self, rules: &SideRules<B>, reads: &Reads<'_, B>) {
        for pre_move_token in &self.pre_move_tokens {
            self.reads.add(&reads.condition(&pre_move_token.condition));
            self.reads.add(&reads.set(&pre_move_token.among));
        }
        for condition in &self.pre_move_choices {
            self.reads.add(&reads.condition(condition));
        }
        for power in &rules.powers {
            self.reads.add(&reads.set(&power.bearer));
        }
    }

    /// Adds the groups of some parts.
    ///
    /// # Errors
    /// If there are too many groups or their tables are too large.
    fn add_groups(
        &mut self,
        program: &Program<B>,
        parts: Vec<Part<'_, B>>,
        most: usize,
    ) -> Result<(), String> {
        let mut by_attackers: Vec<(PartOf, Vec<Part<'_, B>>)> = Vec::new();
        for part in parts {
            match by_attackers.iter_mut().find(|(attackers, _)| *attackers == part.attackers) {
                Some((_, parts)) => parts.push(part),
                None => by_attackers.push((part.attackers, vec![part])),
            }
        }
        if by_attackers.len() > most {
            let groups = by_attackers.len();
            return Err(format!(
                "{groups} groups of pieces attack differently; there is room for {most}"
            ));
        }
        // Mask tests occur only on paths that lead nowhere: ways with mask tests are not in the tables.
        let mut any = |_: &Set<B>| Some(0);
        let mut builder = TableBuilder::new(Geometry::of(program), &mut any).times(BUDGET_FACTOR);
        builder.mover_lifted = true;
        let mut left = MAX_CONDITIONAL;
        let mut by_group: Vec<Vec<AttackOrigins<B>>> = Vec::new();
        for (attackers, parts) in by_attackers {
            let attackers = match attackers {
                PartOf::Types(types) => {
                    program.layout.layer(types).map_or(Attackers::Types(types), Attackers::Board)
                }
                PartOf::Power(power) => Attackers::Bearer(power),
            };
            let mut group = Group { attackers, conditional: vec![Vec::new(); program.squares] };
            let mut seen = vec![AttackOrigins::default(); program.squares];
            for from in program.all.members() {
                self.add_from(&mut builder, &mut group, &mut seen, &parts, from)
                    .ok_or(TOO_LARGE)?;
            }
            let size = group.conditional.iter().map(Vec::len).sum();
            left = left.checked_sub(size).ok_or(TOO_LARGE)?;
            self.groups.push(group);
            by_group.push(seen);
        }
        let targets = 0..program.squares;
        self.seen = targets.flat_map(|to| by_group.iter().map(move |seen| seen[to])).collect();
        Ok(())
    }

    /// Adds what pieces of a group attack from a square; `None` if the budget is exceeded.
    fn add_from(
        &mut self,
        builder: &mut TableBuilder<'_, B>,
        group: &mut Group<B>,
        seen: &mut [AttackOrigins<B>],
        parts: &[Part<'_, B>],
        from: SquareIndex,
    ) -> Option<()> {
        let mut all: Vec<Destination<B>> = Vec::new();
        for part in parts.iter().filter(|part| part.from.has(from)) {
            let ends = builder.destinations(part.walk, from).ok()?;
            let captures = |end: &Destination<B>| part.hits.has(end.to) && end.to != from;
            all.extend(ends.into_iter().filter(captures));
        }
        for to in B::of(all.iter().map(|end| end.to)).members() {
            // Each once, in order: there may be very many.
            let same: IndexSet<&Destination<B>> = all.iter().filter(|end| end.to == to).collect();
            let same: Vec<&Destination<B>> = same.into_iter().collect();
            self.add_pair(to, from, &same, seen, group);
        }
        Some(())
    }

    /// Adds a pair of target and origin to a group, with all conditions under which the target is attacked.
    fn add_pair(
        &mut self,
        target: SquareIndex,
        from: SquareIndex,
        ends: &[&Destination<B>],
        seen: &mut [AttackOrigins<B>],
        group: &mut Group<B>,
    ) {
        let (here, seen) = (B::one(from), &mut seen[usize::from(target)]);
        seen.any |= here;
        if ends.iter().any(|end| end.is_free()) {
            seen.leaper |= here;
            return;
        }
        let index = usize::from(target) * self.size + usize::from(from);
        let known = self.between[index];
        let fits = |mask: B| known.is_empty() || known == mask;
        match ends {
            [only] if only.is_plain() && fits(only.mask) => {
                self.between[index] = only.mask;
                seen.slider |= here;
            }
            [first, ..] if is_hopper(ends) && fits(first.mask) => {
                self.between[index] = first.mask;
                seen.hopper |= here;
            }
            _ => {
                seen.conditional |= here;
                let attack = |end: &&Destination<B>| ConditionalAttack {
                    from,
                    mask: end.mask,
                    value: end.value,
                };
                group.conditional[usize::from(target)].extend(ends.iter().map(attack));
            }
        }
    }

    /// Adds a forbidden line of sight as a group: a walk from the royal piece to the pieces in the set with this number.
    /// `None` if the walk depends on more than which squares are empty.
    pub(crate) fn add_line_of_sight(
        &mut self,
        program: &Program<B>,
        walk: &Walking<B>,
        set: usize,
    ) -> Option<()> {
        let squares = self.size;
        let mut group =
            Group { attackers: Attackers::On(set), conditional: vec![Vec::new(); squares] };
        let mut column = vec![AttackOrigins::default(); squares];
        for target in program.all.members() {
            let mut none = |_: &Set<B>| None;
            let mut builder = TableBuilder::new(Geometry::of(program), &mut none);
            let ends = builder.destinations(walk, target).ok()?;
            for from in B::of(ends.iter().map(|end| end.to)).members() {
                let same: Vec<&Destination<B>> = ends.iter().filter(|end| end.to == from).collect();
                self.add_pair(target, from, &same, &mut column, &mut group);
            }
        }
        let groups = self.groups.len();
        let mut seen = Vec::with_capacity(self.seen.len() + squares);
        for (target, own) in column.into_iter().enumerate() {
            seen.extend_from_slice(&self.seen[target * groups..][..groups]);
            seen.push(own);
        }
        self.seen = seen;
        self.groups.push(group);
        Some(())
    }
}

/// Returns, by way, the squares on which earlier ways of the same type, or for ways of powers any other ways, may end without
/// capturing: later ways to the same squares do not count.
fn shadows<B: Bitboard>(program: &Program<B>, side: SideId) -> Vec<B> {
    let ways = &program.rules(side).ways;
    let shadows: Vec<B> = ways.iter().map(|way| shadow(program, way, side)).collect();
    let on = ways.iter().enumerate().map(|(number, way)| {
        let others = ways.iter().zip(&shadows).enumerate().filter(|(other, (earlier, _))| {
            *other != number && may_come_first(earlier.source, way.source, *other < number)
        });
        others.fold(B::EMPTY, |all, (_, (_, shadow))| all | *shadow)
    });
    on.collect()
}

/// Tells whether a way may be considered before another of the same piece.
fn may_come_first(earlier: ClauseRef, later: ClauseRef, is_before: bool) -> bool {
    match (earlier, later) {
        (ClauseRef::Own(earlier, _), ClauseRef::Own(later, _)) => earlier == later && is_before,
        (ClauseRef::Power(..), ClauseRef::Own(..)) => false,
        (_, ClauseRef::Power(..)) => true,
    }
}

/// Returns the squares on which a way may end without capturing an enemy that stands there.
fn shadow<B: Bitboard>(program: &Program<B>, way: &Way<B>, side: SideId) -> B {
    // Queries for captures do not consider ways that cannot capture.
    if !way.can_capture {
        return B::EMPTY;
    }
    let others = way.landings.iter().filter(|(_, kind)| *kind != LandingKind::Capture);
    others.fold(B::EMPTY, |all, (on, _)| {
        let on = with_enemy(on, program.all, side.opponent());
        all | (on.unwrap_or(program.all) & way.to)
    })
}

/// Returns the squares on which a way captures an enemy piece, if the way can be in the tables.
fn hits<B: Bitboard>(program: &Program<B>, number: u16, side: SideId) -> Option<B> {
    let rules = program.rules(side);
    let way = &rules.ways[usize::from(number)];
    let paths = rules.tables_of(number)?.paths;
    let simple = way.taking.is_none() && way.anytime && way.anywhere;
    if !simple || paths.ends().any(|end| !end.tests.is_empty()) {
        return None;
    }
    let (mut left, mut hits) = (program.all & way.to, B::EMPTY);
    for (on, kind) in &way.landings {
        let on = with_enemy(on, program.all, side.opponent())?;
        if *kind == LandingKind::Capture {
            hits |= left & on;
        }
        left &= !on;
    }
    Some(hits)
}

/// Returns the squares that are in a set whenever a piece of the owner, of any type, stands there; `None` if it depends.
fn with_enemy<B: Bitboard>(set: &Set<B>, all: B, owner: SideId) -> Option<B> {
    set.exactly(&|leaf| match leaf {
        Set::Empty => Some(B::EMPTY),
        Set::Occupied => Some(all),
        Set::Board(board) if Layout::is_of_owner(*board) => {
            Some(if *board == Layout::owner_board(Some(owner)) { all } else { B::EMPTY })
        }
        _ => None,
    })
}

/// Adds the alternatives of a way; those that several types share are merged.
fn add_parts<'a, B: Bitboard>(
    rules: &'a SideRules<B>,
    side: SideId,
    number: u16,
    hits: B,
    parts: &mut Vec<Part<'a, B>>,
) {
    let way = &rules.ways[usize::from(number)];
    let tree = &rules.routes[way.walk].tree;
    let walks =
        if let Walking::Either(ways) = tree { ways.as_slice() } else { std::slice::from_ref(tree) };
    for walk in walks {
        let part = |attackers| Part { attackers, walk, from: way.from, hits };
        match way.source {
            ClauseRef::Own(kind, _) => {
                let same = |part: &&mut Part<'a, B>| {
                    matches!(part.attackers, PartOf::Types(_))
                        && part.walk == walk
                        && part.from == way.from
                        && part.hits == hits
                };
                match parts.iter_mut().find(same) {
                    Some(Part { attackers: PartOf::Types(types), .. }) => types.insert(kind),
                    _ => parts.push(part(PartOf::Types(TypeSet::one(kind)))),
                }
            }
            ClauseRef::Power(token, ..) => {
                // Powers that only enemy pieces can have are irrelevant.
                let power = rules
                    .powers
                    .iter()
                    .position(|given| given.token == token.index() && given.ways.contains(&number));
                let possible =
                    |power: &usize| !is_own(&rules.powers[*power].bearer, side.opponent());
                parts.extend(power.filter(possible).map(|power| part(PartOf::Power(power))));
            }
        }
    }
}

/// Returns the boards of the state that must not be empty for a way to be possible.
fn guards<B: Bitboard>(program: &Program<B>, rules: &SideRules<B>, number: u16) -> Vec<usize> {
    let walk = rules.ways[usize::from(number)].walk;
    let Some(paths) = &rules.routes[walk].paths else { return Vec::new() };
    if !paths.is_conditional() {
        return Vec::new();
    }
    let variables = program.layout.marks + program.layout.mark_count;
    let tests = |end: &Destination<B>, board: usize| {
        end.tests.iter().any(|&(mask, _)| is_within(&rules.masks[mask], board))
    };
    (variables..program.layout.boards)
        .filter(|&board| paths.ends().all(|end| tests(end, board)))
        .collect()
}

/// Returns one of some boards on which all moves of a way end, and for each square what a move that ends there may capture.
fn victims<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    number: u16,
    guards: &[usize],
) -> Option<(usize, Vec<B>)> {
    let way = &rules.ways[usize::from(number)];
    let paths = rules.tables_of(number)?.paths;
    let on = |end: &Destination<B>, board: usize| {
        let at_end = end.tests.iter().filter(|(_, at)| *at == end.to);
        at_end.into_iter().any(|&(mask, _)| is_within(&rules.masks[mask], board))
    };
    let board = *guards.iter().find(|&&board| paths.ends().all(|end| on(end, board)))?;
    paths.ends().next()?;
    let taken = (0..program.squares).map(|to| {
        let to = SquareIndex::try_from(to).ok()?;
        let taken = way.taking.as_ref().map(|taking| upper_bound(&program.steps, taking, to));
        Some(taken.unwrap_or(Some(B::EMPTY))? | B::one(to))
    });
    Some((board, taken.collect::<Option<Vec<B>>>()?))
}

impl<B: Bitboard> ForwardAttacks<B> {
    /// Inverts reverse attack tables.
    pub(crate) fn of(attacks: &Attacks<B>) -> Self {
        let (size, groups) = (attacks.size, attacks.groups.len());
        let mut from = vec![ForwardAttack::default(); groups * size];
        let mut partly = vec![false; groups];
        let places = (0..size).flat_map(|to| (0..groups).map(move |group| (to, group)));
        for ((to, group), seen) in places.zip(&attacks.seen) {
            let Ok(target) = SquareIndex::try_from(to) else { continue };
            let (target, others) = (B::one(target), !B::one(target));
            for square in (seen.leaper & others).members() {
                from[group * size + usize::from(square)].leaper |= target;
            }
            for square in (seen.slider & others).members() {
                from[group * size + usize::from(square)].slider |= target;
            }
            partly[group] |= (seen.hopper | seen.conditional).any();
        }
        Self { from, partly, size }
    }
}
