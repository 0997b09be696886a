//! What pieces can do where they stand: how many squares they reach, how many of these are near a royal piece, and which
//! pieces they attack and protect.
//!
//! All of it is read from the tables from which moves are generated, and from the attack tables. What is in no such table
//! counts for nothing here.

use super::chains::Chains;
use super::gathering::Gathering;
use super::race::{Hindered, Hunters, Racer, Ways};
use super::rows::Rows;
use super::safety::CheckSquares;
use super::structure::{Lights, Promoter, Structure};
use super::{Evaluation, LIGHT, pieces_with, whole};
use crate::compile::program::attacks::ForwardAttacks;
use crate::compile::program::bitboard::{Bitboard, Words};
use crate::compile::program::generators::{FastSite, FastWay, Generator};
use crate::compile::program::layout::{EMPTY_CODE, Layout, kind_of, owner_of};
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::compile::program::{Program, Stmt};
use crate::ir::{BySide, LandingKind, SideId, SquareIndex};
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
    /// Whether it can go where an enemy piece stands, as far as is known.
    captures: bool,
}

/// What pieces can do where they stand, by their code.
#[derive(Debug)]
pub(in crate::search) struct Activity<'a, B> {
    pub(super) evaluation: &'a Evaluation,
    active: Vec<Active<'a, B>>,
    /// The squares near each.
    zones: Vec<B>,
    /// What the two sides may have in hand.
    pub(super) hands: BySide<Vec<Held>>,
    /// How pieces get to where they win.
    racers: Vec<Racer<B>>,
    /// How light pieces that promote stand to each other.
    structures: Vec<Structure<B>>,
    /// The chains of pieces by which a side wins.
    chains: Vec<Chains<B>>,
    /// The rows of pieces by which a side wins.
    rows: Vec<Rows<B>>,
    /// The pieces by which a side wins once they have gathered.
    gatherings: Vec<Gathering<B>>,
}

/// Pieces of a side and type that may be in hand.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) code: u16,
    /// Where they are counted.
    pub(super) index: usize,
    /// What one counts as an attacker of royal pieces.
    pub(super) force: i32,
}

/// What was seen of one side.
#[derive(Debug)]
pub(super) struct Seen<B> {
    pub(super) side: SideId,
    own: B,
    /// The light pieces.
    light: B,
    /// The pieces that are neither light nor royal, and the strong ones among them.
    heavy: B,
    strong: B,
    /// What is attacked, what more than once, and what by light pieces and by those of medium worth.
    pub(super) attacked: B,
    attacked_twice: B,
    attacked_by_light: B,
    attacked_by_medium: B,
    freedom: i32,
    /// How many pieces attack squares near royal ones of the other side, and how dangerous they are.
    pub(super) attackers: i32,
    pub(super) danger: i32,
    /// Where its pieces can give check by going there, and by being dropped there.
    pub(super) checking: B,
    pub(super) drop_checking: B,
    /// What all pieces but royal ones are worth.
    force: i32,
    /// Where the royal pieces are.
    centre: i32,
}

impl<B: Bitboard> Seen<B> {
    fn nothing(side: SideId, own: B) -> Self {
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
            checking: none,
            drop_checking: none,
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
            + UNPROTECTED * count(self.attacked & other.own & !other.attacked)
            + PROTECTED_BY_LIGHT * count(self.own & self.attacked_by_light)
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
            captures: displaces(program, code),
        }
    }
}

impl<'a, B: Bitboard> Activity<'a, B> {
    /// Finds the tables of a game.
    pub(in crate::search) fn of(program: &'a Program<B>, evaluation: &'a Evaluation) -> Self {
        let codes = (0..=u16::MAX).take(evaluation.codes);
        let mut active: Vec<_> = codes.map(|code| Active::of(program, evaluation, code)).collect();
        add_leaps(program, &mut active);
        let layout = &program.layout;
        let held = |side: SideId| held(layout, side, |code| active[usize::from(code)].force.max(1));
        let hands = BySide::from_fn(held);
        let racer = |ways: &Ways| {
            let active = &active[usize::from(ways.code)];
            Racer::of(layout, ways, active.captures, |from, occupied| {
                active.reached(from, occupied)
            })
        };
        let racers = evaluation.ways.iter().map(racer).collect();
        Self {
            evaluation,
            active,
            zones: zones(program),
            hands,
            racers,
            structures: evaluation
                .structures
                .iter()
                .map(|it| it.with_boards(B::from_words))
                .collect(),
            chains: evaluation.chains.iter().map(|it| it.with_boards(B::from_words)).collect(),
            rows: evaluation.rows.iter().map(|it| it.with_boards(B::from_words)).collect(),
            gatherings: evaluation
                .gatherings
                .iter()
                .map(|it| it.with_boards(B::from_words))
                .collect(),
        }
    }

    /// Returns how those pieces stand to each other that are light, of all that promote.
    pub(super) fn structures_of(&self, promoters: &[Promoter]) -> Vec<Structure<Words>> {
        // Where pieces are dropped nothing stays as it stands: with this, crazyhouse was played worse (44 % in 160 games).
        if self.drops() {
            return Vec::new();
        }
        let active = |code: u16| &self.active[usize::from(code)];
        let is_light = |it: &&Promoter| active(it.code).class == Class::Light;
        let promoters: Vec<_> = promoters.iter().filter(is_light).collect();
        let attacked = |code, from| self.reached(code, from, B::EMPTY);
        Structure::all(&promoters, attacked).iter().map(|it| it.with_boards(B::words)).collect()
    }

    /// Returns what it is worth for the first side what all pieces can do.
    #[inline]
    pub(in crate::search) fn of_state<S: StateSize<Board = B>>(&self, state: &State<S>) -> i32 {
        let mut first = self.lights_of(state, SideId::FIRST);
        let mut second = self.lights_of(state, SideId::LAST);
        let denied = [second.attacked_by_light, first.attacked_by_light];
        self.complete(state, denied[0], &mut first);
        self.complete(state, denied[1], &mut second);
        let together = Chains::of_state(&self.chains, state)
            + Rows::of_state(&self.rows, state)
            + Gathering::of_state(&self.gatherings, state);
        self.points(state, &first, &second) - self.points(state, &second, &first) + together
    }

    /// Returns what it is worth for a side what was seen of it.
    fn points<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        seen: &Seen<B>,
        other: &Seen<B>,
    ) -> i32 {
        let full = self.evaluation.full.max(1);
        let alone = (full - other.force).max(0);
        let mut sum = seen.freedom
            + self.danger(seen, other)
            + seen.threats(other)
            + seen.centre * alone * CENTRE / full / 100;
        let lights = Lights { own: seen.light, others: other.light, occupied: state.occupied() };
        for structure in self.structures.iter().filter(|it| owner_of(it.code) == Some(seen.side)) {
            let is_its = |square: &SquareIndex| state.code(*square) == structure.code;
            let own = seen.light.members().filter(is_its);
            sum += own.map(|square| structure.worth(square, lights)).sum::<i32>();
        }
        sum + self.race(state, seen, other)
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
        let (protected, attacked) = (seen.attacked, other.attacked);
        let hindered = Hindered {
            slow: attacked | seen.own | (other.own & !protected),
            slower: (attacked & !protected)
                | (other.attacked_twice & !seen.attacked_twice)
                | (seen.own & attacked),
        };
        let racers = self.racers.iter().filter(|it| owner_of(it.code) == Some(seen.side));
        let hunters = if racers.clone().any(Racer::is_of_each) {
            self.hunters(state, other.side)
        } else {
            Hunters::default()
        };
        let worth = racers.map(|racer| {
            let reached = |from, occupied| self.reached(racer.code, from, occupied);
            racer.worth(state, &hindered, &hunters, reached)
        });
        worth.max().unwrap_or(0)
    }

    /// Returns where the pieces of a side get that can capture.
    fn hunters<S: StateSize<Board = B>>(&self, state: &State<S>, side: SideId) -> Hunters<B> {
        let codes = (0..)
            .zip(&self.active)
            .filter(|&(code, active)| active.captures && owner_of(code) == Some(side));
        let pieces = codes.map(|(code, _)| (code, pieces_with(state, code)));
        let occupied = state.occupied();
        Hunters::of(pieces, |code, from| {
            let reached = from.members().map(|square| self.reached(code, square, occupied));
            reached.fold(B::EMPTY, |all, reached| all | reached)
        })
    }

    /// Returns the squares where some pieces of a side win by arriving.
    pub(in crate::search) fn arrivals(&self, side: SideId) -> B {
        let own = self.racers.iter().filter(|it| owner_of(it.code) == Some(side));
        own.fold(B::EMPTY, |board, racer| board | racer.arrivals())
    }

    /// Returns whether a move wins by arriving where it does, unless something prevents it.
    pub(in crate::search) fn arrives<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        aim: Aim,
    ) -> bool {
        self.racers.iter().any(|racer| racer.arrives(state, aim))
    }

    /// Returns whether a side may win by getting a piece somewhere.
    pub(in crate::search) fn has_races(&self) -> bool {
        !self.racers.is_empty()
    }

    /// Returns what is seen of the light pieces of a side.
    #[inline]
    fn lights_of<S: StateSize<Board = B>>(&self, state: &State<S>, side: SideId) -> Seen<B> {
        let mut seen = Seen::nothing(side, state.pieces_of(side));
        for from in seen.own.members() {
            let active = &self.active[usize::from(state.code(from))];
            if active.class == Class::Light {
                if active.captures {
                    let reached = active.reached(from, state.occupied());
                    seen.attacked_by_light |= reached;
                    seen.attack(reached);
                }
                seen.light |= B::one(from);
            }
        }
        seen
    }

    /// Adds what is seen of the other pieces of a side, and of how free the light ones are; `denied` is where the other side's
    /// light pieces take.
    fn complete<S: StateSize<Board = B>>(&self, state: &State<S>, denied: B, seen: &mut Seen<B>) {
        let (side, occupied) = (seen.side, state.occupied());
        let other = state.pieces_of(side.opponent());
        let is_royal = |code: usize| self.active[code].class == Class::Royal;
        let (mut zone, mut royals) = (B::EMPTY, B::EMPTY);
        for square in other.members().filter(|&square| is_royal(usize::from(state.code(square)))) {
            zone |= self.zones[usize::from(square)];
            royals |= B::one(square);
        }
        let mut checks = self.drops().then(|| CheckSquares::of(royals));
        for from in seen.own.members() {
            let code = state.code(from);
            let active = &self.active[usize::from(code)];
            if active.class == Class::Royal {
                let place = self.evaluation.place(code, from);
                seen.centre += i32::from(self.evaluation.centre[place]);
            } else {
                seen.force += self.evaluation.worth(code);
            }
            let reached = active.look(from, (occupied, zone, denied), seen);
            if let Some(checks) = &mut checks
                && matches!(active.class, Class::Medium | Class::Strong)
            {
                let giving = reached & checks.squares(code, (self, occupied));
                seen.checking |= giving & !seen.own;
            }
        }
        if let Some(checks) = &mut checks {
            self.look_at_hand(state, checks, seen);
        }
    }

    /// Returns whether pieces can be dropped.
    pub(super) fn drops(&self) -> bool {
        self.hands.iter().any(|held| !held.is_empty())
    }

    /// Returns which squares a piece of a code reaches from one.
    #[inline]
    pub(super) fn reached(&self, code: u16, from: SquareIndex, occupied: B) -> B {
        self.active[usize::from(code)].reached(from, occupied)
    }
}

impl<B: Bitboard> Active<'_, B> {
    /// Returns which squares a piece reaches from one.
    #[inline]
    fn reached(&self, from: SquareIndex, occupied: B) -> B {
        let mut reached = self.leaps.get(usize::from(from)).copied().unwrap_or(B::EMPTY);
        for way in &self.ways {
            if way.from.has(from) {
                reached |= tabled_reach(&way.reach, from, occupied) & way.to;
            }
        }
        reached
    }

    /// Notes what a piece can do on a square, and returns where it gets; it had better not go where it is `denied`. What
    /// light pieces attack has been noted before.
    #[inline]
    fn look(
        &self,
        from: SquareIndex,
        (occupied, zone, denied): (B, B, B),
        seen: &mut Seen<B>,
    ) -> B {
        if self.class == Class::Light && self.ways.is_empty() {
            return B::EMPTY;
        }
        let reached = self.reached(from, occupied);
        let attacked = if self.captures { reached } else { B::EMPTY };
        match self.class {
            Class::Light => {}
            Class::Medium => {
                seen.heavy |= B::one(from);
                seen.attacked_by_medium |= attacked;
                seen.attack(attacked);
            }
            Class::Strong => {
                seen.heavy |= B::one(from);
                seen.strong |= B::one(from);
                seen.attack(attacked);
            }
            Class::Royal => seen.attack(attacked),
        }
        if self.ways.is_empty() {
            return reached;
        }
        let count = (reached & !(seen.own | denied)).count() as usize;
        seen.freedom += i32::from(self.freedom[count.min(MOST_REACHED)]);
        let near = reached & zone;
        if self.force > 0 && near.any() {
            seen.attackers += 1;
            seen.danger += self.force + near.count().cast_signed() * NEAR / 10;
        }
        reached
    }
}

/// Returns what a side may have in hand; `force` returns what a piece counts as an attacker, by its code.
fn held(layout: &Layout, side: SideId, force: impl Fn(u16) -> i32) -> Vec<Held> {
    let first = side.number() * layout.hand_size();
    let offsets = layout.hand_of.iter().enumerate();
    let held = offsets.filter_map(|(kind, offset)| {
        let (code, index) = (Layout::code(kind, side), first + (*offset)?);
        (index < layout.hands).then(|| Held { code, index, force: force(code) })
    });
    held.collect()
}

/// Returns the tables from which the moves of pieces of a code are generated.
fn ways_of<B>(program: &Program<B>, code: u16) -> Vec<&FastWay<B>> {
    // What is generated in bulk, as pawns are, counts by its square alone.
    let generator = generator_of(program, code).filter(|it| it.board.is_none());
    generator.into_iter().flat_map(|it| &it.fast).collect()
}

/// Returns how the moves of pieces of a code are generated in the first step of a turn that moves.
fn generator_of<B>(program: &Program<B>, code: u16) -> Option<&Generator<B>> {
    let (kind, side) = owned(code)?;
    let mut steps = program.rules(side).steps.iter().flat_map(|steps| &steps.steps);
    steps.find_map(first_move)?.generators.of.get(kind)
}

/// Returns whether pieces of a code can go where another piece stands, as far as that is known.
fn displaces<B>(program: &Program<B>, code: u16) -> bool {
    let takes = |site: &FastSite| matches!(site.landing, LandingKind::Capture | LandingKind::Swap);
    generator_of(program, code).is_none_or(|generator| {
        let mut sites = generator.fast.iter().flat_map(|way| &way.sites[..way.count]);
        generator.fast.is_empty() || sites.any(takes)
    })
}

/// Returns type and side of a piece code, if it stands for a piece of a side.
pub(super) fn owned(code: u16) -> Option<(usize, SideId)> {
    if code == EMPTY_CODE { None } else { owner_of(code).map(|side| (kind_of(code), side)) }
}

/// Adds the squares that pieces without tables of moves attack by leaping, from each square.
fn add_leaps<B: Bitboard>(program: &Program<B>, active: &mut [Active<'_, B>]) {
    let tables = BySide::from_fn(|side| {
        let attacks = program.facts.attacks[side].as_ref()?;
        Some((attacks, ForwardAttacks::of(attacks)))
    });
    for (code, active) in (0..).zip(active).filter(|(_, active)| active.ways.is_empty()) {
        let Some((kind, side)) = owned(code) else { continue };
        let Some((attacks, forward)) = &tables[side] else { continue };
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
        let place = |square: SquareIndex| program.places.get(usize::from(square));
        let is_near = |square: &SquareIndex| place(*square).is_some_and(|other| near(one, other));
        B::of(program.all.members().filter(is_near))
    };
    program.places.iter().map(zone).collect()
}
