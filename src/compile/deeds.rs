//! What moves and drops do to the state, with all that is known in advance decided.
//!
//! Which rules act after a move, and what they do, often follows from the way and the square it ends on. For those moves
//! the rules become a short list of operations, one list for each way in which the choices after the move can be made.
//! Where that cannot be told, the turn goes on statement by statement.

use super::bits::Bits;
use super::fold::Made;
use super::generators::Generators;
use super::layout::Layout;
use super::program::{
    Among, Choosing, Cond, Eff, Kind, Num, Program, Set, SideRules, Site, Stmt, Target, Trig,
    Verdict, Way, Who, event_index, landing_number,
};
use super::safety::{Safety, is_own};
use crate::ir::{Arithmetic, Arrival, Event, Id, LandingKind, slots};
use crate::state::ClauseRef;

/// The most ways in which the choices after one move may be made.
const MAX_ALTERNATIVES: usize = 64;
/// The most lists of operations of one side.
const MAX_DEEDS: usize = 20_000;
/// The most classes of squares that rules tell apart where a move starts.
const MAX_CLASSES: usize = 8;
/// How many landings there are.
const LANDINGS: usize = 3;

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Op<B> {
    /// Any effect.
    Do(Eff<B>),
    /// A board of the state becomes these squares.
    SetBoard(usize, B),
    /// A board of the state becomes the square where a step leads from the one a move entered, by the number of its table.
    SetStep(usize, usize),
    /// A board of the state loses the square a move left, the one it entered, and others.
    Clear {
        /// Which board.
        board: usize,
        /// Whether it loses the square the move left.
        left: bool,
        /// Whether it loses the square the move entered.
        entered: bool,
        /// What else it loses.
        others: B,
    },
    /// A board of the state keeps what is on another too.
    Keep(usize, usize),
    /// A number of the state gets a value.
    SetNumber(usize, i32),
    /// A number of the state grows, within its range.
    Add(usize, i32, (i32, i32)),
    /// What has moved becomes another type.
    Recode(u16),
    /// A slot holds a type.
    Bind(u16, u16),
    /// A slot holds nothing.
    Forget(u16),
    /// One or the other.
    If(Cond<B>, Vec<Op<B>>, Vec<Op<B>>),
    /// Once for each square.
    ForEach(u16, Set<B>, Vec<Op<B>>),
    /// The turn cannot be played so.
    Refuse,
    /// The game is over; the number of the reason.
    End(Verdict, usize),
    /// Who has the next turn.
    Next(Who),
    /// Pieces are captured, and for each of them this is done.
    Capture(Set<B>, Vec<Op<B>>),
}

/// What a move or drop does.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed<B> {
    /// The way, by its number; of no meaning for a drop.
    pub way: u16,
    /// What happens where the move ends: 0 settles, 1 captures, 2 swaps.
    pub landing: u8,
    /// Whether the piece just goes there, and captures at most what stands there.
    pub simple: bool,
    /// What each capture does.
    pub captured: Vec<Op<B>>,
    /// What else the move or drop does.
    pub after: Vec<Op<B>>,
    /// What the end of the turn does.
    pub ends: Vec<Op<B>>,
    /// Which preferences the turn then satisfies, one bit for each, if that is known.
    pub preferred: Option<u64>,
}

/// Which deeds the moves of one way with one landing, or the drops of one type, are.
#[derive(Clone, Debug)]
pub struct Table<B> {
    /// The deed of most of them.
    pub main: u16,
    /// For each class of where they start, the destinations for which that is the one deed.
    pub alone: Vec<B>,
    /// For each class, the destinations for which it is known what is done.
    pub known: Vec<B>,
    /// For each class, those for which legality follows from the squares the move leaves and enters.
    pub gentle: Vec<B>,
    /// For each class and destination, the first of its deeds and how many there are.
    pub deeds: Vec<(u16, u16)>,
}

/// All deeds of a side.
#[derive(Clone, Debug, Default)]
pub struct Deeds<B> {
    /// The deeds.
    pub list: Vec<Deed<B>>,
    /// By way and landing.
    pub moves: Vec<Option<Table<B>>>,
    /// By type.
    pub drops: Vec<Option<Table<B>>>,
    /// The class of each square as one where a move starts.
    pub class_of: Vec<u8>,
    /// For a choice of a square, its deeds, and whether legality is left alone by them.
    pub chosen: Option<(Vec<u16>, bool)>,
}

/// One way of playing a turn in which one thing is chosen, or nothing.
#[derive(Clone, Debug)]
pub struct TurnStep<B> {
    /// What is done before.
    pub prefix: Vec<Op<B>>,
    /// The move, drop or choice; `None` where nothing is chosen.
    pub what: Option<Stmt<B>>,
    /// What of the turn comes after it.
    pub suffix: Vec<Stmt<B>>,
    /// What moves and drops do then.
    pub deeds: Deeds<B>,
    /// How its moves are listed.
    pub generators: Generators<B>,
}

/// The turns of a side that are one step.
#[derive(Clone, Debug)]
pub struct Steps<B> {
    /// What the beginning of a turn does; it does not end the game.
    pub opening: Vec<Op<B>>,
    /// The steps, of which one is the turn.
    pub steps: Vec<TurnStep<B>>,
}

/// One way in which things can go after a move, as far as it has been followed.
#[derive(Clone)]
struct Draft<B> {
    ops: Vec<Op<B>>,
    made: Made,
    types: Vec<(u16, u16)>,
    gentle: bool,
    /// Whether something may refuse the turn.
    refusable: bool,
    refused: bool,
    ended: Ended,
    /// Numbers of the state whose value is known.
    numbers: Vec<(usize, i32)>,
}

/// Whether an effect has ended the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ended {
    No,
    Perhaps,
}

struct Drafting<'a, B> {
    program: &'a Program<B>,
    rules: &'a SideRules<B>,
    safety: Option<&'a Safety<B>>,
    own: u8,
    classes: Vec<u8>,
    deeds: Deeds<B>,
    /// What of the turn comes after its last choice.
    suffix: &'a [Stmt<B>],
    /// Numbers whose value is known before the step.
    numbers: Vec<(usize, i32)>,
}

impl<B: Bits> Steps<B> {
    /// Finds out which turns of a side are one step; `None` if some are not.
    pub fn of(program: &Program<B>, own: usize) -> Option<Self> {
        let rules = &program.sides[own];
        let mut parts = Vec::new();
        flatten(&rules.turn, Vec::new(), Vec::new(), &mut parts)?;
        // What is known of moves in advance is known of the mover's own pieces.
        let others = |part: &Part<B>| matches!(&part.what, Some(Stmt::Move { pieces, .. }) if !is_own(pieces, own));
        if parts.iter().any(others) {
            return None;
        }
        if parts.len() > MAX_STEPS {
            return None;
        }
        let opening = Drafting::new(program, own, &[], Vec::new()).opening()?;
        let mut steps = Vec::with_capacity(parts.len());
        for Part { prefix, what, suffix } in parts {
            let drafting = Drafting::new(program, own, &[], Vec::new());
            let before = drafting.before(&prefix)?;
            let mut drafting = Drafting::new(program, own, &suffix, before.numbers);
            drafting.fill(what.as_ref());
            if let Some(Stmt::Choose(choose)) = &what {
                drafting.chosen(choose)?;
            } else if what.is_none() {
                drafting.nothing_chosen()?;
            }
            let deeds = drafting.finish();
            let generators = Generators::of(program, own, &deeds);
            steps.push(TurnStep { prefix: before.ops, what, suffix, deeds, generators });
        }
        Some(Self { opening, steps })
    }
}

/// A turn that is one step, in its parts.
struct Part<B> {
    prefix: Vec<Stmt<B>>,
    what: Option<Stmt<B>>,
    suffix: Vec<Stmt<B>>,
}

/// The most steps of which one is the turn.
const MAX_STEPS: usize = 8;

/// Takes a turn apart into the steps of which one is the turn; `None` if there are turns of more than one step.
fn flatten<B: Bits>(
    body: &[Stmt<B>],
    mut prefix: Vec<Stmt<B>>,
    suffix: Vec<Stmt<B>>,
    parts: &mut Vec<Part<B>>,
) -> Option<()> {
    for (index, statement) in body.iter().enumerate() {
        let rest = || body[index + 1..].iter().chain(&suffix).cloned().collect::<Vec<_>>();
        match statement {
            Stmt::Move { only, .. } if *only != Cond::Fixed(true) => return None,
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) => {
                let suffix = rest();
                if suffix.iter().any(moves_or_drops) {
                    return None;
                }
                parts.push(Part { prefix, what: Some(statement.clone()), suffix });
                return Some(());
            }
            Stmt::Either(ways) => {
                for (_, body) in ways {
                    flatten(body, prefix.clone(), rest(), parts)?;
                }
                return Some(());
            }
            other if super::chooses(other) => return None,
            other => prefix.push(other.clone()),
        }
    }
    if suffix.is_empty() {
        parts.push(Part { prefix, what: None, suffix });
        return Some(());
    }
    flatten(&suffix, prefix, Vec::new(), parts)
}

fn moves_or_drops<B>(statement: &Stmt<B>) -> bool {
    super::any_within(statement, &|inner| matches!(inner, Stmt::Move { .. } | Stmt::Drop { .. }))
}

impl<B: Bits> Deeds<B> {
    /// Finds out what the moves and drops of a side do that end the turn.
    pub fn of(program: &Program<B>, own: usize) -> Self {
        let mut drafting = Drafting::new(program, own, &[], Vec::new());
        drafting.fill(None);
        drafting.finish()
    }

    /// Returns the deeds of a way's moves with a landing.
    #[inline]
    pub fn moves_of(&self, way: u16, landing: u8) -> Option<&Table<B>> {
        self.moves[usize::from(way) * LANDINGS + usize::from(landing)].as_ref()
    }
}

/// Tells squares apart by the fixed sets that rules ask of where a move starts.
fn classes<B: Bits>(program: &Program<B>, rules: &SideRules<B>) -> Vec<u8> {
    let mut sets: Vec<B> = Vec::new();
    let mut look = |condition: &Cond<B>| starts(condition, &mut sets);
    for trigger in rules.triggers.iter().flatten() {
        look(&trigger.condition);
        conditions(&trigger.body, &mut look);
    }
    for way in &rules.ways {
        conditions(&way.then, &mut look);
    }
    let mut known: Vec<Vec<bool>> = Vec::new();
    let squares = 0..program.squares;
    let class = squares.map(|square| {
        let square = u8::try_from(square).unwrap_or(0);
        let told: Vec<bool> = sets.iter().map(|set| set.has(square)).collect();
        let place = known.iter().position(|other| *other == told);
        place.unwrap_or_else(|| {
            known.push(told);
            known.len() - 1
        })
    });
    let class: Vec<usize> = class.collect();
    if known.len() > MAX_CLASSES {
        // All of one class, of which nothing is known.
        return Vec::new();
    }
    class.into_iter().map(|class| u8::try_from(class).unwrap_or(0)).collect()
}

fn starts<B: Bits>(condition: &Cond<B>, sets: &mut Vec<B>) {
    match condition {
        Cond::Not(inner) => starts(inner, sets),
        Cond::All(parts) | Cond::Any(parts) => {
            parts.iter().for_each(|part| starts(part, sets));
        }
        Cond::Is(slot, set) if *slot == slots::FROM.0 => {
            if let Set::Fixed(squares) = **set
                && !sets.contains(&squares)
            {
                sets.push(squares);
            }
        }
        _ => {}
    }
}

fn conditions<B>(body: &[Stmt<B>], look: &mut dyn FnMut(&Cond<B>)) {
    for statement in body {
        match statement {
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
            Stmt::Either(ways) => ways.iter().for_each(|(_, body)| conditions(body, look)),
            _ => {}
        }
    }
}

impl<'a, B: Bits> Drafting<'a, B> {
    fn new(
        program: &'a Program<B>,
        own: usize,
        suffix: &'a [Stmt<B>],
        numbers: Vec<(usize, i32)>,
    ) -> Self {
        let rules = &program.sides[own];
        Self {
            program,
            rules,
            safety: program.facts.safety[own].as_ref(),
            own: u8::try_from(own).unwrap_or(0),
            classes: classes(program, rules),
            deeds: Deeds::default(),
            suffix,
            numbers,
        }
    }

    /// Makes the tables of moves and drops, of those that the step needs.
    fn fill(&mut self, what: Option<&Stmt<B>>) {
        let (moves, drops) = match what {
            None => (true, true),
            Some(what) => {
                (matches!(what, Stmt::Move { .. }), matches!(what, Stmt::Drop { .. }))
            }
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

    fn finish(mut self) -> Deeds<B> {
        self.deeds.class_of = self.classes;
        self.deeds
    }

    /// Begins to follow what comes after a step.
    fn draft(&self, made: Made, gentle: bool) -> Draft<B> {
        let sets = |statement: &Stmt<B>| {
            super::any_within(statement, &|inner| {
                matches!(inner, Stmt::Effect(Eff::SetSquares(..)))
            })
        };
        // What attacks may depend on was only looked for in what every turn does.
        let gentle = gentle && (self.is_free() || !self.suffix.iter().any(sets));
        Draft { numbers: self.numbers.clone(), ..Draft::of(made, gentle) }
    }

    /// Follows what comes before a step.
    fn before(&self, prefix: &[Stmt<B>]) -> Option<Draft<B>> {
        let draft = Draft::of(nothing(self.own), false);
        let followed = self.block(prefix, vec![draft])?;
        match followed.as_slice() {
            [only] if only.ended == Ended::No => Some(only.clone()),
            _ => None,
        }
    }

    /// Notes what the choice of a square does.
    fn chosen(&mut self, choose: &Choosing<B>) -> Option<()> {
        let Among::Squares(_, None) = &choose.among else { return None };
        if choose.optional || choose.otherwise.is_some() {
            return None;
        }
        let draft = self.draft(nothing(self.own), self.is_free());
        let drafts = self.block(&choose.then, vec![draft])?;
        self.note_chosen(drafts)
    }

    /// Notes what a turn does in which nothing is chosen.
    fn nothing_chosen(&mut self) -> Option<()> {
        let draft = self.draft(nothing(self.own), self.is_free());
        self.note_chosen(vec![draft])
    }

    fn note_chosen(&mut self, drafts: Vec<Draft<B>>) -> Option<()> {
        let blank = Deed::blank(u16::MAX, 0, false);
        let told = self.completed(&blank, drafts, None)?;
        let gentle = told.iter().all(|(_, gentle)| *gentle);
        let told = told.into_iter().map(|(deed, _)| deed).collect();
        let (first, count) = self.place(self.deeds.list.len(), told)?;
        self.deeds.chosen = Some(((first..first + count).collect(), gentle));
        Some(())
    }

    /// Returns the classes in use, each with a square of it that stands for all; none where they are not told apart.
    fn each_class(&self) -> Vec<Option<u8>> {
        let Some(count) = self.classes.iter().max().copied() else { return vec![None] };
        let first = |class| self.classes.iter().position(|&other| other == class);
        (0..=count).map(|class| first(class).and_then(|square| u8::try_from(square).ok())).collect()
    }

    fn moves(&mut self, number: usize, landing: LandingKind) -> Option<Table<B>> {
        let way = &self.rules.ways[number];
        if !way.landings.iter().any(|(_, kind)| *kind == landing) {
            return None;
        }
        let kind = match way.source {
            ClauseRef::Own(kind, _) => Some(kind.index()),
            ClauseRef::Power(..) => None,
        };
        let simple = way.tabled
            && way.taking.is_none()
            && way.arrival == Arrival::Moves
            && landing != LandingKind::Swap;
        let captures = landing == LandingKind::Capture || way.taking.is_some() || !way.tabled;
        let way_number = u16::try_from(number).unwrap_or(u16::MAX);
        let blank = Deed::blank(way_number, landing_number(landing), simple);
        let paths = self.rules.routes[way.walk].paths.as_ref().filter(|_| way.tabled);
        let reach = paths.map_or(self.program.all, |paths| {
            paths.from.iter().fold(B::EMPTY, |all, fan| all | fan.reach)
        });
        let gentle = simple || self.is_free();
        let (own, taken) = (self.own, self.captures_of(way, landing));
        let made = |to, from| Made {
            way: Some(number),
            kind,
            own,
            from,
            to,
            stands: way.arrival == Arrival::Moves,
            captures: taken,
            nothing: false,
        };
        let triggers = Some(event_index(Event::Moved));
        self.table(reach & way.to & self.program.all, |drafting, to, from| {
            let mut deed = blank.clone();
            let mut draft = drafting.draft(made(to, from), gentle);
            if captures {
                deed.captured = drafting.captured(&mut draft)?;
            }
            let drafts = drafting.block(&way.then, vec![draft])?;
            drafting.completed(&deed, drafts, triggers)
        })
    }

    fn drops(&mut self, kind: usize) -> Option<Table<B>> {
        let blank = Deed::blank(u16::MAX, 0, false);
        let own = self.own;
        let made = |to, from| Made {
            way: None,
            kind: Some(kind),
            own,
            from,
            to,
            stands: true,
            captures: Some(0),
            nothing: false,
        };
        let royal = self.safety.and_then(|safety| safety.royal.as_ref());
        let safe = royal.is_none_or(|royal| {
            made(0, None).is_in(&self.program.layout, royal) == Some(false)
        });
        self.table(self.program.all, |drafting, to, _| {
            let drafts = vec![drafting.draft(made(to, None), safe)];
            drafting.completed(&blank, drafts, Some(event_index(Event::Dropped)))
        })
    }

    fn opening(&self) -> Option<Vec<Op<B>>> {
        let begins = &self.rules.triggers[event_index(Event::TurnBegins)];
        let drafts = self.triggers(begins, vec![Draft::of(nothing(self.own), false)])?;
        match drafts.as_slice() {
            [only] if only.ended == Ended::No => Some(only.ops.clone()),
            _ => None,
        }
    }

    /// Returns how many pieces a move captures where it ends, if that is known.
    fn captures_of(&self, way: &Way<B>, landing: LandingKind) -> Option<i32> {
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

    /// Whether no turn is forbidden.
    fn is_free(&self) -> bool {
        self.safety.is_some_and(|safety| safety.royal.is_none())
    }

    /// Makes the table of what is done on each of some squares.
    fn table(
        &mut self,
        squares: B,
        mut deeds_of: impl FnMut(&Self, u8, Option<u8>) -> Option<Vec<(Deed<B>, bool)>>,
    ) -> Option<Table<B>> {
        let classes = self.each_class();
        let all = self.program.squares;
        let none = vec![B::EMPTY; classes.len()];
        let mut table = Table {
            main: 0,
            alone: none.clone(),
            known: none.clone(),
            gentle: none,
            deeds: vec![(0, 0); classes.len() * all],
        };
        let before = self.deeds.list.len();
        for (class, from) in classes.into_iter().enumerate() {
            for to in squares.members() {
                let Some(told) = deeds_of(self, to, from) else { continue };
                table.known[class] |= B::one(to);
                if told.iter().all(|(_, gentle)| *gentle) {
                    table.gentle[class] |= B::one(to);
                }
                let told = told.into_iter().map(|(deed, _)| deed).collect();
                table.deeds[class * all + usize::from(to)] = self.place(before, told)?;
            }
        }
        table.choose_main(all);
        Some(table)
    }

    /// Puts deeds beside each other into the list, unless they are there already.
    fn place(&mut self, from: usize, told: Vec<Deed<B>>) -> Option<(u16, u16)> {
        let count = told.len();
        if count == 0 {
            return Some((0, 0));
        }
        let known = self.deeds.list[from..].windows(count).position(|window| *window == *told);
        let first = from + known.unwrap_or(self.deeds.list.len() - from);
        if known.is_none() {
            self.deeds.list.extend(told);
        }
        if self.deeds.list.len() > MAX_DEEDS {
            return None;
        }
        Some((u16::try_from(first).ok()?, u16::try_from(count).ok()?))
    }

    /// Follows what comes after a move or drop to the end of the turn.
    fn completed(
        &self,
        deed: &Deed<B>,
        drafts: Vec<Draft<B>>,
        event: Option<usize>,
    ) -> Option<Vec<(Deed<B>, bool)>> {
        let mut drafts = match event {
            Some(event) => self.triggers(&self.rules.triggers[event], drafts)?,
            None => drafts,
        };
        drafts = self.block(self.suffix, drafts)?;
        let mut done = Vec::new();
        for draft in &mut drafts {
            let after = std::mem::take(&mut draft.ops);
            let ends = &self.rules.triggers[event_index(Event::TurnEnds)];
            draft.ended = Ended::No;
            for end in self.triggers(ends, vec![draft.clone()])? {
                let preferred = self.preferred(&end);
                let told =
                    Deed { after: after.clone(), ends: end.ops, preferred, ..deed.clone() };
                done.push((told, (end.gentle || self.is_free()) && !end.refusable));
            }
        }
        (done.len() <= MAX_ALTERNATIVES).then_some(done)
    }

    /// Returns which preferences a turn satisfies, if that is known.
    fn preferred(&self, draft: &Draft<B>) -> Option<u64> {
        let mut preferred = 0;
        for (index, rule) in self.rules.preferences.iter().enumerate() {
            let holds = draft.judge(&self.program.layout, &rule.condition)?;
            preferred |= u64::from(holds).checked_shl(u32::try_from(index).ok()?)?;
        }
        Some(preferred)
    }

    /// Returns what a capture does; the victim is not known yet.
    fn captured(&self, draft: &mut Draft<B>) -> Option<Vec<Op<B>>> {
        let triggers = &self.rules.triggers[event_index(Event::Captured)];
        let drafts = self.triggers(triggers, vec![Draft { gentle: true, ..draft.clone() }])?;
        let [told] = drafts.as_slice() else { return None };
        draft.made = told.made;
        draft.refusable |= told.refusable;
        draft.ended = told.ended;
        Some(told.ops.clone())
    }

    fn triggers(&self, triggers: &[Trig<B>], drafts: Vec<Draft<B>>) -> Option<Vec<Draft<B>>> {
        let mut drafts = drafts;
        for trigger in triggers {
            drafts = self.each(drafts, |draft| {
                self.conditional(&trigger.condition, &trigger.body, &[], draft)
            })?;
        }
        Some(drafts)
    }

    fn each(
        &self,
        drafts: Vec<Draft<B>>,
        follow: impl Fn(Draft<B>) -> Option<Vec<Draft<B>>>,
    ) -> Option<Vec<Draft<B>>> {
        let mut followed = Vec::with_capacity(drafts.len());
        for draft in drafts {
            followed.extend(follow(draft)?.into_iter().filter(|draft| !draft.refused));
        }
        (followed.len() <= MAX_ALTERNATIVES).then_some(followed)
    }

    fn block(&self, body: &[Stmt<B>], drafts: Vec<Draft<B>>) -> Option<Vec<Draft<B>>> {
        let mut drafts = drafts;
        for statement in body {
            drafts = self.each(drafts, |draft| self.statement(statement, draft))?;
        }
        Some(drafts)
    }

    fn conditional(
        &self,
        condition: &Cond<B>,
        then: &[Stmt<B>],
        otherwise: &[Stmt<B>],
        mut draft: Draft<B>,
    ) -> Option<Vec<Draft<B>>> {
        match draft.judge(&self.program.layout, condition) {
            Some(true) => self.block(then, vec![draft]),
            Some(false) => self.block(otherwise, vec![draft]),
            None => {
                let (then, otherwise) =
                    (self.branch(then, &draft)?, self.branch(otherwise, &draft)?);
                for branch in [&then, &otherwise] {
                    draft.gentle &= branch.gentle;
                    draft.refusable |= branch.refusable;
                    draft.made.stands &= branch.made.stands;
                    draft.ended = draft.ended.max(branch.ended);
                    if draft.made.kind != branch.made.kind {
                        draft.made.kind = None;
                    }
                    if draft.made.captures != branch.made.captures {
                        draft.made.captures = None;
                    }
                    draft.numbers.retain(|number| branch.numbers.contains(number));
                }
                if !(then.ops.is_empty() && otherwise.ops.is_empty()) {
                    draft.ops.push(Op::If(condition.clone(), then.ops, otherwise.ops));
                }
                Some(vec![draft])
            }
        }
    }

    /// Follows statements that may be done or not; nothing may be chosen in them.
    fn branch(&self, body: &[Stmt<B>], draft: &Draft<B>) -> Option<Draft<B>> {
        let begun = Draft { ops: Vec::new(), ..draft.clone() };
        let followed = self.block(body, vec![begun.clone()])?;
        match followed.as_slice() {
            [] => Some(Draft { ops: vec![Op::Refuse], refusable: true, ..begun }),
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    fn statement(&self, statement: &Stmt<B>, mut draft: Draft<B>) -> Option<Vec<Draft<B>>> {
        match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Repeat(..) => return None,
            // Where the game may be over before, it is not known whether anything is chosen.
            Stmt::Choose(_) | Stmt::Either(_) if draft.ended != Ended::No => return None,
            Stmt::Choose(choose) => return self.choose(choose, draft),
            Stmt::Either(ways) => {
                let mut all = Vec::new();
                for (_, body) in ways {
                    all.extend(self.block(body, vec![draft.clone()])?);
                }
                return Some(all);
            }
            Stmt::If(condition, then, otherwise) => {
                return self.conditional(condition, then, otherwise, draft);
            }
            Stmt::ForEach(slot, over, body) => {
                if body.iter().any(loops) {
                    return None;
                }
                // What the body does may have been done before it is done again.
                let begun = Draft { made: unknown(draft.made), numbers: Vec::new(), ..draft.clone() };
                let inner = self.branch(body, &begun)?;
                draft.gentle &= inner.gentle;
                draft.refusable |= inner.refusable;
                draft.made.stands &= inner.made.stands;
                draft.made.kind = draft.made.kind.filter(|_| inner.made.stands);
                draft.made.captures = draft.made.captures.filter(|_| inner.made.captures.is_some());
                draft.numbers.clear();
                draft.ended = draft.ended.max(inner.ended);
                draft.ops.push(Op::ForEach(*slot, over.clone(), inner.ops));
            }
            Stmt::Effect(effect) => self.effect(effect, &mut draft)?,
            Stmt::Refuse if draft.ended == Ended::No => draft.refused = true,
            Stmt::Refuse => {
                draft.refusable = true;
                draft.ops.push(Op::Refuse);
            }
            Stmt::End(verdict, reason) => {
                // A side that does not exist cannot win: the game goes on.
                draft.ended = Ended::Perhaps;
                draft.ops.push(Op::End(*verdict, *reason));
            }
            Stmt::Next(who) => draft.ops.push(Op::Next(*who)),
        }
        Some(vec![draft])
    }

    fn choose(&self, choose: &Choosing<B>, draft: Draft<B>) -> Option<Vec<Draft<B>>> {
        let Among::Types(kinds) = &choose.among else { return None };
        let mut among: Vec<u16> = Vec::new();
        for kind in kinds {
            if let Some(kind) = draft.kind(kind)?
                && !among.contains(&kind)
            {
                among.push(kind);
            }
        }
        if among.is_empty() {
            return match &choose.otherwise {
                Some(otherwise) => self.block(otherwise, vec![draft]),
                None => Some(Vec::new()),
            };
        }
        let mut all = Vec::new();
        for kind in among {
            let mut chosen = draft.clone();
            chosen.types.retain(|(slot, _)| *slot != choose.slot);
            chosen.types.push((choose.slot, kind));
            chosen.ops.push(Op::Bind(choose.slot, kind));
            all.extend(self.block(&choose.then, vec![chosen])?);
        }
        if choose.optional {
            let mut nothing = draft;
            nothing.types.retain(|(slot, _)| *slot != choose.slot);
            nothing.ops.push(Op::Forget(choose.slot));
            all.push(nothing);
        }
        Some(all)
    }

    fn effect(&self, effect: &Eff<B>, draft: &mut Draft<B>) -> Option<()> {
        let op = match effect {
            Eff::Capture(set) => {
                draft.gentle = false;
                draft.made.stands = false;
                draft.made.captures = None;
                let told = self.captured_by_effect(draft)?;
                Op::Capture(set.clone(), told)
            }
            Eff::SetSquares(Target::At(board), set) => {
                draft.gentle &= !self.is_touchy_board(*board);
                let short = step(*board, set).or_else(|| shrink(*board, set));
                match (short, set.fixed()) {
                    (Some(op), _) => op,
                    (None, Some(squares)) => Op::SetBoard(*board, squares),
                    (None, None) => Op::Do(effect.clone()),
                }
            }
            Eff::SetNumber(Target::At(index), number, range) => {
                draft.gentle &= !self.is_touchy_number(*index);
                draft.numbers.retain(|(other, _)| other != index);
                match number {
                    Num::Fixed(value) => {
                        let value = (*value).clamp(range.0, range.1);
                        draft.numbers.push((*index, value));
                        Op::SetNumber(*index, value)
                    }
                    Num::Arithmetic(Arithmetic::Add, pair) => match (&pair.0, &pair.1) {
                        (Num::Value(other), Num::Fixed(by)) if other == index => {
                            Op::Add(*index, *by, *range)
                        }
                        _ => Op::Do(effect.clone()),
                    },
                    _ => Op::Do(effect.clone()),
                }
            }
            Eff::SetTruth(Target::At(index), _) => {
                draft.numbers.retain(|(other, _)| other != index);
                draft.gentle &= !self.is_touchy_number(*index);
                Op::Do(effect.clone())
            }
            Eff::Hand(..) => {
                draft.gentle &= !self.safety.is_some_and(|safety| safety.touchy.hands);
                Op::Do(effect.clone())
            }
            Eff::Become(Set::Slot(slot), kind) if *slot == slots::TO.0 && draft.made.stands => {
                return self.change(effect, draft.kind(kind), draft);
            }
            Eff::SetSquares(Target::Of(..), _)
            | Eff::SetNumber(Target::Of(..), ..)
            | Eff::SetTruth(Target::Of(..), _)
            | Eff::Give(..)
            | Eff::TakeAway(_)
            | Eff::SetLevel(..)
            | Eff::Mark(..) => {
                draft.gentle = false;
                draft.numbers.clear();
                Op::Do(effect.clone())
            }
            _ => {
                draft.gentle = false;
                draft.made.stands = false;
                Op::Do(effect.clone())
            }
        };
        draft.ops.push(op);
        Some(())
    }

    /// Returns what the captures that an effect brings about do; they must not bring about more of them.
    fn captured_by_effect(&self, draft: &mut Draft<B>) -> Option<Vec<Op<B>>> {
        let triggers = &self.rules.triggers[event_index(Event::Captured)];
        let captures = |statement: &Stmt<B>| super::any_within(statement, &|inner| {
            matches!(inner, Stmt::Effect(Eff::Capture(_)))
        });
        if triggers.iter().any(|trigger| trigger.body.iter().any(captures)) {
            return None;
        }
        draft.numbers.clear();
        let begun = Draft { ops: Vec::new(), made: unknown(draft.made), ..draft.clone() };
        let told = self.triggers(triggers, vec![begun])?;
        let [told] = told.as_slice() else { return None };
        draft.ended = draft.ended.max(told.ended);
        draft.refusable |= told.refusable;
        draft.numbers.clear();
        Some(told.ops.clone())
    }

    /// What has moved becomes another type.
    fn change(
        &self,
        effect: &Eff<B>,
        kind: Option<Option<u16>>,
        draft: &mut Draft<B>,
    ) -> Option<()> {
        let before = draft.made;
        match kind {
            Some(None) => {}
            Some(Some(kind)) => {
                draft.made.kind = Some(usize::from(kind));
                draft.ops.push(Op::Recode(kind));
                draft.gentle &= self.is_common(&before) && self.is_common(&draft.made);
            }
            None => {
                draft.made.kind = None;
                draft.ops.push(Op::Do(effect.clone()));
                draft.gentle = false;
            }
        }
        Some(())
    }

    /// Tells whether what has moved is known not to be royal.
    fn is_common(&self, made: &Made) -> bool {
        let royal = self.safety.and_then(|safety| safety.royal.as_ref());
        royal.is_none_or(|royal| made.is_in(&self.program.layout, royal) == Some(false))
    }

    fn is_touchy_board(&self, board: usize) -> bool {
        self.safety.is_none_or(|safety| safety.touchy.boards.contains(&board))
    }

    fn is_touchy_number(&self, number: usize) -> bool {
        self.safety.is_none_or(|safety| safety.touchy.numbers.contains(&number))
    }
}

/// Returns a step that has not been made.
fn nothing(own: u8) -> Made {
    Made {
        way: None,
        kind: None,
        own,
        from: None,
        to: 0,
        stands: false,
        captures: Some(0),
        nothing: true,
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

/// Returns the same step of a turn, of which nothing that can change is known.
fn unknown(made: Made) -> Made {
    Made { kind: None, stands: false, captures: None, ..made }
}

/// Returns an operation that sets a board to one square, told from where a move ended, if that is what it means.
fn step<B>(board: usize, set: &Set<B>) -> Option<Op<B>> {
    match set {
        Set::Stepped(table, of) => match **of {
            Set::Slot(slot) if slot == slots::TO.0 => Some(Op::SetStep(board, *table)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns an operation that makes a board smaller, if that is what setting it to the set means.
fn shrink<B: Bits>(board: usize, set: &Set<B>) -> Option<Op<B>> {
    match set {
        Set::Except(pair) if pair.0 == Set::Board(board) => {
            let mut gone = (false, false, B::EMPTY);
            clears(&pair.1, &mut gone).then_some(Op::Clear {
                board,
                left: gone.0,
                entered: gone.1,
                others: gone.2,
            })
        }
        Set::All(sets) => match sets.as_slice() {
            [Set::Board(first), Set::Board(second)] if *first == board => {
                Some(Op::Keep(board, *second))
            }
            [Set::Board(first), Set::Board(second)] if *second == board => {
                Some(Op::Keep(board, *first))
            }
            _ => None,
        },
        _ => None,
    }
}

fn clears<B: Bits>(set: &Set<B>, gone: &mut (bool, bool, B)) -> bool {
    match set {
        Set::Slot(slot) if *slot == slots::FROM.0 => gone.0 = true,
        Set::Slot(slot) if *slot == slots::TO.0 => gone.1 = true,
        Set::Fixed(squares) => gone.2 |= *squares,
        Set::Union(sets) => return sets.iter().all(|set| clears(set, gone)),
        _ => return false,
    }
    true
}

impl<B: Bits> Draft<B> {
    fn of(made: Made, gentle: bool) -> Self {
        Self { ops: Vec::new(), made, types: Vec::new(), gentle, refusable: false, refused: false, ended: Ended::No, numbers: Vec::new() }
    }

    /// Tells whether a condition holds, as far as that is known.
    fn judge(&self, layout: &Layout, condition: &Cond<B>) -> Option<bool> {
        let all = |parts: &[Cond<B>], wanted: bool| {
            let judged = parts.iter().map(|part| self.judge(layout, part));
            let judged: Vec<Option<bool>> = judged.collect();
            if judged.contains(&Some(!wanted)) {
                return Some(!wanted);
            }
            (!judged.contains(&None)).then_some(wanted)
        };
        match condition {
            Cond::Not(inner) => self.judge(layout, inner).map(|holds| !holds),
            Cond::All(parts) => all(parts, true),
            Cond::Any(parts) => all(parts, false),
            Cond::Compare(operator, pair) => {
                match (&pair.0, &pair.1) {
                    (Num::Value(index), Num::Fixed(number)) => {
                        let known = self.numbers.iter().find(|(other, _)| other == index);
                        known.map(|(_, value)| operator.holds(*value, *number))
                    }
                    _ => self.made.judge(layout, condition),
                }
            }
            _ => self.made.judge(layout, condition),
        }
    }

    /// Returns the type that is meant, if that is known, and if there is one.
    fn kind(&self, kind: &Kind<B>) -> Option<Option<u16>> {
        let stands = self.made.kind.filter(|_| self.made.stands);
        let own = stands.and_then(|kind| u16::try_from(kind).ok());
        match kind {
            Kind::Fixed(kind) => Some(Some(*kind)),
            Kind::OfSlot(slot) if *slot == slots::TO.0 => own.map(Some),
            Kind::At(set) if **set == Set::Slot(slots::TO.0) => own.map(Some),
            Kind::OfSlot(slot) => {
                let bound = self.types.iter().find(|(other, _)| other == slot);
                bound.map(|(_, kind)| Some(*kind))
            }
            Kind::Mapped(table, of) => {
                let of = self.kind(of)?;
                Some(of.and_then(|of| table.get(usize::from(of)).copied().flatten()))
            }
            Kind::At(_) => None,
        }
    }
}

impl<B> Deed<B> {
    fn blank(way: u16, landing: u8, simple: bool) -> Self {
        Self {
            way,
            landing,
            simple,
            captured: Vec::new(),
            after: Vec::new(),
            ends: Vec::new(),
            preferred: None,
        }
    }
}

impl<B: Bits> Table<B> {
    /// Returns the index of a class and destination among the deeds.
    #[inline]
    pub fn index(&self, class: usize, to: u8) -> usize {
        class * (self.deeds.len() / self.alone.len()) + usize::from(to)
    }

    /// Chooses the deed that most destinations have.
    fn choose_main(&mut self, squares: usize) {
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for (first, _) in self.deeds.iter().filter(|(_, count)| *count == 1) {
            match counts.iter_mut().find(|(deed, _)| deed == first) {
                Some((_, count)) => *count += 1,
                None => counts.push((*first, 1)),
            }
        }
        let most = counts.iter().max_by_key(|(_, count)| *count);
        self.main = most.map_or(0, |(deed, _)| *deed);
        for (index, deeds) in self.deeds.iter().enumerate() {
            let Ok(to) = u8::try_from(index % squares) else { continue };
            let class = index / squares;
            if *deeds == (self.main, 1) && self.known[class].has(to) {
                self.alone[class] |= B::one(to);
            }
        }
    }
}

fn loops<B>(statement: &Stmt<B>) -> bool {
    super::any_within(statement, &|inner| matches!(inner, Stmt::ForEach(..)))
}
