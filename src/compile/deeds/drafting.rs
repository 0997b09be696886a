//! Tables of what moves and drops do.

use super::draft::{Draft, Ended, Range, nothing};
use super::{Change, Chosen, Deed, Deeds, Op, Table};
use crate::compile::bits::Bits;
use crate::compile::fold::Made;
use crate::compile::program::{
    Among, Choosing, Cond, Eff, Program, Set, SideRules, Site, Stmt, Trig, Way, event_index,
    landing_number,
};
use crate::compile::safety::{Safety, is_own};
use crate::compile::size;
use crate::ir::{Arrival, Event, Id, LandingKind, slots};
use crate::state::ClauseRef;

/// The most lists of operations of one side.
const MAX_DEEDS: usize = 20_000;
/// The most classes of squares that rules tell apart where a move starts.
const MAX_CLASSES: usize = 8;
/// The most classes of squares that rules tell apart where a move ends; with more, each is one of its own.
const MAX_ENDS: usize = 64;

/// How much all tables of a side's deeds may be together, where one is an operation, some 100 bytes, or what takes as long
/// to find out.
pub const BUDGET: usize = 200_000;
/// How many squares of a table count as one.
const SQUARES_AT_ONCE: usize = 32;
/// How many parts of what is followed count as one.
const PARTS_AT_ONCE: usize = 16;

/// The first of the deeds of a step and how many there are, and whether they leave attacks alone, if that is known.
type Told = Option<((u16, u16), bool)>;

/// Finds out what the steps of a side do.
pub struct Drafting<'a, B> {
    pub program: &'a Program<B>,
    pub rules: &'a SideRules<B>,
    pub safety: Option<&'a Safety<B>>,
    pub own: u8,
    classes: Vec<u8>,
    /// The class of each square as one where a step ends, if they are few.
    ends: Option<Vec<u8>>,
    deeds: Deeds<B>,
    /// What of the turn comes after its last choice.
    pub suffix: &'a [Stmt<B>],
    /// What is known before the step.
    before: Before,
    /// How much more the tables may be.
    pub budget: usize,
    /// How much it is to follow what comes after a move.
    size: usize,
}

/// What is known before a step.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Numbers of the state of which it is known in what range they are.
    pub numbers: Vec<(usize, Range)>,
    /// Boards of the state that are known to be empty.
    pub empties: Vec<usize>,
    /// Whether another step of the turn has been made, or pieces may have been captured before this one.
    pub goes_on: bool,
    /// Whether the turn may go on after the step.
    pub may_go_on: bool,
}

/// Tells squares apart by the fixed sets that rules ask of a slot; `None` where too many of them are told apart.
fn classes<B: Bits>(
    program: &Program<B>,
    rules: &SideRules<B>,
    suffix: &[Stmt<B>],
    slot: u16,
    most: usize,
) -> Option<Vec<u8>> {
    let mut sets: Vec<B> = Vec::new();
    let mut look = |condition: &Cond<B>| asked(condition, slot, &mut sets);
    for trigger in rules.triggers.iter().flatten() {
        look(&trigger.condition);
        conditions(&trigger.body, &mut look);
    }
    for way in &rules.ways {
        conditions(&way.then, &mut look);
    }
    conditions(suffix, &mut look);
    for rule in &rules.preferences {
        look(&rule.condition);
    }
    let mut known: Vec<Vec<bool>> = Vec::new();
    let mut classes = Vec::with_capacity(program.squares);
    for square in program.all.members() {
        let told: Vec<bool> = sets.iter().map(|set| set.has(square)).collect();
        let place = known.iter().position(|other| *other == told);
        if place.is_none() {
            known.push(told);
        }
        if known.len() > most {
            return None;
        }
        classes.push(u8::try_from(place.unwrap_or(known.len() - 1)).ok()?);
    }
    Some(classes)
}

/// Adds the fixed sets that a condition asks of what is in a slot.
fn asked<B: Bits>(condition: &Cond<B>, slot: u16, sets: &mut Vec<B>) {
    match condition {
        Cond::Not(inner) => asked(inner, slot, sets),
        Cond::All(parts) | Cond::Any(parts) => {
            for part in parts {
                asked(part, slot, sets);
            }
        }
        Cond::Is(of, set) if *of == slot => fixed_parts(set, sets),
        _ => {}
    }
}

fn fixed_parts<B: Bits>(set: &Set<B>, sets: &mut Vec<B>) {
    match set {
        Set::Fixed(squares) if !sets.contains(squares) => sets.push(*squares),
        Set::Union(parts) | Set::All(parts) => {
            for part in parts {
                fixed_parts(part, sets);
            }
        }
        Set::Except(pair) => {
            fixed_parts(&pair.0, sets);
            fixed_parts(&pair.1, sets);
        }
        _ => {}
    }
}

fn conditions<B: Clone>(body: &[Stmt<B>], look: &mut dyn FnMut(&Cond<B>)) {
    for statement in body {
        match statement {
            // Whether it is the piece itself that goes elsewhere depends on where it has come to.
            Stmt::Effect(Eff::Relocate(from, _)) => {
                look(&Cond::Is(slots::TO.0, Box::new(from.clone())));
            }
            Stmt::If(condition, then, otherwise) => {
                look(condition);
                conditions(then, look);
                conditions(otherwise, look);
            }
            Stmt::ForEach(_, _, body) | Stmt::Repeat(_, _, body) => conditions(body, look),
            Stmt::Choose(choose) => {
                conditions(&choose.then, look);
                conditions(choose.otherwise.as_deref().unwrap_or_default(), look);
            }
            Stmt::Either { ways, .. } => {
                for (_, body) in ways {
                    conditions(body, look);
                }
            }
            _ => {}
        }
    }
}

impl<'a, B: Bits> Drafting<'a, B> {
    pub fn new(program: &'a Program<B>, own: usize, suffix: &'a [Stmt<B>], before: Before) -> Self {
        let rules = &program.sides[own];
        let each = rules.triggers.iter().flatten();
        let parts = |trigger: &Trig<B>| {
            size::of_condition(&trigger.condition) + size::of_block(&trigger.body)
        };
        let triggers: usize = each.map(parts).sum();
        Self {
            program,
            rules,
            safety: program.facts.safety[own].as_ref(),
            own: u8::try_from(own).unwrap_or(0),
            classes: classes(program, rules, suffix, slots::FROM.0, MAX_CLASSES)
                .unwrap_or_default(),
            ends: classes(program, rules, suffix, slots::TO.0, MAX_ENDS),
            deeds: Deeds::default(),
            suffix,
            before,
            budget: BUDGET,
            size: 1 + (size::of_block(suffix) + triggers) / PARTS_AT_ONCE,
        }
    }

    /// Makes the tables of moves and drops, of those that the step needs.
    pub fn fill(&mut self, what: Option<&Stmt<B>>) {
        let (moves, drops) = match what {
            None => (true, true),
            Some(what) => (matches!(what, Stmt::Move { .. }), matches!(what, Stmt::Drop { .. })),
        };
        for number in 0..self.rules.ways.len() {
            for landing in [LandingKind::Settle, LandingKind::Capture, LandingKind::Swap] {
                let table = if moves { self.moves(number, landing) } else { None };
                self.deeds.moves.push(table);
            }
        }
        for kind in 0..self.rules.drop_on.len() {
            let table = if drops { self.drops(kind) } else { None };
            self.deeds.drops.push(table);
        }
    }

    pub fn finish(mut self) -> Deeds<B> {
        self.deeds.class_of = self.classes;
        let told = |deed: &Deed<B>| deed.preferred.filter(|_| !deed.partial);
        let mut each = self.deeds.list.iter().map(told);
        let first = each.next().flatten();
        self.deeds.preferred = first.filter(|_| each.all(|other| other == first));
        self.deeds
    }

    /// Begins to follow what comes after a step.
    pub fn draft(&self, made: Made, gentle: bool) -> Draft<B> {
        let sets = |statement: &Stmt<B>| {
            crate::compile::any_within(statement, &|inner| {
                matches!(inner, Stmt::Effect(Eff::SetSquares(..)))
            })
        };
        // What attacks may depend on was only looked for in what every turn does.
        let gentle = gentle && (self.is_free() || !self.suffix.iter().any(sets));
        self.begun(made, gentle)
    }

    /// Begins with what is known before the step.
    fn begun(&self, made: Made, gentle: bool) -> Draft<B> {
        let Before { numbers, empties, .. } = self.before.clone();
        Draft { numbers, empties, ..Draft::of(made, gentle) }
    }

    /// Follows what comes before a step; returns all ways in which that can go.
    pub fn before(&self, prefix: &[Stmt<B>]) -> Option<Vec<Draft<B>>> {
        self.block(prefix, vec![self.begun(self.nothing(), false)])
    }

    /// Returns a step that has not been made yet.
    fn nothing(&self) -> Made {
        let made = nothing(self.own);
        Made { captures: made.captures.filter(|_| !self.before.goes_on), ..made }
    }

    /// Notes what a choice does.
    pub fn chosen(&mut self, choose: &Choosing<B>) -> Option<()> {
        if choose.optional {
            return None;
        }
        let own = match &choose.among {
            Among::Squares(among, hand) => {
                let hands = self.safety.is_none_or(|safety| safety.touchy.hands);
                is_own(among, usize::from(self.own)) && !(hand.is_some() && hands)
            }
            Among::Types(_) | Among::TypesInHand(..) | Among::Numbers(..) => false,
        };
        let draft = self.draft(self.nothing(), true);
        let draft = Draft { chosen: own.then_some(choose.slot), ..draft };
        let drafts = self.block(&choose.then, vec![draft])?;
        self.note_chosen(drafts)
    }

    /// Notes what a turn does in which nothing is chosen.
    pub fn nothing_chosen(&mut self) -> Option<()> {
        let draft = self.draft(self.nothing(), true);
        self.note_chosen(vec![draft])
    }

    pub fn note_chosen(&mut self, drafts: Vec<Draft<B>>) -> Option<()> {
        let change = |draft: &Draft<B>| match (draft.left, draft.tokens.is_empty()) {
            (true, true) => Change::Leaves,
            (false, _) => Change::Nothing,
            (true, false) => Change::Unknown,
        };
        let mut changes: Vec<Change> = drafts.iter().map(change).collect();
        let mut tokens: Vec<usize> = drafts.iter().flat_map(|draft| draft.tokens.clone()).collect();
        tokens.sort_unstable();
        tokens.dedup();
        changes.dedup();
        let blank = Deed::blank(u16::MAX, 0, false);
        let told = self.completed(&blank, drafts, None)?;
        if told.iter().any(|(deed, _)| deed.partial) {
            return None;
        }
        let gentle = told.iter().all(|(_, gentle)| *gentle);
        let change = match changes.as_slice() {
            _ if self.is_free() && gentle => Change::Free,
            [only] if gentle => *only,
            _ => Change::Unknown,
        };
        let told = told.into_iter().map(|(deed, _)| deed).collect();
        let (first, count) = self.place(self.deeds.list.len(), told)?;
        self.deeds.chosen =
            Some(Chosen { deeds: (first..first + count).collect(), change, tokens });
        Some(())
    }

    /// Returns the classes in use, each with a square of it that stands for all; none where they are not told apart.
    pub fn each_class(&self) -> Vec<Option<u8>> {
        let Some(count) = self.classes.iter().max().copied() else { return vec![None] };
        let first = |class| self.classes.iter().position(|&other| other == class);
        (0..=count).map(|class| first(class).and_then(|square| u8::try_from(square).ok())).collect()
    }

    pub fn moves(&mut self, number: usize, landing: LandingKind) -> Option<Table<B>> {
        let way = &self.rules.ways[number];
        if !way.landings.iter().any(|(_, kind)| *kind == landing) {
            return None;
        }
        let kind = match way.source {
            ClauseRef::Own(kind, _) => Some(kind.index()),
            ClauseRef::Power(..) => None,
        };
        let plain = way.tabled && way.taking.is_none() && way.arrival == Arrival::Moves;
        let simple = plain && landing != LandingKind::Swap;
        let captures = landing == LandingKind::Capture || way.taking.is_some() || !way.tabled;
        let way_number = u16::try_from(number).unwrap_or(u16::MAX);
        let blank = Deed::blank(way_number, landing_number(landing), simple);
        let paths = self.rules.routes[way.walk].paths.as_ref().filter(|_| way.tabled);
        let reach = paths.map_or(self.program.all, |paths| {
            paths.from.iter().fold(B::EMPTY, |all, fan| all | fan.reach)
        });
        let gentle = plain || self.is_free();
        let own = self.own;
        let spared = self.spared(way);
        let taken = self.captures_of(way, landing).filter(|_| !self.before.goes_on);
        let made = |to, from| Made {
            from,
            stands: way.arrival == Arrival::Moves && spared.has(to),
            captures: taken,
            ..Made::moved(number, kind, own, to)
        };
        let triggers = Some(event_index(Event::Moved));
        self.table(reach & way.to & self.program.all, |drafting, to, from| {
            let mut deed = blank.clone();
            let mut draft = drafting.draft(made(to, from), gentle);
            if captures {
                deed.captured = drafting.captured(&mut draft, !simple)?;
            }
            let drafts = drafting.block(&way.then, vec![draft])?;
            drafting.completed(&deed, drafts, triggers)
        })
    }

    /// Returns the destinations of a way of which it is known that the piece does not capture itself on its way there.
    fn spared(&self, way: &Way<B>) -> B {
        let all = self.program.all;
        let (taking, paths) = match (&way.taking, &self.rules.routes[way.walk].paths) {
            (None, _) if way.tabled => return all,
            (Some(taking), _) if never_of(taking, usize::from(self.own)) => return all,
            (Some(taking), Some(paths)) if way.tabled => (taking, paths),
            _ => return B::EMPTY,
        };
        let spared = |to: u8| {
            let taken = Made::moved(0, None, self.own, to).squares(&self.program.steps, taking);
            let comes = |from: u8| paths.from[usize::from(from)].reach.has(to);
            taken.is_some_and(|taken| !taken.members().any(comes))
        };
        all.members().filter(|to| spared(*to)).fold(B::EMPTY, |all, to| all | B::one(to))
    }

    pub fn drops(&mut self, kind: usize) -> Option<Table<B>> {
        let blank = Deed::blank(u16::MAX, 0, false);
        let (own, none) = (self.own, self.nothing().captures);
        let made = |to, from| Made { from, captures: none, ..Made::dropped(Some(kind), own, to) };
        let royal = self.safety.and_then(|safety| safety.royal.as_ref());
        let safe = royal
            .is_none_or(|royal| made(0, None).is_in(&self.program.layout, royal) == Some(false));
        self.table(self.program.all, |drafting, to, _| {
            let drafts = vec![drafting.draft(made(to, None), safe)];
            drafting.completed(&blank, drafts, Some(event_index(Event::Dropped)))
        })
    }

    pub fn opening(&self) -> Option<Vec<Op<B>>> {
        let begins = &self.rules.triggers[event_index(Event::TurnBegins)];
        let drafts = self.triggers(begins, vec![Draft::of(self.nothing(), false)])?;
        match drafts.as_slice() {
            [only] if only.ended == Ended::No => Some(only.ops.clone()),
            _ => None,
        }
    }

    /// Returns how many pieces a move captures where it ends, if that is known.
    pub fn captures_of(&self, way: &Way<B>, landing: LandingKind) -> Option<i32> {
        if way.taking.is_some() || !way.tabled {
            return None;
        }
        if landing != LandingKind::Capture {
            return Some(0);
        }
        let mut sites = way.landings.iter().filter(|(_, kind)| *kind == landing);
        let occupied = sites.all(|(site, _)| match site {
            Site::Mask(mask) => is_occupied(&self.rules.masks[*mask]),
            Site::Judged(_) => false,
        });
        occupied.then_some(1)
    }

    /// Whether the turn may go on after the step.
    pub fn may_go_on(&self) -> bool {
        self.before.may_go_on
    }

    /// Whether no turn is forbidden.
    pub fn is_free(&self) -> bool {
        self.safety.is_some_and(|safety| safety.royal.is_none())
    }

    /// Makes the table of what is done on each of some squares.
    pub fn table(
        &mut self,
        squares: B,
        mut deeds_of: impl FnMut(&Self, u8, Option<u8>) -> Option<Vec<(Deed<B>, bool)>>,
    ) -> Option<Table<B>> {
        let classes = self.each_class();
        let all = self.program.squares;
        self.spend(classes.len() * all / SQUARES_AT_ONCE)?;
        let none = vec![B::EMPTY; classes.len()];
        let mut table = Table {
            main: 0,
            alone: none.clone(),
            known: none.clone(),
            gentle: none,
            along: None,
            deeds: vec![(0, 0); classes.len() * all],
        };
        let before = self.deeds.list.len();
        for (class, from) in classes.into_iter().enumerate() {
            // What is true of one square is true of all of its class.
            let mut found: Vec<(u8, Told)> = Vec::new();
            for to in squares.members() {
                let end = self.ends.as_ref().map(|ends| ends[usize::from(to)]);
                let known = found.iter().find(|(other, _)| Some(*other) == end);
                let told = if let Some((_, told)) = known {
                    *told
                } else {
                    self.spend(self.size)?;
                    let told = match deeds_of(self, to, from) {
                        None => None,
                        Some(told) => {
                            let along = told.first().and_then(|(deed, _)| deed.along);
                            let alike =
                                |(deed, gentle): &(Deed<B>, bool)| *gentle && deed.along == along;
                            let mut gentle = told.iter().all(alike);
                            // What goes along is known of all moves together.
                            if gentle && table.gentle.iter().all(|gentle| gentle.is_empty()) {
                                table.along = along;
                            }
                            gentle &= along == table.along;
                            let told = told.into_iter().map(|(deed, _)| deed).collect();
                            Some((self.place(before, told)?, gentle))
                        }
                    };
                    found.extend(end.map(|end| (end, told)));
                    told
                };
                let Some((deeds, gentle)) = told else { continue };
                table.known[class] |= B::one(to);
                if gentle {
                    table.gentle[class] |= B::one(to);
                }
                table.deeds[class * all + usize::from(to)] = deeds;
            }
        }
        table.choose_main(all);
        Some(table)
    }

    /// Takes from what the tables may be; `None` if it is too little.
    fn spend(&mut self, size: usize) -> Option<()> {
        let left = self.budget.checked_sub(size);
        self.budget = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Puts deeds beside each other into the list, unless they are there already.
    pub fn place(&mut self, from: usize, told: Vec<Deed<B>>) -> Option<(u16, u16)> {
        let count = told.len();
        if count == 0 {
            return Some((0, 0));
        }
        let known = self.deeds.list[from..].windows(count).position(|window| *window == *told);
        let first = from + known.unwrap_or(self.deeds.list.len() - from);
        if known.is_none() {
            self.spend(told.iter().map(size).sum())?;
            self.deeds.list.extend(told);
        }
        if self.deeds.list.len() > MAX_DEEDS {
            return None;
        }
        Some((u16::try_from(first).ok()?, u16::try_from(count).ok()?))
    }
}

/// Returns how large a deed is: how many operations it has, with the parts of what they ask and do.
fn size<B>(deed: &Deed<B>) -> usize {
    1 + [&deed.captured, &deed.after, &deed.ends]
        .into_iter()
        .map(|ops| operations(ops))
        .sum::<usize>()
}

fn operations<B>(ops: &[Op<B>]) -> usize {
    let within = |op: &Op<B>| match op {
        Op::If(condition, then, otherwise) => {
            size::of_condition(condition) + operations(then) + operations(otherwise)
        }
        Op::ForEach(_, set, body) | Op::Capture(set, body) => size::of_set(set) + operations(body),
        Op::Do(effect) => size::of_effect(effect),
        _ => 0,
    };
    ops.iter().map(|op| 1 + within(op)).sum()
}

/// Tells whether no piece of a side is ever in a set.
fn never_of<B>(set: &Set<B>, side: usize) -> bool {
    match set {
        Set::Empty => true,
        Set::Board(board) => *board <= 2 && *board != side,
        Set::Union(sets) => sets.iter().all(|set| never_of(set, side)),
        Set::All(sets) => sets.iter().any(|set| never_of(set, side)),
        Set::Except(pair) => never_of(&pair.0, side),
        _ => false,
    }
}

/// Tells whether there is a piece wherever a set has a member.
fn is_occupied<B>(set: &Set<B>) -> bool {
    match set {
        Set::Occupied | Set::Types(_) => true,
        Set::Board(board) => *board <= 2,
        Set::Union(sets) => sets.iter().all(is_occupied),
        Set::All(sets) => sets.iter().any(is_occupied),
        Set::Except(pair) => is_occupied(&pair.0),
        _ => false,
    }
}
