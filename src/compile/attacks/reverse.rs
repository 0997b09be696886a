//! Attacks backwards: for each square, from where which pieces capture on it.

use crate::compile::effects::{EffectsOf, Reads};
use crate::compile::interpretation::upper_bound;
use crate::compile::program::attacks::PreMoveToken;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::NOBODY;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::membership::{is_own, is_within};
use crate::compile::program::move_tables::Destination;
use crate::compile::program::{
    Among, Cond, Eff, PowerWays, Program, Set, SideRules, Site, Stmt, Walking, Way, dependence,
    event_index,
};
use crate::compile::walks::tables::{self, Tabling};
use crate::ir::{Event, Game, Id, LandingKind, SideId, TypeSet};
use crate::state::ClauseRef;

/// How many times as much work, and as many ends, as for all tables of walks there may be for those of attacks: walks
/// are gone once for each set of squares from which they are gone.
const TIMES: usize = 4;

/// The most demands of one side together: some 20 MB on the largest boards.
const MAX_DEMANDS: usize = 300_000;

/// Why there are no tables.
const TOO_LARGE: &str = "the tables of attacks would be too large";

/// A part of a way that can be told from tables.
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
    /// Why not: its turn is not one whose captures can be told so, or more groups of pieces attack differently than
    /// there is room for.
    pub(crate) fn of(
        game: &Game,
        program: &Program<B>,
        side: usize,
        most: usize,
    ) -> Result<Self, String> {
        let rules = &program.sides[side];
        let effects = EffectsOf::new(program, side);
        let Prelude { unless, pre_move_tokens } = prelude(game, program, side, &effects)?;
        let mut attacks = Self {
            pre_move_tokens: Vec::new(),
            settled: rules.powers.iter().all(|power| dependence::is_local(&power.bearer)),
            unless_by_numbers: unless.iter().all(dependence::is_of_numbers),
            unless,
            groups: Vec::new(),
            seen: Vec::new(),
            between: vec![B::EMPTY; program.squares * program.squares],
            size: program.squares,
            others: Vec::new(),
            reads: Locs::default(),
        };
        let own = SideId(u8::try_from(side).unwrap_or(0));
        let mut parts: Vec<Part<'_, B>> = Vec::new();
        let shadows = Shadows::of(program, side);
        for (number, way) in rules.ways.iter().enumerate() {
            let clause = way.source.clause(game);
            if !way.can_capture || !clause.is_some_and(|clause| clause.is_for(own)) {
                continue;
            }
            let Ok(number) = u16::try_from(number) else { continue };
            let hits = hits(program, way, side);
            if let Some(hits) = hits.filter(|hits| !hits.meets(shadows.on(number))) {
                add_parts((rules, side), number, hits, &mut parts);
            } else {
                let guards = guards(program, rules, way);
                let victims = victims(program, rules, way, &guards);
                attacks.others.push(Other { way: number, guards, victims });
            }
        }
        attacks.add_groups(program, parts, most)?;
        attacks.add_pre_move_tokens(program, (rules, &effects.reads), pre_move_tokens);
        attacks.note_reads(rules, &effects.reads);
        Ok(attacks)
    }

    /// Adds gifts, if all that they change for attacks is who has the powers of the token.
    fn add_pre_move_tokens(
        &mut self,
        program: &Program<B>,
        (rules, reads): (&SideRules<B>, &Reads<'_, B>),
        pre_move_tokens: Vec<PreMoveToken<B>>,
    ) {
        for pre_move_token in pre_move_tokens {
            let place = Loc::Number(program.layout.token(pre_move_token.token));
            let by_power = |other: &Other<B>| {
                let way = &rules.ways[usize::from(other.way)];
                matches!(way.source, ClauseRef::Power(token, ..) if token.index() == pre_move_token.token)
                    || reads.way(way).has(place)
            };
            let asked = |power: &PowerWays<B>| reads.set(&power.bearer).has(place);
            if self.others.iter().any(by_power) || rules.powers.iter().any(asked) {
                self.unless.push(pre_move_token.condition);
            } else {
                self.pre_move_tokens.push(pre_move_token);
            }
        }
    }

    /// Notes what decides who attacks.
    fn note_reads(&mut self, rules: &SideRules<B>, reads: &Reads<'_, B>) {
        for pre_move_token in &self.pre_move_tokens {
            self.reads.add(&reads.condition(&pre_move_token.condition));
            self.reads.add(&reads.set(&pre_move_token.among));
        }
        for condition in &self.unless {
            self.reads.add(&reads.condition(condition));
        }
        for power in &rules.powers {
            self.reads.add(&reads.set(&power.bearer));
        }
    }

    /// Adds the groups that some parts make; why not, if there is no room for so many or their tables.
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
        // Tests of squares from which no end is reached leave no trace, and no end has others.
        let mut any = |_: &Set<B>| Some(0);
        let mut tabling = Tabling::new(&program.steps, program.squares, &mut any).times(TIMES);
        tabling.lifted = true;
        let mut left = MAX_DEMANDS;
        let mut by_group: Vec<Vec<AttackOrigins<B>>> = Vec::new();
        for (attackers, parts) in by_attackers {
            let attackers = match attackers {
                PartOf::Types(types) => {
                    program.layout.layer(types).map_or(Attackers::Types(types), Attackers::Board)
                }
                PartOf::Power(power) => Attackers::Bearer(power),
            };
            let mut group = Group { attackers, demands: vec![Vec::new(); program.squares] };
            let mut seen = vec![AttackOrigins::default(); program.squares];
            for from in program.all.members() {
                self.add_from(&mut tabling, (&mut group, &mut seen), &parts, from)
                    .ok_or(TOO_LARGE)?;
            }
            let demands = group.demands.iter().map(Vec::len).sum();
            left = left.checked_sub(demands).ok_or(TOO_LARGE)?;
            self.groups.push(group);
            by_group.push(seen);
        }
        let targets = 0..program.squares;
        self.seen = targets.flat_map(|to| by_group.iter().map(move |seen| seen[to])).collect();
        Ok(())
    }

    /// Adds what pieces of a group attack from a square; `None` if it takes too much to find out.
    fn add_from(
        &mut self,
        tabling: &mut Tabling<'_, B>,
        (group, seen): (&mut Group<B>, &mut [AttackOrigins<B>]),
        parts: &[Part<'_, B>],
        from: u8,
    ) -> Option<()> {
        let mut all: Vec<Destination<B>> = Vec::new();
        for part in parts.iter().filter(|part| part.from.has(from)) {
            let ends = tables::ends(tabling, part.walk, from).ok()?;
            let captures = |end: &Destination<B>| part.hits.has(end.to) && end.to != from;
            all.extend(ends.into_iter().filter(captures));
        }
        for to in ends_of(&all).members() {
            let mut same: Vec<&Destination<B>> = Vec::new();
            for end in all.iter().filter(|end| end.to == to) {
                if !same.contains(&end) {
                    same.push(end);
                }
            }
            let place = usize::from(to);
            let demands = &mut group.demands[place];
            self.add_pair((to, from), &same, &mut seen[place], demands);
        }
        Some(())
    }

    /// Adds from where a target is attacked: the pair of target and attacker, and all ways in which that can be.
    fn add_pair(
        &mut self,
        (target, from): (u8, u8),
        ends: &[&Destination<B>],
        seen: &mut AttackOrigins<B>,
        demands: &mut Vec<(u8, B, B)>,
    ) {
        let here = B::one(from);
        seen.any |= here;
        if ends.iter().any(|end| end.is_free()) {
            seen.leaper |= here;
            return;
        }
        let index = usize::from(target) * self.size + usize::from(from);
        let known = self.between[index];
        let fits = |care: B| known.is_empty() || known == care;
        match ends {
            [only] if only.is_plain() && fits(only.care) => {
                self.between[index] = only.care;
                seen.slider |= here;
            }
            [first, ..] if is_hopper(ends) && fits(first.care) => {
                self.between[index] = first.care;
                seen.hopper |= here;
            }
            _ => {
                seen.conditional |= here;
                demands.extend(ends.iter().map(|end| (from, end.care, end.want)));
            }
        }
    }

    /// Adds that a royal piece may not see certain pieces: those on the set with that number, by a walk from where it
    /// stands. `None` if the walk is not told by which squares are empty.
    pub(crate) fn add_sight(
        &mut self,
        program: &Program<B>,
        walk: &Walking<B>,
        set: usize,
    ) -> Option<()> {
        let squares = self.size;
        let mut group = Group { attackers: Attackers::On(set), demands: vec![Vec::new(); squares] };
        let mut column = vec![AttackOrigins::default(); squares];
        for target in program.all.members() {
            let mut none = |_: &Set<B>| None;
            let mut tabling = Tabling::new(&program.steps, squares, &mut none);
            let ends = tables::ends(&mut tabling, walk, target).ok()?;
            for from in ends_of(&ends).members() {
                let same: Vec<&Destination<B>> = ends.iter().filter(|end| end.to == from).collect();
                let place = usize::from(target);
                self.add_pair((target, from), &same, &mut column[place], &mut group.demands[place]);
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

/// Where older ways of a piece may end without a capture of the piece there: younger ways to the same squares do not
/// count then.
struct Shadows<B> {
    /// For each way, what older ways of the same type shadow; for ways of powers, what any way of types or powers does.
    on: Vec<B>,
}

impl<B: Bitboard> Shadows<B> {
    fn of(program: &Program<B>, side: usize) -> Self {
        let ways = &program.sides[side].ways;
        let cast: Vec<B> = ways.iter().map(|way| shadow(program, way, side)).collect();
        let none = B::EMPTY;
        let on = ways.iter().enumerate().map(|(number, way)| {
            let others = ways.iter().zip(&cast).enumerate().filter(|(other, (older, _))| {
                *other != number && may_be_older(older.source, way.source, *other < number)
            });
            others.fold(none, |all, (_, (_, cast))| all | *cast)
        });
        Self { on: on.collect() }
    }

    fn on(&self, way: u16) -> B {
        self.on[usize::from(way)]
    }
}

/// Tells whether a way may be looked at before another of the same piece.
fn may_be_older(older: ClauseRef, younger: ClauseRef, is_before: bool) -> bool {
    match (older, younger) {
        (ClauseRef::Own(older, _), ClauseRef::Own(younger, _)) => older == younger && is_before,
        (ClauseRef::Power(..), ClauseRef::Own(..)) => false,
        (_, ClauseRef::Power(..)) => true,
    }
}

/// Returns the squares on which a way may end without capturing the enemy that stands there.
fn shadow<B: Bitboard>(program: &Program<B>, way: &Way<B>, side: usize) -> B {
    // Where only captures are asked for, others are not looked at.
    if !way.can_capture {
        return B::EMPTY;
    }
    let rules = &program.sides[side];
    let others = way.landings.iter().filter(|(_, kind)| *kind != LandingKind::Capture);
    others.fold(B::EMPTY, |all, (site, _)| match site {
        Site::Mask(mask) => {
            let on = with_enemy(&rules.masks[*mask], program.all, 1 - side);
            all | (on.unwrap_or(program.all) & way.to)
        }
        Site::Judged(_) => all | way.to,
    })
}

fn ends_of<B: Bitboard>(ends: &[Destination<B>]) -> B {
    ends.iter().fold(B::EMPTY, |all, end| all | B::one(end.to))
}

/// Tells whether all that some ends demand is that exactly one of the same squares is occupied.
fn is_hopper<B: Bitboard>(ends: &[&Destination<B>]) -> bool {
    let care = ends[0].care;
    let wanted = ends.iter().fold(B::EMPTY, |all, end| all | end.want);
    wanted == care
        && ends.len() == care.count() as usize
        && ends.iter().all(|end| end.care == care && end.want.count() == 1 && end.tests.is_empty())
}

/// Returns on which squares a way captures a piece of the other side, if that can be told from tables.
fn hits<B: Bitboard>(program: &Program<B>, way: &Way<B>, side: usize) -> Option<B> {
    let rules = &program.sides[side];
    let simple = way.tabled
        && way.taking.is_none()
        && way.before == Cond::Fixed(true)
        && way.condition == Cond::Fixed(true);
    let paths = rules.routes[way.walk].paths.as_ref()?;
    let no_tests = paths
        .from
        .iter()
        .flat_map(|destinations| &destinations.ends)
        .all(|end| end.tests.is_empty());
    if !simple || !no_tests {
        return None;
    }
    let (mut left, mut hits) = (program.all & way.to, B::EMPTY);
    for (site, kind) in &way.landings {
        let Site::Mask(mask) = site else { return None };
        let on = with_enemy(&rules.masks[*mask], program.all, 1 - side)?;
        if *kind == LandingKind::Capture {
            hits |= left & on;
        }
        left &= !on;
    }
    Some(hits)
}

/// Returns the squares that are in a set while a piece of the owner, whatever its type, stands there.
fn with_enemy<B: Bitboard>(set: &Set<B>, all: B, owner: usize) -> Option<B> {
    match set {
        Set::Fixed(squares) => Some(*squares),
        Set::Empty => Some(B::EMPTY),
        Set::Occupied => Some(all),
        Set::Board(board) if *board <= usize::from(NOBODY) => {
            Some(if *board == owner { all } else { B::EMPTY })
        }
        Set::Union(sets) => {
            sets.iter().try_fold(B::EMPTY, |union, set| Some(union | with_enemy(set, all, owner)?))
        }
        Set::All(sets) => {
            sets.iter().try_fold(all, |both, set| Some(both & with_enemy(set, all, owner)?))
        }
        Set::Except(pair) => {
            Some(with_enemy(&pair.0, all, owner)? & !with_enemy(&pair.1, all, owner)?)
        }
        _ => None,
    }
}

/// Adds the parts of a way that stand beside each other; parts that several types share become one.
fn add_parts<'a, B: Bitboard>(
    (rules, side): (&'a SideRules<B>, usize),
    number: u16,
    hits: B,
    parts: &mut Vec<Part<'a, B>>,
) {
    let way = &rules.ways[usize::from(number)];
    let tree = &rules.routes[way.walk].tree;
    let walks = match tree {
        Walking::Either(ways) => ways.as_slice(),
        other => std::slice::from_ref(other),
    };
    for walk in walks {
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
                    _ => parts.push(Part {
                        attackers: PartOf::Types(TypeSet::one(kind)),
                        walk,
                        from: way.from,
                        hits,
                    }),
                }
            }
            ClauseRef::Power(token, ..) => {
                let index = rules
                    .powers
                    .iter()
                    .position(|given| given.token == token.index() && given.ways.contains(&number));
                // What only the other side's pieces can have is nothing to this side.
                let possible = |index: &usize| !is_own(&rules.powers[*index].bearer, 1 - side);
                if let Some(index) = index.filter(possible) {
                    parts.push(Part {
                        attackers: PartOf::Power(index),
                        walk,
                        from: way.from,
                        hits,
                    });
                }
            }
        }
    }
}

/// Returns boards of the state each of which must have a member for the way to be possible.
fn guards<B: Bitboard>(program: &Program<B>, rules: &SideRules<B>, way: &Way<B>) -> Vec<usize> {
    let Some(paths) = &rules.routes[way.walk].paths else { return Vec::new() };
    let ends: Vec<&Destination<B>> =
        paths.from.iter().flat_map(|destinations| &destinations.ends).collect();
    let nothing_free = paths.from.iter().all(|destinations| {
        destinations.free.is_empty() && destinations.lines.0 == destinations.lines.1
    });
    if !nothing_free {
        return Vec::new();
    }
    let variables = program.layout.marks + program.layout.mark_count;
    let demands = |end: &Destination<B>, board: usize| {
        end.tests.iter().any(|&(mask, _)| is_within(&rules.masks[mask], board))
    };
    (variables..program.layout.boards)
        .filter(|&board| ends.iter().all(|end| demands(end, board)))
        .collect()
}

/// Returns that of some boards on which all moves of a way end, and for each square what one that ends there may capture.
fn victims<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    way: &Way<B>,
    guards: &[usize],
) -> Option<(usize, Vec<B>)> {
    let paths = rules.routes[way.walk].paths.as_ref().filter(|_| way.tabled)?;
    let on = |end: &Destination<B>, board: usize| {
        let at_end = end.tests.iter().filter(|(_, at)| *at == end.to);
        at_end.into_iter().any(|&(mask, _)| is_within(&rules.masks[mask], board))
    };
    let mut ends = paths.from.iter().flat_map(|destinations| &destinations.ends);
    let board = *guards.iter().find(|&&board| ends.clone().all(|end| on(end, board)))?;
    ends.next()?;
    let taken = (0..program.squares).map(|to| {
        let to = u8::try_from(to).ok()?;
        let taken = way.taking.as_ref().map(|taking| upper_bound(&program.steps, taking, to));
        Some(taken.unwrap_or(Some(B::EMPTY))? | B::one(to))
    });
    Some((board, taken.collect::<Option<Vec<B>>>()?))
}

/// What may come before the move of a turn.
struct Prelude<B> {
    /// Conditions under which tables do not tell attacks.
    unless: Vec<Cond<B>>,
    /// Tokens that may be given.
    pre_move_tokens: Vec<PreMoveToken<B>>,
}

/// What must stay as it is before the move, so that captures are as the tables say.
struct Undisturbed<'a, B> {
    effects: &'a EffectsOf<'a, B>,
    /// What decides which captures there are.
    captures: Locs,
    /// That, and what is asked before the move.
    read: Locs,
}

impl<B: Bitboard> Undisturbed<'_, B> {
    /// Tells whether a statement always lets the turn go on, and changes nothing of it.
    fn by(&self, statement: &Stmt<B>) -> bool {
        self.leaves_alone(statement, &self.read)
    }

    /// Tells whether a statement always lets the turn go on, and writes nothing that is in some locations.
    fn leaves_alone(&self, statement: &Stmt<B>, read: &Locs) -> bool {
        let found = self.effects.statement(statement);
        !(found.refuses || found.ends || found.asks || found.writes.meets(read))
    }
}

/// Returns what may come before the move, if the turn else begins with the one move it has; if not, why not.
fn prelude<B: Bitboard>(
    game: &Game,
    program: &Program<B>,
    side: usize,
    effects: &EffectsOf<'_, B>,
) -> Result<Prelude<B>, String> {
    const NOT_ALL: &str = "the move of the turn is not any move of any own piece";
    const SOMETHING: &str = "something comes before the move of the turn";
    let rules = &program.sides[side];
    let turn = rules.threat.as_ref().unwrap_or(&rules.turn);
    one_move(rules, turn)?;
    let captures = effects.reads.moves(true);
    let mut read = captures.clone();
    let before =
        turn.iter().take_while(|statement| !crate::compile::program::visit::moves(statement));
    before.for_each(|statement| read.add(&effects.statement(statement).reads));
    let undisturbed = Undisturbed { effects, captures, read };
    if let Some(event) = disturbing_event(game, rules, &undisturbed) {
        return Err(format!("event `{event}` may change at the begin of a turn what is captured"));
    }
    let (mut unless, mut pre_move_tokens) = (Vec::new(), Vec::new());
    for statement in turn {
        match statement {
            Stmt::Move { pieces, only, .. } => {
                return if is_all(pieces, only, side) {
                    Ok(Prelude { unless, pre_move_tokens })
                } else {
                    Err(NOT_ALL.to_owned())
                };
            }
            statement if undisturbed.by(statement) => {}
            Stmt::If(condition, then, otherwise)
                if otherwise.is_empty() && !crate::compile::program::visit::moves(statement) =>
            {
                // What a gift does besides may matter to what comes after it.
                unless.extend(
                    pre_move_tokens
                        .pop()
                        .map(|pre_move_token: PreMoveToken<B>| pre_move_token.condition),
                );
                match pre_move_token(condition, then, &undisturbed) {
                    Some(pre_move_token) => pre_move_tokens.push(pre_move_token),
                    None => unless.push(condition.clone()),
                }
            }
            Stmt::Either { ways, .. } => {
                let mut bodies = ways.iter().map(|(_, body)| body.as_slice());
                let moves =
                    bodies.find(|body| body.iter().any(crate::compile::program::visit::moves));
                return match moves {
                    Some([Stmt::Move { pieces, only, .. }, ..]) if is_all(pieces, only, side) => {
                        Ok(Prelude { unless, pre_move_tokens })
                    }
                    Some([Stmt::Move { .. }, ..]) => Err(NOT_ALL.to_owned()),
                    _ => Err(SOMETHING.to_owned()),
                };
            }
            _ => return Err(SOMETHING.to_owned()),
        }
    }
    Err(SOMETHING.to_owned())
}

/// Tells whether a turn has exactly one move.
fn one_move<B: Bitboard>(rules: &SideRules<B>, turn: &[Stmt<B>]) -> Result<(), String> {
    if turn.iter().map(count_moves).sum::<usize>() != 1 {
        return Err("the turn has not just one move".to_owned());
    }
    let triggers = rules.triggers.iter().flatten().map(|trigger| &trigger.body);
    let thens = rules.ways.iter().map(|way| &way.then);
    if triggers.chain(thens).flatten().any(crate::compile::program::visit::moves) {
        return Err("another move may follow from a move".to_owned());
    }
    Ok(())
}

/// Returns the gift that some statements are under a condition, if they are one and do nothing else that matters.
fn pre_move_token<B: Bitboard>(
    condition: &Cond<B>,
    body: &[Stmt<B>],
    undisturbed: &Undisturbed<'_, B>,
) -> Option<PreMoveToken<B>> {
    // What follows the gift is looked at apart: no other may come after it.
    let mut read = undisturbed.effects.block(body).reads;
    read.add(&undisturbed.captures);
    let idle = |statement: &Stmt<B>| undisturbed.leaves_alone(statement, &read);
    let mut pre_move_token = None;
    for statement in body.iter().filter(|statement| !idle(statement)) {
        let Stmt::Choose(choose) = statement else { return None };
        let Among::Squares(among, None) = &choose.among else { return None };
        let [Stmt::Effect(Eff::Give(token, Set::Slot(slot)))] = choose.then.as_slice() else {
            return None;
        };
        let only = pre_move_token.is_none() && *slot == choose.slot && !choose.optional;
        let nothing_else = choose.otherwise.as_ref().is_some_and(|body| body.iter().all(idle));
        if !only
            || !nothing_else
            || !dependence::is_local(among)
            || !dependence::is_of_numbers(condition)
        {
            return None;
        }
        pre_move_token = Some(PreMoveToken {
            condition: condition.clone(),
            token: *token,
            among: among.clone(),
        });
    }
    pre_move_token
}

fn is_all<B: Bitboard>(pieces: &Set<B>, only: &Cond<B>, side: usize) -> bool {
    *pieces == Set::Board(side) && *only == Cond::Fixed(true)
}

/// Counts the moves on the longest way through a statement; what is done again and again may move again.
fn count_moves<B>(statement: &Stmt<B>) -> usize {
    let within = |body: &[Stmt<B>]| body.iter().map(count_moves).sum::<usize>();
    match statement {
        Stmt::Move { .. } => 1,
        Stmt::Choose(choose) => {
            within(&choose.then) + choose.otherwise.as_deref().map_or(0, within)
        }
        Stmt::Either { ways, .. } => ways.iter().map(|(_, body)| within(body)).sum(),
        Stmt::If(_, then, otherwise) => within(then) + within(otherwise),
        Stmt::ForEach(_, _, body) | Stmt::Repeat(_, _, body) => 2 * within(body),
        Stmt::Drop { .. } | Stmt::Effect(_) | Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => 0,
    }
}

/// Returns the name of an event at the begin of a turn that can change what may be captured in it, or whether it can be
/// played at all.
fn disturbing_event<'g, B: Bitboard>(
    game: &'g Game,
    rules: &SideRules<B>,
    undisturbed: &Undisturbed<'_, B>,
) -> Option<&'g str> {
    let begins = game.triggers.iter().filter(|trigger| trigger.event == Event::TurnBegins);
    let triggers = &rules.triggers[event_index(Event::TurnBegins)];
    let mut disturbing = begins.zip(triggers).filter(|(_, trigger)| {
        let found = undisturbed.effects.trigger(trigger);
        found.refuses || found.ends || found.writes.meets(&undisturbed.read)
    });
    disturbing.next().map(|(source, _)| source.name.as_str())
}

// Until `play` names the folder of the data.
pub(crate) use crate::compile::program::attacks::{
    AttackOrigins, Attackers, Attacks, Group, Other,
};
