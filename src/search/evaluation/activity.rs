//! What pieces can do where they stand: how many squares they reach, how many of these are near a royal piece, and which
//! pieces they attack and protect.
//!
//! All of it is read from the tables from which moves are generated, and from the attack tables. What is in no such table
//! counts for nothing here.

use super::race::{self, Hindered, Racer};
use super::structure::{Lights, Promoter, Structure, Words};
use super::{Evaluation, LIGHT, whole};
use crate::compile::program::Program;
use crate::compile::program::Stmt;
use crate::compile::program::attacks::ForwardAttacks;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::FastWay;
use crate::compile::program::layout::{EMPTY_CODE, Layout, NOBODY, kind_of, owner_of};
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::play::legal_moves::reach::tabled_reach;
use crate::play::search::{Aim, groups_with};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What the square root of how many squares a piece reaches is worth, in points. Squares that light pieces of the other side
/// attack do not count. With less than twice the weight, and with all squares, chess was played worse (41 % in 120 games).
const FREEDOM: f32 = 32.0;

/// What it is worth, in points, that a light piece attacks one that is not.
const ATTACKED_BY_LIGHT: i32 = 63;

/// What it is worth, in points, that a piece of medium worth attacks a strong one. Without it, capablanca was played worse
/// (39 % in 120 games), chess and losalamos a little (47 and 45 %).
const ATTACKED_BY_MEDIUM: i32 = 42;

/// A piece that is worth more is strong, as a rook or a queen is.
const STRONG: i32 = 430;

/// What it is worth to attack a piece that nothing protects.
const UNPROTECTED: i32 = 35;

/// What it is worth that a piece is protected by a light one.
const PROTECTED_BY_LIGHT: i32 = 4;

/// The most squares that count as reached.
const MOST_REACHED: usize = 40;

/// For how many points of its worth an attacker near a royal piece counts one.
const ATTACKER: i32 = 232;

/// The most that an attacker counts.
const MOST_FORCE: i32 = 5;

/// The most that danger to royal pieces is worth, in points.
const MOST_DANGER: i32 = 208;

/// How many hundredths of the square of the danger count.
const DANGER: i32 = 59;

/// How many tenths each square near a royal piece adds to the danger that an attacker is.
const NEAR: i32 = 8;

/// How many hundredths of the pull to the centre count for a royal piece that is alone.
const CENTRE: i32 = 80;

/// How much is lost with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// As little as with a pawn.
    Light,
    Medium,
    Strong,
    Royal,
}

/// What pieces of a code can do.
#[derive(Debug)]
struct Active<'a, B> {
    ways: Vec<&'a FastWay<B>>,
    /// Without such tables, the squares that it attacks by leaping, by its own.
    leaps: Vec<B>,
    class: Class,
    /// What it is worth to reach so many squares.
    freedom: Vec<i16>,
    /// What one counts as an attacker of a royal piece.
    force: i32,
}

/// What pieces can do where they stand, by their code.
#[derive(Debug)]
pub(in crate::search) struct Activity<'a, B> {
    evaluation: &'a Evaluation,
    active: Vec<Active<'a, B>>,
    /// The squares near each.
    zones: Vec<B>,
    /// What it counts as an attacker of royal pieces to have a piece in hand, by the index of its count.
    hands: Vec<i32>,
    /// How many counts a side has.
    hand_size: usize,
    /// How pieces get to where they win.
    racers: Vec<Racer<B>>,
    /// How light pieces that promote stand to each other.
    structures: Vec<Structure<B>>,
}

/// What was seen of one side.
#[derive(Debug)]
struct Seen<B> {
    side: usize,
    own: B,
    /// The light pieces.
    light: B,
    /// The pieces that are neither light nor royal, and the strong ones among them.
    heavy: B,
    strong: B,
    /// What is attacked, what more than once, and what by light pieces and by those of medium worth.
    attacked: B,
    attacked_twice: B,
    attacked_by_light: B,
    attacked_by_medium: B,
    freedom: i32,
    attackers: i32,
    danger: i32,
    /// What all pieces but royal ones are worth.
    force: i32,
    /// Where the royal pieces are.
    centre: i32,
}

impl<B: Bitboard> Seen<B> {
    fn nothing(side: usize, own: B) -> Self {
        let none = B::EMPTY;
        Self {
            side,
            own,
            light: none,
            heavy: none,
            strong: none,
            attacked: none,
            attacked_twice: none,
            attacked_by_light: none,
            attacked_by_medium: none,
            freedom: 0,
            attackers: 0,
            danger: 0,
            force: 0,
            centre: 0,
        }
    }

    /// Notes what one more piece attacks.
    fn attack(&mut self, reached: B) {
        self.attacked_twice |= self.attacked & reached;
        self.attacked |= reached;
    }

    /// Returns what attacks on the other side's pieces and protection of its own are worth.
    fn threats(&self, other: &Self) -> i32 {
        let count = |board: B| board.count().cast_signed();
        ATTACKED_BY_LIGHT * count(other.heavy & self.attacked_by_light)
            + ATTACKED_BY_MEDIUM * count(other.strong & self.attacked_by_medium)
            + UNPROTECTED * count(self.attacked & other.unprotected())
            + PROTECTED_BY_LIGHT * count(self.own & self.attacked_by_light)
    }

    fn unprotected(&self) -> B {
        self.own & !self.attacked
    }
}

impl<'a, B: Bitboard> Active<'a, B> {
    fn of(program: &'a Program<B>, evaluation: &Evaluation, code: u16) -> Self {
        let number = usize::from(code);
        let (royal, worth) = (evaluation.royal[number], evaluation.worth[number]);
        let usual = 0.6 * evaluation.mobility[number];
        let freedom = (0_u8..).take(MOST_REACHED + 1).map(|count| {
            let points = FREEDOM * (f32::from(count).sqrt() - usual.sqrt());
            i16::try_from(whole(points)).unwrap_or(0)
        });
        let class = if royal {
            Class::Royal
        } else if worth < LIGHT {
            Class::Light
        } else if worth < STRONG {
            Class::Medium
        } else {
            Class::Strong
        };
        Self {
            ways: if royal { Vec::new() } else { ways_of(program, code) },
            leaps: Vec::new(),
            class,
            freedom: freedom.collect(),
            force: (worth / ATTACKER).min(MOST_FORCE),
        }
    }
}

impl<'a, B: Bitboard> Activity<'a, B> {
    /// Finds the tables of a game.
    pub(in crate::search) fn of(program: &'a Program<B>, evaluation: &'a Evaluation) -> Self {
        let codes = (0..=u16::MAX).take(evaluation.codes());
        let mut active: Vec<_> = codes.map(|code| Active::of(program, evaluation, code)).collect();
        add_leaps(program, &mut active);
        let layout = &program.layout;
        let mut hands = vec![0; layout.hands];
        for (kind, offset) in layout.hand_of.iter().enumerate() {
            for side in [0, 1] {
                let code = usize::from(Layout::code(kind, side));
                if let Some(offset) = *offset
                    && let Some(hand) =
                        hands.get_mut(usize::from(side) * layout.hand_size() + offset)
                {
                    *hand = active[code].force.max(1);
                }
            }
        }
        Self {
            evaluation,
            active,
            zones: zones(program),
            hands,
            hand_size: layout.hand_size(),
            racers: evaluation.ways.iter().map(|ways| Racer::of(layout, ways)).collect(),
            structures: evaluation.structures.iter().map(Structure::from_words).collect(),
        }
    }

    /// Returns how those pieces stand to each other that are light, of all that promote.
    pub(super) fn structures_of(&self, promoters: &[Promoter]) -> Vec<Structure<Words>> {
        // Where pieces are dropped nothing stays as it stands: with this, crazyhouse was played worse (44 % in 160 games).
        if !self.hands.is_empty() {
            return Vec::new();
        }
        let active = |code: u16| &self.active[usize::from(code)];
        let is_light = |it: &&Promoter| active(it.code()).class == Class::Light;
        let promoters: Vec<_> = promoters.iter().filter(is_light).collect();
        let attacked = |code, from| active(code).reached(from, B::EMPTY);
        Structure::all(&promoters, attacked).iter().map(Structure::in_words).collect()
    }

    /// Returns what it is worth for the first side what all pieces can do.
    pub(in crate::search) fn of_state<S: StateSize<Board = B>>(&self, state: &State<S>) -> i32 {
        let [mut first, mut second] = [0, 1].map(|side| self.lights_of(state, side));
        let denied = [second.attacked_by_light, first.attacked_by_light];
        self.complete(state, denied[0], &mut first);
        self.complete(state, denied[1], &mut second);
        self.points(state, &first, &second) - self.points(state, &second, &first)
    }

    /// Returns what it is worth for a side what was seen of it.
    fn points<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        seen: &Seen<B>,
        other: &Seen<B>,
    ) -> i32 {
        let danger = if seen.attackers > 1 { seen.danger * seen.danger * DANGER / 100 } else { 0 };
        let full = self.evaluation.full.max(1);
        let alone = (full - other.force).max(0);
        let sum = seen.freedom
            + danger.min(MOST_DANGER)
            + seen.threats(other)
            + seen.centre * alone * CENTRE / full / 100
            + self.structure(state, seen, other);
        sum + self.race(state, seen, other)
    }

    /// Returns what it is worth for a side how its light pieces stand to each other, and to those of the other side.
    fn structure<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        seen: &Seen<B>,
        other: &Seen<B>,
    ) -> i32 {
        let lights = Lights { own: seen.light, others: other.light, occupied: state.occupied() };
        let mut sum = 0;
        for structure in self.structures.iter().filter(|it| it.side() == seen.side) {
            let is_its = |square: &u8| state.code(*square) == structure.code();
            let own = seen.light.members().filter(is_its);
            sum += own.map(|square| structure.worth(square, lights)).sum::<i32>();
        }
        sum
    }

    /// Returns what it is worth for a side how soon it may win by getting a piece somewhere.
    fn race<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        seen: &Seen<B>,
        other: &Seen<B>,
    ) -> i32 {
        if self.racers.is_empty() {
            return 0;
        }
        let own = (seen.attacked, seen.attacked_twice);
        let others = (other.attacked, other.attacked_twice);
        let hindered = Hindered::of((seen.own, other.own), own, others);
        let racers = self.racers.iter().filter(|racer| racer.side() == seen.side);
        let moves = racers.filter_map(|racer| racer.moves(state, &hindered)).min();
        moves.map_or(0, race::worth)
    }

    /// Returns the squares where some pieces of a side win by arriving.
    pub(in crate::search) fn arrivals(&self, side: u8) -> B {
        let own = self.racers.iter().filter(|racer| racer.side() == usize::from(side));
        own.fold(B::EMPTY, |board, racer| board | racer.arrivals())
    }

    /// Tells whether a move wins by arriving where it does, unless something prevents it.
    pub(in crate::search) fn arrives<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        aim: Aim,
    ) -> bool {
        self.racers.iter().any(|racer| racer.arrives(state, aim))
    }

    /// Tells whether a side may win by getting a piece somewhere.
    pub(in crate::search) fn has_races(&self) -> bool {
        !self.racers.is_empty()
    }

    /// Returns what is seen of the light pieces of a side.
    fn lights_of<S: StateSize<Board = B>>(&self, state: &State<S>, side: usize) -> Seen<B> {
        let mut seen = Seen::nothing(side, state.board(side));
        for from in seen.own.members() {
            let active = &self.active[usize::from(state.code(from))];
            if active.class == Class::Light {
                let reached = active.reached(from, state.occupied());
                seen.attacked_by_light |= reached;
                seen.attack(reached);
                seen.light |= B::one(from);
            }
        }
        seen
    }

    /// Adds what is seen of the other pieces of a side, and of how free the light ones are; `denied` is where the other side's
    /// light pieces take.
    fn complete<S: StateSize<Board = B>>(&self, state: &State<S>, denied: B, seen: &mut Seen<B>) {
        let (side, occupied) = (seen.side, state.occupied());
        let other = state.board(1 - side);
        let is_royal = |code: usize| self.active[code].class == Class::Royal;
        let mut zone = B::EMPTY;
        for square in other.members().filter(|&square| is_royal(usize::from(state.code(square)))) {
            zone |= self.zones[usize::from(square)];
        }
        for from in seen.own.members() {
            let code = state.code(from);
            let active = &self.active[usize::from(code)];
            if active.class == Class::Royal {
                let place = self.evaluation.place(code, from);
                seen.centre += i32::from(self.evaluation.centre[place]);
            } else {
                seen.force += self.evaluation.worth(code);
            }
            active.look(from, (occupied, zone, denied), seen);
        }
        if seen.attackers > 0 && !self.hands.is_empty() {
            self.count_hand(state, side, seen);
        }
    }

    /// Counts pieces in hand as attackers too: they may be dropped near a royal piece.
    fn count_hand<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        side: usize,
        seen: &mut Seen<B>,
    ) {
        let own = side * self.hand_size..(side + 1) * self.hand_size;
        let counts = state.hands.as_ref().get(own.clone()).unwrap_or_default();
        let forces = self.hands.get(own).unwrap_or_default();
        for (count, force) in counts.iter().zip(forces) {
            let count = i32::from(*count);
            seen.attackers += count;
            seen.danger += count.min(3) * force;
        }
    }
}

impl<B: Bitboard> Active<'_, B> {
    /// Returns which squares a piece reaches from one.
    fn reached(&self, from: u8, occupied: B) -> B {
        let mut reached = self.leaps.get(usize::from(from)).copied().unwrap_or(B::EMPTY);
        for way in &self.ways {
            if way.from.has(from) {
                reached |= tabled_reach(&way.reach, from, occupied) & way.to;
            }
        }
        reached
    }

    /// Notes what a piece can do on a square; it had better not go where it is `denied`. What light pieces attack has been
    /// noted before.
    fn look(&self, from: u8, (occupied, zone, denied): (B, B, B), seen: &mut Seen<B>) {
        if self.class == Class::Light && self.ways.is_empty() {
            return;
        }
        let reached = self.reached(from, occupied);
        match self.class {
            Class::Light => {}
            Class::Medium => {
                seen.heavy |= B::one(from);
                seen.attacked_by_medium |= reached;
                seen.attack(reached);
            }
            Class::Strong => {
                seen.heavy |= B::one(from);
                seen.strong |= B::one(from);
                seen.attack(reached);
            }
            Class::Royal => seen.attack(reached),
        }
        if self.ways.is_empty() {
            return;
        }
        let count = (reached & !(seen.own | denied)).count() as usize;
        seen.freedom += i32::from(self.freedom[count.min(MOST_REACHED)]);
        let near = reached & zone;
        if self.force > 0 && near.any() {
            seen.attackers += 1;
            seen.danger += self.force + near.count().cast_signed() * NEAR / 10;
        }
    }
}

/// Returns the tables from which the moves of pieces of a code are generated.
fn ways_of<B>(program: &Program<B>, code: u16) -> Vec<&FastWay<B>> {
    let Some((kind, rules)) =
        owned(code).and_then(|(kind, side)| Some((kind, program.sides.get(side)?)))
    else {
        return Vec::new();
    };
    let mut steps = rules.steps.iter().flat_map(|steps| &steps.steps);
    let Some(step) = steps.find_map(first_move) else { return Vec::new() };
    let generator = step.generators.of.get(kind);
    // What is generated in bulk, as pawns are, counts by its square alone.
    generator.into_iter().filter(|it| it.board.is_none()).flat_map(|it| &it.fast).collect()
}

/// Returns type and side of a piece code, if it stands for a piece of a side.
fn owned(code: u16) -> Option<(usize, usize)> {
    let is_piece = code != EMPTY_CODE && owner_of(code) != NOBODY;
    is_piece.then(|| (kind_of(code), usize::from(owner_of(code))))
}

/// Adds the squares that pieces without tables of moves attack by leaping, from each square.
fn add_leaps<B: Bitboard>(program: &Program<B>, active: &mut [Active<'_, B>]) {
    let tables = program.facts.attacks.iter().map(Option::as_ref);
    let tables: Vec<_> = tables
        .map(|attacks| attacks.map(|attacks| (attacks, ForwardAttacks::of(attacks))))
        .collect();
    for (code, active) in (0..).zip(active).filter(|(_, active)| active.ways.is_empty()) {
        let Some((kind, side)) = owned(code) else { continue };
        let Some(Some((attacks, forward))) = tables.get(side) else { continue };
        active.leaps = vec![B::EMPTY; program.squares];
        for group in groups_with(&program.layout, kind, &attacks.groups).members() {
            let row = &forward.from[usize::from(group) * forward.size..][..forward.size];
            for (leaps, attack) in active.leaps.iter_mut().zip(row) {
                *leaps |= attack.leaper;
            }
        }
    }
}

/// Returns the first step with a move, of a step and those that follow it.
fn first_move<B>(step: &TurnStep<B>) -> Option<&TurnStep<B>> {
    if let What::One(Stmt::Move { .. }) = &step.what {
        return Some(step);
    }
    let otherwise = step.otherwise.iter().flatten();
    step.then.iter().chain(otherwise).find_map(first_move)
}

/// Returns for each square the ones that are near it.
fn zones<B: Bitboard>(program: &Program<B>) -> Vec<B> {
    let near = |one: &[i32; 3], other: &[i32; 3]| {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() <= 1)
    };
    let zone = |one| {
        let mut zone = B::EMPTY;
        for square in program.all.members() {
            if program.places.get(usize::from(square)).is_some_and(|other| near(one, other)) {
                zone |= B::one(square);
            }
        }
        zone
    };
    program.places.iter().map(zone).collect()
}
