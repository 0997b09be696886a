//! Tokens `per side`: `token ring per side` is `White-ring` and `Black-ring`, and `own ring` is one of the two.
//!
//! All is written out before anything gets its meaning: what speaks of `own ring` becomes a choice between the two,
//! by who is `own`.

use super::expression;
use super::merge::{Entry, Merged};
use crate::diag::{Sink, codes};
use crate::ir::{BySide, SideId};
use crate::source::Span;
use crate::syntax::ast::{
    Block, CompareItem, EffectItem, EventPattern, Expr, ExprKind, ItemKind, LogicOperator, MovedBy,
    Name, Stmt, StmtKind, TokenMember, TokenMemberKind, Visit, Visitor,
};

/// Writes out all tokens of each side, and what speaks of them.
pub(super) fn write_out(merged: &mut Merged, sink: &mut Sink) {
    let sides = merged.entries.iter().find_map(|entry| match &entry.item.kind {
        ItemKind::Sides(sides) => {
            let [(first, _), (second, _)] = sides.as_slice() else { return None };
            Some(BySide::new([first.text.clone(), second.text.clone()]))
        }
        _ => None,
    });
    // That there are not two sides is told elsewhere.
    let Some(sides) = sides else { return };
    let declared = |per_side: bool| {
        let names = merged.entries.iter().filter_map(|entry| match &entry.item.kind {
            ItemKind::Token(item) if item.per_side == per_side => Some(item.name.text.clone()),
            _ => None,
        });
        names.collect()
    };
    let mut writer = Writer { sides, tokens: declared(true), shared: declared(false), sink };
    for mut entry in std::mem::take(&mut merged.entries) {
        if let Some(both) = writer.for_each_side(&entry) {
            merged.entries.extend(both);
            continue;
        }
        if let ItemKind::Event(item) = &mut entry.item.kind
            && let EventPattern::Moved { by, .. } = &mut item.event
            && let Some(MovedBy::PowerOf(token)) = by
            && writer.is_of_side(token)
        {
            // By which of the two is a condition.
            let kind = ExprKind::MovedBy(MovedBy::PowerOf(token.clone()));
            let moved = Expr { span: token.span, kind };
            *by = None;
            item.condition = Some(match item.condition.take() {
                Some(condition) => both(moved, condition),
                None => moved,
            });
        }
        if let ItemKind::Token(item) = &mut entry.item.kind {
            writer.own_squares(&mut item.members);
        }
        entry.item.kind.visit(&mut writer);
        merged.entries.push(entry);
    }
}

struct Writer<'s> {
    sides: BySide<String>,
    /// The tokens of each side.
    tokens: Vec<String>,
    /// All others.
    shared: Vec<String>,
    sink: &'s mut Sink,
}

impl Writer<'_> {
    /// Returns the two declarations that a token of each side is, or the comparison of its level.
    fn for_each_side(&self, entry: &Entry) -> Option<Vec<Entry>> {
        let told = match &entry.item.kind {
            ItemKind::Token(item) => item.per_side,
            ItemKind::Compare(CompareItem::Level(token, _)) => self.is_of_side(token),
            _ => false,
        };
        if !told {
            return None;
        }
        let written = SideId::ALL.map(|side| {
            let mut item = entry.item.clone();
            if let ItemKind::Token(item) = &mut item.kind {
                item.per_side = false;
                item.name.text = self.of_a_side(side, &item.name.text);
                self.seen_by(side, &mut item.members);
            }
            item.kind.visit(&mut Of { writer: self, side });
            entry.beside(item)
        });
        Some(written.into())
    }

    /// Puts the side in place of `own` in where a token is at the start.
    fn seen_by(&self, side: SideId, members: &mut [TokenMember]) {
        for member in members {
            if let TokenMemberKind::At(square) = &mut member.kind
                && let Some(("own", own)) = parts(&square.text)
            {
                square.text = format!("{} {own}", self.sides[side]);
            }
        }
    }

    fn of_a_side(&self, side: SideId, token: &str) -> String {
        format!("{}-{token}", self.sides[side])
    }

    fn is_of_side(&self, name: &Name) -> bool {
        parts(&name.text).is_some_and(|(_, token)| self.has(token))
    }

    fn has(&self, token: &str) -> bool {
        self.tokens.iter().any(|known| known == token)
    }

    /// Returns the same with the token of a side in place of `own` and `enemy`.
    fn of<T: Clone>(&self, side: SideId, told: &T, visit: impl Fn(&mut Of<'_>, &mut T)) -> T {
        let mut told = told.clone();
        visit(&mut Of { writer: self, side }, &mut told);
        told
    }

    /// `own is White`
    fn is_own(&self, side: SideId, span: Span) -> Expr {
        let word = |text: &str| Box::new(Expr::name(text, span));
        let (subject, predicate) = (word("own"), word(&self.sides[side]));
        Expr { kind: ExprKind::Is { subject, negated: false, predicate }, span }
    }

    /// Tells whether an expression speaks of the token of a side by itself, not in one of its parts.
    fn speaks(&self, kind: &ExprKind) -> bool {
        match kind {
            ExprKind::Bearing(name) | ExprKind::MovedBy(MovedBy::PowerOf(name)) => {
                self.is_of_side(name)
            }
            ExprKind::Of(word, of) => {
                word.text == "level" && of_side(of).is_some_and(|(_, token)| self.has(token))
            }
            _ => false,
        }
    }

    /// Returns an expression that speaks of a side's token as a choice between the two.
    fn chosen(&self, expr: &Expr) -> ExprKind {
        let [first, second] = SideId::ALL.map(|side| self.of(side, expr, |of, expr| of.expr(expr)));
        if let ExprKind::MovedBy(_) = expr.kind {
            let cases = [(SideId::FIRST, first), (SideId::LAST, second)]
                .map(|(side, moved)| both(self.is_own(side, expr.span), moved));
            return ExprKind::Logic(LogicOperator::Or, cases.into());
        }
        ExprKind::Conditional {
            condition: Box::new(self.is_own(SideId::FIRST, expr.span)),
            then: Box::new(first),
            otherwise: Box::new(second),
        }
    }

    /// Complains about own squares of a token that is neither side's.
    fn own_squares(&mut self, members: &mut [TokenMember]) {
        for member in members {
            let TokenMemberKind::At(place) = &mut member.kind else { continue };
            let Some((_, square)) = parts(&place.text) else { continue };
            let message = "this token is neither side's, so that no square is its own";
            let help = format!("write `at {square}`, or declare the token `per side`");
            self.sink.push(codes::WRONG_TYPE.at(place.span, message).help(help));
            place.text = square.to_owned();
        }
    }

    /// Complains about a token of each side of which it is not said whose it is.
    fn whose(&mut self, name: &mut Name) {
        let token = name.text.clone();
        let [first, second] = SideId::ALL.map(|side| self.of_a_side(side, &token));
        let found = codes::WRONG_TYPE.at(name.span, format!("each side has a `{token}`"));
        let help = format!("say whose: `own {token}`, `enemy {token}`, `{first}` or `{second}`");
        self.sink.push(found.help(help));
        // So that no more is told of it.
        name.text = first;
    }

    /// Tells whether a statement changes the token of a side.
    fn changes(&self, item: &EffectItem) -> bool {
        match item {
            EffectItem::Give(token, _) | EffectItem::Withdraw(token) => self.is_of_side(token),
            EffectItem::Set(target, _) | EffectItem::Adjust { target, .. } => {
                self.speaks(&target.kind)
            }
            _ => false,
        }
    }
}

impl Visitor for Writer<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if self.speaks(&expr.kind) {
            expr.kind = self.chosen(expr);
            return;
        }
        if let ExprKind::Bearing(name) = &expr.kind
            && self.has(&name.text)
        {
            // Borne by whom does not matter: either of the two.
            let span = expr.span;
            let borne = SideId::ALL.map(|side| {
                let text = self.of_a_side(side, &name.text);
                Expr { kind: ExprKind::Bearing(Name { text, span: name.span }), span }
            });
            expr.kind = ExprKind::Logic(LogicOperator::Or, borne.into());
            return;
        }
        if let ExprKind::Of(word, of) = &mut expr.kind
            && word.text == "level"
            && let Some(mut name) = expression::name_of(of).cloned()
            && self.has(&name.text)
        {
            self.whose(&mut name);
            of.kind = ExprKind::Name(name);
            return;
        }
        expr.kind.visit(self);
    }

    fn name(&mut self, name: &mut Name) {
        let told = name.text.clone();
        match parts(&told) {
            None if self.has(&told) => self.whose(name),
            Some((_, token)) if !self.has(token) => {
                if self.shared.iter().any(|known| known == token) {
                    let message = format!("`{token}` is one token for both sides");
                    let help =
                        format!("write `{token}` alone, or declare it `token {token} per side`");
                    self.sink.push(codes::WRONG_TYPE.at(name.span, message).help(help));
                }
                token.clone_into(&mut name.text);
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            let changes = matches!(&statement.kind, StmtKind::Effect(item) if self.changes(item));
            if !changes {
                statement.kind.visit(self);
                continue;
            }
            let span = statement.span;
            let [then, otherwise] = SideId::ALL.map(|side| {
                let mut kind = self.of(side, &statement.kind, |of, kind| kind.visit(of));
                kind.visit(self);
                Block { statements: vec![Stmt { kind, span }], span }
            });
            let condition = self.is_own(SideId::FIRST, span);
            statement.kind = StmtKind::If { condition, then, otherwise: Some(otherwise) };
        }
    }
}

/// Puts the token of a side in place of `own` and `enemy`.
struct Of<'w> {
    writer: &'w Writer<'w>,
    side: SideId,
}

impl Of<'_> {
    fn text(&self, whose: &str, token: &str) -> String {
        let side = if whose == "own" { self.side } else { self.side.opponent() };
        self.writer.of_a_side(side, token)
    }
}

impl Visitor for Of<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Of(word, of) = &mut expr.kind
            && word.text == "level"
            && let Some((whose, token)) = of_side(of).filter(|(_, token)| self.writer.has(token))
        {
            let text = self.text(whose, token);
            of.kind = ExprKind::Name(Name { text, span: of.span });
            return;
        }
        expr.kind.visit(self);
    }

    fn name(&mut self, name: &mut Name) {
        let text = parts(&name.text).filter(|(_, token)| self.writer.has(token));
        if let Some((whose, token)) = text {
            name.text = self.text(whose, token);
        }
    }
}

/// Returns the words of `own ring`.
fn parts(text: &str) -> Option<(&str, &str)> {
    // Other names of several words are directions.
    text.split_once(' ').filter(|(whose, _)| is_whose(whose))
}

/// Returns the words of `own ring` behind `level of`.
fn of_side(of: &Expr) -> Option<(&str, &str)> {
    let ExprKind::Chain(words) = &of.kind else { return None };
    match words.as_slice() {
        [only] => of_side(only),
        [whose, token] => {
            let word = |expr| expression::name_of(expr).map(|name| name.text.as_str());
            Some((word(whose)?, word(token)?)).filter(|(whose, _)| is_whose(whose))
        }
        _ => None,
    }
}

fn is_whose(word: &str) -> bool {
    ["own", "enemy"].contains(&word)
}

fn both(one: Expr, other: Expr) -> Expr {
    let span = one.span;
    Expr { kind: ExprKind::Logic(LogicOperator::And, vec![one, other]), span }
}
