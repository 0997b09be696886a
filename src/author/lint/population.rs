//! How many pieces of a kind there can ever be.

use super::bounds::Scene;
use super::cells::{ByOwner, Cells};
use super::places::{chosen, types_in};
use crate::ir::{Effect, Game, Operand, PieceTypeId, SideId, StatementPart, TypeRef, TypeSet};
use crate::state::Position;

/// How many pieces there can be from the start position on, whatever is played; more than that, if in doubt.
#[derive(Clone, Debug, Default)]
pub(super) struct Population {
    /// For each type how many the first side, the second and nobody have at most; `None` for any number.
    kinds: Vec<ByOwner<Option<usize>>>,
    /// The same of all types together.
    all: ByOwner<Option<usize>>,
}

impl Population {
    /// Finds it out.
    pub(super) fn of(game: &Game, start: &Position) -> Self {
        let mut kinds = vec![[Some(0_usize); SideId::OWNERS.len()]; game.types.len()];
        let mut all = [Some(0_usize); SideId::OWNERS.len()];
        for piece in start.pieces.iter().flatten() {
            let owner = SideId::place_of(piece.owner);
            let counts = kinds.get_mut(crate::ir::Id::index(piece.kind));
            for count in
                counts.map(|counts| &mut counts[owner]).into_iter().chain([&mut all[owner]])
            {
                *count = count.map(|count| count + 1);
            }
        }
        let mut found = Self { kinds, all };
        let changes = Changes::of(game);
        if changes.owners {
            found.mix_owners();
        }
        if !changes.added.is_empty() {
            found.all = [None; SideId::OWNERS.len()];
        }
        for kind in changes.added.union(changes.turned).iter() {
            let all = found.all;
            if let Some(counts) = found.kinds.get_mut(crate::ir::Id::index(kind)) {
                *counts =
                    if changes.added.contains(kind) { [None; SideId::OWNERS.len()] } else { all };
            }
        }
        found
    }

    /// Takes every piece to be anybody's.
    fn mix_owners(&mut self) {
        let mixed = |counts: &ByOwner<Option<usize>>| {
            [counts.iter().copied().sum::<Option<usize>>(); SideId::OWNERS.len()]
        };
        self.kinds = self.kinds.iter().map(mixed).collect();
        self.all = mixed(&self.all);
    }

    /// Returns how many of the pieces in such cells there can be at once; `None` for any number.
    pub(super) fn most(&self, cells: &Cells) -> Option<usize> {
        let pairs: Vec<(PieceTypeId, usize)> =
            cells.kinds().map(|(kind, owner, _)| (kind, SideId::place_of(owner))).collect();
        let of = |(kind, owner): &(PieceTypeId, usize)| {
            self.kinds.get(crate::ir::Id::index(*kind)).and_then(|counts| counts[*owner])
        };
        let by_kind: Option<usize> = pairs.iter().map(of).sum();
        let owners =
            (0..SideId::OWNERS.len()).filter(|owner| pairs.iter().any(|(_, other)| other == owner));
        let by_owner: Option<usize> = owners.map(|owner| self.all[owner]).sum();
        match (by_kind, by_owner) {
            (Some(first), Some(second)) => Some(first.min(second)),
            (first, second) => first.or(second),
        }
    }
}

/// What the rules do to the number of pieces.
struct Changes {
    /// Types of which new pieces come onto the board.
    added: TypeSet,
    /// Types that pieces can be turned into.
    turned: TypeSet,
    /// Whether pieces change sides.
    owners: bool,
}

impl Changes {
    fn of(game: &Game) -> Self {
        let statements = game.statements();
        let choices: Vec<_> =
            statements.iter().filter_map(|statement| chosen(game, statement)).collect();
        let nothing = Cells::none(game);
        let scene = Scene::new(game, &nothing, SideId::FIRST);
        let types = |kind: &TypeRef| match kind {
            TypeRef::OfSlot(slot) => types_in(*slot, &choices),
            TypeRef::At(_) => None,
            kind => scene.types(kind),
        };
        let known = |kind: &TypeRef| types(kind).unwrap_or_else(|| game.types.ids().collect());
        let mut changes = Self { added: TypeSet::EMPTY, turned: TypeSet::EMPTY, owners: false };
        for statement in statements {
            statement.kind.each_part(&mut |part| match part {
                StatementPart::Dropped(types) => changes.added = changes.added.union(types),
                StatementPart::Effect(effect) => changes.effect(effect, known),
                _ => {}
            });
        }
        changes
    }

    fn effect(&mut self, effect: &Effect, known: impl Fn(&TypeRef) -> TypeSet) {
        let kinds = effect.operands().into_iter().filter_map(|operand| match operand {
            Operand::Kind(kind) => Some(known(kind)),
            _ => None,
        });
        let kinds = kinds.fold(TypeSet::EMPTY, TypeSet::union);
        for operand in effect.operands() {
            match operand {
                Operand::Filled(_) => self.added = self.added.union(kinds),
                Operand::Retyped(_) => self.turned = self.turned.union(kinds),
                Operand::Converted(_) => self.owners = true,
                _ => {}
            }
        }
    }
}
