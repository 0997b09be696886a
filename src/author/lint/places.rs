//! Where pieces can ever come to stand.

use super::bounds::Scene;
use super::cells::{ANYONE, ByOwner, Cells};
use crate::ir::footprint::reach_table;
use crate::ir::{
    Arrival, Asked, BySide, Candidates, Clause, DropChoice, Effect, Game, IdVec, LandingKind,
    MoveChoice, Operand, PieceTypeId, Power, SideId, SlotId, SquareId, SquareSet, Statement,
    TypeRef, TypeSet, Walk, slots,
};
use crate::state::Position;

/// Where pieces can stand from the start position on, whatever is played; more than that, if in doubt.
pub(super) struct Places {
    /// At any time.
    pub stands: Cells,
    /// Because a rule brought them there.
    pub arrived: Cells,
    /// What each side can move.
    movable: BySide<Cells>,
    /// Where their own ways lead.
    leads: IdVec<PieceTypeId, Vec<Leads>>,
}

/// Where a way of moving leads for each side from each square, whatever stands on the board.
pub(super) type Leads = BySide<IdVec<SquareId, SquareSet>>;

/// After so many rounds pieces are taken to come everywhere.
const MAX_ROUNDS: usize = 100;

impl Places {
    /// Finds them. The types are those that can be on the board at all.
    pub(super) fn of(game: &Game, start: &Position, types: TypeSet) -> Self {
        let mut stands = Cells::none(game);
        stands.empty = game.board.all();
        for (square, piece) in start.pieces.enumerate() {
            if let Some(piece) = piece {
                stands.add(piece.kind, piece.owner, SquareSet::one(square));
            }
        }
        let finder = Finder::new(game, types);
        let mut arrived = Cells::none(game);
        arrived.empty = stands.empty;
        for _ in 0..MAX_ROUNDS {
            let mut found = Cells::none(game);
            finder.round(&stands, &mut found);
            let next = stands.clone().union(&found);
            arrived = arrived.union(&found);
            if next == stands {
                let movable = BySide::from_fn(|side| finder.movable(&stands, side));
                return Self { stands, arrived, movable, leads: finder.leads() };
            }
            stands = next;
        }
        Self { leads: finder.leads(), ..Self::anywhere(game) }
    }

    /// Takes all pieces to come everywhere.
    pub(super) fn anywhere(game: &Game) -> Self {
        let all = || Cells::all(game);
        Self {
            stands: all(),
            arrived: all(),
            movable: BySide::from_fn(|_| all()),
            leads: IdVec::new(),
        }
    }

    /// Returns what a side can move.
    pub(super) fn movable(&self, side: SideId) -> &Cells {
        &self.movable[side]
    }

    /// Returns where a type's way of moving with that number leads, if that is known.
    pub(super) fn leads(&self, kind: PieceTypeId, number: usize) -> Option<&Leads> {
        self.leads.get(kind)?.get(number)
    }
}

/// A way of moving, with where it leads for each side from each square.
struct Ways<'a> {
    clause: &'a Clause,
    leads: Leads,
}

/// What is needed again and again.
struct Finder<'a> {
    game: &'a Game,
    statements: Vec<&'a Statement>,
    own: IdVec<PieceTypeId, Vec<Ways<'a>>>,
    powers: Vec<(&'a Power, Vec<Ways<'a>>)>,
    /// The types that choices put into slots.
    chosen: Vec<(SlotId, TypeSet)>,
    /// All types there are.
    types: TypeSet,
}

impl<'a> Finder<'a> {
    fn new(game: &'a Game, types: TypeSet) -> Self {
        let ways = |clauses: &'a [Clause]| -> Vec<Ways<'a>> {
            clauses.iter().map(|clause| Ways::of(game, clause)).collect()
        };
        let powers = game.tokens.iter().flat_map(|token| &token.powers);
        let statements = game.statements();
        let chosen = statements.iter().filter_map(|statement| chosen(game, statement)).collect();
        Self {
            game,
            statements,
            own: game.types.iter().map(|kind| ways(&kind.clauses)).collect(),
            powers: powers.map(|power| (power, ways(&power.clauses))).collect(),
            chosen,
            types,
        }
    }

    /// Returns where the own ways of all types lead.
    fn leads(&self) -> IdVec<PieceTypeId, Vec<Leads>> {
        let of = |ways: &Vec<Ways<'_>>| ways.iter().map(|ways| ways.leads.clone()).collect();
        self.own.iter().map(of).collect()
    }

    /// Finds what a side can move of what stands there.
    fn movable(&self, stands: &Cells, side: SideId) -> Cells {
        let scene = Scene::new(self.game, stands, side);
        let none = Cells::none(self.game);
        let moves = self.statements.iter().filter_map(|statement| statement.kind.as_move());
        moves.fold(none, |movable, choice| movable.union(&scene.most(&choice.pieces)))
    }

    /// Finds where pieces come that stand there now.
    fn round(&self, stands: &Cells, found: &mut Cells) {
        for side in SideId::ALL {
            let scene = Scene::new(self.game, stands, side);
            for statement in &self.statements {
                statement.effect().iter().for_each(|effect| self.effect(&scene, effect, found));
                match statement.kind.asks() {
                    Some(Asked::Move(choice)) => self.moves(&scene, side, choice, found),
                    Some(Asked::Drop(choice)) => self.drops(&scene, side, choice, found),
                    Some(Asked::Choose(_) | Asked::Way(_)) | None => {}
                }
            }
        }
    }

    fn moves(&self, scene: &Scene<'_>, own: SideId, choice: &MoveChoice, found: &mut Cells) {
        let movable = scene.most(&choice.pieces);
        for (kind, owner, squares) in movable.kinds() {
            for ways in self.own.get(kind).into_iter().flatten() {
                ways.go(scene, own, (kind, owner, squares), found);
            }
        }
        for (power, given) in &self.powers {
            let bearers = scene.most(&power.bearer).intersection(&movable);
            for mover in bearers.kinds() {
                for ways in given {
                    ways.go(scene, own, mover, found);
                }
            }
        }
    }

    fn drops(&self, scene: &Scene<'_>, own: SideId, choice: &DropChoice, found: &mut Cells) {
        let on = scene.most(&choice.on).empty;
        for kind in choice.types.intersection(self.types).iter() {
            let Some(info) = self.game.types.get(kind) else { continue };
            found.add(kind, Some(own), on.intersection(scene.most(&info.drop_on).empty));
        }
    }

    fn types(&self, scene: &Scene<'_>, kind: &TypeRef) -> TypeSet {
        let types = match kind {
            TypeRef::OfSlot(slot) => types_in(*slot, &self.chosen),
            _ => scene.types(kind),
        };
        types.unwrap_or(self.types)
    }

    /// Adds where an effect can bring pieces, by the roles of its operands.
    fn effect(&self, scene: &Scene<'_>, effect: &Effect, found: &mut Cells) {
        let operands = effect.operands();
        let kind = operands.iter().find_map(|operand| match operand {
            Operand::Kind(kind) => Some(*kind),
            _ => None,
        });
        let owner = operands.iter().find_map(|operand| match operand {
            Operand::NewOwner(owner) => Some(**owner),
            _ => None,
        });
        let owners = owner.map_or(ANYONE, |owner| scene.owners(owner));
        let types = kind.map_or(self.types, |kind| self.types(scene, kind));
        for operand in &operands {
            match operand {
                Operand::Filled(on) => put(types, owners, scene.most(on).empty, found),
                Operand::Left(from) | Operand::Exchanged(from) => {
                    let others = operands.iter().filter(|other| !std::ptr::eq(operand, *other));
                    let entered = others.filter_map(|other| match other {
                        Operand::Entered(to) | Operand::Exchanged(to) => Some(scene.most(to)),
                        _ => None,
                    });
                    let from = scene.most(from);
                    entered.for_each(|to| come(&from, to.squares(), found));
                }
                Operand::Retyped(on) => {
                    for (_, owner, squares) in scene.most(on).kinds() {
                        types.iter().for_each(|kind| found.add(kind, owner, squares));
                    }
                }
                Operand::Converted(on) => {
                    for (kind, _, squares) in scene.most(on).kinds() {
                        put([kind].into_iter().collect(), owners, squares, found);
                    }
                }
                // These bring nothing to a square. A piece that can stand where nobody knows of it makes advice wrong.
                Operand::Word(_)
                | Operand::Captured(_)
                | Operand::Removed(_)
                | Operand::Held(_)
                | Operand::Entered(_)
                | Operand::WithMark(_)
                | Operand::Mark(_)
                | Operand::Token(_)
                | Operand::LevelOf(_)
                | Operand::HandOf(_)
                | Operand::AssignedSquares(_)
                | Operand::AssignedSwitch(_)
                | Operand::AssignedNumber(_)
                | Operand::TallyOfSquares(_)
                | Operand::TallyOfPieces(_)
                | Operand::Place(_)
                | Operand::Kind(_)
                | Operand::NewOwner(_)
                | Operand::Amount(_)
                | Operand::Whether(_) => {}
            }
        }
    }
}

/// Adds that pieces of all these types and owners stand there.
fn put(types: TypeSet, owners: ByOwner<bool>, squares: SquareSet, found: &mut Cells) {
    for (owner, is) in SideId::OWNERS.into_iter().zip(owners) {
        if is {
            types.iter().for_each(|kind| found.add(kind, owner, squares));
        }
    }
}

/// Adds that any of these pieces stands there.
fn come(pieces: &Cells, squares: SquareSet, found: &mut Cells) {
    for (kind, owner, _) in pieces.kinds() {
        found.add(kind, owner, squares);
    }
}

impl<'a> Ways<'a> {
    fn of(game: &Game, clause: &'a Clause) -> Self {
        let leads = BySide::from_fn(|side| reach_table(game, &clause.walk, side));
        Self { clause, leads }
    }

    /// Adds where such pieces come by it in a turn of the side.
    fn go(
        &self,
        scene: &Scene<'_>,
        own: SideId,
        (kind, owner, squares): (PieceTypeId, Option<SideId>, SquareSet),
        found: &mut Cells,
    ) {
        if !self.clause.is_for(own) || self.clause.arrival == Arrival::Stays {
            return;
        }
        let from = scene.clone().given(&self.clause.condition).slot(slots::FROM);
        let from = squares.intersection(from.squares());
        let ends = ends(scene, self.clause, &self.leads[own], from);
        found.add(kind, owner, ends);
        for landing in self.clause.landings.iter().filter(|found| found.kind == LandingKind::Swap) {
            for (kind, owner, _) in scene.most(&landing.on).on(ends).kinds() {
                found.add(kind, owner, squares);
            }
        }
    }
}

/// Returns where a way of moving can end from any of the squares, given where it leads from each.
pub(super) fn ends(
    scene: &Scene<'_>,
    clause: &Clause,
    leads: &IdVec<SquareId, SquareSet>,
    from: SquareSet,
) -> SquareSet {
    let ends = from.iter().fold(SquareSet::EMPTY, |ends, square| ends.union(leads[square]));
    let landings = clause.landings.iter();
    let on =
        landings.fold(SquareSet::EMPTY, |on, landing| on.union(scene.most(&landing.on).squares()));
    let ends = ends.intersection(on);
    target(&clause.walk).map_or(ends, |to| ends.intersection(scene.most(to).squares()))
}

/// The set in which a walk must end, if it says so at its end.
pub(super) fn target(walk: &Walk) -> Option<&crate::ir::Squares> {
    walk.in_order().last()?.set()
}

/// The types that choices put into a slot, given what each choice puts where; `None` if there is no such choice.
pub(super) fn types_in(slot: SlotId, chosen: &[(SlotId, TypeSet)]) -> Option<TypeSet> {
    let of = chosen.iter().filter(|(known, _)| *known == slot);
    of.map(|(_, types)| *types).reduce(TypeSet::union)
}

/// The types among which a statement lets somebody choose, with the slot they go to.
pub(super) fn chosen(game: &Game, statement: &Statement) -> Option<(SlotId, TypeSet)> {
    let choose = statement.kind.as_choose()?;
    let types = match &choose.among {
        Candidates::TypesInHand(_, types) => *types,
        Candidates::Types(kinds) => {
            let nothing = Cells::none(game);
            let scene = Scene::new(game, &nothing, SideId::FIRST);
            let known: Option<Vec<TypeSet>> = kinds
                .iter()
                .map(|kind| match kind {
                    TypeRef::At(_) => None,
                    kind => scene.types(kind),
                })
                .collect();
            known?.into_iter().fold(TypeSet::EMPTY, TypeSet::union)
        }
        Candidates::Squares { .. } | Candidates::Numbers(..) => return None,
    };
    Some((choose.slot, types))
}
