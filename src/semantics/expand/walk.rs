//! One walk over everything in a declaration that names something, for whoever puts something else there.

use crate::syntax::ast::{
    Among, Argument, Block, ClauseItem, CompareItem, DefineBody, EffectItem, EventItem,
    EventPattern, Expr, ExprKind, FieldType, FormPart, Held, ItemKind, LegLimit, ModifierKind,
    MovedBy, Name, OutcomeItem, Pattern, PatternKind, PieceMember, PieceMemberKind, SquareRange,
    StmtKind, TestLineKind, TokenItem, TokenMemberKind,
};

/// What is done with the parts of a declaration. Each of them looks into what it is given by itself.
pub(in crate::semantics) trait Visitor {
    /// An expression.
    fn expr(&mut self, expr: &mut Expr);
    /// A name of something declared that is no expression: a token, a mark, a direction, a piece.
    fn name(&mut self, _: &mut Name) {}
    /// A name that is given here: by `as`, `each`, `some`.
    fn given(&mut self, _: &mut Name) {}
    /// Statements.
    fn block(&mut self, block: &mut Block)
    where
        Self: Sized,
    {
        for stmt in &mut block.statements {
            statement(self, &mut stmt.kind);
        }
    }
    /// The lines of a piece's block.
    fn members(&mut self, members: &mut Vec<PieceMember>)
    where
        Self: Sized,
    {
        for line in members {
            member(self, &mut line.kind);
        }
    }
}

/// Visits what an item consists of, and nothing of items that are no rules.
pub(in crate::semantics) fn item(v: &mut impl Visitor, kind: &mut ItemKind) {
    match kind {
        ItemKind::Piece(item) => v.members(&mut item.members),
        ItemKind::Extend(_, members) => v.members(members),
        ItemKind::Property(_, value) => v.expr(value),
        ItemKind::Token(item) => token(v, item),
        ItemKind::Variable(item) => {
            if let Some(until) = &mut item.until_left {
                maybe(v, &mut until.by);
            }
            v.expr(&mut item.start);
            if let Some(start) = &mut item.second_start {
                v.expr(start);
            }
        }
        ItemKind::Define(item) => body(v, &mut item.body),
        ItemKind::Turn(block) | ItemKind::Threat(block) => v.block(block),
        ItemKind::Event(item) => event(v, item),
        ItemKind::Forbid(item) => v.expr(&mut item.condition),
        ItemKind::Prefer(item) => v.expr(item.goal.expr_mut()),
        ItemKind::Ending(item) => {
            outcome(v, &mut item.outcome);
            v.expr(&mut item.condition);
        }
        ItemKind::Field(item) => field(v, &mut item.kind),
        ItemKind::Compare(item) => compare(v, item),
        ItemKind::Test(item) => {
            for line in &mut item.lines {
                if let TestLineKind::Expect(condition) = &mut line.kind {
                    v.expr(condition);
                }
            }
        }
        ItemKind::About(..)
        | ItemKind::Ruling(..)
        | ItemKind::Says(..)
        | ItemKind::Ask(..)
        | ItemKind::Write(..)
        | ItemKind::Allow(_)
        | ItemKind::Use(..)
        | ItemKind::Board(_)
        | ItemKind::Sides(_)
        | ItemKind::Mark(..)
        | ItemKind::Option(_)
        | ItemKind::Setup(_)
        | ItemKind::Remove(..)
        | ItemKind::If { .. } => {}
    }
}

fn token(v: &mut impl Visitor, item: &mut TokenItem) {
    for member in &mut item.members {
        match &mut member.kind {
            TokenMemberKind::At(square) => v.name(square),
            TokenMemberKind::Level(number) | TokenMemberKind::Value(number) => v.expr(number),
            TokenMemberKind::Power { bearer, clause: way } => {
                v.expr(bearer);
                clause(v, way);
            }
            TokenMemberKind::Cycle { bearer, option } => {
                v.expr(bearer);
                v.name(option);
            }
        }
    }
}

fn compare(v: &mut impl Visitor, item: &mut CompareItem) {
    match item {
        CompareItem::Ignoring(name) | CompareItem::WhileUsed(name) => v.name(name),
        CompareItem::IgnoringSide(_) | CompareItem::TurnsByPosition(_) => {}
        CompareItem::Number(number) => v.expr(number),
        CompareItem::Level(token, number) => {
            v.name(token);
            v.expr(number);
        }
    }
}

/// Visits what a define stands for.
pub(in crate::semantics) fn body(v: &mut impl Visitor, body: &mut DefineBody) {
    match body {
        DefineBody::Expr(expr) => v.expr(expr),
        DefineBody::Block(block) => v.block(block),
        DefineBody::Ways(members) => v.members(members),
    }
}

fn event(v: &mut impl Visitor, item: &mut EventItem) {
    match &mut item.event {
        EventPattern::Captured { victim, by } => {
            v.expr(victim);
            maybe(v, by);
        }
        EventPattern::Moved { mover, by, from, to } => {
            v.expr(mover);
            if let Some(by) = by {
                moved_by(v, by);
            }
            maybe(v, from);
            maybe(v, to);
        }
        EventPattern::Dropped { piece, on } => {
            v.expr(piece);
            maybe(v, on);
        }
        EventPattern::TurnBegins | EventPattern::TurnEnds => {}
    }
    maybe(v, &mut item.condition);
    v.block(&mut item.body);
}

fn field(v: &mut impl Visitor, kind: &mut FieldType) {
    match kind {
        FieldType::Letters { letters, .. } => {
            for letter in letters {
                v.expr(&mut letter.square);
                v.name(&mut letter.variable);
            }
        }
        FieldType::Squares(expr) | FieldType::Number(expr) => v.expr(expr),
        FieldType::Forms(forms) => {
            for part in forms.iter_mut().flatten() {
                if let FormPart::Number { variable, .. } = part {
                    v.expr(variable);
                }
            }
        }
        FieldType::TurnNumber | FieldType::Fixed(_) => {}
    }
}

/// Visits the parts of a line of a piece's block.
pub(in crate::semantics) fn member(v: &mut impl Visitor, kind: &mut PieceMemberKind) {
    match kind {
        PieceMemberKind::Clause(item) | PieceMemberKind::ReplaceClause(item) => clause(v, item),
        PieceMemberKind::DropsOn(on) => v.expr(on),
        PieceMemberKind::Property(_, value) | PieceMemberKind::Value(value) => v.expr(value),
        PieceMemberKind::Call { arguments: given, .. } => arguments(v, given),
        PieceMemberKind::Royal | PieceMemberKind::Picture(_) | PieceMemberKind::RemoveClause(_) => {
        }
    }
}

fn clause(v: &mut impl Visitor, item: &mut ClauseItem) {
    for way in &mut item.patterns {
        pattern(v, way);
    }
    for modifier in &mut item.modifiers {
        match &mut modifier.kind {
            ModifierKind::Of(set)
            | ModifierKind::With(set)
            | ModifierKind::From(set)
            | ModifierKind::To(set)
            | ModifierKind::Taking(set)
            | ModifierKind::When(set) => v.expr(set),
            ModifierKind::For(side) => v.name(side),
            ModifierKind::Then(block) => v.block(block),
            ModifierKind::WithoutCapturing | ModifierKind::WithoutMoving => {}
        }
    }
}

fn pattern(v: &mut impl Visitor, way: &mut Pattern) {
    match &mut way.kind {
        PatternKind::As(piece) => v.name(piece),
        PatternKind::Legs(legs) => {
            for leg in legs {
                for way in &mut leg.ways {
                    v.name(way);
                }
                match &mut leg.limit {
                    Some(LegLimit::Exactly(n) | LegLimit::UpTo(n) | LegLimit::AtLeast(n)) => {
                        v.expr(n);
                    }
                    Some(LegLimit::Half) | None => {}
                }
                maybe(v, &mut leg.over);
                maybe(v, &mut leg.onto);
            }
        }
        PatternKind::AsTypes(set) => v.expr(set),
        PatternKind::Betza(_) | PatternKind::Anywhere => {}
    }
}

/// Visits what is in the brackets of a call.
fn arguments(v: &mut impl Visitor, arguments: &mut [Argument]) {
    for argument in arguments {
        match argument {
            Argument::Expr(expr) => v.expr(expr),
            Argument::Pattern(way) => pattern(v, way),
        }
    }
}

fn moved_by(v: &mut impl Visitor, by: &mut MovedBy) {
    match by {
        MovedBy::PowerOf(token) => v.name(token),
        MovedBy::Named(_) | MovedBy::AnyPower | MovedBy::Drop => {}
    }
}

fn outcome(v: &mut impl Visitor, outcome: &mut OutcomeItem) {
    match outcome {
        OutcomeItem::Wins(side) | OutcomeItem::Loses(side) => v.expr(side),
        OutcomeItem::ASide { .. } | OutcomeItem::SideToMove(_) | OutcomeItem::Draw => {}
    }
}

fn maybe(v: &mut impl Visitor, expr: &mut Option<Expr>) {
    if let Some(expr) = expr {
        v.expr(expr);
    }
}

/// Visits the parts of a statement.
pub(in crate::semantics) fn statement(v: &mut impl Visitor, kind: &mut StmtKind) {
    match kind {
        StmtKind::Move { pieces, only, name, .. } => {
            maybe(v, pieces);
            maybe(v, only);
            if let Some(name) = name {
                v.given(name);
            }
        }
        StmtKind::Drop { types, on, name, .. } => {
            maybe(v, types);
            maybe(v, on);
            if let Some(name) = name {
                v.given(name);
            }
        }
        StmtKind::Choose(item) => {
            maybe(v, &mut item.by);
            among(v, &mut item.among);
            v.given(&mut item.name);
            v.block(&mut item.body);
            if let Some(block) = &mut item.otherwise {
                v.block(block);
            }
        }
        StmtKind::Either(alternatives) => {
            for (_, block) in alternatives {
                v.block(block);
            }
        }
        StmtKind::If { condition, then, otherwise } => {
            v.expr(condition);
            v.block(then);
            if let Some(block) = otherwise {
                v.block(block);
            }
        }
        StmtKind::ForEach { name, over, order, body } => {
            for set in over {
                v.expr(set);
            }
            maybe(v, order);
            v.given(name);
            v.block(body);
        }
        StmtKind::ForEachDirection { name, directions, body } => {
            for direction in directions {
                v.name(direction);
            }
            v.given(name);
            v.block(body);
        }
        StmtKind::Repeat { times, condition, body } => {
            v.expr(times);
            maybe(v, condition);
            v.block(body);
        }
        _ => simple(v, kind),
    }
}

fn among(v: &mut impl Visitor, among: &mut Among) {
    match among {
        Among::Squares { squares, .. } => maybe(v, squares),
        Among::Types(types) => v.expr(types),
        Among::TypesInHand(types) => maybe(v, types),
        Among::Numbers(first, last) => {
            v.expr(first);
            v.expr(last);
        }
    }
}

/// Visits the parts of a statement without a block.
fn simple(v: &mut impl Visitor, kind: &mut StmtKind) {
    match kind {
        StmtKind::Effect(item) => effect(v, item),
        StmtKind::Next(side) => v.expr(side),
        StmtKind::End(result, _) => outcome(v, result),
        StmtKind::Call(_, given) => arguments(v, given),
        StmtKind::Refuse(_)
        | StmtKind::Move { .. }
        | StmtKind::Drop { .. }
        | StmtKind::Choose(_)
        | StmtKind::Either(_)
        | StmtKind::If { .. }
        | StmtKind::ForEach { .. }
        | StmtKind::ForEachDirection { .. }
        | StmtKind::Repeat { .. } => {}
    }
}

/// Visits the parts of a statement that changes something.
fn effect(v: &mut impl Visitor, item: &mut EffectItem) {
    match item {
        EffectItem::Capture(set) | EffectItem::Remove(set) => v.expr(set),
        EffectItem::Place { kind, owner, on } => {
            v.expr(kind);
            maybe(v, owner);
            v.expr(on);
        }
        EffectItem::Relocate(one, other)
        | EffectItem::Swap(one, other)
        | EffectItem::Change(one, other)
        | EffectItem::Convert(one, other)
        | EffectItem::Set(one, other)
        | EffectItem::Adjust { value: one, target: other, .. } => {
            v.expr(one);
            v.expr(other);
        }
        EffectItem::Mark { on, mark, .. } => {
            v.expr(on);
            v.name(mark);
        }
        EffectItem::Give(token, to) => {
            v.name(token);
            v.expr(to);
        }
        EffectItem::Withdraw(token) => v.name(token),
        EffectItem::AddToHand { count, kind, side }
        | EffectItem::TakeFromHand { count, kind, side } => {
            maybe(v, count);
            v.expr(kind);
            v.expr(side);
        }
    }
}

fn squares(v: &mut impl Visitor, ranges: &mut [SquareRange]) {
    for range in ranges {
        v.name(&mut range.first);
        if let Some(last) = &mut range.last {
            v.name(last);
        }
    }
}

fn boxed(v: &mut impl Visitor, expr: &mut Option<Box<Expr>>) {
    if let Some(expr) = expr {
        v.expr(expr);
    }
}

fn boxed_held(v: &mut impl Visitor, held: &mut Option<Box<Held>>) {
    let Some(held) = held else { return };
    v.expr(&mut held.condition);
    if let Some(whose) = &mut held.whose {
        v.expr(whose);
    }
}

/// Visits the parts of a condition that gives a name.
fn quantified(v: &mut impl Visitor, kind: &mut ExprKind) {
    match kind {
        ExprKind::Quantified { name, over, condition, .. } => {
            v.expr(over);
            v.given(name);
            v.expr(condition);
        }
        ExprKind::QuantifiedDirection { name, directions, condition, .. } => {
            for direction in directions {
                v.name(direction);
            }
            v.given(name);
            v.expr(condition);
        }
        _ => {}
    }
}

/// Visits the parts of an expression.
pub(in crate::semantics) fn parts(v: &mut impl Visitor, kind: &mut ExprKind) {
    match kind {
        ExprKind::SquareSet(ranges) => squares(v, ranges),
        ExprKind::Chain(parts) | ExprKind::Logic(_, parts) => {
            for part in parts {
                v.expr(part);
            }
        }
        ExprKind::In(one, other) | ExprKind::Safe(one, other) | ExprKind::Binary(_, one, other) => {
            v.expr(one);
            v.expr(other);
        }
        ExprKind::Is { subject, predicate, .. } => {
            v.expr(subject);
            v.expr(predicate);
        }
        ExprKind::Except(from, without) => {
            boxed(v, from);
            v.expr(without);
        }
        ExprKind::Bearing(name) | ExprKind::Marked(name) => v.name(name),
        ExprKind::Of(word, of) => {
            v.name(word);
            v.expr(of);
        }
        ExprKind::Count(of) | ExprKind::Not(of) | ExprKind::Any(of) | ExprKind::No(of) => {
            v.expr(of);
        }
        ExprKind::Call(_, given) => arguments(v, given),
        ExprKind::Attacked { subject, by, .. } => {
            v.expr(subject);
            boxed(v, by);
        }
        ExprKind::CanMove { side, that, .. } => {
            v.expr(side);
            boxed(v, that);
        }
        ExprKind::Quantified { .. } | ExprKind::QuantifiedDirection { .. } => quantified(v, kind),
        ExprKind::MovedBy(by) => moved_by(v, by),
        ExprKind::Repeated { times, held } => {
            v.expr(times);
            boxed_held(v, held);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            v.expr(then);
            v.expr(condition);
            v.expr(otherwise);
        }
        ExprKind::Number(_)
        | ExprKind::Name(_)
        | ExprKind::Rank(_)
        | ExprKind::File(_)
        | ExprKind::TurnNumber
        | ExprKind::CapturesThisTurn => {}
    }
}
