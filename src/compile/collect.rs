//! Which sets of types the rules ask about, so that each can have a board of its own.

use crate::ir::{
    Clause, Effect, Game, Id, LandingKind, PieceTypeId, Squares, Statement, StatementKind, Truth,
    TypeSet, Walk,
};

/// Returns the sets of types that deserve a board, most wanted first: those of ways of moving that
/// capture (one for each group of types with the same way), then those that expressions name.
pub fn type_sets(game: &Game) -> Vec<TypeSet> {
    let mut found = Found::default();
    for group in groups(game) {
        found.add(group);
    }
    for (_, kind) in game.types.enumerate() {
        for clause in &kind.clauses {
            found.clause(clause);
        }
        found.squares(&kind.drop_on);
    }
    for token in &game.tokens {
        for power in &token.powers {
            found.squares(&power.bearer);
            for clause in &power.clauses {
                found.clause(clause);
            }
        }
    }
    found.statements(&game.turn);
    found.statements(game.threat.as_deref().unwrap_or_default());
    for trigger in &game.triggers {
        found.truth(&trigger.condition);
        found.statements(&trigger.body);
    }
    for rule in game.forbids.iter().chain(&game.preferences) {
        found.truth(&rule.condition);
    }
    for ending in &game.endings {
        found.truth(&ending.condition);
    }
    found.sets
}

/// Returns the groups of types that share a way of capturing.
pub fn groups(game: &Game) -> Vec<TypeSet> {
    let mut groups: Vec<(Walk, TypeSet)> = Vec::new();
    for (id, kind) in game.types.enumerate() {
        for clause in kind.clauses.iter().filter(|clause| captures(clause)) {
            for part in parts(&clause.walk) {
                match groups.iter_mut().find(|(walk, _)| walk == part) {
                    Some((_, types)) => types.insert(id),
                    None => groups.push((part.clone(), TypeSet::one(id))),
                }
            }
        }
    }
    groups.into_iter().map(|(_, types)| types).collect()
}

/// Returns the parts of a walk that stand beside each other.
pub fn parts(walk: &Walk) -> &[Walk] {
    match walk {
        Walk::Either(ways) => ways,
        other => std::slice::from_ref(other),
    }
}

fn captures(clause: &Clause) -> bool {
    clause.taking.is_some()
        || clause.walk.takes()
        || clause.landings.iter().any(|landing| landing.kind == LandingKind::Capture)
}

#[derive(Default)]
struct Found {
    sets: Vec<TypeSet>,
}

impl Found {
    fn add(&mut self, types: TypeSet) {
        if !types.is_empty() && !self.sets.contains(&types) {
            self.sets.push(types);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.walk(&clause.walk);
        for landing in &clause.landings {
            self.squares(&landing.on);
        }
        if let Some(taking) = &clause.taking {
            self.squares(taking);
        }
        self.truth(&clause.condition);
        self.statements(&clause.then);
    }

    fn walk(&mut self, walk: &Walk) {
        match walk {
            Walk::Test(set) | Walk::Jump(set) => self.squares(set),
            Walk::Sequence(parts) | Walk::Either(parts) => {
                for part in parts {
                    self.walk(part);
                }
            }
            Walk::Repeat { body, .. } => self.walk(body),
            Walk::Here | Walk::Step(_) | Walk::Take | Walk::Via => {}
        }
    }

    fn squares(&mut self, set: &Squares) {
        match set {
            Squares::OfTypes(types) => self.add(*types),
            Squares::OfType(crate::ir::TypeRef::Fixed(kind)) => self.add(TypeSet::one(*kind)),
            Squares::Union(sets) | Squares::Intersection(sets) => {
                for set in sets {
                    self.squares(set);
                }
            }
            Squares::Except(left, right) => {
                self.squares(left);
                self.squares(right);
            }
            Squares::Reach { from, walk, .. } | Squares::Passed { from, walk, .. } => {
                self.squares(from);
                self.walk(walk);
            }
            Squares::First(of) | Squares::Last(of) => self.squares(of),
            _ => {}
        }
    }

    fn truth(&mut self, truth: &Truth) {
        match truth {
            Truth::Not(inner) => self.truth(inner),
            Truth::All(parts) | Truth::Any(parts) => {
                for part in parts {
                    self.truth(part);
                }
            }
            Truth::Exists(set) | Truth::Attacked { on: set, .. } | Truth::Is { set, .. } => {
                self.squares(set);
            }
            Truth::Within(left, right) | Truth::Safe { piece: left, on: right } => {
                self.squares(left);
                self.squares(right);
            }
            Truth::Some { over, condition, .. } => {
                self.squares(over);
                self.truth(condition);
            }
            Truth::HasTurn { that, .. } => self.truth(that),
            Truth::Compare { left, right, .. } => {
                self.number(left);
                self.number(right);
            }
            _ => {}
        }
    }

    fn number(&mut self, number: &crate::ir::Number) {
        use crate::ir::Number;
        match number {
            Number::Count(set) | Number::Sum(_, set) => self.squares(set),
            Number::Coordinate { of, .. } => self.squares(of),
            Number::Distance(left, right) => {
                self.squares(left);
                self.squares(right);
            }
            Number::Either { condition, then, otherwise } => {
                self.truth(condition);
                self.number(then);
                self.number(otherwise);
            }
            Number::Arithmetic { left, right, .. } => {
                self.number(left);
                self.number(right);
            }
            _ => {}
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Move(choice) => {
                self.squares(&choice.pieces);
                self.truth(&choice.only);
            }
            StatementKind::Drop(choice) => self.squares(&choice.on),
            StatementKind::Choose(choose) => {
                if let crate::ir::Candidates::Squares { squares, .. } = &choose.among {
                    self.squares(squares);
                }
                self.statements(&choose.then);
                self.statements(choose.otherwise.as_deref().unwrap_or_default());
            }
            StatementKind::Either(ways) => {
                for way in ways {
                    self.statements(&way.body);
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                self.truth(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::ForEach { over, body, .. } => {
                self.squares(over);
                self.statements(body);
            }
            StatementKind::Repeat { condition, body, .. } => {
                self.truth(condition);
                self.statements(body);
            }
            StatementKind::Effect(effect) => self.effect(effect),
            StatementKind::Refuse(_) | StatementKind::End(..) | StatementKind::Next(_) => {}
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Capture(set)
            | Effect::Remove(set)
            | Effect::Place { on: set, .. }
            | Effect::Become { on: set, .. }
            | Effect::ChangeOwner { on: set, .. }
            | Effect::Mark { on: set, .. }
            | Effect::Give { to: set, .. }
            | Effect::SetSquares(_, set) => self.squares(set),
            Effect::Relocate { from, to } | Effect::Swap(from, to) => {
                self.squares(from);
                self.squares(to);
            }
            Effect::SetTruth(_, truth) => self.truth(truth),
            _ => {}
        }
    }
}

/// Returns the set of all types.
pub fn all_types(game: &Game) -> TypeSet {
    game.types.ids().collect()
}

/// Returns the indices of the types in a set.
pub fn indices(types: TypeSet) -> Vec<u16> {
    types.iter().map(|kind: PieceTypeId| u16::try_from(kind.index()).unwrap_or(u16::MAX)).collect()
}
